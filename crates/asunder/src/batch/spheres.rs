//! Spheres against spheres and boxes: distances squared.

use super::forms::{AabbLanes, ObbLanes, SphereLanes};
use super::lane::{Lane, LaneVerdict, UNIT, bound, difference, dot, length, sum};
use super::stage::LaneKernel;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, Obb, Sphere};
use crate::space::Vector;

/// A bound on the errors of a distance squared and of a reach squared together, in units of 2⁻²⁴ of
/// themselves.
const ROUND_ERROR: f32 = 12.0;

/// A bound on the error of a turned box's distance squared less a reach squared, in units of 2⁻²⁴ of
/// the square of the sum of all lengths.
const BOX_ERROR: f32 = 90.0;

/// Where the square of all lengths is above this, nothing is decided here: one of the hundred numbers at
/// most that a gap is made of, none of which is larger, could have overflowed. That begins at 3e36, for
/// lengths of 1e18; those of 1e9 are as rare.
const LIMIT: f32 = 1e18;

/// Covers what underflow takes from a gap: a hundred numbers at most that get lost, gradually or to zero,
/// each of which is off by less than 2⁻¹²⁶. It is far more than that.
///
/// What is lost before a square is taken counts otherwise. A length that is a difference is off by less
/// than 2⁻¹²⁴. From 2⁻⁹⁰ on that is less than a thousandth of what it is rounded by; below, its square
/// loses no more than 2⁻²¹³.
const UNDERFLOW: f32 = 1e-26;

/// Squares below this have not overflowed, nor has what is larger by the errors: a reach whose square is
/// too large to be a number is more than any distance whose square is below this, however both round.
const SQUARE_LIMIT: f32 = 1e38;

/// How a distance squared compares with a reach squared, both of them sums of what is not negative, so
/// that each is off by a share of itself.
#[derive(Clone, Copy, Debug)]
struct Squares<N> {
    distance: N,
    reach: N,
}

impl<N: Lane> Squares<N> {
    /// What a distance squared is certainly more than a reach if it is above.
    #[inline(always)]
    fn outer(&self) -> N {
        self.reach
            .times_plus(self.reach.splat(1.0 + ROUND_ERROR * UNIT), self.reach.splat(UNDERFLOW))
    }

    /// What a distance squared is certainly less than a reach if it is below.
    #[inline(always)]
    fn inner(&self) -> N {
        self.reach
            .times_plus(self.reach.splat(1.0 - ROUND_ERROR * UNIT), self.reach.splat(-UNDERFLOW))
    }

    /// A distance that overflows is beyond any reach that does not; and a reach that does is more
    /// than any distance below the limit.
    #[inline(always)]
    fn verdict(&self) -> LaneVerdict {
        let inner = self.inner().smaller(self.reach.splat(SQUARE_LIMIT));
        LaneVerdict {
            apart: self.distance.gt_mask(self.outer()),
            meet: inner.gt_mask(self.distance),
        }
    }
}

#[inline(always)]
fn sphere_sphere<V: Vector, N: Lane>(a: &SphereLanes<V, N>, b: &SphereLanes<V, N>) -> Squares<N> {
    let offset = difference::<V, N>(&b.center, &a.center);
    let reach = a.radius + b.radius;
    Squares { distance: dot::<V, N>(&offset, &offset), reach: reach * reach }
}

impl<V: Vector> LaneKernel<V, Sphere<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &SphereLanes<V, N>, b: &SphereLanes<V, N>, _rule: Rule) -> LaneVerdict {
        sphere_sphere(a, b).verdict()
    }
}

/// `Σ max(min − c, c − max, 0)²`, each part of which is one rounded difference, and `r²`.
#[inline(always)]
fn sphere_aabb<V: Vector, N: Lane>(
    sphere: &SphereLanes<V, N>,
    aabb: &AabbLanes<V, N>,
) -> Squares<N> {
    let (center, mut beyond) = (&sphere.center, sphere.center);
    for i in 0..V::DIM {
        let outside = (aabb.min[i] - center[i]).larger(center[i] - aabb.max[i]);
        beyond[i] = outside.larger(outside.splat(0.0));
    }
    Squares { distance: dot::<V, N>(&beyond, &beyond), reach: sphere.radius * sphere.radius }
}

impl<V: Vector> LaneKernel<V, Aabb<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &SphereLanes<V, N>, b: &AabbLanes<V, N>, _rule: Rule) -> LaneVerdict {
        sphere_aabb(a, b).verdict()
    }
}

