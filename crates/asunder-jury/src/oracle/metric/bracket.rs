//! Lengths as square roots, enclosed in two `f64`.

use super::super::number::Number;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivRem, SquareRootRem, UnsignedAbs};
use std::cmp::Ordering;

/// An enclosure of a number by two `f64`, which are neighbours, or equal if the number is an `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// At most the number.
    pub low: f64,
    /// At least the number.
    pub high: f64,
}

/// The square root of `numerator / denominator`, in units of the pair.
#[derive(Clone, Debug)]
pub(super) struct Length {
    pub(super) numerator: Number,
    /// Positive.
    pub(super) denominator: Number,
}

/// The combination of the length of a core with a radius.
#[derive(Clone, Copy, Debug)]
pub(super) enum RadiusTerm {
    /// The length minus the radius.
    Subtracted,
    /// The radius minus the length.
    SubtractedFrom,
    /// The sum.
    Added,
}

/// The greatest precision that is tried: enough for any two different numbers.
const FINEST: usize = 1 << 17;

impl Length {
    pub(super) const ZERO: Length = Length { numerator: Number::ZERO, denominator: Number::ONE };

    /// Encloses the combined length and radius, in units of `2^unit`.
    pub(super) fn bracket(&self, radius: &IBig, part: RadiusTerm, unit: i32) -> Bracket {
        let mut scale = 128;
        loop {
            let radius = radius << scale;
            let (low, high) = self.scaled(scale);
            let (low, high) = match part {
                RadiusTerm::Subtracted => (low - &radius, high - &radius),
                RadiusTerm::SubtractedFrom => (&radius - high, &radius - low),
                RadiusTerm::Added => (low + &radius, high + &radius),
            };
            // Far finer than an `f64`, unless the number is 0 or close to it.
            let close = low > IBig::ZERO && (&high - &low) << 70usize <= low;
            if close || low == high || scale >= FINEST {
                let exponent = i64::from(unit) - scale as i64;
                let low = if low < IBig::ZERO { IBig::ZERO } else { low };
                return Bracket {
                    low: round_down(&low, exponent),
                    high: round_up(&high, exponent),
                };
            }
            scale *= 2;
        }
    }

    /// Compares it with another length.
    pub(super) fn compare(&self, other: &Length) -> Ordering {
        (&self.numerator * &other.denominator).compare(&(&other.numerator * &self.denominator))
    }

    /// Integers below and above the length times `2^scale`; equal if that is an integer.
    fn scaled(&self, scale: usize) -> (IBig, IBig) {
        let (numerator_low, numerator_high) = self.numerator.enclosed(scale);
        let (denominator_low, denominator_high) = self.denominator.enclosed(scale);
        let low = root_of_ratio(&numerator_low.max(IBig::ZERO), &denominator_high, scale).0;
        let high = if denominator_low > IBig::ZERO {
            root_of_ratio(&numerator_high, &denominator_low, scale).1
        } else {
            // The denominator is not yet known to be positive, so the quotient is unknown.
            root_of_ratio(&numerator_high, &IBig::ONE, 2 * scale).1
        };
        (low, high)
    }
}

/// Integers below and above `√(numerator / denominator) · 2^scale`.
fn root_of_ratio(numerator: &IBig, denominator: &IBig, scale: usize) -> (IBig, IBig) {
    let (quotient, rest) = (numerator << (2 * scale)).div_rem(denominator);
    let (root, more) = quotient.unsigned_abs().sqrt_rem();
    let root = IBig::from(root);
    let is_exact = rest == IBig::ZERO && more.is_zero();
    let high = if is_exact { root.clone() } else { &root + IBig::ONE };
    (root, high)
}

/// The nonnegative `value · 2^exponent` rounded down to an `f64`.
fn round_down(value: &IBig, exponent: i64) -> f64 {
    let (mantissa, exponent) = leading(value, exponent);
    times_power_of_two(mantissa, exponent)
}

/// The nonnegative `value · 2^exponent` rounded up to an `f64`.
fn round_up(value: &IBig, exponent: i64) -> f64 {
    let (mantissa, dropped) = leading(value, exponent);
    let low = times_power_of_two(mantissa, dropped);
    let kept = IBig::from(mantissa) << usize::try_from(dropped - exponent).unwrap_or(0);
    // Below the normal numbers bits are lost a second time.
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

/// `mantissa · 2^exponent`, rounded down if it is subnormal.
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

    fn length(numerator: u64, denominator: u64) -> Length {
        let whole = |value: u64| Number::Whole(IBig::from(value));
        Length { numerator: whole(numerator), denominator: whole(denominator) }
    }

    #[test]
    fn whole_lengths_have_no_width() {
        let five = length(25, 1);
        let of = |part, radius: u8, unit| five.bracket(&IBig::from(radius), part, unit);
        assert_eq!(of(RadiusTerm::Added, 2, 0), Bracket { low: 7.0, high: 7.0 });
        assert_eq!(of(RadiusTerm::Subtracted, 3, -1), Bracket { low: 1.0, high: 1.0 });
        assert_eq!(of(RadiusTerm::SubtractedFrom, 8, 10), Bracket { low: 3072.0, high: 3072.0 });
        assert_eq!(of(RadiusTerm::Subtracted, 5, 0), Bracket { low: 0.0, high: 0.0 });
        let half = length(9, 36).bracket(&IBig::ZERO, RadiusTerm::Added, 0);
        assert_eq!(half, Bracket { low: 0.5, high: 0.5 });
    }

    #[test]
    fn others_lie_between_neighbours() {
        for (numerator, denominator) in [(2, 1), (1, 3), (u64::MAX, 7), (1, u64::MAX), (4, 9)] {
            for unit in [-300, 0, 200] {
                let found =
                    length(numerator, denominator).bracket(&IBig::ZERO, RadiusTerm::Added, unit);
                assert_eq!(found.low.next_up(), found.high);
            }
        }
        let root = length(2, 1).bracket(&IBig::ZERO, RadiusTerm::Added, 0);
        assert!(root.low * root.low < 2.0 && root.high * root.high > 2.0);
        let third = length(1, 9).bracket(&IBig::ZERO, RadiusTerm::Added, 0);
        assert_eq!(third.low.min(third.high), 1.0 / 3.0);
    }

    #[test]
    fn a_difference_that_nearly_vanishes_keeps_its_digits() {
        // √(n² + 1) - n = 1 / (2n) - 1 / (8n³) + …
        let n = IBig::ONE << 200;
        let numerator = Number::Whole(&n * &n + IBig::ONE);
        let found =
            Length { numerator, denominator: Number::ONE }.bracket(&n, RadiusTerm::Subtracted, 0);
        let expected = f64::from_bits((1023 - 201) << 52);
        assert_eq!((found.low, found.high), (expected.next_down(), expected));
    }

    #[test]
    fn what_f64_does_not_hold_is_still_enclosed() {
        let tiny = length(1, 1).bracket(&IBig::ZERO, RadiusTerm::Added, -1060);
        assert_eq!(tiny.low, 0.0);
        assert!(tiny.high > 0.0);
    }
}
