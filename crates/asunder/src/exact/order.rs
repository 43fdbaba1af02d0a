//! The total order of floats, read from their bits.

use super::{is_zero, widen};

/// The place of an `f32` among all that are not NaN: the smaller has the smaller key, also where the
/// processor is set to take subnormals for zero. Both zeros have one key.
#[inline(always)]
pub(crate) fn order_key(x: f32) -> i32 {
    let bits = x.to_bits() as i32;
    if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits }
}

/// The `f32` whose [`order_key`] this is; of the zeros the positive one.
pub(crate) fn by_key(key: i32) -> f32 {
    let magnitude = f32::from_bits(key.unsigned_abs());
    if key < 0 { -magnitude } else { magnitude }
}

/// Bisects between a key for which something does not hold and a later one for which it does, until they are at most
/// `near` apart.
pub(crate) fn bisect([low, high]: [i32; 2], near: u32, holds: impl Fn(i32) -> bool) -> [i32; 2] {
    let (mut low, mut high) = (low, high);
    while high.abs_diff(low) > near {
        // Half the distance fits where the distance may not.
        let middle = low + (high.abs_diff(low) / 2) as i32;
        if holds(middle) { high = middle } else { low = middle }
    }
    [low, high]
}

/// The lesser of two numbers, of equals the first, also where the processor takes subnormals for zero.
///
/// What compares floats and then takes one of them, a compiler may turn into the processor's own minimum,
/// which gives zero for a subnormal there.
pub(crate) fn lesser(x: f32, y: f32) -> f32 {
    if order_key(y) < order_key(x) { y } else { x }
}

/// The greater of two numbers, of equals the first, also where the processor takes subnormals for zero.
pub(crate) fn greater(x: f32, y: f32) -> f32 {
    if order_key(y) > order_key(x) { y } else { x }
}

/// The greatest `f32` that is not above `x`, the infinite ones included; never -0.
///
/// The conversion of the processor would take a subnormal for zero where it is set to.
#[inline]
pub(crate) fn at_or_below(x: f64) -> f32 {
    if x.abs() < widen(f32::MIN_POSITIVE) {
        return subnormal_at_or_below(x);
    }
    let nearest = x as f32;
    // The next one down is found by its bits: it is needed as often as not, so that a branch would not be foreseen.
    let down = if nearest > 0.0 { u32::MAX } else { 1 };
    let is_above = f64::from(nearest) > x;
    f32::from_bits(nearest.to_bits().wrapping_add(if is_above { down } else { 0 }))
}

#[cold]
fn subnormal_at_or_below(x: f64) -> f32 {
    /// So many of the smallest positive `f32` make one.
    const PLACES: f64 = (1u128 << 75) as f64 * (1u128 << 74) as f64;
    let places = x * PLACES;
    let whole = places as i32;
    let whole = if f64::from(whole) > places { whole - 1 } else { whole };
    let magnitude = f32::from_bits(whole.unsigned_abs());
    if whole < 0 { -magnitude } else { magnitude }
}

/// The least `f32` that is not below `x`, the infinite ones included; never -0.
pub(crate) fn at_or_above(x: f64) -> f32 {
    let opposite = at_or_below(0.0 - x);
    if is_zero(opposite) { 0.0 } else { -opposite }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_their_numbers() {
        for x in [f32::MIN, -1.0, -f32::from_bits(1), 0.0, f32::from_bits(1), 1.0, f32::INFINITY] {
            assert_eq!(by_key(order_key(x)).to_bits(), x.to_bits());
        }
        assert_eq!(by_key(order_key(-0.0)).to_bits(), 0);
    }

    #[test]
    fn bisection_ends_beside_the_first_key_that_holds() {
        let ends = [order_key(f32::MIN), order_key(f32::INFINITY)];
        for first in [f32::MIN.next_up(), -1.0, 0.0, f32::from_bits(1), f32::INFINITY] {
            let first = order_key(first);
            assert_eq!(bisect(ends, 1, |key| key >= first), [first - 1, first]);
            let [low, high] = bisect(ends, 2, |key| key >= first);
            assert!(low < first && first <= high && high - low <= 2);
        }
    }

    #[test]
    fn neighbours_enclose_a_number() {
        for bits in [1, 2, 0x007f_ffff, 0x0080_0000, 0x0080_0001, 0x3f80_0000, 0x7f7f_ffff] {
            for x in [f32::from_bits(bits), -f32::from_bits(bits)] {
                assert_eq!((at_or_below(widen(x)), at_or_above(widen(x))), (x, x));
                let (above, below) = (x.next_up(), x.next_down());
                if above.is_finite() && below.is_finite() {
                    let middle = (widen(x) + widen(above)) / 2.0;
                    assert_eq!((at_or_below(middle), at_or_above(middle)), (x, above));
                }
            }
        }
        assert_eq!((at_or_below(1e300), at_or_above(-1e300)), (f32::MAX, f32::MIN));
        assert_eq!((at_or_above(1e300), at_or_below(-1e300)), (f32::INFINITY, -f32::INFINITY));
        for zero in [at_or_below(0.0), at_or_below(-0.0), at_or_above(0.0), at_or_above(-1e-60)] {
            assert_eq!(zero.to_bits(), 0);
        }
    }

    #[test]
    fn keys_are_ordered_as_floats_are() {
        let (least, less) = (f32::from_bits(1), f32::from_bits(2));
        let positive = [least, less, f32::MIN_POSITIVE, 1.0, 1.5, f32::MAX, f32::INFINITY];
        let negative = positive.iter().rev().map(|x| -x);
        let ordered: Vec<f32> = negative.chain([0.0]).chain(positive).collect();
        assert!(ordered.is_sorted_by_key(|&x| order_key(x)));
        assert!(ordered.windows(2).all(|pair| order_key(pair[0]) < order_key(pair[1])));
        assert_eq!(order_key(0.0), order_key(-0.0));
    }
}
