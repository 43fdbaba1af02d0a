//! Errors are covered, and what is certain is right.

use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::exact::UNIT;
use crate::query::predicate::Rule;
use crate::query::separation::first::figures::RoundedFigure as _;
use crate::query::separation::first::grid::share_grid;
use crate::query::separation::{any_any, shape};
use crate::shape::{AnyShape as _, Shape, Triangle};
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
fn touches_on_a_grid_are_decided_as_by_the_general_formula() {
    let mut rng = Rng::new(0x3C);
    let (mut known, mut touch, mut apart) = (0, 0, 0);
    for round in 0..6000 {
        let size = [1.0, 2.0, 4.0][round % 3];
        let mut point = || [0; 3].map(|_| rng.between(-size, size).round() as f32);
        let [own, other] = [(); 2].map(|()| Triangle::<Vec3>::new(point(), point(), point()));
        assert!(share_grid(&own, &other));
        let place = own.place();
        let meets = [Rule::Closed, Rule::Open].map(|rule| {
            let general = any_any(own.as_shape_ref(), other.as_shape_ref(), rule);
            let found = meet_exactly(&own.seen_from(place), &other.seen_from(place), rule);
            assert!(found.is_none_or(|found| found == general), "{rule:?} {own:?} {other:?}");
            found
        });
        known += u32::from(meets[0].is_some());
        touch += u32::from(meets == [Some(true), Some(false)]);
        apart += u32::from(meets == [Some(false); 2]);
    }
    assert!(known > 5000 && touch > 1000 && apart > 500, "{known} {touch} {apart}");
}
