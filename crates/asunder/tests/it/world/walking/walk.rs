//! Walks: on platforms and conveyors, past others who walk, at rest; what is kept of them.

use super::{DT, blocking, capsule, fall, position};
use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::world::{Snapshot, WalkFloor, WorldError, Yields};
use asunder::{MoveError, Rot2};

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
    let up = SlideOptions { up: Vec2::new(f32::INFINITY, 1.0), ..SlideOptions::default() };
    let bad = WalkOptions { slide: up, ..options };
    let error = world.walk_body(hero, [1.0, 0.0], 1.0, &bad).unwrap_err();
    assert_eq!(error, WorldError::SlideOptions { error: MoveError::Up { value: f32::INFINITY } });
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

/// Who is met pushes on, and takes along who stands on him; what does not walk stops the row.
#[test]
fn a_row_that_is_met_moves() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([-9.0, -1.0], [99.0, 0.0]), BodyKind::Fixed).unwrap();
    let box_at = |x: f32, y: f32| Aabb2::new([x, y], [x + 1.0, y + 1.0]);
    let [hero, first, second, upon, idle] =
        [(0.0, 0.0), (1.5, 0.0), (2.75, 0.0), (3.0, 1.0), (6.0, 0.0)]
            .map(|(x, y)| world.insert(box_at(x, y), BodyKind::Moving).unwrap());
    let options = WalkOptions { yields: Yields::Met, ..WalkOptions::default() };
    for body in [hero, first, second, upon] {
        assert!(world.walk_body(body, [0.0, -1.0], DT, &options).unwrap().floor.is_some());
    }
    for tick in 1..=96 {
        let walk = world.walk_body(hero, [3.75, -1.0], DT, &options).unwrap();
        assert!(!walk.started_penetrating && walk.floor.is_some(), "{tick}: {walk:?}");
        // The row ends at what stands there and does not walk.
        let x = (tick as f32 / 16.0).min(3.0);
        let pushed = [x, 1.5 + (x - 0.5).max(0.0), 2.75 + (x - 0.75).max(0.0)];
        let upon_x = 3.0 + (x - 0.75).max(0.0);
        for (body, x) in
            [hero, first, second, upon].into_iter().zip([pushed[0], pushed[1], pushed[2], upon_x])
        {
            assert!((position(&world, body).x - x).abs() < 1e-4, "{tick}: {x}");
        }
    }
    assert_eq!(position(&world, idle).x, 6.0);
    for (body, carried) in [(first, 2.5), (second, 2.25), (upon, 2.25)] {
        let walk = world.walk_body(body, [0.0, -1.0], DT, &options).unwrap();
        assert!((walk.carried.x - carried).abs() < 1e-4 && walk.floor.is_some(), "{walk:?}");
    }
}
