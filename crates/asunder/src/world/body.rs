//! Colliders, and the bodies they belong to.

use super::layers::{LayerId, LayerSet};
use super::place::Placement;
use crate::index::BodyKind;
use crate::level::Level;
use crate::query::bounds::Bounds;
use crate::query::move_until_contact::Obstacle;
use crate::shape::{Aabb, Shape};
use crate::space::{Pose, Vector};
use core::fmt;
use core::ops::{Deref, DerefMut};

/// A shape in a [`World`](super::World), with its layer and what identifies it.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "", deny_unknown_fields))]
#[non_exhaustive]
pub struct Collider<V: Vector> {
    /// The shape before its body is placed.
    pub shape: Shape<V>,
    /// Its layer, which decides how it and others respond to one another.
    #[cfg_attr(feature = "serde", serde(default))]
    pub layer: LayerId,
    /// Layers it never pairs with, whatever their responses.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ignore: LayerSet,
    /// A number of the caller's own: no answer depends on it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub tag: u64,
    /// The bone it is attached to, such as a [`Hitbox::bone`](crate::Hitbox::bone): no answer depends
    /// on it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub bone: Option<u16>,
    /// The part of a body it represents, numbered by the caller: of simultaneous hits, the smallest
    /// region counts.
    #[cfg_attr(feature = "serde", serde(default))]
    pub region: u16,
    /// Whether it is swept from every step to the next, as bullets are: see [`Self::swept()`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub swept: bool,
    /// The normal of the side from which it blocks movers, if not from everywhere: see
    /// [`Self::one_way()`].
    #[cfg_attr(feature = "serde", serde(default, with = "crate::shape::serde::optional_vector"))]
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

    /// The same, attached to a bone.
    #[must_use]
    pub fn bone(self, bone: u16) -> Self {
        Self { bone: Some(bone), ..self }
    }

    /// The same, representing a region.
    #[must_use]
    pub fn region(self, region: u16) -> Self {
        Self { region, ..self }
    }

    /// The same, hitting what it passes from step to step, for bullets: it is swept like one of an
    /// [attack](super::World::begin_attack) that begins when its body is inserted and ends when that
    /// is removed. [`AttackHit::attack`](super::AttackHit::attack) is `None` then.
    #[must_use]
    pub fn swept(self) -> Self {
        Self { swept: true, ..self }
    }

    /// The same, blocking only movers that come from the side that `normal` points to: a platform to
    /// jump onto from below. See [`Obstacle::one_way`](crate::Obstacle::one_way) for who is in front
    /// of it.
    ///
    /// The direction is in world coordinates: no pose turns it. It matters to movers alone. A mover
    /// may penetrate what it passes in this way, and then they pair as their layers
    /// [respond](super::Response).
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let platform = Collider::new(Aabb2::new([-9.0, 2.0], [9.0, 2.5])).one_way([0.0, 1.0]);
    /// world.insert(platform, BodyKind::Fixed)?;
    /// let hero = world.insert(Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving)?;
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

/// The options of a body, common to all its colliders.
///
/// ```
/// use asunder::world::{BodyOptions, BodyKind};
///
/// let sword = BodyOptions::from(BodyKind::Moving).owner(3);
/// assert_eq!(sword.owner, Some(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BodyOptions {
    /// Whether it is meant to move.
    pub kind: BodyKind,
    /// Its owner, if any: bodies of one owner ignore one another.
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
    /// Whether two different bodies can pair: not if both are fixed, nor if they are of one owner.
    pub(super) fn can_collide_with(&self, other: &Self) -> bool {
        let fixed = self.kind == BodyKind::Fixed && other.kind == BodyKind::Fixed;
        let owned = self.owner.is_some() && self.owner == other.owner;
        !fixed && !owned
    }
}

/// A body without an owner.
impl From<BodyKind> for BodyOptions {
    fn from(kind: BodyKind) -> Self {
        Self { kind, owner: None }
    }
}

/// The id of a body. It is never that of another one, even after the body was removed; only a world
/// that is [restored](super::World::restore) gives the ids that came after its snapshot anew, in the
/// same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    pub(crate) slot: u32,
    /// How many bodies had the slot before.
    pub(crate) generation: u32,
}

impl BodyId {
    /// The id of collider `part` of the body, which may or may not exist.
    #[must_use]
    pub fn collider(self, part: u16) -> ColliderId {
        ColliderId { body: self, part }
    }

    /// The id as a number, for what crosses a border: another language, a file, a network.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// let ball = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
    /// assert_eq!(BodyId::from_bits(ball.bits()), ball);
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    #[must_use]
    pub fn bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.slot)
    }

    /// The id of [`bits`](Self::bits). A number that no body has gives an id that no world knows.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self { slot: bits as u32, generation: (bits >> 32) as u32 }
    }
}

