//! Shapes of every kind near a place.

use crate::judged::Space;
use asunder::Shape;
use asunder_jury::{self as jury, Kind, Points, Rng};

/// Where a shape that is drawn about the origin is meant to be, and in which steps its numbers lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<const D: usize> {
    pub(crate) at: [f32; D],
    pub(crate) size: f32,
    /// Whether all numbers are multiples of a quarter of the size.
    pub(crate) whole: bool,
}

/// A shape of a kind about a place, of about its size.
pub(crate) fn shape_at<const D: usize, V: Space<D>>(
    kind: Kind,
    place: Place<D>,
    rng: &mut Rng,
) -> Shape<V> {
    V::shape(&judged_shape_at(kind, place, rng))
}

/// The same, as the jury writes it.
pub(crate) fn judged_shape_at<const D: usize>(
    kind: Kind,
    place: Place<D>,
    rng: &mut Rng,
) -> jury::Shape<D> {
    let Place { at, size, whole } = place;
    let mut number = |low: f64, high: f64| {
        let x = rng.between(low, high);
        (if whole { (x * 4.0).round() / 4.0 } else { x }) as f32
    };
    let mut vector = |reach: f64| -> [f32; D] { std::array::from_fn(|_| number(-reach, reach)) };
    let near = |offset: [f32; D]| -> [f32; D] { std::array::from_fn(|t| at[t] + size * offset[t]) };
    let unit = |mut v: [f32; D]| {
        if v.iter().all(|x| *x == 0.0) {
            v[0] = 1.0;
        }
        v
    };
    let (p, q, r) = (vector(1.0), vector(1.5), vector(1.5));
    let (turn, steps) = (vector(1.0), vector(1.0).map(|x| size * x.abs()));
    let on_plane = |normal: [f32; D]| {
        let p = near(p);
        (0..D).map(|t| f64::from(normal[t]) * f64::from(p[t])).sum::<f64>() as f32
    };
    match kind {
        Kind::Point => jury::Shape::Point(near(p)),
        Kind::Sphere => jury::Shape::Sphere { center: near(p), radius: steps[0] },
        Kind::Aabb => {
            let min = near(p);
            jury::Shape::Aabb { min, max: std::array::from_fn(|t| min[t] + steps[t]) }
        }
        Kind::Obb => {
            let turn = unit(turn);
            let rotation = if D == 2 {
                [turn[0], turn[1], 0.0, 0.0]
            } else {
                [turn[0], turn[1], turn[D - 1], q[0]]
            };
            jury::Shape::Obb { center: near(p), half_extents: steps, rotation }
        }
        Kind::Plane => jury::Shape::Plane { normal: unit(q), offset: on_plane(unit(q)) },
        Kind::HalfSpace => jury::Shape::HalfSpace { normal: unit(q), offset: on_plane(unit(q)) },
        Kind::Segment => jury::Shape::Segment { a: near(p), b: near(q) },
        Kind::Ray => jury::Shape::Ray { origin: near(p), direction: unit(q).map(|x| x * size) },
        Kind::Capsule => jury::Shape::Capsule { a: near(p), b: near(q), radius: steps[0] },
        Kind::Triangle => jury::Shape::Triangle { a: near(p), b: near(q), c: near(r) },
        Kind::Parallelepiped => {
            let edges = std::array::from_fn(|i| [q, r, turn][i % 3].map(|x| x * size));
            jury::Shape::Parallelepiped { center: near(p), edges }
        }
        Kind::ConvexHull => {
            let points = [p, q, r, turn, [0.0; D]].map(near);
            jury::Shape::ConvexHull(Points::new(&points))
        }
        Kind::Frustum => {
            // The box between two corners, one side of it slanted.
            let min = near(p);
            let max: [f32; D] = std::array::from_fn(|t| min[t] + steps[t] + size);
            let mut planes = Vec::new();
            for t in 0..D {
                let mut normal = [0.0; D];
                normal[t] = 1.0;
                planes.push((normal, max[t]));
                planes.push((normal.map(|x: f32| -x), -min[t]));
            }
            planes[0].0[1] = 0.5;
            planes[0].1 = (max[0] + 0.5 * max[1]).next_up();
            jury::Shape::Frustum(jury::Frustum::HalfSpaces(jury::Planes::new(&planes)))
        }
    }
}
