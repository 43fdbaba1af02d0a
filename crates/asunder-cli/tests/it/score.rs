//! `asunder score`: its findings and output. External programs: [`programs`].

#[cfg(target_os = "linux")]
mod leftovers;
#[cfg(unix)]
mod programs;

use crate::{Run, asunder};
use serde_json::Value;

/// The rows that a run prints for programs.
fn rows(arguments: &[&str]) -> Vec<Value> {
    let Run { stdout, stderr, code } = asunder(&[&["score", "--json"], arguments].concat(), "");
    assert_eq!((stderr.as_str(), code), ("", 0), "{stdout}");
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A count of a row.
fn count(row: &Value, name: &str) -> u64 {
    row[name].as_u64().unwrap()
}

/// The false positives and false negatives of a contestant in a family.
fn wrong(rows: &[Value], contestant: &str, family: &str) -> (u64, u64) {
    let of = |row: &&Value| row["contestant"] == contestant && row["family"] == family;
    let row = rows.iter().find(of).unwrap();
    (count(row, "false_positives"), count(row, "false_negatives"))
}

/// The known errors of each baseline, and none of the library.
#[test]
fn the_known_failures_show() {
    let families = "game,yaw,resting,right-angle,near-touch,near-parallel-4";
    let rows = rows(&["--families", families, "--pairs", "1500"]);
    assert_eq!(rows.len(), 6 * 6);
    for row in &rows {
        assert_eq!(row["pairs"], 1500);
        assert_eq!((&row["kinds"], &row["dimension"]), (&"obb,obb".into(), &3.into()));
    }
    for family in families.split(',') {
        assert_eq!(wrong(&rows, "asunder", family), (0, 0), "{family}");
    }
    // On the data of games nearly all are right.
    for contestant in ["sat", "sat-epsilon", "cutoff", "corners"] {
        for family in ["game", "yaw"] {
            let (positives, negatives) = wrong(&rows, contestant, family);
            assert!(positives + negatives < 8, "{contestant}, {family}");
        }
    }
    // Without an epsilon, boxes at rest fall apart, and those that share an axis.
    assert!(wrong(&rows, "sat", "resting").1 > 0);
    assert!(wrong(&rows, "sat", "right-angle").1 > 50);
    // With one they do not, and near touches are hits.
    assert_eq!(wrong(&rows, "sat-epsilon", "resting").1, 0);
    let (positives, negatives) = wrong(&rows, "sat-epsilon", "near-touch");
    assert!(positives > 400 && negatives < 10, "{positives}/{negatives}");
    // What looks parallel is not.
    let (positives, _) = wrong(&rows, "cutoff", "near-parallel-4");
    assert!(positives > 2 * wrong(&rows, "cutoff", "near-touch").0, "{positives}");
    // Signed cosines cancel, even on the data of games.
    let (positives, negatives) = wrong(&rows, "ogre", "game");
    assert!(positives + negatives > 300, "{positives}/{negatives}");

    for row in &rows {
        let sized = |size: &str, wrong: &str| match row[size].as_f64() {
            Some(part) => count(row, wrong) > 0 && (0.0..=1.0).contains(&part),
            None => count(row, wrong) == 0,
        };
        assert!(sized("worst_gap", "false_positives"), "{row}");
        assert!(sized("worst_depth", "false_negatives"), "{row}");
    }
}

/// The same pairs for everybody, whoever else is asked about whatever else.
#[test]
fn a_seed_draws_the_same_pairs() {
    let all = rows(&["--families", "game,near-touch", "--pairs", "300"]);
    let one = rows(&["--families", "near-touch", "--pairs", "300", "--contestant", "sat"]);
    assert_eq!(one.len(), 1);
    assert!(all.contains(&one[0]), "{} in {all:?}", one[0]);
    let other =
        rows(&["--families", "near-touch", "--pairs", "300", "--contestant", "sat", "--seed", "2"]);
    assert_ne!(wrong(&one, "sat", "near-touch"), wrong(&other, "sat", "near-touch"));
}

#[test]
fn contestants_answer_about_the_kinds_that_they_know() {
    let contestants = |arguments: &[&str]| -> Vec<String> {
        let rows = rows(&[&["--families", "near-touch", "--pairs", "72"], arguments].concat());
        for row in rows.iter().filter(|row| row["contestant"] == "asunder") {
            assert_eq!((count(row, "false_positives"), count(row, "false_negatives")), (0, 0));
        }
        rows.iter().map(|row| row["contestant"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(contestants(&["--kinds", "sphere,plane"]), ["asunder", "corners"]);
    assert_eq!(contestants(&["--kinds", "half_space,point"]), ["asunder"]);
    let boxes = ["asunder", "sat", "sat-epsilon", "cutoff", "corners", "ogre"];
    assert_eq!(contestants(&["--kinds", "aabb,obb"]), boxes);
    assert_eq!(contestants(&["--kinds", "obb,aabb"]), boxes);
    let plane = ["--dimension", "2"];
    assert_eq!(contestants(&plane), ["asunder", "sat", "sprites"]);
    assert_eq!(contestants(&[&plane[..], &["--question", "penetrates"]].concat()), ["asunder"]);
    assert_eq!(contestants(&["--kinds", "obb,obb", "--question", "contains"]), ["asunder"]);
}

#[test]
fn people_get_a_table() {
    let arguments = ["score", "--families", "game,resting", "--pairs", "500", "--contestant"];
    let run = asunder(&[&arguments[..], &["asunder,sat"]].concat(), "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "500 pairs a family, obb,obb in 3D, seed 1: intersects?");
    assert_eq!(lines[4].split_whitespace().collect::<Vec<_>>(), ["family", "asunder", "sat"]);
    assert_eq!(lines[5].split_whitespace().collect::<Vec<_>>(), ["game", "0", "0"]);
    assert!(run.stdout.contains("asunder  0 wrong of 1000: this library\n"), "{}", run.stdout);
    assert!(!run.stdout.contains('\x1b'), "no colour where nobody looks");
}

#[test]
fn what_is_drawn_is_said() {
    let arguments =
        ["score", "--families", "game,game", "--kinds", "all", "--contestant", "asunder"];
    let run = asunder(&[&arguments[..], &["--pairs", "30"]].concat(), "");
    assert!(run.stdout.contains("Only the first 30 of 169 pairs of kinds"), "{}", run.stdout);
    assert!(run.stdout.contains("0 wrong of 30: this library"), "a family counts once");
}

#[test]
fn bad_usage_is_refused_by_name() {
    for (arguments, place) in [
        (&["--families", "nice"][..], "near-parallel-4"),
        (&["--kinds", "obb"], "expected two kinds"),
        (&["--kinds", "obb,cube"], "no kind is called \"cube\"; expected two of point, sphere"),
        (&["--contestant", "ogre", "--dimension", "2"], "expected one of asunder, sat, sprites"),
        (&["--dimension", "4"], "4"),
        (&["--timeout", "0"], "expected a number of seconds above 0"),
        (&["--pairs", "0"], "0 is not in 1.."),
    ] {
        let run = asunder(&[&["score"], arguments].concat(), "");
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{arguments:?}");
        assert!(run.stderr.contains(place), "{arguments:?}: {}", run.stderr);
    }
}
