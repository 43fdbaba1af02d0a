//! The fighter's clips: poses and times.
//!
//! Attacks and reactions begin and end in the guard, left foot forward, so that they can follow
//! one another. Times are in seconds, positions in metres in model space, where the ground is y = 0.

use super::math::{Vec3, vec3};
use super::pose::{Foot, Hand, Pose};

/// The interpolation between poses.
#[derive(Clone, Copy)]
pub(super) enum Interpolation {
    /// Linear.
    Linear,
    /// Each pose holds until the next.
    Step,
}

/// A named clip.
pub(super) struct Clip {
    pub(super) name: &'static str,
    pub(super) interpolation: Interpolation,
    /// Poses with their times, strictly increasing from zero.
    pub(super) keys: &'static [(f32, Pose)],
}

/// Every clip, in the order of the file.
pub(super) const CLIPS: [Clip; 7] = [
    linear("idle", &IDLE),
    linear("walk", &WALK),
    linear("punch", &PUNCH),
    linear("kick", &KICK),
    linear("hit", &HIT),
    linear("fall", &FALL),
    // A hop from one leading foot to the other, held pose by pose as a sprite sheet would show it.
    Clip { name: "switch_stance", interpolation: Interpolation::Step, keys: &SWITCH_STANCE },
];

const fn linear(name: &'static str, keys: &'static [(f32, Pose)]) -> Clip {
    Clip { name, interpolation: Interpolation::Linear, keys }
}

const AHEAD: Vec3 = Vec3::Z;
const ELBOW_L: Vec3 = vec3(0.6, -1.0, 0.0);
const ELBOW_R: Vec3 = vec3(-0.6, -1.0, 0.0);

const fn hand(x: f64, y: f64, z: f64, elbow: Vec3) -> Hand {
    Hand { wrist: vec3(x, y, z), elbow }
}

const fn foot(ankle: Vec3, yaw: f64, pitch: f64, knee: Vec3) -> Foot {
    Foot { ankle, yaw, pitch, knee }
}

const GUARD: Pose = Pose {
    at: vec3(0.0, 0.9, 0.0),
    hips: [3.0, -28.0, 0.0],
    spine: [4.0, -4.0, 0.0],
    chest: [4.0, -4.0, 0.0],
    head: [-6.0, 34.0, 0.0],
    left_hand: hand(0.1, 1.42, 0.36, ELBOW_L),
    right_hand: hand(-0.1, 1.4, 0.22, ELBOW_R),
    left_foot: Foot::planted(0.11, 0.22, -8.0, vec3(-0.1, 0.0, 1.0)),
    right_foot: Foot::planted(-0.16, -0.22, -45.0, vec3(-0.6, 0.0, 1.0)),
};

const INHALED: Pose = Pose {
    at: vec3(0.0, 0.905, 0.0),
    spine: [2.0, -4.0, 0.0],
    chest: [0.0, -4.0, 0.0],
    head: [-1.0, 34.0, 0.0],
    left_hand: hand(0.11, 1.45, 0.36, ELBOW_L),
    right_hand: hand(-0.11, 1.43, 0.22, ELBOW_R),
    ..GUARD
};
const SUNK: Pose = Pose { at: vec3(0.01, 0.885, 0.005), ..GUARD };

const IDLE: [(f32, Pose); 4] = [(0.0, GUARD), (0.6, INHALED), (1.1, SUNK), (1.5, GUARD)];

/// The left heel strikes; the right foot is about to leave.
const CONTACT: Pose = Pose {
    at: vec3(0.0, 0.915, 0.0),
    hips: [2.0, -8.0, 0.0],
    spine: [2.0, 6.0, 0.0],
    chest: [1.0, 10.0, 0.0],
    head: [-4.0, -8.0, 0.0],
    left_hand: hand(0.27, 0.93, -0.2, vec3(0.3, 0.0, -1.0)),
    right_hand: hand(-0.23, 1.0, 0.26, vec3(-0.3, 0.0, -1.0)),
    left_foot: foot(vec3(0.09, 0.1, 0.28), 4.0, 15.0, AHEAD),
    right_foot: foot(vec3(-0.09, 0.16, -0.28), -4.0, -30.0, AHEAD),
};
/// The left leg takes the weight; the right foot has left.
const DOWN: Pose = Pose {
    at: vec3(0.015, 0.895, 0.0),
    hips: [3.0, -5.0, 2.0],
    spine: [2.0, 4.0, -1.0],
    chest: [1.0, 6.0, -1.0],
    left_hand: hand(0.28, 0.91, -0.13, vec3(0.3, 0.0, -1.0)),
    right_hand: hand(-0.25, 0.94, 0.18, vec3(-0.3, 0.0, -1.0)),
    left_foot: Foot::planted(0.09, 0.14, 4.0, AHEAD),
    right_foot: foot(vec3(-0.09, 0.24, -0.27), -4.0, -50.0, AHEAD),
    ..CONTACT
};
/// The right foot swings past the left.
const PASSING: Pose = Pose {
    at: vec3(0.02, 0.93, 0.0),
    hips: [2.0, 0.0, 3.0],
    spine: [2.0, 0.0, -2.0],
    chest: [1.0, 0.0, -1.0],
    head: [-4.0, 0.0, 0.0],
    left_hand: hand(0.28, 0.9, 0.02, vec3(0.3, 0.0, -1.0)),
    right_hand: hand(-0.28, 0.9, 0.02, vec3(-0.3, 0.0, -1.0)),
    left_foot: Foot::planted(0.09, 0.0, 4.0, AHEAD),
    right_foot: foot(vec3(-0.09, 0.22, -0.06), -4.0, -22.0, AHEAD),
};
/// The body is highest; the right foot reaches forward.
const HIGH: Pose = Pose {
    at: vec3(0.015, 0.94, 0.0),
    hips: [2.0, 5.0, 1.0],
    spine: [2.0, -4.0, -1.0],
    chest: [1.0, -6.0, 0.0],
    head: [-4.0, 5.0, 0.0],
    left_hand: hand(0.25, 0.95, 0.17, vec3(0.3, 0.0, -1.0)),
    right_hand: hand(-0.28, 0.91, -0.12, vec3(-0.3, 0.0, -1.0)),
    left_foot: foot(vec3(0.09, 0.095, -0.14), 4.0, -6.0, AHEAD),
    right_foot: foot(vec3(-0.09, 0.15, 0.18), -4.0, 8.0, AHEAD),
};

