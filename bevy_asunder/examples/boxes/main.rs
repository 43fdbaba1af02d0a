//! Two oriented boxes in space: steer one, and see the axis that separates them, or where they touch.
//! `cargo run --example boxes --features windows`

#[path = "../shared/screen.rs"]
mod screen;
#[path = "../shared/stage.rs"]
mod stage;

mod game;

use asunder::Finding;
use bevy::prelude::*;
use bevy_asunder::asunder;
use game::{Boxes, Steered, Still, Verdict};
use screen::{Example, Status, color};

const STILL: Color = Color::srgb(0.72, 0.60, 0.90);
const AXIS: Color = Color::srgb(0.45, 0.90, 0.50);

fn main() -> AppExit {
    let example = Example {
        title: "asunder: two boxes",
        keys: "arrows or W A S D   move along the ground\nR, F                up, down\n\
               Q, E                turn about y\nX, Z                turn about x\nC, V                turn about z",
        legend: &[
            (color::APART, "a: apart"),
            (color::TOUCHING, "a: touching"),
            (color::OVERLAPPING, "a: overlapping"),
            (STILL, "b"),
            (AXIS, "separating axis and plane"),
        ],
        demo: vec![
            (KeyCode::ArrowRight, 0..60),
            (KeyCode::KeyQ, 0..34),
            (KeyCode::KeyZ, 0..34),
            (KeyCode::KeyR, 10..34),
            (KeyCode::ArrowDown, 10..24),
        ],
        frames: 42,
    };
    screen::play(example, |app: &mut App| {
        app.add_plugins(Boxes)
            .init_gizmo_group::<stage::InFront>()
            .add_systems(Startup, set_up)
            .add_systems(PostStartup, dress)
            .add_systems(Update, (draw, tell));
    })
}

fn set_up(mut commands: Commands, mut gizmos: ResMut<GizmoConfigStore>) {
    stage::set_up(&mut commands, &mut gizmos, vec3(-3.2, 3.3, 8.4), vec3(0.6, 0.0, 0.0));
    let corner = screen::in_corner(vec2(0.5, -0.5), vec2(-16.0, 48.0));
    commands.spawn((Axes, Text2d::new(""), TextFont::from_font_size(13.0), corner));
}

/// The table of the axes.
#[derive(Component)]
struct Axes;

/// Gives the boxes faces: those of their colliders.
fn dress(
    mut commands: Commands,
    mut looks: stage::Looks,
    steered: Single<Entity, With<Steered>>,
    still: Single<Entity, With<Still>>,
) {
    let faces = [(*steered, [2.0, 1.0, 1.5], color::APART), (*still, [2.0; 3], STILL)];
    for (entity, size, color) in faces {
        let look = looks.cuboid(Vec3::from_array(size), color.with_alpha(0.55));
        commands.entity(entity).insert(look);
    }
}

/// Draws edges, and what the verdict rests on.
fn draw(verdict: Res<Verdict>, mut gizmos: Gizmos, mut front: Gizmos<stage::InFront>) {
    let Some([a, b]) = &verdict.boxes else { return };
    let state = state_color(&verdict);
    a.lines(|from, to| gizmos.line(from, to, state));
    b.lines(|from, to| gizmos.line(from, to, STILL));

    if let (Some(closest), Some(explanation)) = (&verdict.closest, &verdict.explanation) {
        // Apart: the plane across the axis, half way, and the nearest points.
        let (_, projected) = explanation.decisive();
        let middle = (closest.on_a + closest.on_b) / 2.0;
        let axis = projected.direction;
        let turned = Quat::from_rotation_arc(Vec3::Z, axis);
        let plane = Isometry3d::new(middle, turned);
        gizmos.grid(plane, UVec2::splat(6), Vec2::splat(0.5), AXIS.with_alpha(0.35)).outer_edges();
        front.arrow(middle - axis * 1.6, middle + axis * 1.6, AXIS);
        front.line(closest.on_a, closest.on_b, color::TEXT);
        for point in [closest.on_a, closest.on_b] {
            front.sphere(point, 0.05, color::TEXT);
        }
    }
    if let Some(contact) = &verdict.contact {
        // Together: the points of contact, and the way out.
        for point in contact.points() {
            front.sphere(point.on_a, 0.06, color::TEXT);
            front.line(point.on_a, point.on_b, color::TEXT);
        }
        let count = contact.points().len() as f32;
        let middle = contact.points().iter().map(|point| point.on_b).sum::<Vec3>() / count;
        front.arrow(middle, middle + contact.normal * 1.5, state);
    }
}

fn state_color(verdict: &Verdict) -> Color {
    match &verdict.explanation {
        Some(explanation) if explanation.penetrates => color::OVERLAPPING,
        Some(explanation) if explanation.intersects => color::TOUCHING,
        _ => color::APART,
    }
}

/// Tells why, and lists all axes.
fn tell(
    verdict: Res<Verdict>,
    status: Single<(&mut Text2d, &mut TextColor), With<Status>>,
    mut axes: Single<&mut Text2d, (With<Axes>, Without<Status>)>,
) {
    let Some(explanation) = &verdict.explanation else { return };
    let mut lines = String::from("  axis                            gap");
    for (number, axis) in explanation.axes.iter().enumerate() {
        let mark = if number == explanation.deciding { ">" } else { " " };
        let found = match &axis.finding {
            Finding::Projected(projected) => format!("{:>9.4}", projected.gap),
            Finding::Skipped(_) => String::from(" parallel"),
        };
        // The font that comes with Bevy has no sign for a cross product.
        lines += &format!("\n{mark} {:<27}{found}", axis.name.replace('×', "x"));
    }
    axes.0 = lines;

    let (mut text, mut text_color) = status.into_inner();
    text_color.0 = state_color(&verdict);
    let why = explanation.text.replace('×', "x");
    text.0 = match &verdict.contact {
        Some(contact) => format!("{why}\npoints of contact: {}", contact.points().len()),
        None => why,
    };
}
