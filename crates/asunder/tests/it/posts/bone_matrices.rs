//! Colliders that follow a bone: a box along the axes, a turned box and a sphere under its matrix.

use crate::draw;
use asunder::Affine3;
use asunder::TransformError;
use asunder::prelude::*;
use asunder_jury::Rng;
use glam::Vec3;

/// Scale along the bone's axes, then rotation, then translation.
fn bone(turn: [[f64; 3]; 3], scale: [f64; 3], at: [f32; 3]) -> Affine3 {
    let columns: [[f32; 3]; 3] = core::array::from_fn(|i| turn[i].map(|x| (x * scale[i]) as f32));
    Affine3::from_columns(columns, at)
}

fn scales(map: &Affine3) -> [f32; 3] {
    [0, 1, 2].map(|i| map.column(i).length())
}

/// The image of a point, by the engine's arithmetic.
fn moved(map: &Affine3, p: Vec3) -> Vec3 {
    (0..3).fold(map.translation(), |sum, i| sum + map.column(i) * p[i])
}

/// The exhibits: the updates of the three colliders.
mod exhibit {
    use super::{moved, scales};
    use asunder::{Aabb3, Affine3, Obb3, Sphere3};
    use glam::{Mat3, Quat, Vec3};

    /// The corners under the matrix *without its rotation*, then the least and the greatest.
    pub(super) fn aabb(local: &Aabb3, map: &Affine3) -> Aabb3 {
        let [x, y, z] = scales(map);
        let upright =
            Affine3::from_columns([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], map.translation());
        Aabb3::from_points(local.corners().map(|corner| moved(&upright, corner))).expect("corners")
    }

    /// The center under the matrix, the rotation as a quaternion of the matrix without scale, the
    /// half extents times the scale.
    pub(super) fn obb(local: &Aabb3, map: &Affine3) -> Obb3 {
        let axes = [0, 1, 2].map(|i| map.column(i).normalize());
        let rotation = Quat::from_mat3(&Mat3::from_cols(axes[0], axes[1], axes[2]));
        let half = local.half_extents() * Vec3::from(scales(map));
        Obb3::new(moved(map, local.center()), half, rotation)
    }

    /// The radius times the greatest scale of an axis.
    pub(super) fn sphere(local: &Sphere3, map: &Affine3) -> Sphere3 {
        let scale = scales(map).into_iter().fold(0.0, f32::max);
        Sphere3::new(moved(map, local.center()), local.radius() * scale)
    }
}

/// More than rounding moves a corner by.
const SLACK: f32 = 1e-5;

/// Whether the box, grown by a hair, contains every image of the corners of `local`.
fn covers(shape: &Obb3, local: &Aabb3, map: &Affine3) -> bool {
    let grown = Obb3::new(shape.center(), shape.half_extents() + SLACK, shape.rotation());
    local.corners().all(|corner| grown.contains(&moved(map, corner)))
}

/// A forearm stretched out to the side: the box that drops the rotation does not cover it.
#[test]
fn a_box_along_the_axes_covers_the_turned_limb() {
    let forearm = Aabb3::new([-0.05, -0.3, -0.05], [0.05, 0.3, 0.05]);
    // A quarter turn about z takes the bone's y to -x.
    let turn = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let map = bone(turn, [1.0; 3], [0.5, 1.4, 0.0]);
    let fist = Sphere3::new([0.25, 1.4, 0.0], 0.04);
    assert!(!exhibit::aabb(&forearm, &map).intersects(&fist), "the exhibit stands upright");
    let arm = Obb3::from_local_aabb(&forearm, &map).unwrap();
    assert!(arm.intersects(&fist));
    let around = Aabb3::from_points(arm.corners()).unwrap();
    assert!(around.intersects(&fist));
    assert!(around.min().abs_diff_eq(Vec3::new(0.2, 1.35, -0.05), 1e-6), "{around:?}");
    assert!(around.max().abs_diff_eq(Vec3::new(0.8, 1.45, 0.05), 1e-6), "{around:?}");

    let mut rng = Rng::new(71);
    for _ in 0..500 {
        let turn = draw::rotation(&mut rng);
        let map = bone(turn, [1.0, 2.0, 0.5], draw::vector(&mut rng, 3.0));
        let around =
            Aabb3::from_points(Obb3::from_local_aabb(&forearm, &map).unwrap().corners()).unwrap();
        let grown = Aabb3::new(around.min() - SLACK, around.max() + SLACK);
        assert!(forearm.corners().all(|corner| grown.contains(&moved(&map, corner))));
    }
}

