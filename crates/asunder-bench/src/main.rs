//! `cargo run --release -p asunder-bench`: asunder beside its peers, on the same pairs, in one run.
//!
//! Every work is a set of pairs that several contestants answer in turns: asunder, exactly; the
//! peer that game code in Rust would reach for; and the same tests over plain `f32`, which shows
//! what exactness costs. Each answer is held against the jury's oracle. A wrong one is counted
//! beside the time of whoever gave it; if it was asunder's, the run fails.

mod contestants;
mod fit;
mod inexact;
mod judged;
mod sets;
mod table;
mod timing;
mod works;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use contestants::Contest;
use std::io::{IsTerminal, stderr};
use std::process::ExitCode;
use table::Row;
use works::{WORKS, Work};

/// Measures asunder beside its peers: single calls, on pairs that stay in the cache.
#[derive(Debug, Parser)]
struct Arguments {
    /// Fewer rounds: the whole suite in well under a minute, with noisier medians.
    #[arg(long)]
    quick: bool,
    /// Only this work; may be given more than once.
    #[arg(long, value_name = "WORK", value_parser = PossibleValuesParser::new(WORKS.iter().map(|work| work.name)))]
    only: Vec<String>,
    /// Count wrong answers on the jury's families, instead of timing: so many pairs of each.
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, default_missing_value = "3000")]
    judge: Option<u64>,
    /// Fit boxes to clouds of points, instead: milliseconds, and volumes beside the least known.
    #[arg(long)]
    fit: bool,
    /// One JSON object a row instead of the table.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(pairs) = arguments.judge {
        let form = if arguments.json { judged::Form::Json } else { judged::Form::Text };
        return judged::judge(pairs, form);
    }
    if arguments.fit {
        return fit::fit(if arguments.quick { 5 } else { 100 }, arguments.json);
    }
    let rounds = if arguments.quick { 200 } else { 2000 };
    let chosen = |work: &&Work| {
        arguments.only.is_empty() || arguments.only.iter().any(|only| only == work.name)
    };
    if !arguments.json {
        println!("{}", table::HEADER);
    }
    let mut wrong = 0;
    for work in WORKS.iter().filter(chosen) {
        progress(&format!("{} ...", work.name));
        let outcome = run(work, rounds);
        progress("");
        for row in outcome.rows {
            println!(
                "{}",
                if arguments.json { row.to_json().to_string() } else { row.to_string() }
            );
        }
        for pair in &outcome.wrong {
            eprintln!("{}: asunder is wrong about pair {pair}", work.name);
        }
        wrong += outcome.wrong.len();
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What a work yields: a row for each contestant beside asunder, and the pairs asunder got wrong.
struct Outcome {
    rows: Vec<Row>,
    wrong: Vec<usize>,
}

fn run(work: &Work, rounds: usize) -> Outcome {
    let Contest { truth, contestants } = (work.contest)();
    let mut answers = vec![vec![false; truth.len()]; contestants.len()];
    let mut passes: Vec<timing::Pass<'_>> = Vec::new();
    for (contestant, answers) in contestants.iter().zip(&mut answers) {
        passes.push(Box::new(|| contestant.answer(answers)));
    }
    let times = timing::medians(&mut passes, rounds);
    drop(passes);
    let wrong = |of: usize| {
        (0..truth.len()).filter(|&pair| answers[of][pair] != truth[pair]).collect::<Vec<_>>()
    };
    let pairs = truth.len() as f64;
    let row = |peer: usize| Row {
        work: work.name,
        pairs: truth.len(),
        asunder_ns: times[0] / pairs,
        peer: contestants[peer].name,
        peer_ns: times[peer] / pairs,
        peer_wrong: wrong(peer).len(),
        goal: contestants[peer].goal,
    };
    Outcome { rows: (1..contestants.len()).map(row).collect(), wrong: wrong(0) }
}

/// Says what is going on where somebody watches, in place of what was said before.
fn progress(text: &str) {
    if stderr().is_terminal() {
        eprint!("\r{text:40}\r");
    }
}
