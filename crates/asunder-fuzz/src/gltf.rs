//! A model that strangers send: read or refused, never a panic.

use asunder_gltf::{Hboxes, Model, Rigging, write_colliders};

/// Reads bytes as a model, and if they are one, poses it and writes its colliders into it; if they
/// are text, reads them as the hitboxes of Source, too.
///
/// # Panics
///
/// If what was read does not fit together.
pub fn gltf(data: &[u8]) {
    let model = match Model::from_slice(data, "fuzz") {
        Ok(model) => model,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says something");
            source(data);
            return;
        }
    };
    assert_eq!(model.parents_first().len(), model.nodes.len(), "each node has its turn");
    let (mut pose, mut positions) = (model.rest_pose(), Vec::new());
    assert_eq!(pose.len(), model.nodes.len(), "each node has its matrix");
    // A file of this size has few of either; the product of both is what takes time.
    for clip in model.clips.iter().take(4) {
        for time in [0.0, -1.0, 0.25, clip.duration, f32::MAX] {
            model.sample(clip, time, &mut pose);
            assert_eq!(pose.len(), model.nodes.len(), "each node has its matrix");
        }
    }
    for skin in &model.skins {
        assert_eq!(skin.palette(&pose).len(), skin.joints.len(), "each joint has its matrix");
    }
    for mesh in &model.meshes {
        model.posed_positions(mesh, &pose, &mut positions);
        assert_eq!(positions.len(), mesh.positions.len(), "each vertex has its place");
        let count = mesh.positions.len();
        let inside = |triangle: &[u32; 3]| triangle.iter().all(|&i| (i as usize) < count);
        assert!(mesh.triangles.iter().all(inside), "a triangle's corners are vertices");
    }
    colliders(data, &model);
}

/// What stands on a model's nodes makes a rig, and comes back from a file that it is written into.
fn colliders(data: &[u8], model: &Model) {
    if let Ok(rigging) = Rigging::of(model, &model.colliders) {
        let mut bones = Vec::new();
        rigging.bone_matrices(&model.rest_pose(), &mut bones);
        assert_eq!(bones.len(), rigging.rig().bones().len(), "each bone has its matrix");
    }
    // Refused is what stands too far out, or on a node that was itself written so.
    let Ok(once) = write_colliders(data, "fuzz", &model.colliders) else { return };
    let read = Model::from_slice(&once.bytes, "fuzz").expect("what was written can be read");
    for collider in &model.colliders {
        let same = |it: &&asunder_gltf::Collider| {
            (it.node, &it.shape, it.role) == (collider.node, &collider.shape, collider.role)
        };
        assert!(read.colliders.iter().any(|it| same(&it)), "what was written comes back");
    }
    let twice = write_colliders(&once.bytes, "fuzz", &model.colliders);
    assert!(twice.is_ok_and(|twice| twice.bytes == once.bytes), "writing twice adds nothing");
}

fn source(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    match Hboxes::parse(text, "fuzz") {
        Ok(read) => {
            let lines = text.lines().count();
            assert!(read.boxes.iter().all(|it| (1..=lines).contains(&it.line)), "lines are lines");
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz: line "), "{error}"),
    }
}
