//! Rays against all shapes but axis-aligned boxes, and segments against boxes.

use super::forms::{AabbLanes, CapsuleLanes, LaneShape, ObbLanes, SphereLanes, put_vector, vector};
use super::lane::{Lane, LaneVerdict, UNIT, bound, difference, dot, length, sum};
use super::lines::{ClosestPair, beside_aabb, beside_obb, least, moved, share, turned};
use super::slabs::InverseDirection;
use super::stage::LaneKernel;
use crate::linalg::Vect;
use crate::query::predicate::Rule;
use crate::shape::{Aabb, Capsule, Obb, Ray, Segment, Sphere};
use crate::space::Vector;

/// A ray, its direction scaled by a power of two to a length of about one.
#[derive(Clone, Copy, Debug)]
pub struct RayLanes<V: Vector, N: Lane> {
    pub(super) origin: V::Array<N>,
    pub(super) direction: V::Array<N>,
    pub(super) pace: InverseDirection<V, N>,
}

impl<V: Vector> LaneShape<V> for Ray<V> {
    const FIELDS: usize = 2 * V::DIM + InverseDirection::<V, f32>::FIELDS;
    type Form<N: Lane> = RayLanes<V, N>;
    #[inline(always)]
    fn form<N: Lane>(mut field: impl FnMut(usize) -> N) -> RayLanes<V, N> {
        RayLanes {
            origin: vector::<V, N>(0, &mut field),
            direction: vector::<V, N>(V::DIM, &mut field),
            pace: InverseDirection::form(2 * V::DIM, &mut field),
        }
    }
    fn fields(&self, mut put: impl FnMut(usize, f32)) {
        let direction = Vect::<V, f64>::of(&self.direction);
        let largest = (0..V::DIM).fold(0.0, |largest, i| {
            let size = direction[i].abs();
            if size > largest { size } else { largest }
        });
        // The exponent's opposite: no digit changes, but of what is too small beside the rest.
        let exponent = largest.to_bits() >> 52;
        let scale = f64::from_bits((2046 - exponent) << 52);
        let direction = direction * scale;
        put_vector::<V>(0, &self.origin, &mut put);
        put_vector::<V>(V::DIM, &direction.map(|x| x as f32).0, &mut put);
        InverseDirection::<V, f32>::put(2 * V::DIM, direction, &mut put);
    }
}

/// A direction is taken to point back only if it does by more than so many units of 2⁻²⁴. A sum of three
/// products is off by three, and adding the margin by one more; the direction is tilted by twice as much
/// as is asked for then. A quarter is derived, and a test holds it to that; the rest is so that what is
/// proved back there still holds after rounding.
const TILT: f32 = 16.0 * UNIT;

/// A ray from the origin along `ray`, and a segment from `at` by `direction`: nearest points as those of two
/// lines (Ericson 2005, §5.1.9).
#[inline(always)]
fn ray_segment<V: Vector, N: Lane>(
    ray: &V::Array<N>,
    at: &V::Array<N>,
    direction: &V::Array<N>,
    radius: N,
) -> LaneVerdict {
    let zero = radius.splat(0.0);
    let some = radius.splat(f32::MIN_POSITIVE);
    let (uu, vv, uv) =
        (dot::<V, N>(ray, ray), dot::<V, N>(direction, direction), dot::<V, N>(ray, direction));
    let (along_u, along_v) = (dot::<V, N>(at, ray), dot::<V, N>(at, direction));
    let turn = uv.neg_mul_add(uv, uu * vv).larger(some);
    let on_ray = along_v.neg_mul_add(uv, along_u * vv).over(turn).larger(zero);
    let on_line = share(uv.times_plus(on_ray, zero - along_v), vv);
    let on_ray = uv.times_plus(on_line, along_u).over(uu).larger(zero);
    let apart = moved::<V, N>(&moved::<V, N>(at, direction, on_line), ray, zero - on_ray);
    let lengths = length::<V, N>(at) + length::<V, N>(direction) + on_ray * length::<V, N>(ray);
    let near = ClosestPair::<V, N> { direction: apart, gap: zero, lengths, radius };
    // A ray leaves a gap only along a direction that it runs against.
    let against = length::<V, N>(ray) * zero.splat(TILT);
    let margin = against * length::<V, N>(&apart);
    let along = dot::<V, N>(&apart, ray) + margin + margin;
    let back = along.larger(zero).over(uu);
    let tilted = moved::<V, N>(&apart, ray, zero - back);
    let recedes = zero.gt_mask(dot::<V, N>(&tilted, ray) + against * length::<V, N>(&tilted));
    let gap = dot::<V, N>(&tilted, at) + least(dot::<V, N>(&tilted, direction));
    let wide = ClosestPair::<V, N> { direction: tilted, gap, lengths, radius };
    LaneVerdict { apart: wide.verdict().apart & recedes, meet: near.verdict().meet }
}

