//! Builds a shape of any kind from parameters.

use super::rotation::{axes, direction, normalized, power_of_two_below};
use super::shape_parameters::{ShapeParameters, finite, nonzero};
use super::{Family, frustum, nudged};
use crate::{Kind, Points, Rng, Shape};
use std::array::from_fn;

/// Builds a shape of a kind. Kinds with more degrees of freedom take points of the box: its vertices, or
/// points on its edges, in its faces or inside it.
pub(super) fn build_shape<const D: usize>(
    parameters: &ShapeParameters<D>,
    family: Family,
    kind: Kind,
    rng: &mut Rng,
) -> Shape<D> {
    let ShapeParameters { center, half_extents, rotation, normal } = *parameters;
    let offset = finite(
        normal.iter().zip(center).fold(0.0, |sum, (n, c)| sum + f64::from(*n) * f64::from(c)),
    );
    let mut points = PointSampler { parameters, family, rng };
    match kind {
        Kind::Point => Shape::Point(center),
        Kind::Sphere => Shape::Sphere { center, radius: half_extents[0] },
        Kind::Aabb => Shape::Aabb {
            min: from_fn(|i| finite(f64::from(center[i]) - f64::from(half_extents[i]))),
            max: from_fn(|i| finite(f64::from(center[i]) + f64::from(half_extents[i]))),
        },
        Kind::Obb => Shape::Obb { center, half_extents, rotation },
        Kind::Plane => Shape::Plane { normal, offset },
        Kind::HalfSpace => Shape::HalfSpace { normal, offset },
        Kind::Segment => {
            let [a, b] = points.segment();
            Shape::Segment { a, b }
        }
        Kind::Ray => Shape::Ray { origin: points.any_point(), direction: points.direction() },
        Kind::Capsule => {
            let [a, b] = points.segment();
            Shape::Capsule { a, b, radius: points.radius() }
        }
        Kind::Triangle => {
            let [a, b, c] = points.triangle();
            Shape::Triangle { a, b, c }
        }
        Kind::Parallelepiped => Shape::Parallelepiped { center, edges: points.half_edges() },
        Kind::ConvexHull => Shape::ConvexHull(points.hull()),
        Kind::Frustum => Shape::Frustum(frustum::draw(parameters, family, rng)),
    }
}

/// Draws the points and directions of the larger kinds.
struct PointSampler<'a, const D: usize> {
    parameters: &'a ShapeParameters<D>,
    family: Family,
    rng: &'a mut Rng,
}

