//! How much of the hitboxes is empty: both they and the mesh are cut into columns.
//!
//! A column is a line along a coordinate axis. Where it runs through hitboxes and through the mesh
//! is computed without rounding it to cells; only across the axis is space sampled, on a grid.

use crate::probe::{Probe, Span};

/// A grid of columns along a coordinate axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// The axis the columns run along.
    pub(crate) axis: usize,
    /// The distance of neighbouring columns.
    pub(crate) step: f64,
}

/// Where the grid lies relative to the origin, in steps: off the numbers that models prefer.
const OFFSET: [f64; 2] = [0.381_966_011_3, 0.236_067_977_5];

/// Lengths of columns, added up: volumes in units of the grid's step squared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Volumes {
    /// Of all hitboxes together, and of that what is inside the mesh.
    pub(crate) all: Filled,
    /// Of each hitbox.
    pub(crate) each: Vec<Filled>,
}

/// A volume, and how much of it is inside the mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Filled {
    pub(crate) volume: f64,
    pub(crate) inside: f64,
}

impl Filled {
    pub(crate) fn add(&mut self, other: Filled) {
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

/// How often columns may run through hitboxes and triangles in one frame. Where that may be more, as it
/// may where a few bytes of a file name many large triangles, the grid is coarser.
const CROSSINGS: u64 = 1 << 24;

/// What is reused from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// For each column the end of its crossings among `crossings`, after they were counted.
    ends: Vec<u32>,
    /// Where the mesh's surface crosses columns, and which way it faces there.
    crossings: Vec<(f64, i32)>,
    /// The same, before they are sorted by column.
    found: Vec<(u32, f64, i32)>,
    /// For each column the hitboxes it runs through.
    spans: Vec<Vec<(u32, Span)>>,
    inside: Vec<Span>,
    /// For each vertex the first column at or after it, in either direction.
    firsts: Vec<[u32; 2]>,
}

/// A rectangle of columns.
struct Window {
    grid: Grid,
    /// The axes across the columns.
    across: [usize; 2],
    low: [i64; 2],
    size: [usize; 2],
}

impl Window {
    /// The columns of a grid that the boxes' bounds have room for.
    fn around(grid: Grid, probes: &[Probe]) -> Option<Self> {
        let across = [(grid.axis + 1) % 3, (grid.axis + 2) % 3];
        let mut ends = [[i64::MAX, i64::MIN]; 2];
        for probe in probes {
            let [low, high] = probe.bounds();
            for k in 0..2 {
                let [first, end] = columns(grid, k, low[across[k]], high[across[k]]);
                if first < end {
                    ends[k][0] = ends[k][0].min(first);
                    ends[k][1] = ends[k][1].max(end);
                }
            }
        }
        let size = ends.map(|[low, end]| usize::try_from(end.checked_sub(low)?).ok());
        let [Some(width), Some(height)] = size else { return None };
        // A hostile pose may throw hitboxes far apart: that is no picture of anything.
        const MOST: usize = 1 << 22;
        let few = width.checked_mul(height).is_some_and(|count| count <= MOST);
        few.then_some(Self { grid, across, low: ends.map(|[low, _]| low), size: [width, height] })
    }

    /// The columns between two coordinates across axis `k`, clipped to the window.
    fn clip(&self, k: usize, low: f64, high: f64) -> [usize; 2] {
        let inside = |i: i64| i.saturating_sub(self.low[k]).clamp(0, self.size[k] as i64) as usize;
        columns(self.grid, k, low, high).map(inside)
    }

