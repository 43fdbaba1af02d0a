//! Pairs, in the plane. `three/pairs.rs` is what this is derived from, by `tests/derived.rs`.

use crate::{asked, feature, message, same, word};
use asunder::Vector as _;
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder_capi::*;
use asunder_jury::{self as jury, Family, Kind, Rng, motion, pair};
use std::mem::MaybeUninit;
use std::ptr;

type Drawn = jury::Shape<{ Vec2::DIM }>;

/// The numbers of lists that shapes point to.
#[derive(Default)]
pub(crate) struct Lists {
    points: Vec<[f32; 2]>,
    half_spaces: Vec<AsuHalfSpace2>,
}

/// A drawn shape as C fills it in.
pub(crate) fn of_c(shape: &Drawn, lists: &mut Lists) -> AsuShape2 {
    let (kind, data) = filled_in(shape, lists);
    AsuShape2 { kind: kind as u32, data }
}

fn filled_in(shape: &Drawn, lists: &mut Lists) -> (AsuShapeKind, AsuShapeData2) {
    match *shape {
        Drawn::Point(point) => (AsuShapeKind::AsuPoint, AsuShapeData2 { point }),
        Drawn::Sphere { center, radius } => {
            (AsuShapeKind::AsuSphere, AsuShapeData2 { sphere: AsuSphere2 { center, radius } })
        }
        Drawn::Aabb { min, max } => {
            (AsuShapeKind::AsuAabb, AsuShapeData2 { aabb: AsuAabb2 { min, max } })
        }
        Drawn::Obb { center, half_extents, rotation } => {
            let rotation: [f32; 2] = std::array::from_fn(|i| rotation[i]);
            let obb = AsuObb2 { center, half_extents, rotation };
            (AsuShapeKind::AsuObb, AsuShapeData2 { obb })
        }
        Drawn::Plane { normal, offset } => {
            (AsuShapeKind::AsuPlane, AsuShapeData2 { plane: AsuPlane2 { normal, offset } })
        }
        Drawn::HalfSpace { normal, offset } => {
            let half_space = AsuHalfSpace2 { normal, offset };
            (AsuShapeKind::AsuHalfSpace, AsuShapeData2 { half_space })
        }
        Drawn::Segment { a, b } => {
            (AsuShapeKind::AsuSegment, AsuShapeData2 { segment: AsuSegment2 { a, b } })
        }
        Drawn::Ray { origin, direction } => {
            (AsuShapeKind::AsuRay, AsuShapeData2 { ray: AsuRay2 { origin, direction } })
        }
        Drawn::Capsule { a, b, radius } => {
            (AsuShapeKind::AsuCapsule, AsuShapeData2 { capsule: AsuCapsule2 { a, b, radius } })
        }
        Drawn::Triangle { a, b, c } => {
            (AsuShapeKind::AsuTriangle, AsuShapeData2 { triangle: AsuTriangle2 { a, b, c } })
        }
        Drawn::Parallelepiped { center, edges } => {
            let parallelepiped = AsuParallelepiped2 { center, edges };
            (AsuShapeKind::AsuParallelepiped, AsuShapeData2 { parallelepiped })
        }
        Drawn::ConvexHull(points) => {
            lists.points = points.to_vec();
            let (points, count) = (lists.points.as_ptr().cast(), lists.points.len());
            let convex_hull = AsuConvexHull2 { points, count };
            (AsuShapeKind::AsuConvexHull, AsuShapeData2 { convex_hull })
        }
        Drawn::Frustum(jury::Frustum::HalfSpaces(planes)) => {
            let planes = planes.iter();
            lists.half_spaces =
                planes.map(|&(normal, offset)| AsuHalfSpace2 { normal, offset }).collect();
            let (half_spaces, count) = (lists.half_spaces.as_ptr(), lists.half_spaces.len());
            let frustum = AsuFrustum2 { half_spaces, count };
            (AsuShapeKind::AsuFrustum, AsuShapeData2 { frustum })
        }
        #[allow(unreachable_patterns, reason = "in the plane a frustum has one form")]
        Drawn::Frustum(other) => unreachable!("{other:?}"),
    }
}

