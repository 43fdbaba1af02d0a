//! Arithmetic on arrays in `f32`, in the order in which vector classes do it.

use std::array::from_fn;

pub(super) fn dot<const D: usize>(a: [f32; D], b: [f32; D]) -> f32 {
    (1..D).fold(a[0] * b[0], |sum, i| sum + a[i] * b[i])
}

pub(super) fn minus<const D: usize>(a: [f32; D], b: [f32; D]) -> [f32; D] {
    from_fn(|i| a[i] - b[i])
}

pub(super) fn plus<const D: usize>(a: [f32; D], b: [f32; D]) -> [f32; D] {
    from_fn(|i| a[i] + b[i])
}

pub(super) fn times<const D: usize>(a: [f32; D], factor: f32) -> [f32; D] {
    a.map(|x| x * factor)
}

pub(super) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}
