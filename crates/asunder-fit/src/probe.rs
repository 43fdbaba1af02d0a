//! A placed hitbox in `f64`: is a point in it, and where does a line run through it?

use asunder::glam::Vec3;
use asunder::prelude::*;

/// What computing in `f64` may lose here, relative to the sum of the magnitudes that go in: some
/// hundred roundings of 2⁻⁵³.
const LOST: f64 = 1.0 / (1_u64 << 45) as f64;

/// A placed hitbox.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Probe {
    Box { exact: Obb3, center: [f64; 3], axes: [[f64; 3]; 3], half: [f64; 3], size: f64 },
    Capsule { exact: Capsule3, a: [f64; 3], way: [f64; 3], radius: f64, size: f64 },
    Sphere { exact: Sphere3, center: [f64; 3], radius: f64, size: f64 },
}

/// An interval of a line; empty where it ends before it begins.
pub(crate) type Span = [f64; 2];

const NOWHERE: Span = [f64::INFINITY, f64::NEG_INFINITY];

fn wide(v: Vec3) -> [f64; 3] {
    v.to_array().map(f64::from)
}

fn sum(v: [f64; 3]) -> f64 {
    v[0].abs() + v[1].abs() + v[2].abs()
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

impl Probe {
    /// `None` for kinds that are never fitted.
    pub(crate) fn of(shape: &Shape3) -> Option<Self> {
        match shape {
            Shape3::Obb(obb) => {
                let (center, half) = (wide(obb.center()), wide(obb.half_extents()));
                let axes = axes_of(obb.rotation().to_array());
                let size = sum(center) + sum(half);
                Some(Self::Box { exact: *obb, center, axes, half, size })
            }
            Shape3::Capsule(capsule) => {
                let (a, b, radius) =
                    (wide(capsule.a()), wide(capsule.b()), capsule.radius().into());
                let size = sum(a) + sum(b) + radius;
                Some(Self::Capsule { exact: *capsule, a, way: difference(b, a), radius, size })
            }
            Shape3::Sphere(sphere) => {
                let (center, radius) = (wide(sphere.center()), sphere.radius().into());
                Some(Self::Sphere { exact: *sphere, center, radius, size: sum(center) + radius })
            }
            _ => None,
        }
    }

    /// Whether the point is in the hitbox, exactly.
    pub(crate) fn contains(&self, point: [f32; 3]) -> bool {
        let p = point.map(f64::from);
        match self {
            Self::Box { exact, center, axes, half, size } => {
                let offset = difference(p, *center);
                let lost = (sum(p) + size) * LOST;
                let mut unsure = false;
                for i in 0..3 {
                    let beyond = dot(offset, axes[i]).abs() - half[i];
                    if beyond > lost {
                        return false;
                    }
                    unsure |= !(beyond < -lost);
                }
                !unsure || exact.contains(&Vec3::from(point))
            }
            Self::Capsule { exact, a, way, radius, size } => {
                let offset = difference(p, *a);
                let (along, length) = (dot(offset, *way), dot(*way, *way));
                let at = if along > 0.0 && length > 0.0 { along / length } else { 0.0 };
                let at = if at < 1.0 { at } else { 1.0 };
                let rest = [0, 1, 2].map(|i| offset[i] - at * way[i]);
                decide(dot(rest, rest), *radius, sum(p) + size)
                    .unwrap_or_else(|| exact.contains(&Vec3::from(point)))
            }
            Self::Sphere { exact, center, radius, size } => {
                let offset = difference(p, *center);
                decide(dot(offset, offset), *radius, sum(p) + size)
                    .unwrap_or_else(|| exact.contains(&Vec3::from(point)))
            }
        }
    }

    /// A ball around the hitbox: its middle and radius.
    pub(crate) fn ball(&self) -> ([f64; 3], f64) {
        match self {
            Self::Box { center, half, .. } => (*center, dot(*half, *half).sqrt()),
            Self::Capsule { a, way, radius, .. } => {
                let middle = [0, 1, 2].map(|i| a[i] + 0.5 * way[i]);
                (middle, 0.5 * dot(*way, *way).sqrt() + radius)
            }
            Self::Sphere { center, radius, .. } => (*center, *radius),
        }
    }

    /// The bounding box: least and greatest coordinates.
    pub(crate) fn bounds(&self) -> [[f64; 3]; 2] {
        let around = |ends: [[f64; 3]; 2], reach: [f64; 3]| {
            let end = |i: usize, sign: f64| {
                let [a, b] = ends.map(|end| end[i]);
                (if (a < b) == (sign < 0.0) { a } else { b }) + sign * reach[i]
            };
            [[0, 1, 2].map(|i| end(i, -1.0)), [0, 1, 2].map(|i| end(i, 1.0))]
        };
        match self {
            Self::Box { center, axes, half, .. } => {
                let reach = |i: usize| (0..3).fold(0.0, |sum, k| sum + half[k] * axes[k][i].abs());
                around([*center; 2], [0, 1, 2].map(reach))
            }
            Self::Capsule { a, way, radius, .. } => {
                around([*a, [0, 1, 2].map(|i| a[i] + way[i])], [*radius; 3])
            }
            Self::Sphere { center, radius, .. } => around([*center; 2], [*radius; 3]),
        }
    }

    /// A box around the hitbox that leaves out no point of it, whatever is rounded on the way.
    pub(crate) fn bounds_outward(&self) -> [[f32; 3]; 2] {
        let [low, high] = self.bounds();
        let size = match self {
            Self::Box { size, .. } | Self::Capsule { size, .. } | Self::Sphere { size, .. } => size,
        };
        let lost = size * LOST;
        [low.map(|x| ((x - lost) as f32).next_down()), high.map(|x| ((x + lost) as f32).next_up())]
    }

    /// Where the line through `from` along a coordinate axis runs through the hitbox: the interval
    /// of that coordinate.
    pub(crate) fn span(&self, from: [f64; 3], axis: usize) -> Span {
        match self {
            Self::Box { center, axes, half, .. } => {
                let mut from = difference(from, *center);
                from[axis] = 0.0;
                let mut span = [f64::NEG_INFINITY, f64::INFINITY];
                for i in 0..3 {
                    let slab = between(dot(from, axes[i]), axes[i][axis], -half[i], half[i]);
                    span = common(span, slab);
                }
                span.map(|t| t + center[axis])
            }
            Self::Capsule { a, way, radius, .. } => {
                let mut from = difference(from, *a);
                from[axis] = 0.0;
                let b = difference(from, *way);
                let mut span = ball(from, axis, *radius);
                span = joined(span, ball(b, axis, *radius));
                let length = dot(*way, *way);
                if length > 0.0 {
                    // The part of the line between the two ends, in the endless cylinder.
                    let slab = between(dot(from, *way), way[axis], 0.0, length);
                    let slope = way[axis] / length;
                    let at = dot(from, *way) / length;
                    let across = [0, 1, 2].map(|i| from[i] - at * way[i]);
                    let mut along = way.map(|x| -slope * x);
                    along[axis] += 1.0;
                    span = joined(span, common(slab, within(across, along, *radius)));
                }
                span.map(|t| t + a[axis])
            }
            Self::Sphere { center, radius, .. } => {
                let mut from = difference(from, *center);
                from[axis] = 0.0;
                ball(from, axis, *radius).map(|t| t + center[axis])
            }
        }
    }
}

/// Whether a squared distance is at most a squared radius; `None` if that is too close to call.
/// Lengths add up to `size`.
fn decide(square: f64, radius: f64, size: f64) -> Option<bool> {
    let (beyond, lost) = (square - radius * radius, size * size * LOST);
    if beyond > lost {
        Some(false)
    } else if beyond < -lost {
        Some(true)
    } else {
        None
    }
}

/// Where `at + t slope` lies between two numbers.
fn between(at: f64, slope: f64, low: f64, high: f64) -> Span {
    if slope == 0.0 {
        return if low <= at && at <= high { [f64::NEG_INFINITY, f64::INFINITY] } else { NOWHERE };
    }
    let (a, b) = ((low - at) / slope, (high - at) / slope);
    if a < b { [a, b] } else { [b, a] }
}

/// Where `from + t along` is at most `radius` long.
fn within(from: [f64; 3], along: [f64; 3], radius: f64) -> Span {
    let (a, b) = (dot(along, along), dot(from, along));
    let c = dot(from, from) - radius * radius;
    if !(a > 0.0) {
        return if c <= 0.0 { [f64::NEG_INFINITY, f64::INFINITY] } else { NOWHERE };
    }
    let square = b * b - a * c;
    if !(square >= 0.0) {
        return NOWHERE;
    }
    let root = square.sqrt();
    [(-b - root) / a, (-b + root) / a]
}

/// Where the line through `from`, relative to a ball's middle, runs through the ball.
fn ball(from: [f64; 3], axis: usize, radius: f64) -> Span {
    let square = radius * radius - (dot(from, from) - from[axis] * from[axis]);
    if !(square >= 0.0) {
        return NOWHERE;
    }
    let root = square.sqrt();
    [-from[axis] - root, -from[axis] + root]
}

fn common(a: Span, b: Span) -> Span {
    [if a[0] > b[0] { a[0] } else { b[0] }, if a[1] < b[1] { a[1] } else { b[1] }]
}

/// The interval around two, of which either may be empty.
fn joined(a: Span, b: Span) -> Span {
    if !(a[0] <= a[1]) {
        return b;
    }
    if !(b[0] <= b[1]) {
        return a;
    }
    [if a[0] < b[0] { a[0] } else { b[0] }, if a[1] > b[1] { a[1] } else { b[1] }]
}

/// The axes that a quaternion (x, y, z, w) of any length stands for.
pub(crate) fn axes_of([x, y, z, w]: [f32; 4]) -> [[f64; 3]; 3] {
    let [x, y, z, w] = [x, y, z, w].map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ]
}
