//! The tree of a model's nodes, as text.

use crate::fit::printable;
use asunder_gltf::Model;

/// The tree, a line for each node; a node's only child stands on its line.
pub(super) fn lines(model: &Model) -> Vec<String> {
    let mut children = vec![Vec::new(); model.nodes.len()];
    let mut roots = Vec::new();
    for (index, node) in model.nodes.iter().enumerate() {
        match node.parent {
            Some(parent) => children[parent].push(index),
            None => roots.push(index),
        }
    }
    let labels = labels(model);
    let mut lines = Vec::new();
    // What is still to be told, the next last: a node, and what stands before it and below it.
    let mut open: Vec<(usize, String, String)> =
        roots.into_iter().rev().map(|root| (root, String::new(), String::new())).collect();
    while let Some((node, before, below)) = open.pop() {
        let mut line = before + &labels[node];
        let mut end = node;
        while let [child] = children[end][..] {
            // A long chain of nodes goes on in the next line.
            if line.chars().count() + labels[child].chars().count() > WIDTH {
                break;
            }
            line += " - ";
            line += &labels[child];
            end = child;
        }
        lines.push(line);
        for (index, &child) in children[end].iter().enumerate().rev() {
            let last = index + 1 == children[end].len();
            let (branch, beside) = if last { ("└ ", "  ") } else { ("├ ", "│ ") };
            open.push((child, format!("{below}{branch}"), format!("{below}{beside}")));
        }
    }
    lines
}

/// The longest line.
const WIDTH: usize = 90;

/// What to say of each node: its name, how many vertices it moves, the meshes it carries.
fn labels(model: &Model) -> Vec<String> {
    let mut labels: Vec<String> = model.nodes.iter().map(|node| printable(&node.name)).collect();
    for (node, moved) in moved(model).into_iter().enumerate() {
        if moved > 0 {
            labels[node] += &format!(" ({moved})");
        }
    }
    for mesh in &model.meshes {
        labels[mesh.node] += &format!(" {:?}", printable(&mesh.name));
    }
    labels
}

/// For each node how many vertices of skins it moves.
pub(super) fn moved(model: &Model) -> Vec<usize> {
    let mut moved = vec![0; model.nodes.len()];
    for mesh in &model.meshes {
        let Some(skin) = mesh.skin.map(|skin| &model.skins[skin]) else { continue };
        for (joints, weights) in mesh.joints.iter().zip(&mesh.weights) {
            for (&joint, _) in joints.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                moved[skin.joints[usize::from(joint)]] += 1;
            }
        }
    }
    moved
}
