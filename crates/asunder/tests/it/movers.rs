//! Moving boxes until contact: never into anything, never through anything, never early for nothing.

use asunder::Rot2;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{Hit, Obb, Penetrates, Shape, Stop, Vector};
use asunder_jury::{Rng, Shape as Judged, penetrates};

fn judged_box(center: Vec3, half: Vec3, rotation: [f32; 4]) -> Judged<3> {
    Judged::Obb { center: center.to_array(), half_extents: half.to_array(), rotation }
}

fn rotation(rng: &mut Rng) -> [f32; 4] {
    match rng.below(3) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => [0.0, rng.between(-1.0, 1.0) as f32, 0.0, rng.between(0.1, 1.0) as f32],
        _ => std::array::from_fn(|_| rng.between(-1.0, 1.0) as f32 + 1e-3),
    }
}

fn vector(rng: &mut Rng, reach: f64) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| rng.between(-reach, reach) as f32))
}

fn size(rng: &mut Rng) -> Vec3 {
    let flat = rng.below(8);
    Vec3::from_array(std::array::from_fn(|i| {
        if i == flat { 0.0 } else { rng.between(0.05, 1.5) as f32 }
    }))
}

/// Random boxes in space: what is returned is held against the jury, which knows no sweep.
#[test]
fn stops_are_free_and_neither_late_nor_early() {
    let mut rng = Rng::new(7);
    let (mut stopped, mut moved, mut off) = (0, 0, 0);
    for round in 0..4000 {
        let (center, half, turn) = (vector(&mut rng, 3.0), size(&mut rng), rotation(&mut rng));
        let mover = Obb3::new(center, half, turn);
        let obstacles: Vec<(Vec3, Vec3, [f32; 4])> = (0..1 + rng.below(3))
            .map(|_| (vector(&mut rng, 4.0), size(&mut rng), rotation(&mut rng)))
            .collect();
        let shapes: Vec<Shape3> =
            obstacles.iter().map(|&(c, h, q)| Obb3::new(c, h, q).into()).collect();
        let motion = vector(&mut rng, 8.0);
        let stop = mover.move_until_contact(motion, &shapes).unwrap();
        let against = |at: Vec3, grown: f32, i: usize| {
            let half = (half + grown).max(Vec3::ZERO);
            let (c, h, q) = obstacles[i];
            penetrates(&judged_box(at, half, turn), &judged_box(c, h, q))
        };
        let starts_inside = (0..shapes.len()).any(|i| against(center, 0.0, i));
        assert_eq!(stop.started_penetrating, starts_inside, "{round}");
        if starts_inside {
            assert_eq!((stop.position, stop.fraction), (center, 0.0));
            continue;
        }
        moved += 1;
        off += usize::from(stop.backed_off);
        assert!((0..shapes.len()).all(|i| !against(stop.position, 0.0, i)), "{round}: {stop:?}");
        // Short of the stop, a slightly smaller box is never inside; at it, a slightly larger one
        // is. (The oracle sees positions rounded to f32.)
        let head_on = |hit: &Hit<Vec3>| -hit.normal.dot(motion);
        let speed = stop.hits.iter().map(head_on).fold(motion.length(), f32::min);
        let short = stop.fraction - 2e-5 / speed;
        for _ in 0..16 {
            let t = short.max(0.0) * rng.between(0.0, 1.0) as f32;
            let inside = (0..shapes.len()).find(|&i| against(center + motion * t, -1e-5, i));
            assert_eq!(inside, None, "{round}: {t} {mover:?} {shapes:?} {motion} {stop:?}");
        }
        assert_eq!(stop.hits.is_empty(), stop.fraction == 1.0, "{round}: {stop:?}");
        let aim = center + motion * stop.fraction;
        assert!((stop.position - aim).abs().max_element() < 4e-6, "{round}: {stop:?} {aim}");
        for hit in &stop.hits {
            stopped += 1;
            assert!(against(aim, 1e-5, hit.obstacle), "{round} {stop:?}");
            assert!(hit.normal.dot(motion) < 0.0 && (hit.normal.length() - 1.0).abs() < 1e-6);
            let nearer = stop.position - hit.normal * (stop.gap - 2e-6);
            assert!(!against(nearer, -2e-6, hit.obstacle), "the gap is there: {round} {stop:?}");
            let (c, h, q) = obstacles[hit.obstacle];
            let near = Obb3::new(c, h + 1e-4, q);
            assert!(near.contains(&hit.point), "{round}: {stop:?}");
        }
        let there = Obb3::new(stop.position, half, turn);
        let left = stop.hits.iter().filter_map(|hit| there.distance(&shapes[hit.obstacle]));
        assert_eq!(stop.gap, left.reduce(f32::min).unwrap_or(0.0), "{round}: {stop:?}");
    }
    assert!(moved > 2000 && stopped > 400, "{moved} moved, {stopped} stopped");
    assert!(off * 1000 < moved, "{off} of {moved} backed off");
}

