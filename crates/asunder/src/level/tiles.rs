//! Tiles: kinds on a grid.

mod chunk;
mod slope;

use super::compound::Compound;
use super::grid::{CellBlock, Cells, GridAxis, GridError, displaced, translation_of, walk};
use super::parts::{PartSearch, PartVisit, Parts};
use crate::array::Mapped as _;
use crate::checksum::Sum;
use crate::exact::widen;
use crate::index::Reach;
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::shape::{Aabb, AnyShape as _, Shape, ShapeError, check};
use crate::space::{Pose, Vector};
use chunk::ChunkTable;
use core::ops::ControlFlow::{self, Continue};
use glam::Vec2;
use slope::{ALL_SIDES, Slope};
use std::sync::{Arc, OnceLock};

/// Every point of the full cells of a grid: squares in 2D, which may have slopes, and boxes in 3D.
///
/// Corner `i` of the cells along an axis lies at `origin + i · size`, computed in `f64` and rounded to `f32`: so
/// cells that share a face share its bits, and nothing passes between them. A part is a cell, and its number
/// is `x + columns · (y + rows · z)`. Where a shape meets a corner or an edge of a cell that the next cell
/// continues, the normal is that of a free face, so that no seam holds back what slides along; normals of slopes
/// are those of their own shape.
///
/// A cell takes a byte; 4096 cells together take none while they are empty. A copy shares its data: to set a
/// cell of a copy copies those 4096 bytes, and the first time a table of eight bytes for each such chunk.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::{Tiles2, level::TileKind};
///
/// let mut tiles = Tiles2::new([100, 50], [0.0, 0.0], [0.5, 0.5]);
/// tiles.set([2, 0], TileKind::FULL)?;
/// let ramp = tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])?;
/// tiles.set([1, 0], ramp)?;
/// assert_eq!(tiles.part(2), Some(Aabb2::new([1.0, 0.0], [1.5, 0.5]).into()));
/// let hit = tiles.ray_cast(&Ray2::new([0.75, 4.0], [0.0, -1.0])).unwrap();
/// assert_eq!((hit.part, hit.fraction), (1, 3.75), "half up the ramp");
///
/// let before = tiles.clone();
/// tiles.clear([2, 0])?;
/// let ball = Sphere2::new([2.0, 0.25], 0.5);
/// assert!(before.intersects(&ball) && !tiles.intersects(&ball), "it touched the cell");
/// # Ok::<(), asunder::level::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles<V: Vector> {
    origin: V::Array<f32>,
    /// Of space; the third of the plane is one cell.
    axes: [GridAxis; 3],
    /// Those of the kinds after [`TileKind::FULL`].
    slopes: Arc<Vec<Slope>>,
    table: ChunkTable,
    bounds: Bounds<V>,
    hash: KnownHash,
}

/// The checksum of some tiles, if it was asked for since they changed. Tiles are the same with it or without.
#[derive(Clone, Debug, Default)]
struct KnownHash(OnceLock<u64>);

impl PartialEq for KnownHash {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileKind(u8);

impl TileKind {
    /// Nothing.
    pub const EMPTY: Self = Self(0);
    /// The whole cell.
    pub const FULL: Self = Self(1);

    /// Its number: zero is empty, one is full, slopes follow in the order in which they were added.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The kind of a number; whether tiles have it, [`Tiles::set`] tells.
    #[must_use]
    pub fn from_number(number: u8) -> Self {
        Self(number)
    }
}

/// The most cells: as many have numbers in 32 bits.
const MOST: u64 = 1 << 32;

impl<V: Vector> Tiles<V> {
    /// A grid of so many cells along each axis, all empty.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(
        cells: impl Into<V::Array<u32>>,
        origin: impl Into<V::Array<f32>>,
        size: impl Into<V::Array<f32>>,
    ) -> Self {
        match Self::try_new(cells, origin, size) {
            Ok(tiles) => tiles,
            Err(error) => panic!("{error}"),
        }
    }

