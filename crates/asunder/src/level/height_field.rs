//! Height fields: terrain as rows of samples.

mod line_path;
mod path;
mod pyramid;

use super::grid::{CellBlock, Cells, GridAxis, GridError, displaced, translation_of, walk};
use super::mesh::{Mesh, edges};
use super::parts::{LineVisit, PartSearch, PartVisit, Parts};
use super::shear::{Shear, TrianglePassage};
use crate::checksum::Sum;
use crate::exact::widen;
use crate::index::{BoundsSweep, Reach};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::ray_cast::line::Line;
use crate::shape::{Shape, ShapeError, ShapeRef, Triangle, check};
use crate::space::{Pose, Vector};
use core::ops::ControlFlow::{self, Continue};
use glam::Vec3;
use pyramid::Pyramid;
use std::sync::{Arc, OnceLock};

/// Terrain over a grid in x and z: every point of two triangles for each cell between four samples, but for
/// those of holes. Heights are along y.
///
/// The vertex of sample `(row, column)` has `x = origin.x + column · spacing[0]`, `y = origin.y + sample` and
/// `z = origin.z + row · spacing[1]`, each computed in `f64` and rounded to `f32`: so cells that share a vertex
/// share its bits, and no ray passes between them. Of cell `(row, column)`, whose number is `row · (columns - 1)
/// + column`, the triangles are those of the samples
///
/// - `(row, column)`, `(row + 1, column)`, `(row, column + 1)`, which is part `2 · cell`, and
/// - `(row + 1, column + 1)`, `(row, column + 1)`, `(row + 1, column)`, which is part `2 · cell + 1`:
///
/// the diagonal joins the end of the cell's first row with the start of its second, and both turn
/// counterclockwise seen from above. Like a mesh, it is a surface without an inside. A copy shares its data.
///
/// It takes four bytes a sample, and an eighth more for the bounds of blocks: 2.1 bytes a triangle.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::HeightField3;
///
/// // Three rows of four samples, two units apart; one is higher.
/// let mut heights = vec![0.0; 12];
/// heights[5] = 1.0;
/// let field = HeightField3::new(3, 4, heights, [0.0, 0.0, 0.0], [2.0, 2.0]);
/// assert_eq!(field.part_count(), 12);
/// let down = |x: f32, z: f32| Ray3::new([x, 9.0, z], [0.0, -1.0, 0.0]);
/// assert_eq!(field.ray_cast(&down(2.0, 2.0)).unwrap().fraction, 8.0, "at the sample");
/// assert_eq!(field.ray_cast(&down(5.0, 3.0)).map(|hit| (hit.part, hit.fraction)), Some((10, 9.0)));
/// assert!(field.ray_cast(&down(6.0, 4.0)).is_some(), "the last corner belongs to it");
/// assert!(field.ray_cast(&down(6.0000005, 4.0)).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct HeightField<V: Vector>(Arc<HeightData<V>>);

#[derive(Clone, Debug)]
struct HeightData<V: Vector> {
    origin: V::Array<f32>,
    /// That of heights, widened once.
    base: f64,
    /// Along x, none, and along z: columns and rows of cells.
    axes: [GridAxis; 3],
    /// Row by row.
    samples: Arc<[f32]>,
    /// A bit for each cell; empty, if there are none.
    holes: Arc<[u64]>,
    /// By cell; empty, if there are none.
    tags: Arc<[u32]>,
    pyramid: Arc<Pyramid>,
    /// How many triangles there are.
    count: usize,
    bounds: Bounds<V>,
    hash: OnceLock<u64>,
}

/// The most cells: twice as many triangles have numbers in 32 bits.
const MOST: u64 = 1 << 31;

/// Which axes of space those of the grid are.
const OF_SPACE: [Option<usize>; 3] = [Some(0), None, Some(2)];

