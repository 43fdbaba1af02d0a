//! Levels: many convex parts that stand still, in space. `two/levels.rs` is derived from this file; see `tests/derived.rs`.

use super::bodies::options_at;
use super::made::shape_for_c;
use super::read::shapes_at;
use super::shapes::{AsuPose3, AsuShape3};
use super::world::{AsuWorld3, with_world, with_world_mut};
use crate::common::{AsuBodyOptions, AsuColliderId, Corners};
use crate::pointer::{Out, list, read};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::level::{Parts as _, TileKind};
use asunder::prelude::*;
use asunder::{Compound, Level, Mesh, Tiles};
use std::sync::RwLock;

/// The handle of a level: the ground, walls and terrain of a game, as many convex parts that answer together. It
/// does not change, but for the tiles of a grid that are set; what was made of it stays as it was.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuLevel3 {
    /// Zero is no level.
    pub handle: u64,
}

static LEVELS: Registry<RwLock<Level<Vec3>>> = Registry::new("level");

/// The level of a handle: a copy, which shares its data.
pub(crate) fn level_of(level: AsuLevel3) -> Result<Level<Vec3>, Failure> {
    let level = LEVELS.get(level.handle)?;
    let level = level.read().map_err(|_| Failure::left_by_a_panic("level"))?;
    Ok(level.clone())
}

/// The levels of handles.
///
/// # Safety
/// The pointer is good, as the crate's documentation asks.
pub(crate) unsafe fn levels_at(
    levels: *const AsuLevel3,
    count: usize,
) -> Result<Vec<Level<Vec3>>, Failure> {
    // SAFETY: the contract of this function.
    unsafe { list(levels, count, "levels") }?.iter().map(|level| level_of(*level)).collect()
}

/// Asks a level where it lies.
pub(crate) fn with_level<R>(
    level: AsuLevel3,
    ask: impl FnOnce(&Level<Vec3>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let level = LEVELS.get(level.handle)?;
    let level = level.read().map_err(|_| Failure::left_by_a_panic("level"))?;
    ask(&level)
}

pub(crate) fn keep(level: impl Into<Level<Vec3>>) -> AsuLevel3 {
    AsuLevel3 { handle: LEVELS.insert(RwLock::new(level.into())) }
}

/// Numbers of the caller's own, as many as parts; none, where the pointer is null.
///
/// # Safety
/// The pointer is null, or good, as the crate's documentation asks.
pub(crate) unsafe fn tags_at(
    tags: *const u32,
    count: usize,
) -> Result<Option<Box<[u32]>>, Failure> {
    if tags.is_null() {
        return Ok(None);
    }
    // SAFETY: the contract of this function.
    Ok(Some(unsafe { list(tags, count, "tags") }?.into()))
}

/// Makes a level of triangles, each given by the numbers of three vertices: any soup, also with degenerate, doubled
/// and crossing ones. Its parts are the triangles, by their numbers. It is a surface: what lies inside of closed
/// ones shares no point with it. Triangles that share vertices leave no gap, bit for bit.
///
/// `vertices` has as many floats each as a vector has, `triangles` three numbers each. `tags` is null, or has a
/// number of your own for each triangle, which `asu_level3_tag` repeats. The data is copied. Destroy the level in
/// the end; worlds that hold it keep it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_from_triangles(
    vertices: *const f32,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
    tags: *const u32,
    level: *mut AsuLevel3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of numbers is
        // aligned as one is.
        let (out, vertices, triangles, tags) = unsafe {
            let out = Out::new(level, "level")?;
            let vertices = list(vertices.cast::<[f32; 3]>(), vertex_count, "vertices")?;
            let triangles = list(triangles.cast::<Corners>(), triangle_count, "triangles")?;
            (out, vertices, triangles, tags_at(tags, triangle_count)?)
        };
        let mesh = Mesh::<Vec3>::try_new(vertices.iter().copied(), triangles.iter().copied())?;
        out.write(keep(match tags {
            Some(tags) => mesh.with_tags(tags)?,
            None => mesh,
        }));
        Ok(())
    })
}

/// Makes a level of bounded shapes of any kind, each placed by its pose; where `poses` is null, as they are. Its
/// parts are the shapes, by their numbers. `tags` is null, or has a number for each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_from_shapes(
    shapes: *const AsuShape3,
    poses: *const AsuPose3,
    count: usize,
    tags: *const u32,
    level: *mut AsuLevel3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, shapes, poses, tags) = unsafe {
            let out = Out::new(level, "level")?;
            let given = if poses.is_null() { 0 } else { count };
            let poses = list(poses, given, "poses")?;
            (out, shapes_at(shapes, count, "shapes")?, poses, tags_at(tags, count)?)
        };
        let compound = if poses.is_empty() {
            Compound::try_new(shapes)?
        } else {
            Compound::try_placed(shapes.into_iter().zip(poses.iter().map(AsuPose3::read)))?
        };
        out.write(keep(match tags {
            Some(tags) => compound.with_tags(tags)?,
            None => compound,
        }));
        Ok(())
    })
}