    /// The coordinate of a column across axis `k`.
    fn at(&self, k: usize, index: usize) -> f64 {
        ((self.low[k] + index as i64) as f64 + OFFSET[k]) * self.grid.step
    }
}

/// The columns between two coordinates: the first, and the one after the last.
fn columns(grid: Grid, k: usize, low: f64, high: f64) -> [i64; 2] {
    [low, high].map(|x| column_from(grid, k, x))
}

/// The first column at or after a coordinate across axis `k`.
fn column_from(grid: Grid, k: usize, x: f64) -> i64 {
    let x = x / grid.step - OFFSET[k];
    // Rounded up; without a call into a library of mathematics, which `ceil` is on old processors.
    let whole = x as i64;
    // What is too far away for a number is at the end of them.
    whole.saturating_add(i64::from(x > whole as f64))
}

impl Columns {
    /// The volumes of placed hitboxes beside a posed mesh.
    ///
    /// Inside of the mesh is what its surface goes around at least once (or less than minus once:
    /// mirrored), so that bodies that are pushed into each other count once. A surface with holes
    /// goes around a point by half, as seen along one line; that does not count as inside.
    pub(crate) fn measure(
        &mut self,
        grid: Grid,
        probes: &[Probe],
        vertices: &[[f32; 3]],
        triangles: &[[u32; 3]],
        volumes: &mut Volumes,
    ) {
        volumes.all = Filled::default();
        volumes.each.clear();
        volumes.each.resize(probes.len(), Filled::default());
        let (mut grid, mut area) = (grid, 1.0);
        let window = loop {
            let Some(window) = Window::around(grid, probes) else { return };
            self.place(&window, vertices);
            if self.most_crossings(&window, probes, triangles) <= CROSSINGS {
                break window;
            }
            // A column stands for four of the finer grid.
            (grid.step, area) = (2.0 * grid.step, 4.0 * area);
        };
        let count = window.size[0] * window.size[1];
        self.spans.iter_mut().for_each(Vec::clear);
        if self.spans.len() < count {
            self.spans.resize_with(count, Vec::new);
        }
        self.cut_hitboxes(&window, probes);
        self.cut_mesh(&window, vertices, triangles);
        for column in 0..count {
            if self.spans[column].is_empty() {
                continue;
            }
            let start = if column == 0 { 0 } else { self.ends[column - 1] as usize };
            let crossings = &mut self.crossings[start..self.ends[column] as usize];
            crossings.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            insides(crossings, &mut self.inside);
            let spans = &mut self.spans[column];
            spans.sort_unstable_by(|a, b| a.1[0].total_cmp(&b.1[0]));
            let mut union: Option<Span> = None;
            for &(hitbox, span) in spans.iter() {
                volumes.each[hitbox as usize].add(filled(span, &self.inside));
                union = match union {
                    Some(open) if span[0] <= open[1] => {
                        Some([open[0], if span[1] > open[1] { span[1] } else { open[1] }])
                    }
                    done => {
                        volumes
                            .all
                            .add(done.map_or(Filled::default(), |it| filled(it, &self.inside)));
                        Some(span)
                    }
                };
            }
            volumes.all.add(union.map_or(Filled::default(), |it| filled(it, &self.inside)));
        }
        volumes.all.scale(area);
        volumes.each.iter_mut().for_each(|it| it.scale(area));
    }

    /// How often columns may run through hitboxes and triangles, at most.
    fn most_crossings(&self, window: &Window, probes: &[Probe], triangles: &[[u32; 3]]) -> u64 {
        let [u, v] = window.across;
        let of_probes = probes.iter().map(|probe| {
            let [low, high] = probe.bounds();
            let [u0, u1] = window.clip(0, low[u], high[u]);
            let [v0, v1] = window.clip(1, low[v], high[v]);
            (u1.saturating_sub(u0) * v1.saturating_sub(v0)) as u64
        });
        let of_triangles = triangles.iter().map(|triangle| {
            let [[u0, u1], [v0, v1]] = self.around(*triangle);
            u64::from(u1 - u0) * u64::from(v1 - v0)
        });
        of_probes.chain(of_triangles).sum()
    }

    /// The columns around a triangle, either way: the first, and the one after the last.
    fn around(&self, triangle: [u32; 3]) -> [[u32; 2]; 2] {
        let [p, q, r] = triangle.map(|vertex| self.firsts[vertex as usize]);
        [0, 1].map(|k| [p[k].min(q[k]).min(r[k]), p[k].max(q[k]).max(r[k])])
    }

    /// Finds for each vertex the first column at or after it, either way.
    fn place(&mut self, window: &Window, vertices: &[[f32; 3]]) {
        let [u, v] = window.across;
        self.firsts.clear();
        let per_unit = 1.0 / window.grid.step;
        let shift = [0, 1].map(|k| OFFSET[k] + window.low[k] as f64);
        let ends = window.size.map(|size| size as f64);
        self.firsts.extend(vertices.iter().map(|vertex| {
            [(0, u), (1, v)].map(|(k, t)| {
                let x = f64::from(vertex[t]) * per_unit - shift[k];
                let x = if x > 0.0 { x } else { 0.0 };
                let x = if x < ends[k] { x } else { ends[k] };
                let whole = x as u32;
                whole + u32::from(x > f64::from(whole))
            })
        }));
    }

