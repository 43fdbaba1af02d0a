//! The search for a mover's stop: estimates, and their proofs.

use super::approach::{EntryTime, approach, facing};
use super::one_way::is_in_front;
use super::placed::{placed, position, stores_several_points};
use super::sweep::{Displacement, penetrates_along};
use super::{Hit, Obstacle, Stop};
use crate::exact::{Estimate, Exact as _, Number as _, is_zero, widen};
use crate::linalg::{Matrix, Vect};
use crate::query::bounds::Bounds;
use crate::query::cast::{self, EntryFacets, shared_point};
use crate::query::closest_point::saturated;
use crate::query::predicate::{Rule, evaluate};
use crate::query::proximity::{Detail, proof, proximity, rounded_normal};
use crate::query::ray_cast::bisection::largest_f32;
use crate::query::separation::{Shapes, SpansSpace};
use crate::query::short_list::ShortList;
use crate::shape::{AnyShape, Shape, ShapeRef};
use crate::sort::sort_by;
use crate::space::Vector;
use core::cmp::Ordering;

/// A mover, its motion, and the obstacles that may stop it.
pub(crate) struct ContactSearch<'a, V: Vector> {
    mover: ShapeRef<'a, V>,
    /// The shape to place at the stop: the mover, or the shape that the mover was placed from.
    original: ShapeRef<'a, V>,
    start: V::Array<f32>,
    motion: V::Array<f32>,
    /// The obstacles that may block the mover; the others are `None`.
    obstacles: Vec<Option<ShapeRef<'a, V>>>,
}

/// The time of impact of a mover with an obstacle.
struct TimeOfImpact<V: Vector> {
    /// The index of the obstacle.
    obstacle: usize,
    /// The greatest fraction of the motion that is free.
    fraction: f32,
    /// The best estimate of that fraction: less than a unit in the last place later.
    time: f64,
    /// The facets that it may enter by, if they were sought.
    facets: Option<EntryFacets<V>>,
}

/// At least half a unit, at most one unit in the last place of a largest coordinate.
pub(in crate::query) fn ulp_of(largest: f64) -> f64 {
    f64::from(f32::EPSILON) / 2.0 * largest
}

/// The most units in the last place between a position and the point of contact.
pub(in crate::query) const NUDGES: u32 = 4;

impl<'a, V: Vector> ContactSearch<'a, V> {
    /// The search for the stop of `mover`, which is `original`, or `original` placed at another position.
    pub(crate) fn new(
        mover: ShapeRef<'a, V>,
        original: ShapeRef<'a, V>,
        motion: V::Array<f32>,
        obstacles: &[Obstacle<'a, V>],
    ) -> Self {
        debug_assert!((0..V::DIM).all(|t| motion[t].is_finite()), "a motion has an end");
        let swept = Bounds::of(&mover).passed(&motion);
        let may_block = |obstacle: &Obstacle<'a, V>| {
            let other = obstacle.shape;
            if !(other.is_finite() && swept.overlaps(&Bounds::of(&other))) {
                return None;
            }
            // Whether the mover is in front costs more, so it is only decided for obstacles in the way.
            let whole = Displacement::Part(1.0, motion);
            let blocks = |front: &V::Array<f32>| {
                !penetrates_along(&mover, whole, &other) || is_in_front(&mover, &other, front)
            };
            obstacle.front.as_ref().is_none_or(blocks).then_some(obstacle.shape)
        };
        let obstacles = obstacles.iter().map(may_block).collect();
        Self { mover, original, start: position(&mover), motion, obstacles }
    }

    /// The stop, with the gap that is left there.
    pub(crate) fn stop_and_gap(&self) -> Stop<V> {
        let mut stop = self.stop();
        if let Some(moved) = placed(&self.original, &stop.position.to_array()) {
            stop.gap = self.gap(&moved, &stop.hits);
        }
        stop
    }

