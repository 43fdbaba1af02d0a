//! A quick look at numbers, without a branch for each: yes means that a constructor takes them; no, that it
//! is to be asked.

/// Whether all numbers are finite.
#[inline(always)]
pub(crate) fn finite<const N: usize>(numbers: &[f32; N]) -> bool {
    const INFINITE: u32 = f32::INFINITY.to_bits();
    numbers.iter().fold(true, |all, x| all & (x.to_bits() & INFINITE != INFINITE))
}

/// Whether a number is finite, and not below zero.
#[inline(always)]
pub(crate) fn length(number: f32) -> bool {
    (0.0..=f32::MAX).contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_or_below_zero_is_found() {
        for x in [0.0, -0.0, 1.0, f32::from_bits(1), f32::MAX] {
            assert!(length(x) && finite(&[0.0, x]) && finite(&[-x, 1.0]), "{x}");
        }
        for x in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
            assert!(!length(x) && !finite(&[0.0, x]), "{x}");
        }
        assert!(!length(-f32::from_bits(1)) && !length(-1.0));
    }
}
