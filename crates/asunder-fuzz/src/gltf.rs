//! A model that strangers send: read or refused, never a panic.

use asunder_gltf::Model;

/// Reads bytes as a model, and if they are one, poses it.
///
/// # Panics
///
/// If what was read does not fit together.
pub fn gltf(data: &[u8]) {
    let model = match Model::from_slice(data, "fuzz") {
        Ok(model) => model,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says something");
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
}
