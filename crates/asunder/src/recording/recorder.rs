//! Writing a recording.

use super::bits::BitWriter;
use super::blocks::{BlockKind, preamble, put_block};
use super::bytes::{put_list, put_string, put_uint};
use super::recorded::{Labels, RecordedAttack, RecordedMove, RecordedQuery, RigPose, SkinnedMesh};
use super::strings::StringTable;
use super::track::{Track, put_layers, put_mesh};
use crate::history::{ShotClaim, ShotVerdict, Tick};
use crate::space::{Affine, Vector};
use crate::world::{AttackId, BodyId, ColliderId, World};
use glam::{Vec2, Vec3};
use std::io::{self, Write};

/// The most ticks in a block: seeking reads half as many.
pub(super) const MOST_TICKS: usize = 128;
/// A block of as many bytes is closed, unless the first tick alone has a quarter of them.
const BLOCK_BYTES: usize = 1 << 20;

/// Writes what happens in worlds, tick by tick, into a `Vec<u8>`, a file, or whatever else takes bytes.
///
/// A tick is: step the world, note queries, motions and shots as they are made, then
/// [`record`](Self::record) the world. What is noted belongs to the tick that is recorded next. A recorder
/// takes a world in 3D, one in 2D, or one of each. [`finish`](Self::finish) writes the last block, without
/// which a recording cannot be read.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::recording::{Labels, RecordedQuestion, RecordedQuery};
/// use asunder::{Recorder, Recording};
///
/// let mut world = World2::new();
/// let coin = world.insert(Sphere2::new([3.0, 0.0], 1.0), BodyKind::Fixed)?;
/// let player = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
/// let mut recorder = Recorder::new(Vec::new(), "a coin", 60);
/// recorder.label::<asunder::glam::Vec2>(coin.collider(0), &Labels::new("coin"));
/// for tick in 0..3 {
///     world.set_body_pose(player, &Pose2::from_translation([tick as f32, 0.0]))?;
///     world.step();
///     let look = Ray2::new([tick as f32, 0.0], [1.0, 0.0]);
///     let seen = world.view().ray(&look).first();
///     recorder.query(&RecordedQuery::new(RecordedQuestion::Line, look, &seen));
///     recorder.record(Tick(tick), &world)?;
/// }
/// let bytes = recorder.finish()?;
///
/// let recording = Recording::read(&bytes)?;
/// let tick = recording.at(Tick(1))?;
/// let then = tick.world::<asunder::glam::Vec2>().unwrap();
/// assert_eq!(then.events.len(), 1, "touching counts");
/// assert_eq!(&*then.collider(coin.collider(0)).unwrap().labels.name, "coin");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder<W: Write> {
    output: W,
    writer: RecordingWriter,
}

impl<W: Write> Recorder<W> {
    /// A recorder that writes to `output`: a title, and how many ticks there are in a second.
    #[must_use]
    pub fn new(output: W, title: &str, ticks_per_second: u32) -> Self {
        let mut writer = RecordingWriter::default();
        writer.blocks.ready.extend(preamble());
        writer.blocks.add(BlockKind::About, |out| {
            put_string(out, title);
            put_uint(out, ticks_per_second.into());
        });
        Self { output, writer }
    }

    /// Names a collider of the world of a dimension, its bone and its region.
    pub fn label<V: Vector>(&mut self, id: ColliderId, labels: &Labels) {
        V::track(&mut self.writer.tracks).label(id, labels, &mut self.writer.strings);
    }

    /// Records a body as a rig from now on: by what places it, instead of by its shapes. `None` records its
    /// shapes again.
    ///
    /// Whoever reads the recording has to place it to the same shapes; the hash of a tick shows whether they
    /// did.
    pub fn rig<V: Vector>(&mut self, body: BodyId, pose: Option<&RigPose<V>>) {
        V::track(&mut self.writer.tracks).rig(body, pose, &mut self.writer.strings);
    }

    /// Adds a mesh to draw over bodies; returns its number for [`skin`](Self::skin).
    pub fn mesh<V: Vector>(&mut self, mesh: &SkinnedMesh<V>) -> u32 {
        self.writer.blocks.add(BlockKind::Mesh, |out| put_mesh(out, mesh));
        self.writer.meshes += 1;
        self.writer.meshes - 1
    }

    /// Draws a mesh over a body from now on, with the maps of its joints from the mesh as modelled to the
    /// world.
    pub fn skin<V: Vector>(&mut self, body: BodyId, mesh: u32, joints: &[Affine<V>]) {
        V::track(&mut self.writer.tracks).skin(body, mesh, joints);
    }

    /// Notes an attack that [began](World::begin_attack), until it [ends](Self::end_attack).
    pub fn begin_attack<V: Vector>(&mut self, id: AttackId, owner: u64, colliders: &[ColliderId]) {
        let attack = RecordedAttack { id, owner, colliders: colliders.to_vec() };
        V::track(&mut self.writer.tracks).begin_attack(attack);
    }

    /// Notes the end of an attack.
    pub fn end_attack<V: Vector>(&mut self, id: AttackId) {
        V::track(&mut self.writer.tracks).end_attack(id);
    }

    /// Notes a query and what it found.
    pub fn query<V: Vector>(&mut self, query: &RecordedQuery<V>) {
        V::track(&mut self.writer.tracks).query(query);
    }

    /// Notes a motion of a mover.
    pub fn moved<V: Vector>(&mut self, moved: &RecordedMove<V>) {
        V::track(&mut self.writer.tracks).moved(moved);
    }

