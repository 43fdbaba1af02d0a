//! Hulls of many vertices: exactly the lines that would take long are refused.

use super::query;
use crate::asunder;
use asunder::Rot2;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A disc of points in 3D, about a point on the x axis.
fn disc(corners: usize, x: f32) -> Value {
    let corner = |i: usize| {
        let turn = Rot2::degrees(360.0 * i as f32 / corners as f32);
        json!([x + turn.cos, turn.sin, 0.0])
    };
    json!({"convex_hull": {"points": (0..corners).map(corner).collect::<Vec<_>>()}})
}

fn ball() -> Value {
    json!({"sphere": {"center": [1.5, 0, 0], "radius": 1}})
}

/// A line of a question about two shapes; of a mover, with the second as the obstacle.
fn line(question: &str, a: &Value, b: &Value) -> String {
    match question {
        "cast" => json!({"a": a, "motion": [1, 0, 0], "b": b}),
        "move" => json!({"a": b, "motion": [1, 0, 0], "obstacles": [a]}),
        "ray" => json!({"a": {"ray": {"origin": [-2, 0, 0], "direction": [1, 0, 0]}}, "b": a}),
        "side" => json!({"a": a, "b": {"plane": {"normal": [1, 0, 0], "offset": 1}}}),
        _ => json!({"a": a, "b": b}),
    }
    .to_string()
}

/// The most corners beside another kind of shape, and of each of two hulls.
const MOST: [(&str, usize, Option<usize>); 13] = [
    ("intersects", 1024, Some(128)),
    ("penetrates", 2048, Some(96)),
    ("contains", 2048, Some(192)),
    ("containment", 1024, Some(128)),
    ("side", 16_384, None),
    ("distance", 512, Some(96)),
    ("closest", 1024, Some(128)),
    ("penetration", 1024, Some(96)),
    ("contact", 1024, Some(96)),
    ("ray", 1024, None),
    ("cast", 256, Some(16)),
    ("move", 1024, None),
    ("explain", 512, Some(96)),
];

#[test]
fn the_most_corners_are_answered_and_one_more_is_refused() {
    for (question, beside_another, of_two) in MOST {
        let fits = query(question, line(question, &disc(beside_another, 0.0), &ball()));
        assert_eq!(fits.code, 0, "{question}: {}", fits.stdout);
        let run = query(question, line(question, &disc(beside_another + 1, 0.0), &ball()));
        let count = beside_another + 1;
        let name = match question {
            "move" => "obstacles",
            "ray" => "b",
            _ => "a",
        };
        let told = format!(
            "{{\"error\":\"line 1: {name} has {count} points in hulls, and {question} may take over a \
             second; expected at most {beside_another}"
        );
        assert_eq!((run.stdout, run.code), (told.clone() + "\"}\n", 2));
        let Some(most) = of_two else { continue };
        let (two, more) = (disc(most, 0.0), disc(most + 1, 3.0));
        assert_eq!(query(question, line(question, &two, &disc(most, 3.0))).code, 0, "{question}");
        let run = query(question, line(question, &two, &more));
        let told = format!(
            "b has {} points in hulls, and {question} may take over a second; expected at most {most} \
             where both are hulls\"}}\n",
            most + 1
        );
        assert!(run.stdout.ends_with(&told), "{question}: {}", run.stdout);
    }
}

/// Two coplanar discs of a thousand corners took more than half a minute.
#[test]
fn a_line_is_not_held() {
    let started = Instant::now();
    for (question, _, of_two) in MOST {
        if of_two.is_some() {
            let run = query(question, line(question, &disc(1000, 0.0), &disc(1000, 2.0)));
            assert!(run.stdout.contains("1000 points") && run.code == 2, "{}", run.stdout);
        }
    }
    let explained = asunder(&["explain", "-"], line("explain", &disc(1000, 0.0), &disc(1000, 2.0)));
    let told =
        "error: standard input: line 1: a has 1000 points in hulls, and explain may take over";
    assert!(explained.stderr.starts_with(told), "{}", explained.stderr);
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// Each obstacle may be small: all of them count.
#[test]
fn all_obstacles_count() {
    let obstacles: Vec<Value> = (0..40).map(|_| disc(32, 9.0)).collect();
    let mover = json!({"a": ball(), "motion": [1, 0, 0], "obstacles": obstacles}).to_string();
    let run = query("move", mover);
    assert!(run.stdout.contains("obstacles has 1280 points in hulls"), "{}", run.stdout);
}
