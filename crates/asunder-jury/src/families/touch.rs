//! Brings a pair into contact, as nearly as `f32` allows.
//!
//! The farthest points of the two shapes along a direction are computed in `f64`, and the second
//! shape is moved until they coincide; rounding decides whether the pair then meets. Against a
//! plane or a half-space it is the offset that is moved.

use super::mould::finite;
use super::rotation::{axes, direction, identity, normalized};
use crate::{Kind, Rng, Shape};
use std::array::from_fn;

/// How far a coordinate is moved off contact at most.
const MOST_ULPS: usize = 2;

/// Makes the two touch along a random axis, then, mostly, moves each coordinate by a few ulp.
pub(super) fn touch<const D: usize>(a: &mut Shape<D>, b: &mut Shape<D>, rng: &mut Rng) {
    let ulps = if rng.chance(0.75) { MOST_ULPS } else { 0 };
    match (plane(a), plane(b)) {
        (None, None) => {
            let direction = separating_direction(a, b, rng);
            let from = support(a, direction, rng);
            let to = support(b, direction.map(|x| -x), rng);
            let shift = from_fn(|i| from[i] - to[i]);
            move_by(b, shift, |x| nudged(x, ulps, rng));
        }
        (Some((normal, _)), None) => touch_plane(a, normal, b, ulps, rng),
        (None, Some((normal, _))) => touch_plane(b, normal, a, ulps, rng),
        (Some((normal, offset)), Some(_)) => {
            // Half-spaces that face the same way always meet: mostly they face each other.
            let factor = rng.power_of_two(-2..3) * if rng.chance(0.1) { 1.0 } else { -1.0 };
            let offset = nudged(finite(f64::from(offset) * factor), MOST_ULPS, rng);
            let mut normal = normal.map(|x| f64::from(x) * factor);
            if rng.chance(0.15) {
                // All but parallel, so that they do meet, far away.
                let tilted = &mut normal[rng.below(D)];
                *tilted = f64::from(nudged(finite(*tilted), MOST_ULPS, rng));
            }
            set_plane(b, normal, offset);
        }
    }
}

/// Stands the second on the first: exactly, if the numbers are multiples of a coarse power of two
/// and the tops of boxes are level.
pub(super) fn rest<const D: usize>(a: &mut Shape<D>, b: &mut Shape<D>, rng: &mut Rng) {
    let up: [f64; D] = from_fn(|i| if i == 1 { 1.0 } else { 0.0 });
    let down = up.map(|x| -x);
    match (plane(a), plane(b)) {
        (None, None) => {
            let rise = support(a, up, rng)[1] - support(b, down, rng)[1];
            move_by(b, up.map(|x| x * rise), |x| x);
        }
        (Some(_), None) => set_plane(a, up, finite(support(b, down, rng)[1])),
        (None, Some(_)) => set_plane(b, down, finite(-support(a, up, rng)[1])),
        (Some((_, offset)), Some(_)) => {
            set_plane(a, up, offset);
            set_plane(b, down, -offset);
        }
    }
}

/// Moves a plane until it touches the other shape; at times turns it to face along a coordinate
/// axis first, where even a point can touch it exactly.
fn touch_plane<const D: usize>(
    flat: &mut Shape<D>,
    normal: [f32; D],
    other: &Shape<D>,
    ulps: usize,
    rng: &mut Rng,
) {
    let mut normal = normal.map(f64::from);
    if rng.chance(0.5) {
        let (axis, length) = (rng.below(D), rng.power_of_two(-3..4) * rng.sign());
        normal = from_fn(|i| if i == axis { length } else { 0.0 });
    }
    // A half-space is touched from without only at the other's lowest point.
    let side = if flat.kind() == Kind::Plane { rng.sign() } else { -1.0 };
    let direction = normalized(normal).unwrap_or(normal);
    let point = support(other, direction.map(|x| x * side), rng);
    let offset = finite(dot(normal, point));
    set_plane(flat, normal, nudged(offset, ulps, rng));
}

/// A direction along which the two may be only just apart: out of a face, an edge or a corner of a
/// box or, in 3D, across an edge of each.
fn separating_direction<const D: usize>(a: &Shape<D>, b: &Shape<D>, rng: &mut Rng) -> [f64; D] {
    match (frame(a), frame(b)) {
        (Some(u), Some(v)) if D == 3 && rng.chance(0.5) => {
            let (u, v, sign) = (u[rng.below(D)], v[rng.below(D)], rng.sign());
            let across = from_fn(|i| {
                let (j, k) = ((i + 1) % D, (i + 2) % D);
                sign * (u[j] * v[k] - u[k] * v[j])
            });
            normalized(across).unwrap_or(u)
        }
        (Some(u), Some(v)) => out_of_box(if rng.chance(0.5) { u } else { v }, rng),
        (Some(axes), None) | (None, Some(axes)) => out_of_box(axes, rng),
        (None, None) => direction(rng),
    }
}

