//! On a grid the exact test and the general formula agree, and `f64` has digits enough.

use super::*;
use crate::query::separation::any_any;
use crate::shape::{Aabb, AnyShape, Ray, Segment, Triangle};
use asunder_jury::Rng;
use glam::{Vec2, Vec3};

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

/// Compares both rules with the general formula; whether the grid's answer is known.
fn agrees<V: Vector, A, B>(a: &A, b: &B) -> bool
where
    A: RoundedFigure<V> + AnyShape<Vector = V>,
    B: RoundedFigure<V> + AnyShape<Vector = V>,
{
    let mut is_known = true;
    for rule in [Rule::Closed, Rule::Open] {
        let general = any_any(a.as_shape_ref(), b.as_shape_ref(), rule);
        let (a_ref, b_ref) = (a.as_shape_ref(), b.as_shape_ref());
        match meet(None, a, b, rule) {
            Some(meets) => assert_eq!(meets, general, "{rule:?} {a_ref:?} {b_ref:?}"),
            None => is_known = false,
        }
        let open = match super::super::sharp(a, b) {
            Some(super::super::FilteredAxes::Open(open)) => open,
            _decided => continue,
        };
        if let Some(meets) = meet(Some(open), a, b, rule) {
            assert_eq!(meets, general, "{rule:?} {open:b} {a_ref:?} {b_ref:?}");
        }
    }
    is_known
}

/// Whole numbers so small that shapes touch, lie in one plane or have no inside more often than not.
fn point<const D: usize>(rng: &mut Rng, size: f64) -> [f32; D] {
    [0; D].map(|_| rng.between(-size, size).round() as f32)
}

/// As [`agrees`], for a pair of each kind: how many are known.
fn check<V: Vector<Array<f32> = [f32; D]>, const D: usize>(rng: &mut Rng, size: f64) -> [bool; 6] {
    let triangle = |rng: &mut Rng| {
        Triangle::<V>::new(point::<D>(rng, size), point::<D>(rng, size), point::<D>(rng, size))
    };
    let (own, other) = (triangle(rng), triangle(rng));
    let segment = Segment::<V>::new(point::<D>(rng, size), point::<D>(rng, size));
    let mut direction = point::<D>(rng, size);
    if direction == [0.0; D] {
        direction[0] = 1.0;
    }
    let ray = Ray::<V>::new(point::<D>(rng, size), direction);
    let (low, high) = (point::<D>(rng, size), point::<D>(rng, size));
    let least = |i: usize| if low[i] < high[i] { low[i] } else { high[i] };
    let most = |i: usize| if low[i] < high[i] { high[i] } else { low[i] };
    let aabb = Aabb::<V>::new(V::array(least), V::array(most));
    let at = V::from_array(point::<D>(rng, size));
    [
        agrees::<V, _, _>(&own, &other),
        agrees::<V, _, _>(&segment, &other),
        agrees::<V, _, _>(&ray, &other),
        agrees::<V, _, _>(&at, &other),
        agrees::<V, _, _>(&other, &aabb),
        agrees::<V, _, _>(&ray, &aabb),
    ]
}

#[test]
fn shapes_on_a_grid_are_decided_as_by_the_general_formula() {
    let mut rng = Rng::new(0x6121);
    for size in [1.0, 2.0, 4.0, 9.0] {
        let mut known = [0; 6];
        for _ in 0..400 {
            let solid = check::<Vec3, 3>(&mut rng, size);
            known = std::array::from_fn(|i| known[i] + u32::from(solid[i]));
            check::<Vec2, 2>(&mut rng, size);
        }
        assert!(known.iter().all(|&known| known > 200), "{size}: {known:?}");
    }
}

#[test]
fn a_number_off_the_grid_is_noticed() {
    let flat = Triangle::<Vec3>::new([0.0; 3], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]);
    let other = |x: f32| Triangle::<Vec3>::new([0.5, 0.5, 1.0], [1.0, 2.0, 3.0], [2.0, x, 3.0]);
    assert_eq!(meet(None, &flat, &other(1.0), Rule::Closed), Some(true));
    assert_eq!(meet(None, &flat, &other(1.000_000_1), Rule::Closed), None);
    for x in [f32::NAN, f32::INFINITY] {
        assert_eq!(meet(None, &Vec3::new(0.0, x, 1.0), &flat, Rule::Closed), None);
    }
}
