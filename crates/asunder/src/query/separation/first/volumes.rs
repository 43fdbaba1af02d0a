//! A line and a triangle in 3D, by the volumes that it spans with the edges (Möller and Trumbore 1997).
//!
//! The line passes through the triangle if it passes all three edges on the same side: if the volumes that it
//! spans with them have the same sign. Where along the line is the quotient of two more, which need not be
//! divided for an answer of yes or no.

use super::integers::{Integer, PlaneAxes, Steps, cross, dot, ends, is_zero, minus, sign};
use super::lines::{CountedLine, lines_meet_exactly};
use crate::array::Mapped as _;
use crate::exact::{FLUSH_MARGIN, UNIT, UNIT_F32};
use crate::linalg::{Vect, max, min};
use crate::query::predicate::Rule;
use crate::shape::{Ray, Triangle};
use crate::space::Vector;
use core::ops::Neg;

/// Errors of a product of three differences of `f32` vectors, relative to the product of their taxicab lengths.
pub(crate) const VOLUME: f64 = 10.0 * UNIT;

/// A line that comes to the plane of a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneCrossing<V: Vector> {
    /// The product of the triangle's edges.
    normal: Vect<V, f64>,
    /// How fast the line goes against the normal; its sign may be wrong unless it is beyond the error.
    pub(crate) speed: f64,
    pub(crate) speed_error: f64,
    /// How far its origin is along the normal: the line crosses the plane at this over the speed. The error covers
    /// subnormal numbers that were taken for zero.
    pub(crate) height: f64,
    pub(crate) height_error: f64,
    /// Whether the others' errors cover that, too.
    pub(crate) is_large: bool,
    /// The taxicab lengths of the way to the line's origin, of its direction, and of the longer edge.
    far: f64,
    fast: f64,
    long: f64,
}

impl<V: Vector> PlaneCrossing<V> {
    /// Of a line `from` the triangle's first corner, and the edges from there.
    #[inline(always)]
    pub(crate) fn of(
        from: Vect<V, f64>,
        direction: Vect<V, f64>,
        [first, second]: [Vect<V, f64>; 2],
    ) -> Self {
        let normal = first.cross(second);
        let (far, fast) = (from.norm1(), direction.norm1());
        let long = max(first.norm1(), second.norm1());
        Self {
            normal,
            speed: 0.0 - normal.dot(direction),
            speed_error: VOLUME * fast * long * long,
            height: normal.dot(from),
            height_error: VOLUME * (far + FLUSH_MARGIN) * long * long,
            is_large: min(long, fast) > FLUSH_MARGIN,
            far,
            fast,
            long,
        }
    }

    /// The triangle's normal to the side that the line comes from, of any length.
    #[inline(always)]
    pub(crate) fn normal(&self) -> Vect<V, f64> {
        // Without a branch, since a triangle is passed from either side as often.
        self.normal * 1.0_f64.copysign(self.speed)
    }
}

/// What a line and the edges of a triangle span: six times the volumes, and bounds on their errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineVolumes<V: Vector> {
    /// Those of the line with two edges at once, and of its origin.
    pub(crate) plane: PlaneCrossing<V>,
    /// The same, by their sign: positive where the line comes nearer to the plane, and from where it does.
    pub(crate) speed: f64,
    pub(crate) height: f64,
    /// The weights of the second and the third corner, and of the first, where the line crosses the plane, times
    /// the speed.
    weights: [f64; 3],
    pub(crate) weight_error: f64,
}

impl<V: Vector> LineVolumes<V> {
    /// Of a line `from` the triangle's first corner, and the edges from there.
    #[inline(always)]
    pub(crate) fn of(
        from: Vect<V, f64>,
        direction: Vect<V, f64>,
        [first, second]: [Vect<V, f64>; 2],
    ) -> Self {
        let plane = PlaneCrossing::of(from, direction, [first, second]);
        let side = if plane.speed > 0.0 { 1.0 } else { -1.0 };
        let around = from.cross(direction);
        let (share, other) = (side * second.dot(around), 0.0 - side * first.dot(around));
        let (speed, height) = (side * plane.speed, side * plane.height);
        let PlaneCrossing { far, fast, long, .. } = plane;
        Self {
            plane,
            speed,
            height,
            weights: [share, other, speed - (share + other)],
            weight_error: 3.0 * VOLUME * fast * long * (far + long),
        }
    }

    #[inline(always)]
    pub(crate) fn least_weight(&self) -> f64 {
        let [second, third, first] = self.weights;
        min(min(second, third), first)
    }
}

/// Whether a line certainly passes through the inside of a triangle, or certainly misses it, by the weights of its
/// corners, how fast it comes nearer to the plane and from where, each with its error.
#[inline(always)]
fn passes<N: PartialOrd + Copy + Neg<Output = N>>(
    [second, third, first]: [N; 3],
    weight_error: N,
    [speed, speed_error]: [N; 2],
    [height, height_error]: [N; 2],
) -> Option<bool> {
    let least = min(min(second, third), first);
    let most = max(max(second, third), first);
    // However fast it comes nearer to the plane, and even where it may be parallel to it.
    let is_beside = (least < -weight_error) & (most > weight_error);
    let is_missed = (least < -weight_error) | (height < -height_error);
    let is_met = (least > weight_error) & (height > height_error);
    (is_beside | (speed > speed_error) & (is_missed | is_met)).then_some(is_met)
}

/// Lengths above this could overflow the product of four, in `f32`.
const LIMIT: f32 = 1e9;

