//! Rays and segments against boxes along the axes, by slabs (Kay and Kajiya 1986; Ericson 2005, §5.3.3).
//!
//! Along a coordinate axis, a point that moves along a line with `speed` is `near` before it enters the slab
//! of a box, and `far` before it leaves it. It is in the box at some time if it enters no slab after it has
//! left another, `near/speed ≤ far'/speed'`, compared as products. Differences of `f32` are nearly always
//! exact in `f64`; then the comparison is exact, touches included, for the price of a filter.

use crate::exact::{compare_products, exact_difference, widen};
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, Ray, Segment};
use crate::space::Vector;

/// Whether a ray meets a box, by `rule`; `None` where a difference of coordinates rounds.
#[inline(always)]
pub(super) fn ray_meets<V: Vector>(ray: &Ray<V>, aabb: &Aabb<V>, rule: Rule) -> Option<bool> {
    meets::<V, true>(&ray.origin, Vect::of(&ray.direction), aabb, rule)
}

/// Whether a segment meets a box, by `rule`; `None` where a difference of coordinates rounds.
#[inline(always)]
pub(super) fn segment_meets<V: Vector>(
    segment: &Segment<V>,
    aabb: &Aabb<V>,
    rule: Rule,
) -> Option<bool> {
    let mut direction = Vect::zero();
    for t in 0..V::DIM {
        direction[t] = exact_difference(widen(segment.b[t]), widen(segment.a[t]))?;
    }
    meets::<V, false>(&segment.a, direction, aabb, rule)
}

/// Whether the points at `from` plus `direction` times a number from zero up, to one unless `ENDLESS`, meet a
/// box.
///
/// For the open rule all comparisons are strict. Then the line passes through the inside of the box, or
/// through that of a face that has no thickness: of two flat sides, one would be left before the other is
/// entered.
#[inline(always)]
fn meets<V: Vector, const ENDLESS: bool>(
    from: &V::Array<f32>,
    direction: Vect<V, f64>,
    aabb: &Aabb<V>,
    rule: Rule,
) -> Option<bool> {
    let still = Vect::<V, f64>::zero();
    let (mut near, mut far, mut speed) = (still, still, still);
    for t in 0..V::DIM {
        let low = exact_difference(widen(aabb.min[t]), widen(from[t]))?;
        let high = exact_difference(widen(aabb.max[t]), widen(from[t]))?;
        (near[t], far[t]) = if direction[t] < 0.0 { (-high, -low) } else { (low, high) };
        speed[t] = direction[t].abs();
        // It has left the slab before it starts, or enters it after it ends or never.
        if rule.is_beyond(0.0, far[t])
            || (!ENDLESS || speed[t] == 0.0) && rule.is_beyond(near[t], speed[t])
        {
            return Some(false);
        }
    }
    for i in 0..V::DIM {
        for j in (0..V::DIM).filter(|&j| j != i) {
            if speed[i] == 0.0 && speed[j] == 0.0 {
                continue;
            }
            if rule.separates(compare_products([near[i], speed[j]], [far[j], speed[i]])?) {
                return Some(false);
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests;
