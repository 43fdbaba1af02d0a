//! The cells that a line passes over, in the order in which it does, with few operations for each.
//!
//! Coordinates are counted in steps of the grid, in `f64`, and every index may be off by what the coordinates of cells
//! lose when they are rounded, which is much more than what is lost here: so a cell that the line meets is among
//! those it is taken to pass, and now and then one beside it.

use super::{HeightField, OF_SPACE};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::index::{BoundsSweep, Reach};
use crate::level::grid::GridAxis;
use crate::level::parts::LineVisit;
use crate::level::shear::{Shear, ShearMatrix, TrianglePassage};
use crate::linalg::{max, min};
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::ops::ControlFlow::{self, Break, Continue};
use core::ops::Range;

/// More than what two subnormal heights may differ by, rounded: the processor may take them for equal.
const TINY: f64 = 1.0 / (1u128 << 124) as f64;

/// A line, or the box around the ends that a segment may have, over a field.
pub(super) struct LinePath<'f, V: Vector> {
    field: &'f HeightField<V>,
    sweep: &'f BoundsSweep<V>,
    line: ShearMatrix,
    /// Along x, then along z.
    sides: [IndexPath; 2],
    /// Which of these is the one along which it passes more cells.
    long_side: usize,
}

/// Where a line is along an axis of the grid, as the index of a cell.
struct IndexPath {
    /// At the start, and how far it gets until fraction one.
    start: f64,
    motion: f64,
    inverse: f64,
    /// How far off an index may be.
    off: f64,
}

impl IndexPath {
    #[inline(always)]
    fn new<V: Vector>(axis: &GridAxis, of_space: usize, moving: &BoundsSweep<V>) -> Self {
        let per = axis.inverse_step;
        let [low, high] = moving.ends(of_space);
        let motion = moving.motion(of_space) * per;
        let off = axis.index_error(low.abs() + high.abs()) + (high - low) * per;
        // What this loses is little beside the error of an index.
        let inverse = moving.per_motion(of_space) * axis.step;
        Self { start: (low - axis.origin) * per, motion, inverse, off }
    }

    /// The cells of some that it may be in during an interval of fractions.
    #[inline(always)]
    fn cells(&self, [from, to]: [f64; 2], among: &Range<u32>) -> Range<u32> {
        let (one, other) = (self.start + self.motion * from, self.start + self.motion * to);
        // Numbers beyond those of the type are taken for its ends.
        let first = (min(one, other) - self.off) as u32;
        let last = (max(one, other) + self.off) as u32;
        let start = if first > among.start { first } else { among.start };
        start..if last < among.end { last + 1 } else { among.end }
    }

    /// What of an interval of fractions it may spend in the cells from one index to another: its end is before its
    /// start if that is nothing.
    #[inline(always)]
    fn within(&self, indices: [u32; 2], [from, to]: [f64; 2]) -> [f64; 2] {
        let [low, high] = indices.mapped(f64::from);
        let (low, high) = (low - self.off - self.start, high + self.off - self.start);
        if self.motion == 0.0 {
            return if low <= 0.0 && high >= 0.0 { [from, to] } else { [from, f64::NEG_INFINITY] };
        }
        let (low, high) = (low * self.inverse, high * self.inverse);
        [max(min(low, high), from), min(max(low, high), to)]
    }

    /// Whether at a fraction it certainly is in no other cell than this one.
    #[inline(always)]
    fn is_in(&self, cell: u32, fraction: f64) -> bool {
        let (at, cell) = (self.start + self.motion * fraction, f64::from(cell));
        (at - self.off > cell) & (at + self.off < cell + 1.0)
    }
}

impl<'f, V: Vector> LinePath<'f, V> {
    /// Of a line that is the path of a small box.
    #[inline]
    pub(super) fn new(
        field: &'f HeightField<V>,
        moving: &'f BoundsSweep<V>,
        line: &'f Shear,
    ) -> Self {
        let side = |t: usize| IndexPath::new(&field.0.axes[t], OF_SPACE[t].unwrap_or(t), moving);
        let (x, z) = (side(0), side(2));
        let long_side = usize::from(x.motion.abs() < z.motion.abs());
        Self { field, sweep: moving, line: line.matrix(), sides: [x, z], long_side }
    }

