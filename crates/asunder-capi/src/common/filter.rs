//! Which colliders a question is about.

use crate::pointer::{list, read};
use crate::status::Failure;
use asunder::world::{Filter, LayerSet};
use core::ptr;

/// Which colliders a question is about: `asu_filter` has all, to be narrowed. A null pointer instead: about
/// all.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuFilter {
    /// Bit n is set if colliders of layer n are wanted.
    pub layers: u64,
    /// 1 if those of owner `not_of` are not wanted, else 0.
    pub has_not_of: u32,
    /// 1 if only those of owner `only_of` are wanted, else 0.
    pub has_only_of: u32,
    /// An owner.
    pub not_of: u64,
    /// An owner.
    pub only_of: u64,
    /// More owners of whom none is wanted: the friends of a shooter.
    pub not_of_any: *const u64,
    /// How many these are.
    pub not_of_any_count: usize,
}

/// The filter that all colliders pass.
#[unsafe(no_mangle)]
pub extern "C" fn asu_filter() -> AsuFilter {
    AsuFilter {
        layers: u64::MAX,
        has_not_of: 0,
        has_only_of: 0,
        not_of: 0,
        only_of: 0,
        not_of_any: ptr::null(),
        not_of_any_count: 0,
    }
}

/// # Safety
/// Unless null or misaligned, the pointer is good, and that in the filter.
pub(crate) unsafe fn filter_at<'a>(filter: *const AsuFilter) -> Result<Filter<'a>, Failure> {
    if filter.is_null() {
        return Ok(Filter::new());
    }
    // SAFETY: the contracts are the same.
    let (asked, owners) = unsafe {
        let asked = *read(filter, "filter")?;
        (asked, list(asked.not_of_any, asked.not_of_any_count, "filter.not_of_any")?)
    };
    let mut filter = Filter::new().layers(LayerSet::from_bits(asked.layers)).not_of_any(owners);
    if asked.has_not_of != 0 {
        filter = filter.not_of(asked.not_of);
    }
    if asked.has_only_of != 0 {
        filter = filter.only_of(asked.only_of);
    }
    Ok(filter)
}
