//! Every question, asked of every pair of kinds. What numbers find out on the way they
//! [check](crate::analysis::degree) against what they are promised; the answers are the laws' to judge.

#[cfg(feature = "serde")]
mod work;

use crate::exact::degree::DegreeCounter;
use crate::linalg::Vect;
use crate::prelude::*;
use crate::query::contains::Contains;
use crate::query::enclosing::Enclosing;
use crate::shape::{
    Aabb, Capsule, ConvexHull, Frustum, HalfSpace, Obb, Parallelepiped, Plane, Ray, Segment, Shape,
    Sphere, Triangle,
};
use crate::space::Vector;
use glam::{Vec2, Vec3};

/// Every kind around a place, on a grid, so that filters leave much open.
fn kinds<V: Vector>(
    at: V::Array<f32>,
    [x, y, z]: [V::Array<f32>; 3],
    turn: V::RotationArray,
) -> Vec<Shape<V>> {
    let from = |x: V::Array<f32>| (Vect::<V, f32>(at) + Vect(x)).0;
    let [p, q, r] = [from(x), from(y), from(z)];
    let spaces = [
        HalfSpace::new(x, 4.0),
        HalfSpace::new(y, 5.0),
        HalfSpace::new(z, 6.0),
        HalfSpace::new((-Vect::<V, f32>(x)).0, 3.0),
    ];
    vec![
        Shape::Point(V::from_array(p)),
        Shape::Sphere(Sphere::new(p, 0.5)),
        Shape::Sphere(Sphere::new(q, 0.0)),
        Shape::Capsule(Capsule::new(p, q, 0.5)),
        Shape::Capsule(Capsule::new(p, p, 0.0)),
        Shape::Segment(Segment::new(p, q)),
        Shape::Ray(Ray::new(p, z)),
        Shape::Aabb(Aabb::from_points([p, q]).expect("finite")),
        Shape::Obb(Obb::new(p, Vect::<V, f32>(x).map(f32::abs).0, turn)),
        Shape::Obb(Obb::new(q, Vect::<V, f32>::zero().0, turn)),
        Shape::Parallelepiped(Parallelepiped::new(p, V::array(|i| [x, y, z][i]))),
        Shape::Parallelepiped(Parallelepiped::new(q, V::array(|_| z))),
        Shape::Triangle(Triangle::new(p, q, r)),
        Shape::ConvexHull(ConvexHull::new([p, q, r, at])),
        Shape::ConvexHull(ConvexHull::new([p, q, r])),
        Shape::Frustum(Frustum::from_half_spaces(&spaces)),
        Shape::Plane(Plane::new(y, 1.0)),
        Shape::HalfSpace(HalfSpace::new(z, 1.0)),
    ]
}

fn kinds_in_2d(at: f32, turn: [f32; 2]) -> Vec<Shape<Vec2>> {
    kinds([at; 2], [[1.0, 2.0], [2.0, -1.0], [-1.0, 1.0]], turn)
}

fn kinds_in_3d(at: f32, turn: [f32; 4]) -> Vec<Shape<Vec3>> {
    let (x, y, z) = ([1.0, 2.0, 0.0], [2.0, -1.0, 1.0], [-1.0, 1.0, 3.0]);
    let mut all = kinds([at; 3], [x, y, z], turn);
    let camera = Frustum::perspective(x, turn, [-1.0, 1.0, -0.5, 0.75], 1.0, 8.0);
    all.push(Shape::Frustum(camera));
    all
}

/// Asks all there is of a pair.
fn ask<V: Vector>(shapes: &[Shape<V>], others: &[Shape<V>], motion: V::Array<f32>) {
    for a in shapes {
        let _ = (a.try_aabb(), a.try_bounding_sphere());
        for b in others {
            let _ = (a.intersects(b), a.penetrates(b), a.contains(b), b.contains(a));
            let _ = (a.distance(b), a.penetration(b), a.cast(motion, b));
            let _ = a.move_until_contact(motion, core::slice::from_ref(b));
            match b {
                Shape::Ray(ray) => _ = a.ray_cast(ray),
                Shape::Segment(segment) => _ = a.segment_cast(segment),
                Shape::Plane(plane) => _ = a.side(plane),
                _ => {}
            }
        }
    }
}

#[test]
fn every_number_keeps_its_promises() {
    let (still, turned) = ([1.0, 0.0], [3.0, 4.0]);
    for (at, turn) in [(0.0, turned), (1.0, still), (0.1, turned)] {
        ask(&kinds_in_2d(0.0, turned), &kinds_in_2d(at, turn), [1.0, -0.5]);
    }
    let (still, turned) = ([0.0, 0.0, 0.0, 1.0], [1.0, 2.0, 2.0, 4.0]);
    for (at, turn) in [(0.0, turned), (1.0, still), (0.1, [0.3, -0.1, 0.2, 0.9])] {
        ask(&kinds_in_3d(0.0, turned), &kinds_in_3d(at, turn), [1.0, -0.5, 0.25]);
    }
    assert!(DegreeCounter::most().depth > 0);
}

/// Rays and segments along and across all that a line of the grid meets.
#[test]
fn rays_keep_their_promises() {
    fn ask<V: Vector>(shapes: &[Shape<V>], directions: &[V::Array<f32>]) {
        for shape in shapes {
            for from in directions {
                for direction in directions {
                    let _ = shape.ray_cast(&Ray { origin: *from, direction: *direction });
                    let _ = shape.segment_cast(&Segment { a: *from, b: *direction });
                }
            }
        }
    }
    let directions = [[1.0, 2.0], [2.0, -1.0], [-1.0, 1.0], [0.1, 0.3], [1.0, 0.0], [-3.0, 1.0]];
    ask::<Vec2>(&kinds_in_2d(0.0, [3.0, 4.0]), &directions);
    let directions = [
        [1.0, 2.0, 0.0],
        [2.0, -1.0, 1.0],
        [-1.0, 1.0, 3.0],
        [0.1, 0.3, -0.2],
        [1.0, 0.0, 0.0],
        [-3.0, 1.0, -1.0],
    ];
    ask::<Vec3>(&kinds_in_3d(0.0, [1.0, 2.0, 2.0, 4.0]), &directions);
    ask::<Vec3>(&kinds_in_3d(1.0, [0.0, 0.0, 0.0, 1.0]), &directions);
}
