//! The events of a step.

mod log;

use super::attacks::AttackId;
use super::body::ColliderId;
use super::walking::Crushed;
use crate::query::cast_rotating::Reached;
use crate::sort::sort_by;
use crate::space::Vector;

pub use log::{Correction, EventLog};

/// A change between two steps of a [`World`](super::World).
///
/// Every `Enter` is followed by exactly one `Exit` of the same two colliders, and every `Blocked` by
/// one `Unblocked`, even if one of them is removed. A contact that lasts is no event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Event<V: Vector> {
    /// Two colliders came into contact, as their layers' [`Response`](super::Response) defines it.
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
        /// Why the contact ended.
        reason: ExitReason,
    },
    /// A mover's motion first met an obstacle.
    ///
    /// This is about the motion: whether the rounded position at which the mover stopped still
    /// touches the obstacle is another question.
    Blocked {
        /// The mover.
        mover: ColliderId,
        /// The obstacle that stopped it.
        obstacle: ColliderId,
        /// A point of the obstacle where they met.
        #[cfg_attr(feature = "serde", serde(with = "crate::shape::serde::vector"))]
        point: V,
        /// The unit normal of the obstacle there, against the motion.
        #[cfg_attr(feature = "serde", serde(with = "crate::shape::serde::vector"))]
        normal: V,
        /// The fraction of the motion at which they met.
        fraction: f32,
    },
    /// A mover's motion no longer meets an obstacle: it led elsewhere, or there was none.
    Unblocked {
        /// The mover.
        mover: ColliderId,
        /// The obstacle that had stopped it.
        obstacle: ColliderId,
    },
    /// An attack, or a collider that is always swept, hit a victim.
    Hit(AttackHit<V>),
    /// A [carrier](super::World::carry) pushed a body that something else stopped. It is told of each step
    /// before which the carrier was moved and the body was not free of it.
    Crushed(Crushed),
}

/// A hit of an attack.
///
/// If the victim's body was inserted with the shapes of [`Rig::place`](crate::Rig::place), then
/// `collider.part` is the number of the hitbox, and [`Rig::label`](crate::Rig::label) names it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = ""))]
#[non_exhaustive]
pub struct AttackHit<V: Vector> {
    /// The attack; `None` if the collider is always [swept](super::Collider::swept()).
    pub attack: Option<AttackId>,
    /// The collider that hit.
    pub by: ColliderId,
    /// The collider that was hit: of all of the victim's, the first.
    pub collider: ColliderId,
    /// The tag of that collider.
    pub tag: u64,
    /// The bone that collider is attached to, if any.
    pub bone: Option<u16>,
    /// The region that collider represents.
    pub region: u16,
    /// A point of the victim where they met.
    #[cfg_attr(feature = "serde", serde(with = "crate::shape::serde::vector"))]
    pub point: V,
    /// The unit normal there, from the victim to the attacker.
    #[cfg_attr(feature = "serde", serde(with = "crate::shape::serde::vector"))]
    pub normal: V,
    /// The fraction of the path since the last step at which they met, never late. One, if only
    /// rounding made them meet at its end.
    pub fraction: f32,
    /// How close the impact is: a straight path ends in [contact](Reached::Contact), a turning one
    /// may end within a tolerance.
    pub reached: Reached,
}

impl<V: Vector> AttackHit<V> {
    /// The sort key of the impacts of an attack on one victim: the first one counts.
    pub(super) fn key(&self) -> (u32, u16, ColliderId, ColliderId) {
        (self.fraction.to_bits(), self.region, self.collider, self.by)
    }
}

impl<V: Vector> Event<V> {
    /// Both colliders, in the order in which events are sorted: of a hit, the attacker's comes first; of
    /// one who was crushed, his first one does.
    #[must_use]
    pub fn colliders(&self) -> (ColliderId, ColliderId) {
        match *self {
            Self::Enter { a, b } | Self::Exit { a, b, .. } => (a, b),
            Self::Blocked { mover, obstacle, .. } | Self::Unblocked { mover, obstacle } => {
                (mover, obstacle)
            }
            Self::Hit(AttackHit { by, collider, .. }) => (by, collider),
            Self::Crushed(Crushed { body, by, .. }) => (body.collider(0), by),
        }
    }

    /// The sort key of events: the
    pub(super) fn key(&self) -> ((ColliderId, ColliderId), (u8, Option<AttackId>)) {
        let kind = match self {
            Self::Enter { .. } => (0, None),
            Self::Exit { .. } => (1, None),
            Self::Blocked { .. } => (2, None),
            Self::Unblocked { .. } => (3, None),
            Self::Hit(hit) => (4, hit.attack),
            Self::Crushed(_) => (5, None),
        };
        (self.colliders(), kind)
    }

    /// Brings the events of a step into their order.
    pub(super) fn sort(events: &mut [Self]) {
        sort_by(events, &|x, y| x.key().cmp(&y.key()));
    }
}

/// Why a contact ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ExitReason {
    /// They moved apart, or no longer [respond](super::World::set_layer) to one another.
    Parted,
    /// One of them, or both, left the world.
    Removed,
}
