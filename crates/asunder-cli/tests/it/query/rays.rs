//! `asunder query ray`: casts of rays and segments.

use super::{answer, query, repository};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::fs;

#[derive(Deserialize)]
struct RayCase<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    b: &'a RawValue,
    hit: Option<Value>,
    why: String,
}

/// A value with its numbers as `f32`, so that the text does not matter.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64().unwrap() as f32),
        Value::Array(list) => list.iter().map(rounded).collect(),
        Value::Object(object) => {
            object.iter().map(|(name, value)| (name.clone(), rounded(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

/// Every shared case; where nothing is met, the answer is `null`.
#[test]
fn the_shared_cases_answer_as_the_law_says() {
    for name in ["ray_2d", "ray_3d"] {
        let path = repository().join(format!("testdata/query/{name}.jsonl"));
        let text = fs::read_to_string(path).unwrap();
        let cases: Vec<RayCase<'_>> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let line = |case: &RayCase<'_>| format!("{{\"a\":{},\"b\":{}}}\n", case.a, case.b);
        let run = query("ray", cases.iter().map(line).collect::<String>());
        assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{}", run.stdout);
        assert_eq!(run.stdout.lines().count(), cases.len());
        for (i, (case, answer)) in cases.iter().zip(run.stdout.lines()).enumerate() {
            let place = format!("{name}:{}: {}", i + 1, case.why);
            let Some(hit) = &case.hit else {
                assert_eq!(answer, "null", "{place}");
                continue;
            };
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!(answer.as_object().unwrap().len(), 1, "{place}");
            assert_eq!(rounded(&answer["hit"]), rounded(hit), "{place}");
        }
    }
}

#[test]
fn numbers_are_the_shortest_that_read_back_the_same() {
    let ray = r#"{"ray":{"origin":[0,0],"direction":[3,0]}}"#;
    let wall = |x: &str| format!(r#"{{"plane":{{"normal":[1,0],"offset":{x}}}}}"#);
    assert_eq!(
        answer("ray", ray, &wall("0.3")),
        "{\"hit\":{\"fraction\":0.1,\"point\":[0.3,0.0],\"normal\":[-1.0,0.0],\"started\":\"apart\"}}\n"
    );
    assert_eq!(answer("ray", ray, &wall("-1e-45")), "null\n");
}
