//! A world's state as a value: to go back to, to compare, to send.

mod code;
mod events;
mod shapes;
mod state;
mod walking;

use super::World;
use crate::checksum::Sum;
use crate::level::Level;
use crate::shape::ShapeError;
use crate::space::Vector;
use code::{Code as _, Reader};
use core::fmt;

/// The first bytes of every snapshot.
const MAGIC: &[u8; 4] = b"asnd";
const VERSION: u16 = 1;

/// The version of a state that holds levels by their hashes, before the walkers.
const VERSION_WITH_LEVELS: u16 = 2;
/// The number of bytes of the checksum at the end.
const SUM_BYTES: usize = 8;

/// The state of a [`World`] at one moment: all that its later answers depend on.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::world::{Event, Snapshot};
///
/// let mut world = World2::new();
/// let a = world.insert(Sphere2::new([0.0, 0.0], 1.0), BodyKind::Moving)?;
/// world.insert(Sphere2::new([5.0, 0.0], 1.0), BodyKind::Fixed)?;
/// world.step();
/// let before = world.snapshot();
///
/// let mut play = |world: &mut World2| {
///     world.set_body_pose(a, &Pose2::from_translation([3.0, 0.0])).unwrap();
///     world.step();
///     (world.events().to_vec(), world.hash())
/// };
/// let first = play(&mut world);
/// world.restore(&before);
/// assert_eq!(world.hash(), before.hash());
/// assert_eq!(play(&mut world), first, "the same calls give the same bits");
///
/// let sent = before.to_bytes();
/// let elsewhere = Snapshot::try_from_bytes(&sent).unwrap();
/// let mut copy = World2::new();
/// copy.restore(&elsewhere);
/// assert_eq!(play(&mut copy), first);
/// # Ok::<(), asunder::world::WorldError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot<V: Vector> {
    world: World<V>,
}

impl<V: Vector> World<V> {
    /// The state as it is now, between steps too: open attacks, pairs, events, what was placed since
    /// the last step.
    ///
    /// It takes the memory of the world and the time of copying it.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<V> {
        V::snapshot(self)
    }

    /// Sets the world to a state, earlier or later: of this world or of another, whose layers are
    /// taken over too. What is called from then on gives the same ids, events and bits as it gave
    /// after the snapshot.
    pub fn restore(&mut self, snapshot: &Snapshot<V>) {
        V::restore(self, snapshot);
    }

    /// A number that is the same wherever the same calls were made, on every platform: peers compare
    /// it to detect that their worlds differ.
    ///
    /// It counts every bit that later answers depend on, and every id; so worlds that look alike but
    /// came about differently may differ in it. It takes time in the order of the world's size. It
    /// does not protect against two worlds that are built to agree in it.
    #[must_use]
    pub fn hash(&self) -> u64 {
        V::hash(self)
    }
}

impl<V: Vector> Snapshot<V> {
    /// How many steps the world had made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.world.steps
    }

    /// The [hash](World::hash) of the world.
    #[must_use]
    pub fn hash(&self) -> u64 {
        V::hash(&self.world)
    }

    /// The state as bytes, to be kept or sent: little-endian, with a version and a checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        V::snapshot_to_bytes(self)
    }

    /// The state that bytes hold, which may come from anyone.
    ///
    /// It takes memory in proportion to the bytes, whatever lengths they give, and no more time than
    /// making the shapes they hold.
    ///
    /// # Errors
    /// If the bytes are no snapshot of this dimension and version, were cut off or changed on the
    /// way, or hold what cannot be the state of a world.
    pub fn try_from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        V::snapshot_from_bytes(bytes, &[])
    }

    /// As [`try_from_bytes`](Self::try_from_bytes), of a world with [levels](World::insert_level): bytes hold
    /// their [hashes](Level::hash) alone, and the levels themselves are given.
    ///
    /// # Errors
    /// As [`try_from_bytes`](Self::try_from_bytes), and if a level is not among those given.
    pub fn try_from_bytes_with(bytes: &[u8], levels: &[Level<V>]) -> Result<Self, SnapshotError> {
        V::snapshot_from_bytes(bytes, levels)
    }
}