/// Two steps in place: the planted foot runs back at 1.12 m/s, the pace the walk is made for.
const WALK: [(f32, Pose); 9] = [
    (0.0, CONTACT),
    (0.125, DOWN),
    (0.25, PASSING),
    (0.375, HIGH),
    (0.5, CONTACT.mirrored()),
    (0.625, DOWN.mirrored()),
    (0.75, PASSING.mirrored()),
    (0.875, HIGH.mirrored()),
    (1.0, CONTACT),
];

const WIND_UP: Pose = Pose {
    at: vec3(-0.02, 0.885, -0.05),
    hips: [2.0, -40.0, 0.0],
    spine: [3.0, -8.0, 0.0],
    chest: [3.0, -10.0, 0.0],
    head: [-4.0, 52.0, 0.0],
    left_hand: hand(0.08, 1.4, 0.36, ELBOW_L),
    right_hand: hand(-0.24, 1.32, 0.04, ELBOW_R),
    ..GUARD
};
/// The right arm straight ahead, the whole right side turned behind it.
const STRAIGHT_RIGHT: Pose = Pose {
    at: vec3(0.03, 0.88, 0.09),
    hips: [8.0, 22.0, 0.0],
    spine: [5.0, 14.0, 0.0],
    chest: [5.0, 18.0, 0.0],
    head: [-14.0, -46.0, 0.0],
    left_hand: hand(0.17, 1.4, 0.26, ELBOW_L),
    right_hand: hand(-0.03, 1.4, 0.88, vec3(-0.5, -1.0, 0.0)),
    right_foot: foot(vec3(-0.15, 0.15, -0.18), -15.0, -28.0, vec3(-0.2, 0.0, 1.0)),
    ..GUARD
};
const PUNCH: [(f32, Pose); 5] =
    [(0.0, GUARD), (0.16, WIND_UP), (0.35, STRAIGHT_RIGHT), (0.43, STRAIGHT_RIGHT), (0.8, GUARD)];

const CHAMBER: Pose = Pose {
    at: vec3(0.07, 0.92, 0.12),
    hips: [-8.0, 6.0, 0.0],
    spine: [2.0, 0.0, 0.0],
    chest: [6.0, -4.0, 0.0],
    head: [2.0, -2.0, 0.0],
    left_hand: hand(0.12, 1.42, 0.42, ELBOW_L),
    right_hand: hand(-0.16, 1.34, 0.3, ELBOW_R),
    left_foot: Foot::planted(0.11, 0.22, 12.0, vec3(0.2, 0.0, 1.0)),
    right_foot: foot(vec3(-0.05, 0.72, 0.28), 0.0, -5.0, vec3(-0.1, 0.6, 1.0)),
};
/// The right leg thrust out at chest height, toes drawn back.
const FRONT_KICK: Pose = Pose {
    at: vec3(0.07, 0.92, 0.2),
    hips: [-24.0, 12.0, 0.0],
    spine: [-2.0, 0.0, 0.0],
    chest: [6.0, -6.0, 0.0],
    head: [16.0, -6.0, 0.0],
    left_hand: hand(0.16, 1.36, 0.3, ELBOW_L),
    right_hand: hand(-0.34, 1.12, 0.06, vec3(-0.6, -0.4, -0.6)),
    right_foot: foot(vec3(0.0, 1.16, 0.98), 0.0, 62.0, vec3(-0.1, 1.0, 0.0)),
    ..CHAMBER
};
const KICK: [(f32, Pose); 6] = [
    (0.0, GUARD),
    (0.22, CHAMBER),
    (0.36, FRONT_KICK),
    (0.44, FRONT_KICK),
    (0.6, CHAMBER),
    (0.9, GUARD),
];

