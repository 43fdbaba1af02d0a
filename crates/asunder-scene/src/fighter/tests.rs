//! The fighter, read by the crate `gltf` and posed by independent matrices in all tests but the last.

use std::collections::BTreeMap;

use gltf::Gltf;
use gltf::animation::Interpolation;
use gltf::animation::util::ReadOutputs;
use gltf::scene::Transform;

use super::clips::CLIPS;
use super::math::Vec3;
use super::skeleton::{Joint, SKELETON};
use super::{clips, glb};

type Matrix = [[f32; 4]; 4];
type Point = [f32; 3];

/// The file read back, validated.
struct Fighter {
    gltf: Gltf,
    blob: Vec<u8>,
}

/// One clip read back: key times, and per joint its local transform at each.
struct Sampled {
    times: Vec<f32>,
    locals: Vec<Vec<Transform>>,
}

impl Fighter {
    fn read() -> Self {
        let mut gltf = Gltf::from_slice(&glb()).unwrap();
        let blob = gltf.blob.take().unwrap();
        Self { gltf, blob }
    }

    fn primitive(&self) -> gltf::Primitive<'_> {
        self.gltf.meshes().next().unwrap().primitives().next().unwrap()
    }

    fn positions(&self) -> Vec<Point> {
        let primitive = self.primitive();
        primitive.reader(|_| Some(&self.blob)).read_positions().unwrap().collect()
    }

    fn triangles(&self) -> Vec<[usize; 3]> {
        let primitive = self.primitive();
        let indices = primitive.reader(|_| Some(&self.blob)).read_indices().unwrap().into_u32();
        let indices: Vec<usize> = indices.map(|index| index as usize).collect();
        indices.as_chunks::<3>().0.to_vec()
    }

    /// Each vertex's joints and weights.
    fn influences(&self) -> Vec<([u16; 4], [f32; 4])> {
        let primitive = self.primitive();
        let reader = primitive.reader(|_| Some(&self.blob));
        let joints = reader.read_joints(0).unwrap().into_u16();
        joints.zip(reader.read_weights(0).unwrap().into_f32()).collect()
    }

    fn inverse_binds(&self) -> Vec<Matrix> {
        let skin = self.gltf.skins().next().unwrap();
        let reader = skin.reader(|_| Some(&self.blob));
        reader.read_inverse_bind_matrices().unwrap().collect()
    }

    fn rest(&self) -> Vec<Transform> {
        self.gltf.nodes().take(SKELETON.len()).map(|node| node.transform()).collect()
    }

    fn sample(&self, name: &str) -> Sampled {
        let animation =
            self.gltf.animations().find(|animation| animation.name() == Some(name)).unwrap();
        let channels: Vec<_> = animation.channels().collect();
        let times: Vec<f32> =
            channels[0].reader(|_| Some(&self.blob)).read_inputs().unwrap().collect();
        let mut locals = vec![self.rest(); times.len()];
        for channel in &channels {
            let node = channel.target().node().index();
            let reader = channel.reader(|_| Some(&self.blob));
            assert!(reader.read_inputs().unwrap().eq(times.iter().copied()));
            match reader.read_outputs().unwrap() {
                ReadOutputs::Translations(translations) => {
                    for (local, value) in locals.iter_mut().zip(translations) {
                        let (_, rotation, scale) = local[node].clone().decomposed();
                        local[node] = Transform::Decomposed { translation: value, rotation, scale };
                    }
                }
                ReadOutputs::Rotations(rotations) => {
                    for (local, value) in locals.iter_mut().zip(rotations.into_f32()) {
                        let (translation, _, scale) = local[node].clone().decomposed();
                        local[node] = Transform::Decomposed { translation, rotation: value, scale };
                    }
                }
                _ => panic!("only places and rotations move"),
            }
        }
        Sampled { times, locals }
    }

    /// Every joint's matrix in model space.
    fn world(&self, locals: &[Transform]) -> Vec<Matrix> {
        let mut world: Vec<Matrix> = locals.iter().map(|local| local.clone().matrix()).collect();
        // Children come after their parents.
        for node in self.gltf.nodes().take(SKELETON.len()) {
            for child in node.children() {
                world[child.index()] = product(&world[node.index()], &world[child.index()]);
            }
        }
        world
    }
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|column| {
        std::array::from_fn(|row| (0..4).map(|k| a[k][row] * b[column][k]).sum())
    })
}

