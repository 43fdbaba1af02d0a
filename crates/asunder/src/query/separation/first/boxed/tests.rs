//! In the frame of a box errors are covered, and what is certain is right.

use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::query::predicate::Rule;
use crate::query::separation::first::tests::turned_axes;
use crate::query::separation::first::touches::box_touches_triangle;
use crate::query::separation::{any_any, shape};
use crate::shape::{AnyShape as _, Shape};
use asunder_jury::{Family, Kind, Rng, pair};
use glam::Vec3;

/// The errors of gaps, in the order in which they are computed, of one length at a time.
#[test]
fn the_error_is_covered() {
    let difference = |t| Vect::<Vec3, _>::along_axis(t, Roundoff::unit(1.0));
    let mut error: f64 = 0.0;
    for axis in turned_axes().map(Vect::<Vec3, _>) {
        error = (0..3).fold(error, |error, t| error.max(axis.dot(difference(t)).error));
    }
    // Relative to its own taxicab length, which is at least the 3⁻¹ᐟ²th part of that before it was turned.
    let error = error * 3.0_f64.sqrt();
    let turned = |along: usize| {
        Vect::<Vec3, _>::from_fn(|t| Roundoff { magnitude: f64::from(u8::from(t == along)), error })
    };
    let none = Vect::<Vec3, Roundoff>::zero();
    let mut worst: f64 = 0.0;
    for what in 0..9 {
        let part = |first: usize| if what / 3 == first { turned(what % 3) } else { none };
        let (at, edge) = (part(0), part(1));
        let half = if what / 3 == 2 { difference(what % 3) } else { none };
        let corner = at + edge;
        worst = (0..3).fold(worst, |worst, t| worst.max((corner[t] - half[t]).error));
        for (i, j) in (0..9).map(|i| (i / 3, i % 3)) {
            let first = turned(i);
            let heights = first.cross(corner);
            for k in 0..3 {
                let (u, w) = ((k + 1) % 3, (k + 2) % 3);
                let reach = first[w] * half[u] + first[u] * half[w];
                worst = worst.max((heights[k] - reach).error);
            }
            let normal = first.cross(turned(j));
            worst = worst.max((normal.dot(at) - normal.dot(half)).error);
        }
    }
    assert!(worst * SLACK <= ERROR / UNIT, "{worst}");
    assert!(worst * 4.0 > ERROR / UNIT, "{worst}");
}

#[test]
fn what_is_certain_is_right() {
    let mut rng = Rng::new(0xB0);
    for family in Family::ALL {
        for kind in [Kind::Aabb, Kind::Obb] {
            let (mut known, mut asked) = (0, 0);
            for _ in 0..300 {
                let (a, b) = pair::<3>(family, kind, Kind::Triangle, &mut rng);
                let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                let Shape::Triangle(triangle) = b else { unreachable!("a triangle was asked for") };
                let certain = match &a {
                    Shape::Aabb(own) => aabb(&triangle, own),
                    Shape::Obb(own) => TurnedTriangle::of(&triangle, own).apart(),
                    _other => unreachable!("a box was asked for"),
                };
                asked += 1;
                let Some(apart) = certain else { continue };
                known += 1;
                for rule in [Rule::Closed, Rule::Open] {
                    let general = any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
                    assert_eq!(!apart, general, "{family:?} {rule:?} {a:?} {b:?}");
                }
            }
            if family == Family::Game {
                assert!(known * 10 > asked * 9, "{kind:?}: {known} of {asked}");
            }
        }
    }
}

/// Vertical edges beside upright walls, as levels have them, that turn about the vertical at most.
#[test]
fn parallel_edges_are_not_left_open() {
    let mut rng = Rng::new(0xB1);
    for _ in 0..200 {
        let mut number = |low: f64, high: f64| rng.between(low, high) as f32;
        let foot = [number(-2.0, 2.0), -1.0, number(-2.0, 2.0)];
        let top = [foot[0], number(0.5, 2.0), foot[2]];
        let triangle =
            Triangle::<Vec3>::new(foot, top, [number(-2.0, 2.0), 0.3, number(-2.0, 2.0)]);
        let turned = Obb::<Vec3>::new(
            [0.1, 0.2, 0.3],
            [1.0, 0.9, 1.1],
            [0.0, number(0.1, 1.0), 0.0, number(0.1, 1.0)],
        );
        let upright = Aabb::<Vec3>::new([-0.9, -1.3, -0.7], [1.1, 0.7, 0.8]);
        assert!(
            TurnedTriangle::of(&triangle, &turned).apart().is_some()
                && aabb(&triangle, &upright).is_some()
        );
    }
}

/// What the axes that are left open decide by the general test, as where integers do not hold the numbers: of all
/// families, and of few whole numbers, among which many touch or are flat.
#[test]
fn the_open_axes_decide_in_their_general_order() {
    let check = |a: &Shape<Vec3>, triangle: &Triangle<Vec3>| {
        let open = match a {
            Shape::Aabb(own) => open_of_aabb(triangle, own),
            Shape::Obb(own) => TurnedTriangle::of(triangle, own).open(),
            _other => unreachable!("a box was asked for"),
        };
        [Rule::Closed, Rule::Open].map(|rule| {
            let general = any_any(a.as_shape_ref(), triangle.as_shape_ref(), rule);
            let meet = open
                .is_some_and(|open| box_touches_triangle(open, a.as_shape_ref(), triangle, rule));
            assert_eq!(meet, general, "{rule:?} {open:?} {a:?} {triangle:?}");
            meet
        })
    };
    let mut rng = Rng::new(0xB1);
    for family in Family::ALL {
        for kind in [Kind::Aabb, Kind::Obb] {
            for _ in 0..100 {
                let (a, b) = pair::<3>(family, kind, Kind::Triangle, &mut rng);
                let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
                let Shape::Triangle(triangle) = b else { unreachable!("a triangle was asked for") };
                check(&a, &triangle);
            }
        }
    }
    let mut touches = 0;
    for round in 0..4000 {
        let mut whole = |size: f64| [0; 3].map(|_| rng.between(-size, size).round() as f32);
        let triangle = Triangle::<Vec3>::new(whole(3.0), whole(3.0), whole(3.0));
        let (center, half) = (whole(2.0), whole(2.0).map(f32::abs));
        let [x, y, z] = whole(1.0);
        let rotation = [x, y, z, 1.0];
        let a: Shape<Vec3> = if round % 2 == 0 {
            Aabb::<Vec3>::new(center, [0, 1, 2].map(|t| center[t] + half[t])).into()
        } else {
            Obb::<Vec3>::new(center, half, rotation).into()
        };
        touches += u32::from(check(&a, &triangle) == [true, false]);
    }
    assert!(touches > 300, "{touches}");
}
