//! The tree against brute force, which defines the answers.

mod brute_force;
mod packed;

use super::*;
use crate::simd::{SimdLevel, at_level};
use asunder_jury::Rng;
use brute_force::BruteForce;
use glam::{Vec2, Vec3};

/// How the boxes of a world lie.
#[derive(Clone, Copy, Debug)]
enum Arrangement {
    Scattered,
    Identical,
    InLine(usize),
    Touching,
    Infinite,
    Huge,
}

fn random_bounds<V: Vector>(arrangement: Arrangement, rng: &mut Rng) -> Bounds<V> {
    let mut interval = |axis: usize| -> (f32, f32) {
        let at = rng.between(-10.0, 10.0);
        let size = rng.between(0.0, 6.0);
        match arrangement {
            Arrangement::Scattered => (at as f32, (at + size) as f32),
            Arrangement::Identical => (-0.0, 1.0),
            Arrangement::InLine(along) if axis == along => (at as f32, (at + size) as f32),
            Arrangement::InLine(_) => (0.0, 0.0),
            Arrangement::Touching => ((at * 0.3).floor() as f32, (at * 0.3).floor() as f32 + 1.0),
            Arrangement::Infinite => (
                if rng.chance(0.2) { f32::NEG_INFINITY } else { at as f32 },
                if rng.chance(0.2) { f32::INFINITY } else { (at + size) as f32 },
            ),
            Arrangement::Huge => ((at * 1e20) as f32, ((at + size) * 1e20) as f32),
        }
    };
    let intervals = V::array(&mut interval);
    Bounds::from_corners(V::array(|i| intervals[i].0), V::array(|i| intervals[i].1))
}

/// Half of the boxes are fixed, by their ids, which does not change.
fn mobility(id: u32) -> BodyKind {
    if id.is_multiple_of(2) { BodyKind::Moving } else { BodyKind::Fixed }
}

/// The ids that a question shows, sorted.
fn listed(ask: impl Fn(&mut dyn FnMut(u32))) -> Vec<u32> {
    let mut ids = Vec::new();
    ask(&mut |id| ids.push(id));
    ids.sort_unstable();
    ids
}

/// A question with a limit, which an index may round: it names what is expected, each once and no later; with a
/// limit that shrinks to the least that was found, too. How many it names, and how many are expected.
fn assert_no_less<V: Vector>(
    index: &impl Index<V>,
    expected: &BruteForce<V>,
    ask: impl Fn(&dyn Index<V>, &mut dyn FnMut(u32, f64) -> f64),
    limit: f64,
    exact: impl Fn(u32) -> Option<f64>,
) -> [usize; 2] {
    let named = |index: &dyn Index<V>| {
        let mut named = Vec::new();
        ask(index, &mut |id, key| {
            assert!(key <= limit);
            named.push((id, key));
            limit
        });
        named.sort_unstable_by_key(|&(id, _)| id);
        named
    };
    let (found, all) = (named(index), named(expected));
    assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0), "each once: {found:?}");
    for (id, key) in &all {
        let at = found.binary_search_by_key(id, |&(id, _)| id).expect("what is expected");
        assert!(found[at].1 <= *key, "{} {key}", found[at].1);
    }
    let least = |index: &dyn Index<V>| {
        let mut least = limit;
        ask(index, &mut |id, _| {
            least = exact(id).map_or(least, |key| if key < least { key } else { least });
            least
        });
        least.to_bits()
    };
    assert_eq!(least(index), least(expected));
    [found.len(), all.len()]
}

