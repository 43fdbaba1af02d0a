//! Questions about a level on its own, in the plane. `three/parts.rs` is what this is derived from, by `tests/derived.rs`.

use super::casts::{AsuCastHit2, AsuRayHit2};
use super::levels::{AsuLevel2, with_level};
use super::pairs::{AsuClosestPoints2, AsuContact2};
use super::read::{Seen2, place, ray_at, see, segment_at, vector_at};
use super::shapes::{AsuRay2, AsuSegment2, AsuShape2};
use crate::common::{ASU_NO_PART, tell};
use crate::pointer::{Out, OutList, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec2;
use asunder::level::{PartHit, Parts as _};
use asunder::{Level, RayHit};
use std::ffi::c_char;

/// Where a ray or segment meets a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartRayHit2 {
    /// The number of the part, or `ASU_NO_PART`.
    pub part: u32,
    /// Where.
    pub hit: AsuRayHit2,
}

impl AsuPartRayHit2 {
    pub(crate) fn new(found: Option<PartHit<RayHit<Vec2>>>) -> Self {
        let part = found.map_or(ASU_NO_PART, |found| found.part);
        Self { part, hit: AsuRayHit2::new(found.map(|found| found.hit)) }
    }
}

/// Where a moving shape meets a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartCastHit2 {
    /// The number of the part, or `ASU_NO_PART`.
    pub part: u32,
    /// Where; the normal is the level's.
    pub hit: AsuCastHit2,
}

/// The nearest points of a shape and a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartPoints2 {
    /// The number of the nearest part, or `ASU_NO_PART`.
    pub part: u32,
    /// The points: `on_a` of the shape, `on_b` of the level.
    pub points: AsuClosestPoints2,
}

/// The contact of a shape with a part of a level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuPartContact2 {
    /// The number of the part.
    pub part: u32,
    /// The contact; its normal is from the level to the shape.
    pub contact: AsuContact2,
}

/// Asks a level about a shape.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
unsafe fn about_shape<T: Copy>(
    level: AsuLevel2,
    shape: *const AsuShape2,
    answer: *mut T,
    ask: impl FnOnce(&Level<Vec2>, &Seen2<'_>) -> Result<T, Failure>,
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
pub unsafe extern "C" fn asu_level2_intersects(
    level: AsuLevel2,
    shape: *const AsuShape2,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { about_shape(level, shape, answer, |level, shape| Ok(level.intersects(shape))) }
}

/// Whether a shape penetrates a part of a level. Exact; touching does not count. Surfaces are what they are: a shape
/// that is wholly inside of closed triangles does not penetrate them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_penetrates(
    level: AsuLevel2,
    shape: *const AsuShape2,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { about_shape(level, shape, answer, |level, shape| Ok(level.penetrates(shape))) }
}

/// The numbers of all parts of a level that share a point with a shape, in order: as many as `capacity` holds, and
/// how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_parts_intersecting(
    level: AsuLevel2,
    shape: *const AsuShape2,
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
pub unsafe extern "C" fn asu_level2_distance(
    level: AsuLevel2,
    shape: *const AsuShape2,
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
pub unsafe extern "C" fn asu_level2_closest_points(
    level: AsuLevel2,
    shape: *const AsuShape2,
    answer: *mut AsuPartPoints2,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| {
            let found = level.closest_points(shape);
            let points = found.map(|found| AsuClosestPoints2 {
                found: true,
                on_a: found.on_a.to_array(),
                on_b: found.on_b.to_array(),
            });
            let part = found.map_or(ASU_NO_PART, |found| found.part);
            Ok(AsuPartPoints2 { part, points: points.unwrap_or_default() })
        })
    }
}

/// The contacts of a shape with all parts of a level that share a point with it, in order: as many as `capacity`
/// holds, and how many there are. At edges over which the surface goes on, normals are the face's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_contacts(
    level: AsuLevel2,
    shape: *const AsuShape2,
    contacts: *mut AsuPartContact2,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, count, |level, shape| {
            let out = OutList::new(contacts, capacity, "contacts")?;
            let found = level.contacts(shape).into_iter();
            Ok(out.write(found.map(|PartHit { part, hit, .. }| AsuPartContact2 {
                part,
                contact: AsuContact2::new(Some(hit)),
            })))
        })
    }
}

/// The first part of a level that a ray meets, and where. No ray passes between parts that share an edge or a vertex.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_ray_cast(
    level: AsuLevel2,
    ray: *const AsuRay2,
    answer: *mut AsuPartRayHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, ray) = unsafe { (Out::new(answer, "answer")?, ray_at(ray)?) };
        out.write(AsuPartRayHit2::new(with_level(level, |level| Ok(level.ray_cast(&ray)))?));
        Ok(())
    })
}

/// The first part of a level that a segment meets, from `a` to `b`, and where.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_segment_cast(
    level: AsuLevel2,
    segment: *const AsuSegment2,
    answer: *mut AsuPartRayHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, segment) = unsafe { (Out::new(answer, "answer")?, segment_at(segment)?) };
        out.write(AsuPartRayHit2::new(with_level(
            level,
            |level| Ok(level.segment_cast(&segment)),
        )?));
        Ok(())
    })
}

/// All parts of a level that a segment meets, by fraction, then number: as many as `capacity` holds, and how many
/// there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_segment_casts(
    level: AsuLevel2,
    segment: *const AsuSegment2,
    hits: *mut AsuPartRayHit2,
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
        total.write(out.write(found.into_iter().map(|hit| AsuPartRayHit2::new(Some(hit)))));
        Ok(())
    })
}

/// The first part of a level that a shape meets, moved by `motion`, and where.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_cast(
    level: AsuLevel2,
    shape: *const AsuShape2,
    motion: *const f32,
    answer: *mut AsuPartCastHit2,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        about_shape(level, shape, answer, |level, shape| {
            let found = level.cast(shape, vector_at(motion, "motion")?);
            let part = found.map_or(ASU_NO_PART, |found| found.part);
            Ok(AsuPartCastHit2 { part, hit: AsuCastHit2::new(found.map(|found| found.hit)) })
        })
    }
}

/// Whether a shape, moved by `motion`, shares a point with a level anywhere on the way. Exact; touching counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_sweep_intersects(
    level: AsuLevel2,
    shape: *const AsuShape2,
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
pub unsafe extern "C" fn asu_level2_sweep_penetrates(
    level: AsuLevel2,
    shape: *const AsuShape2,
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

/// Why a shape and a level meet, or do not, in a sentence: about the part of the smallest number that the shape meets,
/// or else the nearest one, whose number `part` is. Without parts it is `ASU_NO_PART`, and the sentence is empty. As
/// `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence. It is for
/// debugging.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_explain(
    level: AsuLevel2,
    shape: *const AsuShape2,
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
