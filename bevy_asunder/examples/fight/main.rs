//! Two animated fighters with hitboxes on their bones, and swords that hit.
//! `cargo run --example fight --features windows`

#[path = "../shared/screen.rs"]
mod screen;
#[path = "../shared/stage.rs"]
mod stage;

mod figure;
mod game;

use asunder::Role;
use bevy::prelude::*;
use bevy_asunder::asunder;
use bevy_asunder::prelude::*;
use figure::Figure;
use game::{Animated, Fight, Fighter};
use screen::{Example, Status, color};

const CLOTHES: [Color; 2] = [Color::srgb(0.72, 0.34, 0.30), Color::srgb(0.30, 0.42, 0.72)];
const STEEL: Color = Color::srgb(0.85, 0.88, 0.92);

fn main() -> AppExit {
    let example = Example {
        title: "asunder: two fighters",
        keys: "red:    A, D          walk     space   strike\nblue:   left, right   walk     enter   strike",
        legend: &[
            (color::TOUCHING, "a sword that hits"),
            (color::OVERLAPPING, "the box that was hit"),
        ],
        demo: vec![(KeyCode::KeyD, 0..40), (KeyCode::ArrowLeft, 0..40), (KeyCode::Space, 44..46)],
        frames: 67,
    };
    screen::play(example, |app: &mut App| {
        app.add_plugins(Fight)
            .init_gizmo_group::<stage::InFront>()
            .add_systems(Startup, set_up)
            .add_systems(PostStartup, dress)
            .add_systems(Update, (draw, tell));
    })
}

fn set_up(mut commands: Commands, mut gizmos: ResMut<GizmoConfigStore>, mut looks: stage::Looks) {
    stage::set_up(&mut commands, &mut gizmos, vec3(0.0, 1.7, 3.9), vec3(0.0, 1.0, 0.0));
    let ground = looks.cuboid(vec3(12.0, 0.2, 6.0), Color::srgb(0.22, 0.24, 0.30));
    commands.spawn((ground, Transform::from_xyz(0.0, -0.1, 0.0)));
}

/// Gives each bone the faces of its hitboxes.
fn dress(
    mut commands: Commands,
    mut looks: stage::Looks,
    figure: Res<Figure>,
    fighters: Query<&Name, With<Fighter>>,
    bodies: Query<(Entity, &Animated, &Children)>,
) {
    for (body, Animated(root), joints) in &bodies {
        commands.entity(body).insert(Visibility::default());
        commands.entity(*root).insert(Visibility::default());
        let is_red = fighters.get(*root).is_ok_and(|name| name.as_str() == "red");
        for hitbox in figure.rig.hitboxes() {
            let joint = joints[usize::from(hitbox.bone)];
            commands.entity(joint).insert(Visibility::default());
            let clothes = CLOTHES[usize::from(!is_red)];
            match &hitbox.shape {
                Shape3::Obb(it) => {
                    let place =
                        Transform::from_translation(it.center()).with_rotation(it.rotation());
                    let look = looks.cuboid(it.half_extents() * 2.0, clothes);
                    commands.spawn((look, place, ChildOf(joint)));
                }
                Shape3::Capsule(it) => {
                    let along = it.b() - it.a();
                    let turned = Quat::from_rotation_arc(Vec3::Z, along.normalize());
                    let place =
                        Transform::from_translation((it.a() + it.b()) / 2.0).with_rotation(turned);
                    let thick = 2.0 * it.radius();
                    let look = looks.cuboid(vec3(thick, thick, along.length()), STEEL);
                    commands.spawn((look, place, ChildOf(joint)));
                }
                _ => {}
            }
        }
    }
}

/// Draws the edges of the hitboxes, as they are placed, in the colour of what happens to them.
fn draw(
    world: Res<CollisionWorld3>,
    fighters: Query<&Fighter>,
    bodies: Query<(Entity, &Animated)>,
    mut gizmos: Gizmos,
    mut front: Gizmos<stage::InFront>,
) {
    for (body, Animated(root)) in &bodies {
        let Ok(fighter) = fighters.get(*root) else { continue };
        let swords = world.parts_with_role(body, Role::Attack);
        for part in world.parts(body) {
            let Some(shape) = world.shape(&part) else { continue };
            let color = if swords.contains(&part) && fighter.attack.is_some() {
                color::TOUCHING
            } else if fighter.clip == "hit" && fighter.last_hit == Some(part) {
                color::OVERLAPPING
            } else {
                shape.lines(|a, b| gizmos.line(a, b, color::TEXT.with_alpha(0.25)));
                continue;
            };
            shape.lines(|a, b| front.line(a, b, color));
        }
    }
}

/// Tells who was hit, where, and how often.
fn tell(
    world: Res<CollisionWorld3>,
    fighters: Query<(&Name, &Fighter)>,
    mut status: Single<&mut Text2d, With<Status>>,
) {
    let line = |(name, fighter): (&Name, &Fighter)| {
        let place = fighter.last_hit.as_ref().and_then(|part| world.region(part));
        let place = place.map_or_else(String::new, |place| format!(", last at {place}"));
        format!("{:<7} hits taken: {}{place}", name.as_str(), fighter.hits)
    };
    status.0 = fighters.iter().map(line).collect::<Vec<_>>().join("\n");
}
