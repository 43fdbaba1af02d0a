//! What is changed about a collider in its place: told at the next step, as if it had moved.

use super::{at, square};
use asunder::glam::Vec2;
use asunder::history::{History, OwnTime, Tick};
use asunder::prelude::*;
use asunder::world::{
    BodyId, BodyKind, BodyOptions, Collider, Event, ExitReason, Filter, LayerId, LayerSet, Layers,
    OwnerEvent, Party, Response, Snapshot, WorldError,
};
use asunder_jury::Rng;

fn layers() -> Layers {
    Layers::new()
        .layer("ghost")
        .and_then(|layers| layers.layer("trigger"))
        .and_then(|layers| layers.layer("solid"))
        .and_then(|layers| layers.respond("default", "ghost", Response::Ignore))
        .and_then(|layers| layers.respond("trigger", "default", Response::Overlap))
        .and_then(|layers| layers.respond("solid", "default", Response::Block))
        .unwrap()
}

/// A world of these layers, and the three beside `default`.
fn world() -> (World2, [LayerId; 3]) {
    let world = World2::with_layers(layers());
    let ids = ["ghost", "trigger", "solid"].map(|name| world.layers().id(name).unwrap());
    (world, ids)
}

fn owned(owner: u64) -> BodyOptions {
    BodyOptions::from(BodyKind::Moving).owner(owner)
}

fn stepped(world: &mut World2) -> Vec<Event<Vec2>> {
    world.step();
    world.events().to_vec()
}

#[test]
fn what_rests_parts_and_meets_by_its_layer() {
    let (mut world, [ghost, trigger, solid]) = world();
    // A body of one collider and one of two, each beside a wall, and others around.
    for x in 0..40 {
        world.insert(square(2.0 * x as f32, 50.0), BodyKind::Moving).unwrap();
    }
    let wall = world.insert(square(0.0, 0.0), BodyKind::Fixed).unwrap().collider(0);
    let lone = world.insert(square(1.0, 0.0), BodyKind::Moving).unwrap().collider(0);
    let two = [square(-1.0, 0.0), square(-9.0, 0.0)];
    let one_of_two = world.insert_body(&two, BodyKind::Moving).unwrap().collider(0);
    (0..3).for_each(|_| world.step());
    assert_eq!(world.pairs(), [(wall, lone), (wall, one_of_two)], "they touch");
    for changed in [lone, one_of_two] {
        let enter = [Event::Enter { a: wall, b: changed }];
        let exit = [Event::Exit { a: wall, b: changed, reason: ExitReason::Parted }];
        for layer in [ghost, trigger, solid] {
            world.set_layer(changed, layer).unwrap();
            assert_eq!(world.pairs().len(), 2, "until the next step");
            assert_eq!(stepped(&mut world), exit, "touching is no penetration");
            assert_eq!(stepped(&mut world), []);
            world.set_layer(changed, LayerId::DEFAULT).unwrap();
            assert_eq!(stepped(&mut world), enter);
        }
        world.set_ignore(changed, LayerId::DEFAULT).unwrap();
        assert_eq!(stepped(&mut world), exit);
        world.set_ignore(changed, LayerSet::from(ghost)).unwrap();
        assert_eq!(stepped(&mut world), enter);
        assert_eq!(world.collider(changed).unwrap().ignore, ghost.into());

        world.set_layer(changed, ghost).unwrap();
        world.set_layer(changed, LayerId::DEFAULT).unwrap();
        assert_eq!(stepped(&mut world), [], "there and back is told nowhere");
    }
    // The same by what is fixed.
    world.set_layer(wall, ghost).unwrap();
    assert_eq!(stepped(&mut world).len(), 2);
    assert!(world.pairs().is_empty());
    world.set_layer(wall, LayerId::DEFAULT).unwrap();
    assert_eq!(stepped(&mut world).len(), 2);
    assert_eq!(world.pairs().len(), 2);
}

