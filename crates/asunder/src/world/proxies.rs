//! What a step reads of every body: a few bytes, and for a body of one collider its shape's numbers.
//!
//! The candidates of a step are bodies that lie wherever they were inserted, so that reading each of
//! them waits for memory. Most bodies have one collider and no owner, and what decides their
//! candidates fits twelve bytes and a line of memory beside them.

use super::Contact;
use super::body::{Body, BodyId, ColliderId};
use super::layers::{LayerId, LayerSet};
use crate::batch::{BatchTable, Kind, put};
use crate::index::BodyKind;
use crate::simd::Lanes;
use crate::space::Vector;

/// Proxies by slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Proxies {
    proxies: Vec<Proxy>,
    /// By slot: the shapes of bodies of one collider, where batches support their kind.
    pub(super) table: BatchTable,
}

/// What a step reads of every body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proxy {
    generation: u32,
    pub(super) kind: BatchKind,
    /// The layer of its only collider.
    pub(super) layer: LayerId,
    pub(super) motion: BodyKind,
    /// Whether it has no owner and its only collider ignores no layer.
    pub(super) is_plain: bool,
    /// How many contacts the body's colliders have.
    contacts: u32,
}

/// How the candidates of a body are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchKind {
    /// It has one collider, of a kind that batches support.
    Batched(Kind),
    /// It has one collider, of another kind.
    Lone,
    /// It has several colliders, is a level, or there is no body.
    Other,
}

impl Proxies {
    /// Updates the proxy of a slot.
    pub(super) fn set<V: Vector>(&mut self, slot: u32, generation: u32, body: Option<&Body<V>>) {
        let count = slot as usize + 1;
        if self.proxies.len() < count {
            self.proxies.resize(count, Proxy::new(0));
            self.table.grow(count);
        }
        self.all().set(slot, generation, body);
    }

    /// The proxies of all slots.
    pub(super) fn all(&mut self) -> ProxyRange<'_> {
        ProxyRange { first: 0, proxies: &mut self.proxies, lines: self.table.lines_mut() }
    }

    /// Counts a contact of both bodies, where they still exist.
    pub(super) fn begin_contact(&mut self, contact: Contact) {
        self.count(contact, 1);
    }

    /// Counts one contact less.
    pub(super) fn end_contact(&mut self, contact: Contact) {
        self.count(contact, -1);
    }

    fn count(&mut self, (a, b): Contact, change: i32) {
        for id in [a.body, b.body] {
            let proxy = &mut self.proxies[id.slot as usize];
            if proxy.generation == id.generation {
                proxy.contacts = proxy.contacts.wrapping_add_signed(change);
            }
        }
    }

    /// Whether a body has a contact.
    pub(super) fn is_in_contact(&self, id: BodyId) -> bool {
        self.of(id).is_some_and(|proxy| proxy.contacts > 0)
    }

    /// Whether a body certainly exists: it has one collider. Of other bodies the world knows.
    pub(super) fn is_lone(&self, id: BodyId) -> bool {
        self.of(id).is_some_and(|proxy| proxy.is_lone())
    }

    /// Whether a body exists and certainly has no owner.
    pub(super) fn is_plain(&self, id: BodyId) -> bool {
        self.of(id).is_some_and(|proxy| proxy.is_plain)
    }

    fn of(&self, id: BodyId) -> Option<&Proxy> {
        let proxy = self.proxies.get(id.slot as usize)?;
        (proxy.generation == id.generation).then_some(proxy)
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: u32) -> Proxy {
        self.proxies[slot as usize]
    }
}

/// The proxies of consecutive slots.
#[derive(Debug)]
pub(super) struct ProxyRange<'a> {
    first: u32,
    proxies: &'a mut [Proxy],
    lines: &'a mut [Lanes],
}

impl<'a> ProxyRange<'a> {
    /// The proxies before a slot, and the others.
    pub(super) fn split_at(self, slot: u32) -> (Self, Self) {
        let at = (slot - self.first) as usize;
        let (proxies, other_proxies) = self.proxies.split_at_mut(at);
        let (lines, other_lines) = self.lines.split_at_mut(at);
        (
            Self { first: self.first, proxies, lines },
            Self { first: slot, proxies: other_proxies, lines: other_lines },
        )
    }

    /// Updates the proxy of a slot.
    pub(super) fn set<V: Vector>(&mut self, slot: u32, generation: u32, body: Option<&Body<V>>) {
        let at = (slot - self.first) as usize;
        let mut proxy = Proxy::new(generation);
        if let Some(body) = body
            && let [part] = &*body.parts
        {
            proxy.kind = match part.level {
                Some(_) => BatchKind::Other,
                None => put(&mut self.lines[at], &part.shape)
                    .map_or(BatchKind::Lone, BatchKind::Batched),
            };
            proxy.layer = part.collider.layer;
            proxy.motion = body.options.kind;
            proxy.is_plain = body.options.owner.is_none() && part.collider.ignore == LayerSet::NONE;
        }
        let old = self.proxies[at];
        if old.generation == generation {
            proxy.contacts = old.contacts;
        }
        self.proxies[at] = proxy;
    }
}

impl Proxy {
    /// The proxy of an empty slot.
    fn new(generation: u32) -> Self {
        let (layer, motion) = (LayerId::DEFAULT, BodyKind::Fixed);
        Self { generation, kind: BatchKind::Other, layer, motion, is_plain: false, contacts: 0 }
    }

    /// Whether the body has one collider.
    pub(super) fn is_lone(self) -> bool {
        self.kind != BatchKind::Other
    }

    /// The id of its first collider; `slot` is the body's.
    pub(super) fn collider(self, slot: u32) -> ColliderId {
        BodyId { slot, generation: self.generation }.collider(0)
    }
}
