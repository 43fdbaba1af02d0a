//! Where and when, about, do shapes meet? Estimates in `f64`, for exact predicates to check.

use super::course::Course;
use super::{CastHit, Meeting};
use crate::exact::widen;
use crate::query::closest_point::saturated;
use crate::query::generators::{Generators, Homogeneous, Spanned};
use crate::query::proximity::{Detail, Proximity, proximity, proximity_after};
use crate::query::ray_cast::Started;
use crate::query::separation::dot;
use crate::shape::ShapeRef;
use crate::space::Vector;

/// How a moving shape comes to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach<V: Vector> {
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
    let mut approach = Approach { fraction: 0.0, normal: None };
    let mut first = None;
    for _ in 0..ROUNDS {
        let Some(near) = nearness(a, way, begin + approach.fraction, b) else { break };
        let least = LEAST * *first.get_or_insert(near.gap);
        let speed = -dot::<V, f64>(&near.normal, way);
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
fn nearness<V: Vector>(
    a: &ShapeRef<'_, V>,
    way: &V::Array<f64>,
    part: f64,
    b: &ShapeRef<'_, V>,
) -> Option<Proximity<V>> {
    proximity_after(*a, &V::array(|t| part * way[t]), *b, Detail::Gap)
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
    let normal = back
        .map(|near| near.normal)
        .or_else(|| proximity(*a, *b, Detail::Gap).map(|here| here.normal));
    normal.filter(|normal| dot::<V, f64>(normal, &way) <= 0.0)
}

impl<V: Vector> Meeting<V> {
    /// A meeting at a proven fraction, along a normal if one is known.
    pub(super) fn at(
        course: &Course<'_, V>,
        fraction: f32,
        exit: Option<f32>,
        started: Started,
        normal: Option<V::Array<f64>>,
    ) -> Self {
        let way = course.way();
        let displacement = V::array(|t| widen(fraction) * way[t]);
        let near = proximity_after(course.a, &displacement, course.b, Detail::Points);
        let normal = match (&near, started) {
            (Some(near), Started::Apart) => Some(normal_of(near, &course.a, &course.b, normal)),
            _ => normal,
        };
        let is_number = |point: &V::Array<f64>| (0..V::DIM).all(|t| !point[t].is_nan());
        // Numbers that leave the range of `f64` leave a point of the obstacle.
        let point = near.map(|near| near.on_b).filter(is_number).unwrap_or_else(|| {
            let Homogeneous { x, w } = course.b.span::<f64>(1).point(0);
            V::array(|t| if w > 0.0 { x[t] / w } else { x[t] })
        });
        let normal = normal.unwrap_or_else(|| against::<V>(&way));
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

/// The normal of shapes that meet as they stand now. Where they are round, they show it themselves;
/// of corners, edges and faces that touch, only the approach knows which way led there.
pub(crate) fn normal_of<V: Vector>(
    near: &Proximity<V>,
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    approach: Option<V::Array<f64>>,
) -> V::Array<f64> {
    let between_cores = near.gap + widen(a.radius()) + widen(b.radius());
    let is_shown = near.error < CLEAR * between_cores;
    approach.filter(|_| !is_shown).unwrap_or(near.normal)
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
