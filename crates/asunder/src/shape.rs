//! Shapes: closed sets of points, described by exactly the numbers they store.
//!
//! Every invariant holds by construction: `new` panics on numbers that describe no shape, `try_new`
//! returns a [`ShapeError`]. Files and networks go through `try_new`.

mod aabb;
mod image;
mod obb;
mod outline;
mod plane;
#[cfg(feature = "serde")]
mod serde;
mod sphere;
mod transform;

use crate::space::Vector;
use core::fmt;

pub use aabb::Aabb;
pub use image::ScalePolicy;
pub use obb::Obb;
pub use plane::{HalfSpace, Plane};
pub use sphere::Sphere;
pub use transform::TransformError;

/// Any shape, for where the kind is known only at run time.
///
/// `Clone` but not `Copy`: shapes with as many points as they like are to come.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape<V: Vector> {
    /// A point.
    Point(V),
    /// A [`Sphere`]; in 2D a circle.
    Sphere(Sphere<V>),
    /// A box that is not turned.
    Aabb(Aabb<V>),
    /// A box that may be turned.
    Obb(Obb<V>),
    /// A plane; in 2D a line.
    Plane(Plane<V>),
    /// All on one side of a plane.
    HalfSpace(HalfSpace<V>),
}

/// Evaluates `$body` with `$s` bound to the concrete shape. The only place that matches on [`Shape`].
macro_rules! with_shape {
    ($shape:expr, $s:ident => $body:expr) => {
        match $shape {
            $crate::shape::Shape::Point($s) => $body,
            $crate::shape::Shape::Sphere($s) => $body,
            $crate::shape::Shape::Aabb($s) => $body,
            $crate::shape::Shape::Obb($s) => $body,
            $crate::shape::Shape::Plane($s) => $body,
            $crate::shape::Shape::HalfSpace($s) => $body,
        }
    };
}
pub(crate) use with_shape;

impl<V: Vector> Shape<V> {
    /// The name of the kind, as files write it: `"sphere"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Point(_) => "point",
            Self::Sphere(_) => "sphere",
            Self::Aabb(_) => "aabb",
            Self::Obb(_) => "obb",
            Self::Plane(_) => "plane",
            Self::HalfSpace(_) => "half_space",
        }
    }

    /// Whether the shape fits into some box; planes and half-spaces do not.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        !matches!(self, Self::Plane(_) | Self::HalfSpace(_))
    }
}

macro_rules! impl_from_shape {
    ($($Kind:ident),*) => {
        $(impl<V: Vector> From<$Kind<V>> for Shape<V> {
            fn from(shape: $Kind<V>) -> Self {
                Self::$Kind(shape)
            }
        })*
    };
}
impl_from_shape!(Sphere, Aabb, Obb, Plane, HalfSpace);

/// Why numbers describe no shape: which of them, its value, what was expected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is infinite or NaN.
    NotFinite {
        /// The field it was meant for.
        field: &'static str,
        /// The number.
        value: f32,
    },
    /// A length is below zero.
    Negative {
        /// The field it was meant for.
        field: &'static str,
        /// The number.
        value: f32,
    },
    /// A rotation, normal or axis is zero, and so has no direction.
    Zero {
        /// The field it was meant for.
        field: &'static str,
    },
    /// A box's minimum lies above its maximum.
    Inverted {
        /// The coordinate axis, 0 for x.
        axis: usize,
        /// The minimum along it.
        min: f32,
        /// The maximum along it.
        max: f32,
    },
    /// Two axes of a box are not at right angles.
    NotOrthogonal {
        /// The axes, 0 for the first.
        axes: (usize, usize),
        /// The cosine of the angle between them.
        cosine: f32,
    },
    /// A list of points is empty.
    Empty,
    /// No shape with finite numbers contains what it must contain.
    NotRepresentable,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { field, value } => {
                write!(f, "{field} is {value}; expected a finite number")
            }
            Self::Negative { field, value } => {
                write!(f, "{field} is {value}; expected zero or more")
            }
            Self::Zero { field } => {
                write!(f, "{field} is zero and has no direction; expected any other length")
            }
            Self::Inverted { axis, min, max } => {
                write!(f, "min is above max along axis {axis}: {min} > {max}; swap them")
            }
            Self::NotOrthogonal { axes: (i, j), cosine } => write!(
                f,
                "axes {i} and {j} are not at right angles (the cosine between them is {cosine}); \
                 enclose the skewed box with `Obb::enclosing`"
            ),
            Self::Empty => write!(f, "there are no points; expected at least one"),
            Self::NotRepresentable => {
                write!(f, "no shape with finite numbers contains the result")
            }
        }
    }
}

