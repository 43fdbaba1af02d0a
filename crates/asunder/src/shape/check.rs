//! The checks that all constructors share.

use super::ShapeError;
use crate::exact::{is_zero, order_key};
use crate::space::Vector;

pub(super) fn finite(field: &'static str, value: f32) -> Result<(), ShapeError> {
    if value.is_finite() { Ok(()) } else { Err(ShapeError::NotFinite { field, value }) }
}

pub(crate) fn finite_vector<V: Vector>(
    field: &'static str,
    vector: &V::Array<f32>,
) -> Result<(), ShapeError> {
    (0..V::DIM).try_for_each(|i| finite(field, vector[i]))
}

/// Finite and not below zero.
pub(crate) fn length(field: &'static str, value: f32) -> Result<(), ShapeError> {
    finite(field, value)?;
    if order_key(value) < 0 { Err(ShapeError::Negative { field, value }) } else { Ok(()) }
}

/// Finite and above zero.
pub(super) fn positive(field: &'static str, value: f32) -> Result<(), ShapeError> {
    finite(field, value)?;
    if order_key(value) > 0 { Ok(()) } else { Err(ShapeError::NotPositive { field, value }) }
}

/// Finite numbers, at least one of which is not zero. Subnormals count.
pub(super) fn direction(field: &'static str, numbers: &[f32]) -> Result<(), ShapeError> {
    numbers.iter().try_for_each(|&x| finite(field, x))?;
    if numbers.iter().all(|&x| is_zero(x)) { Err(ShapeError::Zero { field }) } else { Ok(()) }
}

/// The value of a `try_` constructor, for `new`.
#[track_caller]
pub(crate) fn valid<T>(result: Result<T, ShapeError>) -> T {
    match result {
        Ok(shape) => shape,
        Err(error) => panic!("{error}"),
    }
}
