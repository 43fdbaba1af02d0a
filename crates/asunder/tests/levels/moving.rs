//! Levels that move, walked in a world: lifts, turntables, doors, conveyors, and rest.

use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::world::{BodyId, Walk};
use asunder::{Mover, Penetrates, Shape, Vector, World, axis_angle};
use core::f32::consts::TAU;

const GRAVITY: f32 = -9.8;

pub(crate) fn blocking<V: Vector>() -> World<V> {
    let layers = Layers::new().respond("default", "default", Response::Block).expect("a layer");
    World::with_layers(layers)
}

pub(crate) fn position<V: Vector>(world: &World<V>, body: BodyId) -> V {
    world.shape(body.collider(0)).expect("a shape").position()
}

/// Whether no two of the bodies penetrate each other.
fn is_free<V: Vector>(world: &World<V>, bodies: &[BodyId]) -> bool
where
    Shape<V>: Penetrates<Shape<V>>,
{
    let shape = |body: &BodyId| world.shape(body.collider(0)).expect("a shape").clone();
    let shapes: Vec<Shape<V>> = bodies.iter().map(shape).collect();
    (0..shapes.len()).all(|i| (0..i).all(|j| !shapes[i].penetrates(&shapes[j])))
}

/// Movers of every kind, one beside the other, whose feet are at the height zero.
fn movers(spacing: f32) -> Vec<Shape3> {
    let at = |i: usize| spacing * (i as f32 - 3.0);
    let corners = (0..8).map(|i| {
        [0, 1, 2].map(|t| {
            let side = if i >> t & 1 == 1 { 0.25 } else { -0.25 };
            if t == 0 {
                at(0) + side
            } else if t == 1 {
                0.25 + side
            } else {
                side
            }
        })
    });
    let edges = [[0.25, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 0.25]];
    let x = at;
    vec![
        ConvexHull3::new(corners).into(),
        Sphere3::new([x(1), 0.25, 0.0], 0.25).into(),
        Capsule3::new([x(2), 0.25, 0.0], [x(2), 1.0, 0.0], 0.25).into(),
        Aabb3::new([x(3) - 0.25, 0.0, -0.25], [x(3) + 0.25, 1.0, 0.25]).into(),
        Obb3::new([x(4), 0.5, 0.0], [0.25, 0.5, 0.25], [0.0, 0.5, 0.0, 1.0]).into(),
        Parallelepiped3::new([x(5), 0.25, 0.0], edges).into(),
        Triangle3::new([x(6) - 0.25, 0.0, 0.0], [x(6) + 0.25, 0.0, 0.0], [x(6), 1.0, 0.1]).into(),
    ]
}

/// Gravity alone, for one tick.
fn stand(world: &mut World3, body: BodyId, rate: f32) -> Walk<Vec3> {
    let velocity = [0.0, GRAVITY / rate, 0.0];
    let walk = world.walk_body(body, velocity, 1.0 / rate, &WalkOptions::default());
    let walk = walk.expect("a walk");
    // It walks no further along the ground than its velocity leads, whatever carries it.
    let way = Vec3::new(walk.moved.x, 0.0, walk.moved.z).length();
    let is_led_out = walk.started_penetrating;
    assert!(is_led_out || way <= -GRAVITY / (rate * rate) + 1e-5, "{rate}: {way} {walk:?}");
    walk
}

