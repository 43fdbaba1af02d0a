//! A floating-point filter for frusta against bounded shapes: heights over the frustum's planes.
//!
//! The filter decides nearly all pairs. If a shape is certainly beyond one plane, the two are apart. If a
//! point of the shape is certainly behind all planes, it is an inner point of the frustum, so they
//! penetrate. A shape that is beyond no plane may still be apart: near edges and corners the usual test of
//! six planes calls shapes visible that are not (Ericson 2005, §5.3 and its remarks on false positives).
//! Those pairs, and those that touch, go to [`span_span`].

use super::is_finite;
use super::spans::span_span;
use crate::exact::widen;
use crate::linalg::{Vect, clamp};
use crate::query::predicate::Rule;
use crate::shape::{
    Aabb, AnyShape, Capsule, Frustum, Obb, OrientedBox, Rounded, ShapeRef, Sphere, Spread,
};
use crate::space::Vector;

/// A bounded shape, by its projections on the normals of a frustum's planes.
trait Culled<V: Vector>: Copy {
    /// The center, with a relative error of one rounding.
    fn middle(&self) -> Vect<V, f64>;
    /// Half the length of the projection on a unit normal.
    fn reach(&self, normal: Vect<V, f64>) -> f64;
    /// A bound on the sum of the magnitudes of a point's coordinates, roundings included.
    fn size(&self) -> f64;
    /// The error of `reach` and `near`, besides a few roundings in `f64`.
    fn slack(&self) -> f64 {
        0.0
    }
    /// A point of the shape near `target`, but for a few roundings relative to `size`.
    fn near(&self, target: Vect<V, f64>) -> Vect<V, f64>;
}

/// The point of a ball nearest to `target`, but for a few roundings in `f64`.
#[inline(always)]
fn in_ball<V: Vector>(center: Vect<V, f64>, radius: f64, target: Vect<V, f64>) -> Vect<V, f64> {
    let offset = target - center;
    let square = offset.square();
    if square <= radius * radius {
        return target;
    }
    center + offset * (radius / square.sqrt())
}

impl<V: Vector> Culled<V> for V {
    #[inline(always)]
    fn middle(&self) -> Vect<V, f64> {
        Vect::of(&self.to_array())
    }
    #[inline(always)]
    fn reach(&self, _normal: Vect<V, f64>) -> f64 {
        0.0
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        self.middle().norm1()
    }
    #[inline(always)]
    fn near(&self, _target: Vect<V, f64>) -> Vect<V, f64> {
        self.middle()
    }
}

impl<V: Vector> Culled<V> for Sphere<V> {
    #[inline(always)]
    fn middle(&self) -> Vect<V, f64> {
        Vect::of(&self.center)
    }
    #[inline(always)]
    fn reach(&self, _normal: Vect<V, f64>) -> f64 {
        widen(self.radius)
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        self.middle().norm1() + 2.0 * widen(self.radius)
    }
    #[inline(always)]
    fn near(&self, target: Vect<V, f64>) -> Vect<V, f64> {
        in_ball(self.middle(), widen(self.radius), target)
    }
}

impl<V: Vector> Culled<V> for Capsule<V> {
    #[inline(always)]
    fn middle(&self) -> Vect<V, f64> {
        (Vect::of(&self.a) + Vect::of(&self.b)) * 0.5
    }
    #[inline(always)]
    fn reach(&self, normal: Vect<V, f64>) -> f64 {
        let half = (Vect::of(&self.b) - Vect::of(&self.a)) * 0.5;
        half.dot(normal).abs() + widen(self.radius)
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        let (a, b) = (Vect::<V, f64>::of(&self.a), Vect::<V, f64>::of(&self.b));
        a.norm1() + b.norm1() + 2.0 * widen(self.radius)
    }
    #[inline(always)]
    fn near(&self, target: Vect<V, f64>) -> Vect<V, f64> {
        let (a, b) = (Vect::of(&self.a), Vect::of(&self.b));
        let axis: Vect<V, f64> = b - a;
        let (along, square) = (axis.dot(target - a), axis.square());
        // Clamped, even a rounded share gives a point of the segment.
        let share = if square > 0.0 { clamp(along / square, 0.0, 1.0) } else { 0.0 };
        in_ball(a + axis * share, widen(self.radius), target)
    }
}

