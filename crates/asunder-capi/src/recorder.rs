//! Recordings of worlds: bytes that `asunder view` plays and tests compare.

use crate::pointer::{Out, OutList};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use crate::{AsuWorld2, AsuWorld3, three, two};
use asunder::Recorder;
use asunder::history::Tick;
use core::ffi::{CStr, c_char};
use std::sync::Mutex;

/// The handle of a recorder: what happened tick by tick.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuRecorder {
    /// Zero is no recorder.
    pub handle: u64,
}

enum State {
    Open(Box<Recorder<Vec<u8>>>),
    Finished(Vec<u8>),
}

static RECORDERS: Registry<Mutex<State>> = Registry::new("recorder");

fn with_recorder<R>(
    recorder: AsuRecorder,
    change: impl FnOnce(&mut State) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let recorder = RECORDERS.get(recorder.handle)?;
    let mut recorder = recorder.lock().map_err(|_| Failure::left_by_a_panic("recorder"))?;
    change(&mut recorder)
}

fn with_open<R>(
    recorder: AsuRecorder,
    change: impl FnOnce(&mut Recorder<Vec<u8>>) -> std::io::Result<R>,
) -> Result<R, Failure> {
    with_recorder(recorder, |state| match state {
        State::Open(recorder) => {
            change(recorder).map_err(|error| Failure::argument(error.to_string()))
        }
        State::Finished(_) => Err(Failure::argument("the recording is finished")),
    })
}

/// Begins a recording in memory: its title, ended by a zero byte, and how many ticks a second has. Destroy
/// it in the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_recorder_create(
    title: *const c_char,
    ticks_per_second: u32,
    recorder: *mut AsuRecorder,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointer is good, as the crate's documentation asks.
        let out = unsafe { Out::new(recorder, "recorder") }?;
        if title.is_null() {
            return Err(Failure::new(AsuStatus::AsuNull, "title is null"));
        }
        // SAFETY: it is not null, and ends as the documentation of this function asks.
        let title = unsafe { CStr::from_ptr(title) }.to_string_lossy();
        let open = State::Open(Box::new(Recorder::new(Vec::new(), &title, ticks_per_second)));
        out.write(AsuRecorder { handle: RECORDERS.insert(Mutex::new(open)) });
        Ok(())
    })
}

/// Destroys a recorder, and what it recorded.
#[unsafe(no_mangle)]
pub extern "C" fn asu_recorder_destroy(recorder: AsuRecorder) -> AsuStatus {
    call(|| RECORDERS.remove(recorder.handle))
}

/// Records a tick of a world in space, after its step.
#[unsafe(no_mangle)]
pub extern "C" fn asu_recorder_record3(
    recorder: AsuRecorder,
    tick: u64,
    world: AsuWorld3,
) -> AsuStatus {
    call(|| {
        three::world::with_world(world, |world| {
            with_open(recorder, |recorder| recorder.record(Tick(tick), world))
        })
    })
}

/// Records a tick of a world in the plane, after its step.
#[unsafe(no_mangle)]
pub extern "C" fn asu_recorder_record2(
    recorder: AsuRecorder,
    tick: u64,
    world: AsuWorld2,
) -> AsuStatus {
    call(|| {
        two::world::with_world(world, |world| {
            with_open(recorder, |recorder| recorder.record(Tick(tick), world))
        })
    })
}

/// Ends the recording, if it has not ended, and gives its bytes, to be written to a file: as many as
/// `capacity` holds, and how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_recorder_finish(
    recorder: AsuRecorder,
    bytes: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, total) =
            unsafe { (OutList::new(bytes, capacity, "bytes")?, Out::new(count, "count")?) };
        with_recorder(recorder, |state| {
            if let State::Open(_) = state {
                let open = core::mem::replace(state, State::Finished(Vec::new()));
                if let State::Open(recorder) = open {
                    let finished = recorder.finish();
                    *state = State::Finished(
                        finished.map_err(|error| Failure::argument(error.to_string()))?,
                    );
                }
            }
            if let State::Finished(recorded) = state {
                total.write(out.write(recorded.iter().copied()));
            }
            Ok(())
        })
    })
}
