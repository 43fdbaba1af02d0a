//! Every number that a proof rests on is weakened, one at a time, and a test must fail.
//!
//! `testdata/constants.txt` lists them. The library is copied into `target/mutants`, each mutant is
//! written there, and the tests that guard it are built, little optimised, and run. A number of the
//! library that is not on the list fails a test of this crate.

mod list;
#[cfg(test)]
mod sources;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs, io};

use crate::steps::{Outcome, command, printed};
use list::{Entry, Guard, Mutant};

/// Where the list is.
const LIST: &str = "testdata/constants.txt";

/// The folder that the paths in the list start from.
const LIBRARY: &str = "crates/asunder/src";

/// The copy of the repository, and what cargo makes of it.
const TREE: &str = "target/mutants/tree";
const BUILD: &str = "target/mutants/build";

/// In the environment, a part of the paths whose constants are looked at; all, without it.
const ONLY: &str = "ASUNDER_ONLY";

/// Weakens every constant of the list in turn.
pub(crate) fn check() -> Outcome {
    let only = env::var(ONLY).unwrap_or_default();
    let entries = list::read(LIST)?;
    let asked = entries.iter().filter(|entry| entry.file.contains(&only));
    let mutants: Vec<(&Entry, &Mutant)> = asked.filter_map(mutant).collect();
    copy_repository()?;
    let build = fs::canonicalize(TREE).map_err(|error| format!("{TREE}: {error}"))?;
    let guards: BTreeSet<&str> = mutants.iter().map(|(_, mutant)| mutant.tests.as_str()).collect();
    all_guards_pass(&build, &guards)?;
    let mut survivors = Vec::new();
    for (i, (entry, mutant)) in mutants.iter().enumerate() {
        let start = Instant::now();
        let path = Path::new(TREE).join(LIBRARY).join(&entry.file);
        let place = |error: io::Error| format!("{}: {error}", path.display());
        let original = fs::read_to_string(&path).map_err(place)?;
        let weakened = mutant.apply(entry, &original)?;
        fs::write(&path, weakened).map_err(place)?;
        let outcome = run_guards(&build, &[&mutant.tests]);
        fs::write(&path, original).map_err(place)?;
        let verdict = match outcome? {
            Some(run) if run.failed.is_empty() => {
                survivors.push(format!("{}: {}", entry.file, mutant.weaker));
                String::from("SURVIVES")
            }
            Some(run) => format!("caught by {}", run.failed.join(", ")),
            None => {
                let Mutant { weaker, .. } = mutant;
                return Err(format!(
                    "{}: `{weaker}` does not build, or ends the tests",
                    entry.file
                ));
            }
        };
        let (n, of, took) = (i + 1, mutants.len(), start.elapsed().as_secs_f64());
        println!("{n:>3}/{of} {took:>5.1} s  {}: {}: {verdict}", entry.file, mutant.weaker);
    }
    if survivors.is_empty() {
        return Ok(());
    }
    Err(format!("no test fails with these instead of what is there:\n{}", survivors.join("\n")))
}

/// A number that tests guard, and how it is weakened.
fn mutant(entry: &Entry) -> Option<(&Entry, &Mutant)> {
    match &entry.guard {
        Guard::Tests(mutant) => Some((entry, mutant)),
        Guard::Proof(_) | Guard::None => None,
    }
}

/// What the guards did with a mutant.
struct Run {
    passed: Vec<String>,
    failed: Vec<String>,
}

impl Run {
    /// The results in what the tests print: `test NAME ... ok`.
    fn parse(output: &str) -> Option<Self> {
        if !output.contains("test result: ") {
            return None;
        }
        let named = |result: &str| -> Vec<String> {
            let lines = output.lines().filter_map(|line| line.strip_prefix("test "));
            let names = lines.filter_map(|line| line.strip_suffix(result)?.strip_suffix(" ... "));
            let names = names.map(|name| name.trim_end_matches(" - should panic"));
            names.map(String::from).collect()
        };
        Some(Self { passed: named("ok"), failed: named("FAILED") })
    }
}

