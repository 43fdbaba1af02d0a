//! Invalid scenes: the place, what was found, what was expected.

use crate::events;
use asunder_scene::{Runner, Scene, fighter};
use std::{env, fs, process};

#[track_caller]
fn check(text: &str, place: &str, problem: &str) {
    let error = events(text).unwrap_err().to_string();
    let expected = format!("test.toml:{place}: {problem}");
    assert!(error.starts_with(&expected), "\nfound    {error}\nexpected {expected}");
}

/// A scene of one entry, which begins in line 2.
fn entry(kind: &str, fields: &str) -> String {
    format!("ticks = 1\n[[{kind}]]\nname = \"it\"\n{fields}\n")
}

#[track_caller]
fn refused(kind: &str, fields: &str, place: &str, problem: &str) {
    check(&entry(kind, fields), place, problem);
}

#[test]
fn text_that_is_no_scene() {
    check("ticks = ", "1:9", "string values must be quoted, expected literal string");
    check("tick = 1", "1:1", "unknown field `tick`, expected one of `seconds`, `ticks`,");
    check("ticks = -1", "1:9", "invalid value: integer `-1`, expected u32");
    check("ticks = 1\nseconds = 1.0", "1:9", "there are both `seconds` and `ticks`; expected one");
    check("seconds = -1.5", "1:11", "the scene lasts -1.5 seconds; expected 0 or more");
    check("ticks = 10000001", "1:9", "the scene lasts 10000001 ticks; expected at most 10000000");
    check("seconds = nan", "1:11", "the scene lasts NaN seconds; expected 0 or more");
    check("", "1:1", "the scene has no length; expected `seconds` or `ticks`, or an actor");
    check("ticks_per_second = 0", "1:20", "invalid value: integer `0`, expected a nonzero u32");
    refused("sprite", "", "2:1", "missing field `size`");
    refused("actor", "wig = 1", "4:1", "unknown field `wig`, expected one of `name`, `model`,");
    let twice = entry("actor", "builtin = 'fighter'") + "[[sprite]]\nname = 'it'\nsize = [1, 1]";
    check(&twice, "6:8", "the name \"it\" is taken; expected each entry to have its own");
    let escape = twice.replacen("\"it\"", "\"a\\u001b[31m\"", 1);
    let expected = "the name \"a\\u{1b}[31m\" cannot be printed";
    check(&escape, "3:8", expected);
}

#[test]
fn numbers_that_are_none() {
    for (number, shown) in [("nan", "NaN"), ("-inf", "-inf"), ("3.5e38", "3.5e38")] {
        let fields = format!("size = [1, 1]\nposition = [0, {number}]");
        refused(
            "sprite",
            &fields,
            "5:12",
            &format!("the number is {shown}; expected a number within ±3.4028235e38\n"),
        );
    }
    refused("sprite", "size = [1, 1, 1]", "4:8", "there are 3 numbers; expected 2");
    refused("sprite", "size = [1, -1]", "3:8", "size is -1; expected zero or more");
    refused("sprite", "size = [1, 'x']", "4:12", "invalid type: string \"x\", expected f64");
    refused(
        "actor",
        "builtin = 'fighter'\nrotation = [0, 0, 0, 0]",
        "5:12",
        "the rotation is [0, 0, 0, 0] and has no direction; expected any other quaternion",
    );
}

#[test]
fn shapes_that_are_none() {
    let shape = |shape: &str, problem: &str| {
        refused("collider", &format!("shape = {{ {shape} }}"), "4:9", problem);
    };
    shape(
        "sphere = { center = [0, 0], radius = -1 }",
        "sphere.radius is -1; expected zero or more",
    );
    shape("sphere = { center = [0, nan], radius = 1 }", "sphere.center is NaN; expected a finite");
    shape(
        "obb = { center = [0, 0, 0], half_extents = [1, 1, 1], rotation = [0, 0, 0, 0] }",
        "obb.rotation is zero and has no direction; expected any other length",
    );
    shape(
        "aabb = { min = [0, 0], max = [1, 1, 1] }",
        "`max` is in 3D and `min` in 2D; expected every vector of a shape to be in 2D, or every one in 3D",
    );
    shape(
        "aabb = { min = [0, 2], max = [1, 1] }",
        "aabb.min is above max along axis 1: 2 > 1; swap",
    );
    shape("aabb = { min = [0, 0] }", "aabb.max is missing; expected min, max");
    shape("aabb = { min = [0], max = [1] }", "aabb.max: invalid length 1, expected an array of 3");
    shape(
        "aabb = { min = [0, 'x'], max = [1, 1] }",
        "aabb.min: invalid type: string \"x\", expected f32\n    shape = {",
    );
    shape(
        "cone = { center = [0, 0] }",
        "there is no shape `cone`; expected one of `point`, `segment`, `ray`, `plane`,",
    );
}

