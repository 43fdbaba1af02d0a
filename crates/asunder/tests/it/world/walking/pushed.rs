//! Who is in a carrier's way: pushed, or crushed.

use super::{DT, blocking, capsule, position};
use asunder::Rot2;
use asunder::glam::{Quat, Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::world::{Crushed, Event, Snapshot, Yields};

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

/// Who stands on a body that is pushed goes along with it, and who stands on that one, until a wall stops him; nobody
/// is moved twice.
#[test]
fn riders_of_the_pushed_go_along() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let wall = world.insert(Aabb2::new([2.0, 1.5], [3.0, 9.0]), BodyKind::Fixed).unwrap();
    let piston = world.insert(Aabb2::new([-2.0, 0.0], [-1.0, 0.75]), BodyKind::Moving).unwrap();
    let at = |x: f32, y: f32| Aabb2::new([x, y], [x + 1.0, y + 1.0]);
    // Two in a row, one upon each, and one upon the one upon the first.
    let places = [(-1.0, 0.0), (0.25, 0.0), (-0.75, 1.0), (0.5, 1.0), (-0.5, 2.0)];
    let bodies = places.map(|(x, y)| world.insert(at(x, y), BodyKind::Moving).unwrap());
    let options = WalkOptions::default();
    for body in bodies {
        assert!(world.walk_body(body, [0.0, -1.0], DT, &options).unwrap().floor.is_some());
    }
    for tick in 1..=31 {
        let x = tick as f32 / 16.0;
        let carry = world.carry(piston, &Pose2::from_translation([x, 0.0])).unwrap();
        assert!(carry.crushed.is_empty() && carry.bodies.iter().all(|it| !it.stands), "{carry:?}");
        // The second of the row begins a quarter of a unit away.
        let second = 0.25 + (x - 0.25).max(0.0);
        let expected = [
            (x - 1.0, 0.0),
            (second, 0.0),
            ((x - 0.75).min(1.0), 1.0),
            ((second + 0.25).min(1.0), 1.0),
            ((x - 0.5).min(1.0), 2.0),
        ];
        for (i, (body, expected)) in bodies.into_iter().zip(expected).enumerate() {
            // The one upon the first is stopped by the one upon the second, who is stopped by the wall.
            let expected = if i == 2 { (expected.0.min(0.0), 1.0) } else { expected };
            let off = position(&world, body) - vec2(expected.0, expected.1);
            assert!(off.length() < 1e-5, "{tick} {i}: {off}");
            let walk = world.walk_body(body, [0.0, -1.0], DT, &options).unwrap();
            assert!(walk.floor.is_some() && !walk.started_penetrating, "{tick} {i}: {walk:?}");
        }
    }
    let _ = wall;
}

/// Who is pushed by a door that turns is not turned, so neither is who stands on him: he keeps his place there. Who
/// stands on the door is turned with it.
#[test]
fn riders_of_the_pushed_keep_their_places_on_them() {
    let mut world = blocking::<Vec3>();
    world.insert(HalfSpace3::new([0.0, 1.0, 0.0], 0.0), BodyKind::Fixed).unwrap();
    let door = Obb3::new([2.0, 0.15, 0.0], [2.0, 0.15, 0.1], Quat::IDENTITY.to_array());
    let door = world.insert(door, BodyKind::Moving).unwrap();
    let cart = Aabb3::new([2.0, 0.0, 0.25], [3.0, 0.4, 1.25]);
    let cart = world.insert(cart, BodyKind::Moving).unwrap();
    let upright =
        |x: f32, foot: f32, z: f32| Capsule3::new([x, foot + 0.3, z], [x, foot + 1.3, z], 0.3);
    let rider = world.insert(upright(2.5, 0.4, 0.75), BodyKind::Moving).unwrap();
    let doorman = world.insert(upright(1.0, 0.3, 0.0), BodyKind::Moving).unwrap();
    let options = WalkOptions::default();
    let walk = |world: &mut World3, body| {
        let walk = world.walk_body(body, [0.0, -1.0, 0.0], DT, &options).unwrap();
        (walk.floor.expect("a floor").collider.body, walk.turned, walk.carried)
    };
    for body in [cart, rider, doorman] {
        walk(&mut world, body);
    }
    let start = position::<Vec3>(&world, cart);
    let offset = position::<Vec3>(&world, rider) - start;
    for tick in 1..=30 {
        let before = position::<Vec3>(&world, cart);
        let turn = asunder::axis_angle([0.0, 1.0, 0.0], (-2.0 * tick as f32).to_radians());
        let carry = world.carry(door, &Pose3::new([0.0; 3], turn)).unwrap();
        assert!(carry.crushed.is_empty(), "{tick}: {carry:?}");
        let at = position::<Vec3>(&world, cart);
        let off = position::<Vec3>(&world, rider) - at - offset;
        assert!(off.length() < 1e-5, "{tick}: {off}");
        let (on, turned, carried) = walk(&mut world, rider);
        assert_eq!((on, turned), (cart, Quat::IDENTITY), "{tick}");
        assert!((carried - (at - before)).length() < 1e-5, "{tick}: {carried}");
        let (on, turned, _) = walk(&mut world, doorman);
        let angle = turned.to_axis_angle().1.to_degrees();
        assert!(on == door && (angle - 2.0).abs() < 1e-3, "{tick}: {angle}");
        world.step();
    }
    let moved = position::<Vec3>(&world, cart) - start;
    assert!(moved.x < -0.5 && moved.z > 1.0, "{moved}");
}

