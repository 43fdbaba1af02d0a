//! Processes that an external program started are killed with it.

use crate::scratch::Scratch;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Whether a process runs: one that ended and waits to be reaped does not.
fn runs(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

fn ends(process: &str) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(10) {
        if !runs(process) {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}

/// The number that a program wrote to a file.
fn number(path: &std::path::Path) -> String {
    let started = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if text.ends_with('\n') {
            return text.trim().to_owned();
        }
        assert!(started.elapsed() < Duration::from_secs(60), "the program did not start");
        thread::sleep(Duration::from_millis(20));
    }
}

fn score(scratch: &Scratch, timeout: &str, then: &str) -> (Command, std::path::PathBuf) {
    let note = scratch.path().join("child");
    let program = format!("sleep 600 > /dev/null & echo $! > '{}'; {then}", note.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_asunder"));
    command
        .args([
            "score",
            "--families",
            "game",
            "--pairs",
            "5",
            "--timeout",
            timeout,
            "--exec",
            &program,
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    (command, note)
}

#[test]
fn children_end_with_the_run_however_it_ends() {
    let yes = r#"sed 's/.*/{"intersects":true}/'"#;
    for (name, then, code) in [("done", yes, 0), ("late", "wait", 2), ("wrong", "echo no", 2)] {
        let scratch = Scratch::new(&format!("score-{name}"));
        let (mut command, note) = score(&scratch, "2", then);
        let child = thread::scope(|scope| {
            let watched = scope.spawn(|| number(&note));
            assert_eq!(command.status().unwrap().code(), Some(code), "{name}");
            watched.join().unwrap()
        });
        assert!(ends(&child), "{name}: {child} still runs");
    }
}

#[test]
fn children_end_when_the_command_is_interrupted() {
    let scratch = Scratch::new("score-interrupted");
    let (mut command, note) = score(&scratch, "100", "wait");
    let mut run = command.spawn().unwrap();
    let child = number(&note);
    let killed = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(run.wait().unwrap().code(), None, "ended by the signal");
    assert!(ends(&child), "{child} still runs");
}
