//! The walk: legs, and where the motion leads after each.

use super::along::{Blocker, PARALLEL, lifted, slide_along};
use super::body::PlacedBody;
use super::detour::Slid;
use super::footing::Footing;
use super::ground::{Slopes, lowest};
use super::leg::{Leg, Surroundings};
use super::lists::SlideLists;
use super::{HitFilter, Slide, SlideOptions, note_hits};
use crate::array::Mapped as _;
use crate::exact::{Number as _, is_zero};
use crate::linalg::Vect;
use crate::query::closest_point::saturated;
use crate::query::move_until_contact::{BoundedObstacle, Displacement, Hit, penetrates_along};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The most legs of one move, those over ledges included.
const MAX_LEGS: u32 = 256;

/// The slide of a body, and a bound, along each axis, on the distance of all swept paths from its start.
pub(super) fn slide<V: Vector>(
    parts: &[ShapeRef<'_, V>],
    motion: &V::Array<f32>,
    obstacles: &[BoundedObstacle<'_, V>],
    options: &SlideOptions<V>,
    filter: HitFilter<'_, V>,
    lists: &SlideLists<V>,
) -> (Slide<V>, V::Array<f64>) {
    let surroundings = Surroundings::new(parts, obstacles, lists);
    let up = Vect::<V, f64>::of(&options.up.to_array()).unit();
    let slopes = up.map(|up| Slopes::new(up, options.max_slope, options.step_height));
    let lowest = slopes.as_ref().map_or(0.0, |slopes| lowest(parts, slopes.up));
    let rises = slopes.as_ref().is_some_and(|slopes| slopes.height(Vect::of(motion)) > 0.0);
    let reach = Vect::zero();
    let mut walker = Walker { surroundings, options, slopes, lowest, filter, rises, reach };
    let slide = walker.slide(motion);
    (slide, walker.reach.0)
}

/// A body on its way.
pub(super) struct Walker<'a, 'f, V: Vector> {
    pub(super) surroundings: Surroundings<'a, V>,
    pub(super) options: &'f SlideOptions<V>,
    /// `None` if nothing is up: then every face is a wall.
    pub(super) slopes: Option<Slopes<V>>,
    /// The height of the lowest point of the body at the start.
    pub(super) lowest: f64,
    filter: HitFilter<'f, V>,
    /// Whether the motion that was asked for leads up.
    pub(super) rises: bool,
    /// The furthest that a path has led from the start along each axis.
    reach: Vect<V, f64>,
}

/// A body that arrived somewhere.
struct Arrival<V: Vector> {
    /// The rest of the motion.
    rest: Vect<V, f64>,
    /// The whole motion, without the parts that floors and walls stopped.
    deflected: Vect<V, f64>,
    /// How many walls and blockers were known.
    walls: usize,
    blockers: usize,
}

impl<'a, V: Vector> Walker<'a, '_, V> {
    fn slide(&mut self, motion: &V::Array<f32>) -> Slide<V> {
        let nowhere = Vect::<V, f32>::zero().0;
        let mut slide = Slide {
            moved: V::from_array(nowhere),
            remaining: V::from_array(*motion),
            floor: None,
            stepped: false,
            snapped: false,
            hits: self.surroundings.lists.hits_of_slide(),
            started_penetrating: false,
            stuck: None,
            deflected: Vect::of(motion),
        };
        let mut at = nowhere;
        if let Some(inside) = self.surroundings.first_penetrated(&at) {
            slide.started_penetrating = true;
            match self.surroundings.freed(&at) {
                Some(free) => {
                    self.note_reach(&free, Vect::of(&nowhere));
                    at = free;
                }
                None => return self.led_out(slide, motion, inside),
            }
        }
        let start = at;
        let mut rest = Vect::of(motion);
        let lists = self.surroundings.lists;
        let mut blockers = lists.blockers.list();
        let mut walls = lists.vectors.list();
        let mut standing: Option<Footing<V>> = None;
        let mut began_on_floor = false;
        let mut arrival = Arrival::<V> { rest, deflected: slide.deflected, walls: 0, blockers: 0 };
        let mut met = Leg::free(at, 0.0, lists);
        let mut tried: Option<Leg<'a, V>> = None;
        for turns in 0..MAX_LEGS {
            let leg_motion = rest.map(saturated).0;
            if (0..V::DIM).all(|t| is_zero(leg_motion[t])) || turns > self.options.max_slides {
                break;
            }
            let leg = tried.take().unwrap_or_else(|| self.leg(&at, &leg_motion));
            let left = 1.0 - leg.time;
            rest = Vect::of(&leg_motion) * left;
            if leg.hits.is_empty() {
                at = leg.to;
                rest = Vect::zero();
                break;
            }
            // What is met at one place is judged together, however it came to be met.
            if leg.to != at || !met.gains(&leg) {
                let (walls, blockers) = (walls.len(), blockers.len());
                arrival = Arrival { rest, deflected: slide.deflected, walls, blockers };
                met = Leg::free(leg.to, leg.time, lists);
            }
            at = leg.to;
            met.add(leg);
            rest = arrival.rest;
            walls.truncate(arrival.walls);
            blockers.truncate(arrival.blockers);
            // What carried it before counts: a round foot leaves an edge as it rolls over it.
            let before = standing.as_ref().map_or(f64::NEG_INFINITY, |it| it.carried_at);
            let footing = self.footing(&mut met, before);
            note_hits(&mut slide.hits, &met.hits);
            let here = footing.as_ref().map_or_else(|| self.carried_at(&met), |it| it.carried_at);
            let is_on_floor = footing.is_some();
            if is_on_floor {
                began_on_floor |= at == start;
                standing = footing;
            }
            let mut deflected = arrival.deflected;
            let is_carried = self.follow(&mut rest, &mut deflected, &met, is_on_floor, &mut walls);
            blockers.extend(met.blockers.iter().cloned());
            let along = self.along(&at, rest, &blockers, &walls);
            let along = if is_carried || self.rises {
                along
            } else {
                self.without_rise(arrival.rest, &along)
            };
            let heading = self.heading(arrival.rest);
            let mut slid = Slid { heading, along, leg: None };
            let carried_at = before.larger(here);
            if let Some(detour) = self.detour(&at, arrival.rest, &met, carried_at, &mut slid) {
                at = detour.to;
                rest = detour.rest;
                slide.stepped |= detour.stepped;
                note_hits(&mut slide.hits, &detour.hits);
                if detour.standing.is_some() {
                    standing = detour.standing;
                }
                blockers.truncate(arrival.blockers);
                walls.truncate(arrival.walls);
                // What is met right there leaves the rest of the detour, not the motion before it.
                arrival = Arrival { rest, deflected: slide.deflected, ..arrival };
                met = Leg::free(at, 0.0, lists);
                continue;
            }
            tried = slid.leg;
            slide.deflected = deflected;
            rest = Vect::of(&along);
        }
        slide.remaining = V::from_array(rest.map(saturated).0);
        self.settle(&mut slide, motion, &start, at, standing, began_on_floor);
        slide
    }

    /// A body that is stuck moves only if it comes out.
    fn led_out(&mut self, slide: Slide<V>, motion: &V::Array<f32>, inside: usize) -> Slide<V> {
        let out = self.surroundings.body.nearest(Vect::of(motion));
        // (Where it cannot be stored it penetrates nothing, either.)
        let is_stored = self.surroundings.body.at(&out).is_some();
        if is_stored && self.surroundings.first_penetrated(&out).is_none() {
            self.note_reach(&out, Vect::zero());
            return Slide { moved: V::from_array(out), remaining: V::default(), ..slide };
        }
        Slide { stuck: Some(inside), ..slide }
    }

    fn note_reach(&mut self, from: &V::Array<f32>, motion: Vect<V, f64>) {
        let reach = Vect::of(from).abs() + motion.abs();
        self.reach = self.reach.zip(reach, f64::larger);
    }

    /// A leg, past what the filter ignores.
    pub(super) fn leg(&mut self, from: &V::Array<f32>, motion: &V::Array<f32>) -> Leg<'a, V> {
        self.note_reach(from, Vect::of(motion));
        loop {
            let leg = self.surroundings.leg(from, motion);
            if !self.ignores(&leg.hits) {
                return leg;
            }
        }
    }

    /// Whether the filter ignores some of these hits; then their obstacles are passed from now on.
    pub(super) fn ignores(&mut self, hits: &[Hit<V>]) -> bool {
        let mut ignored = false;
        for hit in hits {
            if !(self.filter)(hit) {
                self.surroundings.passed[hit.obstacle] = true;
                ignored = true;
            }
        }
        ignored
    }

    /// Leads the rest of a motion along what a leg met: a floor carries it, and a slope too steep is no
    /// way up. The same happens to the deflected motion. Whether a floor carries it.
    fn follow(
        &self,
        rest: &mut Vect<V, f64>,
        deflected: &mut Vect<V, f64>,
        leg: &Leg<'_, V>,
        is_carried: bool,
        walls: &mut Vec<Vect<V, f64>>,
    ) -> bool {
        let Some(here) = self.surroundings.body.at(&leg.to) else { return is_carried };
        let Some(slopes) = &self.slopes else {
            for (hit, blocker) in leg.hits.iter().zip(leg.blockers.iter()) {
                let normal = Vect::of(&hit.normal.to_array());
                let [rest_into, into] = [*rest, *deflected].mapped(|motion| motion.dot(normal));
                let is_against = rest_into < -PARALLEL * rest.length() && into < 0.0;
                if is_against && self.is_blocked(&here, *rest, blocker) {
                    *deflected = *deflected - normal * into;
                }
            }
            return false;
        };
        let lists = self.surroundings.lists;
        let normals = leg.hits.iter().map(|hit| Vect::of(&hit.normal.to_array()));
        let normals = lists.vectors.collected(normals);
        // The normal of a corner may be that of a floor though the mover passes beside it: it carries
        // who would fall into it, or who slides along it.
        let down = Vect::of(&self.down(self.floor_within(&leg.to)));
        let slide = |rest: Vect<V, f64>| {
            let slid =
                slide_along::<V>(rest, &leg.blockers, &[], lists, |displacement, blocker| {
                    self.is_blocked(&here, Vect::of(displacement), blocker)
                });
            Vect::of(&slid)
        };
        // What is left along a face may be short, beside the rounding of its normal.
        let within = PARALLEL * rest.length();
        let is_along = |slid: Vect<V, f64>, normal: Vect<V, f64>| {
            slid.length() > 0.0 && slid.dot(normal).abs() <= within
        };
        let slid = core::cell::LazyCell::new(|| slide(*rest));
        let (mut floors, mut others) = (lists.indices.list(), lists.indices.list());
        for i in 0..normals.len() {
            // One slide answers for all floors that it goes along, a sweep for one alone.
            let is_floor = slopes.is_floor(normals[i])
                && (is_along(*slid, normals[i]) || self.is_blocked(&here, down, &leg.blockers[i]));
            if is_floor { &mut floors } else { &mut others }.push(i);
        }
        let is_carried = is_carried || !floors.is_empty();
        let leads_into = |motion: Vect<V, f64>, normal: Vect<V, f64>, i: usize| {
            motion.dot(normal) < -PARALLEL * motion.length()
                && self.is_blocked(&here, motion, &leg.blockers[i])
        };
        if is_carried && slopes.height(*deflected) < 0.0 {
            *deflected = slopes.level(*deflected);
        }
        if is_carried && slopes.height(*rest) <= 0.0 {
            // Of the floors met at once one may be the edge of the next tile: it counts only if the way
            // along another leads into it.
            let presses = |i: &&usize| rest.dot(normals[**i]) < 0.0;
            let level = slopes.level(*rest);
            let projected = floors.iter().filter(presses);
            let projected =
                projected.map(|&i| lifted(self.along_floor(level, normals[i]), &normals));
            let is_free =
                |&motion: &Vect<V, f64>| !floors.iter().any(|&i| leads_into(motion, normals[i], i));
            let lower = |a: Vect<V, f64>, b: Vect<V, f64>| slopes.height(a) < slopes.height(b);
            let lowest = projected.filter(is_free).reduce(|a, b| if lower(b, a) { b } else { a });
            let along = lowest.unwrap_or(level);
            // A rise that a wall ends does not go on without the way: the crease of both is level.
            let is_ended = slopes.height(along) > 0.0
                && others.iter().any(|&i| leads_into(along, normals[i], i));
            *rest = if is_ended { level } else { along };
        }
        for &i in others.iter() {
            let leads_into_first = leads_into(*rest, normals[i], i);
            let steep = leg.blockers[i].normals.iter().map(|normal| Vect::of(&normal.to_array()));
            for normal in steep.filter(|normal| !slopes.is_floor(*normal)) {
                let Some(wall) = slopes.wall(normal).filter(|_| leads_into(*rest, normal, i))
                else {
                    continue;
                };
                // What would rise along the slope by running at it goes on as along a wall. The slope at
                // a corner that the slide passes does not count.
                if !is_along(slide(*rest), normal) {
                    continue;
                }
                let mut climbs = false;
                for motion in [&mut *rest, &mut *deflected] {
                    let into = motion.dot(wall);
                    if into < 0.0 && slopes.is_climbed(*motion, normal) {
                        *motion = *motion - wall * into;
                        climbs = true;
                    }
                }
                if climbs {
                    walls.push(wall);
                }
            }
            let into = deflected.dot(normals[i]);
            if leads_into_first && into < 0.0 {
                *deflected = *deflected - normals[i] * into;
            }
        }
        is_carried
    }

    /// A level motion, along a floor.
    fn along_floor(&self, level: Vect<V, f64>, normal: Vect<V, f64>) -> Vect<V, f64> {
        let along = level - normal * level.dot(normal);
        let (speed, left) = (level.length(), along.length());
        if self.options.keep_speed && left > 0.0 {
            return along * (speed / left);
        }
        along
    }

    /// Whether a motion of the body, as stored here, penetrates what stopped it. Exact.
    pub(super) fn is_blocked(
        &self,
        here: &PlacedBody<V>,
        motion: Vect<V, f64>,
        blocker: &Blocker<V>,
    ) -> bool {
        let motion = Displacement::Part(1.0, motion.map(saturated).0);
        let obstacle = self.surroundings.obstacles[blocker.obstacle].bounded();
        !self.surroundings.passed[blocker.obstacle]
            && penetrates_along(here.bounded(blocker.part), motion, obstacle)
    }

    /// The projection of the rest of a motion that leads into nothing that was met.
    pub(super) fn along(
        &self,
        at: &V::Array<f32>,
        rest: Vect<V, f64>,
        blockers: &[Blocker<V>],
        walls: &[Vect<V, f64>],
    ) -> V::Array<f32> {
        let Some(here) = self.surroundings.body.at(at) else { return Vect::<V, f32>::zero().0 };
        slide_along::<V>(rest, blockers, walls, self.surroundings.lists, |displacement, blocker| {
            self.is_blocked(&here, Vect::of(displacement), blocker)
        })
    }

    /// The level part of a motion, or all of it if none is level.
    fn heading(&self, motion: Vect<V, f64>) -> Vect<V, f64> {
        let level = self.slopes.as_ref().map(|slopes| slopes.level(motion));
        level.filter(|level| level.length() > 0.0).unwrap_or(motion)
    }

    /// A motion along what stopped another, which rose along a floor: it rises only as far as it goes on.
    fn without_rise(&self, rest: Vect<V, f64>, along: &V::Array<f32>) -> V::Array<f32> {
        let Some(slopes) = &self.slopes else { return *along };
        let wide = Vect::of(along);
        let [before, after] = [rest, wide].mapped(|x| slopes.level(x).length());
        let most = slopes.height(rest).positive_part() * (after / before).smaller(1.0);
        let excess = slopes.height(wide) - most;
        if excess > 0.0 && before > 0.0 {
            (wide - slopes.up * excess).map(saturated).0
        } else {
            *along
        }
    }
}
