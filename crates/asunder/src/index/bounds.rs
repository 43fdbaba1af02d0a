//! Tests of bounds: touched along a motion, how far off, beyond a plane.
//!
//! Everything is computed in `f64`, where no sum, product or square of three `f32` overflows or gets lost, and
//! rounded to the careful side: a box is left out only if it certainly is out.

use crate::exact::widen;
use crate::linalg::{Vect, max, min};
use crate::query::bounds::Bounds;
use crate::space::Vector;

/// What the few operations in `f64` behind any of these answers may lose, relative to what goes into
/// them: a test adds it up.
pub(super) const LOST: f64 = 1.0 / (1u64 << 50) as f64;

/// A box that moves along `motion`. A ray is the path of a single point.
#[derive(Clone, Copy, Debug)]
pub struct SweptAabb<V: Vector> {
    pub(crate) bounds: Bounds<V>,
    /// The whole motion. Zero along all axes is allowed.
    pub(crate) motion: V::Array<f32>,
}

/// All points with `normal · x <= offset`, and no others that are not within `slack`.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpaceBounds<V: Vector> {
    pub(crate) normal: V::Array<f64>,
    pub(crate) offset: f64,
    /// How far off `normal · x` may be, for each unit of the coordinates' magnitudes: zero, if the
    /// normal is meant as it is.
    pub(crate) slack: f64,
}

/// So much of its motion is little for a box: what the box of a segment's end is larger than that is.
const THIN: f64 = 1e-5;

/// A box that moves, as many others are compared with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundsSweep<V: Vector> {
    min: Vect<V, f64>,
    max: Vect<V, f64>,
    motion: Vect<V, f64>,
    /// One by the motion, a little less and a little more, where it is not zero.
    sooner: Vect<V, f64>,
    later: Vect<V, f64>,
}

impl<V: Vector> From<&SweptAabb<V>> for BoundsSweep<V> {
    #[inline(always)]
    fn from(SweptAabb { bounds, motion }: &SweptAabb<V>) -> Self {
        let motion = Vect::<V, f64>::of(motion);
        let mut sweep = Self {
            min: Vect::of(&bounds.min),
            max: Vect::of(&bounds.max),
            motion,
            sooner: motion,
            later: motion,
        };
        for i in 0..V::DIM {
            [sweep.sooner[i], sweep.later[i]] = per_motion(motion[i]);
        }
        sweep
    }
}

impl<V: Vector> BoundsSweep<V> {
    /// Whether what moves is a point, or little more beside how far it moves.
    pub(crate) fn is_thin(&self) -> bool {
        (self.max - self.min).norm1() <= self.motion.norm1() * THIN
    }

    /// A fraction of the motion, at most `up_to`, before which a box with these corners is certainly not met;
    /// `None` if it is not met up to there.
    #[inline(always)]
    pub(crate) fn meets(&self, low: &Vect<V, f64>, high: &Vect<V, f64>, up_to: f64) -> Option<f64> {
        let mut during = [0.0, up_to];
        for i in 0..V::DIM {
            during = self.within_slab(i, [low[i], high[i]], during);
            // One that it does not come to: the others may be as they will.
            if during[1] == f64::NEG_INFINITY {
                return None;
            }
        }
        let [first, last] = during;
        (first <= last).then_some(first)
    }

    /// What of an interval of fractions, none below zero, the box may spend between two coordinates along an axis:
    /// its end is before its start if that is nothing. Slabs further along the motion do not come sooner.
    #[inline(always)]
    pub(crate) fn within_slab(
        &self,
        axis: usize,
        [low, high]: [f64; 2],
        [from, to]: [f64; 2],
    ) -> [f64; 2] {
        let ahead = low - self.max[axis];
        let past = high - self.min[axis];
        if self.motion[axis] == 0.0 {
            return if ahead <= 0.0 && past >= 0.0 {
                [from, to]
            } else {
                [from, f64::NEG_INFINITY]
            };
        }
        let (sooner, later) = (self.sooner[axis], self.later[axis]);
        let (enters, leaves) = if self.motion[axis] > 0.0 {
            (ahead * sooner, past * later)
        } else {
            (past * sooner, ahead * later)
        };
        [max(enters, from), min(leaves, to)]
    }

    /// Coordinates along an axis that the box does not leave during an interval of fractions, none below zero.
    #[inline(always)]
    pub(crate) fn extent(&self, axis: usize, [from, to]: [f64; 2]) -> [f64; 2] {
        let (min, max, motion) = (self.min[axis], self.max[axis], self.motion[axis]);
        if motion == 0.0 {
            return [min, max];
        }
        let (least, most) = if motion > 0.0 { (from, to) } else { (to, from) };
        let (least, most) = (least * motion, most * motion);
        let error = |x: f64, moved: f64| LOST * (x.abs() + moved.abs());
        [min + least - error(min, least), max + most + error(max, most)]
    }

