//! Bodies that walk, carriers, conveyors, and who is crushed.

use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::world::{BodyId, Crushed, Event, Snapshot, Walk, WalkFloor, WorldError, Yields};
use asunder::{
    Aabb, Capsule, IntoRotation, MoveError, Obb, Penetrates, Pose, Rot2, Shape, Sphere, Vector,
    World, axis_angle,
};
use asunder_jury::Rng;
use core::f32::consts::{PI, TAU};

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

/// A platform turns once in four seconds, a thousand times if there is time: nobody drifts on it.
#[test]
fn a_turntable_keeps_its_riders() {
    let turns = if std::env::var_os("ASUNDER_LONG").is_some() { 1000 } else { 5 };
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
    for rider in riders {
        fall(&mut world, rider);
    }
    let starts = riders.map(|rider| position(&world, rider));
    let mut worst = 0.0_f32;
    for tick in 1..=240 * turns {
        let rotation = axis_angle([0.0, 1.0, 0.0], (tick % 240) as f32 / 240.0 * TAU);
        let carry = world.carry(disc, &Pose3::new([0.0; 3], rotation)).unwrap();
        assert_eq!((carry.bodies.len(), carry.crushed.len()), (2, 0), "{tick}: {carry:?}");
        for rider in riders {
            let walk = fall(&mut world, rider);
            let speed = walk.floor.map_or(0.0, |floor| floor.velocity.length());
            assert!(speed > 4.0 && speed < 6.0, "{tick}: {walk:?}");
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
fn who_walks_on_a_platform_walks_relative_to_it() {
    let mut world = blocking::<Vec2>();
    let platform = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Moving).unwrap();
    let hero = world.insert(capsule(0.0, 0.0), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    world.walk_body(hero, [0.0, -0.5], 1.0 / 32.0, &options).unwrap();
    for tick in 1..=120 {
        let x = tick as f32 / 32.0;
        world.carry(platform, &Pose2::from_translation([x, 0.0])).unwrap();
        let walk = world.walk_body(hero, [-1.5, -0.5], 1.0 / 32.0, &options).unwrap();
        assert!((walk.moved - vec2(-1.5 / 32.0, 0.0)).length() < 1e-6, "{walk:?}");
        let WalkFloor { velocity, .. } = walk.floor.unwrap();
        assert!((velocity - vec2(1.0, 0.0)).length() < 1e-4, "{velocity}");
        let at = position(&world, hero);
        assert!((at.x - x + 1.5 * x).abs() < 1e-4, "{at} {x}");
        assert_eq!(walk.velocity_after, vec2(-1.5, 0.0));
    }
    // Who jumps is no longer carried.
    let walk = world.walk_body(hero, [0.0, 3.0], 1.0 / 32.0, &options).unwrap();
    assert!(walk.floor.is_none() && walk.velocity_after == vec2(0.0, 3.0), "{walk:?}");
    let carry = world.carry(platform, &Pose2::from_translation([5.0, 0.0])).unwrap();
    assert!(carry.bodies.is_empty(), "{carry:?}");
}

/// A platform that is rocked: an upright rider stays on it.
#[test]
fn a_rocking_platform_keeps_its_rider() {
    let mut world = blocking::<Vec2>();
    let platform = Obb2::new([0.0, -0.25], [4.0, 0.25], Rot2::IDENTITY);
    let platform = world.insert(platform, BodyKind::Moving).unwrap();
    let riders = [
        world.insert(capsule(2.0, 0.0), BodyKind::Moving).unwrap(),
        world.insert(Aabb2::new([-2.0, 0.0], [-1.5, 1.0]), BodyKind::Moving).unwrap(),
    ];
    let mut velocities = [Vec2::ZERO; 2];
    for (rider, velocity) in riders.iter().zip(&mut velocities) {
        fall(&mut world, *rider, velocity);
    }
    for tick in 0..480 {
        let phase = (tick % 240) as f32 / 60.0;
        let angle = 15.0
            * if phase < 1.0 {
                phase
            } else if phase < 3.0 {
                2.0 - phase
            } else {
                phase - 4.0
            };
        let pose = Pose2::new([0.0, 0.0], Rot2::degrees(angle));
        let carry = world.carry(platform, &pose).unwrap();
        assert!(carry.crushed.is_empty(), "{tick} {carry:?}");
        for (rider, velocity) in riders.iter().zip(&mut velocities) {
            let walk = fall(&mut world, *rider, velocity);
            assert!(!walk.started_penetrating && walk.floor.is_some(), "{tick}: {walk:?}");
        }
    }
    let at = riders.map(|rider| position(&world, rider).x);
    assert!((at[0] - 2.0).abs() < 0.1 && (at[1] + 2.0).abs() < 0.1, "{at:?}");
}

/// Riders of riders, and a turn of half a circle in one call.
#[test]
fn stacks_are_carried_as_one() {
    let mut world = blocking::<Vec3>();
    let disc = Aabb3::new([-5.0, -0.5, -5.0], [5.0, 0.0, 5.0]);
    let disc = world.insert(disc, BodyKind::Moving).unwrap();
    let at = |y: f32| Aabb3::new([2.0, y, 0.0], [3.0, y + 1.0, 1.0]);
    let stack = [0.0, 1.0, 2.0].map(|y| world.insert(at(y), BodyKind::Moving).unwrap());
    let options = WalkOptions::default();
    for body in stack {
        let walk = world.walk_body(body, [0.0, -1.0, 0.0], DT, &options).unwrap();
        assert!(walk.floor.is_some() && walk.moved == Vec3::ZERO);
    }
    let pose = Pose3::new([0.0, 1.0, 0.0], axis_angle([0.0, 1.0, 0.0], PI));
    let carry = world.carry(disc, &pose).unwrap();
    assert!(carry.crushed.is_empty() && carry.bodies.len() == 3, "{carry:?}");
    for (body, y) in stack.into_iter().zip([1.0, 2.0, 3.0]) {
        let off = position(&world, body) - Vec3::new(-3.0, y, -1.0);
        assert!(off.length() < 1e-5, "{off}");
        let walk = world.walk_body(body, [0.0, -1.0, 0.0], DT, &options).unwrap();
        assert!(walk.floor.is_some() && !walk.started_penetrating, "{walk:?}");
        let [_, y, _, w] = walk.turned.to_array();
        assert!((y.abs() - 1.0).abs() < 1e-6 && w.abs() < 1e-6, "{:?}", walk.turned);
    }
}

#[test]
fn a_wall_stops_who_is_carried() {
    let mut world = blocking::<Vec2>();
    let platform = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Moving).unwrap();
    let wall = world.insert(Aabb2::new([1.0, 0.5], [2.0, 9.0]), BodyKind::Fixed).unwrap();
    let hero = world.insert(capsule(0.0, 0.0), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    world.walk_body(hero, [0.0, -1.0], DT, &options).unwrap();
    for tick in 1..=60 {
        let carry =
            world.carry(platform, &Pose2::from_translation([tick as f32 / 16.0, 0.0])).unwrap();
        assert!(carry.crushed.is_empty());
        let walk = world.walk_body(hero, [0.0, -1.0], DT, &options).unwrap();
        assert_eq!(walk.floor.map(|floor| floor.collider.body), Some(platform));
        let x = position(&world, hero).x;
        assert!((x - 0.6_f32.min(tick as f32 / 16.0)).abs() < 1e-5, "{tick}: {x}");
    }
    let _ = wall;
}

/// A door that closes on somebody who stands in it.
#[test]
fn a_closing_door_crushes_and_says_against_what() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let jamb = world.insert(Aabb2::new([1.0, 0.0], [2.0, 3.0]), BodyKind::Fixed).unwrap();
    let door = world.insert(Aabb2::new([-3.0, 0.0], [-1.0, 3.0]), BodyKind::Moving).unwrap();
    let hero = world.insert(capsule(0.25, 0.0), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    world.walk_body(hero, [0.0, -1.0], DT, &options).unwrap();
    let mut crushed_at = None;
    for tick in 1..=64 {
        let x = tick as f32 / 32.0;
        let carry = world.carry(door, &Pose2::from_translation([x, 0.0])).unwrap();
        world.step();
        let events: Vec<_> = world
            .events()
            .iter()
            .filter_map(|event| match event {
                Event::Crushed(crushed) => Some(*crushed),
                _ => None,
            })
            .collect();
        assert_eq!(events, carry.crushed);
        if let [Crushed { body, by, against }] = events[..] {
            assert_eq!((body, by.body, against.body), (hero, door, jamb));
            crushed_at = Some(tick);
            let walk = world.walk_body(hero, [0.0, -1.0], DT, &options).unwrap();
            assert_eq!(walk.crushed, Some(events[0]));
            assert!(walk.started_penetrating, "{walk:?}");
            break;
        }
        assert!(x < 1.2, "{x}");
        let walk = world.walk_body(hero, [0.0, -1.0], DT, &options).unwrap();
        assert!(!walk.started_penetrating && walk.crushed.is_none(), "{walk:?}");
        let expected = 0.25_f32.max(x - 1.0 + 0.4);
        let at = position(&world, hero).x;
        assert!((at - expected).abs() < 1e-5, "{tick}: {at} {expected}");
    }
    assert_eq!(crushed_at, Some(39), "0.8 wide between -1 + x and 1");
}

#[test]
fn a_piston_pushes_and_crushes_nobody() {
    for (part, (angle, aside)) in [(0.0, 0.0), (30.0, 0.2), (0.0, 0.35)].into_iter().enumerate() {
        let mut world = blocking::<Vec2>();
        let head = Obb2::new([-2.0, 0.0], [1.0, 0.5], Rot2::degrees(angle));
        let head = world.insert(head, BodyKind::Moving).unwrap();
        let ball = world.insert(Sphere2::new([0.0, aside], 0.5), BodyKind::Moving).unwrap();
        let mut last = position(&world, ball);
        for tick in 1..=100 {
            let x = tick as f32 * 0.03;
            let carry = world.carry(head, &Pose2::from_translation([x, 0.0])).unwrap();
            assert!(carry.crushed.is_empty());
            let [a, b] = [ball, head].map(|body| world.shape(body.collider(0)).unwrap());
            assert!(!a.penetrates(b), "{part} {tick}");
            assert!(a.distance(b).unwrap() < 1e-5 || last == vec2(0.0, aside), "{part} {tick}");
            last = position(&world, ball);
        }
        assert!(last.x > 0.5, "{last}");
    }
}

/// A door on hinges, a quarter turn in one call: it takes along who is in its way.
#[test]
fn a_door_that_turns_passes_over_nobody() {
    for parts in [1, 3, 30] {
        let mut world = blocking::<Vec2>();
        let door = Obb2::new([1.0, 0.0], [1.0, 0.03125], Rot2::IDENTITY);
        let door = world.insert(door, BodyKind::Moving).unwrap();
        let hero = world.insert(Sphere2::new([1.2, 0.9], 0.4), BodyKind::Moving).unwrap();
        for part in 1..=parts {
            let angle = 90.0 * part as f32 / parts as f32;
            let pose = Pose2::new([0.0, 0.0], Rot2::degrees(angle));
            let carry = world.carry(door, &pose).unwrap();
            assert!(carry.crushed.is_empty(), "{carry:?}");
            let [a, b] = [hero, door].map(|body| world.shape(body.collider(0)).unwrap());
            assert!(!a.penetrates(b));
        }
        let at = position(&world, hero);
        assert!(at.x < 0.0 && at.y > 0.5, "{parts}: {at}");
    }
}

#[test]
fn a_conveyor_moves_who_stands_on_it() {
    let mut world = blocking::<Vec3>();
    let belt = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    let belt = world.insert(belt, BodyKind::Fixed).unwrap().collider(0);
    let wall =
        world.insert(Aabb3::new([2.0, 0.0, -9.0], [3.0, 9.0, 9.0]), BodyKind::Fixed).unwrap();
    world.set_surface_velocity(belt, [2.0, 0.0, 0.5]).unwrap();
    assert_eq!(world.surface_velocity(belt).unwrap().to_array(), [2.0, 0.0, 0.5]);
    let hero = Capsule3::new([0.0, 0.4, 0.0], [0.0, 1.4, 0.0], 0.4);
    let hero = world.insert(hero, BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    world.walk_body(hero, [0.0, -1.0, 0.0], DT, &options).unwrap();
    for tick in 1..=120 {
        let walk = world.walk_body(hero, [0.0, -1.0, 0.0], DT, &options).unwrap();
        assert_eq!((walk.moved, walk.velocity_after), (Vec3::ZERO, Vec3::ZERO));
        assert_eq!(walk.floor.map(|floor| floor.velocity.to_array()), Some([2.0, 0.0, 0.5]));
        let time = tick as f32 * DT;
        let expected = Vec3::new((2.0 * time).min(1.6), 0.4, 0.5 * time);
        let off = position(&world, hero) - expected;
        assert!(off.length() < 1e-4, "{tick}: {off}");
        assert_eq!(
            walk.hits.iter().any(|hit| hit.obstacle.body == wall),
            2.0 * time > 1.61,
            "{tick}"
        );
    }
    world.set_surface_velocity(belt, [0.0; 3]).unwrap();
    let before = position(&world, hero);
    world.walk_body(hero, [0.0, -1.0, 0.0], DT, &options).unwrap();
    assert_eq!(position(&world, hero), before);
}

#[test]
fn walkers_that_meet_yield_as_asked() {
    for yields in [Yields::Walker, Yields::Met] {
        let mut world = blocking::<Vec2>();
        world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
        let crate_ = world.insert(Aabb2::new([-2.0, 0.0], [-1.5, 1.0]), BodyKind::Moving).unwrap();
        world.insert(Aabb2::new([3.0, 0.0], [4.0, 9.0]), BodyKind::Fixed).unwrap();
        let [a, b] = [0.0, 1.0].map(|x| world.insert(capsule(x, 0.0), BodyKind::Moving).unwrap());
        let options = WalkOptions { yields, ..WalkOptions::default() };
        for body in [a, b] {
            world.walk_body(body, [0.0, -1.0], DT, &options).unwrap();
        }
        let mut met = 0;
        for _ in 0..60 {
            let walk = world.walk_body(a, [3.0, -0.1], DT, &options).unwrap();
            met += usize::from(walk.hits.iter().any(|hit| hit.obstacle.body == b));
            let [p, q] = [a, b].map(|body| world.shape(body.collider(0)).unwrap());
            assert!(!p.penetrates(q));
            let other = world.walk_body(b, [0.0, -0.1], DT, &options).unwrap();
            assert!(!other.started_penetrating && other.floor.is_some());
        }
        let at = [a, b].map(|body| position(&world, body).x);
        let expected = if yields == Yields::Met { [1.8, 2.6] } else { [0.2, 1.0] };
        assert!(at.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-4), "{yields:?}: {at:?}");
        assert!(met > 20, "{met}");
        // A body that never walked stops both.
        for _ in 0..120 {
            world.walk_body(a, [-3.0, -0.1], DT, &options).unwrap();
        }
        assert!((position(&world, a).x + 1.1).abs() < 1e-5);
        assert_eq!(position(&world, crate_).x, -2.0);
    }
}

/// A world restored in the middle goes on with the same bits, also from bytes.
#[test]
fn a_snapshot_holds_who_stands_where() {
    let mut world = blocking::<Vec2>();
    let lift = Obb2::new([0.0, -0.25], [3.0, 0.25], Rot2::IDENTITY);
    let lift = world.insert(lift, BodyKind::Moving).unwrap();
    world.insert(Aabb2::new([-9.0, 2.0], [9.0, 9.0]), BodyKind::Fixed).unwrap();
    world.set_surface_velocity(lift.collider(0), [0.125, 0.0]).unwrap();
    let riders = [-1.0, 1.0].map(|x| world.insert(capsule(x, 0.0), BodyKind::Moving).unwrap());
    let tick = |world: &mut World2, number: i32| {
        let angle = Rot2::degrees(number as f32 * 0.25);
        let carry = world.carry(lift, &Pose2::new([0.0, number as f32 / 64.0], angle)).unwrap();
        let walks = riders.map(|rider| {
            world.walk_body(rider, [0.25, -0.5], DT, &WalkOptions::default()).unwrap()
        });
        world.step();
        (carry, walks, world.events().to_vec(), world.hash())
    };
    for number in 0..20 {
        tick(&mut world, number);
    }
    world.carry(lift, &Pose2::from_translation([0.0, 0.3125])).unwrap();
    let snapshot = world.snapshot();
    let bytes = snapshot.to_bytes();
    let read = Snapshot::try_from_bytes(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    let mut copy = World2::new();
    copy.restore(&read);
    let went: Vec<_> = (20..60).map(|number| tick(&mut world, number)).collect();
    assert!(went.iter().any(|(carry, ..)| !carry.crushed.is_empty()));
    let again: Vec<_> = (20..60).map(|number| tick(&mut copy, number)).collect();
    assert_eq!(went, again);
    world.restore(&snapshot);
    let again: Vec<_> = (20..60).map(|number| tick(&mut world, number)).collect();
    assert_eq!(went, again);
}

/// Every bit of the state is in the hash: a body that stands differs from one that was placed there.
#[test]
fn the_hash_counts_who_stands() {
    let mut world = blocking::<Vec2>();
    let floor = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let hero = world.insert(capsule(0.0, 0.0), BodyKind::Moving).unwrap();
    world.set_body_shapes(hero, &[capsule(0.0, 0.0)]).unwrap();
    let placed = world.hash();
    world.walk_body(hero, [0.0, -1.0], DT, &WalkOptions::default()).unwrap();
    let stands = world.hash();
    assert_ne!(placed, stands);
    world.set_surface_velocity(floor.collider(0), [1.0, 0.0]).unwrap();
    assert_ne!(world.hash(), stands);
    world.set_surface_velocity(floor.collider(0), [0.0, 0.0]).unwrap();
    assert_eq!(world.hash(), stands);
    world.set_body_shapes(hero, &[capsule(0.5, 0.0)]).unwrap();
    let moved = world.carry(floor, &Pose2::from_translation([1.0, 0.0])).unwrap();
    assert!(moved.bodies.is_empty(), "it was placed and has not walked since: {moved:?}");
    world.remove(floor).unwrap();
    world.remove(hero).unwrap();
    assert!(Snapshot::<Vec2>::try_from_bytes(&world.snapshot().to_bytes()).is_ok());
}

/// Ten thousand ticks of gravity: nobody moves by a bit.
#[test]
fn who_rests_keeps_his_bits() {
    let slope = |degrees: f32| {
        let Rot2 { cos, sin, .. } = Rot2::degrees(degrees);
        Shape2::from(HalfSpace2::new([-sin, cos], 0.0))
    };
    let level = Aabb2::new([-9.0, -1.0], [9.0, 0.0]);
    let floors: [(Shape2, BodyKind); 3] = [
        (level.into(), BodyKind::Fixed),
        (slope(30.0), BodyKind::Fixed),
        (level.into(), BodyKind::Moving),
    ];
    for (floor, kind) in floors {
        let is_lift = kind == BodyKind::Moving;
        let mut world = blocking::<Vec2>();
        let floor = world.insert(floor, kind).unwrap();
        let riders = [
            world.insert(capsule(-1.7, 1.0), BodyKind::Moving).unwrap(),
            world.insert(Aabb2::new([0.1, 1.0], [0.6, 2.0]), BodyKind::Moving).unwrap(),
        ];
        let mut velocities = [Vec2::ZERO; 2];
        if is_lift {
            world.carry(floor, &Pose2::from_translation([0.3, 0.1])).unwrap();
        }
        for _ in 0..120 {
            for (rider, velocity) in riders.iter().zip(&mut velocities) {
                fall(&mut world, *rider, velocity);
            }
        }
        let rests = riders.map(|rider| position(&world, rider));
        let mut hash = None;
        for tick in 0..2_000 {
            if is_lift && tick % 2 == 0 {
                world.carry(floor, &Pose2::from_translation([0.3, 0.1])).unwrap();
            }
            for (rider, velocity) in riders.iter().zip(&mut velocities) {
                let walk = fall(&mut world, *rider, velocity);
                assert!(walk.floor.is_some() && !walk.started_penetrating, "{tick} {walk:?}");
            }
            assert_eq!(riders.map(|rider| position(&world, rider)), rests, "{tick}");
            if !is_lift {
                assert_eq!(*hash.get_or_insert(world.hash()), world.hash());
            }
        }
    }
}

/// A body of two colliders rides, and so does one on a carrier of two.
#[test]
fn bodies_of_several_colliders_ride() {
    let mut world = blocking::<Vec2>();
    let car = [
        Aabb2::new([-2.0, -0.5], [2.0, 0.0]).into(),
        Aabb2::new([-2.0, 0.0], [-1.5, 1.125]).into(),
    ];
    let car = world.insert_body(&car, BodyKind::Moving).unwrap();
    let table =
        [Aabb2::new([0.0, 0.0], [0.25, 1.0]).into(), Aabb2::new([-0.5, 1.0], [0.75, 1.25]).into()];
    let table = world.insert_body(&table, BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    world.walk_body(table, [0.0, -1.0], DT, &options).unwrap();
    for tick in 1..=100 {
        let x = tick as f32 * 0.017;
        let carry = world.carry(car, &Pose2::from_translation([x, x * 0.5])).unwrap();
        assert!(carry.crushed.is_empty() && carry.bodies[0].stands);
        let walk = world.walk_body(table, [0.0, -1.0], DT, &options).unwrap();
        assert_eq!(walk.floor.map(|floor| floor.collider), Some(car.collider(0)));
        assert!(!walk.started_penetrating && walk.moved.length() < 1e-6, "{walk:?}");
        let [Shape2::Aabb(leg), Shape2::Aabb(top)] =
            [0, 1].map(|part| world.shape(table.collider(part)).unwrap().clone())
        else {
            unreachable!()
        };
        assert!((leg.max().y - top.min().y).abs() < 1e-6);
    }
    // The car's wall takes along who walks into it.
    for _ in 0..60 {
        world.walk_body(table, [-3.0, -1.0], DT, &options).unwrap();
    }
    let x = position(&world, table).x;
    assert!((x - (1.7 - 1.5 + 0.5)).abs() < 1e-4, "{x}");
    let carry = world.carry(car, &Pose2::from_translation([4.0, 0.85])).unwrap();
    assert!(carry.crushed.is_empty(), "{carry:?}");
}

#[test]
fn what_cannot_be_walked_is_refused() {
    let mut world = blocking::<Vec2>();
    let hero = world.insert(capsule(0.0, 0.0), BodyKind::Moving).unwrap();
    let plane = world.insert(HalfSpace2::new([0.0, 1.0], 0.0), BodyKind::Fixed).unwrap();
    let gone = world.insert(capsule(9.0, 0.0), BodyKind::Moving).unwrap();
    world.remove(gone).unwrap();
    let hash = world.hash();
    let options = WalkOptions::default();
    for dt in [-1.0, f32::NAN, f32::INFINITY] {
        let error = world.walk_body(hero, [1.0, 0.0], dt, &options).unwrap_err();
        assert!(matches!(error, WorldError::TimeStep { .. }), "{error}");
        assert!(error.to_string().contains("zero or more"));
    }
    for velocity in [[f32::NAN, 0.0], [0.0, f32::INFINITY], [f32::MAX, 0.0]] {
        let error = world.walk_body(hero, velocity, 2.0, &options).unwrap_err();
        assert!(matches!(error, WorldError::Motion { .. }), "{error}");
    }
    let up = SlideOptions { up: Vec2::ZERO, ..SlideOptions::default() };
    let bad = WalkOptions { slide: up, ..options };
    let error = world.walk_body(hero, [1.0, 0.0], 1.0, &bad).unwrap_err();
    assert_eq!(error, WorldError::SlideOptions { error: MoveError::Up { value: 0.0 } });
    assert!(matches!(
        world.walk_body(plane, [1.0, 0.0], 1.0, &options),
        Err(WorldError::Mover { found: "half_space", .. })
    ));
    assert_eq!(
        world.walk_body(gone, [1.0, 0.0], 1.0, &options),
        Err(WorldError::NoBody { body: gone })
    );
    assert!(world.carry(gone, &Pose2::identity()).is_err());
    assert!(world.carry(hero, &Pose2::from_translation([f32::NAN, 0.0])).is_err());
    assert!(world.carry(hero, &Pose2::from_translation([f32::MAX, 0.0])).is_ok());
    world.carry(hero, &Pose2::identity()).unwrap();
    assert!(world.set_surface_velocity(hero.collider(0), [f32::NAN, 0.0]).is_err());
    assert!(world.set_surface_velocity(hero.collider(7), [1.0, 0.0]).is_err());
    assert!(world.surface_velocity(hero.collider(7)).is_err());
    assert_ne!(world.hash(), hash, "the body has carried");
}

/// Doors that open and things that are picked up.
#[test]
fn a_hook_lets_hits_pass() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let door = world.insert(Aabb2::new([1.0, 0.0], [1.25, 2.0]), BodyKind::Fixed).unwrap();
    let wall = world.insert(Aabb2::new([3.0, 0.0], [4.0, 2.0]), BodyKind::Fixed).unwrap();
    let hero = world.insert(capsule(0.0, 0.0), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    let walk = world
        .walk_body_among(hero, [9.0, -1.0], 1.0, &options, |hit| hit.obstacle.body != door)
        .unwrap();
    assert!((walk.moved.x - 2.6).abs() < 1e-5, "{walk:?}");
    let hit = |body| walk.hits.iter().filter(|hit| hit.obstacle.body == body).count();
    assert_eq!((hit(door), hit(wall)), (0, 1));
}

/// Who is pushed pushes on: nobody is crushed before the row meets a wall.
#[test]
fn a_row_is_pushed_as_one() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let wall = world.insert(Aabb2::new([4.0, 0.0], [5.0, 9.0]), BodyKind::Fixed).unwrap();
    let piston = world.insert(Aabb2::new([-2.0, 0.0], [-1.0, 2.0]), BodyKind::Moving).unwrap();
    let row = [-0.5, 0.5, 1.4].map(|x| world.insert(capsule(x, 0.0), BodyKind::Moving).unwrap());
    let mut crushed_at = None;
    for tick in 1..=50 {
        let x = tick as f32 * 0.0625;
        let carry = world.carry(piston, &Pose2::from_translation([x, 0.0])).unwrap();
        let shapes: Vec<Shape2> =
            row.iter().map(|body| world.shape(body.collider(0)).unwrap().clone()).collect();
        if let Some(Crushed { by, against, .. }) = carry.crushed.first() {
            assert_eq!((by.body, against.body), (piston, row[1]));
            crushed_at = Some(tick);
        }
        assert!(!shapes[0].penetrates(&shapes[1]) && !shapes[1].penetrates(&shapes[2]), "{tick}");
        assert!(!shapes[2].penetrates(world.shape(wall.collider(0)).unwrap()));
        if crushed_at.is_some() {
            break;
        }
    }
    // Three of them, 0.8 wide each, between -1 + x and 4.
    assert_eq!(crushed_at, Some(42));
}

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

/// Carriers of all kinds among walls, with bodies on them and around: nobody gets into a wall, and who is not
/// crushed is free of the carrier.
fn carriers_among_walls<V: Vector>(seed: u64, rounds: usize, pose: impl Fn(&mut Rng) -> Pose<V>)
where
    V::Rotation: IntoRotation<V>,
    V::RotationArray: Into<V::RotationArray>,
    Shape<V>: Penetrates<Shape<V>>,
{
    let mut rng = Rng::new(seed);
    let (mut crushes, mut rides, mut pushes) = (0, 0, 0);
    for round in 0..rounds {
        let mut world = blocking::<V>();
        let far = [0.0, 0.0, 100.0, 5000.0][round % 4];
        let vector = |rng: &mut Rng, size: f64| {
            V::array(|t| rng.between(-size, size) as f32 + if t == 0 { far } else { 0.0 })
        };
        let floor =
            V::array(|t| if t == 1 { -2.0 } else { -20.0 + if t == 0 { far } else { 0.0 } });
        let top = V::array(|t| if t == 1 { -1.5 } else { 20.0 + if t == 0 { far } else { 0.0 } });
        let mut walls = vec![world.insert(Aabb::new(floor, top), BodyKind::Fixed).unwrap()];
        for _ in 0..3 {
            let corner = vector(&mut rng, 4.0);
            let other = V::array(|t| corner[t] + rng.between(0.05, 1.0) as f32);
            walls.push(world.insert(Aabb::new(corner, other), BodyKind::Fixed).unwrap());
        }
        let half = V::array(|t| if t == 1 { 0.125 } else { 2.0 });
        let local = Obb::new(V::array(|_| 0.0), half, V::IDENTITY);
        let origin = V::array(|t| if t == 0 { far } else { 0.0 });
        let carrier = world.insert(local, BodyKind::Moving).unwrap();
        world.set_body_pose(carrier, &Pose::from_translation(origin)).unwrap();
        let mut walkers = Vec::new();
        for _ in 0..6 {
            let at = vector(&mut rng, 2.0);
            let end = V::array(|t| at[t] + if t == 1 { 1.0 } else { 0.0 });
            let shape: Shape<V> = match rng.below(3) {
                0 => Capsule::new(at, end, 0.3).into(),
                1 => Sphere::new(at, 0.4).into(),
                _ => Aabb::new(at, V::array(|t| at[t] + 0.5)).into(),
            };
            let id = world.insert(shape, BodyKind::Moving).unwrap();
            if world.depenetrate_body(id).unwrap().is_some() {
                walkers.push(id);
            } else {
                world.remove(id).unwrap();
            }
        }
        let penetrates = |world: &World<V>, a: BodyId, b: BodyId| {
            let [a, b] = [a, b].map(|id| world.shape(id.collider(0)).unwrap());
            a.penetrates(b)
        };
        let options = WalkOptions::default();
        let down = V::array(|t| if t == 1 { -4.0 } else { 0.0 });
        let mut crushed: Vec<BodyId> = Vec::new();
        for tick in 0..12 {
            let step = pose(&mut rng);
            let size = rng.between(0.0, 0.4) as f32;
            let to = step.translation().to_array();
            let to = V::array(|t| origin[t] + to[t] * size * tick as f32 * 0.3);
            let rotation = Pose::identity().between(&step, size);
            let to = pose_with(to, &rotation);
            let carry = world.carry(carrier, &to).unwrap();
            crushed.extend(carry.crushed.iter().map(|crush| crush.body));
            crushes += carry.crushed.len();
            rides += carry.bodies.iter().filter(|it| it.stands).count();
            pushes += carry.bodies.iter().filter(|it| !it.stands).count();
            for &id in &walkers {
                for &wall in &walls {
                    assert!(
                        crushed.contains(&id) || !penetrates(&world, id, wall),
                        "{round} {tick}"
                    );
                }
                let is_free = !penetrates(&world, id, carrier);
                assert!(is_free || carry.crushed.iter().any(|it| it.body == id), "{round} {tick}");
            }
            for &id in &walkers {
                let walk = world.walk_body(id, down, DT, &options).unwrap();
                assert!(
                    !walk.started_penetrating || !crushed.is_empty(),
                    "{round} {tick} {walk:?}"
                );
            }
            world.step();
        }
    }
    assert!(crushes > 5 && rides > 50 && pushes > 50, "{crushes} {rides} {pushes}");
}

fn pose_with<V: Vector>(translation: V::Array<f32>, rotation: &Pose<V>) -> Pose<V>
where
    V::Rotation: IntoRotation<V>,
{
    Pose::new(translation, rotation.rotation())
}

#[test]
fn carriers_leave_nobody_in_a_wall_2d() {
    carriers_among_walls::<Vec2>(5, 60, |rng| {
        let [x, y] = [(); 2].map(|()| rng.between(-2.0, 2.0) as f32);
        Pose2::new([x, y], Rot2::degrees(rng.between(-90.0, 90.0) as f32))
    });
}

#[test]
fn carriers_leave_nobody_in_a_wall_3d() {
    carriers_among_walls::<Vec3>(6, 24, |rng| {
        let [x, y, z] = [(); 3].map(|()| rng.between(-2.0, 2.0) as f32);
        let axis = [0.3 * x, 1.0, 0.3 * z];
        Pose3::new([x, y, z], axis_angle(axis, rng.between(-1.5, 1.5) as f32))
    });
}

/// A lift that is placed elsewhere leaves its rider behind.
#[test]
fn a_lift_that_is_placed_carries_nobody() {
    let mut world = blocking::<Vec2>();
    let lift = world.insert(Aabb2::new([-1.0, -0.25], [1.0, 0.0]), BodyKind::Moving).unwrap();
    let hero = world.insert(capsule(0.0, 0.0), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    world.walk_body(hero, [0.0, -1.0], DT, &options).unwrap();
    world.set_body_pose(lift, &Pose2::from_translation([0.0, -5.0])).unwrap();
    let carry = world.carry(lift, &Pose2::from_translation([1.0, -5.0])).unwrap();
    assert!(carry.bodies.is_empty());
    let walk = world.walk_body(hero, [0.0, -1.0], 1.0, &options).unwrap();
    assert!(walk.floor.is_none() && walk.carried == Vec2::ZERO && walk.moved == vec2(0.0, -1.0));
    // Time that does not pass moves nobody, and says who stands.
    world.carry(lift, &Pose2::from_translation([0.0, -1.0])).unwrap();
    let walk = world.walk_body(hero, [0.0, -1.0], 0.0, &options).unwrap();
    assert_eq!(
        walk.floor.map(|floor| (floor.collider.body, floor.velocity)),
        Some((lift, Vec2::ZERO))
    );
    assert_eq!((walk.moved, walk.velocity_after), (Vec2::ZERO, vec2(0.0, -1.0)));
}

/// Two who are carried towards each other, and a rider whom a low beam stops.
#[test]
fn a_beam_stops_one_rider_and_not_the_other() {
    let mut world = blocking::<Vec2>();
    let platform = world.insert(Aabb2::new([-5.0, -1.0], [5.0, 0.0]), BodyKind::Moving).unwrap();
    world.insert(Aabb2::new([2.0, 1.0], [2.5, 2.0]), BodyKind::Fixed).unwrap();
    let tall = world.insert(capsule(0.0, 0.0), BodyKind::Moving).unwrap();
    let low = world.insert(Aabb2::new([-1.5, 0.0], [-1.0, 0.5]), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    for body in [tall, low] {
        world.walk_body(body, [0.0, -1.0], DT, &options).unwrap();
    }
    for tick in 1..=96 {
        let pose = Pose2::from_translation([tick as f32 / 32.0, 0.0]);
        let carry = world.carry(platform, &pose).unwrap();
        for body in [tall, low] {
            let walk = world.walk_body(body, [0.0, -1.0], DT, &options).unwrap();
            assert!(
                !walk.started_penetrating && walk.floor.is_some(),
                "{tick}: {walk:?} {carry:?}"
            );
        }
    }
    // The low one has come up to the tall one, who is held by the beam.
    let [at, low_at] = [tall, low].map(|body| position(&world, body).x);
    assert!((at - 1.6).abs() < 1e-4 && (low_at - 0.7).abs() < 0.05, "{at} {low_at}");
}

/// Far out, where numbers are coarse, and high up.
#[test]
fn lifts_carry_far_out() {
    for (x, y) in [(1000.3_f32, 0.0_f32), (30.0, 5000.7), (65_000.1, 65_000.1)] {
        let mut world = blocking::<Vec2>();
        let lift = Aabb2::new([x - 2.0, y - 0.25], [x + 2.0, y]);
        let lift = world.insert(lift, BodyKind::Moving).unwrap();
        let riders = [
            world.insert(capsule(x, y), BodyKind::Moving).unwrap(),
            world.insert(Aabb2::new([x + 1.0, y], [x + 1.5, y + 1.0]), BodyKind::Moving).unwrap(),
            world
                .insert(Obb2::new([x - 1.0, y + 0.3], [0.3, 0.3], Rot2::IDENTITY), BodyKind::Moving)
                .unwrap(),
        ];
        let mut velocities = [Vec2::ZERO; 3];
        for rider in riders {
            world.depenetrate_body(rider).unwrap().unwrap();
        }
        let mut height = 0.0_f32;
        let mut misses = 0;
        for tick in 0..240 {
            height += if tick / 60 % 2 == 0 { 3.0 * DT } else { -3.0 * DT };
            let carry =
                world.carry(lift, &Pose2::from_translation([0.25 * height, height])).unwrap();
            assert!(carry.crushed.is_empty(), "{tick}: {carry:?}");
            for (rider, velocity) in riders.iter().zip(&mut velocities) {
                let walk = fall(&mut world, *rider, velocity);
                assert!(!walk.started_penetrating, "{x} {y} {tick}: {walk:?}");
                misses += usize::from(walk.floor.is_none() && tick > 20);
            }
        }
        assert_eq!(misses, 0, "{x} {y}");
    }
}

/// Who is removed before the step is in no event.
#[test]
fn who_is_crushed_and_removed_is_not_told() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([1.0, -9.0], [2.0, 9.0]), BodyKind::Fixed).unwrap();
    let ball = world.insert(Sphere2::new([0.5, 0.0], 0.5), BodyKind::Moving).unwrap();
    let press = world.insert(Aabb2::new([-1.0, -9.0], [0.0, 9.0]), BodyKind::Moving).unwrap();
    let pose = Pose2::from_translation([0.25, 0.0]);
    assert_eq!(world.carry(press, &pose).unwrap().crushed.len(), 1);
    let bytes = world.snapshot().to_bytes();
    let mut copy = World2::new();
    copy.restore(&Snapshot::try_from_bytes(&bytes).unwrap());
    copy.step();
    assert!(copy.events().iter().any(|event| matches!(event, Event::Crushed(_))));
    let told = copy.snapshot();
    assert_eq!(Snapshot::<Vec2>::try_from_bytes(&told.to_bytes()).unwrap().hash(), told.hash());
    // It is told again as long as it is moved and leaves no room, and no longer.
    assert_eq!(copy.carry(press, &Pose2::from_translation([0.125, 0.0])).unwrap().crushed.len(), 1);
    assert!(copy.carry(press, &Pose2::identity()).unwrap().crushed.is_empty());
    world.remove(ball).unwrap();
    world.step();
    assert!(world.events().iter().all(|event| !matches!(event, Event::Crushed(_))));
}
