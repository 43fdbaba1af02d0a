//! Spheres and circles.

use super::{ShapeError, check};
use crate::space::Vector;

/// Every point at most `radius` from `center`. In 2D, a disc.
///
/// A radius of zero is allowed and gives a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Sphere<V: Vector> {
    pub(crate) center: V::Array<f32>,
    pub(crate) radius: f32,
}

impl<V: Vector> Sphere<V> {
    /// The sphere around `center`.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(center: impl Into<V::Array<f32>>, radius: f32) -> Self {
        check::valid(Self::try_new(center, radius))
    }

    /// The sphere around `center`, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite or the radius is negative.
    pub fn try_new(center: impl Into<V::Array<f32>>, radius: f32) -> Result<Self, ShapeError> {
        let center = center.into();
        check::finite_vector::<V>("center", &center)?;
        check::length("radius", radius)?;
        Ok(Self { center, radius })
    }

    /// A point, as the sphere without a radius; it may be one that is not finite.
    #[inline(always)]
    pub(crate) fn of_point(point: &V) -> Self {
        Self { center: point.to_array(), radius: 0.0 }
    }

    /// The center.
    #[must_use]
    pub fn center(&self) -> V {
        V::from_array(self.center)
    }

    /// The radius.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }
}
