//! How well hitboxes fit: how much of the flesh they cover, and how much of them is empty.

use crate::columns::{Columns, Filled, Grid, Volumes};
use crate::flesh::Flesh;
use crate::frames::{Frame, Frames};
use crate::parallel::in_parallel;
use crate::probe::Probe;
use crate::skeleton::Skeleton;
use crate::{Fit, FitError};
use asunder::{Affine3, Bones, RigError};
use asunder_gltf::Model;

/// How well the hitboxes of a model fit it, over all frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The share of the vertices that are inside some hitbox.
    pub coverage: f64,
    /// The share of the hitboxes' volume, all together, that is outside the mesh.
    pub overhang: f64,
    /// How many frames were looked at.
    pub frames: usize,
    /// The frame with the least coverage, the first of equals.
    pub worst: Worst,
    /// For each hitbox of the rig how well it fits.
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

/// How well one hitbox fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitboxReport {
    /// Of the vertices that its bone moves most, and those of bones merged into it, the share inside
    /// some hitbox. One where there are none.
    pub coverage: f64,
    /// The share of its volume that is outside the mesh.
    pub overhang: f64,
}

/// What one frame adds.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// For each hitbox how many vertices of its bone are covered.
    covered: Vec<u64>,
    /// For each hitbox its volume.
    volumes: Volumes,
}

/// The number of columns looked at, if there is one frame; with more, it is shared among them.
const COLUMNS: f64 = 1.6e6;
/// The least and the most columns along the longer side of the model.
const FINENESS: [f64; 2] = [16.0, 256.0];
/// How many frames a thread takes at a time.
const BATCH: usize = 16;
/// How many frames are looked at before what they add is summed up.
const RUN: usize = 1024;

/// Judges hitboxes by the vertices of every frame.
///
/// A vertex is covered where the exact `contains` of a placed hitbox says so. Of a model with skinned
/// meshes only their vertices count. Overhang is measured along a grid of lines, which go along z in
/// one frame, along x and y in the next. Inside the mesh is what its surface encloses; open surfaces
/// enclose nothing.
///
/// `progress` is called after each frame, from any thread, with the number of frames done. The answer
/// does not depend on the number of threads.
///
/// # Errors
/// If a hitbox has no place in a pose.
pub fn judge(
    model: &Model,
    fit: &Fit,
    frames: &Frames,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Report, FitError> {
    let skeleton = Skeleton::of(model);
    let flesh = Flesh::of(model, &skeleton);
    let owners = owners(&flesh, fit);
    let step = step(model, &flesh, frames.list().len());
    let count = fit.rig().hitboxes().len();
    let mut totals = vec![0_u64; count];
    let mut everything = 0_u64;
    for (owner, &n) in owners.iter().zip(&flesh.counts) {
        everything += u64::from(n);
        if let Some(total) = totals.get_mut(*owner) {
            *total += u64::from(n);
        }
    }
    let share = |part: u64, whole: u64| if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
    let mut covered = vec![0_u64; count + 1];
    let (mut all, mut each) = (Filled::default(), vec![Filled::default(); count]);
    let mut worst = Worst { frame: frames.list()[0], coverage: f64::INFINITY };
    // What frames add is summed up in their order, and not kept for all of them.
    for (run, frames) in frames.list().chunks(RUN).enumerate() {
        let first = run * RUN;
        let tallies = in_parallel(frames, BATCH, &|done| progress(first + done), || {
            let mut judge = Judge::of(model, fit, &flesh, &owners);
            move |index, &frame: &Frame| {
                judge.frame(frame, Some(Grid { axis: (first + index + 2) % 3, step }))
            }
        });
        for (tally, &frame) in tallies.into_iter().zip(frames) {
            let tally = tally?;
            let coverage = share(tally.covered.iter().sum(), everything);
            if coverage < worst.coverage {
                worst = Worst { frame, coverage };
            }
            covered.iter_mut().zip(&tally.covered).for_each(|(sum, n)| *sum += n);
            all.add(tally.volumes.all);
            each.iter_mut().zip(&tally.volumes.each).for_each(|(sum, &it)| sum.add(it));
        }
    }
    let frames = frames.list().len();
    let hitboxes = (0..count).map(|i| HitboxReport {
        coverage: share(covered[i], totals[i] * frames as u64),
        overhang: each[i].overhang(),
    });
    Ok(Report {
        coverage: share(covered.iter().sum(), everything * frames as u64),
        overhang: all.overhang(),
        frames,
        worst,
        hitboxes: hitboxes.collect(),
    })
}

/// The share of the vertices that is inside some hitbox, over some frames.
pub(crate) fn coverage(
    model: &Model,
    flesh: &Flesh,
    fit: &Fit,
    frames: &[Frame],
) -> Result<f64, FitError> {
    let owners = owners(flesh, fit);
    let tallies = in_parallel(frames, BATCH, &|_| (), || {
        let mut judge = Judge::of(model, fit, flesh, &owners);
        move |_, &frame: &Frame| {
            judge.frame(frame, None).map(|tally| tally.covered.iter().sum::<u64>())
        }
    });
    let mut covered = 0;
    for tally in tallies {
        covered += tally?;
    }
    let everything: u64 = flesh.counts.iter().map(|&n| u64::from(n)).sum();
    let whole = everything * frames.len() as u64;
    Ok(if whole == 0 { 1.0 } else { covered as f64 / whole as f64 })
}

/// For each vertex the hitbox of the bone that moves it most; a number too large if there is none.
fn owners(flesh: &Flesh, fit: &Fit) -> Vec<usize> {
    flesh.bones.iter().map(|&bone| fit.hitbox(bone).unwrap_or(usize::MAX)).collect()
}

/// What a thread works with.
struct Judge<'a> {
    model: &'a Model,
    fit: &'a Fit,
    flesh: &'a Flesh,
    owners: &'a [usize],
    pose: Vec<asunder_gltf::Matrix>,
    bones: Vec<Affine3>,
    placed: Vec<asunder::Shape3>,
    posed: Vec<[f32; 3]>,
    columns: Columns,
}

