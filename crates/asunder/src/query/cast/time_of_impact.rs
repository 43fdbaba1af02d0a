//! Where and when, about, do shapes meet? Estimates in `f64`, for exact predicates to check.

use super::entry::entry_normals;
use super::linear::LinearCast;
use super::{CastHit, Impact};
use crate::exact::widen;
use crate::query::closest_point::{ClosestPoint, saturated};
use crate::query::generators::{Generators, Homogeneous, Spanned};
use crate::query::proximity::{
    Core, Detail, Proximity, origin, proximity, proximity_after, rounded_normal,
};
use crate::query::ray_cast::Started;
use crate::query::separation::dot;
use crate::shape::{ShapeRef, with_shape};
use crate::space::Vector;

/// How a moving shape comes to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstContact<V: Vector> {
    pub(crate) fraction: f64,
    /// The unit normal, from the other to the moving one.
    pub(crate) normal: Option<V::Array<f64>>,
}

/// Rounds of Newton's iteration. Most take fewer than six; spheres that graze take many.
const ROUNDS: usize = 40;

/// Gaps below this part of the first one are rounding.
const LEAST: f64 = 1.0 / (1u64 << 46) as f64;

/// Rounding no larger than this part of what lies between cores leaves their normal to within an
/// `f32`.
const CLEAR: f64 = 1.0 / (1u64 << 24) as f64;

/// When a shape first meets another, by Newton's iteration: the distance is a convex function of time,
/// so each step along its slope comes nearer and none too far (as conservative advancement, Mirtich
/// 1996, §2.3, but with the slope known).
pub(crate) fn approach<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> FirstContact<V> {
    let velocity = V::array(|t| widen(motion[t]));
    newton(a, &velocity, 0.0, b)
}

/// After which fraction they part: when they would meet, were the motion reversed.
pub(super) fn time_of_separation<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> f64 {
    let back = V::array(|t| -widen(motion[t]));
    1.0 - newton(a, &back, -1.0, b).fraction
}

/// The approach along `velocity`, which is begun at another fraction of it than zero.
fn newton<V: Vector>(
    a: &ShapeRef<'_, V>,
    velocity: &V::Array<f64>,
    begin: f64,
    b: &ShapeRef<'_, V>,
) -> FirstContact<V> {
    let mut approach = FirstContact { fraction: 0.0, normal: None };
    let mut first = None;
    for _ in 0..ROUNDS {
        let Some(near) = distance_at(a, velocity, begin + approach.fraction, b) else { break };
        let least = LEAST * *first.get_or_insert(near.gap);
        let speed = -dot::<V, f64>(&near.normal, velocity);
        if !(near.gap > least && speed > 0.0) {
            break;
        }
        approach.normal = Some(near.normal);
        let step = near.gap / speed;
        approach.fraction += step;
        if !(approach.fraction < 1.0) || step <= f64::EPSILON * approach.fraction {
            break;
        }
    }
    approach
}

/// How the shapes lie to each other after a part of the way.
fn distance_at<V: Vector>(
    a: &ShapeRef<'_, V>,
    velocity: &V::Array<f64>,
    part: f64,
    b: &ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    proximity_after(*a, &V::array(|t| part * velocity[t]), *b, Detail::Gap)
}

/// The normal of shapes that touch at the start: the one that round shapes show; else that along
/// which they part when moved back a bit, else the one that parts them most.
pub(crate) fn touching_normal<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> Option<V::Array<f64>> {
    let velocity = V::array(|t| widen(motion[t]));
    let back =
        || distance_at(a, &velocity, -small_step(a, &velocity, b), b).filter(|near| near.gap > 0.0);
    let here = proximity(*a, *b, Detail::Gap);
    let shown = here.filter(|here| shows_normal(here, a, b));
    shown.or_else(back).or(here).map(|near| near.normal)
}

/// A part of the way that is short beside it, and beside the shapes.
fn small_step<V: Vector>(
    a: &ShapeRef<'_, V>,
    velocity: &V::Array<f64>,
    b: &ShapeRef<'_, V>,
) -> f64 {
    let length = dot::<V, f64>(velocity, velocity).sqrt();
    let sizes = [a, b].map(|shape| Core::of(shape, origin(*shape, *shape)).map(|core| core.size));
    let parts = sizes.into_iter().flatten().filter(|size| *size > 0.0).map(|size| size / length);
    parts.fold(1.0, |least: f64, part| if part < least { part } else { least }) / 1024.0
}

