//! The steps: what is checked, and the command that checks it.
//!
//! Every step runs in the repository's root and shows the commands it runs, so that each can be
//! repeated by hand.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process, thread};

use crate::{
    bevy, browser, build_size, capi, instructions, layers, matrix, mutants, names, proofs, readme,
    targets, validator, walks,
};

/// Nothing, or what is wrong and how to mend it.
pub(crate) type Outcome = Result<(), String>;

/// One check, callable by name.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// What holds when the step passes, in one line.
    pub(crate) meaning: &'static str,
    pub(crate) run: fn() -> Outcome,
}

/// The steps of `cargo xtask ci`, in order: the quick ones first.
#[rustfmt::skip]
pub(crate) const CI: &[Step] = &[
    Step { name: "fmt", meaning: "the code is formatted by rustfmt", run: fmt },
    Step { name: "clippy", meaning: "no target has a warning", run: clippy },
    Step { name: "doc", meaning: "the documentation builds without a warning", run: doc },
    Step { name: "layers", meaning: "no module of the library uses one that stands above it", run: layers::check },
    Step { name: "names", meaning: "the library's identifiers keep to the glossary, and no two types share a name", run: names::check },
    Step { name: "matrix", meaning: "docs/shapes.md shows the pairs that the library is compiled from", run: matrix::check },
    Step { name: "walks", meaning: "each function that ARCHITECTURE.md walks through stands where it says", run: walks::check },
    Step { name: "test", meaning: "the tests pass, run by the command that README.md gives", run: test },
    Step { name: "slips", meaning: "the compiler answers usual slips with what was meant", run: slips },
    Step { name: "test-xtask", meaning: "the tests of these steps pass", run: test_xtask },
    Step { name: "demo", meaning: "the demo that README.md shows runs and draws the pictures kept in docs", run: demo },
    Step { name: "readme", meaning: "every other command of README.md runs, exactly as written", run: readme::check },
    Step { name: "same-answers", meaning: "scenes run the same, byte for byte, in dev and in release", run: same_answers },
    Step { name: "golden", meaning: "dev, release and every level of SIMD, chosen and built for, give the golden answers", run: targets::builds },
    Step { name: "golden-ftz", meaning: "a process that flushes subnormals to zero gives the golden yes and no", run: targets::flushed },
    Step { name: "examples", meaning: "every example runs and finds what it expects", run: examples },
    Step { name: "bench", meaning: "the benchmarks build and run once through", run: bench },
    Step { name: "test-bench", meaning: "the tests of the benchmarks and of the golden answers pass", run: test_bench },
    Step { name: "test-threads", meaning: "trees and worlds tell the same on 1, 2, 3 and 7 threads", run: test_threads },
];

/// The steps that only run when named.
#[rustfmt::skip]
pub(crate) const ON_REQUEST: &[Step] = &[
    Step { name: "long", meaning: "the long suite passes: all integration tests of the crates that have longer ones, with ASUNDER_LONG=1", run: long },
    Step { name: "jury", meaning: "ten million pairs of all kinds and families are answered as the oracle does", run: jury },
    Step { name: "seams", meaning: "a million ticks of movers on seams: nothing penetrated, no free direction refused, no false normal, at most 1 ms of processor time a move", run: seams },
    Step { name: "levels", meaning: "a million ticks of characters through levels, and as many at rest: each ends as constructed, nothing penetrated", run: levels },
    Step { name: "meshes", meaning: "ten thousand meshes answer yes and no as the oracle does of their triangles, and as a loop over pairs", run: meshes },
    Step { name: "metrics", meaning: "distances, closest points, depths and contacts of a million pairs are right", run: metrics },
    Step { name: "mutants", meaning: "a test fails for each number of the library that is made weaker", run: mutants::check },
    Step { name: "golden-aarch64", meaning: "64-bit ARM gives the golden answers, under QEMU", run: targets::aarch64 },
    Step { name: "golden-wasm", meaning: "web assembly gives the golden answers, under Node", run: targets::wasm },
    Step { name: "instructions", meaning: "no hot question takes more instructions than agreed to, counted by Valgrind", run: instructions::check },
    Step { name: "build-size", meaning: "the library is no more to translate than agreed to: lines of LLVM IR and functions, by module", run: build_size::check },
    Step { name: "capi", meaning: "C and C++ get the library's answers by every compiler that is here, also under sanitizers, by CMake and pkg-config", run: capi::check },
    Step { name: "bevy", meaning: "the Bevy plugin is formatted, linted and tested, if it or what it uses of the library has changed", run: bevy::check },
    Step { name: "macroquad", meaning: "the game in macroquad builds without a warning, plays without a window, and its page compiles", run: macroquad },
    Step { name: "proofs", meaning: "Gappa proves the error bounds of boxes and spheres in f32", run: proofs::prove },
    Step { name: "pictures", meaning: "draws the pictures of README.md and docs anew: docs/demo.svg, docs/rewound-shot.svg", run: browser::pictures },
    Step { name: "browser", meaning: "the pages of recordings play, light hits, explain and fit a phone, in headless Chromium", run: browser::check },
    Step { name: "validate-gltf", meaning: "the Khronos validator finds nothing wrong in models that colliders were written into", run: validator::validate },
];

