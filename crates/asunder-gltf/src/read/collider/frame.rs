//! Whose space a shape is in: the bone that carries it, and the way from there.

use asunder::{Affine3, Bone, Bones, Hitbox, Pose3, Rig, Shape3};

use super::shape::Local;
use crate::collider::Likeness;
use crate::document::Budget;
use crate::json::Json;
use crate::matrix::{IDENTITY, Matrix, product};
use crate::rigging::affine;
use crate::{GltfError, Node, Transform};

/// For each node the nearest, from itself upward, that moves by itself; itself if none does.
pub(super) fn homes(nodes: &[Node], parents_first: &[usize], movers: &[bool]) -> Vec<usize> {
    let mut above: Vec<Option<usize>> = vec![None; nodes.len()];
    for &node in parents_first {
        above[node] =
            if movers[node] { Some(node) } else { nodes[node].parent.and_then(|it| above[it]) };
    }
    above.into_iter().enumerate().map(|(node, home)| home.unwrap_or(node)).collect()
}

/// The maps from the space of `carrier` to that of `home` above it, innermost first.
///
/// Each step is paid for: of many colliders far down in a deep tree, the ways are long.
pub(super) fn way(
    nodes: &[Node],
    carrier: usize,
    home: usize,
    place: &Json<'_>,
    budget: &Budget,
) -> Result<Vec<Transform>, GltfError> {
    let mut links = Vec::new();
    let mut node = carrier;
    while node != home {
        budget.spend(place, STEP)?;
        links.push(nodes[node].rest);
        match nodes[node].parent {
            Some(parent) => node = parent,
            None => break,
        }
    }
    Ok(links)
}

/// What a step from node to node costs of the budget, in bytes.
pub(super) const STEP: u64 = 64;

/// A shape moved by maps, one after another.
pub(super) fn placed(
    place: &Json<'_>,
    local: &Local,
    links: &[Transform],
) -> Result<Local, GltfError> {
    let links = links.iter().filter(|link| link.matrix() != IDENTITY);
    let poses: Option<Vec<Pose3>> = links.clone().map(rigid).collect();
    if let Some(poses) = poses {
        let mut shape = local.shape.clone();
        for pose in poses {
            shape = super::shape::valid(place, shape.try_transformed(&pose))?;
        }
        return Ok(Local { shape, likeness: local.likeness });
    }
    let map = links.fold(IDENTITY, |inner, link| product(&link.matrix(), &inner));
    let shape = image(&local.shape, &affine(&map))
        .map_err(|problem| place.found(problem, "a shape of finite numbers where its node is"))?;
    let likeness = match local.likeness {
        Likeness::Exact if !keeps(&local.shape, &map) => {
            Likeness::Encloses("a shape under uneven scale")
        }
        likeness => likeness,
    };
    Ok(Local { shape, likeness })
}

/// The map as a pose, if it only turns and moves.
fn rigid(link: &Transform) -> Option<Pose3> {
    match *link {
        Transform::Parts { translation, rotation, scale: [1.0, 1.0, 1.0] } => {
            Some(Pose3::new(translation, rotation))
        }
        Transform::Parts { .. } | Transform::Matrix(_) => None,
    }
}

/// The image of a shape under any map, as a rig places it.
fn image(shape: &Shape3, map: &Affine3) -> Result<Shape3, String> {
    let place = || {
        let mut rig = Rig::new("collider", vec![Bone::new("node", None)])?;
        rig.add(Hitbox::new(0, shape.clone()))?;
        rig.place(Bones::Global(&[*map]), &Affine3::identity())
    };
    let mut placed = place().map_err(|error| error.to_string())?;
    placed.pop().ok_or_else(String::new)
}

/// Whether the image of the shape is one of its own kind: of a box if its axes stay at right angles,
/// of balls if all directions stretch alike.
fn keeps(shape: &Shape3, map: &Matrix) -> bool {
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
        // A box that is turned against the node would be skewed where the node's axes are uneven.
        Shape3::Obb(obb) if obb.rotation().to_array() != [0.0, 0.0, 0.0, 1.0] => right && even,
        Shape3::Obb(_) | Shape3::Aabb(_) => right,
        _ => true,
    }
}
