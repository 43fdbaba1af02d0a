//! The skins of a tick as bytes: by their hashes, with the matrices that pose them.

use super::SkinInPose;
use crate::array::Mapped as _;
use crate::checksum::Sum;
use crate::skin::{Skin, SkinError};
use crate::space::Affine;
use crate::world::BodyId;
use core::fmt;

/// The first bytes of every snapshot of skins.
const MAGIC: &[u8; 4] = b"asnk";
const VERSION: u16 = 1;

/// The skins that a [`History`](crate::History) has of a tick, by their bodies, with the matrices that pose them.
///
/// It stands beside a [`Snapshot`](crate::world::Snapshot) of the world of that tick, of which skins are no part.
/// As that does of a level, its bytes hold the [hash](Skin::hash) of a skin, not its triangles.
///
/// ```
/// use asunder::history::{SkinSnapshot, SkinSnapshotError};
/// use asunder::prelude::*;
/// use asunder::{Affine3, Skin};
///
/// let skin = |x: f32| Skin::try_new([[x, 0.0, 0.0]], [[(0, 1.0)]], [[0, 0, 0]]);
/// let mut world = World3::new();
/// let victim = world.insert(Aabb3::new([0.0; 3], [2.0; 3]), BodyKind::Moving)?;
/// let mut history = History3::new(10);
/// history.record(Tick(7), &world);
/// history.record_skin(victim, &skin(1.0)?, &[Affine3::identity()])?;
///
/// let sent = history.skin_snapshot(Tick(7)).to_bytes();
/// let read = SkinSnapshot::try_from_bytes_with(&sent, &[skin(0.0)?, skin(1.0)?])?;
/// assert_eq!(read, history.skin_snapshot(Tick(7)));
/// let mut elsewhere = History3::new(10);
/// elsewhere.record(Tick(7), &world);
/// elsewhere.record_skins(&read)?;
/// assert_eq!(elsewhere.skins_at(victim, Tick(7), 0.0)?[0].skin(), &skin(1.0)?);
///
/// // Another skin is none, even if a single bit differs.
/// let other = SkinSnapshot::try_from_bytes_with(&sent, &[skin(1.0_f32.next_up())?]);
/// assert_eq!(other, Err(SkinSnapshotError::NoSkin { hash: skin(1.0)?.hash() }));
/// # Ok::<(), asunder::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinSnapshot {
    skins: Vec<(BodyId, SkinInPose)>,
}

impl SkinSnapshot {
    pub(super) fn of(skins: Vec<(BodyId, SkinInPose)>) -> Self {
        Self { skins }
    }

    /// The skins with their bodies, in the order in which they were recorded. A body may have several.
    #[must_use]
    pub fn skins(&self) -> &[(BodyId, SkinInPose)] {
        &self.skins
    }

