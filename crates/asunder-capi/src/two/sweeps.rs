//! Whether a moving shape meets another, in the plane. `three/sweeps.rs` is what this is derived from, by `tests/derived.rs`.

use super::read::{place, see, vector_at};
use super::shapes::AsuShape2;
use crate::pointer::{Out, read};
use crate::status::{AsuStatus, call};
use asunder::prelude::*;

/// Whether `a`, moved by `motion` without turning, shares a point with `b` anywhere on the way, its start and
/// end included. Exact; touching counts. Cheaper than `asu_cast2`, which says where.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_sweep_intersects2(
    a: *const AsuShape2,
    motion: *const f32,
    b: *const AsuShape2,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        let [mut first, mut second] = [place(), place()];
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, motion, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let motion = vector_at(motion, "motion")?;
            let a = see(read(a, "a")?, &mut first).map_err(|failure| failure.of("a"))?;
            let b = see(read(b, "b")?, &mut second).map_err(|failure| failure.of("b"))?;
            (out, motion, a, b)
        };
        out.write(a.sweep_intersects(motion, &b));
        Ok(())
    })
}

/// Whether all that `a` covers along `motion`, taken as one set, penetrates `b`. Exact; sliding along what is
/// touched is none, passing through a wall without thickness is. This is what stops a mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_sweep_penetrates2(
    a: *const AsuShape2,
    motion: *const f32,
    b: *const AsuShape2,
    answer: *mut bool,
) -> AsuStatus {
    call(|| {
        let [mut first, mut second] = [place(), place()];
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, motion, a, b) = unsafe {
            let out = Out::new(answer, "answer")?;
            let motion = vector_at(motion, "motion")?;
            let a = see(read(a, "a")?, &mut first).map_err(|failure| failure.of("a"))?;
            let b = see(read(b, "b")?, &mut second).map_err(|failure| failure.of("b"))?;
            (out, motion, a, b)
        };
        out.write(a.sweep_penetrates(motion, &b));
        Ok(())
    })
}
