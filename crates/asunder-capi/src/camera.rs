//! What a pixel of a camera shows, which is in space alone.

use crate::common::{depth, layout};
use crate::pointer::{Out, read};
use crate::status::{AsuStatus, Failure, call};
use crate::three::{AsuRay3, AsuSegment3};
use asunder::{Depth, Layout, Ray3, Segment3};

/// A pixel, its viewport, and the inverse of a view-projection matrix, column by column.
type Pixel = ([f32; 2], [f32; 2], [f32; 16], Depth);

/// # Safety
/// The pointers are null, misaligned, or good for two, two and sixteen floats.
unsafe fn pixel_at(
    pixel: *const f32,
    viewport: *const f32,
    inverse: *const f32,
    stored: u32,
    depths: u32,
) -> Result<Pixel, Failure> {
    // SAFETY: the contract of this function; arrays of floats are aligned as a float is.
    let (pixel, viewport, matrix) = unsafe {
        let pixel: [f32; 2] = *read(pixel.cast(), "pixel")?;
        (pixel, *read(viewport.cast(), "viewport")?, *read(inverse.cast::<[f32; 16]>(), "inverse")?)
    };
    let columns = match layout(stored)? {
        Layout::Rows => std::array::from_fn(|i| matrix[i % 4 * 4 + i / 4]),
        _ => matrix,
    };
    Ok((pixel, viewport, columns, depth(depths)?))
}

/// What a pixel shows of a scene: the ray from the near plane away from the eye, of length one. It serves
/// where the far plane is at infinity, too.
///
/// `pixel` and `viewport` are two floats each: from the upper left corner, x to the right and y down; the
/// width and height. `inverse` is the inverse of the view-projection matrix, sixteen floats in one of
/// `AsuLayout`; `depth` is one of `AsuDepth`, and may be reversed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_ray3_through_pixel(
    pixel: *const f32,
    viewport: *const f32,
    inverse: *const f32,
    layout: u32,
    depth: u32,
    ray: *mut AsuRay3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, (pixel, viewport, inverse, depth)) =
            unsafe { (Out::new(ray, "ray")?, pixel_at(pixel, viewport, inverse, layout, depth)?) };
        let ray = Ray3::through_pixel(pixel, viewport, &inverse, depth)?;
        let (origin, direction) = (ray.origin().to_array(), ray.direction().to_array());
        out.write(AsuRay3 { origin, direction });
        Ok(())
    })
}

/// The same as a segment, from the near plane to the far plane: cast it to pick with the mouse, and nothing
/// before or behind the view is hit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_segment3_through_pixel(
    pixel: *const f32,
    viewport: *const f32,
    inverse: *const f32,
    layout: u32,
    depth: u32,
    segment: *mut AsuSegment3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, (pixel, viewport, inverse, depth)) = unsafe {
            (Out::new(segment, "segment")?, pixel_at(pixel, viewport, inverse, layout, depth)?)
        };
        let seen = Segment3::from_projection(pixel, viewport, &inverse, depth)?;
        out.write(AsuSegment3 { a: seen.a().to_array(), b: seen.b().to_array() });
        Ok(())
    })
}
