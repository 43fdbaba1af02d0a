//! The filter of lines and triangles is certain of nearly all pairs, and right.

use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::query::predicate::Rule;
use crate::query::predicate::tests::assert_covers;
use crate::query::separation::first::integers::{self, Counted};
use crate::query::separation::{any_any, shape};
use crate::shape::{AnyShape, Ray, Shape, Triangle};
use asunder_jury::{Family, Kind, Rng, pair};
use glam::Vec3;

/// What is certain of a pair.
fn certain(ray: &Shape<Vec3>, triangle: &Shape<Vec3>) -> Option<bool> {
    let Shape::Triangle(triangle) = triangle else { unreachable!("a triangle was asked for") };
    let Shape::Ray(ray) = ray else { unreachable!("a ray was asked for") };
    meets(ray, triangle)
}

#[test]
fn what_is_certain_is_right() {
    let mut rng = Rng::new(0x701);
    for family in Family::ALL {
        let (mut known, mut clearly_known, mut asked) = (0, 0, 0);
        for _ in 0..300 {
            let (a, b) = pair::<3>(family, Kind::Ray, Kind::Triangle, &mut rng);
            let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
            asked += 1;
            let (Shape::Ray(ray), Shape::Triangle(triangle)) = (&a, &b) else {
                unreachable!("a ray and a triangle were asked for")
            };
            let clear = clearly_meets(ray, triangle);
            let certain = certain(&a, &b);
            clearly_known += u32::from(clear.is_some());
            known += u32::from(certain.is_some());
            for rule in [Rule::Closed, Rule::Open] {
                let general = any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
                for meets in [clear, certain].into_iter().flatten() {
                    assert_eq!(meets, general, "{family:?} {rule:?} {a:?} {b:?}");
                }
            }
        }
        if family == Family::Game {
            assert!(
                known.min(clearly_known) * 10 > asked * 9,
                "{known}, {clearly_known} of {asked}"
            );
        }
    }
}

/// What a processor that flushes takes: up to 2⁻¹²⁶ of each number, product and sum.
#[test]
fn underflow_is_covered() {
    let [limit, underflow] = std::hint::black_box([LIMIT, UNDERFLOW]).map(f64::from);
    assert!(underflow > 50.0 * f64::from(f32::MIN_POSITIVE) * limit * limit);
    assert!(24.0 * limit * limit * limit * limit < f64::from(f32::MAX));
}

