//! The point of a shape nearest to a given point.

use super::proximity::{Detail, proximity};
use super::separation::{Intersects, is_finite};
use super::{shape_table, shape_type};
use crate::exact::widen;
use crate::linalg::{Matrix, Vect, clamp};
use crate::shape::{
    Aabb, AnyShape, Capsule, ConvexHull, Frustum, HalfSpace, Obb, Parallelepiped, Plane, Ray,
    Segment, Shape, ShapeRef, Sphere, Triangle, with_shape,
};
use crate::space::Vector;

/// The point of a shape nearest to a given point.
///
/// Implemented for every shape and for [`Shape`].
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

shape_table! { ClosestPointKernels; ClosestPoint::closest_point(&Point) -> PointIfFinite;
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

/// The answer for a point outside, given the true nearest point up to rounding in `f64`.
fn unless_contained<V: Vector>(
    shape: &impl Intersects<V>,
    p: &V,
    nearest: impl FnOnce(Vect<V, f64>) -> Vect<V, f64>,
) -> Option<V> {
    if !is_finite(p) {
        return None;
    }
    if shape.intersects(p) {
        return Some(*p);
    }
    let nearest = nearest(Vect::of(&p.to_array()));
    Some(V::from_array(nearest.map(saturated).0))
}

/// The nearest finite `f32`; never a negative zero.
pub(super) fn saturated(x: f64) -> f32 {
    let limit = f64::from(f32::MAX);
    clamp(x, -limit, limit) as f32 + 0.0
}

fn point<V: Vector>(a: &V, p: &V) -> Option<V> {
    unless_contained(a, p, |_| Vect::of(&a.to_array()))
}

fn sphere<V: Vector>(sphere: &Sphere<V>, p: &V) -> Option<V> {
    unless_contained(sphere, p, |p| {
        let center = Vect::of(&sphere.center);
        let offset = p - center;
        center + offset * (widen(sphere.radius) / offset.length())
    })
}

fn aabb<V: Vector>(aabb: &Aabb<V>, p: &V) -> Option<V> {
    unless_contained(aabb, p, |p| p.clamped(Vect::of(&aabb.min), Vect::of(&aabb.max)))
}

fn obb<V: Vector>(obb: &Obb<V>, p: &V) -> Option<V> {
    unless_contained(obb, p, |p| {
        let (rows, norm) = V::frame::<f64>(obb.rotation, 0);
        let (axes, center) = (Matrix::from_arrays(&rows), Vect::of(&obb.center));
        let half = Vect::of(&obb.half_extents);
        let along = axes.each(|axis| axis.dot(p - center) / norm).clamped(half * -1.0, half);
        center + axes.times(along).map(|x| x / norm)
    })
}

fn onto_plane<V: Vector>(plane: &Plane<V>, p: Vect<V, f64>) -> Vect<V, f64> {
    let normal = Vect::of(&plane.normal);
    let height = normal.dot(p) - widen(plane.offset);
    p - normal * (height / normal.square())
}

fn plane<V: Vector>(plane: &Plane<V>, p: &V) -> Option<V> {
    unless_contained(plane, p, |p| onto_plane(plane, p))
}

fn half_space<V: Vector>(half_space: &HalfSpace<V>, p: &V) -> Option<V> {
    unless_contained(half_space, p, |p| onto_plane(&half_space.boundary(), p))
}

/// As the distance finds it, of shapes without a closed form.
fn on_core<V: Vector, S: AnyShape<Vector = V> + Intersects<V>>(shape: &S, point: &V) -> Option<V> {
    unless_contained(shape, point, |p| {
        let near = proximity(ShapeRef::Point(point), shape.as_shape_ref(), Detail::Points);
        near.map_or(p, |near| Vect(near.on_b))
    })
}

fn segment<V: Vector>(segment: &Segment<V>, p: &V) -> Option<V> {
    on_core(segment, p)
}

fn ray<V: Vector>(ray: &Ray<V>, p: &V) -> Option<V> {
    on_core(ray, p)
}

fn capsule<V: Vector>(capsule: &Capsule<V>, p: &V) -> Option<V> {
    on_core(capsule, p)
}

fn triangle<V: Vector>(triangle: &Triangle<V>, p: &V) -> Option<V> {
    on_core(triangle, p)
}

fn frustum<V: Vector>(frustum: &Frustum<V>, p: &V) -> Option<V> {
    on_core(frustum, p)
}

fn convex_hull<V: Vector>(hull: &ConvexHull<V>, p: &V) -> Option<V> {
    on_core(hull, p)
}

fn parallelepiped<V: Vector>(shape: &Parallelepiped<V>, p: &V) -> Option<V> {
    on_core(shape, p)
}
