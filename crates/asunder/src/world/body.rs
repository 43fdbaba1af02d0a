//! Colliders, and the bodies they belong to.

use super::layers::{LayerId, LayerSet};
use super::place::Placement;
use crate::index::Mobility;
use crate::query::bounds::Bounds;
use crate::query::move_until_contact::Obstacle;
use crate::shape::Shape;
use crate::space::{Pose, Vector};
use core::fmt;
use core::ops::{Deref, DerefMut};

/// A shape that takes part in a [`World`](super::World), and what it minds.
///
/// ```
/// use asunder::Sphere2;
/// use asunder::world::{Collider, LayerId, LayerSet};
///
/// let coin = Collider::new(Sphere2::new([0.0, 0.0], 0.5))
///     .layer(LayerId::DEFAULT)
///     .ignore(LayerSet::NONE)
///     .tag(7);
/// assert_eq!(coin.tag, 7);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Collider<V: Vector> {
    /// Where it is before its body is placed.
    pub shape: Shape<V>,
    /// Its kind, which decides what it is to others.
    pub layer: LayerId,
    /// Layers it never pairs with, whatever their responses.
    pub ignore: LayerSet,
    /// Whatever the caller wants to find again: no answer depends on it.
    pub tag: u64,
    /// The bone it rides on, such as a [`Hitbox::bone`](crate::Hitbox::bone): no answer depends on
    /// it.
    pub bone: Option<u16>,
    /// The part of a body it stands for, numbered by the caller: of hits that come at once, the
    /// smallest region counts.
    pub region: u16,
    /// Whether it is swept from every step to the next, as bullets are: see [`Self::swept()`].
    pub swept: bool,
    /// From where it blocks movers, if not from everywhere: see [`Self::one_way()`].
    pub one_way: Option<V>,
}

impl<V: Vector> Collider<V> {
    /// A collider on the layer `default` that ignores none, tagged 0, of region 0, on no bone.
    #[must_use]
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self {
            shape: shape.into(),
            layer: LayerId::DEFAULT,
            ignore: LayerSet::NONE,
            tag: 0,
            bone: None,
            region: 0,
            swept: false,
            one_way: None,
        }
    }

    /// The same on another layer.
    #[must_use]
    pub fn layer(self, layer: LayerId) -> Self {
        Self { layer, ..self }
    }

    /// The same, never pairing with some layers.
    #[must_use]
    pub fn ignore(self, layers: impl Into<LayerSet>) -> Self {
        Self { ignore: layers.into(), ..self }
    }

    /// The same with another tag.
    #[must_use]
    pub fn tag(self, tag: u64) -> Self {
        Self { tag, ..self }
    }

    /// The same, riding on a bone.
    #[must_use]
    pub fn bone(self, bone: u16) -> Self {
        Self { bone: Some(bone), ..self }
    }

    /// The same, standing for a region.
    #[must_use]
    pub fn region(self, region: u16) -> Self {
        Self { region, ..self }
    }

    /// The same, hitting what it passes from step to step, for bullets: it is swept as one of an
    /// [attack](super::World::begin_attack) is that begins when its body is inserted and ends when
    /// that is removed. [`AttackHit::attack`](super::AttackHit::attack) is `None` then.
    #[must_use]
    pub fn swept(self) -> Self {
        Self { swept: true, ..self }
    }

    /// The same, blocking only movers that come from where `normal` points to: a platform to jump onto
    /// from below. See [`Obstacle::one_way`](crate::Obstacle::one_way) for who is in front of it.
    ///
    /// The direction is the world's: no pose turns it. It matters to movers alone. What a mover passes
    /// so it may penetrate, and then they pair as their layers [respond](super::Response).
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::world::{Collider, Layers, Motion, Response};
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let platform = Collider::new(Aabb2::new([-9.0, 2.0], [9.0, 2.5])).one_way([0.0, 1.0]);
    /// world.insert(platform, Motion::Fixed)?;
    /// let hero = world.insert(Aabb2::new([0.0, 0.0], [1.0, 1.0]), Motion::Moving)?;
    ///
    /// assert_eq!(world.move_body(hero, [0.0, 3.0])?.fraction, 1.0, "through it from below");
    /// let stop = world.move_body(hero, [0.0, -3.0])?;
    /// assert_eq!((stop.position.y, stop.hits.len()), (2.5, 1), "and onto it from above");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn one_way(self, normal: impl Into<V::Array<f32>>) -> Self {
        Self { one_way: Some(V::from_array(normal.into())), ..self }
    }
}

