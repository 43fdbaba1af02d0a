//! Triangles.

use super::{ShapeError, check};
use crate::space::Vector;

/// Every point between three corners: their convex hull, edges and corners included.
///
/// The corners may be any three points. On one line they give a segment, all the same a point. Both
/// sides are the same: the order of the corners changes no answer.
///
/// ```
/// use asunder::prelude::*;
///
/// let triangle = Triangle2::new([0.0, 0.0], [4.0, 0.0], [0.0, 3.0]);
/// assert_eq!(triangle.corners()[2].to_array(), [0.0, 3.0]);
/// assert!(Triangle2::try_new([1.0, 1.0], [1.0, 1.0], [1.0, 1.0]).is_ok(), "a point");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V: Vector> {
    pub(crate) a: V::Array<f32>,
    pub(crate) b: V::Array<f32>,
    pub(crate) c: V::Array<f32>,
}

impl<V: Vector> Triangle<V> {
    /// The triangle between three points.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(
        a: impl Into<V::Array<f32>>,
        b: impl Into<V::Array<f32>>,
        c: impl Into<V::Array<f32>>,
    ) -> Self {
        check::valid(Self::try_new(a, b, c))
    }

    /// The triangle between three points that may be bad.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn try_new(
        a: impl Into<V::Array<f32>>,
        b: impl Into<V::Array<f32>>,
        c: impl Into<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        let (a, b, c) = (a.into(), b.into(), c.into());
        check::finite_vector::<V>("a", &a)?;
        check::finite_vector::<V>("b", &b)?;
        check::finite_vector::<V>("c", &c)?;
        Ok(Self { a, b, c })
    }

    /// The first corner.
    #[must_use]
    pub fn a(&self) -> V {
        V::from_array(self.a)
    }

    /// The second corner.
    #[must_use]
    pub fn b(&self) -> V {
        V::from_array(self.b)
    }

    /// The third corner.
    #[must_use]
    pub fn c(&self) -> V {
        V::from_array(self.c)
    }

    /// The corners `a`, `b`, `c`.
    #[must_use]
    pub fn corners(&self) -> [V; 3] {
        [self.a(), self.b(), self.c()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Triangle2, Triangle3};

    #[test]
    fn corners_may_be_anything_finite() {
        let flat = Triangle3::new([0.0; 3], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]);
        assert_eq!(flat.corners(), [glam::Vec3::ZERO, glam::Vec3::ONE, glam::Vec3::splat(2.0)]);
        let nan = Triangle2::try_new([0.0; 2], [1.0; 2], [0.0, f32::NAN]).unwrap_err();
        assert_eq!(nan.to_string(), "c is NaN; expected a finite number");
        for (field, at) in [("a", 0), ("b", 1), ("c", 2)] {
            let corner = |i| if i == at { [0.0, f32::INFINITY] } else { [0.0, 0.0] };
            assert_eq!(
                Triangle2::try_new(corner(0), corner(1), corner(2)),
                Err(ShapeError::NotFinite { field, value: f32::INFINITY })
            );
        }
    }
}
