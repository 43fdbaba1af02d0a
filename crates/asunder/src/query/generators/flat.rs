//! The generators of planes and half-spaces: a point, and rays perpendicular to the normal.

use super::{Generators, Homogeneous, Spanned};
use crate::exact::Number;
use crate::linalg::Vect;
use crate::shape::{HalfSpace, Plane};
use crate::space::Vector;

/// The generators of a plane, or of the half-space behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneGenerators<V: Vector> {
    plane: Plane<V>,
    /// The number of rays that point behind the plane: one for a half-space, else none.
    behind: usize,
}

impl<V: Vector> PlaneGenerators<V> {
    fn normal<N: Number>(&self) -> Vect<V, N> {
        Vect::of(&self.plane.normal)
    }

    /// The normal's cross product with coordinate axis `i`; in 2D the one direction of the line.
    fn across<N: Number>(&self, i: usize) -> Vect<V, N> {
        self.normal().cross(Vect::axis(i))
    }

    /// The number of these directions: in 3D all three, because any two of them may be parallel.
    const ACROSS: usize = if V::IN_PLANE { 1 } else { 3 };
}

impl<V: Vector, N: Number> Generators<V, N> for PlaneGenerators<V> {
    fn points(&self) -> usize {
        1
    }
    /// The point nearest to the origin: `n·d / n·n`.
    fn point(&self, _i: usize) -> Homogeneous<V, N> {
        let normal = self.normal::<N>();
        Homogeneous { x: (normal * N::of(self.plane.offset)).0, w: normal.square() }
    }
    fn share_weight(&self) -> bool {
        true
    }
    /// The directions in the plane and their opposites, and the one behind the plane.
    fn rays(&self) -> usize {
        2 * Self::ACROSS + self.behind
    }
    fn ray(&self, i: usize) -> V::Array<N> {
        let ray = match i / Self::ACROSS {
            0 => self.across(i),
            1 => -self.across(i - Self::ACROSS),
            2.. => -self.normal(),
        };
        ray.0
    }
    fn edges(&self) -> usize {
        0
    }
    fn edge(&self, _i: usize) -> (usize, usize) {
        (0, 0)
    }
    fn directions(&self) -> usize {
        Self::ACROSS
    }
    fn direction(&self, i: usize) -> V::Array<N> {
        self.across(i).0
    }
    fn normals(&self) -> usize {
        1
    }
    fn normal(&self, _i: usize) -> V::Array<N> {
        Self::normal(self).0
    }
}

impl<V: Vector> Spanned<V> for Plane<V> {
    type Span<'a, N: Number> = PlaneGenerators<V>;
    fn span<N: Number>(&self, _slot: usize) -> PlaneGenerators<V> {
        PlaneGenerators { plane: *self, behind: 0 }
    }
}

impl<V: Vector> Spanned<V> for HalfSpace<V> {
    type Span<'a, N: Number> = PlaneGenerators<V>;
    fn span<N: Number>(&self, _slot: usize) -> PlaneGenerators<V> {
        PlaneGenerators { plane: self.boundary(), behind: 1 }
    }
}
