//! Fitting to models in motion.

use crate::fixture::{Fixture, random_rotation, rigid, turned};
use asunder::Affine3;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder_fit::{Assignment, Fit, Frames, Options, ShapeChoice, baseline, evaluate, fit, fit_to};
use asunder_gltf::Model;
use asunder_gltf::matrix::IDENTITY;
use asunder_jury::Rng;
use serde_json::json;

/// An arm along x of two bones, whose elbow bends by a quarter turn in one second. The vertices near
/// it are moved by both.
pub(crate) fn bending_arm(seed: u64) -> Model {
    let half = 0.5_f32.sqrt();
    let mut arm = arm(seed);
    arm.turns = Some((1, vec![0.0, 1.0], vec![[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half]]));
    arm.read()
}

/// The arm without its clip.
fn arm(seed: u64) -> Fixture {
    let mut rng = Rng::new(seed);
    let mut arm = Fixture::default();
    let upper = arm.joint(json!({"name": "upper", "children": [1]}), IDENTITY);
    let bind = rigid([0.0, 0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]);
    let lower = arm.joint(json!({"name": "lower", "translation": [1, 0, 0]}), bind);
    for ring in 0..=20 {
        let x = f64::from(ring) / 10.0;
        let share = ((x - 0.7) / 0.6).clamp(0.0, 1.0) as f32;
        for _ in 0..8 {
            let [y, z, ..] = random_rotation(&mut rng);
            let length = 0.2 / (y * y + z * z).sqrt();
            arm.positions.push([x, y * length, z * length].map(|x| x as f32));
            arm.shares.push(([upper, lower, 0, 0], [1.0 - share, share, 0.0, 0.0]));
        }
    }
    arm.triangles = (0..arm.positions.len() as u32 - 2).map(|i| [i, i + 1, i + 2]).collect();
    arm
}

#[test]
fn a_bone_that_a_clip_hides_does_not_stretch_its_hitbox() {
    // Scaled to nothing, or to so little that what the upper arm holds near the elbow would lie a
    // thousand lengths away in the lower arm's own space; half of the time.
    for least in [0.0, 1e-3] {
        let mut arm = arm(4);
        let times = vec![0.0, 0.5, 0.501, 1.0];
        arm.turns = Some((1, times, Vec::new()));
        arm.scales = vec![[1.0; 3], [1.0; 3], [least; 3], [least; 3]];
        let model = arm.read();
        let frames = Frames::all(&model).unwrap();
        let fit =
            fit_to(&model, &Options { coverage: 1.0, ..Options::default() }, &frames).unwrap();
        let lower = fit.rig().bone("lower").unwrap();
        let hitbox = &fit.rig().hitboxes()[fit.hitbox(lower).unwrap()];
        let Shape3::Obb(obb) = &hitbox.shape else { panic!("{hitbox:?}") };
        assert!(obb.half_extents().max_element() < 0.7, "{least}: {obb:?}");

        // The others lose nothing either: hidden vertices are none that a hitbox could cover.
        let options = Options { coverage: 0.9, ..Options::default() };
        let fit = fit_to(&model, &options, &frames).unwrap();
        let report = evaluate(&model, &fit, &frames, &|_| ()).unwrap();
        assert!((0.9..0.999).contains(&report.coverage), "{least}: {}", report.coverage);
    }
}

#[test]
fn as_much_is_covered_as_is_asked_for_and_more_costs_more() {
    let model = bending_arm(1);
    let frames = Frames::all(&model).unwrap();
    let volume = |coverage: f64| {
        let options = Options { coverage, ..Options::default() };
        let fit = fit_to(&model, &options, &frames).unwrap();
        let report = evaluate(&model, &fit, &frames, &|_| ()).unwrap();
        assert!(report.coverage >= coverage, "{} of {coverage}", report.coverage);
        let boxes = fit.rig().hitboxes().iter().map(|hitbox| match &hitbox.shape {
            Shape3::Obb(obb) => obb.half_extents().to_array().iter().product::<f32>(),
            other => panic!("{other:?} is no box"),
        });
        boxes.sum::<f32>()
    };
    let volumes = [0.9, 0.97, 1.0].map(volume);
    assert!(volumes[0] < volumes[1] && volumes[1] < volumes[2], "{volumes:?}");
}

