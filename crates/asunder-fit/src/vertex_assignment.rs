//! The assignment of vertices to bones.

use crate::region::side_of;
use crate::skeleton::Skeleton;
use crate::vector::{bounds, diagonal};
use crate::{Assignment, Options};
use asunder_gltf::matrix::transform_point;
use asunder_gltf::{MeshInstance, Model};

/// A vertex: a mesh and an index into its positions.
type Vertex = (usize, usize);

/// The vertices assigned to each bone, after bones were merged.
#[derive(Debug)]
pub(crate) struct VertexAssignment {
    /// For each bone its vertices, sorted, each once.
    vertices: Vec<Vec<Vertex>>,
    /// For each bone the bone that has its vertices: itself, or the one it was merged into.
    pub(crate) merged_into: Vec<usize>,
}

impl VertexAssignment {
    pub(crate) fn of(model: &Model, skeleton: &Skeleton, options: &Options) -> Self {
        let mut vertices = vec![Vec::new(); skeleton.nodes.len()];
        for (index, mesh) in model.meshes.iter().enumerate() {
            for vertex in used_vertices(mesh) {
                for node in nodes_of_vertex(model, mesh, vertex, options.assignment) {
                    // A node that moves vertices is a bone.
                    if let Some(bone) = skeleton.bone_of[node] {
                        vertices[bone].push((index, vertex));
                    }
                }
            }
        }
        let merged_into = (0..skeleton.nodes.len()).collect();
        let mut assignment = Self { vertices, merged_into };
        assignment.merge_small_bones(model, skeleton, f64::from(options.merge_below));
        if let Some(max) = options.max {
            assignment.merge_to_limit(model, skeleton, max);
        }
        assignment
    }

    /// Merges small joints into their parents, children first.
    fn merge_small_bones(&mut self, model: &Model, skeleton: &Skeleton, fraction: f64) {
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
            if size < fraction * sizes[skin] && by_mesh(vertices).all(bound) {
                self.merge(bone, parent);
            }
        }
        self.finish_merges(&order);
    }

    /// Merges joints into ancestors, where that adds the least volume first, until at most `max` have
    /// vertices.
    fn merge_to_limit(&mut self, model: &Model, skeleton: &Skeleton, max: usize) {
        let order = skeleton.children_first(model);
        let sides: Vec<_> =
            skeleton.nodes.iter().map(|&node| side_of(&model.nodes[node].name)).collect();
        loop {
            let assigned: Vec<usize> =
                (0..order.len()).filter(|&bone| !self.vertices[bone].is_empty()).collect();
            if assigned.len() <= max {
                return;
            }
            let volume = |vertices: &[Vertex], bone: usize| {
                let cloud = cloud(vertices, model, skeleton, bone);
                bounds(&cloud).iter().fold(1.0, |volume, [low, high]| volume * (high - low))
            };
            let mut best: Option<(f64, usize, usize)> = None;
            for &bone in &assigned {
                let Some(merge_target) = self.merge_target(model, skeleton, bone) else { continue };
                let union = [self.vertices[bone].as_slice(), &self.vertices[merge_target]].concat();
                let added = volume(&union, merge_target)
                    - volume(&self.vertices[bone], bone)
                    - volume(&self.vertices[merge_target], merge_target);
                if best.is_none_or(|(least, ..)| added < least) {
                    best = Some((added, bone, merge_target));
                }
            }
            let Some((_, bone, merge_target)) = best else { return };
            self.merge(bone, merge_target);
            let other = assigned.into_iter().find(|&other| match (&sides[bone], &sides[other]) {
                (Some((side, name)), Some((opposite, same))) => side != opposite && name == same,
                _ => false,
            });
            if let Some(other) = other
                && let Some(merge_target) = self.merge_target(model, skeleton, other)
            {
                self.merge(other, merge_target);
            }
            self.finish_merges(&order);
        }
    }

    /// The nearest ancestor of a bone that has vertices and moves all meshes of the bone's.
    fn merge_target(&self, model: &Model, skeleton: &Skeleton, bone: usize) -> Option<usize> {
        let mut merge_target = skeleton.parents[bone];
        while let Some(candidate) = merge_target {
            let bound = |(mesh, _)| skeleton.binding(model, mesh, candidate).is_some();
            if !self.vertices[candidate].is_empty() && by_mesh(&self.vertices[bone]).all(bound) {
                return Some(candidate);
            }
            merge_target = skeleton.parents[candidate];
        }
        None
    }

    fn merge(&mut self, bone: usize, to: usize) {
        let moved = std::mem::take(&mut self.vertices[bone]);
        self.vertices[to].extend(moved);
        self.merged_into[bone] = to;
    }

    /// Sorts the vertices after merges; `order` has every bone before its parent.
    fn finish_merges(&mut self, order: &[usize]) {
        // A bone whose target was merged, too, goes on to that one's target.
        for &bone in order.iter().rev() {
            self.merged_into[bone] = self.merged_into[self.merged_into[bone]];
        }
        for vertices in &mut self.vertices {
            vertices.sort_unstable();
            vertices.dedup();
        }
    }

    /// The distinct positions of a bone's vertices in its space, in the bind pose.
    pub(crate) fn cloud(&self, model: &Model, skeleton: &Skeleton, bone: usize) -> Vec<[f32; 3]> {
        cloud(&self.vertices[bone], model, skeleton, bone)
    }
}

