//! The separating-axis test for boxes and points.
//!
//! Two boxes are decided by the first of these stages that is certain. Each has what the one before leaves open:
//!
//! 1. all axes in `f32`, from cached axes ([`cached_axes_stage`]): whatever is clearly apart or clearly overlaps;
//! 2. the coordinate axes that both boxes have, by comparing ends that `f64` holds ([`along_coordinate_axis`]):
//!    boxes that stand on each other, whose gap along such an axis is zero;
//! 3. if there are any, the other face normals in `f32` again ([`other_faces_stage`]): along these such boxes mostly
//!    overlap clearly, and with parallel edges there is no other axis;
//! 4. what is left in `f64`, with a bound for each axis ([`F64Filter`]);
//! 5. the lemma about nearly parallel edges ([`BoxAxes::nearly_parallel_overlap`]), whose cross products are too
//!    short for floats to decide;
//! 6. exact numbers ([`decide_exactly`]).

mod axes;
mod frame;
mod ray;

use super::first::point_meets_box;
use super::is_finite;
use crate::exact::{Number, UNIT_F32, order_key};
use crate::linalg::Vect;
use crate::query::predicate::{
    AxisTest, AxisVisitor, F64Filter, Rule, decide, decide_exactly, f32_stage,
};
use crate::shape::{Aabb, Obb};
use crate::space::Vector;
pub(crate) use axes::{BoxAxes, BoxAxis, BoxVector, OVERLAP_FACTOR, THICK_FACTOR};
use core::cmp::Ordering;
pub(super) use frame::Cached;
pub(crate) use frame::{BoxFrame, BoxLike, BoxSource};
pub(crate) use ray::{ray_clearly_meets_aabb, ray_clearly_meets_obb};

/// The axis test of two boxes, from the stored numbers.
struct BoxBox<'a, V: Vector, A: BoxLike<V>> {
    a: &'a A,
    b: &'a Obb<V>,
}

impl<V: Vector, A: BoxLike<V>> BoxBox<'_, V, A> {
    #[inline(always)]
    fn axes<N: Number>(&self) -> BoxAxes<V, N, A> {
        BoxAxes::between(self.a, self.b, self.a.twice_offset(&self.b.center))
    }
}

impl<V: Vector, A: BoxLike<V>> AxisTest<V> for BoxBox<'_, V, A> {
    const ERROR: f64 = 66.0;
    const DEGREE: u32 = 7;

    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        self.axes::<N>().separated(None, visitor)
    }
}