/// A grid of cells, each of them empty or filled.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuTiles3 {
    /// The number of cells along each axis.
    pub cells: [u32; 3],
    /// The least corner of the first cell.
    pub origin: [f32; 3],
    /// The lengths of a cell along each axis.
    pub size: [f32; 3],
    /// What each cell holds, those along x first, then along y and so on: 0 for nothing, 1 for a full cell.
    /// Null, if all are empty.
    pub kinds: *const u8,
}

/// Makes a level of tiles: boxes on a grid. Its parts are the cells, by their numbers, along x first; what is
/// empty has a number without a part. A byte a cell that is not like those around it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_from_tiles(
    tiles: *const AsuTiles3,
    level: *mut AsuLevel3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, asked) = unsafe { (Out::new(level, "level")?, read(tiles, "tiles")?) };
        let mut tiles = Tiles::<Vec3>::try_new(asked.cells, asked.origin, asked.size)?;
        if !asked.kinds.is_null() {
            let most = || Failure::argument("tiles.kinds has more cells than memory holds");
            let count = asked
                .cells
                .iter()
                .try_fold(1_usize, |all, &side| all.checked_mul(usize::try_from(side).ok()?));
            // SAFETY: as above.
            let kinds = unsafe { list(asked.kinds, count.ok_or_else(most)?, "tiles.kinds") }?;
            for (number, &kind) in (0..=u32::MAX).zip(kinds).filter(|(_, kind)| **kind != 0) {
                if let Some(cell) = tiles.place(number) {
                    tiles.set(cell, TileKind::from_number(kind))?;
                }
            }
        }
        out.write(keep(tiles));
        Ok(())
    })
}

pub(crate) fn with_tiles(
    level: AsuLevel3,
    change: impl FnOnce(&mut Tiles<Vec3>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let level = LEVELS.get(level.handle)?;
    let mut level = level.write().map_err(|_| Failure::left_by_a_panic("level"))?;
    match &mut *level {
        Level::Tiles(tiles) => change(tiles),
        other => Err(Failure::argument(format!("the level is a {}, not tiles", other.kind()))),
    }
}

/// Sets what a cell of a level of tiles holds: 0 for nothing, 1 for a full cell, in 2D also a slope. `cell` has an
/// index for each axis. A world that holds the level does not change: it is removed there, and inserted anew, which
/// copies no cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_set_tile(
    level: AsuLevel3,
    cell: *const u32,
    kind: u8,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks; an array of numbers is
        // aligned as one is.
        let cell = *unsafe { read(cell.cast::<[u32; 3]>(), "cell") }?;
        with_tiles(level, |tiles| Ok(tiles.set(cell, TileKind::from_number(kind))?))
    })
}

// 3D only
/// Terrain: rows of heights.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuHeights3 {
    /// How many rows of samples there are, along z.
    pub rows: u32,
    /// How many samples a row has, along x.
    pub columns: u32,
    /// The first row, then the second, and so on: the heights along y, above that of `origin`.
    pub samples: *const f32,
    /// Where the first sample is, if that is zero.
    pub origin: [f32; 3],
    /// How far samples are apart along x, and along z.
    pub spacing: [f32; 2],
    /// A byte for each cell between four samples, row by row: 1 where there is a hole, else 0. Null, if there
    /// is none.
    pub holes: *const u8,
    /// A number of your own for each cell, row by row; null for none.
    pub tags: *const u32,
}

/// Makes a level of a height field: two triangles for each cell, some two bytes each. The parts of cell `n` are the
/// triangles `2 n` and `2 n + 1`; a hole has numbers without parts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_from_heights(
    heights: *const AsuHeights3,
    level: *mut AsuLevel3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, asked) = unsafe { (Out::new(level, "level")?, read(heights, "heights")?) };
        let AsuHeights3 { rows, columns, samples, origin, spacing, holes, tags } = *asked;
        let too_many = || Failure::argument("heights has more samples than memory holds");
        let product = |a: u32, b: u32| (a as usize).checked_mul(b as usize).ok_or_else(too_many);
        let (across, cells) = (columns.saturating_sub(1), rows.saturating_sub(1));
        let cells = product(across, cells)?;
        // SAFETY: as above.
        let (samples, holes, tags) = unsafe {
            let samples = list(samples, product(rows, columns)?, "heights.samples")?;
            let count = if holes.is_null() { 0 } else { cells };
            (samples, list(holes, count, "heights.holes")?, tags_at(tags, cells)?)
        };
        let mut field = asunder::HeightField::try_new(rows, columns, samples, origin, spacing)?;
        if holes.iter().any(|&hole| hole != 0) {
            let holes = (0..).zip(holes).filter(|(_, hole)| **hole != 0);
            field = field
                .with_holes(holes.map(|(cell, _): (u32, _)| (cell / across, cell % across)))?;
        }
        out.write(keep(match tags {
            Some(tags) => field.with_tags(tags)?,
            None => field,
        }));
        Ok(())
    })
}
// end of 3D only
/// Destroys a level. Worlds that hold it keep it.
#[unsafe(no_mangle)]
pub extern "C" fn asu_level3_destroy(level: AsuLevel3) -> AsuStatus {
    call(|| LEVELS.remove(level.handle))
}

