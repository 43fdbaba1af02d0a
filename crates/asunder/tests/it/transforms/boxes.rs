//! Boxes from axes, and what a box tells of itself: corners, edges, planes, axes, shadows.

use crate::draw;
use asunder::Rot2;
use asunder::prelude::*;
use asunder::{Obb3, ShapeError};
use asunder_jury::Rng;
use glam::{Vec2, Vec3};

#[test]
fn axes_come_back() {
    let mut rng = Rng::new(41);
    for _ in 0..2000 {
        let lengths: [f64; 3] = core::array::from_fn(|_| rng.magnitude(-60..60));
        let unit = draw::rotation(&mut rng);
        let axes: [[f32; 3]; 3] =
            core::array::from_fn(|i| unit[i].map(|x| (x * lengths[i]) as f32));
        let half: [f32; 3] = draw::half_extents(&mut rng, 2.0);
        let made = Obb3::from_axes([1.0, 2.0, 3.0], axes, half).unwrap();
        assert_eq!(made.half_extents().to_array(), half);
        for (got, want) in made.axes().into_iter().zip(unit) {
            let off: [f64; 3] = core::array::from_fn(|j| f64::from(got.to_array()[j]) - want[j]);
            assert!(draw::length(off) < 1e-6, "{got} is not {want:?}");
        }
    }
}

#[test]
fn left_handed_axes_describe_the_same_box() {
    let mut rng = Rng::new(42);
    for mirrored in [0, 1, 2].repeat(200) {
        let mut axes = draw::rotation(&mut rng).map(|axis| axis.map(|x| x as f32));
        let right = Obb3::from_axes([0.0; 3], axes, [1.0, 2.0, 3.0]).unwrap();
        axes[mirrored] = axes[mirrored].map(|x| -x);
        let left = Obb3::from_axes([0.0; 3], axes, [1.0, 2.0, 3.0]).unwrap();
        for corner in right.corners() {
            let nearest = left.corners().map(|other| other.distance(corner));
            assert!(nearest.fold(f32::MAX, f32::min) < 4e-6, "{corner} of {right:?}");
        }
    }
    let left = Obb2::from_axes([0.0; 2], [[0.6, 0.8], [0.8, -0.6]], [1.0, 2.0]).unwrap();
    assert_eq!(left.rotation(), Rot2 { cos: 0.6, sin: 0.8 });
}

/// What the axes lack of right angles is shared among them: none counts for more.
#[test]
fn the_nearest_rotation_is_taken() {
    let mut rng = Rng::new(49);
    for _ in 0..200 {
        let rotation = draw::rotation(&mut rng);
        let skew: [f64; 3] = core::array::from_fn(|_| rng.between(-4e-6, 4e-6));
        let axes: [[f32; 3]; 3] = core::array::from_fn(|i| {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            core::array::from_fn(|j| {
                let skewed = skew[last] * rotation[next][j] + skew[next] * rotation[last][j];
                (rotation[i][j] + skewed) as f32
            })
        });
        let made = Obb3::from_axes([0.0; 3], axes, [1.0; 3]).unwrap();
        for (got, want) in made.axes().into_iter().zip(rotation) {
            let off: [f64; 3] = core::array::from_fn(|j| f64::from(got.to_array()[j]) - want[j]);
            assert!(draw::length(off) < 4e-7, "{got} is not {want:?}");
        }
    }
    let made = Obb2::from_axes([0.0; 2], [[1.0, 0.0], [8e-6, 1.0]], [1.0; 2]).unwrap();
    assert!((made.rotation().sin + 4e-6).abs() < 1e-11, "{made:?}");
}

#[test]
fn axes_that_make_no_box_are_refused() {
    let made = |axes: [[f32; 3]; 3]| Obb3::from_axes([0.0; 3], axes, [1.0; 3]);
    let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    assert_eq!(
        made([x, [0.6, 0.8, 0.0], z]).unwrap_err().to_string(),
        "axes 0 and 1 are not at right angles (the cosine between them is 0.6); enclose the skewed \
         box with `Obb::enclosing`"
    );
    assert!(matches!(
        made([x, y, [0.0, 2e-5, 1.0]]),
        Err(ShapeError::NotOrthogonal { axes: (1, 2), .. })
    ));
    assert!(made([x, y, [0.0, 0.5e-5, 1.0]]).is_ok());
    assert_eq!(made([x, [0.0; 3], z]), Err(ShapeError::Zero { field: "axes" }));
    assert!(made([x, y, [0.0, 0.0, f32::from_bits(1)]]).is_ok(), "a subnormal has a direction");
    assert_eq!(
        made([x, y, [0.0, f32::NAN, 1.0]]).unwrap_err().to_string(),
        "axes is NaN; expected a finite number"
    );
    assert_eq!(
        Obb3::from_axes([0.0; 3], [x, y, z], [1.0, -1.0, 1.0]),
        Err(ShapeError::Negative { field: "half_extents", value: -1.0 })
    );
}

