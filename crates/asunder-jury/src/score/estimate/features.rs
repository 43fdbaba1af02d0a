//! The features of a shape in `f64`.

use crate::{Frustum, Shape};
use std::array::from_fn;

/// The features of the hull of points, grown by a radius, or of a plane or half-space.
#[derive(Clone, Debug, Default)]
pub(super) struct FloatFeatures<const D: usize> {
    pub(super) points: Vec<[f64; D]>,
    /// A point of each edge, and its unit direction.
    pub(super) edges: Vec<([f64; D], [f64; D])>,
    /// Of any length.
    pub(super) normals: Vec<[f64; D]>,
    radius: f64,
    bound: Option<UnboundedPart<D>>,
}

/// An unbounded part of a shape.
#[derive(Clone, Copy, Debug)]
enum UnboundedPart<const D: usize> {
    /// The shape is unbounded along this direction.
    Ray([f64; D]),
    /// It is the plane of this unit normal and offset.
    Plane([f64; D], f64),
    /// It is everything behind that plane.
    HalfSpace([f64; D], f64),
}

/// Unit directions whose cosine is at most this are perpendicular, except for rounding.
const PERPENDICULAR: f64 = 1e-12;

impl<const D: usize> FloatFeatures<D> {
    /// The features of a shape; `None` for a frustum given by planes, whose vertices are unknown.
    pub(super) fn of(shape: &Shape<D>) -> Option<Self> {
        let wide = |v: &[f32; D]| v.map(f64::from);
        Some(match shape {
            Shape::Point(point) => Self::hull(&[wide(point)]),
            Shape::Sphere { center, radius } => {
                Self { radius: f64::from(*radius), ..Self::hull(&[wide(center)]) }
            }
            Shape::Aabb { min, max } => {
                let (min, max) = (wide(min), wide(max));
                let half: [f64; D] = from_fn(|i| (max[i] - min[i]) / 2.0);
                let center = from_fn(|i| min[i] + half[i]);
                Self::parallelepiped(
                    center,
                    from_fn(|i| from_fn(|j| if i == j { half[i] } else { 0.0 })),
                )
            }
            Shape::Obb { center, half_extents, rotation } => {
                let axes = axes(rotation.map(f64::from));
                Self::parallelepiped(
                    wide(center),
                    from_fn(|i| times(axes[i], f64::from(half_extents[i]))),
                )
                .with_normals(&axes)
            }
            Shape::Plane { normal, offset } => {
                let (normal, offset) = unit_plane(wide(normal), *offset)?;
                Self::bounded_by(UnboundedPart::Plane(normal, offset), normal)
            }
            Shape::HalfSpace { normal, offset } => {
                let (normal, offset) = unit_plane(wide(normal), *offset)?;
                Self::bounded_by(UnboundedPart::HalfSpace(normal, offset), normal)
            }
            Shape::Segment { a, b } => Self::hull(&[wide(a), wide(b)]),
            Shape::Ray { origin, direction } => {
                let (origin, direction) = (wide(origin), unit(wide(direction))?);
                Self {
                    points: vec![origin],
                    edges: vec![(origin, direction)],
                    normals: across(direction).into_iter().collect(),
                    bound: Some(UnboundedPart::Ray(direction)),
                    ..Self::default()
                }
            }
            Shape::Capsule { a, b, radius } => {
                Self { radius: f64::from(*radius), ..Self::hull(&[wide(a), wide(b)]) }
            }
            Shape::Triangle { a, b, c } => Self::hull(&[wide(a), wide(b), wide(c)]),
            Shape::Parallelepiped { center, edges } => {
                Self::parallelepiped(wide(center), edges.map(|edge| wide(&edge)))
            }
            Shape::ConvexHull(points) => Self::hull(&points.iter().map(wide).collect::<Vec<_>>()),
            Shape::Frustum(Frustum::Perspective { origin, rotation, slopes, near, far }) => {
                let axes: [[f64; D]; D] = axes(rotation.map(f64::from));
                let corner = |index: usize| {
                    let depth = f64::from(if index & 4 == 0 { *near } else { *far });
                    let x = f64::from(slopes[index & 1]) * depth;
                    let y = f64::from(slopes[2 + (index >> 1 & 1)]) * depth;
                    let own = [x, y, -depth];
                    (0..D).fold(wide(origin), |sum, i| plus(sum, times(axes[i], own[i])))
                };
                Self::hull(&(0..8).map(corner).collect::<Vec<_>>())
            }
            Shape::Frustum(Frustum::HalfSpaces(_) | Frustum::Projection { .. }) => return None,
        })
    }

    /// The hull of a few points: any two may span an edge, and any three a face.
    fn hull(points: &[[f64; D]]) -> Self {
        let mut edges: Vec<([f64; D], [f64; D])> = Vec::new();
        let mut normals = Vec::new();
        for (i, p) in points.iter().enumerate() {
            for (j, q) in points.iter().enumerate().skip(i + 1) {
                let Some(along) = unit(minus(*q, *p)) else { continue };
                edges.push((*p, along));
                normals.extend(across(along));
                if D == 3 {
                    let third = points.iter().skip(j + 1);
                    normals.extend(third.map(|r| cross(along, minus(*r, *p))));
                }
            }
        }
        Self { points: points.to_vec(), edges, normals, ..Self::default() }
    }

