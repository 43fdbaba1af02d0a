//! What actors look like and can do: models, with hitboxes on their bones.

use super::Cast;
use super::armed::{self, Held};
use super::models::{Asked, FIGHTER, ModelFile, Models};
use crate::error::SceneError;
use crate::scene::{Actor, Clips};
use asunder::Aabb3;
use asunder_gltf::{GltfError, Model, Rigging};
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::Spanned;

/// A model and the hitboxes on its bones, with all it holds.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) model: Arc<Model>,
    pub(super) rigging: Rigging,
    pub(super) weapons: Vec<Held>,
}

impl Figure {
    /// The figure of an actor.
    pub(super) fn of(
        entry: &Actor,
        models: &mut Models,
        cast: &Cast<'_>,
    ) -> Result<Self, SceneError> {
        let (asked, file) = match (&entry.model, &entry.builtin) {
            (Some(model), None) => {
                (model, ModelFile::File(cast.source.folder.join(model.get_ref())))
            }
            (None, Some(builtin)) if builtin.get_ref() == FIGHTER => (builtin, ModelFile::Fighter),
            (None, Some(other)) => {
                let problem = format!(
                    "there is no built-in model {:?}; expected {FIGHTER:?}",
                    other.get_ref()
                );
                return Err(cast.refuse(other, problem));
            }
            (Some(_), Some(_)) | (None, None) => {
                let problem = "the actor has no model, or two; expected one of `model = \"FILE\"` \
                               and `builtin = \"fighter\"`";
                return Err(cast.refuse(&entry.name, problem));
            }
        };
        let model = models.model(&file).map_err(|error| cast.refuse(asked, error))?;
        let wanted = Asked {
            model: asked,
            from: entry.hitboxes.as_ref(),
            scale: entry.hitbox_scale.0,
            rotation: entry.hitbox_rotation.map(|rotation| rotation.0),
        };
        let mut hitboxes = models.hitboxes(&file, &wanted, cast)?;
        armed::assign(&mut hitboxes.colliders, entry, &model, cast)?;
        let mut weapons = Vec::new();
        for weapon in &entry.weapons {
            let (held, more) = Held::of(weapon, &model, models, cast)?;
            let label = |it| armed::label(it, &model);
            let taken: BTreeSet<String> = hitboxes.colliders.iter().map(label).collect();
            if let Some(label) = more.iter().map(label).find(|label| taken.contains(label)) {
                let problem = format!(
                    "another hitbox of the actor is called {label:?}; expected a name of its own"
                );
                return Err(cast.refuse(&weapon.name, problem));
            }
            hitboxes.colliders.extend(more);
            weapons.push(held);
        }
        let rigging = hitboxes.on(&model).map_err(|error| cast.refuse(asked, error))?;
        Ok(Self { model, rigging, weapons })
    }

    /// The box around the model at rest; none if it is not finite.
    pub(super) fn rest_box(&self) -> Option<Aabb3> {
        let (pose, mut positions, mut all) = (self.model.rest_pose(), Vec::new(), Vec::new());
        for mesh in &self.model.meshes {
            self.model.posed_positions(mesh, &pose, &mut positions);
            all.append(&mut positions);
        }
        Aabb3::from_points(all).ok()
    }
}

/// Clips played one after another, over and over.
#[derive(Clone, Debug)]
pub(super) struct Playlist {
    /// Clips by their place in the model, and when each ends.
    clips: Vec<(usize, f64)>,
    /// When it was begun, before the scene.
    head_start: f64,
}

impl Playlist {
    /// What an actor plays. A clip shorter than `least` seconds is shown that long.
    pub(super) fn of(
        entry: &Actor,
        model: &Model,
        least: f64,
        cast: &Cast<'_>,
    ) -> Result<Self, SceneError> {
        let names: &[Spanned<String>] = match (&entry.clip, &entry.clips) {
            (Some(_), Some(_)) => {
                let problem = "the actor has both `clip` and `clips`; expected one of them";
                return Err(cast.refuse(&entry.name, problem));
            }
            (Some(clip), None) => std::slice::from_ref(clip),
            (None, Some(Clips::Named(names))) => names,
            (None, Some(Clips::All) | None) => &[],
        };
        let chosen: Vec<usize> = if matches!(entry.clips, Some(Clips::All)) {
            (0..model.clips.len()).collect()
        } else {
            let place = |name| place(model, name).map_err(|error| cast.refuse(name, error));
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

    /// How long it takes to play all of it once; `None` if there is nothing to play.
    pub(super) fn duration(&self) -> Option<f64> {
        self.clips.last().map(|&(_, end)| end)
    }

    /// The clip that plays `seconds` into the scene, and how far into the clip that is.
    pub(super) fn at(&self, seconds: f64) -> Option<(usize, f32)> {
        let time = (self.head_start + seconds).rem_euclid(self.duration()?);
        let playing = self.clips.partition_point(|&(_, end)| end <= time);
        // The remainder may round up to the whole: that is the beginning again.
        let playing = if playing < self.clips.len() { playing } else { 0 };
        let begin = if playing == 0 { 0.0 } else { self.clips[playing - 1].1 };
        Some((self.clips[playing].0, (time - begin) as f32))
    }
}

/// The place of a clip among those of its model.
fn place(model: &Model, name: &Spanned<String>) -> Result<usize, GltfError> {
    let clip = model.clip(name.get_ref())?;
    let place = model.clips.iter().position(|known| std::ptr::eq(known, clip));
    Ok(place.expect("the model's clip is one of its clips"))
}
