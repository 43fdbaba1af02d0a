//! Capsules.

use super::{Segment, ShapeError, check};
use crate::space::Vector;

/// Every point at most `radius` from the segment between `a` and `b`: a cylinder with round ends.
///
/// The ends may be the same, which gives a sphere, and the radius may be zero, which gives a
/// segment. The capsule reaches `radius` beyond `a` and `b`, which are the middles of its round ends.
///
/// ```
/// use asunder::prelude::*;
///
/// let arm = Capsule3::new([0.0, 0.0, 0.0], [0.0, 3.0, 0.0], 0.5);
/// assert_eq!((arm.b().y, arm.radius()), (3.0, 0.5));
/// assert!(Capsule3::try_new(arm.a(), arm.b(), 0.0).is_ok());
/// assert!(Capsule3::try_new(arm.a(), arm.b(), -0.5).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Capsule<V: Vector> {
    pub(crate) a: V::Array<f32>,
    pub(crate) b: V::Array<f32>,
    pub(crate) radius: f32,
}

impl<V: Vector> Capsule<V> {
    /// The capsule around the segment between two points.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(a: impl Into<V::Array<f32>>, b: impl Into<V::Array<f32>>, radius: f32) -> Self {
        check::valid(Self::try_new(a, b, radius))
    }

    /// The capsule around the segment between two points, from numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite or the radius is negative.
    pub fn try_new(
        a: impl Into<V::Array<f32>>,
        b: impl Into<V::Array<f32>>,
        radius: f32,
    ) -> Result<Self, ShapeError> {
        let Segment { a, b } = Segment::<V>::try_new(a, b)?;
        check::length("radius", radius)?;
        Ok(Self { a, b, radius })
    }

    /// The middle of the first round end.
    #[must_use]
    pub fn a(&self) -> V {
        V::from_array(self.a)
    }

    /// The middle of the second round end.
    #[must_use]
    pub fn b(&self) -> V {
        V::from_array(self.b)
    }

    /// The distance of the surface from the segment.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The segment that the capsule surrounds.
    #[must_use]
    pub fn segment(&self) -> Segment<V> {
        Segment { a: self.a, b: self.b }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Capsule2, Capsule3, Segment3};

    #[test]
    fn a_radius_is_zero_or_more() {
        let (a, b) = ([0.0; 3], [1.0, 0.0, 0.0]);
        assert_eq!(Capsule3::new(a, b, 0.0).segment(), Segment3::new(a, b));
        assert!(Capsule3::try_new(a, a, f32::MAX).is_ok());
        let least = f32::from_bits(1);
        assert_eq!(
            Capsule3::try_new(a, b, -least),
            Err(ShapeError::Negative { field: "radius", value: -least })
        );
        assert!(Capsule3::try_new(a, b, f32::NAN).is_err());
        assert_eq!(
            Capsule2::try_new([0.0; 2], [0.0, f32::INFINITY], 1.0),
            Err(ShapeError::NotFinite { field: "b", value: f32::INFINITY })
        );
    }
}
