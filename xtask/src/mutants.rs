//! Every number that a proof rests on is weakened, one at a time, and a test must fail.
//!
//! `testdata/constants.txt` lists them. The library is copied into `target/mutants`, twice, so that two mutants are
//! looked at at once; each is written into a copy, and the tests that guard it are built, little optimised, and
//! run. A number of the library that is not on the list fails a test of this crate.

mod list;
#[cfg(test)]
mod sources;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{env, fs, io};

use crate::steps::{Outcome, at_once, command, printed};
use list::{Entry, Guard, Mutant};

/// Where the list is.
const LIST: &str = "testdata/constants.txt";

/// The folder that the paths in the list start from.
const LIBRARY: &str = "crates/asunder/src";

/// Where the copies of the repository are.
const COPIES: &str = "target/mutants";

/// How many there are: rustc compiles most of the library in one thread.
const MOST_AT_ONCE: usize = 2;

/// In the environment, a part of the paths whose constants are looked at; all, without it.
const ONLY: &str = "ASUNDER_ONLY";

/// Weakens every constant of the list in turn.
pub(crate) fn check() -> Outcome {
    let only = env::var(ONLY).unwrap_or_default();
    let entries = list::read(LIST)?;
    let asked = entries.iter().filter(|entry| entry.file.contains(&only));
    let mutants: Vec<(&Entry, &Mutant)> = asked.filter_map(mutant).collect();
    if mutants.is_empty() {
        return Err(format!(
            "{LIST}: tests guard no number of a file whose path has `{only}` in it"
        ));
    }
    let copies: Vec<usize> = (0..MOST_AT_ONCE).collect();
    let copies = at_once(&copies, |i| WorkingCopy::made(&Path::new(COPIES).join(i.to_string())))?;
    let guards: BTreeSet<&str> = mutants.iter().map(|(_, mutant)| mutant.tests.as_str()).collect();
    println!("   building the tests, and running the guards as they are");
    copies[0].all_guards_pass(&guards)?;
    let (next, looked_at) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let survivors = at_once(&copies, |copy| {
        let mut survivors = Vec::new();
        while let Some((entry, mutant)) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            let failed = copy.failed(entry, mutant)?;
            let (n, of) = (looked_at.fetch_add(1, Ordering::Relaxed) + 1, mutants.len());
            let took = start.elapsed().as_secs_f64();
            let verdict = match &*failed {
                [] => String::from("SURVIVES"),
                failed => format!("caught by {}", failed.join(", ")),
            };
            println!("{n:>3}/{of} {took:>5.1} s  {}: {}: {verdict}", entry.file, mutant.weaker);
            if failed.is_empty() {
                survivors.push(format!("{}: {}", entry.file, mutant.weaker));
            }
        }
        Ok(survivors)
    })?;
    let survivors = survivors.concat();
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

/// A copy of the repository, in which mutants are written and built.
struct WorkingCopy {
    tree: PathBuf,
    /// What cargo makes of it.
    build: PathBuf,
}

impl WorkingCopy {
    /// The copy in a folder, brought up to date; files that are alike stay, so that little is built anew.
    fn made(folder: &Path) -> Result<Self, String> {
        let listed = "git ls-files --cached --others --exclude-standard -z";
        let listed =
            String::from_utf8(printed(&mut command(listed))?).map_err(|e| e.to_string())?;
        let tree = folder.join("tree");
        for file in listed.split('\0').filter(|file| !file.is_empty()) {
            copy(file, &tree.join(file)).map_err(|error| format!("{file}: {error}"))?;
        }
        let here = env::current_dir().map_err(|error| error.to_string())?;
        Ok(Self { tree: here.join(tree), build: here.join(folder).join("build") })
    }

    /// Without a change every guard is there and passes, or its failing would say nothing.
    fn all_guards_pass(&self, guards: &BTreeSet<&str>) -> Outcome {
        let guards: Vec<&str> = guards.iter().copied().collect();
        let run = self.run_guards(&guards)?.ok_or("the tests do not build")?;
        if let Some(name) = run.failed.first() {
            return Err(format!("{name} fails without any change"));
        }
        match guards.iter().find(|&&guard| !run.passed.iter().any(|name| name.contains(guard))) {
            Some(guard) => Err(format!("{LIST}: no test is called `{guard}`")),
            None => Ok(()),
        }
    }

    /// The guards that fail with a number made weaker.
    fn failed(&self, entry: &Entry, mutant: &Mutant) -> Result<Vec<String>, String> {
        let path = self.tree.join(LIBRARY).join(&entry.file);
        let place = |error: io::Error| format!("{}: {error}", path.display());
        let original = fs::read_to_string(&path).map_err(place)?;
        let weakened = mutant.apply(entry, &original)?;
        fs::write(&path, weakened).map_err(place)?;
        let outcome = self.run_guards(&[&mutant.tests]);
        fs::write(&path, original).map_err(place)?;
        let (file, weaker) = (&entry.file, &mutant.weaker);
        let run =
            outcome?.ok_or(format!("{file}: `{weaker}` does not build, or ends the tests"))?;
        Ok(run.failed)
    }

    /// Builds the library's tests and runs those that `guards` name; `None` if they do not build.
    fn run_guards(&self, guards: &[&str]) -> Result<Option<Run>, String> {
        let line = "cargo test --quiet --package asunder --features serde --lib -- --format=pretty";
        let output = Command::new("cargo")
            .args(line.split(' ').skip(1))
            .args(guards)
            .current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.build)
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
}

/// Copies a file, unless it is there already.
fn copy(file: &str, to: &Path) -> io::Result<()> {
    // What is listed may have been deleted.
    if !fs::symlink_metadata(file).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    let mut text = fs::read(file)?;
    if file == MANIFEST {
        text = without_itself(&text);
    }
    if fs::read(to).is_ok_and(|there| there == text) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to))?;
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