impl<V: Vector> LaneKernel<V, Ray<V>> for Sphere<V> {
    #[inline(always)]
    fn verdict<N: Lane>(sphere: &SphereLanes<V, N>, ray: &RayLanes<V, N>, _: Rule) -> LaneVerdict {
        let at = difference::<V, N>(&sphere.center, &ray.origin);
        let nowhere = difference::<V, N>(&at, &at);
        ray_segment::<V, N>(&ray.direction, &at, &nowhere, sphere.radius)
    }
}

impl<V: Vector> LaneKernel<V, Ray<V>> for Capsule<V> {
    #[inline(always)]
    fn verdict<N: Lane>(
        capsule: &CapsuleLanes<V, N>,
        ray: &RayLanes<V, N>,
        _: Rule,
    ) -> LaneVerdict {
        let at = difference::<V, N>(&capsule.a, &ray.origin);
        let direction = difference::<V, N>(&capsule.b, &capsule.a);
        ray_segment::<V, N>(&ray.direction, &at, &direction, capsule.radius)
    }
}

/// A bound on the error of a line's gap to a box, in units of 2⁻²⁴ of the lengths; along a cross
/// product, times the length of the line's direction.
const ERROR: f32 = 20.0;

/// Covers underflow of every product in a gap: a hundred numbers at most, each of which is off by less
/// than 2⁻¹²⁶ and multiplied with a length below the limit.
const UNDERFLOW: f32 = 1e-20;

/// Squares of lengths above this could overflow, a hundred of them summed.
const LIMIT: f32 = 1e15;

/// A box about the origin, and a line from `at` along `direction`.
#[derive(Clone, Copy, Debug)]
struct LineAndBox<V: Vector, N: Lane> {
    half: V::Array<N>,
    at: V::Array<N>,
    direction: V::Array<N>,
}

impl<V: Vector, N: Lane> LineAndBox<V, N> {
    #[inline(always)]
    fn new([half, at, direction]: [V::Array<N>; 3]) -> Self {
        Self { half, at, direction }
    }

    #[inline(always)]
    fn lengths(&self) -> N {
        length::<V, N>(&self.at) + length::<V, N>(&self.direction) + sum::<V, N>(&self.half)
    }

    /// The gap across the line and axis `i` of the box, in 2D across the line.
    #[inline(always)]
    fn across(&self, i: usize) -> N {
        let Self { half, at, direction } = self;
        let (j, k) = ((i + 1) % V::DIM, (i + 2) % V::DIM);
        let (j, k) = if V::IN_PLANE { (0, 1) } else { (j, k) };
        let along = at[j].neg_mul_add(direction[k], at[k] * direction[j]);
        let gap = direction[k].abs().neg_mul_add(half[j], along.abs());
        direction[j].abs().neg_mul_add(half[k], gap)
    }

    /// Whether the line is certainly parallel to axis `i`, so that there is nothing across both. Only
    /// where its direction is exact.
    #[inline(always)]
    fn parallel(&self, i: usize) -> u32 {
        if V::IN_PLANE {
            return 0;
        }
        let beside =
            self.direction[(i + 1) % V::DIM].abs() + self.direction[(i + 2) % V::DIM].abs();
        N::ALL & !beside.gt_mask(beside.splat(0.0))
    }

    /// The verdict of the axes across the line.
    #[inline(always)]
    fn crosses<const EXACT: bool>(&self, bound: N) -> LaneVerdict {
        let mut verdict = LaneVerdict { apart: 0, meet: N::ALL };
        for i in 0..if V::IN_PLANE { 1 } else { V::DIM } {
            let gap = LaneVerdict::of(self.across(i), bound);
            verdict.apart |= gap.apart;
            verdict.meet &= gap.meet | if EXACT { self.parallel(i) } else { 0 };
        }
        verdict
    }

    /// The largest gap along the axes of the box, of a segment.
    #[inline(always)]
    fn faces(&self) -> N {
        let mut worst = self.at[0].splat(f32::MIN);
        for i in 0..V::DIM {
            let part = self.direction[i] * self.at[i].splat(0.5);
            worst = worst.larger((self.at[i] + part).abs() - (part.abs() + self.half[i]));
        }
        worst
    }

    #[inline(always)]
    fn segment<const EXACT: bool>(&self) -> LaneVerdict {
        let along = bound(self.lengths(), ERROR, UNDERFLOW, LIMIT);
        let faces = LaneVerdict::of(self.faces(), along);
        let across = along.times_plus(length::<V, N>(&self.direction), along.splat(UNDERFLOW));
        let crosses = self.crosses::<EXACT>(across);
        LaneVerdict { apart: faces.apart | crosses.apart, meet: faces.meet & crosses.meet }
    }

