//! The part of glTF 2.0's JSON that the fighter uses, as structs.
//!
//! Fields are written in the order they are declared, so the text is the same in every build.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Document {
    pub(super) asset: Asset,
    pub(super) scene: usize,
    pub(super) scenes: Vec<RootNodes>,
    pub(super) nodes: Vec<Node>,
    pub(super) meshes: Vec<Mesh>,
    pub(super) materials: Vec<Material>,
    pub(super) skins: Vec<Skin>,
    pub(super) animations: Vec<Animation>,
    #[serde(flatten)]
    pub(super) data: Data,
}

#[derive(Serialize)]
pub(crate) struct Asset {
    pub(crate) version: &'static str,
    pub(crate) generator: &'static str,
}

#[derive(Serialize)]
pub(crate) struct RootNodes {
    pub(crate) nodes: Vec<usize>,
}

#[derive(Serialize, Default)]
pub(super) struct Node {
    pub(super) name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skin: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) children: Vec<usize>,
}

#[derive(Serialize)]
pub(super) struct Mesh {
    pub(super) name: &'static str,
    pub(super) primitives: Vec<Primitive>,
}

#[derive(Serialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: usize,
    pub(super) material: usize,
}

#[derive(Serialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) positions: usize,
    #[serde(rename = "NORMAL")]
    pub(super) normals: usize,
    #[serde(rename = "COLOR_0")]
    pub(super) colours: usize,
    #[serde(rename = "JOINTS_0")]
    pub(super) joints: usize,
    #[serde(rename = "WEIGHTS_0")]
    pub(super) weights: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    pub(super) name: &'static str,
    pub(super) pbr_metallic_roughness: Surface,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Surface {
    pub(super) metallic_factor: f32,
    pub(super) roughness_factor: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    pub(super) name: &'static str,
    pub(super) inverse_bind_matrices: usize,
    pub(super) skeleton: usize,
    pub(super) joints: Vec<usize>,
}

#[derive(Serialize)]
pub(super) struct Animation {
    pub(super) name: &'static str,
    pub(super) channels: Vec<Channel>,
    pub(super) samplers: Vec<Sampler>,
}

#[derive(Serialize)]
pub(super) struct Channel {
    pub(super) sampler: usize,
    pub(super) target: Target,
}

#[derive(Serialize)]
pub(super) struct Target {
    pub(super) node: usize,
    pub(super) path: &'static str,
}

#[derive(Serialize)]
pub(super) struct Sampler {
    pub(super) input: usize,
    pub(super) interpolation: &'static str,
    pub(super) output: usize,
}

/// The buffer, its views and accessors.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Data {
    pub(crate) accessors: Vec<Accessor>,
    pub(crate) buffer_views: Vec<BufferView>,
    pub(crate) buffers: Vec<Buffer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accessor {
    pub(crate) buffer_view: usize,
    pub(crate) component_type: u16,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) normalized: bool,
    pub(crate) count: usize,
    #[serde(rename = "type")]
    pub(crate) shape: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) min: Vec<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) max: Vec<f32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BufferView {
    pub(crate) buffer: usize,
    pub(crate) byte_offset: usize,
    pub(crate) byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<u16>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Buffer {
    pub(crate) byte_length: usize,
}
