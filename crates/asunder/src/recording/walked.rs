//! What a recording holds of a walk.

use super::RecordedMove;
use super::recorded::without_parts;
use crate::linalg::Vect;
use crate::space::Vector;
use crate::world::{BodyId, Walk};

impl<V: Vector> RecordedMove<V> {
    /// The own way of a [walk](crate::World::walk_body), from the position to which carriers had brought the
    /// body.
    #[must_use]
    pub fn walk(body: BodyId, from: V, motion: V, walk: &Walk<V>) -> Self {
        let (start, moved) = (Vect::<V, f32>(from.to_array()), Vect(walk.moved.to_array()));
        let to = V::from_array((start + moved).0);
        let (hits, floor) = (without_parts(&walk.hits), walk.floor.map(|floor| floor.normal));
        let started_penetrating = walk.started_penetrating;
        Self { body, from, motion, to, hits, floor, started_penetrating }
    }
}
