//! The model: nodes in a tree, meshes on nodes, skins that deform them, clips that animate them.

use std::path::Path;

use crate::animation::Clip;
use crate::collider::Collider;
use crate::matrix::{IDENTITY, Matrix, Trs, image, product};
use crate::{GltfError, Warning};
use crate::{file, read};

/// The shape and motion of a model in a glTF file.
///
/// Indices of nodes, skins and clips are the file's own: `nodes[7]` here is `nodes[7]` there.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The file's name without folder and extension, or the given name.
    pub name: String,
    /// The transform tree. Bones are nodes too.
    pub nodes: Vec<Node>,
    /// The skins.
    pub skins: Vec<Skin>,
    /// Every mesh, once for each node that carries it.
    pub meshes: Vec<MeshInstance>,
    /// The animations.
    pub clips: Vec<Clip>,
    /// The colliders on nodes, in the order of the nodes.
    pub colliders: Vec<Collider>,
    /// Values of the file that were read differently, or left out.
    pub warnings: Vec<Warning>,
    pub(crate) parents_first: Vec<usize>,
}

/// A node of the transform tree: a bone, a node with a mesh, a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its name in the file, or `node3` for a nameless fourth node.
    pub name: String,
    /// Its parent node.
    pub parent: Option<usize>,
    /// Its local transform in the rest pose.
    pub rest: Transform,
}

/// A local transform: from a node's space to its parent's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transform {
    /// Scale, then rotation, then translation. Only this kind can be animated.
    Trs {
        /// The node's position.
        translation: [f32; 3],
        /// A quaternion (x, y, z, w) of any length but 0.
        rotation: [f32; 4],
        /// The factors along the node's axes.
        scale: [f32; 3],
    },
    /// Any affine map.
    Matrix(Matrix),
}

impl Transform {
    /// The map as a matrix.
    #[must_use]
    pub fn matrix(&self) -> Matrix {
        match *self {
            Transform::Matrix(matrix) => matrix,
            Transform::Trs { .. } => self.trs().map_or(IDENTITY, |trs| trs.matrix()),
        }
    }

    /// The TRS properties, if it has them.
    pub(crate) fn trs(&self) -> Option<Trs> {
        match *self {
            Transform::Matrix(_) => None,
            Transform::Trs { translation, rotation, scale } => Some(Trs {
                translation: translation.map(f64::from),
                rotation: rotation.map(f64::from),
                scale: scale.map(f64::from),
            }),
        }
    }
}

/// A skin: the binding of meshes to bones.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Its name in the file, or `skin3` for a nameless fourth skin.
    pub name: String,
    /// The bones: indices into [`Model::nodes`].
    pub joints: Vec<usize>,
    /// For each joint, the map from mesh space to the joint's space.
    pub inverse_bind: Vec<Matrix>,
}

impl Skin {
    /// The matrix palette of a skinning shader in `pose`: for each joint, global joint matrix × inverse
    /// bind matrix.
    ///
    /// # Panics
    ///
    /// If `pose` is not one of the skin's model: too few matrices.
    #[must_use]
    pub fn palette(&self, pose: &[Matrix]) -> Vec<Matrix> {
        let bound = self.joints.iter().zip(&self.inverse_bind);
        bound.map(|(&joint, inverse_bind)| product(&pose[joint], inverse_bind)).collect()
    }
}

/// A mesh on a node: the triangles of all its primitives together.
///
/// Points and lines are left out. Morph targets are not applied.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInstance {
    /// The mesh's name in the file, or `mesh3` for a nameless fourth mesh.
    pub name: String,
    /// Its node: an index into [`Model::nodes`].
    pub node: usize,
    /// Its skin: an index into [`Model::skins`]. Without one it is rigid.
    pub skin: Option<usize>,
    /// The vertices in mesh space.
    pub positions: Vec<[f32; 3]>,
    /// For each vertex the joints that move it: indices into [`Skin::joints`]. Empty if rigid.
    pub joints: Vec<[u16; 8]>,
    /// For each vertex the weights of those joints, which sum to 1. Empty if rigid.
    pub weights: Vec<[f32; 8]>,
    /// The triangles: indices into `positions`.
    pub triangles: Vec<[u32; 3]>,
}

