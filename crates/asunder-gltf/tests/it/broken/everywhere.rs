//! Every value of a file, replaced in turn by wrong ones.

use asunder_gltf::{GltfError, Model, Rigging, write_colliders};
use serde_json::{Value, json};

use crate::fixture::{Fixture, arm};

/// An arm with colliders in every format.
fn arm_with_colliders() -> Fixture {
    let mut arm = arm();
    let khr = |geometry: Value| {
        json!({"KHR_physics_rigid_bodies": {
            "collider": {"geometry": geometry}, "trigger": {"nodes": [3]},
        }})
    };
    let nodes = arm.json["nodes"].as_array_mut().unwrap();
    nodes.push(json!({"translation": [0, 0.25, 0], "extensions": khr(json!({"shape": 0}))}));
    nodes.push(json!({"extensions": khr(json!({"node": 0, "convexHull": true}))}));
    nodes.push(json!({"extensions": khr(json!({"mesh": 0}))}));
    nodes[1]["children"] = json!([3, 4, 5]);
    nodes[1]["boundingVolume"] = json!({"shape": 1, "rotation": [0, 0, 0, 1], "scale": [1, 2, 1]});
    nodes[2]["extensions"] = json!({"OMI_physics_body": {"trigger": {"shape": 0}}});
    nodes[2]["extras"] = json!({"asunder_role": "attack", "asunder_region": "arm"});
    arm.json["shapes"] = json!([
        {"type": "sphere", "sphere": {"radius": 0.5}},
        {"type": "cylinder", "cylinder": {"height": 1, "radiusTop": 1, "radiusBottom": 2}},
    ]);
    arm.json["extensionsRequired"] = json!(["KHR_lights_punctual"]);
    let capsule = json!({"height": 1, "radiusTop": 0.5, "radiusBottom": 0.25});
    arm.json["extensions"] = json!({
        "KHR_implicit_shapes": {"shapes": [{"type": "capsule", "capsule": capsule}]},
        "OMI_physics_shape": {"shapes": [{"type": "box", "box": {"size": [1, 2, 3]}}]},
        "VRMC_springBone": {"colliders": [
            {"node": 1, "shape": {"capsule": {"offset": [0, 0, 0], "radius": 1, "tail": [1, 0, 0]}}},
            {"node": 1, "shape": {"sphere": {}}, "extensions": {
                "VRMC_springBone_extended_collider": {"shape": {"plane": {"normal": [0, 0, 1]}}},
            }},
        ]},
    });
    arm
}

/// The JSON pointers to all values inside one.
pub(crate) fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                found.push(format!("{path}/{key}"));
                places(field, &format!("{path}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                found.push(format!("{path}/{i}"));
                places(item, &format!("{path}/{i}"), found);
            }
        }
        _ => {}
    }
}

pub(crate) fn wrong_values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(3),
        json!(1.5),
        json!(1e39),
        json!(1e300),
        json!(4_294_967_296_u64),
        json!(u64::MAX),
        json!(""),
        json!("box"),
        json!([]),
        json!([0]),
        json!([0, 0, 0]),
        json!([1e38, 1e38, 1e38, 1e38]),
        json!({}),
    ]
}

/// Calls everything on a model that was read.
fn use_all(bytes: &[u8], model: &Model) {
    let mut pose = model.rest_pose();
    for clip in &model.clips {
        model.sample(clip, 0.5, &mut pose);
        model.blend((clip, 0.25), (clip, 0.75), 0.5, &mut pose);
    }
    // Numbers near the limits of `f32` may overflow: then the rig is an error.
    if let Ok(rigging) = Rigging::of(model, &model.colliders) {
        let mut bones = Vec::new();
        rigging.bone_matrices(&pose, &mut bones);
        drop(rigging.rig().place(asunder::Bones::Global(&bones), &asunder::Affine3::identity()));
    }
    if let Ok(written) = write_colliders(bytes, "written", &model.colliders) {
        let again = Model::from_slice(&written.bytes, "written");
        let again = again.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.colliders.len(), 2 * model.colliders.len());
    }
}

#[test]
fn no_value_anywhere_makes_it_panic_or_stay_silent() {
    let arm_with_colliders = arm_with_colliders();
    let whole = arm_with_colliders.read().unwrap();
    assert_eq!(whole.colliders.len(), 6, "{:?}", whole.colliders);
    use_all(&arm_with_colliders.glb(), &whole);

    let mut pointers = Vec::new();
    places(&arm_with_colliders.json, "", &mut pointers);
    let (mut read, mut refused) = (0, 0);
    for pointer in &pointers {
        for value in wrong_values() {
            let mut broken = arm_with_colliders.clone();
            *broken.json.pointer_mut(pointer).unwrap() = value.clone();
            let glb = broken.glb();
            match Model::from_slice(&glb, "broken.glb") {
                Ok(model) => {
                    read += 1;
                    use_all(&glb, &model);
                }
                Err(error) => {
                    refused += 1;
                    let text = error.to_string();
                    assert!(text.starts_with("broken.glb: "), "{text}");
                    let (GltfError::Invalid { path, .. } | GltfError::Unsupported { path, .. }) =
                        &error
                    else {
                        panic!("{pointer} := {value} gives {error:?}")
                    };
                    // The path starts at one of the file's lists, or its root.
                    let top = path.split(['.', '[']).next().unwrap();
                    assert!(
                        arm_with_colliders.json.get(top).is_some() || top == "buffers",
                        "{text}"
                    );
                }
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} read, {refused} refused: no test of both");
}

#[test]
fn what_is_taken_away_is_named_or_not_needed() {
    let arm_with_colliders = arm_with_colliders();
    let mut pointers = Vec::new();
    places(&arm_with_colliders.json, "", &mut pointers);
    for pointer in &pointers {
        let (above, key) = pointer.rsplit_once('/').unwrap();
        let mut broken = arm_with_colliders.clone();
        match broken.json.pointer_mut(above).unwrap() {
            Value::Object(fields) => drop(fields.remove(key)),
            Value::Array(items) => drop(items.remove(key.parse().unwrap())),
            _ => unreachable!(),
        }
        match broken.read() {
            Ok(model) => use_all(&broken.glb(), &model),
            Err(error) => assert!(error.to_string().starts_with("fixture.glb: "), "{error}"),
        }
    }
}
