//! Pairs whose edges run along one direction by construction, up to a chosen angle.
//!
//! The pairs of [`Family`](crate::Family) are aimed to touch, for questions of yes and no. These lie
//! apart or in one another by any length, and are hard to measure: nearest points of lines that are all
//! but parallel, corners far away, thin and tiny shapes beside large ones.

use super::mould::finite;
use crate::{Frustum, Kind, Planes, Points, Rng, Shape};
use std::array::from_fn;

/// A way of drawing pairs of shapes that are hard to measure.
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
    let mut parts = [0, 1].map(|_| Part::<D> {
        center: from_fn(|_| rng.between(-2.0, 2.0)),
        axes: frame,
        length: rng.between(0.5, 4.0),
        width: rng.between(0.25, 1.5),
        wedge: rng.between(0.25, 1.0),
    });
    if rng.chance(0.6) {
        let angle = rng.power_of_two(-30..-10);
        parts[1].tilt(angle * rng.sign(), rng);
    }
    match family {
        MetricFamily::AlongEdge => {}
        MetricFamily::Needle => {
            for part in &mut parts {
                part.width = part.length * rng.power_of_two(-20..-6);
            }
        }
        MetricFamily::Wedge => {
            for part in &mut parts {
                part.wedge = rng.magnitude(-24..-6);
            }
        }
        MetricFamily::Ratio => {
            let part = &mut parts[rng.below(2)];
            let times = rng.power_of_two(-20..-8);
            (part.length, part.width) = (part.length * times, part.width * times);
        }
    }
    (parts[0].shape(a, rng), parts[1].shape(b, rng))
}

/// What a shape is made from.
struct Part<const D: usize> {
    center: [f64; D],
    /// The first is the one along which edges run.
    axes: [[f64; D]; D],
    length: f64,
    width: f64,
    /// The sine of the angle between the bounds of a wedge.
    wedge: f64,
}

impl<const D: usize> Part<D> {
    /// Turns the first axis towards the others, by about this angle.
    fn tilt(&mut self, angle: f64, rng: &mut Rng) {
        let by: [f64; D] = from_fn(|i| if i == 0 { 1.0 } else { angle * rng.between(-1.0, 1.0) });
        let old = self.axes;
        self.axes[0] = self.at_axes(&by);
        for (axis, share) in self.axes.iter_mut().zip(by).skip(1) {
            *axis = from_fn(|t| axis[t] - share * old[0][t]);
        }
    }

    /// The vector with these components along the axes.
    fn at_axes(&self, local: &[f64; D]) -> [f64; D] {
        from_fn(|t| (0..D).map(|i| local[i] * self.axes[i][t]).sum())
    }

    fn point(&self, local: [f64; D]) -> [f32; D] {
        let way = self.at_axes(&local);
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
        let normal = self.at_axes(&local).map(finite);
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
                    self.at_axes(&along).map(finite)
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

    /// Two bounds that meet in a wedge and, at times, others across.
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
        // The middle is inside, but for rounding if the width is next to nothing.
        let shape = Shape::Frustum(Frustum::HalfSpaces(Planes::new(&bounds)));
        if shape.is_valid() {
            return shape;
        }
        Shape::Frustum(Frustum::HalfSpaces(Planes::new(&bounds[..1])))
    }
}

/// Axes at right angles.
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

/// The axes of the coordinates, beginning with any of them.
fn axes<const D: usize>(rng: &mut Rng) -> [[f64; D]; D] {
    let first = rng.below(D);
    from_fn(|i| from_fn(|t| if (first + i) % D == t { 1.0 } else { 0.0 }))
}

/// The rotation that takes the first coordinate axis to the first of these, and the others as it
/// may: half a turn about the middle of both.
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
