//! The integration tests of the command: the binary, its output and exit code.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

#[cfg(target_os = "linux")]
mod bounded;
mod demo;
mod explain;
mod fit;
mod inspect;
mod names;
mod outputs;
mod page;
mod query;
mod run;
mod score;
mod scratch;
mod view;

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

/// The output and exit code of a run.
struct Run {
    stdout: String,
    stderr: String,
    code: i32,
}

/// Runs `asunder` with `input` piped in.
fn asunder(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_asunder"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut pipe, input) = (child.stdin.take().unwrap(), input.into());
    // Written from a thread, since both pipes may fill.
    let feeder = thread::spawn(move || {
        // The command need not read all of it.
        let _ = pipe.write_all(&input);
    });
    let Output { stdout, stderr, status } = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Run {
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
        code: status.code().unwrap(),
    }
}

#[test]
fn help_and_version_are_answers() {
    let help = asunder(&["query", "--help"], "");
    assert_eq!(help.code, 0);
    assert!(help.stdout.contains("asunder query intersects pairs.jsonl"), "{}", help.stdout);
    let version = asunder(&["--version"], "");
    assert_eq!(version.stdout, concat!("asunder ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(version.code, 0);
}

#[test]
fn no_command_is_bad_usage() {
    let run = asunder(&[], "");
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    assert!(run.stderr.contains("query"), "{}", run.stderr);
}
