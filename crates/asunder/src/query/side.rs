//! The side of a plane on which a shape lies.

use super::clearance::{Facing, clearance};
use super::predicate::{Rule, decide};
use super::separation::{HeightsOverPlane, ShapePlane, compare_parallel, is_finite, parallel};
use super::{shape_table, shape_type};
use crate::shape::{
    Aabb, AnyShape, Capsule, ConvexHull, Frustum, HalfSpace, Obb, Parallelepiped, Plane, Ray,
    Segment, Shape, Sphere, Triangle, with_shape,
};
use crate::space::Vector;
use core::cmp::Ordering;

/// The side of a plane on which a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Every point of the shape has `normal · x > offset`.
    Front,
    /// Every point of the shape has `normal · x < offset`.
    Back,
    /// The shape has points on both sides, or touches the plane, or lies in it.
    Straddling,
}

/// Whether a shape lies in front of a plane, behind it, or on both sides.
///
/// Implemented for every shape and for [`Shape`].
pub trait SideOf<V: Vector> {
    /// The side of `plane` on which the whole shape lies. Touching the plane is straddling it.
    ///
    /// Exact. `Straddling` is returned if and only if the shape intersects the plane, and for a
    /// point that is not finite.
    ///
    /// ```
    /// use asunder::prelude::*;
    ///
    /// let floor = Plane3::new([0.0, 1.0, 0.0], 0.0);
    /// assert_eq!(Sphere3::new([0.0, 1.0, 0.0], 1.0).side(&floor), Side::Straddling);
    /// assert_eq!(Sphere3::new([0.0, 1.0000001, 0.0], 1.0).side(&floor), Side::Front);
    /// ```
    fn side(&self, plane: &Plane<V>) -> Side;
}

shape_table! { SideKernels; SideOf::side(&Plane) -> Side;
    Point => point;
    Sphere => sphere;
    Aabb => aabb;
    Obb => obb;
    Plane => plane;
    HalfSpace => half_space;
    Segment => segment;
    Ray => ray;
    Capsule => capsule;
    Triangle => triangle;
    Frustum => frustum;
    ConvexHull => convex_hull;
    Parallelepiped => parallelepiped;
}

fn bounded<V: Vector, E: HeightsOverPlane<V>>(shape: &E, plane: &Plane<V>) -> Side {
    let straddles =
        |front, back| decide(&ShapePlane { shape, plane: *plane, front, back }, Rule::Closed);
    if straddles(true, true) {
        Side::Straddling
    } else if straddles(true, false) {
        Side::Back
    } else {
        Side::Front
    }
}

fn point<V: Vector>(point: &V, plane: &Plane<V>) -> Side {
    if is_finite(point) { bounded(point, plane) } else { Side::Straddling }
}

fn sphere<V: Vector>(sphere: &Sphere<V>, plane: &Plane<V>) -> Side {
    bounded(sphere, plane)
}

fn aabb<V: Vector>(aabb: &Aabb<V>, plane: &Plane<V>) -> Side {
    bounded(aabb, plane)
}

fn obb<V: Vector>(obb: &Obb<V>, plane: &Plane<V>) -> Side {
    bounded(obb, plane)
}

fn plane<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> Side {
    match parallel(a, b).then(|| compare_parallel(a, b).1) {
        Some(Ordering::Greater) => Side::Front,
        Some(Ordering::Less) => Side::Back,
        Some(Ordering::Equal) | None => Side::Straddling,
    }
}

fn half_space<V: Vector>(a: &HalfSpace<V>, b: &Plane<V>) -> Side {
    let boundary = a.boundary();
    match parallel(&boundary, b).then(|| compare_parallel(&boundary, b)) {
        Some((true, Ordering::Less)) => Side::Back,
        Some((false, Ordering::Greater)) => Side::Front,
        _ => Side::Straddling,
    }
}

fn spanned<V: Vector>(shape: &impl AnyShape<Vector = V>, plane: &Plane<V>) -> Side {
    let shape = &shape.as_shape_ref();
    if clearance(shape, plane, Facing::Front) == Ordering::Greater {
        Side::Front
    } else if clearance(shape, plane, Facing::Back) == Ordering::Greater {
        Side::Back
    } else {
        Side::Straddling
    }
}

fn segment<V: Vector>(segment: &Segment<V>, plane: &Plane<V>) -> Side {
    spanned(segment, plane)
}

fn ray<V: Vector>(ray: &Ray<V>, plane: &Plane<V>) -> Side {
    spanned(ray, plane)
}

fn capsule<V: Vector>(capsule: &Capsule<V>, plane: &Plane<V>) -> Side {
    spanned(capsule, plane)
}

fn triangle<V: Vector>(triangle: &Triangle<V>, plane: &Plane<V>) -> Side {
    spanned(triangle, plane)
}

fn frustum<V: Vector>(frustum: &Frustum<V>, plane: &Plane<V>) -> Side {
    spanned(frustum, plane)
}

fn convex_hull<V: Vector>(hull: &ConvexHull<V>, plane: &Plane<V>) -> Side {
    spanned(hull, plane)
}

fn parallelepiped<V: Vector>(shape: &Parallelepiped<V>, plane: &Plane<V>) -> Side {
    spanned(shape, plane)
}
