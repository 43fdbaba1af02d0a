//! Levels: the triangles of a file that are solid, and where they stand.

use std::fmt;
use std::path::Path;

use crate::matrix::{Matrix, image};
use crate::{GltfError, Model, Warning};
use crate::{file, read};

/// The collision geometry of a level in a glTF file: meshes, each once, and their instances.
///
/// A file that states its colliders, by `KHR_physics_rigid_bodies`, `OMI_physics_body` or
/// `OMI_collider`, has those of them that are meshes. Else names decide, Godot's suffixes and Unreal's
/// prefixes; and where no name is one of those, every mesh of the scene that has no skin. `docs/formats.md` in
/// the repository has the rules one by one.
///
/// ```no_run
/// # fn main() -> Result<(), asunder_gltf::GltfError> {
/// let level = asunder_gltf::Level::open("dungeon.glb")?;
/// for instance in &level.instances {
///     let (vertices, triangles) = level.bake(instance);
///     println!("{}: {} triangles, by {}", instance.name, triangles.len(), instance.rule);
/// #   let _ = vertices;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The file's name without folder and extension, or the given name.
    pub name: String,
    /// The meshes, each once, however many instances it has.
    pub meshes: Vec<LevelMesh>,
    /// The instances, in the order of the nodes.
    pub instances: Vec<LevelInstance>,
    /// What was left out or read differently: lines, morph targets, skinned meshes, and the like.
    pub warnings: Vec<Warning>,
}

/// A mesh of a level: the triangles of all its primitives together, in mesh space.
///
/// Degenerate, duplicate and unused parts are kept as they are in the file. Primitives with the same
/// positions share their vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelMesh {
    /// Its name in the file, or `mesh3` for a nameless fourth mesh.
    pub name: String,
    /// Its place in the file, such as `meshes[3]`; that of a node, for a hull around all meshes at and
    /// below it.
    pub path: String,
    /// The vertices: finite numbers.
    pub vertices: Vec<[f32; 3]>,
    /// The triangles, at least one: indices into `vertices`, below their number. Their front is where
    /// they turn counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
}

/// A mesh of a level in one place.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelInstance {
    /// The mesh: an index into [`Level::meshes`].
    pub mesh: usize,
    /// The node that carries it: its index in the file.
    pub node: usize,
    /// The node's name in the file, or `node3` for a nameless fourth node.
    pub name: String,
    /// The map from mesh space to the file's: that of the node in the rest pose
    /// ([`Model::rest_pose`]).
    pub matrix: Matrix,
    /// Whether its triangles are solid, or the hull around them is.
    pub kind: LevelKind,
    /// What named it collision geometry.
    pub rule: LevelRule,
    /// Whether the file says that it moves: a clip or a motion of the node, or of one above it.
    pub moves: bool,
    /// The place in the file that named it, such as
    /// `nodes[3].extensions.KHR_physics_rigid_bodies.collider`, or `nodes[3]`.
    pub path: String,
}

/// What of a mesh is solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelKind {
    /// Its triangles.
    Trimesh,
    /// The convex hull of its vertices.
    Convex,
}

/// What named a mesh collision geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LevelRule {
    /// `KHR_physics_rigid_bodies`.
    Khr,
    /// `OMI_physics_body` with `OMI_physics_shape`.
    Omi,
    /// `OMI_collider`, which came before.
    OmiCollider,
    /// Godot's suffixes of names: `-col`, `-colonly`, `-convcol`, `-convcolonly`.
    GodotSuffix,
    /// Unreal's prefixes of names: `UCX_`, `UBX_`, `USP_`, `UCP_`.
    UnrealPrefix,
    /// That it has no skin, in a file where nothing else decides.
    Unskinned,
}

/// Vertices and triangles, as `asunder::Mesh` takes them.
pub type Triangles = (Vec<[f32; 3]>, Vec<[u32; 3]>);

