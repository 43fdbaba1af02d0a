//! The bones of a model.

use crate::{GltfError, Matrix, Model};

/// The bones of a model in the order of every rig on it.
///
/// The joints of all skins come first, in the order of the file, then the nodes that carry rigid
/// meshes, then other nodes that are asked for. The parent of a bone is its nearest ancestor that is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    /// The node of each bone.
    pub nodes: Vec<usize>,
    /// The parent of each bone.
    pub parents: Vec<Option<usize>>,
    /// The bone of each node of the model.
    pub bone_of: Vec<Option<usize>>,
    /// For each bone the first skin that has it as a joint, and its index among the joints.
    pub bindings: Vec<Option<(usize, usize)>>,
}

impl Skeleton {
    /// The bones of a model: its joints, and the nodes of its rigid meshes.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        Self::around(model, [])
    }

    /// The same with more nodes, without those that are bones already.
    ///
    /// # Errors
    /// [`GltfError::NotFound`] if there is no such node.
    pub fn with(
        model: &Model,
        more: impl IntoIterator<Item = usize> + Clone,
    ) -> Result<Self, GltfError> {
        match more.clone().into_iter().find(|&node| node >= model.nodes.len()) {
            Some(node) => Err(model.no_such_node(node)),
            None => Ok(Self::around(model, more)),
        }
    }

    fn around(model: &Model, more: impl IntoIterator<Item = usize>) -> Self {
        let mut bone_of = vec![None; model.nodes.len()];
        let (mut nodes, mut bindings) = (Vec::new(), Vec::new());
        let joints = model.skins.iter().enumerate().flat_map(|(skin, it)| {
            it.joints.iter().enumerate().map(move |(joint, &node)| (node, Some((skin, joint))))
        });
        let rigid = model.meshes.iter().filter(|mesh| mesh.skin.is_none()).map(|mesh| mesh.node);
        for (node, binding) in joints.chain(rigid.chain(more).map(|node| (node, None))) {
            if bone_of[node].is_none() {
                bone_of[node] = Some(nodes.len());
                nodes.push(node);
                bindings.push(binding);
            }
        }
        let mut above = vec![None; model.nodes.len()];
        for &node in model.parents_first() {
            if let Some(parent) = model.nodes[node].parent {
                above[node] = bone_of[parent].or(above[parent]);
            }
        }
        let parents = nodes.iter().map(|&node| above[node]).collect();
        Self { nodes, parents, bone_of, bindings }
    }

    /// The bone's inverse bind matrix, in the first skin that has it; a bone without skin has none.
    ///
    /// # Panics
    /// If there is no such bone, or the skeleton is another model's.
    #[must_use]
    pub fn inverse_bind<'a>(&self, model: &'a Model, bone: usize) -> Option<&'a Matrix> {
        self.bindings[bone].map(|(skin, joint)| &model.skins[skin].inverse_bind[joint])
    }
}
