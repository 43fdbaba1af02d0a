//! What one dimension has alone: height fields and skins in space, chains, polygons and slopes in the plane.

use crate::{asked, message};
use asunder::glam::{Vec2, Vec3};
use asunder::history::ShotFinding;
use asunder::level::{Level, Parts as _};
use asunder::prelude::*;
use asunder::{Affine3, Chain2, Compound2, HeightField3, Skin, Tiles2};
use asunder_capi::*;
use std::mem::MaybeUninit;
use std::ptr;

fn ok(status: AsuStatus) {
    assert_eq!(status, AsuStatus::AsuOk, "{}", message());
}

#[track_caller]
fn refused(status: AsuStatus, expected: AsuStatus, part: &str) {
    assert_eq!(status, expected, "{}", message());
    assert!(message().contains(part), "{part}: {}", message());
}

fn hash3(level: AsuLevel3) -> u64 {
    // SAFETY: the pointer is to a local value.
    unsafe { asked(|to| asu_level3_hash(level, to)) }
}

fn hash2(level: AsuLevel2) -> u64 {
    // SAFETY: the pointer is to a local value.
    unsafe { asked(|to| asu_level2_hash(level, to)) }
}

#[test]
fn height_fields_are_rusts() {
    let samples: Vec<f32> = (0..12).map(|i| (i * i % 7) as f32 * 0.5).collect();
    let (holes, tags) = ([0_u8, 1, 0, 0, 0, 0], [10_u32, 11, 12, 13, 14, 15]);
    let plain = AsuHeights3 {
        rows: 3,
        columns: 4,
        samples: samples.as_ptr(),
        origin: [1.0, 2.0, 3.0],
        spacing: [0.5, 2.0],
        holes: ptr::null(),
        tags: ptr::null(),
    };
    let rust = HeightField3::new(3, 4, &samples[..], [1.0, 2.0, 3.0], [0.5, 2.0]);
    // SAFETY: the pointers are to local values, and as long as they say.
    unsafe {
        let level: AsuLevel3 = asked(|to| asu_level3_from_heights(&plain, to));
        assert_eq!(hash3(level), Level::from(rust.clone()).hash());
        let full = AsuHeights3 { holes: holes.as_ptr(), tags: tags.as_ptr(), ..plain };
        let level: AsuLevel3 = asked(|to| asu_level3_from_heights(&full, to));
        let rust = rust.with_holes([(0, 1)]).unwrap().with_tags(tags).unwrap();
        assert_eq!(hash3(level), Level::from(rust.clone()).hash());
        let tag: u32 = asked(|to| asu_level3_tag(level, 8, to));
        assert_eq!((tag, rust.tag(8)), (14, 14), "of its cell");
        let mut tag = 0;
        refused(asu_level3_tag(level, 2, &mut tag), AsuStatus::AsuInvalidArgument, "no part 2");
        let mut level = level;
        let none = AsuHeights3 { samples: ptr::null(), ..plain };
        refused(asu_level3_from_heights(&none, &mut level), AsuStatus::AsuNull, "heights.samples");
        let flat = AsuHeights3 { spacing: [0.0, 1.0], ..plain };
        refused(
            asu_level3_from_heights(&flat, &mut level),
            AsuStatus::AsuInvalidArgument,
            "spacing",
        );
        let empty = AsuHeights3 { rows: 0, columns: 0, ..none };
        ok(asu_level3_from_heights(&empty, &mut level));
    }
}

