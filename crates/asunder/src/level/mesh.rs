//! Meshes: triangles that share vertices.

pub(super) mod edges;
mod error;
mod solid;

use super::parts::{LineVisit, PartSearch, PartVisit, Parts};
use super::shear::{Shear, TrianglePassage};
use crate::checksum::Sum;
use crate::index::{PackedTree, Reach};
use crate::linalg::Vect;
use crate::query::bounds::Bounds;
use crate::query::ray_cast::line::Line;
use crate::shape::{Shape, ShapeError, ShapeRef, Triangle, check_pose, placed};
use crate::space::{Pose, Vector};
use core::ops::ControlFlow::Continue;
use edges::EdgeTable;
use std::sync::{Arc, OnceLock};

pub use error::{MeshError, OpenEdge};

/// Every point of some triangles, which share vertices: any *soup* of them.
///
/// Triangles may be degenerate, there twice, cross one another, and be turned either way: the order of their
/// vertices changes no answer. In 3D a mesh is a surface: what lies inside of a closed one is told by
/// [`contains`](Mesh::contains) and [`encloses`](Mesh::encloses). A copy shares its data.
///
/// Beside the vertices, twelve bytes each, and the tags, if any, it takes some thirty bytes a triangle.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::Mesh3;
///
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let mesh = Mesh3::new(corners, [[0, 1, 2], [0, 0, 1]]);
/// let above = Sphere3::new([1.0, 1.0, 2.0], 2.0);
/// assert_eq!(mesh.parts_intersecting(&above), [0], "it touches one, and passes by the degenerate one");
/// ```
#[derive(Clone, Debug)]
pub struct Mesh<V: Vector>(Arc<MeshData<V>>);

#[derive(Debug)]
struct MeshData<V: Vector> {
    vertices: Box<[V::Array<f32>]>,
    indices: Arc<Indices>,
    tree: PackedTree<V>,
    edges: OnceLock<EdgeTable>,
    hash: OnceLock<u64>,
}

/// What a mesh has in common with its images.
#[derive(Debug)]
struct Indices {
    /// The vertices of each triangle, in the order of the tree.
    triangles: Box<[[u32; 3]]>,
    /// By place in that order: the number of the triangle.
    numbers: Box<[u32]>,
    /// By number: its place.
    places: Box<[u32]>,
    /// By number; empty, if there are none.
    tags: Box<[u32]>,
}

impl<V: Vector> Mesh<V> {
    /// The mesh of some triangles, each given by the indices of its vertices.
    ///
    /// It takes O(n log n) for `n` triangles.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    #[must_use]
    #[track_caller]
    pub fn new<P: Into<V::Array<f32>>>(
        vertices: impl IntoIterator<Item = P>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Self {
        match Self::try_new(vertices, triangles) {
            Ok(mesh) => mesh,
            Err(error) => panic!("{error}"),
        }
    }

    /// The mesh of triangles that may be bad.
    ///
    /// # Errors
    /// If a number is not finite, an index is that of no vertex, or there are more than 2³⁰ triangles.
    pub fn try_new<P: Into<V::Array<f32>>>(
        vertices: impl IntoIterator<Item = P>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, MeshError> {
        let vertices: Box<[V::Array<f32>]> = vertices.into_iter().map(Into::into).collect();
        let triangles: Vec<[u32; 3]> = triangles.into_iter().collect();
        for (vertex, point) in vertices.iter().enumerate() {
            if let Some(value) = (0..V::DIM).map(|t| point[t]).find(|value| !value.is_finite()) {
                return Err(MeshError::NotFinite { vertex, value });
            }
        }
        if triangles.len() > MOST {
            return Err(MeshError::TooMany { triangles: triangles.len() });
        }
        let count = vertices.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&index) = corners.iter().find(|&&index| index as usize >= count) {
                return Err(MeshError::NoVertex { triangle, index, vertices: count });
            }
        }
        let bounds: Vec<Bounds<V>> = triangles
            .iter()
            .map(|corners| Bounds::of(&triangle_of::<V>(&vertices, corners)))
            .collect();
        let (tree, numbers) = PackedTree::new(&bounds);
        let mut places = vec![0; numbers.len()];
        for (place, &number) in (0..).zip(&numbers) {
            places[number as usize] = place;
        }
        let indices = Indices {
            triangles: numbers.iter().map(|&number| triangles[number as usize]).collect(),
            numbers: numbers.into(),
            places: places.into(),
            tags: Box::default(),
        };
        Ok(Self::of(vertices, Arc::new(indices), tree))
    }

