//! The first contact of a line with a sphere or a capsule, in plain `f64`: what nearly all rays need.
//!
//! A closed form (Ericson 2005, §5.3.2 and §5.3.7) proposes the fraction, and two points of the line prove it: the one
//! at the greatest `f32` below is outside of the shape, the one at the next `f32` is inside. The shape is convex, so
//! that the line enters between the two, whatever the error of the proposal. Only the distances of those points need a
//! bound on theirs.

use super::line::Line;
use super::{RayHit, Started, opposite_unit, rounded};
use crate::array::Mapped as _;
use crate::exact::{FLUSH_MARGIN, UNIT, at_or_below, widen};
use crate::linalg::{Vect, min};
use crate::shape::{Capsule, Sphere};
use crate::space::Vector;

/// Errors of a squared distance less a squared radius, relative to the square of all lengths in it; of one times the
/// square of a core's length, relative to that, too.
const SQUARES: f64 = 44.0 * UNIT;

/// Errors of the dot product of two of those lengths, relative to both.
const DOT: f64 = 10.0 * UNIT;

/// A line is nearly parallel to a core, if the square of the sine between them is less.
const PARALLEL: f64 = 1e-12;

/// What is certain of a line and a shape.
pub(super) enum Certified<V: Vector> {
    /// They share no point.
    Missed,
    /// They meet; the line begins outside, or inside.
    Hit(RayHit<V>),
    /// Nothing.
    Unknown,
}

impl<V: Vector> Certified<V> {
    /// The answer, or that of whoever is asked where nothing is certain.
    #[inline(always)]
    pub(super) fn or_else(self, ask: impl FnOnce() -> Option<RayHit<V>>) -> Option<RayHit<V>> {
        match self {
            Self::Missed => None,
            Self::Hit(hit) => Some(hit),
            Self::Unknown => ask(),
        }
    }
}

impl<V: Vector> RayHit<V> {
    /// The first contact of a line that begins outside; `None` if the normal has no length.
    #[inline(always)]
    pub(super) fn from_outside(
        point: V::Array<f32>,
        fraction: f32,
        normal: Vect<V, f64>,
    ) -> Option<Self> {
        let normal = normal.normalized()?;
        Some(Self {
            fraction,
            point: V::from_array(point),
            normal: rounded(normal),
            started: Started::Apart,
        })
    }
}

/// The contact of a line that begins inside of a shape.
#[cold]
pub(super) fn inside<V: Vector>(line: &Line<V>) -> Certified<V> {
    Certified::Hit(RayHit {
        fraction: 0.0,
        point: V::from_array(line.origin()),
        normal: rounded(opposite_unit(line)),
        started: Started::Overlapping,
    })
}

/// A line as it is seen from a point of a shape.
#[derive(Clone, Copy)]
pub(super) struct LineFrom<V: Vector> {
    from: Vect<V, f64>,
    direction: Vect<V, f64>,
    /// No less than the taxicab lengths of both.
    far: f64,
    fast: f64,
}

impl<V: Vector> LineFrom<V> {
    /// Of a line's origin and direction.
    #[inline(always)]
    pub(super) fn of(
        (origin, direction): (Vect<V, f64>, Vect<V, f64>),
        point: Vect<V, f64>,
    ) -> Self {
        let from = origin - point;
        Self {
            from,
            direction,
            far: from.norm1() + FLUSH_MARGIN,
            fast: direction.norm1() + FLUSH_MARGIN,
        }
    }

    #[inline(always)]
    fn at(&self, fraction: f64) -> Vect<V, f64> {
        self.from + self.direction * fraction
    }

    /// No less than the taxicab length of the way to a point of the line.
    #[inline(always)]
    fn reach(&self, fraction: f64) -> f64 {
        self.far + self.fast * fraction
    }

