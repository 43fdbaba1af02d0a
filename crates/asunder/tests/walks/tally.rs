//! What came of walks, counted.

use std::time::Duration;

/// What is wrong with a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The mover penetrates something where it came to, or passed into it.
    Penetration,
    /// It did not come to where the planes let it.
    Refused,
    /// A hit has a normal that is not one of the touch.
    FalseNormal,
}

/// Counts of ticks and of what was wrong with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) ticks: usize,
    pub(crate) penetrations: usize,
    pub(crate) refused: usize,
    pub(crate) normals: usize,
    pub(crate) false_normals: usize,
    /// The longest that a move took, at its quickest of several runs where one was slow.
    pub(crate) worst: Duration,
    /// How many moves took longer than [`LONG`](Self::LONG).
    pub(crate) long: usize,
    /// The slowest move, in words.
    pub(crate) slowest: String,
    /// The first faults, in words.
    pub(crate) faults: Vec<String>,
}

/// Faults that are kept in words.
const KEPT: usize = 4;

impl Tally {
    /// What a move should take at most.
    pub(crate) const LONG: Duration = Duration::from_millis(1);

    pub(crate) fn blame(&mut self, fault: Fault, words: impl FnOnce() -> String) {
        match fault {
            Fault::Penetration => self.penetrations += 1,
            Fault::Refused => self.refused += 1,
            Fault::FalseNormal => self.false_normals += 1,
        }
        if self.faults.len() < KEPT {
            self.faults.push(format!("{fault:?}: {}", words()));
        }
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.ticks += other.ticks;
        self.penetrations += other.penetrations;
        self.refused += other.refused;
        self.normals += other.normals;
        self.false_normals += other.false_normals;
        self.took(other.worst, || other.slowest.clone());
        // The worst of the other's is among its long ones already.
        self.long += other.long - usize::from(other.worst > Self::LONG);
        self.faults.extend(other.faults.iter().cloned());
    }

    pub(crate) fn took(&mut self, time: Duration, words: impl FnOnce() -> String) {
        self.long += usize::from(time > Self::LONG);
        if time > self.worst {
            (self.worst, self.slowest) = (time, words());
        }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.penetrations == 0 && self.refused == 0 && self.false_normals == 0
    }

    pub(crate) fn heading(dimension: usize) -> String {
        format!(
            "\n{:<14}{:>9}{:>14}{:>9}{:>9}{:>14}{:>12}{:>12}\n",
            format!("{dimension}D"),
            "ticks",
            "penetrations",
            "refused",
            "normals",
            "false normals",
            "worst (µs)",
            "over 1 ms"
        )
    }

    pub(crate) fn row(&self, name: &str) -> String {
        format!(
            "{name:<14}{:>9}{:>14}{:>9}{:>9}{:>14}{:>12.1}{:>12}\n",
            self.ticks,
            self.penetrations,
            self.refused,
            self.normals,
            self.false_normals,
            self.worst.as_secs_f64() * 1e6,
            self.long
        )
    }
}
