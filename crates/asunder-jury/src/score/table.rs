//! The scoreboard as text: a row for each family, a column for each contestant.

use super::{Ink, Scoreboard, Tally};

/// Bright red.
const RED: &str = "\x1b[91m";
const RESET: &str = "\x1b[0m";

impl Scoreboard {
    /// Two tables: the numbers of wrong answers, and the greatest errors. `-` means no question, or no
    /// error.
    pub fn table(&self, ink: Ink) -> String {
        let counts = |tally: &Tally| match (tally.false_positives, tally.false_negatives) {
            _ if tally.pairs == 0 => String::from("-"),
            (0, 0) => String::from("0"),
            (positives, negatives) => format!("{positives}/{negatives}"),
        };
        let sizes = |tally: &Tally| {
            let size = |worst: Option<f64>| match worst {
                None => String::from("-"),
                Some(0.0) => String::from("0"),
                Some(part) => format!("{part:.0e}"),
            };
            if tally.wrong() == 0 {
                return String::from("-");
            }
            format!("{}/{}", size(tally.worst_gap), size(tally.worst_depth))
        };
        let mut text = String::from("Wrong answers: false positives/false negatives\n\n");
        self.write(ink, counts, &mut text);
        text += "\nWorst errors as a part of the pair's size: gap of a false positive/depth of a \
                 false negative\n\n";
        self.write(ink, sizes, &mut text);
        text
    }

    fn write(&self, ink: Ink, cell: impl Fn(&Tally) -> String, text: &mut String) {
        let columns: Vec<usize> = (0..self.contestants.len())
            .filter(|&i| self.families.iter().any(|(_, tallies)| tallies[i].pairs > 0))
            .collect();
        let width = |i: &usize| {
            let cells = self.families.iter().map(|(_, tallies)| cell(&tallies[*i]).len());
            cells.fold(self.contestants[*i].chars().count(), usize::max)
        };
        let widths: Vec<usize> = columns.iter().map(width).collect();
        let families = self.families.iter().map(|(family, _)| family.name().len());
        let first = families.fold("family".len(), usize::max);

        let mut line = format!("{:first$}", "family");
        for (&i, &width) in columns.iter().zip(&widths) {
            line += &format!("  {:>width$}", self.contestants[i]);
        }
        *text += &format!("{line}\n");
        for (family, tallies) in &self.families {
            let mut line = format!("{:first$}", family.name());
            for (&i, &width) in columns.iter().zip(&widths) {
                let padded = format!("  {:>width$}", cell(&tallies[i]));
                if ink == Ink::Color && tallies[i].wrong() > 0 {
                    line += &format!("{RED}{padded}{RESET}");
                } else {
                    line += &padded;
                }
            }
            *text += &format!("{line}\n");
        }
    }
}
