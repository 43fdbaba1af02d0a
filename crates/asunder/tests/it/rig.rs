//! Rigs: hitboxes on bones, placed by the matrices of a frame.

#![expect(clippy::unwrap_used, reason = "a test's helpers fail as its body does")]

mod attached;
mod errors;
mod images;
mod math;
mod palette;

use asunder::Affine3;
use asunder::prelude::*;
use asunder_jury::Rng;

/// A random map: turned, moved, its axes scaled by these factors.
fn random_map(rng: &mut Rng, scale: [f64; 3], reach: f64) -> Affine3 {
    let axes = math::axes(math::random_rotation(rng));
    let column = |i: usize| axes[i].map(|x| (x * scale[i]) as f32);
    let translation: [f32; 3] = std::array::from_fn(|_| rng.between(-reach, reach) as f32);
    Affine3::from_columns([column(0), column(1), column(2)], translation)
}

fn random_box(rng: &mut Rng) -> Obb3 {
    let center: [f32; 3] = std::array::from_fn(|_| rng.between(-1.0, 1.0) as f32);
    let half: [f32; 3] = std::array::from_fn(|_| rng.between(0.0, 1.0) as f32);
    Obb3::new(center, half, math::random_rotation(rng))
}

fn obb(shape: &Shape3) -> &Obb3 {
    match shape {
        Shape3::Obb(obb) => obb,
        other => panic!("{other:?} is no box"),
    }
}
