//! Filtered predicates: floats decide what is clear, exact numbers what is left.
//!
//! Two convex shapes are apart if and only if some axis of a finite list separates them. A pair's
//! [`AxisTest`] offers its candidate axes to a [`AxisVisitor`] as polynomials of the stored numbers, each
//! positive where the axis leaves a gap, zero where it lets the shapes touch, negative where they
//! overlap along it. A [`f32_stage`] evaluates them in `f32`, the [`F64Filter`] in `f64`; both trust a
//! sign beyond a proven error bound. The [`ExactVisitor`] evaluates the axes left open in exact numbers.
//!
//! The filters decide only well inside the range of their numbers, so neither overflow nor
//! underflow can turn into a proof. They hold every comparison of a gap as a value, not a branch:
//! which side of an axis a shape is on is as good as random, and a mispredicted branch
//! costs more than all the arithmetic.

#[cfg(test)]
pub(crate) mod tests;

use crate::exact::{Certain, Estimate, Exact, Number, UNIT, UNIT_F32, certain};
use crate::space::Vector;
use core::cmp::Ordering;

/// Which axes separate two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Those that leave a gap: the question is whether the shapes share a point.
    Closed,
    /// Those that let the shapes touch, too: the question is whether they penetrate.
    Open,
}

/// What a stage makes of the axes that a formula offers.
pub(crate) trait AxisVisitor<N: Number> {
    /// Whether candidate axis `index` certainly separates. `gap` is the axis's polynomial, `scale`
    /// what its rounding error is measured against.
    fn separates(&mut self, index: u32, gap: impl FnOnce() -> N, scale: impl FnOnce() -> N)
    -> bool;

    /// Whether a number is certainly zero.
    fn vanishes(&mut self, x: N) -> bool;
}

/// A pair's candidate axes.
pub(crate) trait AxisTest<V: Vector> {
    /// A bound on the error of any gap over floats, in units of half an ulp of one (2⁻⁵³ for `f64`,
    /// 2⁻²⁴ for `f32`) of its scale.
    const ERROR: f64;

    /// The most stored numbers that are multiplied to make a gap or its scale.
    const DEGREE: u32;

    /// Offers the axes one by one; true as soon as one separates.
    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool;
}

