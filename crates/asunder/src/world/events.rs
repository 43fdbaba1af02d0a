//! What a step found to be new.

use super::ColliderId;
use crate::space::Vector;

/// What changed between two steps of a [`World`](super::World).
///
/// Every `Enter` is followed by exactly one `Exit` of the same two colliders, and every `Blocked`
/// by one `Unblocked`: also if one of them is removed. What lasts is no event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<V: Vector> {
    /// Two colliders came into contact, as their layers' [`Response`](super::Response) means it.
    Enter {
        /// The one with the smaller id.
        a: ColliderId,
        /// The other.
        b: ColliderId,
    },
    /// Two colliders are no longer in contact.
    Exit {
        /// The one with the smaller id.
        a: ColliderId,
        /// The other.
        b: ColliderId,
        /// Why.
        reason: ExitReason,
    },
    /// A mover's motion first met an obstacle.
    ///
    /// It tells of the motion: whether the rounded position at which the mover stopped still
    /// touches the obstacle is another question.
    Blocked {
        /// What moved.
        mover: ColliderId,
        /// What stopped it.
        obstacle: ColliderId,
        /// A point of the obstacle where they met.
        point: V,
        /// The unit normal of the obstacle there, against the motion.
        normal: V,
        /// The part of the motion after which they met.
        fraction: f32,
    },
    /// A mover's motion no longer meets an obstacle: it led elsewhere, or there was none.
    Unblocked {
        /// What moved.
        mover: ColliderId,
        /// What had stopped it.
        obstacle: ColliderId,
    },
}

impl<V: Vector> Event<V> {
    /// Both colliders, in the order in which events are sorted.
    #[must_use]
    pub fn colliders(&self) -> (ColliderId, ColliderId) {
        match *self {
            Self::Enter { a, b } | Self::Exit { a, b, .. } => (a, b),
            Self::Blocked { mover, obstacle, .. } | Self::Unblocked { mover, obstacle } => {
                (mover, obstacle)
            }
        }
    }

    /// What orders events: the colliders, then the kind.
    pub(super) fn key(&self) -> ((ColliderId, ColliderId), u8) {
        let kind = match self {
            Self::Enter { .. } => 0,
            Self::Exit { .. } => 1,
            Self::Blocked { .. } => 2,
            Self::Unblocked { .. } => 3,
        };
        (self.colliders(), kind)
    }
}

/// Why a contact ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExitReason {
    /// They moved apart.
    Parted,
    /// One of them, or both, left the world.
    Removed,
}
