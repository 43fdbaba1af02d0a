//! Numbers of the first stage: one for each lane.

use crate::simd::{Simd, prelude::*};
use crate::space::{Component, Vector};
use core::ops::{Add, Mul, Sub};

/// A number that the formulas of the first stage are written over: one in each lane.
///
/// No lane's verdict may rest on what [`larger`](Self::larger) makes of a NaN: a formula trusts only lanes
/// whose lengths it has compared with a limit.
pub trait Lane: Component + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// The bits of all lanes.
    const ALL: u32;
    /// The same number in every lane.
    fn splat(self, x: f32) -> Self;
    /// The distance from zero.
    fn abs(self) -> Self;
    /// The larger of two numbers.
    fn larger(self, other: Self) -> Self;
    /// The smaller of two numbers.
    fn smaller(self, other: Self) -> Self;
    /// `self · factor + term`, rounded once or twice.
    fn times_plus(self, factor: Self, term: Self) -> Self;
    /// `self · factor - term`, rounded once or twice.
    fn times_minus(self, factor: Self, term: Self) -> Self;
    /// `term - self · factor`, rounded once or twice. It changes a sign on its way, which is one
    /// instruction more.
    fn neg_mul_add(self, factor: Self, term: Self) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// One number where this one is below a limit, elsewhere another, also for a NaN.
    fn select_lt(self, limit: Self, then: Self, other: Self) -> Self;
    /// The quotient. Proposals use it; proofs do not.
    fn over(self, divisor: Self) -> Self;
    /// The number where it is below a limit, elsewhere another, also for a NaN.
    fn below_or(self, limit: Self, other: Self) -> Self;
    /// The bits of the lanes where this number is above another; none for a NaN.
    fn gt_mask(self, other: Self) -> u32;
    /// The same number, which mathematics says is at most one. Only `Roundoff` listens.
    fn at_most_one(self) -> Self {
        self
    }
}

/// Lanes of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide<S: Simd>(pub(super) S::f32s);

impl<S: Simd> PartialEq for Wide<S> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.0.simd_eq(other.0).all_true()
    }
}

impl<S: Simd> Add for Wide<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<S: Simd> Sub for Wide<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl<S: Simd> Mul for Wide<S> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl<S: Simd> Lane for Wide<S> {
    const ALL: u32 = ((1u64 << S::f32s::LEN) - 1) as u32;
    #[inline(always)]
    fn splat(self, x: f32) -> Self {
        Self(S::f32s::splat(self.0.token(), x))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
    #[inline(always)]
    fn times_plus(self, factor: Self, term: Self) -> Self {
        Self(self.0.mul_add(factor.0, term.0))
    }
    #[inline(always)]
    fn times_minus(self, factor: Self, term: Self) -> Self {
        Self(self.0.mul_sub(factor.0, term.0))
    }
    #[inline(always)]
    fn neg_mul_add(self, factor: Self, term: Self) -> Self {
        Self((-self.0).mul_add(factor.0, term.0))
    }
    #[inline(always)]
    fn root(self) -> Self {
        Self(self.0.sqrt())
    }
    #[inline(always)]
    fn select_lt(self, limit: Self, then: Self, other: Self) -> Self {
        Self(self.0.simd_lt(limit.0).select(then.0, other.0))
    }
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        Self(self.0 / divisor.0)
    }
    #[inline(always)]
    fn below_or(self, limit: Self, other: Self) -> Self {
        Self(self.0.simd_lt(limit.0).select(self.0, other.0))
    }
    #[inline(always)]
    fn gt_mask(self, other: Self) -> u32 {
        self.0.simd_gt(other.0).to_bitmask() as u32
    }
}

/// Which lanes are certainly apart, and which certainly share an inner point. Bits of neither are open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LaneVerdict {
    pub(super) apart: u32,
    pub(super) meet: u32,
}

impl LaneVerdict {
    /// What a gap says that is at most `bound` off; nothing where the bound is infinite.
    #[inline(always)]
    pub(super) fn of<N: Lane>(gap: N, bound: N) -> Self {
        Self { apart: gap.gt_mask(bound), meet: (bound.splat(0.0) - bound).gt_mask(gap) }
    }
}

pub(super) use crate::exact::UNIT_F32 as UNIT;

/// A bound of `error` units of `scale`, and `underflow`; infinite where the scale may hide an overflow.
#[inline(always)]
pub(super) fn bound<N: Lane>(scale: N, error: f32, underflow: f32, limit: f32) -> N {
    let bound = scale.times_plus(scale.splat(error * UNIT), scale.splat(underflow));
    let limit = scale.splat(limit * (error * UNIT));
    bound.below_or(limit, scale.splat(f32::INFINITY))
}

#[inline(always)]
pub(super) fn dot<V: Vector, N: Lane>(x: &V::Array<N>, y: &V::Array<N>) -> N {
    let mut sum = x[0] * y[0];
    for i in 1..V::DIM {
        sum = x[i].times_plus(y[i], sum);
    }
    sum
}

#[inline(always)]
pub(super) fn sum<V: Vector, N: Lane>(x: &V::Array<N>) -> N {
    let mut sum = x[0];
    for i in 1..V::DIM {
        sum = sum + x[i];
    }
    sum
}

/// The sum of the components' magnitudes.
#[inline(always)]
pub(super) fn length<V: Vector, N: Lane>(x: &V::Array<N>) -> N {
    let mut sum = x[0].abs();
    for i in 1..V::DIM {
        sum = sum + x[i].abs();
    }
    sum
}

#[inline(always)]
pub(super) fn difference<V: Vector, N: Lane>(x: &V::Array<N>, y: &V::Array<N>) -> V::Array<N> {
    let mut difference = *x;
    for i in 0..V::DIM {
        difference[i] = x[i] - y[i];
    }
    difference
}

#[cfg(test)]
pub(super) mod tests {
    use super::Lane;
    use crate::analysis::roundoff::Roundoff;
    use crate::exact::{Number, Quotient};

    /// No less than what a number that underflows is off, gradually or to zero.
    pub(in crate::batch) const LOST: f64 = f32::MIN_POSITIVE as f64;

    /// The largest number.
    pub(in crate::batch) const LARGEST: f64 = f32::MAX as f64;

    /// Runs a formula for its error; decides nothing.
    impl Lane for Roundoff {
        const ALL: u32 = 1;
        fn splat(self, x: f32) -> Self {
            Self::of(x)
        }
        fn abs(self) -> Self {
            self
        }
        fn larger(self, other: Self) -> Self {
            Number::larger(self, other)
        }
        fn smaller(self, other: Self) -> Self {
            Number::larger(self, other)
        }
        fn times_plus(self, factor: Self, term: Self) -> Self {
            self * factor + term
        }
        fn times_minus(self, factor: Self, term: Self) -> Self {
            self * factor - term
        }
        fn neg_mul_add(self, factor: Self, term: Self) -> Self {
            term - self * factor
        }
        fn root(self) -> Self {
            Number::root(self, 0)
        }
        fn select_lt(self, _limit: Self, then: Self, other: Self) -> Self {
            Number::larger(then, other)
        }
        fn over(self, divisor: Self) -> Self {
            Quotient::over(self, divisor)
        }
        fn below_or(self, _limit: Self, _other: Self) -> Self {
            self
        }
        fn gt_mask(self, _other: Self) -> u32 {
            0
        }
        fn at_most_one(self) -> Self {
            self.at_most(Self::ONE)
        }
    }
}
