//! Bodies of one collider, once more, without what a step does not look at.
//!
//! The candidates of a step are bodies that lie wherever they were inserted, so that each look at one
//! waits for memory. What a step needs to know of a body of one collider, as most are, fits two lines
//! of it.

use super::body::{Body, BodyId, BodyOptions, ColliderId};
use super::layers::{LayerId, LayerSet};
use crate::shape::Shape;
use crate::space::Vector;

/// A body of one collider, as it is placed.
#[derive(Clone, Debug)]
pub(super) struct Lone<V: Vector> {
    pub(super) shape: Shape<V>,
    generation: u32,
    layer: LayerId,
    ignore: LayerSet,
    options: BodyOptions,
}

impl<V: Vector> Lone<V> {
    /// What a step needs of a body, if it has one collider.
    pub(super) fn of(generation: u32, body: &Body<V>) -> Option<Self> {
        let [part] = &*body.parts else { return None };
        Some(Self {
            shape: part.shape.clone(),
            generation,
            layer: part.collider.layer,
            ignore: part.collider.ignore,
            options: body.options,
        })
    }

    /// Its collider, in a slot.
    pub(super) fn collider(&self, slot: u32) -> ColliderId {
        BodyId { slot, generation: self.generation }.collider(0)
    }

    /// As [`Body::minds`].
    pub(super) fn minds(&self, other: &Self) -> bool {
        self.options.minds(&other.options)
    }

    /// Its layer, and those it never pairs with.
    pub(super) fn layers(&self) -> (LayerId, LayerSet) {
        (self.layer, self.ignore)
    }
}