#[test]
fn motions_that_cannot_be() {
    let point = "shape = { point = [0, 0] }";
    refused(
        "collider",
        &format!("{point}\nvelocity = [1, 2, 3]"),
        "5:12",
        "the velocity has 3 numbers; expected 2, as the shape is in 2D",
    );
    refused(
        "collider",
        &format!("{point}\nfixed = true\nvelocity = [1, 2]"),
        "3:8",
        "the point is fixed; expected no velocity and no mover",
    );
    refused(
        "collider",
        &format!("{point}\nmover = true\nvelocity = [1, 2]"),
        "3:8",
        "the mover is a point; expected an aabb or an obb",
    );
    refused(
        "collider",
        "shape = { plane = { normal = [1, 0], offset = 0 } }\nfixed = false",
        "5:9",
        "a plane has no bounds; expected fixed = true",
    );
}

#[test]
fn layers_that_are_not_there() {
    let known = "expected one of default, wall";
    let layers = "ticks = 1\n[layers]\nnames = ['wall']\n";
    let sprite = "[[sprite]]\nname = 'it'\nsize = [1, 1]\nlayer = 'wal'";
    check(&format!("{layers}{sprite}"), "7:9", &format!("there is no layer `wal`; {known}"));
    let response = |response: &str| format!("{layers}responses = [{response}]");
    let unknown = response("['wall', 'floor', 'block']");
    check(&unknown, "4:23", &format!("there is no layer `floor`; {known}"));
    let word = response("['wall', 'wall', 'stop']");
    check(&word, "4:31", "unknown variant `stop`, expected one of `ignore`, `touch`, `overlap`,");
    let again = layers.replace("'wall'", "'wall', 'wall'");
    check(&again, "3:18", "layer `wall` is there already; give each layer a name of its own");
}

#[test]
fn owners_and_ignored_layers_that_are_not_there() {
    let unknown = "there is no entry \"knigt\"; expected one of it";
    for (kind, fields) in [
        ("sprite", "size = [1, 1]"),
        ("collider", "shape = { point = [0, 0] }"),
        ("actor", "builtin = 'fighter'"),
    ] {
        refused(kind, &format!("{fields}\nowner = 'knigt'"), "5:9", unknown);
        refused(
            kind,
            &format!("{fields}\nignore = ['default', 'wal']"),
            "5:22",
            "there is no layer `wal`; expected one of default",
        );
    }
    let sprite = |name: &str, owner: &str| {
        format!("[[sprite]]\nname = '{name}'\nsize = [1, 1]\nowner = '{owner}'\n")
    };
    let chain = sprite("page", "knight") + &sprite("knight", "king") + &sprite("king", "king");
    let expected = "the owner \"knight\" is \"king\"'s; expected \"king\"";
    check(&format!("ticks = 1\n{chain}"), "5:9", expected);
}

#[test]
fn attacks_that_cannot_be() {
    let attack = |fields: &str, place: &str, problem: &str| {
        let scene = "ticks = 1\n[[sprite]]\nname = 'coin'\nsize = [1, 1]\n\
                     [[actor]]\nname = 'it'\nbuiltin = 'fighter'\n[[attack]]\n";
        check(&format!("{scene}{fields}"), place, problem);
    };
    attack("from_tick = 1", "8:1", "missing field `by`");
    attack("by = 'it'", "8:1", "missing field `from_tick`");
    attack("by = 'it'\nfrom_tick = -1", "10:13", "invalid value: integer `-1`, expected u32");
    let unknown = "there is no entry \"its\"; expected one of coin, it";
    attack("by = 'its'\nfrom_tick = 1", "9:6", unknown);
    let coin = "by = 'coin'\nfrom_tick = 5\n";
    attack(
        &format!("{coin}until_tick = 4"),
        "11:14",
        "the attack ends at tick 4 and begins at tick 5; expected 5 or more",
    );
    attack(
        &format!("{coin}hitboxes = ['coin']"),
        "11:12",
        "\"coin\" is one shape; expected no `hitboxes`",
    );
    attack(
        &format!("{coin}rehit_after = 0"),
        "11:15",
        "invalid value: integer `0`, expected a nonzero u32",
    );
    let it = "by = 'it'\nfrom_tick = 5\n";
    attack(it, "9:6", "no hitbox of \"it\" is there to hit; expected `hitboxes` here, or");
    let tail = "there is no hitbox \"tail\"; expected one of arm.l, ";
    attack(&format!("{it}hitboxes = ['head', 'tail']"), "11:21", tail);
    let none = "there are no hitboxes; expected at least one";
    attack(&format!("{it}hitboxes = []"), "11:12", none);
}

