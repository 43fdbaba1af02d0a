//! Files that strangers name: read only where they are ordinary, and only so far.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of an ordinary file that has at most `most` of them.
///
/// A pipe may never be written to, and a device may have no end: whoever is given the name of either
/// waits for ever, or runs out of memory. Such files are not even opened.
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
    // The size may not be the truth: some systems make files while they are read.
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(size).map_err(|_| too_large())?)?;
    file.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Opens an ordinary file, and nothing else.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let ordinary = |metadata: &fs::Metadata| {
        let problem = "it is no ordinary file; folders, pipes and devices are not read";
        if metadata.is_file() { Ok(()) } else { Err(io::Error::other(problem)) }
    };
    // Opening a pipe waits for a writer, so the name is looked at first; then what was opened, which
    // may be something else by then.
    ordinary(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    ordinary(&file.metadata()?)?;
    Ok(file)
}
