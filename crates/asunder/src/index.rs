//! Which bounds overlap: the rough question that spares the exact one.
//!
//! An [`Index`] holds one box per id and finds those that overlap. Its answers are a necessary
//! condition only: bounds are rounded outward, and whoever asks goes on to ask the shapes.
//! [`BruteForce`] compares all with all and defines what any index answers; [`SortAndSweep`] gives
//! the same lists for less work.

mod bounds;
#[cfg(test)]
mod brute_force;
mod row;
mod sort_and_sweep;

use crate::space::Vector;

pub(crate) use bounds::Bounds;
#[cfg(test)]
pub(crate) use brute_force::BruteForce;
pub(crate) use sort_and_sweep::SortAndSweep;

/// One box per id, and which of them overlap.
///
/// Ids are small numbers: an index may keep a table as long as the largest of them.
pub(crate) trait Index<V: Vector> {
    /// Gives `id` the box `bounds`, in place of the one it had, if any.
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>);

    /// Forgets `id`, if it is known.
    fn remove(&mut self, id: u32);

    /// Replaces `pairs` by every two ids whose boxes overlap, at least one of them upserted since
    /// the last call: sorted, each pair once, the smaller id first.
    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>);

    /// Calls `found` once for every id whose box overlaps `bounds`, in no particular order.
    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32));
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

    fn found<V: Vector>(index: &impl Index<V>, bounds: &Bounds<V>) -> Vec<u32> {
        let mut ids = Vec::new();
        index.overlapping(bounds, &mut |id| ids.push(id));
        ids.sort_unstable();
        ids
    }

    fn agrees_with_brute_force<V: Vector>(arrangement: Arrangement, rng: &mut Rng) {
        let mut expected = BruteForce::<V>::default();
        let mut index = SortAndSweep::<V>::default();
        let (mut expected_pairs, mut pairs) = (Vec::new(), Vec::new());
        let mut any = 0;
        for _ in 0..60 {
            for _ in 0..rng.below(20) {
                let id = rng.below(50) as u32;
                if rng.chance(0.2) {
                    expected.remove(id);
                    index.remove(id);
                } else {
                    let bounds = random_bounds(arrangement, rng);
                    expected.upsert(id, &bounds);
                    index.upsert(id, &bounds);
                }
                let asked = random_bounds(arrangement, rng);
                assert_eq!(found(&index, &asked), found(&expected, &asked), "{arrangement:?}");
            }
            expected.moved_pairs(&mut expected_pairs);
            index.moved_pairs(&mut pairs);
            assert_eq!(pairs, expected_pairs, "{arrangement:?}");
            any += pairs.len();
        }
        assert!(any > 100, "{arrangement:?} gave only {any} pairs");
    }

    #[test]
    fn sort_and_sweep_agrees_with_brute_force() {
        let mut rng = Rng::new(20);
        for _ in 0..10 {
            for arrangement in [
                Arrangement::Scattered,
                Arrangement::Identical,
                Arrangement::InLine(0),
                Arrangement::InLine(1),
                Arrangement::Touching,
                Arrangement::Infinite,
                Arrangement::Huge,
            ] {
                agrees_with_brute_force::<Vec2>(arrangement, &mut rng);
                agrees_with_brute_force::<Vec3>(arrangement, &mut rng);
            }
        }
    }

    #[test]
    fn what_rests_is_reported_once() {
        let mut index = SortAndSweep::<Vec2>::default();
        let unit = Bounds::from_corners([0.0, 0.0], [1.0, 1.0]);
        (0..3).for_each(|id| index.upsert(id, &unit));
        let mut pairs = Vec::new();
        index.moved_pairs(&mut pairs);
        assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
        index.moved_pairs(&mut pairs);
        assert_eq!(pairs, []);
        index.upsert(1, &unit);
        index.moved_pairs(&mut pairs);
        assert_eq!(pairs, [(0, 1), (1, 2)]);
    }
}
