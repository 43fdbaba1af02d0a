//! Intervals and gaps against projections of every corner in `f64`.

use super::projected;
use crate::judged::Space;
use asunder::Explain;
use asunder::glam::{Vec2, Vec3};
use asunder_jury::{Family, Kind, Rng, Shape, pair};

/// A turned vector: by `q/|q|` in space, by `z/|z|` in the plane.
fn turned<const D: usize>(q: [f32; 4], v: [f64; D]) -> [f64; D] {
    let q = q.map(f64::from);
    if D == 2 {
        let length = (q[0] * q[0] + q[1] * q[1]).sqrt();
        let (cos, sin) = (q[0] / length, q[1] / length);
        let turned = [cos * v[0] - sin * v[1], sin * v[0] + cos * v[1]];
        return core::array::from_fn(|t| turned[t]);
    }
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|x| x / length);
    // v + 2u × (u × v + w v), with u = (x, y, z).
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let v3 = core::array::from_fn(|t| v[t]);
    let inner = cross([x, y, z], v3);
    let outer = cross([x, y, z], core::array::from_fn(|t| inner[t] + w * v3[t]));
    core::array::from_fn(|t| v[t] + 2.0 * outer[t])
}

/// The points whose hull the shape is, and the radius around it. Bounded shapes alone.
fn corners<const D: usize>(shape: &Shape<D>) -> Option<(Vec<[f64; D]>, f64)> {
    let wide = |p: &[f32; D]| p.map(f64::from);
    let signs = |i: usize, t: usize| if i >> t & 1 == 1 { 1.0 } else { -1.0 };
    Some(match shape {
        Shape::Point(p) => (vec![wide(p)], 0.0),
        Shape::Sphere { center, radius } => (vec![wide(center)], f64::from(*radius)),
        Shape::Capsule { a, b, radius } => (vec![wide(a), wide(b)], f64::from(*radius)),
        Shape::Segment { a, b } => (vec![wide(a), wide(b)], 0.0),
        Shape::Triangle { a, b, c } => (vec![wide(a), wide(b), wide(c)], 0.0),
        Shape::ConvexHull(points) => (points.iter().map(wide).collect(), 0.0),
        Shape::Aabb { min, max } => {
            let at = |i: usize, t: usize| f64::from(if i >> t & 1 == 1 { max[t] } else { min[t] });
            ((0..1 << D).map(|i| core::array::from_fn(|t| at(i, t))).collect(), 0.0)
        }
        Shape::Obb { center, half_extents, rotation } => {
            let corner = |i: usize| {
                let half: [f64; D] =
                    core::array::from_fn(|t| signs(i, t) * f64::from(half_extents[t]));
                let arm = turned(*rotation, half);
                core::array::from_fn(|t| f64::from(center[t]) + arm[t])
            };
            ((0..1 << D).map(corner).collect(), 0.0)
        }
        Shape::Parallelepiped { center, edges } => {
            let corner = |i: usize| {
                core::array::from_fn(|t| {
                    (0..D).fold(f64::from(center[t]), |sum, k| {
                        sum + signs(i, k) * f64::from(edges[k][t])
                    })
                })
            };
            ((0..1 << D).map(corner).collect(), 0.0)
        }
        Shape::Ray { .. } | Shape::Frustum(_) | Shape::Plane { .. } | Shape::HalfSpace { .. } => {
            return None;
        }
    })
}

fn shadow<const D: usize>(shape: &Shape<D>, direction: [f64; D]) -> Option<[f64; 2]> {
    let (corners, radius) = corners(shape)?;
    let along = |p: &[f64; D]| (0..D).fold(0.0, |sum, t| sum + p[t] * direction[t]);
    let heights: Vec<f64> = corners.iter().map(along).collect();
    let (low, high) = heights
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
    Some([low - radius, high + radius])
}

fn compare<const D: usize, V: Space<D>>(a: &Shape<D>, b: &Shape<D>) -> usize {
    let found = V::shape(a).explain(&V::shape(b)).expect("all numbers are finite");
    let mut compared = 0;
    for axis in projected(&found) {
        let direction = axis.direction.to_array();
        let direction = core::array::from_fn(|t| f64::from(direction[t]));
        for (interval, shape) in [(axis.a, a), (axis.b, b)] {
            let Some([low, high]) = shadow(shape, direction) else { continue };
            // The direction is rounded, so what lies far out moves with it.
            let slack = 4e-7 * (1.0 + low.abs() + high.abs() + 40.0);
            let off = [f64::from(interval.min) - low, f64::from(interval.max) - high];
            assert!(off.iter().all(|off| off.abs() < slack), "{off:?} {a:?} {b:?}\n{axis:?}");
            compared += 1;
        }
        if let (Some([low, _]), Some([_, high])) = (shadow(a, direction), shadow(b, direction)) {
            let off = f64::from(axis.gap) - (low - high);
            assert!(off.abs() < 4e-5, "{off:e} {a:?} {b:?}\n{axis:?}");
            // The other way out is no shorter.
            let back = direction.map(|x| -x);
            let (Some([low, _]), Some([_, high])) = (shadow(a, back), shadow(b, back)) else {
                unreachable!("it is bounded")
            };
            assert!(low - high <= f64::from(axis.gap) + 4e-5, "{a:?} {b:?}\n{axis:?}");
        }
    }
    compared
}

#[test]
fn intervals_and_gaps_are_those_of_the_corners() {
    let mut rng = Rng::new(29);
    let mut compared = 0;
    for family in [Family::Game, Family::Yaw, Family::Resting, Family::RightAngle] {
        for (a, b) in Kind::ALL.iter().flat_map(|&a| Kind::ALL.iter().map(move |&b| (a, b))) {
            let (x, y) = pair::<3>(family, a, b, &mut rng);
            compared += compare::<3, Vec3>(&x, &y);
            let (x, y) = pair::<2>(family, a, b, &mut rng);
            compared += compare::<2, Vec2>(&x, &y);
        }
    }
    assert!(compared > 10_000, "{compared}");
}
