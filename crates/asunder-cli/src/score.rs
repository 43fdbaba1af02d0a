//! `asunder score`: how often collision tests are wrong, on pairs that are hard to decide.
//!
//! The pairs and the truth are the jury's; the library, ports of common tests, and any external program
//! answer.

mod baseline;
mod failures;
mod group;
mod methods;
mod pair_sequence;
mod program;
mod query_line;
mod resemblance;

use crate::printable::Page;
use crate::{files, printable, streams};
use asunder::Vector;
use asunder::glam::{Vec2, Vec3};
use asunder_jury::{Family, Ink, Kind, Scoreboard, size_of_error};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use failures::{Failure, Failures};
use indicatif::{ProgressBar, ProgressStyle};
use methods::{ASUNDER, BASELINES_2D, BASELINES_3D, Baseline, Predicate, ask_asunder};
use pair_sequence::PairSequence;
use program::Program;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Count the wrong answers of asunder, of tests that people use, and of your own program
///
/// Draws pairs of shapes from families that are hard to decide (resting, all but parallel, touching
/// to the last place ...), asks every contestant about each, and holds the answers against an oracle
/// over integers of any size that shares no code with the library.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ScoreArgs {
    /// The families to draw from, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = families())]
    families: Vec<Family>,
    /// How many pairs of each family
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Another seed draws other pairs
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Judge these alone, separated by commas [default: all; with --exec asunder alone]
    #[arg(long = "contestant", value_name = "NAME", value_delimiter = ',', value_parser = PossibleValuesParser::new(names()))]
    contestants: Vec<String>,
    /// In space or in the plane
    #[arg(long, value_name = "D", default_value = "3", value_parser = clap::value_parser!(u8).range(2..=3))]
    dimension: u8,
    /// The kinds of a and b, such as sphere,obb; or all, for every pair of kinds in turns (169)
    #[arg(long, value_name = "A,B", default_value = "obb,obb", value_parser = kinds)]
    kinds: Kinds,
    /// What to ask
    #[arg(long, value_enum, default_value_t = Predicate::Intersects)]
    question: Predicate,
    /// Judge a program too: it reads lines as `asunder query` does, and answers each with a line
    #[arg(long, value_name = "CMD")]
    exec: Option<String>,
    /// How long the program may neither read nor answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    timeout: f64,
    /// Show the N worst wrong answers: of the program, or of the one test that --contestant names
    #[arg(long, value_name = "N", conflicts_with = "json")]
    show: Option<usize>,
    /// Write the pairs of the same wrong answers to a file, worst first: lines for `asunder query` and
    /// `asunder explain`
    #[arg(long, value_name = "FILE")]
    failures: Option<PathBuf>,
    /// Print JSON Lines: an object for each contestant and family
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = r#"Example:
  asunder score
  asunder score --families resting,near-parallel-4 --pairs 100000 --contestant asunder,sat
  asunder score --dimension 2 --kinds sphere,obb --json
  asunder score --exec 'python3 mine.py' --families game,yaw,resting
  asunder score --exec ./mine --show 3 --failures wrong.jsonl && head -n 1 wrong.jsonl | asunder explain

The program given with --exec runs in the shell. It reads lines such as

  {"a":{"obb":{"center":[0.0, 0.0, 0.0],"half_extents":[1.0, 1.0, 1.0],"rotation":[0.0, 0.0, 0.0, 1.0]}},"b":{"obb":...}}

and writes {"intersects":true} or {"intersects":false} for each, in order, with --question by the name of
that one; it may read all before it answers. Its column is called program, and beside it stands
the common test that it resembles: the one whose wrong answers, by family and kind, match best in
number, if half of them do. A missing, late or unreadable answer ends the run. When
the run ends, the program is stopped, with whatever it started in its process group.

A false positive says that two shapes meet which do not, a false negative that two are apart which
are not; shapes are closed, so touching is meeting. Gaps and depths are estimated in f64 by
separating axes, and given as a part of the size of the pair: the radii around both, and the gap.

