//! Floating-point numbers with a wide exponent, for guesses only, never for decisions.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::ops::{Add, Div, Mul};

/// The number `value · 2^exponent`, to about fifteen digits, with a value of moderate size.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideFloat {
    value: f64,
    exponent: i64,
}

impl WideFloat {
    pub(super) const ZERO: WideFloat = WideFloat { value: 0.0, exponent: 0 };

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

    /// The number times `2^exponent` as an `f64`, which may underflow or overflow.
    pub(super) fn times_power_of_two(self, exponent: i32) -> f64 {
        self.value * power_of_two((self.exponent + i64::from(exponent)).min(1023))
    }

    /// Its binary exponent; `None` for 0.
    pub(super) fn exponent(self) -> Option<i64> {
        (self.value != 0.0).then_some(self.exponent)
    }

    /// In units of `2^unit`, which is not much smaller than the number.
    pub(super) fn in_unit(self, unit: i64) -> f64 {
        self.value * power_of_two((self.exponent - unit).min(1000))
    }
}

/// `2^exponent`, or 0 if that underflows.
fn power_of_two(exponent: i64) -> f64 {
    if exponent < -1022 { 0.0 } else { f64::from_bits(((1023 + exponent) as u64) << 52) }
}

impl Mul for WideFloat {
    type Output = WideFloat;

    fn mul(self, other: WideFloat) -> WideFloat {
        WideFloat::normal(self.value * other.value, self.exponent + other.exponent)
    }
}

impl Div for WideFloat {
    type Output = WideFloat;

    fn div(self, other: WideFloat) -> WideFloat {
        WideFloat::normal(self.value / other.value, self.exponent - other.exponent)
    }
}

impl Add for WideFloat {
    type Output = WideFloat;

    fn add(self, other: WideFloat) -> WideFloat {
        let (large, small) =
            if self.exponent < other.exponent { (other, self) } else { (self, other) };
        if large.value == 0.0 {
            return small;
        }
        let fitted = small.value * power_of_two(small.exponent - large.exponent);
        WideFloat::normal(large.value + fitted, large.exponent)
    }
}
