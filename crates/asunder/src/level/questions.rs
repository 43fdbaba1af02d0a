//! The loops behind the questions of a level: bounds first, then the parts.

use super::approach::Approach;
use super::parts::{PartHit, PartSearch};
use super::shear::TrianglePassage;
use crate::exact::{at_or_below, greater};
use crate::index::Reach;
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::cast::{Cast as _, CastHit};
use crate::query::contact::{Contact, ContactOf as _};
use crate::query::distance::{ClosestPoints, Distance as _};
use crate::query::explain::{Explain as _, Explanation};
use crate::query::move_until_contact::is_in_front;
use crate::query::predicate::Rule;
use crate::query::ray_cast::RayHit;
use crate::query::ray_cast::line::Line;
use crate::query::separation::{Intersects as _, meet};
use crate::shape::{AnyShape as _, ShapeRef};
use crate::sort::sort_by;
use crate::space::Vector;
use core::ops::ControlFlow::{Break, Continue};

type Searched<'a, V> = &'a dyn PartSearch<V>;

fn is_finite<V: Vector>(motion: &V::Array<f32>) -> bool {
    (0..V::DIM).all(|t| motion[t].is_finite())
}

pub(crate) fn meets<V: Vector>(level: Searched<'_, V>, shape: ShapeRef<'_, V>, rule: Rule) -> bool {
    let mut met = false;
    if !shape.is_finite() {
        return false;
    }
    if let Some(line) = Line::of_shape(&shape) {
        level.search_line(&line, &mut Reach::of_line(&line), &mut |_, part, passage, _| {
            met = passage == TrianglePassage::Through || meet(&shape, &part, rule);
            if met { Break(()) } else { Continue(()) }
        });
        return met;
    }
    level.search(&mut Reach::of(&shape), &mut |_, part, _| {
        met = meet(&shape, &part, rule);
        if met { Break(()) } else { Continue(()) }
    });
    met
}

/// The smallest number of a part that shares a point with a shape.
pub(crate) fn first_part<V: Vector>(level: Searched<'_, V>, shape: ShapeRef<'_, V>) -> Option<u32> {
    let mut first: Option<u32> = None;
    if shape.is_finite() {
        level.search(&mut Reach::of(&shape), &mut |number, part, _| {
            if first.is_none_or(|first| number < first) && shape.intersects(&part) {
                first = Some(number);
            }
            Continue(())
        });
    }
    first
}

pub(super) fn parts<V: Vector>(level: Searched<'_, V>, shape: ShapeRef<'_, V>) -> Vec<u32> {
    let mut parts = Vec::new();
    if shape.is_finite() {
        level.search(&mut Reach::of(&shape), &mut |number, part, _| {
            if shape.intersects(&part) {
                parts.push(number);
            }
            Continue(())
        });
    }
    parts.sort_unstable();
    parts
}

