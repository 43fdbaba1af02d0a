//! Placing many bodies by one call.

use super::{Placement, occupant, place, try_place};
use crate::index::{BodyKind, Index as _};
use crate::query::bounds::Bounds;
use crate::shape::Shape;
use crate::space::{Pose, Vector};
use crate::threads::{self, PARTS, join};
use crate::world::body::BodyId;
use crate::world::proxies;
use crate::world::{BodySlot, World, WorldError};

/// A body, and the pose for all of its colliders.
type Placing<V> = (BodyId, Pose<V>);

/// The fewest bodies in a part: they take some fifty microseconds, about as long as a thread takes to
/// wake.
const MIN_PART: usize = 512;

pub(in crate::world) fn place_all<V: Vector>(
    world: &mut World<V>,
    bodies: &[Placing<V>],
) -> Result<(), WorldError> {
    let len = bodies.len().div_ceil(PARTS);
    if threads::are_several() && bodies.len() > MIN_PART && slots_increase(world, bodies) {
        place_in_parts(world, bodies, if len < MIN_PART { MIN_PART } else { len })
    } else {
        let mut placed = Ok(());
        for (id, pose) in bodies {
            placed = placed.and(place(world, *id, Placement::Pose(pose)));
        }
        placed
    }
}

/// Whether the slots of bodies increase, and the last one exists.
fn slots_increase<V: Vector>(world: &World<V>, bodies: &[Placing<V>]) -> bool {
    bodies.last().is_some_and(|(id, _)| (id.slot as usize) < world.slots.len())
        && bodies.is_sorted_by(|(p, _), (q, _)| p.slot < q.slot)
}

/// Places bodies whose slots increase, `len` of them in each part.
fn place_in_parts<V: Vector>(
    world: &mut World<V>,
    bodies: &[Placing<V>],
    len: usize,
) -> Result<(), WorldError> {
    let mut parts = core::mem::take(&mut world.scratch.placed);
    let count = bodies.len().div_ceil(len);
    if parts.len() < count {
        parts.resize_with(count, MovedBodies::default);
    }
    let World { slots, proxies, index, moved, walking, .. } = world;
    let range = SlotRange { first: 0, slots, proxies: proxies.all() };
    let placed = range.place(bodies, len, &mut parts);
    for (slot, bounds, mobility) in parts.iter_mut().flat_map(|part| part.moved.drain(..)) {
        index.upsert(slot, &bounds, mobility);
        moved.mark(slot);
        walking.forget(BodyId { slot, generation: slots[slot as usize].generation });
    }
    world.scratch.placed = parts;
    placed
}

/// The results of a part of the list.
#[derive(Debug)]
pub(in crate::world) struct MovedBodies<V: Vector> {
    /// The bodies that moved: their slots, and what the index stores of them.
    moved: Vec<(u32, Bounds<V>, BodyKind)>,
    /// The shapes of one body at a time.
    shapes: Vec<Shape<V>>,
}

impl<V: Vector> Default for MovedBodies<V> {
    fn default() -> Self {
        Self { moved: Vec::new(), shapes: Vec::new() }
    }
}

/// Consecutive slots, and their proxies.
struct SlotRange<'a, V: Vector> {
    first: u32,
    slots: &'a mut [BodySlot<V>],
    proxies: proxies::ProxyRange<'a>,
}

