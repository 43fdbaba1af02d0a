//! The models of a scene and the hitboxes on them, each read and fitted once.

use super::{SceneContext, alignment};
use crate::error::SceneError;
use crate::{fighter, file};
use asunder::ScalePolicy;
use asunder_fit::{Options, Selection, fit, rig_from_toml};
use asunder_gltf::{Collider, GltfError, Hbox, Hboxes, Model, Rigging, Warning};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

/// The built-in model.
pub(super) const FIGHTER: &str = "fighter";

/// The source of a model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ModelFile {
    /// The built-in fighter.
    Fighter,
    /// A file.
    File(PathBuf),
}

/// A request for the hitboxes of a model.
#[derive(Clone, Debug)]
pub(super) struct HitboxRequest<'a> {
    /// The value that names the model.
    pub(super) model: &'a Spanned<String>,
    /// The source of the hitboxes; fitted if there is none.
    pub(super) from: Option<&'a Spanned<String>>,
    /// The scale and rotation to the model's units and axes, for files with others.
    pub(super) scale: f32,
    pub(super) rotation: Option<[f32; 4]>,
    /// The nodes that get fitted hitboxes, and the regions of bones.
    pub(super) choice: FitChoice,
}

/// What hitboxes are fitted to, and how they are called.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FitChoice {
    pub(super) selection: Selection,
    pub(super) regions: Vec<(String, String)>,
}

impl HitboxRequest<'_> {
    pub(super) fn is_fitted(&self) -> bool {
        self.from.is_none_or(|from| from.get_ref() == FITTED)
    }
}

/// The value of `hitboxes` for fitted ones.
const FITTED: &str = "fitted";

/// The hitboxes of a model.
#[derive(Clone, Debug)]
pub(super) struct Hitboxes {
    pub(super) colliders: Vec<Collider>,
    /// The policy for boxes that a matrix shears.
    pub(super) policy: ScalePolicy,
}

impl Hitboxes {
    /// The rig of these hitboxes on their model.
    pub(super) fn rig_on(&self, model: &Model) -> Result<Rigging, GltfError> {
        Ok(Rigging::of(model, &self.colliders)?.with_scale_policy(self.policy))
    }
}

impl From<Vec<Collider>> for Hitboxes {
    fn from(colliders: Vec<Collider>) -> Self {
        // Colliders without a role are left out.
        let meant = colliders.into_iter().filter(|it| it.role.is_some());
        Self { colliders: meant.collect(), policy: ScalePolicy::default() }
    }
}

impl From<Rigging> for Hitboxes {
    fn from(rigging: Rigging) -> Self {
        Self { colliders: rigging.colliders(), policy: rigging.rig().scale_policy() }
    }
}

/// The models of a scene.
#[derive(Debug, Default)]
pub(super) struct Models {
    models: BTreeMap<ModelFile, Arc<Model>>,
    fitted: BTreeMap<(ModelFile, FitChoice), Hitboxes>,
    /// Warnings about values that were read differently or left out.
    pub(super) warnings: Vec<String>,
}

impl Models {
    /// Loads a model, once.
    pub(super) fn model(&mut self, file: &ModelFile) -> Result<Arc<Model>, GltfError> {
        if let Some(known) = self.models.get(file) {
            return Ok(Arc::clone(known));
        }
        let model = match file {
            ModelFile::File(path) => self.open(path),
            ModelFile::Fighter => Model::from_slice(&fighter::glb(), FIGHTER),
        };
        let model = Arc::new(model?);
        self.models.insert(file.clone(), Arc::clone(&model));
        Ok(model)
    }

    fn open(&mut self, path: &Path) -> Result<Model, GltfError> {
        let model = Model::open(path)?;
        self.warn(path, &model.warnings);
        Ok(model)
    }

    fn warn(&mut self, path: &Path, warnings: &[Warning]) {
        let lines = warnings.iter().map(|warning| format!("{}: {warning}", path.display()));
        self.warnings.extend(lines);
    }

