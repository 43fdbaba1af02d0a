//! What is certain is what the exact predicates say, also of fractions that are `f32` themselves.

use super::*;
use crate::query::ray_cast::polytope::polytope;
use crate::query::ray_cast::{RayCastKernels as _, boxes, certified, flat, polyhedron, round};
use crate::query::separation::{capsule_clearly_meets_ray, shape, sphere_clearly_meets_ray};
use crate::shape::{Aabb, ConvexHull, Ray, Segment, Shape, ShapeRef};
use asunder_jury::{Family, Kind, Rng, pair};
use glam::{Vec2, Vec3};

fn certified<V: Vector>(shape: &Shape<V>, line: &Line<V>) -> Certified<V> {
    let known = match (line, shape) {
        (Line::Ray(ray), Shape::Sphere(own)) => sphere_clearly_meets_ray(own, ray),
        (Line::Ray(ray), Shape::Capsule(own)) => capsule_clearly_meets_ray(own, ray),
        _other => None,
    };
    match shape {
        _ if known == Some(false) => Certified::Missed,
        Shape::Sphere(own) => certified::sphere(own, line),
        Shape::Capsule(own) => certified::capsule(own, line),
        Shape::Aabb(own) => boxes::aabb(own, line),
        Shape::Obb(own) => boxes::obb(own, line),
        Shape::Triangle(own) => triangle(own, line),
        Shape::ConvexHull(own) => polyhedron::hull(own, line),
        _other => Certified::Unknown,
    }
}

fn by_predicates<V: Vector>(shape: &Shape<V>, line: &Line<V>) -> Option<RayHit<V>> {
    match shape {
        Shape::Sphere(own) => round::ball(own, line),
        Shape::Capsule(own) => round::rod(own, line),
        Shape::Aabb(own) => polytope(own, own, line),
        Shape::Obb(own) => polytope(own, own, line),
        Shape::Triangle(own) => line.meets(own).then(|| flat::triangle(own, line)),
        Shape::ConvexHull(own) => flat::hull(own, line),
        _other => None,
    }
}

/// Compares both; whether anything is certain.
fn agrees<V: Vector>(shape: &Shape<V>, line: &Line<V>) -> bool {
    let exact = by_predicates(shape, line);
    match certified(shape, line) {
        Certified::Unknown => return false,
        Certified::Missed => assert_eq!(exact, None, "{shape:?} {line:?}"),
        Certified::Hit(own) => {
            let Some(exact) = exact else { panic!("{own:?} {shape:?} {line:?}") };
            let bits = |hit: &RayHit<V>| (hit.fraction.to_bits(), hit.started);
            assert_eq!(bits(&own), bits(&exact), "{shape:?} {line:?}");
            // A point of a line that begins far away is rounded as its origin is in `f64`.
            let origin = line.origin();
            let near = |x: V, y: V, off: f32, far: f32| {
                let (x, y) = (x.to_array(), y.to_array());
                let off = |t: usize| off * (1.0 + x[t].abs()) + far * origin[t].abs();
                (0..V::DIM).all(|t| (x[t] - y[t]).abs() <= off(t))
            };
            let normals = near(own.normal, exact.normal, 1e-5, 0.0);
            assert!(normals, "{own:?} {exact:?} {shape:?} {line:?}");
            let points = near(own.point, exact.point, 1e-6, 4e-16);
            assert!(points, "{own:?} {exact:?} {shape:?} {line:?}");
        }
    }
    true
}

const KINDS: [Kind; 6] =
    [Kind::Sphere, Kind::Capsule, Kind::Aabb, Kind::Obb, Kind::Triangle, Kind::ConvexHull];

fn target<const D: usize, V: Vector<Array<f32> = [f32; D]>>(
    judged: &asunder_jury::Shape<D>,
    turn: fn([f32; 4]) -> V::RotationArray,
) -> Shape<V> {
    match judged {
        asunder_jury::Shape::ConvexHull(points) => {
            ConvexHull::<V>::new(points.iter().copied()).into()
        }
        other => shape::<D, V>(other, turn),
    }
}

fn line<V: Vector>(shape: &Shape<V>) -> Line<V> {
    match shape {
        Shape::Ray(ray) => Line::Ray(*ray),
        Shape::Segment(segment) => Line::Segment(*segment),
        _other => unreachable!("a line was asked for"),
    }
}

#[test]
fn what_is_certain_is_exact() {
    let mut rng = Rng::new(0x4A);
    for family in Family::ALL {
        let (mut certain, mut asked) = (0, 0);
        for kind in KINDS {
            for from in [Kind::Ray, Kind::Segment] {
                for _ in 0..60 {
                    let (a, b) = pair::<3>(family, from, kind, &mut rng);
                    let (a, b) = (shape::<3, Vec3>(&a, |q| q), target::<3, Vec3>(&b, |q| q));
                    certain += u32::from(agrees(&b, &line(&a)));
                    asked += 1;
                    let (a, b) = pair::<2>(family, from, kind, &mut rng);
                    let turn = |[cos, sin, ..]: [f32; 4]| [cos, sin];
                    let (a, b) = (shape::<2, Vec2>(&a, turn), target::<2, Vec2>(&b, turn));
                    agrees(&b, &line(&a));
                }
            }
        }
        println!("{family:?}: {certain} of {asked} certain");
        if family == Family::Game {
            assert!(certain * 10 > asked * 9, "{certain} of {asked}");
        }
    }
}

