//! A walk through a level, judged tick by tick.

use super::{Level, LevelKind};
use crate::walks::{points, support_distance};
use crate::{Bounds, Kind, Shape, penetrates, sweep_penetrates};
use std::array::from_fn;

/// The speed of a walk and the rate of its ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// In units of the level's [scale](Level::scale) per second.
    pub speed: f64,
    /// Ticks per second.
    pub rate: f64,
}

/// What came of a walk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// How many ticks it took.
    pub ticks: usize,
    /// Ticks after which the mover penetrates an obstacle.
    pub penetrations: usize,
    /// Ticks on level ground that end short of the motion, although what is missing of it is free of all
    /// obstacles.
    pub refused: usize,
    /// Ticks that end above the ground, by the library's own word.
    pub ungrounded: usize,
    /// Ticks that end off the [ideal path](Level::ground).
    pub off_path: usize,
    /// Ticks in which a mover that rests moves, by a bit or more.
    pub moved_at_rest: usize,
    /// Whether it ends as constructed.
    pub is_at_end: bool,
    /// How much longer the mover is at the end than at the start, in units of the scale.
    pub stretch: f64,
    /// Whether the mover is as long as at the start: but for a rounding, if the level is turned.
    pub keeps_size: bool,
    /// The displacement at the end, along the axes: two numbers in the plane.
    pub displacement: Vec<f64>,
    /// The first fault, in words.
    pub fault: Option<String>,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.is_at_end
            && self.keeps_size
            && self.penetrations == 0
            && self.refused == 0
            && self.ungrounded == 0
            && self.off_path == 0
            && self.moved_at_rest == 0
    }

    fn blame(&mut self, words: impl FnOnce() -> String) {
        self.fault.get_or_insert_with(words);
    }
}

/// A walk through a level: it gives the motions, and is told where the mover comes to.
///
/// ```
/// use asunder_jury::{Gait, Kind, LevelKind, LevelRun, Rng, level};
///
/// // The library on trial: nothing stops it.
/// let level = level::<2>(LevelKind::Floor, Kind::Sphere, &mut Rng::new(1));
/// let mut run = LevelRun::new(&level, Gait { speed: 4.0, rate: 60.0 });
/// while let Some(motion) = run.motion() {
///     let moved = run.mover().displaced(motion);
///     run.tick(moved, true);
/// }
/// let verdict = run.verdict();
/// assert!(verdict.penetrations > 0 && !verdict.is_at_end);
/// ```
#[derive(Clone, Debug)]
pub struct LevelRun<'a, const D: usize> {
    level: &'a Level<D>,
    gait: Gait,
    bounds: Vec<Bounds<D>>,
    mover: Shape<D>,
    motion: [f32; D],
    /// The speed of the fall.
    fall: f64,
    phase: Phase,
    /// Ticks left of the phase.
    left: usize,
    /// Ticks without a move.
    still: usize,
    rests: usize,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Walk,
    /// Half way; then so many ticks of the walk are left.
    Rest(usize),
    End,
    Over,
}

/// Gravity, in units of the scale per second squared.
const GRAVITY: f64 = 9.8;

/// Ticks of a rest: in the first ones a mover may settle.
const REST: usize = 24;

const SETTLE: usize = 8;

/// A walk is over after so many ticks without a move.
const STILL: usize = 4;

impl<'a, const D: usize> LevelRun<'a, D> {
    /// A walk from the start of a level.
    pub fn new(level: &'a Level<D>, gait: Gait) -> Self {
        // Slopes take speed, and far out motions are rounded: three times as long should do.
        let ticks = 3.0 * level.length / (level.scale * gait.speed) * gait.rate;
        Self {
            level,
            gait,
            bounds: level.obstacles.iter().map(Bounds::of).collect(),
            mover: level.mover,
            motion: [0.0; D],
            fall: 0.0,
            phase: Phase::Walk,
            left: ticks.ceil() as usize + 16,
            still: 0,
            rests: 0,
            verdict: Verdict::default(),
        }
    }

    /// The mover where it is.
    pub fn mover(&self) -> &Shape<D> {
        &self.mover
    }

    /// The motion of the next tick, gravity included; `None` at the end of the walk.
    pub fn motion(&mut self) -> Option<[f32; D]> {
        if self.phase == Phase::Over {
            return None;
        }
        let time = 1.0 / self.gait.rate;
        let fall = self.fall + self.level.scale * GRAVITY * time;
        let speed =
            if self.phase == Phase::Walk { self.level.scale * self.gait.speed } else { 0.0 };
        let along = self.level.heading.map(|x| x * speed);
        self.motion = from_fn(|i| ((along[i] - if i == 1 { fall } else { 0.0 }) * time) as f32);
        Some(self.motion)
    }