    fn cut_hitboxes(&mut self, window: &Window, probes: &[Probe]) {
        for (hitbox, probe) in probes.iter().enumerate() {
            let [low, high] = probe.bounds();
            let [u, v] = window.across;
            let [u0, u1] = window.clip(0, low[u], high[u]);
            let [v0, v1] = window.clip(1, low[v], high[v]);
            let mut from = [0.0; 3];
            for i in u0..u1 {
                from[u] = window.at(0, i);
                for j in v0..v1 {
                    from[v] = window.at(1, j);
                    let span = probe.span(from, window.grid.axis);
                    if span[0] < span[1] {
                        self.spans[i * window.size[1] + j].push((hitbox as u32, span));
                    }
                }
            }
        }
    }

    fn cut_mesh(&mut self, window: &Window, vertices: &[[f32; 3]], triangles: &[[u32; 3]]) {
        self.found.clear();
        let count = window.size[0] * window.size[1];
        self.ends.clear();
        self.ends.resize(count, 0);
        let ([u, v], axis) = (window.across, window.grid.axis);
        for triangle in triangles {
            let [[u0, u1], [v0, v1]] = self.around(*triangle);
            // Most triangles lie between columns; which do is hard to foretell, so that one question
            // costs less than two.
            if (u0 >= u1) | (v0 >= v1) {
                continue;
            }
            let corners = triangle.map(|vertex| vertices[vertex as usize]);
            let [a, b, c] = corners.map(|corner| corner.map(f64::from));
            for i in u0 as usize..u1 as usize {
                for j in v0 as usize..v1 as usize {
                    let column = i * window.size[1] + j;
                    if self.spans[column].is_empty() {
                        continue;
                    }
                    let p = [window.at(0, i), window.at(1, j)];
                    // Twice the areas of the triangles with p. Each edge is computed in one order,
                    // so that its two triangles agree on which side p is.
                    let edge = |i: usize, j: usize, from: [f64; 3], to: [f64; 3]| {
                        let area = |from: [f64; 3], to: [f64; 3]| {
                            (from[u] - p[0]) * (to[v] - p[1]) - (from[v] - p[1]) * (to[u] - p[0])
                        };
                        if triangle[i] < triangle[j] { area(from, to) } else { -area(to, from) }
                    };
                    let (ab, bc, ca) = (edge(0, 1, a, b), edge(1, 2, b, c), edge(2, 0, c, a));
                    let facing = if ab >= 0.0 && bc >= 0.0 && ca >= 0.0 {
                        1
                    } else if ab < 0.0 && bc < 0.0 && ca < 0.0 {
                        -1
                    } else {
                        continue;
                    };
                    let area = ab + bc + ca;
                    if area != 0.0 {
                        let at = (bc * a[axis] + ca * b[axis] + ab * c[axis]) / area;
                        self.found.push((column as u32, at, facing));
                        self.ends[column] += 1;
                    }
                }
            }
        }
        // Sorted by column: counts become ends, filled from behind.
        let mut end = 0;
        for count in &mut self.ends {
            end += *count;
            *count = end;
        }
        self.crossings.clear();
        self.crossings.resize(self.found.len(), (0.0, 0));
        let mut next: Vec<u32> = self.ends.clone();
        for &(column, at, facing) in &self.found {
            next[column as usize] -= 1;
            self.crossings[next[column as usize] as usize] = (at, facing);
        }
    }
}

/// Where a column is inside of the mesh, from where it crosses its surface, in order.
fn insides(crossings: &[(f64, i32)], inside: &mut Vec<Span>) {
    inside.clear();
    // How often the surface goes around the column's end; not zero where the surface has holes.
    let total: i32 = crossings.iter().map(|(_, facing)| facing).sum();
    let mut around = 0;
    for pair in crossings.windows(2) {
        around += pair[0].1;
        // Seen from the beginning, and from the end: the mean, doubled.
        let mean = 2 * around - total;
        if mean.abs() > 1 && pair[0].0 < pair[1].0 {
            match inside.last_mut() {
                Some(last) if last[1] == pair[0].0 => last[1] = pair[1].0,
                _ => inside.push([pair[0].0, pair[1].0]),
            }
        }
    }
}

/// How long an interval is, and how much of it is inside.
fn filled(span: Span, inside: &[Span]) -> Filled {
    let mut filled = Filled { volume: span[1] - span[0], inside: 0.0 };
    for part in inside {
        let low = if part[0] > span[0] { part[0] } else { span[0] };
        let high = if part[1] < span[1] { part[1] } else { span[1] };
        if low < high {
            filled.inside += high - low;
        }
    }
    filled
}
