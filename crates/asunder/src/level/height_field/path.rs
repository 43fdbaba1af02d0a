//! The cells along the path of a ray or of a moving box, in the order in which they are met.
//!
//! The grid is cut into slices across the axis along which the path passes most cells. Of each slice the path takes
//! an interval of fractions, and of each of its cells a part of that (Amanatides and Woo 1987, for boxes too, and
//! with every number rounded to the careful side). Long paths pass slices of eight cells first, and slices of eight
//! of those before: where the path stays above or below a block, no cell of it is looked at (Tevs, Ihrke and Seidel
//! 2008).

use super::line_path::LinePath;
use super::{Cell, HeightField, OF_SPACE};
use crate::exact::{UNIT, widen};
use crate::index::{BoundsSweep, Reach};
use crate::level::grid::GridAxis;
use crate::level::parts::{LineVisit, PartVisit};
use crate::level::shear::{Shear, TrianglePassage};
use crate::linalg::{max, min};
use crate::shape::ShapeRef;
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
    sides: [PathAxis<'f>; 2],
}

/// An axis of the grid.
struct PathAxis<'f> {
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
    moving: BoundsSweep<V>,
    reach: &mut Reach<V>,
    visit: &mut PartVisit<'_, V>,
) {
    let Some(during) = over_field(field, &moving, reach.limit()) else { return };
    blocks(field, moving, during, reach, |path, block, during, reach| {
        path.blocks(0, block, during, reach, &mut |block, during, reach| {
            path.visit(path.first_cell(block), during, reach, visit)
        })
    });
}

/// The same for a line: what it certainly passes beside is left out.
pub(super) fn walk_line<V: Vector>(
    field: &HeightField<V>,
    moving: BoundsSweep<V>,
    line: &Shear,
    reach: &mut Reach<V>,
    visit: &mut LineVisit<'_, V>,
) {
    let along = LinePath::new(field, &moving, line);
    let during = along.over_field(reach.limit());
    if !(during[0] <= during[1]) {
        return;
    }
    if during[1] == f64::INFINITY {
        // It stays where it is.
        return walk(field, moving, reach, &mut |number, part, reach| {
            visit(number, part, TrianglePassage::Open, reach)
        });
    }
    if along.length(during) <= f64::from(SLICES) {
        let [columns, _, rows] = &field.0.axes;
        let _: ControlFlow<()> =
            along.pass([&(0..columns.count), &(0..rows.count)], during, reach, visit);
        return;
    }
    blocks(field, moving, during, reach, |path, [slices, rows], during, reach| {
        let is_along_x = path.sides[0].axis == 0;
        let cells = if is_along_x { [slices, rows] } else { [rows, slices] };
        along.pass(cells, during, reach, visit)
    });
}

/// The interval of fractions in which a box may meet the box around a field, up to a limit.
#[inline(always)]
fn over_field<V: Vector>(
    field: &HeightField<V>,
    moving: &BoundsSweep<V>,
    limit: f64,
) -> Option<[f64; 2]> {
    let (bounds, mut during) = (field.bounds(), [0.0, limit]);
    for axis in 0..V::DIM {
        let slab = [widen(bounds.min[axis]), widen(bounds.max[axis])];
        during = moving.within_slab(axis, slab, during);
    }
    (during[0] <= during[1]).then_some(during)
}

