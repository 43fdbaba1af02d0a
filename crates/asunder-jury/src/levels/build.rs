//! The levels, kind by kind.

mod tight;

use super::site::{Form, Place, Site};
use super::{Level, LevelKind, WalkRules};
use crate::walks::{points, support_distance};
use crate::{Kind, Rng, Shape};
use std::array::from_fn;
use tight::{bumps, ceiling, corridor, turned_corridor, wedge};

/// A level in coordinates along, up and sideways, where the mover starts at the origin.
struct Draft<const D: usize> {
    obstacles: Vec<Shape<D>>,
    rules: WalkRules,
    ground: Vec<[f64; 2]>,
    relief: f64,
    rests: Vec<f64>,
    /// The displacement at the end.
    end: Place,
    /// The greatest deviation sideways.
    astray: f64,
    is_grounded: bool,
}

/// The mover in those coordinates.
struct Walker<const D: usize> {
    shape: Shape<D>,
    form: Form,
    /// Its foremost coordinate.
    front: f64,
    height: f64,
}

/// How far sideways floors reach.
const ASIDE: f64 = 4.0;

const RULES: WalkRules =
    WalkRules { step_height: 0.0, max_slope: 45.0, snap: 0.5, ledge: 0.0, keep_speed: false };

pub(super) fn level<const D: usize>(kind: LevelKind, mover: Kind, rng: &mut Rng) -> Level<D> {
    let inner = match kind {
        LevelKind::Far | LevelKind::Small => loop {
            let inner = LevelKind::ALL[rng.below(11)];
            // Far out a rounding is larger than the tolerance of a turned corridor.
            let is_apt = kind == LevelKind::Small || inner != LevelKind::TurnedCorridor;
            if is_apt && inner.movers().contains(&mover) {
                break inner;
            }
        },
        _ => kind,
    };
    let is_turned = inner == LevelKind::TurnedCorridor;
    let site = if is_turned { Site::turned(rng) } else { Site::upright(rng) };
    let site = site.scaled(kind, rng);
    let mut form = Form::draw(rng);
    if is_turned || inner == LevelKind::Corridor {
        form.yaw = 0.0;
    }
    let walker = Walker::new(&site, mover, form);
    let draft = match inner {
        LevelKind::Floor => floor(&site, &walker, rng),
        LevelKind::StairsUp => stairs_up(&site, &walker, rng),
        LevelKind::StairsDown => stairs_down(&site, &walker, rng),
        LevelKind::StairsTooHigh => stairs_too_high(&site, &walker, rng),
        LevelKind::SlopeWalkable => slope_walkable(&site, &walker, rng),
        LevelKind::SlopeTooSteep => slope_too_steep(&site, &walker, rng),
        LevelKind::Corridor if D == 3 => corridor(&site, &walker, rng),
        LevelKind::Corridor | LevelKind::Ceiling => ceiling(&site, &walker, rng),
        LevelKind::TurnedCorridor => turned_corridor(&site, &walker, rng),
        LevelKind::Wedge => wedge(&site, &walker, rng),
        _ => bumps(&site, &walker, rng),
    };
    finished(inner, &site, walker, draft)
}

fn finished<const D: usize>(
    kind: LevelKind,
    site: &Site<D>,
    walker: Walker<D>,
    draft: Draft<D>,
) -> Level<D> {
    let scale = site.scale;
    let last_place = f64::from(f32::EPSILON) * site.reach();
    let tolerance = scale * 1e-5 + 8.0 * last_place;
    let hover = scale * 2e-5 + 16.0 * last_place;
    let end = from_fn(|i| {
        let error = tolerance + if i == 2 { scale * draft.astray } else { 0.0 };
        let above = if i == 1 { hover } else { 0.0 };
        [scale * draft.end[i] - error, scale * draft.end[i] + error + above]
    });
    let horizontal: [f64; D] = from_fn(|j| if j == 1 { 0.0 } else { site.axes[0][j] });
    let size = horizontal.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
    Level {
        kind,
        mover: walker.shape,
        obstacles: draft.obstacles,
        rules: WalkRules {
            step_height: (scale * f64::from(draft.rules.step_height)) as f32,
            snap: (scale * f64::from(draft.rules.snap)) as f32,
            ledge: (scale * f64::from(draft.rules.ledge)) as f32,
            ..draft.rules
        },
        scale,
        heading: horizontal.map(|x| x / size),
        axes: site.axes,
        length: scale * draft.end[0],
        end,
        ground: draft.ground.iter().map(|[x, y]| [scale * (x - walker.front), scale * y]).collect(),
        relief: scale * draft.relief,
        rests: draft.rests.iter().map(|x| scale * x).collect(),
        is_grounded: draft.is_grounded,
        tolerance,
        hover,
    }
}

