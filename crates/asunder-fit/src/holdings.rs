//! Which vertices each bone holds.

use crate::direction::{Direction, cross, diagonal, difference};
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
    /// For each mesh its triangles, ordered by the vertices they start at.
    triangles: Vec<Vec<usize>>,
    /// For each bone the bone that holds its vertices: itself, or the one it was merged into.
    pub(crate) homes: Vec<usize>,
}

/// What is to be enclosed: the vertices of one bone, in its space.
#[derive(Debug, Default)]
pub(crate) struct Cloud {
    pub(crate) points: Vec<[f32; 3]>,
    /// The triangles that start at them: normals, as long as the triangles are large.
    pub(crate) normals: Vec<Direction>,
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
        let triangles = model.meshes.iter().map(by_start).collect();
        let mut holdings = Self { vertices, triangles, homes };
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
            let size = self.size(model, skeleton, bone);
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

    /// What the box of a bone is to enclose.
    pub(crate) fn cloud(&self, model: &Model, skeleton: &Skeleton, bone: usize) -> Cloud {
        let mut cloud = Cloud::default();
        for (index, run) in runs(&self.vertices[bone]) {
            let Some(binding) = skeleton.binding(model, index, bone) else { continue };
            let mesh = &model.meshes[index];
            let place = |vertex: usize| transform_point(&binding, mesh.positions[vertex]);
            cloud.points.extend(run.iter().map(|&(_, vertex)| place(vertex)));
            let start = |&triangle: &usize| mesh.triangles[triangle][0] as usize;
            let fan = |&(_, vertex): &Vertex| {
                let rest = &self.triangles[index];
                let rest = &rest[rest.partition_point(|triangle| start(triangle) < vertex)..];
                &rest[..rest.partition_point(|triangle| start(triangle) == vertex)]
            };
            let mut held: Vec<usize> = run.iter().flat_map(fan).copied().collect();
            held.sort_unstable(); // As in the mesh: of equals the first will count.
            for triangle in held {
                let corners = mesh.triangles[triangle].map(|vertex| place(vertex as usize));
                let [a, b, c] = corners.map(|corner| corner.map(f64::from));
                cloud.normals.push(cross(difference(b, a), difference(c, a)));
            }
        }
        // Where two faces meet, exporters repeat the vertex.
        let key = |point: &[f32; 3]| point.map(f32::to_bits);
        cloud.points.sort_unstable_by_key(key);
        cloud.points.dedup_by_key(|point| key(point));
        cloud
    }

    /// How far the vertices of a bone extend in its space: the diagonal of their bounding box.
    fn size(&self, model: &Model, skeleton: &Skeleton, bone: usize) -> f64 {
        let mut points = Vec::new();
        for (mesh, run) in runs(&self.vertices[bone]) {
            let Some(binding) = skeleton.binding(model, mesh, bone) else { continue };
            let positions = &model.meshes[mesh].positions;
            points.extend(run.iter().map(|&(_, i)| transform_point(&binding, positions[i])));
        }
        diagonal(&points)
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

/// A mesh's triangles, ordered by the vertices they start at.
fn by_start(mesh: &MeshInstance) -> Vec<usize> {
    let mut triangles: Vec<usize> = (0..mesh.triangles.len()).collect();
    triangles.sort_by_key(|&triangle| mesh.triangles[triangle][0]);
    triangles
}

/// The size of everything that moves by a skin.
fn size_of_skin(model: &Model, skin: usize) -> f64 {
    let meshes = model.meshes.iter().filter(|mesh| mesh.skin == Some(skin));
    diagonal(&meshes.flat_map(|mesh| mesh.positions.iter().copied()).collect::<Vec<_>>())
}