/// `Σ max(abs(eᵢ) − hᵢ, 0)² − r²`.
#[inline(always)]
fn sphere_obb<V: Vector, N: Lane>(sphere: &SphereLanes<V, N>, obb: &ObbLanes<V, N>) -> (N, N) {
    let offset = difference::<V, N>(&sphere.center, &obb.center);
    let mut beyond = offset;
    for i in 0..V::DIM {
        let outside = dot::<V, N>(&obb.axes[i], &offset).abs() - obb.half[i];
        beyond[i] = outside.larger(outside.splat(0.0));
    }
    let square = dot::<V, N>(&beyond, &beyond);
    let lengths = length::<V, N>(&offset) + sum::<V, N>(&obb.half) + sphere.radius;
    (sphere.radius.neg_mul_add(sphere.radius, square), lengths * lengths)
}

impl<V: Vector> LaneKernel<V, Obb<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &SphereLanes<V, N>, b: &ObbLanes<V, N>, _rule: Rule) -> LaneVerdict {
        let (gap, scale) = sphere_obb(a, b);
        LaneVerdict::of(gap, bound(scale, BOX_ERROR, UNDERFLOW, LIMIT))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane::tests::{LARGEST, LOST};
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number;
    use crate::query::predicate::tests::assert_covers;
    use glam::Vec3;

    fn one(of: usize, corners: &[usize]) -> Roundoff {
        if corners.contains(&of) { Roundoff::ONE } else { Roundoff::ZERO }
    }

    fn error((gap, scale): (Roundoff, Roundoff)) -> f64 {
        gap.error * SLACK / scale.magnitude
    }

    /// Every term is a square, so that the error is relative to their sum; a center makes the distance
    /// alone, a radius the reach.
    #[test]
    fn the_bound_of_round_shapes_is_derived() {
        type Ball = SphereLanes<Vec3, Roundoff>;
        let zero = [Roundoff::ZERO; 3];
        let point = Ball { center: zero, radius: Roundoff::ZERO };
        let errors = |of: &dyn Fn(&Ball) -> Squares<Roundoff>| {
            let far = (0..3).map(|corner| {
                let center = [0, 1, 2].map(|i| one(i, &[corner]));
                of(&Ball { center, radius: Roundoff::ZERO }).distance.error
            });
            let large = of(&Ball { center: zero, radius: Roundoff::ONE });
            far.fold(0.0, f64::max) + f64::max(large.outer().error, large.inner().error)
        };
        let spheres = errors(&|sphere| sphere_sphere(sphere, &point));
        let boxes = errors(&|sphere| sphere_aabb(sphere, &AabbLanes { min: zero, max: zero }));
        assert_covers(f64::from(ROUND_ERROR), f64::max(spheres, boxes) * SLACK);
    }

    #[test]
    fn the_limits_leave_room() {
        assert!(100.0 * LOST <= f64::from(UNDERFLOW));
        assert!(
            LOST * 4.0
                < f64::from(1.0_f32 / (1u64 << 62) as f32 / (1u64 << 28) as f32 * UNIT) / 999.0
        );
        assert!(100.0 * f64::from(LIMIT) < LARGEST);
        let errors = 2.0 * f64::from(ROUND_ERROR * UNIT);
        assert!(f64::from(SQUARE_LIMIT) * (1.0 + errors) < LARGEST * (1.0 - errors));
    }

    /// The error is a quadratic form in the lengths with coefficients c ≥ 0, so it is at most the
    /// largest c times the square of their sum. A single length of one yields its own c, two of them
    /// at least twice their mixed one.
    #[test]
    fn the_bound_of_a_turned_box_is_derived() {
        let (mut singles, mut doubles) = (0.0, 0.0);
        for first in 0..7 {
            for second in 0..=first {
                let at = |i: usize| one(i, &[first, second]);
                let axes = [[Roundoff::unit(0.501); 3]; 3];
                let obb = ObbLanes::<Vec3, _> {
                    center: [Roundoff::ZERO; 3],
                    half: [0, 1, 2].map(at),
                    axes,
                };
                let sphere = SphereLanes { center: [3, 4, 5].map(at), radius: at(6) };
                let found = error(sphere_obb(&sphere, &obb));
                let worst = if first == second { &mut singles } else { &mut doubles };
                *worst = f64::max(*worst, found);
            }
        }
        // The scale of two lengths is four; half their error bounds the mixed coefficient.
        assert_covers(f64::from(BOX_ERROR), f64::max(singles, doubles * 4.0 / 2.0));
    }
}
