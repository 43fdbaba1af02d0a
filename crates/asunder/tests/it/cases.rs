//! The hand-made cases of `testdata/pairs`: what the law says about touches, flat shapes and the
//! ends of the range, each with its reason. The command's tests read the same files.

use asunder::glam::{Vec2, Vec3};
use asunder::{Intersects, Penetrates, Shape, Vector};
use serde::Deserialize;
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

fn read<V: Vector>(name: &str) -> Vec<Case<V>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pairs");
    let text = fs::read_to_string(folder.join(name)).expect("a file of the repository");
    let read = |(i, line)| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}:{}: {error}", i + 1))
    };
    text.lines().enumerate().map(read).collect()
}

/// Asks both questions both ways round.
fn check<V: Vector>(name: &str) {
    for (i, Case { a, b, intersects, penetrates, why }) in read::<V>(name).iter().enumerate() {
        let place = format!("{name}:{}: {why}", i + 1);
        for (a, b) in [(a, b), (b, a)] {
            assert_eq!(a.intersects(b), *intersects, "{place}: intersects");
            assert_eq!(a.penetrates(b), *penetrates, "{place}: penetrates");
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
    assert_eq!(kinds::<Vec2>("kinds_2d.jsonl").len(), 21);
    assert_eq!(kinds::<Vec3>("kinds_3d.jsonl").len(), 21);
}

#[test]
fn every_pair_of_kinds_answers_as_the_law_says() {
    check::<Vec2>("kinds_2d.jsonl");
    check::<Vec3>("kinds_3d.jsonl");
}

#[test]
fn degenerate_shapes_answer_as_the_law_says() {
    check::<Vec2>("degenerate_2d.jsonl");
    check::<Vec3>("degenerate_3d.jsonl");
}
