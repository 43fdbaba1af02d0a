//! Where and when, about, do shapes meet? Estimates in `f64`, for exact predicates to check.

use super::course::Course;
use super::{CastHit, Meeting};
use crate::exact::widen;
use crate::query::closest_point::{ClosestPoint, saturated};
use crate::query::generators::{Displaced, Generators, Homogeneous, Spanned};
use crate::query::ray_cast::Started;
use crate::query::separation::{dot, gap_along, nearest_points, widest_gap};
use crate::shape::{ShapeRef, with_shape};
use crate::space::Vector;

/// How a moving shape comes to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach<V: Vector> {
    pub(crate) fraction: f64,
    /// The unit normal, from the other to the moving one.
    pub(crate) normal: Option<V::Array<f64>>,
    /// A point of the other.
    pub(crate) point: Option<V::Array<f64>>,
}

/// The distance of two shapes at one moment.
pub(crate) struct Nearness<V: Vector> {
    /// From the other to the moving one.
    pub(crate) normal: V::Array<f64>,
    /// How far they are apart along it: not above their distance, but for rounding.
    pub(crate) gap: f64,
    point: Option<V::Array<f64>>,
}

/// Rounds of Newton's iteration. Most take fewer than six; spheres that graze take many.
const ROUNDS: usize = 40;

/// Gaps below this part of the first one are rounding.
const LEAST: f64 = 1.0 / (1u64 << 46) as f64;

/// When a shape first meets another, by Newton's iteration: the distance is a convex function of time,
/// so each step along its slope comes nearer and none too far (as conservative advancement, Mirtich
/// 1996, §2.3, but with the slope known).
pub(crate) fn approach<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> Approach<V> {
    let way = V::array(|t| widen(motion[t]));
    newton(a, &way, 0.0, b)
}

/// After which fraction they part: when they would meet, were the motion reversed.
pub(super) fn departure<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> f64 {
    let back = V::array(|t| -widen(motion[t]));
    1.0 - newton(a, &back, -1.0, b).fraction
}

/// The approach along `way`, which is begun at another fraction of it than zero.
fn newton<V: Vector>(
    a: &ShapeRef<'_, V>,
    way: &V::Array<f64>,
    begin: f64,
    b: &ShapeRef<'_, V>,
) -> Approach<V> {
    let mut approach = Approach { fraction: 0.0, normal: None, point: None };
    let mut first = None;
    for _ in 0..ROUNDS {
        let Some(near) = nearness(a, way, begin + approach.fraction, b) else { break };
        let least = LEAST * *first.get_or_insert(near.gap);
        let speed = -dot::<V, f64>(&near.normal, way);
        if !(near.gap > least && speed > 0.0) {
            break;
        }
        (approach.normal, approach.point) = (Some(near.normal), near.point);
        let step = near.gap / speed;
        approach.fraction += step;
        if !(approach.fraction < 1.0) || step <= f64::EPSILON * approach.fraction {
            break;
        }
    }
    approach
}

/// How near the shapes are after a part of the way.
pub(crate) fn nearness<V: Vector>(
    a: &ShapeRef<'_, V>,
    way: &V::Array<f64>,
    part: f64,
    b: &ShapeRef<'_, V>,
) -> Option<Nearness<V>> {
    let radius = widen(a.radius()) + widen(b.radius());
    let own = widen(b.radius());
    let a = Displaced { start: a.span::<f64>(0), way: V::array(|t| part * way[t]) };
    let b = b.span::<f64>(1);
    if a.rays() == 0 && b.rays() == 0 {
        let [on_a, on_b] = nearest_points::<V>(&a, &b)?;
        let between = V::array(|t| on_a[t] - on_b[t]);
        let length = dot::<V, f64>(&between, &between).sqrt();
        let normal = V::array(|t| between[t] / length);
        let point = V::array(|t| on_b[t] + own * normal[t]);
        let gap = gap_along::<V>(&a, &b, &V::array(|t| 0.0 - normal[t])) - radius;
        return Some(Nearness { normal, gap, point: Some(point) });
    }
    let (axis, gap) = widest_gap::<V>(&a, &b)?;
    Some(Nearness { normal: V::array(|t| 0.0 - axis[t]), gap: gap - radius, point: None })
}

/// The normal of shapes that touch at the start: that along which they part when moved back a bit,
/// else the one that parts them most.
pub(crate) fn touching_normal<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> Option<V::Array<f64>> {
    let way = V::array(|t| widen(motion[t]));
    let back = nearness(a, &way, -1.0 / 1024.0, b).filter(|near| near.gap > 0.0);
    let normal = back.map(|near| near.normal).or_else(|| {
        let (axis, _) = widest_gap::<V>(&a.span::<f64>(0), &b.span::<f64>(1))?;
        Some(V::array(|t| 0.0 - axis[t]))
    });
    normal.filter(|normal| dot::<V, f64>(normal, &way) <= 0.0)
}

impl<V: Vector> Meeting<V> {
    /// A meeting at a proven fraction.
    pub(super) fn at(
        course: &Course<'_, V>,
        fraction: f32,
        exit: Option<f32>,
        started: Started,
        approach: &Approach<V>,
    ) -> Self {
        let normal = approach.normal.unwrap_or_else(|| against::<V>(&course.way()));
        let displacement = V::array(|t| widen(fraction) * course.way()[t]);
        let is_number = |point: &V::Array<f64>| (0..V::DIM).all(|t| !point[t].is_nan());
        let elsewhere = || meeting_point(&course.a, &displacement, &course.b, &normal);
        let point =
            approach.point.filter(is_number).or_else(|| Some(elsewhere()).filter(is_number));
        // Numbers that leave the range of `f64` leave a point of the obstacle.
        let point = point.unwrap_or_else(|| {
            let Homogeneous { x, w } = course.b.span::<f64>(1).point(0);
            V::array(|t| if w > 0.0 { x[t] / w } else { x[t] })
        });
        Self { fraction, exit, started, normal, point }
    }

