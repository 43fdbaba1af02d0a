//! One leg of a slide: straight, up to where the body would begin to penetrate an obstacle.
//!
//! `f64` estimates, exact predicates decide: nothing is penetrated at the end, as stored there, nor on
//! the exact straight path to it.

use super::BoundedObstacle;
use super::along::Blocker;
use super::body::{MovingBody, PlacedBody};
use super::lists::{List, SlideLists};
use crate::exact::{Estimate, Number as _, at_or_below, is_zero, widen};
use crate::linalg::Vect;
use crate::query::cast::{self, EntryFacets};
use crate::query::move_until_contact::{
    BoundedShape, Displacement, EntryTime, Hit, NUDGES, bounded_penetrates_along, contact, facing,
    is_in_front, loses_side_on, penetrates_along, position, ulp_of,
};
use crate::query::proximity::proof;
use crate::shape::ShapeRef;
use crate::space::Vector;
use core::cell::RefMut;

/// The greatest part of a component of a motion that rounding its end may take, if its end is tried at once.
const ROUNDED_PART: f64 = 1.0 / 1024.0;

/// A body among obstacles, some of which do not count any longer.
pub(super) struct Surroundings<'a, V: Vector> {
    pub(super) body: MovingBody<'a, V>,
    pub(super) obstacles: &'a [BoundedObstacle<'a, V>],
    /// The obstacles that are passed, by index.
    pub(super) passed: RefMut<'a, Vec<bool>>,
    pub(super) lists: &'a SlideLists<V>,
}

/// The end of a leg.
pub(super) struct Leg<'a, V: Vector> {
    /// The displacement of the body there, from the start of the slide.
    pub(super) to: V::Array<f32>,
    /// The part of the motion after which it ended.
    pub(super) time: f64,
    /// The contacts there, if it was stopped.
    pub(super) hits: List<'a, Hit<V>>,
    /// Their normals, one for each of the hits.
    pub(super) blockers: List<'a, Blocker<V>>,
}

impl<'a, V: Vector> Leg<'a, V> {
    /// A leg on which nothing was met.
    pub(super) fn free(to: V::Array<f32>, time: f64, lists: &'a SlideLists<V>) -> Self {
        Self { to, time, hits: lists.hits.list(), blockers: lists.blockers.list() }
    }

    fn has_met(&self, blocker: &Blocker<V>) -> bool {
        let is_same = |it: &Blocker<V>| (it.part, it.obstacle) == (blocker.part, blocker.obstacle);
        self.blockers.iter().any(is_same)
    }

    /// Whether another leg, to the same place, met what this one did not.
    pub(super) fn gains(&self, other: &Self) -> bool {
        other.blockers.iter().any(|blocker| !self.has_met(blocker))
    }

    /// Keeps the contacts of which a condition holds.
    pub(super) fn keep(&mut self, holds: impl Fn(&Blocker<V>) -> bool) {
        let Self { hits, blockers, .. } = self;
        let mut kept = blockers.iter().map(&holds);
        hits.retain(|_| kept.next() == Some(true));
        blockers.retain(holds);
    }

    /// Adds what another leg met, to the same place.
    pub(super) fn add(&mut self, mut other: Self) {
        for (hit, blocker) in other.hits.drain(..).zip(other.blockers.drain(..)) {
            if !self.has_met(&blocker) {
                self.hits.push(hit);
                self.blockers.push(blocker);
            }
        }
    }
}

/// A part of the body, and an obstacle near its path.
#[derive(Clone, Copy)]
pub(super) struct NearPair {
    part: usize,
    obstacle: usize,
}

/// The start of a leg, and what is near its path.
struct LegStart<'s, 'a, V: Vector> {
    surroundings: &'s Surroundings<'a, V>,
    from: V::Array<f32>,
    here: &'s PlacedBody<V>,
    motion: V::Array<f32>,
    near: List<'a, NearPair>,
}

/// A pair that the motion of a leg would make penetrate: when that begins, and the facets that it may enter by, if
/// they were sought.
pub(super) struct Blocked<V: Vector> {
    near: NearPair,
    time: f64,
    facets: Option<EntryFacets<V>>,
}

