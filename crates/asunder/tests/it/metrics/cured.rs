//! Pairs whose metrics were wrong once.

use super::law::faults;
use super::read;
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use serde_json::Value;
use std::fs;

/// Pairs that were answered wrongly once, in either order of the shapes.
#[test]
fn what_is_cured_stays_cured() {
    fn ask<const D: usize, V: Space<D>>(pair: &Value, why: &Value, wrong: &mut Vec<String>) {
        let (a, b) = (read::shape::<D>(&pair["a"]), read::shape::<D>(&pair["b"]));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let faults = faults::<D, V>(a, b);
            if !faults.is_empty() {
                wrong.push(format!("{why} once, now {faults:?}: {a:?} {b:?}"));
            }
        }
    }
    let mut wrong = Vec::new();
    let cured = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/metrics/cured.jsonl"
    ))
    .expect("a file of testdata");
    for line in cured.lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        match read::dimensions(&line["line"]["a"]) {
            2 => ask::<2, Vec2>(&line["line"], &line["why"], &mut wrong),
            _ => ask::<3, Vec3>(&line["line"], &line["why"], &mut wrong),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
