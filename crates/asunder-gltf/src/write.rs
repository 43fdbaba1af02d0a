//! Writing of colliders into an existing glTF file.

mod khr;
mod splice;

use std::collections::{BTreeMap, BTreeSet};

use asunder::Follow;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::collider::{Collider, Fidelity, Purpose};
use crate::keywords::{self, FOLLOWS, ROLES};
use crate::{GltfError, Warning, glb};
pub(crate) use khr::ImplicitShape;
use splice::{Object, Splices};

/// A file with colliders written into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithColliders {
    /// The file, a container (.glb) or text (.gltf) as the original.
    pub bytes: Vec<u8>,
    /// Shapes that other programs will read differently. This crate reads them exactly.
    pub warnings: Vec<Warning>,
}

/// Writes colliders into a file and leaves everything else unchanged.
///
/// Each becomes a child of its node, with a shape of `KHR_implicit_shapes`: a solid one as a
/// `collider` of `KHR_physics_rigid_bodies`, any other as a `trigger`. Nothing else of the text
/// changes: numbers, order, unknown extensions, extras and the buffers stay byte for byte. Colliders
/// that this function wrote before are replaced; those of other programs stay.
///
/// Numbers are rounded to what the format can express (a capsule by its center, direction and height, a
/// unit quaternion), and a shape without a counterpart becomes a box around it. The exact shape is kept
/// in `extras`, where this crate reads it as long as the node is not edited.
///
/// `file` names the file in messages.
///
/// ```
/// use asunder::prelude::*;
/// use asunder_gltf::{Collider, Model, write_colliders};
///
/// let file = br#"{"asset":{"version":"2.0"},"nodes":[{"name":"hand"}]}"#;
/// let fist = Sphere3::new([0.0, 0.1, 0.0], 0.08);
/// let written = write_colliders(file, "hand.gltf", &[Collider::new(0, "fist", fist)])?;
/// let model = Model::from_slice(&written.bytes, "hand")?;
/// assert_eq!((model.colliders[0].node, &model.colliders[0].shape), (0, &fist.into()));
/// assert_eq!(model.nodes[1].name, "fist");
/// # Ok::<(), asunder_gltf::GltfError>(())
/// ```
///
/// # Errors
/// If the file is not glTF, the node of a collider does not exist or was itself written by this
/// function, or a shape is unbounded or lies too far out.
pub fn write_colliders(
    bytes: &[u8],
    file: &str,
    colliders: &[Collider],
) -> Result<WithColliders, GltfError> {
    let parts = glb::split(file, bytes)?;
    let failed = |cause| GltfError::Json { file: file.to_owned(), cause };
    let value: &RawValue = serde_json::from_slice(parts.json).map_err(failed)?;
    let mut warnings = Vec::new();
    let text = edit(value, file, colliders, &mut warnings).map_err(|trouble| match trouble {
        EditError::Json(cause) => failed(cause),
        EditError::Other(error) => *error,
    })?;
    Ok(WithColliders { bytes: glb::with_json(bytes, parts.json, text.as_bytes()), warnings })
}

enum EditError {
    Json(serde_json::Error),
    Other(Box<GltfError>),
}

impl From<serde_json::Error> for EditError {
    fn from(cause: serde_json::Error) -> Self {
        Self::Json(cause)
    }
}

const SHAPES: &str = "KHR_implicit_shapes";
const BODIES: &str = "KHR_physics_rigid_bodies";

