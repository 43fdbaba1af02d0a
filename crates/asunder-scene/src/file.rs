//! The reading of text files that anybody may have put there.

use asunder_gltf::read_file;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The most bytes of a text: more than any that people edit, little enough to be held some times over.
pub(crate) const MOST_BYTES: u64 = 8 * 1024 * 1024;

/// Reads a text. A pipe is not waited for, and what has no end is not begun.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_file(path, MOST_BYTES)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        io::Error::other(format!("byte {place} is not UTF-8; save the file as UTF-8"))
    })
}

/// The path of a file in a folder or below it, if a name leads to one: as of a URI in a glTF file, no
/// root, no drive, no `..`, no scheme. What is wrong with a text is told with a line of it, and a scene
/// must not make its reader show lines of files elsewhere.
pub(crate) fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
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
            assert_eq!(inside(folder, name), Some(PathBuf::from(path)));
        }
        for name in ["/etc/passwd", "../a.toml", "rigs/../../a.toml", "c:a.toml", "file:///a.toml"]
        {
            assert_eq!(inside(folder, name), None, "{name}");
        }
    }
}
