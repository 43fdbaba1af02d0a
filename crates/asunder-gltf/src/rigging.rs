//! A rig with the model's nodes of its bones.

use asunder::{Affine3, Bone, Hitbox, Rig, Role, ScalePolicy};

use crate::collider::{Collider, Purpose};
use crate::{GltfError, Matrix, Model, Skeleton};

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
    /// The node of each bone.
    nodes: Vec<usize>,
}

impl Rigging {
    /// A rig of these colliders on the model: a hitbox of each that has a role, in their order. Bounding
    /// volumes and colliders of spring bones have none and are left out.
    ///
    /// Its bones are those of the [`Skeleton`], then other nodes with hitboxes.
    ///
    /// # Errors
    /// If an inverse bind matrix cannot be inverted, or a collider belongs to another model.
    pub fn of(model: &Model, colliders: &[Collider]) -> Result<Self, GltfError> {
        let meant = colliders.iter().filter_map(|it| Some((it, it.role?)));
        let skeleton = Skeleton::with(model, meant.clone().map(|(collider, _)| collider.node))?;
        let bones = skeleton.nodes.iter().enumerate().map(|(bone, &node)| {
            let inverse_bind = skeleton.inverse_bind(model, bone);
            let inverse_bind = inverse_bind.map_or(Affine3::identity(), affine);
            Bone::new(&model.nodes[node].name, skeleton.parents[bone].map(bone_index))
                .with_inverse_bind(inverse_bind)
        });
        let failed = |cause| GltfError::Rig { model: model.name.clone(), cause };
        let mut rig = Rig::new(&model.name, bones.collect()).map_err(failed)?;
        for (collider, role) in meant {
            rig.add(Hitbox {
                bone: bone_index(skeleton.bone_of[collider.node].unwrap_or_default()),
                shape: collider.shape.clone(),
                region: collider.region.clone(),
                role,
                follow: collider.follow,
            })
            .map_err(failed)?;
        }
        Ok(Self { rig, nodes: skeleton.nodes })
    }

    /// A rig whose bones are the model's nodes of the same names.
    ///
    /// # Errors
    /// [`GltfError::NotFound`] if the model has no node with the name of a bone; it lists the nodes.
    pub fn by_name(model: &Model, rig: Rig) -> Result<Self, GltfError> {
        let nodes =
            rig.bones().iter().map(|bone| model.node(&bone.name)).collect::<Result<_, _>>()?;
        Ok(Self { rig, nodes })
    }

    /// A rig with the node of each of its bones.
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

    /// The same with another policy for boxes that a matrix shears.
    #[must_use]
    pub fn with_scale_policy(self, policy: ScalePolicy) -> Self {
        Self { rig: self.rig.with_scale_policy(policy), ..self }
    }

    /// The rig, without the nodes.
    #[must_use]
    pub fn into_rig(self) -> Rig {
        self.rig
    }

    /// The rig.
    #[must_use]
    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// The model's node of each bone of the rig.
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
            let index = usize::from(hitbox.bone);
            count[index] += 1;
            let bone = &self.rig.bones()[index].name;
            let name = match count[index] {
                1 => format!("{bone}.hitbox"),
                more => format!("{bone}.hitbox.{more}"),
            };
            Collider {
                role: Some(hitbox.role),
                region: hitbox.region.clone(),
                follow: hitbox.follow,
                // Pushing hitboxes are solid; attacks and hurtboxes only report overlaps.
                purpose: match hitbox.role {
                    Role::Push => Purpose::Solid,
                    Role::Attack | Role::Hurt => Purpose::Trigger,
                },
                ..Collider::new(self.nodes[index], name, hitbox.shape.clone())
            }
        };
        self.rig.hitboxes().iter().map(collider).collect()
    }
}

/// The affine map of a pose's matrix.
pub(crate) fn affine(m: &Matrix) -> Affine3 {
    let column = |i: usize| [m[4 * i], m[4 * i + 1], m[4 * i + 2]];
    Affine3::from_columns([column(0), column(1), column(2)], column(3))
}

/// The index of a bone in a [`Rig`], which refuses more bones than such an index can number.
#[must_use]
pub fn bone_index(bone: usize) -> u16 {
    u16::try_from(bone).unwrap_or(u16::MAX)
}
