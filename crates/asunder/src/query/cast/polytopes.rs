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
    let apart = |passage: &Passage<V>, part| portals.proves_apart_at(passage, part);
    let entry = portals.outermost(portal, LineEnd::Entry)?;
    if entry.fraction > 1.0 && apart(&entry, [0.0, 1.0]) {
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
    if exit.fraction < 0.0 && apart(&exit, [0.0, 1.0]) {
        return Some(CastOutcome::Miss);
    }
    let inner = portals.inner_part(&entry, &exit);
    let meets = |fraction| portals.proves_contact(fraction, inner, [&entry, &exit]);
    let started = match portals.started(inner, [&entry, &exit]) {
        Some(started) => started,
        None => cast.started(),
    };
    if started == Started::Touching {
        return None;
    }
    let from = if entry.fraction > 0.0 { entry.fraction } else { 0.0 };
    let to = if exit.fraction < 1.0 { exit.fraction } else { 1.0 };
    let is_hit =
        started == Started::Overlapping || meets(0.5 * (from + to)) || cast.meets([0.0, 1.0]);
    if !is_hit {
        return Some(CastOutcome::Miss);
    }
    let fraction = match started {
        Started::Overlapping | Started::Touching => 0.0,
        Started::Apart => {
            let mut times = facet_times(cast);
            let another = || times().map(|[entry, _]| entry);
            largest_f32_or(entry.fraction, another, 1.0, |fraction| {
                apart(&entry, [0.0, widen(fraction)])
                    || !meets(widen(fraction)) && cast.is_before_hit(fraction)
            })
        }
    };
    let meets_at_end = || meets(1.0) || !apart(&exit, [1.0, 1.0]) && cast.meets_at(1.0);
    let last = (cast.ends == CastEnds::Both && !meets_at_end()).then(|| {
        // The last `f32` before the exit, from where it is sought.
        let guess = at_or_above(exit.fraction).next_down();
        let is_after = |fraction: f32| {
            apart(&exit, [widen(fraction), 1.0])
                || !meets(widen(fraction)) && cast.is_after_exit(fraction)
        };
        let mut times = facet_times(cast);
        let another = || times().map(|[_, exit]| widen(at_or_above(exit).next_down()));
        largest_f32_or(widen(guess), another, 1.0_f32.next_down(), |f| !is_after(f)).next_up()
    });
    if started == Started::Overlapping {
        let Some(point) = portals.shared_at_start() else {
            return Some(CastOutcome::Hit(Impact::at(cast, fraction, last, started, None)));
        };
        let normal = opposite_unit(velocity);
        return Some(CastOutcome::Hit(Impact { fraction, exit: last, started, normal, point }));
    }
    Some(CastOutcome::Hit(at_entry(cast, &portals, &entry, fraction, last)))
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
