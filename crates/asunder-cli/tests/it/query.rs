//! `asunder query`: answers, files and streams. Rays: [`rays`]; errors: [`refusals`].

mod corners;
mod metrics;
mod rays;
mod refusals;

use crate::{Run, asunder};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Asks `question` of lines given as text.
fn query(question: &str, input: impl Into<Vec<u8>>) -> Run {
    asunder(&["query", question], input)
}

/// The single answer to a single line, which must be a good one.
fn answer(question: &str, a: &str, b: &str) -> String {
    let Run { stdout, stderr, code } = query(question, format!("{{\"a\":{a},\"b\":{b}}}\n"));
    assert_eq!((stderr.as_str(), code), ("", 0), "{stdout}");
    stdout
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const TOUCHING: &str = r#"{"a":{"sphere":{"center":[0,0],"radius":1}},"b":{"point":[1,0]}}"#;
const APART: &str = r#"{"a":{"sphere":{"center":[0,0],"radius":1}},"b":{"point":[1.0000001,0]}}"#;

#[derive(Deserialize)]
struct PredicateCase<'a> {
    #[serde(borrow)]
    a: &'a RawValue,
    #[serde(borrow)]
    b: &'a RawValue,
    #[serde(flatten)]
    answers: BTreeMap<String, serde_json::Value>,
}

/// Asks `questions` of every case of a file, also in the other order if the answer is the same.
fn check_cases(name: &str, questions: &[&str], orders: Orders) {
    let path = repository().join(format!("testdata/pairs/{name}.jsonl"));
    let text = fs::read_to_string(path).unwrap();
    let cases: Vec<PredicateCase<'_>> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for question in questions {
        let swapped = match orders {
            Orders::One => vec![false],
            Orders::Both => vec![false, true],
        };
        for swapped in swapped {
            let line = |case: &PredicateCase<'_>| {
                let [a, b] = if swapped { [case.b, case.a] } else { [case.a, case.b] };
                format!("{{\"a\":{a},\"b\":{b}}}\n")
            };
            let run = query(question, cases.iter().map(line).collect::<String>());
            assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{}", run.stdout);
            assert_eq!(run.stdout.lines().count(), cases.len());
            for (i, (case, answer)) in cases.iter().zip(run.stdout.lines()).enumerate() {
                let truth = &case.answers[*question];
                let why = &case.answers["why"];
                let expected = format!("{{\"{question}\":{truth}}}");
                assert_eq!(answer, expected, "{name}:{}, swapped {swapped}: {why}", i + 1);
            }
        }
    }
}

/// The orders in which a pair has the same answer.
#[derive(Clone, Copy)]
enum Orders {
    One,
    Both,
}

/// Every shared case, in both orders: all pairs of kinds in 2D and 3D, touching, one ulp apart.
#[test]
fn the_shared_cases_answer_as_the_law_says() {
    for name in ["kinds_2d", "kinds_3d", "degenerate_2d", "degenerate_3d"] {
        check_cases(name, &["intersects", "penetrates"], Orders::Both);
    }
}

#[test]
fn the_shared_cases_of_containment_answer_as_the_law_says() {
    for name in ["containment_2d", "containment_3d"] {
        check_cases(name, &["containment"], Orders::One);
    }
}

