//! Writing the bounds of moved boxes into their lanes.

use super::FEW;
use super::IdSlot;
use super::block::{BoundsBlock, bits};
use super::hierarchy::Mark;
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::simd::{LANES, Simd, dispatch};
use crate::space::Vector;
use crate::threads::join;

/// Some consecutive blocks of boxes, to be written.
pub(super) struct Leaves<'a, V: Vector> {
    /// The number of the first block.
    pub(super) first: usize,
    pub(super) ids: &'a [u32],
    pub(super) boxes: &'a mut [BoundsBlock<V>],
    pub(super) homes: &'a [Bounds<V>],
    pub(super) arounds: &'a mut [Bounds<V>],
    pub(super) marks: &'a mut [Mark],
}

impl<V: Vector> Leaves<'_, V> {
    /// The blocks before one, and the others.
    fn split_at(&mut self, block: usize) -> (Leaves<'_, V>, Leaves<'_, V>) {
        let at = block - self.first;
        let (ids, other_ids) = self.ids.split_at(at * LANES);
        let (boxes, other_boxes) = self.boxes.split_at_mut(at);
        let (homes, other_homes) = self.homes.split_at(at);
        let (arounds, other_arounds) = self.arounds.split_at_mut(at);
        let (marks, other_marks) = self.marks.split_at_mut(at);
        (
            Leaves { first: self.first, ids, boxes, homes, arounds, marks },
            Leaves {
                first: block,
                ids: other_ids,
                boxes: other_boxes,
                homes: other_homes,
                arounds: other_arounds,
                marks: other_marks,
            },
        )
    }
}

/// Writes the pending boxes of the dirty blocks, which are in order.
pub(super) fn write<V: Vector>(dirty: &[u32], mut leaves: Leaves<'_, V>, slots: &[IdSlot<V>]) {
    if dirty.len() <= FEW {
        dispatch!(simd => write_few(simd, dirty, &mut leaves, slots));
        return;
    }
    let (before, after) = dirty.split_at(dirty.len() / 2);
    let (leaves_before, leaves_after) = leaves.split_at(after[0] as usize);
    join(|| write(before, leaves_before, slots), || write(after, leaves_after, slots));
}

#[inline(always)]
fn write_few<V: Vector, S: Simd>(
    _simd: S,
    dirty: &[u32],
    leaves: &mut Leaves<'_, V>,
    slots: &[IdSlot<V>],
) {
    for &block in dirty {
        let block = block as usize - leaves.first;
        let (boxes, home) = (&mut leaves.boxes[block], &leaves.homes[block]);
        let ids = &leaves.ids[block * LANES..][..LANES];
        let mark = &mut leaves.marks[block];
        let pending = core::mem::take(&mut mark.pending);
        // Read together, they are waited for together.
        let mut fresh = [Bounds::nothing(); LANES];
        for lane in bits(pending) {
            fresh[lane] = slots[ids[lane] as usize].bounds;
        }
        for lane in bits(pending) {
            boxes.set(lane, &fresh[lane]);
            mark.strayed |= u16::from(!within(&fresh[lane], home)) << lane;
        }
        leaves.arounds[block] = boxes.bounds();
    }
}

/// How far the boxes of a block may get, together, before it is worth to order them anew: half of its
/// size to every side.
pub(super) fn home<V: Vector>(bounds: &Bounds<V>) -> Bounds<V> {
    let (min, max) = (Vect::<V, f32>(bounds.min), Vect(bounds.max));
    let room = (max - min) * 0.5;
    Bounds::from_corners((min - room).0, (max + room).0)
}

/// Whether a box lies in another. A home that is no number is everywhere.
fn within<V: Vector>(bounds: &Bounds<V>, home: &Bounds<V>) -> bool {
    !(0..V::DIM)
        .fold(false, |out, i| out | (bounds.min[i] < home.min[i]) | (bounds.max[i] > home.max[i]))
}
