//! Capsules, segments and rays by their closest points.
//!
//! As in `query::separation::first`, where the points come from does not matter. If they are nearer
//! than the radius, the shapes penetrate. If the figures leave a gap along the direction between them that
//! is wider than the radius, the shapes are apart. The nearest points are sought (Ericson 2005, §5.1),
//! in `f32` and without branches; nothing depends on their being found.

use super::forms::{AabbLanes, CapsuleLanes, LaneShape, ObbLanes, SphereLanes, put_vector, vector};
use super::lane::{Lane, LaneVerdict, bound, difference, dot, length, sum};
use super::stage::LaneKernel;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, Capsule, Obb, Segment, Sphere};
use crate::space::Vector;

/// A bound on how far the computed distance of two points, and the computed gap along the direction between
/// them, may be off, in units of 2⁻²⁴ of the lengths.
const ERROR: f32 = 70.0;

/// Covers underflow of every product in a gap or a distance: a sum of squares may lose fewer than forty
/// times 2⁻¹²⁶, of which the root is what a distance may be off; and a gap no more, for which this is
/// squared.
const UNDERFLOW: f32 = 1e-18;

/// Squares of lengths above this could overflow, or the products of four in the proposal of near points: of
/// either there are fewer than a hundred in a sum.
const LIMIT: f32 = 1e9;

/// Ways shorter than this could lose a part of their square to underflow: a thousandth of what it is
/// rounded by. Ways seventeen times shorter do not, but are met nowhere.
const LEAST: f32 = 1e-12;

/// Two figures as they lie along the direction between two of their points.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestPair<V: Vector, N: Lane> {
    /// From a point of the first figure to one of the second.
    pub(super) direction: V::Array<N>,
    /// How far the second figure lies beyond the first along it, times its length.
    pub(super) gap: N,
    /// The lengths that the direction and the gap are computed from.
    pub(super) lengths: N,
    /// The sum of the radii.
    pub(super) radius: N,
}

impl<V: Vector, N: Lane> ClosestPair<V, N> {
    /// The distance of the points less the radius.
    #[inline(always)]
    fn apart_by(&self) -> N {
        dot::<V, N>(&self.direction, &self.direction).root() - self.radius
    }

    /// How far the gap exceeds the radius, times the direction's length.
    #[inline(always)]
    fn wider_by(&self) -> N {
        self.radius.neg_mul_add(dot::<V, N>(&self.direction, &self.direction).root(), self.gap)
    }

    #[inline(always)]
    pub(super) fn verdict(&self) -> LaneVerdict {
        let lengths = self.lengths + self.radius;
        let near = bound(lengths, ERROR, UNDERFLOW, LIMIT);
        let size = length::<V, N>(&self.direction);
        // Of the direction's own numbers, not of where they come from, the gap is a sum of products.
        let wide = size.times_plus(near, size.splat(UNDERFLOW * UNDERFLOW));
        let zero = size.splat(0.0);
        LaneVerdict {
            apart: self.wider_by().gt_mask(wide) & size.gt_mask(zero.splat(LEAST)),
            meet: (zero - near).gt_mask(self.apart_by()),
        }
    }
}

/// A part of a segment, between none and all of it; none of one without length.
#[inline(always)]
pub(super) fn share<N: Lane>(along: N, square: N) -> N {
    let share = along.over(square.larger(along.splat(f32::MIN_POSITIVE)));
    share.larger(along.splat(0.0)).smaller(along.splat(1.0))
}

/// `at + direction * share`.
#[inline(always)]
pub(super) fn moved<V: Vector, N: Lane>(
    at: &V::Array<N>,
    direction: &V::Array<N>,
    share: N,
) -> V::Array<N> {
    let mut moved = *at;
    for j in 0..V::DIM {
        moved[j] = direction[j].times_plus(share, at[j]);
    }
    moved
}

/// What a segment reaches against a direction, at its end or its start.
#[inline(always)]
pub(super) fn least<N: Lane>(along: N) -> N {
    along.smaller(along.splat(0.0))
}

/// How far a point at `at` lies beyond a segment from the origin by `direction`, along a direction.
#[inline(always)]
fn point_gap<V: Vector, N: Lane>(
    along: &V::Array<N>,
    at: &V::Array<N>,
    direction: &V::Array<N>,
) -> N {
    let back = along[0].splat(0.0) - dot::<V, N>(along, direction);
    dot::<V, N>(along, at) + least(back)
}

