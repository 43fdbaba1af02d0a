//! Estimates in `f64` of the time of impact, contact point and normal, for exact predicates to check.

use super::entry::entry_normals;
use super::linear::LinearCast;
use super::{CastHit, Impact};
use crate::array::Mapped as _;
use crate::exact::widen;
use crate::linalg::Vect;
use crate::query::closest_point::{ClosestPoint, saturated};
use crate::query::generators::{Generators, Homogeneous, Spanned};
use crate::query::proximity::{
    Core, Detail, OrientedBoxes, Proximity, origin, proximity, proximity_after, rounded_normal,
};
use crate::query::ray_cast::Started;
use crate::query::separation::with_either_moving_round;
use crate::shape::{ShapeRef, with_shape};
use crate::space::Vector;

/// The estimated first contact of a moving shape with another: fraction and normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstContact<V: Vector> {
    pub(crate) fraction: f64,
    /// The unit normal, from the other to the moving one.
    pub(crate) normal: Option<Vect<V, f64>>,
}

/// Rounds of Newton's iteration. Most take fewer than six; spheres that graze take many.
const ROUNDS: usize = 40;

/// Gaps below this part of the first one are rounding.
const NEGLIGIBLE: f64 = 1.0 / (1u64 << 46) as f64;

/// Rounding no larger than this part of the distance between cores leaves their normal exact to
/// within an `f32`.
const NORMAL_ERROR: f64 = 1.0 / (1u64 << 24) as f64;

/// The estimated time of impact, by Newton's iteration: the distance is a convex function of time, so
/// each step along its slope comes nearer and none overshoots (as conservative advancement, Mirtich
/// 1996, §2.3, but with the slope known).
pub(crate) fn approach<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> FirstContact<V> {
    let velocity = Vect::of(motion);
    let round = with_either_moving_round(a, &velocity.0, b, |pair, swapped| {
        let (fraction, normal) = pair.approach()?;
        let normal = if swapped { -Vect(normal) } else { Vect(normal) };
        Some(FirstContact { fraction, normal: Some(normal) })
    });
    round.unwrap_or_else(|| newton(a, velocity, 0.0, b))
}

/// The estimated fraction after which the shapes part: the time of impact of the reversed motion.
pub(super) fn time_of_separation<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> f64 {
    let back = Vect::<V, f64>::of(motion).map(|x| -x);
    1.0 - newton(a, back, -1.0, b).fraction
}

/// The approach along `velocity`, starting at the fraction `begin` of it.
fn newton<V: Vector>(
    a: &ShapeRef<'_, V>,
    velocity: Vect<V, f64>,
    begin: f64,
    b: &ShapeRef<'_, V>,
) -> FirstContact<V> {
    let mut approach = FirstContact { fraction: 0.0, normal: None };
    let mut first = None;
    for _ in 0..ROUNDS {
        let Some(near) = distance_at(a, velocity, begin + approach.fraction, b) else { break };
        let least = NEGLIGIBLE * *first.get_or_insert(near.gap);
        let normal = Vect(near.normal);
        let speed = -normal.dot(velocity);
        if !(near.gap > least && speed > 0.0) {
            break;
        }
        approach.normal = Some(normal);
        let step = near.gap / speed;
        approach.fraction += step;
        if !(approach.fraction < 1.0) || step <= f64::EPSILON * approach.fraction {
            break;
        }
    }
    approach
}

/// The relative position of the shapes after a fraction of `velocity`.
fn distance_at<V: Vector>(
    a: &ShapeRef<'_, V>,
    velocity: Vect<V, f64>,
    fraction: f64,
    b: &ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    proximity_after(*a, &(velocity * fraction).0, *b, Detail::Gap)
}

/// The normal of shapes that touch at the start: that between the nearest points of their cores, if
/// these are clearly apart; else the one with a gap when `a` is moved back by a small step, else the one
/// with the widest gap.
pub(crate) fn touching_normal<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> Option<Vect<V, f64>> {
    let velocity = Vect::of(motion);
    let back =
        || distance_at(a, velocity, -small_step(a, velocity, b), b).filter(|near| near.gap > 0.0);
    let here = proximity(*a, *b, Detail::Gap);
    let between_cores = here.filter(|here| shows_normal(here, a, b));
    between_cores.or_else(back).or(here).map(|near| Vect(near.normal))
}

