//! SIMD: the instructions of this processor, and blocks of lanes for them.
//!
//! A kernel is one formula over [`Simd`], compiled once for each level. It is `#[inline(always)]`, and so
//! is every function and closure that it calls; the macro `dispatch` enters it, once for a whole batch:
//!
//! ```ignore
//! use crate::simd::{LANES, Lanes, Simd, dispatch, prelude::*};
//!
//! #[inline(always)]
//! fn count_above<S: Simd>(simd: S, blocks: &[Lanes], limit: f32) -> u32 {
//!     let limit = S::f32s::splat(simd, limit);
//!     let mut count = 0;
//!     for block in blocks {
//!         for first in (0..LANES).step_by(S::f32s::LEN) {
//!             let lanes = S::f32s::from_slice(simd, &block.0[first..first + S::f32s::LEN]);
//!             count += lanes.simd_gt(limit).to_bitmask().count_ones();
//!         }
//!     }
//!     count
//! }
//!
//! let count = dispatch!(simd => count_above(simd, &blocks, 1.0));
//! ```
//!
//! A block has sixteen lanes at every level, so that data does not depend on the processor. Whatever
//! a kernel answers must not either: a verdict is a proof, and what is not proven is asked again of
//! the scalar definition. Tests hold the levels to it by [`at_level`].

use core::cell::Cell;

pub(crate) use fearless_simd::{Level, Simd, f32x4, f32x16, f64x4, i32x16, prelude, u8x16};

/// How many lanes a block has: those of the widest level.
pub(crate) const LANES: usize = 16;

/// One number for each shape of a block, where every level loads it fastest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [f32; LANES]);

impl Lanes {
    /// No shape's numbers.
    pub(crate) const ZERO: Self = Self([0.0; LANES]);
}

/// What kernels are compiled for.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SimdLevel {
    /// What every processor of the target has: SSE2, NEON, 128-bit wasm, or no SIMD at all.
    Baseline,
    /// Eight lanes of x86.
    Avx2,
    /// Sixteen lanes of x86.
    Avx512,
}

thread_local! {
    static FORCED: Cell<Option<SimdLevel>> = const { Cell::new(None) };
}

/// Does some work at a level, on this thread; `None` where the processor does not have it. For tests.
#[doc(hidden)]
pub fn at_level<R>(level: SimdLevel, work: impl FnOnce() -> R) -> Option<R> {
    /// Undoes it, however the work ends.
    struct Restore(Option<SimdLevel>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FORCED.set(self.0);
        }
    }
    named(level)?;
    let _restore = Restore(FORCED.replace(Some(level)));
    Some(work())
}

/// The level by its name.
fn named(level: SimdLevel) -> Option<Level> {
    let best = Level::new();
    match level {
        SimdLevel::Baseline => Some(Level::baseline()),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Avx2 => best.as_avx2().map(Level::Avx2),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        SimdLevel::Avx512 => best.as_avx512().map(Level::Avx512),
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        SimdLevel::Avx2 | SimdLevel::Avx512 => {
            let _ = best;
            None
        }
    }
}

/// The level of this processor, found out once in a process, or the one that a test forces.
#[inline]
pub(crate) fn level() -> Level {
    FORCED.get().and_then(named).unwrap_or_else(Level::new)
}

/// The level's name.
pub(crate) fn level_name() -> &'static str {
    match level() {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx512(_) => "avx512",
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx2(_) => "avx2",
        _ => "baseline",
    }
}

/// Runs an expression at the [`level`], with the given name for its [`Simd`] token. It is compiled
/// once for each level, so it should be the call of one kernel.
macro_rules! dispatch {
    ($simd:ident => $kernel:expr) => {
        match $crate::simd::level() {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::simd::Level::Avx512($simd) => $crate::simd::run(
                $simd,
                #[inline(always)]
                || $kernel,
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::simd::Level::Avx2($simd) => $crate::simd::run(
                $simd,
                #[inline(always)]
                || $kernel,
            ),
            level => {
                let $simd = $crate::simd::baseline(level);
                $crate::simd::run(
                    $simd,
                    #[inline(always)]
                    || $kernel,
                )
            }
        }
    };
}
pub(crate) use dispatch;

/// Work compiled with a level's instructions.
#[inline(always)]
pub(crate) fn run<S: Simd, R>(simd: S, kernel: impl FnOnce() -> R) -> R {
    simd.vectorize(kernel)
}

/// The token of what every processor of the target has. (SSE4.2 has little that SSE2 lacks here, and
/// would be one more copy of every kernel.)
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn baseline(level: Level) -> fearless_simd::x86::Sse2 {
    level.as_sse2().unwrap_or_else(|| unreachable!("SSE2 is part of the target"))
}

/// The same.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn baseline(level: Level) -> fearless_simd::aarch64::Neon {
    level.as_neon().unwrap_or_else(|| unreachable!("NEON is part of the target"))
}

/// The same.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub(crate) fn baseline(level: Level) -> fearless_simd::wasm32::WasmSimd128 {
    level.as_wasm_simd128().unwrap_or_else(|| unreachable!("simd128 is part of the target"))
}

/// The same.
#[cfg(not(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
#[inline(always)]
pub(crate) fn baseline(_level: Level) -> fearless_simd::Fallback {
    fearless_simd::Fallback::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_forced_for_the_work_alone() {
        let usual = format!("{:?}", level());
        let forced = at_level(SimdLevel::Baseline, || format!("{:?}", level()));
        assert_eq!(forced, Some(format!("{:?}", Level::baseline())));
        assert_eq!(format!("{:?}", level()), usual);
    }

    #[test]
    fn every_level_sees_the_same_lanes() {
        use prelude::*;
        #[inline(always)]
        fn sum<S: Simd>(simd: S, block: &Lanes) -> (usize, f32) {
            let mut sum = S::f32s::splat(simd, 0.0);
            for first in (0..LANES).step_by(S::f32s::LEN) {
                sum += S::f32s::from_slice(simd, &block.0[first..first + S::f32s::LEN]);
            }
            (S::f32s::LEN, sum.reduce_sum())
        }
        let block = Lanes(core::array::from_fn(|lane| lane as f32));
        let mut widths = Vec::new();
        for level in [SimdLevel::Baseline, SimdLevel::Avx2, SimdLevel::Avx512] {
            if let Some((width, total)) = at_level(level, || dispatch!(simd => sum(simd, &block))) {
                assert_eq!(total, 120.0, "{level:?}");
                widths.push(width);
            }
        }
        assert!(widths.is_sorted() && LANES.is_multiple_of(widths[0]), "{widths:?}");
    }
}
