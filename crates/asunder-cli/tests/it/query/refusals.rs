//! Error messages for lines and files that cannot be answered.

mod dimensions;

use super::{TOUCHING, query};
use crate::asunder;

/// The error for a single line that is the third of a run, and both its neighbours answered.
fn refusal(question: &str, line: impl AsRef<[u8]>) -> String {
    let good = r#"{"a":{"point":[0,0]},"b":{"plane":{"normal":[0,1],"offset":0}}}"#;
    refusal_where(question, good, line)
}

/// A line that every question about a ray answers.
const RAY: &str =
    r#"{"a":{"ray":{"origin":[0,0],"direction":[0,1]}},"b":{"plane":{"normal":[0,1],"offset":0}}}"#;

/// [`refusal`], where `good` is what the neighbours are.
fn refusal_where(question: &str, good: &str, line: impl AsRef<[u8]>) -> String {
    let mut input = format!("{good}\n\n").into_bytes();
    input.extend_from_slice(line.as_ref());
    input.extend_from_slice(format!("\n{good}").as_bytes());
    let run = query(question, input);
    assert_eq!((run.stderr.as_str(), run.code), ("", 2));
    let [before, error, after]: [&str; 3] =
        run.stdout.lines().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(before, after);
    let name = if question == "ray" { "hit" } else { question };
    assert!(before.starts_with(&format!("{{\"{name}\":")), "{before}");
    let error: serde_json::Value = serde_json::from_str(error).unwrap();
    let message = error["error"].as_str().unwrap();
    message.strip_prefix("line 3: ").unwrap_or_else(|| panic!("{message}")).to_owned()
}

