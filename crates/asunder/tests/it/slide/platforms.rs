//! One-way platforms, and sheets: obstacles that stop from a side.

use asunder::glam::{Quat, Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Mover, Obstacle, Rot2, Vector};
use asunder_jury::Rng;

#[test]
fn a_platform_is_none_from_below() {
    let platform = Shape2::from(Aabb2::new([-2.0, 1.0], [2.0, 1.5]));
    let one_way = || [Obstacle::one_way(&platform, [0.0, 1.0])];
    let at = |y: f32| Aabb2::new([-0.5, y], [0.5, y + 1.0]);
    let up = at(-1.0).move_until_contact([0.0, 9.0], one_way()).unwrap();
    assert_eq!(up.fraction, 1.0, "through it from below");
    let inside = at(1.25).move_until_contact([0.0, -1.0], one_way()).unwrap();
    assert_eq!((inside.fraction, inside.started_penetrating), (1.0, false), "not above yet");
    let down = at(3.5).move_until_contact([0.0, -8.0], one_way()).unwrap();
    assert_eq!(down.position.to_array(), [-0.5, 1.5], "onto it from above");
    let rests = at(1.5).move_until_contact([0.0, -9.0], one_way()).unwrap();
    assert_eq!(rests.position.to_array(), [-0.5, 1.5], "standing on it");
    let beside = Aabb2::new([-9.0, 1.2], [-8.0, 2.2]);
    let across = beside.move_until_contact([9.0, 0.0], one_way()).unwrap();
    assert_eq!(across.fraction, 1.0, "through it from beside");
}

/// What has no inside does not pass a sheet by resting on it, however it is moved.
#[test]
fn sheets_stop_points_and_plates() {
    let sheets: [Shape3; 4] = [
        Aabb3::new([3.0, -9.0, -9.0], [3.0, 9.0, 9.0]).into(),
        Plane3::new([1.0, 0.0, 0.0], 3.0).into(),
        Triangle3::new([3.0, -9.0, -9.0], [3.0, 9.0, -9.0], [3.0, 0.0, 9.0]).into(),
        Obb3::new([3.0, 0.0, 0.0], [9.0, 9.0, 0.0], [0.0, 1.0, 0.0, 1.0]).into(),
    ];
    for sheet in &sheets {
        for speed in [1.5, 3.0, 6.0, 0.7] {
            passes_not(Sphere3::new([0.0; 3], 0.0), speed, sheet);
            passes_not(Capsule3::new([0.0; 3], [0.0, 1.0, 0.0], 0.0), speed, sheet);
            passes_not(Segment3::new([0.0; 3], [0.0, 1.0, 0.0]), speed, sheet);
            passes_not(Aabb3::new([0.0; 3], [0.0, 1.0, 1.0]), speed, sheet);
            passes_not(Sphere3::new([0.0; 3], 0.25), speed, sheet);
        }
    }
}

fn passes_not<M: Mover<Vector = Vec3> + Clone>(mut mover: M, speed: f32, sheet: &Shape3) {
    for _ in 0..8 {
        let stop = mover.move_until_contact([speed, 0.0, 0.0], [sheet]).expect("a finite motion");
        mover = mover.moved_to(stop.position).expect("a place");
    }
    let x = mover.position().x;
    assert!(x < 3.0 && x > 2.7, "{x} at {speed} against {sheet:?}");
}

