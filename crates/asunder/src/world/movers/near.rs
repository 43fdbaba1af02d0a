//! The colliders near a mover's path.

use super::blocks;
use crate::index::{Reach, Search as _};
use crate::level::PartSearch as _;
use crate::query::bounds::Bounds;
use crate::query::move_and_slide::SlideLists;
use crate::query::move_until_contact::{BoundedObstacle, Obstacle};
use crate::shape::{AnyShape as _, Shape, ShapeRef};
use crate::sort::sort_by;
use crate::space::Vector;
use crate::world::World;
use crate::world::body::{Body, BodyId, ColliderId, PlacedCollider};
use core::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Lists of slides that a world keeps, so that a walk need not allocate. Between two walks they are empty, or what they
/// hold means nothing.
#[derive(Debug)]
pub(in crate::world) struct WalkLists<V: Vector> {
    pub(super) slide: SlideLists<V>,
    pub(super) near: NearLists<V>,
    /// The shapes of the body.
    pub(super) parts: Vec<ShapeRef<'static, V>>,
    pub(super) ids: Vec<ColliderPart>,
    pub(super) obstacles: Vec<BoundedObstacle<'static, V>>,
}

impl<V: Vector> Default for WalkLists<V> {
    fn default() -> Self {
        Self {
            slide: SlideLists::default(),
            near: NearLists::default(),
            parts: Vec::new(),
            ids: Vec::new(),
            obstacles: Vec::new(),
        }
    }
}

/// Lists of which walks take one set at a time. Behind a lock that is never waited for: a world is shared among threads.
#[derive(Debug)]
pub(in crate::world) struct KeptLists<V: Vector>(Mutex<Option<Box<WalkLists<V>>>>);

impl<V: Vector> Default for KeptLists<V> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<V: Vector> KeptLists<V> {
    pub(super) fn take(&mut self) -> Box<WalkLists<V>> {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    pub(super) fn keep(&mut self, lists: Box<WalkLists<V>>) {
        *self.0.get_mut().unwrap_or_else(PoisonError::into_inner) = Some(lists);
    }
}

/// An empty list in the memory of another, whose items differ in the time that they are borrowed for.
pub(super) fn emptied<A, B>(mut list: Vec<A>) -> Vec<B> {
    list.clear();
    // The standard library collects in place what is as large.
    list.into_iter().filter_map(|_| None).collect()
}

/// Lists of the search for obstacles.
#[derive(Debug)]
pub(super) struct NearLists<V: Vector> {
    slots: Vec<u32>,
    colliders: Vec<(ColliderId, &'static PlacedCollider<V>)>,
    pub(super) levels: LevelParts<V>,
}

impl<V: Vector> Default for NearLists<V> {
    fn default() -> Self {
        Self { slots: Vec::new(), colliders: Vec::new(), levels: Vec::new() }
    }
}

/// A collider, and the number of its part, if it is a level.
pub(in crate::world) type ColliderPart = (ColliderId, Option<u32>);

/// What may be in a body's way.
pub(super) type Blocker<'a, V> = (ColliderPart, BoundedObstacle<'a, V>);

/// Parts of levels, by their collider and number.
pub(in crate::world) type LevelParts<V> = Vec<(ColliderId, u32, Shape<V>)>;

/// The colliders a body may meet in a region, in the order of their ids; of levels the parts there, which
/// `parts` comes to hold, in the order of their numbers.
pub(in crate::world) fn obstacles<'a, V: Vector>(
    world: &'a World<V>,
    id: BodyId,
    body: &'a Body<V>,
    region: &Bounds<V>,
    level_parts: &'a mut LevelParts<V>,
) -> Vec<Blocker<'a, V>> {
    let mut found = Vec::new();
    let lists = &mut NearLists::default();
    find_obstacles(world, id, body, region, level_parts, lists, |collider, obstacle| {
        found.push((collider, obstacle));
    });
    found
}

/// The same, one after the other.
pub(super) fn find_obstacles<'a, V: Vector>(
    world: &'a World<V>,
    id: BodyId,
    body: &'a Body<V>,
    region: &Bounds<V>,
    level_parts: &'a mut LevelParts<V>,
    lists: &mut NearLists<V>,
    mut found: impl FnMut(ColliderPart, BoundedObstacle<'a, V>),
) {
    let NearLists { slots, colliders, .. } = lists;
    slots.clear();
    world.index.overlapping(region, &mut |slot| {
        slots.push(slot);
        ControlFlow::Continue(())
    });
    slots.sort_unstable();
    let others = slots.iter().filter_map(|&slot| world.occupant(slot));
    let others = others.filter(|&(other, it)| other != id && body.can_collide_with(it));
    let mut blockers: Vec<(ColliderId, &'a PlacedCollider<V>)> =
        emptied(core::mem::take(colliders));
    for (other_id, other) in others {
        let near = other.colliders(other_id).filter(|(_, part)| part.bounds.overlaps(region));
        blockers.extend(near);
    }
    blockers.retain(|(_, part)| body.parts.iter().any(|own| blocks(world, own, part)));
    level_parts.clear();
    for (collider, part) in &blockers {
        if let Some(level) = &part.level {
            level.placed.search(&mut Reach::Within(*region), &mut |number, shape, _| {
                level_parts.push((*collider, number, shape.to_shape()));
                ControlFlow::Continue(())
            });
        }
    }
    sort_by(level_parts, &|x, y| (x.0, x.1).cmp(&(y.0, y.1)));
    let level_parts: &'a LevelParts<V> = level_parts;
    for (collider, part) in blockers.drain(..) {
        let count = body.parts.iter().filter(|own| blocks(world, own, part)).count();
        let some = count < body.parts.len();
        let parts: Option<Box<[bool]>> =
            some.then(|| body.parts.iter().map(|own| blocks(world, own, part)).collect());
        let Obstacle { shape, front } = part.obstacle();
        if part.level.is_none() {
            let bounds = part.bounds;
            found((collider, None), BoundedObstacle { shape, front, bounds, parts });
            continue;
        }
        let first = level_parts.partition_point(|&(of, ..)| of < collider);
        for (_, number, shape) in
            level_parts[first..].iter().take_while(|&&(of, ..)| of == collider)
        {
            let own_front = part.level.as_ref().and_then(|level| level.placed.front(*number));
            let (shape, parts, front) = (shape.as_shape_ref(), parts.clone(), front.or(own_front));
            let bounds = Bounds::of(&shape);
            let part = (collider, Some(*number));
            found(part, BoundedObstacle { shape, front, bounds, parts });
        }
    }
    *colliders = emptied(blockers);
}
