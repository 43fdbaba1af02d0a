//! Reading of a [`Model`] from a file's bytes, one module for each kind of object.

mod clip;
mod collider;
mod extension;
mod level;
mod mesh;
mod node;
mod skin;

use std::path::Path;

use crate::buffer::Sources;
use crate::document::Document;
use crate::json::{self, Json};
use crate::matrix::Matrix;
use crate::{GltfError, Model, glb};
pub(crate) use level::level;

/// Reads a model; `folder` has the buffers in other files.
pub(crate) fn model(
    bytes: &[u8],
    file: &str,
    name: String,
    folder: Option<&Path>,
) -> Result<Model, GltfError> {
    let parts = glb::split(file, bytes)?;
    let json = json::parse(file, parts.json)?;
    let document = Document::new(file, &json, Sources { binary: parts.binary, folder })?;

    let (nodes, parents_first) = node::read(&document)?;
    let skins = skin::read(&document)?;
    let meshes = mesh::read(&document, &skins)?;
    extension::warn(&document)?;
    let clips = clip::read(&document, &nodes)?;
    let colliders = {
        let animated = collider::animated(&nodes, &skins, &clips);
        collider::read(&document, &nodes, &parents_first, &animated)?
    };
    let root = document.root.clone();
    let warnings = document.into_warnings();
    let model = Model { name, nodes, skins, meshes, clips, colliders, warnings, parents_first };

    let rest = model.rest_pose();
    if let Some(node) = rest.iter().position(|matrix| !matrix.iter().all(|x| x.is_finite())) {
        let place = root.get("nodes").at(node);
        return Err(place.found("infinitely far or large", "a finite place in the model"));
    }
    Ok(model)
}

/// The name of an object in a list, or one made of its kind and index.
fn name(thing: &Json<'_>, kind: &str, index: usize) -> Result<String, GltfError> {
    match thing.get("name").present() {
        Some(name) => Ok(name.string()?.to_owned()),
        None => Ok(format!("{kind}{index}")),
    }
}

/// The matrix with an exact last row, which must be 0 0 0 1 up to an exporter's rounding.
fn affine(place: &Json<'_>, mut matrix: Matrix) -> Result<Matrix, GltfError> {
    for (index, one) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
        let element: &mut f32 = &mut matrix[index];
        if (*element - one).abs() > 1e-5 {
            let expected = format!("{one} at element {index}: translation belongs at 12, 13, 14");
            return Err(place.found(format!("a matrix with {element}"), expected));
        }
        *element = one;
    }
    Ok(matrix)
}
