//! Rows: asunder beside one contestant on one work, for people and for programs.

use serde_json::{Value, json};
use std::fmt;

/// The head of the table, and what its columns mean.
pub(crate) const HEADER: &str = "\
Nanoseconds each: medians of contestants taking turns on one thread. Each is one of `n`: a pair; in
the works `pairs_` and `world_`, which are whole steps, a box; in `characters_`, whole ticks, too, a
character; in `shot_` a shot. Ratio: theirs to asunder's; above 1
asunder is faster. Wrong: their answers that the exact oracle contradicts, and where asunder's own
would fail the run; of steps, ticks and shots, which it does not judge, those that differ, and these
fail the run where both compare the same numbers.

work                            n  asunder  beside                               theirs  ratio    goal          wrong";

/// Asunder beside one contestant.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) work: &'static str,
    /// How many things a pass asks about: what the times are divided by.
    pub(crate) count: usize,
    pub(crate) asunder_ns: f64,
    pub(crate) peer: &'static str,
    pub(crate) peer_ns: f64,
    pub(crate) peer_wrong: usize,
    pub(crate) peer_answers: Answers,
    /// The ratio to reach.
    pub(crate) goal: Option<f64>,
    /// The nanoseconds that asunder is to stay below, whatever the peer takes.
    pub(crate) limit_ns: Option<f64>,
    /// The instructions that asunder used.
    pub(crate) level: &'static str,
}

/// How the answers of a peer may differ from asunder's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// Where it rounds.
    Rounded,
    /// Nowhere: it compares the same numbers, or is asunder itself on other threads. A difference is
    /// held to be asunder's mistake.
    Equal,
}

impl Row {
    /// How many answers contradict asunder's that must not.
    pub(crate) fn contradictions(&self) -> usize {
        match self.peer_answers {
            Answers::Rounded => 0,
            Answers::Equal => self.peer_wrong,
        }
    }

    /// How many times as long as asunder the peer takes.
    fn ratio(&self) -> f64 {
        self.peer_ns / self.asunder_ns
    }

    /// The row for programs, times and ratio to two decimals.
    pub(crate) fn to_json(&self) -> Value {
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        json!({
            "work": self.work,
            "n": self.count,
            "asunder_ns": rounded(self.asunder_ns),
            "peer": self.peer,
            "peer_ns": rounded(self.peer_ns),
            "peer_wrong": self.peer_wrong,
            "ratio": rounded(self.ratio()),
            "goal": self.goal,
            "limit_ns": self.limit_ns,
            "level": self.level,
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = |met: bool| if met { "met" } else { "missed" };
        let goal = match (self.goal, self.limit_ns) {
            (Some(goal), _) => format!(">= {goal:.2} {}", outcome(self.ratio() >= goal)),
            (None, Some(limit)) => {
                format!("<= {:.1}us {}", limit * 1e-3, outcome(self.asunder_ns <= limit))
            }
            (None, None) => String::new(),
        };
        write!(
            f,
            "{:24} {:7} {:8.1}  {:35} {:7.1} {:6.2}    {:14}{:5}",
            self.work,
            self.count,
            self.asunder_ns,
            self.peer,
            self.peer_ns,
            self.ratio(),
            goal,
            self.peer_wrong,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(peer_ns: f64, goal: Option<f64>) -> Row {
        Row {
            work: "obb_obb_game",
            count: 2048,
            asunder_ns: 20.0,
            peer: "peer",
            peer_ns,
            peer_wrong: 3,
            peer_answers: Answers::Rounded,
            goal,
            limit_ns: None,
            level: "scalar",
        }
    }

    #[test]
    fn a_goal_is_met_at_its_ratio() {
        assert!(row(120.0, Some(6.0)).to_string().contains("6.00    >= 6.00 met"));
        assert!(row(119.0, Some(6.0)).to_string().contains("5.95    >= 6.00 missed"));
        assert!(!row(119.0, None).to_string().contains(">="));
        let within = |limit_ns| Row { limit_ns: Some(limit_ns), ..row(1.0, None) }.to_string();
        assert!(within(20.0).contains("<= 0.0us met"));
        assert!(within(19.0).contains("<= 0.0us missed"));
    }

    #[test]
    fn only_equal_answers_contradict() {
        assert_eq!(row(1.0, None).contradictions(), 0);
        let equal = Row { peer_answers: Answers::Equal, ..row(1.0, None) };
        assert_eq!(equal.contradictions(), 3);
    }

    #[test]
    fn programs_get_the_same_numbers() {
        let json = row(120.0, Some(6.0)).to_json();
        assert_eq!(json["work"], "obb_obb_game");
        assert_eq!(json["n"], 2048);
        assert_eq!(json["asunder_ns"], 20.0);
        assert_eq!(json["peer_ns"], 120.0);
        assert_eq!(json["ratio"], 6.0);
        assert_eq!(json["goal"], 6.0);
        assert_eq!(json["peer_wrong"], 3);
        assert!(row(1.0, None).to_json()["goal"].is_null());
    }
}
