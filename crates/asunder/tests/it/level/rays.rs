//! No ray leaves a closed mesh without a hit.

use super::build::{Surface, bumpy, cube, sphere, tetrahedron};
use super::rounds;
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder_jury::Rng;

/// Closed surfaces around the origin whose vertices are multiples of 2⁻¹⁰, as are their edges' middles.
fn closed() -> [Surface; 5] {
    let corners = [[4.0, 4.0, 4.0], [-5.0, -4.0, 4.5], [4.0, -4.25, -4.0], [-4.0, 4.0, -4.0]];
    let wide = |[x, y, z]: [f32; 3]| [x * 64.0, y, z * 0.5];
    [
        tetrahedron(corners),
        cube([-3.0, -1.0, -2.0], [1.0, 2.0, 4.0]),
        sphere(3),
        bumpy(3),
        sphere(2).map(wide),
    ]
}

/// Rays from an inner point exactly through vertices and middles of edges, and through what is next to them.
fn leaks(surface: &Surface, count: usize, rng: &mut Rng) -> usize {
    let mesh = surface.mesh();
    assert!(mesh.check_closed().is_ok());
    let mut leaks = 0;
    for i in 0..count {
        let step = |rng: &mut Rng| ((rng.between(-0.25, 0.25) * 256.0).round() / 256.0) as f32;
        let from = if i % 4 == 0 { [0.0; 3] } else { [0.0; 3].map(|_| step(rng)) };
        let triangle = surface.triangles[rng.below(surface.triangles.len())];
        let [a, b, c] = triangle.map(|index| surface.vertices[index as usize]);
        let to: [f32; 3] = match i % 3 {
            0 => a,
            1 => std::array::from_fn(|t| (a[t] + b[t]) / 2.0),
            _ => {
                let (u, v) = (rng.between(0.0, 1.0) as f32, rng.between(0.0, 0.01) as f32);
                std::array::from_fn(|t| a[t] + (b[t] - a[t]) * u + (c[t] - a[t]) * v)
            }
        };
        let direction: [f32; 3] = std::array::from_fn(|t| to[t] - from[t]);
        let hit = mesh.ray_cast(&Ray3::new(from, direction));
        // Thirty-two times as far is outside of all of them.
        let end: [f32; 3] = std::array::from_fn(|t| from[t] + 32.0 * direction[t]);
        let ends = mesh.segment_cast(&Segment3::new(from, end)).is_some();
        leaks += usize::from(hit.is_none() || !ends);
    }
    leaks
}

#[test]
fn no_ray_leaks() {
    let mut rng = Rng::new(4);
    for (number, surface) in closed().iter().enumerate() {
        assert_eq!(leaks(surface, rounds(20_000), &mut rng), 0, "surface {number}");
    }
}

/// A mesh with a hole leaks through it: the test can fail.
#[test]
fn a_hole_leaks() {
    let mut surface = sphere(2);
    surface.triangles.pop();
    let open = surface.mesh().check_closed().unwrap_err();
    assert!(open.to_string().contains("close the hole"), "{open}");
    let mesh = surface.mesh();
    let missing = sphere(2).triangles.pop().unwrap().map(|index| surface.vertices[index as usize]);
    let middle: [f32; 3] = std::array::from_fn(|t| missing.iter().map(|v| v[t]).sum::<f32>() / 3.0);
    assert!(mesh.ray_cast(&Ray3::new([0.0; 3], middle)).is_none());
    // Its edges belong to its neighbours, too.
    assert!(mesh.ray_cast(&Ray3::new([0.0; 3], missing[0])).is_some());
}
