//! The level of a scene in its world.

use super::SceneContext;
use super::named_world::NamedWorld;
use super::nodes::LevelNodes;
use crate::error::SceneError;
use crate::{dungeon, scene};
use asunder::glam::Vec3;
use asunder::world::{BodyKind, Collider};
use asunder::{ConvexHull3, Mesh3};
use asunder_gltf::{Level, LevelInstance, LevelKind};
use std::path::Path;
use toml::Spanned;

/// The built-in level.
const DUNGEON: &str = "dungeon";

/// The most triangles of a level, and the most vertices: 100 MB.
const MOST_TRIANGLES: u32 = 1_000_000;

/// The solid triangles of a glTF file as a scene has them, for what reads a recording: that holds a level by
/// its [hash](asunder::Level::hash) alone, and this mesh has the same. `builtin = "dungeon"` is
/// [`dungeon::glb`].
///
/// # Errors
/// If the file cannot be read, or none of it or too much is solid. The message names the file.
pub fn level_of_file(path: impl AsRef<Path>) -> Result<Mesh3, String> {
    let path = path.as_ref();
    let level = Level::open(path).map_err(|error| error.to_string())?;
    mesh_of(&level).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn mesh_of(level: &Level) -> Result<Mesh3, String> {
    let baked = level.trimesh(MOST_TRIANGLES).ok_or_else(|| {
        format!("the level has more than {MOST_TRIANGLES} triangles or vertices; expected fewer")
    })?;
    let (vertices, triangles) = baked;
    Mesh3::try_new(vertices, triangles).map_err(|error| error.to_string())
}

/// Inserts the level of a scene, and adds what is to be warned of.
pub(super) fn insert_into(
    entry: &scene::Level,
    context: &SceneContext<'_>,
    world: &mut NamedWorld<Vec3>,
    warnings: &mut Vec<String>,
) -> Result<(), SceneError> {
    let (place, level, file) = read(entry, context)?;
    warnings.extend(level.warnings.iter().map(|warning| format!("{file}: {warning}")));
    if level.instances.is_empty() {
        let problem = format!(
            "no mesh of {file} is solid; expected one: `asunder inspect --level` tells what is, and why"
        );
        return Err(context.refuse(place, problem));
    }
    for instance in level.instances.iter().filter(|it| it.moves) {
        let name = &instance.name;
        warnings
            .push(format!("{file}: {}: {name} moves; it stands where it begins", instance.path));
    }
    let name = entry.name.get_ref().as_str();
    let layer = context.layer(entry.layer.as_ref())?;
    let ignore = context.layers_of(&entry.ignore)?;
    let options = context.options(name, BodyKind::Fixed);
    let of_kind = |kind| level.instances.iter().filter(move |it| it.kind == kind);
    if of_kind(LevelKind::Trimesh).next().is_some() {
        let mesh = mesh_of(&level).map_err(|problem| context.refuse(place, problem))?;
        let triangles = |it: &LevelInstance| level.meshes[it.mesh].triangles.len();
        let nodes = of_kind(LevelKind::Trimesh).map(|it| (it.name.clone(), triangles(it)));
        let inserted = world.insert_level(mesh, LevelNodes::new(nodes), name, options);
        let inserted = inserted.and_then(|body| world.set_layers(body.collider(0), layer, ignore));
        inserted.map_err(|error| context.refuse(place, format!("{file}: {error}")))?;
    }
    let (mut hulls, mut names) = (Vec::new(), Vec::new());
    for instance in of_kind(LevelKind::Convex) {
        let (corners, _) = level.bake(instance);
        let hull = ConvexHull3::try_new(corners).map_err(|error| {
            context.refuse(place, format!("{file}: {}: {error}", instance.path))
        })?;
        hulls.push(Collider::new(hull).layer(layer).ignore(ignore));
        names.push(format!("{name}/{}", instance.name));
    }
    if !hulls.is_empty() {
        let inserted = world.insert(&hulls, names, options);
        inserted.map_err(|problem| context.refuse(place, format!("{file}: {problem}")))?;
    }
    Ok(())
}

/// The file of a level, with the value that names it and the name to show.
fn read<'a>(
    entry: &'a scene::Level,
    context: &SceneContext<'_>,
) -> Result<(&'a Spanned<String>, Level, String), SceneError> {
    match (&entry.model, &entry.builtin) {
        (Some(model), None) => {
            let path = context.source.folder.join(model.get_ref());
            let level = Level::open(&path).map_err(|error| context.refuse(model, error))?;
            Ok((model, level, path.display().to_string()))
        }
        (None, Some(builtin)) if builtin.get_ref() == DUNGEON => {
            let level = Level::from_slice(&dungeon::glb(), DUNGEON);
            let level = level.map_err(|error| context.refuse(builtin, error))?;
            Ok((builtin, level, String::from(DUNGEON)))
        }
        (None, Some(other)) => {
            let problem =
                format!("there is no built-in level {:?}; expected {DUNGEON:?}", other.get_ref());
            Err(context.refuse(other, problem))
        }
        (Some(_), Some(_)) | (None, None) => {
            let problem = "the level has no model, or two; expected one of `model = \"FILE\"` and \
                           `builtin = \"dungeon\"`";
            Err(context.refuse(&entry.name, problem))
        }
    }
}
