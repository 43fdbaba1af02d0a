//! Numbers of few bits: the filters' arithmetic, made so coarse that its errors show.

use crate::exact::{Number, Quotient};
use core::cell::RefCell;
use core::ops::{Add, Mul, Sub};

/// A number each of whose operations is off by a relative error that the test chooses.
///
/// A filter's constant counts in units of its arithmetic. So whether it is too small, or could be
/// halved, shows at any precision; at a low one an adversary finds the worst inputs and roundings
/// soon, and `f64` serves as the truth. An operation that no arithmetic rounds is exact here, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LowPrecision {
    pub(crate) value: f64,
    /// Which operation it comes from; none, for an input.
    operation: Option<u32>,
}

/// How operations round.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rounding<'a> {
    /// Not at all.
    Not,
    /// To so many bits, the nearest number, of two the even one: an arithmetic that could be built.
    Nearest(u32),
    /// The n-th operation has the n-th of these relative errors: what a bound has to cover that is
    /// derived from the size of such errors alone.
    Chosen(&'a [f64]),
}

/// An operation as it ran.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundedOperation {
    /// The operands that come from operations, each with the result's derivative by it.
    operands: [Option<(u32, f64)>; 2],
    /// The result, if it is one that rounds, else zero.
    roundable: f64,
}

#[derive(Default)]
struct Run {
    bits: Option<u32>,
    errors: Vec<f64>,
    steps: Vec<RoundedOperation>,
}

thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

/// Runs a formula with this rounding, and returns what it did.
pub(crate) fn rounding<T>(
    how: Rounding<'_>,
    formula: impl FnOnce() -> T,
) -> (T, Vec<RoundedOperation>) {
    let (bits, errors) = match how {
        Rounding::Not => (None, Vec::new()),
        Rounding::Nearest(bits) => (Some(bits), Vec::new()),
        Rounding::Chosen(errors) => (None, errors.to_vec()),
    };
    RUN.set(Run { bits, errors, steps: Vec::new() });
    let answer = formula();
    (answer, RUN.take().steps)
}

/// By how much the result of a run grows for each unit of each operation's relative error, to first
/// order. (Going through the operations backwards: Linnainmaa 1976.)
pub(crate) fn shares(steps: &[RoundedOperation], result: LowPrecision) -> Vec<f64> {
    let mut derivatives = vec![0.0; steps.len()];
    if let Some(last) = result.operation {
        derivatives[last as usize] = 1.0;
    }
    for (i, step) in steps.iter().enumerate().rev() {
        for (operand, derivative) in step.operands.into_iter().flatten() {
            derivatives[operand as usize] += derivatives[i] * derivative;
        }
    }
    derivatives.iter().zip(steps).map(|(derivative, step)| derivative * step.roundable).collect()
}

impl LowPrecision {
    fn input(value: f64) -> Self {
        Self { value, operation: None }
    }

    /// The result of an operation, given the operands and its derivatives by them.
    fn result(exact: f64, operands: [(Self, f64); 2], rounds: bool) -> Self {
        RUN.with_borrow_mut(|run| {
            let operation = run.steps.len();
            run.steps.push(RoundedOperation {
                operands: operands.map(|(operand, by)| Some((operand.operation?, by))),
                roundable: if rounds { exact } else { 0.0 },
            });
            let value = match (rounds, run.bits) {
                (false, _) => exact,
                (true, Some(bits)) => nearest(exact, bits),
                (true, None) => exact * (1.0 + run.errors.get(operation).copied().unwrap_or(0.0)),
            };
            Self { value, operation: Some(operation as u32) }
        })
    }

    fn unary(self, exact: f64, derivative: f64, rounds: bool) -> Self {
        Self::result(exact, [(self, derivative), (Self::ZERO, 0.0)], rounds)
    }
}

/// The nearest number of so many bits, of two the even one.
fn nearest(x: f64, bits: u32) -> f64 {
    // Added and taken away again, this leaves no room for the lower bits (Dekker 1971).
    let splitter = x * (((1u64 << (53 - bits)) + 1) as f64);
    splitter - (splitter - x)
}

/// Whether a factor only moves the point, or is zero.
fn is_power_of_two(x: f64) -> bool {
    x.to_bits() << 12 == 0
}

impl Add for LowPrecision {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let rounds = self.value != 0.0 && o.value != 0.0;
        Self::result(self.value + o.value, [(self, 1.0), (o, 1.0)], rounds)
    }
}

impl Sub for LowPrecision {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        let rounds = self.value != 0.0 && o.value != 0.0;
        Self::result(self.value - o.value, [(self, 1.0), (o, -1.0)], rounds)
    }
}

impl Mul for LowPrecision {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let rounds = !is_power_of_two(self.value) && !is_power_of_two(o.value);
        Self::result(self.value * o.value, [(self, o.value), (o, self.value)], rounds)
    }
}

impl Quotient for LowPrecision {
    fn over(self, o: Self) -> Self {
        let (exact, rounds) = (self.value / o.value, !is_power_of_two(o.value));
        Self::result(exact, [(self, 1.0 / o.value), (o, -exact / o.value)], rounds)
    }
}

impl PartialEq for LowPrecision {
    fn eq(&self, o: &Self) -> bool {
        self.value == o.value
    }
}

impl Number for LowPrecision {
    const ZERO: Self = Self { value: 0.0, operation: None };
    const ONE: Self = Self { value: 1.0, operation: None };
    fn of(x: f32) -> Self {
        Self::input(f64::from(x))
    }
    fn abs(self) -> Self {
        self.unary(self.value.abs(), self.value.signum(), false)
    }
    fn positive_part(self) -> Self {
        let above = if self.value > 0.0 { 1.0 } else { 0.0 };
        self.unary(self.value * above, above, false)
    }
    fn root(self, _slot: usize) -> Self {
        let root = self.value.sqrt();
        self.unary(root, 0.5 / root, true)
    }
    fn larger(self, o: Self) -> Self {
        if self.value > o.value { self } else { o }
    }
    fn twice(self) -> Self {
        self.unary(2.0 * self.value, 2.0, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_bits_round_to_the_nearest_even() {
        for (x, bits, expected) in [
            (1.0 + 1.0 / 16.0, 4, 1.0),
            (1.0 + 3.0 / 16.0, 4, 1.25),
            (1.0 + 1.0 / 16.0 + 1e-9, 4, 1.125),
            (-7.5, 3, -8.0),
            (-6.5, 3, -6.0),
            (0.1, 24, f64::from(0.1_f32)),
        ] {
            assert_eq!(nearest(x, bits), expected, "{x} to {bits} bits");
        }
    }

    /// `|3·5 − 21|·5 + 0`, whose product with 5, difference and last product round.
    fn formula() -> LowPrecision {
        let [three, five, many] = [3.0, 5.0, 21.0].map(LowPrecision::input);
        (three * five - many).abs() * five + LowPrecision::ZERO
    }

    #[test]
    fn chosen_errors_meet_their_operations() {
        let (result, steps) = rounding(Rounding::Chosen(&[0.5, 0.25, 0.125, 1.0]), formula);
        assert_eq!((result.value, steps.len()), ((22.5_f64 - 21.0) * 1.25 * 5.0 * 2.0, 5));
    }

    #[test]
    fn each_operation_has_its_share() {
        let (result, steps) = rounding(Rounding::Not, formula);
        assert_eq!(result.value, 30.0);
        assert_eq!(shares(&steps, result), [-75.0, 30.0, 0.0, 30.0, 0.0]);
    }
}
