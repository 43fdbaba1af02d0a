//! Error-bounded numbers: `f64` values with a bound on their error, a filter for every predicate.

use super::degree::DegreeCounter;
use super::{Approximate, Exact, Number, UNIT, WideFloat};
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// An `f64`, with what it takes to bound its error.
///
/// Its [sign](Exact::sign) is known where the value is larger than the error can be, and where no
/// operation behind it has rounded, so that zero, too, is known for zero. Elsewhere it is `None`,
/// and the caller turns to exact numbers.
///
/// A formula with a bound derived for it alone is some three times as fast; this number asks for no
/// derivation, which suits the pairs that are rarely asked about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    value: f64,
    /// The same expression over the magnitudes of its parts: no partial result exceeds it, and the
    /// error is at most [`ERROR`] of it. NaN once a product has left the range of `f64`.
    magnitude: f64,
    /// A power of two, or zero, of which every partial result is a multiple.
    quantum: f64,
    degree: DegreeCounter,
}

/// The roundings that may lie between an input and a result, with those of the factors of a
/// product added up. In tests every number counts its own, and is held to this where it decides
/// anything. Those of moving pairs have up to 148; the rest is room.
pub(crate) const DEPTH: u32 = 500;

/// What so many roundings can add to a value, relative to its magnitude, which itself was rounded
/// as often: `(1 + u)^DEPTH - 1` and a little, in units of `u = 2⁻⁵³`.
const ERROR: f64 = 1.01 * DEPTH as f64 * UNIT;

/// The multiples of a quantum up to this many of them are exact.
const EXACT: f64 = (1u64 << 53) as f64;

/// Products below this could hide what underflow took from a part of them: 2⁻⁹⁰⁰. Nothing is scaled
/// into the range of `f64` first: products of eight and more numbers that leave it are those of
/// shapes near the ends of `f32`, and exact numbers, which have no range, may answer about them.
const LEAST: f64 = f64::from_bits((1023 - 900) << 52);

/// Magnitudes above this could hide an overflow: 2⁹⁰⁰.
const LARGEST: f64 = f64::from_bits((1023 + 900) << 52);

#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

impl Add for Estimate {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self {
            value: self.value + o.value,
            magnitude: self.magnitude + o.magnitude,
            quantum: lesser(self.quantum, o.quantum),
            degree: self.degree + o.degree,
        }
    }
}

impl Sub for Estimate {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self {
            value: self.value - o.value,
            magnitude: self.magnitude + o.magnitude,
            quantum: lesser(self.quantum, o.quantum),
            degree: self.degree + o.degree,
        }
    }
}

impl Mul for Estimate {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        let product = Self {
            value: self.value * o.value,
            magnitude: self.magnitude * o.magnitude,
            quantum: self.quantum * o.quantum,
            degree: self.degree * o.degree,
        };
        if product.magnitude >= LEAST { product } else { self.faint(o, product) }
    }
}

impl Estimate {
    /// Between which numbers the value lies; all of them, where nothing is known.
    pub(crate) fn range(self) -> [f64; 2] {
        self.degree.hold();
        if self.magnitude < LARGEST {
            let error = ERROR * self.magnitude;
            [self.value - error, self.value + error]
        } else {
            [f64::NEG_INFINITY, f64::INFINITY]
        }
    }

    /// The value, if certainly no operation behind it has rounded.
    pub(crate) fn exactly(self) -> Option<f64> {
        self.is_exact().then_some(self.value)
    }

    #[inline(always)]
    fn is_exact(self) -> bool {
        self.magnitude < LARGEST && self.magnitude < EXACT * self.quantum
    }

    /// A product that is zero, or too small, or not a number. Zero is a multiple of everything, also where it is zero
    /// times a root, which is a multiple of nothing, or times what has left the range of `f64`: of these the products
    /// would be no numbers.
    #[inline(always)]
    fn faint(self, o: Self, product: Self) -> Self {
        if self.magnitude == 0.0 || o.magnitude == 0.0 {
            Self { degree: product.degree, ..Self::ZERO }
        } else {
            Self { magnitude: f64::NAN, quantum: 0.0, ..product }
        }
    }
}

impl Number for Estimate {
    /// Zero is a multiple of everything.
    const ZERO: Self =
        Self { value: 0.0, magnitude: 0.0, quantum: f64::INFINITY, degree: DegreeCounter::ZERO };
    const ONE: Self = Self { value: 1.0, magnitude: 1.0, quantum: 1.0, degree: DegreeCounter::ONE };
    const KEEPS_DIGITS: bool = true;

