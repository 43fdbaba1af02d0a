//! `asunder view` and `asunder render`: pages and stills of recordings and scenes.

use crate::scratch::Scratch;
use crate::{Run, asunder};
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::recording::Labels;
use asunder::{Affine3, Recorder};
use asunder_gltf::{Model, Skinning};
use serde_json::Value;
use std::fs;

const SCENE: &str = r#"
    seconds = 0.5

    [[sprite]]
    name = "coin"
    size = [16, 16]
    position = [20, 0]

    [[sprite]]
    name = "player </script><b>\u202e"
    size = [32, 64]
    position = [-10, 0]
    velocity = [60, 0]
"#;

/// The data of a page.
fn data(page: &str) -> Value {
    let begin = "<script type=\"application/json\" id=\"data\">";
    let (_, rest) = page.split_once(begin).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A recording and the scene it is of give the same page, and its events are explained.
#[test]
fn a_page_explains_every_event() {
    let scratch = Scratch::new("view");
    let scene = scratch.file("coin.toml", SCENE);
    let at = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let recorded = asunder(&["run", &scene, "--record", &at("coin.asndrc")], "");
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    for (from, page) in [(&scene, "scene.html"), (&at("coin.asndrc"), "recording.html")] {
        let run = asunder(&["view", from, "-o", &at(page)], "");
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
    }
    let [page, same] = ["scene.html", "recording.html"].map(|it| fs::read(at(it)).unwrap());
    assert!(page == same);
    let page = String::from_utf8(page).unwrap();
    assert_eq!(page.matches("</script>").count(), 4, "no name ends an element");
    let data = data(&page);
    let stage = &data["stages"][0];
    assert_eq!(stage["colliders"][1]["name"], "player </script><b>\u{fffd}");
    let events = stage["events"].as_array().unwrap();
    assert_eq!(events.len(), 1);
    // The gap of 30 - 8 - 16 closes at one unit a tick, and touching counts.
    assert_eq!((&events[0]["tick"], &events[0]["kind"]), (&6.into(), &0.into()));
    let explain = &events[0]["explain"];
    assert_eq!((&explain["intersects"], &explain["penetrates"]), (&true.into(), &false.into()));
    assert!(explain["text"].as_str().unwrap().starts_with("They touch: "), "{explain}");
}

#[test]
fn a_still_is_drawn_of_a_tick_that_there_is() {
    let scratch = Scratch::new("render");
    let scene = scratch.file("coin.toml", SCENE);
    let out = scratch.path().join("still.svg");
    let still = |tick: &str| {
        let run = asunder(&["render", &scene, "--tick", tick, "-o", out.to_str().unwrap()], "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        fs::read_to_string(&out).unwrap()
    };
    let in_contact = |svg: &str| svg.matches("class=\"touching\"").count() > 1;
    let (before, after) = (still("5"), still("6"));
    assert!(!in_contact(&before) && in_contact(&after), "{after}");
    assert_eq!(still("6"), after);
    assert!(after.contains("&lt;/script&gt;"));
    let Run { stderr, code, .. } = asunder(&["render", &scene, "--tick", "31"], "");
    assert_eq!((stderr.contains("there is no tick 31; expected 0 to 30"), code), (true, 2));
}

/// A press comes down on a box: the page lists it with what it was crushed against, and a still colours all
/// three at the tick.
#[test]
fn who_is_crushed_is_listed_and_drawn() {
    let scratch = Scratch::new("view-crushed");
    let scene = r#"
        ticks = 20
        ticks_per_second = 20
        [layers]
        names = ["solid"]
        responses = [["default", "solid", "block"]]
        [[collider]]
        name = "ground"
        shape = { aabb = { min = [-9, -1], max = [9, 0] } }
        layer = "solid"
        fixed = true
        [[collider]]
        name = "box"
        shape = { aabb = { min = [0, 0], max = [1, 1] } }
        [collider.walk]
        velocity = [0, 0]
        gravity = 20
        [[collider]]
        name = "press"
        shape = { aabb = { min = [-1, 1.75], max = [2, 3] } }
        layer = "solid"
        [collider.carry]
        path = [[0, -9]]
        speed = 2
    "#;
    let scene = scratch.file("press.toml", scene);
    let at = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let page = at("press.html");
    let run = asunder(&["view", &scene, "-o", &page], "");
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
    let data = data(&fs::read_to_string(page).unwrap());
    assert_eq!(data["kinds"][5], "crushed");
    let stage = &data["stages"][0];
    let crushed = stage["events"].as_array().unwrap().iter().find(|event| event["kind"] == 5);
    let crushed = crushed.expect("the press crushes the box");
    // Three quarters of a unit at a tenth a tick.
    assert_eq!(crushed["tick"], 8);
    let name = |field: &str| {
        let index = crushed[field].as_u64().unwrap() as usize;
        stage["colliders"][index]["name"].as_str().unwrap().to_owned()
    };
    assert_eq!(["a", "b", "against"].map(name), ["box", "press", "ground"]);
    assert!(crushed["explain"]["penetrates"].as_bool().unwrap(), "{crushed}");
    let coloured = |tick: &str| {
        let run = asunder(&["render", &scene, "--tick", tick, "-o", &at("still.svg")], "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        fs::read_to_string(at("still.svg")).unwrap().matches("class=\"crushed\"").count()
    };
    // The legend, and the lines.
    assert_eq!((coloured("7"), coloured("8")), (0, 2));
    // The picture of a run, too.
    let run = asunder(&["run", &scene, "--svg", &at("run.svg"), "--tick", "8"], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let picture = fs::read_to_string(at("run.svg")).unwrap();
    assert_eq!(picture.matches("class=\"crushed\"").count(), 2);
}

#[test]
fn what_is_no_recording_is_refused() {
    let scratch = Scratch::new("view-refused");
    let file = scratch.file("not.asndrc", "asndrx");
    let Run { stdout, stderr, code } = asunder(&["view", &file], "");
    assert_eq!((stdout.as_str(), code), ("", 2));
    assert!(stderr.starts_with(&format!("error: {file}: ")), "{stderr}");
}

/// A scene's level is drawn; a recording without its triangles says so, and finds them in a file.
#[test]
fn a_level_is_drawn_where_its_triangles_are_found() {
    let scratch = Scratch::new("view-level");
    let map = scratch.path().join("map.glb");
    fs::write(&map, asunder_scene::dungeon::glb()).unwrap();
    let text = "ticks = 2\nlevel = 'map.glb'\n[[collider]]\nname = 'ball'\n\
                shape = { sphere = { center = [2.5, 0.25, 1], radius = 0.25 } }\n";
    let scene = scratch.file("map.toml", text);
    let at = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let recorded = |options: &[&str], name: &str| {
        let run = asunder(&[&["run", &scene, "--record", &at(name)], options].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains("ball -> level  triangle 7 of floor"), "{}", run.stdout);
    };
    recorded(&[], "bare.asndrc");
    recorded(&["--meshes"], "meshes.asndrc");
    let page = |file: &str, options: &[&str]| {
        let run = asunder(&[&["view", file, "-o", &at("page.html")], options].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        (data(&fs::read_to_string(at("page.html")).unwrap()), run.stderr)
    };
    let (bare, meshes, map) = (at("bare.asndrc"), at("meshes.asndrc"), at("map.glb"));
    let (of_scene, _) = page(&scene, &[]);
    for (file, options) in [(&meshes, &[][..]), (&bare, &["--level", &map][..])] {
        let (same, warned) = page(file, options);
        assert_eq!((warned.as_str(), &same["stages"]), ("", &of_scene["stages"]), "{file}");
    }
    let stage = &of_scene["stages"][0];
    let level = stage["colliders"].as_array().unwrap().iter().find(|it| it["name"] == "level");
    assert_eq!(level.unwrap()["runs"][0]["kind"], "level");
    assert_eq!(stage["skins"].as_array().unwrap().len(), 0, "it is not drawn twice");
    let enter = &stage["events"][0];
    assert_eq!(enter["part"], 7, "{enter}");
    assert_eq!(enter["explain"]["intersects"], true, "of the triangle: {enter}");
    let (without, warned) = page(&bare, &[]);
    assert!(warned.contains("give its file with --level"), "{warned}");
    assert_eq!(without["stages"][0]["colliders"].as_array().unwrap().len(), 1);

    // In a still the level lies under the shapes.
    let still = |file: &str, options: &[&str]| {
        let run = asunder(&[&["render", file, "-o", &at("still.svg")], options].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        fs::read_to_string(at("still.svg")).unwrap()
    };
    let (drawn, blank) = (still(&bare, &["--level", &map]), still(&bare, &[]));
    assert!(drawn.contains("class=\"edge\"") && !blank.contains("class=\"edge\""));
    assert!(drawn.rfind("class=\"edge\"") < drawn.rfind("class=\"touching\""));
    let run = asunder(&["view", &bare, "--level", &bare, "-o", &at("page.html")], "");
    assert_eq!((run.stderr.contains("expected a .glb container"), run.code), (true, 2));
}

/// A recording that holds a skin by its hash says so, and finds it in its model.
#[test]
fn a_skin_is_drawn_where_its_model_is_given() {
    let scratch = Scratch::new("view-skin");
    let at = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("fighter.glb"), asunder_scene::fighter::glb()).unwrap();
    fs::write(at("map.glb"), asunder_scene::dungeon::glb()).unwrap();
    let model = Model::open(at("fighter.glb")).unwrap();
    let skinning = Skinning::of(&model).unwrap();
    let skin = skinning.skin();
    let mut world = World3::new();
    let hitbox = Capsule3::new([0.0, 0.5, 0.0], [0.0, 1.5, 0.0], 0.5);
    let body = world.insert(hitbox, BodyKind::Moving).unwrap();
    let mut recorder = Recorder::new(Vec::new(), "one fighter", 60);
    recorder.label::<Vec3>(body.collider(0), &Labels::new("fighter"));
    for tick in 0..3 {
        world.step();
        let moved = Affine3::from(Pose3::from_translation([tick as f32, 0.0, 0.0]));
        let matrices = vec![moved; skin.joint_count()];
        recorder.record_skin(body, skin, &matrices).unwrap();
        recorder.record(Tick(tick), &world).unwrap();
    }
    fs::write(at("bare.asndrc"), recorder.finish().unwrap()).unwrap();
    let page = |options: &[&str]| {
        let (file, out) = (at("bare.asndrc"), at("page.html"));
        let run = asunder(&[&["view", &file, "-o", &out], options].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let data = data(&fs::read_to_string(out).unwrap());
        (data["stages"][0]["skins"].as_array().unwrap().clone(), run.stderr)
    };
    let (fighter, map) = (at("fighter.glb"), at("map.glb"));
    let (drawn, warned) = page(&["--skin", &map, "--skin", &fighter]);
    assert_eq!((drawn.len(), warned.as_str()), (1, ""));
    assert_eq!(drawn[0]["bones"], skin.joint_count());
    for options in [&[][..], &["--skin", &map]] {
        let (drawn, warned) = page(options);
        assert!(drawn.is_empty());
        let told = format!("its hash {:016x} alone; give its model with --skin", skin.hash());
        assert!(
            warned.contains("the skin of \"fighter\" is not drawn") && warned.contains(&told),
            "{warned}"
        );
    }
    let bare = at("bare.asndrc");
    let run = asunder(&["view", &bare, "--skin", &bare, "-o", &at("page.html")], "");
    assert_eq!((run.stderr.contains("expected a .glb container"), run.code), (true, 2));
}
