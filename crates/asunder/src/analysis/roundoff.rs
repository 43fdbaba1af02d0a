//! Error bounds by evaluating a predicate over them: how the filters' constants are derived.

use crate::exact::{Number, Quotient};
use core::ops::{Add, Mul, Sub};

/// A bound on how large a value can be, and on how far the computed value is from the true one.
///
/// Running a predicate over this number, with inputs of known magnitude and error, yields a
/// proven bound on the rounding error of the same formula over `f32` or `f64`, in units of `u`, half
/// an ulp of one. It is the standard forward analysis (Higham 2002, §2.2 and §3.1): every operation
/// adds at most `u` times the magnitude of its result. Terms in `u²` are covered by [`SLACK`].
///
/// Where a formula is linear in its lengths, so is this bound, and its largest value over all pairs with
/// the same sum of lengths is found at a corner: one length is that sum, the others are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Roundoff {
    pub(crate) magnitude: f64,
    pub(crate) error: f64,
}

/// The quaternion of length one whose matrix has the largest errors, whatever the formula.
///
/// Over any quaternion, in units of its square: an entry of the diagonal sums four squares, so that
/// its magnitude and its error are no larger than here. One beside it is twice a sum of two products,
/// which is largest where their factors are equal, as here. So no other quaternion needs a run.
pub(crate) const WORST_QUATERNION: [f32; 4] = [0.5; 4];

/// What second-order terms can add, relatively, for bounds below a thousand `u` over `f32`.
pub(crate) const SLACK: f64 = 1.001;

impl Roundoff {
    /// A value of magnitude at most one, known up to `error` units.
    pub(crate) fn unit(error: f64) -> Self {
        Self { magnitude: 1.0, error }
    }

    fn rounded(magnitude: f64, inherited: f64) -> Self {
        Self { magnitude, error: inherited + magnitude }
    }
}

impl Add for Roundoff {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::rounded(self.magnitude + o.magnitude, self.error + o.error)
    }
}

impl Sub for Roundoff {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "errors add up, whatever the signs")]
    fn sub(self, o: Self) -> Self {
        self + o
    }
}

impl Mul for Roundoff {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let inherited = self.magnitude * o.error + self.error * o.magnitude;
        Self::rounded(self.magnitude * o.magnitude, inherited)
    }
}

/// The divisor is taken to be no smaller than its magnitude.
impl Quotient for Roundoff {
    fn over(self, o: Self) -> Self {
        let magnitude = self.magnitude / o.magnitude;
        Self::rounded(magnitude, (self.error + magnitude * o.error) / o.magnitude)
    }
}

impl Number for Roundoff {
    const ZERO: Self = Self { magnitude: 0.0, error: 0.0 };
    const ONE: Self = Self { magnitude: 1.0, error: 0.0 };
    fn of(x: f32) -> Self {
        Self { magnitude: f64::from(x.abs()), error: 0.0 }
    }
    /// Half a unit, and a little for the `f64` that was rounded.
    fn of_rounded(_x: f32) -> Self {
        Self::unit(0.501)
    }
    fn abs(self) -> Self {
        self
    }
    fn positive_part(self) -> Self {
        self
    }
    /// The error of a sum of squares is relative, because nothing cancels; the root halves it.
    fn root(self, _slot: usize) -> Self {
        let magnitude = self.magnitude.sqrt();
        Self { magnitude, error: magnitude * (self.error / self.magnitude / 2.0 + 1.0) }
    }
    fn as_scale(self) -> Self {
        Self { magnitude: 1.0, ..self }
    }
    fn at_most(self, bound: Self) -> Self {
        let magnitude =
            if self.magnitude < bound.magnitude { self.magnitude } else { bound.magnitude };
        Self { magnitude, ..self }
    }
    /// Either operand's error, so the larger.
    fn larger(self, o: Self) -> Self {
        let of = |a: f64, b: f64| if a > b { a } else { b };
        Self { magnitude: of(self.magnitude, o.magnitude), error: of(self.error, o.error) }
    }
    /// Doubling is exact.
    fn twice(self) -> Self {
        Self { magnitude: 2.0 * self.magnitude, error: 2.0 * self.error }
    }
}
