//! Vectors of exact numbers.

use super::number::Number;
use dashu_int::IBig;
use std::array::from_fn;

/// A vector in the field of a pair of shapes.
pub(super) type Vector<const D: usize> = [Number; D];

pub(super) fn zero<const D: usize>() -> Vector<D> {
    [const { Number::ZERO }; D]
}

pub(super) fn whole<const D: usize>(values: [IBig; D]) -> Vector<D> {
    values.map(Number::Whole)
}

pub(super) fn add<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    from_fn(|i| &a[i] + &b[i])
}

pub(super) fn sub<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    from_fn(|i| &a[i] - &b[i])
}

pub(super) fn scaled<const D: usize>(a: &Vector<D>, factor: &Number) -> Vector<D> {
    from_fn(|i| &a[i] * factor)
}

pub(super) fn negated<const D: usize>(a: &Vector<D>) -> Vector<D> {
    from_fn(|i| -&a[i])
}

pub(super) fn dot<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Number {
    a.iter().zip(b).fold(Number::ZERO, |sum, (x, y)| &sum + &(x * y))
}

pub(super) fn is_zero<const D: usize>(a: &Vector<D>) -> bool {
    a.iter().all(Number::is_zero)
}

/// The rank of the vectors.
pub(super) fn rank<const D: usize>(vectors: impl IntoIterator<Item = Vector<D>>) -> usize {
    // Each basis vector with the index of its first nonzero component, where later ones have zeros.
    let mut basis: Vec<(usize, Vector<D>)> = Vec::new();
    for mut vector in vectors {
        for (place, other) in &basis {
            if !vector[*place].is_zero() {
                let (mine, its) = (vector[*place].clone(), &other[*place]);
                vector = from_fn(|i| &(&vector[i] * its) - &(&other[i] * &mine));
            }
        }
        if let Some(place) = vector.iter().position(|x| !x.is_zero()) {
            basis.push((place, vector));
            if basis.len() == D {
                break;
            }
        }
    }
    basis.len()
}
