//! Collision geometry that a file states.

use asunder_gltf::matrix::product;
use asunder_gltf::{LevelKind, LevelRule};
use serde_json::{Value, json};

use super::{instances, level, read, square, warnings};
use crate::fixture::arm;
use LevelKind::{Convex, Trimesh};

fn khr(geometry: Value) -> Value {
    json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": geometry}}})
}

#[test]
fn khronos_names_a_mesh_or_a_node_or_a_shape_that_is_a_mesh() {
    for (geometry, kind) in [
        (json!({"mesh": 0}), Trimesh),
        (json!({"mesh": 0, "convexHull": true}), Convex),
        (json!({"node": 1}), Trimesh),
        (json!({"node": 1, "convexHull": true}), Convex),
        (json!({"shape": 0}), Trimesh),
        (json!({"shape": 0, "convexHull": true}), Convex),
        (json!({"shape": 1}), Convex),
    ] {
        let mut fixture = square(json!([
            {"name": "wall", "translation": [1, 0, 0], "extensions": khr(geometry.clone())},
            {"mesh": 0, "translation": [100, 0, 0]},
        ]));
        fixture.json["extensions"] = json!({"KHR_implicit_shapes": {"shapes": [
            {"type": "mesh", "mesh": {"mesh": 0}}, {"type": "convexMesh", "convexMesh": {"mesh": 0}},
        ]}});
        let level = read(&fixture);
        assert_eq!(instances(&level), [(0, kind, LevelRule::Khr)], "{geometry}");
        let wall = &level.instances[0];
        assert_eq!(wall.path, "nodes[0].extensions.KHR_physics_rigid_bodies.collider");
        assert_eq!(level.bake(wall).0[1], [2.0, 0.0, 0.0], "it stands on its collider: {geometry}");
    }
    // Drafts until 2024.
    let mut fixture = square(json!([
        {"extensions": {"KHR_physics_rigid_bodies": {"collider": {"shape": 0}}}},
    ]));
    fixture.json["extensions"] =
        json!({"KHR_collision_shapes": {"shapes": [{"type": "trimesh", "trimesh": {"mesh": 0}}]}});
    assert_eq!(instances(&read(&fixture)), [(0, Trimesh, LevelRule::Khr)]);
}

#[test]
fn a_node_stands_for_all_meshes_at_and_below_it() {
    let own = |geometry: Value| {
        square(json!([
            {"name": "crate", "translation": [0.1, 0.2, 0.3], "scale": [3, 3, 3], "mesh": 0,
             "children": [1, 3], "extensions": khr(geometry)},
            {"children": [2], "rotation": [0.6, 0, 0, 0.8], "translation": [0.7, 0, 0]},
            {"mesh": 0, "scale": [1, 1, -1], "translation": [0, 0.9, 0]},
            {"translation": [5, 5, 5]},
        ]))
    };
    // Each mesh is an instance, where its own node stands.
    let fixture = own(json!({"node": 0}));
    let level = read(&fixture);
    assert_eq!(instances(&level), [(0, Trimesh, LevelRule::Khr); 2]);
    let pose = fixture.read().unwrap().rest_pose();
    let matrices: Vec<_> = level.instances.iter().map(|it| it.matrix).collect();
    assert_eq!(matrices, [pose[0], pose[2]]);
    assert_eq!(level.meshes.len(), 1);

    // A hull around several is one mesh, in the space of the node.
    let level = read(&own(json!({"node": 0, "convexHull": true})));
    assert_eq!(instances(&level), [(0, Convex, LevelRule::Khr)]);
    let hull = &level.meshes[level.instances[0].mesh];
    assert_eq!((hull.path.as_str(), hull.name.as_str()), ("nodes[0]", "crate"));
    assert_eq!(hull.vertices.len(), 8);
    assert_eq!(hull.triangles, [[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]], "one is mirrored");
    assert_eq!(level.instances[0].matrix, pose[0]);

    // From elsewhere the maps below the node are what counts.
    let mut fixture = own(json!({"node": 1}));
    fixture.json["nodes"][0].as_object_mut().unwrap().remove("mesh");
    let level = read(&fixture);
    let [only] = level.instances.as_slice() else { panic!("{level:?}") };
    let mut lift = asunder_gltf::matrix::IDENTITY;
    (lift[10], lift[13]) = (-1.0, 0.9);
    assert_eq!(only.matrix, product(&pose[0], &lift));
    assert!(
        warnings(&level)[0].ends_with("the mesh of nodes[1] is read as if it stood on nodes[0]")
    );

    // Nothing below.
    let level = read(&own(json!({"node": 3})));
    assert!(level.instances.is_empty());
    let [_, none] = &warnings(&level)[..] else { panic!("{level:?}") };
    assert!(
        none.ends_with("there is no rigid mesh at or below nodes[3]; it is left out"),
        "{none}"
    );
}

