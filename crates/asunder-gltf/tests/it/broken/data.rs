//! Broken data: accessors, views, buffers, and what primitives take from them.

use serde_json::{Value, json};

use super::{poke, refused, refused_with};
use crate::fixture::{Fixture, arm};

// The accessors of the arm.
const POSITION: usize = 0;
const JOINTS: usize = 1;
const WEIGHTS: usize = 2;
const ATTRIBUTES: &str = "meshes[0].primitives[0].attributes";

#[test]
fn accessors() {
    let position = format!("{ATTRIBUTES}.POSITION");
    refused_with(
        "/meshes/0/primitives/0/attributes/POSITION",
        json!(70),
        &[&position, "is 70", "accessors, less than 7"],
    );
    let accessor = format!("{position} -> accessors[0]");
    refused_with(
        "/accessors/0/componentType",
        json!(5125),
        &[&accessor, ".componentType is 5125; expected 5126 (F32)"],
    );
    refused_with(
        "/accessors/0/type",
        json!("VEC2"),
        &[&accessor, ".type is \"VEC2\"; expected \"VEC3\""],
    );
    refused_with(
        "/accessors/0/count",
        json!(7),
        &[&accessor, ".count is 7; expected elements of 12 bytes"],
    );
    refused_with(
        "/accessors/0/count",
        json!(0),
        &[&accessor, ".count is 0; expected at least one"],
    );
    refused_with("/accessors/0/count", json!(u64::MAX), &[&accessor, ".count is a request for"]);
    refused_with(
        "/accessors/0",
        json!({"componentType": 5126, "type": "VEC3", "count": 6}),
        &[&accessor, "bufferView is missing"],
    );
    refused(
        |arm| arm.json["accessors"][0]["byteOffset"] = json!(u64::MAX),
        &[&accessor, "from offset 18446744073709551615"],
    );
    refused(
        |arm| poke(arm, POSITION, 4, f32::NAN),
        &[&position, "[1] is [0.5, NaN, 0.0]; expected finite numbers"],
    );
}

#[test]
fn buffer_views() {
    let view = "accessors[0].bufferView -> bufferViews[0]";
    refused_with(
        "/accessors/0/bufferView",
        json!(70),
        &["accessors[0].bufferView is 70", "less than 7"],
    );
    refused_with(
        "/bufferViews/0/buffer",
        json!(1),
        &[view, ".buffer is 1; expected an index into buffers"],
    );
    refused_with(
        "/bufferViews/0/byteLength",
        json!(99999),
        &[view, ".byteLength is 99999; expected an end"],
    );
    refused_with(
        "/bufferViews/0/byteOffset",
        json!(u64::MAX),
        &[view, ".byteLength is 72; expected an end"],
    );
    refused(
        |arm| arm.json["bufferViews"][0]["byteStride"] = json!(8),
        &[view, ".byteStride is 8; expected at least an element's 12"],
    );
    refused(|arm| arm.json["bufferViews"][0]["byteStride"] = json!(0), &[view, ".byteStride is 0"]);
}

#[test]
fn buffers() {
    let refused = |buffers: Value, part: &str| {
        let mut arm = arm();
        arm.json["buffers"] = buffers;
        let file = arm.json.to_string();
        let model = asunder_gltf::Model::from_slice(file.as_bytes(), "arm.gltf");
        let message = model.unwrap_err().to_string();
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    };
    let uri = arm().data_uri();
    refused(
        json!([{"byteLength": 9}]),
        "bufferViews[4].buffer is 0; expected a buffer that has data",
    );
    refused(
        json!([{"byteLength": 9, "uri": "arm.bin"}]),
        "buffers[0].uri is \"arm.bin\"; expected data inside",
    );
    refused(
        json!([{"byteLength": 9999, "uri": uri}]),
        "buffers[0].byteLength is 9999; expected no more than",
    );
    refused(json!([{"uri": uri}]), "buffers[0].byteLength is missing");
    refused(
        json!([{"byteLength": 3, "uri": "data:;base64,AB!D"}]),
        "base64 that breaks off at character 2",
    );
    refused(json!([{"byteLength": 3, "uri": "data:text/plain,abc"}]), "expected base64 data");
}

