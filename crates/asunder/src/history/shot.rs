//! Shots that clients claim, validated against what they saw.

use super::skin_shot::ShotHits;
use super::{History, Moment, RewindError, Tick};
use crate::shape::Segment;
use crate::space::Vector;
use crate::world::{ColliderId, Filter, World};

/// A client's claim that its shot, at a moment it saw, hit a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = ""))]
pub struct ShotClaim<V: Vector> {
    /// The owner who shot: none of its bodies is in the way.
    pub shooter: u64,
    /// The owner whose body was hit.
    pub victim: u64,
    /// The last tick at or before the moment that the shooter saw.
    pub tick: Tick,
    /// The fraction of the time to the next tick, in `0.0..1.0`.
    pub fraction: f32,
    /// The path of the shot, from `a` to `b`.
    pub shot: Segment<V>,
}

/// The verdict on a shot claim: a value to send, or to keep in case of a dispute.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ShotVerdict {
    /// The moment at which the claim was validated, or the oldest there is if the claim is
    /// [`TooOld`](ShotFinding::TooOld).
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
    /// The claimed moment is further back than the history goes, so that nothing was looked at.
    /// [`ShotVerdict::moment`] is the oldest that is shown: a server that wants to answer as of that
    /// moment claims it anew.
    TooOld,
    /// It hit the victim, and nothing before.
    Hit {
        /// The collider it hit first; of a body with a [skin](History::record_skin) that which holds the place
        /// where the shot meets the skin.
        collider: ColliderId,
        /// The tag of that collider.
        tag: u64,
        /// The bone that collider is attached to, if any.
        bone: Option<u16>,
        /// The region that collider represents.
        region: u16,
        /// The fraction of the shot before it, or before the skin.
        fraction: f32,
    },
    /// It would have hit the victim, but for something in the way.
    Blocked {
        /// The collider in the way.
        by: ColliderId,
        /// The owner of that collider.
        owner: Option<u64>,
        /// The fraction of the shot before it.
        fraction: f32,
        /// The victim's collider behind it.
        collider: ColliderId,
    },
    /// It went through hitboxes of the victim, but through their air alone: it missed the
    /// [skin recorded](History::record_skin) of each body concerned, and nothing else of the victim is hit. As
    /// of a miss, whatever else is in the way does not matter.
    Grazed {
        /// The distance by which it missed the skin: from the path of the shot, from end to end, to the
        /// nearest posed triangle, in the units of the world. It is more than zero, and errs low as
        /// [`distance`](crate::Distance::distance) does, by 2⁻²² of itself and 2⁻⁴⁰ of the sizes concerned. Of
        /// several bodies it is the least.
        air: f32,
        /// The first hitbox that it went through, of the body whose skin it came nearest to.
        collider: ColliderId,
        /// The tag of that collider.
        tag: u64,
        /// The bone that collider is attached to, if any.
        bone: Option<u16>,
        /// The region that collider represents.
        region: u16,
        /// The fraction of the shot before it.
        fraction: f32,
    },
    /// It missed the victim.
    Missed {
        /// The distance by which it missed; it errs low.
        by: f32,
        /// The victim's collider nearest to the shot.
        collider: ColliderId,
    },
    /// The victim was not there, or the filter admits none of its colliders.
    NotThere,
}

impl<V: Vector> History<V> {
    /// Whether a claimed shot hit, in the world as its shooter saw it. Colliders that `filter` does
    /// not admit are neither hit nor in the way, nor are the shooter's own.
    ///
    /// A body with a [skin](History::record_skin) at the moment is hit, or in the way, where the shot meets the
    /// posed triangles, exactly, if it goes through one of the body's hitboxes at all; if it misses them, it went
    /// through [air](ShotFinding::Grazed). What of a skin pokes out of all hitboxes that the shot meets none of,
    /// is not hit.
    ///
    /// ```
    /// use asunder::prelude::*;
    /// use asunder::history::{History, ShotClaim, ShotFinding};
    ///
    /// let mut world = World2::new();
    /// let victim = BodyOptions::from(BodyKind::Moving).owner(2);
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
    /// A claim from before the history is [`TooOld`](ShotFinding::TooOld), whatever the shot; one of a
    /// moment yet to come is validated at the last moment recorded, and
    /// [`Moment::clamped`](super::Moment::clamped) reports it.
    ///
    /// A shot that is disputed is kept as the claim, the verdict and the
    /// [bytes](crate::world::Snapshot::to_bytes) of the world at the ticks before and after it, and those of the
    /// [skins](super::SkinSnapshot) recorded at these: restored and recorded anew, they give the same verdict
    /// anywhere.
    ///
    /// # Errors
    /// If nothing is recorded, the tick was left out, or the fraction is not in `0.0..1.0`.
    pub fn validate_shot(
        &self,
        world: &World<V>,
        shot_claim: &ShotClaim<V>,
        filter: Filter<'_>,
    ) -> Result<ShotVerdict, RewindError> {
        let &ShotClaim { shooter, victim, tick, fraction, shot } = shot_claim;
        let view = self.at(world, tick, fraction)?;
        let moment = view.moment().ok_or(RewindError::Empty)?;
        if moment.clamped && tick < moment.tick {
            return Ok(ShotVerdict { moment, finding: ShotFinding::TooOld });
        }
        let filter = filter.also_not_of(shooter);
        let on_victim = filter.also_only_of(victim);
        let hits = if self.skins.is_empty() {
            let first = |filter| view.segment(&shot).filter(filter).first();
            ShotHits { first: first(filter), on_victim: first(on_victim), grazed: None }
        } else {
            self.hits_on_skins(&view, moment, &shot, victim, filter)?
        };
        let finding = match (hits.first, hits.on_victim, hits.grazed) {
            (Some(first), Some(_), _) if first.owner == Some(victim) => ShotFinding::Hit {
                collider: first.collider,
                tag: first.tag,
                bone: first.bone,
                region: first.region,
                fraction: first.fraction,
            },
            (Some(first), Some(behind), _) => ShotFinding::Blocked {
                by: first.collider,
                owner: first.owner,
                fraction: first.fraction,
                collider: behind.collider,
            },
            (_, None, Some((air, hitbox))) => ShotFinding::Grazed {
                air,
                collider: hitbox.collider,
                tag: hitbox.tag,
                bone: hitbox.bone,
                region: hitbox.region,
                fraction: hitbox.fraction,
            },
            (_, _, _) => match view.near(&shot).filter(on_victim).first() {
                Some(near) => ShotFinding::Missed { by: near.distance, collider: near.collider },
                None => ShotFinding::NotThere,
            },
        };
        Ok(ShotVerdict { moment, finding })
    }
}
