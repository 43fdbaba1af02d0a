//! Lines, capsules and triangles.

use super::*;
use crate::inexact::polytopes::{self, Polytope};
use crate::inexact::round;
use parry3d::query::{Ray, intersection_test};
use parry3d::shape::SharedShape;

/// The peer's test of shapes whose kinds it finds out as it runs, which is how it offers this pair.
const PARRY_DISPATCHED: &str = "parry3d 0.31.1, dispatched";

/// How a contestant holds each of two shapes.
pub(super) type Held<A, B> = (fn(&Shape<3>) -> A, fn(&Shape<3>) -> B);

/// Asunder, plain code and the peer, which takes both shapes with their poses.
fn with_peer<A: Intersects<B> + 'static, B: 'static, P: 'static, Q: 'static>(
    set: &Set<3>,
    of: Held<A, B>,
    plain: Held<P, Q>,
    ask: fn(&P, &Q) -> bool,
) -> Contest {
    without_peer(set, of, plain, ask).beside(
        PARRY_DISPATCHED,
        None,
        set,
        |a, b| (peer(a), peer(b)),
        |((pose1, shape1), (pose2, shape2))| {
            intersection_test(pose1, &**shape1, pose2, &**shape2)
                .is_ok_and(|test| test.intersecting)
        },
    )
}

fn without_peer<A: Intersects<B> + 'static, B: 'static, P: 'static, Q: 'static>(
    set: &Set<3>,
    of: Held<A, B>,
    plain: Held<P, Q>,
    ask: fn(&P, &Q) -> bool,
) -> Contest {
    Contest::of_asunder(set, |a, b| (of.0(a), of.1(b))).beside(
        INEXACT,
        None,
        set,
        |a, b| (plain.0(a), plain.1(b)),
        move |(a, b)| ask(a, b),
    )
}

/// Asunder, plain code and the peer's ray cast, with a goal beside that.
fn of_ray<B: 'static, Q: 'static>(
    set: &Set<3>,
    goal: Option<f64>,
    of: fn(&Shape<3>) -> B,
    plain: fn(&Shape<3>) -> Q,
    ask: fn(&polytopes::Ray, &Q) -> bool,
) -> Contest
where
    Ray3: Intersects<B>,
{
    without_peer(set, (ray3, of), (plain_ray, plain), ask).beside(
        PARRY,
        goal,
        set,
        |a, b| {
            let ray = plain_ray(a);
            (Ray::new(ray.origin.into(), ray.direction.into()), peer(b))
        },
        |(ray, (pose, shape))| shape.intersects_ray(pose, ray, f32::MAX),
    )
}

pub(crate) fn capsule_capsule(set: &Set<3>) -> Contest {
    let plain = (plain_capsule as fn(&_) -> _, plain_capsule as fn(&_) -> _);
    with_peer(set, (capsule3, capsule3), plain, round::capsule_capsule)
}

pub(crate) fn sphere_capsule(set: &Set<3>) -> Contest {
    with_peer(set, (sphere3, capsule3), (plain_sphere, plain_capsule), round::sphere_capsule)
}

pub(crate) fn capsule_obb(set: &Set<3>) -> Contest {
    with_peer(set, (capsule3, obb3), (plain_capsule, plain_obb3), round::capsule_obb)
}

pub(crate) fn capsule_triangle(set: &Set<3>) -> Contest {
    let plain = (plain_capsule as fn(&_) -> _, plain_triangle as fn(&_) -> _);
    with_peer(set, (capsule3, triangle3), plain, round::capsule_triangle)
}

pub(crate) fn sphere_triangle(set: &Set<3>) -> Contest {
    with_peer(set, (sphere3, triangle3), (plain_sphere, plain_triangle), round::sphere_triangle)
}

pub(crate) fn plane_capsule(set: &Set<3>) -> Contest {
    without_peer(set, (plane3, capsule3), (plain_plane, plain_capsule), round::plane_capsule)
}

pub(crate) fn segment_obb(set: &Set<3>) -> Contest {
    with_peer(set, (segment3, obb3), (plain_segment, polytope_of_box), polytopes::meet)
}

pub(crate) fn segment_aabb(set: &Set<3>) -> Contest {
    with_peer(set, (segment3, aabb3), (plain_segment, polytope_of_aabb), polytopes::meet)
}

pub(crate) fn segment_triangle(set: &Set<3>) -> Contest {
    with_peer(set, (segment3, triangle3), (plain_segment, plain_triangle), polytopes::meet)
}

pub(crate) fn ray_obb(set: &Set<3>, goal: Option<f64>) -> Contest {
    of_ray(set, goal, obb3, plain_obb3, polytopes::ray_obb)
}

pub(crate) fn ray_aabb(set: &Set<3>, goal: Option<f64>) -> Contest {
    of_ray(set, goal, aabb3, plain_aabb, polytopes::ray_aabb)
}

