//! Real pieces of a level, beside another reader.

use std::path::PathBuf;

use asunder_gltf::matrix::{IDENTITY, transform_point};
use asunder_gltf::{Level, LevelKind, LevelRule};

use crate::assets::asset;

const PIECES: [&str; 16] = [
    "barrel_small",
    "column",
    "floor_dirt_large",
    "floor_foundation_allsides",
    "floor_tile_large",
    "floor_tile_small",
    "pillar",
    "stairs",
    "stairs_narrow",
    "stairs_wide",
    "table_medium",
    "wall",
    "wall_Tsplit",
    "wall_corner",
    "wall_endcap",
    "wall_half",
];

fn piece(name: &str) -> Option<(PathBuf, Level)> {
    let (path, _) = asset(&format!("dungeon/{name}.glb"))?;
    let level = Level::open(&path).unwrap_or_else(|error| panic!("{error}"));
    Some((path, level))
}

/// The triangles below a node as the other reader has them: three points each.
fn triangles(
    node: &gltf::Node<'_>,
    blob: &[u8],
    parent: [f64; 16],
    found: &mut Vec<[[f64; 3]; 3]>,
) {
    let local = node.transform().matrix().as_flattened().to_vec();
    let global: [f64; 16] = std::array::from_fn(|i| {
        (0..4).map(|k| parent[4 * k + i % 4] * f64::from(local[i / 4 * 4 + k])).sum()
    });
    for primitive in node.mesh().iter().flat_map(gltf::Mesh::primitives) {
        assert_eq!(primitive.mode(), gltf::mesh::Mode::Triangles);
        let reader = primitive.reader(|_| Some(blob));
        let points: Vec<_> = reader.read_positions().unwrap().collect();
        let corners: Vec<_> = reader.read_indices().unwrap().into_u32().collect();
        found.extend(corners.chunks_exact(3).map(|corners| {
            [0, 1, 2].map(|i| {
                let point = points[corners[i] as usize].map(f64::from);
                let m = |column: usize, row: usize| global[4 * column + row];
                let [x, y, z] = point;
                [0, 1, 2].map(|row| m(0, row) * x + m(1, row) * y + m(2, row) * z + m(3, row))
            })
        }));
    }
    for child in node.children() {
        triangles(&child, blob, global, found);
    }
}

#[test]
fn the_pieces_of_a_dungeon_are_those_of_another_reader_triangle_for_triangle() {
    let mut pieces = 0;
    for name in PIECES {
        let Some((path, level)) = piece(name) else { continue };
        pieces += 1;
        let gltf::Gltf { document, blob } = gltf::Gltf::open(path).unwrap();
        let mut theirs = Vec::new();
        for node in document.default_scene().or(document.scenes().next()).unwrap().nodes() {
            triangles(&node, blob.as_deref().unwrap(), IDENTITY.map(f64::from), &mut theirs);
        }
        let ours: Vec<_> = level
            .instances
            .iter()
            .flat_map(|instance| {
                assert_eq!(
                    (instance.kind, instance.rule, instance.moves),
                    (LevelKind::Trimesh, LevelRule::Unskinned, false)
                );
                let (vertices, triangles) = level.bake(instance);
                triangles.into_iter().map(move |it| it.map(|i| vertices[i as usize]))
            })
            .collect();
        assert_eq!(ours.len(), theirs.len(), "{name}");
        assert!(ours.len() > 30, "{name}");
        for (ours, theirs) in ours.iter().zip(&theirs) {
            for (ours, theirs) in ours.as_flattened().iter().zip(theirs.as_flattened()) {
                assert!((f64::from(*ours) - theirs).abs() <= 1e-6 * (1.0 + theirs.abs()), "{name}");
            }
        }
    }
    assert!(pieces == 0 || pieces == PIECES.len(), "{pieces}");
}

#[test]
fn the_rigid_parts_of_a_figure_stand_where_the_model_has_them() {
    let Some((path, model)) = asset("kaykit_Knight.glb") else { return };
    let level = Level::open(path).unwrap();
    let rigid: Vec<_> = model.meshes.iter().filter(|mesh| mesh.skin.is_none()).collect();
    assert_eq!(level.instances.len(), rigid.len());
    assert!(rigid.len() < model.meshes.len(), "some are skinned");
    let pose = model.rest_pose();
    for (instance, mesh) in level.instances.iter().zip(rigid) {
        assert_eq!((instance.node, instance.matrix), (mesh.node, pose[mesh.node]));
        assert!(instance.moves, "a clip moves each of them");
        let (vertices, triangles) = level.bake(instance);
        let corners = |vertices: &[[f32; 3]], triangles: &[[u32; 3]]| -> Vec<_> {
            triangles.as_flattened().iter().map(|&i| vertices[i as usize]).collect()
        };
        let placed: Vec<_> =
            mesh.positions.iter().map(|&it| transform_point(&pose[mesh.node], it)).collect();
        assert_eq!(corners(&vertices, &triangles), corners(&placed, &mesh.triangles));
    }
    let skipped = level.warnings.iter().any(|it| it.message.contains("a skinned mesh is no part"));
    assert!(skipped, "{:?}", level.warnings);
}