/// A drawn shape as the library's.
pub(crate) fn of_rust(shape: &Drawn) -> Shape2 {
    match *shape {
        Drawn::Point(point) => Shape2::Point(point.into()),
        Drawn::Sphere { center, radius } => Sphere2::new(center, radius).into(),
        Drawn::Aabb { min, max } => Aabb2::new(min, max).into(),
        Drawn::Obb { center, half_extents, rotation } => {
            let rotation: [f32; 2] = std::array::from_fn(|i| rotation[i]);
            Obb2::new(center, half_extents, rotation).into()
        }
        Drawn::Plane { normal, offset } => Plane2::new(normal, offset).into(),
        Drawn::HalfSpace { normal, offset } => HalfSpace2::new(normal, offset).into(),
        Drawn::Segment { a, b } => Segment2::new(a, b).into(),
        Drawn::Ray { origin, direction } => Ray2::new(origin, direction).into(),
        Drawn::Capsule { a, b, radius } => Capsule2::new(a, b, radius).into(),
        Drawn::Triangle { a, b, c } => Triangle2::new(a, b, c).into(),
        Drawn::Parallelepiped { center, edges } => Parallelepiped2::new(center, edges).into(),
        Drawn::ConvexHull(points) => ConvexHull2::new(points.iter().copied()).into(),
        Drawn::Frustum(jury::Frustum::HalfSpaces(planes)) => {
            let planes = planes.iter();
            let all: Vec<_> =
                planes.map(|&(normal, offset)| HalfSpace2::new(normal, offset)).collect();
            Frustum2::from_half_spaces(&all).into()
        }
        #[allow(unreachable_patterns, reason = "in the plane a frustum has one form")]
        Drawn::Frustum(other) => unreachable!("{other:?}"),
    }
}

/// Compares every answer about a pair.
fn compare(first: &Drawn, second: &Drawn, motion: [f32; 2], prepared: bool) {
    let of = &(first, second, motion);
    let [mut first_lists, mut second_lists] = [Lists::default(), Lists::default()];
    let mut p = of_c(first, &mut first_lists);
    let mut q = of_c(second, &mut second_lists);
    let (a, b) = (of_rust(first), of_rust(second));
    // SAFETY: all pointers are to local values, which live through the calls; the member of a union is read
    // whose kind the library's shape shows.
    unsafe {
        if prepared {
            let place = &raw mut p;
            assert_eq!(asu_prepare2(place, place), AsuStatus::AsuOk, "{}", message());
            q = asked(|to| asu_prepare2(&q, to));
        }
        same("intersects", asked(|to| asu_intersects2(&p, &q, to)), a.intersects(&b), of);
        same("penetrates", asked(|to| asu_penetrates2(&p, &q, to)), a.penetrates(&b), of);
        let containment: AsuContainment = asked(|to| asu_containment2(&p, &q, to));
        same("containment", word(containment), format!("{:?}", a.containment(&b)), of);
        same("distance", Some(asked(|to| asu_distance2(&p, &q, to))), a.distance(&b), of);
        let found = asked(|to| asu_closest_points2(&p, &q, to));
        let points = found.found.then_some((found.on_a, found.on_b));
        let expected = a.closest_points(&b).map(|e| (e.on_a.to_array(), e.on_b.to_array()));
        same("closest_points", points, expected, of);
        let found = asked(|to| asu_penetration2(&p, &q, to));
        let penetration = found.found.then_some((found.normal, found.depth));
        let expected = a.penetration(&b).map(|e| (e.normal.to_array(), e.depth));
        same("penetration", penetration, expected, of);
        let found = asked(|to| asu_contact2(&p, &q, to));
        let points = found.points[..found.point_count as usize].iter();
        let points: Vec<_> = points.map(|t| (t.on_a, t.on_b, t.depth)).collect();
        let features = [found.feature_a, found.feature_b].map(|f| (word(f.kind), f.index));
        let contact = found.found.then_some((found.normal, found.depth, features, points));
        let expected = a.contact(&b).map(|e| {
            let points = e.points().iter();
            let points: Vec<_> =
                points.map(|t| (t.on_a.to_array(), t.on_b.to_array(), t.depth)).collect();
            let features = [e.feature_a, e.feature_b].map(feature);
            (e.normal.to_array(), e.depth, features, points)
        });
        same("contact", contact, expected, of);
        let found = asked(|to| asu_cast2(&p, motion.as_ptr(), &q, to));
        let hit = (found.fraction, found.point, found.normal, word(found.started));
        let expected = a.cast(motion, &b).map(|e| {
            let started = format!("{:?}", e.started);
            (e.fraction, e.point.to_array(), e.normal.to_array(), started)
        });
        same("cast", found.found.then_some(hit), expected, of);
        let exit = asked(|to| asu_cast_exit2(&p, motion.as_ptr(), &q, to));
        let exit = exit.found.then_some(exit.fraction);
        same("cast_exit", exit, a.cast_exit(motion, &b), of);
        let sweeps = asked(|to| asu_sweep_intersects2(&p, motion.as_ptr(), &q, to));
        same("sweep_intersects", sweeps, a.sweep_intersects(motion, &b), of);
        let sweeps = asked(|to| asu_sweep_penetrates2(&p, motion.as_ptr(), &q, to));
        same("sweep_penetrates", sweeps, a.sweep_penetrates(motion, &b), of);
        compare_points(&p, &a, &b, motion, of);
        if let Shape2::Ray(ray) = &a {
            let hit = asked(|to| asu_ray_cast2(&q, &p.data.ray, to));
            same("ray_cast", line(&hit), b.ray_cast(ray).map(line_of_rust), of);
        }
        if let Shape2::Segment(segment) = &a {
            let hit = asked(|to| asu_segment_cast2(&q, &p.data.segment, to));
            same("segment_cast", line(&hit), b.segment_cast(segment).map(line_of_rust), of);
        }
        if let Shape2::Plane(plane) = &b {
            let side: AsuSide = asked(|to| asu_side2(&p, &q.data.plane, to));
            same("side", word(side), format!("{:?}", a.side(plane)), of);
        }
        let mut around = MaybeUninit::uninit();
        let status = asu_aabb2(&p, around.as_mut_ptr());
        let around = (status == AsuStatus::AsuOk).then(|| around.assume_init());
        let around = around.map(|found: AsuAabb2| (found.min, found.max));
        let expected = a.try_aabb().ok().map(|e| (e.min().to_array(), e.max().to_array()));
        same("aabb", around, expected, of);
        let mut around = MaybeUninit::uninit();
        let status = asu_bounding_sphere2(&p, around.as_mut_ptr());
        let around = (status == AsuStatus::AsuOk).then(|| around.assume_init());
        let around = around.map(|found: AsuSphere2| (found.center, found.radius));
        let expected = a.try_bounding_sphere().ok().map(|e| (e.center().to_array(), e.radius()));
        same("bounding_sphere", around, expected, of);
        compare_stop(&p, motion, &q, a.move_until_contact(motion, [&b]).ok(), of);
        let mut buffer = [0; 4096];
        let to = buffer.as_mut_ptr();
        let length = asked(|length| asu_explain2(&p, &q, to.cast(), buffer.len(), length));
        let text = String::from_utf8_lossy(&buffer[..length]);
        same("explain", text, a.explain(&b).map_or(String::new(), |e| e.text), of);
        for shape in [p, q] {
            assert_eq!(asu_release2(&shape), AsuStatus::AsuOk, "{}", message());
        }
    }
}

