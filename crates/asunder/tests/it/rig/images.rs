//! What becomes of a box under the matrices of bone and world.

use super::math::{Map, corners, dot, facts, minus, outside};
use super::{obb, random_box, random_map};
use asunder::Affine3;
use asunder::prelude::*;
use asunder::{RigError, ScalePolicy, TransformError};
use asunder_jury::Rng;

fn rig_of(shape: impl Into<Shape3>) -> Rig {
    let mut rig = Rig::new("one", vec![Bone::new("arm", None)]).unwrap();
    rig.add(Hitbox::new(0, shape)).unwrap();
    rig
}

/// The largest cosine between two axes of a box under a map; of lost axes, none.
fn skew(map: &Map, local: &Obb3) -> f64 {
    let linear = Map([map.0[0], map.0[1], map.0[2], [0.0; 3]]);
    let images = facts(local).1.map(|axis| linear.apply(axis));
    [(0, 1), (0, 2), (1, 2)].into_iter().fold(0.0, |worst, (i, k)| {
        let (a, b) = (images[i], images[k]);
        let cosine = dot(a, b).abs() / (dot(a, a) * dot(b, b)).sqrt();
        if cosine > worst { cosine } else { worst }
    })
}

#[test]
fn the_image_is_inside() {
    let mut rng = Rng::new(31);
    let mut skewed = 0;
    for _ in 0..5000 {
        let local = random_box(&mut rng);
        let rig = rig_of(local);
        let scale = |rng: &mut Rng| match rng.below(4) {
            0 => [1.0; 3],
            1 => [-2.0, 2.0, 2.0],
            2 => [1.0, 0.0, 3.0],
            _ => std::array::from_fn(|_| rng.sign() * rng.magnitude(-10..10)),
        };
        let (inner, outer) = (scale(&mut rng), scale(&mut rng));
        let (bone, world) = (random_map(&mut rng, inner, 3.0), random_map(&mut rng, outer, 3.0));
        let placed = rig.place(Bones::Global(&[bone]), &world).unwrap();
        let map = Map::from(&world).after(&Map::from(&bone));
        let magnitude = corners(&local)
            .iter()
            .flat_map(|&c| Map::from(&world).magnitudes(Map::from(&bone).magnitudes(c)))
            .fold(0.0, f64::max);
        let tolerance = match skew(&map, &local) {
            // Skewed: it holds all of the image, up to what this test itself rounds.
            cosine if cosine > 1.01e-5 => 1e-14,
            // A box again, each number rounded, its corners straightened.
            _ => 4e-5,
        };
        skewed += usize::from(tolerance < 1e-9);
        for corner in corners(&local) {
            let outside = outside(obb(&placed[0]), map.apply(corner));
            assert!(outside <= tolerance * magnitude, "{outside:e}: {placed:?} {bone:?} {world:?}");
        }
    }
    assert!((1000..4000).contains(&skewed), "{skewed}");
}

#[test]
fn the_skewed_image_is_the_image() {
    let mut rng = Rng::new(33);
    let mut skewed = 0;
    for _ in 0..2000 {
        let local = random_box(&mut rng);
        let rig = rig_of(local).with_scale_policy(ScalePolicy::Parallelepiped);
        let scale = |rng: &mut Rng| match rng.below(3) {
            0 => [-2.0, 2.0, 2.0],
            1 => [1.0, 0.0, 3.0],
            _ => std::array::from_fn(|_| rng.sign() * rng.magnitude(-4..4)),
        };
        let (inner, outer) = (scale(&mut rng), scale(&mut rng));
        let (bone, world) = (random_map(&mut rng, inner, 3.0), random_map(&mut rng, outer, 3.0));
        let placed = rig.place(Bones::Global(&[bone]), &world).unwrap();
        let (expected, refused) = (
            rig_of(local).place(Bones::Global(&[bone]), &world).unwrap(),
            rig_of(local)
                .with_scale_policy(ScalePolicy::Refuse)
                .place(Bones::Global(&[bone]), &world)
                .is_err(),
        );
        let Shape3::Parallelepiped(image) = &placed[0] else {
            assert!(!refused && placed == expected, "what stays a box is one by every policy");
            continue;
        };
        skewed += 1;
        assert!(refused, "what is refused is skewed");
        let map = Map::from(&world).after(&Map::from(&bone));
        // Four numbers make a corner, each off by half a last place of the largest at most.
        let magnitude = corners(&local)
            .iter()
            .flat_map(|&c| Map::from(&world).magnitudes(Map::from(&bone).magnitudes(c)))
            .fold(0.0, f64::max);
        for corner in corners(&local) {
            let true_corner = map.apply(corner);
            let near = image.corners().any(|found| {
                let error = (0..3)
                    .map(|j| (f64::from(found[j]) - true_corner[j]).abs())
                    .fold(0.0, f64::max);
                error <= 2.5 * f64::from(f32::EPSILON) * magnitude
            });
            assert!(near, "{true_corner:?} is no corner of {image:?}");
        }
        // The box around the image holds it.
        let Shape3::Obb(around) = &expected[0] else { panic!("{expected:?}") };
        let outside = image
            .corners()
            .map(|corner| outside(around, corner.to_array().map(f64::from)))
            .fold(0.0, f64::max);
        assert!(outside <= 1e-6 * magnitude, "{outside:e}");
    }
    assert!(skewed > 500, "{skewed}");
}