impl<V: Vector> Culled<V> for Aabb<V> {
    #[inline(always)]
    fn middle(&self) -> Vect<V, f64> {
        (Vect::of(&self.min) + Vect::of(&self.max)) * 0.5
    }
    #[inline(always)]
    fn reach(&self, normal: Vect<V, f64>) -> f64 {
        let half = (Vect::of(&self.max) - Vect::of(&self.min)) * 0.5;
        half.dot(normal.abs())
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        Vect::<V, f64>::of(&self.min).norm1() + Vect::<V, f64>::of(&self.max).norm1()
    }
    #[inline(always)]
    fn near(&self, target: Vect<V, f64>) -> Vect<V, f64> {
        target.clamped(Vect::of(&self.min), Vect::of(&self.max))
    }
}

impl<V: Vector> Culled<V> for Obb<V> {
    #[inline(always)]
    fn middle(&self) -> Vect<V, f64> {
        Vect::of(&self.center)
    }
    #[inline(always)]
    fn reach(&self, normal: Vect<V, f64>) -> f64 {
        OrientedBox::cached(self).half_width(normal)
    }
    #[inline(always)]
    fn size(&self) -> f64 {
        OrientedBox::cached(self).reach_from_origin()
    }
    #[inline(always)]
    fn slack(&self) -> f64 {
        AXIS_ERROR * Vect::<V, f64>::of(&self.half_extents).norm1()
    }
    #[inline(always)]
    fn near(&self, target: Vect<V, f64>) -> Vect<V, f64> {
        OrientedBox::cached(self).nearest(target)
    }
}

/// A bound on the length of the error of a unit axis rounded to `f32`: √3 times half a unit and a little,
/// rounded up to a power of two.
const AXIS_ERROR: f64 = 1.0 / (1u64 << 24) as f64;

/// The step of each round in the search for a common point, relative to the height of the last point over the
/// plane that it is highest over. The next point is the one of the shape nearest to the target of the step.
///
/// A step of one, as in alternating projections (von Neumann; Bregman 1965), leads to the boundary of the
/// intersection. A step of two, a reflection, may stay on a plane for good: at a corner of a box that a
/// plane of 45° cuts. The first step is so long that it leads to the shape's lowest point over the plane,
/// which decides nearly all shapes that only one plane cuts.
pub(crate) const STRIDES: [f32; 6] = [16.0, 2.5, 2.5, 2.5, 2.5, 2.5];

/// The unit normal of a frustum's plane.
#[inline(always)]
fn normal<V: Vector>(planes: &Rounded<V>, i: usize) -> Vect<V, f64> {
    Vect::from_fn(|j| planes.normals[j][i])
}

/// Whether a shape and a frustum certainly share an inner point, or certainly are apart.
#[inline(always)]
fn look<V: Vector>(shape: &impl Culled<V>, planes: &Rounded<V>) -> Option<bool> {
    let (middle, size, slack) = (shape.middle(), shape.size(), shape.slack());
    let (mut beyond, mut within) = (f64::NEG_INFINITY, true);
    for i in 0..planes.offsets.len() {
        let normal = normal(planes, i);
        let height = normal.dot(middle) - planes.offsets[i];
        let bound = planes.slack[i] * size + planes.offset_slack[i] + slack;
        let gap = height - shape.reach(normal) - bound;
        beyond = if gap > beyond { gap } else { beyond };
        within &= height + bound < 0.0;
    }
    if beyond > 0.0 {
        return Some(false);
    }
    if within { Some(true) } else { witness(shape, planes, size, slack) }
}

