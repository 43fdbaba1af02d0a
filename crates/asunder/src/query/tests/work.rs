//! The inputs that questions were once found to take longest about, by the work of their exact numbers: a count, which
//! is the same on every machine.
//!
//! Each line of `testdata/work.jsonl` is a pair that `asunder-bench --worst` found, with the questions that it was
//! long for, and how many products of limbs each may take.

use crate::exact::dyadic::products_of_limbs;
use crate::{
    Cast, CastRotating, ContactOf, Distance, Explain, PartedFrom, PenetrationOf, Pose3, Shape,
    Sweep,
};
use glam::Vec3;
use serde_json::Value;

/// A value of a line.
fn read<T: serde::de::DeserializeOwned>(row: &Value, name: &str) -> T {
    serde_json::from_value(row[name].clone()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The work of one question about a pair.
fn work(question: &str, a: &Shape<Vec3>, b: &Shape<Vec3>, motion: [f32; 3], row: &Value) -> u64 {
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
        "cast_rotating" => {
            let rotation: [f32; 4] = read(row, "rotation");
            let (from, to) = (Pose3::from_translation([0.0; 3]), Pose3::new(motion, rotation));
            let _ = a.cast_rotating(&from, &to, b, read(row, "tolerance"));
        }
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
        let (a, b): (Shape<Vec3>, Shape<Vec3>) = (read(&row, "a"), read(&row, "b"));
        let motion: [f32; 3] = read(&row, "motion");
        for (question, most) in row["work"].as_object().expect("questions") {
            let work = work(question, &a, &b, motion, &row);
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
