//! Worlds, in the plane. `three/world.rs` is what this is derived from, by `tests/derived.rs`.

use crate::{asked, message};
use asunder::Vector as _;
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder_capi::*;
use asunder_jury::Rng;
use std::ptr;

/// A vector with `x` and `y`, and zero beyond.
pub(crate) fn vector(x: f32, y: f32) -> [f32; 2] {
    let mut vector = <[f32; 2]>::default();
    (vector[0], vector[1]) = (x, y);
    vector
}

pub(crate) fn ok(status: AsuStatus) {
    assert_eq!(status, AsuStatus::AsuOk, "{}", message());
}

pub(crate) fn boxed(min: [f32; 2], max: [f32; 2]) -> (AsuShape2, Shape2) {
    let data = AsuShapeData2 { aabb: AsuAabb2 { min, max } };
    (AsuShape2 { kind: AsuShapeKind::AsuAabb as u32, data }, Aabb2::new(min, max).into())
}

pub(crate) fn ball(center: [f32; 2], radius: f32) -> (AsuShape2, Shape2) {
    let data = AsuShapeData2 { sphere: AsuSphere2 { center, radius } };
    (AsuShape2 { kind: AsuShapeKind::AsuSphere as u32, data }, Sphere2::new(center, radius).into())
}

pub(crate) fn flat_floor() -> (AsuShape2, Shape2) {
    let (mut min, mut max) = (vector(-9.0, -1.0), vector(9.0, 0.0));
    (min[2 % Vec2::DIM], max[2 % Vec2::DIM]) = (-9.0, 9.0);
    boxed(min, max)
}

fn identity_at(x: f32, y: f32) -> AsuPose2 {
    AsuPose2::from(Pose2::from_translation(vector(x, y)))
}

