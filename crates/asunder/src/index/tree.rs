//! A wide tree over boxes that works on what moved.

mod block;
mod hierarchy;
mod order;
mod pairs;
mod search;
mod visit;

use super::{Bounds, Index, Mobility, Side, Way};
use crate::simd::dispatch;
use crate::space::Vector;
use core::ops::ControlFlow;
use hierarchy::Hierarchy;
use pairs::Keys;
use search::{Among, search};

/// An index whose work grows with what moves, and with what is near to that.
#[derive(Clone, Debug)]
pub(crate) struct Tree<V: Vector> {
    /// By id.
    slots: Vec<Slot<V>>,
    fixed: Hierarchy<V>,
    moving: Hierarchy<V>,
    /// Kept so that sorting pairs need not allocate.
    scratch: [Vec<u64>; 2],
}

/// What is known of an id.
#[derive(Clone, Copy, Debug)]
struct Slot<V: Vector> {
    bounds: Bounds<V>,
    /// Its place in the order, or among what waits for one.
    at: u32,
    state: State,
    mobility: Mobility,
    /// Set only while all are ordered anew: whether it was upserted since the last pairs.
    moved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Absent,
    /// It has no place in the order yet.
    Waiting,
    Placed,
}

impl<V: Vector> Default for Tree<V> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            fixed: Hierarchy::default(),
            moving: Hierarchy::default(),
            scratch: Default::default(),
        }
    }
}

impl<V: Vector> Tree<V> {
    fn hierarchies(&self) -> [&Hierarchy<V>; 2] {
        [&self.moving, &self.fixed]
    }

    fn of(&mut self, mobility: Mobility) -> &mut Hierarchy<V> {
        match mobility {
            Mobility::Fixed => &mut self.fixed,
            Mobility::Moving => &mut self.moving,
        }
    }

    /// The boxes that no hierarchy holds as they are.
    fn unsettled(&self) -> impl Iterator<Item = (u32, &Bounds<V>)> {
        self.hierarchies().into_iter().flat_map(|hierarchy| hierarchy.unsettled(&self.slots))
    }
}

impl<V: Vector> Index<V> for Tree<V> {
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>, mobility: Mobility) {
        let number = id as usize;
        if self.slots.len() <= number {
            let absent =
                Slot { bounds: *bounds, at: 0, state: State::Absent, mobility, moved: false };
            self.slots.resize(number + 1, absent);
        }
        if self.slots[number].mobility != mobility {
            self.remove(id);
        }
        let slot = &mut self.slots[number];
        (slot.bounds, slot.mobility) = (*bounds, mobility);
        let hierarchy = match mobility {
            Mobility::Fixed => &mut self.fixed,
            Mobility::Moving => &mut self.moving,
        };
        match slot.state {
            State::Placed => hierarchy.touch(slot.at),
            State::Waiting => {}
            State::Absent => {
                (slot.state, slot.at) = (State::Waiting, hierarchy.waiting.len() as u32);
                hierarchy.waiting.push(id);
            }
        }
    }

    fn remove(&mut self, id: u32) {
        let Some(slot) = self.slots.get_mut(id as usize) else {
            return;
        };
        let (state, at, mobility) = (slot.state, slot.at, slot.mobility);
        slot.state = State::Absent;
        match state {
            State::Absent => {}
            State::Placed => self.of(mobility).vacate(at),
            State::Waiting => {
                let waiting = &mut self.of(mobility).waiting;
                waiting.swap_remove(at as usize);
                if let Some(&other) = waiting.get(at as usize) {
                    self.slots[other as usize].at = at;
                }
            }
        }
    }

    fn settle(&mut self) {
        self.moving.settle(&mut self.slots);
        self.fixed.settle(&mut self.slots);
    }

    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>) {
        self.settle();
        let Self { moving, fixed, scratch: [found, other], .. } = self;
        let keys = Keys::new(self.slots.len());
        moving.order_moved();
        fixed.order_moved();
        let same = if moving.all_moved() { Among::Moved } else { Among::Same };
        for (from, tree, among) in [
            (&*moving, &*moving, same),
            (&*moving, &*fixed, Among::Other),
            (&*fixed, &*moving, Among::Resting),
        ] {
            dispatch!(simd => search(simd, &from.moved, from, tree, among, keys, found));
        }
        moving.rest();
        fixed.rest();
        keys.sort(found, other, pairs);
    }

    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let mut unsettled = self.unsettled().filter(|(_, other)| other.overlaps(bounds));
        let mut state = unsettled.try_for_each(|(id, _)| found(id));
        for hierarchy in self.hierarchies() {
            if state.is_continue() {
                state = dispatch!(simd => hierarchy.visit(
                    #[inline(always)]
                    |block| block.overlapping(simd, bounds),
                    found
                ));
            }
        }
    }

    fn along(&self, way: &Way<V>, mut up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, bounds) in self.unsettled() {
            if let Some(fraction) = bounds.met_on(way, up_to) {
                up_to = found(id, fraction);
            }
        }
        for hierarchy in self.hierarchies() {
            up_to = dispatch!(simd => {
                let _ = simd;
                hierarchy.visit_least_first(
                    up_to,
                    #[inline(always)]
                    |block, up_to| block.met_on(way, up_to),
                    found
                )
            });
        }
    }

    fn near(&self, bounds: &Bounds<V>, mut within: f64, found: &mut dyn FnMut(u32, f64) -> f64) {
        for (id, other) in self.unsettled() {
            let distance = other.distance_below(bounds);
            if distance <= within {
                within = found(id, distance);
            }
        }
        for hierarchy in self.hierarchies() {
            within = dispatch!(simd => {
                let _ = simd;
                hierarchy.visit_least_first(
                    within,
                    #[inline(always)]
                    |block, _| block.distance_below(bounds),
                    found
                )
            });
        }
    }

    fn among(&self, sides: &[Side<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let is_outside = |bounds: &Bounds<V>| sides.iter().any(|side| bounds.is_outside(side));
        let mut unsettled = self.unsettled().filter(|(_, bounds)| !is_outside(bounds));
        let mut state = unsettled.try_for_each(|(id, _)| found(id));
        for hierarchy in self.hierarchies() {
            if state.is_continue() {
                state = dispatch!(simd => {
                    let _ = simd;
                    hierarchy.visit(
                        #[inline(always)]
                        |block| block.among(sides),
                        found
                    )
                });
            }
        }
    }
}
