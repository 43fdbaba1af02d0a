//! Reading of a [`Level`] from a file's bytes: which meshes are solid, and where.

mod geometry;
mod named;
mod scene;
mod stated;

use std::collections::BTreeMap;
use std::path::Path;

use crate::buffer::Sources;
use crate::document::Document;
use crate::json::{self, Json};
use crate::level::mirrors;
use crate::matrix::{IDENTITY, Matrix, image, product, transform_point};
use crate::read::collider::STEP_COST;
use crate::read::node;
use crate::{GltfError, Level, LevelInstance, LevelKind, LevelMesh, LevelRule, Node, glb};
use scene::Scene;

/// Reads a level; `folder` has the buffers in other files.
pub(crate) fn level(
    bytes: &[u8],
    file: &str,
    name: String,
    folder: Option<&Path>,
) -> Result<Level, GltfError> {
    let parts = glb::split(file, bytes)?;
    let json = json::parse(file, parts.json)?;
    let document = Document::new(file, &json, Sources { binary: parts.binary, folder })?;

    let (nodes, parents_first) = node::read(&document)?;
    let items: Vec<_> = document.root.get("nodes").objects()?.collect();
    let scene = Scene::read(&document, &items, &nodes, &parents_first)?;
    let mut reader = Reader {
        document: &document,
        nodes: &nodes,
        items: &items,
        scene,
        meshes: Vec::new(),
        bounds: Vec::new(),
        known: BTreeMap::new(),
        hulls: BTreeMap::new(),
        instances: Vec::new(),
        skinned: Vec::new(),
    };
    if !stated::read(&mut reader)? {
        named::read(&mut reader)?;
    }
    reader.warn_of_skinned()?;
    let (meshes, instances) = (reader.meshes, reader.instances);
    Ok(Level { name, meshes, instances, warnings: document.into_warnings() })
}

/// The state of reading a level.
struct Reader<'r, 'a> {
    document: &'r Document<'a>,
    nodes: &'r [Node],
    items: &'r [Json<'a>],
    scene: Scene,
    meshes: Vec<LevelMesh>,
    /// For each of them the least and the greatest coordinates.
    bounds: Vec<[[f32; 3]; 2]>,
    /// For each mesh of the file that was read its index among the level's, if it has triangles.
    known: BTreeMap<usize, Option<usize>>,
    /// The same for the hulls around all meshes at and below a node.
    hulls: BTreeMap<usize, Option<usize>>,
    instances: Vec<LevelInstance>,
    /// The nodes whose meshes were left out because bones bend them.
    skinned: Vec<usize>,
}

/// Where an instance stands, and why it is one.
struct Placement<'p, 'a> {
    /// The place in the file that named it.
    place: &'p Json<'a>,
    /// The node that carries it.
    carrier: usize,
    matrix: Matrix,
    kind: LevelKind,
    rule: LevelRule,
}