/// The test command of README.md.
pub(crate) const TEST: &str = "cargo test";

/// The demo command of README.md.
pub(crate) const DEMO: &str = "cargo demo";

/// The folder of the examples, which check themselves, and end.
const EXAMPLES: &str = "crates/asunder/examples";

/// The most lines of an example; [`LONGER`] are games.
const MOST_LINES: usize = 60;

const LONGER: &[&str] = &["rewound_shots"];

/// The pictures in docs, as the demo writes them.
const PICTURES: [(&str, &str); 2] = [
    ("asunder-demo.svg", "docs/demo.svg"),
    ("asunder-demo-animated.svg", "docs/demo-animated.svg"),
];

fn fmt() -> Outcome {
    succeed(&mut command("cargo fmt --all --check"))
}

fn clippy() -> Outcome {
    succeed(&mut command("cargo clippy --workspace --all-targets -- -D warnings"))?;
    // What a program compiles by itself of the library.
    succeed(&mut command("cargo clippy --package asunder --no-default-features -- -D warnings"))
}

fn doc() -> Outcome {
    succeed(command("cargo doc --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}

fn test() -> Outcome {
    shown_in_readme(TEST)?;
    succeed(&mut command(TEST))
}

/// By the test's name alone, so that the library is not built with fewer features of its dependencies, once more.
fn slips() -> Outcome {
    succeed(&mut command("cargo test --test slips"))
}

fn test_xtask() -> Outcome {
    succeed(&mut command("cargo test --package xtask"))
}

fn demo() -> Outcome {
    shown_in_readme(DEMO)?;
    let out = env::temp_dir().join(format!("asunder-demo-{}", process::id()));
    let place = |error| format!("{}: {error}", out.display());
    fs::create_dir(&out).map_err(place)?;
    let ran = succeed(command(DEMO).arg("--out").arg(&out));
    let drawn = PICTURES.map(|(name, _)| fs::read(out.join(name)));
    fs::remove_dir_all(&out).map_err(place)?;
    ran?;
    for ((name, kept), drawn) in PICTURES.into_iter().zip(drawn) {
        let drawn = drawn.map_err(|error| format!("`{DEMO}` left no {name}: {error}"))?;
        let shown = fs::read(kept).map_err(|error| format!("{kept}: {error}"))?;
        if drawn != shown {
            return Err(format!("{kept} is not what `{DEMO}` writes; look at {name}, copy it"));
        }
    }
    Ok(())
}

fn same_answers() -> Outcome {
    let scenes = scenes("testdata/scenes")?;
    for scene in &scenes {
        let dev = printed(command("cargo run --quiet -- run --json").arg(scene))?;
        let release = printed(command("cargo run --quiet --release -- run --json").arg(scene))?;
        if dev != release {
            return Err(format!("{scene}: its events in dev and in release differ"));
        }
    }
    Ok(())
}

/// Runs every example, and the game with rollback; docs/use.md lists each.
fn examples() -> Outcome {
    let document =
        fs::read_to_string("docs/use.md").map_err(|error| format!("docs/use.md: {error}"))?;
    for path in listed(EXAMPLES)? {
        let Some(name) = Path::new(&path).file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        let lines = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let lines = lines.lines().count();
        if lines > MOST_LINES && !LONGER.contains(&name) {
            return Err(format!("{path} has {lines} lines; expected {MOST_LINES} at most"));
        }
        if !document.contains(&format!("[{name}](")) {
            return Err(format!("docs/use.md has no link to the example {name}"));
        }
        succeed(&mut command(&format!("cargo run --release --example {name}")))?;
    }
    succeed(&mut command("cargo run --release -p asunder-ggrs"))
}

fn bench() -> Outcome {
    succeed(&mut command("cargo run --release --package asunder-bench -- --quick"))
}

/// In release, as the benchmarks have been built already: `cargo test` alone builds no peer.
fn test_bench() -> Outcome {
    let line = "cargo test --release --package asunder-bench --package asunder-golden";
    succeed(&mut command(line))
}

/// In release, and beside the benchmarks, which have built the library with threads already: asked for alone,
/// it would be built with fewer features of its dependencies, and so once more.
fn test_threads() -> Outcome {
    let packages = "--package asunder --package asunder-bench --features asunder/rayon";
    succeed(&mut command(&format!("cargo test --release {packages} --test threads")))
}

/// Runs the integration tests of every crate that has a longer form of one.
fn long() -> Outcome {
    let mut tests = command("cargo test --release --test=*");
    for name in crates_with_long_tests("crates")? {
        tests.args(["--package", &name]);
    }
    succeed(tests.env(LONG, "1"))
}

/// In the environment it asks the jury for so many pairs in all.
const PAIRS: &str = "ASUNDER_PAIRS";

/// How many pairs the jury is asked about, unless told otherwise.
const ALL_PAIRS: usize = 10_000_000;

/// Asks about 140,000 pairs of each of the 18 families, four times; or about as small a part of them as
/// [`PAIRS`] is of [`ALL_PAIRS`].
fn jury() -> Outcome {
    let all = match env::var(PAIRS) {
        Ok(text) => text.parse().map_err(|_| format!("{PAIRS}={text}: expected a whole number"))?,
        Err(_) => ALL_PAIRS,
    };
    succeed(&mut command("cargo build --release --package asunder-cli"))?;
    let mut asked = Vec::new();
    // Each draws pairs of its own, by its seed. A pair asked whether one contains the other is mostly a
    // plain no: fewer of those will do.
    for (seed, dimension, question, pairs) in [
        (1, 2, "intersects", 140_000),
        (2, 2, "penetrates", 140_000),
        (3, 3, "intersects", 140_000),
        (4, 3, "penetrates", 140_000),
        (5, 2, "contains", 20_000),
        (6, 3, "contains", 20_000),
    ] {
        let pairs = (pairs * all).div_ceil(ALL_PAIRS);
        let line = format!(
            "target/release/asunder score --contestant asunder --kinds all --pairs {pairs} \
             --dimension {dimension} --question {question} --seed {seed}"
        );
        println!("   {line}");
        // Each has one thread: all run at once.
        let run = command(&line).stdout(Stdio::piped()).spawn();
        asked.push((run.map_err(|error| format!("cannot start `{line}`: {error}"))?, line));
    }
    for (run, line) in asked {
        let output = run.wait_with_output().map_err(|error| format!("`{line}`: {error}"))?;
        if !output.status.success() {
            return Err(format!("`{line}` ended with {}", output.status));
        }
        let told = String::from_utf8_lossy(&output.stdout);
        println!("   {}", told.lines().next_back().unwrap_or_default());
    }
    Ok(())
}

/// Walks over seams for a million ticks; prints what came of it, ground by ground.
fn seams() -> Outcome {
    let line = "cargo test --release --package asunder --test walks -- --nocapture";
    succeed(command(line).env("ASUNDER_TICKS", "1000000"))
}

/// Walks characters through levels for a million ticks; prints how many ended as constructed, level by level.
fn levels() -> Outcome {
    let line = "cargo test --release --package asunder --test levels -- --nocapture";
    succeed(command(line).env("ASUNDER_TICKS", "1000000"))
}

/// Holds ten thousand meshes against the oracle and against a loop over pairs; prints how many shapes were asked.
fn meshes() -> Outcome {
    let line = "cargo test --release --package asunder --test meshes -- --nocapture";
    succeed(command(line).env("ASUNDER_MESHES", "10000"))
}

/// Holds metrics of pairs of all kinds against the exact truth; if some are wrong, shows for each two kinds how many,
/// how, and by how much.
fn metrics() -> Outcome {
    let line =
        "cargo test --release --package asunder --test it metrics::metrics_in -- --nocapture";
    succeed(command(line).env(LONG, "1"))
}

/// In the environment it asks tests for more.
const LONG: &str = "ASUNDER_LONG";

/// The crates in a folder whose integration tests ask for [`LONG`], in the order of their names.
fn crates_with_long_tests(folder: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for path in listed(folder)? {
        if asks_for_more(&format!("{path}/tests"))? {
            let name = path.rsplit('/').next().unwrap_or_default();
            found.push(String::from(name));
        }
    }
    if found.is_empty() { Err(format!("{folder}: no test reads {LONG}")) } else { Ok(found) }
}

/// Whether a source somewhere below a folder reads [`LONG`].
fn asks_for_more(folder: &str) -> Result<bool, String> {
    if !Path::new(folder).is_dir() {
        return Ok(false);
    }
    for path in listed(folder)? {
        let asks = if Path::new(&path).is_dir() {
            asks_for_more(&path)?
        } else if path.ends_with(".rs") {
            let source = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
            source.contains(&format!("\"{LONG}\""))
        } else {
            false
        };
        if asks {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The command that `line` spells; its words are separated by spaces and none is quoted.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).stdin(Stdio::null());
    command
}

/// The game in macroquad, which has a workspace of its own.
fn macroquad() -> Outcome {
    let manifest = "--manifest-path examples/macroquad/Cargo.toml";
    succeed(&mut command(&format!("cargo fmt {manifest} --check")))?;
    // Unoptimised: its tests ask little, and the library takes minutes to optimise.
    let plain = "--config profile.dev.package.asunder.opt-level=0 --config profile.dev.debug=0";
    let mut test = command(&format!("cargo test --locked {manifest} {plain}"));
    succeed(test.env("CARGO_TARGET_DIR", "target/macroquad").env("RUSTFLAGS", "-D warnings"))
}

/// The scenes in a folder, at least one, in the order of their names.
fn scenes(folder: &str) -> Result<Vec<String>, String> {
    let mut found = listed(folder)?;
    found.retain(|path| path.ends_with(".toml"));
    if found.is_empty() { Err(format!("{folder}: holds no scene")) } else { Ok(found) }
}

/// What is in a folder, in the order of the names.
pub(crate) fn listed(folder: &str) -> Result<Vec<String>, String> {
    let place = |error| format!("{folder}: {error}");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(place)? {
        found.push(entry.map_err(place)?.path().display().to_string());
    }
    found.sort();
    Ok(found)
}

/// What a file of agreed numbers says; `None` once `ASUNDER_BLESS` has had it written anew.
pub(crate) fn agreed(path: &str, anew: impl FnOnce() -> String) -> Result<Option<String>, String> {
    let place = |error| format!("{path}: {error}");
    if env::var_os("ASUNDER_BLESS").is_some() {
        fs::write(path, anew()).map_err(place)?;
        return Ok(None);
    }
    fs::read_to_string(path).map(Some).map_err(place)
}

/// Shows and runs `command`; what it prints, if it exits with 0.
pub(crate) fn printed(command: &mut Command) -> Result<Vec<u8>, String> {
    let line = spelled(command);
    println!("$ {line}");
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot start `{line}`: {error}"))?;
    let status = output.status;
    if status.success() { Ok(output.stdout) } else { Err(format!("`{line}` ended with {status}")) }
}

/// Shows and runs `command`, and is an error unless it exits with 0.
pub(crate) fn succeed(command: &mut Command) -> Outcome {
    let line = spelled(command);
    println!("$ {line}");
    let status = command.status().map_err(|error| format!("cannot start `{line}`: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` ended with {status}")) }
}

/// What `work` makes of each item, in their order; as many are worked on at a time as there are processors, each until
/// its first failure.
pub(crate) fn at_once<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let next = AtomicUsize::new(0);
    let some = || -> Result<Vec<(usize, R)>, String> {
        let mut made = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return Ok(made) };
            made.push((place, work(item)?));
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let parts = thread::scope(|scope| {
        let started: Vec<_> = (0..workers).map(|_| scope.spawn(some)).collect();
        let ended = started.into_iter().map(|worker| {
            worker.join().map_err(|_| String::from("a thread that worked has panicked"))?
        });
        ended.collect::<Result<Vec<_>, String>>()
    })?;
    let mut made: Vec<(usize, R)> = parts.into_iter().flatten().collect();
    made.sort_by_key(|(place, _)| *place);
    Ok(made.into_iter().map(|(_, result)| result).collect())
}

/// `command` as one would type it into a shell.
fn spelled(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        let value = value?.to_string_lossy();
        Some(format!("{}={}", name.to_string_lossy(), quoted(&value)))
    });
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let words = words.map(|word| quoted(&word.to_string_lossy()));
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    if word.contains(char::is_whitespace) { format!("'{word}'") } else { String::from(word) }
}

