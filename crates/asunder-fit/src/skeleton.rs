//! The bones of a model: every node that moves vertices.

use asunder_gltf::matrix::product;
use asunder_gltf::{Matrix, Model};
use std::ops::Deref;

/// A model's bones, and where they are when nothing is animated.
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

    /// From the vertices of a mesh as modelled to a bone's space, if the bone moves the mesh; of a
    /// rigid mesh on a node below the bone, when nothing is animated.
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

    /// From the space of a node to that of another that it hangs on, when nothing is animated.
    fn rest_in(&self, model: &Model, node: usize, other: usize) -> Option<Matrix> {
        let (mut matrix, mut at) = (asunder_gltf::matrix::IDENTITY, node);
        while at != other {
            matrix = product(&model.nodes[at].rest.matrix(), &matrix);
            at = model.nodes[at].parent?;
        }
        Some(matrix)
    }

    /// Where a bone's origin is in the space of another, when nothing is animated. `None` if the
    /// one does not hang on the other.
    pub(crate) fn joint_in(&self, model: &Model, bone: usize, other: usize) -> Option<[f64; 3]> {
        let rest = self.rest_in(model, self.nodes[bone], self.nodes[other])?;
        Some([rest[12], rest[13], rest[14]].map(f64::from))
    }

    /// Every bone, each before the bone it hangs on.
    pub(crate) fn children_first(&self, model: &Model) -> Vec<usize> {
        model.parents_first().iter().rev().filter_map(|&node| self.bone_of[node]).collect()
    }
}
