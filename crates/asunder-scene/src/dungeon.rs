//! A dungeon made entirely in code, as a binary glTF file: rooms, doors, stairs, ramps, pillars.
//!
//! Use it where a scene, a demonstration or a test needs a level without a file: `[level]` with
//! `builtin = "dungeon"`. It covers 24 by 16 metres from the origin along x and z, its floor is at y = 0, its walls
//! are 3 m high. Four rooms: a hall of pillars (x below 8), a room with a gallery that stairs and a ramp
//! lead to (8 to 16), and behind that one with turned crates and a ramp that is too steep, and one with low
//! steps across the floor.

mod solids;

use crate::fighter::document::{Asset, Data, RootNodes};
use crate::fighter::glb::{self, Arrays, Use};
use serde::Serialize;
use solids::Solid;

#[derive(Serialize)]
struct Document {
    asset: Asset,
    scene: usize,
    scenes: Vec<RootNodes>,
    nodes: Vec<Node>,
    meshes: Vec<Mesh>,
    #[serde(flatten)]
    data: Data,
}

#[derive(Serialize)]
struct Node {
    name: String,
    mesh: usize,
}

#[derive(Serialize)]
struct Mesh {
    name: String,
    primitives: [Primitive; 1],
}

#[derive(Serialize)]
struct Primitive {
    attributes: Attributes,
    indices: usize,
}

#[derive(Serialize)]
struct Attributes {
    #[serde(rename = "POSITION")]
    positions: usize,
}

/// The dungeon as a `.glb`: the same bytes on every platform and in every run.
///
/// ```
/// let level = asunder_gltf::Level::from_slice(&asunder_scene::dungeon::glb(), "dungeon")?;
/// let (vertices, triangles) = level.trimesh(10_000).unwrap();
/// let mesh = asunder::Mesh3::try_new(vertices, triangles).unwrap();
/// assert_eq!(mesh.check_closed(), Ok(()));
/// # Ok::<(), asunder_gltf::GltfError>(())
/// ```
#[must_use]
pub fn glb() -> Vec<u8> {
    let (mut arrays, mut nodes, mut meshes) = (Arrays::default(), Vec::new(), Vec::new());
    for (mesh, (name, solid)) in parts().into_iter().enumerate() {
        let corners: Vec<[u16; 1]> = solid.triangles.as_flattened().iter().map(|&v| [v]).collect();
        let positions = arrays.add_bounded(&solid.positions, Use::VertexAttribute);
        let indices = arrays.add(&corners, Use::VertexIndex);
        let primitives = [Primitive { attributes: Attributes { positions }, indices }];
        meshes.push(Mesh { name: name.clone(), primitives });
        nodes.push(Node { name, mesh });
    }
    let (data, binary) = arrays.finish();
    let document = Document {
        asset: Asset { version: "2.0", generator: "asunder" },
        scene: 0,
        scenes: vec![RootNodes { nodes: (0..nodes.len()).collect() }],
        nodes,
        meshes,
        data,
    };
    glb::container(&document, binary)
}

/// How high the walls are.
const HEIGHT: f32 = 3.0;
/// How high the doors are.
const DOOR: f32 = 2.2;

/// The parts of the dungeon, by name.
fn parts() -> Vec<(String, Solid)> {
    let mut parts = Vec::new();
    let mut add = |name: &str, solid| parts.push((name.to_owned(), solid));
    add("floor", Solid::cuboid([0.0, -0.5, 0.0], [24.0, 0.0, 16.0]));

    add("wall west", Solid::cuboid([-0.3, -0.5, -0.3], [0.0, HEIGHT, 16.3]));
    add("wall east", Solid::cuboid([24.0, -0.5, -0.3], [24.3, HEIGHT, 16.3]));
    add("wall north", Solid::cuboid([0.0, -0.5, -0.3], [24.0, HEIGHT, 0.0]));
    add("wall south", Solid::cuboid([0.0, -0.5, 16.0], [24.0, HEIGHT, 16.3]));

    // Walls between rooms, with doors.
    for (name, x, ends) in [
        ("hall wall", 7.85, &[[0.0, 7.0], [8.4, 16.0]][..]),
        ("gallery wall", 15.85, &[[0.0, 3.0], [4.4, 11.0], [12.4, 16.0]]),
    ] {
        for (i, [from, to]) in ends.iter().enumerate() {
            let wall = Solid::cuboid([x, 0.0, *from], [x + 0.3, HEIGHT, *to]);
            add(&format!("{name} {}", i + 1), wall);
        }
        for (i, pair) in ends.windows(2).enumerate() {
            let lintel = Solid::cuboid([x, DOOR, pair[0][1]], [x + 0.3, HEIGHT, pair[1][0]]);
            add(&format!("{name} lintel {}", i + 1), lintel);
        }
    }
    for (i, [from, to]) in [[16.15, 19.0], [20.4, 24.0]].into_iter().enumerate() {
        let wall = Solid::cuboid([from, 0.0, 7.85], [to, HEIGHT, 8.15]);
        add(&format!("cross wall {}", i + 1), wall);
    }
    add("cross wall lintel", Solid::cuboid([19.0, DOOR, 7.85], [20.4, HEIGHT, 8.15]));

    for (i, at) in [[2.5, 4.0], [5.5, 4.0], [2.5, 12.0], [5.5, 12.0]].into_iter().enumerate() {
        add(&format!("pillar {}", i + 1), Solid::pillar(at, 0.4, HEIGHT));
    }

    // The gallery, six stairs up to it, and a ramp.
    add("gallery", Solid::cuboid([9.5, 0.0, 10.0], [14.5, 1.5, 16.0]));
    for step in 0..5 {
        let (rise, run) = (0.25 * (step + 1) as f32, 7.5 + 0.5 * step as f32);
        add(&format!("stair {}", step + 1), Solid::cuboid([9.5, 0.0, run], [11.5, rise, 10.0]));
    }
    add("ramp", Solid::ramp([12.5, 0.0, 5.5], [14.5, 1.5, 10.0]));

    // Crates that are turned, and a ramp that nobody walks up.
    for (i, (at, turn)) in
        [([19.0, 4.0], [4.0, 3.0]), ([20.4, 5.2], [12.0, 5.0]), ([22.0, 1.8], [15.0, 8.0])]
            .into_iter()
            .enumerate()
    {
        add(&format!("crate {}", i + 1), Solid::turned_box(at, 0.5, 1.0, turn));
    }
    add("steep ramp", Solid::ramp([16.15, 0.0, 0.0], [17.65, 2.6, 1.5]));

    for (i, from) in [17.5, 19.0, 20.5].into_iter().enumerate() {
        let rise = [0.1, 0.2, 0.3][i];
        let step = Solid::cuboid([from, 0.0, 10.0], [from + 1.0, rise, 15.0]);
        add(&format!("low step {}", i + 1), step);
    }
    parts
}
