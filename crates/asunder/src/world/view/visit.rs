//! The loops behind the questions: bounds first, then the shapes.

use super::filter::Filter;
use super::found::{Found, Near};
use super::reach::Reach;
use super::{Candidate, View, Visit, Which};
use crate::index::Bounds;
use crate::query::cast::{Cast as _, CastHit};
use crate::query::distance::Distance as _;
use crate::query::ray_cast::{RayCast as _, RayHit};
use crate::query::separation::Intersects as _;
use crate::shape::{Ray, Segment, Shape};
use crate::space::Vector;
use crate::world::body::{ColliderId, Facts, Motion, Part};
use crate::world::place::is_finite;
use core::ops::ControlFlow::{self, Break, Continue};

/// Shows `visit` every collider that may be an answer, in no particular order, until it breaks.
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
        let elsewhere = view.past.is_some() && body.options.motion == Motion::Moving;
        if elsewhere || !filter.admits_body(&body.options) {
            return Continue(());
        }
        for (id, part) in body.colliders(id) {
            let Part { collider, shape, bounds, .. } = part;
            let facts = Facts::of(collider, body);
            if filter.admits(&facts) && reach.meets(bounds) {
                visit(Candidate { id, facts, shape, bounds }, reach)?;
            }
        }
        Continue(())
    });
}

pub(in crate::world) fn intersecting<V: Vector>(
    view: &View<'_, V>,
    shape: &Shape<V>,
    filter: &Filter<'_>,
    visit: &mut dyn FnMut(ColliderId) -> ControlFlow<()>,
) {
    if !is_finite(shape) {
        return;
    }
    let mut reach = Reach::Within(Bounds::of(shape));
    candidates(view, &mut reach, filter, &mut |found, _| {
        let counts = found.shape.intersects(shape) && filter.admits_found(found.id);
        if counts { visit(found.id) } else { Continue(()) }
    });
}

pub(in crate::world) fn ray<V: Vector>(
    view: &View<'_, V>,
    ray: &Ray<V>,
    filter: &Filter<'_>,
    which: Which,
) -> Vec<Found<RayHit<V>>> {
    let reach = Reach::of_ray(&ray.origin, &ray.direction);
    by_fraction(view, reach, filter, which, |hit| hit.fraction, &|shape| shape.ray_cast(ray))
}

pub(in crate::world) fn segment<V: Vector>(
    view: &View<'_, V>,
    segment: &Segment<V>,
    filter: &Filter<'_>,
    which: Which,
) -> Vec<Found<RayHit<V>>> {
    let reach = Reach::of_segment(&segment.a, &segment.b);
    let cast = |shape: &Shape<V>| shape.segment_cast(segment);
    by_fraction(view, reach, filter, which, |hit| hit.fraction, &cast)
}

pub(in crate::world) fn cast<V: Vector>(
    view: &View<'_, V>,
    moving: &Shape<V>,
    motion: &V::Array<f32>,
    filter: &Filter<'_>,
    which: Which,
) -> Vec<Found<CastHit<V>>> {
    if !is_finite(moving) || !(0..V::DIM).all(|i| motion[i].is_finite()) {
        return Vec::new();
    }
    let reach = Reach::of_cast(Bounds::of(moving), motion);
    let cast = |shape: &Shape<V>| moving.cast(*motion, shape);
    by_fraction(view, reach, filter, which, |hit| hit.fraction, &cast)
}

/// What `cast` finds, by fraction, then id: the first alone, or all.
fn by_fraction<V: Vector, H: Copy>(
    view: &View<'_, V>,
    mut reach: Reach<V>,
    filter: &Filter<'_>,
    which: Which,
    fraction: fn(&H) -> f32,
    cast: &dyn Fn(&Shape<V>) -> Option<H>,
) -> Vec<Found<H>> {
    let mut found: Vec<Found<H>> = Vec::new();
    // Fractions are never negative, nor a negative zero: bits are ordered as they are.
    let key = |id: ColliderId, hit: &H| (fraction(hit).to_bits(), id);
    candidates(view, &mut reach, filter, &mut |candidate, reach| {
        let Candidate { id, facts, shape, .. } = candidate;
        let Some(hit) = cast(shape) else { return Continue(()) };
        let counts = match (which, found.first()) {
            (Which::First, Some(best)) => key(id, &hit) < key(best.collider, &best.hit),
            (Which::First, None) | (Which::All, _) => true,
        };
        if counts && filter.admits_found(id) {
            if which == Which::First {
                found.clear();
                reach.shorten(fraction(&hit));
            }
            found.push(Found::new(id, facts, hit));
        }
        Continue(())
    });
    found.sort_unstable_by_key(|found| key(found.collider, &found.hit));
    found
}

pub(in crate::world) fn nearest<V: Vector>(
    view: &View<'_, V>,
    shape: &Shape<V>,
    filter: &Filter<'_>,
) -> Option<Found<Near<V>>> {
    if !is_finite(shape) {
        return None;
    }
    let mut best: Option<Found<Near<V>>> = None;
    let mut reach = Reach::near(Bounds::of(shape));
    candidates(view, &mut reach, filter, &mut |candidate, reach| {
        let Candidate { id, facts, shape: other, bounds } = candidate;
        let Some(told) = shape.distance(other) else { return Break(()) };
        let least = reach.least_distance(bounds);
        let distance = if told > least { told } else { least };
        let key = |distance: f32, id: ColliderId| (distance.to_bits(), id);
        let counts =
            best.is_none_or(|best| key(distance, id) < key(best.hit.distance, best.collider));
        if counts && filter.admits_found(id) {
            best = Some(Found::new(id, facts, Near { distance, points: None }));
            reach.shorten(distance);
        }
        Continue(())
    });
    best.map(|best| {
        let other = view.shape(best.collider);
        let points = other.ok().and_then(|other| shape.closest_points(&other));
        Found { hit: Near { points, ..best.hit }, ..best }
    })
}