/// Whole numbers below a power of two, as `f32`.
pub(in super::super) fn whole(rng: &mut Rng, bits: u32) -> f32 {
    rng.between(1.0, f64::from(1_u32 << bits)).floor() as f32
}

/// A fraction that is an `f32` is not taken for the one below it.
pub(in super::super) fn is_not_early(own: Certified<Vec3>, fraction: f32, what: &str) {
    if let Certified::Hit(hit) = own {
        assert_eq!(hit.fraction, fraction, "{what}");
    }
}

#[test]
fn faces_at_exact_fractions_are_not_hit_early() {
    let mut rng = Rng::new(0x4B);
    for _ in 0..4000 {
        let (fraction, speed) = (whole(&mut rng, 11), whole(&mut rng, 11));
        // Towards a face across z at height zero, anywhere in it.
        let aside = [0, 1].map(|_| rng.between(-0.5, 0.5) as f32);
        let slow = [0, 1].map(|_| rng.between(-1e-6, 1e-6) as f32);
        let ray = Ray::<Vec3>::new(
            [aside[0], aside[1], fraction * speed],
            [slow[0], slow[1], 0.0 - speed],
        );
        let line = Line::Ray(ray);
        let wide = [0, 1].map(|_| rng.between(3.0, 4.0) as f32);
        let slab = Aabb::<Vec3>::new([-wide[0], -wide[1], -1.0], [wide[0], wide[1], 0.0]);
        is_not_early(boxes::aabb(&slab, &line), fraction, "upright");
        let corner = |x: f32, y: f32| [x + (rng_shift(x) - 0.5), y, 0.0];
        let [a, b, c] = [corner(-wide[0], -2.9), corner(wide[1], -3.1), corner(0.3, 3.3)];
        is_not_early(triangle(&Triangle::new(a, b, c), &line), fraction, "triangle");
        let below = [0.1, 0.2, -1.7];
        let solid = ConvexHull::<Vec3>::new([a, b, c, below]);
        is_not_early(polyhedron::hull(&solid, &line), fraction, "hull");
    }
}

/// A number in [0, 1) that depends on all digits of another.
fn rng_shift(x: f32) -> f32 {
    (x * 1234.567).rem_euclid(1.0)
}

/// The contact of a line with a triangle is one, bit for bit, whichever test finds that they meet: where the line passes
/// near an edge or a corner, on it, beside an `f32` of the fraction, far out and of numbers that may count as zero.
#[test]
fn the_contact_with_a_triangle_does_not_depend_on_who_asks() {
    let mut rng = Rng::new(0x7a);
    let mut counts = [0; 3];
    for round in 0..30_000 {
        let scale = [1.0, 1e6, 1e-9, 1e-21][round % 4];
        let is_on_grid = round % 5 == 0;
        let mut number = |least: f64, most: f64| {
            let x = rng.between(least, most);
            if is_on_grid { (x * 4.0).round() / 4.0 } else { x }
        };
        let mut point = || [0; 3].map(|_| (number(-4.0, 4.0) * scale) as f32);
        let it = Triangle::<Vec3>::new(point(), point(), point());
        let (from, mut along) = (point(), point());
        // To the inside, near to an edge, to a corner.
        let shares = [[0.3, 0.3], [0.5, 1e-9], [1e-9, 1e-9], [0.5, 0.0], [0.0, 0.0]][round % 7 % 5];
        let to = [0, 1, 2].map(|t| {
            let [a, b, c] = [&it.a, &it.b, &it.c].map(|corner| f64::from(corner[t]));
            (a + (b - a) * shares[0] + (c - a) * shares[1]) as f32
        });
        if round % 11 != 0 {
            along = [0, 1, 2].map(|t| to[t] - from[t]);
        }
        let line = if round % 3 == 0 {
            let beyond = [0, 1, 2].map(|t| to[t] + (along[t] * (round % 2) as f32));
            Line::Segment(Segment::new(from, beyond))
        } else {
            Line::Ray(Ray::new(from, along))
        };
        let exact = line.meets(&it).then(|| flat::triangle(&it, &line));
        let alone = Vec3::line_cast(ShapeRef::Triangle(&it), &line);
        assert_eq!(alone.map(|hit| hit.fraction), exact.map(|hit| hit.fraction), "{it:?} {line:?}");
        let (Some(alone), Some(exact)) = (alone, exact) else { continue };
        let bits = |hit: RayHit<Vec3>| {
            let [point, normal] = [hit.point, hit.normal].map(|x| x.to_array().map(f32::to_bits));
            (hit.fraction.to_bits(), point, normal, hit.started)
        };
        let known = Vec3::line_through(&it, &line).expect("they meet");
        assert_eq!(bits(known), bits(alone), "{known:?} {alone:?} {it:?} {line:?}");
        assert_eq!(alone.started, exact.started);
        let off = |x: Vec3, y: Vec3| (x - y).abs().max_element();
        assert!(off(alone.point, exact.point) <= 8e-6 * scale as f32, "{alone:?} {exact:?} {it:?}");
        let volumes = matches!(triangle(&it, &line), Certified::Hit(_));
        counts[usize::from(through(&it, &line).is_some()) + usize::from(volumes)] += 1;
    }
    // Neither, one alone, both.
    assert!(counts.iter().all(|&count| count > 700), "{counts:?}");
}
