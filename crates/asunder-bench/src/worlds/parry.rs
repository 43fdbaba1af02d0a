//! The peer's tree, updated in the ways its documentation offers.

pub(crate) const REFITTED_3D: &str = "parry3d 0.31.1 Bvh, refit";
pub(crate) const REINSERTED_3D: &str = "parry3d 0.31.1 Bvh, reinsert";
pub(crate) const QUERIED_3D: &str = "parry3d 0.31.1 Bvh, a query each";
pub(crate) const OPTIMIZED_3D: &str = "parry3d 0.31.1 Bvh, optimize, refit";
pub(crate) const OPTIMIZED_2D: &str = "parry2d 0.31.1 Bvh, optimize, refit";
pub(crate) const REFITTED_2D: &str = "parry2d 0.31.1 Bvh, refit";
pub(crate) const REINSERTED_2D: &str = "parry2d 0.31.1 Bvh, reinsert";
pub(crate) const QUERIED_2D: &str = "parry2d 0.31.1 Bvh, a query each";

macro_rules! trees {
    ($module:ident, $parry:ident, $D:literal, $names:expr) => {
        /// The trees of one dimension.
        pub(super) mod $module {
            use super::super::scene::{Bounds, Scene};
            use super::super::{Contestant, Crowd, Entry, Pair};
            use $parry::bounding_volume::Aabb;
            use $parry::math::Vector;
            use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

            fn aabb([min, max]: Bounds<$D>) -> Aabb {
                Aabb::new(Vector::from_array(min), Vector::from_array(max))
            }

            fn tree(scene: &Scene<$D>) -> Bvh {
                let leaves: Vec<Aabb> = scene.bounds.iter().map(|bounds| aabb(*bounds)).collect();
                Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves)
            }

            /// The ways that suit a scene, and what is to be reached beside them. They compare the same
            /// closed boxes.
            pub(crate) fn peers(crowd: Crowd, scene: &Scene<$D>) -> Vec<Entry<Scene<$D>>> {
                let [refitted, optimized, reinserted, queried] = $names;
                if crowd == Crowd::MostlyAtRest {
                    return vec![
                        Entry::equal(reinserted, Some(8.0), Reinserted::new(scene)),
                        Entry::equal(queried, Some(8.0), Queried::new(scene)),
                    ];
                }
                vec![
                    Entry::equal(refitted, Some(2.0), Refitted::new(scene, false)),
                    Entry::equal(optimized, Some(2.0), Refitted::new(scene, true)),
                ]
            }

            fn ordered(a: u32, b: u32) -> Pair {
                if a < b { (a, b) } else { (b, a) }
            }

            /// Where everything moves: leaves in place, part of the tree built anew if asked to, one
            /// refit, the tree against itself.
            pub(crate) struct Refitted {
                tree: Bvh,
                workspace: BvhWorkspace,
                pairs: Vec<Pair>,
                optimizes: bool,
            }

            impl Refitted {
                pub(crate) fn new(scene: &Scene<$D>, optimizes: bool) -> Self {
                    Self {
                        tree: tree(scene),
                        workspace: BvhWorkspace::default(),
                        pairs: Vec::new(),
                        optimizes,
                    }
                }
            }

            impl Contestant<Scene<$D>> for Refitted {
                fn step(&mut self, scene: &Scene<$D>) {
                    for &i in &scene.movers {
                        self.tree.insert_or_update_partially(
                            aabb(scene.bounds[i as usize]),
                            i,
                            0.0,
                        );
                    }
                    if self.optimizes {
                        self.tree.optimize_incremental(&mut self.workspace);
                    }
                    self.tree.refit(&mut self.workspace);
                    self.pairs.clear();
                    let pairs = &mut self.pairs;
                    self.tree.traverse_bvtt_single_tree::<false>(
                        &mut self.workspace,
                        &mut |a, b| {
                            pairs.push(ordered(a, b));
                        },
                    );
                }

                fn pairs(&mut self) -> Vec<Pair> {
                    self.pairs.clone()
                }
            }

            /// Where little moves: leaves taken out and put in again, and only what changed is
            /// descended into.
            pub(crate) struct Reinserted {
                tree: Bvh,
                workspace: BvhWorkspace,
                pairs: Vec<Pair>,
                changed: Vec<u32>,
            }

            impl Reinserted {
                pub(crate) fn new(scene: &Scene<$D>) -> Self {
                    Self {
                        tree: tree(scene),
                        workspace: BvhWorkspace::default(),
                        pairs: Vec::new(),
                        // A new tree takes all of its leaves for changed.
                        changed: (0..scene.bounds.len() as u32).collect(),
                    }
                }
            }

            impl Contestant<Scene<$D>> for Reinserted {
                fn step(&mut self, scene: &Scene<$D>) {
                    for &i in &scene.movers {
                        let bounds = aabb(scene.bounds[i as usize]);
                        self.tree.reinsert_or_update_with_change_detection(bounds, i, 0.0);
                    }
                    self.tree.refit_partial(&self.changed, &scene.movers);
                    self.changed.clone_from(&scene.movers);
                    self.pairs.clear();
                    let pairs = &mut self.pairs;
                    self.tree.traverse_bvtt_single_tree::<true>(
                        &mut self.workspace,
                        &mut |a, b| {
                            pairs.push(ordered(a, b));
                        },
                    );
                }

                fn pairs(&mut self) -> Vec<Pair> {
                    self.pairs.clone()
                }
            }

            /// Where little moves: leaves in place, and a query for each that moved.
            pub(crate) struct Queried {
                tree: Bvh,
                pairs: Vec<Pair>,
                moves: Vec<bool>,
            }

            impl Queried {
                pub(crate) fn new(scene: &Scene<$D>) -> Self {
                    let mut moves = vec![false; scene.bounds.len()];
                    scene.movers.iter().for_each(|&i| moves[i as usize] = true);
                    Self { tree: tree(scene), pairs: Vec::new(), moves }
                }
            }

            impl Contestant<Scene<$D>> for Queried {
                fn step(&mut self, scene: &Scene<$D>) {
                    for &i in &scene.movers {
                        self.tree.insert_or_update_partially(
                            aabb(scene.bounds[i as usize]),
                            i,
                            0.0,
                        );
                    }
                    self.tree.refit_partial(&[], &scene.movers);
                    self.pairs.clear();
                    for &i in &scene.movers {
                        let bounds = aabb(scene.bounds[i as usize]);
                        for other in self.tree.intersect_aabb(&bounds) {
                            // Two movers find each other twice.
                            if other != i && !(self.moves[other as usize] && other < i) {
                                self.pairs.push(ordered(i, other));
                            }
                        }
                    }
                }

                fn pairs(&mut self) -> Vec<Pair> {
                    self.pairs.clone()
                }
            }
        }
    };
}

trees!(
    three,
    parry3d,
    3,
    [super::REFITTED_3D, super::OPTIMIZED_3D, super::REINSERTED_3D, super::QUERIED_3D]
);
trees!(
    two,
    parry2d,
    2,
    [super::REFITTED_2D, super::OPTIMIZED_2D, super::REINSERTED_2D, super::QUERIED_2D]
);
