//! The signs of sums of square roots.
//!
//! # Why sufficient precision decides the sign
//!
//! Let `E = a + b₁√m₁ + … + bₜ√mₜ` with integers `a`, `bᵢ` and `mᵢ >= 0`. `E` is an algebraic
//! integer, so if it is not zero the product of its conjugates is an integer other than zero, at
//! least 1 in magnitude. A conjugate sends each `√mᵢ` to `±√mᵢ`, so there are at most `2ᵗ` of them
//! and none exceeds `M = |a| + Σ|bᵢ|√mᵢ`. Hence
//!
//! > `E ≠ 0` implies `|E| >= M^-(2ᵗ - 1)`
//!
//! and an `E` enclosed in an interval about 0 that is shorter than this bound is 0 exactly. (Root
//! bounds of this kind: Burnikel, Fleischer, Mehlhorn, Schirra, "A strong and easily computable
//! separation bound for arithmetic expressions involving radicals", 2000.) The interval comes from
//! integer square roots of `b²m·4ᵏ`; `k` grows until the sign shows or the bound is reached.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, SquareRootRem, UnsignedAbs};
use std::cmp::Ordering;

/// The sign of `whole + Σ coefficient · √square`, exactly: `Less` for negative. No square is
/// negative.
pub(super) fn sign(whole: &IBig, roots: &[(&IBig, &IBig)]) -> Ordering {
    if roots.is_empty() {
        return whole.cmp(&IBig::ZERO);
    }

    // Encloses E·2ᵏ; the ends are equal only if every root is an integer at this scale.
    let enclose = |k: usize| {
        let mut low = whole << k;
        let mut high = low.clone();
        for (coefficient, square) in roots {
            let (from, to) = scaled_root(coefficient, square, k);
            low += from;
            high += to;
        }
        (low, high)
    };

    // No conjugate exceeds this sum.
    let largest = roots.iter().fold(whole.clone().unsigned_abs(), |sum, (coefficient, square)| {
        let (low, high) = scaled_root(coefficient, square, 0);
        sum + low.unsigned_abs().max(high.unsigned_abs())
    });
    let conjugates = 1 << roots.len();
    let enough = (conjugates - 1) * largest.bit_len() + roots.len() + 1;

    let mut k = 0;
    loop {
        let (low, high) = enclose(k);
        if low > IBig::ZERO {
            return Ordering::Greater;
        }
        if high < IBig::ZERO {
            return Ordering::Less;
        }
        // Past the bound: |E|·2ᵏ <= high - low <= t, too small for any E but 0.
        if low == high || k >= enough {
            return Ordering::Equal;
        }
        k = enough.min(2 * k + 64);
    }
}

/// Integers below and above `coefficient · √square · 2ᵏ`, at most 1 apart.
pub(super) fn scaled_root(coefficient: &IBig, square: &IBig, k: usize) -> (IBig, IBig) {
    let (root, rest) = ((coefficient * coefficient * square) << (2 * k)).unsigned_abs().sqrt_rem();
    let floor = IBig::from(root);
    let ceiling = if rest.is_zero() { floor.clone() } else { &floor + IBig::ONE };
    if *coefficient < IBig::ZERO { (-ceiling, -floor) } else { (floor, ceiling) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign_of(whole: i64, terms: &[(i64, i64)]) -> Ordering {
        let terms: Vec<_> = terms.iter().map(|(c, m)| (IBig::from(*c), IBig::from(*m))).collect();
        let terms: Vec<_> = terms.iter().map(|(c, m)| (c, m)).collect();
        sign(&IBig::from(whole), &terms)
    }

    #[test]
    fn sums_that_are_exactly_zero_are_found_to_be() {
        assert_eq!(sign_of(0, &[]), Ordering::Equal);
        assert_eq!(sign_of(0, &[(0, 2), (0, 3)]), Ordering::Equal);
        assert_eq!(sign_of(-6, &[(2, 9)]), Ordering::Equal);
        assert_eq!(sign_of(0, &[(2, 3), (-1, 12)]), Ordering::Equal);
        assert_eq!(sign_of(0, &[(3, 50), (-5, 18)]), Ordering::Equal);
        // √4 = 2 has the conjugate -2 by name only: the bound must hold for squares too.
        assert_eq!(sign_of(-2, &[(1, 4), (0, 7)]), Ordering::Equal);
        assert_eq!(sign_of(-5, &[(1, 4), (1, 9)]), Ordering::Equal);
    }

    #[test]
    fn sums_that_nearly_vanish_are_not_taken_for_zero() {
        // Convergents of √2: p² - 2q² = ±1, so p - q√2 is about ±1 / 2p.
        let (mut p, mut q, mut expected) = (1i64, 1i64, Ordering::Less);
        for _ in 0..48 {
            assert_eq!(sign_of(p, &[(-q, 2)]), expected, "{p} - {q}√2");
            (p, q, expected) = (p + 2 * q, p + q, expected.reverse());
        }
        // √(n-1) + √(n+1) < 2√n by about n^(-3/2) / 4.
        let n = 1i64 << 60;
        assert_eq!(sign_of(-(1 << 31), &[(1, n - 1), (1, n + 1)]), Ordering::Less);
        assert_eq!(sign_of(1 << 31, &[(-1, n - 1), (-1, n + 1)]), Ordering::Greater);
    }
}
