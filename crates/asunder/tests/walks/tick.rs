//! One tick of a walk, judged.

use crate::judged::Space;
use crate::stored::{array, placed};
use crate::tally::{Fault, Tally};
use asunder::{Hit, Mover, Shape, SlideOptions};
use asunder_jury::{
    self as jury, Bounds, Contact, Walk, contact, normal_error, sweep_penetrates, touch_normals,
};
use std::array::from_fn;
use std::time::Duration;

/// A normal is rounded to `f32`, so its direction is off by about a unit or two in the last place.
const ROUNDING: f64 = 2.5e-7;

/// Two extreme directions of a cone may stop a motion alike, to this part of it.
const ALIKE: f64 = 1e-6;

/// A move that takes longer is run again, and the least counts: a cold cache is not the move's.
const LIMIT: Duration = Duration::from_micros(500);

/// A mover on its walk.
pub(crate) struct Walker<'a, const D: usize, V: Space<D>> {
    walk: &'a Walk<D>,
    tiles: Vec<Shape<V>>,
    bounds: Vec<Bounds<D>>,
    mover: Shape<V>,
    judged: jury::Shape<D>,
    start: [f64; D],
}

impl<'a, const D: usize, V: Space<D>> Walker<'a, D, V> {
    pub(crate) fn new(walk: &'a Walk<D>) -> Self {
        let mover = V::shape(&walk.mover);
        let start = array::<D, V>(mover.position()).map(f64::from);
        Self {
            walk,
            tiles: walk.obstacles.iter().map(V::shape).collect(),
            bounds: walk.obstacles.iter().map(Bounds::of).collect(),
            mover,
            judged: walk.mover,
            start,
        }
    }

    pub(crate) fn walk(mut self, tally: &mut Tally) {
        for motion in &self.walk.motions {
            self.tick(*motion, tally);
        }
    }

    /// The tiles that may be in the way, as an index would find them.
    fn near(&self, motion: [f32; D]) -> Vec<usize> {
        let bounds = Bounds::of(&self.judged);
        let swept =
            bounds.swept(motion).grown(length(motion.map(f64::from)) + bounds.largest() * 1e-5);
        (0..self.tiles.len()).filter(|&tile| swept.overlaps(&self.bounds[tile])).collect()
    }

    fn tick(&mut self, motion: [f32; D], tally: &mut Tally) {
        tally.ticks += 1;
        let near = self.near(motion);
        let bounds = Bounds::of(&self.judged);
        let touches = |tile: &usize| {
            bounds.overlaps(&self.bounds[*tile])
                && contact(&self.judged, &self.walk.obstacles[*tile]) == Contact::Touching
        };
        let touching: Vec<usize> = near.iter().copied().filter(touches).collect();
        self.stop(motion, &near, &touching, tally);
        self.slide(motion, &near, tally);
    }

    /// The move until contact: what it names is in the way, and its normals are those of the touch.
    fn stop(&self, motion: [f32; D], near: &[usize], touching: &[usize], tally: &mut Tally) {
        let walls = near.iter().map(|&tile| &self.tiles[tile]);
        let stop =
            self.mover.move_until_contact(V::vector(motion), walls).expect("a finite motion");
        let words = || format!("{:?} {motion:?} {stop:?}", self.judged);
        for hit in &stop.hits {
            let tile = near[hit.obstacle];
            let wall = &self.walk.obstacles[tile];
            if !sweep_penetrates(&self.judged, motion, wall) {
                tally.blame(Fault::Refused, || format!("{wall:?} is free: {}", words()));
                continue;
            }
            tally.normals += 1;
            if let Some(why) = self.normal_fault(motion, hit, wall, touching.contains(&tile)) {
                tally.blame(Fault::FalseNormal, || format!("{why}, {wall:?}: {}", words()));
            }
        }
        for &tile in touching.iter().filter(|_| stop.fraction > 0.0) {
            let wall = &self.walk.obstacles[tile];
            if sweep_penetrates(&self.judged, motion, wall) {
                tally.blame(Fault::Penetration, || format!("into {wall:?}: {}", words()));
            }
        }
    }

    /// What is wrong with the normal of a hit.
    fn normal_fault(
        &self,
        motion: [f32; D],
        hit: &Hit<V>,
        wall: &jury::Shape<D>,
        touches: bool,
    ) -> Option<String> {
        let normal = array::<D, V>(hit.normal);
        let wide = normal.map(f64::from);
        if (length(wide) - 1.0).abs() > ROUNDING {
            return Some(String::from("not of length 1"));
        }
        if !touches {
            // Where it starts apart, a plane across the normal parts the two already.
            let error = normal_error(&self.judged, wall, normal);
            return (error > ROUNDING).then(|| format!("off by {error:e}"));
        }
        // Of the cone's extreme directions one stops the motion least, and so least of all directions
        // in it: those that stop it less than a given one, all against it, make a convex cone.
        let motion = motion.map(f64::from);
        let normals = touch_normals(&self.judged, wall);
        let along = |x: &[f64; D]| dot(x, &motion) / length(motion);
        let least = normals.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
        let is_one = normals.iter().filter(|x| along(x) >= least - ALIKE).any(|x| {
            let off: [f64; D] = from_fn(|i| x[i] - wide[i]);
            length(off) <= ROUNDING
        });
        (!is_one).then(|| format!("none of {normals:?}"))
    }