/// The sign of the gap between two intervals: `Greater` for a gap, `Equal` for a touch, `Less` for an
/// overlap. `None` if the ends of one are not known exactly.
fn along_coordinate_axis(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> Option<Ordering> {
    let ([a_min, a_max], [b_min, b_max]) = (a?, b?);
    let (front, back) = (a_min.partial_cmp(&b_max)?, b_min.partial_cmp(&a_max)?);
    Some(if front > back { front } else { back })
}

/// All stages but the first.
#[cold]
#[inline(never)]
pub(crate) fn decide_boxes_slow<V: Vector, A: BoxSource<V>>(a: &A, b: &Obb<V>, rule: Rule) -> bool {
    let faces = BoxAxes::<V, f64>::FACES;
    // The face normals along which the boxes are known to overlap.
    let mut known = 0;
    let (axes_of_a, axes_of_b) = (a.coordinate_axes(), b.coordinate_axes());
    for t in 0..V::DIM {
        let (Some(i), Some(j)) = (axes_of_a[t], axes_of_b[t]) else { continue };
        let (i, j) = (usize::from(i), usize::from(j));
        match along_coordinate_axis(a.ends(t, i), b.ends(t, j)) {
            Some(gap) if rule.separates(gap) => return false,
            Some(_) => known |= 1 << i | 1 << (V::DIM + j),
            None => {}
        }
    }
    if known == faces {
        return true;
    }
    if known != 0
        && let Some(meet) = other_faces_stage(a, b, faces & !known)
    {
        return meet;
    }
    decide_after_f32(a, b, rule, known)
}

/// The stages in `f64` and in exact numbers, where the face normals in the bit set `known` do not separate the boxes.
///
/// A function of its own, so that boxes which stand on each other do not pay for its frame.
#[cold]
#[inline(never)]
fn decide_after_f32<V: Vector, A: BoxSource<V>>(a: &A, b: &Obb<V>, rule: Rule, known: u32) -> bool {
    let faces = BoxAxes::<V, f64>::FACES;
    let test = BoxBox { a, b };
    let error = <BoxBox<'_, V, A> as AxisTest<V>>::ERROR;
    // Shared axes are decided; and because the boxes have parallel edges there, no cross product
    // separates them if no face normal does.
    let asked = if known == 0 { u32::MAX } else { faces & !known };
    let mut filter = F64Filter::asking(error, asked).watching(faces);
    let axes = test.axes::<f64>();
    if axes.faces_separate(None, &mut filter)
        || known == 0 && axes.edges_separate(None, &mut filter)
    {
        return false;
    }
    let open = filter.open;
    if open == 0 {
        return true;
    }
    if open & faces == 0 {
        let slack = filter.relative * axes.a.norm * axes.b.norm;
        let overlap = -filter.worst - slack * axes.lengths();
        if axes.nearly_parallel_overlap(overlap, axes.least_sine(false, slack)) {
            return true;
        }
    }
    decide_exactly::<V, _>(&test, rule, open)
}

/// Whether two boxes with an edge direction in common certainly meet, or certainly do not, by their
/// cached axes. The shared axes, along which such boxes often touch, are decided already; along the `others`
/// most boxes are clearly apart or overlapping.
fn other_faces_stage<V: Vector, A: BoxSource<V>>(a: &A, b: &Obb<V>, others: u32) -> Option<bool> {
    let offset = a.twice_offset(&b.center);
    let axes = BoxAxes::<V, f32, A>::of_kind(a.cached_frame(), BoxFrame::of(&Cached(b), 1), offset);
    let lengths = axes.lengths();
    if !(lengths < CACHED_LIMIT) {
        return None;
    }
    let bound = CACHED_ERROR * UNIT_F32 * lengths + CACHED_UNDERFLOW;
    let mut visitor = LargestGap { asked: others, worst: f32::NEG_INFINITY };
    axes.faces_separate(None, &mut visitor);
    (visitor.worst.abs() > bound).then_some(visitor.worst < 0.0)
}

/// A visitor that finds the largest gap over some axes.
struct LargestGap {
    /// The axes to look at, as a bit set.
    asked: u32,
    worst: f32,
}

impl AxisVisitor<f32> for LargestGap {
    #[inline(always)]
    fn separates(
        &mut self,
        index: u32,
        gap: impl FnOnce() -> f32,
        _scale: impl FnOnce() -> f32,
    ) -> bool {
        if self.asked >> index & 1 == 1 {
            let gap = gap();
            self.worst = if gap > self.worst { gap } else { self.worst };
        }
        false
    }

    #[inline(always)]
    fn vanishes(&mut self, _x: f32) -> bool {
        false
    }
}

/// The filter of cached axes in `f32`, with one error bound for all gaps.
///
/// Only the largest gap is kept. No value is NaN, because axes are finite and lengths limited.
struct CachedAxesFilter {
    bound: f32,
    /// The largest gap so far.
    worst: f32,
    /// How many axes are offered between two comparisons with the bound: a branch costs more than the gaps.
    row: u32,
}

impl CachedAxesFilter {
    #[inline(always)]
    fn new(bound: f32, row: usize) -> Self {
        Self { bound, worst: f32::NEG_INFINITY, row: row as u32 }
    }

    /// Whether the boxes certainly overlap along every axis offered.
    #[inline(always)]
    fn all_overlap(&self) -> bool {
        self.worst < -self.bound
    }
}

/// A bound on the error of a gap in `f32` from cached axes, in units of 2⁻²⁴ times the lengths.
const CACHED_ERROR: f32 = 38.0;

/// Covers underflow, gradual or to zero, of every product in a gap.
const CACHED_UNDERFLOW: f32 = 3e-36;

/// Lengths above this could overflow a product.
const CACHED_LIMIT: f32 = 1e30;

impl AxisVisitor<f32> for CachedAxesFilter {
    #[inline(always)]
    fn separates(
        &mut self,
        index: u32,
        gap: impl FnOnce() -> f32,
        _scale: impl FnOnce() -> f32,
    ) -> bool {
        let gap = gap();
        self.worst = if gap > self.worst { gap } else { self.worst };
        (index + 1).is_multiple_of(self.row) && self.worst > self.bound
    }

    #[inline(always)]
    fn vanishes(&mut self, _x: f32) -> bool {
        false
    }
}

/// Whether two boxes certainly meet, or certainly do not, by their cached axes. `shared` returns whether
/// they have a coordinate axis in common.
#[inline(always)]
fn cached_axes_stage<V: Vector, A: BoxLike<V>>(
    axes: BoxAxes<V, f32, A>,
    shared: impl FnOnce() -> bool,
) -> Option<bool> {
    let lengths = axes.lengths();
    if lengths < CACHED_LIMIT {
        let bound = CACHED_ERROR * UNIT_F32 * lengths + CACHED_UNDERFLOW;
        let (mut faces, mut edges) =
            (CachedAxesFilter::new(bound, V::DIM), CachedAxesFilter::new(bound, V::DIM));
        if axes.faces_separate(None, &mut faces) {
            return Some(false);
        }
        // Boxes that touch along a face normal cannot be proved to overlap, so the edges can wait.
        if !faces.all_overlap() {
            return None;
        }
        // Axis-aligned boxes have parallel edges, so the faces decide.
        if shared() {
            return Some(true);
        }
        if axes.edges_separate(None, &mut edges) {
            return Some(false);
        }
        // Boxes with nearly the same rotation have nearly parallel edges of the same index.
        let parallel = || {
            let sine = axes.least_sine(true, CACHED_ERROR * UNIT_F32);
            axes.nearly_parallel_overlap(-faces.worst - bound, sine)
        };
        if edges.all_overlap() || parallel() {
            return Some(true);
        }
    }
    None
}

#[inline]
pub(super) fn obb_obb<V: Vector>(a: &Obb<V>, b: &Obb<V>, rule: Rule) -> bool {
    // Both are stored by their centers, so no length needs doubling.
    let frame = |o: &Obb<V>| BoxFrame { rows: o.axes, norm: 1.0, half: o.half_extents };
    let offset = Vect::<V, f32>(b.center) - Vect(a.center);
    let axes = BoxAxes::<V, f32>::new(frame(a), frame(b), offset.0);
    cached_axes_stage(axes, || V::shared_axes(a.rotation, b.rotation) != 0)
        .unwrap_or_else(|| decide_boxes_slow(a, b, rule))
}

#[inline]
pub(super) fn aabb_obb<V: Vector>(a: &Aabb<V>, b: &Obb<V>, rule: Rule) -> bool {
    let axes = BoxAxes::between(a, &Cached(b), a.twice_offset(&b.center));
    cached_axes_stage(axes, || V::shared_axes(V::IDENTITY, b.rotation) != 0)
        .unwrap_or_else(|| decide_boxes_slow(a, b, rule))
}

/// Whether two axis-aligned boxes certainly penetrate, or certainly share no point: a processor that takes subnormal
/// numbers for zero finds some equal that are not, but none in another order.
#[inline(always)]
pub(super) fn corners_clearly_meet<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Option<bool> {
    let (mut is_apart, mut is_met) = (false, true);
    for i in 0..V::DIM {
        is_apart |= (a.min[i] > b.max[i]) | (b.min[i] > a.max[i]);
        is_met &= (a.min[i] < b.max[i]) & (b.min[i] < a.max[i]);
    }
    (is_apart | is_met).then_some(is_met)
}

/// Exact, because it only compares stored numbers.
pub(super) fn aabb_aabb<V: Vector>(a: &Aabb<V>, b: &Aabb<V>, rule: Rule) -> bool {
    corners_meet::<V>([&a.min, &a.max], [&b.min, &b.max], rule)
}

pub(super) fn point_aabb<V: Vector>(point: &V, b: &Aabb<V>, rule: Rule) -> bool {
    let p = point.to_array();
    is_finite(point) && corners_meet::<V>([&p, &p], [&b.min, &b.max], rule)
}

/// Whether two points are equal. Any displacement parts them, so they never penetrate.
pub(super) fn point_point<V: Vector>(a: &V, b: &V, rule: Rule) -> bool {
    let same = || Vect::<V, f32>(a.to_array()).is_same(Vect(b.to_array()));
    rule == Rule::Closed && is_finite(a) && same()
}

/// Whether two axis-aligned boxes meet, given by their least and greatest corners. Compares integers,
/// because a processor that flushes subnormals to zero finds floats equal that are not.
#[inline(always)]
fn corners_meet<V: Vector>(
    [a_min, a_max]: [&V::Array<f32>; 2],
    [b_min, b_max]: [&V::Array<f32>; 2],
    rule: Rule,
) -> bool {
    // Keys are integers, so `low <= high` is `low - 1 < high`: a touch counts as an overlap by one.
    let touch = match rule {
        Rule::Closed => 1,
        Rule::Open => 0,
    };
    let below = |low: f32, high: f32| order_key(low) - touch < order_key(high);
    (0..V::DIM).fold(true, |meet, i| meet & below(a_min[i], b_max[i]) & below(b_min[i], a_max[i]))
}

/// The axis test of a point and a box: `abs(eᵢ) ≤ hᵢ·n` along each axis, degree 3.
pub(super) struct PointBox<'a, V: Vector, B: BoxLike<V>> {
    pub(super) point: V::Array<f32>,
    pub(super) shape: &'a B,
}

