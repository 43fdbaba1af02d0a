//! The place of a mover near a time of impact: proposed in `f64`, and free by the exact sweep to it.

use super::placed::stores_several_points;
use super::sweep::{BoundedShape, Displacement, penetrates_along};
use crate::exact::{Estimate, Exact as _, is_zero};
use crate::linalg::{Matrix, Vect};
use crate::query::predicate::{Rule, evaluate};
use crate::query::proximity::proof;
use crate::query::separation::{Shapes, SpansSpace};
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::cmp::Ordering;

/// At least half a unit, at most one unit in the last place of a largest coordinate.
pub(crate) fn ulp_of(largest: f64) -> f64 {
    f64::from(f32::EPSILON) / 2.0 * largest
}

/// The most units in the last place between a place and the point of contact.
pub(in crate::query) const NUDGES: u32 = 4;

/// The search for a free place on a motion. A place is what is stored of it: a position, or a displacement.
pub(in crate::query) trait StopSearch<V: Vector> {
    /// The place at the start, and the motion.
    fn path(&self) -> [&V::Array<f32>; 2];

    /// At least half a unit in the last place of the largest number at the contact.
    fn unit(&self, time: f64) -> f64;

    /// The length of the first step back from a contact with such a unit.
    fn first_step_back(&self, unit: f64) -> f64 {
        unit
    }

    /// The place nearest to a target, moved along each axis by some units in the last place.
    fn rounded(&self, target: Vect<V, f64>, units: Vect<V, f64>) -> V::Array<f32>;

    /// The unit normal that leads away from the first obstacle that blocks the path to a place, which was proposed for an
    /// impact. `None`, if none does; zero, if the mover cannot be stored there.
    fn away_from_blocker(&self, place: &V::Array<f32>, impact: Option<f64>)
    -> Option<Vect<V, f64>>;

    /// A free place near the time of impact, or the end if there is no impact, or further back, at worst the start; and
    /// whether it is more than a few units further back.
    fn free_place(&self, impact: Option<f64>) -> (V::Array<f32>, bool) {
        let [start, motion] = self.path();
        let time = impact.unwrap_or(1.0);
        let moves = (0..V::DIM).any(|t| !is_zero(motion[t]));
        if !(time > 0.0) || !moves {
            return (*start, false);
        }
        let (from, motion) = (Vect::of(start), Vect::<V, f64>::of(motion));
        let (length, unit) = (motion.length(), self.unit(time));
        let within = f64::from(NUDGES) * unit;
        let is_near = time * length <= within;
        if impact.is_some() && is_near {
            // It is within the tolerance of contact already: pushing on leaves it there, bit for bit.
            return (*start, false);
        }
        let (mut fraction, mut backed_off) = (time, false);
        let mut back = self.first_step_back(unit) / length;
        while fraction > 0.0 {
            if let Some(place) = self.free_near(from + motion * fraction, impact) {
                return (place, backed_off);
            }
            if is_near {
                break;
            }
            fraction -= back;
            back *= 2.0;
            backed_off = (time - fraction) * length > within;
        }
        (*start, backed_off)
    }

    /// The first free place of these: the target rounded to nearest; then rounded away from the obstacles that
    /// blocked those before, a unit in the last place further each time.
    fn free_near(&self, target: Vect<V, f64>, impact: Option<f64>) -> Option<V::Array<f32>> {
        let mut away = Vect::<V, f64>::zero();
        // The units are added along each axis that leads away, along the steepest alone first.
        let nudges = (1..=NUDGES).flat_map(|nudge| [(nudge, 0.999), (nudge, 0.05)]);
        let mut tried = None;
        for (nudge, part) in core::iter::once((0, 1.0)).chain(nudges) {
            let least = part * away.abs().largest();
            let units = away.map(|side| {
                let is_steep = side != 0.0 && side.abs() >= least;
                let units = if is_steep { f64::from(nudge) } else { 0.0 };
                if side > 0.0 { units } else { -units }
            });
            // The steepest axis may be the only one that leads away.
            if tried == Some(units) {
                continue;
            }
            let place = self.rounded(target, units);
            let Some(normal) = self.away_from_blocker(&place, impact) else { return Some(place) };
            tried = if away.dot(normal) <= 0.5 {
                away = away + normal;
                None
            } else {
                Some(units)
            };
        }
        None
    }
}

/// Whether a mover penetrates an obstacle along the straight path to a place, or as stored there, or would lose its
/// side on it. Exact.
pub(in crate::query) fn is_path_blocked<V: Vector>(
    mover: BoundedShape<'_, V>,
    place: V::Array<f32>,
    there: BoundedShape<'_, V>,
    obstacle: BoundedShape<'_, V>,
) -> bool {
    penetrates_along(mover, Displacement::To(place), obstacle)
        || stores_several_points(&there.shape) && there.penetrates(obstacle)
        || loses_side_on(&mover.shape, &there.shape, &obstacle.shape)
}

/// Whether a mover would come to touch an obstacle, as stored `there`, such that both together have no interior: a
/// bullet that is a point, on a sheet. It could not be decided later from which side it came, and it would pass
/// through. A mover that touches it at the start may leave to either side.
fn loses_side_on<V: Vector>(
    mover: &ShapeRef<'_, V>,
    there: &ShapeRef<'_, V>,
    other: &ShapeRef<'_, V>,
) -> bool {
    may_be_flat(there)
        && may_be_flat(other)
        && proof::intersects(*there, *other)
        && !proof::intersects(*mover, *other)
        && !evaluate::<V, _>(&SpansSpace(&Shapes { a: there, b: other, rule: Rule::Closed }))
}

/// Whether a shape may have no interior, by a quick conservative check.
fn may_be_flat<V: Vector>(shape: &ShapeRef<'_, V>) -> bool {
    match shape {
        ShapeRef::Point(_)
        | ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::Plane(_)
        | ShapeRef::Frustum(_) => true,
        ShapeRef::ConvexHull(hull) => !hull.has_inside(),
        ShapeRef::Parallelepiped(shape) => {
            let edges = Matrix::<V, Estimate>::of(&shape.edges);
            let volume = edges[0].cross(edges[1]).dot(edges[V::DIM - 1]);
            !matches!(volume.sign(), Some(Ordering::Less | Ordering::Greater))
        }
        ShapeRef::Sphere(sphere) => is_zero(sphere.radius),
        ShapeRef::Capsule(capsule) => is_zero(capsule.radius),
        ShapeRef::Aabb(aabb) => (0..V::DIM).any(|t| aabb.min[t] == aabb.max[t]),
        ShapeRef::Obb(obb) => (0..V::DIM).any(|t| is_zero(obb.half_extents[t])),
        ShapeRef::HalfSpace(_) => false,
    }
}
