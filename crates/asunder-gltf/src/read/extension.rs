//! Extensions that a file says it cannot be read without.

use crate::GltfError;
use crate::document::Document;

/// The extensions that are read here, or say nothing about shape and motion that is not in the rest
/// of the file.
const KNOWN: [&str; 8] = [
    "KHR_mesh_quantization",
    "KHR_implicit_shapes",
    "KHR_collision_shapes",
    "KHR_physics_rigid_bodies",
    "OMI_physics_shape",
    "OMI_physics_body",
    "VRMC_springBone",
    "VRMC_springBone_extended_collider",
];

/// Warns of every extension that the file requires and that is not known here.
///
/// Most concern looks; where one hides geometry, the reader errs at the place where it is missing.
pub(super) fn warn(document: &Document<'_>) -> Result<(), GltfError> {
    for place in document.root.get("extensionsRequired").list()? {
        let name = place.text()?;
        if !KNOWN.contains(&name) {
            let message = format!(
                "the file requires {name:?}, which is not known here; shape and motion are read \
                 without it"
            );
            document.warn(&place, message)?;
        }
    }
    Ok(())
}
