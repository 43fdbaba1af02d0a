//! The walk: legs, steps over ledges and past corners, and down to the floor.

use super::along::{Blocker, PARALLEL, lifted, slide_along};
use super::body::{MovingBody, PlacedBody, length, plus, widened};
use super::ground::{Slopes, lowest};
use super::leg::{Leg, Surroundings};
use super::{BoundedObstacle, Floor, HitFilter, Slide, SlideOptions, note_hits};
use crate::exact::{Number as _, is_zero, widen};
use crate::query::closest_point::saturated;
use crate::query::move_until_contact::{BoundedShape, Displacement, Hit, bounded_penetrates_along};
use crate::query::proximity::{Core, Wide, dot, rounded_normal, unit};
use crate::shape::ShapeRef;
use crate::space::Vector;

/// The most legs of one move, those over ledges included.
const MAX_LEGS: u32 = 256;

/// A bound on the height of a mover above the floor it stands on, relative to its largest coordinate: a
/// stop is within four units in the last place, and a unit is at most half of `EPSILON`.
pub(crate) const FLOOR_WITHIN: f64 = 3.0 * f32::EPSILON as f64;

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
    /// The height of what carries it.
    carried_at: f64,
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

/// The parts of a motion that a step goes, one after the other until one does not land too high.
const STEP_PARTS: [f64; 4] = [1.0, 0.5, 0.25, 0.125];

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
        let rises = self.rises(motion);
        let mut arrival = Arrival::<V> { rest, deflected: slide.deflected, walls: 0, blockers: 0 };
        let mut met = Leg::free(at, 0.0);
        let mut tried: Option<Leg<V>> = None;
        for turns in 0..MAX_LEGS {
            let leg_motion = V::array(|t| saturated(rest[t]));
            if (0..V::DIM).all(|t| is_zero(leg_motion[t])) || turns > self.options.max_slides {
                break;
            }
            let leg = tried.take().unwrap_or_else(|| self.leg(&at, &leg_motion));
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
            // What carried it before counts: a round foot leaves an edge as it rolls over it.
            let here = self.carried_at(&met);
            let carried_at = standing.as_ref().map_or(here, |it| it.carried_at.larger(here));
            let floor = self.floor_after(&met, carried_at);
            let detour = self.detour(&at, &rest, &met, carried_at);
            if let Some(floor) = floor {
                began_on_floor |= at == start;
                standing = Some(Footing { at, floor, carried_at: here });
            }
            let mut deflected = arrival.deflected;
            let is_carried =
                self.follow(&mut rest, &mut deflected, &met, floor.is_some(), &mut walls);
            blockers.extend(met.blockers.iter().cloned());
            let along = self.along(&at, &rest, &blockers, &walls);
            let along =
                if is_carried || rises { along } else { self.without_rise(&arrival.rest, &along) };
            if let Some((detour, stepped)) = detour {
                tried = self.further_leg(&at, &arrival.rest, &detour.to, &along);
                if tried.is_none() {
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

    /// Whether a motion leads up.
    fn rises(&self, motion: &V::Array<f32>) -> bool {
        self.slopes.as_ref().is_some_and(|slopes| slopes.height(&widened::<V>(motion)) > 0.0)
    }

    fn lowest_at(&self, at: &V::Array<f32>) -> f64 {
        let at = widened::<V>(at);
        self.lowest + self.slopes.as_ref().map_or(0.0, |slopes| slopes.height(&at))
    }

    /// The height of what carries a body after a leg: of the highest contact with a floor, or of the body's
    /// lowest point. On an edge a round foot is carried above its lowest point.
    fn carried_at(&self, leg: &Leg<V>) -> f64 {
        let lowest = self.lowest_at(&leg.to);
        let Some(slopes) = &self.slopes else { return lowest };
        let of = |vector: &V| widened::<V>(&vector.to_array());
        let floors = leg.hits.iter().filter(|hit| slopes.is_floor(&of(&hit.normal)));
        floors.fold(lowest, |most, hit| most.larger(slopes.height(&of(&hit.point))))
    }

    /// The most level of the floors on which a body that is carried at a height stands after a leg, if it met
    /// any.
    fn floor_after(&self, leg: &Leg<V>, carried_at: f64) -> Option<Floor<V>> {
        let down = widened::<V>(&self.down(self.floor_within(&leg.to)));
        let here = self.surroundings.body.at(&leg.to)?;
        self.floor_of(leg, carried_at, |blocker| self.is_blocked(&here, &down, blocker))
    }

    fn floor_of(
        &self,
        leg: &Leg<V>,
        carried_at: f64,
        carries: impl Fn(&Blocker<V>) -> bool,
    ) -> Option<Floor<V>> {
        let slopes = self.slopes.as_ref()?;
        let mut best: Option<(f64, Floor<V>)> = None;
        for (hit, blocker) in leg.hits.iter().zip(&leg.blockers) {
            let shape = &self.surroundings.obstacles[hit.obstacle].shape;
            let Some(normal) = slopes.floor(hit, shape, carried_at) else { continue };
            let height = slopes.height(&normal);
            if best.is_none_or(|(most, _)| height > most) && carries(blocker) {
                let normal = V::from_array(rounded_normal::<V>(&normal));
                best = Some((height, Floor { obstacle: hit.obstacle, normal }));
            }
        }
        best.map(|(_, floor)| floor)
    }

    /// A motion down by a length; none if no direction is up.
    fn down(&self, length: f64) -> V::Array<f32> {
        let up = self.slopes.as_ref().map_or(V::array(|_| 0.0), |slopes| slopes.up);
        V::array(|t| saturated(-length * up[t]))
    }

    /// Leads the rest of a motion along what a leg met: a floor carries it, and a slope too steep is no
    /// way up. The same happens to the deflected motion. Whether a floor carries it.
    fn follow(
        &self,
        rest: &mut Wide<V>,
        deflected: &mut Wide<V>,
        leg: &Leg<V>,
        is_carried: bool,
        walls: &mut Vec<Wide<V>>,
    ) -> bool {
        let Some(slopes) = &self.slopes else { return false };
        let Some(here) = self.surroundings.body.at(&leg.to) else { return is_carried };
        let normals: Vec<Wide<V>> =
            leg.hits.iter().map(|hit| widened::<V>(&hit.normal.to_array())).collect();
        // The normal of a corner may be that of a floor though the mover passes beside it: it carries
        // who would fall into it, or who slides along it.
        let down = widened::<V>(&self.down(self.floor_within(&leg.to)));
        let slide = |rest: &Wide<V>| {
            let slid = slide_along::<V>(rest, &leg.blockers, &[], |displacement, blocker| {
                self.is_blocked(&here, &widened::<V>(displacement), blocker)
            });
            widened::<V>(&slid)
        };
        // What is left along a face may be short, beside the rounding of its normal.
        let within = PARALLEL * length::<V>(rest);
        let is_along = |slid: &Wide<V>, normal: &Wide<V>| {
            length::<V>(slid) > 0.0 && dot::<V>(slid, normal).abs() <= within
        };
        let slid = core::cell::LazyCell::new(|| slide(rest));
        let (floors, others): (Vec<usize>, Vec<usize>) = (0..normals.len()).partition(|&i| {
            slopes.is_floor(&normals[i])
                && (self.is_blocked(&here, &down, &leg.blockers[i]) || is_along(&slid, &normals[i]))
        });
        let is_carried = is_carried || !floors.is_empty();
        let leads_into = |motion: &Wide<V>, normal: &Wide<V>, i: usize| {
            dot::<V>(motion, normal) < -PARALLEL * length::<V>(motion)
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
            let is_free =
                |motion: &Wide<V>| !floors.iter().any(|&i| leads_into(motion, &normals[i], i));
            let lower = |a: &Wide<V>, b: &Wide<V>| slopes.height(a) < slopes.height(b);
            let lowest = projected.filter(is_free).reduce(|a, b| if lower(&b, &a) { b } else { a });
            let along = lowest.unwrap_or(level);
            // A rise that a wall ends does not go on without the way: the crease of both is level.
            let is_ended = slopes.height(&along) > 0.0
                && others.iter().any(|&i| leads_into(&along, &normals[i], i));
            *rest = if is_ended { level } else { along };
        }
        for i in others {
            let leads_into_first = leads_into(rest, &normals[i], i);
            let steep =
                leg.blockers[i].normals.iter().map(|normal| widened::<V>(&normal.to_array()));
            for normal in steep.filter(|normal| !slopes.is_floor(normal)) {
                let Some(wall) = slopes.wall(&normal).filter(|_| leads_into(rest, &normal, i))
                else {
                    continue;
                };
                // What would rise along the slope by running at it goes on as along a wall. The slope at
                // a corner that the slide passes does not count.
                if !is_along(&slide(rest), &normal) {
                    continue;
                }
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
            let into = dot::<V>(deflected, &normals[i]);
            if leads_into_first && into < 0.0 {
                *deflected = plus::<V>(deflected, -into, &normals[i]);
            }
        }
        is_carried
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
    fn is_blocked(&self, here: &PlacedBody<V>, motion: &Wide<V>, blocker: &Blocker<V>) -> bool {
        let motion = Displacement::Part(1.0, V::array(|t| saturated(motion[t])));
        let it = &self.surroundings.obstacles[blocker.obstacle];
        !self.surroundings.passed[blocker.obstacle]
            && bounded_penetrates_along(
                BoundedShape {
                    shape: &here.part(blocker.part),
                    bounds: &here.bounds[blocker.part],
                },
                motion,
                BoundedShape { shape: &it.shape, bounds: &it.bounds },
            )
    }

    /// The projection of the rest of a motion that leads into nothing that was met.
    fn along(
        &self,
        at: &V::Array<f32>,
        rest: &Wide<V>,
        blockers: &[Blocker<V>],
        walls: &[Wide<V>],
    ) -> V::Array<f32> {
        let Some(here) = self.surroundings.body.at(at) else { return V::array(|_| 0.0) };
        slide_along::<V>(rest, blockers, walls, |displacement, blocker| {
            self.is_blocked(&here, &widened::<V>(displacement), blocker)
        })
    }

    /// A motion along what stopped another, which rose along a floor: it rises only as far as it goes on.
    fn without_rise(&self, rest: &Wide<V>, along: &V::Array<f32>) -> V::Array<f32> {
        let Some(slopes) = &self.slopes else { return *along };
        let wide = widened::<V>(along);
        let [before, after] = [rest, &wide].map(|x| length::<V>(&slopes.level(x)));
        let most = slopes.height(rest).positive_part() * (after / before).smaller(1.0);
        let excess = slopes.height(&wide) - most;
        if excess > 0.0 && before > 0.0 {
            V::array(|t| saturated(wide[t] - excess * slopes.up[t]))
        } else {
            *along
        }
    }

    /// The leg of the slide, if a detour leads no further than it along the level part of a motion.
    fn further_leg(
        &mut self,
        at: &V::Array<f32>,
        motion: &Wide<V>,
        detour: &V::Array<f32>,
        along: &V::Array<f32>,
    ) -> Option<Leg<V>> {
        let level = self.slopes.as_ref().map(|slopes| slopes.level(motion));
        let heading = level.filter(|level| length::<V>(level) > 0.0).unwrap_or(*motion);
        let gain =
            |to: &V::Array<f32>| dot::<V>(&heading, &V::array(|t| widen(to[t]) - widen(at[t])));
        let bound = dot::<V>(&heading, &widened::<V>(along));
        if gain(detour) > bound {
            return None;
        }
        let leg = self.leg(at, along);
        (!(gain(detour) > gain(&leg.to))).then_some(leg)
    }

    /// What leads past the walls that a leg met: a step over a ledge (then the second part is true), or one
    /// past a corner that stands out.
    fn detour(
        &mut self,
        at: &V::Array<f32>,
        rest: &Wide<V>,
        leg: &Leg<V>,
        carried_at: f64,
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
            let step = self.step_over(at, rest, &level, carried_at);
            return step.map(|detour| (detour, true));
        }
        None
    }

    /// The step: up, along, and down again as far. `None`, if it leads no further, or onto no floor.
    ///
    /// On treads shorter than its foot, a fast body that goes all along lands on an edge too high for it: then
    /// it goes a part of the motion.
    fn step_over(
        &mut self,
        at: &V::Array<f32>,
        rest: &Wide<V>,
        level: &Wide<V>,
        carried_at: f64,
    ) -> Option<Detour<V>> {
        let up = self.slopes.as_ref()?.up;
        let height = widen(self.options.step_height);
        let above = self.leg(at, &V::array(|t| saturated(height * up[t]))).to;
        let risen = dot::<V>(&V::array(|t| widen(above[t]) - widen(at[t])), &up);
        for part in STEP_PARTS {
            let beyond = self.leg_along(&above, &V::array(|t| part * level[t]));
            if beyond.to == above {
                return None;
            }
            let landing = self.land(&beyond.to, risen);
            if landing.hits.iter().any(|hit| self.is_high_edge(hit, carried_at)) {
                continue;
            }
            let carried_at = carried_at.larger(self.carried_at(&landing));
            let floor = self.floor_after(&landing, carried_at)?;
            // The part of the motion that led down ends at the floor; a part that led up remains.
            let (left, rise) = (1.0 - part * beyond.time, dot::<V>(rest, &up).positive_part());
            let rest = V::array(|t| left * level[t] + rise * up[t]);
            let standing = Some(Footing { at: landing.to, floor, carried_at });
            return Some(Detour { to: landing.to, rest, standing, hits: landing.hits });
        }
        None
    }

    /// The leg down of a step that rose by so much.
    fn land(&mut self, from: &V::Array<f32>, risen: f64) -> Leg<V> {
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
        let here = self.surroundings.body.at(at)?;
        let radius = |core: &Core<'_, V>| core.radius;
        let mut best: Option<(f64, Wide<V>)> = None;
        for side in sides.iter().flat_map(|side| [*side, V::array(|t| 0.0 - side[t])]) {
            // The step by which the body is beside the walls, all of them.
            let ends = |shape: &ShapeRef<'_, V>| {
                let core = Core::of(shape, origin)?;
                let [low, high] = core.extent(&side);
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
        if self.slopes.is_none() {
            return;
        }
        let rises = self.rises(motion);
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
        // What it walked along it may be some roundings above of.
        if let Some((below, floor)) = self.stood_on(&at) {
            let is_still = (0..V::DIM).all(|t| is_zero(motion[t]));
            slide.moved = V::from_array(if is_still { at } else { below.to });
            slide.floor = Some(floor);
            return;
        }
        if !(self.options.snap > 0.0) || rises {
            return;
        }
        if !(began_on_floor || standing.is_some() || self.stood_on(start).is_some()) {
            return;
        }
        // A floor just so far below is only touched, which stops no leg.
        let down = self.down(widen(self.options.snap) + self.floor_within(&at));
        let mut below = self.leg(&at, &down);
        let mut floor = self.floor_after(&below, self.carried_at(&below));
        if floor.is_none() && !below.hits.is_empty() {
            // Between the edges of two treads a round foot meets the one that does not carry it first.
            let left = 1.0 - below.time;
            let rest = V::array(|t| left * widen(down[t]));
            let along = self.along(&below.to, &rest, &below.blockers, &[]);
            below = self.leg(&below.to, &along);
            floor = self.floor_after(&below, self.carried_at(&below));
        }
        if floor.is_some() {
            slide.moved = V::from_array(below.to);
            slide.floor = floor;
            slide.snapped = true;
            note_hits(&mut slide.hits, &below.hits);
        }
    }

    /// The leg down to the floor on which a body at a displacement stands, and the floor; `None`, if none is so
    /// near.
    fn stood_on(&mut self, at: &V::Array<f32>) -> Option<(Leg<V>, Floor<V>)> {
        let down = self.down(self.floor_within(at));
        let below = self.leg(at, &down);
        if let Some(floor) = self.floor_after(&below, self.carried_at(&below)) {
            return Some((below, floor));
        }
        if below.hits.is_empty() {
            return None;
        }
        // Beside a slope too steep, which ends the leg, it may stand a rounding above a floor.
        let mut contacts = self.surroundings.contacts(&below.to, &down);
        while self.ignores(&contacts.hits) {
            contacts = self.surroundings.contacts(&below.to, &down);
        }
        let floor = self.floor_of(&contacts, self.carried_at(&contacts), |_| true)?;
        Some((below, floor))
    }
}
