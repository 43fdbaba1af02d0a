//! `asunder explain`: the sentence, the table, JSON, the picture, and errors.

use crate::asunder;
use crate::scratch::Scratch;
use serde_json::Value;
use std::fs;

const APART: &str =
    r#"{"a":{"aabb":{"min":[0,0],"max":[1,1]}},"b":{"aabb":{"min":[1.25,0],"max":[2,1]}}}"#;
const TOUCHING: &str = r#"{"a":{"sphere":{"center":[0,0,0],"radius":1}},"b":{"half_space":{"normal":[0,2,0],"offset":-2}}}"#;

#[test]
fn a_table_under_a_sentence() {
    let run = asunder(&["explain"], format!("\n{APART}\n"));
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert_eq!(
        run.stdout,
        "\
They are apart: along the normal of face x of a there is a gap of 0.25.

  axis               a            b   gap
> face x of a  -1 .. 0  -2 .. -1.25  0.25  apart
  face y of a   0 .. 1       0 .. 1    -1  overlapping
  face x of b  -1 .. 0  -2 .. -1.25  0.25  apart
  face y of b   0 .. 1       0 .. 1    -1  overlapping
"
    );
}

#[test]
fn a_line_a_file_and_standard_input_are_one() {
    let scratch = Scratch::new("explain-inputs");
    let file = scratch.file("pair.jsonl", format!("{TOUCHING}\n\n"));
    let runs = [
        asunder(&["explain", TOUCHING], ""),
        asunder(&["explain", &file], ""),
        asunder(&["explain", "-"], TOUCHING),
        asunder(&["explain"], TOUCHING),
    ];
    for run in &runs {
        assert_eq!((run.stderr.as_str(), run.code), ("", 0));
        assert_eq!(run.stdout, runs[0].stdout);
    }
    assert!(
        runs[0]
            .stdout
            .starts_with("They touch: along the normal of half-space b the gap is exactly zero.\n")
    );
}

#[test]
fn json_for_machines() {
    let run = asunder(&["explain", "--json", APART], "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert_eq!(run.stdout.lines().count(), 1);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    let told = &answer["explain"];
    assert_eq!(
        (&told["intersects"], &told["penetrates"]),
        (&Value::from(false), &Value::from(false))
    );
    assert_eq!(
        told["axes"][0].to_string(),
        r#"{"a":[-1.0,0.0],"along":"apart","b":[-2.0,-1.25],"decides":true,"direction":[-1.0,0.0],"gap":0.25,"name":"face x of a"}"#
    );
    assert_eq!(told["axes"].as_array().unwrap().len(), 4);
    assert!(told["axes"][1].get("decides").is_none() && told.get("omitted").is_none());
    let text = "They are apart: along the normal of face x of a there is a gap of 0.25.";
    assert_eq!(told["text"], text);

    // Infinite intervals, and axes without direction.
    let run = asunder(&["explain", "--json", TOUCHING], "");
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    let axis = &answer["explain"]["axes"][0];
    assert_eq!(
        (&axis["along"], &axis["b"]),
        (&Value::from("touching"), &serde_json::json!([null, -1.0]))
    );
    let cubes = r#"{"a":{"aabb":{"min":[0,0,0],"max":[1,1,1]}},"b":{"aabb":{"min":[0,0,0],"max":[1,1,1]}}}"#;
    let run = asunder(&["explain", "--json", cubes], "");
    assert!(
        run.stdout
            .contains(r#"{"name":"edge x of a × edge x of b","skipped":"they are parallel"}"#),
        "{}",
        run.stdout
    );
}

/// The example in the help is the command's output.
#[test]
fn the_help_shows_real_output() {
    let help = asunder(&["explain", "--help"], "").stdout;
    let lines: Vec<&str> =
        help.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    let pair = lines.iter().find(|line| line.starts_with(r#"{"a":"#)).unwrap();
    let run = asunder(&["explain", pair], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let start = lines.iter().position(|line| line.starts_with("They ")).unwrap();
    let printed: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[start..start + printed.len()], printed);
}

#[test]
fn a_picture_of_the_pair() {
    let scratch = Scratch::new("explain-svg");
    let path = scratch.path().join("pair.svg");
    let path = path.to_str().unwrap();
    let run = asunder(&["explain", "--svg", path, APART], "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert!(run.stdout.starts_with("They are apart"));
    let svg = fs::read_to_string(path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    for part in ["class=\"first\"", "class=\"second\"", "class=\"between\"", ">gap 0.25<", ">a<"] {
        assert!(svg.contains(part), "{part} is missing: {svg}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

/// All numbers of the picture are finite, for any shapes.
#[test]
fn every_pair_can_be_drawn() {
    let scratch = Scratch::new("explain-kinds");
    let path = scratch.path().join("pair.svg");
    let path = path.to_str().unwrap();
    let shapes = [
        r#"{"point":[0,0,0]}"#,
        r#"{"plane":{"normal":[0,0,1],"offset":3}}"#,
        r#"{"half_space":{"normal":[1,2,3],"offset":-1e30}}"#,
        r#"{"ray":{"origin":[0,0,0],"direction":[0,1e-40,0]}}"#,
        r#"{"capsule":{"a":[0,0,0],"b":[0,5,0],"radius":1}}"#,
        r#"{"obb":{"center":[3e38,3e38,3e38],"half_extents":[3e38,3e38,3e38],"rotation":[1,2,3,4]}}"#,
        r#"{"frustum":{"half_spaces":[{"normal":[1,1,0],"offset":0}]}}"#,
    ];
    for a in shapes {
        for b in shapes {
            let pair = format!(r#"{{"a":{a},"b":{b}}}"#);
            let run = asunder(&["explain", "--svg", path, &pair], "");
            assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{pair}");
            let svg = fs::read_to_string(path).unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{pair}: {svg}");
        }
    }
}

#[test]
fn bad_input_is_named() {
    let scratch = Scratch::new("explain-bad");
    let two = scratch.file("two.jsonl", format!("{APART}\n{APART}\n"));
    for (arguments, input, message) in [
        (
            vec!["explain"],
            "",
            "standard input: there is no line; expected {\"a\":SHAPE,\"b\":SHAPE}",
        ),
        (
            vec!["explain", "-"],
            "{\"a\":5}",
            "standard input: line 1: missing field `b`; expected {\"a\":SHAPE,\"b\":SHAPE}",
        ),
        (vec!["explain", "{\"a\":"], "", "line 1: not JSON: EOF while parsing a value at byte 5"),
    ] {
        let run = asunder(&arguments, input);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
        assert_eq!(run.stderr, format!("error: {message}\n"));
    }
    let run = asunder(&["explain", &two], "");
    assert_eq!(
        run.stderr,
        format!("error: {two}: line 2: a second pair; expected one line only\n")
    );
    let run = asunder(&["explain", "no-such-file.jsonl"], "");
    assert!(run.stderr.contains("cannot open no-such-file.jsonl"), "{}", run.stderr);
    assert_eq!(run.code, 2);
    let nowhere = scratch.path().join("no/pair.svg");
    let run = asunder(&["explain", "--svg", nowhere.to_str().unwrap(), APART], "");
    assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{}", run.stderr);
}