impl<const D: usize> PointSampler<'_, D> {
    fn on_grid(&self) -> bool {
        matches!(self.family, Family::Grid | Family::Resting)
    }

    /// A coordinate along an axis of the box: at an end, in the middle or anywhere.
    fn along_axis(&mut self) -> f64 {
        if self.on_grid() {
            [-1.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.0][self.rng.below(7)]
        } else if self.rng.chance(0.6) {
            self.rng.sign()
        } else {
            self.rng.between(-1.0, 1.0)
        }
    }

    fn within(&mut self) -> [f64; D] {
        from_fn(|_| self.along_axis())
    }

    /// The point with coordinates relative to the box's half extents.
    fn at(&mut self, place: [f64; D]) -> [f32; D] {
        if self.family == Family::RandomBits {
            return from_fn(|_| self.rng.any_finite());
        }
        let ShapeParameters { center, half_extents, rotation, .. } = self.parameters;
        let axes = axes::<D>(rotation.map(f64::from));
        let mut point = center.map(f64::from);
        for k in 0..D {
            let axis = normalized(axes[k]).unwrap_or(axes[k]);
            let reach = place[k] * f64::from(half_extents[k]);
            point = from_fn(|i| point[i] + reach * axis[i]);
        }
        point.map(finite)
    }

    fn any_point(&mut self) -> [f32; D] {
        let place = self.within();
        self.at(place)
    }

    fn segment(&mut self) -> [[f32; D]; 2] {
        let from = self.within();
        let a = self.at(from);
        if self.rng.chance(if self.family == Family::Degenerate { 0.3 } else { 0.02 }) {
            return [a, a];
        }
        let mut to = from;
        if self.rng.chance(0.5) {
            // Along an edge.
            let axis = self.rng.below(D);
            to[axis] = if from[axis] < 0.0 { 1.0 } else { -1.0 };
        } else {
            to = self.within();
        }
        [a, self.at(to)]
    }

    fn radius(&mut self) -> f32 {
        if self.family == Family::RandomBits {
            return self.rng.any_finite().abs();
        }
        let none = if self.family == Family::Degenerate { 0.4 } else { 0.03 };
        let factor =
            if self.rng.chance(none) { 0.0 } else { [0.25, 0.5, 0.5, 1.0][self.rng.below(4)] };
        self.parameters.half_extents[0] * factor
    }

    fn triangle(&mut self) -> [[f32; D]; 3] {
        let mut places: [[f64; D]; 3] = from_fn(|_| self.within());
        if D == 3 && self.rng.chance(if self.on_grid() { 0.6 } else { 0.3 }) {
            // In a face of the box.
            let (axis, end) = (self.rng.below(D), self.rng.sign());
            for place in &mut places {
                place[axis] = end;
            }
        }
        let [a, b, c] = places.map(|place| self.at(place));
        let flat = if self.family == Family::Degenerate { 0.5 } else { 0.03 };
        if !self.rng.chance(flat) {
            return [a, b, c];
        }
        match self.rng.below(4) {
            0 => [a, a, a],
            1 => [a, b, a],
            2 => [a, b, self.collinear(a, b)],
            _ => [a, self.collinear(a, c), c],
        }
    }

    /// A point halfway or as far again, exactly on the line if the numbers are coarse.
    fn collinear(&mut self, a: [f32; D], b: [f32; D]) -> [f32; D] {
        let way = [0.5, 2.0, -1.0, 0.25][self.rng.below(4)];
        from_fn(|i| finite(f64::from(a[i]) + way * (f64::from(b[i]) - f64::from(a[i]))))
    }

    fn hull(&mut self) -> Points<D> {
        let mut points: Vec<[f32; D]> = Vec::new();
        match self.rng.below(4) {
            0 => {
                // The vertices of the box, sometimes off by a few ulp.
                let ulps = if self.rng.chance(0.5) { 2 } else { 0 };
                for bits in 0..1_u32 << D {
                    let place = from_fn(|k| if bits >> k & 1 == 1 { 1.0 } else { -1.0 });
                    points.push(self.at(place).map(|x| nudged(x, ulps, self.rng)));
                }
            }
            1 => {
                // Points near a sphere.
                for _ in 0..D + 1 + self.rng.below(16 - D) {
                    let place = direction::<D>(self.rng);
                    points.push(self.at(place));
                }
            }
            _ => {
                for _ in 0..1 + self.rng.below(10) {
                    points.push(self.any_point());
                }
            }
        }
        if self.rng.chance(if self.family == Family::Degenerate { 0.7 } else { 0.06 }) {
            self.collapse(&mut points);
        }
        Points::new(&points)
    }

    /// Collapses points to a point, a segment or a plane; or repeats some of them.
    fn collapse(&mut self, points: &mut Vec<[f32; D]>) {
        let (first, second) = (points[0], points[points.len() - 1]);
        match self.rng.below(5) {
            0 => points.truncate(1),
            1 => points.truncate(2),
            2 => {
                for point in points.iter_mut().skip(1) {
                    *point = self.collinear(first, second);
                }
            }
            3 => {
                // Onto a coordinate plane.
                let axis = self.rng.below(D);
                for point in points.iter_mut() {
                    point[axis] = first[axis];
                }
            }
            _ => {
                points.truncate(12);
                points.extend([first, second]);
            }
        }
    }

    fn half_edges(&mut self) -> [[f32; D]; D] {
        let family = self.family;
        if family == Family::RandomBits {
            return from_fn(|_| from_fn(|_| self.rng.any_finite()));
        }
        let axes = axes::<D>(self.parameters.rotation.map(f64::from));
        let mut edges: [[f64; D]; D] = from_fn(|k| {
            let half = f64::from(self.parameters.half_extents[k]);
            if matches!(family, Family::Parallel | Family::SameRotation | Family::WildRotation) {
                // The axis times a power of two, so that rounding keeps the direction.
                let length = axes[k].iter().fold(0.0, |sum, x| sum + x * x).sqrt();
                let factor = power_of_two_below(half / length);
                axes[k].map(|x| x * factor)
            } else {
                normalized(axes[k]).unwrap_or(axes[k]).map(|x| x * half)
            }
        });
        if self.rng.chance(0.6) {
            // Sheared.
            let (k, other) = (self.rng.below(D), self.rng.below(D));
            let slant = if self.on_grid() || self.rng.chance(0.3) {
                [-1.0, -0.5, 0.5, 1.0][self.rng.below(4)]
            } else {
                self.rng.between(-1.0, 1.0)
            };
            if k != other {
                edges[k] = from_fn(|i| edges[k][i] + slant * edges[other][i]);
            }
        }
        if self.rng.chance(if family == Family::Degenerate { 0.6 } else { 0.1 }) {
            let (k, other) = (self.rng.below(D), self.rng.below(D));
            // Linearly dependent: an edge repeated, reversed and shorter, or zero.
            let factor = [0.0, 0.0, 1.0, -0.5][self.rng.below(4)];
            edges[k] = edges[other].map(|x| factor * x);
        }
        let mut edges = edges.map(|edge| edge.map(finite));
        if family == Family::WildRotation && self.rng.chance(0.4) {
            let (k, i) = (self.rng.below(D), self.rng.below(D));
            edges[k][i] = finite(f64::from(edges[k][i]) * self.rng.magnitude(-100..34));
        }
        edges
    }

    /// The direction of a ray: along an edge, mostly by exactly the numbers of an axis.
    fn direction(&mut self) -> [f32; D] {
        if self.family == Family::RandomBits || self.rng.chance(0.3) {
            return self.parameters.normal;
        }
        let along = if self.rng.chance(0.7) {
            axes::<D>(self.parameters.rotation.map(f64::from))[self.rng.below(D)]
        } else if self.on_grid() {
            from_fn(|_| self.rng.below(5) as f64 - 2.0)
        } else {
            direction::<D>(self.rng)
        };
        let factor = self.rng.power_of_two(-3..4) * self.rng.sign();
        nonzero(along.map(|x| finite(x * factor)))
    }
}
