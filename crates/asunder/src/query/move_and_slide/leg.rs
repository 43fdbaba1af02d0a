//! One leg of a slide: straight, up to where the body would begin to penetrate an obstacle.
//!
//! `f64` estimates, exact predicates decide: nothing is penetrated at the end, as stored there, nor on
//! the exact straight path to it.

use super::along::Blocker;
use super::body::{MovingBody, PlacedBody};
use super::lists::{List, SlideLists};
use crate::exact::{Number as _, at_or_below};
use crate::linalg::Vect;
use crate::query::cast::{self, EntryFacets};
use crate::query::move_until_contact::{
    BoundedObstacle, Displacement, EntryTime, Hit, NUDGES, StopSearch, contact, facing,
    is_path_blocked, penetrates_along, position, ulp_of,
};
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
            let (mover, swept) = (here.bounded(part), bounds.passed(motion));
            for (obstacle, it) in self.obstacles.iter().enumerate() {
                let counts = !self.passed[obstacle] && it.blocks(part);
                if counts && it.may_block(mover, motion, &swept) {
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
        (0..self.obstacles.len()).find(|&obstacle| {
            (0..here.parts.len()).any(|part| self.is_penetrated(&here, part, obstacle))
        })
    }

    /// Whether a part of the body, as stored here, penetrates an obstacle that counts and is none from one side
    /// alone. Exact.
    pub(super) fn is_penetrated(&self, here: &PlacedBody<V>, part: usize, obstacle: usize) -> bool {
        let it = &self.obstacles[obstacle];
        !self.passed[obstacle]
            && it.front.is_none()
            && it.blocks(part)
            && here.bounded(part).penetrates(it.bounded())
    }
}

impl<'a, V: Vector> LegStart<'_, 'a, V> {
    fn obstacle(&self, near: NearPair) -> &BoundedObstacle<'_, V> {
        &self.surroundings.obstacles[near.obstacle]
    }

    fn is_blocked(&self, near: NearPair, displacement: Displacement<V>) -> bool {
        let obstacle = self.obstacle(near).bounded();
        penetrates_along(self.here.bounded(near.part), displacement, obstacle)
    }

    fn leg(&self) -> Leg<'a, V> {
        let lists = self.surroundings.lists;
        if let Some(to) = self.free_end() {
            return Leg::free(to, 1.0, lists);
        }
        let whole = Displacement::Part(1.0, self.motion);
        let blocked = self.near.iter().copied().filter(|&near| self.is_blocked(near, whole));
        let time_of = |near: NearPair| {
            let (mover, other) = (self.here.bounded(near.part), self.obstacle(near));
            // Gaps along coordinate axes keep their digits beside large shapes.
            let separated = mover.bounds.separated_until(&self.motion, &other.bounds);
            let EntryTime { fraction, facets } =
                EntryTime::of(&mover.shape, &self.motion, &other.shape);
            let time = fraction.larger(separated);
            Blocked { near, time: if time > 1.0 { 1.0 } else { time.positive_part() }, facets }
        };
        let mut blocked = lists.blocked.collected(blocked.map(time_of));
        let impact = blocked.iter().map(|it| it.time).reduce(f64::smaller);
        let (to, _) = self.free_place(impact);
        let Some(time) = impact else { return Leg::free(to, 1.0, lists) };
        let mut leg = Leg::free(to, time, lists);
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
        let other = &self.obstacle(near).shape;
        let (point, normals) = contact(mover, &self.motion, &there, other, facets);
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
        self.blocker(&there).is_none().then_some(to)
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

    /// The first pair of which the obstacle blocks the straight path to a displacement, if any. Exact.
    fn blocker(&self, there: &PlacedBody<V>) -> Option<NearPair> {
        self.near.iter().copied().find(|&near| {
            let (mover, there) = (self.here.bounded(near.part), there.bounded(near.part));
            let obstacle = self.obstacle(near).bounded();
            is_path_blocked(mover, position(&there.shape), there, obstacle)
        })
    }
}

impl<V: Vector> StopSearch<V> for LegStart<'_, '_, V> {
    fn path(&self) -> [&V::Array<f32>; 2] {
        [&self.from, &self.motion]
    }

    fn unit(&self, time: f64) -> f64 {
        let body = &self.surroundings.body;
        let from = Vect::of(&self.from);
        let there = from + Vect::of(&self.motion) * time;
        ulp_of((0..V::DIM).fold(0.0, |most: f64, t| {
            most.larger(body.largest_along(t, there)).larger(body.largest_along(t, from))
        }))
    }

    fn rounded(&self, target: Vect<V, f64>, units: Vect<V, f64>) -> V::Array<f32> {
        let body = &self.surroundings.body;
        let unit = Vect::<V, f64>::from_fn(|t| body.unit_along(t, target));
        (Vect::of(&body.nearest(target)) + units.zip(unit, |units, unit| units * unit)).to_f32()
    }

    fn away_from_blocker(
        &self,
        place: &V::Array<f32>,
        impact: Option<f64>,
    ) -> Option<Vect<V, f64>> {
        let Some(there) = self.surroundings.body.at(place) else { return Some(Vect::zero()) };
        let near = self.blocker(&there)?;
        let (mover, obstacle) = (&self.here.part(near.part), &self.obstacle(near).shape);
        // If rounding alone leads into it, at a vertex or an edge the normal counts that stops the path least.
        let passed = || {
            let path = (Vect::<V, f32>(*place) - Vect(self.from)).0;
            cast::entry_normals(mover, &path, obstacle).first().copied()
        };
        let passed = if impact.is_none() { passed() } else { None };
        Some(passed.unwrap_or_else(|| facing(mover, &self.motion, obstacle)))
    }
}