/// Every question, with bounds that stay and with such as shrink to the nearest found. How many boxes those with a
/// limit name, and how many they are expected to.
fn assert_same_answers<V: Vector>(
    index: &impl Index<V>,
    expected: &BruteForce<V>,
    arrangement: Arrangement,
    rng: &mut Rng,
) -> [usize; 2] {
    let bounds = random_bounds::<V>(arrangement, rng);
    let all = |found: &mut dyn FnMut(u32), id| {
        found(id);
        ControlFlow::Continue(())
    };

    let overlapping =
        |index: &dyn Index<V>| listed(|found| index.overlapping(&bounds, &mut |id| all(found, id)));
    assert_eq!(overlapping(index), overlapping(expected), "{arrangement:?}");

    let to = random_bounds::<V>(arrangement, rng);
    let motion = V::array(|i| {
        let motion = to.min[i] - bounds.min[i];
        if rng.chance(0.3) || !motion.is_finite() { 0.0 } else { motion }
    });
    let sweep = SweptAabb { bounds, motion };
    let up_to = if rng.chance(0.3) { f64::INFINITY } else { rng.between(0.0, 2.0) };
    let along = |index: &dyn Index<V>, found: &mut dyn FnMut(u32, f64) -> f64| {
        index.along(&sweep, up_to, found);
    };
    let met_on = |id| expected.bounds(id).met_on(&sweep, f64::INFINITY);
    let met = assert_no_less(index, expected, along, up_to, met_on);

    let within = if rng.chance(0.3) { f64::INFINITY } else { rng.between(0.0, 8.0) };
    let near = |index: &dyn Index<V>, found: &mut dyn FnMut(u32, f64) -> f64| {
        index.near(&bounds, within, found);
    };
    let distance = |id| Some(expected.bounds(id).distance_below(&bounds));
    let nearby = assert_no_less(index, expected, near, within, distance);

    let sides: Vec<HalfSpaceBounds<V>> = (0..rng.below(7))
        .map(|_| {
            let normal = V::array(|_| (rng.between(-2.0, 2.0) * 2.0).round());
            let slack = if rng.chance(0.5) { 0.0 } else { rng.between(0.0, 0.5) };
            HalfSpaceBounds { normal, offset: rng.between(-2.0, 40.0), slack }
        })
        .collect();
    let among =
        |index: &dyn Index<V>| listed(|found| index.among(&sides, &mut |id| all(found, id)));
    assert_eq!(among(index), among(expected), "{arrangement:?}");
    [met[0] + nearby[0], met[1] + nearby[1]]
}

fn agrees_with_brute_force<V: Vector>(
    arrangement: Arrangement,
    ids: usize,
    rounds: usize,
    rng: &mut Rng,
) {
    let mut expected = BruteForce::<V>::default();
    let mut index = Bvh::<V>::default();
    let (mut expected_pairs, mut pairs) = (Vec::new(), Vec::new());
    let (mut any, mut named) = (0, [0; 2]);
    for _ in 0..rounds {
        for step in 0..rng.below(ids / 2) {
            let id = rng.below(ids) as u32;
            if rng.chance(0.2) {
                expected.remove(id);
                index.remove(id);
            } else {
                let bounds = random_bounds(arrangement, rng);
                expected.upsert(id, &bounds, mobility(id));
                index.upsert(id, &bounds, mobility(id));
            }
            if rng.chance(0.02) {
                index.settle();
            }
            if step < 20 {
                let counts = assert_same_answers(&index, &expected, arrangement, rng);
                named = [0, 1].map(|i| named[i] + counts[i]);
            }
        }
        if rng.chance(0.1) {
            expected.rest();
            index.rest();
        }
        expected.moved_pairs(&mut expected_pairs);
        index.moved_pairs(&mut pairs);
        assert_eq!(pairs, expected_pairs, "{arrangement:?}");
        any += pairs.len();
    }
    assert!(any > 50, "{arrangement:?} gave only {any} pairs");
    // A box that reaches to infinity is swept as if it covered all along that axis.
    let beyond = named[0] - named[1];
    let is_finite = !matches!(arrangement, Arrangement::Infinite);
    assert!(!is_finite || beyond * 100 < named[1], "{arrangement:?} {named:?}");
}

#[test]
fn the_tree_agrees_with_brute_force() {
    let mut rng = Rng::new(20);
    for _ in 0..3 {
        for arrangement in [
            Arrangement::Scattered,
            Arrangement::Identical,
            Arrangement::InLine(0),
            Arrangement::InLine(1),
            Arrangement::Touching,
            Arrangement::Infinite,
            Arrangement::Huge,
        ] {
            agrees_with_brute_force::<Vec2>(arrangement, 50, 40, &mut rng);
            agrees_with_brute_force::<Vec3>(arrangement, 50, 40, &mut rng);
            agrees_with_brute_force::<Vec2>(arrangement, 800, 4, &mut rng);
            agrees_with_brute_force::<Vec3>(arrangement, 800, 4, &mut rng);
        }
    }
}