impl HeightField<Vec3> {
    /// The height field of `rows` times `columns` samples, given row by row.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new(
        rows: u32,
        columns: u32,
        samples: impl Into<Arc<[f32]>>,
        origin: impl Into<[f32; 3]>,
        spacing: impl Into<[f32; 2]>,
    ) -> Self {
        match Self::try_new(rows, columns, samples, origin, spacing) {
            Ok(field) => field,
            Err(error) => panic!("{error}"),
        }
    }

    /// The height field of samples that may be bad.
    ///
    /// # Errors
    /// If there are not as many samples, a number is not finite, a spacing is not above zero, a vertex lies
    /// beyond the largest number, or there are more than 2³¹ cells.
    pub fn try_new(
        rows: u32,
        columns: u32,
        samples: impl Into<Arc<[f32]>>,
        origin: impl Into<[f32; 3]>,
        spacing: impl Into<[f32; 2]>,
    ) -> Result<Self, GridError> {
        let (samples, origin, spacing) = (samples.into(), origin.into(), spacing.into());
        let expected = u64::from(rows) * u64::from(columns);
        if samples.len() as u64 != expected {
            return Err(GridError::Samples { given: samples.len(), expected });
        }
        let (across, along) = (columns.saturating_sub(1), rows.saturating_sub(1));
        let cells = u64::from(across) * u64::from(along);
        if cells > MOST {
            return Err(GridError::TooMany { cells, most: MOST });
        }
        if let Some(&value) = origin.iter().find(|x| !x.is_finite()) {
            return Err(GridError::NotFinite { field: "origin", value });
        }
        for value in spacing {
            if !value.is_finite() {
                return Err(GridError::NotFinite { field: "spacing", value });
            }
            if !(widen(value) > 0.0) {
                return Err(GridError::NotPositive { field: "spacing", value });
            }
        }
        if let Some(sample) = samples.iter().position(|x| !x.is_finite()) {
            return Err(GridError::Sample { sample, value: samples[sample] });
        }
        let [x, z] = spacing;
        let axes = [
            GridAxis::new(origin[0], x, across),
            GridAxis::ONE,
            GridAxis::new(origin[2], z, along),
        ];
        let holes: Arc<[u64]> = Arc::default();
        let field = Self::of(origin, axes, samples, holes, Arc::default(), None);
        field.check_far().map_err(|axis| GridError::TooFar { axis })?;
        Ok(field)
    }

    /// The height field without the triangles of some cells, each given by its row and column, and of those
    /// that were holes before.
    ///
    /// # Errors
    /// If there is no such cell.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::HeightField3;
    ///
    /// let field = HeightField3::new(2, 3, vec![0.0; 6], [0.0; 3], [1.0, 1.0]).with_holes([(0, 1)])?;
    /// let on_ground = |x: f32| field.intersects(&asunder::glam::vec3(x, 0.0, 0.5));
    /// assert!(on_ground(1.0), "the edge belongs to the cell beside it");
    /// assert!(!on_ground(1.0000001));
    /// # Ok::<(), asunder::level::GridError>(())
    /// ```
    pub fn with_holes(
        &self,
        cells: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, GridError> {
        let HeightData { origin, axes, samples, tags, .. } = &*self.0;
        let [across, _, along] = axes.map(|steps| steps.count);
        let words = (u64::from(across) * u64::from(along)).div_ceil(64) as usize;
        let mut holes = self.0.holes.to_vec();
        holes.resize(words, 0);
        for (row, column) in cells {
            for (axis, index, count) in [(0, row, along), (1, column, across)] {
                if index >= count {
                    return Err(GridError::NoCell { axis, index, count });
                }
            }
            let cell = row as usize * across as usize + column as usize;
            holes[cell / 64] |= 1 << (cell % 64);
        }
        Ok(Self::of(*origin, *axes, samples.clone(), holes.into(), tags.clone(), None))
    }

    /// The height field with a number of the caller's own for each cell, holes too: a material, a sound. No
    /// answer depends on it.
    ///
    /// # Errors
    /// If there are not as many as cells.
    pub fn with_tags(mut self, tags: impl Into<Arc<[u32]>>) -> Result<Self, GridError> {
        let tags = tags.into();
        let [across, _, along] = self.0.axes.map(|steps| steps.count);
        let cells = u64::from(across) * u64::from(along);
        if tags.len() as u64 != cells {
            return Err(GridError::Tags { tags: tags.len(), cells });
        }
        let data = Arc::make_mut(&mut self.0);
        (data.tags, data.hash) = (tags, OnceLock::new());
        Ok(self)
    }

    /// The mesh of its triangles, in order, with the same bits and a tag for each: it can be turned. It takes some
    /// forty bytes a triangle.
    ///
    /// # Panics
    /// If there are more than 2³⁰ triangles.
    #[must_use]
    pub fn to_mesh(&self) -> Mesh<Vec3> {
        assert!(self.0.count <= 1 << 30, "a mesh has at most 2^30 triangles");
        let HeightData { axes, samples, .. } = &*self.0;
        let [across, _, along] = axes.map(|steps| steps.count);
        let columns = across + 1;
        let rows = if samples.is_empty() { 0 } else { along + 1 };
        let row = |row: u32| (0..columns).map(move |column| self.vertex(row, column));
        let vertices: Vec<[f32; 3]> = (0..rows).flat_map(row).collect();
        let mut triangles = Vec::with_capacity(self.0.count);
        let mut tags = Vec::with_capacity(self.0.count);
        for row in 0..along {
            for column in 0..across {
                let cell = row * across + column;
                if self.is_hole(cell) {
                    continue;
                }
                let at = row * columns + column;
                triangles
                    .extend([[at, at + columns, at + 1], [at + columns + 1, at + 1, at + columns]]);
                tags.extend([self.tag(2 * cell); 2]);
            }
        }
        let mesh = Mesh::new(vertices, triangles);
        // As many as triangles.
        mesh.clone().with_tags(tags).unwrap_or(mesh)
    }
}

