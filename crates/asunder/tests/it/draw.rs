//! Random numbers for shapes and maps, from a seed.

use asunder::{Affine3, Obb3, Pose3};
use asunder_jury::Rng;
use glam::Vec3;

/// Components evenly spread within `reach` of zero.
pub(crate) fn vector<const D: usize>(rng: &mut Rng, reach: f64) -> [f32; D] {
    core::array::from_fn(|_| rng.between(-reach, reach) as f32)
}

/// A quaternion, or any other vector, about as long as `length` and never near zero.
pub(crate) fn direction<const D: usize>(rng: &mut Rng, length: f64) -> [f32; D] {
    loop {
        let v: [f64; D] = core::array::from_fn(|_| rng.between(-1.0, 1.0));
        let square: f64 = v.iter().map(|x| x * x).sum();
        if (0.1..1.0).contains(&square) {
            return v.map(|x| (x / square.sqrt() * length) as f32);
        }
    }
}

/// Half extents of any size up to `reach`, now and then zero.
pub(crate) fn half_extents<const D: usize>(rng: &mut Rng, reach: f64) -> [f32; D] {
    core::array::from_fn(|_| if rng.chance(0.1) { 0.0 } else { rng.between(0.0, reach) as f32 })
}

pub(crate) fn obb(rng: &mut Rng, reach: f64) -> Obb3 {
    Obb3::new(vector(rng, reach), half_extents(rng, reach), direction(rng, 1.0))
}

/// A placement whose rotation has any length a game would never use, too.
pub(crate) fn pose(rng: &mut Rng, reach: f64) -> Pose3 {
    let length = rng.magnitude(-120..120);
    Pose3::new(vector::<3>(rng, reach), direction::<4>(rng, length))
}

/// The matrix of a rotation, by its columns, in `f64`.
pub(crate) fn rotation(rng: &mut Rng) -> [[f64; 3]; 3] {
    columns(direction(rng, 1.0))
}

/// The images of the coordinate axes under `q/|q|`, by the formula of Euler and Rodrigues:
/// v + 2w(u×v) + 2u×(u×v) with q = (u, w).
pub(crate) fn columns(quaternion: [f32; 4]) -> [[f64; 3]; 3] {
    let q = quaternion.map(f64::from);
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|x| x / length);
    let u = [x, y, z];
    core::array::from_fn(|i| {
        let v = core::array::from_fn(|j| if i == j { 1.0 } else { 0.0 });
        let once = cross(u, v);
        let twice = cross(u, once);
        core::array::from_fn(|j| v[j] + 2.0 * (w * once[j] + twice[j]))
    })
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

pub(crate) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|i| a[i] * b[i]).sum()
}

pub(crate) fn length<const D: usize>(a: [f64; D]) -> f64 {
    dot(a, a).sqrt()
}

/// `columns` applied to a vector.
pub(crate) fn apply(columns: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    core::array::from_fn(|j| (0..3).map(|i| columns[i][j] * v[i]).sum())
}

/// The linear part of a map and its translation, as numbers.
pub(crate) fn parts(map: &Affine3) -> ([[f64; 3]; 3], [f64; 3]) {
    let wide = |v: Vec3| v.to_array().map(f64::from);
    (core::array::from_fn(|i| wide(map.column(i))), wide(map.translation()))
}

/// Asserts that `got` is `want` rounded once: half a unit in the last place off, plus `slack` for
/// what `want` itself has lost.
#[track_caller]
pub(crate) fn assert_rounded(got: f32, want: f64, slack: f64) {
    let nearest = want as f32;
    let unit = f64::from(nearest.abs().next_up()) - f64::from(nearest.abs());
    let off = (f64::from(got) - want).abs();
    assert!(off <= 0.500_001 * unit + slack, "{got:e} is not {want:e} rounded once");
}
