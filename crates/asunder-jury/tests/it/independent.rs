//! The oracle against other exact methods.

mod cameras;
mod cones;
mod corners;
mod features;
mod forms;
mod half_spaces;
mod integer_box;
mod metrics;
mod squares;

use std::array::from_fn;

use asunder_jury::{Rng, Shape};
use dashu_int::IBig;

/// The factor on the number of pairs: 20 with `ASUNDER_LONG` in the environment.
fn times() -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 20 } else { 1 }
}

/// The value times 2^300, an integer for every `f32`, as a sum of its powers of two.
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

/// A box in small integers: touching, flat and parallel pairs are common.
fn small_box<const D: usize>(rng: &mut Rng, rotations: &[[f32; 4]]) -> Shape<D> {
    Shape::Obb {
        center: from_fn(|_| rng.below(7) as f32 - 3.0),
        half_extents: from_fn(|_| rng.below(4) as f32),
        rotation: rotations[rng.below(rotations.len())],
    }
}
