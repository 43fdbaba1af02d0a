//! Reading of files with untrusted names: regular files only, up to a size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a regular file of at most `most` bytes.
///
/// Pipes and devices are not even opened: reading one may block forever or run out of memory.
///
/// # Errors
/// If the file cannot be read, is a folder, a pipe or a device, or is larger.
///
/// ```
/// # let path = std::env::temp_dir().join(format!("asunder-doc-{}", std::process::id()));
/// std::fs::write(&path, "five.")?;
/// assert_eq!(asunder_gltf::read_file(&path, 5)?, b"five.");
/// assert!(asunder_gltf::read_file(&path, 4).is_err());
/// assert!(asunder_gltf::read_file(std::env::temp_dir(), 4).is_err());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_file(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path.as_ref())?;
    let too_large = || {
        let problem = format!("it is too large; expected at most {most} bytes");
        io::Error::new(io::ErrorKind::FileTooLarge, problem)
    };
    let size = file.metadata()?.len();
    if size > most {
        return Err(too_large());
    }
    // The size may be wrong: some file systems generate content while it is read.
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).map_err(|_| too_large())?)?;
    file.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Opens a regular file, and no other kind.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let ordinary = |metadata: &fs::Metadata| {
        let problem = "it is no ordinary file; folders, pipes and devices are not read";
        if metadata.is_file() { Ok(()) } else { Err(io::Error::other(problem)) }
    };
    // Opening a pipe blocks until there is a writer, so the path is checked first; then the opened file,
    // which may be another by then.
    ordinary(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    ordinary(&file.metadata()?)?;
    Ok(file)
}