/// Makes a level of another that is placed by a pose: each number is rounded once. A grid cannot be turned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_placed(
    level: AsuLevel3,
    pose: *const AsuPose3,
    placed: *mut AsuLevel3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, pose) = unsafe { (Out::new(placed, "placed")?, read(pose, "pose")?.read()) };
        out.write(keep(level_of(level)?.try_transformed(&pose)?));
        Ok(())
    })
}

/// Makes a level of one of triangles, with other vertices and the same triangles and tags: of what moves, such as a
/// cloth or a door that bends. There are as many vertices as before. It takes O(n) and keeps the order of the tree,
/// so that answers are slower the further vertices have moved against one another. A level of another kind is
/// `ASU_INVALID_ARGUMENT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_with_vertices(
    level: AsuLevel3,
    vertices: *const f32,
    vertex_count: usize,
    moved: *mut AsuLevel3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of numbers is
        // aligned as one is.
        let (out, vertices) = unsafe {
            let out = Out::new(moved, "moved")?;
            (out, list(vertices.cast::<[f32; 3]>(), vertex_count, "vertices")?)
        };
        out.write(keep(match level_of(level)? {
            Level::Mesh(mesh) => mesh.with_vertices(vertices.iter().copied())?,
            other => {
                let kind = other.kind();
                return Err(Failure::argument(format!(
                    "the kind of the level is {kind}; expected triangles"
                )));
            }
        }));
        Ok(())
    })
}

/// How many parts a level has; what is empty of a grid is not counted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_part_count(level: AsuLevel3, count: *mut usize) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(count, "count") }?;
        out.write(with_level(level, |level| Ok(level.part_count()))?);
        Ok(())
    })
}

/// A part of a level, as a shape. One of kind `ASU_STORED` must be released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_part(
    level: AsuLevel3,
    part: u32,
    shape: *mut AsuShape3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(shape, "shape") }?;
        let found = with_level(level, |level| Ok(level.part(part)))?;
        let missing = || Failure::argument(format!("the level has no part {part}"));
        out.write(shape_for_c(&found.ok_or_else(missing)?));
        Ok(())
    })
}

/// The number that was given for a part of a level, of a height field for its cell; 0, if none was. Of tiles it is
/// what the cell holds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_tag(level: AsuLevel3, part: u32, tag: *mut u32) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(tag, "tag") }?;
        out.write(with_level(level, |level| {
            if level.part(part).is_none() {
                return Err(Failure::argument(format!("the level has no part {part}")));
            }
            Ok(match level {
                Level::Mesh(level) => level.tag(part),
                Level::Compound(level) => level.tag(part),
                Level::Tiles(level) => {
                    let cell = level.place(part).unwrap_or_default();
                    level.kind(cell)?.number().into()
                }
                Level::HeightField(level) => level.tag(part),
                Level::Chain(level) => level.tag(part),
                _ => 0,
            })
        })?);
        Ok(())
    })
}

/// A number that is the same for the same level, on every processor: bit for bit the same parts, with the same tags.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_level3_hash(level: AsuLevel3, hash: *mut u64) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(hash, "hash") }?;
        out.write(with_level(level, |level| Ok(level.hash()))?);
        Ok(())
    })
}

/// Inserts a level as a fixed body of one collider, and writes its id: everything meets it as it meets other
/// colliders, and what is found of it tells the part. Its layer and tag are set afterwards. `options` may be null:
/// without an owner. It shares the level's data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_insert_level(
    world: AsuWorld3,
    level: AsuLevel3,
    options: *const AsuBodyOptions,
    id: *mut u64,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, options) = unsafe { (Out::new(id, "id")?, options_at(options)?) };
        let level = level_of(level)?;
        let id = with_world_mut(world, |world| Ok(world.insert_level(level, options)?))?;
        out.write(id.bits());
        Ok(())
    })
}

/// The level of a collider, as it is placed in a world: a new handle, to destroy in the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_level(
    world: AsuWorld3,
    id: AsuColliderId,
    level: *mut AsuLevel3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(level, "level") }?;
        let found = with_world(world, |world: &World3| Ok(world.level(id.into())?.cloned()))?;
        out.write(keep(found.ok_or_else(|| Failure::argument("the collider is no level"))?));
        Ok(())
    })
}
