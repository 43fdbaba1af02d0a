//! The error of reading and running scenes.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

/// An error in reading or running a scene. Every message names the file and the place in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The scene file could not be read from disk.
    #[error("{file}: cannot be read: {cause}; expected a scene in TOML")]
    Io {
        /// The file.
        file: String,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// A value in the file is invalid.
    #[error("{file}:{line}:{column}: {problem}\n    {excerpt}")]
    Invalid {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The character in the line, counted from 1.
        column: usize,
        /// What was found and what was expected.
        problem: String,
        /// That line of the file.
        excerpt: String,
    },
    /// A valid scene cannot go on.
    #[error("{file}: tick {tick}: {name}: {problem}")]
    Run {
        /// The file.
        file: String,
        /// The tick that could not be finished.
        tick: u32,
        /// The name of what could not be placed or moved.
        name: String,
        /// The problem.
        problem: String,
    },
}

/// The text of a scene, its file and folder.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) file: String,
    /// The folder to which paths in the scene are relative.
    pub(crate) folder: PathBuf,
    pub(crate) text: String,
}

impl Source {
    /// The error about the text at `span`.
    pub(crate) fn invalid(&self, span: Range<usize>, problem: impl ToString) -> SceneError {
        /// The most characters of a line that a message shows.
        const SHOWN: usize = 100;
        let before = self.text.get(..span.start).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        SceneError::Invalid {
            file: self.file.clone(),
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            problem: problem.to_string(),
            excerpt: line.trim().chars().take(SHOWN).collect(),
        }
    }
}
