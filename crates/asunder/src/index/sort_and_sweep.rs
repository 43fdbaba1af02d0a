//! Boxes in the order of where they begin along one axis.
//!
//! (Ericson 2005, §7.5.2.) What rests keeps its place from step to step: only the boxes that moved
//! are sorted, then merged with the others. The axis is the one along which the boxes spread most;
//! it decides how long an answer takes and never what it is.

use super::row::Row;
use super::{Bounds, Index, Mobility, Side, Way};
use crate::exact::widen;
use crate::space::Vector;
use core::ops::ControlFlow;

/// How much wider boxes must spread along another axis before it becomes the axis, as the ratio of
/// variances: a change costs a sort of everything.
const CHANGE_OF_AXIS: f64 = 4.0;

/// An index whose work grows with what moves and with what overlaps along one axis.
#[derive(Clone, Debug)]
pub(crate) struct SortAndSweep<V: Vector> {
    axis: usize,
    /// By id.
    slots: Vec<Slot<V>>,
    /// The ids upserted since the last call of `moved_pairs`, each once.
    moved: Vec<u32>,
    /// All boxes there were at the last call of `moved_pairs`, as sorted [`key`]s.
    order: Vec<u64>,
    /// The same boxes in that order.
    row: Row<V>,
    scratch: Scratch<V>,
}

/// Lists that a call of `moved_pairs` fills anew, kept so that it need not allocate.
#[derive(Clone, Debug)]
struct Scratch<V: Vector> {
    moved_order: Vec<u64>,
    moved_row: Row<V>,
    order: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Slot<V: Vector> {
    bounds: Bounds<V>,
    mobility: Mobility,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// No box, and not listed in `moved`.
    Absent,
    /// No box, but listed in `moved`.
    Removed,
    /// Its box is the one in the row.
    Resting,
    /// Listed in `moved`; what the row says about it no longer holds.
    Moved,
}

impl<V: Vector> Default for SortAndSweep<V> {
    fn default() -> Self {
        Self {
            axis: 0,
            slots: Vec::new(),
            moved: Vec::new(),
            order: Vec::new(),
            row: Row::default(),
            scratch: Scratch {
                moved_order: Vec::new(),
                moved_row: Row::default(),
                order: Vec::new(),
            },
        }
    }
}

/// What boxes are ordered by: where one begins, in the order of `f32::total_cmp`, then its id.
fn key(min: f32, id: u32) -> u64 {
    let bits = min.to_bits();
    let ordered = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    u64::from(ordered) << 32 | u64::from(id)
}

/// The id in a [`key`].
fn id(key: u64) -> u32 {
    (key & u64::from(u32::MAX)) as u32
}

impl<V: Vector> Index<V> for SortAndSweep<V> {
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>, mobility: Mobility) {
        let place = id as usize;
        if self.slots.len() <= place {
            let absent = Slot { bounds: *bounds, mobility, state: State::Absent };
            self.slots.resize(place + 1, absent);
        }
        let slot = &mut self.slots[place];
        if matches!(slot.state, State::Absent | State::Resting) {
            self.moved.push(id);
        }
        *slot = Slot { bounds: *bounds, mobility, state: State::Moved };
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
        if self.moved.is_empty() {
            return;
        }
        self.sort();
        self.sweep(pairs);
        pairs.sort_unstable();
        for id in self.moved.drain(..) {
            let state = &mut self.slots[id as usize].state;
            *state = if *state == State::Moved { State::Resting } else { State::Absent };
        }
    }

    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let mut overlapping = self.boxes().filter(|(_, other)| other.overlaps(bounds));
        let _ = overlapping.try_for_each(|(id, _)| found(id));
    }

    fn along(&self, way: &Way<V>, mut up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, other) in self.boxes() {
            if let Some(fraction) = other.met_on(way, up_to) {
                up_to = found(id, fraction);
            }
        }
    }

    fn near(&self, bounds: &Bounds<V>, mut within: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, other) in self.boxes() {
            let distance = other.distance_below(bounds);
            if distance <= within {
                within = found(id, distance);
            }
        }
    }

    fn among(&self, sides: &[Side<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let is_outside = |bounds: &Bounds<V>| sides.iter().any(|side| bounds.is_outside(side));
        let mut among = self.boxes().filter(|(_, bounds)| !is_outside(bounds));
        let _ = among.try_for_each(|(id, _)| found(id));
    }
}

impl<V: Vector> SortAndSweep<V> {
    fn boxes(&self) -> impl Iterator<Item = (u32, &Bounds<V>)> {
        let is = |slot: &Slot<V>| matches!(slot.state, State::Resting | State::Moved);
        (0..)
            .zip(&self.slots)
            .filter(move |(_, slot)| is(slot))
            .map(|(id, slot)| (id, &slot.bounds))
    }

    /// Brings the order and the rows up to date.
    fn sort(&mut self) {
        let axis = self.widest_axis();
        let slots = &self.slots;
        let key_of = |id: u32| key(slots[id as usize].bounds.min[axis], id);
        if axis != self.axis {
            self.axis = axis;
            self.order.iter_mut().for_each(|key| *key = key_of(id(*key)));
            self.order.sort_unstable();
        }

        let Scratch { moved_order, moved_row, order: merged } = &mut self.scratch;
        let is = |id: u32, state: State| slots[id as usize].state == state;
        moved_order.clear();
        let moved = self.moved.iter().filter(|&&id| is(id, State::Moved));
        moved_order.extend(moved.map(|&id| key_of(id)));
        moved_order.sort_unstable();

        merged.clear();
        let mut moved = moved_order.iter().copied().peekable();
        for &resting in self.order.iter().filter(|&&key| is(id(key), State::Resting)) {
            while let Some(earlier) = moved.next_if(|&key| key < resting) {
                merged.push(earlier);
            }
            merged.push(resting);
        }
        merged.extend(moved);
        core::mem::swap(&mut self.order, merged);

        let fill = |row: &mut Row<V>, order: &[u64]| {
            row.clear();
            order.iter().for_each(|&key| row.push(id(key), &slots[id(key) as usize].bounds));
        };
        fill(moved_row, moved_order);
        fill(&mut self.row, &self.order);
    }

    /// Adds the pairs of which one moved: what moved is compared with all that begin after it,
    /// what rests only with those of them that moved.
    fn sweep(&self, pairs: &mut Vec<(u32, u32)>) {
        let mut moved_before = 0;
        for (place, &key) in self.order.iter().enumerate() {
            let a = id(key);
            let Slot { bounds, mobility, state } = &self.slots[a as usize];
            let fixed = *mobility == Mobility::Fixed;
            let add = |b: u32| {
                if !(fixed && self.slots[b as usize].mobility == Mobility::Fixed) {
                    pairs.push(if a < b { (a, b) } else { (b, a) });
                }
            };
            if *state == State::Moved {
                moved_before += 1;
                self.row.overlapping(place + 1, self.axis, bounds, add);
            } else {
                self.scratch.moved_row.overlapping(moved_before, self.axis, bounds, add);
            }
        }
    }

    /// The axis with the greatest variance of what moved, or the present one if it is as good.
    fn widest_axis(&self) -> usize {
        if self.moved.len() < self.order.len() / 2 {
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
