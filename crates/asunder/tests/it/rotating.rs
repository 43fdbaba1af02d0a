//! Shapes that move and turn: nothing is missed, nothing is late, and what is reported is near.

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Pose, Reached, Rot2, RotatingHit, Shape, Vector, axis_angle};
use asunder_jury::{Family, Kind, Rng, pair};

/// Stages of the way that are looked at one by one.
const STAGES: u16 = 600;

/// Holds an answer against the shape placed at many stages of its way.
fn hold<V: Vector>(
    a: &Shape<V>,
    [from, to]: [Pose<V>; 2],
    b: &Shape<V>,
    tolerance: f32,
    size: f32,
) -> Option<RotatingHit<V>> {
    let place = |pose: &Pose<V>| a.try_transformed(pose).expect("in range");
    let hit = a.cast_rotating(&from, &to, b, tolerance).expect("good input");
    let until = hit.map_or(1.0, |hit| hit.fraction);
    for stage in 0..=STAGES {
        let part = f32::from(stage) / f32::from(STAGES);
        let there = place(&from.between(&to, part));
        if part < until || hit.is_none() {
            // Rounding a pose may move a shape into another: by so much at most.
            let deep = 1e-5 * size;
            let depth = there.penetration(b).map_or(0.0, |out| out.depth);
            assert!(depth <= deep, "missed at {part} of {until}: {a:?} {from:?} {to:?} {b:?}");
        }
    }
    if let Some(hit) = hit {
        let there = place(&from.between(&to, hit.fraction));
        let distance = there.distance(b).expect("finite");
        let allowed = if tolerance > 1e-4 * size { tolerance } else { 1e-4 * size };
        assert!(distance <= allowed, "{distance} at {hit:?}: {a:?} {b:?}");
        assert_eq!(hit.reached == Reached::Contact, there.intersects(b), "{hit:?}");
        assert!((0..V::DIM).all(|t| hit.point.to_array()[t].is_finite()));
    }
    hit
}

/// A shape moved so that the sphere around it is around the origin, so that ways near it meet it.
fn at_origin<V: Vector>(shape: Shape<V>) -> Shape<V> {
    let center = shape.try_bounding_sphere().expect("bounded").center().to_array();
    let back = Pose::from_translation(V::array(|t| -center[t]));
    shape.try_transformed(&back).expect("in range")
}

#[test]
fn nothing_is_missed_in_3d() {
    let mut rng = Rng::new(3);
    let kinds =
        [Kind::Sphere, Kind::Capsule, Kind::Aabb, Kind::Obb, Kind::Triangle, Kind::ConvexHull];
    let (mut hits, mut asked) = (0, 0);
    for i in 0..240 {
        let kind = |k: usize| kinds[k % kinds.len()];
        let (a, b) = pair::<3>(Family::Game, kind(i), kind(i / kinds.len()), &mut rng);
        let (a, b) = (at_origin(Vec3::shape(&a)), at_origin(Vec3::shape(&b)));
        let mut number = |low: f64, high: f64| rng.between(low, high) as f32;
        let mut pose = || {
            let at = [number(-6.0, 6.0), number(-6.0, 6.0), number(-6.0, 6.0)];
            let axis = [number(-1.0, 1.0), number(-1.0, 1.0), number(0.1, 1.0)];
            Pose3::new(at, axis_angle(axis, number(-3.0, 3.0)))
        };
        let poses = [pose(), pose()];
        let size = 40.0 + a.try_bounding_sphere().expect("bounded").radius();
        asked += 1;
        hits += u32::from(hold(&a, poses, &b, 1e-3, size).is_some());
    }
    assert!(asked > 200 && hits * 10 > asked && hits < asked, "{hits} of {asked}");
}

#[test]
fn nothing_is_missed_in_2d() {
    let mut rng = Rng::new(5);
    let kinds = [Kind::Sphere, Kind::Capsule, Kind::Aabb, Kind::Obb, Kind::Segment];
    let (mut hits, mut asked) = (0, 0);
    for i in 0..300 {
        let kind = |k: usize| kinds[k % kinds.len()];
        let (a, b) = pair::<2>(Family::Game, kind(i), kind(i / kinds.len()), &mut rng);
        let (a, b) = (at_origin(Vec2::shape(&a)), at_origin(Vec2::shape(&b)));
        let mut number = |low: f64, high: f64| rng.between(low, high) as f32;
        let mut pose = || {
            let at = [number(-6.0, 6.0), number(-6.0, 6.0)];
            Pose2::new(at, Rot2::radians(number(-3.1, 3.1)))
        };
        let poses = [pose(), pose()];
        let size = 40.0 + a.try_bounding_sphere().expect("bounded").radius();
        asked += 1;
        hits += u32::from(hold(&a, poses, &b, 1e-3, size).is_some());
    }
    assert!(asked > 250 && hits * 10 > asked && hits < asked, "{hits} of {asked}");
}

