//! Two axis-aligned boxes, one of them moving: comparisons of exact numbers, and of their quotients.

use super::axis_order::SignedAxis;
use super::overlap::SlabCrossing;
use super::{CastEnds, CastOutcome, Impact, MovedBox};
use crate::exact::{UNIT, at_or_above, at_or_below, widen};
use crate::linalg::Vect;
use crate::query::cast::time_of_impact::opposite_unit;
use crate::query::proximity::axis_aligned::gaps;
use crate::query::ray_cast::Started;
use crate::space::Vector;
use core::cmp::Ordering;

/// A bound on the error of the difference of two quotients, relative to the sum of their magnitudes.
const DIFFERENCE: f64 = 4.0 * UNIT;

/// The time at which the overlap along an axis begins or ends: a quotient of exact numbers.
#[derive(Clone, Copy)]
struct SlabTime {
    distance: f64,
    velocity: f64,
    at: SignedAxis,
}

impl SlabTime {
    #[inline(always)]
    fn estimate(&self) -> f64 {
        self.distance / self.velocity
    }

    /// The order of two times; `None` where rounding leaves it undecided.
    #[inline(always)]
    fn compare(&self, other: &Self) -> Option<Ordering> {
        let (x, y) = (self.estimate(), other.estimate());
        if (x - y).abs() > DIFFERENCE * (x.abs() + y.abs()) {
            return x.partial_cmp(&y);
        }
        // The product of two `f32` is exact.
        let is_short = |x: f64| widen(x as f32) == x;
        if is_short(self.distance) && is_short(other.distance) {
            return (self.distance * other.velocity).partial_cmp(&(other.distance * self.velocity));
        }
        None
    }

    /// The later of two times if `order` is `Greater`, the earlier if it is `Less`; the first, if they are
    /// equal.
    #[inline(always)]
    fn pick(best: Option<Self>, next: Self, order: Ordering) -> Option<Self> {
        match best {
            Some(best) if next.compare(&best)? != order => Some(best),
            _ => Some(next),
        }
    }

    /// The greatest `f32` that is not after it. It must be a fraction of the motion.
    #[inline(always)]
    fn fraction(&self) -> f32 {
        let nearest = at_or_below(self.estimate());
        if widen(nearest) * self.velocity > self.distance { nearest.next_down() } else { nearest }
    }

    /// The least `f32` that is not before it.
    #[inline(always)]
    fn exit(&self) -> f32 {
        let nearest = at_or_above(self.estimate());
        if widen(nearest) * self.velocity < self.distance { nearest.next_up() } else { nearest }
    }
}

/// The first contact of `a`, moved by `motion`, with `b`; `None` for boxes that are not both axis-aligned, and where
/// `f64` does not hold their gaps.
#[inline(always)]
pub(super) fn impact<V: Vector>(
    a: &impl MovedBox<V>,
    motion: &V::Array<f32>,
    b: &impl MovedBox<V>,
    ends: CastEnds,
) -> Option<CastOutcome<Impact<V>>> {
    let gaps = gaps(a, b)?;
    let (mut enter, mut leave) = (None::<SlabTime>, None::<SlabTime>);
    let (mut entering, mut sliding) = (None, None);
    for t in 0..V::DIM {
        match SlabCrossing::of(gaps[t], widen(motion[t])) {
            SlabCrossing::Never => return Some(CastOutcome::Miss),
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
                        SlabTime { distance: first, velocity, at },
                        Ordering::Greater,
                    )?);
                } else if first == 0.0 {
                    entering = entering.or(Some(at));
                }
                if last < velocity {
                    leave = Some(SlabTime::pick(
                        leave,
                        SlabTime { distance: last, velocity, at },
                        Ordering::Less,
                    )?);
                }
            }
        }
    }
    if let (Some(enter), Some(leave)) = (&enter, &leave)
        && enter.compare(leave)? == Ordering::Greater
    {
        return Some(CastOutcome::Miss);
    }
    let touching = entering.or(sliding);
    let started = match (enter, touching) {
        (Some(_), _) => Started::Apart,
        (None, Some(_)) => Started::Touching,
        (None, None) => Started::Overlapping,
    };
    let estimate = enter.map_or(0.0, |enter| enter.estimate());
    let facing = enter.map(|enter| enter.at).or(touching);
    let (normal, point) = contact(a, motion, b, estimate, facing);
    let fraction = enter.map_or(0.0, |enter| enter.fraction());
    let exit = leave.filter(|_| ends == CastEnds::Both).map(|leave| leave.exit());
    Some(CastOutcome::Hit(Impact { fraction, exit, started, normal, point }))
}

/// The normal, and a contact point on `b`, after a fraction of the motion: on the face that touches, if
/// they do not overlap.
#[inline(always)]
fn contact<V: Vector>(
    a: &impl MovedBox<V>,
    motion: &V::Array<f32>,
    b: &impl MovedBox<V>,
    fraction: f64,
    facing: Option<SignedAxis>,
) -> (Vect<V, f64>, Vect<V, f64>) {
    let (offset, center) = (a.twice_offset_from::<f64>(b), b.twice_center::<f64>());
    let (size_a, size_b) = (a.size::<f64>(), b.size::<f64>());
    let velocity = Vect::of(motion) * 2.0;
    let middle = (offset + velocity * fraction) * 0.5;
    let clamped = |x: f64, middle: f64, size: f64| {
        let (low, high) = (middle - 0.5 * size, middle + 0.5 * size);
        let x = if x < low { low } else { x };
        if x > high { high } else { x }
    };
    let point = Vect::from_fn(|t| {
        let start = match facing {
            None => clamped(middle[t], 0.0, size_b[t]),
            Some(SignedAxis { axis, negative }) if axis == t => {
                if negative {
                    0.5 * size_b[t]
                } else {
                    -0.5 * size_b[t]
                }
            }
            Some(_) => 0.0,
        };
        let shared = clamped(clamped(start, middle[t], size_a[t]), 0.0, size_b[t]);
        0.5 * center[t] + shared
    });
    let normal = match facing {
        None => opposite_unit(velocity),
        Some(SignedAxis { axis, negative }) => {
            Vect::along_axis(axis, if negative { 1.0 } else { -1.0 })
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
    fn the_error_of_a_difference_of_times_is_derived() {
        let time = Roundoff::ONE.over(Roundoff::ONE);
        let relative = (time - time).error * SLACK / (time + time).magnitude;
        assert_covers(DIFFERENCE / UNIT, relative);
    }
}
