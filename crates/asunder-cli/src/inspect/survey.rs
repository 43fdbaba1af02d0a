//! What is in the meshes of a level: triangles that are walkable, degenerate, twice there; edges that are
//! open.

use asunder::{Rot2, Segment3};

use asunder_gltf::{Level, LevelInstance, LevelMesh};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is in one mesh, as it is in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Survey {
    pub(super) triangles: usize,
    pub(super) vertices: usize,
    /// Triangles whose corners lie on a line, or are one point.
    pub(super) degenerate: usize,
    /// Triangles with the corners of an earlier one, in any order.
    pub(super) duplicate: usize,
    /// Edges of one triangle.
    pub(super) open_edges: usize,
    /// Edges of more than two triangles.
    pub(super) non_manifold_edges: usize,
    /// Vertices that no triangle has.
    pub(super) unused_vertices: usize,
}

impl Survey {
    /// Positions are compared bit by bit, but for the sign of zero; so vertices that a file has twice, for
    /// their normals or textures, are one. A triangle that is there twice, and one with two equal
    /// corners, have no edges of their own.
    pub(super) fn of(mesh: &LevelMesh) -> Self {
        let points = merged(&mesh.vertices);
        let mut used = vec![false; mesh.vertices.len()];
        let mut degenerate = 0;
        let mut distinct = Vec::with_capacity(mesh.triangles.len());
        for triangle in &mesh.triangles {
            for &corner in triangle {
                used[corner as usize] = true;
            }
            let mut corners = triangle.map(|corner| points[corner as usize]);
            corners.sort_unstable();
            let flat = corners[0] == corners[1] || corners[1] == corners[2];
            if flat || is_degenerate(triangle.map(|corner| mesh.vertices[corner as usize])) {
                degenerate += 1;
            }
            distinct.push(corners);
        }
        distinct.sort_unstable();
        distinct.dedup();
        let duplicate = mesh.triangles.len() - distinct.len();
        let mut edges: Vec<_> = distinct
            .iter()
            .filter(|[a, b, c]| a != b && b != c)
            .flat_map(|&[a, b, c]| [[a, b], [a, c], [b, c]])
            .collect();
        edges.sort_unstable();
        let (mut open_edges, mut non_manifold_edges) = (0, 0);
        for same in edges.chunk_by(|a, b| a == b) {
            match same.len() {
                1 => open_edges += 1,
                2 => {}
                _ => non_manifold_edges += 1,
            }
        }
        Self {
            triangles: mesh.triangles.len(),
            vertices: mesh.vertices.len(),
            degenerate,
            duplicate,
            open_edges,
            non_manifold_edges,
            unused_vertices: used.iter().filter(|&&used| !used).count(),
        }
    }

    /// The numbers of both.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            triangles: self.triangles + other.triangles,
            vertices: self.vertices + other.vertices,
            degenerate: self.degenerate + other.degenerate,
            duplicate: self.duplicate + other.duplicate,
            open_edges: self.open_edges + other.open_edges,
            non_manifold_edges: self.non_manifold_edges + other.non_manifold_edges,
            unused_vertices: self.unused_vertices + other.unused_vertices,
        }
    }
}

/// For each point the first in order that is the same.
fn merged(points: &[[f32; 3]]) -> Vec<u32> {
    // Adding zero makes −0 the zero that it is equal to.
    let bits = |point: [f32; 3]| point.map(|x| (x + 0.0).to_bits());
    let mut order: Vec<_> = (0..points.len() as u32).collect();
    order.sort_unstable_by_key(|&index| (bits(points[index as usize]), index));
    let mut merged = vec![0; points.len()];
    for same in order.chunk_by(|&a, &b| bits(points[a as usize]) == bits(points[b as usize])) {
        for &index in same {
            merged[index as usize] = same[0];
        }
    }
    merged
}

/// Whether three points lie on a line, exactly: one of them is between the others.
fn is_degenerate(corners: [[f32; 3]; 3]) -> bool {
    let [a, b, c] = corners.map(|point| point.map(f64::from));
    let [u, v] = [b, c].map(|end| [0, 1, 2].map(|i| end[i] - a[i]));
    // Differences and products are rounded by 2⁻⁵³ of themselves each; far more than that is no rounding.
    let apart = [(1, 2), (2, 0), (0, 1)].into_iter().any(|(i, j)| {
        let [p, q] = [u[i] * v[j], u[j] * v[i]];
        (p - q).abs() > 1e-14 * (p.abs() + q.abs())
    });
    !apart
        && [[0, 1, 2], [1, 2, 0], [2, 0, 1]].into_iter().any(|[i, j, k]| {
            Segment3::try_new(corners[i], corners[j])
                .is_ok_and(|segment| segment.contains(&asunder::glam::Vec3::from(corners[k])))
        })
}

