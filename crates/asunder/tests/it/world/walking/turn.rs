//! Turns that stop at contact.

use super::{DT, blocking, position};
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Rot2, axis_angle};
use asunder_jury::Rng;
use core::f32::consts::PI;

/// Turns of many shapes among many others: none ends inside of anything, and none stops for nothing.
#[test]
fn a_turn_stops_at_contact() {
    let mut rng = Rng::new(117);
    let (mut stopped, mut whole) = (0, 0);
    for round in 0..200 {
        let mut world = blocking::<Vec2>();
        let mut number = || rng.between(-3.0, 3.0) as f32;
        let walls: Vec<_> = (0..6)
            .map(|_| {
                let center = [number(), number()];
                let half = [0.02 + 0.2 * number().abs(), 0.1];
                let wall = Obb2::new(center, half, Rot2::degrees(30.0 * number()));
                world.insert(wall, BodyKind::Fixed).unwrap()
            })
            .collect();
        let plank = match round % 3 {
            0 => Shape2::from(Obb2::new([0.0, 0.0], [1.5, 0.125], Rot2::IDENTITY)),
            1 => Capsule2::new([0.0, 0.0], [1.0, 1.0], 0.25).into(),
            _ => ConvexHull2::new([[0.0, 0.0], [2.0, 0.25], [1.0, -0.5]]).into(),
        };
        let plank = world.insert(plank, BodyKind::Moving).unwrap();
        if round % 2 == 0 {
            world.slide_body(plank, [number(), number()], &SlideOptions::default()).unwrap();
        }
        let inside = |world: &World2| {
            let own = world.shape(plank.collider(0)).unwrap();
            walls.iter().any(|wall| own.penetrates(world.shape(wall.collider(0)).unwrap()))
        };
        if inside(&world) {
            continue;
        }
        let place = position(&world, plank);
        for _ in 0..4 {
            let angle = 50.0 * number();
            let stop = world.turn_body(plank, Rot2::degrees(angle)).unwrap();
            assert!(!inside(&world) && !stop.started_penetrating, "{round}: {stop:?}");
            assert_eq!(stop.obstacle.is_some(), stop.fraction < 1.0, "{stop:?}");
            if round % 2 == 0 {
                assert_eq!(position(&world, plank), place);
            }
            if stop.fraction < 1.0 {
                stopped += 1;
                let wall = world.shape(stop.obstacle.unwrap()).unwrap();
                let gap = world.shape(plank.collider(0)).unwrap().distance(wall).unwrap();
                assert!(gap < 1e-4, "{round}: {gap} {stop:?}");
            } else {
                whole += 1;
            }
        }
    }
    assert!(stopped > 100 && whole > 100, "{stopped} {whole}");
}

/// A box that stands on a floor turns about its upright axis, and not into the floor or a wall.
#[test]
fn who_stands_turns_in_his_place() {
    let mut world = blocking::<Vec3>();
    let floor = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    let floor = world.insert(floor, BodyKind::Moving).unwrap();
    let wall = Aabb3::new([1.5, 0.0, -9.0], [2.0, 2.0, 9.0]);
    let wall = world.insert(wall, BodyKind::Fixed).unwrap();
    let desk = Obb3::new([0.0, 0.5, 0.0], [1.0, 0.5, 2.0], [0.0, 0.0, 0.0, 1.0]);
    let desk = world.insert(desk, BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    world.walk_body(desk, [0.0, -1.0, 0.0], DT, &options).unwrap();
    let up = [0.0, 1.0, 0.0];
    let stop = world.turn_body(desk, axis_angle(up, PI / 2.0)).unwrap();
    assert_eq!(stop.obstacle.map(|it| it.body), Some(wall));
    assert!((0.1..0.4).contains(&stop.fraction), "{stop:?}");
    assert_eq!(world.turn_body(desk, axis_angle(up, -PI / 8.0)).unwrap().fraction, 1.0);
    let stop = world.turn_body(desk, axis_angle([0.0, 0.0, 1.0], 0.5)).unwrap();
    assert!(stop.obstacle.map(|it| it.body) == Some(floor) && stop.fraction < 1e-3, "{stop:?}");
    let carry = world.carry(floor, &Pose3::from_translation([-1.0, 0.0, 0.0])).unwrap();
    assert_eq!(carry.bodies.len(), 1, "it stands there still");
    assert!(world.turn_body(desk, [0.0; 4]).is_err());
    assert!(world.turn_body(desk, [f32::NAN, 0.0, 0.0, 1.0]).is_err());
}
