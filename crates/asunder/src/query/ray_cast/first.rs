//! The greatest `f32` that an exact predicate is true of.

use crate::exact::{at_or_below, widen};

/// How many neighbours of the proposal are asked about before the rest is halved.
const NEAR: u32 = 6;

/// The greatest `f32` from zero to `end` that is early, or zero if none is. All below an early one
/// are early, too. Asks twice if the proposal is right, and 37 times at most.
pub(in super::super) fn greatest(proposal: f64, end: f32, is_early: impl Fn(f32) -> bool) -> f32 {
    // In order, the floats that are not negative are the integers of their bits.
    let (mut low, mut high) = (0, end.to_bits() + 1);
    let mut probe = not_above(proposal, end).to_bits();
    let (mut asked, mut step) = (0, 1);
    while high - low > 1 {
        if asked >= NEAR {
            probe = low + (high - low) / 2;
        } else if probe <= low {
            probe = low + 1;
        } else if probe >= high {
            probe = high - 1;
        }
        if is_early(f32::from_bits(probe)) {
            low = probe;
            probe += step;
        } else {
            high = probe;
            probe = probe.saturating_sub(step);
        }
        // Neighbours first, then eight times as far each time.
        asked += 1;
        step = if asked == 1 || asked >= NEAR { 1 } else { step * 8 };
    }
    f32::from_bits(low)
}

/// The greatest `f32` from zero to `end` that is not above `x`; zero, if `x` is no number.
fn not_above(x: f64, end: f32) -> f32 {
    if !(x > 0.0) {
        return 0.0;
    }
    if x >= widen(end) {
        return end;
    }
    at_or_below(x)
}

/// The proposal, kept between the greatest early `f32` and the next one.
pub(in super::super) fn kept_between(proposal: f64, fraction: f32) -> f64 {
    let low = widen(fraction);
    if fraction.to_bits() == f32::MAX.to_bits() {
        return if proposal > low { proposal } else { low };
    }
    let high = widen(f32::from_bits(fraction.to_bits() + 1));
    if proposal > high {
        high
    } else if proposal > low {
        proposal
    } else {
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    fn found(proposal: f64, end: f32, last: f32) -> (f32, u32) {
        let asked = Cell::new(0);
        let fraction = greatest(proposal, end, |fraction| {
            asked.set(asked.get() + 1);
            assert!(fraction > 0.0 && fraction <= end, "{fraction}");
            fraction <= last
        });
        (fraction, asked.get())
    }

    #[test]
    fn a_right_proposal_costs_two_questions() {
        for last in [f32::from_bits(1), 1e-40, 0.5, 1.0, 3.25, f32::MAX.next_down()] {
            let above = f64::from(last) + f64::from(last.next_up() - last) / 2.0;
            assert_eq!(found(above, f32::MAX, last), (last, 2));
        }
        assert_eq!(found(-1.0, f32::MAX, 0.0), (0.0, 1), "starts inside");
        assert_eq!(found(1.0, 1.0, 1.0), (1.0, 1), "nothing is after the end");
    }

    #[test]
    fn a_wrong_proposal_costs_time_and_nothing_else() {
        let proposals = [-1.0, 0.0, 1e-45, 1e-3, 0.5, 0.999, 1e9, 1e38, f64::INFINITY, f64::NAN];
        for proposal in proposals {
            for last in [0.0, f32::from_bits(1), 1e-30, 0.49999, 1.0 - f32::EPSILON, 1.0, 7e7] {
                for end in [1.0, f32::MAX] {
                    let (fraction, asked) = found(proposal, end, last);
                    let expected = if last > end { end } else { last };
                    assert_eq!(fraction, expected, "from {proposal}");
                    assert!(asked <= 37, "{asked} from {proposal} to {last}");
                }
            }
        }
    }

    #[test]
    fn a_meeting_lies_between_two_neighbours() {
        assert_eq!(kept_between(0.75, 0.5), f64::from(0.5_f32.next_up()));
        assert_eq!(kept_between(0.25, 0.5), 0.5);
        assert_eq!(kept_between(f64::NAN, 0.5), 0.5);
        assert_eq!(kept_between(1e39, f32::MAX), 1e39);
    }
}