impl<'a> Reader<'_, 'a> {
    /// The level's mesh for one of the file, read once; `None`, with a warning, if it has no triangles.
    fn mesh(&mut self, reference: &Json<'a>) -> Result<Option<usize>, GltfError> {
        let index = self.document.index(reference, "meshes")?;
        if let Some(&known) = self.known.get(&index) {
            return Ok(known);
        }
        let place = self.document.root.get("meshes").at(index);
        let mesh = geometry::read(self.document, &place, index)?;
        let known = self.keep(&place, mesh)?;
        self.known.insert(index, known);
        Ok(known)
    }

    fn keep(&mut self, place: &Json<'a>, mesh: LevelMesh) -> Result<Option<usize>, GltfError> {
        if mesh.triangles.is_empty() {
            self.document.warn(place, "has no triangles, so it is left out of the level")?;
            return Ok(None);
        }
        self.bounds.push(bounds(&mesh.vertices));
        self.meshes.push(mesh);
        Ok(Some(self.meshes.len() - 1))
    }

    /// Adds an instance of a mesh.
    fn add(&mut self, mesh: usize, placement: Placement<'_, 'a>) -> Result<(), GltfError> {
        let Placement { place, carrier, matrix, kind, rule } = placement;
        let linear = (0..3).flat_map(|column| &matrix[4 * column..4 * column + 3]);
        if linear.copied().all(|x| x == 0.0) {
            return self.document.warn(place, "the scale is 0, which hides it; it is left out");
        }
        // The image of a box contains the images of what it contains.
        let [low, high] = self.bounds[mesh];
        for corner in 0..8 {
            let corner =
                [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { low } else { high }[axis]);
            if !image(&matrix, corner).iter().all(|x| x.abs() <= f64::from(f32::MAX) / 2.0) {
                return Err(place.found("infinitely far or large", "a finite place in the level"));
            }
        }
        let name = self.nodes[carrier].name.clone();
        let text = name.len() + place.path().len();
        self.document.budget.spend(place, (size_of::<LevelInstance>() + text) as u64)?;
        self.instances.push(LevelInstance {
            mesh,
            node: carrier,
            name,
            matrix,
            kind,
            rule,
            moves: self.scene.moves[carrier],
            path: place.path().to_owned(),
        });
        Ok(())
    }

    /// Adds the mesh that a node draws, if it has one and no bones bend it.
    fn add_own(&mut self, node: usize, kind: LevelKind, rule: LevelRule) -> Result<(), GltfError> {
        let item = self.items[node].clone();
        let Some(reference) = item.get("mesh").present() else { return Ok(()) };
        if self.is_skinned(node)? {
            return Ok(());
        }
        let instancing = item.get("extensions").get("EXT_mesh_gpu_instancing");
        if instancing.clone().present().is_some() {
            let message = "instances of EXT_mesh_gpu_instancing are not read; the mesh stands once";
            self.document.warn(&instancing, message)?;
        }
        let Some(mesh) = self.mesh(&reference)? else { return Ok(()) };
        let matrix = self.scene.globals[node];
        self.add(mesh, Placement { place: &item, carrier: node, matrix, kind, rule })
    }

    /// Adds the meshes at and below a node as if that node stood where the carrier does.
    fn add_below(
        &mut self,
        place: &Json<'a>,
        reference: &Json<'a>,
        carrier: usize,
        kind: LevelKind,
        rule: LevelRule,
    ) -> Result<(), GltfError> {
        let top = self.document.index(reference, "nodes")?;
        if top != carrier {
            let message =
                format!("the mesh of nodes[{top}] is read as if it stood on nodes[{carrier}]");
            self.document.warn(reference, message)?;
        }
        let mut parts = Vec::new();
        for (node, relative) in self.below(reference, top)? {
            let Some(mesh) = self.items[node].get("mesh").present() else { continue };
            if !self.is_skinned(node)?
                && let Some(mesh) = self.mesh(&mesh)?
            {
                parts.push((node, mesh, relative));
            }
        }
        let base = self.scene.globals[carrier];
        if kind == LevelKind::Convex && parts.len() > 1 {
            let known = match self.hulls.get(&top) {
                Some(&known) => known,
                None => {
                    let merged = self.merged(reference, top, &parts)?;
                    let known = self.keep(reference, merged)?;
                    self.hulls.insert(top, known);
                    known
                }
            };
            let Some(mesh) = known else { return Ok(()) };
            return self.add(mesh, Placement { place, carrier, matrix: base, kind, rule });
        }
        if parts.is_empty() {
            let message =
                format!("there is no rigid mesh at or below nodes[{top}]; it is left out");
            return self.document.warn(reference, message);
        }
        for (node, mesh, relative) in parts {
            // The node's own matrix was rounded on the way down from the root; this one is the same.
            let matrix = match top == carrier {
                true => self.scene.globals[node],
                false => product(&base, &relative),
            };
            self.add(mesh, Placement { place, carrier, matrix, kind, rule })?;
        }
        Ok(())
    }

    /// A node and all nodes below it, with their maps to its space.
    fn below(&self, reference: &Json<'a>, top: usize) -> Result<Vec<(usize, Matrix)>, GltfError> {
        let mut found = vec![(top, IDENTITY)];
        let mut next = 0;
        while let Some(&(node, map)) = found.get(next) {
            next += 1;
            // Many colliders may name a large tree, and each step makes a matrix.
            self.document.budget.spend(reference, 4 * STEP_COST)?;
            for &child in &self.scene.children[node] {
                found.push((child, product(&map, &self.nodes[child].rest.matrix())));
            }
        }
        Ok(found)
    }

    /// One mesh of several, in the space of the node above them.
    fn merged(
        &self,
        reference: &Json<'a>,
        top: usize,
        parts: &[(usize, usize, Matrix)],
    ) -> Result<LevelMesh, GltfError> {
        let place = self.document.root.get("nodes").at(top);
        let mut merged = LevelMesh {
            name: self.nodes[top].name.clone(),
            path: place.path().to_owned(),
            vertices: Vec::new(),
            triangles: Vec::new(),
        };
        for (_, mesh, map) in parts {
            let mesh = &self.meshes[*mesh];
            let bytes = 12 * (mesh.vertices.len() + mesh.triangles.len());
            self.document.budget.spend(reference, bytes as u64)?;
            let first = merged.vertices.len() as u32;
            let mirrored = mirrors(map);
            merged.vertices.extend(mesh.vertices.iter().map(|&point| transform_point(map, point)));
            merged.triangles.extend(mesh.triangles.iter().map(|&[a, b, c]| {
                let [b, c] = if mirrored { [c, b] } else { [b, c] };
                [first + a, first + b, first + c]
            }));
        }
        if merged.vertices.as_flattened().iter().all(|x| x.is_finite()) {
            return Ok(merged);
        }
        Err(reference.found("infinitely far or large", "a finite place in the level"))
    }

    /// Whether bones bend the mesh of a node; then it is noted as left out.
    fn is_skinned(&mut self, node: usize) -> Result<bool, GltfError> {
        let Some(skin) = self.items[node].get("skin").present() else { return Ok(false) };
        self.document.index(&skin, "skins")?;
        self.skinned.push(node);
        Ok(true)
    }

    /// Names the meshes that were left out because bones bend them.
    fn warn_of_skinned(&mut self) -> Result<(), GltfError> {
        const NAMED: usize = 6;
        self.skinned.sort_unstable();
        self.skinned.dedup();
        let Some(&first) = self.skinned.first() else { return Ok(()) };
        let names: Vec<_> =
            self.skinned.iter().take(NAMED).map(|&node| self.nodes[node].name.as_str()).collect();
        let more = match self.skinned.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!("a skinned mesh is no part of a level: {}{more}", names.join(", "));
        self.document.warn(&self.items[first].get("skin"), message)
    }
}

/// The least box around points.
fn bounds(points: &[[f32; 3]]) -> [[f32; 3]; 2] {
    let [mut low, mut high] = [points.first().copied().unwrap_or_default(); 2];
    for point in points {
        for axis in 0..3 {
            if point[axis] < low[axis] {
                low[axis] = point[axis];
            }
            if point[axis] > high[axis] {
                high[axis] = point[axis];
            }
        }
    }
    [low, high]
}