/// The filter: plain `f64` against a static bound.
#[derive(Debug)]
pub(crate) struct F64Filter {
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

/// No formula multiplies more stored numbers.
const MOST_DEGREE: u32 = 8;

/// Bounds below this could hide an underflow, bounds above it an overflow.
///
/// Up to seven factors, nothing is ever lost. An `f32` is a multiple of 2⁻¹⁴⁹, so whatever is made of
/// seven, rounded or not, is a multiple of 2⁻¹⁰⁴³, and `f64` holds such however small it is. (A root
/// keeps 53 bits, and reaches further down by 52 places; but no formula with roots has more than six
/// factors, two of them roots.) And a product of seven is below 2⁸⁹⁶.
///
/// With an eighth, nothing is multiplied any more. Of each such product half of the least number,
/// 2⁻¹⁰⁷⁵, may get lost, which even for a hundred is nothing beside a bound in range. And if one
/// overflows, the bound is not in range: it is a bound on the errors of the gap, of which one is what
/// rounding takes from that product, and therefore above 2⁹⁷⁰.
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

/// A first look at a formula: all its gaps in `f32`, against one bound.
struct F32Filter {
    /// The largest gap, which stands for all.
    worst: f32,
    /// The largest scale.
    scale: f32,
    /// No scale is so large that a gap may have overflowed.
    trusted: bool,
}

/// Scales above this could hide an overflow.
const F32_LIMIT: f32 = 1e18;

/// Covers what underflow takes from a gap.
///
/// A product or an input that gets lost, gradually or to zero, is off by less than 2⁻¹²⁶. Scales
/// below the limit are squares of lengths below 1e9, or those times a normal below 1e3, so whatever
/// a lost number is multiplied with is below 1e15, and a gap sums fewer than a hundred of them. Parts
/// of a direction that get lost are negligible beside the direction, and beside the scale with it. All
/// that is below 2e-21; the rest costs nothing, because scales are not that small.
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

/// The verdict of `f32`: whether no axis separates a pair; `None` where that is uncertain, which is rare.
///
/// For formulas of degree two in lengths, whose directions are between 1e-3 and 1e3 long.
#[inline(always)]
pub(crate) fn f32_stage<V: Vector, T: AxisTest<V>>(test: &T) -> Option<bool> {
    let mut visitor = F32Filter { worst: f32::NEG_INFINITY, scale: 0.0, trusted: true };
    test.separated::<f32, _>(&mut visitor);
    let bound = T::ERROR as f32 * UNIT_F32 * visitor.scale + F32_UNDERFLOW;
    (visitor.trusted & (visitor.worst.abs() > bound)).then_some(visitor.worst < 0.0)
}

/// The last stage: exact signs of the axes that a filter left open.
struct ExactVisitor {
    open: u32,
    rule: Rule,
    /// Some sign was uncertain, so that an axis remains undecided.
    undecided: bool,
}

impl<N: Exact> AxisVisitor<N> for ExactVisitor {
    fn separates(
        &mut self,
        index: u32,
        gap: impl FnOnce() -> N,
        _scale: impl FnOnce() -> N,
    ) -> bool {
        if self.open >> index & 1 == 0 {
            return false;
        }
        match N::scoped(|| gap().sign()) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => self.rule == Rule::Open,
            Some(Ordering::Less) => false,
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
                self.undecided = true;
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

/// As [`decide`], for the few pairs at which a [`f32_stage`] was not enough.
///
/// Takes the test by value: borrowed by a call, it would be kept in memory for the float stage as well.
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
    // What rests on a grid has few digits, so that estimates of it do not round and prove a zero.
    visit_axes::<V, T, Estimate>(test, rule, open).unwrap_or_else(|| {
        V::Exact::scoped(|| certain(visit_axes::<V, T, V::Exact>(test, rule, open)))
    })
}

fn visit_axes<V: Vector, T: AxisTest<V>, N: Exact>(
    test: &T,
    rule: Rule,
    open: u32,
) -> Option<bool> {
    let mut visitor = ExactVisitor { open, rule, undecided: false };
    let separated = test.separated::<N, _>(&mut visitor);
    if separated {
        Some(false)
    } else if visitor.undecided {
        None
    } else {
        Some(true)
    }
}

/// A value whose exact sign is asked for.
pub(crate) trait Value<V: Vector> {
    /// The value.
    fn value<N: Number>(&self) -> N;
}

/// The sign of a value without a filter, by exact numbers straight away: it is asked rarely.
pub(crate) fn sign<V: Vector>(value: &impl Value<V>) -> Ordering {
    V::Exact::scoped(|| value.value::<V::Exact>().ordering())
}

/// What any number may find out, if its signs are certain.
pub(crate) trait Predicate<V: Vector> {
    /// What is found out.
    type Answer;
    /// The answer; `None` where a sign is uncertain.
    fn answer<N: Exact>(&self) -> Option<Self::Answer>;
}

/// The value of a predicate, by the fastest numbers that are certain.
pub(crate) fn evaluate<V: Vector, C: Predicate<V>>(predicate: &C) -> C::Answer {
    predicate.answer::<Estimate>().unwrap_or_else(|| evaluate_exactly::<V, C>(predicate))
}

/// The value of a predicate, by exact numbers.
#[cold]
#[inline(never)]
pub(crate) fn evaluate_exactly<V: Vector, C: Predicate<V>>(predicate: &C) -> C::Answer {
    V::Exact::scoped(|| certain(predicate.answer::<V::Exact>()))
}
