//! The first contact of a line by closed forms in `f64`, with bounds on their errors: what nearly all rays need.
//!
//! A fraction is known as an interval. If no `f32` lies in it, the greatest one below is the answer, and no exact
//! number is asked. Lines that graze, run along a face or begin on the surface are left open.

use super::line::Line;
use super::{RayHit, Started, opposite_unit, rounded};
use crate::array::Mapped as _;
use crate::exact::{UNIT, at_or_below, compare_products, widen};
use crate::linalg::{Matrix, Vect};
use crate::query::closest_point::saturated;
use crate::query::separation::{LineVolumes, PlaneCrossing};
use crate::shape::{Aabb, Obb, Triangle};
use crate::space::Vector;
use core::cmp::Ordering;

/// What is certain of a line and a shape.
pub(super) enum Direct<V: Vector> {
    /// They share no point.
    Missed,
    /// They meet; the line begins outside, or inside.
    Hit(RayHit<V>),
    /// Nothing.
    Unknown,
}

impl<V: Vector> Direct<V> {
    /// The answer, or that of whoever is asked where nothing is certain.
    #[inline(always)]
    pub(super) fn or_else(self, ask: impl FnOnce() -> Option<RayHit<V>>) -> Option<RayHit<V>> {
        match self {
            Self::Missed => None,
            Self::Hit(hit) => Some(hit),
            Self::Unknown => ask(),
        }
    }
}

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

/// Errors of heights and speeds along the axes of a box, relative to the axes' length times the taxicab lengths.
const FRAME: f64 = 10.0 * UNIT;

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

/// The contact at a fraction above zero; unknown if an `f32` is too near to the fraction.
#[inline(always)]
fn hit<V: Vector>(line: &Line<V>, at: Bounded, normal: Vect<V, f64>) -> Direct<V> {
    let hit = fraction_of(at)
        .and_then(|fraction| RayHit::entering(line.point_at(at.value), fraction, normal));
    hit.map_or(Direct::Unknown, Direct::Hit)
}

impl<V: Vector> RayHit<V> {
    /// The first contact of a line that begins outside.
    #[inline(always)]
    pub(super) fn entering(
        point: V::Array<f32>,
        fraction: f32,
        normal: Vect<V, f64>,
    ) -> Option<Self> {
        let normal = normal.normalized()?;
        Some(Self {
            fraction,
            point: V::from_array(point),
            normal: rounded(normal),
            started: Started::Apart,
        })
    }
}

/// The contact of a line that begins inside of a shape.
#[cold]
pub(super) fn inside<V: Vector>(line: &Line<V>) -> Direct<V> {
    Direct::Hit(RayHit {
        fraction: 0.0,
        point: V::from_array(line.origin()),
        normal: rounded(opposite_unit(line)),
        started: Started::Overlapping,
    })
}

/// One of the axes of a box: the heights of its two faces over the line's origin, and the line's speed.
#[derive(Clone, Copy)]
struct Slab {
    faces: [f64; 2],
    height_error: f64,
    speed: f64,
    speed_error: f64,
}

/// Where a line is between the facets seen so far: it has entered by the last of those that it approaches, and
/// leaves by the first of the others.
struct Between {
    enter: Bounded,
    /// The facet that is entered last, by estimate.
    facet: usize,
    /// The latest that any other may be entered.
    rival: f64,
    left: Bounded,
    /// The earliest that any facet may be left.
    leaving: f64,
    /// How far the line may be beyond facets that it runs along, and how fast it may get there.
    beyond: f64,
    drift: f64,
}

impl Between {
    fn everywhere() -> Self {
        let (none, all) = (f64::NEG_INFINITY, f64::INFINITY);
        Self {
            enter: Bounded { value: none, error: 0.0 },
            facet: 0,
            rival: none,
            left: Bounded { value: all, error: 0.0 },
            leaving: all,
            beyond: none,
            drift: 0.0,
        }
    }

    #[inline(always)]
    fn enter(&mut self, at: Bounded, facet: usize) {
        let is_later = at.value > self.enter.value;
        let rival = if is_later { self.enter.high() } else { at.high() };
        self.rival = if rival > self.rival { rival } else { self.rival };
        if is_later {
            (self.enter, self.facet) = (at, facet);
        }
    }

    #[inline(always)]
    fn leave(&mut self, at: Bounded) {
        self.left = if at.value < self.left.value { at } else { self.left };
        self.leaving = if at.low() < self.leaving { at.low() } else { self.leaving };
    }

    /// Passes a facet that the line runs along, whose outer side it may be on by so much.
    #[inline(always)]
    fn along(&mut self, beyond: f64, drift: f64) {
        self.beyond = if beyond > self.beyond { beyond } else { self.beyond };
        self.drift = if drift > self.drift { drift } else { self.drift };
    }

    /// Whether the line certainly misses.
    #[inline(always)]
    fn is_missed(&self, end: f64) -> bool {
        self.enter.low() > self.left.high() || self.left.high() < 0.0 || self.enter.low() > end
    }

    /// Whether the origin certainly is inside.
    #[inline(always)]
    fn is_inside(&self) -> bool {
        self.enter.high() < 0.0 && self.rival < 0.0 && self.leaving > 0.0 && self.beyond < 0.0
    }

