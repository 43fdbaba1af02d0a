//! Colliders into a glTF file that is there already.

mod khr;
mod splice;

use std::collections::{BTreeMap, BTreeSet};

use asunder::Follow;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::collider::{Collider, Likeness, Purpose};
use crate::words::{self, FOLLOWS, ROLES};
use crate::{GltfError, Warning, glb};
pub(crate) use khr::Written;
use splice::{Object, Splices};

/// A file with colliders in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithColliders {
    /// The file, a container (.glb) or text (.gltf) as the one it was made from.
    pub bytes: Vec<u8>,
    /// What other programs will see otherwise than it was given. This reader sees all of it.
    pub warnings: Vec<Warning>,
}

/// The file with these colliders in it and everything else as it was.
///
/// Each becomes a child of its node, with a shape of `KHR_implicit_shapes` on it: a solid one as a
/// `collider` of `KHR_physics_rigid_bodies`, any other as a `trigger`. Nothing else of the text
/// changes: numbers, order, unknown extensions, extras, and the places of buffers stay byte for
/// byte. Colliders that were written so before are replaced; those of other programs stay.
///
/// Numbers are rounded to what the format can say (a capsule by its middle, direction and height,
/// a rotation of length one), and what it has no shape for becomes a box around it. The shape
/// itself, to the last bit, stands beside it in `extras`, where this reader finds it as long as
/// nobody edits the node.
///
/// `file` stands for the file in messages.
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
/// If the file is no glTF, a collider stands on a node that is not there or was itself written
/// here, or a shape has no bounds or lies too far out.
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
        Trouble::Json(cause) => failed(cause),
        Trouble::Other(error) => *error,
    })?;
    Ok(WithColliders { bytes: glb::with_json(bytes, parts.json, text.as_bytes()), warnings })
}

enum Trouble {
    Json(serde_json::Error),
    Other(Box<GltfError>),
}

impl From<serde_json::Error> for Trouble {
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
) -> Result<String, Trouble> {
    let root = Object::of(value)?;
    let raw_nodes = root.list("nodes")?;
    let nodes = raw_nodes.iter().map(|raw| Object::of(raw)).collect::<Result<Vec<_>, _>>()?;
    let mut ours = vec![false; nodes.len()];
    let moved = moved(&root)?;
    for (index, (ours, node)) in ours.iter_mut().zip(&nodes).enumerate() {
        let marked = node.get("extras").is_some_and(|extras| marked(extras, &NODE_MARKS));
        // What somebody moves, or hung other nodes on, is no longer ours alone.
        *ours = marked && node.get("children").is_none() && !moved.contains(&index);
    }
    let mut splices = Splices::new(value.get());

    // Each collider's entry among the shapes; equal ones share it.
    let (mut shapes, mut known) = (Vec::new(), BTreeMap::new());
    let mut written = Vec::new();
    for (index, collider) in colliders.iter().enumerate() {
        let invalid = |path: String, value: String, expected: &str| {
            let (file, expected) = (file.to_owned(), expected.to_owned());
            Trouble::Other(Box::new(GltfError::Invalid { file, path, value, expected }))
        };
        let path = || format!("collider {index} ({:?})", collider.name);
        if ours.get(collider.node) != Some(&false) {
            let expected = "a node of the file that was not written for a collider";
            return Err(invalid(path(), format!("on nodes[{}]", collider.node), expected));
        }
        let Some(form) = Written::of(&collider.shape) else {
            let kind = format!("a {}", collider.shape.kind());
            return Err(invalid(path(), kind, "a bounded shape nearer to the origin"));
        };
        if let Likeness::Encloses(what) = form.likeness {
            let message = format!("{what}, which other programs see as a box around it");
            warnings.push(Warning::new(path(), message));
        }
        let entry = form.shape();
        let place = *known.entry(entry.clone()).or_insert_with(|| {
            shapes.push(entry);
            shapes.len() - 1
        });
        written.push((form, place));
    }
    let strangers = nodes.iter().zip(&ours).filter(|(_, ours)| !**ours).map(|(node, _)| node);
    let in_use = shapes_of(strangers)?;
    let places = list_shapes(value, &root, &shapes, &in_use, &mut splices)?;

    // Nodes that were written before are written over; the others come behind the last.
    let mut free: Vec<usize> = (0..nodes.len()).filter(|&node| ours[node]).collect();
    free.reverse();
    let mut children: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut added = Vec::new();
    for (collider, (form, place)) in colliders.iter().zip(&written) {
        let text = node(collider, form, places[*place]);
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
        adopt(raw_nodes[index], node, &new, &ours, &mut splices)?;
    }
    if !colliders.is_empty() {
        declare(value, &root, &mut splices)?;
    }
    Ok(splices.finish())
}

