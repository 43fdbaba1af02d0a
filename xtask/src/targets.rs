//! The same answers everywhere: the sheet of hashes that `asunder-golden` prints, on every build
//! and processor that one machine can run.
//!
//! What is called a sheet here is described in that program. `testdata/golden/answers.txt` is the
//! one that all others must equal; with `ASUNDER_BLESS=1` in the environment, `cargo xtask golden`
//! writes it anew. Each kind of build has a target folder of its own under `target/`, for sharing
//! one they would build each other's dependencies again and again.

use std::path::Path;
use std::process::Command;
use std::{env, fs, thread};

use crate::steps::{Outcome, command, printed, succeed};

/// The sheet that all others must equal.
const GOLDEN: &str = "testdata/golden/answers.txt";

/// The command that prints a sheet.
const RUN: &str = "cargo run --quiet --package asunder-golden";

/// Builds what prints a sheet, in dev: beside the command `asunder`, whose library it then shares. Asked for alone,
/// it would be built with fewer features, and so would the library once more.
const BUILD_DEV: &str = "cargo build --quiet --package asunder-golden --package asunder-cli";

/// What builds for other levels and processors are spared: the second pass over the crates of the library, which
/// takes as long as the first. The release build has it.
const ONE_PASS: (&str, &str) = ("CARGO_PROFILE_RELEASE_LTO", "off");

/// What [`BUILD_DEV`] builds.
const DEV: &str = "target/debug/asunder-golden";

/// Where the drawn cases are handed on to a process that cannot draw them.
const CASES: &str = "target/golden-cases.txt";

/// Dev, release, and release for more than the least of this kind of processor.
pub(crate) fn builds() -> Outcome {
    succeed(&mut command(BUILD_DEV))?;
    let dev = sheet(&mut command(DEV))?;
    if env::var_os("ASUNDER_BLESS").is_some_and(|value| value == "1") {
        fs::write(GOLDEN, &dev).map_err(|error| format!("{GOLDEN}: {error}"))?;
        println!("-- wrote {GOLDEN}; without ASUNDER_BLESS, the step holds every build against it");
        return Ok(());
    }
    hold("the dev build", &dev, Lines::All)?;
    hold("the release build", &sheet(command(RUN).arg("--release"))?, Lines::All)?;
    // Unless told otherwise, lanes are those of the widest level that the processor has.
    let own = printed(&mut command("target/release/asunder-golden levels"))?;
    for level in String::from_utf8_lossy(&own).lines() {
        let mut run = command("target/release/asunder-golden at");
        hold(&format!("its kernels for {level}"), &sheet(run.arg(level))?, Lines::All)?;
    }
    for (flags, folder) in levels() {
        let mut run = command(RUN);
        run.args(["--release", "--target-dir", folder]);
        run.envs([("RUSTFLAGS", flags), ONE_PASS]);
        hold(&format!("the build with `{flags}`"), &sheet(&mut run)?, Lines::All)?;
    }
    Ok(())
}

/// Compiler flags for what this processor can do, each with a target folder.
fn levels() -> Vec<(&'static str, &'static str)> {
    #[cfg(target_arch = "x86_64")]
    let has_avx2 =
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let has_avx2 = false;
    let mut levels = vec![("-C target-cpu=native", "target/golden-native")];
    if has_avx2 {
        levels.push(("-C target-feature=+avx2,+fma", "target/golden-avx2"));
    } else {
        println!("-- LEFT OUT: this processor has no AVX2 and FMA to build for");
    }
    levels
}

/// A process that flushes subnormals to zero, in dev and in release.
///
/// GCC's `crtfastmath.o` sets the processor so before `main`: no code of ours has to. The process loads it, so that
/// the programs are those that [`builds`] has built.
pub(crate) fn flushed() -> Outcome {
    if is_elsewhere("golden-ftz") {
        return Ok(());
    }
    draw()?;
    let fast_math = fast_math("cc", "target/flushes.so")?;
    succeed(&mut command(BUILD_DEV))?;
    for (profile, program) in [("dev", DEV), ("release", "target/release/asunder-golden")] {
        hold(
            &format!("flushing subnormals, the {profile} build"),
            &flush(command(program).env("LD_PRELOAD", &fast_math))?,
            Lines::Boolean,
        )?;
    }
    Ok(())
}

