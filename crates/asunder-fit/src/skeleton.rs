//! The bones of a model: every node that moves vertices.

use asunder_gltf::matrix::product;
use asunder_gltf::{Matrix, Model};

/// The nodes of a model that are joints of a skin or carry a rigid mesh.
#[derive(Debug)]
pub(crate) struct Skeleton {
    /// For each bone its node.
    pub(crate) nodes: Vec<usize>,
    /// For each bone the nearest bone above it.
    pub(crate) parents: Vec<Option<usize>>,
    /// For each node its bone.
    pub(crate) bone_of: Vec<Option<usize>>,
    /// For each bone, where it is a joint first: the skin and the place among its joints.
    binding: Vec<Option<(usize, usize)>>,
}

impl Skeleton {
    pub(crate) fn of(model: &Model) -> Self {
        let mut bone_of = vec![None; model.nodes.len()];
        let (mut nodes, mut binding) = (Vec::new(), Vec::new());
        let joints = model.skins.iter().enumerate().flat_map(|(skin, it)| {
            it.joints.iter().enumerate().map(move |(joint, &node)| (node, Some((skin, joint))))
        });
        let rigid = model.meshes.iter().filter(|mesh| mesh.skin.is_none());
        for (node, bound) in joints.chain(rigid.map(|mesh| (mesh.node, None))) {
            if bone_of[node].is_none() {
                bone_of[node] = Some(nodes.len());
                nodes.push(node);
                binding.push(bound);
            }
        }
        let mut above = vec![None; model.nodes.len()];
        for &node in model.parents_first() {
            if let Some(parent) = model.nodes[node].parent {
                above[node] = bone_of[parent].or(above[parent]);
            }
        }
        let parents = nodes.iter().map(|&node| above[node]).collect();
        Self { nodes, parents, bone_of, binding }
    }

    /// The bone's inverse bind matrix, in the first skin that has it; a bone without skin has none.
    pub(crate) fn inverse_bind<'a>(&self, model: &'a Model, bone: usize) -> Option<&'a Matrix> {
        self.binding[bone].map(|(skin, joint)| &model.skins[skin].inverse_bind[joint])
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
