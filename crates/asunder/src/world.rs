//! Many colliders over time: which contacts began, which ended, which last.
//!
//! Use a [`World`] where things stay and move from tick to tick; a query about a few shapes needs none. A
//! tick is: place the bodies, [`step`](World::step), read the [`events`](World::events).
//!
//! ```
//! use asunder::prelude::*;
//! use asunder::world::Event;
//!
//! let mut world = World2::new();
//! let coin = world.insert(Sphere2::new([3.0, 0.0], 1.0), BodyKind::Fixed)?;
//! let player = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
//! world.step();
//! assert!(world.events().is_empty());
//!
//! world.set_body_pose(player, &Pose2::from_translation([1.0, 0.0]))?;
//! world.step();
//! let (a, b) = (coin.collider(0), player.collider(0));
//! assert_eq!(world.events(), [Event::Enter { a, b }], "touching counts");
//!
//! world.step();
//! assert!(world.events().is_empty(), "what lasts is no event");
//! assert_eq!(world.pairs(), [(a, b)]);
//! # Ok::<(), asunder::world::WorldError>(())
//! ```
//!
//! # What pairs
//!
//! A *body* is one or more [`Collider`]s that are inserted, placed and removed as one. Two colliders pair if
//! they are of different bodies that are not both [`Fixed`](BodyKind::Fixed) and not of one owner, if neither
//! ignores the other's layer, and if their layers' [`Response`] asks for it: at a touch ([`Response::Touch`],
//! the default), or where they penetrate ([`Response::Overlap`], [`Response::Block`]). That is decided
//! exactly, for the shapes that [`World::shape`] returns.
//!
//! # What else it does
//!
//! - [`World::view`] answers queries: what intersects a shape, what a ray or a moving shape meets first, what
//!   is nearest. [`History`](crate::History) gives the same view of earlier ticks.
//! - [`World::move_body`] moves a shape until it is blocked, [`World::slide_body`] along what blocks it.
//! - [`World::walk_body`] walks a character on floors that move; [`World::carry`] moves a lift or a door with
//!   all who stand on it, and pushes who is in its way.
//! - [`World::begin_attack`] sweeps colliders from step to step, and hits each victim once.
//! - [`World::set_layer`] changes the layer of a collider, [`World::set_body_owner`] the owner of a body.
//! - [`World::owner_events`] reports contacts per owner instead of per collider.
//! - [`World::snapshot`] and [`World::restore`] save the state and go back to it; [`World::hash`] shows
//!   whether two worlds differ; [`EventLog`] corrects the reported events afterwards.

mod attacks;
mod body;
mod candidates;
mod contacts;
mod debug;
mod edit;
mod error;
mod events;
pub(crate) mod kernels;
mod layers;
pub(crate) mod linear_path;
mod moved;
mod movers;
mod narrow;
mod owners;
pub(crate) mod past;
mod place;
mod proxies;
mod snapshot;
mod step;
mod view;
mod walking;

use crate::index::Bvh;
use crate::level::Level;
use crate::query::contact::{self, ContactOf as _};
use crate::query::move_until_contact::Hit;
use crate::shape::Shape;
use crate::sorted_map::SortedMap;
use crate::space::Vector;
use attacks::{Attack, SweptBy};
pub(crate) use body::Geometry;
use body::{Body, PlacedCollider};
use contacts::Worker;
use moved::MovedSlots;
use owners::OwnerContacts;
use place::MovedBodies;
use proxies::Proxies;
use walking::Walking;

pub use crate::index::BodyKind;
pub use attacks::{AttackId, AttackOptions};
pub use body::{BodyId, BodyOptions, Collider, ColliderId};
pub use debug::State;
pub use error::WorldError;
pub use events::{AttackHit, Correction, Event, EventLog, ExitReason};
pub use layers::{LayerError, LayerId, LayerSet, Layers, Response};
pub use owners::{OwnerEvent, Party};
pub use snapshot::{Snapshot, SnapshotError};
pub use view::{
    Filter, Found, HitByCast, HitByLine, Intersecting, Near, NearTo, Queries, Query, QueryKind,
    View,
};
pub use walking::{CarriedBody, Carry, Crushed, TurnStop, Walk, WalkFloor, WalkOptions, Yields};

/// Two colliders, the smaller id first.
type Contact = (ColliderId, ColliderId);

