//! Distance of two axis-aligned boxes, from the gaps of their intervals, where `f64` holds these exactly.

use crate::exact::{at_or_below, exact_difference, widen};
use crate::linalg::Vect;
use crate::query::separation::BoxSource;
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The gaps with `a` in front of `b` along coordinate axis `t`, which is an axis of both, and behind it;
/// negative where the intervals overlap. Exact; `None` if `f64` does not hold them.
#[inline(always)]
pub(crate) fn gaps_along<V: Vector>(
    a: &impl BoxSource<V>,
    b: &impl BoxSource<V>,
    t: usize,
) -> Option<[f64; 2]> {
    let ([a_min, a_max], [b_min, b_max]) = (a.ends(t, t)?, b.ends(t, t)?);
    Some([exact_difference(a_min, b_max)?, exact_difference(b_min, a_max)?])
}

/// The gaps of two axis-aligned boxes along all coordinate axes; `None` if a box is not axis-aligned, or
/// `f64` does not hold a gap.
#[inline(always)]
pub(crate) fn gaps<V: Vector>(
    a: &impl BoxSource<V>,
    b: &impl BoxSource<V>,
) -> Option<V::Array<[f64; 2]>> {
    if V::shared_axes(a.rotation(), b.rotation()) != (1 << V::DIM) - 1 {
        return None;
    }
    let mut gaps = Vect::<V, _>::splat([0.0; 2]).0;
    for t in 0..V::DIM {
        gaps[t] = gaps_along(a, b, t)?;
    }
    Some(gaps)
}

/// Bound on the relative rounding of the root of a sum of up to three squares, and of a difference from it.
/// Derived in `tests::the_rounding_is_derived`.
const ROUNDING: f64 = 2.0 * f64::EPSILON;

/// The distance of two axis-aligned boxes, rounded down to `f32`. It is the greatest `f32` not above the
/// distance, unless that is across several axes and too near to an `f32` to tell. Zero if and only if the
/// boxes meet. `None` for other shapes, and if `f64` does not hold a gap.
#[inline(always)]
pub(crate) fn distance<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<f32> {
    let gaps = match (a, b) {
        (ShapeRef::Obb(a), ShapeRef::Obb(b)) => gaps(a, b),
        (ShapeRef::Aabb(a), ShapeRef::Aabb(b)) => gaps(a, b),
        (ShapeRef::Aabb(a), ShapeRef::Obb(b)) | (ShapeRef::Obb(b), ShapeRef::Aabb(a)) => gaps(a, b),
        _ => None,
    };
    gaps.map(|gaps| across::<V>(&gaps))
}

/// The length of the vector of positive gaps, rounded down to `f32`.
fn across<V: Vector>(gaps: &V::Array<[f64; 2]>) -> f32 {
    let (mut square, mut count, mut single, mut is_exact) = (0.0, 0, 0.0, true);
    for t in 0..V::DIM {
        let [front, back] = gaps[t];
        let gap = if front > back { front } else { back };
        if gap > 0.0 {
            // The square of an `f32` is exact.
            let sum = exact_difference(square, -(gap * gap));
            is_exact &= sum.is_some() && widen(gap as f32) == gap;
            square += gap * gap;
            single = gap;
            count += 1;
        }
    }
    if count < 2 {
        return at_or_below(single);
    }
    let length = square.sqrt();
    let nearest = length as f32;
    if is_exact && widen(nearest) * widen(nearest) <= square {
        return nearest;
    }
    at_or_below(length - ROUNDING * length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number;
    use crate::query::predicate::tests::assert_covers;
    use crate::shape::{Aabb, Obb};
    use glam::Vec3;

    #[test]
    fn the_rounding_is_derived() {
        let square = |gap: Roundoff| gap * gap;
        let gap = Roundoff::ONE;
        let length = (square(gap) + square(gap) + square(gap)).root(0);
        let lowered = length - Roundoff::ZERO;
        let relative = lowered.error * SLACK / lowered.magnitude;
        assert_covers(ROUNDING / (f64::EPSILON / 2.0), relative);
    }

    fn asked(min: [f32; 3], max: [f32; 3]) -> Option<f32> {
        let (unit, other) = (Aabb::<Vec3>::new([0.0; 3], [1.0; 3]), Aabb::<Vec3>::new(min, max));
        let found = distance(ShapeRef::Aabb(&unit), ShapeRef::Aabb(&other));
        assert_eq!(found, distance(ShapeRef::Aabb(&other), ShapeRef::Aabb(&unit)));
        found
    }

    #[test]
    fn roots_are_the_next_below() {
        assert_eq!(asked([1.0; 3], [2.0; 3]), Some(0.0), "a corner touches");
        assert_eq!(asked([1.0f32.next_up(), 0.0, 0.0], [2.0; 3]), Some(f32::EPSILON));
        assert_eq!(asked([4.0, 5.0, 0.0], [9.0; 3]), Some(5.0), "three, four, five");
        let least = f32::from_bits(1);
        assert_eq!(asked([-1.0; 3], [-least, 0.5, 0.5]), Some(least));
        for k in 1..2000_u32 {
            let gaps = [k as f32 / 64.0, (k * 7 % 1999) as f32 / 32.0, (k * 13 % 997) as f32];
            let found = asked(gaps.map(|x| x + 1.0), [2000.0; 3]).unwrap();
            // The squared distance as an integer, in units of 1/64 squared.
            let whole = |x: f32| (f64::from(x) * 64.0) as i128;
            let square: i128 = gaps.iter().map(|&x| whole(x) * whole(x)).sum();
            let is_at_most = |x: f32| {
                let scaled = (f64::from(x) * f64::from(1u32 << 30)) as i128;
                scaled * scaled <= square << 48
            };
            assert!(is_at_most(found) && !is_at_most(found.next_up()), "{gaps:?}: {found}");
        }
    }

    #[test]
    fn turned_boxes_are_left_to_others() {
        let unit = Aabb::<Vec3>::new([0.0; 3], [1.0; 3]);
        let axis_aligned = Obb::<Vec3>::new([3.0, 0.0, 0.0], [1.0; 3], [0.0, 0.0, -0.0, -2.0]);
        let turned = Obb::<Vec3>::new([3.0, 0.0, 0.0], [1.0; 3], [0.0, 0.0, 0.1, 1.0]);
        assert_eq!(distance(ShapeRef::Aabb(&unit), ShapeRef::Obb(&axis_aligned)), Some(1.0));
        assert_eq!(distance(ShapeRef::Obb(&axis_aligned), ShapeRef::Obb(&turned)), None);
        let far = Obb::<Vec3>::new([1e30, 0.0, 0.0], [1.0; 3], [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(distance(ShapeRef::Aabb(&unit), ShapeRef::Obb(&far)), None, "106 bits");
    }
}
