//! The quality of fitted hitboxes: coverage of the mesh, and volume outside of it.

use crate::air::{self, Hits};
use crate::frames::{Frame, Frames};
use crate::hitbox_f64::HitboxF64;
use crate::parallel::in_parallel;
use crate::skeleton::Skeleton;
use crate::skinned_mesh::SkinnedMesh;
use crate::volume_grid::{ColumnLayout, Fill, VolumeGrid, Volumes};
use crate::work::Work;
use crate::{Fit, FitError};
use asunder::{Affine3, Bones, RigError};
use asunder_gltf::{Model, Skinning, bone_index};

/// The quality of a model's hitboxes over all frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The share of the vertices that are inside some hitbox.
    pub coverage: f64,
    /// The share of the hitboxes' volume, all together, that is outside the mesh.
    pub overhang: f64,
    /// Of the lines that hit a hitbox, the share that miss the mesh: each is *air*. They come from everywhere
    /// alike, a few at each hitbox in each frame.
    pub air: f64,
    /// The number of frames.
    pub frames: usize,
    /// The frame with the least coverage, the first of equals.
    pub worst: Worst,
    /// The quality of each hitbox of the rig.
    pub hitboxes: Vec<HitboxReport>,
}

/// The frame with the least coverage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// The frame.
    pub frame: Frame,
    /// The share of the vertices that are inside some hitbox there.
    pub coverage: f64,
}

/// The quality of one hitbox.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitboxReport {
    /// Of the vertices that its bone moves most, and those of bones merged into it, the share inside
    /// some hitbox. One where there are none.
    pub coverage: f64,
    /// The share of its volume that is outside the mesh.
    pub overhang: f64,
    /// Of the lines that hit it before any other hitbox, the share that miss the mesh. Zero where there are
    /// none.
    pub air: f64,
}

/// The counts of one frame.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// For each hitbox the number of covered vertices of its bone.
    covered: Vec<u64>,
    /// For each hitbox its volume.
    volumes: Volumes,
    /// For each hitbox the lines that hit it.
    hits: Vec<Hits>,
}

/// The number of columns in one frame, if there is one; with more frames, it is shared among them.
const COLUMNS_IN_ALL: f64 = 1.6e6;
/// The least and the most columns along the longer side of the model.
const RESOLUTION: [f64; 2] = [16.0, 256.0];
/// The number of frames that a thread takes at a time.
const BATCH: usize = 16;
/// The number of frames whose counts are kept before they are summed.
const CHUNK: usize = 1024;
/// The most steps of counting coverage over all frames, which may be done several times for a fit: about
/// half a minute of one core. A step moves a node or a vertex by one matrix, or tests a vertex against the
/// bounds of a hitbox other than its bone's.
const COVERAGE_STEPS: u64 = 1 << 32;
/// The most steps of an evaluation, which is done once and shows its progress. Columns, their intersections
/// and triangles count, too.
const EVALUATION_STEPS: u64 = 1 << 34;

/// What a line at the skin counts, in steps: it costs some microseconds.
const LINE_STEPS: usize = 1 << 8;

