//! Colliders in a glTF file, in each of the formats.

mod frame;
pub(super) mod physics;
mod shape;
mod vrm;

use std::collections::{BTreeMap, BTreeSet};

use asunder::{Role, Shape3};
use serde::Deserialize;
use serde_json::Value;

use crate::collider::{Collider, Fidelity, Format, Purpose};
use crate::document::Document;
use crate::json::Json;
use crate::keywords::{self, FOLLOWS, ROLES};
use crate::write::{ImplicitShape, NO_ROLE};
use crate::{Clip, GltfError, Node, Skin, Transform};
pub(super) use frame::STEP_COST;
use shape::Local;

/// For each node whether it is animated: it is a joint, or a clip targets it.
pub(super) fn animated(nodes: &[Node], skins: &[Skin], clips: &[Clip]) -> Vec<bool> {
    let mut animated = vec![false; nodes.len()];
    let joints = skins.iter().flat_map(|skin| &skin.joints).copied();
    let targets = clips.iter().flat_map(|clip| &clip.tracks).map(|track| track.node);
    for node in joints.chain(targets) {
        animated[node] = true;
    }
    animated
}

/// Every collider of the file, in the order of the nodes; those of VRM last.
pub(super) fn read(
    document: &Document<'_>,
    nodes: &[Node],
    parents_first: &[usize],
    animated: &[bool],
) -> Result<Vec<Collider>, GltfError> {
    let items: Vec<_> = document.root.get("nodes").objects()?.collect();
    let has_mesh = |node: &usize| items[*node].get("mesh").present().is_some();
    let mut reader = Reader {
        document,
        nodes,
        items: &items,
        animated,
        anchors: frame::anchors(nodes, parents_first, animated),
        with_meshes: (0..items.len()).filter(has_mesh).collect(),
        colliders: Vec::new(),
        shapes: BTreeMap::new(),
        foreign: BTreeSet::new(),
    };
    for node in 0..items.len() {
        physics::read(&mut reader, node)?;
    }
    vrm::read(&mut reader)?;
    Ok(reader.colliders)
}

/// The state of reading colliders.
struct Reader<'r, 'a> {
    document: &'r Document<'a>,
    nodes: &'r [Node],
    items: &'r [Json<'a>],
    /// For each node whether it is animated.
    animated: &'r [bool],
    /// For each node the one whose space its colliders are in.
    anchors: Vec<usize>,
    /// The nodes with meshes.
    with_meshes: Vec<usize>,
    colliders: Vec<Collider>,
    /// A cache of shapes by their path: many nodes may refer to one.
    shapes: BTreeMap<String, Option<Local>>,
    /// Unsupported extensions with colliders, warned about once.
    foreign: BTreeSet<&'static str>,
}

