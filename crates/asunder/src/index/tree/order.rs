//! A space-filling order of boxes: near in the order is near in space.
//!
//! All boxes are parted in two by the middle of their centres along the axis on which those spread
//! most, each part again, down to blocks of sixteen: a balanced k-d tree (Bentley 1975) of which only
//! the leaves are kept. Parts are compared by the order of numbers alone, so no box far out and no
//! range of sizes spoils it, as both would a grid; and a part with a power of two of blocks is a node
//! of the levels above.

use super::FEW;
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::simd::LANES;
use crate::space::Vector;
use crate::threads::join;

/// A box to be ordered.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyedBounds<V: Vector> {
    centre: Vect<V, f32>,
    pub(super) id: u32,
}

impl<V: Vector> KeyedBounds<V> {
    pub(super) fn new(id: u32, bounds: &Bounds<V>) -> Self {
        Self { centre: Vect(bounds.min) * 0.5 + Vect(bounds.max) * 0.5, id }
    }
}

/// Brings boxes into order, those that are not bounded last. How many those are.
pub(super) fn sort<V: Vector>(entries: &mut [KeyedBounds<V>]) -> usize {
    // Half of infinity, and the middle between two of them, is no number to part by.
    let is_bounded = |entry: &KeyedBounds<V>| entry.centre.components().all(f32::is_finite);
    let mut bounded = 0;
    for place in 0..entries.len() {
        if is_bounded(&entries[place]) {
            entries.swap(bounded, place);
            bounded += 1;
        }
    }
    part(&mut entries[..bounded]);
    entries.len() - bounded
}

fn part<V: Vector>(entries: &mut [KeyedBounds<V>]) {
    if entries.len() <= LANES {
        return;
    }
    let Some(axis) = widest_axis(entries) else {
        return;
    };
    let blocks = entries.len().div_ceil(LANES);
    let half = blocks.next_power_of_two() / 2 * LANES;
    entries.select_nth_unstable_by(half, |a, b| a.centre[axis].total_cmp(&b.centre[axis]));
    let (before, after) = entries.split_at_mut(half);
    if blocks > FEW {
        join(|| part(before), || part(after));
    } else {
        part(before);
        part(after);
    }
}

/// The axis along which the centres spread most; `None` if all are one.
fn widest_axis<V: Vector>(entries: &[KeyedBounds<V>]) -> Option<usize> {
    let (mut min, mut max) = (entries[0].centre, entries[0].centre);
    for entry in entries {
        (min, max) = (entry.centre.min(min), entry.centre.max(max));
    }
    let spread = max - min;
    let widest =
        (1..V::DIM).fold(0, |widest, i| if spread[i] > spread[widest] { i } else { widest });
    (spread[widest] > 0.0).then_some(widest)
}
