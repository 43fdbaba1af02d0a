//! Bodies of a world that walk and carry, in the plane. `three/walks.rs` is what this is derived from, by `tests/derived.rs`.

use super::movers::AsuSlideOptions2;
use super::moves::{AsuColliderHit2, AsuHitFilter2, hit_filter_at, position};
use super::read::vector_at;
use super::shapes::AsuPose2;
use super::world::{AsuWorld2, with_world, with_world_mut, with_world_noted};
use crate::common::{AsuColliderId, RotationNumbers as _, body, yields};
use crate::pointer::{Out, OutList, read};
use crate::recorder::note;
use crate::status::{AsuStatus, Failure, call};
use asunder::Hit;
use asunder::glam::Vec2;
use asunder::prelude::*;
use asunder::recording::RecordedMove;

/// How a body walks: `asu_walk_options2` has the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuWalkOptions2 {
    /// How it slides: steps, slopes, snap.
    pub slide: AsuSlideOptions2,
    /// Who gives way where it meets another who walks: one of `AsuYields`. `ASU_WALKER_YIELDS`.
    pub yields: u32,
}

impl AsuWalkOptions2 {
    fn read(&self) -> Result<WalkOptions<Vec2>, Failure> {
        Ok(WalkOptions { slide: self.slide.read(), yields: yields(self.yields)? })
    }
}

/// The end of a walk, and what happened to the body since the one before.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuWalk2 {
    /// How far it moved by walking, including the way out of what it penetrated.
    pub moved: [f32; 2],
    /// How far carriers and the surface on which it stood moved it since its last walk.
    pub carried: [f32; 2],
    /// By how much carriers turned since its last walk: turn the figure by that.
    pub turned: [f32; 2],
    /// The velocity that is left, relative to the floor: without what floors and walls stopped.
    pub velocity_after: [f32; 2],
    /// Whether it stands on a floor; else what tells of the floor is zero.
    pub on_floor: bool,
    /// Whether it stepped over a ledge.
    pub stepped: bool,
    /// Whether it was led down to the floor.
    pub snapped: bool,
    /// Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    pub started_penetrating: bool,
    /// Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    pub stuck: bool,
    /// Whether a carrier crushed it since its last walk.
    pub crushed: bool,
    /// The floor.
    pub floor: AsuColliderId,
    /// The floor's unit normal.
    pub floor_normal: [f32; 2],
    /// The velocity of the floor where the walker stands: who jumps adds it.
    pub floor_velocity: [f32; 2],
    /// See `stuck`.
    pub stuck_in: AsuColliderId,
    /// The carrier that crushed it.
    pub crushed_by: AsuColliderId,
    /// What it was crushed against.
    pub crushed_against: AsuColliderId,
    /// How many colliders it met.
    pub hit_count: usize,
}

/// A body that a carrier moved.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCarriedBody2 {
    /// The body.
    pub body: u64,
    /// How far it was moved.
    pub moved: [f32; 2],
    /// Whether it stood on the carrier, or on another who did; else it was in the way.
    pub stands: bool,
    /// Whether it is not free of the carrier at the end.
    pub crushed: bool,
}

/// The defaults of a walk.
#[unsafe(no_mangle)]
pub extern "C" fn asu_walk_options2() -> AsuWalkOptions2 {
    AsuWalkOptions2 { slide: AsuSlideOptions2::new(SlideOptions::default()), yields: 0 }
}

