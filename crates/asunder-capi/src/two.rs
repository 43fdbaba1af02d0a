//! What C asks in the plane. `three.rs` is what this is derived from, by `tests/derived.rs`.

pub(crate) mod attacks;
pub(crate) mod bodies;
pub(crate) mod casts;
pub(crate) mod events;
pub(crate) mod history;
pub(crate) mod made;
pub(crate) mod movers;
pub(crate) mod moves;
pub(crate) mod pairs;
pub(crate) mod read;
pub(crate) mod sets;
pub(crate) mod shapes;
pub(crate) mod snapshots;
pub(crate) mod tree;
pub(crate) mod views;
pub(crate) mod walks;
pub(crate) mod world;

pub use attacks::*;
pub use bodies::*;
pub use casts::*;
pub use events::*;
pub use history::*;
pub use made::*;
pub use movers::*;
pub use moves::*;
pub use pairs::*;
pub use sets::*;
pub use shapes::*;
pub use snapshots::*;
pub use tree::*;
pub use views::*;
pub use walks::*;
pub use world::*;
