//! How an exact answer stays cheap: a filter first, exact numbers for what it leaves open.
//!
//! Two convex shapes are apart if and only if some axis of a finite list separates them. A pair's
//! [`Text`] offers its candidate axes to a [`Judge`] as polynomials of the stored numbers, each
//! positive where the axis leaves a gap, zero where it lets the shapes touch, negative where they
//! overlap along it. The [`Filter`] evaluates them in `f64` and trusts a sign beyond a proven error
//! bound; the [`Court`] evaluates the axes left open in exact numbers.
//!
//! The filter decides only on finite bounds well inside the range of `f64`, so neither overflow nor
//! underflow can turn into a proof.

use crate::exact::{Exact, Number};
use crate::space::Vector;
use core::cmp::Ordering;

/// Which axes tell two shapes apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Those that leave a gap: the question is whether the shapes share a point.
    Closed,
    /// Those that let the shapes touch, too: the question is whether they penetrate.
    Open,
}

/// What a stage makes of the axes that a text offers.
pub(crate) trait Judge<N: Number> {
    /// Whether candidate axis `index` certainly separates. `gap` is the axis's polynomial, `scale`
    /// what its rounding error is measured against.
    fn separates(&mut self, index: u32, gap: impl FnOnce() -> N, scale: impl FnOnce() -> N)
    -> bool;

    /// Whether a number is certainly zero.
    fn vanishes(&mut self, x: N) -> bool;
}

/// A pair's candidate axes.
pub(crate) trait Text<V: Vector> {
    /// A bound on the error of any gap over `f64`, in units of 2⁻⁵³ of its scale.
    const ERROR: f64;

    /// Offers the axes one by one; true as soon as one separates.
    fn separated<N: Number, J: Judge<N>>(&self, judge: &mut J) -> bool;
}

/// The filter: plain `f64` against a static bound.
#[derive(Debug)]
pub(crate) struct Filter {
    /// The error bound relative to an axis's scale.
    pub(crate) relative: f64,
    /// The axes to decide, one bit each; the others are known not to separate.
    asked: u32,
    /// The axes left open, one bit each.
    pub(crate) open: u32,
    /// The axes over which `worst` is taken, one bit each.
    watched: u32,
    /// The largest gap among the watched axes.
    pub(crate) worst: f64,
}

/// Bounds below this could hide an underflow, bounds above it an overflow.
const RANGE: core::ops::Range<f64> = 1e-250..1e250;

/// Half an ulp of one in `f64`.
const U: f64 = f64::EPSILON / 2.0;

impl Filter {
    /// A filter for the axes in `asked`, whose errors are at most `error` units of their scales.
    pub(crate) fn asking(error: f64, asked: u32) -> Self {
        Self { relative: error * U, asked, open: 0, watched: 0, worst: f64::NEG_INFINITY }
    }

    pub(crate) fn watching(self, watched: u32) -> Self {
        Self { watched, ..self }
    }
}

impl Judge<f64> for Filter {
    #[inline(always)]
    fn separates(
        &mut self,
        index: u32,
        gap: impl FnOnce() -> f64,
        scale: impl FnOnce() -> f64,
    ) -> bool {
        if self.asked >> index & 1 == 0 {
            return false;
        }
        let (gap, bound) = (gap(), self.relative * scale());
        let trusted = RANGE.contains(&bound);
        if trusted && gap > bound {
            return true;
        }
        if !(trusted && gap < -bound) {
            self.open |= 1 << index;
        }
        if self.watched >> index & 1 == 1 && gap > self.worst {
            self.worst = gap;
        }
        false
    }

    fn vanishes(&mut self, _x: f64) -> bool {
        false
    }
}

/// The court of last resort: exact numbers, for the axes a filter left open.
struct Court {
    open: u32,
    rule: Rule,
    /// A number outgrew its capacity, so that an axis remains undecided.
    overflowed: bool,
}

