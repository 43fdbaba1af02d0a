//! `cargo run --release -p asunder-bench`: asunder beside its peers, on the same pairs, in one run.
//!
//! Every work is a set of pairs that several contestants answer in turns: asunder, exactly; the
//! peer that game code in Rust would reach for; and the same tests over plain `f32`, which shows
//! what exactness costs. Each answer is held against the jury's oracle. A wrong one is counted
//! beside the time of whoever gave it; if it was asunder's, the run fails.

mod characters;
mod contestants;
mod dungeons;
mod fit;
mod floor;
mod inexact;
mod judged;
mod leaks;
mod level;
mod memory;
mod meshes;
mod processor;
mod recording;
mod scaling;
mod sets;
mod shots;
mod table;
mod timing;
mod touches;
mod walks;
mod works;
mod worlds;
mod worst;

use asunder::simd::{SimdLevel, at_level};
use clap::Parser;
use contestants::Contest;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use table::{Answers, Row};
use works::{Kind, WORKS};
use worlds::counted_pass;

/// Measures asunder beside its peers: single calls, on pairs that stay in the cache.
#[derive(Debug, Parser)]
struct Arguments {
    /// Fewer rounds: the whole suite in well under a minute, with noisier medians.
    #[arg(long)]
    quick: bool,
    /// Only this work, or, if none is called so, those whose names begin so; may be given more than
    /// once.
    #[arg(long, value_name = "WORK", value_parser = works_called)]
    only: Vec<String>,
    /// Count wrong answers on the jury's families, instead of timing: so many pairs of each.
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, default_missing_value = "3000")]
    judge: Option<u64>,
    /// Fit boxes to clouds of points, instead: milliseconds, and volumes beside the least known.
    #[arg(long)]
    fit: bool,
    /// Record fighters, instead: bytes, time, and how long it takes to seek.
    #[arg(long)]
    recording: bool,
    /// Let characters walk, instead: times of moves, and how many walks succeed, beside the peer's controller.
    #[arg(long)]
    walks: bool,
    /// Let characters walk through dungeons at random, instead, beside the peer's controller: who falls through the
    /// floor, who gets stuck.
    #[arg(long)]
    dungeons: bool,
    /// Ask meshes of 10,000 to 1,000,000 triangles, instead, beside the peer's: build, rays, overlaps, casts, bytes.
    #[arg(long)]
    meshes: bool,
    /// Send rays out of closed meshes through their vertices and edges, instead, and count how many meet nothing,
    /// beside the peer's.
    #[arg(long)]
    leaks: bool,
    /// Ask whether shapes meet that rest on one another, instead, for every two kinds of a fixed size.
    #[arg(long)]
    touches: bool,
    /// Watch worlds grow from a thousand boxes to a million instead, and draw the times (SVG).
    #[arg(long, value_name = "FILE")]
    scaling: Option<PathBuf>,
    /// Count the bytes of a collider instead, and what a settled world allocates.
    #[arg(long)]
    memory: bool,
    /// Ask every question about fuzzed extremes, instead: the longest times, and what was asked; so many rounds over
    /// all kinds and families.
    #[arg(long, value_name = "ROUNDS", num_args = 0..=1, default_missing_value = "4")]
    worst: Option<usize>,
    /// Answer only asunder's part of one work, so many times, and measure nothing: for a profiler,
    /// or one that counts instructions (see `cargo xtask instructions`).
    #[arg(long, value_name = "TIMES", requires = "only")]
    alone: Option<usize>,
    /// Let batches use no wider instructions than these: `baseline`, `avx2` or `avx512`.
    #[arg(long, value_parser = level::called)]
    level: Option<SimdLevel>,
    /// One JSON object a row instead of the table.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.level {
        Some(level) => at_level(level, || measure(&arguments)).unwrap_or(ExitCode::FAILURE),
        None => measure(&arguments),
    }
}

