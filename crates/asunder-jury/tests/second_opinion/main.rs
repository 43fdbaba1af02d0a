//! The oracle against other exact methods, so that it is itself judged.

mod cameras;
mod cones;
mod corners;
mod disguises;
mod features;
mod half_spaces;
mod metrics;
mod solid;
mod squares;

use std::array::from_fn;

use asunder_jury::{Rng, Shape};
use dashu_int::IBig;

/// How many times as many pairs to judge as usual: 20 with `ASUNDER_LONG` in the environment.
fn times() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 20 } else { 1 }
}

/// The value times 2^300, which is whole for every `f32`: as a sum of the powers of two in it.
fn whole(value: f32) -> IBig {
    let mut rest = f64::from(value).abs();
    let mut sum = IBig::ZERO;
    while rest > 0.0 {
        let exponent = (rest.to_bits() >> 52) as i32 - 1023;
        sum += IBig::ONE << (exponent + 300) as usize;
        rest -= f64::from_bits(rest.to_bits() & !((1 << 52) - 1));
    }
    if value < 0.0 { -sum } else { sum }
}

/// Small whole numbers: touching, flat and parallel boxes all the time.
fn small_box<const D: usize>(rng: &mut Rng, rotations: &[[f32; 4]]) -> Shape<D> {
    Shape::Obb {
        center: from_fn(|_| rng.below(7) as f32 - 3.0),
        half_extents: from_fn(|_| rng.below(4) as f32),
        rotation: rotations[rng.below(rotations.len())],
    }
}
