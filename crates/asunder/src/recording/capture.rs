//! What a recorder captures of worlds at each tick, before it is encoded.

use super::blocks::BlockKind;
use super::encoder::{CapturedTick, Work};
use super::strings::StringTable;
use super::track::{AnyWorldTick, Track, put_layers};
use crate::history::Tick;
use crate::sorted_map::SortedMap;
use crate::space::Vector;
use crate::world::World;
use glam::{Vec2, Vec3};
use std::io;

/// The most ticks in a block: seeking reads half as many.
pub(super) const MOST_TICKS: usize = 128;
/// A block of about as many bytes is closed, unless the first tick alone has a quarter of them.
const BLOCK_BYTES: usize = 1 << 20;

/// The worlds of a recorder.
#[derive(Debug, Default)]
pub struct Tracks {
    pub(super) in_3d: Track<Vec3>,
    pub(super) in_2d: Track<Vec2>,
}

impl Tracks {
    /// Keeps the memory of what was encoded for the next tick.
    pub(super) fn reuse(&mut self, work: Work) {
        let Work::Tick(captured) = work else { return };
        match captured.world {
            AnyWorldTick::In3d(tick) => self.in_3d.spare.push(tick),
            AnyWorldTick::In2d(tick) => self.in_2d.spare.push(tick),
        }
    }
}

/// What is known of the worlds, and what was captured of them and is not encoded yet.
#[derive(Debug, Default)]
pub struct Capture {
    pub(super) tracks: Tracks,
    pub(super) strings: StringTable,
    pub(super) meshes: u32,
    /// The numbers of skins among the meshes, by their hashes.
    pub(super) skins: SortedMap<u64, u32>,
    pub(super) work: Vec<Work>,
    /// The dimensions whose layers are captured.
    known: [bool; 2],
    last: Option<Tick>,
    /// The dimensions that the last tick has.
    dimensions: u8,
    block: BlockSize,
}

/// How large the block of the last tick is, as far as that is known before it is encoded.
#[derive(Debug, Default)]
struct BlockSize {
    ticks: usize,
    bytes: usize,
    /// The bytes of the first tick.
    first: usize,
}

impl BlockSize {
    /// Begins a tick; returns whether it is the first of another block.
    fn begin_tick(&mut self) -> bool {
        if self.ticks == 1 {
            self.first = self.bytes;
        }
        let begins = self.ticks == 0
            || self.ticks == MOST_TICKS
            || self.bytes >= BLOCK_BYTES.max(4 * self.first);
        if begins {
            *self = Self::default();
        }
        self.ticks += 1;
        begins
    }
}

/// The bit of a dimension.
pub(super) fn dimension_bit<V: Vector>() -> u8 {
    1 << (V::DIM - 2)
}

impl Capture {
    /// Captures a world at a tick.
    pub(super) fn capture<V: Vector>(&mut self, tick: Tick, world: &World<V>) -> io::Result<()> {
        let invalid = |problem| Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        if self.last.is_some_and(|last| tick < last) {
            return invalid("a tick before the last one was recorded; expected rising ticks");
        }
        let bit = dimension_bit::<V>();
        let goes_on = self.last == Some(tick);
        if goes_on && self.dimensions & bit != 0 {
            return invalid("the tick was recorded already; expected rising ticks");
        }
        let mut begins_block = false;
        if !goes_on {
            (self.last, self.dimensions) = (Some(tick), 0);
            begins_block = self.block.begin_tick();
            if begins_block {
                self.tracks.in_3d.begin_block();
                self.tracks.in_2d.begin_block();
            }
        }
        self.dimensions |= bit;
        let known = &mut self.known[V::DIM - 2];
        if !*known {
            *known = true;
            let mut content = Vec::new();
            put_layers(&mut content, V::DIM, world.layers());
            self.work.push(Work::Block(BlockKind::Layers, content));
        }
        let world = V::track(&mut self.tracks).capture(world);
        self.block.bytes += world.estimated_bytes;
        let (world, strings) = (V::any_tick(world), self.strings.take_pending());
        let captured = CapturedTick { tick, begins_block, strings, world };
        self.work.push(Work::Tick(Box::new(captured)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::BodyKind;
    use crate::shape::Sphere;
    use crate::space::Pose;

    /// A block is as long as its ticks are short: a world that moves fills one long before 128 ticks.
    #[test]
    fn what_moves_fills_a_block_and_what_rests_does_not() {
        for (speed, blocks) in [(0.0, 2), (1.0, 5)] {
            let mut world = World::<Vec3>::new();
            let add =
                |i| world.insert(Sphere::new([3.0 * i as f32, 0.0, 0.0], 1.0), BodyKind::Moving);
            let bodies: Vec<_> = (0..5_000).map(add).collect::<Result<_, _>>().unwrap();
            let mut capture = Capture::default();
            for tick in 0..140 {
                for &body in &bodies {
                    let pose = Pose::from_translation([0.0, speed * tick as f32, 0.0]);
                    world.set_body_pose(body, &pose).unwrap();
                }
                capture.capture(Tick(tick), &world).unwrap();
            }
            let begins = |work: &&Work| matches!(work, Work::Tick(tick) if tick.begins_block);
            assert_eq!(capture.work.iter().filter(begins).count(), blocks, "at speed {speed}");
        }
    }
}
