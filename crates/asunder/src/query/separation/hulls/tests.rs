//! Tests of hulls against the general test, and of touching cylinders with many corners.

use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::query::predicate::tests::assert_covers;
use asunder_jury::{Family, Kind, Rng, Shape, pair};
use glam::{Vec2, Vec3};

fn check<V: Vector>(a: &ConvexHull<V>, b: &ConvexHull<V>) -> bool {
    let pair = HullPair::<V>::of(a.structure(), b.structure());
    let general = |rule| any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
    // Each of the three ways alone.
    for start in STARTS {
        if let Some(penetrates) = pair.penetrates(Vect::from_fn(|t| start[t])) {
            let known = [general(Rule::Open), general(Rule::Closed)];
            assert_eq!(known, [penetrates; 2], "{a:?} {b:?}");
        }
    }
    for rule in [Rule::Open, Rule::Closed] {
        for known in [pair.decide_touch(rule), pair.decide(rule)].into_iter().flatten() {
            assert_eq!(known, general(rule), "{rule:?} {a:?} {b:?}");
        }
    }
    pair.decide(Rule::Open).is_some() && pair.decide(Rule::Closed).is_some()
}

#[test]
fn hulls_agree_with_the_general_test() {
    let mut rng = Rng::new(41);
    for family in Family::ALL {
        let (mut decided, mut asked) = (0, 0);
        for _ in 0..60 {
            let hulls = |x: Shape<3>| {
                let Shape::ConvexHull(points) = x else { unreachable!() };
                ConvexHull::<Vec3>::new(points.iter().copied())
            };
            let (x, y) = pair::<3>(family, Kind::ConvexHull, Kind::ConvexHull, &mut rng);
            decided += u32::from(check(&hulls(x), &hulls(y)));
            let flat = |x: Shape<2>| {
                let Shape::ConvexHull(points) = x else { unreachable!() };
                ConvexHull::<Vec2>::new(points.iter().copied())
            };
            let (x, y) = pair::<2>(family, Kind::ConvexHull, Kind::ConvexHull, &mut rng);
            decided += u32::from(check(&flat(x), &flat(y)));
            asked += 2;
        }
        println!("{family:?}: {decided} of {asked}");
        if family == Family::Game {
            assert!(decided * 20 > asked * 19, "{decided} of {asked}");
        }
    }
}

/// The hull of a square's or cube's corners on a grid: they touch at corners, along edges, and on faces.
#[test]
fn hulls_on_a_grid_agree_with_the_general_test() {
    let cube = |at: [f32; 3], size: f32| {
        let corners = (0..8).map(|i| [0, 1, 2].map(|t| at[t] + size * f32::from(i >> t & 1 == 1)));
        ConvexHull::<Vec3>::new(corners)
    };
    let mut decided = 0;
    for place in 0..64 {
        let at = [0, 1, 2].map(|t| [-1.0, -0.5, 0.5, 1.0][place >> (2 * t) & 3]);
        decided += u32::from(check(&cube([0.0; 3], 1.0), &cube(at, 1.0)));
    }
    assert!(decided > 56, "{decided}");
}

/// Hulls with one edge that is a millionth of the others: an axis across it is what rounding makes of it.
#[test]
fn hulls_with_one_short_edge_agree_with_the_general_test() {
    let mut rng = Rng::new(43);
    let mut decided = 0;
    for round in 0..400 {
        let wedge = |rng: &mut Rng, at: [f64; 3], short: f64| {
            let random = |rng: &mut Rng, size: f64| [0; 3].map(|_: i32| rng.between(-size, size));
            let tip = random(rng, 1.0);
            let step = random(rng, short);
            let beside = [0, 1, 2].map(|t| tip[t] + step[t]);
            let corners = [tip, beside, random(rng, 1.0), random(rng, 1.0), random(rng, 1.0)];
            ConvexHull::<Vec3>::new(corners.map(|x| [0, 1, 2].map(|t| (at[t] + x[t]) as f32)))
        };
        let short = [1e-6, 1e-7, 3e-8][round % 3];
        let first = wedge(&mut rng, [0.0; 3], short);
        let apart = [rng.between(0.0, 1.6), rng.between(-0.3, 0.3), 0.0];
        let second = wedge(&mut rng, apart, short);
        decided += u32::from(check(&first, &second));
    }
    println!("{decided} of 400");
}

