//! Numbers with the magnitude of their parts: `f64` values with a bound on their error.

use crate::exact::degree::DegreeCounter;
use crate::exact::estimate::DEPTH;
use crate::exact::{Exact, Number, UNIT, widen};
use crate::query::predicate::{Predicate, evaluate_exactly};
use crate::space::Vector;
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// An `f64` and the same expression over the magnitudes of its parts, which bounds its error.
///
/// An [`Estimate`](crate::exact::Estimate) that does not record whether anything was rounded, so that it
/// rarely recognises an exact zero, at half the cost. No product of six inputs leaves the range of `f64`:
/// they are at least 2⁻⁸⁹⁴ and at most 2⁷⁶⁸. The predicates about rays have no longer ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rough {
    value: f64,
    magnitude: f64,
    degree: DegreeCounter,
}

/// The greatest degree of the predicates about rays in the stored numbers. In tests every number counts
/// its degree, and is checked against this where its sign is used.
const DEGREE: u32 = 6;

/// A bound on the rounding error of a value, relative to its magnitude, as for an estimate.
const ERROR: f64 = 1.01 * DEPTH as f64 * UNIT;

impl Add for Rough {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self {
            value: self.value + o.value,
            magnitude: self.magnitude + o.magnitude,
            degree: self.degree + o.degree,
        }
    }
}

impl Sub for Rough {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self {
            value: self.value - o.value,
            magnitude: self.magnitude + o.magnitude,
            degree: self.degree + o.degree,
        }
    }
}

impl Mul for Rough {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Self {
            value: self.value * o.value,
            magnitude: self.magnitude * o.magnitude,
            degree: self.degree * o.degree,
        }
    }
}

impl Number for Rough {
    const ZERO: Self = Self { value: 0.0, magnitude: 0.0, degree: DegreeCounter::ZERO };
    const ONE: Self = Self { value: 1.0, magnitude: 1.0, degree: DegreeCounter::ONE };

    #[inline(always)]
    fn of(x: f32) -> Self {
        let value = widen(x);
        Self { value, magnitude: value.abs(), degree: DegreeCounter::of(x) }
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }
    #[inline(always)]
    fn positive_part(self) -> Self {
        Self { value: if self.value > 0.0 { self.value } else { 0.0 }, ..self }
    }
    #[inline(always)]
    fn root(self, slot: usize) -> Self {
        // A sum of squares has not cancelled: it is its own magnitude.
        Self {
            value: self.value.sqrt(),
            magnitude: self.magnitude.sqrt(),
            degree: self.degree.root(slot),
        }
    }
}

impl Exact for Rough {
    fn unknown() -> Self {
        Self { value: 0.0, magnitude: f64::INFINITY, degree: DegreeCounter::ZERO }
    }

    #[inline(always)]
    fn sign(self) -> Option<Ordering> {
        self.degree.hold();
        self.degree.hold_degree(DEGREE);
        let error = ERROR * self.magnitude;
        if self.value > error {
            Some(Ordering::Greater)
        } else if self.value < -error {
            Some(Ordering::Less)
        } else if self.magnitude == 0.0 {
            Some(Ordering::Equal)
        } else {
            None
        }
    }
}

/// The answer of a predicate, by the fastest numbers that decide it.
pub(super) fn evaluate_by_magnitudes<V: Vector, C: Predicate<V>>(predicate: &C) -> C::Answer {
    predicate.answer::<Rough>().unwrap_or_else(|| evaluate_exactly(predicate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::estimate::tests::fooling;

    #[test]
    fn a_sign_is_given_only_beyond_the_error() {
        let of = |x: f32| Rough::of(x);
        assert_eq!((of(1.0) - of(1.0)).sign(), None, "it may be anything that was rounded");
        assert_eq!((of(0.0) * of(f32::MAX)).sign(), Some(Ordering::Equal));
        assert_eq!((of(1.0_f32.next_up()) - of(1.0)).sign(), Some(Ordering::Greater));
        let third = of(1.0 / 3.0);
        assert_eq!((third * third * third - third * third * third).sign(), None);
        assert_eq!(Rough::unknown().sign(), None);
        let nothing = of(f32::MAX) - Rough::unknown();
        assert_eq!((nothing - nothing).sign(), None, "no number is no sign");
    }

    #[test]
    fn half_the_error_would_be_fooled() {
        let Rough { value, magnitude, .. } = fooling::<Rough>();
        assert!(value < -0.5 * ERROR * magnitude, "{value:e}, {magnitude}");
        assert_eq!(fooling::<Rough>().sign(), None, "it is above zero");
    }

    #[test]
    fn products_of_the_degree_stay_in_range() {
        let power = |x: f32| (1..DEGREE).fold(Rough::of(x), |product, _| product * Rough::of(x));
        let (least, most) = (power(f32::from_bits(1)), power(f32::MAX));
        assert_eq!(least.sign(), Some(Ordering::Greater));
        assert_eq!((least.twice() - least).sign(), Some(Ordering::Greater));
        assert_eq!((most.twice() - most).sign(), Some(Ordering::Greater));
    }
}
