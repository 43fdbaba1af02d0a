//! Boxes in blocks of sixteen, the boxes around those in blocks of sixteen, and so on.

use super::block::{BoundsBlock, bits};
use super::leaves::{Leaves, home, write};
use super::order::{KeyedBounds, sort};
use super::{IdSlot, IdState};
use crate::query::bounds::Bounds;
use crate::simd::{LANES, Simd, dispatch};
use crate::space::Vector;

/// The id of a lane that holds no box.
pub(super) const NONE: u32 = u32::MAX;

/// Once this part of the boxes has lost its place in the order, all are ordered anew.
const LOOSE: usize = 8;

/// What it costs to order a box anew, as how many comparisons of a search.
const ORDERING: u64 = 10;

/// Boxes in an order, and the bounds of what lies together in it.
#[derive(Clone, Debug)]
pub(super) struct Hierarchy<V: Vector> {
    /// By place in the order: whose box it is, or [`NONE`]. A place is a lane of `levels[0]`.
    pub(super) ids: Vec<u32>,
    /// Lane `l` of block `b` of a level bounds block `16 b + l` of the level before. The last level
    /// is one block.
    pub(super) levels: Vec<Vec<BoundsBlock<V>>>,
    /// By block of `levels[0]`: how far its boxes may get before they lose their place.
    homes: Vec<Bounds<V>>,
    /// By block of `levels[0]`: what bounds its boxes.
    pub(super) arounds: Vec<Bounds<V>>,
    pub(super) marks: Vec<Mark>,
    /// The blocks with moved lanes, in any order, some perhaps twice.
    pub(super) moved: Vec<u32>,
    /// The blocks marked as dirty.
    pub(super) dirty: Vec<u32>,
    /// The ids that have no place yet.
    pub(super) waiting: Vec<u32>,
    /// How many places are taken.
    pub(super) len: usize,
    /// How many places there were when all was ordered; those after them are out of the order.
    pub(super) ordered: usize,
    /// How many of the ordered places are empty.
    pub(super) holes: usize,
    /// What the first search cost since all was ordered, and for how many blocks.
    first_work: Option<(u64, u64)>,
    /// How much more than that the searches since then have cost.
    excess: u64,
    scratch: RebuildBuffers<V>,
}

/// What is to be done about a block of `levels[0]`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// The lanes upserted since the last pairs.
    pub(super) moved: u16,
    /// The lanes whose numbers are no longer those of their boxes.
    pub(super) pending: u16,
    /// The lanes whose boxes got too far from their place.
    pub(super) strayed: u16,
    /// Whether the levels above do not bound it any more, or too widely.
    dirty: bool,
}

/// Lists that are filled anew, kept so that nothing need be allocated.
#[derive(Clone, Debug)]
struct RebuildBuffers<V: Vector> {
    entries: Vec<KeyedBounds<V>>,
    blocks: Vec<u32>,
}

impl<V: Vector> Default for Hierarchy<V> {
    fn default() -> Self {
        Self {
            ids: Vec::new(),
            levels: Vec::new(),
            homes: Vec::new(),
            arounds: Vec::new(),
            marks: Vec::new(),
            moved: Vec::new(),
            dirty: Vec::new(),
            waiting: Vec::new(),
            len: 0,
            ordered: 0,
            holes: 0,
            first_work: None,
            excess: 0,
            scratch: RebuildBuffers { entries: Vec::new(), blocks: Vec::new() },
        }
    }
}

/// The block a place is in, and its lane there.
fn split(place: u32) -> (usize, usize) {
    (place as usize / LANES, place as usize % LANES)
}

impl<V: Vector> Hierarchy<V> {
    /// Whether every box was upserted since the last pairs.
    pub(super) fn all_moved(&self) -> bool {
        let mut blocks = self.moved.iter().map(|&block| self.marks[block as usize].moved);
        self.moved.len() == self.marks.len()
            && blocks.by_ref().map(|moved| moved.count_ones() as usize).sum::<usize>() == self.len
    }

    /// Notes that the box at a place is another.
    pub(super) fn touch(&mut self, place: u32) {
        let (block, lane) = split(place);
        let mark = &mut self.marks[block];
        if mark.moved == 0 {
            self.moved.push(block as u32);
        }
        mark.moved |= 1 << lane;
        mark.pending |= 1 << lane;
        self.soil(block);
    }

    fn soil(&mut self, block: usize) {
        let mark = &mut self.marks[block];
        if !mark.dirty {
            mark.dirty = true;
            self.dirty.push(block as u32);
        }
    }

