//! Which vertices each bone holds.

use crate::direction::diagonal;
use crate::skeleton::Skeleton;
use crate::{Assignment, Options};
use asunder_gltf::matrix::transform_point;
use asunder_gltf::{MeshInstance, Model};

/// A vertex as modelled: a mesh and an index into its positions.
type Vertex = (usize, usize);

/// The vertices that count for each bone.
#[derive(Debug)]
pub(crate) struct Holdings {
    /// For each bone its vertices, in order, each once.
    vertices: Vec<Vec<Vertex>>,
    /// For each bone the bone that holds its vertices: itself, or the one it was merged into.
    pub(crate) homes: Vec<usize>,
}

impl Holdings {
    pub(crate) fn of(model: &Model, skeleton: &Skeleton, options: &Options) -> Self {
        let mut vertices = vec![Vec::new(); skeleton.nodes.len()];
        for (index, mesh) in model.meshes.iter().enumerate() {
            for vertex in used(mesh) {
                for node in movers(model, mesh, vertex, options.assignment) {
                    // A node that moves vertices is a bone.
                    if let Some(bone) = skeleton.bone_of[node] {
                        vertices[bone].push((index, vertex));
                    }
                }
            }
        }
        let homes = (0..skeleton.nodes.len()).collect();
        let mut holdings = Self { vertices, homes };
        holdings.merge_small(model, skeleton, f64::from(options.merge_below));
        holdings
    }

    /// Hands the vertices of small joints to the joints they hang on, the outermost first.
    fn merge_small(&mut self, model: &Model, skeleton: &Skeleton, fraction: f64) {
        let sizes: Vec<f64> =
            (0..model.skins.len()).map(|skin| size_of_skin(model, skin)).collect();
        let order = skeleton.children_first(model);
        for &bone in &order {
            let vertices = &self.vertices[bone];
            let Some(&(mesh, _)) = vertices.first() else { continue };
            let (Some(skin), Some(parent)) = (model.meshes[mesh].skin, skeleton.parents[bone])
            else {
                continue;
            };
            let size = diagonal(&self.cloud(model, skeleton, bone));
            let bound = |(mesh, _)| skeleton.binding(model, mesh, parent).is_some();
            if size < fraction * sizes[skin] && runs(vertices).all(bound) {
                let moved = std::mem::take(&mut self.vertices[bone]);
                self.vertices[parent].extend(moved);
                self.homes[bone] = parent;
            }
        }
        // Merged twice over, a bone's home is that of its home.
        for &bone in order.iter().rev() {
            self.homes[bone] = self.homes[self.homes[bone]];
        }
        for vertices in &mut self.vertices {
            vertices.sort_unstable();
            vertices.dedup();
        }
    }

    /// Where the vertices of a bone are in its space when it is bound to them, each place once.
    pub(crate) fn cloud(&self, model: &Model, skeleton: &Skeleton, bone: usize) -> Vec<[f32; 3]> {
        let mut cloud = Vec::new();
        for (index, run) in runs(&self.vertices[bone]) {
            let Some(binding) = skeleton.binding(model, index, bone) else { continue };
            let positions = &model.meshes[index].positions;
            cloud.extend(run.iter().map(|&(_, i)| transform_point(&binding, positions[i])));
        }
        // Where two faces meet, exporters repeat the vertex.
        let key = |point: &[f32; 3]| point.map(f32::to_bits);
        cloud.sort_unstable_by_key(key);
        cloud.dedup_by_key(|point| key(point));
        cloud
    }
}

/// The vertices, mesh by mesh.
fn runs(vertices: &[Vertex]) -> impl Iterator<Item = (usize, &[Vertex])> {
    vertices.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run))
}

/// The vertices that a mesh's triangles use, in order.
fn used(mesh: &MeshInstance) -> impl Iterator<Item = usize> {
    let mut used = vec![false; mesh.positions.len()];
    mesh.triangles.as_flattened().iter().for_each(|&vertex| used[vertex as usize] = true);
    (0..mesh.positions.len()).filter(move |&vertex| used[vertex])
}

/// The nodes that a vertex counts for.
fn movers(model: &Model, mesh: &MeshInstance, vertex: usize, assignment: Assignment) -> Vec<usize> {
    let Some(skin) = mesh.skin else { return vec![mesh.node] };
    let shares = mesh.joints[vertex].iter().zip(&mesh.weights[vertex]);
    let shares = shares.filter(|(_, weight)| **weight > 0.0);
    let node = |(joint, _): (&u16, &f32)| model.skins[skin].joints[usize::from(*joint)];
    match assignment {
        Assignment::AtLeast(least) => {
            shares.filter(|(_, weight)| **weight >= least).map(node).collect()
        }
        // Of equal shares `reduce` keeps the first.
        Assignment::Strongest => shares
            .reduce(|best, share| if share.1 > best.1 { share } else { best })
            .map(node)
            .into_iter()
            .collect(),
    }
}

/// The size of everything that moves by a skin.
fn size_of_skin(model: &Model, skin: usize) -> f64 {
    let meshes = model.meshes.iter().filter(|mesh| mesh.skin == Some(skin));
    diagonal(&meshes.flat_map(|mesh| mesh.positions.iter().copied()).collect::<Vec<_>>())
}
