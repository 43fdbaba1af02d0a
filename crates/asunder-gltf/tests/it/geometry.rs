//! Meshes and skins: vertices in buffers, and skinning.

use asunder_gltf::Model;
use serde_json::{Value, json};

use crate::fixture::{Fixture, arm};

fn near(a: [f32; 3], b: [f32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
}

/// A rigid mesh of one primitive.
fn mesh(fixture: &mut Fixture, primitive: Value) -> Model {
    fixture.push("meshes", json!({"primitives": [primitive]}));
    fixture.read().unwrap()
}

#[test]
fn a_skin_bends_a_mesh() {
    let model = arm().read().unwrap();
    let strip = &model.meshes[0];
    assert_eq!((strip.name.as_str(), strip.node, strip.skin), ("strip", 0, Some(0)));
    assert_eq!(strip.triangles, [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]]);
    assert_eq!(model.skins[0].joints, [2, 1]);

    let mut positions = Vec::new();
    model.posed_positions(strip, &model.rest_pose(), &mut positions);
    assert_eq!(positions, strip.positions, "at rest; the carrier's own place does not count");

    let mut pose = Vec::new();
    model.sample(model.clip("bend").unwrap(), 1.0, &mut pose);
    model.posed_positions(strip, &pose, &mut positions);
    for (found, expected) in positions.iter().zip([
        [0.0, 0.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.25, 1.25, 0.0], // Halfway between (0.5, 1, 0) and (0, 1.5, 0).
        [-1.0, 1.0, 0.0],
        [-1.0, 1.5, 0.0],
    ]) {
        assert!(near(*found, expected), "{positions:?}");
    }
}

#[test]
fn unused_slots_are_cleared_and_weights_made_to_sum_to_one() {
    let mut arm = arm();
    let bytes = [[200_u8, 0, 0, 0], [5, 0, 0, 0], [100, 100, 0, 0], [1, 3, 0, 0], [9; 4], [255; 4]];
    let weights = arm.accessor(5121, "VEC4", 6, bytes.as_flattened());
    arm.json["accessors"][weights]["normalized"] = json!(true);
    arm.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    let model = arm.read().unwrap();
    let strip = &model.meshes[0];
    assert_eq!(strip.joints[1], [0; 8], "joint 9 does not exist, but has no weight either");
    let expected = [[1.0, 0.0], [1.0, 0.0], [0.5, 0.5], [0.25, 0.75], [0.25; 2], [0.25; 2]];
    for (weights, expected) in strip.weights.iter().zip(expected) {
        assert_eq!(weights[..2], expected);
    }
}

