//! Fitting hitboxes to a model in motion.

use crate::alignment::{Alignment, most_excess};
use crate::enclosing::{self, EnclosingShape, box_along};
use crate::frames::{Frame, Frames};
use crate::hitbox_f64::{HitboxF64, axes_of};
use crate::mirror;
use crate::parallel::in_parallel;
use crate::report::{check_frames, coverage};
use crate::rig_builder::RigBuilder;
use crate::samples::{Entry, Part, Samples};
use crate::skinned_mesh::SkinnedMesh;
use crate::trim::trim;
use crate::vector::Vector;
use crate::{Fit, FitError, Options, ShapeChoice};
use asunder::prelude::*;
use asunder::{Shape3, ShapeError};
use asunder_gltf::Model;

/// The most frames that hitboxes are fitted to.
const MOST_FRAMES: usize = 32;
/// The most samples: vertices and surface points, counted in every frame. Larger models are fitted to
/// fewer frames.
const SAMPLES: usize = 1 << 23;
/// The most samples inside hitboxes, counted in each; with more, fewer frames are used. Trimming reads
/// those of a hitbox once for every move of a face.
const ENTRIES: usize = 1 << 22;
/// The most tests of a sample against a hitbox in all frames; with more, fewer frames are used. They are
/// made several times: about half a minute of one core.
const TESTS: usize = 1 << 30;
/// The number of times that hitboxes are trimmed, then fitted to the remaining samples.
const ROUNDS: usize = 2;
/// The first trimming budget, relative to the share of vertices that may be left out.
const OVERTRIM: f64 = 1.6;
/// The most attempts, each with a smaller budget, until all frames are covered enough.
const ATTEMPTS: usize = 6;
/// Every so many frames are evaluated first: a clear shortfall there is one in all frames, too.
const SUBSET_STRIDE: usize = 8;
/// The least clear shortfall of coverage.
const CLEAR_SHORTFALL: f64 = 0.003;

/// Fits a hitbox to every bone of a model that moves vertices, as the model moves.
///
/// Hitboxes first enclose all vertices whose greatest weight is their bone's, in frames spread evenly
/// over `frames`, and surface points where vertices are far apart. Then they are trimmed: faces move
/// inwards where that saves the most volume for the vertices it uncovers, until only
/// [`Options::coverage`] is left, or a hitbox leaves out a tenth of its own. Then every hitbox is fitted
/// again to what it alone covers and what its own bone moves. Both steps are made twice. If the coverage
/// over all frames is less than asked for, less is trimmed.
///
/// All that is done once with boxes of about least volume, and once with boxes along the mirror plane, the
/// bone or the axes of the model. Where the latter is larger by a tenth at most, of the trunk and the head by
/// three tenths, the hitbox is along these.
///
/// The work is bounded: it grows with the product of bones and vertices, and the frames that are fitted to
/// become fewer as that grows. A model for which even one frame is too much work is refused before any of
/// it is done. Coverage is counted over all frames, so frames of which that takes minutes are refused, too:
/// before any work is done if there are too many for the vertices, and in its course if too many vertices
/// outside their own hitboxes are tested against too many others.
///
/// # Errors
/// As for [`fit`](crate::fit), [`FitError::TooMuchWork`] and [`FitError::TooManySteps`].
pub fn fit_to(model: &Model, options: &Options, frames: &Frames) -> Result<Fit, FitError> {
    let builder = RigBuilder::of(model, options)?;
    let skinned = SkinnedMesh::of(model, &builder.skeleton);
    let parts = mirror::parts(&builder.sides(), &builder.bind_maps(), &builder.clouds);
    let all = frames.list();
    let (samples, [free, aligned]) = sampled(model, &builder, &skinned, &parts, all)?;
    let fitter = MotionFitter { builder: &builder, parts: &parts, samples: &samples };
    let subset: Vec<Frame> = all.iter().copied().step_by(SUBSET_STRIDE).collect();
    // The budget of an attempt is more than the share that may be left out, as surface points are harder
    // to cover than vertices, and coverage is of vertices alone.
    let allowance = 1.0 - options.coverage;
    let mut budget = OVERTRIM * allowance;
    let initial = fitter.nearly_least(free, aligned, budget)?;
    let mut found = None;
    for _ in 0..ATTEMPTS {
        let fit = fitter.rig(fitter.shapes(&initial, budget, options.shape)?)?;
        let left_out =
            |frames: &[Frame]| coverage(model, &skinned, &fit, frames).map(|share| 1.0 - share);
        let mut left = left_out(&subset)?;
        if left <= allowance + CLEAR_SHORTFALL {
            left = left_out(all)?;
        }
        found = Some(fit);
        if left <= allowance || budget <= 0.0 {
            break;
        }
        // The share left out is about proportional to the budget.
        while left > allowance && budget > 0.0 {
            (budget, left) = (0.5 * budget, 0.5 * left);
        }
    }
    found.ok_or_else(|| FitError::Empty { model: model.name.clone() })
}

