//! The search for a mover's stop: proposals, and their proofs.

use super::approach::{approach, approach_time, facing};
use super::one_way::is_in_front;
use super::placed::{placed, position, rounds_its_form};
use super::sweep::{Displacement, penetrates_along};
use super::{Hit, Obstacle, Stop};
use crate::exact::{Estimate, Exact as _, Number as _, is_zero, widen};
use crate::query::bounds::Bounds;
use crate::query::cast;
use crate::query::closest_point::saturated;
use crate::query::predicate::{Rule, evaluate};
use crate::query::proximity::{Detail, proof, proximity, rounded_normal};
use crate::query::ray_cast::bisection::largest_f32;
use crate::query::separation::{Shapes, SpansSpace, dot};
use crate::shape::{AnyShape, Shape, ShapeRef};
use crate::space::Vector;
use core::cmp::Ordering;

/// One question in the making.
pub(crate) struct ContactSearch<'a, V: Vector> {
    mover: ShapeRef<'a, V>,
    /// What is stored where it comes to: the mover, or what that was placed from.
    form: ShapeRef<'a, V>,
    start: V::Array<f32>,
    motion: V::Array<f32>,
    /// Those that may be met; the others are `None`.
    obstacles: Vec<Option<&'a Shape<V>>>,
}

/// When a mover comes to what is in its way.
struct TimeOfImpact {
    /// Which of the obstacles.
    obstacle: usize,
    /// The greatest part of the motion that is free.
    fraction: f32,
    /// The same as nearly as it is known: less than a unit in the last place later.
    time: f64,
}

/// What stops a mover at an obstacle.
pub(crate) struct Blocker<V: Vector> {
    /// Which of the obstacles.
    pub(crate) obstacle: usize,
    /// The unit normals, of which the first stops the motion least. More than one where corners or
    /// edges meet: a motion that leads into none, or not into all, leaves or passes the obstacle.
    pub(crate) normals: Vec<V>,
}

/// Where a way starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Anywhere.
    Any,
    /// Where a way among the same obstacles ended, which penetrates none.
    Stop,
}

/// At least half a unit, at most one unit in the last place of a largest coordinate.
fn unit_of(largest: f64) -> f64 {
    f64::from(f32::EPSILON) / 2.0 * largest
}

/// How many units in the last place a position may be away from the point of contact.
const NUDGES: u32 = 4;

impl<'a, V: Vector> ContactSearch<'a, V> {
    /// The way of `mover`, which is `form` at another position, if it is not `form` itself.
    pub(crate) fn new(
        mover: ShapeRef<'a, V>,
        form: ShapeRef<'a, V>,
        motion: V::Array<f32>,
        obstacles: &[Obstacle<'a, V>],
    ) -> Self {
        debug_assert!((0..V::DIM).all(|t| motion[t].is_finite()), "a motion has an end");
        let passed = Bounds::of(&mover).passed(&motion);
        let minded = |obstacle: &Obstacle<'a, V>| {
            let other = obstacle.shape.as_shape_ref();
            if !(other.is_finite() && passed.overlaps(&Bounds::of(&other))) {
                return None;
            }
            // Only what is in the way is worth the question from where it is met.
            let whole = Displacement::Part(1.0, motion);
            let is_met = |front: &V::Array<f32>| {
                !penetrates_along(&mover, whole, obstacle.shape)
                    || is_in_front(&mover, &other, front)
            };
            obstacle.front.as_ref().is_none_or(is_met).then_some(obstacle.shape)
        };
        let obstacles = obstacles.iter().map(minded).collect();
        Self { mover, form, start: position(&mover), motion, obstacles }
    }

    /// The stop, and the gap that is left there.
    pub(crate) fn stop_and_gap(&self) -> Stop<V> {
        let (mut stop, _) = self.stop(Start::Any);
        if let Some(moved) = placed(&self.form, &stop.position.to_array()) {
            stop.gap = self.gap(&moved, &stop.hits);
        }
        stop
    }

