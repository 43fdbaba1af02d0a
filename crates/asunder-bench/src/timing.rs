//! Medians of contestants that take turns in one process, so that load and clock rate meet all alike.

use std::time::Instant;

/// Rounds before the first that counts, at most, in which caches and branch predictors warm up.
const WARM_UP: usize = 20;

/// A pass that takes less is repeated within a turn until it takes so many nanoseconds. A processor
/// that comes from scalar code takes some ten microseconds until its wide units are awake; what is
/// called hot is to be measured hot.
const TURN: f64 = 200_000.0;

/// Rounds that warm up where so many count: a tenth of them does, where there are few.
fn warm_up(rounds: usize) -> usize {
    WARM_UP.min(rounds / 10 + 1)
}

/// A thing to be timed.
pub(crate) type Pass<'a> = Box<dyn FnMut() + 'a>;

/// The median time of each pass over `rounds` rounds, in nanoseconds. Every round runs every pass
/// once, a short one several times, and begins with another than the round before.
pub(crate) fn medians(passes: &mut [Pass<'_>], rounds: usize) -> Vec<f64> {
    let count = passes.len();
    let mut times = vec![Vec::with_capacity(rounds); count];
    let mut repeats = vec![1; count];
    let warm_up = warm_up(rounds);
    for round in 0..warm_up + rounds {
        for turn in 0..count {
            let index = (round + turn) % count;
            let start = Instant::now();
            (0..repeats[index]).for_each(|_| passes[index]());
            let time = start.elapsed().as_secs_f64() * 1e9 / repeats[index] as f64;
            if round >= warm_up {
                times[index].push(time);
            } else {
                repeats[index] = (TURN / time).ceil().clamp(1.0, 100.0) as usize;
            }
        }
    }
    times.into_iter().map(median).collect()
}

/// The value in the middle; the upper one of two.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_median_lies_in_the_middle() {
        assert_eq!(median(vec![9.0, 1.0, 5.0]), 5.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 3.0);
    }

    #[test]
    fn every_pass_runs_in_every_round() {
        let runs = [Cell::new(0), Cell::new(0), Cell::new(0)];
        let mut passes: Vec<Pass<'_>> =
            runs.iter().map(|run| Box::new(|| run.set(run.get() + 1)) as Pass<'_>).collect();
        let times = medians(&mut passes, 5);
        assert_eq!(times.len(), 3);
        // So short ones run several times a round.
        assert!(runs.iter().all(|run| run.get() > warm_up(5) + 5));
    }
}
