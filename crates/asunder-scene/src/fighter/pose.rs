//! Poses by goals for hands and feet, and the joint rotations that reach them.
//!
//! The torso is rotated joint by joint; hands and feet have goals, which elbows and knees follow by
//! two-bone inverse kinematics. Goals out of reach are approached as far as the limb allows.

use super::math::{Frame, Rotation, Vec3, vec3};
use super::skeleton::{ARMS, Joint, LEGS, Limb, SKELETON};

/// Euler angles in degrees about x (bow), y (look to the body's left) and z (lean to its right); z first.
pub(super) type EulerAngles = [f64; 3];

/// The goal of a hand.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    /// The wrist, in model space.
    pub(super) wrist: Vec3,
    /// The direction of the elbow.
    pub(super) elbow: Vec3,
}

/// The goal of a foot.
#[derive(Clone, Copy)]
pub(super) struct Foot {
    /// The ankle, in model space.
    pub(super) ankle: Vec3,
    /// The rotation of the toes to the body's left, in degrees.
    pub(super) yaw: f64,
    /// The rise of the toes, in degrees.
    pub(super) pitch: f64,
    /// The direction of the knee.
    pub(super) knee: Vec3,
}

/// A pose of the whole body.
#[derive(Clone, Copy)]
pub(super) struct Pose {
    /// The position of the hips, in model space.
    pub(super) at: Vec3,
    pub(super) hips: EulerAngles,
    pub(super) spine: EulerAngles,
    pub(super) chest: EulerAngles,
    /// Shared in equal parts by neck and head.
    pub(super) head: EulerAngles,
    pub(super) left_hand: Hand,
    pub(super) right_hand: Hand,
    pub(super) left_foot: Foot,
    pub(super) right_foot: Foot,
}

impl Hand {
    const fn mirrored(self) -> Self {
        Self { wrist: self.wrist.mirrored(), elbow: self.elbow.mirrored() }
    }
}

impl Foot {
    /// A foot flat on the ground at `(x, z)`.
    pub(super) const fn planted(x: f64, z: f64, yaw: f64, knee: Vec3) -> Self {
        Self { ankle: vec3(x, 0.08, z), yaw, pitch: 0.0, knee }
    }

    const fn mirrored(self) -> Self {
        let (ankle, knee) = (self.ankle.mirrored(), self.knee.mirrored());
        Self { ankle, yaw: -self.yaw, pitch: self.pitch, knee }
    }
}

impl Pose {
    /// The pose with left and right swapped.
    pub(super) const fn mirrored(&self) -> Self {
        const fn mirrored_angles([x, y, z]: EulerAngles) -> EulerAngles {
            [x, -y, -z]
        }
        Self {
            at: self.at.mirrored(),
            hips: mirrored_angles(self.hips),
            spine: mirrored_angles(self.spine),
            chest: mirrored_angles(self.chest),
            head: mirrored_angles(self.head),
            left_hand: self.right_hand.mirrored(),
            right_hand: self.left_hand.mirrored(),
            left_foot: self.right_foot.mirrored(),
            right_foot: self.left_foot.mirrored(),
        }
    }

    /// Each joint's rotation in its parent's frame, in the skeleton's order.
    pub(super) fn rotations(&self) -> [Rotation; SKELETON.len()] {
        let mut body = PosedFrames { frames: SKELETON.map(|bone| bone.joint.rest()) };
        body.frames[Joint::Hips as usize].origin = self.at;
        let nod = self.head.map(|degrees| degrees / 2.0);
        for (joint, angles) in [
            (Joint::Hips, self.hips),
            (Joint::Spine, self.spine),
            (Joint::Chest, self.chest),
            (Joint::Neck, nod),
            (Joint::Head, nod),
        ] {
            body.attach(joint);
            body.frame(joint).rotation = body.frame(joint).rotation * rotation(angles);
        }
        for (arm, hand) in ARMS.into_iter().zip([self.left_hand, self.right_hand]) {
            body.solve_limb(arm, hand.wrist, hand.elbow * -1.0, -1.0);
            body.attach(arm[2]);
        }
        for (leg, foot) in LEGS.into_iter().zip([self.left_foot, self.right_foot]) {
            body.solve_limb(leg, foot.ankle, foot.knee, 1.0);
            body.attach(leg[2]);
            body.frame(leg[2]).rotation =
                rotation([-foot.pitch, foot.yaw, 0.0]) * leg[2].rest().rotation;
        }
        SKELETON.map(|bone| {
            let own = body.frames[bone.joint as usize].rotation;
            bone.parent.map_or(own, |parent| body.frames[parent as usize].rotation.inverse() * own)
        })
    }
}

fn rotation([x, y, z]: EulerAngles) -> Rotation {
    Rotation::from_axis_angle(Vec3::Y, y)
        * Rotation::from_axis_angle(Vec3::X, x)
        * Rotation::from_axis_angle(Vec3::Z, z)
}

/// The joints' frames in model space, posed from the hips outwards.
struct PosedFrames {
    frames: [Frame; SKELETON.len()],
}

impl PosedFrames {
    fn frame(&mut self, joint: Joint) -> &mut Frame {
        &mut self.frames[joint as usize]
    }

    /// Attaches `joint` to its parent, which is already posed.
    fn attach(&mut self, joint: Joint) {
        if let Some(parent) = joint.parent() {
            self.frames[joint as usize] = self.frames[parent as usize].then(joint.rest_in_parent());
        }
    }

    /// Rotates the limb so that its end reaches `goal`.
    ///
    /// The limb lies in the plane that holds `front`; its middle joint stands out towards `front`
    /// where `side` is 1 (knees), and away from it where `side` is -1 (elbows).
    fn solve_limb(&mut self, limb: Limb, goal: Vec3, front: Vec3, side: f64) {
        let [upper, lower, end] = limb;
        self.attach(upper);
        let root = self.frame(upper).origin;
        let [upper_length, lower_length] =
            [lower, end].map(|joint| joint.rest_in_parent().origin.length());
        let straight = (goal - root).normalized();
        // A limb is never fully straight, so that the elbow or knee keeps its side.
        let distance = (goal - root).length().min(0.999 * (upper_length + lower_length));
        let hinge = straight.cross(front).normalized();
        let out = hinge.cross(straight) * side;
        // The law of cosines: the projection of the middle joint on the line from root to goal.
        let advance = (upper_length * upper_length - lower_length * lower_length
            + distance * distance)
            / (2.0 * distance);
        let height = (upper_length * upper_length - advance * advance).max(0.0).sqrt();
        let middle = straight * advance + out * height;
        let along = |v: Vec3| {
            let y = v.normalized();
            Rotation::from_axes(hinge, y, hinge.cross(y))
        };
        self.frame(upper).rotation = along(middle);
        self.attach(lower);
        self.frame(lower).rotation = along(straight * distance - middle);
    }
}
