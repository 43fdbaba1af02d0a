//! The time of impact of two boxes, by numbers whose signs are certain: they distinguish boxes that rest
//! on each other, or line up, from those that nearly do.

use super::axes::{AxisMotion, MovingBoxAxes};
use super::{MovedBox, MovingBoxes, SlabEnd};
use crate::exact::{Exact, widen};
use crate::query::bisection::largest_f32;
use crate::query::cast::{CastEnds, CastOutcome, Impact};
use crate::query::ray_cast::Started;
use crate::query::separation::BoxAxis;
use crate::space::Vector;
use core::cmp::Ordering;

/// An axis, and whether the normal along it, from `b` to `a`, is the axis itself or its opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SignedAxis {
    pub(super) axis: usize,
    pub(super) negative: bool,
}

/// The axes that give the first and last contact of two boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisOrder {
    /// The axis along which they come to overlap last, if they are apart at the start.
    enter: Option<SignedAxis>,
    /// The axis along which they part first, if they part before the end.
    leave: Option<SignedAxis>,
    /// An axis along which they touch at the start.
    touching: Option<SignedAxis>,
}

/// The time at which the overlap along an axis begins or ends: a quotient.
#[derive(Clone, Copy)]
struct ExactTime<N> {
    /// The distance to it along the axis, and the distance that the motion covers, which is above zero.
    distance: N,
    velocity: N,
    at: SignedAxis,
}

impl<N: Exact> ExactTime<N> {
    fn compare(&self, other: &Self) -> Option<Ordering> {
        (self.distance * other.velocity - other.distance * self.velocity).sign()
    }

    /// The later of two times if `order` is `Greater`, the earlier if it is `Less`; the first, if they are
    /// equal.
    fn pick(best: Option<Self>, next: Self, order: Ordering) -> Option<Self> {
        match best {
            Some(best) if next.compare(&best)? != order => Some(best),
            _ => Some(next),
        }
    }
}

