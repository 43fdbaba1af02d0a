//! When boxes side by side are met by one that moves, in `f32`: earlier rather than later, and rather once too
//! often.

use super::block::{BoundsBlock, LaneKeys};
use crate::exact::{is_zero, widen};
use crate::index::SweptAabb;
use crate::linalg::Vect;
use crate::simd::{LANES, Simd, f32x16, prelude::*};
use crate::space::Vector;

/// So much of a time may be lost to rounding: the difference, the division, its rounding to `f32`, the product.
const LOST: f32 = 2.0 * f32::EPSILON;
/// More than what is lost where a product is too small for a normal number.
const TINY: f32 = f32::MIN_POSITIVE * 8.0;
/// Motions along an axis whose inverse is a normal number, with room.
const MOTIONS: core::ops::Range<f32> = 1e-37..8e37;
/// The moving box's coordinates, with which no difference from a finite number overflows.
const COORDINATES: f32 = 1e31;

/// A moving box along one axis, against blocks of boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum AxisSweep {
    /// It does not move: the others lie beside it or not.
    Still { from: f32, to: f32 },
    /// It moves.
    Moving(Times),
    /// Nothing is certain.
    Open,
}

/// Fractions of a motion, from differences of coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Times {
    /// Which end of a box is met first: the lesser one (0), or the greater one (1) of what moves down. An index, where
    /// a branch would go either way.
    near: usize,
    /// The greater end of the moving box and the lesser one, both a little further out: the first meets the lesser
    /// ends of others.
    ends: [f32; 2],
    /// One by the motion, a little less and a little more.
    sooner: f32,
    later: f32,
}

/// A box that moves, as blocks of boxes are compared with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RoundedSweep<V: Vector>(V::Array<AxisSweep>);

/// A number as `f32`, or a little more; infinite, if it is too large for one.
#[inline(always)]
fn above(x: f64) -> f32 {
    (x + x.abs() * widen(f32::EPSILON) + widen(TINY)) as f32
}

impl<V: Vector> RoundedSweep<V> {
    pub(super) fn new(sweep: &SweptAabb<V>) -> Self {
        Self(
            Vect::<V, AxisSweep>::from_fn(|i| {
                let (min, max, motion) =
                    (sweep.bounds.min[i], sweep.bounds.max[i], sweep.motion[i]);
                // By its bits, since a processor may take a subnormal for zero: along a ray, which has no end, that counts.
                if is_zero(motion) {
                    return AxisSweep::Still { from: min, to: max };
                }
                let is_near = min >= -COORDINATES && max <= COORDINATES;
                if !is_near || !MOTIONS.contains(&motion.abs()) {
                    return AxisSweep::Open;
                }
                // A subnormal end may be taken for zero: what is added is more than that.
                let ends = [above(f64::from(max)), -above(-f64::from(min))];
                let per = 1.0 / f64::from(motion);
                let sooner = (per * (1.0 - widen(LOST))) as f32;
                let later = (per * (1.0 + widen(LOST))) as f32;
                AxisSweep::Moving(Times { near: usize::from(motion < 0.0), ends, sooner, later })
            })
            .0,
        )
    }
}

