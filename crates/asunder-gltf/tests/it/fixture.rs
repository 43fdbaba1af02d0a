//! Small glTF files made by the tests.

use asunder_gltf::{GltfError, Model};
use serde_json::{Value, json};

/// A builder of glTF files: JSON, and the bytes of one buffer.
#[derive(Clone)]
pub(crate) struct Fixture {
    pub(crate) json: Value,
    pub(crate) binary: Vec<u8>,
}

impl Fixture {
    /// A file with these nodes and nothing else.
    pub(crate) fn new(nodes: Value) -> Self {
        let json = json!({
            "asset": {"version": "2.0"},
            "nodes": nodes,
            "accessors": [],
            "bufferViews": [],
        });
        Fixture { json, binary: Vec::new() }
    }

    /// Adds data in a view and an accessor of its own; returns the accessor's index.
    pub(crate) fn accessor(
        &mut self,
        component: u32,
        shape: &str,
        count: usize,
        data: &[u8],
    ) -> usize {
        let view = self.view(data);
        self.push(
            "accessors",
            json!({
                "bufferView": view, "componentType": component, "type": shape, "count": count,
            }),
        )
    }

    /// Adds floating-point data; returns the accessor's index.
    pub(crate) fn floats<const N: usize>(&mut self, elements: &[[f32; N]]) -> usize {
        let shape = ["SCALAR", "", "VEC3", "VEC4"].get(N - 1).unwrap_or(&"MAT4");
        let bytes: Vec<u8> = elements.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        self.accessor(5126, shape, elements.len(), &bytes)
    }

    /// Adds keyframe times; returns the accessor's index.
    pub(crate) fn times(&mut self, times: &[f32]) -> usize {
        let elements: Vec<_> = times.iter().map(|&time| [time]).collect();
        self.floats(&elements)
    }

    /// Adds data in a view of its own; returns the view's index.
    pub(crate) fn view(&mut self, data: &[u8]) -> usize {
        let offset = self.binary.len();
        self.binary.extend(data);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let view = json!({"buffer": 0, "byteOffset": offset, "byteLength": data.len()});
        self.push("bufferViews", view)
    }

    /// Adds to a list at the root of the file; returns the index.
    pub(crate) fn push(&mut self, list: &str, value: Value) -> usize {
        if self.json.get(list).is_none() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    /// Adds a clip with one channel.
    pub(crate) fn animate(
        &mut self,
        node: usize,
        path: &str,
        how: &str,
        input: usize,
        output: usize,
    ) {
        self.push(
            "animations",
            json!({
                "channels": [{"sampler": 0, "target": {"node": node, "path": path}}],
                "samplers": [{"input": input, "output": output, "interpolation": how}],
            }),
        );
    }

    /// The file as a binary container.
    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{"byteLength": self.binary.len()}]);
        container(json.to_string().as_bytes(), &self.binary)
    }

    /// The file as text with the buffer at `uri`.
    pub(crate) fn gltf(&self, uri: &str) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{"byteLength": self.binary.len(), "uri": uri}]);
        json.to_string().into_bytes()
    }

    /// The file's buffer as a `data:` URI.
    pub(crate) fn data_uri(&self) -> String {
        format!("data:application/octet-stream;base64,{}", base64(&self.binary))
    }

    pub(crate) fn read(&self) -> Result<Model, GltfError> {
        Model::from_slice(&self.glb(), "fixture.glb")
    }
}

/// A container around these two chunks.
pub(crate) fn container(json: &[u8], binary: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    for (kind, data, padding) in [(b"JSON", json, b' '), (b"BIN\0", binary, 0)] {
        let length = data.len().next_multiple_of(4);
        chunks.extend((length as u32).to_le_bytes());
        chunks.extend(kind);
        chunks.extend(data);
        chunks.resize(chunks.len() + length - data.len(), padding);
    }
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    glb.extend((12 + chunks.len() as u32).to_le_bytes());
    glb.extend(chunks);
    glb
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let at = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= group.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// An arm along y: a skinned strip of six vertices on two joints, the elbow at height 1, bent a
/// quarter turn about z by the clip `bend` of one second.
pub(crate) fn arm() -> Fixture {
    let mut arm = Fixture::new(json!([
        {"name": "skin carrier", "mesh": 0, "skin": 0, "translation": [50, 60, 70]},
        {"name": "elbow", "translation": [0, 1, 0]},
        {"name": "shoulder", "children": [1]},
    ]));
    let positions = arm.floats(&[
        [0.0, 0.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.5, 1.0, 0.0],
        [0.0, 2.0, 0.0],
        [0.5, 2.0, 0.0],
    ]);
    let joints =
        [[0, 0, 0, 0], [0, 9, 9, 9], [0, 1, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]];
    let joints = arm.accessor(5121, "VEC4", 6, joints.as_flattened());
    let weights = arm.floats(&[
        [1.0, 0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],
        [0.5, 0.5, 0.0, 0.0],
        [0.5, 0.5, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],
    ]);
    let indices = arm.accessor(5123, "SCALAR", 6, &[0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
    let mut elbow = asunder_gltf::matrix::IDENTITY;
    elbow[13] = -1.0;
    let inverse_bind = arm.floats(&[asunder_gltf::matrix::IDENTITY, elbow]);
    arm.push(
        "meshes",
        json!({"name": "strip", "primitives": [{
            "attributes": {"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights},
            "indices": indices, "mode": 5,
        }]}),
    );
    arm.push("skins", json!({"joints": [2, 1], "inverseBindMatrices": inverse_bind}));
    let times = arm.times(&[0.0, 1.0]);
    let half = 0.5_f32.sqrt();
    let turns = arm.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half]]);
    arm.animate(1, "rotation", "LINEAR", times, turns);
    arm.json["animations"][0]["name"] = json!("bend");
    arm
}
