//! When a carrier meets a body that is in its way.

use super::frame::{displacement, local_point, middle_of, placed_point};
use super::group::Member;
use super::turn::last_free;
use crate::exact::{Number as _, at_or_above, widen};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::move_until_contact::BoundedObstacle;
use crate::query::proximity::proof;
use crate::shape::{AnyShape as _, Shape};
use crate::space::{Pose, Vector};
use crate::world::World;
use crate::world::body::{Body, BodyId, ColliderId, PlacedCollider};
use crate::world::movers::blocks;

/// How a body in the way of a carrier is to be moved, if it is in the way.
pub(super) fn push<V: Vector>(
    world: &World<V>,
    id: BodyId,
    other: BodyId,
    [from, to]: [&Pose<V>; 2],
    shapes: &[Shape<V>],
) -> Option<Member<V>> {
    let (carrier, body) = (world.body(id).ok()?, world.body(other).ok()?);
    let pairs = Pairs { world, carrier, id, body };
    let is_inside =
        pairs.any(|own, part, _| part.collider.one_way.is_none() && meet(own, &part.shape));
    let ends_inside =
        pairs.any(|own, part, index| part.collider.one_way.is_none() && meet(own, &shapes[index]));
    if is_inside {
        return ends_inside.then(|| Member::new(other, Vect::zero(), Vec::new()));
    }
    let middle = middle_of(body);
    if from.rotation == to.rotation {
        let motion = displacement(from, to, middle);
        let Some((fraction, fronts)) = pairs.first_contact(motion) else {
            // The sweep's motion is rounded, and may end before a body that the carrier comes to be in.
            return ends_inside.then(|| Member::new(other, Vect::zero(), Vec::new()));
        };
        return Some(Member::new(other, motion * (1.0 - widen(fraction)), fronts));
    }
    if !ends_inside {
        return None;
    }
    let free = last_free(0.0, 1.0, |fraction| {
        let pose = from.between(to, fraction);
        pairs.any(|own, part, _| {
            let there = part.collider.shape.try_transformed(&pose);
            part.collider.one_way.is_none() && there.is_ok_and(|there| meet(own, &there))
        })
    });
    let contact = from.between(to, free);
    let there = placed_point(to, local_point(&contact, middle));
    Some(Member::new(other, there - middle, Vec::new()))
}

fn meet<V: Vector>(own: &PlacedCollider<V>, shape: &Shape<V>) -> bool {
    own.bounds.overlaps(&Bounds::of(shape))
        && proof::penetrates(own.shape.as_shape_ref(), shape.as_shape_ref())
}

/// The colliders of a body and of a carrier that block each other.
struct Pairs<'a, V: Vector> {
    world: &'a World<V>,
    carrier: &'a Body<V>,
    id: BodyId,
    body: &'a Body<V>,
}

impl<V: Vector> Pairs<'_, V> {
    /// Whether something holds for any of them: a collider of the body, one of the carrier, and the index of
    /// that one.
    fn any(&self, holds: impl Fn(&PlacedCollider<V>, &PlacedCollider<V>, usize) -> bool) -> bool {
        self.body.parts.iter().any(|own| {
            let mut parts = self.carrier.parts.iter().enumerate();
            parts.any(|(index, part)| blocks(self.world, own, part) && holds(own, part, index))
        })
    }

    /// The fraction of a motion of the carrier at which it meets the body, and the one-way colliders of the
    /// carrier that block the body.
    fn first_contact(&self, motion: Vect<V, f64>) -> Option<(f32, Vec<ColliderId>)> {
        // Seen from the carrier, the body moves the other way.
        let back = -Vect::<V, f32>(motion.to_f32());
        let length = motion.norm1();
        let mut first: Option<f32> = None;
        let mut fronts = Vec::new();
        for own in &*self.body.parts {
            let passed = own.bounds.passed_within(widen(at_or_above(length)));
            for (collider, part) in self.carrier.colliders(self.id) {
                if !blocks(self.world, own, part) || !passed.overlaps(&part.bounds) {
                    continue;
                }
                let obstacles = [BoundedObstacle::new(&part.obstacle())];
                let Ok(stop) = V::stop(own.shape.as_shape_ref(), &back.0, &obstacles) else {
                    continue;
                };
                if stop.hits.is_empty() {
                    continue;
                }
                first = Some(first.map_or(stop.fraction, |first| first.smaller(stop.fraction)));
                if part.collider.one_way.is_some() {
                    fronts.push(collider);
                }
            }
        }
        first.map(|first| (first, fronts))
    }
}