impl<V: Vector> Impact<V> {
    /// A meeting at a proven fraction, along a normal if one is known.
    pub(super) fn at(
        cast: &LinearCast<'_, V>,
        fraction: f32,
        exit: Option<f32>,
        started: Started,
        normal: Option<V::Array<f64>>,
    ) -> Self {
        let LinearCast { a, b, .. } = cast;
        let velocity = cast.velocity();
        let displacement = V::array(|t| widen(fraction) * velocity[t]);
        let near = || proximity_after(*a, &displacement, *b, Detail::Points);
        let apart = if started == Started::Apart { near() } else { None };
        let (point, normal) = match apart {
            Some(near) => {
                let (point, normal) = contact_at(&near, a, &displacement, b, normal);
                (Some(point), normal)
            }
            None => {
                let normal = normal.unwrap_or_else(|| opposite_unit::<V>(&velocity));
                let between =
                    |near: Proximity<V>| V::array(|t| 0.5 * (near.on_a[t] + near.on_b[t]));
                let shared = shared_point(a, &displacement, b, &normal);
                (shared.or_else(|| near().map(between)), normal)
            }
        };
        let is_number = |point: &V::Array<f64>| (0..V::DIM).all(|t| !point[t].is_nan());
        // Numbers that leave the range of `f64` leave a point of the obstacle.
        let point = point.filter(is_number).unwrap_or_else(|| {
            let Homogeneous { x, w } = b.span::<f64>(1).point(0);
            V::array(|t| if w > 0.0 { x[t] / w } else { x[t] })
        });
        Self { fraction, exit, started, normal, point }
    }

    /// The same, of shapes that touch at the start, with the normal of the touch that stops the motion
    /// least: the one it has, if that stops no more than rounding may tell.
    pub(super) fn stopping_least(
        self,
        a: &ShapeRef<'_, V>,
        motion: &V::Array<f32>,
        b: &ShapeRef<'_, V>,
    ) -> Self {
        let normals = entry_normals(a, motion, b);
        let Some(&least) = normals.first() else { return self };
        let velocity = V::array(|t| widen(motion[t]));
        let length = dot::<V, f64>(&velocity, &velocity).sqrt();
        let stopped = |normal: &V::Array<f64>| 0.0 - dot::<V, f64>(normal, &velocity);
        let is_among = |normal: &&V::Array<f64>| dot::<V, f64>(normal, &self.normal) > 1.0 - CLEAR;
        let own = normals.iter().find(is_among);
        if own.is_some_and(|own| stopped(own) <= stopped(&least) + CLEAR * length) {
            return self;
        }
        Self { normal: least, ..self }
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
            normal: V::from_array(rounded_normal::<V>(normal)),
            started: *started,
        }
    }
}

/// Where shapes meet that now lie so to each other, the first one displaced, and along which normal.
/// Where they are round, that is plain to see; of corners, edges and faces that touch, only the
/// approach knows which way led there.
pub(crate) fn contact_at<V: Vector>(
    near: &Proximity<V>,
    a: &ShapeRef<'_, V>,
    displacement: &V::Array<f64>,
    b: &ShapeRef<'_, V>,
    approach: Option<V::Array<f64>>,
) -> (V::Array<f64>, V::Array<f64>) {
    if shows_normal(near, a, b) {
        return (near.on_b, near.normal);
    }
    let normal = approach.unwrap_or(near.normal);
    (shared_point(a, displacement, b, &normal).unwrap_or(near.on_b), normal)
}

/// Whether the cores of shapes that meet are so far apart that the way between them is the normal.
fn shows_normal<V: Vector>(near: &Proximity<V>, a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    near.error < CLEAR * (near.gap + widen(a.radius()) + widen(b.radius()))
}

/// The unit vector against the way; the first axis, if there is none.
pub(crate) fn opposite_unit<V: Vector>(velocity: &V::Array<f64>) -> V::Array<f64> {
    let length = dot::<V, f64>(velocity, velocity).sqrt();
    if length > 0.0 {
        V::array(|t| 0.0 - velocity[t] / length)
    } else {
        V::array(|t| if t == 0 { 1.0 } else { 0.0 })
    }
}

/// A point of `b` that `a`, displaced, has, too, within rounding: by alternating projections (Cheney
/// and Goldstein 1959) from the middle of what is foremost of a bounded one of them. `None`, if they
/// take long, as between faces all but across each other.
fn shared_point<V: Vector>(
    a: &ShapeRef<'_, V>,
    displacement: &V::Array<f64>,
    b: &ShapeRef<'_, V>,
    normal: &V::Array<f64>,
) -> Option<V::Array<f64>> {
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
        let on_b = nearest(b, &point)?;
        let on_a = nearest(a, &V::array(|t| on_b[t] - displacement[t]))?;
        let next = V::array(|t| on_a[t] + displacement[t]);
        if rounded(&next) == rounded(&point) {
            return Some(on_b);
        }
        point = next;
    }
    None
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