/// Turned and scaled along the bone's own axes, both ways of computing the box agree.
#[test]
fn turned_boxes_agree_where_nothing_is_skewed() {
    let mut rng = Rng::new(72);
    for _ in 0..500 {
        let scale = core::array::from_fn(|_| rng.between(0.5, 2.0));
        let map = bone(draw::rotation(&mut rng), scale, draw::vector(&mut rng, 3.0));
        let local = Aabb3::new([-0.1, 0.0, -0.2], [0.1, 0.6, 0.2]);
        let (ours, theirs) =
            (Obb3::from_local_aabb(&local, &map).unwrap(), exhibit::obb(&local, &map));
        assert!(covers(&ours, &local, &map) && covers(&theirs, &local, &map));
        assert!(ours.half_extents().abs_diff_eq(theirs.half_extents(), 1e-6));
        for (a, b) in ours.corners().zip(theirs.corners()) {
            assert!(a.distance(b) < SLACK, "{a} and {b}");
        }
    }
}

/// A parent scaled unevenly skews a turned bone. No box is the image; the exhibit returns one all
/// the same, and parts of the limb stick out of it.
#[test]
fn a_skewed_bone_is_refused_or_enclosed() {
    let mut rng = Rng::new(73);
    let local = Aabb3::new([-0.1, 0.0, -0.2], [0.1, 0.6, 0.2]);
    let mut sticking_out = 0;
    for _ in 0..500 {
        let stretch = rng.between(2.0, 4.0);
        let parent = bone(draw::rotation(&mut rng), [stretch, 1.0, 1.0], [0.0, 1.0, 0.0]);
        let child = bone(draw::rotation(&mut rng), [1.0; 3], [0.0, 0.5, 0.0]);
        let map = parent.after(&child);
        let refused = Obb3::from_local_aabb(&local, &map);
        assert!(matches!(refused, Err(TransformError::Skewed { .. })), "{refused:?}");
        let upright = local.transformed(&Pose3::identity());
        assert!(covers(&Obb3::enclosing(&upright, &map).unwrap(), &local, &map));
        sticking_out += usize::from(!covers(&exhibit::obb(&local, &map), &local, &map));
    }
    assert!(sticking_out > 400, "{sticking_out} of 500");
}

/// The greatest scale of an axis bounds a sphere under scale and rotation, and no other map.
#[test]
fn a_sphere_takes_the_greatest_stretch_not_the_longest_column() {
    let mut rng = Rng::new(74);
    let ball = Sphere3::new([0.0, 0.3, 0.0], 0.5);
    for _ in 0..500 {
        let scale = core::array::from_fn(|_| rng.between(0.5, 2.0));
        let map = bone(draw::rotation(&mut rng), scale, draw::vector(&mut rng, 3.0));
        let (ours, theirs) =
            (Sphere3::enclosing(&ball, &map).unwrap(), exhibit::sphere(&ball, &map));
        assert!(ours.center().distance(theirs.center()) < SLACK);
        assert!((ours.radius() - theirs.radius()).abs() < SLACK, "{ours:?} {theirs:?}");
    }
    // (1, 1, 0)/√2 goes to (2, 1, 0)/√2, further out than any column is long.
    let shear =
        Affine3::from_columns([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
    let surface = Vec3::new(1.0, 1.0, 0.0) * (0.5 * 0.5f32.sqrt());
    let on_surface = moved(&shear, ball.center() + surface);
    assert!(!exhibit::sphere(&ball, &shear).contains(&on_surface));
    assert!(Sphere3::enclosing(&ball, &shear).unwrap().contains(&on_surface));
}
