//! The triangles of a mesh of a level.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::json::Json;
use crate::read::mesh::{Mode, corners, vertices};
use crate::read::name;
use crate::{GltfError, LevelMesh};

/// The mesh at `place`, with the triangles of all its primitives.
///
/// Exporters split a mesh by materials, and may give all its primitives the same positions: those
/// are read once, so that the parts still share their vertices.
pub(super) fn read<'a>(
    document: &Document<'a>,
    place: &Json<'a>,
    index: usize,
) -> Result<LevelMesh, GltfError> {
    let mut mesh = LevelMesh {
        name: name(place, "mesh", index)?,
        path: place.path().to_owned(),
        vertices: Vec::new(),
        triangles: Vec::new(),
    };
    let mut morphs = false;
    // Where the vertices of an accessor begin, and their number.
    let mut shared = BTreeMap::new();
    for primitive in place.get("primitives").objects()? {
        let Some(mode) = Mode::read(&primitive.get("mode"))? else {
            document.warn(&primitive, "points and lines are not solid; they are left out")?;
            continue;
        };
        let Some(position) = primitive.get("attributes").get("POSITION").present() else {
            document.warn(&primitive, "has no POSITION, so it is not drawn; it is left out")?;
            continue;
        };
        morphs |= primitive.get("targets").present().is_some();
        let accessor = document.index(&position, "accessors")?;
        let (first, count) = match shared.get(&accessor) {
            Some(&known) => known,
            None => {
                let points = vertices(document, &primitive, &position)?;
                let range = (mesh.vertices.len(), points.len());
                mesh.vertices.extend(points);
                shared.insert(accessor, range);
                range
            }
        };
        let corners = corners(document, &primitive, first, count)?;
        // Strips and fans make about one triangle for each index.
        let triangles = if mode == Mode::Triangles { corners.len() / 3 } else { corners.len() };
        document.budget.spend(&primitive, 12 * triangles as u64)?;
        if mode == Mode::Triangles && corners.len() % 3 != 0 {
            let indices = primitive.get("indices");
            let message = format!("{} indices make no whole number of triangles", corners.len());
            document.warn(&indices, message)?;
        }
        mode.triangles(&corners, &mut mesh.triangles);
    }
    if morphs {
        document.warn(place, "its morph targets are not applied")?;
    }
    Ok(mesh)
}
