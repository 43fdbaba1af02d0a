//! The models of actors, with hitboxes on their bones, and the clips they play.

use super::SceneContext;
use super::models::{FIGHTER, FitChoice, HitboxRequest, ModelFile, Models};
use super::weapon::{self, HeldWeapon};
use crate::error::SceneError;
use crate::scene::{Actor, Clips};
use asunder::Aabb3;
use asunder_fit::Selection;
use asunder_gltf::{GltfError, Model, Rigging};
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::Spanned;

/// A model, the hitboxes on its bones, and its weapons.
#[derive(Debug)]
pub(super) struct RiggedModel {
    pub(super) model: Arc<Model>,
    pub(super) rigging: Rigging,
    pub(super) weapons: Vec<HeldWeapon>,
}

impl RiggedModel {
    /// The model of an actor.
    pub(super) fn of(
        entry: &Actor,
        models: &mut Models,
        context: &SceneContext<'_>,
    ) -> Result<Self, SceneError> {
        let (request, file) = match (&entry.model, &entry.builtin) {
            (Some(model), None) => {
                (model, ModelFile::File(context.source.folder.join(model.get_ref())))
            }
            (None, Some(builtin)) if builtin.get_ref() == FIGHTER => (builtin, ModelFile::Fighter),
            (None, Some(other)) => {
                let problem = format!(
                    "there is no built-in model {:?}; expected {FIGHTER:?}",
                    other.get_ref()
                );
                return Err(context.refuse(other, problem));
            }
            (Some(_), Some(_)) | (None, None) => {
                let problem = "the actor has no model, or two; expected one of `model = \"FILE\"` \
                               and `builtin = \"fighter\"`";
                return Err(context.refuse(&entry.name, problem));
            }
        };
        let model = models.model(&file).map_err(|error| context.refuse(request, error))?;
        let wanted = HitboxRequest {
            model: request,
            from: entry.hitboxes.as_ref(),
            scale: entry.hitbox_scale.0,
            rotation: entry.hitbox_rotation.map(|rotation| rotation.0),
            choice: FitChoice {
                selection: Selection { without: entry.without.clone(), only: entry.only.clone() },
                regions: entry.regions.clone().into_iter().collect(),
            },
        };
        let mut hitboxes = models.hitboxes(&file, &wanted, context)?;
        weapon::assign_roles(&mut hitboxes.colliders, entry, &model, context)?;
        let mut weapons = Vec::new();
        for weapon in &entry.weapons {
            let (held, more) = HeldWeapon::of(weapon, &model, models, context)?;
            let label = |it| weapon::label(it, &model);
            let taken: BTreeSet<String> = hitboxes.colliders.iter().map(label).collect();
            if let Some(label) = more.iter().map(label).find(|label| taken.contains(label)) {
                let problem = format!(
                    "another hitbox of the actor is called {label:?}; expected a name of its own"
                );
                return Err(context.refuse(&weapon.name, problem));
            }
            hitboxes.colliders.extend(more);
            weapons.push(held);
        }
        let rigging = hitboxes.rig_on(&model).map_err(|error| context.refuse(request, error))?;
        Ok(Self { model, rigging, weapons })
    }

    /// The box around the model in the rest pose; `None` if it is not finite.
    pub(super) fn rest_box(&self) -> Option<Aabb3> {
        let (pose, mut positions, mut all) = (self.model.rest_pose(), Vec::new(), Vec::new());
        for mesh in &self.model.meshes {
            self.model.posed_positions(mesh, &pose, &mut positions);
            all.append(&mut positions);
        }
        Aabb3::from_points(all).ok()
    }
}

/// A loop of clips, played one after another.
#[derive(Clone, Debug)]
pub(super) struct Playlist {
    /// Indices of clips, with their end times.
    clips: Vec<(usize, f64)>,
    /// The time that was played before the scene.
    head_start: f64,
}

impl Playlist {
    /// The playlist of an actor. A clip shorter than `least` seconds lasts that long.
    pub(super) fn of(
        entry: &Actor,
        model: &Model,
        least: f64,
        context: &SceneContext<'_>,
    ) -> Result<Self, SceneError> {
        let names: &[Spanned<String>] = match (&entry.clip, &entry.clips) {
            (Some(_), Some(_)) => {
                let problem = "the actor has both `clip` and `clips`; expected one of them";
                return Err(context.refuse(&entry.name, problem));
            }
            (Some(clip), None) => std::slice::from_ref(clip),
            (None, Some(Clips::Named(names))) => names,
            (None, Some(Clips::All) | None) => &[],
        };
        let chosen: Vec<usize> = if matches!(entry.clips, Some(Clips::All)) {
            (0..model.clips.len()).collect()
        } else {
            let place = |name| place(model, name).map_err(|error| context.refuse(name, error));
            names.iter().map(place).collect::<Result<_, _>>()?
        };
        let mut end = 0.0;
        let clips = chosen.into_iter().map(|clip| {
            let duration = f64::from(model.clips[clip].duration);
            end += if duration > least { duration } else { least };
            (clip, end)
        });
        Ok(Self { clips: clips.collect(), head_start: f64::from(entry.start_seconds.0) })
    }

    /// The duration of one loop; `None` if there are no clips.
    pub(super) fn duration(&self) -> Option<f64> {
        self.clips.last().map(|&(_, end)| end)
    }

    /// The clip at `seconds` into the scene, and the time in the clip.
    pub(super) fn at(&self, seconds: f64) -> Option<(usize, f32)> {
        let time = (self.head_start + seconds).rem_euclid(self.duration()?);
        let playing = self.clips.partition_point(|&(_, end)| end <= time);
        // The remainder may round up to the duration, which is the start again.
        let playing = if playing < self.clips.len() { playing } else { 0 };
        let begin = if playing == 0 { 0.0 } else { self.clips[playing - 1].1 };
        Some((self.clips[playing].0, (time - begin) as f32))
    }
}

/// The index of a clip in its model.
fn place(model: &Model, name: &Spanned<String>) -> Result<usize, GltfError> {
    let clip = model.clip(name.get_ref())?;
    let place = model.clips.iter().position(|known| std::ptr::eq(known, clip));
    Ok(place.expect("the model's clip is one of its clips"))
}
