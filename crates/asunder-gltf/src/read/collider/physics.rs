//! `KHR_physics_rigid_bodies`, `OMI_physics_body` and `boundingVolume`: shapes listed at the root of the
//! file, which nodes refer to.

use super::{Reader, frame, shape};
use crate::collider::{Fidelity, Format, Purpose};
use crate::document::Document;
use crate::json::Json;
use crate::matrix::{IDENTITY, product, transform_point};
use crate::read::{mesh, node};
use crate::{GltfError, Node, Transform};
use shape::{CORE, Defaults, KHR, Local, OMI};

const RIGID_BODIES: &str = "KHR_physics_rigid_bodies";
const OMI_SHAPES: &str = "OMI_physics_shape";

/// Unsupported extensions with colliders.
const FOREIGN: [&str; 5] =
    ["OMI_collider", "MSFT_physics", "MSFT_collision_primitives", "BLENDER_physics", "VRM"];

/// The colliders on one node.
pub(super) fn read<'a>(reader: &mut Reader<'_, 'a>, carrier: usize) -> Result<(), GltfError> {
    let item = reader.items[carrier].clone();
    let extensions = item.get("extensions");
    let khr = extensions.get(RIGID_BODIES);
    let omi = extensions.get("OMI_physics_body");
    for (name, purpose) in [("collider", Purpose::Solid), ("trigger", Purpose::Trigger)] {
        if let Some(place) = khr.get(name).present() {
            khronos(reader, carrier, &place, purpose)?;
        }
        if let Some(place) = omi.get(name).present() {
            let shape = place.get("shape");
            // -1 means that only descendants of this node have shapes.
            if shape.value().is_some_and(|value| value.as_i64() != Some(-1))
                && let Some(local) = in_list(reader, &shape, &omi_list(reader.document), OMI)?
            {
                reader.add(&place, carrier, local, None, (Format::Omi, purpose))?;
            }
        }
    }
    let newer = ["collider", "trigger"].iter().any(|kind| omi.get(kind).present().is_some());
    if let Some(place) = extensions.get(OMI_SHAPES).present()
        && !newer
    {
        early_omi(reader, carrier, &place)?;
    }
    if let Some(place) = item.get("boundingVolume").present()
        && let Some(local) = core_shape(reader, &place.get("shape"))?
    {
        let offset = node::trs(&place)?;
        reader.add(&place, carrier, local, Some(offset), (Format::Gltf21, Purpose::Bounds))?;
    }
    for name in FOREIGN {
        let root = reader.document.root.get("extensions").get(name).present();
        if extensions.get(name).present().or(root).is_some() && reader.foreign.insert(name) {
            let place = reader.document.root.get("extensions").get(name);
            reader.document.warn(&place, format!("colliders in {name} are not read"))?;
        }
    }
    Ok(())
}

/// The shape on a node in the drafts of 2023, which Godot 4.2 wrote: one of the list, or one in place.
/// The shape or its body states whether it is a trigger.
fn early_omi<'a>(
    reader: &mut Reader<'_, 'a>,
    carrier: usize,
    place: &Json<'a>,
) -> Result<(), GltfError> {
    let reference = place.get("shape");
    let list = omi_list(reader.document);
    let (shape, local) = match reference.value() {
        Some(_) => {
            let local = in_list(reader, &reference, &list, OMI)?;
            (list.at(reference.count()?), local)
        }
        None => (place.clone(), reader.shape(place, OMI)?),
    };
    let Some(local) = local else { return Ok(()) };
    let is_trigger = shape.get("isTrigger").boolean()?
        || body(reader.document, reader.items, reader.nodes, carrier, place)? == "trigger";
    let purpose = if is_trigger { Purpose::Trigger } else { Purpose::Solid };
    reader.add(place, carrier, local, None, (Format::Omi, purpose))
}

/// The type of the nearest body at or above a node in early drafts; empty if there is none.
pub(in crate::read) fn body<'a>(
    document: &Document<'a>,
    items: &[Json<'a>],
    nodes: &[Node],
    carrier: usize,
    place: &Json<'a>,
) -> Result<&'a str, GltfError> {
    let mut above = Some(carrier);
    while let Some(node) = above {
        document.budget.spend(place, frame::STEP_COST)?;
        let kind = items[node].get("extensions").get("OMI_physics_body").get("type");
        if let Some(kind) = kind.present() {
            return kind.string();
        }
        above = nodes[node].parent;
    }
    Ok("")
}

