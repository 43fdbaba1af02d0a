//! Questions to blocks of boxes: down to the boxes, nearest first where there is an order.

use super::IdSlot;
use super::block::{BoundsBlock, bits};
use super::hierarchy::{Hierarchy, NONE};
use crate::query::bounds::Bounds;
use crate::simd::{LANES, Simd};
use crate::space::Vector;
use core::ops::ControlFlow;

/// Levels of blocks: boxes with numbers of 32 bits have no more.
const LEVELS: usize = 8;

/// A block above the lowest level, and which of its lanes were not gone into yet.
#[derive(Clone, Copy)]
struct OpenBlock<K> {
    block: u32,
    lanes: u16,
    keys: [K; LANES],
}

/// The lane with the least key of some, as bits.
#[inline(always)]
fn least<K: PartialOrd>(lanes: u16, keys: &[K; LANES]) -> Option<usize> {
    bits(lanes).reduce(|least, lane| if keys[lane] < keys[least] { lane } else { least })
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
    /// keys roughly first. What it answers is the limit from then on. The last limit.
    #[inline(always)]
    fn visit_least_first<S: Simd, K: Copy + PartialOrd + Into<f64>>(
        &self,
        simd: S,
        mut limit: f64,
        keys: impl Fn(&BoundsBlock<V>, f64) -> (u16, [K; LANES]),
        found: &mut dyn FnMut(u32, f64) -> f64,
    ) -> f64 {
        let Some(mut level) = self.top() else {
            return limit;
        };
        let mut open: [Option<OpenBlock<K>>; LEVELS] = [None; LEVELS];
        let mut block = 0;
        loop {
            let (mut lanes, keys) = self.ask(
                simd,
                level,
                block,
                #[inline(always)]
                |block| keys(block, limit),
            );
            if level > 0 {
                // What is alone is next.
                if lanes.is_power_of_two() {
                    (level, block) = (level - 1, 16 * block + lanes.trailing_zeros());
                    continue;
                }
                open[level % LEVELS] = Some(OpenBlock { block, lanes, keys });
            } else {
                while let Some(lane) = least(lanes, &keys) {
                    lanes &= !(1 << lane);
                    let key = keys[lane].into();
                    if !(key <= limit) {
                        break;
                    }
                    if let Some(id) = self.id_at(16 * block + lane as u32) {
                        limit = found(id, key);
                    }
                }
            }
            loop {
                let Some(at) = open.get_mut(level) else {
                    return limit;
                };
                if let Some(parent) = at
                    && let Some(lane) = least(parent.lanes, &parent.keys)
                    && parent.keys[lane].into() <= limit
                {
                    parent.lanes &= !(1 << lane);
                    (level, block) = (level - 1, 16 * parent.block + lane as u32);
                    break;
                }
                *at = None;
                level += 1;
            }
        }
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