#[test]
fn the_same_fit_has_the_same_bits() {
    let model = bending_arm(2);
    let frames = Frames::all(&model).unwrap();
    let options = Options { shape: ShapeChoice::Best, ..Options::default() };
    let fits = [0, 1].map(|_| fit_to(&model, &options, &frames).unwrap());
    assert_eq!(fits[0], fits[1]);
    let reports = fits.map(|fit| evaluate(&model, &fit, &frames, &|_| ()).unwrap());
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn a_model_without_clips_is_judged_at_rest() {
    let mut model = bending_arm(3);
    model.clips.clear();
    let frames = Frames::all(&model).unwrap();
    assert_eq!(frames.list(), [asunder_fit::Frame { clip: None, number: 0 }]);
    let fit = fit_to(&model, &Options { coverage: 1.0, ..Options::default() }, &frames).unwrap();
    assert_eq!(evaluate(&model, &fit, &frames, &|_| ()).unwrap().coverage, 1.0);
}

#[test]
fn a_clip_of_hours_is_refused() {
    let mut model = bending_arm(3);
    model.clips[0].duration = 1e30;
    let error = Frames::all(&model).unwrap_err().to_string();
    assert!(error.starts_with("fixture: the clip \"turn\" lasts 1000000000000000"), "{error}");
}

/// A body with a left and a right limb, mirror images across x = 0, whose bones' own axes do not
/// mirror each other in any particular way.
fn mirrored(rng: &mut Rng) -> Model {
    let mut body = Fixture::default();
    let root = body.joint(json!({"name": "hips", "children": [1, 2]}), IDENTITY);
    body.points(root, &[[-0.2, 0.0, 0.1], [0.2, 0.0, 0.1], [0.0, 0.5, -0.1], [0.0, -0.2, 0.0]]);
    let left: Vec<[f32; 3]> = (0..30)
        .map(|_| {
            let [x, y, z, _] = random_rotation(rng);
            [1.0 + 0.5 * x, 0.2 * y, 0.1 * z + 0.05 * x].map(|x| x as f32)
        })
        .collect();
    let right: Vec<[f32; 3]> = left.iter().map(|&[x, y, z]| [-x, y, z]).collect();
    let q = random_rotation(rng);
    // The inverse bind matrix puts the joint at x = ±0.7: p -> q (p - joint).
    let bind = |q: [f64; 4], x: f64| rigid(q, turned(q, [-x, 0.0, 0.0]));
    // The mirror image of a turn: about the mirrored axis, the other way.
    let image = [q[0], -q[1], -q[2], q[3]];
    let joint = |name: &str, x: f64| json!({"name": name, "translation": [x, 0, 0]});
    let l = body.joint(joint("arm.L", 0.7), bind(q, 0.7));
    let r = body.joint(joint("arm.R", -0.7), bind(image, -0.7));
    body.points(l, &left);
    body.points(r, &right);
    body.read()
}

#[test]
fn boxes_of_mirrored_bones_mirror() {
    let mut rng = Rng::new(21);
    for round in 0..30 {
        let model = mirrored(&mut rng);
        let shape = [ShapeChoice::Obb, ShapeChoice::Capsule, ShapeChoice::Best][round % 3];
        let options = Options { shape, coverage: 1.0, ..Options::default() };
        let frames = Frames::all(&model).unwrap();
        let fit = fit_to(&model, &options, &frames).unwrap();
        // The bind pose: bones at the inverse of their inverse bind matrices.
        let hitbox = |name: &str| {
            let bone = fit.rig().bone(name).unwrap();
            (bone, fit.rig().hitboxes()[fit.hitbox(bone).unwrap()].shape.clone())
        };
        let (left, right) = (hitbox("arm.L"), hitbox("arm.R"));
        let points = |(bone, shape): &(u16, Shape3)| -> Vec<[f64; 3]> {
            let m = model.skins[0].inverse_bind[usize::from(*bone)];
            let back = |p: Vec3| {
                // The inverse of a turn and a move.
                let d = [0, 1, 2].map(|i| f64::from(p.to_array()[i]) - f64::from(m[12 + i]));
                [0, 1, 2].map(|i| (0..3).map(|j| f64::from(m[4 * i + j]) * d[j]).sum())
            };
            match shape {
                Shape3::Obb(obb) => obb.corners().map(back).collect(),
                Shape3::Capsule(it) => {
                    vec![back(it.a()), back(it.b()), [f64::from(it.radius()), 0.0, 0.0]]
                }
                Shape3::Sphere(it) => vec![back(it.center())],
                other => panic!("{other:?}"),
            }
        };
        let capsule = matches!(left.1, Shape3::Capsule(_));
        let (a, b) = (points(&left), points(&right));
        assert_eq!(a.len(), b.len());
        for (index, p) in a.iter().enumerate() {
            let image = if capsule && index == 2 { *p } else { [-p[0], p[1], p[2]] };
            let near = |q: &&[f64; 3]| (0..3).all(|i| (q[i] - image[i]).abs() < 1e-5);
            assert!(b.iter().any(|q| near(&q)), "{image:?} is not in {b:?}");
        }
    }
}

#[test]
fn limbs_that_differ_are_fitted_apart() {
    let mut rng = Rng::new(22);
    let mut body = Fixture::default();
    let root = body.joint(json!({"name": "hips", "children": [1, 2]}), IDENTITY);
    body.points(root, &[[-0.2, 0.0, 0.1], [0.2, 0.0, 0.1], [0.0, 0.5, -0.1], [0.0, -0.2, 0.0]]);
    let bind = |x: f64| rigid([0.0, 0.0, 0.0, 1.0], [-x, 0.0, 0.0]);
    let joint = |name: &str, x: f64| json!({"name": name, "translation": [x, 0, 0]});
    let l = body.joint(joint("Hand_L", 0.7), bind(0.7));
    let r = body.joint(joint("Hand_R", -0.7), bind(-0.7));
    let mut cloud = |x: f64, size: f64| -> Vec<[f32; 3]> {
        let mut point = || {
            let [a, b, c, _] = random_rotation(&mut rng);
            [x + size * a, size * b, size * c].map(|x| x as f32)
        };
        (0..40).map(|_| point()).collect()
    };
    let (large, small) = (cloud(0.9, 0.3), cloud(-0.9, 0.1));
    body.points(l, &large);
    body.points(r, &small);
    let model = body.read();
    let frames = Frames::all(&model).unwrap();
    let fit = fit_to(&model, &Options::default(), &frames).unwrap();
    let size = |bone: u16| match &fit.rig().hitboxes()[fit.hitbox(bone).unwrap()].shape {
        Shape3::Obb(obb) => obb.half_extents().max_element(),
        other => panic!("{other:?}"),
    };
    assert!(size(1) > 0.2 && size(2) < 0.15, "{} {}", size(1), size(2));
}

#[test]
fn joints_of_the_second_set_count() {
    let mut pair = Fixture::default();
    let a = pair.joint(json!({"name": "a", "children": [1]}), IDENTITY);
    let b = pair.joint(json!({"name": "b"}), IDENTITY);
    pair.points(a, &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]);
    pair.points(b, &[[4.0, 0.0, 0.0], [5.0, 0.0, 0.0], [4.0, 1.0, 1.0]]);
    let nothing = ([0; 4], [0.0; 4]);
    pair.more_shares = vec![nothing; pair.positions.len()];
    // A vertex that the first set gives to a by 0.4, the second to b by 0.6.
    let far = [9.0, 0.0, 0.0];
    pair.positions.push(far);
    pair.shares.push(([a, 0, 0, 0], [0.4, 0.0, 0.0, 0.0]));
    pair.more_shares.push(([0, b, 0, 0], [0.0, 0.6, 0.0, 0.0]));
    pair.triangles.push([0, 3, 6]);
    let model = pair.read();
    let holds = |fit: &Fit, bone: u16| {
        fit.rig().hitboxes()[fit.hitbox(bone).unwrap()].shape.contains(&Vec3::from(far))
    };
    let options = Options { merge_below: 0.0, coverage: 1.0, ..Options::default() };
    let strongest = fit(&model, &options).unwrap();
    assert_eq!([0, 1].map(|bone| holds(&strongest, bone)), [false, true]);
    let shared =
        fit(&model, &Options { assignment: Assignment::AtLeast(0.3), ..options.clone() }).unwrap();
    assert_eq!([0, 1].map(|bone| holds(&shared, bone)), [true, true]);
    let moving = fit_to(&model, &options, &Frames::all(&model).unwrap()).unwrap();
    assert!(holds(&moving, 1));
}

