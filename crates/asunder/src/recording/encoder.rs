//! Encodes what was captured into the blocks of a recording.

use super::bits::BitWriter;
use super::blocks::{BlockKind, preamble, put_block};
use super::bytes::{put_list, put_uint};
use super::capture::dimension_bit;
use super::channels::{ChannelEntry, Channels};
use super::entries::{ColliderEntry, RigEntry, SkinEntry};
use super::track::{AnyWorldTick, ChannelTick, WorldTick};
use crate::history::Tick;
use crate::space::Vector;
use glam::{Vec2, Vec3};
use std::io::{self, Write};

/// What is to be encoded, in the order in which it was captured.
#[derive(Debug)]
pub(super) enum Work {
    /// A block of its own, and what it holds.
    Block(BlockKind, Vec<u8>),
    Tick(Box<CapturedTick>),
    /// The last blocks.
    Finish,
}

/// A world at a tick.
#[derive(Debug)]
pub(super) struct CapturedTick {
    pub(super) tick: Tick,
    /// Whether it is the first of another block, which repeats nothing of those before.
    pub(super) begins_block: bool,
    /// Names that come up first, as bytes.
    pub(super) strings: Vec<u8>,
    pub(super) world: AnyWorldTick,
}

/// The bit that says that the world in 2D comes before that in 3D.
pub(super) const FLAT_FIRST: u8 = 1 << 2;

/// A recording while it is encoded.
#[derive(Debug, Default)]
pub(super) struct Encoder {
    /// Blocks that are not given to the output yet.
    ready: Vec<u8>,
    /// How many bytes were in the output so far.
    written: u64,
    strings: Vec<u8>,
    block: TickBlock,
    in_3d: WorldEncoder<Vec3>,
    in_2d: WorldEncoder<Vec2>,
    /// The blocks of ticks: where each begins, and its first tick.
    index: Vec<(u64, Tick)>,
}

/// Ticks that are not in a block yet.
#[derive(Debug, Default)]
struct TickBlock {
    ticks: Vec<Tick>,
    bytes: Vec<u8>,
    bits: BitWriter,
    /// Where the dimensions of the last tick stand.
    dimensions_at: usize,
}

/// The channels of a world.
#[derive(Debug)]
struct WorldEncoder<V: Vector> {
    colliders: Channels<ColliderEntry<V>>,
    rigs: Channels<RigEntry<V>>,
    skins: Channels<SkinEntry<V>>,
}

impl<V: Vector> Default for WorldEncoder<V> {
    fn default() -> Self {
        let (colliders, rigs, skins) = Default::default();
        Self { colliders, rigs, skins }
    }
}

impl<V: Vector> WorldEncoder<V> {
    fn begin_block(&mut self) {
        self.colliders.clear();
        self.rigs.clear();
        self.skins.clear();
    }

    fn encode(&mut self, tick: &mut WorldTick<V>, block: &mut TickBlock) {
        let TickBlock { bytes, bits, dimensions_at, .. } = block;
        let (dimensions, bit) = (&mut bytes[*dimensions_at], dimension_bit::<V>());
        *dimensions |= if *dimensions == dimension_bit::<Vec2>() { bit | FLAT_FIRST } else { bit };
        bytes.push(tick.flags);
        encode_channels(&mut self.colliders, &mut tick.colliders, bytes, bits);
        encode_channels(&mut self.rigs, &mut tick.rigs, bytes, bits);
        encode_channels(&mut self.skins, &mut tick.skins, bytes, bits);
        bytes.extend_from_slice(&tick.rest);
    }
}

fn encode_channels<E: ChannelEntry>(
    channels: &mut Channels<E>,
    tick: &mut ChannelTick<E>,
    bytes: &mut Vec<u8>,
    bits: &mut BitWriter,
) {
    core::mem::swap(&mut channels.next, &mut tick.words);
    if let Some(entries) = tick.layout.take() {
        channels.write_layout(entries, bytes, bits);
    }
    channels.write(bits);
    // What `write` left is memory to list words in.
    core::mem::swap(&mut channels.next, &mut tick.words);
}

impl Encoder {
    pub(super) fn encode(&mut self, work: &mut Work) {
        match work {
            Work::Block(kind, content) => self.add(*kind, |out| out.append(content)),
            Work::Tick(captured) => self.encode_tick(captured),
            Work::Finish => self.finish(),
        }
    }

    /// Gives the blocks that are ready to the output.
    pub(super) fn write_to(&mut self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&self.ready)?;
        self.written += self.ready.len() as u64;
        self.ready.clear();
        Ok(())
    }

    fn encode_tick(&mut self, captured: &mut CapturedTick) {
        let CapturedTick { tick, begins_block, strings, world } = captured;
        if *begins_block {
            self.close_block();
        }
        self.strings.append(strings);
        let block = &mut self.block;
        if block.ticks.last() != Some(tick) {
            block.ticks.push(*tick);
            block.dimensions_at = block.bytes.len();
            block.bytes.push(0);
        }
        match world {
            AnyWorldTick::In3d(world) => self.in_3d.encode(world, block),
            AnyWorldTick::In2d(world) => self.in_2d.encode(world, block),
        }
    }

    fn add(&mut self, kind: BlockKind, put_content: impl FnOnce(&mut Vec<u8>)) {
        if self.place() == 0 {
            self.ready.extend(preamble());
        }
        put_block(&mut self.ready, kind, put_content);
    }

    /// Where the next block begins.
    fn place(&self) -> u64 {
        self.written + self.ready.len() as u64
    }

    /// Writes the block of the ticks so far.
    fn close_block(&mut self) {
        let Some(&first) = self.block.ticks.first() else { return };
        let strings = core::mem::take(&mut self.strings);
        if !strings.is_empty() {
            self.add(BlockKind::Strings, |out| out.extend(strings));
        }
        self.index.push((self.place(), first));
        let TickBlock { ticks, mut bytes, mut bits, .. } = core::mem::take(&mut self.block);
        self.add(BlockKind::Ticks, |out| {
            put_ticks(out, &ticks);
            put_uint(out, bytes.len() as u64);
            out.append(&mut bytes);
            bits.take_into(out);
        });
        // Their memory is used again.
        self.block.bytes = bytes;
        self.block.bits = bits;
        self.in_3d.begin_block();
        self.in_2d.begin_block();
    }

    fn finish(&mut self) {
        self.close_block();
        let index = core::mem::take(&mut self.index);
        self.add(BlockKind::Index, |out| {
            put_list(out, &index, |out, (place, first)| {
                put_uint(out, *place);
                put_uint(out, first.0);
            });
        });
    }
}

/// Writes ticks that rise: the first, then the distances, each with how often it repeats.
fn put_ticks(out: &mut Vec<u8>, ticks: &[Tick]) {
    let Some(first) = ticks.first() else { return };
    put_uint(out, ticks.len() as u64);
    put_uint(out, first.0);
    let distances: Vec<u64> = ticks.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    for run in distances.chunk_by(|a, b| a == b) {
        put_uint(out, run[0]);
        put_uint(out, run.len() as u64);
    }
}
