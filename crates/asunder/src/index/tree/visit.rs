//! Questions to blocks of boxes: down to the boxes, nearest first where there is an order.

use super::IdSlot;
use super::block::{BoundsBlock, LaneKeys, bits};
use super::hierarchy::{Hierarchy, NONE};
use crate::query::bounds::Bounds;
use crate::simd::{LANES, Simd};
use crate::space::Vector;
use core::ops::ControlFlow;

/// Levels of blocks: boxes with numbers of 32 bits have no more.
const LEVELS: usize = 8;

/// A block above the lowest level, and its lanes that were not gone into yet.
#[derive(Clone, Copy)]
struct OpenBlock {
    block: u32,
    keys: LaneKeys,
}

/// Boxes in blocks of sixteen, the boxes around those in blocks of sixteen, and so on: lane `l` of block
/// `b` of a level bounds block `16 b + l` of the level below.
pub(super) trait Blocks<V: Vector> {
    /// The last level, which is one block; `None` if there are no boxes.
    fn top(&self) -> Option<usize>;

    /// What `asks` says of a block of a level.
    fn ask<S: Simd, R>(
        &self,
        simd: S,
        level: usize,
        block: u32,
        asks: impl FnOnce(&BoundsBlock<V>) -> R,
    ) -> R;

    /// The id of the box at a place, which is a lane of level zero, if its lane holds it.
    fn id_at(&self, place: u32) -> Option<u32>;

    /// Calls `found` for every id in a lane that `asks` names, and for every id whose box is not in
    /// its lane yet.
    #[inline(always)]
    fn visit<S: Simd>(
        &self,
        simd: S,
        asks: impl Fn(&BoundsBlock<V>) -> u16,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(mut level) = self.top() else {
            return ControlFlow::Continue(());
        };
        // Of each level the block that was gone into, and its lanes that were not yet.
        let mut open = [(0, 0); LEVELS];
        let mut block = 0;
        loop {
            let lanes = self.ask(simd, level, block, &asks);
            if level == 0 {
                for lane in bits(lanes) {
                    if let Some(id) = self.id_at(16 * block + lane as u32) {
                        found(id)?;
                    }
                }
            } else {
                open[level % LEVELS] = (block, lanes);
            }
            loop {
                let Some((parent, lanes)) = open.get_mut(level) else {
                    return ControlFlow::Continue(());
                };
                if let Some(lane) = bits(*lanes).next() {
                    *lanes &= *lanes - 1;
                    (level, block) = (level - 1, 16 * *parent + lane as u32);
                    break;
                }
                level += 1;
            }
        }
    }

    /// Calls `found` for every id in a lane that `keys` names as one whose key is not above `limit`, lesser
    /// keys roughly first. What it answers is the limit from then on; a negative one ends the search. The last
    /// limit.
    #[inline(always)]
    fn visit_least_first<S: Simd>(
        &self,
        simd: S,
        mut limit: f64,
        keys: impl Fn(&BoundsBlock<V>, f64) -> LaneKeys,
        found: &mut dyn FnMut(u32, f64) -> f64,
    ) -> f64 {
        let Some(mut level) = self.top() else {
            return limit;
        };
        let mut open: [Option<OpenBlock>; LEVELS] = [None; LEVELS];
        let mut block = 0;
        loop {
            let keys = self.ask(
                simd,
                level,
                block,
                #[inline(always)]
                |block| keys(block, limit),
            );
            if level > 0 {
                // What is alone is next.
                if let Some(lane) = keys.single() {
                    (level, block) = (level - 1, 16 * block + lane);
                    continue;
                }
                open[level % LEVELS] = Some(OpenBlock { block, keys });
            } else {
                limit = keys.visit(
                    limit,
                    #[inline(always)]
                    |lane, key| match self.id_at(16 * block + lane) {
                        Some(id) => found(id, key),
                        None => limit,
                    },
                );
            }
            loop {
                let Some(at) = open.get_mut(level) else {
                    return limit;
                };
                if let Some(parent) = at
                    && let Some((lane, key)) = parent.keys.take_least()
                    && key <= limit
                {
                    (level, block) = (level - 1, 16 * parent.block + lane);
                    break;
                }
                *at = None;
                level += 1;
            }
        }
    }
}

impl<V: Vector> Hierarchy<V> {
    /// The boxes that are not in their lanes yet: moved or inserted since this was settled.
    pub(super) fn unsettled<'a>(
        &'a self,
        slots: &'a [IdSlot<V>],
    ) -> impl Iterator<Item = (u32, &'a Bounds<V>)> {
        let pending = self.dirty.iter().flat_map(move |&block| {
            let lanes = bits(self.marks[block as usize].pending);
            lanes.map(move |lane| self.ids[block as usize * LANES + lane])
        });
        let ids = pending.chain(self.waiting.iter().copied());
        ids.map(|id| (id, &slots[id as usize].bounds))
    }
}

impl<V: Vector> Blocks<V> for Hierarchy<V> {
    #[inline(always)]
    fn top(&self) -> Option<usize> {
        self.levels.len().checked_sub(1).filter(|_| !self.ids.is_empty())
    }

    #[inline(always)]
    fn ask<S: Simd, R>(
        &self,
        _simd: S,
        level: usize,
        block: u32,
        asks: impl FnOnce(&BoundsBlock<V>) -> R,
    ) -> R {
        asks(&self.levels[level][block as usize])
    }

    #[inline(always)]
    fn id_at(&self, place: u32) -> Option<u32> {
        let (block, lane) = (place as usize / LANES, place as usize % LANES);
        let id = self.ids[place as usize];
        (id != NONE && self.marks[block].pending >> lane & 1 == 0).then_some(id)
    }
}
