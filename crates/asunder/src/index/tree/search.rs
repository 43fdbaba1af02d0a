//! Which boxes overlap what moved: blocks of boxes against a hierarchy.
//!
//! The blocks under one parent, a *family*, go down the hierarchy together, as the box around those of
//! their lanes that moved. From there on one list becomes the next: which leaves they arrive at, which
//! of the family each of those overlaps, which of its boxes that concerns, and which lanes of the
//! family each of these overlaps.
//!
//! Each of these steps runs over the lanes of many masks as if they were one list ([`Hits`]). How many
//! lanes a mask has is as good as random, and a loop for each of them would end unforeseen, which costs
//! a processor more than the comparison. And while one leaf's numbers are waited for, the next one's
//! are, too.

use super::FEW;
use super::block::{BoundsBlock, bits};
use super::hierarchy::Hierarchy;
use super::pairs::Keys;
use crate::query::bounds::Bounds;
use crate::simd::{LANES, Simd, dispatch};
use crate::space::Vector;
use crate::threads::join;

/// Which pairs a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairSelection {
    /// Those within one hierarchy in which every box moved.
    Moved,
    /// Those within one hierarchy in which some boxes moved and others did not.
    Same,
    /// Those with another hierarchy.
    Other,
    /// Those with what rests in another hierarchy.
    Resting,
}

impl PairSelection {
    /// Whether what is searched for lies in what is searched.
    fn is_within(self) -> bool {
        matches!(self, Self::Moved | Self::Same)
    }
}

/// What a search finds.
#[derive(Clone, Debug, Default)]
pub(super) struct PairList {
    pub(super) keys: Vec<u64>,
    /// Those that were kept when others were filtered; after that, the keys in buckets.
    pub(super) other: Vec<u64>,
    /// Where the buckets end.
    pub(super) ends: Vec<u32>,
    /// How many boxes or blocks were compared with a block: what the search cost, without a clock.
    pub(super) work: u64,
}

impl PairList {
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.other.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.other.clear();
        self.work = 0;
    }
}

/// How many keys are listed before they are filtered. Where many boxes lie in one place and nearly none of
/// their pairs is kept, they must not all be listed; and a list that fits into the second cache is
/// quickly read again.
pub(super) const LISTED: usize = 1 << 13;

/// More than a walk down ever has to remember: fifteen siblings at each of eight levels.
pub(super) const DEEP: usize = 128;

/// How many blocks above the leaves are searched together: more of them fill longer lists, and are no
/// faster.
const TOGETHER: usize = 4;

/// How many boxes wait at most until the keys of their pairs are listed.
const WAITING: usize = 128;

/// The blocks under one parent in which something moved.
struct SiblingBlocks<V: Vector> {
    /// The number of the parent.
    number: u32,
    /// By lane of the parent: which lanes of the block moved.
    moved: [u16; LANES],
    /// By lane of the parent: what bounds those.
    arounds: [Bounds<V>; LANES],
    /// The same, side by side.
    block: BoundsBlock<V>,
    /// What bounds all of them.
    around: Bounds<V>,
}

impl<V: Vector> SiblingBlocks<V> {
    /// The first of its blocks.
    fn first(&self) -> u32 {
        LANES as u32 * self.number
    }
}

/// Lanes of something, and what they are to be compared with.
#[derive(Clone, Copy, Default)]
struct LaneHits {
    /// A block of the hierarchy, or one of its places.
    at: u32,
    /// The block of the family, if it is one.
    own: u16,
    lanes: u16,
}

/// Hits with lanes.
struct Hits<const N: usize> {
    hits: [LaneHits; N],
    len: usize,
    /// How many lanes they have, together.
    lanes: usize,
}

impl<const N: usize> Hits<N> {
    fn new() -> Self {
        Self { hits: [LaneHits::default(); N], len: 0, lanes: 0 }
    }

    /// Adds a hit, if it has a lane.
    #[inline(always)]
    fn add(&mut self, hit: LaneHits) {
        // No branch, for it would go either way: so there is room for one more than are held.
        self.hits[self.len] = hit;
        self.len += usize::from(hit.lanes != 0);
        self.lanes += hit.lanes.count_ones() as usize;
    }

    /// Calls `each` for every lane, and forgets them.
    #[inline(always)]
    fn drain(&mut self, mut each: impl FnMut(LaneHits, usize)) {
        let mut next = 0;
        for _ in 0..self.lanes {
            let hit = self.hits[next];
            let rest = hit.lanes & hit.lanes.wrapping_sub(1);
            self.hits[next].lanes = rest;
            next += usize::from(rest == 0);
            each(hit, hit.lanes.trailing_zeros() as usize);
        }
        (self.len, self.lanes) = (0, 0);
    }
}

