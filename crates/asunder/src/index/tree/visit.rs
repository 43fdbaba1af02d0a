//! Questions to blocks of boxes: down to the boxes, nearest first where there is an order.

use super::IdSlot;
use super::block::{BoundsBlock, bits};
use super::hierarchy::{Hierarchy, NONE};
use super::search::DEEP;
use crate::query::bounds::Bounds;
use crate::simd::LANES;
use crate::space::Vector;
use core::ops::ControlFlow;

/// Boxes in blocks of sixteen, the boxes around those in blocks of sixteen, and so on: lane `l` of block
/// `b` of a level bounds block `16 b + l` of the level below.
pub(super) trait Blocks<V: Vector> {
    /// The last level, which is one block; `None` if there are no boxes.
    fn top(&self) -> Option<u32>;

    /// What `asks` says of a block of a level.
    fn ask<R>(&self, level: u32, block: u32, asks: impl FnOnce(&BoundsBlock<V>) -> R) -> R;

    /// The id of the box at a place, which is a lane of level zero, if its lane holds it.
    fn id_at(&self, place: u32) -> Option<u32>;

    /// Calls `found` for every id in a lane that `asks` names, and for every id whose box is not in
    /// its lane yet.
    #[inline(always)]
    fn visit(
        &self,
        asks: impl Fn(&BoundsBlock<V>) -> u16,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(top) = self.top() else {
            return ControlFlow::Continue(());
        };
        let mut stack = [(0u32, 0u32); DEEP];
        stack[0] = (top, 0);
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let (level, node) = stack[depth];
            let lanes = self.ask(level, node, &asks);
            for lane in bits(lanes) {
                let at = 16 * node + lane as u32;
                if level > 0 {
                    stack[depth] = (level - 1, at);
                    depth += 1;
                } else if let Some(id) = self.id_at(at) {
                    found(id)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `found` for every id in a lane that `keys` names as one whose key is not above `limit`, lesser
    /// keys roughly first. What it answers is the limit from then on. The last limit.
    #[inline(always)]
    fn visit_least_first<K: Copy + Default + PartialOrd + Into<f64>>(
        &self,
        mut limit: f64,
        keys: impl Fn(&BoundsBlock<V>, f64) -> (u16, [K; LANES]),
        found: &mut dyn FnMut(u32, f64) -> f64,
    ) -> f64 {
        let Some(top) = self.top() else {
            return limit;
        };
        // What is still to do: a block, its level, and a key that none in it is below.
        let (mut least, mut nodes) = ([K::default(); DEEP], [0u32; DEEP]);
        let mut levels = [0u8; DEEP];
        levels[0] = top as u8;
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let (mut level, mut node) = (u32::from(levels[depth]), nodes[depth]);
            if !(least[depth].into() <= limit) {
                continue;
            }
            let (lanes, keys) = loop {
                let (lanes, keys) = self.ask(
                    level,
                    node,
                    #[inline(always)]
                    |block| keys(block, limit),
                );
                // What is alone is next.
                if level == 0 || !lanes.is_power_of_two() {
                    break (lanes, keys);
                }
                (level, node) = (level - 1, 16 * node + lanes.trailing_zeros());
            };
            // The greatest first, for what is put last is taken first.
            let base = depth;
            for lane in bits(lanes) {
                let key = keys[lane];
                let mut at = depth;
                while at > base && least[at - 1] < key {
                    (least[at], nodes[at]) = (least[at - 1], nodes[at - 1]);
                    at -= 1;
                }
                (least[at], nodes[at]) = (key, 16 * node + lane as u32);
                levels[depth] = level.saturating_sub(1) as u8;
                depth += 1;
            }
            // The nodes below the lowest level are boxes.
            while level == 0 && depth > base {
                depth -= 1;
                let key = least[depth].into();
                if let Some(id) = self.id_at(nodes[depth]).filter(|_| key <= limit) {
                    limit = found(id, key);
                }
            }
        }
        limit
    }
}

/// Keys with the lanes of those that are not above `limit`, as bits: of a NaN none.
#[inline(always)]
pub(super) fn up_to(limit: f64, keys: [f64; LANES]) -> (u16, [f64; LANES]) {
    let mut lanes = 0;
    for (lane, key) in keys.iter().enumerate() {
        lanes |= u16::from(*key <= limit) << lane;
    }
    (lanes, keys)
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
    fn top(&self) -> Option<u32> {
        (self.levels.len() as u32).checked_sub(1).filter(|_| !self.ids.is_empty())
    }

    #[inline(always)]
    fn ask<R>(&self, level: u32, block: u32, asks: impl FnOnce(&BoundsBlock<V>) -> R) -> R {
        asks(&self.levels[level as usize][block as usize])
    }

    #[inline(always)]
    fn id_at(&self, place: u32) -> Option<u32> {
        let (block, lane) = (place as usize / LANES, place as usize % LANES);
        let id = self.ids[place as usize];
        (id != NONE && self.marks[block].pending >> lane & 1 == 0).then_some(id)
    }
}