#[test]
fn omi_names_meshes_in_each_of_its_drafts() {
    for (node, extensions, kind, rule) in [
        (
            json!({"OMI_physics_body": {"collider": {"shape": 0}}}),
            json!({"OMI_physics_shape": {"shapes": [{"type": "trimesh", "trimesh": {"mesh": 0}}]}}),
            Trimesh,
            LevelRule::Omi,
        ),
        (
            json!({"OMI_physics_body": {"collider": {"shape": 0}}}),
            json!({"OMI_physics_shape": {"shapes": [{"type": "convex", "convex": {"mesh": 0}}]}}),
            Convex,
            LevelRule::Omi,
        ),
        (
            json!({"OMI_physics_shape": {"shape": 0}}),
            json!({"OMI_physics_shape": {"shapes": [{"type": "hull", "mesh": 0}]}}),
            Convex,
            LevelRule::Omi,
        ),
        (
            json!({"OMI_physics_shape": {"type": "trimesh", "mesh": 0}}),
            json!({}),
            Trimesh,
            LevelRule::Omi,
        ),
        (
            json!({"OMI_collider": {"collider": 0}}),
            json!({"OMI_collider": {"colliders": [{"type": "trimesh", "mesh": 0}]}}),
            Trimesh,
            LevelRule::OmiCollider,
        ),
        (
            json!({"OMI_collider": {"collider": 0}}),
            json!({"OMI_collider": {"colliders": [{"type": "hull", "mesh": 0}]}}),
            Convex,
            LevelRule::OmiCollider,
        ),
        (
            json!({"OMI_collider": {"type": "mesh", "mesh": 0}}),
            json!({}),
            Trimesh,
            LevelRule::OmiCollider,
        ),
    ] {
        let mut fixture = square(json!([{"mesh": 0}, {"name": "a", "extensions": node.clone()}]));
        fixture.json["extensions"] = extensions;
        let level = read(&fixture);
        assert_eq!(instances(&level), [(1, kind, rule)], "{node}");
        assert_eq!(warnings(&level), Vec::<String>::new());
    }
}

#[test]
fn triggers_are_no_walls_and_alone_state_nothing() {
    let trigger = |more: Value| {
        let mut fixture = square(json!([
            {"extensions": {"OMI_physics_body": {"trigger": {"shape": 0}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"mesh": 0}}}}},
            {"extensions": {"OMI_collider": {"type": "trimesh", "mesh": 0, "isTrigger": true}}},
            {"extensions": {"OMI_physics_body": {"type": "trigger"},
                "OMI_physics_shape": {"type": "trimesh", "mesh": 0}}},
            {"name": "wall", "mesh": 0, "extensions": more},
        ]));
        fixture.json["extensions"] =
            json!({"OMI_physics_shape": {"shapes": [{"type": "trimesh", "trimesh": {"mesh": 0}}]}});
        read(&fixture)
    };
    assert_eq!(instances(&trigger(json!({}))), [(4, Trimesh, LevelRule::Unskinned)]);
    let level = trigger(khr(json!({"mesh": 0})));
    assert_eq!(instances(&level), [(4, Trimesh, LevelRule::Khr)]);
    assert_eq!(warnings(&level), ["nodes: 4 triggers stop nothing; they are left out"]);
}

#[test]
fn where_a_file_states_colliders_names_do_not_count() {
    let mut fixture = square(json!([
        {"name": "wall-col", "mesh": 0},
        {"extensions": khr(json!({"shape": 0}))},
    ]));
    fixture.json["extensions"] = json!({"KHR_implicit_shapes": {"shapes": [{"type": "box"}]}});
    let level = read(&fixture);
    assert!(level.instances.is_empty());
    assert_eq!(
        warnings(&level),
        [
            "nodes: boxes, spheres and the like are no triangles of the level, but colliders of the model: \
          1 of the solid colliders, first nodes[1].extensions.KHR_physics_rigid_bodies.collider"
        ]
    );
    // A collider outside of the scene states nothing about it.
    fixture.json["scenes"] = json!([{"nodes": [0]}]);
    assert_eq!(instances(&read(&fixture)), [(0, Trimesh, LevelRule::GodotSuffix)]);
}

#[test]
fn a_mesh_that_bones_bend_is_no_collider_of_a_level() {
    let mut fixture = arm();
    fixture.push("nodes", json!({"extensions": khr(json!({"node": 0}))}));
    let level = read(&fixture);
    assert!(level.instances.is_empty());
    assert!(warnings(&level).contains(&String::from(
        "nodes[0].skin: a skinned mesh is no part of a level: skin carrier"
    )));
}

#[test]
fn what_is_stated_wrongly_is_refused_by_its_place() {
    for (extensions, expected) in [
        (khr(json!({"mesh": 9})), "geometry.mesh is 9; expected an index into meshes, less than 1"),
        (khr(json!({"node": 9})), "geometry.node is 9; expected an index into nodes, less than 1"),
        (
            khr(json!({"shape": 0})),
            "expected an index into extensions.KHR_implicit_shapes.shapes, less than 0",
        ),
        (
            khr(json!({})),
            "collider.geometry is an object; expected a geometry with a shape, a mesh or a node",
        ),
        (
            json!({"OMI_collider": {"collider": 3}}),
            "OMI_collider.collider is 3; expected an index into extensions.OMI_collider.colliders, less than 0",
        ),
        (
            json!({"OMI_collider": {"type": "trimesh", "mesh": -1}}),
            "nodes[0].extensions.OMI_collider.mesh is -1; expected a whole number, zero or more",
        ),
        (
            json!({"OMI_collider": {}}),
            "nodes[0].extensions.OMI_collider.type is missing; expected a string",
        ),
    ] {
        let message = level(&square(json!([{"extensions": extensions}]))).unwrap_err().to_string();
        assert!(message.starts_with("fixture.glb: nodes[0].extensions."), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}
