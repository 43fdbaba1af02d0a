//! Skins in the poses of the moment that was asked about last: several shots of one moment pose them once.

use super::{History, Moment, RewindError, SkinInPose, Tick};
use crate::space::{Affine, Vector};
use crate::world::BodyId;
use core::ops::Range;
use glam::Vec3;
use std::sync::{Mutex, PoisonError};

/// Poses that were computed, and may be again: nothing but time depends on them. A copy has none.
#[derive(Debug, Default)]
pub(super) struct PoseCache(Mutex<PosesAtMoment>);

impl Clone for PoseCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PoseCache {
    /// Forgets all poses, and keeps their memory.
    pub(super) fn forget(&mut self) {
        let poses = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        poses.begin(None);
    }
}

#[derive(Debug, Default)]
struct PosesAtMoment {
    /// The moment as it is reported, by the bits of its fraction.
    moment: Option<(Tick, u32)>,
    bodies: Vec<(BodyId, Range<usize>)>,
    skins: Vec<SkinInPose>,
    /// The memory of matrices that were forgotten.
    spare: Vec<Vec<Affine<Vec3>>>,
}

impl PosesAtMoment {
    fn begin(&mut self, moment: Option<(Tick, u32)>) {
        self.moment = moment;
        self.bodies.clear();
        self.spare.extend(self.skins.drain(..).map(SkinInPose::into_matrices));
    }
}

impl<V: Vector> History<V> {
    /// What `ask` says of the skins of a body at a moment: those of [`skins_at`](Self::skins_at).
    ///
    /// Of the threads that ask at once one keeps its poses, the others pose for themselves.
    pub(super) fn ask_skins<R>(
        &self,
        body: BodyId,
        moment: Moment,
        ask: impl FnOnce(&[SkinInPose]) -> R,
    ) -> Result<R, RewindError> {
        let Moment { tick, fraction, .. } = moment;
        let Ok(mut poses) = self.poses.0.try_lock() else {
            return Ok(ask(&self.skins_at(body, tick, fraction)?));
        };
        let key = Some((tick, fraction.to_bits()));
        if poses.moment != key {
            poses.begin(key);
        }
        let PosesAtMoment { bodies, skins, spare, .. } = &mut *poses;
        let range = match bodies.iter().find(|(known, _)| *known == body) {
            Some((_, range)) => range.clone(),
            None => {
                let first = skins.len();
                self.pose_skins(body, (tick, fraction), spare, skins)?;
                bodies.push((body, first..skins.len()));
                first..skins.len()
            }
        };
        Ok(ask(&skins[range]))
    }
}
