//! Finding what is in contact, and what of it is new.

use super::body::{Body, BodyId, Part};
use super::events::{Event, ExitReason};
use super::layers::{LayerId, LayerSet, Layers, Response};
use super::narrow::Narrow;
use super::sift::{Judge, Lots};
use super::{Contact, World, attacks, movers, owners};
use crate::space::Vector;
use crate::threads::{PARTS, join};

/// Brings the pairs up to date and lists the events.
pub(super) fn step<V: Vector>(world: &mut World<V>) {
    let mut fresh = core::mem::take(&mut world.scratch.fresh);
    find_moved(world, &mut fresh);
    world.events.clear();
    world.steps += 1;
    compare(world, &fresh);
    world.scratch.fresh = fresh;
    owners::count(world);
    movers::close_tick(world);
    attacks::strike(world);
    world.moved.clear();
}

/// Fills `fresh` with the contacts of all that moved, sorted.
fn find_moved<V: Vector>(world: &mut World<V>, fresh: &mut Vec<Contact>) {
    let mut candidates = core::mem::take(&mut world.scratch.candidates);
    let mut shares = core::mem::take(&mut world.scratch.shares);
    shares.resize_with(PARTS, Share::default);
    let World { layers, slots, proxies, index, .. } = &mut *world;
    let judge = Judge { layers, slots, proxies };
    index.moved_pairs_sifted(&mut candidates, &mut shares, &|share, sieve| {
        judge.sift(&mut share.lots, sieve);
    });
    decide(world, &candidates, &mut shares);
    fresh.clear();
    shares.iter_mut().for_each(|share| fresh.append(&mut share.found));
    // Candidates come in the order of their bodies: what is out of order are the parts of one.
    fresh.chunk_by_mut(|p, q| p.0.body == q.0.body).for_each(<[Contact]>::sort_unstable);
    world.scratch.shares = shares;
    world.scratch.candidates = candidates;
}

/// What decides a part of the candidates, and what it found.
#[derive(Clone, Debug, Default)]
pub(super) struct Share<V: Vector> {
    lots: Lots,
    narrow: Narrow<V>,
    found: Vec<Contact>,
}

/// How many candidates are too few to be worth a half of their own.
const FEW: usize = 1024;

/// Decides candidates in order, the first of them in the first of the shares. Those among bodies of one
/// collider are known to be in contact.
fn decide<V: Vector>(world: &World<V>, candidates: &[(u32, u32)], shares: &mut [Share<V>]) {
    if shares.len() > 1 && candidates.len() > FEW {
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let (shares_first, shares_second) = shares.split_at_mut(shares.len() / 2);
        join(|| decide(world, first, shares_first), || decide(world, second, shares_second));
    } else if let Some(Share { narrow, found, .. }) = shares.first_mut() {
        for &(a, b) in candidates {
            let (p, q) = (world.proxies.get(a), world.proxies.get(b));
            if p.is_lone() && q.is_lone() {
                narrow.add_known((p.collider(a), q.collider(b)), found);
            } else if let (Some(a), Some(b)) = (world.occupant(a), world.occupant(b))
                && a.1.minds(b.1)
            {
                offer(&world.layers, a, b, narrow, found);
            }
        }
        narrow.finish(found);
    }
}

/// Offers the colliders of two bodies to the narrow phase.
fn offer<V: Vector>(
    layers: &Layers,
    (a_id, a): (BodyId, &Body<V>),
    (b_id, b): (BodyId, &Body<V>),
    narrow: &mut Narrow<V>,
    found: &mut Vec<Contact>,
) {
    for (p_id, p) in a.colliders(a_id) {
        if !p.bounds.overlaps(&b.bounds) {
            continue;
        }
        for (q_id, q) in b.colliders(b_id) {
            if p.bounds.overlaps(&q.bounds) {
                narrow.offer(response(layers, p, q), (p_id, q_id), (&p.shape, &q.shape), found);
            }
        }
    }
}

/// What two colliders of different bodies are to one another.
pub(super) fn response<V: Vector>(layers: &Layers, p: &Part<V>, q: &Part<V>) -> Response {
    between(layers, p.layers(), q.layers())
}

/// What colliders are to one another that are on layers and ignore some.
pub(super) fn between(layers: &Layers, p: (LayerId, LayerSet), q: (LayerId, LayerSet)) -> Response {
    if p.1.contains(q.0) || q.1.contains(p.0) {
        return Response::Ignore;
    }
    layers.response(p.0, q.0)
}

/// Replaces the pairs of all that moved or was removed by `fresh`, and lists what differs.
fn compare<V: Vector>(world: &mut World<V>, fresh: &[Contact]) {
    if world.moved.slots().is_empty() {
        return;
    }
    let old = core::mem::take(&mut world.pairs);
    let mut new = core::mem::take(&mut world.scratch.pairs);
    new.clear();
    differences(&old, fresh, |contact @ (a, b), difference| match difference {
        Difference::Lasts => new.push(contact),
        Difference::Begins => {
            new.push(contact);
            world.proxies.begin_contact(contact);
            world.events.push(Event::Enter { a, b });
        }
        Difference::Ends
            if !world.moved.contains(a.body.slot) && !world.moved.contains(b.body.slot) =>
        {
            new.push(contact);
        }
        Difference::Ends => {
            let is_there = |id| world.proxies.is_lone(id) || world.body(id).is_ok();
            let removed = !is_there(a.body) || !is_there(b.body);
            let reason = if removed { ExitReason::Removed } else { ExitReason::Parted };
            world.proxies.end_contact(contact);
            world.events.push(Event::Exit { a, b, reason });
        }
    });
    world.pairs = new;
    world.scratch.pairs = old;
}

/// What a later list says about an element, against an earlier one.
pub(super) enum Difference {
    /// It is in the earlier alone.
    Ends,
    /// It is in both.
    Lasts,
    /// It is in the later alone.
    Begins,
}

/// Calls `each` for every element of two sorted lists, in order.
pub(super) fn differences(
    before: &[Contact],
    now: &[Contact],
    mut each: impl FnMut(Contact, Difference),
) {
    let (mut i, mut j) = (0, 0);
    loop {
        let (old, new) = (before.get(i), now.get(j));
        match (old, new) {
            (Some(&old), Some(&new)) if old == new => {
                each(old, Difference::Lasts);
                (i, j) = (i + 1, j + 1);
            }
            (Some(&old), new) if new.is_none_or(|&new| old < new) => {
                each(old, Difference::Ends);
                i += 1;
            }
            (_, Some(&new)) => {
                each(new, Difference::Begins);
                j += 1;
            }
            (_, None) => break,
        }
    }
}
