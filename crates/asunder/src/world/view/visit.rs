//! The loops behind the queries: bounds first, then the shapes.

use super::filter::Filter;
use super::found::{Found, Near};
use super::{Candidate, View, Visit, Wanted};
use crate::exact::{greater, order_key};
use crate::index::{BodyKind, Reach};
use crate::level::{self, Level, PartHit, PartSearch as _};
use crate::query::bounds::Bounds;
use crate::query::cast::{Cast as _, CastHit};
use crate::query::distance::{ClosestPoints, Distance as _};
use crate::query::predicate::Rule;
use crate::query::ray_cast::RayHit;
use crate::query::ray_cast::line::Line;
use crate::query::separation::Intersects as _;
use crate::shape::{AnyShape as _, Shape, ShapeRef, with_shape};
use crate::sort::sort_by;
use crate::space::Vector;
use crate::world::body::{ColliderFacts, ColliderId, PlacedCollider};
use core::ops::ControlFlow::{self, Break, Continue};

/// Calls `visit` with every collider that may be an answer, in no particular order, until it breaks.
fn candidates<V: Vector>(
    view: &View<'_, V>,
    reach: &mut Reach<V>,
    filter: &Filter<'_>,
    visit: &mut Visit<'_, V>,
) {
    if let Some(past) = &view.past
        && past.candidates(reach, filter, visit) == Break(())
    {
        return;
    }
    let world = view.world;
    reach.search(&world.index, |reach, slot| {
        let Some((id, body)) = world.occupant(slot) else { return Continue(()) };
        let is_recorded = view.past.is_some() && body.options.kind == BodyKind::Moving;
        if is_recorded || !filter.admits_body(&body.options) {
            return Continue(());
        }
        for (id, part) in body.colliders(id) {
            let PlacedCollider { collider, shape, level, bounds, .. } = part;
            let facts = ColliderFacts::of(collider, body);
            if filter.admits(&facts) && reach.meets(bounds) {
                let level = level.as_ref().map(|level| &level.placed);
                visit(Candidate { id, facts, shape, level, bounds }, reach)?;
            }
        }
        Continue(())
    });
}

pub(in crate::world) fn intersecting<V: Vector>(
    view: &View<'_, V>,
    shape: ShapeRef<'_, V>,
    filter: &Filter<'_>,
    mut wanted: Wanted<'_, Found<()>>,
) {
    if !shape.is_finite() {
        return;
    }
    // All are equal, so that ids order them; and no answer excludes what lies elsewhere.
    let order = |(): &()| 0.0;
    candidates(view, &mut Reach::of(&shape), filter, &mut |candidate, _| {
        let Candidate { id, facts, shape: other, level, .. } = candidate;
        let mut found = Found::new(id, facts, ());
        if !wanted.counts(&found, order) {
            return Continue(());
        }
        let meets = match level {
            Some(level) => {
                // Whether there is one takes no more than the first that is found.
                found.part = if let Wanted::Any(_) = wanted {
                    level::meets(level, shape, Rule::Closed).then_some(0)
                } else {
                    level::first_part(level, shape)
                };
                found.part.is_some()
            }
            None => with_shape!(ShapeRef, shape, shape => other.intersects(shape)),
        };
        if meets && filter.admits_found(id) {
            wanted.take(found, order)?;
        }
        Continue(())
    });
    wanted.finish(order);
}

pub(in crate::world) fn line<V: Vector>(
    view: &View<'_, V>,
    line: &Line<V>,
    filter: &Filter<'_>,
    wanted: Wanted<'_, Found<RayHit<V>>>,
) {
    let reach = Reach::of_line(line);
    let cast = |shape: &Shape<V>| V::line_cast(shape.as_shape_ref(), line);
    let on_level = |level: &Level<V>, reach: &mut Reach<V>| level::line_within(level, line, reach);
    by_fraction(view, reach, filter, wanted, |hit| hit.fraction, (&cast, &on_level));
}

pub(in crate::world) fn cast<V: Vector>(
    view: &View<'_, V>,
    moving: ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    filter: &Filter<'_>,
    wanted: Wanted<'_, Found<CastHit<V>>>,
) {
    if !moving.is_finite() || !(0..V::DIM).all(|i| motion[i].is_finite()) {
        return;
    }
    let reach = Reach::of_cast(Bounds::of(&moving), motion);
    let cast = |shape: &Shape<V>| moving.cast(*motion, shape);
    let on_level =
        |level: &Level<V>, reach: &mut Reach<V>| level::cast_within(level, moving, motion, reach);
    by_fraction(view, reach, filter, wanted, |hit| hit.fraction, (&cast, &on_level));
}

/// How a shape is cast at, and a level within a reach.
type Casts<'c, V, H> = (
    &'c dyn Fn(&Shape<V>) -> Option<H>,
    &'c dyn Fn(&Level<V>, &mut Reach<V>) -> Option<PartHit<H>>,
);

