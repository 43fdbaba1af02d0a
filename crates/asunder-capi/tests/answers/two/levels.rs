//! Levels, in the plane. `three/levels.rs` is what this is derived from, by `tests/derived.rs`.

#![expect(clippy::unwrap_used, reason = "what the library refuses here fails the test")]

use super::pairs::{Lists, of_c, of_rust};
use super::world::{ball, boxed, ok, vector};
use crate::{asked, message, same, word};
use asunder::glam::Vec2;
use asunder::level::{PartHit, Parts as _, TileKind};
use asunder::prelude::*;
use asunder::world::Snapshot;
use asunder::{CastHit, Compound, Level, Mesh, RayHit, Tiles};
use asunder_capi::*;
use asunder_jury::{Family, Kind, Rng, pair};
use std::fmt::Debug;
use std::ptr;

/// A list, however long.
fn list<T: Copy>(ask: impl Fn(*mut T, usize, *mut usize) -> AsuStatus) -> Vec<T> {
    let count = asked(|count| ask(ptr::null_mut(), 0, count));
    let mut all = Vec::with_capacity(count);
    let again = asked(|again| ask(all.as_mut_ptr(), count, again));
    assert_eq!(again, count);
    // SAFETY: so many were written.
    unsafe { all.set_len(count) };
    all
}

fn number(rng: &mut Rng, reach: f64) -> f32 {
    // On a grid, so that they touch.
    (rng.between(-reach, reach) * 2.0).round() as f32 * 0.5
}

fn triangles(rng: &mut Rng) -> (AsuLevel2, Level<Vec2>) {
    let vertices: Vec<[f32; 2]> = (0..24)
        .map(|_| Default::default())
        .map(|zero: [f32; 2]| zero.map(|_| number(rng, 4.0)))
        .collect();
    let corners: Vec<u32> = (0..90).map(|_| rng.below(24) as u32).collect();
    let tags: Vec<u32> = (100..130).collect();
    let (from, of, tagged) = (vertices.as_ptr().cast(), corners.as_ptr(), tags.as_ptr());
    // SAFETY: the pointers are to local values, and as long as they say.
    let level = unsafe { asked(|to| asu_level2_from_triangles(from, 24, of, 30, tagged, to)) };
    let numbers = corners.chunks(3).map(|it| [it[0], it[1]].into_iter().chain([it[2]]));
    let numbers = numbers.map(|it| <[u32; 1 + 2]>::try_from(it.collect::<Vec<_>>()).unwrap());
    let mesh = Mesh::<Vec2>::new(vertices, numbers).with_tags(tags).unwrap();
    (level, mesh.into())
}

fn shapes(rng: &mut Rng) -> (AsuLevel2, Level<Vec2>) {
    let mut lists = Lists::default();
    let kinds =
        [Kind::Sphere, Kind::Capsule, Kind::Obb, Kind::Aabb, Kind::Triangle, Kind::ConvexHull];
    let drawn: Vec<_> = kinds.iter().map(|&kind| pair(Family::Game, kind, kind, rng).0).collect();
    let of_c: Vec<_> = drawn.iter().map(|it| of_c(it, &mut lists)).collect();
    let poses: Vec<AsuPose2> = drawn
        .iter()
        .map(|_| {
            let mut pose = AsuPose2::from(Pose2::identity());
            pose.translation = pose.translation.map(|_| number(rng, 2.0));
            pose
        })
        .collect();
    let (from, at, none) = (of_c.as_ptr(), poses.as_ptr(), ptr::null());
    // SAFETY: the pointers are to local values, and as long as they say.
    let level = unsafe { asked(|to| asu_level2_from_shapes(from, at, of_c.len(), none, to)) };
    let poses = poses.iter().map(|pose| Pose2::new(pose.translation, pose.rotation));
    let compound = Compound::try_placed(drawn.iter().map(of_rust).zip(poses)).unwrap();
    (level, compound.into())
}

