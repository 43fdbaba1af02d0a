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
use search::{Among, List, Search};

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
    /// The box of an id, if it is known.
    pub(crate) fn get(&self, id: u32) -> Option<&Bounds<V>> {
        let slot = self.slots.get(id as usize)?;
        (slot.state != State::Absent).then_some(&slot.bounds)
    }

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
        let keys = self.find_moved(tools, &|keys, tool, list| pairs::sift(keys, list, tool, sift));
        pairs::sift_rest(keys, &mut self.scratch.found, tools, sift);
        self.sort(keys, pairs);
    }

    /// Lists the keys of all pairs of which one moved, but for what is taken from a list whenever it is
    /// [full](search::LISTED).
    fn find_moved<T: Send>(
        &mut self,
        tools: &mut [T],
        full: &(impl Fn(Keys, &mut T, &mut List) + Sync),
    ) -> Keys {
        self.settle();
        let Self { moving, fixed, scratch: Scratch { found, .. }, .. } = self;
        let keys = Keys::new(self.slots.len());
        moving.order_moved();
        fixed.order_moved();
        let full = |tool: &mut T, list: &mut List| full(keys, tool, list);
        let same = if moving.all_moved() { Among::Moved } else { Among::Same };
        Search { from: moving, tree: moving, among: same, keys }.run(
            &moving.moved,
            found,
            tools,
            &full,
        );
        let work = found.iter_mut().map(|list| core::mem::take(&mut list.work)).sum();
        moving.note_work(work);
        Search { from: moving, tree: fixed, among: Among::Other, keys }.run(
            &moving.moved,
            found,
            tools,
            &full,
        );
        Search { from: fixed, tree: moving, among: Among::Resting, keys }.run(
            &fixed.moved,
            found,
            tools,
            &full,
        );
        moving.rest();
        fixed.rest();
        keys
    }

    /// Replaces `pairs` by those of the keys that are listed, sorted.
    fn sort(&mut self, keys: Keys, pairs: &mut Vec<(u32, u32)>) {
        let Scratch { found, keys: sorting } = &mut self.scratch;
        keys.sort(found, sorting, pairs);
        found.iter_mut().for_each(List::clear);
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
        let keys = self.find_moved(&mut [(); PARTS], &|_, (), _| {});
        self.sort(keys, pairs);
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

    /// Boxes in one place of whose pairs none is kept: eight million are found, and few at a time.
    #[test]
    fn what_is_not_kept_is_not_listed() {
        let mut tree = Tree::<Vec2>::default();
        let unit = Bounds::from_corners([0.0; 2], [1.0; 2]);
        (0..4000).for_each(|id| tree.upsert(id, &unit, Mobility::Moving));
        let (mut pairs, mut tools) = (Vec::new(), [(0, 0); PARTS]);
        tree.moved_pairs_sifted(&mut pairs, &mut tools, &|(most, all), sieve| {
            let count = sieve.pairs().count();
            *most = count.max(*most);
            *all += count;
            sieve.pairs().filter(|&(a, b)| b == a + 1).for_each(|pair| sieve.keep(pair));
        });
        assert_eq!(tools.iter().map(|tool| tool.1).sum::<usize>(), 4000 * 3999 / 2);
        assert!(pairs.into_iter().eq((0..3999).map(|a| (a, a + 1))));
        assert!(tools.iter().all(|tool| tool.0 <= search::LISTED + 128 * 16), "{tools:?}");
        let held =
            tree.scratch.found.iter().map(|list| list.keys.capacity() + list.other.capacity());
        let held: usize = held.sum();
        assert!(held <= 4 * PARTS * search::LISTED, "{held} keys for {} boxes", tree.slots.len());
    }

    /// Two blocks of one family at opposite ends of a large square: what lies between them is beside both.
    #[test]
    fn a_family_goes_only_where_one_of_its_blocks_leads() {
        let mut tree = Tree::<Vec2>::default();
        let at = |x: u32, y: u32| {
            let [x, y] = [x, y].map(|x| x as f32);
            Bounds::from_corners([x, y], [x + 0.5, y + 0.5])
        };
        (0..128 * 128).for_each(|id| tree.upsert(id, &at(id % 128, id / 128), Mobility::Moving));
        tree.rest();
        let corners = (0..32u32).map(|i| (i / 16 * 124 + i % 4, i / 16 * 124 + i / 4 % 4));
        for (id, (x, y)) in (128 * 128..).zip(corners) {
            tree.upsert(id, &at(x, y), Mobility::Moving);
        }
        tree.settle();
        let moving = &mut tree.moving;
        moving.order_moved();
        assert_eq!(moving.moved, [1024, 1025], "after all others, and under one parent");
        let mut list = List::default();
        let (keys, moving) = (Keys::new(tree.slots.len()), &tree.moving);
        Search { from: moving, tree: moving, among: Among::Same, keys }.run(
            &moving.moved,
            core::slice::from_mut(&mut list),
            &mut [()],
            &|(), _| {},
        );
        assert_eq!(list.keys.len(), 32, "each lies on one that was there");
        assert!(list.work < 300, "{}: there are 1026 blocks", list.work);
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
