//! The outlines of a world's colliders as lines, for drawing.

use super::World;
use crate::level::PartSearch as _;
use crate::sort::sort;
use crate::space::Vector;

/// The state of a collider at the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum State {
    /// It was neither in contact nor blocked.
    Idle,
    /// It was in contact with another, as in [`World::pairs`].
    Touching,
    /// It was a mover that met an obstacle, or the obstacle it met.
    Blocked,
}

impl<V: Vector> World<V> {
    /// Calls `line` with the ends of every segment of every collider's outline, and with the
    /// collider's state at the last step. Collider by collider, in the order of their ids.
    pub fn debug_lines(&self, mut line: impl FnMut(V, V, State)) {
        let mut touching: Vec<_> = self.pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        sort(&mut touching);
        for (id, part) in self.parts() {
            let state = if part.mover_contacts > 0 {
                State::Blocked
            } else if touching.binary_search(&id).is_ok() {
                State::Touching
            } else {
                State::Idle
            };
            let mut line = |a, b| line(a, b, state);
            match &part.level {
                None => part.shape.lines(&mut line),
                Some(level) => {
                    let parts =
                        (0..level.placed.count() as u32).filter_map(|n| level.placed.get(n));
                    parts.for_each(|part| part.lines(&mut line));
                }
            }
        }
    }
}
