//! The walks of ARCHITECTURE.md: each function that they name stands in the file that they name.

use std::collections::BTreeSet;
use std::fs;

use crate::steps::Outcome;
use crate::tokens::tokens;

const DOCUMENT: &str = "ARCHITECTURE.md";
const HEADING: &str = "## Five walks";
/// Where files are whose path does not begin with a crate's.
const LIBRARY: &str = "crates/asunder/src/";

/// Looks for every `file.rs::function` of the walks.
pub(crate) fn check() -> Outcome {
    let document = fs::read_to_string(DOCUMENT).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let hops: BTreeSet<(&str, &str)> = hops(&document).collect();
    if hops.is_empty() {
        return Err(format!("{DOCUMENT} names no function under `{HEADING}`"));
    }
    let is_missing = |&(file, function): &(&str, &str)| {
        let root = if file.starts_with("crates/") { "" } else { LIBRARY };
        let source = fs::read_to_string(format!("{root}{file}")).unwrap_or_default();
        !defines(&source, function)
    };
    let missing = hops.into_iter().filter(is_missing).map(|(file, name)| format!("{file}::{name}"));
    let missing: Vec<String> = missing.collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("{DOCUMENT} names what is not there: {}", missing.join(", ")))
}

/// The hops under [`HEADING`], each in backquotes: a file, and a function in it.
fn hops(document: &str) -> impl Iterator<Item = (&str, &str)> {
    let section = document.split(HEADING).nth(1).unwrap_or_default();
    let section = section.split("\n## ").next().unwrap_or_default();
    section.split('`').skip(1).step_by(2).filter_map(|quoted| {
        let (stem, function) = quoted.split_once(".rs::")?;
        Some((&quoted[..stem.len() + ".rs".len()], function))
    })
}

fn defines(source: &str, function: &str) -> bool {
    tokens(source).windows(2).any(|pair| pair[0].text == "fn" && pair[1].text == function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_are_quoted_under_their_heading() {
        let document =
            "`a.rs::no`\n## Five walks\n`a.rs::f` → `b/c.rs::g`, a `type`.\n## More\n`a.rs::no`\n";
        assert_eq!(hops(document).collect::<Vec<_>>(), [("a.rs", "f"), ("b/c.rs", "g")]);
    }

    #[test]
    fn a_function_is_defined_by_its_whole_name() {
        let source = "/// fn f\npub(crate) fn ask_many<V>() { g() }\n";
        assert!(defines(source, "ask_many"));
        assert!(!defines(source, "ask") && !defines(source, "g") && !defines(source, "f"));
    }
}
