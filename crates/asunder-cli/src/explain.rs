//! `asunder explain`: why two shapes meet, or why not.

mod answer;
mod drawing;
mod patch;
mod table;

use crate::query::{self, Shapes};
pub(crate) use answer::Explained;
use asunder::{Explain, Explanation, Shape, Vector};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tell why two shapes meet, or why not
///
/// Prints a sentence, and every axis that could tell the shapes apart: where each lies along it, the
/// gap between them (below zero, the overlap), and what follows, exactly. The axis that decides is
/// marked.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLE)]
pub(crate) struct Args {
    /// A line as `asunder query` reads it, or a file of one line; standard input where it is left out
    /// or is -
    #[arg(value_name = "LINE|FILE")]
    pair: Option<String>,
    /// Print the answer as a line of JSON
    #[arg(long)]
    json: bool,
    /// Draw the shapes and the axis that decides, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

const EXAMPLE: &str = r#"Example:
  The file pair.jsonl holds one line, two boxes of which one is turned by 45 degrees:

    {"a":{"aabb":{"min":[0,0],"max":[2,2]}},"b":{"obb":{"center":[3.5,1],"half_extents":[1,1],"rotation":[1,1]}}}

  and `asunder explain pair.jsonl` prints

    They are apart: along the normal of face x of a there is a gap of 0.08578644.

      axis                           a                      b        gap
    > face x of a              -2 .. 0   -4.91421 .. -2.08579   0.085786  apart
      face y of a               0 .. 2   -0.414214 .. 2.41421   -2.41421  overlapping
      face x of b        -2.82843 .. 0   -4.18198 .. -2.18198  -0.646447  overlapping
      face y of b  -1.41421 .. 1.41421  -2.76777 .. -0.767767  -0.646447  overlapping

  Shapes have the forms that `asunder query --help` lists.

Every axis points from b to a, and intervals are measured along it from the origin.
Exit code: 0 where the line was answered, 2 on bad usage or bad input."#;

/// Explains the pair.
pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let shapes = match args.pair.as_deref() {
        None | Some("-") => {
            query::only_pair(io::stdin().lock()).map_err(|error| format!("standard input: {error}"))
        }
        Some(line) if line.trim_start().starts_with('{') => query::only_pair(line.as_bytes()),
        Some(path) => query::only_pair(query::open(Path::new(path))?)
            .map_err(|error| format!("{path}: {error}")),
    }?;
    match shapes {
        Shapes::Plane(a, b) => tell(args, &a, &b),
        Shapes::Space(a, b) => tell(args, &a, &b),
    }
}

fn tell<V: Vector>(args: &Args, a: &Shape<V>, b: &Shape<V>) -> Result<ExitCode, String> {
    let explanation = explain(a, b)?;
    if let Some(path) = &args.svg {
        let svg = drawing::draw(a, b, &explanation);
        fs::write(path, svg)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        if io::stderr().is_terminal() {
            eprintln!("wrote {}", path.display());
        }
    }
    let text = if args.json {
        let explain = Explained::of(&explanation);
        let json = serde_json::to_string(&answer::Answer { explain });
        json.map_err(|error| format!("cannot write the answer: {error}"))? + "\n"
    } else {
        table::of(&explanation)
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        // Whoever was reading has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write the answer: {error}"))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn explain<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> Result<Explanation<V>, String> {
    a.explain(b).ok_or_else(|| String::from("a point is not finite"))
}
