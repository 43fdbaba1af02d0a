//! Exact and error-bounded numbers: the arithmetic behind every boolean.
//!
//! A predicate is written once, over [`Number`], and run over several kinds of number:
//!
//! | number | what it gives | used for |
//! |---|---|---|
//! | `f32`, `f64` | a value close to the true one | the filters: a verdict counts only beyond a proven error bound |
//! | [`Estimate`] | a value close to the true one, and whether its sign is certain | the filter of pairs that have no bound of their own |
//! | [`WideEstimate`] | the same with 127 bits, in any range | what it leaves undecided in 3D, before exact numbers |
//! | [`Dyadic`] | the true value, an integer of any length times a power of two | whatever the filters leave undecided |
//! | [`Surd`] | the true value where square roots of two norms occur | the same, for rotations in 2D |
//! | [`EpsilonPolynomial`] | the true value beside a number, in a polynomial of an infinitesimal | what holds just before, or just after, a moment |
//! | `Roundoff` | a bound on the error a filter commits | the tests that derive the filters' constants |
//! | `DegreeCounter` | how many roundings and factors a value has | the tests that hold formulas to what filters allow |
//!
//! This module knows no vector and no shape.

pub(crate) mod degree;
pub(crate) mod dyadic;
pub(crate) mod estimate;
mod infinitesimal;
mod order;
mod scratch;
pub(crate) mod surd;
mod wide_estimate;
pub(crate) mod wide_float;

use core::cmp::Ordering;
use core::fmt::Debug;
use core::ops::{Add, Mul, Sub};

pub(crate) use dyadic::Dyadic;
pub(crate) use estimate::Estimate;
pub(crate) use infinitesimal::EpsilonPolynomial;
pub(crate) use order::{at_or_above, at_or_below, bisect, by_key, greater, lesser, order_key};
pub(crate) use surd::Surd;
pub(crate) use wide_estimate::WideEstimate;
pub(crate) use wide_float::WideFloat;

/// Half an ulp of one: the most that rounding changes a number by, relative to it. In `f64`, 2⁻⁵³.
pub(crate) const UNIT: f64 = f64::EPSILON / 2.0;

/// The same in `f32`, 2⁻²⁴.
pub(crate) const UNIT_F32: f32 = f32::EPSILON / 2.0;

/// A length beside which it does not matter that a processor takes subnormal numbers for zero: that turns a difference
/// of `f32` by no more than 2⁻¹²³, which is far less than a rounding of this. 2⁻⁶⁰.
pub(crate) const FLUSH_MARGIN: f64 = 1.0 / (1u64 << 60) as f64;

/// A number that predicates are written over.
pub trait Number:
    Copy
    + Debug
    + PartialEq
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// Whether it keeps every digit, or knows whether it does, so that few are better than many.
    const KEEPS_DIGITS: bool = false;
    /// Whether long values lie in scratch memory.
    const IN_SCRATCH: bool = false;
    /// The value of an `f32`, exactly.
    fn of(x: f32) -> Self;
    /// The value of an `f32` that is itself the rounding of the number meant, which is at most one.
    /// Only `Roundoff` distinguishes the two: it counts the rounding.
    #[inline(always)]
    fn of_rounded(x: f32) -> Self {
        Self::of(x)
    }
    /// The distance from zero.
    fn abs(self) -> Self;
    /// The value itself where it is above zero, else zero.
    fn positive_part(self) -> Self;
    /// The square root of a sum of squares. A question has at most two such roots, distinguished by
    /// `slot`; a [`Dyadic`] has none, because no formula in 3D asks for one.
    fn root(self, slot: usize) -> Self;
    /// The same value, where mathematics says that it is no further from zero than `bound`.
    /// Only `Roundoff` listens: it keeps the smaller magnitude.
    #[inline(always)]
    fn at_most(self, _bound: Self) -> Self {
        self
    }
    /// The same value, being the norm that a formula's scale is measured in. Only `Roundoff` listens:
    /// it counts such a norm as one.
    #[inline(always)]
    fn as_scale(self) -> Self {
        self
    }
    /// The larger of two values.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self + (other - self).positive_part()
    }
    /// The smaller of two values.
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self::ZERO - (Self::ZERO - self).larger(Self::ZERO - other)
    }
    /// Twice the value.
    #[inline(always)]
    fn twice(self) -> Self {
        self + self
    }
    /// Shows all numbers that may lie in scratch memory.
    fn each_dyadic(&mut self, _visit: &mut dyn FnMut(&mut Dyadic)) {}
    /// Does some work, and forgets its numbers: none may be part of what it returns. Every formula that
    /// runs over long numbers does so in such a scope, and every long loop of one.
    #[inline(always)]
    fn scoped<R>(work: impl FnOnce() -> R) -> R {
        if Self::IN_SCRATCH { scratch::scoped(work) } else { work() }
    }
    /// Does some work, and forgets its numbers but for those it returns.
    #[inline(always)]
    fn keeping<const K: usize>(work: impl FnOnce() -> [Self; K]) -> [Self; K] {
        if Self::IN_SCRATCH { scratch::keeping(work) } else { work() }
    }
}

