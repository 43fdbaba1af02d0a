//! External programs, good and bad ones.

use super::{count, rows, wrong};
use crate::asunder;
use crate::scratch::Scratch;
use std::process::Command;
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

/// The wrong answers of a program that says yes to all are the pairs that are apart.
#[test]
fn wrong_answers_are_shown_and_written_worst_first() {
    let scratch = Scratch::new("score-failures");
    let path = scratch.path().join("wrong.jsonl");
    let file = path.to_str().unwrap();
    let arguments = ["score", "--families", "game,near-touch", "--pairs", "300", "--exec", YES];
    let run = asunder(&[&arguments[..], &["--show", "2", "--failures", file]].concat(), "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{}", run.stdout);
    let lines = std::fs::read_to_string(&path).unwrap();
    let count = lines.lines().count();
    assert!(run.stdout.contains(&format!("The worst 2 of the {count} wrong answers of program:")));
    assert!(run.stdout.contains(": intersects is false, gap "), "{}", run.stdout);
    for line in lines.lines().take(2) {
        assert!(run.stdout.contains(line), "{line}");
    }
    // All of them are apart, the worst the furthest for their size.
    let answers = asunder(&["query", "intersects", file], "").stdout;
    assert_eq!(answers.lines().count(), count);
    assert!(answers.lines().all(|line| line == r#"{"intersects":false}"#));
    let explained = asunder(&["explain", lines.lines().next().unwrap()], "");
    assert!(explained.stdout.starts_with("They are apart"), "{}", explained.stdout);
    let refused = asunder(&["score", "--show", "2", "--pairs", "1"], "");
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--contestant with one name"), "{}", refused.stderr);
}

/// The program is right but for the pairs that the textbook's test gets wrong.
#[test]
fn a_program_stands_beside_the_test_that_it_resembles() {
    let scratch = Scratch::new("score-resembles");
    let wrong = scratch.path().join("wrong.jsonl").to_str().unwrap().to_owned();
    let drawn = ["score", "--families", "near-touch", "--pairs", "400"];
    let sat = asunder(&[&drawn[..], &["--contestant", "sat", "--failures", &wrong]].concat(), "");
    assert_eq!(sat.code, 0, "{}", sat.stderr);
    // Right, but for the lines in that file.
    let program = format!(
        r#"while IFS= read -r line; do answer=$(printf '%s\n' "$line" | '{}' query intersects); if grep -qxF -e "$line" '{wrong}'; then case $answer in *true*) answer='{{"intersects":false}}';; *) answer='{{"intersects":true}}';; esac; fi; printf '%s\n' "$answer"; done"#,
        env!("CARGO_BIN_EXE_asunder")
    );
    let run = asunder(&[&drawn[..], &["--exec", &program]].concat(), "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{}", run.stdout);
    let heading = run.stdout.lines().find(|line| line.starts_with("family")).unwrap();
    let columns: Vec<&str> = heading.split_whitespace().collect();
    assert_eq!(columns, ["family", "asunder", "sat", "program"]);
    let resemblance =
        "program resembles sat: family by family, 100 % of the wrong answers of both match";
    assert!(run.stdout.contains(resemblance), "{}", run.stdout);
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

/// The program of docs/use.md, if there is a compiler for it: right on the data of games, not at right angles.
#[test]
fn the_example_in_another_language_is_judged() {
    let scratch = Scratch::new("score-boxes");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/boxes.cpp");
    let program = scratch.path().join("boxes").display().to_string();
    let compiled = Command::new("c++").args(["-O2", "-o", &program, source]).status();
    match compiled {
        Ok(status) => assert!(status.success()),
        Err(error) => {
            println!("skipped: c++: {error}");
            return;
        }
    }
    let exec = format!("'{program}'");
    let rows = rows(&["--families", "game,right-angle", "--pairs", "300", "--exec", &exec]);
    assert_eq!(wrong(&rows, "program", "game"), (0, 0));
    let (positives, negatives) = wrong(&rows, "program", "right-angle");
    assert!(positives > 0 && negatives > 0, "{positives} {negatives}");
}