#[test]
fn models_and_clips_that_are_not_there() {
    let actor = |fields: &str, place: &str, problem: &str| refused("actor", fields, place, problem);
    actor("", "3:8", "the actor has no model, or two; expected one of `model = \"FILE\"` and");
    actor(
        "builtin = 'ninja'",
        "4:11",
        "there is no built-in model \"ninja\"; expected \"fighter\"",
    );
    actor("model = 'none.glb'", "4:9", "none.glb: cannot be read: ");
    let clips = fighter::clips().join(", ");
    let unknown = format!("fighter: has no clip named \"punc\"; it has {clips}");
    actor("builtin = 'fighter'\nclip = 'punc'", "5:8", &unknown);
    actor("builtin = 'fighter'\nclips = ['idle', 'punc']", "5:18", &unknown);
    actor(
        "builtin = 'fighter'\nclips = 'some'",
        "5:9",
        "invalid value: string \"some\", expected \"all\" or a list of names of clips",
    );
    actor(
        "builtin = 'fighter'\nclip = 'idle'\nclips = 'all'",
        "3:8",
        "the actor has both `clip` and `clips`; expected one of them",
    );
    actor(
        "builtin = 'fighter'\nyaw_degrees = 1\nrotation = [0, 0, 0, 1]",
        "3:8",
        "the actor has both `yaw_degrees` and `rotation`; expected one of them",
    );
}

#[test]
fn a_scene_in_another_encoding_is_told_to_be_utf_8() {
    let file = env::temp_dir().join(format!("asunder-utf-16-{}.toml", process::id()));
    fs::write(&file, b"\xFF\xFEt\0").unwrap();
    let error = Scene::open(&file).unwrap_err().to_string();
    fs::remove_file(&file).unwrap();
    assert!(error.contains("byte 1 is not UTF-8; save the file as UTF-8"), "{error}");
}

#[test]
fn a_model_cut_short_is_named_by_its_path() {
    let folder = env::temp_dir().join(format!("asunder-scene-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let glb = fighter::glb();
    fs::write(folder.join("short.glb"), &glb[..glb.len() / 2]).unwrap();
    let file = folder.join("scene.toml");
    let scene = Scene::from_toml(&entry("actor", "model = 'short.glb'"), &file).unwrap();
    let error = Runner::new(&scene).unwrap_err().to_string();
    fs::remove_dir_all(&folder).unwrap();
    let expected = format!("{}:4:9: {}: byte ", file.display(), folder.join("short.glb").display());
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn a_scene_that_runs_into_trouble_says_when_and_who() {
    let far = entry("sprite", "size = [1, 1]\nvelocity = [3e38, 0]").replace("= 1\n", "= 200\n");
    let error = events(&far).unwrap_err().to_string();
    assert!(error.starts_with("test.toml: tick 69: it: "), "{error}");
}

#[test]
fn hitboxes_and_weapons_that_are_not_there() {
    let actor = |fields: &str, place: &str, problem: &str| {
        refused("actor", &format!("builtin = 'fighter'\n{fields}"), place, problem);
    };
    actor(
        "attack = ['head', 'tail']",
        "5:19",
        "there is no hitbox \"tail\"; expected one of arm.l, ",
    );
    actor(
        "attack = ['head']\nhurt = ['head']",
        "6:9",
        "the hitbox \"head\" is named twice; expected one role",
    );
    actor("attack_layer = 'blade'", "5:16", "there is no layer `blade`; expected one of default");
    actor(
        "hitboxes = 'file'",
        "5:12",
        "there are no colliders in the file that are there for hits; expected",
    );
    actor("hitboxes = 'none.qc'", "5:12", "none.qc: cannot be read: ");
    actor("hitboxes = 'none.glb'", "5:12", "none.glb: cannot be read: ");
    actor("hitboxes = 'none.toml'", "5:12", "none.toml: cannot be read: ");
    actor("hitbox_rotation = [0, 0, 0, 0]", "5:19", "the rotation is [0, 0, 0, 0] and has no");
    let weapon = |fields: &str, place: &str, problem: &str| {
        actor(&format!("[[actor.weapon]]\n{fields}"), place, problem);
    };
    weapon("name = 'sword'\nbone = 'hand.r'", "5:1", "missing field `model`");
    let sword = "name = 'sword'\nmodel = 'none.glb'\n";
    weapon(&format!("{sword}bone = 'hand.r'"), "7:9", "none.glb: cannot be read: ");
    weapon(&format!("{sword}bone = 1"), "8:8", "invalid type: integer `1`, expected a string");
    weapon(
        &format!("{sword}bone = 'hand.r'\nrole = 'parry'"),
        "9:8",
        "there is no role \"parry\"; expected one of attack, hurt, push",
    );
    let twice = format!("{sword}bone = 'hand.r'\n[[actor.weapon]]\n{sword}bone = 'hand.l'");
    weapon(&twice, "10:8", "the name \"sword\" is taken; expected each entry to have its own");
    weapon("name = ''\nmodel = 'a'\nbone = 'b'", "6:8", "the name \"\" cannot be printed");
}
