//! The game in a window. `cargo run` in this folder; `-- --screenshot FILE [--frames N]` plays by itself.

use asunder::prelude::*;
use asunder_macroquad::{COIN, Game, HERO, Keys, LEVEL, Meeting, TICK};
use macroquad::prelude::*;

const BACKGROUND: Color = color_u8!(24, 28, 40, 255);
const WALL: Color = color_u8!(96, 104, 124, 255);
const TOUCHED: Color = color_u8!(190, 140, 60, 255);
const COLLECTIBLE: Color = color_u8!(250, 220, 90, 255);
const HIT: Color = color_u8!(240, 72, 72, 255);
const FREE: Color = color_u8!(110, 190, 255, 255);

/// The hero's sprite: ten by fourteen points.
const FIGURE: [&str; 14] = [
    "..hhhhhh..",
    ".hhhhhhhh.",
    ".hsssssss.",
    ".hssksskk.",
    "..sssssss.",
    "..ssssss..",
    ".rrrrrrrr.",
    "rrrrrrrrrr",
    "rrrrrrrrrr",
    "s.rrrrrr.s",
    "..bbbbbb..",
    "..bbb.bbb.",
    "..bbb.bbb.",
    ".hhhh.hhhh",
];

fn window() -> Conf {
    Conf {
        window_title: "asunder in macroquad".to_owned(),
        window_width: LEVEL[0] as i32,
        window_height: LEVEL[1] as i32,
        ..Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() {
    if let Err(message) = play().await {
        eprintln!("asunder-macroquad: {message}");
        std::process::exit(1);
    }
}

/// Runs the game until the window closes, or the picture is taken.
async fn play() -> Result<(), String> {
    let picture = Picture::wanted(std::env::args().skip(1))?;
    let figure = figure();
    let (mut game, mut owed, mut ticks) = (Game::new(), 0.0, 0);
    loop {
        // A frame may be longer or shorter than a tick; the rest is kept for the next.
        owed += if picture.is_some() { TICK } else { get_frame_time().min(0.1) };
        while owed >= TICK {
            let keys = if picture.is_some() { scripted(ticks) } else { held() };
            game.tick(&keys).map_err(|error| error.to_string())?;
            (owed, ticks) = (owed - TICK, ticks + 1);
        }
        draw(&game, &figure)?;
        if let Some(picture) = picture.as_ref().filter(|picture| picture.frames <= ticks) {
            return picture.take();
        }
        next_frame().await;
    }
}

/// The keys that the player holds.
fn held() -> Keys {
    Keys {
        left: is_key_down(KeyCode::Left) || is_key_down(KeyCode::A),
        right: is_key_down(KeyCode::Right) || is_key_down(KeyCode::D),
        jump: is_key_down(KeyCode::Space) || is_key_down(KeyCode::Up) || is_key_down(KeyCode::W),
    }
}

/// The keys of the picture: to the right, with a jump now and then.
fn scripted(tick: u32) -> Keys {
    Keys { left: false, right: true, jump: tick % 64 >= 60 }
}

/// The picture to take, and after how many ticks.
struct Picture {
    file: String,
    frames: u32,
}

impl Picture {
    /// Saves what was drawn.
    fn take(&self) -> Result<(), String> {
        // What cannot be written is told here; `export_png` would panic.
        std::fs::File::create(&self.file).map_err(|error| format!("{}: {error}", self.file))?;
        get_screen_data().export_png(&self.file);
        Ok(())
    }

    /// From the words of the command line.
    fn wanted(mut words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let (mut file, mut frames) = (None, 132);
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{word}` needs a value"));
            match word.as_str() {
                "--screenshot" => file = Some(value?),
                "--frames" => {
                    let value = value?;
                    let wrong = |_| format!("`--frames` takes a whole number, got `{value}`");
                    frames = value.parse().map_err(wrong)?;
                }
                _ => {
                    return Err(format!(
                        "expected `--screenshot FILE` or `--frames N`, got `{word}`"
                    ));
                }
            }
        }
        Ok(file.map(|file| Self { file, frames }))
    }
}

/// The sprite of the hero, made here.
fn figure() -> Texture2D {
    let color = |point: char| match point {
        'h' => color_u8!(120, 70, 40, 255),
        's' => color_u8!(245, 205, 165, 255),
        'r' => color_u8!(200, 60, 80, 255),
        'b' => color_u8!(60, 90, 180, 255),
        'k' => color_u8!(20, 20, 30, 255),
        _ => BLANK,
    };
    let mut image = Image::gen_image_color(10, 14, BLANK);
    for (y, line) in (0..).zip(FIGURE) {
        for (x, point) in (0..).zip(line.chars()) {
            image.set_pixel(x, y, color(point));
        }
    }
    let texture = Texture2D::from_image(&image);
    texture.set_filter(FilterMode::Nearest);
    texture
}

/// Draws a frame: each thing in the colour of how it meets the hero.
fn draw(game: &Game, figure: &Texture2D) -> Result<(), String> {
    let scale = (screen_width() / LEVEL[0]).min(screen_height() / LEVEL[1]);
    let view = vec2(screen_width(), screen_height()) / scale;
    clear_background(BACKGROUND);
    set_camera(&Camera2D::from_display_rect(Rect::new(0.0, view.y, view.x, -view.y)));

    for wall in game.walls.iter().rev() {
        let touched = Meeting::of(&game.hero, wall) == Meeting::Touching;
        fill(wall, if touched { TOUCHED } else { WALL });
    }
    for (saw, middle) in game.saw_boxes().map_err(|error| error.to_string())?.iter().zip(&game.saws)
    {
        let hit = Meeting::of(&game.hero, saw) != Meeting::Apart;
        fill(saw, if hit { HIT } else { FREE });
        draw_circle(middle.x, middle.y, 4.0, BACKGROUND);
    }
    for coin in &game.coins {
        let [x, y] = coin.center().to_array();
        draw_circle(x, y, COIN, COLLECTIBLE);
        draw_circle_lines(x, y, COIN - 4.0, 2.0, BACKGROUND);
    }
    // A vector of one glam is an array for the other.
    let corner: Vec2 = game.hero.min().to_array().into();
    let size = DrawTextureParams { dest_size: Some(HERO.into()), ..Default::default() };
    draw_texture_ex(figure, corner.x, corner.y, WHITE, size);
    draw_rectangle_lines(corner.x, corner.y, HERO[0], HERO[1], 2.0, WHITE);

    draw_text("arrows or A, D: run     space, W or up: jump", 30.0, 34.0, 26.0, WHITE);
    draw_text(game.to_string(), 30.0, 60.0, 26.0, COLLECTIBLE);
    let legend = [("touched", TOUCHED), ("hit", HIT), ("free", FREE)];
    for (x, (word, color)) in [470.0, 600.0, 690.0].into_iter().zip(legend) {
        draw_rectangle(x, 48.0, 14.0, 14.0, color);
        draw_text(word, x + 20.0, 60.0, 26.0, color);
    }
    set_default_camera();
    Ok(())
}

fn fill(shape: &Obb2, color: Color) {
    let corners: Vec<Vec2> = shape.corners().map(|corner| corner.to_array().into()).collect();
    // Bit i of a corner's index is its side on axis i: 1 and 2 are opposite.
    draw_triangle(corners[0], corners[1], corners[2], color);
    draw_triangle(corners[1], corners[2], corners[3], color);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_asked_for_by_words() {
        let words = |line: &str| {
            let picture = Picture::wanted(line.split_whitespace().map(str::to_owned))?;
            Ok(picture.map(|it| (it.file, it.frames)))
        };
        assert_eq!(words(""), Ok(None));
        assert_eq!(words("--screenshot a.png --frames 9"), Ok(Some(("a.png".to_owned(), 9))));
        let Err::<_, String>(message) = words("--frames many") else { panic!("it was taken") };
        assert_eq!(message, "`--frames` takes a whole number, got `many`");
        assert!(words("--screenshot").is_err() && words("--help me").is_err());
    }

    #[test]
    fn the_figure_fits_its_sprite() {
        assert!(FIGURE.iter().all(|line| line.chars().count() == 10));
    }
}