/// Compares what is asked about points: one from anywhere, and one that lies near or in both.
///
/// # Safety
/// The shape is good.
unsafe fn compare_points(
    p: &AsuShape2,
    a: &Shape2,
    b: &Shape2,
    motion: [f32; 2],
    of: &impl std::fmt::Debug,
) {
    let near = a.closest_points(b).map_or(motion, |points| points.on_a.to_array());
    let inner = b.try_bounding_sphere().map_or(motion, |ball| ball.center().to_array());
    for at in [motion, near, inner] {
        let point = Vec2::from(at);
        // SAFETY: the shape is good by the contract of this function, and the rest is local.
        unsafe {
            let contains: bool = asked(|to| asu_contains_point2(p, at.as_ptr(), to));
            same("contains_point", contains, a.contains(&Shape2::Point(point)), of);
            let distance: f32 = asked(|to| asu_distance_to_point2(p, at.as_ptr(), to));
            same("distance_to_point", Some(distance), a.distance(&Shape2::Point(point)), of);
            let nearest: [f32; 2] =
                asked(|to: *mut [f32; 2]| asu_closest_point2(p, at.as_ptr(), to.cast()));
            let expected = a.closest_point(&point).map(|nearest| nearest.to_array());
            same("closest_point", Some(nearest), expected, of);
        }
    }
}