    #[inline(always)]
    fn of(x: f32) -> Self {
        let value = super::widen(x);
        // The bits of an `f32` end at least 29 places above those of an `f64`.
        let bits = value.to_bits();
        let exponent = bits & 0x7ff0_0000_0000_0000;
        let zeros = bits.trailing_zeros();
        if exponent == 0 {
            return Self::ZERO;
        }
        // A significand that ends in its implicit one is a power of two.
        let place = if zeros > 52 { 52 } else { zeros };
        let quantum = f64::from_bits(exponent - (u64::from(52 - place) << 52));
        Self { value, magnitude: value.abs(), quantum, degree: DegreeCounter::of(x) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }

    #[inline(always)]
    fn positive_part(self) -> Self {
        Self { value: if self.value > 0.0 { self.value } else { 0.0 }, ..self }
    }

    /// For a sum of squares value and magnitude are one, and their relative error is halved.
    #[inline(always)]
    fn root(self, slot: usize) -> Self {
        Self {
            value: self.value.sqrt(),
            magnitude: self.magnitude.sqrt(),
            quantum: 0.0,
            degree: self.degree.root(slot),
        }
    }

    #[inline(always)]
    fn larger(self, o: Self) -> Self {
        Self {
            value: if self.value > o.value { self.value } else { o.value },
            // A NaN stays: what it compares with is not above it.
            magnitude: if self.magnitude <= o.magnitude {
                o.magnitude
            } else if self.magnitude > o.magnitude {
                self.magnitude
            } else {
                f64::NAN
            },
            quantum: lesser(self.quantum, o.quantum),
            degree: self.degree.larger(o.degree),
        }
    }
}

impl Exact for Estimate {
    fn unknown() -> Self {
        Self { value: 0.0, magnitude: f64::NAN, quantum: 0.0, degree: DegreeCounter::ZERO }
    }

    #[inline(always)]
    fn sign(self) -> Option<Ordering> {
        self.degree.hold();
        // An `if` each: a magnitude that is NaN passes none of them.
        if self.magnitude < LARGEST && self.value.abs() > ERROR * self.magnitude {
            return Some(if self.value > 0.0 { Ordering::Greater } else { Ordering::Less });
        }
        if self.magnitude == 0.0 {
            return Some(Ordering::Equal);
        }
        if self.is_exact() {
            return self.value.partial_cmp(&0.0);
        }
        None
    }

    /// The same number, its error measured anew: where no operation behind it has rounded, the value is
    /// exact, however large the numbers are that it came from. So differences of points far out count as
    /// the short vectors that they are.
    fn settled(self) -> Self {
        if !self.is_exact() {
            return self;
        }
        if self.value == 0.0 {
            return Self { degree: self.degree, ..Self::ZERO };
        }
        Self { magnitude: self.value.abs(), ..self }
    }