fn edit(
    value: &RawValue,
    file: &str,
    colliders: &[Collider],
    warnings: &mut Vec<Warning>,
) -> Result<String, EditError> {
    let root = Object::of(value)?;
    let raw_nodes = root.list("nodes")?;
    let nodes = raw_nodes.iter().map(|raw| Object::of(raw)).collect::<Result<Vec<_>, _>>()?;
    let mut ours = vec![false; nodes.len()];
    let animated_nodes = animated_nodes(&root)?;
    for (index, (ours, node)) in ours.iter_mut().zip(&nodes).enumerate() {
        let marked = node.get("extras").is_some_and(|extras| marked(extras, &NODE_MARKS));
        // A node that is animated, or has children, was edited since.
        *ours = marked && node.get("children").is_none() && !animated_nodes.contains(&index);
    }
    let mut splices = Splices::new(value.get());

    // The index of each collider's shape; equal shapes share one.
    let (mut shapes, mut known) = (Vec::new(), BTreeMap::new());
    let mut written = Vec::new();
    for (index, collider) in colliders.iter().enumerate() {
        let invalid = |path: String, value: String, expected: &str| {
            let (file, expected) = (file.to_owned(), expected.to_owned());
            EditError::Other(Box::new(GltfError::Invalid { file, path, value, expected }))
        };
        let path = || format!("collider {index} ({:?})", collider.name);
        if ours.get(collider.node) != Some(&false) {
            let expected = "a node of the file that was not written for a collider";
            return Err(invalid(path(), format!("on nodes[{}]", collider.node), expected));
        }
        let Some(implicit) = ImplicitShape::of(&collider.shape) else {
            let kind = format!("a {}", collider.shape.kind());
            return Err(invalid(path(), kind, "a bounded shape nearer to the origin"));
        };
        if let Fidelity::Encloses(what) = implicit.fidelity {
            let message = format!("{what}, which other programs see as a box around it");
            warnings.push(Warning::new(path(), message));
        }
        let entry = implicit.shape();
        let place = *known.entry(entry.clone()).or_insert_with(|| {
            shapes.push(entry);
            shapes.len() - 1
        });
        written.push((implicit, place));
    }
    let other_nodes = nodes.iter().enumerate().filter(|&(index, _)| !ours[index]);
    let in_use = referenced_shapes(other_nodes)?;
    let listed = root.object("extensions")?.object(SHAPES)?.list("shapes")?.len();
    if let Some((shape, node)) = in_use.range(listed..).next()
        && !shapes.is_empty()
    {
        // A shape that is added would become that node's.
        return Err(EditError::Other(Box::new(GltfError::Invalid {
            file: file.to_owned(),
            path: format!("nodes[{node}], the collider's shape"),
            value: shape.to_string(),
            expected: format!("one of the {listed} shapes of {SHAPES}"),
        })));
    }
    let places = list_shapes(value, &root, &shapes, &in_use, &mut splices)?;

    // Nodes that were written before are overwritten; others are appended.
    let mut free: Vec<usize> = (0..nodes.len()).filter(|&node| ours[node]).collect();
    free.reverse();
    let mut children: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut added = Vec::new();
    for (collider, (implicit, place)) in colliders.iter().zip(&written) {
        let text = node(collider, implicit, places[*place]);
        let index = match free.pop() {
            Some(index) => {
                splices.replace(raw_nodes[index], text);
                index
            }
            None => {
                added.push(text);
                nodes.len() + added.len() - 1
            }
        };
        children.entry(collider.node).or_default().push(index);
    }
    for index in free {
        let unused = r#"{"name":"unused","extras":{"asunder_unused":true}}"#;
        splices.replace(raw_nodes[index], unused.to_owned());
    }
    if let Some(raw) = root.get("nodes") {
        splices.add_items(raw, &raw_nodes, &added);
    }
    for (index, node) in nodes.iter().enumerate().filter(|&(index, _)| !ours[index]) {
        let new = children.remove(&index).unwrap_or_default();
        replace_children(raw_nodes[index], node, &new, &ours, &mut splices)?;
    }
    if !colliders.is_empty() {
        declare_extensions(value, &root, &mut splices)?;
    }
    Ok(splices.finish())
}

/// The extras that mark a node as written by this crate.
const NODE_MARKS: [&str; 2] = ["asunder_shape", "asunder_unused"];

