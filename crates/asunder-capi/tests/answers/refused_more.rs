//! What is asked of points, sweeps, views, rigs, recorders and the past is refused with a status, too: null,
//! stale, not finite, out of range.

use crate::{asked, message};
use asunder_capi::AsuStatus::*;
use asunder_capi::*;
use std::ptr;

fn ball() -> AsuShape3 {
    let sphere = AsuSphere3 { center: [0.0; 3], radius: 1.0 };
    AsuShape3 { kind: AsuShapeKind::AsuSphere as u32, data: AsuShapeData3 { sphere } }
}

#[track_caller]
fn refused(found: AsuStatus, expected: AsuStatus, text: &str) {
    assert_eq!(found, expected, "{}", message());
    assert!(message().contains(text), "{}", message());
}

#[test]
fn points_sweeps_and_lists() {
    let (shape, mut yes, mut number) = (ball(), false, 7.0_f32);
    let (shape, answer, nan) = (&raw const shape, &raw mut yes, [0.0, f32::NAN, 0.0]);
    let (origin, none) = ([0.0_f32; 3], ptr::null());
    // SAFETY: the pointers are null, or to local values.
    unsafe {
        refused(asu_contains_point3(shape, nan.as_ptr(), answer), AsuNotFinite, "point has a");
        refused(asu_contains_point3(shape, none, answer), AsuNull, "point is null");
        refused(
            asu_contains_point3(ptr::null(), origin.as_ptr(), answer),
            AsuNull,
            "shape is null",
        );
        refused(asu_distance_to_point3(shape, nan.as_ptr(), &mut number), AsuNotFinite, "NaN");
        refused(asu_closest_point3(shape, nan.as_ptr(), &mut number), AsuNotFinite, "NaN");
        refused(
            asu_closest_point3(shape, origin.as_ptr(), ptr::null_mut()),
            AsuNull,
            "answer is null",
        );
        assert_eq!(number, 7.0, "nothing is written");
        for sweep in [asu_sweep_intersects3, asu_sweep_penetrates3] {
            refused(sweep(shape, nan.as_ptr(), shape, answer), AsuNotFinite, "motion has a");
            refused(sweep(shape, none, shape, answer), AsuNull, "motion is null");
            refused(sweep(shape, origin.as_ptr(), ptr::null(), answer), AsuNull, "b is null");
            refused(
                sweep(shape, origin.as_ptr(), shape, ptr::null_mut()),
                AsuNull,
                "answer is null",
            );
        }
        refused(asu_penetrates_each3(shape, ptr::null(), 1, answer), AsuNull, "others is null");
        let (count, gone) = (&mut 0, AsuSet3 { handle: 99 });
        refused(asu_set3_penetrating(gone, shape, ptr::null_mut(), 0, count), AsuStale, "no set");
        refused(asu_set3_swap_remove(gone, 0), AsuStale, "no set");
        let mut around = ball();
        let to = &raw mut around;
        refused(asu_around_points3(1, origin.as_ptr(), 1, to), AsuInvalidArgument, "kind is 1");
        let aabb = AsuShapeKind::AsuAabb as u32;
        refused(asu_around_points3(aabb, origin.as_ptr(), 0, to), AsuInvalidShape, "");
        refused(asu_around_points3(aabb, nan.as_ptr(), 1, to), AsuNotFinite, "NaN");
        let point = AsuShape3 { kind: 1, data: AsuShapeData3 { point: origin } };
        refused(asu_merged3(shape, &point, to), AsuInvalidArgument, "b of kind point");
        let pixel = [0.0_f32, 0.0];
        let (mut ray, matrix) = (AsuRay3 { origin, direction: origin }, [0.0_f32; 16]);
        let ask = |layout, depth, to| {
            asu_ray3_through_pixel(
                pixel.as_ptr(),
                pixel.as_ptr(),
                matrix.as_ptr(),
                layout,
                depth,
                to,
            )
        };
        refused(ask(9, 1, &mut ray), AsuInvalidArgument, "layout is 9");
        refused(ask(1, 9, &mut ray), AsuInvalidArgument, "depth is 9");
        refused(ask(1, 1, ptr::null_mut()), AsuNull, "ray is null");
        refused(ask(1, 1, &mut ray), AsuInvalidShape, "viewport");
    }
}