/// Half extents that no box is so thin as to have, so that sides can be told apart.
fn solid(rng: &mut Rng) -> Obb3 {
    let half: [f32; 3] = core::array::from_fn(|_| rng.between(0.1, 4.0) as f32);
    Obb3::new(draw::vector::<3>(rng, 4.0), half, draw::direction::<4>(rng, 1.0))
}

#[test]
fn corners_are_center_plus_axes() {
    let mut rng = Rng::new(43);
    for _ in 0..500 {
        let shape = solid(&mut rng);
        let axes = draw::columns(shape.rotation().to_array());
        assert_eq!(shape.corners().len(), 8);
        for (index, corner) in shape.corners().enumerate() {
            for (j, got) in corner.to_array().into_iter().enumerate() {
                let want = (0..3).fold(f64::from(shape.center().to_array()[j]), |sum, i| {
                    let side = if index >> i & 1 == 1 { 1.0 } else { -1.0 };
                    sum + side * f64::from(shape.half_extents().to_array()[i]) * axes[i][j]
                });
                draw::assert_rounded(got, want, 1e-14);
            }
        }
    }
}

#[test]
fn edges_join_corners_along_the_axes() {
    let mut rng = Rng::new(44);
    for _ in 0..500 {
        let shape = solid(&mut rng);
        let mut along = [0; 3];
        for (a, b) in shape.edges() {
            assert!(shape.corners().any(|c| c == a) && shape.corners().any(|c| c == b));
            let axis = (0..3).position_of(|i| {
                let edge = shape.axes()[i] * (2.0 * shape.half_extents()[i]);
                (b - a).abs_diff_eq(edge, 4e-6)
            });
            along[axis] += 1;
        }
        assert_eq!((shape.edges().len(), along), (12, [4; 3]));
    }
    let flat = Obb2::new([0.0; 2], [1.0, 2.0], Rot2::IDENTITY);
    let length: f32 = flat.edges().map(|(a, b)| a.distance(b)).sum();
    assert_eq!((flat.edges().len(), length), (4, 12.0));
}

trait PositionOf {
    /// The one number for which the test is true.
    fn position_of(self, test: impl FnMut(usize) -> bool) -> usize;
}

impl PositionOf for core::ops::Range<usize> {
    fn position_of(self, mut test: impl FnMut(usize) -> bool) -> usize {
        let found: Vec<usize> = self.filter(|&i| test(i)).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        found[0]
    }
}

#[test]
fn planes_are_the_faces() {
    let mut rng = Rng::new(45);
    for _ in 0..500 {
        let shape = solid(&mut rng);
        assert_eq!(shape.planes().len(), 6);
        for (face, plane) in shape.planes().enumerate() {
            let side = if face % 2 == 0 { -1.0 } else { 1.0 };
            assert_eq!(plane.normal(), shape.axes()[face / 2] * side);
            assert_eq!(shape.center().side(&plane), Side::Back);
            let on = shape
                .corners()
                .filter(|corner| (plane.normal().dot(*corner) - plane.offset()).abs() < 1e-5)
                .count();
            assert_eq!(on, 4);
            let shadow = shape.project(plane.normal());
            assert!((shadow.max - plane.offset()).abs() < 4e-6, "{shadow:?} {plane:?}");
        }
    }
    let flat = Obb2::new([1.0, 1.0], [1.0, 2.0], Rot2::degrees(90.0));
    let lines: Vec<_> = flat.planes().map(|line| (line.normal(), line.offset())).collect();
    let expected = [
        (Vec2::new(-0.0, -1.0), 0.0),
        (Vec2::new(0.0, 1.0), 2.0),
        (Vec2::new(1.0, -0.0), 3.0),
        (Vec2::new(-1.0, 0.0), 1.0),
    ];
    assert_eq!(lines, expected);
}

/// Faces so far out that their offset along a unit normal is no `f32`.
#[test]
fn planes_of_a_box_far_out_are_planes() {
    let far = Obb3::new([f32::MAX; 3], [1e38; 3], [1.0, 2.0, 3.0, 4.0]);
    for plane in far.planes() {
        assert!(plane.offset().is_finite() && plane.normal().is_finite(), "{plane:?}");
        assert_eq!(far.center().side(&plane), Side::Back);
        let ratio = far.project(plane.normal()).max / plane.offset();
        assert!((ratio - 1.0).abs() < 1e-6, "{plane:?}");
    }
}

#[test]
fn shadows_span_the_corners() {
    let mut rng = Rng::new(46);
    for _ in 0..500 {
        let shape = solid(&mut rng);
        let axis = draw::direction::<3>(&mut rng, 2.0);
        let shadow = shape.project(axis);
        let along: Vec<f32> = shape.corners().map(|corner| Vec3::from(axis).dot(corner)).collect();
        let min = along.iter().copied().fold(f32::MAX, f32::min);
        let max = along.iter().copied().fold(f32::MIN, f32::max);
        assert!((shadow.min - min).abs() < 2e-5 && (shadow.max - max).abs() < 2e-5, "{shadow:?}");
    }
}
