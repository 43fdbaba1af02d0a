//! The hash of a world, and the checksum of a block.

use super::entries::ColliderEntry;
use super::notes::put_event;
use super::words;
use crate::space::Vector;
use crate::world::{ColliderId, Event, World};

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Mixes a number in. An odd factor and a shift can both be undone, so that two sequences that differ in one
/// number have different results.
pub(super) fn mixed(state: u64, number: u64) -> u64 {
    let product = (state ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// The hash of bytes, eight at a time, and of their number.
pub(super) fn of_bytes(bytes: &[u8]) -> u64 {
    let (eights, rest) = bytes.as_chunks::<8>();
    let sum = eights.iter().fold(START, |sum, eight| mixed(sum, u64::from_le_bytes(*eight)));
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    mixed(mixed(sum, u64::from_le_bytes(last)), bytes.len() as u64)
}

/// The hash of a collider: of what its entry says, and of its shape's words.
pub(super) fn of_collider(seed: u64, words: &[i32]) -> u64 {
    let (pairs, rest) = words.as_chunks::<2>();
    let (mut sum, mut start) = (0_u64, 0_u64);
    // Each is mixed with its place and added up, so that the processor need not wait from one to the next.
    let mut add = |low: i32, high: i32| {
        start = start.wrapping_add(START);
        let number = u64::from(low as u32) | u64::from(high as u32) << 32;
        sum = sum.wrapping_add(mixed(start, number));
    };
    pairs.iter().for_each(|&[low, high]| add(low, high));
    rest.iter().for_each(|&word| add(word, 0));
    mixed(seed, sum)
}

/// The hash of a world of which the hashes of the colliders add up to `colliders`.
pub(super) fn of_tick<V: Vector>(
    colliders: u64,
    pairs: &[(ColliderId, ColliderId)],
    events: &[Event<V>],
    scratch: &mut Vec<u8>,
) -> u64 {
    let id = |id: ColliderId| {
        let body = u64::from(id.body.slot) | u64::from(id.body.generation) << 32;
        mixed(mixed(START, body), u64::from(id.part))
    };
    // Pairs are added up so that the processor need not wait from one to the next.
    let pairs = pairs.iter().fold(0_u64, |sum, &(a, b)| sum.wrapping_add(mixed(id(a), id(b))));
    scratch.clear();
    events.iter().for_each(|event| put_event(scratch, event));
    mixed(mixed(mixed(START, colliders), pairs), of_bytes(scratch))
}

pub(super) fn of_world<V: Vector>(world: &World<V>) -> u64 {
    let (mut sum, mut scratch) = (0_u64, Vec::new());
    for (id, options, collider, shape) in world.placed_colliders() {
        scratch.clear();
        let kind = words::put_geometry(shape, &mut scratch);
        let entry = ColliderEntry::new(id, options, collider, (kind, scratch.len()));
        sum = sum.wrapping_add(of_collider(entry.seed(), &scratch));
    }
    of_tick(sum, world.pairs(), world.events(), &mut Vec::new())
}
