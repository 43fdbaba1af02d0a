//! Reading a recording.

use super::bits::BitReader;
use super::blocks::{BlockKind, blocks};
use super::bytes::{ByteReader, check};
use super::capture::{MOST_TICKS, dimension_bit};
use super::channels::Channels;
use super::encoder::FLAT_FIRST;
use super::entries::{ColliderEntry, RigEntry, SkinEntry, read_attack};
use super::error::Parsed;
use super::recorded::{
    ColliderRecord, Labels, RecordedAttack, RecordedMove, RecordedQuery, RecordedSkin,
    RecordedSkinPose, RecordedTick, RecordedWorld, RigPose, SkinnedMesh,
};
use super::track::parts;
use super::{RecordingError, notes, words};
use crate::history::{ShotClaim, ShotVerdict, Tick};
use crate::space::Vector;
use crate::world::{ColliderId, Event, Layers, Response};
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// A recording, read from the bytes that a [`Recorder`](super::Recorder) wrote, which may come from anyone.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::{Recorder, Recording};
///
/// let mut recorder = Recorder::new(Vec::new(), "nothing", 60);
/// (5..8).try_for_each(|tick| recorder.record(Tick(tick), &World2::new()))?;
/// let bytes = recorder.finish()?;
/// let recording = Recording::read(&bytes)?;
/// assert!(recording.ticks().eq([5, 6, 7].map(Tick)));
/// assert!(recording.at(Tick(8)).is_err(), "it ends before that");
/// assert!(Recording::read(&bytes[..bytes.len() - 1]).is_err(), "cut off");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording<'a> {
    title: String,
    ticks_per_second: u32,
    /// The first is empty.
    strings: Vec<Arc<str>>,
    in_3d: WorldFacts<Vec3>,
    in_2d: WorldFacts<Vec2>,
    blocks: Vec<TickRange<'a>>,
}

/// What a recording says once of a world.
#[derive(Clone, Debug)]
struct WorldFacts<V: Vector> {
    layers: Arc<Layers>,
    /// By number.
    meshes: Vec<KnownMesh<V>>,
}

/// A mesh that joints move.
#[derive(Clone, Debug)]
enum KnownMesh<V: Vector> {
    Drawn(Arc<SkinnedMesh<V>>),
    /// A skin, of which the hash is known.
    Skin(u64),
    OfOtherDimension,
}

impl<V: Vector> Default for WorldFacts<V> {
    fn default() -> Self {
        Self { layers: Arc::new(Layers::new()), meshes: Vec::new() }
    }
}

/// A block of ticks.
#[derive(Clone, Debug)]
struct TickRange<'a> {
    /// Where the block begins.
    at: usize,
    ticks: Vec<Tick>,
    bytes: &'a [u8],
    bits: &'a [u8],
}