/// A collider or trigger of `KHR_physics_rigid_bodies`, in any of its drafts.
fn khronos<'a>(
    reader: &mut Reader<'_, 'a>,
    carrier: usize,
    place: &Json<'a>,
    purpose: Purpose,
) -> Result<(), GltfError> {
    // Until 2024 the shape was here; since then it is in the geometry.
    let early = place.get("shape").present();
    let geometry = place.get("geometry");
    let convex = geometry.get("convexHull").boolean()?;
    let local = if let Some(reference) = early.or(geometry.get("shape").present()) {
        let list = khronos_list(reader.document);
        let defaults = if list.path() == CORE_LIST { CORE } else { KHR };
        in_list(reader, &reference, &list, defaults)?
    } else if let Some(reference) = geometry.get("mesh").present() {
        let points = mesh::points(reader.document, &reference)?;
        Some(shape::enclosing_points(&reference, points, convex)?)
    } else if let Some(reference) = geometry.get("node").present() {
        Some(shape_of_node(reader, carrier, &reference, convex)?)
    } else {
        // A compound trigger lists nodes with triggers of their own; a collider must have a shape.
        if purpose == Purpose::Solid {
            return Err(geometry.expected("a geometry with a shape, a mesh or a node"));
        }
        None
    };
    match local {
        Some(local) => reader.add(place, carrier, local, None, (Format::Khr, purpose)),
        None => Ok(()),
    }
}

/// The path of the list of glTF 2.1.
const CORE_LIST: &str = "shapes";

/// The list of shapes that `KHR_physics_rigid_bodies` refers to.
pub(in crate::read) fn khronos_list<'a>(document: &Document<'a>) -> Json<'a> {
    let list = |extension: &str| document.root.get("extensions").get(extension);
    let known = |name: &&str| list(name).present().is_some();
    match ["KHR_implicit_shapes", "KHR_collision_shapes"].into_iter().find(known) {
        Some(name) => list(name).get("shapes"),
        None => match document.root.get(CORE_LIST).present() {
            Some(core) => core,
            None => list("KHR_implicit_shapes").get("shapes"),
        },
    }
}

/// The list of shapes that `OMI_physics_body` refers to.
pub(in crate::read) fn omi_list<'a>(document: &Document<'a>) -> Json<'a> {
    document.root.get("extensions").get(OMI_SHAPES).get("shapes")
}

/// The shape that `reference` names in the list of glTF 2.1.
fn core_shape<'a>(
    reader: &mut Reader<'_, 'a>,
    reference: &Json<'a>,
) -> Result<Option<Local>, GltfError> {
    let list = reader.document.root.get(CORE_LIST);
    in_list(reader, reference, &list, CORE)
}

fn in_list<'a>(
    reader: &mut Reader<'_, 'a>,
    reference: &Json<'a>,
    list: &Json<'a>,
    defaults: Defaults,
) -> Result<Option<Local>, GltfError> {
    reader.shape(&element(reference, list)?, defaults)
}

/// The place in a list that `reference` names.
pub(in crate::read) fn element<'a>(
    reference: &Json<'a>,
    list: &Json<'a>,
) -> Result<Json<'a>, GltfError> {
    let index = reference.count()?;
    match list.at(index).present() {
        Some(place) => Ok(place.reached_from(reference)),
        None => {
            let count = list.list()?.len();
            Err(reference.expected(format!("an index into {}, less than {count}", list.path())))
        }
    }
}

/// The shape of the meshes on a node and its descendants, in that node's space.
fn shape_of_node<'a>(
    reader: &mut Reader<'_, 'a>,
    carrier: usize,
    reference: &Json<'a>,
    convex: bool,
) -> Result<Local, GltfError> {
    let top = reader.document.index(reference, "nodes")?;
    let key = format!("{} of nodes[{top}]", if convex { "hull" } else { "mesh" });
    if let Some(Some(known)) = reader.shapes.get(&key) {
        return Ok(known.clone());
    }
    let mut points = Vec::new();
    let mut skinned = false;
    for index in 0..reader.with_meshes.len() {
        let node = reader.with_meshes[index];
        let mesh = reader.items[node].get("mesh");
        let Some(maps) = path_if_below(reader, reference, node, top)? else { continue };
        let map = maps.iter().fold(IDENTITY, |inner, map| product(&map.matrix(), &inner));
        let modelled = mesh::points(reader.document, &mesh)?;
        points.extend(modelled.into_iter().map(|point| transform_point(&map, point)));
        skinned |= reader.items[node].get("skin").present().is_some();
    }
    if skinned {
        let message = "a mesh that bones bend is read as it was modelled: its shape will not bend";
        reader.document.warn(reference, message)?;
    }
    if top != carrier {
        let message =
            format!("the mesh of nodes[{top}] is read as if it stood on nodes[{carrier}]");
        reader.document.warn(reference, message)?;
    }
    let local = shape::enclosing_points(reference, points, convex)?;
    let fidelity = if skinned { Fidelity::Encloses("a bending mesh") } else { local.fidelity };
    let local = Local { fidelity, ..local };
    reader.shapes.insert(key, Some(local.clone()));
    Ok(local)
}

/// The maps from `node` up to `top`, if that is an ancestor.
fn path_if_below(
    reader: &Reader<'_, '_>,
    reference: &Json<'_>,
    node: usize,
    top: usize,
) -> Result<Option<Vec<Transform>>, GltfError> {
    let budget = &reader.document.budget;
    let mut above = node;
    budget.spend(reference, frame::STEP_COST)?;
    while above != top {
        budget.spend(reference, frame::STEP_COST)?;
        match reader.nodes[above].parent {
            Some(parent) => above = parent,
            None => return Ok(None),
        }
    }
    frame::path_to_ancestor(reader.nodes, node, top, reference, budget).map(Some)
}
