//! Bodies that stop at what blocks them.

use super::body::{Body, BodyId, ColliderId};
use super::events::Event;
use super::layers::Response;
use super::step::{PairDifference, differences, response};
use super::{World, WorldError, place};
use crate::exact::{Number as _, widen};
use crate::index::Index as _;
use crate::query::bounds::Bounds;
use crate::query::move_and_slide::{Slide, SlideOptions};
use crate::query::move_until_contact::{Hit, MoveError, Obstacle, Stop, placed, position};
use crate::shape::{AnyShape as _, Shape};
use crate::space::Vector;
use core::ops::ControlFlow;

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

    /// Moves a body of one collider along `motion`, and along whatever blocks it on the way; see
    /// [`Mover::move_and_slide`](crate::Mover::move_and_slide).
    ///
    /// All else is as for [`move_body`](Self::move_body). What it slid along, floors too, is reported
    /// as [`Event::Blocked`]: a character under gravity stands where the floor blocks it.
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
    /// assert_eq!(slide.position.to_array(), [3.0, 0.75], "along the floor, and over the ledge");
    /// assert_eq!(slide.floor.map(|floor| floor.to_array()), Some([0.0, 1.0]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in the world or is not one shape that moves, or the motion or the height of a
    /// step is not finite. Then nothing has changed.
    pub fn slide_body(
        &mut self,
        id: BodyId,
        motion: impl Into<V::Array<f32>>,
        options: &SlideOptions<V>,
    ) -> Result<Slide<V, ColliderId>, WorldError> {
        V::slide_body(self, id, &motion.into(), options)
    }
}

pub(super) fn move_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
) -> Result<Stop<V, ColliderId>, WorldError> {
    world.body(id)?;
    world.index.settle();
    let (body, mover) = mover(world, id)?;
    let obstacles = obstacles(world, id, body, &body.bounds.passed(motion));
    let stop = V::stop(mover.as_shape_ref(), motion, &without_ids(&obstacles));
    let stop = stop.map_err(|error| world_error(id, error))?;
    let stop = stop.named(|obstacle| obstacles[obstacle].0);
    let moved = placed(&mover.as_shape_ref(), &stop.position.to_array());
    commit(world, id, moved, &stop.hits);
    Ok(stop)
}

pub(super) fn slide_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
    options: &SlideOptions<V>,
) -> Result<Slide<V, ColliderId>, WorldError> {
    world.body(id)?;
    world.index.settle();
    let (body, mover) = mover(world, id)?;
    let length = (0..V::DIM).fold(0.0, |sum, t| sum + widen(motion[t]).abs());
    // Steps may lead further than the motion alone would: then there may have been more obstacles.
    let mut reach = 1.01 * (length + 2.0 * widen(options.step_height).positive_part());
    let (slide, obstacles) = loop {
        let obstacles = obstacles(world, id, body, &body.bounds.passed_within(reach));
        let slide = V::slide(mover.as_shape_ref(), motion, &without_ids(&obstacles), options);
        let (slide, needed) = slide.map_err(|error| world_error(id, error))?;
        if needed <= reach {
            break (slide, obstacles);
        }
        reach = (2.0 * reach).larger(needed);
    };
    let slide = slide.named(|obstacle| obstacles[obstacle].0);
    let moved = placed(&mover.as_shape_ref(), &slide.position.to_array());
    commit(world, id, moved, &slide.hits);
    Ok(slide)
}

/// A body, and its one shape, which can move.
fn mover<V: Vector>(world: &World<V>, id: BodyId) -> Result<(&Body<V>, &Shape<V>), WorldError> {
    let body = world.body(id)?;
    let [part] = &*body.parts else {
        return Err(WorldError::Mover { body: id, found: "several colliders" });
    };
    let shape = part.shape.as_shape_ref();
    match placed(&shape, &position(&shape)) {
        Some(_) => Ok((body, &part.shape)),
        None => Err(WorldError::Mover { body: id, found: part.shape.kind() }),
    }
}

fn world_error(body: BodyId, error: MoveError) -> WorldError {
    match error {
        MoveError::Kind { kind } => WorldError::Mover { body, found: kind },
        MoveError::NotFinite { value } => WorldError::Motion { body, value },
        MoveError::Up { .. } | MoveError::FloorCosine | MoveError::StepHeight { .. } => {
            WorldError::SlideOptions { error }
        }
    }
}

/// Places a mover where it stopped, and keeps its contacts for the next step.
fn commit<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    moved: Option<Shape<V>>,
    hits: &[Hit<V, ColliderId>],
) {
    let moved = moved.expect("what has moved is a shape that moves");
    place::commit(world, id, [moved], place::Placement::Shapes(&[]));
    for hit in hits {
        // Of two contacts in one tick, the first counts.
        world.met.entry((id.collider(0), hit.obstacle)).or_insert(*hit);
    }
}

/// A collider that may be in a body's way.
type Blocker<'a, V> = (ColliderId, Obstacle<'a, V>);

/// The colliders a body may meet in a region, in the order of their ids.
fn obstacles<'a, V: Vector>(
    world: &'a World<V>,
    id: BodyId,
    body: &'a Body<V>,
    region: &Bounds<V>,
) -> Vec<Blocker<'a, V>> {
    let mut obstacles = Vec::new();
    let mut add_parts = |slot: u32| {
        let Some((other_id, other)) = world.occupant(slot).filter(|(other, _)| *other != id) else {
            return;
        };
        if !body.can_collide_with(other) {
            return;
        }
        for (collider, part) in other.colliders(other_id) {
            let blocks =
                body.parts.iter().any(|own| response(&world.layers, own, part) == Response::Block);
            if blocks && part.bounds.overlaps(region) {
                obstacles.push((collider, part.obstacle()));
            }
        }
    };
    world.index.overlapping(region, &mut |slot| {
        add_parts(slot);
        ControlFlow::Continue(())
    });
    obstacles.sort_unstable_by_key(|&(id, _)| id);
    obstacles
}

fn without_ids<'a, V: Vector>(obstacles: &[Blocker<'a, V>]) -> Vec<Obstacle<'a, V>> {
    obstacles.iter().map(|&(_, obstacle)| obstacle).collect()
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
            let Hit { point, normal, fraction, .. } = met[&contact];
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
    world.events.sort_unstable_by_key(Event::key);
}
