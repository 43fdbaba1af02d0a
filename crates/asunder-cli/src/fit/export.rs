//! Hitboxes as files. What a file is to be, its ending tells.

use asunder_fit::{Fit, rig_to_toml};
use asunder_gltf::{Model, Rigging, write_colliders};
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

/// Refuses a file that cannot be written in any format, before the work is done.
pub(super) fn check(path: Option<&Path>, model: &Path) -> Result<(), String> {
    path.map_or(Ok(()), |path| Format::of(path, model).map(|_| ()))
}

/// Writes the hitboxes that were fitted to the model in the file `source`.
pub(super) fn write(path: &Path, source: &Path, model: &Model, fit: &Fit) -> Result<(), String> {
    match Format::of(path, source)? {
        Format::Toml => super::write(path, rig_to_toml(fit.rig()).as_bytes()),
        Format::Gltf => {
            let told = |error: asunder_gltf::GltfError| error.to_string();
            let rigging = Rigging::new(model, fit.rig().clone(), fit.nodes().to_vec());
            let colliders = rigging.map_err(told)?.colliders();
            let file = source.display().to_string();
            let bytes =
                fs::read(source).map_err(|error| format!("{file}: cannot be read: {error}"))?;
            let written = write_colliders(&bytes, &file, &colliders).map_err(told)?;
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
