//! Volumes of hitboxes, inside and outside of the mesh, integrated along a grid of columns.
//!
//! A column is a line along a coordinate axis. Its intersections with hitboxes and the mesh are not
//! rounded to cells; space is sampled on a grid across the axis only.

use crate::hitbox_f64::{HitboxF64, Interval};
use crate::vector::wide;

/// The axis and spacing of a grid of columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnLayout {
    /// The coordinate axis along the columns.
    pub(crate) axis: usize,
    /// The distance between neighbouring columns.
    pub(crate) spacing: f64,
}

/// The offset of the grid from the origin, in spacings: off the coordinates that models often have.
const OFFSET: [f64; 2] = [0.381_966_011_3, 0.236_067_977_5];

/// Sums of column lengths: volumes in units of the squared spacing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Volumes {
    /// The union of all hitboxes.
    pub(crate) all: Fill,
    /// Each hitbox.
    pub(crate) by_hitbox: Vec<Fill>,
}

/// A volume, and the part of it inside the mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fill {
    pub(crate) volume: f64,
    pub(crate) inside: f64,
}

impl Fill {
    pub(crate) fn add(&mut self, other: Fill) {
        self.volume += other.volume;
        self.inside += other.inside;
    }

    fn scale(&mut self, factor: f64) {
        self.volume *= factor;
        self.inside *= factor;
    }

    /// The share of the volume that is outside the mesh.
    pub(crate) fn overhang(&self) -> f64 {
        if self.volume > 0.0 { 1.0 - self.inside / self.volume } else { 0.0 }
    }
}

/// The most intersections of columns with hitboxes and triangles in one frame. Where there may be more,
/// as a few bytes of a file can name many large triangles, the grid is coarser.
const MOST_CROSSINGS: u64 = 1 << 24;

/// Intersections of a grid's columns with hitboxes and a mesh; its memory is reused from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct VolumeGrid {
    /// For each column the end of its range in `crossings`.
    ends: Vec<u32>,
    /// Intersections of columns with the mesh's surface: the coordinate, and the orientation there.
    crossings: Vec<(f64, i32)>,
    /// The same, before they are sorted by column.
    unsorted: Vec<(u32, f64, i32)>,
    /// For each column the hitboxes that it intersects.
    intervals: Vec<Vec<(u32, Interval)>>,
    inside: Vec<Interval>,
    /// For each vertex the first column at or after it, on both axes.
    first_columns: Vec<[u32; 2]>,
}

/// A rectangle of columns.
struct Window {
    layout: ColumnLayout,
    /// The axes across the columns.
    across: [usize; 2],
    low: [i64; 2],
    size: [usize; 2],
}

impl Window {
    /// The columns of a grid inside the bounds of the hitboxes.
    fn columns_of_triangle(layout: ColumnLayout, hitboxes: &[HitboxF64]) -> Option<Self> {
        let across = [(layout.axis + 1) % 3, (layout.axis + 2) % 3];
        let mut ends = [[i64::MAX, i64::MIN]; 2];
        for hitbox in hitboxes {
            let [low, high] = hitbox.bounds();
            for k in 0..2 {
                let [first, end] = columns_between(layout, k, low[across[k]], high[across[k]]);
                if first < end {
                    ends[k][0] = ends[k][0].min(first);
                    ends[k][1] = ends[k][1].max(end);
                }
            }
        }
        let size = ends.map(|[low, end]| usize::try_from(end.checked_sub(low)?).ok());
        let [Some(width), Some(height)] = size else { return None };
        // A hostile pose may place hitboxes far apart.
        const MOST: usize = 1 << 22;
        let few = width.checked_mul(height).is_some_and(|count| count <= MOST);
        few.then_some(Self { layout, across, low: ends.map(|[low, _]| low), size: [width, height] })
    }

    /// The columns between two coordinates across axis `k`, clipped to the window.
    fn clip(&self, k: usize, low: f64, high: f64) -> [usize; 2] {
        let inside = |i: i64| i.saturating_sub(self.low[k]).clamp(0, self.size[k] as i64) as usize;
        columns_between(self.layout, k, low, high).map(inside)
    }

