//! A wide bounding volume hierarchy whose work grows with what moved.
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
//! What moved goes down both hierarchies sixteen blocks at a time, along every path that one of them would
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
mod packed;
mod pairs;
mod rounded_sweep;
mod search;
mod visit;

use super::{BodyKind, HalfSpaceBounds, Index, Search, SweptAabb};
use crate::query::bounds::Bounds;
use crate::simd::{LANES, dispatch};
use crate::space::Vector;
use crate::threads::PARTS;
use block::{BoundsBlock, LaneKeys};
use core::ops::ControlFlow;
use hierarchy::Hierarchy;
pub(crate) use packed::{PackedTree, kd_order};
use pairs::Keys;
pub(crate) use pairs::PairSink;
use rounded_sweep::RoundedSweep;
use search::{PairList, PairSearch, PairSelection};
use visit::Blocks as _;

/// How many blocks are too few to be worth a half of their own.
const FEW: usize = 128;

/// An index whose work grows with what moves, and with what is near to that.
#[derive(Clone, Debug)]
pub(crate) struct Bvh<V: Vector> {
    /// By id.
    slots: Vec<IdSlot<V>>,
    fixed: Hierarchy<V>,
    moving: Hierarchy<V>,
    scratch: PairBuffers,
}

/// Lists that a call of `moved_pairs` fills anew, kept so that it need not allocate.
#[derive(Debug, Default)]
struct PairBuffers {
    found: [PairList; PARTS],
    keys: [Vec<u64>; 2],
}

/// Nothing in it lasts: a copy of a tree begins with none.
impl Clone for PairBuffers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What is known of an id.
#[derive(Clone, Copy, Debug)]
struct IdSlot<V: Vector> {
    bounds: Bounds<V>,
    /// Its place in the order, or among what waits for one.
    at: u32,
    state: IdState,
    mobility: BodyKind,
    /// Set only while all are ordered anew: whether it was upserted since the last pairs.
    moved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IdState {
    Absent,
    /// It has no place in the order yet.
    Waiting,
    Placed,
}

impl<V: Vector> Default for Bvh<V> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            fixed: Hierarchy::default(),
            moving: Hierarchy::default(),
            scratch: PairBuffers::default(),
        }
    }
}

impl<V: Vector> Bvh<V> {
    /// The box of an id, if it is known.
    pub(crate) fn get(&self, id: u32) -> Option<&Bounds<V>> {
        let slot = self.slots.get(id as usize)?;
        (slot.state != IdState::Absent).then_some(&slot.bounds)
    }

    fn hierarchies(&self) -> [&Hierarchy<V>; 2] {
        [&self.moving, &self.fixed]
    }

    fn of(&mut self, mobility: BodyKind) -> &mut Hierarchy<V> {
        match mobility {
            BodyKind::Fixed => &mut self.fixed,
            BodyKind::Moving => &mut self.moving,
        }
    }

