//! Errors are covered, and what is certain is right.

use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::exact::UNIT;
use crate::query::predicate::Rule;
use crate::query::separation::first::figures::RoundedFigure as _;
use crate::query::separation::first::integers::{self, Counted};
use crate::query::separation::{any_any, point_triangle, segment_triangle, shape};
use crate::shape::{AnyShape as _, Segment, Shape, ShapeRef, Triangle};
use asunder_jury::{Family, Kind, Rng, pair};
use glam::Vec3;

#[test]
fn the_error_is_covered() {
    let along = |t: usize, error: f64| Vect::<Vec3, _>::along_axis(t, Roundoff::unit(error));
    let mut worst: f64 = 0.0;
    for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        let edges = [along(i, 1.0), along(j, 1.0)];
        // Both ends are differences, and it is rounded itself.
        let between = along(k, 3.0);
        worst = worst.max(edges[0].cross(edges[1]).dot(between).error);
        worst = worst.max(edges[0].dot(edges[1].cross(between)).error);
    }
    assert!(worst * SLACK <= ERROR / UNIT, "{worst}");
    assert!(worst * 4.0 > ERROR / UNIT, "{worst}");
}

#[test]
fn what_is_certain_is_right() {
    let mut rng = Rng::new(0x3A);
    for family in Family::ALL {
        let (mut known, mut asked) = (0, 0);
        for _ in 0..400 {
            let (a, b) = pair::<3>(family, Kind::Triangle, Kind::Triangle, &mut rng);
            let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
            let (Shape::Triangle(own), Shape::Triangle(other)) = (&a, &b) else {
                unreachable!("triangles were asked for")
            };
            asked += 1;
            let place = own.place();
            let Some(apart) = apart(&own.seen_from(place), &other.seen_from(place)) else {
                continue;
            };
            known += 1;
            for rule in [Rule::Closed, Rule::Open] {
                let general = any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
                assert_eq!(!apart, general, "{family:?} {rule:?} {a:?} {b:?}");
            }
        }
        if family == Family::Game {
            assert!(known * 10 > asked * 9, "{known} of {asked}");
        }
    }
}

/// Triangles that cross near a corner or an edge, so that the order along the line of both planes decides.
#[test]
fn the_order_along_the_line_decides() {
    let mut rng = Rng::new(0x3B);
    let mut counts = [0; 2];
    for _ in 0..2000 {
        let mut point = || [0; 3].map(|_| rng.between(-1.0, 1.0) as f32);
        let [own, other] = [(); 2].map(|()| Triangle::<Vec3>::new(point(), point(), point()));
        let place = own.place();
        let general = any_any(own.as_shape_ref(), other.as_shape_ref(), Rule::Closed);
        let found = apart(&own.seen_from(place), &other.seen_from(place));
        assert_eq!(found, Some(!general), "{own:?} {other:?}");
        counts[usize::from(general)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

/// Triangles of few whole numbers touch in all ways that there are: corners, edges and faces, with corners and edges
/// in the other's plane.
#[test]
fn touches_in_integers_are_decided_as_by_the_general_formula() {
    let mut rng = Rng::new(0x3C);
    let (mut touch, mut apart) = (0, 0);
    for round in 0..9000 {
        let size = [1.0, 2.0, 4.0][round % 3];
        // A step of less than one makes coordinates that have many digits.
        let step = [1.0, 2.0, f64::from(f32::from_bits(0x3f80_0001))][round / 3 % 3] as f32;
        let is_flat = round % 5 == 0;
        let mut point = || {
            let [x, y, z] = [0; 3].map(|_| rng.between(-size, size).round() as f32);
            if is_flat { [x * step, y * step, (x - y) * step] } else { [x, y, z].map(|x| x * step) }
        };
        let [own, other] = [(); 2].map(|()| Triangle::<Vec3>::new(point(), point(), point()));
        let Counted { vectors, are_short } = integers::triangles(&own, &other).unwrap();
        let meets = [Rule::Closed, Rule::Open].map(|rule| {
            let general = any_any(own.as_shape_ref(), other.as_shape_ref(), rule);
            let found = meet_exactly::<i128>(vectors, rule);
            assert!(!are_short || meet_exactly::<i64>(vectors, rule) == found);
            assert_eq!(found, general, "{rule:?} {own:?} {other:?}");
            found
        });
        touch += u32::from(meets == [true, false]);
        apart += u32::from(meets == [false; 2]);
    }
    assert!(touch > 1500 && apart > 800, "{touch} {apart}");
}

/// Points and segments of few whole numbers, and of many digits, beside triangles: as all their axes decide.
#[test]
fn points_and_segments_touch_triangles_as_by_the_general_formula() {
    let mut rng = Rng::new(0x3E);
    let mut touch = [0; 2];
    for round in 0..9000 {
        let size = [1.0, 2.0, 4.0][round % 3];
        let step = [1.0, f32::from_bits(0x3f80_0001), 0.3][round / 3 % 3];
        let mut point = || [0; 3].map(|_| rng.between(-size, size).round() as f32 * step);
        let triangle = Triangle::<Vec3>::new(point(), point(), point());
        let (from, to) = (point(), if round % 9 == 0 { triangle.a } else { point() });
        let (at, segment) = (Vec3::from(from), Segment::<Vec3>::new(from, to));
        let general = |a: ShapeRef<'_, Vec3>| {
            [Rule::Closed, Rule::Open].map(|rule| any_any(a, triangle.as_shape_ref(), rule))
        };
        let found = [
            [Rule::Closed, Rule::Open].map(|rule| point_triangle(&at, &triangle, rule)),
            [Rule::Closed, Rule::Open].map(|rule| segment_triangle(&segment, &triangle, rule)),
        ];
        assert_eq!(found[0], general(at.as_shape_ref()), "{at:?} {triangle:?}");
        assert_eq!(found[1], general(segment.as_shape_ref()), "{segment:?} {triangle:?}");
        for (count, found) in touch.iter_mut().zip(found) {
            *count += u32::from(found == [true, false]);
        }
    }
    assert!(touch[0] > 300 && touch[1] > 1500, "{touch:?}");
}

/// Triangles of all families: where integers hold their coordinates, the general formula agrees.
#[test]
fn integers_agree_with_the_general_formula() {
    let mut rng = Rng::new(0x3D);
    for family in Family::ALL {
        let mut known = 0;
        for _ in 0..200 {
            let (a, b) = pair::<3>(family, Kind::Triangle, Kind::Triangle, &mut rng);
            let (a, b) = (shape::<3, Vec3>(&a, |q| q), shape::<3, Vec3>(&b, |q| q));
            let (Shape::Triangle(own), Shape::Triangle(other)) = (&a, &b) else {
                unreachable!("triangles were asked for")
            };
            let Some(Counted { vectors, are_short }) = integers::triangles(own, other) else {
                continue;
            };
            for rule in [Rule::Closed, Rule::Open] {
                let found = meet_exactly::<i128>(vectors, rule);
                assert!(!are_short || meet_exactly::<i64>(vectors, rule) == found);
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