/// Does what is asked for, on this thread and on others of the same level.
fn measure(arguments: &Arguments) -> ExitCode {
    // Works that ask for no threads run on the only one of a pool, where the library's halves follow
    // one another.
    let one = match level::threads(1) {
        Ok(pool) => pool,
        Err(error) => {
            eprintln!("cannot start a thread: {error}");
            return ExitCode::FAILURE;
        }
    };
    if let Some(pairs) = arguments.judge {
        let form = if arguments.json { judged::Form::Json } else { judged::Form::Text };
        return judged::judge(pairs, form);
    }
    if let Some(times) = arguments.alone {
        one.install(|| alone(&arguments.only, times));
        return ExitCode::SUCCESS;
    }
    if let Some(rounds) = arguments.worst {
        one.install(|| worst::report(rounds, arguments.json));
        return ExitCode::SUCCESS;
    }
    if arguments.memory {
        one.install(|| memory::report(arguments.json));
        return ExitCode::SUCCESS;
    }
    if let Some(file) = &arguments.scaling {
        return one.install(|| scale(file, arguments.quick, arguments.json));
    }
    if arguments.recording {
        return one.install(|| recording::recording(arguments.quick, arguments.json));
    }
    if arguments.walks {
        return one.install(|| walks::walks(arguments.quick, arguments.json));
    }
    if arguments.dungeons {
        return one.install(|| dungeons::dungeons(arguments.quick, arguments.json));
    }
    if arguments.meshes {
        return one.install(|| meshes::meshes(arguments.quick, arguments.json));
    }
    if arguments.leaks {
        return leaks::leaks(arguments.quick, arguments.json);
    }
    if arguments.touches {
        return touches::touches(arguments.quick, arguments.json);
    }
    if arguments.fit {
        return fit::fit(if arguments.quick { 5 } else { 100 }, arguments.json);
    }
    let chosen = |name: &str| {
        arguments.only.is_empty() || arguments.only.iter().any(|only| means(only, name))
    };
    if !arguments.json {
        println!("{}", table::HEADER);
    }
    let start = Instant::now();
    let mut wrong = 0;
    for work in WORKS.iter().filter(|work| chosen(work.name)) {
        progress(&format!("{} ...", work.name));
        let outcome = match &work.kind {
            Kind::Pairs(contest) => one.install(|| {
                let contest = contest();
                ask(work.name, &contest, rounds(contest.truth.len(), arguments.quick))
            }),
            Kind::Steps(trial, steps) => {
                let steps = if arguments.quick { steps.quick } else { steps.full };
                let measure =
                    || if steps == 0 { Vec::new() } else { trial().rows(work.name, steps) };
                let rows = if work.threaded { measure() } else { one.install(measure) };
                let wrong = rows.iter().filter_map(contradiction).collect();
                Outcome { rows, wrong }
            }
        };
        progress("");
        outcome.rows.iter().for_each(|row| print(row, arguments.json));
        outcome.wrong.iter().for_each(|wrong| eprintln!("{}: {wrong}", work.name));
        wrong += outcome.wrong.len();
    }
    if arguments.quick {
        eprintln!("all of it took {:.1} s", start.elapsed().as_secs_f64());
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A value of `--only`, if there is such a work.
fn works_called(only: &str) -> Result<String, String> {
    if WORKS.iter().any(|work| means(only, work.name)) {
        return Ok(only.to_owned());
    }
    let names: Vec<&str> = WORKS.iter().map(|work| work.name).collect();
    Err(format!("expected one of {}, or how some of them begin", names.join(", ")))
}

/// Whether a value of `--only` means the work of this name.
fn means(only: &str, name: &str) -> bool {
    let is_name = || WORKS.iter().any(|work| work.name == only);
    only == name || name.starts_with(only) && !is_name()
}

fn print(row: &Row, as_json: bool) {
    println!("{}", if as_json { row.to_json().to_string() } else { row.to_string() });
}

fn scale(file: &Path, quick: bool, as_json: bool) -> ExitCode {
    if !as_json {
        println!("{}", table::HEADER);
    }
    let largest = if quick { 10_000 } else { 1_000_000 };
    match scaling::draw(file, largest, &mut |row| print(row, as_json)) {
        Ok(()) => {
            eprintln!("wrote {}", file.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            ExitCode::FAILURE
        }
    }
}

/// Lets asunder answer works so many times.
fn alone(works: &[String], times: usize) {
    for work in WORKS.iter().filter(|work| works.iter().any(|only| means(only, work.name))) {
        let count = match &work.kind {
            Kind::Pairs(contest) => {
                let contest = contest();
                (0..times).for_each(|_| counted_pass(|| contest.contestants[0].answer()));
                contest.truth.len()
            }
            Kind::Steps(trial, _) => trial().alone(times),
        };
        println!("{} {count}", work.name);
    }
}

/// What a work yields: a row for each contestant beside asunder, and what asunder got wrong.
struct Outcome {
    rows: Vec<Row>,
    wrong: Vec<String>,
}

/// What is wrong if a row tells of a difference that must not be.
fn contradiction(row: &Row) -> Option<String> {
    let count = row.contradictions();
    (count > 0).then(|| format!("asunder and `{}` differ about {count} pairs", row.peer))
}

/// Lets the contestants answer all pairs in turns, so many times.
fn ask(work: &'static str, contest: &Contest, rounds: usize) -> Outcome {
    let Contest { truth, contestants, level } = contest;
    let mut passes: Vec<timing::Pass<'_>> = Vec::new();
    for contestant in contestants {
        passes.push(Box::new(|| contestant.answer()));
    }
    let times = timing::medians(&mut passes, rounds);
    drop(passes);
    let pairs = truth.len() as f64;
    let row = |peer: usize| Row {
        work,
        count: truth.len(),
        asunder_ns: times[0] / pairs,
        peer: contestants[peer].name,
        peer_ns: times[peer] / pairs,
        peer_wrong: contestants[peer].wrong(truth).len(),
        peer_answers: Answers::Rounded,
        goal: contestants[peer].goal,
        limit_ns: None,
        level,
    };
    let wrong = contestants[0].wrong(truth).into_iter();
    let wrong = wrong.map(|pair| format!("asunder is wrong about pair {pair}")).collect();
    Outcome { rows: (1..contestants.len()).map(row).collect(), wrong }
}

/// How often a contest of so many pairs is repeated: as often as its time allows.
fn rounds(pairs: usize, quick: bool) -> usize {
    let asked = if quick { 60 * 2048 } else { 2000 * 2048 };
    (asked / pairs).max(if quick { 3 } else { 11 })
}

/// Says what is going on where somebody watches, in place of what was said before.
fn progress(text: &str) {
    if stderr().is_terminal() {
        eprint!("\r{text:40}\r");
    }
}
