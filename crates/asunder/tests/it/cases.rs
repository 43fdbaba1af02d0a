//! The hand-made cases of `testdata`: what the law says about touches, flat shapes and the
//! ends of the range, each with its reason. The command's tests read the same files.

mod rays;

use asunder::glam::{Vec2, Vec3};
use asunder::{Containment, Contains, Intersects, Penetrates, Shape, Vector};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Case<V: Vector> {
    a: Shape<V>,
    b: Shape<V>,
    intersects: bool,
    penetrates: bool,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct Held<V: Vector> {
    a: Shape<V>,
    b: Shape<V>,
    containment: String,
    why: String,
}

fn read<Case: DeserializeOwned>(name: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let text = fs::read_to_string(folder.join(name)).expect("a file of the repository");
    let read = |(i, line)| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}:{}: {error}", i + 1))
    };
    text.lines().enumerate().map(read).collect()
}

/// Evaluates `$body` with `$s` bound to the concrete shape.
macro_rules! with_kind {
    ($shape:expr, $s:ident => $body:expr) => {
        match $shape {
            Shape::Point($s) => $body,
            Shape::Segment($s) => $body,
            Shape::Ray($s) => $body,
            Shape::Plane($s) => $body,
            Shape::HalfSpace($s) => $body,
            Shape::Sphere($s) => $body,
            Shape::Capsule($s) => $body,
            Shape::Aabb($s) => $body,
            Shape::Obb($s) => $body,
            Shape::Triangle($s) => $body,
            Shape::Frustum($s) => $body,
            Shape::ConvexHull($s) => $body,
            Shape::Parallelepiped($s) => $body,
            other => panic!("no case knows the kind {}", other.kind()),
        }
    };
}
use with_kind;

/// Asks both questions both ways round, of the enum and of the types.
fn check<V: Vector>(name: &str) {
    for (i, Case { a, b, intersects, penetrates, why }) in read::<Case<V>>(name).iter().enumerate()
    {
        let place = format!("{name}:{}: {why}", i + 1);
        for (a, b) in [(a, b), (b, a)] {
            assert_eq!(a.intersects(b), *intersects, "{place}: intersects");
            assert_eq!(a.penetrates(b), *penetrates, "{place}: penetrates");
            let typed = with_kind!(a, a => with_kind!(b, b => (a.intersects(b), a.penetrates(b))));
            assert_eq!(typed, (*intersects, *penetrates), "{place}: typed");
        }
    }
}

/// Asks the enum and the types, and compares with what the pair answers the other way round.
fn check_containment<V: Vector>(name: &str) {
    for (i, Held { a, b, containment, why }) in read::<Held<V>>(name).iter().enumerate() {
        let place = format!("{name}:{}: {why}", i + 1);
        let expected = match containment.as_str() {
            "disjoint" => Containment::Disjoint,
            "intersects" => Containment::Intersects,
            "contains" => Containment::Contains,
            other => panic!("{place}: no answer is {other}"),
        };
        let contains = expected == Containment::Contains;
        assert_eq!(a.containment(b), expected, "{place}");
        assert_eq!(a.contains(b), contains, "{place}: contains");
        let typed = with_kind!(a, a => with_kind!(b, b => (a.containment(b), a.contains(b))));
        assert_eq!(typed, (expected, contains), "{place}: typed");
        assert_eq!(a.intersects(b), expected != Containment::Disjoint, "{place}: intersects");
        for shape in [a, b] {
            assert!(shape.contains(shape), "{place}: a shape contains itself");
        }
    }
}

/// The pairs of kinds in a file, each in alphabetical order.
fn kinds<V: Vector>(name: &str) -> BTreeSet<[&'static str; 2]> {
    let pair = |case: &Case<V>| {
        let mut pair = [case.a.kind(), case.b.kind()];
        pair.sort_unstable();
        pair
    };
    read(name).iter().map(pair).collect()
}

#[test]
fn every_pair_of_kinds_has_a_case() {
    // Thirteen kinds, with themselves and one another.
    assert_eq!(kinds::<Vec2>("pairs/kinds_2d.jsonl").len(), 91);
    assert_eq!(kinds::<Vec3>("pairs/kinds_3d.jsonl").len(), 91);
}

#[test]
fn every_pair_of_kinds_answers_as_the_law_says() {
    check::<Vec2>("pairs/kinds_2d.jsonl");
    check::<Vec3>("pairs/kinds_3d.jsonl");
}

#[test]
fn degenerate_shapes_answer_as_the_law_says() {
    check::<Vec2>("pairs/degenerate_2d.jsonl");
    check::<Vec3>("pairs/degenerate_3d.jsonl");
}

#[test]
fn shapes_within_shapes_answer_as_the_law_says() {
    check_containment::<Vec2>("pairs/containment_2d.jsonl");
    check_containment::<Vec3>("pairs/containment_3d.jsonl");
}
