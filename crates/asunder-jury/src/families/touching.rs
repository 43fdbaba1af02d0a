//! Moves a pair into contact, as nearly as `f32` allows.
//!
//! Support points of both shapes along a direction are computed in `f64`, and the second shape is moved
//! until they coincide; rounding decides whether the pair then intersects. Of a plane or half-space the
//! offset is changed.

use super::features::{self, Features};
use super::polyhedron::dot;
use super::rotation::{axes, direction, identity, normalized};
use super::shape_parameters::finite;
use super::{frustum, nudged};
use crate::{Frustum, Kind, Rng, Shape};
use std::array::from_fn;

/// The greatest change of a coordinate from contact.
const MOST_ULPS: usize = 2;

/// Makes the two touch along a random axis, then mostly changes each coordinate by a few ulp.
///
/// `near` is a point near both.
pub(super) fn make_touching<const D: usize>(
    a: &mut Shape<D>,
    b: &mut Shape<D>,
    near: [f64; D],
    rng: &mut Rng,
) {
    let ulps = if rng.chance(0.75) { MOST_ULPS } else { 0 };
    match (plane(a), plane(b)) {
        (None, None) => {
            let Some(shift) = shift_to_contact(a, b, near, rng) else { return };
            if has_many_planes(b) && !has_many_planes(a) {
                shift_by(a, shift.map(|x| -x), ulps, rng);
            } else {
                shift_by(b, shift, ulps, rng);
            }
        }
        (Some((normal, _)), None) => make_plane_touch(a, normal, (b, near), ulps, rng),
        (None, Some((normal, _))) => make_plane_touch(b, normal, (a, near), ulps, rng),
        (Some((normal, offset)), Some(_)) => {
            // Half-spaces with equal normals always intersect, so mostly they are opposite.
            let factor = rng.power_of_two(-2..3) * if rng.chance(0.1) { 1.0 } else { -1.0 };
            let offset = nudged(finite(f64::from(offset) * factor), MOST_ULPS, rng);
            let mut normal = normal.map(|x| f64::from(x) * factor);
            if rng.chance(0.15) {
                // Nearly parallel, so that they do intersect, far away.
                let tilted = &mut normal[rng.below(D)];
                *tilted = f64::from(nudged(finite(*tilted), MOST_ULPS, rng));
            }
            set_plane(b, normal, offset);
        }
    }
}

/// Places the second on top of the first: exactly, if the numbers are multiples of a coarse power of two
/// and the tops of boxes are horizontal.
pub(super) fn place_on_top<const D: usize>(
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
    let mut end = |shape: &Shape<D>, direction| support_point(shape, direction, near, rng);
    match (plane(a), plane(b)) {
        (None, None) => {
            let (Some(top), Some(bottom)) = (end(a, up), end(b, down)) else { return };
            let beside = !(is_box_or_ball(a) && is_box_or_ball(b)) && rng.chance(0.6);
            let shift = from_fn(|i| match i {
                1 => round_to_grid(top[1]) - round_to_grid(bottom[1]),
                // To the same point, if the two are too thin to be above one another.
                _ if beside => ((top[i] - bottom[i]) * 4.0).round() / 4.0,
                _ => 0.0,
            });
            if has_many_planes(b) && !has_many_planes(a) {
                move_by(a, shift.map(|x| -x), &mut |x| x);
            } else {
                move_by(b, shift, &mut |x| x);
            }
        }
        (Some(_), None) => {
            if let Some(bottom) = end(b, down) {
                set_plane(a, up, finite(round_to_grid(bottom[1])));
            }
        }
        (None, Some(_)) => {
            if let Some(top) = end(a, up) {
                set_plane(b, down, finite(-round_to_grid(top[1])));
            }
        }
        (Some((_, offset)), Some(_)) => {
            set_plane(a, up, offset);
            set_plane(b, down, -offset);
        }
    }
}

/// The nearest multiple of a coarse power of two, if the height is within rounding of it.
fn round_to_grid(height: f64) -> f64 {
    let rounded = (height * 4096.0).round() / 4096.0;
    if (rounded - height).abs() < 1e-11 { rounded } else { height }
}