/// A walker on a row of ten thousand touching tiles, and falling down a wall of them.
#[test]
fn seams_do_not_catch() {
    // Corners at multiples of an inexact tenth: shared edges have the same bits, because both
    // tiles are built from the same numbers.
    let corners: Vec<f32> = (0..=10_000).map(|i| i as f32 * 0.1).collect();
    let row: Vec<Shape2> =
        corners.windows(2).map(|x| Aabb2::new([x[0], -0.1], [x[1], 0.0]).into()).collect();
    let walker = Obb2::new([0.35, 0.5], [0.3, 0.5], Rot2::IDENTITY);
    let stop = walker.move_until_contact([999.0, 0.0], &row).unwrap();
    assert_eq!((stop.fraction, stop.hits.len()), (1.0, 0));
    assert_eq!(stop.position.to_array(), [999.35, 0.5]);

    let column: Vec<Shape2> =
        corners.windows(2).map(|y| Aabb2::new([0.0, y[0]], [0.125, y[1]]).into()).collect();
    let falling = Obb2::new([0.375, 999.5], [0.25, 0.5], Rot2::IDENTITY);
    let stop = falling.move_until_contact([0.0, -999.0], &column).unwrap();
    assert_eq!((stop.fraction, stop.hits.len()), (1.0, 0));
    assert_eq!(stop.position.to_array(), [0.375, 0.5]);
}

/// Ten thousand ticks of pushing: the first stop is the last, and nothing creeps.
#[test]
fn pushing_a_wall_does_not_drift() {
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let turn = rotation(&mut rng);
        let wall = Shape3::from(Obb3::new(vector(&mut rng, 1.0), [5.0, 5.0, 0.25], turn));
        let mut walker = Obb3::new([0.0, 0.0, 20.0], [0.3, 0.9, 0.3], rotation(&mut rng));
        let motion = [0.01, -0.02, -3.0];
        let mut last = walker.center();
        let mut changes = 0;
        for tick in 0..500 {
            let stop = walker.move_until_contact(motion, [&wall]).unwrap();
            walker = walker.with_center(stop.position).unwrap();
            assert!(!Shape3::from(walker).penetrates(&wall), "{tick}");
            if !stop.hits.is_empty() && stop.position != last {
                changes += 1;
            }
            last = stop.position;
        }
        // The first stop, and where it lay a unit in the last place off at a grazing angle, a second.
        assert!(changes <= 2, "{changes} positions while pushing");
    }
}

