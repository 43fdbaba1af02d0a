//! How much the compiler has to translate: lines of LLVM IR and functions, by module of the library.
//!
//! Counted before LLVM optimizes anything, since that is what it reads and what a first build waits
//! for. What is in `testdata/build_size.txt` must not be exceeded.

mod module;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::{env, fs};

use crate::steps::{Outcome, agreed, command, printed, succeed};
use module::module;

/// What was counted when it was last agreed to.
const AGREED: &str = "testdata/build_size.txt";

/// A target folder of its own: the other builds have optimized code in theirs.
const FOLDER: &str = "target/build-size";

/// More than this, relative to what was agreed to, is growth.
const TOLERANCE: f64 = 1.02;

/// A module may grow by this many lines, however small it is.
const SLACK: u64 = 2_000;

/// The row of everything together.
const TOTAL: &str = "total";

/// The row of everything in a build for space alone, as a game in 3D has it: code of the plane that it does not need
/// would show here.
const SPACE: &str = "3d";

/// What the functions of a module come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    lines: u64,
    functions: u64,
}

impl Size {
    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.functions += other.functions;
    }
}

/// Modules by name.
type Sizes = BTreeMap<String, Size>;

/// Counts, and compares with what was agreed to; with `ASUNDER_BLESS=1`, writes it instead.
pub(crate) fn check() -> Outcome {
    let rustc = String::from_utf8_lossy(&printed(&mut command("rustc --version"))?).into_owned();
    let rustc = rustc.trim();
    // An absolute path, as the compiler need not run in this folder.
    let folder = env::current_dir().map_err(|error| error.to_string())?.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sizes = compiled(&folder.join("asunder.ll"), "")?;
    let alone = compiled(&folder.join("asunder-3d.ll"), " --no-default-features --features 3d")?;
    let total = alone.get(TOTAL).copied().unwrap_or_default();
    sizes.insert(String::from(SPACE), total);
    let Some(agreed) = agreed(AGREED, || table(rustc, &sizes))? else { return Ok(()) };
    compare(&agreed, rustc, &sizes)
}

/// The functions of the library, compiled with some features into a file of LLVM IR.
fn compiled(ir: &Path, features: &str) -> Result<Sizes, String> {
    // Without the file, a build that is fresh would not write it again.
    if !ir.exists() {
        succeed(command("cargo clean --quiet --package asunder --target-dir").arg(FOLDER))?;
    }
    let mut build =
        command(&format!("cargo rustc --package asunder --lib --release{features} --target-dir"));
    build.arg(FOLDER).args(["--", "-C", "no-prepopulate-passes", "-C", "codegen-units=1"]);
    succeed(build.arg(format!("--emit=llvm-ir={}", ir.display())))?;
    counted(ir)
}

/// The functions that a file of LLVM IR defines.
fn counted(path: &Path) -> Result<Sizes, String> {
    let place = |error| format!("{}: {error}", path.display());
    let file = fs::File::open(path).map_err(place)?;
    let mut sizes = Sizes::new();
    let mut inside: Option<(String, Size)> = None;
    for line in BufReader::new(file).lines() {
        let line = line.map_err(place)?;
        if let Some(symbol) = defined(&line) {
            inside = Some((module(symbol), Size { lines: 0, functions: 1 }));
        }
        let Some((_, size)) = &mut inside else { continue };
        size.lines += u64::from(!line.trim().is_empty());
        if line == "}"
            && let Some((module, size)) = inside.take()
        {
            sizes.entry(module).or_default().add(size);
            sizes.entry(String::from(TOTAL)).or_default().add(size);
        }
    }
    if sizes.is_empty() {
        return Err(format!("{}: defines no function", path.display()));
    }
    Ok(sizes)
}

/// The symbol that a line of LLVM IR begins to define.
fn defined(line: &str) -> Option<&str> {
    let (_, symbol) = line.strip_prefix("define ")?.split_once('@')?;
    let symbol = symbol.strip_prefix('"').unwrap_or(symbol);
    symbol.split(['(', '"']).next()
}

/// The modules, the largest first, with everything together at the top.
fn by_size(sizes: &Sizes) -> Vec<(&str, Size)> {
    let mut rows: Vec<(&str, Size)> =
        sizes.iter().map(|(module, size)| (module.as_str(), *size)).collect();
    rows.sort_by(|x, y| y.1.lines.cmp(&x.1.lines).then(x.0.cmp(y.0)));
    rows
}

/// The file of what is agreed to.
fn table(rustc: &str, sizes: &Sizes) -> String {
    let mut text = format!("{rustc}\n");
    for (module, Size { lines, functions }) in by_size(sizes) {
        let _ = writeln!(text, "{module} {lines} {functions}");
    }
    text
}

