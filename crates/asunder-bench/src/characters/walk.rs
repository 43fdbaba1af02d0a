//! Figures that walk to and fro, the same on every run.

use crate::worlds::Stage;
use asunder::{Affine3, Rot2};
use asunder_jury::Rng;

/// How many hitboxes a figure has: one on each bone.
pub(crate) const HITBOXES: usize = 20;

/// A bone, how it swings about the axis to its side as the figure walks, and the box on it.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) parent: Option<u16>,
    /// Where it begins, in the space of the bone it hangs on.
    at: [f32; 3],
    /// By how many degrees it swings, to and fro.
    swing: f32,
    /// By how many it is always bent.
    bend: f32,
    pub(crate) center: [f32; 3],
    pub(crate) half_extents: [f32; 3],
}

const fn part(
    (name, parent): (&'static str, Option<u16>),
    at: [f32; 3],
    (swing, bend): (f32, f32),
    center: [f32; 3],
    half_extents: [f32; 3],
) -> Part {
    Part { name, parent, at, swing, bend, center, half_extents }
}

/// A figure 1.8 m tall with a sword in its hand.
#[rustfmt::skip]
pub(crate) const FIGURE: [Part; HITBOXES] = [
    part(("pelvis", None), [0.0, 0.95, 0.0], (0.0, 0.0), [0.0, 0.05, 0.0], [0.17, 0.1, 0.11]),
    part(("spine", Some(0)), [0.0, 0.15, 0.0], (2.0, 0.0), [0.0, 0.1, 0.0], [0.15, 0.1, 0.1]),
    part(("chest", Some(1)), [0.0, 0.2, 0.0], (2.0, 0.0), [0.0, 0.15, 0.0], [0.19, 0.15, 0.12]),
    part(("neck", Some(2)), [0.0, 0.3, 0.0], (-2.0, 0.0), [0.0, 0.04, 0.0], [0.06, 0.05, 0.06]),
    part(("head", Some(3)), [0.0, 0.09, 0.0], (-2.0, 0.0), [0.0, 0.12, 0.0], [0.09, 0.13, 0.11]),
    part(("upper_arm.l", Some(2)), [0.24, 0.26, 0.0], (30.0, 0.0), [0.0, -0.14, 0.0], [0.055, 0.15, 0.055]),
    part(("forearm.l", Some(5)), [0.0, -0.29, 0.0], (15.0, -20.0), [0.0, -0.13, 0.0], [0.045, 0.14, 0.045]),
    part(("hand.l", Some(6)), [0.0, -0.27, 0.0], (5.0, 0.0), [0.0, -0.08, 0.0], [0.04, 0.1, 0.05]),
    part(("upper_arm.r", Some(2)), [-0.24, 0.26, 0.0], (-30.0, 0.0), [0.0, -0.14, 0.0], [0.055, 0.15, 0.055]),
    part(("forearm.r", Some(8)), [0.0, -0.29, 0.0], (-15.0, -20.0), [0.0, -0.13, 0.0], [0.045, 0.14, 0.045]),
    part(("hand.r", Some(9)), [0.0, -0.27, 0.0], (-5.0, 0.0), [0.0, -0.08, 0.0], [0.04, 0.1, 0.05]),
    part(("thigh.l", Some(0)), [0.1, 0.0, 0.0], (-30.0, 0.0), [0.0, -0.21, 0.0], [0.08, 0.22, 0.08]),
    part(("shin.l", Some(11)), [0.0, -0.43, 0.0], (15.0, 20.0), [0.0, -0.2, 0.0], [0.06, 0.21, 0.065]),
    part(("foot.l", Some(12)), [0.0, -0.42, 0.0], (10.0, -20.0), [0.0, -0.05, 0.06], [0.05, 0.045, 0.12]),
    part(("toes.l", Some(13)), [0.0, -0.07, 0.17], (5.0, 0.0), [0.0, 0.02, 0.04], [0.045, 0.03, 0.05]),
    part(("thigh.r", Some(0)), [-0.1, 0.0, 0.0], (30.0, 0.0), [0.0, -0.21, 0.0], [0.08, 0.22, 0.08]),
    part(("shin.r", Some(15)), [0.0, -0.43, 0.0], (-15.0, 20.0), [0.0, -0.2, 0.0], [0.06, 0.21, 0.065]),
    part(("foot.r", Some(16)), [0.0, -0.42, 0.0], (-10.0, -20.0), [0.0, -0.05, 0.06], [0.05, 0.045, 0.12]),
    part(("toes.r", Some(17)), [0.0, -0.07, 0.17], (-5.0, 0.0), [0.0, 0.02, 0.04], [0.045, 0.03, 0.05]),
    part(("sword", Some(10)), [0.0, -0.1, 0.0], (0.0, -10.0), [0.0, 0.0, 0.45], [0.03, 0.02, 0.45]),
];

/// Contains every figure at every moment: a ball about a point this high over where it stands.
pub(crate) const MIDDLE: f32 = 0.9;
/// Its radius.
pub(crate) const REACH: f32 = 1.5;

/// The area in which a figure stands, in square metres: a dense crowd.
const ROOM_EACH: f32 = 4.0;
/// 1.4 metres a second at 60 ticks.
const SPEED: f32 = 1.4 / 60.0;
/// By how many degrees of a whole stride a tick leads on.
const STRIDE: f32 = 6.0;

/// A rotation as a quaternion, and where the middle of a box is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) rotation: [f32; 4],
    pub(crate) center: [f32; 3],
}

