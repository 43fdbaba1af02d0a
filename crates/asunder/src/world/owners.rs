//! Contacts between owners, whatever the number of colliders that take part.

use super::body::{BodyId, ColliderId};
use super::events::{Event, ExitReason};
use super::{Contact, World};
use crate::sorted_map::SortedMap;
use crate::space::Vector;

/// The party that a collider belongs to: its body's owner, or else the body itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Party {
    /// All bodies of an owner.
    Owner(u64),
    /// A body without an owner.
    Body(BodyId),
}

/// A change between two parties, at least one of which is an owner, from one step to the next.
///
/// Every `Enter` is followed by exactly one `Exit` of the same two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum OwnerEvent {
    /// The first of their colliders came into contact.
    Enter {
        /// The smaller of both: an owner is smaller than a body.
        a: Party,
        /// The other.
        b: Party,
    },
    /// None of their colliders is in contact any more.
    Exit {
        /// The smaller of both.
        a: Party,
        /// The other.
        b: Party,
        /// [`Removed`](ExitReason::Removed) if any of the contacts that ended last did so by a
        /// removal.
        reason: ExitReason,
    },
}

/// The number of contacts between each two parties.
pub(super) type OwnerContacts = SortedMap<(Party, Party), u32>;

/// The party of a body now; of one that was removed, itself.
fn party_now<V: Vector>(world: &World<V>, id: BodyId) -> Party {
    if world.proxies.is_plain(id) {
        return Party::Body(id);
    }
    let owner = world.body(id).ok().and_then(|body| body.options.owner);
    owner.map_or(Party::Body(id), Party::Owner)
}

/// The party of a body at the last step, if it had contacts then; else, as now.
fn party_before<V: Vector>(world: &World<V>, id: BodyId) -> Party {
    match world.previous_owners.get(&id) {
        Some(owner) => owner.map_or(Party::Body(id), Party::Owner),
        None => party_now(world, id),
    }
}

/// Both parties of a contact, the smaller first, if one of them is an owner: contacts of bodies
/// without one, which may be very many, are not counted.
fn ordered(a: Party, b: Party) -> Option<(Party, Party)> {
    match (a, b) {
        (Party::Body(_), Party::Body(_)) => None,
        (a, b) => Some(if b < a { (b, a) } else { (a, b) }),
    }
}

/// The parties that a contact of the last step was counted for.
pub(super) fn parties_before<V: Vector>(
    world: &World<V>,
    (a, b): Contact,
) -> Option<(Party, Party)> {
    ordered(party_before(world, a.body), party_before(world, b.body))
}

fn parties_now<V: Vector>(world: &World<V>, (a, b): Contact) -> Option<(Party, Party)> {
    ordered(party_now(world, a.body), party_now(world, b.body))
}

/// Records the owner of a body that is about to be removed, if the next step will need it.
pub(super) fn note_removal<V: Vector>(world: &mut World<V>, id: BodyId) {
    let owned = world.body(id).is_ok_and(|body| body.options.owner.is_some());
    if owned {
        note_owner(world, id);
    }
}

/// Records the owner of a body at the last step, if the next one will need it.
pub(super) fn note_owner<V: Vector>(world: &mut World<V>, id: BodyId) {
    let Ok(body) = world.body(id) else { return };
    let owner = body.options.owner;
    if world.proxies.is_in_contact(id) {
        world.previous_owners.or_insert_with(id, || owner);
    }
}

/// Counts the contacts that began and ended in this step, and lists the parties whose first or last
/// they were.
pub(super) fn count<V: Vector>(world: &mut World<V>) {
    world.owner_events.clear();
    let mut tally =
        Tally { counts: core::mem::take(&mut world.owner_contacts), before: SortedMap::new() };
    for event in &world.events {
        let (contact, change, ended_by) = match *event {
            Event::Enter { a, b } => ((a, b), 1, ExitReason::Parted),
            Event::Exit { a, b, reason } => ((a, b), -1, reason),
            Event::Blocked { .. } | Event::Unblocked { .. } | Event::Hit(_) | Event::Crushed(_) => {
                continue;
            }
        };
        tally.add(parties_before(world, contact), change, ended_by);
    }
    // The current contacts of a body that changed hands change hands too.
    if world.previous_owners.keys().any(|&id| world.contains(id)) {
        let changed = |id: ColliderId| world.previous_owners.contains_key(&id.body);
        for &contact in world.pairs.iter().filter(|(a, b)| changed(*a) || changed(*b)) {
            tally.add(parties_before(world, contact), -1, ExitReason::Parted);
            tally.add(parties_now(world, contact), 1, ExitReason::Parted);
        }
    }
    let Tally { mut counts, before } = tally;
    for (parties @ (a, b), (before, reason)) in before {
        let now = counts.get(&parties).copied().unwrap_or(0);
        match (before, now) {
            (0, 1..) => world.owner_events.push(OwnerEvent::Enter { a, b }),
            (1.., 0) => world.owner_events.push(OwnerEvent::Exit { a, b, reason }),
            (0, 0) | (1.., 1..) => {}
        }
        if now == 0 {
            counts.remove(&parties);
        }
    }
    world.owner_contacts = counts;
    world.previous_owners.clear();
}

/// The contacts between owners while they are counted.
struct Tally {
    counts: OwnerContacts,
    /// For parties whose count changes: the count before, and how contacts ended since.
    before: SortedMap<(Party, Party), (u32, ExitReason)>,
}

impl Tally {
    fn add(&mut self, parties: Option<(Party, Party)>, change: i32, ended_by: ExitReason) {
        let Some(parties) = parties else { return };
        let count = self.counts.or_insert_with(parties, || 0);
        let (_, reason) = self.before.or_insert_with(parties, || (*count, ended_by));
        if ended_by == ExitReason::Removed {
            *reason = ended_by;
        }
        *count = count.wrapping_add_signed(change);
    }
}
