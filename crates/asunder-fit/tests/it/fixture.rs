//! Small models made by the tests, as glTF files.

use asunder_gltf::Model;
use asunder_jury::Rng;
use serde_json::{Value, json};

/// A builder of models: nodes, one mesh, and its skin if it has one.
#[derive(Default)]
pub(crate) struct Fixture {
    nodes: Vec<Value>,
    pub(crate) joints: Vec<usize>,
    pub(crate) inverse_bind: Vec<[f32; 16]>,
    pub(crate) positions: Vec<[f32; 3]>,
    /// The joints and weights of each vertex.
    pub(crate) shares: Vec<([u8; 4], [f32; 4])>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The second set of joints and weights of each vertex, if there is one.
    pub(crate) more_shares: Vec<([u8; 4], [f32; 4])>,
    /// A clip that rotates one node: the node, times and rotations.
    pub(crate) turns: Option<(usize, Vec<f32>, Vec<[f32; 4]>)>,
    /// Scales of the same node, which replace its rotations if there are any.
    pub(crate) scales: Vec<[f32; 3]>,
}

impl Fixture {
    /// Adds a node; returns its index.
    pub(crate) fn node(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a node with an inverse bind matrix as a joint; returns its index among the joints.
    pub(crate) fn joint(&mut self, node: Value, inverse_bind: [f32; 16]) -> u8 {
        let node = self.node(node);
        self.joints.push(node);
        self.inverse_bind.push(inverse_bind);
        (self.joints.len() - 1) as u8
    }

    /// Adds vertices that one joint moves alone, in triangles of three after one another.
    pub(crate) fn points(&mut self, joint: u8, points: &[[f32; 3]]) {
        let first = self.positions.len() as u32;
        self.positions.extend(points);
        self.shares.resize(self.positions.len(), ([joint, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
        let count = points.len() as u32;
        self.triangles.extend((0..count).map(|i| [0, 1, 2].map(|k| first + (i + k) % count)));
    }

    /// The model. With joints, the mesh hangs on a node of its own; without, on the first node.
    pub(crate) fn read(mut self) -> Model {
        let floats = |rows: &[f32]| rows.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
        let (positions, triangles) = (self.positions.len(), self.triangles.len() * 3);
        let joints: Vec<u8> = self.shares.iter().flat_map(|share| share.0).collect();
        let weights: Vec<f32> = self.shares.iter().flat_map(|share| share.1).collect();
        let indices: Vec<u8> =
            self.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
        let arrays = [
            (5126, "VEC3", positions, floats(self.positions.as_flattened())),
            (5125, "SCALAR", triangles, indices),
            (5121, "VEC4", positions, joints),
            (5126, "VEC4", positions, floats(&weights)),
            (5126, "MAT4", self.joints.len(), floats(self.inverse_bind.as_flattened())),
        ];
        let used = if self.joints.is_empty() { 2 } else { 5 };
        let more_joints: Vec<u8> = self.more_shares.iter().flat_map(|share| share.0).collect();
        let more_weights: Vec<f32> = self.more_shares.iter().flat_map(|share| share.1).collect();
        let (node, times, values) = self.turns.clone().unwrap_or_default();
        let rest = [
            (5121, "VEC4", self.more_shares.len(), more_joints),
            (5126, "VEC4", self.more_shares.len(), floats(&more_weights)),
            (5126, "SCALAR", times.len(), floats(&times)),
            (5126, "VEC4", values.len(), floats(values.as_flattened())),
            (5126, "VEC3", self.scales.len(), floats(self.scales.as_flattened())),
        ];
        let rest = rest.into_iter().filter(|(_, _, count, _)| *count > 0);
        let arrays = arrays.into_iter().take(used).chain(rest);
        let (mut views, mut accessors, mut binary) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (component, shape, count, bytes)) in arrays.enumerate() {
            let (offset, length) = (binary.len(), bytes.len());
            views.push(json!({"buffer": 0, "byteOffset": offset, "byteLength": length}));
            accessors.push(json!({
                "bufferView": index, "componentType": component, "type": shape, "count": count,
            }));
            binary.extend(bytes);
            binary.resize(binary.len().next_multiple_of(4), 0);
        }
        let mut attributes = json!({"POSITION": 0});
        let mut json = json!({"asset": {"version": "2.0"}});
        if self.joints.is_empty() {
            self.nodes[0]["mesh"] = json!(0);
        } else {
            attributes["JOINTS_0"] = json!(2);
            attributes["WEIGHTS_0"] = json!(3);
            json["skins"] = json!([{"joints": self.joints, "inverseBindMatrices": 4}]);
            self.nodes.push(json!({"name": "mesh", "mesh": 0, "skin": 0}));
        }
        let mut next = used;
        if !self.more_shares.is_empty() {
            attributes["JOINTS_1"] = json!(next);
            attributes["WEIGHTS_1"] = json!(next + 1);
            next += 2;
        }
        if self.turns.is_some() {
            let path = if self.scales.is_empty() { "rotation" } else { "scale" };
            json["animations"] = json!([{
                "name": "turn",
                "samplers": [{"input": next, "output": next + 1}],
                "channels": [{"sampler": 0, "target": {"node": node, "path": path}}],
            }]);
        }
        json["nodes"] = Value::Array(self.nodes);
        json["meshes"] = json!([{"primitives": [{"attributes": attributes, "indices": 1}]}]);
        json["accessors"] = Value::Array(accessors);
        json["bufferViews"] = Value::Array(views);
        json["buffers"] = json!([{"byteLength": binary.len()}]);
        Model::from_slice(&container(json.to_string().as_bytes(), &binary), "fixture").unwrap()
    }
}

/// A binary glTF file.
fn container(json: &[u8], binary: &[u8]) -> Vec<u8> {
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

/// A random quaternion, (x, y, z, w).
pub(crate) fn random_rotation(rng: &mut Rng) -> [f64; 4] {
    loop {
        let q: [f64; 4] = std::array::from_fn(|_| rng.between(-1.0, 1.0));
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (0.1..1.0).contains(&length) {
            return q.map(|x| x / length);
        }
    }
}

/// A vector rotated by a unit quaternion: v + 2 q × (q × v + w v).
pub(crate) fn turned([x, y, z, w]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let q = [x, y, z];
    let first = cross(q, v);
    let second = cross(q, [0, 1, 2].map(|i| first[i] + w * v[i]));
    [0, 1, 2].map(|i| v[i] + 2.0 * second[i])
}

/// The matrix of a rotation by a unit quaternion, then a translation.
pub(crate) fn rigid(q: [f64; 4], translation: [f64; 3]) -> [f32; 16] {
    let mut m = [0.0; 16];
    for (i, axis) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate() {
        let column = turned(q, axis);
        (0..3).for_each(|j| m[4 * i + j] = column[j] as f32);
        m[12 + i] = translation[i] as f32;
    }
    m[15] = 1.0;
    m
}
