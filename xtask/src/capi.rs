//! `cargo xtask capi`: asunder from C and C++, by every compiler that is here.
//!
//! Builds the library, runs the crate's own tests, then compiles and runs the programs of `tests/cpp` and
//! `examples/cpp`, plain and under AddressSanitizer and UndefinedBehaviorSanitizer; then a game that finds
//! the library by CMake and by pkg-config; then C# over the shared library. What a machine lacks is left out by
//! name.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::steps::{Outcome, at_once, command, listed, succeed};

/// The crate.
const CRATE: &str = "crates/asunder-capi";

/// Where programs and cases go.
const OUT: &str = "target/capi";

/// The library that programs are linked with.
const LIBRARY: &str = "target/release/libasunder_capi.a";

/// What a static library of Rust needs of the system.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// The pages for engines, whose programs are compiled, too.
const PAGES: &str = "docs/engines";

/// The most lines of an example.
const MOST_LINES: usize = 60;

/// A C compiler, and the C++ compiler beside it.
const COMPILERS: [(&str, &str); 2] = [("gcc", "g++"), ("clang", "clang++")];

/// Warnings are errors, for they would be in the reader's project.
const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];

const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

pub(crate) fn check() -> Outcome {
    fs::create_dir_all(OUT).map_err(|error| format!("{OUT}: {error}"))?;
    let out = fs::canonicalize(OUT).map_err(|error| format!("{OUT}: {error}"))?;
    succeed(&mut command("cargo build --release --package asunder-capi"))?;
    let line = "cargo test --release --package asunder-capi";
    succeed(command(line).env("ASUNDER_CASES", &out))?;
    let line = "cargo test --release --package asunder-capi --test cost -- --nocapture";
    succeed(&mut command(line))?;

    let (mut skipped, mut asked) = (Vec::new(), 0);
    for (c, cpp) in COMPILERS {
        if !(is_here(c) && is_here(cpp)) {
            skipped.push(format!("{c} and {cpp} are not here"));
            continue;
        }
        with_compiler((c, cpp), &[])?;
        asked += 1;
        if links_with_sanitizers(cpp) {
            with_compiler((c, cpp), &SANITIZERS)?;
        } else {
            skipped.push(format!("{cpp} has no library for {}", SANITIZERS[0]));
        }
    }
    if asked == 0 {
        return Err(String::from("no C++ compiler is here; install g++ or clang"));
    }
    with_cmake(&out, &mut skipped)?;
    with_csharp(&out, &mut skipped)?;
    for missing in &skipped {
        println!("   left out: {missing}");
    }
    Ok(())
}

/// Compiles and runs every program, as many at a time as there are processors.
fn with_compiler((c, cpp): (&str, &str), flags: &[&str]) -> Outcome {
    let tests = format!("{CRATE}/tests/cpp");
    let examples = format!("{CRATE}/examples/cpp");
    let sources = listed(&tests)?.into_iter().chain(listed(&examples)?);
    let sources: Vec<String> = sources.chain(documented()?).collect();
    let compile_and_run = |source: &String| {
        let (compiler, standard) =
            if source.ends_with(".c") { (c, "-std=c11") } else { (cpp, "-std=c++17") };
        let name = Path::new(&source).file_stem().unwrap_or_default().to_string_lossy();
        let program = format!("{OUT}/{name}");
        if source.starts_with(&examples) {
            short(source)?;
        }
        let mut compile = command(&format!("{compiler} {standard} -O1 -g -I{CRATE}/include"));
        compile.args(WARNINGS).args(flags).arg(source).arg(LIBRARY).args(SYSTEM);
        succeed(compile.arg("-o").arg(&program))?;
        let mut run = command(&program);
        if source.ends_with("cases.cpp") {
            run.arg(OUT);
        }
        succeed(&mut run)
    };
    at_once(&sources, compile_and_run).map(drop)
}

/// The programs of the pages, written to files of their own.
fn documented() -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for page in listed(PAGES)?.into_iter().filter(|page| page.ends_with(".md")) {
        let text = fs::read_to_string(&page).map_err(|error| format!("{page}: {error}"))?;
        let name = Path::new(&page).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (number, program) in programs(&text).enumerate() {
            let source = format!("{OUT}/{name}_{}.cpp", number + 1);
            fs::write(&source, program).map_err(|error| format!("{source}: {error}"))?;
            found.push(source);
        }
    }
    if found.is_empty() { Err(format!("{PAGES}: no page has a program")) } else { Ok(found) }
}

/// The blocks of C++ in a page.
fn programs(page: &str) -> impl Iterator<Item = &str> {
    let blocks = page.split("```cpp\n").skip(1);
    blocks.filter_map(|rest| rest.split_once("\n```").map(|(program, _)| program))
}