    /// The stop without its gap.
    fn stop(&self) -> Stop<V> {
        let mut stop = Stop {
            position: V::from_array(self.start),
            fraction: 1.0,
            gap: 0.0,
            hits: Vec::new(),
            started_penetrating: false,
            backed_off: false,
        };
        // What is penetrated at the start is penetrated along the displacement, which includes the start.
        let whole = Displacement::Part(1.0, self.motion);
        let blocking: Vec<usize> =
            (0..self.obstacles.len()).filter(|&i| self.is_blocked(i, whole)).collect();
        let at_start = Displacement::Part(0.0, self.motion);
        let is_inside = |&i: &usize| self.is_blocked(i, at_start);
        if blocking.iter().any(is_inside) {
            return Stop { started_penetrating: true, fraction: 0.0, ..stop };
        }
        let impacts = self.first_impacts(&blocking);
        let time = impacts.iter().fold(1.0, |time: f64, impact| time.smaller(impact.time));
        stop.fraction = impacts.first().map_or(1.0, |impact| impact.fraction);
        (stop.position, stop.backed_off) = self.position(time, !blocking.is_empty());
        let Some(moved) = placed(&self.original, &stop.position.to_array()) else {
            return stop;
        };
        for TimeOfImpact { obstacle, fraction, facets, .. } in impacts {
            let Some(other) = self.obstacles[obstacle] else { continue };
            let (point, normals) =
                contact(&self.mover, &self.motion, &moved.as_shape_ref(), &other, facets);
            stop.hits.push(Hit { obstacle, point, normal: normals[0], fraction, part: None });
        }
        stop
    }

    /// Whether obstacle `i` is penetrated along a displacement. Exact.
    fn is_blocked(&self, i: usize, displacement: Displacement<V>) -> bool {
        self.obstacles[i].is_some_and(|other| penetrates_along(&self.mover, displacement, &other))
    }

    /// The first impacts with the obstacles that block the whole displacement, in the order of these: all
    /// that have the least fraction.
    fn first_impacts(&self, blocking: &[usize]) -> Vec<TimeOfImpact<V>> {
        // Convex shapes that touch at the start, and penetrate later, do so at once.
        let touching: Vec<bool> = blocking.iter().map(|&i| self.touches(i)).collect();
        if touching.contains(&true) {
            let least = Displacement::Part(f32::from_bits(1), self.motion);
            let at_once = blocking.iter().zip(touching);
            let at_once = at_once.filter(|&(&i, touches)| touches || self.is_blocked(i, least));
            let impact =
                |(&obstacle, _)| TimeOfImpact { obstacle, fraction: 0.0, time: 0.0, facets: None };
            return at_once.map(impact).collect();
        }
        let estimate = |&i: &usize| {
            let other = self.obstacles[i]?;
            Some((i, EntryTime::of(&self.mover, &self.motion, &other)))
        };
        let mut estimates: Vec<_> = blocking.iter().filter_map(estimate).collect();
        sort_by(&mut estimates, &|x, y| x.1.fraction.total_cmp(&y.1.fraction));
        let (mut earliest, mut first) = (1.0_f32, Vec::new());
        for (obstacle, EntryTime { fraction: estimate, facets }) in estimates {
            let is_free = |fraction: f32| {
                !self.is_blocked(obstacle, Displacement::Part(fraction, self.motion))
            };
            if earliest < 1.0 && is_free(earliest.next_up()) {
                continue;
            }
            let as_early = earliest < 1.0 && is_free(earliest);
            let fraction = if as_early {
                earliest
            } else {
                // Gaps along coordinate axes close no later, and keep their digits beside large shapes.
                let separated = self.obstacles[obstacle].map_or(0.0, |other| {
                    Bounds::of(&self.mover).separated_until(&self.motion, &Bounds::of(&other))
                });
                largest_f32(estimate.larger(separated), earliest, is_free)
            };
            // The next number is not free.
            let (least, most) = (widen(fraction), widen(fraction.next_up()));
            let time = if !(estimate > least) { least } else { estimate.smaller(most) };
            if fraction < earliest {
                first.clear();
            }
            earliest = fraction;
            first.push(TimeOfImpact { obstacle, fraction, time, facets });
        }
        sort_by(&mut first, &|x, y| x.obstacle.cmp(&y.obstacle));
        first
    }

    /// Whether the mover meets obstacle `i` at the start. Exact.
    fn touches(&self, i: usize) -> bool {
        let bounds = Bounds::of(&self.mover);
        self.obstacles[i].is_some_and(|other| {
            bounds.overlaps(&Bounds::of(&other)) && proof::intersects(self.mover, other)
        })
    }

    fn motion_length(&self) -> f64 {
        Vect::<V, f64>::of(&self.motion).length()
    }

