//! Why a model could not be read, or a name was not found in it.

use std::io;

/// Why a model could not be read, or a name was not found in it.
///
/// Every message names the file, the place in it, what stands there and what was expected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GltfError {
    /// A file could not be read from disk.
    #[error("{file}: cannot be read: {cause}")]
    Io {
        /// The file that could not be read: the model or a buffer beside it.
        file: String,
        /// What the operating system said.
        cause: io::Error,
    },
    /// The file is neither a binary glTF container nor JSON text.
    #[error("{file}: is not glTF: {cause}; expected a .glb container or glTF 2.0 JSON")]
    Json {
        /// The file as the caller named it.
        file: String,
        /// Where the text stops being JSON.
        cause: serde_json::Error,
    },
    /// The binary container (.glb) is cut short or malformed.
    #[error("{file}: byte {offset}: {problem}")]
    Container {
        /// The file as the caller named it.
        file: String,
        /// Where in the file the trouble is.
        offset: usize,
        /// What stands there and what was expected.
        problem: String,
    },
    /// A value in the file breaks a rule of glTF 2.0.
    #[error("{file}: {path} is {value}; expected {expected}")]
    Invalid {
        /// The file as the caller named it.
        file: String,
        /// Where in the file's JSON, such as `meshes[2].primitives[0].attributes.JOINTS_0`; an
        /// arrow marks a reference that was followed to another place.
        path: String,
        /// What stands there.
        value: String,
        /// What should stand there.
        expected: String,
    },
    /// The file is sound but keeps its data in a form that is not read here.
    #[error("{file}: {path} needs {feature}, which is not read; {remedy}")]
    Unsupported {
        /// The file as the caller named it.
        file: String,
        /// Where in the file's JSON.
        path: String,
        /// The form the data is in.
        feature: String,
        /// How to get a file that can be read.
        remedy: String,
    },
    /// Colliders and bones of a model do not make a rig.
    #[error("{model}: {cause}")]
    Rig {
        /// The model's name.
        model: String,
        /// What is wrong with the rig.
        cause: asunder::RigError,
    },
    /// A name was asked for that the model does not have.
    #[error("{model}: has no {kind} named {wanted:?}; it has {}", listed(.known))]
    NotFound {
        /// The model's name.
        model: String,
        /// What was looked for: `clip` or `node`.
        kind: &'static str,
        /// The name that was asked for.
        wanted: String,
        /// The names there are.
        known: Vec<String>,
    },
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { String::from("none") } else { names.join(", ") }
}
