//! Levels: every question against a loop over the parts, and what only a whole surface can have.
//!
//! `cargo test` asks some thousand shapes and a hundred thousand rays; with `ASUNDER_LONG=1` in the
//! environment, a hundred times as many.

mod brute;
mod build;
mod chains;
mod compounds;
mod edges;
mod height_fields;
mod meshes;
mod polygon;
mod rays;
mod solid;
mod sprite;
mod still;
mod surfaces;
mod tiles;

/// How many times as many as usual are asked about.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("ASUNDER_LONG").is_some() { 100 * usual } else { usual }
}