/// A fraction of the motion that is small beside one, and its length small beside the shapes.
fn small_step<V: Vector>(a: &ShapeRef<'_, V>, velocity: Vect<V, f64>, b: &ShapeRef<'_, V>) -> f64 {
    let length = velocity.length();
    let sizes =
        [a, b].mapped(|shape| Core::of(shape, origin(*shape, *shape)).map(|core| core.size));
    let parts = sizes.into_iter().flatten().filter(|size| *size > 0.0).map(|size| size / length);
    parts.fold(1.0, |least: f64, part| if part < least { part } else { least }) / 1024.0
}

impl<V: Vector> Impact<V> {
    /// The contact at a proven fraction, along a normal if one is known.
    pub(super) fn at(
        cast: &LinearCast<'_, V>,
        fraction: f32,
        exit: Option<f32>,
        started: Started,
        normal: Option<Vect<V, f64>>,
    ) -> Self {
        let LinearCast { a, b, .. } = cast;
        let velocity = cast.velocity();
        let displacement = velocity * widen(fraction);
        let near = || proximity_after(*a, &displacement.0, *b, Detail::Points);
        let apart = if started == Started::Apart { near() } else { None };
        let (point, normal) = match apart {
            Some(near) => {
                let (point, normal) = contact_at(&near, a, displacement, b, normal);
                (Some(point), normal)
            }
            None => {
                let normal = normal.unwrap_or_else(|| opposite_unit(velocity));
                let between = |near: Proximity<V>| (Vect(near.on_a) + Vect(near.on_b)) * 0.5;
                let shared = shared_point(a, displacement, b, normal);
                (shared.or_else(|| near().map(between)), normal)
            }
        };
        let is_number = |point: &Vect<V, f64>| !point.components().any(f64::is_nan);
        // Where numbers leave the range of `f64`, any point of the obstacle is returned.
        let point = point.filter(is_number).unwrap_or_else(|| {
            let Homogeneous { x, w } = b.span::<f64>(1).point(0);
            if w > 0.0 { Vect(x) / w } else { Vect(x) }
        });
        Self { fraction, exit, started, normal, point }
    }

    /// The contact of shapes that touch at the start, with the entry normal that stops the motion least:
    /// the normal it has, if that stops no more than that, within rounding.
    pub(super) fn stopping_least(self, cast: &LinearCast<'_, V>) -> Self {
        let LinearCast { a, motion, b, .. } = cast;
        let single = OrientedBoxes::of(*a, *b).and_then(|boxes| boxes.single_axis());
        if let Some(normal) = single.map(Vect) {
            let is_own = normal.dot(self.normal) > 1.0 - NORMAL_ERROR;
            return if is_own { self } else { Self { normal, ..self } };
        }
        let normals = entry_normals(a, motion, b);
        let Some(&least) = normals.first() else { return self };
        let velocity = Vect::of(motion);
        let stopped = |normal: Vect<V, f64>| 0.0 - normal.dot(velocity);
        let own = normals.iter().find(|normal| normal.dot(self.normal) > 1.0 - NORMAL_ERROR);
        let slack = NORMAL_ERROR * velocity.length();
        if own.is_some_and(|&own| stopped(own) <= stopped(least) + slack) {
            return self;
        }
        Self { normal: least, ..self }
    }

    /// The contact with the roles exchanged: the other shape moves, by `motion`, the opposite of the
    /// motion so far.
    pub(super) fn flipped(self, motion: &V::Array<f32>) -> Self {
        let point = self.point + Vect::of(motion) * widen(self.fraction);
        Self { normal: -self.normal, point, ..self }
    }

    /// The answer in `f32`.
    pub(super) fn rounded(&self) -> CastHit<V> {
        let Self { fraction, started, normal, point, .. } = self;
        CastHit {
            fraction: *fraction,
            point: V::from_array(point.map(saturated).0),
            normal: V::from_array(rounded_normal::<V>(&normal.0)),
            started: *started,
        }
    }
}

