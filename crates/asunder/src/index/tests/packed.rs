//! The packed tree against brute force: it answers what the boxes would, and may answer more.

use super::*;
use crate::index::PackedTree;

/// A packed tree that answers with the numbers of the boxes.
struct Numbered<V: Vector> {
    tree: PackedTree<V>,
    order: Vec<u32>,
}

impl<V: Vector> Numbered<V> {
    fn new(boxes: &[Bounds<V>]) -> Self {
        let (tree, order) = PackedTree::new(boxes);
        Self { tree, order }
    }
}

impl<V: Vector> Search<V> for Numbered<V> {
    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        self.tree.overlapping(bounds, &mut |place| found(self.order[place as usize]));
    }

    fn along(&self, sweep: &SweptAabb<V>, up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        self.tree.along(sweep, up_to, &mut |place, at| found(self.order[place as usize], at));
    }

    fn near(&self, bounds: &Bounds<V>, within: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        self.tree.near(bounds, within, &mut |place, at| found(self.order[place as usize], at));
    }

    fn among(&self, sides: &[HalfSpaceBounds<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        self.tree.among(sides, &mut |place| found(self.order[place as usize]));
    }
}

/// How many boxes the tree named, and how many of them it need not have.
#[derive(Debug, Default)]
struct Named {
    all: usize,
    beyond: usize,
}

impl Named {
    /// Each once, and all that are expected.
    fn compare(&mut self, mut found: Vec<u32>, expected: &[u32]) {
        found.sort_unstable();
        assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{found:?}");
        assert!(
            expected.iter().all(|id| found.binary_search(id).is_ok()),
            "{found:?} {expected:?}"
        );
        self.all += found.len();
        self.beyond += found.len() - expected.len();
    }

    fn ask<V: Vector>(&mut self, boxes: &[Bounds<V>], arrangement: Arrangement, rng: &mut Rng) {
        let (tree, expected) = (Numbered::new(boxes), filled::<V, BruteForce<V>>(boxes));
        let all = |found: &mut Vec<u32>, id| {
            found.push(id);
            ControlFlow::Continue(())
        };
        for _ in 0..20 {
            let bounds = random_bounds::<V>(arrangement, rng);
            let ask = |index: &dyn Search<V>| {
                let mut found = Vec::new();
                index.overlapping(&bounds, &mut |id| all(&mut found, id));
                found
            };
            self.compare(ask(&tree), &ask(&expected));
            let to = random_bounds::<V>(arrangement, rng);
            let motion = V::array(|i| {
                let motion = to.min[i] - bounds.min[i];
                if rng.chance(0.3) || !motion.is_finite() { 0.0 } else { motion }
            });
            let sweep = SweptAabb { bounds, motion };
            let up_to = if rng.chance(0.3) { f64::INFINITY } else { rng.between(0.0, 2.0) };
            let ask = |index: &dyn Search<V>| {
                let mut found = Vec::new();
                index.along(&sweep, up_to, &mut |id, fraction| {
                    let own = boxes[id as usize].met_on(&sweep, f64::INFINITY);
                    assert!(own.is_none_or(|own| fraction <= own), "{fraction} {own:?}");
                    found.push(id);
                    up_to
                });
                found
            };
            self.compare(ask(&tree), &ask(&expected));
            // The first is found, however much is skipped.
            let first = |index: &dyn Search<V>| {
                let mut first = f64::INFINITY;
                index.along(&sweep, f64::INFINITY, &mut |id, _| {
                    let own = boxes[id as usize].met_on(&sweep, f64::INFINITY);
                    first = own.map_or(first, |own| if own < first { own } else { first });
                    first
                });
                first.to_bits()
            };
            assert_eq!(first(&tree), first(&expected));
            let within = if rng.chance(0.3) { f64::INFINITY } else { rng.between(0.0, 8.0) };
            let ask = |index: &dyn Search<V>| {
                let mut found = Vec::new();
                index.near(&bounds, within, &mut |id, distance| {
                    assert!(distance <= boxes[id as usize].distance_below(&bounds));
                    found.push(id);
                    within
                });
                found
            };
            self.compare(ask(&tree), &ask(&expected));
            let nearest = |index: &dyn Search<V>| {
                let mut nearest = f64::INFINITY;
                index.near(&bounds, f64::INFINITY, &mut |id, _| {
                    let own = boxes[id as usize].distance_below(&bounds);
                    nearest = if own < nearest { own } else { nearest };
                    nearest
                });
                nearest.to_bits()
            };
            assert_eq!(nearest(&tree), nearest(&expected));
            let sides: Vec<HalfSpaceBounds<V>> = (0..rng.below(7))
                .map(|_| {
                    let normal = V::array(|_| (rng.between(-2.0, 2.0) * 2.0).round());
                    HalfSpaceBounds { normal, offset: rng.between(-2.0, 40.0), slack: 0.0 }
                })
                .collect();
            let ask = |index: &dyn Search<V>| {
                let mut found = Vec::new();
                index.among(&sides, &mut |id| all(&mut found, id));
                found
            };
            self.compare(ask(&tree), &ask(&expected));
        }
    }
}

