//! Colliders in each format: shapes, their defaults, whose space they are in, what is reported.

use asunder::prelude::*;
use asunder::{Follow, Role};
use asunder_gltf::{Collider, Format, Hboxes, Likeness, Purpose, Rigging};
use serde_json::{Value, json};

use crate::fixture::{Fixture, arm};

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn obb(center: [f32; 3], half_extents: [f32; 3]) -> Shape3 {
    Obb3::new(center, half_extents, UPRIGHT).into()
}

fn capsule(half: f32, radius: f32) -> Shape3 {
    Capsule3::new([0.0, -half, 0.0], [0.0, half, 0.0], radius).into()
}

/// A file of one node with a shape on it, in a format.
fn one(format: Format, shape: Value) -> Fixture {
    let shapes = json!([shape]);
    let mut fixture = Fixture::new(json!([{"name": "it"}]));
    let node = &mut fixture.json["nodes"][0];
    let root = match format {
        Format::Khr => {
            let geometry = json!({"geometry": {"shape": 0}});
            node["extensions"]["KHR_physics_rigid_bodies"]["collider"] = geometry;
            json!({"KHR_implicit_shapes": {"shapes": shapes}})
        }
        Format::Omi => {
            node["extensions"]["OMI_physics_body"]["collider"] = json!({"shape": 0});
            json!({"OMI_physics_shape": {"shapes": shapes}})
        }
        _ => {
            node["boundingVolume"] = json!({"shape": 0});
            fixture.json["shapes"] = shapes;
            json!({})
        }
    };
    fixture.json["extensions"] = root;
    fixture
}

fn only(fixture: &Fixture) -> Collider {
    let model = fixture.read().unwrap();
    assert_eq!(model.colliders.len(), 1, "{:?}", model.warnings);
    model.colliders.into_iter().next().unwrap()
}

const LISTED: [Format; 3] = [Format::Khr, Format::Gltf21, Format::Omi];

#[test]
fn defaults_are_those_of_each_format() {
    for format in LISTED {
        // Half the height between the centers and the radius; of a cylinder half the height.
        let (half, radius, cylinder) = match format {
            Format::Khr => (0.25, 0.25, [0.25, 0.25, 0.25]),
            _ => (0.5, 0.5, [0.5, 1.0, 0.5]),
        };
        for (kind, expected) in [
            ("sphere", Sphere3::new([0.0; 3], 0.5).into()),
            ("box", obb([0.0; 3], [0.5; 3])),
            ("capsule", capsule(half, radius)),
            ("cylinder", obb([0.0; 3], cylinder)),
        ] {
            for shape in [json!({"type": kind}), json!({"type": kind, (kind): {}})] {
                let found = only(&one(format, shape));
                assert_eq!((&found.shape, found.format), (&expected, format), "{format} {kind}");
                assert_eq!((found.node, found.name.as_str()), (0, "it"));
            }
        }
    }
}

#[test]
fn sizes_are_whole_and_halved_exactly() {
    for format in LISTED {
        let found = only(&one(format, json!({"type": "box", "box": {"size": [0.1, 2, 3e38]}})));
        assert_eq!(found.shape, obb([0.0; 3], [0.05, 1.0, 1.5e38]));
        let shape = json!({"height": 0.3, "radiusTop": 0.1, "radiusBottom": 0.1});
        let found = only(&one(format, json!({"type": "capsule", "capsule": shape})));
        assert_eq!((found.shape, found.likeness), (capsule(0.15, 0.1), Likeness::Exact));
        // Each end has a default of its own.
        let found = only(&one(format, json!({"type": "capsule", "capsule": {"radiusTop": 0.75}})));
        assert_eq!(found.likeness, Likeness::Encloses("a tapered capsule"), "{format}");
    }
}

