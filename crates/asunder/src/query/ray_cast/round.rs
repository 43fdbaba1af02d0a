//! The fraction at which a line enters a sphere or a capsule.
//!
//! The distance of a moving point to a convex core falls, then rises: its square is a convex function
//! of the fraction. So the point has not entered yet if and only if its distance is at least the
//! radius, and falls; at the minimum of the distance, where it neither falls nor rises, it has just
//! entered, unless it runs along the core. (Ericson 2005, §5.3.2 and §5.3.7, have the closed forms.)

use super::flat::flat;
use super::line::Line;
use super::rough::{Rough, evaluate_by_magnitudes};
use super::{RayHit, Target, certified, first_impact};
use crate::array::Mapped as _;
use crate::exact::{Estimate, Exact, Number, is_zero, widen};
use crate::linalg::Vect;
use crate::query::predicate::Predicate;
use crate::shape::{Capsule, Sphere};
use crate::space::Vector;
use core::cmp::Ordering;

/// The first contact with a sphere; one of radius zero is a point.
pub(super) fn sphere<V: Vector>(sphere: &Sphere<V>, line: &Line<V>) -> Option<RayHit<V>> {
    certified::sphere(sphere, line)
        .or_else(|| if is_zero(sphere.radius) { flat(sphere, line) } else { ball(sphere, line) })
}

/// The same of a sphere with a radius, by the exact predicate.
pub(super) fn ball<V: Vector>(sphere: &Sphere<V>, line: &Line<V>) -> Option<RayHit<V>> {
    first_impact(sphere, &Ball::new(sphere, line), line)
}

/// The first contact with a capsule; one of radius zero is a segment.
pub(super) fn capsule<V: Vector>(capsule: &Capsule<V>, line: &Line<V>) -> Option<RayHit<V>> {
    certified::capsule(capsule, line).or_else(|| {
        if is_zero(capsule.radius) {
            flat(capsule, line)
        } else if line.is_apart_from(capsule) {
            None
        } else {
            rod(capsule, line)
        }
    })
}

/// The same of a capsule with a radius, by the exact predicate.
pub(super) fn rod<V: Vector>(capsule: &Capsule<V>, line: &Line<V>) -> Option<RayHit<V>> {
    first_impact(capsule, &Rod::new(capsule, line), line)
}

/// A rounded shape and a line that is cast at it.
trait Round<V: Vector> {
    /// Whether a fraction is not after that of entering, if these numbers decide it.
    fn is_not_after_entry<N: Exact>(&self, fraction: f32) -> Option<bool>;
}

/// The predicate that a fraction is not after that of entering. Its longest values are the squared
/// distance of a point to a core's line, and the squared radius, each times the square of the core's
/// length: of degree six.
struct IsNotAfterEntry<'a, R> {
    round: &'a R,
    fraction: f32,
}

impl<V: Vector, R: Round<V>> Predicate<V> for IsNotAfterEntry<'_, R> {
    type Answer = bool;
    fn answer<N: Exact>(&self) -> Option<bool> {
        self.round.is_not_after_entry::<N>(self.fraction)
    }
}

/// Whether a point outside by `gap` (or inside, if that is negative), whose distance changes by
/// `slope`, has not entered yet. `at_rest` decides that where the distance does not change.
fn is_outside<N: Exact>(gap: N, slope: N, at_rest: impl FnOnce() -> Option<bool>) -> Option<bool> {
    match (gap.sign(), slope.sign()) {
        (Some(Ordering::Less), _) | (_, Some(Ordering::Greater)) => Some(false),
        (None, _) | (_, None) => None,
        (_, Some(Ordering::Less)) => Some(true),
        (_, Some(Ordering::Equal)) => at_rest(),
    }
}

/// The approximate fraction at which a moving point enters a ball; `None` if it seems not to. The
/// direction must not be zero.
fn ball_entry<V: Vector>(from: Vect<V, f64>, direction: Vect<V, f64>, radius: f64) -> Option<f64> {
    let square = direction.square();
    // Measured back from the nearest point, which keeps the digits that a difference of squares loses.
    let nearest = -from.dot(direction) / square;
    let rest = radius * radius - (from + direction * nearest).square();
    (rest >= 0.0).then(|| nearest - (rest / square).sqrt())
}

/// A sphere and a line that is cast at it.
struct Ball<'a, V: Vector> {
    sphere: &'a Sphere<V>,
    line: &'a Line<V>,
    estimate: f64,
}

impl<'a, V: Vector> Ball<'a, V> {
    fn new(sphere: &'a Sphere<V>, line: &'a Line<V>) -> Self {
        let (from, direction) = (line.origin_from(&sphere.center), line.direction());
        let estimate = ball_entry(from, direction, widen(sphere.radius));
        let nearest = -from.dot(direction) / direction.square();
        Self { sphere, line, estimate: estimate.unwrap_or(nearest) }
    }

    /// From the centre to the point at a fraction of the line.
    fn normal_at(&self, fraction: f64) -> Vect<V, f64> {
        self.line.origin_from(&self.sphere.center) + self.line.direction() * fraction
    }

