//! EPA: the face of a Minkowski difference nearest to zero, from the inside.
//!
//! The expanding polytope algorithm (van den Bergen 2001): a closed surface of triangles around zero, whose
//! vertices are vertices of `K = b - a`; the triangle nearest to zero is pushed out to the vertex of `K`
//! furthest along its normal, until there is none further. Cores of many edges have far more pairs of edges
//! than the surface has triangles.
//!
//! The result carries its proof. From below: along its normal each triangle lies beyond a height, so that no
//! triangle is nearer to zero than the least of those; the surface is closed by construction and turned
//! outwards, so that it goes around zero, and `K`, which is convex, contains the ball of that radius. From
//! above: the overlap along any one axis.

use super::polytope::{Core, lesser};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::query::gjk::{Corner, Simplex};
use crate::space::Vector;

/// The most vertices; hulls of a few hundred corners take fewer.
const VERTICES: usize = 96;

/// As many are room for cores of few corners, which then need not clear room for more.
const FEW_VERTICES: usize = 24;
/// The most corners of both cores for which that room is tried.
const FEW_CORNERS: usize = 32;

/// The axis of least overlap, as a direction from `a` to `b`, and a bound from below for the depth.
pub(super) struct Inside<V: Vector> {
    pub(super) axis: Vect<V, f64>,
    pub(super) least: f64,
}

/// A triangle of the surface.
#[derive(Clone, Copy)]
struct Face<V: Vector> {
    corners: [usize; 3],
    normal: Vect<V, f64>,
}

/// A vertex, and the corners of both cores that it is the difference of.
#[derive(Clone, Copy)]
struct SurfaceVertex<V: Vector> {
    at: Vect<V, f64>,
    corners: (usize, usize),
}

/// Room for a surface of so many vertices: it has fewer than twice as many triangles.
struct SurfaceRoom<V: Vector, const VERTICES: usize> {
    vertices: [SurfaceVertex<V>; VERTICES],
    faces: [[Face<V>; 2]; VERTICES],
    heights: [[f64; 2]; VERTICES],
    horizon: [(usize, usize); VERTICES],
}

impl<V: Vector, const VERTICES: usize> SurfaceRoom<V, VERTICES> {
    fn new() -> Self {
        let zero = Vect::zero();
        Self {
            vertices: [SurfaceVertex { at: zero, corners: (0, 0) }; VERTICES],
            faces: [[Face { corners: [0; 3], normal: zero }; 2]; VERTICES],
            heights: [[0.0; 2]; VERTICES],
            horizon: [(0, 0); VERTICES],
        }
    }

    fn surface(&mut self) -> ExpandingPolytope<'_, V> {
        ExpandingPolytope {
            vertices: &mut self.vertices,
            count: 0,
            faces: self.faces.as_flattened_mut(),
            heights: self.heights.as_flattened_mut(),
            face_count: 0,
            horizon: &mut self.horizon,
        }
    }
}

struct ExpandingPolytope<'r, V: Vector> {
    vertices: &'r mut [SurfaceVertex<V>],
    count: usize,
    faces: &'r mut [Face<V>],
    /// The least height of a corner of each triangle along its normal.
    heights: &'r mut [f64],
    face_count: usize,
    /// The edges between triangles that a vertex sees and that it does not.
    horizon: &'r mut [(usize, usize)],
}

