//! Error-bounded numbers of 127 bits in any range: the filter after [`Estimate`](super::Estimate).

use super::{Approximate, Exact, Number, WideFloat, is_zero};
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// `significand · 2^exponent`, with a bound on its error.
///
/// Exact numbers of shapes near both ends of `f32` have thousands of bits, of which a sign that is not
/// zero seldom needs more than the first hundred. These keep 127 and an exponent of their own, so that
/// no product leaves their range. (Ball arithmetic: van der Hoeven 2009, §3.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WideEstimate {
    /// Below 2¹²⁷ in magnitude.
    significand: i128,
    exponent: i32,
    /// A bound on the error in units of `2^exponent`: zero where no operation has rounded, else at least
    /// one, so that no product underflows to zero. Infinite or NaN where nothing is known.
    error: f64,
}

/// How many bits a significand has.
const BITS: i32 = 127;

/// An upper bound for a sum or product that was rounded to nearest and is not negative.
#[inline(always)]
fn above(rounded: f64) -> f64 {
    // The next number up, but for infinity and NaN.
    if rounded < f64::INFINITY { f64::from_bits(rounded.to_bits() + 1) } else { rounded }
}

/// `2^places`, for less than 1000 places.
#[inline(always)]
fn power(places: u32) -> f64 {
    f64::from_bits(u64::from(1023 + places) << 52)
}

/// `2^-places`, or more.
#[inline(always)]
fn fraction(places: u32) -> f64 {
    let places = if places < 1000 { places } else { 1000 };
    f64::from_bits(u64::from(1023 - places) << 52)
}

/// The product of two numbers of 128 bits: its upper half and its lower one.
fn product(x: u128, y: u128) -> [u128; 2] {
    let halves = |x: u128| [x >> 64, x & u128::from(u64::MAX)];
    let ([x_high, x_low], [y_high, y_low]) = (halves(x), halves(y));
    let low = x_low * y_low;
    let [carried, _] = halves(low);
    let [above, middle] = halves(x_high * y_low + carried);
    let [more, middle] = halves(x_low * y_high + middle);
    [x_high * y_high + above + more, middle << 64 | low & u128::from(u64::MAX)]
}

impl WideEstimate {
    #[inline(always)]
    fn is_certain_zero(self) -> bool {
        self.significand == 0 && self.error == 0.0
    }

    /// An exponent that the magnitude is below `2` to the power of.
    fn top(self) -> i32 {
        self.exponent + 128 - self.significand.unsigned_abs().leading_zeros() as i32
    }

    /// Significand and error over another exponent, which is not below `top() - BITS`.
    fn over(self, exponent: i32) -> (i128, f64) {
        if self.exponent >= exponent {
            // Fewer than the significand has bits.
            let places = self.exponent.abs_diff(exponent);
            return (self.significand << places, self.error * power(places));
        }
        let places = exponent.abs_diff(self.exponent);
        let kept = self.significand >> if places < 127 { places } else { 127 };
        let is_exact = places < 127 && kept << places == self.significand;
        if is_exact && self.error == 0.0 {
            return (kept, 0.0);
        }
        (kept, above(above(self.error * fraction(places)) + 1.0))
    }

    /// The error of a product, in units of the product of both units.
    fn error_of_product(self, o: Self) -> f64 {
        if self.error == 0.0 && o.error == 0.0 {
            return 0.0;
        }
        let size = |x: Self| power(128 - x.significand.unsigned_abs().leading_zeros());
        let terms = [size(self) * o.error, size(o) * self.error, self.error * o.error];
        terms.into_iter().fold(0.0, |sum, term| above(sum + above(term)))
    }
}

impl Add for WideEstimate {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        if self.is_certain_zero() {
            return o;
        }
        if o.is_certain_zero() {
            return self;
        }
        let (own, other) = (self.top(), o.top());
        let top = if own > other { own } else { other };
        let least = if self.exponent < o.exponent { self.exponent } else { o.exponent };
        // A bit is left free for the sum.
        let room = top - (BITS - 1);
        let exponent = if least > room { least } else { room };
        let ((x, own), (y, other)) = (self.over(exponent), o.over(exponent));
        let error = if own == 0.0 && other == 0.0 { 0.0 } else { above(own + other) };
        Self { significand: x + y, exponent, error }
    }
}

impl Sub for WideEstimate {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + Self { significand: -o.significand, ..o }
    }
}