    /// The coordinate of a column across axis `k`.
    fn at(&self, k: usize, index: usize) -> f64 {
        ((self.low[k] + index as i64) as f64 + OFFSET[k]) * self.layout.spacing
    }
}

/// The columns between two coordinates: the first, and the one after the last.
fn columns_between(layout: ColumnLayout, k: usize, low: f64, high: f64) -> [i64; 2] {
    [low, high].map(|x| column_from(layout, k, x))
}

/// The first column at or after a coordinate across axis `k`.
fn column_from(layout: ColumnLayout, k: usize, x: f64) -> i64 {
    let x = x / layout.spacing - OFFSET[k];
    // Rounded up, without `ceil`, which is a library call on old processors.
    let whole = x as i64;
    // Coordinates beyond the integers' range saturate.
    whole.saturating_add(i64::from(x > whole as f64))
}

impl VolumeGrid {
    /// Measures the volumes of placed hitboxes inside and outside of a posed mesh.
    ///
    /// A point is inside the mesh if the winding number of its surface is at least one (or at most minus
    /// one: mirrored), so that meshes that penetrate each other count once. Holes make winding numbers of
    /// one half, as seen along one line; those points do not count as inside.
    ///
    /// `goes_on` is asked before a number of steps is made, and ends everything if it says no.
    pub(crate) fn measure(
        &mut self,
        layout: ColumnLayout,
        hitboxes: &[HitboxF64],
        vertices: &[[f32; 3]],
        triangles: &[[u32; 3]],
        volumes: &mut Volumes,
        goes_on: &dyn Fn(u64) -> bool,
    ) {
        volumes.all = Fill::default();
        volumes.by_hitbox.clear();
        volumes.by_hitbox.resize(hitboxes.len(), Fill::default());
        let (mut layout, mut area) = (layout, 1.0);
        let window = loop {
            let Some(window) = Window::columns_of_triangle(layout, hitboxes) else { return };
            self.find_first_columns(&window, vertices);
            let most = self.most_crossings(&window, hitboxes, triangles);
            if most <= MOST_CROSSINGS {
                if goes_on(most + (window.size[0] * window.size[1]) as u64) {
                    break window;
                }
                return;
            }
            // A column represents four of the finer grid.
            (layout.spacing, area) = (2.0 * layout.spacing, 4.0 * area);
        };
        let count = window.size[0] * window.size[1];
        self.intervals.iter_mut().for_each(Vec::clear);
        if self.intervals.len() < count {
            self.intervals.resize_with(count, Vec::new);
        }
        self.intersect_hitboxes(&window, hitboxes);
        self.intersect_mesh(&window, vertices, triangles);
        for column in 0..count {
            if self.intervals[column].is_empty() {
                continue;
            }
            let start = if column == 0 { 0 } else { self.ends[column - 1] as usize };
            let crossings = &mut self.crossings[start..self.ends[column] as usize];
            crossings.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            inside_intervals(crossings, &mut self.inside);
            let intervals = &mut self.intervals[column];
            if !goes_on((intervals.len() * self.inside.len()) as u64) {
                return;
            }
            intervals.sort_unstable_by(|a, b| a.1[0].total_cmp(&b.1[0]));
            let mut union: Option<Interval> = None;
            for &(index, line_interval) in intervals.iter() {
                volumes.by_hitbox[index as usize].add(fill_of(line_interval, &self.inside));
                union = match union {
                    Some(open) if line_interval[0] <= open[1] => Some([
                        open[0],
                        if line_interval[1] > open[1] { line_interval[1] } else { open[1] },
                    ]),
                    done => {
                        volumes
                            .all
                            .add(done.map_or(Fill::default(), |it| fill_of(it, &self.inside)));
                        Some(line_interval)
                    }
                };
            }
            volumes.all.add(union.map_or(Fill::default(), |it| fill_of(it, &self.inside)));
        }
        volumes.all.scale(area);
        volumes.by_hitbox.iter_mut().for_each(|it| it.scale(area));
    }

