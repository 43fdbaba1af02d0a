//! Keys move, turn and scale a ship among turned and scaled sprites; boxes are drawn, and coloured at a hit.
//! `cargo run --example sprites --features windows`

#[path = "../shared/screen.rs"]
mod screen;

mod game;

use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy_asunder::prelude::*;
use game::{Meeting, Picture, Ship, Sprites, meeting};
use screen::{Example, Status, color};

fn main() -> AppExit {
    let example = Example {
        title: "asunder: sprites",
        keys: "arrows or W A S D   move\nQ, E                turn\nX, Z                grow, shrink",
        legend: &[
            (color::APART, "apart"),
            (color::TOUCHING, "touching"),
            (color::OVERLAPPING, "overlapping"),
        ],
        demo: vec![
            (KeyCode::ArrowRight, 0..60),
            (KeyCode::KeyQ, 10..32),
            (KeyCode::ArrowUp, 20..60),
            (KeyCode::KeyX, 30..46),
        ],
        frames: 62,
    };
    screen::play(example, |app: &mut App| {
        app.add_plugins(Sprites)
            .add_systems(Startup, (spawn_camera, widen_lines))
            .add_systems(PostStartup, dress)
            .add_systems(Update, (draw_boxes, tell));
    })
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn(Camera2d);
}

fn widen_lines(mut gizmos: ResMut<GizmoConfigStore>) {
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 2.5;
}

/// Gives each sprite a picture: the ship a pointed one, the others a plain one.
fn dress(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    sprites: Query<(Entity, &Picture, Has<Ship>)>,
) {
    for (entity, picture, is_ship) in &sprites {
        let mut sprite = Sprite::from_color(Color::srgb(0.28, 0.31, 0.38), picture.size);
        if is_ship {
            sprite = Sprite { image: images.add(ship_image(picture.size)), ..default() };
        }
        // An anchor is counted from the middle of the picture.
        commands.entity(entity).insert((sprite, Anchor(picture.pivot - 0.5)));
    }
}

/// A ship that points along x: a wedge with a window, clear around it.
fn ship_image(size: Vec2) -> Image {
    use bevy::asset::RenderAssetUsages;
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
    let extent = Extent3d { width: size.x as u32, height: size.y as u32, depth_or_array_layers: 1 };
    let mut image = Image::new_fill(
        extent,
        TextureDimension::D2,
        &[0, 0, 0, 0],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    for (x, y) in (0..extent.width).flat_map(|x| (0..extent.height).map(move |y| (x, y))) {
        let along = x as f32 / size.x;
        let aside = (y as f32 / size.y - 0.5).abs() * 2.0;
        let color = if (0.55..0.7).contains(&along) && aside < 0.2 {
            Color::srgb(0.15, 0.2, 0.3)
        } else if along < 0.12 && aside > 0.35 {
            Color::srgb(0.85, 0.55, 0.25)
        } else if aside <= (1.0 - 0.3 * along).min(2.2 * (1.0 - along)) {
            Color::srgb(0.75, 0.78, 0.85)
        } else {
            continue;
        };
        // Pixels of the image are inside of it.
        let _ = image.set_color_at(x, y, color);
    }
    image
}

fn color_of(meeting: Meeting) -> Color {
    match meeting {
        Meeting::Apart => color::APART,
        Meeting::Touching => color::TOUCHING,
        Meeting::Overlapping => color::OVERLAPPING,
    }
}

/// Draws every box as it was asked about, in the colour of what it meets.
fn draw_boxes(
    world: Res<CollisionWorld2>,
    sprites: Query<Entity, With<Picture>>,
    mut gizmos: Gizmos,
) {
    for entity in &sprites {
        let color = color_of(meeting(&world, entity));
        for part in world.parts(entity) {
            let Some(shape) = world.shape(&part) else { continue };
            shape.lines(|a, b| gizmos.line_2d(a, b, color));
        }
    }
}

/// Tells whom the ship meets.
fn tell(
    world: Res<CollisionWorld2>,
    ship: Single<Entity, With<Ship>>,
    names: Query<&Name>,
    status: Single<(&mut Text2d, &mut TextColor), With<Status>>,
) {
    let met: Vec<&str> = world
        .contacts(*ship)
        .filter_map(|part| names.get(part.entity).ok())
        .map(Name::as_str)
        .collect();
    let (mut text, mut text_color) = status.into_inner();
    let meeting = meeting(&world, *ship);
    text.0 = match meeting {
        Meeting::Apart => String::from("the ship is apart from all"),
        Meeting::Touching => format!("the ship touches: {}", met.join(", ")),
        Meeting::Overlapping => format!("hit: {}", met.join(", ")),
    };
    text_color.0 = color_of(meeting);
}
