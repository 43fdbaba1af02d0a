//! The wrong answers of one contestant, worst first.

use crate::printable::Page;
use asunder_jury::Family;

/// The most that are kept.
const MOST: usize = 100_000;

/// A wrong answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Failure {
    pub(super) family: Family,
    /// The true answer.
    pub(super) truth: bool,
    /// The gap or depth as a part of the pair's size, where it could be estimated.
    pub(super) size: Option<f64>,
    /// The pair, as `asunder query` reads it.
    pub(super) line: String,
}

/// The wrong answers of a contestant.
#[derive(Debug, Default)]
pub(super) struct Failures {
    kept: Vec<Failure>,
    count: u64,
}

impl Failures {
    pub(super) fn add(&mut self, failure: Failure) {
        self.count += 1;
        self.kept.push(failure);
        if self.kept.len() >= 2 * MOST {
            self.sort();
            self.kept.truncate(MOST);
        }
    }

    /// Brings the worst to the front; of equals, those drawn first.
    pub(super) fn sort(&mut self) {
        let size = |failure: &Failure| failure.size.unwrap_or(-1.0);
        self.kept.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }

    /// Lines for `asunder query` and `asunder explain`.
    pub(super) fn lines(&self) -> String {
        let kept = self.kept.iter().take(MOST);
        kept.flat_map(|failure| [failure.line.as_str(), "\n"]).collect()
    }

    /// Shows the worst to people.
    pub(super) fn show(&self, most: usize, name: &str, question: &str, page: &mut Page) {
        let Self { kept, count } = self;
        if kept.is_empty() {
            page.line(format_args!("\n{name} has no wrong answer to show."));
            return;
        }
        let shown = kept.len().min(most);
        page.line(format_args!("\nThe worst {shown} of the {count} wrong answers of {name}:"));
        for Failure { family, truth, size, line } in kept.iter().take(most) {
            let (truth, what) = if *truth { ("true", "depth") } else { ("false", "gap") };
            let size = match size {
                Some(size) => format!(", {what} {size:.1e} of the pair's size"),
                None => String::new(),
            };
            let family = family.name();
            page.line(format_args!("\n{family}: {question} is {truth}{size}"));
            page.line(format_args!("{line}"));
        }
        page.line(format_args!("\n`asunder explain LINE` shows why."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printable::ColourMode;

    #[test]
    fn the_worst_come_first_and_few_are_kept() {
        let mut failures = Failures::default();
        for number in 0..u32::try_from(2 * MOST + 5).unwrap() {
            let size = (number != 3).then_some(f64::from(number % 1000));
            let line = number.to_string();
            failures.add(Failure { family: Family::Game, truth: true, size, line });
        }
        failures.sort();
        assert!(failures.kept.len() <= MOST + 5);
        let sizes: Vec<f64> = failures.kept.iter().filter_map(|failure| failure.size).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes[0] == 999.0);
        assert!(failures.lines().starts_with("999\n1999\n"), "of equals, the first drawn");
        let mut page = Page::new(ColourMode::Plain);
        failures.show(1, "mine", "intersects", &mut page);
        let expected = "\nThe worst 1 of the 200005 wrong answers of mine:\n\ngame: intersects is true, \
                        depth 1.0e3 of the pair's size\n999\n";
        assert!(page.text().starts_with(expected), "{}", page.text());
    }
}