/// Points of what the hull of two balls on the y axis is, made without the library.
fn tapered(height: f64, top: f64, bottom: f64) -> Vec<[f32; 3]> {
    let mut points = Vec::new();
    for (center, radius) in [(height / 2.0, top), (-height / 2.0, bottom)] {
        for [x, y, z] in [[1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [3, 4, 0], [-3, -4, 0]] {
            let length = f64::from(x * x + y * y + z * z).sqrt();
            // Just inside, so that rounding the point does not matter.
            let on = |i: i32| f64::from(i) / length * radius * (1.0 - 1e-6);
            points.push([on(x) as f32, (center + on(y)) as f32, on(z) as f32]);
        }
    }
    points
}

#[test]
fn what_has_no_shape_of_its_own_is_enclosed_and_reported() {
    for (height, top, bottom) in [(2.0, 0.5, 0.25), (1.0, 0.0, 0.75), (0.25, 1.0, 0.5)] {
        let size = json!({"height": height, "radiusTop": top, "radiusBottom": bottom});
        let fixture = one(Format::Omi, json!({"type": "capsule", "capsule": size}));
        let Shape3::Capsule(around) = only(&fixture).shape else { panic!("no capsule") };
        for point in tapered(height, top, bottom) {
            assert!(around.contains(&asunder::glam::Vec3::from(point)), "{around:?} {point:?}");
        }
        // No larger than it must be: the larger ball's radius, up to rounding.
        let larger = top.max(bottom);
        assert!(f64::from(around.radius()) <= larger * (1.0 + 1e-6));
        let model = fixture.read().unwrap();
        let warnings = [(
            "nodes[0].extensions.OMI_physics_body.collider",
            "a tapered capsule is read as a capsule around it",
        )];
        let found: Vec<_> =
            model.warnings.iter().map(|it| (it.path.as_str(), it.message.as_str())).collect();
        assert_eq!(found, warnings);
    }
    let cylinder = json!({"height": 3, "radiusTop": 0, "radiusBottom": 2});
    let cone = only(&one(Format::Khr, json!({"type": "cylinder", "cylinder": cylinder})));
    assert_eq!(cone.shape, obb([0.0; 3], [2.0, 1.5, 2.0]));
    assert_eq!(cone.likeness, Likeness::Encloses("a cylinder"));
}

#[test]
fn planes_with_an_end_are_flat_boxes_and_others_are_left_out() {
    let plane = json!({"sizeX": 2, "sizeZ": 4, "doubleSided": true});
    let found = only(&one(Format::Khr, json!({"type": "plane", "plane": plane})));
    assert_eq!(found.shape, obb([0.0; 3], [1.0, 0.0, 2.0]));
    for shape in [json!({"type": "plane", "plane": {"sizeX": 2}}), json!({"type": "torus"})] {
        let model = one(Format::Gltf21, shape).read().unwrap();
        assert!(model.colliders.is_empty());
        assert!(model.warnings[0].message.contains("left out"), "{}", model.warnings[0]);
        assert!(model.warnings[0].path.starts_with("nodes[0].boundingVolume.shape -> shapes[0]"));
    }
}

#[test]
fn every_draft_of_the_khronos_extension_is_read() {
    let sphere = json!([{"type": "sphere", "sphere": {"radius": 2}}]);
    let expected = Shape3::from(Sphere3::new([0.0; 3], 2.0));
    for (list, collider) in [
        ("KHR_implicit_shapes", json!({"geometry": {"shape": 0}})),
        ("KHR_implicit_shapes", json!({"shape": 0})),
        ("KHR_collision_shapes", json!({"shape": 0})),
    ] {
        for (kind, purpose) in [("collider", Purpose::Solid), ("trigger", Purpose::Trigger)] {
            let mut fixture = Fixture::new(json!([
                {"extensions": {"KHR_physics_rigid_bodies": {(kind): collider}}}
            ]));
            fixture.json["extensions"] = json!({(list): {"shapes": sphere}});
            let found = only(&fixture);
            assert_eq!((&found.shape, found.purpose), (&expected, purpose));
            let path = format!("nodes[0].extensions.KHR_physics_rigid_bodies.{kind}");
            assert_eq!((found.path, found.format), (path, Format::Khr));
        }
    }
    // The shapes of glTF 2.1, with their defaults.
    let node = json!([{"extensions": {"KHR_physics_rigid_bodies": {
        "collider": {"geometry": {"shape": 0}}
    }}}]);
    let mut fixture = Fixture::new(node);
    fixture.json["shapes"] = json!([{"type": "capsule"}]);
    assert_eq!(only(&fixture).shape, capsule(0.5, 0.5));
    // A compound trigger has no shape of its own.
    let fixture = Fixture::new(json!([
        {"extensions": {"KHR_physics_rigid_bodies": {"trigger": {"nodes": [1]}}}}, {}
    ]));
    assert_eq!(fixture.read().unwrap().colliders, []);
}

/// A cube with corners at 0 and 1, as four of its corners.
fn with_mesh(node: Value) -> Fixture {
    let mut fixture = Fixture::new(node);
    let points =
        [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3], [1.0, 0.0, 0.0]];
    let points = fixture.floats(&points);
    fixture.push("meshes", json!({"primitives": [{"attributes": {"POSITION": points}}]}));
    fixture
}