/// 64-bit ARM, under QEMU: as it starts, and flushing subnormals.
pub(crate) fn aarch64() -> Outcome {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    const COMPILER: &str = "aarch64-linux-gnu-gcc";
    const FOLDER: &str = "target/golden-aarch64";
    if is_elsewhere("golden-aarch64") {
        return Ok(());
    }
    needs(COMPILER, "gcc-aarch64-linux-gnu libc6-dev-arm64-cross")?;
    needs("qemu-aarch64-static", "qemu-user-static")?;
    let rust = Rust::with(TARGET)?;
    let mut build = command("cargo build --quiet --package asunder-golden --release");
    build.args(["--target", TARGET, "--target-dir", FOLDER]).envs([ONE_PASS]);
    build.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", COMPILER);
    match rust {
        Rust::Default => {}
        Rust::Debian => {
            build.env("RUSTC", DEBIAN_RUSTC);
        }
    }
    succeed(&mut build)?;
    draw()?;
    let fast_math = fast_math(COMPILER, "target/flushes-aarch64.so")?;
    let emulated = |options: &[&str]| {
        let mut run = command("qemu-aarch64-static -L /usr/aarch64-linux-gnu");
        run.args(options).arg(format!("{FOLDER}/{TARGET}/release/asunder-golden"));
        run
    };
    // Each has one thread, and takes its time: both run at once.
    let (plain, flushing) = thread::scope(|scope| {
        let plain = scope.spawn(|| sheet(&mut emulated(&[])));
        let flushing = flush(&mut emulated(&["-E", &format!("LD_PRELOAD={fast_math}")]));
        (plain.join(), flushing)
    });
    let plain = plain.map_err(|_| "the thread that emulates ended early")?;
    hold("aarch64", &plain?, Lines::All)?;
    hold("aarch64 flushing subnormals", &flushing?, Lines::Boolean)
}

/// Web assembly, under Node.
pub(crate) fn wasm() -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    const FOLDER: &str = "target/golden-wasm";
    if is_elsewhere("golden-wasm") {
        return Ok(());
    }
    needs("node", "nodejs")?;
    let mut build = command("cargo build --quiet --package asunder-golden --release");
    build.args(["--target", TARGET, "--target-dir", FOLDER]).envs([ONE_PASS]);
    match Rust::with(TARGET)? {
        Rust::Default => {}
        Rust::Debian => {
            // It has no library for the web, but the sources of one.
            build.arg("-Zbuild-std=std,panic_abort");
            build.envs([("RUSTC", DEBIAN_RUSTC), ("RUSTC_BOOTSTRAP", "1")]);
            build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22");
        }
    }
    succeed(&mut build)?;
    let mut run = command("node crates/asunder-golden/node.mjs");
    run.arg(format!("{FOLDER}/{TARGET}/release/asunder-golden.wasm"));
    hold("wasm32", &sheet(&mut run)?, Lines::All)
}

/// Says so where a step cannot be made on this kind of machine.
fn is_elsewhere(step: &str) -> bool {
    let elsewhere = !cfg!(all(target_os = "linux", target_arch = "x86_64"));
    if elsewhere {
        println!("-- LEFT OUT: {step} is made on Linux on x86-64 only");
    }
    elsewhere
}

/// Debian's second Rust, whose package brings libraries for other processors.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// The Rust that can build for a target.
#[derive(Debug)]
enum Rust {
    /// The one that cargo takes by itself.
    Default,
    /// [`DEBIAN_RUSTC`].
    Debian,
}

impl Rust {
    fn with(target: &str) -> Result<Self, String> {
        if has_library("rustc", target) {
            return Ok(Self::Default);
        }
        let source = Path::new("/usr/lib/rustlib/src/rust/library").exists();
        if has_library(DEBIAN_RUSTC, target) || (target.starts_with("wasm32") && source) {
            return Ok(Self::Debian);
        }
        Err(format!(
            "no Rust here builds for {target}: `rustup target add {target}`, or see how .ci/run \
             installs Debian's"
        ))
    }
}

/// Whether a compiler has a standard library for a target.
fn has_library(rustc: &str, target: &str) -> bool {
    let output =
        Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    output.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout);
        output.status.success() && Path::new(folder.trim()).exists()
    })
}

fn needs(program: &str, packages: &str) -> Outcome {
    match Command::new(program).arg("--version").output() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{program}: {error}; install {packages}")),
    }
}