/// More than underflow takes from a volume in `f32`: less than fifty numbers of up to 2⁻¹²⁶, times two such lengths.
const UNDERFLOW: f32 = 1e-18;

/// Whether a ray and a triangle certainly share a point inside of both, or certainly share none, in `f32`: the filter
/// before all others. The errors are those in `f64`, whose units are others.
#[inline(always)]
pub(super) fn clearly_meets<V: Vector>(ray: &Ray<V>, triangle: &Triangle<V>) -> Option<bool> {
    const VOLUME_F32: f32 = (VOLUME / UNIT) as f32 * UNIT_F32;
    let corner = Vect::<V, f32>(triangle.a);
    let [first, second] = [Vect(triangle.b) - corner, Vect(triangle.c) - corner];
    let (from, direction) = (Vect(ray.origin) - corner, Vect(ray.direction));
    let (far, fast) = (from.norm1(), direction.norm1());
    let long = max(first.norm1(), second.norm1());
    let (normal, around) = (first.cross(second), from.cross(direction));
    let speed = 0.0 - normal.dot(direction);
    let side = 1.0_f32.copysign(speed);
    let (share, other) = (side * second.dot(around), 0.0 - side * first.dot(around));
    let (speed, height) = (speed.abs(), side * normal.dot(from));
    let weights = [share, other, speed - (share + other)];
    let error = VOLUME_F32 * long;
    let weight_error = 3.0 * error * fast * (far + long) + UNDERFLOW;
    let [speed_error, height_error] = [fast, far].mapped(|x| error * long * x + UNDERFLOW);
    let known = passes(weights, weight_error, [speed, speed_error], [height, height_error]);
    known.filter(|_| max(far + long, fast) < LIMIT)
}

/// Whether a ray and a triangle seen from its origin meet, by `rule`, in integers.
#[inline(always)]
pub(super) fn meets_exactly<I: Integer>(direction: Steps, corners: [Steps; 3], rule: Rule) -> bool {
    let normal: [I; 3] = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    if is_zero(normal) {
        let [from, to] = ends::<I>(corners);
        let ray = CountedLine { from: [0; 3], direction, is_ray: true };
        let segment = CountedLine { from, direction: minus(to, from), is_ray: false };
        return rule == Rule::Closed && lines_meet_exactly::<I>(&ray, &segment, rule);
    }
    if sign(dot(normal, direction)) == 0 {
        let is_in_plane = sign(dot(normal, corners[0])) == 0 && rule == Rule::Closed;
        return is_in_plane && meets_in_plane::<I>(PlaneAxes::of(normal), direction, corners);
    }
    line_meets_exactly(direction, corners, normal, rule)
}

/// Whether a ray meets, by `rule`, a triangle seen from its origin whose plane it crosses.
#[inline(always)]
pub(super) fn line_meets_exactly<I: Integer>(
    direction: Steps,
    corners: [Steps; 3],
    normal: [I; 3],
    rule: Rule,
) -> bool {
    let zero = I::from(0);
    let [corner, ..] = corners;
    let [first, second] = [1, 2].mapped(|i| minus(corners[i], corner));
    let (speed, height) = (dot(normal, direction), dot(normal, corner));
    // As if the line came from the side that the normal points away from.
    let (speed, height, toward) = if speed > zero {
        (speed, height, direction)
    } else {
        (zero - speed, zero - height, minus([0; 3], direction))
    };
    let around: [I; 3] = cross(corner, toward);
    let (share, other) = (dot(around, second), zero - dot(around, first));
    let least = min(min(share, other), min(speed - (share + other), height));
    if rule == Rule::Closed { least >= zero } else { least > zero }
}

/// Whether a ray from the origin and a triangle in one plane share a point: neither the line nor an edge has all of
/// the other beyond it.
fn meets_in_plane<I: Integer>(plane: PlaneAxes, direction: Steps, corners: [Steps; 3]) -> bool {
    let [a, b, c] = corners.mapped(|corner| plane.turn::<I>(direction, corner));
    let turn = plane.turn::<I>(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    let is_beyond = |i: usize| {
        let edge = minus(corners[(i + 1) % 3], corners[i]);
        let origin = plane.turn::<I>(edge, minus([0; 3], corners[i]));
        origin * turn < 0 && plane.turn::<I>(edge, direction) * turn <= 0
    };
    (a + b + c).abs() < 3 && !(0..3).any(is_beyond)
}

/// Whether a ray and a triangle certainly share a point inside of both, or certainly share none. Segments are mostly
/// apart from a triangle along its normal, which the test along all axes finds sooner.
#[inline(always)]
pub(super) fn meets<V: Vector>(ray: &Ray<V>, triangle: &Triangle<V>) -> Option<bool> {
    // Subnormal numbers are taken as the processor does, which is quicker.
    let corner = Vect::<V, f64>::converted(&triangle.a);
    let edges = [Vect::converted(&triangle.b) - corner, Vect::converted(&triangle.c) - corner];
    let (from, direction) =
        (Vect::converted(&ray.origin) - corner, Vect::converted(&ray.direction));
    let volumes = LineVolumes::of(from, direction, edges);
    let LineVolumes { plane, speed, height, weights, weight_error } = volumes;
    let (speed, height) = ([speed, plane.speed_error], [height, plane.height_error]);
    passes(weights, weight_error, speed, height).filter(|_| plane.is_large)
}

#[cfg(test)]
mod tests;
