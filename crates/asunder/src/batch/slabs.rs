//! Rays against axis-aligned boxes: the slab method (Kay and Kajiya 1986, §3).
//!
//! A time is a difference, rounded once, times a number that belongs to the ray alone. So it is off by
//! a share of itself, wherever the box lies, and times compare without any bound that lengths enter.

use super::forms::{AabbLanes, put_vector, vector};
use super::lane::{Lane, LaneVerdict, UNIT};
use super::rays::RayLanes;
use super::stage::LaneKernel;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, Ray};
use crate::space::{Component, Vector};

/// A bound on the error of a time, and of what is compared in its place, in units of 2⁻²⁴ of it.
const ERROR: f32 = 8.0;

/// Covers underflow of every product in a time, of which there are three at most.
const UNDERFLOW: f32 = 1e-37;

/// Times above this are all alike.
const FAR: f32 = 1e15;

/// How long a ray takes for a unit along each axis, in two factors, for one could overflow.
#[derive(Clone, Copy, Debug)]
pub(super) struct InverseDirection<V: Vector, N: Component> {
    first: V::Array<N>,
    /// One, or a power of two.
    then: V::Array<N>,
    /// One for each axis that the ray is at right angles to, or else zero.
    across: V::Array<N>,
    /// One where this is more than first factors, or else zero.
    is_rare: N,
}

/// The second factor where it is not one: 2⁷⁶. First factors beside it are from 2²⁴ on, so that what
/// they are multiplied with, if it is not zero, comes out of the subnormal numbers.
const THEN: f64 = f64::from_bits((1023 + 76) << 52);

/// Paces from here on have a second factor: 2¹⁰⁰.
const TWO_FACTORS: f64 = f64::from_bits((1023 + 100) << 52);

/// Paces from here on are all alike, for in such a one every distance, the least of which is 2⁻¹⁴⁹,
/// takes longer than [`FAR`]: 2²⁰³. Divided by [`THEN`] it is an `f32`.
const STILL: f64 = f64::from_bits((1023 + 203) << 52);

impl<V: Vector, N: Lane> InverseDirection<V, N> {
    #[inline(always)]
    pub(super) fn form(first: usize, field: &mut impl FnMut(usize) -> N) -> Self {
        Self {
            first: vector::<V, N>(first, field),
            then: vector::<V, N>(first + V::DIM, field),
            across: vector::<V, N>(first + 2 * V::DIM, field),
            is_rare: field(first + 3 * V::DIM),
        }
    }
}

impl<V: Vector> InverseDirection<V, f32> {
    pub(super) const FIELDS: usize = 3 * V::DIM + 1;

    /// Shows the reciprocals of a ray's direction along each axis.
    pub(super) fn put(first: usize, direction: Vect<V, f64>, put: &mut impl FnMut(usize, f32)) {
        let paces = direction.map(|x| {
            let pace = 1.0 / x;
            let size = pace.abs();
            if size < TWO_FACTORS {
                (pace as f32, 1.0)
            } else {
                let size = if size < STILL { size } else { STILL };
                ((size / THEN).copysign(pace) as f32, THEN as f32)
            }
        });
        let across = direction.map(|x| if x == 0.0 { 1.0 } else { 0.0 });
        put_vector::<V>(first, &paces.map(|(first, _)| first).0, put);
        put_vector::<V>(first + V::DIM, &paces.map(|(_, then)| then).0, put);
        put_vector::<V>(first + 2 * V::DIM, &across.0, put);
        let is_rare = (0..V::DIM).any(|i| paces[i].1 != 1.0);
        put(first + 3 * V::DIM, if is_rare { 1.0 } else { 0.0 });
    }
}

/// Times as they are compared: less or more, by their error.
#[inline(always)]
fn less<N: Lane>(time: N) -> N {
    time.times_plus(time.splat(1.0 - ERROR * UNIT), time.splat(-UNDERFLOW))
}
#[inline(always)]
fn more<N: Lane>(time: N) -> N {
    time.times_plus(time.splat(1.0 + ERROR * UNIT), time.splat(UNDERFLOW))
}

impl<V: Vector> LaneKernel<V, Ray<V>> for Aabb<V> {
    /// A ray meets the box if it enters the last of the pairs of faces before it leaves the first. A
    /// negative time needs no bound beside one that is none.
    #[inline(always)]
    fn verdict<N: Lane>(aabb: &AabbLanes<V, N>, ray: &RayLanes<V, N>, _: Rule) -> LaneVerdict {
        let pace = &ray.pace;
        let (zero, far) = (pace.is_rare.splat(0.0), pace.is_rare.splat(FAR));
        let is_rare = pace.is_rare.gt_mask(zero) != 0;
        let (mut enters, mut leaves, mut inside) = (zero, far, far);
        for i in 0..V::DIM {
            let mut low = (aabb.min[i] - ray.origin[i]) * pace.first[i];
            let mut high = (aabb.max[i] - ray.origin[i]) * pace.first[i];
            if is_rare {
                (low, high) = (low * pace.then[i], high * pace.then[i]);
            }
            let (from, mut to) = (low.smaller(high), low.larger(high));
            if is_rare {
                // Between two faces that it runs along a ray stays for ever, unless it starts beyond
                // one; on one it only touches the box.
                let within = inside.smaller(to.smaller(zero - from));
                inside = zero.select_lt(pace.across[i], within, inside);
                to = zero.select_lt(pace.across[i], to.below_or(zero, far), to);
            }
            enters = enters.larger(from);
            leaves = leaves.smaller(to);
        }
        let enters = enters.smaller(far);
        let last = leaves.smaller(inside);
        LaneVerdict {
            apart: less(enters).gt_mask(more(leaves)),
            meet: less(last).gt_mask(more(enters)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane::tests::{LARGEST, LOST};
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::query::predicate::tests::assert_covers;

    #[test]
    fn the_bound_is_derived() {
        // A difference is rounded once, a pace is divided in `f64`, and a power of two rounds nothing.
        let time = Roundoff::unit(1.0) * Roundoff::unit(0.501);
        let worst = f64::max(less(time).error, more(time).error) * SLACK;
        assert_covers(f64::from(ERROR), worst);
    }

    #[test]
    fn factors_keep_products_in_range() {
        let least = f64::from(f32::from_bits(1));
        assert!(4.0 * LOST <= f64::from(UNDERFLOW));
        for factor in [TWO_FACTORS, STILL / THEN] {
            assert!(factor < LARGEST, "{factor:e}");
        }
        assert!(TWO_FACTORS / THEN * least >= f64::from(f32::MIN_POSITIVE));
        assert!(STILL * least > f64::from(FAR));
    }
}
