//! A level that strangers send: read or refused, never a panic.

use asunder_gltf::{Level, LevelRule, Model};

/// Reads bytes as a level, and bakes it.
///
/// # Panics
///
/// If what was read does not fit together, is not finite, or is not what the model has.
pub fn level(data: &[u8]) {
    let level = match Level::from_slice(data, "fuzz") {
        Ok(level) => level,
        Err(error) => {
            let error = error.to_string();
            return assert!(error.starts_with("fuzz"), "an error names the file: {error}");
        }
    };
    for mesh in &level.meshes {
        assert!(!mesh.triangles.is_empty(), "a mesh has triangles");
        let inside = |corner: &u32| (*corner as usize) < mesh.vertices.len();
        assert!(mesh.triangles.as_flattened().iter().all(inside), "corners are vertices");
    }
    let numbers = |instance: &asunder_gltf::LevelInstance| {
        level.meshes.get(instance.mesh).expect("an instance has a mesh").vertices.len()
    };
    // A file of this size has few of either; the product of both is what takes time.
    if level.instances.iter().map(numbers).fold(0, usize::saturating_add) < 1 << 20 {
        for instance in &level.instances {
            let (vertices, triangles) = level.bake(instance);
            let mesh = &level.meshes[instance.mesh];
            assert_eq!(
                (vertices.len(), triangles.len()),
                (mesh.vertices.len(), mesh.triangles.len())
            );
            let finite = vertices.as_flattened().iter().all(|x| x.is_finite());
            assert!(finite, "a level that was read is finite");
        }
    }
    // A model is refused for more: its clips, skins and colliders.
    let Ok(model) = Model::from_slice(data, "fuzz") else { return };
    let pose = model.rest_pose();
    for instance in level.instances.iter().filter(|it| it.rule == LevelRule::Unskinned) {
        assert_eq!(instance.matrix, pose[instance.node], "a node stands where the model has it");
        let theirs = model.meshes.iter().find(|mesh| mesh.node == instance.node);
        let theirs = theirs.expect("the model has the mesh, too");
        let ours = &level.meshes[instance.mesh];
        assert!(theirs.skin.is_none(), "a skinned mesh is no part of a level");
        let same = |(ours_at, theirs_at): (&u32, &u32)| {
            ours.vertices[*ours_at as usize].map(f32::to_bits)
                == theirs.positions[*theirs_at as usize].map(f32::to_bits)
        };
        let corners = ours.triangles.as_flattened().iter();
        assert_eq!(ours.triangles.len(), theirs.triangles.len(), "both have each triangle");
        assert!(corners.zip(theirs.triangles.as_flattened()).all(same), "both have each corner");
    }
}