fn tiles(rng: &mut Rng) -> (AsuLevel2, Level<Vec2>) {
    let mut asked_tiles = AsuTiles2 {
        cells: [5; 2],
        origin: Default::default(),
        size: Default::default(),
        kinds: ptr::null(),
    };
    (asked_tiles.origin, asked_tiles.size) = (vector(-2.0, -3.0), asked_tiles.size.map(|_| 1.0));
    let count: u32 = asked_tiles.cells.iter().product();
    let kinds: Vec<u8> = (0..count).map(|_| u8::from(rng.chance(0.2))).collect();
    asked_tiles.kinds = kinds.as_ptr();
    let set = asked_tiles.cells.map(|_| 2);
    // SAFETY: the pointers are to local values, and as long as they say.
    let level = unsafe {
        let level = asked(|to| asu_level2_from_tiles(&asked_tiles, to));
        ok(asu_level2_set_tile(level, set.as_ptr(), 1));
        level
    };
    let mut tiles = Tiles::<Vec2>::new(asked_tiles.cells, asked_tiles.origin, asked_tiles.size);
    for (number, &kind) in (0..).zip(&kinds) {
        let cell = tiles.place(number).unwrap();
        tiles.set(cell, TileKind::from_number(kind)).unwrap();
    }
    tiles.set(set, TileKind::FULL).unwrap();
    (level, tiles.into())
}

fn ray_hit(found: &AsuPartRayHit2) -> impl Debug + use<> {
    let hit = &found.hit;
    let of_it = (found.part, hit.fraction, hit.point, hit.normal, word(hit.started));
    hit.found.then_some(of_it)
}

fn ray_hit_of(found: Option<PartHit<RayHit<Vec2>>>) -> impl Debug + use<> {
    found.map(|PartHit { part, hit, .. }| {
        let (point, normal) = (hit.point.to_array(), hit.normal.to_array());
        (part, hit.fraction, point, normal, format!("{:?}", hit.started))
    })
}

fn cast_hit(found: &AsuPartCastHit2) -> impl Debug + use<> {
    let hit = &found.hit;
    let of_it = (found.part, hit.fraction, hit.point, hit.normal, word(hit.started));
    hit.found.then_some(of_it)
}

fn cast_hit_of(found: Option<PartHit<CastHit<Vec2>>>) -> impl Debug + use<> {
    found.map(|PartHit { part, hit, .. }| {
        let (point, normal) = (hit.point.to_array(), hit.normal.to_array());
        (part, hit.fraction, point, normal, format!("{:?}", hit.started))
    })
}