    /// A parallelepiped by its center and half of each edge.
    fn parallelepiped(center: [f64; D], half_edges: [[f64; D]; D]) -> Self {
        let corner = |index: usize| {
            half_edges.iter().enumerate().fold(center, |sum, (i, edge)| {
                if index >> i & 1 == 0 { minus(sum, *edge) } else { plus(sum, *edge) }
            })
        };
        let points: Vec<[f64; D]> = (0..1 << D).map(corner).collect();
        let mut edges = Vec::new();
        let mut normals = Vec::new();
        for (i, edge) in half_edges.iter().enumerate() {
            let Some(along) = unit(*edge) else { continue };
            let starts = points.iter().enumerate().filter(|(index, _)| index >> i & 1 == 0);
            edges.extend(starts.map(|(_, start)| (*start, along)));
            normals.extend(across(along));
            if D == 3 {
                normals.extend(half_edges[i + 1..].iter().map(|other| cross(along, *other)));
            }
        }
        Self { points, edges, normals, ..Self::default() }
    }

    /// The same with given normals, as some of its edges may be zero.
    fn with_normals(self, normals: &[[f64; D]; D]) -> Self {
        Self { normals: normals.to_vec(), ..self }
    }

    fn bounded_by(bound: UnboundedPart<D>, normal: [f64; D]) -> Self {
        Self { normals: vec![normal], bound: Some(bound), ..Self::default() }
    }

    /// Puts the origin at `place`.
    pub(super) fn translate(&mut self, place: [f64; D]) {
        let starts = self.edges.iter_mut().map(|(start, _)| start);
        for point in self.points.iter_mut().chain(starts) {
            *point = minus(*point, place);
        }
        match &mut self.bound {
            None | Some(UnboundedPart::Ray(_)) => {}
            Some(
                UnboundedPart::Plane(normal, offset) | UnboundedPart::HalfSpace(normal, offset),
            ) => {
                *offset -= dot(*normal, place);
            }
        }
    }

    /// The projection on a unit axis: an interval.
    pub(super) fn interval(&self, axis: [f64; D]) -> [f64; 2] {
        let [mut min, mut max] = [f64::INFINITY, f64::NEG_INFINITY];
        for point in &self.points {
            let along = dot(axis, *point);
            if along - self.radius < min {
                min = along - self.radius;
            }
            if along + self.radius > max {
                max = along + self.radius;
            }
        }
        let everything = [f64::NEG_INFINITY, f64::INFINITY];
        match self.bound {
            None => [min, max],
            Some(UnboundedPart::Ray(direction)) => {
                let slope = dot(axis, direction);
                if slope > PERPENDICULAR {
                    [min, f64::INFINITY]
                } else if slope < -PERPENDICULAR {
                    [f64::NEG_INFINITY, max]
                } else {
                    [min, max]
                }
            }
            Some(
                UnboundedPart::Plane(normal, offset) | UnboundedPart::HalfSpace(normal, offset),
            ) => {
                let slope = dot(axis, normal);
                let side = minus(axis, times(normal, slope));
                if dot(side, side) > PERPENDICULAR * PERPENDICULAR {
                    return everything;
                }
                let half = matches!(self.bound, Some(UnboundedPart::HalfSpace(..)));
                match (half, slope > 0.0) {
                    (false, true) => [offset, offset],
                    (false, false) => [-offset, -offset],
                    (true, true) => [f64::NEG_INFINITY, offset],
                    (true, false) => [-offset, f64::INFINITY],
                }
            }
        }
    }

    /// The bounding radius from the mean of its points; 0 without points.
    pub(super) fn bounding_radius(&self) -> f64 {
        let count = self.points.len() as f64;
        let sum = self.points.iter().fold([0.0; D], |sum, point| plus(sum, *point));
        let middle = sum.map(|x| x / count);
        let lengths = self.points.iter().map(|point| {
            let way = minus(*point, middle);
            dot(way, way).sqrt()
        });
        lengths.fold(0.0, |most, length| if length > most { length } else { most }) + self.radius
    }
}

/// In 2D, across a direction.
fn across<const D: usize>(along: [f64; D]) -> Option<[f64; D]> {
    (D == 2).then(|| from_fn(|i| if i == 0 { -along[1] } else { along[0] }))
}

fn unit_plane<const D: usize>(normal: [f64; D], offset: f32) -> Option<([f64; D], f64)> {
    let length = dot(normal, normal).sqrt();
    Some((unit(normal)?, f64::from(offset) / length))
}

/// The axes of a rotation as shapes store it, of any length but 0.
fn axes<const D: usize>(rotation: [f64; 4]) -> [[f64; D]; D] {
    let [x, y, z, w] = rotation;
    if D == 2 {
        let length = (x * x + y * y).sqrt();
        let rows = [[x / length, y / length], [-y / length, x / length]];
        return from_fn(|i| from_fn(|j| rows[i][j]));
    }
    let square = x * x + y * y + z * z + w * w;
    let rows = [
        [x * x + w * w - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), y * y + w * w - x * x - z * z, 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), z * z + w * w - x * x - y * y],
    ];
    from_fn(|i| from_fn(|j| rows[i][j] / square))
}

pub(super) fn unit<const D: usize>(v: [f64; D]) -> Option<[f64; D]> {
    let length = dot(v, v).sqrt();
    (length > 0.0).then(|| v.map(|x| x / length))
}

pub(super) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
}

pub(super) fn minus<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    from_fn(|i| a[i] - b[i])
}

fn plus<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    from_fn(|i| a[i] + b[i])
}

pub(super) fn times<const D: usize>(a: [f64; D], factor: f64) -> [f64; D] {
    a.map(|x| x * factor)
}

/// The cross product, in 3D only.
pub(super) fn cross<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        a[j] * b[k] - a[k] * b[j]
    })
}
