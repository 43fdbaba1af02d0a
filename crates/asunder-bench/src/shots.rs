//! Shots at 64 figures of twenty hitboxes as they were up to forty ticks ago: what is hit first?
//!
//! Half of the shots are aimed at a hitbox, half beside one. Asunder asks a view of its history, or
//! judges a claim, which tells by how much it missed, too. The plain loops keep the poses of every
//! tick, go half-way between two of them where asked to, and cast the peer's ray at every box, or at
//! those of figures whose bounding sphere is near the way. They are told by which box is hit.

use crate::characters::{Crowd, FIGURE, Figures, HITBOXES, Placed, REACH};
use crate::table::{Answers, Row};
use crate::timing::{Pass, medians};
use crate::worlds::{Stage as _, Trial, counted_pass};
use asunder::glam::Vec3;
use asunder::history::{History, ShotClaim, ShotFinding, Tick};
use asunder::prelude::*;
use asunder_jury::Rng;
use parry3d::math::{Pose, Rotation};
use parry3d::query::{Ray, RayCast as _};
use parry3d::shape::Cuboid;
use std::array::from_fn;
use std::hint::black_box;

const PLAYERS: usize = 64;
const TICKS: usize = 40;
const COUNT: usize = 256;
/// The time in which a shot is to be told.
const LIMIT_NS: f64 = 10_000.0;

/// What is asked of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shots {
    /// What it first hits, at some tick.
    AtTicks,
    /// The same somewhere between two ticks.
    BetweenTicks,
    /// Between two ticks, whether it hits whom it should, or by how much it misses.
    Judged,
}

/// Shots at the figures, round after round.
pub(crate) fn trial(shots: Shots) -> Box<dyn Trial> {
    Box::new(Range::new(shots))
}

impl Trial for Range {
    fn rows(self: Box<Self>, work: &'static str, rounds: usize) -> Vec<Row> {
        let answers = [self.asunder(), self.all_boxes(), self.spheres_first()];
        let mut passes: Vec<Pass<'_>> = vec![
            Box::new(|| self.answer()),
            Box::new(|| {
                black_box(self.all_boxes());
            }),
            Box::new(|| {
                black_box(self.spheres_first());
            }),
        ];
        let times = medians(&mut passes, rounds);
        drop(passes);
        let row = |peer: usize, name| Row {
            work,
            count: COUNT,
            asunder_ns: times[0] / COUNT as f64,
            peer: name,
            peer_ns: times[peer] / COUNT as f64,
            peer_wrong: (0..COUNT).filter(|&i| answers[peer][i] != answers[0][i]).count(),
            peer_answers: Answers::Rounded,
            goal: None,
            limit_ns: Some(LIMIT_NS),
            level: asunder::batch::level(),
        };
        vec![row(1, "parry3d 0.31.1, every box"), row(2, "parry3d 0.31.1, spheres first")]
    }

    fn alone(self: Box<Self>, times: usize) -> usize {
        (0..times).for_each(|_| counted_pass(|| self.answer()));
        COUNT
    }
}

/// The number of the hitbox that is hit first.
type Answer = Option<u32>;

/// Where everything was, and the shots at it.
struct Range {
    shots: Shots,
    figures: Figures,
    history: History<Vec3>,
    /// By tick, where each hitbox was.
    placed: Vec<Vec<Placed>>,
    /// By tick, the middles of the balls around the figures.
    middles: Vec<Vec<[f32; 3]>>,
    cuboids: Vec<Cuboid>,
    claims: Vec<ShotClaim<Vec3>>,
}

impl Range {
    fn new(shots: Shots) -> Self {
        let mut crowd = Crowd::new(PLAYERS);
        let mut figures = Figures::new(&crowd);
        let mut history = History::new(TICKS as u64);
        let (mut placed, mut middles) = (Vec::new(), Vec::new());
        for tick in 0..TICKS {
            crowd.advance();
            figures.place(&crowd);
            figures.world.step();
            history.record(Tick(tick as u64), &figures.world);
            placed.push(crowd.placed().to_vec());
            middles.push((0..PLAYERS).map(|figure| crowd.middle(figure)).collect());
        }
        let mut rng = Rng::new(64);
        let claims = (0..COUNT).map(|i| claim(&mut rng, &placed, shots, i % 2 == 0)).collect();
        let cuboids = FIGURE.iter().map(|part| Cuboid::new(part.half_extents.into())).collect();
        Self { shots, figures, history, placed, middles, cuboids, claims }
    }

    fn asunder(&self) -> Vec<Answer> {
        let first = |claim: &ShotClaim<Vec3>| {
            let view = self.history.at(&self.figures.world, claim.tick, claim.fraction).ok()?;
            let found = view.segment(&claim.shot).first()?;
            Some(self.figures.number(found.collider))
        };
        self.claims.iter().map(first).collect()
    }

    /// Tells of every shot what is asked of it.
    fn answer(&self) {
        if self.shots == Shots::Judged {
            for claim in &self.claims {
                black_box(self.finding(claim));
            }
        } else {
            black_box(self.asunder());
        }
    }

    fn finding(&self, claim: &ShotClaim<Vec3>) -> Option<ShotFinding> {
        let verdict = self.history.validate_shot(&self.figures.world, claim, Filter::new());
        Some(verdict.ok()?.finding)
    }

