//! Shapes that move until contact, in space. `two/movers.rs` is derived from this file; see `tests/derived.rs`.

use super::made::shape_for_c;
use super::read::{shape_at, shapes_at, vector_at};
use super::shapes::AsuShape3;
use crate::pointer::{Out, OutList, read};
use crate::status::{AsuStatus, Failure, call};
use asunder::Hit;
use asunder::glam::Vec3;
use asunder::prelude::*;

/// The contact of a mover with an obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuObstacleHit3 {
    /// The index of the obstacle.
    pub obstacle: usize,
    /// A contact point on it.
    pub point: [f32; 3],
    /// The unit normal of the contact, from the obstacle to the mover.
    pub normal: [f32; 3],
    /// The fraction of the motion after which they would penetrate, never late.
    pub fraction: f32,
}

impl From<&Hit<Vec3>> for AsuObstacleHit3 {
    fn from(hit: &Hit<Vec3>) -> Self {
        Self {
            obstacle: hit.obstacle,
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            fraction: hit.fraction,
        }
    }
}

/// Where a mover stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuStop3 {
    /// Its position at the end: of a box or sphere the center, of other shapes their first point. It
    /// penetrates no obstacle there, nor on the straight path to it.
    pub position: [f32; 3],
    /// The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    pub fraction: f32,
    /// The distance that remains to what stopped it.
    pub gap: f32,
    /// Whether it penetrated an obstacle at the start, and so was not moved.
    pub started_penetrating: bool,
    /// Whether no free position was found within a few units in the last place of the contact.
    pub backed_off: bool,
    /// How many obstacles stopped it.
    pub hit_count: usize,
}

/// How far a shape can move by `motion` before it would penetrate one of `count` obstacles, and what
/// stops it: `hits` takes up to `capacity` of them, and `stop.hit_count` says how many there are. Touching
/// stops nobody: who moves along what he touches is free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_move_until_contact3(
    shape: *const AsuShape3,
    motion: *const f32,
    obstacles: *const AsuShape3,
    count: usize,
    stop: *mut AsuStop3,
    hits: *mut AsuObstacleHit3,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        unsafe {
            let out = Out::new(stop, "stop")?;
            let hits = OutList::new(hits, capacity, "hits")?;
            let motion = vector_at(motion, "motion")?;
            let obstacles = shapes_at(obstacles, count, "obstacles")?;
            let stop = moved(&shape_at(shape, "shape")?, motion, &obstacles)?;
            out.write(AsuStop3 {
                position: stop.position.to_array(),
                fraction: stop.fraction,
                gap: stop.gap,
                started_penetrating: stop.started_penetrating,
                backed_off: stop.backed_off,
                hit_count: hits.write(stop.hits.iter().map(AsuObstacleHit3::from)),
            });
        }
        Ok(())
    })
}

/// How a shape or body slides: `asu_slide_options3` has the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuSlideOptions3 {
    /// The upward direction, of any length. The y axis. Zero where nothing is up, as in a game seen from
    /// above: every face is a wall.
    pub up: [f32; 3],
    /// The height of the ledges that it steps over. Zero.
    pub step_height: f32,
    /// The angle, in degrees, between the steepest floor and a level one. 45.
    pub max_slope: f32,
    /// How far down it is led to keep standing on a floor. Zero.
    pub snap: f32,
    /// The length of a step aside past a corner that stands out of a wall by rounding. Zero.
    pub ledge: f32,
    /// 1 if a slope takes nothing from the speed along the ground, else 0. 0.
    pub keep_speed: u32,
    /// The greatest number of turns in one move. 6.
    pub max_slides: u32,
}

impl AsuSlideOptions3 {
    pub(crate) fn read(&self) -> SlideOptions<Vec3> {
        SlideOptions {
            up: self.up.into(),
            step_height: self.step_height,
            max_slope: self.max_slope,
            snap: self.snap,
            ledge: self.ledge,
            keep_speed: self.keep_speed != 0,
            max_slides: self.max_slides,
        }
    }

    pub(crate) fn new(options: SlideOptions<Vec3>) -> Self {
        let SlideOptions { up, step_height, max_slope, snap, ledge, keep_speed, max_slides } =
            options;
        let (up, keep_speed) = (up.to_array(), keep_speed.into());
        Self { up, step_height, max_slope, snap, ledge, keep_speed, max_slides }
    }
}

/// The defaults of a slide.
#[unsafe(no_mangle)]
pub extern "C" fn asu_slide_options3() -> AsuSlideOptions3 {
    AsuSlideOptions3::new(SlideOptions::default())
}

/// Options of a slide: the defaults, where there are none.
///
/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn slide_options_at(
    options: *const AsuSlideOptions3,
) -> Result<SlideOptions<Vec3>, Failure> {
    if options.is_null() {
        return Ok(SlideOptions::default());
    }
    // SAFETY: the contracts are the same.
    Ok(unsafe { read(options, "options") }?.read())
}