/// The samples in as many frames, spread evenly, as are not too much work, and the initial states of these; an error
/// where one frame is too much, or counting coverage over all.
fn sampled<'a>(
    model: &Model,
    builder: &RigBuilder<'_>,
    skinned: &SkinnedMesh,
    parts: &'a [Part],
    all: &[Frame],
) -> Result<(Samples<'a>, [Initial; 2]), FitError> {
    let surface = skinned.surface();
    let (nodes, merged_into) = (&builder.skeleton.nodes, &builder.assignment.merged_into);
    let points = skinned.bones.len() + surface.len();
    let tests = points.saturating_mul(parts.len());
    if tests > TESTS {
        let (model, bones) = (model.name.clone(), parts.len());
        return Err(FitError::TooMuchWork { model, bones, points, most: TESTS });
    }
    check_frames(model, skinned, all)?;
    let most = MOST_FRAMES.min(SAMPLES / points.max(1)).min(TESTS / tests.max(1));
    let mut count = all.len().min(most).max(1);
    loop {
        let spread = (0..count).map(|i| all[i * (all.len() - 1) / (count - 1).max(1)]);
        let samples = Samples::of(model, (skinned, &surface), parts, nodes, merged_into, spread);
        match Initial::both(&MotionFitter { builder, parts, samples: &samples })? {
            Some(initial) => return Ok((samples, initial)),
            None if count > 1 => count /= 2,
            None => {
                let (model, what) = (model.name.clone(), "places of vertices in hitboxes");
                let (found, most) = (points * parts.len(), ENTRIES);
                return Err(FitError::TooLarge { model, what, found, most });
            }
        }
    }
}

/// The state from which every attempt starts.
struct Initial {
    /// For each part a box around all its own vertices in all frames.
    shapes: Vec<Shape3>,
    /// For each part the axes that its box keeps; `None` if it may turn to be smaller.
    axes: Vec<Option<[Vector; 3]>>,
    /// The samples inside these shapes.
    entries: Vec<Vec<Entry>>,
}

impl Initial {
    /// The initial state with boxes of about least volume, and with aligned ones; `None` if there are too
    /// many samples.
    fn both(fitter: &MotionFitter<'_>) -> Result<Option<[Self; 2]>, FitError> {
        let clouds = fitter.samples.clouds();
        let alignment = Alignment::of(fitter.builder);
        let boxes = in_parallel(&clouds, 1, &|_| (), || {
            |part, cloud: &Vec<[f32; 3]>| fitter.bounding_boxes(&alignment, part, cloud)
        });
        let boxes: Vec<_> = boxes.into_iter().collect::<Result<_, _>>()?;
        let (free, aligned): (Vec<_>, Vec<_>) =
            boxes.into_iter().map(|(free, aligned)| ((free, None), aligned)).unzip();
        let initial = |boxes: Vec<(Shape3, Option<[Vector; 3]>)>| {
            let (shapes, axes): (Vec<_>, _) = boxes.into_iter().unzip();
            let entries = fitter.samples.entries(&shapes, ENTRIES)?;
            Some(Self { shapes, axes, entries })
        };
        let (Some(free), Some(aligned)) = (initial(free), initial(aligned)) else {
            return Ok(None);
        };
        Ok(Some([free, aligned]))
    }
}

