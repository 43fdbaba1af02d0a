//! The three forms of a frustum.

use super::{
    Depth, Frustum2, Frustum3, FrustumForm, HalfSpace2, HalfSpace3, Layout, Shape2, Shape3, error2,
    error3,
};
use serde_json::{from_str, to_string};

const FORMS: &str =
    "expected origin, rotation, slopes, near, far; or half_spaces; or projection, layout, depth";

/// Column by column, near 1 at depth 0, far 3 at depth 1.
const MATRIX: [f32; 16] =
    [1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, -1.5, -1.0, 0.0, 0.0, -1.5, 0.0];

#[test]
fn every_form_is_written_as_it_is_read() {
    let seen = Frustum3::perspective(
        [1.0, 2.0, 3.0],
        [0.0, 0.0, 0.5, 2.0],
        [-1.0, 1.5, -0.5, 0.5],
        0.25,
        100.0,
    );
    let text = r#"{"frustum":{"origin":[1.0,2.0,3.0],"rotation":[0.0,0.0,0.5,2.0],"slopes":[-1.0,1.5,-0.5,0.5],"near":0.25,"far":100.0}}"#;
    assert_eq!(to_string(&Shape3::from(seen.clone())).unwrap(), text);
    assert_eq!(from_str::<Shape3>(text).unwrap(), seen.into());

    let corner = Frustum2::from_half_spaces(&[
        HalfSpace2::new([1.0, 0.0], 2.0),
        HalfSpace2::new([0.0, -3.0], 0.1),
    ]);
    let text = r#"{"frustum":{"half_spaces":[{"normal":[1.0,0.0],"offset":2.0},{"normal":[0.0,-3.0],"offset":0.1}]}}"#;
    assert_eq!(to_string(&Shape2::from(corner.clone())).unwrap(), text);
    assert_eq!(from_str::<Shape2>(text).unwrap(), corner.into());

    let slab = Frustum3::from_half_spaces(&[HalfSpace3::new([0.0, 0.0, 1.0], 0.0)]);
    let text = r#"{"frustum":{"half_spaces":[{"normal":[0.0,0.0,1.0],"offset":0.0}]}}"#;
    assert_eq!(to_string(&Shape3::from(slab.clone())).unwrap(), text);
    assert_eq!(from_str::<Shape3>(text).unwrap(), slab.into());

    let text = r#"{"frustum":{"projection":[1.0,0.0,0.0,0.0,0.0,2.0,0.0,0.0,0.0,0.0,-1.5,-1.5,0.0,0.0,-1.0,0.0],"layout":"rows","depth":"minus_one_to_one"}}"#;
    let mapped = Frustum3::from_projection(&MATRIX, Layout::Columns, Depth::MinusOneToOne).unwrap();
    assert_eq!(to_string(&Shape3::from(mapped.clone())).unwrap(), text);
    assert_eq!(from_str::<Shape3>(text).unwrap(), mapped.into());
}

#[test]
fn a_matrix_is_read_in_the_layout_and_for_the_depths_it_names() {
    let read = |order: &str| {
        let matrix = to_string(&MATRIX).unwrap();
        from_str::<Frustum3>(&format!(
            r#"{{"depth":"zero_to_one","layout":"{order}","projection":{matrix}}}"#
        ))
    };
    let columns = read("columns").unwrap();
    let expected = Frustum3::from_projection(&MATRIX, Layout::Columns, Depth::ZeroToOne).unwrap();
    assert_eq!(columns, expected);
    let FrustumForm::Projection { rows, depth } = columns.form() else { panic!("another form") };
    assert_eq!((rows[2], depth), ([0.0, 0.0, -1.5, -1.5], Depth::ZeroToOne));
    // The transpose sees something else, if anything.
    assert_ne!(read("rows").ok(), Some(expected));
}

#[test]
fn numbers_are_read_straight_to_the_nearest() {
    let frustum: Frustum3 = from_str(
        r#"{"far":16777217.00000000000000000001,"near":1.00000017881393432617187499,
            "slopes":[-1,1,-1,1.00000017881393432617187499],"rotation":[0,0,0,1],"origin":[0,0,0]}"#,
    )
    .unwrap();
    let FrustumForm::Perspective { slopes, near, far, .. } = frustum.form() else {
        panic!("another form")
    };
    assert_eq!((near, far, slopes[3]), (1.000_000_1, 16_777_218.0, 1.000_000_1));
    let half_space = r#"{"half_spaces":[{"normal":[0,1],"offset":1.00000017881393432617187499}]}"#;
    let frustum: Frustum2 = from_str(half_space).unwrap();
    let FrustumForm::HalfSpaces(list) = frustum.form() else { panic!("another form") };
    assert_eq!(list[0].offset(), 1.000_000_1);
}