    /// Notes a shot as it was claimed, and the verdict.
    pub fn shot<V: Vector>(&mut self, shot_claim: &ShotClaim<V>, verdict: &ShotVerdict) {
        V::track(&mut self.writer.tracks).shot(shot_claim, verdict);
    }

    /// Records a world after the step of a tick: once for each tick and dimension, at rising ticks.
    ///
    /// It takes time in the order of the world's size: it looks at every shape, and writes those that moved.
    ///
    /// # Errors
    /// If the output cannot be written, or the tick is not after those before, or the world was recorded at
    /// it already ([`InvalidInput`](io::ErrorKind::InvalidInput)).
    pub fn record<V: Vector>(&mut self, tick: Tick, world: &World<V>) -> io::Result<()> {
        V::record_world(&mut self.writer, tick, world)?;
        self.flush()
    }

    /// Writes the last blocks; returns the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.writer.finish();
        self.flush()?;
        self.output.flush()?;
        Ok(self.output)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.writer.blocks.ready)?;
        self.writer.blocks.ready.clear();
        Ok(())
    }
}

/// The worlds of a recorder.
#[derive(Debug, Default)]
pub struct Tracks {
    pub(super) in_3d: Track<Vec3>,
    pub(super) in_2d: Track<Vec2>,
}

/// All of a recorder but where it writes to.
#[derive(Debug, Default)]
pub struct RecordingWriter {
    blocks: BlockWriter,
    tracks: Tracks,
    strings: StringTable,
    meshes: u32,
    /// The dimensions whose layers are written.
    known: [bool; 2],
    block: TickBlock,
    /// The blocks of ticks: where each begins, and its first tick.
    index: Vec<(u64, Tick)>,
}

/// The blocks of a recorder.
#[derive(Debug, Default)]
struct BlockWriter {
    /// Blocks that are not given to the output yet.
    ready: Vec<u8>,
    /// How many bytes were in blocks so far.
    length: u64,
}

impl BlockWriter {
    fn add(&mut self, kind: BlockKind, put_content: impl FnOnce(&mut Vec<u8>)) {
        let before = self.ready.len();
        put_block(&mut self.ready, kind, put_content);
        self.length += (self.ready.len() - before) as u64;
    }
}

/// Ticks that are not in a block yet.
#[derive(Debug, Default)]
struct TickBlock {
    ticks: Vec<Tick>,
    bytes: Vec<u8>,
    bits: BitWriter,
    /// Where the dimensions of the last tick stand.
    dimensions_at: usize,
    /// How many bytes the first tick has.
    first: usize,
}

impl TickBlock {
    fn len(&self) -> usize {
        self.bytes.len() + self.bits.len()
    }
}

/// The bit that says that the world in 2D comes before that in 3D.
pub(super) const FLAT_FIRST: u8 = 1 << 2;

/// The bit of a dimension.
pub(super) fn dimension_bit<V: Vector>() -> u8 {
    1 << (V::DIM - 2)
}

impl RecordingWriter {
    /// Records a world.
    pub(super) fn record<V: Vector>(&mut self, tick: Tick, world: &World<V>) -> io::Result<()> {
        let invalid = |problem| Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        let last = self.block.ticks.last().copied();
        if last.is_some_and(|last| tick < last) {
            return invalid("a tick before the last one was recorded; expected rising ticks");
        }
        let bit = dimension_bit::<V>();
        if last == Some(tick) {
            if self.block.bytes[self.block.dimensions_at] & bit != 0 {
                return invalid("the tick was recorded already; expected rising ticks");
            }
        } else {
            if self.block.ticks.len() == 1 {
                self.block.first = self.block.len();
            }
            let most = BLOCK_BYTES.max(4 * self.block.first);
            if self.block.ticks.len() == MOST_TICKS || self.block.len() >= most {
                self.close_block();
            }
            self.block.ticks.push(tick);
            self.block.dimensions_at = self.block.bytes.len();
            self.block.bytes.push(0);
        }
        let known = &mut self.known[V::DIM - 2];
        if !*known {
            *known = true;
            self.blocks.add(BlockKind::Layers, |out| put_layers(out, V::DIM, world.layers()));
        }
        let dimensions = &mut self.block.bytes[self.block.dimensions_at];
        *dimensions |= if *dimensions == dimension_bit::<Vec2>() { bit | FLAT_FIRST } else { bit };
        let track = V::track(&mut self.tracks);
        track.write(world, &mut self.block.bytes, &mut self.block.bits);
        Ok(())
    }

    /// Writes the block of the ticks so far.
    fn close_block(&mut self) {
        let Some(&first) = self.block.ticks.first() else { return };
        if let Some(strings) = self.strings.take_pending() {
            self.blocks.add(BlockKind::Strings, |out| out.extend(strings));
        }
        self.index.push((preamble().len() as u64 + self.blocks.length, first));
        let TickBlock { ticks, bytes, bits, first, .. } = &mut self.block;
        self.blocks.add(BlockKind::Ticks, |out| {
            put_ticks(out, ticks);
            put_uint(out, bytes.len() as u64);
            out.append(bytes);
            bits.take_into(out);
        });
        ticks.clear();
        *first = 0;
        self.tracks.in_3d.begin_block();
        self.tracks.in_2d.begin_block();
    }

    fn finish(&mut self) {
        self.close_block();
        let index = &self.index;
        self.blocks.add(BlockKind::Index, |out| {
            put_list(out, index, |out, (place, first)| {
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
