//! The signed distance of shapes by brute force: every simplex of corners of their difference.

use asunder_jury::Shape as Judged;

pub(crate) type Point = [f64; 3];

fn sub(a: Point, b: Point) -> Point {
    core::array::from_fn(|t| a[t] - b[t])
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

fn wide<const D: usize>(x: [f32; D]) -> Point {
    core::array::from_fn(|t| if t < D { f64::from(x[t]) } else { 0.0 })
}

/// Rodrigues' formula, as `v + 2 q × (q × v + w v)` over the square of the quaternion's length.
fn turned<const D: usize>(q: [f32; 4], v: Point) -> Point {
    let [x, y, z, w] = q.map(f64::from);
    if D == 2 {
        let (cos, sin, norm) = (x, y, (x * x + y * y).sqrt());
        return [(cos * v[0] - sin * v[1]) / norm, (sin * v[0] + cos * v[1]) / norm, 0.0];
    }
    let (u, norm) = ([x, y, z], x * x + y * y + z * z + w * w);
    let inner = cross(u, v);
    let twice = cross(u, core::array::from_fn(|t| inner[t] + w * v[t]));
    core::array::from_fn(|t| v[t] + 2.0 * twice[t] / norm)
}

/// The corners of a bounded shape of few of them, and its radius.
fn corners<const D: usize>(shape: &Judged<D>) -> Option<(Vec<Point>, f64)> {
    let boxed = |center: Point, halves: &[Point]| {
        (0..1_usize << halves.len())
            .map(|signs| {
                halves.iter().enumerate().fold(center, |corner, (i, half)| {
                    let sign = if signs >> i & 1 == 1 { 1.0 } else { -1.0 };
                    core::array::from_fn(|t| corner[t] + sign * half[t])
                })
            })
            .collect::<Vec<_>>()
    };
    let unit = |i: usize, length: f64| -> Point {
        core::array::from_fn(|t| if t == i { length } else { 0.0 })
    };
    Some(match *shape {
        Judged::Point(p) => (vec![wide(p)], 0.0),
        Judged::Sphere { center, radius } => (vec![wide(center)], radius.into()),
        Judged::Segment { a, b } => (vec![wide(a), wide(b)], 0.0),
        Judged::Capsule { a, b, radius } => (vec![wide(a), wide(b)], radius.into()),
        Judged::Triangle { a, b, c } => (vec![wide(a), wide(b), wide(c)], 0.0),
        Judged::Aabb { min, max } => {
            let (low, high) = (wide(min), wide(max));
            let halves: Vec<_> = (0..D).map(|i| unit(i, 0.5 * (high[i] - low[i]))).collect();
            (boxed(core::array::from_fn(|t| 0.5 * (low[t] + high[t])), &halves), 0.0)
        }
        Judged::Obb { center, half_extents, rotation } => {
            let half = |i: usize| turned::<D>(rotation, unit(i, half_extents[i].into()));
            (boxed(wide(center), &(0..D).map(half).collect::<Vec<_>>()), 0.0)
        }
        Judged::Parallelepiped { center, edges } => (boxed(wide(center), &edges.map(wide)), 0.0),
        _ => return None,
    })
}

/// Where zero is to the hull of points in general position.
fn signed(points: &[Point], dimension: usize) -> Option<f64> {
    let mut nearest = f64::INFINITY;
    let mut depth = f64::INFINITY;
    let (mut lower, mut upper) = (true, false);
    let size = points.iter().map(|p| length(*p)).fold(0.0, f64::max);
    let mut facet = |normal: Point, at: Point| {
        let long = length(normal);
        if long < 1e-9 * size * size.max(1e-9) {
            return;
        }
        let heights = points.iter().map(|p| dot(normal, sub(*p, at)) / long);
        let (low, high) = heights.fold((0.0_f64, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
        let tolerance = 1e-11 * size;
        if (low >= -tolerance) != (high <= tolerance) {
            upper = true;
            let side = dot(normal, at) / long * if high <= tolerance { 1.0 } else { -1.0 };
            lower &= side >= 0.0;
            depth = depth.min(side);
        }
    };
    for (i, &p) in points.iter().enumerate() {
        nearest = nearest.min(length(p));
        for (j, &q) in points.iter().enumerate().skip(i + 1) {
            let along = sub(q, p);
            let part = -dot(p, along) / dot(along, along);
            if part > 0.0 && part < 1.0 {
                nearest = nearest.min(length(core::array::from_fn(|t| p[t] + part * along[t])));
            }
            if dimension == 2 {
                facet([-along[1], along[0], 0.0], p);
                continue;
            }
            for &r in &points[j + 1..] {
                let normal = cross(along, sub(r, p));
                let square = dot(normal, normal);
                if !(square > 0.0) {
                    continue;
                }
                facet(normal, p);
                let foot = core::array::from_fn(|t| normal[t] * dot(normal, p) / square);
                let sides = [(p, q), (q, r), (r, p)]
                    .map(|(x, y)| dot(normal, cross(sub(y, x), sub(foot, x))));
                if sides.iter().all(|side| *side >= 0.0) {
                    nearest = nearest.min(length(foot));
                }
            }
        }
    }
    // Inside if it is behind every facet of a hull that has some.
    if lower && upper { Some(-depth) } else { Some(nearest) }.filter(|x| x.is_finite())
}

/// How far two shapes are apart, or minus the depth; and the sum of the pair's lengths.
pub(crate) fn gap<const D: usize>(a: &Judged<D>, b: &Judged<D>) -> Option<(f64, f64)> {
    let ((a, r), (b, s)) = (corners(a)?, corners(b)?);
    let differences: Vec<Point> =
        b.iter().flat_map(|q| a.iter().map(move |p| sub(*q, *p))).collect();
    let size = differences.iter().map(|p| length(*p)).fold(0.0, f64::max) + r + s;
    Some((signed(&differences, D)? - (r + s), size))
}