#[test]
fn what_rests_is_reported_once() {
    let mut index = Bvh::<Vec2>::default();
    let unit = Bounds::from_corners([0.0, 0.0], [1.0, 1.0]);
    (0..3).for_each(|id| index.upsert(id, &unit, BodyKind::Moving));
    let mut pairs = Vec::new();
    index.moved_pairs(&mut pairs);
    assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
    index.moved_pairs(&mut pairs);
    assert_eq!(pairs, []);
    index.upsert(1, &unit, BodyKind::Moving);
    index.moved_pairs(&mut pairs);
    assert_eq!(pairs, [(0, 1), (1, 2)]);
}

/// As many boxes as fill several levels of a tree, some of them large.
fn crowd<V: Vector>(count: usize, rng: &mut Rng) -> Vec<Bounds<V>> {
    let mut side = 1.0;
    while (0..V::DIM).fold(1.0, |volume, _| volume * side) < 2.0 * count as f64 {
        side += 1.0;
    }
    (0..count)
        .map(|_| {
            let size = if rng.chance(0.01) { 12.0 } else { 1.0 };
            let min = V::array(|_| rng.between(0.0, side) as f32);
            Bounds::from_corners(min, V::array(|i| min[i] + (rng.between(0.5, 1.0) * size) as f32))
        })
        .collect()
}

fn pairs_of<V: Vector>(index: &mut impl Index<V>) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    index.moved_pairs(&mut pairs);
    pairs
}

fn filled<V: Vector, I: Index<V> + Default>(boxes: &[Bounds<V>]) -> I {
    let mut index = I::default();
    (0..).zip(boxes).for_each(|(id, bounds)| index.upsert(id, bounds, mobility(id)));
    index
}

fn forgets_its_history<V: Vector>(rng: &mut Rng) {
    let boxes = crowd::<V>(5000, rng);
    let expected = pairs_of(&mut filled::<V, BruteForce<V>>(&boxes));
    assert!(expected.len() > 3000, "{}", expected.len());
    assert_eq!(pairs_of(&mut filled::<V, Bvh<V>>(&boxes)), expected);

    // Others were there before, in other places; some come one by one, some late.
    let mut tree: Bvh<V> = filled(&crowd::<V>(9000, rng));
    pairs_of(&mut tree);
    for id in 0..9000 {
        if id >= 5000 || rng.chance(0.3) {
            tree.remove(id);
        }
        if rng.chance(0.01) {
            tree.settle();
        }
    }
    for (id, bounds) in (0..).zip(&boxes) {
        let late = bounds.min[0] > boxes[0].min[0];
        tree.upsert(id, if late { bounds } else { &boxes[0] }, mobility(id));
    }
    pairs_of(&mut tree);
    (0..).zip(&boxes).for_each(|(id, bounds)| tree.upsert(id, bounds, mobility(id)));
    assert_eq!(pairs_of(&mut tree), expected);
    assert_eq!(pairs_of(&mut tree), []);
}

#[test]
fn pairs_depend_on_no_history() {
    let mut rng = Rng::new(21);
    forgets_its_history::<Vec2>(&mut rng);
    forgets_its_history::<Vec3>(&mut rng);
}

/// Whatever was settled when, the same boxes are found, though sweeps and distances are rounded.
#[test]
fn what_is_found_depends_on_no_history() {
    let mut rng = Rng::new(24);
    let boxes = crowd::<Vec3>(600, &mut rng);
    let unsettled = filled::<Vec3, Bvh<Vec3>>(&boxes);
    let (mut settled, mut other) = (unsettled.clone(), filled::<Vec3, Bvh<Vec3>>(&boxes[..300]));
    settled.settle();
    other.settle();
    (0..).zip(&boxes).for_each(|(id, bounds)| other.upsert(id, bounds, mobility(id)));
    let mut grazed = 0;
    for (id, bounds) in (0..).zip(&boxes) {
        // A motion that ends where another box begins, or a rounding before it.
        let other_box = &boxes[rng.below(boxes.len())];
        let motion = [0, 1, 2].map(|i| other_box.min[i] - bounds.max[i]);
        let sweep = SweptAabb { bounds: *bounds, motion };
        let far = bounds.distance_below(other_box);
        for limit in [1.0, 1.0 - f64::from(f32::EPSILON) / 2.0, 1.0 - 1e-7] {
            let along = |index: &Bvh<Vec3>| {
                listed(|found| {
                    index.along(&sweep, limit, &mut |id, _| {
                        found(id);
                        limit
                    });
                })
            };
            let near = |index: &Bvh<Vec3>| {
                listed(|found| {
                    index.near(bounds, far * limit, &mut |id, _| {
                        found(id);
                        far * limit
                    });
                })
            };
            let found = (along(&unsettled), near(&unsettled));
            assert_eq!((along(&settled), near(&settled)), found, "{id}");
            assert_eq!((along(&other), near(&other)), found, "{id}");
            grazed += found.0.len();
        }
    }
    assert!(grazed > 1000, "{grazed}");
}

