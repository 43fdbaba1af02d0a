//! Sampling: interpolation, the transform tree, rigid and matrix nodes.

use asunder_gltf::matrix::{IDENTITY, transform_point};
use asunder_gltf::{Interpolation, Matrix, Model, Transform};
use serde_json::json;

use crate::fixture::{Fixture, arm};

fn pose(model: &Model, clip: usize, time: f32) -> Vec<Matrix> {
    let mut pose = vec![[7.0; 16]; 3]; // Whatever was there before must not matter.
    model.sample(&model.clips[clip], time, &mut pose);
    pose
}

/// A node whose only clip moves it through these keyframes.
fn mover(how: &str, times: &[f32], values: &[[f32; 3]]) -> Model {
    let mut fixture = Fixture::new(json!([{}]));
    let (times, values) = (fixture.times(times), fixture.floats(values));
    fixture.animate(0, "translation", how, times, values);
    fixture.read().unwrap()
}

fn x(model: &Model, time: f32) -> f32 {
    pose(model, 0, time)[0][12]
}

#[test]
fn a_step_holds_until_the_next_keyframe() {
    let model = mover("STEP", &[1.0, 2.0, 3.0], &[[10.0; 3], [20.0; 3], [30.0; 3]]);
    for (time, expected) in [(1.0, 10.0), (1.999, 10.0), (2.0, 20.0), (2.5, 20.0), (3.0, 30.0)] {
        assert_eq!(x(&model, time), expected, "at {time}");
    }
    assert_eq!(model.clips[0].duration, 3.0);
}

#[test]
fn a_line_is_straight_and_exact_at_its_keyframes() {
    let model = mover("LINEAR", &[1.0, 2.0, 4.0], &[[0.1; 3], [0.7; 3], [-0.3; 3]]);
    for (time, expected) in [(1.0, 0.1), (2.0, 0.7), (4.0, -0.3)] {
        assert_eq!(x(&model, time), expected, "at {time}");
    }
    assert!((x(&model, 1.5) - 0.4).abs() < 1e-7);
    assert!((x(&model, 3.0) - 0.2).abs() < 1e-7);
}

#[test]
fn times_outside_a_clip_mean_its_ends() {
    for (how, values) in [
        ("STEP", vec![[1.0; 3], [2.0; 3]]),
        ("LINEAR", vec![[1.0; 3], [2.0; 3]]),
        ("CUBICSPLINE", vec![[9.0; 3], [1.0; 3], [9.0; 3], [9.0; 3], [2.0; 3], [9.0; 3]]),
    ] {
        let model = mover(how, &[0.5, 1.5], &values);
        for time in [-1e30, -1.0, 0.0, 0.5, f32::NEG_INFINITY, f32::NAN] {
            assert_eq!(x(&model, time), 1.0, "{how} at {time}");
        }
        for time in [1.5, 2.0, 1e30, f32::INFINITY] {
            assert_eq!(x(&model, time), 2.0, "{how} at {time}");
        }
    }
}

#[test]
fn a_cubic_spline_follows_the_cubic_its_slopes_belong_to() {
    // t³ from 1 to 3: the slopes 3t² are per second, so the span of two seconds must count.
    let key = |t: f32| [[3.0 * t * t; 3], [t * t * t; 3], [3.0 * t * t; 3]];
    let model = mover("CUBICSPLINE", &[1.0, 3.0], &[key(1.0), key(3.0)].concat());
    for step in 0..=20 {
        let time = 1.0 + 0.1 * step as f32;
        assert!((x(&model, time) - time * time * time).abs() < 1e-5, "at {time}");
    }
    let curve = model.clips[0].tracks[0].translation.as_ref().unwrap();
    assert_eq!(curve.interpolation(), Interpolation::CubicSpline);
    assert_eq!((curve.times(), curve.key(1)), (&[1.0, 3.0][..], [27.0; 3]));
}

