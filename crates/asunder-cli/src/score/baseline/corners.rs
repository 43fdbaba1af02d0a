//! The test of a game server course: vertices projected on fifteen axes, nearest points for spheres, in
//! plain `f32`.
//!
//! After lecture notes that follow Szauer, "Game physics cookbook" (2017). The axes of edges are
//! cross products of any length; spheres against anything but a sphere require less than the radius, so
//! that touching is no hit; planes intersect unless their normals are parallel, even if they are the same
//! plane.

use super::float_box::FloatBox;
use super::vector::{cross, dot, minus, plus, times};
use asunder_jury::Shape::{self, Aabb, Plane, Sphere};
use std::array::from_fn;

/// Whether two shapes intersect, for the pairs in the notes.
pub(crate) fn shapes(a: &Shape<3>, b: &Shape<3>) -> Option<bool> {
    in_order(a, b).or_else(|| in_order(b, a))
}

/// The pairs in the order of the notes.
fn in_order(a: &Shape<3>, b: &Shape<3>) -> Option<bool> {
    if let Sphere { center, radius } = *a {
        return sphere(center, radius, b);
    }
    if let (Aabb { min, max }, Aabb { min: low, max: high }) = (a, b) {
        return Some((0..3).all(|i| min[i] <= high[i] && max[i] >= low[i]));
    }
    if let (Aabb { .. }, Plane { normal, offset }) = (a, *b) {
        let (aabb, (normal, offset)) = (FloatBox::of(a)?, unit_plane(normal, offset));
        let length = dot(aabb.half_extents, normal.map(f32::abs));
        return Some((dot(normal, aabb.center) - offset).abs() <= length);
    }
    if let (Plane { normal: n, offset: d }, Plane { normal: m, offset: e }) = (*a, *b) {
        let along = cross(unit_plane(n, d).0, unit_plane(m, e).0);
        return Some(dot(along, along) != 0.0);
    }
    Some(overlap_on_all_axes(&FloatBox::of(a)?, &FloatBox::of(b)?))
}

fn sphere(center: [f32; 3], radius: f32, other: &Shape<3>) -> Option<bool> {
    if let Sphere { center: q, radius: s } = *other {
        let (between, sum) = (minus(center, q), radius + s);
        return Some(dot(between, between) <= sum * sum);
    }
    let nearest = if let Plane { normal, offset } = *other {
        let (normal, offset) = unit_plane(normal, offset);
        minus(center, times(normal, dot(normal, center) - offset))
    } else if let Aabb { min, max } = *other {
        from_fn(|i| clamped(center[i], min[i], max[i]))
    } else {
        nearest_of_box(&FloatBox::of(other)?, center)
    };
    let between = minus(center, nearest);
    Some(dot(between, between) < radius * radius)
}

fn nearest_of_box(turned: &FloatBox<3>, point: [f32; 3]) -> [f32; 3] {
    let between = minus(point, turned.center);
    turned.axes.iter().zip(turned.half_extents).fold(turned.center, |nearest, (axis, half)| {
        plus(nearest, times(*axis, clamped(dot(between, *axis), -half, half)))
    })
}

fn clamped(value: f32, low: f32, high: f32) -> f32 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// The plane with a unit normal, as in the notes: computed in `f64`, rounded once.
fn unit_plane(normal: [f32; 3], offset: f32) -> ([f32; 3], f32) {
    let wide = normal.map(f64::from);
    let length = (wide[0] * wide[0] + wide[1] * wide[1] + wide[2] * wide[2]).sqrt();
    (wide.map(|x| (x / length) as f32), (f64::from(offset) / length) as f32)
}

fn overlap_on_all_axes(a: &FloatBox<3>, b: &FloatBox<3>) -> bool {
    let across = |i: usize| cross(a.axes[i / 3], b.axes[i % 3]);
    let axes = a.axes.into_iter().chain(b.axes).chain((0..9).map(across));
    let (a, b) = (corners(a), corners(b));
    for axis in axes {
        let ([a_min, a_max], [b_min, b_max]) = (interval(&a, axis), interval(&b, axis));
        if !(b_min <= a_max && a_min <= b_max) {
            return false;
        }
    }
    true
}

fn corners(turned: &FloatBox<3>) -> [[f32; 3]; 8] {
    from_fn(|corner| {
        (0..3).fold(turned.center, |point, i| {
            let reach = times(turned.axes[i], turned.half_extents[i]);
            if corner >> i & 1 == 0 { plus(point, reach) } else { minus(point, reach) }
        })
    })
}

fn interval(corners: &[[f32; 3]; 8], axis: [f32; 3]) -> [f32; 2] {
    let first = dot(axis, corners[0]);
    corners[1..].iter().fold([first, first], |[min, max], corner| {
        let along = dot(axis, *corner);
        [if along < min { along } else { min }, if along > max { along } else { max }]
    })
}
