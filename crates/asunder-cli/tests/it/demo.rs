//! `asunder demo`: its output and files.

use crate::scratch::Scratch;
use crate::{Run, asunder};
use asunder_gltf::Model;
use asunder_scene::fighter;
use serde_json::Value;
use std::fs;

#[test]
fn the_demo_tells_of_a_walk_and_a_punch() {
    let scratch = Scratch::new("demo-events");
    let out = scratch.path().join("new/folder");
    let Run { stdout, stderr, code } =
        asunder(&["demo", "--json", "--out", out.to_str().unwrap()], "");
    assert_eq!((stderr.as_str(), code), ("", 0));
    let lines: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = |event: &str, a: &str, b: &str| {
        let matches = |line: &&Value| line["event"] == event && line["a"] == a && line["b"] == b;
        lines.iter().filter(matches).count()
    };
    for met in ["ground", "step", "wall", "lift"] {
        assert_eq!(told("blocked", "walker", met), 1, "{met}");
    }
    assert!(told("enter", "attacker/hand.r", "defender/head") > 0);
    assert!(told("enter", "attacker/foot.r", "defender/chest") > 0);
    assert!(told("enter", "blade", "crate") > 0);
    assert_eq!(lines.last().unwrap()["summary"]["events"]["blocked"], 4);
    let files = fs::read_dir(&out).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["asunder-demo-animated.svg", "asunder-demo.html", "asunder-demo.svg"]);
}

#[test]
fn the_picture_is_well_formed_and_shows_every_state() {
    let scratch = Scratch::new("demo-picture");
    let run = asunder(&["demo", "--out", scratch.path().to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("4 blocked, 3 unblocked"), "{}", run.stdout);
    let svg = fs::read_to_string(scratch.path().join("asunder-demo.svg")).unwrap();
    check_well_formed(&svg);
    for state in ["idle", "touching", "blocked"] {
        // Once in the legend, once at least in a panel.
        assert!(svg.matches(&format!("class=\"{state}\"")).count() > 1, "{state}");
    }
    for name in ["attacker", "defender", "walker", "wall", "blade"] {
        assert!(svg.contains(&format!(">{name}</text>")), "{name}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

/// Twelve frames a second of two and a half, each of which is seen once in a turn.
#[test]
fn the_moving_picture_is_well_formed_and_small() {
    let scratch = Scratch::new("demo-moving");
    let run = asunder(&["demo", "--out", scratch.path().to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let svg = fs::read_to_string(scratch.path().join("asunder-demo-animated.svg")).unwrap();
    check_well_formed(&svg);
    assert_eq!(svg.matches("<g class=\"f").count(), 2 * 31, "in each panel");
    assert!(svg.contains("hit  attacker/hand.r -&gt; defender/"), "the hit has a line");
    assert!(svg.contains("class=\"hit\""), "and a mark");
    assert!(!svg.contains("NaN") && !svg.replace("infinite", "").contains("inf"));
    assert!(svg.len() < 1_000_000, "{} bytes", svg.len());
}

/// Checks that tags nest, attributes are quoted, and no bare `&` or `<` is left: enough XML for the
/// picture.
fn check_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        for entity in text.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;"].iter().any(|known| entity.starts_with(known)), "{text}");
        }
        let end = tag.find('>').unwrap();
        let (tag, after) = (&tag[1..end], &tag[end + 1..]);
        rest = after;
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains('<') && !tag.contains('&'), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
}

#[test]
fn the_fighter_is_written_on_request() {
    let scratch = Scratch::new("demo-glb");
    let run = asunder(&["demo", "--glb", "--out", scratch.path().to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let path = scratch.path().join("asunder-fighter.glb");
    assert_eq!(fs::read(&path).unwrap(), fighter::glb());
    let model = Model::open(&path).unwrap();
    assert!(model.clips.iter().map(|clip| clip.name.as_str()).eq(fighter::clips().iter().copied()));
}

#[test]
fn two_demos_are_equal() {
    let scratch = Scratch::new("demo-twice");
    let [one, other] = ["one", "other"].map(|name| {
        let out = scratch.path().join(name);
        let run = asunder(&["demo", "--out", out.to_str().unwrap()], "");
        (run.stdout, fs::read(out.join("asunder-demo.svg")).unwrap())
    });
    assert!(one == other);
}

#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let scratch = Scratch::new("demo-refused");
    let file = scratch.file("file", "");
    let Run { stdout, stderr, code } = asunder(&["demo", "--out", &file], "");
    assert_eq!((stdout.as_str(), code), ("", 2));
    assert!(stderr.starts_with(&format!("error: cannot make {file}: ")), "{stderr}");
    assert!(stderr.ends_with("; expected a directory\n"), "{stderr}");
}
