//! The candidates of a step: those among bodies of one collider are decided in the order in which the tree
//! finds them.
//!
//! That order keeps what is near in space near in time, so that a body's numbers are still in cache
//! when its next neighbour is tested. Pairs are collected in batches by their kinds and decided many
//! at a time, and those in contact are sorted afterwards: so the order affects time only.

use super::BodySlot;
use super::layers::{Layers, Response};
use super::narrow::PairBatches;
use super::proxies::{BatchKind, Proxies, Proxy};
use crate::index::{BodyKind, PairSink};
use crate::query::separation::meet;
use crate::shape::Shape;
use crate::space::Vector;

/// A filter of the pairs that the tree finds, and what it reads.
pub(super) struct LonePairs<'a, V: Vector> {
    pub(super) layers: &'a Layers,
    pub(super) slots: &'a [BodySlot<V>],
    pub(super) proxies: &'a Proxies,
}

impl<V: Vector> LonePairs<'_, V> {
    /// Keeps the pairs of bodies of one collider that are in contact, and all pairs of others.
    pub(super) fn filter(&self, batches: &mut PairBatches, sink: &mut PairSink<'_>) {
        let table = &self.proxies.table;
        for (a, b) in sink.pairs() {
            let (p, q) = (self.proxies.get(a), self.proxies.get(b));
            if !p.is_lone() || !q.is_lone() {
                sink.keep((a, b));
                continue;
            }
            let Some(rule) = self.response((a, p), (b, q)).rule() else { continue };
            if let (BatchKind::Batched(p), BatchKind::Batched(q)) = (p.kind, q.kind) {
                if batches.push(rule, [p, q], (a, b)) {
                    batches.decide(rule, [p, q], table, &|slot| self.shape(slot), |pair| {
                        sink.keep(pair);
                    });
                }
            } else if let (Some(p), Some(q)) = (self.shape(a), self.shape(b))
                && meet(p, q, rule)
            {
                sink.keep((a, b));
            }
        }
        batches.decide_all(table, &|slot| self.shape(slot), |pair| sink.keep(pair));
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
                self.layers.between(one.layers(), other.layers())
            }
            _ => Response::Ignore,
        }
    }

    /// The shape of the first collider in a slot.
    fn shape(&self, slot: u32) -> Option<&Shape<V>> {
        let body = self.slots.get(slot as usize)?.body.as_ref()?;
        body.parts.first().map(|part| &part.shape)
    }
}
