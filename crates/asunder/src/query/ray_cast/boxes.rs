//! The first contact of a line with a box, by its slabs (Kay and Kajiya 1986), in plain `f64`.
//!
//! Quotients propose the fraction at which the line enters the last slab; where two points of the line are in all slabs
//! [proves it](super::certified).

use super::certified::{Certified, entering, inside};
use super::line::Line;
use crate::array::Mapped as _;
use crate::exact::UNIT;
use crate::linalg::{Matrix, Vect, max};
use crate::shape::{Aabb, Obb};
use crate::space::Vector;

/// Errors of heights and speeds along the axes of a box, relative to the axes' length times the taxicab lengths, and of
/// a height that is reached by a speed.
const FRAME: f64 = 13.0 * UNIT;

/// The same of an upright box, relative to the larger height of the two faces and to the speed.
const AXIS_ALIGNED: f64 = 5.0 * UNIT;

/// A line in the frame of a box, each axis turned so that the line advances along it.
struct LineAndSlabs<V: Vector> {
    /// How far it is along each axis to the nearer and to the further face, and a bound on the errors.
    near: Vect<V, f64>,
    far: Vect<V, f64>,
    error: Vect<V, f64>,
    /// How fast, and a bound on the error.
    speed: Vect<V, f64>,
    speed_error: Vect<V, f64>,
}

impl<V: Vector> LineAndSlabs<V> {
    /// Of distances to the lower and to the higher face, and speeds either way.
    #[inline(always)]
    fn of(
        [low, high]: [Vect<V, f64>; 2],
        error: Vect<V, f64>,
        speed: Vect<V, f64>,
        speed_error: Vect<V, f64>,
    ) -> Self {
        let ahead = |i: usize| speed[i] > 0.0;
        Self {
            near: Vect::from_fn(|i| if ahead(i) { low[i] } else { 0.0 - high[i] }),
            far: Vect::from_fn(|i| if ahead(i) { high[i] } else { 0.0 - low[i] }),
            error,
            speed: speed.abs(),
            speed_error,
        }
    }

    /// Whether a point of the line is certainly before the nearer face across an axis.
    #[inline(always)]
    fn is_before(&self, i: usize, fraction: f64) -> bool {
        self.near[i] - self.speed[i] * fraction > self.error[i] + self.speed_error[i] * fraction
    }

    /// Whether a point of the line is certainly beyond the further face across an axis.
    #[inline(always)]
    fn is_beyond(&self, i: usize, fraction: f64) -> bool {
        self.speed[i] * fraction - self.far[i] > self.error[i] + self.speed_error[i] * fraction
    }

    /// Whether a point of the line is certainly between the faces across an axis.
    #[inline(always)]
    fn is_between(&self, i: usize, fraction: f64) -> bool {
        let (at, error) =
            (self.speed[i] * fraction, self.error[i] + self.speed_error[i] * fraction);
        (at - self.near[i] > error) & (self.far[i] - at > error)
    }

    /// Whether the line certainly advances along an axis, or does not move along it.
    #[inline(always)]
    fn advances(&self, i: usize) -> bool {
        self.speed[i] >= self.speed_error[i]
    }

    /// Whether the line certainly stays beyond one face: it moves away from it, never moves, or ends before.
    #[inline(always)]
    fn stays_outside(&self, is_segment: bool) -> bool {
        (0..V::DIM).fold(false, |known, i| {
            let rests = self.speed[i] + self.speed_error[i] <= 0.0;
            let after = self.is_beyond(i, 0.0) & self.advances(i);
            let before = self.is_before(i, 0.0) & (rests | is_segment & self.is_before(i, 1.0));
            known | after | before
        })
    }

    /// Whether the line certainly leaves one slab before it enters another: somewhere it is in neither.
    #[inline(always)]
    fn is_beside(&self, enter: AxisCrossing, leave: AxisCrossing) -> bool {
        let between = 0.5 * (enter.fraction + leave.fraction);
        between > 0.0
            && self.is_before(enter.axis, between)
            && self.is_beyond(leave.axis, between)
            && self.advances(enter.axis)
            && self.advances(leave.axis)
    }

    /// The slab that is entered last, and the one that is left first.
    #[inline(always)]
    fn crossings(&self) -> [AxisCrossing; 2] {
        let mut enter = AxisCrossing { axis: 0, fraction: f64::NEG_INFINITY };
        let mut leave = AxisCrossing { axis: 0, fraction: f64::INFINITY };
        for axis in 0..V::DIM {
            let steep = 1.0 / self.speed[axis];
            let (from, to) = (self.near[axis] * steep, self.far[axis] * steep);
            enter =
                if from > enter.fraction { AxisCrossing { axis, fraction: from } } else { enter };
            leave = if to < leave.fraction { AxisCrossing { axis, fraction: to } } else { leave };
        }
        [enter, leave]
    }

