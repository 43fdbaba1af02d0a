//! Which hitbox follows what, and what it is called.

use super::math::{Map, corners, outside};
use super::{obb, random_box, random_map};
use asunder::Affine3;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder::{Affine2, Bone2, Follow, Hitbox2, Rig2, Role, Rot2, axis_angle};
use asunder_jury::Rng;

fn two_bones() -> Rig {
    Rig::new("knight", vec![Bone::new("arm.r", None), Bone::new("hand.r", Some(0))]).unwrap()
}

#[test]
fn following_the_position_keeps_size_and_orientation() {
    let mut rng = Rng::new(41);
    for _ in 0..200 {
        let local = random_box(&mut rng);
        let mut rig = two_bones();
        let push = Hitbox { follow: Follow::Position, role: Role::Push, ..Hitbox::new(1, local) };
        rig.add(push).unwrap();
        let bones = [0, 1].map(|_| random_map(&mut rng, [2.0, -1.0, 0.5], 4.0));
        let world = random_map(&mut rng, [1.0, 3.0, 1.0], 4.0);
        let placed = rig.place(Bones::Global(&bones), &world).unwrap();
        let placed = obb(&placed[0]);
        assert_eq!(placed.half_extents(), local.half_extents());
        let origin = Map::from(&world).apply(Map::from(&bones[1]).apply([0.0; 3]));
        let center = local.center().to_array().map(f64::from);
        let expected = [0, 1, 2].map(|i| (center[i] + origin[i]) as f32);
        assert_eq!(placed.center().to_array(), expected);
        for corner in corners(&local) {
            let moved = [0, 1, 2].map(|i| corner[i] + origin[i]);
            assert!(outside(placed, moved).abs() < 1e-5, "turned: {placed:?}");
        }
    }
}

#[test]
fn an_upright_box_stays_upright_exactly() {
    let mut rig = two_bones();
    let body = Aabb3::new([-0.5, 0.0, -0.5], [0.5, 2.0, 0.5]);
    rig.add(Hitbox { follow: Follow::Position, ..Hitbox::new(0, body) }).unwrap();
    let turned = Affine3::from(Pose3::new([0.0, 1.0, 0.0], axis_angle([1.0, 2.0, 3.0], 1.0)));
    let world = Affine3::from(Pose3::new([4.0, 0.0, 0.0], axis_angle([0.0, 1.0, 0.0], 0.5)));
    let placed = rig.place(Bones::Global(&[turned; 2]), &world).unwrap();
    assert_eq!(placed[0], Obb3::new([4.0, 2.0, 0.0], [0.5, 1.0, 0.5], [0.0, 0.0, 0.0, 1.0]).into());
}