/// The area of triangles, and how much of it is walkable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Area {
    pub(super) whole: f64,
    pub(super) walkable: f64,
}

impl Area {
    /// The walkable share, from 0 to 1; `None` if there is no area.
    pub(super) fn share(&self) -> Option<f64> {
        (self.whole > 0.0).then(|| self.walkable / self.whole)
    }

    /// The areas of both.
    pub(super) fn plus(self, other: Self) -> Self {
        Self { whole: self.whole + other.whole, walkable: self.walkable + other.walkable }
    }
}

/// The most triangles and vertices of instances that are measured.
const MOST_MEASURED: usize = 1 << 26;

/// For each mesh the area of its instances where they stand. `None` if that would take too long.
///
/// A triangle is walkable if its front is up, along +Y, and no steeper than `max_slope` degrees.
pub(super) fn areas(level: &Level, max_slope: f32) -> Option<Vec<Area>> {
    // As movers do: a floor that is as steep as allowed counts, however its numbers were rounded.
    let cosine = f64::from(Rot2::degrees(max_slope).cos.next_down().next_down());
    // Instances that are only shifted against one another have the same slopes.
    let mut turned: BTreeMap<_, (&LevelInstance, usize)> = BTreeMap::new();
    for instance in &level.instances {
        let linear: [u32; 12] = std::array::from_fn(|i| instance.matrix[i].to_bits());
        turned.entry((instance.mesh, linear)).or_insert((instance, 0)).1 += 1;
    }
    let mut work: usize = 0;
    for (instance, _) in turned.values() {
        let mesh = &level.meshes[instance.mesh];
        work = work.checked_add(mesh.triangles.len() + mesh.vertices.len())?;
    }
    if work > MOST_MEASURED {
        return None;
    }
    let mut areas = vec![Area::default(); level.meshes.len()];
    for (instance, count) in turned.into_values() {
        let mut shifted = instance.clone();
        shifted.matrix[12..15].fill(0.0);
        let (vertices, triangles) = level.bake(&shifted);
        let mut area = Area::default();
        for corners in triangles {
            let corners = corners.map(|corner| vertices[corner as usize]);
            area = area.plus(measure(corners, cosine));
        }
        let times = count as f64;
        let all = Area { whole: times * area.whole, walkable: times * area.walkable };
        areas[instance.mesh] = areas[instance.mesh].plus(all);
    }
    Some(areas)
}