/// Cylinders with many corners that touch cap to cap and side by side, and those a bit apart or deeper.
#[test]
fn cylinders_that_touch_are_decided_by_the_features_that_touch() {
    let cylinder = |at: [f32; 3]| {
        let corners = (0..128_u8).map(|i| {
            // Multiples of 2⁻¹⁰, so that the sums below are exact.
            let angle = f64::from(i / 2) * core::f64::consts::TAU / 64.0;
            let (x, y) = (cosine(angle), cosine(angle - core::f64::consts::FRAC_PI_2));
            let grid = |x: f64| (x * 1024.0).round() as f32 / 1024.0;
            [at[0] + grid(x), at[1] + grid(y), at[2] + f32::from(i % 2)]
        });
        ConvexHull::<Vec3>::new(corners)
    };
    let still = cylinder([0.0; 3]);
    let bit = 1.0 / 1024.0 / 1024.0;
    for (at, up) in [
        ([0.0, 0.0, 1.0], [0.0, 0.0, 1.0]),
        ([0.25, 0.5, 1.0], [0.0, 0.0, 1.0]),
        ([2.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
        ([2.0, 0.0, 0.5], [1.0, 0.0, 0.0]),
    ] {
        let other = |by: f32| cylinder([0, 1, 2].map(|t| at[t] + by * up[t]));
        let answers = |other: &ConvexHull<Vec3>| {
            let pair = HullPair::of(still.structure(), other.structure());
            [Rule::Closed, Rule::Open].map(|rule| pair.decide(rule))
        };
        assert_eq!(answers(&other(0.0)), [Some(true), Some(false)], "{at:?}");
        assert_eq!(answers(&other(bit)), [Some(false), Some(false)], "{at:?}");
        assert_eq!(answers(&other(-bit)), [Some(true), Some(true)], "{at:?}");
    }
    // Cap to cap, but beside each other: in one plane, and apart there.
    let beside = cylinder([2.0, 1.0, 1.0]);
    let pair = HullPair::of(still.structure(), beside.structure());
    assert_eq!(pair.decide(Rule::Closed), Some(false));
    // One in the other.
    for at in [[0.0; 3], [0.25, 0.0, 0.0], [0.0, 0.0, 0.5]] {
        let other = cylinder(at);
        let pair = HullPair::of(still.structure(), other.structure());
        assert_eq!(pair.decide(Rule::Open), Some(true), "{at:?}");
    }
}

/// Not the standard library's, whose bits differ between platforms; a few digits are enough.
fn cosine(angle: f64) -> f64 {
    let half = angle / 32.0;
    let square = half * half;
    let mut cosine = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0));
    for _ in 0..5 {
        cosine = 2.0 * cosine * cosine - 1.0;
    }
    cosine
}

/// A height sums three products with a corner, which is a difference; a volume those of three vertices, which
/// are differences of corners.
#[test]
fn the_errors_are_derived() {
    let axis = Vect::<Vec3, _>::along_axis(0, Roundoff::unit(0.0));
    let height = axis.dot(Vect::splat(Roundoff::unit(2.0)));
    let both = (Roundoff::ZERO - height) - height;
    assert_covers(2.0 * HEIGHT_ERROR / UNIT, both.error * SLACK);
    // The corners of a vertex may be twice as long as it counts for: their errors are four units each.
    let mut worst = 0.0;
    for place in 0..3 {
        let vertex = |i: usize| {
            Vect::<Vec3, _>::from_fn(|t| {
                if (t + i + place).is_multiple_of(3) {
                    Roundoff::unit(8.0)
                } else {
                    Roundoff { magnitude: 0.0, error: 8.0 }
                }
            })
        };
        let volume = vertex(0).cross(vertex(1)).dot(vertex(2));
        worst = volume.error.larger(worst);
    }
    assert!(worst * SLACK <= VOLUME_ERROR / UNIT, "{worst}");
    // A computed axis is off by a few units, divided by the sine between its edges; it moves both of two heights.
    let off = core::hint::black_box(2.0 * 16.0 * UNIT / THIN);
    assert!(off <= 0.5 * LEVEL, "{off}");
}

/// Points against hulls: of every family, and for each hull its own corners, points of its edges and faces, and
/// the next numbers beside them.
#[test]
fn points_agree_with_the_general_test() {
    let mut rng = Rng::new(43);
    let (mut inside, mut on, mut outside) = (0, 0, 0);
    for family in Family::ALL {
        for _ in 0..40 {
            let (point, hull) = pair::<3>(family, Kind::Point, Kind::ConvexHull, &mut rng);
            let (Shape::Point(point), Shape::ConvexHull(points)) = (point, hull) else {
                unreachable!("the kinds that were asked for")
            };
            let hull = ConvexHull::<Vec3>::new(points.iter().copied());
            let corners = &hull.structure().corners;
            let mean = |corners: &[[f32; 3]]| {
                let count = corners.len() as f32;
                [0, 1, 2].map(|t| corners.iter().map(|corner| corner[t] / count).sum::<f32>())
            };
            let mut asked = vec![point, corners[0], mean(corners)];
            asked.extend(hull.structure().edges.iter().take(4).map(|edge| {
                let [from, to] = edge.map(|i| corners[i as usize]);
                mean(&[from, to])
            }));
            asked.extend(
                hull.structure()
                    .faces
                    .iter()
                    .take(4)
                    .map(|face| mean(&face.map(|i| corners[i as usize]))),
            );
            for i in 0..asked.len() {
                let [x, y, z] = asked[i];
                asked.push([x.next_up(), y, z]);
                asked.push([x, y.next_down(), z.next_up()]);
            }
            for point in asked.into_iter().map(Vec3::from_array).filter(|point| point.is_finite()) {
                for rule in [Rule::Open, Rule::Closed] {
                    let general = any_any(point.as_shape_ref(), hull.as_shape_ref(), rule);
                    assert_eq!(point_convex_hull(&point, &hull, rule), general, "{point} {hull:?}");
                }
                match hull.locate(&point) {
                    Some(Ordering::Less) => inside += 1,
                    Some(Ordering::Equal) => on += 1,
                    Some(Ordering::Greater) => outside += 1,
                    None => {}
                }
            }
        }
    }
    println!("{inside} inside, {on} on the surface, {outside} outside");
    assert!(inside.min(on).min(outside) > 300, "{inside} {on} {outside}");
    let cube =
        ConvexHull::<Vec3>::new((0..8).map(|i| [0, 1, 2].map(|t| f32::from((i >> t) as u8 & 1))));
    assert!(!point_convex_hull(&Vec3::splat(f32::NAN), &cube, Rule::Closed));
}
