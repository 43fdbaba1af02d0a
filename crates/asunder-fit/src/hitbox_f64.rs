//! A placed hitbox in `f64`: point containment, and intersection with a line.

use crate::vector::{difference, dot, minus_multiple, norm1, wide};
use asunder::glam::Vec3;
use asunder::prelude::*;

/// The error of evaluation in `f64` relative to the sum of the operands' magnitudes: some hundred
/// roundings of 2⁻⁵³.
const RELATIVE_ERROR: f64 = 1.0 / (1_u64 << 45) as f64;

/// A placed hitbox in `f64`, with the exact shape for what `f64` cannot decide.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HitboxF64 {
    Box { exact: Obb3, center: [f64; 3], axes: [[f64; 3]; 3], half: [f64; 3], magnitude: f64 },
    Capsule { exact: Capsule3, a: [f64; 3], ab: [f64; 3], radius: f64, magnitude: f64 },
    Sphere { exact: Sphere3, center: [f64; 3], radius: f64, magnitude: f64 },
}

/// An interval of a line's parameter; empty if its end is less than its start.
pub(crate) type Interval = [f64; 2];

const EMPTY: Interval = [f64::INFINITY, f64::NEG_INFINITY];

fn to_f64(v: Vec3) -> [f64; 3] {
    wide(v.to_array())
}

impl HitboxF64 {
    /// The hitbox of a shape; `None` for kinds that are never fitted.
    pub(crate) fn of(shape: &Shape3) -> Option<Self> {
        match shape {
            Shape3::Obb(obb) => {
                let (center, half) = (to_f64(obb.center()), to_f64(obb.half_extents()));
                let axes = axes_of(obb.rotation().to_array());
                let magnitude = norm1(center) + norm1(half);
                Some(Self::Box { exact: *obb, center, axes, half, magnitude })
            }
            Shape3::Capsule(capsule) => {
                let (a, b, radius) =
                    (to_f64(capsule.a()), to_f64(capsule.b()), capsule.radius().into());
                let magnitude = norm1(a) + norm1(b) + radius;
                Some(Self::Capsule { exact: *capsule, a, ab: difference(b, a), radius, magnitude })
            }
            Shape3::Sphere(sphere) => {
                let (center, radius) = (to_f64(sphere.center()), sphere.radius().into());
                Some(Self::Sphere {
                    exact: *sphere,
                    center,
                    radius,
                    magnitude: norm1(center) + radius,
                })
            }
            _ => None,
        }
    }

    /// Whether the point is in the hitbox, exactly.
    pub(crate) fn contains(&self, point: [f32; 3]) -> bool {
        let p = wide(point);
        match self {
            Self::Box { exact, center, axes, half, magnitude } => {
                let offset = difference(p, *center);
                let error = (norm1(p) + magnitude) * RELATIVE_ERROR;
                let x = dot(offset, axes[0]).abs() - half[0];
                let y = dot(offset, axes[1]).abs() - half[1];
                let z = dot(offset, axes[2]).abs() - half[2];
                if x > error || y > error || z > error {
                    return false;
                }
                (x < -error && y < -error && z < -error) || exact.contains(&Vec3::from(point))
            }
            Self::Capsule { exact, a, ab, radius, magnitude } => {
                let offset = difference(p, *a);
                let (along, length) = (dot(offset, *ab), dot(*ab, *ab));
                let at = if along > 0.0 && length > 0.0 { along / length } else { 0.0 };
                let at = if at < 1.0 { at } else { 1.0 };
                let rest = minus_multiple(offset, at, *ab);
                decide(dot(rest, rest), *radius, norm1(p) + magnitude)
                    .unwrap_or_else(|| exact.contains(&Vec3::from(point)))
            }
            Self::Sphere { exact, center, radius, magnitude } => {
                let offset = difference(p, *center);
                decide(dot(offset, offset), *radius, norm1(p) + magnitude)
                    .unwrap_or_else(|| exact.contains(&Vec3::from(point)))
            }
        }
    }

    /// The center and radius of a sphere around the hitbox.
    pub(crate) fn bounding_sphere(&self) -> ([f64; 3], f64) {
        match self {
            Self::Box { center, half, .. } => (*center, dot(*half, *half).sqrt()),
            Self::Capsule { a, ab, radius, .. } => {
                let middle = [0, 1, 2].map(|i| a[i] + 0.5 * ab[i]);
                (middle, 0.5 * dot(*ab, *ab).sqrt() + radius)
            }
            Self::Sphere { center, radius, .. } => (*center, *radius),
        }
    }

