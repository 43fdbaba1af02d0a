//! Bones, and what hitboxes on them mean.

use super::unknown;
use crate::status::Failure;
use asunder::{Follow, Role, ScalePolicy};
use core::ffi::c_char;

/// A bone of a rig.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuBone {
    /// Its name, ended by a zero byte.
    pub name: *const c_char,
    /// The number of its parent, or `ASU_NO_BONE`.
    pub parent: u32,
    /// How the matrix is stored: one of `AsuLayout`.
    pub layout: u32,
    /// The inverse bind matrix, sixteen floats, for skinning matrices; null for the identity.
    pub inverse_bind: *const f32,
}

/// The matrices of the bones of a frame, one for each bone of the rig, in the model's space.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuBones {
    /// Sixteen floats for each bone.
    pub matrices: *const f32,
    /// How many matrices there are.
    pub count: usize,
    /// How they are stored: one of `AsuLayout`.
    pub layout: u32,
    /// 0 if they map from each bone's own space, as glTF's joints do; 1 if they are what a skinning shader
    /// reads, with the inverse bind matrices in them, as Ogre's `_getBoneMatrices` gives.
    pub are_skinning: u32,
}

/// What a hit on a hitbox means.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuAttacks as ASU_ATTACKS")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuRole {
    /// It hits others: a fist, a blade.
    AsuAttacks = 0,
    /// It can be hit.
    AsuIsHurt = 1,
    /// It keeps bodies apart.
    AsuPushes = 2,
}

/// Which part of its bone's motion a hitbox follows.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuFollowsAll as ASU_FOLLOWS_ALL")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuFollow {
    /// It moves, turns and scales with the bone.
    AsuFollowsAll = 0,
    /// The position of the bone alone.
    AsuFollowsPosition = 1,
    /// The position of the bone, and how it is scaled.
    AsuFollowsPositionScale = 2,
}

/// What becomes of a box that a matrix skews.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuEncloses as ASU_ENCLOSES")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuScalePolicy {
    /// A box around the skewed image.
    AsuEncloses = 0,
    /// The skewed image itself, a parallelepiped.
    AsuSkews = 1,
    /// An error.
    AsuRefuses = 2,
}

pub(crate) fn role(number: u32) -> Result<Role, Failure> {
    Ok(match number {
        0 => Role::Attack,
        1 => Role::Hurt,
        2 => Role::Push,
        other => return Err(unknown("role", other, "one of AsuRole")),
    })
}

pub(crate) fn follow(number: u32) -> Result<Follow, Failure> {
    Ok(match number {
        0 => Follow::PositionRotation,
        1 => Follow::Position,
        2 => Follow::PositionScale,
        other => return Err(unknown("follow", other, "one of AsuFollow")),
    })
}

pub(crate) fn scale_policy(number: u32) -> Result<ScalePolicy, Failure> {
    Ok(match number {
        0 => ScalePolicy::Enclose,
        1 => ScalePolicy::Parallelepiped,
        2 => ScalePolicy::Refuse,
        other => return Err(unknown("policy", other, "one of AsuScalePolicy")),
    })
}