#[test]
fn chains_polygons_and_slopes_are_rusts() {
    let room = [[0.0_f32, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    let hole = [[1.0_f32, 1.0], [1.0, 3.0], [3.0, 3.0], [3.0, 1.0]];
    let (from, tags) = (room.as_ptr().cast(), [5_u32, 6, 7, 8]);
    // SAFETY: the pointers are to local values, and as long as they say.
    unsafe {
        let level: AsuLevel2 = asked(|to| asu_level2_from_chain(from, 4, 1, 1, tags.as_ptr(), to));
        let rust = Chain2::closed(room).one_sided().with_tags(tags).unwrap();
        assert_eq!(hash2(level), Level::from(rust).hash());
        let level: AsuLevel2 = asked(|to| asu_level2_from_chain(from, 4, 0, 0, ptr::null(), to));
        assert_eq!(hash2(level), Level::from(Chain2::new(room)).hash());

        let frame = [room, hole].concat();
        let (from, lengths) = (frame.as_ptr().cast(), [4_usize, 4]);
        let level: AsuLevel2 = asked(|to| asu_level2_from_rings(from, lengths.as_ptr(), 2, to));
        let rust = Compound2::try_from_rings([room, hole]).unwrap();
        assert_eq!(hash2(level), Level::from(rust.clone()).hash());
        let (inside, on_edge) = ([2.0, 2.0], [1.0, 2.0]);
        for (point, expected) in [(inside, false), (on_edge, true)] {
            let shape =
                AsuShape2 { kind: AsuShapeKind::AsuPoint as u32, data: AsuShapeData2 { point } };
            let answer: bool = asked(|to| asu_level2_intersects(level, &shape, to));
            assert_eq!((answer, rust.intersects(&Vec2::from(point))), (expected, expected));
        }
        let mut none = level;
        let crossed = [[0.0_f32, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
        let status = asu_level2_from_rings(crossed.as_ptr().cast(), lengths.as_ptr(), 1, &mut none);
        refused(status, AsuStatus::AsuInvalidShape, "cross");
        let huge = [usize::MAX, 2];
        let status = asu_level2_from_rings(from, huge.as_ptr(), 2, &mut none);
        refused(status, AsuStatus::AsuInvalidArgument, "lengths sum");

        let tiles =
            AsuTiles2 { cells: [4, 4], origin: [0.0; 2], size: [1.0; 2], kinds: ptr::null() };
        let level: AsuLevel2 = asked(|to| asu_level2_from_tiles(&tiles, to));
        let ramp = [[0.0_f32, 0.0], [1.0, 0.0], [1.0, 1.0]];
        let kind: u8 = asked(|to| asu_level2_add_slope(level, ramp.as_ptr().cast(), 3, to));
        ok(asu_level2_set_tile(level, [1_u32, 2].as_ptr(), kind));
        let mut rust = Tiles2::new([4, 4], [0.0; 2], [1.0; 2]);
        let slope = rust.add_slope(ramp).unwrap();
        rust.set([1, 2], slope).unwrap();
        assert_eq!(hash2(level), Level::from(rust).hash());
        let tag: u32 = asked(|to| asu_level2_tag(level, 9, to));
        assert_eq!(tag, u32::from(kind));
    }
}

/// Shots at a skin that two joints move, at a tick and between two: the verdicts are Rust's.
#[test]
fn skins_are_rusts() {
    let vertices = [[0.0_f32, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
    let joints = [[0_u16, 0], [1, 0], [1, 0]];
    let weights = [[1.0_f32, 0.0], [3.0, 1.0], [1.0, 0.0]];
    let data = AsuSkinData {
        vertices: vertices.as_ptr().cast(),
        vertex_count: 3,
        joints: joints.as_ptr().cast(),
        weights: weights.as_ptr().cast(),
        joints_per_vertex: 2,
        triangles: [0_u32, 1, 2].as_ptr(),
        triangle_count: 1,
        normalizes: 1,
    };
    let triangles = [0_u32, 1, 2];
    let data = AsuSkinData { triangles: triangles.as_ptr(), ..data };
    let influences: Vec<Vec<(u16, f32)>> = joints
        .iter()
        .zip(&weights)
        .map(|(joints, weights)| joints.iter().copied().zip(weights.iter().copied()).collect())
        .collect();
    let rust_skin = Skin::normalized(vertices, influences, [triangles]).unwrap();
    let mut findings = [0; 6];
    // SAFETY: the pointers are to local values, and as long as they say.
    unsafe {
        let skin: AsuSkin = asked(|to| asu_skin_create(&data, to));
        assert_eq!(asked(|to| asu_skin_joint_count(skin, to)), 2_usize);
        let raw = AsuSkinData { normalizes: 0, ..data };
        let mut none = AsuSkin { handle: 0 };
        refused(asu_skin_create(&raw, &mut none), AsuStatus::AsuInvalidArgument, "sum to 4");
        let null = AsuSkinData { weights: ptr::null(), ..data };
        refused(asu_skin_create(&null, &mut none), AsuStatus::AsuNull, "data.weights");

        let world: AsuWorld3 = asked(|to| asu_world3_create(to));
        let history: AsuHistory3 = asked(|to| asu_history3_create(9, to));
        let (mut rust, mut past) = (World3::new(), History3::new(9));
        let aabb = AsuAabb3 { min: [0.0; 3], max: [2.0; 3] };
        let kind = AsuShapeKind::AsuAabb as u32;
        let shape = AsuShape3 { kind, data: AsuShapeData3 { aabb } };
        let collider = AsuCollider3 {
            shape,
            layer: 0,
            bone: 4,
            ignore: 0,
            tag: 40,
            region: 3,
            swept: 0,
            has_one_way: 0,
            one_way: [0.0; 3],
        };
        let options = AsuBodyOptions { kind: 1, has_owner: 1, owner: 2 };
        let id: u64 = asked(|to| asu_world3_insert(world, &collider, 1, &options, to));
        let part = Collider::new(Aabb3::new([0.0; 3], [2.0; 3])).tag(40).bone(4).region(3);
        let body = rust.insert_body(&[part], BodyOptions::from(BodyKind::Moving).owner(2)).unwrap();
        // glTF's layout: columns in a row.
        let matrix = |x: f32, y: f32| {
            let translation = [x, y, 0.0, 1.0];
            let unit = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
            <[f32; 16]>::try_from([&unit[..], &translation].concat()).unwrap()
        };
        let layout = AsuLayout::AsuGltf as u32;
        for tick in 0..3 {
            let x = tick as f32;
            let pose = AsuPose3 { translation: [x, 0.0, 0.0], ..AsuPose3::from(Pose3::identity()) };
            ok(asu_world3_set_pose(world, id, &pose));
            rust.set_body_pose(body, &Pose3::from_translation([x, 0.0, 0.0])).unwrap();
            ok(asu_world3_step(world));
            rust.step();
            ok(asu_history3_record(history, tick, world));
            past.record(Tick(tick), &rust);
            let own = [matrix(0.0, 0.0), matrix(0.0, -0.25 * x)];
            let model = matrix(x, 0.0);
            let bones =
                AsuBones { matrices: own.as_ptr().cast(), count: 2, layout, are_skinning: 1 };
            ok(asu_history3_record_skin(history, id, skin, &bones, model.as_ptr(), layout));
            let global = AsuBones { are_skinning: 0, ..bones };
            refused(
                asu_history3_record_skin(history, id, skin, &global, ptr::null(), 0),
                AsuStatus::AsuInvalidArgument,
                "set are_skinning",
            );
            let [own, model] = [&own[..], &[model][..]].map(|all| {
                all.iter().map(|it| Affine3::from_gltf(it).unwrap()).collect::<Vec<_>>()
            });
            let matrices: Vec<_> = own.iter().map(|it| model[0].after(it)).collect();
            past.record_skin(body, &rust_skin, &matrices).unwrap();
            // Live.
            let shot = AsuSegment3 { a: [x + 0.5, 0.25, 9.0], b: [x + 0.5, 0.25, -9.0] };
            let hit: AsuPartRayHit3 = asked(|to| {
                asu_skin_segment_cast(skin, &bones, model_floats(x).as_ptr(), layout, &shot, to)
            });
            let expected = rust_skin.posed(&matrices).unwrap();
            let expected = expected.segment_cast(&Segment3::new(shot.a, shot.b)).unwrap();
            assert_eq!((hit.part, hit.hit.fraction), (0, expected.fraction));
        }
        for (tick, fraction) in [(0, 0.0), (1, 0.0), (0, 0.5), (1, 0.75)] {
            for step in 0..80 {
                let at = [(step % 9) as f32 * 0.5 - 0.5, (step / 9) as f32 * 0.25];
                let shot = AsuSegment3 { a: [at[0], at[1], 9.0], b: [at[0], at[1], -9.0] };
                let moment = AsuMoment { tick, fraction };
                let claim = AsuShotClaim3 { shooter: 1, victim: 2, moment, shot };
                let nobody = AsuRecorder { handle: 0 };
                let verdict: AsuShotVerdict3 = asked(|to| {
                    asu_history3_validate_shot(history, world, &claim, ptr::null(), nobody, to)
                });
                let claim = asunder::history::ShotClaim::<Vec3> {
                    shooter: 1,
                    victim: 2,
                    tick: Tick(tick),
                    fraction,
                    shot: Segment3::new(shot.a, shot.b),
                };
                let rust = past.validate_shot(&rust, &claim, Filter::new()).unwrap().finding;
                findings[verdict.finding as usize] += 1;
                let AsuShotVerdict3 {
                    collider, tag, bone, region, fraction, air, missed_by, ..
                } = verdict;
                let told = (collider, tag, bone, region, fraction, air, missed_by);
                let expected = match rust {
                    ShotFinding::Hit { collider, tag, bone, region, fraction } => {
                        (collider.into(), tag, u32::from(bone.unwrap()), region, fraction, 0.0, 0.0)
                    }
                    ShotFinding::Grazed { air, collider, tag, bone, region, fraction } => {
                        (collider.into(), tag, u32::from(bone.unwrap()), region, fraction, air, 0.0)
                    }
                    ShotFinding::Missed { by, collider } => {
                        (collider.into(), 0, ASU_NO_BONE, 0, 0.0, 0.0, by)
                    }
                    other => panic!("{other:?}"),
                };
                assert_eq!(told, expected, "{rust:?}");
            }
        }
        let [too_old, hit, blocked, missed, not_there, grazed] = findings;
        assert!(hit > 20 && missed > 20 && grazed > 20, "{findings:?}");
        assert_eq!([too_old, blocked, not_there], [0; 3]);
        let mut stop = MaybeUninit::<usize>::uninit();
        ok(asu_skin_destroy(skin));
        refused(asu_skin_joint_count(skin, stop.as_mut_ptr()), AsuStatus::AsuStale, "no skin");
        let matrices = [matrix(0.0, 0.0); 2];
        let bones =
            AsuBones { matrices: matrices.as_ptr().cast(), count: 2, layout, are_skinning: 1 };
        let again: AsuSkin = asked(|to| asu_skin_create(&data, to));
        ok(asu_world3_remove(world, id));
        ok(asu_history3_record(history, 3, world));
        refused(
            asu_history3_record_skin(history, id, again, &bones, ptr::null(), 0),
            AsuStatus::AsuStale,
            "was no moving body",
        );
    }
}

fn model_floats(x: f32) -> [f32; 16] {
    let mut floats = [0.0; 16];
    (floats[0], floats[5], floats[10], floats[15], floats[12]) = (1.0, 1.0, 1.0, 1.0, x);
    floats
}
