//! Lists of numbers of wrong or mixed dimensions.

use super::{bad_a, refusal};

#[test]
fn dimensions_do_not_mix() {
    let mixed = |places: &str| {
        format!("{places}; expected every vector of a line to be in 2D, or every one in 3D")
    };
    assert_eq!(
        bad_a(r#"{"sphere":{"center":[0,0,0],"radius":1}}"#),
        mixed("a.sphere.center has 3 numbers and b.point has 2 numbers")
    );
    assert_eq!(
        refusal(
            "intersects",
            r#"{"b":{"point":[0,0,0]},"a":{"plane":{"offset":1,"normal":[0,1]}}}"#
        ),
        mixed("a.plane.normal has 2 numbers and b.point has 3 numbers")
    );
    assert_eq!(
        bad_a(r#"{"aabb":{"min":[0,0],"max":[1,1,1]}}"#),
        mixed("a.aabb.min has 2 numbers and a.aabb.max has 3 numbers")
    );
    assert_eq!(
        bad_a(r#"{"obb":{"rotation":[0,0,0,1],"center":[0,0],"half_extents":[1,1]}}"#),
        mixed("a.obb.rotation has 4 numbers and a.obb.center has 2 numbers")
    );
    assert_eq!(
        bad_a(r#"{"convex_hull":{"points":[[0,0],[0,1],[1,0,0]]}}"#),
        mixed("a.convex_hull.points[0] has 2 numbers and a.convex_hull.points[2] has 3 numbers")
    );
    assert_eq!(
        bad_a(r#"{"frustum":{"half_spaces":[{"normal":[0,0,1],"offset":0}]}}"#),
        mixed("a.frustum.half_spaces[0].normal has 3 numbers and b.point has 2 numbers")
    );
    assert_eq!(
        bad_a(
            r#"{"frustum":{"depth":"zero_to_one","layout":"rows","projection":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}}"#
        ),
        mixed("a.frustum.projection is in 3D and b.point has 2 numbers")
    );
    // The plane has no cameras.
    assert_eq!(
        bad_a(
            r#"{"frustum":{"origin":[0,0],"rotation":[1,0],"slopes":[-1,1,-1,1],"near":1,"far":2}}"#
        ),
        "a.frustum.slopes belongs to a frustum in space; in the plane give half_spaces"
    );
    // Another error comes first.
    assert_eq!(
        refusal(
            "contains",
            r#"{"a":{"sphere":{"radius":-1,"center":[0,0]}},"b":{"point":[0,0,0]}}"#
        ),
        "a.sphere.radius is -1; expected zero or more"
    );
}

#[test]
fn vectors_of_no_dimension_are_refused() {
    let vector = "two numbers (2D) or three (3D)";
    let rotation = "two numbers (2D: [cos,sin]) or four (3D: [x,y,z,w])";
    for (a, place, expected) in [
        (r#"{"point":[]}"#, "a.point has 0 numbers", vector),
        (r#"{"point":[1]}"#, "a.point has 1 number", vector),
        (r#"{"sphere":{"center":[0,0,0,0],"radius":1}}"#, "a.sphere.center has 4 numbers", vector),
        (
            r#"{"obb":{"center":[0,0],"half_extents":[1,1],"rotation":[1,0,0]}}"#,
            "a.obb.rotation has 3 numbers",
            rotation,
        ),
        (
            r#"{"convex_hull":{"points":[[0,0],[1,0,0,0],[0,1]]}}"#,
            "a.convex_hull.points[1] has 4 numbers",
            vector,
        ),
        (
            r#"{"parallelepiped":{"center":[0,0],"edges":[[0,0],[1]]}}"#,
            "a.parallelepiped.edges[1] has 1 number",
            vector,
        ),
        (
            r#"{"frustum":{"half_spaces":[{"normal":[0,1],"offset":0},{"normal":[0],"offset":0}]}}"#,
            "a.frustum.half_spaces[1].normal has 1 number",
            vector,
        ),
        (
            r#"{"frustum":{"origin":[0,0,0],"rotation":[1,0,0],"slopes":[0,0,0,0],"near":0,"far":1}}"#,
            "a.frustum.rotation has 3 numbers",
            rotation,
        ),
    ] {
        assert_eq!(bad_a_of_its_dimension(a), format!("{place}; expected {expected}"));
    }
}

#[test]
fn what_is_no_vector_is_told_of_both_dimensions() {
    let expected = "expected an array of two numbers (2D) or three (3D)";
    for (a, place) in [
        (r#"{"point":5}"#, "a.point: invalid type: integer `5`"),
        (r#"{"convex_hull":{"points":[{}]}}"#, "a.convex_hull.points[0]: invalid type: map"),
    ] {
        assert_eq!(bad_a(a), format!("{place}, {expected}"));
    }
}

/// The error for a line of two copies of the given text.
fn bad_a_of_its_dimension(a: &str) -> String {
    refusal("intersects", format!(r#"{{"a":{a},"b":{a}}}"#))
}

#[test]
fn lists_have_as_many_values_as_they_need() {
    for (a, message) in [
        (
            r#"{"parallelepiped":{"center":[0,0],"edges":[[0,0],[1,0],[0,1]]}}"#,
            "a.parallelepiped.edges: invalid length 3, expected an array of 2 half-edges",
        ),
        (
            r#"{"convex_hull":{"points":[0,0]}}"#,
            "a.convex_hull.points[0]: invalid type: integer `0`, expected an array of 2 numbers",
        ),
        (
            r#"{"convex_hull":{"points":[]}}"#,
            "a.convex_hull.points: there are no points; expected at least one",
        ),
        (
            r#"{"frustum":{"half_spaces":[]}}"#,
            "a.frustum.half_spaces: there are 0 half-spaces; expected one to six",
        ),
        (
            r#"{"frustum":{"origin":[0,0,0],"rotation":[0,0,0,1],"slopes":[0,0],"near":0,"far":1}}"#,
            "a.frustum.slopes: invalid length 2, expected an array of 4 numbers",
        ),
        (
            r#"{"frustum":{"projection":[1,0,0,0],"layout":"rows","depth":"zero_to_one"}}"#,
            "a.frustum.projection: invalid length 4, expected an array of 16 numbers",
        ),
    ] {
        assert_eq!(bad_a_of_its_dimension(a), message);
    }
}
