//! Line segments.

use super::ray::unprojected;
use super::{Depth, ShapeError, check};
use crate::space::Vector;
use glam::Vec3;

/// Every point between `a` and `b`, and both ends.
///
/// The ends may be the same, which gives a point. The set has no direction: which end is called `a`
/// changes no answer, but segments with their ends exchanged are not equal.
///
/// ```
/// use asunder::prelude::*;
///
/// let segment = Segment3::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0]);
/// assert_eq!(segment.b().to_array(), [4.0, 0.0, 0.0]);
/// assert!(Segment3::try_new(segment.a(), [f32::INFINITY, 0.0, 0.0]).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V: Vector> {
    pub(crate) a: V::Array<f32>,
    pub(crate) b: V::Array<f32>,
}

impl<V: Vector> Segment<V> {
    /// The segment between two points.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(a: impl Into<V::Array<f32>>, b: impl Into<V::Array<f32>>) -> Self {
        check::valid(Self::try_new(a, b))
    }

    /// The segment between two points that may be bad.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn try_new(
        a: impl Into<V::Array<f32>>,
        b: impl Into<V::Array<f32>>,
    ) -> Result<Self, ShapeError> {
        let (a, b) = (a.into(), b.into());
        check::finite_vector::<V>("a", &a)?;
        check::finite_vector::<V>("b", &b)?;
        Ok(Self { a, b })
    }

    /// The first end.
    #[must_use]
    pub fn a(&self) -> V {
        V::from_array(self.a)
    }

    /// The second end.
    #[must_use]
    pub fn b(&self) -> V {
        V::from_array(self.b)
    }
}

impl Segment<Vec3> {
    /// What a pixel shows of a scene: the segment from the near plane, under the pixel, to the far
    /// plane. Cast it to pick with the mouse, and nothing before or behind the view is hit.
    ///
    /// The arguments are those of [`Ray::through_pixel`](crate::Ray::through_pixel), which serves where
    /// the far plane is at infinity. The numbers are computed in `f64` and each rounded once.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Depth;
    ///
    /// // The view from the origin along -z, 16 wide and 9 high at the near plane, from 1 to 101 away.
    /// let x = [8.0, 0.0, 0.0, 0.0];
    /// let y = [0.0, 4.5, 0.0, 0.0];
    /// let z = [0.0, 0.0, -100.0, 0.0];
    /// let inverse = [x, y, z, [0.0, 0.0, -1.0, 1.0]].concat().try_into().unwrap();
    ///
    /// let (pixel, viewport) = ([1600.0, 0.0], [1600.0, 900.0]);
    /// let seen = Segment3::from_projection(pixel, viewport, &inverse, Depth::ZeroToOne)?;
    /// assert_eq!(seen, Segment3::new([8.0, 4.5, -1.0], [8.0, 4.5, -101.0]));
    /// # Ok::<(), asunder::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If a number is not finite, a side of the viewport is not above zero, or the matrix gives the
    /// pixel no finite point on either plane: it is no inverse of a projection, or the far plane is at
    /// infinity.
    pub fn from_projection(
        pixel: impl Into<[f32; 2]>,
        viewport: impl Into<[f32; 2]>,
        inverse_view_projection: &[f32; 16],
        depth: Depth,
    ) -> Result<Self, ShapeError> {
        let ends = unprojected(pixel.into(), viewport.into(), inverse_view_projection, depth)?;
        let [a, b] = ends.map(|end| [0, 1, 2].map(|j| (end[j] / end[3]) as f32));
        Self::try_new(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Segment2, Segment3};

    #[test]
    fn ends_may_be_anything_finite() {
        let point = Segment3::new([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
        assert_eq!(point.a(), point.b());
        assert!(Segment2::try_new([f32::MAX, 0.0], [-f32::MAX, 0.0]).is_ok());
        assert_eq!(
            Segment2::try_new([0.0, 0.0], [0.0, f32::NEG_INFINITY]),
            Err(ShapeError::NotFinite { field: "b", value: f32::NEG_INFINITY })
        );
        let error = Segment2::try_new([f32::NAN, 0.0], [0.0, 0.0]).unwrap_err();
        assert_eq!(error.to_string(), "a is NaN; expected a finite number");
    }
}
