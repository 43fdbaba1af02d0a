//! Hitboxes fitted to a model in motion.

use crate::direction::Direction;
use crate::flesh::Flesh;
use crate::frames::{Frame, Frames};
use crate::mirror;
use crate::parallel::in_parallel;
use crate::plan::Plan;
use crate::probe::{Probe, axes_of};
use crate::report::coverage;
use crate::samples::{Entry, Part, Samples};
use crate::solid::{self, Solid, box_along};
use crate::trim::trim;
use crate::{Fit, FitError, Options, ShapeChoice};
use asunder::prelude::*;
use asunder::{Shape3, ShapeError};
use asunder_gltf::Model;

/// How many frames hitboxes are fitted to, of those there are.
const LOOKED_AT: usize = 32;
/// How many vertices and points of the surface are looked at, counted in every frame. Of larger models
/// fewer frames are looked at.
const SAMPLES: usize = 1 << 23;
/// How many of them may be in hitboxes, counted in each: else fewer frames are looked at.
const ENTRIES: usize = 1 << 24;
/// How often hitboxes are trimmed, and turned to what is left.
const ROUNDS: usize = 2;
/// How much more is trimmed at first than may be left out of the vertices alone.
const BOLDNESS: f64 = 1.6;
/// How often more is covered, where frames that were not looked at were covered less.
const TRIES: usize = 6;
/// What is covered far too little in every so many frames falls short in all of them, too.
const GLANCE: usize = 8;
/// How much too little is far too little.
const FAR: f64 = 0.003;

/// Fits a hitbox to every bone of a model that moves vertices, as the model moves.
///
/// Hitboxes first enclose all that their bones move most, wherever other bones pull it, in frames
/// spread evenly over `frames`: vertices, and between those that are far apart, points of the
/// surface. Then they are trimmed: faces move inwards where that saves the most volume for the
/// vertices it uncovers, until [`Options::coverage`] is all that is left, or a hitbox leaves out a
/// tenth of its own. Then every hitbox is fitted anew to what it alone covers and what its
/// own bone moves; and all that once more. If all frames together fall short of the coverage asked
/// for, less is trimmed.
///
/// # Errors
/// As for [`fit`](crate::fit).
pub fn fit_to(model: &Model, options: &Options, frames: &Frames) -> Result<Fit, FitError> {
    let plan = Plan::of(model, options)?;
    let flesh = Flesh::of(model, &plan.skeleton);
    let parts = mirror::parts(&plan.bones, &plan.binds(), &plan.clouds);
    let (all, surface) = (frames.list(), flesh.surface());
    let (nodes, homes) = (&plan.skeleton.nodes, &plan.holdings.homes);
    let points = flesh.bones.len() + surface.len();
    let mut few = all.len().min(LOOKED_AT).min(SAMPLES / points.max(1)).max(1);
    let (samples, start) = loop {
        let spread = (0..few).map(|i| all[i * (all.len() - 1) / (few - 1).max(1)]);
        let samples = Samples::of(model, (&flesh, &surface), &parts, nodes, homes, spread);
        let shaper = Shaper { plan: &plan, parts: &parts, samples: &samples, options };
        match Start::of(&shaper)? {
            Some(start) => break (samples, start),
            None if few > 1 => few /= 2,
            None => {
                let (model, what) = (model.name.clone(), "places of vertices in hitboxes");
                let (found, most) = (points * parts.len(), ENTRIES);
                return Err(FitError::TooLarge { model, what, found, most });
            }
        }
    };
    let shaper = Shaper { plan: &plan, parts: &parts, samples: &samples, options };
    let glance: Vec<Frame> = all.iter().copied().step_by(GLANCE).collect();
    // What may be left uncovered, and what a try may trim for that. Points of the surface are harder to
    // cover than vertices, which alone are asked for.
    let allowed = 1.0 - options.coverage;
    let mut budget = BOLDNESS * allowed;
    let mut found = None;
    for _ in 0..TRIES {
        let fit = shaper.fit(&start, budget)?;
        let left_out =
            |frames: &[Frame]| coverage(model, &flesh, &fit, frames).map(|share| 1.0 - share);
        let mut left = left_out(&glance)?;
        if left <= allowed + FAR {
            left = left_out(all)?;
        }
        found = Some(fit);
        if left <= allowed || budget <= 0.0 {
            break;
        }
        // What is left out grows about as what is trimmed.
        while left > allowed && budget > 0.0 {
            (budget, left) = (0.5 * budget, 0.5 * left);
        }
    }
    found.ok_or_else(|| FitError::Empty { model: model.name.clone() })
}

/// What every try starts from.
struct Start {
    /// For each part a box around all its own vertices in all frames.
    shapes: Vec<Shape3>,
    /// The samples inside of them.
    entries: Vec<Vec<Entry>>,
}

impl Start {
    /// None if there is too much to hold.
    fn of(shaper: &Shaper<'_>) -> Result<Option<Self>, FitError> {
        let clouds = shaper.samples.clouds();
        let boxes = in_parallel(&clouds, 1, &|_| (), || {
            |part, cloud: &Vec<[f32; 3]>| shaper.around_all(part, cloud)
        });
        let shapes: Vec<Shape3> = boxes.into_iter().collect::<Result<_, _>>()?;
        let entries = shaper.samples.entries(&shapes, ENTRIES);
        Ok(entries.map(|entries| Self { shapes, entries }))
    }
}

