//! The vertices of a model as they move: linear blend skinning, each distinct vertex once.

use crate::direction::{diagonal, difference, dot};
use crate::skeleton::Skeleton;
use asunder_gltf::matrix::product;
use asunder_gltf::{Matrix, Model};

/// The vertices that triangles use. Exporters repeat a vertex for each of its normals and texture
/// coordinates; here those that lie and move alike are one.
#[derive(Debug)]
pub(crate) struct Flesh {
    /// What each matrix of the palette is made of: a node, and the inverse bind matrix if any.
    palette: Vec<(usize, Option<Matrix>)>,
    /// The vertices as modelled.
    positions: Vec<[f64; 3]>,
    /// For each vertex the end of its shares among `shares`.
    ends: Vec<usize>,
    /// Matrices of the palette, and how much they count.
    shares: Vec<(u32, f64)>,
    /// For each vertex how many of the file's it stands for, if it counts for coverage.
    pub(crate) counts: Vec<u32>,
    /// For each vertex the bone that moves it most.
    pub(crate) bones: Vec<usize>,
    /// The triangles, as indices of vertices.
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// A point on a triangle: three vertices, and its shares of them.
pub(crate) type SurfacePoint = ([u32; 3], [f64; 3]);

/// What tells vertices apart: where they are, and what moves them by how much.
type Key = ([u32; 3], [(u32, u32); 8]);

impl Flesh {
    /// The vertices of a model. Of a model with skinned meshes only their vertices count for
    /// coverage: what is rigid is inside its box in every frame.
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

        // Every vertex in use, with its key, its bone, whether it counts, and where it came from.
        let mut seen: Vec<(Key, usize, bool, (usize, usize))> = Vec::new();
        for (index, mesh) in model.meshes.iter().enumerate() {
            let carrier = palette.len() as u32;
            if mesh.skin.is_none() {
                palette.push((mesh.node, None));
            }
            let mut used = vec![false; mesh.positions.len()];
            mesh.triangles.as_flattened().iter().for_each(|&vertex| used[vertex as usize] = true);
            for vertex in (0..used.len()).filter(|&vertex| used[vertex]) {
                let mut shares = [(u32::MAX, 0); 8];
                let node = match mesh.skin {
                    None => {
                        shares[0] = (carrier, 1.0_f32.to_bits());
                        mesh.node
                    }
                    Some(skin) => {
                        let pairs = mesh.joints[vertex].iter().zip(&mesh.weights[vertex]);
                        let mut strongest = (0, 0.0);
                        let moving = pairs.filter(|(_, weight)| **weight > 0.0);
                        for (slot, (&joint, &weight)) in moving.enumerate() {
                            let joint = usize::from(joint);
                            shares[slot] = ((first_of_skin[skin] + joint) as u32, weight.to_bits());
                            if weight > strongest.1 {
                                strongest = (joint, weight);
                            }
                        }
                        model.skins[skin].joints[strongest.0]
                    }
                };
                // A node that moves vertices is a bone.
                let Some(bone) = skeleton.bone_of[node] else { continue };
                let key = (mesh.positions[vertex].map(f32::to_bits), shares);
                let counts = mesh.skin.is_some() == any_skinned;
                seen.push((key, bone, counts, (index, vertex)));
            }
        }
        seen.sort_unstable();

        let mut flesh = Self {
            palette,
            positions: Vec::new(),
            ends: Vec::new(),
            shares: Vec::new(),
            counts: Vec::new(),
            bones: Vec::new(),
            triangles: Vec::new(),
        };
        let mut place: Vec<Vec<u32>> =
            model.meshes.iter().map(|mesh| vec![0; mesh.positions.len()]).collect();
        for alike in seen.chunk_by(|a, b| a.0 == b.0) {
            let ((position, shares), bone, counts, _) = alike[0];
            for &(.., (mesh, vertex)) in alike {
                place[mesh][vertex] = flesh.positions.len() as u32;
            }
            flesh.positions.push(position.map(|x| f64::from(f32::from_bits(x))));
            let moving = shares.iter().filter(|(matrix, _)| *matrix != u32::MAX);
            let wide = moving.map(|&(matrix, weight)| (matrix, f64::from(f32::from_bits(weight))));
            flesh.shares.extend(wide);
            flesh.ends.push(flesh.shares.len());
            flesh.counts.push(if counts { alike.len() as u32 } else { 0 });
            flesh.bones.push(bone);
        }
        for (mesh, place) in model.meshes.iter().zip(&place) {
            let placed = mesh.triangles.iter().map(|t| t.map(|vertex| place[vertex as usize]));
            flesh.triangles.extend(placed);
        }
        flesh
    }

    /// Whether one bone alone moves the vertex.
    pub(crate) fn moved_alone(&self, vertex: usize) -> bool {
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] };
        self.ends[vertex] - start == 1
    }

    /// Points on the larger triangles that count, each by three vertices and its shares of them, the
    /// first being the one it goes with: halfway along every edge, and on the way from every corner to
    /// the middle. Between few vertices hitboxes would leave gaps.
    pub(crate) fn surface(&self) -> Vec<SurfacePoint> {
        /// What a triangle's longest side must be at least, as a part of the model's size.
        const LARGE: f64 = 0.03;
        let rounded: Vec<[f32; 3]> =
            self.positions.iter().map(|point| point.map(|x| x as f32)).collect();
        let least = LARGE * diagonal(&rounded);
        let at = |vertex: u32| self.positions[vertex as usize];
        let mut points = Vec::new();
        for &[a, b, c] in &self.triangles {
            let counts = |vertex: u32| self.counts[vertex as usize] > 0;
            let long = |from: u32, to: u32| {
                let way = difference(at(to), at(from));
                dot(way, way) >= least * least
            };
            if !(counts(a) && (long(a, b) || long(b, c) || long(c, a))) {
                continue;
            }
            for [p, q, r] in [[a, b, c], [b, c, a], [c, a, b]] {
                points.push(([p, q, r], [0.5, 0.25, 0.25]));
                // Neighbours share the edge: it goes with the same end in both.
                let [p, q] = if p < q { [p, q] } else { [q, p] };
                points.push(([p, q, p], [0.5, 0.5, 0.0]));
            }
        }
        points.sort_unstable_by_key(|point| (point.0, point.1[2] > 0.0));
        points.dedup();
        points
    }

    /// Where the vertices are in a pose, written over `posed`: what [`Model::posed_positions`] says,
    /// to the last bit.
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
            for &(matrix, weight) in &self.shares[start..end] {
                let [a, b, c, d] = &palette[matrix as usize];
                for i in 0..3 {
                    blended[i] += weight * (a[i] * x + b[i] * y + c[i] * z + d[i]);
                }
            }
            start = end;
            posed.push(blended.map(|x| x as f32));
        }
    }
}
