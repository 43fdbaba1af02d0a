//! Functions of the caller that run in the middle of a call.

use crate::status::Failure;
use std::cell::Cell;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function of the caller: until it returns, calls about worlds are refused on this thread, whose
/// world is locked.
pub(crate) fn run<R>(function: impl FnOnce() -> R) -> R {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            INSIDE.set(false);
        }
    }
    INSIDE.set(true);
    let _leave = Leave;
    function()
}

/// Refuses a call about a world that comes from within such a function.
#[inline]
pub(crate) fn refuse_inside() -> Result<(), Failure> {
    if INSIDE.get() {
        return Err(Failure::argument(
            "a function that a world calls asks a world; note what is to be done, and do it afterwards",
        ));
    }
    Ok(())
}
