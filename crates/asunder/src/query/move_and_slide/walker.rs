//! The walk: legs, steps over ledges and past corners, and down to the floor.

use super::along::{Blocker, PARALLEL, lifted, slide_along};
use super::body::{MovingBody, length, plus, refs, widened};
use super::ground::{Slopes, lowest};
use super::leg::{Leg, Surroundings};
use super::{BoundedObstacle, Floor, HitFilter, Slide, SlideOptions, note_hits};
use crate::exact::{Number as _, is_zero, widen};
use crate::query::closest_point::saturated;
use crate::query::move_until_contact::{Displacement, Hit, penetrates_along};
use crate::query::proximity::{Core, Wide, dot, rounded_normal, unit};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The most legs of one move, those over ledges included.
const MAX_LEGS: u32 = 256;

/// A bound on the height of a mover above the floor it stands on, relative to its largest coordinate: a
/// stop is within four units in the last place, and so are the three legs of a step.
pub(crate) const FLOOR_WITHIN: f64 = 16.0 * f32::EPSILON as f64;

/// The most legs down of one step. Each leaves less than a part in 2²⁰ of the height: from 2¹²⁸, above the
/// largest number, so many come down to 2⁻³².
const MAX_LANDINGS: u32 = 8;

/// The slide of a body, and a bound on the distance of all swept paths from its start.
pub(super) fn slide<V: Vector>(
    parts: &[ShapeRef<'_, V>],
    motion: &V::Array<f32>,
    obstacles: &[BoundedObstacle<'_, V>],
    options: &SlideOptions<V>,
    filter: HitFilter<'_, V>,
) -> (Slide<V>, f64) {
    let body = MovingBody::new(parts);
    let passed = vec![false; obstacles.len()];
    let up = unit::<V>(&widened::<V>(&options.up.to_array()));
    let slopes = up.map(|up| Slopes::new(up, options.max_slope, options.step_height));
    let lowest = slopes.as_ref().map_or(0.0, |slopes| lowest(parts, &slopes.up));
    let surroundings = Surroundings { body, obstacles, passed };
    let mut walker = Walker { surroundings, options, slopes, lowest, filter, reach: 0.0 };
    let slide = walker.slide(motion);
    (slide, walker.reach)
}

/// A body on its way.
struct Walker<'a, 'f, V: Vector> {
    surroundings: Surroundings<'a, V>,
    options: &'f SlideOptions<V>,
    /// `None` if `up` has no direction in `f64`.
    slopes: Option<Slopes<V>>,
    /// The height of the lowest point of the body at the start.
    lowest: f64,
    filter: HitFilter<'f, V>,
    /// The furthest that a path has led from the start.
    reach: f64,
}

/// Where a body stands.
struct Footing<V: Vector> {
    at: V::Array<f32>,
    floor: Floor<V>,
    /// The height of the contact with the floor: a round foot on an edge reaches lower.
    height: f64,
}

/// A body that arrived somewhere.
struct Arrival<V: Vector> {
    /// The rest of the motion.
    rest: Wide<V>,
    /// The whole motion, without the parts that floors and walls stopped.
    deflected: Wide<V>,
    /// How many walls and blockers were known.
    walls: usize,
    blockers: usize,
}

/// The end of a step over a ledge or past a corner.
struct Detour<V: Vector> {
    to: V::Array<f32>,
    rest: Wide<V>,
    standing: Option<Footing<V>>,
    hits: Vec<Hit<V>>,
}

impl<V: Vector> Walker<'_, '_, V> {
    fn slide(&mut self, motion: &V::Array<f32>) -> Slide<V> {
        let nowhere = V::array(|_| 0.0);
        let mut slide = Slide {
            moved: V::from_array(nowhere),
            remaining: V::from_array(*motion),
            floor: None,
            stepped: false,
            snapped: false,
            hits: Vec::new(),
            started_penetrating: false,
            stuck: None,
            deflected: widened::<V>(motion),
        };
        let mut at = nowhere;
        if let Some(inside) = self.surroundings.first_penetrated(&at) {
            slide.started_penetrating = true;
            match self.surroundings.freed(&at) {
                Some(free) => {
                    self.note_reach(&free, &widened::<V>(&nowhere));
                    at = free;
                }
                None => return self.led_out(slide, motion, inside),
            }
        }
        let start = at;
        let mut rest = widened::<V>(motion);
        let mut blockers: Vec<Blocker<V>> = Vec::new();
        let mut walls: Vec<Wide<V>> = Vec::new();
        let mut standing: Option<Footing<V>> = None;
        let mut began_on_floor = false;
        let mut arrival = Arrival::<V> { rest, deflected: slide.deflected, walls: 0, blockers: 0 };
        let mut met = Leg::free(at, 0.0);
        for turns in 0..MAX_LEGS {
            let leg_motion = V::array(|t| saturated(rest[t]));
            if (0..V::DIM).all(|t| is_zero(leg_motion[t])) || turns > self.options.max_slides {
                break;
            }
            let leg = self.leg(&at, &leg_motion);
            let left = 1.0 - leg.time;
            rest = V::array(|t| left * widen(leg_motion[t]));
            if leg.hits.is_empty() {
                at = leg.to;
                rest = V::array(|_| 0.0);
                break;
            }
            note_hits(&mut slide.hits, &leg.hits);
            // What is met at one place is judged together, however it came to be met.
            if leg.to != at || !met.gains(&leg) {
                let (walls, blockers) = (walls.len(), blockers.len());
                arrival = Arrival { rest, deflected: slide.deflected, walls, blockers };
                met = Leg::free(leg.to, leg.time);
            }
            at = leg.to;
            met.add(leg);
            rest = arrival.rest;
            walls.truncate(arrival.walls);
            blockers.truncate(arrival.blockers);
            let footing = self.floor_after(&met);
            let is_carried = footing.is_some();
            began_on_floor |= is_carried && at == start;
            standing = footing.or(standing);
            let detour = self.detour(&at, &rest, &met, standing.as_ref());
            let mut deflected = arrival.deflected;
            self.follow(&mut rest, &mut deflected, &met, is_carried, &mut walls);
            blockers.extend(met.blockers.iter().cloned());
            let along = self.along(&at, &rest, &blockers, &walls);
            if let Some((detour, stepped)) = detour
                && self.leads_further(&at, &leg_motion, &detour.to, &along)
            {
                at = detour.to;
                rest = detour.rest;
                slide.stepped |= stepped;
                note_hits(&mut slide.hits, &detour.hits);
                if detour.standing.is_some() {
                    standing = detour.standing;
                }
                blockers.truncate(arrival.blockers);
                walls.truncate(arrival.walls);
                met = Leg::free(at, 0.0);
                continue;
            }
            slide.deflected = deflected;
            rest = widened::<V>(&along);
        }
        slide.remaining = V::from_array(V::array(|t| saturated(rest[t])));
        self.settle(&mut slide, motion, &start, at, standing, began_on_floor);
        slide
    }

    /// A body that is stuck moves only if it comes out.
    fn led_out(&mut self, slide: Slide<V>, motion: &V::Array<f32>, inside: usize) -> Slide<V> {
        let out = self.surroundings.body.nearest(&widened::<V>(motion));
        if self.surroundings.first_penetrated(&out).is_none() {
            self.note_reach(&out, &V::array(|_| 0.0));
            let remaining = V::from_array(V::array(|_| 0.0));
            return Slide { moved: V::from_array(out), remaining, ..slide };
        }
        Slide { stuck: Some(inside), ..slide }
    }

    fn note_reach(&mut self, from: &V::Array<f32>, motion: &Wide<V>) {
        let reach = length::<V>(&widened::<V>(from)) + length::<V>(motion);
        self.reach = self.reach.larger(reach);
    }

    /// A leg, past what the filter ignores.
    fn leg(&mut self, from: &V::Array<f32>, motion: &V::Array<f32>) -> Leg<V> {
        self.note_reach(from, &widened::<V>(motion));
        loop {
            let leg = self.surroundings.leg(from, motion);
            if !self.ignores(&leg.hits) {
                return leg;
            }
        }
    }

    /// Whether the filter ignores some of these hits; then their obstacles are passed from now on.
    fn ignores(&mut self, hits: &[Hit<V>]) -> bool {
        let mut ignored = false;
        for hit in hits {
            if !(self.filter)(hit) {
                self.surroundings.passed[hit.obstacle] = true;
                ignored = true;
            }
        }
        ignored
    }

    fn lowest_at(&self, at: &V::Array<f32>) -> f64 {
        let at = widened::<V>(at);
        self.lowest + self.slopes.as_ref().map_or(0.0, |slopes| slopes.height(&at))
    }

    /// The most level of the floors on which a body stands after a leg, if it met any.
    fn floor_after(&self, leg: &Leg<V>) -> Option<Footing<V>> {
        let down = self.down(self.slopes.as_ref()?, &leg.to);
        let stored = self.surroundings.body.at(&leg.to)?;
        let here = refs(&stored);
        self.floor_of(leg, |_, blocker| self.is_blocked(&here, &down, blocker))
    }

    /// The floor on which a body at a displacement stands, if any: what a motion down would penetrate.
    fn floor_below(&mut self, at: &V::Array<f32>) -> Option<Floor<V>> {
        let down = self.down(self.slopes.as_ref()?, at);
        self.note_reach(at, &down);
        let mut below = self.surroundings.contacts(at, &V::array(|t| saturated(down[t])));
        while self.ignores(&below.hits) {
            below = self.surroundings.contacts(at, &V::array(|t| saturated(down[t])));
        }
        self.floor_of(&below, |_, _| true).map(|footing| footing.floor)
    }

    /// The most level of the floors that a leg met, and of those just as level the lowest.
    fn floor_of(
        &self,
        leg: &Leg<V>,
        carries: impl Fn(&Hit<V>, &Blocker<V>) -> bool,
    ) -> Option<Footing<V>> {
        let lowest = self.lowest_at(&leg.to);
        let slopes = self.slopes.as_ref()?;
        let mut best: Option<(f64, Footing<V>)> = None;
        for (hit, blocker) in leg.hits.iter().zip(&leg.blockers) {
            let shape = &self.surroundings.obstacles[hit.obstacle].shape;
            let Some(normal) = slopes.floor(hit, shape, lowest) else { continue };
            let level = slopes.height(&normal);
            let height = slopes.height(&widened::<V>(&hit.point.to_array()));
            let is_better = best.as_ref().is_none_or(|(most, footing)| {
                level > *most || level >= *most && height < footing.height
            });
            if is_better && carries(hit, blocker) {
                let normal = V::from_array(rounded_normal::<V>(&normal));
                let floor = Floor { obstacle: hit.obstacle, normal };
                best = Some((level, Footing { at: leg.to, floor, height }));
            }
        }
        best.map(|(_, footing)| footing)
    }

    /// A motion down through the floor that a body at a displacement stands on, if there is one.
    fn down(&self, slopes: &Slopes<V>, at: &V::Array<f32>) -> Wide<V> {
        let length = self.floor_within(at);
        V::array(|t| -length * slopes.up[t])
    }

    /// Leads the rest of a motion along what a leg met: a floor carries it, and a slope too steep is no
    /// way up. The same happens to the deflected motion.
    fn follow(
        &self,
        rest: &mut Wide<V>,
        deflected: &mut Wide<V>,
        leg: &Leg<V>,
        is_carried: bool,
        walls: &mut Vec<Wide<V>>,
    ) {
        let Some(slopes) = &self.slopes else { return };
        let Some(stored) = self.surroundings.body.at(&leg.to) else { return };
        let here = refs(&stored);
        let normals: Vec<Wide<V>> =
            leg.hits.iter().map(|hit| widened::<V>(&hit.normal.to_array())).collect();
        // The normal of a corner may be that of a floor though the mover passes beside it: it carries
        // who would fall into it, or who slides along it.
        let down = self.down(slopes, &leg.to);
        let slide = |rest: &Wide<V>| {
            let slid = slide_along::<V>(rest, &leg.blockers, &[], |displacement, blocker| {
                self.is_blocked(&here, &widened::<V>(displacement), blocker)
            });
            widened::<V>(&slid)
        };
        let is_along = |slid: &Wide<V>, normal: &Wide<V>| {
            let length = length::<V>(slid);
            length > 0.0 && dot::<V>(slid, normal).abs() <= PARALLEL * length
        };
        let slid = core::cell::LazyCell::new(|| slide(rest));
        let (floors, others): (Vec<usize>, Vec<usize>) = (0..normals.len()).partition(|&i| {
            slopes.is_floor(&normals[i])
                && (self.is_blocked(&here, &down, &leg.blockers[i]) || is_along(&slid, &normals[i]))
        });
        let is_carried = is_carried || !floors.is_empty();
        let leads_into = |motion: &Wide<V>, i: usize| {
            dot::<V>(motion, &normals[i]) < -PARALLEL * length::<V>(motion)
                && self.is_blocked(&here, motion, &leg.blockers[i])
        };
        if is_carried && slopes.height(deflected) < 0.0 {
            *deflected = slopes.level(deflected);
        }
        if is_carried && slopes.height(rest) <= 0.0 {
            // Of the floors met at once one may be the edge of the next tile: it counts only if the way
            // along another leads into it.
            let presses = |i: &&usize| dot::<V>(rest, &normals[**i]) < 0.0;
            let level = slopes.level(rest);
            let projected = floors.iter().filter(presses);
            let projected =
                projected.map(|&i| lifted::<V>(&self.along_floor(&level, &normals[i]), &normals));
            let is_free = |motion: &Wide<V>| !floors.iter().any(|&i| leads_into(motion, i));
            let lower = |a: &Wide<V>, b: &Wide<V>| slopes.height(a) < slopes.height(b);
            let lowest = projected.filter(is_free).reduce(|a, b| if lower(&b, &a) { b } else { a });
            let along = lowest.unwrap_or(level);
            // A rise that a wall ends does not go on without the way: the crease of both is level.
            let is_ended =
                slopes.height(&along) > 0.0 && others.iter().any(|&i| leads_into(&along, i));
            *rest = if is_ended { level } else { along };
        }
        for i in others {
            if !leads_into(rest, i) {
                continue;
            }
            for normal in leg.blockers[i].normals.iter().map(|it| widened::<V>(&it.to_array())) {
                // What would rise along a slope by running at it goes on as along a wall. A slope at a
                // corner that the slide passes does not count.
                let wall = slopes.wall(&normal).filter(|_| is_along(&slide(rest), &normal));
                let Some(wall) = wall else { continue };
                let mut climbs = false;
                for motion in [&mut *rest, &mut *deflected] {
                    let into = dot::<V>(motion, &wall);
                    if into < 0.0 && slopes.is_climbed(motion, &normal) {
                        *motion = plus::<V>(motion, -into, &wall);
                        climbs = true;
                    }
                }
                if climbs {
                    walls.push(wall);
                }
            }
            let normal = &normals[i];
            let into = dot::<V>(deflected, normal);
            if into < 0.0 {
                *deflected = plus::<V>(deflected, -into, normal);
            }
        }
    }

    /// A level motion, along a floor.
    fn along_floor(&self, level: &Wide<V>, normal: &Wide<V>) -> Wide<V> {
        let along = plus::<V>(level, -dot::<V>(level, normal), normal);
        let (speed, left) = (length::<V>(level), length::<V>(&along));
        if self.options.keep_speed && left > 0.0 {
            return V::array(|t| along[t] * (speed / left));
        }
        along
    }

    /// Whether a motion of the body, as stored here, penetrates what stopped it. Exact.
    fn is_blocked(&self, here: &[ShapeRef<'_, V>], motion: &Wide<V>, blocker: &Blocker<V>) -> bool {
        let motion = Displacement::Part(1.0, V::array(|t| saturated(motion[t])));
        let it = &self.surroundings.obstacles[blocker.obstacle];
        !self.surroundings.passed[blocker.obstacle]
            && penetrates_along(&here[blocker.part], motion, &it.shape)
    }

    /// The projection of the rest of a motion that leads into nothing that was met.
    fn along(
        &self,
        at: &V::Array<f32>,
        rest: &Wide<V>,
        blockers: &[Blocker<V>],
        walls: &[Wide<V>],
    ) -> V::Array<f32> {
        let Some(stored) = self.surroundings.body.at(at) else { return V::array(|_| 0.0) };
        let here = refs(&stored);
        slide_along::<V>(rest, blockers, walls, |displacement, blocker| {
            self.is_blocked(&here, &widened::<V>(displacement), blocker)
        })
    }

    /// Whether a detour leads further along the level part of a motion than the slide does.
    fn leads_further(
        &mut self,
        at: &V::Array<f32>,
        motion: &V::Array<f32>,
        to: &V::Array<f32>,
        along: &V::Array<f32>,
    ) -> bool {
        let Some(slopes) = &self.slopes else { return false };
        let mut heading = slopes.level(&widened::<V>(motion));
        if !(length::<V>(&heading) > 0.0) {
            heading = widened::<V>(motion);
        }
        let gain =
            |to: &V::Array<f32>| dot::<V>(&heading, &V::array(|t| widen(to[t]) - widen(at[t])));
        let stepped = gain(to);
        let bound = dot::<V>(&heading, &widened::<V>(along));
        stepped > bound || stepped > gain(&self.leg(at, along).to)
    }

    /// What leads past the walls that a leg met: a step over a ledge (then the second part is true), or one
    /// past a corner that stands out.
    fn detour(
        &mut self,
        at: &V::Array<f32>,
        rest: &Wide<V>,
        leg: &Leg<V>,
        standing: Option<&Footing<V>>,
    ) -> Option<(Detour<V>, bool)> {
        let slopes = self.slopes.as_ref()?;
        let level = slopes.level(rest);
        let is_wall = |hit: &&Hit<V>| !slopes.is_floor(&widened::<V>(&hit.normal.to_array()));
        let walls: Vec<usize> = leg.hits.iter().filter(is_wall).map(|hit| hit.obstacle).collect();
        if walls.is_empty() {
            return None;
        }
        if self.options.ledge > 0.0
            && let Some(detour) = self.past_corner(at, rest, &walls)
        {
            return Some((detour, false));
        }
        if self.options.step_height > 0.0 && length::<V>(&level) > 0.0 {
            let foot = self.foot(at, standing);
            return self.step_over(at, rest, &level, foot).map(|detour| (detour, true));
        }
        None
    }

    /// The height above which a step is measured: that of the floor on which a body stood last, if its
    /// lowest point is lower.
    fn foot(&self, at: &V::Array<f32>, standing: Option<&Footing<V>>) -> f64 {
        let lowest = self.lowest_at(at);
        standing.map_or(lowest, |it| {
            let above = (it.height - self.lowest_at(&it.at)).positive_part();
            it.height.smaller(lowest + above).larger(lowest)
        })
    }

    /// The step: up, along, and down again as far. `None`, if it leads no further, or onto no floor.
    fn step_over(
        &mut self,
        at: &V::Array<f32>,
        rest: &Wide<V>,
        level: &Wide<V>,
        foot: f64,
    ) -> Option<Detour<V>> {
        let up = self.slopes.as_ref()?.up;
        let height = widen(self.options.step_height);
        let above = self.leg(at, &V::array(|t| saturated(height * up[t]))).to;
        let beyond = self.leg_along(&above, level);
        if beyond.to == above {
            return None;
        }
        let risen = dot::<V>(&V::array(|t| widen(above[t]) - widen(at[t])), &up);
        // A floor that it only touches does not stop it, and it may start some roundings above one.
        let depth = risen + self.floor_within(&beyond.to);
        let first = self.leg(&beyond.to, &V::array(|t| saturated(-depth * up[t])));
        let is_high = self.is_on_high_edge(&first, Some(foot));
        let landing = self.landing(first, &beyond.to, depth, Some(foot));
        let gain = V::array(|t| widen(landing.to[t]) - widen(at[t]));
        if is_high && !(dot::<V>(&gain, &unit::<V>(level)?) > self.floor_within(at)) {
            return None;
        }
        let standing = Some(self.floor_landed_on(&landing, Some(foot))?);
        // The part of the motion that led down ends at the floor; a part that led up remains.
        let (left, rise) = (1.0 - beyond.time, dot::<V>(rest, &up).positive_part());
        let rest = V::array(|t| left * level[t] + rise * up[t]);
        Some(Detour { to: landing.to, rest, standing, hits: landing.hits })
    }

    /// The end of a way down from a place, of which a first leg is given. Edges that are too high are slid
    /// off: those more than a step above `foot`; without one, those that do not carry.
    fn landing(
        &mut self,
        first: Leg<V>,
        from: &V::Array<f32>,
        depth: f64,
        foot: Option<f64>,
    ) -> Leg<V> {
        let Some(up) = self.slopes.as_ref().map(|slopes| slopes.up) else { return first };
        let (mut landing, mut left) = (first, depth);
        for _ in 0..MAX_LANDINGS {
            let is_high = self.is_on_high_edge(&landing, foot);
            if is_high {
                let fallen = V::array(|t| widen(from[t]) - widen(landing.to[t]));
                left = (depth - dot::<V>(&fallen, &up)).positive_part();
            }
            let mut down = V::array(|t| saturated(-left * up[t]));
            if is_high {
                down = self.along(&landing.to, &widened::<V>(&down), &landing.blockers, &[]);
            }
            // From high up numbers are coarse: legs down are repeated until one leads no lower.
            let again = self.leg(&landing.to, &down);
            if again.to == landing.to {
                landing.add(again);
                break;
            }
            if !is_high && (again.hits.is_empty() || self.is_on_high_edge(&again, foot)) {
                break;
            }
            landing = again;
        }
        landing
    }

    /// Whether a landing is on an edge that is too high.
    fn is_on_high_edge(&self, landing: &Leg<V>, foot: Option<f64>) -> bool {
        landing.hits.iter().any(|hit| self.is_slid_off(landing, hit, foot))
    }

    fn is_slid_off(&self, landing: &Leg<V>, hit: &Hit<V>, foot: Option<f64>) -> bool {
        let Some(slopes) = &self.slopes else { return false };
        match foot {
            Some(foot) => self.is_high_edge(hit, foot),
            None => {
                !slopes.is_floor(&widened::<V>(&hit.normal.to_array()))
                    && self.is_high_edge(hit, self.lowest_at(&landing.to))
            }
        }
    }

    /// The floor on which a landing ends, if it is no edge that is too high.
    fn floor_landed_on(&self, landing: &Leg<V>, foot: Option<f64>) -> Option<Footing<V>> {
        let down = self.down(self.slopes.as_ref()?, &landing.to);
        let stored = self.surroundings.body.at(&landing.to)?;
        let here = refs(&stored);
        self.floor_of(landing, |hit, blocker| {
            !self.is_slid_off(landing, hit, foot) && self.is_blocked(&here, &down, blocker)
        })
    }

    /// A level leg, and a second one along what the first met: a wall beside a ledge does not end the step.
    fn leg_along(&mut self, from: &V::Array<f32>, level: &Wide<V>) -> Leg<V> {
        let first = self.leg(from, &V::array(|t| saturated(level[t])));
        if first.hits.is_empty() {
            return first;
        }
        let left = 1.0 - first.time;
        let rest = V::array(|t| left * level[t]);
        let along = widened::<V>(&self.along(&first.to, &rest, &first.blockers, &[]));
        let along = self.slopes.as_ref().map_or(along, |slopes| slopes.level(&along));
        let second = self.leg(&first.to, &V::array(|t| saturated(along[t])));
        Leg { time: first.time + left * second.time, ..second }
    }

    /// Whether a hit is with an edge that is too high to step onto.
    fn is_high_edge(&self, hit: &Hit<V>, lowest: f64) -> bool {
        let shape = &self.surroundings.obstacles[hit.obstacle].shape;
        self.slopes.as_ref().is_some_and(|slopes| slopes.is_high_edge(hit, shape, lowest))
    }

    /// The distance below which a mover may be above the floor on which it stands.
    fn floor_within(&self, at: &V::Array<f32>) -> f64 {
        let at = widened::<V>(at);
        let body = &self.surroundings.body;
        let largest = (0..V::DIM).fold(0.0, |m: f64, t| m.larger(body.largest_along(t, &at)));
        FLOOR_WITHIN * largest
    }

    /// A step aside, or up, of at most the length of `ledge`, and on from there.
    fn past_corner(
        &mut self,
        at: &V::Array<f32>,
        rest: &Wide<V>,
        walls: &[usize],
    ) -> Option<Detour<V>> {
        let up = self.slopes.as_ref()?.up;
        let ahead = unit::<V>(rest)?;
        let sides: Vec<Wide<V>> = if V::EDGES == 0 {
            // In the plane the cross product is across its first argument.
            vec![V::cross(&ahead, &up)]
        } else {
            let first = unit::<V>(&V::cross(&up, &ahead));
            let first = first.or_else(|| {
                let axis = |i: usize| V::cross(&ahead, &V::array(|t| f64::from(u8::from(t == i))));
                (0..V::DIM).find_map(|i| unit::<V>(&axis(i)))
            })?;
            vec![first, V::cross(&ahead, &first)]
        };
        let origin = V::array(|_| 0.0);
        let stored = self.surroundings.body.at(at)?;
        let (here, radius) = (refs(&stored), |core: &Core<'_, V>| core.radius);
        let mut best: Option<(f64, Wide<V>)> = None;
        for side in sides.iter().flat_map(|side| [*side, V::array(|t| 0.0 - side[t])]) {
            // The step by which the body is beside the walls, all of them.
            let ends = |shape: &ShapeRef<'_, V>| {
                let core = Core::of(shape, origin)?;
                let [low, high] = core.extent(&side);
                Some((low - radius(&core), high + radius(&core)))
            };
            let own = here.iter().filter_map(ends);
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
        let aside = self.leg(at, &V::array(|t| saturated(step * side[t])));
        let on = self.leg(&aside.to, &V::array(|t| saturated(rest[t])));
        let gain = V::array(|t| widen(on.to[t]) - widen(at[t]));
        if on.to == aside.to || !(dot::<V>(&gain, &ahead) > 0.0) {
            return None;
        }
        let left = 1.0 - on.time;
        let rest = V::array(|t| left * rest[t]);
        Some(Detour { to: on.to, rest, standing: None, hits: on.hits })
    }

    /// Finds the floor at the end, which is sought further down where the mover came from one.
    fn settle(
        &mut self,
        slide: &mut Slide<V>,
        motion: &V::Array<f32>,
        start: &V::Array<f32>,
        at: V::Array<f32>,
        standing: Option<Footing<V>>,
        began_on_floor: bool,
    ) {
        slide.moved = V::from_array(at);
        let Some(slopes) = &self.slopes else { return };
        let (up, rises) = (slopes.up, slopes.height(&widened::<V>(motion)) > 0.0);
        let asked = widened::<V>(motion);
        // Who rises from a floor leaves it.
        let leaves = |normal: &V| dot::<V>(&asked, &widened::<V>(&normal.to_array())) > 0.0;
        if let Some(standing) = &standing
            && standing.at == at
            && !(rises && leaves(&standing.floor.normal))
        {
            slide.floor = Some(standing.floor);
            return;
        }
        if rises && standing.as_ref().is_none_or(|it| leaves(&it.floor.normal)) {
            return;
        }
        let down = |length: f64| V::array(|t| saturated(-length * up[t]));
        if let Some(floor) = self.floor_below(&at) {
            slide.floor = Some(floor);
            return;
        }
        if !(self.options.snap > 0.0) || rises {
            return;
        }
        let began_on_floor = began_on_floor || self.floor_below(start).is_some();
        if !(began_on_floor || standing.is_some()) {
            return;
        }
        // A floor just so far below is only touched, which stops no leg.
        let snap = widen(self.options.snap) + self.floor_within(&at);
        let mut below = self.leg(&at, &down(snap));
        if self.is_on_high_edge(&below, None) {
            below = self.landing(below, &at, snap, None);
        }
        if let Some(footing) = self.floor_landed_on(&below, None) {
            slide.moved = V::from_array(below.to);
            slide.floor = Some(footing.floor);
            slide.snapped = true;
            note_hits(&mut slide.hits, &below.hits);
        }
    }
}