    /// A grid of numbers that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, a size is not above zero, cells lie beyond the largest number, or there are
    /// more than 2³² of them.
    pub fn try_new(
        cells: impl Into<V::Array<u32>>,
        origin: impl Into<V::Array<f32>>,
        size: impl Into<V::Array<f32>>,
    ) -> Result<Self, GridError> {
        let (counts, origin, size) = (cells.into(), origin.into(), size.into());
        let cells = (0..V::DIM).fold(1u128, |cells, t| cells * u128::from(counts[t]));
        if cells > u128::from(MOST) {
            let cells = u64::try_from(cells).unwrap_or(u64::MAX);
            return Err(GridError::TooMany { cells, most: MOST });
        }
        let mut axes = [GridAxis::ONE; 3];
        for t in 0..V::DIM {
            for (field, value) in [("origin", origin[t]), ("size", size[t])] {
                if !value.is_finite() {
                    return Err(GridError::NotFinite { field, value });
                }
            }
            if !(widen(size[t]) > 0.0) {
                return Err(GridError::NotPositive { field: "size", value: size[t] });
            }
            axes[t] = GridAxis::new(origin[t], size[t], counts[t]);
            if !axes[t].at(counts[t]).is_finite() {
                return Err(GridError::TooFar { axis: t });
            }
        }
        let table = ChunkTable::new(axes.map(|steps| steps.count), V::DIM);
        let bounds = around_all(&axes);
        let hash = KnownHash::default();
        Ok(Self { origin, axes, slopes: Arc::default(), table, bounds, hash })
    }

    /// The number of cells along each axis.
    #[must_use]
    pub fn cells(&self) -> V::Array<u32> {
        Vect::<V, u32>::from_fn(|t| self.axes[t].count).0
    }

    /// The number of a cell, by which answers name it.
    ///
    /// # Errors
    /// If there is no such cell.
    pub fn number(&self, cell: impl Into<V::Array<u32>>) -> Result<u32, GridError> {
        let [x, y, z] = self.checked(cell.into())?;
        let [columns, rows, _] = self.axes.map(|steps| steps.count);
        Ok(x + columns * (y + rows * z))
    }

    /// The cell of a number; `None` if there is none.
    #[must_use]
    pub fn place(&self, number: u32) -> Option<V::Array<u32>> {
        let cell = self.cell(number)?;
        Some(Vect::<V, u32>::from_fn(|t| cell[t]).0)
    }

    /// What a cell holds.
    ///
    /// # Errors
    /// If there is no such cell.
    pub fn kind(&self, cell: impl Into<V::Array<u32>>) -> Result<TileKind, GridError> {
        Ok(TileKind(self.table.get(self.checked(cell.into())?)))
    }

    /// Sets what a cell holds.
    ///
    /// # Errors
    /// If there is no such cell, or the kind is one of other tiles.
    pub fn set(&mut self, cell: impl Into<V::Array<u32>>, kind: TileKind) -> Result<(), GridError> {
        let cell = self.checked(cell.into())?;
        if usize::from(kind.0) > self.slopes.len() + usize::from(TileKind::FULL.0) {
            return Err(GridError::NoKind { kind: kind.0 });
        }
        self.change(cell, kind);
        Ok(())
    }

    /// Empties a cell.
    ///
    /// # Errors
    /// If there is no such cell.
    pub fn clear(&mut self, cell: impl Into<V::Array<u32>>) -> Result<(), GridError> {
        let cell = self.checked(cell.into())?;
        self.change(cell, TileKind::EMPTY);
        Ok(())
    }

    fn change(&mut self, cell: [u32; 3], kind: TileKind) {
        self.table.set(cell, kind.0);
        self.hash = KnownHash::default();
    }

    /// The compound of all cells' shapes, in order, each with the number of its cell for a tag: it can be
    /// turned.
    ///
    /// # Panics
    /// If there are more than 2³⁰ of them.
    #[must_use]
    pub fn to_compound(&self) -> Compound<V> {
        let (mut shapes, mut tags) = (Vec::new(), Vec::new());
        self.table.each(&mut |cell| {
            let [columns, rows, _] = self.axes.map(|steps| steps.count);
            tags.push(cell[0] + columns * (cell[1] + rows * cell[2]));
        });
        tags.sort_unstable();
        tags.retain(|&number| {
            let shape = self.get(number);
            let is_some = shape.is_some();
            shapes.extend(shape);
            is_some
        });
        let compound = Compound::new(shapes);
        // As many as shapes.
        compound.clone().with_tags(tags).unwrap_or(compound)
    }

    /// The tiles moved: their origin is rounded once, and the corners of cells follow from that.
    ///
    /// # Panics
    /// Where [`try_transformed`](Self::try_transformed) errs.
    #[must_use]
    #[track_caller]
    pub fn transformed(&self, pose: &Pose<V>) -> Self {
        check::valid(self.try_transformed(pose))
    }

