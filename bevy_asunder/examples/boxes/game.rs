//! Two oriented boxes in space, without their window: keys move and turn one of them, and every frame asks
//! why they meet, or why not.
//!
//! The separating-axis test projects both boxes on fifteen axes: three normals of either, and nine cross
//! products of their edges. They are apart if one axis shows a gap.

use asunder::{ClosestPoints, Contact, Explanation};
use bevy::prelude::*;
use bevy_asunder::asunder;
use bevy_asunder::prelude::*;

/// The speed of the steered box, in units a second.
pub(crate) const SPEED: f32 = 2.0;
/// How fast it turns, in degrees a second.
pub(crate) const TURN: f32 = 60.0;

/// The box that keys steer.
#[derive(Component)]
pub(crate) struct Steered;

/// The box that stays.
#[derive(Component)]
pub(crate) struct Still;

/// What is known of the two boxes since the last step; `a` is the steered one.
#[derive(Resource, Default)]
pub(crate) struct Verdict {
    /// The boxes as they are placed: what all answers are about.
    pub(crate) boxes: Option<[Shape3; 2]>,
    /// Every axis with its projections, and the one that decides.
    pub(crate) explanation: Option<Explanation<Vec3>>,
    /// The nearest points, if they are apart.
    pub(crate) closest: Option<ClosestPoints<Vec3>>,
    /// Where they touch, and how deep, if they meet.
    pub(crate) contact: Option<Contact<Vec3>>,
}

/// The game: a plugin without window or drawing.
pub(crate) struct Boxes;

impl Plugin for Boxes {
    fn build(&self, app: &mut App) {
        app.add_plugins(AsunderPlugin3::new())
            .init_resource::<Verdict>()
            .add_systems(Startup, spawn)
            .add_systems(Update, steer)
            .add_systems(PostUpdate, ask.after(AsunderSystems::Step));
    }
}

fn spawn(mut commands: Commands) {
    let boxed = |half: [f32; 3]| Collider::new(Obb3::new([0.0; 3], half, [0.0, 0.0, 0.0, 1.0]));
    let at = Transform::from_xyz;
    commands.spawn((Name::new("a"), Steered, boxed([1.0, 0.5, 0.75]), at(-3.0, 0.0, 0.0)));
    commands.spawn((
        Name::new("b"),
        Still,
        Body::fixed(),
        boxed([1.0, 1.0, 1.0]),
        at(1.0, 0.0, 0.0),
    ));
}

fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut steered: Single<&mut Transform, With<Steered>>,
) {
    let held =
        |keys_for: [KeyCode; 2]| if keys.any_pressed(keys_for) { time.delta_secs() } else { 0.0 };
    let one = |key: KeyCode| held([key, key]);
    steered.translation += SPEED
        * vec3(
            held([KeyCode::ArrowRight, KeyCode::KeyD]) - held([KeyCode::ArrowLeft, KeyCode::KeyA]),
            one(KeyCode::KeyR) - one(KeyCode::KeyF),
            held([KeyCode::ArrowDown, KeyCode::KeyS]) - held([KeyCode::ArrowUp, KeyCode::KeyW]),
        );
    let turns = [
        (Vec3::Y, one(KeyCode::KeyQ) - one(KeyCode::KeyE)),
        (Vec3::X, one(KeyCode::KeyZ) - one(KeyCode::KeyX)),
        (Vec3::Z, one(KeyCode::KeyC) - one(KeyCode::KeyV)),
    ];
    for (axis, turned) in turns.into_iter().filter(|(_, turned)| *turned != 0.0) {
        steered.rotate(Quat::from_axis_angle(axis, (TURN * turned).to_radians()));
    }
}

fn ask(
    world: Res<CollisionWorld3>,
    steered: Single<Entity, With<Steered>>,
    still: Single<Entity, With<Still>>,
    mut verdict: ResMut<Verdict>,
) {
    let placed = |entity| world.parts(entity).first().and_then(|part| world.shape(part)).cloned();
    let (Some(a), Some(b)) = (placed(*steered), placed(*still)) else { return };
    *verdict = Verdict {
        explanation: a.explain(&b),
        closest: a.closest_points(&b),
        contact: a.contact(&b),
        boxes: Some([a, b]),
    };
}
