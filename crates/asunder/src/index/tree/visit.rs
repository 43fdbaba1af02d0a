//! Questions to blocks of boxes: down to the boxes, nearest first where there is an order.

use super::IdSlot;
use super::block::{BoundsBlock, bits};
use super::hierarchy::{Hierarchy, NONE};
use super::search::DEEP;
use crate::query::bounds::Bounds;
use crate::simd::LANES;
use crate::space::Vector;
use core::ops::ControlFlow;

/// A step of the descent: what may not be closer, and where.
#[derive(Clone, Copy)]
struct Descent {
    key: f64,
    level: u32,
    node: u32,
}

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

    /// Calls `found` for every id in a lane whose key, which is no NaN, is not above `limit`, lesser
    /// keys roughly first. What it answers is the limit from then on. The last limit.
    #[inline(always)]
    fn visit_least_first(
        &self,
        mut limit: f64,
        keys: impl Fn(&BoundsBlock<V>, f64) -> [f64; LANES],
        found: &mut dyn FnMut(u32, f64) -> f64,
    ) -> f64 {
        let Some(top) = self.top() else {
            return limit;
        };
        let mut stack = [Descent { key: 0.0, level: top, node: 0 }; DEEP];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let Descent { key, level, node } = stack[depth];
            if !(key <= limit) {
                continue;
            }
            let keys = self.ask(
                level,
                node,
                #[inline(always)]
                |block| keys(block, limit),
            );
            // The greatest first, for what is put last is taken first.
            let mut steps = [Descent { key: 0.0, level: 0, node: 0 }; LANES];
            let mut count = 0;
            let mut lanes = 0;
            for (lane, key) in keys.iter().enumerate() {
                lanes |= u16::from(*key <= limit) << lane;
            }
            for lane in bits(lanes) {
                let key = keys[lane];
                let mut at = count;
                while at > 0 && steps[at - 1].key < key {
                    steps[at] = steps[at - 1];
                    at -= 1;
                }
                let node = 16 * node + lane as u32;
                steps[at] = Descent { key, level: level.saturating_sub(1), node };
                count += 1;
            }
            if level > 0 {
                stack[depth..depth + count].copy_from_slice(&steps[..count]);
                depth += count;
                continue;
            }
            for step in steps[..count].iter().rev() {
                if let Some(id) = self.id_at(step.node).filter(|_| step.key <= limit) {
                    limit = found(id, step.key);
                }
            }
        }
        limit
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
