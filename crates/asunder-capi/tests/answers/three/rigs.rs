//! Rigs, shots, logs and notes, in space. `two/rigs.rs` is derived from this file; see `tests/derived.rs`.

use super::world::{ball, boxed, ok, vector};
use crate::{asked, message, same};
use asunder::glam::Vec3;
use asunder::history::{ShotClaim, ShotFinding};
use asunder::prelude::*;
use asunder::recording::RecordedQuestion;
use asunder::world::{Correction, EventLog, OwnerEvent, Party};
use asunder::{Affine, Role};
use asunder_capi::*;
use asunder_jury::Rng;
use std::ptr;

/// The matrix of a pose, column by column.
fn matrix(rng: &mut Rng, height: f32) -> [f32; 16] {
    let (sin, cos) = (0.6, if rng.below(2) == 0 { 0.8 } else { -0.8 });
    let size = rng.between(0.5, 2.0) as f32;
    let (s, c) = (size * sin, size * cos);
    let x = rng.between(-2.0, 2.0) as f32;
    let (right, up) = ([c, s, 0.0, 0.0], [-s, c, 0.0, 0.0]);
    let all = [right, up, [0.0, 0.0, size, 0.0], [x, height, 0.0, 1.0]].concat();
    all.try_into().expect("there are sixteen")
}

fn affine(matrix: &[f32; 16]) -> Affine<Vec3> {
    Affine::from_gltf(matrix).expect("it is affine")
}

