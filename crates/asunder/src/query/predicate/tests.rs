use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK};
use crate::exact::degree::DegreeCounter;
use glam::Vec3;

/// Finds the largest error of a formula, relative to its scale.
#[derive(Debug, Default)]
pub(crate) struct ErrorBound {
    pub(crate) worst: f64,
}

impl AxisVisitor<Roundoff> for ErrorBound {
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

/// Finds the highest degree and depth of a formula's values.
struct Most(DegreeCounter);

impl AxisVisitor<DegreeCounter> for Most {
    fn separates(
        &mut self,
        _index: u32,
        gap: impl FnOnce() -> DegreeCounter,
        scale: impl FnOnce() -> DegreeCounter,
    ) -> bool {
        // Scales are never evaluated over estimates, so their depth does not count.
        let scale = DegreeCounter { depth: 0, ..scale() };
        self.0 = self.0.larger(gap()).larger(scale);
        false
    }

    fn vanishes(&mut self, x: DegreeCounter) -> bool {
        self.0 = self.0.larger(x);
        false
    }
}

/// The highest degree of any formula with roots; two of its factors are roots.
const MOST_DEGREE_OF_ROOTS: u32 = 6;

fn most<V: Vector, T: AxisTest<V>>(test: &T) -> DegreeCounter {
    let mut most = Most(DegreeCounter::ZERO);
    assert!(!test.separated::<DegreeCounter, _>(&mut most));
    most.0
}

/// Asserts that a formula is of at most the degree it states, and no deeper than estimates allow. Called for
/// every formula that a test decides exactly; the degree may be lower where a shape has zeros.
#[track_caller]
pub(crate) fn hold<V: Vector, T: AxisTest<V>>(test: &T) {
    let most = most(test);
    most.hold();
    most.hold_degree(T::DEGREE);
    if V::EDGES == 0 {
        // In 2D norms are roots.
        most.hold_degree(MOST_DEGREE_OF_ROOTS);
    }
}

/// Asserts that a formula is of the degree it states, and no lower one.
#[track_caller]
pub(crate) fn assert_degree<V: Vector, T: AxisTest<V>>(test: &T) {
    hold::<V, T>(test);
    assert_eq!(most(test).degree, T::DEGREE);
}

/// Asserts that the filter decides every axis of a test as exact numbers do, or leaves it open.
#[track_caller]
pub(crate) fn assert_filtered<V: Vector, T: AxisTest<V>>(test: &T) {
    for index in 0..u32::BITS {
        let mut filter = F64Filter::asking(T::ERROR, 1 << index);
        let separated = test.separated::<f64, _>(&mut filter);
        let mut visitor = ExactVisitor::asking(1 << index, Rule::Closed);
        let actual = V::Exact::scoped(|| test.separated::<V::Exact, _>(&mut visitor));
        assert!(filter.open != 0 || separated == actual, "axis {index}");
    }
}

/// Whether the filter decides one axis.
fn decided(error: f64, gap: f64, scale: f64) -> bool {
    let mut filter = F64Filter::asking(error, u32::MAX);
    filter.separates(0, || gap, || scale);
    filter.open == 0
}

/// A formula with one axis, which has this gap and scale.
struct Single {
    gap: f32,
    scale: f32,
}

impl AxisTest<Vec3> for Single {
    const ERROR: f64 = 8.0;
    const DEGREE: u32 = 1;

    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        visitor.separates(0, || N::of(self.gap), || N::of(self.scale))
    }
}

#[test]
fn a_gap_within_its_error_is_left_open() {
    for sign in [1.0, -1.0] {
        assert!(!decided(8.0, sign * 7.9 * UNIT, 1.0) && decided(8.0, sign * 8.1 * UNIT, 1.0));
        let look =
            |units: f32| f32_stage(&Single { gap: sign as f32 * units * UNIT_F32, scale: 1.0 });
        assert_eq!((look(7.9), look(8.1)), (None, Some(sign < 0.0)));
    }
}

#[test]
fn what_may_have_left_the_range_is_left_open() {
    // Products are multiples of the least subnormal, and the sum of a hundred of the largest is finite.
    for (factors, roots) in [(MOST_DEGREE - 1, 0), (MOST_DEGREE_OF_ROOTS, 2)] {
        assert!(factors * 149 + roots * 52 <= 1022 + 52 && factors * 128 + 7 <= 1023);
    }
    let loss = f64::from_bits(1);
    assert!(100.0 * loss < RANGE.start * UNIT && RANGE.end < f64::MAX * UNIT);
    for bound in [0.1 * RANGE.start, 10.0 * RANGE.end, f64::INFINITY, f64::NAN] {
        assert!(!decided(8.0, f64::INFINITY, bound / (8.0 * UNIT)), "{bound}");
    }
}

/// Squares of lengths, or those times a normal below a thousand, do not overflow below the limit, even
/// if a hundred are added. The error of underflow is derived at [`F32_UNDERFLOW`].
#[test]
fn a_glance_is_not_trusted_where_numbers_get_lost() {
    let limit = f64::from(F32_LIMIT);
    assert!(100.0 * 1e3 * limit < f64::from(f32::MAX));
    // A hundred underflows, each times the largest factors that a scale below the limit allows.
    let lost = 100.0 * f64::from(f32::MIN_POSITIVE) * limit.sqrt() * 1e6;
    assert!(lost > 0.0 && lost <= f64::from(F32_UNDERFLOW), "{lost:e}");
    let look = |gap, scale| f32_stage(&Single { gap, scale });
    assert_eq!(look(f32::MAX, 1.1 * F32_LIMIT), None);
    assert_eq!(look(0.9 * F32_UNDERFLOW, 0.0), None);
}

/// Asserts that a constant covers a derived bound, and is not so loose that it costs speed.
#[track_caller]
pub(crate) fn assert_covers(constant: f64, derived: f64) {
    assert!(derived > 0.0 && derived <= constant, "derived {derived}, used {constant}");
    assert!(constant <= 2.0 * derived, "derived {derived}, used {constant}: too loose");
}

/// An axis that is zero, which estimates cannot say, with a gap of zero.
struct ZeroAxis;

impl AxisTest<Vec3> for ZeroAxis {
    const ERROR: f64 = 8.0;
    const DEGREE: u32 = 3;

    fn separated<N: Number, J: AxisVisitor<N>>(&self, visitor: &mut J) -> bool {
        let third = N::of(1.0 / 3.0);
        let component = third * third * third - third * (third * third);
        !visitor.vanishes(component) && visitor.separates(0, || N::ZERO, || N::ONE)
    }
}

#[test]
fn an_axis_that_may_be_zero_separates_by_a_gap_alone() {
    for rule in [Rule::Closed, Rule::Open] {
        assert!(decide_exactly::<Vec3, _>(&ZeroAxis, rule, 1), "{rule:?}");
    }
}
