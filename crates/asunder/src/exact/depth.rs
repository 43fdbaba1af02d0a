//! How many roundings lie behind a value: what holds texts to the depth that estimates allow.

use super::estimate::DEPTH;
use super::{Exact, Number};
use core::cell::Cell;
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// The roundings behind a value, counted as [`DEPTH`] counts them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Depth(u32);

thread_local! {
    static DEEPEST: Cell<Depth> = const { Cell::new(Depth(0)) };
}

impl Depth {
    /// The most that has been held on this thread.
    pub(crate) fn deepest() -> Self {
        DEEPEST.get()
    }

    /// Whether estimates allow less than four times as many.
    pub(crate) fn is_near_most(self) -> bool {
        DEPTH < 4 * self.0
    }

    /// As many as estimates allow.
    pub(crate) fn most() -> Self {
        Self(DEPTH)
    }

    /// # Panics
    /// If an estimate of the value may be further off than it believes.
    #[track_caller]
    pub(crate) fn hold(self) {
        DEEPEST.set(self.larger(DEEPEST.get()));
        assert!(self.0 <= DEPTH, "{} roundings, and estimates allow {DEPTH}", self.0);
    }
}

impl Add for Depth {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self(self.larger(o).0 + 1)
    }
}

impl Sub for Depth {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "a difference rounds as a sum does")]
    fn sub(self, o: Self) -> Self {
        self + o
    }
}

impl Mul for Depth {
    type Output = Self;
    /// Relative errors add up.
    fn mul(self, o: Self) -> Self {
        Self(self.0 + o.0 + 1)
    }
}

impl Number for Depth {
    const ZERO: Self = Self(0);
    const ONE: Self = Self(0);
    fn of(_x: f32) -> Self {
        Self(0)
    }
    fn abs(self) -> Self {
        self
    }
    fn positive_part(self) -> Self {
        self
    }
    fn root(self, _slot: usize) -> Self {
        Self(self.0.div_ceil(2) + 1)
    }
    fn larger(self, o: Self) -> Self {
        Self(if self.0 > o.0 { self.0 } else { o.0 })
    }
}

/// Every sign is that of a gap, so that a text goes on to the end; and every sign is held.
impl Exact for Depth {
    fn unknown() -> Self {
        Self(0)
    }
    #[track_caller]
    fn sign(self) -> Option<Ordering> {
        self.hold();
        Some(Ordering::Greater)
    }
}

#[test]
#[should_panic(expected = "501 roundings")]
fn a_text_that_is_too_deep_is_told() {
    let one = Depth::ONE;
    (0..=DEPTH).fold(one, |sum, _| sum + one).hold();
}
