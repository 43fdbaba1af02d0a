//! Shapes: closed sets of points, described by exactly the numbers they store.
//!
//! Every invariant holds by construction: `new` panics on numbers that describe no shape, `try_new`
//! returns a [`ShapeError`]. Files and networks go through `try_new`.

mod aabb;
mod capsule;
mod convex_hull;
mod depth;
mod frustum;
mod image;
mod nearest;
mod obb;
mod outline;
mod parallelepiped;
mod plane;
mod ray;
mod segment;
#[cfg(feature = "serde")]
mod serde;
mod sphere;
mod transform;
mod triangle;

use crate::space::Vector;
use core::fmt;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use convex_hull::ConvexHull;
pub(crate) use convex_hull::Structure;
pub use depth::Depth;
pub use frustum::{Frustum, FrustumForm, Layout};
pub(crate) use frustum::{Rounded, Spread};
pub use image::ScalePolicy;
pub use obb::Obb;
pub use parallelepiped::Parallelepiped;
pub use plane::{HalfSpace, Plane};
pub use ray::Ray;
pub use segment::Segment;
pub use sphere::Sphere;
pub use transform::TransformError;
pub use triangle::Triangle;

/// Any shape, for where the kind is known only at run time.
///
/// `Clone` but not `Copy`: a hull may have as many points as it likes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape<V: Vector> {
    /// A point.
    Point(V),
    /// All between two points.
    Segment(Segment<V>),
    /// All from a point on, in one direction.
    Ray(Ray<V>),
    /// A plane; in 2D a line.
    Plane(Plane<V>),
    /// All on one side of a plane.
    HalfSpace(HalfSpace<V>),
    /// A [`Sphere`]; in 2D a circle.
    Sphere(Sphere<V>),
    /// All about a segment.
    Capsule(Capsule<V>),
    /// A box that is not turned.
    Aabb(Aabb<V>),
    /// A box that may be turned.
    Obb(Obb<V>),
    /// All between three points.
    Triangle(Triangle<V>),
    /// What up to six half-spaces have in common: what a camera sees.
    Frustum(Frustum<V>),
    /// All between any number of points; in 2D a polygon.
    ConvexHull(ConvexHull<V>),
    /// A box that may be skewed; in 2D a parallelogram.
    Parallelepiped(Parallelepiped<V>),
}

