//! The command `asunder`: the library on the command line.
//!
//! Answers go to standard output. The exit code is 0 if everything was answered, and 2 on bad usage or
//! bad input; 1 is for `score`, if it finds the library wrong, and for `run --verify`, if a scene does not
//! do what was recorded.
//!
//! It is a library so that [`query`] and [`inspect`], which read untrusted input, can be fuzzed in process.

mod demo;
mod explain;
mod files;
mod fit;
pub mod inspect;
mod json;
mod page;
mod picture;
mod printable;
pub mod query;
mod render;
mod run;
mod scene_picture;
mod score;
mod streams;
mod view;

use crate::printable::{ColourMode, Page};
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
    Demo(demo::DemoArgs),
    Explain(explain::ExplainArgs),
    Fit(fit::FitArgs),
    Inspect(inspect::InspectArgs),
    Query(query::QueryArgs),
    Render(render::RenderArgs),
    Run(run::RunArgs),
    Score(score::ScoreArgs),
    View(view::ViewArgs),
}

/// The exit code for bad usage or input.
const BAD_INPUT: u8 = 2;

/// Runs the command on the arguments of this process.
#[must_use]
pub fn run_command() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(Cli { command }) => command,
        Err(message) => return print_usage(&message),
    };
    let done = match command {
        Command::Demo(args) => demo::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Score(args) => score::run(&args),
        Command::View(args) => view::run(&args),
    };
    done.unwrap_or_else(|error| {
        streams::error(&error);
        ExitCode::from(BAD_INPUT)
    })
}

/// Prints help or version, or the error in the arguments.
fn print_usage(message: &clap::Error) -> ExitCode {
    if message.use_stderr() {
        // The exit code does not depend on it.
        let _ = message.print();
        return ExitCode::from(BAD_INPUT);
    }
    let mut page = Page::new(streams::colour_mode());
    page.push_own(&match streams::colour_mode() {
        ColourMode::Plain => message.render().to_string(),
        ColourMode::Colours => message.render().ansi().to_string(),
    });
    match streams::answer(&page) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            streams::error(&error);
            ExitCode::from(BAD_INPUT)
        }
    }
}
