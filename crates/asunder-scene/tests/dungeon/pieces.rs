//! A dungeon put together from the pieces of a kit: floors of 4 by 4 metres, walls 4 m long, stairs, pillars.

use asunder::Mesh3;
use asunder_gltf::Level;
use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

/// The folder of the kit, if it is there.
pub(crate) fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets");
    let assets = env::var_os("ASUNDER_ASSETS").map_or(beside, PathBuf::from);
    let folder = assets.join("dungeon");
    folder.is_dir().then_some(folder)
}

/// The name of a piece, where it stands in x, y and z, and how many quarter turns it is turned about y.
type Piece = (&'static str, [f32; 3], u8);

fn plan() -> Vec<Piece> {
    let mut plan = Vec::new();
    for i in 0..7_u8 {
        for j in 0..6_u8 {
            let at = [2.0 + 4.0 * f32::from(i), 0.0, 2.0 + 4.0 * f32::from(j)];
            match (i + j) % 3 {
                0 => plan.push(("floor_dirt_large", at, i % 4)),
                1 => plan.push(("floor_tile_large", at, j % 4)),
                _ => plan.extend(
                    [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]
                        .map(|[x, z]| ("floor_tile_small", [at[0] + x, 0.0, at[2] + z], 0)),
                ),
            }
        }
    }
    for i in 0..7_u8 {
        let x = 2.0 + 4.0 * f32::from(i);
        plan.extend([("wall", [x, 0.0, 0.0], 0), ("wall", [x, 0.0, 24.0], 2)]);
    }
    for j in 0..6_u8 {
        let z = 2.0 + 4.0 * f32::from(j);
        plan.extend([("wall", [0.0, 0.0, z], 1), ("wall", [28.0, 0.0, z], 3)]);
    }
    // A wall across, with doors of two metres, and a room in a corner.
    plan.extend([
        ("wall", [8.0, 0.0, 2.0], 1),
        ("wall_half", [8.0, 0.0, 6.0], 1),
        ("wall", [8.0, 0.0, 10.0], 1),
        ("wall", [8.0, 0.0, 14.0], 1),
        ("wall_endcap", [8.0, 0.0, 16.0], 3),
        ("wall_half", [8.0, 0.0, 22.0], 3),
        ("wall_corner", [20.0, 0.0, 18.0], 0),
        ("wall_Tsplit", [24.0, 0.0, 18.0], 0),
    ]);
    plan.extend([
        ("stairs", [14.0, 0.0, 9.0], 0),
        ("stairs_narrow", [14.0, 0.0, 17.0], 2),
        ("floor_foundation_allsides", [18.0, 0.0, 5.0], 0),
        ("pillar", [4.0, 0.0, 4.0], 0),
        ("pillar", [4.0, 0.0, 12.0], 1),
        ("column", [4.0, 0.0, 20.0], 0),
        ("column", [12.0, 0.0, 5.0], 0),
        ("barrel_small", [2.0, 0.0, 8.0], 0),
        ("barrel_small", [2.9, 0.0, 8.6], 0),
        ("barrel_small", [22.0, 0.0, 12.0], 2),
        ("table_medium", [23.0, 0.0, 6.0], 0),
        ("table_medium", [24.5, 0.0, 13.0], 1),
    ]);
    plan
}

/// A point turned by quarters about y: exact.
fn turned([x, y, z]: [f32; 3], quarters: u8) -> [f32; 3] {
    match quarters % 4 {
        0 => [x, y, z],
        1 => [z, y, -x],
        2 => [-x, y, -z],
        _ => [-z, y, x],
    }
}

/// All pieces as one mesh.
pub(crate) fn dungeon(folder: &Path) -> Mesh3 {
    let mut known: BTreeMap<&str, _> = BTreeMap::new();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (name, at, quarters) in plan() {
        let (corners, faces) = known.entry(name).or_insert_with(|| {
            let level =
                Level::open(folder.join(format!("{name}.glb"))).expect("a piece of the kit");
            level.trimesh(100_000).expect("few triangles")
        });
        let first = vertices.len() as u32;
        vertices.extend(corners.iter().map(|&corner| {
            let corner = turned(corner, quarters);
            [corner[0] + at[0], corner[1] + at[1], corner[2] + at[2]]
        }));
        triangles.extend(faces.iter().map(|face| face.map(|corner| first + corner)));
    }
    Mesh3::new(vertices, triangles)
}