/// What a question finds of a part, which may look at what is left of its reach.
type Find<'f, V, H> = &'f mut dyn FnMut(ShapeRef<'_, V>, &Reach<V>) -> Option<H>;

/// What of all parts within reach comes first, by what `order` says of it, then by number.
fn first<V: Vector, H>(
    level: Searched<'_, V>,
    reach: &mut Reach<V>,
    order: fn(&H) -> f32,
    find: Find<'_, V, H>,
    counts: &dyn Fn(u32) -> bool,
) -> Option<PartHit<H>> {
    let mut best = None;
    level.search(reach, &mut |number, part, reach| {
        if let Some(hit) = find(part, reach) {
            take(&mut best, PartHit::new(number, hit), reach, order, counts);
        }
        Continue(())
    });
    best
}

/// Keeps what was found, if it comes before the best so far.
#[inline(always)]
fn take<V: Vector, H>(
    best: &mut Option<PartHit<H>>,
    found: PartHit<H>,
    reach: &mut Reach<V>,
    order: fn(&H) -> f32,
    counts: &dyn Fn(u32) -> bool,
) {
    // Fractions and distances are never negative, nor a negative zero: their bits are ordered as they are.
    let key = |found: &PartHit<H>| (order(&found.hit).to_bits(), found.part);
    if best.as_ref().is_none_or(|best| key(&found) < key(best)) && counts(found.part) {
        reach.shorten(order(&found.hit));
        *best = Some(found);
    }
}

/// Whether a part stops a moving shape that starts as `start`: not, if it blocks from one side alone and that is
/// behind it.
fn stops<V: Vector>(level: Searched<'_, V>, part: u32, start: ShapeRef<'_, V>) -> bool {
    let Some(front) = level.front(part) else { return true };
    level.get(part).is_some_and(|part| is_in_front(&start, &part.as_shape_ref(), &front))
}

/// The same of a line.
#[inline(always)]
fn stops_line<V: Vector>(level: Searched<'_, V>, part: u32, line: &Line<V>) -> bool {
    level.front(part).is_none()
        || stops(level, part, ShapeRef::Point(&V::from_array(line.origin())))
}

/// The contact of a line with a part that it passes so.
#[inline(always)]
fn line_cast<V: Vector>(
    part: ShapeRef<'_, V>,
    line: &Line<V>,
    passage: TrianglePassage,
) -> Option<RayHit<V>> {
    match (part, passage) {
        (ShapeRef::Triangle(part), TrianglePassage::Through) => V::line_through(part, line),
        (part, _) => V::line_cast(part, line),
    }
}

/// The first part that a line hits, within a reach that may be shorter than the line.
pub(crate) fn line_within<V: Vector>(
    level: Searched<'_, V>,
    line: &Line<V>,
    reach: &mut Reach<V>,
) -> Option<PartHit<RayHit<V>>> {
    let fraction = |hit: &RayHit<V>| hit.fraction;
    let stops = |part: u32| stops_line(level, part, line);
    let mut best = None;
    level.search_line(line, reach, &mut |number, part, passage, reach| {
        if let Some(hit) = line_cast(part, line, passage) {
            take(&mut best, PartHit::new(number, hit), reach, fraction, &stops);
        }
        Continue(())
    });
    best
}

pub(super) fn line<V: Vector>(
    level: Searched<'_, V>,
    line: &Line<V>,
) -> Option<PartHit<RayHit<V>>> {
    line_within(level, line, &mut Reach::of_line(line))
}

pub(super) fn lines<V: Vector>(level: Searched<'_, V>, line: &Line<V>) -> Vec<PartHit<RayHit<V>>> {
    let mut hits = Vec::new();
    level.search_line(line, &mut Reach::of_line(line), &mut |number, part, passage, _| {
        let hit = line_cast(part, line, passage);
        let hit = hit.filter(|_| stops_line(level, number, line));
        hits.extend(hit.map(|hit| PartHit::new(number, hit)));
        Continue(())
    });
    sort_by(&mut hits, &|x, y| {
        let key = |hit: &PartHit<RayHit<V>>| (hit.fraction.to_bits(), hit.part);
        key(x).cmp(&key(y))
    });
    hits
}

/// The normal of a hit of a part, or of a contact with it: see [`PartSearch::smoothed`]. What stands on a floor
/// may touch a part with its side alone, where that part ends and the floor goes on: on which side of the
/// floor the shape is then only its place says.
fn smoothed<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
    part: u32,
    point: V,
    normal: V,
) -> V {
    /// How much of the direction to the shape's middle: enough to say a side.
    const LEAN: f64 = 1.0 / 1024.0;
    let smoothed = level.smoothed(part, point, normal);
    if smoothed != normal {
        return smoothed;
    }
    let from = Vect::<V, f64>::of(&point.to_array());
    let bounds = Bounds::of(&shape);
    let to = (Vect::<V, f64>::of(&bounds.min) + Vect::of(&bounds.max)) * 0.5;
    let Some(inward) = (to - from).unit().filter(|_| to.is_finite()) else { return normal };
    let leaning = Vect::<V, f64>::of(&normal.to_array()) + inward * LEAN;
    let leaning = V::from_array(leaning.to_f32());
    let smoothed = level.smoothed(part, point, leaning);
    if smoothed == leaning { normal } else { smoothed }
}

