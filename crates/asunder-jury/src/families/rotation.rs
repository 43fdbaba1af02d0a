//! Rotations in `f64`, in the form of a [`Shape`](crate::Shape): `[x, y, z, w]` in 3D,
//! `[cos, sin, 0, 0]` in 2D.

use crate::Rng;
use std::array::from_fn;
use std::f32::consts::FRAC_1_SQRT_2;

/// No rotation.
pub(super) fn identity<const D: usize>() -> [f64; 4] {
    if D == 2 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] }
}

/// A uniformly distributed rotation.
pub(super) fn random_rotation<const D: usize>(rng: &mut Rng) -> [f64; 4] {
    if D == 2 { unit::<2>(rng, [0, 1]) } else { unit::<4>(rng, [0, 1, 2, 3]) }
}

/// A random rotation about y, or in the plane.
pub(super) fn yaw_rotation<const D: usize>(rng: &mut Rng) -> [f64; 4] {
    if D == 2 { unit::<2>(rng, [0, 1]) } else { unit::<2>(rng, [1, 3]) }
}

/// A random unit vector in the given `N` components, 0 elsewhere.
fn unit<const N: usize>(rng: &mut Rng, places: [usize; N]) -> [f64; 4] {
    let direction = direction::<N>(rng);
    let mut rotation = [0.0; 4];
    for (place, value) in places.into_iter().zip(direction) {
        rotation[place] = value;
    }
    rotation
}

/// A uniformly distributed unit vector.
pub(super) fn direction<const N: usize>(rng: &mut Rng) -> [f64; N] {
    loop {
        let v: [f64; N] = from_fn(|_| rng.between(-1.0, 1.0));
        let square = v.iter().fold(0.0, |sum, x| sum + x * x);
        if square > 0.01 && square <= 1.0 {
            return v.map(|x| x / square.sqrt());
        }
    }
}

/// The composition: first `b`, then `a`.
pub(super) fn compose<const D: usize>(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let [x, y, z, w] = a;
    let [p, q, r, s] = b;
    if D == 2 {
        return [x * p - y * q, x * q + y * p, 0.0, 0.0];
    }
    [
        w * p + x * s + y * r - z * q,
        w * q - x * r + y * s + z * p,
        w * r + x * q - y * p + z * s,
        w * s - x * p - y * q - z * r,
    ]
}

/// A rotation by about the small `angle`, about a random axis.
pub(super) fn small_rotation<const D: usize>(rng: &mut Rng, angle: f64) -> [f64; 4] {
    if D == 2 {
        return [1.0, angle * rng.sign(), 0.0, 0.0];
    }
    let [x, y, z] = direction::<3>(rng).map(|v| v * angle / 2.0);
    [x, y, z, 1.0]
}

/// A rotation that permutes the coordinate axes, in small integers.
pub(super) fn quarter_turn<const D: usize>(rng: &mut Rng) -> [f64; 4] {
    let sign = rng.sign();
    if D == 2 {
        let turns = [[sign, 0.0, 0.0, 0.0], [0.0, sign, 0.0, 0.0]];
        return turns[rng.below(2)];
    }
    let turns = [
        [0.0, 0.0, 0.0, 1.0],
        [sign, 0.0, 0.0, 1.0],
        [0.0, sign, 0.0, 1.0],
        [0.0, 0.0, sign, 1.0],
        [1.0, sign, 0.0, 0.0],
        [sign, 1.0, 1.0, 1.0],
    ];
    turns[rng.below(turns.len())]
}

/// A rotation in small integers, so that composing two of them is exact.
pub(super) fn integer_rotation<const D: usize>(rng: &mut Rng) -> [f64; 4] {
    let used = if D == 2 { 2 } else { 4 };
    let turn = from_fn(|i| if i < used { rng.below(13) as f64 - 6.0 } else { 0.0 });
    if turn == [0.0; 4] { identity::<D>() } else { turn }
}

/// A rotation in small integers about a coordinate axis; a quarter turn in 2D.
pub(super) fn integer_rotation_about_axis<const D: usize>(rng: &mut Rng) -> [f64; 4] {
    if D == 2 {
        return quarter_turn::<D>(rng);
    }
    let mut turn = [0.0, 0.0, 0.0, (1 + rng.below(4)) as f64];
    turn[rng.below(3)] = rng.below(9) as f64 - 4.0;
    turn
}

/// The rotation followed by 90° about one of its own axes, the way a game composes it: in `f32`.
pub(super) fn right_angle<const D: usize>(rotation: [f32; 4], rng: &mut Rng) -> [f32; 4] {
    let half = FRAC_1_SQRT_2;
    let [x, y, z, w] = rotation;
    if D == 2 {
        // Twice 45°.
        let turn = |[c, s]: [f32; 2]| [c * half - s * half, s * half + c * half];
        let [cos, sin] = turn(turn([x, y]));
        return [cos, sin, 0.0, 0.0];
    }
    match rng.below(3) {
        0 => [x * half + w * half, y * half + z * half, z * half - y * half, w * half - x * half],
        1 => [x * half - z * half, y * half + w * half, z * half + x * half, w * half - y * half],
        _ => [x * half + y * half, y * half - x * half, z * half + w * half, w * half - z * half],
    }
}

/// The rotated coordinate axes, of length `|q|^2` in 3D and `|z|` in 2D: integers for a rotation in
/// integers.
pub(super) fn axes<const D: usize>(rotation: [f64; 4]) -> [[f64; D]; D] {
    let [x, y, z, w] = rotation;
    if D == 2 {
        let axes = [[x, y], [-y, x]];
        return from_fn(|i| from_fn(|j| axes[i][j]));
    }
    let axes = [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z],
    ];
    from_fn(|i| from_fn(|j| axes[i][j]))
}

/// The unit vector along `v`; `None` if it is zero.
pub(super) fn normalized<const D: usize>(v: [f64; D]) -> Option<[f64; D]> {
    let square = v.iter().fold(0.0, |sum, x| sum + x * x);
    (square > 0.0).then(|| v.map(|x| x / square.sqrt()))
}

/// The greatest power of two at or below a nonnegative number; 0 for 0.
pub(super) fn power_of_two_below(value: f64) -> f64 {
    f64::from_bits(value.to_bits() & (0x7FF << 52))
}
