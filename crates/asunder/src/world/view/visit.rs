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
    visit: &mut dyn FnMut(Found<()>) -> ControlFlow<()>,
) {
    if !is_finite(shape) {
        return;
    }
    candidates(view, &mut Reach::of(shape), filter, &mut |candidate, _| {
        let Candidate { id, facts, shape: other, .. } = candidate;
        let counts = other.intersects(shape) && filter.admits_found(id);
        if counts { visit(Found::new(id, facts, ())) } else { Continue(()) }
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

/// What `cast` finds, by fraction, then id: any, the first alone, or all.
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
            (Which::First, None) | (Which::Any | Which::All, _) => true,
        };
        if !counts || !filter.admits_found(id) {
            return Continue(());
        }
        if which == Which::First {
            found.clear();
            reach.shorten(fraction(&hit));
        }
        found.push(Found::new(id, facts, hit));
        if which == Which::Any { Break(()) } else { Continue(()) }
    });
    found.sort_unstable_by_key(|found| key(found.collider, &found.hit));
    found
}

pub(in crate::world) fn near<V: Vector>(
    view: &View<'_, V>,
    shape: &Shape<V>,
    within: f32,
    filter: &Filter<'_>,
    which: Which,
) -> Vec<Found<Near<V>>> {
    if !is_finite(shape) || !(within >= 0.0) {
        return Vec::new();
    }
    let mut found: Vec<Found<Near<V>>> = Vec::new();
    // Distances are never negative, nor a negative zero: bits are ordered as they are.
    let key = |distance: f32, id: ColliderId| (distance.to_bits(), id);
    let mut reach = Reach::near(Bounds::of(shape), within);
    candidates(view, &mut reach, filter, &mut |candidate, reach| {
        let Candidate { id, facts, shape: other, bounds } = candidate;
        let Some(told) = shape.distance(other) else { return Break(()) };
        let least = reach.least_distance(bounds);
        let distance = if told > least { told } else { least };
        let counts = match (which, found.first()) {
            (Which::First, Some(best)) => key(distance, id) < key(best.hit.distance, best.collider),
            (Which::First, None) | (Which::Any | Which::All, _) => true,
        };
        if distance > within || !counts || !filter.admits_found(id) {
            return Continue(());
        }
        // Of the first it is known at the end which it is.
        let points = if which == Which::All { shape.closest_points(other) } else { None };
        if which == Which::First {
            found.clear();
            reach.shorten(distance);
        }
        found.push(Found::new(id, facts, Near { distance, points }));
        if which == Which::Any { Break(()) } else { Continue(()) }
    });
    if which == Which::First {
        for found in &mut found {
            let other = view.shape(found.collider);
            found.hit.points = other.ok().and_then(|other| shape.closest_points(&other));
        }
    }
    found.sort_unstable_by_key(|found| key(found.hit.distance, found.collider));
    found
}
