//! The command `asunder`: the library's answers without writing a program.
//!
//! Answers go to standard output. The exit code is 0 where everything was answered, and 2 on bad
//! usage or bad input; 1 is for `score` alone, should it find the library wrong.
//!
//! It is a library so that [`query`], which reads what strangers write, can be fuzzed in process.

mod demo;
mod explain;
mod fit;
mod inspect;
mod picture;
pub mod query;
mod run;
mod score;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Exact collision of bounding volumes: do these shapes touch, where, and when?
#[derive(Debug, Parser)]
#[command(name = "asunder", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    Explain(explain::Args),
    Fit(fit::Args),
    Inspect(inspect::Args),
    Query(query::Args),
    Run(run::Args),
    Score(score::Args),
}

/// The exit code for bad usage or input.
const BAD_INPUT: u8 = 2;

/// Runs the command on the arguments of this process.
#[must_use]
pub fn run_command() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Demo(args) => demo::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Score(args) => score::run(&args),
    };
    done.unwrap_or_else(|error| {
        // Messages quote files, which must not steer the terminal.
        let printed = |c: char| c.is_control() && c != '\n';
        eprintln!("error: {}", error.replace(printed, "\u{fffd}"));
        ExitCode::from(BAD_INPUT)
    })
}
