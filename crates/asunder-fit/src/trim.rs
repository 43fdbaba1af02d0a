//! Hitboxes made smaller until they cover no more than they should.
//!
//! Every hitbox begins around all that its bone moves in all the frames that are looked at. That is
//! too much: a single vertex that swings out makes a box large, and another box may cover it as well.
//! So faces are moved inwards, always the one that saves the most volume for the vertices that are
//! lost; a vertex that another hitbox covers is not lost.

use crate::probe::axes_of;
use crate::samples::Entry;
use asunder::glam::Vec3;
use asunder::prelude::*;

/// A box that is being trimmed: intervals along axes.
#[derive(Clone, Debug)]
struct Block {
    axes: [[f64; 3]; 3],
    ends: [[f64; 2]; 3],
    /// What each saved unit of volume counts: as many as the part has members.
    members: f64,
    /// How many more of the vertices that its own bone moves may be left out.
    spare: u64,
    /// Whether it stays as it is, since its bone moves nothing that counts.
    fixed: bool,
    /// Thinner than this it is not trimmed: steps would come to nothing.
    thinnest: f64,
}

/// Where a face is to go, and what that saves and loses.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Volume saved for each vertex lost.
    worth: f64,
    axis: usize,
    /// 0: the lower end; 1: the upper.
    end: usize,
    to: f64,
    /// How many vertices no hitbox covers then, and how many of its own this one leaves out.
    lost: u64,
    own: u64,
}

/// The part of the vertices of its own bone that a hitbox may leave to others, or uncovered.
const SPARE: f64 = 0.1;

/// Into how many steps the way of a face through its box is divided.
const STEPS: usize = 48;
/// How finely the budget is spent: that part of it counts as lost in every step, so that steps are
/// worth their work.
const GRAINS: f64 = 200.0;
/// A face may go no farther than this part of its box at a time.
const FARTHEST: usize = STEPS / 3;

/// Trims boxes until `budget` vertices are lost, at most; returns what is left of them, and of the
/// budget. `entries` and `counts` follow.
pub(crate) fn trim(
    boxes: &[(Obb3, usize)],
    entries: &mut [Vec<Entry>],
    counts: &mut [u32],
    weights: &[u32],
    mut budget: u64,
) -> (Vec<Obb3>, u64) {
    let mut blocks: Vec<Block> = boxes
        .iter()
        .zip(entries.iter())
        .map(|((obb, members), entries)| {
            let own = entries.iter().filter(|entry| entry.own);
            let own: u64 = own.map(|entry| u64::from(weights[entry.sample as usize])).sum();
            Block {
                spare: (own as f64 * SPARE) as u64,
                fixed: own == 0,
                ..Block::of(obb, *members)
            }
        })
        .collect();
    // Where each entry lies along the axes of its box.
    let mut places: Vec<Vec<[f64; 3]>> = blocks
        .iter()
        .zip(entries.iter())
        .map(|(block, entries)| {
            let place =
                |entry: &Entry| block.axes.map(|axis| along(axis, entry.local.map(f64::from)));
            entries.iter().map(place).collect()
        })
        .collect();
    let grain = budget as f64 / GRAINS + 0.5;
    let mut next: Vec<Option<Step>> = (0..blocks.len())
        .map(|part| {
            blocks[part].best(&entries[part], &places[part], counts, weights, budget, grain)
        })
        .collect();
    // Others' losses only make a step worse: the best that is still what it was is the best of all.
    loop {
        let mut best: Option<(usize, Step)> = None;
        for (part, step) in next.iter().enumerate() {
            if let Some(step) = step
                && best.is_none_or(|(_, other)| step.worth > other.worth)
            {
                best = Some((part, *step));
            }
        }
        let Some((part, step)) = best else { break };
        let now = blocks[part].best(&entries[part], &places[part], counts, weights, budget, grain);
        let same = now.is_some_and(|now| now.worth >= step.worth * 0.999);
        if !same {
            next[part] = now;
            continue;
        }
        let Some(step) = now else { continue };
        let block = &mut blocks[part];
        block.ends[step.axis][step.end] = step.to;
        block.spare -= step.own.min(block.spare);
        let [low, high] = block.ends[step.axis];
        let stays = |place: &[f64; 3]| low <= place[step.axis] && place[step.axis] <= high;
        let mut index = 0;
        entries[part].retain(|entry| {
            let stays = stays(&places[part][index]);
            index += 1;
            if !stays {
                counts[entry.sample as usize] -= 1;
            }
            stays
        });
        places[part].retain(stays);
        budget -= step.lost.min(budget);
        next[part] =
            blocks[part].best(&entries[part], &places[part], counts, weights, budget, grain);
    }
    let shapes = boxes.iter().zip(&blocks).map(|((obb, _), block)| block.shape(obb));
    (shapes.collect(), budget)
}

