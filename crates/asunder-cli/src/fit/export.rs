//! Hitboxes as files. What a file is to be, its ending tells.

use asunder_fit::{Fit, rig_to_toml};
use std::path::Path;

/// Refuses a file that cannot be written in any format, before the work is done.
pub(super) fn check(path: Option<&Path>) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    match ending(path).as_str() {
        "toml" => Ok(()),
        other => Err(format!(
            "{}: cannot write hitboxes as {other:?}; expected a file that ends in .toml",
            path.display()
        )),
    }
}

/// Writes the hitboxes.
pub(super) fn write(path: &Path, fit: &Fit) -> Result<(), String> {
    super::write(path, &rig_to_toml(fit.rig()))
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}
