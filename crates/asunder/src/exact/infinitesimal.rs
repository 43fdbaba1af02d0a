//! Polynomials in an infinitesimal: exact numbers just before or after a value.

use super::{Dyadic, Exact, Number};
use crate::array::array_of;
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// A polynomial `c₀ + c₁ε + … + c₄ε⁴` in an `ε > 0` that is smaller than every positive number.
///
/// Its sign is that of its first coefficient that is not zero: the sign its value has for every small
/// enough `ε`, its germ. So a predicate that runs over such numbers answers for the moment
/// just after, or just before, the one that is asked about.
///
/// Four powers are enough. A point that moves is linear in `ε`. So are the offset to another point, the
/// offset from it across an edge, and any axis; the gap along an axis is quadratic, its square, which is
/// compared with a radius, quartic. What turns does not move, so roots are taken of constants alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EpsilonPolynomial<E> {
    coefficients: [E; DEGREE + 1],
    /// No coefficient of a higher power is other than zero.
    degree: usize,
}

const DEGREE: usize = 4;

impl<E: Exact> EpsilonPolynomial<E> {
    /// The infinitesimal itself.
    pub(crate) const EPSILON: Self =
        Self { coefficients: [E::ZERO, E::ONE, E::ZERO, E::ZERO, E::ZERO], degree: 1 };

    /// A number that stays what it is.
    pub(crate) const fn constant(value: E) -> Self {
        Self { coefficients: [value, E::ZERO, E::ZERO, E::ZERO, E::ZERO], degree: 0 }
    }

    fn combined(self, other: Self, mut combine: impl FnMut(E, E) -> E) -> Self {
        let degree = if self.degree > other.degree { self.degree } else { other.degree };
        let (x, y) = (&self.coefficients, &other.coefficients);
        let coefficient = |i: usize| if i <= degree { combine(x[i], y[i]) } else { E::ZERO };
        Self { coefficients: array_of(coefficient), degree }
    }

    /// The larger of two values whose order is not certain.
    ///
    /// The first coefficients of which one may exceed the other are the larger of the two, whichever value
    /// they belong to; those that follow may be of either.
    fn larger_of_uncertain(self, other: Self) -> Self {
        let mut is_uncertain = false;
        self.combined(other, |x, y| {
            if is_uncertain {
                return x.either(y);
            }
            is_uncertain = (x - y).sign() != Some(Ordering::Equal);
            if is_uncertain { x.larger(y) } else { x }
        })
    }
}

impl<E: Exact> Add for EpsilonPolynomial<E> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.combined(other, |x, y| x + y)
    }
}

impl<E: Exact> Sub for EpsilonPolynomial<E> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.combined(other, |x, y| x - y)
    }
}

impl<E: Exact> Mul for EpsilonPolynomial<E> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let degree = self.degree + other.degree;
        assert!(degree <= DEGREE, "no text has a higher power than {DEGREE}");
        let mut product = Self { degree, ..Self::ZERO };
        for i in 0..=self.degree {
            for j in 0..=other.degree {
                let term = self.coefficients[i] * other.coefficients[j];
                product.coefficients[i + j] = product.coefficients[i + j] + term;
            }
        }
        product
    }
}

impl<E: Exact> Number for EpsilonPolynomial<E> {
    const ZERO: Self = Self::constant(E::ZERO);
    const ONE: Self = Self::constant(E::ONE);
    const KEEPS_DIGITS: bool = E::KEEPS_DIGITS;
    const IN_SCRATCH: bool = E::IN_SCRATCH;

    fn each_dyadic(&mut self, visit: &mut dyn FnMut(&mut Dyadic)) {
        for coefficient in &mut self.coefficients {
            coefficient.each_dyadic(visit);
        }
    }

    fn of(x: f32) -> Self {
        Self::constant(E::of(x))
    }

    fn abs(self) -> Self {
        if self.degree == 0 {
            return Self::constant(self.coefficients[0].abs());
        }
        self.larger(Self::ZERO - self)
    }

