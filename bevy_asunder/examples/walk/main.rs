//! A box that walks: it stops exactly at walls, slides along them, climbs steps and rides a lift.
//! `cargo run --example walk --features windows`

#[path = "../shared/screen.rs"]
mod screen;
#[path = "../shared/stage.rs"]
mod stage;

mod game;

use bevy::prelude::*;
use bevy_asunder::prelude::*;
use game::{Block, HERO, Hero, Walking};
use screen::{Example, Status, color};

/// Where the camera is, seen from the hero.
const EYE: Vec3 = Vec3::new(0.0, 6.5, 10.0);

fn main() -> AppExit {
    let example = Example {
        title: "asunder: a box that walks",
        keys: "arrows or W A S D   walk\nspace               jump",
        legend: &[
            (color::TOUCHING, "what it stands on or is stopped by"),
            (color::OVERLAPPING, "where it is stopped"),
        ],
        demo: vec![(KeyCode::ArrowRight, 0..60), (KeyCode::ArrowUp, 44..60)],
        frames: 52,
    };
    screen::play(example, |app: &mut App| {
        app.add_plugins(Walking)
            .init_gizmo_group::<stage::InFront>()
            .add_systems(Startup, set_up)
            .add_systems(PostStartup, dress)
            .add_systems(Update, (follow, draw, tell));
    })
}

fn set_up(mut commands: Commands, mut gizmos: ResMut<GizmoConfigStore>) {
    stage::set_up(&mut commands, &mut gizmos, EYE, Vec3::Y);
}

fn dress(
    mut commands: Commands,
    mut looks: stage::Looks,
    blocks: Query<(Entity, &Block, Has<Carrier>)>,
    hero: Single<Entity, With<Hero>>,
) {
    for (entity, block, carries) in &blocks {
        let color = if carries {
            Color::srgb(0.30, 0.50, 0.44)
        } else if block.size.x > 20.0 {
            Color::srgb(0.17, 0.19, 0.24)
        } else {
            Color::srgb(0.36, 0.39, 0.47)
        };
        commands.entity(entity).insert(looks.cuboid(block.size, color));
    }
    // The hero's origin is between his feet, that of a mesh in its middle.
    let figure = (looks.cuboid(HERO, color::APART), Transform::from_xyz(0.0, HERO.y / 2.0, 0.0));
    commands.entity(*hero).insert(Visibility::default()).with_child(figure);
}

fn follow(
    hero: Single<&Transform, (With<Hero>, Without<Camera3d>)>,
    mut camera: Single<&mut Transform, With<Camera3d>>,
) {
    camera.translation = hero.translation + EYE;
}

/// Draws the edges of what the hero stands on or is stopped by, and where.
fn draw(
    world: Res<CollisionWorld3>,
    hero: Single<&Walked<Vec3>, With<Hero>>,
    blocks: Query<Entity, With<Block>>,
    mut gizmos: Gizmos,
    mut front: Gizmos<stage::InFront>,
) {
    let met = met(&hero);
    for entity in &blocks {
        let touched = met.iter().any(|part| part.entity == entity);
        let color = if touched { color::TOUCHING } else { color::TEXT.with_alpha(0.15) };
        for shape in world.parts(entity).iter().filter_map(|part| world.shape(part)) {
            shape.lines(|a, b| gizmos.line(a, b, color));
        }
    }
    let floor = hero.floor.as_ref().map(|floor| floor.part);
    for hit in hero.hits.iter().filter(|hit| Some(hit.part) != floor) {
        front.sphere(hit.point, 0.08, color::OVERLAPPING);
        front.arrow(hit.point, hit.point + 1.5 * hit.normal, color::OVERLAPPING);
    }
}

/// What the hero stands on, then what stopped him.
fn met(walked: &Walked<Vec3>) -> Vec<Part> {
    let floor = walked.floor.iter().map(|floor| floor.part);
    floor.chain(walked.hits.iter().map(|hit| hit.part)).collect()
}

fn tell(
    hero: Single<(&Transform, &Walked<Vec3>), With<Hero>>,
    names: Query<&Name>,
    mut status: Single<&mut Text2d, With<Status>>,
) {
    let (transform, walked) = *hero;
    let name = |part: &Part| names.get(part.entity).map_or("", Name::as_str);
    let [x, y, z] = transform.translation.to_array();
    let floor = walked.floor.as_ref().map_or("the air", |floor| name(&floor.part));
    let stops = walked.hits.iter().map(|hit| &hit.part);
    let stops: Vec<&str> = stops
        .filter(|part| Some(*part) != walked.floor.as_ref().map(|it| &it.part))
        .map(name)
        .collect();
    let stops = if stops.is_empty() { "nothing".to_owned() } else { stops.join(", ") };
    status.0 = format!("at          {x} {y} {z}\nstands on   {floor}\nstopped by  {stops}");
}
