//! The normals of a contact: one of most, and of corners a few more.

use crate::space::Vector;
use core::ops::Deref;

/// How many normals are stored in place.
const FIRST: usize = 3;

/// The unit normals of a contact, at least one.
#[derive(Clone, Debug)]
pub(in crate::query) struct FewNormals<V: Vector> {
    first: [V; FIRST],
    count: usize,
    /// All of them, if they are more.
    all: Vec<V>,
}

impl<V: Vector> FewNormals<V> {
    pub(in crate::query) fn of(normals: impl IntoIterator<Item = V>) -> Self {
        let mut few = Self { first: [V::default(); FIRST], count: 0, all: Vec::new() };
        for normal in normals {
            match few.first.get_mut(few.count) {
                Some(next) => *next = normal,
                None if few.all.is_empty() => few.all.extend(few.first.into_iter().chain([normal])),
                None => few.all.push(normal),
            }
            few.count += 1;
        }
        few
    }
}

impl<V: Vector> Deref for FewNormals<V> {
    type Target = [V];
    fn deref(&self) -> &[V] {
        self.first.get(..self.count).unwrap_or(&self.all)
    }
}