/// Evaluates hitboxes against the vertices of every frame.
///
/// A vertex is covered if the exact `contains` of a placed hitbox says so. If the model has skinned
/// meshes, only their vertices count. Overhang is measured along a grid of lines, along z in one frame,
/// along x and y in the next two. A point is inside the mesh if the surface encloses it; open surfaces
/// enclose nothing.
///
/// `progress` is called after each frame, from any thread, with the number of frames done. The result
/// does not depend on the number of threads.
///
/// # Errors
/// If a hitbox cannot be placed in a pose, and [`FitError::TooManySteps`] if frames, vertices, triangles and
/// hitboxes are so many that it would take many minutes.
pub fn evaluate(
    model: &Model,
    fit: &Fit,
    frames: &Frames,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Report, FitError> {
    let skeleton = Skeleton::of(model);
    let skinned = SkinnedMesh::of(model, &skeleton);
    let owners = owners(&skinned, fit);
    let work = Work::new(EVALUATION_STEPS, model, &skinned, frames.list().len());
    work.add_for_each_frame(skinned.triangles.len());
    let skinning = Skinning::of(model).ok();
    work.check()?;
    let spacing = spacing(model, &skinned, frames.list().len());
    let count = fit.rig().hitboxes().len();
    let lines = air::lines(frames.list().len(), count);
    let mut totals = vec![0_u64; count];
    let mut vertex_total = 0_u64;
    for (owner, &n) in owners.iter().zip(&skinned.counts) {
        vertex_total += u64::from(n);
        if let Some(total) = totals.get_mut(*owner) {
            *total += u64::from(n);
        }
    }
    let share = |part: u64, whole: u64| if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
    let mut covered = vec![0_u64; count + 1];
    let (mut all, mut by_hitbox) = (Fill::default(), vec![Fill::default(); count]);
    let mut hits = vec![Hits::default(); count];
    let mut worst = Worst { frame: frames.list()[0], coverage: f64::INFINITY };
    // Counts are summed in the order of the frames, chunk by chunk, so that memory stays bounded.
    for (chunk, frames) in frames.list().chunks(CHUNK).enumerate() {
        let first = chunk * CHUNK;
        let tallies = in_parallel(frames, BATCH, &|done| progress(first + done), || {
            let mut evaluator = Evaluator::of(model, fit, &skinned, &owners, &work);
            let (skinning, mut matrices) = (skinning.as_ref(), Vec::new());
            move |index, &frame: &Frame| {
                let number = first + index;
                let layout = ColumnLayout { axis: (number + 2) % 3, spacing };
                let mut tally = evaluator.frame(frame, Some(layout))?;
                if let Some(skinning) = skinning {
                    tally.hits = evaluator.hits(skinning, &mut matrices, number, lines);
                }
                Ok::<_, RigError>(tally)
            }
        });
        // Before the tallies: which frames were still counted then depends on the threads.
        work.check()?;
        for (tally, &frame) in tallies.into_iter().zip(frames) {
            let tally = tally?;
            let coverage = share(tally.covered.iter().sum(), vertex_total);
            if coverage < worst.coverage {
                worst = Worst { frame, coverage };
            }
            covered.iter_mut().zip(&tally.covered).for_each(|(sum, n)| *sum += n);
            all.add(tally.volumes.all);
            by_hitbox.iter_mut().zip(&tally.volumes.by_hitbox).for_each(|(sum, &it)| sum.add(it));
            hits.iter_mut().zip(&tally.hits).for_each(|(sum, &it)| sum.add(it));
        }
    }
    let frames = frames.list().len();
    let hitboxes = (0..count).map(|i| HitboxReport {
        coverage: share(covered[i], totals[i] * frames as u64),
        overhang: by_hitbox[i].overhang(),
        air: hits[i].share(),
    });
    let mut all_hits = Hits::default();
    hits.iter().for_each(|&it| all_hits.add(it));
    Ok(Report {
        coverage: share(covered.iter().sum(), vertex_total * frames as u64),
        overhang: all.overhang(),
        air: all_hits.share(),
        frames,
        worst,
        hitboxes: hitboxes.collect(),
    })
}

/// The share of the vertices that is inside some hitbox, over some frames.
pub(crate) fn coverage(
    model: &Model,
    skinned: &SkinnedMesh,
    fit: &Fit,
    frames: &[Frame],
) -> Result<f64, FitError> {
    let work = Work::new(COVERAGE_STEPS, model, skinned, frames.len());
    coverage_within(&work, model, skinned, fit, frames)
}

fn coverage_within(
    work: &Work<'_>,
    model: &Model,
    skinned: &SkinnedMesh,
    fit: &Fit,
    frames: &[Frame],
) -> Result<f64, FitError> {
    let owners = owners(skinned, fit);
    let tallies = in_parallel(frames, BATCH, &|_| (), || {
        let mut evaluator = Evaluator::of(model, fit, skinned, &owners, work);
        move |_, &frame: &Frame| {
            evaluator.frame(frame, None).map(|tally| tally.covered.iter().sum::<u64>())
        }
    });
    work.check()?;
    let mut covered = 0;
    for tally in tallies {
        covered += tally?;
    }
    let vertex_total: u64 = skinned.counts.iter().map(|&n| u64::from(n)).sum();
    let whole = vertex_total * frames.len() as u64;
    Ok(if whole == 0 { 1.0 } else { covered as f64 / whole as f64 })
}

/// Refuses frames over which coverage is too much work to count, whatever the hitboxes are.
pub(crate) fn check_frames(
    model: &Model,
    skinned: &SkinnedMesh,
    frames: &[Frame],
) -> Result<(), FitError> {
    Work::new(COVERAGE_STEPS, model, skinned, frames.len()).check()
}

/// For each vertex the hitbox of its bone of greatest weight; `usize::MAX` if there is none.
fn owners(skinned: &SkinnedMesh, fit: &Fit) -> Vec<usize> {
    skinned.bones.iter().map(|&bone| fit.hitbox(bone_index(bone)).unwrap_or(usize::MAX)).collect()
}

/// A thread's evaluation of frames, and the memory it reuses.
struct Evaluator<'a> {
    model: &'a Model,
    fit: &'a Fit,
    skinned: &'a SkinnedMesh,
    owners: &'a [usize],
    pose: Vec<asunder_gltf::Matrix>,
    bones: Vec<Affine3>,
    placed: Vec<asunder::Shape3>,
    posed: Vec<[f32; 3]>,
    volume_grid: VolumeGrid,
    work: &'a Work<'a>,
}

