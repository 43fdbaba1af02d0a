//! What is wrong with a skin, or with a pose of it.

use crate::level::MeshError;
use core::fmt;

/// Why some vertices, weights and triangles are no skin, or some matrices no pose of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SkinError {
    /// The vertices and triangles are no mesh.
    Mesh(MeshError),
    /// There are not as many lists of joints as vertices.
    Influences {
        /// The number of lists.
        given: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// No joint moves a vertex: it has none, or all weights are zero.
    NoInfluence {
        /// Its index.
        vertex: usize,
    },
    /// More than eight joints move a vertex.
    TooManyInfluences {
        /// Its index.
        vertex: usize,
        /// The number of joints with a weight above zero.
        joints: usize,
    },
    /// There are more than 2³² weights.
    TooMany {
        /// The index of the vertex whose weights are too many.
        vertex: usize,
    },
    /// A weight is negative or not finite.
    Weight {
        /// The index of the vertex.
        vertex: usize,
        /// The joint whose weight it is.
        joint: u16,
        /// The weight.
        value: f32,
    },
    /// The weights of a vertex do not sum to one.
    Sum {
        /// Its index.
        vertex: usize,
        /// What they sum to.
        sum: f64,
    },
    /// There are fewer matrices than joints.
    Matrices {
        /// The number of matrices.
        given: usize,
        /// The number of joints.
        joints: usize,
    },
    /// The matrix of a joint that moves vertices is not finite.
    MatrixNotFinite {
        /// The joint.
        joint: usize,
    },
    /// A joint moves vertices so far out that `f32` might not hold them.
    TooFarOut {
        /// The joint.
        joint: usize,
        /// What the magnitudes that form a coordinate sum to.
        reach: f64,
    },
}

impl fmt::Display for SkinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mesh(error) => fmt::Display::fmt(error, f),
            Self::Influences { given, vertices } => write!(
                f,
                "there are {given} lists of joints and weights for {vertices} vertices; expected as many"
            ),
            Self::NoInfluence { vertex } => write!(
                f,
                "no joint has a weight above zero for vertex {vertex}; expected weights that sum to 1: give \
                 a rigid vertex its joint with weight 1"
            ),
            Self::TooManyInfluences { vertex, joints } => write!(
                f,
                "{joints} joints have a weight above zero for vertex {vertex}; expected at most 8: leave out \
                 the least and use Skin::normalized"
            ),
            Self::TooMany { vertex } => write!(
                f,
                "with vertex {vertex} there are more than 2^32 weights: divide the vertices among skins"
            ),
            Self::Weight { vertex, joint, value } => write!(
                f,
                "the weight of joint {joint} for vertex {vertex} is {value}; expected a finite number of \
                 zero or more"
            ),
            Self::Sum { vertex, sum } => write!(
                f,
                "the weights of vertex {vertex} sum to {sum}; expected 1 within 2^-16: use Skin::normalized, \
                 which divides each by the sum"
            ),
            Self::Matrices { given, joints } => write!(
                f,
                "there are {given} matrices; expected at least {joints}, one for each joint"
            ),
            Self::MatrixNotFinite { joint } => {
                write!(f, "the matrix of joint {joint} is not finite; expected finite numbers")
            }
            Self::TooFarOut { joint, reach } => write!(
                f,
                "joint {joint} moves vertices as far out as {reach:e}; expected less than {:e}",
                f32::MAX
            ),
        }
    }
}

impl core::error::Error for SkinError {}