/// What casts find, by fraction, then id.
fn by_fraction<V: Vector, H: Copy>(
    view: &View<'_, V>,
    mut reach: Reach<V>,
    filter: &Filter<'_>,
    mut wanted: Wanted<'_, Found<H>>,
    fraction: fn(&H) -> f32,
    (cast, on_level): Casts<'_, V, H>,
) {
    let order = |hit: &H| fraction(hit);
    candidates(view, &mut reach, filter, &mut |candidate, reach| {
        let Candidate { id, facts, shape, level, .. } = candidate;
        let found = match level {
            // The reach of others is not shortened before the filter has admitted it.
            Some(level) => {
                on_level(level, &mut reach.clone()).map(|hit| Found::of_part(id, facts, hit))
            }
            None => cast(shape).map(|hit| Found::new(id, facts, hit)),
        };
        let Some(found) = found else { return Continue(()) };
        if wanted.counts(&found, order) && filter.admits_found(id) {
            reach.shorten(wanted.take(found, order)?);
        }
        Continue(())
    });
    wanted.finish(order);
}

pub(in crate::world) fn near<V: Vector>(
    view: &View<'_, V>,
    shape: ShapeRef<'_, V>,
    within: f32,
    filter: &Filter<'_>,
    mut wanted: Wanted<'_, Found<Near<V>>>,
) {
    if !shape.is_finite() || !(within >= 0.0) {
        return;
    }
    let order = |near: &Near<V>| near.distance;
    let mut reach = Reach::near(Bounds::of(&shape), within);
    candidates(view, &mut reach, filter, &mut |candidate, reach| {
        let Candidate { id, facts, shape: other, level, bounds } = candidate;
        let (part, distance) = match level {
            Some(level) => {
                let nearest = level::nearest_within(level, shape, &mut reach.clone());
                let Some(PartHit { part, hit }) = nearest else { return Continue(()) };
                (Some(part), hit)
            }
            None => {
                let Some(measured) = shape.distance(other) else { return Break(()) };
                (None, greater(measured, reach.least_distance(bounds)))
            }
        };
        let mut found = Found::new(id, facts, Near { distance, points: None });
        found.part = part;
        // Where the processor takes subnormals for zero, keys still tell them apart.
        let is_beyond = order_key(distance) > order_key(within);
        if is_beyond || !wanted.counts(&found, order) || !filter.admits_found(id) {
            return Continue(());
        }
        // Which ones are the first is known only at the end.
        if let Wanted::All(_) | Wanted::Each(_) = wanted {
            found.hit.points = match part.zip(level) {
                Some((part, level)) => closest_points_on_part(level, part, shape),
                None => shape.closest_points(other),
            };
        }
        reach.shorten(wanted.take(found, order)?);
        Continue(())
    });
    let first = match &mut wanted {
        Wanted::First(first) => first.as_mut_slice(),
        Wanted::FirstN(_, first) => first,
        Wanted::Any(_) | Wanted::All(_) | Wanted::Each(_) => &mut [],
    };
    for found in first {
        let level = view.world.level(found.collider).ok().flatten();
        found.hit.points = match found.part.zip(level) {
            Some((part, level)) => closest_points_on_part(level, part, shape),
            None => {
                let other = view.shape(found.collider);
                other.ok().and_then(|other| shape.closest_points(&other))
            }
        };
    }
    wanted.finish(order);
}

fn closest_points_on_part<V: Vector>(
    level: &Level<V>,
    part: u32,
    shape: ShapeRef<'_, V>,
) -> Option<ClosestPoints<V>> {
    shape.closest_points(&level.get(part)?.as_shape_ref())
}

/// Fractions and distances are never negative, nor a negative zero: their bits are ordered as they
/// are.
fn key<H>(found: &Found<H>, order: impl Fn(&H) -> f32) -> (u32, ColliderId) {
    (order(&found.hit).to_bits(), found.collider)
}

impl<H> Wanted<'_, Found<H>> {
    /// Whether a collider that is found is an answer, given what was found before.
    fn counts(&self, found: &Found<H>, order: impl Fn(&H) -> f32) -> bool {
        let before = |other: &Found<H>| key(found, &order) < key(other, &order);
        match self {
            Self::First(best) => best.as_ref().is_none_or(before),
            Self::FirstN(count, list) => list.len() < *count || list.last().is_some_and(before),
            Self::Any(_) | Self::All(_) | Self::Each(_) => true,
        }
    }

    /// Records an answer. Breaks if no other counts; else returns the fraction or distance beyond which
    /// none does.
    fn take(&mut self, found: Found<H>, order: impl Fn(&H) -> f32) -> ControlFlow<(), f32> {
        match self {
            Self::Any(any) => {
                **any = true;
                return Break(());
            }
            Self::First(first) => {
                let limit = order(&found.hit);
                **first = Some(found);
                return Continue(limit);
            }
            Self::FirstN(count, list) => {
                let place = list.partition_point(|other| key(other, &order) < key(&found, &order));
                list.insert(place, found);
                list.truncate(*count);
                if let Some(last) = list.last().filter(|_| list.len() == *count) {
                    return Continue(order(&last.hit));
                }
            }
            Self::All(all) => all.push(found),
            Self::Each(visit) => visit(found)?,
        }
        Continue(f32::INFINITY)
    }

    /// Sorts the answers.
    fn finish(self, order: impl Fn(&H) -> f32) {
        if let Self::All(all) = self {
            sort_by(all, &|x, y| key(x, &order).cmp(&key(y, &order)));
        }
    }
}
