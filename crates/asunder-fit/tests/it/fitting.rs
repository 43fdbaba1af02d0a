//! Fitting of models whose boxes are known.

use crate::fixture::{Fixture, random_rotation, rigid, turned};
use asunder::Affine3;
use asunder::Role;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder_fit::{Assignment, Detail, Fit, Options, fit};
use asunder_gltf::Model;
use asunder_gltf::matrix::{IDENTITY, transform_point};
use asunder_jury::Rng;
use serde_json::json;

fn obb(shape: &Shape3) -> Obb3 {
    match shape {
        Shape3::Obb(obb) => *obb,
        other => panic!("{other:?} is no box"),
    }
}

fn fitted(fit: &Fit, bone: &str) -> Obb3 {
    let bone = fit.rig().bone(bone).unwrap();
    obb(&fit.rig().hitboxes()[fit.hitbox(bone).unwrap()].shape)
}

fn volume(obb: &Obb3) -> f64 {
    obb.half_extents().to_array().iter().fold(8.0, |volume, &h| volume * f64::from(h))
}

/// The corners of a box, and points inside it.
fn block(q: [f64; 4], center: [f64; 3], half: [f64; 3], rng: &mut Rng) -> Vec<[f32; 3]> {
    let place = |local: [f64; 3]| {
        let v = turned(q, local);
        [0, 1, 2].map(|i| (v[i] + center[i]) as f32)
    };
    let corner = |c: usize| [0, 1, 2].map(|i| if c >> i & 1 == 1 { half[i] } else { -half[i] });
    let mut points: Vec<_> = (0..8).map(|c| place(corner(c))).collect();
    points.extend((0..40).map(|_| place(half.map(|h| rng.between(-h, h)))));
    points
}

#[test]
fn a_turned_box_is_recovered() {
    let mut rng = Rng::new(11);
    for round in 0..100 {
        let half = match round % 4 {
            0 => [1.0; 3],
            1 => [1.0, 1.0, rng.between(0.1, 2.0)],
            _ => std::array::from_fn(|_| rng.between(0.01, 2.0)),
        };
        let center = std::array::from_fn(|_| rng.between(-3.0, 3.0));
        let points = block(random_rotation(&mut rng), center, half, &mut rng);
        let mut fixture = Fixture::default();
        fixture.node(json!({"name": "crate"}));
        fixture.points(0, &points);
        let fit = fit(&fixture.read(), &Options::default()).unwrap();
        let tight = fitted(&fit, "crate");
        let expected = 8.0 * half[0] * half[1] * half[2];
        let ratio = volume(&tight) / expected;
        assert!((1.0..1.003).contains(&ratio), "{half:?}: {ratio}");
        for point in points {
            assert!(tight.contains(&Vec3::from(point)), "{point:?} sticks out of {tight:?}");
        }
    }
}

#[test]
fn round_and_flat_clouds_are_held() {
    let mut rng = Rng::new(12);
    for round in 0..60 {
        let count = 3 + rng.below(200);
        let q = random_rotation(&mut rng);
        let flat = [[1.0, 1.0, 1.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]][round % 4];
        let far = if round % 3 == 0 { 1e4 } else { 1.0 };
        let mut point = || {
            let [x, y, z, _] = random_rotation(&mut rng);
            let v = turned(q, [x * flat[0], y * flat[1], z * flat[2]]);
            v.map(|x| (x + far) as f32)
        };
        let points: Vec<_> = (0..count).map(|_| point()).collect();
        let mut fixture = Fixture::default();
        fixture.node(json!({"name": "cloud"}));
        fixture.points(0, &points);
        let fit = fit(&fixture.read(), &Options::default()).unwrap();
        let tight = fitted(&fit, "cloud");
        assert!(points.iter().all(|&point| tight.contains(&Vec3::from(point))), "{flat:?} {far}");
        // No larger than along the axes, up to rounding the coordinates.
        let aabb = Aabb3::from_points(points).unwrap();
        let rounding = 4.0 * far * f64::from(f32::EPSILON);
        let sizes = aabb.size().to_array();
        let bound = sizes.iter().fold(1.0, |v, &size| v * (f64::from(size) * 1.0003 + rounding));
        let rind = 1e-4 * f64::from(sizes.iter().fold(0.0, |s: f32, &x| s + x)) + rounding;
        let bound = bound.max(sizes.iter().fold(1.0, |v, &size| v * (f64::from(size) + rind)));
        assert!(volume(&tight) <= bound, "{} {bound}", volume(&tight));
    }
}