#[test]
fn bones_are_merged_down_to_as_many_as_are_wanted() {
    let mut rng = Rng::new(23);
    let model = mirrored(&mut rng);
    let frames = Frames::all(&model).unwrap();
    for (max, expected) in [(9, 3), (3, 3), (2, 1), (1, 1)] {
        let options = Options { max: Some(max), coverage: 1.0, ..Options::default() };
        let fit = fit_to(&model, &options, &frames).unwrap();
        // Left and right go together.
        assert_eq!(fit.rig().hitboxes().len(), expected, "{max}");
        assert!((0..3).all(|bone| fit.hitbox(bone).is_some()));
        assert_eq!(evaluate(&model, &fit, &frames, &|_| ()).unwrap().coverage, 1.0);
    }
}

#[test]
fn regions_come_from_names() {
    let mut rng = Rng::new(24);
    let fit = fit(&mirrored(&mut rng), &Options::default()).unwrap();
    let labels: Vec<_> = (0..3).map(|hitbox| fit.rig().label(hitbox)).collect();
    assert_eq!(labels, ["hips", "arm.l", "arm.r"]);
    let plain = baseline(&bending_arm(0), asunder_fit::Baseline::Aabb).unwrap();
    let placed = plain.rig().place(Bones::Global(&[Affine3::identity(); 2]), &Affine3::identity());
    assert_eq!(placed.unwrap().len(), 2);
}