/// Makes the library at `path` that sets the processor of a process which loads it to flush subnormals to zero;
/// where it is.
fn fast_math(compiler: &str, path: &str) -> Result<String, String> {
    let object = printed(command(compiler).arg("-print-file-name=crtfastmath.o"))?;
    let object = String::from_utf8_lossy(&object).trim().to_owned();
    if !Path::new(&object).is_absolute() {
        return Err(format!("`{compiler}` has no crtfastmath.o; install GCC"));
    }
    succeed(command(compiler).args(["-shared", "-nostdlib", &object, "-o", path]))?;
    let path = fs::canonicalize(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(path.display().to_string())
}

fn draw() -> Outcome {
    fs::create_dir_all("target").map_err(|error| format!("target: {error}"))?;
    succeed(command(RUN).args(["--release", "--", "draw", CASES]))
}

/// The sheet of a build that flushes subnormals, on cases drawn by one that does not.
fn flush(run: &mut Command) -> Result<String, String> {
    sheet(run.args(["flushed", CASES]))
}

/// The sheet that a command prints.
fn sheet(command: &mut Command) -> Result<String, String> {
    let text = String::from_utf8_lossy(&printed(command)?).into_owned();
    between_marks(&text).map(String::from).ok_or_else(|| "it printed no golden answers".into())
}

/// What stands between the two lines that mark a report's ends.
fn between_marks(text: &str) -> Option<&str> {
    let (_, text) = text.split_once("golden answers begin\n")?;
    text.split_once("golden answers end\n").map(|(sheet, _)| sheet)
}

/// Which lines of two sheets must be equal.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lines {
    All,
    /// Those of answers that are not computed.
    Boolean,
}

/// Compares a sheet with the golden one.
fn hold(what: &str, sheet: &str, lines: Lines) -> Outcome {
    let golden = fs::read_to_string(GOLDEN).map_err(|error| format!("{GOLDEN}: {error}"))?;
    let other = differences(&golden, sheet, lines);
    match other.as_slice() {
        [] => {
            println!("-- {what}: as {GOLDEN}");
            Ok(())
        }
        [first, ..] => Err(format!(
            "{what} answers otherwise than {GOLDEN}: {} lines differ, of {}\n{}\nif that is meant, \
             `ASUNDER_BLESS=1 cargo xtask golden`; if not, `{RUN} -- --trace NAME` on both builds \
             shows the answers under a name, such as {}",
            other.len(),
            golden.lines().count(),
            other.iter().take(12).map(|name| format!("  {name}")).collect::<Vec<_>>().join("\n"),
            first.split(' ').next_back().unwrap_or_default(),
        )),
    }
}

/// The class and name of every line that one sheet has and the other has not.
fn differences<'a>(golden: &'a str, sheet: &'a str, lines: Lines) -> Vec<&'a str> {
    let asked = |text: &'a str| -> Vec<&'a str> {
        let boolean = |line: &&str| lines == Lines::All || line.starts_with("boolean ");
        text.lines().filter(boolean).collect()
    };
    let (golden, sheet) = (asked(golden), asked(sheet));
    let missing = golden.iter().filter(|line| !sheet.contains(line));
    let added = sheet.iter().filter(|line| !golden.contains(line));
    let mut names: Vec<&str> = missing
        .chain(added)
        .map(|line| line.rsplit_once(' ').map_or(*line, |(name, _)| name))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLD: &str = "boolean a 1\nboolean b 2\nmetric c 3\n";

    #[test]
    fn a_sheet_stands_between_its_marks() {
        let text = format!("noise\ngolden answers begin\n{GOLD}golden answers end\nnoise\n");
        assert_eq!(between_marks(&text), Some(GOLD));
        assert_eq!(between_marks("golden answers begin\n"), None);
    }

    #[test]
    fn what_differs_is_named_once() {
        assert!(differences(GOLD, GOLD, Lines::All).is_empty());
        let other = "boolean a 1\nboolean b 9\nboolean d 4\n";
        assert_eq!(differences(GOLD, other, Lines::All), ["boolean b", "boolean d", "metric c"]);
        let computed = "boolean a 1\nboolean b 2\nmetric c 9\n";
        assert!(differences(GOLD, computed, Lines::Boolean).is_empty());
        assert_eq!(differences(GOLD, "metric c 3\n", Lines::Boolean), ["boolean a", "boolean b"]);
    }
}
