//! The vertices, edges, directions and faces of a hull.

use super::columns::Columns;
use super::planes::FacePlanes;
use super::{facets, orientation, polygon, surface};
use crate::array::{Mapped as _, array_of};
use crate::exact::{Number as _, is_zero, widen};
use crate::linalg::Vect;
use crate::sort::sort_by;
use crate::space::Vector;
use core::cmp::Ordering;

/// The corners, edges and faces of a hull, which depend on nothing but the set of points: neither
/// on their order nor on repetitions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Structure<V: Vector> {
    /// The points that the hull of the others does not contain, each once, zeros positive. In order
    /// around a polygon, else by their coordinates.
    pub(crate) corners: Box<[V::Array<f32>]>,
    /// The same corners, for passes over all of them.
    pub(crate) columns: Columns<V>,
    /// The corners that edges join, each edge once.
    pub(crate) edges: Box<[[u32; 2]]>,
    /// For each edge, the place of its direction among `directions`.
    pub(crate) edge_directions: Box<[u32]>,
    /// The directions of the edges: of parallel edges, the longest stands for all. Of hulls with many
    /// edges, each is listed.
    pub(crate) directions: Box<[u32]>,
    /// Three corners of each face, counterclockwise if seen from outside, each face once. A flat
    /// polygon in 3D has one face, which faces either way. In 2D there are none: a polygon's faces
    /// are its edges.
    pub(crate) faces: Box<[[u32; 3]]>,
    /// The planes of the faces of a polyhedron, in their order; `None` of other hulls.
    pub(crate) planes: Option<FacePlanes<V>>,
    /// The corners that edges join with each corner: those of corner `i` are `neighbours[first_neighbour[i]..
    /// first_neighbour[i + 1]]`.
    pub(crate) neighbours: Box<[u32]>,
    /// Where the neighbours of each corner begin, and where those of the last one end.
    pub(crate) first_neighbour: Box<[u32]>,
    /// The greatest taxicab distance of a corner from the first one.
    pub(crate) reach: f64,
    /// The mean of the corners, rounded: where searches look from.
    pub(crate) middle: Vect<V, f64>,
}

/// A point in space; of a point in the plane, `z` is zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// The numbers themselves, zeros positive.
    pub(crate) stored: [f32; 3],
    /// The same numbers.
    pub(crate) wide: [f64; 3],
}

impl Point {
    pub(crate) fn new(numbers: [f32; 3]) -> Self {
        let stored = numbers.mapped(|x| if is_zero(x) { 0.0 } else { x });
        Self { stored, wide: stored.mapped(widen) }
    }

    /// By coordinates, the first deciding. Wide ones have no subnormals, which a processor may take
    /// for zeros.
    fn compare(&self, other: &Self) -> Ordering {
        let [x, y, z] = array_of(|j| self.wide[j].total_cmp(&other.wide[j]));
        x.then(y).then(z)
    }
}

/// Corners, edges and faces of points that are all different, the corners named by the points'
/// places.
#[derive(Debug, Default)]
pub(super) struct HullParts {
    pub(super) corners: Vec<usize>,
    /// Indices of corners.
    pub(super) edges: Vec<[u32; 2]>,
    /// Indices of corners.
    pub(super) faces: Vec<[u32; 3]>,
}

impl<V: Vector> Structure<V> {
    /// What at least one and at most `u32::MAX` points form.
    pub(super) fn of(points: &[V::Array<f32>]) -> Self {
        let numbers = |p: &V::Array<f32>| array_of(|j| if j < V::DIM { p[j] } else { 0.0 });
        let mut points: Vec<Point> = points.iter().map(|p| Point::new(numbers(p))).collect();
        sort_by(&mut points, &Point::compare);
        points.dedup_by(|a, b| a.compare(b) == Ordering::Equal);
        let mut parts = HullParts::of(&points);
        if V::IN_PLANE {
            parts.faces.clear();
        }
        let corner = |&i: &usize| V::array(|j| points[i].stored[j]);
        let (edge_directions, directions) = parts.directions(&points);
        let (first_neighbour, neighbours) = parts.neighbours();
        let corners: Box<[V::Array<f32>]> = parts.corners.iter().map(corner).collect();
        let reach = reach::<V>(&corners);
        let planes = FacePlanes::of(&corners, &parts.faces);
        let middle = middle::<V>(&corners);
        Self {
            middle,
            planes,
            columns: Columns::of(&corners),
            corners,
            edges: parts.edges.into(),
            edge_directions,
            directions,
            faces: parts.faces.into(),
            neighbours,
            first_neighbour,
            reach,
        }
    }
}

/// The greatest taxicab distance of a corner from the first one.
pub(super) fn reach<V: Vector>(corners: &[V::Array<f32>]) -> f64 {
    let distance = |x: &V::Array<f32>| {
        (0..V::DIM).fold(0.0, |sum, t| sum + (widen(x[t]) - widen(corners[0][t])).abs())
    };
    corners.iter().map(distance).fold(0.0, f64::larger)
}

/// The mean of the corners, rounded.
pub(super) fn middle<V: Vector>(corners: &[V::Array<f32>]) -> Vect<V, f64> {
    let sum = corners.iter().fold(Vect::<V, f64>::zero(), |sum, corner| sum + Vect::of(corner));
    sum * (1.0 / corners.len() as f64)
}

