//! Files that break a rule, or ask for too much.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use asunder_gltf::{GltfError, Level};
use serde_json::{Value, json};

use super::{level, read, square, warnings};
use crate::broken::{places, wrong_values};
use crate::fixture::Fixture;

/// Asserts that a file is refused with a message that has all these parts.
#[track_caller]
fn refused(fixture: &Fixture, parts: &[&str]) {
    let message = level(fixture).expect_err(parts[0]).to_string();
    for part in ["fixture.glb: "].iter().chain(parts) {
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    }
}

#[test]
fn an_index_out_of_range_is_named_by_its_place() {
    for (component, size, index) in [(5121, 1, 4), (5123, 2, 65_535), (5125, 4, u32::MAX)] {
        for mode in [4, 5, 6] {
            let mut fixture = square(json!([{"mesh": 0}]));
            let bytes: Vec<_> =
                [0, 1, index].iter().flat_map(|i: &u32| i.to_le_bytes()[..size].to_vec()).collect();
            let indices = fixture.accessor(component, "SCALAR", 3, &bytes);
            fixture.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
            fixture.json["meshes"][0]["primitives"][0]["mode"] = json!(mode);
            let index = if size == 1 { 4 } else { index };
            let expected =
                format!("meshes[0].primitives[0].indices[2] is {index}; expected a vertex below 4");
            refused(&fixture, &[&expected]);
        }
    }
}

#[test]
fn strips_and_fans_of_one_vertex_have_no_triangles() {
    for mode in [4, 5, 6] {
        for count in [1, 2] {
            let mut fixture = Fixture::new(json!([{"mesh": 0}]));
            let points = fixture.floats(&vec![[1.0; 3]; count]);
            fixture.push(
                "meshes",
                json!({"primitives": [{"attributes": {"POSITION": points}, "mode": mode}]}),
            );
            let level = read(&fixture);
            assert!(level.meshes.is_empty() && level.instances.is_empty());
            let last = "meshes[0]: has no triangles, so it is left out of the level";
            assert_eq!(warnings(&level).last().unwrap(), last);
        }
    }
}

#[test]
fn cycles_and_numbers_that_are_none_are_refused() {
    refused(
        &square(json!([{"mesh": 0, "children": [1]}, {"children": [0]}])),
        &["children is a way back to the node itself; expected a tree"],
    );
    let mut fixture = square(json!([{"mesh": 0}]));
    fixture.binary[0..4].copy_from_slice(&f32::NAN.to_le_bytes());
    refused(
        &fixture,
        &[
            "meshes[0].primitives[0].attributes.POSITION[0] is [NaN, 0.0, 0.0]; expected finite numbers",
        ],
    );
    let mut fixture = square(json!([{"mesh": 0}]));
    fixture.json["scenes"] = json!([{"nodes": [7]}]);
    refused(&fixture, &["scenes[0].nodes[0] is 7; expected an index into nodes, less than 1"]);
    fixture.json["scene"] = json!(1);
    refused(&fixture, &["scene is 1; expected an index into scenes, less than 1"]);
}