impl<'a> Recording<'a> {
    /// Reads a recording: checks every block's checksum, and where the ticks are. The ticks are read when they
    /// are asked for.
    ///
    /// Memory is in the order of the bytes, whatever numbers they give.
    ///
    /// # Errors
    /// If the bytes are no recording of this version, or were cut off or changed on the way.
    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    pub fn read(bytes: &'a [u8]) -> Result<Self, RecordingError> {
        let mut recording = Self {
            title: String::new(),
            ticks_per_second: 0,
            strings: vec![Arc::from("")],
            in_3d: WorldFacts::default(),
            in_2d: WorldFacts::default(),
            blocks: Vec::new(),
        };
        for (i, (kind, at, content)) in blocks(bytes)?.into_iter().enumerate() {
            let content = bytes.get(content).unwrap_or_default();
            recording.read_block(i, kind, at, content).map_err(|error| error.in_block(at))?;
        }
        Ok(recording)
    }

    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    fn read_block(
        &mut self,
        i: usize,
        kind: BlockKind,
        at: usize,
        content: &'a [u8],
    ) -> Parsed<()> {
        check((i == 0) == (kind == BlockKind::About), "one block with the title, the first")?;
        let mut from = ByteReader::new(content);
        match kind {
            BlockKind::About => {
                self.title = from.string()?.to_owned();
                self.ticks_per_second = from.narrow()?;
            }
            BlockKind::Strings => {
                while from.left() > 0 {
                    self.strings.push(from.string()?.into());
                }
            }
            BlockKind::Layers => match from.byte()? {
                2 => self.in_2d.layers = Arc::new(read_layers(&mut from)?),
                3 => self.in_3d.layers = Arc::new(read_layers(&mut from)?),
                _ => return Err(RecordingError::invalid("2 or 3 dimensions")),
            },
            BlockKind::Mesh => {
                let (mut flat, mut solid) =
                    (KnownMesh::OfOtherDimension, KnownMesh::OfOtherDimension);
                match from.byte()? {
                    2 => flat = KnownMesh::Drawn(Arc::new(read_mesh(&mut from)?)),
                    3 => solid = KnownMesh::Drawn(Arc::new(read_mesh(&mut from)?)),
                    _ => return Err(RecordingError::invalid("2 or 3 dimensions")),
                }
                self.in_2d.meshes.push(flat);
                self.in_3d.meshes.push(solid);
            }
            BlockKind::Skin => {
                self.in_2d.meshes.push(KnownMesh::OfOtherDimension);
                self.in_3d.meshes.push(KnownMesh::Skin(from.u64()?));
            }
            BlockKind::Ticks => {
                let ticks = read_ticks(&mut from)?;
                let last = self.blocks.last().and_then(|block| block.ticks.last());
                check(last.is_none_or(|last| *last < ticks[0]), "rising ticks")?;
                let count = from.count()?;
                let bytes = from.bytes(count)?;
                let bits = from.bytes(from.left())?;
                self.blocks.push(TickRange { at, ticks, bytes, bits });
            }
            BlockKind::Index => {
                let count = from.count()?;
                check(count == self.blocks.len(), "an index of all blocks of ticks")?;
                for block in &self.blocks {
                    let entry = (from.narrow::<usize>()?, Tick(from.uint()?));
                    check(entry == (block.at, block.ticks[0]), "an index of the blocks of ticks")?;
                }
            }
        }
        from.end()
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// How many ticks there are in a second.
    #[must_use]
    pub fn ticks_per_second(&self) -> u32 {
        self.ticks_per_second
    }

    /// The ticks that were recorded, in order.
    pub fn ticks(&self) -> impl DoubleEndedIterator<Item = Tick> {
        self.blocks.iter().flat_map(|block| block.ticks.iter().copied())
    }

    /// What was recorded at a tick.
    ///
    /// It takes the time of reading its block up to there: 128 ticks at most.
    ///
    /// # Errors
    /// If the tick is not in the recording, or its block holds what no recorder writes.
    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    pub fn at(&self, tick: Tick) -> Result<RecordedTick, RecordingError> {
        let place = self.blocks.partition_point(|block| block.ticks[0] <= tick);
        let block = place.checked_sub(1).and_then(|place| self.blocks.get(place));
        let found = block.and_then(|block| {
            let place = block.ticks.binary_search(&tick).ok()?;
            Some((block, place))
        });
        let Some((block, place)) = found else {
            let recorded = self.ticks().next().zip(self.ticks().next_back());
            return Err(RecordingError::NoTick { tick, recorded });
        };
        let mut reader = BlockReader::new(self, block);
        (0..place).try_for_each(|_| reader.skip())?;
        reader.read(tick)
    }

    /// All ticks, one after the other: faster than to ask for each.
    #[must_use]
    pub fn iter(&self) -> RecordedTicks<'_> {
        RecordedTicks { recording: self, next_block: 0, reader: None }
    }

    fn string(&self, number: u32) -> Parsed<Arc<str>> {
        let string = self.strings.get(number as usize);
        string.cloned().ok_or(RecordingError::invalid("the number of a name"))
    }
}

impl<'r> IntoIterator for &'r Recording<'_> {
    type Item = Result<RecordedTick, RecordingError>;
    type IntoIter = RecordedTicks<'r>;
    fn into_iter(self) -> RecordedTicks<'r> {
        self.iter()
    }
}

/// The ticks of a recording, one after the other. It ends after an error.
#[derive(Clone, Debug)]
pub struct RecordedTicks<'r> {
    recording: &'r Recording<'r>,
    next_block: usize,
    reader: Option<BlockReader<'r>>,
}

impl Iterator for RecordedTicks<'_> {
    type Item = Result<RecordedTick, RecordingError>;

    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(reader) = &mut self.reader
                && let Some(&tick) = reader.block.ticks.get(reader.next)
            {
                let read = reader.read(tick);
                if read.is_err() {
                    (self.reader, self.next_block) = (None, self.recording.blocks.len());
                }
                return Some(read);
            }
            let block = self.recording.blocks.get(self.next_block)?;
            self.next_block += 1;
            self.reader = Some(BlockReader::new(self.recording, block));
        }
    }
}

/// A block of ticks while it is read.
#[derive(Clone, Debug)]
struct BlockReader<'r> {
    recording: &'r Recording<'r>,
    block: &'r TickRange<'r>,
    /// The place of the next tick.
    next: usize,
    bytes: ByteReader<'r>,
    bits: BitReader<'r>,
    in_3d: WorldReader<Vec3>,
    in_2d: WorldReader<Vec2>,
}