/// The error for a line whose `a` is the given text and whose `b` is a point in the plane.
fn bad_a(a: &str) -> String {
    refusal("intersects", format!(r#"{{"a":{a},"b":{{"point":[0,0]}}}}"#))
}

#[test]
fn numbers_that_describe_no_shape_are_named() {
    for (a, message) in [
        (
            r#"{"sphere":{"center":[0,0],"radius":-1}}"#,
            "a.sphere.radius is -1; expected zero or more",
        ),
        (
            r#"{"obb":{"center":[0,0],"half_extents":[1,-0.5],"rotation":[1,0]}}"#,
            "a.obb.half_extents is -0.5; expected zero or more",
        ),
        (
            r#"{"obb":{"center":[0,0],"half_extents":[1,1],"rotation":[0,-0.0]}}"#,
            "a.obb.rotation is zero and has no direction; expected any other length",
        ),
        (
            r#"{"plane":{"normal":[0,0],"offset":1}}"#,
            "a.plane.normal is zero and has no direction; expected any other length",
        ),
        (
            r#"{"half_space":{"normal":[1e-46,0],"offset":1}}"#,
            "a.half_space.normal is zero and has no direction; expected any other length",
        ),
        (
            r#"{"aabb":{"min":[0,2],"max":[1,1]}}"#,
            "a.aabb.min is above max along axis 1: 2 > 1; swap them",
        ),
    ] {
        assert_eq!(bad_a(a), message);
    }
}

#[test]
fn numbers_that_overflow_are_named() {
    for (a, message) in [
        (r#"{"point":[0,1e39]}"#, "a.point is 1e39"),
        (r#"{"point":[ -1E+40 ,0]}"#, "a.point is -1E+40"),
        (r#"{"sphere":{"center":[0,0],"radius":3.4028236e38}}"#, "a.sphere.radius is 3.4028236e38"),
        (
            r#"{"sphere":{"center":[0,0],"radius":1e99999999999}}"#,
            "a.sphere.radius is 1e99999999999",
        ),
        (
            r#"{"aabb":{"min":[0,0],"max":[1,9000000000000000000000000000000000000000.5]}}"#,
            "a.aabb.max is 9000000000000000000000000000000000000000.5",
        ),
    ] {
        assert_eq!(bad_a(a), format!("{message}; expected a number within ±3.4028235e38"));
    }
}

#[test]
fn a_frustum_has_one_of_three_forms() {
    let forms = "expected origin, rotation, slopes, near, far; or half_spaces; or projection, layout, depth";
    for (fields, message) in [
        ("", "a.frustum: no field"),
        (r#""fov":1"#, "a.frustum.fov is no field of it"),
        (r#""half_spaces":[],"near":1"#, "a.frustum.near does not go with half_spaces"),
        (r#""near":1,"half_spaces":[]"#, "a.frustum.half_spaces does not go with near"),
        (r#""near":1,"far":2"#, "a.frustum.origin is missing"),
        (r#""depth":"zero_to_one""#, "a.frustum.projection is missing"),
    ] {
        assert_eq!(bad_a(&format!(r#"{{"frustum":{{{fields}}}}}"#)), format!("{message}; {forms}"));
    }
    assert_eq!(
        bad_a(
            r#"{"frustum":{"half_spaces":[{"normal":[0,1],"offset":0},{"normal":[0,-1],"offset":-1}]}}"#
        ),
        "a.frustum.half_spaces: no point lies in all half-spaces; expected normals that point \
         outwards"
    );
    assert_eq!(
        bad_a(r#"{"frustum":{"half_spaces":[{"normal":[0,1],"offset":1e39}]}}"#),
        "a.frustum.half_spaces[0].offset is 1e39; expected a number within ±3.4028235e38"
    );
    assert_eq!(
        bad_a(r#"{"frustum":{"depth":"reversed"}}"#),
        "a.frustum.depth: invalid value: string \"reversed\", expected \"zero_to_one\" or \
         \"minus_one_to_one\""
    );
}

#[test]
fn fields_are_the_right_ones() {
    for (a, message) in [
        (r#"{"sphere":{"center":[0,0]}}"#, "a.sphere.radius is missing; expected center, radius"),
        (
            r#"{"sphere":{"centre":[0,0],"radius":1}}"#,
            "a.sphere.centre is no field of it; did you mean center? expected center, radius",
        ),
        (
            r#"{"plane":{"normal":[0,1],"offset":0,"offset":0}}"#,
            "a.plane.offset is given twice; expected it once",
        ),
        (
            r#"{"sphere":{"center":[0,0],"radius":"1"}}"#,
            "a.sphere.radius: invalid type: string \"1\", expected f32",
        ),
        (
            r#"{"sphere":{"radius":1,"center":[0,null]}}"#,
            "a.sphere.center: invalid type: null, expected f32",
        ),
        (
            r#"{"sphere":[[0,0],1]}"#,
            "a: invalid type: sequence, expected an object with center, radius",
        ),
        (
            r#"{"ball":{"center":[0,0],"radius":1}}"#,
            "a: there is no shape `ball`; did you mean sphere? expected one of `point`, `segment`, `ray`, `plane`, \
             `half_space`, `sphere`, `capsule`, `aabb`, `obb`, `triangle`, `frustum`, \
             `convex_hull`, `parallelepiped`",
        ),
    ] {
        assert_eq!(bad_a(a), message);
    }
    let shape = "expected a shape such as {\"sphere\":{\"center\":[0,0,0],\"radius\":1}}";
    assert_eq!(bad_a("5"), format!("a is 5; {shape}"));
    assert_eq!(bad_a("\"point\""), format!("a is \"point\"; {shape}"));
    assert_eq!(bad_a("[0,0]"), format!("a is [0,0]; {shape}"));
    assert_eq!(bad_a("{}"), format!("a is {{}}; {shape}"));
    assert_eq!(
        bad_a(r#"{"point":[0,0],"sphere":{"center":[0,0],"radius":1}}"#),
        format!("a has more than the one field `point`; {shape}")
    );
}

#[test]
fn lines_are_pairs() {
    let pair = r#"expected {"a":SHAPE,"b":SHAPE}"#;
    for (line, message) in [
        (r#"{"a":{"point":[0,0]}}"#, "missing field `b`"),
        (r#"{"b":{"point":[0,0]}}"#, "missing field `a`"),
        (r#"{"a":{"point":[0,0]},"a":{"point":[0,0]}}"#, "duplicate field `a`"),
        (
            r#"{"a":{"point":[0,0]},"b":{"point":[0,0]},"motion":[1,0]}"#,
            "unknown field `motion`, expected `a` or `b`",
        ),
        (
            r#"[{"point":[0,0]},{"point":[0,0]}]"#,
            "the line is [{\"point\":[0,0]},{\"point\":[0,0]}]",
        ),
        ("hello", "the line is hello"),
    ] {
        assert_eq!(refusal("intersects", line), format!("{message}; {pair}"));
    }
}

#[test]
fn a_long_text_is_not_repeated() {
    let long = "x".repeat(100_000);
    for line in [
        format!(r#"{{"{long}":1}}"#),
        format!(r#"{{"a":{{"{long}":1}},"b":{{"point":[0,0]}}}}"#),
        format!(r#"{{"a":{{"point":"{long}"}},"b":{{"point":[0,0]}}}}"#),
    ] {
        let message = refusal("intersects", line);
        assert!(message.len() < 300 && message.contains("xxx..."), "{message}");
        assert!(message.contains("expected"), "{message}");
    }
}

#[test]
fn what_is_not_json_is_placed() {
    for (line, message) in [
        (r#"{"a":{"point":[0,NaN]},"b":{"point":[0,0]}}"#, "not JSON: expected value at byte 18"),
        (
            r#"{"a":{"point":[0,0]},"b":{"point":[0,0]}"#,
            "not JSON: EOF while parsing an object at byte 40",
        ),
        (
            r#"{"a":{"point":[0,0]},"b":{"point":[0,0]}} ;"#,
            "not JSON: trailing characters at byte 43",
        ),
        ("{'a':1}", "not JSON: key must be a string at byte 2"),
    ] {
        assert_eq!(refusal("penetrates", line), message);
    }
    assert_eq!(
        refusal("intersects", b"{\"a\":\"\xE9\"}"),
        "byte 7 is not UTF-8; save the file as UTF-8"
    );
}

#[test]
fn the_side_is_that_of_a_plane() {
    for (b, kind) in [
        (r#"{"point":[0,0]}"#, "point"),
        (r#"{"half_space":{"normal":[0,1],"offset":0}}"#, "half_space"),
    ] {
        assert_eq!(
            refusal("side", format!(r#"{{"a":{{"point":[0,0]}},"b":{b}}}"#)),
            format!("b is of kind {kind}; expected a plane")
        );
    }
}

#[test]
fn a_ray_or_segment_is_cast() {
    for (a, kind) in [
        (r#"{"point":[0,0]}"#, "point"),
        (r#"{"capsule":{"a":[0,0],"b":[0,1],"radius":0}}"#, "capsule"),
    ] {
        assert_eq!(
            refusal_where("ray", RAY, format!(r#"{{"a":{a},"b":{{"point":[0,0]}}}}"#)),
            format!("a is of kind {kind}; expected a ray or a segment")
        );
    }
    let backwards = r#"{"a":{"point":[0,0]},"b":{"ray":{"origin":[0,0],"direction":[1,0]}}}"#;
    let message = "a is of kind point; expected a ray or a segment";
    assert_eq!(refusal_where("ray", RAY, backwards), message);
    assert_eq!(
        refusal_where(
            "ray",
            RAY,
            r#"{"a":{"ray":{"origin":[0,0],"direction":[0,0]}},"b":{"point":[0,0]}}"#
        ),
        "a.ray.direction is zero and has no direction; expected any other length"
    );
}

#[test]
fn a_line_may_be_a_mebibyte_long_and_no_longer() {
    let limit = 1024 * 1024;
    let padding = |length: usize| " ".repeat(length - TOUCHING.len());
    let fits = query("intersects", format!("{TOUCHING}{}\n{TOUCHING}\n", padding(limit)));
    assert_eq!(fits.stdout, "{\"intersects\":true}\n".repeat(2));
    let message = "longer than 1048576 bytes; expected a pair of shapes";
    assert_eq!(refusal("intersects", format!("{TOUCHING}{}", padding(limit + 1))), message);
    assert_eq!(refusal("intersects", "x".repeat(5 * limit)), message);
    let last = query("intersects", "x".repeat(2 * limit));
    assert_eq!(last.stdout, format!("{{\"error\":\"line 1: {message}\"}}\n"));
}

#[test]
fn utf_16_is_named() {
    let text = format!("{TOUCHING}\r\n{TOUCHING}\r\n");
    let encoded = |bytes: fn(u16) -> [u8; 2], text: &str| {
        query("intersects", text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>())
    };
    let marked = format!("\u{feff}{text}");
    for run in [
        encoded(u16::to_le_bytes, &marked),
        encoded(u16::to_be_bytes, &marked),
        encoded(u16::to_le_bytes, &text),
        encoded(u16::to_be_bytes, &text),
    ] {
        assert_eq!(run.stdout, "{\"error\":\"line 1: the file is UTF-16; save it as UTF-8\"}\n");
        assert_eq!((run.stderr.as_str(), run.code), ("", 2));
    }
}

#[test]
fn files_and_questions_exist() {
    let missing = asunder(&["query", "intersects", "no-such-file.jsonl"], "");
    assert_eq!((missing.stdout.as_str(), missing.code), ("", 2));
    assert!(missing.stderr.starts_with("error: cannot open no-such-file.jsonl: "));
    assert!(
        missing.stderr.ends_with("; expected a file of JSON Lines, or - for standard input\n"),
        "{}",
        missing.stderr
    );
    let folder = asunder(&["query", "intersects", env!("CARGO_MANIFEST_DIR")], "");
    assert_eq!((folder.stdout.as_str(), folder.code), ("", 2));
    assert!(folder.stderr.starts_with("error: cannot "), "{}", folder.stderr);
    let question = asunder(&["query", "overlaps"], "");
    assert_eq!((question.stdout.as_str(), question.code), ("", 2));
    assert!(
        question
            .stderr
            .contains("intersects, penetrates, contains, containment, side, distance, closest,"),
        "{}",
        question.stderr
    );
}