/// Without a change every guard is there and passes, or its failing would say nothing.
fn all_guards_pass(tree: &Path, guards: &BTreeSet<&str>) -> Outcome {
    println!("   building the tests, and running the guards as they are");
    let guards: Vec<&str> = guards.iter().copied().collect();
    let run = run_guards(tree, &guards)?.ok_or("the tests do not build")?;
    if let Some(name) = run.failed.first() {
        return Err(format!("{name} fails without any change"));
    }
    match guards.iter().find(|&&guard| !run.passed.iter().any(|name| name.contains(guard))) {
        Some(guard) => Err(format!("{LIST}: no test is called `{guard}`")),
        None => Ok(()),
    }
}

/// Builds the library's tests in `tree` and runs those that `guards` name; `None` if they do not build.
fn run_guards(tree: &Path, guards: &[&str]) -> Result<Option<Run>, String> {
    let build = env::current_dir().map_err(|error| error.to_string())?.join(BUILD);
    let line = "cargo test --quiet --package asunder --features serde --lib -- --format=pretty";
    let output = Command::new("cargo")
        .args(line.split(' ').skip(1))
        .args(guards)
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", build)
        .envs([("CARGO_PROFILE_TEST_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_OPT_LEVEL", "0")])
        .envs([("CARGO_PROFILE_TEST_DEBUG", "0"), ("CARGO_PROFILE_TEST_INCREMENTAL", "true")])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start `{line}`: {error}"))?;
    let run = Run::parse(&String::from_utf8_lossy(&output.stdout));
    if run.is_none() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(run)
}

/// Brings the copy up to date; files that are alike stay, so that little is built anew.
fn copy_repository() -> Outcome {
    let listed = "git ls-files --cached --others --exclude-standard -z";
    let listed = String::from_utf8(printed(&mut command(listed))?).map_err(|e| e.to_string())?;
    for file in listed.split('\0').filter(|file| !file.is_empty()) {
        copy(file).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

fn copy(file: &str) -> io::Result<()> {
    let to: PathBuf = Path::new(TREE).join(file);
    // What is listed may have been deleted.
    if !fs::symlink_metadata(file).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    let mut text = fs::read(file)?;
    if file == MANIFEST {
        text = without_itself(&text);
    }
    if fs::read(&to).is_ok_and(|there| there == text) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(&to))?;
    fs::write(to, text)
}

const MANIFEST: &str = "crates/asunder/Cargo.toml";

/// The library's manifest, in which its tests no longer ask for the library itself as well, nor for what
/// calls it, so that each mutant is built once, not twice.
fn without_itself(manifest: &[u8]) -> Vec<u8> {
    const ASKS: [&str; 2] = ["asunder = { path = \".\"", "asunder-unoptimised = "];
    let text = String::from_utf8_lossy(manifest);
    let lines = text.lines().filter(|line| !ASKS.iter().any(|ask| line.starts_with(ask)));
    lines.flat_map(|line| [line, "\n"]).collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_from_what_the_tests_print() {
        let output = "\nrunning 3 tests\ntest a::b ... ok\ntest c - should panic ... ok\n\
                      test d ... FAILED\n\ntest result: FAILED. 2 passed; 1 failed\n";
        let run = Run::parse(output).unwrap();
        assert_eq!((run.passed, run.failed), (vec!["a::b".into(), "c".into()], vec!["d".into()]));
        assert!(Run::parse("error: could not compile").is_none());
    }

    #[test]
    fn the_copy_of_the_library_does_not_ask_for_itself() {
        let manifest = fs::read(Path::new("..").join(MANIFEST)).unwrap();
        let without = without_itself(&manifest);
        assert_eq!(
            without.split(|&b| b == b'\n').count() + 2,
            manifest.split(|&b| b == b'\n').count()
        );
    }
}
