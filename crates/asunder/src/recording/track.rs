//! What a recorder knows of a world, and what it captures of it at a tick.

use super::bytes::{put_list, put_string, put_uint};
use super::entries::{ColliderEntry, RigEntry, SkinEntry, put_attack};
use super::recorded::{RecordedAttack, RecordedMove, RecordedQuery, RigPose, SkinnedMesh};
use super::strings::StringTable;
use super::{Labels, hash, notes, words};
use crate::array::Mapped as _;
use crate::history::{ShotClaim, ShotVerdict};
use crate::sorted_map::SortedMap;
use crate::space::{Affine, Vector};
use crate::world::{AttackId, BodyId, ColliderId, Layers, Response, World};
use core::marker::PhantomData;
use glam::{Vec2, Vec3};

/// Which parts of a world's tick are there.
pub(super) mod parts {
    pub(in super::super) const COLLIDERS: u8 = 1;
    pub(in super::super) const RIGS: u8 = 1 << 1;
    pub(in super::super) const SKINS: u8 = 1 << 2;
    pub(in super::super) const PAIRS: u8 = 1 << 3;
    pub(in super::super) const EVENTS: u8 = 1 << 4;
    pub(in super::super) const ATTACKS: u8 = 1 << 5;
    pub(in super::super) const NOTES: u8 = 1 << 6;
}

/// What a tick holds of a world, before it is encoded.
#[derive(Clone, Debug, Default)]
pub struct WorldTick<V: Vector> {
    pub(super) flags: u8,
    pub(super) colliders: ChannelTick<ColliderEntry<V>>,
    pub(super) rigs: ChannelTick<RigEntry<V>>,
    pub(super) skins: ChannelTick<SkinEntry<V>>,
    /// What comes after the channels: events, pairs, attacks, notes, the hash.
    pub(super) rest: Vec<u8>,
    /// About how many bytes it takes.
    pub(super) estimated_bytes: usize,
}

/// The words of all channels of a kind at a tick, and their entries if there are others than before.
#[derive(Clone, Debug)]
pub(super) struct ChannelTick<E> {
    pub(super) layout: Option<Vec<E>>,
    pub(super) words: Vec<i32>,
}

impl<E> Default for ChannelTick<E> {
    fn default() -> Self {
        Self { layout: None, words: Vec::new() }
    }
}

/// A tick of a world of either dimension.
#[derive(Debug)]
pub enum AnyWorldTick {
    In3d(WorldTick<Vec3>),
    In2d(WorldTick<Vec2>),
}

/// What is known of a world, and what was noted since its last tick.
#[derive(Clone, Debug)]
pub struct Track<V: Vector> {
    labels: SortedMap<ColliderId, [u32; 3]>,
    rigs: SortedMap<BodyId, ([u32; 2], f32, Affine<V>)>,
    skins: SortedMap<(BodyId, u32), Vec<Affine<V>>>,
    /// Whether labels, rigs or skins came or went.
    relabelled: bool,
    attacks: SortedMap<AttackId, RecordedAttack>,
    attacks_changed: bool,
    queries: Notes,
    moves: Notes,
    shots: Notes,
    colliders: Vec<KnownCollider<V>>,
    pairs: Vec<(ColliderId, ColliderId)>,
    /// Whether the current block has a tick of this world.
    begun: bool,
    scratch: Vec<u8>,
    words: Vec<i32>,
    /// Ticks that were encoded, for their memory.
    pub(super) spare: Vec<WorldTick<V>>,
}

/// A collider at the tick before.
#[derive(Clone, Debug)]
struct KnownCollider<V: Vector> {
    entry: ColliderEntry<V>,
    /// The entry's part of the hash.
    seed: u64,
    hash: u64,
}

/// Values that were written already, and how many.
#[derive(Clone, Debug, Default)]
struct Notes {
    count: u64,
    bytes: Vec<u8>,
}

impl Notes {
    fn add(&mut self, put: impl FnOnce(&mut Vec<u8>)) {
        self.count += 1;
        put(&mut self.bytes);
    }

    fn take_into(&mut self, out: &mut Vec<u8>) {
        put_uint(out, self.count);
        out.append(&mut self.bytes);
        self.count = 0;
    }
}

