//! All pairs compared: what every other index must answer.

use super::{BodyKind, HalfSpaceBounds, Index, Search, SweptAabb};
use crate::query::bounds::Bounds;
use crate::space::Vector;
use core::ops::ControlFlow;

/// The boxes in a table, compared one by one.
#[derive(Debug)]
pub(crate) struct BruteForce<V: Vector> {
    /// By id.
    boxes: Vec<Option<StoredBounds<V>>>,
}

#[derive(Clone, Copy, Debug)]
struct StoredBounds<V: Vector> {
    bounds: Bounds<V>,
    mobility: BodyKind,
    /// Whether it was upserted since the last pairs.
    moved: bool,
}

impl<V: Vector> Default for BruteForce<V> {
    fn default() -> Self {
        Self { boxes: Vec::new() }
    }
}

impl<V: Vector> BruteForce<V> {
    /// The box of an id that has one.
    pub(super) fn bounds(&self, id: u32) -> Bounds<V> {
        self.boxes[id as usize].expect("an id that has a box").bounds
    }

    fn boxes(&self) -> impl Iterator<Item = (u32, StoredBounds<V>)> {
        (0..).zip(&self.boxes).filter_map(|(id, entry)| entry.map(|entry| (id, entry)))
    }
}

impl<V: Vector> Index<V> for BruteForce<V> {
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>, mobility: BodyKind) {
        let id = id as usize;
        if self.boxes.len() <= id {
            self.boxes.resize(id + 1, None);
        }
        self.boxes[id] = Some(StoredBounds { bounds: *bounds, mobility, moved: true });
    }

    fn remove(&mut self, id: u32) {
        if let Some(entry) = self.boxes.get_mut(id as usize) {
            *entry = None;
        }
    }

    fn settle(&mut self) {}

    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        for (a, at_a) in self.boxes() {
            for (b, at_b) in self.boxes() {
                let fixed = [at_a, at_b].iter().all(|entry| entry.mobility == BodyKind::Fixed);
                let moved = at_a.moved || at_b.moved;
                if a < b && moved && !fixed && at_a.bounds.overlaps(&at_b.bounds) {
                    pairs.push((a, b));
                }
            }
        }
        self.rest();
    }

    fn rest(&mut self) {
        self.boxes.iter_mut().flatten().for_each(|entry| entry.moved = false);
    }
}

impl<V: Vector> Search<V> for BruteForce<V> {
    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let mut overlapping = self.boxes().filter(|(_, entry)| entry.bounds.overlaps(bounds));
        let _ = overlapping.try_for_each(|(id, _)| found(id));
    }

    fn along(&self, sweep: &SweptAabb<V>, mut up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, entry) in self.boxes() {
            if let Some(fraction) = entry.bounds.met_on(sweep, up_to) {
                up_to = found(id, fraction);
            }
        }
    }

    fn near(&self, bounds: &Bounds<V>, mut within: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, entry) in self.boxes() {
            let distance = entry.bounds.distance_below(bounds);
            if distance <= within {
                within = found(id, distance);
            }
        }
    }

    fn among(&self, sides: &[HalfSpaceBounds<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let is_outside =
            |entry: &StoredBounds<V>| sides.iter().any(|side| entry.bounds.is_outside(side));
        let mut among = self.boxes().filter(|(_, entry)| !is_outside(entry));
        let _ = among.try_for_each(|(id, _)| found(id));
    }
}
