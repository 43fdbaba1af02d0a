//! The questions of a level, asked of its parts one by one.

use asunder::level::Parts;
use asunder::prelude::*;
use asunder::{CastHit, Contact, RayHit, Shape, Vector};

/// The first of all by a fraction, then by number.
fn first<H>(found: &[(u32, H)], fraction: impl Fn(&H) -> f32) -> Option<&(u32, H)> {
    found.iter().min_by_key(|(part, hit)| (fraction(hit).to_bits(), *part))
}

fn dot<V: Vector>(a: V, b: V) -> f64 {
    let (a, b) = (a.to_array(), b.to_array());
    (0..V::DIM).map(|t| f64::from(a[t]) * f64::from(b[t])).sum()
}

/// A normal is that of the pair, or that of a face or side of the part, at most a right angle from it.
fn assert_smoothed<V: Vector>(part: &Shape<V>, normal: V, expected: V) {
    if normal == expected {
        return;
    }
    assert!(dot(normal, expected) > -0.01, "{normal:?} {expected:?} {part:?}");
    assert!((dot(normal, normal) - 1.0).abs() < 1e-6, "{normal:?}");
    let ends = match part {
        // The normal of a box or of a part of a polygon: the tests of their levels say which.
        Shape::Triangle(_) if V::DIM == 2 => return,
        Shape::Triangle(x) => vec![x.a(), x.b(), x.c()],
        Shape::Segment(x) => vec![x.a(), x.b()],
        Shape::Aabb(_) | Shape::ConvexHull(_) => return,
        other => panic!("a normal of {other:?} is another: {normal:?} {expected:?}"),
    };
    for pair in ends.windows(2) {
        let (p, q) = (pair[0].to_array(), pair[1].to_array());
        let along = V::array(|t| (f64::from(q[t]) * 0.5 - f64::from(p[t]) * 0.5) as f32);
        let along = V::from_array(along);
        let lost = 1e-5 * dot(along, along).sqrt() + 1e-38;
        assert!(dot(normal, along).abs() <= lost, "{normal:?} {expected:?} {part:?}");
    }
}

/// Which answers are compared: outside of the metrics' domain only those of yes and no, and hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answers {
    All,
    Exact,
}

/// Every question of `level` about `shape` equals the loop over its parts.
pub(crate) fn assert_brute_force<V: Vector>(
    level: &impl Parts<V>,
    shape: &Shape<V>,
    motion: V::Array<f32>,
    answers: Answers,
) {
    let parts: Vec<(u32, Shape<V>)> =
        (0..).map_while(|number| Some((number, level.part(number)?))).collect();
    assert_brute_force_among(level, &parts, shape, motion, answers);
}

/// The same, of a level whose parts are known.
pub(crate) fn assert_brute_force_among<V: Vector>(
    level: &impl Parts<V>,
    parts: &[(u32, Shape<V>)],
    shape: &Shape<V>,
    motion: V::Array<f32>,
    answers: Answers,
) {
    let about = || format!("{shape:?} along {motion:?}");
    let met: Vec<u32> = parts
        .iter()
        .filter(|(_, part)| shape.intersects(part))
        .map(|(number, _)| *number)
        .collect();
    assert_eq!(level.parts_intersecting(shape), met, "{}", about());
    assert_eq!(level.intersects(shape), !met.is_empty(), "{}", about());
    let penetrates = parts.iter().any(|(_, part)| shape.penetrates(part));
    assert_eq!(level.penetrates(shape), penetrates, "{}", about());
    let swept = parts.iter().any(|(_, part)| shape.sweep_intersects(motion, part));
    assert_eq!(level.sweep_intersects(shape, motion), swept, "{}", about());
    let stopped = parts.iter().any(|(_, part)| shape.sweep_penetrates(motion, part));
    assert_eq!(level.sweep_penetrates(shape, motion), stopped, "{}", about());
    assert_lines(level, parts, shape);
    let hits: Vec<(u32, CastHit<V>)> = parts
        .iter()
        .filter_map(|(number, part)| Some((*number, shape.cast(motion, part)?)))
        .collect();
    let found = level.cast(shape, motion);
    match (first(&hits, |hit| hit.fraction), found) {
        (None, None) => {}
        (Some((number, hit)), Some(found)) => {
            assert_eq!((found.part, found.fraction), (*number, hit.fraction), "{}", about());
            let mut same = found.hit;
            same.normal = hit.normal;
            assert_eq!(same, *hit, "{}", about());
            assert_smoothed(&level.part(*number).expect("it was there"), found.normal, hit.normal);
        }
        (expected, found) => panic!("{expected:?} {found:?} {}", about()),
    }
    if answers == Answers::All {
        assert_metrics(level, parts, shape, &met);
    }
}

