//! What goes into the prelude and into constructors: names that clash with nobody's, and vectors of
//! every kind.

/// Names of `bevy::prelude` that a collision library could take, too.
mod engine {
    pub(crate) use glam::{Quat, Vec2, Vec3};

    macro_rules! names {
        ($($name:ident)*) => {
            $(
                #[allow(dead_code, reason = "only the name matters")]
                pub(crate) struct $name;
            )*
        };
    }
    names! {
        Annulus App Asset Bundle Camera Capsule2d Capsule3d Circle Color Commands Component Cone
        Cuboid Curve Dir2 Dir3 Ellipse Entity Event Events Gizmos GlobalTransform Handle Isometry2d
        Isometry3d Line2d Line3d Mesh Name Observer Plane2d Plane3d Plugin Polygon Polyline2d Query
        Ray2d Ray3d Rect Rectangle Res Resource Rot2 Segment2d Segment3d Sphere Sprite Time Torus
        Transform Triangle2d Triangle3d Update Visibility With World
    }
}

/// Every glob of a game's file at once. A name that means two things does not compile where it is
/// used.
mod game {
    use super::engine::*;
    use asunder::prelude::*;
    use glam::*;

    // These are names of the engine's or of glam's as well: a game says which it means.
    use asunder::{Affine3, Rot2};

    type Engine = (World, Event, Sphere, Circle, Polygon, Transform, Quat, Vec2, Vec3);

    #[test]
    fn every_name_is_one_thing() {
        let unit2 = Obb2::new([0.0, 0.0], [1.0, 1.0], [1.0, 0.0]);
        let unit3 = Obb3::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
        let pose2 = Pose2::from_translation(vec2(2.0, 0.0));
        let pose3 = Pose3::from_translation(vec3(2.0, 0.0, 0.0));
        let (circle, ball) = (Sphere2::new([1.25, 0.0], 0.5), Sphere3::new([1.25, 0.0, 0.0], 0.5));
        assert!(unit2.intersects(&unit2.transformed(&pose2)) && unit2.intersects(&circle));
        assert!(unit3.intersects(&unit3.transformed(&pose3)) && unit3.penetrates(&ball));
        let (flat, block) = (Aabb2::new([0.0; 2], [1.0; 2]), Aabb3::new([0.0; 3], [1.0; 3]));
        assert!(flat.contains(&vec2(0.5, 1.0)) && block.contains(&vec3(0.5, 1.0, 0.0)));
        assert_eq!(block.closest_point(&vec3(0.5, 9.0, 0.5)), Some(vec3(0.5, 1.0, 0.5)));
        let (line, floor) = (Plane2::new([0.0, 1.0], 5.0), Plane3::new([0.0, 1.0, 0.0], -5.0));
        assert_eq!((flat.side(&line), block.side(&floor)), (Side::Back, Side::Front));
        let below: HalfSpace2 = line.back();
        let above: HalfSpace3 = floor.front();
        assert!(below.intersects(&flat) && above.intersects(&block));
        let shapes: (Shape2, Shape3) = (circle.into(), ball.into());
        assert_eq!((shapes.0.kind(), shapes.1.kind()), ("sphere", "sphere"));
        let turned = unit2.transformed(&Pose2::new([0.0; 2], Rot2::degrees(90.0)));
        assert_eq!(turned.corners().next(), Some(vec2(1.0, -1.0)));
        assert_eq!(unit3.affine_image(&Affine3::identity()), Ok(unit3));
        assert!(size_of::<Engine>() >= size_of::<(Quat, Vec2, Vec3)>());
    }
}

