//! Turned boxes around points: valid always, least in the plane, and nearly so in space.

use super::{Judge, KINDS, cloud};
use crate::draw;
use asunder::glam::{Vec2, Vec3};
use asunder::{Obb, Obb2, Obb3, ShapeError};
use asunder_jury::{Rng, Shape as Judged};

fn fitted<const D: usize, V: Judge<D>>(points: &[[f32; D]]) -> Obb<V> {
    let around = Obb::<V>::from_points(points.iter().map(|point| V::vector(*point)));
    let around = around.expect("every cloud has a box");
    V::assert_holds(around.into(), &V::judged_obb(&around), points);
    // The least half extents for this center and rotation.
    let Judged::Obb { center, half_extents, rotation } = V::judged_obb(&around) else {
        unreachable!()
    };
    for i in (0..D).filter(|&i| half_extents[i] > 0.0) {
        let mut half_extents = half_extents;
        half_extents[i] = half_extents[i].next_down();
        let less = Judged::Obb { center, half_extents, rotation };
        let lacks = |point: &[f32; D]| !asunder_jury::contains(&less, &Judged::Point(*point));
        assert!(points.len() > 100 || points.iter().any(lacks), "{less:?} will do: {points:?}");
    }
    around
}

/// How far points reach along a direction of any length, in units of it.
fn width<const D: usize>(points: &[[f32; D]], direction: [f64; D]) -> f64 {
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    let along = |p: &[f32; D]| (0..D).map(|t| f64::from(p[t]) * direction[t]).sum::<f64>();
    let high = points.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
    (high - points.iter().map(along).fold(f64::INFINITY, f64::min)) / length
}

fn sizes<const D: usize>(half_extents: [f32; D]) -> [f64; D] {
    half_extents.map(|x| 2.0 * f64::from(x))
}

fn largest<const D: usize>(points: &[[f32; D]]) -> f64 {
    points.iter().flatten().fold(0.0, |most, &x| f64::from(x).abs().max(most))
}

#[test]
fn in_the_plane_no_edge_does_better() {
    let mut rng = Rng::new(41);
    for case in 0..2400 {
        let points = cloud::<2>(case % KINDS, &mut rng);
        let around = fitted::<2, Vec2>(&points);
        // What rounding the center and the rotation may add to each side.
        let noise = 1e-6 * largest(&points) + 1e-44;
        let [a, b] = sizes(around.half_extents().to_array());
        for p in &points {
            for q in &points {
                let edge = [0, 1].map(|t| f64::from(q[t]) - f64::from(p[t]));
                if edge != [0.0; 2] {
                    let (u, v) = (width(&points, edge), width(&points, [-edge[1], edge[0]]));
                    if [u, v].iter().any(|x| *x > 1.99 * f64::from(f32::MAX)) {
                        continue; // No half extent is as large.
                    }
                    assert!(a * b <= (u + noise) * (v + noise), "{around:?} {u} {v} {points:?}");
                }
            }
        }
    }
}

/// The least volume that many descents find, from random rotations and by random steps.
fn by_trying_many(points: &[[f32; 3]], rng: &mut Rng) -> f64 {
    let volume = |q: [f64; 4]| -> f64 {
        draw::columns(q.map(|x| x as f32)).iter().map(|axis| width(points, *axis)).product()
    };
    let mut least = f64::INFINITY;
    for _ in 0..40 {
        let mut q = [(); 4].map(|()| rng.between(-1.0, 1.0));
        let mut best = volume(q);
        let mut step = 0.3;
        while step > 1e-5 {
            let moved = q.map(|x| x + step * rng.between(-1.0, 1.0));
            let found = volume(moved);
            if found < best {
                (q, best) = (moved, found);
            } else {
                step *= 0.96;
            }
        }
        least = least.min(best);
    }
    least
}