    /// As [`moved_pairs`](Index::moved_pairs), but for the pairs that `filter` does not keep. It is called
    /// for parts of the pairs, perhaps on several threads, each time with another of `tools`, of which
    /// there are [`PARTS`].
    pub(crate) fn moved_pairs_filtered<T: Send>(
        &mut self,
        pairs: &mut Vec<(u32, u32)>,
        tools: &mut [T],
        filter: &(impl Fn(&mut T, &mut PairSink<'_>) + Sync),
    ) {
        let keys = Keys::new(self.slots.len());
        let when_full = |tool: &mut T, list: &mut PairList| {
            pairs::filter_list(keys, list, tool, filter);
        };
        self.find_moved(keys, tools, &when_full);
        pairs::filter_rest(keys, &mut self.scratch.found, tools, filter);
        self.sort(keys, pairs);
    }

    /// Lists the keys of all pairs of which one moved, but for what `when_full` takes from a list that is
    /// [full](search::LISTED).
    fn find_moved<T: Send>(
        &mut self,
        keys: Keys,
        tools: &mut [T],
        when_full: &(impl Fn(&mut T, &mut PairList) + Sync),
    ) {
        self.settle();
        let Self { moving, fixed, scratch: PairBuffers { found, .. }, .. } = self;
        moving.order_moved();
        fixed.order_moved();
        let same = if moving.all_moved() { PairSelection::Moved } else { PairSelection::Same };
        PairSearch { from: moving, tree: moving, among: same, keys }.run(
            &moving.moved,
            found,
            tools,
            when_full,
        );
        let work = found.iter_mut().map(|list| core::mem::take(&mut list.work)).sum();
        moving.note_work(work);
        PairSearch { from: moving, tree: fixed, among: PairSelection::Other, keys }.run(
            &moving.moved,
            found,
            tools,
            when_full,
        );
        PairSearch { from: fixed, tree: moving, among: PairSelection::Resting, keys }.run(
            &fixed.moved,
            found,
            tools,
            when_full,
        );
        moving.rest();
        fixed.rest();
    }

    /// Replaces `pairs` by those of the keys that are listed, sorted.
    fn sort(&mut self, keys: Keys, pairs: &mut Vec<(u32, u32)>) {
        let PairBuffers { found, keys: sorting } = &mut self.scratch;
        keys.sort(found, sorting, pairs);
        found.iter_mut().for_each(PairList::clear);
    }

    /// The boxes that no hierarchy holds as they are.
    fn unsettled(&self) -> impl Iterator<Item = (u32, &Bounds<V>)> {
        self.hierarchies().into_iter().flat_map(|hierarchy| hierarchy.unsettled(&self.slots))
    }

    /// The same in blocks, so that one formula decides what is found before and after they are settled.
    fn unsettled_blocks(&self) -> impl Iterator<Item = ([u32; LANES], BoundsBlock<V>)> {
        let mut unsettled = self.unsettled();
        core::iter::from_fn(move || {
            let (mut ids, mut block) = ([0; LANES], BoundsBlock::empty());
            let mut count = 0;
            for (lane, (id, bounds)) in unsettled.by_ref().take(LANES).enumerate() {
                ids[lane] = id;
                block.set(lane, bounds);
                count += 1;
            }
            (count > 0).then_some((ids, block))
        })
    }
}

impl<V: Vector> Index<V> for Bvh<V> {
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>, mobility: BodyKind) {
        let number = id as usize;
        if self.slots.len() <= number {
            let absent =
                IdSlot { bounds: *bounds, at: 0, state: IdState::Absent, mobility, moved: false };
            self.slots.resize(number + 1, absent);
        }
        if self.slots[number].mobility != mobility {
            self.remove(id);
        }
        let slot = &mut self.slots[number];
        (slot.bounds, slot.mobility) = (*bounds, mobility);
        let hierarchy = match mobility {
            BodyKind::Fixed => &mut self.fixed,
            BodyKind::Moving => &mut self.moving,
        };
        match slot.state {
            IdState::Placed => hierarchy.touch(slot.at),
            IdState::Waiting => {}
            IdState::Absent => {
                (slot.state, slot.at) = (IdState::Waiting, hierarchy.waiting.len() as u32);
                hierarchy.waiting.push(id);
            }
        }
    }

    fn remove(&mut self, id: u32) {
        let Some(slot) = self.slots.get_mut(id as usize) else {
            return;
        };
        let (state, at, mobility) = (slot.state, slot.at, slot.mobility);
        slot.state = IdState::Absent;
        match state {
            IdState::Absent => {}
            IdState::Placed => self.of(mobility).vacate(at),
            IdState::Waiting => {
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
        let keys = Keys::new(self.slots.len());
        self.find_moved(keys, &mut [(); PARTS], &|(), _| {});
        self.sort(keys, pairs);
    }

    fn rest(&mut self) {
        self.settle();
        self.moving.rest();
        self.fixed.rest();
    }
}

impl<V: Vector> Search<V> for Bvh<V> {
    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let mut unsettled = self.unsettled().filter(|(_, other)| other.overlaps(bounds));
        let mut state = unsettled.try_for_each(|(id, _)| found(id));
        for hierarchy in self.hierarchies() {
            if state.is_continue() {
                state = dispatch!(simd => hierarchy.visit(
                    simd,
                    #[inline(always)]
                    |block| block.overlapping(simd, bounds),
                    found
                ));
            }
        }
    }

    fn along(&self, sweep: &SweptAabb<V>, mut up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        let rounded = RoundedSweep::new(sweep);
        for (ids, block) in self.unsettled_blocks() {
            let keys: LaneKeys = dispatch!(simd => block.met_on(simd, &rounded, up_to));
            up_to = keys.visit(up_to, |lane, fraction| found(ids[lane as usize], fraction));
        }
        for hierarchy in self.hierarchies() {
            up_to = dispatch!(simd => hierarchy.visit_least_first(
                simd,
                up_to,
                #[inline(always)]
                |block, limit| block.met_on(simd, &rounded, limit),
                found
            ));
        }
    }

    fn near(&self, bounds: &Bounds<V>, mut within: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (ids, block) in self.unsettled_blocks() {
            let keys = block.near(bounds, within);
            within = keys.visit(within, |lane, distance| found(ids[lane as usize], distance));
        }
        for hierarchy in self.hierarchies() {
            within = dispatch!(simd => hierarchy.visit_least_first(
                simd,
                within,
                #[inline(always)]
                |block, within| block.near(bounds, within),
                found
            ));
        }
    }

    fn among(&self, sides: &[HalfSpaceBounds<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let is_outside = |bounds: &Bounds<V>| sides.iter().any(|side| bounds.is_outside(side));
        let mut unsettled = self.unsettled().filter(|(_, bounds)| !is_outside(bounds));
        let mut state = unsettled.try_for_each(|(id, _)| found(id));
        for hierarchy in self.hierarchies() {
            if state.is_continue() {
                state = dispatch!(simd => hierarchy.visit(
                    simd,
                    #[inline(always)]
                    |block| block.among(sides),
                    found
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests;
