//! What came of walks.

use std::fmt;

/// The sums of walks, and what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) walks: u64,
    /// How far all came, in metres.
    pub(crate) way: f64,
    /// Ticks at whose end a walker stood on something.
    pub(crate) standing: u64,
    pub(crate) stepped: u64,
    pub(crate) jumps: u64,
    /// Ticks in which a direction was free, and too little of the way was made.
    pub(crate) refused: u64,
    /// The most of these in a row.
    pub(crate) most_refused: u64,
    /// The lowest point of all.
    pub(crate) lowest: f32,
    /// The highest place at which one stood.
    pub(crate) highest: f32,
    pub(crate) faults: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.walks += other.walks;
        self.way += other.way;
        self.standing += other.standing;
        self.stepped += other.stepped;
        self.jumps += other.jumps;
        self.refused += other.refused;
        self.most_refused = self.most_refused.max(other.most_refused);
        self.lowest = self.lowest.min(other.lowest);
        self.highest = self.highest.max(other.highest);
        self.faults.extend(other.faults);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            walks,
            way,
            standing,
            stepped,
            jumps,
            refused,
            most_refused,
            lowest,
            highest,
            faults,
        } = self;
        write!(
            f,
            "{walks} ticks, {:.1} km, on the ground in {:.1} % of them, {stepped} steps, {jumps} jumps, from {lowest} \
             m to {highest} m; a free direction refused in {refused}, at most {most_refused} in a row; {} faults",
            way / 1e3,
            100.0 * *standing as f64 / *walks as f64,
            faults.len()
        )
    }
}
