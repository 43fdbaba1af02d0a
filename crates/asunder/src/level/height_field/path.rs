//! The cells along the path of a ray or of a moving box, in the order in which they are met.
//!
//! The grid is cut into slices across the axis along which the path passes most cells. Of each slice the path takes
//! an interval of fractions, and of each of its cells a part of that (Amanatides and Woo 1987, for boxes too, and
//! with every number rounded to the careful side). Long paths pass slices of eight cells first, and slices of eight
//! of those before: where the path stays above or below a block, no cell of it is looked at (Tevs, Ihrke and Seidel
//! 2008).

use super::{Cells as _, HeightField, OF_SPACE};
use crate::exact::widen;
use crate::index::{BoundsSweep, Reach, SweptAabb};
use crate::level::grid::GridAxis;
use crate::level::parts::PartVisit;
use crate::space::Vector;
use core::ops::ControlFlow::{self, Continue};
use core::ops::Range;

/// A slice is as many blocks wide, along either axis, as two to the power of so many.
const FAN_BITS: u32 = 3;

/// The most slices of single cells that a path passes without larger ones first.
const SLICES: u32 = 16;

/// The path of a box over a field.
struct Path<'f, V: Vector> {
    field: &'f HeightField<V>,
    sweep: BoundsSweep<V>,
    /// That across which slices lie, then the other.
    sides: [Side<'f>; 2],
}

/// An axis of the grid.
struct Side<'f> {
    steps: &'f GridAxis,
    /// The axis of space.
    axis: usize,
    is_backward: bool,
}

/// A block of cells with indices from some to others, along both sides.
type Block = [Range<u32>; 2];

/// Visits what lies in the cells that a box may meet on its way, roughly the first ones first.
pub(super) fn walk<V: Vector>(
    field: &HeightField<V>,
    sweep: &SweptAabb<V>,
    reach: &mut Reach<V>,
    visit: &mut PartVisit<'_, V>,
) {
    let moving = BoundsSweep::from(sweep);
    let (bounds, mut during) = (field.bounds(), [0.0, reach.limit()]);
    for axis in 0..V::DIM {
        let slab = [bounds.min[axis], bounds.max[axis]].map(widen);
        during = moving.within_slab(axis, slab, during);
    }
    if !(during[0] <= during[1]) {
        return;
    }
    let [x, z] = [0, 2].map(|t| {
        let steps = &field.0.axes[t];
        let axis = OF_SPACE[t].unwrap_or(t);
        Side { steps, axis, is_backward: moving.motion(axis) < 0.0 }
    });
    let steps_along = |side: &Side<'_>, other: &Side<'_>| {
        moving.motion(side.axis).abs() * widen(other.steps.step)
    };
    let sides = if steps_along(&x, &z) < steps_along(&z, &x) { [z, x] } else { [x, z] };
    let block = [&sides[0], &sides[1]].map(|side| {
        let [min, max] = moving.extent(side.axis, during);
        side.steps.touching(min, max)
    });
    let mut bits = 0;
    let most = block.iter().map(ExactSizeIterator::len).fold(0, usize::max);
    while most >> bits > SLICES as usize {
        bits += FAN_BITS;
    }
    let path = Path { field, sweep: moving, sides };
    let _: ControlFlow<()> = path.slices(bits, block, during, reach, visit);
}

impl Side<'_> {
    /// How many blocks of a size some indices are in.
    fn count(range: &Range<u32>, bits: u32) -> u32 {
        if range.is_empty() { 0 } else { ((range.end - 1) >> bits) - (range.start >> bits) + 1 }
    }

    /// The cells of one of those blocks, as the path passes them.
    fn block(&self, range: &Range<u32>, bits: u32, place: u32) -> Range<u32> {
        let number = if self.is_backward {
            ((range.end - 1) >> bits) - place
        } else {
            (range.start >> bits) + place
        };
        let (start, end) = (number << bits, (number + 1) << bits);
        let is_cut = end > range.end;
        start.max(range.start)..if is_cut { range.end } else { end }
    }
}

impl<V: Vector> Path<'_, V> {
    /// What of an interval the box may spend in slices of some indices.
    #[inline(always)]
    fn within(&self, side: &Side<'_>, indices: &Range<u32>, during: [f64; 2]) -> [f64; 2] {
        let slab = [indices.start, indices.end].map(|index| widen(side.steps.at(index)));
        self.sweep.within_slab(side.axis, slab, during)
    }

    /// What of an interval it may spend between the heights of a block.
    #[inline(always)]
    fn over(&self, block: &Block, bits: u32, during: [f64; 2]) -> Option<[f64; 2]> {
        let [column, row] = self.cell(block);
        let [low, high] = if bits == 0 {
            self.field.cell_range(row, column)?
        } else {
            self.field.0.pyramid.range(column, row, bits)?
        };
        let slab = [low, high].map(|sample| widen(self.field.height(sample)));
        let during = self.sweep.within_slab(1, slab, during);
        (during[0] <= during[1]).then_some(during)
    }

    /// The first column and row of a block.
    fn cell(&self, [slice, beside]: &Block) -> [u32; 2] {
        if self.sides[0].axis == 0 {
            [slice.start, beside.start]
        } else {
            [beside.start, slice.start]
        }
    }

    /// Visits what the box may meet in a block during an interval, in slices as wide as two to the power of `bits`.
    fn slices(
        &self,
        bits: u32,
        block: Block,
        [from, to]: [f64; 2],
        reach: &mut Reach<V>,
        visit: &mut PartVisit<'_, V>,
    ) -> ControlFlow<()> {
        let [across, along] = &self.sides;
        let [slices, rows] = block;
        let count = Side::count(&rows, bits);
        // Blocks that lie behind, in every further slice too.
        let mut behind = 0;
        for slice in 0..Side::count(&slices, bits) {
            let limit = reach.limit();
            let slice = across.block(&slices, bits, slice);
            let in_slice = self.within(across, &slice, [from, if limit < to { limit } else { to }]);
            if in_slice[0] > limit {
                break;
            }
            if !(in_slice[0] <= in_slice[1]) {
                continue;
            }
            for place in behind..count {
                let row = along.block(&rows, bits, place);
                let during = self.within(along, &row, in_slice);
                if during[0] > in_slice[1] {
                    break;
                }
                if !(during[0] <= during[1]) {
                    behind += u32::from(place == behind);
                    continue;
                }
                let block = [slice.clone(), row];
                let Some(during) = self.over(&block, bits, during) else { continue };
                if bits == 0 {
                    let [column, row] = self.cell(&block);
                    self.field.visit([column, 0, row], reach, visit)?;
                } else if during[0] <= reach.limit() {
                    self.slices(bits - FAN_BITS, block, during, reach, visit)?;
                }
            }
        }
        Continue(())
    }
}