impl<V: Vector> ExpandingPolytope<'_, V> {
    /// Adds a triangle; `None` if there is no room, or it has no normal.
    fn push(&mut self, corners: [usize; 3]) -> Option<()> {
        let [p, q, r] = corners.map(|i| self.vertices[i].at);
        let normal = (q - p).cross(r - p).unit()?;
        let height = [p, q, r].into_iter().fold(f64::INFINITY, |low, x| lesser(low, normal.dot(x)));
        *self.faces.get_mut(self.face_count)? = Face { corners, normal };
        self.heights[self.face_count] = height;
        self.face_count += 1;
        Some(())
    }

    /// The first of the triangles nearest to zero, and its height.
    fn nearest(&self) -> Option<(&Face<V>, f64)> {
        let heights = &self.heights[..self.face_count];
        let least = heights.iter().fold(f64::INFINITY, |least, &height| lesser(least, height));
        let face = heights.iter().position(|&height| height <= least)?;
        Some((&self.faces[face], least))
    }

    /// Replaces the triangles that a new vertex sees by those to their horizon.
    fn expand(&mut self, vertex: Vect<V, f64>, corners: (usize, usize), noise: f64) -> Option<()> {
        *self.vertices.get_mut(self.count)? = SurfaceVertex { at: vertex, corners };
        let own = self.count;
        self.count += 1;
        let mut edges = 0;
        let mut i = 0;
        while i < self.face_count {
            let Face { corners, normal } = self.faces[i];
            if !(normal.dot(vertex) > self.heights[i] + noise) {
                i += 1;
                continue;
            }
            self.face_count -= 1;
            self.faces[i] = self.faces[self.face_count];
            self.heights[i] = self.heights[self.face_count];
            for k in 0..3 {
                let edge = (corners[k], corners[(k + 1) % 3]);
                let known = &self.horizon[..edges];
                let back = known.iter().position(|&(from, to)| (to, from) == edge);
                if let Some(back) = back {
                    edges -= 1;
                    self.horizon[back] = self.horizon[edges];
                } else {
                    *self.horizon.get_mut(edges)? = edge;
                    edges += 1;
                }
            }
        }
        for k in 0..edges {
            let (from, to) = self.horizon[k];
            self.push([from, to, own])?;
        }
        Some(())
    }
}

/// The axis of least overlap of two cores in space, given a tetrahedron of `K` around zero. `None` where
/// rounding leaves the surface without a face to push out, or there are too many.
pub(super) fn inside<V: Vector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    simplex: &Simplex<V>,
    noise: f64,
) -> Option<Inside<V>> {
    if simplex.count != 4 || V::EDGES == 0 {
        return None;
    }
    if a.corner_count() + b.corner_count() <= FEW_CORNERS {
        let mut room = SurfaceRoom::<V, FEW_VERTICES>::new();
        let found = expanded(a, b, simplex, noise, room.surface());
        if found.is_some() {
            return found;
        }
    }
    let mut room = SurfaceRoom::<V, VERTICES>::new();
    expanded(a, b, simplex, noise, room.surface())
}

/// As [`inside`], from a surface of no triangles; `None` also where it has no room for enough.
#[inline(never)]
fn expanded<V: Vector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    simplex: &Simplex<V>,
    noise: f64,
    mut surface: ExpandingPolytope<'_, V>,
) -> Option<Inside<V>> {
    for (own, corner) in surface.vertices.iter_mut().zip(simplex.corners) {
        if let Corner::Vertex(i, j) = corner {
            own.corners = (i, j);
        }
    }
    let [p, q, r, s] = simplex.points.map(Vect);
    for (own, at) in surface.vertices.iter_mut().zip([p, q, r, s]) {
        own.at = at;
    }
    surface.count = 4;
    let volume = (q - p).cross(r - p).dot(s - p);
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    for [i, j, k] in faces {
        surface.push(if volume > 0.0 { [i, j, k] } else { [i, k, j] })?;
    }
    loop {
        let (Face { corners, normal }, height) = surface.nearest()?;
        let (normal, back) = (*normal, -*normal);
        // Hulls are walked from a corner of the triangle, which is near.
        let (i, j) = surface.vertices[corners[2]].corners;
        let (i, j) = (a.furthest_from(&back.0, i), b.furthest_from(&normal.0, j));
        let vertex = Vect(b.corner(j)) - Vect(a.corner(i));
        if !(normal.dot(vertex) - height > noise) {
            // `K` reaches `height` along `normal`: `a` is parted by moving it against this, which puts `b`
            // beyond `a` the other way round.
            return Some(Inside { axis: back, least: (height - noise).larger(0.0) });
        }
        surface.expand(vertex, (i, j), noise)?;
    }
}
