//! `f64` has digits enough, and multiples are distinguished from other numbers.

use super::*;
use crate::shape::{Ray, Triangle};
use glam::Vec3;

/// Gaps have no more digits than `f64`, one for halves included.
#[test]
fn f64_holds_the_third_power_of_the_reach() {
    let reach = std::hint::black_box(REACH);
    assert!(reach * reach * reach <= 0.5 / f64::EPSILON);
}

#[test]
fn a_grid_is_no_finer_than_its_reach_allows() {
    // Each with the power of two that it is not below.
    let reaches = [
        (0.75, 0.5),
        (1.0, 1.0),
        (1.0 + f64::EPSILON, 1.0),
        (1.99, 1.0),
        (3.0, 2.0),
        (0.001, 1.0 / 1024.0),
        (1e10, 8_589_934_592.0),
    ];
    for (reach, below) in reaches {
        let grid = Grid::reaching(reach);
        let step: f32 = below / 65536.0;
        assert!(reach <= REACH * widen(step), "{reach}");
        for times in [0.0, 1.0, -1.0, 77.0, 65537.0, -16_777_216.0, 1e20] {
            assert!(grid.has(times * step), "{reach} {times}");
        }
        for between in [0.5, 0.25, -3.5, 65537.5, 1e-20] {
            assert!(!grid.has(between * step), "{reach} {between}");
        }
    }
}

#[test]
fn a_number_off_the_grid_is_noticed() {
    let ray = Ray::<Vec3>::new([0.5, 0.5, 1.0], [0.0, 0.0, 1.0]);
    let shares = |x: f32| {
        share_grid(&ray, &Triangle::<Vec3> { a: [0.0; 3], b: [1.0, 0.0, 1.0], c: [0.0, x, 1.0] })
    };
    assert!(shares(1.0));
    for x in [1.000_000_1, f32::NAN, f32::INFINITY] {
        assert!(!shares(x), "{x}");
    }
}
