//! `--leaks`: rays out of closed meshes, through vertices and edges, by asunder and by the peer.

#[path = "../../asunder/tests/it/level/surfaces.rs"]
#[allow(dead_code, reason = "the tests of levels use the rest")]
mod surfaces;

use asunder::glam::Vec3;
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder_jury::Rng;
use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast as _};
use parry3d::shape::TriMesh;
use serde_json::json;
use std::process::ExitCode;

const RAYS: usize = 2_000_000;
const QUICK_RAYS: usize = 20_000;

const HEADER: &str = "\
Rays from inside of closed meshes, exactly through vertices and the middles of edges, and beside them: how many leave without
a hit.

mesh              triangles        rays    asunder   parry3d 0.31";

const NAMES: [&str; 5] = ["tetrahedron", "box", "sphere", "bumpy sphere", "wide ellipsoid"];

/// Counts leaks of both; fails if asunder has one.
pub(crate) fn leaks(quick: bool, as_json: bool) -> ExitCode {
    if !as_json {
        println!("{HEADER}");
    }
    let rays = if quick { QUICK_RAYS } else { RAYS };
    let mut rng = Rng::new(4);
    let mut is_tight = true;
    for (name, surface) in NAMES.iter().zip(surfaces::closed()) {
        let own = surface.mesh();
        let vertices = surface.vertices.iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect();
        let peer = TriMesh::new(vertices, surface.triangles.clone()).expect("it has triangles");
        let mut leaks = [0; 2];
        for turn in 0..rays {
            let [from, direction] = surfaces::outward(&surface, turn, &mut rng);
            leaks[0] += usize::from(own.ray_cast(&Ray3::new(from, direction)).is_none());
            let direction = Vec3::from_array(direction);
            let ray = Ray::new(Vec3::from_array(from), direction);
            // A thousand times as far is outside of all of them.
            leaks[1] += usize::from(peer.cast_ray(&Pose::IDENTITY, &ray, 1e3, false).is_none());
        }
        is_tight &= leaks[0] == 0;
        let ([own, peer], triangles) = (leaks, surface.triangles.len());
        if as_json {
            println!(
                "{}",
                json!({ "mesh": name, "triangles": triangles, "rays": rays, "asunder": own, "parry3d": peer })
            );
        } else {
            println!("{name:16} {triangles:10} {rays:11} {own:10} {peer:14}");
        }
    }
    if is_tight { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
