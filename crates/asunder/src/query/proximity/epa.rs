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

/// The most vertices and triangles; hulls of a few hundred corners take fewer.
const VERTICES: usize = 96;
const FACES: usize = 192;
/// The most edges between triangles that a vertex sees and that it does not.
const HORIZON: usize = 64;

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

struct ExpandingPolytope<V: Vector> {
    vertices: [Vect<V, f64>; VERTICES],
    /// The corners of both cores that the vertices are differences of.
    corners: [(usize, usize); VERTICES],
    count: usize,
    faces: [Face<V>; FACES],
    /// The least height of a corner of each triangle along its normal.
    heights: [f64; FACES],
    face_count: usize,
}

impl<V: Vector> ExpandingPolytope<V> {
    /// Adds a triangle; `None` if there is no room, or it has no normal.
    fn push(&mut self, corners: [usize; 3]) -> Option<()> {
        let [p, q, r] = corners.map(|i| self.vertices[i]);
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
        *self.vertices.get_mut(self.count)? = vertex;
        self.corners[self.count] = corners;
        let own = self.count;
        self.count += 1;
        let mut horizon = [(0, 0); HORIZON];
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
                let back = horizon[..edges].iter().position(|&(from, to)| (to, from) == edge);
                if let Some(back) = back {
                    edges -= 1;
                    horizon[back] = horizon[edges];
                } else {
                    *horizon.get_mut(edges)? = edge;
                    edges += 1;
                }
            }
        }
        horizon[..edges].iter().try_for_each(|&(from, to)| self.push([from, to, own]))
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
    let zero = Vect::zero();
    let blank = Face { corners: [0; 3], normal: zero };
    let mut surface = ExpandingPolytope::<V> {
        vertices: [zero; VERTICES],
        corners: [(0, 0); VERTICES],
        count: 4,
        faces: [blank; FACES],
        heights: [0.0; FACES],
        face_count: 0,
    };
    for (own, corner) in surface.corners.iter_mut().zip(simplex.corners) {
        if let Corner::Vertex(i, j) = corner {
            *own = (i, j);
        }
    }
    let [p, q, r, s] = simplex.points.map(Vect);
    surface.vertices[..4].copy_from_slice(&[p, q, r, s]);
    let volume = (q - p).cross(r - p).dot(s - p);
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    for [i, j, k] in faces {
        surface.push(if volume > 0.0 { [i, j, k] } else { [i, k, j] })?;
    }
    loop {
        let (Face { corners, normal }, height) = surface.nearest()?;
        let (normal, back) = (*normal, -*normal);
        // Hulls are walked from a corner of the triangle, which is near.
        let (i, j) = surface.corners[corners[2]];
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
