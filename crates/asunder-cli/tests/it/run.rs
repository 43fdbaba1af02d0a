//! `asunder run`: its output and errors.

use crate::scratch::Scratch;
use crate::{Run, asunder};
use asunder_scene::fighter;
use serde_json::Value;

const COIN: &str = "\
seconds = 2.0

[[sprite]]
name = \"coin\"
size = [16, 16]
position = [100, 0]

[[sprite]]
name = \"player\"
size = [32, 64]
position = [0, 0]
velocity = [60, 0]
";

#[test]
fn the_help_shows_what_is_printed() {
    let scratch = Scratch::new("run-help");
    let help = asunder(&["run", "--help"], "").stdout;
    for line in COIN.lines() {
        assert!(help.contains(line), "{line}");
    }
    let scene = scratch.file("coin.toml", COIN);
    let Run { stdout, stderr, code } = asunder(&["run", &scene], "");
    assert_eq!((stderr.as_str(), code), ("", 0));
    for line in stdout.lines() {
        assert!(help.contains(line), "{line}");
    }
    let json = asunder(&["run", "--json", &scene], "").stdout;
    let (event, shapes) = json.lines().next().unwrap().split_once("{\"a\":{").unwrap();
    assert!(help.contains(event) && shapes.starts_with("\"obb\":"), "{json}");
}

#[test]
fn json_lines_end_with_the_summary() {
    let scratch = Scratch::new("run-json");
    let scene = scratch.file("coin.toml", COIN);
    let Run { stdout, stderr, code } = asunder(&["run", &scene, "--json"], "");
    assert_eq!((stderr.as_str(), code), ("", 0));
    let lines: Vec<&str> = stdout.lines().collect();
    let [event, summary] = lines.as_slice() else { panic!("{stdout}") };
    let event: Value = serde_json::from_str(event).unwrap();
    assert_eq!((&event["tick"], &event["event"]), (&Value::from(76), &Value::from("enter")));
    assert_eq!((&event["a"], &event["b"]), (&Value::from("coin"), &Value::from("player")));
    // The shapes are a line of the other commands.
    let answer = asunder(&["query", "intersects"], event["shapes"].to_string());
    assert_eq!(answer.stdout, "{\"intersects\":true}\n");
    let explained = asunder(&["explain", &event["shapes"].to_string()], "");
    assert!(explained.stdout.starts_with("They touch"), "{}", explained.stdout);
    let summary: Value = serde_json::from_str(summary).unwrap();
    let summary = &summary["summary"];
    assert_eq!(summary["ticks"], 120);
    assert_eq!(summary["events"]["enter"], 1);
    assert_eq!(summary["in_contact"], serde_json::json!([["coin", "player"]]));
    assert_eq!(summary["hash"].as_str().unwrap().len(), 16);
}

#[test]
fn a_blocked_mover_is_told_with_its_gap() {
    let scratch = Scratch::new("run-blocked");
    let scene = "
        ticks = 20
        [layers]
        names = ['wall']
        responses = [['default', 'wall', 'block']]
        [[collider]]
        name = 'walker'
        shape = { aabb = { min = [0, 0], max = [1, 1] } }
        velocity = [60, 0]
        mover = true
        [[collider]]
        name = 'wall'
        shape = { aabb = { min = [3.25, 0], max = [4, 1] } }
        layer = 'wall'
        fixed = true
    ";
    let scene = scratch.file("wall.toml", scene);
    let run = asunder(&["run", &scene], "");
    let event = "tick     3  blocked    walker -> wall  gap 0.0 at [3.25, 0.5], fraction 0.25\n";
    assert!(run.stdout.starts_with(event), "{}", run.stdout);
    let run = asunder(&["run", &scene, "--json"], "");
    let event = r#"{"tick":3,"event":"blocked","a":"walker","b":"wall","gap":0.0,"fraction":0.25,"point":[3.25,0.5],"normal":[-1.0,0.0]}"#;
    let event = event.strip_suffix('}').unwrap();
    assert!(run.stdout.starts_with(&format!("{event},\"shapes\":{{")), "{}", run.stdout);
}

