//! Exact numbers with two square roots: what rotations in 2D need.

use super::{Exact, Number};
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// An exact number `a + b√m + c√n + d√(mn)`.
///
/// A 2D rotation means `z/|z|`, and `|z|` is a root: `√m` for the first box of a pair (slot 0),
/// `√n` for the second (slot 1). Signs are found by squaring, twice at most, so that only `a`, `b`,
/// `c`, `d` are ever computed with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surd<E> {
    a: E,
    b: E,
    c: E,
    d: E,
    m: E,
    n: E,
}

impl<E: Exact> Surd<E> {
    fn rational(a: E) -> Self {
        Self { a, b: E::ZERO, c: E::ZERO, d: E::ZERO, m: E::ZERO, n: E::ZERO }
    }

    /// `[a, b, c, d]` and `[m, n]`.
    pub(super) fn parts(self) -> ([E; 4], [E; 2]) {
        ([self.a, self.b, self.c, self.d], [self.m, self.n])
    }

    /// Whether no root occurs, which saves most of the work: axis-aligned boxes have none.
    fn is_rational(&self) -> bool {
        [self.b, self.c, self.d].iter().all(|x| x.sign() == Some(Ordering::Equal))
    }

    /// The radicands of a result: each operand carries those it has met, zero for the others.
    fn radicands(&self, other: &Self) -> (E, E) {
        let pick = |x: E, y: E| if x.sign() == Some(Ordering::Equal) { y } else { x };
        (pick(self.m, other.m), pick(self.n, other.n))
    }

    /// The value itself, if it is not below zero. Deciding takes squares, which may outgrow the
    /// capacity although the value does not.
    fn unless_negative(self, otherwise: impl FnOnce(Self) -> Self) -> Self {
        match self.sign() {
            Some(Ordering::Less) => otherwise(self),
            Some(Ordering::Equal | Ordering::Greater) => self,
            None => Self::UNKNOWN,
        }
    }

    fn negated(self) -> Self {
        let Self { a, b, c, d, m, n } = self;
        let minus = |x: E| E::ZERO - x;
        Self { a: minus(a), b: minus(b), c: minus(c), d: minus(d), m, n }
    }
}

/// The sign of `x + y√r`, for `r ≥ 0`.
fn sign_with_root<E: Exact>(x: E, y: E, r: E) -> Option<Ordering> {
    let (sign_x, sign_y) = (x.sign()?, y.sign()?);
    if sign_y == Ordering::Equal || r.sign()? == Ordering::Equal || sign_x == sign_y {
        return Some(sign_x);
    }
    if sign_x == Ordering::Equal {
        return Some(sign_y);
    }
    // Opposite signs: the larger square wins.
    Some(match (x * x - y * y * r).sign()? {
        Ordering::Greater => sign_x,
        Ordering::Less => sign_y,
        Ordering::Equal => Ordering::Equal,
    })
}

impl<E: Exact> Add for Surd<E> {
    type Output = Self;
    #[inline(never)]
    fn add(self, o: Self) -> Self {
        let (m, n) = self.radicands(&o);
        Self { a: self.a + o.a, b: self.b + o.b, c: self.c + o.c, d: self.d + o.d, m, n }
    }
}

impl<E: Exact> Sub for Surd<E> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        let (m, n) = self.radicands(&o);
        Self { a: self.a - o.a, b: self.b - o.b, c: self.c - o.c, d: self.d - o.d, m, n }
    }
}

impl<E: Exact> Mul for Surd<E> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, o: Self) -> Self {
        let (m, n) = self.radicands(&o);
        match (self.is_rational(), o.is_rational()) {
            (true, true) => Self { a: self.a * o.a, m, n, ..Self::ZERO },
            (true, false) => {
                let s = self.a;
                Self { a: s * o.a, b: s * o.b, c: s * o.c, d: s * o.d, m, n }
            }
            (false, true) => o * self,
            (false, false) => Self {
                a: self.a * o.a + self.b * o.b * m + (self.c * o.c + self.d * o.d * m) * n,
                b: self.a * o.b + self.b * o.a + (self.c * o.d + self.d * o.c) * n,
                c: self.a * o.c + self.c * o.a + (self.b * o.d + self.d * o.b) * m,
                d: self.a * o.d + self.d * o.a + self.b * o.c + self.c * o.b,
                m,
                n,
            },
        }
    }
}