impl<V: Vector> HeightField<V> {
    fn of(
        origin: V::Array<f32>,
        axes: [GridAxis; 3],
        samples: Arc<[f32]>,
        holes: Arc<[u64]>,
        tags: Arc<[u32]>,
        pyramid: Option<Arc<Pyramid>>,
    ) -> Self {
        let [across, _, along] = axes.map(|steps| steps.count);
        let pyramid = pyramid.unwrap_or_else(|| {
            let is_hole = |cell: usize| is_set(&holes, cell);
            Arc::new(Pyramid::of(&samples, across as usize, along as usize, is_hole))
        });
        let missing: usize = holes.iter().map(|word| word.count_ones() as usize).sum();
        let count = 2 * (across as usize * along as usize - missing);
        let bounds = Bounds::nothing();
        let hash = OnceLock::new();
        let base = widen(origin[1]);
        let data =
            HeightData { origin, base, axes, samples, holes, tags, pyramid, count, bounds, hash };
        let mut field = Self(Arc::new(data));
        if count > 0 {
            let all = CellBlock { low: [0; 3], high: axes.map(|steps| steps.count) };
            let bounds = field.around(&all).unwrap_or(bounds);
            Arc::make_mut(&mut field.0).bounds = bounds;
        }
        field
    }

    /// The axis along which a vertex lies beyond the largest number, if one does.
    fn check_far(&self) -> Result<(), usize> {
        let Bounds { min, max } = &self.0.bounds;
        let is_far = |t: usize| self.0.count > 0 && !(min[t].is_finite() && max[t].is_finite());
        (0..V::DIM).find(|&t| is_far(t)).map_or(Ok(()), Err)
    }

    /// The height field moved: its origin is rounded once, and its vertices follow from that.
    ///
    /// # Panics
    /// Where [`try_transformed`](Self::try_transformed) errs.
    #[must_use]
    #[track_caller]
    pub fn transformed(&self, pose: &Pose<V>) -> Self {
        check::valid(self.try_transformed(pose))
    }

