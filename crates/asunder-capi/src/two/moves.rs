//! Bodies of a world that move until contact, in the plane. `three/moves.rs` is what this is derived from, by `tests/derived.rs`.

use super::read::vector_at;
use super::world::{AsuWorld2, body, with_world_mut};
use crate::common::AsuColliderId;
use crate::pointer::{Out, OutList};
use crate::status::{AsuStatus, call};
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::{Hit, Stop};

/// The contact of a mover with a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuColliderHit2 {
    /// The collider that it met.
    pub obstacle: AsuColliderId,
    /// A contact point on it.
    pub point: [f32; 2],
    /// The unit normal of the contact, from the obstacle to the mover.
    pub normal: [f32; 2],
    /// The fraction of the motion, or of the leg that ended there.
    pub fraction: f32,
}

impl From<&Hit<Vec2, ColliderId>> for AsuColliderHit2 {
    fn from(hit: &Hit<Vec2, ColliderId>) -> Self {
        Self {
            obstacle: hit.obstacle.into(),
            point: hit.point.to_array(),
            normal: hit.normal.to_array(),
            fraction: hit.fraction,
        }
    }
}

/// Where a body of a world stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuBodyStop2 {
    /// Its position at the end: of a box or sphere the center, of other shapes their first point.
    pub position: [f32; 2],
    /// The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    pub fraction: f32,
    /// The distance that remains to what stopped it.
    pub gap: f32,
    /// Whether it penetrated a collider at the start, and so was not moved.
    pub started_penetrating: bool,
    /// Whether no free position was found within a few units in the last place of the contact.
    pub backed_off: bool,
    /// How many colliders stopped it.
    pub hit_count: usize,
}

impl AsuBodyStop2 {
    fn new(stop: &Stop<Vec2, ColliderId>, hit_count: usize) -> Self {
        Self {
            position: stop.position.to_array(),
            fraction: stop.fraction,
            gap: stop.gap,
            started_penetrating: stop.started_penetrating,
            backed_off: stop.backed_off,
            hit_count,
        }
    }
}

/// Moves a body of one collider by `motion`, until it would penetrate a collider whose layer blocks its
/// own. `hits` takes up to `capacity` of what stops it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_move(
    world: AsuWorld2,
    id: u64,
    motion: *const f32,
    stop: *mut AsuBodyStop2,
    hits: *mut AsuColliderHit2,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hits, motion) = unsafe {
            let hits = OutList::new(hits, capacity, "hits")?;
            (Out::new(stop, "stop")?, hits, vector_at(motion, "motion")?)
        };
        let stop = with_world_mut(world, |world| Ok(world.move_body(body(id), motion)?))?;
        let hit_count = hits.write(stop.hits.iter().map(AsuColliderHit2::from));
        out.write(AsuBodyStop2::new(&stop, hit_count));
        Ok(())
    })
}

/// Moves a body of one collider out of all that it penetrates and that blocks it, by `moved`; `found` is
/// false, and it stays, if there is no place near by that is free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_depenetrate(
    world: AsuWorld2,
    id: u64,
    moved: *mut f32,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, found) =
            unsafe { (Out::new(moved.cast::<[f32; 2]>(), "moved")?, Out::new(found, "found")?) };
        let moved = with_world_mut(world, |world| Ok(world.depenetrate_body(body(id))?))?;
        found.write(moved.is_some());
        out.write(moved.unwrap_or_default().to_array());
        Ok(())
    })
}
