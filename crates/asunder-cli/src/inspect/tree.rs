//! The tree of a model's nodes, as text.

use crate::printable::printable;
use asunder_gltf::Model;

/// The longest line.
const WIDTH: usize = 90;
/// The most branches drawn in front of a line. Trees may be as deep as they have nodes.
const DRAWN: u32 = 16;

/// A pending line: its first node, and its position in the tree.
#[derive(Clone, Copy, Debug)]
struct Branch {
    node: usize,
    /// The number of its ancestors.
    depth: usize,
    /// The number of lines that it is nested in.
    level: u32,
    /// For each drawn level a bit: whether there are more branches below this line.
    more: u32,
}

impl Branch {
    /// The prefix of the line: its branches or, if these are many, its depth.
    fn before(&self) -> String {
        let more = |level: u32| self.more >> level & 1 == 1;
        let beside = |level: u32| if more(level) { "│ " } else { "  " };
        let turn = |level: u32| if more(level) { "├ " } else { "└ " };
        match self.level {
            0 => String::new(),
            level @ 1..=DRAWN => (1..level).map(beside).chain([turn(level)]).collect(),
            _ => format!("depth {}: ", self.depth),
        }
    }
}

/// The first lines of the tree, a line for each node; an only child is on its parent's line. Of more
/// than `most` lines, the last says how many are left out.
pub(super) fn lines(model: &Model, most: usize) -> Vec<String> {
    let mut children = vec![Vec::new(); model.nodes.len()];
    let mut roots = Vec::new();
    for (index, node) in model.nodes.iter().enumerate() {
        match node.parent {
            Some(parent) => children[parent].push(index),
            None => roots.push(index),
        }
    }
    let labels = labels(model);
    let (mut lines, mut count) = (Vec::new(), 0);
    let root = |node| Branch { node, depth: 0, level: 0, more: 0 };
    // The next line last.
    let mut open: Vec<Branch> = roots.into_iter().rev().map(root).collect();
    while let Some(branch) = open.pop() {
        let mut line = branch.before() + &labels[branch.node];
        let mut width = line.chars().count();
        let (mut end, mut depth) = (branch.node, branch.depth);
        while let [child] = children[end][..] {
            // A long chain of nodes continues on the next line.
            let label = labels[child].chars().count();
            if width + label > WIDTH {
                break;
            }
            line += " - ";
            line += &labels[child];
            width += 3 + label;
            (end, depth) = (child, depth + 1);
        }
        count += 1;
        if lines.len() < most {
            lines.push(line);
        }
        let level = branch.level.saturating_add(1);
        for (index, &node) in children[end].iter().enumerate().rev() {
            let is_last = index + 1 == children[end].len();
            let bit = if level <= DRAWN && !is_last { 1 << level } else { 0 };
            open.push(Branch { node, depth: depth + 1, level, more: branch.more | bit });
        }
    }
    if count > most {
        lines.truncate(most - 1);
        lines.push(super::more(count - lines.len(), "lines"));
    }
    lines
}

/// The label of each node: its name, the number of vertices it moves, and its meshes.
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

/// For each node the number of skinned vertices that it moves.
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
