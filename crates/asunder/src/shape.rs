//! Shapes: closed sets of points, described by exactly the numbers they store.
//!
//! Every invariant holds by construction: `new` panics on numbers that describe no shape, `try_new`
//! returns a [`ShapeError`]. Files and networks go through `try_new`.

mod aabb;
mod capsule;
pub(crate) mod check;
mod convex_hull;
mod depth;
mod error;
mod frustum;
mod image;
mod nearest;
mod obb;
mod oriented_box;
mod outline;
mod parallelepiped;
mod plane;
mod ray;
mod segment;
#[cfg(feature = "serde")]
pub(crate) mod serde;
mod sphere;
mod transform;
mod triangle;

use crate::space::Vector;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use convex_hull::ConvexHull;
pub(crate) use convex_hull::{BLUNT, FacePlanes, Greatest, HEIGHT, Heights, LANES};
pub(crate) use convex_hull::{Point, Structure, orientation, polygon};
pub use depth::Depth;
pub use error::ShapeError;
pub use frustum::{Frustum, FrustumForm, Layout};
pub(crate) use frustum::{Rounded, Spread};
pub use image::ScalePolicy;
pub use obb::Obb;
pub(crate) use oriented_box::OrientedBox;
pub use parallelepiped::Parallelepiped;
pub use plane::{HalfSpace, Plane};
pub use ray::Ray;
pub use segment::Segment;
pub use sphere::Sphere;
pub use transform::TransformError;
pub(crate) use transform::{check_map, check_pose, placed};
pub use triangle::Triangle;

/// Any shape, for where the kind is known only at run time.
///
/// `Clone` but not `Copy`: a hull may have as many points as it likes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape<V: Vector> {
    /// A point.
    Point(V),
    /// A segment: every point between two.
    Segment(Segment<V>),
    /// A ray: `origin + t · direction`, `t >= 0`.
    Ray(Ray<V>),
    /// A plane; in 2D a line.
    Plane(Plane<V>),
    /// A half-space: every point on one side of a plane, and the plane.
    HalfSpace(HalfSpace<V>),
    /// A [`Sphere`]; in 2D a circle.
    Sphere(Sphere<V>),
    /// Every point within `radius` of a segment.
    Capsule(Capsule<V>),
    /// An axis-aligned box.
    Aabb(Aabb<V>),
    /// An oriented box.
    Obb(Obb<V>),
    /// A triangle: the convex hull of three points.
    Triangle(Triangle<V>),
    /// The intersection of up to six half-spaces: what a camera sees.
    Frustum(Frustum<V>),
    /// The convex hull of any number of points; in 2D a polygon.
    ConvexHull(ConvexHull<V>),
    /// A box that may be sheared; in 2D a parallelogram.
    Parallelepiped(Parallelepiped<V>),
}