    /// Empties a place.
    pub(super) fn vacate(&mut self, place: u32) {
        let (block, lane) = split(place);
        self.ids[place as usize] = NONE;
        self.levels[0][block].set(lane, &Bounds::nothing());
        let mark = &mut self.marks[block];
        mark.moved &= !(1 << lane);
        mark.pending &= !(1 << lane);
        self.soil(block);
        self.len -= 1;
        self.holes += usize::from((place as usize) < self.ordered);
    }

    /// How many places are empty or out of the order, each counted once.
    fn loose(&self) -> usize {
        self.holes + self.ids.len() - self.ordered
    }

    /// Brings all numbers up to date, and gives a place to whatever waits for one.
    pub(super) fn settle(&mut self, slots: &mut [IdSlot<V>]) {
        if self.dirty.is_empty() && self.waiting.is_empty() {
            return;
        }
        self.write(slots);
        let loose = self.loose() + self.waiting.len();
        let worn = self.excess > ORDERING * self.len as u64;
        if worn || loose > 4 * LANES && loose > self.len / LOOSE {
            self.rebuild(slots);
        } else {
            self.append(slots);
        }
        dispatch!(simd => self.refit(simd));
        if self.moved.len() > self.marks.len() {
            self.order_moved();
        }
    }

    /// Writes the pending boxes into their lanes. Those that got too far lose their place.
    fn write(&mut self, slots: &mut [IdSlot<V>]) {
        in_order(&mut self.dirty, self.marks.len(), |block| self.marks[block].dirty);
        let Some(boxes) = self.levels.first_mut() else {
            return;
        };
        let leaves = Leaves {
            first: 0,
            ids: &self.ids,
            boxes,
            homes: &self.homes,
            arounds: &mut self.arounds,
            marks: &mut self.marks,
        };
        write(&self.dirty, leaves, slots);
        for at in 0..self.dirty.len() {
            let block = self.dirty[at] as usize;
            let strayed = core::mem::take(&mut self.marks[block].strayed);
            for lane in bits(strayed) {
                let place = block * LANES + lane;
                let id = self.ids[place];
                let slot = &mut slots[id as usize];
                (slot.state, slot.at) = (IdState::Waiting, self.waiting.len() as u32);
                self.waiting.push(id);
                self.vacate(place as u32);
            }
            if strayed != 0 {
                self.arounds[block] = self.levels[0][block].bounds();
            }
        }
    }

    /// Gives places after all others to what waits.
    fn append(&mut self, slots: &mut [IdSlot<V>]) {
        if self.waiting.is_empty() {
            return;
        }
        let mut entries = core::mem::take(&mut self.scratch.entries);
        entries.clear();
        let entry = |id: u32| KeyedBounds::new(id, &slots[id as usize].bounds);
        entries.extend(self.waiting.drain(..).map(entry));
        sort(&mut entries);
        // Empty lanes of the last block are taken first.
        let last = self.ids.len().saturating_sub(LANES);
        let taken = self.ids[last..].iter().rposition(|&id| id != NONE);
        let old = last + taken.map_or(0, |lane| lane + 1);
        self.ids.truncate(old);
        self.holes -= self.ordered.saturating_sub(old);
        self.ordered = if old < self.ordered { old } else { self.ordered };
        self.ids.extend(entries.iter().map(|entry| entry.id));
        self.pad();
        let levels = self.levels.len();
        self.resize(self.ids.len() / LANES);
        if self.levels.len() > levels {
            // A new level bounds the old ones as well.
            self.soil(0);
        }
        for place in old..old + entries.len() {
            let (block, lane) = split(place as u32);
            let slot = &mut slots[self.ids[place] as usize];
            (slot.state, slot.at) = (IdState::Placed, place as u32);
            self.levels[0][block].set(lane, &slot.bounds);
            self.arounds[block] = self.arounds[block].merged(&slot.bounds);
            self.homes[block] = home(&self.arounds[block]);
            let mark = &mut self.marks[block];
            if mark.moved == 0 {
                self.moved.push(block as u32);
            }
            mark.moved |= 1 << lane;
            self.soil(block);
        }
        self.len += entries.len();
        self.scratch.entries = entries;
    }

    /// Adds empty places up to a whole block.
    fn pad(&mut self) {
        self.ids.resize(self.ids.len().next_multiple_of(LANES), NONE);
    }

