//! Worlds at earlier ticks, in space. `two/history.rs` is derived from this file; see `tests/derived.rs`.

use super::casts::{AsuCastHit3, AsuRayHit3};
use super::read::{ray_at, shape_at, vector_at};
use super::shapes::{AsuRay3, AsuShape3};
use super::views::{AsuFound3, filter_at};
use super::world::{AsuWorld3, with_world};
use crate::common::AsuFilter;
use crate::pointer::{Out, OutList};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::history::Tick;
use asunder::prelude::*;
use asunder::world::View;
use std::sync::RwLock;

/// The handle of a history: where the moving bodies of a world were at earlier ticks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuHistory3 {
    /// Zero is no history.
    pub handle: u64,
}

/// A moment: a part of the way from a tick to the next.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuMoment3 {
    /// A tick that was recorded, or one too long ago, which is answered by the oldest there is.
    pub tick: u64,
    /// From 0, the tick itself, to below 1, the next.
    pub fraction: f32,
}

static HISTORIES: Registry<RwLock<History3>> = Registry::new("history");

/// Asks a world as it was at a moment.
fn at<R>(
    history: AsuHistory3,
    world: AsuWorld3,
    moment: AsuMoment3,
    ask: impl FnOnce(View<'_, Vec3>) -> R,
) -> Result<R, Failure> {
    let history = HISTORIES.get(history.handle)?;
    let history = history.read().map_err(|_| Failure::left_by_a_panic("history"))?;
    with_world(world, |world| {
        let view = history.at(world, Tick(moment.tick), moment.fraction);
        Ok(ask(view.map_err(|error| Failure::argument(error.to_string()))?))
    })
}

/// Makes a history that keeps the last `max_rewind` ticks and the newest. Destroy it in the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_create(
    max_rewind: u64,
    history: *mut AsuHistory3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(history, "history") }?;
        out.write(AsuHistory3 { handle: HISTORIES.insert(RwLock::new(History3::new(max_rewind))) });
        Ok(())
    })
}

/// Destroys a history.
#[unsafe(no_mangle)]
pub extern "C" fn asu_history3_destroy(history: AsuHistory3) -> AsuStatus {
    call(|| HISTORIES.remove(history.handle))
}

/// Records where everything is, as of a tick, after its step. Recording a tick again replaces it, and all
/// later ones.
#[unsafe(no_mangle)]
pub extern "C" fn asu_history3_record(
    history: AsuHistory3,
    tick: u64,
    world: AsuWorld3,
) -> AsuStatus {
    call(|| {
        let history = HISTORIES.get(history.handle)?;
        let mut history = history.write().map_err(|_| Failure::left_by_a_panic("history"))?;
        with_world(world, |world| {
            history.record(Tick(tick), world);
            Ok(())
        })
    })
}

/// The colliders that shared a point with a shape at a moment, in the order of their ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_intersecting(
    history: AsuHistory3,
    world: AsuWorld3,
    moment: AsuMoment3,
    shape: *const AsuShape3,
    filter: *const AsuFilter,
    found: *mut AsuFound3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, shape, filter) = unsafe {
            let out = OutList::new(found, capacity, "found")?;
            (out, Out::new(count, "count")?, shape_at(shape, "shape")?, filter_at(filter)?)
        };
        let ask = |view: View<'_, Vec3>| view.intersecting(&shape).filter(filter).all();
        let all = at(history, world, moment, ask)?;
        total.write(out.write(all.iter().map(AsuFound3::new)));
        Ok(())
    })
}

/// The first collider that a ray met at a moment: a shot at what its shooter saw.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_ray_cast(
    history: AsuHistory3,
    world: AsuWorld3,
    moment: AsuMoment3,
    ray: *const AsuRay3,
    filter: *const AsuFilter,
    found: *mut AsuFound3,
    hit: *mut AsuRayHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hit, ray, filter) = unsafe {
            let outs = (Out::new(found, "found")?, Out::new(hit, "hit")?);
            (outs.0, outs.1, ray_at(ray)?, filter_at(filter)?)
        };
        let ask = |view: View<'_, Vec3>| view.ray(&ray).filter(filter).first();
        let first = at(history, world, moment, ask)?;
        out.write(first.as_ref().map_or(AsuFound3::none(), AsuFound3::new));
        hit.write(AsuRayHit3::new(first.map(|first| first.hit)));
        Ok(())
    })
}

/// The first collider that a moving shape met at a moment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_cast(
    history: AsuHistory3,
    world: AsuWorld3,
    moment: AsuMoment3,
    shape: *const AsuShape3,
    motion: *const f32,
    filter: *const AsuFilter,
    found: *mut AsuFound3,
    hit: *mut AsuCastHit3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hit, shape, motion, filter) = unsafe {
            let outs = (Out::new(found, "found")?, Out::new(hit, "hit")?);
            let motion = vector_at(motion, "motion")?;
            (outs.0, outs.1, shape_at(shape, "shape")?, motion, filter_at(filter)?)
        };
        let ask = |view: View<'_, Vec3>| view.cast(&shape, motion).filter(filter).first();
        let first = at(history, world, moment, ask)?;
        out.write(first.as_ref().map_or(AsuFound3::none(), AsuFound3::new));
        hit.write(AsuCastHit3::new(first.map(|first| first.hit)));
        Ok(())
    })
}