impl<V: Vector> BoundsBlock<V> {
    /// For the boxes that may be met by a fraction `up_to` a fraction before which they are certainly not met.
    #[inline(always)]
    pub(super) fn met_on<S: Simd>(&self, simd: S, sweep: &RoundedSweep<V>, up_to: f64) -> LaneKeys {
        // All lanes at once: what a sweep is along an axis is looked up once a block.
        let splat = |x: f32| f32x16::splat(simd, x);
        let end = |axis: usize, end: usize| f32x16::from_slice(simd, self.ends(axis, end));
        let (mut first, mut last) = (splat(0.0), splat(above(up_to)));
        // Whatever is compared with the NaN of a lane without a box is false.
        let mut may = end(0, 0).simd_le(end(0, 1));
        for i in 0..V::DIM {
            match &sweep.0[i] {
                AxisSweep::Moving(times) => {
                    let (near, far) = (times.near % 2, 1 - times.near % 2);
                    let ahead = end(i, near) - splat(times.ends[near]);
                    let past = end(i, far) - splat(times.ends[far]);
                    first = first.max(ahead * splat(times.sooner));
                    last = last.min(past * splat(times.later));
                }
                AxisSweep::Still { from, to } => {
                    may &= end(i, 0).simd_le(splat(*to)) & end(i, 1).simd_ge(splat(*from));
                }
                AxisSweep::Open => {}
            }
        }
        first -= splat(TINY);
        let lanes = (may & first.simd_le(last)).to_bitmask() as u16;
        let mut keys = [0.0; LANES];
        first.max(splat(0.0)).min(splat(f32::MAX)).store_array(&mut keys);
        LaneKeys { lanes, keys }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::UNIT_F32;
    use crate::query::bounds::Bounds;
    use crate::query::predicate::tests::assert_covers;
    use crate::simd::{SimdLevel, at_level, dispatch};
    use asunder_jury::Rng;
    use glam::Vec3;

    #[test]
    fn what_is_lost_is_derived() {
        let difference = Roundoff::unit(1.0);
        // The inverse is computed in `f64`, and rounded once.
        let time = difference * Roundoff::unit(1.0);
        assert_covers((LOST / UNIT_F32).into(), time.error * SLACK / time.magnitude);
    }

    /// A number of a magnitude up to one of several.
    fn number(rng: &mut Rng, most: f32) -> f32 {
        let x = (rng.between(-1.0, 1.0) * f64::from(most)) as f32;
        if rng.chance(0.1) { 0.0 } else { x }
    }

    fn bounds(rng: &mut Rng, most: f32) -> Bounds<Vec3> {
        let (a, b): ([f32; 3], [f32; 3]) = (
            core::array::from_fn(|_| number(rng, most)),
            core::array::from_fn(|_| number(rng, most)),
        );
        let mut min: [f32; 3] = core::array::from_fn(|i| a[i].min(b[i]));
        let mut max: [f32; 3] = core::array::from_fn(|i| a[i].max(b[i]));
        if rng.chance(0.05) {
            min[rng.below(3)] = f32::NEG_INFINITY;
            max[rng.below(3)] = f32::INFINITY;
        }
        if rng.chance(0.3) {
            max = min;
        }
        Bounds::from_corners(min, max)
    }

    /// Whatever may be met in `f64` may be met in `f32`, no later; and at ordinary sizes hardly anything else.
    #[test]
    fn nothing_that_is_met_is_missed_at_any_size() {
        const SIZES: [f32; 9] = [1e-44, 1e-39, 1e-37, 1e-20, 1.0, 1e20, 2e31, 1e38, f32::MAX];
        let mut rng = Rng::new(77);
        let (mut met, mut beyond, mut ordinary) = (0, 0, 0);
        for round in 0..20_000 {
            let usual = round % 2 == 0;
            let size = |rng: &mut Rng| if usual { 1.0 } else { SIZES[rng.below(SIZES.len())] };
            let most = size(&mut rng);
            let sweep = SweptAabb {
                bounds: bounds(&mut rng, most),
                motion: core::array::from_fn(|_| {
                    let most = if rng.chance(0.5) { most } else { size(&mut rng) };
                    number(&mut rng, most)
                }),
            };
            if sweep.bounds.min.iter().chain(&sweep.bounds.max).any(|x| x.is_infinite()) {
                continue;
            }
            let most = if rng.chance(0.5) { most } else { size(&mut rng) };
            let boxes: Vec<_> = (0..LANES - 1).map(|_| bounds(&mut rng, most)).collect();
            let block = BoundsBlock::of(&boxes);
            let up_to = if rng.chance(0.3) { f64::INFINITY } else { rng.between(0.0, 2.0) };
            let rounded = RoundedSweep::new(&sweep);
            for level in [SimdLevel::Baseline, SimdLevel::Avx2, SimdLevel::Avx512] {
                let found =
                    at_level(level, || dispatch!(simd => block.met_on(simd, &rounded, up_to)));
                let Some(mut keys) = found else { continue };
                let mut fractions = [None; LANES];
                let mut before = 0.0;
                while let Some((lane, fraction)) = keys.take_least() {
                    assert!(fraction >= before, "least first");
                    before = fraction;
                    assert_eq!(fractions[lane as usize].replace(fraction), None, "once");
                }
                assert_eq!(fractions[LANES - 1], None, "a lane without a box");
                for (bounds, may) in boxes.iter().zip(fractions) {
                    match bounds.met_on(&sweep, up_to) {
                        Some(fraction) => {
                            assert!(
                                may.is_some_and(|may| may <= fraction),
                                "{sweep:?} {bounds:?} up to {up_to}: {may:?}"
                            );
                            met += 1;
                        }
                        None if usual => beyond += i32::from(may.is_some()),
                        None => {}
                    }
                    ordinary += i32::from(usual && may.is_some());
                }
            }
        }
        assert!(met > 10_000 && beyond * 1_000 < ordinary, "{met} {beyond} {ordinary}");
    }

    /// The way is longer than the largest `f32`.
    #[test]
    fn a_difference_that_overflows_is_no_miss() {
        let corner = |x: f32| [x, 0.0, 0.0];
        let bounds = Bounds::from_corners(corner(-2e38), corner(-2e38));
        let sweep = SweptAabb::<Vec3> { bounds, motion: corner(7e37) };
        let far = Bounds::from_corners(corner(3e38), corner(3.2e38));
        let block = BoundsBlock::of(&[far]);
        let rounded = RoundedSweep::new(&sweep);
        let mut keys = dispatch!(simd => block.met_on(simd, &rounded, 8.0));
        assert!(keys.take_least().is_some_and(|(lane, met)| lane == 0 && met <= 5e38 / 7e37));
    }
}
