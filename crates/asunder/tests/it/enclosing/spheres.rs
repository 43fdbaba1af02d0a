//! Spheres around points: valid always, and as small as trying everything finds.

use super::{Judge, KINDS, cloud};
use asunder::glam::{Vec2, Vec3};
use asunder::{ShapeError, Sphere, Sphere2, Sphere3};
use asunder_jury::{Rng, Shape as Judged};

/// The radius of the smallest ball around the points: of all balls through two, three or four of
/// them that contain the rest, the smallest. `slack` is how far, relatively, a point may be outside.
fn by_trying_all<const D: usize>(points: &[[f32; D]], slack: f64) -> f64 {
    let points: Vec<[f64; D]> = points.iter().map(|p| p.map(f64::from)).collect();
    if points.iter().all(|point| *point == points[0]) {
        return 0.0;
    }
    let apart = |a: &[f64; D], b: &[f64; D]| {
        (0..D).map(|t| (a[t] - b[t]) * (a[t] - b[t])).sum::<f64>().sqrt()
    };
    let mut least = f64::INFINITY;
    let mut attempt = |chosen: &[usize]| {
        let Some(center) = equally_far(&chosen.iter().map(|&i| points[i]).collect::<Vec<_>>())
        else {
            return;
        };
        let radius = apart(&center, &points[chosen[0]]);
        if radius < least
            && points.iter().all(|point| apart(point, &center) <= radius * (1.0 + slack))
        {
            least = radius;
        }
    };
    let n = points.len();
    for i in 0..n {
        for j in 0..i {
            attempt(&[i, j]);
            for k in 0..j {
                attempt(&[i, j, k]);
                if D == 3 {
                    (0..k).for_each(|l| attempt(&[i, j, k, l]));
                }
            }
        }
    }
    least
}

/// The point equally far from all, nearest to them: in the plane or line they lie on. By Cramer's
/// rule over an orthonormal basis (Gram and Schmidt) of their differences.
fn equally_far<const D: usize>(points: &[[f64; D]]) -> Option<[f64; D]> {
    let dot = |a: &[f64; D], b: &[f64; D]| (0..D).map(|t| a[t] * b[t]).sum::<f64>();
    let mut center = points[0];
    let mut basis: Vec<[f64; D]> = Vec::new();
    for point in &points[1..] {
        let edge: [f64; D] = std::array::from_fn(|t| point[t] - points[0][t]);
        let mut across = edge;
        for _ in 0..2 {
            for axis in &basis {
                let along = dot(&across, axis);
                across = std::array::from_fn(|t| across[t] - along * axis[t]);
            }
        }
        let length = dot(&across, &across).sqrt();
        if length <= 1e-9 * dot(&edge, &edge).sqrt() {
            return None;
        }
        let axis = across.map(|x| x / length);
        // Moved across what is settled, until as far from this point as from the first.
        let [to_first, to_this] =
            [points[0], *point].map(|p| -> [f64; D] { std::array::from_fn(|t| p[t] - center[t]) });
        let by = (dot(&to_this, &to_this) - dot(&to_first, &to_first)) / (2.0 * dot(&edge, &axis));
        center = std::array::from_fn(|t| center[t] + by * axis[t]);
        basis.push(axis);
    }
    Some(center)
}

fn judge<const D: usize, V: Judge<D>>(points: &[[f32; D]]) {
    let found = Sphere::<V>::from_points(points.iter().map(|point| V::vector(*point)));
    let least = by_trying_all(points, 1e-9);
    let around = match found {
        Ok(around) => around,
        Err(error) => {
            assert_eq!(error, ShapeError::NotRepresentable);
            assert!(least > 0.999 * f64::from(f32::MAX), "{points:?}");
            return;
        }
    };
    V::assert_holds(around.into(), &V::judged_sphere(&around), points);
    let largest = points.iter().flatten().fold(0.0_f64, |most, &x| most.max(f64::from(x).abs()));
    // Rounding the center, and the radius.
    let most = least * (1.0 + 1e-6) + 1.1e-7 * largest + 3e-45;
    assert!(f64::from(around.radius()) <= most, "{around:?} {least} {points:?}");
    // The least radius for this center.
    if around.radius() > 0.0 {
        let less = Judged::Sphere {
            center: V::numbers(around.center()),
            radius: around.radius().next_down(),
        };
        let lacks = |point: &[f32; D]| !asunder_jury::contains(&less, &Judged::Point(*point));
        assert!(points.iter().any(lacks), "{less:?} will do: {points:?}");
    }
}

#[test]
fn as_small_as_trying_all_finds() {
    let mut rng = Rng::new(31);
    for case in 0..600 {
        judge::<3, Vec3>(&cloud(case % KINDS, &mut rng));
        judge::<2, Vec2>(&cloud(case % KINDS, &mut rng));
    }
}

/// Many points on one sphere, and a thousand copies: the basis must not go round in circles.
#[test]
fn many_points_on_one_sphere() {
    let mut rng = Rng::new(33);
    let mut points: Vec<[f32; 3]> = Vec::new();
    for (x, y, z) in [(2, 3, 6), (1, 4, 8), (4, 4, 7), (2, 6, 9), (6, 6, 7)] {
        let norm = ((x * x + y * y + z * z) as f32).sqrt();
        for signs in 0..8 {
            let sign = |bit: i32| if signs >> bit & 1 == 1 { -1.0 } else { 1.0 };
            let point = [x as f32 * sign(0), y as f32 * sign(1), z as f32 * sign(2)];
            points.extend([0, 1, 2].map(|turn| [0, 1, 2].map(|t| point[(t + turn) % 3] / norm)));
        }
    }
    for _ in 0..3000 {
        points.push(points[rng.below(points.len())]);
    }
    let around = Sphere3::from_points(points.iter().copied()).unwrap();
    assert!((around.radius() - 1.0).abs() < 2e-7, "{around:?}");
    Vec3::assert_holds(around.into(), &Vec3::judged_sphere(&around), &points);
}

#[test]
fn no_points_and_bad_ones_are_refused() {
    let none: [[f32; 2]; 0] = [];
    assert_eq!(Sphere2::from_points(none), Err(ShapeError::Empty));
    let bad = Sphere2::from_points([[0.0, 1.0], [f32::INFINITY, 0.0]]);
    assert_eq!(bad, Err(ShapeError::NotFinite { field: "points", value: f32::INFINITY }));
}
