//! Which colliders a query considers.

use crate::world::body::{BodyOptions, ColliderFacts, ColliderId};
use crate::world::layers::LayerSet;
use core::fmt;

/// The colliders that a query considers. By default, all.
///
/// ```
/// use asunder::prelude::*;
///
/// let mut world = World2::new();
/// let hand = Sphere2::new([0.0, 0.0], 1.0);
/// let own = world.insert(hand, BodyOptions::from(BodyKind::Moving).owner(1))?;
/// let other = world.insert(hand, BodyKind::Moving)?;
///
/// let found = world.view().intersecting(&hand).filter(Filter::new().not_of(1)).ids();
/// assert_eq!(found, [other.collider(0)]);
/// let only_own = |id: ColliderId| id.body == own;
/// let found = world.view().intersecting(&hand).filter(Filter::new().only_if(&only_own)).ids();
/// assert_eq!(found, [own.collider(0)]);
/// # Ok::<(), asunder::world::WorldError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    layers: LayerSet,
    not_of: Option<u64>,
    not_of_any: &'a [u64],
    only_of: Option<u64>,
    only_if: Option<&'a dyn Fn(ColliderId) -> bool>,
    /// Owners that a query adds to its caller's filter: the first is excluded, the second alone is
    /// admitted.
    extra_owners: [Option<u64>; 2],
}

impl<'a> Filter<'a> {
    /// All colliders.
    #[must_use]
    pub fn new() -> Self {
        Self {
            layers: LayerSet::ALL,
            not_of: None,
            not_of_any: &[],
            only_of: None,
            only_if: None,
            extra_owners: [None; 2],
        }
    }

    /// Only colliders on some layers.
    #[must_use]
    pub fn layers(self, layers: impl Into<LayerSet>) -> Self {
        Self { layers: layers.into(), ..self }
    }

    /// No colliders of an owner's bodies: a shot does not hit the shooter. Of two calls the last counts;
    /// for several owners there is [`not_of_any`](Self::not_of_any).
    #[must_use]
    pub fn not_of(self, owner: u64) -> Self {
        Self { not_of: Some(owner), ..self }
    }

    /// No colliders of several owners' bodies: the friends of a shooter.
    #[must_use]
    pub fn not_of_any(self, owners: &'a [u64]) -> Self {
        Self { not_of_any: owners, ..self }
    }

    /// Only colliders of one owner's bodies.
    #[must_use]
    pub fn only_of(self, owner: u64) -> Self {
        Self { only_of: Some(owner), ..self }
    }

    /// Only colliders for which `condition` holds. It is called last, for what would be found.
    #[must_use]
    pub fn only_if(self, condition: &'a dyn Fn(ColliderId) -> bool) -> Self {
        Self { only_if: Some(condition), ..self }
    }

    /// The same, without an owner's bodies, whatever was excluded before.
    pub(crate) fn also_not_of(self, owner: u64) -> Self {
        Self { extra_owners: [Some(owner), self.extra_owners[1]], ..self }
    }

    /// The same, of an owner's bodies alone, whatever was excluded before.
    pub(crate) fn also_only_of(self, owner: u64) -> Self {
        Self { extra_owners: [self.extra_owners[0], Some(owner)], ..self }
    }

    pub(in crate::world) fn admits_body(&self, options: &BodyOptions) -> bool {
        let [excluded, required] = self.extra_owners;
        let Some(owner) = options.owner else {
            return self.only_of.is_none() && required.is_none();
        };
        excluded != Some(owner)
            && required.is_none_or(|only| only == owner)
            && self.not_of != Some(owner)
            && self.only_of.is_none_or(|only| only == owner)
            && !self.not_of_any.contains(&owner)
    }

    pub(in crate::world) fn admits(&self, facts: &ColliderFacts) -> bool {
        self.layers.contains(facts.layer)
    }

    pub(super) fn admits_found(&self, id: ColliderId) -> bool {
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
            .field("not_of_any", &self.not_of_any)
            .field("only_of", &self.only_of)
            .field("has_condition", &self.only_if.is_some())
            .finish()
    }
}
