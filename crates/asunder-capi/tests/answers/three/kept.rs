//! Trees and histories, in space. `two/kept.rs` is derived from this file; see `tests/derived.rs`.

use crate::{asked, message};
use asunder_capi::*;
use std::ptr;

fn vector(x: f32, y: f32) -> [f32; 3] {
    let mut vector = <[f32; 3]>::default();
    (vector[0], vector[1]) = (x, y);
    vector
}

fn ok(status: AsuStatus) {
    assert_eq!(status, AsuStatus::AsuOk, "{}", message());
}

fn ball(x: f32, radius: f32) -> AsuShape3 {
    let data = AsuShapeData3 { sphere: AsuSphere3 { center: vector(x, 0.0), radius } };
    AsuShape3 { kind: AsuShapeKind::AsuSphere as u32, data }
}

#[test]
fn a_tree_finds_the_pairs_of_what_was_set() {
    // SAFETY: all pointers are to local values and as long as they say.
    unsafe {
        let tree: AsuTree3 = asked(|to| asu_tree3_create(to));
        let moving = AsuBodyKind::AsuMoving as u32;
        for number in 0..10 {
            let x = number as f32;
            let aabb = AsuAabb3 { min: vector(x, 0.0), max: vector(x + 1.0, 1.0) };
            ok(asu_tree3_set(tree, number, &aabb, moving));
        }
        assert_eq!(asked(|count| asu_tree3_moved_pairs(tree, count)), 9, "touching counts");
        let mut pairs = [AsuBoxPair { a: 0, b: 0 }; 9];
        let to = pairs.as_mut_ptr();
        assert_eq!(asked(|count| asu_tree3_last_pairs(tree, to, 9, count)), 9);
        assert_eq!(pairs[8], AsuBoxPair { a: 8, b: 9 });
        assert_eq!(asked(|count| asu_tree3_moved_pairs(tree, count)), 0);
        ok(asu_tree3_remove(tree, 3));
        ok(asu_tree3_settle(tree));
        let mut numbers = [0; 10];
        let shape = ball(3.0, 1.0);
        let to = numbers.as_mut_ptr();
        let count = asked(|count| asu_tree3_intersecting(tree, &shape, to, 10, count));
        assert_eq!(numbers[..count], [1, 2, 4]);
        let bad = AsuAabb3 { min: vector(1.0, 0.0), max: vector(0.0, 0.0) };
        assert_eq!(asu_tree3_set(tree, 0, &bad, moving), AsuStatus::AsuInvalidShape);
        let good = AsuAabb3 { min: bad.max, max: bad.min };
        let status = asu_tree3_set(tree, u32::MAX, &good, moving);
        assert_eq!(status, AsuStatus::AsuInvalidArgument);
        ok(asu_tree3_destroy(tree));
        assert_eq!(asu_tree3_settle(tree), AsuStatus::AsuStale);
    }
}

#[test]
fn a_history_answers_as_of_an_earlier_tick() {
    // SAFETY: all pointers are to local values and as long as they say.
    unsafe {
        let world: AsuWorld3 = asked(|to| asu_world3_create(to));
        let history: AsuHistory3 = asked(|to| asu_history3_create(8, to));
        let recorder: AsuRecorder =
            asked(|to| asu_recorder_create(c"a ball that moves".as_ptr(), 60, to));
        let shape = ball(0.0, 1.0);
        let moving = AsuBodyKind::AsuMoving as u32;
        let body: u64 = asked(|to| asu_world3_insert_shape(world, &shape, moving, to));
        for tick in 0..5 {
            let mut pose = AsuPose3::from(asunder::Pose3::identity());
            pose.translation[0] = 4.0 * tick as f32;
            ok(asu_world3_set_pose(world, body, &pose));
            ok(asu_world3_step(world));
            ok(asu_history3_record(history, tick, world));
            ok(asu_recorder_record3(recorder, tick, world));
        }
        let ray = AsuRay3 { origin: vector(-9.0, 0.0), direction: vector(1.0, 0.0) };
        let view = |tick, fraction| AsuView3 {
            world,
            history,
            moment: AsuMoment { tick, fraction },
            own_times: ptr::null(),
            own_time_count: 0,
        };
        let hits = |tick, fraction| -> f32 {
            let view = view(tick, fraction);
            let mut count = 0;
            let found: AsuRayFound3 =
                asked(|found| asu_view3_ray(&view, &ray, ptr::null(), 1, found, 1, &mut count));
            assert!(count == 1 && found.hit.found && found.found.collider.body == body);
            found.hit.fraction
        };
        assert_eq!([hits(1, 0.0), hits(1, 0.5), hits(4, 0.0)], [12.0, 14.0, 24.0]);
        let there = ball(8.0, 0.5);
        let count = |shape: &AsuShape3| -> usize {
            let (view, none, nowhere) = (view(2, 0.0), ptr::null(), ptr::null_mut());
            asked(|n| asu_view3_intersecting(&view, shape, none, usize::MAX, nowhere, 0, n))
        };
        assert_eq!((count(&there), count(&shape)), (1, 0));
        let mut count = 0;
        let status = asu_view3_intersecting(
            &view(9, f32::NAN),
            &there,
            ptr::null(),
            1,
            ptr::null_mut(),
            0,
            &mut count,
        );
        assert_eq!(status, AsuStatus::AsuInvalidArgument, "{}", message());

        let length = asked(|count| asu_recorder_finish(recorder, ptr::null_mut(), 0, count));
        let mut bytes = vec![0_u8; length];
        let to = bytes.as_mut_ptr();
        assert_eq!(asked(|count| asu_recorder_finish(recorder, to, length, count)), length);
        let recording = asunder::Recording::read(&bytes).expect("it is whole");
        assert_eq!(recording.ticks().count(), 5);
        let refused = asu_recorder_record3(recorder, 5, world);
        assert_eq!(refused, AsuStatus::AsuInvalidArgument, "it is finished");
        ok(asu_recorder_destroy(recorder));
        ok(asu_history3_destroy(history));
        ok(asu_world3_destroy(world));
    }
}
