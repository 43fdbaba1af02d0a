//! Exact integers times powers of two, as long as they have to be.

use super::scratch::with_limbs;
use super::{Certain, Exact, Number, WideFloat, is_zero};
use crate::array::Mapped as _;
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// An exact number `± magnitude · 2^exponent`.
///
/// Most numbers of game data are short and computed as such. The others lie in the thread's scratch
/// memory, and last as long as the [scope](Number::scoped) they are made in.
#[derive(Clone, Copy, Debug)]
pub struct Dyadic {
    negative: bool,
    exponent: i32,
    magnitude: Magnitude,
}

#[derive(Clone, Copy, Debug)]
enum Magnitude {
    /// Two limbs of 64 bits, the less significant first; zero has no sign.
    Short([u64; 2]),
    /// More than two limbs in scratch memory, of which the topmost is not zero.
    Long { place: usize, len: u32 },
}
use Magnitude::{Long, Short};

const fn short(magnitude: u128) -> Magnitude {
    Short([magnitude as u64, (magnitude >> 64) as u64])
}

const fn joined([low, high]: [u64; 2]) -> u128 {
    (high as u128) << 64 | low as u128
}

impl Magnitude {
    /// The limbs: of a short number its own, and of a long one those among all limbs in use.
    fn limbs<'l>(&'l self, all: &'l [u64]) -> &'l [u64] {
        match self {
            Short(own) => own,
            &Long { place, len } => &all[place..place + len as usize],
        }
    }
}

/// The limbs of a number shifted up by less than one limb, one more than it has.
fn shifted(limbs: &[u64], bits: u32) -> impl Iterator<Item = u64> + '_ {
    let mut below = 0;
    limbs.iter().copied().chain([0]).map(move |limb| {
        let carried = if bits == 0 { 0 } else { below >> (64 - bits) };
        below = limb;
        limb << bits | carried
    })
}

impl Dyadic {
    /// The number whose limbs are all that lie above `start`.
    fn topmost(limbs: &mut Vec<u64>, start: usize, negative: bool, exponent: i32) -> Self {
        while limbs.len() > start && limbs.last() == Some(&0) {
            limbs.pop();
        }
        let magnitude = match limbs[start..] {
            [] => return Self::ZERO,
            [low] => Short([low, 0]),
            [low, high] => Short([low, high]),
            ref more => {
                let len = more.len() as u32;
                return Self { negative, exponent, magnitude: Long { place: start, len } };
            }
        };
        limbs.truncate(start);
        Self { negative, exponent, magnitude }
    }

    /// The same number after its limbs were moved: from their place, so many, to the place returned.
    pub(super) fn moved(&mut self, to: impl FnOnce(usize, usize) -> usize) {
        if let Long { place, len } = &mut self.magnitude {
            *place = to(*place, *len as usize);
        }
    }

    /// The value as a float times a power of two, rounded.
    fn rounded(self) -> (f64, i32) {
        // Two limbs hold more bits than a float, and what lies below them makes no difference.
        let (top, below) = match self.magnitude {
            Short(limbs) => (joined(limbs), 0),
            Long { place, len } => {
                let below = len as usize - 2;
                let at = place + below;
                (with_limbs(|limbs| joined([limbs[at], limbs[at + 1]])), below)
            }
        };
        let value = top as f64;
        (if self.negative { 0.0 - value } else { value }, self.exponent + 64 * below as i32)
    }

    fn is_zero(&self) -> bool {
        matches!(self.magnitude, Short([0, 0]))
    }

