//! Fits hitboxes to an animated model: a box, capsule or sphere for each bone, around the vertices that
//! the bone moves.
//!
//! Use it to get a [`Rig`] from a glTF model instead of placing boxes by hand: read the model with
//! [`asunder_gltf`], call [`fit`], and from then on place the boxes with the pose of each frame.
//! [`fit`] reads the bind pose alone, [`fit_to`] the model in motion; [`evaluate`] measures how well the
//! hitboxes fit.
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

mod air;
mod alignment;
mod baseline;
mod body;
mod document;
mod enclosing;
mod error;
mod frames;
mod hitbox_f64;
mod merging;
mod mirror;
mod motion;
mod parallel;
mod region;
mod report;
mod rig_builder;
mod samples;
mod selection;
mod skeleton;
mod skinned_mesh;
mod toml_reader;
mod trim;
mod vector;
mod vertex_assignment;
mod vertex_groups;
mod volume_grid;
mod work;

use asunder::{Affine3, Rig};
use asunder_gltf::{Matrix, Rigging};

pub use baseline::{Baseline, baseline, baseline_like};
pub use document::{RigFileError, rig_from_toml, rig_to_toml};
pub use error::FitError;
pub use frames::{FRAME_RATE, Frame, Frames};
pub use motion::fit_to;
pub use report::{HitboxReport, Report, Worst, evaluate};
pub use rig_builder::fit;
pub use selection::Selection;
pub use toml_reader::read_toml;

/// The kind of shape that hitboxes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShapeChoice {
    /// Boxes of about least volume; along the mirror plane, the bone or the axes of the model where that takes
    /// a tenth more at most, for the trunk and the head three tenths.
    #[default]
    Obb,
    /// Capsules: along the direction to the child bone, or along an axis of the box, whichever is
    /// smaller.
    Capsule,
    /// Spheres of least radius.
    Sphere,
    /// Whichever of these has the least volume around the same vertices.
    Best,
}

/// The rule that assigns vertices to bones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Assignment {
    /// Each vertex to the bone of greatest weight; of several, the first in the vertex's list.
    #[default]
    Strongest,
    /// Each vertex to every bone whose weight is at least this, from 0 to 1. The lower, the more the
    /// boxes of neighbours overlap; above 0.5, vertices near a joint may belong to no bone.
    AtLeast(f32),
}

/// How many hitboxes a body gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// One for each region of a body (head, neck, chest, stomach, hips; shoulders, arms, forearms, hands;
    /// thighs, shins, feet): fingers are in the hand, toes in the foot. What is no body, such as weapons,
    /// capes and tails, has one for each bone.
    #[default]
    Regions,
    /// One for each bone.
    Bones,
}

/// Options of fitting.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The kind of shape that hitboxes are.
    pub shape: ShapeChoice,
    /// The rule that assigns vertices to bones.
    pub assignment: Assignment,
    /// A joint gets no box of its own if its vertices extend less than this fraction of the size of
    /// what its skin moves (the diagonals of both bounding boxes): they are merged into its parent, as
    /// fingers are into a hand. Zero merges nothing.
    pub merge_below: f32,
    /// How many hitboxes a body gets.
    pub detail: Detail,
    /// Bones, by the names of their nodes, with the regions that they are to have: `("Bip01 Xtra", "hand.l")`.
    /// Names of regions that [`Detail::Regions`] lists, with `.l` or `.r` for a side, are merged as those
    /// are; others are kept as they are given. Bones of one region share a hitbox.
    pub regions: Vec<(String, String)>,
    /// The greatest number of hitboxes. Bones are merged within a region first, then neck into head,
    /// shoulder into chest or arm, stomach into hips or chest, and what is no body into the bone it hangs
    /// on; then forearm into arm, shin into thigh, hips and chest; then feet into legs, then hands into
    /// arms, then limbs, at last the head, into the trunk. Of what may be merged next, that which adds the
    /// least volume is, a left bone together with its right one, so that there may be one fewer. There are
    /// more hitboxes if nothing is left that may be merged. [`Fit::lost_regions`] lists what it cost.
    pub max: Option<usize>,
    /// The least share of the vertices that hitboxes contain, from 0 to 1, over all frames given to
    /// [`fit_to`]. The greater, the larger the hitboxes. [`fit`] covers all it can.
    pub coverage: f64,
}

impl Default for Options {
    /// Every vertex to its strongest bone, a hitbox for each region; joints below a fiftieth of the model are
    /// merged.
    fn default() -> Self {
        Self {
            shape: ShapeChoice::Obb,
            assignment: Assignment::Strongest,
            merge_below: 0.02,
            detail: Detail::Regions,
            regions: Vec::new(),
            max: None,
            coverage: 0.98,
        }
    }
}

/// A rig fitted to a model, with the model's node of each bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    rigging: Rigging,
    hitboxes: Vec<Option<usize>>,
    lost: Vec<[String; 2]>,
}

impl Fit {
    /// The rig. Its bones are those of the model's [`Skeleton`](asunder_gltf::Skeleton); of a model with
    /// one skin and no rigid meshes, the palette of a skinning shader fits it.
    #[must_use]
    pub fn rig(&self) -> &Rig {
        self.rigging.rig()
    }

    /// The rig with the model's node of each bone.
    #[must_use]
    pub fn rigging(&self) -> &Rigging {
        &self.rigging
    }

    /// The rig with the nodes of its bones, without the rest of the fit.
    #[must_use]
    pub fn into_rigging(self) -> Rigging {
        self.rigging
    }

    /// The rig, without the rest of the fit.
    #[must_use]
    pub fn into_rig(self) -> Rig {
        self.rigging.into_rig()
    }

    /// The model's node of each bone of the rig.
    #[must_use]
    pub fn nodes(&self) -> &[usize] {
        self.rigging.nodes()
    }

    /// The hitbox around the vertices of a bone: its own, or that of the bone it was merged into.
    /// `None` if no vertices are assigned to it.
    ///
    /// # Panics
    /// If there is no such bone.
    #[must_use]
    pub fn hitbox(&self, bone: u16) -> Option<usize> {
        self.hitboxes[usize::from(bone)]
    }

    /// The regions of the body that have no hitbox of their own, since there were to be fewer
    /// ([`Options::max`]) or their bones are small ([`Options::merge_below`]): each with the region of the
    /// hitbox that it is in.
    #[must_use]
    pub fn lost_regions(&self) -> &[[String; 2]] {
        &self.lost
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
