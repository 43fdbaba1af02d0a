//! Headless tests: they step an app and read its messages.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

mod carry;
#[cfg(feature = "fit")]
mod fit;
mod fixed;
mod frame;
#[cfg(feature = "gizmos")]
mod gizmos;
mod hits;
#[cfg(feature = "mesh")]
mod level;
mod plane;
mod prelude;
mod queries;
mod recorder;
mod rig;
mod scale;
mod walk;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_asunder::prelude::*;
use core::time::Duration;

/// An app of a 3D world of these layers, in which a frame lasts a sixteenth of a second.
fn app_with(layers: Layers) -> App {
    app_of(AsunderPlugin3::new().layers(layers))
}

fn app() -> App {
    app_with(Layers::new())
}

fn app_of(plugin: impl Plugin) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, plugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(62_500)));
    app
}

/// Layers of which the one there is blocks itself.
fn blocking() -> Layers {
    Layers::new().respond("default", "default", Response::Block).unwrap()
}

fn ball(radius: f32) -> Collider {
    Collider::new(Sphere3::new([0.0, 0.0, 0.0], radius))
}

/// The messages since this was last called.
fn drain<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

fn transform(app: &mut App, entity: Entity) -> Mut<'_, Transform> {
    app.world_mut().get_mut::<Transform>(entity).unwrap()
}

fn spawn(app: &mut App, bundle: impl Bundle) -> Entity {
    app.world_mut().spawn(bundle).id()
}

/// The pairs of entities of all that entered.
fn entered(app: &mut App) -> Vec<(Entity, Entity)> {
    drain::<Entered>(app).iter().map(|it| (it.a.entity, it.b.entity)).collect()
}
