//! `asunder explain`: why two shapes intersect, or why not.

mod answer;
mod drawing;
mod table;
pub(crate) mod wireframe;

use crate::printable::{ColourMode, Page};
use crate::query::{self, Shapes};
use crate::{files, streams};
pub(crate) use answer::Explained;
use asunder::{Explain, Explanation, Shape, Vector};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tell why two shapes meet, or why not
///
/// Prints a sentence, and every axis that could tell the shapes apart: where each lies along it, the
/// gap between them (below zero, the overlap), and what follows, exactly. The axis that decides is
/// marked.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLE)]
pub(crate) struct ExplainArgs {
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
pub(crate) fn run(args: &ExplainArgs) -> Result<ExitCode, String> {
    if let (Some(path), Some(svg)) = (args.pair.as_deref().and_then(file), &args.svg) {
        files::check(&[path], &[svg])?;
    }
    let shapes = match args.pair.as_deref() {
        None | Some("-") => {
            query::only_pair(io::stdin().lock()).map_err(|error| format!("standard input: {error}"))
        }
        Some(pair) => match file(pair) {
            None => query::only_pair(pair.as_bytes()),
            Some(path) => query::only_pair(query::open(path)?)
                .map_err(|error| format!("{}: {error}", path.display())),
        },
    }?;
    let form = if args.json { ExplanationForm::Json } else { ExplanationForm::Text };
    match shapes {
        Shapes::Plane(a, b) => write_explanation(&a, &b, form, args.svg.as_deref()),
        Shapes::Space(a, b) => write_explanation(&a, &b, form, args.svg.as_deref()),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// The form of an explanation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExplanationForm {
    Text,
    Json,
}

/// The file named by an argument that is neither a line nor a dash.
fn file(pair: &str) -> Option<&Path> {
    (pair != "-" && !pair.trim_start().starts_with('{')).then_some(Path::new(pair))
}

/// Prints why two shapes meet, or why not, and draws it.
pub(crate) fn write_explanation<V: Vector>(
    a: &Shape<V>,
    b: &Shape<V>,
    form: ExplanationForm,
    svg: Option<&Path>,
) -> Result<(), String> {
    let explanation = explain(a, b)?;
    if let Some(path) = svg {
        files::write(path, drawing::draw(a, b, &explanation).as_bytes())?;
    }
    match form {
        ExplanationForm::Json => {
            streams::answer_json(&answer::ExplanationLine { explain: Explained::of(&explanation) })
        }
        ExplanationForm::Text => {
            let mut page = Page::new(ColourMode::Plain);
            page.push(&table::of(&explanation));
            streams::answer(&page)
        }
    }
}

fn explain<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> Result<Explanation<V>, String> {
    a.explain(b).ok_or_else(|| String::from("a point is not finite"))
}
