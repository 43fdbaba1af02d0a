//! A loop of a game, which the profiles of this workspace compile without optimisation, the library with it.
//!
//! The tests of `asunder` compile this file themselves, too, optimised, and compare.

use std::hint::black_box;
use std::time::Instant;

use asunder::prelude::*;

const BOXES: usize = 317;

/// Nanoseconds per call, the best of several rounds, and how many pairs intersect.
#[must_use]
pub fn measure() -> (f64, usize) {
    let mut state = 1u64;
    let mut unit = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    let boxes: Vec<Obb3> = (0..BOXES)
        .map(|_| {
            let center = [unit() * 8.0, unit() * 8.0, unit() * 8.0];
            Obb3::new(center, [1.0, 0.5, 0.25], [unit(), unit(), unit(), 1.0])
        })
        .collect();
    let (mut best, mut hits) = (f64::MAX, 0);
    for _ in 0..5 {
        hits = 0;
        let start = Instant::now();
        let mut i = 0;
        while i < BOXES {
            let mut j = 0;
            while j < BOXES {
                if black_box(&boxes[i]).intersects(black_box(&boxes[j])) {
                    hits += 1;
                }
                j += 1;
            }
            i += 1;
        }
        let time = start.elapsed().as_nanos() as f64 / (BOXES * BOXES) as f64;
        if time < best {
            best = time;
        }
    }
    (best, hits)
}
