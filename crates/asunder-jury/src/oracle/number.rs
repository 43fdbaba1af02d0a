//! Numbers of a field in which a pair of shapes is exact.
//!
//! In 3D all coordinates are integers after clearing denominators. In 2D an oriented box has coordinates in
//! `Q(√m)`, `m = cos² + sin²`, and a pair of them in `Q(√m, √n)`. [`Roots`] are chosen so that none of
//! `m`, `n` and `mn` is a square: then `1, √m, √n, √mn` are linearly independent over the rationals,
//! and a number is zero exactly if its four coefficients are.

use super::root_sum::{scaled_root, sign};
use super::wide_float::WideFloat;
use dashu_int::IBig;
use dashu_int::ops::{SquareRootRem, UnsignedAbs};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};
use std::rc::Rc;

/// An element of `Z[√m, √n]`.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// An integer.
    Whole(IBig),
    /// A number with roots in it.
    Rooted(Rooted),
}

/// `parts · (1, √m, √n, √mn)`.
#[derive(Clone, Debug)]
pub(super) struct Rooted {
    parts: [IBig; 4],
    roots: Rc<Roots>,
}

/// The two radicands of a pair of shapes; neither they nor their product is a square.
#[derive(Debug)]
pub(super) struct Roots {
    m: IBig,
    n: IBig,
    mn: IBig,
}

impl Number {
    pub(super) const ZERO: Number = Number::Whole(IBig::ZERO);
    pub(super) const ONE: Number = Number::Whole(IBig::ONE);

    /// `Less` for negative.
    pub(super) fn sign(&self) -> Ordering {
        match self {
            Number::Whole(value) => value.cmp(&IBig::ZERO),
            Number::Rooted(Rooted { parts: [whole, terms @ ..], roots }) => {
                if terms.iter().all(|term| *term == IBig::ZERO) {
                    return whole.cmp(&IBig::ZERO);
                }
                let [a, b, c] = terms;
                sign(whole, &[(a, &roots.m), (b, &roots.n), (c, &roots.mn)])
            }
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        match self {
            Number::Whole(value) => *value == IBig::ZERO,
            Number::Rooted(Rooted { parts, .. }) => parts.iter().all(|part| *part == IBig::ZERO),
        }
    }

    pub(super) fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    pub(super) fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// Compares it with another number.
    pub(super) fn compare(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Whole(a), Number::Whole(b)) => a.cmp(b),
            (Number::Whole(_) | Number::Rooted(_), Number::Whole(_) | Number::Rooted(_)) => {
                (self - other).sign()
            }
        }
    }

    /// `self / divisor`, which must be an element of the ring.
    pub(super) fn exactly_over(&self, divisor: &Number) -> Number {
        let (numerator, norm) = match divisor {
            Number::Whole(norm) => (self.clone(), norm.clone()),
            Number::Rooted(rooted) => {
                // Two multiplications by a conjugate: first of √n, then of √m.
                let first = Number::Rooted(rooted.conjugate([1, 1, -1, -1]));
                let within_m = divisor * &first;
                let second = match &within_m {
                    Number::Whole(_) => Number::ONE,
                    Number::Rooted(rooted) => Number::Rooted(rooted.conjugate([1, -1, 1, -1])),
                };
                let Number::Rooted(Rooted { parts: [norm, rest @ ..], .. }) = &within_m * &second
                else {
                    unreachable!("products of rooted numbers are kept as such")
                };
                debug_assert!(rest.iter().all(|part| *part == IBig::ZERO));
                (&(self * &first) * &second, norm)
            }
        };
        let exact = |value: IBig| {
            let quotient = &value / &norm;
            debug_assert_eq!(&quotient * &norm, value, "a division left a remainder");
            quotient
        };
        match numerator {
            Number::Whole(value) => Number::Whole(exact(value)),
            Number::Rooted(Rooted { parts, roots }) => {
                Number::Rooted(Rooted { parts: parts.map(exact), roots })
            }
        }
    }

    /// An approximation of the number.
    pub(super) fn approximate(&self) -> WideFloat {
        match self {
            Number::Whole(value) => WideFloat::of(value),
            Number::Rooted(Rooted { parts: [whole, terms @ ..], roots }) => {
                let radicands = [&roots.m, &roots.n, &roots.mn];
                terms.iter().zip(radicands).fold(WideFloat::of(whole), |sum, (term, radicand)| {
                    sum + WideFloat::of(term) * WideFloat::of(radicand).sqrt()
                })
            }
        }
    }

    /// Integers below and above the number times `2^scale`, equal if it has no roots.
    pub(super) fn enclosed(&self, scale: usize) -> (IBig, IBig) {
        match self {
            Number::Whole(value) => (value << scale, value << scale),
            Number::Rooted(Rooted { parts: [whole, terms @ ..], roots }) => {
                let start = (whole << scale, whole << scale);
                let radicands = [&roots.m, &roots.n, &roots.mn];
                terms.iter().zip(radicands).fold(start, |(low, high), (term, radicand)| {
                    let (from, to) = scaled_root(term, radicand, scale);
                    (low + from, high + to)
                })
            }
        }
    }

    /// The number if it is an integer.
    pub(super) fn whole(&self) -> Option<&IBig> {
        match self {
            Number::Whole(value) => Some(value),
            Number::Rooted(_) => None,
        }
    }
}

