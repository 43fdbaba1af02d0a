mod frustum;

use crate::{
    Aabb3, Capsule3, ConvexHull2, ConvexHull3, Depth, Frustum2, Frustum3, FrustumForm, HalfSpace2,
    HalfSpace3, Layout, Obb2, Obb3, Parallelepiped2, Parallelepiped3, Plane2, Plane3, Ray2,
    Segment3, Shape2, Shape3, Sphere2, Sphere3, Triangle3,
};
use glam::{Vec2, Vec3};
use serde_json::{from_str, to_string};

fn error2(text: &str) -> String {
    from_str::<Shape2>(text).unwrap_err().to_string()
}

fn error3(text: &str) -> String {
    from_str::<Shape3>(text).unwrap_err().to_string()
}

#[test]
fn every_kind_has_its_frozen_form() {
    let three: [(Shape3, &str); 11] = [
        (Shape3::Point(Vec3::new(1.0, 2.0, 3.0)), r#"{"point":[1.0,2.0,3.0]}"#),
        (
            Sphere3::new([0.5, 0.0, -1.0], 2.0).into(),
            r#"{"sphere":{"center":[0.5,0.0,-1.0],"radius":2.0}}"#,
        ),
        (
            Aabb3::new([0.0; 3], [1.0; 3]).into(),
            r#"{"aabb":{"min":[0.0,0.0,0.0],"max":[1.0,1.0,1.0]}}"#,
        ),
        (
            Obb3::new([0.0; 3], [1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 2.0]).into(),
            r#"{"obb":{"center":[0.0,0.0,0.0],"half_extents":[1.0,2.0,3.0],"rotation":[0.0,0.0,1.0,2.0]}}"#,
        ),
        (
            Plane3::new([0.0, 1.0, 0.0], 4.0).into(),
            r#"{"plane":{"normal":[0.0,1.0,0.0],"offset":4.0}}"#,
        ),
        (
            HalfSpace3::new([0.0, 0.0, 1.0], -4.0).into(),
            r#"{"half_space":{"normal":[0.0,0.0,1.0],"offset":-4.0}}"#,
        ),
        (
            Segment3::new([0.0; 3], [1.0, 0.0, 0.0]).into(),
            r#"{"segment":{"a":[0.0,0.0,0.0],"b":[1.0,0.0,0.0]}}"#,
        ),
        (
            Capsule3::new([0.0; 3], [1.0, 0.0, 0.0], 0.5).into(),
            r#"{"capsule":{"a":[0.0,0.0,0.0],"b":[1.0,0.0,0.0],"radius":0.5}}"#,
        ),
        (
            Triangle3::new([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).into(),
            r#"{"triangle":{"a":[0.0,0.0,0.0],"b":[1.0,0.0,0.0],"c":[0.0,1.0,0.0]}}"#,
        ),
        (
            ConvexHull3::new([[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]).into(),
            r#"{"convex_hull":{"points":[[0.0,0.0,0.0],[1.0,2.0,3.0],[0.0,0.0,0.0]]}}"#,
        ),
        (
            Parallelepiped3::new([1.0; 3], [[1.0, 0.0, 0.0], [0.5, 2.0, 0.0], [0.0; 3]]).into(),
            r#"{"parallelepiped":{"center":[1.0,1.0,1.0],"edges":[[1.0,0.0,0.0],[0.5,2.0,0.0],[0.0,0.0,0.0]]}}"#,
        ),
    ];
    for (shape, text) in three {
        assert_eq!(to_string(&shape).unwrap(), text);
        assert_eq!(from_str::<Shape3>(text).unwrap(), shape);
    }
    let two: [(Shape2, &str); 6] = [
        (Shape2::Point(Vec2::new(1.0, 2.0)), r#"{"point":[1.0,2.0]}"#),
        (
            Obb2::new([0.0; 2], [1.0, 2.0], [0.6, 0.8]).into(),
            r#"{"obb":{"center":[0.0,0.0],"half_extents":[1.0,2.0],"rotation":[0.6,0.8]}}"#,
        ),
        (
            HalfSpace2::new([0.0, 1.0], 0.0).into(),
            r#"{"half_space":{"normal":[0.0,1.0],"offset":0.0}}"#,
        ),
        (
            Ray2::new([0.0, 1.0], [2.0, 0.0]).into(),
            r#"{"ray":{"origin":[0.0,1.0],"direction":[2.0,0.0]}}"#,
        ),
        (
            ConvexHull2::new([[0.0, 0.5], [1.0, 2.0]]).into(),
            r#"{"convex_hull":{"points":[[0.0,0.5],[1.0,2.0]]}}"#,
        ),
        (
            Parallelepiped2::new([1.0; 2], [[1.0, 0.0], [0.5, 2.0]]).into(),
            r#"{"parallelepiped":{"center":[1.0,1.0],"edges":[[1.0,0.0],[0.5,2.0]]}}"#,
        ),
    ];
    for (shape, text) in two {
        assert_eq!(to_string(&shape).unwrap(), text);
        assert_eq!(from_str::<Shape2>(text).unwrap(), shape);
    }
}

#[test]
fn a_shape_of_a_known_kind_goes_without_the_tag() {
    let sphere = Sphere2::new([1.0, 2.0], 3.0);
    assert_eq!(to_string(&sphere).unwrap(), r#"{"center":[1.0,2.0],"radius":3.0}"#);
    assert_eq!(from_str::<Sphere2>(r#"{"radius":3,"center":[1,2]}"#).unwrap(), sphere);
}

#[test]
fn every_bit_survives() {
    let awkward = [f32::from_bits(1), -0.0, 0.1, f32::MAX, f32::MIN_POSITIVE, 16_777_217.0, 1e-40];
    for x in awkward {
        for y in awkward {
            let shape = Shape3::from(Obb3::new([x, y, -x], [x.abs(), 1.0, 0.0], [y, x, 1.0, -y]));
            let Shape3::Obb(read) = from_str(&to_string(&shape).unwrap()).unwrap() else {
                panic!("{shape:?} came back as another kind")
            };
            assert_eq!(read.center.map(f32::to_bits), [x, y, -x].map(f32::to_bits));
            assert_eq!(read.rotation.map(f32::to_bits), [y, x, 1.0, -y].map(f32::to_bits));
            let Shape3::Obb(written) = shape else { unreachable!("made above") };
            assert_eq!(read.axes, written.axes);
        }
    }
}

#[test]
fn numbers_are_read_straight_to_the_nearest() {
    let coordinate = |text: &str| {
        let Shape2::Point(point) = from_str(&format!(r#"{{"point":[{text},0]}}"#)).unwrap() else {
            panic!("expected a point")
        };
        point.x
    };
    // Through f64 this one is rounded twice, and up.
    assert_eq!(coordinate("1.00000017881393432617187499"), 1.000_000_1);
    // Through f64 these are rounded twice, and down.
    assert_eq!(coordinate("1.000000059604644775390625000000000001"), 1.000_000_1);
    assert_eq!(coordinate("16777217.00000000000000000001"), 16_777_218.0);
    assert_eq!(coordinate("1e-46"), 0.0);
    assert_eq!(coordinate("-1e-46").to_bits(), (-0.0f32).to_bits());
    assert_eq!(coordinate("3.4028235e38"), f32::MAX);
    assert_eq!(coordinate("16777217"), 16_777_216.0);
    assert_eq!(coordinate("123456789012345678901234567890"), 1.234_567_9e29);
    // So are numbers in lists of vectors.
    let hull: ConvexHull2 = from_str(r#"{"points":[[0,1.00000017881393432617187499]]}"#).unwrap();
    assert_eq!(hull.points().next().unwrap().y, 1.000_000_1);
    let skewed: Parallelepiped2 =
        from_str(r#"{"edges":[[16777217.00000000000000000001,0],[0,1]],"center":[0,0]}"#).unwrap();
    assert_eq!(skewed.edges()[0].x, 16_777_218.0);
}

#[test]
fn what_describes_no_shape_is_refused_by_place() {
    let refused = [
        (
            r#"{"sphere":{"center":[0,0,0],"radius":-1}}"#,
            "sphere.radius is -1; expected zero or more",
        ),
        (
            r#"{"obb":{"center":[0,0,0],"half_extents":[1,1,1],"rotation":[0,0,0,0]}}"#,
            "obb.rotation is zero and has no direction; expected any other length",
        ),
        (
            r#"{"aabb":{"min":[0,2,0],"max":[1,1,1]}}"#,
            "aabb.min is above max along axis 1: 2 > 1; swap them",
        ),
        (r#"{"sphere":{"center":[0,0,0]}}"#, "sphere.radius is missing; expected center, radius"),
        (
            r#"{"sphere":{"centre":[0,0,0],"radius":1}}"#,
            "sphere.centre is no field of it; did you mean center? expected center, radius at line 1 column 19",
        ),
        (
            r#"{"plane":{"normal":[0,1,0],"offset":1,"offset":2}}"#,
            "plane.offset is given twice; expected it once",
        ),
        (
            r#"{"sphere":{"center":[0,0],"radius":1}}"#,
            "sphere.center: invalid length 2, expected an array of 3 numbers",
        ),
        (r#"{"point":[0,0,0,0,0]}"#, "point: invalid length 5, expected an array of 3 numbers"),
        (
            r#"{"sphere":{"center":[0,0,0],"radius":"1"}}"#,
            "sphere.radius: invalid type: string \"1\", expected f32",
        ),
        (r#"{"sphere":{"center":[0,0,0],"radius":1e39}}"#, "sphere.radius: number out of range"),
        (r#"{"sphere":[[0,0,0],1]}"#, "expected an object with center, radius"),
        (
            r#"{"capsule":{"a":[0,0,0],"b":[0,0,0],"radius":-2}}"#,
            "capsule.radius is -2; expected zero or more",
        ),
        (
            r#"{"ray":{"origin":[0,0,0],"direction":[0,0,0]}}"#,
            "ray.direction is zero and has no direction; expected any other length",
        ),
        (
            r#"{"convex_hull":{"points":[]}}"#,
            "convex_hull.points: there are no points; expected at least one",
        ),
        (
            r#"{"convex_hull":{"points":[[0,0,0],[1,1]]}}"#,
            "convex_hull.points[1]: invalid length 2, expected an array of 3 numbers",
        ),
        (
            r#"{"convex_hull":{"points":[0,0,0]}}"#,
            "convex_hull.points[0]: invalid type: integer `0`, expected an array of 3 numbers",
        ),
        (
            r#"{"convex_hull":{"points":{}}}"#,
            "convex_hull.points: invalid type: map, expected an array of points",
        ),
        (
            r#"{"convex_hull":{"points":[[0,0,0],[0,1e39,0]]}}"#,
            "convex_hull.points[1]: number out of range",
        ),
        (
            r#"{"parallelepiped":{"center":[0,0,0],"edges":[[1,0,0],[0,1,0]]}}"#,
            "parallelepiped.edges: invalid length 2, expected an array of 3 half-edges",
        ),
        (
            r#"{"parallelepiped":{"center":[0,0,0],"edges":[[1,0,0],[0,1,0],[0,0,1,0]]}}"#,
            "parallelepiped.edges[2]: invalid length 4, expected an array of 3 numbers",
        ),
        (
            r#"{"parallelepiped":{"center":[0,0,0],"half_extents":[1,1,1]}}"#,
            "parallelepiped.half_extents is no field of it; expected center, edges",
        ),
        (
            r#"{"ball":{}}"#,
            "there is no shape `ball`; did you mean sphere? expected one of `point`, `segment`, `ray`,",
        ),
        (
            r#"{"box":{}}"#,
            "there is no shape `box`; did you mean obb or aabb? expected one of `point`, `segment`,",
        ),
        (
            r#"{"torus":{}}"#,
            "there is no shape `torus`; expected one of `point`, `segment`, `ray`,",
        ),
    ];
    for (text, message) in refused {
        let error = error3(text);
        assert!(error.contains(message), "{text}: {error}");
    }
    let error = error2(r#"{"obb":{"center":[0,0],"half_extents":[1,1],"rotation":[0,0,0,1]}}"#);
    assert!(error.starts_with("obb.rotation: invalid length 4, expected an array of 2 numbers"));
}

/// A quarter turn about z in each form, moved to (3, 4, 5), and stretched by two along its first axis.
#[test]
fn a_box_is_read_in_each_of_its_forms() {
    let read = |fields: &str| {
        let text = format!(r#"{{"obb":{{{fields}}}}}"#);
        from_str::<Shape3>(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let upright = Shape3::from(Obb3::new([3.0, 4.0, 5.0], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0]));
    assert_eq!(read(r#""center":[3,4,5],"half_extents":[1,2,3]"#), upright);
    let turned = Obb3::from_axes(
        [3.0, 4.0, 5.0],
        [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        [2.0, 2.0, 3.0],
    );
    let turned = Shape3::from(turned.unwrap());
    let axes = r#""axes":[[0,5,0],[-1,0,0],[0,0,1]],"center":[3,4,5],"half_extents":[2,2,3]"#;
    assert_eq!(read(axes), turned, "of any length");
    let local = r#""half_extents":[1,2,3],"matrix""#;
    for layout in ["directx", "gltf"] {
        let matrix = "[0,2,0,0, -1,0,0,0, 0,0,1,0, 3,4,5,1]";
        assert_eq!(read(&format!(r#"{local}:{matrix},"layout":"{layout}""#)), turned);
    }
    let ogre = "[0,-1,0,3, 2,0,0,4, 0,0,1,5, 0,0,0,1]";
    assert_eq!(read(&format!(r#""layout":"ogre",{local}:{ogre}"#)), turned);
    let moved = r#""center":[1,0,0],"half_extents":[1,2,3],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,2,4,5,1],"layout":"gltf""#;
    assert_eq!(read(moved), upright, "the center is in the box's own space");
    let flat: Shape2 = from_str(
        r#"{"obb":{"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,3,4,0,1],"layout":"gltf","half_extents":[1,2]}}"#,
    )
    .unwrap();
    assert_eq!(
        flat,
        Obb2::from_axes([3.0, 4.0], [[0.0, 1.0], [-1.0, 0.0]], [1.0, 2.0]).unwrap().into()
    );
}

#[test]
fn a_box_that_has_no_form_is_refused() {
    let forms = "expected center, half_extents, rotation; or center, half_extents, axes; or center, \
                 half_extents, matrix, layout";
    let identity = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]";
    let skewed = "[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]";
    let transposed = "[1,0,0,2,0,1,0,0,0,0,1,0,0,0,0,1]";
    for (fields, message) in [
        (String::from(r#""half_extents":[1,1,1]"#), format!("obb.center is missing; {forms}")),
        (
            String::from(r#""axes":[[1,0,0],[0,1,0],[0,0,1]],"rotation":[0,0,0,1]"#),
            format!("obb.rotation does not go with axes; {forms}"),
        ),
        (
            format!(r#""matrix":{identity},"half_extents":[1,1,1]"#),
            format!("obb.layout is missing; {forms}"),
        ),
        (
            format!(r#""matrix":{identity},"layout":"unity""#),
            String::from(
                r#"obb.layout: invalid value: string "unity", expected "directx" or "gltf" or "ogre""#,
            ),
        ),
        (
            format!(r#""matrix":{skewed},"layout":"gltf","half_extents":[1,1,1]"#),
            String::from("obb.matrix: the map skews the box"),
        ),
        (
            format!(r#""matrix":{transposed},"layout":"directx","half_extents":[1,1,1]"#),
            String::from("obb.matrix: the matrix looks transposed"),
        ),
        (
            String::from(
                r#""center":[0,0,0],"axes":[[1,0,0],[1,1,0],[0,0,1]],"half_extents":[1,1,1]"#,
            ),
            String::from("obb: "),
        ),
        (
            String::from(
                r#""center":[0,0,0],"axes":[[1,0,0],[0,0,0],[0,0,1]],"half_extents":[1,1,1]"#,
            ),
            String::from("obb.axes is zero and has no direction"),
        ),
        (
            String::from(r#""half_extents":[1,1,1],"size":[2,2,2]"#),
            format!("obb.size is no field of it; did you mean half_extents? {forms}"),
        ),
    ] {
        let error = error3(&format!(r#"{{"obb":{{{fields}}}}}"#));
        assert!(error.starts_with(&message), "{fields}: {error}");
    }
}

#[test]
fn a_format_that_knows_infinity_cannot_bring_one_in() {
    use serde::Deserialize as _;
    use serde::de::value::{Error, MapAccessDeserializer, MapDeserializer, SeqDeserializer};

    let point = |x: f32| {
        let list = SeqDeserializer::<_, Error>::new([x, 0.0].into_iter());
        let map = MapDeserializer::new([("point", list)].into_iter());
        Shape2::deserialize(MapAccessDeserializer::new(map))
    };
    let error = |x: f32| point(x).unwrap_err().to_string();
    assert_eq!(point(1.0).unwrap(), Shape2::Point(Vec2::X));
    assert_eq!(error(f32::INFINITY), "point is inf; expected a finite number");
    assert_eq!(error(f32::NAN), "point is NaN; expected a finite number");
    assert!(from_str::<Plane2>(r#"{"normal":[0,0],"offset":1}"#).is_err());
}
