//! What is no rig, and what places none: the message names the rig, the bone, what was expected.

use asunder::Affine3;
use asunder::prelude::*;
use asunder::{Bone3, MatrixError, Rig3, RigError};

fn message<T: std::fmt::Debug>(result: Result<T, RigError>) -> String {
    result.unwrap_err().to_string()
}

fn knight() -> Rig {
    let bones = ["hips", "spine", "hand.l", "hand.r"].map(|name| Bone::new(name, None));
    let mut rig = Rig::new("knight", bones.to_vec()).unwrap();
    rig.add(Hitbox::new(0, Sphere3::new([0.0; 3], 1.0))).unwrap();
    rig
}

#[test]
fn bones_hang_on_bones() {
    let chain = |parents: [Option<u16>; 3]| {
        let bones = ["a", "b", "c"].iter().zip(parents).map(|(&name, up)| Bone3::new(name, up));
        Rig::new("rig", bones.collect())
    };
    assert!(chain([Some(2), None, Some(1)]).is_ok(), "in any order");
    assert_eq!(
        message(chain([None, Some(3), None])),
        "rig: bone \"b\" hangs on bone 3; expected an index below 3"
    );
    for circle in [[Some(0), None, None], [None, Some(2), Some(1)], [Some(1), Some(2), Some(1)]] {
        let message = message(chain(circle));
        assert!(
            message.ends_with("hangs on itself, through its parents; expected a tree"),
            "{message}"
        );
    }
}

#[test]
fn a_rig_has_no_more_bones_than_an_index_can_number() {
    let rig = |count: usize| Rig::new("centipede", vec![Bone3::new("leg", None); count]);
    assert!(rig(65_536).is_ok());
    assert_eq!(message(rig(65_537)), "centipede has 65537 bones; expected at most 65536");
}

#[test]
fn inverse_bind_matrices_can_be_inverted() {
    let bound = |columns: [[f32; 3]; 3]| {
        let matrix = Affine3::from_columns(columns, [0.0; 3]);
        Rig::new("rig", vec![Bone::new("hip", None).with_inverse_bind(matrix)])
    };
    // Singular, though rounding gives it a determinant that is not quite zero.
    for flat in [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]],
        [
            [4_855_424.0, 6_091_538.0, 4_110_010.0],
            [5_818_062.0, 7_423_820.0, 6_344_469.0],
            [10_673_486.0, 13_515_358.0, 10_454_479.0],
        ],
        [[0.0; 3]; 3],
    ] {
        assert_eq!(
            message(bound(flat)),
            "rig: the inverse bind matrix of bone \"hip\" flattens space; expected one that can be \
             inverted"
        );
    }
    let small = [[1e-30, 0.0, 0.0], [0.0, 1e30, 0.0], [0.0, 0.0, 1.0]];
    assert!(bound(small).is_ok(), "a scale is no flattening");
    assert_eq!(
        message(bound([[f32::NAN, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])),
        "rig: the inverse bind matrix of bone \"hip\" is not finite; expected finite numbers"
    );
}

#[test]
fn hitboxes_are_bounded_and_ride_on_a_bone() {
    let mut rig = knight();
    let ball = Sphere3::new([0.0; 3], 1.0);
    assert_eq!(
        message(rig.add(Hitbox::new(4, ball))),
        "knight: there is no bone 4; expected an index below 4"
    );
    assert_eq!(
        message(rig.add(Hitbox::new(1, HalfSpace3::new([0.0, 1.0, 0.0], 0.0)))),
        "knight: the hitbox on bone \"spine\" is a half_space; expected a bounded \
         shape, and no frustum"
    );
    assert_eq!(
        message(rig.attach("Hand_R", ball, &Pose3::identity())),
        "knight: there is no bone \"Hand_R\"; it has hand.r, hand.l, hips, spine"
    );
    assert_eq!(
        message(rig.attach("hand.r", ball, &Pose3::from_translation([f32::INFINITY, 0.0, 0.0]))),
        "knight: the hitbox on bone \"hand.r\" cannot be placed: translation is inf; expected a \
         finite number"
    );
    assert_eq!(rig.hitboxes().len(), 1, "none of these was added");
}

#[test]
fn long_lists_of_bones_are_cut() {
    let bones = (0..60).map(|index| Bone3::new(format!("bone{index:02}"), None)).collect();
    let rig = Rig::new("snake", bones).unwrap();
    assert_eq!(
        message(rig.bone("bone33_")),
        "snake: there is no bone \"bone33_\"; it has bone33, bone03, bone13, bone23, bone30, bone31, \
         bone32, bone34 and 52 more"
    );
    let empty = Rig3::new("empty", Vec::new()).unwrap();
    assert_eq!(message(empty.bone("x")), "empty: there is no bone \"x\"; the rig has no bones");
}

#[test]
fn one_finite_matrix_for_each_bone() {
    let rig = knight();
    let (same, mut bones) = (Affine3::identity(), [Affine3::identity(); 4]);
    for wrong in [Bones::Global(&bones[..3]), Bones::Skinning(&bones[..3])] {
        assert_eq!(
            message(rig.place(wrong, &same)),
            "knight: there are 3 bone matrices; expected 4, one for each bone"
        );
    }
    let nan = Affine3::from_columns([[1.0, 0.0, f32::NAN]; 3], [0.0; 3]);
    assert_eq!(
        message(rig.place(Bones::Global(&bones), &nan)),
        "knight: the world matrix is not finite; expected finite numbers"
    );
    // Though no hitbox rides on this bone.
    bones[2] = nan;
    assert_eq!(
        message(rig.place(Bones::Skinning(&bones), &same)),
        "knight: the matrix of bone \"hand.l\" is not finite; expected finite numbers"
    );
}

#[test]
fn images_too_far_out_are_refused() {
    let rig = knight();
    let far =
        Affine3::from_columns([[1e30, 0.0, 0.0], [0.0, 1e30, 0.0], [0.0, 0.0, 1e30]], [1e30; 3]);
    let message = message(rig.place(Bones::Global(&[far; 4]), &far));
    assert!(
        message.starts_with("knight: the hitbox on bone \"hips\" cannot be placed: center is inf"),
        "{message}"
    );
}

#[test]
fn a_palette_stored_the_other_way_round_names_its_constructor() {
    // An Ogre bone matrix, rows in a row: moved by 1, 2, 3.
    let ogre = [1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 1.0, 3.0, 0.0, 0.0, 0.0, 1.0];
    for read in [Affine3::from_directx(&ogre), Affine3::from_gltf(&ogre)] {
        assert_eq!(read, Err(MatrixError::LooksTransposed { constructor: "Affine::from_ogre" }));
    }
    let palette = [Affine3::from_ogre(&ogre).unwrap(); 4];
    let placed = knight().place(Bones::Skinning(&palette), &Affine3::identity()).unwrap();
    assert_eq!(placed[0], Sphere3::new([1.0, 2.0, 3.0], 1.0).into());
}
