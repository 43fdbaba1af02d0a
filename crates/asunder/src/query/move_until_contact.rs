//! How far can a box move before it would penetrate an obstacle?
//!
//! `f64` estimates *propose* (see `approach`), one exact swept predicate *decides* (see `sweep`): a
//! fraction and a position are returned only once proven.

mod approach;
mod sweep;

use super::closest_point::{ClosestPoint, saturated};
use super::separation::dot;
use crate::exact::{is_zero, widen};
use crate::shape::{Obb, Shape};
use crate::space::Vector;
use approach::{Approach, approach};
use core::fmt;
use sweep::{Way, penetrates_along};

/// Where a mover came to, and what stopped it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop<V: Vector> {
    /// Where the mover's centre came to. There it penetrates no obstacle, nor anywhere on the
    /// straight way to it.
    pub position: V,
    /// The part of the motion after which it would begin to penetrate, never late: the whole way up
    /// to `fraction · motion` is proven free. One, if nothing is in the way.
    pub fraction: f32,
    /// A distance that certainly remains between the mover and what stopped it, measured along the
    /// axis that parts them most; zero if nothing did.
    pub gap: f32,
    /// What it would have penetrated first: all obstacles with the same `fraction`.
    pub hits: Vec<Hit<V>>,
    /// It penetrated an obstacle at the start, and was not moved.
    pub started_penetrating: bool,
    /// No free position was found within a few units in the last place of the point of contact, so
    /// the mover stands further back along its motion; at worst where it started.
    pub backed_off: bool,
}

/// A meeting of a mover with an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// Which of the obstacles.
    pub obstacle: usize,
    /// A point of the obstacle where they meet.
    pub point: V,
    /// The unit normal of the meeting, pointing from the obstacle to the mover: against the motion.
    pub normal: V,
    /// The part of the motion after which they would begin to penetrate, never late.
    pub fraction: f32,
}

/// Why a motion has no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MoveError {
    /// A number of the motion is infinite or NaN.
    NotFinite {
        /// The number.
        value: f32,
    },
    /// Movers do not know this kind of obstacle yet: they stop at boxes, planes and half-spaces.
    Obstacle {
        /// Which of the obstacles.
        obstacle: usize,
        /// Its kind, as [`Shape::kind`] names it.
        kind: &'static str,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { value } => {
                write!(f, "the motion has a component {value}; expected finite numbers")
            }
            Self::Obstacle { obstacle, kind } => write!(
                f,
                "obstacle {obstacle} is a {kind}; movers stop at aabb, obb, plane and half_space"
            ),
        }
    }
}

impl core::error::Error for MoveError {}

/// The concrete kernels of this query, one for each dimension.
pub trait Kernels: Sized {
    #[doc(hidden)]
    fn stop(
        mover: &Obb<Self>,
        motion: &Self::Array<f32>,
        obstacles: &[&Shape<Self>],
    ) -> Result<Stop<Self>, MoveError>
    where
        Self: Vector;
}

impl Kernels for glam::Vec2 {
    fn stop(
        mover: &Obb<Self>,
        motion: &[f32; 2],
        obstacles: &[&Shape<Self>],
    ) -> Result<Stop<Self>, MoveError> {
        Search { mover, motion: *motion, obstacles }.stop()
    }
}

impl Kernels for glam::Vec3 {
    fn stop(
        mover: &Obb<Self>,
        motion: &[f32; 3],
        obstacles: &[&Shape<Self>],
    ) -> Result<Stop<Self>, MoveError> {
        Search { mover, motion: *motion, obstacles }.stop()
    }
}

impl<V: Vector> Obb<V> {
    /// Moves the box along `motion`, without turning, until it would begin to penetrate an obstacle.
    ///
    /// Touching never stops it: along what it touches, and across the seams between obstacles whose
    /// faces line up, it slides. Nothing is tunnelled, however thin and however fast. Pushing on
    /// against what it touches moves nothing, bit for bit.
    ///
    /// The position is within a few units in the last place of the point of contact (a start that
    /// near is not left); where no free position is found that near, [`Stop::backed_off`] says so.
    ///
    /// # Errors
    /// If the motion is not finite, or an obstacle is of a kind that movers do not know yet.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::Rot2;
    ///
    /// let walker = Obb2::new([0.0, 0.5], [0.5, 0.5], Rot2::IDENTITY);
    /// let floor = Shape2::from(Aabb2::new([-9.0, -1.0], [9.0, 0.0]));
    /// let wall = Shape2::from(Aabb2::new([3.0, 0.0], [4.0, 9.0]));
    /// let stop = walker.move_until_contact([10.0, 0.0], [&floor, &wall]).unwrap();
    /// assert_eq!(stop.position.to_array(), [2.5, 0.5], "slid over the floor, up to the wall");
    /// assert_eq!((stop.fraction, stop.gap), (0.25, 0.0));
    /// assert_eq!(stop.hits[0].obstacle, 1);
    /// assert_eq!(stop.hits[0].normal.to_array(), [-1.0, 0.0]);
    /// ```
    pub fn move_until_contact<'a>(
        &self,
        motion: impl Into<V::Array<f32>>,
        obstacles: impl IntoIterator<Item = &'a Shape<V>>,
    ) -> Result<Stop<V>, MoveError> {
        let obstacles: Vec<&Shape<V>> = obstacles.into_iter().collect();
        V::stop(self, &motion.into(), &obstacles)
    }
}