    /// The skins as bytes, to be kept or sent: their hashes and matrices, with all their bits; little-endian,
    /// with a version and a checksum. They are 20 bytes a skin and 48 a joint, and 22.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.skins.len() as u64).to_le_bytes());
        for (BodyId { slot, generation }, it) in &self.skins {
            bytes.extend(slot.to_le_bytes());
            bytes.extend(generation.to_le_bytes());
            bytes.extend(it.skin().hash().to_le_bytes());
            // A joint has sixteen bits.
            bytes.extend((it.matrices().len() as u32).to_le_bytes());
            for Affine { columns, translation } in it.matrices() {
                let numbers = columns.iter().chain([translation]).flatten();
                numbers.for_each(|number| bytes.extend(number.to_bits().to_le_bytes()));
            }
        }
        let sum = Sum::of(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The skins that bytes hold, which may come from anyone, found by their hashes among those given.
    ///
    /// It takes memory in proportion to the bytes, whatever lengths they give.
    ///
    /// # Errors
    /// If the bytes are no snapshot of skins of this version, were cut off or changed on the way; if a skin is not
    /// among those given, or they hold matrices that are no pose of it.
    pub fn try_from_bytes_with(bytes: &[u8], skins: &[Skin]) -> Result<Self, SkinSnapshotError> {
        if !bytes.starts_with(MAGIC) {
            return Err(SkinSnapshotError::NoSnapshot);
        }
        let mut from = Cursor { bytes, at: MAGIC.len() };
        let version = u16::from_le_bytes(from.take()?);
        if version != VERSION {
            return Err(SkinSnapshotError::Version { found: version });
        }
        let Some((content, sum)) = bytes.split_last_chunk() else {
            return Err(SkinSnapshotError::Truncated { at: bytes.len() });
        };
        if Sum::of(content) != u64::from_le_bytes(*sum) {
            return Err(SkinSnapshotError::Changed);
        }
        from.bytes = content;
        let count = u64::from_le_bytes(from.take()?);
        let read = (0..count).map(|_| read_skin(&mut from, skins));
        let skins = read.collect::<Result<Vec<_>, _>>()?;
        match from.at == content.len() {
            true => Ok(Self { skins }),
            false => Err(SkinSnapshotError::Invalid { at: from.at, expected: "the end" }),
        }
    }
}

fn read_skin(
    from: &mut Cursor<'_>,
    skins: &[Skin],
) -> Result<(BodyId, SkinInPose), SkinSnapshotError> {
    let [slot, generation] = [from.take()?, from.take()?].mapped(u32::from_le_bytes);
    let hash = u64::from_le_bytes(from.take()?);
    let joints = u32::from_le_bytes(from.take()?) as usize;
    let skin = skins.iter().find(|skin| skin.hash() == hash);
    let skin = skin.ok_or(SkinSnapshotError::NoSkin { hash })?;
    if joints != skin.joint_count() {
        let expected = "a matrix for each joint of the skin";
        return Err(SkinSnapshotError::Invalid { at: from.at, expected });
    }
    let mut matrices = Vec::with_capacity(joints);
    for _ in 0..joints {
        let mut vectors = [[0.0; 3]; 4];
        for number in vectors.iter_mut().flatten() {
            *number = f32::from_bits(u32::from_le_bytes(from.take()?));
        }
        let [x, y, z, translation] = vectors;
        matrices.push(Affine { columns: [x, y, z], translation });
    }
    let posed = SkinInPose::try_new(skin, matrices).map_err(SkinSnapshotError::Skin)?;
    Ok((BodyId { slot, generation }, posed))
}

/// Bytes that are read from the front.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], SkinSnapshotError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let found = rest.first_chunk().ok_or(SkinSnapshotError::Truncated { at: self.at })?;
        self.at += N;
        Ok(*found)
    }
}

/// Why bytes are no [`SkinSnapshot`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SkinSnapshotError {
    /// They do not begin as a snapshot of skins does.
    NoSnapshot,
    /// They are of another version of the format.
    Version {
        /// Their version.
        found: u16,
    },
    /// They end too early.
    Truncated {
        /// How many bytes there are before what is missing.
        at: usize,
    },
    /// The checksum at their end does not match: they were changed or cut off.
    Changed,
    /// They hold a skin that was not given.
    NoSkin {
        /// Its [hash](Skin::hash).
        hash: u64,
    },
    /// They hold matrices that are no pose of their skin.
    Skin(SkinError),
    /// They hold another invalid value.
    Invalid {
        /// How many bytes had been read.
        at: usize,
        /// What was expected before that.
        expected: &'static str,
    },
}

impl fmt::Display for SkinSnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSnapshot => {
                write!(f, "no snapshot of skins; expected bytes of SkinSnapshot::to_bytes")
            }
            Self::Version { found } => {
                write!(
                    f,
                    "a snapshot of skins of version {found}; expected {VERSION}, make it anew"
                )
            }
            Self::Truncated { at } => {
                write!(f, "the snapshot of skins ends after {at} bytes; was it received whole?")
            }
            Self::Changed => {
                write!(
                    f,
                    "the sum of the snapshot of skins is not that of its bytes; was it received whole?"
                )
            }
            Self::NoSkin { hash } => write!(
                f,
                "the snapshot holds a skin of hash {hash:016x}; give it with \
                 SkinSnapshot::try_from_bytes_with"
            ),
            Self::Skin(error) => {
                write!(f, "the snapshot holds a pose that its skin cannot have: {error}")
            }
            Self::Invalid { at, expected } => {
                write!(f, "the snapshot of skins is wrong before byte {at}; expected {expected}")
            }
        }
    }
}

impl core::error::Error for SkinSnapshotError {}