const ARRANGEMENTS: [Arrangement; 7] = [
    Arrangement::Scattered,
    Arrangement::Identical,
    Arrangement::InLine(0),
    Arrangement::InLine(1),
    Arrangement::Touching,
    Arrangement::Infinite,
    Arrangement::Huge,
];

fn boxes<V: Vector>(arrangement: Arrangement, count: usize, rng: &mut Rng) -> Vec<Bounds<V>> {
    (0..count).map(|_| random_bounds(arrangement, rng)).collect()
}

#[test]
fn no_box_is_missed() {
    let mut rng = Rng::new(30);
    for arrangement in ARRANGEMENTS {
        let mut named = Named::default();
        for count in [0, 1, 15, 16, 17, 300, 4200] {
            named.ask(&boxes::<Vec2>(arrangement, count, &mut rng), arrangement, &mut rng);
            named.ask(&boxes::<Vec3>(arrangement, count, &mut rng), arrangement, &mut rng);
        }
        assert!(named.all > 1000 && named.beyond * 20 < named.all, "{arrangement:?} {named:?}");
    }
}

/// Boxes of all magnitudes beside each other, down to the smallest numbers and up to the largest.
#[test]
fn no_box_of_any_size_is_missed() {
    let mut rng = Rng::new(31);
    let mut named = Named::default();
    for round in 0..40 {
        let mut number = || {
            let (low, high) = [(-149, -120), (-130, -120), (120, 128), (-149, 128)][round % 4];
            let x = rng.sign() * rng.magnitude(low..high);
            if x.abs() < f64::from(f32::MAX) { x as f32 } else { f32::MAX }
        };
        let boxes: Vec<Bounds<Vec3>> = (0..100)
            .map(|_| {
                let corners = [[0; 3].map(|_| number()), [0; 3].map(|_| number())];
                let [p, q] = corners;
                let min = [0, 1, 2].map(|t| if q[t] < p[t] { q[t] } else { p[t] });
                Bounds::from_corners(min, [0, 1, 2].map(|t| if q[t] < p[t] { p[t] } else { q[t] }))
            })
            .collect();
        named.ask(&boxes, Arrangement::Scattered, &mut rng);
        // And asked by one another.
        let (tree, expected) = (Numbered::new(&boxes), filled::<_, BruteForce<Vec3>>(&boxes));
        for of in &boxes {
            let ask = |index: &dyn Search<Vec3>| {
                let mut found = Vec::new();
                index.overlapping(of, &mut |id| {
                    found.push(id);
                    ControlFlow::Continue(())
                });
                found
            };
            named.compare(ask(&tree), &ask(&expected));
        }
    }
    assert!(named.all > 10_000, "{named:?}");
}

/// A search ends where it is told to, among the unbounded boxes too.
#[test]
fn a_search_ends() {
    let mut rng = Rng::new(32);
    let tree = Numbered::new(&boxes::<Vec2>(Arrangement::Infinite, 100, &mut rng));
    let everything = Bounds::everything();
    for most in [1, 40, 99] {
        let mut count = 0;
        tree.overlapping(&everything, &mut |_| {
            count += 1;
            if count == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, most);
        count = 0;
        tree.near(&everything, f64::INFINITY, &mut |_, _| {
            count += 1;
            if count == most { -1.0 } else { f64::INFINITY }
        });
        assert_eq!(count, most);
    }
}

#[test]
fn every_level_of_simd_names_the_same() {
    let mut rng = Rng::new(33);
    let boxes = crowd::<Vec3>(2000, &mut rng);
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for level in [SimdLevel::Baseline, SimdLevel::Avx2, SimdLevel::Avx512] {
        let list = at_level(level, || {
            let mut rng = Rng::new(34);
            Named::default().ask(&boxes, Arrangement::Scattered, &mut rng);
            let mut list = Vec::new();
            let tree = Numbered::new(&boxes);
            let [min, max] = [[2.0; 3], [5.0; 3]];
            let bounds = Bounds::from_corners(min, max);
            tree.overlapping(&bounds, &mut |id| {
                list.push(id);
                ControlFlow::Continue(())
            });
            let sweep = SweptAabb { bounds, motion: [9.0, -3.0, 1.0] };
            tree.along(&sweep, 1.0, &mut |id, _| {
                list.push(id);
                1.0
            });
            tree.near(&bounds, 2.0, &mut |id, _| {
                list.push(id);
                2.0
            });
            list
        });
        lists.extend(list);
    }
    assert!(lists.iter().all(|list| *list == lists[0] && list.len() > 100));
}
