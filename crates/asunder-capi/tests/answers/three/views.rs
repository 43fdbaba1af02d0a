//! Questions about worlds, in space. `two/views.rs` is derived from this file; see `tests/derived.rs`.

use super::pairs::{Lists, of_c, of_rust};
use crate::{asked, message, same, word};
use asunder::glam::Vec3;
use asunder::history::OwnTime;
use asunder::prelude::*;
use asunder::world::{Found, Near, View};
use asunder::{CastHit, RayHit};
use asunder_capi::*;
use asunder_jury::{Family, Kind, Rng, motion, pair};
use std::fmt::Debug;
use std::ptr;

const TICKS: u64 = 6;

/// Two worlds and histories that got the same calls: bodies of every kind, of four owners, which move.
struct Both {
    c: AsuWorld3,
    rust: World3,
    c_past: AsuHistory3,
    rust_past: History3,
}

fn both(rng: &mut Rng) -> Both {
    let mut rust = World3::new();
    let mut rust_past = History3::new(20);
    // SAFETY: all pointers are to local values, and as long as they say.
    unsafe {
        let c: AsuWorld3 = asked(|to| asu_world3_create(to));
        let c_past: AsuHistory3 = asked(|to| asu_history3_create(20, to));
        let mut bodies = Vec::new();
        for (i, &first) in Kind::ALL.iter().enumerate() {
            for second in Kind::ALL {
                let mut lists = Lists::default();
                let drawn = pair(Family::Game, first, second, rng).0;
                let shape = of_c(&drawn, &mut lists);
                let collider = AsuCollider3 {
                    shape,
                    layer: 0,
                    bone: if i % 2 == 0 { ASU_NO_BONE } else { i as u32 },
                    ignore: 0,
                    tag: 100 + i as u64,
                    region: i as u16,
                    swept: 0,
                    has_one_way: 0,
                    one_way: Default::default(),
                };
                let owner = (i % 4) as u64;
                let moves = of_rust(&drawn).try_aabb().is_ok();
                let options = AsuBodyOptions { kind: u32::from(moves), has_owner: 1, owner };
                let id: u64 = asked(|to| asu_world3_insert(c, &collider, 1, &options, to));
                let mut collider =
                    Collider::new(of_rust(&drawn)).tag(100 + i as u64).region(i as u16);
                collider.bone = (i % 2 != 0).then_some(i as u16);
                let kind = if moves { BodyKind::Moving } else { BodyKind::Fixed };
                let body =
                    rust.insert(collider, BodyOptions::from(kind).owner(owner)).expect("it fits");
                assert_eq!(id, body.bits());
                if moves {
                    bodies.push(body);
                }
            }
        }
        for tick in 0..TICKS {
            for (n, &body) in bodies.iter().enumerate() {
                let mut pose = AsuPose3::from(Pose3::identity());
                pose.translation[n % 2] = 0.25 * tick as f32;
                // A projection cannot be placed.
                let status = asu_world3_set_pose(c, body.bits(), &pose);
                let pose = Pose3::new(pose.translation, pose.rotation);
                let placed = rust.set_body_pose(body, &pose);
                assert_eq!(status == AsuStatus::AsuOk, placed.is_ok(), "{}", message());
            }
            assert_eq!(asu_world3_step(c), AsuStatus::AsuOk);
            rust.step();
            assert_eq!(asu_history3_record(c_past, tick, c), AsuStatus::AsuOk);
            rust_past.record(Tick(tick), &rust);
        }
        Both { c, rust, c_past, rust_past }
    }
}

type Facts = (AsuColliderId, u64, Option<u64>, Option<u16>, u16);

fn facts(found: &AsuFound) -> Facts {
    let owner = (found.has_owner == 1).then_some(found.owner);
    let bone = (found.bone != ASU_NO_BONE).then_some(found.bone as u16);
    (found.collider, found.tag, owner, bone, found.region)
}

fn facts_of<H>(found: &Found<H>) -> Facts {
    (found.collider.into(), found.tag, found.owner, found.bone, found.region)
}

fn line(found: &AsuRayFound3) -> impl Debug + use<> {
    let hit = &found.hit;
    (facts(&found.found), hit.fraction, hit.point, hit.normal, word(hit.started))
}

fn line_of(found: &Found<RayHit<Vec3>>) -> impl Debug + use<> {
    let hit = &found.hit;
    let (point, normal) = (hit.point.to_array(), hit.normal.to_array());
    (facts_of(found), hit.fraction, point, normal, format!("{:?}", hit.started))
}

fn cast(found: &AsuCastFound3) -> impl Debug + use<> {
    let hit = &found.hit;
    (facts(&found.found), hit.fraction, hit.point, hit.normal, word(hit.started))
}

fn cast_of(found: &Found<CastHit<Vec3>>) -> impl Debug + use<> {
    let hit = &found.hit;
    let (point, normal) = (hit.point.to_array(), hit.normal.to_array());
    (facts_of(found), hit.fraction, point, normal, format!("{:?}", hit.started))
}

