//! The oracle: how two shapes meet, decided over integers of any size.
//!
//! Every question about a pair is one about where 0 lies in the set of their differences, and that
//! set is known by what generates it: points, rays and a radius. The oracle looks for the point
//! nearest to 0 and proves what it finds: the point is a sum of the generators with positive
//! shares, and all of them lie beyond it. No separating axis is listed, no face, edge or corner
//! told from another, so a fast library is unlikely to have taken this road.

mod body;
mod containment;
mod difference;
mod double;
mod guess;
mod length;
mod metric;
mod nearest;
mod normals;
mod number;
mod rough;
mod units;
mod vector;

use crate::Shape;
pub(crate) use body::is_inhabited;
use body::{Body, bodies};
pub use containment::contains;
use difference::{Approach, Sum};
pub use metric::{Bracket, Measure, measure, penetrates_after, size};
pub use normals::{normal_error, touch_normals};
use std::cmp::Ordering;
use vector::{dot, is_zero, negated};

/// How two closed shapes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// They share no point.
    Apart,
    /// They share a point, yet a translation as short as you like takes them apart.
    Touching,
    /// They still share a point after every translation that is short enough: 0 is interior to
    /// the set of differences `a - b`. Flat shapes can penetrate (a point inside a box, a box
    /// through a plane); two coplanar ones never do.
    Penetrating,
}

/// What one shape is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// They share no point.
    Disjoint,
    /// They share a point, and the second has one outside of the first.
    Intersects,
    /// Every point of the second belongs to the first.
    Contains,
}

/// On which side of a plane a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Every point has `normal · x > offset`.
    Front,
    /// Some point lies in the plane, or there are points on either side.
    Straddling,
    /// Every point has `normal · x < offset`.
    Back,
}

/// How two valid shapes meet, exactly.
pub fn contact<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Contact {
    let (a, b, _) = bodies(a, b, &[0.0; D]);
    let difference = Sum::new([a, b.mirrored()]);
    match difference.approach() {
        Approach::Apart => Contact::Apart,
        Approach::Within => Contact::Penetrating,
        Approach::At(nearest) => {
            if is_zero(&nearest.vector) && difference.core_holds_0_within() {
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

/// Whether two valid shapes share a point however slightly either is moved; touching does not
/// count.
pub fn penetrates<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> bool {
    contact(a, b) == Contact::Penetrating
}

/// What `a` is to `b`: whether it contains it, or else whether they share a point.
pub fn containment<const D: usize>(a: &Shape<D>, b: &Shape<D>) -> Containment {
    if contains(a, b) {
        Containment::Contains
    } else if intersects(a, b) {
        Containment::Intersects
    } else {
        Containment::Disjoint
    }
}

/// On which side of the plane `normal · x = offset` a valid shape lies.
pub fn side<const D: usize>(shape: &Shape<D>, normal: [f32; D], offset: f32) -> Side {
    // Every shape is connected: one that misses the plane is on one side of it as a whole.
    if intersects(shape, &Shape::Plane { normal, offset }) {
        Side::Straddling
    } else if intersects(shape, &Shape::HalfSpace { normal, offset }) {
        Side::Back
    } else {
        Side::Front
    }
}

/// Whether `a`, moved along `motion`, hits `b`: whether the two share a point at some `t` in
/// `(0, 1]` of the way, or at the start if the motion is zero.
///
/// Starting from a touch and going in or along hits, starting from a touch and leaving does not,
/// and a touch on the way or at its end hits.
pub fn cast_hits<const D: usize>(a: &Shape<D>, motion: [f32; D], b: &Shape<D>) -> bool {
    let (a, b, motion) = bodies(a, b, &motion);
    let b = b.mirrored();
    if !is_zero(&motion) {
        let swept = Sum::new([a.clone(), b.clone(), Body::path(motion.clone())]);
        if matches!(swept.approach(), Approach::Apart) {
            return false;
        }
    }
    // At t they meet if -t · motion is a difference. The set of all such t is an interval.
    let (difference, away) = (Sum::new([a, b]), negated(&motion));
    match difference.approach() {
        // They meet on the way, which is not at its start; if there is a way.
        Approach::Apart => !is_zero(&motion),
        Approach::Within => true,
        Approach::At(nearest) if is_zero(&nearest.vector) => difference.leads_on(&nearest, &away),
        // 0 lies on the sphere about the nearest point x of the core. There the differences have one
        // tangent plane, perpendicular to x. Along it, they go on only as far as the core does.
        Approach::At(nearest) => match dot(&nearest.vector, &away).sign() {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => difference.leads_on(&nearest, &away),
        },
    }
}

/// Whether the points that `a` passes along `motion`, all taken together, penetrate `b`.
pub fn sweep_penetrates<const D: usize>(a: &Shape<D>, motion: [f32; D], b: &Shape<D>) -> bool {
    let (a, b, motion) = bodies(a, b, &motion);
    Sum::new([a, b.mirrored(), Body::path(motion)]).holds_0_within()
}
