//! Bodies that stop at what blocks them.

mod near;

use super::body::{Body, BodyId, ColliderId, PlacedCollider};
use super::contacts::{PairDifference, differences};
use super::events::Event;
use super::layers::Response;
use super::{World, WorldError, place, walking};
use crate::exact::{Number as _, is_zero, widen};
use crate::index::Index as _;
use crate::linalg::Vect;
use crate::query::move_and_slide::{HitFilter, Slide, SlideOptions, displaced, freed, note_hits};
use crate::query::move_until_contact::{Hit, MoveError, Stop, is_movable, placed};
use crate::shape::{AnyShape as _, Shape, ShapeRef};
use crate::space::Vector;
pub(super) use near::{KeptLists, LevelParts, obstacles};
use near::{WalkLists, emptied, find_obstacles};

impl<V: Vector> World<V> {
    /// Moves a body of one collider along `motion`, without turning, until it would begin to
    /// penetrate a collider whose layer blocks its own; see
    /// [`Mover::move_until_contact`](crate::Mover::move_until_contact), also for which shapes move.
    /// It passes what it could not pair with: a fixed body passes other fixed ones. (A character of
    /// many hitboxes moves as two bodies of one owner: one that walks, and one that is posed.) It
    /// passes a [one-way](super::Collider::one_way()) collider from its other side.
    ///
    /// The shape stays where it stops, as if placed there by
    /// [`set_body_shapes`](Self::set_body_shapes). The next step reports what it met as
    /// [`Event::Blocked`], unless it met that in the tick before too.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    /// use asunder::world::Event;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let wall = world.insert(Aabb2::new([3.0, 0.0], [4.0, 9.0]), BodyKind::Fixed)?;
    /// let walker = Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    /// let walker = world.insert(walker, BodyKind::Moving)?;
    ///
    /// let stop = world.move_body(walker, [10.0, 0.0])?;
    /// assert_eq!((stop.position.to_array(), stop.fraction), ([2.5, 0.5], 0.25));
    /// assert_eq!(stop.hits[0].obstacle, wall.collider(0));
    ///
    /// world.step();
    /// assert!(matches!(world.events(), [Event::Blocked { .. }]));
    /// world.move_body(walker, [10.0, 0.0])?;
    /// world.step();
    /// assert!(world.events().is_empty(), "it is blocked still");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world or is not one shape that moves, or the motion is not finite.
    /// Then nothing has changed.
    pub fn move_body(
        &mut self,
        id: BodyId,
        motion: impl Into<V::Array<f32>>,
    ) -> Result<Stop<V, ColliderId>, WorldError> {
        V::move_body(self, id, &motion.into())
    }

    /// Moves a body along `motion`, and along whatever blocks it on the way; see
    /// [`Mover::move_and_slide`](crate::Mover::move_and_slide).
    ///
    /// A body of several colliders moves as one, each of them stopped by what blocks its own layer. All
    /// else is as for [`move_body`](Self::move_body). What it slid along, floors too, is reported as
    /// [`Event::Blocked`]: a character under gravity stands where the floor blocks it.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// let floor = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed)?;
    /// let ledge = world.insert(Aabb2::new([1.0, 0.0], [9.0, 0.25]), BodyKind::Fixed)?;
    /// let walker = world.insert(Capsule2::new([0.0, 0.5], [0.0, 1.5], 0.5), BodyKind::Moving)?;
    ///
    /// let options = SlideOptions { step_height: 0.25, ..SlideOptions::default() };
    /// let slide = world.slide_body(walker, [3.0, -1.0], &options)?;
    /// assert_eq!(slide.moved.to_array(), [3.0, 0.25], "along the floor, and over the ledge");
    /// assert_eq!(slide.floor.map(|floor| floor.obstacle.body), Some(ledge));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world or one of its shapes does not move, or the motion or an option is
    /// not finite. Then nothing has changed.
    pub fn slide_body(
        &mut self,
        id: BodyId,
        motion: impl Into<V::Array<f32>>,
        options: &SlideOptions<V>,
    ) -> Result<Slide<V, ColliderId>, WorldError> {
        V::slide_body(self, id, &motion.into(), options, &mut |_| true)
    }