struct Shaper<'a> {
    plan: &'a Plan<'a>,
    parts: &'a [Part],
    samples: &'a Samples<'a>,
    options: &'a Options,
}

impl Shaper<'_> {
    /// A box around all of a part's vertices: where they are in all frames, and when they are bound.
    fn around_all(&self, part: usize, cloud: &[[f32; 3]]) -> Result<Shape3, FitError> {
        let (bone, _) = self.parts[part].members[0];
        let still = self.still(part);
        self.named(bone, || {
            let least = solid::around(&still, ShapeChoice::Obb, &[], 0.0)?;
            let all = [cloud, &still].concat();
            let Shape3::Obb(least) = least.shape else { return Err(ShapeError::Empty) };
            let axes = axes_of(least.rotation().to_array());
            Ok(box_along(&all, axes, self.plan.room)?.into())
        })
    }

    /// Where the vertices of a part's bones are when they are bound, in the part's space.
    fn still(&self, part: usize) -> Vec<[f32; 3]> {
        let place = |(bone, map): &(usize, mirror::Map)| {
            let map = *map;
            let place = move |&point: &[f32; 3]| {
                if map == mirror::Map::IDENTITY {
                    point
                } else {
                    map.place(point).map(|x| x as f32)
                }
            };
            self.plan.clouds[*bone].iter().map(place)
        };
        self.parts[part].members.iter().flat_map(place).collect()
    }

    /// The rig of the hitboxes that are left when a share of the samples may be left out.
    fn fit(&self, start: &Start, budget: f64) -> Result<Fit, FitError> {
        let weights = self.samples.weights();
        let everything: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let mut shapes = start.shapes.clone();
        for round in 0..ROUNDS {
            let again = if round == 0 { None } else { self.samples.entries(&shapes, usize::MAX) };
            let mut entries = again.unwrap_or_else(|| start.entries.clone());
            let mut counts = vec![0_u32; self.samples.count()];
            entries.iter().flatten().for_each(|entry| counts[entry.sample as usize] += 1);
            let pairs = counts.iter().zip(&weights);
            let lost: u64 = pairs.map(|(n, w)| if *n == 0 { u64::from(*w) } else { 0 }).sum();
            let allowed = (everything as f64 * budget) as u64;
            let boxes: Option<Vec<(Obb3, usize)>> = shapes
                .iter()
                .zip(self.parts)
                .map(|(shape, part)| match shape {
                    Shape3::Obb(obb) => Some((*obb, part.members.len())),
                    _ => None,
                })
                .collect();
            if let Some(boxes) = boxes {
                let (trimmed, _) =
                    trim(&boxes, &mut entries, &mut counts, &weights, allowed.saturating_sub(lost));
                for (part, trimmed) in trimmed.into_iter().enumerate() {
                    shapes[part] = trimmed.into();
                }
            }
            let last = round + 1 == ROUNDS;
            let choice = if last { self.options.shape } else { ShapeChoice::Obb };
            for part in 0..self.parts.len() {
                self.reshape(part, choice, &mut shapes, &mut entries, &mut counts)?;
            }
        }
        let mut of_bone = vec![None; self.plan.clouds.len()];
        for (part, shape) in self.parts.iter().zip(shapes) {
            for (bone, map) in &part.members {
                let back = map.inverse().unwrap_or(mirror::Map::IDENTITY);
                let image = self.named(*bone, || back.image(&shape))?;
                of_bone[*bone] =
                    Some(if *map == mirror::Map::IDENTITY { shape.clone() } else { image });
            }
        }
        self.plan.build_with(|bone, _| {
            let shape = of_bone[bone].clone().ok_or(ShapeError::Empty)?;
            Ok(Solid { volume: 0.0, shape })
        })
    }

    /// A smaller shape for a part, around what it alone covers and what its own bones move.
    fn reshape(
        &self,
        part: usize,
        choice: ShapeChoice,
        shapes: &mut [Shape3],
        entries: &mut [Vec<Entry>],
        counts: &mut [u32],
    ) -> Result<(), FitError> {
        let needed =
            |entry: &&Entry| !entry.again && (entry.own || counts[entry.sample as usize] == 1);
        let (bone, _) = self.parts[part].members[0];
        let counts_for_any = entries[part].iter().any(|entry| entry.own);
        let points: Vec<[f32; 3]> = if counts_for_any {
            entries[part].iter().filter(needed).map(|entry| entry.local).collect()
        } else {
            self.still(part)
        };
        let along: Vec<Direction> = self.plan.way_to_child(bone).into_iter().collect();
        let found = self.named(bone, || solid::around(&points, choice, &along, self.plan.room))?;
        let free = matches!(choice, ShapeChoice::Obb | ShapeChoice::Best);
        if free && found.volume >= solid::volume(&shapes[part]) {
            return Ok(());
        }
        let Some(probe) = Probe::of(&found.shape) else { return Ok(()) };
        entries[part].retain(|entry| {
            let stays = probe.contains(entry.local);
            if !stays {
                counts[entry.sample as usize] -= 1;
            }
            stays
        });
        shapes[part] = found.shape;
        Ok(())
    }

    fn named<T>(
        &self,
        bone: usize,
        make: impl FnOnce() -> Result<T, ShapeError>,
    ) -> Result<T, FitError> {
        make().map_err(|cause| self.plan.refused(bone, cause))
    }
}
