//! What a recorder is told of a world, in space. `two/notes.rs` is derived from this file; see `tests/derived.rs`.

use super::read::shape_at;
use super::shapes::AsuShape3;
use super::world::{AsuWorld3, watch, with_world};
use crate::common::{
    AsuColliderId, AsuMoment, AsuQuestion, affine, affine_of, body, text_at, unknown,
};
use crate::pointer::{Out, list, read};
use crate::recorder::{AsuRecorder, with_open};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::history::Tick;
use asunder::recording::{Labels, QueryHit, RecordedQuery, RecordedQuestion, RigPose, SkinnedMesh};
use core::ffi::c_char;

/// Records a tick of a world, after its step.
#[unsafe(no_mangle)]
pub extern "C" fn asu_recorder_record3(
    recorder: AsuRecorder,
    tick: u64,
    world: AsuWorld3,
) -> AsuStatus {
    call(|| {
        with_world(world, |world| {
            with_open(recorder, |recorder| recorder.record(Tick(tick), world))
        })
    })
}

/// Lets a recorder note what happens in a world from now on: moves, slides, walks and attacks, as their calls
/// are made. One of handle zero ends it; a recording that is finished notes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn asu_recorder_watch3(recorder: AsuRecorder, world: AsuWorld3) -> AsuStatus {
    call(|| {
        if recorder.handle != 0 {
            with_open(recorder, |_| Ok(()))?;
        }
        watch(world, recorder.handle)
    })
}

/// Names a collider, its bone and its region; each name may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_recorder_label3(
    recorder: AsuRecorder,
    id: AsuColliderId,
    name: *const c_char,
    bone: *const c_char,
    region: *const c_char,
) -> AsuStatus {
    call(|| {
        let text = |text: *const c_char, of| {
            let none = text.is_null();
            // SAFETY: the caller's pointers are good, as the crate's documentation asks: the text ends.
            if none { Ok("".into()) } else { unsafe { text_at(text, of) } }
        };
        let (name, bone, region) =
            (text(name, "name")?, text(bone, "bone")?, text(region, "region")?);
        let labels = Labels::new(&*name).bone(&*bone).region(&*region);
        with_open(recorder, |recorder| {
            recorder.label::<Vec3>(id.into(), &labels);
            Ok(())
        })
    })
}

/// Records a body as a rig from now on, by what places it: its model, the clip and the time in it, in seconds,
/// and the map from the model to the world. `model` null: by its shapes again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_recorder_rig3(
    recorder: AsuRecorder,
    id: u64,
    model: *const c_char,
    clip: *const c_char,
    time: f32,
    root: *const f32,
    layout: u32,
) -> AsuStatus {
    call(|| {
        let pose = if model.is_null() {
            None
        } else {
            // SAFETY: the caller's pointers are good, as the crate's documentation asks.
            let (model, clip, root) = unsafe {
                let root = affine::<Vec3>(root, layout).map_err(|it| it.of("root"))?;
                (text_at(model, "model")?, text_at(clip, "clip")?, root)
            };
            Some(RigPose { model: (*model).into(), clip: (*clip).into(), time, root })
        };
        with_open(recorder, |recorder| {
            recorder.rig(body(id), pose.as_ref());
            Ok(())
        })
    })
}

/// A query, to be noted: what was asked. All zero but `question` and `shape`: by nobody, now.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuQueryNote3 {
    /// The shape that was asked about: a ray, a segment, what was cast.
    pub shape: AsuShape3,
    /// What was asked: one of `AsuQuestion`.
    pub question: u32,
    /// Of `ASU_ASKS_NEAR`: the greatest distance.
    pub within: f32,
    /// Of `ASU_ASKS_CAST`: the motion.
    pub motion: [f32; 3],
    /// 1 if `by` counts, else 0.
    pub has_by: u32,
    /// 1 if `moment` counts, else 0.
    pub has_moment: u32,
    /// The owner who asked.
    pub by: u64,
    /// The moment of the past that was asked about.
    pub moment: AsuMoment,
    /// What it was about; may be null.
    pub name: *const c_char,
}

/// A collider that a noted query found. All zero but the collider: without a place.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuNotedHit3 {
    /// The collider.
    pub collider: AsuColliderId,
    /// 1 if `fraction`, `point` and `normal` count, else 0.
    pub has_place: u32,
    /// 1 if `distance` counts, else 0.
    pub has_distance: u32,
    /// Where along the line or motion they met.
    pub fraction: f32,
    /// How near it is.
    pub distance: f32,
    /// The point where they met.
    pub point: [f32; 3],
    /// The unit normal of the collider there.
    pub normal: [f32; 3],
}

impl AsuNotedHit3 {
    fn read(&self) -> QueryHit<Vec3> {
        let mut hit = QueryHit::new(self.collider.into());
        if self.has_place != 0 {
            hit.fraction = Some(self.fraction);
            (hit.point, hit.normal) = (Some(self.point.into()), Some(self.normal.into()));
        }
        hit.distance = (self.has_distance != 0).then_some(self.distance);
        hit
    }
}

