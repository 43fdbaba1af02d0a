//! Invalid colliders, and files that need too much memory.

use asunder_gltf::Format;
use serde_json::{Value, json};

use super::{meshes::with_mesh, one};
use crate::fixture::{Fixture, arm};

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
