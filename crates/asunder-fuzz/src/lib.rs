//! Questions that a fuzzer asks: plain functions that take bytes and panic where something is wrong.
//!
//! `fuzz/` hands them to a coverage-guided fuzzer. `tests/replay.rs` hands them what that fuzzer has
//! kept in `testdata/fuzz/`, and thousands of mutations of it, with nothing but a stable toolchain.

mod bytes;
mod fit;
mod gltf;
mod inspect;
mod level;
pub mod mutate;
mod pairs;
mod query;
mod recording;
mod scene;
mod scene_cost;
mod shape;
mod shapes;
mod skin_snapshot;
mod snapshot;

pub use fit::fit;
pub use gltf::gltf;
pub use inspect::inspect;
pub use level::level;
pub use pairs::pairs;
pub use query::query;
pub use recording::recording;
pub use scene::scene;
pub use scene_cost::scene_cost;
pub use shapes::shapes;
pub use skin_snapshot::{known_skins, skin_snapshot, skinned_game};
pub use snapshot::snapshot;

/// A function to feed, and the folder of `testdata/fuzz/` that holds its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The folder's name.
    pub name: &'static str,
    /// Panics if something is wrong.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "fit", run: fit },
    Target { name: "gltf", run: gltf },
    Target { name: "inspect", run: inspect },
    Target { name: "level", run: level },
    Target { name: "pairs", run: pairs },
    Target { name: "query", run: query },
    Target { name: "recording", run: recording },
    Target { name: "scene", run: scene },
    Target { name: "scene_cost", run: scene_cost },
    Target { name: "shapes", run: shapes },
    Target { name: "skin_snapshot", run: skin_snapshot },
    Target { name: "snapshot", run: snapshot },
];
