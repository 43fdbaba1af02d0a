//! Worlds at earlier ticks, in space. `two/history.rs` is derived from this file; see `tests/derived.rs`.

use super::queries::AsuCastFound3;
use super::read::{shape_at, vector_at};
use super::shapes::AsuShape3;
use super::world::{AsuWorld3, with_world};
use crate::callback::refuse_inside;
use crate::common::{AsuFilter, filter_at};
use crate::pointer::{Out, OutList};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::history::Tick;
use asunder::prelude::*;
use std::sync::RwLock;

/// The handle of a history: where the moving bodies of a world were at earlier ticks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuHistory3 {
    /// Zero is no history.
    pub handle: u64,
}

static HISTORIES: Registry<RwLock<History3>> = Registry::new("history");

/// Asks a history.
pub(crate) fn with_history<R>(
    history: AsuHistory3,
    ask: impl FnOnce(&History3) -> Result<R, Failure>,
) -> Result<R, Failure> {
    refuse_inside()?;
    let history = HISTORIES.get(history.handle)?;
    let history = history.read().map_err(|_| Failure::left_by_a_panic("history"))?;
    ask(&history)
}

/// Changes a history.
pub(crate) fn with_history_mut<R>(
    history: AsuHistory3,
    change: impl FnOnce(&mut History3) -> Result<R, Failure>,
) -> Result<R, Failure> {
    refuse_inside()?;
    let history = HISTORIES.get(history.handle)?;
    let mut history = history.write().map_err(|_| Failure::left_by_a_panic("history"))?;
    change(&mut history)
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
        with_history_mut(history, |history| {
            with_world(world, |world| {
                history.record(Tick(tick), world);
                Ok(())
            })
        })
    })
}

/// How many ticks a history goes back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_max_rewind(
    history: AsuHistory3,
    max_rewind: *mut u64,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(max_rewind, "max_rewind") }?;
        out.write(with_history(history, |history| Ok(history.max_rewind()))?);
        Ok(())
    })
}

/// The ticks that can be viewed, in order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_ticks(
    history: AsuHistory3,
    ticks: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(ticks, capacity, "ticks")?, Out::new(count, "count")?) };
        let ask = |history: &History3| Ok(out.write(history.ticks().map(|tick| tick.0)));
        total.write(with_history(history, ask)?);
        Ok(())
    })
}

/// A flight through recorded ticks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuFlight3 {
    /// Whether it was to start too far back, or to end after the last tick, and was shortened.
    pub clamped: bool,
    /// The tick from which it flew to the next one when it hit.
    pub tick: u64,
    /// What it hit first, and where: the fraction is that of its motion in this tick. `hit.hit.found` is false
    /// if it hit nothing.
    pub hit: AsuCastFound3,
}

/// What a shape hits first while it flies from one tick to a later one, by `motion` in each: a slow rocket,
/// which its player saw start in the past. From one tick to the next, others are where they are at the later
/// one; nothing slips through between two positions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history3_cast_through(
    history: AsuHistory3,
    world: AsuWorld3,
    from: u64,
    to: u64,
    shape: *const AsuShape3,
    motion: *const f32,
    filter: *const AsuFilter,
    flight: *mut AsuFlight3,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, shape, motion, filter) = unsafe {
            let out = Out::new(flight, "flight")?;
            let motion = vector_at(motion, "motion")?;
            (out, shape_at(shape, "shape")?, motion, filter_at(filter)?)
        };
        let (from, to) = (Tick(from), Tick(to));
        let flight = with_history(history, |history| {
            with_world(world, |world| {
                Ok(history.cast_through(world, from, to, &shape, motion, filter)?)
            })
        })?;
        let hit = flight.hit.as_ref();
        out.write(AsuFlight3 {
            clamped: flight.clamped,
            tick: hit.map_or(0, |hit| hit.tick.0),
            hit: hit.map_or_else(AsuCastFound3::none, |hit| AsuCastFound3::new(&hit.found)),
        });
        Ok(())
    })
}
