//! The side of a plane on which a shape lies.

use super::clearance::{Facing, clearance};
use super::predicate::{Rule, decide};
use super::separation::{HeightsOverPlane, ShapePlane, compare_parallel, is_finite, parallel};
use crate::dimension::kernels;
use crate::shape::{AnyShape, HalfSpace, Plane, ShapeRef, Sphere};
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
/// Implemented for every shape and for [`Shape`](crate::Shape).
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

impl<S: AnyShape> SideOf<S::Vector> for S {
    fn side(&self, plane: &Plane<S::Vector>) -> Side {
        S::Vector::side_of(self.as_shape_ref(), plane)
    }
}

kernels! {
    SideKernels:

    fn side_of(shape: ShapeRef<'_, Self>, plane: &Plane<Self>) -> Side {
        side(shape, plane)
    }
}

fn side<V: Vector>(shape: ShapeRef<'_, V>, plane: &Plane<V>) -> Side {
    match shape {
        ShapeRef::Point(point) if !is_finite(point) => Side::Straddling,
        ShapeRef::Point(point) => bounded(&Sphere::of_point(point), plane),
        ShapeRef::Sphere(sphere) => bounded(sphere, plane),
        ShapeRef::Aabb(aabb) => bounded(aabb, plane),
        ShapeRef::Obb(obb) => bounded(obb, plane),
        ShapeRef::Plane(other) => of_plane(other, plane),
        ShapeRef::HalfSpace(half_space) => of_half_space(half_space, plane),
        ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Capsule(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::Frustum(_)
        | ShapeRef::ConvexHull(_)
        | ShapeRef::Parallelepiped(_) => spanned(&shape, plane),
    }
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

fn of_plane<V: Vector>(a: &Plane<V>, b: &Plane<V>) -> Side {
    match parallel(a, b).then(|| compare_parallel(a, b).1) {
        Some(Ordering::Greater) => Side::Front,
        Some(Ordering::Less) => Side::Back,
        Some(Ordering::Equal) | None => Side::Straddling,
    }
}

fn of_half_space<V: Vector>(a: &HalfSpace<V>, b: &Plane<V>) -> Side {
    let boundary = a.boundary();
    match parallel(&boundary, b).then(|| compare_parallel(&boundary, b)) {
        Some((true, Ordering::Less)) => Side::Back,
        Some((false, Ordering::Greater)) => Side::Front,
        _ => Side::Straddling,
    }
}

fn spanned<V: Vector>(shape: &ShapeRef<'_, V>, plane: &Plane<V>) -> Side {
    if clearance(shape, plane, Facing::Front) == Ordering::Greater {
        Side::Front
    } else if clearance(shape, plane, Facing::Back) == Ordering::Greater {
        Side::Back
    } else {
        Side::Straddling
    }
}