    /// Moves a body out of all that it penetrates and that blocks it, to a place near by: how far it was
    /// moved, zero if it penetrates nothing. `None`, if no place was found; then it stays where it is.
    ///
    /// That it penetrates nothing there is proven. The displacement is the shortest that respects the minimum
    /// translations met on the way; one-way colliders are ignored.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let layers = Layers::new().respond("default", "default", Response::Block)?;
    /// let mut world = World2::with_layers(layers);
    /// world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed)?;
    /// world.insert(Aabb2::new([3.0, -1.0], [4.0, 9.0]), BodyKind::Fixed)?;
    /// let stuck = world.insert(Sphere2::new([2.25, 0.75], 1.0), BodyKind::Moving)?;
    /// let moved = world.depenetrate_body(stuck)?.unwrap();
    /// assert!((moved.x + 0.25).abs() < 1e-6 && (moved.y - 0.25).abs() < 1e-6, "touches both");
    /// assert_eq!(world.depenetrate_body(stuck)?.unwrap().to_array(), [0.0, 0.0]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world or one of its shapes does not move. Then nothing has changed.
    pub fn depenetrate_body(&mut self, id: BodyId) -> Result<Option<V>, WorldError> {
        V::depenetrate_body(self, id)
    }

    /// As [`slide_body`](Self::slide_body), past the colliders that `counts` says no to: doors that open,
    /// things that are picked up. It is called for each hit, also of steps that are tried; what it says no to is
    /// ignored for the rest of the move.
    ///
    /// # Errors
    /// As [`slide_body`](Self::slide_body).
    pub fn slide_body_among(
        &mut self,
        id: BodyId,
        motion: impl Into<V::Array<f32>>,
        options: &SlideOptions<V>,
        mut counts: impl FnMut(&Hit<V, ColliderId>) -> bool,
    ) -> Result<Slide<V, ColliderId>, WorldError> {
        V::slide_body(self, id, &motion.into(), options, &mut counts)
    }
}

pub(super) fn move_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
) -> Result<Stop<V, ColliderId>, WorldError> {
    world.body(id)?;
    world.index.settle();
    let (body, mover) = lone_mover(world, id)?;
    let mut levels = Vec::new();
    let obstacles = obstacles(world, id, body, &body.bounds.passed(motion), &mut levels);
    let (ids, obstacles): (Vec<_>, Vec<_>) = obstacles.into_iter().unzip();
    let stop = V::stop(mover.as_shape_ref(), motion, &obstacles);
    let stop = stop.map_err(|error| world_error(id, error))?;
    let mut stop = stop.named(|obstacle| ids[obstacle]);
    // Of a level, several parts may be hit: the first counts.
    let own = core::mem::take(&mut stop.hits);
    note_hits(&mut stop.hits, &own);
    let moved = placed(&mover.as_shape_ref(), &stop.position.to_array());
    let moved = moved.expect("what has moved is a shape that moves");
    place::commit(world, id, [moved], place::Placement::Shapes(&[]));
    note_met(world, id, &stop.hits);
    world.walking.forget(id);
    Ok(stop)
}

pub(super) fn depenetrate_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
) -> Result<Option<V>, WorldError> {
    world.body(id)?;
    world.index.settle();
    let body = mover(world, id)?;
    let parts: Vec<ShapeRef<'_, V>> =
        body.parts.iter().map(|part| part.shape.as_shape_ref()).collect();
    let size = (0..V::DIM)
        .fold(0.0, |sum, t| sum + (widen(body.bounds.max[t]) - widen(body.bounds.min[t])));
    let mut reach = size;
    let moved = loop {
        let region = body.bounds.passed_within(reach);
        let mut levels = Vec::new();
        let obstacles = obstacles(world, id, body, &region, &mut levels);
        let obstacles: Vec<_> = obstacles.into_iter().map(|(_, obstacle)| obstacle).collect();
        let Some(moved) = freed(&parts, &obstacles) else { return Ok(None) };
        let length = (0..V::DIM).fold(0.0, |sum, t| sum + widen(moved[t]).abs());
        // Further away there may be more obstacles.
        if length <= reach {
            break moved;
        }
        reach = 2.0 * length;
    };
    leave_displaced(world, id, &moved, &[]);
    if (0..V::DIM).any(|t| !is_zero(moved[t])) {
        world.walking.forget(id);
    }
    Ok(Some(V::from_array(moved)))
}

