//! Levels walked by `move_and_slide` alone.

use crate::judged::Space;
use crate::stored::{array, placed};
use crate::table::Table;
use asunder::{Mover, Shape, Slide, SlideOptions};
use asunder_jury::{Bounds, Gait, Kind, Level, LevelKind, LevelRun, Rng, Verdict, level};

const RATES: [f64; 3] = [30.0, 60.0, 144.0];

const SPEEDS: [f64; 4] = [1.5, 3.0, 4.0, 8.0];

/// In the environment it names one walk, as a fault does, which alone is walked, and printed tick by tick.
const ONLY: &str = "ASUNDER_ONLY";

/// Walks seeds of every level by every mover, until so many ticks are walked.
pub(crate) fn walk_all<const D: usize, V: Space<D>>(ticks: usize) {
    let mut table = Table::default();
    let only = std::env::var(ONLY).ok();
    let mut seed = 0;
    'all: loop {
        for kind in LevelKind::ALL {
            for mover in kind.movers() {
                let name = format!("{kind:?} {mover:?} {seed}");
                if only.as_ref().is_some_and(|only| *only != name) {
                    continue;
                }
                let verdict = walk_one::<D, V>(kind, *mover, seed, only.is_some());
                table.note(kind, *mover, &name, verdict);
                if only.is_some() || table.ticks >= ticks && seed > 0 {
                    break 'all;
                }
            }
        }
        seed += 1;
    }
    table.hold(D);
}

/// Walks so many seeds of one level by some movers.
pub(crate) fn walk_seeds<const D: usize, V: Space<D>>(
    kind: LevelKind,
    movers: &[Kind],
    seeds: u64,
) {
    let mut table = Table::default();
    for seed in 0..seeds {
        for mover in movers {
            let name = format!("{kind:?} {mover:?} {seed}");
            table.note(kind, *mover, &name, walk_one::<D, V>(kind, *mover, seed, false));
        }
    }
    table.hold(D);
}

/// One level, at a speed and a rate by its seed.
fn walk_one<const D: usize, V: Space<D>>(
    kind: LevelKind,
    mover: Kind,
    seed: u64,
    is_printed: bool,
) -> Verdict {
    let mut rng = Rng::new(0x1e7e1 + 4096 * seed + 64 * kind as u64 + 4 * mover as u64 + D as u64);
    let level = level::<D>(kind, mover, &mut rng);
    let gait = Gait { speed: SPEEDS[rng.below(4)], rate: RATES[rng.below(3)] };
    if is_printed {
        println!("{level:#?}");
    }
    walk::<D, V>(&level, gait, is_printed)
}

fn walk<const D: usize, V: Space<D>>(level: &Level<D>, gait: Gait, is_printed: bool) -> Verdict {
    let walls: Vec<Shape<V>> = level.obstacles.iter().map(V::shape).collect();
    let mut mover: Shape<V> = V::shape(&level.mover);
    let options = options::<D, V>(level);
    let mut run = LevelRun::new(level, gait);
    while let Some(motion) = run.motion() {
        let near = run.near().into_iter().map(|i| &walls[i]);
        let slide =
            mover.move_and_slide(V::vector(motion), near, &options).expect("a finite motion");
        assert!(slide.stuck.is_none(), "{:?}: {mover:?} {motion:?} {slide:?}", level.kind);
        mover = mover.moved_by(slide.moved.to_array()).expect("a place");
        if is_printed {
            println!("{motion:?} {slide:?} {mover:?}");
        }
        let there = placed::<D, V>(&level.mover, &mover);
        let largest = Bounds::of(&there).largest();
        let excess = excess::<D, V>(largest, motion, &slide, &options);
        assert!(excess <= 0.0, "{:?}: {excess} {mover:?} {motion:?} {slide:?}", level.kind);
        run.tick(there, slide.floor.is_some());
    }
    run.verdict()
}

/// How much further along the ground a slide led than its motion is long. It may go besides past a corner by the
/// ledge, down to the floor by the snap, and by roundings of its largest number.
fn excess<const D: usize, V: Space<D>>(
    largest: f64,
    motion: [f32; D],
    slide: &Slide<V>,
    options: &SlideOptions<V>,
) -> f64 {
    let mut ground = array::<D, V>(slide.moved).map(f64::from);
    ground[1] = 0.0;
    let length = |x: [f64; D]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let asked = length(motion.map(f64::from));
    let rounding = 6.0 * largest * f64::from(f32::EPSILON) + 8e-6 * asked;
    let snap = if slide.snapped { f64::from(options.snap) } else { 0.0 };
    length(ground) - asked - snap - f64::from(options.ledge) - rounding
}

pub(crate) fn options<const D: usize, V: Space<D>>(level: &Level<D>) -> SlideOptions<V> {
    let rules = level.rules;
    SlideOptions {
        step_height: rules.step_height,
        max_slope: rules.max_slope,
        snap: rules.snap,
        ledge: rules.ledge,
        keep_speed: rules.keep_speed,
        ..SlideOptions::default()
    }
}