impl<'r> BlockReader<'r> {
    fn new(recording: &'r Recording<'r>, block: &'r TickRange<'r>) -> Self {
        let (bytes, bits) = (ByteReader::new(block.bytes), BitReader::new(block.bits));
        let (in_3d, in_2d) = (WorldReader::default(), WorldReader::default());
        Self { recording, block, next: 0, bytes, bits, in_3d, in_2d }
    }

    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    fn skip(&mut self) -> Parsed<()> {
        self.step().map(drop).map_err(|error| error.in_block(self.block.at))
    }

    /// Reads the next tick; returns whether it has a world in 3D, and in 2D.
    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    fn step(&mut self) -> Parsed<(bool, bool)> {
        let dimensions = self.bytes.byte()?;
        let (solid, flat) = (dimension_bit::<Vec3>(), dimension_bit::<Vec2>());
        let all = [solid, flat, solid | flat, solid | flat | FLAT_FIRST];
        check(all.contains(&dimensions), "a world or two")?;
        let has = |bit: u8| dimensions & bit != 0;
        self.next += 1;
        if has(FLAT_FIRST) {
            self.in_2d.read(&mut self.bytes, &mut self.bits)?;
        }
        if has(solid) {
            self.in_3d.read(&mut self.bytes, &mut self.bits)?;
        }
        if has(flat) && !has(FLAT_FIRST) {
            self.in_2d.read(&mut self.bytes, &mut self.bits)?;
        }
        if self.next == self.block.ticks.len() {
            self.bytes.end()?;
            self.bits.end()?;
        }
        Ok((has(solid), has(flat)))
    }

    /// Reads the next tick, which is `tick`.
    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    fn read(&mut self, tick: Tick) -> Parsed<RecordedTick> {
        self.read_worlds(tick).map_err(|error| error.in_block(self.block.at))
    }

    #[cfg_attr(not(all(feature = "2d", feature = "3d")), inline)]
    fn read_worlds(&mut self, tick: Tick) -> Parsed<RecordedTick> {
        let (has_3d, has_2d) = self.step()?;
        let recording = self.recording;
        let in_3d = has_3d.then(|| self.in_3d.world(recording, &recording.in_3d)).transpose()?;
        let in_2d = has_2d.then(|| self.in_2d.world(recording, &recording.in_2d)).transpose()?;
        Ok(RecordedTick { tick, in_3d, in_2d })
    }
}

/// A world while its ticks are read.
#[derive(Clone, Debug)]
struct WorldReader<V: Vector> {
    colliders: Channels<ColliderEntry<V>>,
    rigs: Channels<RigEntry<V>>,
    skins: Channels<SkinEntry<V>>,
    events: Vec<Event<V>>,
    pairs: Vec<(ColliderId, ColliderId)>,
    attacks: Vec<RecordedAttack>,
    queries: Vec<RecordedQuery<V>>,
    moves: Vec<RecordedMove<V>>,
    shots: Vec<(ShotClaim<V>, ShotVerdict)>,
    hash: u64,
}

impl<V: Vector> Default for WorldReader<V> {
    fn default() -> Self {
        Self {
            colliders: Channels::default(),
            rigs: Channels::default(),
            skins: Channels::default(),
            events: Vec::new(),
            pairs: Vec::new(),
            attacks: Vec::new(),
            queries: Vec::new(),
            moves: Vec::new(),
            shots: Vec::new(),
            hash: 0,
        }
    }
}

impl<V: Vector> WorldReader<V> {
    fn read(&mut self, from: &mut ByteReader<'_>, bits: &mut BitReader<'_>) -> Parsed<()> {
        let flags = from.choice(1 << 7)?;
        let has = |part: u8| flags & part != 0;
        if has(parts::COLLIDERS) {
            self.colliders.read_layout(from, bits)?;
        }
        self.colliders.read(bits)?;
        if has(parts::RIGS) {
            self.rigs.read_layout(from, bits)?;
        }
        self.rigs.read(bits)?;
        if has(parts::SKINS) {
            self.skins.read_layout(from, bits)?;
        }
        self.skins.read(bits)?;
        self.events = if has(parts::EVENTS) { from.list(notes::read_event)? } else { Vec::new() };
        notes::follow(&mut self.pairs, &self.events);
        if has(parts::PAIRS) {
            self.pairs = notes::read_pairs(from)?;
        }
        if has(parts::ATTACKS) {
            self.attacks = from.list(read_attack)?;
        }
        let noted = has(parts::NOTES);
        self.queries = if noted { from.list(notes::read_query)? } else { Vec::new() };
        self.moves = if noted { from.list(notes::read_move)? } else { Vec::new() };
        self.shots = if noted { from.list(notes::read_shot)? } else { Vec::new() };
        self.hash = from.u64()?;
        Ok(())
    }

