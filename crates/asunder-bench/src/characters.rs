//! Figures of twenty hitboxes that walk in a crowd: whole ticks, from bone matrices to events.
//!
//! How the figures move is not timed. Timed is, each tick: taking over where all bones are, finding
//! which hitboxes of different figures touch, and what of that is new. Asunder places rigs and steps
//! a world, one body a figure; the plain loop is what one writes first; the peer's pipeline holds a
//! kinematic body a figure with twenty sensors.

mod plain;
mod rapier;
mod walk;

use crate::worlds::{Contest, Contestant, Entry, Pair, Trial};
use asunder::Shape3;
use asunder::prelude::*;
use std::hint::black_box;

pub(crate) use walk::{Crowd, FIGURE, HITBOXES, Placed, REACH};

/// Ticks of so many figures.
pub(crate) fn trial(count: usize) -> Box<dyn Trial> {
    Contest::boxed(
        Crowd::new(count),
        |crowd| Box::new(Figures::new(crowd)),
        |crowd| {
            vec![
                Entry::new("spheres, then textbook SAT, f32", None, plain::Loop::new(crowd)),
                Entry::new(crate::worlds::rapier::NAME, None, rapier::Sensors::new(crowd)),
            ]
        },
    )
}

/// The rig of every figure.
pub(crate) fn rig() -> Rig {
    let bones = FIGURE.iter().map(|part| Bone::new(part.name, part.parent)).collect();
    let mut rig = Rig::new("figure", bones).expect("a tree of bones");
    for (bone, part) in (0..).zip(&FIGURE) {
        let shape = Obb3::new(part.center, part.half_extents, [0.0, 0.0, 0.0, 1.0]);
        rig.add(Hitbox::new(bone, shape)).expect("bounded boxes");
    }
    rig
}

/// Figures in a world, placed by their rig.
pub(crate) struct Figures {
    pub(crate) world: World3,
    rig: Rig,
    bodies: Vec<BodyId>,
    placed: Vec<Shape3>,
}

impl Figures {
    pub(crate) fn new(crowd: &Crowd) -> Self {
        let (mut world, rig) = (World3::new(), rig());
        let colliders: Vec<Collider<_>> =
            rig.hitboxes().iter().map(|hitbox| Collider::new(hitbox.shape.clone())).collect();
        let bodies = (0..crowd.figures())
            .map(|owner| {
                let options = BodyOptions::from(BodyKind::Moving).owner(owner as u64);
                world.insert_body(&colliders, options).expect("finite boxes")
            })
            .collect();
        let mut figures = Self { world, rig, bodies, placed: Vec::new() };
        figures.place(crowd);
        figures
    }

    pub(crate) fn place(&mut self, crowd: &Crowd) {
        let Self { world, rig, bodies, placed } = self;
        for (figure, &body) in bodies.iter().enumerate() {
            let bones = Bones::Global(crowd.bones(figure));
            rig.place_into(bones, crowd.root(figure), placed).expect("finite matrices");
            world.set_body_shapes(body, placed).expect("finite shapes");
        }
    }

    /// The number of a hitbox among those of all figures.
    pub(crate) fn number(&self, id: ColliderId) -> u32 {
        // Bodies were inserted in the order of the figures, so their ids have the same order.
        let figure = self.bodies.binary_search(&id.body).unwrap_or(usize::MAX / HITBOXES);
        (figure * HITBOXES) as u32 + u32::from(id.part)
    }
}

impl Contestant<Crowd> for Figures {
    fn step(&mut self, crowd: &Crowd) {
        self.place(crowd);
        self.world.step();
        black_box(self.world.events());
    }

    fn pairs(&mut self) -> Vec<Pair> {
        let pairs = self.world.pairs().iter();
        pairs.map(|&(a, b)| (self.number(a), self.number(b))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worlds::Stage as _;

    #[test]
    fn all_find_the_same_pairs() {
        let rows = trial(60).rows("", 5);
        assert!(rows.iter().all(|row| row.peer_wrong == 0), "{rows:?}");
        let mut crowd = Crowd::new(60);
        let mut figures = Figures::new(&crowd);
        crowd.advance();
        figures.step(&crowd);
        assert!(figures.pairs().len() > 20, "they meet");
    }
}