#[test]
fn a_smooth_body_has_a_box_along_its_principal_axes_or_nearly_as_small() {
    let mut rng = Rng::new(16);
    for round in 0..40 {
        let half = [[1.0, 0.6, 0.4], [1.0, 0.1, 0.05]][round % 2];
        let q = random_rotation(&mut rng);
        let mut point = || {
            let [x, y, z, w] = random_rotation(&mut rng);
            let length = (1.0 - w * w).sqrt();
            let local = [x * half[0], y * half[1], z * half[2]].map(|v| v / length);
            turned(q, local).map(|x| x as f32)
        };
        let points: Vec<_> = (0..2000).map(|_| point()).collect();
        let mut fixture = Fixture::default();
        fixture.node(json!({"name": "egg"}));
        fixture.points(0, &points);
        let fit = fit(&fixture.read(), &Options::default()).unwrap();
        let ratio = volume(&fitted(&fit, "egg")) / (8.0 * half[0] * half[1] * half[2]);
        // One along the joint's axes may be a tenth larger.
        assert!((0.95..1.103).contains(&ratio), "{ratio}");
    }
}

/// An arm of two bones, each with a block of vertices; the elbow is turned and scaled when bound.
fn arm(rng: &mut Rng) -> Model {
    let mut arm = Fixture::default();
    let shoulder = arm.joint(json!({"name": "Shoulder_L", "children": [1]}), IDENTITY);
    let bind = rigid(random_rotation(rng), [0.3, -1.0, 0.2]);
    let elbow = arm.joint(json!({"name": "Elbow_L", "translation": [0, 1, 0]}), bind);
    let upper = block(random_rotation(rng), [0.0, 0.5, 0.0], [0.2, 0.5, 0.25], rng);
    let lower = block(random_rotation(rng), [0.0, 1.5, 0.0], [0.15, 0.5, 0.1], rng);
    arm.points(shoulder, &upper);
    arm.points(elbow, &lower);
    arm.read()
}

#[test]
fn a_bone_s_box_is_in_its_own_space() {
    let mut rng = Rng::new(13);
    for _ in 0..20 {
        let model = arm(&mut rng);
        let fit = fit(&model, &Options::default()).unwrap();
        assert_eq!(fit.nodes(), model.skins[0].joints);
        assert_eq!(fit.rig().bones()[1].parent, Some(0));
        let (upper, lower) = (fitted(&fit, "Shoulder_L"), fitted(&fit, "Elbow_L"));
        assert!((1.0..1.001).contains(&(volume(&upper) / (8.0 * 0.2 * 0.5 * 0.25))));
        assert!((1.0..1.001).contains(&(volume(&lower) / (8.0 * 0.15 * 0.5 * 0.1))));
        let mesh = &model.meshes[0];
        for (position, joints) in mesh.positions.iter().zip(&mesh.joints) {
            let bone = usize::from(joints[0]);
            let local = transform_point(&model.skins[0].inverse_bind[bone], *position);
            assert!([upper, lower][bone].contains(&Vec3::from(local)));
        }
        let labels: Vec<_> = (0..2).map(|hitbox| fit.rig().label(hitbox)).collect();
        // By its place: what is above an elbow, with no arm between, is the arm.
        assert_eq!(labels, ["arm.l", "forearm.l"]);
        assert!(fit.rig().hitboxes().iter().all(|hitbox| hitbox.role == Role::Hurt));
    }
}

#[test]
fn through_every_rigid_pose_a_vertex_stays_in_its_box() {
    let mut rng = Rng::new(14);
    for _ in 0..200 {
        let model = arm(&mut rng);
        let fit = fit(&model, &Options::default()).unwrap();
        let mut pose = model.rest_pose();
        for matrix in &mut pose {
            *matrix =
                rigid(random_rotation(&mut rng), std::array::from_fn(|_| rng.between(-9.0, 9.0)));
        }
        let (mut bones, mut posed) = (Vec::new(), Vec::new());
        fit.bone_matrices(&pose, &mut bones);
        let placed = fit.rig().place(Bones::Global(&bones), &Affine3::identity()).unwrap();
        model.posed_positions(&model.meshes[0], &pose, &mut posed);
        for (point, joints) in posed.iter().zip(&model.meshes[0].joints) {
            let hitbox = fit.hitbox(joints[0]).unwrap();
            // Vertices go through a palette in f32, so that numbers of up to 16 are rounded a
            // handful of times.
            let grown = grown(&obb(&placed[hitbox]), 8.0 * 16.0 * f32::EPSILON);
            assert!(grown.contains(&Vec3::from(*point)), "{point:?} left {grown:?}");
        }
    }
}

