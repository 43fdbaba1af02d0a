//! Wireframes of a pair; an unbounded shape is drawn near the other.

use asunder::{Shape, Vector};

/// A point in two or three dimensions; the last of two is zero.
pub(crate) type Vector3 = [f64; 3];

pub(crate) fn to_f64<V: Vector>(vector: V) -> Vector3 {
    let array = vector.to_array();
    std::array::from_fn(|t| if t < V::DIM { f64::from(array[t]) } else { 0.0 })
}

pub(crate) fn dot(a: Vector3, b: Vector3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector3, b: Vector3) -> Vector3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn add(a: Vector3, b: Vector3, times: f64) -> Vector3 {
    std::array::from_fn(|t| a[t] + times * b[t])
}

pub(crate) fn unit(a: Vector3) -> Vector3 {
    let largest = a.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let scaled = a.map(|x| x / largest);
    let length = dot(scaled, scaled).sqrt();
    scaled.map(|x| x / length)
}

/// The finite lines of a bounded shape.
fn wireframe<V: Vector>(shape: &Shape<V>) -> Vec<[Vector3; 2]> {
    let mut lines = Vec::new();
    shape.lines(|a, b| {
        let line = [to_f64(a), to_f64(b)];
        if line.as_flattened().iter().all(|x| x.is_finite()) {
            lines.push(line);
        }
    });
    lines
}

/// The center of some lines, and half of their extent; of none, the origin and one.
fn extent(lines: &[[Vector3; 2]]) -> (Vector3, f64) {
    let points = || lines.iter().flatten();
    let bound = |t: usize| {
        points().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
            (low.min(p[t]), high.max(p[t]))
        })
    };
    if lines.is_empty() {
        return ([0.0; 3], 1.0);
    }
    let bounds = [0, 1, 2].map(bound);
    let half = bounds.iter().fold(0.0, |half: f64, (low, high)| half.max((high - low) / 2.0));
    (bounds.map(|(low, high)| low + (high - low) / 2.0), if half > 0.0 { half } else { 1.0 })
}

/// The wireframes of both shapes of a pair.
pub(crate) fn pair_wireframes<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> [Vec<[Vector3; 2]>; 2] {
    let own = |shape: &Shape<V>| {
        let is_endless = matches!(shape, Shape::Plane(_) | Shape::HalfSpace(_) | Shape::Ray(_));
        if is_endless { Vec::new() } else { wireframe(shape) }
    };
    let drawn = [own(a), own(b)];
    let beside = |shape: &Shape<V>, drawn: &[[Vector3; 2]], other: &[[Vector3; 2]]| {
        let (middle, half) = extent(other);
        match shape {
            Shape::Plane(plane) => {
                patch::<V>(to_f64(plane.normal()), f64::from(plane.offset()), middle, half, false)
            }
            Shape::HalfSpace(space) => {
                patch::<V>(to_f64(space.normal()), f64::from(space.offset()), middle, half, true)
            }
            Shape::Ray(ray) => {
                let (origin, direction) = (to_f64(ray.origin()), unit(to_f64(ray.direction())));
                let along = dot(add(middle, origin, -1.0), direction).max(0.0);
                vec![[origin, add(origin, direction, along + 1.5 * half)]]
            }
            _ => drawn.to_vec(),
        }
    };
    [beside(a, &drawn[0], &drawn[1]), beside(b, &drawn[1], &drawn[0])]
}

/// A piece of a plane near a point; of a half-space, with hatching on its side.
pub(crate) fn patch<V: Vector>(
    normal: Vector3,
    offset: f64,
    near: Vector3,
    half: f64,
    is_solid: bool,
) -> Vec<[Vector3; 2]> {
    let length = dot(normal, normal).sqrt();
    let n = unit(normal);
    let foot = add(near, n, offset / length - dot(near, n));
    let size = 1.5 * half;
    let mut lines = Vec::new();
    let across = if V::DIM == 2 { [0.0, 0.0, 1.0] } else { perpendicular_axis(n) };
    let u = unit(cross(n, across));
    let corner = |x: f64, y: f64| add(add(foot, u, x * size), cross(n, u), y * size);
    let rows: &[f64] = if V::DIM == 2 { &[0.0] } else { &[-1.0, 1.0] };
    for &y in rows {
        lines.push([corner(-1.0, y), corner(1.0, y)]);
        if V::DIM == 3 {
            lines.push([corner(y, -1.0), corner(y, 1.0)]);
        }
        for stroke in (-3..=3).filter(|_| is_solid) {
            let from = corner(f64::from(stroke) / 3.0, y);
            lines.push([from, add(from, n, -0.2 * half)]);
        }
    }
    lines
}

/// A coordinate axis that is far from parallel to a unit vector.
pub(crate) fn perpendicular_axis(n: Vector3) -> Vector3 {
    if n[1].abs() < 0.8 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] }
}
