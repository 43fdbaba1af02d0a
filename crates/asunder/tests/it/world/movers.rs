//! Bodies that move until contact, and the events they cause.

use asunder::glam::{Vec2, vec2};
use asunder::prelude::*;
use asunder::world::{
    BodyId, BodyKind, BodyOptions, Collider, Event, ExitReason, Layers, Response, Snapshot, State,
    WorldError,
};
use asunder::{MoveError, Rot2};
use asunder_jury::Rng;

/// A world in which all block all.
fn blocking() -> World2 {
    let layers = Layers::new().respond("default", "default", Response::Block).unwrap();
    World2::with_layers(layers)
}

fn walker(world: &mut World2) -> BodyId {
    world.insert(Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::degrees(30.0)), BodyKind::Moving).unwrap()
}

/// What may be in the way: every third of it one way only.
struct Wall {
    body: BodyId,
    shape: Shape2,
    one_way: Option<Vec2>,
}

impl Wall {
    fn insert(world: &mut World2, number: usize, shape: impl Into<Shape2>) -> Self {
        let shape = shape.into();
        let one_way = number.is_multiple_of(3).then_some(vec2(0.25, 1.0));
        let collider = Collider::new(shape.clone());
        let collider = match one_way {
            Some(normal) => collider.one_way(normal),
            None => collider,
        };
        let body = world.insert(collider, BodyKind::Fixed).expect("a wall");
        Self { body, shape, one_way }
    }

    fn obstacle(&self) -> Obstacle<'_, Vec2> {
        match self.one_way {
            Some(normal) => Obstacle::one_way(&self.shape, normal),
            None => (&self.shape).into(),
        }
    }
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
    world.insert(Aabb2::new([-90.0, -2.0], [90.0, -1.0]), BodyKind::Fixed).unwrap();
    let wall = Obb2::new([30.1, 0.0], [0.05, 9.0], Rot2::degrees(7.0));
    let wall = world.insert(wall, BodyKind::Fixed).unwrap().collider(0);
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
        let wall = world.insert(Aabb2::new([3.0, -1.0], [4.0, 9.0]), BodyKind::Fixed).unwrap();
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
    let thin = |x: f32| Collider::new(Aabb2::new([x, -9.0], [x, 9.0]));
    let mine = BodyOptions::from(BodyKind::Moving).owner(4);
    world.insert(thin(2.0).layer(trigger), BodyKind::Fixed).unwrap();
    world.insert(thin(3.0), BodyKind::Fixed).unwrap();
    world.insert(thin(4.0).layer(solid), mine).unwrap();
    let wall = world.insert(thin(5.0).layer(solid), BodyKind::Fixed).unwrap();
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
    let side = Frustum2::from_half_spaces(&[
        HalfSpace2::new([1.0, 0.0], 10.0),
        HalfSpace2::new([-1.0, 0.0], -9.0),
        HalfSpace2::new([0.0, 1.0], 1.0),
        HalfSpace2::new([0.0, -1.0], 0.0),
    ]);
    let side = world.insert(side, BodyKind::Moving).unwrap();
    let body = walker(&mut world);
    let error = world.move_body(side, [1.0, 0.0]).unwrap_err();
    let expected = "body 0.0 cannot move until contact: expected bounded shapes, none of them a \
                    frustum, found frustum";
    assert_eq!(error.to_string(), expected);
    let options = SlideOptions::default();
    assert_eq!(world.slide_body(side, [1.0, 0.0], &options).unwrap_err(), error);
    let steep = SlideOptions { step_height: f32::INFINITY, ..options };
    let error = world.slide_body(body, [1.0, 0.0], &steep).unwrap_err();
    let steep = MoveError::StepHeight { value: f32::INFINITY };
    assert_eq!(error, WorldError::SlideOptions { error: steep });
    let endless = SlideOptions { up: Vec2::new(0.0, f32::INFINITY), ..options };
    let error = world.slide_body(body, [1.0, 0.0], &endless).unwrap_err();
    assert_eq!(error.to_string(), "up has a component inf; expected finite numbers");
    let error = world.move_body(body, [f32::NAN, 0.0]).unwrap_err();
    assert!(matches!(error, WorldError::Motion { value, .. } if value.is_nan()));
    assert!(world.move_body(body, [1.0, 0.0]).is_ok(), "the frustum is out of the way");
}