/// A lift at 3 m/s that reverses: its riders keep to its floor in every tick, and end where they began.
pub(crate) fn lift(ticks: usize) -> usize {
    let mut walked = 0;
    for rate in [30.0_f32, 60.0, 144.0] {
        let mut world = blocking::<Vec3>();
        let floor = Aabb3::new([-9.0, -0.25, -2.0], [9.0, 0.0, 2.0]);
        let lift = world.insert(floor, BodyKind::Moving).expect("a lift");
        let riders = movers(1.0);
        let riders: Vec<BodyId> = riders
            .iter()
            .map(|rider| world.insert(rider.clone(), BodyKind::Moving).expect("a rider"))
            .collect();
        for rider in &riders {
            stand(&mut world, *rider, rate);
        }
        let starts: Vec<Vec3> = riders.iter().map(|rider| position(&world, *rider)).collect();
        let mut bodies = riders.clone();
        bodies.push(lift);
        // A second up, a second down.
        let period = 2 * rate as usize;
        let rounds = (ticks / 3).div_ceil(period * riders.len()).max(1);
        for tick in 1..=rounds * period {
            let phase = tick % period;
            let seconds = phase.min(period - phase) as f32 / rate;
            let pose = Pose3::from_translation([0.0, 3.0 * seconds, 0.0]);
            let carry = world.carry(lift, &pose).expect("a lift");
            assert!(carry.crushed.is_empty() && carry.bodies.len() == riders.len(), "{carry:?}");
            for (rider, start) in riders.iter().zip(&starts) {
                let walk = stand(&mut world, *rider, rate);
                assert!(!walk.started_penetrating && walk.stuck.is_none(), "{tick}: {walk:?}");
                let floor = walk.floor.expect("a floor");
                assert_eq!(floor.collider.body, lift, "{tick}: {walk:?}");
                let off = position(&world, *rider) - *start - Vec3::Y * (3.0 * seconds);
                assert!(off.length() <= 1e-5, "{rate} {tick}: {off}");
            }
            walked += riders.len();
            assert!(!tick.is_multiple_of(16) || is_free(&world, &bodies), "{tick}");
            world.step();
        }
    }
    walked
}

/// A platform that turns 360 degrees in 4 seconds: after each turn its riders are where they were.
pub(crate) fn turntable(turns: usize) -> usize {
    let rate = 60.0;
    let mut world = blocking::<Vec3>();
    let disc = Obb3::new([0.0, -0.25, 0.0], [6.0, 0.25, 6.0], [0.0, 0.0, 0.0, 1.0]);
    let disc = world.insert(disc, BodyKind::Moving).expect("a platform");
    let riders: Vec<BodyId> = movers(1.25)
        .into_iter()
        .map(|rider| world.insert(rider, BodyKind::Moving).expect("a rider"))
        .collect();
    for rider in &riders {
        stand(&mut world, *rider, rate);
    }
    let starts: Vec<Vec3> = riders.iter().map(|rider| position(&world, *rider)).collect();
    let mut bodies = riders.clone();
    bodies.push(disc);
    let mut drift = 0.0_f32;
    for tick in 1..=240 * turns {
        let rotation = axis_angle([0.0, 1.0, 0.0], (tick % 240) as f32 / 240.0 * TAU);
        let carry = world.carry(disc, &Pose3::new([0.0; 3], rotation)).expect("a platform");
        // One stands in the middle and is not moved.
        let others = riders.len() - 1;
        assert!(carry.crushed.is_empty() && carry.bodies.len() >= others, "{tick} {carry:?}");
        for rider in &riders {
            let walk = stand(&mut world, *rider, rate);
            let floor = walk.floor.map(|floor| floor.collider.body);
            assert_eq!(floor, Some(disc), "{tick}: {walk:?}");
            assert!(!walk.started_penetrating, "{tick}: {walk:?}");
        }
        assert!(!tick.is_multiple_of(60) || is_free(&world, &bodies), "{tick}");
        if tick.is_multiple_of(240) {
            for (rider, start) in riders.iter().zip(&starts) {
                drift = drift.max((position(&world, *rider) - *start).length());
            }
        }
        world.step();
    }
    println!("turntable: {turns} turns, drift {drift:.1e}");
    assert!(drift <= 1e-4, "{drift}");
    240 * turns * riders.len()
}

