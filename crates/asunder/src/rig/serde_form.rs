//! Rigs in files: the fields that a rig is made of, and checked as.

use super::{Bone, Hitbox, Rig, RigError};
use crate::shape::ScalePolicy;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RigFields {
    name: String,
    bones: Vec<Bone>,
    #[serde(default)]
    hitboxes: Vec<Hitbox>,
    #[serde(default)]
    scale_policy: ScalePolicy,
}

impl From<Rig> for RigFields {
    fn from(rig: Rig) -> Self {
        let Rig { name, bones, hitboxes, scale_policy, .. } = rig;
        Self { name, bones, hitboxes, scale_policy }
    }
}

impl TryFrom<RigFields> for Rig {
    type Error = RigError;

    fn try_from(fields: RigFields) -> Result<Self, RigError> {
        let RigFields { name, bones, hitboxes, scale_policy } = fields;
        let mut rig = Self::new(name, bones)?.with_scale_policy(scale_policy);
        for hitbox in hitboxes {
            rig.add(hitbox)?;
        }
        Ok(rig)
    }
}
