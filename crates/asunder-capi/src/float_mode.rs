//! The processor's floating-point mode: the default one while the library computes.
//!
//! Games set flush-to-zero or another rounding for speed, and some drivers set it behind their backs. The
//! library's answers hold for the default mode: round to nearest, subnormals kept, no traps.

/// The mode of the caller, which is set again when this is dropped.
pub(crate) struct FloatMode {
    caller: Option<control::Word>,
}

impl FloatMode {
    /// Sets the default mode for good, if another one is set.
    pub(crate) fn set_default() {
        if !control::is_default(control::read()) {
            control::write(control::DEFAULT);
        }
    }

    /// Sets the default mode, if the caller's is another one: reading it costs about a nanosecond,
    /// writing some ten.
    #[inline]
    pub(crate) fn default_from_here() -> Self {
        let caller = control::read();
        if control::is_default(caller) {
            return Self { caller: None };
        }
        control::write(control::DEFAULT);
        Self { caller: Some(caller) }
    }
}

impl Drop for FloatMode {
    #[inline]
    fn drop(&mut self) {
        if let Some(caller) = self.caller {
            control::write(caller);
        }
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
mod control {
    use core::arch::asm;

    pub(super) type Word = u32;

    /// Every exception masked, rounding to nearest, subnormals kept.
    pub(super) const DEFAULT: Word = 0x1f80;

    /// The bits that record what happened, and change nothing.
    const FLAGS: Word = 0x3f;

    pub(super) fn is_default(word: Word) -> bool {
        word & !FLAGS == DEFAULT
    }

    #[inline]
    pub(super) fn read() -> Word {
        let mut word: Word = 0;
        // SAFETY: `stmxcsr` writes four bytes to the address it is given, that of `word`, and nothing else.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack, preserves_flags)) };
        word
    }

    #[inline]
    pub(super) fn write(word: Word) {
        // SAFETY: `ldmxcsr` reads four bytes from the address it is given, that of `word`. The word is the
        // default or one that was read before, so it has no reserved bit. What compiled code expects, the
        // default mode, holds afterwards, or again for the caller what held before.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack, preserves_flags)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod control {
    use core::arch::asm;

    pub(super) type Word = u64;

    /// No traps, rounding to nearest, subnormals kept.
    pub(super) const DEFAULT: Word = 0;

    pub(super) fn is_default(word: Word) -> bool {
        word == DEFAULT
    }

    #[inline]
    pub(super) fn read() -> Word {
        let word: Word;
        // SAFETY: reading FPCR changes nothing.
        unsafe { asm!("mrs {}, fpcr", out(reg) word, options(nostack, preserves_flags)) };
        word
    }

    #[inline]
    pub(super) fn write(word: Word) {
        // SAFETY: the word is the default or one that was read before. What compiled code expects, the
        // default mode, holds afterwards, or again for the caller what held before.
        unsafe { asm!("msr fpcr, {}", in(reg) word, options(nostack, preserves_flags)) };
    }
}

/// On other processors the mode is left as it is: web assembly has only the default one.
#[cfg(not(any(target_arch = "x86_64", target_arch = "x86", target_arch = "aarch64")))]
mod control {
    pub(super) type Word = ();

    pub(super) const DEFAULT: Word = ();

    pub(super) fn is_default((): Word) -> bool {
        true
    }

    pub(super) fn read() -> Word {}

    pub(super) fn write((): Word) {}
}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "x86")))]
mod tests {
    use super::*;

    #[test]
    fn the_callers_mode_is_set_again() {
        const FLUSH: u32 = 0x8040;
        let before = control::read();
        control::write(control::DEFAULT | FLUSH);
        let inside = {
            let _mode = FloatMode::default_from_here();
            control::read()
        };
        let after = control::read();
        control::write(before);
        assert!(control::is_default(inside), "{inside:x}");
        assert_eq!(after & FLUSH, FLUSH);
    }
}