#[test]
fn a_rotation_goes_the_short_way_at_even_speed() {
    // A third of a turn about z; the second key is written as its negative, along the longer arc.
    let (s, c) = (0.75_f32.sqrt(), 0.5);
    let mut fixture = Fixture::new(json!([{}]));
    let times = fixture.times(&[0.0, 4.0]);
    let turns = fixture.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, -s, -c]]);
    fixture.animate(0, "rotation", "LINEAR", times, turns);
    let model = fixture.read().unwrap();
    let root = 0.5_f32.sqrt();
    for (time, cosine, sine) in [
        (0.0, 1.0, 0.0),
        (1.0, s, 0.5),
        (2.0, 0.5, s),
        (3.0, 0.0, 1.0),
        (4.0, -0.5, s),
        (1.5, root, root),
    ] {
        let [x, y, z] = transform_point(&pose(&model, 0, time)[0], [1.0, 0.0, 0.0]);
        let error = (x - cosine).abs() + (y - sine).abs() + z.abs();
        assert!(error < 3e-7, "at {time}: {x} {y} {z}");
    }
}

#[test]
fn a_quaternions_length_does_not_matter() {
    let mut fixture = Fixture::new(json!([{"rotation": [0, 0, 3, 3]}]));
    let times = fixture.times(&[0.0, 1.0]);
    let turns = fixture.floats(&[[0.0, 0.0, 0.0, 0.1], [0.0, 0.0, 9.0, 9.0]]);
    fixture.animate(0, "rotation", "LINEAR", times, turns);
    let model = fixture.read().unwrap();
    let quarter = [0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    assert_eq!(model.rest_pose()[0], quarter);
    assert_eq!(pose(&model, 0, 1.0)[0], quarter);
    let halfway = transform_point(&pose(&model, 0, 0.5)[0], [1.0, 0.0, 0.0]);
    assert!((halfway[0] - halfway[1]).abs() < 1e-7, "{halfway:?}");
}

#[test]
fn rotations_may_be_stored_as_small_integers() {
    for (component, bytes) in [
        (5120, vec![0, 0, 127, 0]),
        (5122, vec![0, 0, 0, 0, 0xff, 0x7f, 0, 0]),
        (5121, vec![0, 0, 255, 0]),
        (5123, vec![0, 0, 0, 0, 0xff, 0xff, 0, 0]),
    ] {
        let mut fixture = Fixture::new(json!([{}]));
        let times = fixture.times(&[0.0]);
        let turn = fixture.accessor(component, "VEC4", 1, &bytes);
        fixture.json["accessors"][turn]["normalized"] = json!(true);
        fixture.animate(0, "rotation", "STEP", times, turn);
        let model = fixture.read().unwrap();
        let curve = model.clips[0].tracks[0].rotation.as_ref().unwrap();
        assert_eq!(curve.key(0), [0.0, 0.0, 1.0, 0.0], "component type {component}");
    }
}

#[test]
fn parts_without_a_curve_stay_at_rest_and_curves_of_a_node_meet() {
    let mut fixture = Fixture::new(json!([{"translation": [1, 2, 3], "scale": [2, 2, 2]}]));
    let times = fixture.times(&[0.0, 2.0]);
    let scale = fixture.floats(&[[1.0; 3], [-3.0; 3]]);
    let late = fixture.times(&[5.0]);
    let moved = fixture.floats(&[[0.0, 0.0, 9.0]]);
    fixture.push(
        "animations",
        json!({
            "channels": [
                {"sampler": 0, "target": {"node": 0, "path": "scale"}},
                {"sampler": 0, "target": {"node": 0, "path": "weights"}},
                {"sampler": 0, "target": {"path": "translation"}},
            ],
            "samplers": [{"input": times, "output": scale}],
        }),
    );
    fixture.push(
        "animations",
        json!({
            "channels": [
                {"sampler": 0, "target": {"node": 0, "path": "scale"}},
                {"sampler": 1, "target": {"node": 0, "path": "translation"}},
            ],
            "samplers": [{"input": times, "output": scale}, {"input": late, "output": moved}],
        }),
    );
    let model = fixture.read().unwrap();
    assert_eq!(transform_point(&model.rest_pose()[0], [1.0; 3]), [3.0, 4.0, 5.0]);
    assert_eq!(transform_point(&pose(&model, 0, 1.5)[0], [1.0; 3]), [-1.0, 0.0, 1.0]);
    assert_eq!(transform_point(&pose(&model, 1, 2.0)[0], [1.0; 3]), [-3.0, -3.0, 6.0]);
    assert_eq!((model.clips[0].duration, model.clips[1].duration), (2.0, 5.0));
    assert_eq!(model.clips[1].tracks.len(), 1, "one track for both parts of the node");
}

#[test]
fn a_matrix_node_keeps_its_shear_and_carries_its_children() {
    let matrix = [1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 5.0, 6.0, 7.0, 1.0];
    let model = Fixture::new(json!([
        {"translation": [0, 2, 0]},
        {"matrix": matrix, "children": [0]},
    ]));
    let model = model.read().unwrap();
    assert_eq!(model.nodes[1].rest, Transform::Matrix(matrix));
    assert_eq!(model.rest_pose()[1], matrix);
    assert_eq!(&model.rest_pose()[0][12..], [6.0, 8.0, 7.0, 1.0]);
    assert_eq!(Transform::default().matrix(), IDENTITY);
}

#[test]
fn a_very_deep_tree_is_walked() {
    const DEPTH: usize = 100_000;
    // The root is the last node: parents come after their children in the file.
    let nodes: Vec<_> = (0..DEPTH)
        .map(|n| match n {
            0 => json!({"translation": [1, 0, 0]}),
            n => json!({"translation": [1, 0, 0], "children": [n - 1]}),
        })
        .collect();
    let model = Fixture::new(nodes.into()).read().unwrap();
    assert_eq!(model.rest_pose()[0][12], DEPTH as f32);
    assert_eq!(model.nodes[0].parent, Some(1));
    assert_eq!(model.nodes[7].name, "node7");
}

#[test]
fn names_find_clips_and_nodes_or_list_what_there_is() {
    let model = arm().read().unwrap();
    assert_eq!(model.clip("bend").unwrap().tracks[0].node, model.node("elbow").unwrap());
    assert_eq!(
        model.clip("Bend").unwrap_err().to_string(),
        "fixture.glb: has no clip named \"Bend\"; it has bend"
    );
    let message = model.node("hand").unwrap_err().to_string();
    assert!(message.ends_with("it has skin carrier, elbow, shoulder"), "{message}");
    let bare = Fixture::new(json!([])).read().unwrap();
    assert!(bare.clip("walk").unwrap_err().to_string().ends_with("it has none"));
}

#[test]
fn a_pose_has_the_same_bits_on_every_platform() {
    let mut fixture =
        Fixture::new(json!([{"children": [1]}, {"children": [2]}, {"scale": [3, 0.1, -2]}]));
    let times = fixture.times(&[0.0, 0.3, 1.1]);
    let turns =
        fixture.floats(&[[0.1, 0.7, -0.3, 0.2], [-0.9, 0.2, 0.4, 0.3], [0.3, 0.3, 0.3, -0.7]]);
    let moves = fixture.floats(&[[0.1, 0.2, 0.3], [-7.7, 1e-3, 5e4], [1.0, 1.0 / 3.0, 0.7]]);
    let slopes: Vec<_> = (1..=9).map(|i| [0.1 * i as f32, 1.0 / i as f32, -0.3, 0.9]).collect();
    let spline = fixture.floats(&slopes);
    fixture.push(
        "animations",
        json!({
            "channels": [
                {"sampler": 0, "target": {"node": 0, "path": "rotation"}},
                {"sampler": 1, "target": {"node": 1, "path": "translation"}},
                {"sampler": 2, "target": {"node": 2, "path": "rotation"}},
            ],
            "samplers": [
                {"input": times, "output": turns},
                {"input": times, "output": moves},
                {"input": times, "output": spline, "interpolation": "CUBICSPLINE"},
            ],
        }),
    );
    let model = fixture.read().unwrap();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64; // FNV-1a
    for frame in 0..100 {
        for number in pose(&model, 0, 0.011 * frame as f32).as_flattened() {
            hash = (hash ^ u64::from(number.to_bits())).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    assert_eq!(hash, 0x7dab_55e3_a8ca_57bc, "{hash:#018x}");
}
