//! `asunder fit`: its output, files and errors.

#[cfg(target_os = "linux")]
use crate::bounded::bounded;
use crate::scratch::Scratch;
use crate::{Run, asunder};
use asunder_gltf::Model;
use asunder_scene::fighter;
use serde_json::Value;
use std::fs;

/// The fighter as a file.
fn model(scratch: &Scratch) -> String {
    scratch.file("fighter.glb", fighter::glb())
}

#[test]
fn json_says_how_well_hitboxes_fit() {
    let scratch = Scratch::new("fit-json");
    let Run { stdout, stderr, code } = asunder(&["fit", &model(&scratch), "--json"], "");
    assert_eq!((stderr.as_str(), code), ("", 0));
    assert_eq!(stdout.lines().count(), 1);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
    let mut expected = ["model", "hitboxes", "coverage", "overhang", "air", "worst", "bones"];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(answer["model"], "fighter");
    let bones = answer["bones"].as_array().unwrap();
    assert_eq!(answer["hitboxes"], bones.len());
    let share = |value: &Value| (0.0..=1.0).contains(&value.as_f64().unwrap());
    assert!(answer["coverage"].as_f64().unwrap() >= 0.98, "{answer}");
    assert!(share(&answer["overhang"]) && share(&answer["worst"]["coverage"]));
    assert!(share(&answer["air"]) && answer["air"].as_f64().unwrap() > 0.0, "{answer}");
    assert!(bones.iter().all(|bone| share(&bone["air"])), "{answer}");
    assert!(fighter::clips().contains(&answer["worst"]["clip"].as_str().unwrap()));
    assert!(answer["worst"]["frame"].is_u64());
    let of = |region: &str| bones.iter().find(|bone| bone["region"] == region).unwrap();
    assert_eq!(of("hand.r")["bone"], "hand.r");
    assert!(bones.iter().all(|bone| share(&bone["coverage"]) && share(&bone["overhang"])));
    let kinds = ["obb", "capsule", "sphere"];
    assert!(bones.iter().all(|bone| kinds.contains(&bone["shape"].as_str().unwrap())));
}