impl<V: Vector, A: MovedBox<V>, B: MovedBox<V>> MovingBoxes<'_, V, A, B> {
    /// Which axes give the first and last contact; `None` if these numbers cannot decide it.
    pub(super) fn axis_order<N: Exact>(&self) -> Option<CastOutcome<AxisOrder>> {
        let axes = self.axes::<N>();
        let (mut enter, mut leave) = (None::<ExactTime<N>>, None::<ExactTime<N>>);
        let (mut entering, mut sliding) = (None, None);
        for axis in 0..self.axis_count() {
            let AxisMotion { offset, radius, velocity, .. } = axes.at(axis);
            if axes.is_zero_axis(BoxAxis::at::<V>(axis))? {
                continue;
            }
            let turned = |x: N, negative| if negative { N::ZERO - x } else { x };
            let direction = velocity.sign()?;
            if direction == Ordering::Equal {
                let negative = offset.sign()? != Ordering::Less;
                match (turned(offset, !negative) - radius).sign()? {
                    Ordering::Greater => return Some(CastOutcome::Miss),
                    Ordering::Equal => sliding = sliding.or(Some(SignedAxis { axis, negative })),
                    Ordering::Less => {}
                }
                continue;
            }
            let at = SignedAxis { axis, negative: direction == Ordering::Less };
            let (offset, velocity) = (turned(offset, at.negative), turned(velocity, at.negative));
            let (first, last) = (N::ZERO - radius - offset, radius - offset);
            // A box that only touches at the start and moves away parts at once.
            if last.sign()? != Ordering::Greater {
                return Some(CastOutcome::Miss);
            }
            match first.sign()? {
                Ordering::Greater if (first - velocity).sign()? == Ordering::Greater => {
                    return Some(CastOutcome::Miss);
                }
                Ordering::Greater => {
                    let time = ExactTime { distance: first, velocity, at };
                    enter = Some(ExactTime::pick(enter, time, Ordering::Greater)?);
                }
                Ordering::Equal => entering = entering.or(Some(at)),
                Ordering::Less => {}
            }
            if (last - velocity).sign()? == Ordering::Less {
                leave = Some(ExactTime::pick(
                    leave,
                    ExactTime { distance: last, velocity, at },
                    Ordering::Less,
                )?);
            }
        }
        if let (Some(enter), Some(leave)) = (&enter, &leave)
            && enter.compare(leave)? == Ordering::Greater
        {
            return Some(CastOutcome::Miss);
        }
        let (enter, leave) = (enter.map(|time| time.at), leave.map(|time| time.at));
        Some(CastOutcome::Hit(AxisOrder { enter, leave, touching: entering.or(sliding) }))
    }

    /// The number of axes that may separate the boxes.
    fn axis_count(&self) -> usize {
        if self.a.rotation() == self.b.rotation() {
            // Boxes of the same rotation have the same axes, to which no cross product adds.
            V::DIM
        } else if self.share_axes() {
            2 * V::DIM
        } else {
            2 * V::DIM + V::EDGES * V::EDGES
        }
    }

    /// The contact that the order of axes gives; `None`, if its vectors leave the range of `f64`.
    pub(super) fn impact_of(
        &self,
        axes: &MovingBoxAxes<V, f64>,
        axis_order: &AxisOrder,
        ends: CastEnds,
    ) -> Option<Impact<V>> {
        let AxisOrder { enter, leave, touching } = *axis_order;
        let time = |facing: SignedAxis, side: SlabEnd| {
            let AxisMotion { offset, radius, velocity, .. } = axes.at(facing.axis);
            let (offset, velocity) =
                if facing.negative { (-offset, -velocity) } else { (offset, velocity) };
            match side {
                SlabEnd::Entering => (-radius - offset) / velocity,
                SlabEnd::Leaving => (radius - offset) / velocity,
            }
        };
        let fraction = enter.map_or(0.0, |facing| {
            largest_f32(time(facing, SlabEnd::Entering), 1.0, |fraction| {
                self.gap_at(fraction, facing, SlabEnd::Entering) != Ordering::Less
            })
        });
        let exit = leave.filter(|_| ends == CastEnds::Both).map(|facing| {
            let estimate = time(facing, SlabEnd::Leaving);
            // If the exit is itself an `f32`, the last one before it is the `f32` below.
            let estimate = estimate - estimate * f64::from(f32::EPSILON) / 4.0;
            let before = largest_f32(estimate, 1.0_f32.next_down(), |fraction| {
                self.gap_at(fraction, facing, SlabEnd::Leaving) == Ordering::Less
            });
            before.next_up()
        });
        let started = match (enter, touching) {
            (Some(_), _) => Started::Apart,
            (None, Some(_)) => Started::Touching,
            (None, None) => Started::Overlapping,
        };
        let (normal, point) = match enter.or(touching) {
            Some(SignedAxis { axis, negative }) => {
                axes.contact(self.b, axis, negative, widen(fraction))?
            }
            None => axes.middle(self.b),
        };
        let are_numbers = normal.is_finite() && point.is_finite();
        are_numbers.then_some(Impact { fraction, exit, started, normal, point })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Number;
    use crate::exact::degree::DegreeCounter;
    use crate::linalg::Vect;
    use crate::shape::Obb;
    use glam::{Vec2, Vec3};

    fn assert_decided<V: Vector>(solid: &Obb<V>) {
        let boxes = MovingBoxes { a: solid, motion: Vect::<V, f32>::splat(1.0).0, b: solid };
        let axes = boxes.axes::<DegreeCounter>();
        let times = |axis| {
            let AxisMotion { offset, radius, velocity, .. } = axes.at(axis);
            let at = SignedAxis { axis, negative: false };
            ExactTime { distance: DegreeCounter::ZERO - radius - offset, velocity, at }
        };
        for axis in 0..2 * V::DIM + V::EDGES * V::EDGES {
            for other in 0..=axis {
                // A `DegreeCounter` checks each number whose sign it returns.
                assert!(times(axis).compare(&times(other)).is_some());
            }
        }
    }

    #[test]
    fn estimates_stay_within_their_depth() {
        assert_decided(&Obb::<Vec3>::new([0.0; 3], [1.0; 3], [0.5; 4]));
        assert_decided(&Obb::<Vec2>::new([0.0; 2], [1.0; 2], [0.6, 0.8]));
    }
}
