//! Filtered predicates: floating-point filters, then exact numbers where they are uncertain.
//!
//! Two convex shapes are apart if and only if some axis of a finite list separates them. A pair's
//! [`AxisTest`] offers its candidate axes to an [`AxisVisitor`] as polynomials of the stored numbers:
//! positive if there is a gap along the axis, zero if the projections touch, negative if they overlap.
//! [`f32_stage`] evaluates them in `f32`, the [`F64Filter`] in `f64`; both trust a sign beyond a proven error
//! bound. The [`ExactVisitor`] evaluates the uncertain ones in exact numbers.
//!
//! The filters decide only well inside the range of their numbers, so that neither overflow nor underflow can
//! pass for a proof. They keep the result of a comparison as a value rather than branch on it: the sign of a
//! gap is nearly random, and a mispredicted branch costs more than all the arithmetic.

#[cfg(test)]
pub(crate) mod tests;

use crate::exact::{Estimate, Exact, Number, UNIT, UNIT_F32, certain};
use crate::space::Vector;
use core::cmp::Ordering;

/// What counts as separated: a gap along an axis, or a touch as well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Only a gap separates: the question is whether the shapes share a point.
    Closed,
    /// A gap or a touch separates: the question is whether the shapes penetrate.
    Open,
}

impl Rule {
    /// Whether a number is so far beyond a limit that it separates: above it, or by the open rule at it.
    #[inline(always)]
    pub(crate) fn is_beyond<T: PartialOrd>(self, x: T, limit: T) -> bool {
        x > limit || x == limit && self == Self::Open
    }

    /// Whether a gap separates, as it compares with zero.
    #[inline(always)]
    pub(crate) fn separates(self, gap: Ordering) -> bool {
        self.is_beyond(gap, Ordering::Equal)
    }
}

/// A visitor of candidate axes: one stage of a filtered predicate.
pub(crate) trait AxisVisitor<N: Number> {
    /// Whether candidate axis `index` certainly separates. `gap` is the axis's polynomial; its rounding
    /// error is relative to `scale`.
    fn separates(&mut self, index: u32, gap: impl FnOnce() -> N, scale: impl FnOnce() -> N)
    -> bool;

    /// Whether a number is certainly zero.
    fn vanishes(&mut self, x: N) -> bool;
}

/// A pair's candidate axes.
pub(crate) trait AxisTest<V: Vector> {
    /// A bound on the error of any gap in floats, relative to its scale, in units of half an ulp of one
    /// (2⁻⁵³ for `f64`, 2⁻²⁴ for `f32`).
    const ERROR: f64;

    /// The degree of the polynomials: the most stored numbers in one product of a gap or its scale.
    const DEGREE: u32;

    /// Offers the axes one by one; true as soon as one separates.
    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool;
}

/// The filter in `f64`, with a static error bound.
#[derive(Debug)]
pub(crate) struct F64Filter {
    /// The error bound relative to an axis's scale.
    pub(crate) relative: f64,
    /// The axes to decide, as a bit set; the others are known not to separate.
    asked: u32,
    /// The axes whose sign is uncertain, as a bit set.
    pub(crate) open: u32,
    /// The axes over which `worst` is taken, as a bit set.
    watched: u32,
    /// The largest gap among the watched axes.
    pub(crate) worst: f64,
}

/// The highest degree of any formula.
const MOST_DEGREE: u32 = 8;

/// The error bounds that are trusted: smaller ones may hide an underflow, larger ones an overflow.
///
/// Products of up to seven stored numbers cannot underflow or overflow. An `f32` is a multiple of 2⁻¹⁴⁹, so
/// a value of degree seven, rounded or not, is a multiple of 2⁻¹⁰⁴³, which `f64` can represent however small
/// it is. (A root has 53 bits, so its last is up to 52 places lower; but no formula with roots has more than
/// six factors, two of them roots.) And a product of seven is below 2⁸⁹⁶.
///
/// A product of eight is not multiplied any further. Each may lose half of the least number, 2⁻¹⁰⁷⁵, to
/// underflow; a hundred such losses are negligible beside a bound in range. If one overflows, the bound is
/// out of range: it covers the rounding error of that product, so it is above 2⁹⁷⁰.
const RANGE: core::ops::Range<f64> = 1e-250..1e250;