#[test]
fn a_second_set_gives_a_vertex_eight_joints() {
    let mut arm = arm();
    let joints = arm.accessor(5123, "VEC4", 6, &[[1, 0, 0, 0, 0, 0, 0, 0]; 6].concat());
    let weights = arm.floats(&[[3.0, 0.0, 0.0, 0.0]; 6]);
    let attributes = &mut arm.json["meshes"][0]["primitives"][0]["attributes"];
    attributes["JOINTS_1"] = json!(joints);
    attributes["WEIGHTS_1"] = json!(weights);
    let model = arm.read().unwrap();
    let strip = &model.meshes[0];
    assert_eq!(strip.joints[0], [0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(strip.weights[0], [0.25, 0.0, 0.0, 0.0, 0.75, 0.0, 0.0, 0.0]);
}

#[test]
fn a_skin_without_inverse_bind_matrices_takes_the_mesh_as_modelled_in_joint_space() {
    let mut arm = arm();
    arm.json["skins"][0].as_object_mut().unwrap().remove("inverseBindMatrices");
    let model = arm.read().unwrap();
    let mut positions = Vec::new();
    model.posed_positions(&model.meshes[0], &model.rest_pose(), &mut positions);
    assert_eq!(positions[4], [0.0, 3.0, 0.0], "lifted by the elbow");
}

#[test]
fn primitives_of_a_mesh_are_joined_and_lines_left_out() {
    let mut fixture = Fixture::new(json!([{"mesh": 0, "translation": [1, 0, 0]}, {"mesh": 0}]));
    let corner = fixture.floats(&[[0.0; 3], [1.0; 3], [2.0; 3]]);
    let other = fixture.floats(&[[3.0; 3], [4.0; 3], [5.0; 3], [6.0; 3]]);
    let indices = fixture.accessor(5121, "SCALAR", 3, &[3, 0, 1]);
    fixture.push(
        "meshes",
        json!({"primitives": [
            {"attributes": {"POSITION": corner}},
            {"attributes": {"POSITION": corner}, "mode": 1},
            {"attributes": {"NORMAL": corner}},
            {"attributes": {"POSITION": other}, "indices": indices},
        ]}),
    );
    let model = fixture.read().unwrap();
    assert_eq!(model.meshes.len(), 2, "one for each node");
    let first = &model.meshes[0];
    assert_eq!(first.positions.len(), 7);
    assert_eq!(first.triangles, [[0, 1, 2], [6, 3, 4]]);
    let mut positions = Vec::new();
    model.posed_positions(first, &model.rest_pose(), &mut positions);
    assert_eq!(positions[6], [7.0, 6.0, 6.0], "carried by its node");
}

#[test]
fn interleaved_elements_are_a_stride_apart() {
    let mut fixture = Fixture::new(json!([{"mesh": 0}]));
    // Positions and normals interleaved; no stride after the last position.
    let words: Vec<f32> = (0..15).map(|i| i as f32).collect();
    let bytes: Vec<u8> = words.iter().flat_map(|x| x.to_le_bytes()).collect();
    let positions = fixture.accessor(5126, "VEC3", 3, &bytes);
    fixture.json["bufferViews"][0]["byteStride"] = json!(24);
    let model = mesh(&mut fixture, json!({"attributes": {"POSITION": positions}}));
    assert_eq!(model.meshes[0].positions[2], [12.0, 13.0, 14.0]);
}

#[test]
fn sparse_elements_replace_those_below() {
    let mut fixture = Fixture::new(json!([{"mesh": 0}, {"mesh": 1}]));
    let below = fixture.floats(&[[1.0; 3], [2.0; 3], [3.0; 3]]);
    let places = fixture.view(&[1, 0, 2, 0]);
    let values: Vec<u8> =
        [8_f32; 3].iter().chain(&[9.0; 3]).flat_map(|x| x.to_le_bytes()).collect();
    let values = fixture.view(&values);
    let sparse = json!({
        "count": 2,
        "indices": {"bufferView": places, "componentType": 5123},
        "values": {"bufferView": values},
    });
    fixture.json["accessors"][below]["sparse"] = sparse.clone();
    let zeros = fixture.push(
        "accessors",
        json!({"componentType": 5126, "type": "VEC3", "count": 4, "sparse": sparse}),
    );
    fixture.push("meshes", json!({"primitives": [{"attributes": {"POSITION": below}}]}));
    let model = mesh(&mut fixture, json!({"attributes": {"POSITION": zeros}}));
    assert_eq!(model.meshes[0].positions, [[1.0; 3], [8.0; 3], [9.0; 3]]);
    assert_eq!(model.meshes[1].positions, [[0.0; 3], [8.0; 3], [9.0; 3], [0.0; 3]]);
}

#[test]
fn quantized_positions_are_numbers_or_fractions() {
    for (component, normalized, bytes, expected) in [
        (5120, false, vec![1, 0x80, 0x7f], [1.0, -128.0, 127.0]),
        (5120, true, vec![0, 0x80, 0x7f], [0.0, -1.0, 1.0]),
        (5121, true, vec![0, 51, 255], [0.0, 0.2, 1.0]),
        (5122, false, vec![1, 0, 0, 0x80, 0xff, 0x7f], [1.0, -32768.0, 32767.0]),
        (5123, true, vec![0, 0, 0x33, 0x33, 0xff, 0xff], [0.0, 0.2, 1.0]),
    ] {
        let mut fixture = Fixture::new(json!([{"mesh": 0}]));
        fixture.json["extensionsRequired"] = json!(["KHR_mesh_quantization", "EXT_unheard_of"]);
        let positions = fixture.accessor(component, "VEC3", 1, &bytes);
        fixture.json["accessors"][positions]["normalized"] = json!(normalized);
        let model = mesh(&mut fixture, json!({"attributes": {"POSITION": positions}}));
        assert_eq!(model.meshes[0].positions, [expected], "{component} {normalized}");
    }
}
