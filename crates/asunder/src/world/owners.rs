//! Contacts between owners, whatever the number of colliders that are in it.

use super::body::{BodyId, ColliderId};
use super::events::{Event, ExitReason};
use super::{Contact, World};
use crate::space::Vector;
use std::collections::BTreeMap;

/// Who a collider belongs to: its body's owner, or else the body itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Party {
    /// All bodies of an owner.
    Owner(u64),
    /// A body that nobody owns.
    Body(BodyId),
}

/// What changed between two parties, at least one of which is an owner, from one step to the next.
///
/// Every `Enter` is followed by exactly one `Exit` of the same two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// How many contacts there are between two parties.
pub(super) type OwnerContacts = BTreeMap<(Party, Party), u32>;

/// Who a body of the world belongs to, or of one removed since the last step.
fn party<V: Vector>(world: &World<V>, id: ColliderId) -> Party {
    if world.proxies.is_plain(id.body) {
        return Party::Body(id.body);
    }
    let owner = match world.body(id.body) {
        Ok(body) => body.options.owner,
        Err(_) => world.departed.get(&id.body).copied(),
    };
    owner.map_or(Party::Body(id.body), Party::Owner)
}

/// Both parties of a contact, the smaller first, if one of them is an owner: of bodies of nobody,
/// which may be very many, nothing is counted.
pub(super) fn parties<V: Vector>(world: &World<V>, (a, b): Contact) -> Option<(Party, Party)> {
    match (party(world, a), party(world, b)) {
        (Party::Body(_), Party::Body(_)) => None,
        (a, b) => Some(if b < a { (b, a) } else { (a, b) }),
    }
}

/// Notes whose a body was that is about to be removed, if the next step will need to know.
pub(super) fn note_removal<V: Vector>(world: &mut World<V>, id: BodyId) {
    let Ok(body) = world.body(id) else { return };
    if let (Some(owner), true) = (body.options.owner, world.proxies.is_in_contact(id)) {
        world.departed.insert(id, owner);
    }
}

/// Counts the contacts that began and ended in this step, and lists whose were the first or last.
pub(super) fn count<V: Vector>(world: &mut World<V>) {
    world.owner_events.clear();
    let mut before: BTreeMap<(Party, Party), (u32, ExitReason)> = BTreeMap::new();
    for event in &world.events {
        let (contact, change, ended_by) = match *event {
            Event::Enter { a, b } => ((a, b), 1, ExitReason::Parted),
            Event::Exit { a, b, reason } => ((a, b), -1, reason),
            Event::Blocked { .. } | Event::Unblocked { .. } | Event::Hit(_) => continue,
        };
        let Some(parties) = parties(world, contact) else { continue };
        let count = world.owner_contacts.entry(parties).or_insert(0);
        let (_, reason) = before.entry(parties).or_insert((*count, ended_by));
        if ended_by == ExitReason::Removed {
            *reason = ended_by;
        }
        *count = count.wrapping_add_signed(change);
    }
    for (parties @ (a, b), (before, reason)) in before {
        let now = world.owner_contacts.get(&parties).copied().unwrap_or(0);
        match (before, now) {
            (0, 1..) => world.owner_events.push(OwnerEvent::Enter { a, b }),
            (1.., 0) => world.owner_events.push(OwnerEvent::Exit { a, b, reason }),
            (0, 0) | (1.., 1..) => {}
        }
        if now == 0 {
            world.owner_contacts.remove(&parties);
        }
    }
    world.departed.clear();
}