    /// The squared distance to the centre less the squared radius, at a fraction, and half its slope.
    #[inline(always)]
    fn gap<N: Number>(&self, fraction: f32) -> (N, N) {
        let (from, direction) =
            (self.line.origin_from::<N>(&self.sphere.center), self.line.direction::<N>());
        let (fraction, radius) = (N::of(fraction), N::of(self.sphere.radius));
        let at = from + direction * fraction;
        (at.square() - radius * radius, direction.dot(at))
    }

    /// Whether they meet, if these numbers decide it.
    fn meets<N: Exact>(&self) -> Option<bool> {
        let (gap, slope) = self.gap::<N>(0.0);
        match (gap.sign()?, slope.sign()?) {
            (Ordering::Less | Ordering::Equal, _) => return Some(true),
            (Ordering::Greater, Ordering::Greater | Ordering::Equal) => return Some(false),
            (Ordering::Greater, Ordering::Less) => {}
        }
        if let Line::Segment(_) = self.line {
            // A segment that ends before the nearest point of the line meets the sphere only if its end does.
            let (gap, slope) = self.gap::<N>(1.0);
            match (gap.sign()?, slope.sign()?) {
                (Ordering::Less | Ordering::Equal, _) => return Some(true),
                (Ordering::Greater, Ordering::Less) => return Some(false),
                (Ordering::Greater, Ordering::Greater | Ordering::Equal) => {}
            }
        }
        let rest = slope * slope - gap * self.line.direction::<N>().square();
        rest.sign().map(|sign| sign != Ordering::Less)
    }
}

impl<V: Vector> Round<V> for Ball<'_, V> {
    fn is_not_after_entry<N: Exact>(&self, fraction: f32) -> Option<bool> {
        let (gap, slope) = self.gap::<N>(fraction);
        is_outside(gap, slope, || Some(true))
    }
}

impl<V: Vector> Target<V> for Ball<'_, V> {
    fn float_stage(&self) -> Option<bool> {
        self.meets::<Rough>().or_else(|| self.meets::<Estimate>())
    }
    fn estimate(&self) -> f64 {
        self.estimate
    }
    fn is_not_after_entry(&self, fraction: f32) -> bool {
        evaluate_by_magnitudes::<V, _>(&IsNotAfterEntry { round: self, fraction })
    }
    fn normal(&self, fraction: f64) -> Option<Vect<V, f64>> {
        Some(self.normal_at(fraction))
    }
    fn normal_at_start(&self) -> Option<Vect<V, f64>> {
        Some(self.normal_at(0.0))
    }
}

/// A capsule and a line that is cast at it.
struct Rod<'a, V: Vector> {
    capsule: &'a Capsule<V>,
    line: &'a Line<V>,
    /// The approximate fraction at which the line enters, or else at which it is nearest to the core.
    estimate: f64,
    /// The approximate fraction, clamped to the line's, at which the line is nearest to the core.
    nearest: f32,
}

/// Factors for fractions shortly before and after: near enough that the distance changes little, far
/// enough that `f64` sees it fall and rise. They only affect whether the float stage decides.
const BEFORE: f32 = 1.0 - 1.0 / 32768.0;
const AFTER: f32 = 1.0 + 1.0 / 32768.0;

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

/// The core of a capsule, from `a` to `b`.
fn core<V: Vector, N: Number>(capsule: &Capsule<V>) -> Vect<V, N> {
    Vect::of(&capsule.b) - Vect::of(&capsule.a)
}

impl<'a, V: Vector> Rod<'a, V> {
    fn new(capsule: &'a Capsule<V>, line: &'a Line<V>) -> Self {
        let (from, direction) = (line.origin_from::<f64>(&capsule.a), line.direction::<f64>());
        let core = core::<V, f64>(capsule);
        let (direction_square, core_square) = (direction.square(), core.square());
        let (shared, back, along) = (direction.dot(core), direction.dot(from), core.dot(from));
        // The nearest points of two lines, that on the core clamped to it. (Ericson 2005, §5.1.9.)
        let determinant = direction_square * core_square - shared * shared;
        let apart = (shared * along - back * core_square) / determinant;
        let apart = if determinant > 0.0 { apart } else { 0.0 };
        let part = clamped(shared * apart + along, core_square);
        let nearest = (shared * part - back) / direction_square;

        let radius = widen(capsule.radius);
        // Projected along the core its side is a ball; hits beyond the core's ends are dropped.
        let side = || {
            let across = |x: Vect<V, f64>, along: f64| x - core * (along / core_square);
            let enter = ball_entry(across(from, along), across(direction, shared), radius)?;
            let along = along + shared * enter;
            (along >= 0.0 && along <= core_square).then_some(enter)
        };
        let ends = [from, from - core].mapped(|from| ball_entry(from, direction, radius));
        let mut enter: Option<f64> = None;
        for found in [side(), ends[0], ends[1]].into_iter().flatten() {
            if enter.is_none_or(|first| found < first) {
                enter = Some(found);
            }
        }
        let end = widen(line.end());
        let within = if !(nearest > 0.0) {
            0.0
        } else if nearest < end {
            nearest as f32
        } else {
            line.end()
        };
        Self { capsule, line, estimate: enter.unwrap_or(nearest), nearest: within }
    }

