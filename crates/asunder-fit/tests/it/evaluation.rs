//! Reports against brute-force counts and known volumes.

use crate::fixture::Fixture;
use crate::motion::bending_arm;
use asunder::Affine3;
use asunder::glam::Vec3;
use asunder::prelude::*;
use asunder_fit::{Fit, Frame, Frames, Options, ShapeChoice, baseline, evaluate, fit, fit_to};
use asunder_gltf::Model;
use serde_json::json;

/// Counts the vertices in some hitbox, frame by frame: the least share, its frame, and the share over all
/// frames.
fn counted(model: &Model, fit: &Fit, frames: &Frames) -> (f64, Frame, f64) {
    let (mut pose, mut bones, mut posed) = (Vec::new(), Vec::new(), Vec::new());
    let (mut worst, mut covered, mut all) = ((2.0, frames.list()[0]), 0, 0);
    for &frame in frames.list() {
        model.sample(&model.clips[0], frame.number as f32 / 30.0, &mut pose);
        fit.bone_matrices(&pose, &mut bones);
        let placed = fit.rig().place(Bones::Global(&bones), &Affine3::identity()).unwrap();
        let (mut inside, mut count) = (0, 0);
        for mesh in &model.meshes {
            model.posed_positions(mesh, &pose, &mut posed);
            for point in &posed {
                inside += usize::from(placed.iter().any(|it| it.contains(&Vec3::from(*point))));
                count += 1;
            }
        }
        let share = inside as f64 / count as f64;
        if share < worst.0 {
            worst = (share, frame);
        }
        covered += inside;
        all += count;
    }
    (worst.0, worst.1, covered as f64 / all as f64)
}

#[test]
fn coverage_is_what_contains_says() {
    for seed in 0..4 {
        let model = bending_arm(seed);
        let frames = Frames::all(&model).unwrap();
        assert_eq!(frames.list().len(), 31);
        for shape in [ShapeChoice::Obb, ShapeChoice::Capsule, ShapeChoice::Sphere] {
            let options = Options { shape, coverage: 0.9, ..Options::default() };
            for fit in [fit(&model, &options).unwrap(), fit_to(&model, &options, &frames).unwrap()]
            {
                let report = evaluate(&model, &fit, &frames, &|_| ()).unwrap();
                let (worst, frame, all) = counted(&model, &fit, &frames);
                assert_eq!(report.coverage, all);
                assert_eq!((report.worst.coverage, report.worst.frame), (worst, frame));
                assert_eq!(report.frames, 31);
            }
        }
    }
}

/// A block as a mesh: eight corners, twelve triangles that face outwards.
fn block_mesh(half: [f32; 3]) -> Fixture {
    let mut fixture = Fixture::default();
    fixture.node(json!({"name": "crate"}));
    fixture.positions = (0..8)
        .map(|c| [0, 1, 2].map(|i| if c >> i & 1 == 1 { half[i] } else { -half[i] }))
        .collect();
    fixture.shares = vec![([0; 4], [1.0, 0.0, 0.0, 0.0]); 8];
    for [a, b, c, d] in
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
    {
        fixture.triangles.extend([[a, b, c], [a, c, d]]);
    }
    fixture
}

fn overhang(model: &Model, shape: ShapeChoice) -> f64 {
    let fit = fit(model, &Options { shape, ..Options::default() }).unwrap();
    let report = evaluate(model, &fit, &Frames::all(model).unwrap(), &|_| ()).unwrap();
    assert_eq!(report.coverage, 1.0);
    assert!((report.overhang - report.hitboxes[0].overhang).abs() < 1e-9, "there is one hitbox");
    report.overhang
}

#[test]
fn overhang_is_the_volume_that_is_left() {
    let half = [0.5, 0.75, 1.0];
    let model = block_mesh(half).read();
    assert!(overhang(&model, ShapeChoice::Obb).abs() < 1e-3);
    let radius = half.iter().map(|h| h * h).sum::<f32>().sqrt();
    let radius = f64::from(radius);
    let ball = 4.0 / 3.0 * std::f64::consts::PI * radius * radius * radius;
    let expected = 1.0 - 8.0 * 0.5 * 0.75 / ball;
    let found = overhang(&model, ShapeChoice::Sphere);
    assert!((found - expected).abs() < 2e-3, "{found} {expected}");
    // Turned inside out, it is as solid.
    let mut inverted = block_mesh(half);
    inverted.triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    let found = overhang(&inverted.read(), ShapeChoice::Sphere);
    assert!((found - expected).abs() < 2e-3, "{found} {expected}");
    // With an open side, columns through it enclose nothing.
    let mut open = block_mesh(half);
    open.triangles.truncate(10);
    assert!(overhang(&open.read(), ShapeChoice::Sphere) > expected + 0.1);
}

#[test]
fn others_boxes_hold_what_their_bones_move_most() {
    let model = bending_arm(7);
    for kind in [asunder_fit::Baseline::Aabb, asunder_fit::Baseline::Pca] {
        let other = baseline(&model, kind).unwrap();
        let (mut pose, mut bones) = (Vec::new(), Vec::new());
        model.sample(&model.clips[0], 0.0, &mut pose);
        other.bone_matrices(&pose, &mut bones);
        let placed = other.rig().place(Bones::Global(&bones), &Affine3::identity()).unwrap();
        for point in &model.meshes[0].positions {
            assert!(placed.iter().any(|it| it.contains(&Vec3::from(*point))), "{kind:?} {point:?}");
        }
    }
}
