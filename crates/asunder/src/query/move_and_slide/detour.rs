//! What leads past a wall: a step over a ledge, and one past a corner that stands out.

use super::footing::Footing;
use super::leg::Leg;
use super::lists::List;
use super::walker::Walker;
use crate::exact::{Number as _, widen};
use crate::linalg::Vect;
use crate::query::closest_point::saturated;
use crate::query::move_until_contact::Hit;
use crate::query::proximity::Core;
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The most legs down of one step. Each leaves less than a part in 2²⁰ of the height: from 2¹²⁸, above the
/// largest number, so many come down to 2⁻³².
const MAX_LANDINGS: u32 = 8;

/// The parts of a motion that a step goes, one after the other until one does not land too high.
const STEP_PARTS: [f64; 4] = [1.0, 0.5, 0.25, 0.125];

/// The end of a step over a ledge or past a corner.
pub(super) struct Detour<'a, V: Vector> {
    pub(super) to: V::Array<f32>,
    pub(super) rest: Vect<V, f64>,
    pub(super) standing: Option<Footing<V>>,
    pub(super) hits: List<'a, Hit<V>>,
    /// Whether it leads over a ledge.
    pub(super) stepped: bool,
}

/// The slide that goes on where there is no detour.
pub(super) struct Slid<'a, V: Vector> {
    /// The level part of the motion, or all of it if none is level: who gets further along it gains more.
    pub(super) heading: Vect<V, f64>,
    /// The motion along the walls.
    pub(super) along: V::Array<f32>,
    /// The leg of that motion, if it was asked for.
    pub(super) leg: Option<Leg<'a, V>>,
}