impl<E: Exact> Number for Surd<E> {
    const ZERO: Self =
        Self { a: E::ZERO, b: E::ZERO, c: E::ZERO, d: E::ZERO, m: E::ZERO, n: E::ZERO };
    const ONE: Self = Self { a: E::ONE, ..Self::ZERO };

    fn of(x: f32) -> Self {
        Self::rational(E::of(x))
    }

    fn abs(self) -> Self {
        self.unless_negative(Self::negated)
    }

    fn positive_part(self) -> Self {
        self.unless_negative(|_| Self::ZERO)
    }

    fn larger(self, other: Self) -> Self {
        match (self - other).sign() {
            Some(Ordering::Less) => other,
            Some(Ordering::Equal | Ordering::Greater) => self,
            None => Self::UNKNOWN,
        }
    }

    fn root(self, slot: usize) -> Self {
        if slot == 0 {
            Self { b: E::ONE, m: self.a, ..Self::ZERO }
        } else {
            Self { c: E::ONE, n: self.a, ..Self::ZERO }
        }
    }
}

impl<E: Exact> Exact for Surd<E> {
    const UNKNOWN: Self = Self { a: E::UNKNOWN, ..Self::ZERO };

    fn sign(self) -> Option<Ordering> {
        let Self { a, b, c, d, m, n } = self;
        // (a + b√m) + (c + d√m)√n, one root at a time.
        let first = sign_with_root(a, b, m)?;
        let second = sign_with_root(c, d, m)?;
        if second == Ordering::Equal || n.sign()? == Ordering::Equal || first == second {
            return Some(first);
        }
        if first == Ordering::Equal {
            return Some(second);
        }
        let rational = a * a + b * b * m - (c * c + d * d * m) * n;
        let irrational = (a * b - c * d * n).twice();
        Some(match sign_with_root(rational, irrational, m)? {
            Ordering::Greater => first,
            Ordering::Less => second,
            Ordering::Equal => Ordering::Equal,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Dyadic;
    use super::*;

    type Number2 = Surd<Dyadic<24>>;

    fn of(x: f32) -> Number2 {
        Number2::of(x)
    }

    /// `√x - y` fits where its square does not; taken for positive, it would turn a later sign.
    #[test]
    fn a_sign_too_long_to_tell_stays_unknown() {
        type Narrow = Surd<Dyadic<1>>;
        let difference =
            Narrow::of(1.0 + f32::EPSILON).root(0) * Narrow::of(1e30) - Narrow::of(3e30);
        assert_eq!(difference.sign(), None);
        let far = Narrow::of(1.0);
        assert_eq!((difference.abs() - difference - far).sign(), None);
        assert_eq!((difference.positive_part() - difference - far).sign(), None);
        assert_eq!((difference.larger(Narrow::ZERO) - difference - far).sign(), None);
    }

    #[test]
    fn a_root_squared_is_its_radicand() {
        for (x, slot) in [(2.0, 0), (3.0, 1), (0.1, 0), (1e-30, 1)] {
            let root = of(x).root(slot);
            assert_eq!((root * root - of(x)).sign(), Some(Ordering::Equal), "√{x}");
        }
    }

    #[test]
    fn roots_of_both_slots_are_compared_exactly() {
        let (two, three) = (of(2.0).root(0), of(3.0).root(1));
        assert_eq!((three - two).sign(), Some(Ordering::Greater));
        // √2 + √3 lies between two neighbouring f32.
        let sum = two + three;
        let below = 3.146_264_3_f32;
        assert_eq!((sum - of(below)).sign(), Some(Ordering::Greater));
        assert_eq!((sum - of(below.next_up())).sign(), Some(Ordering::Less));
        // (√2 + √3)² = 5 + 2√6, exactly.
        let zero = sum * sum - of(5.0) - (two * three).twice();
        assert_eq!(zero.sign(), Some(Ordering::Equal));
        // √8 = 2√2 hides behind two different slots.
        let zero = of(8.0).root(1) - two.twice();
        assert_eq!(zero.sign(), Some(Ordering::Equal));
        assert_eq!((two - three).abs().sign(), Some(Ordering::Greater));
        assert_eq!((two - three).positive_part().sign(), Some(Ordering::Equal));
    }
}
