//! The scene of a level: which nodes are in it, where they stand, and which move.

use crate::document::Document;
use crate::json::Json;
use crate::matrix::{Matrix, product};
use crate::{GltfError, Node};

/// The nodes of the scene that a file shows first.
pub(super) struct Scene {
    /// The nodes in it, in the order of the file.
    pub(super) nodes: Vec<usize>,
    /// For each node the map from its space to the file's.
    pub(super) globals: Vec<Matrix>,
    /// For each node its children.
    pub(super) children: Vec<Vec<usize>>,
    /// For each node whether it moves.
    pub(super) moves: Vec<bool>,
}

impl Scene {
    /// The scene that the file names, else the first; all nodes, if it has none.
    pub(super) fn read<'a>(
        document: &Document<'a>,
        items: &[Json<'a>],
        nodes: &[Node],
        parents_first: &[usize],
    ) -> Result<Self, GltfError> {
        let mut globals: Vec<_> = nodes.iter().map(|node| node.rest.matrix()).collect();
        let mut children = vec![Vec::new(); nodes.len()];
        let mut inside = roots(document, nodes.len())?;
        let mut moves = moving(document, items)?;
        for &node in parents_first {
            if let Some(parent) = nodes[node].parent {
                globals[node] = product(&globals[parent], &globals[node]);
                children[parent].push(node);
                inside[node] |= inside[parent];
                moves[node] |= moves[parent];
            }
            if !globals[node].iter().all(|x| x.is_finite()) {
                let place = &items[node];
                return Err(place.found("infinitely far or large", "a finite place in the model"));
            }
        }
        let nodes = (0..nodes.len()).filter(|&node| inside[node]).collect();
        Ok(Self { nodes, globals, children, moves })
    }
}

/// For each node whether it is a root of the scene.
fn roots(document: &Document<'_>, count: usize) -> Result<Vec<bool>, GltfError> {
    let scenes = document.root.get("scenes");
    let number = scenes.objects()?.len();
    if number == 0 {
        return Ok(vec![true; count]);
    }
    let shown = document.root.get("scene").present();
    let shown = shown.map_or(Ok(0), |scene| document.index(&scene, "scenes"))?;
    if number > 1 {
        let message = format!("only scenes[{shown}] is read, not the {} others", number - 1);
        document.warn(&scenes, message)?;
    }
    let mut roots = vec![false; count];
    for root in scenes.at(shown).get("nodes").list()? {
        roots[document.index(&root, "nodes")?] = true;
    }
    Ok(roots)
}

/// For each node whether it moves by itself: a clip moves it, or it is a body that is not static.
fn moving<'a>(document: &Document<'a>, items: &[Json<'a>]) -> Result<Vec<bool>, GltfError> {
    let is_moving = |item: &Json<'a>| {
        let extensions = item.get("extensions");
        let khr = extensions.get("KHR_physics_rigid_bodies").get("motion");
        let omi = extensions.get("OMI_physics_body");
        // In early drafts the type was the body's own.
        let motion = omi.get("motion").present();
        let kind = motion.clone().unwrap_or(omi).get("type");
        let kind = kind.value().and_then(|kind| kind.as_str());
        let is_static = matches!(kind, Some("static" | "trigger"));
        khr.present().is_some() || (motion.is_some() || kind.is_some()) && !is_static
    };
    let mut moves: Vec<_> = items.iter().map(is_moving).collect();
    for animation in document.root.get("animations").objects()? {
        for channel in animation.get("channels").objects()? {
            let target = channel.get("target");
            let path = target.get("path");
            let moved = matches!(
                path.value().and_then(|path| path.as_str()),
                Some("translation" | "rotation" | "scale")
            );
            if let Some(node) = target.get("node").present()
                && moved
            {
                moves[document.index(&node, "nodes")?] = true;
            }
        }
    }
    Ok(moves)
}