Exit code: 0 where everything was answered, 1 if asunder itself was wrong, 2 on bad usage or a bad
program."#;

/// The pairs of kinds to draw.
#[derive(Clone, Debug)]
struct Kinds {
    text: String,
    pairs: Vec<(Kind, Kind)>,
}

fn families() -> impl TypedValueParser<Value = Family> {
    let names = Family::ALL.map(Family::name);
    PossibleValuesParser::new(names).map(|name| {
        let named = Family::ALL.into_iter().find(|family| family.name() == name);
        named.expect("the names are those of all families")
    })
}

/// The name of the external program among the contestants.
const PROGRAM: &str = "program";

fn names() -> Vec<&'static str> {
    let baselines = BASELINES_3D
        .iter()
        .map(|baseline| baseline.name)
        .chain(BASELINES_2D.iter().map(|baseline| baseline.name));
    let mut names: Vec<_> = [ASUNDER].into_iter().chain(baselines).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn kinds(text: &str) -> Result<Kinds, String> {
    let named = |name: &str| {
        Kind::ALL.into_iter().find(|kind| query_line::kind_name(*kind) == name).ok_or_else(|| {
            let known = Kind::ALL.map(query_line::kind_name).join(", ");
            format!("no kind is called {name:?}; expected two of {known}, as in sphere,obb; or all")
        })
    };
    let pairs = match text.split_once(',') {
        Some((a, b)) => vec![(named(a)?, named(b)?)],
        None if text == "all" => {
            Kind::ALL.into_iter().flat_map(|a| Kind::ALL.map(|b| (a, b))).collect()
        }
        None => return Err(named(text).err().unwrap_or(String::from("expected two kinds"))),
    };
    Ok(Kinds { text: text.to_owned(), pairs })
}

fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || String::from("expected a number of seconds above 0");
    let value: f64 = text.parse().map_err(|_| wrong())?;
    if value > 0.0 && Duration::try_from_secs_f64(value).is_ok() { Ok(value) } else { Err(wrong()) }
}

/// Compares the contestants, and prints the score.
pub(crate) fn run(args: &ScoreArgs) -> Result<ExitCode, String> {
    match args.dimension {
        2 => compare::<2, Vec2>(args, BASELINES_2D),
        _ => compare::<3, Vec3>(args, BASELINES_3D),
    }
}

