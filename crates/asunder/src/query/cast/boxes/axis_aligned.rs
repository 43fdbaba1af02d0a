//! Two boxes along the coordinate axes, one of them moving: comparisons of numbers that are not
//! rounded, and quotients of them.

use super::axis_order::SignedAxis;
use super::overlap::SlabCrossing;
use super::{Impact, MovedBox};
use crate::exact::{UNIT, at_or_above, at_or_below, widen};
use crate::query::cast::time_of_impact::opposite_unit;
use crate::query::proximity::axis_aligned::gaps;
use crate::query::ray_cast::Started;
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::cmp::Ordering;

/// Whether `a` meets `b` on its way, and how. `None` for other shapes than upright boxes, and where
/// `f64` does not hold how they lie.
#[inline(always)]
#[expect(clippy::option_option, reason = "what is told may be that they do not meet")]
pub(super) fn impact<V: Vector>(
    a: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    b: &ShapeRef<'_, V>,
) -> Option<Option<Impact<V>>> {
    match (a, b) {
        (ShapeRef::Obb(a), ShapeRef::Obb(b)) => between(*a, motion, *b),
        (ShapeRef::Aabb(a), ShapeRef::Obb(b)) => between(*a, motion, *b),
        (ShapeRef::Aabb(a), ShapeRef::Aabb(b)) => between(*a, motion, *b),
        _ => None,
    }
}

/// What the difference of two quotients may be off, relative to the sum of their magnitudes.
const DIFFERENCE: f64 = 4.0 * UNIT;

/// The time at which boxes come to an end of their overlap along an axis: a quotient, whose parts are
/// exact.
#[derive(Clone, Copy)]
struct SlabTime {
    far: f64,
    velocity: f64,
    at: SignedAxis,
}

impl SlabTime {
    #[inline(always)]
    fn estimate(&self) -> f64 {
        self.far / self.velocity
    }

    /// The order of two times; `None` where rounding leaves it open.
    #[inline(always)]
    fn compare(&self, other: &Self) -> Option<Ordering> {
        let (x, y) = (self.estimate(), other.estimate());
        if (x - y).abs() > DIFFERENCE * (x.abs() + y.abs()) {
            return x.partial_cmp(&y);
        }
        // The product of two `f32` is exact.
        let is_short = |x: f64| widen(x as f32) == x;
        if is_short(self.far) && is_short(other.far) {
            return (self.far * other.velocity).partial_cmp(&(other.far * self.velocity));
        }
        None
    }

    /// Of two times the one that compares with the other as asked; the first, if they are equal.
    #[inline(always)]
    fn pick(best: Option<Self>, next: Self, order: Ordering) -> Option<Self> {
        match best {
            Some(best) if next.compare(&best)? != order => Some(best),
            _ => Some(next),
        }
    }

    /// The greatest `f32` that is not after it. It is in the motion.
    #[inline(always)]
    fn fraction(&self) -> f32 {
        let nearest = at_or_below(self.estimate());
        if widen(nearest) * self.velocity > self.far { nearest.next_down() } else { nearest }
    }

    /// The least `f32` that is not before it.
    #[inline(always)]
    fn exit(&self) -> f32 {
        let nearest = at_or_above(self.estimate());
        if widen(nearest) * self.velocity < self.far { nearest.next_up() } else { nearest }
    }
}

#[inline(always)]
#[expect(clippy::option_option, reason = "what is told may be that they do not meet")]
fn between<V: Vector>(
    a: &impl MovedBox<V>,
    motion: &V::Array<f32>,
    b: &impl MovedBox<V>,
) -> Option<Option<Impact<V>>> {
    let gaps = gaps(a, b)?;
    let (mut enter, mut leave) = (None::<SlabTime>, None::<SlabTime>);
    let (mut entering, mut sliding) = (None, None);
    for t in 0..V::DIM {
        match SlabCrossing::of(gaps[t], widen(motion[t])) {
            SlabCrossing::Never => return Some(None),
            SlabCrossing::Always { touching, negative } => {
                if touching {
                    sliding = sliding.or(Some(SignedAxis { axis: t, negative }));
                }
            }
            SlabCrossing::Between { first, last, velocity, negative } => {
                let at = SignedAxis { axis: t, negative };
                if first > 0.0 {
                    enter = Some(SlabTime::pick(
                        enter,
                        SlabTime { far: first, velocity, at },
                        Ordering::Greater,
                    )?);
                } else if first == 0.0 {
                    entering = entering.or(Some(at));
                }
                if last < velocity {
                    leave = Some(SlabTime::pick(
                        leave,
                        SlabTime { far: last, velocity, at },
                        Ordering::Less,
                    )?);
                }
            }
        }
    }
    if let (Some(enter), Some(leave)) = (&enter, &leave)
        && enter.compare(leave)? == Ordering::Greater
    {
        return Some(None);
    }
    let touching = entering.or(sliding);
    let started = match (enter, touching) {
        (Some(_), _) => Started::Apart,
        (None, Some(_)) => Started::Touching,
        (None, None) => Started::Overlapping,
    };
    let part = enter.map_or(0.0, |enter| enter.estimate());
    let (normal, point) = place(a, motion, b, part, enter.map(|enter| enter.at).or(touching));
    let fraction = enter.map_or(0.0, |enter| enter.fraction());
    let exit = leave.map(|leave| leave.exit());
    Some(Some(Impact { fraction, exit, started, normal, point }))
}

/// The normal, and a point of `b`, where the boxes meet after a part of the motion: on the face that
/// they touch with, if they do not overlap.
#[inline(always)]
fn place<V: Vector>(
    a: &impl MovedBox<V>,
    motion: &V::Array<f32>,
    b: &impl MovedBox<V>,
    part: f64,
    facing: Option<SignedAxis>,
) -> (V::Array<f64>, V::Array<f64>) {
    let (offset, center) = (a.twice_offset_from::<f64>(b), b.twice_center::<f64>());
    let (size_a, size_b) = (a.size::<f64>(), b.size::<f64>());
    let velocity = V::array(|t| 2.0 * widen(motion[t]));
    let within = |x: f64, middle: f64, size: f64| {
        let (low, high) = (middle - 0.5 * size, middle + 0.5 * size);
        let x = if x < low { low } else { x };
        if x > high { high } else { x }
    };
    let point = V::array(|t| {
        let middle = 0.5 * (offset[t] + part * velocity[t]);
        let start = match facing {
            None => within(middle, 0.0, size_b[t]),
            Some(SignedAxis { axis, negative }) if axis == t => {
                if negative {
                    0.5 * size_b[t]
                } else {
                    -0.5 * size_b[t]
                }
            }
            Some(_) => 0.0,
        };
        let shared = within(within(start, middle, size_a[t]), 0.0, size_b[t]);
        0.5 * center[t] + shared
    });
    let normal = match facing {
        None => opposite_unit::<V>(&velocity),
        Some(SignedAxis { axis, negative }) => {
            let side = if negative { 1.0 } else { -1.0 };
            V::array(|t| if t == axis { side } else { 0.0 })
        }
    };
    (normal, point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK};
    use crate::exact::{Number, Quotient};
    use crate::query::predicate::tests::assert_covers;

    #[test]
    fn what_a_difference_of_times_is_off_is_derived() {
        let time = Roundoff::ONE.over(Roundoff::ONE);
        let relative = (time - time).error * SLACK / (time + time).magnitude;
        assert_covers(DIFFERENCE / UNIT, relative);
    }
}
