//! Bad arguments are statuses, with a message that names them.

use crate::{asked, message};
use asunder_capi::*;
use std::ptr;

fn sphere(radius: f32) -> AsuShape3 {
    let sphere = AsuSphere3 { center: [0.0; 3], radius };
    AsuShape3 { kind: AsuShapeKind::AsuSphere as u32, data: AsuShapeData3 { sphere } }
}

#[track_caller]
fn refused(found: AsuStatus, expected: AsuStatus, text: &str) {
    assert_eq!(found, expected, "{}", message());
    assert_eq!(message(), text);
}

#[test]
fn shapes_are_checked() {
    use AsuStatus::*;
    let (good, mut answer) = (sphere(1.0), true);
    let ask = |b: *const AsuShape3, to: *mut bool| {
        // SAFETY: the pointers are null or to local values.
        unsafe { asu_intersects3(&good, b, to) }
    };
    let to = &raw mut answer;
    assert_eq!(ask(&good, to), AsuOk);
    refused(ask(ptr::null(), to), AsuNull, "b is null");
    refused(ask(&good, ptr::null_mut()), AsuNull, "answer is null");
    refused(ask(&sphere(-1.0), to), AsuInvalidShape, "b: radius is -1; expected zero or more");
    let nan = "b: radius is NaN; expected a finite number";
    refused(ask(&sphere(f32::NAN), to), AsuNotFinite, nan);
    let unknown = AsuShape3 { kind: 0, ..good };
    let text = "b: kind is 0; expected one of AsuShapeKind";
    refused(ask(&unknown, to), AsuInvalidArgument, text);
    let gone = AsuShape3 {
        kind: AsuShapeKind::AsuStored as u32,
        data: AsuShapeData3 { stored: u64::MAX },
    };
    assert_eq!(ask(&gone, to), AsuStale);
    let point = AsuShape3 {
        kind: AsuShapeKind::AsuPoint as u32,
        data: AsuShapeData3 { point: [0.0, f32::INFINITY, 0.0] },
    };
    refused(ask(&point, to), AsuNotFinite, "b: point has a component inf; expected finite numbers");
    let misaligned = (&raw const good).cast::<u8>().wrapping_add(1).cast();
    refused(ask(misaligned, to), AsuInvalidArgument, "b is not aligned to 8 bytes");
    assert!(answer, "nothing is written by a call that is refused");
}

/// What was prepared is checked again: it is a plain struct, which may have been changed.
#[test]
fn a_prepared_box_is_checked_again() {
    let mut obb =
        AsuObb3 { center: [0.0; 3], half_extents: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };
    let kind = AsuShapeKind::AsuObb as u32;
    let plain = AsuShape3 { kind, data: AsuShapeData3 { obb } };
    // SAFETY: the pointers are to local values, and the member is that of a prepared box.
    let axes = unsafe { asked(|to| asu_prepare3(&plain, to)).data.prepared_obb.axes };
    let mut ask = |change: fn(&mut AsuObb3)| {
        let before = obb;
        change(&mut obb);
        let prepared_obb = AsuPreparedObb3 { obb, axes };
        obb = before;
        let kind = AsuShapeKind::AsuPreparedObb as u32;
        let changed = AsuShape3 { kind, data: AsuShapeData3 { prepared_obb } };
        let mut answer = false;
        // SAFETY: the pointers are to local values.
        unsafe { asu_intersects3(&changed, &plain, &mut answer) }
    };
    assert_eq!(ask(|obb| obb.center[2] = 0.5), AsuStatus::AsuOk);
    assert_eq!(ask(|obb| obb.half_extents[1] = -0.0), AsuStatus::AsuOk);
    let status = ask(|obb| obb.half_extents[1] = -1.0);
    refused(status, AsuStatus::AsuInvalidShape, "a: half_extents is -1; expected zero or more");
    let status = ask(|obb| obb.center[0] = f32::NAN);
    refused(status, AsuStatus::AsuNotFinite, "a: center is NaN; expected a finite number");
    let text = "a: rotation is zero and has no direction; expected any other length";
    refused(ask(|obb| obb.rotation = [0.0; 4]), AsuStatus::AsuInvalidShape, text);
}

