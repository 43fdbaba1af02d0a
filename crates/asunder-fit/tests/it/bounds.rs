//! Bounds on memory and time for models from small files.

use crate::fixture::Fixture;
use crate::motion::bending_arm;
use allocation_counter::measure;
use asunder_fit::{FitError, Frames, Options, evaluate, fit, fit_to};
use asunder_gltf::matrix::IDENTITY;
use asunder_gltf::{MeshInstance, Model};
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn clips_count_together() {
    let mut model = bending_arm(3);
    model.clips[0].duration = 1800.0;
    model.clips = vec![model.clips[0].clone(); 2];
    assert_eq!(Frames::all(&model).unwrap().list().len(), 2 * 54_001);
    model.clips = vec![model.clips[0].clone(); 2000];
    let mut error = None;
    let memory = measure(|| error = Frames::all(&model).err());
    let expected = "fixture: 2000 clips have 108002000 frames, 30 for each second; expected at most \
                    120000, about an hour; choose fewer clips";
    assert_eq!(error.unwrap().to_string(), expected);
    assert!(memory.bytes_max < 1 << 20, "{memory:?}");
    // One of them is still sampled.
    assert_eq!(Frames::of(&model, [7]).unwrap().list().len(), 54_001);
}

#[test]
fn what_frames_add_is_not_kept_for_all_of_them() {
    let mut body = Fixture::default();
    let count = 30_u8;
    for bone in 0..count {
        let x = f32::from(bone);
        let node = if bone == 0 {
            json!({"name": "root", "children": (1..count).collect::<Vec<_>>()})
        } else {
            json!({"name": format!("limb{bone}")})
        };
        let joint = body.joint(node, IDENTITY);
        body.points(joint, &[[x, 0.0, 0.0], [x + 0.5, 0.0, 0.0], [x, 1.0, 0.0]]);
    }
    body.turns = Some((1, vec![0.0, 1000.0], vec![[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]]));
    let model = body.read();
    let options = Options { merge_below: 0.0, ..Options::default() };
    let fit = fit(&model, &options).unwrap();
    assert_eq!(fit.rig().hitboxes().len(), usize::from(count));
    let frames = Frames::all(&model).unwrap();
    assert_eq!(frames.list().len(), 30_001);
    let mut report = None;
    let memory = measure(|| report = Some(evaluate(&model, &fit, &frames, &|_| ()).unwrap()));
    assert_eq!(report.unwrap().frames, 30_001);
    // The memory of the first thread: at 24 bytes for each hitbox, all frames would be 20 MB.
    assert!(memory.bytes_max < 8 << 20, "{memory:?}");
}

