//! The plugin: when everything happens.

use crate::body::Collider;
use crate::error::{Refusal, Refused};
use crate::messages::{Blocked, Crushed, Entered, Exited, Hit, Unblocked};
use crate::space::Space;
use crate::world::CollisionWorld;
use crate::{level, step, sync, walk};
use asunder::world::Layers;
use bevy_app::{App, FixedPostUpdate, Plugin, PostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::name::Name;
use bevy_ecs::query::Added;
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};
use bevy_ecs::system::Query;
use bevy_math::{Vec2, Vec3};
use bevy_transform::TransformSystems;

/// The collisions of one space: a [`CollisionWorld`], the systems that keep it, and their messages.
///
/// It runs once a frame, in `PostUpdate`, after transforms were propagated: what a system of `Update` moves
/// is answered in the same frame, children included. [`in_fixed_update`](Self::in_fixed_update) runs it once
/// a tick instead. A game with both spaces adds the plugin for each.
///
/// ```
/// use bevy_app::App;
/// use bevy_asunder::prelude::*;
///
/// let layers = Layers::new().layer("wall")?.respond("default", "wall", Response::Block)?;
/// App::new().add_plugins(AsunderPlugin3::new().layers(layers));
/// # Ok::<(), asunder::world::LayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AsunderPlugin<V: Space = Vec3> {
    layers: Layers,
    fixed: bool,
    space: core::marker::PhantomData<V>,
}

/// The plugin of collisions in the plane of x and y.
pub type AsunderPlugin2 = AsunderPlugin<Vec2>;
/// The plugin of collisions in space.
pub type AsunderPlugin3 = AsunderPlugin<Vec3>;

/// What the plugin does, in this order, in `PostUpdate` or in `FixedPostUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AsunderSystems {
    /// Carriers and walkers move, and their transforms are written; before transforms are propagated.
    Move,
    /// Every collider is placed where its entity is; after transforms were propagated.
    Place,
    /// The world steps, and messages are sent.
    Step,
}

impl<V: Space> AsunderPlugin<V> {
    /// A world with the one layer `default`, in which touching counts, once a frame.
    #[must_use]
    pub fn new() -> Self {
        Self { layers: Layers::new(), fixed: false, space: core::marker::PhantomData }
    }

    /// The same with layers, and their responses.
    #[must_use]
    pub fn layers(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// The same, once a tick: in `FixedPostUpdate`, after the systems of `FixedUpdate`. Where entities are is
    /// computed there from their transforms and those of their ancestors, so that no tick sees the poses of
    /// the frame before.
    #[must_use]
    pub fn in_fixed_update(self) -> Self {
        Self { fixed: true, ..self }
    }
}

impl<V: Space> Default for AsunderPlugin<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Space> Plugin for AsunderPlugin<V> {
    fn build(&self, app: &mut App) {
        app.insert_resource(CollisionWorld::<V>::new(self.layers.clone()))
            .init_resource::<walk::Carries<V>>()
            .add_message::<Entered>()
            .add_message::<Exited>()
            .add_message::<Blocked<V>>()
            .add_message::<Unblocked>()
            .add_message::<Hit<V>>()
            .add_message::<Crushed>()
            .add_message::<Refused>();
        let before = (sync::before_walks::<V>, level::sync::<V>, walk::carry_and_walk::<V>)
            .chain()
            .in_set(AsunderSystems::Move)
            .run_if(walk::anyone_moves::<V>);
        let mut step =
            (sync::forget_despawned::<V>, step::step::<V>).chain().in_set(AsunderSystems::Step);
        if V::DIM == 3 {
            // Messages of both worlds come in the same order in every run.
            step = step.after(step::step::<Vec2>);
        }
        let order = (AsunderSystems::Move, AsunderSystems::Place, AsunderSystems::Step).chain();
        if self.fixed {
            app.configure_sets(FixedPostUpdate, order).add_systems(
                FixedPostUpdate,
                (
                    before,
                    (sync::computed::<V>, level::sync::<V>).chain().in_set(AsunderSystems::Place),
                    step,
                ),
            );
        } else {
            app.configure_sets(
                PostUpdate,
                (
                    order,
                    AsunderSystems::Move.before(TransformSystems::Propagate),
                    AsunderSystems::Place.after(TransformSystems::Propagate),
                ),
            )
            .add_systems(
                PostUpdate,
                (
                    before,
                    (sync::propagated::<V>, level::sync::<V>).chain().in_set(AsunderSystems::Place),
                    step,
                ),
            );
        }
        V::extend(app, self.fixed);
    }

    fn finish(&self, app: &mut App) {
        refuse_without_plugin::<Vec2>(app);
        refuse_without_plugin::<Vec3>(app);
    }
}

/// Refuses the colliders of a space whose plugin was not added: nothing else looks at them.
fn refuse_without_plugin<V: Space>(app: &mut App) {
    if !app.world().contains_resource::<CollisionWorld<V>>() {
        app.add_systems(PostUpdate, refuse_strays::<V>.after(AsunderSystems::Step));
    }
}

fn refuse_strays<V: Space>(
    strays: Query<'_, '_, (Entity, Option<&Name>), Added<Collider<V>>>,
    mut refused: MessageWriter<'_, Refused>,
) {
    for (entity, name) in strays {
        let name = name.map(|name| name.as_str().to_owned());
        let it = Refused { entity, name, reason: Refusal::NoPlugin { dimensions: V::DIM } };
        log::error!("{it}");
        refused.write(it);
    }
}