#[test]
fn contains_is_the_strongest_containment() {
    let room = r#"{"aabb":{"min":[0,0,0],"max":[4,4,4]}}"#;
    let ball = |x: &str| format!(r#"{{"sphere":{{"center":[{x},2,2],"radius":1}}}}"#);
    for (x, contains, containment) in [
        ("1", true, "contains"),
        ("0.99999994", false, "intersects"),
        ("-1", false, "intersects"),
        ("-1.0000001", false, "disjoint"),
    ] {
        assert_eq!(answer("contains", room, &ball(x)), format!("{{\"contains\":{contains}}}\n"));
        assert_eq!(
            answer("containment", room, &ball(x)),
            format!("{{\"containment\":\"{containment}\"}}\n")
        );
        assert_eq!(answer("contains", &ball(x), room), "{\"contains\":false}\n", "order matters");
    }
}

#[test]
fn side_knows_front_back_and_straddling_for_every_kind() {
    // Each shape begins at 2 along the normal. The last column is its side of the plane at 5.
    let cases = [
        (r#"{"point":[9,2]}"#, "[0,1]", "back"),
        (r#"{"point":[9,2,9]}"#, "[0,1,0]", "back"),
        (r#"{"sphere":{"center":[0,3],"radius":1}}"#, "[0,1]", "back"),
        (r#"{"sphere":{"center":[0,3,0],"radius":1}}"#, "[0,1,0]", "back"),
        (r#"{"aabb":{"min":[0,2],"max":[1,3]}}"#, "[0,1]", "back"),
        (r#"{"aabb":{"min":[0,2,0],"max":[1,5,1]}}"#, "[0,1,0]", "straddling"),
        (
            r#"{"obb":{"center":[0,9],"half_extents":[5,5],"rotation":[3,4]}}"#,
            "[0,1]",
            "straddling",
        ),
        (
            r#"{"obb":{"center":[0,3,0],"half_extents":[1,1,1],"rotation":[0,1,0,9]}}"#,
            "[0,1,0]",
            "back",
        ),
        (r#"{"plane":{"normal":[0,-2],"offset":-4}}"#, "[0,1]", "back"),
        (r#"{"plane":{"normal":[0,-2,0],"offset":-4}}"#, "[0,1,0]", "back"),
        (r#"{"half_space":{"normal":[0,-2],"offset":-4}}"#, "[0,1]", "straddling"),
        (r#"{"half_space":{"normal":[0,-2,0],"offset":-4}}"#, "[0,1,0]", "straddling"),
        (r#"{"segment":{"a":[0,3],"b":[9,2]}}"#, "[0,1]", "back"),
        (r#"{"segment":{"a":[0,5,9],"b":[9,2,9]}}"#, "[0,1,0]", "straddling"),
        (r#"{"ray":{"origin":[0,2],"direction":[1,1]}}"#, "[0,1]", "straddling"),
        (r#"{"ray":{"origin":[0,2,0],"direction":[1,0,1]}}"#, "[0,1,0]", "back"),
        (r#"{"capsule":{"a":[0,3],"b":[0,3.5],"radius":1}}"#, "[0,1]", "back"),
        (r#"{"capsule":{"a":[0,3,0],"b":[9,4,0],"radius":1}}"#, "[0,1,0]", "straddling"),
        (r#"{"triangle":{"a":[0,3],"b":[9,2],"c":[0,2]}}"#, "[0,1]", "back"),
        (r#"{"triangle":{"a":[0,3,0],"b":[9,2,0],"c":[0,7,1]}}"#, "[0,1,0]", "straddling"),
        (r#"{"convex_hull":{"points":[[0,3],[9,2],[0,4.9999995]]}}"#, "[0,1]", "back"),
        (
            r#"{"convex_hull":{"points":[[0,3,0],[9,2,0],[0,5,1],[0,2,1]]}}"#,
            "[0,1,0]",
            "straddling",
        ),
        (r#"{"parallelepiped":{"center":[0,3],"edges":[[9,-0.5],[0,0.5]]}}"#, "[0,1]", "back"),
        (
            r#"{"parallelepiped":{"center":[0,4,0],"edges":[[9,1,0],[1,0.5,0],[0,0.5,1]]}}"#,
            "[0,1,0]",
            "straddling",
        ),
        (r#"{"frustum":{"half_spaces":[{"normal":[0,-2],"offset":-4}]}}"#, "[0,1]", "straddling"),
        (
            r#"{"frustum":{"origin":[0,3,0],"rotation":[0,0,0,1],"slopes":[0,0,-1,0.5],"near":0,"far":1}}"#,
            "[0,1,0]",
            "back",
        ),
    ];
    for (shape, normal, far_side) in cases {
        for (offset, side) in [("1.9999999", "front"), ("2", "straddling"), ("5", far_side)] {
            let plane = format!(r#"{{"plane":{{"normal":{normal},"offset":{offset}}}}}"#);
            let expected = format!("{{\"side\":\"{side}\"}}\n");
            assert_eq!(answer("side", shape, &plane), expected, "{shape} at {offset}");
        }
    }
}

#[test]
fn numbers_are_read_straight_to_the_nearest() {
    let same = |x: &str, y: &str| {
        let [a, b] = [x, y].map(|x| format!(r#"{{"point":[{x},0]}}"#));
        answer("intersects", &a, &b) == "{\"intersects\":true}\n"
    };
    assert!(same("1.00000017881393432617187499", "1.0000001"), "not rounded twice");
    assert!(same("1e-46", "0"));
    assert!(!same("1e-45", "0"));
    assert!(same("3.40282350000000000000000001e38", "3.4028235e38"));
    assert!(same("16777217", "16777216"));
    assert!(same("1E2", "100.0"));
}

#[test]
fn fields_come_in_any_order_and_spacing() {
    let run = query(
        "intersects",
        "\t{ \"b\" : {\"point\":[ 1 , 0 ]} ,\"a\":{ \"sphere\":{\"radius\":1,\"center\":[0,0]}}}  ",
    );
    assert_eq!((run.stdout.as_str(), run.code), ("{\"intersects\":true}\n", 0));
}

#[test]
fn a_file_is_read_by_name() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("query_file.jsonl");
    fs::write(&path, format!("{TOUCHING}\n{APART}\n")).unwrap();
    let run = asunder(&["query", "intersects", path.to_str().unwrap()], "ignored");
    assert_eq!(run.stdout, "{\"intersects\":true}\n{\"intersects\":false}\n");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
}

#[test]
fn a_dash_is_standard_input() {
    let run = asunder(&["query", "penetrates", "-"], TOUCHING);
    assert_eq!((run.stdout.as_str(), run.code), ("{\"penetrates\":false}\n", 0));
}

#[test]
fn line_ends_marks_and_blank_lines_change_nothing() {
    let expected = "{\"intersects\":true}\n{\"intersects\":false}\n";
    for input in [
        format!("{TOUCHING}\n{APART}\n"),
        format!("{TOUCHING}\n{APART}"),
        format!("{TOUCHING}\r\n{APART}\r\n"),
        format!("\u{feff}{TOUCHING}\n{APART}\n"),
        format!("\u{feff}\r\n\r\n{TOUCHING}\n \t\n\n{APART}\n\n"),
    ] {
        let run = query("intersects", input.as_str());
        assert_eq!((run.stdout.as_str(), run.code), (expected, 0), "{input:?}");
    }
    for empty in ["", "\n", "\u{feff}", " \r\n\r\n"] {
        let run = query("intersects", empty);
        assert_eq!((run.stdout.as_str(), run.code), ("", 0), "{empty:?}");
    }
}

#[test]
fn a_long_stream_is_answered_line_by_line() {
    let count = 100_000;
    let lines: String = (0..count)
        .map(|i| format!("{{\"a\":{{\"point\":[{i},0]}},\"b\":{{\"point\":[{},0]}}}}\n", i / 3 * 3))
        .collect();
    let run = query("intersects", lines);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert_eq!(run.stdout.lines().count(), count);
    for (i, line) in run.stdout.lines().enumerate() {
        assert_eq!(line, format!("{{\"intersects\":{}}}", i % 3 == 0), "line {}", i + 1);
    }
}

/// A program can keep the command running, and get each answer before it writes the next line.
#[test]
fn answers_do_not_wait_for_the_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_asunder"))
        .args(["query", "intersects"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (line, expected) in [(TOUCHING, true), (APART, false), (TOUCHING, true)] {
        writeln!(input, "{line}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), format!("{{\"intersects\":{expected}}}"));
    }
    drop(input);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_asunder"))
        .args(["query", "intersects"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // Far more than the pipes and buffers between hold; writing fails once the command is gone.
    while writeln!(input, "{TOUCHING}").is_ok() {}
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}