/// Two worlds that get the same calls give the same answers, tick by tick.
#[test]
fn a_session_has_the_librarys_hash_and_events() {
    // SAFETY: all pointers are to local values and as long as they say.
    unsafe {
        let names = [c"player".as_ptr(), c"wall".as_ptr()];
        let block = AsuLayerPair { a: 1, b: 2, response: AsuResponse::AsuBlock as u32 };
        let layers =
            AsuLayers { names: names.as_ptr(), name_count: 2, pairs: &block, pair_count: 1 };
        let world: AsuWorld2 = asked(|to| asu_world2_create_with_layers(&layers, to));
        let layers = Layers::new().layer("player").unwrap().layer("wall").unwrap();
        let layers = layers.respond("player", "wall", Response::Block).unwrap();
        let [player, wall] = ["player", "wall"].map(|name| layers.id(name).unwrap());
        let mut expected = World2::with_layers(layers);

        let collider = |shape, layer, tag| AsuCollider2 {
            shape,
            layer,
            bone: ASU_NO_BONE,
            ignore: 0,
            tag,
            region: 0,
            swept: 0,
            has_one_way: 0,
            one_way: Default::default(),
        };
        let (floor_c, floor) = flat_floor();
        let floor_c = collider(floor_c, 2, 5);
        let floor_c: u64 = asked(|to| asu_world2_insert(world, &floor_c, 1, ptr::null(), to));
        let floor = expected.insert(Collider::new(floor).layer(wall).tag(5), BodyKind::Fixed);
        assert_eq!(floor_c, floor.unwrap().bits());

        let mut bodies = Vec::new();
        for i in 0..8 {
            let (c, rust) = ball(vector(i as f32 - 4.0, 3.0), 0.5);
            let options =
                AsuBodyOptions { kind: AsuBodyKind::AsuMoving as u32, has_owner: 1, owner: i % 3 };
            let c = collider(c, 1, i);
            let c: u64 = asked(|to| asu_world2_insert(world, &c, 1, &options, to));
            let options = BodyOptions::from(BodyKind::Moving).owner(i % 3);
            let rust = Collider::new(rust).layer(player).tag(i);
            let rust = expected.insert(rust, options).unwrap();
            assert_eq!(c, rust.bits());
            bodies.push((c, rust));
        }
        let sword = AsuColliderId { body: bodies[0].0, part: 0 };
        let attack: u64 = asked(|to| asu_world2_begin_attack(world, 0, 0, &sword, 1, to));
        expected.begin_attack(0, &[bodies[0].1.collider(0)]).unwrap();

        let mut rng = Rng::new(5);
        let mut seen = [0; 6];
        let mut walk_options = asu_walk_options2();
        (walk_options.slide.step_height, walk_options.slide.snap) = (0.2, 0.2);
        let mut rust_options = WalkOptions::<Vec2>::default();
        (rust_options.slide.step_height, rust_options.slide.snap) = (0.2, 0.2);
        for tick in 0..200 {
            let (c, rust) = bodies[rng.below(8)];
            let motion = vector(rng.between(-2.0, 2.0) as f32, rng.between(-2.0, 1.0) as f32);
            match tick % 4 {
                0 => {
                    let pose = identity_at(motion[0], motion[1] + 2.0);
                    ok(asu_world2_set_pose(world, c, &pose));
                    let pose = Pose2::from_translation(vector(motion[0], motion[1] + 2.0));
                    expected.set_body_pose(rust, &pose).unwrap();
                }
                1 => {
                    let to = motion.as_ptr();
                    let stop: AsuBodyStop2 =
                        asked(|stop| asu_world2_move(world, c, to, stop, ptr::null_mut(), 0));
                    let rust = expected.move_body(rust, motion).unwrap();
                    assert_eq!(stop.position, rust.position.to_array());
                    assert_eq!((stop.fraction, stop.gap), (rust.fraction, rust.gap));
                    assert_eq!(stop.hit_count, rust.hits.len());
                }
                _ => {
                    let (velocity, none) = (motion.as_ptr(), ptr::null_mut());
                    let walk: AsuWalk2 = asked(|walk| {
                        let options = &raw const walk_options;
                        let all = ptr::null();
                        asu_world2_walk(world, c, velocity, 0.5, options, all, walk, none, 0)
                    });
                    let rust = expected.walk_body(rust, motion, 0.5, &rust_options).unwrap();
                    assert_eq!(walk.moved, rust.moved.to_array());
                    assert_eq!(walk.velocity_after, rust.velocity_after.to_array());
                    assert_eq!(walk.on_floor, rust.floor.is_some());
                    let floor = rust.floor.map(|floor| floor.collider.into());
                    assert_eq!(walk.floor, floor.unwrap_or_default());
                    assert_eq!((walk.stepped, walk.snapped), (rust.stepped, rust.snapped));
                    assert_eq!(walk.hit_count, rust.hits.len());
                }
            }
            ok(asu_world2_step(world));
            expected.step();
            let count = asked(|count| asu_world2_events(world, ptr::null_mut(), 0, count));
            let mut events = Vec::<AsuEvent2>::with_capacity(count);
            let again = asked(|n| asu_world2_events(world, events.as_mut_ptr(), count, n));
            events.set_len(again);
            assert_eq!(events.len(), expected.events().len());
            for (event, rust) in events.iter().zip(expected.events()) {
                let (a, b) = rust.colliders();
                assert_eq!((event.a, event.b), (a.into(), b.into()), "{rust:?}");
                if let asunder::world::Event::Hit(hit) = rust {
                    assert_eq!((event.attack, event.tag), (attack, hit.tag));
                    assert_eq!(event.point, hit.point.to_array());
                }
                seen[event.kind as usize] += 1;
            }
            let pairs = asked(|count| asu_world2_pairs(world, ptr::null_mut(), 0, count));
            assert_eq!(pairs, expected.pairs().len());
            let hash: u64 = asked(|to| asu_world2_hash(world, to));
            assert_eq!(hash, expected.hash(), "tick {tick}");
        }
        assert!(seen[..4].iter().all(|&count| count > 3) && seen[4] > 0, "{seen:?}");
        ok(asu_world2_end_attack(world, attack));
        assert_eq!(asu_world2_end_attack(world, attack), AsuStatus::AsuStale);
        ok(asu_world2_destroy(world));
    }
}

