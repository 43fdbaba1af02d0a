//! Bodies that walk, carriers, conveyors, and who is crushed.

use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::world::{
    BodyId, Crushed, Event, Snapshot, Walk, WalkFloor, WorldError, Yields,
};
use asunder::{MoveError, Rot2, Shape, Vector, World, axis_angle};

fn blocking<V: Vector>() -> World<V> {
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    World::with_layers(layers)
}

fn capsule(x: f32, foot: f32) -> Shape2 {
    Capsule2::new([x, foot + 0.4], [x, foot + 1.4], 0.4).into()
}

fn position<V: Vector>(world: &World<V>, body: BodyId) -> V {
    world.shape(body.collider(0)).unwrap().position()
}

const DT: f32 = 1.0 / 60.0;
const GRAVITY: f32 = -9.8;

/// Gravity alone, from what is left of it.
fn fall(world: &mut World2, body: BodyId, velocity: &mut Vec2) -> Walk<Vec2> {
    let pull = vec2(0.0, GRAVITY * DT);
    let walk =
        world.walk_body(body, *velocity + pull, DT, &WalkOptions::default()).expect("a walk");
    *velocity = walk.velocity_after;
    walk
}

/// The bug: a lift froze its rider in 119 of 120 ticks.
#[test]
fn a_lift_that_reverses_keeps_its_riders() {
    let mut world = blocking::<Vec2>();
    let lift = world.insert(Aabb2::new([-2.0, -0.25], [2.0, 0.0]), BodyKind::Moving).unwrap();
    let riders = [
        world.insert(capsule(-1.0, 0.0), BodyKind::Moving).unwrap(),
        world.insert(Aabb2::new([0.5, 0.0], [1.0, 1.0]), BodyKind::Moving).unwrap(),
        world.insert(Sphere2::new([1.6, 0.3], 0.3), BodyKind::Moving).unwrap(),
    ];
    let mut velocities = [Vec2::ZERO; 3];
    for (rider, velocity) in riders.iter().zip(&mut velocities) {
        fall(&mut world, *rider, velocity);
    }
    let starts = riders.map(|rider| position(&world, rider));
    let mut height = 0.0_f32;
    for tick in 0..600 {
        let up = if tick / 60 % 2 == 0 { 3.0 } else { -3.0 };
        height += up * DT;
        let carry = world.carry(lift, &Pose2::from_translation([0.0, height])).unwrap();
        assert!(carry.crushed.is_empty() && carry.bodies.len() == 3, "{tick}: {carry:?}");
        for ((rider, velocity), start) in riders.iter().zip(&mut velocities).zip(starts) {
            let walk = fall(&mut world, *rider, velocity);
            assert!(!walk.started_penetrating, "{tick}: {walk:?}");
            let Some(WalkFloor { collider, velocity, .. }) = walk.floor else {
                panic!("{tick}: {walk:?}")
            };
            assert_eq!(collider, lift.collider(0));
            assert!((velocity.y - up).abs() < 1e-4, "{tick}: {velocity}");
            assert!((walk.carried.y - up * DT).abs() < 1e-5, "{tick}: {walk:?}");
            assert!(walk.moved.length() < 1e-5, "{tick}: {walk:?}");
            let off = position(&world, *rider) - start - vec2(0.0, height);
            assert!(off.length() < 2e-6, "{tick}: {off}");
        }
        world.step();
        assert!(world.events().iter().all(|event| !matches!(event, Event::Crushed(_))));
    }
}

/// The drift of riders relative to a platform that turns.
fn turntable(turns: usize) {
    let mut world = blocking::<Vec3>();
    let disc = Aabb3::new([-5.0, -0.5, -5.0], [5.0, 0.0, 5.0]);
    let disc = world.insert(disc, BodyKind::Moving).unwrap();
    let riders = [
        world.insert(Capsule3::new([3.0, 0.4, 1.0], [3.0, 1.4, 1.0], 0.4), BodyKind::Moving),
        world.insert(Aabb3::new([-3.0, 0.0, -2.0], [-2.5, 0.5, -1.5]), BodyKind::Moving),
    ]
    .map(Result::unwrap);
    let options = WalkOptions::default();
    let fall = |world: &mut World3, body| {
        let velocity = [0.0, GRAVITY * DT, 0.0];
        let walk = world.walk_body(body, velocity, DT, &options).unwrap();
        assert!(walk.floor.is_some() && !walk.started_penetrating, "{walk:?}");
        walk
    };
    riders.map(|rider| fall(&mut world, rider));
    let starts = riders.map(|rider| position(&world, rider));
    let mut worst = 0.0_f32;
    for tick in 1..=240 * turns {
        let rotation = axis_angle([0.0, 1.0, 0.0], (tick % 240) as f32 * 1.5);
        let carry = world.carry(disc, &Pose3::new([0.0; 3], rotation)).unwrap();
        assert_eq!((carry.bodies.len(), carry.crushed.len()), (2, 0), "{tick}: {carry:?}");
        for rider in riders {
            let walk = fall(&mut world, rider);
            let speed = walk.floor.map_or(0.0, |floor| floor.velocity.length());
            assert!(speed > 3.0, "{tick}: {walk:?}");
        }
        if tick % 240 == 0 {
            for (rider, start) in riders.iter().zip(starts) {
                worst = worst.max((position(&world, *rider) - start).length());
            }
        }
        world.step();
    }
    assert!(worst <= 1e-4, "{worst}");
}

#[test]
fn a_turntable_keeps_its_riders() {
    turntable(5);
}

/// 1,000 turns of four seconds each.
#[test]
#[ignore = "takes minutes"]
fn a_turntable_keeps_its_riders_for_long() {
    turntable(1000);
}
