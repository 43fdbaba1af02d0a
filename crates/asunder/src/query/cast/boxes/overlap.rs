//! The interval of time for which two boxes overlap, which each axis narrows.

use super::axes::AxisMotion;
use super::axis_order::SignedAxis;
use crate::exact::{UNIT, widen};
use crate::linalg::{max, min};

/// A time known to lie between two bounds, and the axis that gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct UncertainTime {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The axis that gives it, its estimate, and whether the motion is against that axis.
    pub(super) axis: usize,
    pub(super) estimate: f64,
    pub(super) negative: bool,
}

impl UncertainTime {
    const fn at(time: f64) -> Self {
        Self { low: time, high: time, axis: 0, estimate: time, negative: false }
    }

    pub(super) const fn facing(&self) -> SignedAxis {
        SignedAxis { axis: self.axis, negative: self.negative }
    }
}

/// Speeds below this multiple of their error bound are treated as zero.
const CERTAIN: f64 = 16.0;

/// The error of a quotient, over the errors of its parts divided by the computed speed.
///
/// Let the error of `n` be at most `a` and that of `w > 16 s` at most `s`. Then
/// `n'/w' - n/w = ((n' - n) + (n/w)(w - w')) / w'`, for the true `n'`, `w'`, and no true speed is less than
/// 15/16 of the computed one: so the difference is at most `(a + |n/w| s) / w` times 16/15. The rest is for
/// the roundings of this bound itself.
const WIDER: f64 = 1.125;

/// The rounding of the reciprocal, of the product with it, and of the difference of a time and its
/// error, relative to the time.
const QUOTIENT: f64 = 4.0 * UNIT;

/// The rounding of a quotient of two exact numbers, and of such a difference, relative to the time.
const EXACT_QUOTIENT: f64 = 2.0 * UNIT;

/// The interval of time for which two boxes overlap, in `f64` with error bounds.
pub(super) struct Overlap {
    pub(super) enter: UncertainTime,
    pub(super) leave: UncertainTime,
    /// Some axis is undecided.
    pub(super) undecided: bool,
    /// Some axis separates them all the time.
    pub(super) separated: bool,
    /// Axes along which they certainly touch at the start: while they approach, or all the time.
    entering: Option<SignedAxis>,
    sliding: Option<SignedAxis>,
    /// Error bounds along axes of length one: of positions, of speeds.
    error: [f64; 2],
}

impl Overlap {
    /// All time, before any axis has narrowed it.
    pub(super) const fn new(error: [f64; 2]) -> Self {
        Self {
            enter: UncertainTime::at(f64::NEG_INFINITY),
            leave: UncertainTime::at(f64::INFINITY),
            undecided: false,
            separated: false,
            entering: None,
            sliding: None,
            error,
        }
    }

    /// An axis along which they certainly touch at the start.
    pub(super) fn touching(&self) -> Option<SignedAxis> {
        self.entering.or(self.sliding)
    }

    /// Intersects it with the interval of time for which the boxes overlap along an axis.
    #[inline(always)]
    pub(super) fn narrow(&mut self, index: usize, along: &AxisMotion<f64>) {
        let AxisMotion { offset, radius, velocity, scale } = *along;
        let (at, speed) = (self.error[0] * scale, self.error[1] * scale);
        let negative = velocity < 0.0;
        let (offset, velocity) = if negative { (-offset, -velocity) } else { (offset, velocity) };
        if velocity > CERTAIN * speed {
            let each = 1.0 / velocity;
            let (enter, leave) = ((-radius - offset) * each, (radius - offset) * each);
            // The errors of the parts of the quotient, and the roundings of the quotient.
            let error = |t: f64| (at + t.abs() * speed) * each * WIDER + t.abs() * QUOTIENT;
            self.begin(enter, error(enter), index, negative);
            self.end(leave, error(leave), index, negative);
        } else {
            // Along this axis they do not move, or hardly.
            let (gap, slack) = (offset.abs() - radius, at + velocity + speed);
            self.separated |= gap > slack;
            self.undecided |= !(gap.abs() > slack);
        }
    }

    /// Excludes what is before a time, known to within `error`: the boxes begin to overlap along an axis.
    #[inline(always)]
    fn begin(&mut self, time: f64, error: f64, axis: usize, negative: bool) {
        let enter = &mut self.enter;
        if time > enter.estimate {
            (enter.estimate, enter.axis, enter.negative) = (time, axis, negative);
        }
        enter.low = max(enter.low, time - error);
        enter.high = max(enter.high, time + error);
    }

