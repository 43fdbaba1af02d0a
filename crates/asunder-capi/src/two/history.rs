//! Worlds at earlier ticks, in the plane. `three/history.rs` is what this is derived from, by `tests/derived.rs`.

use super::casts::{AsuCastHit2, AsuRayHit2};
use super::read::{ray_at, shape_at, vector_at};
use super::shapes::{AsuRay2, AsuShape2};
use super::views::{AsuFound2, filter_at};
use super::world::{AsuWorld2, with_world};
use crate::common::AsuFilter;
use crate::pointer::{Out, OutList};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec2;
use asunder::history::Tick;
use asunder::prelude::*;
use asunder::world::View;
use std::sync::RwLock;

/// The handle of a history: where the moving bodies of a world were at earlier ticks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuHistory2 {
    /// Zero is no history.
    pub handle: u64,
}

/// A moment: a part of the way from a tick to the next.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuMoment2 {
    /// A tick that was recorded, or one too long ago, which is answered by the oldest there is.
    pub tick: u64,
    /// From 0, the tick itself, to below 1, the next.
    pub fraction: f32,
}

static HISTORIES: Registry<RwLock<History2>> = Registry::new("history");

/// Asks a world as it was at a moment.
fn at<R>(
    history: AsuHistory2,
    world: AsuWorld2,
    moment: AsuMoment2,
    ask: impl FnOnce(View<'_, Vec2>) -> R,
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
pub unsafe extern "C" fn asu_history2_create(
    max_rewind: u64,
    history: *mut AsuHistory2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(history, "history") }?;
        out.write(AsuHistory2 { handle: HISTORIES.insert(RwLock::new(History2::new(max_rewind))) });
        Ok(())
    })
}

/// Destroys a history.
#[unsafe(no_mangle)]
pub extern "C" fn asu_history2_destroy(history: AsuHistory2) -> AsuStatus {
    call(|| HISTORIES.remove(history.handle))
}

/// Records where everything is, as of a tick, after its step. Recording a tick again replaces it, and all
/// later ones.
#[unsafe(no_mangle)]
pub extern "C" fn asu_history2_record(
    history: AsuHistory2,
    tick: u64,
    world: AsuWorld2,
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
pub unsafe extern "C" fn asu_history2_intersecting(
    history: AsuHistory2,
    world: AsuWorld2,
    moment: AsuMoment2,
    shape: *const AsuShape2,
    filter: *const AsuFilter,
    found: *mut AsuFound2,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total, shape, filter) = unsafe {
            let out = OutList::new(found, capacity, "found")?;
            (out, Out::new(count, "count")?, shape_at(shape, "shape")?, filter_at(filter)?)
        };
        let ask = |view: View<'_, Vec2>| view.intersecting(&shape).filter(filter).all();
        let all = at(history, world, moment, ask)?;
        total.write(out.write(all.iter().map(AsuFound2::new)));
        Ok(())
    })
}

/// The first collider that a ray met at a moment: a shot at what its shooter saw.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history2_ray_cast(
    history: AsuHistory2,
    world: AsuWorld2,
    moment: AsuMoment2,
    ray: *const AsuRay2,
    filter: *const AsuFilter,
    found: *mut AsuFound2,
    hit: *mut AsuRayHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hit, ray, filter) = unsafe {
            let outs = (Out::new(found, "found")?, Out::new(hit, "hit")?);
            (outs.0, outs.1, ray_at(ray)?, filter_at(filter)?)
        };
        let ask = |view: View<'_, Vec2>| view.ray(&ray).filter(filter).first();
        let first = at(history, world, moment, ask)?;
        out.write(first.as_ref().map_or(AsuFound2::none(), AsuFound2::new));
        hit.write(AsuRayHit2::new(first.map(|first| first.hit)));
        Ok(())
    })
}

/// The first collider that a moving shape met at a moment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history2_cast(
    history: AsuHistory2,
    world: AsuWorld2,
    moment: AsuMoment2,
    shape: *const AsuShape2,
    motion: *const f32,
    filter: *const AsuFilter,
    found: *mut AsuFound2,
    hit: *mut AsuCastHit2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, hit, shape, motion, filter) = unsafe {
            let outs = (Out::new(found, "found")?, Out::new(hit, "hit")?);
            let motion = vector_at(motion, "motion")?;
            (outs.0, outs.1, shape_at(shape, "shape")?, motion, filter_at(filter)?)
        };
        let ask = |view: View<'_, Vec2>| view.cast(&shape, motion).filter(filter).first();
        let first = at(history, world, moment, ask)?;
        out.write(first.as_ref().map_or(AsuFound2::none(), AsuFound2::new));
        hit.write(AsuCastHit2::new(first.map(|first| first.hit)));
        Ok(())
    })
}