    /// Whether the line certainly misses a sphere: it begins outside and leads away, passes beside it, or ends, at
    /// fraction one, outside and before it.
    #[inline(always)]
    fn misses_sphere(&self, radius: f64, is_segment: bool) -> bool {
        let Self { from, direction, fast, .. } = *self;
        let (gap, error) = self.gap(0.0, radius);
        let (back, speed) = (from.dot(direction), direction.square());
        let leads_away = (back > DOT * fast * self.far) & (gap > error);
        let passes = gap * speed - back * back > error * (fast * fast);
        let ends_before = || {
            let comes_nearer = direction.dot(self.at(1.0)) < 0.0 - DOT * fast * self.reach(1.0);
            comes_nearer && self.is_outside_sphere(1.0, radius)
        };
        leads_away | passes || is_segment && ends_before()
    }

    /// The square of the distance to a point of the line less that of a radius, and a bound on its error.
    #[inline(always)]
    fn gap(&self, fraction: f64, radius: f64) -> (f64, f64) {
        let size = self.reach(fraction) + radius;
        (self.at(fraction).square() - radius * radius, SQUARES * (size * size))
    }

    #[inline(always)]
    fn is_outside_sphere(&self, fraction: f64, radius: f64) -> bool {
        let (gap, error) = self.gap(fraction, radius);
        gap > error
    }

    #[inline(always)]
    fn is_inside_sphere(&self, fraction: f64, radius: f64) -> bool {
        let (gap, error) = self.gap(fraction, radius);
        gap < 0.0 - error
    }

    /// The approximate fraction at which the line, extended to both sides, enters a sphere. `root` gives NaN for less than
    /// zero, or zero, for the nearest point of a line that seems to miss.
    #[inline(always)]
    pub(super) fn enters_sphere(&self, radius: f64, root: impl Fn(f64) -> f64) -> f64 {
        // Measured back from the nearest point, which keeps the digits that a difference of squares loses.
        let inverse = 1.0 / self.direction.square();
        let nearest = 0.0 - self.from.dot(self.direction) * inverse;
        nearest - root((radius * radius - self.at(nearest).square()) * inverse)
    }
}

/// The contact of a line that is certainly outside of a shape at the greatest `f32` that is not above a fraction, and inside at the
/// next one.
#[inline(always)]
pub(super) fn entering<V: Vector>(
    line: &Line<V>,
    value: f64,
    is_outside: impl FnOnce(f64) -> bool,
    is_inside: impl FnOnce(f64) -> bool,
    normal: impl FnOnce() -> Vect<V, f64>,
) -> Certified<V> {
    let fraction = at_or_below(value);
    let last = if line.is_segment() { 1.0 } else { f32::MAX };
    if !(f32::MIN_POSITIVE..last).contains(&fraction)
        || !is_outside(f64::from(fraction))
        || !is_inside(f64::from(fraction.next_up()))
    {
        return Certified::Unknown;
    }
    // Not by converted numbers: a fraction may be so large that subnormal numbers of the direction count.
    let point = line.point_at(value);
    RayHit::from_outside(point, fraction, normal()).map_or(Certified::Unknown, Certified::Hit)
}

/// A line and a sphere.
#[inline]
pub(super) fn sphere<V: Vector>(sphere: &Sphere<V>, line: &Line<V>) -> Certified<V> {
    let seen = LineFrom::of(line.converted(), Vect::converted(&sphere.center));
    let radius = widen(sphere.radius);
    if seen.is_inside_sphere(0.0, radius) {
        return inside(line);
    }
    // Of rays, whoever asks mostly knows.
    if line.is_segment() && seen.misses_sphere(radius, true) {
        return Certified::Missed;
    }
    let value = seen.enters_sphere(radius, f64::sqrt);
    entering(
        line,
        value,
        |fraction| seen.is_outside_sphere(fraction, radius),
        |fraction| seen.is_inside_sphere(fraction, radius),
        || seen.at(value),
    )
}

