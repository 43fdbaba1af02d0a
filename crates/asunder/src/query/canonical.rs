//! The canonical order of a pair, in which metrics evaluate it, so that swapped calls agree bit for bit.
//!
//! Shapes are ordered by kind, then by their stored numbers, with negative zero equal to zero. A metric asked
//! about a pair in the other order evaluates it in this one, and flips the answer.

use crate::exact::order_key;
use crate::shape::{FrustumForm, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

/// Compares two shapes; equal ones store the same numbers.
pub(crate) fn compare<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Ordering {
    let by_kind = rank(a).cmp(&rank(b));
    if by_kind != Ordering::Equal {
        return by_kind;
    }
    let mut i = 0;
    loop {
        match (number(a, i), number(b, i)) {
            (None, None) => return Ordering::Equal,
            (x, y) => {
                let by_number = x.map(order_key).cmp(&y.map(order_key));
                if by_number != Ordering::Equal {
                    return by_number;
                }
            }
        }
        i += 1;
    }
}

fn rank<V: Vector>(shape: ShapeRef<'_, V>) -> u8 {
    match shape {
        ShapeRef::Point(_) => 0,
        ShapeRef::Sphere(_) => 1,
        ShapeRef::Capsule(_) => 2,
        ShapeRef::Segment(_) => 3,
        ShapeRef::Ray(_) => 4,
        ShapeRef::Aabb(_) => 5,
        ShapeRef::Obb(_) => 6,
        ShapeRef::Parallelepiped(_) => 7,
        ShapeRef::Triangle(_) => 8,
        ShapeRef::ConvexHull(_) => 9,
        ShapeRef::Frustum(_) => 10,
        ShapeRef::Plane(_) => 11,
        ShapeRef::HalfSpace(_) => 12,
    }
}

/// The stored number `i` of a shape; `None` past the last.
fn number<V: Vector>(shape: ShapeRef<'_, V>, i: usize) -> Option<f32> {
    let of = |vectors: &[&V::Array<f32>], rest: &[f32]| {
        let own = vectors.len() * V::DIM;
        if i < own { Some(vectors[i / V::DIM][i % V::DIM]) } else { rest.get(i - own).copied() }
    };
    match shape {
        ShapeRef::Point(point) => of(&[&point.to_array()], &[]),
        ShapeRef::Sphere(sphere) => of(&[&sphere.center], &[sphere.radius]),
        ShapeRef::Capsule(capsule) => of(&[&capsule.a, &capsule.b], &[capsule.radius]),
        ShapeRef::Segment(segment) => of(&[&segment.a, &segment.b], &[]),
        ShapeRef::Ray(ray) => of(&[&ray.origin, &ray.direction], &[]),
        ShapeRef::Aabb(aabb) => of(&[&aabb.min, &aabb.max], &[]),
        ShapeRef::Obb(obb) => of(&[&obb.center, &obb.half_extents], obb.rotation.as_ref()),
        ShapeRef::Parallelepiped(shape) => {
            if i < V::DIM {
                return Some(shape.center[i]);
            }
            let i = i - V::DIM;
            (i < V::DIM * V::DIM).then(|| shape.edges[i / V::DIM][i % V::DIM])
        }
        ShapeRef::Triangle(triangle) => of(&[&triangle.a, &triangle.b, &triangle.c], &[]),
        ShapeRef::ConvexHull(hull) => {
            hull.structure().corners.get(i / V::DIM).map(|corner| corner[i % V::DIM])
        }
        ShapeRef::Plane(plane) => of(&[&plane.normal], &[plane.offset]),
        ShapeRef::HalfSpace(half_space) => of(&[&half_space.normal], &[half_space.offset]),
        ShapeRef::Frustum(frustum) => match frustum.form() {
            FrustumForm::Perspective { origin, slopes, near, far, .. } => {
                let rotation = frustum.rotation_array().unwrap_or_default();
                let limits = [slopes[0], slopes[1], slopes[2], slopes[3], near, far];
                let own = V::DIM + limits.len();
                if i < own {
                    of(&[&origin.to_array()], &limits)
                } else {
                    rotation.as_ref().get(i - own).copied()
                }
            }
            FrustumForm::HalfSpaces(list) => list
                .get(i / (V::DIM + 1))
                .and_then(|space| number(ShapeRef::HalfSpace(space), i % (V::DIM + 1))),
            FrustumForm::Projection { rows, .. } => rows.as_flattened().get(i).copied(),
        },
    }
}