/// Calls `visit` with blocks of cells that a box may meet on its way, and when, roughly the first ones first.
#[inline(always)]
fn blocks<V: Vector>(
    field: &HeightField<V>,
    moving: BoundsSweep<V>,
    during: [f64; 2],
    reach: &mut Reach<V>,
    mut visit: impl FnMut(&Path<'_, V>, &Block, [f64; 2], &mut Reach<V>) -> ControlFlow<()>,
) {
    let axis_of = |t: usize| {
        let steps = &field.0.axes[t];
        let axis = OF_SPACE[t].unwrap_or(t);
        PathAxis { steps, axis, is_backward: moving.motion(axis) < 0.0 }
    };
    let (x, z) = (axis_of(0), axis_of(2));
    let steps_along = |side: &PathAxis<'_>, other: &PathAxis<'_>| {
        moving.motion(side.axis).abs() * other.steps.step
    };
    let sides = if steps_along(&x, &z) < steps_along(&z, &x) { [z, x] } else { [x, z] };
    let cells = |side: &PathAxis<'_>| side.steps.near(moving.extent(side.axis, during));
    let block = [cells(&sides[0]), cells(&sides[1])];
    let mut bits = 0;
    let most = block[0].len() | block[1].len();
    while most >> bits > SLICES as usize {
        bits += FAN_BITS;
    }
    let path = Path { field, sweep: moving, sides };
    let _: ControlFlow<()> = path.slices(bits, &block, during, reach, &mut visit);
}

impl PathAxis<'_> {
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

/// What is lost of two areas, of the differences that they are the products of, and of their comparison: relative
/// to the areas.
const LOST: f64 = 8.0 * UNIT;

/// On which sides of the diagonal of a cell a box is, seen from above.
struct Diagonal {
    /// Whether it certainly shares no point with the half of the first corner, and with that of the last.
    is_beyond: [bool; 2],
}

impl Diagonal {
    /// Of a box on its way during an interval.
    #[inline(always)]
    fn of<V: Vector>(sweep: &BoundsSweep<V>, cell: &Cell, [from, to]: [f64; 2]) -> Self {
        let ([x, next_x], [z, next_z]) = (cell.x.map(widen), cell.z.map(widen));
        let (wide, deep) = (next_x - x, next_z - z);
        // The area up to a point, as twice that of the half of the first corner.
        let area = |[to_x, to_z]: [f64; 2]| (to_x - x) * deep + (to_z - z) * wide;
        let error = |[to_x, to_z]: [f64; 2]| {
            LOST * ((to_x - x).abs() * deep + (to_z - z).abs() * wide + wide * deep)
        };
        let mut is_beyond = [true; 2];
        for fraction in [from, to] {
            let [min_x, max_x] = sweep.ends_at(0, fraction);
            let [min_z, max_z] = sweep.ends_at(2, fraction);
            let (least, most) = ([min_x, min_z], [max_x, max_z]);
            is_beyond[0] &= area(least) - error(least) > wide * deep;
            is_beyond[1] &= area(most) + error(most) < wide * deep;
        }
        Self { is_beyond }
    }
}

impl<V: Vector> Path<'_, V> {
    /// What of an interval the box may spend in slices of some indices.
    #[inline(always)]
    fn within(&self, side: &PathAxis<'_>, indices: &Range<u32>, during: [f64; 2]) -> [f64; 2] {
        let (low, high) = (side.steps.at(indices.start), side.steps.at(indices.end));
        self.sweep.within_slab(side.axis, [widen(low), widen(high)], during)
    }

    /// What of an interval it may spend between the heights of a large block, if any.
    fn over(&self, block: &Block, bits: u32, during: [f64; 2]) -> Option<[f64; 2]> {
        let [column, row] = self.first_cell(block);
        let [low, high] = self.field.0.pyramid.range(column, row, bits)?;
        let slab = [low, high].map(|sample| widen(self.field.height(sample)));
        let during = self.sweep.within_slab(1, slab, during);
        (during[0] <= during[1]).then_some(during)
    }

    /// Visits those of the triangles of a cell that the box may meet during an interval.
    #[inline(always)]
    fn visit(
        &self,
        [column, row]: [u32; 2],
        during: [f64; 2],
        reach: &mut Reach<V>,
        visit: &mut PartVisit<'_, V>,
    ) -> ControlFlow<()> {
        let Some(cell) = self.field.cell(row, column) else { return Continue(()) };
        let [p, q, r, s] = cell.heights.map(widen);
        let (low, high) = (min(q, r), max(q, r));
        let diagonal = Diagonal::of(&self.sweep, &cell, during);
        let number = 2 * (row * self.field.0.axes[0].count + column);
        let mut half = |i: usize, end: f64| {
            let slab = [min(low, end), max(high, end)];
            let over = self.sweep.within_slab(1, slab, during);
            if over[0] <= over[1] && !diagonal.is_beyond[i] {
                return visit(number + i as u32, ShapeRef::Triangle(&cell.triangle(i)), reach);
            }
            Continue(())
        };
        half(0, p)?;
        half(1, s)
    }

    /// The first column and row of a block.
    #[inline(always)]
    fn first_cell(&self, [slice, beside]: &Block) -> [u32; 2] {
        if self.sides[0].axis == 0 {
            [slice.start, beside.start]
        } else {
            [beside.start, slice.start]
        }
    }

    /// Calls `visit` with the least blocks that the box may meet in a block during an interval, by way of slices as
    /// wide as two to the power of `bits`.
    fn slices(
        &self,
        bits: u32,
        block: &Block,
        during: [f64; 2],
        reach: &mut Reach<V>,
        visit: &mut impl FnMut(&Self, &Block, [f64; 2], &mut Reach<V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if bits == 0 {
            return visit(self, block, during, reach);
        }
        self.blocks(bits, block, during, reach, &mut |block, during, reach| match self
            .over(block, bits, during)
        {
            Some(during) => self.slices(bits - FAN_BITS, block, during, reach, visit),
            None => Continue(()),
        })
    }

    /// Calls `visit` with what the box may meet of a block during an interval, cut into blocks as wide as two to the
    /// power of `bits`, slice by slice.
    #[inline(always)]
    fn blocks(
        &self,
        bits: u32,
        [slices, rows]: &Block,
        [from, to]: [f64; 2],
        reach: &mut Reach<V>,
        visit: &mut impl FnMut(&Block, [f64; 2], &mut Reach<V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [across, along] = &self.sides;
        let count = PathAxis::count(rows, bits);
        // Blocks that lie behind, in every further slice too.
        let mut behind = 0;
        for slice in 0..PathAxis::count(slices, bits) {
            let limit = reach.limit();
            let slice = across.block(slices, bits, slice);
            let in_slice = self.within(across, &slice, [from, if limit < to { limit } else { to }]);
            if in_slice[0] > limit {
                break;
            }
            if !(in_slice[0] <= in_slice[1]) {
                continue;
            }
            let first = behind;
            for place in first..count {
                let row = along.block(rows, bits, place);
                let during = self.within(along, &row, in_slice);
                if during[0] > in_slice[1] {
                    break;
                }
                if !(during[0] <= during[1]) {
                    behind += u32::from(place == behind);
                    continue;
                }
                visit(&[slice.clone(), row], during, reach)?;
            }
        }
        Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number as _;
    use crate::query::predicate::tests::assert_covers;

    /// Differences that are rounded once, of any size: all of an area is in one product, or half in each.
    #[test]
    fn the_errors_of_areas_are_derived() {
        let side = |length: f64| Roundoff { magnitude: length, error: length };
        let mut worst: f64 = 0.0;
        for [x, z] in [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]] {
            let area = side(x) * side(1.0) + side(z) * side(1.0);
            // The error is taken from it, and what is left compared with the cell's area.
            let left = area - Roundoff::ZERO;
            let cell = side(1.0) * side(1.0);
            // Both areas have a share in the bound.
            worst = worst.max(left.error / left.magnitude).max(cell.error / cell.magnitude);
        }
        assert_covers(LOST / UNIT, worst * SLACK);
    }
}
