//! What a program meets that imports a shape and nothing else.

use asunder::glam::{Vec2, Vec3, vec3};
use asunder::world::{BodyKind, Collider};
use asunder::{
    Affine2, Affine3, Bone, Bones, Error, Hitbox, Obb3, Plane3, Pose2, Pose3, Ray3, Rig, Rot2,
    Segment3, Shape3, Sphere3, World2, World3,
};

/// No trait is imported: these are methods of the shapes.
#[test]
fn shapes_answer_without_a_trait_in_scope() {
    let still = [0.0, 0.0, 0.0, 1.0];
    let a = Obb3::new([0.0; 3], [1.0; 3], still);
    let touching = Obb3::new([2.0, 0.0, 0.0], [1.0; 3], still);
    let apart = Obb3::new([5.0, 0.0, 0.0], [1.0; 3], still);
    assert!(a.intersects(&touching) && !a.penetrates(&touching) && !a.intersects(&apart));
    assert!(a.contains(&Sphere3::new([0.0; 3], 1.0)) && !a.contains(&touching));
    let (distance, zero): (f32, f32) = (a.distance(&apart), a.distance(&touching));
    assert_eq!((distance, zero), (3.0, 0.0));
    let near = a.closest_points(&apart).unwrap();
    assert_eq!((near.on_a.x, near.on_b.x), (1.0, 4.0));
    assert_eq!(a.closest_points(&touching), None);
    assert_eq!(a.closest_point(&vec3(3.0, 0.0, 0.0)), Some(Vec3::X));
    assert_eq!(a.penetration(&touching).unwrap().depth, 0.0);
    assert!(a.contact(&touching).is_some() && a.contact(&apart).is_none());
    assert_eq!(a.cast([6.0, 0.0, 0.0], &apart).unwrap().fraction, 0.5);
    let ray = Ray3::new([-3.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    assert_eq!(a.ray_cast(&ray).unwrap().fraction, 2.0);
    assert!(a.segment_cast(&Segment3::new([-3.0, 0.0, 0.0], [-1.5, 0.0, 0.0])).is_none());
    assert_eq!((a.aabb().max(), a.bounding_sphere().center()), (Vec3::ONE, Vec3::ZERO));
    assert!(a.explain(&touching).is_some());
}

/// Of what may not be finite the answer is an option, and of what has no bounds an error.
#[test]
fn what_may_have_no_answer_says_so() {
    let ball = Sphere3::new([0.0; 3], 1.0);
    let (here, nowhere) = (vec3(0.0, 3.0, 0.0), vec3(0.0, f32::NAN, 0.0));
    assert_eq!((ball.distance(&here), ball.distance(&nowhere)), (Some(2.0), None));
    assert_eq!(ball.distance(&Shape3::from(ball)), Some(0.0));
    assert!(Plane3::new([0.0, 1.0, 0.0], 0.0).try_aabb().is_err());
    let told = std::panic::catch_unwind(|| Plane3::new([0.0, 1.0, 0.0], 0.0).aabb());
    assert!(told.is_err());
}

/// A map after its inverse is the identity up to rounding, and a flat one has none.
#[test]
fn an_inverse_undoes_its_map() {
    let mut rng = asunder_jury::Rng::new(7);
    for _ in 0..200 {
        let mut number = || rng.between(-2.0, 2.0) as f32;
        let columns = [0; 3].map(|_| [0; 3].map(|_| number()));
        let map = Affine3::from_columns(columns, [0; 3].map(|_| number()));
        let Some(back) = map.inverse() else { panic!("{map:?} is not flat") };
        let largest = (0..3).map(|i| back.column(i).abs().max_element()).fold(1.0, f32::max);
        let round = back.after(&map);
        for (i, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            assert!((round.column(i) - axis).length() < 1e-5 * largest, "{map:?}");
        }
        assert!(round.translation().length() < 1e-5 * largest, "{map:?}");
    }
    let turn = Affine2::from(Pose2::new([3.0, 1.0], Rot2::degrees(90.0)));
    let origin = turn.inverse().unwrap().after(&turn).translation();
    assert_eq!(origin, Vec2::ZERO);
    assert!(Affine2::from_columns([[1.0, 2.0], [2.0, 4.0]], [0.0, 0.0]).inverse().is_none());
    assert!(Affine2::from_columns([[f32::NAN, 2.0], [2.0, 4.0]], [0.0, 0.0]).inverse().is_none());
    // Its inverse would be larger than any number.
    let tiny = f32::from_bits(1);
    assert!(Affine2::from_columns([[tiny, 0.0], [0.0, tiny]], [0.0, 0.0]).inverse().is_none());
}

/// The pose of a body is known as long as one pose says where it is.
#[test]
fn a_body_tells_its_pose() -> Result<(), Error> {
    let mut world = World2::new();
    let body = world.insert(asunder::Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
    assert_eq!(world.body_pose(body)?, Some(Pose2::identity()));
    let pose = Pose2::new([1.0, 2.0], Rot2::degrees(30.0));
    world.set_body_pose(body, &pose)?;
    assert_eq!(world.body_pose(body)?, Some(pose));
    world.set_body_poses(body, &[pose])?;
    assert_eq!(world.body_pose(body)?, None);
    world.remove(body)?;
    assert!(matches!(world.body_pose(body), Err(asunder::world::WorldError::NoBody { .. })));
    Ok(())
}

/// A rig's colliders name their bones and, by place among the labels, their regions; what is wrong with
/// the bones' matrices leaves the world as it was.
#[test]
fn a_rig_is_a_body_of_a_world() -> Result<(), Error> {
    let bones =
        vec![Bone::new("hips", None), Bone::new("arm.l", Some(0)), Bone::new("arm.r", Some(0))];
    let mut rig = Rig::new("puppet", bones)?;
    let arm = |bone, region: &str| Hitbox {
        region: Some(region.into()),
        ..Hitbox::new(bone, Sphere3::new([0.0; 3], 0.5))
    };
    rig.add(Hitbox::new(0, Sphere3::new([0.0; 3], 1.0)))?;
    rig.add(arm(1, "arms"))?;
    rig.add(arm(2, "arms"))?;
    assert_eq!(rig.labels(), ["hips", "arms"]);
    let at = |x: f32| Affine3::from(Pose3::from_translation([x, 0.0, 0.0]));
    let matrices = [at(0.0), at(-2.0), at(2.0)];
    let mut world = World3::new();
    let tag = |hitbox: &Hitbox, collider: Collider<Vec3>| collider.tag(100 + hitbox.bone as u64);
    let body =
        world.insert_rig(&rig, Bones::Global(&matrices), &at(10.0), BodyKind::Moving, tag)?;
    let arm = world.collider(body.collider(2))?;
    assert_eq!((arm.bone, arm.region, arm.tag), (Some(2), 1, 102));
    assert_eq!(*world.shape(body.collider(2))?, Sphere3::new([12.0, 0.0, 0.0], 0.5).into());
    let refused = world.set_rig(body, &rig, Bones::Global(&matrices[..2]), &at(0.0));
    assert!(matches!(refused, Err(Error::Rig(_))), "{refused:?}");
    assert_eq!(*world.shape(body.collider(2))?, Sphere3::new([12.0, 0.0, 0.0], 0.5).into());
    world.set_rig(body, &rig, Bones::Global(&matrices), &at(20.0))?;
    assert_eq!(*world.shape(body.collider(1))?, Sphere3::new([18.0, 0.0, 0.0], 0.5).into());
    Ok(())
}
