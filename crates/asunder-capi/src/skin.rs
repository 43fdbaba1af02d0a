//! Skins, which are in space alone: the triangles of a mesh that joints move.

use crate::common::{AsuBones, Corners, affine, affine_of, body};
use crate::pointer::{Out, list, read};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use crate::three::read::segment_at;
use crate::three::{AsuHistory3, AsuPartRayHit3, AsuSegment3, with_history_mut};
use asunder::glam::Vec3;
use asunder::level::Parts as _;
use asunder::{Affine, Skin};

/// The handle of a skin: the triangles of a mesh that the joints of a skeleton move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuSkin {
    /// Zero is no skin.
    pub handle: u64,
}

static SKINS: Registry<Skin> = Registry::new("skin");

/// The vertices of a skin as modelled, what moves them, and the triangles.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuSkinData {
    /// Three floats for each vertex.
    pub vertices: *const f32,
    /// How many vertices there are.
    pub vertex_count: usize,
    /// For each vertex so many joints, by the numbers of their matrices.
    pub joints: *const u16,
    /// For each vertex so many weights of these joints. They are zero or more; zero moves nothing.
    pub weights: *const f32,
    /// How many joints and weights each vertex has: 4, or another number up to 8.
    pub joints_per_vertex: usize,
    /// The numbers of three vertices for each triangle.
    pub triangles: *const u32,
    /// How many triangles there are.
    pub triangle_count: usize,
    /// 1 to divide the weights of each vertex by their sum; 0 to take them as they are, where each sum is 1 but
    /// for rounding.
    pub normalizes: u32,
}

/// Makes a skin. The data is copied. Destroy it in the end; histories that recorded it keep it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_skin_create(
    data: *const AsuSkinData,
    skin: *mut AsuSkin,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of numbers is
        // aligned as one is.
        let (out, data, vertices, joints, weights, triangles) = unsafe {
            let (out, data) = (Out::new(skin, "skin")?, read(data, "data")?);
            let too_many = || Failure::argument("data has more weights than memory holds");
            let count = data.vertex_count.checked_mul(data.joints_per_vertex);
            let count = count.ok_or_else(too_many)?;
            let vertices =
                list(data.vertices.cast::<[f32; 3]>(), data.vertex_count, "data.vertices")?;
            let joints = list(data.joints, count, "data.joints")?;
            let weights = list(data.weights, count, "data.weights")?;
            let triangles =
                list(data.triangles.cast::<Corners>(), data.triangle_count, "data.triangles")?;
            (out, data, vertices, joints, weights, triangles)
        };
        let (each, mut influences) = (data.joints_per_vertex, Vec::new());
        for vertex in 0..vertices.len() {
            let own = vertex * each..(vertex + 1) * each;
            let pairs = joints[own.clone()].iter().copied().zip(weights[own].iter().copied());
            influences.push(pairs.collect::<Vec<(u16, f32)>>());
        }
        let (vertices, triangles) = (vertices.iter().copied(), triangles.iter().copied());
        let made = match data.normalizes {
            0 => Skin::try_new(vertices, influences, triangles)?,
            _ => Skin::normalized(vertices, influences, triangles)?,
        };
        out.write(AsuSkin { handle: SKINS.insert(made) });
        Ok(())
    })
}

/// Destroys a skin.
#[unsafe(no_mangle)]
pub extern "C" fn asu_skin_destroy(skin: AsuSkin) -> AsuStatus {
    call(|| SKINS.remove(skin.handle))
}

/// How many matrices a pose of a skin has at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_skin_joint_count(skin: AsuSkin, count: *mut usize) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(count, "count") }?;
        out.write(SKINS.get(skin.handle)?.joint_count());
        Ok(())
    })
}

/// The skinning matrices of a frame, in the world.
///
/// # Safety
/// The pointers are good: `bones` has sixteen floats for each of its matrices, and the model's are null, or
/// sixteen floats.
unsafe fn matrices_at(
    bones: *const AsuBones,
    model: *const f32,
    model_layout: u32,
) -> Result<Vec<Affine<Vec3>>, Failure> {
    // SAFETY: the contract of this function; an array of floats is aligned as a float is.
    let (asked, matrices, model) = unsafe {
        let asked = read(bones, "bones")?;
        let matrices = list(asked.matrices.cast::<[f32; 16]>(), asked.count, "bones.matrices")?;
        let model = match model.is_null() {
            true => None,
            false => Some(affine::<Vec3>(model, model_layout).map_err(|it| it.of("model"))?),
        };
        (asked, matrices, model)
    };
    if asked.are_skinning == 0 {
        return Err(Failure::argument(
            "bones: a skin is posed by skinning matrices, with the inverse bind matrices in them; set are_skinning",
        ));
    }
    let of = |(i, matrix)| {
        let bone = affine_of(matrix, asked.layout);
        let bone: Affine<Vec3> = bone.map_err(|it| it.of(&format!("bones.matrices[{i}]")))?;
        Ok(model.as_ref().map_or(bone, |model| model.after(&bone)))
    };
    matrices.iter().enumerate().map(of).collect()
}

/// Records the skin of a body as it is at the tick recorded last, so that `asu_history3_validate_shot` tells whether
/// a shot hit it, or the air of a hitbox: `ASU_SHOT_GRAZED`. `bones` are skinning matrices, which map to the model's
/// space; `model` maps that to the world, sixteen floats in `model_layout`, or is null if they map there themselves.
/// A body of several meshes has several skins: each call adds one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_record_skin(
    history: AsuHistory3,
    id: u64,
    skin: AsuSkin,
    bones: *const AsuBones,
    model: *const f32,
    model_layout: u32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let matrices = unsafe { matrices_at(bones, model, model_layout) }?;
        let skin = SKINS.get(skin.handle)?;
        with_history_mut(history, |history| Ok(history.record_skin(body(id), &skin, &matrices)?))
    })
}

/// The first triangle of a skin in a pose that a segment meets, from `a` to `b`: the part is its number. The matrices
/// are those of `asu_history3_record_skin`. It poses the triangles near the segment alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_skin_segment_cast(
    skin: AsuSkin,
    bones: *const AsuBones,
    model: *const f32,
    model_layout: u32,
    segment: *const AsuSegment3,
    answer: *mut AsuPartRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, matrices, segment) = unsafe {
            let out = Out::new(answer, "answer")?;
            (out, matrices_at(bones, model, model_layout)?, segment_at(segment)?)
        };
        let skin = SKINS.get(skin.handle)?;
        out.write(AsuPartRayHit3::new(skin.posed(&matrices)?.segment_cast(&segment)));
        Ok(())
    })
}
