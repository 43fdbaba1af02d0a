//! Rigs in TOML, written and read back.

use crate::motion::bending_arm;
use asunder::prelude::*;
use asunder::{Follow, Role, ScalePolicy};
use asunder_fit::{Options, ShapeChoice, fit, rig_from_toml, rig_to_toml};
use asunder_jury::Rng;

/// The bits of every number.
fn bits(rig: &Rig) -> String {
    format!("{rig:?}")
}

fn any_f32(rng: &mut Rng) -> f32 {
    loop {
        let x = f32::from_bits((rng.below(1 << 16) << 16 | rng.below(1 << 16)) as u32);
        if x.is_finite() && x != 0.0 {
            return x;
        }
    }
}

#[test]
fn rigs_come_back_bit_for_bit() {
    let mut rng = Rng::new(31);
    for _ in 0..200 {
        let mut v = || [0, 1, 2].map(|_| any_f32(&mut rng));
        let mut rig = Rig::new(
            "a \"knight\"\n",
            vec![Bone::new("hips", None), Bone::new("x", Some(0)), Bone::new("x", Some(1))],
        )
        .unwrap()
        .with_scale_policy(ScalePolicy::Refuse);
        let positive = |x: [f32; 3]| x.map(f32::abs);
        let shapes: Vec<Shape3> = vec![
            Sphere3::new(v(), positive(v())[0]).into(),
            Capsule3::new(v(), v(), positive(v())[1]).into(),
            Obb3::new(v(), positive(v()), [v()[0], 0.5, -0.25, 1e-7]).into(),
            Triangle3::new(v(), v(), v()).into(),
        ];
        for (bone, (index, shape)) in (0..3).cycle().zip(shapes.into_iter().enumerate()) {
            let hitbox = Hitbox {
                region: (index % 2 == 0).then(|| String::from("hand.l")),
                role: [Role::Attack, Role::Hurt, Role::Push][index % 3],
                follow: [Follow::PositionRotation, Follow::PositionScale, Follow::Position]
                    [index % 3],
                ..Hitbox::new(bone, shape)
            };
            rig.add(hitbox).unwrap();
        }
        let text = rig_to_toml(&rig);
        let read =
            rig_from_toml(&text, "rig.toml").unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(bits(&read), bits(&rig), "{text}");
        assert_eq!(rig_to_toml(&read), text);
    }
}

#[test]
fn fitted_rigs_come_back() {
    for shape in [ShapeChoice::Obb, ShapeChoice::Capsule, ShapeChoice::Sphere] {
        let fit = fit(&bending_arm(5), &Options { shape, ..Options::default() }).unwrap();
        let read = rig_from_toml(&rig_to_toml(fit.rig()), "rig.toml").unwrap();
        assert_eq!(bits(&read), bits(fit.rig()));
    }
}

#[test]
fn errors_name_line_column_and_key() {
    let rig = |rest: &str| format!("name = \"k\"\n[[bone]]\nname = \"hips\"\n{rest}");
    for (text, message) in [
        (
            rig("parent = \"hip\"\n"),
            "rig.toml:4:10: `parent`: there is no bone \"hip\"; the rig has hips\n    parent = \"hip\"",
        ),
        (rig("parent = 7\n"), "rig.toml:4:10: `parent`: there is no bone 7; the rig has hips\n"),
        (rig("parent = 0\n"), "rig.toml:3:8: `name`: k: bone \"hips\" hangs on itself"),
        (rig("weight = 1\n"), "rig.toml:4:1: `weight`: unknown field `weight`, expected"),
        (
            rig("inverse_bind = [1, 2]\n"),
            "rig.toml:4:16: `inverse_bind`: there are 2 numbers; expected 16",
        ),
        (
            rig("[[hitbox]]\nbone = 0\nshape = { sphere = { center = [0, 0, 0], radius = -1 } }\n"),
            "rig.toml:6:",
        ),
        (
            rig("[[hitbox]]\nbone = 0\nrole = \"parry\"\nshape = { point = [0, 0, 0] }\n"),
            "rig.toml:6:8: `role`: there is no \"parry\"; expected one of attack, hurt, push",
        ),
        (
            rig(
                "[[hitbox]]\nbone = 0\nshape = { half_space = { normal = [0, 1, 0], offset = 0 } }\n",
            ),
            "rig.toml:6:9: `shape`: k: the hitbox on bone \"hips\" is a half_space; expected a bounded",
        ),
        (String::from("name = "), "rig.toml:1:"),
    ] {
        let error = rig_from_toml(&text, "rig.toml").unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}\n{message}");
    }
    let bad =
        rig("[[hitbox]]\nbone = 0\nshape = { sphere = { center = [0, 0, 0], radius = -1 } }\n");
    let error = rig_from_toml(&bad, "rig.toml").unwrap_err().to_string();
    assert!(error.contains("sphere.radius is -1"), "{error}");
}