    /// The indices of the obstacles that may be in the way of the next tick, as an index would find them.
    pub fn near(&self) -> Vec<usize> {
        let rules = self.level.rules;
        let way = self.motion.iter().fold(0.0, |sum, x| sum + f64::from(x.abs()));
        let margin = way + f64::from(rules.step_height + rules.snap) + self.level.tolerance;
        let reach = Bounds::of(&self.mover).grown(2.0 * margin);
        (0..self.bounds.len()).filter(|&i| reach.overlaps(&self.bounds[i])).collect()
    }

    /// Takes the end of a tick: where the mover is, and whether it stands on a floor.
    pub fn tick(&mut self, mover: Shape<D>, is_grounded: bool) {
        self.verdict.ticks += 1;
        let has_moved = mover != self.mover;
        let before = self.displacement();
        self.mover = mover;
        let time = 1.0 / self.gait.rate;
        self.fall = if is_grounded { 0.0 } else { self.fall + self.level.scale * GRAVITY * time };
        if !is_grounded && self.level.is_grounded {
            self.verdict.ungrounded += 1;
            self.blame("off the ground");
        }
        if has_moved {
            self.judge_place(is_grounded);
        }
        if self.phase == Phase::Walk {
            self.judge_progress(before);
        } else if has_moved && self.left + SETTLE < REST {
            self.verdict.moved_at_rest += 1;
            self.blame("not at rest");
        }
        self.still = if has_moved { 0 } else { self.still + 1 };
        self.proceed();
    }

    /// What came of the walk.
    pub fn verdict(mut self) -> Verdict {
        let displacement = self.displacement();
        let end = self.level.end;
        self.verdict.is_at_end =
            (0..D).all(|i| end[i][0] <= displacement[i] && displacement[i] <= end[i][1]);
        if !self.verdict.is_at_end {
            self.blame("not at the end");
        }
        let stretch = self.stretch();
        // The length of a turned box is rounded in `f64`.
        let is_turned = self.level.kind == LevelKind::TurnedCorridor;
        let part = if is_turned { 1.0 } else { 1e-6 };
        self.verdict.keeps_size = stretch.abs() <= part * self.level.tolerance;
        if !self.verdict.keeps_size {
            self.blame("not of its size");
        }
        self.verdict.stretch = stretch / self.level.scale;
        self.verdict.displacement = displacement.to_vec();
        self.verdict
    }

    fn blame(&mut self, what: &str) {
        let (at, tick) = (self.displacement(), self.verdict.ticks);
        let (mover, motion, gait, level) = (self.mover, self.motion, self.gait, self.level);
        self.verdict.blame(|| {
            format!(
                "{:?}: {what} at {at:?} in tick {tick} of {gait:?}, end {:?}, {:?}, scale {}, \
                 started {:?}: {mover:?} {motion:?}",
                level.kind, level.end, level.rules, level.scale, level.mover
            )
        });
    }

    fn proceed(&mut self) {
        self.left -= 1;
        match self.phase {
            Phase::Walk => {
                let is_due = |at: &f64| self.displacement()[0] >= *at;
                if self.level.rests.get(self.rests).is_some_and(is_due) {
                    self.rests += 1;
                    self.phase = Phase::Rest(self.left.max(1));
                    self.left = REST;
                } else if self.left == 0 || self.still == STILL {
                    self.phase = Phase::End;
                    self.left = REST;
                }
            }
            Phase::Rest(ticks) if self.left == 0 => {
                self.phase = Phase::Walk;
                (self.left, self.still) = (ticks, 0);
            }
            Phase::End if self.left == 0 => self.phase = Phase::Over,
            Phase::Rest(_) | Phase::End | Phase::Over => {}
        }
    }

    /// The displacement from the start along the axes: of the foremost point, of the foot, and sideways of
    /// the middle.
    fn displacement(&self) -> [f64; D] {
        let middle = |shape: &Shape<D>, axis: [f64; D]| {
            let (points, _radius) = points(shape);
            let sum = points.iter().fold(0.0, |sum, x| sum + dot(x, &axis));
            sum / points.len() as f64
        };
        let at = |shape: &Shape<D>, i: usize| {
            let axis = self.level.axes[i];
            match i {
                0 => support_distance(shape, axis),
                1 => -support_distance(shape, axis.map(|x| -x)),
                _ => middle(shape, axis),
            }
        };
        from_fn(|i| at(&self.mover, i) - at(&self.level.mover, i))
    }

