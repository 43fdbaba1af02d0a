//! Why a scene cannot be read or run.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

/// Why a scene cannot be read or run. Every message names the file and the place in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The scene file could not be read from disk.
    #[error("{file}: cannot be read: {cause}; expected a scene in TOML")]
    Io {
        /// The file.
        file: String,
        /// What the operating system said.
        cause: io::Error,
    },
    /// Something in the file is not as it should be.
    #[error("{file}:{line}:{column}: {problem}\n    {excerpt}")]
    Invalid {
        /// The file.
        file: String,
        /// The line, the first being 1.
        line: usize,
        /// The character in the line, the first being 1.
        column: usize,
        /// What stands there and what was expected.
        problem: String,
        /// That line of the file.
        excerpt: String,
    },
    /// A scene that could be read came to something that has no answer.
    #[error("{file}: tick {tick}: {name}: {problem}")]
    Run {
        /// The file.
        file: String,
        /// The tick that could not be finished.
        tick: u32,
        /// What could not be placed or moved.
        name: String,
        /// Why not.
        problem: String,
    },
}

/// The text of a scene and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) file: String,
    /// Where paths in the scene start.
    pub(crate) folder: PathBuf,
    pub(crate) text: String,
}

impl Source {
    /// The error about what stands at `span`.
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
