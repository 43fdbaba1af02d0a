//! Bodies that stop at what blocks them.

use super::body::{Body, BodyId, ColliderId};
use super::events::Event;
use super::layers::Response;
use super::step::{Difference, differences, response};
use super::{World, WorldError, place};
use crate::index::{Bounds, Index as _};
use crate::query::move_until_contact::{MoveError, Mover as _, Stop};
use crate::shape::{Obb, Shape};
use crate::space::Vector;
use core::ops::ControlFlow;

/// Where a body came to, and what stopped it.
///
/// It is the answer of [`Mover::move_until_contact`](crate::Mover::move_until_contact), its obstacles named.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyStop<V: Vector> {
    /// Where the box's centre came to: there it penetrates none of the obstacles, nor anywhere on
    /// the way.
    pub position: V,
    /// The part of the motion that is proven free; one, if nothing is in the way.
    pub fraction: f32,
    /// A distance that certainly remains to what stopped it; zero if nothing did.
    pub gap: f32,
    /// What it would have penetrated first, in the order of the obstacles' ids.
    pub hits: Vec<BodyHit<V>>,
    /// It penetrated an obstacle at the start, and was not moved.
    pub started_penetrating: bool,
    /// It stands further back than rounding requires; at worst where it started.
    pub backed_off: bool,
}

/// A meeting of a body with an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit<V: Vector> {
    /// What it met.
    pub obstacle: ColliderId,
    /// A point of the obstacle where they meet.
    pub point: V,
    /// The unit normal of the meeting, pointing from the obstacle to the body.
    pub normal: V,
    /// The part of the motion after which they would begin to penetrate, never late.
    pub fraction: f32,
}

pub(super) fn move_body<V: Vector>(
    world: &mut World<V>,
    id: BodyId,
    motion: &V::Array<f32>,
) -> Result<BodyStop<V>, WorldError> {
    world.body(id)?;
    world.index.settle();
    let body = world.body(id)?;
    let [part] = &*body.parts else {
        return Err(WorldError::Mover { body: id, found: "several colliders" });
    };
    let Shape::Obb(mover) = part.shape else {
        return Err(WorldError::Mover { body: id, found: part.shape.kind() });
    };
    let obstacles = obstacles(world, id, body, motion);
    let shapes = obstacles.iter().map(|&(_, shape)| shape);
    let stop = mover.move_until_contact(*motion, shapes).map_err(|error| match error {
        MoveError::NotFinite { value } => WorldError::Motion { body: id, value },
    })?;
    let stop = named(stop, &obstacles);
    let moved = Obb { center: stop.position.to_array(), ..mover };
    place::commit(world, id, [moved.into()], place::Placement::Shapes(&[]));
    for hit in &stop.hits {
        // Of two meetings in one tick, the first counts.
        world.met.entry((id.collider(0), hit.obstacle)).or_insert(*hit);
    }
    Ok(stop)
}

/// The colliders a body may meet on its way, in the order of their ids.
fn obstacles<'a, V: Vector>(
    world: &'a World<V>,
    id: BodyId,
    body: &'a Body<V>,
    motion: &V::Array<f32>,
) -> Vec<(ColliderId, &'a Shape<V>)> {
    let way = way(&body.bounds, motion);
    let mut obstacles = Vec::new();
    let mut add_parts = |slot: u32| {
        let Some((other_id, other)) = world.occupant(slot).filter(|(other, _)| *other != id) else {
            return;
        };
        if !body.minds(other) {
            return;
        }
        for (collider, part) in other.colliders(other_id) {
            let blocks =
                body.parts.iter().any(|own| response(&world.layers, own, part) == Response::Block);
            if blocks && part.bounds.overlaps(&way) {
                obstacles.push((collider, &part.shape));
            }
        }
    };
    world.index.overlapping(&way, &mut |slot| {
        add_parts(slot);
        ControlFlow::Continue(())
    });
    obstacles.sort_unstable_by_key(|&(id, _)| id);
    obstacles
}

/// All that a body with these bounds may come to be in along a motion. A mover's position is found
/// within a few units in the last place of the straight way: eight are allowed for, subnormal ones
/// too.
fn way<V: Vector>(bounds: &Bounds<V>, motion: &V::Array<f32>) -> Bounds<V> {
    let swept = bounds.swept(motion);
    let largest = (0..V::DIM).fold(0.0, |largest: f32, i| {
        let (min, max) = (swept.min[i].abs(), swept.max[i].abs());
        let reach = if min > max { min } else { max };
        if reach > largest { reach } else { largest }
    });
    swept.grown(8.0 * f32::EPSILON * largest + f32::MIN_POSITIVE)
}

/// A stop whose obstacles are numbers, with their ids in place of them.
fn named<V: Vector>(stop: Stop<V>, obstacles: &[(ColliderId, &Shape<V>)]) -> BodyStop<V> {
    let Stop { position, fraction, gap, hits, started_penetrating, backed_off } = stop;
    let hits = hits
        .into_iter()
        .map(|hit| BodyHit {
            obstacle: obstacles[hit.obstacle].0,
            point: hit.point,
            normal: hit.normal,
            fraction: hit.fraction,
        })
        .collect();
    BodyStop { position, fraction, gap, hits, started_penetrating, backed_off }
}

/// Compares what movers met since the last step with what they met in the tick before, and adds the
/// events.
pub(super) fn close_tick<V: Vector>(world: &mut World<V>) {
    if world.met.is_empty() && world.blocked.is_empty() {
        return;
    }
    let mut met = core::mem::take(&mut world.met);
    met.retain(|(mover, obstacle), _| {
        world.body(mover.body).is_ok() && world.body(obstacle.body).is_ok()
    });
    let mut now = core::mem::take(&mut world.scratch.fresh);
    now.clear();
    now.extend(met.keys());
    let before = core::mem::take(&mut world.blocked);
    differences(&before, &now, |contact @ (mover, obstacle), difference| match difference {
        Difference::Lasts => {}
        Difference::Begins => {
            let BodyHit { point, normal, fraction, .. } = met[&contact];
            world.update(contact, |part| part.blocks += 1);
            world.events.push(Event::Blocked { mover, obstacle, point, normal, fraction });
        }
        Difference::Ends => {
            world.update(contact, |part| part.blocks -= 1);
            world.events.push(Event::Unblocked { mover, obstacle });
        }
    });
    world.blocked = now;
    world.scratch.fresh = before;
    world.events.sort_unstable_by_key(Event::key);
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    #[test]
    fn a_way_has_room_for_four_roundings_at_any_size() {
        for size in [f32::from_bits(1), f32::MIN_POSITIVE, 1.0, 1e30] {
            let way = way::<Vec2>(&Bounds::from_corners([0.0; 2], [size; 2]), &[0.0; 2]);
            let four_up = (0..4).fold(size, |x, _| x.next_up());
            assert!(way.max[0] >= four_up && way.min[0] <= size - four_up, "{way:?}");
        }
    }
}