/// Whether an example is one that a reader takes in at once.
fn short(source: &str) -> Outcome {
    let text = fs::read_to_string(source).map_err(|error| format!("{source}: {error}"))?;
    let lines = text.lines().count();
    if lines > MOST_LINES {
        return Err(format!("{source} has {lines} lines; expected {MOST_LINES} at most"));
    }
    Ok(())
}

/// Finds the library by FetchContent, by find_package, and by pkg-config, and runs a game with each.
fn with_cmake(out: &Path, skipped: &mut Vec<String>) -> Outcome {
    if !is_here("cmake") {
        skipped.push(String::from("cmake is not here"));
        return Ok(());
    }
    let root = env::current_dir().map_err(|error| error.to_string())?;
    let source = root.join(CRATE);
    // Cargo builds where it has built already.
    let built = format!("-DASUNDER_TARGET_DIR={}", root.join("target").display());
    let build = |from: &Path, to: &Path, defines: &[String]| {
        let mut configure = command("cmake -DCMAKE_BUILD_TYPE=Release -S");
        succeed(configure.arg(from).arg("-B").arg(to).args(defines))?;
        succeed(command("cmake --build").arg(to))
    };
    let game = source.join("tests/cmake");
    let fetched = out.join("fetched");
    let from_source = format!("-DASUNDER_SOURCE={}", source.display());
    build(&game, &fetched, &[from_source, built.clone()])?;
    succeed(&mut Command::new(fetched.join("game")))?;

    let (package, installed) = (out.join("package"), out.join("installed"));
    let prefix = format!("-DCMAKE_INSTALL_PREFIX={}", installed.display());
    build(&source, &package, &[built, prefix])?;
    succeed(command("cmake --install").arg(&package))?;
    let found = out.join("found");
    build(&game, &found, &[format!("-DCMAKE_PREFIX_PATH={}", installed.display())])?;
    succeed(&mut Command::new(found.join("game")))?;

    if !is_here("pkg-config") {
        skipped.push(String::from("pkg-config is not here"));
        return Ok(());
    }
    // A library folder has more than one name.
    let folders = ["lib", "lib64"].map(|name| installed.join(name).join("pkgconfig"));
    let folders = env::join_paths(folders).map_err(|error| error.to_string())?;
    let mut ask = command("pkg-config --cflags --libs asunder");
    let flags = crate::steps::printed(ask.env("PKG_CONFIG_PATH", folders))?;
    let flags = String::from_utf8_lossy(&flags).into_owned();
    let program = out.join("by_pkg_config");
    let mut compile = command("c++ -std=c++17");
    compile.arg(source.join("examples/cpp/boxes.cpp")).args(flags.split_whitespace());
    succeed(compile.arg("-o").arg(&program))?;
    succeed(&mut Command::new(&program))
}

/// Compiles the files of C# with their program, and runs it over the shared library.
fn with_csharp(out: &Path, skipped: &mut Vec<String>) -> Outcome {
    if !(is_here("mcs") && is_here("mono")) {
        skipped.push(String::from("mcs and mono are not here: nothing of C# was compiled"));
        return Ok(());
    }
    let program = out.join("Test.exe");
    let mut compile = command("mcs -warnaserror -debug");
    compile.arg(format!("-out:{}", program.display()));
    let sources = listed(&format!("{CRATE}/csharp"))?;
    succeed(compile.args(sources.iter().filter(|source| source.ends_with(".cs"))))?;
    let library = fs::canonicalize("target/release").map_err(|error| error.to_string())?;
    succeed(command("mono --debug").arg(&program).env("LD_LIBRARY_PATH", library))
}

/// Whether a program can be started.
fn is_here(program: &str) -> bool {
    let mut ask = command(&format!("{program} --version"));
    ask.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Whether a compiler has the libraries of its sanitizers.
fn links_with_sanitizers(compiler: &str) -> bool {
    let source = format!("{OUT}/empty.cpp");
    if fs::write(&source, "int main() {}\n").is_err() {
        return false;
    }
    let mut link = command(&format!("{compiler} {source} -o {OUT}/empty"));
    link.args(SANITIZERS).stdout(Stdio::null()).stderr(Stdio::null());
    link.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_programs() {
        let page = "# A\n```cpp\nint main() {}\n```\ntext\n```cmake\nx\n```\n```cpp\n// b\n```\n";
        assert!(programs(page).eq(["int main() {}", "// b"]));
    }

    #[test]
    fn what_is_here_can_be_started() {
        assert!(is_here("cargo") && !is_here("no-such-compiler"));
    }
}