fn marked(extras: &RawValue, marks: &[&str]) -> bool {
    // Extras may be any JSON value.
    Object::of(extras).is_ok_and(|extras| marks.iter().any(|mark| extras.get(mark).is_some()))
}

/// The nodes that a clip animates or a skin has as joints.
fn animated_nodes(root: &Object<'_>) -> Result<BTreeSet<usize>, serde_json::Error> {
    let mut animated_nodes = BTreeSet::new();
    for clip in root.list("animations")? {
        for channel in Object::of(clip)?.list("channels")? {
            if let Some(node) = Object::of(channel)?.object("target")?.get("node") {
                animated_nodes.insert(index(node)?);
            }
        }
    }
    for skin in root.list("skins")? {
        for joint in Object::of(skin)?.list("joints")? {
            animated_nodes.insert(index(joint)?);
        }
    }
    Ok(animated_nodes)
}

/// A value as an index. JSON has one kind of number: 3.0 equals 3.
fn index(raw: &RawValue) -> Result<usize, serde_json::Error> {
    serde_json::from_str::<f64>(raw.get()).map(|index| index as usize)
}

/// The shapes that the colliders of some nodes refer to, each with one of the nodes.
fn referenced_shapes<'o, 't: 'o>(
    nodes: impl Iterator<Item = (usize, &'o Object<'t>)>,
) -> Result<BTreeMap<usize, usize>, serde_json::Error> {
    let mut found = BTreeMap::new();
    for (place, node) in nodes {
        let body = node.object("extensions")?.object(BODIES)?;
        for kind in ["collider", "trigger"] {
            let collider = body.object(kind)?;
            // Until 2024 the shape was in the collider itself.
            let geometry = collider.object("geometry")?;
            for shape in [geometry.get("shape"), collider.get("shape")].into_iter().flatten() {
                found.insert(index(shape)?, place);
            }
        }
    }
    Ok(found)
}