#[test]
fn fields_of_no_form_or_of_two_are_refused_with_the_three_forms() {
    let turned = r#""origin":[0,0,0],"rotation":[0,0,0,1]"#;
    for (fields, message) in [
        (String::new(), "frustum: no field".to_owned()),
        (r#""fov":1"#.to_owned(), "frustum.fov is no field of it".to_owned()),
        (
            r#""half_spaces":[],"near":1"#.to_owned(),
            "frustum.near does not go with half_spaces".to_owned(),
        ),
        (
            format!(r#"{turned},"depth":"zero_to_one""#),
            "frustum.depth does not go with origin".to_owned(),
        ),
        (format!(r#"{turned},"slopes":[0,0,0,0],"near":1"#), "frustum.far is missing".to_owned()),
        (
            r#""layout":"rows","depth":"zero_to_one""#.to_owned(),
            "frustum.projection is missing".to_owned(),
        ),
    ] {
        let error = error3(&format!(r#"{{"frustum":{{{fields}}}}}"#));
        assert!(error.starts_with(&format!("{message}; {FORMS}")), "{error}");
    }
    let twice = error3(r#"{"frustum":{"near":1,"near":1}}"#);
    assert!(twice.starts_with("frustum.near is given twice; expected it once"), "{twice}");
    let list = error3(r#"{"frustum":[]}"#);
    assert!(list.contains("an object with origin, rotation,"), "{list}");
}

#[test]
fn values_that_describe_no_frustum_are_refused_by_place() {
    let seen = |slopes: &str, near: &str, far: &str| {
        error3(&format!(
            r#"{{"frustum":{{"origin":[0,0,0],"rotation":[0,0,0,1],"slopes":{slopes},"near":{near},"far":{far}}}}}"#
        ))
    };
    let identity = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]";
    let mapped = |matrix: &str, layout: &str, depth: &str| {
        error3(&format!(
            r#"{{"frustum":{{"projection":{matrix},"layout":"{layout}","depth":"{depth}"}}}}"#
        ))
    };
    let held = |list: &str| error3(&format!(r#"{{"frustum":{{"half_spaces":{list}}}}}"#));
    for (error, message) in [
        (seen("[1,-1,0,0]", "1", "2"), "frustum.slopes: left is above right: 1 > -1; swap them"),
        (seen("[0,0,1,0]", "1", "2"), "frustum.slopes: bottom is above top: 1 > 0; swap them"),
        (seen("[0,0,0,0]", "3", "2"), "frustum.near is above far: 3 > 2; swap them"),
        (seen("[0,0,0,0]", "-1", "2"), "frustum.near is -1; expected zero or more"),
        (
            seen("[0,0,0]", "1", "2"),
            "frustum.slopes: invalid length 3, expected an array of 4 numbers",
        ),
        (seen("[0,0,0,0]", "1", "1e39"), "frustum.far: number out of range"),
        (
            mapped(identity, "row", "zero_to_one"),
            r#"frustum.layout: invalid value: string "row", expected "rows" or "columns""#,
        ),
        (
            mapped(identity, "rows", "reversed"),
            r#"frustum.depth: invalid value: string "reversed", expected "zero_to_one" or "minus_one_to_one""#,
        ),
        (
            error3(r#"{"frustum":{"layout":1}}"#),
            r#"frustum.layout: invalid type: integer `1`, expected "rows" or "columns""#,
        ),
        (
            mapped("[1,0,0]", "rows", "zero_to_one"),
            "frustum.projection: invalid length 3, expected an array of 16 numbers",
        ),
        (
            mapped("[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,-1]", "rows", "zero_to_one"),
            "frustum.projection: no point is visible; expected a view-projection matrix,",
        ),
        (
            mapped("[1,0,0,0,0,1,0,0,0,0,0,-1,0,0,0,1]", "rows", "zero_to_one"),
            "frustum.projection: no point satisfies 0 <= z in clip space",
        ),
        (held("[]"), "frustum.half_spaces: there are 0 half-spaces; expected one to six"),
        (
            held(r#"[{"normal":[0,0,1],"offset":0},{"normal":[0,0,0],"offset":0}]"#),
            "frustum.half_spaces[1].normal is zero and has no direction; expected any other length",
        ),
        (
            held(r#"[{"normal":[0,0,1]}]"#),
            "frustum.half_spaces[0].offset is missing; expected normal, offset",
        ),
        (
            held(r#"[[0,0,1,0]]"#),
            "frustum.half_spaces[0]: invalid type: sequence, expected an object with normal, offset",
        ),
        (
            held(r#"[{"normal":[0,0,1],"offset":0},{"normal":[0,0,-1],"offset":-1e-45}]"#),
            "frustum.half_spaces: no point lies in all half-spaces; expected normals that point outwards",
        ),
    ] {
        assert!(error.starts_with(message), "{error}\n{message}");
    }
}

#[test]
fn in_the_plane_a_frustum_has_half_spaces() {
    let seen = error2(
        r#"{"frustum":{"origin":[0,0],"rotation":[1,0],"slopes":[-1,1,-1,1],"near":1,"far":2}}"#,
    );
    let message = "frustum.slopes belongs to a frustum in space; in the plane give half_spaces";
    assert!(seen.starts_with(message), "{seen}");
}