impl Rooted {
    fn conjugate(&self, signs: [i32; 4]) -> Rooted {
        let mut conjugate = self.clone();
        for (part, sign) in conjugate.parts.iter_mut().zip(signs) {
            if sign < 0 {
                *part = -&*part;
            }
        }
        conjugate
    }

    fn times(&self, other: &Rooted) -> Rooted {
        let ([a, b, c, d], [p, q, r, s]) = (&self.parts, &other.parts);
        let Roots { m, n, .. } = &*self.roots;
        let parts = [
            a * p + m * (b * q) + n * (c * r + m * (d * s)),
            a * q + b * p + n * (c * s + d * r),
            a * r + c * p + m * (b * s + d * q),
            a * s + d * p + b * r + c * q,
        ];
        Rooted { parts, roots: Rc::clone(&self.roots) }
    }
}

/// A square root in the field of a pair: `coefficient · unit`, where `unit` is one of `1, √m, √n`,
/// over `divisor`.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The root times `divisor`.
    pub(super) value: Number,
    /// Positive.
    pub(super) divisor: IBig,
}

/// The square roots of two positive numbers, in one field.
pub(super) fn roots_of(first: &IBig, second: &IBig) -> [Root; 2] {
    let whole = |value: IBig| Root { value: Number::Whole(value), divisor: IBig::ONE };
    let field = |m: &IBig, n: &IBig| Rc::new(Roots { m: m.clone(), n: n.clone(), mn: m * n });
    let unit = |place: usize, coefficient: IBig, divisor: &IBig, roots: &Rc<Roots>| {
        let mut parts = [IBig::ZERO; 4];
        parts[place] = coefficient;
        let value = Number::Rooted(Rooted { parts, roots: Rc::clone(roots) });
        Root { value, divisor: divisor.clone() }
    };
    // A field of one root also needs a second radicand, although none of its multiples occurs: a number
    // prime to the other and not a square, so that its product with m is no square either.
    let single = |m: &IBig| field(m, &independent_prime(m));
    match (square_root(first), square_root(second)) {
        (Some(a), Some(b)) => [whole(a), whole(b)],
        (Some(a), None) => [whole(a), unit(1, IBig::ONE, &IBig::ONE, &single(second))],
        (None, Some(b)) => [unit(1, IBig::ONE, &IBig::ONE, &single(first)), whole(b)],
        (None, None) => match square_root(&(first * second)) {
            // √second = √(first · second) / √first = k √first / first.
            Some(k) => {
                let roots = single(first);
                [unit(1, IBig::ONE, &IBig::ONE, &roots), unit(1, k, first, &roots)]
            }
            None => {
                let roots = field(first, second);
                [1, 2].map(|place| unit(place, IBig::ONE, &IBig::ONE, &roots))
            }
        },
    }
}

