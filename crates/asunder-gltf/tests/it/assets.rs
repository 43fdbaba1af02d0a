//! Real models, from `ASUNDER_ASSETS`, by default `../shared/assets` beside the project.

use std::path::PathBuf;

use asunder_gltf::matrix::IDENTITY;
use asunder_gltf::{Clip, Curve, Matrix, Model, Track};

/// The file's path and model; `None`, with a note, if the models are not there.
pub(crate) fn asset(file: &str) -> Option<(PathBuf, Model)> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/assets");
    let folder = std::env::var_os("ASUNDER_ASSETS").map_or(PathBuf::from(default), PathBuf::from);
    let path = folder.join(file);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    let model = Model::open(&path).unwrap_or_else(|error| panic!("{error}"));
    Some((path, model))
}

fn vertices(model: &Model, skinned: bool) -> usize {
    let chosen = model.meshes.iter().filter(|mesh| mesh.skin.is_some() == skinned);
    chosen.map(|mesh| mesh.positions.len()).sum()
}

#[test]
fn counts_are_those_of_the_files() {
    for (file, joints, clips, skinned) in [
        ("kaykit_Knight.glb", 41, 76, 3716),
        ("RobotExpressive_quaternius.glb", 43, 14, 0),
        ("greenman.glb", 12, 4, 0),
        ("Fox.glb", 24, 3, 1728),
    ] {
        let Some((_, model)) = asset(file) else { continue };
        assert_eq!(model.skins.len(), 1, "{file}");
        assert_eq!((model.skins[0].joints.len(), model.clips.len()), (joints, clips), "{file}");
        if skinned > 0 {
            assert_eq!(vertices(&model, true), skinned, "{file}");
        }
    }
    if let Some((_, knight)) = asset("kaykit_Knight.glb") {
        assert_eq!((knight.name.as_str(), vertices(&knight, false)), ("kaykit_Knight", 3308));
    }
    if let Some((_, robot)) = asset("RobotExpressive_quaternius.glb") {
        assert_eq!(vertices(&robot, true) + vertices(&robot, false), 7218);
    }
    if let Some((_, man)) = asset("greenman.glb") {
        let names: Vec<_> = man.clips.iter().map(|clip| clip.name.as_str()).collect();
        assert_eq!(names, ["0_pose", "1_idle", "2_move", "3_attack"]);
    }
    if let Some((_, character)) = asset("kenney_platformer_character.glb") {
        assert_eq!((character.nodes.len(), character.clips.len()), (8, 4));
        assert!(character.skins.is_empty());
        assert!(character.clips.iter().any(|clip| moves(&character, clip)));
    }
    for file in ["greenman_sword.glb", "greenman_shield.glb"] {
        let Some((_, weapon)) = asset(file) else { continue };
        assert!(weapon.skins.is_empty() && weapon.clips.is_empty());
        assert!(!weapon.meshes[0].triangles.is_empty(), "{file}");
    }
    for file in ["OMI_box_collider.gltf", "OMI_static_compound_collider.gltf"] {
        let Some((_, collider)) = asset(file) else { continue };
        assert!(collider.meshes.is_empty() && !collider.nodes.is_empty(), "{file}");
    }
}

fn moves(model: &Model, clip: &Clip) -> bool {
    let mut pose = Vec::new();
    model.sample(clip, clip.duration / 3.0, &mut pose);
    pose != model.rest_pose()
}

const ANIMATED: [&str; 5] = [
    "kaykit_Knight.glb",
    "RobotExpressive_quaternius.glb",
    "greenman.glb",
    "Fox.glb",
    "kenney_platformer_character.glb",
];

#[test]
fn every_frame_of_every_clip_is_finite() {
    for file in ANIMATED {
        let Some((_, model)) = asset(file) else { continue };
        let (mut pose, mut frames) = (Vec::new(), 0);
        for clip in &model.clips {
            for frame in 0..=(clip.duration * 30.0) as u32 + 1 {
                model.sample(clip, frame as f32 / 30.0, &mut pose);
                assert!(
                    pose.iter().flatten().all(|x| x.is_finite()),
                    "{file} {} {frame}",
                    clip.name
                );
                frames += 1;
            }
        }
        assert!(frames > 30, "{file}");
    }
}

#[test]
fn skinned_vertices_at_rest_are_the_bind_pose() {
    // All these models were exported in the bind pose.
    for file in ANIMATED {
        let Some((_, model)) = asset(file) else { continue };
        let pose = model.rest_pose();
        let mut positions = Vec::new();
        for mesh in model.meshes.iter().filter(|mesh| mesh.skin.is_some()) {
            model.posed_positions(mesh, &pose, &mut positions);
            for (found, modelled) in positions.iter().zip(&mesh.positions) {
                for (found, modelled) in found.iter().zip(modelled) {
                    let error = (found - modelled).abs();
                    assert!(
                        error <= 2e-5 * (1.0 + modelled.abs()),
                        "{file} {}: {error}",
                        mesh.name
                    );
                }
            }
        }
    }
}

