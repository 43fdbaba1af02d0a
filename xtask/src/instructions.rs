//! How many instructions the library takes for a question: unlike times, the same on every run.
//!
//! Valgrind's callgrind counts them, for the first contestant of some works of `asunder-bench`. What
//! is in `testdata/instructions.txt` must not be exceeded.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crate::steps::{Outcome, agreed, at_once, command, printed, succeed};

/// What was counted when it was last agreed to.
const AGREED: &str = "testdata/instructions.txt";

/// The works that are counted: the hot pairs, one of each kind of question; batches; whole steps of trees
/// and worlds.
const WORKS: &[&str] = &[
    "obb_obb_game",
    "obb_obb_yaw",
    "obb_obb_hit",
    "obb_obb_resting",
    "aabb_obb",
    "sphere_obb",
    "plane_obb",
    "obb_obb_2d",
    "capsule_capsule",
    "capsule_obb",
    "triangle_triangle",
    "ray_obb",
    "obb_obb_distance_game",
    "obb_obb_contact_game",
    "obb_cast_obb_game",
    "obb_obb_batch_edge",
    "obb_obb_batch_rest",
    "sphere_spheres",
    "ray_aabbs",
    "frustum_aabbs",
    "pairs_uniform_10k",
    "pairs_rest_100k",
    "world_uniform_10k",
];

/// More than this, relative to what was agreed to, is a regression.
const TOLERANCE: f64 = 1.03;

/// How often each work is answered: the first time the caches and tables of the process fill.
const TIMES: u64 = 3;

/// Counts, and compares with what was agreed to; with `ASUNDER_BLESS=1`, writes it instead.
pub(crate) fn check() -> Outcome {
    succeed(&mut command("cargo build --release --package asunder-bench"))?;
    let rustc = String::from_utf8_lossy(&printed(&mut command("rustc --version"))?).into_owned();
    let rustc = rustc.trim();
    // Who shares a processor takes no more instructions.
    let counted = at_once(WORKS, |work| Ok((*work, count(work)?)))?;
    let agreed = agreed(AGREED, || {
        let mut text = format!("{rustc}\n");
        for (work, count) in &counted {
            let _ = writeln!(text, "{work} {count:.1}");
        }
        text
    })?;
    let Some(agreed) = agreed else { return Ok(()) };
    compare(&agreed, rustc, &counted)
}

/// Instructions for each pair of a work, or each box of its steps.
fn count(work: &str) -> Result<f64, String> {
    let times = TIMES.to_string();
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*counted_pass*")
        .args(["target/release/asunder-bench", "--only", work, "--alone", &times])
        .stdin(Stdio::null());
    let output = valgrind.output().map_err(|error| {
        format!("cannot start valgrind: {error}; install the package `valgrind`")
    })?;
    let (told, answer) =
        (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    let collected = number_after(&told, "Collected :");
    let pairs = number_after(&answer, work);
    match (collected, pairs) {
        (Some(collected), Some(pairs)) if output.status.success() && pairs > 0.0 => {
            Ok(collected / pairs / TIMES as f64)
        }
        _ => Err(format!("valgrind could not count `{work}` ({}):\n{told}", output.status)),
    }
}

fn number_after(text: &str, words: &str) -> Option<f64> {
    text.split_once(words)?.1.split_whitespace().next()?.parse().ok()
}

fn compare(agreed: &str, rustc: &str, counted: &[(&str, f64)]) -> Outcome {
    let mut lines = agreed.lines();
    let same_compiler = lines.next() == Some(rustc);
    let agreed: Vec<(&str, f64)> = lines
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(work, count)| Some((work, count.parse().ok()?)))
        .collect();
    println!("{:24} {:>10} {:>10} {:>8}", "instructions each", "agreed", "now", "ratio");
    let mut worse = Vec::new();
    for &(work, now) in counted {
        let Some(&(_, before)) = agreed.iter().find(|(other, _)| *other == work) else {
            return Err(format!("{AGREED} has no `{work}`; write it anew with ASUNDER_BLESS=1"));
        };
        println!("{work:24} {before:10.1} {now:10.1} {:8.3}", now / before);
        if now > before * TOLERANCE {
            worse.push(work);
        }
    }
    if worse.is_empty() {
        return Ok(());
    }
    let worse = worse.join(", ");
    if same_compiler {
        return Err(format!(
            "more instructions than {AGREED} agrees to: {worse}; if that is meant, write it anew with ASUNDER_BLESS=1"
        ));
    }
    println!("counted with another compiler than {rustc}, so no error: {worse}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGREED: &str = "rustc 1\nobb_obb_game 100.0\n";

    #[test]
    fn a_regression_is_an_error_with_the_same_compiler_only() {
        assert_eq!(compare(AGREED, "rustc 1", &[("obb_obb_game", 102.0)]), Ok(()));
        let error = compare(AGREED, "rustc 1", &[("obb_obb_game", 104.0)]).unwrap_err();
        assert!(error.contains("obb_obb_game"), "{error}");
        assert_eq!(compare(AGREED, "rustc 2", &[("obb_obb_game", 104.0)]), Ok(()));
        assert!(compare(AGREED, "rustc 1", &[("obb_obb_yaw", 1.0)]).is_err());
    }

    #[test]
    fn what_valgrind_says_is_read() {
        assert_eq!(number_after("==1== Collected : 1234 5\n", "Collected :"), Some(1234.0));
        assert_eq!(number_after("nothing", "Collected :"), None);
    }
}