#[test]
fn thin_walls_fast_movers_and_planes() {
    let plate = Shape3::from(Aabb3::new([-9.0, -9.0, 5.0], [9.0, 9.0, 5.0]));
    let bullet = Obb3::new([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]);
    let stop = bullet.move_until_contact([0.0, 0.0, 1e6], [&plate]).unwrap();
    assert_eq!(stop.position.to_array(), [0.0, 0.0, 5.0_f32.next_down()], "before it, not on it");
    let floor = Shape3::from(Plane3::new([0.0, 2.0, 0.0], 0.0));
    let ground = Shape3::from(HalfSpace3::new([0.0, 2.0, 0.0], 0.0));
    for below in [floor, ground] {
        let drop = Obb3::new([0.0, 4.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
        let stop = drop.move_until_contact([1.0, -6.0, 0.0], [&below]).unwrap();
        assert_eq!((stop.position.to_array(), stop.fraction), ([0.5, 1.0, 0.0], 0.5));
        assert_eq!(stop.hits[0].normal.to_array(), [0.0, 1.0, 0.0]);
    }
}

#[test]
fn two_walls_at_once_are_both_named() {
    let right = Shape2::from(Aabb2::new([2.0, -9.0], [3.0, 9.0]));
    let top = Shape2::from(Aabb2::new([-9.0, 2.0], [9.0, 3.0]));
    let mover = Obb2::new([0.0, 0.0], [1.0, 1.0], Rot2::IDENTITY);
    let stop = mover.move_until_contact([4.0, 4.0], [&right, &top]).unwrap();
    assert_eq!((stop.position.to_array(), stop.fraction), ([1.0, 1.0], 0.25));
    assert_eq!(stop.hits.iter().map(|hit| hit.obstacle).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn what_has_no_answer_is_an_error() {
    let mover = Obb2::new([0.0, 0.0], [1.0, 1.0], Rot2::IDENTITY);
    let none: [&Shape2; 0] = [];
    let error = mover.move_until_contact([f32::NAN, 0.0], none).unwrap_err();
    assert_eq!(error.to_string(), "the motion has a component NaN; expected finite numbers");
}

/// In the plane, turned walls and corners; the library's own static predicate judges the end.
#[test]
fn the_plane_too() {
    let mut rng = Rng::new(11);
    let mut stops = 0;
    for _ in 0..4000 {
        let mut number = |reach: f64| rng.between(-reach, reach) as f32;
        let obb = |n: &mut dyn FnMut(f64) -> f32, reach: f64| {
            let turn = [n(1.0) + 1e-3, n(1.0)];
            Obb2::new([n(reach), n(reach)], [n(1.0).abs(), n(1.0).abs()], turn)
        };
        let mover = obb(&mut number, 1.0);
        let walls: Vec<Shape2> = (0..3).map(|_| obb(&mut number, 4.0).into()).collect();
        let motion = [number(9.0), number(9.0)];
        let stop = mover.move_until_contact(motion, &walls).unwrap();
        check_end(&mover, &stop, &walls);
        stops += usize::from(stop.fraction < 1.0);
    }
    assert!(stops > 500);
}

fn check_end<V: Vector>(mover: &Obb<V>, stop: &Stop<V>, walls: &[Shape<V>]) {
    let at_end =
        Shape::from(mover.with_center(stop.position.to_array()).expect("a stop is finite"));
    let inside = walls.iter().any(|wall| at_end.penetrates(wall));
    assert_eq!(inside, stop.started_penetrating, "{mover:?} {stop:?}");
}

#[test]
fn a_swept_box_is_blocked_as_its_mirror_image_is() {
    let mut rng = Rng::new(5);
    for _ in 0..2000 {
        let (c, h, q) = (vector(&mut rng, 3.0), size(&mut rng), rotation(&mut rng));
        let (c2, h2, q2) = (vector(&mut rng, 3.0), size(&mut rng), rotation(&mut rng));
        let motion = vector(&mut rng, 6.0);
        let (a, b) = (Obb3::new(c, h, q), Obb3::new(c2, h2, q2));
        let forth = a.move_until_contact(motion, [&Shape3::from(b)]).unwrap();
        let back = b.move_until_contact(-motion, [&Shape3::from(a)]).unwrap();
        assert_eq!(forth.started_penetrating, back.started_penetrating);
        assert_eq!(forth.hits.len(), back.hits.len(), "{a:?} {b:?} {motion}");
        assert!((forth.fraction - back.fraction).abs() < 1e-6);
    }
}

/// A mover whose corners no finite numbers hold meets a wall where there are some.
#[test]
fn hits_of_the_largest_movers_are_finite() {
    let mover = Obb2::new([0.0, 0.0], [f32::MAX, f32::MAX], [0.9375, 0.34375]);
    let wall = Shape2::from(HalfSpace2::new([0.9375, 0.34375], -f32::MAX));
    let stop = mover.move_until_contact([-3e38, -1e38], [&wall]).unwrap();
    assert_eq!(stop.hits.len(), 1, "{stop:?}");
    assert!(stop.hits[0].point.is_finite() && stop.hits[0].normal.is_finite(), "{stop:?}");
}

/// Numbers of every size at once: stops stay free, and nothing overflows or loops.
#[test]
fn any_finite_numbers_have_an_answer() {
    let mut rng = Rng::new(13);
    for round in 0..3000 {
        let mut number = || if rng.chance(0.2) { 0.0 } else { rng.any_finite() };
        let mut plane = || {
            let half = [number().abs(), number().abs()];
            Obb2::new([number(), number()], half, [number(), f32::from_bits(1)])
        };
        let (mover, wall) = (plane(), plane());
        let walls = [Shape2::from(wall)];
        let stop = mover.move_until_contact([number(), number()], &walls).unwrap();
        assert!(stop.position.is_finite() && stop.gap.is_finite(), "{round}: {stop:?}");
        check_end(&mover, &stop, &walls);
        let mut space = || {
            let half = [number().abs(), number().abs(), number().abs()];
            let turn = [number(), number(), number(), f32::from_bits(1)];
            Obb3::new([number(), number(), number()], half, turn)
        };
        let (mover, wall) = (space(), space());
        let floor = Plane3::new([number(), number(), f32::from_bits(1)], number());
        let walls = [Shape3::from(wall), floor.into(), floor.front().into()];
        let motion = [number(), number(), number()];
        let stop = mover.move_until_contact(motion, &walls).unwrap();
        assert!(stop.position.is_finite() && stop.gap.is_finite(), "{round}: {stop:?}");
        check_end(&mover, &stop, &walls);
    }
}