/// Whether README.md gives `command` a line of its own, so that CI runs what users are told to run.
fn shown_in_readme(command: &str) -> Outcome {
    let readme = fs::read_to_string("README.md").map_err(|error| format!("README.md: {error}"))?;
    if shows(&readme, command) {
        Ok(())
    } else {
        Err(format!("README.md has no line `{command}`; it and xtask/src/steps.rs must agree"))
    }
}

/// Whether a line of `text` is `command`, a trailing shell comment aside.
fn shows(text: &str, command: &str) -> bool {
    text.lines().any(|line| {
        let typed = line.split_once(" #").map_or(line, |(typed, _)| typed);
        typed.trim() == command
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_is_typed() {
        let mut command = command("cargo doc --no-deps");
        command.env("RUSTDOCFLAGS", "-D warnings").arg("a b");
        assert_eq!(spelled(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'a b'");
    }

    /// No test that has a longer form is left out: all are integration tests of crates that are found.
    #[test]
    fn every_longer_test_is_in_the_long_suite() {
        let crates = crates_with_long_tests("../crates").unwrap();
        assert_eq!(crates, ["asunder", "asunder-fuzz", "asunder-jury", "asunder-scene"]);
        for path in listed("../crates").unwrap() {
            for folder in ["src", "benches", "examples"].map(|name| format!("{path}/{name}")) {
                assert_eq!(asks_for_more(&folder), Ok(false), "{folder}: {LONG} is not read here");
            }
        }
    }

    #[test]
    fn items_worked_on_at_once_keep_their_order() {
        let items: Vec<usize> = (0..100).collect();
        let doubled = at_once(&items, |item| Ok(2 * item)).unwrap();
        assert!(doubled.into_iter().eq((0..100).map(|item| 2 * item)));
        let late = |item: &usize| if *item < 50 { Ok(()) } else { Err(String::from("late")) };
        assert_eq!(at_once(&items, late), Err(String::from("late")));
    }

    #[test]
    fn a_command_that_fails_is_named() {
        let silent = |line| succeed(command(line).stdout(Stdio::null()).stderr(Stdio::null()));
        assert_eq!(silent("cargo --version"), Ok(()));
        let error = silent("cargo no-such-command").unwrap_err();
        assert!(error.starts_with("`cargo no-such-command` ended with "), "{error}");
        let error = silent("no-such-program").unwrap_err();
        assert!(error.starts_with("cannot start `no-such-program`: "), "{error}");
    }

    #[test]
    fn the_readme_shows_a_command_on_a_line_of_its_own() {
        assert!(shows("```\ncargo test\n```\n", "cargo test"));
        assert!(shows("    cargo test   # two minutes\n", "cargo test"));
        assert!(!shows("cargo test --release\n", "cargo test"));
        assert!(!shows("Run `cargo test`.\n", "cargo test"));
    }
}
