//! Histories: what was there is found where it was.

#![allow(clippy::unwrap_used, reason = "a call that errs where it should not fails the test")]

mod claims;
mod flights;

use asunder::glam::{Vec2, Vec3};
use asunder::history::{History, OwnTime, RewindError, ShotClaim, ShotFinding, ShotVerdict, Tick};
use asunder::prelude::*;
use asunder::world::{
    BodyId, BodyKind, BodyOptions, Collider, ColliderId, Filter, Found, Near, Snapshot, View,
    WorldError,
};
use asunder::{
    Aabb, Capsule, CastHit, ConvexHull, Frustum, HalfSpace, History2, Obb, Pose, Ray, RayHit, Rot2,
    Segment, Shape, Sphere, Triangle, Vector, World,
};
use asunder_jury::Rng;

fn owned(owner: u64) -> BodyOptions {
    BodyOptions::from(BodyKind::Moving).owner(owner)
}

fn vector<V: Vector>(rng: &mut Rng, most: f64) -> V::Array<f32> {
    V::array(|_| rng.between(-most, most) as f32)
}

fn rotation<V: Vector>(rng: &mut Rng) -> V::RotationArray {
    let mut rotation = V::IDENTITY;
    for number in rotation.as_mut() {
        *number += rng.between(-0.9, 0.9) as f32;
    }
    rotation
}

fn shape<V: Vector>(rng: &mut Rng) -> Shape<V> {
    let center = vector::<V>(rng, 2.0);
    let half = V::array(|_| rng.between(0.1, 1.5) as f32);
    match rng.below(8) {
        0 => Sphere::new(center, half[0]).into(),
        1 => Segment::new(center, half).into(),
        2 => Capsule::new(center, half, half[1]).into(),
        3 => Aabb::from_center_half_extents(center, half).into(),
        4 => Triangle::new(center, half, vector::<V>(rng, 2.0)).into(),
        5 => ConvexHull::new([center, half, vector::<V>(rng, 2.0)]).into(),
        _ => Obb::new(center, half, rotation::<V>(rng)).into(),
    }
}

/// A crowd that moves, turns, jumps, comes and goes.
struct Crowd<V: Vector> {
    world: World<V>,
    bodies: Vec<BodyId>,
}

impl<V: Vector> Crowd<V> {
    fn new(rng: &mut Rng) -> Self {
        let mut crowd = Self { world: World::new(), bodies: Vec::new() };
        for _ in 0..3 {
            crowd.world.insert(shape::<V>(rng), BodyKind::Fixed).unwrap();
        }
        (0..8).for_each(|_| crowd.insert(rng));
        crowd
    }

    fn insert(&mut self, rng: &mut Rng) {
        let parts: Vec<Collider<V>> =
            (0..1 + rng.below(3)).map(|_| Collider::new(shape::<V>(rng)).tag(5)).collect();
        let body = self.world.insert_body(&parts, owned(rng.below(4) as u64)).unwrap();
        self.bodies.push(body);
    }

    fn tick(&mut self, rng: &mut Rng) {
        for at in 0..self.bodies.len() {
            let body = self.bodies[at];
            if rng.chance(0.8) {
                let pose = Pose::new(vector::<V>(rng, 6.0), rotation::<V>(rng));
                self.world.set_body_pose(body, &pose).unwrap();
            }
            if rng.chance(0.1) {
                self.world.teleported(body).unwrap();
            }
            if rng.chance(0.1) {
                self.world.set_body_owner(body, Some(rng.below(4) as u64)).unwrap();
                self.world.set_region(body.collider(0), rng.below(4) as u16).unwrap();
            }
        }
        if rng.chance(0.3) {
            let at = rng.below(self.bodies.len());
            self.world.remove(self.bodies.swap_remove(at)).unwrap();
            self.insert(rng);
        }
        self.world.step();
    }
}

/// Every question there is.
#[derive(Debug, PartialEq)]
struct Answers<V: Vector> {
    colliders: Vec<ColliderId>,
    shapes: Vec<Shape<V>>,
    intersecting: Vec<ColliderId>,
    rays: Vec<Found<RayHit<V>>>,
    casts: Vec<Found<CastHit<V>>>,
    nearest: Option<Found<Near<V>>>,
}