impl Model {
    /// The largest file that is read, in bytes.
    pub const LARGEST: u64 = 1 << 30;

    /// Reads a `.glb` file, or a `.gltf` file with its buffers inside or beside it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is no regular file or larger than [`LARGEST`](Self::LARGEST), or
    /// breaks a rule of glTF 2.0 that concerns the model's shape or motion.
    pub fn open(path: impl AsRef<Path>) -> Result<Model, GltfError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let failed = |cause| GltfError::Io { file: file.clone(), cause };
        let bytes = file::read_file(path, Self::LARGEST).map_err(failed)?;
        let name = path.file_stem().map_or(file.clone(), |stem| stem.to_string_lossy().into());
        let folder = path.parent().unwrap_or(Path::new(""));
        read::model(&bytes, &file, name, Some(folder))
    }

    /// Reads a model from memory, `.glb` or `.gltf` with its buffers inside.
    ///
    /// `name` becomes the model's name, and names the file in messages.
    ///
    /// # Errors
    ///
    /// As for [`open`](Model::open); also if a buffer is in another file.
    pub fn from_slice(bytes: &[u8], name: &str) -> Result<Model, GltfError> {
        read::model(bytes, name, name.to_owned(), None)
    }

    /// The first clip with this name.
    ///
    /// # Errors
    ///
    /// [`GltfError::NotFound`], which lists the clips.
    pub fn clip(&self, name: &str) -> Result<&Clip, GltfError> {
        let found = self.clips.iter().find(|clip| clip.name == name);
        found.ok_or_else(|| self.not_found("clip", name, self.clips.iter().map(|clip| &clip.name)))
    }

    /// The index of the first node with this name.
    ///
    /// # Errors
    ///
    /// [`GltfError::NotFound`], which lists the nodes.
    pub fn node(&self, name: &str) -> Result<usize, GltfError> {
        let found = self.nodes.iter().position(|node| node.name == name);
        found.ok_or_else(|| self.not_found("node", name, self.nodes.iter().map(|node| &node.name)))
    }

    /// The error that the model has no node with this index.
    pub(crate) fn no_such_node(&self, node: usize) -> GltfError {
        let names = self.nodes.iter().map(|node| &node.name);
        self.not_found("node", &format!("nodes[{node}]"), names)
    }

    fn not_found<'a>(
        &self,
        kind: &'static str,
        wanted: &str,
        known: impl Iterator<Item = &'a String>,
    ) -> GltfError {
        let (model, wanted) = (self.name.clone(), wanted.to_owned());
        GltfError::NotFound { model, kind, wanted, known: known.cloned().collect() }
    }

    /// Every node, each after its parent, in topological order.
    #[must_use]
    pub fn parents_first(&self) -> &[usize] {
        &self.parents_first
    }

    /// The rest pose: for every node the map from its space to the model's.
    #[must_use]
    pub fn rest_pose(&self) -> Vec<Matrix> {
        let mut pose: Vec<_> = self.nodes.iter().map(|node| node.rest.matrix()).collect();
        self.globalize(&mut pose);
        pose
    }

    /// Samples the pose at `time` seconds into `clip`: for every node the map from its space to the
    /// model's, written over `pose`.
    ///
    /// Times are clamped to the clip; to loop, take the remainder by [`Clip::duration`]. Numbers near the limits of `f32` in a file may overflow
    /// to infinity in a pose.
    ///
    /// # Panics
    ///
    /// If `clip` belongs to another model and animates a node that this one does not have.
    pub fn sample(&self, clip: &Clip, time: f32, pose: &mut Vec<Matrix>) {
        pose.clear();
        pose.extend(self.nodes.iter().map(|node| node.rest.matrix()));
        for track in &clip.tracks {
            if let Some(trs) = track.trs(&self.nodes[track.node].rest, time) {
                pose[track.node] = trs.matrix();
            }
        }
        self.globalize(pose);
    }

    /// Blends the poses of two clips, each at its own time: as [`sample`](Self::sample) of `from` for a
    /// `weight` of 0 or less, of `to` for 1 or more, bit for bit.
    ///
    /// Each node's local translation and scale are interpolated linearly, its rotation spherically along
    /// the shorter arc. A node that only one clip animates is at rest in the other.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), asunder_gltf::GltfError> {
    /// let model = asunder_gltf::Model::open("knight.glb")?;
    /// let (walk, run) = (model.clip("Walk")?, model.clip("Run")?);
    /// let mut pose = Vec::new();
    /// model.blend((walk, 0.25), (run, 0.5), 0.3, &mut pose);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// As [`sample`](Self::sample).
    pub fn blend(&self, from: (&Clip, f32), to: (&Clip, f32), weight: f32, pose: &mut Vec<Matrix>) {
        if weight >= 1.0 {
            return self.sample(to.0, to.1, pose);
        }
        // A NaN counts as a weight of 0.
        if !(weight > 0.0) {
            return self.sample(from.0, from.1, pose);
        }
        pose.clear();
        pose.extend(self.nodes.iter().map(|node| node.rest.matrix()));
        let mut moved: Vec<[Option<Trs>; 2]> = vec![[None; 2]; self.nodes.len()];
        for (side, (clip, time)) in [from, to].into_iter().enumerate() {
            for track in &clip.tracks {
                moved[track.node][side] = track.trs(&self.nodes[track.node].rest, time);
            }
        }
        for ((node, place), sides) in self.nodes.iter().zip(pose.iter_mut()).zip(moved) {
            if let ([Some(_), _] | [_, Some(_)], Some(rest)) = (sides, node.rest.trs()) {
                let [a, b] = sides.map(|side| side.unwrap_or(rest));
                *place = a.blend(&b, f64::from(weight)).matrix();
            }
        }
        self.globalize(pose);
    }

    /// Turns local matrices into global ones.
    fn globalize(&self, matrices: &mut [Matrix]) {
        for &node in &self.parents_first {
            if let Some(parent) = self.nodes[node].parent {
                matrices[node] = product(&matrices[parent], &matrices[node]);
            }
        }
    }

    /// Writes the vertices of `mesh` in `pose` over `positions`: by linear blend skinning if it has a skin,
    /// else by the matrix of its node.
    ///
    /// # Panics
    ///
    /// If `mesh` or `pose` belongs to another model.
    pub fn posed_positions(
        &self,
        mesh: &MeshInstance,
        pose: &[Matrix],
        positions: &mut Vec<[f32; 3]>,
    ) {
        positions.clear();
        let rounded = |point: [f64; 3]| point.map(|coordinate| coordinate as f32);
        let Some(skin) = mesh.skin else {
            let carrier = &pose[mesh.node];
            positions.extend(mesh.positions.iter().map(|&point| rounded(image(carrier, point))));
            return;
        };
        let palette = self.skins[skin].palette(pose);
        let bound = mesh.positions.iter().zip(mesh.joints.iter().zip(&mesh.weights));
        positions.extend(bound.map(|(&point, (joints, weights))| {
            let mut blended = [0.0; 3];
            for (&joint, &weight) in joints.iter().zip(weights).filter(|(_, weight)| **weight > 0.0)
            {
                let place = image(&palette[usize::from(joint)], point);
                blended = std::array::from_fn(|i| blended[i] + f64::from(weight) * place[i]);
            }
            rounded(blended)
        }));
    }
}

impl Default for Transform {
    /// The identity.
    fn default() -> Self {
        Transform::Matrix(IDENTITY)
    }
}