    /// Where the box is along an axis at a fraction that is not below zero: its ends, each further out than it
    /// can be.
    #[inline(always)]
    pub(crate) fn ends_at(&self, axis: usize, fraction: f64) -> [f64; 2] {
        self.extent(axis, [fraction, fraction])
    }

    /// Where the box is along an axis at the start.
    #[inline(always)]
    pub(crate) fn ends(&self, axis: usize) -> [f64; 2] {
        [self.min[axis], self.max[axis]]
    }

    /// One by how the box moves along an axis, up to rounding; infinite where it does not.
    #[inline(always)]
    pub(crate) fn per_motion(&self, axis: usize) -> f64 {
        self.sooner[axis]
    }

    /// How the box moves along an axis.
    #[inline(always)]
    pub(crate) fn motion(&self, axis: usize) -> f64 {
        self.motion[axis]
    }
}

impl<V: Vector> Bounds<V> {
    /// A fraction of the motion, at most `up_to`, before which the box is certainly not met; `None` if
    /// it is not met up to there.
    pub(crate) fn met_on(&self, sweep: &SweptAabb<V>, up_to: f64) -> Option<f64> {
        BoundsSweep::from(sweep).meets(&Vect::of(&self.min), &Vect::of(&self.max), up_to)
    }

    /// A distance that the boxes certainly have, at least; zero if they overlap.
    pub(crate) fn distance_below(&self, other: &Self) -> f64 {
        let squares = (0..V::DIM).fold(0.0, |sum, i| {
            let after = widen(self.min[i]) - widen(other.max[i]);
            let before = widen(other.min[i]) - widen(self.max[i]);
            let gap = max(after, before);
            if gap > 0.0 { sum + gap * gap } else { sum }
        });
        squares.sqrt() * (1.0 - LOST)
    }

    /// Whether the box certainly has no point in common with the half-space.
    pub(crate) fn is_outside(&self, side: &HalfSpaceBounds<V>) -> bool {
        let (mut least, mut size, mut far) = (0.0, side.offset.abs(), 0.0);
        for i in 0..V::DIM {
            let normal = side.normal[i];
            if normal != 0.0 {
                let term = normal * widen(if normal > 0.0 { self.min[i] } else { self.max[i] });
                least += term;
                size += term.abs();
            }
            far += max(widen(self.min[i]).abs(), widen(self.max[i]).abs());
        }
        // An infinite box times no slack would be no number.
        let slack = if side.slack > 0.0 { far * side.slack } else { 0.0 };
        least - (size * LOST + slack) > side.offset
    }
}