    /// How many slabs a point of the line is certainly in.
    #[inline(always)]
    fn count_between(&self, fraction: f64) -> usize {
        // Added up without a branch, since any axis may be the one.
        (0..V::DIM).map(|i| usize::from(self.is_between(i, fraction))).sum()
    }

    /// The contact of a line that does not certainly stay outside. `normal` gives the outward normal of the nearer face
    /// across an axis.
    #[inline(always)]
    fn contact(&self, line: &Line<V>, normal: impl Fn(usize) -> Vect<V, f64>) -> Certified<V> {
        let [enter, leave] = self.crossings();
        if enter.fraction > leave.fraction {
            return if self.is_beside(enter, leave) {
                Certified::Missed
            } else {
                Certified::Unknown
            };
        }
        if !(enter.fraction > 0.0) {
            let is_inside = self.count_between(0.0) == V::DIM;
            return if is_inside { inside(line) } else { Certified::Unknown };
        }
        entering(
            line,
            enter.fraction,
            // By that face alone: whose normal it is where the line comes through an edge is not asked here.
            |at| self.is_before(enter.axis, at) & (self.count_between(at) == V::DIM - 1),
            |at| self.count_between(at) == V::DIM,
            || normal(enter.axis),
        )
    }
}

/// A slab, by its axis, and the fraction at which the line enters or leaves it.
#[derive(Clone, Copy)]
struct AxisCrossing {
    axis: usize,
    fraction: f64,
}

/// A line and an axis-aligned box.
#[inline]
pub(super) fn aabb<V: Vector>(aabb: &Aabb<V>, line: &Line<V>) -> Certified<V> {
    let [low, high] = [&aabb.min, &aabb.max].mapped(|corner| -line.origin_from::<f64>(corner));
    let speed = line.direction::<f64>();
    let error = low.zip(high, |low, high| AXIS_ALIGNED * max(low.abs(), high.abs()));
    let speed_error = speed.map(|speed| AXIS_ALIGNED * speed.abs());
    let slabs = LineAndSlabs::of([low, high], error, speed, speed_error);
    if slabs.stays_outside(line.is_segment()) {
        return Certified::Missed;
    }
    slabs.contact(line, |i| Vect::along_axis(i, -1.0_f64.copysign(speed[i])))
}

/// A line and an oriented box.
#[inline]
pub(super) fn obb<V: Vector>(obb: &Obb<V>, line: &Line<V>) -> Certified<V> {
    let (rows, norm) = V::frame::<f64>(obb.rotation, 0);
    let rows = Matrix::<V, f64>::from_arrays(&rows);
    let (from, direction) = (line.origin_from::<f64>(&obb.center), line.direction::<f64>());
    let (at, speed) = (rows.each(|row| row.dot(from)), rows.each(|row| row.dot(direction)));
    let half = Vect::<V, f64>::of(&obb.half_extents);
    let (unit, far) = (FRAME * norm, from.norm1());
    let error = half.map(|half| unit * (far + half));
    let speed_error = Vect::splat(unit * direction.norm1());
    let reach = half * norm;
    let slabs = LineAndSlabs::of([-reach - at, reach - at], error, speed, speed_error);
    // Rays that stay outside are mostly known to whoever asks.
    if line.is_segment() && slabs.stays_outside(true) {
        return Certified::Missed;
    }
    slabs.contact(line, |i| rows[i] * -1.0_f64.copysign(speed[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::roundoff::{Roundoff, SLACK, WORST_QUATERNION};
    use crate::dimension::Dimension;
    use crate::exact::Number as _;
    use crate::query::predicate::tests::assert_covers;
    use glam::Vec3;

    /// The errors of how far a point of the line is from a face, added up with all of a length along one coordinate axis.
    #[test]
    fn the_errors_are_derived() {
        let one = |k: usize| Vect::<Vec3, _>::along_axis(k, Roundoff::unit(1.0));
        let (rows, norm) = Vec3::frame::<Roundoff>(WORST_QUATERNION, 0);
        let (reach, zero) = (Roundoff::unit(0.0) * norm, Roundoff::ZERO);
        let mut worst: f64 = 0.0;
        for (k, row) in (0..9).map(|k| (k % 3, Vect(rows[k / 3]))) {
            let along = row.dot(one(k));
            let (of_reach, of_height) = ((reach - zero) - zero, (zero - along) - zero);
            let of_speed = zero - along * Roundoff::unit(0.0);
            worst =
                [of_reach, of_height, of_speed].map(|x| x.error).into_iter().fold(worst, f64::max);
        }
        assert_covers(FRAME / UNIT, worst * SLACK);
        let difference = Roundoff::unit(1.0);
        let of_speed = zero - difference * Roundoff::unit(0.0);
        assert_covers(AXIS_ALIGNED / UNIT, (difference - zero).error.max(of_speed.error) * SLACK);
    }
}
