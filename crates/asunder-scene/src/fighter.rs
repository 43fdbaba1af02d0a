//! A fighter made entirely in code: body, skeleton and motions, as a binary glTF file.
//!
//! Use it where a demonstration or a test needs a skinned, animated model without a file. [`glb`] returns
//! the bytes, which any glTF 2.0 viewer opens; [`clips`] lists the clips. The fighter is 1.8 m tall, stands on y = 0 and faces +z. Its joints are `hips`, `spine`,
//! `chest`, `neck`, `head` and, each with `.l` and `.r`, `upper_arm`, `lower_arm`, `hand`,
//! `upper_leg`, `lower_leg` and `foot`.

mod body;
mod clips;
pub(crate) mod document;
pub(crate) mod glb;
mod math;
mod pose;
mod skeleton;
#[cfg(test)]
mod tests;
mod tube;

use clips::{CLIPS, Clip, Interpolation};
use document::{
    Animation, Asset, Attributes, Channel, Document, Material, Mesh, Node, Primitive, RootNodes,
    Sampler, Skin, Surface, Target,
};
use glb::{Arrays, Use};
use skeleton::{Bone, Joint, SKELETON};

/// The fighter as a `.glb`: the same bytes on every platform and in every run.
///
/// `idle` and `walk` loop; the other clips play once. `switch_stance` is sampled in steps, the
/// others linearly.
///
/// ```
/// let bytes = asunder_scene::fighter::glb();
/// assert_eq!(&bytes[..4], b"glTF");
/// ```
pub fn glb() -> Vec<u8> {
    let mut arrays = Arrays::default();
    let meshes = vec![mesh(&mut arrays)];
    let skins = vec![skin(&mut arrays)];
    let animations = CLIPS.iter().map(|clip| animation(clip, &mut arrays)).collect();
    let (data, binary) = arrays.finish();
    let document = Document {
        asset: Asset { version: "2.0", generator: "asunder" },
        scene: 0,
        scenes: vec![RootNodes { nodes: vec![Joint::Hips as usize, SKELETON.len()] }],
        nodes: nodes(),
        meshes,
        materials: vec![Material {
            name: "body",
            pbr_metallic_roughness: Surface { metallic_factor: 0.0, roughness_factor: 0.75 },
        }],
        skins,
        animations,
        data,
    };
    glb::container(&document, binary)
}

/// The names of the fighter's clips, in the file's order.
pub fn clips() -> &'static [&'static str] {
    const NAMES: [&str; CLIPS.len()] = {
        let mut names = [""; CLIPS.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = CLIPS[i].name;
            i += 1;
        }
        names
    };
    &NAMES
}

/// The joints, numbered as in [`Joint`], then the node with the mesh.
fn nodes() -> Vec<Node> {
    let joints = SKELETON.iter().map(|bone| {
        let rest = bone.joint.rest_in_parent();
        let children = SKELETON.iter().filter(|child| child.parent == Some(bone.joint));
        Node {
            name: bone.name,
            translation: Some(rest.origin.to_f32()),
            rotation: Some(rest.rotation.to_f32()),
            children: children.map(|child| child.joint as usize).collect(),
            ..Node::default()
        }
    });
    let shown = Node { name: "fighter", mesh: Some(0), skin: Some(0), ..Node::default() };
    joints.chain([shown]).collect()
}

fn mesh(arrays: &mut Arrays) -> Mesh {
    let body = body::mesh();
    let attributes = Attributes {
        positions: arrays.add_bounded(&body.positions, Use::VertexAttribute),
        normals: arrays.add(&body.normals, Use::VertexAttribute),
        colours: arrays.add_normalized(&body.colours, Use::VertexAttribute),
        joints: arrays.add(&body.joints, Use::VertexAttribute),
        weights: arrays.add(&body.weights, Use::VertexAttribute),
    };
    let corners: Vec<[u16; 1]> = body.triangles.as_flattened().iter().map(|&v| [v]).collect();
    let indices = arrays.add(&corners, Use::VertexIndex);
    Mesh { name: "body", primitives: vec![Primitive { attributes, indices, material: 0 }] }
}

fn skin(arrays: &mut Arrays) -> Skin {
    let inverse_binds = SKELETON.map(|bone| bone.joint.rest().inverse().to_matrix());
    Skin {
        name: "skeleton",
        inverse_bind_matrices: arrays.add(&inverse_binds, Use::Other),
        skeleton: Joint::Hips as usize,
        joints: SKELETON.iter().map(|bone| bone.joint as usize).collect(),
    }
}

/// A clip with one channel for the hips' translation and one for each joint's rotation.
fn animation(clip: &Clip, arrays: &mut Arrays) -> Animation {
    let times: Vec<[f32; 1]> = clip.keys.iter().map(|&(time, _)| [time]).collect();
    let input = arrays.add_bounded(&times, Use::Other);
    let places: Vec<[f32; 3]> = clip.keys.iter().map(|(_, pose)| pose.at.to_f32()).collect();
    let mut outputs = vec![("translation", Joint::Hips, arrays.add(&places, Use::Other))];

    let mut poses: Vec<_> = clip.keys.iter().map(|(_, pose)| pose.rotations()).collect();
    for i in 1..poses.len() {
        let before = poses[i - 1];
        for (rotation, before) in poses[i].iter_mut().zip(before) {
            *rotation = rotation.near(before);
        }
    }
    for Bone { joint, .. } in SKELETON {
        let rotations: Vec<[f32; 4]> =
            poses.iter().map(|pose| pose[joint as usize].to_f32()).collect();
        outputs.push(("rotation", joint, arrays.add(&rotations, Use::Other)));
    }

    let interpolation = match clip.interpolation {
        Interpolation::Linear => "LINEAR",
        Interpolation::Step => "STEP",
    };
    let (channels, samplers) = outputs
        .into_iter()
        .enumerate()
        .map(|(sampler, (path, joint, output))| {
            let target = Target { node: joint as usize, path };
            (Channel { sampler, target }, Sampler { input, interpolation, output })
        })
        .unzip();
    Animation { name: clip.name, channels, samplers }
}
