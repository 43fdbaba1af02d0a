//! Hitboxes in the text of Source.

use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder_gltf::{Format, Hboxes};
use serde_json::json;

use crate::fixture::Fixture;

#[test]
fn hitboxes_of_source_are_boxes_and_capsules() {
    let text = r#"
$modelname "player.mdl" // not for us
$hboxset "default"
$hbox 1 "Head"	-1.5 -2 -3 4 5 6.25
$HBox 4 arm_L 0 0 0 10 0 0  0 0 0 2.5 "left arm"
/* $hbox 9 nobody 0 0 0 1 1 1
*/ $hbox 0 Tail 1 1 1 0 2 2
$hboxset "small"
$hbox 6 leg 0 0 0 2 4 6 0 90 0
"#;
    let read = Hboxes::parse(text, "player.qc").unwrap();
    let shapes: Vec<_> = read.boxes.iter().map(|it| it.shape.clone()).collect();
    assert_eq!(shapes[0], Aabb3::new([-1.5, -2.0, -3.0], [4.0, 5.0, 6.25]).into());
    assert_eq!(shapes[1], Capsule3::new([0.0; 3], [10.0, 0.0, 0.0], 2.5).into());
    assert_eq!(shapes[2], Aabb3::new([0.0, 1.0, 1.0], [1.0, 2.0, 2.0]).into());
    let Shape3::Obb(rotated) = &shapes[3] else { panic!("{:?}", shapes[3]) };
    // A quarter turn about z takes (1, 2, 3) to (−2, 1, 3).
    assert!((rotated.center() - Vec3::new(-2.0, 1.0, 3.0)).length() < 1e-6);
    let facts: Vec<_> =
        read.boxes.iter().map(|it| (it.set.as_str(), it.group, it.line, it.region())).collect();
    assert_eq!(
        facts,
        [
            ("default", 1, 4, Some("head")),
            ("default", 4, 5, Some("arm.l")),
            ("default", 0, 7, None),
            ("small", 6, 9, Some("leg.l")),
        ]
    );
    assert_eq!(read.boxes[1].name.as_deref(), Some("left arm"));
    assert_eq!(
        read.warnings[0].to_string(),
        "line 7: min is above max; they are taken in the other order"
    );
    let metres = read.boxes[1].scaled(0.5).unwrap();
    assert_eq!(metres.shape, Capsule3::new([0.0; 3], [5.0, 0.0, 0.0], 1.25).into());

    let model = Fixture::new(json!([{"name": "root"}, {"name": "head"}])).read().unwrap();
    let head = read.boxes[0].on(&model).unwrap();
    assert_eq!((head.node, head.region.as_deref()), (1, Some("head")));
    assert_eq!((head.format, head.path.as_str()), (Format::Source, "line 4"));
    let lost = read.boxes[2].on(&model).unwrap_err().to_string();
    assert!(lost.ends_with("has no node named \"Tail\"; it has root, head"), "{lost}");
}

#[test]
fn broken_hitboxes_of_source_are_named_by_line() {
    for (line, expected) in [
        ("$hbox", "line 1: $hbox is nothing; expected a hit group, a whole number from 0 up"),
        ("$hbox x bone 0 0 0 1 1 1", "line 1: $hbox is x; expected a hit group"),
        ("$hbox 0", "line 1: $hbox is nothing; expected the name of a bone"),
        ("$hbox 0 bone 0 0 0 1 1", "line 1: $hbox is nothing; expected a number for max z"),
        ("$hbox 0 bone 0 0 nan 1 1 1", "line 1: $hbox is nan; expected a number for min z"),
        ("$hbox 0 bone 0 0 0 1 1 1 5", "line 1: $hbox is nothing; expected a number for yaw"),
        ("$hbox 0 bone 0 0 0 1e39 1 1", "line 1: $hbox is 1e39; expected a number for max x"),
        ("$hboxset", "line 1: $hbox is nothing; expected the name of a set"),
    ] {
        let message = Hboxes::parse(line, "a.qc").unwrap_err().to_string();
        assert!(message.starts_with(&format!("a.qc: {expected}")), "{message}");
    }
}

#[test]
fn bones_with_other_axes_turn_their_hitboxes() {
    let text = "$hbox 1 head 0 -1 -2 10 3 4\n$hbox 1 arm 0 0 0 10 0 0 0 0 0 2";
    let boxes = Hboxes::parse(text, "axes.qc").unwrap().boxes;
    let rotated = |index: usize, rotation: [f32; 4]| boxes[index].rotated(rotation).unwrap().shape;
    // From z-up to y-up: x, y, z become x, z, −y. From bones along x to bones along y: −y, x, z.
    let Shape3::Obb(head) = rotated(0, [-1.0, 0.0, 0.0, 1.0]) else { panic!() };
    assert!((head.center() - Vec3::new(5.0, 1.0, -1.0)).length() < 1e-5, "{head:?}");
    for corner in [[0.0, -1.99, 0.99], [10.0, 3.99, -2.99]] {
        let inside = Vec3::from(corner) * Vec3::new(0.999, 1.0, 1.0) + Vec3::new(0.001, 0.0, 0.0);
        assert!(head.contains(&inside), "{inside:?}");
    }
    let Shape3::Capsule(arm) = rotated(1, [0.0, 0.0, 2.0, 2.0]) else { panic!() };
    assert!((arm.b() - Vec3::new(0.0, 10.0, 0.0)).length() < 1e-5, "{arm:?}");
    assert!(boxes[0].rotated([0.0; 4]).is_err() && boxes[0].rotated([f32::NAN; 4]).is_err());
}