    /// How much the mover is longer than at the start, along its way.
    fn stretch(&self) -> f64 {
        let axis = self.level.axes[0];
        let length = |shape: &Shape<D>| {
            support_distance(shape, axis) + support_distance(shape, axis.map(|x| -x))
        };
        length(&self.mover) - length(&self.level.mover)
    }

    fn judge_place(&mut self, is_grounded: bool) {
        let bounds = Bounds::of(&self.mover);
        let is_inside = |i: usize| {
            bounds.overlaps(&self.bounds[i]) && penetrates(&self.mover, &self.level.obstacles[i])
        };
        if (0..self.bounds.len()).any(is_inside) {
            self.verdict.penetrations += 1;
            self.blame("penetrates");
        }
        if is_grounded && !self.is_on_path() {
            self.verdict.off_path += 1;
            self.blame("off the path");
        }
    }

    /// Whether the foot is as high as the ground beneath it: that of a box stands on the highest of it. A few
    /// roundings above counts as standing.
    fn is_on_path(&self) -> bool {
        let [along, up] = [self.level.axes[0], self.level.axes[1]];
        let rise = |axis: [f64; D]| {
            support_distance(&self.mover, axis) - support_distance(&self.level.mover, axis)
        };
        let foot = -rise(up.map(|x| -x));
        let (front, back) = (rise(along), -support_distance(&self.mover, along.map(|x| -x)));
        let width = support_distance(&self.mover, along) - back;
        let tolerance = self.level.tolerance;
        let [low, high] = self.ground([front - width - tolerance, front + tolerance]);
        let is_flush = !matches!(self.mover.kind(), Kind::Sphere | Kind::Capsule);
        let least = if is_flush && self.level.relief == 0.0 {
            // Of the whole foot, the tolerance aside.
            self.ground([front - width + tolerance, front - tolerance])[1]
        } else {
            low
        };
        least - tolerance <= foot && foot <= high + self.level.relief + tolerance + self.level.hover
    }

    /// The least and the greatest height of the ground in an interval.
    fn ground(&self, [from, to]: [f64; 2]) -> [f64; 2] {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut note = |y: f64| (low, high) = (low.min(y), high.max(y));
        for pair in self.level.ground.windows(2) {
            let [[x, y], [z, w]] = [pair[0], pair[1]];
            if z < from || to < x {
                continue;
            }
            let height = |at: f64| {
                if z > x { y + (w - y) * ((at - x) / (z - x)).clamp(0.0, 1.0) } else { y }
            };
            note(height(from.max(x)));
            note(height(to.min(z)));
            if z <= x {
                note(w);
            }
        }
        [low, high]
    }

    /// A mover that stops short of its motion is stopped by something, or has walked on a slope, which takes
    /// a part of it.
    fn judge_progress(&mut self, before: [f64; D]) {
        let after = self.displacement();
        let width = support_distance(&self.mover, self.level.axes[0])
            + support_distance(&self.mover, self.level.axes[0].map(|x| -x));
        let (from, to) = (before[0] - width, after[0]);
        let is_sloped = self.level.ground.windows(2).any(|pair| {
            let [[x, y], [z, w]] = [pair[0], pair[1]];
            z > x && (y != w || self.level.relief > 0.0 && z > 0.0) && x <= to && from <= z
        });
        if is_sloped || (after[1] - before[1]).abs() > self.level.tolerance {
            return;
        }
        let axes = self.level.axes;
        let moved: [f64; D] =
            from_fn(|j| (0..D).fold(0.0, |sum, i| sum + (after[i] - before[i]) * axes[i][j]));
        let whole = dot(&self.motion.map(f64::from), &self.level.heading);
        let missing = whole - dot(&moved, &self.level.heading);
        if missing <= self.level.tolerance + 1e-3 * whole {
            return;
        }
        let rest: [f32; D] = self.level.heading.map(|x| (x * missing) as f32);
        let is_free = self.near().iter().all(|&i| {
            let swept = Bounds::of(&self.mover).swept(rest);
            !swept.overlaps(&self.bounds[i])
                || !sweep_penetrates(&self.mover, rest, &self.level.obstacles[i])
        });
        if is_free {
            self.verdict.refused += 1;
            self.blame("a free direction refused");
        }
    }
}

fn dot<const D: usize>(x: &[f64; D], y: &[f64; D]) -> f64 {
    x.iter().zip(y).fold(0.0, |sum, (x, y)| sum + x * y)
}