#[test]
fn matrices_are_checked() {
    let mut directx = [0.0; 16];
    (directx[0], directx[5], directx[10], directx[15]) = (1.0, 1.0, 1.0, 1.0);
    directx[12] = 4.0;
    let shape = sphere(1.0);
    let under = |matrix: &[f32; 16], layout| {
        let mut image = shape;
        // SAFETY: the pointers are to local values.
        (unsafe { asu_under_matrix3(&shape, matrix.as_ptr(), layout, &mut image) }, image)
    };
    for layout in [AsuLayout::AsuDirectx, AsuLayout::AsuOpengl, AsuLayout::AsuGltf] {
        let (status, image) = under(&directx, layout as u32);
        // SAFETY: the image of a sphere is a sphere.
        let center = unsafe { image.data.sphere.center };
        assert_eq!((status, center), (AsuStatus::AsuOk, [4.0, 0.0, 0.0]));
    }
    let text = "the matrix looks transposed: its translation sits where the constant 0, 0, 0, 1 is \
                expected; the layout that fits is ASU_DIRECTX, ASU_OPENGL or ASU_GLTF";
    refused(under(&directx, AsuLayout::AsuOgre as u32).0, AsuStatus::AsuInvalidMatrix, text);
    let text = "layout is 9; expected one of AsuLayout";
    refused(under(&directx, 9).0, AsuStatus::AsuInvalidArgument, text);
    directx[1] = f32::NAN;
    let (status, _) = under(&directx, AsuLayout::AsuDirectx as u32);
    refused(
        status,
        AsuStatus::AsuNotFinite,
        "element 1 of the matrix is NaN; expected a finite number",
    );
}

#[test]
fn worlds_and_bodies_that_are_gone_are_stale() {
    let null = AsuWorld3 { handle: 0 };
    refused(asu_world3_step(null), AsuStatus::AsuNull, "the world is null: its handle is zero");
    // SAFETY: the pointers are to local values.
    let world = asked(|to| unsafe { asu_world3_create(to) });
    let shape = sphere(1.0);
    let insert = |shape: &AsuShape3, kind| {
        let mut id = 0;
        // SAFETY: the pointers are to local values.
        (unsafe { asu_world3_insert_shape(world, shape, kind, &mut id) }, id)
    };
    let (_, body) = insert(&shape, AsuBodyKind::AsuMoving as u32);
    let text = "kind is 7; expected one of AsuBodyKind";
    refused(insert(&shape, 7).0, AsuStatus::AsuInvalidArgument, text);
    assert_eq!(asu_world3_remove(world, body), AsuStatus::AsuOk);
    let text = "body 0.0 is not in the world; was it removed?";
    refused(asu_world3_remove(world, body), AsuStatus::AsuStale, text);
    let motion = [f32::NAN, 0.0, 0.0];
    let mut stop = std::mem::MaybeUninit::uninit();
    // SAFETY: the pointers are to local values, or null where that is allowed.
    let status = unsafe {
        asu_world3_move(world, body, motion.as_ptr(), stop.as_mut_ptr(), ptr::null_mut(), 0)
    };
    let text = "motion has a component NaN; expected finite numbers";
    refused(status, AsuStatus::AsuNotFinite, text);
    assert_eq!(asu_world3_destroy(world), AsuStatus::AsuOk);
    assert_eq!(asu_world3_destroy(world), AsuStatus::AsuStale);
}

#[test]
fn a_message_is_cut_to_the_room_there_is() {
    // SAFETY: null is allowed, and is refused.
    let status = unsafe { asu_release3(ptr::null()) };
    refused(status, AsuStatus::AsuNull, "shape is null");
    let mut buffer = [b'x'; 8];
    // SAFETY: the buffer has as many bytes as it says.
    let length = unsafe { asu_last_error_message(buffer.as_mut_ptr().cast(), 6) };
    assert_eq!((length, &buffer), (13, b"shape\0xx"));
    // SAFETY: no byte is written.
    assert_eq!(unsafe { asu_last_error_message(ptr::null_mut(), 0) }, 13);
}

/// Whatever mode a game sets, the answers are those of the default one, and its mode is kept.
#[cfg(target_arch = "x86_64")]
#[test]
fn the_callers_floating_point_mode_is_no_part_of_an_answer() {
    use crate::three::pairs::{Lists, of_c};
    use asunder_jury::{Family, Kind, Rng, pair};
    use std::arch::asm;
    // Flush to zero, subnormals are zeros, round upwards.
    let odd: u32 = 0x1f80 | 0x8040 | 0x4000;
    let mut rng = Rng::new(3);
    let mut lists = Lists::default();
    for _ in 0..100 {
        let (a, b) = pair(Family::Game, Kind::Obb, Kind::Capsule, &mut rng);
        let (a, b) = (of_c(&a, &mut lists), of_c(&b, &mut lists));
        let ask = || -> (f32, [f32; 3]) {
            // SAFETY: the pointers are to local values.
            unsafe {
                let distance = asked(|to| asu_distance3(&a, &b, to));
                (distance, asked(|to| asu_closest_points3(&a, &b, to)).on_a)
            }
        };
        let before = ask();
        let (mut kept, mut found) = (0_u32, 0_u32);
        // SAFETY: the words are those of the control register, which is set back at once.
        unsafe {
            asm!("stmxcsr [{}]", in(reg) &raw mut kept);
            asm!("ldmxcsr [{}]", in(reg) &raw const odd);
        }
        let inside = ask();
        // SAFETY: as before.
        unsafe {
            asm!("stmxcsr [{}]", in(reg) &raw mut found);
            asm!("ldmxcsr [{}]", in(reg) &raw const kept);
        }
        assert_eq!(inside, before);
        assert_eq!(found & !0x3f, odd);
    }
}
