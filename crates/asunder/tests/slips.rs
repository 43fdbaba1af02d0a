//! What the compiler says about the usual slips of a first program: each text leads to what was meant.
//!
//! Every release of the compiler words its texts a little differently, so they are compared with one
//! release alone, [`RELEASE`]; with another the test says so and compares nothing. To move on to a newer
//! one, change that number, then accept its texts by
//! `TRYBUILD=overwrite cargo test --test slips`, and read the difference.

use std::io::{Write, stderr};
use std::process::Command;

/// The release of the compiler whose texts lie beside the slips.
const RELEASE: &str = "1.95";

#[test]
fn usual_slips_are_answered_with_what_was_meant() {
    // The one that builds the slips.
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| String::from("rustc"));
    let printed = Command::new(compiler).arg("-vV").output().expect("the compiler that built this");
    let printed = String::from_utf8_lossy(&printed.stdout);
    let release = printed.lines().find_map(|line| line.strip_prefix("release: ")).unwrap_or("?");
    if release.strip_prefix(RELEASE).is_none_or(|rest| !rest.starts_with('.')) {
        // Not `eprintln!`, which is shown of tests that fail alone.
        let note =
            format!("note: texts of rustc {RELEASE} are not compared with those of {release}");
        writeln!(stderr(), "{note}").expect("standard error");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/slips/*.rs");
}
