//! Short lists in place, so that a shape is `Copy`.

use std::fmt;
use std::ops::Deref;

/// Up to `CAPACITY` items in place, read as a slice.
#[derive(Clone, Copy)]
pub struct List<T, const CAPACITY: usize> {
    /// Those past `length` repeat the first item.
    items: [T; CAPACITY],
    length: usize,
}

/// Up to 16 points.
pub type Points<const D: usize> = List<[f32; D], 16>;

/// Up to six planes as (normal, offset).
pub type Planes<const D: usize> = List<([f32; D], f32), 6>;

impl<T: Copy, const CAPACITY: usize> List<T, CAPACITY> {
    /// A list of these items.
    ///
    /// # Panics
    ///
    /// If there are none, or more than the capacity.
    pub fn new(items: &[T]) -> Self {
        assert!(items.len() <= CAPACITY, "{} items, but room for {CAPACITY}", items.len());
        let mut all = [*items.first().expect("a list of shape data has an item"); CAPACITY];
        all[..items.len()].copy_from_slice(items);
        Self { items: all, length: items.len() }
    }

    /// The items, to be changed one by one.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.length]
    }
}

impl<T, const CAPACITY: usize> Deref for List<T, CAPACITY> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.length]
    }
}

impl<T: PartialEq, const CAPACITY: usize> PartialEq for List<T, CAPACITY> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug, const CAPACITY: usize> fmt::Debug for List<T, CAPACITY> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}