    /// The tiles moved by a pose that may be bad. They share the cells.
    ///
    /// # Errors
    /// If the pose is not finite, turns (a compound of them can be turned:
    /// [`to_compound`](Self::to_compound)), or moves too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        let by = translation_of(pose, "grid of tiles", "to_compound")?;
        let mut moved = self.clone();
        moved.origin = displaced::<V>(&self.origin, &by)?;
        moved.hash = KnownHash::default();
        for t in 0..V::DIM {
            let steps = &mut moved.axes[t];
            *steps = steps.at_origin(widen(moved.origin[t]));
            let value = steps.at(steps.count);
            if !value.is_finite() {
                return Err(ShapeError::NotFinite { field: "cells", value });
            }
        }
        moved.bounds = around_all(&moved.axes);
        Ok(moved)
    }

    /// The bytes that it takes, shared ones too.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        self.table.size()
    }

    /// The checksum of all that it stores; of each cell that is not empty.
    pub(crate) fn hash(&self) -> u64 {
        *self.hash.0.get_or_init(|| self.sum())
    }

    fn sum(&self) -> u64 {
        let mut sum = Sum::new();
        self.axes.iter().for_each(|axis| axis.add_to(&mut sum));
        // Every float prints so that its bits can be read back.
        sum.add(Sum::of(format!("{:?}", self.slopes).as_bytes()));
        self.table.each(&mut |cell| {
            sum.add_all(cell.into_iter().map(u64::from));
            sum.add(u64::from(self.table.get(cell)));
        });
        sum.0
    }

    /// The box around all cells, empty ones too.
    pub(crate) fn bounds(&self) -> &Bounds<V> {
        &self.bounds
    }

    /// A cell that exists, by three indices.
    fn checked(&self, cell: V::Array<u32>) -> Result<[u32; 3], GridError> {
        let mut checked = [0; 3];
        for t in 0..V::DIM {
            let (index, count) = (cell[t], self.axes[t].count);
            if index >= count {
                return Err(GridError::NoCell { axis: t, index, count });
            }
            checked[t] = index;
        }
        Ok(checked)
    }

    fn cell(&self, number: u32) -> Option<[u32; 3]> {
        let [columns, rows, layers] = self.axes.mapped(|steps| steps.count);
        let row = number.checked_div(columns)?;
        let layer = row.checked_div(rows)?;
        (layer < layers).then(|| [number % columns, row % rows, layer])
    }

    /// What a cell holds.
    fn shape(&self, cell: [u32; 3]) -> Option<Shape<V>> {
        match self.table.get(cell) {
            0 => None,
            1 => {
                let corner = |up: u32| Vect::<V, f32>::from_fn(|t| self.axes[t].at(cell[t] + up)).0;
                Some(Shape::Aabb(Aabb { min: corner(0), max: corner(1) }))
            }
            kind => self.slopes.get(usize::from(kind) - 2)?.shape(&self.axes, cell),
        }
    }

    /// Which faces of its cell a kind covers wholly, as bits.
    fn covered(&self, kind: u8) -> u8 {
        match kind {
            0 => 0,
            1 => ALL_SIDES,
            kind => self.slopes.get(usize::from(kind) - 2).map_or(0, Slope::covered),
        }
    }

    /// Whether the next cell on a side, which is the lower (0) or the upper (1) one along an axis, covers the
    /// face that it shares with a cell.
    fn is_covered(&self, cell: [u32; 3], axis: usize, side: usize) -> bool {
        let index = if side == 1 { cell[axis].checked_add(1) } else { cell[axis].checked_sub(1) };
        let Some(index) = index.filter(|&index| index < self.axes[axis].count) else {
            return false;
        };
        let mut next = cell;
        next[axis] = index;
        // Its face that looks back.
        self.covered(self.table.get(next)) >> (2 * axis + 1 - side) & 1 == 1
    }
}

impl Tiles<Vec2> {
    /// Adds a kind of tile that fills a part of its cell: the convex hull of points of the unit square, whose
    /// first corner is the cell's least. Returns the kind to set cells to; a copy made before does not have it.
    ///
    /// The ends of the square are those of the cell, bit for bit. Three points and rectangles are
    /// cheapest: any other is built anew when it is asked about.
    ///
    /// # Errors
    /// If there are fewer than three points, one is outside of the unit square, or there are 254 slopes
    /// already.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Tiles2;
    ///
    /// let mut tiles = Tiles2::new([8, 8], [0.0, 0.0], [2.0, 2.0]);
    /// let slab = tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 0.25], [0.0, 0.25]])?;
    /// tiles.set([1, 0], slab)?;
    /// assert_eq!(tiles.part(1), Some(Aabb2::new([2.0, 0.0], [4.0, 0.5]).into()));
    /// assert!(tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0000001]]).is_err());
    /// # Ok::<(), asunder::level::GridError>(())
    /// ```
    pub fn add_slope<P: Into<[f32; 2]>>(
        &mut self,
        points: impl IntoIterator<Item = P>,
    ) -> Result<TileKind, GridError> {
        let slope = Slope::try_new(points.into_iter().map(Into::into).collect())?;
        let number = self.slopes.len() + 2;
        let kind = u8::try_from(number).map_err(|_| GridError::TooManyKinds)?;
        Arc::make_mut(&mut self.slopes).push(slope);
        self.hash = KnownHash::default();
        Ok(TileKind(kind))
    }
}

