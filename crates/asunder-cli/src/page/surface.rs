//! The surface of a level, for drawing: its triangles, and the edges at which it turns or ends.

use asunder::level::Parts as _;
use asunder::{Level, Shape, Vector};
use std::collections::BTreeMap;

/// The cosine of the least angle between two triangles at which the edge between them is drawn: 20 degrees.
const FLAT: f64 = 0.939_692_620_785_908_4;

/// Triangles and edges between vertices, each vertex once.
#[derive(Debug, Default)]
pub(crate) struct Surface<V> {
    pub(crate) vertices: Vec<V>,
    pub(crate) edges: Vec<[u32; 2]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// The triangles that have an edge.
#[derive(Clone, Copy, Debug)]
struct EdgeSides {
    count: usize,
    normal: [f64; 3],
    turns: bool,
}

/// The surface of a level that consists of triangles. The triangle of a part has the part's number.
pub(crate) fn of<V: Vector>(level: &Level<V>) -> Surface<V> {
    let mut surface = Surface { vertices: Vec::new(), edges: Vec::new(), triangles: Vec::new() };
    let mut numbers: BTreeMap<[u32; 3], u32> = BTreeMap::new();
    let mut sides: BTreeMap<[u32; 2], EdgeSides> = BTreeMap::new();
    for part in 0..level.part_count() as u32 {
        let Some(Shape::Triangle(triangle)) = level.part(part) else { continue };
        let corners = [triangle.a(), triangle.b(), triangle.c()];
        let indices = corners.map(|corner| {
            // Zeros of either sign are one place.
            let key = wide(corner).map(|x| (x as f32 + 0.0).to_bits());
            *numbers.entry(key).or_insert_with(|| {
                surface.vertices.push(corner);
                surface.vertices.len() as u32 - 1
            })
        });
        surface.triangles.push(indices);
        let normal = normal(corners.map(wide));
        for i in 0..3 {
            let (p, q) = (indices[i], indices[(i + 1) % 3]);
            let side = EdgeSides { count: 0, normal, turns: false };
            let known = sides.entry([p.min(q), p.max(q)]).or_insert(side);
            known.count += 1;
            known.turns |= dot(known.normal, normal).abs() < FLAT;
        }
    }
    let drawn = sides.into_iter().filter(|(_, side)| side.turns || side.count == 1);
    surface.edges = drawn.map(|(edge, _)| edge).collect();
    surface
}

/// A point in space; in the plane its last coordinate is zero.
fn wide<V: Vector>(point: V) -> [f64; 3] {
    let point = point.to_array();
    [0, 1, 2].map(|t| if t < V::DIM { f64::from(point[t]) } else { 0.0 })
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The unit normal of a triangle; zero of one without area.
fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let edge = |p: [f64; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    let (u, v) = (edge(b), edge(c));
    let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = dot(n, n).sqrt();
    if length > 0.0 { n.map(|x| x / length) } else { n }
}

#[cfg(test)]
mod tests {
    use super::of;
    use asunder::{Level3, Mesh3};

    /// Of a tent of two squares, the diagonals are not drawn; the ridge and the open edges are.
    #[test]
    fn edges_are_drawn_where_the_surface_turns_or_ends() {
        let vertices = [
            [0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [2.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
            [1.0, 1.0, 1.0],
            [2.0, 0.0, 1.0],
        ];
        let triangles = [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4]];
        let surface = of(&Level3::from(Mesh3::new(vertices, triangles)));
        assert_eq!((surface.vertices.len(), surface.triangles.len()), (6, 4));
        let corners = |i: u32| surface.vertices[i as usize].to_array();
        let edges: Vec<_> = surface.edges.iter().map(|edge| edge.map(corners)).collect();
        assert_eq!(edges.len(), 7, "{edges:?}");
        assert!(edges.contains(&[[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]), "the ridge: {edges:?}");
    }
}
