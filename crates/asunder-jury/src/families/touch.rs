//! Brings a pair into contact, as nearly as `f32` allows.
//!
//! The farthest points of the two shapes along a direction are computed in `f64`, and the second
//! shape is moved until they coincide; rounding decides whether the pair then meets. Against a
//! plane or a half-space it is the offset that is moved.

use super::mould::finite;
use super::outline::{self, Outline};
use super::polyhedron::dot;
use super::rotation::{axes, direction, identity, normalized};
use super::{frustum, nudged};
use crate::{Frustum, Kind, Rng, Shape};
use std::array::from_fn;

/// How far a coordinate is moved off contact at most.
const MOST_ULPS: usize = 2;

/// Makes the two touch along a random axis, then, mostly, moves each coordinate by a few ulp.
///
/// `near` is where the two are.
pub(super) fn touch<const D: usize>(
    a: &mut Shape<D>,
    b: &mut Shape<D>,
    near: [f64; D],
    rng: &mut Rng,
) {
    let ulps = if rng.chance(0.75) { MOST_ULPS } else { 0 };
    match (plane(a), plane(b)) {
        (None, None) => {
            let Some(shift) = to_contact(a, b, near, rng) else { return };
            if is_many_planes(b) && !is_many_planes(a) {
                shift_by(a, shift.map(|x| -x), ulps, rng);
            } else {
                shift_by(b, shift, ulps, rng);
            }
        }
        (Some((normal, _)), None) => touch_plane(a, normal, (b, near), ulps, rng),
        (None, Some((normal, _))) => touch_plane(b, normal, (a, near), ulps, rng),
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
pub(super) fn rest<const D: usize>(
    a: &mut Shape<D>,
    b: &mut Shape<D>,
    near: [f64; D],
    rng: &mut Rng,
) {
    let up: [f64; D] = from_fn(|i| if i == 1 { 1.0 } else { 0.0 });
    let down = up.map(|x| -x);
    for (shape, outward) in [(&mut *a, up), (&mut *b, down)] {
        if let Shape::Ray { direction, .. } = shape
            && f64::from(direction[1]) * outward[1] > 0.0
        {
            direction[1] = -direction[1];
        }
    }
    let mut end = |shape: &Shape<D>, direction| support(shape, direction, near, rng);
    match (plane(a), plane(b)) {
        (None, None) => {
            let (Some(top), Some(bottom)) = (end(a, up), end(b, down)) else { return };
            let beside = !(is_box_or_ball(a) && is_box_or_ball(b)) && rng.chance(0.6);
            let shift = from_fn(|i| match i {
                1 => coarse(top[1]) - coarse(bottom[1]),
                // Onto the very point, where the two are too thin to be one above the other anyhow.
                _ if beside => ((top[i] - bottom[i]) * 4.0).round() / 4.0,
                _ => 0.0,
            });
            if is_many_planes(b) && !is_many_planes(a) {
                move_by(a, shift.map(|x| -x), &mut |x| x);
            } else {
                move_by(b, shift, &mut |x| x);
            }
        }
        (Some(_), None) => {
            if let Some(bottom) = end(b, down) {
                set_plane(a, up, finite(coarse(bottom[1])));
            }
        }
        (None, Some(_)) => {
            if let Some(top) = end(a, up) {
                set_plane(b, down, finite(-coarse(top[1])));
            }
        }
        (Some((_, offset)), Some(_)) => {
            set_plane(a, up, offset);
            set_plane(b, down, -offset);
        }
    }
}

/// The number a height was meant to be, if elimination left it within rounding of a coarse one.
fn coarse(height: f64) -> f64 {
    let coarse = (height * 4096.0).round() / 4096.0;
    if (coarse - height).abs() < 1e-11 { coarse } else { height }
}

/// The shift of the second that makes the two touch along a random direction; `None` if they
/// overlap whichever way it goes.
fn to_contact<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
    near: [f64; D],
    rng: &mut Rng,
) -> Option<[f64; D]> {
    let direction = if is_box_or_ball(a) && is_box_or_ball(b) {
        separating_direction(a, b, rng)
    } else {
        outline::separating_direction(&Outline::new(a, near), &Outline::new(b, near), rng)?
    };
    let from = support(a, direction, near, rng)?;
    let to = support(b, direction.map(|x| -x), near, rng)?;
    Some(from_fn(|i| from[i] - to[i]))
}

/// Moves a plane until it touches the other shape; at times turns it to face along a coordinate
/// axis first, where even a point can touch it exactly.
fn touch_plane<const D: usize>(
    flat: &mut Shape<D>,
    normal: [f32; D],
    (other, near): (&Shape<D>, [f64; D]),
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
    if !is_box_or_ball(other) {
        // Where the other has no end that way, the plane faces it otherwise.
        let outline = Outline::new(other, near);
        match outline.facing(normal.map(|x| x * side), rng) {
            Some(turned) => normal = turned.map(|x| x * side),
            None => return,
        }
    }
    let direction = normalized(normal).unwrap_or(normal);
    let Some(point) = support(other, direction.map(|x| x * side), near, rng) else { return };
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

/// A point of the shape farthest along a direction of length 1; where a whole face or edge is
/// farthest, any point of it. `None` if the shape has no end there.
fn support<const D: usize>(
    shape: &Shape<D>,
    direction: [f64; D],
    near: [f64; D],
    rng: &mut Rng,
) -> Option<[f64; D]> {
    let mut end = |slope: f64| {
        if slope.abs() < 1e-9 { rng.between(-1.0, 1.0) } else { 1f64.copysign(slope) }
    };
    match *shape {
        Shape::Point(point) => Some(point.map(f64::from)),
        Shape::Sphere { center, radius } => {
            Some(from_fn(|i| f64::from(center[i]) + f64::from(radius) * direction[i]))
        }
        Shape::Aabb { min, max } => Some(from_fn(|i| {
            let (low, high, end) = (f64::from(min[i]), f64::from(max[i]), end(direction[i]));
            // Not center + half · end, which would round where the corner itself does not.
            if end == 1.0 { high } else { low + (high - low) * (1.0 + end) / 2.0 }
        })),
        Shape::Obb { center, half_extents, .. } => {
            let mut point = center.map(f64::from);
            for (axis, half) in frame(shape).into_iter().flatten().zip(half_extents) {
                let reach = f64::from(half) * end(dot(axis, direction));
                point = from_fn(|i| point[i] + axis[i] * reach);
            }
            Some(point)
        }
        Shape::Plane { .. }
        | Shape::HalfSpace { .. }
        | Shape::Segment { .. }
        | Shape::Ray { .. }
        | Shape::Capsule { .. }
        | Shape::Triangle { .. }
        | Shape::Parallelepiped { .. }
        | Shape::ConvexHull(_)
        | Shape::Frustum(_) => {
            let outline = Outline::new(shape, near);
            let reach = if rng.chance(0.5) { outline.size() } else { 1.0 };
            outline.farthest(direction, reach, rng)
        }
    }
}

/// Whether it is one of the bounded kinds that have a middle and axes.
fn is_box_or_ball<const D: usize>(shape: &Shape<D>) -> bool {
    matches!(shape, Shape::Point(_) | Shape::Sphere { .. } | Shape::Aabb { .. } | Shape::Obb { .. })
}

/// Whether it is placed by the offsets of planes, of which each rounds on its own when it moves.
fn is_many_planes<const D: usize>(shape: &Shape<D>) -> bool {
    matches!(shape, Shape::Frustum(Frustum::HalfSpaces(_) | Frustum::Projection { .. }))
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

/// Moves a shape and nudges it by up to so many ulp: each coordinate on its own or, at times, all
/// of its points alike, so that what was parallel stays so.
fn shift_by<const D: usize>(shape: &mut Shape<D>, shift: [f64; D], ulps: usize, rng: &mut Rng) {
    let together = match shape {
        Shape::Segment { .. }
        | Shape::Capsule { .. }
        | Shape::Triangle { .. }
        | Shape::ConvexHull(_) => rng.chance(0.6),
        Shape::Point(_)
        | Shape::Sphere { .. }
        | Shape::Aabb { .. }
        | Shape::Obb { .. }
        | Shape::Plane { .. }
        | Shape::HalfSpace { .. }
        | Shape::Ray { .. }
        | Shape::Parallelepiped { .. }
        | Shape::Frustum(_) => false,
    };
    if !together {
        move_by(shape, shift, &mut |x| nudged(x, ulps, rng));
        return;
    }
    // Shifted by multiples of the largest ulp around, coarse points stay exactly as they lie.
    let mut most = [f32::MIN_POSITIVE; D];
    for_each_point(shape, &mut |point| {
        for i in 0..D {
            let moved = finite(f64::from(point[i]) + shift[i]);
            for x in [point[i].abs(), moved.abs()] {
                most[i] = if x > most[i] { x } else { most[i] };
            }
        }
        *point
    });
    let shift = from_fn(|i| {
        let ulp = f64::from(most[i]) - f64::from(most[i].next_down());
        let steps = rng.below(2 * ulps + 1) as f64 - ulps as f64;
        ((shift[i] / ulp).round() + steps) * ulp
    });
    move_by(shape, shift, &mut |x| x);
}

/// Moves a shape, with `adjust` applied to each of its new coordinates.
fn move_by<const D: usize>(
    shape: &mut Shape<D>,
    shift: [f64; D],
    adjust: &mut dyn FnMut(f32) -> f32,
) {
    if let Shape::Frustum(frustum) = shape {
        frustum::translate(frustum, shift, adjust);
        return;
    }
    for_each_point(shape, &mut |point| from_fn(|i| adjust(finite(f64::from(point[i]) + shift[i]))));
    if let Shape::Aabb { min, max } = shape {
        let (p, q) = (*min, *max);
        *min = from_fn(|i| if p[i] < q[i] { p[i] } else { q[i] });
        *max = from_fn(|i| if p[i] < q[i] { q[i] } else { p[i] });
    }
}

/// Replaces each point that a shape is placed by; planes and frusta have none.
fn for_each_point<const D: usize>(
    shape: &mut Shape<D>,
    replace: &mut dyn FnMut(&[f32; D]) -> [f32; D],
) {
    match shape {
        Shape::Point(center)
        | Shape::Sphere { center, .. }
        | Shape::Obb { center, .. }
        | Shape::Parallelepiped { center, .. }
        | Shape::Ray { origin: center, .. } => *center = replace(center),
        Shape::Aabb { min: a, max: b } | Shape::Segment { a, b } | Shape::Capsule { a, b, .. } => {
            (*a, *b) = (replace(a), replace(b));
        }
        Shape::Triangle { a, b, c } => (*a, *b, *c) = (replace(a), replace(b), replace(c)),
        Shape::ConvexHull(points) => {
            for point in points.as_mut_slice() {
                *point = replace(point);
            }
        }
        Shape::Plane { .. } | Shape::HalfSpace { .. } | Shape::Frustum(_) => {}
    }
}
