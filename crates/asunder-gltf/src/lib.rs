//! Reads the moving parts of a glTF 2.0 model: skeleton, skins, triangles and animation clips.
//!
//! Use it to put hitboxes on an animated model: open a `.glb` or `.gltf` file, sample a clip at a
//! time, and read the matrix of every bone or the position of every vertex from the pose.
//! Materials, textures, cameras and morph targets are not read. What of a file is a level, its solid meshes and
//! where they stand, is a [`Level`].
//!
//! ```no_run
//! # fn main() -> Result<(), asunder_gltf::GltfError> {
//! let model = asunder_gltf::Model::open("knight.glb")?;
//! let walk = model.clip("Walk")?;
//! let hand = model.node("hand.r")?;
//!
//! let mut pose = Vec::new(); // reused from frame to frame
//! model.sample(walk, 0.25, &mut pose);
//! println!("the hand is at {:?}", &pose[hand][12..15]);
//! # Ok(())
//! # }
//! ```
//!
//! - Matrices are column-major arrays of 16 numbers with the translation at 12, 13 and 14: what
//!   glTF, OpenGL and glam use. Lengths and axes are the file's own (metres, y up).
//! - Sampling uses + − × ÷ and √ only, so a pose has the same bits on every platform.
//! - Files are untrusted: any bytes are read, or refused with a [`GltfError`] that names the place in the
//!   file, and memory stays bounded.

mod accessor;
mod animation;
mod assembled;
mod base64;
mod buffer;
mod collider;
mod document;
mod error;
mod file;
mod glb;
mod json;
pub mod keywords;
mod level;
pub mod matrix;
mod model;
mod read;
mod rigging;
mod rotation;
mod skeleton;
mod skinning;
mod source;
mod warning;
mod write;

pub use animation::{Clip, Curve, Interpolation, Track};
pub use buffer::beside;
pub use collider::{Collider, Fidelity, Format, Purpose};
pub use error::GltfError;
pub use file::read_file;
pub use level::{Level, LevelInstance, LevelKind, LevelMesh, LevelRule, Triangles};
pub use matrix::Matrix;
pub use model::{MeshInstance, Model, Node, Skin, Transform};
pub use rigging::{Rigging, bone_index};
pub use skeleton::Skeleton;
pub use skinning::Skinning;
pub use source::{Hbox, Hboxes};
pub use warning::Warning;
pub use write::{WithColliders, write_colliders};
