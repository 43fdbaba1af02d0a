//! Extensions that a file requires.

use crate::GltfError;
use crate::document::Document;

/// The supported extensions, and those that do not affect shape and motion.
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

/// Warns of every required extension that is unknown.
///
/// Most concern appearance; one that hides geometry is an error where the geometry is missing.
pub(super) fn warn(document: &Document<'_>) -> Result<(), GltfError> {
    for place in document.root.get("extensionsRequired").list()? {
        let name = place.string()?;
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
