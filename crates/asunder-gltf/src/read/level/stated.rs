//! Collision geometry that a file states: `KHR_physics_rigid_bodies`, `OMI_physics_body` with
//! `OMI_physics_shape`, and `OMI_collider`, which came before.

use serde_json::Value;

use super::{Placement, Reader};
use crate::json::Json;
use crate::read::collider::physics;
use crate::{GltfError, LevelKind, LevelRule};

/// What a collider is made of.
enum Geometry<'a> {
    /// A mesh of the file.
    Mesh(Json<'a>, LevelKind),
    /// The meshes at and below a node.
    Node(Json<'a>, LevelKind),
    /// A box, a sphere or the like.
    Shape,
}

/// The colliders of a file, counted.
#[derive(Default)]
struct Count {
    meshes: usize,
    shapes: usize,
    /// The first collider that is a shape.
    shape: Option<String>,
    triggers: usize,
}

/// Adds the solid colliders that are meshes. Whether any solid collider is stated at all.
pub(super) fn read(reader: &mut Reader<'_, '_>) -> Result<bool, GltfError> {
    let mut count = Count::default();
    for index in 0..reader.scene.nodes.len() {
        let node = reader.scene.nodes[index];
        for (place, geometry, rule) in colliders(reader, node, &mut count)? {
            let (carrier, matrix) = (node, reader.scene.globals[node]);
            match geometry {
                Geometry::Mesh(reference, kind) => {
                    count.meshes += 1;
                    if let Some(mesh) = reader.mesh(&reference)? {
                        let place = &place;
                        reader.add(mesh, Placement { place, carrier, matrix, kind, rule })?;
                    }
                }
                Geometry::Node(reference, kind) => {
                    count.meshes += 1;
                    reader.add_below(&place, &reference, carrier, kind, rule)?;
                }
                Geometry::Shape => {
                    count.shapes += 1;
                    count.shape.get_or_insert_with(|| place.path().to_owned());
                }
            }
        }
    }
    if count.shapes > 0 {
        let message = format!(
            "boxes, spheres and the like are no triangles of the level, but colliders of the model: {} of \
             the solid colliders, first {}",
            count.shapes,
            count.shape.unwrap_or_default(),
        );
        reader.document.warn(&reader.document.root.get("nodes"), message)?;
    }
    if count.triggers > 0 && count.meshes + count.shapes > 0 {
        let message = format!("{} triggers stop nothing; they are left out", count.triggers);
        reader.document.warn(&reader.document.root.get("nodes"), message)?;
    }
    Ok(count.meshes + count.shapes > 0)
}

type Found<'a> = (Json<'a>, Geometry<'a>, LevelRule);

/// The solid colliders of a node.
fn colliders<'a>(
    reader: &Reader<'_, 'a>,
    node: usize,
    count: &mut Count,
) -> Result<Vec<Found<'a>>, GltfError> {
    let extensions = reader.items[node].get("extensions");
    let mut found = Vec::new();
    let khr = extensions.get("KHR_physics_rigid_bodies");
    if let Some(place) = khr.get("collider").present() {
        let geometry = khronos(reader, &place)?;
        found.push((place, geometry, LevelRule::Khr));
    }
    let omi = extensions.get("OMI_physics_body");
    if let Some(place) = omi.get("collider").present() {
        let shape = place.get("shape");
        // -1 means that only descendants of this node have shapes.
        if shape.value().is_some_and(|value| value.as_i64() != Some(-1)) {
            let list = physics::omi_list(reader.document);
            let geometry = shaped(&physics::element(&shape, &list)?, false)?;
            found.push((place, geometry, LevelRule::Omi));
        }
    }
    let triggers = [khr.get("trigger"), omi.get("trigger")];
    count.triggers += triggers.into_iter().filter(|it| it.value().is_some()).count();
    let newer = ["collider", "trigger"].iter().any(|kind| omi.get(kind).value().is_some());
    let early = extensions.get("OMI_physics_shape").present().filter(|_| !newer);
    let list = physics::omi_list(reader.document);
    let older = extensions.get("OMI_collider").present();
    let older_list = reader.document.root.get("extensions").get("OMI_collider").get("colliders");
    for (place, key, list, rule) in [
        (early, "shape", list, LevelRule::Omi),
        (older, "collider", older_list, LevelRule::OmiCollider),
    ] {
        let Some(place) = place else { continue };
        // In the first drafts the shape stood in the node itself.
        let shape = match place.get(key).present() {
            Some(reference) => physics::element(&reference, &list)?,
            None => place.clone(),
        };
        let (document, items) = (reader.document, reader.items);
        let body = physics::body(document, items, reader.nodes, node, &place)?;
        if shape.get("isTrigger").boolean()? || body == "trigger" {
            count.triggers += 1;
        } else if shape.get("type").value().and_then(Value::as_str) != Some("compound") {
            found.push((place, shaped(&shape, false)?, rule));
        }
    }
    Ok(found)
}

/// The geometry of a collider of `KHR_physics_rigid_bodies`, in any of its drafts.
fn khronos<'a>(reader: &Reader<'_, 'a>, place: &Json<'a>) -> Result<Geometry<'a>, GltfError> {
    // Until 2024 the shape was here; since then it is in the geometry.
    let early = place.get("shape").present();
    let geometry = place.get("geometry");
    let convex = geometry.get("convexHull").boolean()?;
    let kind = if convex { LevelKind::Convex } else { LevelKind::Trimesh };
    if let Some(reference) = early.or(geometry.get("shape").present()) {
        let list = physics::khronos_list(reader.document);
        return shaped(&physics::element(&reference, &list)?, convex);
    }
    if let Some(reference) = geometry.get("mesh").present() {
        return Ok(Geometry::Mesh(reference, kind));
    }
    match geometry.get("node").present() {
        Some(reference) => Ok(Geometry::Node(reference, kind)),
        None => Err(geometry.expected("a geometry with a shape, a mesh or a node")),
    }
}

/// The geometry of a shape in a list.
fn shaped<'a>(place: &Json<'a>, convex: bool) -> Result<Geometry<'a>, GltfError> {
    let name = place.get("type").string()?;
    let is_hull = match name {
        // The names of earlier drafts follow those of today.
        "convexMesh" | "convex" | "hull" => true,
        "mesh" | "trimesh" | "concave" => convex,
        _ => return Ok(Geometry::Shape),
    };
    // The early drafts of OMI had no separate object for the parameters.
    let parameters = place.get(name);
    let is_object = parameters.value().is_some_and(Value::is_object);
    let reference = if is_object { &parameters } else { place }.get("mesh");
    let kind = if is_hull { LevelKind::Convex } else { LevelKind::Trimesh };
    Ok(Geometry::Mesh(reference, kind))
}
