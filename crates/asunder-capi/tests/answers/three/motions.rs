//! Slides, turns and walks past what does not count, in space. `two/motions.rs` is derived from this file; see `tests/derived.rs`.

use super::world::{ball, boxed, flat_floor, ok, vector};
use crate::{asked, message};
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder_capi::*;
use asunder_jury::Rng;
use core::ffi::c_void;
use std::ptr;

/// What was asked about, and what does not count: the body of a door.
struct Asked {
    door: u64,
    world: AsuWorld3,
    hits: Vec<AsuColliderId>,
    refused: usize,
}

unsafe extern "C" fn counts(data: *mut c_void, hit: *const AsuColliderHit3) -> bool {
    // SAFETY: the data is what the test gave, and the hit is there for the call.
    let (asked, hit) = unsafe { (&mut *data.cast::<Asked>(), &*hit) };
    asked.hits.push(hit.obstacle);
    asked.refused += usize::from(asu_world3_step(asked.world) == AsuStatus::AsuInvalidArgument);
    hit.obstacle.body != asked.door
}

#[test]
fn bodies_move_as_the_librarys_do() {
    let mut rng = Rng::new(12);
    let mut rust = World3::new();
    rust.set_response("default", "default", Response::Block).unwrap();
    let (mut stopped, mut turned, mut stood) = (0, 0, 0);
    // SAFETY: all pointers are to local values and as long as they say.
    unsafe {
        let world: AsuWorld3 = asked(|to| asu_world3_create(to));
        ok(asu_world3_set_response(world, 0, 0, AsuResponse::AsuBlock as u32));
        let response: u32 = asked(|to| asu_world3_response(world, 0, 0, to));
        assert_eq!(response, AsuResponse::AsuBlock as u32);
        let mut insert = |(c, shape): (AsuShape3, Shape3), kind: BodyKind| {
            let number = u32::from(kind == BodyKind::Moving);
            let id: u64 = asked(|to| asu_world3_insert_shape(world, &c, number, to));
            let body = rust.insert(shape, kind).unwrap();
            assert_eq!(id, body.bits());
            body
        };
        let ground = insert(flat_floor(), BodyKind::Fixed);
        let mut low = vector(2.0, 0.0);
        let mut high = vector(3.0, 0.2);
        low[2 % low.len()] -= 4.0;
        high[2 % high.len()] += 4.0;
        if low.len() == 2 {
            (low[0], high[0]) = (2.0, 3.0);
        }
        insert(boxed(low, high), BodyKind::Fixed);
        let door = insert(boxed(vector(-4.0, 0.0), vector(-3.0, 4.0)), BodyKind::Fixed);
        let hero = insert(ball(vector(0.0, 1.0), 0.5), BodyKind::Moving);
        let plank = insert(boxed(vector(-2.0, 6.0), vector(2.0, 6.5)), BodyKind::Moving);
        insert(ball(vector(1.5, 8.0), 0.75), BodyKind::Fixed);
        let belt = ground.collider(0);
        let velocity = vector(0.25, 0.0);
        ok(asu_world3_set_surface_velocity(world, belt.into(), velocity.as_ptr()));
        rust.set_surface_velocity(belt, velocity).unwrap();
        let found: [f32; 3] =
            asked(|to: *mut [f32; 3]| asu_world3_surface_velocity(world, belt.into(), to.cast()));
        assert_eq!(found, velocity);

        let mut options = asu_walk_options3();
        (options.slide.step_height, options.slide.snap) = (0.3, 0.3);
        let slide = SlideOptions::<Vec3> { step_height: 0.3, snap: 0.3, ..SlideOptions::default() };
        let rust_options = WalkOptions { slide, ..WalkOptions::default() };
        let data = Asked { door: door.bits(), world, hits: Vec::new(), refused: 0 };
        let data = Box::into_raw(Box::new(data));
        let filter = AsuHitFilter3 { counts: Some(counts), data: data.cast() };
        for round in 0..120 {
            let motion = vector(rng.between(-3.0, 3.0) as f32, rng.between(-1.0, 0.5) as f32);
            let mut expected_asked = Vec::new();
            let to = motion.as_ptr();
            (*data).hits.clear();
            let mut hits = Vec::<AsuColliderHit3>::with_capacity(16);
            let to_hits = hits.as_mut_ptr();
            let count = if round % 2 == 0 {
                let slid: AsuBodySlide3 = asked(|slid| {
                    let slide = &raw const options.slide;
                    asu_world3_slide(world, hero.bits(), to, slide, &filter, slid, to_hits, 16)
                });
                let rust = rust.slide_body_among(hero, motion, &slide, |hit| {
                    expected_asked.push(AsuColliderId::from(hit.obstacle));
                    hit.obstacle.body != door
                });
                let rust = rust.unwrap();
                assert_eq!(slid.moved, rust.moved.to_array());
                assert_eq!(slid.remaining, rust.remaining.to_array());
                assert_eq!((slid.stepped, slid.snapped), (rust.stepped, rust.snapped));
                let floor =
                    rust.floor.map(|floor| (floor.obstacle.into(), floor.normal.to_array()));
                assert_eq!(slid.on_floor.then_some((slid.floor, slid.floor_normal)), floor);
                assert_eq!(slid.stuck, rust.stuck.is_some());
                hits.set_len(slid.hit_count);
                assert!(
                    hits.iter()
                        .map(|hit| hit.obstacle)
                        .eq(rust.hits.iter().map(|hit| hit.obstacle.into()))
                );
                stood += usize::from(slid.on_floor);
                slid.hit_count
            } else {
                let walk: AsuWalk3 = asked(|walk| {
                    let options = &raw const options;
                    asu_world3_walk(
                        world,
                        hero.bits(),
                        to,
                        0.5,
                        options,
                        &filter,
                        walk,
                        to_hits,
                        16,
                    )
                });
                let rust = rust.walk_body_among(hero, motion, 0.5, &rust_options, |hit| {
                    expected_asked.push(AsuColliderId::from(hit.obstacle));
                    hit.obstacle.body != door
                });
                let rust = rust.unwrap();
                assert_eq!(
                    (walk.moved, walk.carried),
                    (rust.moved.to_array(), rust.carried.to_array())
                );
                hits.set_len(walk.hit_count);
                let fractions = rust.hits.iter().map(|hit| hit.fraction);
                assert!(hits.iter().map(|hit| hit.fraction).eq(fractions));
                walk.hit_count
            };
            stopped += count;
            assert_eq!((*data).hits, expected_asked, "round {round}");

            let angle = rng.between(-1.0, 1.0);
            let mut turn = AsuPose3::from(Pose3::identity()).rotation;
            let last = turn.len() - 1;
            turn[last - 1] = angle as f32;
            let stop: AsuTurnStop3 =
                asked(|stop| asu_world3_turn(world, plank.bits(), turn.as_ptr(), stop));
            let rust_stop = rust.turn_body(plank, turn).unwrap();
            assert_eq!(stop.fraction, rust_stop.fraction);
            let pose = AsuPose3::from(Pose3::new(vector(0.0, 0.0), rust_stop.turn));
            assert_eq!(stop.turn, pose.rotation);
            let obstacle = rust_stop.obstacle.map(AsuColliderId::from);
            assert_eq!(stop.is_stopped.then_some(stop.obstacle), obstacle);
            turned += usize::from(stop.is_stopped);
            ok(asu_world3_step(world));
            rust.step();
            let hash: u64 = asked(|to| asu_world3_hash(world, to));
            assert_eq!(hash, rust.hash(), "round {round}");
            let steps: u64 = asked(|to| asu_world3_steps(world, to));
            assert_eq!(steps, rust.steps());
        }
        let data = Box::from_raw(data);
        assert!(data.refused > 0, "a question from within is refused");
        assert!(stopped > 30 && turned > 5 && stood > 10, "{stopped} {turned} {stood}");
        let mut lines = 0;
        rust.debug_lines(|_, _, _| lines += 1);
        assert_eq!(asked(|n| asu_world3_lines(world, ptr::null_mut(), 0, n)), lines);
        let contact: AsuContact3 =
            asked(|to| asu_world3_contact(world, hero.collider(0).into(), belt.into(), to));
        let expected = rust.contact(hero.collider(0), belt).unwrap();
        assert_eq!(contact.found.then_some(contact.depth), expected.map(|contact| contact.depth));
        ok(asu_world3_destroy(world));
    }
}

