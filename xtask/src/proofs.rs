//! The scripts in `proofs/`: Gappa finds its proofs, and they are about the constants in use.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::steps::{Outcome, listed};

/// Where the scripts are.
const FOLDER: &str = "proofs";

/// A constant that scripts repeat: what they call it, and where the library defines it.
struct Constant {
    name: &'static str,
    file: &'static str,
    /// The text before its value there.
    before: &'static str,
    /// The text after it.
    after: &'static str,
}

const BOXES: &str = "crates/asunder/src/query/separation/boxes.rs";
const AXES: &str = "crates/asunder/src/query/separation/boxes/axes.rs";
const LANES: &str = "crates/asunder/src/batch/boxes.rs";
const SPHERES: &str = "crates/asunder/src/query/separation/spheres.rs";

#[rustfmt::skip]
const CONSTANTS: &[Constant] = &[
    Constant { name: "CACHED_ERROR", file: BOXES, before: "const CACHED_ERROR: f32 = ", after: ";" },
    Constant { name: "CACHED_UNDERFLOW", file: BOXES, before: "const CACHED_UNDERFLOW: f32 = ", after: ";" },
    Constant { name: "CACHED_LIMIT", file: BOXES, before: "const CACHED_LIMIT: f32 = ", after: ";" },
    Constant { name: "OVERLAP_FACTOR", file: AXES, before: "const OVERLAP_FACTOR: f32 = ", after: ";" },
    Constant { name: "THICK_FACTOR", file: AXES, before: "const THICK_FACTOR: f32 = ", after: ";" },
    Constant { name: "POINT_BOX_ERROR", file: BOXES, before: "for PointBox<'_, V, B> {\n    const ERROR: f64 = ", after: ";" },
    Constant { name: "SPHERE_BOX_ERROR", file: SPHERES, before: "for SphereBox<'_, V, B> {\n    const ERROR: f64 = ", after: ";" },
    Constant { name: "SPHERES_ERROR", file: SPHERES, before: "for SphereSphere<'_, V> {\n    const ERROR: f64 = ", after: ";" },
    // The same texts, many pairs at a time: as many products and sums, in another order.
    Constant { name: "CACHED_UNDERFLOW", file: LANES, before: "const UNDERFLOW: f32 = ", after: ";" },
    Constant { name: "CACHED_LIMIT", file: LANES, before: "const LIMIT: f32 = ", after: ";" },
];

/// Scripts that must fail with a constant times a factor, or their proofs say nothing about it. No
/// lengths overflow short of 4e37; and a sphere against a box, whose constant is that of axes which are
/// not cached, is proved with 42 as well.
const SHARP: &[(&str, &str, f64)] = &[
    ("edge.g", "CACHED_ERROR", 0.5),
    ("underflow.g", "CACHED_UNDERFLOW", 0.25),
    ("bound.g", "CACHED_LIMIT", 4e7),
    ("float_stage.g", "POINT_BOX_ERROR", 0.5),
    ("float_stage.g", "SPHERE_BOX_ERROR", 0.25),
    ("float_stage.g", "SPHERES_ERROR", 0.5),
    ("parallel.g", "OVERLAP_FACTOR", 0.5),
    ("parallel.g", "THICK_FACTOR", 0.5),
];

/// Runs every script.
pub(crate) fn prove() -> Outcome {
    let mut used = vec![false; CONSTANTS.len()];
    for script in scripts()? {
        let text = read(&script)?;
        for (constant, used) in CONSTANTS.iter().zip(&mut used) {
            let Some(value) = between(&text, &format!("\n{} = ", constant.name), ";") else {
                continue;
            };
            *used = true;
            let actual = constant.value()?;
            if value.parse::<f64>() != Ok(actual) {
                let Constant { name, file, .. } = constant;
                return Err(format!("{script}: {name} is {value}, in {file} it is {actual}"));
            }
        }
        println!("$ gappa {script}");
        gappa(&text)?.map_err(|complaint| format!("{script}: no proof:\n{complaint}"))?;
    }
    if let Some((constant, _)) = CONSTANTS.iter().zip(used).find(|(_, used)| !used) {
        return Err(format!("{FOLDER}: no script is about {}", constant.name));
    }
    SHARP.iter().try_for_each(|&(script, name, factor)| {
        let text = read(&format!("{FOLDER}/{script}"))?;
        let weaker = times(&text, name, factor)
            .ok_or_else(|| format!("{script}: no line `{name} = ...;`"))?;
        println!("$ gappa {script} with {name} times {factor}, which must fail");
        match gappa(&weaker)? {
            Ok(()) => Err(format!("{script}: {name} times {factor} is proved as well")),
            Err(_) => Ok(()),
        }
    })
}

/// Whether a text in one of the library's files is a constant that must have its value, or the script
/// fails.
#[cfg(test)]
pub(crate) fn holds(script: &str, file: &str, text: &str) -> bool {
    let mut constants = CONSTANTS.iter().filter(|constant| constant.file.ends_with(file));
    constants.any(|constant| {
        let is_sharp = SHARP.iter().any(|&(name, of, _)| name == script && of == constant.name);
        is_sharp && text.contains(constant.before)
    })
}

impl Constant {
    fn value(&self) -> Result<f64, String> {
        let source = read(self.file)?;
        let value = between(&source, self.before, self.after);
        value
            .and_then(|value| value.parse().ok())
            .ok_or_else(|| format!("{}: `{}` and a number expected", self.file, self.before))
    }
}

/// The scripts, in the order of their names.
fn scripts() -> Result<Vec<String>, String> {
    let mut found = listed(FOLDER)?;
    found.retain(|path| path.ends_with(".g"));
    Ok(found)
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// What Gappa says of a script: nothing, or what it cannot prove.
fn gappa(script: &str) -> Result<Result<(), String>, String> {
    let failed = |error| {
        format!("cannot run `gappa` ({error}); install it, on Debian with `apt install gappa`")
    };
    let mut child = Command::new("gappa")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(script.as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(if output.status.success() { Ok(()) } else { Err(complaint) })
}

/// The text between `before` and the next `after`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

/// The script with a constant times a factor.
fn times(script: &str, name: &str, factor: f64) -> Option<String> {
    let before = format!("\n{name} = ");
    let value = between(script, &before, ";")?;
    let weaker = value.parse::<f64>().ok()? * factor;
    Some(script.replacen(&format!("{before}{value};"), &format!("{before}{weaker};"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_read_and_made_weaker() {
        let script = "# about\nCACHED_ERROR = 38;\nbound = CACHED_ERROR * 1b-24;\n";
        assert_eq!(between(script, "\nCACHED_ERROR = ", ";"), Some("38"));
        let half = times(script, "CACHED_ERROR", 0.5).unwrap();
        assert_eq!(half, "# about\nCACHED_ERROR = 19;\nbound = CACHED_ERROR * 1b-24;\n");
        assert_eq!(times(script, "CACHED_LIMIT", 0.5), None);
    }
}
