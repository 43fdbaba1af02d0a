//! Closest points and sides: laws that hold for every shape, and the true nearest point by a search
//! that knows nothing of the formulas.

use crate::draw;
use asunder::prelude::*;
use asunder_jury::Rng;
use glam::{Vec2, Vec3};

/// A bounded shape within a few units of the origin, as a solid, flat or degenerate one.
fn bounded(case: usize, rng: &mut Rng) -> Shape3 {
    match case % 4 {
        0 => Sphere3::new(draw::vector::<3>(rng, 2.0), draw::half_extents::<1>(rng, 2.0)[0]).into(),
        1 => {
            let corners: [[f32; 3]; 2] = [draw::vector(rng, 2.0), draw::vector(rng, 2.0)];
            Aabb3::from_points(corners).expect("finite").into()
        }
        2 => draw::obb(rng, 2.0).into(),
        _ => Shape3::Point(Vec3::from(draw::vector::<3>(rng, 2.0))),
    }
}

/// Any shape.
fn shape(case: usize, rng: &mut Rng) -> Shape3 {
    let normal = draw::direction::<3>(rng, 1.5);
    let offset = rng.between(-2.0, 2.0) as f32;
    match case % 6 {
        4 => Plane3::new(normal, offset).into(),
        5 => HalfSpace3::new(normal, offset).into(),
        bounded_case => bounded(bounded_case, rng),
    }
}

/// Some point of the shape, in `f64`, found without asking the library.
fn sample(shape: &Shape3, rng: &mut Rng) -> [f64; 3] {
    let wide = |v: Vec3| v.to_array().map(f64::from);
    let part: [f64; 3] = core::array::from_fn(|_| rng.between(-1.0, 1.0));
    match shape {
        Shape3::Point(point) => wide(*point),
        Shape3::Sphere(sphere) => {
            let direction = draw::direction::<3>(rng, 1.0).map(f64::from);
            let scale = f64::from(sphere.radius()) * part[0].abs() / draw::length(direction);
            let center = wide(sphere.center());
            core::array::from_fn(|j| center[j] + direction[j] * scale)
        }
        Shape3::Aabb(aabb) => {
            let (min, max) = (wide(aabb.min()), wide(aabb.max()));
            core::array::from_fn(|j| min[j] + (max[j] - min[j]) * (part[j] + 1.0) / 2.0)
        }
        Shape3::Obb(obb) => {
            let half = wide(obb.half_extents());
            let local = core::array::from_fn(|i| half[i] * part[i]);
            let reach = draw::apply(draw::columns(obb.rotation().to_array()), local);
            let center = wide(obb.center());
            core::array::from_fn(|j| center[j] + reach[j])
        }
        Shape3::Plane(plane) => on_plane(plane, part),
        Shape3::HalfSpace(half_space) => {
            let on = on_plane(&half_space.boundary(), part);
            let normal = wide(half_space.normal());
            let depth = rng.between(0.0, 4.0);
            core::array::from_fn(|j| on[j] - normal[j] * depth)
        }
        other => unreachable!("no {} is drawn", other.kind()),
    }
}

/// A point of the plane near four times `near`.
fn on_plane(plane: &Plane3, near: [f64; 3]) -> [f64; 3] {
    let normal = plane.normal().to_array().map(f64::from);
    let near = near.map(|x| 4.0 * x);
    let height = draw::dot(normal, near) - f64::from(plane.offset());
    core::array::from_fn(|j| near[j] - normal[j] * (height / draw::dot(normal, normal)))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    draw::length(core::array::from_fn::<_, 3, _>(|j| a[j] - b[j]))
}

/// What rounding a point of this size to `f32` may move it by.
const ROUNDING: f64 = 1e-6;

#[test]
fn a_point_of_the_shape_is_its_own_nearest() {
    let mut rng = Rng::new(81);
    let mut contained = 0;
    for case in 0..3000 {
        let shape = shape(case, &mut rng);
        let point = Vec3::from(sample(&shape, &mut rng).map(|x| x as f32));
        if shape.intersects(&point) {
            let closest = shape.closest_point(&point).unwrap();
            assert_eq!(closest.to_array().map(f32::to_bits), point.to_array().map(f32::to_bits));
            contained += 1;
        }
    }
    assert!(contained > 1000, "{contained}");
    // Zeros keep their signs, too.
    let zero = Vec3::new(-0.0, 0.0, -0.0);
    let closest = Aabb3::new([0.0; 3], [1.0; 3]).closest_point(&zero).unwrap();
    assert_eq!(closest.to_array().map(f32::to_bits), zero.to_array().map(f32::to_bits));
}

