//! Writes generated models with colliders into a folder, for other programs to read.
//! `cargo xtask validate-gltf` checks them by the Khronos validator.

use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder_fit::{Frames, Options, ShapeChoice, fit_to};
use asunder_gltf::{Collider, Model, write_colliders};
use asunder_scene::fighter;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).ok_or("expected a folder to write to")?;
    let write = |name: &str, bytes: &[u8]| fs::write(Path::new(&folder).join(name), bytes);
    let glb = fighter::glb();
    write("fighter.glb", &glb)?;

    let model = Model::from_slice(&glb, "fighter")?;
    let frames = Frames::all(&model)?;
    for (name, shape) in [
        ("boxes", ShapeChoice::Obb),
        ("capsules", ShapeChoice::Capsule),
        ("best", ShapeChoice::Best),
    ] {
        let fit = fit_to(&model, &Options { shape, ..Options::default() }, &frames)?;
        let written = write_colliders(&glb, "fighter", &fit.rigging().colliders())?;
        write(&format!("fighter-{name}.glb"), &written.bytes)?;
    }

    // Every kind of shape, some of them flat, in a text.
    let kinds: Vec<Shape3> = vec![
        Shape3::Point(Vec3::new(1.0, 2.0, 3.0)),
        Segment3::new([0.0; 3], [0.0, 1.0, 0.0]).into(),
        Sphere3::new([0.0; 3], 0.0).into(),
        Sphere3::new([1.0, 0.0, 0.0], 2.0).into(),
        Capsule3::new([0.0; 3], [1.0, 1.0, 0.0], 0.5).into(),
        Capsule3::new([1.0; 3], [1.0; 3], 0.5).into(),
        Aabb3::new([0.0; 3], [1.0, 0.0, 2.0]).into(),
        Obb3::new([0.0; 3], [1.0, 2.0, 3.0], [0.5, 0.1, 0.0, 7.0]).into(),
        Triangle3::new([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]).into(),
        ConvexHull3::new([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).into(),
        Parallelepiped3::new([0.0; 3], [[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]]).into(),
    ];
    let colliders: Vec<Collider> =
        kinds.into_iter().map(|shape| Collider::new(0, shape.kind(), shape)).collect();
    let text = br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"post"}]}"#;
    write("kinds.gltf", &write_colliders(text, "kinds", &colliders)?.bytes)?;
    Ok(())
}
