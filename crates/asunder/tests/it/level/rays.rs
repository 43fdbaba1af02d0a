//! No ray leaves a closed mesh without a hit.

use super::rounds;
use super::surfaces::{Surface, closed, outward, sphere};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder_jury::Rng;

/// Rays from an inner point exactly through vertices and middles of edges, and through what is next to them.
fn leaks(surface: &Surface, count: usize, rng: &mut Rng) -> usize {
    let mesh = surface.mesh();
    assert!(mesh.check_closed().is_ok());
    let mut leaks = 0;
    for i in 0..count {
        let [from, direction] = outward(surface, i, rng);
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