/// The fraction of a core, of squared length `square`, that is nearest to a point whose dot product with it
/// is `along`.
#[inline(always)]
pub(super) fn clamped(along: f64, square: f64) -> f64 {
    if !(along > 0.0) {
        0.0
    } else if along >= square {
        1.0
    } else {
        along / square
    }
}

/// A capsule, seen along a line: the line from the first end of its core, and the core.
pub(super) struct CapsuleAndLine<V: Vector> {
    line: LineFrom<V>,
    core: Vect<V, f64>,
    /// The square of the core's length, and no less than its taxicab length.
    square: f64,
    long: f64,
    radius: f64,
    /// Of the line's origin and of its direction with the core.
    along: f64,
    shared: f64,
}

/// What a line enters a capsule by.
pub(super) enum Entrance {
    Side,
    /// The ball around the end of the core at this fraction.
    Ball(f64),
}

impl<V: Vector> CapsuleAndLine<V> {
    /// Of a line's origin and direction, and of the ends of a core.
    #[inline(always)]
    pub(super) fn of(
        line: (Vect<V, f64>, Vect<V, f64>),
        [a, b]: [Vect<V, f64>; 2],
        radius: f64,
    ) -> Self {
        let (line, core) = (LineFrom::of(line, a), b - a);
        Self {
            line,
            core,
            square: core.square(),
            long: core.norm1() + FLUSH_MARGIN,
            radius,
            along: line.from.dot(core),
            shared: line.direction.dot(core),
        }
    }

    /// Whether the line hits, where that is certain before its entrance is sought: `Some(true)` if it begins inside,
    /// `Some(false)` if it misses the sphere around the capsule, or begins outside and leads away.
    #[inline(always)]
    fn is_hit_at_once(&self, is_segment: bool) -> Option<bool> {
        let (middle, radius) = (self.seen_from_core(0.5), self.radius);
        let reach = 0.5 * self.square.sqrt() + radius;
        let reach = reach + DOT * (self.long + reach);
        if middle.misses_sphere(reach, is_segment) {
            return Some(false);
        }
        if !middle.is_outside_sphere(0.0, reach) {
            let nearest = self.seen_from_core(clamped(self.along, self.square));
            if nearest.is_inside_sphere(0.0, radius) {
                return Some(true);
            }
        }
        // Along the offset from the middle, whatever its error, the origin is beyond both ends by more than the radius.
        let LineFrom { from, direction, far, fast } = self.line;
        let (offset, size) = (middle.from, far + self.long);
        let beyond = min(offset.dot(from), offset.dot(from - self.core)) - DOT * size * size;
        let leads_away = offset.dot(direction) > DOT * size * fast;
        let reach = radius * radius * (offset.square() + SQUARES * (size * size));
        (leads_away & (beyond > 0.0) & (beyond * beyond > reach)).then_some(false)
    }

    /// The approximate fraction at which the line, extended to both sides, enters, and by what. `root` is as of
    /// [`LineFrom::enters_sphere`].
    #[inline(always)]
    pub(super) fn enters(&self, root: impl Fn(f64) -> f64 + Copy) -> (f64, Entrance) {
        let LineFrom { from, direction, .. } = self.line;
        let &Self { square, radius, along, shared, .. } = self;
        let (speed, back) = (direction.square(), direction.dot(from));
        let across = speed * square - shared * shared;
        let is_slanted = across > PARALLEL * speed * square;
        let at_end = if is_slanted {
            let back = square * back - along * shared;
            let gap = square * (from.square() - radius * radius) - along * along;
            let value = (0.0 - back - root(back * back - across * gap)) / across;
            let at = along + shared * value;
            if at > 0.0 && at < square {
                return (value, Entrance::Side);
            }
            at > 0.0
        } else {
            let value = self.enters_side_slowly(root);
            let at = along + shared * value;
            if at > 0.0 && at < square {
                return (value, Entrance::Side);
            }
            shared < 0.0
        };
        let end = f64::from(u8::from(at_end));
        (self.seen_from_core(end).enters_sphere(radius, root), Entrance::Ball(end))
    }