    /// Excludes what is after a time, known to within `error`: the boxes cease to overlap along an axis.
    #[inline(always)]
    fn end(&mut self, time: f64, error: f64, axis: usize, negative: bool) {
        let leave = &mut self.leave;
        if time < leave.estimate {
            (leave.estimate, leave.axis, leave.negative) = (time, axis, negative);
        }
        leave.low = min(leave.low, time - error);
        leave.high = min(leave.high, time + error);
    }

    /// Intersects it with the interval along coordinate axis `t`, from exact numbers. The box's own axis
    /// may have the opposite direction.
    #[inline(always)]
    pub(super) fn narrow_exactly(&mut self, t: usize, crossing: SlabCrossing, is_opposite: bool) {
        match crossing {
            SlabCrossing::Never => self.separated = true,
            SlabCrossing::Always { touching, negative } => {
                let at = SignedAxis { axis: t, negative: negative != is_opposite };
                self.sliding = self.sliding.or(touching.then_some(at));
            }
            SlabCrossing::Between { first, last, velocity, negative } => {
                let negative = negative != is_opposite;
                // The product of two `f32` is exact, and so is a quotient whose product is the dividend.
                let quotient = |far: f64| {
                    let time = far / velocity;
                    let nearest = widen(time as f32);
                    let is_exact = nearest == time && nearest * velocity == far;
                    (time, if is_exact { 0.0 } else { time.abs() * EXACT_QUOTIENT })
                };
                // An overlap that ends with the motion, or after it, does not narrow it.
                if last < velocity {
                    let (end, late) = quotient(last);
                    self.end(end, late, t, negative);
                }
                if first == 0.0 {
                    self.entering = self.entering.or(Some(SignedAxis { axis: t, negative }));
                } else {
                    let (begin, early) = quotient(first);
                    self.begin(begin, early, t, negative);
                }
            }
        }
    }
}

/// The interval of time for which boxes overlap along a coordinate axis, in exact numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SlabCrossing {
    /// They do not meet along it: not before the end of the motion, or not after its start.
    Never,
    /// They overlap or touch along it all the time: the motion has no part along it.
    Always { touching: bool, negative: bool },
    /// The distances at which the overlap begins (at most the motion's) and ends (above zero), and the
    /// distance that the motion covers.
    Between { first: f64, last: f64, velocity: f64, negative: bool },
}

impl SlabCrossing {
    /// The crossing, from the gaps at the start, in front and behind, and the motion along the axis.
    #[inline(always)]
    pub(super) fn of([front, back]: [f64; 2], motion: f64) -> Self {
        if motion == 0.0 {
            let negative = front >= back;
            let gap = if negative { front } else { back };
            return if gap > 0.0 {
                Self::Never
            } else {
                Self::Always { touching: gap == 0.0, negative }
            };
        }
        let negative = motion < 0.0;
        let (first, last, velocity) =
            if negative { (front, 0.0 - back, 0.0 - motion) } else { (back, 0.0 - front, motion) };
        // A box that only touches at the start and moves away parts at once.
        if last > 0.0 && first <= velocity {
            Self::Between { first, last, velocity, negative }
        } else {
            Self::Never
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, Quotient};
    use crate::query::predicate::tests::assert_covers;

    #[test]
    fn the_error_of_a_quotient_is_derived() {
        let one = Roundoff::ONE;
        let (part, error) = (one * one.over(one) - Roundoff::ZERO, one.over(one) - Roundoff::ZERO);
        assert_covers(QUOTIENT / UNIT, part.error * SLACK);
        assert_eq!(EXACT_QUOTIENT / UNIT, error.error);
        // The computed speed by the least that the true one can be.
        let wider = CERTAIN / (CERTAIN - 1.0);
        assert_covers(WIDER - 1.0, wider * SLACK - 1.0);
    }

    /// In the worst case the errors of speed and position are as large as their bounds.
    #[test]
    fn a_time_lies_between_its_bounds() {
        for (offset, radius) in [(-3.0, 1.0), (-1.0, 3.0), (0.1, 0.3), (-1e3, 0.7)] {
            for velocity in [1.0, 0.3, 17.0 / 1024.0] {
                let error = 1.0 / 1024.0;
                let along = AxisMotion { offset, radius, velocity, scale: 1.0 };
                let mut overlap = Overlap::new([error, error]);
                overlap.narrow(0, &along);
                for [at, speed] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
                    let (at, velocity) = (at * error, velocity + speed * error);
                    let (enter, leave) =
                        ((at - radius - offset) / velocity, (at + radius - offset) / velocity);
                    let UncertainTime { low, high, .. } = overlap.enter;
                    assert!(low <= enter && enter <= high, "{along:?}: {low} {enter} {high}");
                    let UncertainTime { low, high, .. } = overlap.leave;
                    assert!(low <= leave && leave <= high, "{along:?}: {low} {leave} {high}");
                }
            }
        }
    }
}
