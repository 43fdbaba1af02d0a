//! Asunder's tree and world.

use super::scene::Scene;
use super::{Contestant, Pair};
use crate::level;
use asunder::prelude::*;
use asunder::tree::{Tree2, Tree3};
use rayon::ThreadPool;
use std::hint::black_box;

/// Where a contestant's steps run: wherever it is asked, or on threads of its own.
pub(crate) struct Threads(Option<ThreadPool>);

impl Threads {
    pub(crate) const HERE: Self = Self(None);

    pub(crate) fn of_its_own(count: usize) -> Self {
        Self(Some(level::threads(count).expect("threads start")))
    }

    fn run(&self, step: impl FnOnce() + Send) {
        match &self.0 {
            Some(pool) => pool.install(step),
            None => step(),
        }
    }
}

macro_rules! boxes {
    ($Boxes:ident, $Tree:ident, $Aabb:ident, $D:literal) => {
        /// Boxes along the axes in a tree.
        pub(crate) struct $Boxes {
            tree: $Tree,
            threads: Threads,
        }

        impl $Boxes {
            pub(crate) fn new(scene: &Scene<$D>, threads: Threads) -> Self {
                let mut tree = $Tree::new();
                for (number, &[min, max]) in (0..).zip(&scene.bounds) {
                    tree.set(number, &$Aabb::new(min, max), BodyKind::Moving);
                }
                // What was inserted has moved: the others are asked about what moves only.
                tree.moved_pairs();
                Self { tree, threads }
            }
        }

        impl Contestant<Scene<$D>> for $Boxes {
            fn step(&mut self, scene: &Scene<$D>) {
                for &i in &scene.movers {
                    let [min, max] = scene.bounds[i as usize];
                    self.tree.set(i, &$Aabb::new(min, max), BodyKind::Moving);
                }
                let Self { tree, threads } = self;
                threads.run(|| {
                    tree.moved_pairs();
                });
            }

            fn pairs(&mut self) -> Vec<Pair> {
                self.tree.last_pairs().to_vec()
            }
        }
    };
}

boxes!(Boxes3, Tree3, Aabb3, 3);
boxes!(Boxes2, Tree2, Aabb2, 2);

/// Turned boxes in a world.
pub(crate) struct Turned {
    world: World3,
    bodies: Vec<BodyId>,
    /// Who moves, and where to: for one call on threads of its own.
    placings: Vec<(BodyId, Pose3)>,
    threads: Threads,
}

impl Turned {
    pub(crate) fn new(scene: &Scene<3>, threads: Threads) -> Self {
        let mut world = World3::new();
        let insert = |half: &[f32; 3]| {
            let local = Obb3::new([0.0; 3], *half, [0.0, 0.0, 0.0, 1.0]);
            world.insert(local, BodyKind::Moving).expect("finite boxes")
        };
        let bodies: Vec<BodyId> = scene.half_extents.iter().map(insert).collect();
        for (i, &body) in bodies.iter().enumerate() {
            world.set_body_pose(body, &pose(scene, i)).expect("finite poses");
        }
        Self { world, bodies, placings: Vec::new(), threads }
    }
}

fn pose(scene: &Scene<3>, i: usize) -> Pose3 {
    Pose3::new(scene.centers[i], scene.turns[i])
}

impl Contestant<Scene<3>> for Turned {
    fn step(&mut self, scene: &Scene<3>) {
        let Self { world, bodies, placings, threads } = self;
        let placing = |&i: &u32| (bodies[i as usize], pose(scene, i as usize));
        let all = scene.movers.iter().map(placing);
        if let Threads(Some(pool)) = threads {
            placings.clear();
            placings.extend(all);
            pool.install(|| {
                let _ = world.place_all(placings);
                world.step();
            });
        } else {
            all.for_each(|(body, pose)| {
                let _ = world.set_body_pose(body, &pose);
            });
            world.step();
        }
        black_box(world.events());
    }

    fn pairs(&mut self) -> Vec<Pair> {
        // Bodies were inserted in the order of the scene's boxes, so their ids have the same order.
        let number = |id: ColliderId| {
            self.bodies.binary_search(&id.body).map_or(u32::MAX, |place| place as u32)
        };
        self.world.pairs().iter().map(|&(a, b)| (number(a), number(b))).collect()
    }
}