/// The extras of a node that was written here.
const NODE_MARKS: [&str; 2] = ["asunder_shape", "asunder_unused"];

fn marked(extras: &RawValue, marks: &[&str]) -> bool {
    // Extras may be anything.
    Object::of(extras).is_ok_and(|extras| marks.iter().any(|mark| extras.get(mark).is_some()))
}

/// The nodes that a clip or a skin moves.
fn moved(root: &Object<'_>) -> Result<BTreeSet<usize>, serde_json::Error> {
    let mut moved = BTreeSet::new();
    for clip in root.list("animations")? {
        for channel in Object::of(clip)?.list("channels")? {
            if let Some(node) = Object::of(channel)?.object("target")?.get("node") {
                moved.insert(index(node)?);
            }
        }
    }
    for skin in root.list("skins")? {
        for joint in Object::of(skin)?.list("joints")? {
            moved.insert(index(joint)?);
        }
    }
    Ok(moved)
}

/// The index that a value is. JSON has one kind of number: 3.0 is as good a 3 as 3 is.
fn index(raw: &RawValue) -> Result<usize, serde_json::Error> {
    serde_json::from_str::<f64>(raw.get()).map(|index| index as usize)
}

/// The shapes that the colliders of some nodes refer to.
fn shapes_of<'o, 't: 'o>(
    nodes: impl Iterator<Item = &'o Object<'t>>,
) -> Result<BTreeSet<usize>, serde_json::Error> {
    let mut found = BTreeSet::new();
    for node in nodes {
        let body = node.object("extensions")?.object(BODIES)?;
        for kind in ["collider", "trigger"] {
            let collider = body.object(kind)?;
            // Until 2024 the shape stood in the collider itself.
            let geometry = collider.object("geometry")?;
            for shape in [geometry.get("shape"), collider.get("shape")].into_iter().flatten() {
                found.insert(index(shape)?);
            }
        }
    }
    Ok(found)
}

/// Puts the shapes into the file's list and tells the index of each. Those in use elsewhere stay.
fn list_shapes(
    value: &RawValue,
    root: &Object<'_>,
    shapes: &[String],
    in_use: &BTreeSet<usize>,
    splices: &mut Splices<'_>,
) -> Result<Vec<usize>, serde_json::Error> {
    let extensions = root.object("extensions")?;
    let extension = extensions.object(SHAPES)?;
    let list = extension.list("shapes")?;
    let mut free = Vec::new();
    for (index, raw) in list.iter().enumerate().rev() {
        let extras = Object::of(raw)?.get("extras");
        let ours = extras.is_some_and(|extras| marked(extras, &["asunder_hitbox"]));
        if ours && !in_use.contains(&index) {
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

/// What stands where a role would, for what is not there for hits.
pub(crate) const NO_ROLE: &str = "none";

/// The node that carries a collider.
fn node(collider: &Collider, form: &Written, shape: usize) -> String {
    let kind = match collider.purpose {
        Purpose::Solid => "collider",
        Purpose::Trigger | Purpose::Bounds | Purpose::SpringBone => "trigger",
    };
    let name = Value::from(collider.name.as_str());
    let place = form.place();
    let role = collider.role.map_or(NO_ROLE, |role| words::word(&ROLES, &role));
    let mut extras = match collider.extras.as_deref().map(serde_json::from_str) {
        Some(Ok(Value::Object(fields))) => fields,
        // What is no object keeps its place under a name.
        Some(Ok(other)) => Map::from_iter([(String::from("extras"), other)]),
        Some(Err(_)) | None => Map::new(),
    };
    extras.insert(String::from("asunder_role"), role.into());
    if let Some(region) = &collider.region {
        extras.insert(String::from("asunder_region"), region.as_str().into());
    }
    if collider.follow != Follow::default() {
        let follow = words::word(&FOLLOWS, &collider.follow);
        extras.insert(String::from("asunder_follow"), follow.into());
    }
    let extras = Value::Object(extras).to_string();
    let extras = &extras[..extras.len() - 1];
    let exact = khr::exact(&collider.shape);
    format!(
        r#"{{"name":{name}{place},"extensions":{{"{BODIES}":{{"{kind}":{{"geometry":{{"shape":{shape}}}}}}}}},"extras":{extras},"asunder_shape":{exact}}}}}"#
    )
}

/// Gives a node new children in place of those that were written before.
fn adopt(
    raw: &RawValue,
    node: &Object<'_>,
    new: &[usize],
    ours: &[bool],
    splices: &mut Splices<'_>,
) -> Result<(), serde_json::Error> {
    // JSON has one kind of number: 3.0 is as good a 3 as 3 is.
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
        // The format allows no empty list.
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

/// Names the extensions among those the file uses.
fn declare(
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