    /// `self + other`, the sign of `other` being taken from `negative`.
    fn sum(self, other: Self, negative: bool) -> Self {
        if other.is_zero() {
            return self;
        }
        if self.is_zero() {
            return Self { negative, ..other };
        }
        if let (Short(a), Short(b)) = (self.magnitude, other.magnitude) {
            let (a, b) = (joined(a), joined(b));
            // Over the smaller exponent, if both fit there.
            let places = self.exponent.abs_diff(other.exponent);
            let (high, low, exponent) = if self.exponent >= other.exponent {
                (a, b, other.exponent)
            } else {
                (b, a, self.exponent)
            };
            // A bit is left free for the sum.
            if places < high.leading_zeros() && low >> 127 == 0 {
                let (a, b) = match self.exponent >= other.exponent {
                    true => (high << places, low),
                    false => (low, high << places),
                };
                let (magnitude, negative) = if self.negative == negative {
                    (a + b, negative)
                } else if a >= b {
                    (a - b, self.negative)
                } else {
                    (b - a, negative)
                };
                return Self::new(negative, exponent, magnitude);
            }
        }
        self.long_sum(other, negative)
    }

    /// A short number.
    fn new(negative: bool, exponent: i32, magnitude: u128) -> Self {
        if magnitude == 0 {
            return Self::ZERO;
        }
        Self { negative, exponent, magnitude: short(magnitude) }
    }

    #[inline(never)]
    fn long_sum(self, other: Self, negative: bool) -> Self {
        let exponent = if self.exponent < other.exponent { self.exponent } else { other.exponent };
        with_limbs(|limbs| {
            let start = limbs.len();
            // Both over the smaller exponent: whole limbs further up, and some bits.
            let place = |x: &Self, limbs: &[u64]| {
                let places = (x.exponent - exponent) as usize;
                let len = x.magnitude.limbs(limbs).len();
                (places / 64, (places % 64) as u32, places / 64 + len + 1)
            };
            let (own, others) = (place(&self, limbs), place(&other, limbs));
            let len = if own.2 > others.2 { own.2 } else { others.2 };
            limbs.resize(start + len, 0);
            let (known, sum) = limbs.split_at_mut(start);
            for (to, limb) in
                sum[own.0..].iter_mut().zip(shifted(self.magnitude.limbs(known), own.1))
            {
                *to = limb;
            }
            let shifted = shifted(other.magnitude.limbs(known), others.1);
            let (sum, mut sign) = (&mut sum[others.0..], self.negative);
            if self.negative == negative {
                add(sum, shifted);
            } else if subtract(sum, shifted) {
                sign = negative;
                // What was borrowed from beyond the top: the difference is negative.
                negate(&mut limbs[start..]);
            }
            Self::topmost(limbs, start, sign, exponent)
        })
    }

    #[inline(never)]
    fn long_product(self, other: Self) -> Self {
        let (negative, exponent) =
            (self.negative != other.negative, self.exponent + other.exponent);
        with_limbs(|limbs| {
            let start = limbs.len();
            let len = [self, other].mapped(|x| x.magnitude.limbs(limbs).len());
            limbs.resize(start + len[0] + len[1], 0);
            let (known, product) = limbs.split_at_mut(start);
            let (x, y) = (self.magnitude.limbs(known), other.magnitude.limbs(known));
            for (j, &y) in y.iter().enumerate() {
                // Sums of numbers with exponents far apart have many such limbs.
                if y == 0 {
                    continue;
                }
                #[cfg(test)]
                tests::count(x.len() as u64);
                let mut carry = 0;
                let (row, above) = product[j..].split_at_mut(x.len());
                for (to, &x) in row.iter_mut().zip(x) {
                    let sum = u128::from(x) * u128::from(y) + u128::from(*to) + u128::from(carry);
                    (*to, carry) = (sum as u64, (sum >> 64) as u64);
                }
                above[0] = carry;
            }
            Self::topmost(limbs, start, negative, exponent)
        })
    }
}

/// Adds to limbs, the topmost of which can take the carry.
fn add(sum: &mut [u64], more: impl Iterator<Item = u64>) {
    let mut carry = false;
    for (to, limb) in sum.iter_mut().zip(more.chain(core::iter::repeat(0))) {
        let (partial, first) = to.overflowing_add(limb);
        let (total, second) = partial.overflowing_add(u64::from(carry));
        *to = total;
        carry = first | second;
    }
}

