//! Meshes whose surface is known, and shapes of every kind near them.

use crate::judged::Space;
use asunder::glam::Vec3;
use asunder::{Mesh, Mesh3, Shape};
use asunder_jury::{self as jury, Kind, Points, Rng};

/// Vertices and triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub(crate) vertices: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Surface {
    pub(crate) fn mesh(&self) -> Mesh3 {
        Mesh::<Vec3>::new(self.vertices.clone(), self.triangles.clone())
    }

    pub(crate) fn map(mut self, map: impl Fn([f32; 3]) -> [f32; 3]) -> Self {
        self.vertices.iter_mut().for_each(|vertex| *vertex = map(*vertex));
        self
    }

    /// Adds the quad whose corners go around it, as two triangles.
    pub(crate) fn quad(&mut self, corners: [[f32; 3]; 4]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
}

/// `count` by `count` quads over a square around the origin, of a height.
pub(crate) fn grid(count: u32, spacing: f32, height: impl Fn(i32, i32) -> f32) -> Surface {
    let mut surface = Surface::default();
    let middle = count as i32 / 2;
    for row in 0..=count as i32 {
        for column in 0..=count as i32 {
            let (x, z) = (column - middle, row - middle);
            surface.vertices.push([x as f32 * spacing, height(x, z), z as f32 * spacing]);
        }
    }
    for row in 0..count {
        for column in 0..count {
            let at = row * (count + 1) + column;
            let [a, b, c, d] = [at, at + 1, at + count + 2, at + count + 1];
            // Counterclockwise seen from above; the diagonals differ.
            let pair = if (row + column) % 2 == 0 {
                [[a, c, b], [a, d, c]]
            } else {
                [[a, d, b], [b, d, c]]
            };
            surface.triangles.extend(pair);
        }
    }
    surface
}

pub(crate) fn tetrahedron(corners: [[f32; 3]; 4]) -> Surface {
    Surface {
        vertices: corners.to_vec(),
        triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    }
}

/// The surface of the box between two corners: each face two triangles with vertices of their own.
pub(crate) fn cube(min: [f32; 3], max: [f32; 3]) -> Surface {
    let mut surface = Surface::default();
    for axis in 0..3 {
        for (side, end) in [min, max].iter().enumerate() {
            let corner = |u: usize, v: usize| {
                let mut corner = [0.0; 3];
                corner[axis] = end[axis];
                corner[(axis + 1) % 3] = [min, max][u][(axis + 1) % 3];
                corner[(axis + 2) % 3] = [min, max][v][(axis + 2) % 3];
                corner
            };
            let around = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            let [a, b, c, d] = around;
            surface.quad(if side == 1 { around } else { [a, d, c, b] });
        }
    }
    surface
}

/// An octahedron whose triangles were divided in four so many times, about a sphere around the origin; its
/// vertices are multiples of 2⁻¹⁰, all of them shared.
pub(crate) fn icosphere(divisions: usize, radius: impl Fn([f64; 3]) -> f64) -> Surface {
    let mut points: Vec<[f64; 3]> = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut point = [0.0; 3];
            point[axis] = sign;
            points.push(point);
        }
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for x in [0, 1] {
        for y in [2, 3] {
            for z in [4, 5] {
                let outward = (x + (y - 2) + (z - 4)) % 2 == 0;
                triangles.push(if outward { [x, y, z] } else { [x, z, y] });
            }
        }
    }
    for _ in 0..divisions {
        let mut middles = std::collections::BTreeMap::new();
        let mut divided = Vec::new();
        for [a, b, c] in triangles {
            let mut middle = |p: u32, q: u32| {
                *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
                    let [p, q] = [points[p as usize], points[q as usize]];
                    let sum: [f64; 3] = std::array::from_fn(|t| p[t] + q[t]);
                    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
                    points.push(sum.map(|x| x / length));
                    points.len() as u32 - 1
                })
            };
            let [p, q, r] = [middle(a, b), middle(b, c), middle(c, a)];
            divided.extend([[a, p, r], [p, b, q], [r, q, c], [p, q, r]]);
        }
        triangles = divided;
    }
    let vertices = points.iter().map(|point| {
        let radius = radius(*point);
        point.map(|x| ((x * radius * 1024.0).round() / 1024.0) as f32)
    });
    Surface { vertices: vertices.collect(), triangles }
}

/// A sphere of radius four.
pub(crate) fn sphere(divisions: usize) -> Surface {
    icosphere(divisions, |_| 4.0)
}