impl<V: Vector, B: BoxLike<V>> AxisTest<V> for PointBox<'_, V, B> {
    const ERROR: f64 = 9.0;
    const DEGREE: u32 = 3;

    #[inline(always)]
    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        beyond(&self.point, self.shape, 0..V::DIM, visitor)
    }
}

/// Whether one of the given axes of a box separates it from a point.
#[inline(always)]
pub(super) fn beyond<V: Vector, N: Number, J: AxisVisitor<N>>(
    point: &V::Array<f32>,
    shape: &impl BoxLike<V>,
    mut axes: impl Iterator<Item = usize>,
    visitor: &mut J,
) -> bool {
    let frame = BoxFrame::<V, N>::of(shape, 0);
    let offset = Vect::<V, N>(shape.twice_offset(point));
    let lengths = || offset.norm1() + Vect::<V, N>(frame.half).sum();
    axes.any(|i| {
        let gap = || Vect(frame.rows[i]).dot(offset).abs() - frame.half[i] * frame.norm;
        visitor.separates(i as u32, gap, || frame.norm * lengths())
    })
}

pub(super) fn point_obb<V: Vector>(point: &V, b: &Obb<V>, rule: Rule) -> bool {
    let point_array = point.to_array();
    is_finite(point)
        && f32_stage(&PointBox { point: point_array, shape: &Cached(b) })
            .unwrap_or_else(|| point_touches_obb(point, b, rule))
}

/// A point that touches a turned box, or nearly does.
#[cold]
#[inline(never)]
fn point_touches_obb<V: Vector>(point: &V, b: &Obb<V>, rule: Rule) -> bool {
    let known = if V::IN_SPACE { point_meets_box(point, b, rule) } else { None };
    known.unwrap_or_else(|| decide(&PointBox { point: point.to_array(), shape: b }, rule))
}

#[cfg(test)]
mod tests;
