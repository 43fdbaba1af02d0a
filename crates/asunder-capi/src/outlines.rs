//! Chains, polygons and slopes, which are in the plane alone.

use crate::pointer::{Out, list};
use crate::status::{AsuStatus, Failure, call};
use crate::two::{AsuLevel2, keep, tags_at, with_tiles};
use asunder::level::Parts as _;
use asunder::{Chain, Compound};

/// Makes a level of a line of segments through vertices, of as many floats each as a vector has. Its parts are the
/// segments, by their numbers. If `closed` is 1, a last one leads back to the first vertex; it is a line all the same.
/// If `one_sided` is 1, segments block from their left side alone. `tags` is null, or has a number for each segment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_from_chain(
    vertices: *const f32,
    vertex_count: usize,
    closed: u32,
    one_sided: u32,
    tags: *const u32,
    level: *mut AsuLevel2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, vertices) = unsafe {
            let vertices = list(vertices.cast::<[f32; 2]>(), vertex_count, "vertices")?;
            (Out::new(level, "level")?, vertices.iter().copied())
        };
        let chain =
            if closed == 0 { Chain::try_new(vertices)? } else { Chain::try_closed(vertices)? };
        let chain = if one_sided == 0 { chain } else { chain.one_sided() };
        // SAFETY: as above.
        let tags = unsafe { tags_at(tags, chain.part_count()) }?;
        out.write(keep(match tags {
            Some(tags) => chain.with_tags(tags)?,
            None => chain,
        }));
        Ok(())
    })
}

/// Makes a level of what lies within an odd number of rings of vertices: a polygon that need not be convex, with holes
/// and islands. `lengths` has for each ring how many vertices are its own, which follow one another in `vertices`.
/// Edges that cross or touch, spikes and repeated vertices are refused. Its parts are convex, and exactly the
/// polygon.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_from_rings(
    vertices: *const f32,
    lengths: *const usize,
    ring_count: usize,
    level: *mut AsuLevel2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, lengths, vertices) = unsafe {
            let (out, lengths) = (Out::new(level, "level")?, list(lengths, ring_count, "lengths")?);
            let too_many = || Failure::argument("lengths sum to more vertices than memory holds");
            let count = lengths.iter().try_fold(0_usize, |sum, &length| sum.checked_add(length));
            let count = count.ok_or_else(too_many)?;
            (out, lengths, list(vertices.cast::<[f32; 2]>(), count, "vertices")?)
        };
        let mut rest = vertices;
        let rings = lengths.iter().map(|&length| {
            let (ring, others) = rest.split_at(length);
            rest = others;
            ring.iter().copied()
        });
        out.write(keep(Compound::try_from_rings(rings)?));
        Ok(())
    })
}

/// Adds a kind of tile to a level of tiles, and writes its number: the convex hull of points of the unit square, of
/// two floats each, whose first corner is the cell's least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level2_add_slope(
    level: AsuLevel2,
    points: *const f32,
    count: usize,
    kind: *mut u8,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, points) =
            unsafe { (Out::new(kind, "kind")?, list(points.cast::<[f32; 2]>(), count, "points")?) };
        with_tiles(level, |tiles| {
            out.write(tiles.add_slope(points.iter().copied())?.number());
            Ok(())
        })
    })
}
