//! What a body stands on, on its way and at its end.

use super::along::Blocker;
use super::leg::Leg;
use super::walker::Walker;
use super::{Floor, Slide, note_hits};
use crate::exact::{Number as _, is_zero, widen};
use crate::linalg::Vect;
use crate::query::closest_point::saturated;
use crate::query::move_until_contact::Hit;
use crate::query::proximity::rounded_normal;
use crate::space::Vector;

/// A bound on the height of a mover above the floor it stands on, relative to its largest coordinate: a
/// stop is within four units in the last place, and a unit is at most half of `EPSILON`.
pub(crate) const FLOOR_WITHIN: f64 = 3.0 * f32::EPSILON as f64;

/// Where a body stands.
pub(super) struct Footing<V: Vector> {
    pub(super) at: V::Array<f32>,
    pub(super) floor: Floor<V>,
    /// The height of what carries it.
    pub(super) carried_at: f64,
}

impl<'a, V: Vector> Walker<'a, '_, V> {
    fn lowest_at(&self, at: &V::Array<f32>) -> f64 {
        let at = Vect::of(at);
        self.lowest + self.slopes.as_ref().map_or(0.0, |slopes| slopes.height(at))
    }

    /// The height of what carries a body after a leg: of the highest contact with a floor, or of the body's
    /// lowest point. On an edge a round foot is carried above its lowest point.
    pub(super) fn carried_at(&self, leg: &Leg<'_, V>) -> f64 {
        let lowest = self.lowest_at(&leg.to);
        let Some(slopes) = &self.slopes else { return lowest };
        let of = |vector: &V| Vect::of(&vector.to_array());
        let floors = leg.hits.iter().filter(|hit| slopes.is_floor(of(&hit.normal)));
        floors.fold(lowest, |most, hit| most.larger(slopes.height(of(&hit.point))))
    }

    /// How a body stands after a leg, on the most level of the floors that it met, if any: it may step onto an
    /// edge from a height, or from what carries it. A floor that ends no leg, since it is some roundings beneath,
    /// is added to what the leg met.
    pub(super) fn footing(&mut self, leg: &mut Leg<'a, V>, from: f64) -> Option<Footing<V>> {
        self.slopes.as_ref()?;
        let at = leg.to;
        let carried_at = self.carried_at(leg);
        let from = from.larger(carried_at);
        if let Some(floor) = self.floor_after(leg, from) {
            return Some(Footing { at, floor, carried_at });
        }
        if let Some(carried_at) = self.carried_below(leg, from)
            && let Some(floor) = self.floor_after(leg, carried_at)
        {
            return Some(Footing { at, floor, carried_at });
        }
        leg.add(self.floor_beneath(leg)?);
        let floor = self.floor_of(leg, from, |_| true)?;
        Some(Footing { at, floor, carried_at: self.carried_at(leg) })
    }

    /// The most level of the floors that a leg met and that a motion down would penetrate.
    fn floor_after(&self, leg: &Leg<'_, V>, carried_at: f64) -> Option<Floor<V>> {
        let down = Vect::of(&self.down(self.floor_within(&leg.to)));
        let here = self.surroundings.body.at(&leg.to)?;
        self.floor_of(leg, carried_at, |blocker| self.is_blocked(&here, down, blocker))
    }

    /// The contacts with a floor some roundings beneath a body that met a slope too steep, which ended the leg.
    /// Contacts of corners do not count: of their normals the one that counts depends on the motion.
    fn floor_beneath(&mut self, leg: &Leg<'_, V>) -> Option<Leg<'a, V>> {
        let slopes = self.slopes.as_ref()?;
        let faces_up = |normal: &V| slopes.height(Vect::of(&normal.to_array())) > 0.0;
        let is_slope =
            |blocker: &Blocker<V>| matches!(&blocker.normals[..], [normal] if faces_up(normal));
        if !leg.blockers.iter().any(is_slope) {
            return None;
        }
        let mut beneath = self.contacts_below(&leg.to);
        beneath.keep(|blocker| blocker.normals.len() == 1);
        let is_floor = self.floor_of(&beneath, self.carried_at(&beneath), |_| true).is_some();
        is_floor.then_some(beneath)
    }

    /// The contacts of a body with what is less than some roundings beneath.
    fn contacts_below(&mut self, at: &V::Array<f32>) -> Leg<'a, V> {
        let down = self.down(self.floor_within(at));
        let mut contacts = self.surroundings.contacts(at, &down);
        while self.ignores(&contacts.hits) {
            contacts = self.surroundings.contacts(at, &down);
        }
        contacts
    }

    /// The floor of a body that several contacts hold together, though it would slide past each of them: a flat
    /// body on the seam of two tiles.
    fn wedged(&mut self, mut leg: Leg<'a, V>) -> Option<Floor<V>> {
        let floor = self.most_level(&leg.blockers)?;
        let down = Vect::of(&self.down(self.floor_within(&leg.to)));
        for _ in 0..=V::DIM {
            let along = self.along(&leg.to, down, &leg.blockers, &[]);
            if (0..V::DIM).all(|t| is_zero(along[t])) {
                return Some(floor);
            }
            let next = self.leg(&leg.to, &along);
            if next.to != leg.to || !leg.gains(&next) {
                return None;
            }
            leg.add(next);
        }
        None
    }

    /// The most level floor among all normals of contacts.
    fn most_level(&self, blockers: &[Blocker<V>]) -> Option<Floor<V>> {
        let slopes = self.slopes.as_ref()?;
        let mut best: Option<(f64, Floor<V>)> = None;
        for blocker in blockers {
            for &normal in blocker.normals.iter() {
                let wide = Vect::of(&normal.to_array());
                let height = slopes.height(wide);
                if slopes.is_floor(wide) && best.is_none_or(|(most, _)| height > most) {
                    best = Some((height, Floor { obstacle: blocker.obstacle, normal, part: None }));
                }
            }
        }
        best.map(|(_, floor)| floor)
    }

    /// The height of what would carry a body that slides down an edge too high for it: `None`, if it met no such
    /// edge, or comes to no floor within the height of a step.
    ///
    /// Between the edges of two treads a round foot sinks below the lower one, so that its lowest point says
    /// less of where it came from than that edge does.
    fn carried_below(&mut self, leg: &Leg<'_, V>, carried_at: f64) -> Option<f64> {
        if !leg.hits.iter().any(|hit| self.is_high_edge(hit, carried_at)) {
            return None;
        }
        let down = self.down(widen(self.options.step_height));
        let along = self.along(&leg.to, Vect::of(&down), &leg.blockers, &[]);
        if (0..V::DIM).all(|t| is_zero(along[t])) {
            return None;
        }
        let below = self.leg(&leg.to, &along);
        let carried_at = self.carried_at(&below);
        self.floor_of(&below, carried_at, |_| true).map(|_| carried_at)
    }

    /// The most level of the floors that a leg met, of those that carry a body: it may step onto an edge from what
    /// carried it at a height.
    fn floor_of(
        &self,
        leg: &Leg<'_, V>,
        carried_at: f64,
        carries: impl Fn(&Blocker<V>) -> bool,
    ) -> Option<Floor<V>> {
        let slopes = self.slopes.as_ref()?;
        let mut best: Option<(f64, Floor<V>)> = None;
        for (hit, blocker) in leg.hits.iter().zip(leg.blockers.iter()) {
            let shape = &self.surroundings.obstacles[hit.obstacle].shape;
            let Some(normal) = slopes.floor(hit, shape, carried_at) else { continue };
            let height = slopes.height(normal);
            if best.is_none_or(|(most, _)| height > most) && carries(blocker) {
                let normal = V::from_array(rounded_normal::<V>(&normal.0));
                best = Some((height, Floor { obstacle: hit.obstacle, normal, part: None }));
            }
        }
        best.map(|(_, floor)| floor)
    }

    /// Whether a hit is with an edge that is too high to step onto.
    pub(super) fn is_high_edge(&self, hit: &Hit<V>, lowest: f64) -> bool {
        let shape = &self.surroundings.obstacles[hit.obstacle].shape;
        self.slopes.as_ref().is_some_and(|slopes| slopes.is_high_edge(hit, shape, lowest))
    }

    /// A motion down by a length; none if no direction is up.
    pub(super) fn down(&self, length: f64) -> V::Array<f32> {
        let up = self.slopes.as_ref().map_or(Vect::zero(), |slopes| slopes.up);
        (up * -length).map(saturated).0
    }

    /// The distance below which a mover may be above the floor on which it stands.
    pub(super) fn floor_within(&self, at: &V::Array<f32>) -> f64 {
        let at = Vect::of(at);
        let body = &self.surroundings.body;
        let largest = (0..V::DIM).fold(0.0, |m: f64, t| m.larger(body.largest_along(t, at)));
        FLOOR_WITHIN * largest
    }

    /// Finds the floor at the end, which is sought further down where the mover came from one.
    pub(super) fn settle(
        &mut self,
        slide: &mut Slide<V>,
        motion: &V::Array<f32>,
        start: &V::Array<f32>,
        at: V::Array<f32>,
        standing: Option<Footing<V>>,
        began_on_floor: bool,
    ) {
        slide.moved = V::from_array(at);
        if self.slopes.is_none() {
            return;
        }
        let asked = Vect::<V, f64>::of(motion);
        // Who rises from a floor leaves it.
        let leaves = |normal: &V| asked.dot(Vect::of(&normal.to_array())) > 0.0;
        if let Some(standing) = &standing
            && standing.at == at
            && !(self.rises && leaves(&standing.floor.normal))
        {
            slide.floor = Some(standing.floor);
            return;
        }
        if self.rises && standing.as_ref().is_none_or(|it| leaves(&it.floor.normal)) {
            return;
        }
        // What it walked along it may be some roundings above of.
        if let Some((below, floor)) = self.stood_on(&at) {
            let is_still = (0..V::DIM).all(|t| is_zero(motion[t]));
            slide.moved = V::from_array(if is_still { at } else { below });
            slide.floor = Some(floor);
            return;
        }
        if !(self.options.snap > 0.0) || self.rises {
            return;
        }
        if !(began_on_floor || standing.is_some() || self.stood_on(start).is_some()) {
            return;
        }
        // A floor just so far below is only touched, which stops no leg.
        let down = self.down(widen(self.options.snap) + self.floor_within(&at));
        let mut below = self.leg(&at, &down);
        let mut footing = self.footing(&mut below, f64::NEG_INFINITY);
        if footing.is_none() && !below.hits.is_empty() {
            // Between the edges of two treads a round foot meets the one that does not carry it first.
            let left = 1.0 - below.time;
            let rest = Vect::of(&down) * left;
            let along = self.along(&below.to, rest, &below.blockers, &[]);
            below = self.leg(&below.to, &along);
            footing = self.footing(&mut below, f64::NEG_INFINITY);
        }
        if let Some(footing) = footing {
            slide.moved = V::from_array(below.to);
            slide.floor = Some(footing.floor);
            slide.snapped = true;
            note_hits(&mut slide.hits, &below.hits);
        }
    }

    /// The floor on which a body at a displacement stands, and the displacement down to it; `None`, if none is so
    /// near.
    fn stood_on(&mut self, at: &V::Array<f32>) -> Option<(V::Array<f32>, Floor<V>)> {
        let down = self.down(self.floor_within(at));
        let mut below = self.leg(at, &down);
        let to = below.to;
        if let Some(footing) = self.footing(&mut below, f64::NEG_INFINITY) {
            return Some((to, footing.floor));
        }
        if below.hits.is_empty() {
            return None;
        }
        // Beside a slope too steep, which ends the leg, it may stand a rounding above a floor.
        let contacts = self.contacts_below(&to);
        let floor = self.floor_of(&contacts, self.carried_at(&contacts), |_| true);
        floor.or_else(|| self.wedged(below)).map(|floor| (to, floor))
    }
}
