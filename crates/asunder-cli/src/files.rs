//! Output files of commands: written atomically, and never over an input.

use crate::streams;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses an output that is the same file as an input or another output.
pub(crate) fn check(inputs: &[&Path], outputs: &[&Path]) -> Result<(), String> {
    for (index, output) in outputs.iter().enumerate() {
        let identity = FileIdentity::of(output);
        if let Some(input) = inputs.iter().find(|input| FileIdentity::of(input) == identity) {
            return Err(format!(
                "{}: this would replace {}, which is read; expected another path to write to",
                output.display(),
                input.display()
            ));
        }
        if let Some(other) =
            outputs[..index].iter().find(|other| FileIdentity::of(other) == identity)
        {
            return Err(format!(
                "{}: this would replace {}, which is written, too; expected another path",
                output.display(),
                other.display()
            ));
        }
    }
    Ok(())
}

/// The identity of a path's file. Two are equal if writing to one changes the other.
#[derive(Debug)]
struct FileIdentity {
    path: PathBuf,
    /// Device and inode of an existing file.
    #[cfg(unix)]
    file: Option<(u64, u64)>,
}

impl FileIdentity {
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

impl PartialEq for FileIdentity {
    fn eq(&self, other: &Self) -> bool {
        #[cfg(unix)]
        if self.file.is_some() && self.file == other.file {
            return true;
        }
        self.path == other.path
    }
}

/// The canonical path; of a file that does not exist, by its folder's.
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

/// Writes a file, with a note on standard error.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    replace(path, content).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    streams::note(&format!("wrote {}", path.display()));
    Ok(())
}

/// Replaces a file atomically: writes a temporary file beside it, then renames that.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let (target, permissions) = match fs::metadata(path) {
        Ok(there) if there.is_file() => {
            if there.permissions().readonly() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            (fs::canonicalize(path)?, Some(there.permissions()))
        }
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A pipe or device has no content to protect.
        Ok(_) => return OpenOptions::new().write(true).open(path)?.write_all(content),
        Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_owned(), None),
        Err(error) => return Err(error),
    };
    let mut temporary_beside = temporary_beside(&target)?;
    temporary_beside.write_all(content)?;
    if let Some(permissions) = permissions {
        temporary_beside.as_file().set_permissions(permissions)?;
    }
    temporary_beside.as_file().sync_all()?;
    temporary_beside.persist(&target).map(drop).map_err(|error| error.error)
}

/// A temporary file in the folder of another, removed when dropped.
fn temporary_beside(target: &Path) -> io::Result<tempfile::NamedTempFile<File>> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".asunder-").suffix(".tmp");
    #[cfg(unix)]
    // The process's umask restricts the permissions of a new file.
    let builder =
        builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.tempfile_in(folder(target))
}