/// A set of bodies, and the contacts between their colliders.
///
/// Two worlds that receive the same calls give the same events, pairs and ids, on every platform. See the
/// [module](self) for an example and for what pairs.
#[derive(Clone, Debug)]
pub struct World<V: Vector> {
    layers: Layers,
    slots: Vec<BodySlot<V>>,
    proxies: Proxies,
    free: Vec<u32>,
    index: Bvh<V>,
    /// The slots in which a body was inserted or removed, or a shape of one changed, since the last step.
    moved: MovedSlots,
    pairs: Vec<Contact>,
    events: Vec<Event<V>>,
    /// The first contacts of movers since the last step, by mover and obstacle.
    met: SortedMap<Contact, Hit<V, ColliderId>>,
    /// The contacts of movers in the tick before: mover, obstacle, sorted.
    blocked: Vec<Contact>,
    /// The number of steps so far.
    steps: u64,
    /// The open attacks and swept bodies, with their victims.
    attacks: SortedMap<SweptBy, Attack<V>>,
    next_attack: u64,
    owner_contacts: OwnerContacts,
    owner_events: Vec<OwnerEvent>,
    /// The owners, at the last step, of bodies that had contacts and were removed or changed hands since.
    previous_owners: SortedMap<BodyId, Option<u64>>,
    /// Who walks, and who carries.
    walking: Walking<V>,
    scratch: ReusedLists<V>,
}

#[derive(Clone, Debug)]
struct BodySlot<V: Vector> {
    generation: u32,
    body: Option<Body<V>>,
}

/// Lists that a call fills anew, kept so that it need not allocate.
#[derive(Debug)]
struct ReusedLists<V: Vector> {
    candidates: Vec<(u32, u32)>,
    contacts: Vec<Contact>,
    shapes: Vec<Shape<V>>,
    workers: Vec<Worker<V>>,
    placed: Vec<MovedBodies<V>>,
    walk: movers::KeptLists<V>,
}

impl<V: Vector> Default for ReusedLists<V> {
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            contacts: Vec::new(),
            shapes: Vec::new(),
            workers: Vec::new(),
            placed: Vec::new(),
            walk: movers::KeptLists::default(),
        }
    }
}

/// Nothing in it lasts: a copy of a world, such as a snapshot, begins with empty lists.
impl<V: Vector> Clone for ReusedLists<V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<V: Vector> World<V> {
    /// A world with the one layer `default`, whose colliders pair while they touch.
    #[must_use]
    pub fn new() -> Self {
        Self::with_layers(Layers::new())
    }

    /// A world with layers of its own.
    #[must_use]
    pub fn with_layers(layers: Layers) -> Self {
        Self {
            layers,
            slots: Vec::new(),
            proxies: Proxies::default(),
            free: Vec::new(),
            index: Bvh::default(),
            moved: MovedSlots::default(),
            pairs: Vec::new(),
            events: Vec::new(),
            met: SortedMap::new(),
            blocked: Vec::new(),
            steps: 0,
            attacks: SortedMap::new(),
            next_attack: 0,
            owner_contacts: SortedMap::new(),
            owner_events: Vec::new(),
            previous_owners: SortedMap::new(),
            walking: Walking::default(),
            scratch: ReusedLists::default(),
        }
    }

    /// The layers the world was made with.
    #[must_use]
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Finds the contacts that began and ended since the last step. It moves nothing.
    ///
    /// Its work grows with what moved and with what is near to that; what rests costs a look at its bounds,
    /// if anything moved, and at its pairs. Its lists are reused, so that a world whose numbers of colliders,
    /// pairs and events have settled allocates nothing, except for an attack that turns, for what attacks hit
    /// and movers meet, and for contacts of owned bodies that begin or end.
    ///
    /// At worst everything is near to everything: of `n` bodies in one place, `m` of which moved, all `m n`
    /// pairs are looked at, and memory is in the order of the bodies and of the pairs whose bounds overlap.
    /// [`Tree`](crate::tree::Tree) says how little else matters: boxes on a line, with one far out, or at
    /// magnitudes of 1e20 cost what others do.
    pub fn step(&mut self) {
        V::step(self);
    }