impl<'a> Reader<'_, 'a> {
    /// The shape at `place`, read once.
    fn shape(
        &mut self,
        place: &Json<'a>,
        defaults: shape::Defaults,
    ) -> Result<Option<Local>, GltfError> {
        // The path of the reference differs from node to node, the shape's does not.
        let key = place.path().rsplit(" -> ").next().unwrap_or_default().to_owned();
        if let Some(known) = self.shapes.get(&key) {
            return Ok(known.clone());
        }
        let local = shape::read(self.document, place, defaults)?;
        self.shapes.insert(key, local.clone());
        Ok(local)
    }

    /// Adds the collider at `place`: a shape in the space of node `carrier`, or moved in it by `offset`.
    fn add(
        &mut self,
        place: &Json<'a>,
        carrier: usize,
        local: Local,
        offset: Option<Transform>,
        (format, purpose): (Format, Purpose),
    ) -> Result<(), GltfError> {
        let node = self.anchors[carrier];
        let path_to_ancestor =
            frame::path_to_ancestor(self.nodes, carrier, node, place, &self.document.budget)?;
        let maps: Vec<_> = offset.into_iter().chain(path_to_ancestor).collect();
        let disabled =
            |map: &Transform| matches!(map, Transform::Trs { scale: [0.0, 0.0, 0.0], .. });
        // An animated node may be hidden in the rest pose only.
        let is_animated = self.animated[carrier];
        let rest = (!is_animated).then_some(&self.nodes[carrier].rest);
        if maps.iter().chain(rest).any(disabled) {
            let message = "the scale is 0, which disables the collider; it is left out";
            return self.document.warn(place, message);
        }
        let item = &self.items[carrier];
        let extras = item.get("extras");
        // A written node also counts as edited if a clip animates it now.
        let restored = match self.nodes[carrier].parent {
            Some(parent) if !is_animated => {
                restored(item, &extras, &local)?.map(|exact| (parent, exact))
            }
            _ => None,
        };
        let (node, placed) = match restored {
            Some(known) => known,
            None => (node, frame::placed(place, &local, &maps)?),
        };
        if let Fidelity::Encloses(what) = placed.fidelity {
            let around = if placed.shape.kind() == "obb" { "box" } else { placed.shape.kind() };
            self.document.warn(place, format!("{what} is read as a {around} around it"))?;
        }
        let collider = Collider {
            node,
            name: self.nodes[carrier].name.clone(),
            shape: placed.shape,
            fidelity: placed.fidelity,
            purpose,
            role: role(&extras.get("asunder_role"), purpose.role())?,
            region: extras
                .get("asunder_region")
                .present()
                .map(|region| region.string().map(str::to_owned))
                .transpose()?,
            follow: word(&extras.get("asunder_follow"), &FOLLOWS)?.unwrap_or_default(),
            format,
            path: place.path().to_owned(),
            extras: others(&extras),
        };
        // Many colliders may be on one node, or refer to one shape, and each copies all of it.
        let texts = [Some(&collider.name), collider.region.as_ref(), collider.extras.as_ref()];
        let text: usize = texts.into_iter().flatten().map(String::len).sum();
        let bytes = size_of::<Collider>() + text + heap(&collider.shape);
        self.document.budget.spend(place, bytes as u64)?;
        self.colliders.push(collider);
        Ok(())
    }
}

/// An estimate of the heap memory of a shape, in bytes.
fn heap(shape: &Shape3) -> usize {
    /// A point, its vertex, and by Euler's formula three edges and two faces.
    const POINT: usize = 12 + 12 + 3 * 8 + 2 * 12;
    if let Shape3::ConvexHull(hull) = shape { POINT * hull.points().len() } else { 0 }
}

/// The exact shape that was written on this node, if the node was not edited since.
fn restored(item: &Json<'_>, extras: &Json<'_>, local: &Local) -> Result<Option<Local>, GltfError> {
    let Some(place) = extras.get("asunder_shape").present() else { return Ok(None) };
    let shape = place
        .value()
        .map_or_else(
            || Err(String::new()),
            |value| Shape3::deserialize(value).map_err(|error| error.to_string()),
        )
        .map_err(|problem| place.found(problem, "a shape as `asunder query` reads it"))?;
    let written = ImplicitShape::of(&shape);
    let same = written.as_ref().is_some_and(|written| written.is_unedited(item, &local.shape));
    Ok(same.then(|| Local::exact(shape)))
}

/// The value of the keyword at `place`.
fn word<T: Copy>(place: &Json<'_>, list: &[(&str, T)]) -> Result<Option<T>, GltfError> {
    let Some(place) = place.clone().present() else { return Ok(None) };
    keywords::parse(list, place.string()?).map(Some).map_err(|known| place.expected(known))
}

/// The role, or that there is none, as the file states it; else another.
fn role(place: &Json<'_>, unstated: Option<Role>) -> Result<Option<Role>, GltfError> {
    let [attack, hurt, push] = ROLES.map(|(word, role)| (word, Some(role)));
    Ok(word(place, &[attack, hurt, push, (NO_ROLE, None)])?.unwrap_or(unstated))
}

/// The other extras of a node.
fn others(extras: &Json<'_>) -> Option<String> {
    let mut value = extras.value()?.clone();
    if let Value::Object(fields) = &mut value {
        fields.retain(|key, _| !key.starts_with("asunder_"));
        if fields.is_empty() {
            return None;
        }
    }
    Some(value.to_string())
}
