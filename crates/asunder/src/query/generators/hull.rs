//! The generators of convex hulls, read from the stored structure.

use super::{Generators, Homogeneous, Spanned};
use crate::exact::Number;
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

fn between<V: Vector, N: Number>(hull: &Structure<V>, from: u32, to: u32) -> V::Array<N> {
    let (from, to) = (hull.corners[from as usize], hull.corners[to as usize]);
    V::array(|t| N::of(to[t]) - N::of(from[t]))
}

/// The vector from an edge's start to its end.
fn along<V: Vector, N: Number>(hull: &Structure<V>, edge: usize) -> V::Array<N> {
    let [from, to] = hull.edges[edge];
    between(hull, from, to)
}

impl<V: Vector, N: Number> Generators<V, N> for Hull<'_, V> {
    fn points(&self) -> usize {
        self.0.corners.len()
    }
    fn point(&self, i: usize) -> Homogeneous<V, N> {
        let corner = self.0.corners[i];
        Homogeneous { x: V::array(|t| N::of(corner[t])), w: N::ONE }
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
        along(self.0, self.0.directions[i] as usize)
    }
    fn normals(&self) -> usize {
        if V::DIM == 2 { self.0.edges.len() } else { self.0.faces.len() }
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        if V::DIM == 2 {
            let direction = along(self.0, i);
            return V::cross(&direction, &direction);
        }
        let [a, b, c] = self.0.faces[i];
        V::cross(&between::<V, N>(self.0, a, b), &between::<V, N>(self.0, a, c))
    }
}