impl<'a, V: Vector> Surroundings<'a, V> {
    pub(super) fn new(
        parts: &'a [ShapeRef<'a, V>],
        obstacles: &'a [BoundedObstacle<'a, V>],
        lists: &'a SlideLists<V>,
    ) -> Self {
        let body = MovingBody::new(parts, &lists.places);
        let mut passed = lists.passed.borrow_mut();
        passed.clear();
        passed.resize(obstacles.len(), false);
        Self { body, obstacles, passed, lists }
    }

    /// A leg from one displacement, as far as the motion leads.
    pub(super) fn leg(&self, from: &V::Array<f32>, motion: &V::Array<f32>) -> Leg<'a, V> {
        self.start(from, motion, |start| start.leg())
    }

    /// The contacts, at a displacement, with what a motion from there would penetrate.
    pub(super) fn contacts(&self, at: &V::Array<f32>, motion: &V::Array<f32>) -> Leg<'a, V> {
        self.start(at, motion, |start| start.contacts())
    }

    fn start(
        &self,
        from: &V::Array<f32>,
        motion: &V::Array<f32>,
        go: impl Fn(&LegStart<'_, 'a, V>) -> Leg<'a, V>,
    ) -> Leg<'a, V> {
        let Some(here) = self.body.at(from) else {
            return Leg::free(*from, 1.0, self.lists);
        };
        let near = self.near(&here, motion);
        go(&LegStart { surroundings: self, from: *from, here: &here, motion: *motion, near })
    }

    /// Which obstacles are near the path of which parts.
    fn near(&self, here: &PlacedBody<V>, motion: &V::Array<f32>) -> List<'a, NearPair> {
        let mut near = self.lists.near.list();
        for (part, bounds) in here.bounds.iter().enumerate() {
            let (shape, swept) = (&here.part(part), bounds.passed(motion));
            for (obstacle, it) in self.obstacles.iter().enumerate() {
                if self.passed[obstacle] || !it.blocks(part) || !swept.overlaps(&it.bounds) {
                    continue;
                }
                let whole = Displacement::Part(1.0, *motion);
                // Whether it is in front costs more, so it is decided for what is in the way alone.
                let blocks = |front: &V::Array<f32>| {
                    !penetrates_along(shape, whole, &it.shape)
                        || is_in_front(shape, &it.shape, front)
                };
                if it.shape.is_finite() && it.front.as_ref().is_none_or(blocks) {
                    near.push(NearPair { part, obstacle });
                }
            }
        }
        near
    }

    /// The first obstacle that the body, as stored after a displacement, penetrates, and the part of it; no
    /// one-way obstacle counts. Exact.
    pub(super) fn first_penetrated(&self, at: &V::Array<f32>) -> Option<usize> {
        let here = self.body.at(at)?;
        let still = Vect::<V, Estimate>::zero().0;
        (0..self.obstacles.len()).find(|&obstacle| {
            let it = &self.obstacles[obstacle];
            !self.passed[obstacle]
                && it.front.is_none()
                && here.bounds.iter().enumerate().any(|(part, bounds)| {
                    it.blocks(part)
                        && bounds.overlaps(&it.bounds)
                        && !bounds.passes(&still, &it.bounds)
                        && proof::penetrates(here.part(part), it.shape)
                })
        })
    }
}