/// The bounds that choose what may be in the way leave nothing out: the answer is that of the
/// question asked of every box there is.
#[test]
fn the_index_changes_no_stop() {
    let mut rng = Rng::new(5);
    let mut world = blocking();
    let mut number = |reach: f64| (rng.between(-reach, reach) * 8.0).round() as f32 * 0.125;
    let mut walls: Vec<Wall> = Vec::new();
    for turn in 0..60 {
        let center = [number(20.0), number(20.0)];
        let half = [number(2.0).abs(), number(2.0).abs()];
        let shape = Obb2::new(center, half, Rot2::degrees((turn % 7 * 15) as f32));
        walls.push(Wall::insert(&mut world, turn, shape));
    }
    let body = world.insert(Obb2::new([30.0, 0.0], [0.5, 1.0], Rot2::IDENTITY), BodyKind::Moving);
    let body = body.unwrap();
    let mut met: Vec<BodyId> = Vec::new();
    let mut stops = 0;
    for _ in 0..3_000 {
        let mover = Obb2::new(position(&world, body).to_array(), [0.5, 1.0], Rot2::IDENTITY);
        let home = position(&world, body);
        // A little homesick, lest it walk away.
        let motion = [number(6.0) - home.x * 0.05, number(6.0) - home.y * 0.05];
        let shapes = walls.iter().map(Wall::obstacle);
        let expected = mover.move_until_contact(motion, shapes).unwrap();
        let stop = world.move_body(body, motion).unwrap();
        assert_eq!(stop.position, expected.position);
        assert_eq!((stop.fraction, stop.gap), (expected.fraction, expected.gap));
        let now: Vec<BodyId> = expected.hits.iter().map(|hit| walls[hit.obstacle].body).collect();
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
    let wall = world.insert(Aabb2::new([3.0, -1.0], [4.0, 9.0]), BodyKind::Fixed).unwrap();
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

/// A world of steps, slopes and walls, walked about by every kind of shape that moves: what the
/// index chose to be in the way gives the answer that everything in the world does.
#[test]
fn the_index_changes_no_slide() {
    let mut rng = Rng::new(11);
    let mut number = |reach: f64| (rng.between(-reach, reach) * 8.0).round() as f32 * 0.125;
    let mut world = blocking();
    let mut walls: Vec<Wall> = Vec::new();
    for turn in 0..120 {
        let half = [number(2.0).abs(), number(1.0).abs()];
        let turned = Rot2::degrees((turn % 5 * 10) as f32);
        let shape = Obb2::new([number(30.0), number(6.0)], half, turned);
        walls.push(Wall::insert(&mut world, turn, shape));
    }
    let options = SlideOptions { step_height: 0.5, ..SlideOptions::default() };
    let (mut hits, mut floors) = (0, 0);
    for round in 0..400 {
        let at = [number(30.0), 8.0 + number(1.0)];
        let head = [at[0], at[1] + 1.0];
        let body = match round % 4 {
            0 => world.insert(Obb2::new(at, [0.5, 1.0], Rot2::IDENTITY), BodyKind::Moving),
            1 => world.insert(Sphere2::new(at, 0.75), BodyKind::Moving),
            2 => world.insert(Capsule2::new(at, head, 0.5), BodyKind::Moving),
            _ => world.insert(Aabb2::new(at, head), BodyKind::Moving),
        };
        let body = body.unwrap();
        for _ in 0..4 {
            let motion = [number(4.0), -number(4.0).abs()];
            let shapes = walls.iter().map(Wall::obstacle);
            let expected = match world.shape(body.collider(0)).unwrap().clone() {
                Shape2::Obb(own) => own.move_and_slide(motion, shapes, &options),
                Shape2::Sphere(own) => own.move_and_slide(motion, shapes, &options),
                Shape2::Capsule(own) => own.move_and_slide(motion, shapes, &options),
                Shape2::Aabb(own) => own.move_and_slide(motion, shapes, &options),
                other => panic!("{other:?}"),
            };
            let expected = expected.unwrap();
            let slide = world.slide_body(body, motion, &options).unwrap();
            assert_eq!(slide.moved, expected.moved);
            assert_eq!(slide.remaining, expected.remaining);
            assert_eq!(
                slide.floor.map(|floor| (floor.obstacle.body, floor.normal)),
                expected.floor.map(|floor| (walls[floor.obstacle].body, floor.normal))
            );
            assert_eq!(slide.started_penetrating, expected.started_penetrating);
            let met = expected.hits.iter().map(|hit| walls[hit.obstacle].body);
            assert!(slide.hits.iter().map(|hit| hit.obstacle.body).eq(met));
            hits += slide.hits.len();
            floors += usize::from(slide.floor.is_some());
        }
        world.step();
        world.remove(body).unwrap();
    }
    assert!(hits > 400 && floors > 100, "{hits} hits, {floors} floors");
}

/// A floor under gravity blocks who stands on it from the tick he lands in until he leaves it.
#[test]
fn landing_and_leaving_are_events() {
    let mut world = blocking();
    let floor = world.insert(Aabb2::new([-9.0, -1.0], [9.0, 0.0]), BodyKind::Fixed).unwrap();
    let body = world.insert(Capsule2::new([0.0, 2.0], [0.0, 3.0], 0.5), BodyKind::Moving).unwrap();
    let options = SlideOptions::default();
    let mut told = Vec::new();
    for tick in 0..20 {
        world.slide_body(body, [0.25, if tick < 15 { -0.5 } else { 0.5 }], &options).unwrap();
        world.step();
        told.extend(world.events().iter().map(|event| (tick, *event)));
    }
    let (mover, obstacle) = (body.collider(0), floor.collider(0));
    assert!(
        matches!(told[..], [(3, Event::Blocked { mover: a, obstacle: b, normal, .. }),
            (15, Event::Unblocked { mover: c, obstacle: d })]
            if (a, b, c, d) == (mover, obstacle, mover, obstacle) && normal == Vec2::Y),
        "{told:?}"
    );
}

/// A platform to jump onto: passed from below, stood on from above, and dropped through by who may.
#[test]
fn a_platform_blocks_from_above() {
    let mut world = blocking();
    let platform = Collider::new(Aabb2::new([-9.0, 2.0], [9.0, 2.5])).one_way([0.0, 1.0]);
    let platform = world.insert(platform, BodyKind::Fixed).unwrap().collider(0);
    let hero = world.insert(Aabb2::new([0.0, 0.0], [1.0, 1.0]), BodyKind::Moving).unwrap();
    let options = SlideOptions::default();
    let slide = world.slide_body(hero, [0.0, 1.5], &options).unwrap();
    assert_eq!((slide.moved.y, slide.hits.len()), (1.5, 0));
    world.step();
    assert_eq!(world.pairs(), [(platform, hero.collider(0))], "on its way through, it penetrates");
    assert_eq!(world.move_body(hero, [0.0, 1.5]).unwrap().position.y, 3.0);
    world.step();
    assert!(world.pairs().is_empty());

    let lands = |world: &mut World2| {
        let slide = world.slide_body(hero, [0.5, -2.0], &options).expect("a motion");
        let Shape2::Aabb(hero) = world.shape(hero.collider(0)).unwrap() else { unreachable!() };
        slide.floor.map(|floor| (floor.normal, hero.min().y))
    };
    let above = world.snapshot();
    assert_eq!(lands(&mut world), Some((Vec2::Y, 2.5)));
    world.step();
    assert!(matches!(world.events(), [Event::Blocked { .. }]));
    assert!(world.pairs().is_empty(), "it touches");
    let copy = Snapshot::try_from_bytes(&above.to_bytes()).unwrap();
    assert_eq!(copy.to_bytes(), above.to_bytes());
    world.restore(&copy);
    assert_eq!(lands(&mut world), Some((Vec2::Y, 2.5)), "bytes keep the direction");

    world.restore(&above);
    world.set_ignore(hero.collider(0), world.layers().id("default").unwrap()).unwrap();
    assert_eq!(lands(&mut world), None, "who ignores it drops through");
    world.restore(&above);
    world.set_one_way(platform, Some(Vec2::NEG_Y)).unwrap();
    assert_ne!(world.hash(), above.hash());
    assert_eq!(lands(&mut world), None, "it is in front of that no longer");
    world.restore(&above);
    world.set_one_way(platform, None).unwrap();
    let stop = world.move_body(hero, [0.0, -9.0]).unwrap();
    world.set_body_shapes(hero, &[Aabb2::new([0.0, 0.0], [1.0, 1.0]).into()]).unwrap();
    let under = world.move_body(hero, [0.0, 9.0]).unwrap();
    assert_eq!((stop.position.y, under.position.y), (2.5, 1.0), "from everywhere");
}

#[test]
fn a_direction_that_is_none_is_refused() {
    let mut world = blocking();
    let wall = |normal| Collider::new(Aabb2::new([0.0, 0.0], [1.0, 1.0])).one_way(normal);
    let error = world.insert(wall([0.0, f32::INFINITY]), BodyKind::Fixed).unwrap_err();
    let expected =
        "collider 0 is one-way along a direction with a component inf; expected finite numbers";
    assert_eq!(error.to_string(), expected);
    let fine = world.insert(wall([0.0, f32::MAX]), BodyKind::Fixed).unwrap().collider(0);
    let hash = world.hash();
    let error = world.set_one_way(fine, Some(vec2(f32::NAN, 0.0))).unwrap_err();
    assert!(matches!(error, WorldError::OneWay { part: 0, value } if value.is_nan()));
    let gone = fine.body.collider(1);
    let error = world.set_one_way(gone, None).unwrap_err();
    assert_eq!(error, WorldError::NoCollider { collider: gone, count: 1 });
    assert_eq!(world.hash(), hash);
}