/// Every question about a level on its own.
fn compare(c: AsuLevel2, rust: &Level<Vec2>, rng: &mut Rng, found: &mut [usize; 5]) {
    // SAFETY: the pointers are to local values, and as long as they say.
    unsafe {
        let count: usize = asked(|to| asu_level2_part_count(c, to));
        same("part_count", count, rust.part_count(), &rust.kind());
        same("hash", asked(|to| asu_level2_hash(c, to)), rust.hash(), &rust.kind());
        for kind in
            [Kind::Sphere, Kind::Aabb, Kind::Capsule, Kind::Obb, Kind::Segment, Kind::ConvexHull]
        {
            let mut lists = Lists::default();
            let drawn = pair(Family::Grid, kind, kind, rng).0;
            let (asks, shape) = (of_c(&drawn, &mut lists), of_rust(&drawn));
            let asks = &raw const asks;
            let motion = <[f32; 2]>::default().map(|_| number(rng, 4.0));
            let along = motion.as_ptr();
            let meets: bool = asked(|to| asu_level2_intersects(c, asks, to));
            same("intersects", meets, rust.intersects(&shape), &shape);
            found[0] += usize::from(meets);
            let answer: bool = asked(|to| asu_level2_penetrates(c, asks, to));
            same("penetrates", answer, rust.penetrates(&shape), &shape);
            let parts: Vec<u32> = list(|to, capacity, count| {
                asu_level2_parts_intersecting(c, asks, to, capacity, count)
            });
            same("parts", parts, rust.parts_intersecting(&shape), &shape);
            let distance: f32 = asked(|to| asu_level2_distance(c, asks, to));
            same("distance", distance, rust.distance(&shape).unwrap(), &shape);
            let points: AsuPartPoints2 = asked(|to| asu_level2_closest_points(c, asks, to));
            let told = points.points;
            let told = told.found.then_some((points.part, told.on_a, told.on_b));
            let expected = rust.closest_points(&shape);
            let expected = expected.map(|it| (it.part, it.on_a.to_array(), it.on_b.to_array()));
            found[1] += usize::from(expected.is_some());
            same("closest_points", told, expected, &shape);
            let contacts: Vec<AsuPartContact2> =
                list(|to, capacity, count| asu_level2_contacts(c, asks, to, capacity, count));
            let told: Vec<_> = contacts
                .iter()
                .map(|it| (it.part, it.contact.normal, it.contact.depth, it.contact.point_count))
                .collect();
            let expected: Vec<_> = rust
                .contacts(&shape)
                .into_iter()
                .map(|it| (it.part, it.normal.to_array(), it.depth, it.points().len() as u32))
                .collect();
            found[4] += told.len();
            same("contacts", told, expected, &shape);
            let mut part = 0;
            let of_part = &raw mut part;
            let mut buffer = [0_u8; 4096];
            let to = buffer.as_mut_ptr().cast();
            let length: usize =
                asked(|length| asu_level2_explain(c, asks, of_part, to, 4096, length));
            let told = (part, String::from_utf8_lossy(&buffer[..length]).into_owned());
            let expected = rust.explain(&shape).unwrap();
            let expected = (expected.part, expected.hit.text);
            same("explain", told, expected, &shape);
            let hit: AsuPartCastHit2 = asked(|to| asu_level2_cast(c, asks, along, to));
            found[2] += usize::from(hit.hit.found);
            same("cast", cast_hit(&hit), cast_hit_of(rust.cast(&shape, motion)), &shape);
            let answer: bool = asked(|to| asu_level2_sweep_intersects(c, asks, along, to));
            same("sweep_intersects", answer, rust.sweep_intersects(&shape, motion), &shape);
            let answer: bool = asked(|to| asu_level2_sweep_penetrates(c, asks, along, to));
            same("sweep_penetrates", answer, rust.sweep_penetrates(&shape, motion), &shape);
        }
        for _ in 0..8 {
            let [a, b] = [0; 2].map(|_| <[f32; 2]>::default().map(|_| number(rng, 5.0)));
            let shot = AsuSegment2 { a, b };
            let hit: AsuPartRayHit2 = asked(|to| asu_level2_segment_cast(c, &shot, to));
            let segment = Segment2::new(a, b);
            found[3] += usize::from(hit.hit.found);
            let expected = ray_hit_of(rust.segment_cast(&segment));
            same("segment_cast", ray_hit(&hit), expected, &segment);
            let all: Vec<AsuPartRayHit2> =
                list(|to, capacity, count| asu_level2_segment_casts(c, &shot, to, capacity, count));
            let all: Vec<_> = all.iter().map(ray_hit).collect();
            let expected = rust.segment_casts(&segment).into_iter();
            let expected: Vec<_> = expected.map(|it| ray_hit_of(Some(it))).collect();
            same("segment_casts", all, expected, &segment);
            if b.iter().any(|&x| x != 0.0) {
                let ray = AsuRay2 { origin: a, direction: b };
                let hit: AsuPartRayHit2 = asked(|to| asu_level2_ray_cast(c, &ray, to));
                let ray = Ray2::new(a, b);
                same("ray_cast", ray_hit(&hit), ray_hit_of(rust.ray_cast(&ray)), &ray);
            }
        }
    }
}

