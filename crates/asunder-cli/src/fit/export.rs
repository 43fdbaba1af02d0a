//! Export of hitboxes, in the format of the file's extension.

use crate::{files, streams};
use asunder_fit::{Fit, rig_to_toml};
use asunder_gltf::{beside, write_colliders};
use std::fs;
use std::path::{Path, PathBuf};

/// A format of hitboxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A rig file.
    Toml,
    /// The model with the hitboxes as colliders.
    Gltf,
}

impl Format {
    fn of(path: &Path, model: &Path) -> Result<Self, String> {
        match ending(path).as_str() {
            "toml" => Ok(Self::Toml),
            own @ ("glb" | "gltf") if own == ending(model) => Ok(Self::Gltf),
            "glb" | "gltf" => Err(format!(
                "{}: the model is a .{}, and stays one; expected that ending, or .toml",
                path.display(),
                ending(model)
            )),
            other => Err(format!(
                "{}: cannot write hitboxes as {other:?}; expected .toml, .glb or .gltf",
                path.display()
            )),
        }
    }
}

/// Refuses a path that cannot be written, before the work is done.
pub(super) fn check(path: Option<&Path>, model: &Path) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    if Format::of(path, model)? == Format::Gltf
        && folder(path) != folder(model)
        && let Some(beside) = uris_beside(&read(model)?).first()
    {
        return Err(format!(
            "{}: the model has {beside:?} beside it, which would be missing there; expected a file in \
             the folder of {}",
            path.display(),
            model.display()
        ));
    }
    Ok(())
}

fn folder(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(files::folder(path)).ok()
}

/// The files that a model refers to: buffers and images.
pub(super) fn files_beside(model: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = files::folder(model);
    let paths = uris_beside(&read(model)?);
    Ok(paths.iter().filter_map(|uri| beside(uri)).map(|path| folder.join(path)).collect())
}

/// The URIs of files that a model refers to in its own folder.
fn uris_beside(model: &[u8]) -> Vec<String> {
    let Ok(json) = serde_json::from_slice::<serde_json::Value>(json(model)) else {
        return Vec::new();
    };
    let named = |list: &str| json[list].as_array().into_iter().flatten();
    let uris = named("buffers").chain(named("images")).filter_map(|it| it["uri"].as_str());
    let is_file = |uri: &&str| !uri.starts_with("data:") && !uri.contains("://");
    uris.filter(is_file).map(str::to_owned).collect()
}

/// The JSON of a model: of a container its first chunk, which begins at byte 20, with its length at byte
/// 12 (glTF 2.0, "Binary glTF Layout").
fn json(model: &[u8]) -> &[u8] {
    let chunk = || {
        let length = model.get(12..16)?.try_into().ok().map(u32::from_le_bytes)?;
        model.get(20..)?.get(..usize::try_from(length).ok()?)
    };
    if model.starts_with(b"glTF") { chunk().unwrap_or_default() } else { model }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    asunder_gltf::read_file(path, asunder_gltf::Model::LARGEST)
        .map_err(|error| format!("{}: cannot be read: {error}", path.display()))
}

/// Writes the hitboxes fitted to the model in the file `source`.
pub(super) fn write(path: &Path, source: &Path, fit: &Fit) -> Result<(), String> {
    match Format::of(path, source)? {
        Format::Toml => files::write(path, rig_to_toml(fit.rig()).as_bytes()),
        Format::Gltf => {
            let told = |error: asunder_gltf::GltfError| error.to_string();
            let colliders = fit.rigging().colliders();
            let file = source.display().to_string();
            let written = write_colliders(&read(source)?, &file, &colliders).map_err(told)?;
            for warning in &written.warnings {
                streams::warning(&warning.to_string());
            }
            files::write(path, &written.bytes)
        }
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}