type Moved =
    unsafe extern "C" fn(*const AsuShape3, *const f32, *mut AsuShape3, *mut bool) -> AsuStatus;

/// Shapes without a world slide and part as the library's do.
#[test]
fn shapes_slide_as_the_librarys_do() {
    let mut rng = Rng::new(4);
    let (ground_c, ground) = flat_floor();
    let (step_c, step) = boxed(vector(1.0, 0.0), vector(2.0, 0.25));
    let (obstacles_c, obstacles) = ([ground_c, step_c], [ground, step]);
    let mut seen = [0, 0, 0];
    for _ in 0..300 {
        let at = vector(rng.between(-2.0, 3.0) as f32, rng.between(0.2, 1.0) as f32);
        let (c, shape) = ball(at, 0.5);
        let motion = vector(rng.between(-2.0, 2.0) as f32, rng.between(-1.0, 0.5) as f32);
        let options = AsuSlideOptions3 { step_height: 0.3, ..asu_slide_options3() };
        let rust_options = SlideOptions { step_height: 0.3, ..SlideOptions::default() };
        let expected = shape.move_and_slide(motion, &obstacles, &rust_options).unwrap();
        // SAFETY: all pointers are to local values and as long as they say.
        unsafe {
            let (to, from) = (motion.as_ptr(), obstacles_c.as_ptr());
            let mut hits = Vec::<AsuObstacleHit3>::with_capacity(2);
            let to_hits = hits.as_mut_ptr();
            let slide: AsuSlide3 =
                asked(|slide| asu_move_and_slide3(&c, to, from, 2, &options, slide, to_hits, 2));
            hits.set_len(slide.hit_count);
            assert_eq!(slide.moved, expected.moved.to_array());
            assert_eq!(slide.stepped, expected.stepped);
            let floor = expected.floor.map(|floor| floor.obstacle);
            assert_eq!(slide.on_floor.then_some(slide.floor), floor);
            assert_eq!(slide.stuck.then_some(slide.stuck_in), expected.stuck);
            assert!(
                hits.iter()
                    .map(|hit| hit.point)
                    .eq(expected.hits.iter().map(|hit| hit.point.to_array()))
            );
            let at_end = shape.moved_by(expected.moved).unwrap().position().to_array();
            let mut end = c;
            for (ask, to) in [(asu_moved_by3 as Moved, slide.moved), (asu_moved_to3, at_end)] {
                let found: bool = asked(|found| ask(&c, to.as_ptr(), &mut end, found));
                assert!(found && end.data.sphere.center == at_end);
            }
            let nowhere = slide.moved.map(|_| f32::MAX);
            let found: bool = asked(|found| asu_moved_by3(&end, nowhere.as_ptr(), &mut end, found));
            assert_eq!(found, shape.moved_by(nowhere).is_some());
            let mut position = vector(0.0, 0.0);
            let found: bool =
                asked(|found| asu_depenetrate3(&c, from, 2, position.as_mut_ptr(), found));
            let free = shape.depenetrate(&obstacles);
            assert_eq!(found.then_some(position), free.map(|free| free.to_array()));
            for (count, is) in seen.iter_mut().zip([slide.on_floor, slide.stepped, position != at])
            {
                *count += usize::from(is);
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    let _ = message();
}