#[test]
fn levels_answer_as_rusts_do() {
    let mut rng = Rng::new(91);
    let mut found = [0; 5];
    for _ in 0..12 {
        for (c, rust) in [triangles(&mut rng), shapes(&mut rng), tiles(&mut rng)] {
            compare(c, &rust, &mut rng, &mut found);
            // The parts, and their tags.
            // SAFETY: the pointers are to local values.
            unsafe {
                for part in 0..20 {
                    let Some(expected) = rust.part(part) else { continue };
                    let shape: AsuShape2 = asked(|to| asu_level2_part(c, part, to));
                    let meets: bool = asked(|to| asu_level2_intersects(c, &shape, to));
                    assert!(meets, "{expected:?} is a part");
                    let tag: u32 = asked(|to| asu_level2_tag(c, part, to));
                    let of_rust = match &rust {
                        Level::Mesh(mesh) => mesh.tag(part),
                        Level::Tiles(_) => 1,
                        _ => 0,
                    };
                    assert_eq!(tag, of_rust);
                    if shape.kind == AsuShapeKind::AsuStored as u32 {
                        ok(asu_release2(&shape));
                    }
                }
                let mut pose = AsuPose2::from(Pose2::identity());
                pose.translation = vector(1.0, 0.5);
                let placed: AsuLevel2 = asked(|to| asu_level2_placed(c, &pose, to));
                let pose = Pose2::from_translation(pose.translation);
                let rust = rust.try_transformed(&pose).unwrap();
                same("placed", asked(|to| asu_level2_hash(placed, to)), rust.hash(), &pose);
                ok(asu_level2_destroy(placed));
                ok(asu_level2_destroy(c));
                assert_eq!(asu_level2_destroy(c), AsuStatus::AsuStale);
            }
        }
    }
    assert!(found.iter().all(|&count| count > 40), "{found:?}");
}

/// A level in a world: found with its part, walked on, kept by snapshots, and there after its handle is gone.
#[test]
fn worlds_hold_levels() {
    let mut rng = Rng::new(92);
    let (c, level) = tiles(&mut rng);
    // SAFETY: the pointers are to local values, and as long as they say.
    unsafe {
        let world: AsuWorld2 = asked(|to| asu_world2_create(to));
        let options = AsuBodyOptions { kind: 0, has_owner: 1, owner: 7 };
        let id: u64 = asked(|to| asu_world2_insert_level(world, c, &options, to));
        let mut rust = World2::new();
        let options = BodyOptions::from(BodyKind::Fixed).owner(7);
        let body = rust.insert_level(level.clone(), options).unwrap();
        assert_eq!(id, body.bits());
        let (shape, expected) = ball(vector(0.0, 0.0), 1.5);
        let mover: u64 = asked(|to| asu_world2_insert_shape(world, &shape, 1, to));
        let _ = rust.insert(expected, BodyKind::Moving).unwrap();
        ok(asu_world2_step(world));
        rust.step();
        let hash: u64 = asked(|to| asu_world2_hash(world, to));
        assert_eq!(hash, rust.hash());

        let view = AsuView2 {
            world,
            history: AsuHistory2 { handle: 0 },
            moment: AsuMoment::default(),
            own_times: ptr::null(),
            own_time_count: 0,
        };
        let (a, b) = (vector(-9.0, -0.5), vector(9.0, -0.5));
        let shot = AsuSegment2 { a, b };
        let hits: Vec<AsuRayFound2> = list(|to, capacity, count| {
            asu_view2_segment(&view, &shot, ptr::null(), usize::MAX, to, capacity, count)
        });
        let expected = rust.view().segment(&Segment2::new(a, b)).all();
        let parts = expected.iter().map(|hit| hit.part.unwrap_or(ASU_NO_PART));
        assert!(hits.iter().map(|hit| hit.found.part).eq(parts.clone()), "{expected:?}");
        assert!(parts.clone().any(|part| part == ASU_NO_PART) && parts.count() > 1, "{expected:?}");

        // Its level, as it is placed.
        let collider = AsuColliderId { body: id, part: 0 };
        let mut pose = AsuPose2::from(Pose2::identity());
        pose.translation = vector(3.0, 0.0);
        ok(asu_world2_set_pose(world, id, &pose));
        let placed: AsuLevel2 = asked(|to| asu_world2_level(world, collider, to));
        let moved = level.try_transformed(&Pose2::from_translation(pose.translation)).unwrap();
        assert_eq!(asked(|to| asu_level2_hash(placed, to)), moved.hash());
        let mut none = AsuLevel2 { handle: 0 };
        let no_level = AsuColliderId { body: mover, part: 0 };
        let status = asu_world2_level(world, no_level, &mut none);
        assert_eq!(status, AsuStatus::AsuInvalidArgument, "{}", message());

        // Bytes hold the hash: the level is given, as it was made.
        let snapshot: AsuSnapshot2 = asked(|to| asu_world2_snapshot(world, to));
        let bytes: Vec<u8> =
            list(|to, capacity, count| asu_snapshot2_to_bytes(snapshot, to, capacity, count));
        let mut read = AsuSnapshot2 { handle: 0 };
        let status = asu_snapshot2_from_bytes(bytes.as_ptr(), bytes.len(), &mut read);
        assert_eq!(status, AsuStatus::AsuInvalidArgument);
        assert!(message().contains("level"), "{}", message());
        let levels = [placed, c];
        let again: AsuSnapshot2 = asked(|to| {
            asu_snapshot2_from_bytes_with(bytes.as_ptr(), bytes.len(), levels.as_ptr(), 2, to)
        });
        let hashes = [snapshot, again].map(|it| asked(|to| asu_snapshot2_hash(it, to)));
        assert_eq!(hashes[0], hashes[1]);
        assert!(Snapshot::<Vec2>::try_from_bytes_with(&bytes, &[level]).is_ok());

        ok(asu_level2_destroy(c));
        ok(asu_level2_destroy(placed));
        ok(asu_world2_step(world));
        let walls: AsuLevel2 = asked(|to| asu_world2_level(world, collider, to));
        assert!(asked(|to| asu_level2_part_count(walls, to)) > 0_usize, "the world keeps it");
        let mut id = 0;
        let moving = AsuBodyOptions { kind: 1, has_owner: 0, owner: 0 };
        let status = asu_world2_insert_level(world, walls, &moving, &mut id);
        assert_eq!(status, AsuStatus::AsuInvalidArgument, "{}", message());
        ok(asu_world2_destroy(world));
    }
}