/// A box on a bone of a character twice as large is twice as large, and stays axis-aligned.
#[test]
fn an_upright_box_grows_with_its_bone() {
    let mut rig = two_bones();
    let body = Aabb3::new([-0.5, 0.0, -0.5], [0.5, 2.0, 0.5]);
    rig.add(Hitbox { follow: Follow::PositionScale, ..Hitbox::new(0, body) }).unwrap();
    // A quarter turn about z that doubles x, under a world matrix that doubles all.
    let bone = Affine3::from_columns(
        [[0.0, 2.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        [0.0, 1.0, 0.0],
    );
    let world =
        Affine3::from_columns([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]], [4.0, 0.0, 0.0]);
    let placed = rig.place(Bones::Global(&[bone; 2]), &world).unwrap();
    assert_eq!(placed[0], Obb3::new([4.0, 4.0, 0.0], [2.0, 2.0, 1.0], [0.0, 0.0, 0.0, 1.0]).into());
}

/// Where nothing is scaled, it is the same as following the position, but for what lengths round.
#[test]
fn following_position_and_scale_turns_nothing() {
    let mut rng = Rng::new(42);
    for _ in 0..200 {
        let local = random_box(&mut rng);
        let mut rig = two_bones();
        for follow in [Follow::PositionScale, Follow::PositionRotation] {
            rig.add(Hitbox { follow, ..Hitbox::new(1, local) }).unwrap();
        }
        let bones = [0, 1].map(|_| random_map(&mut rng, [2.0, 2.0, 2.0], 4.0));
        let world = random_map(&mut rng, [1.5, 1.5, 1.5], 4.0);
        let placed = rig.place(Bones::Global(&bones), &world).unwrap();
        let [upright, turned] = [obb(&placed[0]), obb(&placed[1])];
        for (own, other) in upright.axes().into_iter().zip(local.axes()) {
            assert!((own - other).abs().max_element() < 1e-6, "turned: {upright:?}");
        }
        let ratio = upright.half_extents() / turned.half_extents();
        assert!((ratio - Vec3::ONE).abs().max_element() < 1e-6, "{ratio}");
    }
}

#[test]
fn a_weapon_is_held_at_its_offset() {
    let mut rig = two_bones();
    let blade = Aabb3::new([0.0, 0.0, 0.0], [2.0, 0.25, 0.125]);
    // A quarter turn about z, so that the blade points along the hand's y.
    let grip = Pose3::new([1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]);
    let index = rig.attach("hand.r", blade, &grip).unwrap();
    assert_eq!((index, rig.hitboxes()[index].role), (0, Role::Attack));
    assert_eq!(rig.label(index), "hand.r");
    let hand = Affine3::from(Pose3::from_translation([0.0, 0.0, 5.0]));
    let placed = rig.place(Bones::Global(&[Affine3::identity(), hand]), &hand).unwrap();
    let placed = obb(&placed[0]);
    for (point, inside) in [
        ([1.0, 2.0, 10.0], true),
        ([0.75, 0.0, 10.125], true),
        ([1.0, 2.001, 10.0], false),
        ([1.125, 1.0, 10.0], false),
    ] {
        assert_eq!(outside(placed, point) <= 1e-6, inside, "{point:?}");
    }
}

#[test]
fn a_region_is_the_label_where_there_is_one() {
    let mut rig = two_bones();
    let head = Sphere3::new([0.0; 3], 0.1);
    let plain = rig.add(Hitbox::new(0, head)).unwrap();
    let region = Some("head".to_owned());
    let named = rig.add(Hitbox { region, ..Hitbox::new(0, head) }).unwrap();
    assert_eq!([plain, named].map(|hitbox| rig.label(hitbox)), ["arm.r", "head"]);
    assert_eq!((rig.bone("hand.r"), rig.name()), (Ok(1), "knight"));
}

#[test]
fn every_bounded_shape_rides() {
    let mut rig = two_bones();
    rig.add(Hitbox::new(0, Shape3::Point([1.0, 2.0, 3.0].into()))).unwrap();
    rig.add(Hitbox::new(0, Aabb3::new([0.0; 3], [2.0; 3]))).unwrap();
    let double =
        Affine3::from_columns([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]], [1.0; 3]);
    let mut placed = Vec::new();
    for _ in 0..2 {
        rig.place_into(Bones::Global(&[double; 2]), &Affine3::identity(), &mut placed).unwrap();
        let cube = Obb3::new([3.0; 3], [2.0; 3], [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(placed, [Shape3::Point([3.0, 5.0, 7.0].into()), cube.into()]);
    }
}

/// A rig in the plane: bones by global matrices and by a palette, a body of a world, and files.
#[test]
fn rigs_stand_in_the_plane_too() {
    let bind = Affine2::from(Pose2::new([3.0, -1.0], Rot2::degrees(30.0)));
    let arm = Bone2::new("arm", None).with_inverse_bind(bind);
    let mut rig = Rig2::new("puppet", vec![arm]).unwrap();
    rig.add(Hitbox2::new(0, Aabb2::new([0.0, -0.5], [4.0, 0.5]))).unwrap();
    let global = Affine2::from(Pose2::new([1.0, 2.0], Rot2::degrees(-50.0)));
    let model = Affine2::from(Pose2::from_translation([10.0, 0.0]));
    let from_global = rig.place(Bones::Global(&[global]), &model).unwrap();
    let from_palette = rig.place(Bones::Skinning(&[global.after(&bind)]), &model).unwrap();
    let corners = |shape: &Shape2| match shape {
        Shape2::Obb(obb) => obb.corners().collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    for (a, b) in corners(&from_global[0]).into_iter().zip(corners(&from_palette[0])) {
        assert!((a - b).abs().max_element() < 1e-5, "{a} {b}");
    }
    let mut world = World2::new();
    let bones = Bones::Global(core::slice::from_ref(&global));
    let body = world.insert_rig(&rig, bones, &model, BodyKind::Moving, |_, it| it).unwrap();
    assert_eq!(world.shape(body.collider(0)).unwrap(), &from_global[0]);
    let text = serde_json::to_string(&rig).unwrap();
    assert_eq!(serde_json::from_str::<Rig2>(&text).unwrap(), rig);
    let flat = Affine2::from_columns([[1.0, 2.0], [2.0, 4.0]], [0.0; 2]);
    let broken = Rig2::new("flat", vec![Bone2::new("arm", None).with_inverse_bind(flat)]);
    assert!(broken.unwrap_err().to_string().contains("flattens space"));
}