/// One by a motion that is not zero, a little less and a little more than it is. What is multiplied by
/// it comes out at the time or earlier, and at the time or later; what lies behind comes out before
/// zero, by however much.
#[inline(always)]
fn per_motion(motion: f64) -> [f64; 2] {
    let per = 1.0 / motion;
    [per * (1.0 - LOST), per * (1.0 + LOST)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, Quotient};
    use crate::query::bounds::Bounds;
    use crate::query::predicate::tests::assert_covers;
    use asunder_jury::Rng;
    use glam::{Vec2, Vec3};

    #[test]
    fn what_is_lost_is_derived() {
        let (one, difference) = (Roundoff::ONE, Roundoff::unit(1.0));
        let relative = |x: Roundoff| x.error * SLACK / x.magnitude;
        let square = difference * difference;
        let distance = (square + square + square).root(0) * one;
        let time = difference * (one.over(one) * one);
        let term = one * one;
        let height = (term + term + term) - Roundoff::ZERO;
        let worst = [distance, time, height].map(relative).into_iter().fold(0.0, f64::max);
        assert_covers(LOST / (f64::EPSILON / 2.0), worst);
    }

    fn whole(rng: &mut Rng, most: i64) -> i64 {
        rng.below(2 * most as usize + 1) as i64 - most
    }

    fn box_of(rng: &mut Rng, most: i64) -> [[i64; 3]; 2] {
        let min = core::array::from_fn(|_| whole(rng, most));
        [min, core::array::from_fn(|i: usize| min[i] + rng.below(most as usize) as i64)]
    }

    fn bounds([min, max]: [[i64; 3]; 2]) -> Bounds<Vec3> {
        Bounds::from_corners(min.map(|x| x as f32), max.map(|x| x as f32))
    }

    /// Against fractions of whole numbers, compared without rounding.
    #[test]
    fn a_way_is_met_where_its_fractions_say() {
        let mut rng = Rng::new(70);
        let (mut met, mut missed, mut grazed) = (0, 0, 0);
        for _ in 0..20_000 {
            let (moving, still) = (box_of(&mut rng, 30), box_of(&mut rng, 30));
            let motion: [i64; 3] =
                core::array::from_fn(|_| if rng.chance(0.2) { 0 } else { whole(&mut rng, 40) });
            // The first and the last moment as fractions with positive denominators.
            let (mut first, mut last, mut apart) = ((0, 1), (1, 1), false);
            let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
            for i in 0..3 {
                let (ahead, past) = (still[0][i] - moving[1][i], still[1][i] - moving[0][i]);
                let (enters, leaves) = match motion[i] {
                    0 => {
                        apart |= ahead > 0 || past < 0;
                        continue;
                    }
                    speed if speed > 0 => ((ahead, speed), (past, speed)),
                    speed => ((-past, -speed), (-ahead, -speed)),
                };
                first = if less(first, enters) { enters } else { first };
                last = if less(leaves, last) { leaves } else { last };
            }
            let truly = !apart && !less(last, first);
            let sweep = SweptAabb { bounds: bounds(moving), motion: motion.map(|x| x as f32) };
            match bounds(still).met_on(&sweep, 1.0) {
                Some(fraction) if truly => {
                    met += 1;
                    grazed += i32::from(!less(first, last));
                    let true_first = first.0 as f64 / first.1 as f64;
                    assert!(fraction <= true_first, "{fraction} {first:?}");
                    assert!(fraction >= true_first * (1.0 - 1e-12), "{fraction} {first:?}");
                }
                Some(_) => {
                    panic!("{sweep:?} {still:?}: a difference of whole numbers is no rounding")
                }
                None => {
                    missed += 1;
                    assert!(!truly, "{sweep:?} {still:?}");
                }
            }
        }
        assert!(met > 1000 && missed > 1000 && grazed > 20, "{met} {missed} {grazed}");
    }

    #[test]
    fn a_distance_is_not_larger_than_the_true_one() {
        let mut rng = Rng::new(71);
        for _ in 0..5000 {
            let (a, b) = (box_of(&mut rng, 1000), box_of(&mut rng, 1000));
            let gap = |i: usize| (b[0][i] - a[1][i]).max(a[0][i] - b[1][i]).max(0);
            let square = (0..3).map(|i| gap(i) * gap(i)).sum::<i64>() as f64;
            let distance = bounds(a).distance_below(&bounds(b));
            // The square of an `f64` rounds once more: the margin covers it.
            assert!(distance * distance <= square, "{distance} {square}");
            assert!(distance >= square.sqrt() * (1.0 - 1e-12), "{distance} {square}");
        }
        let far = Bounds::<Vec2>::from_corners([f32::MAX; 2], [f32::MAX; 2]);
        let there = Bounds::from_corners([f32::MIN; 2], [f32::MIN; 2]);
        assert!(far.distance_below(&there) > 9e38);
        let tiny = Bounds::<Vec2>::from_corners([f32::from_bits(1); 2], [1.0; 2]);
        assert!(tiny.distance_below(&Bounds::from_corners([0.0; 2], [0.0; 2])) > 0.0);
    }

    #[test]
    fn touching_a_plane_is_not_outside() {
        let unit = Bounds::<Vec2>::from_corners([1.0, 0.1], [2.0, 0.3]);
        let side = |offset| HalfSpaceBounds::<Vec2> { normal: [1.0, 0.0], offset, slack: 0.0 };
        assert!(!unit.is_outside(&side(1.0)));
        assert!(unit.is_outside(&side(1.0 - 1e-12)));
        let side = HalfSpaceBounds::<Vec2> { normal: [-3.0, 0.0], offset: -7.0, slack: 0.0 };
        assert!(unit.is_outside(&side), "at most -6");
        assert!(!Bounds::<Vec2>::everything().is_outside(&side));
        let side = HalfSpaceBounds::<Vec2> { normal: [0.0, 1.0], offset: -1.0, slack: 0.0 };
        assert!(!Bounds::<Vec2>::everything().is_outside(&side));
        // An eighth of the magnitudes 2 and 0.3 is 0.2875.
        let side = |offset| HalfSpaceBounds::<Vec2> { normal: [1.0, 0.0], offset, slack: 0.125 };
        assert!(unit.is_outside(&side(0.71)) && !unit.is_outside(&side(0.72)));
        assert!(!Bounds::<Vec2>::everything().is_outside(&side(-1e300)));
    }

    #[test]
    fn unbounded_boxes_are_met_and_near() {
        let half = Bounds::<Vec2>::from_corners([5.0, f32::NEG_INFINITY], [f32::INFINITY; 2]);
        let point = Bounds::from_corners([1.0, 0.0], [1.0, 0.0]);
        let sweep = SweptAabb { bounds: point, motion: [4.0, 0.0] };
        assert!(half.met_on(&sweep, 1.0).is_some_and(|fraction| fraction <= 1.0));
        assert_eq!(half.met_on(&sweep, 0.99), None);
        let sweep = SweptAabb { bounds: point, motion: [1e-45, 1e30] };
        assert!(half.met_on(&sweep, f64::INFINITY).is_some_and(|fraction| fraction > 1e45));
        assert!(half.distance_below(&point) <= 4.0);
    }
}
