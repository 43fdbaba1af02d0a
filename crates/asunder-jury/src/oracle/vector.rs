//! Vectors of integers.

use dashu_int::IBig;
use std::array::from_fn;

pub(super) fn add<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> [IBig; D] {
    from_fn(|i| &a[i] + &b[i])
}

pub(super) fn sub<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> [IBig; D] {
    from_fn(|i| &a[i] - &b[i])
}

pub(super) fn scaled<const D: usize>(a: &[IBig; D], factor: &IBig) -> [IBig; D] {
    from_fn(|i| &a[i] * factor)
}

pub(super) fn dot<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> IBig {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The cross product if it is a vector (in 3D) and not zero.
pub(super) fn cross<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> Option<[IBig; D]> {
    if D != 3 {
        return None;
    }
    let product: [IBig; D] = from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        &a[j] * &b[k] - &a[k] * &b[j]
    });
    product.iter().any(|v| *v != IBig::ZERO).then_some(product)
}

/// Whether one is a multiple of the other.
pub(super) fn parallel<const D: usize>(a: &[IBig; D], b: &[IBig; D]) -> bool {
    (0..D).all(|i| (0..i).all(|j| &a[i] * &b[j] == &a[j] * &b[i]))
}
