//! A world as lines, for whatever draws them.

use super::World;
use super::body::Part;
use crate::space::Vector;

/// What a collider was doing at the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// Nothing.
    Idle,
    /// It was in contact with another, as in [`World::pairs`].
    Touching,
    /// It was a mover that met an obstacle, or the obstacle it met.
    Blocked,
}

impl<V: Vector> Part<V> {
    fn state(&self) -> State {
        if self.blocks > 0 {
            State::Blocked
        } else if self.contacts > 0 {
            State::Touching
        } else {
            State::Idle
        }
    }
}

impl<V: Vector> World<V> {
    /// Calls `line` with the ends of every segment of every collider's outline, and with what the
    /// collider was doing at the last step. Collider by collider, in the order of their ids.
    pub fn debug_lines(&self, mut line: impl FnMut(V, V, State)) {
        for (_, part) in self.parts() {
            let state = part.state();
            part.shape.lines(|a, b| line(a, b, state));
        }
    }
}
