//! `asunder inspect`: what is in a model.

use crate::scratch::Scratch;
use crate::{Run, asunder};
use asunder_scene::fighter;
use serde_json::Value;

#[test]
fn a_model_fits_on_a_screen() {
    let scratch = Scratch::new("inspect");
    let model = scratch.file("fighter.glb", fighter::glb());
    let Run { stdout, stderr, code } = asunder(&["inspect", &model], "");
    assert_eq!((stderr.as_str(), code), ("", 0));
    for part in
        ["fighter: ", " in 1 skin, ", "\nnodes\n", "\nmeshes\n", "\nclips\n", "LINEAR", "hand.r ("]
    {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    assert!(stdout.lines().count() < 90 && !stdout.contains('\u{1b}'), "{stdout}");
    let json = asunder(&["inspect", &model, "--json"], "");
    let answer: Value = serde_json::from_str(&json.stdout).unwrap();
    let names =
        answer["clips"].as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap());
    assert!(names.eq(fighter::clips().iter().copied()));
}

#[test]
fn trouble_is_told_of() {
    let scratch = Scratch::new("inspect-trouble");
    let file = scratch.file(
        "odd.gltf",
        r#"{"asset":{"version":"2.0"},"nodes":[
            {"name":"wide","scale":[2,1,1],"children":[1]},
            {"name":"tilted","rotation":[0,0,0.3826834,0.9238795],"children":[2]},
            {"name":"glass","scale":[-1,1,1]}],
           "skins":[{"joints":[0,1,2]}]}"#,
    );
    let run = asunder(&["inspect", &file], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    for part in [
        "scaled unevenly at rest; capsules and spheres become larger than what they enclose: wide",
        "sheared at rest; boxes become boxes around their images: tilted, glass",
        "mirrored at rest: glass",
        "joints that move no vertex: wide, tilted, glass",
        "there are no triangles",
        "wide - tilted - glass",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let bad = asunder(&["inspect", "nowhere.glb"], "");
    assert_eq!((bad.stdout.as_str(), bad.code), ("", 2));
}

#[test]
fn colliders_are_listed_with_what_a_hit_on_them_means() {
    let scratch = Scratch::new("inspect-colliders");
    let file = scratch.file(
        "posts.gltf",
        r#"{"asset":{"version":"2.0"},"shapes":[{"type":"box"}],"nodes":[
            {"name":"wall","extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0}}}}},
            {"name":"hull","boundingVolume":{"shape":0}}]}"#,
    );
    let run = asunder(&["inspect", &file], "");
    for part in [
        "on wall: push; solid, KHR_physics_rigid_bodies",
        "on hull: no hitbox; bounds, glTF 2.1 boundingVolume",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}{}", run.stdout, run.stderr);
    }
    let json = asunder(&["inspect", &file, "--json"], "");
    let answer: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(answer["colliders"][0]["role"], "push");
    assert_eq!(answer["colliders"][1]["role"], Value::Null);
}