impl<V: Vector, S: Into<Shape<V>>> From<S> for Collider<V> {
    fn from(shape: S) -> Self {
        Self::new(shape)
    }
}

/// Whether a body is meant to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Walls, floors, tiles: two fixed bodies never pair. It may be placed anew all the same.
    Fixed,
    /// Everything else.
    Moving,
}

/// What holds for all colliders of a body.
///
/// ```
/// use asunder::world::{BodyOptions, Motion};
///
/// let sword = BodyOptions::from(Motion::Moving).owner(3);
/// assert_eq!(sword.owner, Some(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BodyOptions {
    /// Whether it is meant to move.
    pub motion: Motion,
    /// Whose it is: bodies of one owner ignore one another.
    pub owner: Option<u64>,
}

impl BodyOptions {
    /// The same, belonging to `owner`.
    #[must_use]
    pub fn owner(self, owner: u64) -> Self {
        Self { owner: Some(owner), ..self }
    }
}

impl BodyOptions {
    /// Whether two different bodies can be anything to one another at all.
    pub(super) fn can_collide_with(&self, other: &Self) -> bool {
        let fixed = self.motion == Motion::Fixed && other.motion == Motion::Fixed;
        let owned = self.owner.is_some() && self.owner == other.owner;
        !fixed && !owned
    }
}

/// A body of nobody.
impl From<Motion> for BodyOptions {
    fn from(motion: Motion) -> Self {
        Self { motion, owner: None }
    }
}

/// A body of some world. It names no other body ever, also after the body was removed; only a world
/// that is [restored](super::World::restore) gives the ids that came after its snapshot anew, in the
/// same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    pub(super) slot: u32,
    /// How many bodies had the slot before.
    pub(super) generation: u32,
}

impl BodyId {
    /// The collider at place `part` of the body, which may or may not exist.
    #[must_use]
    pub fn collider(self, part: u16) -> ColliderId {
        ColliderId { body: self, part }
    }
}

impl fmt::Display for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "body {}.{}", self.slot, self.generation)
    }
}

/// A collider of some world: the body, and which of its colliders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderId {
    /// The body it belongs to.
    pub body: BodyId,
    /// Its place among the colliders the body was inserted with.
    pub part: u16,
}

impl fmt::Display for ColliderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "collider {} of {}", self.part, self.body)
    }
}

/// What is told of a collider, whatever its shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColliderFacts {
    pub(super) layer: LayerId,
    pub(super) tag: u64,
    pub(super) bone: Option<u16>,
    pub(super) region: u16,
    pub(super) owner: Option<u64>,
}

impl ColliderFacts {
    pub(super) fn of<V: Vector>(collider: &Collider<V>, body: &Body<V>) -> Self {
        let &Collider { layer, tag, bone, region, .. } = collider;
        Self { layer, tag, bone, region, owner: body.options.owner }
    }
}

/// A collider in its place.
#[derive(Clone, Debug)]
pub(super) struct PlacedCollider<V: Vector> {
    pub(super) collider: Collider<V>,
    /// The posed shape: what every answer is about.
    pub(super) shape: Shape<V>,
    pub(super) bounds: Bounds<V>,
    /// How many meetings of movers it is in.
    pub(super) mover_contacts: u32,
}

impl<V: Vector> PlacedCollider<V> {
    /// The bounds of all parts of a body.
    pub(super) fn merged_bounds(parts: &[Self]) -> Bounds<V> {
        parts.iter().fold(Bounds::nothing(), |all, part| all.merged(&part.bounds))
    }

    pub(super) fn new(collider: Collider<V>) -> Self {
        let shape = collider.shape.clone();
        let bounds = Bounds::of(&shape);
        Self { collider, shape, bounds, mover_contacts: 0 }
    }

    /// What it is to movers that it blocks.
    pub(super) fn obstacle(&self) -> Obstacle<'_, V> {
        let front = self.collider.one_way;
        front.map_or((&self.shape).into(), |front| Obstacle::one_way(&self.shape, front.to_array()))
    }

    /// Its layer, and those it never pairs with.
    pub(super) fn layers(&self) -> (LayerId, LayerSet) {
        (self.collider.layer, self.collider.ignore)
    }

    /// Gives the collider another posed shape. Whether that is another set of points.
    pub(super) fn place(&mut self, shape: Shape<V>) -> bool {
        let moved = self.shape != shape;
        self.bounds = Bounds::of(&shape);
        self.shape = shape;
        moved
    }
}