/// A segment from the origin by `direction`, and a point at `at`.
#[inline(always)]
fn point_segment<V: Vector, N: Lane>(
    at: &V::Array<N>,
    direction: &V::Array<N>,
    part: N,
    radius: N,
) -> ClosestPair<V, N> {
    let apart = moved::<V, N>(at, direction, part.splat(0.0) - part);
    ClosestPair {
        direction: apart,
        gap: point_gap::<V, N>(&apart, at, direction),
        lengths: length::<V, N>(at) + length::<V, N>(direction),
        radius,
    }
}

impl<V: Vector> LaneKernel<V, Capsule<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(
        sphere: &SphereLanes<V, N>,
        b: &CapsuleLanes<V, N>,
        _: Rule,
    ) -> LaneVerdict {
        let at = difference::<V, N>(&sphere.center, &b.a);
        let direction = difference::<V, N>(&b.b, &b.a);
        let part = share(dot::<V, N>(&at, &direction), dot::<V, N>(&direction, &direction));
        point_segment::<V, N>(&at, &direction, part, sphere.radius + b.radius).verdict()
    }
}

/// A segment from the origin by `a`, and one from `at` by `b`.
#[inline(always)]
fn segment_segment<V: Vector, N: Lane>(
    at: &V::Array<N>,
    a: &V::Array<N>,
    b: &V::Array<N>,
    [on_a, on_b]: [N; 2],
    radius: N,
) -> ClosestPair<V, N> {
    let zero = radius.splat(0.0);
    let direction = moved::<V, N>(&moved::<V, N>(at, b, on_b), a, zero - on_a);
    ClosestPair {
        direction,
        gap: point_gap::<V, N>(&direction, at, a) + least(dot::<V, N>(&direction, b)),
        lengths: length::<V, N>(at) + (length::<V, N>(a) + length::<V, N>(b)),
        radius,
    }
}

/// Ericson 2005, §5.1.9.
impl<V: Vector> LaneKernel<V, Capsule<V>> for Capsule<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &CapsuleLanes<V, N>, b: &CapsuleLanes<V, N>, _: Rule) -> LaneVerdict {
        let at = difference::<V, N>(&b.a, &a.a);
        let (u, v) = (difference::<V, N>(&a.b, &a.a), difference::<V, N>(&b.b, &b.a));
        let (uu, vv, uv) = (dot::<V, N>(&u, &u), dot::<V, N>(&v, &v), dot::<V, N>(&u, &v));
        let (along_u, along_v) = (dot::<V, N>(&at, &u), dot::<V, N>(&at, &v));
        let zero = uu.splat(0.0);
        let turn = uv.neg_mul_add(uv, uu * vv);
        let on_a = share(along_v.neg_mul_add(uv, along_u * vv), turn);
        let on_b = share(uv.times_plus(on_a, zero - along_v), vv);
        let on_a = share(uv.times_plus(on_b, along_u), uu);
        segment_segment::<V, N>(&at, &u, &v, [on_a, on_b], a.radius + b.radius).verdict()
    }
}

/// Turns of the search for the point of a segment that is nearest to a box.
const TURNS: usize = 4;

/// Which part of a segment from a point, given in the frame of a box, leads nearest to it. The square of
/// the distance is convex and made of parabolas, so Newton's method ends on the right one.
#[inline(always)]
fn share_nearest_to_box<V: Vector, N: Lane>(
    at: &V::Array<N>,
    direction: &V::Array<N>,
    half: &V::Array<N>,
) -> N {
    let zero = at[0].splat(0.0);
    let mut part = share(zero - dot::<V, N>(at, direction), dot::<V, N>(direction, direction));
    for _ in 0..TURNS {
        let (mut slope, mut bend) = (zero, zero);
        for i in 0..V::DIM {
            let x = direction[i].times_plus(part, at[i]);
            let beyond = x - x.larger(zero - half[i]).smaller(half[i]);
            slope = direction[i].times_plus(beyond, slope);
            bend = zero.select_lt(beyond.abs(), direction[i] * direction[i], zero) + bend;
        }
        let step = slope.over(bend.larger(zero.splat(f32::MIN_POSITIVE)));
        part = (part - step).larger(zero).smaller(zero.splat(1.0));
    }
    part
}

