//! Hitboxes as files. What a file is to be, its ending tells.

use asunder_fit::{Fit, rig_to_toml};
use asunder_gltf::write_colliders;
use std::fs;
use std::path::Path;

/// What hitboxes can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A rig of its own.
    Toml,
    /// The model, with the hitboxes as colliders in it.
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

/// Refuses a file that cannot be written in any format, or not there, before the work is done.
pub(super) fn check(path: Option<&Path>, model: &Path) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    if Format::of(path, model)? == Format::Gltf && folder(path) != folder(model) {
        let bytes = read(model)?;
        if let Some(beside) = serde_json::from_slice(&bytes).ok().as_ref().and_then(file_beside) {
            return Err(format!(
                "{}: the model has {beside:?} beside it, which would be missing there; expected a \
                 file in the folder of {}",
                path.display(),
                model.display()
            ));
        }
    }
    Ok(())
}

fn folder(path: &Path) -> Option<std::path::PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()
}

/// A file that a model in JSON names, and that it expects in its own folder.
fn file_beside(json: &serde_json::Value) -> Option<&str> {
    let named = |list: &str| json[list].as_array().into_iter().flatten();
    let uris = named("buffers").chain(named("images")).filter_map(|it| it["uri"].as_str());
    { uris }.find(|uri| !uri.starts_with("data:") && !uri.contains("://"))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))
}

/// Writes the hitboxes that were fitted to the model in the file `source`.
pub(super) fn write(path: &Path, source: &Path, fit: &Fit) -> Result<(), String> {
    match Format::of(path, source)? {
        Format::Toml => super::write(path, rig_to_toml(fit.rig()).as_bytes()),
        Format::Gltf => {
            let told = |error: asunder_gltf::GltfError| error.to_string();
            let colliders = fit.rigging().colliders();
            let file = source.display().to_string();
            let written = write_colliders(&read(source)?, &file, &colliders).map_err(told)?;
            for warning in &written.warnings {
                eprintln!("warning: {warning}");
            }
            super::write(path, &written.bytes)
        }
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}
