//! Asks a fixed set of questions and prints one hash for each, so that two builds can be compared.
//!
//! ```text
//! golden                    draws the cases, answers, prints the sheet
//! golden draw FILE          draws the cases into FILE
//! golden flushed FILE       answers the cases of FILE on a processor set to flush subnormals to
//!                           zero; an error on any other
//! golden at LEVEL           draws and answers with the instructions of that level alone
//! golden levels             prints the levels that this processor has
//!   --trace NAME            prints instead what was asked and answered under one name
//! ```
//!
//! A line of the sheet is a class, a name and a hash. What answers yes or no, or which, is of class
//! `boolean`, and must not change where subnormals are flushed to zero either; what answers with
//! computed numbers is a `metric`; `drawn` are the cases themselves. Cases are drawn by arithmetic of
//! their own, which flushing does change: that is why they can be kept in a file.
//!
//! `cargo xtask golden` and its sisters run this program on every build and processor there is, and
//! compare the sheets with `testdata/golden/answers.txt`.

mod case;
mod draw;
mod questions;
mod sheet;

use asunder::simd::{SimdLevel, at_level};
use case::Case;
use sheet::Sheet;
use std::process::ExitCode;
use std::{env, fs, hint};

/// What kernels are compiled for.
const LEVELS: [(&str, SimdLevel); 3] =
    [("baseline", SimdLevel::Baseline), ("avx2", SimdLevel::Avx2), ("avx512", SimdLevel::Avx512)];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match run(&words) {
        Ok(report) => {
            print!("{report}");
            // A web assembly has no output: whoever runs one looks for the report in its memory.
            hint::black_box(report.leak());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("golden: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<String, String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (words, sheet) = match words.as_slice() {
        [words @ .., "--trace", name] => (words, Sheet::tracing(name)),
        words => (words, Sheet::new()),
    };
    match words {
        [] => Ok(answered(&draw::cases(), sheet)),
        ["levels"] => Ok(LEVELS
            .iter()
            .filter(|(_, level)| at_level(*level, || ()).is_some())
            .map(|(name, _)| format!("{name}\n"))
            .collect()),
        ["at", name] => {
            let level = LEVELS.iter().find(|(known, _)| known == name).map(|(_, level)| *level);
            let level = level.ok_or_else(|| format!("expected a level, found `{name}`"))?;
            at_level(level, || answered(&draw::cases(), sheet))
                .ok_or_else(|| format!("this processor does not have {name}"))
        }
        ["draw", file] => {
            let lines: String = draw::cases().iter().map(|case| format!("{case}\n")).collect();
            fs::write(file, lines).map_err(|error| format!("{file}: {error}"))?;
            Ok(String::new())
        }
        ["flushed", file] => {
            if !flushes_subnormals() {
                return Err("the processor does not flush subnormals to zero".into());
            }
            let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let cases = text.lines().map(Case::parse).collect::<Result<Vec<Case>, String>>()?;
            let mut sheet = sheet;
            questions::ask(&cases, &mut sheet);
            Ok(sheet.report())
        }
        _ => Err("expected nothing, `levels`, `at LEVEL`, `draw FILE` or `flushed FILE`, then \
                  `--trace NAME` or nothing"
            .into()),
    }
}

fn answered(cases: &[Case], mut sheet: Sheet) -> String {
    questions::ask(cases, &mut sheet);
    sheet.report()
}

/// Whether the processor takes subnormals for zero, in what it reads and in what it writes.
fn flushes_subnormals() -> bool {
    let least = hint::black_box(f32::from_bits(1));
    let small = hint::black_box(f32::MIN_POSITIVE);
    let (read, written) = (least * hint::black_box(1e38), small * hint::black_box(0.5));
    read.to_bits() == 0 && written.to_bits() == 0
}
