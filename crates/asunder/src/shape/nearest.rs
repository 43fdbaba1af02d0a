//! The `f32` nearest to a number that a formula computes.

use crate::exact::{Certain, Estimate, Exact, Number, bisect};
use crate::space::Vector;
use core::cmp::Ordering;

/// A number as a ratio of two values that formulas compute, of degree at most 4, in 2D at most 3.
pub(super) trait Ratio<V: Vector> {
    /// The numerator, and the denominator, which is above zero.
    fn parts<N: Number>(&self) -> (N, N);
}

/// The `f32` nearest to a ratio, the even one of two that are equally near; infinite where a finite
/// one is too far away, and never -0.
pub(super) fn nearest<V: Vector>(ratio: &impl Ratio<V>) -> f32 {
    let sign = sign::<V>(ratio, [0.0; 3]);
    if sign == Ordering::Equal {
        return 0.0;
    }
    // From here on the ratio counts by its magnitude.
    let twice = |sum: [f32; 3]| match sign {
        Ordering::Less => self::sign::<V>(ratio, sum.map(|x| -x)).reverse(),
        Ordering::Equal | Ordering::Greater => self::sign::<V>(ratio, sum),
    };
    let against_middle_above = |bits: u32| {
        let (below, above) = (f32::from_bits(bits), f32::from_bits(bits + 1));
        // Above the largest number comes 2¹²⁸, which is none.
        let last_place = below - below.next_down();
        twice(if above.is_finite() { [below, above, 0.0] } else { [below, below, last_place] })
    };
    let (numerator, denominator) = ratio.parts::<f64>();
    let guess = ((numerator / denominator).abs() as f32).to_bits();
    let is_above = |bits: u32| against_middle_above(bits) == Ordering::Greater;
    let is_below = |bits: u32| against_middle_above(bits) == Ordering::Less;
    let infinite = f32::INFINITY.to_bits();
    let at_home = (guess == 0 || is_above(guess - 1)) && (guess == infinite || is_below(guess));
    let bits = if at_home { guess } else { search(infinite, against_middle_above) };
    match sign {
        Ordering::Less if bits != 0 => -f32::from_bits(bits),
        Ordering::Less | Ordering::Equal | Ordering::Greater => f32::from_bits(bits),
    }
}

/// The first bits of which the ratio is not above the middle between them and their successor; at
/// the middle itself, the even ones.
#[cold]
fn search(infinite: u32, against_middle_above: impl Fn(u32) -> Ordering) -> u32 {
    // The bits of a number that is not negative are its key.
    let against = |key: i32| against_middle_above(key.unsigned_abs());
    let [_, first] = bisect([-1, infinite as i32], 1, |key| against(key) != Ordering::Greater);
    let is_middle = first.unsigned_abs() < infinite && against(first) == Ordering::Equal;
    first.unsigned_abs() + if is_middle { first.unsigned_abs() % 2 } else { 0 }
}

/// The sign of twice the ratio less the sum of three numbers.
fn sign<V: Vector>(ratio: &impl Ratio<V>, sum: [f32; 3]) -> Ordering {
    value::<V, Estimate>(ratio, sum)
        .sign()
        .unwrap_or_else(|| V::Exact::scoped(|| value::<V, V::Exact>(ratio, sum).ordering()))
}

fn value<V: Vector, N: Number>(ratio: &impl Ratio<V>, [a, b, c]: [f32; 3]) -> N {
    let (numerator, denominator) = ratio.parts::<N>();
    numerator.twice() - ((N::of(a) + N::of(b)) + N::of(c)) * denominator
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// The sum of some numbers over the sum of others.
    struct Sums<'a>(&'a [f32], &'a [f32]);

    impl Ratio<Vec3> for Sums<'_> {
        fn parts<N: Number>(&self) -> (N, N) {
            let sum = |list: &[f32]| list.iter().fold(N::ZERO, |sum, &x| sum + N::of(x));
            (sum(self.0), sum(self.1))
        }
    }

    #[track_caller]
    fn assert_nearest(above: &[f32], below: &[f32], expected: f32) {
        assert_eq!(nearest(&Sums(above, below)).to_bits(), expected.to_bits(), "{above:?}");
        let negated: Vec<f32> = above.iter().map(|x| -x).collect();
        let minus = if expected == 0.0 { 0.0 } else { -expected };
        assert_eq!(nearest(&Sums(&negated, below)).to_bits(), minus.to_bits(), "{negated:?}");
    }

    #[test]
    fn a_ratio_goes_to_the_nearest() {
        assert_nearest(&[1.0], &[3.0], 1.0 / 3.0);
        assert_nearest(&[0.0], &[3.0], 0.0);
        assert_nearest(&[7.0, -7.0], &[3.0], 0.0);
        assert_nearest(&[1e30, 5.0, -1e30], &[2.0], 2.5);
        assert_nearest(&[1e30, 1e-40, -1e30], &[1.0], 1e-40);
    }

    /// What `f64` cannot tell from a middle is still put on its side, and a middle goes to the even.
    #[test]
    fn middles_go_to_the_even_and_all_else_to_its_side() {
        let (one, least) = (f32::EPSILON / 2.0, f32::from_bits(1));
        assert_nearest(&[1.0, one], &[1.0], 1.0);
        assert_nearest(&[1.0, one, least], &[1.0], 1.0 + f32::EPSILON);
        assert_nearest(&[1.0, one, -least], &[1.0], 1.0);
        assert_nearest(&[1.0, one, f32::EPSILON], &[1.0], 1.0 + 2.0 * f32::EPSILON);
        assert_nearest(&[least], &[2.0], 0.0);
        assert_nearest(&[least, least, least], &[2.0], 2.0 * least);
        assert_nearest(&[least], &[2.0, -f32::EPSILON], least);
    }

    #[test]
    fn the_largest_number_reaches_half_a_place_further() {
        let half = f32::from_bits((103 + 127) << 23);
        assert_nearest(&[f32::MAX, half], &[1.0], f32::INFINITY);
        assert_nearest(&[f32::MAX, half, -f32::from_bits(1)], &[1.0], f32::MAX);
        assert_nearest(&[f32::MAX, f32::MAX], &[1.0], f32::INFINITY);
        assert_nearest(&[f32::MAX, f32::MAX, -half], &[2.0], f32::MAX);
    }
}
