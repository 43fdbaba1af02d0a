//! The bytes of a recording that strangers send: read or refused, at every tick.

use asunder::Recording;
use asunder::glam::{Vec2, Vec3};
use asunder::recording::RecordedTick;
use asunder::{Vector, World};

/// The bytes before the first block, those before a block's content, and those of its checksum.
const PREAMBLE: usize = 8;
const HEAD: usize = 5;
const SUM: usize = 8;

/// Reads bytes as a recording, as they are and with checksums that agree with them.
///
/// # Panics
///
/// If a tick reads otherwise on its own than after those before it, colliders are not in order, or an error
/// says nothing.
pub fn recording(data: &[u8]) {
    read(data);
    read(&forged(data));
}

fn read(data: &[u8]) {
    let recording = match Recording::read(data) {
        Ok(recording) => recording,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says something");
            return;
        }
    };
    for (i, (tick, read)) in recording.ticks().zip(&recording).enumerate() {
        match read {
            Ok(read) => {
                assert_eq!(read.tick, tick, "the tick that is listed");
                look::<Vec2>(&read);
                look::<Vec3>(&read);
                // Reading a tick on its own takes the time of those before it in its block.
                if i.is_power_of_two() {
                    match recording.at(tick) {
                        Ok(again) => assert_eq!(format!("{again:?}"), format!("{read:?}")),
                        Err(error) => panic!("tick {tick:?} is refused on its own: {error}"),
                    }
                }
            }
            Err(error) => {
                assert!(!error.to_string().is_empty(), "an error says something");
                break;
            }
        }
    }
}

fn look<V: Vector>(tick: &RecordedTick) {
    let Some(world) = tick.world::<V>() else { return };
    assert!(world.colliders.is_sorted_by(|a, b| a.id < b.id), "colliders in order");
    for collider in &world.colliders {
        let found = world.collider(collider.id).map(|found| found.id);
        assert_eq!(found, Some(collider.id), "each is found");
    }
    if let Some(difference) = world.difference(&World::new()) {
        assert!(!difference.to_string().is_empty(), "a difference says something");
    }
}

/// The bytes with the checksums that their blocks should have.
fn forged(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    let mut at = PREAMBLE;
    while let Some(&[_, a, b, c, d]) = bytes.get(at..at + HEAD) {
        let end = at + HEAD + u32::from_le_bytes([a, b, c, d]) as usize;
        let Some(block) = bytes.get(at..end) else { break };
        let sum = sum(block).to_le_bytes();
        let Some(place) = bytes.get_mut(end..end + SUM) else { break };
        place.copy_from_slice(&sum);
        at = end + SUM;
    }
    bytes
}

/// The checksum of a block, as the format describes it.
fn sum(block: &[u8]) -> u64 {
    let mixed = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let (eights, rest) = block.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = eights.iter().chain([&last]).map(|eight| u64::from_le_bytes(*eight));
    words.chain([block.len() as u64]).fold(0xcbf2_9ce4_8422_2325, mixed)
}
