//! A rig and the model it moves with.

use asunder::{Affine3, Bone, Hitbox, Rig, Role};

use crate::collider::{Collider, Purpose};
use crate::{GltfError, Matrix, Model};

/// A rig whose bones are nodes of a model.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use asunder::{Affine3, Bones};
/// use asunder_gltf::{Model, Rigging};
///
/// let model = Model::open("knight.glb")?; // with colliders in it
/// let rigging = Rigging::of(&model, &model.colliders)?;
///
/// let (mut pose, mut bones) = (Vec::new(), Vec::new()); // reused from frame to frame
/// model.sample(model.clip("Walk")?, 0.25, &mut pose);
/// rigging.bone_matrices(&pose, &mut bones);
/// let placed = rigging.rig().place(Bones::Global(&bones), &Affine3::identity())?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rigging {
    rig: Rig,
    /// For each bone its node.
    nodes: Vec<usize>,
}

impl Rigging {
    /// The rig that these colliders make on the model: each a hitbox, in their order.
    ///
    /// Its bones are the joints of all skins in the order of the file, then the nodes that carry
    /// rigid meshes, then other nodes that carry colliders. A bone's parent is the nearest bone
    /// above it.
    ///
    /// # Errors
    /// If an inverse bind matrix cannot be inverted, or a collider belongs to another model.
    pub fn of(model: &Model, colliders: &[Collider]) -> Result<Self, GltfError> {
        let mut bone_of = vec![None; model.nodes.len()];
        let (mut nodes, mut inverse_binds) = (Vec::new(), Vec::new());
        let joints = model.skins.iter().flat_map(|skin| {
            let bound = skin.joints.iter().zip(&skin.inverse_bind);
            bound.map(|(&joint, inverse_bind)| (joint, Some(inverse_bind)))
        });
        let rigid = model.meshes.iter().filter(|mesh| mesh.skin.is_none());
        let carriers = rigid.map(|mesh| mesh.node).chain(colliders.iter().map(|it| it.node));
        for (node, inverse_bind) in joints.chain(carriers.map(|node| (node, None))) {
            let Some(bone) = bone_of.get_mut(node) else {
                return Err(model.no_such_node(node));
            };
            if bone.is_none() {
                *bone = Some(nodes.len());
                nodes.push(node);
                inverse_binds.push(inverse_bind);
            }
        }
        let mut above = vec![None; model.nodes.len()];
        for &node in model.parents_first() {
            if let Some(parent) = model.nodes[node].parent {
                above[node] = bone_of[parent].or(above[parent]);
            }
        }
        let bones = nodes.iter().zip(inverse_binds).map(|(&node, inverse_bind)| {
            let inverse_bind = inverse_bind.map_or(Affine3::identity(), affine);
            Bone::new(&model.nodes[node].name, above[node]).with_inverse_bind(inverse_bind)
        });
        let failed = |cause| GltfError::Rig { model: model.name.clone(), cause };
        let mut rig = Rig::new(&model.name, bones.collect()).map_err(failed)?;
        for collider in colliders {
            rig.add(Hitbox {
                bone: bone_of[collider.node].unwrap_or_default(),
                shape: collider.shape.clone(),
                region: collider.region.clone(),
                role: collider.role,
                follow: collider.follow,
            })
            .map_err(failed)?;
        }
        Ok(Self { rig, nodes })
    }

    /// A rig whose bones are the model's nodes of the same names.
    ///
    /// # Errors
    /// [`GltfError::NotFound`] if the model has no node with the name of a bone; it lists the nodes
    /// there are.
    pub fn by_name(model: &Model, rig: Rig) -> Result<Self, GltfError> {
        let nodes =
            rig.bones().iter().map(|bone| model.node(&bone.name)).collect::<Result<_, _>>()?;
        Ok(Self { rig, nodes })
    }

    /// A rig and, for each of its bones, the node that it is.
    ///
    /// # Errors
    /// [`GltfError::NotFound`] if there is no such node, or there are more or fewer nodes than bones.
    pub fn new(model: &Model, rig: Rig, nodes: Vec<usize>) -> Result<Self, GltfError> {
        if let Some(&node) = nodes.iter().find(|&&node| node >= model.nodes.len()) {
            return Err(model.no_such_node(node));
        }
        if nodes.len() != rig.bones().len() {
            let (expected, found) = (rig.bones().len(), nodes.len());
            let cause = asunder::RigError::Count { rig: rig.name().to_owned(), expected, found };
            return Err(GltfError::Rig { model: model.name.clone(), cause });
        }
        Ok(Self { rig, nodes })
    }

    /// The rig.
    #[must_use]
    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// For each bone of the rig the model's node that it is.
    #[must_use]
    pub fn nodes(&self) -> &[usize] {
        &self.nodes
    }

    /// The matrices of the rig's bones in a pose of the model, as [`Model::sample`] gives it, written
    /// over `matrices`: what [`asunder::Bones::Global`] takes.
    ///
    /// # Panics
    /// If `pose` is not one of the rig's model: too few matrices.
    pub fn bone_matrices(&self, pose: &[Matrix], matrices: &mut Vec<Affine3>) {
        matrices.clear();
        matrices.extend(self.nodes.iter().map(|&node| affine(&pose[node])));
    }

    /// The hitboxes as colliders on the model's nodes, each named after its bone: what
    /// [`write_colliders`](crate::write_colliders) takes.
    #[must_use]
    pub fn colliders(&self) -> Vec<Collider> {
        let mut count = vec![0; self.nodes.len()];
        let collider = |hitbox: &Hitbox| {
            count[hitbox.bone] += 1;
            let bone = &self.rig.bones()[hitbox.bone].name;
            let name = match count[hitbox.bone] {
                1 => format!("{bone}.hitbox"),
                more => format!("{bone}.hitbox.{more}"),
            };
            Collider {
                role: hitbox.role,
                region: hitbox.region.clone(),
                follow: hitbox.follow,
                // What pushes stops others; what hits or is hit notices them.
                purpose: match hitbox.role {
                    Role::Push => Purpose::Solid,
                    Role::Attack | Role::Hurt => Purpose::Trigger,
                },
                ..Collider::new(self.nodes[hitbox.bone], name, hitbox.shape.clone())
            }
        };
        self.rig.hitboxes().iter().map(collider).collect()
    }
}

/// The map that a matrix of a pose is.
pub(crate) fn affine(m: &Matrix) -> Affine3 {
    let column = |i: usize| [m[4 * i], m[4 * i + 1], m[4 * i + 2]];
    Affine3::from_columns([column(0), column(1), column(2)], column(3))
}
