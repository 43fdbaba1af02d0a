//! What is wrong with a mesh.

use core::fmt;
use glam::Vec3;

/// Why some vertices and triangles are no mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A vertex is not finite.
    NotFinite {
        /// Its index.
        vertex: usize,
        /// Its number that is infinite or NaN.
        value: f32,
    },
    /// A triangle has a vertex that does not exist.
    NoVertex {
        /// The number of the triangle.
        triangle: usize,
        /// The index.
        index: u32,
        /// The number of vertices there are.
        vertices: usize,
    },
    /// There are more than 2³⁰ triangles.
    TooMany {
        /// The number of triangles.
        triangles: usize,
    },
    /// There are not as many tags as triangles.
    Tags {
        /// The number of tags.
        tags: usize,
        /// The number of triangles.
        triangles: usize,
    },
    /// There are not as many vertices as before.
    Vertices {
        /// The number of vertices given.
        given: usize,
        /// The number of vertices of the mesh.
        expected: usize,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex, value } => {
                write!(f, "vertex {vertex} has a component {value}; expected finite numbers")
            }
            Self::NoVertex { triangle, index, vertices } => write!(
                f,
                "triangle {triangle} has vertex {index}; expected indices below {vertices}, the number \
                 of vertices"
            ),
            Self::TooMany { triangles } => write!(
                f,
                "there are {triangles} triangles; expected at most 2^30: divide them among meshes"
            ),
            Self::Tags { tags, triangles } => {
                write!(f, "there are {tags} tags for {triangles} triangles; expected as many")
            }
            Self::Vertices { given, expected } => {
                write!(f, "there are {given} vertices; expected {expected}, as before")
            }
        }
    }
}

impl core::error::Error for MeshError {}

/// An edge that keeps a mesh from being closed: an odd number of triangles share it, so that the mesh has
/// no inside.
///
/// Edges are the same if their ends have the same coordinates, whatever the indices.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OpenEdge {
    /// The number of a triangle that has it.
    pub triangle: u32,
    /// One end.
    pub a: Vec3,
    /// The other end.
    pub b: Vec3,
}

impl fmt::Display for OpenEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { triangle, a, b } = self;
        write!(
            f,
            "the mesh is not closed: the edge from {a} to {b} of triangle {triangle} belongs to an odd \
             number of triangles; close the hole, or ask about the surface alone"
        )
    }
}

impl core::error::Error for OpenEdge {}