    /// The mesh with a number of the caller's own for each triangle: a material, a sound. No answer depends
    /// on it.
    ///
    /// # Errors
    /// If there are not as many as triangles.
    pub fn with_tags(self, tags: impl Into<Box<[u32]>>) -> Result<Self, MeshError> {
        let (tags, old) = (tags.into(), &self.0.indices);
        if tags.len() != old.triangles.len() {
            return Err(MeshError::Tags { tags: tags.len(), triangles: old.triangles.len() });
        }
        let (triangles, numbers) = (old.triangles.clone(), old.numbers.clone());
        let indices = Indices { triangles, numbers, places: old.places.clone(), tags };
        let MeshData { vertices, tree, .. } = &*self.0;
        Ok(Self::of(vertices.clone(), Arc::new(indices), tree.clone()))
    }

    /// The mesh with other vertices and the same triangles. It keeps the order of its tree, so that it takes
    /// O(n), and answers are slower the further the vertices have moved against one another.
    ///
    /// # Errors
    /// If there are not as many vertices as before, or a number is not finite.
    pub fn with_vertices<P: Into<V::Array<f32>>>(
        &self,
        vertices: impl IntoIterator<Item = P>,
    ) -> Result<Self, MeshError> {
        let vertices: Box<[V::Array<f32>]> = vertices.into_iter().map(Into::into).collect();
        if vertices.len() != self.0.vertices.len() {
            let (given, expected) = (vertices.len(), self.0.vertices.len());
            return Err(MeshError::Vertices { given, expected });
        }
        for (vertex, point) in vertices.iter().enumerate() {
            if let Some(value) = (0..V::DIM).map(|t| point[t]).find(|value| !value.is_finite()) {
                return Err(MeshError::NotFinite { vertex, value });
            }
        }
        Ok(self.moved_to(vertices))
    }

    /// The same triangles between other vertices, as many, which are finite.
    pub(crate) fn moved_to(&self, vertices: Box<[V::Array<f32>]>) -> Self {
        let indices = &self.0.indices;
        let boxes = indices.triangles.iter();
        let boxes = boxes.map(|corners| Bounds::of(&triangle_of::<V>(&vertices, corners)));
        let tree = PackedTree::of_ordered(indices.triangles.len(), boxes);
        Self::of(vertices, indices.clone(), tree)
    }

    fn of(vertices: Box<[V::Array<f32>]>, indices: Arc<Indices>, tree: PackedTree<V>) -> Self {
        let (edges, hash) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(MeshData { vertices, indices, tree, edges, hash }))
    }

    /// The mesh placed by a pose: each number of each vertex is rounded once, and those bits are the mesh
    /// from there on. It shares the triangles, and takes O(n).
    ///
    /// # Panics
    /// Where [`try_transformed`](Self::try_transformed) errs.
    #[must_use]
    #[track_caller]
    pub fn transformed(&self, pose: &Pose<V>) -> Self {
        match self.try_transformed(pose) {
            Ok(mesh) => mesh,
            Err(error) => panic!("{error}"),
        }
    }

    /// The mesh placed by a pose that may be bad.
    ///
    /// # Errors
    /// If the pose is not finite, its rotation is zero, or the image lies too far out.
    pub fn try_transformed(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        check_pose(pose)?;
        let vertices: Box<[V::Array<f32>]> =
            self.0.vertices.iter().map(|vertex| placed(pose, vertex)).collect();
        for vertex in &vertices {
            if let Some(value) = (0..V::DIM).map(|t| vertex[t]).find(|value| !value.is_finite()) {
                return Err(ShapeError::NotFinite { field: "vertices", value });
            }
        }
        Ok(self.moved_to(vertices))
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.0.vertices.len()
    }

    /// The vertices, in order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = V> + '_ {
        self.0.vertices.iter().map(|vertex| V::from_array(*vertex))
    }

    /// The indices of the vertices of each triangle, in order.
    pub fn triangles(&self) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        let Indices { triangles, places, .. } = &*self.0.indices;
        places.iter().map(|&place| triangles[place as usize])
    }

    /// The triangle of a number; `None` if there is none.
    #[must_use]
    pub fn triangle(&self, number: u32) -> Option<Triangle<V>> {
        let place = *self.0.indices.places.get(number as usize)?;
        Some(self.triangle_at(place))
    }

    /// The tag of a triangle: zero, if it has none.
    #[must_use]
    pub fn tag(&self, number: u32) -> u32 {
        self.0.indices.tags.get(number as usize).copied().unwrap_or(0)
    }

    /// The weights of the vertices of a triangle that give the point of its plane nearest to `point`, within
    /// rounding; their sum is one. `None` if there is no such triangle, or it has no area.
    ///
    /// (Ericson 2005, §3.4.)
    ///
    /// ```
    /// use asunder::{Mesh3, glam::vec3};
    ///
    /// let mesh = Mesh3::new([[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], [[0, 1, 2]]);
    /// assert_eq!(mesh.barycentric(0, vec3(1.0, 2.0, 7.0)), Some([0.25, 0.25, 0.5]));
    /// ```
    #[must_use]
    pub fn barycentric(&self, number: u32, point: V) -> Option<[f32; 3]> {
        let Triangle { a, b, c } = self.triangle(number)?;
        let from = Vect::<V, f64>::of(&a);
        let (u, v) = (Vect::of(&b) - from, Vect::of(&c) - from);
        let to = Vect::of(&point.to_array()) - from;
        let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
        let (along_u, along_v) = (to.dot(u), to.dot(v));
        let area = uu * vv - uv * uv;
        let second = (vv * along_u - uv * along_v) / area;
        let third = (uu * along_v - uv * along_u) / area;
        (area > 0.0).then(|| [1.0 - second - third, second, third].map(|weight| weight as f32))
    }

    /// The bytes that its triangles take beside the vertices and tags.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let Indices { triangles, numbers, places, .. } = &*self.0.indices;
        let lists = size_of_val(&**triangles) + size_of_val(&**numbers) + size_of_val(&**places);
        let edges = self.0.edges.get().map_or(0, EdgeTable::size);
        lists + self.0.tree.size() + edges
    }

    /// The checksum of all vertices, triangles and tags.
    pub(crate) fn hash(&self) -> u64 {
        *self.0.hash.get_or_init(|| {
            let mut sum = Sum::new();
            let MeshData { vertices, indices, .. } = &*self.0;
            sum.add(V::DIM as u64);
            sum.add_floats(vertices.iter().flat_map(|vertex| Vect::<V, f32>(*vertex).components()));
            sum.add_all(self.triangles().flatten().map(u64::from));
            sum.add_all(indices.tags.iter().map(|&tag| u64::from(tag)));
            sum.0
        })
    }

    /// The box around all triangles.
    pub(crate) fn bounds(&self) -> &Bounds<V> {
        self.0.tree.bounds()
    }

    #[inline(always)]
    fn triangle_at(&self, place: u32) -> Triangle<V> {
        triangle_of(&self.0.vertices, &self.0.indices.triangles[place as usize])
    }

    fn edges(&self) -> &EdgeTable {
        let MeshData { vertices, indices, edges, .. } = &*self.0;
        edges.get_or_init(|| EdgeTable::of::<V>(vertices, &indices.triangles))
    }
}

