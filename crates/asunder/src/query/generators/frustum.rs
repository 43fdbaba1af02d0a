//! The generators of frusta: corners where planes meet, and rays where the frustum is unbounded.

use super::{Generators, Homogeneous, Spanned};
use crate::array::array_of;
use crate::exact::Number;
use crate::shape::Frustum;
use crate::space::Vector;

/// A frustum and its corners, which are costly to compute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrustumGenerators<'a, V: Vector, N: Number> {
    frustum: &'a Frustum<V>,
    points: [Homogeneous<V, N>; 8],
}

impl<V: Vector> Spanned<V> for Frustum<V> {
    type Span<'a, N: Number> = FrustumGenerators<'a, V, N>;
    fn span<N: Number>(&self, _slot: usize) -> FrustumGenerators<'_, V, N> {
        let point = |i: usize| {
            let (x, w) = self.point::<N>(i);
            Homogeneous { x, w }
        };
        let first = point(0);
        let is_other = |i: usize| i > 0 && i < self.points();
        let points = array_of(|i| if is_other(i) { point(i) } else { first });
        FrustumGenerators { frustum: self, points }
    }
}

impl<V: Vector, N: Number> Generators<V, N> for FrustumGenerators<'_, V, N> {
    fn points(&self) -> usize {
        self.frustum.points()
    }
    fn point(&self, i: usize) -> Homogeneous<V, N> {
        self.points[i]
    }
    /// The corners of a perspective have the same weight, that of the rotation.
    fn share_weight(&self) -> bool {
        self.frustum.rotation_array().is_some()
    }
    fn rays(&self) -> usize {
        self.frustum.rays()
    }
    fn ray(&self, i: usize) -> V::Array<N> {
        self.frustum.ray(i)
    }
    fn edges(&self) -> usize {
        self.frustum.edges()
    }
    fn edge(&self, i: usize) -> (usize, usize) {
        (self.frustum.edge::<N>(i).0, i)
    }
    fn directions(&self) -> usize {
        self.frustum.edges()
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        self.frustum.edge(i).1
    }
    fn normals(&self) -> usize {
        self.frustum.plane_count()
    }
    fn normal(&self, i: usize) -> V::Array<N> {
        self.frustum.plane(i).0
    }
}