#[test]
fn options_are_heeded() {
    let scratch = Scratch::new("fit-options");
    let model = model(&scratch);
    let clip = fighter::clips()[0];
    let run = asunder(
        &["fit", &model, "--json", "--shape", "sphere", "--max", "5", "--clip", clip, "--compare"],
        "",
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(answer["hitboxes"].as_u64().unwrap() <= 5);
    assert!(answer["bones"].as_array().unwrap().iter().all(|bone| bone["shape"] == "sphere"));
    assert_eq!(answer["worst"]["clip"], clip);
    let others: Vec<&Value> = answer["compare"].as_array().unwrap().iter().collect();
    let names = ["pca", "aabb", "pca as many", "aabb as many"];
    assert_eq!(others.iter().map(|it| &it["boxes"]).collect::<Vec<_>>(), names);
    for (other, count) in others.iter().zip([17, 17, 5, 5]) {
        assert!(other["hitboxes"].as_u64().unwrap() <= count, "{other}");
        // Ours cover at least as much there.
        let equal = &other["at_equal_coverage"];
        assert!(equal["coverage"].as_f64().unwrap() >= other["coverage"].as_f64().unwrap() - 1e-6);
        assert!((0.0..1.0).contains(&equal["overhang"].as_f64().unwrap()));
    }
    // What has no hitbox of its own is listed.
    let lost = answer["lost"].as_array().unwrap();
    assert!(lost.iter().any(|it| it["region"] == "forearm.l"), "{lost:?}");
    assert!(
        run.stderr.starts_with("warning: fighter: no hitbox of its own has "),
        "{}",
        run.stderr
    );
}

#[test]
fn the_table_has_a_row_for_each_hitbox_and_no_colours() {
    let scratch = Scratch::new("fit-table");
    let clip = fighter::clips()[0];
    let run = asunder(&["fit", &model(&scratch), "--compare", "--clip", clip], "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert!(run.stdout.starts_with("fighter: "), "{}", run.stdout);
    for part in [
        "coverage",
        "overhang",
        "air  ",
        "worst",
        "frames, 30 per second",
        "PCA boxes",
        "these there",
        "hand.l",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'));
}

#[test]
fn hitboxes_are_written_and_read_back() {
    let scratch = Scratch::new("fit-out");
    let model = model(&scratch);
    let out = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let (toml, glb, svg) = (out("rig.toml"), out("armed.glb"), out("rig.svg"));
    let run = asunder(&["fit", &model, "-o", &toml, "--svg", &svg, "--json"], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    let rig = asunder_fit::rig_from_toml(&fs::read_to_string(&toml).unwrap(), &toml).unwrap();
    assert_eq!(answer["hitboxes"], rig.hitboxes().len());
    let svg = fs::read_to_string(&svg).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("front, frame ") && !svg.contains("NaN"));

    assert_eq!(asunder(&["fit", &model, "-o", &glb], "").code, 0);
    let armed = Model::open(&glb).unwrap();
    let shapes: Vec<_> = armed.colliders.iter().map(|collider| &collider.shape).collect();
    assert_eq!(shapes, rig.hitboxes().iter().map(|hitbox| &hitbox.shape).collect::<Vec<_>>());
}

#[test]
fn nodes_are_chosen_and_named() {
    let scratch = Scratch::new("fit-nodes");
    let model = model(&scratch);
    let regions = |options: &[&str]| -> Vec<String> {
        let clip = fighter::clips()[0];
        let run = asunder(&[&["fit", &model, "--json", "--clip", clip], options].concat(), "");
        assert_eq!((run.stderr.as_str(), run.code), ("", 0));
        let answer: Value = serde_json::from_str(&run.stdout).unwrap();
        let bones = answer["bones"].as_array().unwrap();
        bones.iter().map(|bone| bone["region"].as_str().unwrap().to_owned()).collect()
    };
    let all = regions(&[]);
    assert!((15..=20).contains(&all.len()), "{all:?}");
    assert_eq!(regions(&["--detail", "bones", "--min-size", "0"]), all);
    let rest = regions(&["--without", "head", "hand.l"]);
    let without = all.iter().filter(|it| !["head", "hand.l"].contains(&it.as_str()));
    assert_eq!(rest, without.cloned().collect::<Vec<_>>());
    assert_eq!(regions(&["--only", "head"]), ["head"]);
    assert_eq!(regions(&["--only", "head", "--region", "head=weak_spot"]), ["weak_spot"]);
    for (options, message) in [
        (["--without", "cape"], "\"cape\""),
        (["--region", "cape=tail"], "the region \"tail\" is given to \"cape\", which is no node"),
        (["--region", "head"], "expected BONE=NAME"),
        (["--min-size", "101"], "expected a percentage from 0 to 100"),
    ] {
        let run = asunder(&[&["fit", &model][..], &options].concat(), "");
        assert_eq!(run.code, 2, "{}", run.stdout);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn any_frame_is_drawn() {
    let scratch = Scratch::new("fit-frame");
    let model = model(&scratch);
    let svg = scratch.path().join("fighter.svg").to_str().unwrap().to_owned();
    let clip = fighter::clips()[0];
    for (at, title) in [
        ("rest", String::from("front, at rest")),
        (&format!("{clip}:3"), format!("front, frame 3 of {clip}")),
    ] {
        let run = asunder(&["fit", &model, "--clip", clip, "--svg", &svg, "--at", at], "");
        assert_eq!((run.stderr.as_str(), run.code), ("", 0));
        let drawn = fs::read_to_string(&svg).unwrap();
        assert!(drawn.contains(&title) && drawn.len() <= 500_000, "{}", drawn.len());
        assert!(drawn.contains(">hand.l</text>") && drawn.contains("class=\"r3\""));
    }
    for (at, message) in [
        (format!("{clip}:9999"), "expected a frame from 0 to "),
        (String::from("Wlak:1"), "there is no clip \"Wlak\""),
        (clip.to_owned(), "expected CLIP:FRAME"),
    ] {
        let run = asunder(&["fit", &model, "--svg", &svg, "--at", &at], "");
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let scratch = Scratch::new("fit-refused");
    let model = model(&scratch);
    let empty = scratch.file("empty.gltf", r#"{"asset":{"version":"2.0"}}"#);
    let textured = scratch
        .file("textured.gltf", r#"{"asset":{"version":"2.0"},"images":[{"uri":"skin.png"}]}"#);
    let clips = fighter::clips().join(", ");
    for (arguments, message) in [
        (
            vec!["fit", &model, "--clip", "Wlak"],
            format!("error: fighter: there is no clip \"Wlak\"; it has {clips}\n"),
        ),
        (
            vec!["fit", &empty],
            String::from("error: empty: has nothing to fit hitboxes to; expected "),
        ),
        (
            vec!["fit", &empty, "--clip", "Walk"],
            String::from("error: empty: has no clips; leave out --clip\n"),
        ),
        (vec!["fit", "nowhere.glb"], String::from("error: nowhere.glb: ")),
        (
            vec!["fit", &textured, "-o", "elsewhere.gltf"],
            String::from("error: elsewhere.gltf: the model has \"skin.png\" beside it, which "),
        ),
    ] {
        let Run { stdout, stderr, code } = asunder(&arguments, "");
        assert_eq!((stdout.as_str(), code), ("", 2));
        assert!(stderr.starts_with(&message), "{stderr}");
    }
    let fbx = asunder(&["fit", &model, "-o", "rig.fbx"], "");
    assert_eq!(fbx.code, 2);
    assert!(fbx.stderr.contains("as \"fbx\"; expected .toml, .glb or .gltf"), "{}", fbx.stderr);
    assert_eq!(asunder(&["fit", &model, "--max", "0"], "").code, 2);
    for (coverage, message) in [
        ("101", "expected a percentage from 1 to 100"),
        ("0", "expected a percentage from 1 to 100"),
        ("NaN", "expected a percentage from 1 to 100"),
        ("0.98", "expected a percentage from 1 to 100, as 98 is"),
    ] {
        let run = asunder(&["fit", &model, "--coverage", coverage], "");
        assert_eq!(run.code, 2, "{coverage}");
        assert!(run.stderr.contains(&format!("{message}\n")), "{}", run.stderr);
    }
    let fbx = scratch.file("knight.fbx", b"Kaydara FBX Binary  \0\x1a\0");
    let text = scratch.file("page.fbx", "; FBX 7.4.0 project file\n");
    for (file, name) in [(&fbx, "knight.fbx"), (&text, "page.fbx")] {
        let run = asunder(&["fit", file], "");
        let expected = format!("{name}: is FBX; expected glTF 2.0, a .glb or .gltf; ");
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
        assert_eq!(run.code, 2);
    }
}

#[test]
fn clips_are_named_one_by_one_or_with_commas() {
    let scratch = Scratch::new("fit-clips");
    let model = model(&scratch);
    let (first, second) = (fighter::clips()[0], fighter::clips()[1]);
    let answer = |clips: &[&str]| {
        let run = asunder(&[&["fit", &model, "--json", "--clip"][..], clips].concat(), "");
        assert_eq!((run.stderr.as_str(), run.code), ("", 0));
        run.stdout
    };
    let spaced = answer(&[first, second]);
    assert_eq!(answer(&[&format!("{first},{second}")]), spaced);
    assert_eq!(answer(&[first, "--clip", second]), spaced);
    assert_ne!(answer(&[first]), spaced);
    let run = asunder(&["fit", &model, "--clip", &format!("{first},Wlak")], "");
    assert!(run.stderr.contains("there is no clip \"Wlak\"; it has "), "{}", run.stderr);
}

/// A tetrahedron that each of some clips moves for an hour.
#[cfg(target_os = "linux")]
fn hours(clips: usize) -> String {
    // Four corners, the indices of four triangles, the times 0 and 3600, two places.
    let data = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAACAAEAAAABAAMAAAADAAIA\
                AQACAAMAAAAAAAAAYUUAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA=";
    let clip = |index: usize| {
        format!(
            r#"{{"name":"c{index}","samplers":[{{"input":2,"output":3}}],
                "channels":[{{"sampler":0,"target":{{"node":0,"path":"translation"}}}}]}}"#
        )
    };
    let clips: Vec<String> = (0..clips).map(clip).collect();
    format!(
        r#"{{"asset":{{"version":"2.0"}},
            "buffers":[{{"byteLength":104,"uri":"data:;base64,{data}"}}],
            "bufferViews":[{{"buffer":0,"byteLength":48}},
                {{"buffer":0,"byteOffset":48,"byteLength":24}},
                {{"buffer":0,"byteOffset":72,"byteLength":8}},
                {{"buffer":0,"byteOffset":80,"byteLength":24}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":4}},
                {{"bufferView":1,"componentType":5123,"type":"SCALAR","count":12}},
                {{"bufferView":2,"componentType":5126,"type":"SCALAR","count":2}},
                {{"bufferView":3,"componentType":5126,"type":"VEC3","count":2}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
            "nodes":[{{"mesh":0}}],"animations":[{}]}}"#,
        clips.join(",")
    )
}

#[test]
#[cfg(target_os = "linux")]
fn clips_of_hours_are_refused_with_what_to_ask_for() {
    let scratch = Scratch::new("fit-hours");
    for (clips, frames) in [(2, "216002"), (2000, "216002000")] {
        let file = scratch.file(&format!("of{clips}.gltf"), hours(clips));
        let run = bounded(&["fit", &file], 512);
        let expected = format!(
            "error: of{clips}: {clips} clips have {frames} frames, 30 for each second; expected at most \
             120000, about an hour; choose fewer clips, with --clip\n"
        );
        assert_eq!((run.stdout.as_str(), run.stderr, run.code), ("", expected, 2));
    }
    // Only one of them is read.
    let file = scratch.path().join("of2.gltf");
    let run = bounded(&["fit", file.to_str().unwrap(), "--clip", "c1", "--json"], 512);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&answer["worst"]["clip"], &answer["coverage"]),
        (&Value::from("c1"), &Value::from(1.0))
    );
}