/// The area of a triangle.
fn measure(corners: [[f32; 3]; 3], cosine: f64) -> Area {
    let [a, b, c] = corners.map(|point| point.map(f64::from));
    let [u, v] = [b, c].map(|end| [0, 1, 2].map(|i| end[i] - a[i]));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
    let whole = length / 2.0;
    let is_walkable = normal[1] > 0.0 && normal[1] >= cosine * length;
    Area { whole, walkable: if is_walkable { whole } else { 0.0 } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder_gltf::{LevelKind, LevelRule};

    fn mesh(vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> LevelMesh {
        LevelMesh {
            name: String::from("mesh"),
            path: String::new(),
            vertices: vertices.to_vec(),
            triangles: triangles.to_vec(),
        }
    }

    const TETRAHEDRON: [[f32; 3]; 4] =
        [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    #[test]
    fn a_closed_mesh_has_no_open_edge_however_its_vertices_are_split() {
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let whole = Survey::of(&mesh(&TETRAHEDRON, &faces));
        assert_eq!(whole, Survey { triangles: 4, vertices: 4, ..Survey::default() });
        // A vertex for each corner, one with the other zero, and one that nothing uses.
        let mut split: Vec<_> =
            faces.as_flattened().iter().map(|&i| TETRAHEDRON[i as usize]).collect();
        split[3] = [-0.0; 3];
        split.push([9.0; 3]);
        let apart = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]];
        let expected = Survey { vertices: 13, unused_vertices: 1, ..whole };
        assert_eq!(Survey::of(&mesh(&split, &apart)), expected);
        // A bit apart is not closed.
        split[3][0] = f32::from_bits(1);
        assert_eq!(Survey::of(&mesh(&split, &apart)).open_edges, 4);
    }

    #[test]
    fn open_and_shared_edges_are_counted_once_for_each_triangle_that_is_another() {
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3]];
        let open = Survey::of(&mesh(&TETRAHEDRON, &faces));
        assert_eq!((open.open_edges, open.non_manifold_edges), (3, 0));
        // The same again, turned and from behind: still open.
        let twice = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 3, 1], [3, 1, 0]];
        let survey = Survey::of(&mesh(&TETRAHEDRON, &twice));
        assert_eq!((survey.duplicate, survey.open_edges, survey.non_manifold_edges), (2, 3, 0));
        // Three pages of a book.
        let pages = mesh(
            &[&TETRAHEDRON[..], &[[0.0, -1.0, 0.0]]].concat(),
            &[[0, 1, 2], [0, 1, 3], [0, 1, 4]],
        );
        let survey = Survey::of(&pages);
        assert_eq!((survey.open_edges, survey.non_manifold_edges), (6, 1));
    }

    #[test]
    fn what_would_take_too_long_is_not_measured() {
        let mut floor = mesh(&TETRAHEDRON, &[[0, 3, 1]]);
        let instance = |turn: u16| {
            let mut matrix = asunder_gltf::matrix::IDENTITY;
            (matrix[4], matrix[12]) = (f32::from(turn), 7.0);
            LevelInstance {
                mesh: 0,
                node: 0,
                name: String::new(),
                matrix,
                kind: LevelKind::Trimesh,
                rule: LevelRule::Unskinned,
                moves: false,
                path: String::new(),
            }
        };
        let level = |floor: &LevelMesh, instances: Vec<LevelInstance>| Level {
            name: String::new(),
            meshes: vec![floor.clone()],
            instances,
            warnings: Vec::new(),
        };
        let found = areas(&level(&floor, (0..3).map(instance).collect()), 45.0);
        assert_eq!(found, Some(vec![Area { whole: 1.5, walkable: 1.5 }]));
        // A vertex that no triangle has is work, too; but what is only shifted is measured once.
        floor.vertices.resize(1 << 20, [0.0; 3]);
        assert_eq!(areas(&level(&floor, (0..64).map(instance).collect()), 45.0), None);
        let shifted = level(&floor, vec![instance(0); 64]);
        assert_eq!(areas(&shifted, 45.0), Some(vec![Area { whole: 32.0, walkable: 32.0 }]));
    }

    #[test]
    fn degenerate_is_exact() {
        let tiny = f32::from_bits(1);
        for (corners, expected) in [
            ([[0.0; 3]; 3], true),
            ([[0.0; 3], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], true),
            ([[0.0; 3], [1.0, 2.0, 3.0], [3.0, 6.0, 9.0]], true),
            ([[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.3, 0.6, 0.9]], false), // 0.9 is not 3 × 0.3.
            ([[0.0; 3], [tiny, 0.0, 0.0], [0.0, tiny, 0.0]], false),
            ([[0.0; 3], [1e38, 0.0, 0.0], [-1e38, 0.0, 0.0]], true),
            ([[1e30, 1e-30, 0.0], [-1e30, 1e-30, 0.0], [0.0, 2e-30, 0.0]], false),
            ([[1e30, 1e-30, 0.0], [-1e30, 1e-30, 0.0], [0.0, 1e-30, 0.0]], true),
        ] {
            assert_eq!(is_degenerate(corners), expected, "{corners:?}");
        }
        let survey = Survey::of(&mesh(&TETRAHEDRON, &[[0, 0, 1], [0, 1, 2], [1, 1, 1]]));
        assert_eq!((survey.degenerate, survey.open_edges), (2, 3), "{survey:?}");
    }

    #[test]
    fn a_slope_as_steep_as_allowed_is_walkable_and_the_front_must_be_up() {
        let cosine = |degrees| f64::from(Rot2::degrees(degrees).cos.next_down().next_down());
        let slope = |rise: f32| [[0.0; 3], [0.0, 0.0, 1.0], [1.0, rise, 0.0]];
        let is_walkable = |corners, degrees| measure(corners, cosine(degrees)).walkable > 0.0;
        assert!(is_walkable(slope(1.0), 45.0));
        assert!(!is_walkable(slope(1.0001), 45.0));
        assert!(is_walkable(slope(0.0), 0.0) && !is_walkable(slope(0.01), 0.0));
        let [a, b, c] = slope(0.0);
        assert!(!is_walkable([a, c, b], 89.0), "a ceiling");
        let wall = [[0.0; 3], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
        assert!(!is_walkable(wall, 90.0), "a wall");
        assert_eq!(measure(slope(0.0), 1.0).whole, 0.5);
    }
}