/// Where somebody goes.
#[derive(Clone, Debug)]
struct Walker {
    at: [f32; 2],
    /// In degrees, from the third axis to the first.
    heading: f32,
    stride: f32,
}

/// Walkers on a square, and where their bones are, in every form that contestants read.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    walkers: Vec<Walker>,
    /// From each bone to its figure.
    bones: Vec<Affine3>,
    /// From each figure to the square.
    roots: Vec<Affine3>,
    /// Each hitbox on the square.
    placed: Vec<Placed>,
    size: f32,
}

impl Crowd {
    pub(crate) fn new(count: usize) -> Self {
        let mut rng = Rng::new(count as u64);
        let size = (ROOM_EACH * count as f32).sqrt();
        let mut draw = |to: f32| rng.between(0.0, f64::from(to)) as f32;
        let walkers = (0..count)
            .map(|_| Walker {
                at: [draw(size), draw(size)],
                heading: draw(360.0),
                stride: draw(360.0),
            })
            .collect();
        let (bones, roots, placed) = (Vec::new(), Vec::new(), Vec::new());
        let mut crowd = Self { walkers, bones, roots, placed, size };
        crowd.pose();
        crowd
    }

    pub(crate) fn figures(&self) -> usize {
        self.walkers.len()
    }

    pub(crate) fn bones(&self, figure: usize) -> &[Affine3] {
        &self.bones[figure * HITBOXES..][..HITBOXES]
    }

    pub(crate) fn root(&self, figure: usize) -> &Affine3 {
        &self.roots[figure]
    }

    pub(crate) fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// The middle of the ball that contains a figure.
    pub(crate) fn middle(&self, figure: usize) -> [f32; 3] {
        let [x, z] = self.walkers[figure].at;
        [x, MIDDLE, z]
    }

    /// Places all bones.
    fn pose(&mut self) {
        self.bones.clear();
        self.roots.clear();
        self.placed.clear();
        for Walker { at: [x, z], heading, stride } in &self.walkers {
            let (turn, half_turn) = (Rot2::degrees(*heading), Rot2::degrees(heading / 2.0));
            let root = Affine3::from_columns(
                [[turn.cos, 0.0, -turn.sin], [0.0, 1.0, 0.0], [turn.sin, 0.0, turn.cos]],
                [*x, 0.0, *z],
            );
            let phase = Rot2::degrees(*stride).sin;
            // Every bone turns about the side axis only, so that its angles add up.
            let mut reached = [(0.0, [0.0; 3]); HITBOXES];
            for (bone, part) in FIGURE.iter().enumerate() {
                let (above, from) =
                    part.parent.map_or((0.0, [0.0; 3]), |parent| reached[usize::from(parent)]);
                let at = plus(from, tilted(Rot2::degrees(above), part.at));
                let angle = above + part.swing * phase + part.bend;
                reached[bone] = (angle, at);
                let (tilt, half_tilt) = (Rot2::degrees(angle), Rot2::degrees(angle / 2.0));
                let columns =
                    [[1.0, 0.0, 0.0], [0.0, tilt.cos, tilt.sin], [0.0, -tilt.sin, tilt.cos]];
                self.bones.push(Affine3::from_columns(columns, at));
                let [a, b, c] = plus(at, tilted(tilt, part.center));
                self.placed.push(Placed {
                    rotation: [
                        half_turn.cos * half_tilt.sin,
                        half_turn.sin * half_tilt.cos,
                        -half_turn.sin * half_tilt.sin,
                        half_turn.cos * half_tilt.cos,
                    ],
                    center: [x + turn.cos * a + turn.sin * c, b, z - turn.sin * a + turn.cos * c],
                });
            }
            self.roots.push(root);
        }
    }
}

fn plus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// A point turned about the first axis.
fn tilted(tilt: Rot2, [x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, tilt.cos * y - tilt.sin * z, tilt.sin * y + tilt.cos * z]
}

impl Stage for Crowd {
    fn advance(&mut self) {
        for Walker { at, heading, stride } in &mut self.walkers {
            let turn = Rot2::degrees(*heading);
            let to = [at[0] + SPEED * turn.sin, at[1] + SPEED * turn.cos];
            if to.iter().all(|x| (0.0..=self.size).contains(x)) {
                *at = to;
            } else {
                *heading = (*heading + 140.0) % 360.0;
            }
            *stride = (*stride + STRIDE) % 360.0;
        }
        self.pose();
    }

    fn count(&self) -> usize {
        self.walkers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::characters::Figures;
    use asunder::prelude::*;

    /// All forms tell of the same boxes, and the ball contains them.
    #[test]
    fn every_form_is_of_the_same_figures() {
        let mut crowd = Crowd::new(20);
        let mut figures = Figures::new(&crowd);
        for _ in 0..70 {
            crowd.advance();
            figures.place(&crowd);
            let ids: Vec<_> = figures.world.colliders().collect();
            for (id, placed) in ids.into_iter().zip(crowd.placed()) {
                let number = figures.number(id) as usize;
                let half = FIGURE[number % HITBOXES].half_extents;
                let other = Obb3::new(placed.center, half, placed.rotation);
                let shape = figures.world.shape(id).unwrap();
                let Shape3::Obb(shape) = shape else { panic!("{shape:?}") };
                for (a, b) in shape.corners().zip(other.corners()) {
                    assert!((a - b).length() < 1e-5, "{number}: {a} and {b}");
                }
                let ball = Sphere3::new(crowd.middle(number / HITBOXES), REACH);
                assert!(ball.contains(&other), "{number}");
            }
        }
    }
}
