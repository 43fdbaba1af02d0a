//! The inputs that questions were once found to take longest about, by the work of their exact numbers: a count, which
//! is the same on every machine.
//!
//! Each line of `testdata/work.jsonl` is a pair that `asunder-bench --worst` found, with the questions that it was
//! long for, and how many products of limbs each may take.

use crate::exact::dyadic::products_of_limbs;
use crate::{Cast, ContactOf, Distance, Explain, PartedFrom, PenetrationOf, Shape, Sweep};
use glam::Vec3;
use serde_json::Value;

/// The work of one question about a pair.
fn work(question: &str, a: &Shape<Vec3>, b: &Shape<Vec3>, motion: [f32; 3]) -> u64 {
    let before = products_of_limbs();
    match question {
        "distance" => drop(a.distance(b)),
        "closest_points" => drop(a.closest_points(b)),
        "penetration" => drop(a.penetration(b)),
        "contact" => drop(a.contact(b)),
        "parted_from" => drop(a.parted_from(b)),
        "explain" => drop(a.explain(b)),
        "sweep_intersects" => drop(a.sweep_intersects(motion, b)),
        "cast" => drop(a.cast(motion, b)),
        other => panic!("no question is called {other}"),
    }
    products_of_limbs() - before
}

#[test]
fn no_question_runs_away() {
    let rows = include_str!("../../../../../testdata/work.jsonl");
    let mut asked = 0;
    let mut wrong = Vec::new();
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("a line of JSON");
        let shape = |name: &str| -> Shape<Vec3> {
            serde_json::from_value(row[name].clone()).expect("a shape")
        };
        let motion: [f32; 3] = serde_json::from_value(row["motion"].clone()).expect("a vector");
        let (a, b) = (shape("a"), shape("b"));
        for (question, most) in row["work"].as_object().expect("questions") {
            let work = work(question, &a, &b, motion);
            let most = most.as_u64().expect("a count");
            println!("{} {question}: {work} of {most}", row["name"]);
            asked += 1;
            if work > most {
                wrong
                    .push(format!("{} {question}: {work} products, {most} agreed to", row["name"]));
            }
        }
    }
    assert!(wrong.is_empty() && asked > 8, "{asked} asked; {}", wrong.join("; "));
}
