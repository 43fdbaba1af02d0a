//! What is under the mouse? `cargo run --example mouse_picking -p asunder`

use asunder::prelude::*;
use asunder::world::WorldError;
use asunder::{Depth, axis_angle};

fn main() -> Result<(), WorldError> {
    let mut world = World3::new();
    let turn = axis_angle([0.0, 1.0, 0.0], 0.8);
    let shapes: [(Shape3, &str); 3] = [
        (Obb3::new([-3.0, 0.0, -12.0], [1.5, 1.5, 1.5], turn).into(), "crate"),
        (Sphere3::new([3.0, 0.5, -10.0], 1.5).into(), "ball"),
        (Capsule3::new([0.5, -2.0, -20.0], [0.5, 3.0, -20.0], 1.0).into(), "pillar"),
    ];
    let mut names = Vec::new();
    for (shape, name) in shapes {
        names.push((world.insert(shape, BodyKind::Fixed)?.collider(0), name));
    }
    world.step();

    // The inverse of an engine's view-projection matrix, as it lies in memory: here of a camera at the
    // origin that looks along -z, from 1 to 101 away.
    let (x, y) = ([0.8, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0]);
    let inverse = [x, y, [0.0, 0.0, 0.0, -100.0 / 101.0], [0.0, 0.0, -1.0, 1.0]].concat();
    let inverse: [f32; 16] = inverse.try_into().expect("four times four");

    // A picture of the screen: a letter for what is under each pixel.
    let viewport = [72.0_f32, 24.0];
    let mut seen = std::collections::BTreeSet::new();
    for row in 0..24_u8 {
        let mut line = String::new();
        for column in 0..72_u8 {
            let pixel = [f32::from(column) + 0.5, f32::from(row) + 0.5];
            let ray = Segment3::from_projection(pixel, viewport, &inverse, Depth::ZeroToOne);
            let hit = world.view().segment(&ray.expect("the matrix is one")).first();
            let name = hit.and_then(|hit| names.iter().find(|(id, _)| *id == hit.collider));
            line.push(name.map_or('.', |(_, name)| name.chars().next().unwrap_or('?')));
            seen.extend(name.map(|(_, name)| *name));
        }
        println!("{line}");
    }
    println!("seen: {seen:?}");
    assert!(seen.len() == names.len(), "all are in view");
    Ok(())
}
