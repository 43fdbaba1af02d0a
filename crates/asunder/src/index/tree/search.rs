//! Which boxes overlap what moved: blocks of boxes against a hierarchy.
//!
//! A block goes down the hierarchy as one box, around those of its lanes that moved. Of the blocks it
//! arrives at, each lane that overlaps that box is compared with its own sixteen lanes at once.

use super::FEW;
use super::block::bits;
use super::hierarchy::Hierarchy;
use super::pairs::Keys;
use crate::index::Bounds;
use crate::simd::{LANES, Simd, dispatch};
use crate::space::Vector;
use crate::threads::join;

/// Which pairs a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// Those within one hierarchy in which every box moved.
    Moved,
    /// Those within one hierarchy in which some boxes moved and others did not.
    Same,
    /// Those with another hierarchy.
    Other,
    /// Those with what rests in another hierarchy.
    Resting,
}

/// What a search finds.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub(super) keys: Vec<u64>,
    /// Those that are kept while they are sifted.
    pub(super) kept: Vec<u64>,
    /// How many boxes or blocks were compared with a block: what the search cost, without a clock.
    pub(super) work: u64,
}

/// More than a walk down ever has to remember: fifteen siblings at each of eight levels.
pub(super) const DEEP: usize = 128;

/// Lanes of a block of the tree that overlap what is searched for.
#[derive(Clone, Copy)]
struct Near {
    node: u32,
    lanes: u16,
}

/// A box of the tree, and the lanes of the searching block that it overlaps.
#[derive(Clone, Copy)]
struct Found {
    id: u32,
    partners: u16,
}

/// How many blocks of the tree are looked at together. Each step of the search is done for all of
/// them before the next one, for a loop that does one thing is a loop whose end the processor foresees.
const TOGETHER: usize = 16;

/// Adds the keys of the pairs of what moved in some blocks with what is in `tree` to one or more
/// lists.
pub(super) fn search<V: Vector>(
    blocks: &[u32],
    from: &Hierarchy<V>,
    tree: &Hierarchy<V>,
    among: Among,
    keys: Keys,
    lists: &mut [List],
) {
    if blocks.is_empty() || tree.ids.is_empty() {
        return;
    }
    if lists.len() > 1 && blocks.len() > FEW {
        let (before, after) = blocks.split_at(blocks.len() / 2);
        let (lists_before, lists_after) = lists.split_at_mut(lists.len() / 2);
        join(
            || search(before, from, tree, among, keys, lists_before),
            || search(after, from, tree, among, keys, lists_after),
        );
    } else if let Some(list) = lists.first_mut() {
        dispatch!(simd => search_one_by_one(simd, blocks, from, tree, among, keys, list));
    }
}

#[inline(always)]
fn search_one_by_one<V: Vector, S: Simd>(
    simd: S,
    blocks: &[u32],
    from: &Hierarchy<V>,
    tree: &Hierarchy<V>,
    among: Among,
    keys: Keys,
    list: &mut List,
) {
    let top = tree.levels.len() - 1;
    let mut work = 0;
    let mut stack = [(0u32, 0u32); DEEP];
    let mut near = [Near { node: 0, lanes: 0 }; TOGETHER + LANES];
    let mut found = [Found { id: 0, partners: 0 }; (TOGETHER + LANES) * LANES];
    for &block in blocks {
        let own = &from.levels[0][block as usize];
        let own_ids = &from.ids[block as usize * LANES..][..LANES];
        let moved = from.marks[block as usize].moved;
        let around = if moved == u16::MAX {
            from.arounds[block as usize]
        } else {
            bits(moved).fold(Bounds::nothing(), |all, lane| all.merged(&own.get(lane)))
        };
        let mut add = |id: u32, partners: u16| {
            for partner in bits(partners) {
                let partner = own_ids[partner];
                list.keys.push(keys.key(id, partner));
            }
        };
        if matches!(among, Among::Moved | Among::Same) {
            for lane in bits(own.overlapping(simd, &around)) {
                let bit = 1 << lane;
                // Of two that moved, the later finds the earlier.
                let others = if moved & bit != 0 { bit - 1 } else { !bit };
                add(own_ids[lane], own.overlapping(simd, &own.get(lane)) & moved & others);
            }
        }
        let (mut depth, mut count) = (1, 0);
        stack[0] = (top as u32, 0);
        while depth > 0 || count > 0 {
            if depth > 0 && count < TOGETHER {
                depth -= 1;
                let (level, node) = stack[depth];
                let mut lanes = match level {
                    // The root is the only leaf that is not looked at from the level above.
                    0 => 1,
                    _ => tree.levels[level as usize][node as usize].overlapping(simd, &around),
                };
                work += 1;
                if level > 0 && among == Among::Moved {
                    // What comes before has found its pairs with this block already.
                    let first = (block >> (4 * (level - 1))).saturating_sub(16 * node).min(16);
                    lanes &= (u32::from(u16::MAX) << first) as u16;
                }
                if level > 1 {
                    for lane in bits(lanes) {
                        stack[depth] = (level - 1, 16 * node + lane as u32);
                        depth += 1;
                    }
                    continue;
                }
                work += u64::from(lanes.count_ones());
                for lane in bits(lanes) {
                    let node = 16 * node + lane as u32;
                    let overlapping = tree.levels[0][node as usize].overlapping(simd, &around);
                    let there = tree.marks[node as usize].moved;
                    let lanes = overlapping
                        & match among {
                            Among::Moved | Among::Same if node == block => 0,
                            Among::Same if node < block => !there,
                            Among::Resting => !there,
                            Among::Moved | Among::Same | Among::Other => u16::MAX,
                        };
                    near[count] = Near { node, lanes };
                    count += usize::from(lanes != 0);
                }
                continue;
            }
            let mut founds = 0;
            for &Near { node, lanes } in &near[..count] {
                work += u64::from(lanes.count_ones());
                let other = &tree.levels[0][node as usize];
                let ids = &tree.ids[node as usize * LANES..][..LANES];
                for lane in bits(lanes) {
                    let partners = own.overlapping(simd, &other.get(lane)) & moved;
                    found[founds] = Found { id: ids[lane], partners };
                    founds += usize::from(partners != 0);
                }
            }
            for &Found { id, partners } in &found[..founds] {
                add(id, partners);
            }
            count = 0;
        }
    }
    list.work += work;
}
