//! The narrow phase: which of the colliders whose bounds overlap are in contact.
//!
//! Candidates are collected in batches, one for each two kinds that batches support, and are decided
//! many at a time; the others are decided one by one. That affects time only: a batch answers what
//! each single query would, and contacts are given in the order in which they were added.

use super::body::{Body, BodyId, ColliderId, PlacedLevel};
use super::{Contact, World};
use crate::batch::{BatchTable, Kind, Mask, put};
use crate::level;
use crate::query::predicate::Rule;
use crate::query::separation::meet;
use crate::shape::{AnyShape as _, Shape};
use crate::space::Vector;

/// The most pairs in a batch: enough to fill every lane many times over, few enough for their shapes
/// to stay in the first cache.
const BATCH_SIZE: usize = 128;

/// Pairs of shapes that a table holds, yet to be decided: by the rule and the kinds.
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

impl PairBatches {
    /// Adds a pair of two kinds; whether their batch is full, and is to be decided.
    #[inline(always)]
    pub(super) fn push(&mut self, rule: Rule, kinds: [Kind; 2], pair: (u32, u32)) -> bool {
        let (row, column) = place(rule, kinds);
        let batch = &mut self.batches[row][column];
        batch.push(pair);
        batch.len() == BATCH_SIZE
    }

    /// Calls `met` for each pair of a batch that is as its rule asks. The table has the numbers of the
    /// shapes, `shape` the shapes themselves.
    pub(super) fn decide<'s, V: Vector>(
        &mut self,
        rule: Rule,
        kinds: [Kind; 2],
        table: &BatchTable,
        shape: &dyn Fn(u32) -> Option<&'s Shape<V>>,
        mut met: impl FnMut((u32, u32)),
    ) {
        let (row, column) = place(rule, kinds);
        let Self { batches, mask } = self;
        let batch = &mut batches[row][column];
        if batch.is_empty() {
            return;
        }
        table.ask(kinds, batch, rule, mask, shape);
        mask.iter().for_each(|index| met(batch[index]));
        batch.clear();
    }

    /// Decides every batch.
    pub(super) fn decide_all<'s, V: Vector>(
        &mut self,
        table: &BatchTable,
        shape: &dyn Fn(u32) -> Option<&'s Shape<V>>,
        mut met: impl FnMut((u32, u32)),
    ) {
        const KINDS: [Kind; Kind::COUNT] = [Kind::Sphere, Kind::Aabb, Kind::Obb, Kind::Capsule];
        for rule in [Rule::Closed, Rule::Open] {
            for a in KINDS {
                for b in KINDS {
                    self.decide(rule, [a, b], table, shape, &mut met);
                }
            }
        }
    }
}

/// The row and the column of a batch.
fn place(rule: Rule, [a, b]: [Kind; 2]) -> (usize, usize) {
    (rule as usize, a as usize * Kind::COUNT + b as usize)
}

/// Colliders that may be in contact and are yet to be decided. The numbers of the two shapes of pair `i`
/// stand in lines `2 i` and `2 i + 1` of the table.
#[derive(Debug, Default)]
pub(super) struct Narrow {
    pending: Vec<Contact>,
    /// By index in `pending`.
    in_contact: Vec<bool>,
    table: BatchTable,
    batches: PairBatches,
}

impl Narrow {
    /// Adds the contacts of candidates to `found`, in the order of the candidates. Those of bodies of one
    /// collider are known to be in contact.
    pub(super) fn decide<V: Vector>(
        &mut self,
        world: &World<V>,
        candidates: &[(u32, u32)],
        found: &mut Vec<Contact>,
    ) {
        self.table.grow(2 * BATCH_SIZE);
        for &(a, b) in candidates {
            let (p, q) = (world.proxies.get(a), world.proxies.get(b));
            if p.is_lone() && q.is_lone() {
                self.add_decided(world, (p.collider(a), q.collider(b)), true, found);
            } else if let (Some(a), Some(b)) = (world.occupant(a), world.occupant(b))
                && a.1.can_collide_with(b.1)
            {
                self.add_bodies(world, a, b, found);
            }
        }
        self.finish(world, found);
    }

    /// Adds the colliders of two bodies whose bounds overlap.
    fn add_bodies<V: Vector>(
        &mut self,
        world: &World<V>,
        (a_id, a): (BodyId, &Body<V>),
        (b_id, b): (BodyId, &Body<V>),
        found: &mut Vec<Contact>,
    ) {
        for (p_id, p) in a.colliders(a_id) {
            if !p.bounds.overlaps(&b.bounds) {
                continue;
            }
            for (q_id, q) in b.colliders(b_id).filter(|(_, q)| p.bounds.overlaps(&q.bounds)) {
                let response = world.layers.between(p.layers(), q.layers());
                let Some(rule) = response.rule() else { continue };
                match (&p.level, &q.level) {
                    (None, None) => {
                        self.add(world, rule, (p_id, q_id), (&p.shape, &q.shape), found);
                    }
                    (Some(level), _) if meets(level, &q.shape, rule) => {
                        self.add_decided(world, (p_id, q_id), true, found);
                    }
                    (None, Some(level)) if meets(level, &p.shape, rule) => {
                        self.add_decided(world, (p_id, q_id), true, found);
                    }
                    _apart => {}
                }
            }
        }
    }

    /// Adds two colliders, with their shapes.
    fn add<V: Vector>(
        &mut self,
        world: &World<V>,
        rule: Rule,
        contact: Contact,
        (p, q): (&Shape<V>, &Shape<V>),
        found: &mut Vec<Contact>,
    ) {
        let first = 2 * self.pending.len();
        let lines = self.table.lines_mut();
        let met = if let Some(a) = put(&mut lines[first], p)
            && let Some(b) = put(&mut lines[first + 1], q)
        {
            self.batches.push(rule, [a, b], (first as u32, first as u32 + 1));
            false
        } else {
            meet(p, q, rule)
        };
        self.add_decided(world, contact, met, found);
    }

    /// Adds two colliders of which it is known whether they are in contact, or which are in a batch.
    #[inline(always)]
    fn add_decided<V: Vector>(
        &mut self,
        world: &World<V>,
        contact: Contact,
        met: bool,
        found: &mut Vec<Contact>,
    ) {
        if met && self.pending.is_empty() {
            found.push(contact);
            return;
        }
        self.pending.push(contact);
        self.in_contact.push(met);
        if self.pending.len() == BATCH_SIZE {
            self.finish(world, found);
        }
    }

    /// Decides all that is pending.
    fn finish<V: Vector>(&mut self, world: &World<V>, found: &mut Vec<Contact>) {
        let Self { pending, in_contact, table, batches } = self;
        let collider = |line: u32| -> ColliderId {
            let contact = pending[line as usize / 2];
            if line.is_multiple_of(2) { contact.0 } else { contact.1 }
        };
        let shape = |line: u32| world.part(collider(line)).ok().map(|part| &part.shape);
        batches.decide_all(table, &shape, |(line, _)| in_contact[line as usize / 2] = true);
        let decided = pending.drain(..).zip(in_contact.drain(..));
        found.extend(decided.filter_map(|(contact, met)| met.then_some(contact)));
    }
}

/// Whether a level and a shape are in contact.
fn meets<V: Vector>(level: &PlacedLevel<V>, shape: &Shape<V>, rule: Rule) -> bool {
    level::meets(&level.placed, shape.as_shape_ref(), rule)
}
