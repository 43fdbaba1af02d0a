//! Numbers to about fifteen digits, of any size: enough to guess by, never to answer by.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::ops::{Add, Div, Mul};

/// About `value · 2^exponent`, with a value of moderate size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rough {
    value: f64,
    exponent: i64,
}

impl Rough {
    pub(super) const ZERO: Rough = Rough { value: 0.0, exponent: 0 };

    pub(super) fn of(number: &IBig) -> Self {
        let magnitude = number.clone().unsigned_abs();
        let dropped = magnitude.bit_len().saturating_sub(64);
        let top = u64::try_from(magnitude >> dropped).unwrap_or(u64::MAX) as f64;
        let value = if *number < IBig::ZERO { -top } else { top };
        Self::normal(value, dropped as i64)
    }

    fn normal(value: f64, exponent: i64) -> Self {
        let field = (value.to_bits() >> 52 & 0x7ff) as i64;
        if value == 0.0 || field == 0 {
            return Self::ZERO;
        }
        Self { value: value * power_of_two(1023 - field), exponent: exponent + field - 1023 }
    }

    pub(super) fn sqrt(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        let value = if odd == 1 { self.value * 2.0 } else { self.value };
        Self::normal(value.sqrt(), (self.exponent - odd) / 2)
    }

    /// Whether it is the greater number.
    pub(super) fn exceeds(self, other: Self) -> bool {
        let negated = Self { value: -other.value, ..other };
        (self + negated).value > 0.0
    }

    /// The number times `2^exponent`, if `f64` holds it; or 0, or infinite.
    pub(super) fn times_power_of_two(self, exponent: i32) -> f64 {
        self.value * power_of_two((self.exponent + i64::from(exponent)).min(1023))
    }

    /// Its size, as an exponent; `None` for 0.
    pub(super) fn exponent(self) -> Option<i64> {
        (self.value != 0.0).then_some(self.exponent)
    }

    /// In units of `2^unit`, which is not much smaller than the number.
    pub(super) fn in_unit(self, unit: i64) -> f64 {
        self.value * power_of_two((self.exponent - unit).min(1000))
    }
}

/// `2^exponent`, or 0 where that is too small.
fn power_of_two(exponent: i64) -> f64 {
    if exponent < -1022 { 0.0 } else { f64::from_bits(((1023 + exponent) as u64) << 52) }
}

impl Mul for Rough {
    type Output = Rough;

    fn mul(self, other: Rough) -> Rough {
        Rough::normal(self.value * other.value, self.exponent + other.exponent)
    }
}

impl Div for Rough {
    type Output = Rough;

    fn div(self, other: Rough) -> Rough {
        Rough::normal(self.value / other.value, self.exponent - other.exponent)
    }
}

impl Add for Rough {
    type Output = Rough;

    fn add(self, other: Rough) -> Rough {
        let (large, small) =
            if self.exponent < other.exponent { (other, self) } else { (self, other) };
        if large.value == 0.0 {
            return small;
        }
        let fitted = small.value * power_of_two(small.exponent - large.exponent);
        Rough::normal(large.value + fitted, large.exponent)
    }
}