    /// Orders all boxes anew.
    fn rebuild(&mut self, slots: &mut [IdSlot<V>]) {
        for &block in &self.moved {
            let block = block as usize;
            for lane in bits(self.marks[block].moved) {
                slots[self.ids[block * LANES + lane] as usize].moved = true;
            }
        }
        self.waiting.iter().for_each(|&id| slots[id as usize].moved = true);
        let placed = self.ids.iter().copied().filter(|&id| id != NONE);
        let mut entries = core::mem::take(&mut self.scratch.entries);
        entries.clear();
        let entry = |id: u32| KeyedBounds::new(id, &slots[id as usize].bounds);
        entries.extend(placed.chain(self.waiting.drain(..)).map(entry));
        let unbounded = sort(&mut entries);
        let bounded = entries.len() - unbounded;

        self.ids.clear();
        for part in [&entries[..bounded], &entries[bounded..]] {
            self.ids.extend(part.iter().map(|entry| entry.id));
            self.pad();
        }
        self.len = entries.len();
        (self.ordered, self.holes) = (self.ids.len(), self.ids.len() - self.len);
        (self.first_work, self.excess) = (None, 0);
        let blocks = self.ids.len() / LANES;
        self.moved.clear();
        self.dirty.clear();
        self.marks.clear();
        self.levels.iter_mut().for_each(Vec::clear);
        self.resize(blocks);
        for block in 0..blocks {
            let mut fresh = BoundsBlock::empty();
            let mut moved = 0;
            for lane in 0..LANES {
                let place = block * LANES + lane;
                let Some(slot) = slots.get_mut(self.ids[place] as usize) else {
                    continue;
                };
                (slot.state, slot.at) = (IdState::Placed, place as u32);
                moved |= u16::from(core::mem::take(&mut slot.moved)) << lane;
                fresh.set(lane, &slot.bounds);
            }
            self.levels[0][block] = fresh;
            self.arounds[block] = fresh.bounds();
            self.homes[block] = home(&self.arounds[block]);
            self.marks[block] = Mark { moved, dirty: true, ..Mark::default() };
            self.dirty.push(block as u32);
            if moved != 0 {
                self.moved.push(block as u32);
            }
        }
        self.scratch.entries = entries;
    }

    /// Makes all lists as long as `blocks` need.
    fn resize(&mut self, blocks: usize) {
        self.homes.resize(blocks, Bounds::nothing());
        self.arounds.resize(blocks, Bounds::nothing());
        self.marks.resize(blocks, Mark::default());
        let (mut level, mut needed) = (0, blocks);
        loop {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            self.levels[level].resize(needed, BoundsBlock::empty());
            level += 1;
            if needed <= 1 {
                break;
            }
            needed = needed.div_ceil(LANES);
        }
        self.levels.truncate(level);
    }

    /// Brings the bounds above the dirty blocks up to date.
    #[inline(always)]
    fn refit<S: Simd>(&mut self, _simd: S) {
        in_order(&mut self.dirty, self.marks.len(), |block| self.marks[block].dirty);
        let mut blocks = core::mem::take(&mut self.scratch.blocks);
        blocks.clear();
        for block in self.dirty.drain(..) {
            if let Some(mark) = self.marks.get_mut(block as usize) {
                mark.dirty = false;
                blocks.push(block);
            }
        }
        for level in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            let (below, above) = (&below[level - 1], &mut above[0]);
            let mut parents = 0;
            for at in 0..blocks.len() {
                let (parent, lane) = split(blocks[at]);
                let block = blocks[at] as usize;
                let around = if level == 1 { self.arounds[block] } else { below[block].bounds() };
                above[parent].set(lane, &around);
                if parents == 0 || blocks[parents - 1] != parent as u32 {
                    blocks[parents] = parent as u32;
                    parents += 1;
                }
            }
            blocks.truncate(parents);
        }
        self.scratch.blocks = blocks;
    }

    /// Notes what it cost to search for the pairs of all that moved.
    pub(super) fn note_work(&mut self, work: u64) {
        let blocks = self.moved.len() as u64;
        if blocks > 0 {
            let (first, first_blocks) = *self.first_work.get_or_insert((work, blocks));
            self.excess += work.saturating_sub(first * blocks / first_blocks);
        }
    }

    /// Takes what moved up to now as resting.
    pub(super) fn rest(&mut self) {
        for block in self.moved.drain(..) {
            if let Some(mark) = self.marks.get_mut(block as usize) {
                mark.moved = 0;
            }
        }
    }

    /// Brings the list of blocks with moved lanes into order, each once.
    pub(super) fn order_moved(&mut self) {
        let marks = &self.marks;
        self.moved.retain(|&block| marks.get(block as usize).is_some_and(|mark| mark.moved != 0));
        in_order(&mut self.moved, marks.len(), |block| marks[block].moved != 0);
    }
}

/// Brings a list of blocks into order, each once: of all blocks, those for which `listed` holds.
fn in_order(list: &mut Vec<u32>, blocks: usize, listed: impl Fn(usize) -> bool) {
    if list.len() > blocks / 8 {
        list.clear();
        list.extend((0..blocks).filter(|&block| listed(block)).map(|block| block as u32));
    } else {
        list.sort_unstable();
        list.dedup();
    }
}