/// Two hands, and a round head whose joint is turned anyhow.
fn round_head(rng: &mut Rng) -> Model {
    let mut body = Fixture::default();
    let q = random_rotation(rng);
    let at = [0.0, 1.6, 0.0];
    let bind = rigid(q, turned(q, at.map(|x: f64| -x)));
    let head = body.joint(json!({"name": "head", "translation": at, "children": [1, 2]}), bind);
    for name in ["hand.L", "hand.R"] {
        let x = if name == "hand.L" { 0.7 } else { -0.7 };
        let bind = rigid([0.0, 0.0, 0.0, 1.0], [-x, 0.0, 0.0]);
        let hand = body.joint(json!({"name": name, "translation": [x, -1.6, 0.0]}), bind);
        let x = x as f32;
        body.points(hand, &[[x, 0.1, 0.0], [x, 0.0, 0.1], [x + 0.1, 0.0, 0.0], [x, -0.1, -0.1]]);
    }
    // Both halves alike.
    let half: Vec<[f32; 3]> = (0..150)
        .map(|_| {
            let [x, y, z, _] = random_rotation(rng);
            let radius = 0.2 / (x * x + y * y + z * z).sqrt();
            [x * radius, 1.7 + 1.2 * y * radius, z * radius].map(|x| x as f32)
        })
        .collect();
    let all: Vec<[f32; 3]> = half.iter().flat_map(|&[x, y, z]| [[x, y, z], [-x, y, z]]).collect();
    body.points(head, &all);
    body.read()
}

#[test]
fn heads_do_not_stand_on_an_edge() {
    let mut rng = Rng::new(25);
    for round in 0..10 {
        let model = round_head(&mut rng);
        let frames = Frames::all(&model).unwrap();
        let bound = fit(&model, &Options::default()).unwrap();
        let moving = fit_to(&model, &Options::default(), &frames).unwrap();
        for fit in [bound, moving] {
            let head = fit.rig().bone("head").unwrap();
            let hitbox = &fit.rig().hitboxes()[fit.hitbox(head).unwrap()];
            assert_eq!(fit.rig().label(fit.hitbox(head).unwrap()), "head");
            let sines = sines_off_the_axes(&model, &fit, hitbox, [0, 1, 2]);
            assert!(sines.iter().all(|&it| it < 0.002), "{round}: {sines:?}");
        }
    }
}

/// For some axes of a model the sine of the angle to the nearest axis of a hitbox, in the bind pose.
pub(crate) fn sines_off_the_axes<const N: usize>(
    model: &Model,
    fit: &Fit,
    hitbox: &Hitbox,
    axes: [usize; N],
) -> [f32; N] {
    let Shape3::Obb(obb) = &hitbox.shape else { panic!("{hitbox:?}") };
    let node = fit.nodes()[usize::from(hitbox.bone)];
    let skin = model.skins.iter().find_map(|skin| {
        Some(skin.inverse_bind[skin.joints.iter().position(|&joint| joint == node)?])
    });
    let bind = match skin {
        Some(matrix) => Affine3::from_gltf(&matrix).unwrap(),
        None => Affine3::from_gltf(&model.rest_pose()[node]).unwrap().inverse().unwrap(),
    };
    axes.map(|axis| {
        let axis = bind.column(axis).normalize();
        let cosines = obb.axes().map(|it| it.dot(axis).abs());
        let cosine = cosines.into_iter().fold(0.0, f32::max).min(1.0);
        (1.0 - cosine * cosine).sqrt()
    })
}