/// The first part that a moving shape hits, within a reach that may be shorter than the motion.
pub(crate) fn cast_within<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    reach: &mut Reach<V>,
) -> Option<PartHit<CastHit<V>>> {
    let approach = Approach::new(shape, motion);
    // A fraction, and the hit, where that is known with it: of most parts, others come before.
    let cast = &mut |part: ShapeRef<'_, V>, reach: &Reach<V>| {
        let limit = reach.limit();
        if approach.misses(part, limit) {
            return None;
        }
        match V::cast_fraction(shape, motion, part, if limit < 1.0 { limit } else { 1.0 }) {
            Some(outcome) => outcome.hit().map(|fraction| (fraction, None)),
            None => shape.cast(*motion, &part).map(|hit| (hit.fraction, Some(hit))),
        }
    };
    let stops = |part: u32| stops(level, part, shape);
    let PartHit { part, hit: (_, hit) } = first(level, reach, |hit| hit.0, cast, &stops)?;
    let hit = match hit {
        Some(hit) => hit,
        None => shape.cast(*motion, &level.get(part)?)?,
    };
    let normal = smoothed(level, shape, part, hit.point, hit.normal);
    Some(PartHit::new(part, CastHit { normal, ..hit }))
}

pub(super) fn cast<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
    motion: &V::Array<f32>,
) -> Option<PartHit<CastHit<V>>> {
    if !shape.is_finite() || !is_finite::<V>(motion) {
        return None;
    }
    cast_within(level, shape, motion, &mut Reach::of_cast(Bounds::of(&shape), motion))
}

pub(super) fn swept<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    rule: Rule,
) -> bool {
    if !shape.is_finite() || !is_finite::<V>(motion) {
        return false;
    }
    let mut met = false;
    let approach = Approach::new(shape, motion);
    level.search(&mut Reach::of_cast(Bounds::of(&shape), motion), &mut |_, part, _| {
        met = !approach.misses(part, 1.0) && V::sweep(shape, *motion, part, rule);
        if met { Break(()) } else { Continue(()) }
    });
    met
}

/// The nearest part within a reach, and its distance.
pub(crate) fn nearest_within<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
    reach: &mut Reach<V>,
) -> Option<PartHit<f32>> {
    let bounds = Bounds::of(&shape);
    let distance = &mut |part: ShapeRef<'_, V>, reach: &Reach<V>| {
        let part_bounds = Bounds::of(&part);
        // The tree's boxes are a little larger than they need be.
        if !reach.meets(&part_bounds) {
            return None;
        }
        // A distance errs low, so that it may be below that of the bounds: then this counts, which is nearer
        // to the truth. Else the answer would depend on what was left out.
        let least = at_or_below(bounds.distance_below(&part_bounds));
        shape.distance(&part).map(|distance| greater(distance, least))
    };
    first(level, reach, |distance: &f32| *distance, distance, &|_| true)
}

pub(super) fn nearest<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
) -> Option<PartHit<f32>> {
    if !shape.is_finite() {
        return None;
    }
    nearest_within(level, shape, &mut Reach::near(Bounds::of(&shape), f32::INFINITY))
}

pub(super) fn closest<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
) -> Option<PartHit<ClosestPoints<V>>> {
    let nearest = nearest(level, shape)?;
    let points = shape.closest_points(&level.get(nearest.part)?.as_shape_ref())?;
    Some(PartHit::new(nearest.part, points))
}

pub(super) fn contacts<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
) -> Vec<PartHit<Contact<V>>> {
    let mut contacts = Vec::new();
    if shape.is_finite() {
        level.search(&mut Reach::of(&shape), &mut |number, part, _| {
            contacts.extend(shape.contact(&part).map(|contact| PartHit::new(number, contact)));
            Continue(())
        });
    }
    for found in &mut contacts {
        if let Some(point) = found.hit.points().first().map(|point| point.on_b) {
            found.hit.normal = smoothed(level, shape, found.part, point, found.hit.normal);
        }
    }
    sort_by(&mut contacts, &|x: &PartHit<Contact<V>>, y| x.part.cmp(&y.part));
    contacts
}

pub(super) fn explained<V: Vector>(
    level: Searched<'_, V>,
    shape: ShapeRef<'_, V>,
) -> Option<PartHit<Explanation<V>>> {
    let met = parts(level, shape).first().copied();
    let part = met.or_else(|| nearest(level, shape).map(|nearest| nearest.part))?;
    Some(PartHit::new(part, shape.explain(&level.get(part)?.as_shape_ref())?))
}
