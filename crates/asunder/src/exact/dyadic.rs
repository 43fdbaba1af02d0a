//! Exact integers times powers of two, on the stack.

use super::{Exact, Number, is_zero};
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// An exact number `± limbs · 2^exponent` in `N` limbs of 64 bits.
///
/// A value that needs more limbs becomes [overflowed](Dyadic::overflowed), and so does everything
/// computed from it: its sign is then unknown, and the caller asks again with a larger `N`.
#[derive(Clone, Copy, Debug)]
pub struct Dyadic<const N: usize> {
    negative: bool,
    overflowed: bool,
    /// Limbs in use; the topmost of them is not zero. No limbs: the value is zero.
    len: usize,
    exponent: i32,
    /// Least significant first; limbs beyond `len` are zero.
    limbs: [u64; N],
}

impl<const N: usize> Dyadic<N> {
    const OVERFLOWED: Self = Self { overflowed: true, ..Self::ZERO };

    /// The value as a float times a power of two, rounded; `None` if it overflowed.
    pub(super) fn rounded(&self) -> Option<(f64, i32)> {
        if self.overflowed {
            return None;
        }
        // Two limbs hold more bits than a float, and what lies below them is not told apart.
        let limb = |i: usize| if i < self.len { self.limbs[i] } else { 0 };
        let low = self.len.saturating_sub(2);
        let top = u128::from(limb(low + 1)) << 64 | u128::from(limb(low));
        let value = top as f64;
        Some((if self.negative { 0.0 - value } else { value }, self.exponent + 64 * low as i32))
    }

    /// Restores the invariant after the topmost limbs may have become zero.
    #[inline]
    fn trimmed(mut self) -> Self {
        while self.len > 0 && self.limbs[self.len - 1] == 0 {
            self.len -= 1;
        }
        if self.len == 0 { Self::ZERO } else { self }
    }

    /// The same value over a smaller exponent.
    fn lowered_to(self, exponent: i32) -> Self {
        let shift = (self.exponent - exponent) as usize;
        if shift == 0 {
            return self;
        }
        let (words, bits) = (shift / 64, shift % 64);
        if self.len + words > N {
            return Self::OVERFLOWED;
        }
        let mut shifted = Self { exponent, limbs: [0; N], ..self };
        let mut carry = 0;
        for i in 0..self.len {
            let limb = self.limbs[i];
            shifted.limbs[i + words] = limb << bits | carry;
            carry = if bits == 0 { 0 } else { limb >> (64 - bits) };
        }
        shifted.len = self.len + words;
        shifted.pushed(carry)
    }

    /// With one more limb on top, if there is anything to put in it.
    #[inline]
    fn pushed(mut self, limb: u64) -> Self {
        if limb == 0 {
            return self;
        }
        if self.len == N {
            return Self::OVERFLOWED;
        }
        self.limbs[self.len] = limb;
        self.len += 1;
        self
    }

    /// Compares distances from zero, over the same exponent.
    fn compare_magnitude(&self, other: &Self) -> Ordering {
        self.len.cmp(&other.len).then_with(|| {
            self.limbs[..self.len].iter().rev().cmp(other.limbs[..other.len].iter().rev())
        })
    }

    /// `self + other`, the sign of `other` being taken from `negative`.
    #[inline(never)]
    fn sum(self, other: Self, negative: bool) -> Self {
        if self.overflowed || other.overflowed {
            return Self::OVERFLOWED;
        }
        if other.len == 0 {
            return self;
        }
        if self.len == 0 {
            return Self { negative, ..other };
        }
        let exponent = if self.exponent < other.exponent { self.exponent } else { other.exponent };
        let (a, b) = (self.lowered_to(exponent), other.lowered_to(exponent));
        if a.overflowed || b.overflowed {
            return Self::OVERFLOWED;
        }
        if a.negative == negative {
            let (long, short) = if a.len >= b.len { (a, b) } else { (b, a) };
            let mut sum = Self { negative, ..long };
            let mut carry = false;
            for i in 0..long.len {
                let (partial, first) = long.limbs[i].overflowing_add(short.limbs[i]);
                let (total, second) = partial.overflowing_add(u64::from(carry));
                sum.limbs[i] = total;
                carry = first | second;
            }
            return sum.pushed(u64::from(carry));
        }
        let (large, small, negative) = match a.compare_magnitude(&b) {
            Ordering::Equal => return Self::ZERO,
            Ordering::Greater => (a, b, a.negative),
            Ordering::Less => (b, a, negative),
        };
        let mut difference = Self { negative, ..large };
        let mut borrow = false;
        for i in 0..large.len {
            let (partial, first) = large.limbs[i].overflowing_sub(small.limbs[i]);
            let (total, second) = partial.overflowing_sub(u64::from(borrow));
            difference.limbs[i] = total;
            borrow = first | second;
        }
        difference.trimmed()
    }
}

impl<const N: usize> Add for Dyadic<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.sum(other, other.negative)
    }
}

impl<const N: usize> Sub for Dyadic<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.sum(other, !other.negative)
    }
}