#[test]
fn what_stands_too_far_out_is_refused_and_all_else_is_finite() {
    let far = |scale: f64| {
        let mut fixture = square(json!([{"mesh": 0, "scale": [scale, scale, scale]}]));
        let most =
            [f32::MAX / 4.0, 0.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
        fixture.binary[0..12].copy_from_slice(&most);
        fixture
    };
    let level = read(&far(2.0));
    let (vertices, _) = level.bake(&level.instances[0]);
    assert_eq!(vertices[0], [f32::MAX / 2.0, 0.0, 0.0]);
    refused(
        &far(2.1),
        &["nodes[0] is infinitely far or large; expected a finite place in the level"],
    );
    let nodes = json!([{"scale": [1e30, 1, 1], "children": [1]}, {"scale": [1e30, 1, 1]}]);
    refused(
        &square(nodes),
        &["nodes[1] is infinitely far or large; expected a finite place in the model"],
    );
}

/// Zeros that need no bytes in the file; returns the accessor's index.
fn zeros(fixture: &mut Fixture, component: u32, shape: &str, count: u64) -> usize {
    let view = fixture.view(&[0; 4]);
    fixture.push(
        "accessors",
        json!({"componentType": component, "type": shape, "count": count, "sparse": {
            "count": 0,
            "indices": {"bufferView": view, "componentType": 5121},
            "values": {"bufferView": view},
        }}),
    )
}

/// Reads a level that asks for too much: it is refused for that, in little memory and time.
#[track_caller]
fn too_much(fixture: &Fixture) -> String {
    let (bytes, start) = (fixture.glb(), Instant::now());
    let mut result: Option<Result<Level, GltfError>> = None;
    let most = measure(|| result = Some(Level::from_slice(&bytes, "fixture.glb"))).bytes_max;
    assert!(most < 1 << 30, "{most} bytes");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    let message = result.unwrap().unwrap_err().to_string();
    assert!(message.contains("expected less than 256 MiB of data in all"), "{message}");
    message
}

#[test]
fn huge_counts_are_refused_before_they_are_allocated() {
    let mut fixture = Fixture::new(json!([{"mesh": 0}]));
    let points = zeros(&mut fixture, 5126, "VEC3", 4_000_000_000_000);
    fixture.push("meshes", json!({"primitives": [{"attributes": {"POSITION": points}}]}));
    let message = too_much(&fixture);
    assert!(
        message.contains("accessors[0].count is a request for 48000000000000 bytes"),
        "{message}"
    );

    let mut fixture = square(json!([{"mesh": 0}]));
    let indices = zeros(&mut fixture, 5125, "SCALAR", u64::MAX / 2);
    fixture.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
    refused(&fixture, &["primitives[0].indices -> accessors[2].count is "]);

    // More than there is of real data.
    let mut fixture = square(json!([{"mesh": 0}]));
    fixture.json["accessors"][1]["count"] = json!(600);
    refused(&fixture, &["accessors[1].count is 600; expected elements of 1 bytes"]);
}

#[test]
fn a_small_file_cannot_ask_for_endless_triangles() {
    // A fan of one vertex, over and over, in many primitives and in many meshes.
    for (meshes, primitives) in [(1, 1000), (1000, 1)] {
        let nodes: Vec<Value> = (0..meshes).map(|mesh| json!({"mesh": mesh})).collect();
        let mut fixture = Fixture::new(json!(nodes));
        let points = fixture.floats(&[[1.0; 3]]);
        let indices = zeros(&mut fixture, 5121, "SCALAR", 1_000_000);
        let primitive = json!({"attributes": {"POSITION": points}, "indices": indices, "mode": 6});
        for _ in 0..meshes {
            fixture.push("meshes", json!({"primitives": vec![primitive.clone(); primitives]}));
        }
        too_much(&fixture);
    }
}

#[test]
fn a_small_file_cannot_ask_for_endless_hulls() {
    // Each collider names the top of a long chain of nodes that all have a mesh.
    const DEPTH: usize = 3000;
    let node = |index: usize| {
        let geometry = json!({"node": 0, "convexHull": index.is_multiple_of(2)});
        let children = if index + 1 < DEPTH { vec![index + 1] } else { vec![] };
        json!({"mesh": 0, "children": children, "extensions": {
            "KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}}})
    };
    too_much(&square(json!((0..DEPTH).map(node).collect::<Vec<_>>())));
}

#[test]
fn long_names_are_not_copied_without_end() {
    let node = json!({"mesh": 0, "name": "wall"});
    let mut fixture = square(json!(vec![node; 20_000]));
    fixture.json["meshes"][0]["name"] = json!("x".repeat(1 << 20) + "-col");
    let start = Instant::now();
    assert_eq!(read(&fixture).instances.len(), 20_000);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn many_instances_of_a_large_mesh_take_little() {
    let mut fixture = Fixture::new(json!(vec![json!({"mesh": 0}); 20_000]));
    let points = zeros(&mut fixture, 5126, "VEC3", 300_000);
    fixture.push("meshes", json!({"primitives": [{"attributes": {"POSITION": points}}]}));
    let (bytes, start) = (fixture.glb(), Instant::now());
    let mut found = 0;
    let most = measure(|| {
        found = Level::from_slice(&bytes, "fixture.glb").unwrap().instances.len();
    });
    assert_eq!(found, 20_000);
    assert!(most.bytes_max < 200 << 20, "{}", most.bytes_max);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// A level in which every extension names a mesh, and one where names do.
fn levels() -> [Fixture; 2] {
    let khr = |geometry: Value| json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}, "motion": {}}});
    let mut stated = square(json!([
        {"mesh": 0, "children": [1, 2], "extensions": khr(json!({"node": 0, "convexHull": true}))},
        {"mesh": 0, "translation": [1, 2, 3], "extensions": khr(json!({"mesh": 0}))},
        {"extensions": khr(json!({"shape": 0})), "scale": [1, 2, -3]},
        {"extensions": {"OMI_physics_body": {"collider": {"shape": 0}, "trigger": {"shape": 0}}}},
        {"extensions": {"OMI_collider": {"collider": 0}}},
        {"extensions": {"OMI_physics_shape": {"type": "hull", "mesh": 0, "isTrigger": false}}},
    ]));
    stated.json["extensions"] = json!({
        "KHR_implicit_shapes": {"shapes": [{"type": "convexMesh", "convexMesh": {"mesh": 0}}]},
        "OMI_physics_shape": {"shapes": [{"type": "trimesh", "trimesh": {"mesh": 0}}]},
        "OMI_collider": {"colliders": [{"type": "hull", "mesh": 0}]},
    });
    stated.json["scenes"] = json!([{"nodes": [0, 3, 4, 5]}]);
    stated.json["scene"] = json!(0);
    let mut named = square(json!([
        {"name": "a-col", "mesh": 0, "rotation": [0, 0, 0, 1]},
        {"name": "UCX_b", "mesh": 0, "matrix": asunder_gltf::matrix::IDENTITY},
        {"name": "c-noimp", "mesh": 0},
    ]));
    let times = named.times(&[0.0, 1.0]);
    named.animate(0, "scale", "LINEAR", times, times);
    let primitive = &mut named.json["meshes"][0]["primitives"][0];
    (primitive["mode"], primitive["targets"]) = (json!(4), json!([]));
    [stated, named]
}

#[test]
fn no_value_anywhere_makes_a_level_panic_or_stay_silent() {
    for whole in levels() {
        let count = read(&whole).instances.len();
        assert!(count > 1);
        let (mut pointers, mut refused, mut fewer) = (Vec::new(), 0, 0);
        places(&whole.json, "", &mut pointers);
        for pointer in &pointers {
            for value in wrong_values() {
                let mut broken = whole.clone();
                *broken.json.pointer_mut(pointer).unwrap() = value.clone();
                match level(&broken) {
                    Ok(level) => {
                        fewer += usize::from(level.instances.len() < count);
                        for instance in &level.instances {
                            let (vertices, _) = level.bake(instance);
                            let finite = vertices.as_flattened().iter().all(|x| x.is_finite());
                            assert!(finite, "{pointer} := {value}");
                        }
                    }
                    Err(GltfError::Invalid { file, path, .. }) => {
                        refused += 1;
                        assert_eq!(file, "fixture.glb");
                        let top = path.split(['.', '[']).next().unwrap();
                        let known = whole.json.get(top).is_some() || top == "buffers";
                        assert!(known, "{pointer} := {value} gives {path}");
                    }
                    Err(error) => panic!("{pointer} := {value} gives {error:?}"),
                }
            }
        }
        assert!(refused > 200 && fewer > 10, "{refused} refused, {fewer} with fewer instances");
    }
}
