//! The skins of bodies, recorded beside them.

use super::{History, RewindError, SkinSnapshot, Tick};
use crate::level::Parts as _;
use crate::skin::{PosedSkin, Skin, SkinError};
use crate::space::{Affine, Vector};
use crate::world::BodyId;
use core::ops::Range;
use glam::Vec3;
use std::collections::VecDeque;

/// A skin and the matrices that pose it.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinInPose {
    skin: Skin,
    matrices: Vec<Affine<Vec3>>,
}

impl SkinInPose {
    /// A skin, and matrices that pose it.
    pub(super) fn try_new(skin: &Skin, matrices: Vec<Affine<Vec3>>) -> Result<Self, SkinError> {
        skin.posed(&matrices)?;
        Ok(Self { skin: skin.clone(), matrices })
    }

    pub(super) fn into_matrices(self) -> Vec<Affine<Vec3>> {
        self.matrices
    }

    /// The skin.
    #[must_use]
    pub fn skin(&self) -> &Skin {
        &self.skin
    }

    /// The skinning matrices of its joints, which map to the world.
    #[must_use]
    pub fn matrices(&self) -> &[Affine<Vec3>] {
        &self.matrices
    }

    /// The skin in the pose, whose triangles are in the world. It takes some nanoseconds a joint.
    ///
    /// # Errors
    /// None that a history gives: it refuses matrices that are no pose.
    pub fn posed(&self) -> Result<PosedSkin<'_>, SkinError> {
        self.skin.posed(&self.matrices)
    }
}

/// The skins of the last ticks: those of a tick at which one was recorded, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct SkinFrames {
    list: VecDeque<SkinFrame>,
    /// One that is no longer kept, whose memory is used again.
    spare: Option<SkinFrame>,
}

#[derive(Clone, Debug)]
struct SkinFrame {
    tick: Tick,
    skins: Vec<SkinOfBody>,
    matrices: Vec<Affine<Vec3>>,
}

#[derive(Clone, Debug)]
struct SkinOfBody {
    body: BodyId,
    skin: Skin,
    matrices: Range<usize>,
}

impl SkinFrame {
    /// The skins of a body, in the order in which they were recorded, with their matrices.
    fn of(&self, body: BodyId) -> impl Iterator<Item = (&Skin, &[Affine<Vec3>])> {
        let own = self.skins.iter().filter(move |it| it.body == body);
        own.map(|it| (&it.skin, &self.matrices[it.matrices.clone()]))
    }
}

impl SkinFrames {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Forgets all that were not recorded at these ticks.
    pub(super) fn keep(&mut self, ticks: Range<Option<Tick>>) {
        while self.list.back().is_some_and(|last| Some(last.tick) >= ticks.end) {
            self.list.pop_back();
        }
        while self.list.front().is_some_and(|first| Some(first.tick) < ticks.start) {
            self.spare = self.list.pop_front();
        }
    }

    fn frame(&self, tick: Tick) -> Option<&SkinFrame> {
        let at = self.list.binary_search_by_key(&tick, |frame| frame.tick).ok()?;
        self.list.get(at)
    }

    /// Adds a skin of a body at a tick, which is that of the last frame, or later.
    fn push(&mut self, tick: Tick, body: BodyId, skin: &Skin, matrices: &[Affine<Vec3>]) {
        if self.list.back().is_none_or(|last| last.tick != tick) {
            let new = || SkinFrame { tick, skins: Vec::new(), matrices: Vec::new() };
            let mut frame = self.spare.take().unwrap_or_else(new);
            frame.tick = tick;
            frame.skins.clear();
            frame.matrices.clear();
            self.list.push_back(frame);
        }
        let Some(SkinFrame { skins, matrices: all, .. }) = self.list.back_mut() else { return };
        let first = all.len();
        all.extend_from_slice(&matrices[..skin.joint_count()]);
        skins.push(SkinOfBody { body, skin: skin.clone(), matrices: first..all.len() });
    }
}