#[test]
fn meshes_beyond_all_measure_are_refused() {
    let mut model = bending_arm(3);
    let corner = model.meshes[0].triangles[0];
    model.meshes[0].triangles.resize(2_000_001, corner);
    let error = fit(&model, &Options::default()).unwrap_err();
    assert!(matches!(error, FitError::TooLarge { found: 2_000_001, .. }));
    let expected = "fixture: its meshes have 2000001 triangles; expected at most 2000000; export the \
                    model with less detail";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn large_triangles_without_number_take_little_memory() {
    let mut fixture = Fixture::default();
    fixture.node(json!({"name": "body"}));
    fixture.positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    fixture.triangles = faces.clone();
    let mut model = fixture.read();
    let frames = Frames::all(&model).unwrap();
    let fit = fit(&model, &Options::default()).unwrap();
    let once = evaluate(&model, &fit, &frames, &|_| ()).unwrap();
    model.meshes[0].triangles = faces.repeat(30_000);
    let mut report = None;
    let memory = measure(|| report = Some(evaluate(&model, &fit, &frames, &|_| ()).unwrap()));
    let often = report.unwrap();
    assert_eq!(often.coverage, once.coverage);
    assert!((often.overhang - once.overhang).abs() < 0.05, "{often:?} {once:?}");
    // Crossings of columns, before and after they are sorted, in lists that grow by doubling.
    assert!(memory.bytes_max < 1 << 30, "{memory:?}");
}

#[test]
fn too_many_bones_with_too_many_vertices_are_refused_before_work_is_done() {
    // Nodes that carry the same mesh: a few bytes for each in a file. Every vertex would be tested
    // against the hitbox of every node.
    let mut crowd = Fixture::default();
    for node in 0..2000 {
        crowd.node(json!({"name": format!("n{node}")}));
    }
    let points: Vec<[f32; 3]> =
        (0..200).map(|i| [i as f32, (i * i % 17) as f32, (i % 5) as f32]).collect();
    crowd.points(0, &points);
    let mut model = crowd.read();
    let mesh = model.meshes[0].clone();
    let instance = |node| MeshInstance { node, ..mesh.clone() };
    model.meshes = (0..2000).map(instance).collect();
    let frames = Frames::all(&model).unwrap();
    let start = Instant::now();
    let error = fit_to(&model, &Options::default(), &frames).unwrap_err();
    let took = start.elapsed();
    let FitError::TooMuchWork { bones, points, most, .. } = error else { panic!("{error}") };
    assert_eq!((bones, most), (2000, 1 << 30));
    assert!(points >= 400_000 && points * bones > most, "{points}");
    let message = error.to_string();
    assert!(message.contains("fit fewer hitboxes, as `max` does, or export"), "{message}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    // A few of them are fitted.
    model.meshes.truncate(20);
    assert!(fit_to(&model, &Options::default(), &frames).is_ok());
}

/// A model whose nodes carry one mesh, the first of them in motion for some seconds.
fn carriers(nodes: usize, vertices: usize, seconds: f32) -> Model {
    let mut crowd = Fixture::default();
    for node in 0..nodes {
        crowd.node(json!({"name": format!("n{node}"), "translation": [node as f32 / 2.0, 0, 0]}));
    }
    let points: Vec<[f32; 3]> =
        (0..vertices).map(|i| [i % 7, i * i % 17, i].map(|x| x as f32 / 100.0)).collect();
    crowd.points(0, &points);
    crowd.turns = Some((0, vec![0.0, seconds], vec![[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]]));
    let mut model = crowd.read();
    let mesh = model.meshes[0].clone();
    model.meshes = (0..nodes).map(|node| MeshInstance { node, ..mesh.clone() }).collect();
    model
}

#[test]
fn too_many_frames_of_too_many_vertices_are_refused_before_work_is_done() {
    // A file of a few kilobytes: coverage alone would be counted in ten billion places, several times.
    let model = carriers(200, 500, 3599.0);
    let frames = Frames::all(&model).unwrap();
    let start = Instant::now();
    let error = fit_to(&model, &Options::default(), &frames).unwrap_err();
    let took = start.elapsed();
    let expected = "fixture: 100000 vertices in 107971 frames would take too long to count inside \
                    hitboxes; expected at most 4294967296 steps";
    let message = error.to_string();
    assert!(message.starts_with(expected), "{message}");
    assert!(message.contains("choose fewer clips, as `clip` does"), "{message}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    // A part of the same clip is fitted to.
    let mut model = carriers(20, 50, 3.0);
    assert!(fit_to(&model, &Options::default(), &Frames::all(&model).unwrap()).is_ok());
    // To evaluate hitboxes is bounded, too: their rig may come from elsewhere.
    let fitted = fit(&model, &Options::default()).unwrap();
    model.meshes[0].triangles = model.meshes[0].triangles.repeat(40_000);
    model.clips[0].duration = 3599.0;
    let error = evaluate(&model, &fitted, &Frames::all(&model).unwrap(), &|_| ()).unwrap_err();
    assert!(matches!(error, FitError::TooManySteps { most: 17_179_869_184, .. }), "{error}");
}