    fn world(&self, recording: &Recording<'_>, known: &WorldFacts<V>) -> Parsed<RecordedWorld<V>> {
        let collider = |(entry, words): (&ColliderEntry<V>, &[i32])| {
            let &ColliderEntry { id, facts, shape, rigged, labels, .. } = entry;
            let [name, bone_name, region_name] = labels;
            let is_level = shape == words::LEVEL && !rigged;
            let level = if is_level { words::level_hash(words) } else { None };
            let shape = if rigged || is_level { None } else { Some(words::shape(shape, words)?) };
            let labels = Labels {
                name: recording.string(name)?,
                bone: recording.string(bone_name)?,
                region: recording.string(region_name)?,
            };
            Ok(ColliderRecord { id, shape, level, labels, facts })
        };
        let rig = |(entry, words): (&RigEntry<V>, &[i32])| {
            let &[model, clip, time, ref map @ ..] = words else {
                return Err(RecordingError::invalid("a rig"));
            };
            let (model, clip) = (recording.string(model as u32)?, recording.string(clip as u32)?);
            let pose = RigPose { model, clip, time: words::float(time), root: words::map(map) };
            Ok((entry.body, pose))
        };
        let (mut skins, mut skin_poses) = (Vec::new(), Vec::new());
        for (&SkinEntry { body, mesh, .. }, words) in self.skins.iter() {
            let maps = words.chunks_exact(words::map_words::<V>()).map(words::map).collect();
            match known.meshes.get(mesh as usize) {
                Some(KnownMesh::Drawn(mesh)) => {
                    skins.push(RecordedSkin { body, mesh: Arc::clone(mesh), joints: maps });
                }
                Some(&KnownMesh::Skin(skin)) => {
                    skin_poses.push(RecordedSkinPose { body, skin, matrices: maps });
                }
                Some(KnownMesh::OfOtherDimension) | None => {
                    return Err(RecordingError::invalid("the number of a mesh"));
                }
            }
        }
        Ok(RecordedWorld {
            colliders: self.colliders.iter().map(collider).collect::<Parsed<_>>()?,
            layers: Arc::clone(&known.layers),
            events: self.events.clone(),
            pairs: self.pairs.clone(),
            attacks: self.attacks.clone(),
            queries: self.queries.clone(),
            moves: self.moves.clone(),
            shots: self.shots.clone(),
            rigs: self.rigs.iter().map(rig).collect::<Parsed<_>>()?,
            skins,
            skin_poses,
            hash: self.hash,
        })
    }
}

fn read_ticks(from: &mut ByteReader<'_>) -> Parsed<Vec<Tick>> {
    let count = from.uint()?;
    check((1..=MOST_TICKS as u64).contains(&count), "1 to 128 ticks")?;
    let mut ticks = vec![Tick(from.uint()?)];
    while (ticks.len() as u64) < count {
        let (distance, times) = (from.uint()?, from.uint()?);
        check(distance > 0 && times > 0 && times <= count - ticks.len() as u64, "rising ticks")?;
        for _ in 0..times {
            let last = ticks.last().map_or(0, |tick| tick.0);
            let next = last.checked_add(distance).ok_or(RecordingError::invalid("rising ticks"))?;
            ticks.push(Tick(next));
        }
    }
    Ok(ticks)
}

fn read_layers(from: &mut ByteReader<'_>) -> Parsed<Layers> {
    let refused = RecordingError::invalid("layers of different names, 64 at most");
    let mut names = vec![String::from("default")];
    let mut layers = Layers::new();
    for name in from.list(ByteReader::string)? {
        layers = layers.layer(name).map_err(|_| refused.clone())?;
        names.push(name.to_owned());
    }
    for (i, a) in names.iter().enumerate() {
        for b in &names[..=i] {
            let response = match from.choice(4)? {
                0 => Response::Ignore,
                1 => Response::Touch,
                2 => Response::Overlap,
                _ => Response::Block,
            };
            layers = layers.respond(a, b, response).map_err(|_| refused.clone())?;
        }
    }
    Ok(layers)
}

fn read_mesh<V: Vector>(from: &mut ByteReader<'_>) -> Parsed<SkinnedMesh<V>> {
    let positions = from.list(ByteReader::vector::<V>)?;
    let triangles = from.list(|from| Ok([from.narrow()?, from.narrow()?, from.narrow()?]))?;
    let joints =
        from.list(|from| Ok([from.narrow()?, from.narrow()?, from.narrow()?, from.narrow()?]))?;
    let weights =
        from.list(|from| Ok([from.float()?, from.float()?, from.float()?, from.float()?]))?;
    let count = positions.len();
    let vertices = triangles.iter().flatten().all(|&vertex: &u32| (vertex as usize) < count);
    check(vertices, "vertices of triangles among the positions")?;
    let joined = joints.len() == count && weights.len() == count;
    check(joined, "joints and weights for each position")?;
    Ok(SkinnedMesh { positions, triangles, joints, weights })
}
