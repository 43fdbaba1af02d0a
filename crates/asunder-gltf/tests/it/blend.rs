//! Sampling and blending against an independent implementation: matrices in `f64`, rotations by angle
//! and axis, the platform's trigonometry.

#![expect(clippy::disallowed_methods, reason = "the platform's sine is the oracle here")]

use asunder_gltf::{Matrix, Model};
use serde_json::{Value, json};

use crate::fixture::Fixture;

type Wide = [[f64; 4]; 4];

/// The matrix product.
fn times(a: &Wide, b: &Wide) -> Wide {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..4).map(|k| a[i][k] * b[k][j]).sum()))
}

fn scaling(s: [f64; 3]) -> Wide {
    let mut m = [[0.0; 4]; 4];
    for i in 0..3 {
        m[i][i] = s[i];
    }
    m[3][3] = 1.0;
    m
}

fn moving(t: [f64; 3]) -> Wide {
    let mut m = scaling([1.0; 3]);
    for i in 0..3 {
        m[i][3] = t[i];
    }
    m
}

/// The rotation by an angle about a unit axis (Rodrigues).
fn turning(axis: [f64; 3], angle: f64) -> Wide {
    let [x, y, z] = axis;
    let cross = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
    let mut m = scaling([1.0; 3]);
    for i in 0..3 {
        for j in 0..3 {
            let square: f64 = (0..3).map(|k| cross[i][k] * cross[k][j]).sum();
            m[i][j] += angle.sin() * cross[i][j] + (1.0 - angle.cos()) * square;
        }
    }
    m
}

fn of_quaternion(q: [f64; 4]) -> Wide {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let sine = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]).sqrt() / length;
    if sine == 0.0 {
        return scaling([1.0; 3]);
    }
    let axis = [0, 1, 2].map(|i| q[i] / length / sine);
    turning(axis, 2.0 * sine.atan2(q[3] / length))
}

fn transposed(m: &Wide) -> Wide {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]))
}

/// The rotation between two at a fraction of the angle between them: slerp without quaternions. Not for
/// half turns.
fn between(a: &Wide, b: &Wide, t: f64) -> Wide {
    let way = times(b, &transposed(a));
    let twice = [way[2][1] - way[1][2], way[0][2] - way[2][0], way[1][0] - way[0][1]];
    let sine = twice.iter().map(|x| x * x).sum::<f64>().sqrt() / 2.0;
    if sine < 1e-12 {
        return *a;
    }
    let angle = sine.atan2((way[0][0] + way[1][1] + way[2][2] - 1.0) / 2.0);
    times(&turning(twice.map(|x| x / 2.0 / sine), t * angle), a)
}

fn lerp<const N: usize>(a: [f64; N], b: [f64; N], t: f64) -> [f64; N] {
    std::array::from_fn(|i| (1.0 - t) * a[i] + t * b[i])
}

/// A curve as in the file.
#[derive(Clone)]
struct Keys<const N: usize> {
    how: &'static str,
    times: Vec<f32>,
    /// For a cubic spline in-tangent, value, out-tangent.
    values: Vec<[f32; N]>,
}

enum At<const N: usize> {
    Value([f64; N]),
    /// Between two values, at a fraction.
    Way([f64; N], [f64; N], f64),
}

impl<const N: usize> Keys<N> {
    fn at(&self, time: f32) -> At<N> {
        let per = if self.how == "CUBICSPLINE" { 3 } else { 1 };
        let key = |i: usize| self.values[i * per + per / 2].map(f64::from);
        let after = self.times.iter().filter(|&&start| start <= time).count();
        if after == 0 {
            return At::Value(key(0));
        }
        if after == self.times.len() || self.how == "STEP" {
            return At::Value(key(after - 1));
        }
        let [start, end] = [self.times[after - 1], self.times[after]].map(f64::from);
        let t = (f64::from(time) - start) / (end - start);
        if self.how == "LINEAR" {
            return At::Way(key(after - 1), key(after), t);
        }
        // Bézier's form of the same cubic, by de Casteljau's steps.
        let third = (end - start) / 3.0;
        let [a, d] = [key(after - 1), key(after)];
        let slope = |i: usize| self.values[i].map(f64::from);
        let (out, into) = (slope(3 * after - 1), slope(3 * after));
        let b: [f64; N] = std::array::from_fn(|i| a[i] + third * out[i]);
        let c: [f64; N] = std::array::from_fn(|i| d[i] - third * into[i]);
        let (ab, bc, cd) = (lerp(a, b, t), lerp(b, c, t), lerp(c, d, t));
        At::Value(lerp(lerp(ab, bc, t), lerp(bc, cd, t), t))
    }

