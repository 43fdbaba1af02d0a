//! Asunder's worlds.

use super::scene::Scene;
use super::{Contestant, Pair};
use asunder::prelude::*;
use asunder::world::{BodyId, ColliderId, Motion};
use std::hint::black_box;

/// Bodies are inserted in the order of the scene's boxes, so their ids have the same order.
fn numbers(bodies: &[BodyId], pairs: &[(ColliderId, ColliderId)]) -> Vec<Pair> {
    let number = |id: ColliderId| bodies.binary_search(&id.body).map_or(u32::MAX, |i| i as u32);
    pairs.iter().map(|&(a, b)| (number(a), number(b))).collect()
}

macro_rules! boxes {
    ($Boxes:ident, $World:ident, $Aabb:ident, $D:literal) => {
        /// Boxes along the axes in a world.
        pub(crate) struct $Boxes {
            world: $World,
            bodies: Vec<BodyId>,
            moves: Vec<bool>,
            at_rest: bool,
        }

        impl $Boxes {
            pub(crate) fn new(scene: &Scene<$D>) -> Self {
                let mut world = $World::new();
                let mut moves = vec![false; scene.bounds.len()];
                scene.movers.iter().for_each(|&i| moves[i as usize] = true);
                let insert = |&[min, max]: &[[f32; $D]; 2]| {
                    world.insert($Aabb::new(min, max), Motion::Moving).expect("finite boxes")
                };
                let bodies = scene.bounds.iter().map(insert).collect();
                Self { world, bodies, at_rest: moves.contains(&false), moves }
            }
        }

        impl Contestant<$D> for $Boxes {
            fn step(&mut self, scene: &Scene<$D>) {
                for &i in &scene.movers {
                    let [min, max] = scene.bounds[i as usize];
                    let moved = [$Aabb::new(min, max).into()];
                    let _ = self.world.set_body_shapes(self.bodies[i as usize], &moved);
                }
                self.world.step();
                black_box(self.world.events());
            }

            fn pairs(&mut self) -> Vec<Pair> {
                let mut pairs = numbers(&self.bodies, self.world.pairs());
                if self.at_rest {
                    // The others are asked about what moved only.
                    pairs.retain(|&(a, b)| self.moves[a as usize] || self.moves[b as usize]);
                }
                pairs
            }
        }
    };
}

boxes!(Boxes3, World3, Aabb3, 3);
boxes!(Boxes2, World2, Aabb2, 2);

/// Turned boxes in a world.
pub(crate) struct Turned {
    world: World3,
    bodies: Vec<BodyId>,
}

impl Turned {
    pub(crate) fn new(scene: &Scene<3>) -> Self {
        let mut world = World3::new();
        let insert = |half: &[f32; 3]| {
            let local = Obb3::new([0.0; 3], *half, [0.0, 0.0, 0.0, 1.0]);
            world.insert(local, Motion::Moving).expect("finite boxes")
        };
        let bodies: Vec<BodyId> = scene.half_extents.iter().map(insert).collect();
        for (i, &body) in bodies.iter().enumerate() {
            world.set_body_pose(body, &pose(scene, i)).expect("finite poses");
        }
        Self { world, bodies }
    }
}

fn pose(scene: &Scene<3>, i: usize) -> Pose3 {
    Pose3::new(scene.centers[i], scene.turns[i])
}

impl Contestant<3> for Turned {
    fn step(&mut self, scene: &Scene<3>) {
        for &i in &scene.movers {
            let _ = self.world.set_body_pose(self.bodies[i as usize], &pose(scene, i as usize));
        }
        self.world.step();
        black_box(self.world.events());
    }

    fn pairs(&mut self) -> Vec<Pair> {
        numbers(&self.bodies, self.world.pairs())
    }
}
