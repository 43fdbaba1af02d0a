//! Levels: the ground, walls and terrain of a game, as many convex parts that never move on their own.
//!
//! A [`Mesh`] is a set of triangles that share vertices. It is the union of its parts, no more: a surface,
//! which need not be closed, and whose triangles may be of any size, turned either way, degenerate or
//! there twice. Every part is numbered, and every answer tells which one it is about.
//!
//! There are more kinds of levels, each of which is a [`Level`] and answers the same questions ([`Parts`]):
//!
//! - [`Compound`]: convex shapes of any kind, with poses; in 2D also what a polygon that need not be convex
//!   encloses, or a sprite's opaque pixels ([`SpriteMask`]);
//! - [`Chain`], in 2D: a line of segments, which may block from one side alone;
//! - [`HeightField`], in 3D: terrain as rows of samples, with holes, in two bytes a triangle;
//! - [`Tiles`]: kinds on a grid, which are set and cleared one by one.
//!
//! A question about a level is the question about its parts: of yes and no, whether one of them says yes; of
//! first contacts and distances, the least, and of equal ones that of the part with the smaller number.
//! So answers are as exact as those about pairs, and since triangles that share an edge share its bits, no
//! ray passes between them. A tree leaves out what is certainly not concerned.
//!
//! ```
//! use asunder::prelude::*;
//! use asunder::Mesh3;
//!
//! // A floor of two triangles.
//! let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, 4.0], [0.0, 0.0, 4.0]];
//! let floor = Mesh3::new(corners, [[0, 1, 2], [0, 2, 3]]);
//! let ball = Sphere3::new([1.0, 1.0, 3.0], 1.0);
//! assert!(floor.intersects(&ball), "it touches the floor");
//! assert!(!floor.penetrates(&ball), "and no more than that");
//! assert_eq!(floor.parts_intersecting(&ball), [1]);
//!
//! let hit = floor.ray_cast(&Ray3::new([2.0, 5.0, 2.0], [0.0, -1.0, 0.0])).unwrap();
//! assert_eq!((hit.part, hit.fraction), (0, 5.0), "the shared edge belongs to both");
//! ```

mod any;
mod approach;
mod chain;
mod compound;
mod grid;
mod height_field;
pub(crate) mod kernels;
mod mesh;
mod parts;
mod polygon;
mod questions;
mod shear;
mod sprite;
#[cfg(test)]
mod tests;
mod tiles;

pub use any::Level;
pub use chain::{Chain, ChainError};
pub use compound::{Compound, CompoundError};
pub use grid::GridError;
pub use height_field::HeightField;
pub use mesh::{Mesh, MeshError, OpenEdge};
pub use parts::{PartHit, Parts};
pub(crate) use parts::{PartSearch, PartVisit};
pub use polygon::{PolygonError, RingVertex};
pub(crate) use questions::{cast_within, first_part, line_within, meets, nearest_within};
pub use sprite::{AlphaLayout, SpriteError, SpriteMask};
pub use tiles::{TileKind, Tiles};
