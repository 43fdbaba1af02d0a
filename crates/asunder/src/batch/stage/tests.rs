//! What is left to the single question.

use super::*;
use crate::batch::kernels::AnySet as _;
use crate::batch::{Batched, Set};
use crate::shape::{Aabb, Capsule, Frustum, HalfSpace, Obb, Plane, Ray, Segment, Sphere};
use asunder_jury::Rng;
use glam::Vec3;

/// How many of a thousand neighbours in a game are left to the single question.
fn left_open<A: Batched<Vector = Vec3> + LaneKernel<Vec3, B>, B: LaneShape<Vec3>>(
    a: impl Fn([f32; 3], [f32; 3], [f32; 4]) -> A,
    b: impl Fn([f32; 3], [f32; 3], [f32; 4]) -> B,
) -> usize {
    let rng = core::cell::RefCell::new(Rng::new(8));
    let draw = |low: f64, high: f64| rng.borrow_mut().between(low, high) as f32;
    let numbers = |reach: f64| {
        let at = [(); 3].map(|()| draw(-reach, reach));
        let size = [(); 3].map(|()| draw(0.2, 1.5));
        (at, size, [(); 4].map(|()| draw(-1.0, 1.0)))
    };
    let open = core::cell::Cell::new(0);
    for _ in 0..20 {
        let set: Set<A> = (0..50)
            .map(|_| {
                let (at, size, turn) = numbers(4.0);
                a(at, size, turn)
            })
            .collect();
        let (at, size, turn) = numbers(1.0);
        let mut splat = [Lanes::ZERO; super::super::forms::MOST_FIELDS];
        b(at, size, turn).fields(|field, x| splat[field] = Lanes([x; LANES]));
        let batch =
            Batch { a: set.source(), b: Operand::same(&splat), len: 50, rule: Rule::Closed };
        batch.answer::<Vec3, A, B>(&mut Mask::new(), &|_| {
            open.set(open.get() + 1);
            false
        });
    }
    open.get()
}

fn sphere(at: [f32; 3], size: [f32; 3], _: [f32; 4]) -> Sphere<Vec3> {
    Sphere::new(at, size[0])
}
fn aabb(at: [f32; 3], size: [f32; 3], _: [f32; 4]) -> Aabb<Vec3> {
    Aabb::new(at, [0, 1, 2].map(|i| at[i] + size[i]))
}
fn obb(at: [f32; 3], size: [f32; 3], turn: [f32; 4]) -> Obb<Vec3> {
    Obb::new(at, size, turn)
}
fn capsule(at: [f32; 3], size: [f32; 3], turn: [f32; 4]) -> Capsule<Vec3> {
    Capsule::new(at, [0, 1, 2].map(|i| at[i] + 2.0 * turn[i]), size[0])
}
fn ray(at: [f32; 3], _: [f32; 3], turn: [f32; 4]) -> Ray<Vec3> {
    Ray::new(at, [turn[0], turn[1], turn[2]])
}
fn segment(at: [f32; 3], _: [f32; 3], turn: [f32; 4]) -> Segment<Vec3> {
    Segment::new(at, [0, 1, 2].map(|i| at[i] + 4.0 * turn[i]))
}
fn plane(_: [f32; 3], size: [f32; 3], turn: [f32; 4]) -> Plane<Vec3> {
    Plane::new([turn[0], turn[1], turn[2]], size[0])
}
fn half_space(_: [f32; 3], size: [f32; 3], turn: [f32; 4]) -> HalfSpace<Vec3> {
    HalfSpace::new([turn[0], turn[1], turn[2]], size[0])
}
fn frustum(at: [f32; 3], _: [f32; 3], turn: [f32; 4]) -> Frustum<Vec3> {
    Frustum::perspective(at, turn, [-1.0, 1.0, -0.5, 0.5], 0.1, 100.0)
}

/// A batch would answer as well without a first stage, only slower.
#[test]
fn the_first_stage_settles_a_game() {
    let rows: [(&str, usize); 4] = [
        ("spheres", {
            left_open(sphere, sphere)
                + left_open(sphere, aabb)
                + left_open(sphere, obb)
                + left_open(sphere, capsule)
        }),
        ("boxes", {
            left_open(aabb, aabb)
                + left_open(aabb, obb)
                + left_open(obb, obb)
                + left_open(capsule, aabb)
                + left_open(capsule, obb)
                + left_open(capsule, capsule)
        }),
        ("lines", {
            left_open(sphere, ray)
                + left_open(aabb, ray)
                + left_open(obb, ray)
                + left_open(capsule, ray)
                + left_open(sphere, segment)
                + left_open(aabb, segment)
                + left_open(obb, segment)
                + left_open(capsule, segment)
        }),
        ("planes", {
            left_open(sphere, plane)
                + left_open(aabb, plane)
                + left_open(obb, plane)
                + left_open(capsule, plane)
                + left_open(sphere, half_space)
                + left_open(aabb, half_space)
                + left_open(obb, half_space)
                + left_open(capsule, half_space)
        }),
    ];
    for (name, open) in rows {
        assert!(open <= 20, "{name}: {open}");
    }
    let seen = [
        left_open(sphere, frustum),
        left_open(aabb, frustum),
        left_open(obb, frustum),
        left_open(capsule, frustum),
    ];
    assert!(seen.iter().all(|&open| open <= 100), "{seen:?}");
}