    /// An upper bound on the intersections of columns with hitboxes and triangles.
    fn most_crossings(
        &self,
        window: &Window,
        hitboxes: &[HitboxF64],
        triangles: &[[u32; 3]],
    ) -> u64 {
        let [u, v] = window.across;
        let of_hitboxes = hitboxes.iter().map(|hitbox| {
            let [low, high] = hitbox.bounds();
            let [u0, u1] = window.clip(0, low[u], high[u]);
            let [v0, v1] = window.clip(1, low[v], high[v]);
            (u1.saturating_sub(u0) * v1.saturating_sub(v0)) as u64
        });
        let of_triangles = triangles.iter().map(|triangle| {
            let [[u0, u1], [v0, v1]] = self.columns_of_triangle(*triangle);
            u64::from(u1 - u0) * u64::from(v1 - v0)
        });
        of_hitboxes.chain(of_triangles).sum()
    }

    /// The columns around a triangle on both axes: the first, and the one after the last.
    fn columns_of_triangle(&self, triangle: [u32; 3]) -> [[u32; 2]; 2] {
        let p = self.first_columns[triangle[0] as usize];
        let q = self.first_columns[triangle[1] as usize];
        let r = self.first_columns[triangle[2] as usize];
        [least_and_greatest(p[0], q[0], r[0]), least_and_greatest(p[1], q[1], r[1])]
    }

    /// Finds for each vertex the first column at or after it, on both axes.
    fn find_first_columns(&mut self, window: &Window, vertices: &[[f32; 3]]) {
        let [u, v] = window.across;
        self.first_columns.clear();
        let per_unit = 1.0 / window.layout.spacing;
        let shift = [0, 1].map(|k| OFFSET[k] + window.low[k] as f64);
        let ends = window.size.map(|size| size as f64);
        self.first_columns.reserve(vertices.len());
        for vertex in vertices {
            self.first_columns.push([
                first_column(f64::from(vertex[u]) * per_unit - shift[0], ends[0]),
                first_column(f64::from(vertex[v]) * per_unit - shift[1], ends[1]),
            ]);
        }
    }

    fn intersect_hitboxes(&mut self, window: &Window, hitboxes: &[HitboxF64]) {
        for (index, hitbox) in hitboxes.iter().enumerate() {
            let [low, high] = hitbox.bounds();
            let [u, v] = window.across;
            let [u0, u1] = window.clip(0, low[u], high[u]);
            let [v0, v1] = window.clip(1, low[v], high[v]);
            let mut from = [0.0; 3];
            for i in u0..u1 {
                from[u] = window.at(0, i);
                for j in v0..v1 {
                    from[v] = window.at(1, j);
                    let line_interval = hitbox.line_interval(from, window.layout.axis);
                    if line_interval[0] < line_interval[1] {
                        self.intervals[i * window.size[1] + j].push((index as u32, line_interval));
                    }
                }
            }
        }
    }