impl<V: Vector> Default for Track<V> {
    fn default() -> Self {
        Self {
            labels: SortedMap::new(),
            rigs: SortedMap::new(),
            skins: SortedMap::new(),
            relabelled: false,
            attacks: SortedMap::new(),
            attacks_changed: false,
            queries: Notes::default(),
            moves: Notes::default(),
            shots: Notes::default(),
            colliders: Vec::new(),
            pairs: Vec::new(),
            begun: false,
            scratch: Vec::new(),
            words: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<V: Vector> Track<V> {
    pub(super) fn label(&mut self, id: ColliderId, labels: &Labels, strings: &mut StringTable) {
        let numbers = [&labels.name, &labels.bone, &labels.region].map(|name| strings.number(name));
        self.relabelled |= self.labels.insert(id, numbers) != Some(numbers);
    }

    pub(super) fn rig(
        &mut self,
        body: BodyId,
        pose: Option<&RigPose<V>>,
        strings: &mut StringTable,
    ) {
        let before = match pose {
            Some(RigPose { model, clip, time, root }) => {
                let names = [model, clip].map(|name| strings.number(name));
                self.rigs.insert(body, (names, *time, *root))
            }
            None => self.rigs.remove(&body),
        };
        self.relabelled |= before.is_some() != pose.is_some();
    }

    pub(super) fn skin(&mut self, body: BodyId, mesh: u32, joints: &[Affine<V>]) {
        let known = self.skins.or_insert_with((body, mesh), Vec::new);
        self.relabelled |= known.len() != joints.len() || known.is_empty();
        known.clear();
        known.extend_from_slice(joints);
    }

    pub(super) fn begin_attack(&mut self, attack: RecordedAttack) {
        self.attacks.insert(attack.id, attack);
        self.attacks_changed = true;
    }

    pub(super) fn end_attack(&mut self, attack: AttackId) {
        self.attacks_changed |= self.attacks.remove(&attack).is_some();
    }

    pub(super) fn query(&mut self, query: &RecordedQuery<V>) {
        self.queries.add(|out| notes::put_query(out, query));
    }

    pub(super) fn moved(&mut self, moved: &RecordedMove<V>) {
        self.moves.add(|out| notes::put_move(out, moved));
    }

    pub(super) fn shot(&mut self, shot_claim: &ShotClaim<V>, verdict: &ShotVerdict) {
        self.shots.add(|out| notes::put_shot(out, shot_claim, verdict));
    }

    /// Forgets what earlier ticks say: the next one is captured whole.
    pub(super) fn begin_block(&mut self) {
        self.begun = false;
    }

    /// Captures a world at a tick.
    pub(super) fn capture(&mut self, world: &World<V>) -> WorldTick<V> {
        let mut tick = self.spare.pop().unwrap_or_default();
        let WorldTick { colliders, rigs, skins, rest, .. } = &mut tick;
        [&mut colliders.words, &mut rigs.words, &mut skins.words].into_iter().for_each(Vec::clear);
        rest.clear();
        let whole = !self.begun;
        let mut flags = 0;
        let known =
            if whole || self.relabelled { None } else { self.words_as_before(world, colliders) };
        let (sum, mut bytes) = known.unwrap_or_else(|| {
            flags |= parts::COLLIDERS;
            self.list_colliders(world, colliders)
        });
        flags |= self.capture_rigs(whole, rigs) | self.capture_skins(whole, skins);
        bytes += changed_bytes(rigs.words.len() + skins.words.len());

        let (pairs, events) = (world.pairs(), world.events());
        if !events.is_empty() {
            flags |= parts::EVENTS;
            put_list(rest, events, notes::put_event);
        }
        notes::follow(&mut self.pairs, events);
        if whole || self.pairs != pairs {
            flags |= parts::PAIRS;
            notes::put_pairs(rest, pairs);
            self.pairs.clear();
            self.pairs.extend_from_slice(pairs);
        }
        if (whole && !self.attacks.is_empty()) || self.attacks_changed {
            flags |= parts::ATTACKS;
            put_uint(rest, self.attacks.len() as u64);
            self.attacks.values().for_each(|attack| put_attack(rest, attack));
            self.attacks_changed = false;
        }
        if self.queries.count + self.moves.count + self.shots.count > 0 {
            flags |= parts::NOTES;
            let notes = [&mut self.queries, &mut self.moves, &mut self.shots];
            notes.into_iter().for_each(|notes| notes.take_into(rest));
        }
        let hash = hash::of_tick(sum, pairs, events, &mut self.scratch);
        rest.extend_from_slice(&hash.to_le_bytes());
        (tick.flags, tick.estimated_bytes) = (flags, bytes + tick.rest.len());
        (self.begun, self.relabelled) = (true, false);
        tick
    }

    /// Lists the words of all colliders, if these are the same as in the tick before; returns the sum of
    /// their hashes, and about how many bytes they take.
    fn words_as_before(
        &mut self,
        world: &World<V>,
        tick: &mut ChannelTick<ColliderEntry<V>>,
    ) -> Option<(u64, usize)> {
        let mut known = self.colliders.iter_mut();
        let (mut sum, mut changed) = (0_u64, 0);
        let next = &mut tick.words;
        let all = world.placed_colliders().try_for_each(|(id, options, collider, shape)| {
            let KnownCollider { entry, seed, hash } = known.next()?;
            let begin = next.len();
            let kind = words::put_geometry(shape, next);
            let words = &next[begin..];
            if !entry.is_of(id, options, collider, (kind, words.len())) {
                return None;
            }
            let now = hash::of_collider(*seed, words);
            sum = sum.wrapping_add(now);
            if entry.rigged {
                next.truncate(begin);
            } else if now != *hash {
                changed += words.len();
            }
            *hash = now;
            Some(())
        });
        tick.layout = None;
        all?;
        known.next().is_none().then_some((sum, changed_bytes(changed)))
    }

    /// Lists the colliders anew, with their words; returns the sum of their hashes, and about how many bytes
    /// they take.
    fn list_colliders(
        &mut self,
        world: &World<V>,
        tick: &mut ChannelTick<ColliderEntry<V>>,
    ) -> (u64, usize) {
        let mut sum = 0_u64;
        let mut entries = Vec::with_capacity(self.colliders.len());
        self.colliders.clear();
        tick.words.clear();
        for (id, options, collider, shape) in world.placed_colliders() {
            self.words.clear();
            let kind = words::put_geometry(shape, &mut self.words);
            let mut entry = ColliderEntry::new(id, options, collider, (kind, self.words.len()));
            let seed = entry.seed();
            entry.rigged = self.rigs.contains_key(&id.body);
            entry.labels = self.labels.get(&id).copied().unwrap_or_default();
            let hash = hash::of_collider(seed, &self.words);
            sum = sum.wrapping_add(hash);
            if !entry.rigged {
                tick.words.extend_from_slice(&self.words);
            }
            self.colliders.push(KnownCollider { entry: entry.clone(), seed, hash });
            entries.push(entry);
        }
        let before = self.rigs.len() + self.skins.len();
        self.rigs.retain(|&body, _| world.contains(body));
        self.skins.retain(|&(body, _), _| world.contains(body));
        self.relabelled |= self.rigs.len() + self.skins.len() != before;
        // Names of what left the world are not needed any more.
        if self.labels.len() > 2 * entries.len() {
            self.labels.retain(|id, _| entries.binary_search_by_key(id, |entry| entry.id).is_ok());
        }
        let bytes = ENTRY_BYTES * entries.len() + size_of::<i32>() * tick.words.len();
        tick.layout = Some(entries);
        (sum, bytes)
    }

    fn capture_rigs(&mut self, whole: bool, tick: &mut ChannelTick<RigEntry<V>>) -> u8 {
        for (names, time, root) in self.rigs.values() {
            tick.words.extend(names.mapped(|name| name as i32));
            tick.words.push(words::word(*time));
            words::put_map(root, &mut tick.words);
        }
        let changed = self.relabelled || (whole && !self.rigs.is_empty());
        let entry = |&body: &BodyId| RigEntry { body, dimension: PhantomData };
        tick.layout = changed.then(|| self.rigs.keys().map(entry).collect());
        if changed { parts::RIGS } else { 0 }
    }

    fn capture_skins(&mut self, whole: bool, tick: &mut ChannelTick<SkinEntry<V>>) -> u8 {
        self.skins.values().flatten().for_each(|map| words::put_map(map, &mut tick.words));
        let changed = self.relabelled || (whole && !self.skins.is_empty());
        let entry = |&((body, mesh), ref joints): &((BodyId, u32), Vec<_>)| {
            let joints = joints.len() as u32;
            SkinEntry { body, mesh, joints, dimension: PhantomData }
        };
        tick.layout = changed.then(|| self.skins.iter().map(entry).collect());
        if changed { parts::SKINS } else { 0 }
    }
}

/// About how many bytes so many words take that changed, of what moves as in games.
fn changed_bytes(words: usize) -> usize {
    words + words / 2
}

/// About how many bytes an entry takes.
const ENTRY_BYTES: usize = 24;

/// The layers of a world, and how they respond to one another.
pub(super) fn put_layers(out: &mut Vec<u8>, dimension: usize, layers: &Layers) {
    out.push(dimension as u8);
    let names: Vec<&str> = layers.names().skip(1).collect();
    put_list(out, &names, |out, name| put_string(out, name));
    let ids: Vec<_> = layers.names().filter_map(|name| layers.id(name).ok()).collect();
    for (i, &a) in ids.iter().enumerate() {
        for &b in &ids[..=i] {
            out.push(match layers.response(a, b) {
                Response::Ignore => 0,
                Response::Touch => 1,
                Response::Overlap => 2,
                Response::Block => 3,
            });
        }
    }
}

pub(super) fn put_mesh<V: Vector>(out: &mut Vec<u8>, mesh: &SkinnedMesh<V>) {
    out.push(V::DIM as u8);
    put_list(out, &mesh.positions, |out, &position| super::bytes::put_vector(out, position));
    put_list(out, &mesh.triangles, |out, triangle| {
        triangle.iter().for_each(|&vertex| put_uint(out, vertex.into()));
    });
    put_list(out, &mesh.joints, |out, joints| {
        joints.iter().for_each(|&joint| put_uint(out, joint.into()));
    });
    put_list(out, &mesh.weights, |out, weights| {
        weights.iter().for_each(|&weight| super::bytes::put_float(out, weight));
    });
}
