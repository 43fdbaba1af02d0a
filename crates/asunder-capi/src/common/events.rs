//! What the events of both dimensions share.

use asunder::world::{ExitReason, OwnerEvent, Party, State};

/// What an event tells.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuEnter as ASU_ENTER")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuEventKind {
    /// `a` and `b` came into contact.
    AsuEnter = 0,
    /// `a` and `b` are no longer in contact, for `reason`.
    AsuExit = 1,
    /// The mover `a` was stopped by `b`, at `point`, with `normal` and `fraction`.
    AsuBlocked = 2,
    /// The mover `a` is no longer stopped by `b`.
    AsuUnblocked = 3,
    /// `attack`, or a collider that is always swept if that is zero, hit `b` with `a`, at `point`, with
    /// `normal` and `fraction`; `tag`, `bone` and `region` are those of `b`.
    AsuHit = 4,
    /// A carrier's collider `b` pushed the body of `a` against the collider `against`.
    AsuCrushed = 5,
}

/// Why a contact ended.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuParted as ASU_PARTED")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuExitReason {
    /// They moved apart, or no longer respond to one another.
    AsuParted = 0,
    /// One of them, or both, left the world.
    AsuRemoved = 1,
}

impl From<ExitReason> for AsuExitReason {
    fn from(reason: ExitReason) -> Self {
        match reason {
            ExitReason::Removed => Self::AsuRemoved,
            _ => Self::AsuParted,
        }
    }
}

/// The party that a collider belongs to: its body's owner, or else the body itself.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuParty {
    /// Whether it is an owner; else it is a body.
    pub is_owner: bool,
    /// The owner, or the body.
    pub number: u64,
}

impl From<Party> for AsuParty {
    fn from(party: Party) -> Self {
        match party {
            Party::Owner(number) => Self { is_owner: true, number },
            Party::Body(body) => Self { is_owner: false, number: body.bits() },
        }
    }
}

/// The first contact of two parties, at least one of which is an owner, or the end of the last.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsuOwnerEvent {
    /// `ASU_ENTER` or `ASU_EXIT`.
    pub kind: AsuEventKind,
    /// Of `ASU_EXIT`: why the contacts ended.
    pub reason: AsuExitReason,
    /// The smaller of both: an owner is smaller than a body.
    pub a: AsuParty,
    /// The other.
    pub b: AsuParty,
}

impl AsuOwnerEvent {
    pub(crate) fn new(event: &OwnerEvent) -> Option<Self> {
        let (kind, reason, a, b) = match *event {
            OwnerEvent::Enter { a, b } => (AsuEventKind::AsuEnter, ExitReason::Parted, a, b),
            OwnerEvent::Exit { a, b, reason } => (AsuEventKind::AsuExit, reason, a, b),
            // A kind of event that this header does not know yet.
            _ => return None,
        };
        Some(Self { kind, reason: reason.into(), a: a.into(), b: b.into() })
    }
}

/// What a collider was at the last step.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuIdle as ASU_IDLE")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuColliderState {
    /// Neither in contact nor blocked.
    AsuIdle = 0,
    /// In contact with another.
    AsuInContact = 1,
    /// A mover that met an obstacle, or the obstacle it met.
    AsuStopped = 2,
}

impl From<State> for AsuColliderState {
    fn from(state: State) -> Self {
        match state {
            State::Blocked => Self::AsuStopped,
            State::Touching => Self::AsuInContact,
            _ => Self::AsuIdle,
        }
    }
}

/// What a noted query asked about its shape.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuAsksLine as ASU_ASKS_LINE")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuQuestion {
    /// What shares a point with it.
    AsuAsksIntersecting = 0,
    /// What the ray or segment meets.
    AsuAsksLine = 1,
    /// What it meets along a motion.
    AsuAsksCast = 2,
    /// What is near to it.
    AsuAsksNear = 3,
}