/// No sampled point of the shape is nearer, and the answer lies on the shape.
#[test]
fn no_point_of_the_shape_is_nearer() {
    let mut rng = Rng::new(82);
    for case in 0..600 {
        let shape = shape(case, &mut rng);
        let from: [f32; 3] = draw::vector(&mut rng, 6.0);
        let wide = from.map(f64::from);
        let closest = shape.closest_point(&Vec3::from(from)).unwrap().to_array().map(f64::from);
        let nearest = distance(closest, wide);
        for _ in 0..200 {
            let other = sample(&shape, &mut rng);
            assert!(nearest <= distance(other, wide) + ROUNDING, "{other:?} of {shape:?}");
        }
        // A ball this small around the answer reaches the shape.
        let ball = Sphere3::new(closest.map(|x| x as f32), ROUNDING as f32);
        assert!(shape.intersects(&Shape3::from(ball)), "{closest:?} is not on {shape:?}");
    }
}

/// The nearest point of a box, by walking downhill along each of its axes with ever smaller steps.
#[test]
fn the_nearest_point_of_a_box_is_found_by_searching() {
    let mut rng = Rng::new(83);
    for _ in 0..300 {
        let shape = draw::obb(&mut rng, 2.0);
        let from: [f32; 3] = draw::vector(&mut rng, 6.0);
        if shape.contains(&Vec3::from(from)) {
            continue;
        }
        let target = from.map(f64::from);
        let axes = draw::columns(shape.rotation().to_array());
        let center = shape.center().to_array().map(f64::from);
        let half = shape.half_extents().to_array().map(f64::from);
        let at = |local: [f64; 3]| {
            let reach = draw::apply(axes, local);
            core::array::from_fn(|j| center[j] + reach[j])
        };
        let mut local = [0.0f64; 3];
        let mut step = 2.0f64;
        while step > 1e-9 {
            let mut moved = false;
            for i in 0..3 {
                for side in [-step, step] {
                    let mut next = local;
                    next[i] = (next[i] + side).max(-half[i]).min(half[i]);
                    if distance(at(next), target) < distance(at(local), target) {
                        (local, moved) = (next, true);
                    }
                }
            }
            if !moved {
                step /= 2.0;
            }
        }
        let closest = shape.closest_point(&Vec3::from(from)).unwrap();
        let want: [f64; 3] = at(local);
        for (got, want) in closest.to_array().into_iter().zip(want) {
            // The search is sharp to about the root of its rounding.
            draw::assert_rounded(got, want, 2e-7);
        }
    }
}

#[test]
fn a_point_that_is_none_has_no_nearest() {
    let mut rng = Rng::new(84);
    for case in 0..60 {
        let shape = shape(case, &mut rng);
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut point = Vec3::ZERO;
            point[case % 3] = value;
            assert_eq!(shape.closest_point(&point), None);
            assert!(!shape.intersects(&point));
        }
    }
    let line = Plane2::new([1.0, 0.0], 0.0);
    assert_eq!(line.closest_point(&Vec2::new(f32::NAN, 0.0)), None);
    assert_eq!(Vec2::ZERO.closest_point(&Vec2::new(0.0, f32::INFINITY)), None);
}

/// At either end of the range the answer is a point still.
#[test]
fn huge_and_tiny_points_have_a_nearest() {
    let mut rng = Rng::new(85);
    for case in 0..3000 {
        let shape = shape(case, &mut rng);
        let from = Vec3::from(core::array::from_fn::<_, 3, _>(|_| rng.any_finite()));
        let closest = shape.closest_point(&from).unwrap();
        assert!(closest.is_finite(), "{closest} of {shape:?} from {from}");
    }
    let far = Plane3::new([1e-30, 0.0, 0.0], 1e30);
    assert_eq!(far.closest_point(&Vec3::ZERO), Some(Vec3::new(f32::MAX, 0.0, 0.0)));
    let thin = Sphere2::new([0.0, 0.0], f32::from_bits(1));
    assert_eq!(thin.closest_point(&Vec2::new(1.0, 0.0)), Some(Vec2::new(f32::from_bits(1), 0.0)));
}

#[test]
fn straddling_is_intersecting_and_a_side_is_that_of_every_point() {
    let mut rng = Rng::new(86);
    let mut seen = [0; 3];
    for case in 0..6000 {
        let shape = shape(case, &mut rng);
        let plane = Plane3::new(draw::direction::<3>(&mut rng, 0.7), rng.between(-2.0, 2.0) as f32);
        let side = shape.side(&plane);
        assert_eq!(side == Side::Straddling, shape.intersects(&Shape3::from(plane)));
        let normal = plane.normal().to_array().map(f64::from);
        for _ in 0..8 {
            let point = sample(&shape, &mut rng);
            let height = draw::dot(normal, point) - f64::from(plane.offset());
            match side {
                Side::Front => assert!(height > -ROUNDING, "{point:?} of {shape:?}"),
                Side::Back => assert!(height < ROUNDING, "{point:?} of {shape:?}"),
                Side::Straddling => {}
            }
        }
        // Turned round, the plane has its sides exchanged.
        let opposite = Plane3::new(-plane.normal(), -plane.offset());
        let expected = match side {
            Side::Front => Side::Back,
            Side::Back => Side::Front,
            Side::Straddling => Side::Straddling,
        };
        assert_eq!(shape.side(&opposite), expected);
        seen[side as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}