/// Checks that the scene is refused with exactly this message, on standard error, with exit code 2.
#[track_caller]
fn refused(name: &str, scene: &str, message: &str) {
    let scratch = Scratch::new(name);
    let glb = fighter::glb();
    scratch.file("short.glb", &glb[..1000]);
    let file = scratch.file("scene.toml", scene);
    let Run { stdout, stderr, code } = asunder(&["run", &file], "");
    let folder = scratch.path().to_str().unwrap();
    let expected = message.replace("DIR", folder);
    assert_eq!((stdout.as_str(), stderr.as_str(), code), ("", expected.as_str(), 2));
}

#[test]
fn a_missing_scene_is_named() {
    let Run { stdout, stderr, code } = asunder(&["run", "none.toml"], "");
    assert_eq!((stdout.as_str(), code), ("", 2));
    assert!(stderr.starts_with("error: none.toml: cannot be read: "), "{stderr}");
    assert!(stderr.ends_with("; expected a scene in TOML\n"), "{stderr}");
}

#[test]
fn a_truncated_glb_is_placed() {
    refused(
        "truncated",
        "ticks = 1\n[[actor]]\nname = \"knight\"\nmodel = \"short.glb\"\n",
        "error: DIR/scene.toml:4:9: DIR/short.glb: byte 8: the stated length is 184916 but the file \
         has 1000 bytes; expected a whole file\n    model = \"short.glb\"\n",
    );
}

#[test]
fn a_nan_is_placed() {
    refused(
        "nan",
        "ticks = 1\n[[actor]]\nname = \"knight\"\nbuiltin = \"fighter\"\nposition = [0, nan, 0]\n",
        "error: DIR/scene.toml:5:12: the number is NaN; expected a number within ±3.4028235e38\n    \
         position = [0, nan, 0]\n",
    );
}

#[test]
fn a_negative_radius_is_placed() {
    let shape = "shape = { sphere = { center = [0, 0, 0], radius = -1.5 } }";
    refused(
        "radius",
        &format!("ticks = 1\n[[collider]]\nname = \"ball\"\n{shape}\n"),
        &format!(
            "error: DIR/scene.toml:4:9: sphere.radius is -1.5; expected zero or more\n    {shape}\n"
        ),
    );
}

#[test]
fn a_zero_quaternion_is_placed() {
    refused(
        "quaternion",
        "ticks = 1\n[[actor]]\nname = \"knight\"\nbuiltin = \"fighter\"\nrotation = [0, 0, 0, 0]\n",
        "error: DIR/scene.toml:5:12: the rotation is [0, 0, 0, 0] and has no direction; expected any \
         other quaternion [x, y, z, w]\n    rotation = [0, 0, 0, 0]\n",
    );
}

#[test]
fn mixed_dimensions_are_placed() {
    let shape = "shape = { aabb = { min = [0, 0], max = [1, 1, 1] } }";
    refused(
        "mixed",
        &format!("ticks = 1\n[[collider]]\nname = \"wall\"\n{shape}\n"),
        &format!(
            "error: DIR/scene.toml:4:9: `max` is in 3D and `min` in 2D; expected every vector of a \
             shape to be in 2D, or every one in 3D\n    {shape}\n"
        ),
    );
}

#[test]
fn an_unknown_clip_is_answered_with_those_there_are() {
    refused(
        "clip",
        "ticks = 1\n[[actor]]\nname = \"knight\"\nbuiltin = \"fighter\"\nclip = \"Idle\"\n",
        "error: DIR/scene.toml:5:8: fighter: has no clip named \"Idle\"; it has idle, walk, punch, \
         kick, hit, fall, switch_stance\n    clip = \"Idle\"\n",
    );
}

#[test]
fn an_unknown_layer_is_answered_with_those_there_are() {
    refused(
        "layer",
        "ticks = 1\n[layers]\nnames = [\"wall\"]\n[[sprite]]\nname = \"coin\"\nsize = [1, 1]\n\
         layer = \"walls\"\n",
        "error: DIR/scene.toml:7:9: there is no layer `walls`; expected one of default, wall\n    \
         layer = \"walls\"\n",
    );
}