/// A shape of any kind, by reference: what a query of any two kinds is asked.
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a, V: Vector> {
    /// A point.
    Point(&'a V),
    /// All between two points.
    Segment(&'a Segment<V>),
    /// All from a point on, in one direction.
    Ray(&'a Ray<V>),
    /// A plane; in 2D a line.
    Plane(&'a Plane<V>),
    /// All on one side of a plane.
    HalfSpace(&'a HalfSpace<V>),
    /// A [`Sphere`]; in 2D a circle.
    Sphere(&'a Sphere<V>),
    /// All about a segment.
    Capsule(&'a Capsule<V>),
    /// A box that is not turned.
    Aabb(&'a Aabb<V>),
    /// A box that may be turned.
    Obb(&'a Obb<V>),
    /// All between three points.
    Triangle(&'a Triangle<V>),
    /// What up to six half-spaces have in common.
    Frustum(&'a Frustum<V>),
    /// All between any number of points; in 2D a polygon.
    ConvexHull(&'a ConvexHull<V>),
    /// A box that may be skewed; in 2D a parallelogram.
    Parallelepiped(&'a Parallelepiped<V>),
}

/// What a query takes for a shape: every shape, points, and [`Shape`] itself.
pub trait AnyShape {
    /// The space it lies in.
    type Vector: Vector;
    /// The shape, by reference.
    fn as_shape_ref(&self) -> ShapeRef<'_, Self::Vector>;
}

/// Evaluates `$body` with `$s` bound to the concrete shape in a [`Shape`] or a [`ShapeRef`], which
/// `$Shape` names. The only place that lists all kinds for the queries.
macro_rules! with_shape {
    ($shape:expr, $s:ident => $body:expr) => {
        with_shape!(Shape, $shape, $s => $body)
    };
    ($Shape:ident, $shape:expr, $s:ident => $body:expr) => {
        match $shape {
            $crate::shape::$Shape::Point($s) => $body,
            $crate::shape::$Shape::Segment($s) => $body,
            $crate::shape::$Shape::Ray($s) => $body,
            $crate::shape::$Shape::Plane($s) => $body,
            $crate::shape::$Shape::HalfSpace($s) => $body,
            $crate::shape::$Shape::Sphere($s) => $body,
            $crate::shape::$Shape::Capsule($s) => $body,
            $crate::shape::$Shape::Aabb($s) => $body,
            $crate::shape::$Shape::Obb($s) => $body,
            $crate::shape::$Shape::Triangle($s) => $body,
            $crate::shape::$Shape::Frustum($s) => $body,
            $crate::shape::$Shape::ConvexHull($s) => $body,
            $crate::shape::$Shape::Parallelepiped($s) => $body,
        }
    };
}
pub(crate) use with_shape;

impl<V: Vector> AnyShape for Shape<V> {
    type Vector = V;
    fn as_shape_ref(&self) -> ShapeRef<'_, V> {
        with_shape!(self, shape => shape.as_shape_ref())
    }
}

impl<V: Vector> AnyShape for V {
    type Vector = V;
    fn as_shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Point(self)
    }
}

impl<V: Vector> ShapeRef<'_, V> {
    /// The name of the kind, as files write it: `"sphere"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Point(_) => "point",
            Self::Segment(_) => "segment",
            Self::Ray(_) => "ray",
            Self::Plane(_) => "plane",
            Self::HalfSpace(_) => "half_space",
            Self::Sphere(_) => "sphere",
            Self::Capsule(_) => "capsule",
            Self::Aabb(_) => "aabb",
            Self::Obb(_) => "obb",
            Self::Triangle(_) => "triangle",
            Self::Frustum(_) => "frustum",
            Self::ConvexHull(_) => "convex_hull",
            Self::Parallelepiped(_) => "parallelepiped",
        }
    }
}

impl<V: Vector> Shape<V> {
    /// The name of the kind, as files write it: `"sphere"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.as_shape_ref().kind()
    }

    /// Whether the shape fits into some box; rays, planes, half-spaces and some frusta do not.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        match self {
            Self::Ray(_) | Self::Plane(_) | Self::HalfSpace(_) => false,
            Self::Frustum(frustum) => frustum.is_bounded(),
            Self::Point(_)
            | Self::Segment(_)
            | Self::Sphere(_)
            | Self::Capsule(_)
            | Self::Aabb(_)
            | Self::Obb(_)
            | Self::Triangle(_)
            | Self::ConvexHull(_)
            | Self::Parallelepiped(_) => true,
        }
    }
}

macro_rules! impl_for_shapes {
    ($($Kind:ident),*) => {
        $(impl<V: Vector> From<$Kind<V>> for Shape<V> {
            fn from(shape: $Kind<V>) -> Self {
                Self::$Kind(shape)
            }
        }

        impl<V: Vector> AnyShape for $Kind<V> {
            type Vector = V;
            fn as_shape_ref(&self) -> ShapeRef<'_, V> {
                ShapeRef::$Kind(self)
            }
        })*
    };
}
impl_for_shapes!(
    Segment,
    Ray,
    Plane,
    HalfSpace,
    Sphere,
    Capsule,
    Aabb,
    Obb,
    Triangle,
    Frustum,
    ConvexHull,
    Parallelepiped
);

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
    /// A size that something is divided by is zero or below.
    NotPositive {
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
    /// A lower limit lies above its upper one.
    Reversed {
        /// The fields, the lower limit first.
        fields: (&'static str, &'static str),
        /// Their numbers.
        values: (f32, f32),
    },
    /// A vertical field of view is no angle that a camera can have.
    FieldOfView {
        /// The angle.
        radians: f32,
    },
    /// A frustum has no half-space, or more than six.
    HalfSpaceCount {
        /// How many there are.
        count: usize,
    },
    /// No point lies in all half-spaces of a frustum.
    EmptyFrustum,
    /// A row of a projection matrix bounds nothing and holds for no point.
    HoldsNowhere {
        /// What the row says, in clip space.
        condition: &'static str,
    },
    /// Numbers that only a frustum in space has are given for one in the plane.
    OnlyInSpace {
        /// The field they were meant for.
        field: &'static str,
    },
    /// A frustum kept as a projection matrix has no image under a pose that keeps its planes.
    ProjectionMoved,
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
            Self::NotPositive { field, value } => {
                write!(f, "{field} is {value}; expected more than zero")
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
            Self::Reversed { fields: (low, high), values: (a, b) } => {
                write!(f, "{low} is above {high}: {a} > {b}; swap them")
            }
            Self::FieldOfView { radians } => write!(
                f,
                "the field of view is {radians}; expected radians from zero to below half a turn"
            ),
            Self::HalfSpaceCount { count } => {
                write!(f, "there are {count} half-spaces; expected one to six")
            }
            Self::EmptyFrustum => {
                write!(f, "no point lies in all half-spaces; expected normals that point outwards")
            }
            Self::HoldsNowhere { condition } => write!(
                f,
                "no point satisfies {condition} in clip space, whose row has no normal; expected a \
                 view-projection matrix, listed by rows or by columns as stated"
            ),
            Self::OnlyInSpace { field } => {
                write!(f, "{field} belongs to a frustum in space; in the plane give half_spaces")
            }
            Self::ProjectionMoved => write!(
                f,
                "a projection matrix cannot be placed without rounding its planes; multiply it by \
                 the inverse of the pose, and build the frustum from the product"
            ),
        }
    }
}

impl core::error::Error for ShapeError {}

/// The checks all constructors share.
mod check {
    use super::ShapeError;
    use crate::exact::{is_zero, order_key};
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