    /// The fraction of the contact, if the line certainly meets the shape from outside, in a single facet.
    #[inline(always)]
    fn contact(&self, end: f64) -> Option<Bounded> {
        let last = if self.left.high() < end { self.left.high() } else { end };
        let is_within = self.beyond == f64::NEG_INFINITY || self.beyond + last * self.drift < 0.0;
        let (from, to) = (self.enter.low(), self.enter.high());
        let is_single = from > 0.0 && from > self.rival;
        (is_single && to < self.leaving && to < end && is_within).then_some(self.enter)
    }
}

/// A line and a box, by its slabs (Kay and Kajiya 1986) and its axes.
#[inline(always)]
fn slabs<V: Vector>(
    line: &Line<V>,
    slab: impl Fn(usize) -> Slab,
    axis: impl Fn(usize) -> Vect<V, f64>,
) -> Direct<V> {
    let end = last(line);
    let mut between = Between::everywhere();
    for i in 0..V::DIM {
        let Slab { faces, height_error, speed, speed_error } = slab(i);
        let Some(steepness) = Steepness::of(speed, speed_error) else {
            let beyond = if faces[0] > 0.0 - faces[1] { faces[0] } else { 0.0 - faces[1] };
            if speed == 0.0 && speed_error == 0.0 && beyond > 0.0 {
                return Direct::Missed;
            }
            between.along(beyond + height_error, speed.abs() + speed_error);
            continue;
        };
        let [low, high] = faces.mapped(|height| steepness.crosses(height, height_error));
        let (near, far) = if speed > 0.0 { (low, high) } else { (high, low) };
        between.enter(near, 2 * i + usize::from(speed < 0.0));
        between.leave(far);
    }
    if between.is_missed(end) {
        return Direct::Missed;
    }
    if between.is_inside() {
        return inside(line);
    }
    let Some(at) = between.contact(end) else { return Direct::Unknown };
    let outward = axis(between.facet / 2);
    let is_back = between.facet & 1 == 0;
    hit(line, at, if is_back { -outward } else { outward })
}

/// A line and an axis-aligned box.
#[inline]
pub(super) fn aabb<V: Vector>(aabb: &Aabb<V>, line: &Line<V>) -> Direct<V> {
    let (low, high) = (line.origin_from::<f64>(&aabb.min), line.origin_from::<f64>(&aabb.max));
    let direction = line.direction::<f64>();
    let is_rounded = if let Line::Segment(_) = line { UNIT } else { 0.0 };
    let slab = |i: usize| {
        let faces = [0.0 - low[i], 0.0 - high[i]];
        let larger = if low[i].abs() > high[i].abs() { low[i].abs() } else { high[i].abs() };
        let speed = direction[i];
        let speed_error = if speed == 0.0 { 0.0 } else { is_rounded * speed.abs() };
        Slab { faces, height_error: UNIT * larger, speed, speed_error }
    };
    slabs(line, slab, Vect::axis)
}

/// A line and an oriented box.
#[inline]
pub(super) fn obb<V: Vector>(obb: &Obb<V>, line: &Line<V>) -> Direct<V> {
    let (rows, norm) = V::frame::<f64>(obb.rotation, 0);
    let rows = Matrix::<V, f64>::from_arrays(&rows);
    let (from, direction) = (line.origin_from::<f64>(&obb.center), line.direction::<f64>());
    let (far, fast) = (from.norm1(), direction.norm1());
    let speed_error = FRAME * norm * fast;
    let slab = |i: usize| {
        let half = widen(obb.half_extents[i]);
        let (reach, at) = (half * norm, rows[i].dot(from));
        let faces = [0.0 - reach - at, reach - at];
        let height_error = FRAME * norm * (far + half);
        Slab { faces, height_error, speed: rows[i].dot(direction), speed_error }
    };
    slabs(line, slab, |i| rows[i])
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
        fraction_of(at).and_then(|fraction| RayHit::entering(point.0, fraction, plane.normal()))
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
pub(super) fn triangle<V: Vector>(triangle: &Triangle<V>, line: &Line<V>) -> Direct<V> {
    if V::EDGES == 0 {
        return Direct::Unknown;
    }
    let pair = LineAndTriangle::of(line, triangle);
    let volumes = LineVolumes::of(pair.from, pair.direction, pair.edges);
    let Some(at) = crosses(&volumes.plane) else { return Direct::Unknown };
    let (least, end) = (volumes.least_weight(), last(line));
    if least < 0.0 - volumes.weight_error || at.high() < 0.0 || at.low() > end {
        return Direct::Missed;
    }
    match pair.contact(&volumes.plane, at) {
        Some(hit) if least > volumes.weight_error && at.high() < end => Direct::Hit(hit),
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
) -> Direct<V> {
    if !line.shares_grid(triangle) {
        return Direct::Unknown;
    }
    let &LineVolumes { speed, height, .. } = volumes;
    let is_after_end = line.is_segment() && height > speed;
    if volumes.least_weight() < 0.0 || height < 0.0 || is_after_end {
        return Direct::Missed;
    }
    if let Some(contact) = contact {
        return Direct::Hit(contact);
    }
    let value = height / speed;
    let rounded = at_or_below(value);
    let fraction = match compare_products([widen(rounded), speed], [height, 1.0]) {
        Some(Ordering::Greater) => rounded.next_down(),
        _not_after => rounded,
    };
    if !(f32::MIN_POSITIVE..f32::MAX).contains(&fraction) {
        return Direct::Unknown;
    }
    RayHit::entering(line.point_at(value), fraction, volumes.plane.normal())
        .map_or(Direct::Unknown, Direct::Hit)
}

#[cfg(test)]
pub(super) mod tests;
