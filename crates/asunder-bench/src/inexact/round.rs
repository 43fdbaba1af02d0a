//! Capsules and spheres against lines, triangles and boxes: the distance of their nearest points.

use super::polytopes::Polytope;
use super::{Obb, Plane, Sphere, cross, dot, minus};
use std::array::from_fn;

/// All within a radius of a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capsule {
    pub(crate) a: [f32; 3],
    pub(crate) b: [f32; 3],
    pub(crate) radius: f32,
}

#[inline(always)]
fn along(from: [f32; 3], way: [f32; 3], share: f32) -> [f32; 3] {
    from_fn(|i| from[i] + way[i] * share)
}

#[inline(always)]
fn square(way: [f32; 3]) -> f32 {
    dot(way, way)
}

#[inline(always)]
fn within(x: f32) -> f32 {
    if x > 0.0 && x < 1.0 {
        x
    } else if x >= 1.0 {
        1.0
    } else {
        0.0
    }
}

/// The square of the distance between two segments (Ericson 2005, §5.1.9).
#[inline(always)]
fn lines([p, q]: [[f32; 3]; 2], [r, s]: [[f32; 3]; 2]) -> f32 {
    let (one, other, between) = (minus(q, p), minus(s, r), minus(p, r));
    let (a, e, b) = (square(one), square(other), dot(one, other));
    let (c, f) = (dot(one, between), dot(other, between));
    let first = within((b * f - c * e) / (a * e - b * b));
    let second = within((b * first + f) / e);
    let first = within((b * second - c) / a);
    square(minus(along(p, one, first), along(r, other, second)))
}

#[inline(never)]
pub(crate) fn capsule_capsule(a: &Capsule, b: &Capsule) -> bool {
    let reach = a.radius + b.radius;
    lines([a.a, a.b], [b.a, b.b]) <= reach * reach
}

#[inline(never)]
pub(crate) fn sphere_capsule(a: &Sphere, b: &Capsule) -> bool {
    let way = minus(b.b, b.a);
    let share = within(dot(way, minus(a.center, b.a)) / square(way));
    let reach = a.radius + b.radius;
    square(minus(a.center, along(b.a, way, share))) <= reach * reach
}

/// The square of the distance of a point and a triangle (Ericson 2005, §5.1.5).
#[inline(always)]
fn point_triangle(p: [f32; 3], [a, b, c]: [[f32; 3]; 3]) -> f32 {
    let (ab, ac) = (minus(b, a), minus(c, a));
    let [d1, d2] = [ab, ac].map(|edge| dot(edge, minus(p, a)));
    let [d3, d4] = [ab, ac].map(|edge| dot(edge, minus(p, b)));
    let [d5, d6] = [ab, ac].map(|edge| dot(edge, minus(p, c)));
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    let nearest = if d1 <= 0.0 && d2 <= 0.0 {
        a
    } else if d3 >= 0.0 && d4 <= d3 {
        b
    } else if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        along(a, ab, d1 / (d1 - d3))
    } else if d6 >= 0.0 && d5 <= d6 {
        c
    } else if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        along(a, ac, d2 / (d2 - d6))
    } else if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        along(b, minus(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)))
    } else {
        let all = va + vb + vc;
        along(along(a, ab, vb / all), ac, vc / all)
    };
    square(minus(p, nearest))
}

#[inline(never)]
pub(crate) fn sphere_triangle(a: &Sphere, b: &Polytope<3, 0>) -> bool {
    point_triangle(a.center, b.points) <= a.radius * a.radius
}

/// The ends and where the capsule's line meets the plane, against the triangle; then the edges.
#[inline(never)]
pub(crate) fn capsule_triangle(a: &Capsule, b: &Polytope<3, 0>) -> bool {
    let [p, q, r] = b.points;
    let (way, across) = (minus(a.b, a.a), cross(minus(q, p), minus(r, p)));
    let share = within(dot(across, minus(p, a.a)) / dot(across, way));
    let reach = a.radius * a.radius;
    point_triangle(along(a.a, way, share), b.points) <= reach
        || [[p, q], [q, r], [r, p]].into_iter().any(|edge| lines([a.a, a.b], edge) <= reach)
}

/// Newton's method on the square of the distance along the capsule.
#[inline(never)]
pub(crate) fn capsule_obb(a: &Capsule, b: &Obb<3>) -> bool {
    let (offset, axis) = (minus(a.a, b.center), minus(a.b, a.a));
    let at: [f32; 3] = from_fn(|i| dot(b.axes[i], offset));
    let way: [f32; 3] = from_fn(|i| dot(b.axes[i], axis));
    let beyond = |share: f32| -> [f32; 3] {
        from_fn(|i| {
            let (x, half) = (at[i] + share * way[i], b.half_extents[i]);
            if x > half {
                x - half
            } else if x < -half {
                x + half
            } else {
                0.0
            }
        })
    };
    let mut share = within(-dot(at, way) / square(way));
    for _ in 0..8 {
        let out = beyond(share);
        let bend =
            (0..3).fold(0.0, |sum, i| if out[i] == 0.0 { sum } else { sum + way[i] * way[i] });
        let next = if bend > 0.0 { within(share - dot(way, out) / bend) } else { share };
        if next == share {
            break;
        }
        share = next;
    }
    square(beyond(share)) <= a.radius * a.radius
}

#[inline(never)]
pub(crate) fn plane_capsule(plane: &Plane, capsule: &Capsule) -> bool {
    let heights = [capsule.a, capsule.b].map(|end| dot(plane.normal, end) - plane.offset);
    let reach = capsule.radius * square(plane.normal).sqrt();
    let (low, high) =
        if heights[0] < heights[1] { (heights[0], heights[1]) } else { (heights[1], heights[0]) };
    low <= reach && high >= -reach
}
