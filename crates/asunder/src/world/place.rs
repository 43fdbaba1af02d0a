//! Inserting bodies and giving them shapes: everything is checked before anything changes.

mod many;

use super::attacks::SweptBy;
use super::body::{
    Body, BodyId, BodyOptions, Collider, ColliderId, LastPlacement, PlacedCollider,
    PlacedColliders, PlacedLevel,
};
use super::{BodySlot, World, WorldError, attacks, owners};
use crate::index::BodyKind;
use crate::index::Index as _;
use crate::level::Level;
use crate::query::bounds::Bounds;
use crate::shape::{Aabb, Shape, ShapeError};
use crate::space::{Pose, Vector};

pub(super) use many::{MovedBodies, place_all};

/// A placement of the colliders of a body.
#[derive(Clone, Copy, Debug)]
pub enum Placement<'a, V: Vector> {
    /// One pose for all.
    Pose(&'a Pose<V>),
    /// A pose for each.
    Poses(&'a [Pose<V>]),
    /// A shape for each, placed already.
    Shapes(&'a [Shape<V>]),
}

impl<V: Vector> World<V> {
    /// Adds a body of one collider: a [`Collider`], or just a shape. Options are a [`BodyKind`], or
    /// [`BodyOptions`].
    ///
    /// # Errors
    /// As [`insert_body`](Self::insert_body).
    pub fn insert(
        &mut self,
        collider: impl Into<Collider<V>>,
        options: impl Into<BodyOptions>,
    ) -> Result<BodyId, WorldError> {
        V::insert(self, &[collider.into()], options.into())
    }

    /// Adds a body of several colliders. Until it is placed, their shapes are as given.
    ///
    /// # Errors
    /// If there is no collider or more than 65,536, a layer is not this world's, a point or direction is
    /// not finite, or a plane or half-space is to move.
    pub fn insert_body(
        &mut self,
        colliders: &[Collider<V>],
        options: impl Into<BodyOptions>,
    ) -> Result<BodyId, WorldError> {
        V::insert(self, colliders, options.into())
    }

    /// Adds a level, such as a [`Mesh`](crate::Mesh), as a fixed body of one collider; whose layer, tag and
    /// so on are [set](Self::set_layer) afterwards. It shares the level's data.
    ///
    /// Everything meets it as it meets other colliders: steps, queries, movers, walks and attacks. Queries
    /// tell the [part](super::Found::part) that they found, the first in their order; all parts are found by
    /// asking the [level](Self::level) itself. It may be placed by a pose.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Mesh3;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, 4.0], [0.0, 0.0, 4.0]];
    /// let floor = Mesh3::new(corners, [[0, 1, 2], [0, 2, 3]]);
    /// let mut world = World3::new();
    /// let floor = world.insert_level(floor, BodyKind::Fixed)?;
    /// let ball = world.insert(Sphere3::new([1.0, 1.0, 3.0], 1.0), BodyKind::Moving)?;
    /// world.step();
    /// assert_eq!(world.pairs(), [(floor.collider(0), ball.collider(0))], "touching counts");
    ///
    /// let down = Ray3::new([3.0, 9.0, 1.0], [0.0, -1.0, 0.0]);
    /// let hit = world.view().ray(&down).first().unwrap();
    /// assert_eq!((hit.collider.body, hit.part, hit.fraction), (floor, Some(0), 9.0));
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// If the body is to move, the level has no parts, or it lies too far out.
    pub fn insert_level(
        &mut self,
        level: impl Into<Level<V>>,
        options: impl Into<BodyOptions>,
    ) -> Result<BodyId, WorldError> {
        V::insert_level(self, level.into(), options.into())
    }

    /// Removes a body from the world. Its id is stale from now on; the next step ends its contacts,
    /// for the reason [`ExitReason::Removed`](super::ExitReason::Removed).
    ///
    /// # Errors
    /// If the body is not in the world.
    pub fn remove(&mut self, id: BodyId) -> Result<(), WorldError> {
        self.body(id)?;
        owners::note_removal(self, id);
        self.walking.forget_all(id);
        self.attacks.remove(&SweptBy::Body(id));
        let slot = &mut self.slots[id.slot as usize];
        slot.body = None;
        // An id is never given out again: a slot out of generations is retired, and its last
        // generation marks it so.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            if next < u32::MAX {
                self.free.push(id.slot);
            }
        }
        self.proxies.set::<V>(id.slot, slot.generation, None);
        self.index.remove(id.slot);
        self.moved.mark(id.slot);
        Ok(())
    }

    /// The pose at which a body was placed last: the identity until it is placed.
    ///
    /// `None` if it was placed [collider by collider](Self::set_body_poses), by
    /// [shapes](Self::set_body_shapes) or by a move, after which no one pose says where it is.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// let crate_ = world.insert(Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving)?;
    /// world.set_body_pose(crate_, &Pose2::from_translation([3.0, 0.0]))?;
    /// assert_eq!(world.body_pose(crate_)?, Some(Pose2::from_translation([3.0, 0.0])));
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world.
    pub fn body_pose(&self, id: BodyId) -> Result<Option<Pose<V>>, WorldError> {
        Ok(match self.body(id)?.placed {
            LastPlacement::Pose(pose) => Some(pose),
            LastPlacement::Poses(_) | LastPlacement::Shapes => None,
        })
    }

    /// Places a body: each collider's shape becomes, exactly,
    /// `collider.shape.try_transformed(pose)`.
    ///
    /// # Errors
    /// If the body is not in the world, the pose is not finite, its rotation is zero, or a shape
    /// would lie too far out. Then nothing has changed.
    pub fn set_body_pose(&mut self, id: BodyId, pose: &Pose<V>) -> Result<(), WorldError> {
        V::place(self, id, Placement::Pose(pose))
    }

    /// Places a body with a pose for each collider, as the bones of a figure are.
    ///
    /// # Errors
    /// As [`set_body_pose`](Self::set_body_pose), and if there is not one pose for each collider.
    pub fn set_body_poses(&mut self, id: BodyId, poses: &[Pose<V>]) -> Result<(), WorldError> {
        V::place(self, id, Placement::Poses(poses))
    }

    /// Places many bodies, as a call of [`set_body_pose`](Self::set_body_pose) for each of them would, one
    /// after another.
    ///
    /// With the feature `rayon` it uses rayon's threads, if there are many bodies and they come in the
    /// order of their ids, each once.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let mut world = World2::new();
    /// let mut ball = || world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving);
    /// let (a, b) = (ball()?, ball()?);
    /// world.place_all(&[
    ///     (a, Pose2::from_translation([5.0, 0.0])),
    ///     (b, Pose2::from_translation([7.0, 0.0])),
    /// ])?;
    /// world.step();
    /// assert_eq!(world.pairs(), [(a.collider(0), b.collider(0))], "touching counts");
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// The first that [`set_body_pose`](Self::set_body_pose) would give. A body that it refuses stays where
    /// it is, and all others are placed.
    pub fn place_all(&mut self, bodies: &[(BodyId, Pose<V>)]) -> Result<(), WorldError> {
        V::place_all(self, bodies)
    }

    /// Gives the colliders of a body shapes that are placed already, of whatever kind.
    ///
    /// [`Collider::shape`] stays as it is: the next pose starts from there again.
    ///
    /// # Errors
    /// If the body is not in the world, there is not one shape for each collider, a point is not
    /// finite, or a plane or half-space is to move. Then nothing has changed.
    pub fn set_body_shapes(&mut self, id: BodyId, shapes: &[Shape<V>]) -> Result<(), WorldError> {
        V::place(self, id, Placement::Shapes(shapes))
    }
}