/// How far a segment from `at` by `direction` lies beyond a box about the origin, along a direction.
#[inline(always)]
fn box_gap<V: Vector, N: Lane>(
    along: &V::Array<N>,
    half: &V::Array<N>,
    at: &V::Array<N>,
    direction: &V::Array<N>,
) -> N {
    let mut reach = along[0].abs() * half[0];
    for i in 1..V::DIM {
        reach = along[i].abs().times_plus(half[i], reach);
    }
    dot::<V, N>(along, at) + least(dot::<V, N>(along, direction)) - reach
}

/// A box about the origin, and a segment from `at` by `direction`.
#[inline(always)]
fn box_segment<V: Vector, N: Lane>(
    half: &V::Array<N>,
    at: &V::Array<N>,
    direction: &V::Array<N>,
    part: N,
    radius: N,
) -> ClosestPair<V, N> {
    let mut apart = *at;
    for i in 0..V::DIM {
        let x = direction[i].times_plus(part, at[i]);
        apart[i] = x - x.larger(x.splat(0.0) - half[i]).smaller(half[i]);
    }
    ClosestPair {
        direction: apart,
        gap: box_gap::<V, N>(&apart, half, at, direction),
        lengths: length::<V, N>(at) + length::<V, N>(direction) + sum::<V, N>(half),
        radius,
    }
}

/// A segment in the frame of an axis-aligned box, in doubled lengths.
#[inline(always)]
pub(super) fn beside_aabb<V: Vector, N: Lane>(
    aabb: &AabbLanes<V, N>,
    a: &V::Array<N>,
    b: &V::Array<N>,
) -> [V::Array<N>; 3] {
    let (mut half, mut at, mut direction) = (*a, *a, *a);
    for i in 0..V::DIM {
        half[i] = aabb.max[i] - aabb.min[i];
        at[i] = (a[i] - aabb.min[i]) + (a[i] - aabb.max[i]);
        direction[i] = b[i] - a[i];
        direction[i] = direction[i] + direction[i];
    }
    [half, at, direction]
}

/// A vector along the axes of a box.
#[inline(always)]
pub(super) fn turned<V: Vector, N: Lane>(
    axes: &V::Array<V::Array<N>>,
    x: &V::Array<N>,
) -> V::Array<N> {
    let mut turned = *x;
    for i in 0..V::DIM {
        turned[i] = dot::<V, N>(&axes[i], x);
    }
    turned
}

/// A segment in the frame of a box.
#[inline(always)]
pub(super) fn beside_obb<V: Vector, N: Lane>(
    obb: &ObbLanes<V, N>,
    a: &V::Array<N>,
    b: &V::Array<N>,
) -> [V::Array<N>; 3] {
    let at = turned::<V, N>(&obb.axes, &difference::<V, N>(a, &obb.center));
    [obb.half, at, turned::<V, N>(&obb.axes, &difference::<V, N>(b, a))]
}

impl<V: Vector> LaneKernel<V, Aabb<V>> for Capsule<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &CapsuleLanes<V, N>, b: &AabbLanes<V, N>, _: Rule) -> LaneVerdict {
        let [half, at, direction] = beside_aabb(b, &a.a, &a.b);
        let part = share_nearest_to_box::<V, N>(&at, &direction, &half);
        box_segment::<V, N>(&half, &at, &direction, part, a.radius + a.radius).verdict()
    }
}

impl<V: Vector> LaneKernel<V, Obb<V>> for Capsule<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &CapsuleLanes<V, N>, b: &ObbLanes<V, N>, _: Rule) -> LaneVerdict {
        let [half, at, direction] = beside_obb(b, &a.a, &a.b);
        let part = share_nearest_to_box::<V, N>(&at, &direction, &half);
        box_segment::<V, N>(&half, &at, &direction, part, a.radius).verdict()
    }
}

/// A segment is a capsule without a radius.
impl<V: Vector> LaneShape<V> for Segment<V> {
    const FIELDS: usize = 2 * V::DIM;
    type Form<N: Lane> = CapsuleLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> CapsuleLanes<V, N> {
        let a = vector::<V, N>(0, &mut field);
        CapsuleLanes { a, b: vector::<V, N>(V::DIM, &mut field), radius: a[0].splat(0.0) }
    }
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        put_vector::<V>(0, &self.a, &mut put);
        put_vector::<V>(V::DIM, &self.b, &mut put);
    }
}

