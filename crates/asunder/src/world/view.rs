//! Questions about a world.

use super::body::{Body, BodyId, Collider, ColliderId, Part};
use super::layers::LayerSet;
use super::{World, WorldError};
use crate::index::{Bounds, Index as _};
use crate::query::separation::Intersects as _;
use crate::shape::Shape;
use crate::space::Vector;
use core::fmt;
use core::ops::ControlFlow;

/// Which colliders a question is about. By default, all.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::world::{BodyOptions, Filter, Motion};
///
/// let mut world = World2::new();
/// let hand = Sphere2::new([0.0, 0.0], 1.0);
/// let own = world.insert(hand, BodyOptions::from(Motion::Moving).owner(1))?;
/// let other = world.insert(hand, Motion::Moving)?;
///
/// let found = world.view().intersecting(&hand.into(), Filter::new().not_of(1));
/// assert_eq!(found, [other.collider(0)]);
/// let only_own = |id: asunder::world::ColliderId| id.body == own;
/// let found = world.view().intersecting(&hand.into(), Filter::new().only_if(&only_own));
/// assert_eq!(found, [own.collider(0)]);
/// # Ok::<(), asunder::world::WorldError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    layers: LayerSet,
    not_of: Option<u64>,
    only_if: Option<&'a dyn Fn(ColliderId) -> bool>,
}

impl<'a> Filter<'a> {
    /// All colliders.
    #[must_use]
    pub fn new() -> Self {
        Self { layers: LayerSet::ALL, not_of: None, only_if: None }
    }

    /// Only colliders on some layers.
    #[must_use]
    pub fn layers(self, layers: impl Into<LayerSet>) -> Self {
        Self { layers: layers.into(), ..self }
    }

    /// No colliders of an owner's bodies: a shot does not hit the shooter.
    #[must_use]
    pub fn not_of(self, owner: u64) -> Self {
        Self { not_of: Some(owner), ..self }
    }

    /// Only colliders for which `condition` holds. It is asked last, of what would be found.
    #[must_use]
    pub fn only_if(self, condition: &'a dyn Fn(ColliderId) -> bool) -> Self {
        Self { only_if: Some(condition), ..self }
    }

    fn admits_body<V: Vector>(&self, body: &Body<V>) -> bool {
        self.not_of.is_none() || self.not_of != body.options.owner
    }

    fn admits_part<V: Vector>(&self, part: &Part<V>) -> bool {
        self.layers.contains(part.collider.layer)
    }

    fn admits_found(&self, id: ColliderId) -> bool {
        self.only_if.is_none_or(|condition| condition(id))
    }
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("layers", &self.layers)
            .field("not_of", &self.not_of)
            .field("has_condition", &self.only_if.is_some())
            .finish()
    }
}

/// A world as it stands at one moment, to be asked about.
///
/// Answers are about the shapes as they are placed; no step is needed in between. Motion and the
/// layers' responses do not matter to them: fixed colliders are found as well as moving ones.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, V: Vector> {
    world: &'a World<V>,
}

impl<'a, V: Vector> View<'a, V> {
    pub(super) fn of(world: &'a World<V>) -> Self {
        Self { world }
    }

    /// Every collider that intersects a shape, in the order of their ids. Exact; touching counts. A
    /// point that is not finite intersects nothing.
    #[must_use]
    pub fn intersecting(&self, shape: &Shape<V>, filter: Filter<'_>) -> Vec<ColliderId> {
        let mut found = Vec::new();
        V::visit_intersecting(self.world, shape, &filter, &mut |id| {
            found.push(id);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// Whether any collider intersects a shape. After the first that does, no other is asked.
    #[must_use]
    pub fn any_intersecting(&self, shape: &Shape<V>, filter: Filter<'_>) -> bool {
        let mut any = false;
        V::visit_intersecting(self.world, shape, &filter, &mut |_| {
            any = true;
            ControlFlow::Break(())
        });
        any
    }

    /// The shape of a collider, placed.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn shape(&self, id: ColliderId) -> Result<&'a Shape<V>, WorldError> {
        self.world.shape(id)
    }

    /// A collider as it was inserted.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn collider(&self, id: ColliderId) -> Result<&'a Collider<V>, WorldError> {
        self.world.collider(id)
    }

    /// Every collider there is, in the order of their ids.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> + use<'a, V> {
        self.world.colliders()
    }
}

/// Calls `visit` for the colliders that intersect `shape`, in no particular order, until it breaks.
pub(super) fn visit_intersecting<V: Vector>(
    world: &World<V>,
    shape: &Shape<V>,
    filter: &Filter<'_>,
    visit: &mut dyn FnMut(ColliderId) -> ControlFlow<()>,
) {
    let bounds = Bounds::of(shape);
    let mut in_body = |id: BodyId, body: &Body<V>| -> ControlFlow<()> {
        for (id, part) in body.colliders(id) {
            if filter.admits_part(part)
                && part.bounds.overlaps(&bounds)
                && part.shape.intersects(shape)
                && filter.admits_found(id)
            {
                visit(id)?;
            }
        }
        ControlFlow::Continue(())
    };
    world.index.overlapping(&bounds, &mut |slot| match world.occupant(slot) {
        Some((id, body)) if filter.admits_body(body) => in_body(id, body),
        _ => ControlFlow::Continue(()),
    });
}