#[test]
fn every_level_finds_the_same() {
    let mut rng = Rng::new(22);
    let boxes = crowd::<Vec3>(2000, &mut rng);
    let mut levels = 0;
    for level in [SimdLevel::Baseline, SimdLevel::Avx2, SimdLevel::Avx512] {
        let found = at_level(level, || {
            let (mut tree, mut expected): (Bvh<Vec3>, BruteForce<Vec3>) =
                (filled(&boxes), filled(&boxes));
            assert_eq!(pairs_of(&mut tree), pairs_of(&mut expected), "{level:?}");
            let mut rng = Rng::new(23);
            for _ in 0..20 {
                assert_same_answers(&tree, &expected, Arrangement::Scattered, &mut rng);
            }
        });
        levels += u32::from(found.is_some());
    }
    assert!(levels > 0);
}

/// What would take minutes if boxes that never pair were compared, all with all.
#[test]
fn a_heap_of_fixed_boxes_costs_nothing() {
    let mut tree = Bvh::<Vec2>::default();
    let unit = Bounds::from_corners([0.0; 2], [1.0; 2]);
    (0..300_000).for_each(|id| tree.upsert(id, &unit, BodyKind::Fixed));
    assert_eq!(pairs_of(&mut tree), []);
    (0..300_000).for_each(|id| tree.upsert(id, &unit, BodyKind::Fixed));
    assert_eq!(pairs_of(&mut tree), []);
    tree.upsert(300_000, &Bounds::from_corners([1.0; 2], [2.0; 2]), BodyKind::Moving);
    assert_eq!(pairs_of(&mut tree).len(), 300_000);
    // One becomes a mover: it meets all the others.
    tree.upsert(7, &unit, BodyKind::Moving);
    assert_eq!(pairs_of(&mut tree).len(), 300_000);
}

/// Sixteen blocks search together, and here all of them find everything: more at a time than any of
/// the lists that a search fills has room for.
#[test]
fn all_blocks_of_a_family_overlap_all() {
    let mut tree = Bvh::<Vec2>::default();
    let unit = Bounds::from_corners([0.0; 2], [1.0; 2]);
    let (moving, fixed) = (300, 5_000);
    (0..moving).for_each(|id| tree.upsert(id, &unit, BodyKind::Moving));
    (moving..moving + fixed).for_each(|id| tree.upsert(id, &unit, BodyKind::Fixed));
    let expected = (0..moving).flat_map(|a| (a + 1..moving + fixed).map(move |b| (a, b)));
    assert!(pairs_of(&mut tree).into_iter().eq(expected.clone()));
    // The same from the other side, with the rest at rest.
    (moving..moving + fixed).for_each(|id| tree.upsert(id, &unit, BodyKind::Fixed));
    assert!(pairs_of(&mut tree).into_iter().eq(expected.filter(|&(_, b)| b >= moving)));
}

/// Worlds of any size, whose boxes lie along a line that a grid would not part.
#[test]
fn a_line_through_all_magnitudes() {
    let mut tree = Bvh::<Vec3>::default();
    let mut at = f32::MIN_POSITIVE;
    let mut count = 0;
    while at < f32::MAX / 2.0 {
        // Each touches the next.
        tree.upsert(count, &Bounds::from_corners([at; 3], [at * 1.25; 3]), BodyKind::Moving);
        at *= 1.25;
        count += 1;
    }
    let pairs = pairs_of(&mut tree);
    assert!(pairs.iter().map(|&(a, _)| a).eq(0..count - 1), "{pairs:?}");
    let everything = Bounds::from_corners([f32::MIN; 3], [f32::MAX; 3]);
    tree.upsert(count, &everything, BodyKind::Moving);
    assert_eq!(pairs_of(&mut tree).len(), count as usize);
}
