//! Files that break a rule: each message names the place, the value and what was expected.

mod data;
mod everywhere;

use serde_json::{Value, json};

pub(crate) use everywhere::{places, wrong_values};

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
const INVERSE_BIND: usize = 4;
const TIMES: usize = 5;
const TURNS: usize = 6;

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
        |arm| poke(arm, TIMES, 1, -0.5),
        &[&sampler, ".input[1] is -0.5 after 0; expected times that increase"],
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
