//! The first contact of a line with a hull in 3D that has an inside, by the planes of its faces, in plain `f64`.
//!
//! The line enters by the last of the planes that it approaches, if that is before the first of those that it leaves
//! by (Ericson 2005, §5.3.8). Which planes these are is proposed by quotients; heights over the planes prove it, as the
//! [distances](super::certified) of points prove it of spheres.

use super::certified::{Certified, entering, inside};
use super::line::Line;
use crate::array::array_of;
use crate::exact::FLUSH_MARGIN;
use crate::linalg::{Vect, max, min};
use crate::shape::{ConvexHull, FacePlanes, Greatest, HEIGHT, Heights, LANES};
use crate::space::Vector;

/// A line, and the planes of a polyhedron as they are seen from its first corner.
struct LineAndPlanes<'a, V: Vector> {
    planes: &'a FacePlanes<V>,
    from: Vect<V, f64>,
    direction: Vect<V, f64>,
    /// No less than the taxicab lengths of both, to the former the reach of the polyhedron added.
    far: f64,
    fast: f64,
}

/// A plane that the line crosses.
#[derive(Clone, Copy)]
struct FaceCrossing {
    face: usize,
    fraction: f64,
}

/// What one pass over all planes finds.
struct FaceCrossings {
    /// The last of the planes that the line approaches, and the first of those that it leaves by.
    enter: FaceCrossing,
    leave: FaceCrossing,
    /// The greatest height of the origin over a plane.
    highest: f64,
    /// Whether the line certainly begins and stays above one of them.
    is_above: bool,
}

impl<V: Vector> LineAndPlanes<'_, V> {
    #[inline(always)]
    fn crossings(&self, is_segment: bool) -> FaceCrossings {
        let none = f64::NEG_INFINITY;
        let (error, slope_error) = (HEIGHT * self.far, HEIGHT * self.fast);
        let (mut enter, mut leave) = (Greatest::NONE, Greatest::NONE);
        let (mut highest, mut above) = ([none; LANES], [none; LANES]);
        let both = self.planes.heights(self.from).zip(self.planes.slopes(self.direction));
        for (block, (heights, slopes)) in (0..).zip(both) {
            let stays = |k: usize| {
                let end = heights[k] + slopes[k] - (error + slope_error);
                min(heights[k] - error, if is_segment { end } else { slopes[k] - slope_error })
            };
            above = array_of(|k| max(stays(k), above[k]));
            highest = array_of(|k| max(heights[k], highest[k]));
            // The fractions at which the line leaves are negated, so that the first is the greatest.
            let at: Heights = array_of(|k| heights[k] / slopes[k].abs());
            enter = enter.with(block, array_of(|k| if slopes[k] < 0.0 { at[k] } else { none }));
            leave = leave.with(block, array_of(|k| if slopes[k] < 0.0 { none } else { at[k] }));
        }
        let ((enter, entered), (leave, left)) = (enter.first(), leave.first());
        FaceCrossings {
            enter: FaceCrossing { face: entered, fraction: enter },
            leave: FaceCrossing { face: left, fraction: 0.0 - leave },
            highest: highest.into_iter().fold(none, max),
            is_above: above.into_iter().any(|height| height > 0.0),
        }
    }

    /// A point of the line, and a bound on the error of its heights.
    #[inline(always)]
    fn at(&self, fraction: f64) -> (Vect<V, f64>, f64) {
        let error = HEIGHT * (self.far + self.fast * fraction.abs());
        (self.from + self.direction * fraction, error)
    }

    /// Whether a point of the line, which may be before its origin, is certainly above a plane.
    #[inline(always)]
    fn is_above(&self, face: usize, fraction: f64) -> bool {
        let (at, error) = self.at(fraction);
        self.planes.height(face, at) > error
    }

    /// How many planes a point of the line is not certainly below.
    #[inline(always)]
    fn count_not_below(&self, fraction: f64) -> u64 {
        let (at, error) = self.at(fraction);
        let counts = self.planes.heights(at).fold([0_u64; LANES], |counts, heights| {
            array_of(|k| counts[k] + u64::from(!(heights[k] < 0.0 - error)))
        });
        counts.into_iter().sum()
    }

    /// Whether the line certainly leaves by one plane before it enters by another: somewhere it is above both.
    #[inline(always)]
    fn is_beside(&self, enter: FaceCrossing, leave: FaceCrossing) -> bool {
        let between = 0.5 * (enter.fraction + leave.fraction);
        let slope = |face: usize| self.planes.normals.corner(face).dot(self.direction);
        let error = HEIGHT * self.fast;
        slope(enter.face) < 0.0 - error
            && slope(leave.face) > error
            && self.is_above(enter.face, between)
            && self.is_above(leave.face, between)
    }
}

/// A line and a hull.
pub(super) fn hull<V: Vector>(hull: &ConvexHull<V>, line: &Line<V>) -> Certified<V> {
    let structure = hull.structure();
    let Some(planes) = &structure.planes else { return Certified::Unknown };
    let (origin, direction) = line.converted();
    let from = origin - structure.columns.corner(0);
    let far = from.norm1() + structure.reach + FLUSH_MARGIN;
    let pair =
        LineAndPlanes { planes, from, direction, far, fast: direction.norm1() + FLUSH_MARGIN };
    let FaceCrossings { enter, leave, highest, is_above } = pair.crossings(line.is_segment());
    if is_above {
        return Certified::Missed;
    }
    if highest < 0.0 - HEIGHT * far {
        return inside(line);
    }
    if enter.fraction > leave.fraction {
        return if pair.is_beside(enter, leave) { Certified::Missed } else { Certified::Unknown };
    }
    entering(
        line,
        enter.fraction,
        // By that plane alone: whose normal it is where the line comes through an edge is not asked here.
        |at| pair.is_above(enter.face, at) && pair.count_not_below(at) == 1,
        |at| pair.count_not_below(at) == 0,
        || planes.normals.corner(enter.face),
    )
}
