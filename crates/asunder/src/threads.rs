//! Work in halves, at the same time where there are threads for it.
//!
//! The library starts no thread of its own. With the feature `rayon` halves run on the threads that
//! rayon's pool has, without it one after the other. No answer depends on it: halves write to
//! different places, which are put together in a fixed order.

/// Into how many parts large work is divided at most, each with lists of its own to fill.
pub(crate) const PARTS: usize = if cfg!(feature = "rayon") { 16 } else { 1 };

#[cfg(feature = "rayon")]
pub(crate) use rayon::join;

/// Whether there is more than one thread for halves.
pub(crate) fn are_several() -> bool {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads() > 1;
    #[cfg(not(feature = "rayon"))]
    false
}

/// Does one after the other.
#[cfg(not(feature = "rayon"))]
pub(crate) fn join(first: impl FnOnce(), second: impl FnOnce()) {
    first();
    second();
}