pub(super) fn insert<V: Vector>(
    world: &mut World<V>,
    colliders: &[Collider<V>],
    options: BodyOptions,
) -> Result<BodyId, WorldError> {
    let count = colliders.len();
    if count == 0 {
        return Err(WorldError::Empty);
    }
    if count > usize::from(u16::MAX) + 1 {
        return Err(WorldError::TooMany { count });
    }
    for (part, collider) in colliders.iter().enumerate() {
        if !world.layers.contains(collider.layer) {
            return Err(WorldError::Layer { part });
        }
        check_finite(&collider.shape).map_err(|error| WorldError::Shape { part, error })?;
        check_bounded(part, collider, &collider.shape, options.kind)?;
        collider.one_way.map_or(Ok(()), |normal| check_normal(part, normal))?;
    }

    Ok(add(world, colliders.iter().cloned().map(PlacedCollider::new).collect(), options))
}

/// Adds a level as a body.
pub(super) fn insert_level<V: Vector>(
    world: &mut World<V>,
    level: Level<V>,
    options: BodyOptions,
) -> Result<BodyId, WorldError> {
    if options.kind != BodyKind::Fixed {
        return Err(WorldError::LevelMoves { kind: level.kind() });
    }
    let aabb = box_of(&level).ok_or(WorldError::EmptyLevel { kind: level.kind() })?;
    Ok(add(world, vec![PlacedCollider::of_level(level, aabb)], options))
}

