//! Displacements of one shape of a pair, for casts that are as hard as the pair.

use super::features::{Features, separating_direction};
use super::polyhedron::cross;
use super::rotation::{axes, direction, identity, normalized, power_of_two_below};
use super::shape_parameters::finite;
use super::{Family, nudged};
use crate::{Frustum, Rng, Shape};
use std::array::from_fn;

/// Draws a displacement of the first shape of a pair: zero, along or across the contact, one that ends at
/// a contact to within 2 ulp, one far through the second shape, or any.
///
/// ```
/// use asunder_jury::{Family, Kind, Rng, motion, pair};
///
/// let mut rng = Rng::new(1);
/// let (a, b) = pair::<3>(Family::Resting, Kind::Obb, Kind::Triangle, &mut rng);
/// let step = motion(Family::Resting, &a, &b, &mut rng);
/// assert!(step.iter().all(|x| x.is_finite()));
/// ```
pub fn motion<const D: usize>(
    family: Family,
    a: &Shape<D>,
    b: &Shape<D>,
    rng: &mut Rng,
) -> [f32; D] {
    if family == Family::RandomBits && rng.chance(0.3) {
        return from_fn(|_| rng.any_finite());
    }
    let near = reference_point(a).or_else(|| reference_point(b)).unwrap_or([0.0; D]);
    let pair = [Features::new(a, near), Features::new(b, near)];
    let [first, second] = &pair;
    let size = {
        let (p, q) = (first.size(), second.size());
        let size = if p > q { p } else { q };
        if size > 0.0 { size } else { 1.0 }
    };
    let apart: [f64; D] = {
        let (p, q) = (first.middle(), second.middle());
        from_fn(|i| q[i] - p[i])
    };
    let out =
        |rng: &mut Rng| separating_direction(first, second, rng).unwrap_or_else(|| direction(rng));
    let mut ulps = 0;
    let motion = match rng.below(12) {
        0 => return [0.0; D],
        1 => {
            // Along an edge or a face: mostly its own numbers times a power of two, so that it stays in
            // line exactly.
            let chosen = rng.below(2);
            if rng.chance(0.7) {
                let along = edge([a, b][chosen], rng);
                let length = along.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
                let way = power_of_two_below(size / length) * rng.power_of_two(-2..3) * rng.sign();
                if length > 0.0 { along.map(|x| x * way) } else { [0.0; D] }
            } else {
                let way = rng.sign() * rng.between(0.1, 3.0) * size;
                pair[chosen].edge(rng).map(|x| x * way)
            }
        }
        2 => {
            // Along the contact, if it is where one looks for it.
            let (out, any) = (out(rng), direction(rng));
            let level =
                if D == 2 { from_fn(|i| [-out[1], out[0]][i % 2]) } else { cross(out, any) };
            let way = rng.sign() * rng.between(0.1, 3.0) * size;
            normalized(level).unwrap_or(any).map(|x| x * way)
        }
        3 => {
            // Across the contact: away, against it or through.
            let way = rng.sign() * rng.magnitude(-3..3) * size;
            out(rng).map(|x| x * way)
        }
        kind @ 4..=8 => {
            // To another contact, half as far, or beyond it.
            let along = out(rng);
            let reach = size * rng.between(0.0, 1.0);
            let from = first.support_point(along, reach, rng);
            let to = second.support_point(along.map(|x| -x), reach, rng);
            let (Some(from), Some(to)) = (from, to) else { return apart.map(finite) };
            let way = match kind {
                7 => [0.5, 0.75, 2.0, 4.0][rng.below(4)],
                8 => rng.between(0.0, 3.0),
                _ => {
                    ulps = rng.below(3);
                    1.0
                }
            };
            from_fn(|i| way * (to[i] - from[i]))
        }
        9 => {
            // Far, toward the other's middle and through.
            let way = [1.0, 2.0, 100.0, 1048576.0][rng.below(4)];
            apart.map(|x| x * way)
        }
        10 => {
            // Along a coordinate axis.
            let (axis, way) = (rng.below(D), rng.sign() * rng.power_of_two(-3..3) * size);
            from_fn(|i| if i == axis { way } else { 0.0 })
        }
        _ => {
            let way = rng.between(0.0, 4.0) * size;
            direction::<D>(rng).map(|x| x * way)
        }
    };
    let mut motion = motion.map(|x| nudged(finite(x), ulps, rng));
    if matches!(family, Family::Grid | Family::Resting) && rng.chance(0.7) {
        motion = motion.map(|x| finite((f64::from(x) * 8.0).round() / 8.0));
    }
    if family == Family::WildRotation && rng.chance(0.3) {
        let wild = &mut motion[rng.below(D)];
        *wild = finite(f64::from(*wild) * rng.magnitude(-100..34));
    }
    motion
}

/// A point of the shape, if it is not defined by planes.
fn reference_point<const D: usize>(shape: &Shape<D>) -> Option<[f64; D]> {
    match shape {
        Shape::Plane { .. } | Shape::HalfSpace { .. } | Shape::Frustum(_) => None,
        Shape::Point(_)
        | Shape::Sphere { .. }
        | Shape::Aabb { .. }
        | Shape::Obb { .. }
        | Shape::Segment { .. }
        | Shape::Ray { .. }
        | Shape::Capsule { .. }
        | Shape::Triangle { .. }
        | Shape::Parallelepiped { .. }
        | Shape::ConvexHull(_) => Some(Features::new(shape, [0.0; D]).middle()),
    }
}

/// One of the edges, or a direction in a face.
fn edge<const D: usize>(shape: &Shape<D>, rng: &mut Rng) -> [f64; D] {
    let between = |p: [f32; D], q: [f32; D]| from_fn(|i| f64::from(q[i]) - f64::from(p[i]));
    let level = |normal: [f32; D], rng: &mut Rng| {
        let (i, j) = [(0, 1), (1, D - 1), (D - 1, 0)][rng.below(3)];
        let mut along = [0.0; D];
        if i != j {
            (along[i], along[j]) = (-f64::from(normal[j]), f64::from(normal[i]));
        }
        along
    };
    match *shape {
        Shape::Point(_) | Shape::Sphere { .. } => direction(rng),
        Shape::Aabb { .. } => axes(identity::<D>())[rng.below(D)],
        Shape::Obb { rotation, .. } => axes(rotation.map(f64::from))[rng.below(D)],
        Shape::Plane { normal, .. } | Shape::HalfSpace { normal, .. } => level(normal, rng),
        Shape::Segment { a, b } | Shape::Capsule { a, b, .. } => between(a, b),
        Shape::Ray { direction, .. } => direction.map(f64::from),
        Shape::Triangle { a, b, c } => {
            let [p, q] = [[a, b], [b, c], [c, a]][rng.below(3)];
            between(p, q)
        }
        Shape::Parallelepiped { edges, .. } => edges[rng.below(D)].map(f64::from),
        Shape::ConvexHull(points) => {
            between(points[rng.below(points.len())], points[rng.below(points.len())])
        }
        Shape::Frustum(Frustum::Perspective { rotation, .. }) => {
            axes(rotation.map(f64::from))[rng.below(D)]
        }
        Shape::Frustum(Frustum::HalfSpaces(planes)) => {
            level(planes[rng.below(planes.len())].0, rng)
        }
        Shape::Frustum(Frustum::Projection { rows, .. }) => {
            let row = rows[rng.below(4)];
            level(from_fn(|i| row[i]), rng)
        }
    }
}
