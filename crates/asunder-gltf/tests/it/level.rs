//! Levels: what is solid in a file, and where it stands.

mod assets;
mod broken;
mod named;
mod stated;

use asunder_gltf::matrix::transform_point;
use asunder_gltf::{GltfError, Level, LevelInstance, LevelKind, LevelRule, Model};
use serde_json::{Value, json};

use crate::fixture::{Fixture, arm};

/// A square of two triangles in the plane z = 0, as mesh 0.
fn square(nodes: Value) -> Fixture {
    let mut fixture = Fixture::new(nodes);
    let points =
        fixture.floats(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
    let indices = fixture.accessor(5121, "SCALAR", 6, &[0, 1, 2, 0, 2, 3]);
    fixture.push(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": points}, "indices": indices}]}),
    );
    fixture
}

fn level(fixture: &Fixture) -> Result<Level, GltfError> {
    Level::from_slice(&fixture.glb(), "fixture.glb")
}

#[track_caller]
fn read(fixture: &Fixture) -> Level {
    level(fixture).unwrap_or_else(|error| panic!("{error}"))
}

/// Node, kind and rule of each instance.
fn instances(level: &Level) -> Vec<(usize, LevelKind, LevelRule)> {
    level.instances.iter().map(|it| (it.node, it.kind, it.rule)).collect()
}

fn warnings(level: &Level) -> Vec<String> {
    level.warnings.iter().map(ToString::to_string).collect()
}

/// The only mesh of the only node, which has these primitives.
#[track_caller]
fn only_mesh(mut fixture: Fixture, primitives: Value) -> Level {
    fixture.push("meshes", json!({"primitives": primitives}));
    read(&fixture)
}

#[test]
fn without_a_name_or_an_extension_all_that_has_no_skin_is_solid() {
    let mut fixture = arm();
    fixture.push("nodes", json!({"name": "wall", "mesh": 1, "translation": [5, 0, 0]}));
    let points = fixture.floats(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    fixture.push("meshes", json!({"primitives": [{"attributes": {"POSITION": points}}]}));
    let level = read(&fixture);
    assert_eq!(instances(&level), [(3, LevelKind::Trimesh, LevelRule::Unskinned)]);
    assert_eq!((level.meshes.len(), level.rules()), (1, vec![LevelRule::Unskinned]));
    assert_eq!(
        (level.meshes[0].path.as_str(), level.meshes[0].name.as_str()),
        ("meshes[1]", "mesh1")
    );
    assert_eq!(
        warnings(&level),
        ["nodes[0].skin: a skinned mesh is no part of a level: skin carrier"]
    );
    let wall = &level.instances[0];
    assert_eq!((wall.name.as_str(), wall.path.as_str(), wall.moves), ("wall", "nodes[3]", false));
}

#[test]
fn a_mesh_is_read_once_for_all_its_nodes_and_they_stand_where_the_model_has_them() {
    let turn = [0.0, 0.6, 0.0, 0.8];
    let fixture = square(json!([
        {"mesh": 0, "translation": [1, 2, 3], "rotation": turn, "scale": [2, 3, 4], "children": [1]},
        {"mesh": 0, "translation": [0.1, 0.2, 0.3], "rotation": turn, "children": [2]},
        {"mesh": 0, "matrix": [1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]},
    ]));
    let level = read(&fixture);
    assert_eq!((level.meshes.len(), level.instances.len()), (1, 3));
    let pose = fixture.read().unwrap().rest_pose();
    for (node, instance) in level.instances.iter().enumerate() {
        assert_eq!((instance.mesh, instance.node, instance.matrix), (0, node, pose[node]));
        let (vertices, triangles) = level.bake(instance);
        let placed = level.meshes[0].vertices.iter().map(|&it| transform_point(&pose[node], it));
        assert!(vertices.into_iter().eq(placed));
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
    }
}

#[test]
fn baking_rounds_once() {
    // 1 + 2⁻²⁴ + 2⁻⁴⁰ is above the middle between 1 and the next number: rounded after each sum, it
    // would end at 1.
    let tiny = [1.0, f32::EPSILON / 2.0, 1.0 / (1_u64 << 40) as f32];
    let mut fixture = Fixture::new(json!([{"mesh": 0, "matrix":
        [1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1]}]));
    let points = fixture.floats(&[tiny; 3]);
    let level = only_mesh(fixture, json!([{"attributes": {"POSITION": points}}]));
    let (vertices, _) = level.bake(&level.instances[0]);
    assert_eq!(vertices, [[1.0_f32.next_up(), tiny[1], tiny[2]]; 3]);
}

#[test]
fn a_mirror_image_keeps_its_front_outside() {
    let fixture = square(json!([
        {"mesh": 0, "scale": [1, 1, -1]},
        {"mesh": 0, "scale": [-1, 1, -1]},
        {"mesh": 0, "scale": [1, 1, 0]},
    ]));
    let level = read(&fixture);
    let mirrored: Vec<_> = level.instances.iter().map(LevelInstance::is_mirrored).collect();
    assert_eq!(mirrored, [true, false, false]);
    assert_eq!(level.bake(&level.instances[0]).1, [[0, 2, 1], [0, 3, 2]]);
    assert_eq!(level.bake(&level.instances[1]).1, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(level.meshes[0].triangles, [[0, 1, 2], [0, 2, 3]], "the mesh itself stays");
}

#[test]
fn only_the_scene_that_is_shown_counts() {
    let mut fixture = square(json!([
        {"mesh": 0}, {"children": [2]}, {"mesh": 0}, {"mesh": 0},
    ]));
    let nodes = |level: &Level| level.instances.iter().map(|it| it.node).collect::<Vec<_>>();
    assert_eq!(nodes(&read(&fixture)), [0, 2, 3], "without scenes all nodes count");
    fixture.json["scenes"] = json!([{"nodes": [0]}, {"nodes": [1]}]);
    assert_eq!(nodes(&read(&fixture)), [0]);
    fixture.json["scene"] = json!(1);
    let level = read(&fixture);
    assert_eq!(nodes(&level), [2]);
    assert_eq!(warnings(&level), ["scenes: only scenes[1] is read, not the 1 others"]);
    fixture.json["scenes"] = json!([{}, {}]);
    assert!(read(&fixture).instances.is_empty());
}

#[test]
fn what_moves_says_so() {
    let mut fixture = square(json!([
        {"mesh": 0, "children": [1]},
        {"mesh": 0},
        {"mesh": 0, "extensions": {"KHR_physics_rigid_bodies": {"motion": {}}}},
        {"mesh": 0, "extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}},
        {"mesh": 0, "extensions": {"OMI_physics_body": {"motion": {"type": "dynamic"}}}},
        {"mesh": 0, "extensions": {"OMI_physics_body": {"type": "kinematic"}}},
        {"mesh": 0},
    ]));
    let times = fixture.times(&[0.0, 1.0]);
    let places = fixture.floats(&[[0.0; 3], [1.0; 3]]);
    fixture.animate(0, "translation", "LINEAR", times, places);
    fixture.animate(6, "weights", "LINEAR", times, times);
    let moves: Vec<_> = read(&fixture).instances.iter().map(|it| it.moves).collect();
    assert_eq!(moves, [true, true, true, false, true, true, false]);
}

#[test]
fn strips_fans_and_lists_with_indices_of_each_size_or_none() {
    let points = |fixture: &mut Fixture| {
        let points: Vec<_> = (0..5).map(|i| [i as f32, (i * i) as f32, 0.0]).collect();
        fixture.floats(&points)
    };
    for (component, bytes) in [(5121, 1), (5123, 2), (5125, 4)] {
        for (mode, expected) in [
            (4, vec![[4, 3, 2]]),
            (5, vec![[4, 3, 2], [3, 1, 2], [2, 1, 0]]),
            (6, vec![[3, 2, 4], [2, 1, 4], [1, 0, 4]]),
        ] {
            let mut fixture = Fixture::new(json!([{"mesh": 0}]));
            let positions = points(&mut fixture);
            let indices: Vec<_> = [4_u32, 3, 2, 1, 0]
                .iter()
                .flat_map(|i| i.to_le_bytes()[..bytes].to_vec())
                .collect();
            let indices = fixture.accessor(component, "SCALAR", 5, &indices);
            let level = only_mesh(
                fixture,
                json!([{"attributes": {"POSITION": positions}, "indices": indices, "mode": mode}]),
            );
            assert_eq!(level.meshes[0].triangles, expected, "{component} {mode}");
            let left_over =
                "meshes[0].primitives[0].indices: 5 indices make no whole number of triangles";
            let found = warnings(&level);
            assert_eq!(found, if mode == 4 { vec![left_over] } else { vec![] });
        }
    }
    for (mode, expected) in [
        (4, vec![[0, 1, 2]]),
        (5, vec![[0, 1, 2], [1, 3, 2], [2, 3, 4]]),
        (6, vec![[1, 2, 0], [2, 3, 0], [3, 4, 0]]),
    ] {
        let mut fixture = Fixture::new(json!([{"mesh": 0}]));
        let positions = points(&mut fixture);
        let level =
            only_mesh(fixture, json!([{"attributes": {"POSITION": positions}, "mode": mode}]));
        assert_eq!(level.meshes[0].triangles, expected, "{mode}");
    }
}

#[test]
fn primitives_with_the_same_positions_share_their_vertices() {
    let mut fixture = Fixture::new(json!([{"mesh": 0}]));
    let all = fixture.floats(&[[0.0; 3], [1.0; 3], [2.0; 3], [3.0; 3]]);
    let other = fixture.floats(&[[4.0; 3], [5.0; 3], [6.0; 3]]);
    let [first, second] =
        [[0, 1, 2], [1, 3, 2]].map(|corners| fixture.accessor(5121, "SCALAR", 3, &corners));
    let level = only_mesh(
        fixture,
        json!([
            {"attributes": {"POSITION": all}, "indices": first},
            {"attributes": {"POSITION": other}},
            {"attributes": {"POSITION": all}, "indices": second},
        ]),
    );
    let mesh = &level.meshes[0];
    assert_eq!(mesh.vertices.len(), 7);
    assert_eq!(mesh.triangles, [[0, 1, 2], [4, 5, 6], [1, 3, 2]]);
}

#[test]
fn lines_points_morphs_and_what_is_not_drawn_are_told_of() {
    let mut fixture = Fixture::new(json!([{"mesh": 0}, {"mesh": 1}, {"mesh": 1}]));
    let points = fixture.floats(&[[0.0; 3], [1.0; 3], [2.0; 3]]);
    fixture.push(
        "meshes",
        json!({"primitives": [
            {"attributes": {"POSITION": points}, "mode": 0},
            {"attributes": {"NORMAL": points}},
            {"attributes": {"POSITION": points}, "targets": [{"POSITION": points}]},
            {"attributes": {"POSITION": points}, "targets": [{"POSITION": points}]},
        ]}),
    );
    fixture
        .push("meshes", json!({"primitives": [{"attributes": {"POSITION": points}, "mode": 3}]}));
    let level = read(&fixture);
    assert_eq!((level.meshes.len(), level.instances.len()), (1, 1));
    assert_eq!(level.meshes[0].triangles, [[0, 1, 2]; 2]);
    assert_eq!(
        warnings(&level),
        [
            "meshes[0].primitives[0]: points and lines are not solid; they are left out",
            "meshes[0].primitives[1]: has no POSITION, so it is not drawn; it is left out",
            "meshes[0]: its morph targets are not applied",
            "meshes[1].primitives[0]: points and lines are not solid; they are left out",
            "meshes[1]: has no triangles, so it is left out of the level",
        ]
    );
}

#[test]
fn quantized_and_sparse_positions_are_read() {
    let mut fixture = Fixture::new(json!([{"mesh": 0, "scale": [2, 2, 2]}]));
    fixture.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let positions = fixture.accessor(
        5123,
        "VEC3",
        3,
        &[[0, 0, 0, 0, 0, 0], [0xff; 6], [0, 0, 0, 0, 0xff, 0xff]].concat(),
    );
    fixture.json["accessors"][positions]["normalized"] = json!(true);
    let (places, values) = (fixture.view(&[0]), fixture.view(&[0xff, 0xff, 0, 0, 0, 0]));
    fixture.json["accessors"][positions]["sparse"] = json!({
        "count": 1,
        "indices": {"bufferView": places, "componentType": 5121},
        "values": {"bufferView": values},
    });
    let level = only_mesh(fixture, json!([{"attributes": {"POSITION": positions}}]));
    assert_eq!(level.meshes[0].vertices, [[1.0, 0.0, 0.0], [1.0; 3], [0.0, 0.0, 1.0]]);
    assert_eq!(level.bake(&level.instances[0]).0[1], [2.0; 3]);
}

#[test]
fn degenerate_and_duplicate_triangles_stay() {
    let mut fixture = Fixture::new(json!([{"mesh": 0}]));
    let points = fixture.floats(&[[0.0; 3], [1.0; 3], [2.0; 3]]);
    let indices = fixture.accessor(5121, "SCALAR", 9, &[0, 0, 0, 0, 1, 2, 0, 1, 2]);
    let level =
        only_mesh(fixture, json!([{"attributes": {"POSITION": points}, "indices": indices}]));
    assert_eq!(level.meshes[0].triangles, [[0, 0, 0], [0, 1, 2], [0, 1, 2]]);
}

#[test]
fn what_is_scaled_to_nothing_is_left_out() {
    let fixture = square(json!([
        {"mesh": 0, "scale": [0, 0, 0], "translation": [1, 0, 0], "children": [1]},
        {"mesh": 0},
        {"mesh": 0, "scale": [1, 0, 0]},
    ]));
    let level = read(&fixture);
    assert_eq!(instances(&level), [(2, LevelKind::Trimesh, LevelRule::Unskinned)]);
    let hidden = "the scale is 0, which hides it; it is left out";
    assert_eq!(warnings(&level), [format!("nodes[0]: {hidden}"), format!("nodes[1]: {hidden}")]);
}

#[test]
fn a_level_in_a_folder_takes_its_buffers_from_beside_it() {
    let folder = std::env::temp_dir().join(format!("asunder-level-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let fixture = square(json!([{"mesh": 0}]));
    std::fs::write(folder.join("map.gltf"), fixture.gltf("map.bin")).unwrap();
    std::fs::write(folder.join("map.bin"), &fixture.binary).unwrap();
    let level = Level::open(folder.join("map.gltf"));
    std::fs::remove_dir_all(&folder).unwrap();
    let level = level.unwrap();
    assert_eq!((level.name.as_str(), level.meshes[0].triangles.len()), ("map", 2));
    let nowhere = Level::open(folder.join("nowhere.glb")).unwrap_err().to_string();
    assert!(nowhere.contains("nowhere.glb: cannot be read"), "{nowhere}");
}

#[test]
fn a_model_and_its_level_have_the_same_triangles() {
    let fixture = square(json!([{"mesh": 0}, {"mesh": 0, "translation": [1, 0, 0]}]));
    let (model, level) = (Model::from_slice(&fixture.glb(), "square").unwrap(), read(&fixture));
    for (mesh, instance) in model.meshes.iter().zip(&level.instances) {
        let shared = &level.meshes[instance.mesh];
        assert_eq!((&mesh.positions, &mesh.triangles), (&shared.vertices, &shared.triangles));
    }
}