impl<'a> Judge<'a> {
    fn of(model: &'a Model, fit: &'a Fit, flesh: &'a Flesh, owners: &'a [usize]) -> Self {
        let (pose, bones, placed, posed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let columns = Columns::default();
        Self { model, fit, flesh, owners, pose, bones, placed, posed, columns }
    }

    fn frame(&mut self, frame: Frame, grid: Option<Grid>) -> Result<Tally, RigError> {
        frame.pose(self.model, &mut self.pose);
        self.fit.bone_matrices(&self.pose, &mut self.bones);
        let bones = Bones::Global(&self.bones);
        self.fit.rig().place_into(bones, &Affine3::identity(), &mut self.placed)?;
        self.flesh.pose(&self.pose, &mut self.posed);
        let probes: Vec<Probe> = self.placed.iter().filter_map(Probe::of).collect();
        // One more, for vertices of no hitbox's bone.
        let mut tally = Tally { covered: vec![0; probes.len() + 1], volumes: Volumes::default() };
        let bounds: Vec<_> = probes.iter().map(Probe::bounds_outward).collect();
        let vertices = self.posed.iter().zip(self.owners.iter().zip(&self.flesh.counts));
        for (&vertex, (&owner, &count)) in vertices {
            // The hitbox of its bone is nearly always the one; most others are far away.
            let near = |[low, high]: &[[f32; 3]; 2]| {
                (0..3).all(|i| low[i] <= vertex[i] && vertex[i] <= high[i])
            };
            let other = |(bounds, probe): (&_, &Probe)| near(bounds) && probe.contains(vertex);
            let covered = count > 0
                && (probes.get(owner).is_some_and(|probe| probe.contains(vertex))
                    || bounds.iter().zip(&probes).any(other));
            if covered {
                let owner = if owner < probes.len() { owner } else { probes.len() };
                tally.covered[owner] += u64::from(count);
            }
        }
        if let Some(grid) = grid {
            let triangles = &self.flesh.triangles;
            self.columns.measure(grid, &probes, &self.posed, triangles, &mut tally.volumes);
        }
        Ok(tally)
    }
}

/// The distance of neighbouring columns.
fn step(model: &Model, flesh: &Flesh, frames: usize) -> f64 {
    let mut posed = Vec::new();
    flesh.pose(&model.rest_pose(), &mut posed);
    let extent = |axis: usize| {
        let ends = posed.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), point| {
            let x = point[axis];
            (if x < low { x } else { low }, if x > high { x } else { high })
        });
        f64::from(ends.1) - f64::from(ends.0)
    };
    let extents = [extent(0), extent(1), extent(2)];
    let longest = extents.into_iter().fold(0.0, |most, x| if x > most { x } else { most });
    let fineness = (COLUMNS / frames as f64).sqrt();
    let fineness = if fineness > FINENESS[0] { fineness } else { FINENESS[0] };
    let fineness = if fineness < FINENESS[1] { fineness } else { FINENESS[1] };
    if longest > 0.0 { longest / fineness } else { 1.0 }
}