/// A number that divides, and rounds.
pub(crate) trait Quotient: Number {
    /// The value by another, which is not zero.
    fn over(self, divisor: Self) -> Self;
}

impl Quotient for f64 {
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        self / divisor
    }
}

/// A number whose sign is known, or known to be uncertain.
pub trait Exact: Number {
    /// A number of which nothing is known; none exists where every sign is certain.
    fn unknown() -> Self;
    /// The value compared with zero; `None` if rounding errors could have turned it.
    fn sign(self) -> Option<Ordering>;
    /// The same number, its error measured anew, where that is smaller.
    fn settled(self) -> Self {
        self
    }
    /// One of two values, where it is not known which: a number whose error covers both.
    fn either(self, _other: Self) -> Self {
        Self::unknown()
    }
}

/// A number near the true one, in any range.
pub trait Approximate: Exact {
    /// A value that proposes and proves nothing.
    fn near(self) -> WideFloat;
}

/// An exact number, whose sign is always certain.
pub trait Certain: Exact {
    /// The value compared with zero.
    fn ordering(self) -> Ordering;
    /// The value to within a few units of the 53rd bit, however much its parts cancel.
    fn approximate(self) -> WideFloat;
}

/// What formulas over a [`Certain`] number find out.
pub(crate) fn certain<T>(answer: Option<T>) -> T {
    answer.unwrap_or_else(|| unreachable!("an exact number knows its sign"))
}

impl Number for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline(always)]
    fn of(x: f32) -> Self {
        x
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }
    #[inline(always)]
    fn positive_part(self) -> Self {
        if self > 0.0 { self } else { 0.0 }
    }
    #[inline(always)]
    fn root(self, _slot: usize) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

impl Number for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline(always)]
    fn of(x: f32) -> Self {
        widen(x)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }
    #[inline(always)]
    fn positive_part(self) -> Self {
        if self > 0.0 { self } else { 0.0 }
    }
    #[inline(always)]
    fn root(self, _slot: usize) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

/// An `f32` as an `f64`, exactly, also where the processor is set to take subnormals for zero.
#[inline(always)]
pub(crate) fn widen(x: f32) -> f64 {
    let bits = x.to_bits();
    // One comparison of integers, which no compiler turns into one of floats; zero wraps around.
    let subnormal = (bits & 0x7fff_ffff).wrapping_sub(1) < 0x007f_ffff;
    if subnormal { widen_subnormal(bits) } else { f64::from(x) }
}

#[cold]
fn widen_subnormal(bits: u32) -> f64 {
    /// The smallest positive `f32`.
    const QUANTUM: f64 = 1.0 / ((1u128 << 75) as f64) / ((1u128 << 74) as f64);
    let magnitude = f64::from(bits & 0x007f_ffff) * QUANTUM;
    if bits >> 31 == 0 { magnitude } else { -magnitude }
}

/// Whether an `f32` is zero, read from its bits: a subnormal is not, whatever the processor's mode.
#[inline(always)]
pub(crate) fn is_zero(x: f32) -> bool {
    let bits = x.to_bits();
    // Kept from the compiler, which turns a test of all bits but the sign into `x == 0.0`.
    bits & 0x7f80_0000 == 0 && core::hint::black_box(bits) << 1 == 0
}

/// Minus an `f32`, never minus zero: of a subnormal too, whatever the processor's mode.
#[inline(always)]
pub(crate) fn negated(x: f32) -> f32 {
    if is_zero(x) { 0.0 } else { -x }
}

/// `a - b` in `f64` where it is exact, else `None` (Knuth's TwoSum: the residual must be zero).
#[inline(always)]
pub(crate) fn exact_difference(a: f64, b: f64) -> Option<f64> {
    let difference = a - b;
    let lost_b = difference - a;
    let residual = (a - (difference - lost_b)) - (b + lost_b);
    (residual == 0.0).then_some(difference)
}

/// `a * b` in `f64` where their digits show that it is exact, else `None`. For numbers that are far
/// from the ends of the range, as those are that are made of few `f32`.
///
/// A product of `p` and `q` digits has `p + q` at most, and no more than `p` if `q` is one.
#[inline(always)]
pub(crate) fn exact_product(a: f64, b: f64) -> Option<f64> {
    let digits = |x: f64| {
        let zeros = x.to_bits().trailing_zeros();
        53 - if zeros > 52 { 52 } else { zeros }
    };
    let (p, q) = (digits(a), digits(b));
    (p == 1 || q == 1 || p + q <= 53).then_some(a * b)
}