impl<'a, V: Vector> LegStart<'_, 'a, V> {
    fn obstacle(&self, near: NearPair) -> &ShapeRef<'_, V> {
        &self.surroundings.obstacles[near.obstacle].shape
    }

    fn is_blocked(&self, near: NearPair, displacement: Displacement<V>) -> bool {
        let (shape, bounds) = (&self.here.part(near.part), &self.here.bounds[near.part]);
        let mover = BoundedShape { shape, bounds };
        let it = &self.surroundings.obstacles[near.obstacle];
        let obstacle = BoundedShape { shape: &it.shape, bounds: &it.bounds };
        bounded_penetrates_along(mover, displacement, obstacle)
    }

    fn leg(&self) -> Leg<'a, V> {
        let lists = self.surroundings.lists;
        if let Some(to) = self.free_end() {
            return Leg::free(to, 1.0, lists);
        }
        let whole = Displacement::Part(1.0, self.motion);
        let blocked = self.near.iter().copied().filter(|&near| self.is_blocked(near, whole));
        let time_of = |near: NearPair| {
            let (mover, other) = (&self.here.part(near.part), self.obstacle(near));
            let bounds = &self.surroundings.obstacles[near.obstacle].bounds;
            // Gaps along coordinate axes keep their digits beside large shapes.
            let separated = self.here.bounds[near.part].separated_until(&self.motion, bounds);
            let EntryTime { fraction, facets } = EntryTime::of(mover, &self.motion, other);
            let time = fraction.larger(separated);
            Blocked { near, time: if time > 1.0 { 1.0 } else { time.positive_part() }, facets }
        };
        let mut blocked = lists.blocked.collected(blocked.map(time_of));
        let time = blocked.iter().fold(1.0, |least: f64, it| least.smaller(it.time));
        let to = self.stop(time, !blocked.is_empty());
        let mut leg = Leg::free(to, time, lists);
        if blocked.is_empty() {
            return leg;
        }
        let Some(there) = self.surroundings.body.at(&to) else { return leg };
        let (unit, length) = (self.unit(time), Vect::<V, f64>::of(&self.motion).length());
        let within = f64::from(NUDGES) * unit;
        for Blocked { near, time: own, facets } in blocked.drain(..) {
            if (own - time) * length > unit / 64.0 {
                continue;
            }
            let fraction = self.free_fraction(near, own, within / length);
            self.add_contact(&mut leg, near, facets, &there, fraction);
        }
        leg
    }

    fn contacts(&self) -> Leg<'a, V> {
        let mut leg = Leg::free(self.from, 0.0, self.surroundings.lists);
        let whole = Displacement::Part(1.0, self.motion);
        for &near in self.near.iter().filter(|&&near| self.is_blocked(near, whole)) {
            self.add_contact(&mut leg, near, None, self.here, 0.0);
        }
        leg
    }

    /// Adds the contact of a body there; `facets` are those that the motion may enter by, if they are known.
    fn add_contact(
        &self,
        leg: &mut Leg<'_, V>,
        near: NearPair,
        facets: Option<EntryFacets<V>>,
        there: &PlacedBody<V>,
        fraction: f32,
    ) {
        let (mover, there) = (&self.here.part(near.part), there.part(near.part));
        let (point, normals) = contact(mover, &self.motion, &there, self.obstacle(near), facets);
        let (obstacle, normal) = (near.obstacle, normals[0]);
        leg.hits.push(Hit { obstacle, point, normal, fraction, part: None });
        leg.blockers.push(Blocker { part: near.part, obstacle: near.obstacle, normals });
    }

    /// The end of the motion, if the body is free there and on the straight path, and rounding takes little of any
    /// component: else a floor that is pressed would be passed by far out.
    fn free_end(&self) -> Option<V::Array<f32>> {
        let body = &self.surroundings.body;
        let motion = Vect::of(&self.motion);
        let target = Vect::of(&self.from) + motion;
        let to = body.nearest(target);
        let (lost, most) = ((Vect::of(&to) - target).abs(), motion.abs() * ROUNDED_PART);
        if !(0..V::DIM).all(|t| lost[t] <= most[t]) {
            return None;
        }
        let there = body.at(&to)?;
        self.first_blocker(&there).is_none().then_some(to)
    }

    /// A fraction of the motion that is proven free, at most about a time; zero where the way to the contact
    /// is within its tolerance.
    fn free_fraction(&self, near: NearPair, time: f64, least: f64) -> f32 {
        if !(time > least) {
            return 0.0;
        }
        let mut less = 0.0;
        while less < 1.0 {
            let fraction = at_or_below(time * (1.0 - less));
            if !self.is_blocked(near, Displacement::Part(fraction, self.motion)) {
                return fraction;
            }
            less = (8.0 * less).larger(f64::from(f32::EPSILON) / 2.0);
        }
        0.0
    }

    /// At least half a unit in the last place of the largest number at the contact.
    fn unit(&self, time: f64) -> f64 {
        let body = &self.surroundings.body;
        let from = Vect::of(&self.from);
        let there = from + Vect::of(&self.motion) * time;
        ulp_of((0..V::DIM).fold(0.0, |most: f64, t| {
            most.larger(body.largest_along(t, there)).larger(body.largest_along(t, from))
        }))
    }

    /// A free displacement near the contact, or further back; at worst that of the start.
    fn stop(&self, time: f64, is_stopped: bool) -> V::Array<f32> {
        let moves = (0..V::DIM).any(|t| !is_zero(self.motion[t]));
        if !(time > 0.0) || !moves {
            return self.from;
        }
        let length = Vect::<V, f64>::of(&self.motion).length();
        let unit = self.unit(time);
        let is_near = time * length <= f64::from(NUDGES) * unit;
        if is_stopped && is_near {
            // It is within the tolerance of contact already: pushing on leaves it there, bit for bit.
            return self.from;
        }
        let mut back = unit / length;
        let mut fraction = time;
        loop {
            let target = Vect::of(&self.from) + Vect::of(&self.motion) * fraction;
            if let Some(free) = self.free_near(target, is_stopped) {
                return free;
            }
            fraction -= back;
            back *= 2.0;
            if is_near || !(fraction > 0.0) {
                return self.from;
            }
        }
    }

    /// The first free displacement of these: the target rounded to nearest; then rounded away from the
    /// obstacles that blocked those before, a unit in the last place further each time.
    fn free_near(&self, target: Vect<V, f64>, is_stopped: bool) -> Option<V::Array<f32>> {
        let body = &self.surroundings.body;
        let nearest = body.nearest(target);
        if !(0..V::DIM).all(|t| nearest[t].is_finite()) {
            return None;
        }
        let unit = Vect::<V, f64>::from_fn(|t| body.unit_along(t, target));
        let mut away = Vect::zero();
        // The units are added along each axis that leads away, along the steepest alone first.
        let nudges = (1..=NUDGES).flat_map(|nudge| [(nudge, true), (nudge, false)]);
        for (nudge, steepest_only) in core::iter::once((0, true)).chain(nudges) {
            let most = away.abs().largest();
            let threshold = if steepest_only { 0.999 } else { 0.05 };
            let to = V::array(|t| {
                let steps = if away[t].abs() >= threshold * most { f64::from(nudge) } else { 0.0 };
                let side = if away[t] > 0.0 { 1.0 } else { -1.0 };
                if is_zero(away[t] as f32) {
                    nearest[t]
                } else {
                    (widen(nearest[t]) + side * steps * unit[t]) as f32
                }
            });
            let Some(there) = body.at(&to) else { continue };
            let Some(near) = self.first_blocker(&there) else { return Some(to) };
            let facing = self.away_from(near, &to, is_stopped);
            if away.dot(facing) <= 0.5 {
                away = away + facing;
            }
        }
        None
    }

    /// The normal that leads away from an obstacle, which the path to a displacement penetrates.
    fn away_from(&self, near: NearPair, to: &V::Array<f32>, is_stopped: bool) -> Vect<V, f64> {
        let (mover, obstacle) = (&self.here.part(near.part), self.obstacle(near));
        let path = (Vect::<V, f32>(*to) - Vect(self.from)).0;
        // If rounding alone leads into it, at a vertex or an edge the normal counts that stops the path least.
        let least = || cast::entry_normals(mover, &path, obstacle).first().copied();
        let passed = if is_stopped { None } else { least() };
        passed.unwrap_or_else(|| facing(mover, &self.motion, obstacle))
    }

    /// The first obstacle penetrated along the straight path to where the body is stored, or there, or on
    /// which the side of a flat mover would be lost. Exact.
    fn first_blocker(&self, there: &PlacedBody<V>) -> Option<NearPair> {
        let still = Vect::<V, Estimate>::zero().0;
        self.near.iter().copied().find(|&near| {
            let (part, other) = (there.part(near.part), self.obstacle(near));
            let obstacle = &self.surroundings.obstacles[near.obstacle].bounds;
            let may_penetrate = || !there.bounds[near.part].passes(&still, obstacle);
            self.is_blocked(near, Displacement::To(position(&part)))
                || self.surroundings.body.rounds
                    && may_penetrate()
                    && proof::penetrates(part, *other)
                || loses_side_on(&self.here.part(near.part), &part, other)
        })
    }
}