    /// The fraction at which a line nearly parallel to the core enters the side, which is a ball across the core: its
    /// direction there is a difference of vectors, which keeps digits that one of squares loses.
    #[cold]
    fn enters_side_slowly(&self, root: impl Fn(f64) -> f64) -> f64 {
        let LineFrom { from, direction, far, fast } = self.line;
        let across = |x: Vect<V, f64>, along: f64| x - self.core * (along / self.square);
        let line = LineFrom {
            from: across(from, self.along),
            direction: across(direction, self.shared),
            far,
            fast,
        };
        line.enters_sphere(self.radius, root)
    }

    /// The line as it is seen from a point of the core, at a part of it.
    #[inline(always)]
    fn seen_from_core(&self, part: f64) -> LineFrom<V> {
        let LineFrom { from, direction, far, fast } = self.line;
        LineFrom { from: from - self.core * part, direction, far: far + self.long * part, fast }
    }

    /// How far a point of the line is along the core, and a bound on the error.
    #[inline(always)]
    fn along(&self, fraction: f64) -> (f64, f64) {
        (self.line.at(fraction).dot(self.core), DOT * self.line.reach(fraction) * self.long)
    }

    /// The square of the distance to the core's line less that of the radius, times the square of the core's length, and a
    /// bound on its error.
    #[inline(always)]
    fn gap_to_side(&self, fraction: f64) -> (f64, f64) {
        let (gap, error) = self.line.gap(fraction, self.radius);
        let (along, _) = self.along(fraction);
        (gap * self.square - along * along, error * (self.long * self.long))
    }

    /// From the nearest point of the core to a point of the line.
    #[inline(always)]
    fn normal(&self, fraction: f64, entrance: &Entrance) -> Vect<V, f64> {
        let at = self.line.at(fraction);
        let part = match *entrance {
            Entrance::Side => at.dot(self.core) / self.square,
            Entrance::Ball(end) => end,
        };
        at - self.core * part
    }

    #[inline(always)]
    fn is_outside(&self, fraction: f64, entrance: &Entrance) -> bool {
        match *entrance {
            Entrance::Side => {
                let (gap, error) = self.gap_to_side(fraction);
                gap > error
            }
            Entrance::Ball(end) => {
                let (along, error) = self.along(fraction);
                let beyond = if end > 0.0 { along - self.square } else { 0.0 - along };
                beyond > error + DOT * (self.long * self.long)
                    && self.seen_from_core(end).is_outside_sphere(fraction, self.radius)
            }
        }
    }

    #[inline(always)]
    fn is_inside(&self, fraction: f64, entrance: &Entrance) -> bool {
        match *entrance {
            Entrance::Side => {
                let (gap, error) = self.gap_to_side(fraction);
                let (along, off) = self.along(fraction);
                gap < 0.0 - error
                    && along > off
                    && self.square - along > off + DOT * (self.long * self.long)
            }
            Entrance::Ball(end) => self.seen_from_core(end).is_inside_sphere(fraction, self.radius),
        }
    }
}

/// A line and a capsule.
#[inline]
pub(super) fn capsule<V: Vector>(capsule: &Capsule<V>, line: &Line<V>) -> Certified<V> {
    let ends = [&capsule.a, &capsule.b].mapped(Vect::converted);
    let pair = CapsuleAndLine::of(line.converted(), ends, widen(capsule.radius));
    match pair.is_hit_at_once(line.is_segment()) {
        Some(true) => return inside(line),
        Some(false) => return Certified::Missed,
        None => {}
    }
    let (value, entrance) = pair.enters(f64::sqrt);
    entering(
        line,
        value,
        |fraction| pair.is_outside(fraction, &entrance),
        |fraction| pair.is_inside(fraction, &entrance),
        || pair.normal(value, &entrance),
    )
}

#[cfg(test)]
mod tests;