#[test]
fn views_histories_and_shots() {
    let (shape, mut count, mut yes) = (ball(), 0, false);
    let nan = [f32::NAN, 0.0, 0.0];
    let gone = AsuWorld3 { handle: u64::MAX };
    let now = |world| AsuView3 {
        world,
        history: AsuHistory3 { handle: 0 },
        moment: AsuMoment::default(),
        own_times: ptr::null(),
        own_time_count: 0,
    };
    let all = usize::MAX;
    // SAFETY: the pointers are null, or to local values.
    unsafe {
        let world: AsuWorld3 = asked(|to| asu_world3_create(to));
        let view = now(world);
        let to = ptr::null_mut();
        let asks = |view: &AsuView3, filter: *const AsuFilter, count: &mut usize| {
            asu_view3_intersecting(view, &shape, filter, all, to, 0, count)
        };
        refused(asks(&now(gone), ptr::null(), &mut count), AsuStale, "no world");
        refused(
            asu_view3_intersecting(ptr::null(), &shape, ptr::null(), all, to, 0, &mut count),
            AsuNull,
            "view is null",
        );
        let past = AsuView3 { history: AsuHistory3 { handle: 12345 }, ..view };
        refused(asks(&past, ptr::null(), &mut count), AsuStale, "no history");
        let filter = AsuFilter { not_of_any_count: 1, ..asu_filter() };
        refused(asks(&view, &filter, &mut count), AsuNull, "not_of_any is null");
        let motion = nan.as_ptr();
        let none = ptr::null();
        let found =
            asu_view3_cast(&view, &shape, motion, none, all, ptr::null_mut(), 0, &mut count);
        refused(found, AsuNotFinite, "motion has a");
        let near =
            |within| asu_view3_near(&view, &shape, within, none, all, ptr::null_mut(), 0, &mut 0);
        refused(near(f32::NAN), AsuInvalidArgument, "within is NaN");
        refused(near(-1.0), AsuInvalidArgument, "within is -1");
        let ray = AsuRay3 { origin: nan, direction: [1.0; 3] };
        refused(asu_view3_any_on_ray(&view, &ray, none, &mut yes), AsuNotFinite, "ray: ");
        refused(asu_view3_rays(&view, &ray, 1, none, ptr::null_mut()), AsuNull, "found is null");
        let mut shape_out = ball();
        let nobody = AsuColliderId { body: 5, part: 0 };
        refused(asu_view3_shape(&view, nobody, &mut shape_out), AsuStale, "is not in the world");

        let history: AsuHistory3 = asked(|to| asu_history3_create(4, to));
        let past = AsuView3 { history, ..view };
        refused(asks(&past, none, &mut count), AsuInvalidArgument, "the history is empty");
        assert_eq!(asu_history3_record(history, 0, world), AsuOk);
        assert_eq!(asks(&past, none, &mut count), AsuOk, "{}", message());
        let past = AsuView3 { moment: AsuMoment { tick: 0, fraction: 1.0 }, ..past };
        refused(asks(&past, none, &mut count), AsuInvalidArgument, "the fraction is 1");
        let past = AsuView3 { own_time_count: 1, moment: AsuMoment::default(), ..past };
        refused(asks(&past, none, &mut count), AsuNull, "own_times is null");
        let claim = AsuShotClaim3 {
            shooter: 1,
            victim: 2,
            moment: AsuMoment::default(),
            shot: AsuSegment3 { a: nan, b: [0.0; 3] },
        };
        let mut verdict = std::mem::MaybeUninit::uninit();
        let to = verdict.as_mut_ptr();
        let nobody = AsuRecorder { handle: 0 };
        let judged = |claim| asu_history3_validate_shot(history, world, claim, none, nobody, to);
        refused(judged(&claim), AsuNotFinite, "claim: segment: ");
        refused(judged(ptr::null()), AsuNull, "claim is null");
        let mut flight = std::mem::MaybeUninit::uninit();
        let ahead = [1.0_f32; 3];
        let status = asu_history3_cast_through(
            history,
            world,
            3,
            1,
            &shape,
            ahead.as_ptr(),
            none,
            flight.as_mut_ptr(),
        );
        refused(status, AsuInvalidArgument, "the flight is from tick 3 to 1");
        assert_eq!(asu_history3_destroy(history), AsuOk);
        refused(
            asu_history3_ticks(history, ptr::null_mut(), 0, &mut count),
            AsuStale,
            "no history",
        );
        assert_eq!(asu_world3_destroy(world), AsuOk);
    }
}

