//! The features of a shape in `f64`, by which it is aimed: vertices, edges, normals, rays and a radius.

use super::frustum;
use super::polyhedron::{Polyhedron, cross, dot};
use super::rotation::{axes, direction, identity, normalized};
use crate::{Rng, Shape};
use std::array::from_fn;

/// The cosine below which directions count as perpendicular.
const PERPENDICULAR: f64 = 1e-9;

/// The features of a shape: the convex hull of corners, plus rays and lines, grown by a radius.
#[derive(Clone, Debug)]
pub(super) struct Features<const D: usize> {
    corners: Vec<[f64; D]>,
    rays: Vec<[f64; D]>,
    lines: Vec<[f64; D]>,
    radius: f64,
    /// Unit vectors along edges.
    edges: Vec<[f64; D]>,
    /// Unit normals of faces, of either sign, and of a flat shape's sides.
    normals: Vec<[f64; D]>,
}

impl<const D: usize> Features<D> {
    /// The features of a shape; without corners, its points nearest to `near` take their place.
    pub(super) fn new(shape: &Shape<D>, near: [f64; D]) -> Self {
        match *shape {
            Shape::Point(point) => Self::of_points(&[point], 0.0),
            Shape::Sphere { center, radius } => Self::of_points(&[center], radius),
            Shape::Aabb { min, max } => Self::of_box(
                |k, sign| f64::from(if sign < 0.0 { min[k] } else { max[k] }),
                axes(identity::<D>()),
                [0.0; D],
            ),
            Shape::Obb { center, half_extents, rotation } => {
                let axes = axes::<D>(rotation.map(f64::from));
                Self::of_box(
                    |k, sign| f64::from(half_extents[k]) * sign,
                    axes.map(|axis| normalized(axis).unwrap_or(axis)),
                    center.map(f64::from),
                )
            }
            Shape::Plane { normal, offset } => {
                let normal = normal.map(f64::from);
                let planes =
                    [(normal, f64::from(offset)), (normal.map(|x| -x), f64::from(-offset))];
                Self::of_planes(&planes, near)
            }
            Shape::HalfSpace { normal, offset } => {
                Self::of_planes(&[(normal.map(f64::from), f64::from(offset))], near)
            }
            Shape::Segment { a, b } => Self::of_points(&[a, b], 0.0),
            Shape::Ray { origin, direction } => {
                let direction = direction.map(f64::from);
                let mut features = Self::of_points(&[origin], 0.0);
                features.rays.extend(normalized(direction));
                features.edges.extend(normalized(direction));
                features.with_sides()
            }
            Shape::Capsule { a, b, radius } => Self::of_points(&[a, b], radius),
            Shape::Triangle { a, b, c } => Self::of_points(&[a, b, c], 0.0),
            Shape::Parallelepiped { center, edges } => Self::of_box(
                |_, sign| sign,
                edges.map(|edge| edge.map(f64::from)),
                center.map(f64::from),
            ),
            Shape::ConvexHull(points) => Self::of_points(&points, 0.0),
            Shape::Frustum(frustum) => Self::of_planes(&frustum::half_spaces(&frustum), near),
        }
    }

    fn of_planes(planes: &[([f64; D], f64)], near: [f64; D]) -> Self {
        let Polyhedron { mut corners, rays, lines } = Polyhedron::new(planes, near);
        if corners.is_empty() {
            corners.push(near);
        }
        let normals: Vec<_> = planes.iter().filter_map(|(normal, _)| normalized(*normal)).collect();
        let mut edges = rays.clone();
        if D == 3 {
            for (i, u) in normals.iter().enumerate() {
                edges.extend(normals[..i].iter().filter_map(|v| normalized(cross(*u, *v))));
            }
        } else {
            edges.extend(normals.iter().map(|normal| perpendicular(*normal)));
        }
        Self { corners, rays, lines, radius: 0.0, edges, normals }
    }

