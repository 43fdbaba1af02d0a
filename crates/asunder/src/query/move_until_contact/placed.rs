//! Shapes at another position.

use super::Mover;
use crate::linalg::Vect;
use crate::shape::{
    Aabb, Capsule, ConvexHull, Obb, Parallelepiped, Segment, Shape, ShapeRef, Sphere, Triangle,
};
use crate::space::Vector;

/// The reference point of a shape; the origin, for shapes that do not move.
pub(crate) fn position<V: Vector>(shape: &ShapeRef<'_, V>) -> V::Array<f32> {
    shape.reference_point().unwrap_or(Vect::<V, f32>::zero().0)
}

/// Whether a shape is of a kind that moves.
pub(crate) fn is_movable<V: Vector>(shape: &ShapeRef<'_, V>) -> bool {
    shape.reference_point().is_some()
}

/// Whether a shape stores several points, each of which is rounded when it moves.
pub(in crate::query) fn stores_several_points<V: Vector>(shape: &ShapeRef<'_, V>) -> bool {
    match shape {
        ShapeRef::Capsule(_)
        | ShapeRef::Segment(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::Aabb(_)
        | ShapeRef::ConvexHull(_) => true,
        ShapeRef::Point(_)
        | ShapeRef::Sphere(_)
        | ShapeRef::Obb(_)
        | ShapeRef::Parallelepiped(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Plane(_)
        | ShapeRef::HalfSpace(_)
        | ShapeRef::Frustum(_) => false,
    }
}

/// A shape as stored at another position; `None`, if it cannot be stored there, or does not move.
pub(crate) fn placed<V: Vector>(
    shape: &ShapeRef<'_, V>,
    position: &V::Array<f32>,
) -> Option<Shape<V>> {
    let start = self::position(shape);
    let displacement = Vect::<V, f64>::of(position) - Vect::of(&start);
    let along = |point: &V::Array<f32>| (Vect::of(point) + displacement).to_f32();
    let is_finite = |points: &[V::Array<f32>]| {
        points.iter().all(|point| (0..V::DIM).all(|t| point[t].is_finite()))
    };
    let at = *position;
    if !is_finite(&[at]) {
        return None;
    }
    Some(match *shape {
        ShapeRef::Point(_) => Shape::Point(V::from_array(at)),
        ShapeRef::Sphere(sphere) => Sphere { center: at, ..*sphere }.into(),
        ShapeRef::Obb(obb) => Obb { center: at, ..*obb }.into(),
        ShapeRef::Parallelepiped(shape) => Parallelepiped { center: at, ..*shape }.into(),
        ShapeRef::Capsule(capsule) => {
            let b = along(&capsule.b);
            is_finite(&[b]).then_some(Capsule { a: at, b, ..*capsule })?.into()
        }
        ShapeRef::Segment(segment) => {
            let b = along(&segment.b);
            is_finite(&[b]).then_some(Segment { a: at, b })?.into()
        }
        ShapeRef::Triangle(triangle) => {
            let (b, c) = (along(&triangle.b), along(&triangle.c));
            is_finite(&[b, c]).then_some(Triangle { a: at, b, c })?.into()
        }
        ShapeRef::Aabb(aabb) => {
            let max = along(&aabb.max);
            is_finite(&[max]).then_some(Aabb { min: at, max })?.into()
        }
        ShapeRef::ConvexHull(hull) => {
            let others = hull.points().skip(1).map(|point| along(&point.to_array()));
            ConvexHull::try_new(core::iter::once(at).chain(others)).ok()?.into()
        }
        ShapeRef::Ray(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Frustum(_) => {
            return None;
        }
    })
}

impl<V: Vector> Mover for V {}
impl<V: Vector> Mover for Shape<V> {}
impl<V: Vector> Mover for Sphere<V> {}
impl<V: Vector> Mover for Capsule<V> {}
impl<V: Vector> Mover for Segment<V> {}
impl<V: Vector> Mover for Triangle<V> {}
impl<V: Vector> Mover for Aabb<V> {}
impl<V: Vector> Mover for Obb<V> {}
impl<V: Vector> Mover for Parallelepiped<V> {}
impl<V: Vector> Mover for ConvexHull<V> {}
