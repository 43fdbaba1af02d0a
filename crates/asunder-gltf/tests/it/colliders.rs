//! Colliders in each format: shapes, defaults, spaces and warnings.

mod broken;
mod frames;
mod meshes;
mod source;

use asunder::prelude::*;
use asunder::{Follow, Role};
use asunder_gltf::{Collider, Fidelity, Format, Purpose, Rigging};
use serde_json::{Value, json};

use crate::fixture::Fixture;

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
        assert_eq!((found.shape, found.fidelity), (capsule(0.15, 0.1), Fidelity::Exact));
        // Each end has a default of its own.
        let found = only(&one(format, json!({"type": "capsule", "capsule": {"radiusTop": 0.75}})));
        assert_eq!(found.fidelity, Fidelity::Encloses("a tapered capsule"), "{format}");
    }
}

/// Godot writes one radius, and the height from tip to tip.
#[test]
fn a_capsule_of_one_radius_is_measured_as_its_format_does() {
    let shape =
        |height: f64| json!({"type": "capsule", "capsule": {"height": height, "radius": 0.5}});
    assert_eq!(only(&one(Format::Omi, shape(2.0))).shape, capsule(0.5, 0.5));
    assert_eq!(only(&one(Format::Omi, shape(0.5))).shape, capsule(0.0, 0.5));
    assert_eq!(only(&one(Format::Khr, shape(2.0))).shape, capsule(1.0, 0.5));
    let early = json!({"type": "capsule", "height": 3, "radius": 0.5});
    assert_eq!(only(&one(Format::Omi, early)).shape, capsule(1.0, 0.5));
}

/// Points of the convex hull of two spheres on the y axis, computed without the library.
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
        // No larger than needed: the larger sphere's radius, up to rounding.
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
    assert_eq!(cone.fidelity, Fidelity::Encloses("a cylinder"));
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
fn extras_say_what_a_hitbox_is_for() {
    let mut fixture = one(Format::Omi, json!({"type": "box"}));
    fixture.json["nodes"][0]["extras"] = json!({
        "asunder_role": "attack", "asunder_region": "hand.r", "asunder_follow": "position",
        "damage": 1.5,
    });
    let found = only(&fixture);
    assert_eq!((found.role, found.follow), (Some(Role::Attack), Follow::Position));
    assert_eq!(found.region.as_deref(), Some("hand.r"));
    assert_eq!(found.extras.as_deref(), Some(r#"{"damage":1.5}"#));
    fixture.json["nodes"][0]["extras"]["asunder_role"] = json!("hit");
    let message = fixture.read().unwrap_err().to_string();
    let expected = "nodes[0].extras.asunder_role is \"hit\"; expected attack, hurt, push, none";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn what_is_not_there_for_hits_makes_no_hitbox() {
    let sphere = json!({"sphere": {"radius": 1}});
    let mut fixture = Fixture::new(json!([
        {"boundingVolume": {"shape": 0}},
        {"extensions": {"OMI_physics_body": {"collider": {"shape": 0}}}},
        {"extensions": {"OMI_physics_body": {"trigger": {"shape": 0}}}},
        {"extensions": {"OMI_physics_body": {"trigger": {"shape": 0}}},
            "extras": {"asunder_role": "none"}},
        {"extras": {"asunder_role": "hurt"}, "boundingVolume": {"shape": 0}},
        {},
    ]));
    let spring = json!({"colliders": [{"node": 5, "shape": sphere}]});
    fixture.json["shapes"] = json!([{"type": "box"}]);
    fixture.json["extensions"] = json!({
        "OMI_physics_shape": {"shapes": [{"type": "box"}]}, "VRMC_springBone": spring,
    });
    let model = fixture.read().unwrap();
    let roles: Vec<_> = model.colliders.iter().map(|it| (it.node, it.role)).collect();
    let expected = [
        (0, None),
        (1, Some(Role::Push)),
        (2, Some(Role::Hurt)),
        (3, None),
        (4, Some(Role::Hurt)),
        (5, None),
    ];
    assert_eq!(roles, expected);
    let rigging = Rigging::of(&model, &model.colliders).unwrap();
    let hitboxes = rigging.rig().hitboxes();
    let roles: Vec<_> =
        hitboxes.iter().map(|it| (rigging.nodes()[usize::from(it.bone)], it.role)).collect();
    assert_eq!(roles, [(1, Role::Push), (2, Role::Hurt), (4, Role::Hurt)]);
    assert_eq!(rigging.nodes(), [1, 2, 4], "what carries none is no bone");
}

#[test]
fn early_drafts_of_the_open_metaverse_group_put_shapes_on_nodes() {
    let of_list = |index: usize| json!({"OMI_physics_shape": {"shape": index}});
    let mut fixture = Fixture::new(json!([
        {"children": [1, 2], "extensions": {"OMI_physics_body": {"type": "trigger"}}},
        {"extensions": of_list(0)},
        {"children": [3], "extensions": {"OMI_physics_body": {"type": "static"}}},
        {"extensions": of_list(0)},
        {"extensions": of_list(1)},
        {"extensions": {"OMI_physics_shape": {"type": "box", "size": [2, 4, 6]}}},
    ]));
    fixture.json["extensions"] = json!({"OMI_physics_shape": {"shapes": [
        {"type": "sphere", "radius": 2}, {"type": "sphere", "radius": 3, "isTrigger": true},
    ]}});
    let model = fixture.read().unwrap();
    let sphere = |radius: f32| Shape3::from(Sphere3::new([0.0; 3], radius));
    let found: Vec<_> =
        model.colliders.iter().map(|it| (it.node, it.shape.clone(), it.purpose)).collect();
    let expected = [
        (1, sphere(2.0), Purpose::Trigger),
        (3, sphere(2.0), Purpose::Solid),
        (4, sphere(3.0), Purpose::Trigger),
        (5, obb([0.0; 3], [1.0, 2.0, 3.0]), Purpose::Solid),
    ];
    assert_eq!(found, expected);
    assert_eq!(model.warnings, []);
    fixture.json["nodes"][1]["extensions"] = of_list(2);
    let message = fixture.read().unwrap_err().to_string();
    assert!(message.contains("nodes[1].extensions.OMI_physics_shape.shape is 2"), "{message}");
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
