//! The keys of scene files: that all are documented, and the same in each place.

use asunder_scene::Scene;
use std::path::Path;
use std::{env, fs};

/// The keys that an entry may have, by what is said against one that it may not.
fn keys_of(before: &str) -> Vec<String> {
    let text = format!("{before}\nno_such_key = 1\n");
    let error = Scene::from_toml(&text, "test.toml").unwrap_err().to_string();
    let (_, known) = error.split_once("unknown field `no_such_key`, expected").expect(&error);
    let known: Vec<String> = known.split('`').skip(1).step_by(2).map(String::from).collect();
    assert!(!known.is_empty(), "{error}");
    known
}

/// The lines of a section, without its comments.
fn section<'a>(keys: &'a str, heading: &str) -> Vec<&'a str> {
    if heading.is_empty() {
        return keys.lines().take_while(|line| !line.starts_with('[')).collect();
    }
    let lines = keys.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    lines.take_while(|line| !line.starts_with('[')).collect()
}

#[test]
fn every_key_is_documented_in_its_place() {
    let keys = Scene::keys();
    for (heading, entry) in [
        ("", ""),
        ("[layers]", "[layers]"),
        ("[level]", "[level]"),
        ("[[actor]]", "[[actor]]"),
        ("[[actor.weapon]]", "[[actor]]\n[[actor.weapon]]"),
        ("[[sprite]]", "[[sprite]]"),
        ("[[collider]]", "[[collider]]"),
        ("[collider.walk]", "[[collider]]\n[collider.walk]"),
        ("[collider.carry]", "[[collider]]\n[collider.carry]"),
        ("[[attack]]", "[[attack]]"),
    ] {
        let shown = section(&keys, heading);
        for key in keys_of(entry) {
            // Tables have headings of their own, and an alternative stands in a comment.
            let is_shown = shown.iter().any(|line| {
                line.starts_with(&format!("{key} = ")) || line.contains(&format!("or {key} = "))
            }) || keys.contains(&format!("[{key}]"))
                || keys.contains(&format!("[[{key}]]"))
                || keys.contains(&format!(".{key}]"));
            assert!(is_shown, "{heading:?} has no line about `{key}`:\n{}", shown.join("\n"));
        }
    }
}

#[test]
fn the_keys_are_a_scene_themselves() {
    // All that is amiss is that nobody is called so.
    let error = Scene::from_toml(&Scene::keys(), "keys.toml").unwrap_err().to_string();
    assert!(error.contains("there is no entry \"king\""), "{error}");
}

/// `ASUNDER_BLESS=1` writes the keys into the document.
#[test]
fn the_document_has_the_same_keys() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenes.md");
    let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (before, rest) = text.split_once("<!-- the keys -->\n").unwrap();
    let (shown, after) = rest.split_once("<!-- end of the keys -->").unwrap();
    let expected = format!("```toml\n{}```\n", Scene::keys());
    if env::var_os("ASUNDER_BLESS").is_some() {
        let anew = format!("{before}<!-- the keys -->\n{expected}<!-- end of the keys -->{after}");
        fs::write(&path, anew).unwrap();
        return;
    }
    assert!(shown == expected, "docs/scenes.md shows other keys; ASUNDER_BLESS=1 mends it");
}
