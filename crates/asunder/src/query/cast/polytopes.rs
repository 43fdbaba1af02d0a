//! The linear cast of bounded polytopes: portals find the times, certificates in `f64` prove them, and exact
//! predicates decide what those leave open.

use super::facet_times::facet_times;
use super::linear::LinearCast;
use super::portal::{LineEnd, LinePassage, Passage, Portals};
use super::time_of_impact::{opposite_unit, shared_point};
use super::{CastEnds, CastOutcome, Impact};
use crate::exact::{at_or_above, is_zero, widen};
use crate::query::bisection::largest_f32_or;
use crate::query::generators::Spanned as _;
use crate::query::proximity::{Core, origin};
use crate::query::ray_cast::Started;
use crate::space::Vector;

/// The first contact; `None` for other shapes, for those that touch at the start, and where no portal is found.
pub(super) fn impact<V: Vector>(cast: &LinearCast<'_, V>) -> Option<CastOutcome<Impact<V>>> {
    let rests = (0..V::DIM).all(|i| is_zero(cast.motion[i]));
    let is_round = !(is_zero(cast.a.radius()) && is_zero(cast.b.radius()));
    if rests || is_round {
        return None;
    }
    let velocity = cast.velocity();
    let origin = origin(cast.a, cast.b);
    let mut a = Core::blank(&cast.a, origin);
    a.fill()?;
    let mut b = Core::blank(&cast.b, origin);
    b.fill()?;
    let portals = Portals::of(&a, &b, origin, velocity)?;
    let tips = portals.tips()?;
    let portal = match portals.line(&tips, LineEnd::Entry)? {
        LinePassage::Beside(axis) => {
            return portals.proves_apart(axis, [0.0, 1.0]).then_some(CastOutcome::Miss);
        }
        LinePassage::Through(portal) => portal,
    };
    let entry = portals.outermost(portal, LineEnd::Entry)?;
    if entry.fraction > 1.0 && portals.proves_apart_at(&entry, [0.0, 1.0]) {
        return Some(CastOutcome::Miss);
    }
    // Where the entry is certain on its own, nothing else is asked.
    if cast.ends == CastEnds::Entry
        && let Some(fraction) = portals.proved_entry(&entry, &tips.with(portal))
    {
        return Some(CastOutcome::Hit(at_entry(cast, &portals, &entry, fraction, None)));
    }
    let again = if tips.is_aside { None } else { portals.line(&tips, LineEnd::Exit) };
    let portal = match again {
        Some(LinePassage::Through(portal)) => portal,
        Some(LinePassage::Beside(_)) | None => portal,
    };
    let exit = portals.outermost(portal, LineEnd::Exit)?;
    if exit.fraction < 0.0 && portals.proves_apart_at(&exit, [0.0, 1.0]) {
        return Some(CastOutcome::Miss);
    }
    let inner = portals.inner_part(&entry, &exit);
    let chord = Chord { cast, portals: &portals, entry: &entry, exit: &exit, inner };
    let started = match portals.started(inner, [&entry, &exit]) {
        Some(started) => started,
        None => cast.started(),
    };
    match started {
        Started::Touching => None,
        Started::Apart if !chord.is_hit() => Some(CastOutcome::Miss),
        Started::Apart => {
            let (fraction, last) = (chord.first_fraction(), chord.last_fraction());
            Some(CastOutcome::Hit(at_entry(cast, &portals, &entry, fraction, last)))
        }
        Started::Overlapping => {
            let last = chord.last_fraction();
            let impact = match portals.shared_at_start() {
                Some(point) => {
                    let normal = opposite_unit(velocity);
                    Impact { fraction: 0.0, exit: last, started, normal, point }
                }
                None => Impact::at(cast, 0.0, last, started, None),
            };
            Some(CastOutcome::Hit(impact))
        }
    }
}

/// The part of the line between where it enters the Minkowski difference and where it leaves it. Certificates prove of a
/// fraction on which side of an end it is; where they do not, the exact predicates of the cast decide.
struct Chord<'c, 's, V: Vector> {
    cast: &'c LinearCast<'s, V>,
    portals: &'c Portals<'c, V>,
    entry: &'c Passage<V>,
    exit: &'c Passage<V>,
    /// A part in which the shapes certainly penetrate.
    inner: Option<[f64; 2]>,
}

impl<V: Vector> Chord<'_, '_, V> {
    /// Whether the shapes certainly penetrate at a fraction.
    fn proves_contact(&self, fraction: f64) -> bool {
        self.portals.proves_contact(fraction, self.inner, [self.entry, self.exit])
    }

    /// Whether the shapes, which are apart at the start, meet during the motion.
    fn is_hit(&self) -> bool {
        let from = if self.entry.fraction > 0.0 { self.entry.fraction } else { 0.0 };
        let to = if self.exit.fraction < 1.0 { self.exit.fraction } else { 1.0 };
        self.proves_contact(0.5 * (from + to)) || self.cast.meets([0.0, 1.0])
    }

    /// The greatest `f32` that is not after the first contact.
    fn first_fraction(&self) -> f32 {
        let Self { cast, portals, entry, .. } = self;
        let mut times = facet_times(cast);
        let another = || times().map(|[entry, _]| entry);
        largest_f32_or(entry.fraction, another, 1.0, |fraction| {
            portals.proves_apart_at(entry, [0.0, widen(fraction)])
                || !self.proves_contact(widen(fraction)) && cast.is_before_hit(fraction)
        })
    }

    /// The least `f32` that is not before the last contact; `None` if the shapes meet at the end, and where it is not
    /// asked for.
    fn last_fraction(&self) -> Option<f32> {
        let Self { cast, portals, exit, .. } = self;
        let meets_at_end = || {
            self.proves_contact(1.0)
                || !portals.proves_apart_at(exit, [1.0, 1.0]) && cast.meets_at(1.0)
        };
        if cast.ends == CastEnds::Entry || meets_at_end() {
            return None;
        }
        // The last `f32` before the exit, from where it is sought.
        let guess = at_or_above(exit.fraction).next_down();
        let is_after = |fraction: f32| {
            portals.proves_apart_at(exit, [widen(fraction), 1.0])
                || !self.proves_contact(widen(fraction)) && cast.is_after_exit(fraction)
        };
        let mut times = facet_times(cast);
        let another = || times().map(|[_, exit]| widen(at_or_above(exit).next_down()));
        Some(largest_f32_or(widen(guess), another, 1.0_f32.next_down(), |f| !is_after(f)).next_up())
    }
}

/// The first contact of shapes that are apart at the start.
fn at_entry<V: Vector>(
    cast: &LinearCast<'_, V>,
    portals: &Portals<'_, V>,
    entry: &Passage<V>,
    fraction: f32,
    exit: Option<f32>,
) -> Impact<V> {
    let normal = entry.normal;
    let displacement = cast.velocity() * widen(fraction);
    let middle = || shared_point(&cast.a, displacement, &cast.b, normal);
    let flush = if portals.are_flush(entry) { middle() } else { None };
    let point = flush.unwrap_or_else(|| portals.point(entry));
    Impact { fraction, exit, started: Started::Apart, normal, point }
}