    /// The height field moved by a pose that may be bad. It shares the samples.
    ///
    /// # Errors
    /// If the pose is not finite, turns (a mesh of it can be turned: [`to_mesh`](HeightField::to_mesh)), or
    /// moves too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        let by = translation_of(pose, "height field", "to_mesh")?;
        let HeightData { origin, axes, samples, holes, tags, pyramid, .. } = &*self.0;
        let origin = displaced::<V>(origin, &by)?;
        let mut moved = *axes;
        for (steps, axis) in moved.iter_mut().zip(OF_SPACE) {
            *steps = axis.map_or(*steps, |axis| steps.at_origin(widen(origin[axis])));
        }
        let (samples, holes, tags) = (samples.clone(), holes.clone(), tags.clone());
        let field = Self::of(origin, moved, samples, holes, tags, Some(pyramid.clone()));
        let too_far = |_| ShapeError::NotFinite { field: "vertices", value: f32::INFINITY };
        field.check_far().map_err(too_far)?;
        Ok(field)
    }

    /// The triangle of a number; `None` if there is none, as in a hole.
    #[must_use]
    pub fn triangle(&self, number: u32) -> Option<Triangle<V>> {
        let (row, column) = self.place(number / 2)?;
        Some(self.cell(row, column)?.triangle(number as usize % 2))
    }

    /// The row and column of a cell, which is half of the number of either of its triangles; `None` if there is
    /// none.
    ///
    /// ```
    /// let field = asunder::HeightField3::new(2, 4, vec![0.0; 8], [0.0; 3], [1.0, 1.0]);
    /// assert_eq!((field.place(5 / 2), field.place(6 / 2)), (Some((0, 2)), None), "three cells");
    /// ```
    #[must_use]
    pub fn place(&self, cell: u32) -> Option<(u32, u32)> {
        let [across, _, along] = self.0.axes.map(|steps| steps.count);
        let row = cell.checked_div(across)?;
        (row < along).then(|| (row, cell % across))
    }

    /// The tag of a triangle's cell: zero, if it has none.
    #[must_use]
    pub fn tag(&self, number: u32) -> u32 {
        self.0.tags.get(number as usize / 2).copied().unwrap_or(0)
    }

    /// The bytes that it takes beside the tags.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let HeightData { samples, holes, pyramid, .. } = &*self.0;
        size_of_val(&**samples) + size_of_val(&**holes) + pyramid.size()
    }

    /// The checksum of all that it stores.
    pub(crate) fn hash(&self) -> u64 {
        *self.0.hash.get_or_init(|| {
            let mut sum = Sum::new();
            let HeightData { origin, axes, samples, holes, tags, .. } = &*self.0;
            // The grid's axes hold the others.
            sum.add_floats([origin[1]].into_iter());
            axes.iter().for_each(|axis| axis.add_to(&mut sum));
            sum.add_floats(samples.iter().copied());
            sum.add_all(holes.iter().copied());
            sum.add_all(tags.iter().map(|&tag| u64::from(tag)));
            sum.0
        })
    }

    /// The box around all triangles.
    pub(crate) fn bounds(&self) -> &Bounds<V> {
        &self.0.bounds
    }

    fn is_hole(&self, cell: u32) -> bool {
        is_set(&self.0.holes, cell as usize)
    }

    #[inline(always)]
    fn height(&self, sample: f32) -> f32 {
        (self.0.base + widen(sample)) as f32 + 0.0
    }

    fn vertex(&self, row: u32, column: u32) -> V::Array<f32> {
        let [x, _, z] = &self.0.axes;
        let sample = self.0.samples[row as usize * (x.count as usize + 1) + column as usize];
        let mut vertex = Vect::<V, f32>::zero().0;
        (vertex[0], vertex[1], vertex[2]) = (x.at(column), self.height(sample), z.at(row));
        vertex
    }

    /// A cell that exists; `None` of a hole.
    #[inline(always)]
    fn cell(&self, row: u32, column: u32) -> Option<Cell> {
        let heights = self.heights_of(row, column)?;
        Some(self.cell_of(row, column, heights))
    }

    /// A cell with the heights of its corners.
    #[inline(always)]
    fn cell_of(&self, row: u32, column: u32, heights: [f32; 4]) -> Cell {
        let [x, _, z] = &self.0.axes;
        let (x, z) = ([x.at(column), x.at(column + 1)], [z.at(row), z.at(row + 1)]);
        Cell { x, z, heights }
    }

    /// The heights of the corners of a cell that exists, row by row; `None` of a hole.
    #[inline(always)]
    fn heights_of(&self, row: u32, column: u32) -> Option<[f32; 4]> {
        let [p, q, r, s] = self.samples_of(row, column)?;
        Some([self.height(p), self.height(q), self.height(r), self.height(s)])
    }

    /// The samples of a cell that exists, row by row; `None` of a hole.
    #[inline(always)]
    fn samples_of(&self, row: u32, column: u32) -> Option<[f32; 4]> {
        let HeightData { axes: [x, ..], samples, .. } = &*self.0;
        if self.is_hole(row * x.count + column) {
            return None;
        }
        let width = x.count as usize + 1;
        let at = row as usize * width + column as usize;
        let (near, far) = (&samples[at..at + 2], &samples[at + width..at + width + 2]);
        Some([near[0], near[1], far[0], far[1]])
    }

    /// The third vertex of the triangle beyond each edge of a triangle, if there is one.
    fn opposite(&self, number: u32) -> [Option<V::Array<f32>>; 3] {
        let Some((row, column)) = self.place(number / 2) else { return [None; 3] };
        let [across, _, along] = self.0.axes.map(|steps| steps.count);
        // Where there is a cell, the vertices of which exist.
        let beyond = |row: Option<u32>, column: Option<u32>, at: [u32; 2]| {
            let (row, column) = (row.filter(|row| *row < along)?, column.filter(|x| *x < across)?);
            (!self.is_hole(row * across + column)).then(|| self.vertex(at[0], at[1]))
        };
        let (here, there) = (Some(row), Some(column));
        if number.is_multiple_of(2) {
            let (up, left) = (row.checked_sub(1), column.checked_sub(1));
            [
                beyond(here, left, [row + 1, column.saturating_sub(1)]),
                beyond(here, there, [row + 1, column + 1]),
                beyond(up, there, [row.saturating_sub(1), column + 1]),
            ]
        } else {
            [
                beyond(here, column.checked_add(1), [row, column + 2]),
                beyond(here, there, [row, column]),
                beyond(row.checked_add(1), there, [row + 2, column]),
            ]
        }
    }
}

