//! Lengths that are square roots, enclosed in two `f64`.

use super::super::number::Number;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivRem, SquareRootRem, UnsignedAbs};
use std::cmp::Ordering;

/// A number that is known to lie between two `f64`, ends included: neighbours, or the same number
/// where it is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// No more than the number.
    pub low: f64,
    /// No less than the number.
    pub high: f64,
}

/// The square root of `above / below`, in units of the pair.
#[derive(Clone, Debug)]
pub(super) struct Length {
    pub(super) above: Number,
    /// Positive.
    pub(super) below: Number,
}

/// What becomes of the length of a core and a radius.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// The length without the radius, which is less.
    Beyond,
    /// The radius without the length, which is less.
    Short,
    /// Both together.
    Sum,
}

/// The finest scale that is tried: enough for any two numbers that are not equal.
const FINEST: usize = 1 << 17;

impl Length {
    pub(super) const ZERO: Length = Length { above: Number::ZERO, below: Number::ONE };

    /// The length and the radius, taken together, in units of `2^unit`.
    pub(super) fn bracket(&self, radius: &IBig, part: Part, unit: i32) -> Bracket {
        let mut scale = 128;
        loop {
            let radius = radius << scale;
            let (low, high) = self.scaled(scale);
            let (low, high) = match part {
                Part::Beyond => (low - &radius, high - &radius),
                Part::Short => (&radius - high, &radius - low),
                Part::Sum => (low + &radius, high + &radius),
            };
            // Far finer than what a `f64` holds, unless the number is 0 or looks like it.
            let close = low > IBig::ZERO && (&high - &low) << 70usize <= low;
            if close || low == high || scale >= FINEST {
                let exponent = i64::from(unit) - scale as i64;
                let low = if low < IBig::ZERO { IBig::ZERO } else { low };
                return Bracket { low: below(&low, exponent), high: above(&high, exponent) };
            }
            scale *= 2;
        }
    }

    /// How it compares with another length.
    pub(super) fn compare(&self, other: &Length) -> Ordering {
        (&self.above * &other.below).compare(&(&other.above * &self.below))
    }

    /// Whole numbers below and above the length times `2^scale`; the same if it is whole itself.
    fn scaled(&self, scale: usize) -> (IBig, IBig) {
        let (above_low, above_high) = self.above.enclosed(scale);
        let (below_low, below_high) = self.below.enclosed(scale);
        let low = root_of_ratio(&above_low.max(IBig::ZERO), &below_high, scale).0;
        let high = if below_low > IBig::ZERO {
            root_of_ratio(&above_high, &below_low, scale).1
        } else {
            // Not known yet to be positive: nothing is known about the quotient.
            root_of_ratio(&above_high, &IBig::ONE, 2 * scale).1
        };
        (low, high)
    }
}

/// Whole numbers below and above `√(above / below) · 2^scale`.
fn root_of_ratio(above: &IBig, below: &IBig, scale: usize) -> (IBig, IBig) {
    let (quotient, rest) = (above << (2 * scale)).div_rem(below);
    let (root, more) = quotient.unsigned_abs().sqrt_rem();
    let root = IBig::from(root);
    let is_exact = rest == IBig::ZERO && more.is_zero();
    let high = if is_exact { root.clone() } else { &root + IBig::ONE };
    (root, high)
}

/// The greatest `f64` that is no more than `value · 2^exponent`, which is not negative.
fn below(value: &IBig, exponent: i64) -> f64 {
    let (mantissa, exponent) = leading(value, exponent);
    times_power_of_two(mantissa, exponent)
}

/// The least `f64` that is no less than `value · 2^exponent`, which is not negative.
fn above(value: &IBig, exponent: i64) -> f64 {
    let (mantissa, dropped) = leading(value, exponent);
    let low = times_power_of_two(mantissa, dropped);
    let kept = IBig::from(mantissa) << usize::try_from(dropped - exponent).unwrap_or(0);
    // Below the normal numbers bits are lost once more.
    let is_exact = kept == *value && (low >= f64::MIN_POSITIVE || *value == IBig::ZERO);
    if is_exact { low } else { low.next_up() }
}

/// The first 53 bits, and their exponent.
fn leading(value: &IBig, exponent: i64) -> (u64, i64) {
    let magnitude = value.clone().unsigned_abs();
    let dropped = magnitude.bit_len().saturating_sub(53);
    let mantissa = u64::try_from(magnitude >> dropped).unwrap_or(0);
    (mantissa, exponent + dropped as i64)
}

/// `mantissa · 2^exponent`, rounded down where it is not a normal number.
fn times_power_of_two(mantissa: u64, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = exponent + i64::from(63 - mantissa.leading_zeros());
    if top > 1023 {
        return f64::MAX;
    }
    if top < -1022 {
        return 0.0;
    }
    let power = |exponent: i64| f64::from_bits(((1023 + exponent) as u64) << 52);
    // In two steps: the exponent alone may be out of range.
    let half = exponent / 2;
    mantissa as f64 * power(half) * power(exponent - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(above: u64, below: u64) -> Length {
        let whole = |value: u64| Number::Whole(IBig::from(value));
        Length { above: whole(above), below: whole(below) }
    }

    #[test]
    fn whole_lengths_have_no_width() {
        let five = length(25, 1);
        let of = |part, radius: u8, unit| five.bracket(&IBig::from(radius), part, unit);
        assert_eq!(of(Part::Sum, 2, 0), Bracket { low: 7.0, high: 7.0 });
        assert_eq!(of(Part::Beyond, 3, -1), Bracket { low: 1.0, high: 1.0 });
        assert_eq!(of(Part::Short, 8, 10), Bracket { low: 3072.0, high: 3072.0 });
        assert_eq!(of(Part::Beyond, 5, 0), Bracket { low: 0.0, high: 0.0 });
        let half = length(9, 36).bracket(&IBig::ZERO, Part::Sum, 0);
        assert_eq!(half, Bracket { low: 0.5, high: 0.5 });
    }

    #[test]
    fn others_lie_between_neighbours() {
        for (above, below) in [(2, 1), (1, 3), (u64::MAX, 7), (1, u64::MAX), (4, 9)] {
            for unit in [-300, 0, 200] {
                let found = length(above, below).bracket(&IBig::ZERO, Part::Sum, unit);
                assert_eq!(found.low.next_up(), found.high);
            }
        }
        let root = length(2, 1).bracket(&IBig::ZERO, Part::Sum, 0);
        assert!(root.low * root.low < 2.0 && root.high * root.high > 2.0);
        let third = length(1, 9).bracket(&IBig::ZERO, Part::Sum, 0);
        assert_eq!(third.low.min(third.high), 1.0 / 3.0);
    }

    #[test]
    fn a_difference_that_nearly_vanishes_keeps_its_digits() {
        // √(n² + 1) - n = 1 / (2n) - 1 / (8n³) + …
        let n = IBig::ONE << 200;
        let above = Number::Whole(&n * &n + IBig::ONE);
        let found = Length { above, below: Number::ONE }.bracket(&n, Part::Beyond, 0);
        let expected = f64::from_bits((1023 - 201) << 52);
        assert_eq!((found.low, found.high), (expected.next_down(), expected));
    }

    #[test]
    fn what_f64_does_not_hold_is_still_enclosed() {
        let tiny = length(1, 1).bracket(&IBig::ZERO, Part::Sum, -1060);
        assert_eq!(tiny.low, 0.0);
        assert!(tiny.high > 0.0);
    }
}