#[test]
fn penetrating_pairs_last_whatever_the_response() {
    let (mut world, [_, trigger, solid]) = world();
    world.insert(square(0.0, 0.0), BodyKind::Fixed).unwrap();
    let body = world.insert(square(0.5, 0.0), BodyKind::Moving).unwrap().collider(0);
    world.step();
    for layer in [trigger, solid, LayerId::DEFAULT] {
        world.set_layer(body, layer).unwrap();
        assert_eq!(stepped(&mut world), []);
    }
}

#[test]
fn a_door_that_opens_lets_movers_through() {
    let (mut world, [ghost, _, solid]) = world();
    let door = square(3.0, 0.0).layer(solid);
    let door = world.insert(door, BodyKind::Fixed).unwrap().collider(0);
    let walker = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    let stop = world.move_body(walker, [9.0, 0.0]).unwrap();
    assert_eq!(stop.hits[0].obstacle, door);
    assert!(matches!(stepped(&mut world)[..], [Event::Blocked { .. }]));
    world.set_layer(door, ghost).unwrap();
    let stop = world.move_body(walker, [9.0, 0.0]).unwrap();
    assert_eq!((stop.fraction, stop.position.x), (1.0, 11.0), "before the step, too");
    let mover = walker.collider(0);
    assert_eq!(stepped(&mut world), [Event::Unblocked { mover, obstacle: door }]);

    world.set_layer(door, solid).unwrap();
    let stop = world.move_body(walker, [-9.0, 0.0]).unwrap();
    assert_eq!(stop.position.x, 4.0, "shut again");
    world.set_ignore(mover, solid).unwrap();
    assert_eq!(world.move_body(walker, [-4.0, 0.0]).unwrap().fraction, 1.0);
}

#[test]
fn questions_see_it_at_once() {
    let (mut world, [ghost, ..]) = world();
    let coin = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    world.step();
    let id = coin.collider(0);
    world.set_layer(id, ghost).unwrap();
    world.set_tag(id, 7).unwrap();
    world.set_bone(id, Some(3)).unwrap();
    world.set_region(id, 2).unwrap();
    world.set_body_owner(coin, Some(5)).unwrap();
    let asked = Shape2::Point(Vec2::ZERO);
    let view = world.view();
    assert_eq!(view.intersecting(&asked).filter(Filter::new().layers(LayerId::DEFAULT)).ids(), []);
    assert_eq!(view.intersecting(&asked).filter(Filter::new().not_of(5)).ids(), []);
    let found =
        view.intersecting(&asked).filter(Filter::new().layers(ghost).only_of(5)).first().unwrap();
    assert_eq!((found.collider, found.owner), (id, Some(5)));
    assert_eq!((found.tag, found.bone, found.region), (7, Some(3), 2));
    world.set_bone(id, None).unwrap();
    assert_eq!(world.collider(id).unwrap().bone, None);
    assert_eq!(world.body_options(coin), Ok(owned(5)));
}

#[test]
fn what_is_refused_changes_nothing() {
    let (mut world, [ghost, ..]) = world();
    let body = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    let gone = world.insert(square(0.0, 0.0), BodyKind::Moving).unwrap();
    world.remove(gone).unwrap();
    world.step();
    let hash = world.hash();
    let foreign = layers().layer("fifth").and_then(|layers| layers.id("fifth")).unwrap();
    assert_eq!(world.set_layer(body.collider(0), foreign), Err(WorldError::Layer { part: 0 }));
    let (collider, count) = (body.collider(1), 1);
    let none = Err(WorldError::NoCollider { collider, count });
    assert_eq!(world.set_layer(collider, ghost), none);
    assert_eq!(world.set_ignore(collider, ghost), none);
    assert_eq!(world.set_tag(collider, 1), none);
    let none = Err(WorldError::NoBody { body: gone });
    assert_eq!(world.set_bone(gone.collider(0), Some(1)), none);
    assert_eq!(world.set_region(gone.collider(0), 1), none);
    assert_eq!(world.set_body_owner(gone, Some(1)), none);
    assert_eq!(world.hash(), hash);

    world.set_layer(body.collider(0), LayerId::DEFAULT).unwrap();
    world.set_ignore(body.collider(0), LayerSet::NONE).unwrap();
    world.set_body_owner(body, None).unwrap();
    assert_eq!(world.hash(), hash, "what is so already");
}