    fn all_boxes(&self) -> Vec<Answer> {
        self.claims.iter().map(|claim| self.first_of(claim, 0..PLAYERS)).collect()
    }

    fn spheres_first(&self) -> Vec<Answer> {
        let near = |claim: &ShotClaim<Vec3>| {
            let middles = &self.middles[claim.tick.0 as usize];
            let (from, to) = (claim.shot.a().to_array(), claim.shot.b().to_array());
            let way: [f32; 3] = from_fn(|k| to[k] - from[k]);
            let is_near = |figure: &usize| {
                let ahead: [f32; 3] = from_fn(|k| middles[*figure][k] - from[k]);
                let along = (dot(ahead, way) / dot(way, way)).clamp(0.0, 1.0);
                let off: [f32; 3] = from_fn(|k| ahead[k] - along * way[k]);
                // Between two ticks a figure is on its way to the next middle.
                dot(off, off) <= (REACH + 0.1) * (REACH + 0.1)
            };
            self.first_of(claim, (0..PLAYERS).filter(is_near))
        };
        self.claims.iter().map(near).collect()
    }

    /// What is hit first of some figures.
    fn first_of(&self, claim: &ShotClaim<Vec3>, figures: impl Iterator<Item = usize>) -> Answer {
        let ShotClaim { tick, fraction, shot, .. } = claim;
        let (from, to) = (shot.a().to_array(), shot.b().to_array());
        let ray = Ray::new(from.into(), from_fn::<f32, 3, _>(|k| to[k] - from[k]).into());
        let tick = tick.0 as usize;
        let (mut first, mut reach) = (None, 1.0);
        for figure in figures {
            for (part, cuboid) in self.cuboids.iter().enumerate() {
                let number = figure * HITBOXES + part;
                let mut at = self.placed[tick][number];
                if *fraction > 0.0 {
                    at = between(&at, &self.placed[tick + 1][number], *fraction);
                }
                let pose = Pose::from_parts(at.center.into(), Rotation::from_array(at.rotation));
                if let Some(hit) = cuboid.cast_ray(&pose, &ray, reach, true)
                    && (hit < reach || first.is_none())
                {
                    (first, reach) = (Some(number as u32), hit);
                }
            }
        }
        first
    }
}

/// A shot across the square, aimed at a hitbox of a player or beside it.
fn claim(rng: &mut Rng, placed: &[Vec<Placed>], shots: Shots, is_aimed: bool) -> ShotClaim<Vec3> {
    let tick = rng.below(TICKS - 1);
    let fraction = if shots == Shots::AtTicks { 0.0 } else { rng.between(0.1, 0.9) as f32 };
    let victim = rng.below(PLAYERS);
    let at = placed[tick][victim * HITBOXES + rng.below(HITBOXES)].center;
    let off = if is_aimed { 0.0 } else { 0.7 };
    let to: [f32; 3] = from_fn(|k| at[k] + if k == 1 { off } else { 0.0 });
    let from = [rng.between(-4.0, 20.0) as f32, 1.5, -2.0];
    // On behind what it is aimed at.
    let end: [f32; 3] = from_fn(|k| from[k] + 1.5 * (to[k] - from[k]));
    let shot = Segment3::new(from, end);
    let (shooter, victim, tick) = (PLAYERS as u64, victim as u64, Tick(tick as u64));
    ShotClaim { shooter, victim, tick, fraction, shot }
}

/// A part of the way from one pose to another, the short way round.
fn between(a: &Placed, b: &Placed, fraction: f32) -> Placed {
    let near = (0..4).fold(0.0, |sum, k| sum + a.rotation[k] * b.rotation[k]);
    let side = if near < 0.0 { -1.0 } else { 1.0 };
    let mixed = |a: f32, b: f32| a + fraction * (b - a);
    let rotation: [f32; 4] = from_fn(|k| mixed(a.rotation[k], side * b.rotation[k]));
    let length = rotation.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
    Placed {
        rotation: rotation.map(|x| x / length),
        center: from_fn(|k| mixed(a.center[k], b.center[k])),
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_told_of_the_same_hits() {
        for shots in [Shots::AtTicks, Shots::BetweenTicks, Shots::Judged] {
            let range = Range::new(shots);
            let (own, every) = (range.asunder(), range.all_boxes());
            let hits = own.iter().flatten().count();
            assert!((COUNT / 4..COUNT).contains(&hits), "{hits} hit");
            let differ = (0..COUNT).filter(|&i| own[i] != every[i]).count();
            assert!(differ <= 1, "{shots:?}: {differ} differ, and the peer rounds");
            assert_eq!(range.spheres_first(), every);
        }
    }

    #[test]
    fn who_is_hit_first_is_judged_hit() {
        let range = Range::new(Shots::Judged);
        let mut judged = [0; 3];
        for (claim, first) in range.claims.iter().zip(range.asunder()) {
            match range.finding(claim) {
                Some(ShotFinding::Hit { collider, .. }) => {
                    assert_eq!(first, Some(range.figures.number(collider)));
                    judged[0] += 1;
                }
                Some(ShotFinding::Blocked { by, .. }) => {
                    assert_eq!(first, Some(range.figures.number(by)));
                    judged[1] += 1;
                }
                Some(ShotFinding::Missed { .. }) => judged[2] += 1,
                other => panic!("{other:?}"),
            }
        }
        assert!(judged.iter().all(|&count| count > 0), "{judged:?}");
    }
}
