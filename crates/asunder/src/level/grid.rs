//! Cells on a grid: their coordinates, and a walk through those that a question reaches.

mod error;

use super::parts::PartVisit;
use crate::array::Mapped as _;
use crate::checksum::Sum;
use crate::exact::{at_or_below, is_zero, widen};
use crate::index::Reach;
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::shape::{ShapeError, check_pose};
use crate::space::{Pose, Vector};
use core::ops::ControlFlow::{self, Continue};
use core::ops::Range;

pub use error::GridError;

/// The cells along one axis: cell `i` is between the coordinates of `i` and `i + 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GridAxis {
    /// Numbers of `f32`, widened once; so is the step, whose inverse is rounded.
    pub(super) origin: f64,
    pub(super) step: f64,
    pub(super) inverse_step: f64,
    /// The [error of an index](Self::index_error) of coordinates near zero.
    least_error: f64,
    pub(super) count: u32,
}

/// How far a coordinate, or what is computed of it, may be off: relative to the largest there is.
const LOST: f64 = 1.0 / (1u64 << 23) as f64;

impl GridAxis {
    pub(super) fn new(origin: f32, step: f32, count: u32) -> Self {
        let (origin, step) = (widen(origin), widen(step));
        let inverse_step = 1.0 / step;
        Self { origin, step, inverse_step, least_error: 0.0, count }.at_origin(origin)
    }

    /// The same with another origin.
    pub(super) fn at_origin(self, origin: f64) -> Self {
        let Self { step, inverse_step, count, .. } = self;
        // A coordinate that is subnormal may be taken for zero.
        let far = origin.abs() + f64::from(count) * step + widen(f32::MIN_POSITIVE);
        let least_error =
            (LOST * far + widen(f32::MIN_POSITIVE)) * inverse_step + 1.0 / f64::from(1u32 << 20);
        Self { origin, least_error, ..self }
    }

    /// Mixes its numbers into a checksum.
    pub(super) fn add_to(&self, sum: &mut Sum) {
        sum.add_floats([self.origin, self.step].mapped(at_or_below).into_iter());
        sum.add(u64::from(self.count));
    }

    /// One cell, for an axis that a grid does not divide.
    pub(super) const ONE: Self =
        Self { origin: 0.0, step: 0.0, inverse_step: f64::INFINITY, least_error: 0.0, count: 1 };

    /// The coordinate of an index: origin and so many steps, computed in `f64` and rounded to `f32`. It never
    /// falls as the index grows.
    #[inline(always)]
    pub(super) fn at(&self, index: u32) -> f32 {
        self.within(index, 0.0)
    }

    /// The coordinate of a part of the cell of an index, from zero to one: its ends are those of the cell.
    #[inline(always)]
    pub(super) fn within(&self, index: u32, part: f32) -> f32 {
        let steps = f64::from(index) + widen(part);
        // A sum of zeros, one of them negative, is positive.
        (self.origin + steps * self.step) as f32 + 0.0
    }

    /// How far off the index of a cell may be that is computed from a coordinate: by what the coordinates of cells
    /// lose to rounding, and by a few roundings in `f64` of numbers up to `far`.
    #[inline(always)]
    pub(super) fn index_error(&self, far: f64) -> f64 {
        self.least_error + LOST * far * self.inverse_step
    }

    /// All cells that share a coordinate with an interval, and perhaps some next to those: found by a division
    /// alone. Far out, where cells have no width, they are as many as may have that coordinate.
    #[inline(always)]
    pub(super) fn near(&self, [min, max]: [f64; 2]) -> Range<u32> {
        let (origin, count) = (self.origin, f64::from(self.count));
        let (per, off) = (self.inverse_step, self.index_error(0.0));
        // One that ends where the interval starts touches it.
        let first = (min - origin) * per - off - 1.0;
        let last = (max - origin) * per + off;
        if !(last >= 0.0 && first < count) {
            return 0..0;
        }
        // Numbers beyond those of the type are taken for its ends.
        let (first, last) = (first as u32, last as u32);
        first..if last < self.count { last + 1 } else { self.count }
    }