#[test]
fn an_owner_takes_over_contacts() {
    let (mut world, _) = world();
    let post = world.insert(square(0.0, 0.0), BodyKind::Fixed).unwrap();
    let turret = world.insert_body(&[square(1.0, 0.0), square(0.0, 1.0)], owned(1)).unwrap();
    let knight = world.insert(square(2.0, 0.0), owned(2)).unwrap();
    world.step();
    let (one, two, of_post) = (Party::Owner(1), Party::Owner(2), Party::Body(post));
    let enter = |a, b| OwnerEvent::Enter { a, b };
    let exit = |a, b, reason| OwnerEvent::Exit { a, b, reason };
    assert_eq!(world.owner_events(), [enter(one, two), enter(one, of_post)]);

    // The knight's contact with it ends, that with the post goes over.
    world.set_body_owner(turret, Some(2)).unwrap();
    world.step();
    let parted = ExitReason::Parted;
    let (a, b) = (turret.collider(0), knight.collider(0));
    assert_eq!(world.events(), [Event::Exit { a, b, reason: parted }]);
    let expected = [exit(one, two, parted), exit(one, of_post, parted), enter(two, of_post)];
    assert_eq!(world.owner_events(), expected);

    // To nobody, to another and back: what was before the step counts.
    for owner in [None, Some(7), Some(2)] {
        world.set_body_owner(turret, owner).unwrap();
    }
    world.step();
    assert!(world.events().is_empty() && world.owner_events().is_empty());

    // To nobody: two bodies of nobody are told by `events` alone.
    world.set_body_owner(turret, None).unwrap();
    world.step();
    let turret_itself = Party::Body(turret);
    assert_eq!(world.events(), [Event::Enter { a, b }]);
    let expected = [exit(two, of_post, parted), enter(two, turret_itself)];
    assert_eq!(world.owner_events(), expected);

    // Given away and removed: it was nobody's at the last step.
    world.set_body_owner(turret, Some(9)).unwrap();
    world.remove(turret).unwrap();
    world.step();
    assert_eq!(world.owner_events(), [exit(two, turret_itself, ExitReason::Removed)]);
}

#[test]
fn who_cannot_be_hit_is_passed_and_then_hit() {
    let (mut world, [ghost, ..]) = world();
    let hero = world.insert(square(0.0, 0.0), owned(2)).unwrap();
    let flame = world.insert(square(0.5, 0.0), owned(1)).unwrap();
    world.set_layer(hero.collider(0), ghost).unwrap();
    world.begin_attack(1, &[flame.collider(0)]).unwrap();
    let hits = |world: &mut World2| {
        let events = stepped(world);
        events.iter().filter(|event| matches!(event, Event::Hit(_))).count()
    };
    assert_eq!(hits(&mut world), 0, "out of reach for now");
    world.set_layer(hero.collider(0), LayerId::DEFAULT).unwrap();
    assert_eq!([hits(&mut world), hits(&mut world)], [1, 0], "hit once");
    world.set_body_owner(hero, Some(3)).unwrap();
    assert_eq!([hits(&mut world), hits(&mut world)], [1, 0], "owner 3 was not hit yet");
    world.set_body_owner(hero, Some(2)).unwrap();
    assert_eq!(hits(&mut world), 0, "owner 2 was");
    world.set_body_owner(hero, Some(1)).unwrap();
    assert_eq!(hits(&mut world), 0, "none of the attacker's own");
}

