//! Carriers and who stands on them.

use super::{DT, GRAVITY, blocking, capsule, fall, position};
use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::world::{BodyId, Event, WalkFloor};
use asunder::{
    Aabb, Capsule, IntoRotation, Obb, Penetrates, Pose, Rot2, Shape, Sphere, Vector, World,
    axis_angle,
};
use asunder_jury::Rng;
use core::f32::consts::{PI, TAU};

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

/// The bug: a box that had walked, and was then carried to a pose, took its riders along by half of its size as well,
/// for it stored a corner before and its middle after.
#[test]
fn a_box_that_walked_carries_as_far_as_it_goes() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let cart = world.insert(Aabb2::new([0.0, 0.0], [2.0, 1.0]), BodyKind::Moving).unwrap();
    let rider = world.insert(Aabb2::new([0.5, 1.0], [1.5, 2.0]), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    for body in [cart, rider] {
        assert!(world.walk_body(body, [0.0, -1.0], DT, &options).unwrap().floor.is_some());
    }
    for tick in 1..=4 {
        let x = tick as f32 / 16.0;
        let carry = world.carry(cart, &Pose2::from_translation([x, 0.0])).unwrap();
        let moved: Vec<_> = carry.bodies.iter().map(|it| (it.body, it.moved)).collect();
        assert_eq!(moved, [(rider, vec2(1.0 / 16.0, 0.0))], "{tick}");
    }
}

/// The bug: a body that had been placed by its shapes, as by a walk, stood still for who rode on it while it was first
/// carried to a pose.
#[test]
fn a_floor_moves_from_the_first_tick_on() {
    let floor = [Aabb2::new([0.0, 0.0], [2.0, 1.0]).into()];
    for before in 0..4 {
        let mut world = blocking::<Vec2>();
        world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
        let cart = world.insert(Aabb2::new([0.0, 0.0], [2.0, 1.0]), BodyKind::Moving).unwrap();
        let rider = world.insert(Aabb2::new([0.5, 1.0], [1.5, 2.0]), BodyKind::Moving).unwrap();
        let options = WalkOptions::default();
        match before {
            0 => {}
            1 => world.set_body_pose(cart, &Pose2::identity()).unwrap(),
            2 => world.set_body_shapes(cart, &floor).unwrap(),
            _ => {
                world.walk_body(cart, [0.0, -1.0], 0.25, &options).unwrap();
            }
        }
        world.walk_body(rider, [0.0, -1.0], 0.25, &options).unwrap();
        for tick in 1..=4 {
            let x = tick as f32 / 16.0;
            world.carry(cart, &Pose2::from_translation([x, 0.0])).unwrap();
            let walk = world.walk_body(rider, [0.0, -1.0], 0.25, &options).unwrap();
            let floor = walk.floor.unwrap();
            assert_eq!(
                (floor.collider.body, floor.velocity),
                (cart, vec2(0.25, 0.0)),
                "{before} {tick}"
            );
            assert_eq!(walk.carried, vec2(1.0 / 16.0, 0.0), "{before} {tick}");
            world.step();
        }
    }
}

/// The bug: the sweep of a carrier that comes from far away is rounded, and could end a unit in the last place before the
/// body that the carrier comes to be in, which was then neither moved nor crushed.
#[test]
fn a_carrier_from_far_away_leaves_nobody_inside() {
    let mut rng = Rng::new(0xca44);
    let mut moved = 0;
    for _ in 0..400 {
        let mut world = blocking::<Vec2>();
        let carrier = world.insert(Aabb2::new([-1.0, -1.0], [1.0, 1.0]), BodyKind::Moving).unwrap();
        let from = rng.between(-101.0, -100.0) as f32;
        world.set_body_pose(carrier, &Pose2::from_translation([from, 0.0])).unwrap();
        let to = rng.between(0.0, 0.5) as f32;
        let side = (to + 1.0).next_down();
        let body = Aabb2::new([side, -0.5], [side + 1.0, 0.5]);
        let body = world.insert(body, BodyKind::Moving).unwrap();
        let carry = world.carry(carrier, &Pose2::from_translation([to, 0.0])).unwrap();
        let [own, other] = [carrier, body].map(|id| world.shape(id.collider(0)).unwrap());
        assert!(!own.penetrates(other) || !carry.crushed.is_empty(), "{from} {to}: {carry:?}");
        moved += usize::from(!carry.bodies.is_empty());
    }
    assert!(moved > 200, "{moved}");
}

/// The bug: what has no bounds has no middle, and a rider was carried by the distance of two of them.
#[test]
fn an_unbounded_carrier_of_another_kind_carries() {
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    let mut world = World3::with_layers(layers);
    let ground = HalfSpace3::new([0.0, 1.0, 0.0], 0.0);
    let ground = world.insert(ground, BodyKind::Fixed).unwrap();
    let rider = world.insert(Sphere3::new([0.0, 0.5, 0.0], 0.5), BodyKind::Moving).unwrap();
    world.set_body_shapes(ground, &[Plane3::new([0.0, 1.0, 0.0], 0.0).into()]).unwrap();
    world.step();
    world.walk_body(rider, [0.0, -1.0, 0.0], 0.1, &WalkOptions::default()).unwrap();
    world.carry(ground, &Pose3::from_translation([1.0, 1.0, 0.0])).unwrap();
    let place = position(&world, rider).to_array();
    assert!(place.iter().all(|x| x.abs() <= 2.0), "{place:?}");
    let bytes = world.snapshot().to_bytes();
    asunder::world::Snapshot::<Vec3>::try_from_bytes(&bytes).expect("they are a world's");
}

/// A carrier that comes from beyond what can be stored is stored as not moved.
#[test]
fn a_carrier_from_the_other_end_is_stored() {
    let mut world = World3::new();
    let far = Sphere3::new([-3e38, 0.0, 0.0], 0.5);
    let carrier = world.insert(far, BodyKind::Moving).unwrap();
    world.set_body_shapes(carrier, &[Sphere3::new([3e38, 0.0, 0.0], 0.5).into()]).unwrap();
    world.carry(carrier, &Pose3::identity()).unwrap();
    let bytes = world.snapshot().to_bytes();
    asunder::world::Snapshot::<Vec3>::try_from_bytes(&bytes).expect("they are a world's");
}
