//! Distance or depth of points, segments, spheres and capsules, by the closed form of the nearest points of two
//! segments.

use super::measure::taxicab;
use super::polytope::{Wide, dot, lesser, unit};
use super::{Proximity, ROUNDING, TIGHT, shortfall};
use crate::exact::{Number, widen};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The ends of a shape's core, which are equal for a point, and its radius.
fn segment<V: Vector>(
    shape: ShapeRef<'_, V>,
    origin: &V::Array<f32>,
) -> Option<([Wide<V>; 2], f64)> {
    let place = |x: &V::Array<f32>| V::array(|t| widen(x[t]) - widen(origin[t]));
    Some(match shape {
        ShapeRef::Point(point) => ([place(&point.to_array()); 2], 0.0),
        ShapeRef::Sphere(sphere) => ([place(&sphere.center); 2], widen(sphere.radius)),
        ShapeRef::Segment(segment) => ([place(&segment.a), place(&segment.b)], 0.0),
        ShapeRef::Capsule(capsule) => {
            ([place(&capsule.a), place(&capsule.b)], widen(capsule.radius))
        }
        _ => return None,
    })
}

/// How two such shapes lie, the first one displaced, relative to `origin`. `None` for other shapes, for cores that
/// meet or nearly do, and where the gap along the direction between the points found falls short of their
/// distance: the points of nearly parallel segments keep few digits.
pub(super) fn proximity<V: Vector>(
    a: ShapeRef<'_, V>,
    displacement: &Wide<V>,
    b: ShapeRef<'_, V>,
    origin: &V::Array<f32>,
) -> Option<Proximity<V>> {
    let (from, radius_a) = segment(a, origin)?;
    let (to, radius_b) = segment(b, origin)?;
    let from = from.map(|end| V::array(|t| end[t] + displacement[t]));
    let far = |ends: &[Wide<V>; 2]| taxicab::<V, f64>(&ends[0]).larger(taxicab::<V, f64>(&ends[1]));
    let size = far(&from) + taxicab::<V, f64>(displacement) + far(&to) + (radius_a + radius_b);
    let [on_a, on_b] = nearest_points::<V>(&from, &to);
    let between = V::array(|t| on_b[t] - on_a[t]);
    let distance = dot::<V>(&between, &between).sqrt();
    if !(distance > TIGHT * size) {
        return None;
    }
    let axis = unit::<V>(&between)?;
    let height = |x: &Wide<V>| dot::<V>(&axis, x);
    let gap = lesser(height(&to[0]), height(&to[1])) - height(&from[0]).larger(height(&from[1]));
    let error = ROUNDING * size;
    let shortfall = shortfall(distance, gap, size, size)?;
    let normal = V::array(|t| 0.0 - axis[t]);
    let at = |x: &Wide<V>, reach: f64| V::array(|t| widen(origin[t]) + (x[t] + reach * normal[t]));
    Some(Proximity {
        normal,
        gap: gap - (radius_a + radius_b),
        error: error + shortfall,
        along: error,
        on_a: at(&on_a, 0.0 - radius_a),
        on_b: at(&on_b, radius_b),
    })
}

/// The nearest points of two segments, which may be points (Ericson 2005, §5.1.9).
fn nearest_points<V: Vector>(a: &[Wide<V>; 2], b: &[Wide<V>; 2]) -> [Wide<V>; 2] {
    let offset = |from: &Wide<V>, to: &Wide<V>| V::array(|t| to[t] - from[t]);
    let share = |x: f64, of: f64| {
        let quotient = if of > 0.0 { x / of } else { 0.0 };
        lesser(quotient.larger(0.0), 1.0)
    };
    let (u, v) = (offset(&a[0], &a[1]), offset(&b[0], &b[1]));
    let between = offset(&a[0], &b[0]);
    let (uu, vv, uv) = (dot::<V>(&u, &u), dot::<V>(&v, &v), dot::<V>(&u, &v));
    let (along_u, along_v) = (dot::<V>(&u, &between), dot::<V>(&v, &between));
    // The point of the line through `a` nearest to that through `b`, then the nearest of `b` to it, and back.
    let mut s = share(along_u * vv - along_v * uv, uu * vv - uv * uv);
    let t = share(s * uv - along_v, vv);
    s = share(along_u + t * uv, uu);
    let on = |ends: &[Wide<V>; 2], edge: &Wide<V>, share: f64| {
        V::array(|i| ends[0][i] + share * edge[i])
    };
    [on(a, &u, s), on(b, &v, t)]
}