/// Who rides, on a carrier or on one who is pushed, is stopped by who is in his way, and pushes nobody.
#[test]
fn riders_push_nobody() {
    for is_pushed in [false, true] {
        let mut world = blocking::<Vec2>();
        world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
        let piston = world.insert(Aabb2::new([-1.0, 0.0], [0.0, 0.75]), BodyKind::Moving).unwrap();
        let cart = world.insert(Aabb2::new([0.0, 0.0], [2.0, 1.0]), BodyKind::Moving).unwrap();
        let rider = world.insert(Aabb2::new([0.0, 1.0], [1.0, 2.0]), BodyKind::Moving).unwrap();
        let other = world.insert(Aabb2::new([1.5, 1.25], [2.5, 3.0]), BodyKind::Moving).unwrap();
        let options = WalkOptions::default();
        for body in [cart, rider] {
            assert!(world.walk_body(body, [0.0, -1.0], DT, &options).unwrap().floor.is_some());
        }
        world.walk_body(other, [0.0, 0.0], DT, &options).unwrap();
        for tick in 1..=16 {
            let x = tick as f32 / 16.0;
            let carrier = if is_pushed { piston } else { cart };
            let carry = world.carry(carrier, &Pose2::from_translation([x, 0.0])).unwrap();
            assert!(carry.crushed.is_empty(), "{tick}: {carry:?}");
            let left = |body: BodyId| {
                world.shape(body.collider(0)).unwrap().try_aabb().expect("a box").min().x
            };
            let places = [cart, rider, other].map(left);
            let expected = [x, x.min(0.5), 1.5];
            for (place, expected) in places.into_iter().zip(expected) {
                assert!((place - expected).abs() < 1e-5, "{is_pushed} {tick}: {places:?}");
            }
        }
    }
}