/// One question in the making.
struct Search<'a, V: Vector> {
    mover: &'a Obb<V>,
    motion: V::Array<f32>,
    obstacles: &'a [&'a Shape<V>],
}

/// How many units in the last place a position may be away from the point of contact.
const NUDGES: u32 = 4;

impl<V: Vector> Search<'_, V> {
    fn stop(&self) -> Result<Stop<V>, MoveError> {
        let approaches = self.approaches()?;
        let mut stop = Stop {
            position: self.mover.center(),
            fraction: 0.0,
            gap: 0.0,
            hits: Vec::new(),
            started_penetrating: false,
            backed_off: false,
        };
        let still = Way::Part(0.0, self.motion);
        if (0..self.obstacles.len()).any(|i| self.is_blocked(i, still)) {
            stop.started_penetrating = true;
            return Ok(stop);
        }
        let whole = Way::Part(1.0, self.motion);
        let blocking: Vec<usize> =
            (0..self.obstacles.len()).filter(|&i| self.is_blocked(i, whole)).collect();
        let fractions: Vec<f32> =
            blocking.iter().map(|&i| self.free_fraction(i, &approaches[i])).collect();
        stop.fraction = fractions.iter().fold(1.0, |first, &f| if f < first { f } else { first });
        (stop.position, stop.backed_off) = self.position(stop.fraction, &approaches);
        let moved = Obb { center: stop.position.to_array(), ..*self.mover };
        for (&obstacle, &fraction) in blocking.iter().zip(&fractions) {
            if fraction == stop.fraction {
                let normal = approaches[obstacle].normal;
                stop.hits.push(Hit {
                    obstacle,
                    point: meeting_point(&moved, self.obstacles[obstacle], &normal),
                    normal: V::from_array(V::array(|j| normal[j] as f32 + 0.0)),
                    fraction,
                });
            }
        }
        stop.gap = self.gap(&moved, &stop.hits);
        Ok(stop)
    }

    fn approaches(&self) -> Result<Vec<Approach<V>>, MoveError> {
        if let Some(i) = (0..V::DIM).find(|&i| !self.motion[i].is_finite()) {
            return Err(MoveError::NotFinite { value: self.motion[i] });
        }
        let known = |(obstacle, shape): (usize, &&Shape<V>)| {
            approach(self.mover, &self.motion, shape)
                .ok_or(MoveError::Obstacle { obstacle, kind: shape.kind() })
        };
        self.obstacles.iter().enumerate().map(known).collect()
    }

    /// Whether obstacle `i` is penetrated along the way. Exact. (`approaches` has refused every kind
    /// that has no answer.)
    fn is_blocked(&self, i: usize, way: Way<V>) -> bool {
        penetrates_along(self.mover, way, self.obstacles[i]).unwrap_or(true)
    }

    /// The largest fraction near the estimate that is proven free of obstacle `i`.
    fn free_fraction(&self, i: usize, approach: &Approach<V>) -> f32 {
        let estimate = if approach.fraction < 1.0 { approach.fraction } else { 1.0 };
        let nearest = estimate as f32;
        let mut fraction = if widen(nearest) > estimate { nearest.next_down() } else { nearest };
        let mut step = 1;
        let length = self.motion_length();
        while fraction > 0.0 && self.is_blocked(i, Way::Part(fraction, self.motion)) {
            // Below what rounding can tell apart, they touch already.
            if widen(fraction) * length <= approach.error {
                return 0.0;
            }
            fraction = f32::from_bits(fraction.to_bits().saturating_sub(step));
            step *= 2;
        }
        fraction
    }

    fn motion_length(&self) -> f64 {
        let motion = V::array(|i| widen(self.motion[i]));
        dot::<V, f64>(&motion, &motion).sqrt()
    }

    /// A free position near `start + fraction · motion`, and whether it had to be sought far back.
    fn position(&self, fraction: f32, approaches: &[Approach<V>]) -> (V, bool) {
        let start = self.mover.center;
        let moves = (0..V::DIM).any(|i| !is_zero(self.motion[i]));
        if fraction == 0.0 || !moves {
            return (V::from_array(start), false);
        }
        let mut part = widen(fraction);
        let length = self.motion_length();
        let largest = (0..V::DIM).fold(0.0, |largest: f64, i| {
            let reach = widen(start[i]).abs() + (part * widen(self.motion[i])).abs();
            if reach > largest { reach } else { largest }
        });
        // At least half a unit, at most one unit in the last place of the largest coordinate.
        let unit = f64::from(f32::EPSILON) / 2.0 * largest;
        if part * length <= f64::from(NUDGES) * unit {
            // As near as can be asked for: whoever pushes on stays, bit for bit.
            return (V::from_array(start), false);
        }
        let mut back = unit / length;
        let mut backed_off = false;
        loop {
            let target = V::array(|i| widen(start[i]) + part * widen(self.motion[i]));
            if let Some(position) = self.free_position_near(&target, approaches) {
                return (V::from_array(position), backed_off);
            }
            part -= back;
            back *= 2.0;
            backed_off = true;
            if !(part > 0.0) {
                return (V::from_array(start), true);
            }
        }
    }

    /// The first free one of: the target rounded to nearest; then rounded away from the obstacles
    /// that were in the way, a unit in the last place further each time.
    fn free_position_near(
        &self,
        target: &V::Array<f64>,
        approaches: &[Approach<V>],
    ) -> Option<V::Array<f32>> {
        let nearest: V::Array<f32> = V::array(|i| target[i] as f32);
        if !(0..V::DIM).all(|i| nearest[i].is_finite()) {
            return None;
        }
        let mut away = V::array(|_| 0.0);
        // A unit in the last place along each axis that leads away, the steepest alone first.
        let nudges = (1..=NUDGES).flat_map(|nudge| [(nudge, true), (nudge, false)]);
        for (nudge, steepest_only) in core::iter::once((0, true)).chain(nudges) {
            let position = nudged::<V>(&nearest, &away, nudge, steepest_only);
            let Some(i) = self.first_in_the_way(&position) else {
                return Some(position);
            };
            let facing = approaches[i].facing;
            if dot::<V, f64>(&away, &facing) <= 0.5 {
                away = V::array(|j| away[j] + facing[j]);
            }
        }
        None
    }

    /// The first obstacle penetrated on the straight way to a position, if any. Exact.
    fn first_in_the_way(&self, position: &V::Array<f32>) -> Option<usize> {
        (0..self.obstacles.len()).find(|&i| self.is_blocked(i, Way::To(*position)))
    }

    /// The least distance that certainly remains to one of the hits.
    fn gap(&self, moved: &Obb<V>, hits: &[Hit<V>]) -> f32 {
        let mut least: Option<f64> = None;
        for hit in hits {
            if let Some(approach) = approach(moved, &self.motion, self.obstacles[hit.obstacle]) {
                let gap = approach.gap - approach.error;
                if least.is_none_or(|least| gap < least) {
                    least = Some(gap);
                }
            }
        }
        match least {
            Some(gap) if gap > 0.0 => {
                let nearest = gap as f32;
                if widen(nearest) > gap { nearest.next_down() } else { nearest }
            }
            _ => 0.0,
        }
    }
}