#[test]
fn a_shot_that_is_struck_back_meets_who_fired_it() {
    let mut world = World2::new();
    let archer = world.insert(square(0.0, 0.0), owned(1)).unwrap().collider(0);
    let shot = Collider::new(Sphere2::new([0.0, 0.0], 0.1)).swept();
    let shot = world.insert(shot, owned(1)).unwrap();
    let knight = world.insert(square(9.0, 0.0), owned(2)).unwrap().collider(0);
    let mut fly = |owner: u64, x: f32| -> Vec<_> {
        world.set_body_owner(shot, Some(owner)).unwrap();
        world.set_body_pose(shot, &at(x, 0.0)).unwrap();
        let hit = |event: &Event<Vec2>| match event {
            Event::Hit(hit) => Some(hit.collider),
            _ => None,
        };
        stepped(&mut world).iter().filter_map(hit).collect()
    };
    assert_eq!(fly(1, 7.0), [], "it is the archer's own");
    assert_eq!(fly(2, -7.0), [archer]);
    assert_eq!(fly(1, 20.0), [knight]);
    assert_eq!(fly(2, -20.0), [], "each is hit once");
}

/// The order of changes between two steps is nobody's concern, and bytes keep them.
#[test]
fn changes_are_part_of_the_state_whatever_their_order() {
    let (mut world, [ghost, trigger, _]) = world();
    let bodies: Vec<BodyId> = (0..6)
        .map(|x| {
            let parts = [square(x as f32, 0.0), square(x as f32, 1.0)];
            let options = BodyOptions::from(BodyKind::Moving);
            let options = if x % 2 == 0 { options.owner(x) } else { options };
            world.insert_body(&parts, options).unwrap()
        })
        .collect();
    world.step();
    let before = world.snapshot();
    let change = |world: &mut World2, i: usize| {
        let (body, id) = (bodies[i], bodies[i].collider((i % 2) as u16));
        match i {
            0 => world.set_layer(id, ghost),
            1 => world.set_ignore(id, LayerSet::NONE.with(LayerId::DEFAULT).with(trigger)),
            2 => world.set_body_owner(body, Some(4)),
            3 => world.set_body_owner(body, Some(0)),
            4 => world.set_body_owner(body, None),
            _ => world.set_region(id, 3).and_then(|()| world.set_layer(id, trigger)),
        }
        .unwrap();
    };
    let mut told = Vec::new();
    for order in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 5, 0, 2, 4, 1]] {
        world.restore(&before);
        order.into_iter().for_each(|i| change(&mut world, i));
        let bytes = world.snapshot().to_bytes();
        let mut copy = World2::new();
        copy.restore(&Snapshot::try_from_bytes(&bytes).unwrap());
        assert_eq!(copy.snapshot().to_bytes(), bytes);
        for _ in 0..2 {
            world.step();
            copy.step();
            assert_eq!(world.events(), copy.events());
            assert_eq!(world.owner_events(), copy.owner_events());
            assert!(!world.events().is_empty() || world.steps() > 2);
            assert_eq!(world.hash(), copy.hash());
        }
        assert_ne!(world.hash(), before.hash());
        told.push((bytes, world.hash()));
    }
    assert!(told.iter().all(|one| *one == told[0]));
}