fn grown(obb: &Obb3, by: f32) -> Obb3 {
    let half = obb.half_extents().to_array().map(|h| h + by);
    Obb3::new(obb.center(), half, obb.rotation())
}

#[test]
fn small_joints_are_merged_into_the_joint_they_hang_on() {
    let mut hand = Fixture::default();
    let mut rng = Rng::new(15);
    let upright = [0.0, 0.0, 0.0, 1.0];
    let arm = hand.joint(json!({"name": "arm", "children": [1]}), IDENTITY);
    let finger =
        hand.joint(json!({"name": "finger", "children": [2]}), rigid(upright, [-1.0, 0.0, 0.0]));
    let nail = hand.joint(json!({"name": "nail"}), rigid(upright, [-1.1, 0.0, 0.0]));
    hand.points(arm, &block(upright, [0.5, 0.0, 0.0], [0.5, 0.1, 0.1], &mut rng));
    hand.points(finger, &block(upright, [1.02, 0.0, 0.0], [0.005, 0.001, 0.001], &mut rng));
    hand.points(nail, &block(upright, [1.03, 0.0, 0.0], [0.001, 0.001, 0.001], &mut rng));
    let model = hand.read();

    let merged = fit(&model, &Options::default()).unwrap();
    assert_eq!([0, 1, 2].map(|bone| merged.hitbox(bone)), [Some(0); 3]);
    let tip = [1.031, 0.0, 0.0];
    assert!(grown(&fitted(&merged, "arm"), 1e-6).contains(&Vec3::from(tip)));

    let apart = Options { merge_below: 0.0, detail: Detail::Bones, ..Options::default() };
    let apart = fit(&model, &apart).unwrap();
    assert_eq!([0, 1, 2].map(|bone| apart.hitbox(bone)), [Some(0), Some(1), Some(2)]);
    assert!(!fitted(&apart, "arm").contains(&Vec3::from(tip)));
    let half = fitted(&apart, "nail").half_extents();
    assert!(half.max_element() < 0.00101, "{half}");
}

#[test]
fn shares_decide_whose_a_vertex_is() {
    let mut pair = Fixture::default();
    let a = pair.joint(json!({"name": "a", "children": [1]}), IDENTITY);
    let b = pair.joint(json!({"name": "b"}), IDENTITY);
    pair.points(a, &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]);
    pair.points(b, &[[4.0, 0.0, 0.0], [5.0, 0.0, 0.0], [4.0, 1.0, 1.0]]);
    let even = [0.0, 5.0, 0.0];
    pair.positions.push(even);
    pair.shares.push(([b, a, 0, 0], [0.5, 0.5, 0.0, 0.0]));
    let uneven = [0.0, 0.0, 7.0];
    pair.positions.push(uneven);
    pair.shares.push(([b, a, 0, 0], [0.25, 0.75, 0.0, 0.0]));
    let unused = [9.0, 9.0, 9.0];
    pair.positions.push(unused);
    pair.shares.push(([b, a, 0, 0], [1.0, 0.0, 0.0, 0.0]));
    pair.triangles.push([0, 6, 7]);
    let model = pair.read();
    let holds = |assignment| {
        let fit = fit(&model, &Options { assignment, ..Options::default() }).unwrap();
        ["a", "b"].map(|bone| {
            [even, uneven, unused]
                .map(|point| grown(&fitted(&fit, bone), 1e-6).contains(&Vec3::from(point)))
        })
    };
    // Of equal weights the first listed counts; a vertex that no triangle uses is not assigned.
    assert_eq!(holds(Assignment::Strongest), [[false, true, false], [true, false, false]]);
    assert_eq!(holds(Assignment::AtLeast(0.5)), [[true, true, false], [true, false, false]]);
    assert_eq!(holds(Assignment::AtLeast(0.6)), [[false, true, false], [false, false, false]]);
}