impl Mul for WideEstimate {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        if self.is_certain_zero() || o.is_certain_zero() {
            return Self::ZERO;
        }
        let (x, y) = (self.significand.unsigned_abs(), o.significand.unsigned_abs());
        let signed = |magnitude: u128| {
            let is_negative = (self.significand < 0) != (o.significand < 0);
            if is_negative { -(magnitude as i128) } else { magnitude as i128 }
        };
        let exponent = self.exponent + o.exponent;
        let error = self.error_of_product(o);
        // The product has at most as many bits as both together.
        if x.leading_zeros() + y.leading_zeros() > 128 {
            return Self { significand: signed(x * y), exponent, error };
        }
        let [high, low] = product(x, y);
        let bits = if high == 0 { 128 } else { 256 - high.leading_zeros() };
        let places = bits - BITS as u32;
        let kept = (if high == 0 { 0 } else { high << (128 - places) }) | low >> places;
        let is_exact = low.trailing_zeros() >= places;
        let error = if is_exact && error == 0.0 {
            0.0
        } else {
            above(above(error * fraction(places)) + 1.0)
        };
        Self { significand: signed(kept), exponent: exponent + places as i32, error }
    }
}

impl Number for WideEstimate {
    const ZERO: Self = Self { significand: 0, exponent: 0, error: 0.0 };
    const ONE: Self = Self { significand: 1, exponent: 0, error: 0.0 };
    const KEEPS_DIGITS: bool = true;

    fn of(x: f32) -> Self {
        if is_zero(x) {
            return Self::ZERO;
        }
        let bits = x.to_bits();
        let (field, fraction) = ((bits >> 23 & 0xff) as i32, bits & 0x007f_ffff);
        let (magnitude, exponent) =
            if field == 0 { (fraction, -149) } else { (fraction | 1 << 23, field - 150) };
        // Odd significands stay exact the longest.
        let zeros = magnitude.trailing_zeros();
        let magnitude = i128::from(magnitude >> zeros);
        let significand = if bits >> 31 == 1 { -magnitude } else { magnitude };
        Self { significand, exponent: exponent + zeros as i32, error: 0.0 }
    }

    fn abs(self) -> Self {
        Self { significand: self.significand.abs(), ..self }
    }

    /// Where that is uncertain, it is no further from zero than a negative value may be from the true one.
    fn positive_part(self) -> Self {
        if self.significand > 0 { self } else { Self { significand: 0, ..self } }
    }

    /// None in 3D, where these numbers decide.
    fn root(self, _slot: usize) -> Self {
        Self::unknown()
    }

    fn larger(self, other: Self) -> Self {
        let beyond = other - self;
        match beyond.sign() {
            Some(Ordering::Greater) => other,
            Some(Ordering::Less | Ordering::Equal) => self,
            None => self + beyond.positive_part(),
        }
    }

    fn twice(self) -> Self {
        Self { exponent: self.exponent + 1, ..self }
    }
}

impl Exact for WideEstimate {
    fn unknown() -> Self {
        Self { error: f64::INFINITY, ..Self::ZERO }
    }

    fn sign(self) -> Option<Ordering> {
        let sign = self.significand.cmp(&0);
        // An error that is NaN passes neither.
        let is_beyond = (self.significand.unsigned_abs() as f64).next_down() > self.error;
        (self.error == 0.0 || is_beyond).then_some(sign)
    }

    /// The first, with the whole difference for an error.
    fn either(self, other: Self) -> Self {
        let beyond = other - self;
        let most = (beyond.significand.unsigned_abs() as f64).next_up();
        let error = if beyond.is_certain_zero() { 0.0 } else { above(most + beyond.error) };
        self + Self { significand: 0, error, ..beyond }
    }
}