/// Of many that rest, changed in their places, the pairs are those of a world that was made so.
#[test]
fn many_changed_in_their_places_are_as_if_inserted_so() {
    let mut rng = Rng::new(77);
    let (mut world, [ghost, trigger, solid]) = world();
    let layers = [LayerId::DEFAULT, ghost, trigger, solid];
    let mut made: Vec<(Vec<Collider<Vec2>>, BodyOptions)> = (0..1500)
        .map(|i| {
            let mut part = || square(rng.below(60) as f32 * 0.5, rng.below(60) as f32 * 0.5);
            let parts = if i % 5 == 0 { vec![part(), part()] } else { vec![part()] };
            let motion = if i % 3 == 0 { BodyKind::Fixed } else { BodyKind::Moving };
            (parts, BodyOptions::from(motion))
        })
        .collect();
    let bodies: Vec<BodyId> =
        made.iter().map(|(parts, options)| world.insert_body(parts, *options).unwrap()).collect();
    for round in 0..4 {
        for ((parts, options), &body) in made.iter_mut().zip(&bodies) {
            for (part, id) in parts.iter_mut().zip((0..).map(|part| body.collider(part))) {
                if rng.chance(0.3) {
                    part.layer = layers[rng.below(4)];
                    world.set_layer(id, part.layer).unwrap();
                }
                if rng.chance(0.1) {
                    part.ignore = layers[rng.below(4)].into();
                    world.set_ignore(id, part.ignore).unwrap();
                }
            }
            if rng.chance(0.2) {
                *options = options.owner(rng.below(4) as u64);
                world.set_body_owner(body, options.owner).unwrap();
            }
        }
        world.step();
        let mut fresh = World2::with_layers(world.layers().clone());
        for (parts, options) in &made {
            fresh.insert_body(parts, *options).unwrap();
        }
        fresh.step();
        assert!(world.pairs().len() > 500);
        assert_eq!(world.pairs(), fresh.pairs(), "round {round}");
        assert!(round == 0 || world.events().len() > 100);
    }
}

/// A history shows what a tick knew, and what changed hands once, whatever the owners' times.
#[test]
fn the_past_stays_as_it_was() {
    let (mut world, [ghost, ..]) = world();
    let wall = world.insert(square(0.0, 0.0).tag(1), BodyKind::Fixed).unwrap().collider(0);
    let turret = world.insert(square(0.0, 0.0).tag(1), owned(1)).unwrap();
    let id = turret.collider(0);
    let mut history = History::new(30);
    for tick in 0..10 {
        if tick == 5 {
            world.set_body_owner(turret, Some(2)).unwrap();
            world.set_layer(id, ghost).unwrap();
            world.set_tag(id, 2).unwrap();
            world.set_tag(wall, 2).unwrap();
        }
        world.set_body_pose(turret, &at(tick as f32, 0.0)).unwrap();
        world.step();
        history.record(Tick(tick), &world);
    }
    let all = Shape2::from(Aabb2::new([-9.0, -9.0], [99.0, 99.0]));
    let then = |tick, own: &[OwnTime], filter: Filter<'_>| -> Vec<_> {
        let view = history.at_each(&world, Tick(tick), 0.0, own).unwrap();
        let found = view.intersecting(&all).filter(filter).all();
        found.iter().map(|found| (found.collider, found.owner, found.tag)).collect()
    };
    let not_the_wall = Filter::new().not_of(99);
    let of_wall = (wall, None, 2);
    assert_eq!(then(4, &[], not_the_wall), [of_wall, (id, Some(1), 1)], "what is fixed is as now");
    assert_eq!(then(5, &[], not_the_wall), [of_wall, (id, Some(2), 2)]);
    assert_eq!(then(4, &[], Filter::new().only_of(2)), []);
    assert_eq!(then(4, &[], Filter::new().layers(ghost)), []);
    assert_eq!(then(5, &[], Filter::new().layers(ghost)), [(id, Some(2), 2)]);

    let own = |owner, tick| OwnTime { owner, tick: Tick(tick), fraction: 0.0 };
    let times = [own(1, 2), own(2, 7)];
    let at_each = |tick, own: &[OwnTime]| {
        let found = then(tick, own, Filter::new());
        assert_eq!(found.len(), 2, "once");
        let view = history.at_each(&world, Tick(tick), 0.0, own).unwrap();
        let Ok(Shape2::Obb(box_)) = view.shape(id) else { panic!("it was there") };
        (box_.center().x, found[1].1)
    };
    assert_eq!(at_each(9, &times), (7.0, Some(2)), "at tick 9 it is the second's");
    assert_eq!(at_each(4, &times), (2.0, Some(1)), "at tick 4 the first's");
    assert_eq!(at_each(9, &times[..1]), (9.0, Some(2)));
    assert_eq!(at_each(9, &[own(2, 3)]), (3.0, Some(1)), "whose it was then is told");
}