/// A closed surface with hills and hollows, around the origin.
pub(crate) fn bumpy(divisions: usize) -> Surface {
    icosphere(divisions, |[x, y, z]| {
        4.0 + 2.0 * x * y * 2.0 + z * z * z + 0.5 * ((x * 64.0).floor() % 2.0)
    })
}

/// Where a shape that is drawn about the origin is meant to be, and in which steps its numbers lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<const D: usize> {
    pub(crate) at: [f32; D],
    pub(crate) size: f32,
    /// Whether all numbers are multiples of a quarter of the size.
    pub(crate) whole: bool,
}

/// A shape of a kind about a place, of about its size.
pub(crate) fn shape_at<const D: usize, V: Space<D>>(
    kind: Kind,
    place: Place<D>,
    rng: &mut Rng,
) -> Shape<V> {
    V::shape(&judged_shape_at(kind, place, rng))
}

/// The same, as the jury writes it.
pub(crate) fn judged_shape_at<const D: usize>(
    kind: Kind,
    place: Place<D>,
    rng: &mut Rng,
) -> jury::Shape<D> {
    let Place { at, size, whole } = place;
    let mut number = |low: f64, high: f64| {
        let x = rng.between(low, high);
        (if whole { (x * 4.0).round() / 4.0 } else { x }) as f32
    };
    let mut vector = |reach: f64| -> [f32; D] { std::array::from_fn(|_| number(-reach, reach)) };
    let near = |offset: [f32; D]| -> [f32; D] { std::array::from_fn(|t| at[t] + size * offset[t]) };
    let unit = |mut v: [f32; D]| {
        if v.iter().all(|x| *x == 0.0) {
            v[0] = 1.0;
        }
        v
    };
    let (p, q, r) = (vector(1.0), vector(1.5), vector(1.5));
    let (turn, steps) = (vector(1.0), vector(1.0).map(|x| size * x.abs()));
    let on_plane = |normal: [f32; D]| {
        let p = near(p);
        (0..D).map(|t| f64::from(normal[t]) * f64::from(p[t])).sum::<f64>() as f32
    };
    match kind {
        Kind::Point => jury::Shape::Point(near(p)),
        Kind::Sphere => jury::Shape::Sphere { center: near(p), radius: steps[0] },
        Kind::Aabb => {
            let min = near(p);
            jury::Shape::Aabb { min, max: std::array::from_fn(|t| min[t] + steps[t]) }
        }
        Kind::Obb => {
            let turn = unit(turn);
            let rotation = if D == 2 {
                [turn[0], turn[1], 0.0, 0.0]
            } else {
                [turn[0], turn[1], turn[D - 1], q[0]]
            };
            jury::Shape::Obb { center: near(p), half_extents: steps, rotation }
        }
        Kind::Plane => jury::Shape::Plane { normal: unit(q), offset: on_plane(unit(q)) },
        Kind::HalfSpace => jury::Shape::HalfSpace { normal: unit(q), offset: on_plane(unit(q)) },
        Kind::Segment => jury::Shape::Segment { a: near(p), b: near(q) },
        Kind::Ray => jury::Shape::Ray { origin: near(p), direction: unit(q).map(|x| x * size) },
        Kind::Capsule => jury::Shape::Capsule { a: near(p), b: near(q), radius: steps[0] },
        Kind::Triangle => jury::Shape::Triangle { a: near(p), b: near(q), c: near(r) },
        Kind::Parallelepiped => {
            let edges = std::array::from_fn(|i| [q, r, turn][i % 3].map(|x| x * size));
            jury::Shape::Parallelepiped { center: near(p), edges }
        }
        Kind::ConvexHull => {
            let points = [p, q, r, turn, [0.0; D]].map(near);
            jury::Shape::ConvexHull(Points::new(&points))
        }
        Kind::Frustum => {
            // The box between two corners, one side of it slanted.
            let min = near(p);
            let max: [f32; D] = std::array::from_fn(|t| min[t] + steps[t] + size);
            let mut planes = Vec::new();
            for t in 0..D {
                let mut normal = [0.0; D];
                normal[t] = 1.0;
                planes.push((normal, max[t]));
                planes.push((normal.map(|x: f32| -x), -min[t]));
            }
            planes[0].0[1] = 0.5;
            planes[0].1 = (max[0] + 0.5 * max[1]).next_up();
            jury::Shape::Frustum(jury::Frustum::HalfSpaces(jury::Planes::new(&planes)))
        }
    }
}
