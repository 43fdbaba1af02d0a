//! Answers in space. `two.rs` is derived from this file; see `tests/derived.rs`.

mod kept;
mod levels;
mod motions;
pub(crate) mod pairs;
mod rigs;
mod sets;
mod views;
mod world;