impl<V: Vector> LaneKernel<V, Segment<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &SphereLanes<V, N>, b: &CapsuleLanes<V, N>, rule: Rule) -> LaneVerdict {
        <Self as LaneKernel<V, Capsule<V>>>::verdict(a, b, rule)
    }
}

impl<V: Vector> LaneKernel<V, Segment<V>> for Capsule<V> {
    #[inline(always)]
    fn verdict<N: Lane>(a: &CapsuleLanes<V, N>, b: &CapsuleLanes<V, N>, rule: Rule) -> LaneVerdict {
        <Self as LaneKernel<V, Capsule<V>>>::verdict(a, b, rule)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane::tests::{LARGEST, LOST};
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, UNIT_F32};
    use crate::query::predicate::tests::assert_covers;
    use glam::Vec3;

    /// The errors of a direction's length and of a gap, for lengths of which one is one, the others zero.
    /// What is taken along the axes of a box is measured there, where the lengths' sum is less than in
    /// the world by a factor of up to √3.
    fn worst(
        near: &ClosestPair<Vec3, Roundoff>,
        gap: impl Fn(&[Roundoff; 3]) -> Roundoff,
        turned: bool,
    ) -> f64 {
        let parts = near.direction.iter().map(|part| part.error).fold(0.0, f64::max);
        // From the parts to the length, whose own roundings are those of a root of a sum of squares.
        let length = near.apart_by();
        let distance = 3.0_f64.sqrt() * parts + 4.0 * length.magnitude;
        // The direction is what it is.
        let gaps = (0..3).map(|i| {
            let direction = [0, 1, 2].map(|j| Number::of(if i == j { 1.0 } else { 0.0 }));
            ClosestPair { direction, gap: gap(&direction), ..*near }.wider_by().error
        });
        let gap = gaps.fold(0.0, f64::max);
        let factor = if turned { 3.0_f64.sqrt() } else { 1.0 };
        f64::max(distance, gap) * factor * SLACK
    }

    #[test]
    fn the_bound_is_derived() {
        let part = Roundoff::ONE;
        let mut bounds = [0.0; 3];
        for corner in 0..10 {
            let one = |i: usize, error: f64| {
                if i == corner { Roundoff::unit(error) } else { Roundoff::ZERO }
            };
            // Differences are rounded once; so is a sum of radii.
            let vector = |first: usize| [0, 1, 2].map(|i| one(first + i, 1.0));
            let (at, a, b, radius) = (vector(0), vector(3), vector(6), one(9, 1.0));
            let point = point_segment::<Vec3, _>(&at, &a, part, radius);
            let found = worst(&point, |direction| point_gap::<Vec3, _>(direction, &at, &a), false);
            bounds[0] = f64::max(bounds[0], found);
            let segments = segment_segment::<Vec3, _>(&at, &a, &b, [part; 2], radius);
            let found = worst(
                &segments,
                |direction| {
                    point_gap::<Vec3, _>(direction, &at, &a) + least(dot::<Vec3, _>(direction, &b))
                },
                false,
            );
            bounds[1] = f64::max(bounds[1], found);
            let axes = [[Roundoff::unit(0.501); 3]; 3];
            let within = |x: &[Roundoff; 3]| turned::<Vec3, _>(&axes, x).map(Lane::at_most_one);
            let (at, direction, half) =
                (within(&at), within(&a), [0, 1, 2].map(|i| one(6 + i, 0.0)));
            let boxes = box_segment::<Vec3, _>(&half, &at, &direction, part, radius);
            let found =
                worst(&boxes, |along| box_gap::<Vec3, _>(along, &half, &at, &direction), true);
            bounds[2] = f64::max(bounds[2], found);
        }
        assert_covers(f64::from(ERROR), bounds.into_iter().fold(0.0, f64::max));
    }

    #[test]
    fn the_limits_leave_room() {
        assert!((40.0 * LOST).sqrt() <= f64::from(UNDERFLOW));
        let square = f64::from(LIMIT) * f64::from(LIMIT);
        assert!(100.0 * square * square < LARGEST);
        // The sum of a direction's components is the least; three squares, and two sums of them.
        let square = f64::from(LEAST) * f64::from(LEAST) / 3.0;
        assert!(6.0 * LOST < square * f64::from(UNIT_F32) / 1000.0);
    }
}
