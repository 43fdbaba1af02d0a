//! The space of a shape: the bone that it follows, and the maps to there.

use asunder::{Affine3, Bone, Bones, Hitbox, Pose3, Rig, Shape3};

use super::shape::Local;
use crate::collider::Fidelity;
use crate::document::Budget;
use crate::json::Json;
use crate::matrix::{IDENTITY, Matrix, product};
use crate::rigging::affine;
use crate::{GltfError, Node, Transform};

/// For each node the nearest animated one of itself and its ancestors; itself if none is.
pub(super) fn anchors(nodes: &[Node], parents_first: &[usize], animated: &[bool]) -> Vec<usize> {
    let mut above: Vec<Option<usize>> = vec![None; nodes.len()];
    for &node in parents_first {
        above[node] =
            if animated[node] { Some(node) } else { nodes[node].parent.and_then(|it| above[it]) };
    }
    above.into_iter().enumerate().map(|(node, anchor)| anchor.unwrap_or(node)).collect()
}

/// The maps from the space of `carrier` to that of its ancestor `anchor`, innermost first.
///
/// Each step costs budget: paths are long for many colliders far down in a deep tree.
pub(super) fn path_to_ancestor(
    nodes: &[Node],
    carrier: usize,
    anchor: usize,
    place: &Json<'_>,
    budget: &Budget,
) -> Result<Vec<Transform>, GltfError> {
    let mut maps = Vec::new();
    let mut node = carrier;
    while node != anchor {
        budget.spend(place, STEP_COST)?;
        maps.push(nodes[node].rest);
        match nodes[node].parent {
            Some(parent) => node = parent,
            None => break,
        }
    }
    Ok(maps)
}

/// The cost of a step from node to node, in bytes of the budget.
pub(in crate::read) const STEP_COST: u64 = 64;

/// A shape transformed by maps, one after another.
pub(super) fn placed(
    place: &Json<'_>,
    local: &Local,
    maps: &[Transform],
) -> Result<Local, GltfError> {
    let maps = maps.iter().filter(|map| map.matrix() != IDENTITY);
    let poses: Option<Vec<Pose3>> = maps.clone().map(rigid).collect();
    if let Some(poses) = poses {
        let mut shape = local.shape.clone();
        for pose in poses {
            shape = super::shape::valid(place, shape.try_transformed(&pose))?;
        }
        return Ok(Local { shape, fidelity: local.fidelity });
    }
    let map = maps.fold(IDENTITY, |inner, map| product(&map.matrix(), &inner));
    let shape = image(&local.shape, &affine(&map))
        .map_err(|problem| place.found(problem, "a shape of finite numbers where its node is"))?;
    let fidelity = match local.fidelity {
        Fidelity::Exact if !preserves_kind(&local.shape, &map) => {
            Fidelity::Encloses("a shape under uneven scale")
        }
        fidelity => fidelity,
    };
    Ok(Local { shape, fidelity })
}

/// The map as a pose, if it is rigid.
fn rigid(map: &Transform) -> Option<Pose3> {
    match *map {
        Transform::Trs { translation, rotation, scale: [1.0, 1.0, 1.0] } => {
            Some(Pose3::new(translation, rotation))
        }
        Transform::Trs { .. } | Transform::Matrix(_) => None,
    }
}

/// The image of a shape under an affine map, as a rig places it.
fn image(shape: &Shape3, map: &Affine3) -> Result<Shape3, String> {
    let place = || {
        let mut rig = Rig::new("collider", vec![Bone::new("node", None)])?;
        rig.add(Hitbox::new(0, shape.clone()))?;
        rig.place(Bones::Global(&[*map]), &Affine3::identity())
    };
    let mut placed = place().map_err(|error| error.to_string())?;
    placed.pop().ok_or_else(String::new)
}

/// Whether the image of the shape is of the same kind: a box if its axes stay orthogonal, a sphere or
/// capsule if the scale is uniform.
fn preserves_kind(shape: &Shape3, map: &Matrix) -> bool {
    let column = |i: usize| [0, 1, 2].map(|j| f64::from(map[4 * i + j]));
    let columns = [column(0), column(1), column(2)];
    let dot = |i: usize, k: usize| {
        let [a, b] = [columns[i], columns[k]];
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    };
    let square = [dot(0, 0), dot(1, 1), dot(2, 2)];
    // Up to the rounding of the file's numbers.
    const SLACK: f64 = 1e-5;
    let apart = |i: usize, k: usize| dot(i, k).abs() <= SLACK * (square[i] * square[k]).sqrt();
    let right = apart(0, 1) && apart(0, 2) && apart(1, 2);
    let even = (1..3).all(|i| (square[i] - square[0]).abs() <= SLACK * square[0]);
    match shape {
        Shape3::Sphere(_) | Shape3::Capsule(_) => right && even,
        // A box rotated against the node is sheared by a nonuniform scale.
        Shape3::Obb(obb) if obb.rotation().to_array() != [0.0, 0.0, 0.0, 1.0] => right && even,
        Shape3::Obb(_) | Shape3::Aabb(_) => right,
        _ => true,
    }
}
