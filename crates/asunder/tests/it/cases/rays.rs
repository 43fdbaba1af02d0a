//! The hand-made cases of `testdata/query`: where rays and segments first meet shapes.

use super::{read, with_kind};
use asunder::glam::{Vec2, Vec3};
use asunder::{Intersects, RayCast, RayHit, Shape, Started, Vector};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Case<V: Vector> {
    a: Shape<V>,
    b: Shape<V>,
    hit: Option<Hit>,
    why: String,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Hit {
    fraction: f32,
    point: Vec<f32>,
    normal: Vec<f32>,
    started: String,
}

fn written<V: Vector>(hit: &RayHit<V>) -> Hit {
    let numbers = |vector: V| (0..V::DIM).map(|i| vector.to_array()[i]).collect();
    let started = match hit.started {
        Started::Apart => "apart",
        Started::Touching => "touching",
        Started::Overlapping => "overlapping",
    };
    Hit {
        fraction: hit.fraction,
        point: numbers(hit.point),
        normal: numbers(hit.normal),
        started: started.to_owned(),
    }
}

/// Asks the enum and the types.
fn check<V: Vector>(name: &str) {
    for (i, Case { a, b, hit, why }) in read::<Case<V>>(name).iter().enumerate() {
        let place = format!("{name}:{}: {why}", i + 1);
        let (found, typed) = match a {
            Shape::Ray(ray) => (b.ray_cast(ray), with_kind!(b, b => b.ray_cast(ray))),
            Shape::Segment(segment) => {
                (b.segment_cast(segment), with_kind!(b, b => b.segment_cast(segment)))
            }
            other => panic!("{place}: a is of kind {}", other.kind()),
        };
        assert_eq!(found.as_ref().map(written), *hit, "{place}");
        assert_eq!(typed, found, "{place}: typed");
        assert_eq!(a.intersects(b), hit.is_some(), "{place}: intersects");
    }
}

#[test]
fn rays_meet_shapes_where_the_law_says() {
    check::<Vec2>("query/ray_2d.jsonl");
    check::<Vec3>("query/ray_3d.jsonl");
}