/// A blade that turns by 120 degrees about its hilt, past a post it meets at neither end.
#[test]
fn a_blade_does_not_skip_a_post() {
    let blade = Shape3::from(Capsule3::new([0.2, 0.0, 0.0], [1.4, 0.0, 0.0], 0.01));
    let poses = [0.0, 120.0_f32]
        .map(|angle| Pose3::new([0.0, 1.0, 0.0], axis_angle([0.0, 0.0, 1.0], angle.to_radians())));
    for reach in [0.4, 0.9, 1.3] {
        let (x, y) = (reach * 0.5, 1.0 + reach * 0.866);
        let post = Shape3::from(Capsule3::new([x, y, -1.0], [x, y, 1.0], 0.025));
        let ends = poses.map(|pose| blade.try_transformed(&pose).expect("in range"));
        assert!(ends.iter().all(|blade| !blade.intersects(&post)));
        let hit = hold(&blade, poses, &post, 1e-4, 3.0).expect("it is in the way");
        assert!((0.4..0.5).contains(&hit.fraction), "{hit:?}");
        // The blade comes from below, counterclockwise.
        assert!(hit.normal.x > 0.5 && hit.normal.y < 0.0, "{hit:?}");
    }
    let beyond = Sphere3::new([0.0, 2.5, 0.0], 0.05).into();
    assert_eq!(hold(&blade, poses, &beyond, 1e-4, 3.0), None, "out of reach");
}

/// Without a turn it is a cast with a tolerance: never later than the exact one.
#[test]
fn a_straight_way_agrees_with_the_exact_cast() {
    let mut rng = Rng::new(9);
    for _ in 0..300 {
        let (a, b) = pair::<3>(Family::Game, Kind::Obb, Kind::Obb, &mut rng);
        let (a, b) = (at_origin(Vec3::shape(&a)), at_origin(Vec3::shape(&b)));
        let mut number = || rng.between(-8.0, 8.0) as f32;
        let way = [number(), number(), number()];
        let to = Pose3::from_translation(way);
        let turning = a.cast_rotating(&Pose3::identity(), &to, &b, 1e-3).expect("good input");
        match (a.cast(way, &b), turning) {
            (Some(exact), Some(hit)) => {
                let late = hit.fraction - exact.fraction;
                assert!(late <= 1e-6 || exact.fraction == 0.0, "{hit:?} {exact:?}");
            }
            (Some(exact), None) => panic!("missed {exact:?}: {a:?} {way:?} {b:?}"),
            (None, Some(hit)) => assert_ne!(hit.reached, Reached::Contact),
            (None, None) => {}
        }
    }
}

#[test]
fn what_meets_at_the_start_is_in_contact() {
    let cube = Aabb3::new([-1.0; 3], [1.0; 3]);
    let floor = HalfSpace3::new([0.0, 1.0, 0.0], -1.0);
    let to = Pose3::new([0.0, 5.0, 0.0], axis_angle([1.0, 0.0, 0.0], 1.0));
    let hit = cube.cast_rotating(&Pose3::identity(), &to, &floor, 1e-3).unwrap().unwrap();
    assert_eq!((hit.fraction, hit.reached), (0.0, Reached::Contact));
    assert_eq!(hit.normal.to_array(), [0.0, 1.0, 0.0]);
    assert_eq!(hit.point.y, -1.0);
}

/// The length of a rotation means nothing: neither where it turns, nor how long that takes to find.
#[test]
fn rotations_of_any_length_turn_evenly() {
    let blade = Capsule3::new([0.2, 0.0, 0.0], [1.4, 0.0, 0.0], 0.01);
    let post = Capsule3::new([0.45, 0.78, -1.0], [0.45, 0.78, 1.0], 0.025);
    let past = Sphere3::new([0.0, 0.0, 0.5], 0.25);
    for [first, second] in [[1.0, 1.0], [1.0, 1e-6], [1e-6, 1.0], [1e-20, 1e15]] {
        let of = |length: f32, angle: f32| {
            let turn = axis_angle([0.0, 0.0, 1.0], angle.to_radians());
            Pose3::new([0.0; 3], turn.to_array().map(|x| x * length))
        };
        let (from, to) = (of(first, 0.0), of(second, 120.0));
        let hit = blade.cast_rotating(&from, &to, &post, 1e-4).unwrap().expect("in the way");
        assert!((0.45..0.55).contains(&hit.fraction), "{first} {second}: {hit:?}");
        assert_eq!(blade.cast_rotating(&from, &to, &past, 1e-4), Ok(None));
    }
}

