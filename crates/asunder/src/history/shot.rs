//! Shots that clients claim, judged by what they saw.

use super::{History, Moment, RewindError, Tick};
use crate::shape::Segment;
use crate::space::Vector;
use crate::world::{ColliderId, Filter, World};

/// What a client says: at this moment I shot there, and hit that player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = ""))]
pub struct ShotClaim<V: Vector> {
    /// Who shot: none of the owner's bodies is in the way.
    pub shooter: u64,
    /// Whose body was hit.
    pub victim: u64,
    /// The tick before what the shooter saw, or at it.
    pub tick: Tick,
    /// How much of the way to the next tick lies before it: from 0, below 1.
    pub fraction: f32,
    /// The way of the shot, from `a` to `b`.
    pub shot: Segment<V>,
}

/// What a claim is worth: a value to be sent, or kept for who disputes it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ShotVerdict {
    /// The moment it was judged at.
    pub moment: Moment,
    /// Whether it hit, or why not.
    pub finding: ShotFinding,
}

/// Whether a shot hit the claimed victim, or why not.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ShotFinding {
    /// It hit the victim, and nothing before.
    Hit {
        /// The collider it met first.
        collider: ColliderId,
        /// What that was tagged with.
        tag: u64,
        /// The bone it rides on, if its maker said so.
        bone: Option<u16>,
        /// The region it stands for.
        region: u16,
        /// The part of the way before it.
        fraction: f32,
    },
    /// It would have hit the victim, but for something in the way.
    Blocked {
        /// What was in the way.
        by: ColliderId,
        /// Whose that was.
        owner: Option<u64>,
        /// The part of the way before it.
        fraction: f32,
        /// The victim's collider behind.
        collider: ColliderId,
    },
    /// It passed the victim.
    Missed {
        /// By how much, at least: a distance that errs low.
        by: f32,
        /// The victim's collider that it came nearest to.
        collider: ColliderId,
    },
    /// The victim was not there, or is nothing that may be hit.
    NotThere,
}

impl<V: Vector> History<V> {
    /// Judges a claim by the world as its shooter saw it. Colliders that `filter` does not admit are
    /// neither hit nor in the way, nor are the shooter's own.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::history::{History, ShotClaim, ShotFinding, Tick};
    /// use asunder::world::{BodyOptions, Filter, Motion};
    ///
    /// let mut world = World2::new();
    /// let victim = BodyOptions::from(Motion::Moving).owner(2);
    /// let victim = world.insert(Sphere2::new([5.0, 0.0], 1.0), victim)?;
    /// let mut history = History::new(10);
    /// history.record(Tick(7), &world);
    ///
    /// let judge = |y: f32| {
    ///     let shot = Segment2::new([0.0, y], [9.0, y]);
    ///     let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(7), fraction: 0.0, shot };
    ///     history.validate_shot(&world, &claim, Filter::new()).unwrap().finding
    /// };
    /// assert!(matches!(judge(1.0), ShotFinding::Hit { .. }), "it grazes");
    /// let collider = victim.collider(0);
    /// assert_eq!(judge(1.5), ShotFinding::Missed { by: 0.5, collider });
    /// # Ok::<(), asunder::world::WorldError>(())
    /// ```
    ///
    /// A shot that is disputed is kept as the claim, the verdict and the
    /// [bytes](crate::world::Snapshot::to_bytes) of the world at the ticks before and after it: restored
    /// and recorded anew, they give the same verdict anywhere.
    ///
    /// # Errors
    /// If nothing is recorded, the tick was left out, or the fraction is not from 0, below 1.
    pub fn validate_shot(
        &self,
        world: &World<V>,
        shot_claim: &ShotClaim<V>,
        filter: Filter<'_>,
    ) -> Result<ShotVerdict, RewindError> {
        let &ShotClaim { shooter, victim, tick, fraction, shot } = shot_claim;
        let view = self.at(world, tick, fraction)?;
        let moment = view.moment().ok_or(RewindError::Empty)?;
        let filter = filter.also_not_of(shooter);
        let on_victim = filter.also_only_of(victim);
        let first = view.segment(&shot, filter);
        let finding = match (first, view.segment(&shot, on_victim)) {
            (Some(first), Some(_)) if first.owner == Some(victim) => ShotFinding::Hit {
                collider: first.collider,
                tag: first.tag,
                bone: first.bone,
                region: first.region,
                fraction: first.hit.fraction,
            },
            (Some(first), Some(behind)) => ShotFinding::Blocked {
                by: first.collider,
                owner: first.owner,
                fraction: first.hit.fraction,
                collider: behind.collider,
            },
            (_, _) => match view.nearest(&shot, on_victim) {
                Some(near) => {
                    ShotFinding::Missed { by: near.hit.distance, collider: near.collider }
                }
                None => ShotFinding::NotThere,
            },
        };
        Ok(ShotVerdict { moment, finding })
    }
}
