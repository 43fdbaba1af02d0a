//! A box that walks in space, without its window: it stops exactly at walls, slides along them, climbs steps
//! and rides a lift.
//!
//! All of it happens in ticks of a 64th of a second, so that it is the same on every machine, and so that
//! the level's numbers, which are multiples of that, are exact.

use bevy::prelude::*;
use bevy_asunder::prelude::*;

/// The speed of the walk, in units a second.
pub(crate) const SPEED: f32 = 4.0;
/// The speed of a jump.
const JUMP: f32 = 6.0;
/// The acceleration of a fall.
const GRAVITY: f32 = 16.0;
/// The height of the ledges that are climbed.
const STEP: f32 = 0.3;

/// The box that keys steer; its origin is between its feet.
#[derive(Component)]
pub(crate) struct Hero;

/// What the hero may meet, with the size that is drawn.
#[derive(Component)]
pub(crate) struct Block {
    pub(crate) size: Vec3,
}

/// Goes up and down.
#[derive(Component)]
pub(crate) struct Lift;

/// The size of the hero.
pub(crate) const HERO: Vec3 = Vec3::new(1.0, 1.5, 1.0);

/// The game: a plugin without window or drawing.
pub(crate) struct Walking;

impl Plugin for Walking {
    fn build(&self, app: &mut App) {
        let layers = Layers::new().respond("default", "default", Response::Block);
        let layers = layers.expect("there is a layer of that name");
        app.add_plugins(AsunderPlugin3::new().layers(layers).in_fixed_update())
            .add_systems(Startup, spawn)
            .add_systems(FixedUpdate, (lift, steer));
    }
}

fn spawn(mut commands: Commands) {
    let mut block = |name: &'static str, low: [f32; 3], high: [f32; 3]| {
        let (low, high) = (Vec3::from_array(low), Vec3::from_array(high));
        let half = (high - low) / 2.0;
        let collider = Collider::new(Obb3::new([0.0; 3], half, [0.0, 0.0, 0.0, 1.0]));
        let at = Transform::from_translation(low + half);
        commands
            .spawn((Name::new(name), Block { size: high - low }, Body::fixed(), collider, at))
            .id()
    };
    block("the ground", [-12.0, -1.0, -8.0], [12.0, 0.0, 8.0]);
    block("the wall", [3.0, 0.0, -3.0], [4.0, 2.0, 1.5]);
    block("a step", [-1.5, 0.0, 3.0], [1.5, 0.25, 8.0]);
    block("a step", [-1.5, 0.25, 4.0], [1.5, 0.5, 8.0]);
    block("a step", [-1.5, 0.5, 5.0], [1.5, 0.75, 8.0]);
    block("the platform", [-10.0, 0.0, 1.0], [-6.5, 2.25, 4.0]);
    let slanted = block("the slanted wall", [-6.0, 0.0, -4.5], [-2.0, 1.5, -4.0]);
    let lift = block("the lift", [-6.5, 0.0, 1.0], [-4.0, 0.25, 4.0]);

    commands.entity(slanted).entry::<Transform>().and_modify(|mut it| it.rotate_y(0.5));
    commands.entity(lift).insert((Lift, Carrier, Body::moving()));
    let box_ =
        Aabb3::new([-HERO.x / 2.0, 0.0, -HERO.z / 2.0], [HERO.x / 2.0, HERO.y, HERO.z / 2.0]);
    let walker = Walker::<Vec3>::with_steps(STEP);
    commands.spawn((
        Name::new("the hero"),
        Hero,
        Collider::new(box_),
        walker,
        Transform::default(),
    ));
}

/// Two seconds below, two up, two above, two down.
fn lift(mut ticks: Local<u16>, mut lift: Single<&mut Transform, With<Lift>>) {
    let share = |from: u16| ((f32::from(*ticks) - f32::from(from)) / 128.0).clamp(0.0, 1.0);
    lift.translation.y = 0.125 + 2.0 * (share(128) - share(384));
    *ticks = (*ticks + 1) % 512;
}

fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    hero: Single<(&mut Walker<Vec3>, &Walked<Vec3>), With<Hero>>,
) {
    let (mut walker, walked) = hero.into_inner();
    let held = |keys_for: [KeyCode; 2]| if keys.any_pressed(keys_for) { SPEED } else { 0.0 };
    let run = vec3(
        held([KeyCode::ArrowRight, KeyCode::KeyD]) - held([KeyCode::ArrowLeft, KeyCode::KeyA]),
        0.0,
        held([KeyCode::ArrowDown, KeyCode::KeyS]) - held([KeyCode::ArrowUp, KeyCode::KeyW]),
    );
    let fall = Vec3::NEG_Y * GRAVITY * time.delta_secs();
    walker.velocity = match &walked.floor {
        // Who jumps off a lift takes its velocity along.
        Some(floor) if keys.pressed(KeyCode::Space) => floor.velocity + run + Vec3::Y * JUMP,
        Some(_) => run + fall,
        None => run.with_y(walked.velocity_after.y) + fall,
    };
}
