//! The sources of two dimensions are those of three, rewritten; the header is what the sources say, and the
//! names for templates of C++ are those of the header.
//!
//! C has no generics, and cbindgen reads no macro. With `ASUNDER_BLESS` set, the files are written anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs};

/// Files that are written are not read meanwhile.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether files are written anew: then those come first that others are derived from.
fn is_blessing() -> bool {
    env::var_os("ASUNDER_BLESS").is_some()
}

/// A file of this crate.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The text of a source about the plane, from one about space.
fn derived(three: &str) -> String {
    let mut two = String::new();
    let mut left_out = false;
    for line in three.lines() {
        match line.trim() {
            "// 3D only" => left_out = true,
            "// end of 3D only" => left_out = false,
            _ if left_out => {}
            of_two if of_two.starts_with("// 2D only: ") => {
                two += &line_of_two(&line.replacen("// 2D only: ", "", 1));
                two.push('\n');
            }
            "" if two.ends_with("\n\n") => {}
            _ => {
                two += &line_of_two(line);
                two.push('\n');
            }
        }
    }
    two
}

fn line_of_two(line: &str) -> String {
    let line = line
        .replace("`two/", "`three/")
        .replace("`two.rs`", "`three.rs`")
        .replace("is derived from this file; see", "is what this is derived from, by")
        .replace(" in space.", " in the plane.")
        .replace("A quaternion x, y, z, w of any length", "Cosine and sine, of any length")
        .replace("nine floats in 3D", "four floats in 2D")
        .replace("use crate::three::", "use crate::two::")
        .replace("A 3D shape", "A 2D shape")
        .replace("; 3]", "; 2]")
        .replace("; 4]", "; 2]");
    // The 3 at the end of a name, or before an underscore in it.
    let chars: Vec<char> = line.chars().collect();
    let mut two = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let in_name = i > 0 && chars[i - 1].is_ascii_alphabetic();
        let after = chars.get(i + 1).copied().unwrap_or(' ');
        let ends = !after.is_ascii_alphanumeric() || after == 'S';
        two.push(if c == '3' && in_name && ends { '2' } else { c });
    }
    two
}

/// Compares a file with what it should be; writes it anew where `ASUNDER_BLESS` is set.
fn agrees(name: &str, expected: &str) {
    let path = file(name);
    if is_blessing() {
        fs::write(&path, expected).expect("it can be written");
    }
    let found = fs::read_to_string(&path).expect("it is there");
    let differing = found.lines().zip(expected.lines()).position(|(a, b)| a != b);
    assert!(
        found == expected,
        "{name} differs at line {:?}; `ASUNDER_BLESS=1 cargo test -p asunder-capi --test derived` writes it anew",
        differing.map(|line| line + 1)
    );
}

/// The sources about space, in the order in which the header shows what they declare.
const SOURCES: [&str; 26] = [
    "shapes",
    "read",
    "made",
    "pairs",
    "points",
    "casts",
    "sweeps",
    "movers",
    "sets",
    "tree",
    "world",
    "bodies",
    "events",
    "moves",
    "walks",
    "attacks",
    "rigs",
    "views",
    "queries",
    "levels",
    "parts",
    "snapshots",
    "logs",
    "history",
    "shots",
    "notes",
];

/// The names of the Rust files of a folder.
fn rust_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(file(folder)).expect("it is there");
    let names = entries.map(|entry| entry.expect("it is read").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".rs")).collect();
    names.sort();
    names
}

#[test]
fn the_plane_is_derived_from_space() {
    let _alone = alone();
    derive_plane();
}

fn derive_plane() {
    for folder in ["src", "tests/answers"] {
        let whole = [String::from("three.rs")].into_iter();
        let parts = rust_files(&format!("{folder}/three")).into_iter();
        for name in whole.chain(parts.map(|name| format!("three/{name}"))) {
            let source = fs::read_to_string(file(&format!("{folder}/{name}")));
            let source = source.expect("it is there");
            agrees(&format!("{folder}/{}", name.replace("three", "two")), &derived(&source));
        }
        let of = |name: &str| rust_files(&format!("{folder}/{name}"));
        assert_eq!(
            of("two"),
            of("three"),
            "{folder}: each file has its counterpart, and no other is there"
        );
    }
}

