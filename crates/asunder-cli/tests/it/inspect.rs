//! `asunder inspect`: the content of a model.

#[cfg(target_os = "linux")]
use crate::bounded::bounded;
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

/// A node with a leaf and a next node, which has a leaf and a next node, and so on.
fn caterpillar(nodes: usize) -> String {
    let node = |index: usize| match index % 2 {
        0 if index + 2 < nodes => {
            format!(r#"{{"name":"n{index}","children":[{},{}]}}"#, index + 1, index + 2)
        }
        0 => format!(r#"{{"name":"n{index}"}}"#),
        _ => format!(r#"{{"name":"leaf{index}"}}"#),
    };
    let nodes: Vec<String> = (0..nodes).map(node).collect();
    format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{}]}}"#, nodes.join(","))
}

#[test]
fn a_deep_tree_is_indented_no_further_than_one_can_read() {
    let scratch = Scratch::new("inspect-deep");
    let file = scratch.file("deep.gltf", caterpillar(39));
    let run = asunder(&["inspect", &file], "");
    let bars = "│ ".repeat(14);
    for line in [
        String::from("  n0"),
        String::from("  ├ leaf1"),
        String::from("  └ n2"),
        String::from("    ├ leaf3"),
        format!("  {}├ leaf31", "  ".repeat(15)),
        format!("  {}└ n32", "  ".repeat(15)),
        String::from("  depth 17: leaf33"),
        String::from("  depth 19: n38"),
    ] {
        assert!(run.stdout.lines().any(|it| it == line), "{line:?}: {}", run.stdout);
    }
    assert!(!run.stdout.contains(&bars), "{}", run.stdout);

    // Branches beside a deep one.
    let nodes = r#"{"name":"a","children":[1,4]},{"name":"b","children":[2,3]},{"name":"c"},
        {"name":"d"},{"name":"e","children":[5,6]},{"name":"f"},{"name":"g"}"#;
    let file =
        scratch.file("wide.gltf", format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}]}}"#));
    let run = asunder(&["inspect", &file], "");
    let tree = "\nnodes\n  a\n  ├ b\n  │ ├ c\n  │ └ d\n  └ e\n    ├ f\n    └ g\n";
    assert!(run.stdout.contains(tree), "{}", run.stdout);
}

#[test]
#[cfg(target_os = "linux")]
fn many_nodes_take_little_memory() {
    let scratch = Scratch::new("inspect-many");
    let count = 50_000;
    let chain = (0..count - 1).map(|index| format!(r#"{{"children":[{}]}}"#, index + 1));
    let chain: Vec<String> = chain.chain([String::from("{}")]).collect();
    let chain = format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{}]}}"#, chain.join(","));
    for (name, text) in [("chain.gltf", chain), ("caterpillar.gltf", caterpillar(count))] {
        let file = scratch.file(name, text);
        let run = bounded(&["inspect", &file], 512);
        assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{name}");
        assert!(run.stdout.contains(": 50000 nodes, "), "{}", run.stdout);
        assert!(run.stdout.contains(" more lines; --json has all\n"), "{}", run.stdout);
        assert!(run.stdout.lines().count() < 60, "{}", run.stdout);
        assert!(run.stdout.lines().all(|line| line.chars().count() < 140), "{}", run.stdout);
        let json = bounded(&["inspect", &file, "--json"], 512);
        let answer: Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(answer["nodes"].as_array().unwrap().len(), count);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn equal_times_take_little_memory() {
    let zeros = |shape: &str| {
        let indices = r#"{"bufferView":0,"componentType":5125}"#;
        let sparse = format!(r#"{{"count":0,"indices":{indices},"values":{{"bufferView":0}}}}"#);
        format!(r#"{{"componentType":5126,"type":"{shape}","count":16000000,"sparse":{sparse}}}"#)
    };
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{}}],
            "buffers":[{{"byteLength":4,"uri":"data:;base64,AAAAAA=="}}],
            "bufferViews":[{{"buffer":0,"byteLength":4}}],"accessors":[{},{}],
            "animations":[{{"samplers":[{{"input":0,"output":1}}],
            "channels":[{{"sampler":0,"target":{{"node":0,"path":"translation"}}}}]}}]}}"#,
        zeros("SCALAR"),
        zeros("VEC3")
    );
    let scratch = Scratch::new("inspect-equal");
    let file = scratch.file("equal.gltf", text);
    let run = bounded(&["inspect", &file], 768);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert_eq!(run.stdout.matches("0 comes twice").count(), 1, "{}", run.stdout);
}