/// Searches for a point of the shape that is certainly behind all planes; `None` if it finds none.
#[inline(never)]
fn witness<V: Vector>(
    shape: &impl Culled<V>,
    planes: &Rounded<V>,
    size: f64,
    slack: f64,
) -> Option<bool> {
    let mut target = Vect(planes.middle);
    for stride in STRIDES {
        let point = shape.near(target);
        let (mut within, mut worst, mut highest) = (true, 0, f64::NEG_INFINITY);
        for i in 0..planes.offsets.len() {
            let height = normal(planes, i).dot(point) - planes.offsets[i];
            let bound = planes.slack[i] * size + planes.offset_slack[i] + slack;
            within &= height + bound < 0.0;
            if height > highest {
                (worst, highest) = (i, height);
            }
        }
        if within {
            return Some(true);
        }
        target = point - normal(planes, worst) * (widen(stride) * highest);
    }
    None
}

/// Whether an axis-aligned box and a frustum certainly share an inner point, or certainly are apart: the
/// separating-axis test, along axes that depend on the frustum alone.
#[inline(never)]
fn compare<V: Vector>(aabb: &Aabb<V>, planes: &Rounded<V>, spread: &Spread<V>) -> Option<bool> {
    let (middle, size) = (aabb.middle(), Culled::size(aabb));
    let bound = spread.slack * size + spread.offset_slack;
    let mut overlap = spread.is_complete;
    for span in spread.spans() {
        let direction = Vect(span.direction);
        let (at, reach) = (direction.dot(middle), aabb.reach(direction));
        let (above, below) = (at - span.high - reach, span.low - at - reach);
        if above > bound || below > bound {
            return Some(false);
        }
        overlap &= above < -bound && below < -bound;
    }
    for i in 0..planes.offsets.len() {
        let normal = normal(planes, i);
        let low = normal.dot(middle) - planes.offsets[i] - aabb.reach(normal);
        overlap &= low + planes.slack[i] * size + planes.offset_slack[i] < 0.0;
    }
    overlap.then_some(true)
}

fn culled<V: Vector, S: Culled<V> + AnyShape<Vector = V>>(
    shape: &S,
    frustum: &Frustum<V>,
    rule: Rule,
) -> bool {
    let seen = frustum.rounded().and_then(|planes| look(shape, planes));
    seen.unwrap_or_else(|| decide_slow(shape.as_shape_ref(), frustum, rule))
}

#[cold]
#[inline(never)]
fn decide_slow<V: Vector>(shape: ShapeRef<'_, V>, frustum: &Frustum<V>, rule: Rule) -> bool {
    span_span(&shape, &ShapeRef::Frustum(frustum), rule)
}

pub(super) fn point_frustum<V: Vector>(point: &V, frustum: &Frustum<V>, rule: Rule) -> bool {
    is_finite(point) && culled(point, frustum, rule)
}

pub(super) fn sphere_frustum<V: Vector>(a: &Sphere<V>, b: &Frustum<V>, rule: Rule) -> bool {
    culled(a, b, rule)
}

pub(super) fn capsule_frustum<V: Vector>(a: &Capsule<V>, b: &Frustum<V>, rule: Rule) -> bool {
    culled(a, b, rule)
}

pub(super) fn aabb_frustum<V: Vector>(a: &Aabb<V>, b: &Frustum<V>, rule: Rule) -> bool {
    let seen = b.rounded().and_then(|planes| look(a, planes));
    seen.unwrap_or_else(|| decide_aabb_frustum_slow(a, b, rule))
}

/// Decides a pair that a first pass over the planes, in `f32` or `f64`, left undecided.
#[inline(never)]
pub(crate) fn decide_aabb_frustum_slow<V: Vector>(a: &Aabb<V>, b: &Frustum<V>, rule: Rule) -> bool {
    let seen = b.rounded().and_then(|planes| {
        let compared = b.spread().and_then(|spread| compare(a, planes, spread));
        // A first pass in `f32` leaves pairs near a plane undecided, also if the frustum has no spread.
        compared.or_else(|| look(a, planes))
    });
    seen.unwrap_or_else(|| decide_slow(a.as_shape_ref(), b, rule))
}

pub(super) fn obb_frustum<V: Vector>(a: &Obb<V>, b: &Frustum<V>, rule: Rule) -> bool {
    culled(a, b, rule)
}

#[cfg(test)]
mod tests;