#[test]
fn weights_and_joints() {
    let (joints, weights) = (format!("{ATTRIBUTES}.JOINTS_0"), format!("{ATTRIBUTES}.WEIGHTS_0"));
    refused(
        |arm| poke(arm, WEIGHTS, 4, 0.0),
        &[&weights, "[1] is all zero; expected weights that sum to 1"],
    );
    refused(
        |arm| poke(arm, WEIGHTS, 5, -0.5),
        &[&weights, "[1] is [1.0, -0.5, 0.0, 0.0]; expected weights of zero or more"],
    );
    refused(|arm| poke(arm, WEIGHTS, 5, f32::NAN), &[&weights, "[1] is [1.0, NaN, 0.0, 0.0]"]);
    refused(
        |arm| poke(arm, WEIGHTS, 5, 0.5),
        &[&joints, "[1] is 9; expected a joint of the skin, below 2"],
    );
    refused_with(
        "/accessors/1/count",
        json!(5),
        &[&joints, "is 5 elements; expected one for each of 6 vertices"],
    );
    refused_with(
        "/accessors/1/componentType",
        json!(5126),
        &[&joints, "is 5126; expected 5121 (U8) or 5123 (U16)"],
    );
    let bare = json!({"POSITION": POSITION});
    refused_with("/meshes/0/primitives/0/attributes", bare, &[&joints, "is missing"]);
    let three = json!({
        "POSITION": POSITION, "JOINTS_0": JOINTS, "WEIGHTS_0": WEIGHTS,
        "JOINTS_1": JOINTS, "WEIGHTS_1": WEIGHTS, "JOINTS_2": JOINTS, "WEIGHTS_2": WEIGHTS,
    });
    refused_with(
        "/meshes/0/primitives/0/attributes",
        three,
        &["JOINTS_2 needs more than 8 joints for a vertex"],
    );
}

#[test]
fn primitives() {
    refused_with(
        "/nodes/0/mesh",
        json!(1),
        &["nodes[0].mesh is 1; expected an index into meshes, less than 1"],
    );
    refused_with(
        "/meshes/0/primitives/0/mode",
        json!(7),
        &["meshes[0].primitives[0].mode is 7; expected 0 to 6"],
    );
    refused(
        |arm| {
            let short = arm.floats(&[[0.0; 3]; 5]);
            arm.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(short);
        },
        &["meshes[0].primitives[0].indices[5] is 5; expected a vertex below 5"],
    );
}

#[test]
fn compressed_geometry() {
    refused(
        |arm| {
            arm.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
            arm.json["meshes"][0]["primitives"][0]["extensions"] =
                json!({"KHR_draco_mesh_compression": {}});
        },
        &[
            "meshes[0].primitives[0].extensions.KHR_draco_mesh_compression needs",
            "export the model without mesh compression",
        ],
    );
    let mut arm = arm();
    for view in arm.json["bufferViews"].as_array_mut().unwrap() {
        view["extensions"] = json!({"EXT_meshopt_compression": {"buffer": 0}});
    }
    arm.json["buffers"] = json!([{"byteLength": 9}]);
    let file = arm.json.to_string();
    let message =
        asunder_gltf::Model::from_slice(file.as_bytes(), "arm.gltf").unwrap_err().to_string();
    assert!(message.contains("needs EXT_meshopt_compression, which is not read"), "{message}");
}

#[test]
fn sparse_accessors() {
    let sparse = |arm: &mut Fixture, place: u8| {
        let (places, values) = (arm.view(&[place]), arm.view(&[0; 12]));
        arm.json["accessors"][0]["sparse"] = json!({
            "count": 1,
            "indices": {"bufferView": places, "componentType": 5121},
            "values": {"bufferView": values},
        });
    };
    refused(
        |arm| sparse(arm, 6),
        &["accessors[0].sparse.indices is element 6; expected elements below 6"],
    );
    refused(
        |arm| {
            sparse(arm, 1);
            arm.json["accessors"][0]["sparse"]["count"] = json!(2);
        },
        &["accessors[0].sparse.count is 2; expected elements of 1 bytes"],
    );
}
