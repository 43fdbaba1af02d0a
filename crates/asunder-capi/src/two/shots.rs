//! Shots that are claimed, and what is found of them, in the plane. `three/shots.rs` is what this is derived from, by `tests/derived.rs`.

use super::history::{AsuHistory2, with_history};
use super::read::segment_at;
use super::shapes::AsuSegment2;
use super::world::{AsuWorld2, with_world};
use crate::common::{AsuColliderId, AsuFilter, AsuMoment, AsuShotFinding, bone_number, filter_at};
use crate::pointer::{Out, read};
use crate::recorder::{AsuRecorder, note_in};
use crate::status::{AsuStatus, Failure, call};
use asunder::glam::Vec2;
use asunder::history::{ShotClaim, ShotFinding, ShotVerdict, Tick};

/// A client's claim that its shot, at a moment it saw, hit a player.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuShotClaim2 {
    /// The owner who shot: none of its bodies is in the way.
    pub shooter: u64,
    /// The owner whose body was hit.
    pub victim: u64,
    /// The moment that the shooter saw.
    pub moment: AsuMoment,
    /// The path of the shot, from `a` to `b`.
    pub shot: AsuSegment2,
}

impl AsuShotClaim2 {
    fn read(&self) -> Result<ShotClaim<Vec2>, Failure> {
        // SAFETY: the pointer is to a field of ours.
        let shot = unsafe { segment_at(&raw const self.shot) }.map_err(|it| it.of("claim"))?;
        let AsuMoment { tick, fraction } = self.moment;
        let Self { shooter, victim, .. } = *self;
        Ok(ShotClaim { shooter, victim, tick: Tick(tick), fraction, shot })
    }
}

/// What is found of a shot. What does not belong to its finding is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsuShotVerdict2 {
    /// The moment at which the claim was validated, or the oldest there is if it is too old.
    pub moment: AsuMoment,
    /// Whether another moment was claimed, which lies too far back or is yet to come.
    pub clamped: bool,
    /// Whether it hit, or why not.
    pub finding: AsuShotFinding,
    /// Of a hit, the collider hit first, and of a body with a skin that which holds the place where the skin is
    /// met; of a blocked shot, the victim's collider behind what is in the way; of a grazed skin, the first
    /// hitbox that the shot went through; of a miss, the victim's nearest.
    pub collider: AsuColliderId,
    /// Of a hit or a grazed skin: the tag of that collider.
    pub tag: u64,
    /// Of a hit or a grazed skin: its bone, or `ASU_NO_BONE`.
    pub bone: u32,
    /// Of a hit or a grazed skin: its region.
    pub region: u16,
    /// Of a hit, a blocked shot or a grazed skin: the fraction of the shot before it.
    pub fraction: f32,
    /// Of a blocked shot: the collider in the way.
    pub by: AsuColliderId,
    /// 1 if the body in the way has an owner, else 0.
    pub has_owner: u32,
    /// Its owner.
    pub owner: u64,
    /// Of a miss: the distance by which it missed; it errs low.
    pub missed_by: f32,
    /// Of a grazed skin: the distance from the path of the shot to the nearest triangle; above zero, and it errs
    /// low.
    pub air: f32,
}

impl AsuShotVerdict2 {
    fn new(verdict: &ShotVerdict) -> Result<Self, Failure> {
        let plain = Self {
            moment: verdict.moment.into(),
            clamped: verdict.moment.clamped,
            finding: AsuShotFinding::AsuTooOld,
            collider: AsuColliderId::default(),
            tag: 0,
            bone: bone_number(None),
            region: 0,
            fraction: 0.0,
            by: AsuColliderId::default(),
            has_owner: 0,
            owner: 0,
            missed_by: 0.0,
            air: 0.0,
        };
        Ok(match verdict.finding {
            ShotFinding::TooOld => plain,
            ShotFinding::Hit { collider, tag, bone, region, fraction } => Self {
                finding: AsuShotFinding::AsuShotHit,
                collider: collider.into(),
                tag,
                bone: bone_number(bone),
                region,
                fraction,
                ..plain
            },
            ShotFinding::Blocked { by, owner, fraction, collider } => Self {
                finding: AsuShotFinding::AsuShotBlocked,
                collider: collider.into(),
                by: by.into(),
                has_owner: owner.is_some().into(),
                owner: owner.unwrap_or(0),
                fraction,
                ..plain
            },
            ShotFinding::Missed { by, collider } => Self {
                finding: AsuShotFinding::AsuShotMissed,
                collider: collider.into(),
                missed_by: by,
                ..plain
            },
            ShotFinding::Grazed { air, collider, tag, bone, region, fraction } => Self {
                finding: AsuShotFinding::AsuShotGrazed,
                collider: collider.into(),
                tag,
                bone: bone_number(bone),
                region,
                fraction,
                air,
                ..plain
            },
            ShotFinding::NotThere => Self { finding: AsuShotFinding::AsuNotThere, ..plain },
            other => {
                return Err(Failure::argument(format!(
                    "{other:?} is a finding that this header lacks"
                )));
            }
        })
    }
}

/// Whether a claimed shot hit, in the world as its shooter saw it. Colliders that the filter does not admit are
/// neither hit nor in the way, nor are the shooter's own. A claim from before the history is
/// `ASU_TOO_OLD`, whatever the shot. `recorder`, if its handle is not zero, notes the claim and the verdict.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asu_history2_validate_shot(
    history: AsuHistory2,
    world: AsuWorld2,
    claim: *const AsuShotClaim2,
    filter: *const AsuFilter,
    recorder: AsuRecorder,
    verdict: *mut AsuShotVerdict2,
) -> AsuStatus {
    call(|| {
        // SAFETY: the caller's pointers are good, as the crate's documentation asks.
        let (out, claim, filter) = unsafe {
            let claim = read(claim, "claim")?.read()?;
            (Out::new(verdict, "verdict")?, claim, filter_at(filter)?)
        };
        let verdict = with_history(history, |history| {
            with_world(world, |world| Ok(history.validate_shot(world, &claim, filter)?))
        })?;
        note_in(recorder.handle, |recorder| recorder.shot(&claim, &verdict));
        out.write(AsuShotVerdict2::new(&verdict)?);
        Ok(())
    })
}