/// The box around a level; `None` if that has no parts.
pub(super) fn box_of<V: Vector>(level: &Level<V>) -> Option<Aabb<V>> {
    let Bounds { min, max } = level.bounds();
    Aabb::try_new(min, max).ok()
}

/// Adds a body of colliders that have been checked.
fn add<V: Vector>(
    world: &mut World<V>,
    parts: Vec<PlacedCollider<V>>,
    options: BodyOptions,
) -> BodyId {
    let parts = PlacedColliders::from(parts);
    let bounds = PlacedCollider::merged_bounds(&parts);
    let placed = LastPlacement::Pose(Pose::identity());
    let body = Body { options, parts, bounds, placed, teleported_at: 0 };
    let slot = world.free.pop().unwrap_or_else(|| {
        world.slots.push(BodySlot { generation: 0, body: None });
        u32::try_from(world.slots.len() - 1).expect("four billion bodies do not fit into memory")
    });
    world.index.upsert(slot, &body.bounds, body.options.kind);
    world.moved.mark(slot);
    let entry = &mut world.slots[slot as usize];
    world.proxies.set(slot, entry.generation, Some(&body));
    entry.body = Some(body);
    let id = BodyId { slot, generation: entry.generation };
    attacks::sweep_always(world, id);
    id
}

pub(super) fn place<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    placement: Placement<'_, V>,
) -> Result<(), WorldError> {
    let body = occupant(world.slots.get_mut(id.slot as usize), id)?;
    if try_place(body, id, placement, &mut world.scratch.shapes)? {
        world.walking.forget(id);
        note_moved(world, id);
    }
    Ok(())
}

/// The body in a slot, if it is the one of that id.
pub(super) fn occupant<V: Vector>(
    slot: Option<&mut BodySlot<V>>,
    id: BodyId,
) -> Result<&mut Body<V>, WorldError> {
    let slot = slot.filter(|slot| slot.generation == id.generation);
    slot.and_then(|slot| slot.body.as_mut()).ok_or(WorldError::NoBody { body: id })
}

/// Gives the colliders of a body the shapes of a placement, if all of these are valid; returns
/// whether any is another set of points than before.
fn try_place<V: Vector>(
    body: &mut Body<V>,
    id: BodyId,
    placement: Placement<'_, V>,
    shapes: &mut Vec<Shape<V>>,
) -> Result<bool, WorldError> {
    let expected = body.parts.len();
    let found = match placement {
        Placement::Pose(_) => expected,
        Placement::Poses(poses) => poses.len(),
        Placement::Shapes(shapes) => shapes.len(),
    };
    if found != expected {
        return Err(WorldError::Count { body: id, expected, found });
    }
    if let [PlacedCollider { level: Some(level), .. }] = &*body.parts {
        let image = placed_level(level, id.collider(0), placement)?;
        let aabb = box_of(&image).ok_or(WorldError::EmptyLevel { kind: image.kind() })?;
        let moved = body.place([aabb.into()], placement);
        if let [PlacedCollider { level: Some(level), .. }] = &mut *body.parts {
            let moved = moved || level.placed != image;
            level.placed = image;
            return Ok(moved);
        }
        return Ok(moved);
    }
    if let [part] = &*body.parts {
        let shape = placed(part, id.collider(0), body.options.kind, placement)?;
        return Ok(body.place([shape], placement));
    }
    shapes.clear();
    for (collider, part) in body.colliders(id) {
        shapes.push(placed(part, collider, body.options.kind, placement)?);
    }
    Ok(body.place(shapes.drain(..), placement))
}

