//! Worlds: against a naive model, and rule by rule.

#![allow(clippy::unwrap_used, reason = "a call that errs where it should not fails the test")]

mod attacks;
mod edit;
mod levels;
mod model;
mod movers;
mod scale;
mod snapshot;
mod view;
mod walking;

use asunder::Rot2;
use asunder::glam::{Vec2, Vec3, vec2};
use asunder::prelude::*;
use asunder::world::{
    BodyKind, BodyOptions, Collider, ColliderId, Event, ExitReason, Filter, LayerSet, Layers,
    Response, State, WorldError,
};
use asunder_jury::Rng;

/// A unit square around a point.
fn square(x: f32, y: f32) -> Collider<Vec2> {
    Obb2::new([x, y], [0.5, 0.5], Rot2::IDENTITY).into()
}

fn at(x: f32, y: f32) -> Pose2 {
    Pose2::from_translation([x, y])
}

#[test]
fn a_contact_is_bookended() {
    let mut world = World2::new();
    let a = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    let b = world.insert(square(1.0, 0.0), BodyKind::Moving).unwrap();
    let pair = (a.collider(0), b.collider(0));
    assert!(world.events().is_empty() && world.pairs().is_empty(), "nothing before a step");
    world.step();
    assert_eq!(world.events(), [Event::Enter { a: pair.0, b: pair.1 }]);
    assert_eq!(world.pairs(), [pair]);

    // A closer shape of another kind: the contact lasts.
    world.set_body_shapes(b, &[Sphere2::new([0.5, 0.0], 0.25).into()]).unwrap();
    world.step();
    assert!(world.events().is_empty());
    assert_eq!(world.pairs(), [pair]);

    // Away and back between two steps: the contact lasts.
    world.set_body_pose(a, &at(9.0, 0.0)).unwrap();
    world.set_body_pose(a, &at(0.0, 0.0)).unwrap();
    world.step();
    assert!(world.events().is_empty());

    world.set_body_pose(a, &at(9.0, 0.0)).unwrap();
    world.step();
    let exit = |reason| Event::Exit { a: pair.0, b: pair.1, reason };
    assert_eq!(world.events(), [exit(ExitReason::Parted)]);

    world.set_body_pose(a, &at(0.5, 0.0)).unwrap();
    world.step();
    world.remove(a).unwrap();
    world.step();
    assert_eq!(world.events(), [exit(ExitReason::Removed)]);
    assert!(world.pairs().is_empty());
    world.step();
    assert!(world.events().is_empty());
}

#[test]
fn a_slot_used_again_is_another_body() {
    let mut world = World2::new();
    let a = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    let b = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    world.step();
    world.remove(b).unwrap();
    let c = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    assert!(b < c, "later ids are greater where the slot is the same");
    world.step();
    let [a, b, c] = [a, b, c].map(|body| body.collider(0));
    let expected = [Event::Exit { a, b, reason: ExitReason::Removed }, Event::Enter { a, b: c }];
    assert_eq!(world.events(), expected);
    assert_eq!(world.pairs(), [(a, c)]);
}