impl<const N: usize> Mul for Dyadic<N> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        if self.overflowed || other.overflowed {
            return Self::OVERFLOWED;
        }
        if self.len == 0 || other.len == 0 {
            return Self::ZERO;
        }
        // The product of numbers of m and n limbs has m + n limbs, or one less: with the topmost
        // limb empty it still fits where m + n = N + 1.
        if self.len + other.len > N + 1 {
            return Self::OVERFLOWED;
        }
        let mut product = Self {
            negative: self.negative != other.negative,
            overflowed: false,
            len: 0,
            exponent: self.exponent + other.exponent,
            limbs: [0; N],
        };
        for i in 0..self.len {
            let mut carry = 0;
            for j in 0..other.len {
                let term = u128::from(self.limbs[i]) * u128::from(other.limbs[j])
                    + u128::from(product.limbs[i + j])
                    + u128::from(carry);
                product.limbs[i + j] = term as u64;
                carry = (term >> 64) as u64;
            }
            product.len = i + other.len;
            product = product.pushed(carry);
        }
        product
    }
}

/// Equal values, whatever their representation; an overflowed value equals nothing.
impl<const N: usize> PartialEq for Dyadic<N> {
    fn eq(&self, other: &Self) -> bool {
        (*self - *other).sign() == Some(Ordering::Equal)
    }
}

impl<const N: usize> Number for Dyadic<N> {
    const ZERO: Self =
        Self { negative: false, overflowed: false, len: 0, exponent: 0, limbs: [0; N] };
    const ONE: Self = {
        let mut one = Self::ZERO;
        one.limbs[0] = 1;
        one.len = 1;
        one
    };

    fn of(x: f32) -> Self {
        let bits = x.to_bits();
        let (field, fraction) = ((bits >> 23 & 0xff) as i32, u64::from(bits & 0x007f_ffff));
        let (significand, exponent) =
            if field == 0 { (fraction, -149) } else { (fraction | 1 << 23, field - 150) };
        if is_zero(x) {
            return Self::ZERO;
        }
        // Odd significands keep the integers short: game data is full of halves and quarters.
        let zeros = significand.trailing_zeros();
        let mut value = Self::ONE;
        value.limbs[0] = significand >> zeros;
        value.exponent = exponent + zeros as i32;
        value.negative = bits >> 31 == 1;
        value
    }

    fn abs(self) -> Self {
        Self { negative: false, ..self }
    }

    fn positive_part(self) -> Self {
        if self.negative { Self::ZERO } else { self }
    }

    fn root(self, _slot: usize) -> Self {
        Self::OVERFLOWED
    }

    fn larger(self, other: Self) -> Self {
        match (self - other).sign() {
            Some(Ordering::Less) => other,
            Some(Ordering::Equal | Ordering::Greater) => self,
            None => Self::OVERFLOWED,
        }
    }

    fn twice(self) -> Self {
        if self.len == 0 { self } else { Self { exponent: self.exponent + 1, ..self } }
    }
}

impl<const N: usize> Exact for Dyadic<N> {
    const UNKNOWN: Self = Self::OVERFLOWED;

    fn sign(self) -> Option<Ordering> {
        match (self.overflowed, self.len, self.negative) {
            (true, ..) => None,
            (_, 0, _) => Some(Ordering::Equal),
            (_, _, true) => Some(Ordering::Less),
            (_, _, false) => Some(Ordering::Greater),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Narrow = Dyadic<2>;
    type Wide = Dyadic<12>;

    #[test]
    fn arithmetic_is_that_of_the_integers() {
        let values = [0.0, 1.0, -1.0, 3.0, -7.5, 1e20, -1e-20, 1e38, 1.5e-45];
        for a in values {
            for b in values {
                let (x, y) = (Wide::of(a), Wide::of(b));
                assert_eq!((x + y) - y, x, "{a} {b}");
                assert_eq!((x + y) * (x - y), x * x - y * y, "{a} {b}");
                assert_eq!(x * y, y * x, "{a} {b}");
                assert_eq!((x - y).sign(), a.partial_cmp(&b), "{a} {b}");
            }
        }
    }

    #[test]
    fn carries_travel_across_limbs() {
        let big = Wide::of(f32::from_bits(0x5f7f_ffff)); // (2^24 - 1) * 2^40
        let all_ones = big * big * big - Wide::of(1.0);
        assert_eq!((all_ones + Wide::of(1.0) - big * big * big).sign(), Some(Ordering::Equal));
        assert_eq!((all_ones - big * big * big).sign(), Some(Ordering::Less));
    }

    #[test]
    fn overflow_is_noticed_and_never_forgotten() {
        let (huge, tiny) = (Narrow::of(f32::MAX), Narrow::of(1e-45));
        assert_eq!((huge + tiny).sign(), None);
        assert_eq!(((huge + tiny) - huge).sign(), None);
        assert_eq!(((huge + tiny) * Narrow::ZERO).sign(), None);
        assert_ne!(huge + tiny, huge + tiny);
        let full = Narrow::of(16777215.0);
        let mut product = Narrow::ONE;
        let mut factors = 0;
        while product.sign().is_some() {
            product = product * full;
            factors += 1;
        }
        assert_eq!(factors, 6, "24 bits each: five fit into 128 bits, six do not");
    }

    #[test]
    fn subnormal_and_negative_zero_are_read_exactly() {
        assert_eq!(Narrow::of(-0.0), Narrow::ZERO);
        let least = Narrow::of(f32::from_bits(1));
        assert_eq!(least.sign(), Some(Ordering::Greater));
        assert_eq!(Narrow::of(f32::from_bits(2)), least + least);
        assert_eq!(least.twice(), least + least);
    }
}