    /// From the core to the point at a fraction of the line.
    fn normal_at(&self, fraction: f64) -> Vect<V, f64> {
        let (from, direction) =
            (self.line.origin_from::<f64>(&self.capsule.a), self.line.direction::<f64>());
        let (at, core) = (from + direction * fraction, core(self.capsule));
        at - core * clamped(at.dot(core), core.square())
    }
}

/// The squared distance of a moving point to a capsule's core less the squared radius, half its slope, and,
/// for the side, the squared speed across the core: all times a positive factor.
type Outside<N> = (N, N, Option<N>);

impl<V: Vector> Rod<'_, V> {
    /// [`Outside`] at a fraction of the line. The speed across the core is given where the core's side is
    /// nearest: if it is zero, the line is parallel to the side; no line is parallel to a round end.
    fn gap<N: Exact>(&self, fraction: f32) -> Option<Outside<N>> {
        let (from, direction) =
            (self.line.origin_from::<N>(&self.capsule.a), self.line.direction::<N>());
        let at = from + direction * N::of(fraction);
        let core = core::<V, N>(self.capsule);
        let radius = N::of(self.capsule.radius);
        let (along, square, speed) = (at.dot(core), core.square(), direction.dot(core));
        // The core's nearest feature, now or just before: which of the ends, or the side.
        let near_a = match along.sign()? {
            Ordering::Less => true,
            Ordering::Equal => speed.sign()? != Ordering::Less,
            Ordering::Greater => false,
        };
        let near_b = !near_a
            && match (along - square).sign()? {
                Ordering::Greater => true,
                Ordering::Equal => speed.sign()? != Ordering::Greater,
                Ordering::Less => false,
            };
        if near_a || near_b {
            let at = if near_a { at } else { at - core };
            return Some((at.square() - radius * radius, direction.dot(at), None));
        }
        let gap = (at.square() - radius * radius) * square - along * along;
        let slope = direction.dot(at) * square - speed * along;
        Some((gap, slope, Some(direction.square() * square - speed * speed)))
    }
}

impl<V: Vector> Rod<'_, V> {
    /// Whether the line certainly comes as near as the radius (`Less`), or certainly does not (`Greater`).
    fn nearest_gap(&self) -> Option<Ordering> {
        let (near, end) = (self.nearest, self.line.end());
        let (gap, slope, _) = self.gap::<Rough>(near)?;
        if gap.sign()? != Ordering::Greater {
            return Some(Ordering::Less);
        }
        // The line begins after the nearest point, or ends before it.
        if near.to_bits() == 0 && slope.sign() == Some(Ordering::Greater)
            || near.to_bits() == end.to_bits()
                && matches!(self.line, Line::Segment(_))
                && slope.sign() == Some(Ordering::Less)
        {
            return Some(Ordering::Greater);
        }
        // From shortly before to shortly after, the square of the distance, being convex, is above its
        // tangent.
        let (before, after) = (near * BEFORE, near * AFTER);
        let (gap, slope, _) = self.gap::<Rough>(before)?;
        let (gap_after, slope_after, _) = self.gap::<Rough>(after)?;
        let least = gap + slope.twice() * (Rough::of(after) - Rough::of(before));
        let is_apart = slope.sign()? == Ordering::Less
            && least.sign()? == Ordering::Greater
            && gap_after.sign()? == Ordering::Greater
            && slope_after.sign()? == Ordering::Greater;
        is_apart.then_some(Ordering::Greater)
    }
}

impl<V: Vector> Round<V> for Rod<'_, V> {
    fn is_not_after_entry<N: Exact>(&self, fraction: f32) -> Option<bool> {
        let (gap, slope, across) = self.gap::<N>(fraction)?;
        is_outside(gap, slope, || match across {
            Some(across) => across.sign().map(|sign| sign != Ordering::Equal),
            None => Some(true),
        })
    }
}

impl<V: Vector> Target<V> for Rod<'_, V> {
    fn float_stage(&self) -> Option<bool> {
        match self.nearest_gap()? {
            Ordering::Less => Some(true),
            Ordering::Greater => Some(false),
            Ordering::Equal => None,
        }
    }
    fn estimate(&self) -> f64 {
        self.estimate
    }
    fn is_not_after_entry(&self, fraction: f32) -> bool {
        evaluate_by_magnitudes::<V, _>(&IsNotAfterEntry { round: self, fraction })
    }
    fn normal(&self, fraction: f64) -> Option<Vect<V, f64>> {
        Some(self.normal_at(fraction))
    }
    fn normal_at_start(&self) -> Option<Vect<V, f64>> {
        Some(self.normal_at(0.0))
    }
}
