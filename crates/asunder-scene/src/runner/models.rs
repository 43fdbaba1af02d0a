//! The models of a scene and the hitboxes on them, each read and fitted once.

use super::Cast;
use crate::error::SceneError;
use crate::fighter;
use asunder_fit::{FitError, Options, fit};
use asunder_gltf::{Collider, GltfError, Hbox, Hboxes, Model, Rigging, Warning};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

/// The one model that needs no file.
pub(super) const FIGHTER: &str = "fighter";

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ModelFile {
    /// The fighter that asunder makes itself.
    Fighter,
    /// A file.
    File(PathBuf),
}

/// The models of a scene.
#[derive(Debug, Default)]
pub(super) struct Models {
    models: BTreeMap<ModelFile, Arc<Model>>,
    fitted: BTreeMap<ModelFile, Vec<Collider>>,
    /// What their files hold that was read otherwise than it stands there, or not at all.
    pub(super) warnings: Vec<String>,
}

impl Models {
    /// A model.
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
        let told = warnings.iter().map(|warning| format!("{}: {warning}", path.display()));
        self.warnings.extend(told);
    }

    /// The hitboxes of a model that the scene asks for: fitted, in its file, or in another.
    pub(super) fn hitboxes(
        &mut self,
        file: &ModelFile,
        asked: &Spanned<String>,
        from: Option<&Spanned<String>>,
        scale: f32,
        cast: &Cast<'_>,
    ) -> Result<Vec<Collider>, SceneError> {
        let model = self.model(file).map_err(|error| cast.refuse(asked, error))?;
        let Some(from) = from.filter(|from| from.get_ref() != "fitted") else {
            return self.fitted(file, &model).map_err(|error| cast.refuse(asked, error));
        };
        let found = match from.get_ref().as_str() {
            "file" => model.colliders.clone(),
            name => {
                let path = cast.source.folder.join(name);
                let found = self.of_file(&path, &model, scale);
                found.map_err(|problem| cast.refuse(from, problem))?
            }
        };
        if found.is_empty() {
            let problem = "there are no colliders in the file; expected \"fitted\", \"file\", or \
                           the name of a .glb, .gltf or .qc that has some";
            return Err(cast.refuse(from, problem));
        }
        Ok(found)
    }

    fn fitted(&mut self, file: &ModelFile, model: &Model) -> Result<Vec<Collider>, FitError> {
        if let Some(known) = self.fitted.get(file) {
            return Ok(known.clone());
        }
        let fitted = fit(model, &Options::default())?;
        let nodes = fitted.nodes().to_vec();
        let rigging = Rigging::new(model, fitted.into_rig(), nodes)
            .expect("a rig fits the model it was fitted to");
        let hitboxes = rigging.colliders();
        self.fitted.insert(file.clone(), hitboxes.clone());
        Ok(hitboxes)
    }

    /// The hitboxes in a file of their own, on the nodes of the same names. Of the sets in a text of
    /// Source's, which cover the same body each, the first.
    fn of_file(&mut self, path: &Path, model: &Model, scale: f32) -> Result<Vec<Collider>, String> {
        let named = |error: GltfError| error.to_string();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("qc")) {
            let file = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("{file}: cannot be read: {error}"))?;
            let read = Hboxes::parse(&text, &file).map_err(named)?;
            self.warn(path, &read.warnings);
            let on_model = |hbox: &Hbox| {
                let line = |error| format!("{file}: line {}: {error}", hbox.line);
                hbox.scaled(scale).map_err(line)?.on(model).map_err(named)
            };
            let first = read.boxes.first().map(|hbox| hbox.set.as_str());
            let of_first = |hbox: &&Hbox| Some(hbox.set.as_str()) == first;
            return read.boxes.iter().filter(of_first).map(on_model).collect();
        }
        let other = self.open(path).map_err(named)?;
        let moved = |collider: &Collider| {
            let node = model.node(&other.nodes[collider.node].name).map_err(named)?;
            Ok(Collider { node, ..collider.clone() })
        };
        other.colliders.iter().map(moved).collect()
    }
}
