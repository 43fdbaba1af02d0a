//! The fighters' figure: the model that the project makes itself, with hitboxes fitted to its bones, and a
//! sword in the right hand.

use asunder::{Hitbox, Role};
use asunder_gltf::Model;
use bevy::prelude::*;
use bevy_asunder::asunder;
use bevy_asunder::prelude::*;
use std::error::Error;

/// The length of the sword's blade, and its radius.
const BLADE: [f32; 2] = [0.75, 0.025];

/// A model, its clips, and the hitboxes of its bones.
#[derive(Resource)]
pub(crate) struct Figure {
    pub(crate) model: Model,
    pub(crate) rig: Rig,
    /// The model's node of each bone of the rig.
    nodes: Vec<usize>,
}

impl Figure {
    pub(crate) fn new() -> Result<Self, Box<dyn Error>> {
        let model = Model::from_slice(&asunder_scene::fighter::glb(), "fighter")?;
        let fit = asunder_fit::fit(&model, &asunder_fit::Options::default())?;
        let (mut rig, nodes) = (fit.rig().clone(), fit.nodes().to_vec());
        // The y axis of a hand runs along it, z to its front: the sword is held up and forward.
        let along = vec3(0.0, 0.8, 0.6);
        let [hilt, tip] =
            [0.05, 0.05 + BLADE[0]].map(|at| (vec3(0.0, 0.08, 0.0) + along * at).to_array());
        let mut sword = Hitbox::new(rig.bone("hand.r")?, Capsule3::new(hilt, tip, BLADE[1]));
        (sword.role, sword.region) = (Role::Attack, Some("sword".to_owned()));
        rig.add(sword)?;
        Ok(Self { model, rig, nodes })
    }

    /// Where the bones are in the figure, in a clip at a time of it, in seconds: one transform for each bone.
    pub(crate) fn pose(&self, clip: &str, time: f32) -> Vec<Transform> {
        let mut pose = self.model.rest_pose();
        if let Ok(clip) = self.model.clip(clip) {
            self.model.sample(clip, time, &mut pose);
        }
        let of_bone = |&node: &usize| Transform::from_matrix(Mat4::from_cols_array(&pose[node]));
        self.nodes.iter().map(of_bone).collect()
    }

    /// How long a clip is, in seconds.
    pub(crate) fn length(&self, clip: &str) -> f32 {
        self.model.clip(clip).map_or(0.0, |clip| clip.duration)
    }
}
