//! How many roundings lie behind a value, and how many stored numbers it multiplies.

use crate::exact::estimate::DEPTH;
use crate::exact::{Exact, Number};
use core::cell::Cell;
use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

/// The counts of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DegreeCounter {
    /// The roundings, counted as [`DEPTH`] counts them.
    pub(crate) depth: u32,
    /// The stored numbers that its longest product has for factors.
    pub(crate) degree: u32,
}

thread_local! {
    static MOST: Cell<DegreeCounter> = const { Cell::new(DegreeCounter::ZERO) };
}

fn most(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

impl DegreeCounter {
    /// The most that has been held on this thread.
    pub(crate) fn most() -> Self {
        MOST.get()
    }

    /// # Panics
    /// If an estimate of the value may be further off than it believes.
    #[track_caller]
    pub(crate) fn hold(self) {
        MOST.set(self.larger(MOST.get()));
        assert!(self.depth <= DEPTH, "{} roundings, and estimates allow {DEPTH}", self.depth);
    }

    /// # Panics
    /// If a product of stored numbers has more than `most` factors.
    #[track_caller]
    pub(crate) fn hold_degree(self, most: u32) {
        assert!(self.degree <= most, "degree {}, where {most} is promised", self.degree);
    }
}

impl Add for DegreeCounter {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let Self { depth, degree } = self.larger(o);
        Self { depth: depth + 1, degree }
    }
}

impl Sub for DegreeCounter {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "a difference rounds as a sum does")]
    fn sub(self, o: Self) -> Self {
        self + o
    }
}

impl Mul for DegreeCounter {
    type Output = Self;
    /// Relative errors add up, and so do factors.
    fn mul(self, o: Self) -> Self {
        Self { depth: self.depth + o.depth + 1, degree: self.degree + o.degree }
    }
}

impl Number for DegreeCounter {
    const ZERO: Self = Self { depth: 0, degree: 0 };
    const ONE: Self = Self { depth: 0, degree: 0 };
    fn of(_x: f32) -> Self {
        Self { depth: 0, degree: 1 }
    }
    fn abs(self) -> Self {
        self
    }
    fn positive_part(self) -> Self {
        self
    }
    fn root(self, _slot: usize) -> Self {
        Self { depth: self.depth.div_ceil(2) + 1, degree: self.degree.div_ceil(2) }
    }
    fn larger(self, o: Self) -> Self {
        Self { depth: most(self.depth, o.depth), degree: most(self.degree, o.degree) }
    }
}

/// Every sign is that of a gap, so that a predicate is evaluated to its end; every sign is checked.
impl Exact for DegreeCounter {
    fn unknown() -> Self {
        Self::ZERO
    }
    #[track_caller]
    fn sign(self) -> Option<Ordering> {
        self.hold();
        Some(Ordering::Greater)
    }
}

#[test]
#[should_panic(expected = "501 roundings")]
fn a_formula_of_too_many_roundings_panics() {
    let one = DegreeCounter::ONE;
    (0..=DEPTH).fold(one, |sum, _| sum + one).hold();
}

#[test]
#[should_panic(expected = "degree 3, where 2 is promised")]
fn a_formula_of_too_high_a_degree_panics() {
    let x = DegreeCounter::of(1.0);
    let norm = (x * x + x * x).root(0);
    norm.hold_degree(1);
    (norm * norm + norm * (norm * norm)).hold_degree(2);
}
