//! Two boxes, one of them moving: along each axis they overlap for an interval of time, and they meet
//! while they overlap along all (Ericson 2005, §5.5.2).
//!
//! Along a coordinate axis that both have, `f64` holds their gaps exactly, so that touching and
//! overlapping differ; axis-aligned boxes need no more (see `axis_aligned`). The other intervals are
//! computed in `f64`, with a proven bound on their errors. Where that leaves the answer undecided, exact
//! numbers compare them (see `axis_order`); the rest is left to the general cast.

mod axes;
mod axis_aligned;
mod axis_order;
mod overlap;
mod point;

use super::linear::LinearCast;
use super::{CastEnds, CastOutcome, Impact};
use crate::exact::{
    Estimate, Exact, Number, UNIT, at_or_above, at_or_below, certain, is_zero, widen,
};
use crate::linalg::Vect;
use crate::query::predicate::{Predicate, evaluate};
use crate::query::proximity::axis_aligned::gaps_along;
use crate::query::ray_cast::Started;
use crate::query::separation::{BoxLike, BoxSource};
use crate::shape::{Aabb, Obb, ShapeRef};
use crate::space::Vector;
use axes::{AxisMotion, MovingBoxAxes};
use axis_order::SignedAxis;
use core::cmp::Ordering;
use overlap::{Overlap, SlabCrossing, UncertainTime};

/// A box that the cast of boxes accepts: axis-aligned or oriented.
trait MovedBox<V: Vector>: BoxSource<V> {
    /// Twice the vector from the centre of another box to that of this one, as differences, which keep
    /// their precision far from the origin.
    fn twice_offset_from<N: Number>(&self, other: &impl MovedBox<V>) -> Vect<V, N>;
    /// Twice the vector to its centre from that of a box given by its corners.
    fn twice_offset_from_corners<N: Number>(&self, corners: &Aabb<V>) -> Vect<V, N>;
}

impl<V: Vector> MovedBox<V> for Obb<V> {
    #[inline(always)]
    fn twice_offset_from<N: Number>(&self, other: &impl MovedBox<V>) -> Vect<V, N> {
        Vect(other.twice_offset(&self.center))
    }
    #[inline(always)]
    fn twice_offset_from_corners<N: Number>(&self, corners: &Aabb<V>) -> Vect<V, N> {
        Vect(corners.twice_offset(&self.center))
    }
}

impl<V: Vector> MovedBox<V> for Aabb<V> {
    #[inline(always)]
    fn twice_offset_from<N: Number>(&self, other: &impl MovedBox<V>) -> Vect<V, N> {
        -other.twice_offset_from_corners(self)
    }
    #[inline(always)]
    fn twice_offset_from_corners<N: Number>(&self, corners: &Aabb<V>) -> Vect<V, N> {
        (Vect::of(&self.min) - Vect::of(&corners.min))
            + (Vect::of(&self.max) - Vect::of(&corners.max))
    }
}

/// The first contact of two boxes; `None` for other shapes, and where the numbers leave it undecided.
pub(super) fn impact<V: Vector>(cast: &LinearCast<'_, V>) -> Option<CastOutcome<Impact<V>>> {
    let LinearCast { a, motion, b, ends } = *cast;
    if let (ShapeRef::Obb(a), ShapeRef::Obb(b)) = (a, b) {
        MovingBoxes { a, motion, b }.impact(ends)
    } else if let (ShapeRef::Aabb(a), ShapeRef::Obb(b)) = (a, b) {
        MovingBoxes { a, motion, b }.impact(ends)
    } else if let (ShapeRef::Aabb(a), ShapeRef::Aabb(b)) = (a, b) {
        MovingBoxes { a, motion, b }.impact(ends)
    } else {
        // In the canonical order an axis-aligned box comes before an oriented one.
        None
    }
}

/// A box `a` that moves by `motion`, and a box `b` that does not move.
struct MovingBoxes<'s, V: Vector, A, B> {
    a: &'s A,
    motion: V::Array<f32>,
    b: &'s B,
}

/// A bound on the error of an offset, a radius or a speed along an axis, in units of 2⁻⁵³ of the
/// lengths it is computed from, times the length of the axis.
const ERROR: f64 = 70.0;

/// The degree of an offset, a radius and a speed along an axis in the stored numbers.
const DEGREE: u32 = 7;

const _: () = assert!(DEGREE * 149 <= 1022 + 52 && DEGREE * 128 + 7 <= 1023, "they fit `f64`");

