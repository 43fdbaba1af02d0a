//! The files that commands write: whole or not at all, and never over what a command reads.

use crate::streams;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses an output that is an input, or another output, under whatever name.
pub(crate) fn check(inputs: &[&Path], outputs: &[&Path]) -> Result<(), String> {
    for (index, output) in outputs.iter().enumerate() {
        let place = Place::of(output);
        if let Some(input) = inputs.iter().find(|input| Place::of(input) == place) {
            return Err(format!(
                "{}: this would replace {}, which is read; expected another path to write to",
                output.display(),
                input.display()
            ));
        }
        if let Some(other) = outputs[..index].iter().find(|other| Place::of(other) == place) {
            return Err(format!(
                "{}: this would replace {}, which is written, too; expected another path",
                output.display(),
                other.display()
            ));
        }
    }
    Ok(())
}

/// What a path leads to. Places are equal where writing to one changes the other.
#[derive(Debug)]
struct Place {
    path: PathBuf,
    /// Device and number of a file that is there.
    #[cfg(unix)]
    file: Option<(u64, u64)>,
}

impl Place {
    fn of(path: &Path) -> Self {
        Self {
            path: resolved(path),
            #[cfg(unix)]
            file: {
                use std::os::unix::fs::MetadataExt as _;
                fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
            },
        }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        #[cfg(unix)]
        if self.file.is_some() && self.file == other.file {
            return true;
        }
        self.path == other.path
    }
}

/// A path without links; of a file that is not there yet, its folder's.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(whole) = fs::canonicalize(path) {
        return whole;
    }
    match (fs::canonicalize(folder(path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The folder that holds a file.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file, and says so where someone looks.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    replace(path, content).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    streams::note(&format!("wrote {}", path.display()));
    Ok(())
}

/// Writes beside the file, then puts it in its place: what was there stays until all of it is on disk.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let (target, permissions) = match fs::metadata(path) {
        Ok(there) if there.is_file() => {
            if there.permissions().readonly() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            (fs::canonicalize(path)?, Some(there.permissions()))
        }
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A pipe or a device keeps nothing that could be lost.
        Ok(_) => return OpenOptions::new().write(true).open(path)?.write_all(content),
        Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_owned(), None),
        Err(error) => return Err(error),
    };
    let mut beside = beside(&target)?;
    beside.write_all(content)?;
    if let Some(permissions) = permissions {
        beside.as_file().set_permissions(permissions)?;
    }
    beside.as_file().sync_all()?;
    beside.persist(&target).map(drop).map_err(|error| error.error)
}

/// A new file in the folder of another, gone when dropped.
fn beside(target: &Path) -> io::Result<tempfile::NamedTempFile<File>> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".asunder-").suffix(".tmp");
    #[cfg(unix)]
    // What anyone may do with a new file is for the process's mask to say.
    let builder =
        builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.tempfile_in(folder(target))
}