/// Whose wrong answers are shown or written: the program's, or those of the one chosen baseline.
fn subject(args: &ScoreArgs, chosen: &[&'static str]) -> Result<Option<&'static str>, String> {
    if args.show.is_none() && args.failures.is_none() {
        return Ok(None);
    }
    match chosen {
        _ if args.exec.is_some() => Ok(Some(PROGRAM)),
        [name] => Ok(Some(name)),
        _ => Err(String::from(
            "--show and --failures are about one test; expected --exec, or --contestant with one \
             name, such as --contestant sat",
        )),
    }
}

/// The outcome of a run.
struct Outcome {
    board: Scoreboard,
    /// The baseline that the program resembles, with their similarity.
    resembled: Option<(&'static str, f64)>,
    /// Whose wrong answers were kept, and those.
    subject: Option<&'static str>,
    failures: Failures,
    /// The lines that asunder answered wrongly.
    faults: Vec<String>,
}

fn compare<const D: usize, V: Vector>(
    args: &ScoreArgs,
    baselines: &[Baseline<D>],
) -> Result<ExitCode, String> {
    let all: Vec<&str> =
        [ASUNDER].into_iter().chain(baselines.iter().map(|baseline| baseline.name)).collect();
    if let Some(name) = args.contestants.iter().find(|name| !all.contains(&name.as_str())) {
        let all = all.join(", ");
        return Err(format!("no contestant in {D}D is called {name}; expected one of {all}"));
    }
    let chosen = |name: &str| {
        if args.contestants.is_empty() {
            args.exec.is_none() || name == ASUNDER
        } else {
            args.contestants.iter().any(|chosen| chosen == name)
        }
    };
    // A program is compared with all of them.
    let baselines: Vec<&Baseline<D>> =
        baselines.iter().filter(|baseline| args.exec.is_some() || chosen(baseline.name)).collect();
    let shown = &|name: &str| chosen(name);
    let subject = subject(
        args,
        &baselines.iter().map(|it| it.name).filter(|name| chosen(name)).collect::<Vec<_>>(),
    )?;
    let outcome = ask_all::<D, V>(args, chosen(ASUNDER), &baselines, subject, shown)?;
    if let Some(path) = &args.failures {
        files::write(path, outcome.failures.lines().as_bytes())?;
    }
    if args.json {
        rows(args, &outcome.board)?;
    } else {
        streams::answer(&report(args, &outcome, &baselines))?;
    }
    for fault in &outcome.faults {
        streams::fault(&format!("ASUNDER IS WRONG, please report this: {fault}"));
    }
    Ok(if outcome.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Asks every contestant about every pair: asunder first, if it is chosen, then the baselines, then the
/// program.
fn ask_all<const D: usize, V: Vector>(
    args: &ScoreArgs,
    asunder: bool,
    baselines: &[&Baseline<D>],
    subject: Option<&'static str>,
    is_chosen: &dyn Fn(&str) -> bool,
) -> Result<Outcome, String> {
    let question = args.question;
    let is_asked = |family: &Family| args.families.is_empty() || args.families.contains(family);
    let sequence = PairSequence {
        families: Family::ALL.into_iter().filter(|family| is_asked(family)).collect(),
        kinds: args.kinds.pairs.clone(),
        pairs: args.pairs,
        seed: args.seed,
    };
    let mut program = None;
    if let Some(command) = &args.exec {
        let lines = sequence.clone().pairs_of::<D>().map(|pair| query_line::line(&pair.a, &pair.b));
        let timeout = Duration::from_secs_f64(args.timeout);
        program = Some(Program::start(command, question, timeout, lines)?);
    }
    let names = [ASUNDER]
        .into_iter()
        .chain(baselines.iter().map(|baseline| baseline.name))
        .chain([PROGRAM]);
    let names: Vec<&'static str> = names.collect();
    let watched = subject.and_then(|subject| names.iter().position(|name| *name == subject));
    let mut failures = Failures::default();
    let mut family = Family::Game;
    let mut board = Scoreboard::new(names);
    let (mut answers, mut faults) = (Vec::new(), Vec::new());
    let progress = PairProgress::new(sequence.length());
    for pair in sequence.pairs_of::<D>() {
        let (a, b) = (&pair.a, &pair.b);
        if let Some(begun) = pair.begins {
            board.begin(begun);
            family = begun;
        }
        let truth = question.truth(a, b);
        answers.clear();
        let own = if asunder { Some(ask_asunder::<D, V>(question, a, b)?) } else { None };
        if own.is_some_and(|own| own != truth) {
            faults.push(format!("{}, not {truth}: {}", question.name(), query_line::line(a, b)));
        }
        answers.push(own);
        // The baselines have no other predicate.
        let asked = question == Predicate::Intersects;
        answers.extend(
            baselines.iter().map(|baseline| if asked { (baseline.intersects)(a, b) } else { None }),
        );
        if let Some(program) = &mut program {
            let answer = program
                .answer()
                .map_err(|error| format!("{error}; the line is {}", query_line::line(a, b)))?;
            answers.push(Some(answer));
        }
        let watched = watched.and_then(|place| *answers.get(place)?);
        if watched.is_some_and(|answer| answer != truth) {
            let (size, line) = (size_of_error(a, b, truth), query_line::line(a, b));
            failures.add(Failure { family, truth, size, line });
        }
        board.count((a, b), truth, &answers);
        progress.0.inc(1);
    }
    program.map_or(Ok(()), Program::finish)?;
    failures.sort();
    let others = baselines.iter().map(|baseline| baseline.name);
    let resembled = resemblance::closest(&board, PROGRAM, others);
    // The program's column stands beside the one that it resembles.
    let resembled_name = resembled.map(|(name, _)| name);
    let others = baselines.iter().map(|baseline| baseline.name);
    let others = others.filter(|name| is_chosen(name) && Some(*name) != resembled_name);
    let columns: Vec<&str> =
        [ASUNDER].into_iter().chain(others).chain(resembled_name).chain([PROGRAM]).collect();
    Ok(Outcome { board: board.select(&columns), resembled, subject, failures, faults })
}

/// The scoreboard for people, with a description of each contestant.
fn report<const D: usize>(args: &ScoreArgs, outcome: &Outcome, baselines: &[&Baseline<D>]) -> Page {
    let board = &outcome.board;
    let mut page = Page::new(streams::colour_mode());
    let ScoreArgs { pairs, kinds, question, seed, .. } = args;
    let (kinds, question) = (&kinds.text, question.name());
    page.line(format_args!("{pairs} pairs a family, {kinds} in {D}D, seed {seed}: {question}?\n"));
    if *pairs < args.kinds.pairs.len() as u64 {
        let all = args.kinds.pairs.len();
        page.line(format_args!("Only the first {pairs} of {all} pairs of kinds were drawn.\n"));
    }
    page.push_own(&board.table(match streams::colour_mode() {
        printable::ColourMode::Plain => Ink::Plain,
        printable::ColourMode::Colours => Ink::Color,
    }));
    page.push("\nEstimated in f64 by separating axes. Axes of boxes reach the tests as q/|q|, rounded once.\n\n");
    let about = |name: &str| match name {
        ASUNDER => "this library",
        PROGRAM => args.exec.as_deref().unwrap_or_default(),
        name => baselines
            .iter()
            .find(|baseline| baseline.name == name)
            .map_or("", |baseline| baseline.about),
    };
    let mut names: Vec<&str> = board.rows().map(|(name, ..)| name).collect();
    names.dedup();
    let width = names.iter().map(|name| name.len()).fold(0, usize::max);
    for name in names {
        let of = || board.rows().filter(|(whose, ..)| *whose == name).map(|(.., tally)| tally);
        let wrong: u64 = of().map(|tally| tally.wrong()).sum();
        let pairs: u64 = of().map(|tally| tally.pairs).sum();
        let about = about(name);
        page.line(format_args!("{name:width$}  {wrong} wrong of {pairs}: {about}"));
    }
    if let Some((name, share)) = outcome.resembled {
        let percent = 100.0 * share;
        page.line(format_args!(
            "\n{PROGRAM} resembles {name}: family by family, {percent:.0} % of the wrong answers of both match \
             in number."
        ));
    }
    if let (Some(most), Some(subject)) = (args.show, outcome.subject) {
        outcome.failures.show(most, subject, question, &mut page);
    }
    page
}

/// Prints the scoreboard for programs.
fn rows(args: &ScoreArgs, board: &Scoreboard) -> Result<(), String> {
    let mut lines = Vec::new();
    for (contestant, family, tally) in board.rows() {
        let row = serde_json::json!({
            "contestant": contestant,
            "family": family.name(),
            "question": args.question.name(),
            "kinds": args.kinds.text,
            "dimension": args.dimension,
            "seed": args.seed,
            "pairs": tally.pairs,
            "false_positives": tally.false_positives,
            "false_negatives": tally.false_negatives,
            "worst_gap": tally.worst_gap,
            "worst_depth": tally.worst_depth,
        });
        lines.push(row);
    }
    streams::answer_lines(&lines)
}

/// A progress bar.
struct PairProgress(ProgressBar);

impl PairProgress {
    fn new(length: u64) -> Self {
        // The bar hides itself if standard error is no terminal.
        Self(ProgressBar::new(length).with_style(ProgressStyle::default_bar()))
    }
}

impl Drop for PairProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