#[test]
fn motions_rigs_and_recorders() {
    let nan = [f32::NAN, 0.0, 0.0];
    // SAFETY: the pointers are null, or to local values.
    unsafe {
        let world: AsuWorld3 = asked(|to| asu_world3_create(to));
        let shape = ball();
        let body: u64 = asked(|to| asu_world3_insert_shape(world, &shape, 1, to));
        let mut slide = std::mem::MaybeUninit::uninit();
        let none = ptr::null();
        let mut slid = |id, motion: &[f32; 3], options: &AsuSlideOptions3| {
            let (to, hits) = (slide.as_mut_ptr(), ptr::null_mut());
            asu_world3_slide(world, id, motion.as_ptr(), options, none, to, hits, 0)
        };
        let plain = asu_slide_options3();
        assert_eq!(slid(body, &[1.0; 3], &plain), AsuOk, "{}", message());
        refused(slid(body, &nan, &plain), AsuNotFinite, "motion has a");
        refused(slid(9, &[0.0; 3], &plain), AsuStale, "is not in the world");
        let steep = AsuSlideOptions3 { max_slope: 91.0, ..plain };
        refused(slid(body, &[0.0; 3], &steep), AsuInvalidArgument, "91 degrees");
        let mut stop = std::mem::MaybeUninit::uninit();
        let no_turn = [0.0_f32; 4];
        let status = asu_world3_turn(world, body, no_turn.as_ptr(), stop.as_mut_ptr());
        refused(status, AsuInvalidShape, "rotation");
        refused(
            asu_world3_turn(world, body, none.cast(), stop.as_mut_ptr()),
            AsuNull,
            "turn is null",
        );
        let part = AsuColliderId { body, part: 3 };
        refused(asu_world3_set_tag(world, part, 1), AsuStale, "");
        refused(asu_world3_set_bone(world, part, 70_000), AsuInvalidArgument, "bone is 70000");
        let first = AsuColliderId { body, part: 0 };
        refused(
            asu_world3_set_one_way(world, first, nan.as_ptr()),
            AsuNotFinite,
            "direction has a",
        );
        assert_eq!(asu_world3_set_one_way(world, first, none.cast()), AsuOk);
        refused(
            asu_world3_response(world, 0, 1, &mut 0),
            AsuInvalidArgument,
            "there is no layer 1",
        );
        refused(asu_world3_layer(world, none.cast(), &mut 0), AsuNull, "name is null");
        refused(asu_world3_layer(world, c"wall".as_ptr(), &mut 0), AsuInvalidArgument, "wall");

        let mut rig = AsuRig3 { handle: 0 };
        let bone =
            |name| AsuBone { name, parent: ASU_NO_BONE, layout: 1, inverse_bind: ptr::null() };
        let of = |bones: &[AsuBone], policy, rig: &mut AsuRig3| {
            asu_rig3_create(c"rig".as_ptr(), bones.as_ptr(), bones.len(), policy, rig)
        };
        let hip = bone(c"hip".as_ptr());
        refused(of(&[bone(ptr::null())], 0, &mut rig), AsuNull, "bones[0]: name is null");
        refused(of(&[hip], 3, &mut rig), AsuInvalidArgument, "policy is 3");
        let own_child = AsuBone { parent: 0, ..hip };
        refused(of(&[own_child], 0, &mut rig), AsuInvalidArgument, "hangs on itself");
        let flat = [0.0_f32; 16];
        let flat = AsuBone { inverse_bind: flat.as_ptr(), ..hip };
        refused(of(&[flat], 0, &mut rig), AsuInvalidMatrix, "bones[0]: ");
        refused(asu_rig3_destroy(rig), AsuNull, "the rig is null");
        assert_eq!(of(&[hip], 0, &mut rig), AsuOk, "{}", message());
        let hitbox = AsuHitbox3 { shape, bone: 0, role: 1, follow: 0, region: ptr::null() };
        let mut number = 0;
        let add = |hitbox: &AsuHitbox3, number: &mut usize| asu_rig3_add(rig, hitbox, number);
        refused(
            add(&AsuHitbox3 { bone: 1, ..hitbox }, &mut number),
            AsuInvalidArgument,
            "no bone 1",
        );
        refused(
            add(&AsuHitbox3 { role: 7, ..hitbox }, &mut number),
            AsuInvalidArgument,
            "role is 7",
        );
        refused(
            add(&AsuHitbox3 { follow: 7, ..hitbox }, &mut number),
            AsuInvalidArgument,
            "follow is 7",
        );
        let none_bone = AsuHitbox3 { bone: ASU_NO_BONE, ..hitbox };
        refused(add(&none_bone, &mut number), AsuInvalidArgument, "needs a bone");
        let plane = AsuPlane3 { normal: [0.0, 1.0, 0.0], offset: 0.0 };
        let plane = AsuShape3 { kind: 4, data: AsuShapeData3 { plane } };
        refused(add(&AsuHitbox3 { shape: plane, ..hitbox }, &mut number), AsuInvalidShape, "plane");
        refused(asu_rig3_bone(rig, c"hand".as_ptr(), &mut 0), AsuInvalidArgument, "hand");
        assert_eq!(asu_rig3_destroy(rig), AsuOk);
        refused(asu_rig3_destroy(rig), AsuStale, "no rig");

        refused(asu_recorder_create(ptr::null(), 60, ptr::null_mut()), AsuNull, "recorder is null");
        let recorder: AsuRecorder = asked(|to| asu_recorder_create(c"notes".as_ptr(), 60, to));
        let note = AsuQueryNote3 {
            shape,
            question: 9,
            within: 0.0,
            motion: [0.0; 3],
            has_by: 0,
            has_moment: 0,
            by: 0,
            moment: AsuMoment::default(),
            name: ptr::null(),
        };
        let noted =
            |note: *const AsuQueryNote3| asu_recorder_query3(recorder, note, ptr::null(), 0);
        refused(noted(&note), AsuInvalidArgument, "question is 9");
        refused(noted(ptr::null()), AsuNull, "query is null");
        let status =
            asu_recorder_rig3(recorder, body, c"m".as_ptr(), ptr::null(), 0.0, ptr::null(), 1);
        refused(status, AsuNull, "root: matrix is null");
        assert_eq!(asu_recorder_destroy(recorder), AsuOk);
        refused(asu_recorder_watch3(recorder, world), AsuStale, "no recorder");
        refused(asu_log3_record(AsuLog3 { handle: 3 }, world), AsuStale, "no log");
        let snapshot = AsuSnapshot3 { handle: 3 };
        refused(asu_snapshot3_hash(snapshot, &mut 0), AsuStale, "no snapshot");
        assert_eq!(asu_world3_destroy(world), AsuOk);
    }
}