    fn positive_part(self) -> Self {
        self.larger(Self::ZERO)
    }

    fn root(self, slot: usize) -> Self {
        assert!(self.degree == 0, "what turns does not move");
        Self::constant(self.coefficients[0].root(slot))
    }

    fn larger(self, other: Self) -> Self {
        match (self - other).sign() {
            Some(Ordering::Less) => other,
            Some(Ordering::Equal | Ordering::Greater) => self,
            None => self.larger_of_uncertain(other),
        }
    }
}

impl<E: Exact> Exact for EpsilonPolynomial<E> {
    fn unknown() -> Self {
        Self::constant(E::unknown())
    }

    fn sign(self) -> Option<Ordering> {
        for coefficient in &self.coefficients[..=self.degree] {
            match coefficient.sign()? {
                Ordering::Equal => {}
                sign => return Some(sign),
            }
        }
        Some(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Near = EpsilonPolynomial<Dyadic>;

    #[test]
    fn an_infinitesimal_is_above_zero_and_below_everything_else() {
        let (epsilon, least) = (Near::EPSILON, Near::of(f32::from_bits(1)));
        let large = Near::of(f32::MAX);
        assert_eq!(epsilon.sign(), Some(Ordering::Greater));
        assert_eq!((epsilon * large - least).sign(), Some(Ordering::Less));
        assert_eq!((epsilon * epsilon * large - epsilon).sign(), Some(Ordering::Less));
        assert_eq!((Near::ONE - epsilon).larger(Near::ONE).sign(), Some(Ordering::Greater));
        assert_eq!(
            (Near::ONE.larger(Near::ONE - epsilon) - Near::ONE).sign(),
            Some(Ordering::Equal)
        );
        assert_eq!(((Near::ZERO - epsilon).abs() - epsilon).sign(), Some(Ordering::Equal));
        assert_eq!((Near::ZERO - epsilon).positive_part().sign(), Some(Ordering::Equal));
    }

    /// Of two values that rounding does not tell apart, what they have in common is known.
    #[test]
    fn the_larger_of_two_that_are_nearly_alike_moves_as_both_do() {
        type Rough = EpsilonPolynomial<super::super::Estimate>;
        let of = Rough::of;
        let third = of(1.0 / 3.0);
        let almost = of(1.0) + third * third * third - third * third * third;
        assert_eq!((almost - of(1.0)).sign(), None);
        let (x, y) = (almost + Rough::EPSILON, of(1.0) + Rough::EPSILON);
        let moves = x.larger(y) - of(1.0);
        assert_eq!(moves.coefficients[0].sign(), None);
        assert_eq!(moves.coefficients[1].sign(), Some(Ordering::Greater));
        let [up, down] = [x, y - Rough::EPSILON - Rough::EPSILON];
        assert_eq!(up.larger(down).coefficients[1].sign(), None, "one of both");
        assert_eq!((x - y).abs().coefficients[1].sign(), Some(Ordering::Equal));
        assert_eq!((up - down).abs().coefficients[1].sign(), None, "two ε, or minus two");
        assert_eq!(up.larger(of(0.5)).coefficients, up.coefficients);
    }

    #[test]
    fn a_product_has_all_its_powers() {
        // (1 + ε)⁴ − 1 − 4ε − 6ε² − 4ε³ = ε⁴.
        let of = |x: f32| Near::of(x);
        let square = (of(1.0) + Near::EPSILON) * (of(1.0) + Near::EPSILON);
        let power = |n: usize| (0..n).fold(of(1.0), |power, _| power * Near::EPSILON);
        let rest = square * square
            - of(1.0)
            - of(4.0) * power(1)
            - of(6.0) * power(2)
            - of(4.0) * power(3);
        assert_eq!(rest.sign(), Some(Ordering::Greater));
        assert_eq!((rest - power(4)).sign(), Some(Ordering::Equal));
    }
}
