//! Bodies, colliders and attacks, by their numbers.

use super::unknown;
use crate::status::Failure;
use asunder::world::{AttackId, BodyId, BodyKind, BodyOptions, ColliderId, Found};

/// Whether a body is meant to move.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuFixed as ASU_FIXED")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuBodyKind {
    /// A wall, floor or tile: two fixed bodies never pair.
    AsuFixed = 0,
    /// Everything else.
    AsuMoving = 1,
}

/// The number of no bone.
pub const ASU_NO_BONE: u32 = u32::MAX;

/// The number of no part: of what is no level.
pub const ASU_NO_PART: u32 = u32::MAX;

/// The vertices of a triangle, by their numbers.
pub(crate) type Corners = [u32; 3];

/// A collider of a world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsuColliderId {
    /// The body it belongs to, as `insert` returned it.
    pub body: u64,
    /// Its index among the colliders of the body.
    pub part: u16,
}

impl From<ColliderId> for AsuColliderId {
    fn from(id: ColliderId) -> Self {
        Self { body: id.body.bits(), part: id.part }
    }
}

impl From<AsuColliderId> for ColliderId {
    fn from(id: AsuColliderId) -> Self {
        BodyId::from_bits(id.body).collider(id.part)
    }
}

/// The options of a body. All zero: a fixed one without an owner.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsuBodyOptions {
    /// One of `AsuBodyKind`.
    pub kind: u32,
    /// 1 if `owner` counts, else 0.
    pub has_owner: u32,
    /// Bodies of one owner ignore one another.
    pub owner: u64,
}

impl AsuBodyOptions {
    pub(crate) fn read(self) -> Result<BodyOptions, Failure> {
        let kind = match self.kind {
            0 => BodyKind::Fixed,
            1 => BodyKind::Moving,
            other => return Err(unknown("kind", other, "one of AsuBodyKind")),
        };
        let options = BodyOptions::from(kind);
        Ok(if self.has_owner == 0 { options } else { options.owner(self.owner) })
    }

    pub(crate) fn new(options: BodyOptions) -> Self {
        let kind = match options.kind {
            BodyKind::Moving => AsuBodyKind::AsuMoving,
            _ => AsuBodyKind::AsuFixed,
        };
        let BodyOptions { owner, .. } = options;
        let has_owner = owner.is_some().into();
        Self { kind: kind as u32, has_owner, owner: owner.unwrap_or(0) }
    }
}

/// An attack as a number that is not zero.
pub(crate) fn attack_number(attack: AttackId) -> u64 {
    attack.bits().wrapping_add(1)
}

/// The attack of a number.
pub(crate) fn attack_id(number: u64) -> AttackId {
    AttackId::from_bits(number.wrapping_sub(1))
}

pub(crate) fn body(number: u64) -> BodyId {
    BodyId::from_bits(number)
}

pub(crate) fn bone(number: u32) -> Result<Option<u16>, Failure> {
    if number == ASU_NO_BONE {
        return Ok(None);
    }
    let bone = u16::try_from(number);
    bone.map(Some).map_err(|_| Failure::argument(format!("bone is {number}; expected below 65536")))
}

pub(crate) fn bone_number(bone: Option<u16>) -> u32 {
    bone.map_or(ASU_NO_BONE, u32::from)
}

/// Two colliders, the smaller id first.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsuColliderPair {
    /// One.
    pub a: AsuColliderId,
    /// The other.
    pub b: AsuColliderId,
}

/// A collider that a question found.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuFound {
    /// The collider.
    pub collider: AsuColliderId,
    /// Its tag.
    pub tag: u64,
    /// The owner of its body, if `has_owner` is 1.
    pub owner: u64,
    /// 1 if its body has an owner, else 0.
    pub has_owner: u32,
    /// Its bone, or `ASU_NO_BONE`.
    pub bone: u32,
    /// Of a level, the number of the part that was found, the first in the order of the question; else
    /// `ASU_NO_PART`.
    pub part: u32,
    /// Its region.
    pub region: u16,
}

impl AsuFound {
    pub(crate) fn new<H>(found: &Found<H>) -> Self {
        Self {
            collider: found.collider.into(),
            tag: found.tag,
            owner: found.owner.unwrap_or(0),
            has_owner: found.owner.is_some().into(),
            bone: bone_number(found.bone),
            part: found.part.unwrap_or(ASU_NO_PART),
            region: found.region,
        }
    }
}

impl Default for AsuFound {
    fn default() -> Self {
        let collider = AsuColliderId::default();
        Self {
            collider,
            tag: 0,
            owner: 0,
            has_owner: 0,
            bone: ASU_NO_BONE,
            part: ASU_NO_PART,
            region: 0,
        }
    }
}

/// The numbers of two boxes of a tree, the smaller first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuBoxPair {
    /// One.
    pub a: u32,
    /// The other.
    pub b: u32,
}
