//! Bodies of a world that move until contact, in space. `two/moves.rs` is derived from this file; see `tests/derived.rs`.

use super::movers::{AsuSlideOptions3, slide_options_at};
use super::read::vector_at;
use super::world::{AsuWorld3, with_world_mut, with_world_noted};
use crate::callback;
use crate::common::{AsuColliderId, RotationNumbers as _, body};
use crate::pointer::{Out, OutList, read};
use crate::recorder::note;
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::recording::RecordedMove;
use asunder::{Hit, Slide, Stop};
use core::ffi::c_void;

/// The contact of a mover with a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuColliderHit3 {
    /// The collider that it met.
    pub obstacle: AsuColliderId,
    /// A contact point on it.
    pub point: [f32; 3],
    /// The unit normal of the contact, from the obstacle to the mover.
    pub normal: [f32; 3],
    /// The fraction of the motion, or of the leg that ended there.
    pub fraction: f32,
}

impl From<&Hit<Vec3, ColliderId>> for AsuColliderHit3 {
    fn from(hit: &Hit<Vec3, ColliderId>) -> Self {
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
pub struct AsuBodyStop3 {
    /// Its position at the end: of a box or sphere the center, of other shapes their first point.
    pub position: [f32; 3],
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

impl AsuBodyStop3 {
    fn new(stop: &Stop<Vec3, ColliderId>, hit_count: usize) -> Self {
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

/// A function of yours that says whether a hit counts: of what it says no to (a door that opens, a thing
/// that is picked up) nothing is noticed for the rest of a slide. It is called for each hit, also of steps that
/// are tried. Until it returns, every call on its thread that asks or changes a world, a history or a rig is
/// refused; it must throw no exception, make no jump out and destroy no world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AsuHitFilter3 {
    /// The function.
    pub counts:
        Option<unsafe extern "C" fn(data: *mut c_void, hit: *const AsuColliderHit3) -> bool>,
    /// What it is given, as it is.
    pub data: *mut c_void,
}

impl AsuHitFilter3 {
    /// # Safety
    /// The function can be called with its data, as the documentation of this type says.
    pub(crate) unsafe fn ask(&self, hit: &Hit<Vec3, ColliderId>) -> bool {
        let hit = AsuColliderHit3::from(hit);
        match self.counts {
            // SAFETY: the contract of this function; the hit lives through the call.
            Some(counts) => callback::run(|| unsafe { counts(self.data, &hit) }),
            None => true,
        }
    }
}

/// # Safety
/// Unless null or misaligned, the pointer is good.
pub(crate) unsafe fn hit_filter_at(filter: *const AsuHitFilter3) -> Result<AsuHitFilter3, Failure> {
    if filter.is_null() {
        return Ok(AsuHitFilter3 { counts: None, data: core::ptr::null_mut() });
    }
    // SAFETY: the contracts are the same.
    Ok(*unsafe { read(filter, "filter") }?)
}

/// The position of a body: that of its first collider.
pub(crate) fn position(world: &World3, id: BodyId) -> Vec3 {
    world.shape(id.collider(0)).map(asunder::Mover::position).unwrap_or_default()
}

/// Moves a body of one collider by `motion`, until it would penetrate a collider whose layer blocks its
/// own. `hits` takes up to `capacity` of what stops it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_move(
    world: AsuWorld3,
    id: u64,
    motion: *const f32,
    stop: *mut AsuBodyStop3,
    hits: *mut AsuColliderHit3,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hits, motion) = unsafe {
            let hits = OutList::new(hits, capacity, "hits")?;
            (Out::new(stop, "stop")?, hits, vector_at(motion, "motion")?)
        };
        let stop = with_world_noted(world, |world, recorder| {
            let from = position(world, body(id));
            let stop = world.move_body(body(id), motion)?;
            note(recorder, || RecordedMove::stop(body(id), from, motion.into(), &stop));
            Ok(stop)
        })?;
        let hit_count = hits.write(stop.hits.iter().map(AsuColliderHit3::from));
        out.write(AsuBodyStop3::new(&stop, hit_count));
        Ok(())
    })
}

/// Moves a body of one collider out of all that it penetrates and that blocks it, by `moved`; `found` is
/// false, and it stays, if there is no place near by that is free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_depenetrate(
    world: AsuWorld3,
    id: u64,
    moved: *mut f32,
    found: *mut bool,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, found) =
            unsafe { (Out::new(moved.cast::<[f32; 3]>(), "moved")?, Out::new(found, "found")?) };
        let moved = with_world_mut(world, |world| Ok(world.depenetrate_body(body(id))?))?;
        found.write(moved.is_some());
        out.write(moved.unwrap_or_default().to_array());
        Ok(())
    })
}