/// A level under a placement.
fn placed_level<V: Vector>(
    level: &PlacedLevel<V>,
    collider: ColliderId,
    placement: Placement<'_, V>,
) -> Result<Level<V>, WorldError> {
    let pose = match placement {
        Placement::Pose(pose) => pose,
        Placement::Poses(poses) => &poses[0],
        Placement::Shapes(_) => {
            return Err(WorldError::Level { collider, kind: level.local.kind() });
        }
    };
    let image = level.local.try_transformed(pose);
    image.map_err(|error| WorldError::Placement { collider, error })
}

/// The shapes of the colliders of a body under a pose.
pub(super) fn shapes_under<V: Vector>(
    body: &Body<V>,
    id: BodyId,
    pose: &Pose<V>,
) -> Result<Vec<Shape<V>>, WorldError> {
    let kind = body.options.kind;
    let shape = |(collider, part)| placed(part, collider, kind, Placement::Pose(pose));
    body.colliders(id).map(shape).collect()
}

/// The shape of a collider under a placement.
fn placed<V: Vector>(
    part: &PlacedCollider<V>,
    collider: ColliderId,
    motion: BodyKind,
    placement: Placement<'_, V>,
) -> Result<Shape<V>, WorldError> {
    if let Some(level) = &part.level {
        return Err(WorldError::Level { collider, kind: level.local.kind() });
    }
    let index = usize::from(collider.part);
    let local = &part.collider.shape;
    let shape = match placement {
        Placement::Pose(pose) => local.try_transformed(pose),
        Placement::Poses(poses) => local.try_transformed(&poses[index]),
        Placement::Shapes(shapes) => check_finite(&shapes[index]).map(|()| shapes[index].clone()),
    };
    let shape = shape.map_err(|error| WorldError::Placement { collider, error })?;
    check_bounded(index, &part.collider, &shape, motion)?;
    Ok(shape)
}

/// Gives the colliders of a body that exists the shapes in `shapes`, one each.
pub(super) fn commit<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    shapes: impl IntoIterator<Item = Shape<V>>,
    placement: Placement<'_, V>,
) {
    let body = occupant(world.slots.get_mut(id.slot as usize), id);
    if body.is_ok_and(|body| body.place(shapes, placement)) {
        note_moved(world, id);
    }
}

/// Updates the index and the proxy of a body, and marks its slot as moved.
pub(super) fn note_moved<V: Vector>(world: &mut World<V>, id: BodyId) {
    if let Some(body) = &world.slots[id.slot as usize].body {
        world.index.upsert(id.slot, &body.bounds, body.options.kind);
        world.proxies.set(id.slot, id.generation, Some(body));
        world.moved.mark(id.slot);
    }
}

/// Checks that a point is finite, which is a plain vector: all other shapes are by construction.
fn check_finite<V: Vector>(shape: &Shape<V>) -> Result<(), ShapeError> {
    let Shape::Point(point) = shape else {
        return Ok(());
    };
    let point = point.to_array();
    match (0..V::DIM).find(|&i| !point[i].is_finite()) {
        Some(i) => Err(ShapeError::NotFinite { field: "point", value: point[i] }),
        None => Ok(()),
    }
}

/// Checks that the normal of a one-way collider is finite.
pub(super) fn check_normal<V: Vector>(part: usize, normal: V) -> Result<(), WorldError> {
    let normal = normal.to_array();
    match (0..V::DIM).find(|&i| !normal[i].is_finite()) {
        Some(i) => Err(WorldError::OneWay { part, value: normal[i] }),
        None => Ok(()),
    }
}

/// Checks that what moves or is swept is bounded.
fn check_bounded<V: Vector>(
    part: usize,
    collider: &Collider<V>,
    shape: &Shape<V>,
    motion: BodyKind,
) -> Result<(), WorldError> {
    if shape.is_bounded() || motion == BodyKind::Fixed && !collider.swept {
        Ok(())
    } else {
        Err(WorldError::Unbounded { part, kind: shape.kind() })
    }
}