    /// A free position near `start + time · motion`, and whether it is more than a few units further back.
    fn position(&self, time: f64, is_stopped: bool) -> (V, bool) {
        let start = self.start;
        let moves = (0..V::DIM).any(|i| !is_zero(self.motion[i]));
        if !(time > 0.0) || !moves {
            return (V::from_array(start), false);
        }
        let mut fraction = time;
        let length = self.motion_length();
        let (from, motion) = (Vect::of(&start), Vect::<V, f64>::of(&self.motion));
        let unit = ulp_of((from.abs() + (motion * fraction).abs()).largest());
        let is_near = fraction * length <= f64::from(NUDGES) * unit;
        if is_stopped && is_near {
            // It is within the tolerance of contact already: pushing on leaves it there, bit for bit.
            return (V::from_array(start), false);
        }
        // Vertices that are rounded one by one need at least one unit of the largest to be free.
        let mut back = if stores_several_points(&self.mover) {
            unit.larger(ulp_of(widen(Bounds::of(&self.mover).largest()))) / length
        } else {
            unit / length
        };
        let mut backed_off = false;
        loop {
            if let Some(position) = self.free_position_near(from + motion * fraction) {
                return (V::from_array(position), backed_off);
            }
            fraction -= back;
            backed_off = !is_near && (time - fraction) * length > f64::from(NUDGES) * unit;
            back *= 2.0;
            if is_near || !(fraction > 0.0) {
                return (V::from_array(start), backed_off);
            }
        }
    }

    /// The first free position of these: the target rounded to nearest; then rounded away from the
    /// obstacles that blocked the positions before, a unit in the last place further each time.
    fn free_position_near(&self, target: Vect<V, f64>) -> Option<V::Array<f32>> {
        let nearest = target.to_f32();
        if !(0..V::DIM).all(|i| nearest[i].is_finite()) {
            return None;
        }
        let mut away = Vect::zero();
        // The units are added along each axis that leads away, along the steepest alone first.
        let nudges = (1..=NUDGES).flat_map(|nudge| [(nudge, true), (nudge, false)]);
        for (nudge, steepest_only) in core::iter::once((0, true)).chain(nudges) {
            let position = nudged(&nearest, away, nudge, steepest_only);
            // The shape cannot be stored at positions beyond the largest number.
            let Some(there) = placed(&self.original, &position) else { continue };
            let Some(i) = self.first_blocker(&position, &there) else {
                return Some(position);
            };
            let Some(other) = self.obstacles[i] else { continue };
            let facing = facing(&self.mover, &self.motion, &other);
            if away.dot(facing) <= 0.5 {
                away = away + facing;
            }
        }
        None
    }

    /// The first obstacle penetrated along the straight path to a position, or by the mover as stored
    /// there, or on which its side would be lost (see `loses_side_on`), if any. Exact.
    fn first_blocker(&self, position: &V::Array<f32>, placed: &Shape<V>) -> Option<usize> {
        let there = placed.as_shape_ref();
        let rounds = stores_several_points(&there);
        let (bounds, still) = (Bounds::of(&there), Vect::<V, Estimate>::zero());
        (0..self.obstacles.len()).find(|&i| {
            self.is_blocked(i, Displacement::To(*position))
                || self.obstacles[i].is_some_and(|other| {
                    let may_penetrate = || !bounds.passes(&still.0, &Bounds::of(&other));
                    rounds && may_penetrate() && proof::penetrates(there, other)
                        || loses_side_on(&self.mover, &there, &other)
                })
        })
    }

    /// The least distance that certainly remains to one of the hits.
    fn gap(&self, moved: &Shape<V>, hits: &[Hit<V>]) -> f32 {
        let distance = |hit: &Hit<V>| {
            let other = self.obstacles[hit.obstacle]?;
            V::pair_distance(moved.as_shape_ref(), other.as_shape_ref())
        };
        let nearer = |least: f32, distance: f32| if distance < least { distance } else { least };
        hits.iter().filter_map(distance).reduce(nearer).unwrap_or(0.0)
    }
}

/// Whether a mover would come to touch an obstacle, as stored `there`, such that both together have no interior: a
/// bullet that is a point, on a sheet. It could not be decided later from which side it came, and it would pass
/// through. A mover that touches it at the start may leave to either side.
pub(in crate::query) fn loses_side_on<V: Vector>(
    mover: &ShapeRef<'_, V>,
    there: &ShapeRef<'_, V>,
    other: &ShapeRef<'_, V>,
) -> bool {
    may_be_flat(there)
        && may_be_flat(other)
        && proof::intersects(*there, *other)
        && !proof::intersects(*mover, *other)
        && !evaluate::<V, _>(&SpansSpace(&Shapes { a: there, b: other, rule: Rule::Closed }))
}

