//! External programs, good and bad ones.

use super::{count, rows, wrong};
use crate::asunder;
use std::time::{Duration, Instant};

/// The answers "yes" and "no", whatever the line.
const YES: &str = r#"sed 's/.*/{"intersects":true}/'"#;
const NO: &str = r#"sed 's/.*/{"intersects":false}/'"#;

#[test]
fn the_command_itself_is_never_wrong() {
    let query = |question: &str| format!("'{}' query {question}", env!("CARGO_BIN_EXE_asunder"));
    for arguments in [
        &["--question", "intersects"][..],
        &["--question", "penetrates", "--kinds", "sphere,obb"],
        &["--question", "intersects", "--dimension", "2", "--kinds", "obb,half_space"],
    ] {
        let command = query(arguments[1]);
        let rows = rows(&[&["--pairs", "100", "--exec", &command], arguments].concat());
        assert_eq!(rows.len(), 2 * 18);
        for row in rows {
            assert_eq!(count(&row, "pairs"), 100);
            assert_eq!((count(&row, "false_positives"), count(&row, "false_negatives")), (0, 0));
        }
    }
}

#[test]
fn every_wrong_answer_is_counted_once() {
    let judged = |command| {
        let arguments = ["--families", "near-touch,grid", "--pairs", "2000", "--exec", command];
        let rows = rows(&arguments);
        ["near-touch", "grid"].map(|family| wrong(&rows, "program", family))
    };
    for ((positives, none), (no, negatives)) in judged(YES).into_iter().zip(judged(NO)) {
        assert_eq!((none, no), (0, 0));
        assert_eq!(positives + negatives, 2000);
        assert!(positives > 500 && negatives > 100, "{positives}/{negatives}");
    }
}

/// Far more than a pipe holds, in each direction.
#[test]
fn a_program_may_read_everything_first_or_nothing_at_all() {
    let late = r#"awk 'END { for (i = 0; i < NR; i++) print "{\"intersects\":true}" }'"#;
    let deaf = r#"yes '{"intersects":true}' | head -n 4000"#;
    let prompt = ["--families", "game", "--pairs", "4000", "--exec"];
    let expected = rows(&[&prompt[..], &[YES]].concat());
    for command in [late, deaf] {
        assert_eq!(rows(&[&prompt[..], &[command]].concat()), expected);
    }
}

#[test]
fn a_bad_answer_names_its_line() {
    let three = format!("head -n 3 | {YES}");
    let surplus = format!("{YES}; echo what");
    for (command, complaint) in [
        ("exit 3", "the program's answer to line 1 is missing: it ended with exit status: 3"),
        (&three, "the program's answer to line 4 is missing: it ended with exit status: 0"),
        ("echo what", "the program's answer to line 1 is what; expected {\"intersects\":true}"),
        (r#"echo '{"penetrates":true}'"#, "line 1 is {\"penetrates\":true}; expected"),
        (r#"echo '{"intersects":1}'"#, "line 1 is {\"intersects\":1}; expected"),
        (r#"echo '{"error":"line 1: no"}'"#, "line 1 is {\"error\":\"line 1: no\"}; expected"),
        ("no-such-program-anywhere", "it ended with exit status: 127"),
        (&surplus, "the end of the program's 100 answers is followed by what; expected no more"),
    ] {
        let run =
            asunder(&["score", "--families", "game", "--pairs", "100", "--exec", command], "");
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{command}");
        assert!(run.stderr.contains(complaint), "{command}: {}", run.stderr);
        if command != surplus {
            assert!(run.stderr.contains(r#"the line is {"a":{"obb":"#), "{}", run.stderr);
        }
    }
}

#[test]
fn a_program_that_hangs_is_given_up() {
    let started = Instant::now();
    let silent = r#"echo '{"intersects":true}'; exec sleep 60"#;
    // Blank lines are no answers, however many.
    let empty = r#"echo '{"intersects":true}'; exec yes ''"#;
    for command in [silent, empty] {
        let arguments = ["score", "--families", "game", "--timeout", "0.3", "--exec", command];
        let run = asunder(&arguments, "");
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{command}");
        let complaint = "answer to line 2 did not come within 0.3 seconds";
        assert!(run.stderr.contains(complaint), "{command}: {}", run.stderr);
    }
    assert!(started.elapsed() < Duration::from_secs(30));
}