#[test]
fn stale_ids_are_refused_by_name() {
    let mut world = World2::new();
    let body = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    let error = world.shape(body.collider(1)).unwrap_err();
    assert_eq!(error.to_string(), "there is no collider 1 of body 0.0; expected a part below 1");
    world.remove(body).unwrap();
    let gone = Err(WorldError::NoBody { body });
    assert_eq!(world.remove(body), gone);
    assert_eq!(world.set_body_pose(body, &at(0.0, 0.0)), gone);
    let next = world.insert(square(5.0, 0.0), BodyKind::Moving).unwrap();
    assert_ne!(next, body);
    assert_eq!(world.set_body_pose(body, &at(0.0, 0.0)), gone);
    let error = world.move_body(body, [1.0, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "body 0.0 is not in the world; was it removed?");
}

#[test]
fn a_bad_pose_changes_nothing() {
    let mut world = World2::new();
    let body = [square(0.0, 0.0), square(3.0, 0.0)];
    let body = world.insert_body(&body, BodyKind::Moving).unwrap();
    let wall = world.insert(square(0.0, 0.0), BodyKind::Fixed).unwrap();
    world.step();
    let before: Vec<Shape2> =
        (0..2).map(|i| world.shape(body.collider(i)).unwrap().clone()).collect();

    // The first pose is good: still it is not taken.
    let error = world.set_body_poses(body, &[at(9.0, 9.0), at(0.0, f32::NAN)]).unwrap_err();
    let expected = "collider 1 of body 0.0: translation is NaN; expected a finite number";
    assert_eq!(error.to_string(), expected);
    assert!(world.set_body_pose(body, &Pose2::new([0.0, 0.0], [0.0, 0.0])).is_err());
    assert!(world.set_body_pose(body, &at(f32::MAX, f32::INFINITY)).is_err());
    let nowhere = Shape2::Point(vec2(f32::INFINITY, 0.0));
    assert!(world.set_body_shapes(body, &[before[0].clone(), nowhere]).is_err());
    let error = world.set_body_poses(body, &[at(9.0, 9.0)]).unwrap_err();
    assert_eq!(error, WorldError::Count { body, expected: 2, found: 1 });

    let after: Vec<Shape2> =
        (0..2).map(|i| world.shape(body.collider(i)).unwrap().clone()).collect();
    assert_eq!(before, after);
    world.step();
    assert!(world.events().is_empty());
    assert_eq!(world.pairs(), [(body.collider(0), wall.collider(0))]);
}

#[test]
fn what_cannot_be_a_body_is_refused() {
    let mut world = World2::new();
    let nowhere = Shape2::Point(vec2(0.0, f32::NAN));
    let error = world.insert(nowhere, BodyKind::Moving).unwrap_err();
    assert_eq!(error.to_string(), "collider 0: point is NaN; expected a finite number");
    assert_eq!(world.insert_body(&[], BodyKind::Moving), Err(WorldError::Empty));
    let floor = HalfSpace2::new([0.0, 1.0], 0.0);
    let error = world.insert(floor, BodyKind::Moving).unwrap_err();
    assert_eq!(error, WorldError::Unbounded { part: 0, kind: "half_space" });
    let elsewhere = Layers::new().layer("player").unwrap();
    let player = square(0.0, 0.0).layer(elsewhere.id("player").unwrap());
    assert_eq!(world.insert(player, BodyKind::Moving), Err(WorldError::Layer { part: 0 }));
    let crowd = vec![square(0.0, 0.0); 65_537];
    assert_eq!(
        world.insert_body(&crowd, BodyKind::Fixed),
        Err(WorldError::TooMany { count: 65_537 })
    );
    assert_eq!(world.colliders().count(), 0);
}

#[test]
fn the_largest_body_is_like_any_other() {
    let mut world = World2::new();
    let crowd = vec![square(0.0, 0.0); 65_536];
    let crowd = world.insert_body(&crowd, BodyKind::Fixed).unwrap();
    assert_eq!(world.colliders().count(), 65_536);
    let last = crowd.collider(u16::MAX);
    assert_eq!(world.colliders().last(), Some(last));
    world.set_body_pose(crowd, &at(1.0, 0.0)).unwrap();
    let other = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    world.step();
    assert_eq!(world.pairs().len(), 65_536);
    assert_eq!(world.pairs().last(), Some(&(last, other.collider(0))));
    let touch = Shape2::Point(vec2(1.0, 0.0));
    assert_eq!(world.view().intersecting(&touch).ids().last(), Some(&last));
}

#[test]
fn a_floor_without_bounds_meets_all() {
    let mut world = World3::new();
    let floor = world.insert(HalfSpace3::new([0.0, 1.0, 0.0], 0.0), BodyKind::Fixed).unwrap();
    let ball = |x: f32, y: f32| Sphere3::new([x, y, 0.0], 1.0);
    let resting = world.insert(ball(1e30, 1.0), BodyKind::Moving).unwrap();
    world.insert(ball(0.0, 1.000_000_1), BodyKind::Moving).unwrap();
    let deep = world.insert(ball(-7.0, -1e20), BodyKind::Moving).unwrap();
    world.step();
    let floor = floor.collider(0);
    assert_eq!(world.pairs(), [(floor, resting.collider(0)), (floor, deep.collider(0))]);
}

#[test]
fn a_floor_of_tiles_is_silent() {
    let mut world = World2::new();
    for x in 0..100 {
        for y in 0..100 {
            world.insert(square(x as f32, y as f32), BodyKind::Fixed).unwrap();
        }
    }
    world.step();
    assert!(world.events().is_empty() && world.pairs().is_empty());
    let mover = world.insert(square(50.5, 50.5), BodyKind::Moving).unwrap();
    world.step();
    assert_eq!(world.pairs().len(), 9 - 5, "it touches the four tiles it lies across");
    assert!(world.pairs().iter().all(|&(_, b)| b == mover.collider(0)));
}

#[test]
fn owners_and_bodies_ignore_themselves() {
    let mut world = World2::new();
    let figure = [square(0.0, 0.0), square(0.5, 0.0)];
    let mine = BodyOptions::from(BodyKind::Moving).owner(1);
    let theirs = BodyOptions::from(BodyKind::Moving).owner(2);
    let knight = world.insert_body(&figure, mine).unwrap();
    let sword = world.insert(square(0.0, 0.0), mine).unwrap();
    world.step();
    assert!(world.pairs().is_empty());
    let foe = world.insert(square(0.0, 0.0), theirs).unwrap();
    world.step();
    let foe = foe.collider(0);
    let expected = [(knight.collider(0), foe), (knight.collider(1), foe), (sword.collider(0), foe)];
    assert_eq!(world.pairs(), expected, "each collider pairs for itself");
}

#[test]
fn layers_respond() {
    let layers = Layers::new()
        .layer("ghost")
        .and_then(|layers| layers.layer("trigger"))
        .and_then(|layers| layers.layer("solid"))
        .and_then(|layers| layers.respond("default", "ghost", Response::Ignore))
        .and_then(|layers| layers.respond("trigger", "default", Response::Overlap))
        .and_then(|layers| layers.respond("solid", "default", Response::Block))
        .unwrap();
    // For each layer: whether it pairs with `default` where it touches, and where it penetrates.
    for (name, touching, penetrating) in [
        ("default", true, true),
        ("ghost", false, false),
        ("trigger", false, true),
        ("solid", false, true),
    ] {
        let mut world = World2::with_layers(layers.clone());
        let layer = world.layers().id(name).unwrap();
        let other = world.insert(square(1.0, 0.0).layer(layer), BodyKind::Moving).unwrap();
        world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
        world.step();
        assert_eq!(!world.pairs().is_empty(), touching, "{name}");
        world.set_body_pose(other, &at(-0.25, 0.0)).unwrap();
        world.step();
        assert_eq!(!world.pairs().is_empty(), penetrating, "{name}");
    }

    let mut world = World2::with_layers(layers);
    let trigger = world.layers().id("trigger").unwrap();
    world.insert(square(0.0, 0.0).ignore(trigger), BodyKind::Moving).unwrap();
    world.insert(square(0.0, 0.0).layer(trigger), BodyKind::Moving).unwrap();
    world.step();
    assert!(world.pairs().is_empty(), "one that ignores is enough");
}

/// At either end of the range, where bounds become infinite or one unit wide, the pairs are those
/// of the shapes.
#[test]
fn the_index_loses_no_pair() {
    let mut rng = Rng::new(32);
    let mut found = 0;
    for round in 0..1000 {
        let unit = [f32::from_bits(1), f32::MIN_POSITIVE * 0.37, f32::MAX / 20.0][round % 3];
        let mut number = || (rng.below(41) as f32 - 20.0) * unit;
        let mut world = World2::new();
        let mut shapes: Vec<Shape2> = Vec::new();
        for i in 0..8 {
            let center = [number(), number()];
            let half = [number().abs(), number().abs()];
            let turn = [unit, number()];
            shapes.push(match i % 3 {
                0 => Sphere2::new(center, half[0]).into(),
                1 => Obb2::new(center, half, Rot2::IDENTITY).into(),
                _ => Obb2::new(center, half, turn).into(),
            });
        }
        let ids: Vec<ColliderId> = shapes
            .iter()
            .map(|shape| world.insert(shape.clone(), BodyKind::Moving).unwrap().collider(0))
            .collect();
        world.step();
        let all = (0..8).flat_map(|i| (i + 1..8).map(move |j| (i, j)));
        let expected: Vec<_> = all
            .filter(|&(i, j)| shapes[i].intersects(&shapes[j]))
            .map(|(i, j)| (ids[i], ids[j]))
            .collect();
        assert_eq!(world.pairs(), expected, "{shapes:?}");
        found += expected.len();
    }
    assert!(found > 5000, "{found}");
}

#[test]
fn queries_see_poses_before_the_step() {
    let mut world = World2::new();
    let body = world.insert(square(0.0, 0.0).tag(7), BodyKind::Fixed).unwrap();
    let other = world.insert(square(5.0, 0.0), BodyKind::Moving).unwrap();
    let touch = Shape2::Point(vec2(0.5, 0.5));
    let found =
        |world: &World2, filter: Filter<'_>| world.view().intersecting(&touch).filter(filter).ids();
    assert_eq!(found(&world, Filter::new()), [body.collider(0)], "the corner belongs to the box");
    world.step();
    world.set_body_pose(other, &at(-4.0, 0.0)).unwrap();
    assert_eq!(found(&world, Filter::new()), [body.collider(0), other.collider(0)]);
    let tagged = |id: ColliderId| world.collider(id).is_ok_and(|collider| collider.tag == 7);
    assert_eq!(found(&world, Filter::new().only_if(&tagged)), [body.collider(0)]);
    assert!(found(&world, Filter::new().layers(LayerSet::NONE)).is_empty());
    world.remove(body).unwrap();
    assert_eq!(found(&world, Filter::new()), [other.collider(0)]);
    assert!(world.view().intersecting(&touch).any());
    let nowhere = Shape2::Point(vec2(f32::NAN, 0.5));
    assert!(!world.view().intersecting(&nowhere).any());
}

#[test]
fn a_posed_collider_is_the_transformed_shape() {
    let mut rng = Rng::new(31);
    let mut world = World3::new();
    let mut number = || rng.between(-3.0, 3.0) as f32;
    for _ in 0..100 {
        let obb = Obb3::new(
            [number(), number(), number()],
            [1.0, 2.0, 0.0],
            [number(), number(), number(), number()],
        );
        let pose = Pose3::new([number(); 3], [number(), number(), number(), number()]);
        let id = world.insert(obb, BodyKind::Moving).unwrap();
        world.set_body_pose(id, &pose).unwrap();
        world.set_body_pose(id, &pose).unwrap();
        let expected = Shape3::from(obb.transformed(&pose));
        assert_eq!(world.shape(id.collider(0)), Ok(&expected), "poses do not add up");
    }
}

#[test]
fn lines_tell_the_state() {
    fn states(world: &World3) -> Vec<State> {
        let mut states = Vec::new();
        world.debug_lines(|_, _, state| states.push(state));
        states.dedup();
        states
    }
    let mut world = World3::new();
    let unit = Aabb3::new([0.0; 3], [1.0; 3]);
    let a = world.insert(unit, BodyKind::Moving).unwrap();
    world.insert(unit, BodyKind::Moving).unwrap();
    world.step();
    assert_eq!(states(&world), [State::Touching]);
    let mut count = 0;
    world.debug_lines(|_, _, _| count += 1);
    assert_eq!(count, 2 * 12, "the edges of two boxes");
    world.set_body_pose(a, &Pose3::from_translation(Vec3::new(9.0, 0.0, 0.0))).unwrap();
    world.step();
    assert_eq!(states(&world), [State::Idle]);
}

/// Whether what was placed is sorted in or not, every question answers the same, and a step tells what is
/// new.
#[test]
fn settling_changes_no_answer() {
    let mut rng = Rng::new(12);
    let mut made = || {
        let at = [rng.between(0.0, 30.0) as f32, rng.between(0.0, 30.0) as f32];
        (square(at[0], at[1]), if rng.chance(0.3) { BodyKind::Fixed } else { BodyKind::Moving })
    };
    let made: Vec<_> = (0..600).map(|_| made()).collect();
    let mut worlds = [World2::new(), World2::new()];
    let moves: Vec<Pose2> = (0..200)
        .map(|_| at(rng.between(-5.0, 5.0) as f32, rng.between(-5.0, 5.0) as f32))
        .collect();
    for round in 0..3 {
        for (settles, world) in [false, true].into_iter().zip(&mut worlds) {
            if round == 0 {
                made.iter().for_each(|(one, motion)| drop(world.insert(one.clone(), *motion)));
            } else {
                let bodies: Vec<_> = world.bodies().collect();
                for (&body, pose) in bodies.iter().zip(&moves) {
                    world.set_body_pose(body, pose).unwrap();
                }
                world.remove(bodies[round]).unwrap();
            }
            if settles {
                world.settle();
            }
        }
        let [plain, settled] = &mut worlds;
        for i in 0..40 {
            let from = vec2(i as f32, 0.0);
            let (p, q) = (plain.view(), settled.view());
            let asked = Shape2::from(Sphere2::new(from, 5.0));
            let found = p.intersecting(&asked).ids();
            assert_eq!(found, q.intersecting(&asked).ids());
            let ray = Ray2::new(from, [-0.25, 1.0]);
            assert_eq!(p.ray(&ray).all(), q.ray(&ray).all());
            assert_eq!(p.near(&asked).first(), q.near(&asked).first());
        }
        assert_eq!(plain.hash(), settled.hash());
        plain.step();
        settled.step();
        assert!(!plain.events().is_empty());
        assert_eq!((plain.events(), plain.pairs()), (settled.events(), settled.pairs()));
        assert_eq!(plain.hash(), settled.hash());
    }
}