#[test]
fn meshes_become_hulls_or_boxes() {
    let collider = |geometry: Value| json!({"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}}});
    let corners = [[0.0; 3], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let hull = Shape3::from(ConvexHull3::new(corners));
    for geometry in [json!({"mesh": 0, "convexHull": true}), json!({"node": 1, "convexHull": true})]
    {
        let fixture = with_mesh(json!([collider(geometry), {"mesh": 0}]));
        let found = only(&fixture);
        assert_eq!((found.shape, found.likeness), (hull.clone(), Likeness::Exact));
    }
    let model = with_mesh(json!([collider(json!({"mesh": 0}))])).read().unwrap();
    let found = &model.colliders[0];
    assert_eq!(found.likeness, Likeness::Encloses("a mesh"));
    let Shape3::Obb(around) = &found.shape else { panic!("{:?}", found.shape) };
    assert!(corners.iter().all(|&corner| around.contains(&asunder::glam::Vec3::from(corner))));
    assert!(model.warnings[0].message.contains("a mesh of 4 points"), "{}", model.warnings[0]);

    // The node's children count, where they are relative to it; its own place does not.
    let fixture = with_mesh(json!([
        collider(json!({"node": 1, "convexHull": true})),
        {"translation": [100, 0, 0], "children": [2]},
        {"mesh": 0, "translation": [0, 0, 5]},
    ]));
    let moved = corners.map(|[x, y, z]| [x, y, z + 5.0]);
    assert_eq!(only(&fixture).shape, ConvexHull3::new(moved).into());

    let shape = json!({"type": "convex", "convex": {"mesh": 0}});
    let mut fixture = with_mesh(json!([{"extensions": {"OMI_physics_body": {
        "trigger": {"shape": 0}
    }}}]));
    fixture.json["extensions"] = json!({"OMI_physics_shape": {"shapes": [shape]}});
    let found = only(&fixture);
    assert_eq!((found.shape, found.purpose), (hull, Purpose::Trigger));
}

#[test]
fn a_child_that_does_not_move_gives_its_collider_to_the_joint() {
    let mut arm = arm();
    let sphere = json!({"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}});
    let block = json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}});
    let nodes = arm.json["nodes"].as_array_mut().unwrap();
    // Under the elbow: a child, and a child of that.
    nodes.push(json!({"name": "pad", "translation": [0, 0.25, 0], "extensions": sphere,
        "children": [4]}));
    let half = 0.5_f32.sqrt();
    nodes.push(json!({"name": "tip", "translation": [1, 0, 0], "rotation": [0, 0, half, half],
        "extensions": block}));
    nodes[1]["children"] = json!([3]);
    arm.json["extensions"] = json!({"KHR_implicit_shapes": {"shapes": [
        {"type": "sphere"}, {"type": "box", "box": {"size": [2, 4, 6]}},
    ]}});
    let model = arm.read().unwrap();
    let [pad, tip] = model.colliders.as_slice() else { panic!("{:?}", model.colliders) };
    assert_eq!((pad.node, pad.name.as_str()), (1, "pad"));
    assert_eq!(pad.shape, Sphere3::new([0.0, 0.25, 0.0], 0.5).into());
    assert_eq!((tip.node, tip.name.as_str()), (1, "tip"));
    let turned = Obb3::new([1.0, 0.25, 0.0], [1.0, 2.0, 3.0], [0.0, 0.0, half, half]);
    assert_eq!((&tip.shape, tip.likeness), (&turned.into(), Likeness::Exact));

    let rigging = Rigging::of(&model, &model.colliders).unwrap();
    let names: Vec<_> = rigging.rig().bones().iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!((names, rigging.nodes()), (vec!["shoulder", "elbow"], &[2, 1][..]));
    assert_eq!(rigging.rig().bones()[1].parent, Some(0));
    assert_eq!(rigging.rig().hitboxes()[0].bone, 1);

    // Bent by a quarter turn, the elbow's y is −x: global matrices and the palette agree.
    let (mut pose, mut bones) = (Vec::new(), Vec::new());
    model.sample(model.clip("bend").unwrap(), 1.0, &mut pose);
    rigging.bone_matrices(&pose, &mut bones);
    let world = asunder::Affine3::identity();
    let placed = rigging.rig().place(asunder::Bones::Global(&bones), &world).unwrap();
    let Shape3::Sphere(sphere) = &placed[0] else { panic!("{:?}", placed[0]) };
    assert!((sphere.center() - asunder::glam::Vec3::new(-0.25, 1.0, 0.0)).length() < 1e-6);
    let palette: Vec<_> = model.skins[0].palette(&pose).iter().map(map).collect();
    let skinned = rigging.rig().place(asunder::Bones::Skinning(&palette), &world).unwrap();
    let Shape3::Sphere(again) = &skinned[0] else { panic!("{:?}", skinned[0]) };
    assert!((sphere.center() - again.center()).length() < 1e-6);

    // A clip that moves the pad makes it a bone of its own.
    let times = arm.times(&[0.0]);
    let places = arm.floats(&[[0.0, 0.5, 0.0]]);
    arm.animate(3, "translation", "STEP", times, places);
    let model = arm.read().unwrap();
    let nodes: Vec<_> = model.colliders.iter().map(|it| it.node).collect();
    assert_eq!(nodes, [3, 3], "the tip hangs on the pad");
    let rigging = Rigging::of(&model, &model.colliders).unwrap();
    assert_eq!(rigging.nodes(), [2, 1, 3]);
    assert_eq!(rigging.rig().bones()[2].parent, Some(1));
}

fn map(m: &asunder_gltf::Matrix) -> asunder::Affine3 {
    asunder::Affine3::from_gltf(m).unwrap()
}

#[test]
fn scale_between_joint_and_shape_is_applied() {
    let under = |scale: Value, shape: Value| {
        let mut arm = arm();
        let extension = json!({"OMI_physics_body": {"collider": {"shape": 0}}});
        let nodes = arm.json["nodes"].as_array_mut().unwrap();
        nodes.push(json!({"scale": scale, "extensions": extension}));
        nodes[1]["children"] = json!([3]);
        arm.json["extensions"] = json!({"OMI_physics_shape": {"shapes": [shape]}});
        arm.read().unwrap()
    };
    let cube = || json!({"type": "box"});
    // The Khronos text's example: the absolute value counts.
    let model = under(json!([1, -2, 3]), cube());
    let found = &model.colliders[0];
    let Shape3::Obb(found_box) = &found.shape else { panic!("{:?}", found.shape) };
    assert_eq!(found_box.half_extents().to_array(), [0.5, 1.0, 1.5]);
    assert_eq!(found.likeness, Likeness::Exact);
    let model = under(json!([2, 2, 2]), json!({"type": "sphere"}));
    assert_eq!(model.colliders[0].shape, Sphere3::new([0.0; 3], 1.0).into());
    assert_eq!(model.colliders[0].likeness, Likeness::Exact);
    let model = under(json!([1, 2, 1]), json!({"type": "sphere"}));
    let Shape3::Sphere(around) = &model.colliders[0].shape else { panic!() };
    assert!(around.radius() >= 1.0 && around.radius() < 1.000_01);
    assert_eq!(model.colliders[0].likeness, Likeness::Encloses("a shape under uneven scale"));
    let model = under(json!([0, 0, 0]), cube());
    assert!(model.colliders.is_empty());
    assert!(model.warnings[0].message.contains("disables"), "{}", model.warnings[0]);
}

#[test]
fn bounding_volumes_have_an_offset_of_their_own() {
    let mut fixture = Fixture::new(json!([{"translation": [100, 0, 0], "boundingVolume": {
        "shape": 0, "translation": [1, 2, 3], "rotation": [0, 0, 1, 0], "scale": [1, 1, 1],
    }}]));
    fixture.json["asset"]["version"] = json!("2.1");
    fixture.json["shapes"] = json!([{"type": "box", "box": {"size": [2, 4, 6]}}]);
    let found = only(&fixture);
    let expected = Obb3::new([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0]);
    assert_eq!((found.shape, found.purpose), (expected.into(), Purpose::Bounds));
}

#[test]
fn vrm_spheres_and_capsules_stand_on_their_bones() {
    let inside = |shape: Value| {
        json!({"node": 0, "shape": {"sphere": {"radius": 0, "offset": [0, -10000, 0]}},
        "extensions": {"VRMC_springBone_extended_collider": {
            "specVersion": "1.0", "shape": shape,
        }}})
    };
    let mut fixture = Fixture::new(json!([{"name": "hips"}, {"name": "head"}]));
    fixture.json["extensions"] = json!({"VRMC_springBone": {"specVersion": "1.0", "colliders": [
        {"node": 1, "shape": {"sphere": {"offset": [0, 0.1, 0], "radius": 0.2}}},
        {"node": 0, "shape": {"capsule": {"offset": [1, 0, 0], "radius": 0.5, "tail": [1, 2, 3]}}},
        {"node": 0, "shape": {"sphere": {}}},
        inside(json!({"sphere": {"radius": 1, "inside": true}})),
        inside(json!({"capsule": {"radius": 1, "inside": true}})),
        inside(json!({"plane": {"normal": [0, 1, 0]}})),
        inside(json!({"capsule": {"radius": 0.25, "tail": [0, 1, 0], "inside": false}})),
    ]}});
    let model = fixture.read().unwrap();
    let found: Vec<_> = model.colliders.iter().map(|it| (it.node, it.shape.clone())).collect();
    let expected: [(usize, Shape3); 4] = [
        (1, Sphere3::new([0.0, 0.1, 0.0], 0.2).into()),
        (0, Capsule3::new([1.0, 0.0, 0.0], [1.0, 2.0, 3.0], 0.5).into()),
        (0, Sphere3::new([0.0; 3], 0.0).into()),
        (0, Capsule3::new([0.0; 3], [0.0, 1.0, 0.0], 0.25).into()),
    ];
    assert_eq!(found, expected);
    let purpose = (Format::Vrm, Purpose::SpringBone);
    assert!(model.colliders.iter().all(|it| (it.format, it.purpose) == purpose));
    let places: Vec<_> = model.warnings.iter().map(|it| it.path.as_str()).collect();
    let shape = "extensions.VRMC_springBone_extended_collider.shape";
    let place =
        |i: usize, kind: &str| format!("extensions.VRMC_springBone.colliders[{i}].{shape}.{kind}");
    assert_eq!(places, [place(3, "sphere"), place(4, "capsule"), place(5, "plane")]);
}

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
    let Shape3::Obb(turned) = &shapes[3] else { panic!("{:?}", shapes[3]) };
    // A quarter turn about z takes (1, 2, 3) to (−2, 1, 3).
    assert!((turned.center() - asunder::glam::Vec3::new(-2.0, 1.0, 3.0)).length() < 1e-6);
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
fn extras_say_what_a_hitbox_is_for() {
    let mut fixture = one(Format::Omi, json!({"type": "box"}));
    fixture.json["nodes"][0]["extras"] = json!({
        "asunder_role": "attack", "asunder_region": "hand.r", "asunder_follow": "position",
        "damage": 1.5,
    });
    let found = only(&fixture);
    assert_eq!((found.role, found.follow), (Role::Attack, Follow::Position));
    assert_eq!(found.region.as_deref(), Some("hand.r"));
    assert_eq!(found.extras.as_deref(), Some(r#"{"damage":1.5}"#));
    fixture.json["nodes"][0]["extras"]["asunder_role"] = json!("hit");
    let message = fixture.read().unwrap_err().to_string();
    let expected = "nodes[0].extras.asunder_role is \"hit\"; expected attack, hurt, push";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn broken_colliders_are_named_by_their_path() {
    let broken = |format: Format, shape: Value| one(format, shape).read().unwrap_err().to_string();
    let shapes = "extensions.KHR_implicit_shapes.shapes[0]";
    for (shape, expected) in [
        (json!({}), "type is missing; expected a string"),
        (
            json!({"type": "sphere", "sphere": {"radius": 0}}),
            "sphere.radius is 0; expected more than 0",
        ),
        (json!({"type": "sphere", "sphere": {"radius": 1e39}}), "is radius is inf"),
        (
            json!({"type": "box", "box": {"size": [1, -1, 1]}}),
            "box.size[1] is -1; expected more than 0",
        ),
        (
            json!({"type": "box", "box": {"size": 1}}),
            "box.size is 1; expected an array of 3 numbers",
        ),
        (
            json!({"type": "capsule", "capsule": {"radiusTop": -1}}),
            "capsule.radiusTop is -1; expected 0 or more",
        ),
        (
            json!({"type": "capsule", "capsule": {"radiusTop": 0, "radiusBottom": 0}}),
            "capsule.radiusTop is 0; expected a radius of more than 0 at one end or the other",
        ),
        (
            json!({"type": "mesh", "mesh": {"mesh": 3}}),
            "mesh.mesh is 3; expected an index into meshes, less than 0",
        ),
    ] {
        let message = broken(Format::Khr, shape);
        let place = format!(
            "nodes[0].extensions.KHR_physics_rigid_bodies.collider.geometry.shape -> {shapes}"
        );
        assert!(message.contains(&place) && message.contains(expected), "{message}");
    }
    let mut fixture = one(Format::Omi, json!({"type": "box"}));
    fixture.json["nodes"][0]["extensions"]["OMI_physics_body"]["collider"]["shape"] = json!(7);
    let message = fixture.read().unwrap_err().to_string();
    let expected = "collider.shape is 7; expected an index into extensions.OMI_physics_shape.shapes, less than 1";
    assert!(message.contains(expected), "{message}");
    let fixture =
        Fixture::new(json!([{"extensions": {"KHR_physics_rigid_bodies": {"collider": {}}}}]));
    let message = fixture.read().unwrap_err().to_string();
    assert!(message.contains("collider.geometry is missing; expected a geometry"), "{message}");
}

#[test]
fn extensions_that_are_required_and_unknown_are_warned_about() {
    let mut arm = arm();
    arm.json["extensionsRequired"] = json!(["KHR_lights_punctual", "OMI_physics_body"]);
    let model = arm.read().unwrap();
    assert_eq!(model.warnings.len(), 1);
    assert_eq!(
        model.warnings[0].to_string(),
        "extensionsRequired[0]: the file requires \"KHR_lights_punctual\", which is not known here; \
         shape and motion are read without it"
    );
    arm.json["nodes"][1]["extensions"] = json!({"OMI_collider": {"collider": 0}});
    let model = arm.read().unwrap();
    assert_eq!(
        model.warnings[1].to_string(),
        "extensions.OMI_collider: colliders in OMI_collider are not read"
    );
}

#[test]
fn a_small_file_cannot_ask_for_endless_meshes() {
    let collider = json!({"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"mesh": 0}}}}});
    let mut fixture = with_mesh(json!(vec![collider; 4]));
    let zeros = fixture.push(
        "accessors",
        json!({"componentType": 5126, "type": "VEC3", "count": 9_000_000, "sparse": {
            "count": 0, "indices": {"bufferView": 0, "componentType": 5121}, "values": {"bufferView": 0},
        }}),
    );
    fixture.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(zeros);
    let message = fixture.read().unwrap_err().to_string();
    assert!(message.contains("expected less than 256 MiB of data in all"), "{message}");
}

#[test]
fn a_small_file_cannot_ask_for_endless_walks() {
    const DEPTH: usize = 30_000;
    let trigger =
        |geometry: Value| json!({"KHR_physics_rigid_bodies": {"trigger": {"geometry": geometry}}});
    // A collider on every node of a deep chain, whose top moves; then one around each node's mesh.
    for geometry in [None, Some(())] {
        let node = |n: usize| {
            let shape =
                geometry.map_or(json!({"shape": 0}), |()| json!({"node": n, "convexHull": true}));
            json!({"mesh": 0, "translation": [1, 0, 0], "children": [n + 1], "extensions": trigger(shape)})
        };
        let mut nodes: Vec<_> = (0..DEPTH).map(node).collect();
        nodes.push(json!({}));
        let mut fixture = with_mesh(nodes.into());
        fixture.json["extensions"] =
            json!({"KHR_implicit_shapes": {"shapes": [{"type": "sphere"}]}});
        let (times, places) = (fixture.times(&[0.0]), fixture.floats(&[[0.0; 3]]));
        fixture.animate(0, "translation", "STEP", times, places);
        let message = fixture.read().unwrap_err().to_string();
        assert!(message.contains("expected less than 256 MiB of data in all"), "{message}");
    }
}

#[test]
fn the_files_of_the_open_metaverse_group_are_read() {
    for (file, expected, purpose) in [
        ("OMI_box_collider.gltf", obb([0.0; 3], [0.5; 3]), Purpose::Solid),
        ("OMI_capsule_collider.gltf", capsule(0.5, 0.5), Purpose::Solid),
        ("OMI_static_compound_collider.gltf", obb([0.0; 3], [0.5, 1.0, 1.5]), Purpose::Solid),
        ("OMI_trigger_box.gltf", obb([0.0; 3], [0.5; 3]), Purpose::Trigger),
    ] {
        let Some((_, model)) = crate::assets::asset(file) else { continue };
        let [found] = model.colliders.as_slice() else { panic!("{file}: {:?}", model.colliders) };
        assert_eq!((&found.shape, found.purpose), (&expected, purpose), "{file}");
        assert_eq!(model.warnings, []);
    }
}
