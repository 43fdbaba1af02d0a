//! A ship among sprites that are turned and scaled, without its window: keys move, turn and scale it.
//!
//! A sprite's box is that of its picture in its own frame; its `Transform` does the rest. Nothing is
//! stopped: the game asks who meets whom.

use bevy::prelude::*;
use bevy_asunder::prelude::*;

/// The speed of the ship, in pixels a second.
pub(crate) const SPEED: f32 = 128.0;
/// How fast it turns, in degrees a second.
pub(crate) const TURN: f32 = 90.0;
/// How fast it grows, in its own size a second.
pub(crate) const GROWTH: f32 = 1.0;

/// What keys steer.
#[derive(Component)]
pub(crate) struct Ship;

/// What turns by itself, in degrees a second.
#[derive(Component)]
pub(crate) struct Turning(pub(crate) f32);

/// The picture of a sprite: its size in pixels, and the point of it that its transform places, in fractions
/// from its lower left corner.
#[derive(Component, Clone, Copy)]
pub(crate) struct Picture {
    pub(crate) size: Vec2,
    pub(crate) pivot: Vec2,
}

impl Picture {
    pub(crate) fn new(size: [f32; 2], pivot: [f32; 2]) -> Self {
        Self { size: size.into(), pivot: pivot.into() }
    }

    /// The box of the picture in the sprite's own frame.
    pub(crate) fn collider(&self) -> Collider<Vec2> {
        let low = -self.pivot * self.size;
        let high = low + self.size;
        let half = self.size / 2.0;
        Collider::new(Obb2::new((low + high) / 2.0, half, [1.0, 0.0]))
    }
}

/// How something meets what it meets most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Meeting {
    /// It shares no point with anything.
    Apart,
    /// It shares points with something, but no inner ones.
    Touching,
    /// It shares inner points with something.
    Overlapping,
}

/// How an entity meets the others at the last step. Decided exactly, for the boxes as they are placed.
pub(crate) fn meeting(world: &CollisionWorld2, entity: Entity) -> Meeting {
    let own = world.parts(entity);
    let own = own.first().and_then(|part| world.shape(part));
    let met = world.contacts(entity).filter_map(|part| {
        let penetrates = own?.penetrates(world.shape(&part)?);
        Some(if penetrates { Meeting::Overlapping } else { Meeting::Touching })
    });
    met.max().unwrap_or(Meeting::Apart)
}

/// The game: a plugin without window or drawing.
pub(crate) struct Sprites;

impl Plugin for Sprites {
    fn build(&self, app: &mut App) {
        app.add_plugins(AsunderPlugin2::new())
            .add_systems(Startup, spawn)
            .add_systems(Update, (steer, turn));
    }
}

fn spawn(mut commands: Commands) {
    let mut sprite = |name: &'static str, size, pivot, at: [f32; 2], degrees: f32, scale| {
        let picture = Picture::new(size, pivot);
        let transform = Transform::from_xyz(at[0], at[1], 0.0)
            .with_rotation(Quat::from_rotation_z(degrees.to_radians()))
            .with_scale(Vec2::from_array(scale).extend(1.0));
        commands.spawn((Name::new(name), picture, picture.collider(), transform)).id()
    };
    let ship = sprite("ship", [96.0, 48.0], [0.5, 0.5], [-256.0, 0.0], 0.0, [1.0, 1.0]);
    sprite("crate", [64.0, 64.0], [0.5, 0.5], [0.0, 0.0], 0.0, [1.0, 1.0]);
    sprite("plank", [200.0, 24.0], [0.5, 0.5], [-90.0, 150.0], 35.0, [1.0, 1.0]);
    sprite("slab", [64.0, 64.0], [0.5, 0.5], [60.0, -170.0], -20.0, [3.0, 0.5]);
    let gate = sprite("gate", [180.0, 20.0], [0.0, 0.5], [250.0, 20.0], 90.0, [1.0, 1.0]);
    commands.entity(ship).insert(Ship);
    commands.entity(gate).insert(Turning(30.0));
}

fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut ship: Single<&mut Transform, With<Ship>>,
) {
    let held =
        |keys_for: [KeyCode; 2]| if keys.any_pressed(keys_for) { time.delta_secs() } else { 0.0 };
    let across =
        held([KeyCode::ArrowRight, KeyCode::KeyD]) - held([KeyCode::ArrowLeft, KeyCode::KeyA]);
    let up = held([KeyCode::ArrowUp, KeyCode::KeyW]) - held([KeyCode::ArrowDown, KeyCode::KeyS]);
    let turned = held([KeyCode::KeyQ; 2]) - held([KeyCode::KeyE; 2]);
    let grown = held([KeyCode::KeyX; 2]) - held([KeyCode::KeyZ; 2]);

    ship.translation += SPEED * vec3(across, up, 0.0);
    if turned != 0.0 {
        ship.rotate_z((TURN * turned).to_radians());
    }
    let scale = (ship.scale.x + GROWTH * grown).clamp(0.25, 3.0);
    ship.scale = vec3(scale, scale, 1.0);
}

fn turn(time: Res<Time>, mut turning: Query<(&Turning, &mut Transform)>) {
    for (Turning(degrees), mut transform) in &mut turning {
        transform.rotate_z((degrees * time.delta_secs()).to_radians());
    }
}
