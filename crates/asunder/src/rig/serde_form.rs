//! Rigs in files: the fields that a rig is made of, and checked as.

use super::{Bone, Hitbox, Rig, RigError};
use crate::shape::ScalePolicy;
use crate::space::Vector;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub(super) struct RigFields<V: Vector> {
    name: String,
    bones: Vec<Bone<V>>,
    #[serde(default)]
    hitboxes: Vec<Hitbox<V>>,
    #[serde(default)]
    scale_policy: ScalePolicy,
}

impl<V: Vector> From<Rig<V>> for RigFields<V> {
    fn from(rig: Rig<V>) -> Self {
        let Rig { name, bones, hitboxes, scale_policy, .. } = rig;
        Self { name, bones, hitboxes, scale_policy }
    }
}

impl<V: Vector> TryFrom<RigFields<V>> for Rig<V> {
    type Error = RigError;

    fn try_from(fields: RigFields<V>) -> Result<Self, RigError> {
        let RigFields { name, bones, hitboxes, scale_policy } = fields;
        let mut rig = Self::new(name, bones)?.with_scale_policy(scale_policy);
        for hitbox in hitboxes {
            rig.add(hitbox)?;
        }
        Ok(rig)
    }
}
