//! Spheres, boxes and planes tested through closest points, one pair at a time, where each pair has
//! its own idea of touching.

use asunder::prelude::*;
use glam::{Quat, Vec3};

/// The exhibits: `<=` between spheres, `<` between a sphere and a box or a plane.
mod exhibit {
    use glam::Vec3;

    pub(super) fn sphere_sphere(p: Vec3, r: f32, q: Vec3, s: f32) -> bool {
        (p - q).length_squared() <= (r + s) * (r + s)
    }

    pub(super) fn sphere_closest(center: Vec3, radius: f32, closest: Vec3) -> bool {
        (center - closest).length_squared() < radius * radius
    }

    /// `size` is half the size.
    pub(super) fn aabb_plane(position: Vec3, size: Vec3, normal: Vec3, distance: f32) -> bool {
        let reach = size.dot(normal.abs());
        (normal.dot(position) - distance).abs() <= reach
    }

    pub(super) fn plane_plane(n: Vec3, m: Vec3) -> bool {
        n.cross(m).length_squared() != 0.0
    }
}

#[test]
fn touching_counts_for_every_pair() {
    let sphere = Sphere3::new((2.0, 0.0, 0.0), 1.0);
    let point = Vec3::new(1.0, 0.0, 0.0);
    let others: [Shape3; 6] = [
        Shape3::Point(point),
        Sphere3::new((0.0, 0.0, 0.0), 1.0).into(),
        Aabb3::new((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0)).into(),
        Obb3::new((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), Quat::IDENTITY).into(),
        Plane3::new((1.0, 0.0, 0.0), 1.0).into(),
        HalfSpace3::new((1.0, 0.0, 0.0), 1.0).into(),
    ];
    let (shape, apart) = (Shape3::from(sphere), Sphere3::new((2.000_000_2, 0.0, 0.0), 1.0));
    for other in &others {
        assert!(shape.intersects(other) && other.intersects(&shape), "{}", other.kind());
        assert!(!shape.penetrates(other), "{}", other.kind());
        assert!(!other.intersects(&Shape3::from(apart)), "{}", other.kind());
    }
    // The exhibits say yes to the first touch and no to the same touch of a box or a plane.
    let center = Vec3::new(2.0, 0.0, 0.0);
    assert!(exhibit::sphere_sphere(center, 1.0, Vec3::ZERO, 1.0));
    assert!(!exhibit::sphere_closest(center, 1.0, point));
    assert!(exhibit::aabb_plane(Vec3::ZERO, Vec3::ONE, Vec3::X, 1.0));
}

/// A radius of zero is a point; the strict test loses it even inside a box.
#[test]
fn a_point_sized_sphere_inside_a_box_is_found() {
    let inside = Sphere3::new((0.5, 0.5, 0.5), 0.0);
    let bounds = Aabb3::new((0.0, 0.0, 0.0), (1.0, 1.0, 1.0));
    let closest = bounds.closest_point(&inside.center()).unwrap();
    assert!(!exhibit::sphere_closest(inside.center(), 0.0, closest));
    assert!(inside.intersects(&bounds) && inside.penetrates(&bounds));
}

/// The form of both the post and asunder is n·x = d.
#[test]
fn planes_meet_unless_they_are_parallel_and_apart() {
    let floor = Plane3::new((0.0, 2.0, 0.0), 2.0);
    let same = Plane3::new((0.0, -3.0, 0.0), -3.0);
    assert!(floor.intersects(&same), "coincident planes share every point");
    assert!(!exhibit::plane_plane(floor.normal(), same.normal()), "the exhibit: none");
    let above = Plane3::new((0.0, 1.0, 0.0), 1.000_000_1);
    assert!(!floor.intersects(&above));
    // Nearly parallel planes meet far away; the exhibit's cross product is lost to underflow.
    let tilted = Plane3::new((1e-30, 1.0, 0.0), 5.0);
    assert!(floor.intersects(&tilted));
    assert!(!exhibit::plane_plane(floor.normal(), tilted.normal()));
}

/// DirectX, Ogre and Bevy write n·x + d = 0.
#[test]
fn the_other_sign_of_the_offset_has_its_own_door() {
    let floor = Plane3::from_equation([0.0, 1.0, 0.0, -2.0]).unwrap();
    assert_eq!(floor, Plane3::new((0.0, 1.0, 0.0), 2.0));
    assert_eq!(Vec3::new(0.0, 3.0, 0.0).side(&floor), Side::Front);
    let through_origin = Plane3::from_equation([0.0, 1.0, 0.0, 0.0]).unwrap();
    assert_eq!(through_origin.offset().to_bits(), 0, "no negative zero");
    let line = Plane2::from_equation([3.0, 4.0, -10.0]).unwrap();
    assert!(line.contains(&glam::Vec2::new(2.0, 1.0)));
    assert!(Plane3::from_equation([0.0, 0.0, 0.0, 1.0]).is_err());
    assert!(Plane3::from_equation([0.0, 1.0, 0.0, f32::NAN]).is_err());
}

#[test]
fn closest_points() {
    let bounds = Aabb3::new((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0));
    let outside = Vec3::new(3.0, 0.5, -4.0);
    assert_eq!(bounds.closest_point(&outside), Some(Vec3::new(1.0, 0.5, -1.0)));
    // A quarter turn about z swaps the first two half extents.
    let turned = Obb3::new((0.0, 0.0, 0.0), (1.0, 2.0, 1.0), (0.0, 0.0, 1.0, 1.0));
    assert_eq!(turned.closest_point(&outside), Some(Vec3::new(2.0, 0.5, -1.0)));
    let floor = Plane3::new((0.0, 0.0, 2.0), 2.0);
    assert_eq!(floor.closest_point(&outside), Some(Vec3::new(3.0, 0.5, 1.0)));
    let ball = Sphere3::new((3.0, 0.5, 0.0), 1.5);
    assert_eq!(ball.closest_point(&outside), Some(Vec3::new(3.0, 0.5, -1.5)));
    // Inside, the closest point is the point itself.
    let inside = Vec3::new(0.25, -0.75, 0.5);
    assert_eq!(bounds.closest_point(&inside), Some(inside));
}

/// The post's `size` is half the size; a full size has a constructor of its own.
#[test]
fn sizes_say_whether_they_are_half() {
    let half = Aabb3::from_center_half_extents((1.0, 2.0, 3.0), (0.5, 1.0, 1.5));
    let full = Aabb3::from_center_size((1.0, 2.0, 3.0), (1.0, 2.0, 3.0));
    assert_eq!(half, full);
    assert_eq!((half.min(), half.max()), (Vec3::new(0.5, 1.0, 1.5), Vec3::new(1.5, 3.0, 4.5)));
    assert_eq!((half.center(), half.size()), (Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(half.half_extents(), Vec3::new(0.5, 1.0, 1.5));
    assert!(Aabb3::try_from_center_size((0.0, 0.0, 0.0), (1.0, -1.0, 1.0)).is_err());
}
