//! Floats that neither over- nor underflow: exact numbers rounded for display.

use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Sub};

/// A value `significand · 2^exponent`, rounded to 53 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WideFloat {
    /// Zero, or at least one and below two, apart from its sign.
    significand: f64,
    /// Zero for zero.
    exponent: i32,
}

/// Further down than this, nothing of a summand is left.
const LAST: i32 = 64;

/// `2^exponent`, within the range of normal numbers.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

impl WideFloat {
    pub(crate) const ZERO: Self = Self { significand: 0.0, exponent: 0 };

    /// `value · 2^exponent`, for a value that is zero or a normal number.
    pub(crate) fn new(value: f64, exponent: i32) -> Self {
        if value == 0.0 {
            return Self::ZERO;
        }
        let bits = value.to_bits();
        let own = (bits >> 52 & 0x7ff) as i32 - 1023;
        let significand = f64::from_bits(bits & !(0x7ff << 52) | 1023 << 52);
        Self { significand, exponent: exponent + own }
    }

    /// The square root of a value that is not negative.
    pub(crate) fn sqrt(self) -> Self {
        let odd = self.exponent & 1;
        Self::new((self.significand * power(odd)).sqrt(), (self.exponent - odd) / 2)
    }

    pub(crate) fn negated(self) -> Self {
        Self { significand: 0.0 - self.significand, ..self }
    }

    pub(crate) fn sign(self) -> Ordering {
        self.compare(Self::ZERO)
    }

    pub(crate) fn compare(self, other: Self) -> Ordering {
        let difference = (self - other).significand;
        if difference > 0.0 {
            Ordering::Greater
        } else if difference < 0.0 {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }

    /// The power of two that the value is at least; of zero, the least number.
    pub(crate) fn magnitude(self) -> i32 {
        if self.significand == 0.0 { i32::MIN } else { self.exponent }
    }

    /// The value over `2^exponent`, an `f64`.
    pub(crate) fn over(self, exponent: i32) -> f64 {
        Self { exponent: self.exponent.saturating_sub(exponent), ..self }.to_f64()
    }

    /// The value as an `f64`; the largest ones stand for all beyond them, and zero for what is below all.
    pub(crate) fn to_f64(self) -> f64 {
        if self.exponent < -1022 {
            return 0.0;
        }
        if self.exponent > 1023 {
            return if self.significand > 0.0 { f64::MAX } else { f64::MIN };
        }
        self.significand * power(self.exponent)
    }

    /// The nearest `f32`; the largest ones stand for all beyond them. Never negative zero.
    pub(crate) fn to_f32(self) -> f32 {
        if self.exponent < -150 {
            return 0.0;
        }
        if self.exponent > 127 {
            return if self.significand > 0.0 { f32::MAX } else { f32::MIN };
        }
        let rounded = (self.significand * power(self.exponent)) as f32;
        if rounded > f32::MAX {
            f32::MAX
        } else if rounded < f32::MIN {
            f32::MIN
        } else {
            // Turns a negative zero into zero.
            rounded + 0.0
        }
    }
}

impl Add for WideFloat {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self.significand == 0.0 {
            return other;
        }
        if other.significand == 0.0 {
            return self;
        }
        let (large, small) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let places = large.exponent - small.exponent;
        if places > LAST {
            return large;
        }
        Self::new(large.significand + small.significand * power(-places), large.exponent)
    }
}

impl Sub for WideFloat {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "a difference is a sum")]
    fn sub(self, other: Self) -> Self {
        self + other.negated()
    }
}

impl Mul for WideFloat {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::new(self.significand * other.significand, self.exponent + other.exponent)
    }
}

impl Div for WideFloat {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::new(self.significand / other.significand, self.exponent - other.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Certain, Dyadic, Number, Surd};

    fn shown(x: impl Certain) -> f32 {
        x.approximate().to_f32()
    }

    #[test]
    fn every_f32_is_shown_as_itself() {
        for bits in [0, 1, 2, 0x007f_ffff, 0x0080_0000, 0x3f80_0001, 0x7f7f_ffff] {
            for sign in [0, 1 << 31] {
                let x = f32::from_bits(bits | sign);
                assert_eq!(shown(Dyadic::of(x)), x);
                assert_eq!(shown(Surd::of(x)), x);
            }
        }
        assert_eq!(shown(Dyadic::of(-0.0)).to_bits(), 0);
    }

    #[test]
    fn what_is_out_of_range_is_shown_as_near_as_can_be() {
        let (most, least) = (Dyadic::of(f32::MAX), Dyadic::of(f32::from_bits(1)));
        assert_eq!(shown(most * most), f32::MAX);
        assert_eq!(shown(Dyadic::ZERO - most.twice()), f32::MIN);
        assert_eq!(shown(least * least), 0.0);
        let product = (most * most * least * least).approximate();
        let root = product.sqrt() / least.approximate();
        assert_eq!(root.to_f32(), f32::MAX);
    }

    /// What `√2` loses as an `f32` keeps 25 bits in plain `f64`; here it keeps all.
    #[test]
    fn cancellation_costs_nothing() {
        let near = core::f32::consts::SQRT_2;
        let below = Surd::of(2.0).root(0) - Surd::of(near);
        // √2 = 1.41421356237309504880168872...; its f32 stands for 1.41421353816986083984375.
        assert_eq!(shown(below), 2.420_323_5e-8);
        // √2 + √3 = 3.1462643699419723423291350657...
        let sum = Surd::of(2.0).root(0) + Surd::of(3.0).root(1);
        let difference = sum - Surd::of(3.146_264_3);
        let expected = 3.146_264_369_941_972 - f64::from(3.146_264_3_f32);
        assert!((f64::from(shown(difference)) - expected).abs() < 4e-15);
    }
}
