//! Trimming of hitboxes, by a greedy search.
//!
//! Every hitbox starts around all that its bone moves in all sampled frames. That is too much: a single
//! vertex that swings out makes a box large, and another box may cover it as well. Faces are moved
//! inwards, always the one that saves the most volume for each vertex lost; a vertex that another hitbox
//! covers is not lost.

use crate::hitbox_f64::axes_of;
use crate::samples::Entry;
use crate::vector::{dot, wide};
use asunder::glam::Vec3;
use asunder::prelude::*;

/// A box in the course of trimming: intervals along axes.
#[derive(Clone, Debug)]
struct TrimmedBox {
    axes: [[f64; 3]; 3],
    ends: [[f64; 2]; 3],
    /// The number of the part's members, each of which saves the same volume.
    members: f64,
    /// The number of its own bone's vertices that it may still leave out.
    own_allowance: u64,
    /// Whether it is not trimmed, since its bone moves no vertex that counts.
    frozen: bool,
    /// The least extent along an axis that is trimmed: steps of thinner boxes would round to zero.
    thinnest: f64,
}

/// A move of a face, with its gain and cost.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Volume saved for each vertex lost.
    gain: f64,
    axis: usize,
    /// 0: the lower end; 1: the upper.
    end: usize,
    to: f64,
    /// The number of vertices that no hitbox covers afterwards, and of its own that this one leaves out.
    lost: u64,
    own: u64,
}

/// The share of its own bone's vertices that a hitbox may leave to others, or uncovered.
const OWN_SHARE: f64 = 0.1;

/// The number of positions of a face across its box.
const STEPS: usize = 48;
/// The reciprocal of the part of the budget that counts as lost in every step, so that steps of little
/// gain are not taken.
const BUDGET_GRAINS: f64 = 200.0;
/// The most positions that a face moves at a time.
const MOST_STEPS: usize = STEPS / 3;

/// Trims boxes until at most `budget` vertices are lost; returns the trimmed boxes and the remaining
/// budget. `entries` and `counts` are updated.
pub(crate) fn trim(
    boxes: &[(Obb3, usize)],
    entries: &mut [Vec<Entry>],
    counts: &mut [u32],
    weights: &[u32],
    mut budget: u64,
) -> (Vec<Obb3>, u64) {
    let mut trimmed_boxes: Vec<TrimmedBox> = boxes
        .iter()
        .zip(entries.iter())
        .map(|((obb, members), entries)| {
            let own = entries.iter().filter(|entry| entry.own);
            let own: u64 = own.map(|entry| u64::from(weights[entry.sample as usize])).sum();
            TrimmedBox {
                own_allowance: (own as f64 * OWN_SHARE) as u64,
                frozen: own == 0,
                ..TrimmedBox::of(obb, *members)
            }
        })
        .collect();
    // The coordinates of each entry along the axes of its box.
    let mut coordinates: Vec<Vec<[f64; 3]>> = trimmed_boxes
        .iter()
        .zip(entries.iter())
        .map(|(trimmed_box, entries)| {
            let [a, b, c] = trimmed_box.axes;
            let coordinate = |entry: &Entry| {
                let p = wide(entry.local);
                [dot(a, p), dot(b, p), dot(c, p)]
            };
            entries.iter().map(coordinate).collect()
        })
        .collect();
    let grain = budget as f64 / BUDGET_GRAINS + 0.5;
    // The best step of each box, and how many steps were taken before it was found: it is still the best one
    // while no other is taken.
    let mut next: Vec<(Option<Step>, usize)> = (0..trimmed_boxes.len())
        .map(|part| {
            let (entries, coordinates) = (&entries[part], &coordinates[part]);
            let trimmed_box = &trimmed_boxes[part];
            (trimmed_box.best(entries, coordinates, counts, weights, budget, grain), 0)
        })
        .collect();
    let mut taken = 0;
    // Steps of other boxes only reduce a gain, so the best step whose gain is still current is the best
    // of all (a lazy greedy search).
    loop {
        let mut best: Option<(usize, Step)> = None;
        for (part, (step, _)) in next.iter().enumerate() {
            if let Some(step) = step
                && best.is_none_or(|(_, other)| step.gain > other.gain)
            {
                best = Some((part, *step));
            }
        }
        let Some((part, step)) = best else { break };
        let now = if next[part].1 == taken {
            Some(step)
        } else {
            let (entries, coordinates) = (&entries[part], &coordinates[part]);
            trimmed_boxes[part].best(entries, coordinates, counts, weights, budget, grain)
        };
        let same = now.is_some_and(|now| now.gain >= step.gain * 0.999);
        if !same {
            next[part] = (now, taken);
            continue;
        }
        let Some(step) = now else { continue };
        let trimmed_box = &mut trimmed_boxes[part];
        trimmed_box.ends[step.axis][step.end] = step.to;
        trimmed_box.own_allowance -= step.own.min(trimmed_box.own_allowance);
        let [low, high] = trimmed_box.ends[step.axis];
        let stays =
            |coordinate: &[f64; 3]| low <= coordinate[step.axis] && coordinate[step.axis] <= high;
        let mut index = 0;
        entries[part].retain(|entry| {
            let stays = stays(&coordinates[part][index]);
            index += 1;
            if !stays {
                counts[entry.sample as usize] -= 1;
            }
            stays
        });
        coordinates[part].retain(stays);
        budget -= step.lost.min(budget);
        taken += 1;
        let (entries, coordinates) = (&entries[part], &coordinates[part]);
        let step = trimmed_boxes[part].best(entries, coordinates, counts, weights, budget, grain);
        next[part] = (step, taken);
    }
    let shapes =
        boxes.iter().zip(&trimmed_boxes).map(|((obb, _), trimmed_box)| trimmed_box.shape(obb));
    (shapes.collect(), budget)
}

