//! Which vertices each bone holds.

use crate::direction::{bounds, diagonal};
use crate::region::side_of;
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
        if let Some(max) = options.max {
            holdings.merge_to(model, skeleton, max);
        }
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
                self.hand_over(bone, parent);
            }
        }
        self.settle(&order);
    }

    /// Hands the vertices of joints to joints above them, where that adds the least volume, until no
    /// more than `max` have any.
    fn merge_to(&mut self, model: &Model, skeleton: &Skeleton, max: usize) {
        let order = skeleton.children_first(model);
        let sides: Vec<_> =
            skeleton.nodes.iter().map(|&node| side_of(&model.nodes[node].name)).collect();
        loop {
            let having: Vec<usize> =
                (0..order.len()).filter(|&bone| !self.vertices[bone].is_empty()).collect();
            if having.len() <= max {
                return;
            }
            let volume = |vertices: &[Vertex], bone: usize| {
                let cloud = cloud(vertices, model, skeleton, bone);
                bounds(&cloud).iter().fold(1.0, |volume, [low, high]| volume * (high - low))
            };
            let mut best: Option<(f64, usize, usize)> = None;
            for &bone in &having {
                let Some(above) = self.above(model, skeleton, bone) else { continue };
                let both = [self.vertices[bone].as_slice(), &self.vertices[above]].concat();
                let added = volume(&both, above)
                    - volume(&self.vertices[bone], bone)
                    - volume(&self.vertices[above], above);
                if best.is_none_or(|(least, ..)| added < least) {
                    best = Some((added, bone, above));
                }
            }
            let Some((_, bone, above)) = best else { return };
            self.hand_over(bone, above);
            let other = having.into_iter().find(|&other| match (&sides[bone], &sides[other]) {
                (Some((side, name)), Some((opposite, same))) => side != opposite && name == same,
                _ => false,
            });
            if let Some(other) = other
                && let Some(above) = self.above(model, skeleton, other)
            {
                self.hand_over(other, above);
            }
            self.settle(&order);
        }
    }

    /// The nearest bone above a bone that holds vertices and moves what this one holds.
    fn above(&self, model: &Model, skeleton: &Skeleton, bone: usize) -> Option<usize> {
        let mut above = skeleton.parents[bone];
        while let Some(candidate) = above {
            let bound = |(mesh, _)| skeleton.binding(model, mesh, candidate).is_some();
            if !self.vertices[candidate].is_empty() && runs(&self.vertices[bone]).all(bound) {
                return Some(candidate);
            }
            above = skeleton.parents[candidate];
        }
        None
    }

    fn hand_over(&mut self, bone: usize, to: usize) {
        let moved = std::mem::take(&mut self.vertices[bone]);
        self.vertices[to].extend(moved);
        self.homes[bone] = to;
    }

    /// Orders what was handed over, given every bone before the one it hangs on.
    fn settle(&mut self, order: &[usize]) {
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
        cloud(&self.vertices[bone], model, skeleton, bone)
    }
}

/// Where vertices are in the space of a bone when it is bound to them, each place once.
fn cloud(vertices: &[Vertex], model: &Model, skeleton: &Skeleton, bone: usize) -> Vec<[f32; 3]> {
    let mut cloud = Vec::new();
    for (index, run) in runs(vertices) {
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
