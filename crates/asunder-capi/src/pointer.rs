//! Pointers from C: what can be checked about one is checked, here alone.

use crate::status::{AsuStatus, Failure};
use core::ptr;
use core::slice;

#[inline]
fn check<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(bad(pointer.is_null(), align_of::<T>(), name));
    }
    Ok(())
}

#[cold]
#[inline(never)]
fn bad(is_null: bool, alignment: usize, name: &str) -> Failure {
    if is_null {
        Failure::new(AsuStatus::AsuNull, format!("{name} is null"))
    } else {
        Failure::argument(format!("{name} is not aligned to {alignment} bytes"))
    }
}

/// What an argument points to.
///
/// # Safety
/// Unless it is null or misaligned, it points to a `T` that nobody writes to while the reference lives.
#[inline]
pub(crate) unsafe fn read<'a, T: Copy>(
    pointer: *const T,
    name: &'static str,
) -> Result<&'a T, Failure> {
    check(pointer, name)?;
    // SAFETY: it is neither null nor misaligned, and the rest is the contract of this function.
    Ok(unsafe { &*pointer })
}

/// A list of `count`; the pointer of an empty one may be null.
///
/// # Safety
/// Unless it is null or misaligned, it points to `count` values that nobody writes to while the slice
/// lives.
#[inline]
pub(crate) unsafe fn list<'a, T: Copy>(
    pointer: *const T,
    count: usize,
    name: &'static str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer, name)?;
    if count.checked_mul(size_of::<T>()).is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(Failure::argument(format!(
            "{name} has {count} values, more than memory holds"
        )));
    }
    // SAFETY: it is neither null nor misaligned, the length fits, and the rest is the contract of this
    // function.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Where a result goes.
#[derive(Debug)]
pub(crate) struct Out<T>(*mut T);

impl<T: Copy> Out<T> {
    /// Checks the pointer, before anything is computed.
    ///
    /// # Safety
    /// Unless it is null or misaligned, a `T` can be written to it as long as the call lasts.
    #[inline]
    pub(crate) unsafe fn new(pointer: *mut T, name: &'static str) -> Result<Self, Failure> {
        check(pointer, name)?;
        Ok(Self(pointer))
    }

    #[inline]
    pub(crate) fn write(&self, value: T) {
        // SAFETY: `new` checked the pointer, and its contract is that a `T` can be written to it. What was
        // there is no reference of ours: arguments are not read after the first write.
        unsafe { ptr::write(self.0, value) };
    }
}

/// Where a list of results goes, as many as fit.
#[derive(Debug)]
pub(crate) struct OutList<T> {
    first: *mut T,
    capacity: usize,
}

impl<T: Copy> OutList<T> {
    /// Checks the pointer, before anything is computed; that of an empty list may be null.
    ///
    /// # Safety
    /// As [`Out::new`], of `capacity` values.
    #[inline]
    pub(crate) unsafe fn new(
        first: *mut T,
        capacity: usize,
        name: &'static str,
    ) -> Result<Self, Failure> {
        if capacity > 0 {
            check(first, name)?;
        }
        Ok(Self { first, capacity })
    }

    /// Writes as many values as fit; returns how many there are.
    pub(crate) fn write(&self, values: impl Iterator<Item = T>) -> usize {
        let mut count = 0;
        for value in values {
            if count < self.capacity {
                // SAFETY: the place is below the capacity, for which `new` was given the memory.
                unsafe { ptr::write(self.first.add(count), value) };
            }
            count += 1;
        }
        count
    }
}
