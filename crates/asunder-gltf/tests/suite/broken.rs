//! Files that break a rule: each message names the place, the value and what was expected.

use serde_json::{Value, json};

use crate::fixture::{Fixture, arm};

/// Asserts that the arm, changed so, is refused with a message that has all these parts.
#[track_caller]
fn refused(change: impl FnOnce(&mut Fixture), parts: &[&str]) {
    let mut fixture = arm();
    change(&mut fixture);
    let message = fixture.read().expect_err(parts[0]).to_string();
    for part in ["fixture.glb: "].iter().chain(parts) {
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    }
}

/// Asserts the same with the value at a JSON pointer replaced.
#[track_caller]
fn refused_with(pointer: &str, value: Value, parts: &[&str]) {
    refused(
        |arm| *arm.json.pointer_mut(pointer).expect("the pointer leads somewhere") = value,
        parts,
    );
}

/// Overwrites a number in the data of an accessor.
fn poke(fixture: &mut Fixture, accessor: usize, index: usize, value: f32) {
    let view = fixture.json["accessors"][accessor]["bufferView"].as_u64().unwrap() as usize;
    let offset = fixture.json["bufferViews"][view]["byteOffset"].as_u64().unwrap() as usize;
    fixture.binary[offset + 4 * index..][..4].copy_from_slice(&value.to_le_bytes());
}

// The accessors of the arm.
const POSITION: usize = 0;
const JOINTS: usize = 1;
const WEIGHTS: usize = 2;
const INVERSE_BIND: usize = 4;
const TIMES: usize = 5;
const TURNS: usize = 6;
const ATTRIBUTES: &str = "meshes[0].primitives[0].attributes";

#[test]
fn versions() {
    refused_with("/asset/version", json!("1.0"), &["asset.version is \"1.0\"; expected \"2.0\""]);
    refused_with("/asset", json!({}), &["asset.version is missing"]);
    refused_with("/nodes", json!(5), &["nodes is 5; expected an array"]);
    refused_with("/nodes/1", json!(5), &["nodes[1] is 5; expected an object"]);
}

#[test]
fn nodes() {
    refused_with(
        "/nodes/2/children",
        json!([99]),
        &["nodes[2].children[0] is 99", "nodes, less than 3"],
    );
    refused_with("/nodes/2/children", json!([-1]), &["children[0] is -1; expected a whole number"]);
    refused_with(
        "/nodes/2/children",
        json!([1.5]),
        &["children[0] is 1.5; expected a whole number"],
    );
    refused_with(
        "/nodes/2/children",
        json!([1, 1]),
        &["nodes[2].children[1] is 1; expected a node without a parent; it is a child of nodes[2]"],
    );
    refused_with(
        "/nodes/2/children",
        json!([2]),
        &["nodes[2].children is a way back to the node itself; expected a tree"],
    );
    refused_with(
        "/nodes/0/translation",
        json!([1, 2]),
        &["nodes[0].translation is [1,2]; expected an array of 3"],
    );
    refused_with(
        "/nodes/0/translation",
        json!([1, 2, "3"]),
        &["nodes[0].translation[2] is \"3\"; expected a finite"],
    );
    refused_with(
        "/nodes/0/translation/1",
        json!(1e39),
        &["nodes[0].translation[1] is 1e+39; expected a finite"],
    );
    refused_with("/nodes/0/name", json!(7), &["nodes[0].name is 7; expected a string"]);
    let rotation = json!({"rotation": [0, 0, -0.0, 0]});
    refused_with(
        "/nodes/0",
        rotation,
        &["nodes[0].rotation is [0,0,-0.0,0]; expected a quaternion"],
    );
    let far = json!([{"scale": [1e30, 1, 1], "children": [1]}, {"scale": [1e30, 1, 1]}, {}]);
    refused_with("/nodes", far, &["nodes[1] is infinitely far or large"]);
}

#[test]
fn cycles_are_found_from_a_branch_that_hangs_on_them() {
    let nodes = json!([{}, {"children": [2]}, {"children": [3, 0]}, {"children": [1]}]);
    let message = Fixture::new(nodes).read().unwrap_err().to_string();
    assert!(message.contains(".children is a way back to the node itself"), "{message}");
    assert!(!message.contains("nodes[0]"), "{message}");
}

