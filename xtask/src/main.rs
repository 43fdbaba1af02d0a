//! `cargo xtask`: the checks of this repository, run the same way by people and by CI.
//!
//! `cargo xtask` alone lists the steps. A new step is a function in `steps.rs` and a line in one of
//! its two tables.

mod bevy;
mod browser;
mod build_size;
mod capi;
mod instructions;
mod layers;
mod matrix;
mod mutants;
mod names;
mod proofs;
mod readme;
mod steps;
mod targets;
mod tokens;
mod validator;
mod walks;

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use steps::{CI, ON_REQUEST, Outcome, Step};

fn main() -> ExitCode {
    let words: Vec<String> =
        env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let (outcome, failure) = match Request::parse(&words) {
        Ok(request) => (request.answer(), 1),
        Err(misuse) => (Err(misuse), 2),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::from(failure)
        }
    }
}

/// What the command line asks for.
#[derive(Debug)]
enum Request {
    Help,
    /// The steps of [`CI`], less those named.
    Ci {
        without: Vec<&'static str>,
    },
    One(&'static Step),
}

impl Request {
    fn parse(words: &[String]) -> Result<Self, String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            [] | ["-h" | "--help" | "help"] => Ok(Self::Help),
            ["ci", options @ ..] => Self::parse_ci(options),
            [name] => Ok(Self::One(find(name)?)),
            [name, extra, ..] => {
                let step = find(name)?;
                Err(format!("`{}` takes no argument, got `{extra}`", step.name))
            }
        }
    }

    fn parse_ci(mut options: &[&str]) -> Result<Self, String> {
        let mut without = Vec::new();
        while let ["--without", name, rest @ ..] = options {
            without.push(find(name)?.name);
            options = rest;
        }
        match options.first() {
            None => Ok(Self::Ci { without }),
            Some(word) => Err(format!("`ci` takes only `--without STEP`, got `{word}`")),
        }
    }

    fn answer(self) -> Outcome {
        match self {
            Self::Help => {
                print!("{}", help());
                Ok(())
            }
            Self::Ci { without } => enter_repository().and_then(|()| ci(&without)),
            Self::One(step) => enter_repository().and_then(|()| timed(step)),
        }
    }
}

/// Every step there is.
fn steps() -> impl Iterator<Item = &'static Step> {
    CI.iter().chain(ON_REQUEST)
}

/// The step called `name`, or an error that lists the names there are.
fn find(name: &str) -> Result<&'static Step, String> {
    steps().find(|step| step.name == name).ok_or_else(|| {
        let known: Vec<&str> = steps().map(|step| step.name).collect();
        format!("no step `{name}`; there are `ci` and the steps {}", known.join(", "))
    })
}

/// Goes to the root of the checkout that cargo runs this program from.
fn enter_repository() -> Outcome {
    let package = env::var_os("CARGO_MANIFEST_DIR").ok_or("start it as `cargo xtask`")?;
    let root = Path::new(&package).join("..");
    env::set_current_dir(&root).map_err(|error| format!("{}: {error}", root.display()))
}

/// Runs the steps of [`CI`] in order, up to the first that fails.
fn ci(without: &[&str]) -> Outcome {
    let start = Instant::now();
    for step in CI {
        if without.contains(&step.name) {
            println!("== {} left out", step.name);
        } else {
            timed(step)?;
        }
    }
    println!("== ci passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn timed(step: &Step) -> Outcome {
    println!("== {}: {}", step.name, step.meaning);
    let start = Instant::now();
    let outcome = (step.run)();
    let verdict = if outcome.is_ok() { "passed" } else { "failed" };
    println!("== {} {verdict} in {:.1} s", step.name, start.elapsed().as_secs_f64());
    outcome.map_err(|message| format!("{}: {message}", step.name))
}

fn help() -> String {
    let list = |steps: &[Step]| -> String {
        steps.iter().map(|step| format!("  {:<14} {}\n", step.name, step.meaning)).collect()
    };
    format!(
        "Usage: cargo xtask STEP\n\n\
         ci [--without STEP]... runs these, in order:\n{}\n\
         and on request:\n{}",
        list(CI),
        list(ON_REQUEST)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Request, String> {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        Request::parse(&words)
    }

    #[test]
    fn no_argument_asks_for_help() {
        for line in ["", "--help"] {
            assert!(matches!(parse(line), Ok(Request::Help)), "{line:?}");
        }
    }

    #[test]
    fn every_step_is_called_by_its_name() {
        for step in steps() {
            match parse(step.name) {
                Ok(Request::One(found)) => assert_eq!(found.name, step.name),
                other => panic!("{}: {other:?}", step.name),
            }
        }
    }

    #[test]
    fn ci_leaves_out_what_it_is_told_to() {
        match parse("ci --without fmt --without clippy") {
            Ok(Request::Ci { without }) => assert_eq!(without, ["fmt", "clippy"]),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn misuse_says_what_was_expected() {
        for (line, message) in [
            ("lint", "no step `lint`; there are `ci` and the steps fmt, clippy, "),
            ("fmt now", "`fmt` takes no argument, got `now`"),
            ("ci --without lint", "no step `lint`; there are `ci` and the steps fmt, clippy, "),
            ("ci --without", "`ci` takes only `--without STEP`, got `--without`"),
        ] {
            match parse(line) {
                Err(error) => assert!(error.starts_with(message), "{line}: {error}"),
                Ok(request) => panic!("{line}: {request:?}"),
            }
        }
    }

    #[test]
    fn help_lists_every_step() {
        let help = help();
        for step in steps() {
            assert!(help.contains(&format!("  {} ", step.name)), "{}", step.name);
        }
    }
}