    /// The stop without its gap, and the faces that make it, one for each of its hits.
    pub(crate) fn stop(&self, start: Start) -> (Stop<V>, Vec<Blocker<V>>) {
        let mut faces = Vec::new();
        let mut stop = Stop {
            position: V::from_array(self.start),
            fraction: 1.0,
            gap: 0.0,
            hits: Vec::new(),
            started_penetrating: false,
            backed_off: false,
        };
        // Whatever is penetrated at the start is so on the way, whose start is a part of it.
        let whole = Displacement::Part(1.0, self.motion);
        let blocking: Vec<usize> =
            (0..self.obstacles.len()).filter(|&i| self.is_blocked(i, whole)).collect();
        let still = Displacement::Part(0.0, self.motion);
        let is_inside = |&i: &usize| self.is_blocked(i, still);
        if start == Start::Any && blocking.iter().any(is_inside) {
            return (Stop { started_penetrating: true, fraction: 0.0, ..stop }, faces);
        }
        let impacts = self.first_impacts(&blocking);
        let time = impacts.iter().fold(1.0, |time: f64, impact| time.smaller(impact.time));
        stop.fraction = impacts.first().map_or(1.0, |impact| impact.fraction);
        (stop.position, stop.backed_off) = self.position(time, !blocking.is_empty());
        let Some(moved) = placed(&self.form, &stop.position.to_array()) else {
            return (stop, faces);
        };
        for TimeOfImpact { obstacle, fraction, .. } in impacts {
            let Some(other) = self.obstacles[obstacle] else { continue };
            let (point, normals) = self.impact(&moved, other);
            stop.hits.push(Hit { obstacle, point, normal: normals[0], fraction });
            faces.push(Blocker { obstacle, normals });
        }
        (stop, faces)
    }

    /// Whether obstacle `i` is penetrated along the way. Exact.
    fn is_blocked(&self, i: usize, displacement: Displacement<V>) -> bool {
        self.obstacles[i].is_some_and(|other| penetrates_along(&self.mover, displacement, other))
    }

    /// The earliest meetings with obstacles that block the whole way, in the order of these: as many as have
    /// the least fraction.
    fn first_impacts(&self, blocking: &[usize]) -> Vec<TimeOfImpact> {
        // Convex shapes that touch at the start, and penetrate on the way, do so at once.
        let touching: Vec<bool> = blocking.iter().map(|&i| self.touches(i)).collect();
        if touching.contains(&true) {
            let least = Displacement::Part(f32::from_bits(1), self.motion);
            let at_once = blocking.iter().zip(touching);
            let at_once = at_once.filter(|&(&i, touches)| touches || self.is_blocked(i, least));
            let impact = |(&obstacle, _)| TimeOfImpact { obstacle, fraction: 0.0, time: 0.0 };
            return at_once.map(impact).collect();
        }
        let estimate = |&i: &usize| {
            let other = self.obstacles[i]?;
            Some((i, approach_time(&self.mover, &self.motion, other)))
        };
        let mut coming: Vec<(usize, f64)> = blocking.iter().filter_map(estimate).collect();
        coming.sort_by(|x, y| x.1.total_cmp(&y.1));
        let (mut earliest, mut first) = (1.0_f32, Vec::new());
        for (obstacle, estimate) in coming {
            let is_free =
                |part: f32| !self.is_blocked(obstacle, Displacement::Part(part, self.motion));
            if earliest < 1.0 && is_free(earliest.next_up()) {
                continue;
            }
            let as_early = earliest < 1.0 && is_free(earliest);
            let fraction =
                if as_early { earliest } else { largest_f32(estimate, earliest, is_free) };
            // The next number is not free.
            let (least, most) = (widen(fraction), widen(fraction.next_up()));
            let time = if !(estimate > least) { least } else { estimate.smaller(most) };
            if fraction < earliest {
                first.clear();
            }
            earliest = fraction;
            first.push(TimeOfImpact { obstacle, fraction, time });
        }
        first.sort_by_key(|impact| impact.obstacle);
        first
    }