/// A direction out of a box with these axes: mostly out of a face.
fn out_of_box<const D: usize>(axes: [[f64; D]; D], rng: &mut Rng) -> [f64; D] {
    let mixed = if rng.chance(0.7) { 1 } else { 1 + rng.below(D) };
    let first = rng.below(D);
    let mut sum = [0.0; D];
    for k in 0..mixed {
        let (axis, weight) = (axes[(first + k) % D], rng.sign() * rng.between(0.1, 1.0));
        sum = from_fn(|i| sum[i] + weight * axis[i]);
    }
    normalized(sum).unwrap_or(axes[first])
}

/// The unit axes of a box.
fn frame<const D: usize>(shape: &Shape<D>) -> Option<[[f64; D]; D]> {
    match shape {
        Shape::Aabb { .. } => Some(axes(identity::<D>())),
        Shape::Obb { rotation, .. } => {
            Some(axes(rotation.map(f64::from)).map(|axis| normalized(axis).unwrap_or(axis)))
        }
        _ => None,
    }
}

/// A point of the bounded shape farthest along a direction of length 1; where a whole face or edge
/// is farthest, any point of it.
fn support<const D: usize>(shape: &Shape<D>, direction: [f64; D], rng: &mut Rng) -> [f64; D] {
    let mut end = |slope: f64| {
        if slope.abs() < 1e-9 { rng.between(-1.0, 1.0) } else { 1f64.copysign(slope) }
    };
    match *shape {
        Shape::Point(point) => point.map(f64::from),
        Shape::Sphere { center, radius } => {
            from_fn(|i| f64::from(center[i]) + f64::from(radius) * direction[i])
        }
        Shape::Aabb { min, max } => from_fn(|i| {
            let (low, high, end) = (f64::from(min[i]), f64::from(max[i]), end(direction[i]));
            // Not center + half · end, which would round where the corner itself does not.
            if end == 1.0 { high } else { low + (high - low) * (1.0 + end) / 2.0 }
        }),
        Shape::Obb { center, half_extents, .. } => {
            let mut point = center.map(f64::from);
            for (axis, half) in frame(shape).into_iter().flatten().zip(half_extents) {
                let reach = f64::from(half) * end(dot(axis, direction));
                point = from_fn(|i| point[i] + axis[i] * reach);
            }
            point
        }
        Shape::Plane { .. } | Shape::HalfSpace { .. } => {
            unreachable!("planes are moved by their offset")
        }
    }
}

/// The normal and offset of a plane or half-space.
fn plane<const D: usize>(shape: &Shape<D>) -> Option<([f32; D], f32)> {
    match *shape {
        Shape::Plane { normal, offset } | Shape::HalfSpace { normal, offset } => {
            Some((normal, offset))
        }
        _ => None,
    }
}

/// Puts a plane or half-space elsewhere, unless the normal would vanish in `f32`.
fn set_plane<const D: usize>(shape: &mut Shape<D>, to_normal: [f64; D], to_offset: f32) {
    let to_normal = to_normal.map(finite);
    if let Shape::Plane { normal, offset } | Shape::HalfSpace { normal, offset } = shape
        && to_normal.iter().any(|x| *x != 0.0)
    {
        (*normal, *offset) = (to_normal, to_offset);
    }
}

/// Moves a bounded shape, with `adjust` applied to each of its new coordinates.
fn move_by<const D: usize>(
    shape: &mut Shape<D>,
    shift: [f64; D],
    mut adjust: impl FnMut(f32) -> f32,
) {
    let mut moved = |point: [f32; D]| -> [f32; D] {
        from_fn(|i| adjust(finite(f64::from(point[i]) + shift[i])))
    };
    match shape {
        Shape::Point(center) | Shape::Sphere { center, .. } | Shape::Obb { center, .. } => {
            *center = moved(*center);
        }
        Shape::Aabb { min, max } => {
            let (p, q) = (moved(*min), moved(*max));
            *min = from_fn(|i| if p[i] < q[i] { p[i] } else { q[i] });
            *max = from_fn(|i| if p[i] < q[i] { q[i] } else { p[i] });
        }
        Shape::Plane { .. } | Shape::HalfSpace { .. } => {}
    }
}

/// The value moved by up to so many ulp either way.
fn nudged(value: f32, ulps: usize, rng: &mut Rng) -> f32 {
    let up = rng.chance(0.5);
    let moved =
        (0..rng.below(ulps + 1)).fold(value, |v, _| if up { v.next_up() } else { v.next_down() });
    finite(f64::from(moved))
}

fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
}
