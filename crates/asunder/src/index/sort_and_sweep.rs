//! Boxes in the order of where they begin along one axis.
//!
//! (Ericson 2005, §7.5.2.) What rests keeps its place from step to step: only the boxes that moved
//! are sorted, then merged with the others. The axis is the one along which the boxes spread most;
//! it decides how long an answer takes and never what it is.

use super::{Bounds, Index};
use crate::exact::widen;
use crate::space::Vector;

/// How much wider boxes must spread along another axis before it becomes the axis, as the ratio of
/// variances: a change costs a sort of everything.
const CHANGE_OF_AXIS: f64 = 4.0;

/// An index whose work grows with what moves and with what overlaps along one axis.
#[derive(Clone, Debug)]
pub(crate) struct SortAndSweep<V: Vector> {
    axis: usize,
    /// By id.
    slots: Vec<Slot<V>>,
    /// All that rested or was merged at the last call of `moved_pairs`, ordered by (min, id).
    sorted: Vec<Entry<V>>,
    /// By place in `sorted`: the furthest that this box, or any bounded below before it, reaches.
    reach: Vec<f32>,
    /// How many boxes of `sorted` have no lower bound: they come first.
    unbounded: usize,
    /// The ids upserted since the last call of `moved_pairs`, each once.
    moved: Vec<u32>,
    /// Used within `moved_pairs`, kept to be filled again.
    keys: Vec<u64>,
    merged: Vec<Entry<V>>,
    moved_places: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Slot<V: Vector> {
    bounds: Bounds<V>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// No box, and not listed in `moved`.
    Absent,
    /// No box, but listed in `moved`.
    Removed,
    /// Its box is the one in `sorted`.
    Resting,
    /// Listed in `moved`; what `sorted` says about it no longer holds.
    Moved,
}

#[derive(Clone, Copy, Debug)]
struct Entry<V: Vector> {
    bounds: Bounds<V>,
    id: u32,
    moved: bool,
}

impl<V: Vector> Default for SortAndSweep<V> {
    fn default() -> Self {
        Self {
            axis: 0,
            slots: Vec::new(),
            sorted: Vec::new(),
            reach: Vec::new(),
            unbounded: 0,
            moved: Vec::new(),
            keys: Vec::new(),
            merged: Vec::new(),
            moved_places: Vec::new(),
        }
    }
}

/// The order of `f32::total_cmp`, as that of integers.
fn ordered(x: f32) -> u32 {
    let bits = x.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

impl<V: Vector> Index<V> for SortAndSweep<V> {
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>) {
        let place = id as usize;
        if self.slots.len() <= place {
            let absent = Slot { bounds: *bounds, state: State::Absent };
            self.slots.resize(place + 1, absent);
        }
        let slot = &mut self.slots[place];
        if matches!(slot.state, State::Absent | State::Resting) {
            self.moved.push(id);
        }
        *slot = Slot { bounds: *bounds, state: State::Moved };
    }

    fn remove(&mut self, id: u32) {
        if let Some(slot) = self.slots.get_mut(id as usize) {
            slot.state = match slot.state {
                State::Absent | State::Resting => State::Absent,
                State::Removed | State::Moved => State::Removed,
            };
        }
    }

    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        self.sort();
        self.sweep(pairs);
        pairs.sort_unstable();
    }

    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32)) {
        let (min, max) = (bounds.min[self.axis], bounds.max[self.axis]);
        let first = self.reach.partition_point(|&reach| reach < min);
        let (unbounded, rest) = self.sorted.split_at(self.unbounded);
        let window = rest.iter().skip(first).take_while(|entry| entry.bounds.min[self.axis] <= max);
        for entry in unbounded.iter().chain(window) {
            let rests = self.slots[entry.id as usize].state == State::Resting;
            if rests && entry.bounds.overlaps(bounds) {
                found(entry.id);
            }
        }
        for &id in &self.moved {
            let slot = &self.slots[id as usize];
            if slot.state == State::Moved && slot.bounds.overlaps(bounds) {
                found(id);
            }
        }
    }
}

impl<V: Vector> SortAndSweep<V> {
    /// Brings `sorted` up to date, each entry told whether it moved.
    fn sort(&mut self) {
        if self.moved.is_empty() {
            self.moved_places.clear();
            return;
        }
        let axis = self.widest_axis();
        if axis != self.axis {
            self.axis = axis;
            self.sorted.sort_unstable_by_key(|entry| (ordered(entry.bounds.min[axis]), entry.id));
        }
        self.sort_moved();
        self.merge();
        for id in self.moved.drain(..) {
            let slot = &mut self.slots[id as usize];
            slot.state = if slot.state == State::Moved { State::Resting } else { State::Absent };
        }
    }