/// Two doors that close on each mover: it is pushed to the middle and then crushed, which is told once it is
/// wider than the gap, and not before.
pub(crate) fn doors() -> usize {
    let mut walked = 0;
    for (mover, width) in movers(0.0).into_iter().zip([0.5, 0.5, 0.5, 0.5, 0.0, 0.5, 0.5]) {
        let mut world = blocking::<Vec3>();
        world
            .insert(Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]), BodyKind::Fixed)
            .expect("a floor");
        let door = |low: f32| Aabb3::new([low, 0.0, -4.0], [low + 1.0, 3.0, 4.0]);
        let left = world.insert(door(-3.0), BodyKind::Moving).expect("a door");
        let right = world.insert(door(2.0), BodyKind::Moving).expect("a door");
        let width = if let Shape3::Obb(turned) = &mover {
            let ends = turned.aabb();
            ends.max().x - ends.min().x
        } else {
            width
        };
        let body = world.insert(mover, BodyKind::Moving).expect("a mover");
        stand(&mut world, body, 60.0);
        for tick in 1..=128 {
            let way = tick as f32 / 64.0;
            let mut crushed = Vec::new();
            for (door, way) in [(left, way), (right, -way)] {
                let pose = Pose3::from_translation([way, 0.0, 0.0]);
                crushed.extend(world.carry(door, &pose).expect("a door").crushed);
            }
            world.step();
            let walk = stand(&mut world, body, 60.0);
            walked += 1;
            let gap = 4.0 - 2.0 * way;
            if gap < width - 1e-4 {
                assert!(crushed.iter().any(|it| it.body == body), "{gap} {width}: {walk:?}");
                assert!(walk.crushed.is_some(), "{walk:?}");
                break;
            }
            if gap > width + 1e-4 {
                assert!(crushed.is_empty() && walk.crushed.is_none(), "{gap} {width}: {walk:?}");
                assert!(is_free(&world, &[body, left, right]), "{gap} {width}");
            }
        }
    }
    walked
}

/// A conveyor takes every mover along to a wall.
pub(crate) fn conveyor() -> usize {
    let mut walked = 0;
    for rate in [30.0_f32, 60.0, 144.0] {
        for mover in movers(0.0) {
            let mut world = blocking::<Vec3>();
            let belt = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
            let belt = world.insert(belt, BodyKind::Fixed).expect("a belt").collider(0);
            world
                .insert(Aabb3::new([3.0, -1.0, -9.0], [4.0, 9.0, 9.0]), BodyKind::Fixed)
                .expect("a wall");
            world.set_surface_velocity(belt, [2.0, 0.0, 0.0]).expect("a belt");
            let body = world.insert(mover, BodyKind::Moving).expect("a mover");
            stand(&mut world, body, rate);
            let start = position(&world, body);
            for tick in 1..=2 * rate as usize {
                let walk = stand(&mut world, body, rate);
                walked += 1;
                assert!(walk.floor.is_some() && !walk.started_penetrating, "{tick}: {walk:?}");
                let at = position(&world, body) - start;
                let belt = 2.0 * tick as f32 / rate;
                let is_along = (at.x - belt).abs() <= 1e-4 || belt > 2.5 && at.x > 2.5;
                assert!(is_along && at.y.abs() < 1e-5, "{tick}: {at} {belt}");
            }
            let end = world.shape(body.collider(0)).expect("a shape").try_aabb().expect("bounds");
            assert!((end.max().x - 3.0).abs() <= 1e-5, "{end:?}");
        }
    }
    walked
}

/// At rest on a level floor, on a slope, and beside a wall, so many ticks: no bit changes.
pub(crate) fn rest(ticks: usize) -> usize {
    let mut walked = 0;
    let slope = ConvexHull3::new([
        [-9.0, -9.0, -9.0],
        [9.0, 0.0, -9.0],
        [9.0, -9.0, -9.0],
        [-9.0, -9.0, 9.0],
        [9.0, 0.0, 9.0],
        [9.0, -9.0, 9.0],
    ]);
    let level = Aabb3::new([-9.0, -5.0, -9.0], [9.0, -4.0, 9.0]);
    let floors: [Shape3; 2] = [slope.into(), level.into()];
    let each = (ticks / floors.len()).div_ceil(7);
    for floor in floors {
        let mut world = blocking::<Vec3>();
        world.insert(floor, BodyKind::Fixed).expect("a floor");
        let bodies: Vec<BodyId> = movers(1.0)
            .into_iter()
            .map(|mover| world.insert(mover, BodyKind::Moving).expect("a mover"))
            .collect();
        let mut falls = vec![0.0; bodies.len()];
        let mut tick = |world: &mut World3| {
            for (body, fall) in bodies.iter().zip(&mut falls) {
                let velocity = [0.0, *fall + GRAVITY / 60.0, 0.0];
                let walk = world.walk_body(*body, velocity, 1.0 / 60.0, &WalkOptions::default());
                *fall = walk.expect("a walk").velocity_after.y;
            }
        };
        for _ in 0..240 {
            tick(&mut world);
        }
        let hash = world.hash();
        for number in 0..each {
            tick(&mut world);
            assert_eq!(world.hash(), hash, "{number}");
        }
        walked += each * 7;
    }
    walked
}

