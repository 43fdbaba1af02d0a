//! Bodies that move until contact, and the events they cause.

use asunder::Rot2;
use asunder::glam::{Vec2, vec2};
use asunder::prelude::*;
use asunder::world::{
    BodyId, BodyOptions, Event, ExitReason, Layers, Motion, Response, State, WorldError,
};
use asunder_jury::Rng;

/// A world in which all block all.
fn blocking() -> World2 {
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    World2::with_layers(layers)
}

fn walker(world: &mut World2) -> BodyId {
    world.insert(Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::degrees(30.0)), Motion::Moving).unwrap()
}

fn position(world: &World2, body: BodyId) -> Vec2 {
    match world.shape(body.collider(0)).unwrap() {
        Shape2::Obb(obb) => obb.center(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn pushing_a_wall_for_long_is_one_event() {
    let mut world = blocking();
    world.insert(Aabb2::new([-90.0, -2.0], [90.0, -1.0]), Motion::Fixed).unwrap();
    let wall = Obb2::new([30.1, 0.0], [0.05, 9.0], Rot2::degrees(7.0));
    let wall = world.insert(wall, Motion::Fixed).unwrap().collider(0);
    let body = walker(&mut world);
    let mover = body.collider(0);
    let mut events: Vec<Event<Vec2>> = Vec::new();
    let mut stopped: Option<Vec2> = None;
    for _ in 0..10_000 {
        world.move_body(body, [0.37, 0.0]).unwrap();
        world.step();
        events.extend(world.events());
        if stopped.is_none() && !events.is_empty() {
            stopped = Some(position(&world, body));
        }
    }
    assert!(
        matches!(events[..], [Event::Blocked { mover: m, obstacle, .. }]
        if (m, obstacle) == (mover, wall)),
        "{events:?}"
    );
    let here = position(&world, body);
    assert_eq!(
        stopped.map(|p| p.to_array().map(f32::to_bits)),
        Some(here.to_array().map(f32::to_bits))
    );

    events.clear();
    for _ in 0..100 {
        world.move_body(body, [-0.37, 0.0]).unwrap();
        world.step();
        events.extend(world.events());
    }
    assert_eq!(events, [Event::Unblocked { mover, obstacle: wall }]);
}

#[test]
fn standing_still_or_leaving_the_world_unblocks() {
    for leave in [false, true] {
        let mut world = blocking();
        let wall = world.insert(Aabb2::new([3.0, -1.0], [4.0, 9.0]), Motion::Fixed).unwrap();
        let body = walker(&mut world);
        world.move_body(body, [10.0, 0.0]).unwrap();
        world.step();
        assert_eq!(world.events().len(), 1);
        if leave {
            world.move_body(body, [10.0, 0.0]).unwrap();
            world.remove(wall).unwrap();
        }
        world.step();
        let (mover, obstacle) = (body.collider(0), wall.collider(0));
        assert_eq!(world.events(), [Event::Unblocked { mover, obstacle }]);
        world.step();
        assert!(world.events().is_empty());
    }
}

#[test]
fn only_what_blocks_stops() {
    let layers = Layers::new()
        .layer("solid")
        .and_then(|layers| layers.layer("trigger"))
        .and_then(|layers| layers.respond("default", "solid", Response::Block))
        .and_then(|layers| layers.respond("default", "trigger", Response::Overlap))
        .unwrap();
    let mut world = World2::with_layers(layers);
    let (solid, trigger) =
        (world.layers().id("solid").unwrap(), world.layers().id("trigger").unwrap());
    let thin = |x: f32| asunder::world::Collider::new(Aabb2::new([x, -9.0], [x, 9.0]));
    let mine = BodyOptions::from(Motion::Moving).owner(4);
    world.insert(thin(2.0).layer(trigger), Motion::Fixed).unwrap();
    world.insert(thin(3.0), Motion::Fixed).unwrap();
    world.insert(thin(4.0).layer(solid), mine).unwrap();
    let wall = world.insert(thin(5.0).layer(solid), Motion::Fixed).unwrap();
    let body = world.insert(Obb2::new([0.0, 0.0], [1.0, 1.0], Rot2::IDENTITY), mine).unwrap();
    let stop = world.move_body(body, [1e6, 0.0]).unwrap();
    assert_eq!((stop.position, stop.hits.len()), (vec2(4.0, 0.0), 1), "{stop:?}");
    assert_eq!(stop.hits[0].obstacle, wall.collider(0));
    assert_eq!(stop.hits[0].normal, vec2(-1.0, 0.0));
    world.step();
    let mut states = Vec::new();
    world.debug_lines(|_, _, state| states.push(state));
    assert!(states.contains(&State::Blocked) && states.contains(&State::Idle));
}

#[test]
fn what_cannot_move_until_contact_says_so() {
    let mut world = blocking();
    let ball = world.insert(Sphere2::new([9.0, 0.0], 1.0), Motion::Moving).unwrap();
    let body = walker(&mut world);
    let error = world.move_body(ball, [1.0, 0.0]).unwrap_err();
    let expected = "body 0.0 cannot move until contact: expected one obb, found sphere";
    assert_eq!(error.to_string(), expected);
    let error = world.move_body(body, [f32::NAN, 0.0]).unwrap_err();
    assert!(matches!(error, WorldError::Motion { value, .. } if value.is_nan()));
    assert!(world.move_body(body, [1.0, 0.0]).is_ok(), "the ball is out of the way");
}

/// The bounds that choose what may be in the way leave nothing out: the answer is that of the
/// question asked of every box there is.
#[test]
fn the_index_changes_no_stop() {
    let mut rng = Rng::new(5);
    let mut world = blocking();
    let mut number = |reach: f64| (rng.between(-reach, reach) * 8.0).round() as f32 * 0.125;
    let mut walls: Vec<(BodyId, Shape2)> = Vec::new();
    for turn in 0..60 {
        let center = [number(20.0), number(20.0)];
        let half = [number(2.0).abs(), number(2.0).abs()];
        let shape = Shape2::from(Obb2::new(center, half, Rot2::degrees((turn % 7 * 15) as f32)));
        walls.push((world.insert(shape.clone(), Motion::Fixed).unwrap(), shape));
    }
    let body = world.insert(Obb2::new([30.0, 0.0], [0.5, 1.0], Rot2::IDENTITY), Motion::Moving);
    let body = body.unwrap();
    let mut met: Vec<BodyId> = Vec::new();
    let mut stops = 0;
    for _ in 0..3_000 {
        let mover = Obb2::new(position(&world, body).to_array(), [0.5, 1.0], Rot2::IDENTITY);
        let home = position(&world, body);
        // A little homesick, lest it walk away.
        let motion = [number(6.0) - home.x * 0.05, number(6.0) - home.y * 0.05];
        let shapes = walls.iter().map(|(_, shape)| shape);
        let expected = mover.move_until_contact(motion, shapes).unwrap();
        let stop = world.move_body(body, motion).unwrap();
        assert_eq!(stop.position, expected.position);
        assert_eq!((stop.fraction, stop.gap), (expected.fraction, expected.gap));
        let now: Vec<BodyId> = expected.hits.iter().map(|hit| walls[hit.obstacle].0).collect();
        assert!(stop.hits.iter().map(|hit| hit.obstacle.body).eq(now.iter().copied()));
        stops += now.len();

        world.step();
        let mut events = Vec::new();
        let blocked = |world: &World2| -> Vec<BodyId> {
            let of = |event: &Event<Vec2>| match *event {
                Event::Blocked { obstacle, .. } => Some(obstacle.body),
                _ => None,
            };
            world.events().iter().filter_map(of).collect()
        };
        events.extend(blocked(&world));
        let begun: Vec<BodyId> = now.iter().copied().filter(|wall| !met.contains(wall)).collect();
        assert_eq!(events, begun);
        let ended = met.iter().filter(|wall| !now.contains(wall)).count();
        let unblocked = |event: &&Event<Vec2>| matches!(event, Event::Unblocked { .. });
        assert_eq!(world.events().iter().filter(unblocked).count(), ended);
        met = now;
    }
    assert!(stops > 300, "{stops}");
}

#[test]
fn a_mover_stopped_short_of_penetrating_enters_nothing() {
    let mut world = blocking();
    let wall = world.insert(Aabb2::new([3.0, -1.0], [4.0, 9.0]), Motion::Fixed).unwrap();
    let body = walker(&mut world);
    world.move_body(body, [10.0, 0.0]).unwrap();
    world.step();
    assert!(world.pairs().is_empty(), "blocked, but not in contact");
    // Placed into the wall by hand, it is.
    let inside = Obb2::new([3.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    world.set_body_shapes(body, &[inside.into()]).unwrap();
    let stop = world.move_body(body, [1.0, 0.0]).unwrap();
    assert!(stop.started_penetrating && stop.position == vec2(3.0, 0.5));
    world.step();
    let (a, b) = (wall.collider(0), body.collider(0));
    assert_eq!(world.pairs(), [(a, b)]);
    world.remove(body).unwrap();
    world.step();
    assert_eq!(world.events(), [Event::Exit { a, b, reason: ExitReason::Removed }]);
}
