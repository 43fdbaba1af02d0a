//! A world's part of a recording, while it is written.

use super::bits::BitWriter;
use super::bytes::{put_list, put_string, put_uint};
use super::channels::Channels;
use super::entries::{ColliderEntry, RigEntry, SkinEntry, put_attack};
use super::recorded::{RecordedAttack, RecordedMove, RecordedQuery, RigPose, SkinnedMesh};
use super::strings::StringTable;
use super::{Labels, hash, notes, words};
use crate::history::{ShotClaim, ShotVerdict};
use crate::space::{Affine, Vector};
use crate::world::{AttackId, BodyId, ColliderId, Layers, Response, World};
use core::marker::PhantomData;
use std::collections::BTreeMap;

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

/// What is known of a world, and what was noted since its last tick.
#[derive(Clone, Debug)]
pub struct Track<V: Vector> {
    labels: BTreeMap<ColliderId, [u32; 3]>,
    rigs: BTreeMap<BodyId, ([u32; 2], f32, Affine<V>)>,
    skins: BTreeMap<(BodyId, u32), Vec<Affine<V>>>,
    /// Whether labels, rigs or skins came or went.
    relabelled: bool,
    attacks: BTreeMap<AttackId, RecordedAttack>,
    attacks_changed: bool,
    queries: Notes,
    moves: Notes,
    shots: Notes,
    colliders: Channels<ColliderEntry<V>>,
    /// For each collider its entry's part of the hash.
    seeds: Vec<u64>,
    rig_channels: Channels<RigEntry<V>>,
    skin_channels: Channels<SkinEntry<V>>,
    pairs: Vec<(ColliderId, ColliderId)>,
    /// Whether the current block has a tick of this world.
    begun: bool,
    scratch: Vec<u8>,
    words: Vec<i32>,
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
            labels: BTreeMap::new(),
            rigs: BTreeMap::new(),
            skins: BTreeMap::new(),
            relabelled: false,
            attacks: BTreeMap::new(),
            attacks_changed: false,
            queries: Notes::default(),
            moves: Notes::default(),
            shots: Notes::default(),
            colliders: Channels::default(),
            seeds: Vec::new(),
            rig_channels: Channels::default(),
            skin_channels: Channels::default(),
            pairs: Vec::new(),
            begun: false,
            scratch: Vec::new(),
            words: Vec::new(),
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
        let known = self.skins.entry((body, mesh)).or_default();
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

    /// Forgets what earlier ticks say: the next one is written whole.
    pub(super) fn begin_block(&mut self) {
        self.colliders.clear();
        self.seeds.clear();
        self.rig_channels.clear();
        self.skin_channels.clear();
        self.begun = false;
    }

    /// Writes a tick.
    pub(super) fn write(&mut self, world: &World<V>, out: &mut Vec<u8>, bits: &mut BitWriter) {
        let flags_at = out.len();
        out.push(0);
        let whole = !self.begun;
        let mut flags = 0;
        let sum = match self.words_as_before(world) {
            Some(sum) if !whole => sum,
            _ => {
                flags |= parts::COLLIDERS;
                self.write_layout(world, out, bits)
            }
        };
        self.colliders.write(bits);
        flags |= self.write_rigs(whole, out, bits) | self.write_skins(whole, out, bits);

        let (pairs, events) = (world.pairs(), world.events());
        if !events.is_empty() {
            flags |= parts::EVENTS;
            put_list(out, events, notes::put_event);
        }
        notes::follow(&mut self.pairs, events);
        if whole || self.pairs != pairs {
            flags |= parts::PAIRS;
            notes::put_pairs(out, pairs);
            self.pairs.clear();
            self.pairs.extend_from_slice(pairs);
        }
        if (whole && !self.attacks.is_empty()) || self.attacks_changed {
            flags |= parts::ATTACKS;
            put_uint(out, self.attacks.len() as u64);
            self.attacks.values().for_each(|attack| put_attack(out, attack));
            self.attacks_changed = false;
        }
        if self.queries.count + self.moves.count + self.shots.count > 0 {
            flags |= parts::NOTES;
            let notes = [&mut self.queries, &mut self.moves, &mut self.shots];
            notes.into_iter().for_each(|notes| notes.take_into(out));
        }
        let hash = hash::of_tick(sum, pairs, events, &mut self.scratch);
        out.extend_from_slice(&hash.to_le_bytes());
        out[flags_at] = flags;
        (self.begun, self.relabelled) = (true, false);
    }

