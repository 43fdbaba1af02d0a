//! `cargo xtask layers`: the library's modules depend on one another in one direction.
//!
//! The modules at the crate's root are layers. A layer may name itself and those below it; what it
//! names is read from the paths that start with `crate::`, in code but not in comments. Names that
//! `lib.rs` re-exports are refused inside the library, because they would hide the layer. Unit tests
//! (`mod tests`, the last item of a file, a file `tests.rs` or what a folder `tests` holds) and `analysis`,
//! which is compiled for tests only, stand outside and may use everything.

mod paths;

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use crate::steps::Outcome;
use paths::crate_paths;

/// The layers, lowest first.
const ORDER: [&str; 22] = [
    "array",
    "exact",
    "checksum",
    "sort",
    "sorted_map",
    "simd",
    "threads",
    "linalg",
    "space",
    "shape",
    "query",
    "batch",
    "index",
    "level",
    "skin",
    "rig",
    "world",
    "tree",
    "history",
    "recording",
    "error",
    "rig_in_world",
];

/// Layers, each with one below it that it does not know all the same.
const APART: [(&str, &str); 1] = [("world", "rig")];

/// The module that tells 2D from 3D: it may name every layer, and every layer may name it.
const SEAM: &str = "dimension";

/// The module that only tests see.
const ANALYSIS: &str = "analysis";

/// The source directory that the rule is about.
const SOURCE: &str = "crates/asunder/src";

/// Checks every file of the library.
pub(crate) fn check() -> Outcome {
    let mut found = 0;
    for file in &rust_files(Path::new(SOURCE))? {
        let source = fs::read_to_string(file).map_err(|error| place(file, error))?;
        for violation in violations(file.strip_prefix(SOURCE).unwrap_or(file), &source)? {
            println!("{}:{violation}", file.display());
            found += 1;
        }
    }
    match found {
        0 => Ok(()),
        1 => Err(String::from("1 path breaks the order of the layers")),
        _ => Err(format!("{found} paths break the order of the layers")),
    }
}

/// Every Rust file below a directory, in the order of their paths.
pub(crate) fn rust_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(directory, &mut files)?;
    files.sort();
    Ok(files)
}

/// Whether a file holds unit tests and nothing else.
pub(crate) fn is_test(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// Adds every Rust file below `directory` to `files`.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    for entry in fs::read_dir(directory).map_err(|error| place(directory, error))? {
        let path = entry.map_err(|error| place(directory, error))?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn place(path: &Path, error: io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// A path that breaks the order, shown as `line: layer uses name, …`.
#[derive(Debug)]
struct Violation {
    line: usize,
    layer: &'static str,
    name: String,
    fault: Fault,
}

#[derive(Debug)]
enum Fault {
    Above,
    Apart,
    NoLayer,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, layer, name, fault } = self;
        match fault {
            Fault::Above => write!(f, "{line}: {layer} uses {name}, which stands above it"),
            Fault::Apart => write!(f, "{line}: {layer} uses {name}, which it must not know"),
            Fault::NoLayer => write!(
                f,
                "{line}: {layer} uses crate::{name}, which is no layer; name it through its layer"
            ),
        }
    }
}

/// The paths that break the order in `source`, the text of `file`, which is relative to [`SOURCE`].
fn violations(file: &Path, source: &str) -> Result<Vec<Violation>, String> {
    let root = file.iter().next().unwrap_or_default().to_string_lossy();
    let module = root.strip_suffix(".rs").unwrap_or(&root);
    let is_outside = ["lib", SEAM, ANALYSIS].contains(&module);
    if is_outside || is_test(file) {
        return Ok(Vec::new());
    }
    let source = source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let Some(height) = height(module) else {
        let order = ORDER.join(" → ");
        return Err(format!("{SOURCE}/{root} has no place in the order {order}; give it one"));
    };
    let layer = ORDER[height];
    let found = crate_paths(source).into_iter().filter_map(|(line, name)| {
        let fault = fault(height, name)?;
        Some(Violation { line, layer, name: String::from(name), fault })
    });
    Ok(found.collect())
}

/// What is wrong with the layer at `user` naming `crate::name`, if anything.
fn fault(user: usize, name: &str) -> Option<Fault> {
    match height(name) {
        None if [SEAM, ANALYSIS].contains(&name) => None,
        None => Some(Fault::NoLayer),
        Some(used) if used > user => Some(Fault::Above),
        Some(_) if APART.contains(&(ORDER[user], name)) => Some(Fault::Apart),
        Some(_) => None,
    }
}

/// The place of `layer` in [`ORDER`].
fn height(layer: &str) -> Option<usize> {
    ORDER.iter().position(|&known| known == layer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, source: &str, expected: &[&str]) {
        let found = violations(Path::new(file), source).unwrap();
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{file}: {source}");
    }

    #[test]
    fn a_layer_uses_itself_and_those_below() {
        check("query.rs", "use crate::shape::Obb;\nuse crate::query::side;", &[]);
        check("query/side.rs", "fn f() { crate::exact::sign(1) }", &[]);
        check(
            "history.rs",
            "use crate::{exact, space, shape, query, batch, index, rig, world};",
            &[],
        );
    }

    #[test]
    fn a_layer_above_is_refused_at_its_line() {
        let above = "2: shape uses query, which stands above it";
        check("shape.rs", "// lines count from 1\nuse crate::query::side;", &[above]);
        check("shape/obb.rs", "fn f() {\n    crate::query::side()\n}", &[above]);
        check("shape/obb/corners.rs", "\npub(in crate::query) fn f() {}", &[above]);
        check("shape.rs", "macro_rules! m { () => {\n$crate::query::side() } }", &[above]);
        check(
            "exact.rs",
            "use crate::{\n    exact::sign,\n    history::{self, world},\n};",
            &["3: exact uses history, which stands above it"],
        );
    }

    #[test]
    fn the_world_does_not_know_rigs() {
        check("world.rs", "use crate::rig::Rig;", &["1: world uses rig, which it must not know"]);
        check("history.rs", "use crate::rig::Rig;", &[]);
    }

    #[test]
    fn the_dimension_is_the_seam() {
        check("exact.rs", "use crate::dimension::Dimension;", &[]);
        check("dimension/vec2.rs", "use crate::history::History;", &[]);
    }

    #[test]
    fn the_root_re_exports_from_everywhere() {
        check("lib.rs", "pub use crate::world::World;", &[]);
    }

    #[test]
    fn a_name_that_hides_its_layer_is_refused() {
        let end = "which is no layer; name it through its layer";
        check("shape.rs", "use crate::World;", &[&format!("1: shape uses crate::World, {end}")]);
        check("shape.rs", "use crate::*;", &[&format!("1: shape uses crate::*, {end}")]);
    }

    #[test]
    fn a_module_without_a_place_is_refused() {
        let error = violations(Path::new("misc/odds.rs"), "").unwrap_err();
        assert!(error.starts_with("crates/asunder/src/misc has no place in the order array → "));
    }

    #[test]
    fn unit_tests_may_use_everything() {
        let tested = "use crate::exact;\n#[cfg(test)]\nmod tests {\n    use crate::Aabb3;\n}\n";
        check("shape/aabb.rs", tested, &[]);
        check("shape/serde/tests.rs", "use crate::world;", &[]);
        check(
            "shape/aabb.rs",
            "use crate::Aabb3;",
            &["1: shape uses crate::Aabb3, which is no layer; name it through its layer"],
        );
    }
}
