//! Reading of untrusted text files.

use asunder_gltf::read_file;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The most bytes of a text: more than anyone edits by hand, little enough for several copies in memory.
pub(crate) const MOST_BYTES: u64 = 8 * 1024 * 1024;

/// Reads a text from a regular file; pipes and devices are refused.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_file(path, MOST_BYTES)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        io::Error::other(format!("byte {place} is not UTF-8; save the file as UTF-8"))
    })
}

/// The path of a name, if it is in a folder or below it: as of a URI in a glTF file, no root, no drive, no
/// `..`, no scheme. Error messages quote a line of the text, and a scene must not show lines of files
/// elsewhere.
pub(crate) fn path_inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let below =
        path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (below && !name.contains(':')).then(|| folder.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_into_the_folder_or_nowhere() {
        let folder = Path::new("scenes");
        for (name, path) in
            [("a.toml", "scenes/a.toml"), ("./rigs/a b.toml", "scenes/rigs/a b.toml")]
        {
            assert_eq!(path_inside(folder, name), Some(PathBuf::from(path)));
        }
        for name in ["/etc/passwd", "../a.toml", "rigs/../../a.toml", "c:a.toml", "file:///a.toml"]
        {
            assert_eq!(path_inside(folder, name), None, "{name}");
        }
    }
}
