//! The fighter's body: a bare-chested boxer in trousers, gloves and shoes, as a list of tubes.

use super::skeleton::{ARMS, Joint, LEGS};
use super::tube::{Colour, Geometry, Section, Socket, Tube};

const SKIN: Colour = [172, 98, 62, 255];
const HAIR: Colour = [16, 10, 8, 255];
const CLOTH: Colour = [18, 36, 92, 255];
const BELT: Colour = [200, 160, 30, 255];
const GLOVE: Colour = [170, 14, 18, 255];
const SHOE: Colour = [24, 24, 26, 255];

const TORSO: [Section; 9] = [
    [-0.08, 0.135, 0.105, 0.0],
    [0.0, 0.16, 0.12, -0.005],
    [0.11, 0.142, 0.105, 0.0],
    [0.26, 0.172, 0.125, 0.008],
    [0.38, 0.205, 0.138, 0.01],
    [0.47, 0.195, 0.108, 0.0],
    [0.52, 0.125, 0.085, -0.004],
    [0.56, 0.072, 0.07, -0.002],
    [0.63, 0.062, 0.064, 0.004],
];

const HEAD: [Section; 5] = [
    [0.0, 0.05, 0.06, 0.022],
    [0.04, 0.066, 0.08, 0.018],
    [0.09, 0.078, 0.098, 0.008],
    [0.14, 0.082, 0.104, 0.0],
    [0.18, 0.074, 0.094, -0.004],
];

const ARM: [Section; 9] = [
    [-0.03, 0.06, 0.068, 0.0],
    [0.05, 0.072, 0.076, 0.0],
    [0.15, 0.06, 0.066, 0.004],
    [0.28, 0.045, 0.048, 0.0],
    [0.36, 0.052, 0.054, 0.0],
    [0.48, 0.038, 0.041, 0.0],
    [0.505, 0.054, 0.057, 0.0],
    [0.57, 0.052, 0.056, 0.0],
    [0.66, 0.07, 0.077, 0.012],
];

const LEG: [Section; 7] = [
    [-0.03, 0.09, 0.1, 0.0],
    [0.08, 0.1, 0.11, 0.0],
    [0.25, 0.086, 0.094, 0.004],
    [0.42, 0.063, 0.069, 0.004],
    [0.54, 0.066, 0.072, -0.014],
    [0.74, 0.047, 0.05, -0.004],
    [0.82, 0.048, 0.052, 0.0],
];

const FOOT: [Section; 4] = [
    [-0.03, 0.04, 0.045, 0.035],
    [0.04, 0.046, 0.045, 0.035],
    [0.12, 0.05, 0.031, 0.049],
    [0.17, 0.045, 0.024, 0.056],
];

/// The whole body in the rest pose.
pub(super) fn mesh() -> Geometry {
    let mut mesh = Geometry::default();
    let socket = |joint: Joint| Socket { joint, at: joint, radius: 0.2, share: 0.6 };
    let [[arm_l, ..], [arm_r, ..]] = ARMS;
    let [[leg_l, ..], [leg_r, ..]] = LEGS;
    Tube {
        joint: Joint::Hips,
        around: 20,
        sections: &TORSO,
        domes: [0.05, 0.02],
        colours: &[(-1.0, CLOTH), (0.05, BELT), (0.1, SKIN)],
        follows: &[
            (-1.0, Joint::Hips),
            (0.12, Joint::Spine),
            (0.28, Joint::Chest),
            (0.52, Joint::Neck),
            (0.61, Joint::Head),
        ],
        sockets: &[arm_l, arm_r, leg_l, leg_r].map(socket),
    }
    .add_to(&mut mesh);
    Tube {
        joint: Joint::Head,
        around: 18,
        sections: &HEAD,
        domes: [0.03, 0.05],
        colours: &[(-1.0, SKIN), (0.155, HAIR)],
        follows: &[(-1.0, Joint::Neck), (-0.05, Joint::Head)],
        sockets: &[],
    }
    .add_to(&mut mesh);
    for [upper, lower, hand] in ARMS {
        Tube {
            joint: upper,
            around: 14,
            sections: &ARM,
            domes: [0.04, 0.06],
            colours: &[(-1.0, SKIN), (0.5, GLOVE)],
            follows: &[(-1.0, Joint::Chest), (0.0, upper), (0.29, lower), (0.56, hand)],
            sockets: &[],
        }
        .add_to(&mut mesh);
    }
    for [upper, lower, foot] in LEGS {
        Tube {
            joint: upper,
            around: 16,
            sections: &LEG,
            domes: [0.05, 0.02],
            colours: &[(-1.0, CLOTH), (0.7, SKIN), (0.77, SHOE)],
            follows: &[(-1.0, Joint::Hips), (0.0, upper), (0.43, lower), (0.85, foot)],
            sockets: &[],
        }
        .add_to(&mut mesh);
        Tube {
            joint: foot,
            around: 14,
            sections: &FOOT,
            domes: [0.035, 0.03],
            colours: &[(-1.0, SHOE)],
            follows: &[(-1.0, foot)],
            sockets: &[Socket { joint: lower, at: foot, radius: 0.08, share: 0.5 }],
        }
        .add_to(&mut mesh);
    }
    mesh
}