/// Walks a body for a time: it slides along `velocity dt`, steps over ledges, stays on floors that move.
/// The velocity is relative to the floor, and gravity is yours: add it, and go on from `velocity_after`.
/// `options` may be null for the defaults, `filter` where every hit counts; `hits` takes up to `capacity` of
/// what it met.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_walk(
    world: AsuWorld2,
    id: u64,
    velocity: *const f32,
    dt: f32,
    options: *const AsuWalkOptions2,
    filter: *const AsuHitFilter2,
    walk: *mut AsuWalk2,
    hits: *mut AsuColliderHit2,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hits, velocity, options, filter) = unsafe {
            let hits = OutList::new(hits, capacity, "hits")?;
            let options = if options.is_null() {
                WalkOptions::default()
            } else {
                read(options, "options")?.read()?
            };
            let velocity = vector_at(velocity, "velocity")?;
            (Out::new(walk, "walk")?, hits, velocity, options, hit_filter_at(filter)?)
        };
        let walk = with_world_noted(world, |world, recorder| {
            // SAFETY: the caller's function is good, as the documentation of its type asks.
            let counts = |hit: &Hit<Vec2, ColliderId>| unsafe { filter.ask(hit) };
            let walk = world.walk_body_among(body(id), velocity, dt, &options, counts)?;
            note(recorder, || {
                // To where carriers and its floor had brought it.
                let from = position(world, body(id)) - walk.moved;
                RecordedMove::walk(body(id), from, Vec2::from(velocity) * dt, &walk)
            });
            Ok(walk)
        })?;
        let floor = walk.floor.as_ref();
        let collider =
            |id: Option<ColliderId>| id.map_or(AsuColliderId::default(), AsuColliderId::from);
        out.write(AsuWalk2 {
            moved: walk.moved.to_array(),
            carried: walk.carried.to_array(),
            turned: walk.turned.numbers(),
            velocity_after: walk.velocity_after.to_array(),
            on_floor: floor.is_some(),
            stepped: walk.stepped,
            snapped: walk.snapped,
            started_penetrating: walk.started_penetrating,
            stuck: walk.stuck.is_some(),
            crushed: walk.crushed.is_some(),
            floor: collider(floor.map(|floor| floor.collider)),
            floor_normal: floor.map_or(Vec2::default(), |floor| floor.normal).to_array(),
            floor_velocity: floor.map_or(Vec2::default(), |floor| floor.velocity).to_array(),
            stuck_in: collider(walk.stuck),
            crushed_by: collider(walk.crushed.map(|crushed| crushed.by)),
            crushed_against: collider(walk.crushed.map(|crushed| crushed.against)),
            hit_count: hits.write(walk.hits.iter().map(AsuColliderHit2::from)),
        });
        Ok(())
    })
}

/// Who was crushed by a carrier.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuCrushed2 {
    /// The body.
    pub body: u64,
    /// The collider that pushed it, and that it penetrates.
    pub by: AsuColliderId,
    /// The collider that stopped it.
    pub against: AsuColliderId,
}

/// Moves and turns a carrier to a pose (a lift, a turntable, a door) with all who stand on it, and pushes
/// who is in its way. `bodies` takes up to `capacity` of those who were moved, `crushed` up to
/// `crushed_capacity` of those who found no room. Call it before the walks of a tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_carry(
    world: AsuWorld2,
    id: u64,
    pose: *const AsuPose2,
    bodies: *mut AsuCarriedBody2,
    capacity: usize,
    count: *mut usize,
    crushed: *mut AsuCrushed2,
    crushed_capacity: usize,
    crushed_count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, out_crushed, total_crushed, pose) = unsafe {
            let out = OutList::new(bodies, capacity, "bodies")?;
            let crushed = OutList::new(crushed, crushed_capacity, "crushed")?;
            let totals = (Out::new(count, "count")?, Out::new(crushed_count, "crushed_count")?);
            (out, totals.0, crushed, totals.1, read(pose, "pose")?.read())
        };
        let carry = with_world_mut(world, |world| Ok(world.carry(body(id), &pose)?))?;
        let moved = carry.bodies.iter().map(|carried| AsuCarriedBody2 {
            body: carried.body.bits(),
            moved: carried.moved.to_array(),
            stands: carried.stands,
            crushed: carry.crushed.iter().any(|crushed| crushed.body == carried.body),
        });
        total.write(out.write(moved));
        let crushed = carry.crushed.iter().map(|crushed| AsuCrushed2 {
            body: crushed.body.bits(),
            by: crushed.by.into(),
            against: crushed.against.into(),
        });
        total_crushed.write(out_crushed.write(crushed));
        Ok(())
    })
}

/// Gives the surface of a collider a velocity, as a conveyor belt has: who stands on it goes along.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_set_surface_velocity(
    world: AsuWorld2,
    id: AsuColliderId,
    velocity: *const f32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let velocity = unsafe { vector_at(velocity, "velocity") }?;
        with_world_mut(world, |world| Ok(world.set_surface_velocity(id.into(), velocity)?))
    })
}

/// The velocity of the surface of a collider, as it was set; zero at first. `velocity` takes as many floats as
/// a vector has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world2_surface_velocity(
    world: AsuWorld2,
    id: AsuColliderId,
    velocity: *mut f32,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let out = unsafe { Out::new(velocity.cast::<[f32; 2]>(), "velocity") }?;
        out.write(with_world(world, |world| Ok(world.surface_velocity(id.into())?.to_array()))?);
        Ok(())
    })
}