#[test]
fn what_is_no_level_is_refused() {
    let refused = |status: AsuStatus, expected: AsuStatus, part: &str| {
        assert_eq!(status, expected, "{}", message());
        assert!(message().contains(part), "{part}: {}", message());
    };
    let mut level = AsuLevel2 { handle: 0 };
    let vertices = [0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    let corners = [0_u32, 1, 2, 0, 1, 9];
    let (shape, _) = boxed(vector(0.0, 0.0), vector(1.0, 1.0));
    // SAFETY: the pointers are null, or to local values, and as long as they say.
    unsafe {
        let none = ptr::null();
        let (from, of) = (vertices.as_ptr(), corners.as_ptr());
        let to = &raw mut level;
        let make =
            |count, of, triangles| asu_level2_from_triangles(from, count, of, triangles, none, to);
        refused(make(3, of, 2), AsuStatus::AsuInvalidArgument, "9");
        refused(make(3, none, 2), AsuStatus::AsuNull, "triangles is null");
        let status = asu_level2_from_triangles(none.cast(), 3, of, 1, none, to);
        refused(status, AsuStatus::AsuNull, "vertices is null");
        refused(make(usize::MAX, of, 1), AsuStatus::AsuInvalidArgument, "vertices has");
        let status = asu_level2_from_triangles(from, 3, of, 1, none, ptr::null_mut());
        refused(status, AsuStatus::AsuNull, "level is null");
        let nan = [f32::NAN; 9];
        let status = asu_level2_from_triangles(nan.as_ptr(), 3, of, 1, none, to);
        refused(status, AsuStatus::AsuNotFinite, "vertex 0");
        assert_eq!(make(3, of, 0), AsuStatus::AsuOk, "{}", message());
        let mut distance = 0.0;
        let (mut part, mut length) = (0, 9);
        let nowhere = ptr::null_mut();
        ok(asu_level2_explain(level, &shape, &mut part, nowhere, 0, &mut length));
        assert_eq!((part, length), (ASU_NO_PART, 0));
        let status = asu_level2_explain(level, &shape, &mut part, nowhere, 9, &mut length);
        refused(status, AsuStatus::AsuNull, "buffer is null");
        let mut moved = AsuLevel2 { handle: 0 };
        let status = asu_level2_with_vertices(level, from, 2, &mut moved);
        refused(status, AsuStatus::AsuInvalidArgument, "2");
        let status = asu_level2_with_vertices(level, nan.as_ptr(), 3, &mut moved);
        refused(status, AsuStatus::AsuNotFinite, "vertex 0");
        refused(
            asu_level2_distance(level, &shape, &mut distance),
            AsuStatus::AsuInvalidArgument,
            "no parts",
        );
        let world: AsuWorld2 = asked(|to| asu_world2_create(to));
        let mut id = 0;
        let status = asu_world2_insert_level(world, level, ptr::null(), &mut id);
        refused(status, AsuStatus::AsuInvalidArgument, "mesh");
        let cell = [0_u32; 2];
        let status = asu_level2_set_tile(level, cell.as_ptr(), 1);
        refused(status, AsuStatus::AsuInvalidArgument, "the level is a mesh, not tiles");
        assert_eq!(asu_level2_destroy(level), AsuStatus::AsuOk);
        let mut answer = false;
        refused(asu_level2_intersects(level, &shape, &mut answer), AsuStatus::AsuStale, "no level");
        let stale = asu_world2_insert_level(world, level, ptr::null(), &mut id);
        refused(stale, AsuStatus::AsuStale, "no level");
        let huge = AsuTiles2 {
            cells: [u32::MAX; 2],
            origin: vector(0.0, 0.0),
            size: [1.0; 2],
            kinds: ptr::null(),
        };
        refused(asu_level2_from_tiles(&huge, to), AsuStatus::AsuInvalidArgument, "cells");
        let tiles = AsuTiles2 { cells: [2; 2], ..huge };
        assert_eq!(asu_level2_from_tiles(&tiles, to), AsuStatus::AsuOk, "{}", message());
        let status = asu_level2_with_vertices(level, from, 3, &mut moved);
        refused(status, AsuStatus::AsuInvalidArgument, "the kind of the level is tiles; expected");
        let beyond = [2_u32; 2];
        let status = asu_level2_set_tile(level, beyond.as_ptr(), 1);
        refused(status, AsuStatus::AsuInvalidArgument, "2");
        let status = asu_level2_set_tile(level, cell.as_ptr(), 200);
        refused(status, AsuStatus::AsuInvalidArgument, "200");
        let mut tag = 0;
        refused(asu_level2_tag(level, 0, &mut tag), AsuStatus::AsuInvalidArgument, "no part 0");
        let mut part = shape;
        refused(asu_level2_part(level, 99, &mut part), AsuStatus::AsuInvalidArgument, "no part 99");
        ok(asu_world2_destroy(world));
    }
}

/// Vertices move, and the triangles between them go with them; the level that they were of stays.
#[test]
fn vertices_move_as_rusts_do() {
    let mut rng = Rng::new(93);
    for _ in 0..20 {
        let (c, rust) = triangles(&mut rng);
        let Level::Mesh(mesh) = &rust else { panic!("it is a mesh") };
        let vertices: Vec<_> =
            (0..24).map(|_| <[f32; 2]>::default().map(|_| number(&mut rng, 4.0))).collect();
        let from = vertices.as_ptr().cast();
        // SAFETY: the pointers are to local values, and as long as they say.
        unsafe {
            let moved: AsuLevel2 = asked(|to| asu_level2_with_vertices(c, from, 24, to));
            let expected = Level::from(mesh.with_vertices(vertices).unwrap());
            compare(moved, &expected, &mut rng, &mut [0; 5]);
            same("hash", asked(|to| asu_level2_hash(c, to)), rust.hash(), &"the one before");
            assert_ne!(rust.hash(), expected.hash());
            ok(asu_level2_destroy(c));
            ok(asu_level2_destroy(moved));
        }
    }
}