    /// The requested hitboxes of a model: fitted, in its file, or in another.
    pub(super) fn hitboxes(
        &mut self,
        from_file: &ModelFile,
        request: &HitboxRequest<'_>,
        context: &SceneContext<'_>,
    ) -> Result<Hitboxes, SceneError> {
        let model = self.model(from_file).map_err(|error| context.refuse(request.model, error))?;
        let Some(from) = request.from.filter(|from| from.get_ref() != FITTED) else {
            return self
                .fitted(from_file, &model, &request.choice)
                .map_err(|error| context.refuse(request.model, error));
        };
        if request.choice != FitChoice::default() {
            let problem = "the hitboxes are not fitted; expected `hitboxes = \"fitted\"` beside `without`, \
                           `only` or `regions`";
            return Err(context.refuse(from, problem));
        }
        let found = match from.get_ref().as_str() {
            "file" => model.colliders.clone().into(),
            name => {
                let path = file::path_inside(&context.source.folder, name).ok_or_else(|| {
                    let problem = format!(
                        "the hitboxes are in {name:?}; expected a file in the scene's folder or below it"
                    );
                    context.refuse(from, problem)
                })?;
                let found = self.of_file(&path, &model, request);
                found.map_err(|problem| context.refuse(from, problem))?
            }
        };
        if found.colliders.is_empty() {
            let problem = "there are no colliders in the file that are there for hits; expected \
                           \"fitted\", \"file\", or the name of a .toml, .glb, .gltf or .qc that has some";
            return Err(context.refuse(from, problem));
        }
        Ok(found)
    }

    fn fitted(
        &mut self,
        file: &ModelFile,
        model: &Model,
        choice: &FitChoice,
    ) -> Result<Hitboxes, String> {
        let key = (file.clone(), choice.clone());
        if let Some(known) = self.fitted.get(&key) {
            return Ok(known.clone());
        }
        let selected = choice.selection.of(model).map_err(|error| error.to_string())?;
        let options = Options { regions: choice.regions.clone(), ..Options::default() };
        let fit = fit(&selected, &options).map_err(|error| error.to_string())?;
        let hitboxes = Hitboxes::from(fit.into_rigging());
        self.fitted.insert(key, hitboxes.clone());
        Ok(hitboxes)
    }

    /// The hitboxes in a file of their own, on the nodes of the same names.
    fn of_file(
        &mut self,
        path: &Path,
        model: &Model,
        request: &HitboxRequest<'_>,
    ) -> Result<Hitboxes, String> {
        let named = |error: GltfError| error.to_string();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("toml") => {
                let rig = rig_from_toml(&text(path)?, &path.display().to_string());
                let rig = rig.map_err(|error| error.to_string())?;
                Rigging::by_name(model, rig).map(Hitboxes::from).map_err(named)
            }
            Some("qc") => self.of_source(path, model, request),
            _ => {
                let other = self.open(path).map_err(named)?;
                let moved = |collider: &Collider| {
                    let node = model.node(&other.nodes[collider.node].name).map_err(named)?;
                    Ok(Collider { node, ..collider.clone() })
                };
                other.colliders.iter().map(moved).collect::<Result<Vec<_>, _>>().map(Hitboxes::from)
            }
        }
    }

    /// The hitboxes of a `.qc` file: its first set, since each set covers the same body.
    fn of_source(
        &mut self,
        path: &Path,
        model: &Model,
        request: &HitboxRequest<'_>,
    ) -> Result<Hitboxes, String> {
        let named = |error: GltfError| error.to_string();
        let file = path.display().to_string();
        let read = Hboxes::open(path).map_err(named)?;
        self.warn(path, &read.warnings);
        let on_model = |hbox: &Hbox| {
            let line = |error| format!("{file}: line {}: {error}", hbox.line);
            let scaled = hbox.scaled(request.scale).map_err(line)?;
            match request.rotation {
                None => scaled,
                Some(rotation) => scaled.rotated(rotation).map_err(line)?,
            }
            .on(model)
            .map_err(named)
        };
        let first = read.boxes.first().map(|hbox| hbox.set.as_str());
        let of_first = |hbox: &&Hbox| Some(hbox.set.as_str()) == first;
        let found = read.boxes.iter().filter(of_first).map(on_model);
        let found = found.collect::<Result<Vec<_>, _>>()?;
        if alignment::lie_across(&found, model) {
            self.warnings.push(format!(
                "{file}: most long hitboxes lie across the bones of {}, whose axes may be others than \
                 the file's; hitbox_rotation turns them",
                model.name
            ));
        }
        Ok(Hitboxes::from(found))
    }
}

fn text(path: &Path) -> Result<String, String> {
    file::read_text(path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))
}
