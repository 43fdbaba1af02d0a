//! The candidates among bodies of one collider, decided in the order in which the tree finds them.
//!
//! That order keeps what is near in space near in time, so that a body's numbers are still in cache
//! when its next neighbour is tested. Pairs are collected in batches by their kinds and decided many
//! at a time, and those in contact are sorted afterwards: so the order affects time only.

use super::BodySlot;
use super::body::PlacedCollider;
use super::layers::{Layers, Response};
use super::proxies::{BatchKind, Proxies, Proxy};
use super::step::layer_response;
use crate::batch::{Kind, Mask};
use crate::index::BodyKind;
use crate::index::PairSink;
use crate::query::predicate::Rule;
use crate::query::separation::{Intersects as _, Penetrates as _};
use crate::shape::Shape;
use crate::space::Vector;

/// The most pairs in a batch: enough to fill every lane many times over, few enough for their shapes
/// to stay in the first cache.
const BATCH_SIZE: usize = 128;

/// Undecided pairs, by the rule and the kinds.
#[derive(Clone, Debug)]
pub(super) struct PairBatches {
    batches: [[Vec<(u32, u32)>; Kind::COUNT * Kind::COUNT]; 2],
    mask: Mask,
}

impl Default for PairBatches {
    fn default() -> Self {
        Self { batches: Default::default(), mask: Mask::new() }
    }
}

/// What the decision of the pairs reads.
pub(super) struct LonePairs<'a, V: Vector> {
    pub(super) layers: &'a Layers,
    pub(super) slots: &'a [BodySlot<V>],
    pub(super) proxies: &'a Proxies,
}

/// The rule and kinds of a batch.
#[derive(Clone, Copy)]
struct BatchKey {
    rule: Rule,
    kinds: [Kind; 2],
}

impl BatchKey {
    fn indices(self) -> (usize, usize) {
        let [a, b] = self.kinds;
        (self.rule as usize, a as usize * Kind::COUNT + b as usize)
    }
}

impl<V: Vector> LonePairs<'_, V> {
    /// Keeps the pairs of bodies of one collider that are in contact, and all pairs of others.
    pub(super) fn decide_pairs(&self, batches: &mut PairBatches, sink: &mut PairSink<'_>) {
        for (a, b) in sink.pairs() {
            let (p, q) = (self.proxies.get(a), self.proxies.get(b));
            if !p.is_lone() || !q.is_lone() {
                sink.keep((a, b));
                continue;
            }
            let rule = match self.response((a, p), (b, q)) {
                Response::Ignore => continue,
                Response::Touch => Rule::Closed,
                Response::Overlap | Response::Block => Rule::Open,
            };
            if let (BatchKind::Batched(p), BatchKind::Batched(q)) = (p.kind, q.kind) {
                let key = BatchKey { rule, kinds: [p, q] };
                let (row, column) = key.indices();
                let batch = &mut batches.batches[row][column];
                batch.push((a, b));
                if batch.len() == BATCH_SIZE {
                    self.decide(key, batches, sink);
                }
            } else if let (Some(p), Some(q)) = (self.shape(a), self.shape(b)) {
                let met = match rule {
                    Rule::Closed => p.intersects(q),
                    Rule::Open => p.penetrates(q),
                };
                if met {
                    sink.keep((a, b));
                }
            }
        }
        const KINDS: [Kind; Kind::COUNT] = [Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Capsule];
        for rule in [Rule::Closed, Rule::Open] {
            for a in KINDS {
                for b in KINDS {
                    self.decide(BatchKey { rule, kinds: [a, b] }, batches, sink);
                }
            }
        }
    }

    /// Decides all pairs of a batch.
    fn decide(
        &self,
        key: BatchKey,
        PairBatches { batches, mask }: &mut PairBatches,
        sink: &mut PairSink<'_>,
    ) {
        let (row, column) = key.indices();
        let batch = &mut batches[row][column];
        if batch.is_empty() {
            return;
        }
        self.proxies.table.ask(key.kinds, batch, key.rule, mask, &|slot| self.shape(slot));
        mask.iter().for_each(|met| sink.keep(batch[met]));
        batch.clear();
    }

    /// The response of two bodies of one collider each.
    fn response(&self, (a, p): (u32, Proxy), (b, q): (u32, Proxy)) -> Response {
        if p.is_plain && q.is_plain {
            let fixed = p.motion == BodyKind::Fixed && q.motion == BodyKind::Fixed;
            return if fixed { Response::Ignore } else { self.layers.response(p.layer, q.layer) };
        }
        let body = |slot: u32| self.slots.get(slot as usize)?.body.as_ref();
        let (Some(p), Some(q)) = (body(a), body(b)) else {
            return Response::Ignore;
        };
        match (&*p.parts, &*q.parts) {
            ([one], [other]) if p.can_collide_with(q) => {
                layer_response(self.layers, one.layers(), other.layers())
            }
            _ => Response::Ignore,
        }
    }

    /// The shape of the first collider in a slot.
    fn shape(&self, slot: u32) -> Option<&Shape<V>> {
        let body = self.slots.get(slot as usize)?.body.as_ref()?;
        body.parts.first().map(|part: &PlacedCollider<V>| &part.shape)
    }
}
