//! The bones of a model: every node that moves vertices.

use asunder_gltf::matrix::product;
use asunder_gltf::{Matrix, Model};
use std::ops::Deref;

/// A model's bones, with their relations in the bind and rest poses.
#[derive(Debug)]
pub(crate) struct Skeleton(asunder_gltf::Skeleton);

impl Deref for Skeleton {
    type Target = asunder_gltf::Skeleton;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Skeleton {
    pub(crate) fn of(model: &Model) -> Self {
        Self(asunder_gltf::Skeleton::of(model))
    }

    /// The matrix from the space of a mesh to a bone's, if the bone moves the mesh; of a rigid mesh on a
    /// descendant of the bone, in the rest pose.
    pub(crate) fn binding(&self, model: &Model, mesh: usize, bone: usize) -> Option<Matrix> {
        let (mesh, node) = (&model.meshes[mesh], self.nodes[bone]);
        match mesh.skin.map(|skin| &model.skins[skin]) {
            None => self.rest_in(model, mesh.node, node),
            Some(skin) => {
                let joint = skin.joints.iter().position(|&joint| joint == node)?;
                Some(skin.inverse_bind[joint])
            }
        }
    }

    /// The matrix from the space of a node to that of an ancestor, in the rest pose.
    fn rest_in(&self, model: &Model, node: usize, ancestor: usize) -> Option<Matrix> {
        let (mut matrix, mut at) = (asunder_gltf::matrix::IDENTITY, node);
        while at != ancestor {
            matrix = product(&model.nodes[at].rest.matrix(), &matrix);
            at = model.nodes[at].parent?;
        }
        Some(matrix)
    }

    /// The origin of a bone in the space of an ancestor, in the rest pose. `None` if the other is no
    /// ancestor.
    pub(crate) fn joint_in(&self, model: &Model, bone: usize, ancestor: usize) -> Option<[f64; 3]> {
        let rest = self.rest_in(model, self.nodes[bone], self.nodes[ancestor])?;
        Some([rest[12], rest[13], rest[14]].map(f64::from))
    }

    /// Every bone, each before its parent.
    pub(crate) fn children_first(&self, model: &Model) -> Vec<usize> {
        model.parents_first().iter().rev().filter_map(|&node| self.bone_of[node]).collect()
    }
}