#[test]
fn csharp_about_the_plane_is_derived_from_space() {
    for name in ["Shape", "World"] {
        let source = fs::read_to_string(file(&format!("csharp/{name}3.cs"))).expect("it is there");
        agrees(&format!("csharp/{name}2.cs"), &derived(&source));
    }
}

#[test]
fn the_header_is_what_the_sources_say() {
    let _alone = alone();
    derive_header();
}

fn derive_header() {
    if is_blessing() {
        derive_plane();
    }
    let config = cbindgen::Config::from_file(file("cbindgen.toml")).expect("it is there");
    let mut known = SOURCES.map(|source| format!("{source}.rs"));
    known.sort();
    assert_eq!(known[..], rust_files("src/three"), "every source is listed");
    let three = SOURCES.iter().map(|source| format!("three/{source}"));
    let two = SOURCES.iter().map(|source| format!("two/{source}"));
    let common = rust_files("src/common").into_iter();
    let common = common.map(|name| format!("common/{}", name.trim_end_matches(".rs")));
    let first = ["status", "common"].map(String::from).into_iter();
    let last = ["sprite", "outlines", "camera", "recorder", "skin"].map(String::from);
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in first.chain(common).chain(three).chain(two).chain(last) {
        builder = builder.with_src(file(&format!("src/{source}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().expect("the sources are read").write(&mut header);
    agrees("include/asunder.h", &String::from_utf8(header).expect("text"));
}

/// The names of a dimension in the header's text, each with what it is called in C++ without the dimension:
/// functions and types.
fn names_in(header: &str, dimension: char) -> BTreeMap<String, String> {
    let code = header.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = |word: &str| {
        let short = word.strip_prefix("asu_").or_else(|| word.strip_prefix("Asu"))?;
        let place = short.find(dimension)?;
        let (before, after) = (&short[..place], &short[place + 1..]);
        (after.is_empty() || after.starts_with('_')).then(|| format!("{before}{after}"))
    };
    words.filter_map(|word| Some((named(word)?, word.to_owned()))).collect()
}

/// The header that names what both dimensions have, for templates.
fn api(header: &str) -> String {
    let [two, three] = ['2', '3'].map(|dimension| names_in(header, dimension));
    let mut text = String::from(
        "/* asunder for C++17: the names of asunder.h by dimension. Include asunder.hpp.\n *\n \
         * Made from asunder.h: do not edit. */\n#ifndef ASUNDER_API_HPP\n#define ASUNDER_API_HPP\n\n\
         #include \"result.hpp\"\n\nnamespace asunder::detail {\n\ntemplate <int D>\nstruct Api;\n",
    );
    for (dimension, names, other) in [(2, &two, &three), (3, &three, &two)] {
        text += &format!("\ntemplate <>\nstruct Api<{dimension}> {{\n");
        for (short, name) in names.iter().filter(|(short, _)| other.contains_key(*short)) {
            let is_type = name.starts_with("Asu");
            text += &if is_type {
                format!("    using {short} = {name};\n")
            } else {
                format!("    static constexpr auto {short} = {name};\n")
            };
        }
        text += "};\n";
    }
    text + "\n} // namespace asunder::detail\n\n#endif\n"
}

#[test]
fn the_names_for_templates_are_those_of_the_header() {
    let _alone = alone();
    if is_blessing() {
        derive_header();
    }
    let header = fs::read_to_string(file("include/asunder.h")).expect("it is there");
    let text = api(&header);
    for name in ["using World = AsuWorld2;", "static constexpr auto world_walk = asu_world3_walk;"]
    {
        assert!(text.contains(name), "{name}");
    }
    assert!(
        !text.contains("sprite") && !text.contains("Projection"),
        "what one dimension has alone"
    );
    agrees("include/asunder/api.hpp", &text);
}

#[test]
fn names_lose_their_three_and_numbers_do_not() {
    assert_eq!(
        line_of_two("pub fn asu_set3_push(a: AsuSet3, v: [f32; 3])"),
        "pub fn asu_set2_push(a: AsuSet2, v: [f32; 2])"
    );
    assert_eq!(line_of_two("let x = 3 + f32::MAX; Aabb3Set"), "let x = 3 + f32::MAX; Aabb2Set");
}
