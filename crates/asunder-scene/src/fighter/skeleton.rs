//! The fighter's joints: names, hierarchy, and rest pose.
//!
//! Model space is glTF's: metres, y up, facing +z, so the body's left is +x. In the rest pose the
//! legs are straight and the arms slope down at a 3-4-5 triangle's angle. Each joint's own y axis
//! runs along its bone towards the next joint, and a positive rotation about its x axis moves the bone
//! towards its z axis: forward for torso, arms and legs, and towards the sole for feet.

use super::math::{Frame, Rotation, Vec3, vec3};

/// A joint, numbered as in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Joint {
    Hips,
    Spine,
    Chest,
    Neck,
    Head,
    UpperArmL,
    LowerArmL,
    HandL,
    UpperArmR,
    LowerArmR,
    HandR,
    UpperLegL,
    LowerLegL,
    FootL,
    UpperLegR,
    LowerLegR,
    FootR,
}

use Joint::*;

/// A limb from its root to its end: two long bones and a hand or foot.
pub(super) type Limb = [Joint; 3];

pub(super) const ARMS: [Limb; 2] = [[UpperArmL, LowerArmL, HandL], [UpperArmR, LowerArmR, HandR]];
pub(super) const LEGS: [Limb; 2] = [[UpperLegL, LowerLegL, FootL], [UpperLegR, LowerLegR, FootR]];

/// A joint of the skeleton.
pub(super) struct Bone {
    pub(super) joint: Joint,
    pub(super) name: &'static str,
    pub(super) parent: Option<Joint>,
    /// The position of the joint.
    head: Vec3,
    /// The direction of its y axis.
    along: Vec3,
    /// The direction of its z axis.
    front: Vec3,
}

const UP: Vec3 = Vec3::Y;
const DOWN: Vec3 = vec3(0.0, -1.0, 0.0);
const FORWARD: Vec3 = Vec3::Z;
const ALONG_ARM: Vec3 = vec3(0.6, -0.8, 0.0);

const fn bone(joint: Joint, name: &'static str, parent: Joint, head: Vec3, along: Vec3) -> Bone {
    Bone { joint, name, parent: Some(parent), head, along, front: FORWARD }
}

const fn right_of(left: &Bone, joint: Joint, name: &'static str, parent: Joint) -> Bone {
    let (head, along) = (left.head.mirrored(), left.along.mirrored());
    Bone { joint, name, parent: Some(parent), head, along, front: left.front }
}

const UPPER_ARM: Bone = bone(UpperArmL, "upper_arm.l", Chest, vec3(0.19, 1.42, 0.0), ALONG_ARM);
const LOWER_ARM: Bone =
    bone(LowerArmL, "lower_arm.l", UpperArmL, vec3(0.364, 1.188, 0.0), ALONG_ARM);
const HAND: Bone = bone(HandL, "hand.l", LowerArmL, vec3(0.526, 0.972, 0.0), ALONG_ARM);
const UPPER_LEG: Bone = bone(UpperLegL, "upper_leg.l", Hips, vec3(0.1, 0.93, 0.0), DOWN);
const LOWER_LEG: Bone = bone(LowerLegL, "lower_leg.l", UpperLegL, vec3(0.1, 0.5, 0.0), DOWN);
const FOOT: Bone =
    Bone { front: DOWN, ..bone(FootL, "foot.l", LowerLegL, vec3(0.1, 0.08, 0.0), FORWARD) };

/// Every joint, each after its parent, in the order of [`Joint`].
pub(super) const SKELETON: [Bone; 17] = [
    Bone { parent: None, ..bone(Hips, "hips", Hips, vec3(0.0, 0.96, 0.0), UP) },
    bone(Spine, "spine", Hips, vec3(0.0, 1.08, 0.0), UP),
    bone(Chest, "chest", Spine, vec3(0.0, 1.24, 0.0), UP),
    bone(Neck, "neck", Chest, vec3(0.0, 1.48, 0.0), UP),
    bone(Head, "head", Neck, vec3(0.0, 1.57, 0.01), UP),
    UPPER_ARM,
    LOWER_ARM,
    HAND,
    right_of(&UPPER_ARM, UpperArmR, "upper_arm.r", Chest),
    right_of(&LOWER_ARM, LowerArmR, "lower_arm.r", UpperArmR),
    right_of(&HAND, HandR, "hand.r", LowerArmR),
    UPPER_LEG,
    LOWER_LEG,
    FOOT,
    right_of(&UPPER_LEG, UpperLegR, "upper_leg.r", Hips),
    right_of(&LOWER_LEG, LowerLegR, "lower_leg.r", UpperLegR),
    right_of(&FOOT, FootR, "foot.r", LowerLegR),
];

impl Joint {
    pub(super) fn parent(self) -> Option<Self> {
        SKELETON[self as usize].parent
    }

    /// The joint's frame in model space, at rest.
    pub(super) fn rest(self) -> Frame {
        let Bone { head, along, front, .. } = SKELETON[self as usize];
        let rotation = Rotation::from_axes(along.cross(front), along, front);
        Frame { rotation, origin: head }
    }

    /// The joint's frame in its parent's, at rest: the transform of its glTF node.
    pub(super) fn rest_in_parent(self) -> Frame {
        match self.parent() {
            Some(parent) => parent.rest().inverse().then(self.rest()),
            None => self.rest(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_are_in_order_and_bones_meet_the_next_joint() {
        for (index, bone) in SKELETON.iter().enumerate() {
            assert_eq!(bone.joint as usize, index);
            assert!(bone.parent.is_none_or(|parent| (parent as usize) < index));
        }
        for limb in [ARMS, LEGS].concat() {
            for pair in limb.windows(2) {
                let reached = pair[1].rest_in_parent().origin;
                assert!(reached.x.abs() + reached.z.abs() < 1e-12 && reached.y > 0.2, "{pair:?}");
            }
        }
    }
}
