//! The broad phase: which bounds overlap.
//!
//! An [`Index`] holds one box per id and finds those that overlap. Its answers are a necessary
//! condition only: bounds are rounded outward, and whoever asks goes on to ask the shapes.
//! [`BruteForce`] compares all with all and defines what any index answers; [`Bvh`] gives the same
//! lists for less work.

mod bounds;
mod reach;

#[cfg(test)]
mod tests;
mod tree;

use crate::query::bounds::Bounds;
use crate::space::Vector;
use core::ops::ControlFlow;

pub(crate) use bounds::{BoundsSweep, HalfSpaceBounds, SweptAabb};
pub(crate) use reach::Reach;
pub(crate) use tree::{Bvh, PackedTree, PairSink, kd_order};

/// Whether a body is meant to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BodyKind {
    /// A wall, floor or tile: two fixed bodies never pair, and cost nothing to one another. It can still
    /// be placed anew.
    Fixed,
    /// Everything else.
    Moving,
}

/// Boxes by number, and which of them a question need look into. A number that is handed to a question is
/// no NaN.
pub(crate) trait Search<V: Vector> {
    /// Calls `found` once for every id whose box overlaps `bounds`, in no particular order, until it
    /// breaks.
    fn overlapping(&self, bounds: &Bounds<V>, found: &mut dyn FnMut(u32) -> ControlFlow<()>);

    /// Calls `found` once for every id whose box a moving box may touch, from its start up to a fraction
    /// that may be infinite; roughly in the order in which they are met.
    ///
    /// With the id comes a fraction before which that box is certainly not met. What `found` answers
    /// is the fraction to look up to from then on, no larger than before: a box that is certainly met
    /// only after it is not visited. A negative one ends the search.
    fn along(&self, sweep: &SweptAabb<V>, up_to: f64, found: &mut dyn FnMut(u32, f64) -> f64);

    /// Calls `found` once for every id whose box may be within a distance of `bounds`, roughly near
    /// ones first.
    ///
    /// With the id comes a distance that the box certainly has, at least. What `found` answers is the
    /// distance to look up to from then on, no larger than before: a box is left out only if it is
    /// certainly further away. A negative one ends the search.
    fn near(&self, bounds: &Bounds<V>, within: f64, found: &mut dyn FnMut(u32, f64) -> f64);

    /// Calls `found` once for every id whose box is not certainly outside one of `sides`, in no
    /// particular order, until it breaks.
    fn among(&self, sides: &[HalfSpaceBounds<V>], found: &mut dyn FnMut(u32) -> ControlFlow<()>);
}

/// One box per id that may change, and which of them overlap.
///
/// Ids are small numbers: an index may keep a table as long as the largest of them.
pub(crate) trait Index<V: Vector>: Search<V> {
    /// Gives `id` the box `bounds`, in place of the one it had, if any.
    fn upsert(&mut self, id: u32, bounds: &Bounds<V>, mobility: BodyKind);

    /// Forgets `id`, if it is known.
    fn remove(&mut self, id: u32);

    /// Sorts in what was upserted, so that questions need not look at each of it. Pairs do it anyway.
    fn settle(&mut self);

    /// Replaces `pairs` by every two ids whose boxes overlap, not both fixed, at least one of them
    /// upserted since the last call: sorted, each pair once, the smaller id first.
    fn moved_pairs(&mut self, pairs: &mut Vec<(u32, u32)>);

    /// Takes all for unmoved, as after [`moved_pairs`](Self::moved_pairs), and looks for no pair.
    fn rest(&mut self);
}
