//! Line segments.

use super::{ShapeError, check};
use crate::space::Vector;

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
