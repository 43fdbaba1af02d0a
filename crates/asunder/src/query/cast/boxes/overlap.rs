//! The time for which two boxes overlap: axis by axis it gets shorter.

use super::axes::Along;
use super::axis_order::SignedAxis;
use crate::exact::{UNIT, widen};

/// A moment that lies somewhere between two, and the axis that gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct UncertainTime {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The axis that gives it, its estimate, and whether time runs against that axis.
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

/// A speed that is less than so many times what it may be off counts as none.
const CERTAIN: f64 = 16.0;

/// How much further off a quotient may be than its parts are, divided by the speed as computed.
///
/// Let `n` be off by `a` and `w > 16 s` by `s`. Then `n'/w' - n/w = ((n' - n) + (n/w)(w - w')) / w'`, for
/// the true `n'`, `w'`, and no true speed is less than 15/16 of the computed one: so that is at most
/// `(a + |n/w| s) / w` times 16/15. The rest is for the roundings of this bound itself.
const WIDER: f64 = 1.125;

/// What the reciprocal, the product with it, and the difference of a time and its error round, relative
/// to the time.
const QUOTIENT: f64 = 4.0 * UNIT;

/// What a quotient of two exact numbers, and such a difference, round.
const EXACT_QUOTIENT: f64 = 2.0 * UNIT;

/// The time for which two boxes overlap, as far as `f64` tells.
pub(super) struct Overlap {
    pub(super) enter: UncertainTime,
    pub(super) leave: UncertainTime,
    /// Some axis tells nothing.
    pub(super) open: bool,
    /// Some axis tells that they never meet.
    pub(super) parted: bool,
    /// Axes along which they certainly touch at the start: as they come together, or all the time.
    entering: Option<SignedAxis>,
    sliding: Option<SignedAxis>,
    /// Errors relative to lengths, along axes of length one: of places, of speeds.
    error: [f64; 2],
}

impl Overlap {
    /// All time, as long as no axis has been taken in.
    pub(super) const fn new(error: [f64; 2]) -> Self {
        Self {
            enter: UncertainTime::at(f64::NEG_INFINITY),
            leave: UncertainTime::at(f64::INFINITY),
            open: false,
            parted: false,
            entering: None,
            sliding: None,
            error,
        }
    }

    /// An axis along which they certainly touch at the start.
    pub(super) fn touching(&self) -> Option<SignedAxis> {
        self.entering.or(self.sliding)
    }

    /// Takes in the interval of time for which the boxes overlap along an axis.
    #[inline(always)]
    pub(super) fn narrow(&mut self, index: usize, along: &Along<f64>) {
        let Along { offset, reach, velocity, scale } = *along;
        let (at, speed) = (self.error[0] * scale, self.error[1] * scale);
        let negative = velocity < 0.0;
        let (offset, velocity) = if negative { (-offset, -velocity) } else { (offset, velocity) };
        if velocity > CERTAIN * speed {
            let each = 1.0 / velocity;
            let (enter, leave) = ((-reach - offset) * each, (reach - offset) * each);
            // A quotient of numbers that are off, and the roundings of the quotient.
            let error = |t: f64| (at + t.abs() * speed) * each * WIDER + t.abs() * QUOTIENT;
            self.begin(enter, error(enter), index, negative);
            self.end(leave, error(leave), index, negative);
        } else {
            // They stay where they are along it, or nearly.
            let (gap, slack) = (offset.abs() - reach, at + velocity + speed);
            self.parted |= gap > slack;
            self.open |= !(gap.abs() > slack);
        }
    }

    /// They do not overlap before a time along an axis, which may be off.
    #[inline(always)]
    fn begin(&mut self, time: f64, error: f64, axis: usize, negative: bool) {
        let enter = &mut self.enter;
        if time > enter.estimate {
            (enter.estimate, enter.axis, enter.negative) = (time, axis, negative);
        }
        enter.low = greater(enter.low, time - error);
        enter.high = greater(enter.high, time + error);
    }

