//! Rigs: hitboxes attached to the bones of an animated model.

mod error;
pub(crate) mod place;
#[cfg(feature = "serde")]
mod serde_form;

use crate::shape::{ScalePolicy, Shape};
use crate::space::{Affine, Pose, Vector, WideAffine};
use glam::Vec3;

pub use error::RigError;
pub use place::Bones;

/// The most bones that a rig can have: a bone's index is a `u16`, as in a
/// [`Collider`](crate::world::Collider).
const MAX_BONES: usize = 1 << 16;

/// The hitboxes of one model, and the bones that carry them.
///
/// [`place`](Self::place) turns the bones' matrices of a frame into shapes in the world. Every answer
/// is exact for those shapes.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::Affine3;
///
/// let mut rig = Rig::new("knight", vec![Bone::new("hand.r", None)])?;
/// rig.add(Hitbox::new(0, Sphere3::new([0.0, 0.25, 0.0], 0.125)))?;
///
/// // The hand hangs at shoulder height; the knight stands ten metres off.
/// let hand = Affine3::from(Pose3::from_translation([0.0, 1.5, 0.0]));
/// let world = Affine3::from(Pose3::from_translation([10.0, 0.0, 0.0]));
/// let placed = rig.place(Bones::Global(&[hand]), &world)?;
/// assert_eq!(placed[0], Sphere3::new([10.0, 1.75, 0.0], 0.125).into());
/// # Ok::<(), asunder::RigError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "", try_from = "serde_form::RigFields<V>", into = "serde_form::RigFields<V>")
)]
pub struct Rig<V: Vector = Vec3> {
    name: String,
    bones: Vec<Bone<V>>,
    /// For each bone the inverse of its inverse bind matrix.
    bind: Vec<WideAffine<V>>,
    hitboxes: Vec<Hitbox<V>>,
    scale_policy: ScalePolicy,
}

/// A joint of a skeleton.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "", deny_unknown_fields))]
pub struct Bone<V: Vector = Vec3> {
    /// Its name, which errors and labels use.
    pub name: String,
    /// Its parent bone: an index into the rig's bones.
    #[cfg_attr(feature = "serde", serde(default))]
    pub parent: Option<u16>,
    /// The transform from the mesh as modelled to the bone's own space, for [`Bones::Skinning`].
    #[cfg_attr(feature = "serde", serde(default = "Affine::identity"))]
    pub inverse_bind: Affine<V>,
}

impl<V: Vector> Bone<V> {
    /// A bone whose own space is that of the mesh as modelled.
    #[must_use]
    pub fn new(name: impl Into<String>, parent: Option<u16>) -> Self {
        Self { name: name.into(), parent, inverse_bind: Affine::identity() }
    }

    /// The same bone with an inverse bind matrix.
    #[must_use]
    pub fn with_inverse_bind(self, inverse_bind: Affine<V>) -> Self {
        Self { inverse_bind, ..self }
    }
}

/// A shape attached to a bone.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "", deny_unknown_fields))]
pub struct Hitbox<V: Vector = Vec3> {
    /// The bone that carries it: an index into the rig's bones.
    pub bone: u16,
    /// The shape in the bone's own space.
    pub shape: Shape<V>,
    /// The part of the body it represents, such as `head` or `arm.l`, if that is not the bone's name.
    #[cfg_attr(feature = "serde", serde(default))]
    pub region: Option<String>,
    /// Its role, which says what a hit on it means.
    #[cfg_attr(feature = "serde", serde(default))]
    pub role: Role,
    /// Which part of the bone's motion it follows.
    #[cfg_attr(feature = "serde", serde(default))]
    pub follow: Follow,
}

impl<V: Vector> Hitbox<V> {
    /// A shape in a bone's own space that can be hit and turns with the bone.
    #[must_use]
    pub fn new(bone: u16, shape: impl Into<Shape<V>>) -> Self {
        let (role, follow) = (Role::default(), Follow::default());
        Self { bone, shape: shape.into(), region: None, role, follow }
    }
}

/// The role of a hitbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Role {
    /// It hits others: a fist, a blade.
    Attack,
    /// It can be hit.
    #[default]
    Hurt,
    /// It keeps bodies apart.
    Push,
}

/// Which part of its bone's motion a hitbox follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Follow {
    /// Everything: it moves, turns and scales with the bone and with the world matrix.
    #[default]
    PositionRotation,
    /// The position of the bone's origin in the world, and nothing else: the shape keeps its size and
    /// its orientation along the world's axes, however bone and body are turned. For push boxes that
    /// stay upright.
    Position,
    /// The position of the bone's origin, and how bone and body are scaled along the bone's axes: the
    /// shape grows with them, and keeps its orientation along the world's axes. For axis-aligned boxes on
    /// the bones of characters of any size.
    PositionScale,
}