/// Puts the shapes into the file's list and returns the index of each. Shapes in use elsewhere stay.
fn list_shapes(
    value: &RawValue,
    root: &Object<'_>,
    shapes: &[String],
    in_use: &BTreeMap<usize, usize>,
    splices: &mut Splices<'_>,
) -> Result<Vec<usize>, serde_json::Error> {
    let extensions = root.object("extensions")?;
    let extension = extensions.object(SHAPES)?;
    let list = extension.list("shapes")?;
    let mut free = Vec::new();
    for (index, raw) in list.iter().enumerate().rev() {
        let extras = Object::of(raw)?.get("extras");
        let ours = extras.is_some_and(|extras| marked(extras, &["asunder_hitbox"]));
        if ours && !in_use.contains_key(&index) {
            free.push(index);
        }
    }
    let mut added: Vec<String> = Vec::new();
    let mut places = Vec::new();
    for shape in shapes {
        match free.pop() {
            Some(index) => {
                splices.replace(list[index], shape.clone());
                places.push(index);
            }
            None => {
                places.push(list.len() + added.len());
                added.push(shape.clone());
            }
        }
    }
    if added.is_empty() {
        return Ok(places);
    }
    match (root.get("extensions"), extensions.get(SHAPES), extension.get("shapes")) {
        (_, _, Some(raw)) => splices.add_items(raw, &list, &added),
        (_, Some(raw), None) => {
            let field = format!(r#""shapes":[{}]"#, added.join(","));
            splices.add_fields(raw, &extension, &[field]);
        }
        (Some(raw), None, None) => {
            let field = format!(r#""{SHAPES}":{{"shapes":[{}]}}"#, added.join(","));
            splices.add_fields(raw, &extensions, &[field]);
        }
        (None, None, None) => {
            let field =
                format!(r#""extensions":{{"{SHAPES}":{{"shapes":[{}]}}}}"#, added.join(","));
            splices.add_fields(value, root, &[field]);
        }
    }
    Ok(places)
}

/// The keyword in place of a role for a collider that is no hitbox.
pub(crate) const NO_ROLE: &str = "none";

/// The node that carries a collider.
fn node(collider: &Collider, implicit: &ImplicitShape, shape: usize) -> String {
    let kind = match collider.purpose {
        Purpose::Solid => "collider",
        Purpose::Trigger | Purpose::Bounds | Purpose::SpringBone => "trigger",
    };
    let name = Value::from(collider.name.as_str());
    let place = implicit.transform_fields();
    let role = collider.role.map_or(NO_ROLE, |role| keywords::keyword(&ROLES, &role));
    let mut extras = match collider.extras.as_deref().map(serde_json::from_str) {
        Some(Ok(Value::Object(fields))) => fields,
        // Extras other than objects are kept under a key.
        Some(Ok(other)) => Map::from_iter([(String::from("extras"), other)]),
        Some(Err(_)) | None => Map::new(),
    };
    extras.insert(String::from("asunder_role"), role.into());
    if let Some(region) = &collider.region {
        extras.insert(String::from("asunder_region"), region.as_str().into());
    }
    if collider.follow != Follow::default() {
        let follow = keywords::keyword(&FOLLOWS, &collider.follow);
        extras.insert(String::from("asunder_follow"), follow.into());
    }
    let extras = Value::Object(extras).to_string();
    let extras = &extras[..extras.len() - 1];
    let exact = khr::exact(&collider.shape);
    format!(
        r#"{{"name":{name}{place},"extensions":{{"{BODIES}":{{"{kind}":{{"geometry":{{"shape":{shape}}}}}}}}},"extras":{extras},"asunder_shape":{exact}}}}}"#
    )
}

/// Replaces the children of a node that were written before by new ones.
fn replace_children(
    raw: &RawValue,
    node: &Object<'_>,
    new: &[usize],
    ours: &[bool],
    splices: &mut Splices<'_>,
) -> Result<(), serde_json::Error> {
    // JSON has one kind of number: 3.0 equals 3.
    let old: Vec<f64> = match node.get("children") {
        Some(children) => serde_json::from_str(children.get())?,
        None => Vec::new(),
    };
    let old: Vec<usize> = old.into_iter().map(|child| child as usize).collect();
    let stays = |child: &&usize| ours.get(**child) != Some(&true);
    let children: Vec<usize> = old.iter().filter(stays).chain(new).copied().collect();
    if children == old {
        return Ok(());
    }
    let list = children.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match node.get("children") {
        // The specification allows no empty list.
        Some(_) if children.is_empty() => {
            let fields = node.0.iter().filter(|(key, _)| key != "children");
            let fields: Vec<String> = fields
                .map(|(key, value)| format!("{}:{}", Value::from(key.as_ref()), value.get()))
                .collect();
            splices.replace(raw, format!("{{{}}}", fields.join(",")));
        }
        Some(value) => splices.replace(value, format!("[{list}]")),
        None => splices.add_fields(raw, node, &[format!(r#""children":[{list}]"#)]),
    }
    Ok(())
}

/// Adds the extensions to `extensionsUsed`.
fn declare_extensions(
    value: &RawValue,
    root: &Object<'_>,
    splices: &mut Splices<'_>,
) -> Result<(), serde_json::Error> {
    let list = root.list("extensionsUsed")?;
    let names = list
        .iter()
        .map(|raw| serde_json::from_str(raw.get()))
        .collect::<Result<Vec<String>, _>>()?;
    let missing: Vec<String> = [SHAPES, BODIES]
        .into_iter()
        .filter(|name| !names.iter().any(|known| known == name))
        .map(|name| format!("{name:?}"))
        .collect();
    match root.get("extensionsUsed") {
        Some(raw) => splices.add_items(raw, &list, &missing),
        None => {
            let field = format!(r#""extensionsUsed":[{}]"#, missing.join(","));
            splices.add_fields(value, root, &[field]);
        }
    }
    Ok(())
}