/// Head and chest thrown back by a blow from ahead.
const STRUCK: Pose = Pose {
    at: vec3(-0.02, 0.885, -0.08),
    hips: [-8.0, -32.0, 0.0],
    spine: [-10.0, -6.0, 0.0],
    chest: [-14.0, -8.0, 2.0],
    head: [-32.0, 22.0, 8.0],
    left_hand: hand(0.26, 1.24, 0.24, ELBOW_L),
    right_hand: hand(-0.32, 1.2, 0.06, ELBOW_R),
    ..GUARD
};
const RECOILED: Pose = Pose {
    at: vec3(-0.02, 0.875, -0.1),
    hips: [-4.0, -30.0, 0.0],
    spine: [-4.0, -4.0, 0.0],
    chest: [-4.0, -6.0, 2.0],
    head: [4.0, 26.0, 4.0],
    left_hand: hand(0.2, 1.26, 0.28, ELBOW_L),
    right_hand: hand(-0.24, 1.24, 0.12, ELBOW_R),
    ..GUARD
};
const HIT: [(f32, Pose); 4] = [(0.0, GUARD), (0.08, STRUCK), (0.22, RECOILED), (0.5, GUARD)];

/// Off balance, the feet still on the ground.
const TOPPLING: Pose = Pose {
    at: vec3(0.0, 0.66, -0.3),
    hips: [-40.0, -10.0, 0.0],
    spine: [6.0, 0.0, 0.0],
    chest: [8.0, 0.0, 0.0],
    head: [20.0, 6.0, 0.0],
    left_hand: hand(0.5, 1.14, -0.1, vec3(0.6, -1.0, -0.4)),
    right_hand: hand(-0.5, 1.1, -0.2, vec3(-0.6, -1.0, -0.4)),
    left_foot: foot(vec3(0.12, 0.11, 0.24), 6.0, 18.0, vec3(0.2, 1.0, 1.0)),
    right_foot: foot(vec3(-0.15, 0.1, -0.04), -24.0, 8.0, vec3(-0.2, 1.0, 1.0)),
};
/// The back is on the ground, the legs are thrown up.
const LANDED: Pose = Pose {
    at: vec3(0.0, 0.16, -0.42),
    hips: [-92.0, 0.0, 0.0],
    spine: [4.0, 0.0, 0.0],
    chest: [6.0, 0.0, 0.0],
    head: [24.0, 0.0, 0.0],
    left_hand: hand(0.6, 0.22, -0.74, vec3(0.4, -0.4, -1.0)),
    right_hand: hand(-0.6, 0.24, -0.7, vec3(-0.4, -0.4, -1.0)),
    left_foot: foot(vec3(0.16, 0.42, 0.18), 8.0, 40.0, vec3(0.2, 1.0, 0.2)),
    right_foot: foot(vec3(-0.16, 0.3, 0.24), -8.0, 50.0, vec3(-0.2, 1.0, 0.2)),
};
const LYING: Pose = Pose {
    at: vec3(0.0, 0.13, -0.42),
    hips: [-90.0, 0.0, 0.0],
    spine: [0.0, 0.0, 0.0],
    chest: [0.0, 0.0, 0.0],
    head: [0.0, 16.0, 0.0],
    left_hand: hand(0.56, 0.08, -0.62, vec3(0.4, 0.0, -1.0)),
    right_hand: hand(-0.54, 0.08, -0.56, vec3(-0.4, 0.0, -1.0)),
    left_foot: foot(vec3(0.15, 0.09, 0.4), 24.0, 66.0, vec3(0.2, 1.0, 0.0)),
    right_foot: Foot::planted(-0.18, 0.16, -10.0, vec3(-0.3, 1.0, 0.2)),
};
const FALL: [(f32, Pose); 5] =
    [(0.0, GUARD), (0.12, STRUCK), (0.4, TOPPLING), (0.62, LANDED), (1.0, LYING)];

const AIRBORNE: Pose = Pose {
    at: vec3(0.0, 0.97, 0.0),
    hips: [2.0, 0.0, 0.0],
    spine: [4.0, 0.0, 0.0],
    chest: [4.0, 0.0, 0.0],
    head: [-6.0, 0.0, 0.0],
    left_hand: hand(0.12, 1.48, 0.32, ELBOW_L),
    right_hand: hand(-0.12, 1.48, 0.32, ELBOW_R),
    left_foot: foot(vec3(0.13, 0.2, 0.02), 10.0, -20.0, AHEAD),
    right_foot: foot(vec3(-0.13, 0.2, -0.02), -10.0, -20.0, AHEAD),
};
const SWITCH_STANCE: [(f32, Pose); 4] =
    [(0.0, GUARD), (0.1, AIRBORNE), (0.25, GUARD.mirrored()), (0.5, GUARD.mirrored())];