    fn rests(&self, entry: &Entry<V>) -> bool {
        self.slots[entry.id as usize].state == State::Resting
    }

    /// Fills `keys` with (min, id) of what moved, in order.
    fn sort_moved(&mut self) {
        let (slots, axis) = (&self.slots, self.axis);
        let moved = self.moved.iter().filter(|&&id| slots[id as usize].state == State::Moved);
        self.keys.clear();
        self.keys.extend(moved.map(|&id| {
            u64::from(ordered(slots[id as usize].bounds.min[axis])) << 32 | u64::from(id)
        }));
        self.keys.sort_unstable();
    }

    /// Merges what rests with what moved, and notes how far boxes reach.
    fn merge(&mut self) {
        let axis = self.axis;
        let key = |bounds: &Bounds<V>, id: u32| {
            u64::from(ordered(bounds.min[axis])) << 32 | u64::from(id)
        };
        let mut merged = core::mem::take(&mut self.merged);
        merged.clear();
        let mut keys = self.keys.iter().copied().peekable();
        // The low half of a key is the id.
        let entry_of = |key: u64| {
            let id = key as u32;
            Entry { bounds: self.slots[id as usize].bounds, id, moved: true }
        };
        for entry in self.sorted.iter().filter(|entry| self.rests(entry)) {
            let own = key(&entry.bounds, entry.id);
            while let Some(earlier) = keys.next_if(|&key| key < own) {
                merged.push(entry_of(earlier));
            }
            merged.push(Entry { moved: false, ..*entry });
        }
        merged.extend(keys.map(entry_of));
        self.merged = core::mem::replace(&mut self.sorted, merged);

        self.unbounded =
            self.sorted.partition_point(|entry| entry.bounds.min[axis] == f32::NEG_INFINITY);
        self.reach.clear();
        let mut reach = f32::NEG_INFINITY;
        for entry in &self.sorted[self.unbounded..] {
            let max = entry.bounds.max[axis];
            reach = if max > reach { max } else { reach };
            self.reach.push(reach);
        }
        self.moved_places.clear();
        let moved = (0..).zip(&self.sorted).filter(|(_, entry)| entry.moved);
        self.moved_places.extend(moved.map(|(place, _)| place));
    }

    /// Adds the pairs of which one moved: what moved is compared with all that begin after it,
    /// what rests only with those that moved.
    fn sweep(&self, pairs: &mut Vec<(u32, u32)>) {
        let begins_by = |entry: &Entry<V>, end: f32| entry.bounds.min[self.axis] <= end;
        let mut add = |a: &Entry<V>, b: &Entry<V>| {
            if a.bounds.overlaps(&b.bounds) {
                pairs.push(if a.id < b.id { (a.id, b.id) } else { (b.id, a.id) });
            }
        };
        if self.moved_places.is_empty() {
            return;
        }
        let mut later = self.moved_places.as_slice();
        for (place, a) in (0..).zip(&self.sorted) {
            let end = a.bounds.max[self.axis];
            if a.moved {
                later = &later[1..];
                let others = self.sorted[place as usize + 1..].iter();
                others.take_while(|b| begins_by(b, end)).for_each(|b| add(a, b));
            } else {
                let others = later.iter().map(|&place: &u32| &self.sorted[place as usize]);
                others.take_while(|b| begins_by(b, end)).for_each(|b| add(a, b));
            }
        }
    }

    /// The axis with the greatest variance of what moved, or the present one if it is as good.
    fn widest_axis(&self) -> usize {
        if self.moved.len() < self.sorted.len() / 2 {
            return self.axis;
        }
        let variance: V::Array<f64> = V::array(|axis| {
            let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
            for &id in &self.moved {
                let min = self.slots[id as usize].bounds.min[axis];
                if min.is_finite() {
                    let min = widen(min);
                    (count, sum, squares) = (count + 1.0, sum + min, squares + min * min);
                }
            }
            // Nothing finite gives a NaN, which is greater than nothing.
            squares / count - (sum / count) * (sum / count)
        });
        let wider = |best, axis| {
            if variance[axis] > variance[best] * CHANGE_OF_AXIS { axis } else { best }
        };
        (0..V::DIM).fold(self.axis, wider)
    }
}