/// Decides about a hit: whether the collider counts.
pub(crate) type ColliderFilter<'a, V> = &'a mut dyn FnMut(&Hit<V, ColliderId>) -> bool;

pub(super) fn slide_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
    options: &SlideOptions<V>,
    counts: ColliderFilter<'_, V>,
) -> Result<Slide<V, ColliderId>, WorldError> {
    let slide = slid(world, id, motion, options, &|_| false, counts)?;
    leave_slid(world, id, motion, options, &slide);
    Ok(slide)
}

/// Leaves a body where it slid to.
pub(super) fn leave_slid<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
    options: &SlideOptions<V>,
    slide: &Slide<V, ColliderId>,
) {
    leave_displaced(world, id, &slide.moved.to_array(), &slide.hits);
    walking::note_slide(world, id, motion, options, slide);
}

/// The slide of a body, which stays where it is. The colliders of bodies that are `ignored` do not count.
pub(super) fn slid<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
    options: &SlideOptions<V>,
    ignored: &dyn Fn(BodyId) -> bool,
    counts: ColliderFilter<'_, V>,
) -> Result<Slide<V, ColliderId>, WorldError> {
    world.body(id)?;
    world.index.settle();
    let mut lists = world.scratch.walk.take();
    let slide = slid_with(world, id, motion, options, ignored, counts, &mut lists);
    world.scratch.walk.keep(lists);
    slide
}

fn slid_with<V: Vector>(
    world: &World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
    options: &SlideOptions<V>,
    ignored: &dyn Fn(BodyId) -> bool,
    counts: ColliderFilter<'_, V>,
    lists: &mut WalkLists<V>,
) -> Result<Slide<V, ColliderId>, WorldError> {
    let body = mover(world, id)?;
    let WalkLists { slide: lists, near, parts: kept_parts, ids, obstacles: kept_obstacles } = lists;
    let mut parts = emptied(core::mem::take(kept_parts));
    parts.extend(body.parts.iter().map(|part| part.shape.as_shape_ref()));
    // A slide turns the motion to any side; steps and the way down to the floor are along `up`.
    let length = Vect::<V, f64>::of(motion).norm1();
    let any = length + 2.0 * widen(options.ledge).positive_part();
    let height =
        2.0 * widen(options.step_height).positive_part() + widen(options.snap).positive_part();
    let up = Vect::<V, f64>::of(&options.up.to_array()).unit();
    let along = up.map_or(Vect::zero(), |up: Vect<V, f64>| up.abs() * height);
    // Steps may lead further than the motion alone would: then there may have been more obstacles.
    let mut reach = (Vect::splat(any) + along) * 1.01;
    let slide = loop {
        let region = body.bounds.passed_within_each(&reach.0);
        let mut levels = core::mem::take(&mut near.levels);
        let mut obstacles = emptied(core::mem::take(kept_obstacles));
        ids.clear();
        find_obstacles(world, id, body, &region, &mut levels, near, |collider, obstacle| {
            if !ignored(collider.0.body) {
                ids.push(collider);
                obstacles.push(obstacle);
            }
        });
        let filter: HitFilter<'_, V> = &mut |hit| counts(&hit.named(|obstacle| ids[obstacle]));
        let slide = V::slide(&parts, motion, &obstacles, options, filter, lists);
        *kept_obstacles = emptied(obstacles);
        near.levels = levels;
        let (mut slide, needed) = slide.map_err(|error| world_error(id, error))?;
        if (0..V::DIM).all(|t| needed[t] <= reach[t]) {
            // Of a level, several parts may be hit: the first counts.
            let own = core::mem::take(&mut slide.hits);
            let mut hits: Vec<Hit<V, ColliderId>> = Vec::with_capacity(own.len());
            for hit in &own {
                note_hits(&mut hits, &[hit.named(|obstacle| ids[obstacle])]);
            }
            lists.keep_hits(own);
            break Slide { hits, ..slide.named(|obstacle| ids[obstacle]) };
        }
        reach = (reach * 2.0).zip(Vect(needed), f64::larger);
    };
    *kept_parts = emptied(parts);
    Ok(slide)
}