impl Level {
    /// Reads a `.glb` file, or a `.gltf` file with its buffers inside or beside it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is no regular file or larger than [`Model::LARGEST`], or breaks a rule of
    /// glTF 2.0 or of an extension that concerns its collision geometry: an index out of range, a number
    /// that is not finite, nodes that are their own ancestors; or if it asks for more memory than a model
    /// may take, or for a place further out than half of [`f32::MAX`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, GltfError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let failed = |cause| GltfError::Io { file: file.clone(), cause };
        let bytes = file::read_file(path, Model::LARGEST).map_err(failed)?;
        let name = path.file_stem().map_or(file.clone(), |stem| stem.to_string_lossy().into());
        read::level(&bytes, &file, name, Some(path.parent().unwrap_or(Path::new(""))))
    }

    /// Reads a level from memory, `.glb` or `.gltf` with its buffers inside.
    ///
    /// `name` becomes the level's name, and names the file in messages.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open); also if a buffer is in another file.
    ///
    /// ```
    /// use asunder_gltf::{Level, LevelKind, LevelRule};
    ///
    /// let file = r#"{"asset": {"version": "2.0"},
    ///     "nodes": [
    ///         {"name": "wall", "mesh": 0},
    ///         {"name": "wall-convcolonly", "mesh": 0, "scale": [2, 2, -2]}],
    ///     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    ///     "accessors": [{"bufferView": 0, "componentType": 5121, "type": "VEC3", "count": 3}],
    ///     "bufferViews": [{"buffer": 0, "byteLength": 9}],
    ///     "buffers": [{"byteLength": 9, "uri": "data:;base64,AAAAAQAAAAEB"}]}"#;
    /// let level = Level::from_slice(file.as_bytes(), "wall.gltf")?;
    ///
    /// // The name of the second node says that it is there for collisions, so the first is not.
    /// let [wall] = level.instances.as_slice() else { panic!() };
    /// assert_eq!((wall.kind, wall.rule), (LevelKind::Convex, LevelRule::GodotSuffix));
    ///
    /// // A mirror image: triangles turn the other way, so that their front stays outside.
    /// let (vertices, triangles) = level.bake(wall);
    /// assert_eq!(vertices, [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, -2.0]]);
    /// assert_eq!(triangles, [[0, 2, 1]]);
    /// # Ok::<(), asunder_gltf::GltfError>(())
    /// ```
    pub fn from_slice(bytes: &[u8], name: &str) -> Result<Self, GltfError> {
        read::level(bytes, name, name.to_owned(), None)
    }

    /// What named its geometry, each rule once.
    #[must_use]
    pub fn rules(&self) -> Vec<LevelRule> {
        let mut rules: Vec<_> = self.instances.iter().map(|instance| instance.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// An instance where it stands: its mesh's vertices under its matrix, and the triangles.
    ///
    /// Each coordinate is the sum `m₀x + m₁y + m₂z + m₃` in `f64`, from left to right, rounded once to
    /// `f32`; so the same file gives the same bits everywhere. A level that was read gives finite numbers.
    /// Under a matrix that [mirrors](LevelInstance::is_mirrored), the last two corners of each
    /// triangle change places, which keeps its front where it was (glTF 2.0, section 3.7.4).
    ///
    /// # Panics
    ///
    /// If the instance belongs to another level.
    #[must_use]
    pub fn bake(&self, instance: &LevelInstance) -> Triangles {
        let mesh = &self.meshes[instance.mesh];
        let place = |&vertex: &[f32; 3]| image(&instance.matrix, vertex).map(|x| x as f32);
        let turned = |&[a, b, c]: &[u32; 3]| [a, c, b];
        let triangles = match instance.is_mirrored() {
            false => mesh.triangles.clone(),
            true => mesh.triangles.iter().map(turned).collect(),
        };
        (mesh.vertices.iter().map(place).collect(), triangles)
    }

    /// All instances whose triangles are solid, where they stand, as one mesh: [`bake`](Self::bake) of each, in
    /// their order. `None` if it had more than `most` vertices or triangles: a small file may place a
    /// mesh many times. Those of which the hull is solid ([`LevelKind::Convex`]) are left out.
    ///
    /// A mesh made of it is bit for bit the same wherever it is made, so it has the hash by which a
    /// recording knows it.
    #[must_use]
    pub fn trimesh(&self, most: u32) -> Option<Triangles> {
        let solid = || self.instances.iter().filter(|it| it.kind == LevelKind::Trimesh);
        let count = |of: &dyn Fn(&LevelMesh) -> usize| {
            let sizes = solid().map(|it| of(&self.meshes[it.mesh]));
            sizes.fold(0, usize::saturating_add)
        };
        let size = count(&|mesh| mesh.vertices.len()).max(count(&|mesh| mesh.triangles.len()));
        if size > most as usize {
            return None;
        }
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for instance in solid() {
            let first = vertices.len() as u32;
            let (places, corners) = self.bake(instance);
            vertices.extend(places);
            triangles.extend(corners.iter().map(|corners| corners.map(|corner| first + corner)));
        }
        Some((vertices, triangles))
    }
}

impl LevelInstance {
    /// Whether its matrix mirrors: its determinant, in `f64`, is below zero.
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        mirrors(&self.matrix)
    }
}

/// Whether the determinant of the map is below zero.
pub(crate) fn mirrors(m: &Matrix) -> bool {
    let [a, b, c] = [0, 4, 8].map(|i| [m[i], m[i + 1], m[i + 2]].map(f64::from));
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    cross[0] * c[0] + cross[1] * c[1] + cross[2] * c[2] < 0.0
}

impl fmt::Display for LevelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trimesh => "trimesh",
            Self::Convex => "convex",
        })
    }
}

impl fmt::Display for LevelRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Khr => "KHR_physics_rigid_bodies",
            Self::Omi => "OMI_physics_body",
            Self::OmiCollider => "OMI_collider",
            Self::GodotSuffix => "Godot's suffix",
            Self::UnrealPrefix => "Unreal's prefix",
            Self::Unskinned => "having no skin",
        })
    }
}
