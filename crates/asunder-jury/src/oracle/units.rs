//! Conversion of `f32` to integers in units of a power of two.

use dashu_int::IBig;
use std::array::from_fn;

/// The number as an odd integer times a power of two; `None` for 0.
fn decode(value: f32) -> Option<(i32, i32)> {
    debug_assert!(value.is_finite(), "the oracle answers for finite numbers only");
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 23 & 0xff) as i32, (bits & 0x7f_ffff) as i32);
    let mantissa = if field == 0 { fraction } else { fraction | 1 << 23 };
    if mantissa == 0 {
        return None;
    }
    let zeros = mantissa.trailing_zeros();
    let magnitude = mantissa >> zeros;
    let exponent = field.max(1) - 150 + zeros as i32;
    Some((if bits >> 31 == 1 { -magnitude } else { magnitude }, exponent))
}

/// The exponent of the largest power of two that divides all the values; `None` if all are 0.
pub(super) fn exponent(values: &[f32]) -> Option<i32> {
    values.iter().filter_map(|value| decode(*value)).map(|(_, exponent)| exponent).min()
}

/// The value in units of `2^unit`, which must divide it.
pub(super) fn integer(value: f32, unit: i32) -> IBig {
    decode(value).map_or(IBig::ZERO, |(mantissa, exponent)| {
        debug_assert!(unit <= exponent, "the unit does not divide the value");
        IBig::from(mantissa) << exponent.abs_diff(unit) as usize
    })
}

pub(super) fn integers<const N: usize>(values: &[f32; N], unit: i32) -> [IBig; N] {
    from_fn(|i| integer(values[i], unit))
}

/// The direction of a vector: its values in units of the largest power of two that divides them all.
pub(super) fn direction<const N: usize>(values: &[f32; N]) -> [IBig; N] {
    integers(values, exponent(values).unwrap_or(0))
}
