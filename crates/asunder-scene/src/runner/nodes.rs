//! Which triangle of a level something is about, and which node of its file that belongs to.

use asunder::level::Parts;
use asunder::{Aabb, Level, Shape, Vector};

/// The nodes of a file whose triangles are a level, in its order.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelNodes {
    /// The first triangle of each, and its name.
    starts: Vec<(u32, String)>,
}

impl LevelNodes {
    /// The nodes, each with the number of its triangles.
    pub(super) fn new(nodes: impl IntoIterator<Item = (String, usize)>) -> Self {
        let mut first = 0_u32;
        let starts = nodes.into_iter().map(|(name, triangles)| {
            let start = (first, name);
            first = first.saturating_add(triangles as u32);
            start
        });
        Self { starts: starts.collect() }
    }

    /// The name of the node that a triangle belongs to.
    pub(super) fn node(&self, triangle: u32) -> &str {
        let after = self.starts.partition_point(|(first, _)| *first <= triangle);
        self.starts[..after].last().map_or("", |(_, name)| name.as_str())
    }
}

/// The triangle at a point of a level's surface: of those there, the one whose normal is nearest to a
/// direction; of several, the first. `None` if the point is far from all.
///
/// The point of an event is rounded, so that no triangle may hold it exactly: they are looked for in a box
/// around it, which grows.
#[must_use]
pub fn triangle_at<V: Vector>(level: &Level<V>, point: V, normal: V) -> Option<u32> {
    let at = point.to_array();
    let size = (0..V::DIM).fold(1e-30_f32, |size, i| size.max(at[i].abs()));
    let (mut around, mut near) = (size / 1e6, Vec::new());
    while near.is_empty() && around < size {
        let (min, max) = (V::array(|i| at[i] - around), V::array(|i| at[i] + around));
        near = level.parts_intersecting(&Aabb::<V>::try_new(min, max).ok()?);
        around *= 8.0;
    }
    let mut best: Option<(f64, u32)> = None;
    for number in near {
        let across = level.part(number).and_then(|shape| normal_of(&shape)).map_or(0.0, |face| {
            let towards = normal.to_array();
            (0..V::DIM).map(|i| face[i] * f64::from(towards[i])).sum::<f64>().abs()
        });
        // Within rounding the first one counts.
        if best.is_none_or(|(most, _)| across > most + 1e-5) {
            best = Some((across, number));
        }
    }
    best.map(|(_, number)| number)
}

/// The unit normal of a triangle in space; `None` of any other shape, and of a triangle without area.
fn normal_of<V: Vector>(shape: &Shape<V>) -> Option<[f64; 3]> {
    let Shape::Triangle(triangle) = shape else { return None };
    if V::DIM != 3 {
        return None;
    }
    let wide = |v: V| -> [f64; 3] {
        let numbers = v.to_array();
        [0, 1, 2].map(|i| f64::from(numbers[i]))
    };
    let (a, b, c) = (wide(triangle.a()), wide(triangle.b()), wide(triangle.c()));
    let edge = |p: [f64; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    let (u, v) = (edge(b), edge(c));
    let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    (length > 0.0).then(|| n.map(|x| x / length))
}