#[test]
fn rigs_are_placed_as_the_librarys_are() {
    let mut rng = Rng::new(8);
    let mut expected = World3::new();
    // SAFETY: all pointers are to local values and as long as they say.
    unsafe {
        let world: AsuWorld3 = asked(|to| asu_world3_create(to));
        for round in 0..20 {
            let bind = matrix(&mut rng, 1.0);
            let names = [c"hip", c"hand.r"];
            let bones = [
                AsuBone {
                    name: names[0].as_ptr(),
                    parent: ASU_NO_BONE,
                    layout: 4,
                    inverse_bind: ptr::null(),
                },
                AsuBone {
                    name: names[1].as_ptr(),
                    parent: 0,
                    layout: 4,
                    inverse_bind: bind.as_ptr(),
                },
            ];
            let rig: AsuRig3 =
                asked(|to| asu_rig3_create(c"knight".as_ptr(), bones.as_ptr(), 2, 0, to));
            let rust_bones = vec![
                Bone::new("hip", None),
                Bone::new("hand.r", Some(0)).with_inverse_bind(affine(&bind)),
            ];
            let mut rust = Rig::new("knight", rust_bones).unwrap();
            let (c_box, rust_box) = boxed(vector(-0.25, 0.0), vector(0.25, 1.0));
            let (c_ball, rust_ball) = ball(vector(0.0, 0.5), 0.25);
            let hitbox = AsuHitbox3 {
                shape: c_box,
                bone: 0,
                role: AsuRole::AsuIsHurt as u32,
                follow: 0,
                region: c"body".as_ptr(),
            };
            let number: usize = asked(|to| asu_rig3_add(rig, &hitbox, to));
            let hurt = Hitbox { region: Some("body".into()), ..Hitbox::new(0, rust_box.clone()) };
            assert_eq!(number, rust.add(hurt).unwrap());
            let attacks =
                AsuHitbox3 { shape: c_ball, bone: 1, role: 0, region: ptr::null(), ..hitbox };
            let number: usize = asked(|to| asu_rig3_add(rig, &attacks, to));
            let attack = Hitbox { role: Role::Attack, ..Hitbox::new(1, rust_ball) };
            assert_eq!(number, rust.add(attack).unwrap());
            let offset = AsuPose3::from(Pose3::from_translation(vector(0.5, 0.0)));
            let hand = c"hand.r".as_ptr();
            let number: usize = asked(|to| asu_rig3_attach(rig, hand, &c_box, &offset, to));
            let offset = Pose3::from_translation(vector(0.5, 0.0));
            assert_eq!(number, rust.attach("hand.r", rust_box, &offset).unwrap());
            assert_eq!(asked::<usize>(|to| asu_rig3_hitbox_count(rig, to)), 3);
            assert_eq!(asked::<u32>(|to| asu_rig3_bone(rig, hand, to)), 1);
            let mut text = [0_u8; 8];
            let to = text.as_mut_ptr();
            let length = asked(|length| asu_rig3_region(rig, 1, to.cast(), 8, length));
            assert_eq!(&text[..length], rust.labels()[1].as_bytes());

            let matrices = [matrix(&mut rng, 1.0), matrix(&mut rng, 2.0)].concat();
            let model = matrix(&mut rng, 0.0);
            let are_skinning = round % 2;
            let frame = AsuBones { matrices: matrices.as_ptr(), count: 2, layout: 4, are_skinning };
            let rust_matrices =
                [0, 1].map(|i| affine(matrices[16 * i..][..16].try_into().unwrap()));
            let rust_frame = if are_skinning == 1 {
                Bones::Skinning(&rust_matrices)
            } else {
                Bones::Global(&rust_matrices)
            };
            let mut shapes = Vec::<AsuShape3>::with_capacity(3);
            let (to, from) = (shapes.as_mut_ptr(), model.as_ptr());
            let count = asked(|count| asu_rig3_place(rig, &frame, from, 4, to, 3, count));
            shapes.set_len(count);
            let placed = rust.place(rust_frame, &affine(&model)).unwrap();
            for (c, rust) in shapes.iter().zip(&placed) {
                let around: AsuAabb3 = asked(|to| asu_aabb3(c, to));
                let expected = rust.aabb();
                assert_eq!(
                    (around.min, around.max),
                    (expected.min().to_array(), expected.max().to_array())
                );
            }
            let given =
                vec![AsuHitboxOptions3 { tag: 7, ..Default::default() }; rust.hitboxes().len()];
            let moving = AsuBodyOptions { kind: 1, has_owner: 1, owner: 4 };
            let id: u64 = asked(|to| {
                asu_world3_insert_rig(world, rig, &frame, from, 4, given.as_ptr(), 3, &moving, to)
            });
            let moving = BodyOptions::from(BodyKind::Moving).owner(4);
            let body = expected
                .insert_rig(&rust, rust_frame, &affine(&model), moving, |_, own| own.tag(7));
            let body = body.unwrap();
            assert_eq!(id, body.bits());
            let back: AsuCollider3 =
                asked(|to| asu_world3_collider(world, body.collider(1).into(), to));
            assert_eq!((back.bone, back.tag), (1, 7));
            let options: AsuBodyOptions = asked(|to| asu_world3_body_options(world, id, to));
            assert_eq!((options.has_owner, options.owner), (1, 4));
            let again = matrix(&mut rng, 3.0);
            ok(asu_world3_set_rig(world, id, rig, &frame, again.as_ptr(), 4));
            expected.set_rig(body, &rust, rust_frame, &affine(&again)).unwrap();
            assert_eq!(asked::<u64>(|to| asu_world3_hash(world, to)), expected.hash());

            // One matrix is missing, one is not finite, one options too few, no such region.
            let few = AsuBones { count: 1, ..frame };
            let status = asu_world3_set_rig(world, id, rig, &few, from, 4);
            assert_eq!(status, AsuStatus::AsuInvalidArgument, "{}", message());
            let mut broken = matrices.clone();
            broken[17] = f32::NAN;
            let broken = AsuBones { matrices: broken.as_ptr(), ..frame };
            assert_eq!(
                asu_world3_set_rig(world, id, rig, &broken, from, 4),
                AsuStatus::AsuNotFinite
            );
            assert!(message().starts_with("bones.matrices[1]: "), "{}", message());
            let status = asu_world3_insert_rig(
                world,
                rig,
                &frame,
                from,
                4,
                given.as_ptr(),
                2,
                ptr::null(),
                &mut 0,
            );
            assert_eq!(status, AsuStatus::AsuInvalidArgument);
            let status = asu_rig3_region(rig, 3, ptr::null_mut(), 0, &mut 0);
            assert_eq!(status, AsuStatus::AsuInvalidArgument);
            ok(asu_rig3_destroy(rig));
            assert_eq!(asu_world3_set_rig(world, id, rig, &frame, from, 4), AsuStatus::AsuStale);
        }
        ok(asu_world3_destroy(world));
    }
}