#[test]
fn an_independent_reader_finds_the_same() {
    for file in ANIMATED {
        let Some((path, model)) = asset(file) else { continue };
        let bytes = std::fs::read(path).unwrap();
        let gltf::Gltf { document, blob } =
            gltf::Gltf::from_slice_without_validation(&bytes).unwrap();
        let blob = blob.unwrap();
        same_meshes(&model, &document, &blob);
        same_skins(&model, &document, &blob);
        same_clips(&model, &document, &blob);
        let mut reached = 0;
        for node in document.nodes().filter(|node| model.nodes[node.index()].parent.is_none()) {
            reached += same_rest_pose(&model.rest_pose(), &node, IDENTITY.map(f64::from));
        }
        assert_eq!(reached, model.nodes.len(), "{file}");
    }
}

fn same_meshes(model: &Model, document: &gltf::Document, blob: &[u8]) {
    let carriers = document.nodes().filter(|node| node.mesh().is_some());
    for (mesh, node) in model.meshes.iter().zip(carriers) {
        let (mut positions, mut corners) = (Vec::new(), Vec::new());
        let (mut joints, mut weights) = (Vec::new(), Vec::new());
        for primitive in node.mesh().unwrap().primitives() {
            let reader = primitive.reader(|_| Some(blob));
            let first = positions.len() as u32;
            positions.extend(reader.read_positions().unwrap());
            match reader.read_indices() {
                Some(indices) => corners.extend(indices.into_u32().map(|corner| first + corner)),
                None => corners.extend(first..positions.len() as u32),
            }
            if node.skin().is_some() {
                joints.extend(reader.read_joints(0).unwrap().into_u16());
                weights.extend(reader.read_weights(0).unwrap().into_f32());
            }
        }
        assert_eq!((mesh.node, &mesh.positions), (node.index(), &positions));
        assert_eq!(mesh.skin, node.skin().map(|skin| skin.index()));
        assert_eq!(mesh.triangles.as_flattened(), corners);
        assert_eq!(mesh.weights.len(), weights.len());
        for vertex in 0..weights.len() {
            for slot in 0..4 {
                assert!((mesh.weights[vertex][slot] - weights[vertex][slot]).abs() < 1e-6);
                assert!(
                    weights[vertex][slot] == 0.0
                        || mesh.joints[vertex][slot] == joints[vertex][slot]
                );
            }
        }
    }
}

fn same_skins(model: &Model, document: &gltf::Document, blob: &[u8]) {
    for (skin, theirs) in model.skins.iter().zip(document.skins()) {
        let joints: Vec<_> = theirs.joints().map(|joint| joint.index()).collect();
        let matrices = theirs.reader(|_| Some(blob)).read_inverse_bind_matrices().unwrap();
        assert_eq!(skin.joints, joints);
        for (ours, theirs) in skin.inverse_bind.iter().zip(matrices) {
            assert_eq!(ours, theirs.as_flattened());
        }
    }
}

fn same_clips(model: &Model, document: &gltf::Document, blob: &[u8]) {
    use gltf::animation::util::ReadOutputs;
    for (clip, theirs) in model.clips.iter().zip(document.animations()) {
        assert_eq!(Some(clip.name.as_str()), theirs.name());
        let mut curves = 0;
        for channel in theirs.channels() {
            let reader = channel.reader(|_| Some(blob));
            let node = channel.target().node().index();
            let track = clip.tracks.iter().find(|track| track.node == node).unwrap();
            let times: Vec<_> = reader.read_inputs().unwrap().collect();
            match reader.read_outputs().unwrap() {
                ReadOutputs::Translations(values) => same_curve(&track.translation, &times, values),
                ReadOutputs::Scales(values) => same_curve(&track.scale, &times, values),
                ReadOutputs::Rotations(values) => {
                    same_curve(&track.rotation, &times, values.into_f32())
                }
                ReadOutputs::MorphTargetWeights(_) => continue,
            }
            curves += 1;
        }
        let parts = |t: &Track| {
            u32::from(t.translation.is_some())
                + u32::from(t.rotation.is_some())
                + u32::from(t.scale.is_some())
        };
        assert_eq!(clip.tracks.iter().map(parts).sum::<u32>(), curves);
    }
}

fn same_curve<const N: usize>(
    curve: &Option<Curve<N>>,
    times: &[f32],
    values: impl Iterator<Item = [f32; N]>,
) {
    let curve = curve.as_ref().unwrap();
    assert_eq!(curve.times(), times);
    assert!((0..times.len()).map(|key| curve.key(key)).eq(values));
}

/// Compares a node and its descendants; returns their number.
fn same_rest_pose(pose: &[Matrix], node: &gltf::Node<'_>, parent: [f64; 16]) -> usize {
    let local = node.transform().matrix().as_flattened().to_vec();
    let product: [f64; 16] = std::array::from_fn(|i| {
        (0..4).map(|k| parent[4 * k + i % 4] * f64::from(local[i / 4 * 4 + k])).sum()
    });
    for (ours, theirs) in pose[node.index()].iter().zip(product) {
        let error = (f64::from(*ours) - theirs).abs();
        assert!(error <= 2e-5 * (1.0 + theirs.abs()), "{:?}: {error}", node.name());
    }
    1 + node.children().map(|child| same_rest_pose(pose, &child, product)).sum::<usize>()
}
