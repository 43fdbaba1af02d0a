//! Pairs that are hard to measure, with edges along one direction up to a chosen angle.
//!
//! The pairs of [`Family`](crate::Family) are aimed to touch, for predicates. These are apart or
//! penetrate by any length, and are hard to measure: nearest points of nearly parallel lines, distant
//! vertices, thin and tiny shapes beside large ones.

use super::shape_parameters::finite;
use crate::{Frustum, Kind, Planes, Points, Rng, Shape};
use std::array::from_fn;

/// A class of random pairs of shapes that are hard to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MetricFamily {
    /// Edges, rays, faces and capsules of both run along one direction, to within up to 2^-10
    /// radians, often none but for rounding.
    AlongEdge,
    /// As [`MetricFamily::AlongEdge`], and both are 2^6 to 2^20 times as long as wide.
    Needle,
    /// Frusta are wedges, whose bounds meet at 2^-6 to 2^-24 radians; all others as in
    /// [`MetricFamily::AlongEdge`].
    Wedge,
    /// One is 2^8 to 2^20 times the size of the other.
    Ratio,
}

impl MetricFamily {
    /// Every family, in the order of their declaration.
    pub const ALL: [MetricFamily; 4] =
        [MetricFamily::AlongEdge, MetricFamily::Needle, MetricFamily::Wedge, MetricFamily::Ratio];

    /// The name for tables: `along-edge`.
    pub fn name(self) -> &'static str {
        match self {
            MetricFamily::AlongEdge => "along-edge",
            MetricFamily::Needle => "needle",
            MetricFamily::Wedge => "wedge",
            MetricFamily::Ratio => "ratio",
        }
    }
}

/// Draws a pair of valid shapes that is hard to measure, the first of kind `a`, the second of kind
/// `b`.
pub fn metric_pair<const D: usize>(
    family: MetricFamily,
    a: Kind,
    b: Kind,
    rng: &mut Rng,
) -> (Shape<D>, Shape<D>) {
    const { assert!(D == 2 || D == 3, "shapes have two or three dimensions") };
    let frame = if a == Kind::Aabb || b == Kind::Aabb { axes(rng) } else { frame(rng) };
    let mut both = [0, 1].map(|_| MetricParameters::<D> {
        center: from_fn(|_| rng.between(-2.0, 2.0)),
        axes: frame,
        length: rng.between(0.5, 4.0),
        width: rng.between(0.25, 1.5),
        wedge: rng.between(0.25, 1.0),
    });
    if rng.chance(0.6) {
        let angle = rng.power_of_two(-30..-10);
        both[1].tilt(angle * rng.sign(), rng);
    }
    match family {
        MetricFamily::AlongEdge => {}
        MetricFamily::Needle => {
            for parameters in &mut both {
                parameters.width = parameters.length * rng.power_of_two(-20..-6);
            }
        }
        MetricFamily::Wedge => {
            for parameters in &mut both {
                parameters.wedge = rng.magnitude(-24..-6);
            }
        }
        MetricFamily::Ratio => {
            let parameters = &mut both[rng.below(2)];
            let times = rng.power_of_two(-20..-8);
            (parameters.length, parameters.width) =
                (parameters.length * times, parameters.width * times);
        }
    }
    (both[0].shape(a, rng), both[1].shape(b, rng))
}

/// The parameters of a shape of these families.
struct MetricParameters<const D: usize> {
    center: [f64; D],
    /// Edges are along the first axis.
    axes: [[f64; D]; D],
    length: f64,
    width: f64,
    /// The sine of the angle between the bounds of a wedge.
    wedge: f64,
}

impl<const D: usize> MetricParameters<D> {
    /// Rotates the first axis towards the others, by about this angle.
    fn tilt(&mut self, angle: f64, rng: &mut Rng) {
        let by: [f64; D] = from_fn(|i| if i == 0 { 1.0 } else { angle * rng.between(-1.0, 1.0) });
        let old = self.axes;
        self.axes[0] = self.to_world(&by);
        for (axis, share) in self.axes.iter_mut().zip(by).skip(1) {
            *axis = from_fn(|t| axis[t] - share * old[0][t]);
        }
    }

    /// The vector with these components along the axes.
    fn to_world(&self, local: &[f64; D]) -> [f64; D] {
        from_fn(|t| (0..D).map(|i| local[i] * self.axes[i][t]).sum())
    }

    fn point(&self, local: [f64; D]) -> [f32; D] {
        let way = self.to_world(&local);
        from_fn(|t| finite(self.center[t] + way[t]))
    }

    /// `along` on the first axis, and widths on the others.
    fn corner(&self, along: f64, rng: &mut Rng) -> [f32; D] {
        let mut local = [0; D].map(|_| rng.between(-1.0, 1.0) * self.width);
        local[0] = along;
        self.point(local)
    }

    fn end(&self, along: f64) -> [f32; D] {
        self.point(from_fn(|i| if i == 0 { along } else { 0.0 }))
    }

    fn bound(&self, local: [f64; D], reach: f64) -> ([f32; D], f32) {
        let normal = self.to_world(&local).map(finite);
        let middle: f64 = (0..D).map(|t| f64::from(normal[t]) * self.center[t]).sum();
        (normal, finite(middle + reach))
    }