impl<N: Exact> Judge<N> for Court {
    fn separates(
        &mut self,
        index: u32,
        gap: impl FnOnce() -> N,
        _scale: impl FnOnce() -> N,
    ) -> bool {
        if self.open >> index & 1 == 0 {
            return false;
        }
        match gap().sign() {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => self.rule == Rule::Open,
            Some(Ordering::Less) => false,
            None => {
                self.overflowed = true;
                false
            }
        }
    }

    fn vanishes(&mut self, x: N) -> bool {
        match x.sign() {
            Some(sign) => sign == Ordering::Equal,
            None => {
                self.overflowed = true;
                false
            }
        }
    }
}

/// Whether a pair is not told apart: it intersects, or penetrates, as `rule` says.
#[inline]
pub(crate) fn decide<V: Vector, T: Text<V>>(text: &T, rule: Rule) -> bool {
    let mut filter = Filter::asking(T::ERROR, u32::MAX);
    if text.separated::<f64, _>(&mut filter) {
        return false;
    }
    filter.open == 0 || decide_exactly::<V, T>(text, rule, filter.open)
}

/// The limbs that hold every value of every text, whatever the input.
///
/// An `f32` is an integer of 277 bits in units of 2⁻¹⁴⁹. The highest degree a text reaches is 16
/// (a swept box in 2D, after squaring twice), and fewer than 64 terms are ever summed, each with a
/// factor below 2⁸.
const WIDEST: usize = 72;
const _: () = assert!(WIDEST * 64 >= 16 * 277 + 6 + 8, "capacity below the highest degree");

/// As [`decide`], for the axes in `open`, the others being known not to separate.
#[cold]
#[inline(never)]
pub(crate) fn decide_exactly<V: Vector, T: Text<V>>(text: &T, rule: Rule, open: u32) -> bool {
    // Game data fits into the first width; each further one is rarer and slower.
    judged::<V, T, 8>(text, rule, open)
        .or_else(|| judged::<V, T, 24>(text, rule, open))
        .or_else(|| judged::<V, T, WIDEST>(text, rule, open))
        .unwrap_or_else(|| unreachable!("no value of a text outgrows {WIDEST} limbs"))
}

fn judged<V: Vector, T: Text<V>, const N: usize>(text: &T, rule: Rule, open: u32) -> Option<bool> {
    let mut court = Court { open, rule, overflowed: false };
    let separated = text.separated::<V::Exact<N>, _>(&mut court);
    if separated {
        Some(false)
    } else if court.overflowed {
        None
    } else {
        Some(true)
    }
}

/// The sign of one exact value, by the narrowest numbers that hold it.
pub(crate) trait Value<V: Vector> {
    /// The value.
    fn value<N: Number>(&self) -> N;
}

/// The sign of a value that has no filter: rare questions go to the court at once.
pub(crate) fn sign<V: Vector>(value: &impl Value<V>) -> Ordering {
    value
        .value::<V::Exact<8>>()
        .sign()
        .or_else(|| value.value::<V::Exact<WIDEST>>().sign())
        .unwrap_or_else(|| unreachable!("no value of a text outgrows {WIDEST} limbs"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::exact::roundoff::{Roundoff, SLACK};

    /// Finds the largest error of a text, relative to its scale.
    #[derive(Debug, Default)]
    pub(crate) struct ErrorBound {
        pub(crate) worst: f64,
    }

    impl Judge<Roundoff> for ErrorBound {
        fn separates(
            &mut self,
            _index: u32,
            gap: impl FnOnce() -> Roundoff,
            scale: impl FnOnce() -> Roundoff,
        ) -> bool {
            let error = gap().error * SLACK / scale().magnitude;
            if error > self.worst {
                self.worst = error;
            }
            false
        }

        fn vanishes(&mut self, _x: Roundoff) -> bool {
            false
        }
    }

    /// Asserts that a constant covers a derived bound, and is not so loose that it costs speed.
    #[track_caller]
    pub(crate) fn assert_covers(constant: f64, derived: f64) {
        assert!(derived > 0.0 && derived <= constant, "derived {derived}, used {constant}");
        assert!(constant <= 2.0 * derived, "derived {derived}, used {constant}: too loose");
    }
}