/// Where a body of a world slid to.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuBodySlide3 {
    /// How far it has moved.
    pub moved: [f32; 3],
    /// The rest of the motion, along what it met: zero, unless it turned too often.
    pub remaining: [f32; 3],
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
    /// The floor.
    pub floor: AsuColliderId,
    /// The floor's unit normal.
    pub floor_normal: [f32; 3],
    /// See `stuck`.
    pub stuck_in: AsuColliderId,
    /// How many colliders it met.
    pub hit_count: usize,
}

impl AsuBodySlide3 {
    fn new(slide: &Slide<Vec3, ColliderId>, hit_count: usize) -> Self {
        let collider = |id: Option<ColliderId>| id.map(AsuColliderId::from).unwrap_or_default();
        Self {
            moved: slide.moved.to_array(),
            remaining: slide.remaining.to_array(),
            on_floor: slide.floor.is_some(),
            stepped: slide.stepped,
            snapped: slide.snapped,
            started_penetrating: slide.started_penetrating,
            stuck: slide.stuck.is_some(),
            floor: collider(slide.floor.map(|floor| floor.obstacle)),
            floor_normal: slide.floor.map_or(Vec3::default(), |floor| floor.normal).to_array(),
            stuck_in: collider(slide.stuck),
            hit_count,
        }
    }
}

/// Moves a body along `motion`, and along whatever blocks it on the way; a body of several colliders moves as
/// one. `options` may be null for the defaults, `filter` where every hit counts; `hits` takes up to `capacity`
/// of what it met. Who walks on floors that move calls `asu_world3_walk`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_slide(
    world: AsuWorld3,
    id: u64,
    motion: *const f32,
    options: *const AsuSlideOptions3,
    filter: *const AsuHitFilter3,
    slide: *mut AsuBodySlide3,
    hits: *mut AsuColliderHit3,
    capacity: usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hits, motion, options, filter) = unsafe {
            let (out, hits) = (Out::new(slide, "slide")?, OutList::new(hits, capacity, "hits")?);
            let motion = vector_at(motion, "motion")?;
            (out, hits, motion, slide_options_at(options)?, hit_filter_at(filter)?)
        };
        let slide = with_world_noted(world, |world, recorder| {
            let from = position(world, body(id));
            // SAFETY: the caller's function is good, as the documentation of its type asks.
            let counts = |hit: &Hit<Vec3, ColliderId>| unsafe { filter.ask(hit) };
            let slide = world.slide_body_among(body(id), motion, &options, counts)?;
            note(recorder, || RecordedMove::slide(body(id), from, motion.into(), &slide));
            Ok(slide)
        })?;
        let hit_count = hits.write(slide.hits.iter().map(AsuColliderHit3::from));
        out.write(AsuBodySlide3::new(&slide, hit_count));
        Ok(())
    })
}

/// The end of a turn.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuTurnStop3 {
    /// The turn that was made: a quaternion in 3D, cosine and sine in 2D.
    pub turn: [f32; 4],
    /// The fraction of the turn that was made: one, if nothing was in the way.
    pub fraction: f32,
    /// Whether something stopped it.
    pub is_stopped: bool,
    /// Whether it penetrated a collider at the start. Then it turns only if it is free of all at the end.
    pub started_penetrating: bool,
    /// What stopped it.
    pub obstacle: AsuColliderId,
}

/// Turns a body about its position, the short way, until it would penetrate a collider whose layer blocks its
/// own. `turn` is a rotation of any length but zero: four floats in 3D, cosine and sine in 2D.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_world3_turn(
    world: AsuWorld3,
    id: u64,
    turn: *const f32,
    stop: *mut AsuTurnStop3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks; an array of floats is
        // aligned as a float is.
        let (out, turn) =
            unsafe { (Out::new(stop, "stop")?, *read(turn.cast::<[f32; 4]>(), "turn")?) };
        let stop = with_world_mut(world, |world| Ok(world.turn_body(body(id), turn)?))?;
        out.write(AsuTurnStop3 {
            turn: stop.turn.numbers(),
            fraction: stop.fraction,
            is_stopped: stop.obstacle.is_some(),
            started_penetrating: stop.started_penetrating,
            obstacle: stop.obstacle.map(AsuColliderId::from).unwrap_or_default(),
        });
        Ok(())
    })
}