    /// A box, or its image: the corners are `center + Σ reach(k, ±1) · axes[k]`.
    fn of_box(reach: impl Fn(usize, f64) -> f64, axes: [[f64; D]; D], center: [f64; D]) -> Self {
        let corners = (0..1_u32 << D).map(|bits| {
            (0..D).fold(center, |corner, k| {
                let reach = reach(k, if bits >> k & 1 == 1 { 1.0 } else { -1.0 });
                from_fn(|i| corner[i] + reach * axes[k][i])
            })
        });
        let edges: Vec<_> = axes.into_iter().filter_map(normalized).collect();
        let mut normals = Vec::new();
        if D == 3 {
            for (i, u) in edges.iter().enumerate() {
                normals.extend(edges[..i].iter().filter_map(|v| normalized(cross(*u, *v))));
            }
        }
        let corners = corners.collect();
        let features =
            Self { corners, rays: Vec::new(), lines: Vec::new(), radius: 0.0, edges, normals };
        features.with_sides()
    }

    /// The hull of points, grown by a radius.
    fn of_points(points: &[[f32; D]], radius: f32) -> Self {
        let corners: Vec<_> = points.iter().map(|point| point.map(f64::from)).collect();
        let between = |p: [f64; D], q: [f64; D]| -> [f64; D] { from_fn(|k| q[k] - p[k]) };
        // Whether all points are on one side of the plane through one of them.
        let is_side = |normal: [f64; D], through: [f64; D]| {
            let mut range = [0.0, 0.0];
            for corner in &corners {
                let height = dot(normal, between(through, *corner));
                range = [
                    if height < range[0] { height } else { range[0] },
                    if height > range[1] { height } else { range[1] },
                ];
            }
            let level = (range[1] - range[0]) * 1e-6;
            range[0] >= -level || range[1] <= level
        };
        let (mut edges, mut normals) = (Vec::new(), Vec::new());
        for (i, &p) in corners.iter().enumerate() {
            for (j, &q) in corners[..i].iter().enumerate() {
                let edge = between(p, q);
                if D == 2 && !is_side(perpendicular(edge), p) {
                    continue;
                }
                edges.extend(normalized(edge));
                if D == 3 {
                    let out = corners[..j].iter().map(|r| cross(edge, between(p, *r)));
                    normals.extend(out.filter(|n| is_side(*n, p)).filter_map(normalized));
                }
            }
        }
        if let ([_, _, _], [normal]) = (points, normals.as_slice()) {
            // The normals of a triangle's sides, in its plane.
            let normal = *normal;
            normals.extend(edges.iter().filter_map(|edge| normalized(cross(normal, *edge))));
        }
        let (rays, lines) = (Vec::new(), Vec::new());
        Self { corners, rays, lines, radius: f64::from(radius), edges, normals }.with_sides()
    }

    /// In 2D, the perpendiculars of the edges are normals, too.
    fn with_sides(mut self) -> Self {
        if D == 2 {
            self.normals = self.edges.iter().map(|edge| perpendicular(*edge)).collect();
        }
        self
    }

    /// The mean of the corners.
    pub(super) fn middle(&self) -> [f64; D] {
        let count = self.corners.len() as f64;
        from_fn(|i| self.corners.iter().fold(0.0, |sum, corner| sum + corner[i] / count))
    }

    /// An estimate of the size of its bounded part: the greatest coordinate distance of a corner from the
    /// mean, plus the radius.
    pub(super) fn size(&self) -> f64 {
        let middle = self.middle();
        let most = |most: f64, x: f64| if x > most { x } else { most };
        self.corners
            .iter()
            .flat_map(|corner| (0..D).map(|i| (corner[i] - middle[i]).abs()))
            .fold(0.0, most)
            + self.radius
    }

    /// A unit vector along one of the edges, or a random one if there are none.
    pub(super) fn edge(&self, rng: &mut Rng) -> [f64; D] {
        if self.edges.is_empty() { direction(rng) } else { self.edges[rng.below(self.edges.len())] }
    }

    /// Whether the shape is bounded in this direction.
    fn is_bounded_along(&self, direction: [f64; D]) -> bool {
        self.rays.iter().all(|ray| dot(*ray, direction) <= PERPENDICULAR)
            && self.lines.iter().all(|line| dot(*line, direction).abs() <= PERPENDICULAR)
    }

