//! A model's skinned mesh, each distinct vertex once, posed by linear blend skinning.

use crate::skeleton::Skeleton;
use crate::vector::{diagonal, difference, dot, narrow};
use asunder_gltf::matrix::product;
use asunder_gltf::{Matrix, Model};

/// A skinned mesh of the vertices that triangles use. Exporters repeat a vertex for each of its normals
/// and texture coordinates; here those of equal position and weights are one.
#[derive(Debug)]
pub(crate) struct SkinnedMesh {
    /// The factors of each matrix of the palette: a node, and the inverse bind matrix if any.
    palette: Vec<(usize, Option<Matrix>)>,
    /// The vertices in the space of their mesh.
    positions: Vec<[f64; 3]>,
    /// For each vertex the end of its range in `weights`.
    ends: Vec<usize>,
    /// Indices into the palette, with their weights.
    weights: Vec<(u32, f64)>,
    /// For each vertex how many of the file's it represents; zero if it does not count for coverage.
    pub(crate) counts: Vec<u32>,
    /// For each vertex the bone of greatest weight.
    pub(crate) bones: Vec<usize>,
    /// The triangles, as indices of vertices.
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// A point on a triangle: three vertices, and its barycentric coordinates.
pub(crate) type SurfacePoint = ([u32; 3], [f64; 3]);

/// The identity of a vertex: its position, joints and weights.
type Key = ([u32; 3], [(u32, u32); 8]);

impl SkinnedMesh {
    /// The skinned mesh of a model. If the model has skins, only skinned vertices count for coverage:
    /// a rigid mesh is inside its box in every frame.
    pub(crate) fn of(model: &Model, skeleton: &Skeleton) -> Self {
        let mut palette = Vec::new();
        let first_of_skin: Vec<usize> = model
            .skins
            .iter()
            .map(|skin| {
                let first = palette.len();
                let bound = skin.joints.iter().zip(&skin.inverse_bind);
                palette.extend(bound.map(|(&joint, matrix)| (joint, Some(*matrix))));
                first
            })
            .collect();
        let any_skinned =
            model.meshes.iter().any(|it| it.skin.is_some() && !it.triangles.is_empty());

        // Every used vertex with its key, its bone, whether it counts, and its mesh and index.
        let mut candidates: Vec<(Key, usize, bool, (usize, usize))> = Vec::new();
        for (index, mesh) in model.meshes.iter().enumerate() {
            let carrier = palette.len() as u32;
            if mesh.skin.is_none() {
                palette.push((mesh.node, None));
            }
            let mut used = vec![false; mesh.positions.len()];
            mesh.triangles.as_flattened().iter().for_each(|&vertex| used[vertex as usize] = true);
            for vertex in (0..used.len()).filter(|&vertex| used[vertex]) {
                let mut weights = [(u32::MAX, 0); 8];
                let node = match mesh.skin {
                    None => {
                        weights[0] = (carrier, 1.0_f32.to_bits());
                        mesh.node
                    }
                    Some(skin) => {
                        let pairs = mesh.joints[vertex].iter().zip(&mesh.weights[vertex]);
                        let mut strongest = (0, 0.0);
                        let moving = pairs.filter(|(_, weight)| **weight > 0.0);
                        for (slot, (&joint, &weight)) in moving.enumerate() {
                            let joint = usize::from(joint);
                            weights[slot] =
                                ((first_of_skin[skin] + joint) as u32, weight.to_bits());
                            if weight > strongest.1 {
                                strongest = (joint, weight);
                            }
                        }
                        model.skins[skin].joints[strongest.0]
                    }
                };
                // A node that moves vertices is a bone.
                let Some(bone) = skeleton.bone_of[node] else { continue };
                let key = (mesh.positions[vertex].map(f32::to_bits), weights);
                let counts = mesh.skin.is_some() == any_skinned;
                candidates.push((key, bone, counts, (index, vertex)));
            }
        }
        candidates.sort_unstable();

        let mut skinned = Self {
            palette,
            positions: Vec::new(),
            ends: Vec::new(),
            weights: Vec::new(),
            counts: Vec::new(),
            bones: Vec::new(),
            triangles: Vec::new(),
        };
        let mut index_of: Vec<Vec<u32>> =
            model.meshes.iter().map(|mesh| vec![0; mesh.positions.len()]).collect();
        for duplicates in candidates.chunk_by(|a, b| a.0 == b.0) {
            let ((position, weights), bone, counts, _) = duplicates[0];
            for &(.., (mesh, vertex)) in duplicates {
                index_of[mesh][vertex] = skinned.positions.len() as u32;
            }
            skinned.positions.push(position.map(|x| f64::from(f32::from_bits(x))));
            let moving = weights.iter().filter(|(matrix, _)| *matrix != u32::MAX);
            let wide = moving.map(|&(matrix, weight)| (matrix, f64::from(f32::from_bits(weight))));
            skinned.weights.extend(wide);
            skinned.ends.push(skinned.weights.len());
            skinned.counts.push(if counts { duplicates.len() as u32 } else { 0 });
            skinned.bones.push(bone);
        }
        for (mesh, index_of) in model.meshes.iter().zip(&index_of) {
            let placed = mesh.triangles.iter().map(|t| t.map(|vertex| index_of[vertex as usize]));
            skinned.triangles.extend(placed);
        }
        skinned
    }