    /// The bounding box: least and greatest coordinates, rounded.
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
            Self::Capsule { a, ab, radius, .. } => {
                around([*a, [0, 1, 2].map(|i| a[i] + ab[i])], [*radius; 3])
            }
            Self::Sphere { center, radius, .. } => around([*center; 2], [*radius; 3]),
        }
    }

    /// A bounding box that contains the hitbox despite rounding.
    pub(crate) fn bounds_outward(&self) -> [[f32; 3]; 2] {
        let [low, high] = self.bounds();
        let magnitude = match self {
            Self::Box { magnitude, .. }
            | Self::Capsule { magnitude, .. }
            | Self::Sphere { magnitude, .. } => magnitude,
        };
        let error = magnitude * RELATIVE_ERROR;
        [
            low.map(|x| ((x - error) as f32).next_down()),
            high.map(|x| ((x + error) as f32).next_up()),
        ]
    }

    /// The interval of the line through `from` along a coordinate axis inside the hitbox, as values of
    /// that coordinate.
    pub(crate) fn line_interval(&self, from: [f64; 3], axis: usize) -> Interval {
        match self {
            Self::Box { center, axes, half, .. } => {
                let mut from = difference(from, *center);
                from[axis] = 0.0;
                let mut interval = [f64::NEG_INFINITY, f64::INFINITY];
                for i in 0..3 {
                    let slab = slab_interval(dot(from, axes[i]), axes[i][axis], -half[i], half[i]);
                    interval = intersection(interval, slab);
                }
                shifted(interval, center[axis])
            }
            Self::Capsule { a, ab, radius, .. } => {
                let mut from = difference(from, *a);
                from[axis] = 0.0;
                let b = difference(from, *ab);
                let mut interval = sphere_interval(from, axis, *radius);
                interval = hull(interval, sphere_interval(b, axis, *radius));
                let length = dot(*ab, *ab);
                if length > 0.0 {
                    // The part of the line between the caps, in the infinite cylinder.
                    let slab = slab_interval(dot(from, *ab), ab[axis], 0.0, length);
                    let slope = ab[axis] / length;
                    let at = dot(from, *ab) / length;
                    let across = minus_multiple(from, at, *ab);
                    let mut along = [-slope * ab[0], -slope * ab[1], -slope * ab[2]];
                    along[axis] += 1.0;
                    interval = hull(
                        interval,
                        intersection(slab, cylinder_interval(across, along, *radius)),
                    );
                }
                shifted(interval, a[axis])
            }
            Self::Sphere { center, radius, .. } => {
                let mut from = difference(from, *center);
                from[axis] = 0.0;
                shifted(sphere_interval(from, axis, *radius), center[axis])
            }
        }
    }
}

/// Whether a squared distance is at most a squared radius; `None` if the error of lengths that add up to
/// `magnitude` leaves it undecided.
#[inline(always)]
fn decide(square: f64, radius: f64, magnitude: f64) -> Option<bool> {
    let (beyond, error) = (square - radius * radius, magnitude * magnitude * RELATIVE_ERROR);
    if beyond > error {
        Some(false)
    } else if beyond < -error {
        Some(true)
    } else {
        None
    }
}

/// The interval of `t` where `at + t slope` lies between two numbers.
fn slab_interval(at: f64, slope: f64, low: f64, high: f64) -> Interval {
    if slope == 0.0 {
        return if low <= at && at <= high { [f64::NEG_INFINITY, f64::INFINITY] } else { EMPTY };
    }
    let (a, b) = ((low - at) / slope, (high - at) / slope);
    if a < b { [a, b] } else { [b, a] }
}

/// The interval of `t` where `from + t along` is at most `radius` long.
fn cylinder_interval(from: [f64; 3], along: [f64; 3], radius: f64) -> Interval {
    let (a, b) = (dot(along, along), dot(from, along));
    let c = dot(from, from) - radius * radius;
    if !(a > 0.0) {
        return if c <= 0.0 { [f64::NEG_INFINITY, f64::INFINITY] } else { EMPTY };
    }
    let square = b * b - a * c;
    if !(square >= 0.0) {
        return EMPTY;
    }
    let root = square.sqrt();
    [(-b - root) / a, (-b + root) / a]
}

/// The interval inside a sphere of the line through `from`, which is relative to the sphere's center.
fn sphere_interval(from: [f64; 3], axis: usize, radius: f64) -> Interval {
    let square = radius * radius - (dot(from, from) - from[axis] * from[axis]);
    if !(square >= 0.0) {
        return EMPTY;
    }
    let root = square.sqrt();
    [-from[axis] - root, -from[axis] + root]
}

fn shifted([low, high]: Interval, by: f64) -> Interval {
    [low + by, high + by]
}

fn intersection(a: Interval, b: Interval) -> Interval {
    [if a[0] > b[0] { a[0] } else { b[0] }, if a[1] < b[1] { a[1] } else { b[1] }]
}

/// The least interval around two, of which either may be empty.
fn hull(a: Interval, b: Interval) -> Interval {
    if !(a[0] <= a[1]) {
        return b;
    }
    if !(b[0] <= b[1]) {
        return a;
    }
    [if a[0] < b[0] { a[0] } else { b[0] }, if a[1] > b[1] { a[1] } else { b[1] }]
}

/// The axes of the rotation by a quaternion (x, y, z, w) of any length.
pub(crate) fn axes_of([x, y, z, w]: [f32; 4]) -> [[f64; 3]; 3] {
    let [x, y, z, w] = [x, y, z, w].map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ]
}
