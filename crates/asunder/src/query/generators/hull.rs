//! The generators of convex hulls, read from the stored structure.

use super::{Generators, Homogeneous, Spanned};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::shape::{ConvexHull, Structure};
use crate::space::Vector;

impl<V: Vector> Spanned<V> for ConvexHull<V> {
    type Span<'a, N: Number> = Hull<'a, V>;
    fn span<N: Number>(&self, _slot: usize) -> Hull<'_, V> {
        Hull(self.structure())
    }
}

/// The generators of a convex hull.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hull<'a, V: Vector>(&'a Structure<V>);

fn between<V: Vector, N: Number>(hull: &Structure<V>, from: u32, to: u32) -> Vect<V, N> {
    Vect::of(&hull.corners[to as usize]) - Vect::of(&hull.corners[from as usize])
}

/// The vector from an edge's start to its end.
fn along<V: Vector, N: Number>(hull: &Structure<V>, edge: usize) -> Vect<V, N> {
    let [from, to] = hull.edges[edge];
    between(hull, from, to)
}

impl<V: Vector, N: Number> Generators<V, N> for Hull<'_, V> {
    fn points(&self) -> usize {
        self.0.corners.len()
    }
    fn point(&self, i: usize) -> Homogeneous<V, N> {
        Homogeneous { x: Vect::<V, N>::of(&self.0.corners[i]).0, w: N::ONE }
    }
    fn share_weight(&self) -> bool {
        true
    }
    fn hull(&self) -> Option<&Structure<V>> {
        Some(self.0)
    }
    fn edges(&self) -> usize {
        self.0.edges.len()
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        (self.0.edges[i][0] as usize, self.0.edge_directions[i] as usize)
    }
    fn directions(&self) -> usize {
        self.0.directions.len()
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        along(self.0, self.0.directions[i] as usize).0
    }
    fn normals(&self) -> usize {
        if V::IN_PLANE { self.0.edges.len() } else { self.0.faces.len() }
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        if V::IN_PLANE {
            let direction = along(self.0, i);
            return direction.cross(direction).0;
        }
        let [a, b, c] = self.0.faces[i];
        between(self.0, a, b).cross(between(self.0, a, c)).0
    }
}