fn transformed(matrix: &Matrix, [x, y, z]: Point) -> Point {
    std::array::from_fn(|row| {
        matrix[0][row] * x + matrix[1][row] * y + matrix[2][row] * z + matrix[3][row]
    })
}

fn place(world: &[Matrix], joint: Joint) -> Point {
    transformed(&world[joint as usize], [0.0; 3])
}

#[test]
fn bytes_are_always_the_same() {
    // FNV-1a, 64 bits. A deliberate change of the fighter changes it.
    let hash = glb().iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(hash, 0xcb33_8ea1_ecb1_fbfb, "{hash:#018x}");
}

#[test]
fn joints_and_clips_have_their_names() {
    let fighter = Fighter::read();
    let skin = fighter.gltf.skins().next().unwrap();
    let names: Vec<_> = skin.joints().map(|joint| joint.name().unwrap()).collect();
    let mut expected = ["hips", "spine", "chest", "neck", "head"].map(String::from).to_vec();
    for limb in [["upper_arm", "lower_arm", "hand"], ["upper_leg", "lower_leg", "foot"]] {
        for side in ["l", "r"] {
            expected.extend(limb.map(|bone| format!("{bone}.{side}")));
        }
    }
    assert_eq!(names, expected);
    let animations = fighter.gltf.animations().map(|animation| animation.name().unwrap());
    assert!(animations.eq(clips().iter().copied()));
    assert!(clips().starts_with(&["idle", "walk", "punch", "kick", "hit"]));
}

#[test]
fn clips_are_sampled_as_they_say() {
    let fighter = Fighter::read();
    for animation in fighter.gltf.animations() {
        let name = animation.name().unwrap();
        let expected = match name {
            "switch_stance" => Interpolation::Step,
            _ => Interpolation::Linear,
        };
        assert!(animation.samplers().all(|sampler| sampler.interpolation() == expected), "{name}");
        let Sampled { times, locals } = fighter.sample(name);
        assert_eq!(times[0], 0.0, "{name}");
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{name}: {times:?}");
        for joint in SKELETON.map(|bone| bone.joint as usize) {
            let rotation = |key: usize| locals[key][joint].clone().decomposed().1;
            let dot = |a: [f32; 4], b: [f32; 4]| (0..4).map(|k| a[k] * b[k]).sum::<f32>();
            for key in 0..times.len() {
                assert!((dot(rotation(key), rotation(key)) - 1.0).abs() < 1e-6, "{name}");
                let before = rotation(key.saturating_sub(1));
                assert!(dot(before, rotation(key)) > 0.0, "{name} takes the long way round");
            }
        }
    }
}

#[test]
fn motions_join() {
    let fighter = Fighter::read();
    let ends = |name: &str| {
        let sampled = fighter.sample(name);
        let seconds = *sampled.times.last().unwrap();
        let [first, last] = [0, sampled.locals.len() - 1].map(|key| {
            let world = fighter.world(&sampled.locals[key]);
            SKELETON.map(|bone| place(&world, bone.joint))
        });
        (seconds, first, last)
    };
    let near = |a: [Point; SKELETON.len()], b: [Point; SKELETON.len()]| {
        a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| (a - b).abs() < 1e-5)
    };
    let (_, guard, _) = ends("idle");
    for (name, duration) in
        [("idle", 1.5), ("walk", 1.0), ("punch", 0.8), ("kick", 0.9), ("hit", 0.5)]
    {
        let (seconds, first, last) = ends(name);
        assert_eq!(seconds, duration, "{name}");
        assert!(near(first, last), "{name} ends where it began");
        assert_eq!(near(first, guard), name != "walk", "{name} begins in the guard");
    }
    for name in ["fall", "switch_stance"] {
        let (_, first, last) = ends(name);
        assert!(near(first, guard) && !near(first, last), "{name} leaves the guard");
    }
}

#[test]
fn weights_sum_to_one_and_blend() {
    let fighter = Fighter::read();
    let mut by_count = [0; 5];
    for (joints, weights) in fighter.influences() {
        assert!((weights.iter().sum::<f32>() - 1.0).abs() <= 1e-6, "{weights:?}");
        for (joint, weight) in joints.into_iter().zip(weights) {
            assert!(usize::from(joint) < SKELETON.len() && (0.0..=1.0).contains(&weight));
            assert!(weight > 0.0 || joint == 0);
        }
        by_count[weights.iter().filter(|&&weight| weight > 0.0).count()] += 1;
    }
    assert!((800..=2500).contains(&by_count.iter().sum::<usize>()), "{by_count:?}");
    assert_eq!(by_count[0], 0);
    assert!(by_count[1..].iter().all(|&vertices| vertices > 0), "{by_count:?}");
}