#[inline]
fn is_set(bits: &[u64], place: usize) -> bool {
    bits.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
}

/// The corners of a cell.
#[derive(Clone, Copy)]
struct Cell {
    x: [f32; 2],
    z: [f32; 2],
    /// Row by row.
    heights: [f32; 4],
}

impl Cell {
    #[inline(always)]
    fn corner<V: Vector>(&self, corner: usize) -> V::Array<f32> {
        let mut vertex = Vect::<V, f32>::zero().0;
        (vertex[0], vertex[1], vertex[2]) =
            (self.x[corner % 2], self.heights[corner], self.z[corner / 2]);
        vertex
    }

    /// The triangle of the first corner (0), or that of the last (1).
    #[inline(always)]
    fn triangle<V: Vector>(&self, half: usize) -> Triangle<V> {
        Triangle {
            a: self.corner::<V>(3 * half),
            b: self.corner::<V>(2 - half),
            c: self.corner::<V>(1 + half),
        }
    }
}

/// Whether the same origin, spacing, samples, holes and tags.
impl<V: Vector> PartialEq for HeightField<V> {
    fn eq(&self, other: &Self) -> bool {
        let facts = |field: &Self| (field.0.origin, field.0.axes, field.0.count);
        let (one, two) = (&*self.0, &*other.0);
        let lists = one.samples == two.samples && one.tags == two.tags;
        Arc::ptr_eq(&self.0, &other.0)
            || facts(self) == facts(other) && lists && (one.holes == two.holes || one.count == 0)
    }
}

impl<V: Vector> Cells<V> for HeightField<V> {
    fn around(&self, block: &CellBlock) -> Option<Bounds<V>> {
        let HeightData { axes: [x, _, z], pyramid, .. } = &*self.0;
        let ([left, _, near], [right, _, far]) = (block.low, block.high);
        let [low, high] = if block.cell().is_some() {
            pyramid::range(self.samples_of(near, left)?)
        } else {
            pyramid.range(left, near, block.most_bits())?
        };
        let (mut min, mut max) = (Vect::<V, f32>::zero().0, Vect::<V, f32>::zero().0);
        (min[0], min[1], min[2]) = (x.at(left), self.height(low), z.at(near));
        (max[0], max[1], max[2]) = (x.at(right), self.height(high), z.at(far));
        Some(Bounds::from_corners(min, max))
    }

    fn visit(
        &self,
        [column, _, row]: [u32; 3],
        reach: &mut Reach<V>,
        visit: &mut PartVisit<'_, V>,
    ) -> ControlFlow<()> {
        let number = 2 * (row * self.0.axes[0].count + column);
        let Some(cell) = self.cell(row, column) else { return Continue(()) };
        visit(number, ShapeRef::Triangle(&cell.triangle(0)), reach)?;
        visit(number + 1, ShapeRef::Triangle(&cell.triangle(1)), reach)
    }
}

impl<V: Vector> PartSearch<V> for HeightField<V> {
    fn count(&self) -> usize {
        self.0.count
    }

    fn get(&self, part: u32) -> Option<Shape<V>> {
        self.triangle(part).map(Shape::Triangle)
    }

    fn search(&self, reach: &mut Reach<V>, visit: &mut PartVisit<'_, V>) {
        if self.0.count == 0 {
            return;
        }
        if let Reach::Along(sweep, _) = reach {
            let sweep = BoundsSweep::from(&*sweep);
            path::walk(self, sweep, reach, visit);
        } else {
            let block = CellBlock::touching(&self.0.axes, OF_SPACE, &reach.region());
            walk(self, block, reach, visit);
        }
    }

    fn search_line(&self, line: &Line<V>, reach: &mut Reach<V>, visit: &mut LineVisit<'_, V>) {
        match (&*reach, Shear::new(line)) {
            (Reach::Along(sweep, _), Some(shear)) if self.0.count > 0 => {
                let sweep = BoundsSweep::from(sweep);
                path::walk_line(self, sweep, &shear, reach, visit);
            }
            _other => self.search(reach, &mut |number, part, reach| {
                visit(number, part, TrianglePassage::Open, reach)
            }),
        }
    }

    fn smoothed(&self, part: u32, _point: V, normal: V) -> V {
        let Some(triangle) = self.triangle(part) else { return normal };
        let toward = Vect::<V, f64>::of(&normal.to_array());
        let sharp = || edges::standing_out(&triangle, self.opposite(part));
        let face = edges::smoothed(&triangle, toward, sharp);
        face.map_or(normal, |face| V::from_array(face.map(|x| x as f32 + 0.0).0))
    }
}

impl<V: Vector> Parts<V> for HeightField<V> {}
