//! The first contact of a line with a triangle by closed forms in `f64`, with bounds on their errors: what nearly all rays
//! need.
//!
//! A fraction is known as an interval. If no `f32` lies in it, the greatest one below is the answer, and no exact
//! number is asked. Lines that graze, run along a face or begin on the surface are left open.

use super::RayHit;
use super::certified::Certified;
use super::line::Line;
use crate::array::Mapped as _;
use crate::exact::{UNIT, at_or_below, compare_products, widen};
use crate::linalg::Vect;
use crate::query::closest_point::saturated;
use crate::query::separation::{LineVolumes, PlaneCrossing};
use crate::shape::Triangle;
use crate::space::Vector;
use core::cmp::Ordering;

/// A number and a bound on its error.
#[derive(Clone, Copy)]
struct Bounded {
    value: f64,
    error: f64,
}

impl Bounded {
    fn low(self) -> f64 {
        self.value - self.error
    }
    fn high(self) -> f64 {
        self.value + self.error
    }
}

/// Errors of a quotient, relative to it: one for the inverse, one for the product, one for a difference before.
const QUOTIENT: f64 = 3.0 * UNIT;

/// A speed, and a bound on its error, as the inverse of the least that it may be; `None` if it may be zero.
#[derive(Clone, Copy)]
struct Steepness {
    inverse: f64,
    error: f64,
}

impl Steepness {
    #[inline(always)]
    fn of(speed: f64, error: f64) -> Option<Self> {
        let least = speed.abs() - error;
        let inverse = 1.0 / least.copysign(speed);
        (least > 0.0).then_some(Self { inverse, error })
    }

    /// When a height is crossed. The true speed is above the one divided by, by at most twice its error.
    #[inline(always)]
    fn crosses(self, height: f64, error: f64) -> Bounded {
        let (value, steep) = (height * self.inverse, self.inverse.abs());
        Bounded {
            value,
            error: error * steep + value.abs() * (2.0 * self.error * steep + QUOTIENT),
        }
    }
}

/// The greatest fraction; a ray has none.
#[inline(always)]
fn last<V: Vector>(line: &Line<V>) -> f64 {
    match line {
        Line::Ray(_) => f64::INFINITY,
        Line::Segment(_) => 1.0,
    }
}

/// The greatest `f32` that is not after a fraction above zero; unknown if one is too near to it.
#[inline(always)]
fn fraction_of(at: Bounded) -> Option<f32> {
    let fraction = at_or_below(at.low());
    let is_certain = (f32::MIN_POSITIVE..f32::MAX).contains(&fraction)
        && at.high() < f64::from(fraction.next_up());
    is_certain.then_some(fraction)
}

/// A line, and a triangle as it is seen from the triangle's first corner.
struct LineAndTriangle<V: Vector> {
    origin: Vect<V, f64>,
    direction: Vect<V, f64>,
    from: Vect<V, f64>,
    edges: [Vect<V, f64>; 2],
}

impl<V: Vector> LineAndTriangle<V> {
    #[inline(always)]
    fn of(line: &Line<V>, triangle: &Triangle<V>) -> Self {
        let (origin, direction) = line.converted();
        let [a, b, c] = [&triangle.a, &triangle.b, &triangle.c].mapped(Vect::<V, f64>::converted);
        Self { origin, direction, from: origin - a, edges: [b - a, c - a] }
    }

    /// The contact where the line crosses the plane.
    #[inline(always)]
    fn contact(&self, plane: &PlaneCrossing<V>, at: Bounded) -> Option<RayHit<V>> {
        let point = (self.origin + self.direction * at.value).map(saturated);
        fraction_of(at).and_then(|fraction| RayHit::from_outside(point.0, fraction, plane.normal()))
    }
}

/// The fraction at which a line crosses the plane of a triangle; `None` if nothing is certain of it, since they are
/// parallel or so small that it may matter whether the processor takes subnormal numbers for zero.
#[inline(always)]
fn crosses<V: Vector>(plane: &PlaneCrossing<V>) -> Option<Bounded> {
    let steepness = Steepness::of(plane.speed, plane.speed_error)?;
    plane.is_large.then(|| steepness.crosses(plane.height, plane.height_error))
}

/// The contact of a line with a triangle in 3D that it meets; `None` if an `f32` is too near to its fraction.
///
/// Whichever test found that they meet, this is their contact, bit for bit.
#[inline]
pub(super) fn through<V: Vector>(triangle: &Triangle<V>, line: &Line<V>) -> Option<RayHit<V>> {
    if V::EDGES == 0 {
        return None;
    }
    let pair = LineAndTriangle::of(line, triangle);
    let plane = PlaneCrossing::of(pair.from, pair.direction, pair.edges);
    pair.contact(&plane, crosses(&plane)?)
}

/// A line and a triangle in 3D, by [volumes](LineVolumes).
#[inline]
pub(super) fn triangle<V: Vector>(triangle: &Triangle<V>, line: &Line<V>) -> Certified<V> {
    if V::EDGES == 0 {
        return Certified::Unknown;
    }
    let pair = LineAndTriangle::of(line, triangle);
    let volumes = LineVolumes::of(pair.from, pair.direction, pair.edges);
    let Some(at) = crosses(&volumes.plane) else { return Certified::Unknown };
    let (least, end) = (volumes.least_weight(), last(line));
    if least < 0.0 - volumes.weight_error || at.high() < 0.0 || at.low() > end {
        return Certified::Missed;
    }
    match pair.contact(&volumes.plane, at) {
        Some(hit) if least > volumes.weight_error && at.high() < end => Certified::Hit(hit),
        contact => on_grid(triangle, line, &volumes, contact),
    }
}

/// The same where the line passes an edge, ends on the triangle, or hits it at a fraction that is an `f32`: if all
/// stands on a grid, the volumes are exact. If they meet, and it is known so, this is the contact.
#[cold]
#[inline(never)]
fn on_grid<V: Vector>(
    triangle: &Triangle<V>,
    line: &Line<V>,
    volumes: &LineVolumes<V>,
    contact: Option<RayHit<V>>,
) -> Certified<V> {
    if !line.shares_grid(triangle) {
        return Certified::Unknown;
    }
    let &LineVolumes { speed, height, .. } = volumes;
    let is_after_end = line.is_segment() && height > speed;
    if volumes.least_weight() < 0.0 || height < 0.0 || is_after_end {
        return Certified::Missed;
    }
    if let Some(contact) = contact {
        return Certified::Hit(contact);
    }
    let value = height / speed;
    let rounded = at_or_below(value);
    let fraction = match compare_products([widen(rounded), speed], [height, 1.0]) {
        Some(Ordering::Greater) => rounded.next_down(),
        _not_after => rounded,
    };
    if !(f32::MIN_POSITIVE..f32::MAX).contains(&fraction) {
        return Certified::Unknown;
    }
    RayHit::from_outside(line.point_at(value), fraction, volumes.plane.normal())
        .map_or(Certified::Unknown, Certified::Hit)
}

#[cfg(test)]
pub(super) mod tests;
