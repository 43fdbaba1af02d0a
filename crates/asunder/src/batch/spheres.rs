//! Spheres against spheres and boxes: distances squared.

use super::forms::{AabbForm, ObbForm, SphereForm};
use super::lane::{Lane, Verdict, bound, difference, dot, length, sum};
use super::stage::Against;
use crate::query::cascade::Rule;
use crate::shape::{Aabb, Obb, Sphere};
use crate::space::Vector;

/// A bound on the error of a distance squared less a reach squared, in units of 2⁻²⁴ of their sum.
const ROUND_ERROR: f32 = 9.0;

/// The same for a turned box, whose distance has more roundings: in units of 2⁻²⁴ of the square of the
/// sum of all lengths.
const BOX_ERROR: f32 = 90.0;

/// Where the sum of squares is above this, nothing is decided here: one of them could have overflowed.
const LIMIT: f32 = 1e18;

/// Covers what underflow takes from a gap: a product that gets lost, gradually or to zero, is off by
/// less than 2⁻¹²⁶, what it is multiplied with is below 1e9, and there are fewer than a hundred.
const UNDERFLOW: f32 = 1e-26;

/// Whether a distance squared is more than a reach, or less. The parts of the distance, and the reach,
/// are off by few roundings each.
#[inline(always)]
fn beside<N: Lane>(square: N, reach: N) -> (N, N) {
    (reach.times_from(reach, square), reach.times_plus(reach, square))
}

#[inline(always)]
fn sphere_sphere<V: Vector, N: Lane>(a: &SphereForm<V, N>, b: &SphereForm<V, N>) -> (N, N) {
    let offset = difference::<V, N>(&b.center, &a.center);
    beside(dot::<V, N>(&offset, &offset), a.radius + b.radius)
}

impl<V: Vector> Against<V, Sphere<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &SphereForm<V, N>, b: &SphereForm<V, N>, _rule: Rule) -> Verdict {
        let (gap, scale) = sphere_sphere(a, b);
        Verdict::of(gap, bound(scale, ROUND_ERROR, UNDERFLOW, LIMIT))
    }
}

/// `Σ max(min − c, c − max, 0)² − r²`: each part is one rounded difference.
#[inline(always)]
fn sphere_aabb<V: Vector, N: Lane>(sphere: &SphereForm<V, N>, aabb: &AabbForm<V, N>) -> (N, N) {
    let (center, mut beyond) = (&sphere.center, sphere.center);
    for i in 0..V::DIM {
        let outside = (aabb.min[i] - center[i]).larger(center[i] - aabb.max[i]);
        beyond[i] = outside.larger(outside.like(0.0));
    }
    beside(dot::<V, N>(&beyond, &beyond), sphere.radius)
}

impl<V: Vector> Against<V, Aabb<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &SphereForm<V, N>, b: &AabbForm<V, N>, _rule: Rule) -> Verdict {
        let (gap, scale) = sphere_aabb(a, b);
        Verdict::of(gap, bound(scale, ROUND_ERROR, UNDERFLOW, LIMIT))
    }
}

/// `Σ max(abs(eᵢ) − hᵢ, 0)² − r²`.
#[inline(always)]
fn sphere_obb<V: Vector, N: Lane>(sphere: &SphereForm<V, N>, obb: &ObbForm<V, N>) -> (N, N) {
    let offset = difference::<V, N>(&sphere.center, &obb.center);
    let mut beyond = offset;
    for i in 0..V::DIM {
        let outside = dot::<V, N>(&obb.axes[i], &offset).abs() - obb.half[i];
        beyond[i] = outside.larger(outside.like(0.0));
    }
    let square = dot::<V, N>(&beyond, &beyond);
    let lengths = length::<V, N>(&offset) + sum::<V, N>(&obb.half) + sphere.radius;
    (sphere.radius.times_from(sphere.radius, square), lengths * lengths)
}

impl<V: Vector> Against<V, Obb<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &SphereForm<V, N>, b: &ObbForm<V, N>, _rule: Rule) -> Verdict {
        let (gap, scale) = sphere_obb(a, b);
        Verdict::of(gap, bound(scale, BOX_ERROR, UNDERFLOW, LIMIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Number;
    use crate::exact::roundoff::{Roundoff, SLACK};
    use crate::query::cascade::tests::assert_covers;
    use glam::Vec3;

    fn one(of: usize, corners: &[usize]) -> Roundoff {
        if corners.contains(&of) { Roundoff::ONE } else { Roundoff::ZERO }
    }

    fn error((gap, scale): (Roundoff, Roundoff)) -> f64 {
        gap.error * SLACK / scale.magnitude
    }

    #[test]
    fn the_bound_of_round_shapes_is_derived() {
        let (mut spheres, mut boxes) = (0.0, 0.0);
        // Every term is a square: the error is relative to their sum.
        for corner in 0..4 {
            let center = [0, 1, 2].map(|i| one(i, &[corner]));
            let radius = one(3, &[corner]);
            let zero = [Roundoff::ZERO; 3];
            let sphere = SphereForm::<Vec3, _> { center, radius };
            let point = SphereForm { center: zero, radius: Roundoff::ZERO };
            spheres = f64::max(spheres, error(sphere_sphere(&sphere, &point)));
            boxes =
                f64::max(boxes, error(sphere_aabb(&sphere, &AabbForm { min: zero, max: zero })));
        }
        assert_covers(f64::from(ROUND_ERROR), f64::max(spheres, boxes));
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
                let obb = ObbForm::<Vec3, _> {
                    center: [Roundoff::ZERO; 3],
                    half: [0, 1, 2].map(at),
                    axes,
                };
                let sphere = SphereForm { center: [3, 4, 5].map(at), radius: at(6) };
                let found = error(sphere_obb(&sphere, &obb));
                let worst = if first == second { &mut singles } else { &mut doubles };
                *worst = f64::max(*worst, found);
            }
        }
        // The scale of two lengths is four; half their error bounds the mixed coefficient.
        assert_covers(f64::from(BOX_ERROR), f64::max(singles, doubles * 4.0 / 2.0));
    }
}