#[test]
fn half_a_turn_in_2d_goes_counterclockwise() {
    let hand = Segment2::new([0.0, 0.0], [1.0, 0.0]);
    let to = Pose2::new([0.0, 0.0], [-1.0, 0.0]);
    let meets = |y: f32| {
        let ball = Sphere2::new([0.1, y], 0.01);
        hand.cast_rotating(&Pose2::identity(), &to, &ball, 1e-3).unwrap()
    };
    assert!(meets(0.9).is_some());
    assert!(meets(-0.9).is_none());
}

#[test]
fn bad_input_is_refused() {
    let (cube, post) = (Aabb3::new([-1.0; 3], [1.0; 3]), Sphere3::new([9.0, 0.0, 0.0], 1.0));
    let pose = Pose3::identity();
    let ask = |to: Pose3, tolerance: f32| {
        cube.cast_rotating(&pose, &to, &post, tolerance).map_err(|error| error.to_string())
    };
    assert_eq!(ask(pose, 1e-3), Ok(None));
    assert!(ask(pose, 0.0).unwrap_err().contains("tolerance"));
    assert!(ask(pose, f32::NAN).unwrap_err().contains("tolerance"));
    assert!(ask(Pose3::new([0.0; 3], [0.0; 4]), 1e-3).unwrap_err().contains("rotation"));
    assert!(ask(Pose3::from_translation([f32::INFINITY, 0.0, 0.0]), 1e-3).is_err());
    let floor = HalfSpace3::new([0.0, 1.0, 0.0], -1.0);
    assert!(floor.cast_rotating(&pose, &pose, &post, 1e-3).is_err(), "it has no bounds");
}

/// The tip of a wedge lies where half-spaces meet that are nearly parallel: each of them rounded, it lies
/// elsewhere, by as much as they are near. What it passes is met all the same.
#[test]
fn the_tip_of_a_wedge_misses_nothing() {
    let slope = 1.0 / 4096.0;
    let sides = [([0.0, 1.0], 0.0), ([slope, -1.0], slope), ([-1.0, 0.0], 0.0)];
    let sides = sides.map(|(normal, offset)| HalfSpace2::new(normal, offset));
    let wedge = Frustum2::from_half_spaces(&sides);
    let [from, to] = [-60.0, 60.0].map(|angle| Pose2::new([0.0; 2], Rot2::degrees(angle)));
    for degrees in -50..50_i8 {
        let Rot2 { cos, sin } = Rot2::degrees(f32::from(degrees));
        let post = Vec2::new(cos, sin) * (1.0 - 3e-5);
        let hit = wedge.cast_rotating(&from, &to, &post, 1e-6).unwrap();
        let hit = hit.unwrap_or_else(|| panic!("missed at {degrees} degrees"));
        let there = f64::from(degrees + 60) / 120.0;
        assert!((f64::from(hit.fraction) - there).abs() < 0.05, "{hit:?} at {degrees} degrees");
    }
    // The tip alone: half-spaces with one point in common, which rounded ones mostly do not have.
    let [above, below, _] = sides;
    let tip = Frustum2::from_half_spaces(&[above, below, HalfSpace2::new([-1.0, 0.0], -1.0)]);
    let all = (1..40_u8).map(|i| Pose2::new([0.0; 2], Rot2::degrees(f32::from(i))));
    assert!(all.into_iter().any(|pose| tip.try_transformed(&pose).is_err()));
    let ball = Sphere2::new([1.0, 0.0], 0.01);
    assert!(tip.cast_rotating(&from, &to, &ball, 1e-6).unwrap().is_some());
}

/// What a frustum is seen from may be far from it: all that is rounded there moves the frustum.
#[test]
fn a_frustum_seen_from_far_away_misses_nothing() {
    let slope = 1.0 / 1024.0;
    let none = [0.0, 0.0, 0.0, 1.0];
    let far = Frustum3::perspective(
        [0.0, 0.0, 1024.0],
        none,
        [-slope, slope, -slope, slope],
        1023.0,
        1025.0,
    );
    let [from, to] = [-60.0_f32, 60.0]
        .map(|angle| Pose3::new([0.0; 3], axis_angle([1.0, 0.0, 0.0], angle.to_radians())));
    // A corner lies at y = 1025/1024, z = -1; the post is a millionth within its way.
    let corner = Vec2::new(1025.0 / 1024.0, -1.0) * (1.0 - 7e-7);
    for degrees in -50..50_i8 {
        let Rot2 { cos, sin } = Rot2::degrees(f32::from(degrees));
        let post = Vec3::new(0.5, corner.x * cos - corner.y * sin, corner.x * sin + corner.y * cos);
        let hit = far.cast_rotating(&from, &to, &post, 1e-6).unwrap();
        assert!(hit.is_some(), "missed at {degrees} degrees");
    }
}