impl<V: Vector> Rig<V> {
    /// A rig without hitboxes. Errors quote its name.
    ///
    /// # Errors
    /// If there are more than 65,536 bones, a bone's parent is no bone of the rig, bones are their own
    /// ancestors in a cycle, or an inverse bind matrix is not finite or cannot be inverted.
    pub fn new(name: impl Into<String>, bones: Vec<Bone<V>>) -> Result<Self, RigError> {
        let name = name.into();
        if bones.len() > MAX_BONES {
            return Err(RigError::TooManyBones { rig: name, bones: bones.len() });
        }
        check_parents(&name, &bones)?;
        let bind = bones
            .iter()
            .map(|bone| {
                let finite = bone.inverse_bind.is_finite();
                let inverse = WideAffine::from(&bone.inverse_bind).inverse();
                inverse.filter(|_| finite).ok_or_else(|| RigError::InverseBind {
                    rig: name.clone(),
                    bone: bone.name.clone(),
                    finite,
                })
            })
            .collect::<Result<_, _>>()?;
        let (hitboxes, scale_policy) = (Vec::new(), ScalePolicy::default());
        Ok(Self { name, bones, bind, hitboxes, scale_policy })
    }

    /// The same rig with another rule for boxes that a matrix skews.
    #[must_use]
    pub fn with_scale_policy(self, scale_policy: ScalePolicy) -> Self {
        Self { scale_policy, ..self }
    }

    /// Adds a hitbox; returns its index, which is also that of its shape in the result of
    /// [`place`](Self::place).
    ///
    /// # Errors
    /// If there is no such bone, or the shape is not bounded, or a frustum.
    pub fn add(&mut self, hitbox: Hitbox<V>) -> Result<usize, RigError> {
        let bone =
            self.bones.get(usize::from(hitbox.bone)).ok_or_else(|| RigError::NoSuchBone {
                rig: self.name.clone(),
                bone: hitbox.bone,
                bones: self.bones.len(),
            })?;
        // A frustum is given by planes, which bones that scale would round apart from one another.
        if !hitbox.shape.is_bounded() || matches!(hitbox.shape, Shape::Frustum(_)) {
            return Err(RigError::Unbounded {
                rig: self.name.clone(),
                bone: bone.name.clone(),
                kind: hitbox.shape.kind(),
            });
        }
        self.hitboxes.push(hitbox);
        Ok(self.hitboxes.len() - 1)
    }

    /// Adds a shape that is held at `offset` from a bone, such as a weapon in a hand, as a hitbox
    /// with the role [`Role::Attack`]; returns its index.
    ///
    /// # Errors
    /// If no bone has this name, the shape is not bounded, or the offset is bad.
    pub fn attach(
        &mut self,
        bone: &str,
        shape: impl Into<Shape<V>>,
        offset: &Pose<V>,
    ) -> Result<usize, RigError> {
        let index = self.bone(bone)?;
        let shape = shape.into().try_transformed(offset).map_err(|cause| RigError::Placement {
            rig: self.name.clone(),
            bone: bone.to_owned(),
            cause: cause.into(),
        })?;
        self.add(Hitbox { role: Role::Attack, ..Hitbox::new(index, shape) })
    }

    /// The rig's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bones, in the order of the matrices that place them.
    #[must_use]
    pub fn bones(&self) -> &[Bone<V>] {
        &self.bones
    }

    /// The hitboxes, in the order in which they were added.
    #[must_use]
    pub fn hitboxes(&self) -> &[Hitbox<V>] {
        &self.hitboxes
    }

    /// The rule for boxes that a matrix skews.
    #[must_use]
    pub fn scale_policy(&self) -> ScalePolicy {
        self.scale_policy
    }

    /// The index of the first bone with this name.
    ///
    /// # Errors
    /// [`RigError::UnknownBone`], which lists the nearest names there are.
    pub fn bone(&self, name: &str) -> Result<u16, RigError> {
        let named = (0..=u16::MAX).zip(&self.bones).find(|(_, bone)| bone.name == name);
        named
            .map(|(index, _)| index)
            .ok_or_else(|| RigError::unknown_bone(&self.name, name, &self.bones))
    }

    /// The label of a hitbox in events, such as `hand.r`: its region, or else its bone's name.
    ///
    /// # Panics
    /// If there is no such hitbox.
    #[must_use]
    pub fn label(&self, hitbox: usize) -> &str {
        let hitbox = &self.hitboxes[hitbox];
        hitbox.region.as_ref().unwrap_or(&self.bones[usize::from(hitbox.bone)].name)
    }
}

/// Checks that every bone's chain of parents ends at a bone without a parent.
fn check_parents<V: Vector>(rig: &str, bones: &[Bone<V>]) -> Result<(), RigError> {
    // For each bone seen, the walk that reached it first.
    let mut reached = vec![None; bones.len()];
    for walk in 0..bones.len() {
        let mut at = walk;
        while reached[at].is_none() {
            reached[at] = Some(walk);
            let Some(parent) = bones[at].parent else { break };
            let (rig, bone) = (rig.to_owned(), bones[at].name.clone());
            match reached.get(usize::from(parent)) {
                None => {
                    return Err(RigError::NoSuchParent { rig, bone, parent, bones: bones.len() });
                }
                Some(&by) if by == Some(walk) => return Err(RigError::Cycle { rig, bone }),
                Some(_) => at = usize::from(parent),
            }
        }
    }
    Ok(())
}