fn near(found: &AsuNearFound3) -> impl Debug + use<> {
    let points = found.has_points.then_some((found.on_shape, found.on_collider));
    (facts(&found.found), found.distance, points)
}

fn near_of(found: &Found<Near<Vec3>>) -> impl Debug + use<> {
    let points = found.hit.points.map(|points| (points.on_a.to_array(), points.on_b.to_array()));
    (facts_of(found), found.hit.distance, points)
}

/// Asks a question of a list: as many as there are.
fn list<T: Copy>(ask: impl Fn(*mut T, usize, *mut usize) -> AsuStatus) -> Vec<T> {
    let count = asked(|count| ask(ptr::null_mut(), 0, count));
    let mut all = Vec::with_capacity(count);
    let again = asked(|again| ask(all.as_mut_ptr(), count, again));
    assert_eq!(again, count);
    // SAFETY: so many were written.
    unsafe { all.set_len(count) };
    all
}

/// Compares everything that can be asked of a view.
///
/// # Safety
/// The pointers in the view are good.
unsafe fn compare(
    view: &AsuView3,
    rust: &View<'_, Vec3>,
    (c_filter, filter): (&AsuFilter, Filter<'_>),
    (p, q): (&AsuShape3, &Shape3),
    motion: [f32; 3],
    seen: &mut [usize; 5],
) {
    let of = &(view.moment, q, motion);
    // SAFETY: the shape is good, the rest is local, and the view by the contract of this function.
    unsafe {
        for most in [0, 1, 3, usize::MAX] {
            let first = |all: usize| all.min(most);
            let found =
                list(|to, n, count| asu_view3_intersecting(view, p, c_filter, most, to, n, count));
            let all = rust.intersecting(q).filter(filter).all();
            let expected: Vec<_> = all[..first(all.len())].iter().map(facts_of).collect();
            same("intersecting", found.iter().map(facts).collect::<Vec<_>>(), expected, of);
            seen[0] += found.len();

            let ray = AsuRay3 { origin: motion, direction: motion.map(|x| 0.5 - x) };
            let segment = AsuSegment3 { a: motion, b: motion.map(|x| -x) };
            let found =
                list(|to, n, count| asu_view3_ray(view, &ray, c_filter, most, to, n, count));
            let all = rust.ray(&Ray3::new(ray.origin, ray.direction)).filter(filter).all();
            let expected: Vec<_> = all[..first(all.len())].iter().map(line_of).collect();
            same("ray", found.iter().map(line).collect::<Vec<_>>(), expected, of);
            seen[1] += found.len();
            let ask =
                |to, n, count| asu_view3_segment(view, &segment, c_filter, most, to, n, count);
            let found = list(ask);
            let all = rust.segment(&Segment3::new(segment.a, segment.b)).filter(filter).all();
            let expected: Vec<_> = all[..first(all.len())].iter().map(line_of).collect();
            same("segment", found.iter().map(line).collect::<Vec<_>>(), expected, of);
            seen[2] += found.len();

            let to_motion = motion.as_ptr();
            let ask =
                |to, n, count| asu_view3_cast(view, p, to_motion, c_filter, most, to, n, count);
            let found = list(ask);
            let all = rust.cast(q, motion).filter(filter).all();
            let expected: Vec<_> = all[..first(all.len())].iter().map(cast_of).collect();
            same("cast", found.iter().map(cast).collect::<Vec<_>>(), expected, of);
            seen[3] += found.len();

            let found =
                list(|to, n, count| asu_view3_near(view, p, 0.5, c_filter, most, to, n, count));
            let near_by = rust.near(q).within(0.5).filter(filter).first_n(most);
            let expected: Vec<_> = near_by.iter().map(near_of).collect();
            same("near", found.iter().map(near).collect::<Vec<_>>(), expected, of);
            seen[4] += found.len();
        }
        let any: bool = asked(|to| asu_view3_any_intersecting(view, p, c_filter, to));
        same("any", any, rust.intersecting(q).filter(filter).any(), of);
        let any: bool = asked(|to| asu_view3_any_on_cast(view, p, motion.as_ptr(), c_filter, to));
        same("any on a cast", any, rust.cast(q, motion).filter(filter).any(), of);
        let any: bool = asked(|to| asu_view3_any_near(view, p, 0.25, c_filter, to));
        same("any near", any, rust.near(q).within(0.25).filter(filter).any(), of);
        let rays = [motion.map(|x| 0.5 + x), motion.map(|x| 1.0 - x)]
            .map(|direction| AsuRay3 { origin: motion.map(|x| 0.1 * x), direction });
        let mut found = Vec::with_capacity(2);
        let status = asu_view3_rays(view, rays.as_ptr(), 2, c_filter, found.as_mut_ptr());
        assert_eq!(status, AsuStatus::AsuOk, "{}", message());
        found.set_len(2);
        for (ray, found) in rays.iter().zip(&found) {
            let rust_ray = Ray3::new(ray.origin, ray.direction);
            let expected = rust.ray(&rust_ray).filter(filter).first();
            let found = found.hit.found.then(|| line(found));
            same("rays", found, expected.as_ref().map(line_of), of);
            let any: bool = asked(|to| asu_view3_any_on_ray(view, ray, c_filter, to));
            same("any on a ray", any, expected.is_some(), of);
            let segment = AsuSegment3 { a: ray.origin, b: ray.direction };
            let any: bool = asked(|to| asu_view3_any_on_segment(view, &segment, c_filter, to));
            let expected =
                rust.segment(&Segment3::new(segment.a, segment.b)).filter(filter).first();
            same("any on a segment", any, expected.is_some(), of);
            let mut one = found_nothing();
            let status = asu_view3_segments(view, &segment, 1, c_filter, &mut one);
            assert_eq!(status, AsuStatus::AsuOk);
            let one = one.hit.found.then(|| line(&one));
            same("segments", one, expected.as_ref().map(line_of), of);
        }
    }
}

fn found_nothing() -> AsuRayFound3 {
    let zero = Vec3::default().to_array();
    let started = AsuStarted::AsuApart;
    let hit = AsuRayHit3 { found: false, fraction: 0.0, point: zero, normal: zero, started };
    AsuRayFound3 { found: AsuFound::default(), hit }
}

/// Whatever is asked, of all kinds, now or at earlier moments, with and without filters and times of owners.
#[test]
fn views_find_what_the_library_finds() {
    let mut rng = Rng::new(77);
    let Both { c, rust, c_past, rust_past } = both(&mut rng);
    let mut seen = [0; 5];
    let own = [AsuOwnTime { owner: 1, moment: AsuMoment { tick: 4, fraction: 0.25 } }];
    let rust_own = [OwnTime { owner: 1, tick: Tick(4), fraction: 0.25 }];
    let owners = [2_u64, 3];
    let all = asu_filter();
    let mut narrow = all;
    (narrow.has_not_of, narrow.not_of) = (1, 0);
    (narrow.not_of_any, narrow.not_of_any_count) = (owners.as_ptr(), 2);
    let mut only = all;
    (only.has_only_of, only.only_of) = (1, 3);
    let filters = [
        (&all, Filter::new()),
        (&narrow, Filter::new().not_of(0).not_of_any(&owners)),
        (&only, Filter::new().only_of(3)),
    ];
    for (i, &kind) in Kind::ALL.iter().enumerate() {
        let (a, b) = pair(Family::Game, kind, Kind::Obb, &mut rng);
        let mut lists = Lists::default();
        let p = of_c(&a, &mut lists);
        let q = of_rust(&a);
        let motion = motion(Family::Game, &a, &b, &mut rng);
        for (tick, fraction, with_own) in [(9, 0.0, false), (2, 0.5, false), (3, 0.0, true)] {
            let is_past = tick < TICKS;
            let view = AsuView3 {
                world: c,
                history: if is_past { c_past } else { AsuHistory3 { handle: 0 } },
                moment: AsuMoment { tick, fraction },
                own_times: if with_own { own.as_ptr() } else { ptr::null() },
                own_time_count: usize::from(with_own),
            };
            let times = if with_own { &rust_own[..] } else { &[] };
            let rust = if is_past {
                rust_past.at_each(&rust, Tick(tick), fraction, times).unwrap()
            } else {
                rust.view()
            };
            // SAFETY: the pointers are to what is local here.
            unsafe {
                compare(&view, &rust, filters[i % 3], (&p, &q), motion, &mut seen);
                let ids = list(|to, n, count| asu_view3_colliders(&view, to, n, count));
                let expected = rust.colliders();
                assert!(ids.iter().copied().eq(expected.iter().map(|&id| id.into())));
                let (mut moment, mut clamped) = (AsuMoment::default(), true);
                let found: bool =
                    asked(|to| asu_view3_moment(&view, to, &mut moment, &mut clamped));
                let expected = rust.moment().map(|it| (it.tick.0, it.fraction, it.clamped));
                same(
                    "moment",
                    found.then_some((moment.tick, moment.fraction, clamped)),
                    expected,
                    &0,
                );
                for &id in ids.iter().step_by(7) {
                    let shape: AsuShape3 = asked(|to| asu_view3_shape(&view, id, to));
                    let meets: bool = asked(|to| asu_intersects3(&shape, &p, to));
                    assert_eq!(meets, rust.shape(id.into()).unwrap().intersects(&q));
                    assert_eq!(asu_release3(&shape), AsuStatus::AsuOk);
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    assert_eq!(asu_world3_destroy(c), AsuStatus::AsuOk);
    assert_eq!(asu_history3_destroy(c_past), AsuStatus::AsuOk);
}