impl Approximate for WideEstimate {
    fn near(self) -> WideFloat {
        WideFloat::new(self.significand as f64, self.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Dyadic;
    use super::*;
    use asunder_jury::Rng;

    /// Any `f32`, some of them short, some near one another.
    fn any(rng: &mut Rng) -> f32 {
        let bits = rng.bits() as u32;
        let x = match rng.bits() % 4 {
            0 => f32::from_bits(bits & 0x80ff_ffff | 0x3f00_0000),
            1 => f32::from_bits(bits & 0x8070_0000 | 0x3f00_0000),
            2 => 0.0,
            _ => f32::from_bits(bits),
        };
        if x.is_finite() { x } else { 1.0 }
    }

    /// Polynomials of degree 14 whose terms cancel by chance, and one that is zero however they do.
    fn values<N: Number>(inputs: &[[f32; 3]]) -> [N; 6] {
        let (mut p, mut q) = (N::ONE, N::ONE);
        for abc in inputs {
            let [a, b, c] = abc.map(N::of);
            (p, q) = (p * a - q * b, p * c + q.twice() * a);
        }
        let zero = (p + q) * (p - q) - (p * p - q * q);
        [p, p - q, (p + q).larger(q - p), p.smaller(q) - q.abs(), zero, zero + N::of(inputs[0][1])]
    }

    #[test]
    fn a_sign_that_is_given_is_that_of_the_exact_number() {
        let mut rng = Rng::new(41);
        let (mut known, mut asked, mut zeros) = (0, 0, 0);
        for round in 0..40_000 {
            let all: [[f32; 3]; 7] = [(); 7].map(|()| [(); 3].map(|()| any(&mut rng)));
            let inputs = &all[..1 + round % 7];
            let own = values::<WideEstimate>(inputs).map(Exact::sign);
            let exact = Dyadic::scoped(|| values::<Dyadic>(inputs).map(Exact::sign));
            for (i, (own, exact)) in own.into_iter().zip(exact).enumerate() {
                assert!(own.is_none() || own == exact, "{i}: {own:?} {exact:?} {inputs:?}");
                zeros += u32::from(own == Some(Ordering::Equal));
                if i < 4 && exact != Some(Ordering::Equal) {
                    asked += 1;
                    known += u32::from(own.is_some());
                }
            }
        }
        assert!(known * 100 > asked * 99 && zeros > 1000, "{known} of {asked}, {zeros} zeros");
    }

    #[test]
    fn products_are_those_of_integers() {
        use dashu_int::UBig;
        let mut rng = Rng::new(43);
        for _ in 0..10_000 {
            let mut next = || {
                let bits = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
                bits >> (rng.bits() % 128)
            };
            let (x, y) = (next(), next());
            let [high, low] = product(x, y);
            assert_eq!((UBig::from(high) << 128) + UBig::from(low), UBig::from(x) * UBig::from(y));
        }
    }

    /// What no operation has rounded is exact, whatever its range; the first bit that is lost makes it uncertain.
    #[test]
    fn zero_is_known_while_nothing_has_rounded() {
        let of = WideEstimate::of;
        let power = |x: WideEstimate, n: usize| (1..n).fold(x, |product, _| product * x);
        let (least, most) = (of(f32::from_bits(1)), of(f32::MAX));
        assert_eq!(
            (power(least, 20) * power(most, 5) - power(most, 5) * power(least, 20)).sign(),
            Some(Ordering::Equal)
        );
        assert_eq!((power(most, 6) - power(most, 6)).sign(), None, "144 bits do not fit");
        assert_eq!((power(most, 6) * WideEstimate::ZERO).sign(), Some(Ordering::Equal));
        assert_eq!((most + least - most).sign(), None, "277 bits do not fit");
        let unknown = WideEstimate::unknown();
        for x in [unknown + most, unknown * least, least - unknown, unknown.larger(most)] {
            assert_eq!(x.sign(), None);
        }
        assert_eq!((unknown * WideEstimate::ZERO).sign(), Some(Ordering::Equal));
        assert_eq!(of(2.0).root(0).sign(), None);
    }

    #[test]
    fn either_of_two_values_covers_both() {
        let of = WideEstimate::of;
        let (one, two) = (of(1.0), of(2.0));
        assert_eq!(one.either(one), one);
        let both = one.either(two);
        for (other, sign) in [(-0.5, Some(Ordering::Greater)), (2.5, Some(Ordering::Less))] {
            assert_eq!((both - of(other)).sign(), sign, "{other}");
        }
        for within in [1.0, 1.5, 2.0] {
            assert_eq!((both - of(within)).sign(), None, "{within}");
            assert_eq!((two.either(one) - of(within)).sign(), None, "{within}");
        }
        assert_eq!(one.either(WideEstimate::unknown()).sign(), None);
        assert_eq!(WideEstimate::unknown().either(one).sign(), None);
    }

    /// Sums that each lose all of what is added: a bound of less would take a sign for certain that is wrong.
    #[test]
    fn every_loss_is_counted() {
        let large = (0..126).fold(WideEstimate::ONE, |x, _| x.twice());
        let most = 0.99;
        let sum = (0..50).fold(large, |sum, _| sum + WideEstimate::of(most));
        let WideEstimate { significand, exponent, error } = sum - large;
        assert_eq!((sum - large).sign(), None, "{sum:?}");
        let unit = 1.0 / fraction(exponent.unsigned_abs());
        let lost = (50.0 * f64::from(most) - significand as f64 * unit).abs();
        assert!(lost > 40.0 && error * unit >= lost, "{lost}: {error} of {unit}");
        // Nor is a difference certain that is less than what was lost.
        let beyond = sum - (large + WideEstimate::of(60.0));
        assert_eq!(beyond.sign(), None, "{beyond:?}");
    }
}