    /// Whether the mover meets obstacle `i` at the start. Exact.
    fn touches(&self, i: usize) -> bool {
        self.obstacles[i].is_some_and(|other| proof::intersects(self.mover, other.as_shape_ref()))
    }

    fn motion_length(&self) -> f64 {
        let motion = V::array(|i| widen(self.motion[i]));
        dot::<V, f64>(&motion, &motion).sqrt()
    }

    /// A free position near `start + time · motion`, and whether it had to be sought far back.
    fn position(&self, time: f64, is_stopped: bool) -> (V, bool) {
        let start = self.start;
        let moves = (0..V::DIM).any(|i| !is_zero(self.motion[i]));
        if !(time > 0.0) || !moves {
            return (V::from_array(start), false);
        }
        let mut part = time;
        let length = self.motion_length();
        let largest = (0..V::DIM).fold(0.0, |largest: f64, i| {
            let reach = widen(start[i]).abs() + (part * widen(self.motion[i])).abs();
            if reach > largest { reach } else { largest }
        });
        let unit = unit_of(largest);
        let is_near = part * length <= f64::from(NUDGES) * unit;
        if is_stopped && is_near {
            // As near as can be asked for: whoever pushes on stays, bit for bit.
            return (V::from_array(start), false);
        }
        // Corners that are rounded one by one are not freed by less than a unit of the largest.
        let mut back = if rounds_its_form(&self.mover) {
            unit.larger(unit_of(widen(Bounds::of(&self.mover).largest()))) / length
        } else {
            unit / length
        };
        let mut backed_off = false;
        loop {
            let target = V::array(|i| widen(start[i]) + part * widen(self.motion[i]));
            if let Some(position) = self.free_position_near(&target) {
                return (V::from_array(position), backed_off);
            }
            part -= back;
            backed_off = !is_near && (time - part) * length > f64::from(NUDGES) * unit;
            back *= 2.0;
            if is_near || !(part > 0.0) {
                return (V::from_array(start), backed_off);
            }
        }
    }

    /// The first free one of: the target rounded to nearest; then rounded away from the obstacles
    /// that were in the way, a unit in the last place further each time.
    fn free_position_near(&self, target: &V::Array<f64>) -> Option<V::Array<f32>> {
        let nearest: V::Array<f32> = V::array(|i| target[i] as f32);
        if !(0..V::DIM).all(|i| nearest[i].is_finite()) {
            return None;
        }
        let mut away = V::array(|_| 0.0);
        // A unit in the last place along each axis that leads away, the steepest alone first.
        let nudges = (1..=NUDGES).flat_map(|nudge| [(nudge, true), (nudge, false)]);
        for (nudge, steepest_only) in core::iter::once((0, true)).chain(nudges) {
            let position = nudged::<V>(&nearest, &away, nudge, steepest_only);
            // Beyond the largest number there is nowhere to stand.
            let Some(there) = placed(&self.form, &position) else { continue };
            let Some(i) = self.first_blocker(&position, &there) else {
                return Some(position);
            };
            let Some(other) = self.obstacles[i] else { continue };
            let facing = facing(&self.mover, &self.motion, other);
            if dot::<V, f64>(&away, &facing) <= 0.5 {
                away = V::array(|j| away[j] + facing[j]);
            }
        }
        None
    }

    /// The first obstacle penetrated on the straight way to a position, or by the mover as it is
    /// stored there, or on which it would be lost, if any. Exact.
    fn first_blocker(&self, position: &V::Array<f32>, placed: &Shape<V>) -> Option<usize> {
        let there = placed.as_shape_ref();
        let rounds = rounds_its_form(&there);
        (0..self.obstacles.len()).find(|&i| {
            self.is_blocked(i, Displacement::To(*position))
                || self.obstacles[i].is_some_and(|other| {
                    let other = other.as_shape_ref();
                    rounds && proof::penetrates(there, other) || self.is_lost_on(&there, &other)
                })
        })
    }