    /// The cells that share a coordinate with an interval.
    pub(super) fn touching(&self, min: f32, max: f32) -> Range<u32> {
        let Self { origin, step, count, .. } = *self;
        if count == 0 || !(self.at(0) <= max && min <= self.at(count)) {
            return 0..0;
        }
        let last = count - 1;
        let guess = |x: f32| {
            let steps = (widen(x) - origin) / step;
            if steps < f64::from(last) { steps as u32 } else { last }
        };
        // Far out many cells may have one coordinate, so that a guess may be off by as many.
        let (mut low, mut high) = (guess(min), guess(max));
        while low > 0 && self.at(low) >= min {
            low -= 1;
        }
        while low < last && self.at(low + 1) < min {
            low += 1;
        }
        while high < last && self.at(high + 1) <= max {
            high += 1;
        }
        while high > 0 && self.at(high) > max {
            high -= 1;
        }
        low..high + 1
    }
}

/// Cells from some to others, which are not among them, along each of three axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellBlock {
    pub(super) low: [u32; 3],
    pub(super) high: [u32; 3],
}

impl CellBlock {
    /// The cells that share a coordinate with a box along each axis of the grid that is one of space.
    pub(super) fn touching<V: Vector>(
        axes: &[GridAxis; 3],
        of_space: [Option<usize>; 3],
        bounds: &Bounds<V>,
    ) -> Self {
        let ranges = [0, 1, 2].mapped(|t| match of_space[t] {
            Some(axis) => axes[t].touching(bounds.min[axis], bounds.max[axis]),
            None => 0..axes[t].count,
        });
        Self {
            low: [0, 1, 2].mapped(|t| ranges[t].start),
            high: [0, 1, 2].mapped(|t| ranges[t].end),
        }
    }

    fn is_empty(&self) -> bool {
        (0..3).any(|t| self.low[t] >= self.high[t])
    }

    /// The cell, if there is just one.
    pub(super) fn cell(&self) -> Option<[u32; 3]> {
        (0..3).all(|t| self.high[t] - self.low[t] == 1).then_some(self.low)
    }

    /// The least number of bits without which the indices of all cells along an axis are one.
    fn bits(&self, axis: usize) -> u32 {
        u32::BITS - (self.low[axis] ^ (self.high[axis] - 1)).leading_zeros()
    }

    /// The same of all axes.
    pub(super) fn most_bits(&self) -> u32 {
        (0..3).fold(0, |most, t| most.max(self.bits(t)))
    }

    /// Its halves, parted at a multiple of as large a power of two as lies within: so parts of a grid are
    /// aligned to its powers of two, wherever a walk starts.
    fn halves(&self) -> [Self; 2] {
        let axis = (1..3).fold(0, |most, t| if self.bits(t) > self.bits(most) { t } else { most });
        let bit = self.bits(axis).saturating_sub(1);
        let middle = (self.high[axis] - 1) >> bit << bit;
        let (mut below, mut above) = (*self, *self);
        (below.high[axis], above.low[axis]) = (middle, middle);
        [below, above]
    }
}

/// What lies in the cells of a grid.
pub(super) trait Cells<V: Vector> {
    /// A box around what lies in some cells; `None` if that is nothing.
    fn around(&self, block: &CellBlock) -> Option<Bounds<V>>;

    /// Visits what lies in a cell.
    fn visit(
        &self,
        cell: [u32; 3],
        reach: &mut Reach<V>,
        visit: &mut PartVisit<'_, V>,
    ) -> ControlFlow<()>;
}

/// Visits what lies in cells that a question reaches, nearer ones first.
pub(super) fn walk<V: Vector>(
    cells: &impl Cells<V>,
    block: CellBlock,
    reach: &mut Reach<V>,
    visit: &mut PartVisit<'_, V>,
) {
    let is_met = || cells.around(&block).is_some_and(|bounds| reach.meets(&bounds));
    if !block.is_empty() && is_met() {
        let _: ControlFlow<()> = walk_in(cells, block, reach, visit);
    }
}

fn walk_in<V: Vector>(
    cells: &impl Cells<V>,
    block: CellBlock,
    reach: &mut Reach<V>,
    visit: &mut PartVisit<'_, V>,
) -> ControlFlow<()> {
    if let Some(cell) = block.cell() {
        return cells.visit(cell, reach, visit);
    }
    let halves = block.halves();
    let entries = halves.mapped(|half| {
        let bounds = cells.around(&half)?;
        reach.entry(&bounds)
    });
    let second_first = match entries {
        [Some(first), Some(second)] => second < first,
        [first, _second] => first.is_none(),
    };
    for i in if second_first { [1, 0] } else { [0, 1] } {
        if entries[i].is_some_and(|entry| entry <= reach.limit()) {
            walk_in(cells, halves[i], reach, visit)?;
        }
    }
    Continue(())
}