impl F64Filter {
    /// A filter for the axes in `asked`, whose errors are at most `error` units of their scales.
    pub(crate) fn asking(error: f64, asked: u32) -> Self {
        Self { relative: error * UNIT, asked, open: 0, watched: 0, worst: f64::NEG_INFINITY }
    }

    pub(crate) fn watching(self, watched: u32) -> Self {
        Self { watched, ..self }
    }
}

impl AxisVisitor<f64> for F64Filter {
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
        let decided = trusted & (gap.abs() > bound);
        self.open |= u32::from(!decided) << index;
        if self.watched >> index & 1 == 1 && gap > self.worst {
            self.worst = gap;
        }
        decided & (gap > 0.0)
    }

    #[inline(always)]
    fn vanishes(&mut self, _x: f64) -> bool {
        false
    }
}

/// The filter in `f32`: the largest gap of a formula, with one error bound for all gaps.
struct F32Filter {
    /// The largest gap.
    worst: f32,
    /// The largest scale.
    scale: f32,
    /// Whether all scales are so small that no gap can have overflowed.
    trusted: bool,
}

/// The scale from which on a gap may have overflowed.
const F32_LIMIT: f32 = 1e18;

/// A bound on the error that underflow causes in a gap.
///
/// A product or an input that underflows, gradually or to zero, is off by less than 2⁻¹²⁶. Scales below the
/// limit are squares of lengths below 1e9, or those times a normal below 1e3, so a number that underflows is
/// multiplied by less than 1e15, and a gap sums fewer than a hundred of them. Components of a direction that
/// underflow are negligible beside the direction, and so beside the scale. In all, the error is below 2e-21;
/// the larger bound costs nothing, because scales are not that small.
const F32_UNDERFLOW: f32 = 1e-18;

impl AxisVisitor<f32> for F32Filter {
    #[inline(always)]
    fn separates(
        &mut self,
        _index: u32,
        gap: impl FnOnce() -> f32,
        scale: impl FnOnce() -> f32,
    ) -> bool {
        let (gap, scale) = (gap(), scale());
        self.trusted &= scale < F32_LIMIT;
        self.worst = if gap > self.worst { gap } else { self.worst };
        self.scale = if scale > self.scale { scale } else { self.scale };
        false
    }

    #[inline(always)]
    fn vanishes(&mut self, _x: f32) -> bool {
        false
    }
}

/// Whether no axis separates a pair, in `f32`; `None` where that is uncertain, which is rare.
///
/// For formulas of degree two in lengths, with directions between 1e-3 and 1e3 long.
#[inline(always)]
pub(crate) fn f32_stage<V: Vector, T: AxisTest<V>>(test: &T) -> Option<bool> {
    let mut visitor = F32Filter { worst: f32::NEG_INFINITY, scale: 0.0, trusted: true };
    test.separated::<f32, _>(&mut visitor);
    let bound = T::ERROR as f32 * UNIT_F32 * visitor.scale + F32_UNDERFLOW;
    (visitor.trusted & (visitor.worst.abs() > bound)).then_some(visitor.worst < 0.0)
}

/// The last stage: exact signs of the axes that a filter left uncertain.
struct ExactVisitor {
    open: u32,
    rule: Rule,
    /// Whether some sign was uncertain.
    undecided: bool,
    /// Whether the next axis may be zero: then a gap of zero along it says nothing.
    may_vanish: bool,
}

impl ExactVisitor {
    fn asking(open: u32, rule: Rule) -> Self {
        Self { open, rule, undecided: false, may_vanish: false }
    }
}