impl<const D: usize> Walker<D> {
    fn new(site: &Site<D>, kind: Kind, form: Form) -> Self {
        let shape = site.mover(kind, &form);
        let origin = site.point([0.0; 3]);
        let along = |axis: [f64; D]| {
            let at = axis.iter().zip(origin).fold(0.0, |sum, (x, y)| sum + x * y);
            (support_distance(&shape, axis) - at) / site.scale
        };
        // Of a box in a frame along coordinate axes it is rounded to the lattice, on which it lies.
        let front = along(site.axes[0]);
        let height = if kind == Kind::Sphere { 2.0 * form.half } else { form.height };
        Self { shape, form, front, height }
    }

    /// The least value of a linear function over it.
    fn least(&self, site: &Site<D>, normal: Place) -> f64 {
        let axis: [f64; D] =
            from_fn(|j| (0..D).fold(0.0, |sum, i| sum + normal[i] * site.axes[i][j]));
        let origin = site.point([0.0; 3]);
        let at = axis.iter().zip(origin).fold(0.0, |sum, (x, y)| sum + x * y);
        (-support_distance(&self.shape, axis.map(|x| -x)) - at) / site.scale
    }

    fn is_round(&self) -> bool {
        points(&self.shape).1 > 0.0
    }
}

impl<const D: usize> Draft<D> {
    fn new(end: Place) -> Self {
        Self {
            obstacles: Vec::new(),
            rules: RULES,
            ground: vec![[-ASIDE, 0.0]],
            relief: 0.0,
            rests: Vec::new(),
            end,
            astray: 0.0,
            is_grounded: true,
        }
    }

    /// Tiles that are level with one another, with seams at random.
    fn tiles(&mut self, site: &Site<D>, [from, to]: [f64; 2], top: f64, rng: &mut Rng) {
        let mut left = from;
        while left < to {
            let right = (left + [0.5, 0.75, 1.0, 2.0][rng.below(4)]).min(to);
            self.slab(site, [left, right], top, rng);
            left = right;
        }
    }

    /// A block of the ground; in 3D two, side by side.
    fn slab(&mut self, site: &Site<D>, [left, right]: [f64; 2], top: f64, rng: &mut Rng) {
        let seam = [0.0, 0.125, -0.25, 0.5][rng.below(4)];
        let sides: &[[f64; 2]] =
            if D == 2 { &[[0.0; 2]] } else { &[[-ASIDE, seam], [seam, ASIDE]] };
        for [back, front] in sides {
            let (low, high) = ([left, -1.0, *back], [right, top, *front]);
            self.obstacles.push(site.any_block(low, high, rng));
        }
    }

    /// A wall across the level, from which it ends.
    fn wall(&mut self, site: &Site<D>, at: f64) {
        self.obstacles.push(site.block([at, -1.0, -ASIDE], [at + 1.0, 6.0, ASIDE]));
    }
}

/// A length of a level, on the lattice.
fn length(rng: &mut Rng) -> f64 {
    3.0 + 0.25 * rng.below(9) as f64
}

