//! Where tests count what a value is made of; elsewhere the counter is empty and costs nothing.
//!
//! The numbers of the filters carry a counter. In tests it is [`crate::analysis::degree`]'s, which
//! counts roundings and factors and panics where a filter's promise does not cover them.

#[cfg(test)]
pub(crate) use crate::analysis::degree::DegreeCounter;
#[cfg(not(test))]
pub(crate) use uncounted::NotCounted as DegreeCounter;

#[cfg(not(test))]
mod uncounted {
    use core::ops::{Add, Mul};

    /// Counts nothing.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct NotCounted;

    impl Add for NotCounted {
        type Output = Self;
        #[inline(always)]
        fn add(self, _o: Self) -> Self {
            self
        }
    }

    impl Mul for NotCounted {
        type Output = Self;
        #[inline(always)]
        fn mul(self, _o: Self) -> Self {
            self
        }
    }

    impl NotCounted {
        pub(crate) const ZERO: Self = Self;
        pub(crate) const ONE: Self = Self;
        #[inline(always)]
        pub(crate) fn of(_x: f32) -> Self {
            Self
        }
        #[inline(always)]
        pub(crate) fn root(self, _slot: usize) -> Self {
            self
        }
        #[inline(always)]
        pub(crate) fn larger(self, _o: Self) -> Self {
            self
        }
        #[inline(always)]
        pub(crate) fn hold(self) {}
    }
}