    /// They do not overlap after a time.
    #[inline(always)]
    fn end(&mut self, time: f64, error: f64, axis: usize, negative: bool) {
        let leave = &mut self.leave;
        if time < leave.estimate {
            (leave.estimate, leave.axis, leave.negative) = (time, axis, negative);
        }
        leave.low = less(leave.low, time - error);
        leave.high = less(leave.high, time + error);
    }

    /// Takes in the interval along coordinate axis `t`, by numbers that are not rounded. The box's
    /// own axis may have the opposite direction.
    #[inline(always)]
    pub(super) fn narrow_exactly(&mut self, t: usize, crossing: SlabCrossing, is_opposite: bool) {
        match crossing {
            SlabCrossing::Never => self.parted = true,
            SlabCrossing::Always { touching, negative } => {
                let at = SignedAxis { axis: t, negative: negative != is_opposite };
                self.sliding = self.sliding.or(touching.then_some(at));
            }
            SlabCrossing::Between { first, last, velocity, negative } => {
                let negative = negative != is_opposite;
                // The product of two `f32` is exact, and so is a quotient that gives the whole.
                let quotient = |far: f64| {
                    let time = far / velocity;
                    let nearest = widen(time as f32);
                    let is_exact = nearest == time && nearest * velocity == far;
                    (time, if is_exact { 0.0 } else { time.abs() * EXACT_QUOTIENT })
                };
                // What ends with the motion, or after it, takes nothing of it.
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

/// How boxes pass each other along a coordinate axis, by numbers that are not rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SlabCrossing {
    /// They do not meet along it: not before the end, or not after the start.
    Never,
    /// They stay as they are.
    Always { touching: bool, negative: bool },
    /// How far it is to where they come to overlap, which they reach, and to where that ends, which is
    /// ahead; and how far the motion goes.
    Between { first: f64, last: f64, velocity: f64, negative: bool },
}

impl SlabCrossing {
    /// By the gaps at the start, in front and behind, and the motion along the axis.
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
        // One that only touches at the start parts at once.
        if last > 0.0 && first <= velocity {
            Self::Between { first, last, velocity, negative }
        } else {
            Self::Never
        }
    }
}

#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline(always)]
fn less(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, Quotient};
    use crate::query::predicate::tests::assert_covers;

    #[test]
    fn what_a_quotient_is_off_is_derived() {
        let one = Roundoff::ONE;
        let (part, error) = (one * one.over(one) - Roundoff::ZERO, one.over(one) - Roundoff::ZERO);
        assert_covers(QUOTIENT / UNIT, part.error * SLACK);
        assert_eq!(EXACT_QUOTIENT / UNIT, error.error);
        // The computed speed by the least that the true one can be.
        let wider = CERTAIN / (CERTAIN - 1.0);
        assert_covers(WIDER - 1.0, wider * SLACK - 1.0);
    }

    /// At its worst a speed is off by all it may be, and so is the place.
    #[test]
    fn a_time_lies_between_its_bounds() {
        for (offset, reach) in [(-3.0, 1.0), (-1.0, 3.0), (0.1, 0.3), (-1e3, 0.7)] {
            for velocity in [1.0, 0.3, 17.0 / 1024.0] {
                let error = 1.0 / 1024.0;
                let along = Along { offset, reach, velocity, scale: 1.0 };
                let mut overlap = Overlap::new([error, error]);
                overlap.narrow(0, &along);
                for [at, speed] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
                    let (at, velocity) = (at * error, velocity + speed * error);
                    let (enter, leave) =
                        ((at - reach - offset) / velocity, (at + reach - offset) / velocity);
                    let UncertainTime { low, high, .. } = overlap.enter;
                    assert!(low <= enter && enter <= high, "{along:?}: {low} {enter} {high}");
                    let UncertainTime { low, high, .. } = overlap.leave;
                    assert!(low <= leave && leave <= high, "{along:?}: {low} {leave} {high}");
                }
            }
        }
    }
}
