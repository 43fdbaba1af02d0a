//! `--walks`: a thousand characters that walk, by asunder and by the peer's controller, on the same levels.
//!
//! A capsule of radius 0.4 m and height 1.8 m walks for two seconds at 4 m/s and 60 Hz, under gravity, from each of
//! a thousand places. Where it has to be in the end is known by how the level is made. As in a game, all of them make a
//! move in each tick.
//!
//! Asunder's walks are then repeated on their own, by the time that the processor spends on the thread. They are the
//! same moves, bit for bit, so that of each the least time counts: what others took of a run is not the move's.

mod levels;
pub(crate) mod rapier;

use crate::processor::processor_time;
use crate::timing::median;
use asunder::glam::Vec3;
use asunder::prelude::*;
use levels::{LEVELS, Level};
use serde_json::json;
use std::cell::RefCell;
use std::process::ExitCode;
use std::time::Instant;

pub(crate) const RADIUS: f32 = 0.4;
pub(crate) const HEIGHT: f32 = 1.8;
pub(crate) const RATE: f32 = 60.0;
/// The height of a step, and how far down a walker is led to stay on the ground.
pub(crate) const STEP: f32 = 0.35;
const TICKS: usize = 120;
const WALKERS: usize = 1000;
const QUICK_WALKERS: usize = 100;
/// How often asunder's walks are repeated, by the processor's time.
const REPEATS: usize = 5;
/// What nearly all moves should take at most, and what all should, in microseconds.
const SHORT: f64 = 50.0;
const LONG: f64 = 500.0;

/// How far from the end that the level is made for a walk may end, in metres: the peer keeps a distance of 1 % of
/// its shape from everything.
const WITHIN: f32 = 0.1;

const HEADER: &str = "\
Characters that walk for 120 ticks, in each all of asunder's and then all of the peer's, on one thread; each move is timed,
and the ratio is that of the medians. Asunder's walks are repeated five times by the time that the processor spends on the
thread, of which the least counts for each move. A walk succeeds if it ends where the level is made to lead, within 0.1 m,
on the ground.

                            microseconds a move: asunder                 of the processor         rapier3d 0.36.1           ratio     walks that succeed
level            walkers     median  99.9 %   worst  below 50      below 50   worst    median  99.9 %    worst  (goal 1.5)   asunder   rapier";

/// The size of a capsule that stands upright, and the height of a step, in metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub(crate) radius: f32,
    pub(crate) height: f32,
    pub(crate) step: f32,
}

const FIGURE: Figure = Figure { radius: RADIUS, height: HEIGHT, step: STEP };

/// A character on its way, by one library.
pub(crate) trait Walker {
    /// Moves by a velocity and gravity; returns where its feet are, and whether it is on the ground.
    fn walk(&mut self, velocity: Vec3) -> (Vec3, bool);
}

/// Times and successes on a level.
#[derive(Default)]
struct Walked {
    micros: Vec<f64>,
    /// The least time that the processor spent on each move, of several runs; empty where it is not measured.
    processor: Vec<f64>,
    /// Where each walker is after its last move.
    last: Vec<(Vec3, bool)>,
    succeeded: usize,
}

/// The part of some times that are at most `most`, in percent.
fn percent_within(times: &[f64], most: f64) -> f64 {
    let within = times.iter().filter(|&&time| time <= most).count();
    100.0 * within as f64 / times.len() as f64
}

impl Walked {
    /// One tick of all walkers, one after the other.
    fn tick(&mut self, level: &Level, walkers: &mut [impl Walker]) {
        self.last.clear();
        for walker in walkers {
            let begin = Instant::now();
            let last = walker.walk(level.velocity);
            self.micros.push(begin.elapsed().as_secs_f64() * 1e6);
            self.last.push(last);
        }
    }

    /// The same walks, on their own and from the start, by the processor's time.
    fn repeat(&mut self, level: &Level, walkers: &mut [impl Walker]) {
        let mut last = Vec::new();
        self.processor.resize(TICKS * walkers.len(), f64::INFINITY);
        for (i, least) in self.processor.iter_mut().enumerate() {
            let walker = i % walkers.len();
            let begin = processor_time();
            let end = walkers[walker].walk(level.velocity);
            *least = least.min((processor_time() - begin).as_secs_f64() * 1e6);
            if i >= (TICKS - 1) * walkers.len() {
                last.push(end);
            }
        }
        assert_eq!(last, self.last, "the same walks end at the same places");
    }

    /// Counts the walkers that ended where they were to.
    fn count(&mut self, level: &Level, starts: &[Vec3]) {
        let has_succeeded = |&(&start, &(feet, grounded)): &(&Vec3, &(Vec3, bool))| {
            (feet - (level.end)(start)).length() <= WITHIN && grounded
        };
        self.succeeded = starts.iter().zip(&self.last).filter(has_succeeded).count();
    }

    /// The median, the 99.9th percentile, and the greatest.
    fn figures(&self) -> [f64; 3] {
        let mut sorted = self.micros.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |part: f64| sorted[((sorted.len() - 1) as f64 * part) as usize];
        [median(sorted.clone()), at(0.999), at(1.0)]
    }
}

/// Asunder's walker: a body of a world.
struct Own<'w> {
    world: &'w RefCell<World3>,
    body: BodyId,
    options: WalkOptions<Vec3>,
    feet: Vec3,
    fall: f32,
}