    fn vector(&self, time: f32) -> [f64; N] {
        match self.at(time) {
            At::Value(value) => value,
            At::Way(a, b, t) => lerp(a, b, t),
        }
    }
}

impl Keys<4> {
    fn rotation(&self, time: f32) -> Wide {
        match self.at(time) {
            At::Value(q) => of_quaternion(q),
            At::Way(a, b, t) => between(&of_quaternion(a), &of_quaternion(b), t),
        }
    }
}

/// The animation of one node.
#[derive(Clone)]
struct Motion {
    translation: Keys<3>,
    rotation: Keys<4>,
    scale: Keys<3>,
}

impl Motion {
    fn parts(&self, time: f32) -> ([f64; 3], Wide, [f64; 3]) {
        let [translation, scale] = [&self.translation, &self.scale].map(|it| it.vector(time));
        (translation, self.rotation.rotation(time), scale)
    }
}

struct MotionGenerator(u64);

impl MotionGenerator {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    /// Between −1 and 1.
    fn number(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0
    }

    fn keys<const N: usize>(&mut self, spread: f32) -> Keys<N> {
        let how = ["STEP", "LINEAR", "CUBICSPLINE"][self.below(3) as usize];
        let mut times = Vec::new();
        let mut time = self.number().abs();
        for _ in 0..1 + self.below(5) {
            times.push(time);
            // Some times are equal.
            time += if self.below(8) == 0 { 0.0 } else { 0.1 + self.number().abs() };
        }
        let count = if how == "CUBICSPLINE" { 3 * times.len() } else { times.len() };
        let values = (0..count).map(|_| std::array::from_fn(|_| spread * self.number())).collect();
        Keys { how, times, values }
    }

    fn motion(&mut self) -> Motion {
        let mut motion =
            Motion { translation: self.keys(3.0), rotation: self.keys(1.0), scale: self.keys(1.5) };
        // Far from zero, where a rotation would have no direction.
        let per = if motion.rotation.how == "CUBICSPLINE" { 3 } else { 1 };
        for (i, q) in motion.rotation.values.iter_mut().enumerate() {
            if i % per == per / 2 {
                q[self.below(4) as usize] += 2.5;
            } else {
                *q = q.map(|x| 0.25 * x);
            }
        }
        motion
    }
}

const JOINTS: usize = 4;

/// A chain of joints with nonuniform scale, reflections and rotations, so that outer ones are sheared.
fn chain(clips: &[[Motion; JOINTS]]) -> Model {
    let nodes = (0..JOINTS).map(|joint| match joint + 1 {
        JOINTS => json!({}),
        next => json!({"children": [next]}),
    });
    let mut fixture = Fixture::new(Value::Array(nodes.collect()));
    for clip in clips {
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        for (node, motion) in clip.iter().enumerate() {
            let Motion { translation, rotation, scale } = motion;
            let parts = [
                (
                    "translation",
                    translation.how,
                    fixture.times(&translation.times),
                    fixture.floats(&translation.values),
                ),
                (
                    "rotation",
                    rotation.how,
                    fixture.times(&rotation.times),
                    fixture.floats(&rotation.values),
                ),
                ("scale", scale.how, fixture.times(&scale.times), fixture.floats(&scale.values)),
            ];
            for (path, how, input, output) in parts {
                channels.push(
                    json!({"sampler": samplers.len(), "target": {"node": node, "path": path}}),
                );
                samplers.push(json!({"input": input, "output": output, "interpolation": how}));
            }
        }
        fixture.push("animations", json!({"channels": channels, "samplers": samplers}));
    }
    fixture.read().unwrap()
}

#[track_caller]
fn check(found: &[Matrix], expected: impl Iterator<Item = Wide>, what: &str) {
    let mut global = scaling([1.0; 3]);
    for (joint, (found, local)) in found.iter().zip(expected).enumerate() {
        global = times(&global, &local);
        // The joints multiply up to 2³ × 3 × 4, each rounded to f32.
        for i in 0..3 {
            for j in 0..4 {
                let error = (f64::from(found[4 * j + i]) - global[i][j]).abs();
                assert!(
                    error < 2e-5,
                    "{what}: joint {joint}, row {i}, column {j}: off by {error:e}"
                );
            }
        }
    }
}

fn local((translation, rotation, scale): ([f64; 3], Wide, [f64; 3])) -> Wide {
    times(&moving(translation), &times(&rotation, &scaling(scale)))
}