fn ask<V: Vector>(view: &View<'_, V>, seed: u64) -> Answers<V> {
    let rng = &mut Rng::new(seed);
    let filter = if rng.chance(0.5) { Filter::new().not_of_any(&[1, 2]) } else { Filter::new() };
    let asked = shape::<V>(rng).try_transformed(&Pose::from_translation(vector::<V>(rng, 6.0)));
    let asked = asked.unwrap();
    let ray = Ray::new(vector::<V>(rng, 9.0), vector::<V>(rng, 1.0));
    let colliders = view.colliders();
    Answers {
        shapes: colliders.iter().map(|&id| view.shape(id).unwrap()).collect(),
        colliders,
        intersecting: view.intersecting(&asked).filter(filter).ids(),
        rays: view.ray(&ray).filter(filter).all(),
        casts: view.cast(&asked, vector::<V>(rng, 9.0)).filter(filter).all(),
        nearest: view.near(&asked).filter(filter).first(),
    }
}

/// The same by asking all shapes in turn: which were found, in order.
fn assert_found_by_all<V: Vector>(view: &View<'_, V>, seed: u64) -> usize {
    let rng = &mut Rng::new(seed);
    let asked = shape::<V>(rng).try_transformed(&Pose::from_translation(vector::<V>(rng, 6.0)));
    let asked = asked.unwrap();
    let ray = Ray::new(vector::<V>(rng, 9.0), vector::<V>(rng, 1.0));
    let motion = vector::<V>(rng, 9.0);
    let all: Vec<(ColliderId, Shape<V>)> =
        view.colliders().into_iter().map(|id| (id, view.shape(id).unwrap())).collect();
    let sorted = |fraction: &dyn Fn(&Shape<V>) -> Option<f32>| {
        let found = all.iter().filter_map(|(id, shape)| Some((fraction(shape)?.to_bits(), *id)));
        let mut found: Vec<(u32, ColliderId)> = found.collect();
        found.sort_unstable();
        found
    };
    let filter = Filter::new();
    let rays = view.ray(&ray).filter(filter).all();
    let told = rays.iter().map(|found| (found.fraction.to_bits(), found.collider));
    assert!(told.eq(sorted(&|shape| shape.ray_cast(&ray).map(|hit| hit.fraction))));
    assert_eq!(view.ray(&ray).filter(filter).first().as_ref(), rays.first());
    let casts = view.cast(&asked, motion).filter(filter).all();
    let told = casts.iter().map(|found| (found.fraction.to_bits(), found.collider));
    assert!(told.eq(sorted(&|shape| asked.cast(motion, shape).map(|hit| hit.fraction))));
    assert_eq!(view.cast(&asked, motion).filter(filter).first().as_ref(), casts.first());
    let met = all.iter().filter(|(_, shape)| shape.intersects(&asked)).map(|(id, _)| *id);
    assert!(view.intersecting(&asked).filter(filter).ids().into_iter().eq(met));
    let found = view.near(&asked).within(2.0).filter(filter).all();
    let told = found.iter().map(|found| (found.distance.to_bits(), found.collider));
    let near = sorted(&|shape| asked.distance(shape).filter(|distance| *distance <= 2.0));
    assert!(told.eq(near));
    let sides = [0, 1].map(|_| HalfSpace::new(vector::<V>(rng, 1.0), rng.between(0.0, 4.0) as f32));
    let wedge = Shape::from(Frustum::from_half_spaces(&sides));
    let met = all.iter().filter(|(_, shape)| shape.intersects(&wedge)).map(|(id, _)| *id);
    let seen = view.intersecting(&wedge).filter(filter).all();
    assert!(seen.iter().map(|found| found.collider).eq(met));
    assert!(seen.iter().all(|found| found.tag == 5 || found.owner.is_none()));
    let (distance, id) = sorted(&|shape| asked.distance(shape))[0];
    let nearest = view.near(&asked).filter(filter).first().unwrap();
    assert_eq!((nearest.hit.distance.to_bits(), nearest.collider), (distance, id));
    rays.len() + casts.len()
}

fn at_ticks_as_live<V: Vector>(seed: u64) {
    let rng = &mut Rng::new(seed);
    for _ in 0..6 {
        let mut crowd = Crowd::<V>::new(rng);
        let mut history = History::<V>::new(30);
        let mut live = Vec::new();
        for tick in 0..30 {
            crowd.tick(rng);
            history.record(Tick(tick), &crowd.world);
            live.push((0..4).map(|k| ask(&crowd.world.view(), 4 * tick + k)).collect::<Vec<_>>());
        }
        let mut found = 0;
        for (tick, live) in (0..).zip(&live) {
            let view = history.at(&crowd.world, Tick(tick), 0.0).unwrap();
            for (k, live) in (0..).zip(live) {
                assert_eq!(ask(&view, 4 * tick + k), *live, "tick {tick}");
                found += live.rays.len() + live.casts.len();
            }
        }
        assert!(found > 30, "{found}");
    }
}