/// Subtracts from limbs, and returns whether something was borrowed from beyond the top.
fn subtract(difference: &mut [u64], less: impl Iterator<Item = u64>) -> bool {
    let mut borrow = false;
    for (to, limb) in difference.iter_mut().zip(less.chain(core::iter::repeat(0))) {
        let (partial, first) = to.overflowing_sub(limb);
        let (total, second) = partial.overflowing_sub(u64::from(borrow));
        *to = total;
        borrow = first | second;
    }
    borrow
}

/// Two's complement.
fn negate(limbs: &mut [u64]) {
    let mut carry = true;
    for limb in limbs {
        (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
    }
}

impl Add for Dyadic {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.sum(other, other.negative)
    }
}

impl Sub for Dyadic {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.sum(other, !other.negative)
    }
}

impl Mul for Dyadic {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if let (Short(a), Short(b)) = (self.magnitude, other.magnitude) {
            let (a, b) = (joined(a), joined(b));
            if a.leading_zeros() + b.leading_zeros() >= 128 {
                let negative = self.negative != other.negative;
                return Self::new(negative, self.exponent + other.exponent, a * b);
            }
        }
        self.long_product(other)
    }
}

/// Equal values, whatever their representation.
impl PartialEq for Dyadic {
    fn eq(&self, other: &Self) -> bool {
        Self::scoped(|| (*self - *other).ordering() == Ordering::Equal)
    }
}

impl Number for Dyadic {
    const ZERO: Self = Self { negative: false, exponent: 0, magnitude: short(0) };
    const ONE: Self = Self { negative: false, exponent: 0, magnitude: short(1) };
    const KEEPS_DIGITS: bool = true;
    const IN_SCRATCH: bool = true;

    fn of(x: f32) -> Self {
        let bits = x.to_bits();
        let (field, fraction) = ((bits >> 23 & 0xff) as i32, bits & 0x007f_ffff);
        let (significand, exponent) =
            if field == 0 { (fraction, -149) } else { (fraction | 1 << 23, field - 150) };
        if is_zero(x) {
            return Self::ZERO;
        }
        // Odd significands keep the integers short: game data is full of halves and quarters.
        let zeros = significand.trailing_zeros();
        Self::new(bits >> 31 == 1, exponent + zeros as i32, u128::from(significand >> zeros))
    }

    fn abs(self) -> Self {
        Self { negative: false, ..self }
    }

    fn positive_part(self) -> Self {
        if self.negative { Self::ZERO } else { self }
    }

    fn root(self, _slot: usize) -> Self {
        unreachable!("no text in 3D asks for a root")
    }

    fn larger(self, other: Self) -> Self {
        if (self - other).negative { other } else { self }
    }

    fn twice(self) -> Self {
        if self.is_zero() { self } else { Self { exponent: self.exponent + 1, ..self } }
    }

    fn each_dyadic(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        visit(self);
    }
}

impl Exact for Dyadic {
    fn unknown() -> Self {
        unreachable!("every sign is known")
    }

    fn sign(self) -> Option<Ordering> {
        Some(self.ordering())
    }
}

impl Certain for Dyadic {
    fn ordering(self) -> Ordering {
        match (self.is_zero(), self.negative) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        }
    }

    fn approximate(self) -> WideFloat {
        let (value, exponent) = self.rounded();
        WideFloat::new(value, exponent)
    }
}