impl<'a, V: Vector> Walker<'a, '_, V> {
    /// What leads further past the walls that a leg met than the slide does: a step over a ledge, or one past a
    /// corner that stands out.
    pub(super) fn detour(
        &mut self,
        at: &V::Array<f32>,
        rest: Vect<V, f64>,
        leg: &Leg<'_, V>,
        carried_at: f64,
        slid: &mut Slid<'a, V>,
    ) -> Option<Detour<'a, V>> {
        let slopes = self.slopes.as_ref();
        let level = slopes.map_or(Vect::zero(), |slopes| slopes.level(rest));
        let is_floor =
            |normal: &V| slopes.is_some_and(|it| it.is_floor(Vect::of(&normal.to_array())));
        let is_wall = |hit: &&Hit<V>| !is_floor(&hit.normal);
        let walls = leg.hits.iter().filter(is_wall).map(|hit| hit.obstacle);
        let walls = self.surroundings.lists.indices.collected(walls);
        if walls.is_empty() {
            return None;
        }
        let past_corner =
            if self.options.ledge > 0.0 { self.past_corner(at, rest, &walls) } else { None };
        let detour = match past_corner {
            Some(detour) => Some(detour),
            None if self.options.step_height > 0.0 && level.length() > 0.0 => {
                self.step_over(at, rest, leg, carried_at, slid)
            }
            None => None,
        };
        detour.filter(|detour| self.is_further(at, &detour.to, leg, slid))
    }

    /// Whether a detour leads further than the slide does, by more than the roundings of both ends.
    ///
    /// Where the slide meets something else, at once or on its way, the next turn judges it with that: its first leg
    /// says nothing of how far it goes.
    fn is_further(
        &mut self,
        at: &V::Array<f32>,
        to: &V::Array<f32>,
        met: &Leg<'_, V>,
        slid: &mut Slid<'a, V>,
    ) -> bool {
        let heading = slid.heading;
        let gain = |to: &V::Array<f32>| heading.dot(Vect::of(to) - Vect::of(at));
        let least = gain(to) - heading.length() * self.floor_within(at);
        if least > heading.dot(Vect::of(&slid.along)) {
            return true;
        }
        let along = slid.along;
        let leg = slid.leg.get_or_insert_with(|| self.leg(at, &along));
        !met.gains(leg) && least > gain(&leg.to)
    }

    /// The step: up, along, and down again as far. `None`, if it leads no further, or onto no floor.
    ///
    /// On treads shorter than its foot, a fast body that goes all along lands on an edge too high for it: then
    /// it goes a part of the motion.
    fn step_over(
        &mut self,
        at: &V::Array<f32>,
        rest: Vect<V, f64>,
        met: &Leg<'_, V>,
        carried_at: f64,
        slid: &mut Slid<'a, V>,
    ) -> Option<Detour<'a, V>> {
        let slopes = self.slopes.as_ref()?;
        let (up, level) = (slopes.up, slopes.level(rest));
        let height = widen(self.options.step_height);
        let above = self.leg(at, &(up * height).map(saturated).0).to;
        let risen = (Vect::of(&above) - Vect::of(at)).dot(up);
        for part in STEP_PARTS {
            // The leg down goes no further, and beside a wall most steps end here.
            let beyond = self.leg_beyond(at, &above, level * part, met, slid)?;
            if beyond.to == above || !self.is_further(at, &beyond.to, met, slid) {
                return None;
            }
            let mut landing = self.land(&beyond.to, risen);
            if landing.hits.iter().any(|hit| self.is_high_edge(hit, carried_at)) {
                continue;
            }
            let footing = self.footing(&mut landing, carried_at)?;
            // The part of the motion that led down ends at the floor, and a rise along a floor ends with it; a
            // rise that was asked for remains.
            let left = 1.0 - part * beyond.time;
            let rise = if self.rises { rest.dot(up).positive_part() } else { 0.0 };
            let rest = level * left + up * rise;
            let carried_at = carried_at.larger(footing.carried_at);
            let standing = Some(Footing { carried_at, ..footing });
            return Some(Detour {
                to: landing.to,
                rest,
                standing,
                hits: landing.hits,
                stepped: true,
            });
        }
        None
    }

    /// The leg down of a step that rose by so much.
    fn land(&mut self, from: &V::Array<f32>, risen: f64) -> Leg<'a, V> {
        // A floor that it only touches does not stop it, and it may start some roundings above one.
        let down = self.down(risen + 4.0 * self.floor_within(from));
        let mut landing = self.leg(from, &down);
        // From high up numbers are coarse: legs down are repeated until one leads no lower.
        for _ in 0..MAX_LANDINGS {
            if landing.hits.is_empty() {
                break;
            }
            let again = self.leg(&landing.to, &down);
            if again.to == landing.to || again.hits.is_empty() {
                break;
            }
            landing = again;
        }
        landing
    }

    /// A level leg of a step, and a second one along what the first met: a wall beside a ledge does not end the step.
    /// `None`, if the second leads no further than the slide does, though nothing be in its way: beside a wall that is
    /// as high as the step.
    fn leg_beyond(
        &mut self,
        at: &V::Array<f32>,
        from: &V::Array<f32>,
        level: Vect<V, f64>,
        met: &Leg<'_, V>,
        slid: &mut Slid<'a, V>,
    ) -> Option<Leg<'a, V>> {
        let first = self.leg(from, &level.map(saturated).0);
        if first.hits.is_empty() {
            return Some(first);
        }
        let left = 1.0 - first.time;
        let rest = level * left;
        let along = Vect::of(&self.along(&first.to, rest, &first.blockers, &[]));
        let along = self.slopes.as_ref().map_or(along, |slopes| slopes.level(along));
        let along = along.map(saturated).0;
        let wide = Vect::of(&along);
        if slid.heading.dot(wide) >= 0.0 {
            let furthest = self.surroundings.body.nearest(Vect::of(&first.to) + wide);
            if !self.is_further(at, &furthest, met, slid) {
                return None;
            }
        }
        let second = self.leg(&first.to, &along);
        Some(Leg { time: first.time + left * second.time, ..second })
    }

    /// A step aside, or up, of at most the length of `ledge`, and on from there.
    fn past_corner(
        &mut self,
        at: &V::Array<f32>,
        rest: Vect<V, f64>,
        walls: &[usize],
    ) -> Option<Detour<'a, V>> {
        let ahead = rest.unit()?;
        let mut sides = self.surroundings.lists.vectors.list();
        if V::EDGES == 0 {
            // In the plane the cross product is across its first argument.
            sides.push(ahead.cross(ahead));
        } else {
            let any = || (0..V::DIM).find_map(|i| ahead.cross(Vect::axis(i)).unit());
            let across = self.slopes.as_ref().and_then(|slopes| slopes.up.cross(ahead).unit());
            let first = across.or_else(any)?;
            sides.extend([first, ahead.cross(first)]);
        }
        let origin = Vect::<V, f32>::zero().0;
        let here = self.surroundings.body.at(at)?;
        let radius = |core: &Core<'_, V>| core.radius;
        let mut best: Option<(f64, Vect<V, f64>)> = None;
        for side in sides.iter().flat_map(|&side| [side, -side]) {
            // The step by which the body is beside the walls, all of them.
            let ends = |shape: &ShapeRef<'_, V>| {
                let core = Core::of(shape, origin)?;
                let [low, high] = core.extent(&side.0);
                Some((low - radius(&core), high + radius(&core)))
            };
            let own = (0..here.parts.len()).filter_map(|part| ends(&here.part(part)));
            let low = own.fold(f64::INFINITY, |least, (low, _)| least.smaller(low));
            let all = walls.iter().map(|&wall| ends(&self.surroundings.obstacles[wall].shape));
            let high = all.flatten().fold(f64::NEG_INFINITY, |m: f64, (_, high)| m.larger(high));
            let step = high - low;
            if step > 0.0 && best.is_none_or(|(least, _)| step < least) {
                best = Some((step, side));
            }
        }
        let (step, side) = best?;
        let step = step + self.floor_within(at) / 8.0;
        if !(step <= widen(self.options.ledge)) {
            return None;
        }
        let aside = self.leg(at, &(side * step).map(saturated).0);
        let on = self.leg(&aside.to, &rest.map(saturated).0);
        let gain = Vect::of(&on.to) - Vect::of(at);
        if on.to == aside.to || !(gain.dot(ahead) > 0.0) {
            return None;
        }
        let left = 1.0 - on.time;
        let rest = rest * left;
        Some(Detour { to: on.to, rest, standing: None, hits: on.hits, stepped: false })
    }
}
