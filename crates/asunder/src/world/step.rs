//! Finding what is in contact, and what of it is new.

use super::body::{Body, BodyId, ColliderId, Part};
use super::events::{Event, ExitReason};
use super::layers::{Layers, Response};
use super::narrow::Narrow;
use super::{Contact, World, attacks, movers, owners};
use crate::index::Index as _;
use crate::space::Vector;

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
    for slot in world.moved.drain(..) {
        world.slots[slot as usize].moved = false;
    }
}

/// Fills `fresh` with the contacts of all that moved, sorted.
fn find_moved<V: Vector>(world: &mut World<V>, fresh: &mut Vec<Contact>) {
    let mut candidates = core::mem::take(&mut world.scratch.candidates);
    let mut narrow = core::mem::take(&mut world.scratch.narrow);
    world.index.moved_pairs(&mut candidates);
    fresh.clear();
    for &(a, b) in &candidates {
        let (Some(a), Some(b)) = (world.occupant(a), world.occupant(b)) else { continue };
        if a.1.minds(b.1) {
            offer(&world.layers, a, b, &mut narrow, fresh);
        }
    }
    narrow.finish(fresh);
    // Candidates come in the order of their bodies: what is out of order are the parts of one.
    fresh.chunk_by_mut(|p, q| p.0.body == q.0.body).for_each(<[Contact]>::sort_unstable);
    world.scratch.narrow = narrow;
    world.scratch.candidates = candidates;
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
    let (p, q) = (&p.collider, &q.collider);
    if p.ignore.contains(q.layer) || q.ignore.contains(p.layer) {
        return Response::Ignore;
    }
    layers.response(p.layer, q.layer)
}

/// Replaces the pairs of all that moved or was removed by `fresh`, and lists what differs.
fn compare<V: Vector>(world: &mut World<V>, fresh: &[Contact]) {
    let old = core::mem::take(&mut world.pairs);
    let mut new = core::mem::take(&mut world.scratch.pairs);
    new.clear();
    differences(&old, fresh, |contact @ (a, b), difference| match difference {
        Difference::Lasts => new.push(contact),
        Difference::Begins => {
            new.push(contact);
            world.update(contact, |part| part.contacts += 1);
            world.events.push(Event::Enter { a, b });
        }
        Difference::Ends => match fate(world, a, b) {
            Fate::Rests => new.push(contact),
            Fate::Ends(reason) => {
                world.update(contact, |part| part.contacts -= 1);
                world.events.push(Event::Exit { a, b, reason });
            }
        },
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

/// What becomes of a pair that was not found among all that moved.
enum Fate {
    /// Neither moved: it lasts.
    Rests,
    /// It is over.
    Ends(ExitReason),
}

fn fate<V: Vector>(world: &World<V>, a: ColliderId, b: ColliderId) -> Fate {
    let moved = |body: BodyId| world.slots[body.slot as usize].moved;
    if world.body(a.body).is_err() || world.body(b.body).is_err() {
        Fate::Ends(ExitReason::Removed)
    } else if moved(a.body) || moved(b.body) {
        Fate::Ends(ExitReason::Parted)
    } else {
        Fate::Rests
    }
}
