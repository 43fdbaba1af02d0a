//! Exact numbers with two square roots, as rotations in 2D need them.

use super::{Certain, Dyadic, Exact, Number, WideFloat};
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// An exact number `a + b√m + c√n + d√(mn)`.
///
/// A 2D rotation means `z/|z|`, and `|z|` is a root: `√m` for the first box of a pair (slot 0),
/// `√n` for the second (slot 1). Signs are found by squaring, twice at most, so that only `a`, `b`,
/// `c`, `d` are ever computed with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surd {
    a: Dyadic,
    b: Dyadic,
    c: Dyadic,
    d: Dyadic,
    m: Dyadic,
    n: Dyadic,
}

impl Surd {
    fn rational(a: Dyadic) -> Self {
        Self {
            a,
            b: Dyadic::ZERO,
            c: Dyadic::ZERO,
            d: Dyadic::ZERO,
            m: Dyadic::ZERO,
            n: Dyadic::ZERO,
        }
    }

    /// Whether no root occurs, which saves most of the work: axis-aligned boxes have none.
    fn is_rational(&self) -> bool {
        [self.b, self.c, self.d].iter().all(|x| x.ordering() == Ordering::Equal)
    }

    /// The radicands of a result: each operand carries those it has met, zero for the others.
    fn radicands(&self, other: &Self) -> (Dyadic, Dyadic) {
        let pick = |x: Dyadic, y: Dyadic| if x.ordering() == Ordering::Equal { y } else { x };
        (pick(self.m, other.m), pick(self.n, other.n))
    }

    fn is_negative(self) -> bool {
        self.ordering() == Ordering::Less
    }

    fn negated(self) -> Self {
        let Self { a, b, c, d, m, n } = self;
        let minus = |x: Dyadic| Dyadic::ZERO - x;
        Self { a: minus(a), b: minus(b), c: minus(c), d: minus(d), m, n }
    }
}

/// The sign of `x + y√r`, for `r ≥ 0`.
fn sign_with_root(x: Dyadic, y: Dyadic, r: Dyadic) -> Ordering {
    let (sign_x, sign_y) = (x.ordering(), y.ordering());
    if sign_y == Ordering::Equal || r.ordering() == Ordering::Equal || sign_x == sign_y {
        return sign_x;
    }
    if sign_x == Ordering::Equal {
        return sign_y;
    }
    // Opposite signs: the larger square wins.
    match (x * x - y * y * r).ordering() {
        Ordering::Greater => sign_x,
        Ordering::Less => sign_y,
        Ordering::Equal => Ordering::Equal,
    }
}

/// `x + y√r`: where the two cancel, `(x² - y²r) / (x - y√r)`.
fn with_root(x: Dyadic, y: Dyadic, r: Dyadic) -> WideFloat {
    let (first, second) = (x.approximate(), y.approximate() * r.approximate().sqrt());
    sum(first, second, || (x * x - y * y * r).approximate())
}

/// The sum of two values, the difference of whose squares is known better.
fn sum(first: WideFloat, second: WideFloat, squares: impl FnOnce() -> WideFloat) -> WideFloat {
    let signs = (first.sign(), second.sign());
    if matches!(signs, (Ordering::Less, Ordering::Greater) | (Ordering::Greater, Ordering::Less)) {
        return squares() / (first - second);
    }
    first + second
}

impl Add for Surd {
    type Output = Self;
    #[inline(never)]
    fn add(self, o: Self) -> Self {
        let (m, n) = self.radicands(&o);
        Self { a: self.a + o.a, b: self.b + o.b, c: self.c + o.c, d: self.d + o.d, m, n }
    }
}

impl Sub for Surd {
    type Output = Self;
    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        let (m, n) = self.radicands(&o);
        Self { a: self.a - o.a, b: self.b - o.b, c: self.c - o.c, d: self.d - o.d, m, n }
    }
}

impl Mul for Surd {
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

impl Number for Surd {
    const ZERO: Self = Self {
        a: Dyadic::ZERO,
        b: Dyadic::ZERO,
        c: Dyadic::ZERO,
        d: Dyadic::ZERO,
        m: Dyadic::ZERO,
        n: Dyadic::ZERO,
    };
    const ONE: Self = Self { a: Dyadic::ONE, ..Self::ZERO };
    const KEEPS_DIGITS: bool = true;
    const IN_SCRATCH: bool = true;

    fn of(x: f32) -> Self {
        Self::rational(Dyadic::of(x))
    }

    fn abs(self) -> Self {
        if self.is_negative() { self.negated() } else { self }
    }

    fn positive_part(self) -> Self {
        if self.is_negative() { Self::ZERO } else { self }
    }

    fn larger(self, other: Self) -> Self {
        if (self - other).is_negative() { other } else { self }
    }

    fn each_dyadic(&mut self, visit: &mut dyn FnMut(&mut Dyadic)) {
        let Self { a, b, c, d, m, n } = self;
        for part in [a, b, c, d, m, n] {
            visit(part);
        }
    }

    fn root(self, slot: usize) -> Self {
        if slot == 0 {
            Self { b: Dyadic::ONE, m: self.a, ..Self::ZERO }
        } else {
            Self { c: Dyadic::ONE, n: self.a, ..Self::ZERO }
        }
    }
}

impl Exact for Surd {
    fn unknown() -> Self {
        Self::rational(Dyadic::unknown())
    }

    fn sign(self) -> Option<Ordering> {
        Some(self.ordering())
    }
}

impl Certain for Surd {
    fn ordering(self) -> Ordering {
        let Self { a, b, c, d, m, n } = self;
        // (a + b√m) + (c + d√m)√n, one root at a time.
        let first = sign_with_root(a, b, m);
        let second = sign_with_root(c, d, m);
        if second == Ordering::Equal || n.ordering() == Ordering::Equal || first == second {
            return first;
        }
        if first == Ordering::Equal {
            return second;
        }
        let rational = a * a + b * b * m - (c * c + d * d * m) * n;
        let irrational = (a * b - c * d * n).twice();
        match sign_with_root(rational, irrational, m) {
            Ordering::Greater => first,
            Ordering::Less => second,
            Ordering::Equal => Ordering::Equal,
        }
    }

    fn approximate(self) -> WideFloat {
        let Self { a, b, c, d, m, n } = self;
        let first = with_root(a, b, m);
        let second = with_root(c, d, m) * n.approximate().sqrt();
        sum(first, second, || {
            let rational = a * a + b * b * m - (c * c + d * d * m) * n;
            with_root(rational, (a * b - c * d * n).twice(), m)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(x: f32) -> Surd {
        Surd::of(x)
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