/// Errors below this could hide an underflow, errors above it an overflow.
///
/// The formulas are of degree [`DEGREE`], at which nothing overflows or underflows, as of those of
/// [`predicate`](crate::query::predicate). So both ends leave much more margin than they must.
const RANGE: core::ops::Range<f64> = 1e-200..1e200;

impl<V: Vector, A: MovedBox<V>, B: MovedBox<V>> MovingBoxes<'_, V, A, B> {
    fn axes<N: Number>(&self) -> MovingBoxAxes<V, N> {
        MovingBoxAxes::of(self.a, self.b, self.a.twice_offset_from(self.b), &self.motion)
    }

    /// Whether an edge of one box is parallel to one of the other, so that cross products add no axis.
    fn share_axes(&self) -> bool {
        let (a, b) = (self.a.rotation(), self.b.rotation());
        a == b || V::shared_axes(a, b) != 0
    }

    /// As [`impact`], of two boxes.
    #[inline(always)]
    fn impact(&self, ends: CastEnds) -> Option<CastOutcome<Impact<V>>> {
        match axis_aligned::impact(self.a, &self.motion, self.b, ends) {
            Some(outcome) => Some(outcome),
            None => self.impact_of_oriented(ends),
        }
    }

    /// As [`impact`], of boxes that are not both axis-aligned, or of which `f64` does not hold the gaps.
    fn impact_of_oriented(&self, ends: CastEnds) -> Option<CastOutcome<Impact<V>>> {
        let crossings = V::array(|t| self.crossing(t));
        // Most boxes that touch and do not meet part along the axis they touch along.
        if (0..V::DIM).any(|t| crossings[t] == Some(SlabCrossing::Never)) {
            return Some(CastOutcome::Miss);
        }
        let axes = self.axes::<f64>();
        self.float_stage(&axes, &crossings, ends).or_else(|| self.exact_stage(&axes, ends))
    }

    /// The answer by numbers whose signs are certain: estimates, which suffice for boxes on a grid, then
    /// exact numbers.
    #[cold]
    #[inline(never)]
    fn exact_stage(
        &self,
        axes: &MovingBoxAxes<V, f64>,
        ends: CastEnds,
    ) -> Option<CastOutcome<Impact<V>>> {
        let axis_order = self
            .axis_order::<Estimate>()
            .unwrap_or_else(|| V::Exact::scoped(|| certain(self.axis_order::<V::Exact>())));
        match axis_order {
            CastOutcome::Miss => Some(CastOutcome::Miss),
            CastOutcome::Hit(axis_order) => {
                self.impact_of(axes, &axis_order, ends).map(CastOutcome::Hit)
            }
        }
    }

    /// The answer by plain `f64` and the crossings that it holds exactly, where that is certain.
    fn float_stage(
        &self,
        axes: &MovingBoxAxes<V, f64>,
        crossings: &V::Array<Option<SlabCrossing>>,
        ends: CastEnds,
    ) -> Option<CastOutcome<Impact<V>>> {
        let (lengths, speed) = (axes.boxes.lengths(), axes.speed());
        let error = [ERROR * UNIT * lengths, ERROR * UNIT * speed];
        // A motion of zero has no error.
        let rests = (0..V::DIM).all(|t| is_zero(self.motion[t]));
        let is_trusted = |error: f64| RANGE.contains(&(error * axes.scale()));
        if !(is_trusted(error[0]) && (rests || is_trusted(error[1]))) {
            return None;
        }
        let mut overlap = Overlap::new(error);
        let mut known = 0;
        for t in 0..V::DIM {
            if let Some(crossing) = crossings[t] {
                overlap.narrow_exactly(t, crossing, axes.boxes.a.rows[t][t] < 0.0);
                known |= (1 | 1 << V::DIM) << t;
            }
        }
        axes.each(known, !self.share_axes(), |index, along| overlap.narrow(index, along));
        let touching = overlap.touching();
        let Overlap { enter, leave, undecided, separated, .. } = overlap;
        if separated || enter.low > 1.0 || leave.high < 0.0 || enter.low > leave.high {
            return Some(CastOutcome::Miss);
        }
        let meets = enter.high <= 1.0 && enter.high <= leave.low && leave.low > 0.0;
        if undecided || !meets {
            return None;
        }
        let (fraction, started) = if enter.low > 0.0 {
            (self.fraction(&enter)?, Started::Apart)
        } else if enter.high < 0.0 {
            (0.0, if touching.is_some() { Started::Touching } else { Started::Overlapping })
        } else {
            return None;
        };
        // An overlap that ends just when the motion does has no exit: they still touch at the end.
        let exit = match ends {
            CastEnds::Both if leave.low < 1.0 => Some(self.exit(&leave)?),
            CastEnds::Entry | CastEnds::Both => None,
        };
        let (normal, point) = match (started, touching) {
            (Started::Apart, _) => {
                axes.contact(self.b, enter.axis, enter.negative, enter.estimate)?
            }
            (_, Some(SignedAxis { axis, negative })) => {
                axes.contact(self.b, axis, negative, 0.0)?
            }
            (_, None) => axes.middle(self.b),
        };
        Some(CastOutcome::Hit(Impact { fraction, exit, started, normal, point }))
    }

    /// The greatest `f32` that is not after the time of impact.
    fn fraction(&self, enter: &UncertainTime) -> Option<f32> {
        let (low, high) = (at_or_below(enter.low), at_or_below(enter.high));
        if low == high {
            return Some(low);
        }
        // A time that is an `f32` itself, or nearly one, is compared in exact numbers.
        let early = low.next_up() == high
            && self.gap_at(high, enter.facing(), SlabEnd::Entering) != Ordering::Less;
        early.then_some(high)
    }

    /// The least `f32` that is not before the time of separation.
    fn exit(&self, leave: &UncertainTime) -> Option<f32> {
        if leave.high >= 1.0 {
            return None;
        }
        let (low, high) = (at_or_above(leave.low), at_or_above(leave.high));
        if low == high {
            return Some(low);
        }
        let past = low.next_up() == high
            && self.gap_at(low, leave.facing(), SlabEnd::Leaving) != Ordering::Less;
        past.then_some(low)
    }

    /// The slab crossing along coordinate axis `t`, if both boxes have it and `f64` holds the gaps.
    #[inline(always)]
    fn crossing(&self, t: usize) -> Option<SlabCrossing> {
        let shared = V::shared_axes(self.a.rotation(), self.b.rotation());
        if shared >> t & 1 == 0 {
            return None;
        }
        gaps_along(self.a, self.b, t).map(|gaps| SlabCrossing::of(gaps, widen(self.motion[t])))
    }

    /// The exact sign of the gap along an axis after a fraction of the motion.
    fn gap_at(&self, fraction: f32, facing: SignedAxis, side: SlabEnd) -> Ordering {
        let axis = facing.axis;
        if axis < V::DIM
            && let Some(SlabCrossing::Between { first, last, velocity, .. }) = self.crossing(axis)
        {
            // The product of two `f32` is exact.
            let passed = widen(fraction) * velocity;
            let order = match side {
                SlabEnd::Entering => first.partial_cmp(&passed),
                SlabEnd::Leaving => passed.partial_cmp(&last),
            };
            if let Some(order) = order {
                return order;
            }
        }
        evaluate::<V, _>(&BoxGap { boxes: self, fraction, facing, side })
    }
}

