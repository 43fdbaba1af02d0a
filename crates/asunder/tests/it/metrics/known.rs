//! Faults that are known: pairs, their exact truth, and what is answered today.

use super::law::{Class, Faults, faults};
use super::read;
use super::table::differences;
use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Shape, Vector};
use asunder_jury::{Bracket, Measure, Shape as Judged, measure};
use serde_json::Value;
use std::fs;

/// A line of the file as it would be written now: a line for each fault of the pair.
fn lines<const D: usize, V: Space<D>>(a: &Judged<D>, b: &Judged<D>) -> Vec<String> {
    let (x, y) = (V::shape(a), V::shape(b));
    let pair = format!(r#"{{"a":{},"b":{}}}"#, text(&x), text(&y));
    let truth = match measure(a, b) {
        Measure::Apart(distance) => format!(r#"{{"distance":{}}}"#, between(distance)),
        Measure::Touching => String::from(r#""touching""#),
        Measure::Penetrating(Some(depth)) => format!(r#"{{"depth":{}}}"#, between(depth)),
        Measure::Penetrating(None) => String::from(r#""no way out""#),
    };
    faults::<D, V>(a, b)
        .into_iter()
        .map(|(class, times)| {
            let answer = answer(class, &x, &y);
            format!(
                r#"{{"line":{pair},"fault":"{}","times":"{times:.3e}","truth":{truth},"answer":{answer}}}"#,
                class.name()
            )
        })
        .collect()
}

fn text<V: Vector>(shape: &Shape<V>) -> String {
    serde_json::to_string(shape).expect("shapes have a text")
}

fn between(Bracket { low, high }: Bracket) -> String {
    if low == high { format!("{low:?}") } else { format!("[{low:?},{high:?}]") }
}

/// What is answered to the question of a fault.
fn answer<V: Vector>(class: Class, x: &Shape<V>, y: &Shape<V>) -> String {
    let point = |point: V| {
        let numbers = point.to_array();
        let numbers: Vec<_> = (0..V::DIM).map(|i| format!("{:?}", numbers[i])).collect();
        format!("[{}]", numbers.join(","))
    };
    match class {
        Class::Gate | Class::DistanceHigh | Class::DistanceLow => {
            x.distance(y).map(|distance| format!("{distance:?}"))
        }
        Class::ClosestFar | Class::ClosestOff => x
            .closest_points(y)
            .map(|near| format!(r#"{{"a":{},"b":{}}}"#, point(near.on_a), point(near.on_b))),
        Class::DepthShort | Class::DepthLong | Class::Normal => x
            .penetration(y)
            .map(|out| format!(r#"{{"normal":{},"depth":{:?}}}"#, point(out.normal), out.depth)),
        Class::ContactOff => x.contact(y).map(|contact| {
            let points = contact.points().iter();
            let points: Vec<_> = points
                .map(|at| format!(r#"{{"a":{},"b":{}}}"#, point(at.on_a), point(at.on_b)))
                .collect();
            format!("[{}]", points.join(","))
        }),
    }
    .unwrap_or_else(|| String::from("null"))
}

/// Pairs that were answered wrongly once, in either order of the shapes.
#[test]
fn what_is_cured_stays_cured() {
    fn is_right<const D: usize, V: Space<D>>(pair: &Value, why: &Value) {
        let (a, b) = (read::shape::<D>(&pair["a"]), read::shape::<D>(&pair["b"]));
        for (a, b) in [(&a, &b), (&b, &a)] {
            assert_eq!(faults::<D, V>(a, b), Faults::new(), "{why}: {a:?} {b:?}");
        }
    }
    let cured = fs::read_to_string(super::file("cured.jsonl")).expect("a file of testdata");
    for line in cured.lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        match read::dimensions(&line["line"]["a"]) {
            2 => is_right::<2, Vec2>(&line["line"], &line["why"]),
            _ => is_right::<3, Vec3>(&line["line"], &line["why"]),
        }
    }
}

/// Every fault of a pair stands in a line: what the pair's lines were is what they are now.
#[test]
fn known_faults_are_still_found() {
    let known = fs::read_to_string(super::file("known_faults.jsonl")).expect("a file of testdata");
    let mut found = String::new();
    let mut before = Value::Null;
    for (i, line) in known.lines().enumerate() {
        let line: Value = serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("known_faults.jsonl:{}: {error}", i + 1));
        let pair = line["line"].clone();
        if pair == before {
            continue;
        }
        let lines = match read::dimensions(&pair["a"]) {
            2 => lines::<2, Vec2>(&read::shape(&pair["a"]), &read::shape(&pair["b"])),
            _ => lines::<3, Vec3>(&read::shape(&pair["a"]), &read::shape(&pair["b"])),
        };
        lines.iter().for_each(|line| found += &format!("{line}\n"));
        before = pair;
    }
    assert!(
        found == known,
        "testdata/metrics/known_faults.jsonl is not what is found now. A line that is gone is answered \
         rightly: move its pair to cured.jsonl. One that came is wrong in another way than before.\n{}",
        differences(&known, &found)
    );
}