    /// Updates the index with what was inserted or placed since the last step, so that queries before the
    /// next one are fast. It changes no answer. A step does this by itself, and still reports what is new.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// for i in 0..1_000 {
    ///     world.insert(Sphere2::new([i as f32, 0.0], 0.5), BodyKind::Moving)?;
    /// }
    /// world.settle();
    /// let touching = Shape2::from(Sphere2::new([500.0, 0.0], 0.5));
    /// assert_eq!(world.view().intersecting(&touching).ids().len(), 3, "touching counts");
    /// world.step();
    /// assert_eq!(world.events().len(), 999, "all of them are new to the step");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    pub fn settle(&mut self) {
        V::settle_world(self);
    }

    /// The events of the last step, ordered by the ids of both colliders.
    #[must_use]
    pub fn events(&self) -> &[Event<V>] {
        &self.events
    }

    /// The number of steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The contacts between owners that began or ended at the last step, however many colliders take part:
    /// from the first contact to the last. Ordered by the parties.
    ///
    /// It covers two owners, and an owner and a body without one. Two bodies without an owner are covered by
    /// [`events`](Self::events).
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{ExitReason, OwnerEvent, Party};
    ///
    /// let mut world = World2::new();
    /// let crate_ = Aabb2::new([2.0, 0.0], [9.0, 1.0]);
    /// let crate_ = world.insert(crate_, BodyKind::Fixed)?;
    /// let figure = [Sphere2::new([0.0, 0.0], 1.0).into(), Sphere2::new([-1.0, 0.0], 1.0).into()];
    /// let knight = world.insert_body(&figure, BodyOptions::from(BodyKind::Moving).owner(7))?;
    ///
    /// let mut at = |x: f32| {
    ///     world.set_body_pose(knight, &Pose2::from_translation([x, 0.0]))?;
    ///     world.step();
    ///     Ok::<_, asunder::world::WorldError>(world.owner_events().to_vec())
    /// };
    /// let (a, b) = (Party::Owner(7), Party::Body(crate_));
    /// assert_eq!(at(1.0)?, [OwnerEvent::Enter { a, b }], "the first one touches");
    /// assert_eq!(at(2.0)?, [], "so does the other");
    /// assert_eq!(at(1.0)?, []);
    /// assert_eq!(at(0.9)?, [OwnerEvent::Exit { a, b, reason: ExitReason::Parted }]);
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn owner_events(&self) -> &[OwnerEvent] {
        &self.owner_events
    }

    /// The pairs of colliders in contact at the last step: each once, the smaller id first, sorted.
    ///
    /// What was placed or removed since then is taken into account by the next step.
    #[must_use]
    pub fn pairs(&self) -> &[(ColliderId, ColliderId)] {
        &self.pairs
    }

    /// The contact of two colliders as they are placed now, with the faces, edges and vertices that touch.
    /// `None` if they share no point, and wherever [`ContactOf::contact`](crate::ContactOf::contact) is
    /// `None`.
    ///
    /// No step computes contacts: ask for those that you want.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// let floor = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed)?;
    /// let ball = world.insert(Sphere2::new([2.0, 1.0], 1.0), BodyKind::Moving)?;
    /// let contact = world.contact(ball.collider(0), floor.collider(0))?.unwrap();
    /// assert_eq!((contact.normal.to_array(), contact.depth), ([0.0, 1.0], 0.0), "it rests there");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// If one of the colliders is not in the world, or is a level, whose
    /// [contacts](crate::level::Parts::contacts) are asked of it.
    pub fn contact(
        &self,
        a: ColliderId,
        b: ColliderId,
    ) -> Result<Option<contact::Contact<V>>, WorldError> {
        Ok(self.shape(a)?.contact(self.shape(b)?))
    }

    /// The shape of a collider, placed: what every answer is about.
    ///
    /// # Errors
    /// If the collider is not in the world, or is a [level](Self::level).
    pub fn shape(&self, id: ColliderId) -> Result<&Shape<V>, WorldError> {
        match self.part(id)? {
            PlacedCollider { level: Some(level), .. } => {
                Err(WorldError::Level { collider: id, kind: level.placed.kind() })
            }
            part => Ok(&part.shape),
        }
    }

    /// The level that a collider is, placed; `None` if it is one shape.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn level(&self, id: ColliderId) -> Result<Option<&Level<V>>, WorldError> {
        Ok(self.part(id)?.level.as_ref().map(|level| &level.placed))
    }

    /// A collider as it was inserted, except for what was [set](Self::set_layer) since. The shape of a
    /// [level](Self::level) is the box around it.
    ///
    /// # Errors
    /// If the collider is not in the world.
    pub fn collider(&self, id: ColliderId) -> Result<&Collider<V>, WorldError> {
        Ok(&self.part(id)?.collider)
    }

    /// The options of a body: as inserted, except for the [owner it was given](Self::set_body_owner) since.
    ///
    /// # Errors
    /// If the body is not in the world.
    pub fn body_options(&self, id: BodyId) -> Result<BodyOptions, WorldError> {
        Ok(self.body(id)?.options)
    }

    /// Whether a body is in the world still.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// let a = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
    /// let b = world.insert(Sphere2::new([9.0, 0.0], 1.0), BodyKind::Moving)?;
    /// world.remove(a)?;
    /// assert!(!world.contains(a) && world.contains(b));
    /// assert!(world.bodies().eq([b]));
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, id: BodyId) -> bool {
        self.body(id).is_ok()
    }

    /// Every body there is, in the order of their ids.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> {
        self.occupants().map(|(id, _)| id)
    }

    /// Every collider there is, in the order of their ids.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> {
        self.parts().map(|(id, _)| id)
    }

    /// A view for queries about the shapes as they are placed now, also before the next step.
    ///
    /// What was inserted or placed since the last step is not in the index yet: a query looks at all of its
    /// bounds, one by one. Where many bodies are inserted or placed and queried before a step,
    /// [`settle`](Self::settle) first.
    #[must_use]
    pub fn view(&self) -> View<'_, V> {
        View::of(self)
    }

    fn body(&self, id: BodyId) -> Result<&Body<V>, WorldError> {
        match self.occupant(id.slot) {
            Some((occupant, body)) if occupant == id => Ok(body),
            _ => Err(WorldError::NoBody { body: id }),
        }
    }

    fn part(&self, id: ColliderId) -> Result<&PlacedCollider<V>, WorldError> {
        let parts = &self.body(id.body)?.parts;
        parts
            .get(usize::from(id.part))
            .ok_or(WorldError::NoCollider { collider: id, count: parts.len() })
    }

    fn body_mut(&mut self, id: BodyId) -> Result<&mut Body<V>, WorldError> {
        place::occupant(self.slots.get_mut(id.slot as usize), id)
    }

    fn part_mut(&mut self, id: ColliderId) -> Result<&mut PlacedCollider<V>, WorldError> {
        let parts = &mut self.body_mut(id.body)?.parts;
        let count = parts.len();
        let part = parts.get_mut(usize::from(id.part));
        part.ok_or(WorldError::NoCollider { collider: id, count })
    }

    /// The body in a slot.
    fn occupant(&self, slot: u32) -> Option<(BodyId, &Body<V>)> {
        let BodySlot { generation, body, .. } = self.slots.get(slot as usize)?;
        Some((BodyId { slot, generation: *generation }, body.as_ref()?))
    }

    fn occupants(&self) -> impl Iterator<Item = (BodyId, &Body<V>)> {
        (0..).zip(&self.slots).filter_map(|(slot, _)| self.occupant(slot))
    }

    /// Every collider, with the options of its body and its placed geometry, in the order of the ids: what a
    /// recording holds.
    pub(crate) fn placed_colliders(
        &self,
    ) -> impl Iterator<Item = (ColliderId, BodyOptions, &Collider<V>, Geometry<'_, V>)> {
        self.occupants().flat_map(|(id, body)| {
            body.colliders(id).map(|(id, part)| (id, body.options, &part.collider, part.geometry()))
        })
    }

    fn parts(&self) -> impl Iterator<Item = (ColliderId, &PlacedCollider<V>)> {
        self.occupants().flat_map(|(id, body)| body.colliders(id))
    }

    /// Applies `change` to those of two colliders that still exist.
    fn update(&mut self, (a, b): Contact, change: impl Fn(&mut PlacedCollider<V>)) {
        [a, b].into_iter().for_each(|id| {
            if let Ok(part) = self.part_mut(id) {
                change(part);
            }
        });
    }
}

impl<V: Vector> Default for World<V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Aabb, Obb};
    use glam::Vec2;

    /// A world need not step between calls: its lists do not grow meanwhile.
    #[test]
    fn lists_are_as_long_as_what_is_there() {
        let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
        let mut world = World::<Vec2>::with_layers(layers);
        let wall = Aabb::<Vec2>::new([2.0, -9.0], [3.0, 9.0]);
        world.insert(wall, BodyKind::Fixed).unwrap();
        let mover = Obb::<Vec2>::new([0.0; 2], [1.0; 2], [1.0, 0.0]);
        let mover = world.insert(mover, BodyKind::Moving).unwrap();
        for _ in 0..100 {
            let passing = world.insert(wall, BodyKind::Fixed).unwrap();
            world.remove(passing).unwrap();
            assert_eq!(world.move_body(mover, [4.0, 0.0]).unwrap().hits.len(), 1);
        }
        assert_eq!((world.moved.slots().len(), world.met.len(), world.slots.len()), (3, 1, 3));
        world.step();
        assert_eq!((world.moved.slots().len(), world.met.len()), (0, 0));
        assert!((0..3).all(|slot| !world.moved.contains(slot)));
    }
}
