//! Answers in the plane. `three.rs` is what this is derived from, by `tests/derived.rs`.

mod kept;
mod levels;
mod motions;
pub(crate) mod pairs;
mod rigs;
mod sets;
mod views;
mod world;