impl<V: Vector> SlotRange<'_, V> {
    /// The slots before one, and the others.
    fn split_at(self, slot: u32) -> (Self, Self) {
        let (slots, other_slots) = self.slots.split_at_mut((slot - self.first) as usize);
        let (proxies, other_proxies) = self.proxies.split_at(slot);
        (
            Self { first: self.first, slots, proxies },
            Self { first: slot, slots: other_slots, proxies: other_proxies },
        )
    }

    /// Places bodies that are sorted by their slots, `len` of them for each of the parts: so each part
    /// has slots of its own.
    fn place(
        mut self,
        bodies: &[Placing<V>],
        len: usize,
        parts: &mut [MovedBodies<V>],
    ) -> Result<(), WorldError> {
        let count = bodies.len().div_ceil(len);
        if count > 1 {
            let (before, after) = bodies.split_at(count / 2 * len);
            let (parts_before, parts_after) = parts.split_at_mut(count / 2);
            let (range_before, range_after) = self.split_at(after[0].0.slot);
            let (mut first, mut second) = (Ok(()), Ok(()));
            join(
                || first = range_before.place(before, len, parts_before),
                || second = range_after.place(after, len, parts_after),
            );
            return first.and(second);
        }
        let mut placed = Ok(());
        if let Some(part) = parts.first_mut() {
            for (id, pose) in bodies {
                placed = placed.and(self.place_one(*id, pose, part));
            }
        }
        placed
    }

    fn place_one(
        &mut self,
        id: BodyId,
        pose: &Pose<V>,
        MovedBodies { moved, shapes }: &mut MovedBodies<V>,
    ) -> Result<(), WorldError> {
        let body = occupant(self.slots.get_mut((id.slot - self.first) as usize), id)?;
        if try_place(body, id, Placement::Pose(pose), shapes)? {
            self.proxies.set(id.slot, id.generation, Some(body));
            moved.push((id.slot, body.bounds, body.options.kind));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Capsule, Obb, Sphere};
    use crate::world::{BodyKind, BodyOptions, Collider};
    use asunder_jury::Rng;
    use glam::{Vec2, vec2};

    /// Bodies of one and of three colliders, a wall in ten, and ids of some that were removed.
    fn world(rng: &mut Rng) -> (World<Vec2>, Vec<BodyId>) {
        let mut world = World::new();
        let ids = (0..300).map(|i| {
            let shape: Shape<Vec2> = match i % 4 {
                0 => Sphere::new([0.5, 0.0], 1.0).into(),
                1 => Obb::new([0.0, 0.0], [1.0, 0.5], [1.0, 0.0]).into(),
                2 => Capsule::new([0.0, 0.0], [0.0, 1.0], 0.5).into(),
                _ => Shape::Point(vec2(1.0, 0.0)),
            };
            let colliders = vec![Collider::new(shape); if i % 5 == 0 { 3 } else { 1 }];
            let motion = if i % 10 == 3 { BodyKind::Fixed } else { BodyKind::Moving };
            world.insert_body(&colliders, BodyOptions::from(motion)).expect("finite shapes")
        });
        let ids: Vec<_> = ids.collect();
        for &id in ids.iter().filter(|_| rng.below(20) == 0) {
            world.remove(id).expect("it was there");
        }
        (world, ids)
    }

    /// In parts or not: the same bodies are refused, and the worlds are the same afterwards, bit for
    /// bit.
    #[test]
    fn many_at_once_are_placed_as_one_after_another() {
        let mut rng = Rng::new(83);
        let (mut parts, ids) = world(&mut rng);
        let mut single = parts.clone();
        let (mut refused, mut events) = (0, 0);
        for _ in 0..40 {
            let mut bodies = Vec::new();
            for &id in &ids {
                if rng.below(3) == 0 {
                    continue;
                }
                let mut at = [(); 2].map(|()| rng.between(0.0, 20.0) as f32);
                if rng.below(500) == 0 {
                    at[1] = f32::NAN;
                }
                bodies.push((id, Pose::from_translation(at)));
            }
            let mut expected = Ok(());
            for (id, pose) in &bodies {
                expected = expected.and(single.set_body_pose(*id, pose));
            }
            assert!(slots_increase(&parts, &bodies));
            let len = 1 + rng.below(bodies.len());
            // A pose with a NaN is not equal to itself: errors are compared by their messages.
            let message =
                |placed: Result<(), WorldError>| placed.map_err(|error| error.to_string());
            let expected = message(expected);
            assert_eq!(message(place_in_parts(&mut parts, &bodies, len)), expected, "{len}");
            refused += usize::from(expected.is_err());
            for world in [&mut single, &mut parts] {
                world.step();
            }
            assert_eq!(parts.events(), single.events());
            assert_eq!(parts.snapshot().to_bytes(), single.snapshot().to_bytes());
            events += single.events().len();
        }
        assert!(refused > 10 && events > 1000, "{refused}, {events}");
    }

    /// Out of order, twice, or unknown: then the list is not split.
    #[test]
    fn any_list_is_placed_in_its_order() {
        let (mut world, ids) = world(&mut Rng::new(84));
        let at = |x: f32| Pose::from_translation([x, 0.0]);
        let id = ids[ids.len() - 1];
        let unknown = BodyId { slot: 300, generation: 0 };
        let twice = [(id, at(1.0)), (id, at(2.0))];
        assert!(!slots_increase(&world, &twice));
        assert!(!slots_increase(&world, &[(ids[1], at(0.0)), (ids[0], at(0.0))]));
        let refused = [(unknown, at(1.0)), (id, at(3.0)), (unknown, at(1.0))];
        assert!(!slots_increase(&world, &[(id, at(0.0)), (unknown, at(0.0))]));
        place_all(&mut world, &twice).expect("the body is there");
        let x = |world: &World<Vec2>| match world.shape(id.collider(0)) {
            Ok(Shape::Point(point)) => point.x,
            other => panic!("{other:?}"),
        };
        assert_eq!(x(&world), 3.0, "one to the right of the last pose");
        let error = WorldError::NoBody { body: unknown };
        assert_eq!(place_all(&mut world, &refused), Err(error), "and the others are placed");
        assert_eq!(x(&world), 4.0);
        assert_eq!(place_all(&mut world, &[]), Ok(()));
    }
}