/// The colliders of a body. A lone one lies in the body itself: most bodies have no other, and a step
/// would wait for memory twice.
#[derive(Clone, Debug)]
pub(super) enum PlacedColliders<V: Vector> {
    One([PlacedCollider<V>; 1]),
    Many(Vec<PlacedCollider<V>>),
}

impl<V: Vector> From<Vec<PlacedCollider<V>>> for PlacedColliders<V> {
    fn from(parts: Vec<PlacedCollider<V>>) -> Self {
        <[_; 1]>::try_from(parts).map_or_else(Self::Many, Self::One)
    }
}

impl<V: Vector> Deref for PlacedColliders<V> {
    type Target = [PlacedCollider<V>];
    fn deref(&self) -> &[PlacedCollider<V>] {
        match self {
            Self::One(part) => part,
            Self::Many(parts) => parts,
        }
    }
}

impl<V: Vector> DerefMut for PlacedColliders<V> {
    fn deref_mut(&mut self) -> &mut [PlacedCollider<V>] {
        match self {
            Self::One(part) => part,
            Self::Many(parts) => parts,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Body<V: Vector> {
    pub(super) options: BodyOptions,
    pub(super) parts: PlacedColliders<V>,
    /// The pre-check of all its colliders at once.
    pub(super) bounds: Bounds<V>,
    /// How it came to be where it is.
    pub(super) placed: LastPlacement<V>,
    /// The step in which it was put where it is without a way there; zero for none.
    pub(super) teleported_at: u64,
}

/// What placed the colliders of a body last.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LastPlacement<V: Vector> {
    /// One pose for all; at first, that of where they were inserted.
    Pose(Pose<V>),
    /// A pose for each.
    Poses(Vec<Pose<V>>),
    /// Shapes that were placed already.
    Shapes,
}

impl<V: Vector> LastPlacement<V> {
    /// The pose of the collider at a place, if it has one.
    pub(super) fn pose_of(&self, place: u16) -> Option<Pose<V>> {
        match self {
            Self::Pose(pose) => Some(*pose),
            Self::Poses(poses) => poses.get(usize::from(place)).copied(),
            Self::Shapes => None,
        }
    }

    /// Takes note of a placement.
    pub(super) fn note(&mut self, placement: Placement<'_, V>) {
        match (placement, self) {
            (Placement::Poses(new), Self::Poses(poses)) => {
                poses.clear();
                poses.extend_from_slice(new);
            }
            (Placement::Poses(new), placed) => *placed = Self::Poses(new.to_vec()),
            (Placement::Pose(pose), placed) => *placed = Self::Pose(*pose),
            (Placement::Shapes(_), placed) => *placed = Self::Shapes,
        }
    }
}

impl<V: Vector> Body<V> {
    /// Gives its colliders shapes, one each. Whether any of them is another set of points.
    pub(super) fn place(
        &mut self,
        shapes: impl IntoIterator<Item = Shape<V>>,
        placement: Placement<'_, V>,
    ) -> bool {
        self.placed.note(placement);
        let mut moved = false;
        for (part, shape) in self.parts.iter_mut().zip(shapes) {
            moved |= part.place(shape);
        }
        if moved {
            self.bounds = PlacedCollider::merged_bounds(&self.parts);
        }
        moved
    }

    /// Its colliders, under the id the body has.
    pub(super) fn colliders(
        &self,
        id: BodyId,
    ) -> impl Iterator<Item = (ColliderId, &PlacedCollider<V>)> {
        // A body has at most 65,536: a count of them in `u16` would overflow after the last.
        self.parts.iter().enumerate().map(move |(place, part)| (id.collider(place as u16), part))
    }

    /// What it is to the index.
    pub(super) fn mobility(&self) -> Mobility {
        match self.options.motion {
            Motion::Fixed => Mobility::Fixed,
            Motion::Moving => Mobility::Moving,
        }
    }

    /// Whether colliders of two different bodies can be anything to one another at all.
    pub(super) fn can_collide_with(&self, other: &Self) -> bool {
        self.options.can_collide_with(&other.options)
    }
}