fn floor<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let to = length(rng);
    let mut draft = Draft::new([to - walker.front, 0.0, 0.0]);
    draft.tiles(site, [-2.0, to + 1.0], 0.0, rng);
    draft.wall(site, to);
    draft.ground.push([to, 0.0]);
    draft.rules.snap = [0.0, 0.25][rng.below(2)];
    draft.rules.step_height = [0.0, 0.25][rng.below(2)];
    draft
}

/// The height and width of stairs, and how many.
fn stairs(rng: &mut Rng) -> (f64, f64, usize) {
    let rise = [0.125, 0.1875, 0.25][rng.below(3)];
    let run = [0.25, 0.375, 0.5, 1.0][rng.below(4)];
    (rise, run, 3 + rng.below(4))
}

fn stairs_up<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let (rise, run, count) = stairs(rng);
    let first = 1.0;
    let to = first + run * count as f64 + 1.5;
    let mut draft = Draft::new([to - walker.front, rise * count as f64, 0.0]);
    draft.tiles(site, [-2.0, first], 0.0, rng);
    for stair in 0..count {
        let (left, top) = (first + run * stair as f64, rise * (stair + 1) as f64);
        let right = if stair + 1 == count { to } else { left + run };
        draft.slab(site, [left, right], top, rng);
        draft.ground.extend([[left, top - rise], [left, top], [right, top]]);
    }
    draft.wall(site, to);
    let more = [1.0, 1.0625, 1.5][rng.below(3)];
    draft.rules.step_height = (rise * more) as f32;
    draft.rules.snap = [0.0, 0.25][rng.below(2)];
    // A round foot rises along an edge, and from there on through the air unless it is led down.
    draft.is_grounded = draft.rules.snap > 0.0 || !walker.is_round();
    draft
}

fn stairs_down<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let (rise, run, count) = stairs(rng);
    let first = 1.0;
    let to = first + run * count as f64 + 1.5;
    let mut draft = Draft::new([to - walker.front, -rise * count as f64, 0.0]);
    draft.tiles(site, [-2.0, first], 0.0, rng);
    for stair in 0..count {
        let (left, top) = (first + run * stair as f64, -rise * (stair + 1) as f64);
        let right = if stair + 1 == count { to } else { left + run };
        let (low, high) = ([left, top - 1.0, -ASIDE], [right, top, ASIDE]);
        draft.obstacles.push(site.any_block(low, high, rng));
        draft.ground.extend([[left, top + rise], [left, top], [right, top]]);
    }
    draft.obstacles.push(site.block([to, -4.0, -ASIDE], [to + 1.0, 6.0, ASIDE]));
    let more = [1.0, 1.0625, 1.5][rng.below(3)];
    draft.rules.snap = (rise * more) as f32;
    draft.rules.step_height = [0.0, draft.rules.snap][rng.below(2)];
    // A round foot that rolls over an edge stands on it only if it is a step, and meets the next tread
    // before the next edge.
    let half = walker.form.half;
    let reach = (half * half - (half - rise) * (half - rise)).sqrt();
    draft.is_grounded = !walker.is_round() || (draft.rules.step_height > 0.0 && run >= reach);
    draft
}

fn stairs_too_high<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let half = walker.form.half;
    // A round foot walks up a lower edge as up a slope: it meets it at less than the slope limit.
    let least = if walker.is_round() { half * 0.3 } else { 0.0 };
    let rises = [0.125, 0.25, 0.5, 1.0];
    let rise = loop {
        let rise = rises[rng.below(4)];
        if rise > least {
            break rise;
        }
    };
    let first = 1.5;
    // A round mover meets the edge where it is not at its widest yet.
    let less = if walker.is_round() && rise < half {
        half - (half * half - (half - rise) * (half - rise)).sqrt()
    } else {
        0.0
    };
    let mut draft = Draft::new([first - walker.front + less, 0.0, 0.0]);
    draft.tiles(site, [-2.0, first], 0.0, rng);
    for stair in 0..3 {
        let (left, top) = (first + 0.5 * f64::from(stair), rise * f64::from(stair + 1));
        draft.slab(site, [left, left + 0.5], top, rng);
        draft.ground.extend([[left, top - rise], [left, top], [left + 0.5, top]]);
    }
    let part = [0.0, 0.5, 0.875, 0.9375][rng.below(4)];
    draft.rules.step_height = (rise * part) as f32;
    draft.rules.snap = [0.0, 0.25][rng.below(2)];
    draft
}

