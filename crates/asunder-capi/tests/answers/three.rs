//! Answers in space. `two.rs` is derived from this file; see `tests/derived.rs`.

mod kept;
pub(crate) mod pairs;
mod world;