    /// The same, seen from the other shape, which moves by the opposite of its motion: by `motion`.
    pub(super) fn flipped(self, motion: &V::Array<f32>) -> Self {
        let part = widen(self.fraction);
        let point = V::array(|t| self.point[t] + part * widen(motion[t]));
        Self { normal: V::array(|t| 0.0 - self.normal[t]), point, ..self }
    }

    /// The answer in `f32`.
    pub(super) fn rounded(&self) -> CastHit<V> {
        let Self { fraction, exit, started, normal, point } = self;
        CastHit {
            fraction: *fraction,
            exit: *exit,
            point: V::from_array(V::array(|t| saturated(point[t]))),
            normal: V::from_array(V::array(|t| normal[t] as f32 + 0.0)),
            started: *started,
        }
    }
}

/// The unit vector against the way; the first axis, if there is none.
pub(crate) fn against<V: Vector>(way: &V::Array<f64>) -> V::Array<f64> {
    let length = dot::<V, f64>(way, way).sqrt();
    if length > 0.0 {
        V::array(|t| 0.0 - way[t] / length)
    } else {
        V::array(|t| if t == 0 { 1.0 } else { 0.0 })
    }
}

/// A point of `b` where `a`, displaced, meets it: by alternating projections (Cheney and Goldstein
/// 1959) from the middle of what is foremost of a bounded one of them.
pub(crate) fn meeting_point<V: Vector>(
    a: &ShapeRef<'_, V>,
    displacement: &V::Array<f64>,
    b: &ShapeRef<'_, V>,
    normal: &V::Array<f64>,
) -> V::Array<f64> {
    let (span_a, span_b) = (a.span::<f64>(0), b.span::<f64>(1));
    let foremost = match span_a.rays() {
        0 => {
            let back = V::array(|t| 0.0 - normal[t]);
            let middle = foremost::<V>(&span_a, &back, widen(a.radius()));
            V::array(|t| middle[t] + displacement[t])
        }
        1.. => foremost::<V>(&span_b, normal, widen(b.radius())),
    };
    let rounded = |x: &V::Array<f64>| V::from_array(V::array(|t| saturated(x[t])));
    let nearest = |shape: &ShapeRef<'_, V>, x: &V::Array<f64>| {
        let nearest = with_shape!(ShapeRef, *shape, s => s.closest_point(&rounded(x)));
        nearest.map(|nearest| V::array(|t| widen(nearest.to_array()[t])))
    };
    let mut point = foremost;
    for _ in 0..16 {
        let Some(on_b) = nearest(b, &point) else { break };
        let back = V::array(|t| on_b[t] - displacement[t]);
        let Some(on_a) = nearest(a, &back) else { break };
        let next = V::array(|t| on_a[t] + displacement[t]);
        let stays = rounded(&next) == rounded(&point);
        point = next;
        if stays {
            break;
        }
    }
    nearest(b, &point).unwrap_or(point)
}

/// The middle of the feature of a span, and the ball around it, that is furthest along a direction.
fn foremost<V: Vector>(
    span: &impl Generators<V, f64>,
    direction: &V::Array<f64>,
    radius: f64,
) -> V::Array<f64> {
    let place = |i: usize| {
        let Homogeneous { x, w } = span.point(i);
        V::array(|t| x[t] / w)
    };
    let height = |i: usize| dot::<V, f64>(direction, &place(i));
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for i in 0..span.points() {
        let height = height(i);
        low = if height < low { height } else { low };
        high = if height > high { height } else { high };
    }
    let level = 1e-6 * (high - low);
    let (mut sum, mut count) = (V::array(|_| 0.0), 0.0);
    for i in (0..span.points()).filter(|&i| height(i) >= high - level) {
        let place = place(i);
        sum = V::array(|t| sum[t] + place[t]);
        count += 1.0;
    }
    let weight = span.point(0).w;
    let mut middle = V::array(|t| sum[t] / count + radius * direction[t]);
    for i in 0..span.halves() {
        let half = V::array(|t| span.half(i)[t] / weight);
        let (along, length) = (dot::<V, f64>(direction, &half), dot::<V, f64>(&half, &half).sqrt());
        if along.abs() > 1e-6 * length {
            let side = if along > 0.0 { 1.0 } else { -1.0 };
            middle = V::array(|t| middle[t] + side * half[t]);
        }
    }
    middle
}

/// The lengths that the places of a shape are made of: what rounding errors are measured in.
pub(crate) fn size<V: Vector>(shape: &ShapeRef<'_, V>) -> f64 {
    let span = shape.span::<f64>(0);
    let sum = |x: &V::Array<f64>| (0..V::DIM).fold(0.0, |sum, t| sum + x[t].abs());
    let far = (0..span.points()).fold(0.0, |far, i| {
        let Homogeneous { x, w } = span.point(i);
        let own = sum(&x) / w;
        if own > far { own } else { far }
    });
    let weight = span.point(0).w;
    (0..span.halves()).fold(far + widen(shape.radius()), |far, i| far + sum(&span.half(i)) / weight)
}