    /// Beyond a face of the box, the line must come back to it.
    #[inline(always)]
    fn ray(&self) -> LaneVerdict {
        let along = bound(self.lengths(), ERROR, UNDERFLOW, LIMIT);
        let size = length::<V, N>(&self.direction);
        let crosses = self.crosses::<false>(along.times_plus(size, along.splat(UNDERFLOW)));
        let zero = along.splat(0.0);
        let slack = size * zero.splat(ERROR * UNIT);
        let (mut apart, mut meet) = (crosses.apart, crosses.meet);
        for i in 0..V::DIM {
            let face = LaneVerdict::of(self.at[i].abs() - self.half[i], along);
            // Away from the middle of the box, if it is certain where that is.
            let away = zero.select_lt(self.at[i], self.direction[i], zero - self.direction[i]);
            let certain = self.at[i].abs().gt_mask(along);
            let returns = certain & (zero - slack).gt_mask(away);
            apart |= face.apart & away.gt_mask(slack);
            meet &= face.meet | returns;
        }
        LaneVerdict { apart, meet }
    }
}

impl<V: Vector> LaneKernel<V, Segment<V>> for Aabb<V> {
    #[inline(always)]
    fn verdict<N: Lane>(aabb: &AabbLanes<V, N>, b: &CapsuleLanes<V, N>, _: Rule) -> LaneVerdict {
        LineAndBox::<V, N>::new(beside_aabb(aabb, &b.a, &b.b)).segment::<true>()
    }
}

impl<V: Vector> LaneKernel<V, Segment<V>> for Obb<V> {
    #[inline(always)]
    fn verdict<N: Lane>(obb: &ObbLanes<V, N>, b: &CapsuleLanes<V, N>, _: Rule) -> LaneVerdict {
        LineAndBox::<V, N>::new(beside_obb(obb, &b.a, &b.b)).segment::<false>()
    }
}

impl<V: Vector> LaneKernel<V, Ray<V>> for Obb<V> {
    #[inline(always)]
    fn verdict<N: Lane>(obb: &ObbLanes<V, N>, ray: &RayLanes<V, N>, _: Rule) -> LaneVerdict {
        let [half, at, _] = beside_obb(obb, &ray.origin, &ray.origin);
        let direction = turned::<V, N>(&obb.axes, &ray.direction);
        LineAndBox::<V, N>::new([half, at, direction]).ray()
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane::tests::{LARGEST, LOST};
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::Number;
    use crate::query::predicate::tests::assert_covers;
    use glam::Vec3;

    #[test]
    fn the_limits_leave_room() {
        assert!(100.0 * LOST * f64::from(LIMIT) <= f64::from(UNDERFLOW));
        assert!(100.0 * f64::from(LIMIT) * f64::from(LIMIT) < LARGEST);
    }

    /// Whether a direction points back is decided by a sum of products, less what its sizes allow for, whose
    /// own sums are off by a part that is nothing beside it.
    #[test]
    fn the_tilt_is_derived() {
        let mut worst = 0.0;
        for corner in 0..3 {
            let direction =
                [0, 1, 2].map(|i| if i == corner { Roundoff::ONE } else { Roundoff::ZERO });
            let along = dot::<Vec3, Roundoff>(&direction, &direction) + Roundoff::ZERO;
            worst = f64::max(worst, along.error * SLACK);
        }
        let tilt = f64::from(TILT / UNIT);
        assert!(worst <= tilt && tilt <= 4.0 * worst, "derived {worst}, used {tilt}");
    }

    /// Taken along the axes of a box, vectors of length one are off by as much in every part; measured
    /// there, by √3 more.
    #[test]
    fn the_bound_is_derived() {
        let axes = [[Roundoff::unit(0.501); 3]; 3];
        let error = |x: &[Roundoff; 3]| {
            let turned = turned::<Vec3, _>(&axes, x);
            3.0_f64.sqrt() * turned.iter().map(|part| part.error).fold(0.0, f64::max)
        };
        let off = error(&[Roundoff::unit(1.0), Roundoff::ZERO, Roundoff::ZERO]);
        let part = |one: bool| Roundoff { magnitude: f64::from(u8::from(one)), error: off };
        let (mut faces, mut crosses) = (0.0, 0.0);
        for corner in 0..6 {
            for along in 0..3 {
                let at = [0, 1, 2].map(|i| part(i == corner));
                let direction = [0, 1, 2].map(|i| part(i == along));
                let half = [3, 4, 5]
                    .map(|i| if i == corner { Roundoff::unit(1.0) } else { Roundoff::ZERO });
                let crossing = LineAndBox::<Vec3, _> { half, at, direction };
                for i in 0..3 {
                    crosses = f64::max(crosses, crossing.across(i).error * SLACK);
                }
                // The direction counts among the lengths.
                faces = f64::max(faces, crossing.faces().error * SLACK / 2.0);
            }
        }
        assert_covers(f64::from(ERROR), f64::max(faces, crosses));
        assert!(off <= f64::from(ERROR), "the sign of a way's part");
    }
}