#[test]
fn matrices() {
    let mut transposed = asunder_gltf::matrix::IDENTITY;
    transposed[3] = 5.0;
    let node = json!({"matrix": transposed});
    refused_with(
        "/nodes/0",
        node,
        &["nodes[0].matrix is a matrix with 5; expected 0 at element 3", "12, 13, 14"],
    );
    let node = json!({"matrix": asunder_gltf::matrix::IDENTITY, "scale": [1, 1, 1]});
    refused_with(
        "/nodes/0",
        node,
        &["nodes[0].scale is [1,1,1]; expected nothing beside a matrix"],
    );
    let node = json!({"matrix": asunder_gltf::matrix::IDENTITY});
    refused_with(
        "/nodes/1",
        node,
        &["animations[0].channels[0].target.node is 1; expected a node without a matrix"],
    );
}

#[test]
fn skins() {
    refused_with("/skins/0/joints", json!([]), &["skins[0].joints is []; expected at least one"]);
    refused_with(
        "/skins/0/joints/1",
        json!(3),
        &["skins[0].joints[1] is 3; expected an index into nodes, less than 3"],
    );
    refused_with(
        "/skins/0/joints",
        json!([2, 1, 0]),
        &["skins[0].inverseBindMatrices is 2 matrices; expected one for each of 3"],
    );
    refused_with(
        "/nodes/0/skin",
        json!(1),
        &["nodes[0].skin is 1; expected an index into skins, less than 1"],
    );
    refused(
        |arm| poke(arm, INVERSE_BIND, 16 + 5, f32::INFINITY),
        &["skins[0].inverseBindMatrices[1] is [", "inf", "expected finite numbers"],
    );
    refused(
        |arm| poke(arm, INVERSE_BIND, 16 + 15, 0.0),
        &["skins[0].inverseBindMatrices[1] is a matrix with 0; expected 1 at element 15"],
    );
}

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

#[test]
fn animations() {
    let channel = "animations[0].channels[0]";
    let sampler = format!("{channel}.sampler -> animations[0].samplers[0]");
    let base = "/animations/0/channels/0";
    refused_with(
        &format!("{base}/target/node"),
        json!(9),
        &[channel, ".target.node is 9; expected an index into nodes"],
    );
    refused_with(
        &format!("{base}/target/path"),
        json!("spin"),
        &[channel, ".target.path is \"spin\"; expected translation"],
    );
    refused_with(
        &format!("{base}/sampler"),
        json!(1),
        &[channel, ".sampler is 1; expected an index into animations[0].samplers"],
    );
    refused_with(
        "/animations/0/samplers/0/interpolation",
        json!("BEZIER"),
        &[&sampler, ".interpolation is \"BEZIER\"; expected LINEAR"],
    );
    refused_with(
        "/animations/0/samplers/0/interpolation",
        json!("CUBICSPLINE"),
        &[&sampler, ".output is 2 values; expected 6: 3 for each time"],
    );
    refused_with(
        &format!("{base}/target/path"),
        json!("scale"),
        &[&sampler, ".output -> accessors[6].type is \"VEC4\"; expected \"VEC3\""],
    );
    refused(
        |arm| poke(arm, TIMES, 1, f32::NAN),
        &[&sampler, ".input[1] is [NaN]; expected finite numbers"],
    );
    refused(
        |arm| poke(arm, TIMES, 1, 0.0),
        &[&sampler, ".input[1] is 0 after 0; expected times that increase"],
    );
    refused(
        |arm| poke(arm, TURNS, 3, 0.0),
        &[&sampler, ".output is zero at keyframe 0; expected quaternions"],
    );
    refused(
        |arm| {
            let channel = arm.json["animations"][0]["channels"][0].clone();
            arm.json["animations"][0]["channels"].as_array_mut().unwrap().push(channel);
        },
        &[
            "animations[0].channels[1].target.path is \"rotation\"; expected each part of a node only once",
        ],
    );
}
