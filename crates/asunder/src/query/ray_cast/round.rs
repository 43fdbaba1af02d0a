//! The fraction at which a line enters a sphere or a capsule.
//!
//! The distance of a moving point to a convex core falls, then rises: its square is a convex function
//! of the fraction. So the point has not entered yet if and only if its distance is at least the
//! radius, and falls; at the minimum of the distance, where it neither falls nor rises, it has just
//! entered, unless it runs along the core. (Ericson 2005, §5.3.2 and §5.3.7, have the closed forms.)

use super::certified::{self, CapsuleAndLine, LineFrom, clamped};
use super::flat::flat;
use super::line::Line;
use super::{RayHit, Target, impact};
use crate::exact::{Exact, Number, is_zero, widen};
use crate::linalg::{Vect, max};
use crate::query::predicate::{Predicate, evaluate};
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
    line.meets(sphere).then(|| impact(sphere, &RoundTarget(Ball { sphere, line }), line))
}

/// The first contact with a capsule; one of radius zero is a segment.
pub(super) fn capsule<V: Vector>(capsule: &Capsule<V>, line: &Line<V>) -> Option<RayHit<V>> {
    certified::capsule(capsule, line)
        .or_else(|| if is_zero(capsule.radius) { flat(capsule, line) } else { rod(capsule, line) })
}

/// The same of a capsule with a radius, by the exact predicate.
pub(super) fn rod<V: Vector>(capsule: &Capsule<V>, line: &Line<V>) -> Option<RayHit<V>> {
    line.meets(capsule).then(|| impact(capsule, &RoundTarget(Rod { capsule, line }), line))
}

/// A rounded shape and a line that is cast at it.
trait Round<V: Vector> {
    /// Whether a fraction is not after that of entering, if these numbers decide it.
    fn is_not_after_entry<N: Exact>(&self, fraction: f32) -> Option<bool>;
    /// The approximate fraction at which the line, extended to both sides, enters.
    fn estimate(&self) -> f64;
    /// From the nearest point of the core to the point at a fraction of the line.
    fn normal_at(&self, fraction: f64) -> Vect<V, f64>;
}

/// A rounded shape and a line, as [`impact`] asks of them.
struct RoundTarget<R>(R);

impl<V: Vector, R: Round<V>> Target<V> for RoundTarget<R> {
    fn estimate(&self) -> f64 {
        self.0.estimate()
    }
    fn is_not_after_entry(&self, fraction: f32) -> bool {
        evaluate::<V, _>(&IsNotAfterEntry { round: &self.0, fraction })
    }
    fn normal(&self, fraction: f64) -> Option<Vect<V, f64>> {
        Some(self.0.normal_at(fraction))
    }
    fn normal_at_start(&self) -> Option<Vect<V, f64>> {
        Some(self.0.normal_at(0.0))
    }
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

/// The square root; zero for less than zero, where a line that grazes seems to miss.
fn root_or_zero(square: f64) -> f64 {
    max(0.0, square).sqrt()
}

/// A sphere and a line that is cast at it.
struct Ball<'a, V: Vector> {
    sphere: &'a Sphere<V>,
    line: &'a Line<V>,
}

impl<V: Vector> Ball<'_, V> {
    /// The squared distance to the centre less the squared radius, at a fraction, and half its slope.
    #[inline(always)]
    fn gap<N: Number>(&self, fraction: f32) -> (N, N) {
        let (from, direction) =
            (self.line.origin_from::<N>(&self.sphere.center), self.line.direction::<N>());
        let (fraction, radius) = (N::of(fraction), N::of(self.sphere.radius));
        let at = from + direction * fraction;
        (at.square() - radius * radius, direction.dot(at))
    }
}

impl<V: Vector> Round<V> for Ball<'_, V> {
    fn is_not_after_entry<N: Exact>(&self, fraction: f32) -> Option<bool> {
        let (gap, slope) = self.gap::<N>(fraction);
        is_outside(gap, slope, || Some(true))
    }
    fn estimate(&self) -> f64 {
        let line = (self.line.origin_from_zero(), self.line.direction());
        LineFrom::of(line, Vect::of(&self.sphere.center))
            .enters_sphere(widen(self.sphere.radius), root_or_zero)
    }
    fn normal_at(&self, fraction: f64) -> Vect<V, f64> {
        self.line.origin_from(&self.sphere.center) + self.line.direction() * fraction
    }
}

/// A capsule and a line that is cast at it.
struct Rod<'a, V: Vector> {
    capsule: &'a Capsule<V>,
    line: &'a Line<V>,
}

/// The core of a capsule, from `a` to `b`.
fn core<V: Vector, N: Number>(capsule: &Capsule<V>) -> Vect<V, N> {
    Vect::of(&capsule.b) - Vect::of(&capsule.a)
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

impl<V: Vector> Round<V> for Rod<'_, V> {
    fn is_not_after_entry<N: Exact>(&self, fraction: f32) -> Option<bool> {
        let (gap, slope, across) = self.gap::<N>(fraction)?;
        is_outside(gap, slope, || match across {
            Some(across) => across.sign().map(|sign| sign != Ordering::Equal),
            None => Some(true),
        })
    }
    fn estimate(&self) -> f64 {
        let Capsule { a, b, radius } = self.capsule;
        let line = (self.line.origin_from_zero(), self.line.direction());
        let (estimate, _) = CapsuleAndLine::of(line, [Vect::of(a), Vect::of(b)], widen(*radius))
            .enters(root_or_zero);
        estimate
    }
    fn normal_at(&self, fraction: f64) -> Vect<V, f64> {
        let (from, direction) =
            (self.line.origin_from::<f64>(&self.capsule.a), self.line.direction::<f64>());
        let (at, core) = (from + direction * fraction, core(self.capsule));
        at - core * clamped(at.dot(core), core.square())
    }
}