/// Claims, flights and what was found of them, owners' events, corrections, and the notes of a recording.
#[test]
fn the_past_is_judged_as_the_library_judges_it() {
    let (mut expected, mut past) = (World3::new(), History3::new(3));
    let mut log = EventLog::new();
    let mut findings = [0; 5];
    // SAFETY: all pointers are to local values and as long as they say.
    unsafe {
        let world: AsuWorld3 = asked(|to| asu_world3_create(to));
        let history: AsuHistory3 = asked(|to| asu_history3_create(3, to));
        let recorder: AsuRecorder = asked(|to| asu_recorder_create(c"shots".as_ptr(), 60, to));
        let c_log: AsuLog3 = asked(|to| asu_log3_create(to));
        ok(asu_recorder_watch3(recorder, world));
        let mut bodies = Vec::new();
        for owner in 1..4_u64 {
            let (c, rust) = ball(vector(0.0, 3.0 * owner as f32), 1.0);
            let collider = AsuCollider3 {
                shape: c,
                layer: 0,
                bone: ASU_NO_BONE,
                ignore: 0,
                tag: owner,
                region: 0,
                swept: 0,
                has_one_way: 0,
                one_way: Default::default(),
            };
            let options = AsuBodyOptions { kind: 1, has_owner: 1, owner };
            let id: u64 = asked(|to| asu_world3_insert(world, &collider, 1, &options, to));
            let options = BodyOptions::from(BodyKind::Moving).owner(owner);
            let body = expected.insert(Collider::new(rust).tag(owner), options).unwrap();
            assert_eq!(id, body.bits());
            bodies.push(body);
        }
        ok(asu_recorder_label3(
            recorder,
            bodies[0].collider(0).into(),
            c"first".as_ptr(),
            ptr::null(),
            ptr::null(),
        ));
        let (positions, weights) =
            ([vector(0.0, 0.0), vector(1.0, 0.0)], [[1.0_f32, 0.0, 0.0, 0.0_f32]; 2]);
        let (joints, mut triangles) = ([[0_u16, 0, 0, 0_u16]; 2], [0_u32, 1, 2]);
        let mesh = AsuSkinnedMesh3 {
            positions: positions.as_ptr().cast(),
            vertex_count: 2,
            joints: joints.as_ptr().cast(),
            weights: weights.as_ptr().cast(),
            triangles: triangles.as_mut_ptr(),
            triangle_count: 1,
        };
        let mut number = 9;
        let status = asu_recorder_mesh3(recorder, &mesh, &mut number);
        assert_eq!((status, number), (AsuStatus::AsuInvalidArgument, 9), "there is no vertex 2");
        *mesh.triangles.cast_mut().add(2) = 1;
        ok(asu_recorder_mesh3(recorder, &mesh, &mut number));
        let identity = [
            [1.0_f32, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ];
        let identity = identity.as_ptr().cast::<f32>();
        ok(asu_recorder_skin3(recorder, bodies[0].bits(), number, identity, 1, 4));
        for tick in 0..8_u64 {
            let body = bodies[tick as usize % 3];
            // At the height of six, wherever it was inserted.
            let to = vector(tick as f32, 3.0 - 3.0 * (tick % 3) as f32);
            let pose = AsuPose3::from(Pose3::from_translation(to));
            ok(asu_world3_set_pose(world, body.bits(), &pose));
            expected.set_body_pose(body, &Pose3::from_translation(to)).unwrap();
            let down = vector(0.0, -0.5);
            let other = bodies[(tick as usize + 1) % 3];
            let _stop: AsuBodyStop3 = asked(|stop| {
                asu_world3_move(world, other.bits(), down.as_ptr(), stop, ptr::null_mut(), 0)
            });
            expected.move_body(other, down).unwrap();
            ok(asu_world3_step(world));
            expected.step();
            ok(asu_history3_record(history, tick, world));
            past.record(Tick(tick), &expected);
            ok(asu_log3_record(c_log, world));
            log.record(&expected);
            let mut events = Vec::<AsuOwnerEvent>::with_capacity(8);
            let to = events.as_mut_ptr();
            let count = asked(|count| asu_world3_owner_events(world, to, 8, count));
            events.set_len(count);
            let parties = expected.owner_events().iter().map(|event| match *event {
                OwnerEvent::Enter { a, b } | OwnerEvent::Exit { a, b, .. } => (a, b),
                _ => unreachable!("there are no others"),
            });
            let of = |party: AsuParty| {
                if party.is_owner {
                    Party::Owner(party.number)
                } else {
                    Party::Body(BodyId::from_bits(party.number))
                }
            };
            assert!(
                events.iter().map(|event| (of(event.a), of(event.b))).eq(parties),
                "tick {tick}"
            );

            let query = AsuQueryNote3 {
                shape: ball(vector(0.0, 0.0), 1.0).0,
                question: AsuQuestion::AsuAsksIntersecting as u32,
                within: 0.0,
                motion: vector(0.0, 0.0),
                has_by: 1,
                has_moment: 0,
                by: 2,
                moment: AsuMoment::default(),
                name: c"look".as_ptr(),
            };
            let hit = AsuNotedHit3 { collider: bodies[0].collider(0).into(), ..Default::default() };
            ok(asu_recorder_query3(recorder, &query, &hit, 1));
            let across = |y: f32| AsuSegment3 { a: vector(-30.0, y), b: vector(30.0, y) };
            // Down onto the one that was placed last, who hides the one placed before.
            let x = tick as f32;
            let along = AsuSegment3 { a: vector(x, 30.0), b: vector(x, -30.0) };
            let shots = [
                (2, tick, across(6.0)),
                (3, tick, across(4.0)),
                (3, 0, across(6.0)),
                (2, tick, across(30.0)),
                (9, tick, across(6.0)),
                (2, tick, along),
            ];
            for (victim, moment, shot) in shots {
                let moment = AsuMoment { tick: moment, fraction: 0.0 };
                let claim = AsuShotClaim3 { shooter: 1, victim, moment, shot };
                let verdict: AsuShotVerdict3 = asked(|to| {
                    let none = ptr::null();
                    asu_history3_validate_shot(history, world, &claim, none, recorder, to)
                });
                let claim = ShotClaim {
                    shooter: 1,
                    victim,
                    tick: Tick(moment.tick),
                    fraction: 0.0,
                    shot: Segment3::new(shot.a, shot.b),
                };
                let rust = past.validate_shot(&expected, &claim, Filter::new()).unwrap();
                assert_eq!(
                    (verdict.moment.tick, verdict.clamped),
                    (rust.moment.tick.0, rust.moment.clamped)
                );
                findings[verdict.finding as usize] += 1;
                let plain = (verdict.collider, verdict.fraction, verdict.missed_by, verdict.by);
                let none = AsuColliderId::default();
                let of_rust = match rust.finding {
                    ShotFinding::Hit { collider, fraction, .. } => {
                        (collider.into(), fraction, 0.0, none)
                    }
                    ShotFinding::Blocked { by, fraction, collider, .. } => {
                        (collider.into(), fraction, 0.0, by.into())
                    }
                    ShotFinding::Missed { by, collider } => (collider.into(), 0.0, by, none),
                    _ => (none, 0.0, 0.0, none),
                };
                assert_eq!(plain, of_rust, "{rust:?}");
                let rust = format!("{:?}", rust.finding);
                let name = format!("{:?}", verdict.finding).replace("Asu", "").replace("Shot", "");
                assert!(rust.starts_with(&name), "{rust} {name}");
            }
            ok(asu_recorder_record3(recorder, tick, world));
        }
        assert!(findings.iter().all(|&count| count > 0), "{findings:?}");
        let mut corrections = 0;
        assert_eq!(asu_log3_compare(c_log, &mut corrections), AsuStatus::AsuOk);
        let rust = log.events_since_confirmed();
        assert!(corrections == rust.len() && corrections > 1, "{corrections} {rust:?}");
        let mut found = Vec::<AsuCorrection3>::with_capacity(corrections);
        let to = found.as_mut_ptr();
        let count = asked(|count| asu_log3_corrections(c_log, to, corrections, count));
        found.set_len(count);
        for (c, rust) in found.iter().zip(&rust) {
            let (step, withdrawn, event) = match rust {
                Correction::Happened { step, event } => (*step, false, event),
                Correction::Withdrawn { step, event } => (*step, true, event),
            };
            assert_eq!((c.step, c.withdrawn), (step, withdrawn));
            assert_eq!((c.event.a, c.event.b), {
                let (a, b) = event.colliders();
                (a.into(), b.into())
            });
        }
        ok(asu_log3_confirm(c_log, 8));

        let ticks = asked(|count| asu_history3_ticks(history, ptr::null_mut(), 0, count));
        assert_eq!(ticks, past.ticks().count());
        assert_eq!(asked::<u64>(|to| asu_history3_max_rewind(history, to)), 3);
        let (rocket_c, rocket) = ball(vector(-9.0, 6.0), 0.5);
        let motion = vector(6.0, 0.0);
        let flight: AsuFlight3 = asked(|flight| {
            let (to, none) = (motion.as_ptr(), ptr::null());
            asu_history3_cast_through(history, world, 4, 7, &rocket_c, to, none, flight)
        });
        let rust = past.cast_through(&expected, Tick(4), Tick(7), &rocket, motion, Filter::new());
        let rust = rust.unwrap();
        let hit = flight.hit.hit.found.then_some((flight.tick, flight.hit.hit.fraction));
        same("cast_through", hit, rust.hit.map(|hit| (hit.tick.0, hit.fraction)), &0);
        assert!(hit.is_some() && flight.clamped == rust.clamped, "{flight:?}");

        let length = asked(|count| asu_recorder_finish(recorder, ptr::null_mut(), 0, count));
        let mut bytes = vec![0_u8; length];
        let to = bytes.as_mut_ptr();
        assert_eq!(asked(|count| asu_recorder_finish(recorder, to, length, count)), length);
        let recording = asunder::Recording::read(&bytes).expect("it is whole");
        let tick = recording.at(Tick(5)).expect("it was recorded");
        let tick = tick.world::<Vec3>().expect("a world was");
        assert_eq!((tick.moves.len(), tick.shots.len(), tick.queries.len()), (1, 6, 1));
        assert_eq!(tick.skins[0].mesh.positions[1].to_array(), positions[1]);
        assert_eq!((tick.skins.len(), tick.skins[0].body), (1, bodies[0]));
        let moved = &tick.moves[0];
        assert_eq!(moved.motion.to_array(), vector(0.0, -0.5));
        assert_eq!(moved.body, bodies[6 % 3]);
        let query = &tick.queries[0];
        assert_eq!(
            (query.by, &*query.name, query.question),
            (Some(2), "look", RecordedQuestion::Intersecting)
        );
        let named = tick.collider(bodies[0].collider(0)).expect("it is there");
        assert_eq!(&*named.labels.name, "first");
        ok(asu_recorder_destroy(recorder));
        // The world goes on without the recorder that watched it.
        let down = vector(0.0, -0.5);
        let _stop: AsuBodyStop3 = asked(|stop| {
            asu_world3_move(world, bodies[0].bits(), down.as_ptr(), stop, ptr::null_mut(), 0)
        });
        assert_eq!(asu_recorder_watch3(recorder, world), AsuStatus::AsuStale);
        ok(asu_recorder_watch3(AsuRecorder { handle: 0 }, world));
        ok(asu_log3_destroy(c_log));
        ok(asu_history3_destroy(history));
        ok(asu_world3_destroy(world));
    }
}
