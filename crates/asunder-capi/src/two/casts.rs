//! Rays, segments and moving shapes against one shape, in the plane. `three/casts.rs` is what this is derived from, by `tests/derived.rs`.

use super::read::{Seen2, place, ray_at, see, segment_at, shape_at, vector_at};
use super::shapes::{AsuPose2, AsuRay2, AsuSegment2, AsuShape2};
use crate::common::{AsuCastExit, AsuStarted};
use crate::pointer::{Out, read};
use crate::status::{AsuStatus, call};
use asunder::RayHit;
use asunder::glam::Vec2;
use asunder::prelude::*;

/// The first contact of a ray or segment with a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuRayHit2 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// `origin + fraction direction`, or the part of a segment: never late; zero, if it starts in or on the
    /// shape.
    pub fraction: f32,
    /// The contact point, within rounding.
    pub point: [f32; 2],
    /// The shape's unit normal there, against the ray.
    pub normal: [f32; 2],
    /// Where the ray starts.
    pub started: AsuStarted,
}

impl AsuRayHit2 {
    pub(crate) fn new(hit: Option<RayHit<Vec2>>) -> Self {
        let zero = Vec2::default().to_array();
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
pub struct AsuCastHit2 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// The fraction of the motion at the first contact, never late; zero, if they meet at the start.
    pub fraction: f32,
    /// A contact point on the other shape, within rounding.
    pub point: [f32; 2],
    /// The other shape's unit normal there, against the motion.
    pub normal: [f32; 2],
    /// How the shapes lie at the start.
    pub started: AsuStarted,
}

impl AsuCastHit2 {
    pub(crate) fn new(hit: Option<asunder::CastHit<Vec2>>) -> Self {
        let zero = Vec2::default().to_array();
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
pub unsafe extern "C" fn asu_ray_cast2(
    shape: *const AsuShape2,
    ray: *const AsuRay2,
    answer: *mut AsuRayHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let ray = ray_at(ray)?;
            out.write(AsuRayHit2::new(shape_at(shape, "shape")?.ray_cast(&ray)));
        }
        Ok(())
    })
}

/// The first contact of a segment, from `a` to `b`, with a shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_segment_cast2(
    shape: *const AsuShape2,
    segment: *const AsuSegment2,
    answer: *mut AsuRayHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(answer, "answer")?;
            let segment = segment_at(segment)?;
            out.write(AsuRayHit2::new(shape_at(shape, "shape")?.segment_cast(&segment)));
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
    a: *const AsuShape2,
    motion: *const f32,
    b: *const AsuShape2,
    answer: *mut T,
    ask: impl FnOnce(&Seen2<'_>, [f32; 2], &Seen2<'_>) -> T,
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
pub unsafe extern "C" fn asu_cast2(
    a: *const AsuShape2,
    motion: *const f32,
    b: *const AsuShape2,
    answer: *mut AsuCastHit2,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { moving(a, motion, b, answer, |a, motion, b| AsuCastHit2::new(a.cast(motion, b))) }
}

/// When `a`, moved by `motion` without turning, leaves `b` for good, exactly: there is an exit only where
/// `asu_cast2` finds a hit, and none if they still meet at the end of the motion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_cast_exit2(
    a: *const AsuShape2,
    motion: *const f32,
    b: *const AsuShape2,
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
pub struct AsuRotatingHit2 {
    /// Whether there is one; else the rest is zero.
    pub found: bool,
    /// Whether they share a point there; else they only come within the tolerance.
    pub in_contact: bool,
    /// The fraction of the motion at the contact, never late.
    pub fraction: f32,
    /// A point of the other shape there.
    pub point: [f32; 2],
    /// The unit direction from there to the moving shape.
    pub normal: [f32; 2],
}

/// The first contact of `a`, which moves and turns from one pose to another, the short way, with `b`. It is
/// the one question that is not exact: what comes nearer than `tolerance`, which is above zero, is a hit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_cast_rotating2(
    a: *const AsuShape2,
    from: *const AsuPose2,
    to: *const AsuPose2,
    b: *const AsuShape2,
    tolerance: f32,
    answer: *mut AsuRotatingHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, from, to, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let (from, to) = (read(from, "from")?.read(), read(to, "to")?.read());
            (out, from, to, shape_at(a, "a")?, shape_at(b, "b")?)
        };
        let hit = a.cast_rotating(&from, &to, &b, tolerance)?;
        out.write(hit.map_or(AsuRotatingHit2::default(), |hit| AsuRotatingHit2 {
            found: true,
            in_contact: hit.reached == asunder::Reached::Contact,
            fraction: hit.fraction,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
        }));
        Ok(())
    })
}