    fn intersect_mesh(&mut self, window: &Window, vertices: &[[f32; 3]], triangles: &[[u32; 3]]) {
        self.unsorted.clear();
        let count = window.size[0] * window.size[1];
        self.ends.clear();
        self.ends.resize(count, 0);
        let ([u, v], axis) = (window.across, window.layout.axis);
        for triangle in triangles {
            let [[u0, u1], [v0, v1]] = self.columns_of_triangle(*triangle);
            // Most triangles lie between columns. The branch is hard to predict, so that one costs less
            // than two.
            if (u0 >= u1) | (v0 >= v1) {
                continue;
            }
            let [first, second, third] = *triangle;
            let a = wide(vertices[first as usize]);
            let b = wide(vertices[second as usize]);
            let c = wide(vertices[third as usize]);
            let across = [[a[u], a[v]], [b[u], b[v]], [c[u], c[v]]];
            for i in u0 as usize..u1 as usize {
                for j in v0 as usize..v1 as usize {
                    let column = i * window.size[1] + j;
                    if self.intervals[column].is_empty() {
                        continue;
                    }
                    let p = [window.at(0, i), window.at(1, j)];
                    let ab = area_of_edge(p, first < second, across[0], across[1]);
                    let bc = area_of_edge(p, second < third, across[1], across[2]);
                    let ca = area_of_edge(p, third < first, across[2], across[0]);
                    let orientation = if ab >= 0.0 && bc >= 0.0 && ca >= 0.0 {
                        1
                    } else if ab < 0.0 && bc < 0.0 && ca < 0.0 {
                        -1
                    } else {
                        continue;
                    };
                    let area = ab + bc + ca;
                    if area != 0.0 {
                        let at = (bc * a[axis] + ca * b[axis] + ab * c[axis]) / area;
                        self.unsorted.push((column as u32, at, orientation));
                        self.ends[column] += 1;
                    }
                }
            }
        }
        // A counting sort by column: counts become ends, and ranges are filled from the end.
        let mut end = 0;
        for count in &mut self.ends {
            end += *count;
            *count = end;
        }
        self.crossings.clear();
        self.crossings.resize(self.unsorted.len(), (0.0, 0));
        let mut next: Vec<u32> = self.ends.clone();
        for &(column, at, orientation) in &self.unsorted {
            next[column as usize] -= 1;
            self.crossings[next[column as usize] as usize] = (at, orientation);
        }
    }
}

/// The least and the greatest of three numbers.
#[inline(always)]
fn least_and_greatest(p: u32, q: u32, r: u32) -> [u32; 2] {
    let [low, high] = if p < q { [p, q] } else { [q, p] };
    [if r < low { r } else { low }, if r > high { r } else { high }]
}

/// The first column at or after a coordinate in spacings, clipped to a window of `end` columns.
#[inline(always)]
fn first_column(x: f64, end: f64) -> u32 {
    let x = if x > 0.0 { x } else { 0.0 };
    let x = if x < end { x } else { end };
    let whole = x as u32;
    whole + u32::from(x > f64::from(whole))
}

/// Twice the area of the triangle of a point and an edge, across the columns. Each edge is computed in one
/// order, so that its two triangles agree on which side the point is.
#[inline(always)]
fn area_of_edge(p: [f64; 2], is_ascending: bool, from: [f64; 2], to: [f64; 2]) -> f64 {
    if is_ascending { area(p, from, to) } else { -area(p, to, from) }
}

#[inline(always)]
fn area(p: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    (from[0] - p[0]) * (to[1] - p[1]) - (from[1] - p[1]) * (to[0] - p[0])
}

/// The intervals of a column inside the mesh, from its sorted crossings of the surface.
fn inside_intervals(crossings: &[(f64, i32)], inside: &mut Vec<Interval>) {
    inside.clear();
    // The winding number at the column's end; not zero where the surface has holes.
    let total: i32 = crossings.iter().map(|(_, orientation)| orientation).sum();
    let mut columns_of_triangle = 0;
    for pair in crossings.windows(2) {
        columns_of_triangle += pair[0].1;
        // Twice the mean of the winding numbers counted from either end.
        let mean = 2 * columns_of_triangle - total;
        if mean.abs() > 1 && pair[0].0 < pair[1].0 {
            match inside.last_mut() {
                Some(last) if last[1] == pair[0].0 => last[1] = pair[1].0,
                _ => inside.push([pair[0].0, pair[1].0]),
            }
        }
    }
}

/// The length of an interval, and the part of it inside.
fn fill_of(line_interval: Interval, inside: &[Interval]) -> Fill {
    let mut fill_of = Fill { volume: line_interval[1] - line_interval[0], inside: 0.0 };
    for part in inside {
        let low = if part[0] > line_interval[0] { part[0] } else { line_interval[0] };
        let high = if part[1] < line_interval[1] { part[1] } else { line_interval[1] };
        if low < high {
            fill_of.inside += high - low;
        }
    }
    fill_of
}
