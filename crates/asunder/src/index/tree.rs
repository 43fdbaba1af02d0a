//! A wide tree over boxes that works on what moved.
//!
//! # What it is
//!
//! The boxes are brought into an order in which neighbours in space are neighbours (`order`), and lie
//! in *blocks* of sixteen in that order, their numbers side by side (`block`). Sixteen blocks in a row
//! are bounded by sixteen boxes, which make a block of the level above, and so on up to a single one
//! (`hierarchy`): a bounding volume hierarchy (Ericson 2005, §6) without pointers, for a block's number
//! says which are its parent and its children. Half a dozen wide comparisons ask sixteen children at
//! once.
//!
//! What is fixed and what moves have a hierarchy each. Two fixed boxes never pair, so that nothing
//! ever compares them, also when they are inserted.
//!
//! # What changes
//!
//! [`upsert`](Index::upsert) notes the box and its block. [`settle`](Index::settle) writes what was
//! noted into the blocks and brings the bounds above them up to date, so that the work is that of the
//! blocks with something new. A box keeps its place in the order while its block has not grown to twice
//! its size by it. Those that got further, and those that came anew, are ordered among themselves and
//! put at the end. Everything is ordered anew once they and the empty places are an eighth of all, or
//! once the searches since the last time have cost as much more than the first one as ordering costs:
//! by that rule nobody pays more than twice what is best. So the time depends on the history, and no
//! answer does.
//!
//! # Pairs
//!
//! What moved goes down both hierarchies sixteen blocks at a time, along every way that one of them would
//! go (`search`); only the leaves where that arrives are compared with each of the blocks. Each pair is
//! found once: a block finds those of two boxes that moved only with itself and the blocks after it in
//! the order. Of the blocks before it, it looks at the boxes that did not move, and at none if all did.
//! The pairs are then sorted by their ids (`pairs`). With the feature `rayon` halves of the work go to
//! other threads (`crate::threads`), and since the pairs are sorted, they are the same.
//!
//! # What it costs at worst
//!
//! `n` boxes of which `m` moved, `p` pairs. Memory is O(n + p), with no way for it to grow otherwise;
//! a hierarchy holds at most a quarter more places than boxes, and a few blocks. Ordering is
//! O(n log n) wherever the boxes lie, for it compares centres with one another and with no grid: boxes
//! all in one place, on a line, with one far out, at 1e20 or at all magnitudes of `f32` are ordered
//! like any others. A search is O(m (log n + k)), `k` being how many boxes a block of sixteen overlaps:
//! where all is in one place that is everything, as it is for `p`. One huge box makes only its own
//! block a large one. Boxes without bounds lie in blocks of their own at the end, which every question
//! looks at.

mod block;
mod hierarchy;
mod leaves;
mod order;
mod pairs;
mod search;
mod visit;

use super::{Bounds, Index, Mobility, Side, Way};
use crate::simd::dispatch;
use crate::space::Vector;
use crate::threads::PARTS;
use core::ops::ControlFlow;
use hierarchy::Hierarchy;
use pairs::Keys;
pub(crate) use pairs::Sieve;
use search::{Among, List, search};

/// How many blocks are too few to be worth a half of their own.
const FEW: usize = 128;

/// An index whose work grows with what moves, and with what is near to that.
#[derive(Clone, Debug)]
pub(crate) struct Tree<V: Vector> {
    /// By id.
    slots: Vec<Slot<V>>,
    fixed: Hierarchy<V>,
    moving: Hierarchy<V>,
    scratch: Scratch,
}

/// Lists that a call of `moved_pairs` fills anew, kept so that it need not allocate.
#[derive(Debug, Default)]
struct Scratch {
    found: [List; PARTS],
    keys: [Vec<u64>; 2],
}

/// Nothing in it lasts: a copy of a tree begins with none.
impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What is known of an id.
#[derive(Clone, Copy, Debug)]
struct Slot<V: Vector> {
    bounds: Bounds<V>,
    /// Its place in the order, or among what waits for one.
    at: u32,
    state: State,
    mobility: Mobility,
    /// Set only while all are ordered anew: whether it was upserted since the last pairs.
    moved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Absent,
    /// It has no place in the order yet.
    Waiting,
    Placed,
}