/// Of rays and segments: the first hit and all of them.
pub(crate) fn assert_lines<V: Vector>(
    level: &impl Parts<V>,
    parts: &[(u32, Shape<V>)],
    shape: &Shape<V>,
) {
    let hits = |cast: &dyn Fn(&Shape<V>) -> Option<RayHit<V>>| {
        let mut hits: Vec<(u32, RayHit<V>)> =
            parts.iter().filter_map(|(number, part)| Some((*number, cast(part)?))).collect();
        hits.sort_by_key(|(number, hit)| (hit.fraction.to_bits(), *number));
        hits
    };
    let (expected, all, one) = match shape {
        Shape::Ray(ray) => {
            (hits(&|part| part.ray_cast(ray)), level.ray_casts(ray), level.ray_cast(ray))
        }
        Shape::Segment(segment) => (
            hits(&|part| part.segment_cast(segment)),
            level.segment_casts(segment),
            level.segment_cast(segment),
        ),
        _ => return,
    };
    let all: Vec<_> = all.into_iter().map(|found| (found.part, found.hit)).collect();
    assert_eq!(all, expected, "{shape:?}");
    assert_eq!(one.map(|found| (found.part, found.hit)), expected.first().copied(), "{shape:?}");
}

fn assert_metrics<V: Vector>(
    level: &impl Parts<V>,
    parts: &[(u32, Shape<V>)],
    shape: &Shape<V>,
    met: &[u32],
) {
    // A distance errs low, by less than these.
    const FACTOR: f64 = 1.0 + 1.0 / (1 << 20) as f64;
    const SIZE: f64 = 1e-4;
    let distances: Vec<f32> =
        parts.iter().map(|(_, part)| shape.distance(part).expect("finite numbers")).collect();
    let least = distances.iter().copied().reduce(|a, b| if b < a { b } else { a });
    let nearest = level.closest_points(shape);
    match (level.distance(shape), least) {
        (None, None) => assert!(nearest.is_none()),
        (Some(found), Some(least)) => {
            assert_eq!(found == 0.0, !met.is_empty(), "{shape:?}");
            let most = f64::from(least) * FACTOR + SIZE * f64::from(least.min(1e-6));
            assert!(found >= least && f64::from(found) <= most, "{found} {least} {shape:?}");
            assert_eq!(nearest.is_none(), !met.is_empty(), "{shape:?}");
            if let Some(nearest) = nearest {
                let (_, part) =
                    parts.iter().find(|(number, _)| *number == nearest.part).expect("it was there");
                assert_eq!(Some(nearest.hit), shape.closest_points(part));
                let distance = shape.distance(part).expect("it was there");
                assert!(f64::from(distance) <= most, "{distance} {least} {shape:?}");
            }
        }
        (found, least) => panic!("{found:?} {least:?} {shape:?}"),
    }
    let contacts: Vec<(u32, Contact<V>)> =
        parts.iter().filter_map(|(number, part)| Some((*number, shape.contact(part)?))).collect();
    let found = level.contacts(shape);
    assert_eq!(found.len(), contacts.len(), "{shape:?}");
    for (found, (number, contact)) in found.iter().zip(&contacts) {
        assert_eq!(found.part, *number);
        let mut same = found.hit;
        same.normal = contact.normal;
        assert_eq!(same, *contact, "{shape:?}");
        assert_smoothed(&level.part(*number).expect("it was there"), found.normal, contact.normal);
    }
    match (level.explain(shape), met.first()) {
        (None, _) => assert!(parts.is_empty()),
        (Some(found), met) => {
            let (_, part) =
                parts.iter().find(|(number, _)| *number == found.part).expect("it was there");
            assert_eq!(Some(found.hit), shape.explain(part), "{shape:?}");
            assert!(met.is_none_or(|met| *met == found.part), "{shape:?}");
        }
    }
}
