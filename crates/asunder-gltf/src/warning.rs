//! What was read, but not as it stands in the file.

use std::fmt;

/// Something in a file that was read otherwise than it stands there, or left out.
///
/// It is no error: the model can be used, and the warning says what differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where in the file: a JSON path such as `nodes[3].extensions.OMI_physics_body.collider`, or a
    /// line.
    pub path: String,
    /// What stands there and what was made of it.
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
