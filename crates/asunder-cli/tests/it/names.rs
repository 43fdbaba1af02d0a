//! Names from files: no control sequences reach the terminal, and JSON keeps them whole.

#![cfg(unix)]

use crate::scratch::Scratch;
use crate::{Run, asunder};
use asunder_scene::fighter;
use serde_json::{Value, json};

/// A colour, a cleared screen in one character of C1 and in two, a bell, text that runs backwards.
const EVIL: &str =
    "\u{1b}[31m\u{9b}2J\u{1b}[2J\u{7}\u{7f}\u{202e}\u{2066}\u{200f}\u{61c}\u{85}\r\n\u{2028}end";

fn is_shown(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns
}

/// Checks that a text has no control sequences; returns it.
#[track_caller]
fn harmless(text: &str) -> &str {
    for line in text.split('\n') {
        assert!(line.chars().all(is_shown), "{line:?}");
    }
    text
}

/// The fighter, with a bad name for everything, and something to warn of.
fn model() -> String {
    let glb = fighter::glb();
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&glb[20..20 + word(12)]).unwrap();
    let mut json: Value = serde_json::from_str(text).unwrap();
    for list in ["nodes", "meshes", "animations", "skins"] {
        for (index, it) in json[list].as_array_mut().unwrap().iter_mut().enumerate() {
            it["name"] = format!("{EVIL}{index}").into();
        }
    }
    json["extensionsRequired"] = json!([format!("X_{EVIL}")]);
    json["buffers"][0]["uri"] = "body.bin".into();
    json.to_string()
}

fn written(scratch: &Scratch) -> String {
    let glb = fighter::glb();
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    scratch.file("body.bin", &glb[20 + word(12) + 8..]);
    scratch.file(&format!("m{EVIL}.gltf").replace('/', ""), model())
}

#[test]
fn tables_are_harmless() {
    let scratch = Scratch::new("names-tables");
    let model = written(&scratch);
    for arguments in [
        &["fit", &model][..],
        &["fit", &model, "--compare"],
        &["inspect", &model],
        &["fit", &model, "--clip", "none"],
        &["fit", &model, "-o", &format!("{model}.fbx")],
    ] {
        let Run { stdout, stderr, .. } = asunder(arguments, "");
        assert!(harmless(&stdout).contains('\u{fffd}') || stderr.contains('\u{fffd}'));
        harmless(&stderr);
        assert!(stderr.lines().count() <= 1, "{stderr}");
    }
}

#[test]
fn json_is_harmless_and_whole() {
    let scratch = Scratch::new("names-json");
    let model = written(&scratch);
    let inspected = asunder(&["inspect", &model, "--json"], "");
    let answer: Value = serde_json::from_str(harmless(&inspected.stdout)).unwrap();
    assert_eq!(answer["model"], format!("m{EVIL}"));
    assert_eq!(answer["nodes"][3]["name"], format!("{EVIL}3"));
    let fitted = asunder(&["fit", &model, "--json"], "");
    let answer: Value = serde_json::from_str(harmless(&fitted.stdout)).unwrap();
    assert_eq!(answer["model"], format!("m{EVIL}"));
    assert!(answer["bones"][0]["bone"].as_str().unwrap().starts_with(EVIL));
}

#[test]
fn events_and_warnings_are_harmless() {
    let scratch = Scratch::new("names-run");
    let model = written(&scratch);
    let name = std::path::Path::new(&model).file_name().unwrap().to_str().unwrap();
    let text = |clip: &str| {
        let name = json!(name).to_string().replace('\u{7f}', "\\u007f");
        format!(
            "ticks = 1\n[[actor]]\nname = 'a \u{202e}b'\nmodel = {name}\n{clip}\n\
             [[collider]]\nname = 'post'\nshape = {{ sphere = {{ center = [0, 1, 0], radius = 2 }} }}\n"
        )
    };
    let scene = scratch.file("scene.toml", text(""));
    let run = asunder(&["run", &scene], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(harmless(&run.stdout).contains("a \u{fffd}b/"), "{}", run.stdout);
    assert!(harmless(&run.stderr).starts_with("warning: "), "{}", run.stderr);
    assert!(run.stderr.lines().all(|line| line.starts_with("warning: ")), "{}", run.stderr);
    let run = asunder(&["run", &scene, "--json"], "");
    let line = harmless(&run.stdout).lines().find(|line| line.contains("\"enter\"")).unwrap();
    let first: Value = serde_json::from_str(line).unwrap();
    assert!(first["a"].as_str().unwrap().starts_with("a \u{202e}b/"), "{first}");

    let scene = scratch.file("bad.toml", text("clip = 'none'"));
    let run = asunder(&["run", &scene], "");
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    assert_eq!(harmless(&run.stderr).lines().count(), 2, "{}", run.stderr);
}

#[test]
fn errors_are_harmless_and_short() {
    let long = "x".repeat(100_000);
    for text in [EVIL, &long] {
        let text = text.replace(['\r', '\n'], "");
        let line = format!("{{\"a\":{{\"point\":[0,0]}},\"b\":{{\"point\":\"{text}\"}}}}");
        let run = asunder(&["query", "intersects"], line.clone());
        let answer: Value = serde_json::from_str(harmless(&run.stdout)).unwrap();
        assert!(answer["error"].is_string() && run.stdout.len() < 1000, "{}", run.stdout);
        let run = asunder(&["explain", "-"], line);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
        assert!(harmless(&run.stderr).len() < 1000, "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    // A list of names may be as long as a file.
    let scratch = Scratch::new("names-long");
    let mut scene = String::from("ticks = 1\n[[attack]]\nby = 'none'\nfrom_tick = 0\n");
    for index in 0..5000 {
        scene += &format!("[[sprite]]\nname = 'a sprite of number {index}'\nsize = [1, 1]\n");
    }
    let scene = scratch.file("scene.toml", scene);
    let run = asunder(&["run", &scene], "");
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    assert!(run.stderr.len() < 1000 && run.stderr.lines().count() == 2, "{}", run.stderr);
}
