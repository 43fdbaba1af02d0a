//! The matrix of docs/shapes.md: which pairs of shapes are answered, and by what.
//!
//! It is made from the pair table that the library is compiled from, so it cannot claim a pair that
//! does not exist.

use std::fs;

use crate::steps::Outcome;

const TABLE: &str = "crates/asunder/src/query/separation.rs";
const DOCUMENT: &str = "docs/shapes.md";
/// How a row ends whose pair has no formula of its own.
const GENERAL: &str = " = any_any";
const BEGIN: &str = "<!-- the matrix: `cargo xtask matrix` checks it -->\n";
const END: &str = "<!-- end of the matrix -->";

/// Compares the matrix in docs/shapes.md with the one that the pair table gives.
pub(crate) fn check() -> Outcome {
    let read = |path| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let (table, document) = (read(TABLE)?, read(DOCUMENT)?);
    let expected = matrix(&table)?;
    let shown = document
        .split_once(BEGIN)
        .and_then(|(_, rest)| rest.split_once(END))
        .map(|(shown, _)| shown)
        .ok_or_else(|| format!("{DOCUMENT} has no {BEGIN:?} with {END:?} after it"))?;
    if shown == expected {
        return Ok(());
    }
    Err(format!("the matrix of {DOCUMENT} is not that of {TABLE}, which is:\n{expected}"))
}

/// The matrix in Markdown, from the rows `A, B => kernel;`, `A, B => kernel by filter;` and `A, B => kernel = general;`:
/// the formula for any two shapes is [`GENERAL`].
fn matrix(source: &str) -> Result<String, String> {
    let rows: Vec<(&str, &str, bool)> = source.lines().filter_map(row).collect();
    let mut kinds: Vec<&str> = Vec::new();
    for (a, b, _) in &rows {
        if a == b {
            kinds.push(a);
        }
    }
    let mut text = format!("| |{}\n|---|{}\n", columns(&kinds), "---|".repeat(kinds.len()));
    for (i, a) in kinds.iter().enumerate() {
        text += &format!("| **{a}** |");
        for (j, b) in kinds.iter().enumerate() {
            let (first, second) = if i <= j { (a, b) } else { (b, a) };
            let found = rows.iter().find(|(x, y, _)| x == first && y == second);
            let (_, _, own) =
                found.ok_or_else(|| format!("{TABLE} has no row {first}, {second}"))?;
            text += if *own { " ● |" } else { " ○ |" };
        }
        text += "\n";
    }
    Ok(text)
}

fn columns(kinds: &[&str]) -> String {
    kinds.iter().map(|kind| format!(" {kind} |")).collect()
}

/// A row of the pair table: its kinds, and whether the pair has a text of its own.
fn row(line: &str) -> Option<(&str, &str, bool)> {
    let (pair, kernel) = line.strip_prefix("    ")?.strip_suffix(';')?.split_once(" => ")?;
    let (a, b) = pair.split_once(", ")?;
    let is_kind = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    (is_kind(a) && is_kind(b)).then_some((a, b, !kernel.ends_with(GENERAL)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_shows_every_pair_both_ways_round() {
        let source = "    Point, Point => point_point;\n    Point, Ray => point_ray = any_any;\n    \
                      Ray, Ray => ray_ray;\n    let x => y;\n";
        let expected =
            "| | Point | Ray |\n|---|---|---|\n| **Point** | ● | ○ |\n| **Ray** | ○ | ● |\n";
        assert_eq!(matrix(source).unwrap(), expected);
    }

    #[test]
    fn a_missing_pair_is_named() {
        let source = "    Point, Point => point_point;\n    Ray, Ray => ray_ray;\n";
        assert!(matrix(source).unwrap_err().contains("no row Point, Ray"));
    }
}
