//! The error of reading models.

use std::io;

/// An error in reading a model, or a name that it does not have.
///
/// Every message names the file, the place in it, what was found and what was expected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GltfError {
    /// A file could not be read from disk.
    #[error("{file}: cannot be read: {cause}")]
    Io {
        /// The file that could not be read: the model or a buffer beside it.
        file: String,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file is neither a binary glTF container nor JSON text.
    #[error("{file}: is not glTF: {cause}; expected a .glb container or glTF 2.0 JSON")]
    Json {
        /// The file as the caller named it.
        file: String,
        /// The error of the JSON parser.
        cause: serde_json::Error,
    },
    /// The file is a model in another format.
    #[error(
        "{file}: is {format}; expected glTF 2.0, a .glb or .gltf; a modelling program such as Blender \
         exports it as that"
    )]
    OtherFormat {
        /// The file as the caller named it.
        file: String,
        /// The name of its format.
        format: &'static str,
    },
    /// The binary container (.glb) is cut short or malformed.
    #[error("{file}: byte {offset}: {problem}")]
    Container {
        /// The file as the caller named it.
        file: String,
        /// The offset in the file, in bytes.
        offset: usize,
        /// What was found and what was expected.
        problem: String,
    },
    /// A value in the file breaks a rule of glTF 2.0.
    #[error("{file}: {path} is {value}; expected {expected}")]
    Invalid {
        /// The file as the caller named it.
        file: String,
        /// The path in the file's JSON, such as `meshes[2].primitives[0].attributes.JOINTS_0`; an
        /// arrow marks a reference to another place.
        path: String,
        /// The value that was found.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// The file is valid, but its data is in a form that is not supported.
    #[error("{file}: {path} needs {feature}, which is not read; {remedy}")]
    Unsupported {
        /// The file as the caller named it.
        file: String,
        /// The path in the file's JSON.
        path: String,
        /// The unsupported feature.
        feature: String,
        /// How to get a file that can be read.
        remedy: String,
    },
    /// Colliders and bones of a model are not a valid rig.
    #[error("{model}: {cause}")]
    Rig {
        /// The model's name.
        model: String,
        /// What is wrong with the rig.
        cause: asunder::RigError,
    },
    /// The meshes of a model are no skin.
    #[error("{model}: {cause}")]
    Skin {
        /// The model's name.
        model: String,
        /// What is wrong with the skin.
        cause: asunder::SkinError,
    },
    /// A name was asked for that the model does not have.
    #[error("{model}: has no {kind} named {wanted:?}; it has {}", listed(.known))]
    NotFound {
        /// The model's name.
        model: String,
        /// The kind of thing: `clip` or `node`.
        kind: &'static str,
        /// The missing name.
        wanted: String,
        /// The existing names.
        known: Vec<String>,
    },
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { String::from("none") } else { names.join(", ") }
}
