//! Moments of the past.

use asunder::history::{Moment, OwnTime, Tick};

/// A moment: a part of the way from a tick to the next.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AsuMoment {
    /// A tick that was recorded. One too long ago is answered by the oldest there is, one yet to come by the
    /// last.
    pub tick: u64,
    /// From 0, the tick itself, to below 1, the next.
    pub fraction: f32,
}

impl From<Moment> for AsuMoment {
    fn from(moment: Moment) -> Self {
        Self { tick: moment.tick.0, fraction: moment.fraction }
    }
}

/// A moment for the bodies of one owner.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuOwnTime {
    /// The owner.
    pub owner: u64,
    /// When its bodies are asked about.
    pub moment: AsuMoment,
}

impl AsuOwnTime {
    pub(crate) fn read(&self) -> OwnTime {
        let AsuMoment { tick, fraction } = self.moment;
        OwnTime { owner: self.owner, tick: Tick(tick), fraction }
    }
}

/// What became of a claimed shot.
#[allow(clippy::enum_variant_names, reason = "the header writes AsuTooOld as ASU_TOO_OLD")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsuShotFinding {
    /// The claimed moment is further back than the history goes, so that nothing was looked at.
    AsuTooOld = 0,
    /// It hit the victim, and nothing before.
    AsuShotHit = 1,
    /// It would have hit the victim, but for something in the way.
    AsuShotBlocked = 2,
    /// It missed the victim.
    AsuShotMissed = 3,
    /// The victim was not there, or the filter admits none of its colliders.
    AsuNotThere = 4,
    /// It went through the air of the victim's hitboxes and missed the skin behind them.
    AsuShotGrazed = 5,
}
