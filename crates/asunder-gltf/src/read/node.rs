//! Nodes and their tree.

use crate::document::Document;
use crate::json::Json;
use crate::read::{affine, name};
use crate::{GltfError, Node, Transform};

/// The nodes, and their indices in an order where each follows its parent.
pub(crate) fn read(document: &Document<'_>) -> Result<(Vec<Node>, Vec<usize>), GltfError> {
    let items = document.root.get("nodes").objects()?;
    let mut nodes = Vec::with_capacity(items.len());
    for (index, item) in items.clone().enumerate() {
        nodes.push(Node { name: name(&item, "node", index)?, parent: None, rest: rest(&item)? });
    }

    let mut children = Vec::with_capacity(items.len());
    for (parent, item) in items.clone().enumerate() {
        let references = item.get("children").list()?;
        let mut indices = Vec::with_capacity(references.len());
        for reference in references {
            let child = document.index(&reference, "nodes")?;
            if let Some(other) = nodes[child].parent {
                let expected = format!("a node without a parent; it is a child of nodes[{other}]");
                return Err(reference.expected(expected));
            }
            nodes[child].parent = Some(parent);
            indices.push(child);
        }
        children.push(indices);
    }

    let mut order: Vec<_> = (0..nodes.len()).filter(|&n| nodes[n].parent.is_none()).collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        order.extend(&children[node]);
        next += 1;
    }
    if order.len() < nodes.len() {
        let cycle = on_a_cycle(&nodes, &order);
        let place = document.root.get("nodes").at(cycle).get("children");
        return Err(place.found("a way back to the node itself", "a tree"));
    }
    Ok((nodes, order))
}

/// A node that is its own ancestor; `reached` are the nodes below a root.
fn on_a_cycle(nodes: &[Node], reached: &[usize]) -> usize {
    let mut unreached = vec![true; nodes.len()];
    for &node in reached {
        unreached[node] = false;
    }
    let mut node = unreached.iter().position(|&unreached| unreached).unwrap_or_default();
    // The ancestors of an unreached node enter the cycle within as many steps as there are nodes.
    for _ in nodes {
        node = nodes[node].parent.unwrap_or(node);
    }
    node
}

fn rest(node: &Json<'_>) -> Result<Transform, GltfError> {
    if let Some(matrix) = node.get("matrix").present() {
        let trs = ["translation", "rotation", "scale"].map(|part| node.get(part));
        if let Some(part) = trs.into_iter().find_map(Json::present) {
            return Err(part.expected("nothing beside a matrix"));
        }
        return Ok(Transform::Matrix(affine(&matrix, matrix.floats()?)?));
    }
    trs(node)
}

/// The translation, rotation and scale at `place`.
pub(super) fn trs(place: &Json<'_>) -> Result<Transform, GltfError> {
    let rotation = place.get("rotation");
    let rest = Transform::Trs {
        translation: place.get("translation").floats_or([0.0; 3])?,
        rotation: rotation.floats_or([0.0, 0.0, 0.0, 1.0])?,
        scale: place.get("scale").floats_or([1.0; 3])?,
    };
    if matches!(rest, Transform::Trs { rotation: [0.0, 0.0, 0.0, 0.0], .. }) {
        return Err(rotation.expected("a quaternion that is not zero"));
    }
    Ok(rest)
}
