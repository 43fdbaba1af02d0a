//! Events across a rollback, in space. `two/logs.rs` is derived from this file; see `tests/derived.rs`.

use super::events::AsuEvent3;
use super::world::{AsuWorld3, with_world};
use crate::pointer::{Out, OutList};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec3;
use asunder::world::{Correction, EventLog};
use std::sync::Mutex;

/// The handle of a log of events, for worlds that go back and play steps again.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuLog3 {
    /// Zero is no log.
    pub handle: u64,
}

/// A difference between the events told of the past and those that happened.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuCorrection3 {
    /// The step of the event, counted from the first of the world.
    pub step: u64,
    /// Whether it was told, and did not happen after all; else it happened, and was not told yet.
    pub withdrawn: bool,
    /// The event.
    pub event: AsuEvent3,
}

/// A log, and what it found last.
#[derive(Debug, Default)]
struct Kept {
    log: EventLog<Vec3>,
    found: Vec<AsuCorrection3>,
}

static LOGS: Registry<Mutex<Kept>> = Registry::new("log");

fn with_log<R>(
    log: AsuLog3,
    change: impl FnOnce(&mut Kept) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let log = LOGS.get(log.handle)?;
    let mut log = log.lock().map_err(|_| Failure::left_by_a_panic("log"))?;
    change(&mut log)
}

/// Makes an empty log. Destroy it in the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_log3_create(log: *mut AsuLog3) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(log, "log") }?;
        out.write(AsuLog3 { handle: LOGS.insert(Mutex::new(Kept::default())) });
        Ok(())
    })
}

/// Destroys a log.
#[unsafe(no_mangle)]
pub extern "C" fn asu_log3_destroy(log: AsuLog3) -> AsuStatus {
    call(|| LOGS.remove(log.handle))
}

/// Records the last step of a world; those after it, if there were any, are to be played again.
#[unsafe(no_mangle)]
pub extern "C" fn asu_log3_record(log: AsuLog3, world: AsuWorld3) -> AsuStatus {
    call(|| {
        with_world(world, |world| {
            with_log(log, |kept| {
                kept.log.record(world);
                Ok(())
            })
        })
    })
}

/// Finds how what happened differs from what was told, since the step that was confirmed, and takes it for
/// told: a hit sounds once, however often its step is played. `asu_log3_corrections` lists it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_log3_compare(log: AsuLog3, count: *mut usize) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(count, "count") }?;
        with_log(log, |kept| {
            let corrections = kept.log.events_since_confirmed();
            let found = corrections.iter().filter_map(|correction| {
                let (step, withdrawn, event) = match correction {
                    Correction::Happened { step, event } => (*step, false, event),
                    Correction::Withdrawn { step, event } => (*step, true, event),
                };
                Some(AsuCorrection3 { step, withdrawn, event: AsuEvent3::new(event)? })
            });
            kept.found = found.collect();
            out.write(kept.found.len());
            Ok(())
        })
    })
}

/// The corrections that were found last: step by step, what is withdrawn first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_log3_corrections(
    log: AsuLog3,
    corrections: *mut AsuCorrection3,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) = unsafe {
            (OutList::new(corrections, capacity, "corrections")?, Out::new(count, "count")?)
        };
        total.write(with_log(log, |kept| Ok(out.write(kept.found.iter().copied())))?);
        Ok(())
    })
}

/// Confirms that the world will not go back behind a step any more.
#[unsafe(no_mangle)]
pub extern "C" fn asu_log3_confirm(log: AsuLog3, step: u64) -> AsuStatus {
    call(|| {
        with_log(log, |kept| {
            kept.log.confirm(step);
            Ok(())
        })
    })
}
