//! The command `asunder`: the library's answers without writing a program.
//!
//! Answers go to standard output. The exit code is 0 where everything was answered, and 2 on bad
//! usage or bad input; 1 is for `score` alone, should it find the library wrong.
//!
//! It is a library so that [`query`] and [`inspect`], which read what strangers write, can be fuzzed in
//! process.

mod demo;
mod explain;
mod files;
mod fit;
pub mod inspect;
mod json;
mod picture;
mod printable;
pub mod query;
mod run;
mod score;
mod streams;

use crate::printable::{Ink, Page};
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
    let command = match Cli::try_parse() {
        Ok(Cli { command }) => command,
        Err(told) => return usage(&told),
    };
    let done = match command {
        Command::Demo(args) => demo::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Score(args) => score::run(&args),
    };
    done.unwrap_or_else(|error| {
        streams::error(&error);
        ExitCode::from(BAD_INPUT)
    })
}

/// Prints what was asked for beside the commands, help and version, or what is wrong with the
/// arguments.
fn usage(told: &clap::Error) -> ExitCode {
    if told.use_stderr() {
        // The exit code stands without it.
        let _ = told.print();
        return ExitCode::from(BAD_INPUT);
    }
    let mut page = Page::new(streams::ink());
    page.push_own(&match streams::ink() {
        Ink::Plain => told.render().to_string(),
        Ink::Colours => told.render().ansi().to_string(),
    });
    match streams::answer(&page) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            streams::error(&error);
            ExitCode::from(BAD_INPUT)
        }
    }
}