pub(super) fn snapshot<V: Vector>(world: &World<V>) -> Snapshot<V> {
    Snapshot { world: world.clone() }
}

pub(super) fn restore<V: Vector>(world: &mut World<V>, snapshot: &Snapshot<V>) {
    let scratch = core::mem::take(&mut world.scratch);
    *world = World { scratch, ..snapshot.world.clone() };
}

pub(super) fn hash<V: Vector>(world: &World<V>) -> u64 {
    let mut sum = Sum::new();
    world.write(&mut sum);
    sum.0
}

pub(super) fn to_bytes<V: Vector>(snapshot: &Snapshot<V>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let has_levels = !snapshot.world.level_hashes().is_empty();
    (if has_levels { VERSION_WITH_LEVELS } else { VERSION }).write(&mut bytes);
    (V::DIM as u8).write(&mut bytes);
    snapshot.world.write(&mut bytes);
    let sum = Sum::of(&bytes);
    sum.write(&mut bytes);
    bytes
}

pub(super) fn from_bytes<V: Vector>(
    bytes: &[u8],
    levels: &[Level<V>],
) -> Result<Snapshot<V>, SnapshotError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::NoSnapshot)?;
    let mut header = Reader::new(rest);
    let version = u16::read(&mut header)?;
    if version != VERSION && version != VERSION_WITH_LEVELS {
        return Err(SnapshotError::Version { found: version });
    }
    let dimension = u8::read(&mut header)?;
    if usize::from(dimension) != V::DIM {
        return Err(SnapshotError::Dimension { found: dimension });
    }
    let Some((state, sum)) = bytes.split_last_chunk::<SUM_BYTES>() else {
        return Err(SnapshotError::Truncated { at: bytes.len() });
    };
    if Sum::of(state) != u64::from_le_bytes(*sum) {
        return Err(SnapshotError::Changed);
    }
    let state = state.get(MAGIC.len() + 3..).ok_or(SnapshotError::Truncated { at: state.len() })?;
    let mut state = Reader::new(state);
    state.levels = (version == VERSION_WITH_LEVELS).then(Vec::new);
    let mut world = World::read(&mut state)?;
    state.end()?;
    let missing = state.levels.take().unwrap_or_default();
    world.fill_in(&missing, levels, &state)?;
    Ok(Snapshot { world })
}

/// Why bytes are no [`Snapshot`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They do not begin as a snapshot does.
    NoSnapshot,
    /// They are of another version of the format.
    Version {
        /// Their version.
        found: u16,
    },
    /// They hold a world of another dimension.
    Dimension {
        /// Its dimension.
        found: u8,
    },
    /// They end too early.
    Truncated {
        /// How many bytes of the state there are.
        at: usize,
    },
    /// The checksum at their end does not match: they were changed or cut off.
    Changed,
    /// They hold a level that was not given.
    NoLevel {
        /// Its [hash](Level::hash).
        hash: u64,
    },
    /// They hold an invalid shape.
    Shape(ShapeError),
    /// They hold another invalid value.
    Invalid {
        /// How many bytes of the state had been read.
        at: usize,
        /// What was expected before that.
        expected: &'static str,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSnapshot => write!(f, "no snapshot; expected bytes of Snapshot::to_bytes"),
            Self::Version { found } => {
                write!(
                    f,
                    "a snapshot of version {found}; expected {VERSION} or {VERSION_WITH_LEVELS}, make it anew"
                )
            }
            Self::Dimension { found } => {
                write!(f, "a snapshot of a world in {found}D; read it as one of that dimension")
            }
            Self::Truncated { at } => {
                write!(f, "the snapshot ends after {at} bytes; was it received whole?")
            }
            Self::Changed => {
                write!(f, "the snapshot's sum is not that of its bytes; was it received whole?")
            }
            Self::NoLevel { hash } => write!(
                f,
                "the snapshot holds a level of hash {hash:016x}; give it with \
                 Snapshot::try_from_bytes_with"
            ),
            Self::Shape(error) => write!(f, "the snapshot holds a shape that cannot be: {error}"),
            Self::Invalid { at, expected } => {
                write!(f, "the snapshot's state is wrong before byte {at}; expected {expected}")
            }
        }
    }
}

impl core::error::Error for SnapshotError {}