#[test]
fn sampling_agrees_with_another_algebra() {
    let mut generator = MotionGenerator(0x2545_f491_4f6c_dd1d);
    for round in 0..300 {
        let motions: [Motion; JOINTS] = std::array::from_fn(|_| generator.motion());
        let model = chain(std::slice::from_ref(&motions));
        let mut pose = Vec::new();
        for step in -2..40 {
            let time = 0.17 * step as f32;
            model.sample(&model.clips[0], time, &mut pose);
            let expected = motions.iter().map(|motion| local(motion.parts(time)));
            check(&pose, expected, &format!("round {round} at {time}"));
        }
    }
}

#[test]
fn blending_agrees_with_another_algebra() {
    let mut generator = MotionGenerator(0x9e37_79b9_7f4a_7c15);
    for round in 0..300 {
        let clips: [[Motion; JOINTS]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| generator.motion()));
        let model = chain(&clips);
        let mut pose = Vec::new();
        for step in 0..12 {
            let (early, late, weight) = (0.3 * step as f32, 0.7 * step as f32, step as f32 / 11.0);
            model.blend((&model.clips[0], early), (&model.clips[1], late), weight, &mut pose);
            let t = f64::from(weight);
            let expected = clips[0].iter().zip(&clips[1]).map(|(a, b)| {
                let (a, b) = (a.parts(early), b.parts(late));
                local((lerp(a.0, b.0, t), between(&a.1, &b.1, t), lerp(a.2, b.2, t)))
            });
            check(&pose, expected, &format!("round {round}, weight {weight}"));
        }
    }
}

#[test]
fn the_ends_of_a_blend_are_the_clips_bit_for_bit() {
    let mut generator = MotionGenerator(5);
    let clips: [[Motion; JOINTS]; 2] =
        std::array::from_fn(|_| std::array::from_fn(|_| generator.motion()));
    let model = chain(&clips);
    let (from, to) = ((&model.clips[0], 0.3), (&model.clips[1], 0.9));
    let (mut pose, mut expected) = (Vec::new(), Vec::new());
    for (weight, (clip, time)) in [
        (0.0, from),
        (-1.0, from),
        (f32::NAN, from),
        (f32::NEG_INFINITY, from),
        (1.0, to),
        (2.0, to),
        (f32::INFINITY, to),
    ] {
        model.blend(from, to, weight, &mut pose);
        model.sample(clip, time, &mut expected);
        assert_eq!(pose, expected, "{weight}");
    }
}

#[test]
fn a_node_that_one_clip_leaves_alone_blends_with_its_rest() {
    let mut fixture = Fixture::new(json!([
        {"translation": [4, 0, 0], "children": [1]},
        {"translation": [0, 2, 0]},
        {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]},
    ]));
    let times = fixture.times(&[0.0]);
    let (one, two) = (fixture.floats(&[[8.0, 0.0, 0.0]]), fixture.floats(&[[0.0, 6.0, 0.0]]));
    fixture.animate(0, "translation", "STEP", times, one);
    fixture.animate(1, "translation", "STEP", times, two);
    let model = fixture.read().unwrap();
    let mut pose = Vec::new();
    model.blend((&model.clips[0], 0.0), (&model.clips[1], 0.0), 0.25, &mut pose);
    assert_eq!(pose[0][12..15], [7.0, 0.0, 0.0], "three quarters of 8, one of 4");
    assert_eq!(pose[1][12..15], [7.0, 3.0, 0.0], "three quarters of 2, one of 6");
    assert_eq!(pose[2][12..15], [7.0, 8.0, 9.0]);
}

#[test]
fn of_equal_times_the_later_value_counts() {
    for (how, values) in [
        ("LINEAR", vec![[0.0; 3], [1.0; 3], [5.0; 3], [6.0; 3]]),
        ("STEP", vec![[0.0; 3], [1.0; 3], [5.0; 3], [6.0; 3]]),
    ] {
        let mut fixture = Fixture::new(json!([{}]));
        let (times, values) = (fixture.times(&[0.0, 1.0, 1.0, 2.0]), fixture.floats(&values));
        fixture.animate(0, "translation", how, times, values);
        let model = fixture.read().unwrap();
        assert_eq!(model.warnings.len(), 1);
        let warning = model.warnings[0].to_string();
        assert!(
            warning.ends_with(".input[2]: 1 comes twice; at that time the later value counts"),
            "{warning}"
        );
        let mut pose = Vec::new();
        let mut x = |time: f32| {
            model.sample(&model.clips[0], time, &mut pose);
            pose[0][12]
        };
        let halfway = if how == "STEP" { [0.0, 5.0] } else { [0.5, 5.5] };
        assert_eq!([x(0.5), x(1.5)], halfway, "{how}");
        assert_eq!([x(1.0), x(1.0_f32.next_down()).round()], [5.0, halfway[0].round()], "{how}");
    }
}
