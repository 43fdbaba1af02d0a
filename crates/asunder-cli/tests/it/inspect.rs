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
