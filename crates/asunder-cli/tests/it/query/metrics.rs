//! `asunder query` for metrics, contacts and motions: the shared cases, and errors.

use super::{query, repository};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::fs;

#[derive(Deserialize)]
struct MetricCase<'a> {
    question: String,
    #[serde(borrow)]
    line: &'a RawValue,
    /// The whole line of the answer.
    #[serde(borrow)]
    answer: &'a RawValue,
    why: String,
}

/// A value with its numbers as `f64`, so that `1` and `1.0` are the same.
fn read(text: &str) -> Value {
    fn plain(value: Value) -> Value {
        match value {
            Value::Number(number) => Value::from(number.as_f64()),
            Value::Array(list) => list.into_iter().map(plain).collect(),
            Value::Object(object) => {
                object.into_iter().map(|(name, value)| (name, plain(value))).collect()
            }
            Value::Null | Value::Bool(_) | Value::String(_) => value,
        }
    }
    plain(serde_json::from_str(text).unwrap())
}

#[test]
fn the_shared_cases_answer_as_the_law_says() {
    let text = fs::read_to_string(repository().join("testdata/query/metrics.jsonl")).unwrap();
    let mut asked = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let case: MetricCase<'_> = serde_json::from_str(line).unwrap();
        let run = query(&case.question, case.line.get());
        assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{}", run.stdout);
        let place = format!("metrics:{}: {}: {}", i + 1, case.question, case.why);
        assert_eq!(read(&run.stdout), read(case.answer.get()), "{place}");
        asked.push(case.question);
    }
    let metrics = ["distance", "closest", "penetration", "contact", "cast", "explain"];
    for question in metrics.into_iter().chain(["move", "slide", "depenetrate"]) {
        assert!(asked.iter().any(|asked| asked == question), "{question} has no case");
    }
}

#[test]
fn bad_walks_name_the_key_and_what_is_expected() {
    let ball = r#""a":{"sphere":{"center":[0,2],"radius":1}}"#;
    for (question, rest, problem) in [
        (
            "slide",
            r#""motion":[0,1],"obstacles":[],"options":{"max_slope":91}"#,
            "at 91 degrees; expected 0 to 90",
        ),
        (
            "slide",
            r#""motion":[0,1],"obstacles":[],"options":{"step_hight":1}"#,
            "unknown field `step_hight`, expected one of `step_height`",
        ),
        ("slide", r#""motion":[0,1,0],"obstacles":[]"#, "line 1: "),
        ("slide", r#""motion":[0,1],"obstacles":[],"options":{"up":[0]}"#, "line 1: "),
        (
            "depenetrate",
            r#""motion":[1,0],"obstacles":[]"#,
            "unknown field `motion`, expected `a` or `obstacles`",
        ),
    ] {
        let run = query(question, format!("{{{ball},{rest}}}"));
        assert_eq!(run.code, 2, "{}", run.stdout);
        assert!(run.stdout.starts_with(r#"{"error":"line 1: "#), "{}", run.stdout);
        assert!(run.stdout.contains(problem), "{}", run.stdout);
    }
}

/// The error for a line.
#[track_caller]
fn refused(question: &str, line: &str, expected: &str) {
    let run = query(question, line);
    assert_eq!((run.stderr.as_str(), run.code), ("", 2), "{}", run.stdout);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    let message = answer["error"].as_str().unwrap();
    assert_eq!(message, format!("line 1: {expected}"));
}

const BALL: &str = r#"{"sphere":{"center":[0,0],"radius":1}}"#;

#[test]
fn lines_of_motions_that_cannot_be_answered() {
    let cast = |motion: &str| format!(r#"{{"a":{BALL},"motion":{motion},"b":{BALL}}}"#);
    let moved =
        |a: &str, obstacles: &str| format!(r#"{{"a":{a},"motion":[1,0],"obstacles":{obstacles}}}"#);
    refused(
        "cast",
        &cast("[1,2,3]"),
        "a.sphere.center has 2 numbers and motion has 3 numbers; expected every vector of a line to \
         be in 2D, or every one in 3D",
    );
    refused("cast", &cast("[1]"), "motion has 1 number; expected two numbers (2D) or three (3D)");
    refused("cast", &cast("[1e39,0]"), "motion is 1e39; expected a number within ±3.4028235e38");
    refused(
        "cast",
        &cast("\"left\""),
        "motion: invalid type: string \"left\", expected a sequence; expected a vector such as \
         [1,0,0]",
    );
    refused(
        "cast",
        &format!(r#"{{"a":{BALL},"b":{BALL}}}"#),
        r#"missing field `motion`; expected {"a":SHAPE,"motion":[x,y,z],"b":SHAPE}"#,
    );
    refused(
        "distance",
        &cast("[1,0]"),
        r#"unknown field `motion`, expected `a` or `b`; expected {"a":SHAPE,"b":SHAPE}"#,
    );
    refused(
        "move",
        &moved(r#"{"plane":{"normal":[0,1],"offset":0}}"#, "[]"),
        "a plane does not move; expected a point, segment, sphere, capsule, aabb, obb, \
         triangle, convex_hull or parallelepiped",
    );
    refused(
        "move",
        &moved(BALL, &format!(r#"[{BALL},{{"sphere":{{"center":[0,0],"radius":-1}}}}]"#)),
        "obstacles[1].sphere.radius is -1; expected zero or more",
    );
}