    /// The interval of fractions in which it may meet the box around the field, up to a limit.
    #[inline(always)]
    pub(super) fn over_field(&self, limit: f64) -> [f64; 2] {
        let (bounds, axes) = (self.field.bounds(), &self.field.0.axes);
        let heights = [widen(bounds.min[1]), widen(bounds.max[1])];
        let during = self.sweep.within_slab(1, heights, [0.0, limit]);
        let [x, z] = &self.sides;
        z.within([0, axes[2].count], x.within([0, axes[0].count], during))
    }

    /// How many cells it passes along the side of more, in an interval.
    pub(super) fn length(&self, [from, to]: [f64; 2]) -> f64 {
        (to - from) * self.sides[self.long_side].motion.abs()
    }

    /// Visits what it may meet in some columns and rows of cells during an interval; breaks where nothing beyond them
    /// can be met, either.
    #[inline]
    pub(super) fn pass(
        &self,
        among: [&Range<u32>; 2],
        during: [f64; 2],
        reach: &mut Reach<V>,
        visit: &mut LineVisit<'_, V>,
    ) -> ControlFlow<()> {
        let is_along_z = self.long_side == 1;
        let (across, along) = (&self.sides[self.long_side], &self.sides[1 - self.long_side]);
        let slices = across.cells(during, among[self.long_side]);
        for place in 0..slices.end.saturating_sub(slices.start) {
            let slice =
                if across.motion < 0.0 { slices.end - 1 - place } else { slices.start + place };
            let in_slice = across.within([slice, slice + 1], during);
            if in_slice[0] > reach.limit() {
                break;
            }
            if !(in_slice[0] <= in_slice[1]) {
                continue;
            }
            let heights = self.sweep.extent(1, in_slice);
            let beside = along.cells(in_slice, among[1 - self.long_side]);
            for place in 0..beside.end.saturating_sub(beside.start) {
                let other =
                    if along.motion < 0.0 { beside.end - 1 - place } else { beside.start + place };
                let at = if is_along_z { [other, slice] } else { [slice, other] };
                self.over(at, heights, reach, visit)?;
            }
        }
        Continue(())
    }

    /// Visits those of the triangles of a cell that it may meet, being between two heights; breaks where the line does
    /// not leave the cell within the reach.
    #[inline(always)]
    fn over(
        &self,
        [column, row]: [u32; 2],
        [from, to]: [f64; 2],
        reach: &mut Reach<V>,
        visit: &mut LineVisit<'_, V>,
    ) -> ControlFlow<()> {
        let Some(heights) = self.field.heights_of(row, column) else { return Continue(()) };
        let [p, q, r, s] = heights;
        let (least, most) = (min(min(p, q), min(r, s)), max(max(p, q), max(r, s)));
        if from > f64::from(most) + TINY || to < f64::from(least) - TINY {
            return Continue(());
        }
        let cell = self.field.cell_of(row, column, heights);
        let corner = |i: usize| self.line.corner::<V>(&cell.corner::<V>(i));
        let (p, q, r, s) = (corner(0), corner(1), corner(2), corner(3));
        let [is_beside, is_through] = self.line.certainty([p, q, r]);
        let [other_is_beside, other_is_through] = self.line.certainty([s, q, r]);
        if is_beside & other_is_beside {
            return Continue(());
        }
        let number = 2 * (row * self.field.0.axes[0].count + column);
        let mut half = |half: usize, is_through: bool| {
            let passage = if is_through { TrianglePassage::Through } else { TrianglePassage::Open };
            let triangle = cell.triangle(half);
            visit(number + half as u32, ShapeRef::Triangle(&triangle), passage, reach)
        };
        // Mostly it is one, and either as often as the other: a branch would not be foreseen.
        half(usize::from(is_beside), if is_beside { other_is_through } else { is_through })?;
        if !(is_beside | other_is_beside) {
            half(1, other_is_through)?;
        }
        // Cells are visited as the line comes to them: where it ends in this one, or meets it, there is no further one.
        let ([x, z], limit) = (&self.sides, reach.limit());
        if x.is_in(column, limit) & z.is_in(row, limit) { Break(()) } else { Continue(()) }
    }
}
