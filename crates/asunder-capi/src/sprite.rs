//! Sprites, which are in the plane alone.

use crate::common::affine;
use crate::pointer::{Out, read};
use crate::status::{AsuStatus, call};
use crate::two::{AsuShape2, shape_for_c};
use asunder::Obb2;
use asunder::glam::Vec2;

/// The oriented box of a sprite: `size` (two floats) in pixels or units before scaling, `pivot` (two
/// floats) in fractions of the texture, 0.5 and 0.5 for its middle, under the sprite's world matrix of
/// sixteen floats, which turns, moves, scales and mirrors it. The pivot is the point of the texture that the
/// matrix places at its translation. The matrix's z row and column are left out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_obb2_from_sprite(
    size: *const f32,
    pivot: *const f32,
    matrix: *const f32,
    layout: u32,
    obb: *mut AsuShape2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        unsafe {
            let out = Out::new(obb, "obb")?;
            let size: [f32; 2] = *read(size.cast(), "size")?;
            let pivot: [f32; 2] = *read(pivot.cast(), "pivot")?;
            let obb = Obb2::from_sprite(size, pivot, &affine::<Vec2>(matrix, layout)?)?;
            out.write(shape_for_c(&obb.into()));
        }
        Ok(())
    })
}