/// The unit normals of a contact, at least one: one of most, and of corners a few more.
pub(in crate::query) type ContactNormals<V> = ShortList<V, 3>;

fn contact_normals<V: Vector>(normals: impl IntoIterator<Item = V>) -> ContactNormals<V> {
    let mut few = ShortList::new(&V::default());
    normals.into_iter().for_each(|normal| few.push(normal));
    few
}

/// The contact point on an obstacle of a mover, moved up against it along a motion, and the unit normals there:
/// for polyhedra those of the facets entered last, for others the one between their nearest points. `facets`
/// are those that it may enter by, if they are known.
pub(in crate::query) fn contact<V: Vector>(
    mover: &ShapeRef<'_, V>,
    motion: &V::Array<f32>,
    moved: &ShapeRef<'_, V>,
    other: &ShapeRef<'_, V>,
    facets: Option<EntryFacets<V>>,
) -> (V, ContactNormals<V>) {
    let normals = match facets {
        Some(facets) => facets.normals(mover, motion, other),
        None => cast::entry_normals(mover, motion, other),
    };
    let approach = || approach(mover, motion, other).normal;
    let expected = normals.first().copied().unwrap_or_else(approach);
    let near = |detail: Detail| proximity(*moved, *other, detail);
    let near_if_apart = if normals.is_empty() { None } else { near(Detail::Contact) };
    let meet = near_if_apart.is_some_and(|near| near.error == f64::INFINITY);
    let shared = if meet { shared_point(moved, Vect::zero(), other, expected) } else { None };
    let (point, contact_normal) = match shared {
        Some(point) => (point, expected),
        None => match near_if_apart.filter(|_| !meet).or_else(|| near(Detail::Points)) {
            Some(near) => cast::contact_at(&near, moved, Vect::zero(), other, Some(expected)),
            None => (Vect::of(&position(moved)), expected),
        },
    };
    let point = V::from_array(point.map(saturated).0);
    let rounded = |normal: &Vect<V, f64>| V::from_array(rounded_normal::<V>(&normal.0));
    if normals.is_empty() {
        // Far away, rounding may put the position behind a thin obstacle; the expected normal is not
        // affected.
        let is_behind = contact_normal.dot(Vect::of(motion)) > 0.0;
        let normal = if is_behind { expected } else { contact_normal };
        return (point, contact_normals([rounded(&normal)]));
    }
    (point, contact_normals(normals.iter().map(rounded)))
}

/// Whether a shape may have no interior, by a quick conservative check.
fn may_be_flat<V: Vector>(shape: &ShapeRef<'_, V>) -> bool {
    match shape {
        ShapeRef::Point(_)
        | ShapeRef::Segment(_)
        | ShapeRef::Ray(_)
        | ShapeRef::Triangle(_)
        | ShapeRef::Plane(_)
        | ShapeRef::Frustum(_) => true,
        ShapeRef::ConvexHull(hull) => !hull.has_inside(),
        ShapeRef::Parallelepiped(shape) => {
            let edges = Matrix::<V, Estimate>::of(&shape.edges);
            let volume = edges[0].cross(edges[1]).dot(edges[V::DIM - 1]);
            !matches!(volume.sign(), Some(Ordering::Less | Ordering::Greater))
        }
        ShapeRef::Sphere(sphere) => is_zero(sphere.radius),
        ShapeRef::Capsule(capsule) => is_zero(capsule.radius),
        ShapeRef::Aabb(aabb) => (0..V::DIM).any(|t| aabb.min[t] == aabb.max[t]),
        ShapeRef::Obb(obb) => (0..V::DIM).any(|t| is_zero(obb.half_extents[t])),
        ShapeRef::HalfSpace(_) => false,
    }
}

/// A position moved away by some units in the last place: along the steepest axis alone, or along every
/// axis with more than a small part in the direction `away`.
fn nudged<V: Vector>(
    position: &V::Array<f32>,
    away: Vect<V, f64>,
    units: u32,
    steepest_only: bool,
) -> V::Array<f32> {
    let largest = away.abs().largest();
    let threshold = if steepest_only { 0.999 } else { 0.05 };
    let moved = Vect::<V, f32>(*position).zip(away, |mut x, side| {
        if side.abs() >= threshold * largest && side != 0.0 {
            for _ in 0..units {
                x = if side > 0.0 { x.next_up() } else { x.next_down() };
            }
        }
        x
    });
    moved.0
}
