//! All against all: what every other index must answer.

use super::{Bounds, Index};
use crate::space::Vector;

/// The boxes in a table, compared one by one.
#[derive(Debug)]
pub(crate) struct BruteForce<V: Vector> {
    /// By id: the box, and whether it was upserted since the last pairs.
    boxes: Vec<Option<(Bounds<V>, bool)>>,
}

impl<V: Vector> Default for BruteForce<V> {
    fn default() -> Self {
        Self { boxes: Vec::new() }
    }
}

impl<V: Vector> BruteForce<V> {
    fn boxes(&self) -> impl Iterator<Item = (u32, Bounds<V>, bool)> {
        let known = |(id, entry): (u32, &Option<(Bounds<V>, bool)>)| {
            entry.map(|(bounds, moved)| (id, bounds, moved))
        };
        (0..).zip(&self.boxes).filter_map(known)
    }
}

impl<V: Vector> Index<V> for BruteForce<V> {
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>) {
        let id = id as usize;
        if self.boxes.len() <= id {
            self.boxes.resize(id + 1, None);
        }
        self.boxes[id] = Some((*bounds, true));
    }

    fn remove(&mut self, id: u32) {
        if let Some(entry) = self.boxes.get_mut(id as usize) {
            *entry = None;
        }
    }

    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        for (a, a_bounds, a_moved) in self.boxes() {
            for (b, b_bounds, b_moved) in self.boxes() {
                if a < b && (a_moved || b_moved) && a_bounds.overlaps(&b_bounds) {
                    pairs.push((a, b));
                }
            }
        }
        self.boxes.iter_mut().flatten().for_each(|(_, moved)| *moved = false);
    }

    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32)) {
        for (id, other, _) in self.boxes() {
            if other.overlaps(bounds) {
                found(id);
            }
        }
    }
}