/// The box around all cells.
fn around_all<V: Vector>(axes: &[GridAxis; 3]) -> Bounds<V> {
    around(axes, &CellBlock { low: [0; 3], high: axes.mapped(|steps| steps.count) })
}

fn around<V: Vector>(axes: &[GridAxis; 3], block: &CellBlock) -> Bounds<V> {
    let corner = |at: [u32; 3]| Vect::<V, f32>::from_fn(|t| axes[t].at(at[t])).0;
    Bounds::from_corners(corner(block.low), corner(block.high))
}

impl<V: Vector> Cells<V> for Tiles<V> {
    fn around(&self, block: &CellBlock) -> Option<Bounds<V>> {
        let is_empty = match block.cell() {
            Some(cell) => self.table.get(cell) == 0,
            None => self.table.is_empty(block.low, block.most_bits()),
        };
        (!is_empty).then(|| around(&self.axes, block))
    }

    fn visit(
        &self,
        cell: [u32; 3],
        reach: &mut Reach<V>,
        visit: &mut PartVisit<'_, V>,
    ) -> ControlFlow<()> {
        let [columns, rows, _] = self.axes.mapped(|steps| steps.count);
        match self.shape(cell) {
            Some(shape) => {
                visit(cell[0] + columns * (cell[1] + rows * cell[2]), shape.as_shape_ref(), reach)
            }
            None => Continue(()),
        }
    }
}

impl<V: Vector> PartSearch<V> for Tiles<V> {
    fn count(&self) -> usize {
        self.table.count() as usize
    }

    fn get(&self, part: u32) -> Option<Shape<V>> {
        self.shape(self.cell(part)?)
    }

    fn search(&self, reach: &mut Reach<V>, visit: &mut PartVisit<'_, V>) {
        if self.table.count() > 0 {
            let of_space = [0, 1, 2].mapped(|t| (t < V::DIM).then_some(t));
            let block = CellBlock::touching(&self.axes, of_space, &reach.region());
            walk(self, block, reach, visit);
        }
    }

    /// Without the directions across faces that the next cells cover, if any is left. Normals of slopes stay.
    fn smoothed(&self, part: u32, _point: V, normal: V) -> V {
        /// Below this part of the whole a component is rounding.
        const ROUNDING: f64 = 1e-6;
        let Some(cell) = self.cell(part) else { return normal };
        if self.table.get(cell) != TileKind::FULL.0 {
            return normal;
        }
        let toward = Vect::<V, f64>::of(&normal.to_array());
        let mut free = toward;
        for t in 0..V::DIM {
            let side = usize::from(toward[t] > 0.0);
            if toward[t].abs() <= ROUNDING || self.is_covered(cell, t, side) {
                free[t] = 0.0;
            }
        }
        let is_kept = (0..V::DIM).all(|t| toward[t].abs() <= ROUNDING || free[t] == toward[t]);
        match free.unit() {
            Some(free) if !is_kept => V::from_array(free.map(|x| x as f32 + 0.0).0),
            _all_or_none => normal,
        }
    }
}

impl<V: Vector> Parts<V> for Tiles<V> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept of the checksum is forgotten with every change, and no copy takes part in one made after.
    #[test]
    fn the_checksum_is_that_of_the_cells() {
        let same = |tiles: &Tiles<Vec2>| assert_eq!(tiles.hash(), tiles.sum());
        let mut tiles = Tiles::<Vec2>::new([70, 9], [0.0; 2], [1.0; 2]);
        let empty = tiles.hash();
        tiles.set([65, 3], TileKind::FULL).unwrap();
        assert_ne!(tiles.hash(), empty);
        same(&tiles);
        let copy = tiles.clone();
        let slope = tiles.add_slope([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]).unwrap();
        same(&tiles);
        tiles.set([2, 8], slope).unwrap();
        same(&tiles);
        let moved = tiles.transformed(&Pose::from_translation([1.0, 0.0]));
        assert_ne!(moved.hash(), tiles.hash());
        same(&moved);
        same(&copy);
        tiles.clear([2, 8]).unwrap();
        same(&tiles);
        let unasked = tiles.clone();
        tiles.hash();
        assert_eq!(unasked, tiles, "known or not");
        tiles.clear([65, 3]).unwrap();
        assert_ne!(tiles.hash(), empty, "it has a slope more");
        same(&tiles);
    }
}
