//! The models of a scene and the hitboxes on them, each read and fitted once.

use super::Cast;
use crate::error::SceneError;
use crate::fighter;
use asunder_fit::{FitError, Options, fit};
use asunder_gltf::{Collider, GltfError, Hboxes, Model, Rigging};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

/// The one model that needs no file.
pub(super) const FIGHTER: &str = "fighter";

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Costume {
    /// The fighter that asunder makes itself.
    Fighter,
    /// A file.
    File(PathBuf),
}

/// The models of a scene.
#[derive(Debug, Default)]
pub(super) struct Wardrobe {
    models: BTreeMap<Costume, Arc<Model>>,
    fitted: BTreeMap<Costume, Vec<Collider>>,
}

impl Wardrobe {
    /// A model.
    pub(super) fn model(&mut self, costume: &Costume) -> Result<Arc<Model>, GltfError> {
        if let Some(known) = self.models.get(costume) {
            return Ok(Arc::clone(known));
        }
        let model = match costume {
            Costume::File(path) => Model::open(path),
            Costume::Fighter => Model::from_slice(&fighter::glb(), FIGHTER),
        };
        let model = Arc::new(model?);
        self.models.insert(costume.clone(), Arc::clone(&model));
        Ok(model)
    }

    /// The hitboxes of a model that the scene asks for: fitted, in its file, or in another.
    pub(super) fn hitboxes(
        &mut self,
        costume: &Costume,
        asked: &Spanned<String>,
        from: Option<&Spanned<String>>,
        scale: f32,
        cast: &Cast<'_>,
    ) -> Result<Vec<Collider>, SceneError> {
        let model = self.model(costume).map_err(|error| cast.refuse(asked, error))?;
        let Some(from) = from.filter(|from| from.get_ref() != "fitted") else {
            return self.fitted(costume, &model).map_err(|error| cast.refuse(asked, error));
        };
        let found = match from.get_ref().as_str() {
            "file" => model.colliders.clone(),
            name => {
                let path = cast.source.folder.join(name);
                of_file(&path, &model, scale).map_err(|problem| cast.refuse(from, problem))?
            }
        };
        if found.is_empty() {
            let problem = "there are no colliders in the file; expected \"fitted\", \"file\", or \
                           the name of a .glb, .gltf or .qc that has some";
            return Err(cast.refuse(from, problem));
        }
        Ok(found)
    }

    fn fitted(&mut self, costume: &Costume, model: &Model) -> Result<Vec<Collider>, FitError> {
        if let Some(known) = self.fitted.get(costume) {
            return Ok(known.clone());
        }
        let fitted = fit(model, &Options::default())?;
        let nodes = fitted.nodes().to_vec();
        let rigging = Rigging::new(model, fitted.into_rig(), nodes)
            .expect("a rig fits the model it was fitted to");
        let hitboxes = rigging.colliders();
        self.fitted.insert(costume.clone(), hitboxes.clone());
        Ok(hitboxes)
    }
}

/// The hitboxes in a file of their own, on the nodes of the same names.
fn of_file(path: &Path, model: &Model, scale: f32) -> Result<Vec<Collider>, String> {
    let named = |error: GltfError| error.to_string();
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("qc")) {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{file}: cannot be read: {error}"))?;
        let hboxes = Hboxes::parse(&text, &file).map_err(named)?.boxes;
        let on_model = |hbox: &asunder_gltf::Hbox| {
            let scaled = hbox.scaled(scale);
            let scaled = scaled.map_err(|error| format!("{file}: line {}: {error}", hbox.line))?;
            scaled.on(model).map_err(named)
        };
        return hboxes.iter().map(on_model).collect();
    }
    let other = Model::open(path).map_err(named)?;
    let moved = |collider: &Collider| {
        let node = model.node(&other.nodes[collider.node].name).map_err(named)?;
        Ok(Collider { node, ..collider.clone() })
    };
    other.colliders.iter().map(moved).collect()
}