/// Notes a query and what it found, in the order of the answer. It belongs to the tick that is recorded next.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_recorder_query3(
    recorder: AsuRecorder,
    query: *const AsuQueryNote3,
    hits: *const AsuNotedHit3,
    count: usize,
) -> AsuStatus {
    const INTERSECTING: u32 = AsuQuestion::AsuAsksIntersecting as u32;
    const LINE: u32 = AsuQuestion::AsuAsksLine as u32;
    const CAST: u32 = AsuQuestion::AsuAsksCast as u32;
    const NEAR: u32 = AsuQuestion::AsuAsksNear as u32;
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (asked, shape, name, hits) = unsafe {
            let asked = read(query, "query")?;
            let shape = shape_at(&raw const asked.shape, "shape")?;
            let name = if asked.name.is_null() { "".into() } else { text_at(asked.name, "name")? };
            (asked, shape, name, list(hits, count, "hits")?)
        };
        let question = match asked.question {
            INTERSECTING => RecordedQuestion::Intersecting,
            LINE => RecordedQuestion::Line,
            CAST => RecordedQuestion::Cast { motion: asked.motion.into() },
            NEAR => RecordedQuestion::Near { within: asked.within },
            other => return Err(unknown("question", other, "one of AsuQuestion")),
        };
        let hits = hits.iter().map(AsuNotedHit3::read);
        let mut query = RecordedQuery::new(question, shape, hits).name(&*name);
        query.by = (asked.has_by != 0).then_some(asked.by);
        if asked.has_moment != 0 {
            query = query.moment(Tick(asked.moment.tick), asked.moment.fraction);
        }
        with_open(recorder, |recorder| {
            recorder.query(&query);
            Ok(())
        })
    })
}

/// The corners of a triangle, and the joints of a vertex, in either dimension.
const CORNERS: usize = 3;
const JOINTS: usize = 4;

/// A mesh that follows joints, for drawing alone.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuSkinnedMesh3 {
    /// The coordinates of its vertices as modelled, one vertex after the other.
    pub positions: *const f32,
    /// How many vertices there are.
    pub vertex_count: usize,
    /// For each vertex the numbers of four joints.
    pub joints: *const u16,
    /// For each vertex the weights of these, which sum up to one.
    pub weights: *const f32,
    /// For each triangle the numbers of three vertices.
    pub triangles: *const u32,
    /// How many triangles there are.
    pub triangle_count: usize,
}

/// Adds a mesh to draw over bodies; `mesh` gets its number for `asu_recorder_skin3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_recorder_mesh3(
    recorder: AsuRecorder,
    skinned: *const AsuSkinnedMesh3,
    mesh: *mut u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; arrays of numbers are
        // aligned as a number is.
        let (out, skinned) = unsafe {
            let (out, read) = (Out::new(mesh, "mesh")?, read(skinned, "skinned")?);
            let count = read.vertex_count;
            let positions = list(read.positions.cast::<[f32; 3]>(), count, "positions")?;
            let triangles = read.triangles.cast::<[u32; CORNERS]>();
            let skinned = SkinnedMesh {
                positions: positions.iter().map(|&position| Vec3::from(position)).collect(),
                triangles: list(triangles, read.triangle_count, "triangles")?.to_vec(),
                joints: list(read.joints.cast::<[u16; JOINTS]>(), count, "joints")?.to_vec(),
                weights: list(read.weights.cast::<[f32; JOINTS]>(), count, "weights")?.to_vec(),
            };
            (out, skinned)
        };
        let vertex = |corner: &&u32| **corner as usize >= skinned.positions.len();
        if let Some(corner) = skinned.triangles.iter().flatten().find(vertex) {
            let count = skinned.positions.len();
            let message =
                format!("a triangle has vertex {corner}; expected a number below {count}");
            return Err(Failure::argument(message));
        }
        out.write(with_open(recorder, |recorder| Ok(recorder.mesh(&skinned)))?);
        Ok(())
    })
}

/// Draws a mesh over a body from now on: `joints` has sixteen floats for each of `count` joints, which map from
/// the mesh as modelled to the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_recorder_skin3(
    recorder: AsuRecorder,
    id: u64,
    mesh: u32,
    joints: *const f32,
    count: usize,
    layout: u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let joints = unsafe { list(joints.cast::<[f32; 16]>(), count, "joints") }?;
        let numbered = joints.iter().enumerate();
        let of = |(i, joint)| {
            affine_of::<Vec3>(joint, layout).map_err(|it| it.of(&format!("joints[{i}]")))
        };
        let joints = numbered.map(of).collect::<Result<Vec<_>, _>>()?;
        with_open(recorder, |recorder| {
            recorder.skin(body(id), mesh, &joints);
            Ok(())
        })
    })
}
