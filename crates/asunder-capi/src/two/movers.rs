//! Shapes that move until contact, in the plane. `three/movers.rs` is what this is derived from, by `tests/derived.rs`.

use super::read::{shape_at, shapes_at, vector_at};
use super::shapes::AsuShape2;
use crate::pointer::{Out, OutList};
use crate::status::{AsuStatus, Failure, call};
use asunder::Hit;
use asunder::glam::Vec2;
use asunder::prelude::*;

/// The contact of a mover with an obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuObstacleHit2 {
    /// The index of the obstacle.
    pub obstacle: usize,
    /// A contact point on it.
    pub point: [f32; 2],
    /// The unit normal of the contact, from the obstacle to the mover.
    pub normal: [f32; 2],
    /// The fraction of the motion after which they would penetrate, never late.
    pub fraction: f32,
}

impl From<&Hit<Vec2>> for AsuObstacleHit2 {
    fn from(hit: &Hit<Vec2>) -> Self {
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
pub struct AsuStop2 {
    /// Its position at the end: of a box or sphere the center, of other shapes their first point. It
    /// penetrates no obstacle there, nor on the straight path to it.
    pub position: [f32; 2],
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
pub unsafe extern "C" fn asu_move_until_contact2(
    shape: *const AsuShape2,
    motion: *const f32,
    obstacles: *const AsuShape2,
    count: usize,
    stop: *mut AsuStop2,
    hits: *mut AsuObstacleHit2,
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
            out.write(AsuStop2 {
                position: stop.position.to_array(),
                fraction: stop.fraction,
                gap: stop.gap,
                started_penetrating: stop.started_penetrating,
                backed_off: stop.backed_off,
                hit_count: hits.write(stop.hits.iter().map(AsuObstacleHit2::from)),
            });
        }
        Ok(())
    })
}

/// Moves a shape of a kind that moves.
fn moved(
    shape: &Shape2,
    motion: [f32; 2],
    obstacles: &[Shape2],
) -> Result<asunder::Stop<Vec2>, Failure> {
    Ok(shape.move_until_contact(motion, obstacles)?)
}
