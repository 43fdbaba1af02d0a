//! Answers in the plane. `three.rs` is what this is derived from, by `tests/derived.rs`.

mod kept;
pub(crate) mod pairs;
mod world;
