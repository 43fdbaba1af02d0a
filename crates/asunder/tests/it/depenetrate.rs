//! Out of what a mover was put into.

use crate::judged::Space as _;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{Mover, Shape};
use asunder_jury::{self as jury, Family, Kind, Rng};

fn free<M: Mover<Vector = Vec3> + Clone + Into<Shape3> + std::fmt::Debug>(
    mover: &M,
    walls: &[Shape3],
) -> bool {
    let own: Shape3 = mover.clone().into();
    let among = walls.iter().any(|wall| own.penetrates(wall));
    let Some(position) = mover.depenetrate(walls) else { return false };
    let there: Shape3 = mover.moved_to(position.to_array()).expect("it can be stored").into();
    assert!(!walls.iter().any(|wall| there.penetrates(wall)), "{mover:?} {position:?}");
    assert!(among || position == mover.position(), "who is free stays");
    among
}

#[test]
fn who_is_put_into_things_comes_out() {
    let mut rng = Rng::new(0xfeed);
    let mut freed = 0;
    let rounds = 120;
    for family in [Family::Game, Family::Grid, Family::Resting, Family::NearTouch] {
        for _ in 0..rounds / 4 {
            let mut walls = Vec::new();
            let (mut ball, mut solid) = (None, None);
            for kind in [Kind::Obb, Kind::Capsule, Kind::Triangle] {
                let (x, wall) = jury::pair::<3>(family, Kind::Sphere, kind, &mut rng);
                walls.push(Vec3::shape(&wall));
                if let Shape::Sphere(x) = Vec3::shape(&x) {
                    ball = Some(x);
                }
                let (x, _) = jury::pair::<3>(family, Kind::Aabb, kind, &mut rng);
                if let Shape::Aabb(x) = Vec3::shape(&x) {
                    solid = Some(x);
                }
            }
            freed += usize::from(free(&ball.unwrap(), &walls));
            freed += usize::from(free(&solid.unwrap(), &walls));
        }
    }
    assert!(freed > rounds / 10, "{freed} of {} came out", 2 * rounds);
    let floor = Shape3::from(HalfSpace3::new([0.0, 1.0, 0.0], 0.0));
    let ceiling = Shape3::from(HalfSpace3::new([0.0, -1.0, 0.0], -1.0));
    let ball = Sphere3::new([0.0, 0.5, 0.0], 1.0);
    assert_eq!(ball.depenetrate([&floor, &ceiling]), None, "no room");
}

/// Their corners and ends are rounded one by one, and at the new place otherwise than on the way.
#[test]
fn what_is_given_by_several_points_comes_out_of_slanted_things() {
    let mut rng = Rng::new(0xde9);
    let mut among = 0;
    for kind in [Kind::Aabb, Kind::Capsule, Kind::Segment, Kind::Triangle] {
        for _ in 0..250 {
            let (mover, wall) = jury::pair::<3>(Family::Game, kind, Kind::Obb, &mut rng);
            let (mover, wall) = (Vec3::shape(&mover), Vec3::shape(&wall));
            let Some(position) = mover.depenetrate([&wall]) else {
                panic!("no way out of one box: {mover:?} {wall:?}");
            };
            let there = mover.moved_to(position.to_array()).expect("it can be stored");
            assert!(!there.penetrates(&wall), "{mover:?} {wall:?} {position:?}");
            among += usize::from(mover.penetrates(&wall));
        }
    }
    assert!(among > 300, "{among} began within a box");
}
