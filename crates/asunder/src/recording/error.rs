//! Why bytes are no recording.

use crate::history::Tick;
use crate::shape::ShapeError;
use crate::skin::SkinError;
use core::fmt;

/// A value that was read, or why there is none.
pub(super) type Parsed<T> = Result<T, RecordingError>;

/// Why bytes are no [`Recording`](super::Recording), or a tick is not in one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordingError {
    /// They do not begin as a recording does.
    NoRecording,
    /// They are of another version of the format.
    Version {
        /// Their version.
        found: u16,
    },
    /// They end too early.
    Truncated {
        /// How many bytes there are.
        at: usize,
    },
    /// The checksum of a block does not match: it was changed.
    Changed {
        /// Where the block begins.
        at: usize,
    },
    /// A block holds an invalid shape.
    Shape {
        /// Where the block begins.
        at: usize,
        /// Why there is no such shape.
        error: ShapeError,
    },
    /// A block holds another invalid value.
    Invalid {
        /// Where the block begins.
        at: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// The tick is not in the recording.
    NoTick {
        /// The tick.
        tick: Tick,
        /// The first and the last tick that are; `None` if there is none at all.
        recorded: Option<(Tick, Tick)>,
    },
    /// It holds a skin that was not given.
    NoSkin {
        /// Its [hash](crate::Skin::hash).
        hash: u64,
    },
    /// It holds matrices that are no pose of their skin.
    Skin(SkinError),
}

impl RecordingError {
    /// An invalid value in a block that is not known here.
    pub(super) const fn invalid(expected: &'static str) -> Self {
        Self::Invalid { at: 0, expected }
    }

    /// The same in the block that begins at `place`.
    pub(super) fn in_block(self, place: usize) -> Self {
        match self {
            Self::Invalid { expected, .. } => Self::Invalid { at: place, expected },
            Self::Shape { error, .. } => Self::Shape { at: place, error },
            Self::NoRecording
            | Self::Version { .. }
            | Self::Truncated { .. }
            | Self::Changed { .. }
            | Self::NoTick { .. }
            | Self::NoSkin { .. }
            | Self::Skin(_) => self,
        }
    }
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRecording => {
                write!(f, "no recording; expected the bytes that a Recorder wrote")
            }
            Self::Version { found } => {
                write!(
                    f,
                    "a recording of version {found}; expected {}, make it anew",
                    super::VERSION
                )
            }
            Self::Truncated { at } => write!(
                f,
                "the recording ends after {at} bytes, without its last block; was it finished, and \
                 received whole?"
            ),
            Self::Changed { at } => write!(
                f,
                "the block at byte {at} of the recording is not as it was written; was it received whole?"
            ),
            Self::Shape { at, error } => write!(
                f,
                "the block at byte {at} of the recording holds a shape that cannot be: {error}"
            ),
            Self::Invalid { at, expected } => {
                write!(f, "the block at byte {at} of the recording is wrong; expected {expected}")
            }
            Self::NoTick { tick, recorded: Some((first, last)) } => write!(
                f,
                "tick {} is not in the recording; expected one of those from {} to {} that were recorded",
                tick.0, first.0, last.0
            ),
            Self::NoTick { tick, recorded: None } => {
                write!(f, "tick {} is not in the recording, which has no ticks", tick.0)
            }
            Self::NoSkin { hash } => write!(
                f,
                "the recording holds a skin of hash {hash:016x}; give it to RecordedSkinPose::posed"
            ),
            Self::Skin(error) => {
                write!(f, "the recording holds a pose that its skin cannot have: {error}")
            }
        }
    }
}

impl core::error::Error for RecordingError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Shape { error, .. } => error.source(),
            _ => None,
        }
    }
}