/// The translation of the second that makes the two touch along a random direction; `None` if they
/// overlap along every direction.
fn shift_to_contact<const D: usize>(
    a: &Shape<D>,
    b: &Shape<D>,
    near: [f64; D],
    rng: &mut Rng,
) -> Option<[f64; D]> {
    let direction = if is_box_or_ball(a) && is_box_or_ball(b) {
        separating_direction(a, b, rng)
    } else {
        features::separating_direction(&Features::new(a, near), &Features::new(b, near), rng)?
    };
    let from = support_point(a, direction, near, rng)?;
    let to = support_point(b, direction.map(|x| -x), near, rng)?;
    Some(from_fn(|i| from[i] - to[i]))
}

/// Moves a plane until it touches the other shape; sometimes aligns its normal with a coordinate axis
/// first, so that even a point can touch it exactly.
fn make_plane_touch<const D: usize>(
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
    // A half-space is touched from outside only at the other's lowest point.
    let side = if flat.kind() == Kind::Plane { rng.sign() } else { -1.0 };
    if !is_box_or_ball(other) {
        // If the other is unbounded in that direction, the plane takes another normal.
        let features = Features::new(other, near);
        match features.bounded_direction(normal.map(|x| x * side), rng) {
            Some(turned) => normal = turned.map(|x| x * side),
            None => return,
        }
    }
    let direction = normalized(normal).unwrap_or(normal);
    let Some(point) = support_point(other, direction.map(|x| x * side), near, rng) else { return };
    let offset = finite(dot(normal, point));
    set_plane(flat, normal, nudged(offset, ulps, rng));
}

/// A candidate for a separating axis: out of a face, an edge or a vertex of a box or, in 3D, the cross
/// product of two edges.
fn separating_direction<const D: usize>(a: &Shape<D>, b: &Shape<D>, rng: &mut Rng) -> [f64; D] {
    match (unit_axes(a), unit_axes(b)) {
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
fn unit_axes<const D: usize>(shape: &Shape<D>) -> Option<[[f64; D]; D]> {
    match shape {
        Shape::Aabb { .. } => Some(axes(identity::<D>())),
        Shape::Obb { rotation, .. } => {
            Some(axes(rotation.map(f64::from)).map(|axis| normalized(axis).unwrap_or(axis)))
        }
        _ => None,
    }
}

/// A support point of the shape along a unit direction; of a whole face or edge, any point. `None` if the
/// shape is unbounded there.
fn support_point<const D: usize>(
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
            // Not center + half · end, which would round although the vertex itself is exact.
            if end == 1.0 { high } else { low + (high - low) * (1.0 + end) / 2.0 }
        })),
        Shape::Obb { center, half_extents, .. } => {
            let mut point = center.map(f64::from);
            for (axis, half) in unit_axes(shape).into_iter().flatten().zip(half_extents) {
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
            let features = Features::new(shape, near);
            let reach = if rng.chance(0.5) { features.size() } else { 1.0 };
            features.support_point(direction, reach, rng)
        }
    }
}

/// Whether it is a bounded kind with a center and axes.
fn is_box_or_ball<const D: usize>(shape: &Shape<D>) -> bool {
    matches!(shape, Shape::Point(_) | Shape::Sphere { .. } | Shape::Aabb { .. } | Shape::Obb { .. })
}

/// Whether it is defined by several planes, whose offsets are rounded separately when it moves.
fn has_many_planes<const D: usize>(shape: &Shape<D>) -> bool {
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

/// Replaces the normal and offset of a plane or half-space, unless the normal would be zero in `f32`.
fn set_plane<const D: usize>(shape: &mut Shape<D>, to_normal: [f64; D], to_offset: f32) {
    let to_normal = to_normal.map(finite);
    if let Shape::Plane { normal, offset } | Shape::HalfSpace { normal, offset } = shape
        && to_normal.iter().any(|x| *x != 0.0)
    {
        (*normal, *offset) = (to_normal, to_offset);
    }
}

/// Translates a shape and changes it by at most `ulps`: each coordinate separately or, sometimes, all of
/// its points alike, so that parallel features stay parallel.
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
    // Translated by multiples of the largest ulp, coarse points keep their exact differences.
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

/// Translates a shape, with `adjust` applied to each of its new coordinates.
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

/// Replaces each point that defines a shape; planes and frusta have none.
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
