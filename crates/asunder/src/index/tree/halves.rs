//! Work in two halves, at the same time where there are threads for it.
//!
//! No answer depends on it: halves write to different places, and pairs are sorted afterwards.

/// How many blocks are too few to be worth a half of their own.
pub(super) const FEW: usize = 128;

/// Into how many parts a search is divided, each with a list of its own to fill.
pub(super) const PARTS: usize = if cfg!(feature = "rayon") { 16 } else { 1 };

#[cfg(feature = "rayon")]
pub(super) use rayon::join;

/// Does one after the other.
#[cfg(not(feature = "rayon"))]
pub(super) fn join(first: impl FnOnce(), second: impl FnOnce()) {
    first();
    second();
}
