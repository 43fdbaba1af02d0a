//! What encloses contains what it encloses, as the library and the jury see it, and is tight.

mod boxes;
mod merged;
mod shapes;
mod spheres;

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::{Aabb, Contains, Obb, Shape, Sphere};
use asunder_jury::{self as jury, Rng};

/// The library's results as the jury's shapes.
trait Judge<const D: usize>: Space<D> {
    fn numbers(vector: Self) -> [f32; D];
    fn turn(obb: &Obb<Self>) -> [f32; 4];

    fn judged_aabb(aabb: &Aabb<Self>) -> jury::Shape<D> {
        jury::Shape::Aabb { min: Self::numbers(aabb.min()), max: Self::numbers(aabb.max()) }
    }
    fn judged_sphere(sphere: &Sphere<Self>) -> jury::Shape<D> {
        jury::Shape::Sphere { center: Self::numbers(sphere.center()), radius: sphere.radius() }
    }
    fn judged_obb(obb: &Obb<Self>) -> jury::Shape<D> {
        jury::Shape::Obb {
            center: Self::numbers(obb.center()),
            half_extents: Self::numbers(obb.half_extents()),
            rotation: Self::turn(obb),
        }
    }

    /// Asserts that the library and the jury agree that `around` contains the points.
    #[track_caller]
    fn assert_holds(around: Shape<Self>, judged: &jury::Shape<D>, points: &[[f32; D]]) {
        for point in points {
            let inside = around.contains(&Self::from_array(Self::vector(*point)));
            assert!(inside, "{around:?} lacks {point:?} of {points:?}");
        }
        // The jury is slow: of many points it sees some.
        for point in points.iter().step_by(points.len() / 50 + 1) {
            assert!(jury::contains(judged, &jury::Shape::Point(*point)), "{judged:?} {point:?}");
        }
    }
}

impl Judge<2> for Vec2 {
    fn numbers(vector: Self) -> [f32; 2] {
        vector.to_array()
    }
    fn turn(obb: &Obb<Self>) -> [f32; 4] {
        [obb.rotation().cos, obb.rotation().sin, 0.0, 0.0]
    }
}

impl Judge<3> for Vec3 {
    fn numbers(vector: Self) -> [f32; 3] {
        vector.to_array()
    }
    fn turn(obb: &Obb<Self>) -> [f32; 4] {
        obb.rotation().to_array()
    }
}

/// How many kinds of point sets there are.
const KINDS: usize = 12;

/// A few points, in a way that is hard on whoever encloses them; which one, `kind` says.
fn cloud<const D: usize>(kind: usize, rng: &mut Rng) -> Vec<[f32; D]> {
    let count = 1 + rng.below(12);
    let mut free = |range: f64| [(); D].map(|()| rng.between(-range, range) as f32);
    let along =
        |a: [f32; D], b: [f32; D], t: f32| std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t);
    let [a, b, c] = [free(3.0), free(3.0), free(3.0)];
    let mut points: Vec<[f32; D]> = (0..count).map(|_| free(2.0)).collect();
    let mut steps = |points: &mut [[f32; D]], f: &mut dyn FnMut(&mut Rng) -> [f32; D]| {
        points.iter_mut().for_each(|point| *point = f(rng));
    };
    match kind % KINDS {
        // Anywhere.
        0 => {}
        // On a grid, where many lie on one circle, face or edge.
        1 => points.iter_mut().flatten().for_each(|x| *x = x.round()),
        // All the same; on a line; on a plane.
        2 => points.fill(a),
        3 => steps(&mut points, &mut |rng| along(a, b, rng.between(-1.0, 1.0) as f32)),
        4 => steps(&mut points, &mut |rng| {
            let [s, t] = [(); 2].map(|()| rng.between(-1.0, 1.0) as f32);
            along(along(a, b, s), c, t)
        }),
        // Far from the origin; at the ends of the range; nearly nothing.
        5 => points.iter_mut().flatten().for_each(|x| *x += 1e6),
        6 => points.iter_mut().flatten().for_each(|x| *x *= f32::MAX / 4.0),
        7 => points.iter_mut().flatten().for_each(|x| *x *= 1e-44),
        8 => points.iter_mut().flatten().for_each(|x| *x = x.signum() * f32::MAX),
        // Long and thin, along no axis in particular.
        9 => steps(&mut points, &mut |rng| {
            let [s, t] = [rng.between(-1.0, 1.0) as f32, rng.between(-1e-5, 1e-5) as f32];
            along(along(a, b, s), c, t)
        }),
        // About as far from the origin as each other.
        10 => points.iter_mut().for_each(|point| {
            let length = point.iter().map(|x| x * x).sum::<f32>().sqrt();
            *point = point.map(|x| x / length);
        }),
        // Of all sizes at once.
        _ => steps(&mut points, &mut |rng| {
            [(); D].map(|()| (rng.sign() * rng.magnitude(-140..120)) as f32)
        }),
    }
    points
}