/// The end of the interval of overlap along an axis.
#[derive(Clone, Copy, Debug)]
enum SlabEnd {
    /// The boxes come to overlap.
    Entering,
    /// The boxes cease to overlap.
    Leaving,
}

/// The predicate whose sign is that of the gap along an axis after a fraction of the motion.
struct BoxGap<'q, 's, V: Vector, A, B> {
    boxes: &'q MovingBoxes<'s, V, A, B>,
    fraction: f32,
    facing: SignedAxis,
    side: SlabEnd,
}

impl<V: Vector, A: MovedBox<V>, B: MovedBox<V>> Predicate<V> for BoxGap<'_, '_, V, A, B> {
    type Answer = Ordering;
    fn answer<N: Exact>(&self) -> Option<Ordering> {
        let AxisMotion { offset, radius, velocity, .. } =
            self.boxes.axes::<N>().at(self.facing.axis);
        let place = offset + N::of(self.fraction) * velocity;
        let forward = if self.facing.negative { N::ZERO - place } else { place };
        match self.side {
            SlabEnd::Entering => (N::ZERO - radius - forward).sign(),
            SlabEnd::Leaving => (forward - radius).sign(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::adversary::assert_needed;
    use crate::analysis::roundoff::{Roundoff, SLACK, WORST_QUATERNION};
    use crate::exact::degree::DegreeCounter;
    use crate::query::predicate::tests::assert_covers;
    use crate::query::predicate::{AxisTest, AxisVisitor};
    use crate::query::separation::BoxFrame;
    use glam::{Vec2, Vec3};

    /// The largest error of a value, relative to the lengths it is computed from: all values are linear
    /// in these, so the worst case has one length alone.
    fn derived<V: Vector>(rotation: V::RotationArray) -> f64 {
        let mut worst = 0.0;
        for single in 0..4 * V::DIM {
            let group = |first: usize, error: f64| {
                V::array(|i| {
                    let magnitude = if first * V::DIM + i == single { 1.0 } else { 0.0 };
                    Roundoff { magnitude, error: error * magnitude }
                })
            };
            let frame = |slot: usize| {
                let (rows, norm) = V::frame(rotation, slot);
                BoxFrame::<V, Roundoff> { rows, norm, half: group(slot, 3.0) }
            };
            let axes =
                MovingBoxAxes::new(frame(0), frame(1), Vect(group(2, 3.0)), Vect(group(3, 0.0)));
            axes.each(0, true, |_, along: &AxisMotion<Roundoff>| {
                let AxisMotion { offset, radius, velocity, scale } = along;
                // Subtracting the radius rounds once more.
                let gaps = offset.error + radius.error + offset.magnitude + radius.magnitude;
                for error in [gaps, velocity.error] {
                    let relative = error * SLACK / scale.magnitude;
                    worst = if relative > worst { relative } else { worst };
                }
            });
        }
        worst
    }

    #[test]
    fn the_bound_is_derived() {
        let (space, plane) = (derived::<Vec3>(WORST_QUATERNION), derived::<Vec2>([1.0; 2]));
        assert_covers(ERROR, if space > plane { space } else { plane });
    }

    /// The gaps of two boxes along each axis at the start, as an axis test.
    struct StartGaps<'s>(MovingBoxes<'s, Vec3, Obb<Vec3>, Obb<Vec3>>);

    impl AxisTest<Vec3> for StartGaps<'_> {
        const ERROR: f64 = ERROR;
        const DEGREE: u32 = DEGREE;

        fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
            let axes = self.0.axes::<N>();
            let lengths = axes.boxes.lengths();
            axes.each(0, true, |index, along| {
                let gap = || along.offset.abs() - along.radius;
                visitor.separates(index as u32, gap, || along.scale * lengths);
            });
            false
        }
    }

