//! Which bounds overlap: the rough question that spares the exact one.
//!
//! An [`Index`] holds one box per id and finds those that overlap. Its answers are a necessary
//! condition only: bounds are rounded outward, and whoever asks goes on to ask the shapes.
//! [`BruteForce`] compares all with all and defines what any index answers; [`Tree`] gives the same
//! lists for less work.

mod bounds;
#[cfg(test)]
mod brute_force;
#[allow(dead_code, reason = "the questions that need it are yet to come")]
mod reach;

mod tree;

use crate::space::Vector;
use core::ops::ControlFlow;

pub(crate) use bounds::Bounds;
#[cfg(test)]
pub(crate) use brute_force::BruteForce;
#[allow(unused_imports, reason = "the questions that need it are yet to come")]
pub(crate) use reach::{Side, Way};
pub(crate) use tree::Tree;

/// Whether a box is meant to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mobility {
    /// Two fixed boxes are never a pair, and cost nothing to one another.
    Fixed,
    Moving,
}

/// One box per id, and which of them overlap.
///
/// Ids are small numbers: an index may keep a table as long as the largest of them. A number that is
/// handed to a question is no NaN.
#[allow(dead_code, reason = "the questions that need it are yet to come")]
pub(crate) trait Index<V: Vector> {
    /// Gives `id` the box `bounds`, in place of the one it had, if any.
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>, mobility: Mobility);

    /// Forgets `id`, if it is known.
    fn remove(&mut self, id: u32);

    /// Sorts in what was upserted, so that questions need not look at each of it. Pairs do it anyway.
    fn settle(&mut self);

    /// Replaces `pairs` by every two ids whose boxes overlap, not both fixed, at least one of them
    /// upserted since the last call: sorted, each pair once, the smaller id first.
    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>);

    /// Calls `found` once for every id whose box overlaps `bounds`, in no particular order, until it
    /// breaks.
    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>);

    /// Calls `found` once for every id whose box may be met on a way, from its start up to a fraction
    /// that may be infinite; roughly in the order in which they are met.
    ///
    /// With the id comes a fraction before which that box is certainly not met. What `found` answers
    /// is the fraction to look up to from then on, no larger than before: a box that is certainly met
    /// only after it is not visited. A negative one ends the search.
    fn along(&self, way: &Way<V>, up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64);

    /// Calls `found` once for every id whose box may be within a distance of `bounds`, roughly near
    /// ones first.
    ///
    /// With the id comes a distance that the box certainly has, at least. What `found` answers is the
    /// distance to look up to from then on, no larger than before: a box is left out only if it is
    /// certainly further away. A negative one ends the search.
    fn near(&self, bounds: &Bounds<V>, within: f64, found: &mut dyn FnMut(u32, f64) -> f64);

    /// Calls `found` once for every id whose box is not certainly outside one of `sides`, in no
    /// particular order, until it breaks.
    fn among(&self, sides: &[Side<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>);
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::Rng;
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
                Arrangement::Touching => {
                    ((at * 0.3).floor() as f32, (at * 0.3).floor() as f32 + 1.0)
                }
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
    fn mobility(id: u32) -> Mobility {
        if id % 2 == 0 { Mobility::Moving } else { Mobility::Fixed }
    }

    /// Every question, with bounds that stay and with such as shrink to the nearest found.
    fn assert_same_answers<V: Vector>(
        index: &impl Index<V>,
        expected: &impl Index<V>,
        arrangement: Arrangement,
        rng: &mut Rng,
    ) {
        let bounds = random_bounds::<V>(arrangement, rng);
        let listed = |visit: &dyn Fn(&mut dyn FnMut(u32))| {
            let mut ids = Vec::new();
            visit(&mut |id| ids.push(id));
            ids.sort_unstable();
            ids
        };
        let all = |found: &mut dyn FnMut(u32), id| {
            found(id);
            ControlFlow::Continue(())
        };

        let overlapping = |index: &dyn Index<V>| {
            listed(&|found| index.overlapping(&bounds, &mut |id| all(found, id)))
        };
        assert_eq!(overlapping(index), overlapping(expected), "{arrangement:?}");

        let to = random_bounds::<V>(arrangement, rng);
        let motion = V::array(|i| {
            let motion = to.min[i] - bounds.min[i];
            if rng.chance(0.3) || !motion.is_finite() { 0.0 } else { motion }
        });
        let way = Way { bounds, motion };
        let up_to = if rng.chance(0.3) { f64::INFINITY } else { rng.between(0.0, 2.0) };
        let along = |index: &dyn Index<V>| {
            listed(&|found| {
                index.along(&way, up_to, &mut |id, fraction| {
                    assert!(fraction <= up_to, "{arrangement:?}");
                    found(id);
                    up_to
                });
            })
        };
        assert_eq!(along(index), along(expected), "{arrangement:?}");
        let first_met = |index: &dyn Index<V>| {
            let mut first = f64::INFINITY;
            index.along(&way, f64::INFINITY, &mut |_, fraction| {
                first = if fraction < first { fraction } else { first };
                first
            });
            first
        };
        assert_eq!(first_met(index).to_bits(), first_met(expected).to_bits(), "{arrangement:?}");

        let within = if rng.chance(0.3) { f64::INFINITY } else { rng.between(0.0, 8.0) };
        let near = |index: &dyn Index<V>| {
            listed(&|found| {
                index.near(&bounds, within, &mut |id, distance| {
                    assert!(distance <= within, "{arrangement:?}");
                    found(id);
                    within
                });
            })
        };
        assert_eq!(near(index), near(expected), "{arrangement:?}");
        let nearest = |index: &dyn Index<V>| {
            let mut nearest = f64::INFINITY;
            index.near(&bounds, f64::INFINITY, &mut |_, distance| {
                nearest = if distance < nearest { distance } else { nearest };
                nearest
            });
            nearest
        };
        assert_eq!(nearest(index).to_bits(), nearest(expected).to_bits(), "{arrangement:?}");

        let sides: Vec<Side<V>> = (0..rng.below(7))
            .map(|_| {
                let normal = V::array(|_| (rng.between(-2.0, 2.0) * 2.0).round());
                Side { normal, offset: rng.between(-2.0, 40.0) }
            })
            .collect();
        let among =
            |index: &dyn Index<V>| listed(&|found| index.among(&sides, &mut |id| all(found, id)));
        assert_eq!(among(index), among(expected), "{arrangement:?}");
    }

    fn agrees_with_brute_force<V: Vector>(
        arrangement: Arrangement,
        ids: usize,
        rounds: usize,
        rng: &mut Rng,
    ) {
        let mut expected = BruteForce::<V>::default();
        let mut index = Tree::<V>::default();
        let (mut expected_pairs, mut pairs) = (Vec::new(), Vec::new());
        let mut any = 0;
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
                    assert_same_answers(&index, &expected, arrangement, rng);
                }
            }
            expected.moved_pairs(&mut expected_pairs);
            index.moved_pairs(&mut pairs);
            assert_eq!(pairs, expected_pairs, "{arrangement:?}");
            any += pairs.len();
        }
        assert!(any > 100, "{arrangement:?} gave only {any} pairs");
    }

    #[test]
    fn the_tree_agrees_with_brute_force() {
        let mut rng = Rng::new(20);
        for _ in 0..4 {
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
                agrees_with_brute_force::<Vec2>(arrangement, 800, 6, &mut rng);
                agrees_with_brute_force::<Vec3>(arrangement, 800, 6, &mut rng);
            }
        }
    }

    #[test]
    fn what_rests_is_reported_once() {
        let mut index = Tree::<Vec2>::default();
        let unit = Bounds::from_corners([0.0, 0.0], [1.0, 1.0]);
        (0..3).for_each(|id| index.upsert(id, &unit, Mobility::Moving));
        let mut pairs = Vec::new();
        index.moved_pairs(&mut pairs);
        assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
        index.moved_pairs(&mut pairs);
        assert_eq!(pairs, []);
        index.upsert(1, &unit, Mobility::Moving);
        index.moved_pairs(&mut pairs);
        assert_eq!(pairs, [(0, 1), (1, 2)]);
    }
}
