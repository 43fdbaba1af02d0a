//! The oracle: exact predicates of two shapes, over integers of any size.
//!
//! Every predicate of a pair asks where 0 lies in its Minkowski difference, which is given by generators:
//! points, rays and a radius. The oracle finds the point nearest to 0 and proves it: the point is a
//! combination of the generators with positive coefficients, and all of them lie beyond it. It lists no
//! separating axes and no features, so that a fast library is unlikely to share its method.

mod body;
mod containment;
mod double_description;
mod guess;
mod metric;
mod minkowski_sum;
mod nearest;
mod normals;
mod number;
mod root_sum;
mod units;
mod vector;
mod wide_float;

use crate::Shape;
pub(crate) use body::is_inhabited;
use body::{Body, bodies};
pub use containment::contains;
pub use metric::{Bracket, Measure, measure, penetrates_after, size};
use minkowski_sum::{MinkowskiSum, OriginLocation};
pub use normals::{normal_error, touch_normals};
use std::cmp::Ordering;
use vector::{dot, is_zero, negated};

/// The contact of two closed shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// They share no point.
    Apart,
    /// They share a point, but an arbitrarily short translation separates them.
    Touching,
    /// They still share a point after every sufficiently short translation: 0 is interior to the
    /// Minkowski difference `a - b`. Flat shapes can penetrate (a point inside a box, a box
    /// through a plane); two coplanar ones never do.
    Penetrating,
}

/// The containment of one shape in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// They share no point.
    Disjoint,
    /// They share a point, and the second has a point outside of the first.
    Intersects,
    /// Every point of the second belongs to the first.
    Contains,
}

/// The side of a plane on which a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Every point has `normal · x > offset`.
    Front,
    /// Some point is in the plane, or there are points on both sides.
    Straddling,
    /// Every point has `normal · x < offset`.
    Back,
}

/// The exact contact of two valid shapes.
pub fn contact<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Contact {
    let (a, b, _) = bodies(a, b, &[0.0; D]);
    let difference = MinkowskiSum::new([a, b.mirrored()]);
    match difference.locate_origin() {
        OriginLocation::Apart => Contact::Apart,
        OriginLocation::Within => Contact::Penetrating,
        OriginLocation::At(nearest) => {
            if is_zero(&nearest.vector) && difference.core_has_interior_origin() {
                Contact::Penetrating
            } else {
                Contact::Touching
            }
        }
    }
}

/// Whether two valid shapes share a point; touching counts.
pub fn intersects<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    contact(a, b) != Contact::Apart
}

/// Whether two valid shapes share a point after every sufficiently short translation; touching does not
/// count.
pub fn penetrates<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    contact(a, b) == Contact::Penetrating
}

/// Whether `a` contains `b`, or else whether they share a point.
pub fn containment<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Containment {
    if contains(a, b) {
        Containment::Contains
    } else if intersects(a, b) {
        Containment::Intersects
    } else {
        Containment::Disjoint
    }
}

/// The side of the plane `normal · x = offset` on which a valid shape lies.
pub fn side<const D: usize>(shape: &Shape<D>, normal: [f32; D], offset: f32) -> Side {
    // Every shape is connected: one that does not intersect the plane is on one side of it.
    if intersects(shape, &Shape::Plane { normal, offset }) {
        Side::Straddling
    } else if intersects(shape, &Shape::HalfSpace { normal, offset }) {
        Side::Back
    } else {
        Side::Front
    }
}

/// Whether `a`, moved along `motion`, hits `b`: whether the two share a point at some fraction `t` in
/// `(0, 1]`, or at the start if the motion is zero.
///
/// From touching, moving inward or along is a hit, and separating is none; touching later or at the end
/// is a hit.
pub fn cast_hits<const D: usize>(a: &Shape<D>, motion: [f32; D], b: &Shape<D>) -> bool {
    let (a, b, motion) = bodies(a, b, &motion);
    let b = b.mirrored();
    if !is_zero(&motion) {
        let swept = MinkowskiSum::new([a.clone(), b.clone(), Body::path(motion.clone())]);
        if matches!(swept.locate_origin(), OriginLocation::Apart) {
            return false;
        }
    }
    // At t they intersect if -t · motion is in the difference. The set of all such t is an interval.
    let (difference, away) = (MinkowskiSum::new([a, b]), negated(&motion));
    match difference.locate_origin() {
        // They meet later than the start, if the motion is not zero.
        OriginLocation::Apart => !is_zero(&motion),
        OriginLocation::Within => true,
        OriginLocation::At(nearest) if is_zero(&nearest.vector) => {
            difference.continues_along(&nearest, &away)
        }
        // 0 lies on the sphere about the nearest point x of the core. There the differences have one
        // tangent plane, perpendicular to x. Along it, they go on only as far as the core does.
        OriginLocation::At(nearest) => match dot(&nearest.vector, &away).sign() {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => difference.continues_along(&nearest, &away),
        },
    }
}

/// Whether the sweep of `a` along `motion` penetrates `b`.
pub fn sweep_penetrates<const D: usize>(a: &Shape<D>, motion: [f32; D], b: &Shape<D>) -> bool {
    let (a, b, motion) = bodies(a, b, &motion);
    MinkowskiSum::new([a, b.mirrored(), Body::path(motion)]).has_interior_origin()
}
