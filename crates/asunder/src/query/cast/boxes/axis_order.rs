//! When two boxes meet, told by numbers whose signs are certain: boxes that rest on each other, or
//! line up, are told from such that nearly do.

use super::axes::{Along, MovingBoxAxes};
use super::{MovedBox, MovingBoxes, SlabEnd};
use crate::exact::{Exact, widen};
use crate::query::cast::Impact;
use crate::query::ray_cast::Started;
use crate::query::ray_cast::first::greatest;
use crate::space::Vector;
use core::cmp::Ordering;

/// An axis, and whether the normal along it, from `b` to `a`, is the axis itself or its opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SignedAxis {
    pub(super) axis: usize,
    pub(super) negative: bool,
}

/// What the axes of two boxes tell of a meeting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisOrder {
    /// The axis along which they come to overlap last, if they are apart at the start.
    enter: Option<SignedAxis>,
    /// The axis along which they part first, if they do before the end.
    leave: Option<SignedAxis>,
    /// An axis along which they touch at the start.
    touching: Option<SignedAxis>,
}

/// The time at which the boxes come to an end of their overlap along an axis: a quotient.
#[derive(Clone, Copy)]
struct ExactTime<N> {
    /// How far it is there, and how far the motion goes, which is above zero.
    far: N,
    velocity: N,
    at: SignedAxis,
}

impl<N: Exact> ExactTime<N> {
    fn compare(&self, other: &Self) -> Option<Ordering> {
        (self.far * other.velocity - other.far * self.velocity).sign()
    }

    /// Of two times the one that compares with the other as asked; the first, if they are equal.
    fn pick(best: Option<Self>, next: Self, order: Ordering) -> Option<Self> {
        match best {
            Some(best) if next.compare(&best)? != order => Some(best),
            _ => Some(next),
        }
    }
}

impl<V: Vector, A: MovedBox<V>, B: MovedBox<V>> MovingBoxes<'_, V, A, B> {
    /// Whether and how they meet; `None`, if these numbers do not tell.
    #[expect(clippy::option_option, reason = "what is told may be that they do not meet")]
    pub(super) fn axis_order<N: Exact>(&self) -> Option<Option<AxisOrder>> {
        let axes = self.axes::<N>();
        let (mut enter, mut leave) = (None::<ExactTime<N>>, None::<ExactTime<N>>);
        let (mut entering, mut sliding) = (None, None);
        for axis in 0..self.axis_count() {
            let Along { offset, reach, velocity, .. } = axes.along(axis);
            if axes.is_nothing(axis)? {
                continue;
            }
            let turned = |x: N, negative| if negative { N::ZERO - x } else { x };
            let cast = velocity.sign()?;
            if cast == Ordering::Equal {
                let negative = offset.sign()? != Ordering::Less;
                match (turned(offset, !negative) - reach).sign()? {
                    Ordering::Greater => return Some(None),
                    Ordering::Equal => sliding = sliding.or(Some(SignedAxis { axis, negative })),
                    Ordering::Less => {}
                }
                continue;
            }
            let at = SignedAxis { axis, negative: cast == Ordering::Less };
            let (offset, velocity) = (turned(offset, at.negative), turned(velocity, at.negative));
            let (first, last) = (N::ZERO - reach - offset, reach - offset);
            // One that only touches at the start parts at once.
            if last.sign()? != Ordering::Greater {
                return Some(None);
            }
            match first.sign()? {
                Ordering::Greater if (first - velocity).sign()? == Ordering::Greater => {
                    return Some(None);
                }
                Ordering::Greater => {
                    let time = ExactTime { far: first, velocity, at };
                    enter = Some(ExactTime::pick(enter, time, Ordering::Greater)?);
                }
                Ordering::Equal => entering = entering.or(Some(at)),
                Ordering::Less => {}
            }
            if (last - velocity).sign()? == Ordering::Less {
                leave = Some(ExactTime::pick(
                    leave,
                    ExactTime { far: last, velocity, at },
                    Ordering::Less,
                )?);
            }
        }
        if let (Some(enter), Some(leave)) = (&enter, &leave)
            && enter.compare(leave)? == Ordering::Greater
        {
            return Some(None);
        }
        let (enter, leave) = (enter.map(|time| time.at), leave.map(|time| time.at));
        Some(Some(AxisOrder { enter, leave, touching: entering.or(sliding) }))
    }

    /// How many axes may tell something.
    fn axis_count(&self) -> usize {
        if self.a.rotation() == self.b.rotation() {
            // Boxes turned alike have the same axes, which no cross adds to.
            V::DIM
        } else if self.share_axes() {
            2 * V::DIM
        } else {
            2 * V::DIM + V::EDGES * V::EDGES
        }
    }

    /// The answer to a verdict; `None`, if its vectors leave the range of `f64`.
    pub(super) fn impact_of(
        &self,
        axes: &MovingBoxAxes<V, f64>,
        axis_order: &AxisOrder,
    ) -> Option<Impact<V>> {
        let AxisOrder { enter, leave, touching } = *axis_order;
        let time = |facing: SignedAxis, side: SlabEnd| {
            let Along { offset, reach, velocity, .. } = axes.along(facing.axis);
            let (offset, velocity) =
                if facing.negative { (-offset, -velocity) } else { (offset, velocity) };
            match side {
                SlabEnd::Entering => (-reach - offset) / velocity,
                SlabEnd::Leaving => (reach - offset) / velocity,
            }
        };
        let fraction = enter.map_or(0.0, |facing| {
            greatest(time(facing, SlabEnd::Entering), 1.0, |fraction| {
                self.gap_at(fraction, facing, SlabEnd::Entering) != Ordering::Less
            })
        });
        let exit = leave.map(|facing| {
            let proposal = time(facing, SlabEnd::Leaving);
            // The float below an exact one is the last that is before it.
            let proposal = proposal - proposal * f64::from(f32::EPSILON) / 4.0;
            let before = greatest(proposal, 1.0_f32.next_down(), |fraction| {
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
                axes.contact(self.b, axis, negative, widen(fraction))
            }
            None => axes.middle(self.b),
        };
        let are_numbers = (0..V::DIM).all(|t| normal[t].is_finite() && point[t].is_finite());
        are_numbers.then_some(Impact { fraction, exit, started, normal, point })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Number;
    use crate::exact::degree::DegreeCounter;
    use crate::shape::Obb;
    use glam::{Vec2, Vec3};

    fn hold<V: Vector>(solid: &Obb<V>) {
        let boxes = MovingBoxes { a: solid, motion: V::array(|_| 1.0), b: solid };
        let axes = boxes.axes::<DegreeCounter>();
        let times = |axis| {
            let Along { offset, reach, velocity, .. } = axes.along(axis);
            let at = SignedAxis { axis, negative: false };
            ExactTime { far: DegreeCounter::ZERO - reach - offset, velocity, at }
        };
        for axis in 0..2 * V::DIM + V::EDGES * V::EDGES {
            for other in 0..=axis {
                // A trace holds what it tells the sign of.
                assert!(times(axis).compare(&times(other)).is_some());
            }
        }
    }

    #[test]
    fn estimates_stay_within_their_depth() {
        hold(&Obb::<Vec3>::new([0.0; 3], [1.0; 3], [0.5; 4]));
        hold(&Obb::<Vec2>::new([0.0; 2], [1.0; 2], [0.6, 0.8]));
    }
}
