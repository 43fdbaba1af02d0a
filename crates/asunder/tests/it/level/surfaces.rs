//! Meshes whose surface is known.

use asunder::glam::Vec3;
use asunder::{Mesh, Mesh3};
use asunder_jury::Rng;

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

/// Closed surfaces around the origin whose vertices are multiples of 2⁻¹⁰, as are their edges' middles.
pub(crate) fn closed() -> [Surface; 5] {
    let corners = [[4.0, 4.0, 4.0], [-5.0, -4.0, 4.5], [4.0, -4.25, -4.0], [-4.0, 4.0, -4.0]];
    let wide = |[x, y, z]: [f32; 3]| [x * 64.0, y, z * 0.5];
    [
        tetrahedron(corners),
        cube([-3.0, -1.0, -2.0], [1.0, 2.0, 4.0]),
        sphere(3),
        bumpy(3),
        sphere(2).map(wide),
    ]
}

/// The ray of a turn from an inner point of a closed surface, exactly through a vertex or the middle of an edge,
/// or through what is next to one: its origin and its direction.
pub(crate) fn outward(surface: &Surface, turn: usize, rng: &mut Rng) -> [[f32; 3]; 2] {
    let step = |rng: &mut Rng| ((rng.between(-0.25, 0.25) * 256.0).round() / 256.0) as f32;
    let from = if turn.is_multiple_of(4) { [0.0; 3] } else { [0.0; 3].map(|_| step(rng)) };
    let triangle = surface.triangles[rng.below(surface.triangles.len())];
    let [a, b, c] = triangle.map(|index| surface.vertices[index as usize]);
    let to: [f32; 3] = match turn % 3 {
        0 => a,
        1 => std::array::from_fn(|t| (a[t] + b[t]) / 2.0),
        _ => {
            let (u, v) = (rng.between(0.0, 1.0) as f32, rng.between(0.0, 0.01) as f32);
            std::array::from_fn(|t| a[t] + (b[t] - a[t]) * u + (c[t] - a[t]) * v)
        }
    };
    [from, std::array::from_fn(|t| to[t] - from[t])]
}