    /// Whether a way from the start is as long as the planes let it be, and leads where they do.
    fn is_there(
        &self,
        before: &[f64; D],
        expected: &[f64; D],
        came: &[f64; D],
        motion: [f32; D],
    ) -> bool {
        let wide = motion.map(f64::from);
        let last_place = Bounds::of(&self.judged).largest() * f64::from(f32::EPSILON);
        let slack = 6.0 * last_place + 8e-6 * length(wide);
        let off: [f64; D] = from_fn(|i| came[i] - expected[i]);
        let way: [f64; D] = from_fn(|i| expected[i] - before[i]);
        let (seen, whole) = (self.walk.seen(wide), length(way));
        let taken = length(from_fn::<_, D, _>(|i| seen[i] - way[i]));
        // Off the ground it is not led, and along its way it loses nothing.
        let kept = whole == 0.0 || dot(&off, &way) >= -slack * whole;
        kept && off[1].abs() <= slack && length(off) <= self.walk.astray * taken + slack
    }

    /// The slide: where it ends is what the planes let it, and there it is free.
    fn slide(&mut self, motion: [f32; D], near: &[usize], tally: &mut Tally) {
        let up = self.walk.axes[1].map(|x| x as f32);
        let options = SlideOptions { up: V::from_array(V::vector(up)), ..SlideOptions::default() };
        let run = || {
            let walls = near.iter().map(|&tile| &self.tiles[tile]);
            let start = processor_time();
            let slide = self.mover.move_and_slide(V::vector(motion), walls, &options);
            (processor_time() - start, slide.expect("a finite motion"))
        };
        let (mut took, slide) = run();
        for _ in 0..7 {
            if took > LIMIT {
                // A fresh slice of the processor's time, where others want some, too.
                std::thread::yield_now();
                took = took.min(run().0);
            }
        }
        tally.took(took, || {
            let first = near.first().map(|&tile| &self.walk.obstacles[tile]);
            let (hits, count) = (slide.hits.len(), near.len());
            format!("{:?} {motion:?}: {hits} hits of {count} shapes, first {first:?}", self.judged)
        });

        let way = |position: V| -> [f64; D] {
            let at = array::<D, V>(position).map(f64::from);
            self.walk.seen(from_fn(|i| at[i] - self.start[i]))
        };
        let before = way(self.mover.position());
        let expected = self.walk.expected(before, motion);
        let moved = self.mover.moved_by(slide.moved.to_array());
        let came = way(moved.as_ref().map_or(self.mover.position(), Mover::position));
        let is_there = self.is_there(&before, &expected, &came, motion);
        let remains = array::<D, V>(slide.remaining) != [0.0; D];
        if !is_there || remains || slide.started_penetrating {
            tally.blame(Fault::Refused, || {
                let walls: Vec<_> = near.iter().map(|&tile| &self.walk.obstacles[tile]).collect();
                format!(
                    "{:?} {motion:?}: from {before:?} to {came:?} instead of {expected:?}: {slide:?} {walls:?}",
                    self.judged
                )
            });
        }

        let Some(mover) = moved else {
            tally.blame(Fault::Penetration, || format!("no place for {slide:?}"));
            return;
        };
        self.judged = placed::<D, V>(&self.judged, &mover);
        self.mover = mover;
        let bounds = Bounds::of(&self.judged);
        for (tile, wall) in self.walk.obstacles.iter().enumerate() {
            if bounds.overlaps(&self.bounds[tile]) && jury::penetrates(&self.judged, wall) {
                tally.blame(Fault::Penetration, || format!("{:?} in {wall:?}", self.judged));
            }
        }
    }
}

/// The time that a processor has spent on this thread: what others take of it does not count.
#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanoseconds = u32::try_from(time.tv_nsec).expect("less than a second");
    Duration::new(time.tv_sec.unsigned_abs(), nanoseconds)
}

/// Elsewhere the clock on the wall stands for it.
#[cfg(not(target_os = "linux"))]
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

fn dot<const D: usize>(x: &[f64; D], y: &[f64; D]) -> f64 {
    x.iter().zip(y).fold(0.0, |sum, (x, y)| sum + x * y)
}

fn length<const D: usize>(x: [f64; D]) -> f64 {
    dot(&x, &x).sqrt()
}
