//! Rays, segments and moving shapes against one shape, in space. `two/casts.rs` is derived from this file; see `tests/derived.rs`.

use super::read::{Seen3, place, ray_at, see, segment_at, shape_at, vector_at};
use super::shapes::{AsuPose3, AsuRay3, AsuSegment3, AsuShape3};
use crate::common::{AsuCastExit, AsuStarted};
use crate::pointer::{Out, read};
use crate::status::{AsuStatus, call};
use asunder::RayHit;
use asunder::glam::Vec3;
use asunder::prelude::*;

/// The first contact of a ray or segment with a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuRayHit3 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// `origin + fraction direction`, or the part of a segment: never late; zero, if it starts in or on the
    /// shape.
    pub fraction: f32,
    /// The contact point, within rounding.
    pub point: [f32; 3],
    /// The shape's unit normal there, against the ray.
    pub normal: [f32; 3],
    /// Where the ray starts.
    pub started: AsuStarted,
}

impl AsuRayHit3 {
    pub(crate) fn new(hit: Option<RayHit<Vec3>>) -> Self {
        let zero = Vec3::default().to_array();
        let none = Self {
            found: false,
            fraction: 0.0,
            point: zero,
            normal: zero,
            started: AsuStarted::AsuApart,
        };
        hit.map_or(none, |hit| Self {
            found: true,
            fraction: hit.fraction,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            started: hit.started.into(),
        })
    }
}

/// The first contact of a moving shape with another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCastHit3 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// The fraction of the motion at the first contact, never late; zero, if they meet at the start.
    pub fraction: f32,
    /// A contact point on the other shape, within rounding.
    pub point: [f32; 3],
    /// The other shape's unit normal there, against the motion.
    pub normal: [f32; 3],
    /// How the shapes lie at the start.
    pub started: AsuStarted,
}

impl AsuCastHit3 {
    pub(crate) fn new(hit: Option<asunder::CastHit<Vec3>>) -> Self {
        let zero = Vec3::default().to_array();
        let none = Self {
            found: false,
            fraction: 0.0,
            point: zero,
            normal: zero,
            started: AsuStarted::AsuApart,
        };
        hit.map_or(none, |hit| Self {
            found: true,
            fraction: hit.fraction,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            started: hit.started.into(),
        })
    }
}

/// The first contact of a ray with a shape. There is one if and only if they share a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_ray_cast3(
    shape: *const AsuShape3,
    ray: *const AsuRay3,
    answer: *mut AsuRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let ray = ray_at(ray)?;
            out.write(AsuRayHit3::new(shape_at(shape, "shape")?.ray_cast(&ray)));
        }
        Ok(())
    })
}

/// The first contact of a segment, from `a` to `b`, with a shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_segment_cast3(
    shape: *const AsuShape3,
    segment: *const AsuSegment3,
    answer: *mut AsuRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let segment = segment_at(segment)?;
            out.write(AsuRayHit3::new(shape_at(shape, "shape")?.segment_cast(&segment)));
        }
        Ok(())
    })
}

/// Asks one question about a shape that moves without turning, and another one.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
#[inline]
unsafe fn moving<T: Copy>(
    a: *const AsuShape3,
    motion: *const f32,
    b: *const AsuShape3,
    answer: *mut T,
    ask: impl FnOnce(&Seen3<'_>, [f32; 3], &Seen3<'_>) -> T,
) -> AsuStatus {
    call(|| {
        let [mut first, mut second] = [place(), place()];
        // SAFETY: the contract of this function.
        let (out, motion, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let motion = vector_at(motion, "motion")?;
            let a = see(read(a, "a")?, &mut first).map_err(|failure| failure.of("a"))?;
            let b = see(read(b, "b")?, &mut second).map_err(|failure| failure.of("b"))?;
            (out, motion, a, b)
        };
        out.write(ask(&a, motion, &b));
        Ok(())
    })
}

/// The first contact of `a`, moved by `motion` without turning, with `b`. Whether there is one is exact;
/// touching counts, but not touching at the start and moving away.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_cast3(
    a: *const AsuShape3,
    motion: *const f32,
    b: *const AsuShape3,
    answer: *mut AsuCastHit3,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { moving(a, motion, b, answer, |a, motion, b| AsuCastHit3::new(a.cast(motion, b))) }
}

/// When `a`, moved by `motion` without turning, leaves `b` for good, exactly: there is an exit only where
/// `asu_cast3` finds a hit, and none if they still meet at the end of the motion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_cast_exit3(
    a: *const AsuShape3,
    motion: *const f32,
    b: *const AsuShape3,
    answer: *mut AsuCastExit,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe {
        moving(a, motion, b, answer, |a, motion, b| {
            let exit = a.cast_exit(motion, b);
            AsuCastExit { found: exit.is_some(), fraction: exit.unwrap_or(0.0) }
        })
    }
}

/// The first contact of a shape that moves and turns with another.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuRotatingHit3 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// Whether they share a point there; else they only come within the tolerance.
    pub in_contact: bool,
    /// The fraction of the motion at the contact, never late.
    pub fraction: f32,
    /// A point of the other shape there.
    pub point: [f32; 3],
    /// The unit direction from there to the moving shape.
    pub normal: [f32; 3],
}

/// The first contact of `a`, which moves and turns from one pose to another, the short way, with `b`. It is
/// the one question that is not exact: what comes nearer than `tolerance`, which is above zero, is a hit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_cast_rotating3(
    a: *const AsuShape3,
    from: *const AsuPose3,
    to: *const AsuPose3,
    b: *const AsuShape3,
    tolerance: f32,
    answer: *mut AsuRotatingHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, from, to, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let (from, to) = (read(from, "from")?.read(), read(to, "to")?.read());
            (out, from, to, shape_at(a, "a")?, shape_at(b, "b")?)
        };
        let hit = a.cast_rotating(&from, &to, &b, tolerance)?;
        out.write(hit.map_or(AsuRotatingHit3::default(), |hit| AsuRotatingHit3 {
            found: true,
            in_contact: hit.reached == asunder::Reached::Contact,
            fraction: hit.fraction,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
        }));
        Ok(())
    })
}
