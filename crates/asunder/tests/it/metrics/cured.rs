//! Pairs whose metrics were wrong once.

use super::law::{Faults, faults};
use super::read;
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use serde_json::Value;
use std::fs;

/// Pairs that were answered wrongly once, in either order of the shapes.
#[test]
fn what_is_cured_stays_cured() {
    fn is_right<const D: usize, V: Space<D>>(pair: &Value, why: &Value) {
        let (a, b) = (read::shape::<D>(&pair["a"]), read::shape::<D>(&pair["b"]));
        for (a, b) in [(&a, &b), (&b, &a)] {
            assert_eq!(faults::<D, V>(a, b), Faults::new(), "{why}: {a:?} {b:?}");
        }
    }
    let cured = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/metrics/cured.jsonl"
    ))
    .expect("a file of testdata");
    for line in cured.lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        match read::dimensions(&line["line"]["a"]) {
            2 => is_right::<2, Vec2>(&line["line"], &line["why"]),
            _ => is_right::<3, Vec3>(&line["line"], &line["why"]),
        }
    }
}