#[test]
fn a_question_to_a_tick_is_answered_as_it_was_then() {
    at_ticks_as_live::<Vec2>(80);
    at_ticks_as_live::<Vec3>(81);
}

fn between_ticks_by_all<V: Vector>(seed: u64) {
    let rng = &mut Rng::new(seed);
    let mut found = 0;
    for _ in 0..6 {
        let mut crowd = Crowd::<V>::new(rng);
        let mut history = History::<V>::new(9);
        for tick in 0..10 {
            crowd.tick(rng);
            history.record(Tick(tick), &crowd.world);
        }
        for _ in 0..60 {
            let tick = Tick(rng.below(9) as u64);
            let view = history.at(&crowd.world, tick, rng.between(0.0, 0.999) as f32).unwrap();
            found += assert_found_by_all(&view, rng.below(1 << 30) as u64);
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn nothing_between_two_ticks_is_passed_over() {
    between_ticks_by_all::<Vec2>(82);
    between_ticks_by_all::<Vec3>(83);
}

/// A world of one body, recorded at ticks 0 and 1.
fn two_ticks(from: Shape2, to: Shape2) -> (World2, History2, ColliderId) {
    let mut world = World2::new();
    let body = world.insert(from, owned(1)).unwrap();
    let mut history = History::new(10);
    world.step();
    history.record(Tick(0), &world);
    world.set_body_shapes(body, &[to]).unwrap();
    world.step();
    history.record(Tick(1), &world);
    (world, history, body.collider(0))
}

#[test]
fn shapes_between_ticks_go_straight_and_turn() {
    let half_way = |from: Shape2, to: Shape2| {
        let (world, history, id) = two_ticks(from, to);
        history.at(&world, Tick(0), 0.5).unwrap().shape(id).unwrap()
    };
    let ball = |x: f32, radius| Sphere2::new([x, 1.0], radius);
    assert_eq!(half_way(ball(0.0, 1.0).into(), ball(4.0, 2.0).into()), ball(2.0, 1.5).into());
    let rod = |x: f32| Capsule2::new([0.0, x], [x, 8.0], 0.5);
    assert_eq!(half_way(rod(0.0).into(), rod(2.0).into()), rod(1.0).into());
    let block = |x: f32| Aabb2::new([x, 0.0], [2.0 * x, 1.0]);
    assert_eq!(half_way(block(1.0).into(), block(3.0).into()), block(2.0).into());
    assert_eq!(half_way(ball(0.0, 1.0).into(), rod(2.0).into()), ball(0.0, 1.0).into());

    let turned = |x: f32, degrees| Obb2::new([x, 0.0], [1.0, 0.25], Rot2::degrees(degrees));
    let Shape2::Obb(between) = half_way(turned(0.0, 10.0).into(), turned(2.0, 70.0).into()) else {
        panic!("a box stays one");
    };
    assert_eq!(between.center(), Vec2::new(1.0, 0.0));
    let (found, expected) = (between.corners(), turned(1.0, 40.0));
    for (found, expected) in found.zip(expected.corners()) {
        assert!(found.distance(expected) < 1e-6, "{found} {expected}");
    }
    // By more than half a turn: the short way is the other one.
    let Shape2::Obb(between) = half_way(turned(0.0, -100.0).into(), turned(0.0, 100.0).into())
    else {
        panic!("a box stays one");
    };
    let Rot2 { cos, sin } = between.rotation();
    assert!(cos < 0.0 && sin.abs() < -1e-5 * cos, "through 180 degrees, not 0: {cos} {sin}");
}

#[test]
fn what_was_put_there_did_not_go_there() {
    let mut world = World2::new();
    let body = world.insert(Sphere2::new([0.0, 0.0], 1.0), owned(1)).unwrap();
    let other = world.insert(Sphere2::new([0.0, 9.0], 1.0), owned(2)).unwrap();
    let mut history = History::new(10);
    world.step();
    history.record(Tick(0), &world);
    world.set_body_pose(body, &Pose2::from_translation([8.0, 0.0])).unwrap();
    world.teleported(body).unwrap();
    world.remove(other).unwrap();
    let late = world.insert(Sphere2::new([0.0, 9.0], 1.0), owned(3)).unwrap();
    world.step();
    history.record(Tick(1), &world);
    world.set_body_pose(body, &Pose2::from_translation([10.0, 0.0])).unwrap();
    world.step();
    history.record(Tick(2), &world);

    let at = |tick: u64, fraction: f32, id: BodyId| {
        let view = history.at(&world, Tick(tick), fraction).unwrap();
        match view.shape(id.collider(0)) {
            Ok(Shape2::Sphere(sphere)) => Ok(sphere.center().x),
            Ok(shape) => panic!("{shape:?}"),
            Err(error) => Err(error),
        }
    };
    assert_eq!(at(0, 0.5, body), Ok(0.0), "until the tick at which it was there");
    assert_eq!(at(1, 0.5, body), Ok(9.0), "and then it went on");
    assert_eq!(at(0, 0.5, other), Ok(0.0), "it was removed in tick 1");
    assert_eq!(at(1, 0.0, other), Err(WorldError::NoBody { body: other }));
    assert_eq!(at(0, 0.5, late), Err(WorldError::NoBody { body: late }), "its slot's next body");
    assert_eq!(at(1, 0.0, late), Ok(0.0));
}

#[test]
fn recording_a_tick_again_replaces_all_after_it() {
    let mut world = World2::new();
    let body = world.insert(Sphere2::new([0.0, 0.0], 1.0), owned(1)).unwrap();
    let mut history = History::new(3);
    let mut record = |history: &mut History2, tick: u64, x: f32| {
        world.set_body_pose(body, &Pose2::from_translation([x, 0.0])).unwrap();
        world.step();
        history.record(Tick(tick), &world);
        world.clone()
    };
    (0..9).for_each(|tick| drop(record(&mut history, tick, tick as f32)));
    assert!(history.ticks().eq([5, 6, 7, 8].map(Tick)), "three ticks back from the last");
    let world = record(&mut history, 7, 70.0);
    assert!(history.ticks().eq([4, 5, 6, 7].map(Tick)), "as if tick 8 had never been");
    let view = history.at(&world, Tick(6), 0.5).unwrap();
    let ball = |x: f32| Ok(Sphere2::new([x, 0.0], 1.0).into());
    assert_eq!(view.shape(body.collider(0)), ball(38.0));
    assert_eq!(history.at(&world, Tick(8), 0.0).unwrap().moment().unwrap().tick, Tick(7));

    history.record(Tick(9), &world);
    let not_recorded = |tick| Err(RewindError::NotRecorded { tick: Tick(tick) });
    assert_eq!(history.at(&world, Tick(7), 0.5).map(|_| ()), not_recorded(8));
    assert_eq!(history.at(&world, Tick(8), 0.0).map(|_| ()), not_recorded(8));
    for fraction in [-0.5, 1.0, f32::NAN] {
        assert!(history.at(&world, Tick(7), fraction).is_err(), "{fraction}");
    }
}

/// Five players in a row run to the right; each is looked at in its own time.
#[test]
fn every_owner_has_its_own_time() {
    let mut world = World2::new();
    let players: Vec<BodyId> = (0..5)
        .map(|y| world.insert(Sphere2::new([0.0, 4.0 * y as f32], 1.0), owned(y)).unwrap())
        .collect();
    let mut history = History::new(20);
    for tick in 0..10 {
        for &player in &players {
            world.set_body_pose(player, &Pose2::from_translation([tick as f32, 0.0])).unwrap();
        }
        world.step();
        history.record(Tick(tick), &world);
    }
    let own = [
        OwnTime { owner: 1, tick: Tick(2), fraction: 0.5 },
        OwnTime { owner: 3, tick: Tick(8), fraction: 0.0 },
        OwnTime { owner: 77, tick: Tick(1), fraction: 0.0 },
    ];
    let view = history.at_each(&world, Tick(5), 0.25, &own).unwrap();
    assert_eq!(view.colliders().len(), 5, "each once");
    let xs = players.iter().map(|player| match view.shape(player.collider(0)) {
        Ok(Shape2::Sphere(sphere)) => sphere.center().x,
        other => panic!("{other:?}"),
    });
    assert!(xs.eq([5.25, 2.5, 5.25, 8.0, 5.25]));
    let across = |x: f32| Segment2::new([x, -9.0], [x, 99.0]);
    let owners = |x: f32, filter| -> Vec<u64> {
        view.segment(&across(x))
            .filter(filter)
            .all()
            .iter()
            .filter_map(|found| found.owner)
            .collect()
    };
    assert_eq!(owners(1.75, Filter::new()), [1]);
    assert_eq!(owners(5.25, Filter::new()), [0, 2, 4]);
    assert_eq!(owners(5.25, Filter::new().not_of(2)), [0, 4]);
    assert_eq!(owners(5.25, Filter::new().not_of_any(&[0, 4])), [2]);
    assert_eq!(owners(5.25, Filter::new().only_of(4)), [4]);
    let wrong = [OwnTime { owner: 1, tick: Tick(2), fraction: 1.5 }];
    let error = history.at_each(&world, Tick(5), 0.0, &wrong).map(|_| ());
    assert_eq!(error, Err(RewindError::Fraction { fraction: 1.5 }));
}

#[test]
fn a_time_of_an_owners_own_is_clamped_aloud_and_counts_once() {
    let mut world = World2::new();
    let body = world.insert(Sphere2::new([0.0, 0.0], 1.0), owned(2)).unwrap();
    let mut history = History::new(2);
    for tick in 3..8 {
        world.set_body_pose(body, &Pose2::from_translation([tick as f32, 0.0])).unwrap();
        world.step();
        history.record(Tick(tick), &world);
    }
    let own = |tick| OwnTime { owner: 2, tick: Tick(tick), fraction: 0.0 };
    let clamped = |own: &[OwnTime]| {
        history.at_each(&world, Tick(7), 0.0, own).unwrap().moment().unwrap().clamped
    };
    assert!(!clamped(&[own(5)]), "the oldest allowed");
    assert!(clamped(&[own(4)]));
    let twice = [own(5), own(7)];
    let view = history.at_each(&world, Tick(7), 0.0, &twice).unwrap();
    assert_eq!(view.colliders(), [body.collider(0)]);
    let everywhere = Sphere2::new([5.0, 0.0], 0.5);
    assert_eq!(view.intersecting(&everywhere).ids(), [body.collider(0)]);
}

/// A world that went back has not walked there, and may have given an id to another body.
#[test]
fn what_went_back_is_not_on_its_way() {
    let mut world = World2::new();
    let start = world.snapshot();
    let boxes = |count: usize| vec![Collider::new(Sphere2::new([0.0, 0.0], 1.0)); count];
    let body = world.insert_body(&boxes(3), owned(2)).unwrap();
    let mut history = History::new(4);
    world.step();
    history.record(Tick(1), &world);
    world.restore(&start);
    let other = world.insert_body(&boxes(1), owned(2)).unwrap();
    assert_eq!(other, body, "the id is given anew");
    world.set_body_pose(other, &Pose2::from_translation([8.0, 0.0])).unwrap();
    history.record(Tick(2), &world);
    let view = history.at(&world, Tick(1), 0.5).unwrap();
    let near = |x: f32| view.intersecting(&Sphere2::new([x, 0.0], 0.5)).any();
    assert!(near(0.0) && !near(4.0) && !near(8.0));
}

/// The bug: a tick that was recorded again left the history shorter by as many ticks as it lay back.
#[test]
fn a_rollback_costs_no_depth() {
    let mut rng = Rng::new(91);
    let world = World2::new();
    for max_rewind in [0, 1, 2, 7, 60] {
        let mut history = History::new(max_rewind);
        let first = 1000;
        let mut latest = first + 2 * max_rewind;
        (first..=latest).for_each(|tick| history.record(Tick(tick), &world));
        let mut tick = latest;
        for _ in 0..300 {
            // No further behind the latest than the history reaches, also in steps.
            tick += 1;
            if rng.chance(0.3) {
                tick = tick.min(latest - rng.below(max_rewind as usize + 1) as u64);
            }
            history.record(Tick(tick), &world);
            latest = latest.max(tick);
            assert!(history.ticks().eq((tick - max_rewind..=tick).map(Tick)), "{max_rewind}");
            let oldest =
                history.at(&world, Tick(tick - max_rewind), 0.0).unwrap().moment().unwrap();
            assert!(!oldest.clamped);
            let older = history.at(&world, Tick(tick - max_rewind - 1), 0.0).unwrap();
            assert_eq!(
                older.moment().map(|moment| (moment.tick, moment.clamped)),
                Some((Tick(tick - max_rewind), true))
            );
        }
    }
}