    fn either(self, o: Self) -> Self {
        if self.value == o.value { self.larger(o) } else { Self::unknown() }
    }
}

impl Approximate for Estimate {
    fn near(self) -> WideFloat {
        if self.value.is_normal() { WideFloat::new(self.value, 0) } else { WideFloat::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Dyadic;
    use super::*;

    /// A number above zero that over `f64` comes out far below: `1 + 499 e - (1 + 600 u - 499 e)`, where
    /// `e` is a little less than `u`, so that none of its sums moves off where it starts.
    fn fooling<N: Number>() -> N {
        let unit = UNIT as f32;
        let little = N::of(unit.next_down());
        let steps = DEPTH - 1;
        let low = (0..steps).fold(N::ONE, |sum, _| sum + little);
        let start = N::ONE + N::of(600.0 * unit);
        let high = (1..steps).fold(start, |sum, _| sum - little);
        low - high
    }

    fn of(x: f32) -> Estimate {
        Estimate::of(x)
    }

    /// Zero times a number that `f64` does not hold is zero.
    #[test]
    fn zero_times_anything_is_zero() {
        let of = |x: f32| Estimate::of(x);
        let huge = (0..9).fold(Estimate::ONE, |product, _| product * of(f32::MAX));
        for zero in [huge * Estimate::ZERO, of(0.0) * huge] {
            assert_eq!(zero.sign(), Some(Ordering::Equal));
            assert_eq!((zero + of(5.0)).positive_part().sign(), Some(Ordering::Greater));
            assert_eq!(zero.larger(of(-5.0)).sign(), Some(Ordering::Equal));
            assert_eq!(zero.range(), [0.0; 2]);
        }
    }

    /// What a root adds to a sum is rounded, whatever stands between them.
    #[test]
    fn a_root_is_never_exact() {
        let root = |x: f32| Estimate::of(x).root(0);
        let nothing = Estimate::ZERO * root(2.0);
        assert_eq!(nothing.sign(), Some(Ordering::Equal));
        for sum in [
            root(2.0) + nothing + Estimate::of(1.0),
            root(2.0) + (nothing + Estimate::of(1.0)),
            nothing + root(2.0) + Estimate::of(1.0),
            root(2.0).larger(nothing) + Estimate::of(1.0),
        ] {
            assert!(!sum.is_exact(), "{sum:?}");
            assert_eq!((sum - sum).sign(), None, "{sum:?}");
        }
    }

    #[test]
    fn the_quantum_is_the_last_bit_that_is_set() {
        for (x, quantum) in [(1.0, 1.0), (0.75, 0.25), (-6.0, 2.0), (1e-45, f64::from(1e-45_f32))] {
            assert_eq!(of(x).quantum, quantum, "{x}");
        }
        assert_eq!(of(0.0), Estimate::ZERO);
        assert_eq!(of(1.0 + f32::EPSILON).quantum, f64::from(f32::EPSILON));
    }

    #[test]
    fn what_has_not_been_rounded_is_known_to_be_zero() {
        let (a, b) = (of(0.75), of(2.5));
        assert_eq!((a * b - of(1.875)).sign(), Some(Ordering::Equal));
        let third = of(1.0 / 3.0);
        let rounded = third * third * third - third * third * third;
        assert_eq!(rounded.sign(), None, "72 bits do not fit");
        assert_eq!((rounded * Estimate::ZERO).sign(), Some(Ordering::Equal));
        let whole = of((1_u64 << 53) as f32);
        assert_eq!((whole + of(1.0) - whole).sign(), None, "54 bits do not fit");
        let half = of((1_u64 << 51) as f32);
        assert_eq!((half + of(1.0) - half).sign(), Some(Ordering::Greater));
    }

    /// A short edge a million units out, and a volume of such edges: its sign is known once they are settled.
    #[test]
    fn what_was_exact_counts_as_its_value() {
        let edge = |from: f32, to: f32| of(to) - of(from);
        let [x, y] = [(786_432.0, 786_432.06), (952_640.0, 952_640.06)].map(|(a, b)| edge(a, b));
        let cube = |x: Estimate| x * x * x;
        let unsettled = cube(cube(x)) - cube(cube(y));
        let settled = cube(cube(x.settled())) - cube(cube(y.settled()));
        assert_eq!((unsettled.sign(), settled.sign()), (None, Some(Ordering::Equal)));
        let none = edge(0.1, 0.1).settled();
        assert_eq!((none.magnitude, none.quantum), (0.0, f64::INFINITY));
        let third = of(1.0 / 3.0);
        let rounded = third * third * third;
        assert_eq!(rounded.settled(), rounded, "72 bits do not fit");
    }

    #[test]
    fn either_of_two_values_is_known_where_they_come_out_the_same() {
        let (third, one) = (of(1.0 / 3.0), of(1.0));
        let power = third * third * third;
        let alike = (power + one - one).either(power + one - one);
        assert_eq!((alike - one).sign(), Some(Ordering::Less));
        assert_eq!((alike - alike).sign(), None, "72 bits do not fit");
        assert_eq!((one.either(of(0.5) + of(0.5)) - one).sign(), Some(Ordering::Equal));
        assert_eq!(one.either(of(2.0)).sign(), None);
        assert_eq!(one.either(Estimate::unknown()).sign(), None);
    }

    #[test]
    fn a_product_that_leaves_the_range_is_never_trusted() {
        let tiny = of(f32::MIN_POSITIVE);
        let power = |x: Estimate, n: usize| (1..n).fold(x, |product, _| product * x);
        assert_eq!(power(tiny, 7).sign(), Some(Ordering::Greater));
        assert_eq!(power(tiny, 8).sign(), None);
        let huge = of(f32::MAX);
        assert_eq!((power(tiny, 8) * power(huge, 6) + of(1.0)).sign(), None);
        assert_eq!(power(huge, 8).sign(), None);
        assert_eq!((power(huge, 8) - power(huge, 8)).sign(), None);
        assert_eq!(power(huge, 8).larger(of(1.0)).sign(), None);
        let zero = power(huge, 8) * Estimate::ZERO;
        assert_eq!(zero.sign(), Some(Ordering::Equal), "zero times anything");
    }

    /// Each of a thousand sums loses nearly as much as it can, half of them above the true value and half
    /// below: so the whole error is needed, and half of it would take a sign for certain that is wrong.
    #[test]
    fn half_the_error_would_be_fooled() {
        let Estimate { value, magnitude, degree, .. } = fooling::<Estimate>();
        assert!(value < -0.5 * ERROR * magnitude, "{value:e}, {magnitude}");
        assert_eq!(fooling::<Estimate>().sign(), None);
        let exact = Dyadic::scoped(|| fooling::<Dyadic>().sign());
        assert_eq!(exact, Some(Ordering::Greater));
        assert_eq!(degree.depth, DEPTH);
    }

    /// Cancellation as hard as it gets: `(a + b)² - a² - 2ab - b²` is zero, and one ulp away is not.
    #[test]
    fn a_sign_that_is_given_is_right() {
        fn value<N: Number>(a: f32, b: f32, c: f32) -> N {
            let (a, b) = (N::of(a), N::of(b));
            (a + b) * (a + b) - a * a - (a * b).twice() - b * N::of(c)
        }
        let mut known = 0;
        for i in 0..1000_u32 {
            let a = f32::from_bits(0x3f80_0000 + i * 7919);
            let b = f32::from_bits(0x3000_0000 + i * 0x1_0001);
            for c in [b, b.next_up(), b.next_down()] {
                let sign = value::<Estimate>(a, b, c).sign();
                known += u32::from(sign.is_some());
                assert!(
                    sign.is_none() || sign == Dyadic::scoped(|| value::<Dyadic>(a, b, c).sign())
                );
            }
        }
        assert!(known < 1000, "the cases are hard");
    }
}