/// A ramp between two corners of the ground, of one piece or two.
fn ramp<const D: usize>(draft: &mut Draft<D>, site: &Site<D>, ends: [[f64; 2]; 2], rng: &mut Rng) {
    let [[x, y], [z, w]] = ends;
    let middle = [(x + z) / 2.0, (y + w) / 2.0];
    let pieces: &[[[f64; 2]; 2]] =
        if rng.chance(0.5) { &[[[x, y], [z, w]]] } else { &[[[x, y], middle], [middle, [z, w]]] };
    for [[x, y], [z, w]] in pieces {
        let polygon = [[*x, -1.0], [*z, -1.0], [*z, *w], [*x, *y]];
        draft.obstacles.push(site.prism(&polygon, [-ASIDE, ASIDE]));
    }
}

fn slope_walkable<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let slopes = [(0.25, 30.0), (0.5, 30.0), (0.75, 40.0), (0.9375, 45.0), (1.0, 46.0)];
    let (slope, max_slope) = slopes[rng.below(5)];
    let rise = 2.0 * slope;
    let has_down = rng.chance(0.75);
    let to = if has_down { 8.5 } else { 5.0 };
    let mut draft = Draft::new([to - walker.front, if has_down { 0.0 } else { rise }, 0.0]);
    draft.tiles(site, [-2.0, 1.0], 0.0, rng);
    ramp(&mut draft, site, [[1.0, 0.0], [3.0, rise]], rng);
    draft.ground.extend([[1.0, 0.0], [3.0, rise]]);
    if has_down {
        draft.tiles(site, [3.0, 4.5], rise, rng);
        ramp(&mut draft, site, [[4.5, rise], [6.5, 0.0]], rng);
        draft.tiles(site, [6.5, to + 1.0], 0.0, rng);
        draft.ground.extend([[4.5, rise], [6.5, 0.0], [to, 0.0]]);
    } else {
        draft.tiles(site, [3.0, to + 1.0], rise, rng);
        draft.ground.push([to, rise]);
    }
    draft.wall(site, to);
    draft.rests = if has_down { vec![2.0, 5.5] } else { vec![2.0] };
    draft.rules.max_slope = max_slope;
    draft.rules.keep_speed = rng.chance(0.5);
    draft.rules.step_height = [0.0, 0.25][rng.below(2)];
    draft
}

fn slope_too_steep<const D: usize>(site: &Site<D>, walker: &Walker<D>, rng: &mut Rng) -> Draft<D> {
    let slopes =
        [(0.5, 26.0), (1.0625, 45.0), (1.25, 45.0), (1.25, 51.0), (2.0, 45.0), (4.0, 60.0)];
    let (slope, max_slope) = slopes[rng.below(6)];
    // The plane's normal is (-slope, 1) over its length; the mover is stopped where it touches.
    let size = f64::sqrt(1.0 + slope * slope);
    let normal = [-slope / size, 1.0 / size, 0.0];
    let first = 2.0;
    let way = (normal[0] * first - walker.least(site, normal)) / normal[0];
    let mut draft = Draft::new([way, 0.0, 0.0]);
    draft.tiles(site, [-2.0, first], 0.0, rng);
    ramp(&mut draft, site, [[first, 0.0], [first + 2.0, 2.0 * slope]], rng);
    draft.ground.extend([[first, 0.0], [first + 2.0, 2.0 * slope]]);
    draft.rules.max_slope = max_slope;
    draft.rules.keep_speed = rng.chance(0.5);
    draft.rules.step_height = [0.0, 0.25][rng.below(2)];
    draft.rules.snap = [0.0, 0.25][rng.below(2)];
    draft
}