/// The inputs of fitting.
struct MotionFitter<'a> {
    builder: &'a RigBuilder<'a>,
    parts: &'a [Part],
    samples: &'a Samples<'a>,
}

impl MotionFitter<'_> {
    /// Boxes around all of a part's vertices, in all frames and in the bind pose: one of about least volume,
    /// and one along other axes, with these.
    #[allow(clippy::type_complexity, reason = "a pair of a box and a box with its axes")]
    fn bounding_boxes(
        &self,
        alignment: &Alignment,
        part: usize,
        cloud: &[[f32; 3]],
    ) -> Result<(Shape3, (Shape3, Option<[Vector; 3]>)), FitError> {
        let (bone, _) = self.parts[part].members[0];
        let bind_pose_points = self.bind_pose_points(part);
        self.with_bone_name(bone, || {
            let choice = ShapeChoice::Obb;
            let least = enclosing::enclosing_shape(&bind_pose_points, choice, &[], None, 0.0)?;
            let all = [cloud, &bind_pose_points].concat();
            let Shape3::Obb(least) = least.shape else { return Err(ShapeError::Empty) };
            let axes = axes_of(least.rotation().to_array());
            let margin = self.builder.margin;
            let free: Shape3 = box_along(&all, axes, margin)?.into();
            let axes = alignment.axes(self.builder, bone, &all);
            let aligned = match axes {
                Some(axes) => box_along(&all, axes, margin)?.into(),
                None => free.clone(),
            };
            Ok((free, (aligned, axes)))
        })
    }

    /// The vertices of a part's bones in the bind pose, in the part's space.
    fn bind_pose_points(&self, part: usize) -> Vec<[f32; 3]> {
        let transform_point_f32 = |(bone, map): &(usize, mirror::AffineF64)| {
            let map = *map;
            let transform_point_f32 = move |&point: &[f32; 3]| {
                if map == mirror::AffineF64::IDENTITY {
                    point
                } else {
                    map.transform_point_f32(point).map(|x| x as f32)
                }
            };
            self.builder.clouds[*bone].iter().map(transform_point_f32)
        };
        self.parts[part].members.iter().flat_map(transform_point_f32).collect()
    }

    /// Of each part the aligned box, if with the same budget it is hardly larger than the free one.
    fn nearly_least(
        &self,
        mut free: Initial,
        aligned: Initial,
        budget: f64,
    ) -> Result<Initial, FitError> {
        let fitted = |initial: &Initial| self.shapes(initial, budget, ShapeChoice::Obb);
        let fitted: Vec<Result<Vec<Shape3>, FitError>> =
            in_parallel(&[&free, &aligned], 1, &|_| (), || |_, initial: &_| fitted(initial));
        let fitted = fitted.into_iter().collect::<Result<Vec<_>, _>>()?;
        let (least, others) = (&fitted[0], &fitted[1]);
        let Initial { shapes, axes, entries } = aligned;
        for (part, ((shape, axes), entries)) in
            shapes.into_iter().zip(axes).zip(entries).enumerate()
        {
            let (bone, _) = self.parts[part].members[0];
            let excess = most_excess(&self.builder.assignment.regions[bone]);
            let most = excess * enclosing::volume(&least[part]);
            if axes.is_some() && enclosing::volume(&others[part]) <= most {
                (free.shapes[part], free.axes[part], free.entries[part]) = (shape, axes, entries);
            }
        }
        Ok(free)
    }

    /// The shapes of the parts, which leave out at most a share of the samples.
    fn shapes(
        &self,
        initial: &Initial,
        budget: f64,
        choice: ShapeChoice,
    ) -> Result<Vec<Shape3>, FitError> {
        let weights = self.samples.weights();
        let everything: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let mut shapes = initial.shapes.clone();
        for round in 0..ROUNDS {
            let recomputed =
                if round == 0 { None } else { self.samples.entries(&shapes, usize::MAX) };
            let mut entries = recomputed.unwrap_or_else(|| initial.entries.clone());
            let mut counts = vec![0_u32; self.samples.count()];
            entries.iter().flatten().for_each(|entry| counts[entry.sample as usize] += 1);
            let pairs = counts.iter().zip(&weights);
            let uncovered: u64 = pairs.map(|(n, w)| if *n == 0 { u64::from(*w) } else { 0 }).sum();
            let allowance = (everything as f64 * budget) as u64;
            let boxes: Option<Vec<(Obb3, usize)>> = shapes
                .iter()
                .zip(self.parts)
                .map(|(shape, part)| match shape {
                    Shape3::Obb(obb) => Some((*obb, part.members.len())),
                    _ => None,
                })
                .collect();
            if let Some(boxes) = boxes {
                let (trimmed, _) = trim(
                    &boxes,
                    &mut entries,
                    &mut counts,
                    &weights,
                    allowance.saturating_sub(uncovered),
                );
                for (part, trimmed) in trimmed.into_iter().enumerate() {
                    shapes[part] = trimmed.into();
                }
            }
            let last = round + 1 == ROUNDS;
            let choice = if last { choice } else { ShapeChoice::Obb };
            for part in 0..self.parts.len() {
                let axes = initial.axes[part];
                self.refit((part, choice, axes), &mut shapes, &mut entries, &mut counts)?;
            }
        }
        Ok(shapes)
    }

    /// The rig of the shapes of the parts.
    fn rig(&self, shapes: Vec<Shape3>) -> Result<Fit, FitError> {
        let mut of_bone = vec![None; self.builder.clouds.len()];
        for (part, shape) in self.parts.iter().zip(shapes) {
            for (bone, map) in &part.members {
                let back = map.inverse().unwrap_or(mirror::AffineF64::IDENTITY);
                let image = self.with_bone_name(*bone, || back.image(&shape))?;
                of_bone[*bone] =
                    Some(if *map == mirror::AffineF64::IDENTITY { shape.clone() } else { image });
            }
        }
        self.builder.build_with(|bone, _| {
            let shape = of_bone[bone].clone().ok_or(ShapeError::Empty)?;
            Ok(EnclosingShape { volume: 0.0, shape })
        })
    }

    /// Replaces a part's shape by a smaller one, around the samples that it alone covers and those of its
    /// own bones; a box along `axes`, if there are any.
    fn refit(
        &self,
        (part, choice, axes): (usize, ShapeChoice, Option<[Vector; 3]>),
        shapes: &mut [Shape3],
        entries: &mut [Vec<Entry>],
        counts: &mut [u32],
    ) -> Result<(), FitError> {
        let needed =
            |entry: &&Entry| !entry.repeated && (entry.own || counts[entry.sample as usize] == 1);
        let (bone, _) = self.parts[part].members[0];
        let counts_for_any = entries[part].iter().any(|entry| entry.own);
        let points: Vec<[f32; 3]> = if counts_for_any {
            entries[part].iter().filter(needed).map(|entry| entry.local).collect()
        } else {
            self.bind_pose_points(part)
        };
        let along: Vec<Vector> = self.builder.direction_to_child(bone).into_iter().collect();
        let found = self.with_bone_name(bone, || {
            enclosing::enclosing_shape(&points, choice, &along, axes, self.builder.margin)
        })?;
        let free = matches!(choice, ShapeChoice::Obb | ShapeChoice::Best);
        if free && found.volume >= enclosing::volume(&shapes[part]) {
            return Ok(());
        }
        let Some(hitbox) = HitboxF64::of(&found.shape) else { return Ok(()) };
        entries[part].retain(|entry| {
            let stays = hitbox.contains(entry.local);
            if !stays {
                counts[entry.sample as usize] -= 1;
            }
            stays
        });
        shapes[part] = found.shape;
        Ok(())
    }

    fn with_bone_name<T>(
        &self,
        bone: usize,
        make: impl FnOnce() -> Result<T, ShapeError>,
    ) -> Result<T, FitError> {
        make().map_err(|cause| self.builder.refused(bone, cause))
    }
}