/// Whatever turns into an array goes in.
#[test]
fn vectors_of_every_kind_go_in() {
    use asunder::glam::{Quat, Vec2, Vec3, Vec3A};
    use asunder::prelude::*;
    use asunder::{Affine2, Affine3, Rot2};

    let ball = Sphere3::new([0.0, 1.0, 2.0], 1.0);
    assert_eq!(Sphere3::new((0.0, 1.0, 2.0), 1.0), ball);
    assert_eq!(Sphere3::new(Vec3::new(0.0, 1.0, 2.0), 1.0), ball);
    assert_eq!(Sphere3::new(Vec3A::new(0.0, 1.0, 2.0), 1.0), ball);
    assert_eq!(Sphere2::new((0.0, 1.0), 1.0), Sphere2::new(Vec2::new(0.0, 1.0), 1.0));

    let unit = Obb3::new([0.0; 3], [1.0; 3], [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(Obb3::new(Vec3::ZERO, Vec3::ONE, Quat::IDENTITY), unit);
    assert_eq!(Obb3::new((0.0, 0.0, 0.0), Vec3A::ONE, (0.0, 0.0, 0.0, 1.0)), unit);
    let square = Obb2::new([0.0; 2], [1.0; 2], [0.0, 1.0]);
    assert_eq!(Obb2::new((0.0, 0.0), Vec2::ONE, Rot2::degrees(90.0)), square);
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    assert_eq!(Obb3::from_axes(Vec3::ZERO, axes, (1.0, 1.0, 1.0)), Ok(unit));
    assert_eq!(Obb2::from_axes((0.0, 0.0), [(0.0, 1.0), (-1.0, 0.0)], Vec2::ONE), Ok(square));

    let block = Aabb3::new([0.0; 3], [2.0; 3]);
    assert_eq!(Aabb3::new(Vec3::ZERO, (2.0, 2.0, 2.0)), block);
    assert_eq!(Aabb3::from_center_half_extents(Vec3::ONE, (1.0, 1.0, 1.0)), block);
    assert_eq!(Aabb3::from_center_size((1.0, 1.0, 1.0), Vec3A::splat(2.0)), block);
    assert_eq!(Aabb3::from_points([Vec3::ZERO, Vec3::splat(2.0)]), Ok(block));
    assert_eq!(Aabb3::from_points([(2.0, 2.0, 2.0), (0.0, 0.0, 0.0)]), Ok(block));

    assert_eq!(Plane3::new(Vec3::Y, 1.0), Plane3::new((0.0, 1.0, 0.0), 1.0));
    assert_eq!(HalfSpace2::new(Vec2::Y, 1.0), HalfSpace2::new((0.0, 1.0), 1.0));
    assert_eq!(Pose3::new(Vec3::X, Quat::IDENTITY), Pose3::from_translation((1.0, 0.0, 0.0)));
    assert_eq!(Pose2::new((1.0, 0.0), Rot2::IDENTITY), Pose2::from_translation(Vec2::X));
    assert_eq!(unit.with_center(Vec3::X), unit.with_center((1.0, 0.0, 0.0)));
    assert_eq!(unit.project(Vec3::X), unit.project((1.0, 0.0, 0.0)));
    let sprite = |size: Vec2| Obb2::from_sprite(size, (0.5, 0.5), &Affine2::identity());
    assert_eq!(
        sprite(Vec2::ONE),
        Obb2::from_sprite([1.0, 1.0], Vec2::splat(0.5), &Affine2::identity())
    );
    let moved = Affine3::from_columns([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], Vec3::X);
    assert_eq!(moved.translation(), Vec3::X);
}

#[test]
fn typed_shapes_and_shapes_of_any_kind_ask_each_other() {
    use asunder::prelude::*;
    let ball = Sphere3::new([0.0, 2.0, 0.0], 1.0);
    let ground: Shape3 = HalfSpace3::new([0.0, 1.0, 0.0], 1.0).into();
    assert!(ball.intersects(&ground) && ground.intersects(&ball));
    assert!(!ball.penetrates(&ground) && !ground.penetrates(&ball));
    assert!(!ground.contains(&ball) && !ball.contains(&ground));
}

/// Worlds are stepped on one thread and asked on others.
#[test]
fn what_is_kept_can_be_sent_and_shared() {
    use asunder::glam::Vec3;
    use asunder::prelude::*;

    fn can_be<T: Send + Sync>() {}
    can_be::<Shape3>();
    can_be::<World3>();
    can_be::<History3>();
    can_be::<asunder::world::View<'static, Vec3>>();
    can_be::<asunder::world::Snapshot<Vec3>>();
    can_be::<asunder::tree::Tree3>();
    can_be::<asunder::batch::Set<Obb3>>();
    can_be::<asunder::batch::Mask>();
    can_be::<Rig>();
}