impl fmt::Display for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "body {}.{}", self.slot, self.generation)
    }
}

/// The id of a collider: its body, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderId {
    /// The body it belongs to.
    pub body: BodyId,
    /// Its index among the colliders the body was inserted with.
    pub part: u16,
}

impl fmt::Display for ColliderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "collider {} of {}", self.part, self.body)
    }
}

/// What answers report of a collider, whatever its shape.
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

/// A collider with its placed shape.
#[derive(Clone, Debug)]
pub(super) struct PlacedCollider<V: Vector> {
    pub(super) collider: Collider<V>,
    /// The placed shape: what every answer is about. Of a level, the box around it.
    pub(super) shape: Shape<V>,
    /// The level that it is, if it is one: then what every answer is about.
    pub(super) level: Option<Box<PlacedLevel<V>>>,
    pub(super) bounds: Bounds<V>,
    /// How many contacts of movers it takes part in.
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
        Self { collider, shape, level: None, bounds, mover_contacts: 0 }
    }

    /// The collider of a level, which is not placed yet.
    pub(super) fn of_level(level: Level<V>, aabb: Aabb<V>) -> Self {
        let part = Self::new(Collider::new(aabb));
        Self { level: Some(Box::new(PlacedLevel { local: level.clone(), placed: level })), ..part }
    }

    /// The obstacle that it is to movers.
    pub(super) fn obstacle(&self) -> Obstacle<'_, V> {
        let front = self.collider.one_way;
        front.map_or((&self.shape).into(), |front| Obstacle::one_way(&self.shape, front.to_array()))
    }

    /// What it is, placed.
    pub(super) fn geometry(&self) -> Geometry<'_, V> {
        let level = self.level.as_ref().map(|level| &level.placed);
        level.map_or(Geometry::Shape(&self.shape), |level| Geometry::Level(level, &self.bounds))
    }

    /// Its layer, and those it never pairs with.
    pub(super) fn layers(&self) -> (LayerId, LayerSet) {
        (self.collider.layer, self.collider.ignore)
    }

    /// Gives the collider another placed shape; returns whether that is another set of points.
    pub(super) fn place(&mut self, shape: Shape<V>) -> bool {
        let moved = self.shape != shape;
        self.bounds = Bounds::of(&shape);
        self.shape = shape;
        moved
    }
}

/// What a collider is: one shape, or a level with the box around it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Geometry<'a, V: Vector> {
    Shape(&'a Shape<V>),
    Level(&'a Level<V>, &'a Bounds<V>),
}

/// A level before and after it was placed.
#[derive(Clone, Debug)]
pub(super) struct PlacedLevel<V: Vector> {
    pub(super) local: Level<V>,
    pub(super) placed: Level<V>,
}

/// The colliders of a body. A lone one is stored in the body itself: most bodies have no other, and a
/// step would wait for memory twice.
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
    /// Bounds of all its colliders, tested before theirs.
    pub(super) bounds: Bounds<V>,
    /// How it was placed last.
    pub(super) placed: LastPlacement<V>,
    /// The step in which it was teleported to where it is; zero for none.
    pub(super) teleported_at: u64,
}

/// The last placement of a body's colliders.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LastPlacement<V: Vector> {
    /// One pose for all; at first the identity.
    Pose(Pose<V>),
    /// A pose for each.
    Poses(Vec<Pose<V>>),
    /// Shapes that were placed already.
    Shapes,
}

impl<V: Vector> LastPlacement<V> {
    /// The pose of the collider at an index, if it has one.
    pub(super) fn pose_of(&self, index: u16) -> Option<Pose<V>> {
        match self {
            Self::Pose(pose) => Some(*pose),
            Self::Poses(poses) => poses.get(usize::from(index)).copied(),
            Self::Shapes => None,
        }
    }

    /// Records a placement.
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
    /// Gives its colliders shapes, one each; returns whether any of them is another set of points.
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

    /// Its colliders with their ids; `id` is the body's.
    pub(super) fn colliders(
        &self,
        id: BodyId,
    ) -> impl Iterator<Item = (ColliderId, &PlacedCollider<V>)> {
        // A body has at most 65,536: a count of them in `u16` would overflow after the last.
        self.parts.iter().enumerate().map(move |(index, part)| (id.collider(index as u16), part))
    }

    /// Whether colliders of two different bodies can pair.
    pub(super) fn can_collide_with(&self, other: &Self) -> bool {
        self.options.can_collide_with(&other.options)
    }
}
