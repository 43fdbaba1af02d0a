//! The point of a shape nearest to a given point.

use super::proximity::{Detail, proximity};
use super::separation::{Intersects as _, is_finite};
use crate::dimension::kernels;
use crate::exact::widen;
use crate::linalg::{Matrix, Vect, clamp};
use crate::shape::{AnyShape, Obb, Plane, ShapeRef, Sphere};
use crate::space::Vector;

/// The point of a shape nearest to a given point.
///
/// Implemented for every shape and for [`Shape`](crate::Shape).
pub trait ClosestPoint<V: Vector> {
    /// The shape's point nearest to `point`; `point` itself, bit for bit, if the shape contains it.
    /// `None` for a point that is not finite.
    ///
    /// Computed in `f64`, then each component is rounded to `f32`, and kept within the range of
    /// `f32`: a turned box may hold no `f32` point near the true one, so the result need not be
    /// contained in the shape.
    ///
    /// (Ericson 2005, §5.1.1 to §5.1.4.)
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::glam::vec2;
    ///
    /// let bounds = Aabb2::new([0.0, 0.0], [1.0, 1.0]);
    /// assert_eq!(bounds.closest_point(&vec2(3.0, 0.25)), Some(vec2(1.0, 0.25)));
    /// assert_eq!(bounds.closest_point(&vec2(1.0, 0.25)), Some(vec2(1.0, 0.25)));
    /// ```
    fn closest_point(&self, point: &V) -> Option<V>;
}

impl<S: AnyShape> ClosestPoint<S::Vector> for S {
    fn closest_point(&self, point: &S::Vector) -> Option<S::Vector> {
        S::Vector::closest_point_of(self.as_shape_ref(), point)
    }
}

kernels! {
    ClosestPointKernels:

    fn closest_point_of(shape: ShapeRef<'_, Self>, point: &Self) -> Option<Self> {
        closest_point(shape, point)
    }
}

/// The point itself if it is one of the shape, else the true nearest point, up to rounding in `f64`.
fn closest_point<V: Vector>(shape: ShapeRef<'_, V>, point: &V) -> Option<V> {
    if !is_finite(point) {
        return None;
    }
    if shape.intersects(&ShapeRef::Point(point)) {
        return Some(*point);
    }
    let p = Vect::of(&point.to_array());
    let nearest = match shape {
        ShapeRef::Point(other) => Vect::of(&other.to_array()),
        ShapeRef::Sphere(sphere) => on_sphere(sphere, p),
        ShapeRef::Aabb(aabb) => p.clamped(Vect::of(&aabb.min), Vect::of(&aabb.max)),
        ShapeRef::Obb(obb) => on_box(obb, p),
        ShapeRef::Plane(plane) => on_plane(plane, p),
        ShapeRef::HalfSpace(half_space) => on_plane(&half_space.boundary(), p),
        // As the distance finds it, of shapes without a closed form.
        ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Capsule(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::Frustum(_)
        | ShapeRef::ConvexHull(_)
        | ShapeRef::Parallelepiped(_) => {
            let near = proximity(ShapeRef::Point(point), shape, Detail::Points);
            near.map_or(p, |near| Vect(near.on_b))
        }
    };
    Some(V::from_array(nearest.map(saturated).0))
}

/// The nearest finite `f32`; never a negative zero.
pub(super) fn saturated(x: f64) -> f32 {
    let limit = f64::from(f32::MAX);
    clamp(x, -limit, limit) as f32 + 0.0
}

fn on_sphere<V: Vector>(sphere: &Sphere<V>, p: Vect<V, f64>) -> Vect<V, f64> {
    let center = Vect::of(&sphere.center);
    let offset = p - center;
    center + offset * (widen(sphere.radius) / offset.length())
}

fn on_box<V: Vector>(obb: &Obb<V>, p: Vect<V, f64>) -> Vect<V, f64> {
    let (rows, norm) = V::frame::<f64>(obb.rotation, 0);
    let (axes, center) = (Matrix::from_arrays(&rows), Vect::of(&obb.center));
    let half = Vect::of(&obb.half_extents);
    let along = axes.each(|axis| axis.dot(p - center) / norm).clamped(half * -1.0, half);
    center + axes.times(along).map(|x| x / norm)
}

fn on_plane<V: Vector>(plane: &Plane<V>, p: Vect<V, f64>) -> Vect<V, f64> {
    let normal = Vect::of(&plane.normal);
    let height = normal.dot(p) - widen(plane.offset);
    p - normal * (height / normal.square())
}
