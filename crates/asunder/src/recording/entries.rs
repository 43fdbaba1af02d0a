//! What channels are about: colliders, rigs, skins, with all that rarely changes.

use super::bytes::{ByteReader, check, put_body, put_collider, put_uint, put_vector};
use super::channels::ChannelEntry;
use super::hash;
use super::words::{KINDS, map_words, word_count};
use super::{RecordedFacts, RecordingError};
use crate::index::BodyKind;
use crate::space::Vector;
use crate::world::{BodyId, BodyOptions, Collider, ColliderId, LayerId, LayerSet};

/// All of a collider but the words of its shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ColliderEntry<V: Vector> {
    pub(super) id: ColliderId,
    pub(super) facts: RecordedFacts<V>,
    /// The kind of its shape, as `words` numbers them.
    pub(super) shape: u8,
    /// How many words its shape has.
    pub(super) words: u32,
    /// Whether its body is recorded as a rig, so that its words are left out.
    pub(super) rigged: bool,
    /// The names of the collider, its bone and its region, by number.
    pub(super) labels: [u32; 3],
}

impl<V: Vector> ColliderEntry<V> {
    /// The entry of a collider, without labels.
    pub(super) fn new(
        id: ColliderId,
        options: BodyOptions,
        collider: &Collider<V>,
        (shape, words): (u8, usize),
    ) -> Self {
        let facts = RecordedFacts::new(options, collider);
        Self { id, facts, shape, words: words as u32, rigged: false, labels: [0; 3] }
    }

    /// Whether it is still that of a collider, whose shape has such words.
    pub(super) fn is_of(
        &self,
        id: ColliderId,
        options: BodyOptions,
        collider: &Collider<V>,
        shape: (u8, usize),
    ) -> bool {
        self.id == id
            && (self.shape, self.words as usize) == shape
            && self.facts == RecordedFacts::new(options, collider)
    }

    /// A number for what a hash counts of it: not what the recording adds.
    pub(super) fn seed(&self) -> u64 {
        let mut bytes = Vec::new();
        Self { rigged: false, labels: [0; 3], ..self.clone() }.put(&mut bytes);
        hash::of_bytes(&bytes)
    }
}

impl<V: Vector> ChannelEntry for ColliderEntry<V> {
    type Key = ColliderId;
    const VECTOR: usize = V::DIM;

    fn key(&self) -> ColliderId {
        self.id
    }

    fn words(&self) -> usize {
        if self.rigged { 0 } else { self.words as usize }
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_collider(out, self.id);
        let RecordedFacts { kind, owner, layer, ignore, tag, bone, region, swept, one_way } =
            self.facts;
        let flags = [
            kind == BodyKind::Moving,
            swept,
            self.rigged,
            owner.is_some(),
            bone.is_some(),
            one_way.is_some(),
        ];
        out.push((0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit).sum());
        owner.iter().for_each(|&owner| put_uint(out, owner));
        bone.iter().for_each(|&bone| put_uint(out, bone.into()));
        one_way.iter().for_each(|&normal| put_vector(out, normal));
        out.push(layer.bits());
        put_uint(out, ignore.bits());
        put_uint(out, tag);
        put_uint(out, region.into());
        self.labels.iter().for_each(|&label| put_uint(out, label.into()));
        out.push(self.shape);
        if word_count::<V>(self.shape).is_none() {
            put_uint(out, self.words.into());
        }
    }

    fn read(from: &mut ByteReader<'_>) -> Result<Self, RecordingError> {
        let id = from.collider()?;
        let flags = from.choice(1 << 6)?;
        let flag = |bit: u8| flags >> bit & 1 == 1;
        let owner = if flag(3) { Some(from.uint()?) } else { None };
        let bone = if flag(4) { Some(from.narrow()?) } else { None };
        let one_way = if flag(5) { Some(from.vector()?) } else { None };
        let layer = LayerId::from_bits(from.byte()?);
        let layer = layer.ok_or(RecordingError::invalid("a layer"))?;
        let ignore = LayerSet::from_bits(from.uint()?);
        let (tag, region) = (from.uint()?, from.narrow()?);
        let labels = [from.narrow()?, from.narrow()?, from.narrow()?];
        let shape = from.choice(KINDS)?;
        let words = match word_count::<V>(shape) {
            Some(count) => count as u32,
            None => from.narrow()?,
        };
        let kind = if flag(0) { BodyKind::Moving } else { BodyKind::Fixed };
        let (swept, rigged) = (flag(1), flag(2));
        let facts = RecordedFacts { kind, owner, layer, ignore, tag, bone, region, swept, one_way };
        Ok(Self { id, facts, shape, words, rigged, labels })
    }
}

/// A body that is recorded as a rig: its words are model, clip, time and map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RigEntry<V: Vector> {
    pub(super) body: BodyId,
    pub(super) dimension: core::marker::PhantomData<V>,
}

impl<V: Vector> ChannelEntry for RigEntry<V> {
    type Key = BodyId;
    const VECTOR: usize = V::DIM;

    fn key(&self) -> BodyId {
        self.body
    }

    fn words(&self) -> usize {
        3 + map_words::<V>()
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_body(out, self.body);
    }

    fn read(from: &mut ByteReader<'_>) -> Result<Self, RecordingError> {
        Ok(Self { body: from.body()?, dimension: core::marker::PhantomData })
    }
}

/// A mesh that is drawn over a body: its words are the maps of its joints.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SkinEntry<V: Vector> {
    pub(super) body: BodyId,
    /// The mesh, by number; a body may have several.
    pub(super) mesh: u32,
    pub(super) joints: u32,
    pub(super) dimension: core::marker::PhantomData<V>,
}

impl<V: Vector> ChannelEntry for SkinEntry<V> {
    type Key = (BodyId, u32);
    const VECTOR: usize = V::DIM;

    fn key(&self) -> (BodyId, u32) {
        (self.body, self.mesh)
    }

    fn words(&self) -> usize {
        self.joints as usize * map_words::<V>()
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_body(out, self.body);
        put_uint(out, self.mesh.into());
        put_uint(out, self.joints.into());
    }

    fn read(from: &mut ByteReader<'_>) -> Result<Self, RecordingError> {
        let (body, mesh) = (from.body()?, from.narrow()?);
        let joints = from.narrow()?;
        check(joints <= 1 << 16, "at most 65,536 joints")?;
        Ok(Self { body, mesh, joints, dimension: core::marker::PhantomData })
    }
}

/// An attack that is open.
pub(super) fn put_attack(out: &mut Vec<u8>, attack: &super::RecordedAttack) {
    put_uint(out, attack.id.0);
    put_uint(out, attack.owner);
    super::bytes::put_list(out, &attack.colliders, |out, id| put_collider(out, *id));
}

pub(super) fn read_attack(
    from: &mut ByteReader<'_>,
) -> Result<super::RecordedAttack, RecordingError> {
    let id = crate::world::AttackId(from.uint()?);
    let owner = from.uint()?;
    Ok(super::RecordedAttack { id, owner, colliders: from.list(ByteReader::collider)? })
}
