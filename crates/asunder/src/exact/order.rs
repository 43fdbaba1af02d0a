//! The order of floats, read from their bits.

/// The place of an `f32` among all that are not NaN: the smaller has the smaller key, also where the
/// processor is set to take subnormals for zero. Both zeros have one key.
#[inline(always)]
pub(crate) fn order_key(x: f32) -> i32 {
    let bits = x.to_bits() as i32;
    if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

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