/// The distinct positions of vertices in the space of a bone, in the bind pose.
fn cloud(vertices: &[Vertex], model: &Model, skeleton: &Skeleton, bone: usize) -> Vec<[f32; 3]> {
    let mut cloud = Vec::new();
    for (index, run) in by_mesh(vertices) {
        let Some(binding) = skeleton.binding(model, index, bone) else { continue };
        let positions = &model.meshes[index].positions;
        cloud.extend(run.iter().map(|&(_, i)| transform_point(&binding, positions[i])));
    }
    // Exporters repeat the vertices of sharp edges.
    let key = |point: &[f32; 3]| point.map(f32::to_bits);
    cloud.sort_unstable_by_key(key);
    cloud.dedup_by_key(|point| key(point));
    cloud
}

/// The vertices grouped by mesh.
fn by_mesh(vertices: &[Vertex]) -> impl Iterator<Item = (usize, &[Vertex])> {
    vertices.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run))
}

/// The vertices that a mesh's triangles use, sorted.
fn used_vertices(mesh: &MeshInstance) -> impl Iterator<Item = usize> {
    let mut used_vertices = vec![false; mesh.positions.len()];
    mesh.triangles.as_flattened().iter().for_each(|&vertex| used_vertices[vertex as usize] = true);
    (0..mesh.positions.len()).filter(move |&vertex| used_vertices[vertex])
}

/// The nodes that a vertex is assigned to.
fn nodes_of_vertex(
    model: &Model,
    mesh: &MeshInstance,
    vertex: usize,
    assignment: Assignment,
) -> Vec<usize> {
    let Some(skin) = mesh.skin else { return vec![mesh.node] };
    let influences = mesh.joints[vertex].iter().zip(&mesh.weights[vertex]);
    let influences = influences.filter(|(_, weight)| **weight > 0.0);
    let node = |(joint, _): (&u16, &f32)| model.skins[skin].joints[usize::from(*joint)];
    match assignment {
        Assignment::AtLeast(least) => {
            influences.filter(|(_, weight)| **weight >= least).map(node).collect()
        }
        // Of equal weights `reduce` keeps the first.
        Assignment::Strongest => influences
            .reduce(|best, influence| if influence.1 > best.1 { influence } else { best })
            .map(node)
            .into_iter()
            .collect(),
    }
}

/// The diagonal of the bounding box of all vertices of a skin.
fn size_of_skin(model: &Model, skin: usize) -> f64 {
    let meshes = model.meshes.iter().filter(|mesh| mesh.skin == Some(skin));
    diagonal(&meshes.flat_map(|mesh| mesh.positions.iter().copied()).collect::<Vec<_>>())
}