impl<V: Vector> Default for Tree<V> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            fixed: Hierarchy::default(),
            moving: Hierarchy::default(),
            scratch: Scratch::default(),
        }
    }
}

impl<V: Vector> Tree<V> {
    fn hierarchies(&self) -> [&Hierarchy<V>; 2] {
        [&self.moving, &self.fixed]
    }

    fn of(&mut self, mobility: Mobility) -> &mut Hierarchy<V> {
        match mobility {
            Mobility::Fixed => &mut self.fixed,
            Mobility::Moving => &mut self.moving,
        }
    }

    /// As [`moved_pairs`](Index::moved_pairs), but for the pairs that `sift` does not keep. It is called
    /// for parts of the pairs, perhaps on several threads, each time with another of `tools`, of which
    /// there are [`PARTS`].
    pub(crate) fn moved_pairs_sifted<T: Send>(
        &mut self,
        pairs: &mut Vec<(u32, u32)>,
        tools: &mut [T],
        sift: &(impl Fn(&mut T, &mut Sieve<'_>) + Sync),
    ) {
        self.find_moved_pairs(pairs, |keys, found| pairs::sift(keys, found, tools, sift));
    }

    fn find_moved_pairs(
        &mut self,
        pairs: &mut Vec<(u32, u32)>,
        sift: impl FnOnce(Keys, &mut [List]),
    ) {
        self.settle();
        let Self { moving, fixed, scratch: Scratch { found, keys: sorting }, .. } = self;
        let keys = Keys::new(self.slots.len());
        moving.order_moved();
        fixed.order_moved();
        let same = if moving.all_moved() { Among::Moved } else { Among::Same };
        search(&moving.moved, moving, moving, same, keys, found);
        let work = found.iter_mut().map(|list| core::mem::take(&mut list.work)).sum();
        moving.note_work(work);
        search(&moving.moved, moving, fixed, Among::Other, keys, found);
        search(&fixed.moved, fixed, moving, Among::Resting, keys, found);
        moving.rest();
        fixed.rest();
        sift(keys, found);
        keys.sort(found, sorting, pairs);
        for list in found {
            list.keys.clear();
            list.work = 0;
        }
    }

    /// The boxes that no hierarchy holds as they are.
    fn unsettled(&self) -> impl Iterator<Item = (u32, &Bounds<V>)> {
        self.hierarchies().into_iter().flat_map(|hierarchy| hierarchy.unsettled(&self.slots))
    }
}

impl<V: Vector> Index<V> for Tree<V> {
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>, mobility: Mobility) {
        let number = id as usize;
        if self.slots.len() <= number {
            let absent =
                Slot { bounds: *bounds, at: 0, state: State::Absent, mobility, moved: false };
            self.slots.resize(number + 1, absent);
        }
        if self.slots[number].mobility != mobility {
            self.remove(id);
        }
        let slot = &mut self.slots[number];
        (slot.bounds, slot.mobility) = (*bounds, mobility);
        let hierarchy = match mobility {
            Mobility::Fixed => &mut self.fixed,
            Mobility::Moving => &mut self.moving,
        };
        match slot.state {
            State::Placed => hierarchy.touch(slot.at),
            State::Waiting => {}
            State::Absent => {
                (slot.state, slot.at) = (State::Waiting, hierarchy.waiting.len() as u32);
                hierarchy.waiting.push(id);
            }
        }
    }

    fn remove(&mut self, id: u32) {
        let Some(slot) = self.slots.get_mut(id as usize) else {
            return;
        };
        let (state, at, mobility) = (slot.state, slot.at, slot.mobility);
        slot.state = State::Absent;
        match state {
            State::Absent => {}
            State::Placed => self.of(mobility).vacate(at),
            State::Waiting => {
                let waiting = &mut self.of(mobility).waiting;
                waiting.swap_remove(at as usize);
                if let Some(&other) = waiting.get(at as usize) {
                    self.slots[other as usize].at = at;
                }
            }
        }
    }

    fn settle(&mut self) {
        self.moving.settle(&mut self.slots);
        self.fixed.settle(&mut self.slots);
    }

    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>) {
        self.find_moved_pairs(pairs, |_, _| {});
    }