    /// Whether the mover would come to touch what has no inside together with it: a bullet that is a
    /// point, on a sheet. Nothing could tell any more from which side it came, and it would go on
    /// through. Who starts there may go either way.
    fn is_lost_on(&self, there: &ShapeRef<'_, V>, other: &ShapeRef<'_, V>) -> bool {
        may_be_flat(there)
            && may_be_flat(other)
            && proof::intersects(*there, *other)
            && !proof::intersects(self.mover, *other)
            && !evaluate::<V, _>(&SpansSpace(&Shapes { a: there, b: other, rule: Rule::Closed }))
    }

    /// The point of an obstacle where the mover, moved up against it, meets it, and the unit normals
    /// there: of polyhedra those of their facets, of others the one that their nearest points show.
    fn impact(&self, moved: &Shape<V>, obstacle: &Shape<V>) -> (V, Vec<V>) {
        let (moved, other) = (moved.as_shape_ref(), obstacle.as_shape_ref());
        let mut normals = cast::entry_normals(&self.mover, &self.motion, &other);
        let approach = || approach(&self.mover, &self.motion, obstacle).normal;
        let expected = normals.first().copied().unwrap_or_else(approach);
        let (point, shown) = match proximity(moved, other, Detail::Points) {
            Some(near) => {
                cast::contact_at(&near, &moved, &V::array(|_| 0.0), &other, Some(expected))
            }
            None => (V::array(|t| widen(position(&moved)[t])), expected),
        };
        if normals.is_empty() {
            // Far away, a place is rounded to behind a thin obstacle; its normal is not.
            let displacement = V::array(|t| widen(self.motion[t]));
            normals.push(if dot::<V, f64>(&shown, &displacement) > 0.0 { expected } else { shown });
        }
        let rounded = |normal: &V::Array<f64>| V::from_array(rounded_normal::<V>(normal));
        let point = V::from_array(V::array(|t| saturated(point[t])));
        (point, normals.iter().map(rounded).collect())
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

/// Whether a shape may have no inside, at a glance.
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
            let edge = |i: usize| V::array(|t| Estimate::of(shape.edges[i][t]));
            let volume = dot::<V, Estimate>(&V::cross(&edge(0), &edge(1)), &edge(V::DIM - 1));
            !matches!(volume.sign(), Some(Ordering::Less | Ordering::Greater))
        }
        ShapeRef::Sphere(sphere) => is_zero(sphere.radius),
        ShapeRef::Capsule(capsule) => is_zero(capsule.radius),
        ShapeRef::Aabb(aabb) => (0..V::DIM).any(|t| aabb.min[t] == aabb.max[t]),
        ShapeRef::Obb(obb) => (0..V::DIM).any(|t| is_zero(obb.half_extents[t])),
        ShapeRef::HalfSpace(_) => false,
    }
}

/// A position moved by some units in the last place in the directions that lead away: along the
/// steepest axis alone, or along every axis that counts.
fn nudged<V: Vector>(
    position: &V::Array<f32>,
    away: &V::Array<f64>,
    units: u32,
    steepest_only: bool,
) -> V::Array<f32> {
    let largest =
        (0..V::DIM).fold(0.0, |l: f64, i| if away[i].abs() > l { away[i].abs() } else { l });
    let counts = if steepest_only { 0.999 } else { 0.05 };
    V::array(|i| {
        let (mut x, side) = (position[i], away[i]);
        if side.abs() >= counts * largest && side != 0.0 {
            for _ in 0..units {
                x = if side > 0.0 { x.next_up() } else { x.next_down() };
            }
        }
        x
    })
}
