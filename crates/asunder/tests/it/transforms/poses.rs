//! Placing by a pose: each number of the image is the true one, rounded once.

use crate::draw;
use asunder::prelude::*;
use asunder_jury::Rng;
use glam::Vec3;

/// The point's image under the pose, in `f64`.
fn moved(pose: &Pose3, point: Vec3) -> [f64; 3] {
    let turned =
        draw::apply(draw::columns(pose.rotation().to_array()), point.to_array().map(f64::from));
    core::array::from_fn(|j| turned[j] + f64::from(pose.translation().to_array()[j]))
}

#[test]
fn centers_are_rounded_once() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let reach = rng.magnitude(-20..20);
        let (local, pose) = (draw::obb(&mut rng, reach), draw::pose(&mut rng, reach));
        let slack = 1e-14 * reach;
        let image = local.transformed(&pose);
        let point = Shape3::Point(local.center()).try_transformed(&pose);
        let sphere = Sphere3::new(local.center(), 1.0).transformed(&pose);
        assert_eq!(sphere.center(), image.center());
        assert_eq!(point, Ok(Shape3::Point(image.center())));
        assert_eq!((sphere.radius(), image.half_extents()), (1.0, local.half_extents()));
        for (got, want) in image.center().to_array().into_iter().zip(moved(&pose, local.center())) {
            draw::assert_rounded(got, want, slack);
        }
    }
}

#[test]
fn an_unturned_box_is_rounded_once_too() {
    let mut rng = Rng::new(2);
    for _ in 0..2000 {
        let (a, b): ([f32; 3], [f32; 3]) =
            (draw::vector(&mut rng, 8.0), draw::vector(&mut rng, 8.0));
        let local = Aabb3::from_points([a, b]).unwrap();
        let pose =
            Pose3::new(draw::vector::<3>(&mut rng, 8.0), draw::direction::<4>(&mut rng, 1.0));
        let image = local.transformed(&pose);
        let wide = |v: Vec3| v.to_array().map(f64::from);
        let (min, max) = (wide(local.min()), wide(local.max()));
        let middle = core::array::from_fn(|i| (min[i] + max[i]) / 2.0);
        let turned = draw::apply(draw::columns(pose.rotation().to_array()), middle);
        for j in 0..3 {
            let want = turned[j] + f64::from(pose.translation().to_array()[j]);
            draw::assert_rounded(image.center().to_array()[j], want, 1e-14);
            draw::assert_rounded(image.half_extents().to_array()[j], (max[j] - min[j]) / 2.0, 0.0);
        }
    }
}

/// Rotations of any length compose: no product of theirs is lost to the range of `f32`.
#[test]
fn axes_turn_with_the_pose() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let length = rng.magnitude(-120..120);
        let local = Obb3::new([0.0; 3], [1.0; 3], draw::direction::<4>(&mut rng, length));
        let pose = draw::pose(&mut rng, 1.0);
        let image = local.transformed(&pose);
        let turn = draw::columns(pose.rotation().to_array());
        let axes = draw::columns(local.rotation().to_array());
        for (axis, image) in axes.into_iter().zip(image.axes()) {
            let want = draw::apply(turn, axis);
            for (got, want) in image.to_array().into_iter().zip(want) {
                assert!((f64::from(got) - want).abs() < 4e-7, "{got} is not {want}: {pose:?}");
            }
        }
    }
}

#[test]
fn the_plane_turns_the_same_way() {
    let mut rng = Rng::new(4);
    for _ in 0..2000 {
        let lengths = [rng.magnitude(-120..120), rng.magnitude(-120..120)];
        let [rotation, [cos, sin]] = lengths.map(|length| draw::direction::<2>(&mut rng, length));
        let local = Obb2::new([3.0, -1.0], [1.0, 2.0], rotation);
        let pose = Pose2::new([0.5, 7.0], [cos, sin]);
        let image = local.transformed(&pose);
        let norm = draw::length([f64::from(cos), f64::from(sin)]);
        let turn = |[x, y]: [f64; 2]| {
            let (c, s) = (f64::from(cos) / norm, f64::from(sin) / norm);
            [c * x - s * y, s * x + c * y]
        };
        let wide = |v: glam::Vec2| v.to_array().map(f64::from);
        let center = turn(wide(local.center()));
        draw::assert_rounded(image.center().x, center[0] + 0.5, 1e-14);
        draw::assert_rounded(image.center().y, center[1] + 7.0, 1e-14);
        for (axis, image) in local.axes().into_iter().zip(image.axes()) {
            let off: [f64; 2] = core::array::from_fn(|j| turn(wide(axis))[j] - wide(image)[j]);
            assert!(draw::length(off) < 4e-7, "{image}");
        }
    }
}

/// A point on a plane is still on it, up to the rounding of the normal and the point.
#[test]
fn planes_go_where_their_points_go() {
    let mut rng = Rng::new(6);
    for _ in 0..2000 {
        let (normal, on) = (draw::direction::<3>(&mut rng, 3.0), draw::vector::<3>(&mut rng, 10.0));
        let offset = draw::dot(normal.map(f64::from), on.map(f64::from));
        let plane = Plane3::new(normal, offset as f32);
        let pose =
            Pose3::new(draw::vector::<3>(&mut rng, 10.0), draw::direction::<4>(&mut rng, 1.0));
        let image = plane.transformed(&pose);
        let half_space = plane.back().transformed(&pose);
        assert_eq!(half_space.boundary(), image);
        let normal = image.normal().to_array().map(f64::from);
        let height = draw::dot(normal, moved(&pose, Vec3::from(on))) - f64::from(image.offset());
        assert!((height / 3.0).abs() < 1e-5, "{height} above {image:?}");
        let above: [f32; 3] = core::array::from_fn(|i| on[i] + plane.normal().to_array()[i]);
        let above = moved(&pose, Vec3::from(above)).map(|x| x as f32);
        assert_eq!(Vec3::from(above).side(&image), Side::Front);
    }
}

#[test]
fn poses_that_are_none_are_refused() {
    let unit = Obb3::new([0.0; 3], [1.0; 3], [0.0, 0.0, 0.0, 1.0]);
    let message = |pose: Pose3| unit.try_transformed(&pose).unwrap_err().to_string();
    assert_eq!(
        message(Pose3::from_translation([0.0, f32::NAN, 0.0])),
        "translation is NaN; expected a finite number"
    );
    assert_eq!(
        message(Pose3::new([0.0; 3], [0.0; 4])),
        "rotation is zero and has no direction; expected any other length"
    );
    let far = unit.with_center([f32::MAX; 3]).unwrap();
    assert!(far.try_transformed(&Pose3::from_translation([f32::MAX; 3])).is_err());
    assert_eq!(unit.transformed(&Pose3::identity()), unit);
}
