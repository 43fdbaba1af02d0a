//! What the windows of all examples have: keys told on the screen, what there is to say below them, colours,
//! and a picture on request.
//!
//! `cargo run --example NAME --features windows -- --screenshot FILE [--frames N]` plays by itself, saves the
//! picture of frame N and ends.

use bevy::camera::visibility::RenderLayers;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::sprite::{Anchor, Text2dShadow};
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowResolution;
use std::ops::Range;
use std::path::PathBuf;

/// A key that a demonstration holds down, and in which frames.
pub(crate) type Press = (KeyCode, Range<u32>);

/// The size of the window, in pixels.
pub(crate) const SIZE: [u32; 2] = [960, 600];

/// What is drawn in text alone, by a camera of its own.
const TEXTS: RenderLayers = RenderLayers::layer(1);

/// The colours, one for each meaning.
pub(crate) mod color {
    use bevy::prelude::Color;

    pub(crate) const BACKGROUND: Color = Color::srgb(0.07, 0.08, 0.12);
    pub(crate) const TEXT: Color = Color::srgb(0.92, 0.93, 0.96);
    /// Apart from all.
    #[allow(dead_code, reason = "not every example draws what is apart")]
    pub(crate) const APART: Color = Color::srgb(0.40, 0.72, 1.00);
    /// Touching, without sharing inner points.
    pub(crate) const TOUCHING: Color = Color::srgb(1.00, 0.78, 0.20);
    /// Sharing inner points.
    pub(crate) const OVERLAPPING: Color = Color::srgb(1.00, 0.28, 0.28);
}

/// What an example tells: its title, its keys, and how it plays by itself.
pub(crate) struct Example {
    pub(crate) title: &'static str,
    /// A line for each key.
    pub(crate) keys: &'static str,
    /// The colours and what they mean.
    pub(crate) legend: &'static [(Color, &'static str)],
    /// What a demonstration presses.
    pub(crate) demo: Vec<Press>,
    /// The frame of the picture, if none is given.
    pub(crate) frames: u32,
}

/// What there is to say, below the keys: the example writes it.
#[derive(Component)]
pub(crate) struct Status;

/// A text that stays in a corner of the window.
#[derive(Component)]
struct Corner(Vec2, Vec2);

/// The picture that is wanted.
#[derive(Resource, Clone)]
struct Picture {
    file: PathBuf,
    frames: u32,
    demo: Vec<Press>,
}

/// Opens the window and plays.
pub(crate) fn play(example: Example, game: impl Plugin) -> AppExit {
    let picture = match picture(&example, std::env::args().skip(1)) {
        Ok(picture) => picture,
        Err(message) => {
            eprintln!("{message}");
            return AppExit::from_code(2);
        }
    };
    let mut app = App::new();
    let window = Window {
        title: example.title.to_owned(),
        resolution: WindowResolution::new(SIZE[0], SIZE[1]),
        ..default()
    };
    let window = WindowPlugin { primary_window: Some(window), ..default() };
    // A picture must not be taken before everything can be drawn.
    let render = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
    app.add_plugins(DefaultPlugins.set(window).set(render))
        .insert_resource(ClearColor(color::BACKGROUND))
        .add_plugins(game)
        .add_systems(Startup, move |commands: Commands| spawn_texts(commands, &example))
        .add_systems(Update, keep_in_corners);
    if let Some(picture) = picture {
        // A tick in each frame, however long it takes to draw.
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .insert_resource(picture)
            .add_systems(PreUpdate, demonstrate.after(InputSystems));
    }
    app.run()
}

/// Reads the words of the command line.
fn picture(
    example: &Example,
    mut words: impl Iterator<Item = String>,
) -> Result<Option<Picture>, String> {
    let (mut file, mut frames) = (None, example.frames);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        match word.as_str() {
            "--screenshot" => file = Some(PathBuf::from(value()?)),
            "--frames" => {
                let value = value()?;
                let wrong = |_| format!("`--frames` takes a whole number, got `{value}`");
                frames = value.parse().map_err(wrong)?;
            }
            _ => return Err(format!("expected `--screenshot FILE` or `--frames N`, got `{word}`")),
        }
    }
    Ok(file.map(|file| Picture { file, frames, demo: example.demo.clone() }))
}

/// Presses the keys of the demonstration, takes the picture, and ends.
fn demonstrate(
    mut frame: Local<u32>,
    picture: Res<Picture>,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    mut time: ResMut<TimeUpdateStrategy>,
    mut commands: Commands,
) {
    for (key, frames) in &picture.demo {
        // Anew in each frame: a window that gets the focus lets go of all keys.
        if frames.contains(&*frame) {
            keys.press(*key);
        } else if *frame == frames.end {
            keys.release(*key);
        }
    }
    *frame += 1;
    if *frame == picture.frames {
        *time = TimeUpdateStrategy::FixedTimesteps(0);
    }
    // The window shows a frame later what was drawn.
    if *frame == picture.frames + 2 {
        let end = |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            exit.write(AppExit::Success);
        };
        commands
            .spawn(Screenshot::primary_window())
            .observe(save_to_disk(picture.file.clone()))
            .observe(end);
    }
}

/// What keeps a text in a corner of the window: the corner in fractions from the middle, and how far inside
/// of it the text begins.
pub(crate) fn in_corner(corner: Vec2, inset: Vec2) -> impl Bundle {
    let shadow = Text2dShadow { offset: vec2(1.5, -1.5), color: color::BACKGROUND };
    (Corner(corner, inset), Anchor(corner), TEXTS, shadow)
}

fn spawn_texts(mut commands: Commands, example: &Example) {
    let over = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((Camera2d, over, TEXTS));
    let font = TextFont::from_font_size(16.0);
    commands.spawn((
        Text2d::new(example.keys),
        font.clone(),
        TextColor(color::TEXT.with_alpha(0.75)),
        in_corner(vec2(-0.5, 0.5), vec2(16.0, -12.0)),
    ));
    for (line, (color, meaning)) in (0_u8..).zip(example.legend) {
        let below = -12.0 - 19.0 * f32::from(line);
        let place = in_corner(vec2(0.5, 0.5), vec2(-16.0, below));
        commands.spawn((Text2d::new(*meaning), font.clone(), TextColor(*color), place));
    }
    let status = (Text2d::new(""), font, TextColor(color::TEXT), Status);
    commands.spawn((status, in_corner(vec2(-0.5, -0.5), vec2(16.0, 12.0))));
}

fn keep_in_corners(window: Single<&Window>, mut texts: Query<(&Corner, &mut Transform)>) {
    for (Corner(corner, inset), mut transform) in &mut texts {
        transform.translation = (*corner * window.size() + *inset).extend(0.0);
    }
}