/// How many products of limbs this thread has computed: the work of long numbers.
#[cfg(test)]
pub(crate) fn products_of_limbs() -> u64 {
    tests::PRODUCTS.get()
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    thread_local! {
        pub(super) static PRODUCTS: Cell<u64> = const { Cell::new(0) };
    }

    pub(super) fn count(products: u64) {
        PRODUCTS.set(PRODUCTS.get() + products);
    }

    #[test]
    fn arithmetic_is_that_of_the_integers() {
        let values = [0.0, 1.0, -1.0, 3.0, -7.5, 1e20, -1e-20, 1e38, 1.5e-45];
        Dyadic::scoped(|| {
            for a in values {
                for b in values {
                    let (x, y) = (Dyadic::of(a), Dyadic::of(b));
                    assert_eq!((x + y) - y, x, "{a} {b}");
                    assert_eq!((x + y) * (x - y), x * x - y * y, "{a} {b}");
                    assert_eq!(x * y, y * x, "{a} {b}");
                    assert_eq!((x - y).sign(), a.partial_cmp(&b), "{a} {b}");
                    assert_eq!((x - y) + (y - x), Dyadic::ZERO, "{a} {b}");
                }
            }
        });
    }

    /// Against arithmetic of other people's making, over sums and products of every length.
    #[test]
    fn arithmetic_agrees_with_big_integers() {
        use asunder_jury::Rng;
        use dashu_int::IBig;
        let mut rng = Rng::new(11);
        // Values are integers in units of 2⁻¹⁴⁹ per factor.
        let of = |x: f32| {
            let bits = x.to_bits();
            let (field, fraction) = (bits >> 23 & 0xff, bits & 0x007f_ffff);
            let magnitude = match field {
                0 => IBig::from(fraction),
                _ => IBig::from(fraction | 1 << 23) << (field - 1) as usize,
            };
            if bits >> 31 == 1 { -magnitude } else { magnitude }
        };
        for _ in 0..20_000 {
            Dyadic::scoped(|| {
                let mut next = || {
                    let bits = rng.bits() as u32;
                    // Some near one another, some anywhere, some short.
                    let x = match rng.bits() % 3 {
                        0 => f32::from_bits(bits & 0x80ff_ffff | 0x3f00_0000),
                        1 => f32::from_bits(bits & 0x8070_0000 | 0x3f00_0000),
                        _ => f32::from_bits(bits),
                    };
                    if x.is_finite() { x } else { 1.0 }
                };
                // Polynomials whose terms are all of one degree, so that units do not matter.
                let (mut p, mut q) = (Dyadic::ONE, Dyadic::ONE);
                let (mut i, mut j) = (IBig::ONE, IBig::ONE);
                for _ in 0..6 {
                    let [a, b, c] = [next(), next(), next()];
                    let (x, y, z) = (Dyadic::of(a), Dyadic::of(b), Dyadic::of(c));
                    (p, q) = (p * x - q * y, p * z + q * x);
                    (i, j) = (&i * of(a) - &j * of(b), &i * of(c) + &j * of(a));
                    assert_eq!(p.sign(), Some(i.cmp(&IBig::ZERO)));
                    assert_eq!((p - q).sign(), Some(i.cmp(&j)));
                    assert_eq!(
                        (p + q).larger(q - p).sign(),
                        Some((&j + i.clone().max(-&i)).cmp(&IBig::ZERO))
                    );
                }
            });
        }
    }

    #[test]
    fn carries_travel_across_limbs() {
        Dyadic::scoped(|| {
            let big = Dyadic::of(f32::from_bits(0x5f7f_ffff)); // (2^24 - 1) * 2^40
            let all_ones = big * big * big * big * big * big - Dyadic::of(1.0);
            let power = big * big * big * big * big * big;
            assert_eq!((all_ones + Dyadic::of(1.0) - power).sign(), Some(Ordering::Equal));
            assert_eq!((all_ones - power).sign(), Some(Ordering::Less));
            assert_eq!((power - all_ones).sign(), Some(Ordering::Greater));
        });
    }

    #[test]
    fn subnormal_and_negative_zero_are_read_exactly() {
        assert_eq!(Dyadic::of(-0.0), Dyadic::ZERO);
        let least = Dyadic::of(f32::from_bits(1));
        assert_eq!(least.sign(), Some(Ordering::Greater));
        assert_eq!(Dyadic::of(f32::from_bits(2)), least + least);
        assert_eq!(least.twice(), least + least);
    }
}