/// Up to this many corners a scan is as fast as a walk along edges.
const SCANNED: usize = 32;

impl<V: Vector> Structure<V> {
    /// A bound on the taxicab distance of a corner from zero.
    pub(crate) fn size(&self) -> f64 {
        self.columns.corner(0).norm1() + self.reach
    }

    /// The index of the corner furthest along a direction, up to rounding: a scan of few corners, and of many
    /// a walk along edges from `near`, each step to the highest neighbour. A walk may end lower than the
    /// highest corner by what rounding hides along its edges, so a bound takes a scan of its own.
    #[inline(always)]
    pub(crate) fn furthest(&self, direction: &V::Array<f64>, near: usize) -> usize {
        if self.corners.len() <= SCANNED {
            return self.columns.furthest(Vect(*direction));
        }
        self.furthest_by_walk(Vect(*direction), near)
    }

    fn furthest_by_walk(&self, direction: Vect<V, f64>, near: usize) -> usize {
        let height = |i: usize| direction.dot(self.columns.corner(i));
        let mut best = if near < self.corners.len() { near } else { 0 };
        let mut top = height(best);
        loop {
            let before = best;
            for &next in self.neighbours_of(best) {
                let at = height(next as usize);
                if at > top {
                    (best, top) = (next as usize, at);
                }
            }
            if best == before {
                return best;
            }
        }
    }

    /// The corners that edges join with a corner.
    pub(crate) fn neighbours_of(&self, corner: usize) -> &[u32] {
        let [from, to] = [corner, corner + 1].mapped(|i| self.first_neighbour[i] as usize);
        &self.neighbours[from..to]
    }
}

/// Hulls of more edges list a direction for each: comparing all with all would take longer than what
/// is gained.
const MOST_COMPARED: usize = 128;

/// Edges whose sine is above this are not parallel, whatever rounding did.
const CLEARLY_APART: f64 = 1e-9;

impl HullParts {
    /// For each edge the place of its direction, and for each direction the longest edge along it.
    fn directions(&self, points: &[Point]) -> (Box<[u32]>, Box<[u32]>) {
        let count = self.edges.len() as u32;
        if self.edges.len() > MOST_COMPARED {
            return ((0..count).collect(), (0..count).collect());
        }
        let ends =
            |edge: u32| self.edges[edge as usize].mapped(|end| &points[self.corners[end as usize]]);
        let vector = |edge: u32| {
            let [from, to] = ends(edge);
            [0, 1, 2].mapped(|j| to.wide[j] - from.wide[j])
        };
        let square = |x: [f64; 3]| x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        let may_be_parallel = |x: [f64; 3], y: [f64; 3]| {
            let cross = [0, 1, 2].mapped(|j| {
                let (k, l) = ((j + 1) % 3, (j + 2) % 3);
                x[k] * y[l] - x[l] * y[k]
            });
            square(cross) <= CLEARLY_APART * CLEARLY_APART * square(x) * square(y)
        };
        let (mut of_edges, mut directions) = (Vec::new(), Vec::<u32>::new());
        for edge in 0..count {
            let own = vector(edge);
            let known = directions.iter().position(|&other| {
                may_be_parallel(own, vector(other))
                    && orientation::are_parallel(ends(edge), ends(other))
            });
            let place = known.unwrap_or(directions.len());
            match directions.get_mut(place) {
                None => directions.push(edge),
                Some(other) if square(own) > square(vector(*other)) => *other = edge,
                Some(_) => {}
            }
            of_edges.push(place as u32);
        }
        (of_edges.into(), directions.into())
    }

    /// Where the neighbours of each corner begin, and the neighbours.
    fn neighbours(&self) -> (Box<[u32]>, Box<[u32]>) {
        let mut first = vec![0_u32; self.corners.len() + 1];
        for end in self.edges.as_flattened() {
            first[*end as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut neighbours = vec![0_u32; 2 * self.edges.len()];
        for &[from, to] in &self.edges {
            for (own, other) in [(from, to), (to, from)] {
                let place = &mut next[own as usize];
                neighbours[*place as usize] = other;
                *place += 1;
            }
        }
        (first.into(), neighbours.into())
    }

    /// What different points form that are sorted by coordinates.
    fn of(points: &[Point]) -> Self {
        // The first and the last are corners, whatever lies between.
        let last = points.len() - 1;
        if last == 0 {
            return Self { corners: vec![0], ..Self::default() };
        }
        let (a, b) = (&points[0], &points[last]);
        let line = (1..last).find_map(|i| {
            let seen = |&axis: &usize| orientation::turn(axis, a, b, &points[i]) != Ordering::Equal;
            [2, 0, 1].iter().copied().find(seen).map(|axis| (i, axis))
        });
        let Some((beside, axis)) = line else {
            return Self { corners: vec![0, last], edges: vec![[0, 1]], ..Self::default() };
        };
        let c = &points[beside];
        let above = (1..last).find(|&i| orientation::side(a, b, c, &points[i]) != Ordering::Equal);
        match above {
            None => polygon::around(points, axis),
            Some(above) => {
                let simplex = [0, last, beside, above];
                facets::merge(points, &surface::around(points, simplex), simplex)
            }
        }
    }
}