/// Compares a mover's stop, or that it is refused.
///
/// # Safety
/// The shapes are good.
unsafe fn compare_stop(
    p: &AsuShape2,
    motion: [f32; 2],
    q: &AsuShape2,
    expected: Option<asunder::Stop<Vec2>>,
    of: &impl std::fmt::Debug,
) {
    let mut stop = MaybeUninit::<AsuStop2>::uninit();
    let mut hit = MaybeUninit::<AsuObstacleHit2>::uninit();
    let (to, to_hit) = (stop.as_mut_ptr(), hit.as_mut_ptr());
    // SAFETY: the shapes are good by the contract of this function, and the results are local.
    let status = unsafe { asu_move_until_contact2(p, motion.as_ptr(), q, 1, to, to_hit, 1) };
    // SAFETY: the call was answered.
    let stop = (status == AsuStatus::AsuOk).then(|| unsafe { stop.assume_init() });
    let hit = stop.filter(|stop| stop.hit_count == 1).map(|_| {
        // SAFETY: there is a hit, so it is written.
        let hit = unsafe { hit.assume_init() };
        (hit.obstacle, hit.point, hit.normal, hit.fraction)
    });
    let flags = |stop: AsuStop2| (stop.started_penetrating, stop.backed_off);
    let found = stop.map(|s| (s.position, s.fraction, s.gap, flags(s), hit));
    let expected = expected.map(|s| {
        let hit = s.hits.first();
        let hit = hit.map(|h| (h.obstacle, h.point.to_array(), h.normal.to_array(), h.fraction));
        let flags = (s.started_penetrating, s.backed_off);
        (s.position.to_array(), s.fraction, s.gap, flags, hit)
    });
    same("move_until_contact", found, expected, of);
}

type Line = (f32, [f32; 2], [f32; 2], String);

fn line(hit: &AsuRayHit2) -> Option<Line> {
    hit.found.then(|| (hit.fraction, hit.point, hit.normal, word(hit.started)))
}

fn line_of_rust(hit: asunder::RayHit<Vec2>) -> Line {
    (hit.fraction, hit.point.to_array(), hit.normal.to_array(), format!("{:?}", hit.started))
}

#[test]
fn every_answer_has_the_librarys_bits() {
    let mut rng = Rng::new(23);
    let mut seen = [0; 2];
    for (i, &first) in Kind::ALL.iter().enumerate() {
        for (j, &second) in Kind::ALL.iter().enumerate() {
            for (k, &family) in Family::ALL.iter().enumerate() {
                let (a, b) = pair(family, first, second, &mut rng);
                let motion = motion(family, &a, &b, &mut rng);
                compare(&a, &b, motion, (i + j + k) % 2 == 0);
                seen[usize::from(jury::intersects(&a, &b))] += 1;
            }
        }
    }
    assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
}

/// A blade that turns meets a post where the library says.
#[test]
fn rotating_casts_have_the_librarys_bits() {
    let mut rng = Rng::new(41);
    let (mut lists, mut found) = (Lists::default(), 0);
    for _ in 0..200 {
        let (a, b) = pair(Family::Game, Kind::Capsule, Kind::Obb, &mut rng);
        let (p, q) = (of_c(&a, &mut lists), of_c(&b, &mut lists));
        let mut turned = AsuPose2::from(Pose2::identity());
        for x in turned.translation.iter_mut().chain(&mut turned.rotation) {
            *x += rng.between(-0.7, 0.7) as f32;
        }
        let still = Pose2::identity();
        let moved = Pose2::new(turned.translation, turned.rotation);
        let expected = of_rust(&a).cast_rotating(&still, &moved, &of_rust(&b), 1e-3).unwrap();
        let from = AsuPose2::from(still);
        // SAFETY: the pointers are to local values.
        let hit = unsafe { asked(|to| asu_cast_rotating2(&p, &from, &turned, &q, 1e-3, to)) };
        let expected = expected.map(|e| {
            let in_contact = e.reached == asunder::Reached::Contact;
            (e.fraction, in_contact, e.point.to_array(), e.normal.to_array())
        });
        found += usize::from(hit.found);
        let hit = hit.found.then_some((hit.fraction, hit.in_contact, hit.point, hit.normal));
        same("cast_rotating", hit, expected, &(a, b, turned));
    }
    assert!((20..180).contains(&found), "{found}");
}

/// Writes pairs and the library's answers for `tests/cpp/cases.cpp`, which asks the same over the header:
/// into the folder that `ASUNDER_CASES` names, if it is set. A record is both shapes as they lie in memory,
/// the motion, and the answers, a word of four bytes each.
#[test]
fn cases_for_other_languages_are_written() {
    let Some(folder) = std::env::var_os("ASUNDER_CASES") else { return };
    let mut rng = Rng::new(29);
    let mut bytes = Vec::new();
    let (mut lists, mut cases) = (Lists::default(), 0);
    for family in Family::ALL {
        for first in Kind::ALL {
            for second in Kind::ALL {
                let (a, b) = pair(family, first, second, &mut rng);
                let (p, q) = (of_c(&a, &mut lists), of_c(&b, &mut lists));
                let by_pointer = [AsuShapeKind::AsuConvexHull, AsuShapeKind::AsuFrustum];
                if by_pointer.iter().any(|&kind| [p.kind, q.kind].contains(&(kind as u32))) {
                    continue;
                }
                let motion = motion(family, &a, &b, &mut rng);
                for shape in [p, q] {
                    let mut raw = [0_u8; size_of::<AsuShape2>()];
                    let numbers = numbers_of(&shape);
                    let start = std::mem::offset_of!(AsuShape2, data);
                    raw[..4].copy_from_slice(&shape.kind.to_ne_bytes());
                    raw[start..][..numbers.len()].copy_from_slice(&numbers);
                    bytes.extend_from_slice(&raw);
                }
                let words = motion.map(f32::to_bits).into_iter().chain(words_of(&a, &b, motion));
                bytes.extend(words.flat_map(u32::to_ne_bytes));
                cases += 1;
            }
        }
    }
    let path = std::path::Path::new(&folder).join("cases2.bin");
    std::fs::write(path, bytes).unwrap();
    assert!(cases > 2_000, "{cases}");
}

