//! Parts of a model that get hitboxes, and parts that do not.

use asunder_gltf::{GltfError, MeshInstance, Model};
use std::collections::BTreeMap;

/// Nodes whose vertices get hitboxes, by name: for props, capes and hats, which are no hurtboxes.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use asunder_fit::{Options, Selection, fit};
/// use asunder_gltf::Model;
///
/// let without = vec![String::from("1H_Crossbow"), String::from("Rogue_Cape")];
/// let rogue = Selection { without, only: Vec::new() }.of(&Model::open("rogue.glb")?)?;
/// let fitted = fit(&rogue, &Options::default())?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Selection {
    /// Nodes that get none, nor what hangs on them.
    pub without: Vec<String>,
    /// The nodes that get some, with all that hangs on them; if empty, all.
    pub only: Vec<String>,
}

impl Selection {
    /// The model without the triangles of what is not selected: those of rigid meshes on such nodes, and those
    /// with a vertex that such a joint moves most. Nodes, skins and clips are the same, so that a fit to it is
    /// a fit to the whole model; [`evaluate`](crate::evaluate) counts what is left. Where a skin is cut it is
    /// open, and counts as empty for the overhang.
    ///
    /// # Errors
    /// [`GltfError::NotFound`] if the model has no node of a name; it lists those it has.
    pub fn of(&self, model: &Model) -> Result<Model, GltfError> {
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for (node, it) in model.nodes.iter().enumerate().rev() {
            known.insert(&it.name, node);
        }
        let marks = |names: &[String]| -> Result<Vec<bool>, GltfError> {
            let mut marks = vec![false; model.nodes.len()];
            for name in names {
                match known.get(name.as_str()) {
                    Some(&node) => marks[node] = true,
                    None => marks[model.node(name)?] = true,
                }
            }
            // What hangs on a node goes with it.
            for &node in model.parents_first() {
                marks[node] |= model.nodes[node].parent.is_some_and(|parent| marks[parent]);
            }
            Ok(marks)
        };
        let (without, only) = (marks(&self.without)?, marks(&self.only)?);
        let is_selected: Vec<bool> = (0..model.nodes.len())
            .map(|node| !without[node] && (self.only.is_empty() || only[node]))
            .collect();
        let mut selected = model.clone();
        for mesh in &mut selected.meshes {
            let stays: Vec<bool> = (0..mesh.positions.len())
                .map(|vertex| is_selected[strongest(model, mesh, vertex)])
                .collect();
            mesh.triangles.retain(|triangle| triangle.iter().all(|&it| stays[it as usize]));
        }
        Ok(selected)
    }
}

/// The node that moves a vertex most, of equals the first in its list.
fn strongest(model: &Model, mesh: &MeshInstance, vertex: usize) -> usize {
    let Some(skin) = mesh.skin else { return mesh.node };
    let influences = mesh.joints[vertex].iter().zip(&mesh.weights[vertex]);
    let most = influences.reduce(|best, next| if next.1 > best.1 { next } else { best });
    most.map_or(mesh.node, |(&joint, _)| model.skins[skin].joints[usize::from(joint)])
}