/// Whether two colliders block one another.
pub(super) fn blocks<V: Vector>(
    world: &World<V>,
    own: &PlacedCollider<V>,
    other: &PlacedCollider<V>,
) -> bool {
    world.layers.between(own.layers(), other.layers()) == Response::Block
}

/// A body whose shapes all move.
pub(super) fn mover<V: Vector>(world: &World<V>, id: BodyId) -> Result<&Body<V>, WorldError> {
    let body = world.body(id)?;
    for part in &*body.parts {
        if let Some(level) = &part.level {
            return Err(WorldError::Mover { body: id, found: level.local.kind() });
        }
        if !is_movable(&part.shape.as_shape_ref()) {
            return Err(WorldError::Mover { body: id, found: part.shape.kind() });
        }
    }
    Ok(body)
}

/// A body, and its one shape, which can move.
fn lone_mover<V: Vector>(
    world: &World<V>,
    id: BodyId,
) -> Result<(&Body<V>, &Shape<V>), WorldError> {
    let body = mover(world, id)?;
    let [part] = &*body.parts else {
        return Err(WorldError::Mover { body: id, found: "several colliders" });
    };
    Ok((body, &part.shape))
}

pub(super) fn world_error(body: BodyId, error: MoveError) -> WorldError {
    match error {
        MoveError::Kind { kind } => WorldError::Mover { body, found: kind },
        MoveError::NotFinite { value } => WorldError::Motion { body, value },
        MoveError::Up { .. }
        | MoveError::MaxSlope { .. }
        | MoveError::StepHeight { .. }
        | MoveError::Snap { .. }
        | MoveError::Ledge { .. } => WorldError::SlideOptions { error },
    }
}

/// Leaves a body of shapes that move displaced, and keeps its contacts for the next step; whether it could be.
pub(super) fn leave_displaced<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    moved: &V::Array<f32>,
    hits: &[Hit<V, ColliderId>],
) -> bool {
    let mut shapes = core::mem::take(&mut world.scratch.shapes);
    shapes.clear();
    let can_be = world.body(id).is_ok_and(|body| {
        let displaced = |part: &PlacedCollider<V>| displaced(&part.shape.as_shape_ref(), moved);
        body.parts.iter().all(|part| displaced(part).map(|shape| shapes.push(shape)).is_some())
    });
    if can_be {
        place::commit(world, id, shapes.drain(..), place::Placement::Shapes(&[]));
        note_met(world, id, hits);
    }
    world.scratch.shapes = shapes;
    can_be
}

/// Keeps the contacts of a mover for the next step.
fn note_met<V: Vector>(world: &mut World<V>, id: BodyId, hits: &[Hit<V, ColliderId>]) {
    for hit in hits {
        // Of two contacts in one tick, the first counts.
        world.met.or_insert_with((id.collider(0), hit.obstacle), || *hit);
    }
}

/// Compares what movers met since the last step with what they met in the tick before, and adds the
/// events.
pub(super) fn end_step<V: Vector>(world: &mut World<V>) {
    if world.met.is_empty() && world.blocked.is_empty() {
        return;
    }
    let mut met = core::mem::take(&mut world.met);
    met.retain(|(mover, obstacle), _| {
        world.body(mover.body).is_ok() && world.body(obstacle.body).is_ok()
    });
    let mut now = core::mem::take(&mut world.scratch.contacts);
    now.clear();
    now.extend(met.keys());
    let before = core::mem::take(&mut world.blocked);
    differences(&before, &now, |contact @ (mover, obstacle), difference| match difference {
        PairDifference::Lasts => {}
        PairDifference::Begins => {
            let Some(&Hit { point, normal, fraction, .. }) = met.get(&contact) else { return };
            world.update(contact, |part| part.mover_contacts += 1);
            world.events.push(Event::Blocked { mover, obstacle, point, normal, fraction });
        }
        PairDifference::Ends => {
            world.update(contact, |part| part.mover_contacts -= 1);
            world.events.push(Event::Unblocked { mover, obstacle });
        }
    });
    world.blocked = now;
    world.scratch.contacts = before;
    Event::sort(&mut world.events);
}