impl Block {
    fn of(obb: &Obb3, members: usize) -> Self {
        let axes = axes_of(obb.rotation().to_array());
        let center = obb.center().to_array().map(f64::from);
        let half = obb.half_extents().to_array().map(f64::from);
        let ends = [0, 1, 2].map(|i| {
            let at = along(axes[i], center);
            [at - half[i], at + half[i]]
        });
        let most = half.iter().fold(0.0, |most, &h| if h > most { h } else { most });
        let thinnest = most * 1e-3;
        Self { axes, ends, members: members as f64, spare: 0, fixed: false, thinnest }
    }

    /// The best way to move a face inwards that loses no more than the budget.
    fn best(
        &self,
        entries: &[Entry],
        places: &[[f64; 3]],
        counts: &[u32],
        weights: &[u32],
        budget: u64,
        grain: f64,
    ) -> Option<Step> {
        if self.fixed {
            return None;
        }
        let sizes = self.ends.map(|[low, high]| high - low);
        let scales = sizes.map(|size| if size > 0.0 { STEPS as f64 / size } else { 0.0 });
        // From each end inwards how many are in each step: covered by nothing else, and its own.
        let mut inside = [[[[0_u64; 2]; FARTHEST]; 2]; 3];
        for (entry, place) in entries.iter().zip(places) {
            let alone = counts[entry.sample as usize] == 1;
            if !alone && !entry.own {
                continue;
            }
            let weight = u64::from(weights[entry.sample as usize]);
            let weight = [if alone { weight } else { 0 }, if entry.own { weight } else { 0 }];
            for axis in 0..3 {
                let step = (place[axis] - self.ends[axis][0]) * scales[axis];
                let (end, step) = if step < FARTHEST as f64 {
                    (0, step as usize) // Rounding may put it a little outside.
                } else {
                    (1, (STEPS as f64 - step) as usize)
                };
                if let Some(sums) = inside[axis][end].get_mut(step) {
                    sums[0] += weight[0];
                    sums[1] += weight[1];
                }
            }
        }
        let mut best: Option<Step> = None;
        for axis in 0..3 {
            let area = sizes[(axis + 1) % 3] * sizes[(axis + 2) % 3] * self.members;
            let width = sizes[axis] / STEPS as f64;
            if !(sizes[axis] > self.thinnest && area > 0.0) {
                continue;
            }
            for (end, steps) in inside[axis].iter().enumerate() {
                let (mut lost, mut own) = (0, 0);
                for (step, [more, more_own]) in steps.iter().enumerate() {
                    lost += more;
                    own += more_own;
                    if lost > budget || own > self.spare {
                        break;
                    }
                    let way = (step + 1) as f64 * width;
                    let worth = way * area / (lost as f64 + grain);
                    if best.is_none_or(|best| worth > best.worth) {
                        let [low, high] = self.ends[axis];
                        let to = if end == 0 { low + way } else { high - way };
                        best = Some(Step { worth, axis, end, to, lost, own });
                    }
                }
            }
        }
        best
    }

    /// The box, never larger than it was.
    fn shape(&self, was: &Obb3) -> Obb3 {
        let mut center = [0.0; 3];
        for (axis, [low, high]) in self.axes.iter().zip(self.ends) {
            center = [0, 1, 2].map(|i| center[i] + 0.5 * (low + high) * axis[i]);
        }
        let half = self.ends.map(|[low, high]| (0.5 * (high - low)) as f32);
        let half = half.map(|h| if h > 0.0 { h } else { 0.0 });
        Obb3::try_new(Vec3::from(center.map(|x| x as f32)), half, was.rotation()).unwrap_or(*was)
    }
}

fn along(axis: [f64; 3], p: [f64; 3]) -> f64 {
    axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]
}