    /// Whether exactly one bone moves the vertex.
    pub(crate) fn moved_alone(&self, vertex: usize) -> bool {
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] };
        self.ends[vertex] - start == 1
    }

    /// How many products with a matrix a pose takes.
    pub(crate) fn steps_of_pose(&self) -> usize {
        self.palette.len() + self.weights.len()
    }

    /// Points on the larger triangles that count: the midpoint of every edge, and a point between every
    /// vertex and the centroid. The first vertex of each decides its bone. Without them hitboxes would
    /// leave gaps between few vertices.
    pub(crate) fn surface(&self) -> Vec<SurfacePoint> {
        /// The least length of a triangle's longest side, as a fraction of the model's size.
        const LEAST_SIDE: f64 = 0.03;
        let rounded: Vec<[f32; 3]> =
            self.positions.iter().map(|point| point.map(|x| x as f32)).collect();
        let least = LEAST_SIDE * diagonal(&rounded);
        let at = |vertex: u32| self.positions[vertex as usize];
        let mut points = Vec::new();
        for &[a, b, c] in &self.triangles {
            let counts = |vertex: u32| self.counts[vertex as usize] > 0;
            let long = |from: u32, to: u32| {
                let edge = difference(at(to), at(from));
                dot(edge, edge) >= least * least
            };
            if !(counts(a) && (long(a, b) || long(b, c) || long(c, a))) {
                continue;
            }
            for [p, q, r] in [[a, b, c], [b, c, a], [c, a, b]] {
                points.push(([p, q, r], [0.5, 0.25, 0.25]));
                // Both triangles of an edge take the same end as the first.
                let [p, q] = if p < q { [p, q] } else { [q, p] };
                points.push(([p, q, p], [0.5, 0.5, 0.0]));
            }
        }
        points.sort_unstable_by_key(|point| (point.0, point.1[2] > 0.0));
        points.dedup();
        points
    }

    /// Writes the positions of the vertices in a pose over `posed`: those of [`Model::posed_positions`],
    /// bit for bit.
    pub(crate) fn pose(&self, pose: &[Matrix], posed: &mut Vec<[f32; 3]>) {
        let palette: Vec<[[f64; 3]; 4]> = self
            .palette
            .iter()
            .map(|(node, inverse_bind)| {
                let matrix = match inverse_bind {
                    None => pose[*node],
                    Some(inverse_bind) => product(&pose[*node], inverse_bind),
                };
                [0, 1, 2, 3].map(|column| [0, 1, 2].map(|row| f64::from(matrix[4 * column + row])))
            })
            .collect();
        posed.clear();
        let mut start = 0;
        for (&[x, y, z], &end) in self.positions.iter().zip(&self.ends) {
            let mut blended = [0.0; 3];
            for &(matrix, weight) in &self.weights[start..end] {
                let [a, b, c, d] = &palette[matrix as usize];
                blended[0] += weight * (a[0] * x + b[0] * y + c[0] * z + d[0]);
                blended[1] += weight * (a[1] * x + b[1] * y + c[1] * z + d[1]);
                blended[2] += weight * (a[2] * x + b[2] * y + c[2] * z + d[2]);
            }
            start = end;
            posed.push(narrow(blended));
        }
    }
}