impl<N: Exact> AxisVisitor<N> for ExactVisitor {
    fn separates(
        &mut self,
        index: u32,
        gap: impl FnOnce() -> N,
        _scale: impl FnOnce() -> N,
    ) -> bool {
        let may_vanish = core::mem::take(&mut self.may_vanish);
        if self.open >> index & 1 == 0 {
            return false;
        }
        match N::scoped(|| gap().sign()) {
            Some(Ordering::Equal) if may_vanish => false,
            Some(gap) => self.rule.separates(gap),
            None => {
                self.undecided = true;
                false
            }
        }
    }

    fn vanishes(&mut self, x: N) -> bool {
        match x.sign() {
            Some(sign) => sign == Ordering::Equal,
            None => {
                (self.undecided, self.may_vanish) = (true, true);
                false
            }
        }
    }
}

/// Whether no axis separates a pair: it intersects, or penetrates, as `rule` says.
#[inline]
pub(crate) fn decide<V: Vector, T: AxisTest<V>>(test: &T, rule: Rule) -> bool {
    let mut filter = F64Filter::asking(T::ERROR, u32::MAX);
    let separated = test.separated::<f64, _>(&mut filter);
    if filter.open != 0 && !separated {
        return decide_exactly::<V, T>(test, rule, filter.open);
    }
    !separated
}

/// As [`decide`], for the few pairs for which [`f32_stage`] was uncertain.
///
/// Takes the test by value: if this call borrowed it, `f32_stage` would have to keep it in memory too.
#[cold]
#[inline(never)]
pub(crate) fn decide_slow<V: Vector, T: AxisTest<V>>(test: T, rule: Rule) -> bool {
    decide(&test, rule)
}

/// As [`decide`], for the axes in `open`, the others being known not to separate.
#[cold]
#[inline(never)]
pub(crate) fn decide_exactly<V: Vector, T: AxisTest<V>>(test: &T, rule: Rule, open: u32) -> bool {
    const { assert!(T::DEGREE <= MOST_DEGREE, "the filter's range is for texts of lower degree") };
    #[cfg(test)]
    tests::hold::<V, T>(test);
    // Shapes on a grid have few digits, so estimates often do not round, and prove even a zero.
    visit_axes::<V, T, Estimate>(test, rule, open).unwrap_or_else(|| {
        V::Exact::scoped(|| certain(visit_axes::<V, T, V::Exact>(test, rule, open)))
    })
}

fn visit_axes<V: Vector, T: AxisTest<V>, N: Exact>(
    test: &T,
    rule: Rule,
    open: u32,
) -> Option<bool> {
    let mut visitor = ExactVisitor::asking(open, rule);
    let separated = test.separated::<N, _>(&mut visitor);
    if separated {
        Some(false)
    } else if visitor.undecided {
        None
    } else {
        Some(true)
    }
}

/// A question that any exact kind of number can answer, if the signs it needs are certain.
pub(crate) trait Predicate<V: Vector> {
    /// The type of the answer.
    type Answer;
    /// The answer; `None` where a sign is uncertain.
    fn answer<N: Exact>(&self) -> Option<Self::Answer>;
}

/// The answer to a predicate: by estimates if they are certain, else by exact numbers.
pub(crate) fn evaluate<V: Vector, C: Predicate<V>>(predicate: &C) -> C::Answer {
    predicate.answer::<Estimate>().unwrap_or_else(|| evaluate_exactly::<V, C>(predicate))
}

/// The answer to a predicate that estimates may leave uncertain: by longer ones, else by exact numbers.
#[cold]
#[inline(never)]
pub(crate) fn evaluate_exactly<V: Vector, C: Predicate<V>>(predicate: &C) -> C::Answer {
    let exactly = || V::Exact::scoped(|| certain(predicate.answer::<V::Exact>()));
    predicate.answer::<V::Longer>().unwrap_or_else(exactly)
}