    fn shape(&self, kind: Kind, rng: &mut Rng) -> Shape<D> {
        let Self { length, width, .. } = *self;
        let axis = |i: usize, size: f64| from_fn(|j| if i == j { size } else { 0.0 });
        match kind {
            Kind::Point => Shape::Point(self.center.map(finite)),
            Kind::Sphere => {
                Shape::Sphere { center: self.center.map(finite), radius: finite(width) }
            }
            Kind::Aabb => {
                let half: [f64; D] = from_fn(|i| {
                    let along = self.axes[0][i].abs() > 0.5;
                    if along { length } else { width * rng.between(0.0, 1.0) }
                });
                Shape::Aabb {
                    min: from_fn(|i| finite(self.center[i] - half[i])),
                    max: from_fn(|i| finite(self.center[i] + half[i])),
                }
            }
            Kind::Obb => Shape::Obb {
                center: self.center.map(finite),
                half_extents: from_fn(|i| finite(if i == 0 { length } else { width })),
                rotation: rotation(&self.axes),
            },
            Kind::Plane => {
                let (normal, offset) = self.bound(axis(1, 1.0), 0.0);
                Shape::Plane { normal, offset }
            }
            Kind::HalfSpace => {
                let (normal, offset) = self.bound(axis(1, 1.0), 0.0);
                Shape::HalfSpace { normal, offset }
            }
            Kind::Segment => Shape::Segment { a: self.end(-length), b: self.end(length) },
            Kind::Ray => {
                let along = length * rng.sign();
                let direction = self.axes[0].map(|x| finite(x * along));
                Shape::Ray { origin: self.end(rng.between(-length, length)), direction }
            }
            Kind::Capsule => {
                Shape::Capsule { a: self.end(-length), b: self.end(length), radius: finite(width) }
            }
            Kind::Triangle => Shape::Triangle {
                a: self.end(-length),
                b: self.end(length),
                c: self.corner(rng.between(-length, length), rng),
            },
            Kind::Parallelepiped => Shape::Parallelepiped {
                center: self.center.map(finite),
                edges: from_fn(|i| {
                    let along: [f64; D] = from_fn(|j| match (i, j) {
                        (0, 0) => length,
                        (_, 0) => rng.between(-length, length),
                        _ => rng.between(-width, width) * f64::from(u8::from(i != 0)),
                    });
                    self.to_world(&along).map(finite)
                }),
            },
            Kind::ConvexHull => {
                let mut points = vec![self.end(-length), self.end(length)];
                for _ in 0..rng.below(5) {
                    points.push(self.corner(rng.between(-length, length), rng));
                }
                Shape::ConvexHull(Points::new(&points))
            }
            Kind::Frustum => self.frustum(rng),
        }
    }

    /// Two half-spaces that meet in a wedge and, sometimes, others across.
    fn frustum(&self, rng: &mut Rng) -> Shape<D> {
        let Self { length, width, wedge, .. } = *self;
        if D == 3 && rng.chance(0.4) {
            let mut slopes = [0; 4].map(|_| finite(wedge * rng.between(-1.0, 1.0)));
            slopes[..2].sort_by(f32::total_cmp);
            slopes[2..].sort_by(f32::total_cmp);
            let near = finite(rng.between(0.0, length));
            let far = near + finite(length / if wedge < 0.1 { wedge } else { 1.0 });
            return Shape::Frustum(Frustum::Perspective {
                origin: self.center.map(finite),
                rotation: rotation(&self.axes),
                slopes,
                near,
                far,
            });
        }
        let axis = |i: usize, size: f64| from_fn(|j| if i == j { size } else { 0.0 });
        let mut leaning: [f64; D] = axis(1, -1.0);
        leaning[0] = wedge;
        let mut bounds = vec![self.bound(axis(1, 1.0), width), self.bound(leaning, width)];
        if rng.chance(0.5) {
            bounds.push(self.bound(axis(0, -1.0), length));
        }
        if D == 3 && rng.chance(0.5) {
            bounds.push(self.bound(axis(2, 1.0), width));
        }
        // The center is inside, except for rounding if the width is almost zero.
        let shape = Shape::Frustum(Frustum::HalfSpaces(Planes::new(&bounds)));
        if shape.is_valid() {
            return shape;
        }
        Shape::Frustum(Frustum::HalfSpaces(Planes::new(&bounds[..1])))
    }
}

/// Random orthogonal axes.
fn frame<const D: usize>(rng: &mut Rng) -> [[f64; D]; D] {
    let mut axes = [[0.0; D]; D];
    for i in 0..D {
        loop {
            let mut axis: [f64; D] = from_fn(|_| rng.between(-1.0, 1.0));
            for other in &axes[..i] {
                let share: f64 = (0..D).map(|t| axis[t] * other[t]).sum();
                axis = from_fn(|t| axis[t] - share * other[t]);
            }
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.25 {
                axes[i] = axis.map(|x| x / length);
                break;
            }
        }
    }
    axes
}

/// The coordinate axes, starting with any of them.
fn axes<const D: usize>(rng: &mut Rng) -> [[f64; D]; D] {
    let first = rng.below(D);
    from_fn(|i| from_fn(|t| if (first + i) % D == t { 1.0 } else { 0.0 }))
}

/// A rotation that maps the first coordinate axis to the first of these: a half turn about the bisector.
fn rotation<const D: usize>(axes: &[[f64; D]; D]) -> [f32; 4] {
    let first = axes[0];
    if D == 2 {
        return [finite(first[0]), finite(first[1]), 0.0, 0.0];
    }
    let middle: [f64; D] = from_fn(|t| first[t] + if t == 0 { 1.0 } else { 0.0 });
    let square: f64 = middle.iter().map(|x| x * x).sum();
    if square < 1e-6 {
        return [0.0, 1.0, 0.0, 0.0];
    }
    from_fn(|t| if t < D { finite(middle[t]) } else { 0.0 })
}