impl TrimmedBox {
    fn of(obb: &Obb3, members: usize) -> Self {
        let axes = axes_of(obb.rotation().to_array());
        let center = obb.center().to_array().map(f64::from);
        let half = obb.half_extents().to_array().map(f64::from);
        let ends = [0, 1, 2].map(|i| {
            let at = dot(axes[i], center);
            [at - half[i], at + half[i]]
        });
        let most = half.iter().fold(0.0, |most, &h| if h > most { h } else { most });
        let thinnest = most * 1e-3;
        Self { axes, ends, members: members as f64, own_allowance: 0, frozen: false, thinnest }
    }

    /// The best move of a face inwards that loses no more than the budget.
    fn best(
        &self,
        entries: &[Entry],
        coordinates: &[[f64; 3]],
        counts: &[u32],
        weights: &[u32],
        budget: u64,
        grain: f64,
    ) -> Option<Step> {
        if self.frozen {
            return None;
        }
        let sizes = self.ends.map(|[low, high]| high - low);
        let scales = sizes.map(|size| if size > 0.0 { STEPS as f64 / size } else { 0.0 });
        let mut inside: [Lost; 3] = [[[[0; 2]; MOST_STEPS]; 2]; 3];
        for (entry, coordinate) in entries.iter().zip(coordinates) {
            let alone = counts[entry.sample as usize] == 1;
            if !alone && !entry.own {
                continue;
            }
            let weight = u64::from(weights[entry.sample as usize]);
            let weight = [if alone { weight } else { 0 }, if entry.own { weight } else { 0 }];
            let [of_x, of_y, of_z] = &mut inside;
            count(of_x, (coordinate[0] - self.ends[0][0]) * scales[0], weight);
            count(of_y, (coordinate[1] - self.ends[1][0]) * scales[1], weight);
            count(of_z, (coordinate[2] - self.ends[2][0]) * scales[2], weight);
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
                    if lost > budget || own > self.own_allowance {
                        break;
                    }
                    let distance = (step + 1) as f64 * width;
                    let gain = distance * area / (lost as f64 + grain);
                    let [low, high] = self.ends[axis];
                    let to = if end == 0 { low + distance } else { high - distance };
                    // Far from the origin a step may round to zero, and would be taken for ever.
                    let moves = to != self.ends[axis][end];
                    if moves && best.is_none_or(|best| gain > best.gain) {
                        best = Some(Step { gain, axis, end, to, lost, own });
                    }
                }
            }
        }
        best
    }

    /// The trimmed box, never larger than it was.
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

/// For each step of a face from either end inwards the vertices that it loses: those that nothing else covers,
/// and its own.
type Lost = [[[u64; 2]; MOST_STEPS]; 2];

/// Counts a vertex at a distance from the lower end, in steps; one in the middle is never lost.
#[inline(always)]
fn count(lost: &mut Lost, distance: f64, weight: [u64; 2]) {
    // Rounding may put it a little outside.
    let (end, step) = if distance < MOST_STEPS as f64 {
        (0, distance as usize)
    } else {
        (1, (STEPS as f64 - distance) as usize)
    };
    if step < MOST_STEPS {
        lost[end][step][0] += weight[0];
        lost[end][step][1] += weight[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its width is some units in the last place of its distance from the origin: a step is less than one.
    #[test]
    fn a_box_far_from_the_origin_is_trimmed_in_the_end() {
        let center = [1e10, 0.0, 0.0];
        let far = Obb3::new(center, [1e-5, 1e-5, 1e-5], [0.0, 0.0, 0.0, 1.0]);
        let entry = Entry { sample: 0, local: center, own: true, repeated: false };
        let (mut entries, mut counts) = ([vec![entry]], [1]);
        let (trimmed, budget) = trim(&[(far, 1)], &mut entries, &mut counts, &[1], 0);
        assert_eq!((budget, counts), (0, [1]), "nothing may be lost");
        assert!(trimmed[0].contains(&Vec3::from(center)), "{trimmed:?}");
    }
}