fn compare(agreed: &str, rustc: &str, sizes: &Sizes) -> Outcome {
    let mut lines = agreed.lines();
    let same_compiler = lines.next() == Some(rustc);
    let before: Sizes = lines.filter_map(row).collect();
    println!(
        "{:28} {:>10} {:>10} {:>8} {:>10}",
        "lines of LLVM IR", "agreed", "now", "ratio", "functions"
    );
    let mut grown = Vec::new();
    for (module, now) in by_size(sizes) {
        let agreed = before.get(module).copied().unwrap_or_default().lines;
        let ratio = if agreed > 0 { now.lines as f64 / agreed as f64 } else { f64::INFINITY };
        println!("{module:28} {agreed:>10} {:>10} {ratio:8.3} {:>10}", now.lines, now.functions);
        if ratio > TOLERANCE && (now.lines > agreed + SLACK || module == TOTAL) {
            grown.push(module);
        }
    }
    let (now, agreed) = (sizes.get(TOTAL), before.get(TOTAL));
    if let (Some(now), Some(agreed)) = (now, agreed)
        && now.functions as f64 > agreed.functions as f64 * TOLERANCE
    {
        println!("{} functions, {} agreed", now.functions, agreed.functions);
        grown.push("the number of functions");
    }
    if grown.is_empty() {
        return Ok(());
    }
    let grown = grown.join(", ");
    if same_compiler {
        return Err(format!(
            "more to translate than {AGREED} agrees to: {grown}; if that is meant, write it anew with ASUNDER_BLESS=1"
        ));
    }
    println!("counted with another compiler than {rustc}, so no error: {grown}");
    Ok(())
}

/// A line of the file of what is agreed to.
fn row(line: &str) -> Option<(String, Size)> {
    let mut words = line.split(' ');
    let module = words.next()?.to_owned();
    let (lines, functions) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((module, Size { lines, functions }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUSTC: &str = "rustc 1";

    fn sizes(rows: &[(&str, u64, u64)]) -> Sizes {
        let size = |&(module, lines, functions): &(&str, u64, u64)| {
            (module.to_owned(), Size { lines, functions })
        };
        rows.iter().map(size).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let counted = sizes(&[(TOTAL, 100_000, 90), ("query::cast", 60_000, 50)]);
        let text = table(RUSTC, &counted);
        assert_eq!(text, "rustc 1\ntotal 100000 90\nquery::cast 60000 50\n");
        assert_eq!(compare(&text, RUSTC, &counted), Ok(()));
    }

    #[test]
    fn growth_is_an_error_with_the_same_compiler_only() {
        let agreed = table(RUSTC, &sizes(&[(TOTAL, 100_000, 90), ("query::cast", 60_000, 50)]));
        let fine = sizes(&[(TOTAL, 101_900, 91), ("query::cast", 61_900, 51)]);
        assert_eq!(compare(&agreed, RUSTC, &fine), Ok(()));
        let module = sizes(&[(TOTAL, 100_000, 90), ("query::cast", 62_500, 50)]);
        let error = compare(&agreed, RUSTC, &module).unwrap_err();
        assert!(error.contains("query::cast;"), "{error}");
        assert_eq!(compare(&agreed, "rustc 2", &module), Ok(()));
        let new = sizes(&[(TOTAL, 100_000, 90), ("world", 2_001, 1)]);
        assert!(compare(&agreed, RUSTC, &new).is_err());
        let many = sizes(&[(TOTAL, 100_000, 92)]);
        let error = compare(&agreed, RUSTC, &many).unwrap_err();
        assert!(error.contains("the number of functions"), "{error}");
    }

    #[test]
    fn functions_are_counted_from_their_first_line_to_their_last() {
        assert_eq!(defined("define internal void @_ZN4core3fooE(ptr %x) {"), Some("_ZN4core3fooE"));
        assert_eq!(defined("define i1 @\"a b\"() #1 {"), Some("a b"));
        assert_eq!(defined("declare void @llvm.trap()"), None);
        let path = env::temp_dir().join(format!("asunder-build-size-{}.ll", std::process::id()));
        let text = "; a comment\ndefine void @_ZN7asunder5query1fE() {\nstart:\n  ret void\n}\n\n\
                    declare void @g()\ndefine void @main() {\n\n}\n";
        fs::write(&path, text).unwrap();
        let found = counted(&path);
        fs::remove_file(&path).unwrap();
        assert_eq!(found, Ok(sizes(&[("query", 4, 1), ("main", 2, 1), (TOTAL, 6, 2)])));
    }
}