    /// Lists the words of all colliders, if these are the same as in the tick before; returns the sum of
    /// their hashes.
    fn words_as_before(&mut self, world: &World<V>) -> Option<u64> {
        if self.relabelled || !self.begun {
            return None;
        }
        let next = &mut self.colliders.next;
        next.clear();
        let mut known = self.colliders.entries.iter().zip(&self.seeds);
        let mut sum = 0_u64;
        world.placed_colliders().try_for_each(|(id, options, collider, shape)| {
            let (entry, &seed) = known.next()?;
            let begin = next.len();
            let kind = words::put_geometry(shape, next);
            let words = &next[begin..];
            if !entry.is_of(id, options, collider, (kind, words.len())) {
                return None;
            }
            sum = sum.wrapping_add(hash::of_collider(seed, words));
            if entry.rigged {
                next.truncate(begin);
            }
            Some(())
        })?;
        known.next().is_none().then_some(sum)
    }

    /// Lists the colliders anew, with their words, and writes what is new; returns the sum of their hashes.
    fn write_layout(&mut self, world: &World<V>, out: &mut Vec<u8>, bits: &mut BitWriter) -> u64 {
        let (mut entries, mut sum) = (Vec::with_capacity(self.colliders.entries.len()), 0_u64);
        self.seeds.clear();
        self.colliders.next.clear();
        for (id, options, collider, shape) in world.placed_colliders() {
            self.words.clear();
            let kind = words::put_geometry(shape, &mut self.words);
            let mut entry = ColliderEntry::new(id, options, collider, (kind, self.words.len()));
            let seed = entry.seed();
            entry.rigged = self.rigs.contains_key(&id.body);
            entry.labels = self.labels.get(&id).copied().unwrap_or_default();
            sum = sum.wrapping_add(hash::of_collider(seed, &self.words));
            if !entry.rigged {
                self.colliders.next.extend_from_slice(&self.words);
            }
            self.seeds.push(seed);
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
        self.colliders.write_layout(entries, out, bits);
        sum
    }

    fn write_rigs(&mut self, whole: bool, out: &mut Vec<u8>, bits: &mut BitWriter) -> u8 {
        let next = &mut self.rig_channels.next;
        next.clear();
        for (names, time, root) in self.rigs.values() {
            next.extend(names.map(|name| name as i32));
            next.push(words::word(*time));
            words::put_map(root, next);
        }
        let changed = self.relabelled || (whole && !self.rigs.is_empty());
        if changed {
            let entry = |&body: &BodyId| RigEntry { body, dimension: PhantomData };
            self.rig_channels.write_layout(self.rigs.keys().map(entry).collect(), out, bits);
        }
        self.rig_channels.write(bits);
        if changed { parts::RIGS } else { 0 }
    }

    fn write_skins(&mut self, whole: bool, out: &mut Vec<u8>, bits: &mut BitWriter) -> u8 {
        let next = &mut self.skin_channels.next;
        next.clear();
        self.skins.values().flatten().for_each(|map| words::put_map(map, next));
        let changed = self.relabelled || (whole && !self.skins.is_empty());
        if changed {
            let entry = |(&(body, mesh), joints): (&(BodyId, u32), &Vec<_>)| {
                let joints = joints.len() as u32;
                SkinEntry { body, mesh, joints, dimension: PhantomData }
            };
            self.skin_channels.write_layout(self.skins.iter().map(entry).collect(), out, bits);
        }
        self.skin_channels.write(bits);
        if changed { parts::SKINS } else { 0 }
    }
}

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