#[test]
fn what_cancels_in_the_product_is_inside() {
    // Integers, so that `i128` holds the true half-edge. The bone's first axis all but vanishes under
    // the world's rows, which are parallel: of what is left in `f64`, much is noise.
    let mut rng = Rng::new(32);
    for _ in 0..200 {
        let mut integer = |shift: usize| {
            let magnitude = (rng.bits() >> 41) as i64 + 1;
            (magnitude << shift) * rng.sign() as i64
        };
        let (mut row, mut axis) = ([integer(0), integer(12), 1], [integer(5), integer(9), 1]);
        let left = |row: [i64; 3], axis: [i64; 3]| {
            (0..3).map(|k| i128::from(row[k]) * i128::from(axis[k])).sum::<i128>()
        };
        let target = -(row[0] as f64 * axis[0] as f64 + row[1] as f64 * axis[1] as f64);
        for _ in 0..4096 {
            let factor = integer(12);
            let other = f64::from((target / factor as f64) as f32) as i64;
            let (closer, along) = ([row[0], row[1], factor], [axis[0], axis[1], other]);
            if left(closer, along).abs() < left(row, axis).abs() {
                (row, axis) = (closer, along);
            }
        }
        let left = left(row, axis) as f64;
        assert!(left.abs() < 1e-9 * target.abs());
        let world = row.map(|x| [x as f32, 2.0 * x as f32, 4.0 * x as f32]);
        let bone = [axis.map(|x| x as f32), [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let [bone, world] = [bone, world].map(|columns| Affine3::from_columns(columns, [0.0; 3]));
        let rig = rig_of(Obb3::new([0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]));
        let placed = rig.place(Bones::Global(&[bone]), &world).unwrap();
        let outside = outside(obb(&placed[0]), [left, 2.0 * left, 4.0 * left]);
        assert!(outside <= 1e-14 * left.abs(), "{outside:e} {left:e}: {placed:?}");
    }
}

#[test]
fn a_box_that_stays_a_box_keeps_its_size() {
    let local = Obb3::new([1.0, 0.0, 0.0], [0.5, 0.25, 0.125], [0.0, 0.0, 0.0, 1.0]);
    let rig = rig_of(local).with_scale_policy(ScalePolicy::Refuse);
    let quarter = Affine3::from(Pose3::new([0.0, 0.0, 2.0], [0.0, 0.0, 1.0, 1.0]));
    let mirror_and_scale = Affine3::from_columns(
        [[-2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 8.0]],
        [0.0, 0.0, 10.0],
    );
    let placed = rig.place(Bones::Global(&[quarter]), &mirror_and_scale).unwrap();
    let placed = obb(&placed[0]);
    assert_eq!(placed.center().to_array(), [0.0, 4.0, 26.0]);
    assert_eq!(placed.half_extents().to_array(), [2.0, 0.5, 1.0]);
}

#[test]
fn refusing_names_the_bone() {
    let local = Obb3::new([0.0; 3], [1.0; 3], [0.0, 0.0, 1.0, 2.0]);
    let rig = rig_of(local).with_scale_policy(ScalePolicy::Refuse);
    let stretch =
        Affine3::from_columns([[3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
    let mut placed = vec![Sphere3::new([0.0; 3], 1.0).into()];
    let error =
        rig.place_into(Bones::Global(&[stretch]), &Affine3::identity(), &mut placed).unwrap_err();
    assert!(
        matches!(&error, RigError::Placement { bone, cause: TransformError::Skewed { .. }, .. } if bone == "arm"),
        "{error:?}"
    );
    let message = error.to_string();
    assert!(
        message
            .starts_with("one: the hitbox on bone \"arm\" cannot be placed: the map skews the box"),
        "{message}"
    );
    assert!(placed.is_empty(), "nothing stale is left");
    let enclosed = rig.with_scale_policy(ScalePolicy::Enclose);
    assert!(enclosed.place(Bones::Global(&[stretch]), &Affine3::identity()).is_ok());
}

#[test]
fn spheres_grow_by_the_largest_stretch() {
    let rig = rig_of(Sphere3::new([0.0, 1.0, 0.0], 0.5));
    let stretch =
        Affine3::from_columns([[3.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0]], [0.0; 3]);
    let placed = rig.place(Bones::Global(&[stretch]), &Affine3::identity()).unwrap();
    let Shape3::Sphere(sphere) = &placed[0] else { panic!("{placed:?} is no sphere") };
    assert_eq!(sphere.center().to_array(), [0.0, -1.0, 0.0]);
    assert!((1.5..=1.5_f32.next_up()).contains(&sphere.radius()), "{sphere:?}");
}

/// How far `p` is from the segment from `a` to `b`.
fn from_segment(p: [f64; 3], a: [f64; 3], b: [f64; 3]) -> f64 {
    let (way, to) = (minus(b, a), minus(p, a));
    let square = dot(way, way);
    let t = if square > 0.0 { (dot(to, way) / square).clamp(0.0, 1.0) } else { 0.0 };
    let apart = [0, 1, 2].map(|i| to[i] - t * way[i]);
    dot(apart, apart).sqrt()
}

#[test]
fn round_shapes_hold_the_image_of_every_point() {
    let mut rng = Rng::new(34);
    for round in 0..3000 {
        let mut point = || -> [f32; 3] { std::array::from_fn(|_| rng.between(-2.0, 2.0) as f32) };
        let (a, b) = (point(), point());
        let radius = rng.between(0.0, 1.0) as f32;
        let round_shape: Shape3 = match round % 2 {
            0 => Sphere3::new(a, radius).into(),
            _ => Capsule3::new(a, b, radius).into(),
        };
        let b = if round % 2 == 0 { a } else { b };
        let rig = rig_of(round_shape.clone());
        let scale = |rng: &mut Rng| match rng.below(4) {
            0 => [1.0; 3],
            1 => [-2.0, 2.0, 2.0],
            2 => [1.0, 0.0, 3.0],
            _ => std::array::from_fn(|_| rng.sign() * rng.magnitude(-6..6)),
        };
        let (inner, outer) = (scale(&mut rng), scale(&mut rng));
        let (bone, world) = (random_map(&mut rng, inner, 3.0), random_map(&mut rng, outer, 3.0));
        let placed = rig.place(Bones::Global(&[bone]), &world).unwrap();
        let (from, to, around) = match &placed[0] {
            Shape3::Sphere(sphere) => (sphere.center(), sphere.center(), sphere.radius()),
            Shape3::Capsule(capsule) => (capsule.a(), capsule.b(), capsule.radius()),
            other => panic!("{other:?} is not round"),
        };
        assert_eq!(placed[0].kind(), round_shape.kind(), "the kind stays");
        let [from, to] = [from, to].map(|v| v.to_array().map(f64::from));
        let map = Map::from(&world).after(&Map::from(&bone));
        for _ in 0..20 {
            // A point of the shape: along the segment, then towards anywhere by the radius.
            let t = rng.between(0.0, 1.0);
            let way: [f64; 3] = std::array::from_fn(|_| rng.between(-1.0, 1.0));
            let length = dot(way, way).sqrt();
            let inside: [f64; 3] = std::array::from_fn(|i| {
                let along = f64::from(a[i]) + t * (f64::from(b[i]) - f64::from(a[i]));
                along + f64::from(radius) * way[i] / length
            });
            let magnitude = Map::from(&world)
                .magnitudes(Map::from(&bone).magnitudes(inside))
                .into_iter()
                .fold(0.0, f64::max);
            let outside = from_segment(map.apply(inside), from, to) - f64::from(around);
            assert!(outside <= 1e-14 * magnitude, "{outside:e}: {round_shape:?} {placed:?}");
        }
    }
}
