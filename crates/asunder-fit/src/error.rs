//! The error of fitting.

use asunder::{MatrixError, RigError, ShapeError};

/// A reason why no hitboxes can be fitted to a model. Every message names the model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// The model has no triangles, or no vertex is assigned to any bone.
    #[error(
        "{model}: has nothing to fit hitboxes to; expected triangles, and shares of bones in moving \
         them that the assignment counts"
    )]
    Empty {
        /// The model.
        model: String,
    },
    /// An inverse bind matrix is no affine map.
    #[error("{model}: the inverse bind matrix of bone {bone:?}: {cause}")]
    InverseBind {
        /// The model.
        model: String,
        /// The bone it belongs to.
        bone: String,
        /// What is wrong with it.
        cause: MatrixError,
    },
    /// The vertices of a bone have no box around them.
    #[error("{model}: no box fits the vertices of bone {bone:?}: {cause}")]
    Bone {
        /// The model.
        model: String,
        /// The bone that moves them.
        bone: String,
        /// What is wrong with the box.
        cause: ShapeError,
    },
    /// A clip lasts longer than an hour.
    #[error(
        "{model}: the clip {clip:?} lasts {seconds} seconds; expected at most an hour; leave it out, \
         or cut it into pieces"
    )]
    TooLong {
        /// The model.
        model: String,
        /// The clip.
        clip: String,
        /// How long it lasts.
        seconds: f32,
    },
    /// The clips have too many frames.
    #[error(
        "{model}: {clips} clips have {frames} frames, 30 for each second; expected at most {most}, \
         about an hour; choose fewer clips"
    )]
    TooManyFrames {
        /// The model.
        model: String,
        /// How many clips were asked for.
        clips: usize,
        /// How many frames they have.
        frames: u64,
        /// The greatest number allowed.
        most: u64,
    },
    /// The meshes are too large.
    #[error(
        "{model}: its meshes have {found} {what}; expected at most {most}; export the model with less \
         detail"
    )]
    TooLarge {
        /// The model.
        model: String,
        /// What there is too much of, such as `triangles`.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// The greatest number allowed.
        most: usize,
    },
    /// Bones and vertices are so many that fitting would take minutes.
    #[error(
        "{model}: {bones} bones, or pairs of them, with {points} vertices and points of the surface would \
         take too long to fit; expected at most {most} as the product of both numbers; fit fewer \
         hitboxes, as `max` does, or export the model with less detail"
    )]
    TooMuchWork {
        /// The model.
        model: String,
        /// The number of bones that get a hitbox, mirrored ones counted once.
        bones: usize,
        /// The number of vertices and points of the surface.
        points: usize,
        /// The greatest product allowed.
        most: usize,
    },
    /// Frames and vertices are so many that counting what the hitboxes cover would take minutes.
    #[error(
        "{model}: {vertices} vertices in {frames} frames would take too long to count inside hitboxes; \
         expected at most {most} steps, one for each matrix that moves a vertex in a frame, each node, and \
         each hitbox that a vertex outside its own is tested against; choose fewer clips, as `clip` does, \
         fit fewer hitboxes, as `max` does, or export the model with less detail"
    )]
    TooManySteps {
        /// The model.
        model: String,
        /// The number of frames.
        frames: usize,
        /// The number of distinct vertices.
        vertices: usize,
        /// The greatest number of steps allowed.
        most: u64,
    },
    /// A bone that a region was given to is no node of the model.
    #[error(
        "{model}: the region {region:?} is given to {bone:?}, which is no node; expected the name of a bone, \
         as `asunder inspect` lists them"
    )]
    NoBone {
        /// The model.
        model: String,
        /// The name.
        bone: String,
        /// The region.
        region: String,
    },
    /// The bones are not a valid rig.
    #[error(transparent)]
    Rig(#[from] RigError),
}
