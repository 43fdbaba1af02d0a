//! Recordings of worlds: bytes that `asunder view` plays and tests compare.

use crate::common::text_at;
use crate::pointer::{Out, OutList};
use crate::registry::Registry;
use crate::status::{AsuStatus, Failure, call};
use asunder::recording::RecordedMove;
use asunder::{Recorder, Vector};
use core::ffi::c_char;
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

pub(crate) fn with_open<R>(
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

/// Notes something in a recorder, by its handle: zero, and one that is finished or gone, note nothing.
pub(crate) fn note_in(recorder: u64, note: impl FnOnce(&mut Recorder<Vec<u8>>)) {
    if recorder == 0 {
        return;
    }
    // What is to be noted has been done already: a recorder that cannot note it is no reason to fail.
    let _noted = with_recorder(AsuRecorder { handle: recorder }, |state| {
        if let State::Open(recorder) = state {
            note(recorder);
        }
        Ok(())
    });
}

/// Notes a motion of a body.
pub(crate) fn note<V: Vector>(recorder: u64, moved: impl FnOnce() -> RecordedMove<V>) {
    note_in(recorder, |recorder| recorder.moved(&moved()));
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
        // SAFETY: it ends as the documentation of this function asks.
        let title = unsafe { text_at(title, "title") }?;
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
