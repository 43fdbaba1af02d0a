//! Collision geometry by names.

use asunder_gltf::{LevelKind, LevelRule};
use serde_json::json;

use super::{instances, read, square, warnings};
use crate::fixture::arm;

#[test]
fn names_of_godot_and_of_unreal_say_what_is_solid() {
    use LevelKind::{Convex, Trimesh};
    use LevelRule::{GodotSuffix, UnrealPrefix};
    let mut fixture = square(json!([
        {"name": "floor", "mesh": 0},
        {"name": "floor-col", "mesh": 0},
        {"name": "stairs-colonly.001", "mesh": 0},
        {"name": "barrel-convcol", "mesh": 0},
        {"name": "table_convcolonly", "mesh": 0},
        {"name": "UCX_crate_01", "mesh": 0},
        {"name": "UBX_crate", "mesh": 0},
        {"name": "USP_ball", "mesh": 0},
        {"name": "UCP_post", "mesh": 0},
        {"name": "empty-col"},
        {"name": "named by its mesh", "mesh": 1},
    ]));
    let mut wall = fixture.json["meshes"][0].clone();
    wall["name"] = json!("wall-col");
    fixture.push("meshes", wall);
    let level = read(&fixture);
    assert_eq!(
        instances(&level),
        [
            (1, Trimesh, GodotSuffix),
            (2, Trimesh, GodotSuffix),
            (3, Convex, GodotSuffix),
            (4, Convex, GodotSuffix),
            (5, Convex, UnrealPrefix),
            (6, Convex, UnrealPrefix),
            (7, Convex, UnrealPrefix),
            (8, Convex, UnrealPrefix),
            (10, Trimesh, GodotSuffix),
        ]
    );
    assert_eq!(level.rules(), [GodotSuffix, UnrealPrefix]);
    assert_eq!((level.meshes.len(), warnings(&level)), (2, vec![]));
}

#[test]
fn what_is_not_to_be_imported_is_left_out_with_all_below_it() {
    let mut fixture = square(json!([
        {"name": "helper-noimp", "mesh": 0, "children": [1]},
        {"name": "wall-col", "mesh": 0},
        {"name": "floor", "mesh": 0},
    ]));
    let level = read(&fixture);
    assert_eq!(instances(&level), [(2, LevelKind::Trimesh, LevelRule::Unskinned)]);
    assert_eq!(
        warnings(&level),
        [
            "nodes[0].name: is not to be imported, as its name says; it and what is below are left out"
        ]
    );
    fixture.json["nodes"][2]["name"] = json!("floor-col");
    assert_eq!(read(&fixture).rules(), [LevelRule::GodotSuffix]);
}

#[test]
fn a_skinned_mesh_is_no_wall_whatever_its_name() {
    let mut fixture = arm();
    fixture.json["nodes"][0]["name"] = json!("arm-col");
    let level = read(&fixture);
    assert!(level.instances.is_empty() && level.meshes.is_empty(), "{level:?}");
    assert_eq!(warnings(&level), ["nodes[0].skin: a skinned mesh is no part of a level: arm-col"]);
    let one = fixture.json["nodes"][0].clone();
    for _ in 0..7 {
        fixture.push("nodes", one.clone());
    }
    let [warning] = &warnings(&read(&fixture))[..] else { panic!() };
    assert!(warning.ends_with(": arm-col, arm-col, arm-col, arm-col, arm-col, arm-col and 2 more"));
}