impl History<Vec3> {
    /// Records the skin of a body as it is at the tick recorded last, so that
    /// [`validate_shot`](Self::validate_shot) tells whether a shot hit it, or the air of a hitbox.
    ///
    /// The matrices are skinning matrices, as [`Skin::posed`] takes them, that map to the *world*: of a model
    /// that stands somewhere, its world matrix [after](Affine::after) each. A body of several meshes has
    /// several skins: each call adds one. A skin without triangles is as none. Recording the tick again
    /// forgets them.
    ///
    /// It copies the matrices, 48 bytes a joint, and shares the skin; memory of ticks that are no longer kept is
    /// used again. Skins are no part of a world, of its snapshots or its hash: who keeps those for a dispute keeps
    /// a [`SkinSnapshot`], too.
    ///
    /// ```
    /// use asunder::history::{History, ShotClaim, ShotFinding};
    /// use asunder::prelude::*;
    /// use asunder::{Affine3, Skin};
    ///
    /// // A body whose hitbox is a cube, and whose skin is a triangle across it.
    /// let skin = Skin::try_new(
    ///     [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]],
    ///     [[(0, 1.0)]; 3],
    ///     [[0, 1, 2]],
    /// )?;
    /// let mut world = World3::new();
    /// let victim = BodyOptions::from(BodyKind::Moving).owner(2);
    /// let victim = world.insert(Aabb3::new([0.0; 3], [2.0; 3]), victim)?;
    /// let mut history = History::new(10);
    /// world.step();
    /// history.record(Tick(7), &world);
    /// history.record_skin(victim, &skin, &[Affine3::identity()])?;
    ///
    /// let judge = |x: f32, y: f32| {
    ///     let shot = Segment3::new([x, y, 9.0], [x, y, -9.0]);
    ///     let claim = ShotClaim { shooter: 1, victim: 2, tick: Tick(7), fraction: 0.0, shot };
    ///     history.validate_shot(&world, &claim, Filter::new()).map(|verdict| verdict.finding)
    /// };
    /// assert!(matches!(judge(2.0, 0.0)?, ShotFinding::Hit { fraction: 0.5, .. }), "a vertex of the skin");
    /// let ShotFinding::Grazed { air, collider, .. } = judge(2.0, 1.0)? else { panic!("a miss") };
    /// assert_eq!(collider, victim.collider(0));
    /// assert!((air - 0.5_f32.sqrt()).abs() < 1e-6, "how far it passed from the skin: {air}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If nothing is recorded, the body did not move in the world at that tick ([fixed](crate::world::BodyKind)
    /// ones are not recorded), or the matrices are no pose of the skin.
    pub fn record_skin(
        &mut self,
        body: BodyId,
        skin: &Skin,
        matrices: &[Affine<Vec3>],
    ) -> Result<(), RewindError> {
        let tick = self.frames.last_tick_of(body)?;
        skin.posed(matrices).map_err(RewindError::Skin)?;
        if skin.rest().part_count() > 0 {
            self.skins.push(tick, body, skin, matrices);
            self.poses.forget();
        }
        Ok(())
    }
}

impl History<Vec3> {
    /// The skins that were recorded at a tick, with their matrices: none, if none was, or the tick is no longer
    /// kept. It copies the matrices, and shares the skins.
    #[must_use]
    pub fn skin_snapshot(&self, tick: Tick) -> SkinSnapshot {
        let own = |it: &SkinOfBody, frame: &SkinFrame| {
            let matrices = frame.matrices[it.matrices.clone()].to_vec();
            (it.body, SkinInPose { skin: it.skin.clone(), matrices })
        };
        let frame = self.skins.frame(tick);
        let skins = frame.map(|frame| frame.skins.iter().map(|it| own(it, frame)).collect());
        SkinSnapshot::of(skins.unwrap_or_default())
    }

    /// Records all skins of a snapshot as they are at the tick recorded last, as
    /// [`record_skin`](Self::record_skin) does each.
    ///
    /// # Errors
    /// As [`record_skin`](Self::record_skin), of any of the bodies; then none is recorded.
    pub fn record_skins(&mut self, snapshot: &SkinSnapshot) -> Result<(), RewindError> {
        let bodies = snapshot.skins().iter().map(|(body, _)| *body);
        let ticks = bodies.map(|body| self.frames.last_tick_of(body));
        ticks.collect::<Result<Vec<_>, _>>()?;
        let mut skins = snapshot.skins().iter();
        skins.try_for_each(|(body, it)| self.record_skin(*body, &it.skin, &it.matrices))
    }
}

impl<V: Vector> History<V> {
    /// The skins of a body at a moment, in the order in which they were recorded; none, if none was, or the body
    /// was not there. A moment is clamped as by [`at`](Self::at).
    ///
    /// Between two ticks a skin goes as the body's hitboxes do: where these are interpolated, and the body has
    /// the same skin in the same place of the order at the next tick, its pose is that of [`Skin::between`].
    /// Otherwise it keeps the pose of the tick before, as what was
    /// [teleported](crate::World::teleported) does.
    ///
    /// # Errors
    /// As [`at`](Self::at).
    pub fn skins_at(
        &self,
        body: BodyId,
        tick: Tick,
        fraction: f32,
    ) -> Result<Vec<SkinInPose>, RewindError> {
        let mut skins = Vec::new();
        self.pose_skins(body, (tick, fraction), &mut Vec::new(), &mut skins)?;
        Ok(skins)
    }

    /// Appends the skins of a body at a moment, with matrices in memory of `spare`, as far as that goes.
    pub(super) fn pose_skins(
        &self,
        body: BodyId,
        (tick, fraction): (Tick, f32),
        spare: &mut Vec<Vec<Affine<Vec3>>>,
        out: &mut Vec<SkinInPose>,
    ) -> Result<(), RewindError> {
        let Some((tick, fraction)) = self.frames.body_at(tick, fraction, body)? else {
            return Ok(());
        };
        let Some(frame) = self.skins.frame(tick) else { return Ok(()) };
        let next = if fraction > 0.0 { self.skins.frame(Tick(tick.0 + 1)) } else { None };
        let mut next = next.into_iter().flat_map(|next| next.of(body));
        out.extend(frame.of(body).map(|(skin, from)| {
            let mut matrices = spare.pop().unwrap_or_default();
            let to = next.next().filter(|(other, _)| *other == skin);
            let is_between = to.is_some_and(|(_, to)| {
                // Near the largest numbers there may be no pose between two.
                skin.between(from, to, fraction, &mut matrices).is_ok()
            });
            if !is_between {
                matrices.clear();
                matrices.extend_from_slice(from);
            }
            SkinInPose { skin: skin.clone(), matrices }
        }));
        Ok(())
    }
}