/// The bytes of the numbers of a shape without pointers.
fn numbers_of(shape: &AsuShape2) -> Vec<u8> {
    let size = match shape.kind {
        kind if kind == AsuShapeKind::AsuPoint as u32 => size_of::<[f32; 2]>(),
        kind if kind == AsuShapeKind::AsuSegment as u32 => size_of::<AsuSegment2>(),
        kind if kind == AsuShapeKind::AsuRay as u32 => size_of::<AsuRay2>(),
        kind if kind == AsuShapeKind::AsuPlane as u32 => size_of::<AsuPlane2>(),
        kind if kind == AsuShapeKind::AsuHalfSpace as u32 => size_of::<AsuHalfSpace2>(),
        kind if kind == AsuShapeKind::AsuSphere as u32 => size_of::<AsuSphere2>(),
        kind if kind == AsuShapeKind::AsuCapsule as u32 => size_of::<AsuCapsule2>(),
        kind if kind == AsuShapeKind::AsuAabb as u32 => size_of::<AsuAabb2>(),
        kind if kind == AsuShapeKind::AsuObb as u32 => size_of::<AsuObb2>(),
        kind if kind == AsuShapeKind::AsuTriangle as u32 => size_of::<AsuTriangle2>(),
        kind if kind == AsuShapeKind::AsuParallelepiped as u32 => size_of::<AsuParallelepiped2>(),
        kind => unreachable!("kind {kind}"),
    };
    let mut bytes = vec![0; size];
    // SAFETY: the member of so many bytes is filled in, and has no padding: it is four-byte numbers alone.
    unsafe { ptr::copy_nonoverlapping((&raw const shape.data).cast(), bytes.as_mut_ptr(), size) };
    bytes
}

/// The library's answers: see `ask` in `tests/cpp/cases.cpp`.
fn words_of(a: &Drawn, b: &Drawn, motion: [f32; 2]) -> Vec<u32> {
    let (a, b) = (of_rust(a), of_rust(b));
    let bits = |vector: Option<Vec2>| vector.unwrap_or_default().to_array().map(f32::to_bits);
    let mut words = vec![
        u32::from(a.intersects(&b)),
        u32::from(a.penetrates(&b)),
        a.containment(&b) as u32,
        a.distance(&b).expect("all numbers are finite").to_bits(),
    ];
    let points = a.closest_points(&b);
    words.push(u32::from(points.is_some()));
    words.extend(bits(points.map(|points| points.on_a)));
    words.extend(bits(points.map(|points| points.on_b)));
    let way = a.penetration(&b);
    words.push(u32::from(way.is_some()));
    words.extend(bits(way.map(|way| way.normal)));
    words.push(way.map_or(0, |way| way.depth.to_bits()));
    let contact = a.contact(&b);
    let points = contact.as_ref().map_or(&[][..], |contact| contact.points());
    words.push(points.len() as u32);
    for point in points {
        words.extend(bits(Some(point.on_a)));
        words.extend(bits(Some(point.on_b)));
        words.push(point.depth.to_bits());
    }
    let hit = a.cast(motion, &b);
    words.push(u32::from(hit.is_some()));
    words.push(hit.map_or(0, |hit| hit.fraction.to_bits()));
    words.extend(bits(hit.map(|hit| hit.point)));
    words.extend(bits(hit.map(|hit| hit.normal)));
    words.push(hit.map_or(0, |hit| hit.started as u32));
    let exit = a.cast_exit(motion, &b);
    words.extend([u32::from(exit.is_some()), exit.unwrap_or(0.0).to_bits()]);
    words.push(u32::from(a.sweep_intersects(motion, &b)));
    words.push(u32::from(a.sweep_penetrates(motion, &b)));
    words.extend(bits(a.closest_point(&Vec2::from(motion))));
    words
}