#[test]
fn in_space_about_as_small_as_trying_many_finds() {
    let mut rng = Rng::new(42);
    let mut worst = 0.0_f64;
    for case in 0..60 {
        // Corners of a skewed box, a tetrahedron, and clouds.
        let count = [4, 5, 8, 12, 30, 100][case % 6];
        let points: Vec<[f32; 3]> = (0..count).map(|_| draw::vector(&mut rng, 3.0)).collect();
        let around = fitted::<3, Vec3>(&points);
        let found: f64 = sizes(around.half_extents().to_array()).iter().product();
        let least = by_trying_many(&points, &mut rng);
        worst = worst.max(found / least);
        assert!(found <= 1.01 * least, "{found} {least} {points:?}");
    }
    println!("at most {worst} times the least that many descents find");
}

#[test]
fn in_space_every_cloud_is_held() {
    let mut rng = Rng::new(43);
    for case in 0..1200 {
        fitted::<3, Vec3>(&cloud(case % KINDS, &mut rng));
    }
}

/// More points than the search looks at.
#[test]
fn what_the_search_does_not_see_is_held() {
    let mut rng = Rng::new(44);
    for stretch in [[1.0, 1.0, 1.0], [1e-3, 1.0, 9.0], [0.0, 1.0, 2.0], [0.0, 0.0, 1.0]] {
        let turn = draw::columns(draw::direction::<4>(&mut rng, 1.0));
        let points: Vec<[f32; 3]> = (0..3000)
            .map(|_| {
                let local = stretch.map(|x: f64| x * rng.between(-1.0, 1.0));
                draw::apply(turn, local).map(|x| x as f32)
            })
            .collect();
        let around = fitted::<3, Vec3>(&points);
        let mut sizes = sizes(around.half_extents().to_array());
        sizes.sort_by(f64::total_cmp);
        for (found, whole) in sizes.iter().zip(stretch) {
            assert!(*found <= 2.01 * whole + 2e-6, "{around:?} {stretch:?}");
        }
    }
}

/// A box gives itself back, and what lies along the axes is not turned by rounding.
#[test]
fn corners_of_a_box() {
    let upright = Obb3::new([1.0, 2.0, 3.0], [1.0, 2.0, 0.5], [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(Obb3::from_points(upright.corners()), Ok(upright));
    let tilted = Obb3::new([0.0; 3], [1.0, 2.0, 3.0], [0.5, 0.1, -0.2, 0.8]);
    let around = Obb3::from_points(tilted.corners()).unwrap();
    let mut half = around.half_extents().to_array();
    half.sort_by(f32::total_cmp);
    for (found, whole) in half.iter().zip([1.0, 2.0, 3.0]) {
        assert!((found - whole).abs() < 2e-6, "{around:?}");
    }
}

#[test]
fn the_smallest_and_the_largest_clouds() {
    let point = [0.1_f32, -3.0, 1e-40];
    let around = fitted::<3, Vec3>(&[point; 3]);
    assert_eq!(around, Obb3::new(point, [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let ends = [
        [f32::MIN; 3],
        [f32::MAX; 3],
        [f32::MAX, f32::MIN, f32::MIN],
        [f32::MIN, f32::MAX, f32::MIN],
    ];
    fitted::<3, Vec3>(&ends);
    let square = [[f32::MIN; 2], [f32::MAX; 2], [f32::MIN, f32::MAX], [f32::MAX, f32::MIN]];
    assert_eq!(fitted::<2, Vec2>(&square).half_extents().to_array(), [f32::MAX; 2]);
    let least = f32::from_bits(1);
    fitted::<3, Vec3>(&[[least, 0.0, 0.0], [0.0, -least, 0.0], [0.0, 0.0, least], [0.0; 3]]);
    assert_eq!(Obb3::from_points(Vec::<Vec3>::new()), Err(ShapeError::Empty));
    let bad = Obb2::from_points([[0.0, f32::NEG_INFINITY]]);
    assert_eq!(bad, Err(ShapeError::NotFinite { field: "points", value: f32::NEG_INFINITY }));
}