/// A position moved by some units in the last place in the directions that lead away: along the
/// steepest axis alone, or along every axis that counts.
fn nudged<V: Vector>(
    position: &V::Array<f32>,
    away: &V::Array<f64>,
    units: u32,
    steepest_only: bool,
) -> V::Array<f32> {
    let largest =
        (0..V::DIM).fold(0.0, |l: f64, i| if away[i].abs() > l { away[i].abs() } else { l });
    let counts = if steepest_only { 0.999 } else { 0.05 };
    V::array(|i| {
        let (mut x, side) = (position[i], away[i]);
        if side.abs() >= counts * largest && side != 0.0 {
            for _ in 0..units {
                x = if side > 0.0 { x.next_up() } else { x.next_down() };
            }
        }
        x
    })
}

/// A point of the obstacle where a mover standing against it meets it: the nearest points of the
/// two, by alternating projections (Cheney and Goldstein 1959), from the mover's foremost corners.
fn meeting_point<V: Vector>(mover: &Obb<V>, obstacle: &Shape<V>, normal: &V::Array<f64>) -> V {
    // A corner may lie beyond all finite numbers; what it meets does not.
    let finite = |x: V| V::array(|i| saturated(widen(x.to_array()[i])));
    let corners = || mover.corners().map(finite);
    let mut foremost = f64::INFINITY;
    for corner in corners() {
        let height = height::<V>(&corner, normal);
        foremost = if height < foremost { height } else { foremost };
    }
    let size = mover.half_extents().to_array();
    let size = (0..V::DIM).fold(0.0, |sum, i| sum + widen(size[i]));
    let (mut sum, mut count) = (V::array(|_| 0.0), 0.0);
    for corner in corners().filter(|c| height::<V>(c, normal) <= foremost + 1e-4 * size) {
        sum = V::array(|i| sum[i] + widen(corner[i]));
        count += 1.0;
    }
    let mut point = V::from_array(V::array(|i| (sum[i] / count) as f32));
    for _ in 0..16 {
        let Some(on_obstacle) = obstacle.closest_point(&point) else { break };
        let Some(on_mover) = mover.closest_point(&on_obstacle) else { break };
        if on_mover == point {
            return on_obstacle;
        }
        point = on_mover;
    }
    obstacle.closest_point(&point).unwrap_or(point)
}

fn height<V: Vector>(point: &V::Array<f32>, normal: &V::Array<f64>) -> f64 {
    (0..V::DIM).fold(0.0, |sum, i| sum + widen(point[i]) * normal[i])
}
