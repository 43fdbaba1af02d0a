//! No number of the library is forgotten: each is on the list.

use std::fs;
use std::path::{Path, PathBuf};

use super::list::Guard;
use super::{LIBRARY, LIST, list};
use crate::proofs;

/// Whether a line of code has a number that a proof may rest on: a constant that is a float, a part of
/// what a float's last place is worth, or a number with an exponent.
fn is_telling(line: &str) -> bool {
    let line = line.split("//").next().unwrap_or_default();
    let is_constant =
        line.trim_start().trim_start_matches("pub(super) ").trim_start_matches("pub(crate) ");
    let is_constant = is_constant.starts_with("const ") && line.contains(" = ");
    let float = [": f32 =", ": f64 =", "Range<f64> =", "[f64; 2] =", "DEPTH: u32"];
    is_constant && float.iter().any(|kind| line.contains(kind))
        || line.contains("32::EPSILON")
        || line.contains("64::EPSILON")
        || has_exponent(line)
}

/// Whether a line has a number like `1e-9`.
fn has_exponent(line: &str) -> bool {
    let bytes = line.as_bytes();
    (1..bytes.len().saturating_sub(1)).any(|i| {
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let start =
            (0..i).rev().find(|&j| !(bytes[j].is_ascii_digit() || b"._".contains(&bytes[j])));
        bytes[i] == b'e'
            && bytes[i - 1].is_ascii_digit()
            && start.is_none_or(|j| !word(bytes[j]))
            && (bytes[i + 1].is_ascii_digit() || bytes[i + 1] == b'-')
    })
}

/// The lines of a source that are no tests.
fn code(source: &str) -> impl Iterator<Item = &str> {
    let mut lines = source.lines().peekable();
    std::iter::from_fn(move || {
        let line = lines.next()?;
        let ends = line == "#[cfg(test)]" && lines.peek().is_some_and(|next| next.ends_with('{'));
        (!ends).then_some(line)
    })
}

/// The sources below a folder that are no tests, in the order of their names.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    let is_test = |path: &PathBuf| {
        path.iter().any(|part| {
            ["tests", "tests.rs", "analysis", "analysis.rs"].iter().any(|&name| part == name)
        })
    };
    found.retain(|path| !is_test(path));
    found.sort();
    found
}

#[test]
fn every_number_of_the_library_is_listed() {
    let library = Path::new("..").join(LIBRARY);
    let entries = list::read(&format!("../{LIST}")).unwrap();
    let mut forgotten = Vec::new();
    for path in sources(&library) {
        let source = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(&library).unwrap().to_str().unwrap();
        let listed: Vec<_> = entries.iter().filter(|entry| entry.file == file).collect();
        for line in code(&source).filter(|line| is_telling(line)) {
            if !listed.iter().any(|entry| line.contains(&entry.text)) {
                forgotten.push(format!("{file}: {}", line.trim()));
            }
        }
    }
    assert!(forgotten.is_empty(), "not in {LIST}:\n{}", forgotten.join("\n"));
}

#[test]
fn scripts_that_prove_a_number_fail_with_a_weaker_one() {
    for entry in list::read(&format!("../{LIST}")).unwrap() {
        if let Guard::Proof(script) = &entry.guard {
            assert!(proofs::holds(script, &entry.file, &entry.text), "{entry:?}");
        }
    }
}

#[test]
fn every_entry_of_the_list_is_in_the_library_once() {
    for entry in list::read(&format!("../{LIST}")).unwrap() {
        let path = Path::new("..").join(LIBRARY).join(&entry.file);
        let source = fs::read_to_string(&path).unwrap();
        assert_eq!(source.matches(&entry.text).count(), 1, "{}: {}", entry.file, entry.text);
    }
}

#[test]
fn numbers_are_told_from_words() {
    for line in [
        "const A: f64 = 2.0;",
        "    pub(super) const A: f32 = 3.0;",
        "x > 1e-9",
        "x * f64::EPSILON",
        "1_0.5e3",
    ] {
        assert!(is_telling(line), "{line}");
    }
    for line in [
        "const A: usize = 2;",
        "type1e",
        "a.b2e()",
        "// 1e-9",
        "Germ::EPSILON",
        "let x: f64 = 2.0;",
    ] {
        assert!(!is_telling(line), "{line}");
    }
}
