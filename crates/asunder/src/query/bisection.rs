//! The greatest `f32` at which an exact, monotone predicate is true.

use crate::exact::{at_or_below, widen};

/// The number of steps near the estimate before bisection.
const NEAR: u32 = 6;

/// The number of steps before another estimate is asked for.
const TRUSTED: u32 = 4;

/// The greatest `f32` from zero to `end` at which `holds` is true, or zero if there is none. The
/// predicate must be true below any number above zero at which it is true. It is evaluated twice if the
/// estimate is right, and 37 times at most.
pub(super) fn largest_f32(estimate: f64, end: f32, holds: impl Fn(f32) -> bool) -> f32 {
    largest_f32_or(estimate, || None, end, holds)
}

/// As [`largest_f32`], with other estimates, each asked for if the one before is far off, until there is none. Then
/// it is evaluated some twice more if that one is right, and 37 times at most after the last.
pub(super) fn largest_f32_or(
    estimate: f64,
    mut another: impl FnMut() -> Option<f64>,
    end: f32,
    holds: impl Fn(f32) -> bool,
) -> f32 {
    // In order, the floats that are not negative are the integers of their bits.
    let (mut low, mut high) = (0, end.to_bits() + 1);
    let mut probe = not_above(estimate, end).to_bits();
    let (mut evaluations, mut step) = (0, 1);
    let mut has_another = true;
    while high - low > 1 {
        if evaluations == TRUSTED && has_another {
            match another() {
                Some(estimate) => {
                    (probe, evaluations, step) = (not_above(estimate, end).to_bits(), 0, 1);
                }
                None => has_another = false,
            }
        }
        if evaluations >= NEAR {
            probe = low + (high - low) / 2;
        } else if probe <= low {
            probe = low + 1;
        } else if probe >= high {
            probe = high - 1;
        }
        if holds(f32::from_bits(probe)) {
            low = probe;
            probe += step;
        } else {
            high = probe;
            probe = probe.saturating_sub(step);
        }
        // Neighbours first, then steps eight times as long each time.
        evaluations += 1;
        step = if evaluations == 1 || evaluations >= NEAR { 1 } else { step * 8 };
    }
    f32::from_bits(low)
}

/// The greatest `f32` from zero to `end` that is not above `x`; zero, if `x` is NaN.
fn not_above(x: f64, end: f32) -> f32 {
    if !(x > 0.0) {
        return 0.0;
    }
    if x >= widen(end) {
        return end;
    }
    at_or_below(x)
}

/// The estimate, clamped between the `f32` that was found and the next one.
pub(super) fn clamped_to(estimate: f64, fraction: f32) -> f64 {
    let low = widen(fraction);
    if fraction.to_bits() == f32::MAX.to_bits() {
        return if estimate > low { estimate } else { low };
    }
    let high = widen(f32::from_bits(fraction.to_bits() + 1));
    if estimate > high {
        high
    } else if estimate > low {
        estimate
    } else {
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    fn found(estimate: f64, end: f32, last: f32) -> (f32, u32) {
        let evaluations = Cell::new(0);
        let fraction = largest_f32(estimate, end, |fraction| {
            evaluations.set(evaluations.get() + 1);
            assert!(fraction > 0.0 && fraction <= end, "{fraction}");
            fraction <= last
        });
        (fraction, evaluations.get())
    }

    #[test]
    fn a_right_estimate_costs_two_evaluations() {
        for last in [f32::from_bits(1), 1e-40, 0.5, 1.0, 3.25, f32::MAX.next_down()] {
            let above = f64::from(last) + f64::from(last.next_up() - last) / 2.0;
            assert_eq!(found(above, f32::MAX, last), (last, 2));
        }
        assert_eq!(found(-1.0, f32::MAX, 0.0), (0.0, 1), "starts inside");
        assert_eq!(found(1.0, 1.0, 1.0), (1.0, 1), "nothing is after the end");
    }

    #[test]
    fn a_wrong_estimate_costs_time_and_nothing_else() {
        let estimates = [-1.0, 0.0, 1e-45, 1e-3, 0.5, 0.999, 1e9, 1e38, f64::INFINITY, f64::NAN];
        for estimate in estimates {
            for last in [0.0, f32::from_bits(1), 1e-30, 0.49999, 1.0 - f32::EPSILON, 1.0, 7e7] {
                for end in [1.0, f32::MAX] {
                    let (fraction, evaluations) = found(estimate, end, last);
                    let expected = if last > end { end } else { last };
                    assert_eq!(fraction, expected, "from {estimate}");
                    assert!(evaluations <= 37, "{evaluations} from {estimate} to {last}");
                }
            }
        }
    }

    #[test]
    fn another_estimate_ends_the_search() {
        for last in [1e-30, 0.49999, 1.0] {
            let evaluations = Cell::new(0);
            let holds = |fraction: f32| {
                evaluations.set(evaluations.get() + 1);
                fraction <= last
            };
            let mut others = [7e7, f64::from(last)].into_iter();
            assert_eq!(largest_f32_or(7e7, || others.next(), f32::MAX, holds), last);
            assert_eq!(evaluations.get(), 2 * TRUSTED + 2);
        }
    }

    #[test]
    fn a_time_of_impact_lies_between_two_neighbours() {
        assert_eq!(clamped_to(0.75, 0.5), f64::from(0.5_f32.next_up()));
        assert_eq!(clamped_to(0.25, 0.5), 0.5);
        assert_eq!(clamped_to(f64::NAN, 0.5), 0.5);
        assert_eq!(clamped_to(1e39, f32::MAX), 1e39);
    }
}