/// The most triangles: that many edges have numbers in 32 bits.
const MOST: usize = 1 << 30;

fn triangle_of<V: Vector>(vertices: &[V::Array<f32>], corners: &[u32; 3]) -> Triangle<V> {
    let vertex = |i: usize| vertices[corners[i] as usize];
    Triangle { a: vertex(0), b: vertex(1), c: vertex(2) }
}

/// Whether the same vertices, triangles and tags, in the same order.
impl<V: Vector> PartialEq for Mesh<V> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.vertices == other.0.vertices
                && self.0.indices.tags == other.0.indices.tags
                && self.triangles().eq(other.triangles())
    }
}

impl<V: Vector> PartSearch<V> for Mesh<V> {
    fn count(&self) -> usize {
        self.0.indices.triangles.len()
    }

    fn get(&self, part: u32) -> Option<Shape<V>> {
        self.triangle(part).map(Shape::Triangle)
    }

    fn search(&self, reach: &mut Reach<V>, visit: &mut PartVisit<'_, V>) {
        let numbers = &self.0.indices.numbers;
        let region = if let Reach::Within(region) = reach { Some(*region) } else { None };
        reach.search(&self.0.tree, |reach, place| {
            let triangle = self.triangle_at(place);
            // The tree's boxes are a little larger than they need be.
            if region.is_some_and(|region| !Bounds::of(&triangle).overlaps(&region)) {
                return Continue(());
            }
            visit(numbers[place as usize], ShapeRef::Triangle(&triangle), reach)
        });
    }

    fn search_line(&self, line: &Line<V>, reach: &mut Reach<V>, visit: &mut LineVisit<'_, V>) {
        let Some(shear) = Shear::new(line) else {
            let visit: &mut PartVisit<'_, V> =
                &mut |number, part, reach| visit(number, part, TrianglePassage::Open, reach);
            return self.search(reach, visit);
        };
        let numbers = &self.0.indices.numbers;
        reach.search(&self.0.tree, |reach, place| {
            let triangle = self.triangle_at(place);
            match shear.passes(&triangle) {
                TrianglePassage::Beside => Continue(()),
                passage => {
                    visit(numbers[place as usize], ShapeRef::Triangle(&triangle), passage, reach)
                }
            }
        });
    }

    fn smoothed(&self, part: u32, _point: V, normal: V) -> V {
        let Some(&place) = self.0.indices.places.get(part as usize) else { return normal };
        let triangle = self.triangle_at(place);
        let toward = Vect::<V, f64>::of(&normal.to_array());
        let face = edges::smoothed(&triangle, toward, || self.edges().sharp(place));
        face.map_or(normal, |face| V::from_array(face.map(|x| x as f32 + 0.0).0))
    }
}

impl<V: Vector> Parts<V> for Mesh<V> {}
