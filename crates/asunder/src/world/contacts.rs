//! The contacts of a world, brought up to date by a step: those of all that moved are found anew.

use super::candidates::LonePairs;
use super::events::{Event, ExitReason};
use super::narrow::{Narrow, PairBatches};
use super::{Contact, World};
use crate::space::Vector;
use crate::threads::{self, PARTS, join};

/// The buffers for a part of a step's work, and its results.
#[derive(Debug, Default)]
pub(super) struct Worker<V: Vector> {
    batches: PairBatches,
    narrow: Narrow,
    /// The contacts of what moved.
    found: Vec<Contact>,
    /// All contacts.
    pairs: Vec<Contact>,
    events: Vec<Event<V>>,
}

/// The number of pairs up to which a list is not halved.
const MIN_SPLIT: usize = 1024;

/// Brings the pairs up to date and lists which began and which ended.
pub(super) fn update<V: Vector>(world: &mut World<V>) {
    let mut candidates = core::mem::take(&mut world.scratch.candidates);
    let mut moved_contacts = core::mem::take(&mut world.scratch.contacts);
    let mut workers = core::mem::take(&mut world.scratch.workers);
    workers.resize_with(PARTS, Worker::default);
    find_candidates(world, &mut candidates, &mut workers);
    // The lists of one thread need no merging.
    let used = if threads::are_several() { PARTS } else { 1 };
    collect_contacts(world, &candidates, &mut workers[..used], &mut moved_contacts);
    world.events.clear();
    if !world.moved.is_empty() {
        update_pairs(world, &moved_contacts, &mut workers[..used]);
    }
    world.scratch.workers = workers;
    world.scratch.contacts = moved_contacts;
    world.scratch.candidates = candidates;
}

/// Fills `candidates` with the pairs of bodies that may be in contact and of which one moved, sorted. Of bodies of
/// one collider they are in contact: the filter that the tree is given has decided them, while their numbers were in
/// cache.
fn find_candidates<V: Vector>(
    world: &mut World<V>,
    candidates: &mut Vec<(u32, u32)>,
    workers: &mut [Worker<V>],
) {
    let World { layers, slots, proxies, index, .. } = world;
    let lone_pairs = LonePairs { layers, slots, proxies };
    index.moved_pairs_filtered(candidates, workers, &|worker, sink| {
        lone_pairs.filter(&mut worker.batches, sink);
    });
}

/// Fills `moved_contacts` with the contacts of all that moved, sorted.
fn collect_contacts<V: Vector>(
    world: &World<V>,
    candidates: &[(u32, u32)],
    workers: &mut [Worker<V>],
    moved_contacts: &mut Vec<Contact>,
) {
    decide_candidates(world, candidates, workers);
    moved_contacts.clear();
    workers.iter_mut().for_each(|worker| move_all(&mut worker.found, moved_contacts));
    // Candidates come in the order of their bodies: only the colliders of one body are out of order.
    if !moved_contacts.is_sorted() {
        moved_contacts
            .chunk_by_mut(|p, q| p.0.body == q.0.body)
            .for_each(<[Contact]>::sort_unstable);
    }
}

/// Decides candidates in order, the first of them in the first of the workers.
fn decide_candidates<V: Vector>(
    world: &World<V>,
    candidates: &[(u32, u32)],
    workers: &mut [Worker<V>],
) {
    if workers.len() > 1 && candidates.len() > MIN_SPLIT {
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let (workers_first, workers_second) = workers.split_at_mut(workers.len() / 2);
        join(
            || decide_candidates(world, first, workers_first),
            || decide_candidates(world, second, workers_second),
        );
    } else if let Some(Worker { narrow, found, .. }) = workers.first_mut() {
        narrow.decide(world, candidates, found);
    }
}

/// Replaces the pairs of all that moved or was removed by `moved_contacts`, and lists what differs.
fn update_pairs<V: Vector>(
    world: &mut World<V>,
    moved_contacts: &[Contact],
    workers: &mut [Worker<V>],
) {
    compare(world, &world.pairs, moved_contacts, workers);
    world.pairs.clear();
    for Worker { pairs, events, .. } in workers {
        move_all(pairs, &mut world.pairs);
        move_all(events, &mut world.events);
    }
    for event in &world.events {
        match *event {
            Event::Enter { a, b } => world.proxies.begin_contact((a, b)),
            Event::Exit { a, b, .. } => world.proxies.end_contact((a, b)),
            Event::Blocked { .. } | Event::Unblocked { .. } | Event::Hit(_) | Event::Crushed(_) => {
            }
        }
    }
}