    #[test]
    fn the_bound_is_needed() {
        let turned = |n: &[f32]| {
            let size = [n[3].abs(), n[4].abs(), n[5].abs()];
            Obb::<Vec3>::try_new([n[0], n[1], n[2]], size, [n[6], n[7], n[8], n[9]])
        };
        assert_needed(ERROR, 5.0, 4, |n: &[f32; 20], adversary| {
            let (Ok(a), Ok(b)) = (turned(&n[..10]), turned(&n[10..])) else {
                return f64::NEG_INFINITY;
            };
            adversary.fools(&StartGaps(MovingBoxes { a: &a, motion: [0.0; 3], b: &b }))
        });
    }

    #[test]
    fn the_degree_is_that_of_cross_products_of_edges() {
        let solid = &Obb::<Vec3>::new([1.0; 3], [1.0; 3], WORST_QUATERNION);
        let mut most = DegreeCounter::ZERO;
        let boxes = MovingBoxes { a: solid, motion: [1.0; 3], b: solid };
        boxes.axes::<DegreeCounter>().each(
            0,
            true,
            |_, &AxisMotion { offset, radius, velocity, scale }| {
                most = most.larger(offset).larger(radius).larger(velocity).larger(scale);
            },
        );
        assert_eq!(most.degree, DEGREE);
    }

    /// The squares of cross products leave the range of `f64` where rotations are far from length one, which is no
    /// matter of their meaning.
    #[test]
    fn the_length_of_a_rotation_does_not_change_the_normal_of_edges_that_cross() {
        let cast = |length: f64| {
            let turned = |z: f32, rotation: [i32; 4]| {
                let rotation = rotation.map(|x| (f64::from(x) * length) as f32);
                Obb::<Vec3>::new([0.0, 0.0, z], [1.0; 3], rotation)
            };
            let falling = turned(5.0, [8_003, 501, 301, 16_001]);
            let lying = turned(0.0, [203, 8_003, 101, 16_001]);
            falling.cast([0.0, 0.0, -8.0], &lying).unwrap()
        };
        let near_one = cast(1.0 / 16384.0);
        assert!(near_one.normal.z > 0.9);
        let (least, most) = (widen(f32::from_bits(1)), 1.0 / (4096.0 * widen(f32::MIN_POSITIVE)));
        for power in [1.0, 2.0, 4.0, 8.0] {
            assert_eq!(cast(least * power), near_one, "{power}");
            assert_eq!(cast(most / power), near_one, "{power}");
        }
    }

    #[test]
    fn the_range_leaves_room() {
        let loss = f64::from_bits(1);
        assert!(1e3 * loss < RANGE.start && RANGE.end < f64::MAX * UNIT);
    }
}