/// A shape of any kind, by reference.
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a, V: Vector> {
    /// A point.
    Point(&'a V),
    /// A segment: every point between two.
    Segment(&'a Segment<V>),
    /// A ray: `origin + t · direction`, `t >= 0`.
    Ray(&'a Ray<V>),
    /// A plane; in 2D a line.
    Plane(&'a Plane<V>),
    /// A half-space: every point on one side of a plane, and the plane.
    HalfSpace(&'a HalfSpace<V>),
    /// A [`Sphere`]; in 2D a circle.
    Sphere(&'a Sphere<V>),
    /// Every point within `radius` of a segment.
    Capsule(&'a Capsule<V>),
    /// An axis-aligned box.
    Aabb(&'a Aabb<V>),
    /// An oriented box.
    Obb(&'a Obb<V>),
    /// A triangle: the convex hull of three points.
    Triangle(&'a Triangle<V>),
    /// The intersection of up to six half-spaces.
    Frustum(&'a Frustum<V>),
    /// The convex hull of any number of points; in 2D a polygon.
    ConvexHull(&'a ConvexHull<V>),
    /// A box that may be sheared; in 2D a parallelogram.
    Parallelepiped(&'a Parallelepiped<V>),
}

/// Anything a query takes as a shape: every shape, raw points, and [`Shape`] itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape",
    note = "shapes are passed by reference: `&sphere`, `&obb`, or `&shape` of the enum `asunder::Shape`",
    note = "a point is a vector of `asunder::glam`: three numbers become one by `Vec3::from([x, y, z])`, a \
            vector of another version of glam by `Vec3::from(point.to_array())`"
)]
pub trait AnyShape {
    /// The space it lies in.
    type Vector: Vector;
    /// What a question about this shape returns that has no answer for a point that is not finite: `T`
    /// for a shape, whose numbers are finite; `Option<T>` for a raw point, and for [`Shape`], which may
    /// be one.
    type Checked<T>;
    /// The answer to such a question.
    fn checked<T>(answer: Option<T>) -> Self::Checked<T>;
    /// The shape, by reference.
    fn as_shape_ref(&self) -> ShapeRef<'_, Self::Vector>;
    /// The shape as this type, if it is of its kind and owns its numbers.
    #[doc(hidden)]
    fn from_shape(shape: Shape<Self::Vector>) -> Option<Self>
    where
        Self: Sized;
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
    type Checked<T> = Option<T>;
    fn checked<T>(answer: Option<T>) -> Option<T> {
        answer
    }
    fn as_shape_ref(&self) -> ShapeRef<'_, V> {
        with_shape!(self, shape => shape.as_shape_ref())
    }
    fn from_shape(shape: Self) -> Option<Self> {
        Some(shape)
    }
}

impl<V: Vector> AnyShape for ShapeRef<'_, V> {
    type Vector = V;
    type Checked<T> = Option<T>;
    fn checked<T>(answer: Option<T>) -> Option<T> {
        answer
    }
    fn as_shape_ref(&self) -> ShapeRef<'_, V> {
        *self
    }
    fn from_shape(_shape: Shape<V>) -> Option<Self> {
        None
    }
}

impl<V: Vector> AnyShape for V {
    type Vector = V;
    type Checked<T> = Option<T>;
    fn checked<T>(answer: Option<T>) -> Option<T> {
        answer
    }
    fn as_shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Point(self)
    }
    fn from_shape(shape: Shape<V>) -> Option<V> {
        if let Shape::Point(point) = shape { Some(point) } else { None }
    }
}

impl<V: Vector> ShapeRef<'_, V> {
    /// Whether all its numbers are finite: so it is by construction, but for a point, which is a plain
    /// vector.
    pub(crate) fn is_finite(&self) -> bool {
        let Self::Point(point) = self else { return true };
        let point = point.to_array();
        (0..V::DIM).all(|i| point[i].is_finite())
    }

    /// As [`Shape::is_bounded`].
    pub(crate) fn is_bounded(&self) -> bool {
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

    /// The first point that the shape stores, which moves as the shape does; `None` for shapes that do not move.
    pub(crate) fn reference_point(&self) -> Option<V::Array<f32>> {
        match self {
            Self::Point(point) => Some(point.to_array()),
            Self::Sphere(sphere) => Some(sphere.center),
            Self::Capsule(capsule) => Some(capsule.a),
            Self::Segment(segment) => Some(segment.a),
            Self::Triangle(triangle) => Some(triangle.a),
            Self::Aabb(aabb) => Some(aabb.min),
            Self::Obb(obb) => Some(obb.center),
            Self::Parallelepiped(shape) => Some(shape.center),
            Self::ConvexHull(hull) => Some(hull.first_point()),
            Self::Ray(_) | Self::Plane(_) | Self::HalfSpace(_) | Self::Frustum(_) => None,
        }
    }

    /// The one to three points whose hull is the shape, or its core, and their number; the places that are left
    /// repeat the last. `None` of a ray, of boxes, and of what may have more.
    #[inline]
    pub(crate) fn vertices(&self) -> Option<([V::Array<f32>; 3], usize)> {
        Some(match self {
            Self::Point(point) => ([point.to_array(); 3], 1),
            Self::Sphere(sphere) => ([sphere.center; 3], 1),
            Self::Segment(segment) => ([segment.a, segment.b, segment.b], 2),
            Self::Capsule(capsule) => ([capsule.a, capsule.b, capsule.b], 2),
            Self::Triangle(triangle) => ([triangle.a, triangle.b, triangle.c], 3),
            Self::Ray(_)
            | Self::Plane(_)
            | Self::HalfSpace(_)
            | Self::Aabb(_)
            | Self::Obb(_)
            | Self::Frustum(_)
            | Self::ConvexHull(_)
            | Self::Parallelepiped(_) => return None,
        })
    }

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

    /// Whether the shape is bounded; rays, planes, half-spaces and some frusta are not.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.as_shape_ref().is_bounded()
    }
}

macro_rules! impl_for_shapes {
    ($($Kind:ident),*) => {
        impl<V: Vector> ShapeRef<'_, V> {
            /// A copy of the shape.
            pub(crate) fn to_shape(self) -> Shape<V> {
                match self {
                    Self::Point(point) => Shape::Point(*point),
                    $(Self::$Kind(shape) => Shape::$Kind(Clone::clone(shape)),)*
                }
            }
        }

        $(impl<V: Vector> From<$Kind<V>> for Shape<V> {
            fn from(shape: $Kind<V>) -> Self {
                Self::$Kind(shape)
            }
        }

        impl<V: Vector> AnyShape for $Kind<V> {
            type Vector = V;
            type Checked<T> = T;
            fn checked<T>(answer: Option<T>) -> T {
                answer.unwrap_or_else(|| unreachable!("the numbers of a shape are finite"))
            }
            fn as_shape_ref(&self) -> ShapeRef<'_, V> {
                ShapeRef::$Kind(self)
            }
            fn from_shape(shape: Shape<V>) -> Option<Self> {
                if let Shape::$Kind(shape) = shape { Some(shape) } else { None }
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