/// Put inside of a floor, a wall or both, by 1e-7 to half a unit: out in one move, or told.
pub(crate) fn depth() -> usize {
    let walls = [
        Shape3::from(Aabb3::new([-9.0, -3.0, -9.0], [9.0, 0.0, 9.0])),
        Aabb3::new([1.0, -3.0, -9.0], [9.0, 9.0, 9.0]).into(),
    ];
    let low: Shape3 = Aabb3::new([-9.0, 0.25, -9.0], [9.0, 3.0, 9.0]).into();
    let mut walked = 0;
    for mover in movers(0.0) {
        let end = mover.try_aabb().expect("bounds").max().x;
        for depth in [1e-7_f32, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.2, 0.5] {
            let into = 1.0 - end + depth;
            for put in [[0.0, -depth, 0.0], [into, 0.0, 0.0], [into, -depth, 0.0]] {
                let start = mover.moved_by(put).expect("a place");
                let options = SlideOptions::default();
                let slide = start.move_and_slide([-0.1, -0.01, 0.0], &walls, &options);
                let slide = slide.expect("a finite motion");
                let out = start.moved_by(slide.moved).expect("a place");
                assert!(slide.stuck.is_none(), "{put:?} {start:?} {slide:?}");
                assert!(walls.iter().all(|wall| !out.penetrates(wall)), "{put:?} {slide:?}");
                // No further than it is deep, and the motion.
                let way = slide.moved.length();
                assert!(way <= 1.5 * depth + 0.1 + 1e-5, "{put:?} {start:?} {slide:?}");
                let narrow = [walls[0].clone(), walls[1].clone(), low.clone()];
                let told = start.move_and_slide([0.0, -0.01, 0.0], &narrow, &options);
                let told = told.expect("a finite motion");
                let after = start.moved_by(told.moved).expect("a place");
                let is_out = narrow.iter().all(|wall| !after.penetrates(wall));
                assert!(is_out || told.stuck.is_some(), "{start:?} {told:?}");
                walked += 2;
            }
        }
    }
    walked
}

/// In the plane: a lift that reverses, ridden by a capsule and a box.
pub(crate) fn lift_in_the_plane() -> usize {
    let mut world = blocking::<Vec2>();
    let lift = world.insert(Aabb2::new([-4.0, -0.25], [4.0, 0.0]), BodyKind::Moving);
    let lift = lift.expect("a lift");
    let riders: [Shape2; 4] = [
        Capsule2::new([-2.0, 0.4], [-2.0, 1.4], 0.4).into(),
        Aabb2::new([-0.5, 0.0], [0.5, 1.0]).into(),
        Sphere2::new([2.0, 0.5], 0.5).into(),
        Triangle2::new([3.0, 0.0], [3.5, 0.0], [3.25, 1.0]).into(),
    ];
    let riders = riders.map(|rider| world.insert(rider, BodyKind::Moving).expect("a rider"));
    let options = WalkOptions::default();
    let stand = |world: &mut World2, rider| {
        world.walk_body(rider, [0.0, GRAVITY / 60.0], 1.0 / 60.0, &options).expect("a walk")
    };
    for rider in riders {
        stand(&mut world, rider);
    }
    for tick in 1..=480_usize {
        let phase = tick % 120;
        let seconds = phase.min(120 - phase) as f32 / 60.0;
        world.carry(lift, &Pose2::from_translation([0.0, 3.0 * seconds])).expect("a lift");
        for rider in riders {
            let walk = stand(&mut world, rider);
            assert_eq!(walk.floor.map(|floor| floor.collider.body), Some(lift), "{tick} {walk:?}");
            assert!(!walk.started_penetrating, "{tick}: {walk:?}");
        }
        world.step();
    }
    480 * riders.len()
}
