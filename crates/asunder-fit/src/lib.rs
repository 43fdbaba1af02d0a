//! Fits hitboxes to an animated model: a box, capsule or sphere for each bone, around the vertices it
//! moves.
//!
//! Use it to get a [`Rig`] from a glTF model instead of placing boxes by hand: read the model with
//! [`asunder_gltf`], call [`fit`], and from then on place the boxes with the pose of each frame.
//! [`fit`] looks at the pose of binding alone, [`fit_to`] at the model in motion; [`judge`] tells how
//! well the hitboxes fit.
//!
//! ```no_run
//! use asunder::{Affine3, Bones};
//! use asunder_fit::{Options, fit};
//! use asunder_gltf::Model;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let model = Model::open("knight.glb")?;
//! let fitted = fit(&model, &Options::default())?;
//!
//! let (mut pose, mut bones) = (Vec::new(), Vec::new()); // reused from frame to frame
//! model.sample(model.clip("Walk")?, 0.25, &mut pose);
//! fitted.bone_matrices(&pose, &mut bones);
//! let world = Affine3::identity();
//! for (index, shape) in fitted.rig().place(Bones::Global(&bones), &world)?.iter().enumerate() {
//!     println!("{}: {shape:?}", fitted.rig().label(index));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A skinned mesh gives hitboxes to the joints of its skin, a rigid one to the node that carries it.
//! The same model gives the same bits on every platform.

mod baseline;
mod columns;
mod direction;
mod document;
mod error;
mod flesh;
mod frames;
mod holdings;
mod mirror;
mod motion;
mod parallel;
mod plan;
mod probe;
mod region;
mod report;
mod samples;
mod skeleton;
mod solid;
mod text;
mod trim;

use asunder::{Affine3, Rig};
use asunder_gltf::{Matrix, Rigging};

pub use baseline::{Baseline, baseline};
pub use document::{RigFileError, rig_from_toml, rig_to_toml};
pub use error::FitError;
pub use frames::{FRAME_RATE, Frame, Frames};
pub use motion::fit_to;
pub use plan::fit;
pub use report::{HitboxReport, Report, Worst, judge};
pub use text::read_toml;

/// What hitboxes are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShapeChoice {
    /// Boxes of about least volume.
    #[default]
    Obb,
    /// Capsules: along the bone that hangs on the bone, or along an axis of the box, whichever is
    /// smaller.
    Capsule,
    /// Spheres of least radius.
    Sphere,
    /// Whichever of these has the least volume around the same vertices.
    Best,
}

/// Which bones a vertex counts for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Assignment {
    /// The one bone that moves it most; of several, the first it lists.
    #[default]
    Strongest,
    /// Every bone whose share in moving it is at least this, from 0 to 1. The lower, the more the
    /// boxes of neighbours overlap; above 0.5, vertices near a joint may count for no bone.
    AtLeast(f32),
}

/// How hitboxes are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// What hitboxes are made of.
    pub shape: ShapeChoice,
    /// Which bones a vertex counts for.
    pub assignment: Assignment,
    /// A joint whose vertices extend less than this fraction of the size of what its skin moves (the
    /// diagonals of both bounding boxes) gets no box of its own: its vertices count for the joint it
    /// hangs on, as fingers do for a hand. Zero merges nothing.
    pub merge_below: f32,
    /// The most hitboxes there may be. Bones give their vertices to the bones they hang on, those first
    /// that add the least volume by it, a left one together with its right one. Where none is left that
    /// a bone above it could hold, there are more.
    pub max: Option<usize>,
    /// The share of the vertices that is to be inside some hitbox, from 0 to 1, over all frames that
    /// [`fit_to`] is given. The more, the larger the hitboxes. [`fit`] covers all it can.
    pub coverage: f64,
}

impl Default for Options {
    /// Every vertex to its strongest bone; joints below a fiftieth of the model are merged.
    fn default() -> Self {
        Self {
            shape: ShapeChoice::Obb,
            assignment: Assignment::Strongest,
            merge_below: 0.02,
            max: None,
            coverage: 0.98,
        }
    }
}

/// A rig fitted to a model, and what connects the two.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    rigging: Rigging,
    hitboxes: Vec<Option<usize>>,
}

impl Fit {
    /// The rig. Its bones are those of the model's [`Skeleton`](asunder_gltf::Skeleton); of a model with
    /// one skin and no rigid meshes, the palette of a skinning shader fits it.
    #[must_use]
    pub fn rig(&self) -> &Rig {
        self.rigging.rig()
    }

    /// The rig and, for each of its bones, the model's node that it is.
    #[must_use]
    pub fn rigging(&self) -> &Rigging {
        &self.rigging
    }

    /// The rig and the nodes that its bones are, to be kept alone.
    #[must_use]
    pub fn into_rigging(self) -> Rigging {
        self.rigging
    }

    /// The rig, to be kept alone.
    #[must_use]
    pub fn into_rig(self) -> Rig {
        self.rigging.into_rig()
    }

    /// For each bone of the rig the model's node that it is.
    #[must_use]
    pub fn nodes(&self) -> &[usize] {
        self.rigging.nodes()
    }

    /// The hitbox around the vertices of a bone: its own, or that of the bone it was merged into.
    /// `None` if no vertices count for it.
    ///
    /// # Panics
    /// If there is no such bone.
    #[must_use]
    pub fn hitbox(&self, bone: usize) -> Option<usize> {
        self.hitboxes[bone]
    }

    /// The matrices of the rig's bones in a pose of the model, as
    /// [`Model::sample`](asunder_gltf::Model::sample) gives it, written over `matrices`: what
    /// [`asunder::Bones::Global`] takes.
    ///
    /// # Panics
    /// If `pose` is not one of the fitted model: too few matrices.
    pub fn bone_matrices(&self, pose: &[Matrix], matrices: &mut Vec<Affine3>) {
        self.rigging.bone_matrices(pose, matrices);
    }
}