impl Walker for Own<'_> {
    fn walk(&mut self, velocity: Vec3) -> (Vec3, bool) {
        self.fall -= 9.81 / RATE;
        let velocity = velocity + Vec3::new(0.0, self.fall, 0.0);
        let mut world = self.world.borrow_mut();
        let walk = world.walk_body(self.body, velocity, 1.0 / RATE, &self.options);
        let walk = walk.expect("a finite velocity");
        self.feet += walk.moved;
        if walk.floor.is_some() {
            self.fall = 0.0;
        }
        (self.feet, walk.floor.is_some())
    }
}

/// Walks on every level, by both libraries, in turns.
pub(crate) fn walks(quick: bool, as_json: bool) -> ExitCode {
    if !as_json {
        println!("{HEADER}");
    }
    let walkers = if quick { QUICK_WALKERS } else { WALKERS };
    for level in LEVELS {
        let (own, peer) = match walked(level, walkers, REPEATS) {
            Ok(walked) => walked,
            Err(error) => {
                eprintln!("{}: {error}", level.name);
                return ExitCode::FAILURE;
            }
        };
        print(level.name, walkers, &own, &peer, as_json);
    }
    ExitCode::SUCCESS
}

/// A level in a world, and the walkers at their starts.
struct Scene {
    world: RefCell<World3>,
    bodies: Vec<BodyId>,
    options: WalkOptions<Vec3>,
}

impl Scene {
    fn new(shapes: &[Shape3], starts: &[Vec3]) -> Result<Self, asunder::Error> {
        let layers = Layers::new().layer("walker")?;
        let layers = layers.respond("walker", "default", Response::Block)?;
        let mut world = World3::with_layers(layers);
        let layer = world.layers().id("walker").expect("it was just made");
        for shape in shapes {
            world.insert(shape.clone(), BodyKind::Fixed)?;
        }
        let mut bodies = Vec::new();
        for &start in starts {
            let [low, high] =
                [RADIUS, HEIGHT - RADIUS].map(|height| start + Vec3::new(0.0, height, 0.0));
            let collider = Collider::new(Capsule3::new(low, high, RADIUS)).layer(layer);
            bodies.push(world.insert_body(&[collider], BodyKind::Moving)?);
        }
        world.step();
        let slide = SlideOptions { step_height: STEP, snap: STEP, ..SlideOptions::default() };
        let options = WalkOptions { slide, ..WalkOptions::default() };
        Ok(Self { world: RefCell::new(world), bodies, options })
    }

    fn walkers(&self, starts: &[Vec3]) -> Vec<Own<'_>> {
        let Self { world, bodies, options } = self;
        let walker = |(&feet, &body)| Own { world, body, options: *options, feet, fall: 0.0 };
        starts.iter().zip(bodies).map(walker).collect()
    }
}

fn walked(
    level: &Level,
    walkers: usize,
    repeats: usize,
) -> Result<(Walked, Walked), asunder::Error> {
    let shapes = (level.shapes)();
    let starts: Vec<Vec3> = (0..walkers).map(|i| level.start(i, walkers)).collect();
    let scene = Scene::new(&shapes, &starts)?;
    let mut own_walkers = scene.walkers(&starts);
    let peer_level = rapier::LevelOfPeer::new(&shapes);
    let mut peers: Vec<_> = starts.iter().map(|&start| peer_level.walker(start, FIGURE)).collect();
    let (mut own, mut peer) = (Walked::default(), Walked::default());
    for _ in 0..TICKS {
        own.tick(level, &mut own_walkers);
        peer.tick(level, &mut peers);
    }
    for _ in 0..repeats {
        own.repeat(level, &mut Scene::new(&shapes, &starts)?.walkers(&starts));
    }
    own.count(level, &starts);
    peer.count(level, &starts);
    Ok((own, peer))
}

fn print(name: &str, walkers: usize, own: &Walked, peer: &Walked, as_json: bool) {
    let ([own_median, own_most, own_worst], [median, most, worst]) =
        (own.figures(), peer.figures());
    let below = percent_within(&own.micros, SHORT);
    let spent_below = percent_within(&own.processor, SHORT);
    let spent_worst = own.processor.iter().copied().fold(0.0, f64::max);
    let long = own.processor.iter().filter(|&&micros| micros > LONG).count();
    let ratio = median / own_median;
    if as_json {
        let row = json!({
            "work": name, "walkers": walkers, "asunder_us": own_median, "asunder_us_999": own_most,
            "asunder_us_worst": own_worst, "asunder_below_50us": below,
            "asunder_processor_below_50us": spent_below, "asunder_processor_us_worst": spent_worst,
            "asunder_processor_above_500us": long, "rapier_us": median,
            "rapier_us_999": most, "rapier_us_worst": worst, "ratio": ratio,
            "asunder_succeeded": own.succeeded, "rapier_succeeded": peer.succeeded,
        });
        println!("{row}");
    } else {
        println!(
            "{name:16} {walkers:7} {own_median:10.1} {own_most:7.1} {own_worst:7.0} {below:8.2}% \
             {spent_below:12.2}% {spent_worst:7.1} {median:9.1} {most:7.1} {worst:8.0} {ratio:10.2}  {:9} {:8}",
            own.succeeded, peer.succeeded,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asunder_walks_every_level_as_it_is_made() {
        for level in LEVELS {
            let (own, _) = walked(level, 4, 1).expect("finite shapes");
            assert_eq!(own.succeeded, 4, "{}", level.name);
        }
    }
}