/// The order of the exact products `a·b` and `c·d`; `None` if one is not a number. For numbers that are far
/// from the ends of the range.
///
/// Rounding never reverses an order, so only products that round to the same number need their errors.
#[inline(always)]
pub(crate) fn compare_products([a, b]: [f64; 2], [c, d]: [f64; 2]) -> Option<Ordering> {
    match (a * b).partial_cmp(&(c * d))? {
        Ordering::Equal => product_error(a, b).partial_cmp(&product_error(c, d)),
        order => Some(order),
    }
}

/// What `a·b` has beyond its rounding to `f64` (Dekker 1971, §5).
fn product_error(a: f64, b: f64) -> f64 {
    /// Half of the digits.
    const SPLITTER: f64 = ((1 << 27) + 1) as f64;
    let split = |x: f64| {
        let large = SPLITTER * x;
        let high = large - (large - x);
        [high, x - high]
    };
    let ([a_high, a_low], [b_high, b_low]) = (split(a), split(b));
    a_low * b_low - (((a * b - a_high * b_high) - a_low * b_high) - a_high * b_low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The products differ by one in the 106th digit.
    #[test]
    fn products_that_round_alike_are_compared() {
        let one = 1.0 + f64::EPSILON;
        let (a, b) = ([one, one], [one + f64::EPSILON, 1.0]);
        assert_eq!(a[0] * a[1], b[0] * b[1]);
        assert_eq!(compare_products(a, b), Some(Ordering::Greater));
        assert_eq!(compare_products(b, a), Some(Ordering::Less));
        assert_eq!(compare_products(a, a), Some(Ordering::Equal));
        assert_eq!(compare_products([3.0, 4.0], [-2.0, -6.0]), Some(Ordering::Equal));
        assert_eq!(compare_products([f64::NAN, 4.0], b), None);
        // Of 103 digits: 3n · m is n · 3m, and (n - 1)(n + 1) one less than n².
        let mut n = 1_501_199_875_790_165_u64;
        for _ in 0..100 {
            let m = (n * 5 % (1 << 51)) | 1;
            let [less, same, more] = [n - 1, n, n + 1].map(|x| x as f64);
            assert_eq!(compare_products([less, more], [same, same]), Some(Ordering::Less), "{n}");
            let [thrice, m, thrice_m] = [3 * n, m, 3 * m].map(|x| x as f64);
            assert_eq!(compare_products([thrice, m], [same, thrice_m]), Some(Ordering::Equal));
            n = (n * 3 % (1 << 51)) | (1 << 50);
        }
    }

    /// Of two numbers as near, the even one is taken, which is one.
    #[test]
    fn one_and_a_unit_is_one_and_no_more_is() {
        assert!(1.0 + UNIT == 1.0 && 1.0 + UNIT.next_up() > 1.0);
        assert!(1.0 + UNIT_F32 == 1.0 && 1.0 + UNIT_F32.next_up() > 1.0);
    }

    #[test]
    fn a_product_that_rounds_is_refused() {
        let long = 1.0 + f64::EPSILON;
        assert_eq!(exact_product(long, 0.25), Some(long / 4.0));
        assert_eq!(exact_product(-8.0, long), Some(-8.0 * long));
        assert_eq!(exact_product(long, 0.0), Some(0.0));
        assert_eq!(exact_product(long, 3.0), None);
        let (half, more) = (f64::from((1 << 26) - 1), f64::from((1 << 27) - 1));
        assert_eq!(exact_product(half, more), Some(((1u64 << 26) - 1) as f64 * more));
        assert_eq!(exact_product(more, more), None);
        assert_eq!(exact_product(f64::NAN, 1.0).map(f64::is_nan), Some(true));
    }

    #[test]
    fn widening_is_exact_for_every_kind_of_float() {
        for bits in [0, 1, 0x007f_ffff, 0x0080_0000, 0x3f80_0001, 0x7f7f_ffff] {
            for sign in [0, 1 << 31] {
                let x = f32::from_bits(bits | sign);
                assert_eq!(widen(x).to_bits(), f64::from(x).to_bits(), "{x:e}");
            }
        }
    }

    #[test]
    fn subnormals_are_not_zero() {
        assert!(is_zero(0.0) && is_zero(-0.0));
        assert!(!is_zero(f32::from_bits(1)));
    }

    #[test]
    fn a_difference_that_rounds_is_refused() {
        assert_eq!(exact_difference(3.0, 1.0), Some(2.0));
        assert_eq!(exact_difference(1.0, 2f64.powi_exact(-60)), None);
        assert_eq!(exact_difference(-1.0, 2f64.powi_exact(-60)), None);
    }

    trait PowiExact {
        fn powi_exact(self, exponent: i32) -> f64;
    }
    impl PowiExact for f64 {
        fn powi_exact(self, exponent: i32) -> f64 {
            assert_eq!(self, 2.0);
            f64::from_bits(((1023 + exponent) as u64) << 52)
        }
    }
}
