//! The cells that a line passes over, in the order in which it does, with few operations for each.
//!
//! Coordinates are counted in steps of the grid, in `f64`, and every index may be off by what the coordinates of cells
//! lose when they are rounded, which is much more than what is lost here: so a cell that the line meets is among
//! those it is taken to pass, and now and then one beside it.

use super::{HeightField, OF_SPACE};
use crate::index::{BoundsSweep, Reach};
use crate::level::grid::GridAxis;
use crate::level::parts::LineVisit;
use crate::level::shear::{Shear, TrianglePassage};
use crate::linalg::{max, min};
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::ops::ControlFlow::{self, Continue};
use core::ops::Range;

/// More than what two subnormal heights may differ by, rounded: the processor may take them for equal.
const TINY: f64 = 1.0 / (1u128 << 124) as f64;

/// A line, or the box around the ends that a segment may have, over a field.
pub(super) struct LinePath<'f, V: Vector> {
    field: &'f HeightField<V>,
    sweep: &'f BoundsSweep<V>,
    line: &'f Shear,
    /// That along which it passes more cells, then the other.
    sides: [IndexPath; 2],
    is_along_z: bool,
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

    /// What of an interval of fractions it may spend in the cells of an index.
    #[inline(always)]
    fn within(&self, index: u32, [from, to]: [f64; 2]) -> [f64; 2] {
        if self.motion == 0.0 {
            return [from, to];
        }
        let index = f64::from(index);
        let low = (index - self.off - self.start) * self.inverse;
        let high = (index + 1.0 + self.off - self.start) * self.inverse;
        let (enters, leaves) = if self.motion > 0.0 { (low, high) } else { (high, low) };
        [max(enters, from), min(leaves, to)]
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
        let is_along_z = x.motion.abs() < z.motion.abs();
        let sides = if is_along_z { [z, x] } else { [x, z] };
        Self { field, sweep: moving, line, sides, is_along_z }
    }

    /// How many cells it passes along the side of more, in an interval.
    pub(super) fn length(&self, [from, to]: [f64; 2]) -> f64 {
        (to - from) * self.sides[0].motion.abs()
    }

    /// Visits what it may meet in some columns and rows of cells during an interval.
    #[inline]
    pub(super) fn pass(
        &self,
        [columns, rows]: [&Range<u32>; 2],
        during: [f64; 2],
        reach: &mut Reach<V>,
        visit: &mut LineVisit<'_, V>,
    ) -> ControlFlow<()> {
        let [across, along] = &self.sides;
        let among = if self.is_along_z { [rows, columns] } else { [columns, rows] };
        let slices = across.cells(during, among[0]);
        for place in 0..slices.end.saturating_sub(slices.start) {
            let slice =
                if across.motion < 0.0 { slices.end - 1 - place } else { slices.start + place };
            let in_slice = across.within(slice, during);
            if in_slice[0] > reach.limit() {
                break;
            }
            if !(in_slice[0] <= in_slice[1]) {
                continue;
            }
            let heights = self.sweep.extent(1, in_slice);
            let beside = along.cells(in_slice, among[1]);
            for place in 0..beside.end.saturating_sub(beside.start) {
                let other =
                    if along.motion < 0.0 { beside.end - 1 - place } else { beside.start + place };
                let at = if self.is_along_z { [other, slice] } else { [slice, other] };
                self.over(at, heights, reach, visit)?;
            }
        }
        Continue(())
    }

    /// Visits those of the triangles of a cell that it may meet, being between two heights.
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
        let (q, r) = (corner(1), corner(2));
        let number = 2 * (row * self.field.0.axes[0].count + column);
        let mut half = |i: usize, end: usize| {
            let passage = self.line.passage(&corner(end), &q, &r);
            if passage == TrianglePassage::Beside {
                return Continue(());
            }
            visit(number + i as u32, ShapeRef::Triangle(&cell.triangle(i)), passage, reach)
        };
        half(0, 0)?;
        half(1, 3)
    }
}