/// The contact point and normal of two shapes, the first one displaced, from their relative position.
/// Between rounded shapes the nearest points of the cores give both; for vertices, edges and faces that
/// touch, the normal is that of the approach.
pub(crate) fn contact_at<V: Vector>(
    near: &Proximity<V>,
    a: &ShapeRef<'_, V>,
    displacement: Vect<V, f64>,
    b: &ShapeRef<'_, V>,
    approach: Option<Vect<V, f64>>,
) -> (Vect<V, f64>, Vect<V, f64>) {
    let (on_b, normal) = (Vect(near.on_b), Vect(near.normal));
    if shows_normal(near, a, b) {
        return (on_b, normal);
    }
    let normal = approach.unwrap_or(normal);
    (shared_point(a, displacement, b, normal).unwrap_or(on_b), normal)
}

/// Whether the cores are so far apart that the direction between their nearest points is the normal.
fn shows_normal<V: Vector>(near: &Proximity<V>, a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    near.error < NORMAL_ERROR * (near.gap + widen(a.radius()) + widen(b.radius()))
}

/// The unit vector opposite to a velocity; the first axis, if that is zero.
pub(crate) fn opposite_unit<V: Vector>(velocity: Vect<V, f64>) -> Vect<V, f64> {
    let length = velocity.length();
    if length > 0.0 { -(velocity / length) } else { Vect::axis(0) }
}

/// A point that `b` shares with `a`, displaced, within rounding: by alternating projections (Cheney
/// and Goldstein 1959) from the middle of the support feature of a bounded one of them. `None`, if they
/// converge slowly, as between faces all but perpendicular to each other.
pub(crate) fn shared_point<V: Vector>(
    a: &ShapeRef<'_, V>,
    displacement: Vect<V, f64>,
    b: &ShapeRef<'_, V>,
    normal: Vect<V, f64>,
) -> Option<Vect<V, f64>> {
    let (span_a, span_b) = (a.span::<f64>(0), b.span::<f64>(1));
    let start = match span_a.rays() {
        0 => support_middle(&span_a, -normal, widen(a.radius())) + displacement,
        1.. => support_middle(&span_b, normal, widen(b.radius())),
    };
    let rounded = |x: Vect<V, f64>| V::from_array(x.map(saturated).0);
    let nearest = |shape: &ShapeRef<'_, V>, x: Vect<V, f64>| {
        let nearest = with_shape!(ShapeRef, *shape, s => s.closest_point(&rounded(x)));
        nearest.map(|nearest| Vect::of(&nearest.to_array()))
    };
    let mut point = start;
    let mut before = None;
    for _ in 0..16 {
        let on_b = nearest(b, point)?;
        // From the same point of `b` it would come to the same point of `a`.
        if before == Some(on_b) {
            return Some(on_b);
        }
        let next = nearest(a, on_b - displacement)? + displacement;
        if rounded(next) == rounded(point) {
            return Some(on_b);
        }
        (point, before) = (next, Some(on_b));
    }
    None
}

/// The middle of the support feature of a shape along a direction: of its generators and the ball around.
fn support_middle<V: Vector>(
    span: &impl Generators<V, f64>,
    direction: Vect<V, f64>,
    radius: f64,
) -> Vect<V, f64> {
    let vertex = |i: usize| {
        let Homogeneous { x, w } = span.point(i);
        Vect(x) / w
    };
    let height = |i: usize| direction.dot(vertex(i));
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for i in 0..span.points() {
        let height = height(i);
        low = if height < low { height } else { low };
        high = if height > high { height } else { high };
    }
    let level = 1e-6 * (high - low);
    let (mut sum, mut count) = (Vect::zero(), 0.0);
    for i in (0..span.points()).filter(|&i| height(i) >= high - level) {
        sum = sum + vertex(i);
        count += 1.0;
    }
    let weight = span.point(0).w;
    let mut middle = sum / count + direction * radius;
    for i in 0..span.halves() {
        let half = Vect(span.half(i)) / weight;
        let along = direction.dot(half);
        if along.abs() > 1e-6 * half.length() {
            middle = if along > 0.0 { middle + half } else { middle - half };
        }
    }
    middle
}
