//! Functions of the caller that run in the middle of a call.

use crate::float_mode::FloatMode;
use crate::status::Failure;
use std::cell::Cell;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function of the caller: until it returns, calls about worlds, histories and rigs are refused on
/// this thread, whose world is locked. The default floating-point mode is set again after it.
pub(crate) fn run<R>(function: impl FnOnce() -> R) -> R {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            INSIDE.set(false);
        }
    }
    INSIDE.set(true);
    let _leave = Leave;
    let result = function();
    FloatMode::set_default();
    result
}

/// Refuses a call about a world that comes from within such a function.
#[inline]
pub(crate) fn refuse_inside() -> Result<(), Failure> {
    if INSIDE.get() {
        return Err(Failure::argument(
            "a function that a world calls asks a world, a history or a rig; note what is to be done, and do it afterwards",
        ));
    }
    Ok(())
}