/// The translation of a pose that turns nothing.
pub(super) fn translation_of<V: Vector>(
    pose: &Pose<V>,
    level: &'static str,
    mended: &'static str,
) -> Result<V::Array<f32>, ShapeError> {
    check_pose(pose)?;
    let (rotation, identity) = (pose.rotation.as_ref(), V::IDENTITY);
    // A quaternion and its negative are one rotation; a half turn in the plane is none.
    let is_kept = |x: f32, identity: f32| {
        if is_zero(identity) { is_zero(x) } else { V::IN_SPACE || x > 0.0 }
    };
    if rotation.iter().zip(identity.as_ref()).all(|(&x, &identity)| is_kept(x, identity)) {
        Ok(pose.translation)
    } else {
        Err(ShapeError::GridTurned { level, mended })
    }
}

/// A point displaced, each number rounded once.
pub(super) fn displaced<V: Vector>(
    point: &V::Array<f32>,
    by: &V::Array<f32>,
) -> Result<V::Array<f32>, ShapeError> {
    let moved = (Vect::<V, f64>::of(point) + Vect::of(by)).to_f32();
    match (0..V::DIM).map(|t| moved[t]).find(|x| !x.is_finite()) {
        None => Ok(moved),
        Some(value) => Err(ShapeError::NotFinite { field: "origin", value }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_jury::Rng;

    /// Near the origin and far out, where cells have no width: a loop over all says the same.
    #[test]
    fn cells_that_touch_an_interval() {
        let mut rng = Rng::new(60);
        let (mut found, mut beyond) = (0, 0);
        for (origin, step) in [
            (0.0, 1.0),
            (-3.5, 0.1),
            (1e8, 0.5),
            (-1e8, 0.25),
            (3e38, 1e35),
            (0.0, 1e-45),
            (1e-40, 1e-45),
        ] {
            let steps = GridAxis::new(origin, step, 90);
            assert!(
                (0..90)
                    .all(|i| steps.at(i) <= steps.at(i + 1)
                        && steps.within(i, 1.0) == steps.at(i + 1))
            );
            for _ in 0..400 {
                let mut end = || match rng.below(4) {
                    0 => steps.at(rng.below(91) as u32),
                    1 => steps.at(rng.below(91) as u32).next_up(),
                    2 => steps.within(rng.below(91) as u32, 0.5),
                    _ => f32::INFINITY * rng.sign() as f32,
                };
                let (p, q) = (end(), end());
                let (min, max) = if q < p { (q, p) } else { (p, q) };
                let expected: Vec<u32> =
                    (0..90).filter(|&i| steps.at(i) <= max && min <= steps.at(i + 1)).collect();
                let near = steps.near([min, max].map(widen));
                assert!(expected.iter().all(|cell| near.contains(cell)), "{steps:?} {min} {max}");
                let is_wide = steps.at(0).abs() < steps.step as f32 * 1e4 && step > 1e-30;
                beyond +=
                    if is_wide && !expected.is_empty() { near.len() - expected.len() } else { 0 };
                let touching: Vec<u32> = steps.touching(min, max).collect();
                assert_eq!(touching, expected, "{steps:?} {min} {max}");
                found += expected.len();
            }
        }
        assert!(found > 10_000 && beyond * 50 < found, "{found} {beyond}");
        assert!(GridAxis::new(0.0, 1.0, 0).touching(-1.0, 1.0).is_empty());
    }

    /// Halves come down to every cell once, aligned.
    #[test]
    fn halves_part_a_block() {
        fn cells(block: CellBlock, found: &mut Vec<[u32; 3]>) {
            if let Some(cell) = block.cell() {
                found.push(cell);
                return;
            }
            for half in block.halves() {
                assert!(!half.is_empty() && half.most_bits() <= block.most_bits());
                cells(half, found);
            }
        }
        let block = CellBlock { low: [5, 0, 7], high: [22, 1, 12] };
        let mut found = Vec::new();
        cells(block, &mut found);
        found.sort_unstable();
        let expected: Vec<_> = (5..22).flat_map(|x| (7..12).map(move |z| [x, 0, z])).collect();
        assert_eq!(found, expected);
    }
}