impl<'a> Evaluator<'a> {
    fn of(
        model: &'a Model,
        fit: &'a Fit,
        skinned: &'a SkinnedMesh,
        owners: &'a [usize],
        work: &'a Work<'a>,
    ) -> Self {
        let (pose, bones, placed, posed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let volume_grid = VolumeGrid::default();
        Self { model, fit, skinned, owners, pose, bones, placed, posed, volume_grid, work }
    }

    /// The counts of a frame; those of a frame after too much work mean nothing.
    fn frame(&mut self, frame: Frame, layout: Option<ColumnLayout>) -> Result<Tally, RigError> {
        if self.work.is_too_much() {
            return Ok(Tally::default());
        }
        frame.pose(self.model, &mut self.pose);
        self.fit.bone_matrices(&self.pose, &mut self.bones);
        let bones = Bones::Global(&self.bones);
        self.fit.rig().place_into(bones, &Affine3::identity(), &mut self.placed)?;
        self.skinned.pose(&self.pose, &mut self.posed);
        let hitboxes: Vec<HitboxF64> = self.placed.iter().filter_map(HitboxF64::of).collect();
        // One more entry, for vertices whose bone has no hitbox.
        let mut tally = Tally { covered: vec![0; hitboxes.len() + 1], ..Tally::default() };
        let bounds: Vec<_> = hitboxes.iter().map(HitboxF64::bounds_outward).collect();
        // Of their own bone's hitbox.
        let mut outside = 0_u64;
        let vertices = self.posed.iter().zip(self.owners.iter().zip(&self.skinned.counts));
        for (&vertex, (&owner, &count)) in vertices {
            // The hitbox of its bone contains it nearly always; most others are far away.
            let near = |[low, high]: &[[f32; 3]; 2]| {
                let [x, y, z] = vertex;
                (low[0] <= x && x <= high[0])
                    && (low[1] <= y && y <= high[1])
                    && (low[2] <= z && z <= high[2])
            };
            let other =
                |(bounds, hitbox): (&_, &HitboxF64)| near(bounds) && hitbox.contains(vertex);
            if count == 0 {
                continue;
            }
            let mut covered = hitboxes.get(owner).is_some_and(|hitbox| hitbox.contains(vertex));
            if !covered {
                outside += 1;
                covered = bounds.iter().zip(&hitboxes).any(other);
            }
            if covered {
                let owner = if owner < hitboxes.len() { owner } else { hitboxes.len() };
                tally.covered[owner] += u64::from(count);
            }
        }
        self.work.add(outside * hitboxes.len() as u64);
        if let Some(layout) = layout {
            let (triangles, volumes) = (&self.skinned.triangles, &mut tally.volumes);
            let goes_on = |steps| {
                self.work.add(steps);
                !self.work.is_too_much()
            };
            self.volume_grid.measure(layout, &hitboxes, &self.posed, triangles, volumes, &goes_on);
        }
        Ok(tally)
    }

    /// The hits of lines at the hitboxes in the frame that was counted last; none, if its matrices are no pose of
    /// the skin.
    fn hits(
        &mut self,
        skinning: &Skinning,
        matrices: &mut Vec<Affine3>,
        frame: usize,
        lines: usize,
    ) -> Vec<Hits> {
        let mut hits = vec![Hits::default(); self.placed.len()];
        // A line is a few hundred steps; it meets few triangles.
        let steps = lines * self.placed.len() * (LINE_STEPS + self.placed.len());
        self.work.add(steps as u64);
        if !self.work.is_too_much() {
            skinning.matrices(&self.pose, matrices);
            if let Ok(posed) = skinning.skin().posed(matrices) {
                air::shoot(&self.placed, &posed, frame, lines, &mut hits);
            }
        }
        hits
    }
}

/// The distance between neighbouring columns.
fn spacing(model: &Model, skinned: &SkinnedMesh, frames: usize) -> f64 {
    let mut posed = Vec::new();
    skinned.pose(&model.rest_pose(), &mut posed);
    let extent = |axis: usize| {
        let ends = posed.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), point| {
            let x = point[axis];
            (if x < low { x } else { low }, if x > high { x } else { high })
        });
        f64::from(ends.1) - f64::from(ends.0)
    };
    let extents = [extent(0), extent(1), extent(2)];
    let longest = extents.into_iter().fold(0.0, |most, x| if x > most { x } else { most });
    let resolution = (COLUMNS_IN_ALL / frames as f64).sqrt();
    let resolution = if resolution > RESOLUTION[0] { resolution } else { RESOLUTION[0] };
    let resolution = if resolution < RESOLUTION[1] { resolution } else { RESOLUTION[1] };
    if longest > 0.0 { longest / resolution } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, fit};
    use asunder_gltf::MeshInstance;

    /// Nodes in a row, each with a triangle of its own.
    fn row(count: usize) -> Model {
        let node = |i| format!("{{\"name\": \"n{i}\", \"translation\": [{i}, 0, 0]}}");
        let nodes = (0..count).map(node).collect::<Vec<_>>().join(",");
        let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"nodes\": [{nodes}]}}");
        let mut model = Model::from_slice(text.as_bytes(), "row").unwrap();
        model.meshes = (0..count)
            .map(|node| MeshInstance {
                name: String::from("triangle"),
                node,
                skin: None,
                positions: vec![[0.0; 3], [0.5, 0.0, 0.0], [0.0, 0.5, 0.5]],
                joints: Vec::new(),
                weights: Vec::new(),
                triangles: vec![[0, 1, 2]],
            })
            .collect();
        model
    }

    #[test]
    fn a_vertex_outside_its_own_hitbox_is_as_many_steps_as_there_are_hitboxes() {
        let mut model = row(10);
        let options = Options { merge_below: 0.0, ..Options::default() };
        let fitted = fit(&model, &options).unwrap();
        assert_eq!(fitted.rig().hitboxes().len(), 10);
        let frame = Frame { clip: None, number: 0 };
        let found = |model: &Model, most: u64| {
            let skinned = SkinnedMesh::of(model, &Skeleton::of(model));
            let work = Work::new(most, model, &skinned, 2);
            coverage_within(&work, model, &skinned, &fitted, &[frame; 2])
        };
        // Ten nodes, ten matrices and thirty vertices, in two frames.
        assert_eq!(found(&model, 100), Ok(1.0));
        assert!(matches!(found(&model, 99), Err(FitError::TooManySteps { most: 99, .. })));
        // The thirty far above all hitboxes are tested against ten of them.
        for mesh in &mut model.meshes {
            mesh.positions.iter_mut().for_each(|position| position[1] += 9.0);
        }
        assert_eq!(found(&model, 700), Ok(0.0));
        assert!(found(&model, 699).is_err());
    }
}
