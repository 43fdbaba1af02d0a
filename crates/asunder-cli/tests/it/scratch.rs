//! A folder of a test's own.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// A new folder, removed when dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// The folder of the test called `name`.
    pub(crate) fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("asunder-{name}-{}", process::id()));
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and returns its path as text.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files left in the temporary folder do no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
