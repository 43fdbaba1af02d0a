//! A quick look at numbers, without a branch for each: yes means that a constructor takes them; no, that it
//! is to be asked.

const INFINITE: u32 = f32::INFINITY.to_bits();

/// Whether all numbers are finite.
#[inline(always)]
pub(crate) fn finite<const N: usize>(numbers: &[f32; N]) -> bool {
    numbers.iter().fold(true, |all, x| all & (x.to_bits() & INFINITE != INFINITE))
}

/// Whether a number is finite, and not below zero. Minus zero is left to the constructor.
#[inline(always)]
pub(crate) fn length(number: f32) -> bool {
    number.to_bits() < INFINITE
}

/// Whether all numbers are such.
#[inline(always)]
pub(crate) fn lengths<const N: usize>(numbers: &[f32; N]) -> bool {
    numbers.iter().fold(true, |all, &x| all & length(x))
}

/// Whether one of the numbers is not zero.
#[inline(always)]
pub(crate) fn not_zero<const N: usize>(numbers: &[f32; N]) -> bool {
    numbers.iter().fold(0, |all, x| all | x.to_bits() << 1) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_or_below_zero_is_found() {
        for x in [0.0, 1.0, f32::from_bits(1), f32::MAX] {
            assert!(length(x) && finite(&[0.0, x]) && finite(&[-x, 1.0]), "{x}");
        }
        for x in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
            assert!(!length(x) && !finite(&[0.0, x]), "{x}");
        }
        assert!(!length(-f32::from_bits(1)) && !length(-1.0));
        assert!(lengths(&[0.0, 2.0]) && !lengths(&[2.0, -1.0]));
        assert!(not_zero(&[0.0, -f32::from_bits(1)]) && !not_zero(&[0.0, -0.0]));
    }
}
