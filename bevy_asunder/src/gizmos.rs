//! Colliders drawn as lines, coloured by what happens to them.

use crate::plugin::AsunderSystems;
use crate::space::Space;
use crate::world::{ColliderState, CollisionWorld};
use asunder::level::Parts as _;
use asunder::{Aabb, Shape};
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::change_detection::Res;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs as _;
use bevy_gizmos::AppGizmoBuilder as _;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::Gizmos;
use bevy_reflect::Reflect;
use bevy_transform::TransformSystems;

/// Draws every collider of the worlds that there are, after each step, where it is placed; of a level all of its
/// parts, which takes a while for a hundred thousand triangles. Needs Bevy's `GizmoPlugin`, which
/// `DefaultPlugins` have.
///
/// The group [`ColliderGizmos`] configures the lines, and switches them off:
/// `store.config_mut::<ColliderGizmos>().0.enabled = false`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ColliderGizmosPlugin;

impl Plugin for ColliderGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ColliderColors>().init_gizmo_group::<ColliderGizmos>().add_systems(
            PostUpdate,
            (draw::<bevy_math::Vec2>, draw::<bevy_math::Vec3>)
                .after(AsunderSystems::Step)
                .after(TransformSystems::Propagate),
        );
    }
}

/// The group of the gizmos that are drawn for colliders.
#[derive(Clone, Copy, Debug, Default, Reflect, GizmoConfigGroup)]
pub struct ColliderGizmos;

/// The colour of a collider in each state.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct ColliderColors {
    /// In contact with nothing.
    pub free: Color,
    /// In contact.
    pub touching: Color,
    /// Blocked, or blocking.
    pub blocked: Color,
    /// Hit in one of the last steps.
    pub hit: Color,
}

/// White, yellow, blue and red.
impl Default for ColliderColors {
    fn default() -> Self {
        Self {
            free: Color::srgb(0.85, 0.85, 0.85),
            touching: Color::srgb(1.0, 0.8, 0.1),
            blocked: Color::srgb(0.25, 0.55, 1.0),
            hit: Color::srgb(1.0, 0.2, 0.15),
        }
    }
}

impl ColliderColors {
    /// The colour of a state.
    #[must_use]
    pub fn of(&self, state: ColliderState) -> Color {
        match state {
            ColliderState::Free => self.free,
            ColliderState::Touching => self.touching,
            ColliderState::Blocked => self.blocked,
            ColliderState::Hit => self.hit,
        }
    }
}

fn draw<V: Space>(
    world: Option<Res<'_, CollisionWorld<V>>>,
    colors: Res<'_, ColliderColors>,
    mut gizmos: Gizmos<'_, '_, ColliderGizmos>,
) {
    let Some(world) = world else { return };
    let states = world.states();
    let everything = Aabb::<V>::new(V::array(|_| f32::MIN), V::array(|_| f32::MAX));
    for id in world.core().colliders() {
        let color = colors.of(states.get(&id).copied().unwrap_or_default());
        let mut draw = |shape: &Shape<V>| {
            shape.lines(|a, b| gizmos.line(a.in_3d(), b.in_3d(), color));
        };
        match (world.core().shape(id), world.core().level(id)) {
            (Ok(shape), _) => draw(shape),
            (_, Ok(Some(level))) => {
                let numbers = level.parts_intersecting(&everything).into_iter();
                numbers.filter_map(|number| level.part(number)).for_each(|part| draw(&part));
            }
            _ => {}
        }
    }
}
