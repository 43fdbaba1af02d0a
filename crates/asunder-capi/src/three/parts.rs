//! Questions about a level on its own, in space. `two/parts.rs` is derived from this file; see `tests/derived.rs`.

use super::casts::{AsuCastHit3, AsuRayHit3};
use super::levels::{AsuLevel3, with_level};
use super::pairs::{AsuClosestPoints3, AsuContact3};
use super::read::{Seen3, place, ray_at, see, segment_at, vector_at};
use super::shapes::{AsuRay3, AsuSegment3, AsuShape3};
use crate::common::{ASU_NO_PART, tell};
use crate::pointer::{Out, OutList, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::level::{PartHit, Parts as _};
use asunder::{Level, RayHit};
// 3D only
use asunder::Mesh;
// end of 3D only
use std::ffi::c_char;

/// Where a ray or segment meets a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartRayHit3 {
    /// The number of the part, or `ASU_NO_PART`.
    pub part: u32,
    /// Where.
    pub hit: AsuRayHit3,
}

impl AsuPartRayHit3 {
    pub(crate) fn new(found: Option<PartHit<RayHit<Vec3>>>) -> Self {
        let part = found.map_or(ASU_NO_PART, |found| found.part);
        Self { part, hit: AsuRayHit3::new(found.map(|found| found.hit)) }
    }
}

/// Where a moving shape meets a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartCastHit3 {
    /// The number of the part, or `ASU_NO_PART`.
    pub part: u32,
    /// Where; the normal is the level's.
    pub hit: AsuCastHit3,
}

/// The nearest points of a shape and a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartPoints3 {
    /// The number of the nearest part, or `ASU_NO_PART`.
    pub part: u32,
    /// The points: `on_a` of the shape, `on_b` of the level.
    pub points: AsuClosestPoints3,
}

/// The contact of a shape with a part of a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartContact3 {
    /// The number of the part.
    pub part: u32,
    /// The contact; its normal is from the level to the shape.
    pub contact: AsuContact3,
}

/// Asks a level about a shape.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
unsafe fn about_shape<T: Copy>(
    level: AsuLevel3,
    shape: *const AsuShape3,
    answer: *mut T,
    ask: impl FnOnce(&Level<Vec3>, &Seen3<'_>) -> Result<T, Failure>,
) -> AsuStatus {
    call(|| {
        let mut room = place();
        // SAFETY: the contract of this function.
        let (out, shape) = unsafe {
            let out = Out::new(answer, "answer")?;
            (out, see(read(shape, "shape")?, &mut room).map_err(|failure| failure.of("shape"))?)
        };
        out.write(with_level(level, |level| ask(level, &shape))?);
        Ok(())
    })
}

/// Whether a level shares a point with a shape. Exact; touching counts. A line of sight is a segment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_intersects(
    level: AsuLevel3,
    shape: *const AsuShape3,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { about_shape(level, shape, answer, |level, shape| Ok(level.intersects(shape))) }
}

/// Whether a shape penetrates a part of a level. Exact; touching does not count. Surfaces are what they are: a shape
/// that is wholly inside of closed triangles does not penetrate them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_penetrates(
    level: AsuLevel3,
    shape: *const AsuShape3,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { about_shape(level, shape, answer, |level, shape| Ok(level.penetrates(shape))) }
}

/// The numbers of all parts of a level that share a point with a shape, in order: as many as `capacity` holds, and
/// how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_parts_intersecting(
    level: AsuLevel3,
    shape: *const AsuShape3,
    parts: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, count, |level, shape| {
            let out = OutList::new(parts, capacity, "parts")?;
            Ok(out.write(level.parts_intersecting(shape).into_iter()))
        })
    }
}

/// How far a shape is from a level: zero if and only if they share a point. It errs low. A level without parts is
/// `ASU_INVALID_ARGUMENT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_distance(
    level: AsuLevel3,
    shape: *const AsuShape3,
    answer: *mut f32,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| {
            level.distance(shape).ok_or_else(|| Failure::argument("the level has no parts"))
        })
    }
}

/// The nearest part of a level, with the nearest points. There are none where the shape shares a point with the
/// level, or that has no parts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_closest_points(
    level: AsuLevel3,
    shape: *const AsuShape3,
    answer: *mut AsuPartPoints3,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| {
            let found = level.closest_points(shape);
            let points = found.map(|found| AsuClosestPoints3 {
                found: true,
                on_a: found.on_a.to_array(),
                on_b: found.on_b.to_array(),
            });
            let part = found.map_or(ASU_NO_PART, |found| found.part);
            Ok(AsuPartPoints3 { part, points: points.unwrap_or_default() })
        })
    }
}

/// The contacts of a shape with all parts of a level that share a point with it, in order: as many as `capacity`
/// holds, and how many there are. At edges over which the surface goes on, normals are the face's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_contacts(
    level: AsuLevel3,
    shape: *const AsuShape3,
    contacts: *mut AsuPartContact3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, count, |level, shape| {
            let out = OutList::new(contacts, capacity, "contacts")?;
            let found = level.contacts(shape).into_iter();
            Ok(out.write(found.map(|PartHit { part, hit, .. }| AsuPartContact3 {
                part,
                contact: AsuContact3::new(Some(hit)),
            })))
        })
    }
}

