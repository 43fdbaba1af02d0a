//! What is wrong with a polygon.

use core::fmt;

/// A vertex of a ring, and the edge from it to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingVertex {
    /// The number of the ring: zero, where there is one alone.
    pub ring: usize,
    /// The number of the vertex in it.
    pub vertex: usize,
}

impl fmt::Display for RingVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of ring {}", self.vertex, self.ring)
    }
}

/// Why some vertices are no polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolygonError {
    /// A ring has fewer than three vertices.
    TooFew {
        /// The number of the ring.
        ring: usize,
        /// The number of its vertices.
        vertices: usize,
    },
    /// A vertex is not finite.
    NotFinite {
        /// Which.
        vertex: RingVertex,
        /// Its number that is infinite or NaN.
        value: f32,
    },
    /// Two vertices lie in the same place.
    Repeated {
        /// Which.
        vertices: [RingVertex; 2],
    },
    /// Two edges share a point that is not an end of both.
    Cross {
        /// The vertices from which they lead to the next ones.
        edges: [RingVertex; 2],
    },
    /// There are more than 2³⁰ vertices.
    TooMany {
        /// The number of vertices.
        vertices: usize,
    },
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { ring, vertices } => write!(
                f,
                "ring {ring} has {vertices} vertices; expected at least 3: a line is a chain"
            ),
            Self::NotFinite { vertex, value } => {
                write!(f, "vertex {vertex} has a component {value}; expected finite numbers")
            }
            Self::Repeated { vertices: [a, b] } => write!(
                f,
                "vertex {a} lies where vertex {b} does; expected vertices apart: remove one, or give \
                 rings that touch there as rings"
            ),
            Self::Cross { edges: [a, b] } => write!(
                f,
                "the edges from vertex {a} and from vertex {b} cross or touch; expected edges that share \
                 ends alone: move a vertex, or cut the polygon there"
            ),
            Self::TooMany { vertices } => write!(
                f,
                "there are {vertices} vertices; expected at most 2^30: divide them among compounds"
            ),
        }
    }
}

impl core::error::Error for PolygonError {}