pub(crate) fn ray_triangle(set: &Set<3>, goal: Option<f64>) -> Contest {
    of_ray(set, goal, triangle3, plain_triangle, polytopes::ray_triangle)
}

pub(crate) fn aabb_triangle(set: &Set<3>) -> Contest {
    with_peer(set, (aabb3, triangle3), (polytope_of_aabb, plain_triangle), polytopes::meet)
}

pub(crate) fn obb_triangle(set: &Set<3>) -> Contest {
    with_peer(set, (obb3, triangle3), (polytope_of_box, plain_triangle), polytopes::meet)
}

pub(crate) fn triangle_triangle(set: &Set<3>) -> Contest {
    let plain = (plain_triangle as fn(&_) -> _, plain_triangle as fn(&_) -> _);
    with_peer(set, (triangle3, triangle3), plain, polytopes::meet)
}

pub(crate) fn capsule3(shape: &Shape<3>) -> Capsule3 {
    match *shape {
        Shape::Capsule { a, b, radius } => Capsule3::new(a, b, radius),
        _ => unreachable!("a set asked for capsules"),
    }
}

fn segment3(shape: &Shape<3>) -> Segment3 {
    match *shape {
        Shape::Segment { a, b } => Segment3::new(a, b),
        _ => unreachable!("a set asked for segments"),
    }
}

pub(super) fn ray3(shape: &Shape<3>) -> Ray3 {
    match *shape {
        Shape::Ray { origin, direction } => Ray3::new(origin, direction),
        _ => unreachable!("a set asked for rays"),
    }
}

pub(crate) fn triangle3(shape: &Shape<3>) -> Triangle3 {
    match *shape {
        Shape::Triangle { a, b, c } => Triangle3::new(a, b, c),
        _ => unreachable!("a set asked for triangles"),
    }
}

fn plain_capsule(shape: &Shape<3>) -> round::Capsule {
    let capsule = capsule3(shape);
    let (a, b) = (capsule.a().to_array(), capsule.b().to_array());
    round::Capsule { a, b, radius: capsule.radius() }
}

fn plain_segment(shape: &Shape<3>) -> Polytope<2, 0> {
    let segment = segment3(shape);
    Polytope { points: [segment.a().to_array(), segment.b().to_array()], halves: [] }
}

pub(super) fn plain_ray(shape: &Shape<3>) -> polytopes::Ray {
    let ray = ray3(shape);
    polytopes::Ray { origin: ray.origin().to_array(), direction: ray.direction().to_array() }
}

fn plain_triangle(shape: &Shape<3>) -> Polytope<3, 0> {
    let Shape::Triangle { a, b, c } = *shape else { unreachable!("a set asked for triangles") };
    Polytope { points: [a, b, c], halves: [] }
}

fn polytope_of_box(shape: &Shape<3>) -> Polytope<1, 3> {
    let obb = plain_obb3(shape);
    let half = |i: usize| obb.axes[i].map(|x| x * obb.half_extents[i]);
    Polytope { points: [obb.center], halves: [half(0), half(1), half(2)] }
}

fn polytope_of_aabb(shape: &Shape<3>) -> Polytope<1, 3> {
    let aabb = plain_aabb(shape);
    let half = |i: usize| {
        std::array::from_fn(|j| if i == j { (aabb.max[i] - aabb.min[i]) / 2.0 } else { 0.0 })
    };
    let center = std::array::from_fn(|i| (aabb.min[i] + aabb.max[i]) / 2.0);
    Polytope { points: [center], halves: [half(0), half(1), half(2)] }
}

/// The jury's shape as the peer's, with its pose.
pub(super) fn peer(shape: &Shape<3>) -> (Pose3, SharedShape) {
    let origin = || Pose3::from_translation([0.0; 3].into());
    match *shape {
        Shape::Sphere { center, radius } => {
            (Pose3::from_translation(center.into()), SharedShape::ball(radius))
        }
        Shape::Capsule { a, b, radius } => {
            (origin(), SharedShape::capsule(a.into(), b.into(), radius))
        }
        Shape::Segment { a, b } => (origin(), SharedShape::segment(a.into(), b.into())),
        Shape::Triangle { a, b, c } => {
            (origin(), SharedShape::triangle(a.into(), b.into(), c.into()))
        }
        Shape::Aabb { .. } => {
            let solid = polytope_of_aabb(shape);
            let [[x, ..], [_, y, _], [.., z]] = solid.halves;
            (Pose3::from_translation(solid.points[0].into()), SharedShape::cuboid(x, y, z))
        }
        Shape::Obb { .. } => {
            let (pose, cuboid) = cuboid(shape);
            (pose, SharedShape::new(cuboid))
        }
        _ => unreachable!("only these are asked about"),
    }
}