/// Lists what is in contact now and what differs from before, both in order: the first of it in the
/// first of the workers.
fn compare<V: Vector>(
    world: &World<V>,
    old: &[Contact],
    moved_contacts: &[Contact],
    workers: &mut [Worker<V>],
) {
    let longer = if old.len() > moved_contacts.len() { old } else { moved_contacts };
    if workers.len() > 1 && longer.len() > MIN_SPLIT {
        let middle = longer[longer.len() / 2];
        let cut = |list: &[Contact]| list.partition_point(|&contact| contact < middle);
        let (old_before, old_after) = old.split_at(cut(old));
        let (contacts_before, contacts_after) = moved_contacts.split_at(cut(moved_contacts));
        let (workers_before, workers_after) = workers.split_at_mut(workers.len() / 2);
        join(
            || compare(world, old_before, contacts_before, workers_before),
            || compare(world, old_after, contacts_after, workers_after),
        );
    } else if let Some(Worker { pairs, events, .. }) = workers.first_mut() {
        differences(old, moved_contacts, |contact @ (a, b), difference| match difference {
            PairDifference::Lasts => pairs.push(contact),
            PairDifference::Begins => {
                pairs.push(contact);
                events.push(Event::Enter { a, b });
            }
            PairDifference::Ends
                if !world.moved.contains(a.body.slot) && !world.moved.contains(b.body.slot) =>
            {
                pairs.push(contact);
            }
            PairDifference::Ends => {
                let is_there = |id| world.proxies.is_lone(id) || world.body(id).is_ok();
                let removed = !is_there(a.body) || !is_there(b.body);
                let reason = if removed { ExitReason::Removed } else { ExitReason::Parted };
                events.push(Event::Exit { a, b, reason });
            }
        });
    }
}

/// Moves all of a list to the end of another: without a copy where that is empty.
fn move_all<T>(from: &mut Vec<T>, to: &mut Vec<T>) {
    if to.is_empty() {
        core::mem::swap(from, to);
    } else {
        to.append(from);
    }
}

/// The difference between an earlier and a later list in one element.
pub(super) enum PairDifference {
    /// It is in the earlier one alone.
    Ends,
    /// It is in both.
    Lasts,
    /// It is in the later one alone.
    Begins,
}

/// Calls `each` for every element of two sorted lists, in order.
pub(super) fn differences(
    before: &[Contact],
    now: &[Contact],
    mut each: impl FnMut(Contact, PairDifference),
) {
    let (mut i, mut j) = (0, 0);
    loop {
        let (old, new) = (before.get(i), now.get(j));
        match (old, new) {
            (Some(&old), Some(&new)) if old == new => {
                each(old, PairDifference::Lasts);
                (i, j) = (i + 1, j + 1);
            }
            (Some(&old), new) if new.is_none_or(|&new| old < new) => {
                each(old, PairDifference::Ends);
                i += 1;
            }
            (_, Some(&new)) => {
                each(new, PairDifference::Begins);
                j += 1;
            }
            (_, None) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Sphere;
    use crate::world::{BodyKind, Collider, ColliderId};
    use glam::Vec2;

    /// However the pairs are split: the workers together hold what one of them would.
    #[test]
    fn workers_hold_together_what_one_would() {
        let mut world = World::<Vec2>::new();
        let ball =
            [Collider::new(Sphere::new([0.0, 0.0], 1.0)), Sphere::new([1.0, 0.0], 1.0).into()];
        let ids: Vec<_> = (0..120)
            .map(|_| world.insert_body(&ball, BodyKind::Moving).expect("a finite body"))
            .collect();
        world.step();
        let old = world.pairs.clone();
        assert_eq!(old.len(), 4 * 120 * 119 / 2, "all on one another");
        assert!(old.len() > 16 * MIN_SPLIT);
        world.remove(ids[7]).expect("it is there");
        for id in ids.iter().step_by(3) {
            world.moved.mark(id.slot);
        }
        // Of what moved, every fifth pair is found again.
        let has_moved = |id: ColliderId| world.moved.contains(id.body.slot);
        let of_moved = |(a, b): &&Contact| has_moved(*a) || has_moved(*b);
        let moved_contacts: Vec<_> = old.iter().filter(of_moved).step_by(5).copied().collect();
        let listed = |count: usize| {
            let mut workers: Vec<Worker<Vec2>> = Vec::new();
            workers.resize_with(count, Worker::default);
            compare(&world, &old, &moved_contacts, &mut workers);
            let most = workers.iter().map(|worker| worker.pairs.len()).max();
            assert!(most.is_some_and(|most| most < 2 * old.len() / count), "{count}: {most:?}");
            let (mut pairs, mut events) = (Vec::new(), Vec::new());
            for worker in &mut workers {
                move_all(&mut worker.pairs, &mut pairs);
                move_all(&mut worker.events, &mut events);
            }
            (pairs, events)
        };
        let one = listed(1);
        assert!(one.0.len() > 5000 && one.1.len() > 5000);
        for count in [2, 5, 16] {
            assert_eq!(listed(count), one, "{count}");
        }
    }
}
