//! Questions about a shape and a point, in space. `two/points.rs` is derived from this file; see `tests/derived.rs`.

use super::read::{shape_at, vector_at};
use super::shapes::AsuShape3;
use crate::pointer::Out;
use crate::status::{AsuStatus, call};
use asunder::glam::Vec3;
use asunder::prelude::*;

/// Asks a shape about a point.
///
/// # Safety
/// The pointers are good, as the crate's documentation asks.
#[inline]
unsafe fn about<T: Copy>(
    shape: *const AsuShape3,
    point: *const f32,
    answer: *mut T,
    ask: impl FnOnce(&Shape3, &Vec3) -> T,
) -> AsuStatus {
    call(|| {
        // SAFETY: the contract of this function.
        let (out, shape, point) = unsafe {
            let out = Out::new(answer, "answer")?;
            let point = Vec3::from(vector_at(point, "point")?);
            (out, shape_at(shape, "shape")?, point)
        };
        out.write(ask(&shape, &point));
        Ok(())
    })
}

/// Whether a point lies in a shape. Exact; its surface belongs to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_contains_point3(
    shape: *const AsuShape3,
    point: *const f32,
    answer: *mut bool,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks.
    unsafe { about(shape, point, answer, |shape, point| shape.contains(point)) }
}

/// The distance of a point from a shape: zero if and only if it lies in it, never more than the true one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_distance_to_point3(
    shape: *const AsuShape3,
    point: *const f32,
    answer: *mut f32,
) -> AsuStatus {
    // SAFETY: the caller's pointers are good, as the crate's documentation asks. A distance is missing for
    // points that are not finite alone, which are refused.
    unsafe { about(shape, point, answer, |shape, point| shape.distance(point).unwrap_or(0.0)) }
}

/// The point of a shape that is nearest to a point, within rounding: the point itself, bit for bit, if the
/// shape contains it. `nearest` takes as many floats as a vector has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_closest_point3(
    shape: *const AsuShape3,
    point: *const f32,
    nearest: *mut f32,
) -> AsuStatus {
    let ask =
        |shape: &Shape3, point: &Vec3| shape.closest_point(point).unwrap_or(*point).to_array();
    // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is aligned
    // as a float is. A point that is not finite, which alone has no nearest one, is refused.
    unsafe { about(shape, point, nearest.cast::<[f32; 3]>(), ask) }
}
