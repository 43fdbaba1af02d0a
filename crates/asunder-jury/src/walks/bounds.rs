//! Bounding boxes and support distances in `f64`.

use crate::Shape;
use std::array::from_fn;

/// A bounding box of a bounded shape, perhaps slightly too large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<const D: usize> {
    low: [f64; D],
    high: [f64; D],
}

impl<const D: usize> Bounds<D> {
    /// The bounding box of a bounded shape.
    ///
    /// # Panics
    ///
    /// If the shape is unbounded.
    pub fn of(shape: &Shape<D>) -> Self {
        let (points, radius) = points(shape);
        let least = |i: usize| points.iter().fold(f64::INFINITY, |least, x| least.min(x[i]));
        let most = |i: usize| points.iter().fold(f64::NEG_INFINITY, |most, x| most.max(x[i]));
        // Vertices of rotated boxes are rounded here.
        let margin = |i: usize| radius + 1e-12 * (least(i).abs() + most(i).abs());
        Self { low: from_fn(|i| least(i) - margin(i)), high: from_fn(|i| most(i) + margin(i)) }
    }

    /// The box with a margin on each side.
    pub fn grown(&self, margin: f64) -> Self {
        Self { low: self.low.map(|x| x - margin), high: self.high.map(|x| x + margin) }
    }

    /// The bounding box of its sweep along a motion.
    pub fn swept(&self, motion: [f32; D]) -> Self {
        let motion = motion.map(f64::from);
        Self {
            low: from_fn(|i| self.low[i] + motion[i].min(0.0)),
            high: from_fn(|i| self.high[i] + motion[i].max(0.0)),
        }
    }

    /// Whether the two share a point.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..D).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
    }

    /// The largest number of the bounds.
    pub fn largest(&self) -> f64 {
        self.low.iter().chain(&self.high).fold(0.0, |most: f64, x| most.max(x.abs()))
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = [f64; D]> + '_ {
        (0..1 << D).map(|c| from_fn(|i| if c >> i & 1 == 1 { self.high[i] } else { self.low[i] }))
    }
}

/// The support function of a bounded shape along a direction.
pub(crate) fn support_distance<const D: usize>(shape: &Shape<D>, along: [f64; D]) -> f64 {
    let (points, radius) = points(shape);
    let height = |x: &[f64; D]| x.iter().zip(along).fold(0.0, |sum, (x, y)| sum + x * y);
    points.iter().map(height).fold(f64::NEG_INFINITY, f64::max) + radius
}

/// Points and a radius: the shape is the hull of balls about the points.
pub(crate) fn points<const D: usize>(shape: &Shape<D>) -> (Vec<[f64; D]>, f64) {
    let wide = |x: &[f32; D]| x.map(f64::from);
    let sums = |center: [f64; D], edges: [[f64; D]; D]| {
        let side = |c: usize, i: usize| if c >> i & 1 == 1 { 1.0 } else { -1.0 };
        let corner = move |c: usize| -> [f64; D] {
            from_fn(|j| (0..D).fold(center[j], |sum, i| sum + side(c, i) * edges[i][j]))
        };
        (0..1 << D).map(corner).collect()
    };
    match shape {
        Shape::Point(point) => (vec![wide(point)], 0.0),
        Shape::Sphere { center, radius } => (vec![wide(center)], f64::from(*radius)),
        Shape::Segment { a, b } => (vec![wide(a), wide(b)], 0.0),
        Shape::Capsule { a, b, radius } => (vec![wide(a), wide(b)], f64::from(*radius)),
        Shape::Triangle { a, b, c } => (vec![wide(a), wide(b), wide(c)], 0.0),
        Shape::Aabb { min, max } => {
            let corner =
                |c: usize| from_fn(|i| f64::from(if c >> i & 1 == 1 { max[i] } else { min[i] }));
            ((0..1 << D).map(corner).collect(), 0.0)
        }
        Shape::Obb { center, half_extents, rotation } => {
            let axes = rotation_axes::<D>(rotation.map(f64::from));
            let edges = from_fn(|i| axes[i].map(|x| x * f64::from(half_extents[i])));
            (sums(wide(center), edges), 0.0)
        }
        Shape::Parallelepiped { center, edges } => {
            (sums(wide(center), edges.each_ref().map(wide)), 0.0)
        }
        Shape::ConvexHull(points) => (points.iter().map(wide).collect(), 0.0),
        Shape::Plane { .. } | Shape::HalfSpace { .. } | Shape::Ray { .. } | Shape::Frustum(_) => {
            panic!("a {:?} has no end", shape.kind())
        }
    }
}

/// The axes of a rotation.
fn rotation_axes<const D: usize>([x, y, z, w]: [f64; 4]) -> [[f64; D]; D] {
    if D == 2 {
        let length = (x * x + y * y).sqrt();
        let (cos, sin) = (x / length, y / length);
        return from_fn(|i| from_fn(|j| [[cos, sin], [-sin, cos]][i % 2][j % 2]));
    }
    let square = x * x + y * y + z * z + w * w;
    let columns = [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z],
    ];
    from_fn(|i| from_fn(|j| columns[i % 3][j % 3] / square))
}