/// A number such that neither it nor its product with `m` is a square.
fn independent_prime(m: &IBig) -> IBig {
    // At most one of two primes makes a square of p · m: if both did, their product would be one.
    let two = IBig::from(2);
    if square_root(&(m * &two)).is_none() { two } else { IBig::from(3) }
}

/// The square root of a nonnegative number, if it is an integer.
fn square_root(value: &IBig) -> Option<IBig> {
    let (root, rest) = value.clone().unsigned_abs().sqrt_rem();
    rest.is_zero().then(|| IBig::from(root))
}

impl Add for &Number {
    type Output = Number;

    fn add(self, other: &Number) -> Number {
        match (self, other) {
            (Number::Whole(a), Number::Whole(b)) => Number::Whole(a + b),
            (Number::Rooted(rooted), other) | (other, Number::Rooted(rooted)) => {
                let mut sum = rooted.clone();
                match other {
                    Number::Whole(value) => sum.parts[0] += value,
                    Number::Rooted(other) => {
                        for (part, term) in sum.parts.iter_mut().zip(&other.parts) {
                            *part += term;
                        }
                    }
                }
                Number::Rooted(sum)
            }
        }
    }
}

impl Neg for &Number {
    type Output = Number;

    fn neg(self) -> Number {
        match self {
            Number::Whole(value) => Number::Whole(-value),
            Number::Rooted(rooted) => Number::Rooted(rooted.conjugate([-1; 4])),
        }
    }
}

impl Sub for &Number {
    type Output = Number;

    fn sub(self, other: &Number) -> Number {
        match (self, other) {
            (Number::Whole(a), Number::Whole(b)) => Number::Whole(a - b),
            (Number::Whole(_) | Number::Rooted(_), Number::Whole(_) | Number::Rooted(_)) => {
                self + &-other
            }
        }
    }
}

impl Mul for &Number {
    type Output = Number;

    fn mul(self, other: &Number) -> Number {
        match (self, other) {
            (Number::Whole(a), Number::Whole(b)) => Number::Whole(a * b),
            (Number::Rooted(rooted), Number::Whole(factor))
            | (Number::Whole(factor), Number::Rooted(rooted)) => {
                let mut product = rooted.clone();
                for part in &mut product.parts {
                    *part *= factor;
                }
                Number::Rooted(product)
            }
            (Number::Rooted(a), Number::Rooted(b)) => Number::Rooted(a.times(b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(value: i32) -> Number {
        Number::Whole(IBig::from(value))
    }

    fn root_of(m: i32, n: i32) -> [Root; 2] {
        roots_of(&IBig::from(m), &IBig::from(n))
    }

    #[test]
    fn roots_are_roots_whatever_their_field() {
        for (m, n) in [(1, 1), (4, 9), (2, 9), (16, 5), (2, 3), (2, 8), (12, 27), (6, 10), (5, 5)] {
            for (root, square) in root_of(m, n).iter().zip([m, n]) {
                let divisor = Number::Whole(root.divisor.clone());
                let expected = &(&divisor * &divisor) * &whole(square);
                assert!((&(&root.value * &root.value) - &expected).is_zero(), "{m} {n}");
                assert!(root.value.is_positive() && root.divisor > IBig::ZERO, "{m} {n}");
            }
        }
        // √2 + √8 = 3√2 and √2 · √8 = 4, although each alone is irrational.
        let [a, b] = root_of(2, 8);
        let common =
            |root: &Root, other: &Root| &root.value * &Number::Whole(other.divisor.clone());
        let (x, y) = (common(&a, &b), common(&b, &a));
        assert!((&y - &(&x * &whole(2))).is_zero());
    }

    #[test]
    fn division_undoes_multiplication() {
        let [a, b] = root_of(6, 10);
        let x = &(&(&a.value * &whole(3)) + &whole(-7)) + &(&b.value * &a.value);
        let y = &(&(&b.value * &whole(-2)) + &whole(5)) + &a.value;
        for (p, q) in [(&x, &y), (&y, &x), (&x, &whole(-3)), (&whole(21), &a.value)] {
            assert!((&(p * q).exactly_over(q) - p).is_zero());
        }
        assert_eq!(x.compare(&y), Ordering::Greater);
        assert_eq!((&x - &x).sign(), Ordering::Equal);
    }
}
