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

/// Bytes as base64, for a `data:` URI.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |group: &[u8], place: usize| {
        let at = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
        if place <= group.len() { char::from(digit) } else { '=' }
    };
    bytes.chunks(3).flat_map(|group| (0..4).map(move |place| digit(group, place))).collect()
}

/// A model with one mesh, whose vertices are small whole numbers, on these nodes.
fn with_mesh(nodes: &str, vertices: &[[u8; 3]], corners: &[u8]) -> String {
    let bytes = [vertices.as_flattened(), corners].concat();
    let (before, after) = (3 * vertices.len(), corners.len());
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":{nodes},
        "meshes":[{{"name":"room","primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
        "accessors":[
            {{"bufferView":0,"componentType":5121,"type":"VEC3","count":{}}},
            {{"bufferView":1,"componentType":5121,"type":"SCALAR","count":{after}}}],
        "bufferViews":[{{"buffer":0,"byteLength":{before}}},
            {{"buffer":0,"byteOffset":{before},"byteLength":{after}}}],
        "buffers":[{{"byteLength":{},"uri":"data:;base64,{}"}}]}}"#,
        vertices.len(),
        bytes.len(),
        base64(&bytes)
    )
}

#[test]
fn a_level_tells_what_is_walkable_open_degenerate_and_unused() {
    let scratch = Scratch::new("inspect-level");
    // A floor of area 4 and a slope of 45 degrees as long as it is high, 4 * sqrt 2; then one triangle
    // again, one of two corners, and a vertex that nothing uses.
    let vertices = [[0, 0, 0], [2, 0, 0], [0, 0, 2], [2, 0, 2], [4, 2, 0], [4, 2, 2], [9, 9, 9]];
    let corners = [0, 2, 1, 1, 2, 3, 1, 3, 4, 4, 3, 5, 3, 1, 2, 0, 0, 1];
    let nodes = r#"[{"name":"floor-col","mesh":0},{"name":"ceiling_convcolonly","mesh":0,"scale":[1,-1,1]},
        {"name":"not solid","mesh":0}]"#;
    let file = scratch.file("room.gltf", with_mesh(nodes, &vertices, &corners));
    let run = asunder(&["inspect", &file], "");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    for part in [
        "\nlevel: 12 triangles as placed, of 1 mesh in 2 instances, by Godot's suffix; 50 % of the area",
        "room       6 triangles       7 vertices  x 2      50 % walkable  trimesh and convex, by Godot's suffix; ",
        "; 1 degenerate, 1 duplicate, 6 open edges, 1 unused vertices\n",
        "\n  all meshes: 6 triangles, 7 vertices; 1 degenerate, 1 duplicate, 6 open edges, 1 unused",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }

    let level = |more: &[&str]| -> Value {
        let run = asunder(&[&["inspect", file.as_str(), "--json"], more].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let answer: Value = serde_json::from_str(&run.stdout).unwrap();
        if more.contains(&"--level") { answer } else { answer["level"].clone() }
    };
    let told = level(&[]);
    assert_eq!(told, level(&["--level"]));
    let mesh = &told["meshes"][0];
    for (key, expected) in [
        ("triangles", 6),
        ("vertices", 7),
        ("instances", 2),
        ("degenerate", 1),
        ("duplicate", 1),
        ("open_edges", 6),
        ("non_manifold_edges", 0),
        ("unused_vertices", 1),
    ] {
        assert_eq!(mesh[key], expected, "{key}");
        assert_eq!(told["total"][key], expected, "{key}");
    }
    assert_eq!(told["total"]["placed_triangles"], 12);
    assert_eq!(told["max_slope"], 45.0);
    let second = &told["instances"][1];
    assert_eq!((&second["node"], &second["mirrored"]), (&Value::from(1), &Value::from(true)));
    assert_eq!((&second["kind"], &second["rule"]), (&"convex".into(), &"Godot's suffix".into()));
    // The floor, its triangle that is there twice, and the slope; the other half is a ceiling.
    assert_eq!(mesh["walkable"], 0.5);
    let floor_alone = level(&["--max-slope", "44.9"])["total"]["walkable"].as_f64().unwrap();
    let expected = 6.0 / (6.0 + 4.0 * 2_f64.sqrt()) / 2.0;
    assert!((floor_alone - expected).abs() < 1e-6, "{floor_alone}");

    let bad = asunder(&["inspect", &file, "--max-slope", "90.5"], "");
    assert!(bad.code == 2 && bad.stderr.contains("expected 0 to 90 degrees"), "{}", bad.stderr);
}

#[test]
fn a_level_that_cannot_be_read_is_a_warning_of_its_model() {
    let scratch = Scratch::new("inspect-no-level");
    let nodes = r#"[{"name":"wall","extensions":{"OMI_collider":{"collider":0}}}]"#;
    let file = scratch.file("wall.gltf", with_mesh(nodes, &[[0; 3]; 3], &[0, 1, 2]));
    let run = asunder(&["inspect", &file], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let expected = "there is no level to be read: ";
    assert!(run.stdout.contains(expected) && !run.stdout.contains("\nlevel"), "{}", run.stdout);
    let json = asunder(&["inspect", &file, "--json"], "");
    let answer: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(answer["level"], Value::Null);
    let alone = asunder(&["inspect", "--level", &file], "");
    assert!(
        alone.code == 2 && alone.stderr.contains("OMI_collider.collider is 0"),
        "{}",
        alone.stderr
    );
}

#[test]
fn a_level_alone_is_read_where_its_model_would_be_too_large() {
    let scratch = Scratch::new("inspect-level-alone");
    let many = format!("[{}]", [r#"{"mesh":0}"#; 3000].join(","));
    let corners: Vec<u8> = (0..3 * 30_000).map(|corner| (corner % 3) as u8).collect();
    let file =
        scratch.file("many.gltf", with_mesh(&many, &[[0, 0, 0], [0, 0, 1], [1, 0, 0]], &corners));
    let model = asunder(&["inspect", &file], "");
    assert!(model.code == 2 && model.stderr.contains("less than 256 MiB"), "{}", model.stderr);
    assert!(model.stderr.contains("can be read alone: --level"), "{}", model.stderr);
    let level = asunder(&["inspect", &file, "--level"], "");
    assert_eq!(level.code, 0, "{}", level.stderr);
    let expected = "many: 90000000 triangles as placed, of 1 mesh in 3000 instances, by having no skin; 100 % ";
    assert!(level.stdout.starts_with(expected), "{}", level.stdout);
    assert!(level.stdout.contains("; 29999 duplicate, 3 open edges\n"), "{}", level.stdout);
}