/// The first part of a level that a ray meets, and where. No ray passes between parts that share an edge or a vertex.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_ray_cast(
    level: AsuLevel3,
    ray: *const AsuRay3,
    answer: *mut AsuPartRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, ray) = unsafe { (Out::new(answer, "answer")?, ray_at(ray)?) };
        out.write(AsuPartRayHit3::new(with_level(level, |level| Ok(level.ray_cast(&ray)))?));
        Ok(())
    })
}

/// The first part of a level that a segment meets, from `a` to `b`, and where.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_segment_cast(
    level: AsuLevel3,
    segment: *const AsuSegment3,
    answer: *mut AsuPartRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, segment) = unsafe { (Out::new(answer, "answer")?, segment_at(segment)?) };
        out.write(AsuPartRayHit3::new(with_level(
            level,
            |level| Ok(level.segment_cast(&segment)),
        )?));
        Ok(())
    })
}

/// All parts of a level that a segment meets, by fraction, then number: as many as `capacity` holds, and how many
/// there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_segment_casts(
    level: AsuLevel3,
    segment: *const AsuSegment3,
    hits: *mut AsuPartRayHit3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, segment) = unsafe {
            let out = OutList::new(hits, capacity, "hits")?;
            (out, Out::new(count, "count")?, segment_at(segment)?)
        };
        let found = with_level(level, |level| Ok(level.segment_casts(&segment)))?;
        total.write(out.write(found.into_iter().map(|hit| AsuPartRayHit3::new(Some(hit)))));
        Ok(())
    })
}

/// The first part of a level that a shape meets, moved by `motion`, and where.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_cast(
    level: AsuLevel3,
    shape: *const AsuShape3,
    motion: *const f32,
    answer: *mut AsuPartCastHit3,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| {
            let found = level.cast(shape, vector_at(motion, "motion")?);
            let part = found.map_or(ASU_NO_PART, |found| found.part);
            Ok(AsuPartCastHit3 { part, hit: AsuCastHit3::new(found.map(|found| found.hit)) })
        })
    }
}

/// Whether a shape, moved by `motion`, shares a point with a level anywhere on the way. Exact; touching counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_sweep_intersects(
    level: AsuLevel3,
    shape: *const AsuShape3,
    motion: *const f32,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| {
            Ok(level.sweep_intersects(shape, vector_at(motion, "motion")?))
        })
    }
}

/// Whether all that a shape covers along `motion` penetrates a part of a level. Exact. This is what stops a mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_sweep_penetrates(
    level: AsuLevel3,
    shape: *const AsuShape3,
    motion: *const f32,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| {
            Ok(level.sweep_penetrates(shape, vector_at(motion, "motion")?))
        })
    }
}

// 3D only
/// The mesh that a level is.
fn solid(level: &Level<Vec3>) -> Result<&Mesh<Vec3>, Failure> {
    match level {
        Level::Mesh(mesh) => Ok(mesh),
        other => Err(Failure::argument(format!(
            "the kind of the level is {}, which has no inside but its parts'; expected triangles",
            other.kind()
        ))),
    }
}

/// Whether a point lies inside of a level of closed triangles, or on its surface. Exact. The first of these questions
/// takes O(n log n). Triangles that are not closed are `ASU_INVALID_ARGUMENT`, whose message has an open edge; so
/// is a level of another kind, of which `asu_level3_intersects` tells the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_contains(
    level: AsuLevel3,
    point: *const f32,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, point) = unsafe { (Out::new(answer, "answer")?, vector_at(point, "point")?) };
        out.write(with_level(level, |level| Ok(solid(level)?.contains(&point.into())?))?);
        Ok(())
    })
}

/// Whether a shape lies wholly inside of a level of closed triangles, without touching their surface. Exact.
/// Unbounded shapes never do. What is refused is what `asu_level3_contains` refuses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_encloses(
    level: AsuLevel3,
    shape: *const AsuShape3,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { about_shape(level, shape, answer, |level, shape| Ok(solid(level)?.encloses(shape)?)) }
}

/// Whether a shape shares a point with a level of closed triangles and their inside. Exact; touching counts. What is
/// refused is what `asu_level3_contains` refuses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_solid_intersects(
    level: AsuLevel3,
    shape: *const AsuShape3,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| Ok(solid(level)?.solid_intersects(shape)?))
    }
}
// end of 3D only
/// Why a shape and a level meet, or do not, in a sentence: about the part of the smallest number that the shape meets,
/// or else the nearest one, whose number `part` is. Without parts it is `ASU_NO_PART`, and the sentence is empty. As
/// `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence. It is for
/// debugging.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_explain(
    level: AsuLevel3,
    shape: *const AsuShape3,
    part: *mut u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, part, |level, shape| {
            let out = Out::new(length, "length")?;
            let _checked = OutList::new(buffer, capacity, "buffer")?;
            let found = level.explain(shape);
            let part = found.as_ref().map_or(ASU_NO_PART, |found| found.part);
            let text = found.map_or(String::new(), |found| found.hit.text);
            tell(&text, buffer, capacity, &out);
            Ok(part)
        })
    }
}