/// A lift carries who stands on it; a snapshot goes back, over its bytes too.
#[test]
fn carriers_and_snapshots() {
    // SAFETY: all pointers are to local values and as long as they say.
    unsafe {
        let world: AsuWorld2 = asked(|to| asu_world2_create(to));
        ok(asu_world2_set_response(world, 0, 0, AsuResponse::AsuBlock as u32));
        let (lift, _) = flat_floor();
        let lift: u64 = asked(|to| asu_world2_insert_shape(world, &lift, 1, to));
        let (hero, _) = ball(vector(0.0, 0.5), 0.5);
        let hero: u64 = asked(|to| asu_world2_insert_shape(world, &hero, 1, to));
        let down = vector(0.0, -1.0);
        let walk: AsuWalk2 = asked(|walk| {
            let none = ptr::null_mut();
            let all = ptr::null();
            asu_world2_walk(world, hero, down.as_ptr(), 0.1, ptr::null(), all, walk, none, 0)
        });
        assert!(walk.on_floor && walk.floor.body == lift, "{walk:?}");
        let snapshot: AsuSnapshot2 = asked(|to| asu_world2_snapshot(world, to));
        let before: u64 = asked(|to| asu_world2_hash(world, to));
        // Sunk into the lift, the hero is moved out, and stands where he stood.
        ok(asu_world2_set_pose(world, hero, &identity_at(0.0, -0.25)));
        let mut out = vector(9.0, 9.0);
        let to = out.as_mut_ptr();
        let freed: bool = asked(|found| asu_world2_depenetrate(world, hero, to, found));
        assert!(freed && (out[1] - 0.25).abs() < 1e-6, "{out:?}");
        ok(asu_world2_set_owner(world, hero, 1, 7));
        ok(asu_world2_restore(world, snapshot));
        let up = identity_at(0.0, 2.0);
        let mut carried = Vec::<AsuCarriedBody2>::with_capacity(4);
        let (to, pose) = (carried.as_mut_ptr(), &raw const up);
        let mut nobody = 9;
        let none = ptr::null_mut();
        let count =
            asked(|count| asu_world2_carry(world, lift, pose, to, 4, count, none, 0, &mut nobody));
        assert_eq!(nobody, 0);
        carried.set_len(count);
        assert_eq!(
            (carried[0].body, carried[0].moved, carried[0].stands),
            (hero, vector(0.0, 2.0), true)
        );
        let after: u64 = asked(|to| asu_world2_hash(world, to));
        assert_ne!(before, after);
        let length = asked(|n| asu_snapshot2_to_bytes(snapshot, ptr::null_mut(), 0, n));
        let mut bytes = vec![0_u8; length];
        let to = bytes.as_mut_ptr();
        assert_eq!(asked(|n| asu_snapshot2_to_bytes(snapshot, to, length, n)), length);
        ok(asu_snapshot2_destroy(snapshot));
        assert_eq!(asu_world2_restore(world, snapshot), AsuStatus::AsuStale);
        let read: AsuSnapshot2 = asked(|to| asu_snapshot2_from_bytes(bytes.as_ptr(), length, to));
        ok(asu_world2_restore(world, read));
        assert_eq!(asked::<u64>(|to| asu_world2_hash(world, to)), before);
        let refused = asu_snapshot2_from_bytes(bytes.as_ptr(), length / 2, &mut { read });
        assert_eq!(refused, AsuStatus::AsuInvalidArgument);
        ok(asu_snapshot2_destroy(read));
        ok(asu_world2_destroy(world));
        assert_eq!(asu_world2_step(world), AsuStatus::AsuStale);
    }
}