    fn rest(&mut self) {
        self.settle();
        self.moving.rest();
        self.fixed.rest();
    }

    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let mut unsettled = self.unsettled().filter(|(_, other)| other.overlaps(bounds));
        let mut state = unsettled.try_for_each(|(id, _)| found(id));
        for hierarchy in self.hierarchies() {
            if state.is_continue() {
                state = dispatch!(simd => hierarchy.visit(
                    #[inline(always)]
                    |block| block.overlapping(simd, bounds),
                    found
                ));
            }
        }
    }

    fn along(&self, way: &Way<V>, mut up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, bounds) in self.unsettled() {
            if let Some(fraction) = bounds.met_on(way, up_to) {
                up_to = found(id, fraction);
            }
        }
        for hierarchy in self.hierarchies() {
            up_to = dispatch!(simd => {
                let _ = simd;
                hierarchy.visit_least_first(
                    up_to,
                    #[inline(always)]
                    |block, up_to| block.met_on(way, up_to),
                    found
                )
            });
        }
    }

    fn near(&self, bounds: &Bounds<V>, mut within: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, other) in self.unsettled() {
            let distance = other.distance_below(bounds);
            if distance <= within {
                within = found(id, distance);
            }
        }
        for hierarchy in self.hierarchies() {
            within = dispatch!(simd => {
                let _ = simd;
                hierarchy.visit_least_first(
                    within,
                    #[inline(always)]
                    |block, _| block.distance_below(bounds),
                    found
                )
            });
        }
    }

    fn among(&self, sides: &[Side<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let is_outside = |bounds: &Bounds<V>| sides.iter().any(|side| bounds.is_outside(side));
        let mut unsettled = self.unsettled().filter(|(_, bounds)| !is_outside(bounds));
        let mut state = unsettled.try_for_each(|(id, _)| found(id));
        for hierarchy in self.hierarchies() {
            if state.is_continue() {
                state = dispatch!(simd => {
                    let _ = simd;
                    hierarchy.visit(
                        #[inline(always)]
                        |block| block.among(sides),
                        found
                    )
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    /// Whoever settles and asks, and never wants pairs: nothing piles up meanwhile.
    #[test]
    fn lists_are_as_long_as_what_is_there() {
        let mut tree = Tree::<Vec2>::default();
        let unit = Bounds::from_corners([0.0; 2], [1.0; 2]);
        (0..40).for_each(|id| tree.upsert(id, &unit, Mobility::Moving));
        for round in 0..1000 {
            tree.upsert(round % 50, &unit, Mobility::Moving);
            if round % 3 == 0 {
                tree.settle();
            }
            tree.remove(round % 50);
        }
        let Hierarchy { ids, moved, dirty, waiting, marks, .. } = &tree.moving;
        assert!(ids.len() < 40 + 8 * 16, "{}", ids.len());
        assert!(moved.len() <= marks.len() && dirty.len() <= marks.len(), "{moved:?} {dirty:?}");
        assert!(waiting.len() <= 50, "{}", waiting.len());
    }

    /// A box that comes and goes needs one place out of the order, however often: nothing is ordered
    /// anew for it.
    #[test]
    fn what_comes_and_goes_does_not_wear_the_order() {
        let mut tree = Tree::<Vec2>::default();
        let at = |x: u32| Bounds::from_corners([x as f32, 0.0], [x as f32 + 0.5, 1.0]);
        (0..1000).for_each(|id| tree.upsert(id, &at(id), Mobility::Moving));
        let mut places = Vec::new();
        for _ in 0..500 {
            tree.settle();
            let Hierarchy { ids, ordered, holes, .. } = &tree.moving;
            places.push((ids.len(), *ordered, *holes));
            tree.remove(500);
            tree.upsert(500, &at(500), Mobility::Moving);
        }
        // Its first place stays empty, and the last block has a lane for it.
        assert_eq!(places[0], (1008, 1008, 8));
        assert!(places[1..].iter().all(|&places| places == (1008, 1000, 1)), "{places:?}");
        (0..1000).for_each(|id| tree.remove(id));
        tree.settle();
        let Hierarchy { ids, ordered, holes, len, .. } = &tree.moving;
        assert_eq!(ids.len() - ordered + holes, ids.len() - len, "all is empty, and counted once");
    }
}