/// What becomes what: blocks above the leaves with leaves, leaves with blocks of the family, leaves
/// with boxes, boxes with lanes of the family.
struct Steps {
    nodes: Hits<{ TOGETHER + 1 }>,
    leaves: Hits<{ TOGETHER * LANES + 1 }>,
    boxes: Hits<{ TOGETHER * LANES * LANES + 1 }>,
    pairs: Hits<{ WAITING + 1 }>,
}

/// What is searched for what, and how.
#[derive(Clone, Copy)]
pub(super) struct PairSearch<'a, V: Vector> {
    pub(super) from: &'a Hierarchy<V>,
    pub(super) tree: &'a Hierarchy<V>,
    pub(super) among: PairSelection,
    pub(super) keys: Keys,
}

/// What is done to a list that is full: it need not be any shorter afterwards.
type WhenFull<'a> = &'a mut dyn FnMut(&mut PairList);

impl<V: Vector> PairSearch<'_, V> {
    /// Adds the keys of the pairs of what moved in some blocks to one or more lists. Whenever one is
    /// [full](LISTED), `when_full` is handed it and the one of `tools` that belongs to it.
    pub(super) fn run<T: Send>(
        self,
        blocks: &[u32],
        lists: &mut [PairList],
        tools: &mut [T],
        when_full: &(impl Fn(&mut T, &mut PairList) + Sync),
    ) {
        if blocks.is_empty() || self.tree.ids.is_empty() {
            return;
        }
        if lists.len() > 1 && blocks.len() > FEW {
            let half = lists.len() / 2;
            // A family is never parted: each part of it would go its way again.
            let family = |block: u32| block / LANES as u32;
            let middle = family(blocks[blocks.len() / 2]);
            let cut = blocks.partition_point(|&block| family(block) < middle);
            let (before, after) = blocks.split_at(cut);
            let (lists_before, lists_after) = lists.split_at_mut(half);
            let (tools_before, tools_after) = tools.split_at_mut(half);
            join(
                || self.run(before, lists_before, tools_before, when_full),
                || self.run(after, lists_after, tools_after, when_full),
            );
        } else if let (Some(list), Some(tool)) = (lists.first_mut(), tools.first_mut()) {
            let when_full: WhenFull<'_> = &mut |list| when_full(tool, list);
            dispatch!(simd => self.run_one(simd, blocks, list, when_full));
        }
    }

    #[inline(always)]
    fn run_one<S: Simd>(
        &self,
        simd: S,
        blocks: &[u32],
        list: &mut PairList,
        when_full: WhenFull<'_>,
    ) {
        let mut steps = Steps {
            nodes: Hits::new(),
            leaves: Hits::new(),
            boxes: Hits::new(),
            pairs: Hits::new(),
        };
        for blocks in blocks.chunk_by(|a, b| a / 16 == b / 16) {
            let family = self.family(blocks);
            self.search_one(simd, &family, &mut steps, list, when_full);
        }
    }

    #[inline(always)]
    fn family(&self, blocks: &[u32]) -> SiblingBlocks<V> {
        let mut family = SiblingBlocks {
            number: blocks[0] / 16,
            moved: [0; LANES],
            arounds: [Bounds::nothing(); LANES],
            block: BoundsBlock::empty(),
            around: Bounds::nothing(),
        };
        for &number in blocks {
            let (lane, block) = (number as usize % LANES, number as usize);
            let moved = self.from.marks[block].moved;
            let around = if moved == u16::MAX {
                self.from.arounds[block]
            } else {
                let own = &self.from.levels[0][block];
                bits(moved).fold(Bounds::nothing(), |all, lane| all.merged(&own.get(lane)))
            };
            (family.moved[lane], family.arounds[lane]) = (moved, around);
            family.block.set(lane, &around);
            family.around = family.around.merged(&around);
        }
        family
    }

    /// Goes down to the leaves with a family.
    #[inline(always)]
    fn search_one<S: Simd>(
        &self,
        simd: S,
        family: &SiblingBlocks<V>,
        steps: &mut Steps,
        list: &mut PairList,
        when_full: WhenFull<'_>,
    ) {
        let levels = &self.tree.levels;
        let mut stack = [(0u32, 0u32); DEEP];
        stack[0] = (levels.len() as u32 - 1, 0);
        let mut depth = 1;
        while depth > 0 {
            while depth > 0 && steps.nodes.len < TOGETHER {
                depth -= 1;
                let (level, node) = stack[depth];
                list.work += 1;
                let mut lanes = match level {
                    // There is one leaf, and nothing above it.
                    0 => 1,
                    _ => levels[level as usize][node as usize].overlapping(simd, &family.around),
                };
                if self.among == PairSelection::Moved && level > 0 {
                    // What comes before has found its pairs with this family already.
                    let first = family.first() >> (4 * (level - 1));
                    lanes &= from_lane(first.saturating_sub(16 * node));
                }
                if level <= 1 {
                    steps.nodes.add(LaneHits { at: node, own: 0, lanes });
                    continue;
                }
                // What lies between blocks that are far apart is beside them all.
                let here = &levels[level as usize][node as usize];
                for lane in bits(lanes) {
                    if family.block.overlapping(simd, &here.get(lane)) != 0 {
                        stack[depth] = (level - 1, 16 * node + lane as u32);
                        depth += 1;
                    }
                }
            }
            self.search_leaves(simd, family, steps, list, when_full);
        }
    }

    /// Finds the pairs in the leaves that a family arrived at.
    #[inline(always)]
    fn search_leaves<S: Simd>(
        &self,
        simd: S,
        family: &SiblingBlocks<V>,
        Steps { nodes, leaves, boxes, pairs }: &mut Steps,
        list: &mut PairList,
        when_full: WhenFull<'_>,
    ) {
        let Self { from, tree, among, .. } = *self;
        let (tree_boxes, own_boxes) = (&tree.levels[0][..], &from.levels[0][..]);
        let first = family.first();
        list.work += nodes.lanes as u64;
        nodes.drain(
            #[inline(always)]
            |LaneHits { at, .. }, lane| {
                let leaf = 16 * at + lane as u32;
                let mut lanes = family.block.overlapping(simd, &tree.arounds[leaf as usize]);
                if among == PairSelection::Moved {
                    // A block finds its pairs with itself and with what comes after it.
                    lanes &= !from_lane((leaf + 1).saturating_sub(first));
                }
                leaves.add(LaneHits { at: leaf, own: 0, lanes });
            },
        );
        list.work += leaves.lanes as u64;
        leaves.drain(
            #[inline(always)]
            |LaneHits { at, .. }, own| {
                let there = tree.marks[at as usize].moved;
                let asked = match among {
                    PairSelection::Same if at < first + own as u32 => !there,
                    PairSelection::Resting => !there,
                    PairSelection::Moved | PairSelection::Same | PairSelection::Other => u16::MAX,
                };
                let around = &family.arounds[own % LANES];
                let lanes = tree_boxes[at as usize].overlapping(simd, around) & asked;
                boxes.add(LaneHits { at, own: own as u16, lanes });
            },
        );
        list.work += boxes.lanes as u64;
        boxes.drain(
            #[inline(always)]
            |LaneHits { at, own, .. }, lane| {
                let moved = family.moved[usize::from(own) % LANES];
                let block = first + u32::from(own);
                let bit = 1 << lane;
                let asked = if among.is_within() && at == block {
                    // Of two that moved, the later finds the earlier.
                    if moved & bit != 0 { bit - 1 } else { !bit }
                } else {
                    u16::MAX
                };
                let bounds = tree_boxes[at as usize].get(lane);
                let lanes = own_boxes[block as usize].overlapping(simd, &bounds) & moved & asked;
                pairs.add(LaneHits { at: 16 * at + lane as u32, own, lanes });
                if pairs.len == WAITING {
                    self.list_keys(first, pairs, list, when_full);
                }
            },
        );
        self.list_keys(first, pairs, list, when_full);
    }

    /// Lists the keys of pairs with the family that begins with the block `first`.
    #[inline(always)]
    fn list_keys(
        &self,
        first: u32,
        pairs: &mut Hits<{ WAITING + 1 }>,
        list: &mut PairList,
        when_full: WhenFull<'_>,
    ) {
        let (ids, own_ids) = (&self.tree.ids[..], &self.from.ids[first as usize * LANES..]);
        let old = list.keys.len();
        list.keys.resize(old + pairs.lanes, 0);
        let mut keys = list.keys[old..].iter_mut();
        pairs.drain(
            #[inline(always)]
            |LaneHits { at, own, .. }, lane| {
                if let Some(key) = keys.next() {
                    *key =
                        self.keys.key(ids[at as usize], own_ids[usize::from(own) * LANES + lane]);
                }
            },
        );
        if list.keys.len() > LISTED {
            when_full(list);
        }
    }
}

/// The lanes from one on.
#[inline(always)]
fn from_lane(lane: u32) -> u16 {
    (u32::from(u16::MAX) << if lane < 16 { lane } else { 16 }) as u16
}