/// A lift lifts who stands beside it over its edge, and who stands on that one, once.
#[test]
fn riders_of_the_lifted_go_up_once() {
    let mut world = blocking::<Vec2>();
    world.insert(Aabb2::new([0.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let lift = world.insert(Aabb2::new([-2.0, -1.0], [0.0, -0.125]), BodyKind::Moving).unwrap();
    let plank = Aabb2::new([-1.0, 0.0], [1.0, 0.5]);
    let [plank, rider] = [plank, Aabb2::new([-0.5, 0.5], [0.5, 1.5])]
        .map(|shape| world.insert(shape, BodyKind::Moving).unwrap());
    let options = WalkOptions::default();
    for body in [plank, rider] {
        assert!(world.walk_body(body, [0.0, -1.0], DT, &options).unwrap().floor.is_some());
    }
    for tick in 1..=32 {
        let y = tick as f32 / 16.0;
        let carry = world.carry(lift, &Pose2::from_translation([0.0, y])).unwrap();
        assert!(carry.crushed.is_empty(), "{carry:?}");
        let [low, high] = [plank, rider].map(|body| position(&world, body).y);
        let expected = (y - 0.125).max(0.0);
        assert!((low - expected).abs() < 1e-5, "{tick}: {low} {expected}");
        assert!((high - low - 0.5).abs() < 1e-5, "{tick}: {low} {high}");
    }
}

/// Who is pushed on by the first in the way does not come to be inside of another part of the carrier.
#[test]
fn who_is_pushed_on_stays_out_of_the_carrier() {
    let mut world = blocking::<Vec2>();
    let arm = Aabb2::new([0.0, 2.25], [20.0, 3.0]);
    let parts = [Collider::new(Aabb2::new([-1.0, -5.0], [0.0, 5.0])), Collider::new(arm)];
    let carrier = world.insert_body(&parts, BodyKind::Moving).unwrap();
    let [first, second] = [([1.0, 0.0]), ([2.75, 1.125])]
        .map(|center| world.insert(Sphere2::new(center, 1.0), BodyKind::Moving).unwrap());
    let carry = world.carry(carrier, &Pose2::from_translation([1.0, 0.0])).unwrap();
    let ball = |center: Vec2| Sphere2::new(center.to_array(), 1.0);
    let (first_at, at) = (position(&world, first), position(&world, second));
    assert!(at.x > 2.75, "it is pushed: {at}");
    assert!(!ball(at).penetrates(&Aabb2::new([1.0, 2.25], [21.0, 3.0])), "{at} {carry:?}");
    assert!(!ball(first_at).penetrates(&Aabb2::new([0.0, -5.0], [1.0, 5.0])), "{first_at}");
}

/// Who is pushed on and pushed aside by a wall does not stay inside of another who was pushed.
#[test]
fn who_is_pushed_on_stays_out_of_the_pushed() {
    let mut world = blocking::<Vec3>();
    let floor = Aabb3::new([-20.0, -1.0, -20.0], [20.0, 0.0, 20.0]);
    world.insert(floor, BodyKind::Fixed).unwrap();
    let wall = Obb3::new(
        [-2.294776, 1.3759047, 1.8051164],
        [0.8246244, 1.0150394, 0.58241606],
        [0.0, 0.0, 0.0, 1.0],
    );
    world.insert(wall, BodyKind::Fixed).unwrap();
    let lift = Obb3::new([0.0; 3], [1.6362351, 0.25, 0.82481396], [0.0, 0.0, 0.0, 1.0]);
    let lift = world.insert(lift, BodyKind::Moving).unwrap();
    let from = Pose3::new([-1.3991446, 1.5407417, 2.2477489], [0.0, 0.6161322, 0.0, 1.0]);
    world.set_body_pose(lift, &from).unwrap();
    let crate_ = Aabb3::new([-1.9496939, 2.7517724, 3.5389414], [-1.1996939, 4.2517724, 4.2889414]);
    let ends = [[-0.7038423, 2.25903, 3.2849262], [-0.7038423, 3.25903, 3.2849262]];
    let hero = Capsule3::new(ends[0], ends[1], 0.5);
    let ball = Sphere3::new([-2.2714367, 2.2907417, 2.8875325], 0.5);
    let bodies = [Shape3::from(crate_), hero.into(), ball.into()]
        .map(|shape| world.insert(shape, BodyKind::Moving).unwrap());
    let to = Pose3::new([-1.2700672, 1.7982299, 2.809771], [0.0, 0.43813932, 0.0, 1.0]);
    let carry = world.carry(lift, &to).unwrap();
    assert!(carry.crushed.is_empty(), "{carry:?}");
    let shapes = bodies.map(|body| world.shape(body.collider(0)).unwrap());
    for [a, b] in [[0, 1], [0, 2], [1, 2]] {
        assert!(!shapes[a].penetrates(shapes[b]), "{a} {b}: {carry:?}");
    }
}

/// A walker that pushes another stays in its way, though walls push that one aside.
#[test]
fn who_is_pushed_aside_does_not_come_back_into_the_walker() {
    let mut world = blocking::<Vec3>();
    let floor = Aabb3::new([-20.0, -1.0, -20.0], [20.0, 0.0, 20.0]);
    world.insert(floor, BodyKind::Fixed).unwrap();
    let mut insert = |center: [f32; 3], half: [f32; 3], turn: f32| {
        let shape = Obb3::new(center, half, [0.0, turn, 0.0, 1.0]);
        world.insert(shape, BodyKind::Moving).unwrap()
    };
    insert([1.3256992, 0.79740334, 1.6701692], [1.5988855, 0.25, 1.0240046], -0.51425);
    insert([-0.025841564, 0.46029404, -1.0799972], [1.8637811, 0.25, 0.9103938], -0.59307694);
    let other = insert([2.0918534, 0.75, 0.04639492], [0.5, 0.75, 0.25], 0.45272145);
    let walker = insert([2.9581337, 1.6104616, -0.08577192], [0.5, 0.75, 0.25], -0.5481699);
    let options = WalkOptions { yields: Yields::Met, ..WalkOptions::default() };
    world.walk_body(other, [0.0; 3], 0.0, &options).unwrap();
    let walk = world.walk_body(walker, [-0.2458162, -1.0, 1.7325363], 0.5, &options).unwrap();
    assert!(!walk.started_penetrating, "it was free: {walk:?}");
    let [a, b] = [other, walker].map(|body| world.shape(body.collider(0)).unwrap());
    assert!(!a.penetrates(b));
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
