//! The assignment of vertices to bones.

use crate::body::{Region, regions};
use crate::skeleton::Skeleton;
use crate::vector::{bounds, diagonal};
use crate::{Assignment, Options};
use asunder_gltf::matrix::transform_point;
use asunder_gltf::{MeshInstance, Model};
use std::collections::BTreeMap;

/// A vertex: a mesh and an index into its positions.
type Vertex = (usize, usize);

/// The vertices assigned to each bone, as long as bones are merged.
#[derive(Debug)]
pub(crate) struct VertexAssignment {
    /// For each bone its vertices, sorted, each once.
    vertices: Vec<Vec<Vertex>>,
    /// For each bone the bone that has its vertices: itself, or the one it was merged into.
    pub(crate) merged_into: Vec<usize>,
    /// For each bone its region.
    pub(crate) regions: Vec<Region>,
    /// The regions of bodies that were merged into others, each with that which it is in.
    pub(crate) lost: Vec<[String; 2]>,
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
        let used: Vec<bool> = vertices.iter().map(|vertices| !vertices.is_empty()).collect();
        let mut regions = regions(model, skeleton, &used);
        let given: BTreeMap<&str, &str> =
            options.regions.iter().map(|(bone, name)| (bone.as_str(), name.as_str())).collect();
        for (region, &node) in regions.iter_mut().zip(&skeleton.nodes) {
            if let Some(name) = given.get(model.nodes[node].name.as_str()) {
                *region = Region::given(name);
            }
        }
        Self { vertices, merged_into, regions, lost: Vec::new() }
    }

    /// The regions of bodies without a hitbox of their own, each with the region of the hitbox that its
    /// vertices are in, in the order of the bones.
    pub(crate) fn lost_regions(&self, used: &[bool]) -> Vec<[String; 2]> {
        let mut lost: Vec<[String; 2]> = Vec::new();
        for bone in (0..used.len()).filter(|&bone| used[bone]) {
            let region = &self.regions[bone];
            let stays = |home: &usize| self.regions[*home].is_same(region);
            let mut homes = (0..used.len()).filter(|&home| self.has_vertices(home));
            if region.is_shared
                && !homes.any(|home| stays(&home))
                && lost.iter().all(|[name, _]| *name != region.name)
            {
                let home = &self.regions[self.merged_into[bone]];
                lost.push([region.name.clone(), home.name.clone()]);
            }
        }
        lost
    }

    pub(crate) fn has_vertices(&self, bone: usize) -> bool {
        !self.vertices[bone].is_empty()
    }

    /// The volume of the bounding box, along the axes of `home`, of the vertices of some bones, in the bind
    /// pose; `None` if `home` does not move all their meshes.
    pub(crate) fn volume_in(
        &self,
        model: &Model,
        skeleton: &Skeleton,
        bones: &[usize],
        home: usize,
    ) -> Option<f64> {
        let mut all = Vec::new();
        for &bone in bones {
            if !self.is_bound(model, skeleton, bone, home) {
                return None;
            }
            all.extend(cloud(&self.vertices[bone], model, skeleton, home));
        }
        Some(bounds(&all).iter().fold(1.0, |volume, [low, high]| volume * (high - low)))
    }

    /// Whether `home` moves all meshes of a bone's vertices, or hangs above them.
    pub(crate) fn is_bound(
        &self,
        model: &Model,
        skeleton: &Skeleton,
        bone: usize,
        home: usize,
    ) -> bool {
        by_mesh(&self.vertices[bone]).all(|(mesh, _)| skeleton.binding(model, mesh, home).is_some())
    }

    /// Whether no skin moves any of a bone's vertices.
    pub(crate) fn is_rigid(&self, model: &Model, bone: usize) -> bool {
        by_mesh(&self.vertices[bone]).all(|(mesh, _)| model.meshes[mesh].skin.is_none())
    }

    /// The number of vertices of a bone.
    pub(crate) fn count(&self, bone: usize) -> usize {
        self.vertices[bone].len()
    }

    /// Merges small joints into their parents, children first.
    pub(crate) fn merge_small_bones(&mut self, model: &Model, skeleton: &Skeleton, fraction: f64) {
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
            // A region that the user named stays.
            let is_given = self.regions[bone].is_shared && self.regions[bone].part.is_none();
            if size < fraction * sizes[skin]
                && !is_given
                && self.is_bound(model, skeleton, bone, parent)
            {
                self.merge(bone, parent);
            }
        }
        self.finish_merges();
    }

    pub(crate) fn merge(&mut self, bone: usize, to: usize) {
        let moved = std::mem::take(&mut self.vertices[bone]);
        self.vertices[to].extend(moved);
        self.merged_into[bone] = to;
    }

    /// Sorts the vertices after merges.
    pub(crate) fn finish_merges(&mut self) {
        // A bone whose target was merged, too, goes on to that one's target. No two bones are merged into
        // each other, as one that was merged has no vertices to take more.
        for bone in 0..self.merged_into.len() {
            let mut home = bone;
            while self.merged_into[home] != home {
                home = self.merged_into[home];
            }
            self.merged_into[bone] = home;
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
