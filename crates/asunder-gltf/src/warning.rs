//! Warnings of reading and writing.

use std::fmt;

/// A warning that something in a file was read differently, or left out. The model can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The place in the file: a JSON path such as `nodes[3].extensions.OMI_physics_body.collider`, or a
    /// line.
    pub path: String,
    /// What was found and how it was read.
    pub message: String,
}

impl Warning {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}