/// A sloped platform holds whoever comes down on it, whether its normal is given, or just up.
#[test]
fn a_sloped_platform_holds() {
    let mut rng = Rng::new(0x510);
    for _ in 0..60 {
        let turn = Rot2::radians(rng.between(-0.6, 0.6) as f32);
        let Rot2 { cos, sin, .. } = turn;
        let platform = Shape2::from(Obb2::new([0.0, 0.0], [8.0, 0.25], turn));
        for normal in [[-sin, cos], [0.0, 1.0]] {
            let one_way = || [Obstacle::one_way(&platform, normal)];
            for mut mover in [
                Shape2::from(Aabb2::new([-0.5, 2.0], [0.5, 3.0])),
                Shape2::from(Sphere2::new([1.0, 2.0], 0.5)),
                Shape2::from(Capsule2::new([-1.0, 2.5], [-1.0, 3.0], 0.25)),
            ] {
                for tick in 0..40 {
                    mover = lowered(&mover, &one_way());
                    assert!(!mover.penetrates(&platform));
                    if tick > 20 {
                        let gap = mover.distance(&platform).unwrap();
                        assert!(gap < 1e-5, "fell to {gap}: {mover:?} {platform:?} {normal:?}");
                    }
                }
                let from_below = Sphere2::new([0.0, -9.0], 0.5);
                let up = from_below.move_until_contact([0.0, 18.0], one_way()).unwrap();
                assert_eq!(up.fraction, 1.0, "through it from below");
            }
        }
    }
}

/// A ramp seen from its underside, and a wedge, whose level face looks down.
#[test]
fn the_face_that_looks_up_decides() {
    let wedge = Shape2::from(ConvexHull2::new([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0]]));
    let one_way = || [Obstacle::one_way(&wedge, [0.0, 1.0])];
    let foot = Sphere2::new([1.0, 1.25], 0.25);
    let stop = foot.move_until_contact([0.0, -9.0], one_way()).unwrap();
    assert_eq!(stop.hits.len(), 1, "onto the slope, far below the top of the wedge");
    let below = Sphere2::new([1.0, -1.0], 0.25);
    let rises = below.move_until_contact([0.0, 9.0], one_way()).unwrap();
    assert_eq!(rises.fraction, 1.0);
}

/// Both slopes of a roof, and a slab stored as a hull, whose top is two triangles.
#[test]
fn platforms_of_several_faces_hold() {
    let roof = Shape2::from(ConvexHull2::new([[-4.0, 0.0], [4.0, 0.0], [0.0, 1.0]]));
    for x in [-2.0, -0.5, 0.0, 2.0] {
        let mut mover = Shape2::from(Sphere2::new([x, 2.0], 0.25));
        for _ in 0..40 {
            mover = lowered(&mover, &[Obstacle::one_way(&roof, [0.0, 1.0])]);
        }
        assert!(mover.distance(&roof).unwrap() < 1e-5, "{x}: {mover:?}");
    }
    let mut rng = Rng::new(0x7a);
    let mut number = |reach: f64| rng.between(-reach, reach) as f32;
    for _ in 0..40 {
        let turn = Quat::from_array([number(0.2), number(0.2), number(0.2), 1.0]).normalize();
        let corner = |i: usize| {
            let side = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            turn * Vec3::new(6.0 * side(0), 0.2 * side(1), 6.0 * side(2))
        };
        let slab = Shape3::from(ConvexHull3::new((0..8).map(corner)));
        let mut foot = Sphere3::new([number(2.0), 3.0, number(2.0)], 0.3);
        for tick in 0..60 {
            let platform = [Obstacle::one_way(&slab, [0.0, 1.0, 0.0])];
            let stop = foot.move_until_contact([0.0, -0.1, 0.0], platform).unwrap();
            foot = foot.moved_to(stop.position).unwrap();
            let gap = Shape3::from(foot).distance(&slab).unwrap();
            assert!(tick < 50 || gap < 1e-5, "fell to {gap}: {foot:?} {turn:?}");
        }
    }
}

fn lowered(mover: &Shape2, platforms: &[Obstacle<'_, Vec2>]) -> Shape2 {
    fn by<M: Mover<Vector = Vec2> + Into<Shape2>>(mover: &M, way: &[Obstacle<'_, Vec2>]) -> Shape2 {
        let stop =
            mover.move_until_contact([0.0, -0.3], way.iter().copied()).expect("a finite motion");
        mover.moved_to(stop.position).expect("a place").into()
    }
    match mover {
        Shape2::Aabb(mover) => by(mover, platforms),
        Shape2::Sphere(mover) => by(mover, platforms),
        Shape2::Capsule(mover) => by(mover, platforms),
        other => unreachable!("{other:?}"),
    }
}
