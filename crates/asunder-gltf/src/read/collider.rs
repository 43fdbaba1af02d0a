//! Colliders in a glTF file: the formats that put shapes on nodes.

mod frame;
mod physics;
mod shape;
mod vrm;

use std::collections::{BTreeMap, BTreeSet};

use asunder::{Role, Shape3};
use serde::Deserialize;
use serde_json::Value;

use crate::collider::{Collider, Format, Likeness, Purpose};
use crate::document::Document;
use crate::json::Json;
use crate::words::{self, FOLLOWS, ROLES};
use crate::write::{NO_ROLE, Written};
use crate::{Clip, GltfError, Node, Skin, Transform};
use shape::Local;

/// The nodes that move by themselves: joints, and what a clip moves.
pub(super) fn movers(nodes: &[Node], skins: &[Skin], clips: &[Clip]) -> Vec<bool> {
    let mut movers = vec![false; nodes.len()];
    let joints = skins.iter().flat_map(|skin| &skin.joints).copied();
    let animated = clips.iter().flat_map(|clip| &clip.tracks).map(|track| track.node);
    for node in joints.chain(animated) {
        movers[node] = true;
    }
    movers
}

/// Every collider of the file, in the order of the nodes; those of VRM behind.
pub(super) fn read(
    document: &Document<'_>,
    nodes: &[Node],
    parents_first: &[usize],
    movers: &[bool],
) -> Result<Vec<Collider>, GltfError> {
    let items: Vec<_> = document.root.get("nodes").objects()?.collect();
    let has_mesh = |node: &usize| items[*node].get("mesh").present().is_some();
    let mut reader = Reader {
        document,
        nodes,
        items: &items,
        movers,
        homes: frame::homes(nodes, parents_first, movers),
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

/// What is known while colliders are read.
struct Reader<'r, 'a> {
    document: &'r Document<'a>,
    nodes: &'r [Node],
    items: &'r [Json<'a>],
    /// For each node whether it moves by itself.
    movers: &'r [bool],
    /// For each node the one that its colliders move with.
    homes: Vec<usize>,
    /// The nodes that carry meshes.
    with_meshes: Vec<usize>,
    colliders: Vec<Collider>,
    /// Shapes read before, by their place: many nodes may refer to one.
    shapes: BTreeMap<String, Option<Local>>,
    /// Extensions that hold colliders and are not read, warned about once.
    foreign: BTreeSet<&'static str>,
}

impl<'a> Reader<'_, 'a> {
    /// The shape at `place`, read once.
    fn shape(
        &mut self,
        place: &Json<'a>,
        defaults: shape::Defaults,
    ) -> Result<Option<Local>, GltfError> {
        // The reference in front of the path differs from node to node, the shape does not.
        let key = place.path().rsplit(" -> ").next().unwrap_or_default().to_owned();
        if let Some(known) = self.shapes.get(&key) {
            return Ok(known.clone());
        }
        let local = shape::read(self.document, place, defaults)?;
        self.shapes.insert(key, local.clone());
        Ok(local)
    }

    /// Adds the collider that stands at `place`: a shape in the space of node `carrier`, or moved
    /// in it by `offset`.
    fn add(
        &mut self,
        place: &Json<'a>,
        carrier: usize,
        local: Local,
        offset: Option<Transform>,
        (format, purpose): (Format, Purpose),
    ) -> Result<(), GltfError> {
        let node = self.homes[carrier];
        let way = frame::way(self.nodes, carrier, node, place, &self.document.budget)?;
        let links: Vec<_> = offset.into_iter().chain(way).collect();
        let disabled =
            |link: &Transform| matches!(link, Transform::Parts { scale: [0.0, 0.0, 0.0], .. });
        // What a clip moves may be hidden at rest only.
        let moves = self.movers[carrier];
        let rest = (!moves).then_some(&self.nodes[carrier].rest);
        if links.iter().chain(rest).any(disabled) {
            let message = "the scale is 0, which disables the collider; it is left out";
            return self.document.warn(place, message);
        }
        let item = &self.items[carrier];
        let extras = item.get("extras");
        // A node that was written is edited, too, where a clip has come to move it.
        let restored = match self.nodes[carrier].parent {
            Some(parent) if !moves => restored(item, &extras, &local)?.map(|exact| (parent, exact)),
            _ => None,
        };
        let (node, placed) = match restored {
            Some(known) => known,
            None => (node, frame::placed(place, &local, &links)?),
        };
        if let Likeness::Encloses(what) = placed.likeness {
            let around = if placed.shape.kind() == "obb" { "box" } else { placed.shape.kind() };
            self.document.warn(place, format!("{what} is read as a {around} around it"))?;
        }
        let collider = Collider {
            node,
            name: self.nodes[carrier].name.clone(),
            shape: placed.shape,
            likeness: placed.likeness,
            purpose,
            role: role(&extras.get("asunder_role"))?.unwrap_or_else(|| purpose.role()),
            region: extras
                .get("asunder_region")
                .present()
                .map(|region| region.text().map(str::to_owned))
                .transpose()?,
            follow: word(&extras.get("asunder_follow"), &FOLLOWS)?.unwrap_or_default(),
            format,
            path: place.path().to_owned(),
            extras: others(&extras),
        };
        // Many colliders may stand on one node, or refer to one shape, and each copies all of it.
        let texts = [Some(&collider.name), collider.region.as_ref(), collider.extras.as_ref()];
        let text: usize = texts.into_iter().flatten().map(String::len).sum();
        let bytes = size_of::<Collider>() + text + heap(&collider.shape);
        self.document.budget.spend(place, bytes as u64)?;
        self.colliders.push(collider);
        Ok(())
    }
}

/// About how many bytes a shape holds beside itself.
fn heap(shape: &Shape3) -> usize {
    /// A point, the same as a corner, and by Euler's formula three edges and two faces of it.
    const POINT: usize = 12 + 12 + 3 * 8 + 2 * 12;
    if let Shape3::ConvexHull(hull) = shape { POINT * hull.points().len() } else { 0 }
}

/// The shape that was written on this node, to its last bit, if nobody has edited the node since.
fn restored(item: &Json<'_>, extras: &Json<'_>, local: &Local) -> Result<Option<Local>, GltfError> {
    let Some(place) = extras.get("asunder_shape").present() else { return Ok(None) };
    let shape = place
        .value()
        .map_or_else(
            || Err(String::new()),
            |value| Shape3::deserialize(value).map_err(|error| error.to_string()),
        )
        .map_err(|problem| place.found(problem, "a shape as `asunder query` reads it"))?;
    let written = Written::of(&shape);
    let same = written.as_ref().is_some_and(|written| written.stands_at(item, &local.shape));
    Ok(same.then(|| Local::exact(shape)))
}

/// The meaning of the word at `place`.
fn word<T: Copy>(place: &Json<'_>, list: &[(&str, T)]) -> Result<Option<T>, GltfError> {
    let Some(place) = place.clone().present() else { return Ok(None) };
    words::meaning(list, place.text()?).map(Some).map_err(|known| place.expected(known))
}

/// What a hit means, where the file says so: a role, or that there are none.
fn role(place: &Json<'_>) -> Result<Option<Option<Role>>, GltfError> {
    let [attack, hurt, push] = ROLES.map(|(word, role)| (word, Some(role)));
    word(place, &[attack, hurt, push, (NO_ROLE, None)])
}

/// What else stands in a node's extras.
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