impl core::error::Error for ShapeError {}

/// The checks all constructors share.
mod check {
    use super::ShapeError;
    use crate::exact::is_zero;
    use crate::space::Vector;

    pub(super) fn finite(field: &'static str, value: f32) -> Result<(), ShapeError> {
        if value.is_finite() { Ok(()) } else { Err(ShapeError::NotFinite { field, value }) }
    }

    pub(super) fn finite_vector<V: Vector>(
        field: &'static str,
        vector: &V::Array<f32>,
    ) -> Result<(), ShapeError> {
        (0..V::DIM).try_for_each(|i| finite(field, vector[i]))
    }

    /// Finite and not below zero.
    pub(super) fn length(field: &'static str, value: f32) -> Result<(), ShapeError> {
        finite(field, value)?;
        if value < 0.0 { Err(ShapeError::Negative { field, value }) } else { Ok(()) }
    }

    /// Finite numbers, at least one of which is not zero. Subnormals count.
    pub(super) fn direction(field: &'static str, numbers: &[f32]) -> Result<(), ShapeError> {
        numbers.iter().try_for_each(|&x| finite(field, x))?;
        if numbers.iter().all(|&x| is_zero(x)) { Err(ShapeError::Zero { field }) } else { Ok(()) }
    }

    /// The value of a `try_` constructor, for `new`.
    #[track_caller]
    pub(super) fn valid<T>(result: Result<T, ShapeError>) -> T {
        match result {
            Ok(shape) => shape,
            Err(error) => panic!("{error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aabb3, Obb3, Plane2, Sphere2, Sphere3};

    #[test]
    fn errors_say_what_was_wrong() {
        let error = |shape: Result<Shape<glam::Vec3>, ShapeError>| shape.unwrap_err().to_string();
        let sphere = |c, r| Sphere3::try_new(c, r).map(Shape::from);
        assert_eq!(error(sphere([0.0; 3], -1.0)), "radius is -1; expected zero or more");
        assert_eq!(
            error(sphere([0.0, f32::NAN, 0.0], 1.0)),
            "center is NaN; expected a finite number"
        );
        let obb = Obb3::try_new([0.0; 3], [1.0; 3], [0.0; 4]).map(Shape::from);
        assert_eq!(error(obb), "rotation is zero and has no direction; expected any other length");
        let aabb = Aabb3::try_new([0.0, 2.0, 0.0], [1.0; 3]).map(Shape::from);
        assert_eq!(error(aabb), "min is above max along axis 1: 2 > 1; swap them");
    }

    #[test]
    fn subnormal_directions_count() {
        let least = f32::from_bits(1);
        assert!(Obb3::try_new([0.0; 3], [1.0; 3], [0.0, 0.0, 0.0, least]).is_ok());
        assert!(Plane2::try_new([least, 0.0], 0.0).is_ok());
        assert!(Plane2::try_new([-0.0, 0.0], 0.0).is_err());
    }

    #[test]
    #[should_panic(expected = "radius is NaN")]
    fn new_panics_where_try_new_errs() {
        let _ = Sphere2::new([0.0, 0.0], f32::NAN);
    }

    #[test]
    fn sizes() {
        assert_eq!(size_of::<Obb3>(), 76, "40 bytes of facts, 36 of axes");
        assert!(size_of::<Shape<glam::Vec3>>() <= 80);
    }
}