/// Where a slide ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuSlide3 {
    /// How far the shape has moved: moved by that, it penetrates nothing.
    pub moved: [f32; 3],
    /// The rest of the motion, along what it met: zero, unless it turned too often.
    pub remaining: [f32; 3],
    /// Whether it stands on a floor; else what tells of the floor is zero.
    pub on_floor: bool,
    /// Whether it stepped over a ledge.
    pub stepped: bool,
    /// Whether it was led down to the floor.
    pub snapped: bool,
    /// Whether it penetrated an obstacle at the start, and was moved out first, unless it is stuck.
    pub started_penetrating: bool,
    /// Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    pub stuck: bool,
    /// The index of the floor.
    pub floor: usize,
    /// The floor's unit normal.
    pub floor_normal: [f32; 3],
    /// See `stuck`.
    pub stuck_in: usize,
    /// How many obstacles it met.
    pub hit_count: usize,
}

/// Moves a shape along `motion`, and along whatever of `count` obstacles is in its way. `options` may be null
/// for the defaults; `hits` takes up to `capacity` of what it met.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_move_and_slide3(
    shape: *const AsuShape3,
    motion: *const f32,
    obstacles: *const AsuShape3,
    count: usize,
    options: *const AsuSlideOptions3,
    slide: *mut AsuSlide3,
    hits: *mut AsuObstacleHit3,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hits, shape, motion, obstacles, options) = unsafe {
            let (out, hits) = (Out::new(slide, "slide")?, OutList::new(hits, capacity, "hits")?);
            let motion = vector_at(motion, "motion")?;
            let obstacles = shapes_at(obstacles, count, "obstacles")?;
            (out, hits, shape_at(shape, "shape")?, motion, obstacles, slide_options_at(options)?)
        };
        let slide = shape.move_and_slide(motion, &obstacles, &options)?;
        out.write(AsuSlide3 {
            moved: slide.moved.to_array(),
            remaining: slide.remaining.to_array(),
            on_floor: slide.floor.is_some(),
            stepped: slide.stepped,
            snapped: slide.snapped,
            started_penetrating: slide.started_penetrating,
            stuck: slide.stuck.is_some(),
            floor: slide.floor.map_or(0, |floor| floor.obstacle),
            floor_normal: slide.floor.map_or(Vec3::default(), |floor| floor.normal).to_array(),
            stuck_in: slide.stuck.unwrap_or(0),
            hit_count: hits.write(slide.hits.iter().map(AsuObstacleHit3::from)),
        });
        Ok(())
    })
}

/// A shape at another position: where it stopped. Its first point, or the center of a box or sphere, goes to
/// `position`, the others along with it, each number rounded. `found` is false if it cannot be stored there,
/// or is of a kind that does not move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_moved_to3(
    shape: *const AsuShape3,
    position: *const f32,
    moved: *mut AsuShape3,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, found, shape, position) = unsafe {
            let (out, found) = (Out::new(moved, "moved")?, Out::new(found, "found")?);
            (out, found, shape_at(shape, "shape")?, vector_at(position, "position")?)
        };
        let moved = shape.moved_to(position);
        found.write(moved.is_some());
        if let Some(moved) = moved {
            out.write(shape_for_c(&moved));
        }
        Ok(())
    })
}

/// A shape with a displacement added to each of its points: what a slide has moved. `found` is as for
/// `asu_moved_to3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_moved_by3(
    shape: *const AsuShape3,
    displacement: *const f32,
    moved: *mut AsuShape3,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, found, shape, displacement) = unsafe {
            let (out, found) = (Out::new(moved, "moved")?, Out::new(found, "found")?);
            (out, found, shape_at(shape, "shape")?, vector_at(displacement, "displacement")?)
        };
        let moved = shape.moved_by(displacement);
        found.write(moved.is_some());
        if let Some(moved) = moved {
            out.write(shape_for_c(&moved));
        }
        Ok(())
    })
}

/// A position near that of a shape where it penetrates none of `count` obstacles: its own, if it penetrates
/// none. `found` is false if there was none. A shape of a kind that does not move has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_depenetrate3(
    shape: *const AsuShape3,
    obstacles: *const AsuShape3,
    count: usize,
    position: *mut f32,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, found, shape, obstacles) = unsafe {
            let out = Out::new(position.cast::<[f32; 3]>(), "position")?;
            let found = Out::new(found, "found")?;
            (out, found, shape_at(shape, "shape")?, shapes_at(obstacles, count, "obstacles")?)
        };
        let position = shape.depenetrate(&obstacles);
        found.write(position.is_some());
        out.write(position.unwrap_or_default().to_array());
        Ok(())
    })
}

/// Moves a shape of a kind that moves.
fn moved(
    shape: &Shape3,
    motion: [f32; 3],
    obstacles: &[Shape3],
) -> Result<asunder::Stop<Vec3>, Failure> {
    Ok(shape.move_until_contact(motion, obstacles)?)
}
