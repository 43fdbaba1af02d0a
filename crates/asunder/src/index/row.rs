//! Boxes in a row, compared many at once.

use super::Bounds;
use crate::space::Vector;

/// How many boxes a comparison takes at once.
const LANES: usize = 16;

/// Boxes in the order of where they begin along some axis.
#[derive(Clone, Debug)]
pub(super) struct Row<V: Vector> {
    blocks: Vec<Block<V>>,
    ids: Vec<u32>,
}

/// The numbers of a few boxes side by side. Lanes without a box hold NaN, which overlaps nothing.
#[derive(Clone, Copy, Debug)]
struct Block<V: Vector> {
    min: V::Array<[f32; LANES]>,
    max: V::Array<[f32; LANES]>,
}

impl<V: Vector> Default for Row<V> {
    fn default() -> Self {
        Self { blocks: Vec::new(), ids: Vec::new() }
    }
}

impl<V: Vector> Row<V> {
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.ids.clear();
    }

    /// Adds a box that begins no earlier than those before it.
    pub(super) fn push(&mut self, id: u32, bounds: &Bounds<V>) {
        let lane = self.ids.len() % LANES;
        if lane == 0 {
            let empty = V::array(|_| [f32::NAN; LANES]);
            self.blocks.push(Block { min: empty, max: empty });
        }
        if let Some(block) = self.blocks.last_mut() {
            for i in 0..V::DIM {
                block.min[i][lane] = bounds.min[i];
                block.max[i][lane] = bounds.max[i];
            }
        }
        self.ids.push(id);
    }

    /// Calls `found` with the id of every box at place `from` or later that overlaps `bounds`. The
    /// boxes are in the order of `axis`.
    #[inline(always)]
    pub(super) fn overlapping(
        &self,
        from: usize,
        axis: usize,
        bounds: &Bounds<V>,
        mut found: impl FnMut(u32),
    ) {
        let first = from / LANES;
        let mut admitted = !0 << (from % LANES);
        for (blocks, ids) in self.blocks.iter().zip(self.ids.chunks(LANES)).skip(first) {
            if blocks.min[axis][0] > bounds.max[axis] {
                break;
            }
            let mut lanes = blocks.overlapping(bounds) & admitted;
            admitted = !0;
            while lanes != 0 {
                found(ids[lanes.trailing_zeros() as usize]);
                lanes &= lanes - 1;
            }
        }
    }
}

impl<V: Vector> Block<V> {
    /// The lanes whose boxes overlap `bounds`, as bits.
    #[inline(always)]
    fn overlapping(&self, bounds: &Bounds<V>) -> u32 {
        // Words rather than `bool`s: lanes as wide as what is compared.
        let mut apart = [0u32; LANES];
        for i in 0..V::DIM {
            let (min, max) = (&self.min[i], &self.max[i]);
            for lane in 0..LANES {
                let beside = !(min[lane] <= bounds.max[i]) | !(bounds.min[i] <= max[lane]);
                apart[lane] |= u32::from(beside);
            }
        }
        // Mostly none overlaps.
        if apart.iter().fold(1, |all, &lane| all & lane) == 1 {
            return 0;
        }
        (0..LANES).fold(0, |bits, lane| bits | (1 - apart[lane]) << lane)
    }
}