    /// A direction in which the shape is bounded: this one, or its opposite, or a normal.
    pub(super) fn bounded_direction(&self, direction: [f64; D], rng: &mut Rng) -> Option<[f64; D]> {
        let ends =
            |out: &[f64; D]| normalized(*out).is_some_and(|unit| self.is_bounded_along(unit));
        let length = dot(direction, direction).sqrt();
        let sides = (0..4).filter_map(|_| self.normals.get(rng.below(self.normals.len().max(1))));
        [direction]
            .into_iter()
            .chain(sides.map(|side| side.map(|x| x * length)))
            .flat_map(|out| [out, out.map(|x| -x)])
            .find(ends)
    }

    /// A support point along a unit direction; of a whole face or edge, any point, at most about `reach`
    /// along rays. `None` if the shape is unbounded there.
    pub(super) fn support_point(
        &self,
        direction: [f64; D],
        reach: f64,
        rng: &mut Rng,
    ) -> Option<[f64; D]> {
        if !self.is_bounded_along(direction) {
            return None;
        }
        let middle = self.middle();
        let height = |corner: &[f64; D]| dot(from_fn(|i| corner[i] - middle[i]), direction);
        let top = self
            .corners
            .iter()
            .map(height)
            .fold(f64::NEG_INFINITY, |most, h| if h > most { h } else { most });
        let level = PERPENDICULAR * self.size() + 1e-14 * dot(middle, middle).sqrt();
        let highest = self.corners.iter().filter(|corner| top - height(corner) <= level);
        let highest: Vec<_> = highest.collect();
        let mut point = **highest.get(rng.below(highest.len().max(1)))?;
        if rng.chance(0.6) {
            // One after the other, so that common coordinates stay exact.
            for other in highest {
                let weight = rng.between(0.0, 1.0);
                point = from_fn(|i| point[i] + weight * (other[i] - point[i]));
            }
        }
        for (endless, least) in [(&self.rays, 0.0), (&self.lines, -1.0)] {
            for along in endless {
                if dot(*along, direction).abs() <= PERPENDICULAR && rng.chance(0.7) {
                    let way = rng.between(least, 1.0) * reach;
                    point = from_fn(|i| point[i] + way * along[i]);
                }
            }
        }
        Some(from_fn(|i| point[i] + self.radius * direction[i]))
    }
}

/// A candidate for a separating axis: a face normal of one, the cross product of two edges, a
/// perpendicular of an edge, or any. `None` if the two overlap along every direction tried.
pub(super) fn separating_direction<const D: usize>(
    a: &Features<D>,
    b: &Features<D>,
    rng: &mut Rng,
) -> Option<[f64; D]> {
    (0..12).find_map(|_| {
        let chosen = if rng.chance(0.5) { a } else { b };
        let candidate = match rng.below(10) {
            0..4 if !chosen.normals.is_empty() => chosen.normals[rng.below(chosen.normals.len())],
            4..7 => across(a.edge(rng), b.edge(rng)),
            7..9 => across(chosen.edge(rng), direction(rng)),
            _ => direction(rng),
        };
        let level = |v: [f64; D]| {
            // Made perpendicular to rays and lines.
            let endless = a.rays.iter().chain(&a.lines).chain(&b.rays).chain(&b.lines);
            endless.fold(v, |v, along| {
                let slope = dot(v, *along);
                from_fn(|i| v[i] - slope * along[i])
            })
        };
        let out = normalized(candidate)?;
        let sign = rng.sign();
        [out.map(|x| sign * x), out.map(|x| -sign * x)]
            .into_iter()
            .chain(normalized(level(out)))
            .find(|v| a.is_bounded_along(*v) && b.is_bounded_along(v.map(|x| -x)))
    })
}

/// A vector perpendicular to two edges or, in 2D, to the first.
fn across<const D: usize>(u: [f64; D], v: [f64; D]) -> [f64; D] {
    if D == 2 { perpendicular(u) } else { cross(u, v) }
}

fn perpendicular<const D: usize>(v: [f64; D]) -> [f64; D] {
    from_fn(|i| if i == 0 { -v[1] } else { v[0] })
}