/// Rays that begin as near to a triangle as `f32` allows, before it or behind it: `f64` tells which.
#[test]
fn origins_beside_the_plane_are_decided() {
    let corners = [[0.1_f32, 0.2, 0.3], [1.3, 0.7, 0.9], [0.4, 1.9, 0.2]];
    let triangle = Shape::<Vec3>::from(Triangle::new(corners[0], corners[1], corners[2]));
    let mut counts = [0; 2];
    let mut rng = Rng::new(0x702);
    for _ in 0..400 {
        let shares = [rng.between(0.1, 0.5), rng.between(0.1, 0.5)];
        let [a, b, c] = corners.map(|corner| Vect::<Vec3, f64>::of(&corner));
        let origin = (a + (b - a) * shares[0] + (c - a) * shares[1]).to_f32();
        let direction = [0; 3].map(|_| rng.between(-2.0, 2.0) as f32);
        let line = Shape::<Vec3>::from(Ray::new(origin, direction));
        let general = any_any(line.as_shape_ref(), triangle.as_shape_ref(), Rule::Closed);
        assert_eq!(certain(&line, &triangle), Some(general), "{line:?}");
        counts[usize::from(general)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// Taking subnormal numbers for zero, as some processors do, is covered: what it changes of the volumes is within what
/// their errors leave.
#[test]
fn subnormal_numbers_do_not_matter() {
    use crate::analysis::roundoff::{Roundoff, SLACK};
    // Each coordinate of two is off by less than 2⁻¹²⁶, which three components of a difference add up.
    let lost = 6.0 / (1u128 << 126) as f64;
    let relative = lost / FLUSH_MARGIN / UNIT;
    let vector = |t: usize| Vect::<Vec3, _>::along_axis(t, Roundoff::unit(1.0 + relative));
    let mut worst: f64 = 0.0;
    for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        worst = worst.max(vector(i).dot(vector(j).cross(vector(k))).error);
    }
    assert!(worst * SLACK <= VOLUME / UNIT, "{worst}");
    // What is shorter than that is left open, and so is a ray that begins as near to the plane.
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let triangle = |size: f32| {
        let [a, b, c] = corners.map(|corner: [f32; 3]| corner.map(|x| x * size));
        Triangle::<Vec3>::new(a, b, c)
    };
    let ray = |size: f32, height: f32, speed: f32| {
        Ray::<Vec3>::new([0.25 * size, 0.25 * size, height], [0.0, 0.0, -speed])
    };
    assert_eq!(meets(&ray(1.0, 1.0, 1.0), &triangle(1.0)), Some(true));
    assert_eq!(meets(&ray(1.0, -1.0, 1.0), &triangle(1.0)), Some(false));
    assert_eq!(meets(&ray(1.0, 1e-40, 1.0), &triangle(1.0)), None);
    assert_eq!(meets(&ray(1.0, 1.0, 1e-40), &triangle(1.0)), None);
    assert_eq!(meets(&ray(1e-20, 1.0, 1.0), &triangle(1e-20)), None);
}

/// Rays and triangles of few whole numbers, many of which lie in one plane.
#[test]
fn touches_in_integers_are_decided_as_by_the_general_formula() {
    let mut rng = Rng::new(0x3E);
    let (mut touch, mut flat) = (0, 0);
    for round in 0..9000 {
        let size = [1.0, 2.0, 4.0][round % 3];
        let is_flat = round % 5 == 0;
        let mut point = || {
            let [x, y, z] = [0; 3].map(|_| rng.between(-size, size).round() as f32);
            if is_flat { [x, y, x - y] } else { [x, y, z] }
        };
        let triangle = Triangle::<Vec3>::new(point(), point(), point());
        let (origin, direction) = (point(), point());
        let Ok(ray) = Ray::<Vec3>::try_new(origin, direction) else { continue };
        let counted = integers::ray_and_triangle(&ray, &triangle).unwrap();
        let Counted { vectors: (direction, corners), are_short } = counted;
        let meets = [Rule::Closed, Rule::Open].map(|rule| {
            let general = any_any(ray.as_shape_ref(), triangle.as_shape_ref(), rule);
            let found = meets_exactly::<i128>(direction, corners, rule);
            assert!(!are_short || meets_exactly::<i64>(direction, corners, rule) == found);
            assert_eq!(found, general, "{rule:?} {ray:?} {triangle:?}");
            found
        });
        touch += u32::from(meets == [true, false]);
        flat += u32::from(is_flat && meets == [true, false]);
    }
    assert!(touch > 500 && flat > 200, "{touch} {flat}");
}

/// Rays and triangles of all families: where integers hold their coordinates, the general formula agrees.
#[test]
fn integers_agree_with_the_general_formula() {
    let mut rng = Rng::new(0x3F);
    for family in Family::ALL {
        let mut known = 0;
        for _ in 0..200 {
            let (a, b) = pair::<3>(family, Kind::Ray, Kind::Triangle, &mut rng);
            let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
            let (Shape::Ray(ray), Shape::Triangle(triangle)) = (&a, &b) else {
                unreachable!("a ray and a triangle were asked for")
            };
            let Some(counted) = integers::ray_and_triangle(ray, triangle) else { continue };
            let Counted { vectors: (direction, corners), are_short } = counted;
            for rule in [Rule::Closed, Rule::Open] {
                let found = meets_exactly::<i128>(direction, corners, rule);
                assert!(!are_short || meets_exactly::<i64>(direction, corners, rule) == found);
                known += 1;
                let general = any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
                assert_eq!(found, general, "{family:?} {rule:?} {a:?} {b:?}");
            }
        }
        if matches!(family, Family::Game | Family::Resting | Family::Grid) {
            assert!(known > 250, "{family:?}: {known} of 400");
        }
    }
}

/// The error of a product of three differences, added up with each of them along a coordinate axis of its own.
#[test]
fn the_error_is_derived() {
    let one = |k: usize| Vect::<Vec3, _>::along_axis(k, Roundoff::unit(1.0));
    let of = |[i, j, k]: [usize; 3]| one(k).dot(one(i).cross(one(j))).error;
    let worst = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(of).into_iter().fold(0.0, f64::max);
    assert_covers(VOLUME / UNIT, worst * SLACK);
}