#[test]
fn a_hit_is_told_with_whom_and_where() {
    let scratch = Scratch::new("run-hit");
    let scene = "
        ticks = 3
        ticks_per_second = 10
        [[collider]]
        name = 'bullet'
        shape = { sphere = { center = [0, 0], radius = 1 } }
        velocity = [100, 0]
        [[collider]]
        name = 'post'
        shape = { sphere = { center = [16, 0], radius = 0.5 } }
        [[attack]]
        by = 'bullet'
        from_tick = 1
    ";
    let scene = scratch.file("hit.toml", scene);
    let run = asunder(&["run", &scene], "");
    let event = "tick     2  hit        bullet -> post  at [15.5, 0.0], fraction 0.45\n";
    assert!(run.stdout.starts_with(event), "{}", run.stdout);
    assert!(run.stdout.contains("0 unblocked, 1 hit\n"), "{}", run.stdout);
    let run = asunder(&["run", &scene, "--json"], "");
    let event = r#"{"tick":2,"event":"hit","a":"bullet","b":"post","fraction":0.45,"point":[15.5,0.0],"normal":[-1.0,0.0],"shapes":{"#;
    assert!(run.stdout.starts_with(event), "{}", run.stdout);
}

#[test]
fn one_kind_of_events_is_printed_alone() {
    let scratch = Scratch::new("run-only");
    let scene = scratch.file("coin.toml", COIN);
    let run = asunder(&["run", &scene, "--only", "hit,exit"], "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert!(!run.stdout.contains("coin -> player  ") && run.stdout.starts_with("\n120 ticks"));
    assert!(run.stdout.contains("1 enter, 0 exit"), "the summary counts all: {}", run.stdout);
    let run = asunder(&["run", &scene, "--only", "enter"], "");
    assert!(run.stdout.starts_with("tick    76  enter      coin -> player\n"), "{}", run.stdout);
    let run = asunder(&["run", &scene, "--only", "strike"], "");
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    let kinds = "meet, part, enter, exit, blocked, unblocked, hit";
    assert!(run.stderr.contains(kinds), "{}", run.stderr);
}

#[test]
fn a_tick_is_drawn() {
    let scratch = Scratch::new("run-svg");
    let scene = scratch.file("coin.toml", COIN);
    let svg = scratch.path().join("coin.svg");
    let svg = svg.to_str().unwrap();
    let picture = |arguments: &[&str]| {
        let run = asunder(&[&["run", &scene, "--svg", svg], arguments].concat(), "");
        assert_eq!((run.stderr.as_str(), run.code), ("", 0));
        assert!(run.stdout.starts_with("tick    76  enter"), "the events are printed, too");
        std::fs::read_to_string(svg).unwrap()
    };
    assert!(picture(&["--tick", "75"]).contains(">tick 75: sprites, 0 contacts<"));
    assert!(picture(&[]).contains(">tick 76: sprites, 1 contact<"), "the most contacts");
    for (arguments, complaint) in [
        (&["--svg", svg, "--tick", "121"][..], "there is no tick 121; expected one from 0 to 120"),
        (&["--tick", "3"], "--svg <FILE>"),
        (&["--svg", &scene], "which is read; expected another path"),
    ] {
        let run = asunder(&[&["run", &scene], arguments].concat(), "");
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{arguments:?}");
        assert!(run.stderr.contains(complaint), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_pair_is_explained_at_a_tick() {
    let scratch = Scratch::new("run-explain");
    let scene = scratch.file("coin.toml", COIN);
    let explain =
        |arguments: &[&str]| asunder(&[&["run", &scene, "--explain"], arguments].concat(), "");
    let run = explain(&["75", "coin", "player"]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert!(
        run.stdout.starts_with(
            "tick 75: a is coin, b is player\nThey are apart: along the normal of face x of b there is \
             a gap of 1."
        ),
        "{}",
        run.stdout
    );
    assert!(explain(&["76", "coin", "player"]).stdout.contains("\nThey touch"));
    let svg = scratch.path().join("pair.svg");
    let run = explain(&["76", "player", "coin", "--json", "--svg", svg.to_str().unwrap()]);
    assert!(run.stdout.starts_with("{\"explain\":{\"intersects\":true"), "{}", run.stdout);
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
    for (arguments, complaint) in [
        (
            &["soon", "coin", "player"],
            "the tick to explain is \"soon\"; expected a number such as 76",
        ),
        (&["500", "coin", "player"], "there is no tick 500; expected one from 0 to 120"),
        (&["1", "coin", "gold"], "there is no collider \"gold\"; expected one of coin, player"),
    ] {
        let run = explain(arguments);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{arguments:?}");
        assert!(run.stderr.contains(complaint), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn every_key_is_printed() {
    let run = asunder(&["run", "--keys"], "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert_eq!(run.stdout, asunder_scene::Scene::keys());
    assert!(asunder(&["run"], "").stderr.contains("<SCENE>"));
}

/// A recorded scene runs again as it was recorded; another scene differs, at a tick that is named.
#[test]
fn what_was_recorded_is_verified() {
    let scratch = Scratch::new("run-record");
    let scene = scratch.file("coin.toml", COIN);
    let recording = scratch.path().join("coin.asndrc");
    let recording = recording.to_str().unwrap();
    let plain = asunder(&["run", &scene], "");
    let recorded = asunder(&["run", &scene, "--record", recording], "");
    assert_eq!((&recorded.stdout, recorded.code), (&plain.stdout, 0));
    let again = asunder(&["run", &scene, "--verify", recording], "");
    assert_eq!((again.stderr.as_str(), again.code), ("", 0));

    let faster = scratch.file("faster.toml", COIN.replace("[60, 0]", "[60.00001, 0]"));
    let other = asunder(&["run", &faster, "--verify", recording], "");
    let expected = "tick 1 differs: the shape of player is another";
    assert!(other.stderr.contains(expected), "{}", other.stderr);
    assert_eq!((&other.stdout, other.code), (&plain.stdout, 1));
    let longer = scratch.file("longer.toml", COIN.replace("seconds = 2.0", "seconds = 3.0"));
    let other = asunder(&["run", &longer, "--verify", recording], "");
    assert!(other.stderr.contains("the recording ends before tick 121"), "{}", other.stderr);

    let bytes = std::fs::read(recording).unwrap();
    let cut = scratch.file("cut.asndrc", &bytes[..bytes.len() / 2]);
    let refused = asunder(&["run", &scene, "--verify", &cut], "");
    assert!(refused.stderr.contains("cut.asndrc: the recording ends after"), "{}", refused.stderr);
    assert_eq!(refused.code, 2);
    let refused = asunder(&["run", &scene, "--record", &scene], "");
    assert!(refused.stderr.contains("this would replace"), "{}", refused.stderr);
}

/// Rigs verify without their shapes, and take a part of the size.
#[test]
fn rigs_are_verified_by_their_hash() {
    let scratch = Scratch::new("run-rigs");
    let scene = "
        ticks = 40
        [[actor]]
        name = 'knight'
        builtin = 'fighter'
        clips = 'all'
    ";
    let path = scratch.file("knight.toml", scene);
    let sizes = [&["--rigs"][..], &[], &["--meshes"]].map(|flags| {
        let file = scratch.path().join("knight.asndrc");
        let file = file.to_str().unwrap();
        let recording = ["run", path.as_str(), "--record", file];
        let recorded = asunder(&[&recording[..], flags].concat(), "");
        assert_eq!((recorded.stderr.as_str(), recorded.code), ("", 0));
        assert_eq!(asunder(&["run", &path, "--verify", file], "").code, 0);
        std::fs::metadata(file).unwrap().len()
    });
    assert!(sizes[0] < sizes[1] / 2 && sizes[1] < sizes[2], "{sizes:?}");

    let rigs = scratch.path().join("rigs.asndrc");
    let rigs = rigs.to_str().unwrap();
    asunder(&["run", &path, "--record", rigs, "--rigs"], "");
    let moved = scene.replace("'all'", "'all'\nposition = [0, 0.5, 0]");
    let moved = scratch.file("moved.toml", moved);
    let other = asunder(&["run", &moved, "--verify", rigs], "");
    assert!(other.stderr.contains("tick 0 differs: a rig is placed otherwise"), "{}", other.stderr);
    assert_eq!(other.code, 1);
}
