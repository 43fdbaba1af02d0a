//! Could a filter's constant be smaller? An adversary over coarse numbers tries to fool it.
//!
//! The bounds that `Roundoff` derives are proven, but nothing says that they are near what can happen.
//! Here a search looks for a pair that is all but tied, and for roundings of every operation, such that
//! a part of the constant would let a wrong sign pass. The largest such part measures how much of the
//! constant is needed; the whole constant must never be fooled.

use crate::analysis::low_precision::{LowPrecision, Rounding, rounding, shares};
use crate::exact::Number;
use crate::query::predicate::{AxisTest, AxisVisitor};
use crate::space::Vector;
use core::cell::Cell;

/// The bits of the coarse numbers.
const BITS: u32 = 11;

/// Half an ulp of one.
const UNIT: f64 = 1.0 / (1 << BITS) as f64;

/// What a run of a formula computes for each axis: its index, gap and scale.
#[derive(Debug)]
pub(crate) struct Record<N> {
    pub(crate) axes: Vec<(u32, N, N)>,
}

impl<N: Number> Record<N> {
    fn of<V: Vector>(test: &impl AxisTest<V>) -> Vec<(u32, N, N)> {
        let mut record = Self { axes: Vec::new() };
        test.separated::<N, _>(&mut record);
        record.axes
    }
}

impl<N: Number> AxisVisitor<N> for Record<N> {
    fn separates(
        &mut self,
        index: u32,
        gap: impl FnOnce() -> N,
        scale: impl FnOnce() -> N,
    ) -> bool {
        // In this order, so that an operation keeps its place.
        let gap = gap();
        self.axes.push((index, gap, scale()));
        false
    }

    fn vanishes(&mut self, _x: N) -> bool {
        false
    }
}

/// Who tries to fool a formula's filter.
#[derive(Debug)]
pub(crate) struct Adversary {
    /// What a unit of a true gap costs, in units of error: one in the end, when only a tie will do.
    price: Cell<f64>,
    /// The largest constant that rounding to nearest has fooled.
    nearest: Cell<f64>,
}

impl Adversary {
    /// How large a constant the worst roundings fool for a pair, on its worst axis. Once the price of
    /// a true gap is one, this is proven by a run.
    ///
    /// To first order a gap's error is a sum over its operations, each of which has a share; so the
    /// roundings are the worst where each pushes to the same side.
    pub(crate) fn fools<V: Vector>(&self, test: &impl AxisTest<V>) -> f64 {
        // The error of f64 is less than a millionth of a unit here, so it counts as the truth.
        let actual = Record::<f64>::of(test);
        let low_precision = |how: Rounding<'_>| rounding(how, || Record::<LowPrecision>::of(test));
        let (nearest, _) = low_precision(Rounding::Nearest(BITS));
        for (computed, actual) in nearest.iter().zip(&actual) {
            let fooled = wrongness(computed, actual);
            self.nearest.set(if fooled > self.nearest.get() { fooled } else { self.nearest.get() });
        }
        let (ideal, steps) = low_precision(Rounding::Not);
        let promise = |&(_, gap, scale): &(u32, LowPrecision, LowPrecision)| {
            let sum: f64 = shares(&steps, gap).iter().map(|share| share.abs()).sum();
            (sum - self.price.get() * gap.value.abs() / UNIT) / scale.value
        };
        let axes = (0..ideal.len()).filter(|&axis| ideal[axis].2.value > 0.0);
        let axes = axes.map(|axis| (promise(&ideal[axis]), axis));
        let Some((promised, axis)) = axes.max_by(|a, b| a.0.total_cmp(&b.0)) else {
            return f64::NEG_INFINITY;
        };
        if self.price.get() < 1.0 {
            return promised;
        }
        let side = if actual[axis].1 > 0.0 { -UNIT } else { UNIT };
        let shares = shares(&steps, ideal[axis].1);
        let errors: Vec<f64> = shares.iter().map(|share| side * share.signum()).collect();
        wrongness(&low_precision(Rounding::Chosen(&errors)).0[axis], &actual[axis])
    }
}

/// How far the sign of a computed gap is wrong, in units of its scale; not above zero if it is right.
fn wrongness(computed: &(u32, LowPrecision, LowPrecision), actual: &(u32, f64, f64)) -> f64 {
    let (_, gap, scale) = computed;
    let wrong = if actual.1 > 0.0 { -gap.value } else { gap.value };
    if scale.value > 0.0 { wrong / (scale.value * UNIT) } else { f64::NEG_INFINITY }
}

/// Asserts that a constant is never fooled, and that it would be if it were divided by `factor`.
///
/// A pair is made of `N` numbers between -1 and 1, which `fools` hands to the adversary. The bounds of
/// short formulas are so near the truth that half of them is fooled. Those of long ones add up errors and
/// sizes that no one pair has together: a sum of products of two unit vectors counts as three.
#[track_caller]
pub(crate) fn assert_needed<const N: usize>(
    constant: f64,
    factor: f64,
    rounds: usize,
    fools: impl Fn(&[f32; N], &Adversary) -> f64,
) {
    let adversary = Adversary { price: Cell::new(1.0), nearest: Cell::new(0.0) };
    let found = search(rounds, 200, |numbers, price| {
        adversary.price.set(price);
        fools(numbers, &adversary)
    });
    let nearest = adversary.nearest.get();
    // Shown by `cargo test needed -- --nocapture`.
    println!("of {constant} units {found:.2} are needed, {nearest:.2} by rounding to nearest");
    assert!(found <= constant && nearest <= constant, "{constant} is fooled: {found}, {nearest}");
    assert!(found > constant / factor, "{constant} / {factor} is not fooled: {found}");
}

/// A small generator of pseudorandom numbers (Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    /// Between -1 and 1.
    fn number(&mut self) -> f32 {
        (self.throw() % 4095) as f32 / 2047.0 - 1.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.throw() % count as u64) as usize
    }
}

/// The largest value of `measure` that a search over `N` numbers between -1 and 1 finds.
///
/// What the numbers must satisfy has a price that `measure` charges, low at first: so the search goes
/// for large values before it minds the constraint. The last stages charge a price of one.
pub(crate) fn search<const N: usize>(
    rounds: usize,
    steps: usize,
    mut measure: impl FnMut(&[f32; N], f64) -> f64,
) -> f64 {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut best = f64::NEG_INFINITY;
    for _ in 0..rounds {
        let mut numbers: [f32; N] = core::array::from_fn(|_| dice.number());
        for stage in 0..2 * BITS {
            let price = if stage < BITS { UNIT * (1 << stage) as f64 } else { 1.0 };
            let mut found = measure(&numbers, price);
            // From large steps to small ones.
            let size = 2.0 / (1 << stage) as f32;
            for _ in 0..steps {
                let mut next = numbers;
                for _ in 0..=dice.below(3) {
                    let i = dice.below(N);
                    let moved = match dice.below(8) {
                        0 => 0.0,
                        1 => numbers[i].signum(),
                        _ => numbers[i] + size * dice.number(),
                    };
                    next[i] = if moved.abs() <= 1.0 { moved } else { numbers[i] };
                }
                let reached = measure(&next, price);
                if reached >= found {
                    (numbers, found) = (next, reached);
                }
            }
            if price == 1.0 && found > best {
                best = found;
            }
        }
    }
    best
}