#[test]
fn body_is_closed_and_faces_outwards() {
    let fighter = Fighter::read();
    let positions = fighter.positions();
    let mut edges: BTreeMap<[usize; 2], i32> = BTreeMap::new();
    let mut volume = 0.0;
    for triangle @ [a, b, c] in fighter.triangles() {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *edges.entry([from, to]).or_default() += 1;
        }
        let [a, b, c] = triangle.map(|vertex| positions[vertex]);
        volume += a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    for ([from, to], count) in &edges {
        assert_eq!((*count, edges.get(&[*to, *from])), (1, Some(&1)), "edge {from} {to}");
    }
    // A person of 1.8 m fills some 0.07 cubic metres; here parts overlap and count twice there.
    assert!((0.05..0.12).contains(&(volume / 6.0)), "{}", volume / 6.0);
}

#[test]
fn rest_pose_leaves_the_mesh_as_it_is() {
    let fighter = Fighter::read();
    let world = fighter.world(&fighter.rest());
    for (joint, inverse_bind) in world.iter().zip(fighter.inverse_binds()) {
        let skinning = product(joint, &inverse_bind);
        for (column, values) in skinning.iter().enumerate() {
            for (row, value) in values.iter().enumerate() {
                let identity = f32::from(u8::from(row == column));
                assert!((value - identity).abs() < 1e-6, "{skinning:?}");
            }
        }
    }
    let heights = || fighter.positions().into_iter().map(|[_, y, _]| y);
    let tallest = heights().fold(0.0, f32::max);
    assert!((1.75..1.85).contains(&tallest), "{tallest}");
    assert!(heights().fold(1.0, f32::min).abs() < 0.005);
}

#[test]
fn punch_reaches_ahead_with_the_right_hand() {
    let fighter = Fighter::read();
    let Sampled { times, locals } = fighter.sample("punch");
    let strike = times.iter().position(|&time| time == 0.35).unwrap();
    let [start, hit] = [0, strike].map(|key| {
        let world = fighter.world(&locals[key]);
        [place(&world, Joint::HandR), place(&world, Joint::Hips)]
    });
    assert!(hit[0][2] - start[0][2] >= 0.5, "{start:?} {hit:?}");
    assert!(hit[0][2] - hit[1][2] >= 0.6, "{hit:?}");
}

#[test]
fn nothing_sinks_into_the_ground_at_a_key() {
    let fighter = Fighter::read();
    let (positions, influences) = (fighter.positions(), fighter.influences());
    let inverse_binds = fighter.inverse_binds();
    for name in clips() {
        let Sampled { times, locals } = fighter.sample(name);
        for (time, local) in times.iter().zip(&locals) {
            let world = fighter.world(local);
            for foot in [Joint::FootL, Joint::FootR] {
                assert!(place(&world, foot)[1] > -0.05, "{name} at {time} s: {foot:?}");
            }
            let skinning: Vec<Matrix> =
                world.iter().zip(&inverse_binds).map(|(a, b)| product(a, b)).collect();
            for (&position, (joints, weights)) in positions.iter().zip(&influences) {
                let height: f32 = joints
                    .iter()
                    .zip(weights)
                    .map(|(&j, weight)| {
                        weight * transformed(&skinning[usize::from(j)], position)[1]
                    })
                    .sum();
                assert!(height > -0.02, "{name} at {time} s: a vertex at {height}");
            }
        }
    }
}

#[test]
fn hands_and_feet_arrive_where_the_poses_put_them() {
    let fighter = Fighter::read();
    for clip in &CLIPS {
        let Sampled { locals, .. } = fighter.sample(clip.name);
        for ((time, pose), local) in clip.keys.iter().zip(&locals) {
            let world = fighter.world(local);
            for (joint, goal) in [
                (Joint::HandL, pose.left_hand.wrist),
                (Joint::HandR, pose.right_hand.wrist),
                (Joint::FootL, pose.left_foot.ankle),
                (Joint::FootR, pose.right_foot.ankle),
            ] {
                let [x, y, z] = place(&world, joint).map(f64::from);
                let off = (goal - Vec3 { x, y, z }).length();
                assert!(off < 1e-5, "{} at {time} s: {joint:?} is {off} m off", clip.name);
            }
        }
    }
}
